"""Calls of loaded functions, traces and signatures: which arguments fit, by name and by position; errors of TensorFlow's."""

import enum

import numpy as np
import pytest

from support.compare import same_results


class Kind(enum.Enum):
    A = 1


class Number(enum.IntEnum):
    TWO = 2
    THREE = 3


def function_of_anything(tf):
    module = tf.Module()
    module.f = tf.function(lambda x, y=2: x * float(y))
    module.f(tf.constant(1.0))
    module.f(tf.constant(1.0), 3)
    return module, None


def methods(tf):
    class Net(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
        def __call__(self, x):
            return x

        @tf.function(input_signature=[tf.TensorSpec([2], tf.float32), tf.TensorSpec([], tf.int32)])
        def f(self, x, n=3):
            return x * tf.cast(n, tf.float32)

        @tf.function(input_signature=[tf.SparseTensorSpec([None, 3], tf.float32)])
        def sparse(self, s):
            return tf.sparse.reduce_sum(s, axis=1)

        @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
        def ragged(self, r):
            return tf.reduce_sum(r, axis=1)

    return Net(), None


def signatures(tf):
    class Net(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="inp"), tf.TensorSpec([], tf.float32)])
        def two(self, x, y):
            return {"o": x * y}

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="inp")])
        def one(self, x):
            return x

    net = Net()
    return net, {"one": net.one, "two": net.two}


def traces(tf):
    spec = tf.TensorSpec([], tf.float32)
    module = tf.Module()
    module.named = tf.function(lambda a, b: a - b).get_concrete_function(
        tf.TensorSpec([], tf.float32, name="x"), tf.TensorSpec([], tf.float32, name="y")
    )
    module.plain = tf.function(lambda a, b: a - b).get_concrete_function(spec, spec)

    def with_keywords(a, *, z, y):
        return a["q"][0] - a["w"] + z * y

    module.keywords = tf.function(with_keywords).get_concrete_function({"q": [spec], "w": spec}, z=spec, y=spec)
    return module, None


def python_values(tf):
    module = tf.Module()
    module.enum = tf.function(lambda x, kind: x)
    module.enum(tf.constant(1.0), Kind.A)
    module.object = tf.function(lambda x, kind: x)
    module.object(tf.constant(1.0), object())
    module.number = tf.function(lambda x, n: x * float(int(n)))
    module.number(tf.constant(1.0), Number.TWO)
    module.texts = tf.function(lambda x, text, more=None, flag=True: x if text == "a" else -x)
    module.texts(tf.constant(1.0), "a")
    module.texts(tf.constant(1.0), "b", more=(1, None, "q"), flag=False)
    return module, None


CALLS = {
    function_of_anything: [
        *["f()", "f(c(1))", "f(c(1.), 4)", "f(c([1.]))", "f(c(1.), 2, 3)", "f(c(1.), z=2)", "f(c(1.), y=3)", "f(1.0)"],
        *["f('a')", "f(c(1.), x=c(1.))", "f(None)", "f(object())", "f([c(1.)])", "f(c(1.), c(2))", "f(x=c(1.))"],
        *["f(tf.Variable(1.))", "f(y=2)", "f(c(1.), 2.0)", "f(c(1.), np.int64(3))"],
    ],
    methods: [
        *["()", "(c([1.]))", "(c([[1., 2.]]))", "(c([[1, 2]]))", "([[1., 2.]])", "(c([[1., 2.]]), 1)"],
        *["(x=c([[1., 2.]]))", "(y=c([[1., 2.]]))", "('a')", "(c([[1., 2., 3.]]))", "f(c([1., 2.]))", "f()"],
        *[
            "f(c([1., 2.]), c(2))",
            "f(c([1., 2.]), 2)",
            "f(c([1., 2.]), 2.5)",
            "f([1., 2.], 2)",
            "f(n=c(1), x=c([1., 2.]))",
        ],
        *["sparse(s([[1., 0., 2.]]))", "sparse(s([[1., 0.]]))", "sparse(s([[1, 0, 2]]))", "sparse(s([1., 0.]))"],
        *[
            "sparse(c([[1.]]))",
            "sparse([[1.]])",
            "sparse(r([[1.]]))",
            "ragged(r([[1., 2.], []]))",
            "ragged(r([[1, 2]]))",
        ],
        *["ragged(c([[1.]]))", "ragged(r([[[1.]]]))", "ragged(s([[1.]]))"],
    ],
    signatures: [
        *["signatures['two'](c([1.]), c(3.))", "signatures['two'](inp=c([1.]), y=c(3.))", "signatures['two'](c([1.]))"],
        *["signatures['two']()", "signatures['two'](c([1.]), y=c(3.))", "signatures['two'](x=c([1.]), y=c(3.))"],
        *["signatures['two'](inp=c([1.]), y=c(3.), z=c(3.))", "signatures['two'](inp=[1.], y=3.)"],
        *[
            "signatures['two'](inp=c([1]), y=c(3.))",
            "signatures['two'](inp=None, y=c(3.))",
            "signatures['one'](c([1.]))",
        ],
        *["signatures['one'](inp=c([1.]))", "signatures['one'](x=c([1.]))", "signatures['one'](c([1.]), c([1.]))"],
        *["signatures['one']([1.])", "signatures['one'](c([1.]), inp=c([1.]))", "signatures['three']()"],
    ],
    traces: [
        *["named(c(1.), c(2.))", "named(a=c(1.), b=c(2.))", "named(x=c(1.), y=c(2.))", "named(c(1.), b=c(2.))"],
        *["named(c(1.), y=c(2.))", "named(c(1.))", "named(c(1), c(2))", "named(1., 2.)", "named(c(1.), q=c(2.))"],
        *["plain(b=c(1.), a=c(2.))", "plain(c(1.), c(2.), c(3.))", "plain.structured_input_signature"],
        *["keywords({'q': [c(1.)], 'w': c(2.)}, y=c(5.), z=c(3.))", "keywords(c(1.), c(2.), c(3.), c(4.))"],
        *["keywords(a={'q': [c(1.)], 'w': c(2.)}, y=c(5.), z=c(3.))", "keywords(c(1.), c(2.), z=c(3.), y=c(4.))"],
    ],
    python_values: [
        *["enum(c(1.), Kind.A)", "enum(c(1.), 1)", "enum(c(1.))", "object(c(1.), object())"],
        *["number(c(3.), Number.TWO)", "number(c(3.), 2)", "number(c(3.), Number.THREE)", "number(c(3.), 3)"],
        *["texts(c(3.), 'a')", "texts(c(3.), 'b')", "texts(c(3.), 'b', (1, None, 'q'), False)"],
        *[
            "texts(c(3.), 'b', [1, None, 'q'], False)",
            "texts(c(3.), 'b', (1, None, 'q'), 0)",
            "texts(c(3.), 'a', None, 1)",
        ],
        *["texts(c(3.), text='a')", "texts(c(3.), b'a')"],
    ],
}


def plain(tf, value):
    """A result as plain values."""
    return tf.nest.map_structure(lambda x: np.asarray(x).tolist() if hasattr(x, "numpy") else repr(x), value)


def results_of_calls(maker, saver, loader, folder):
    """What each of the calls gives or raises, of a model that one module saves and another one loads."""
    module, given = maker(saver)
    if folder is not None:
        saver.saved_model.save(module, folder, signatures=given)
    loaded = module if folder is None else loader.saved_model.load(folder)
    names = {"tf": loader, "np": np, "loaded": loaded, "Kind": Kind, "Number": Number, "c": loader.constant}
    names |= {"s": loader.sparse.from_dense, "r": loader.ragged.constant}
    found = {}
    for call in CALLS[maker]:
        try:
            found[call] = plain(loader, eval(f"loaded{'' if call[0] == '(' else '.'}{call}", names))
        except Exception as error:
            found[call] = type(error).__name__
    return found


@pytest.mark.parametrize("maker", CALLS, ids=lambda maker: maker.__name__)
def test_calls(tensorflow, gw, maker, tmp_path):
    want = results_of_calls(maker, tensorflow, tensorflow, str(tmp_path / "0"))
    assert results_of_calls(maker, gw, gw, str(tmp_path / "1")) == want
    assert results_of_calls(maker, tensorflow, gw, str(tmp_path / "2")) == want
    assert results_of_calls(maker, gw, tensorflow, str(tmp_path / "3")) == want


@pytest.mark.parametrize("maker", [function_of_anything, methods], ids=lambda maker: maker.__name__)
def test_calls_of_what_was_not_saved(tensorflow, gw, maker):
    assert results_of_calls(maker, gw, gw, None) == results_of_calls(maker, tensorflow, tensorflow, None)


def named_specs(loaded):
    """The names of a signature's arguments, and of their specs."""
    return sorted((name, spec.name) for name, spec in loaded.structured_input_signature[1].items())


def signature_of(tf, folder, make):
    """What a signature takes and gives: as a function, and as a server reads it."""
    tf.saved_model.save(tf.Module(), folder, signatures=make(tf))
    (loaded,) = tf.saved_model.load(folder).signatures.values()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        noted = tf.compat.v1.saved_model.load(session, ["serve"], folder).signature_def["serving_default"]
    infos = [{key: info.name for key, info in sorted(part.items())} for part in (noted.inputs, noted.outputs)]
    inputs = loaded.structured_input_signature[1]
    given = {key: tf.ones([]) for key in noted.inputs}
    calls = [loaded(**given), loaded(**dict.fromkeys(inputs, tf.ones([])))] if len(given) == 1 else None
    return named_specs(loaded), sorted(loaded.structured_outputs), infos, calls


SIGNATURES = (
    {
        "nothing": lambda tf, spec: tf.function(lambda x: None, input_signature=[spec("x")]),
        "an empty dict": lambda tf, spec: tf.function(lambda x: {}, input_signature=[spec("x")]),
        "None inside": lambda tf, spec: tf.function(lambda x: [x, None], input_signature=[spec("x")]),
        "a variable": lambda tf, spec: tf.function(lambda x: x + 1).get_concrete_function(tf.Variable(1.0)),
    }
    | {
        f"the name {name}": lambda tf, spec, name=name: tf.function(lambda x: x, input_signature=[spec(name)])
        for name in ("a/b", "a.b", "a-b", "1a", "a:0", "a b", "class", "a_b", "_a", "Up", "é", "x-")
    }
    | {
        f"the names {a} and {b}": lambda tf, spec, a=a, b=b: tf.function(
            lambda x, y: x - y, input_signature=[spec(a), spec(b)]
        )
        for a, b in (("user-id", "1x"), ("a", "A"), ("a-b", "a_b"), ("b.c", "a/b"))
    }
)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_signatures(tensorflow, gw, signature, tmp_path):
    def program(tf):
        return signature_of(
            tf,
            str(tmp_path / tf.__name__),
            lambda tf: SIGNATURES[signature](tf, lambda name: tf.TensorSpec([], tf.float32, name=name)),
        )

    same_results(program, tensorflow, gw)


def test_models_of_each_other(tensorflow, gw, tmp_path):
    def saver(tf, folder):
        module = tf.Module()
        module.f = tf.function(
            lambda x, y: x - 2 * y, input_signature=[tf.TensorSpec([], name="user-id"), tf.TensorSpec([], name="1x")]
        )
        tf.saved_model.save(module, folder, signatures=module.f)

    def loader(tf, folder):
        signature = tf.saved_model.load(folder).signatures["serving_default"]
        one, five = tf.constant(1.0), tf.constant(5.0)
        calls = [signature(**{"user-id": one, "1x": five}), signature(user_id=one, arg_1x=five)]
        return named_specs(signature), calls

    for first, second in ((tensorflow, gw), (gw, tensorflow)):
        folder = str(tmp_path / first.__name__)
        saver(first, folder)
        same_results(lambda tf, folder=folder: loader(tf, folder), first, second)


def test_names_of_nodes(tensorflow, gw, tmp_path):
    """What servers feed and fetch, with several signatures, a variable and a table."""

    def program(tf):
        module = tf.Module()
        module.v = tf.Variable(1.0)
        pairs = tf.lookup.KeyValueTensorInitializer([1], [2])
        module.table = tf.lookup.StaticHashTable(pairs, -1)
        spec = [tf.TensorSpec([], name="X-y")]
        with_variable = tf.function(lambda x: x + module.v, input_signature=spec)
        plain = tf.function(lambda x: (x, x * 2), input_signature=spec)
        looked_up = tf.function(module.table.lookup, input_signature=[tf.TensorSpec([], tf.int32, name="i")])
        chosen = {"z": with_variable, "x/y-z": plain, "_p": with_variable, "a b": plain, "t": looked_up}
        folder = str(tmp_path / tf.__name__)
        tf.saved_model.save(module, folder, signatures=chosen)
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            found = tf.compat.v1.saved_model.load(session, ["serve"], folder).signature_def
        return {
            name: [{key: info.name for key, info in sorted(part.items())} for part in (noted.inputs, noted.outputs)]
            for name, noted in sorted(found.items())
            if name in chosen
        }

    same_results(program, tensorflow, gw)


def test_old_graphs(tensorflow, gw, tmp_path):
    """Signatures of models of TensorFlow 1, whose inputs have any names."""

    def program(tf):
        folder = str(tmp_path / tf.__name__)
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            x, y = (tf.compat.v1.placeholder(tf.float32, [], name=name) for name in "xy")
            tf.compat.v1.saved_model.simple_save(session, folder, {"user-id": x, "1x": y}, {"o-k": x - 2 * y})
        signature = tf.saved_model.load(folder).signatures["serving_default"]
        one, five = tf.constant(1.0), tf.constant(5.0)
        calls = [signature(**{"user-id": one, "1x": five}), signature(user_id=one, arg_1x=five)]
        return named_specs(signature), calls

    same_results(program, tensorflow, gw)


SLICES = {
    "more indices": ([[1.0, 2.0]], [0, 1], None),
    "another shape": ([[1.0]], [0], [4, 2]),
    "another rank": ([[1.0]], [0], [4, 4, 4]),
    "a scalar": (1.0, [0], None),
    "fitting": ([[1.0, 2.0]], [0], [4, 2]),
}


@pytest.mark.parametrize("way", ["default", "argument", "spec", "result"])
@pytest.mark.parametrize("slices", SLICES)
def test_slices_that_do_not_fit(tensorflow, gw, slices, way):
    def program(tf):
        parts = [None if part is None else tf.constant(part) for part in SLICES[slices]]
        made = tf.IndexedSlices(*parts)
        if way == "spec":
            return repr(tf.type_spec_from_value(made))
        if way == "default":
            return tf.function(lambda x=made: x.values)()
        return tf.function(lambda x: x)(made).values if way == "result" else tf.function(lambda x: x.values)(made)

    same_results(program, tensorflow, gw)


ROOTS = {
    "list": lambda tf: [tf.Variable(1.0)],
    "dict": lambda tf: {"a": tf.Variable(1.0)},
    "tuple": lambda tf: (tf.Variable(1.0),),
    "numbers": lambda tf: [1],
    "module": lambda tf: tf.Module(),
    "list of a module": lambda tf: own_list(tf),
    "number": lambda tf: 1,
}


def own_list(tf):
    module = tf.Module()
    module.list = [tf.Variable(1.0)]
    return module.list


@pytest.mark.parametrize("root", ROOTS)
def test_roots_of_checkpoints(tensorflow, gw, root, tmp_path):
    def program(tf):
        path = tf.train.Checkpoint(ROOTS[root](tf)).save(str(tmp_path / tf.__name__))
        return [name for name, _ in tf.train.list_variables(path)]

    same_results(program, tensorflow, gw)
