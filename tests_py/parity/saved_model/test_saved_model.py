"""Saved models travel both ways: TensorFlow loads and runs ours, we load, run and save again TensorFlow's."""

import os

import numpy as np
import pytest

from support import saved_models, saved_models_more
from support.compare import mismatch

MODELS = {**saved_models.MODELS, **saved_models_more.MODELS}


def plain(tf, value):
    """The value with arrays for tensors."""
    found = []
    for leaf in tf.nest.flatten(value, expand_composites=True):
        if hasattr(leaf, "numpy") and leaf.dtype == tf.string:
            leaf = np.asarray(leaf.numpy(), object).tolist()
        found.append(np.asarray(leaf.numpy(), np.complex128) if hasattr(leaf, "numpy") else leaf)
    return found


def results(tf, model, calls):
    """What the function gives, or the class of its error."""
    found = []
    for call in calls:
        args, kwargs = call(tf)
        try:
            found.append(plain(tf, model.f(*args, **kwargs)))
        except ValueError as error:
            found.append([type(error).__name__])
    return found


def assert_near(got, want):
    assert (text := mismatch(got, want, rtol=1e-5, atol=1e-6)) is None, text


@pytest.mark.parametrize("name", MODELS)
def test_models_travel_both_ways(gw, tensorflow, tmp_path, name):
    make, calls = MODELS[name]
    folders = {}
    for tf in (tensorflow, gw):
        model = make(tf)
        folders[tf] = str(tmp_path / tf.__name__)
        tf.saved_model.save(model, folders[tf])
        assert tf.saved_model.contains_saved_model(folders[tf])
    want = results(tensorflow, tensorflow.saved_model.load(folders[tensorflow]), calls)
    loaded = gw.saved_model.load(folders[tensorflow])
    again = str(tmp_path / "again")
    gw.saved_model.save(loaded, again)
    assert_near(results(gw, loaded, calls), want)
    assert_near(results(tensorflow, tensorflow.saved_model.load(folders[gw]), calls), want)
    assert_near(results(gw, gw.saved_model.load(folders[gw]), calls), want)
    assert_near(results(tensorflow, tensorflow.saved_model.load(again), calls), want)


def test_signatures_and_training(gw, tensorflow, tmp_path):
    make, calls = MODELS["mlp"]
    for writer, reader in ((tensorflow, gw), (gw, tensorflow), (gw, gw)):
        model = make(writer)
        folder = str(tmp_path / f"{writer.__name__}-{reader.__name__}")
        concrete = model.f.get_concrete_function()
        writer.saved_model.save(model, folder, signatures={"serving_default": concrete, "other": model.f})
        loaded = reader.saved_model.load(folder, tags="serve")
        assert sorted(loaded.signatures) == ["other", "serving_default"]
        (x,), _ = calls[0](reader)
        served = loaded.signatures["other"](x=x)
        np.testing.assert_allclose(served["output_0"].numpy(), loaded.f(x).numpy())
        with reader.GradientTape() as tape:
            loss = reader.reduce_sum(loaded.f(x)[:, 0])
        gradient = tape.gradient(loss, loaded.w[0])
        assert float(reader.reduce_sum(reader.abs(gradient))) > 0
        loaded.w[0].assign_sub(gradient)
        assert float(reader.reduce_sum(loaded.f(x)[:, 0])) < float(loss)
        assert not loaded.b.trainable
        # What a variable of the loaded model holds now can be in a checkpoint, and restored from the model.
        path = reader.train.Checkpoint(loaded).write(str(tmp_path / f"ck-{writer.__name__}-{reader.__name__}"))
        assert "w/0/.ATTRIBUTES/VARIABLE_VALUE" in dict(gw.train.list_variables(path))
        reader.train.Checkpoint(w=loaded.w).restore(folder).expect_partial()
        np.testing.assert_allclose(loaded.w[0].numpy(), model.w[0].numpy())


def sorted_texts(concrete):
    """Specs, shapes and dtypes of a function's results; dicts come in any order out of files."""
    found = concrete.structured_outputs
    items = sorted(found.items()) if isinstance(found, dict) else found
    return [str(items), str(concrete.output_shapes) if items is found else "", len(concrete.outputs)]


def test_specs_of_results(gw, tensorflow, tmp_path):
    """What loaded functions say of their results, whoever wrote the files."""
    results = {
        "alone": lambda x: x,
        "lists": lambda x: [x, [x, x]],
        "named": lambda x: {"a": {"b": (x,)}, "z.y/w": x},
        "pair": lambda x: [{"a": x}, x],
    }
    for tf in (tensorflow, gw):
        module = tf.Module()
        spec = [tf.TensorSpec([2, None], name="x")]
        for name, function in results.items():
            setattr(module, name, tf.function(function, input_signature=spec, autograph=False))
        module.ragged = tf.function(tf.RaggedTensor.from_tensor, input_signature=spec, autograph=False)
        signature = tf.function(lambda x: (x, x), input_signature=spec, autograph=False)
        tf.saved_model.save(module, str(tmp_path / tf.__name__), signatures={"s": signature})
    said = set()
    for reader in (tensorflow, gw):
        for writer in (tensorflow, gw):
            model = reader.saved_model.load(str(tmp_path / writer.__name__))
            concrete = [getattr(model, name).concrete_functions[0] for name in (*results, "ragged")]
            said.add(repr([sorted_texts(c) for c in (*concrete, model.signatures["s"])]))
    assert len(said) == 1, said


def test_sessions_of_tensorflow_1_run_our_models(gw, tensorflow, tmp_path):
    make, calls = MODELS["mlp"]
    model = make(gw)
    gw.saved_model.save(model, str(tmp_path / "m"))
    (x,), _ = calls[0](gw)
    v1 = tensorflow.compat.v1
    with tensorflow.Graph().as_default(), v1.Session() as session:
        signature = v1.saved_model.load(session, ["serve"], str(tmp_path / "m")).signature_def["serving_default"]
        got = session.run(signature.outputs["output_0"].name, {signature.inputs["x"].name: x.numpy()})
    np.testing.assert_allclose(got, model.f(x).numpy(), rtol=1e-6)


def test_errors(gw, tensorflow, tmp_path):
    def program(tf):
        folder = str(tmp_path / tf.__name__)
        module = MODELS["mlp"][0](tf)
        untracked = tf.Variable(1.0)
        other = tf.Module()
        other.f = tf.function(lambda x: x * untracked, input_signature=[tf.TensorSpec([])])
        free = tf.Module()
        free.f = tf.function(lambda x: x)
        tf.saved_model.save(module, folder)
        os.makedirs(folder + "bad", exist_ok=True)
        with open(os.path.join(folder + "bad", "saved_model.pb"), "wb") as file:
            file.write(b"\xff\xff\xff")
        found = []
        for action in (
            lambda: tf.saved_model.save(3, folder + "x"),
            lambda: tf.saved_model.save(module, folder + "x", signatures=3),
            lambda: tf.saved_model.save(module, folder + "x", signatures=lambda x: x),
            lambda: tf.saved_model.save(free, folder + "x", signatures=free.f),
            lambda: tf.saved_model.save(other, folder + "x"),
            lambda: tf.saved_model.load(folder + "none"),
            lambda: tf.saved_model.load(folder + "bad"),
            lambda: tf.saved_model.load(folder, tags=["gpu"]),
            lambda: tf.saved_model.load(folder).nothing,
            lambda: tf.saved_model.load(folder).signatures["nothing"],
            lambda: tf.saved_model.contains_saved_model(folder + "none"),
        ):
            try:
                found.append(action())
            except Exception as error:
                found.append(type(error).__name__)
        return found

    assert program(gw) == program(tensorflow)


def modules_with_functions(tf):
    """Modules by name, of which some have a function that is their signature where none is given."""
    spec = tf.TensorSpec

    def function(f, *specs):
        return tf.function(f, input_signature=specs or None, autograph=False)

    def module(**functions):
        made = tf.Module()
        for name, value in functions.items():
            setattr(made, name, value)
        return made

    def traced(made):
        made.other(tf.constant([1.0]))
        return made

    def nested(x):
        return {"a": {"b": x}}

    def doubled(x):
        return {"y": x * 2.0}

    rows = spec([None])
    return {
        "one": lambda: module(serve=function(doubled, rows)),
        "and one without a signature": lambda: module(serve=function(doubled, rows), other=function(doubled)),
        "and one that was traced": lambda: traced(module(serve=function(doubled, rows), other=function(doubled))),
        "only without": lambda: traced(module(other=function(doubled))),
        "two": lambda: module(a=function(doubled, rows), b=function(doubled, rows)),
        "and one that gives nothing": lambda: module(a=function(doubled, rows), b=function(lambda x: None, rows)),
        "gives nothing": lambda: module(a=function(lambda x: None, rows)),
        "gives a tensor": lambda: module(a=function(lambda x: x, rows)),
        "gives a list": lambda: module(a=function(lambda x: [x, x], rows)),
        "gives what is nested": lambda: module(a=function(nested, rows)),
        "and one that gives what is nested": lambda: module(a=function(nested, rows), b=function(doubled, rows)),
        "a trace": lambda: module(a=function(doubled).get_concrete_function(rows)),
        "a trace and a function": lambda: module(
            a=function(doubled).get_concrete_function(rows), b=function(doubled, rows)
        ),
        "the default's name": lambda: module(
            _default_save_signature=function(doubled, rows), b=function(doubled, rows)
        ),
        "inside": lambda: module(inner=module(a=function(doubled, rows))),
        "in a list": lambda: module(functions=[function(doubled, rows)]),
        "ragged": lambda: module(
            a=function(lambda x: {"y": x.to_tensor()}, tf.RaggedTensorSpec([None, None], tf.float32))
        ),
        "two arguments": lambda: module(a=function(lambda x, y: x + y, rows, rows)),
        "no arguments": lambda: module(
            a=tf.function(lambda: tf.constant(1.0), input_signature=[], autograph=False), b=function(doubled)
        ),
    }


@pytest.mark.parametrize("name", list(modules_with_functions(__import__("graphwright"))))
def test_functions_that_become_signatures(name, gw, tensorflow, tmp_path):
    found = []
    for tf in (tensorflow, gw):
        folder = str(tmp_path / tf.__name__)
        tf.saved_model.save(modules_with_functions(tf)[name](), folder)
        signatures = tf.saved_model.load(folder).signatures
        found.append(
            {
                key: (sorted(function.structured_input_signature[1]), sorted(function.structured_outputs))
                for key, function in signatures.items()
            }
        )
    assert found[0] == found[1]


def test_attributes_that_are_asked_for(gw, tensorflow, tmp_path):
    """Functions that properties give are saved, and what is made while they and first traces are asked for."""

    def program(tf):
        signature = [tf.TensorSpec([])]

        class Module(tf.Module):
            made = None

            @tf.function(input_signature=signature)
            def traced(self, x):
                if self.made is None:
                    self.made = tf.Variable(2.0)
                return x * self.made

            @property
            def given(self):
                return self.traced

            @staticmethod
            @tf.function(input_signature=signature)
            def static(x):
                return -x

            @property
            def lazy(self):
                self._lazy = tf.Variable(5.0)
                return self._lazy

            @property
            def broken(self):
                raise ValueError("broken")

        outer, folder = tf.Module(), str(tmp_path / tf.__name__)
        outer.inner, outer.checkpoint = Module(), tf.train.Checkpoint(v=tf.Variable(1.0))
        tf.saved_model.save(outer, folder)
        inner = tf.saved_model.load(folder).inner
        found = [tf.train.list_variables(folder + "/variables/variables"), float(inner.given(tf.constant(3.0)))]
        found += [float(inner.static(tf.constant(3.0))), hasattr(inner, "lazy"), hasattr(inner, "broken")]
        for signatures in ({"q": 3}, tf.Variable(1.0), 3):
            outer.signatures = signatures
            try:
                tf.saved_model.save(outer, folder)
            except ValueError as error:
                found.append(type(error).__name__)
        return found

    assert program(gw) == program(tensorflow)


def test_assets_are_tensors(gw, tensorflow, tmp_path):
    found = []
    for tf in (tensorflow, gw):
        folder = tmp_path / tf.__name__
        folder.mkdir()
        path = folder / "words.txt"
        path.write_text("a\nb\n")
        lookup = tf.lookup

        class Model(tf.Module):
            def __init__(self, path=path, lookup=lookup, tf=tf):
                super().__init__()
                self.asset = tf.saved_model.Asset(str(path))
                words = lookup.TextFileInitializer(
                    self.asset,
                    tf.string,
                    lookup.TextFileIndex.WHOLE_LINE,
                    tf.int64,
                    lookup.TextFileIndex.LINE_NUMBER,
                )
                self.table = lookup.StaticVocabularyTable(words, 1)
                self.find = tf.function(
                    lambda x: self.table.lookup(x), input_signature=[tf.TensorSpec([None], tf.string)]
                )
                self.text = tf.function(lambda: tf.io.read_file(self.asset), input_signature=[])

        model = Model()
        outcome = [tf.io.read_file(model.asset).numpy(), tf.convert_to_tensor(model.asset).numpy() == bytes(path)]
        with pytest.raises(ValueError):
            tf.convert_to_tensor(model.asset, tf.int32)
        outcome.append(model.find(tf.constant(["b", "c"])).numpy().tolist())
        tf.saved_model.save(model, str(folder / "model"))
        path.unlink()
        loaded = tf.saved_model.load(str(folder / "model"))
        outcome += [loaded.find(tf.constant(["b", "c"])).numpy().tolist(), loaded.text().numpy()]
        outcome += [os.path.basename(loaded.asset.asset_path.numpy()), os.listdir(folder / "model" / "assets")]
        found.append(outcome)
    assert found[0] == found[1]


def _paths_of_constants(tf, folder):
    """Returns how the constants that a model's functions have captured are found from its root."""
    from tensorflow.core.protobuf import saved_model_pb2

    module = tf.Module()
    module.v = tf.Variable(2.0)
    first, second = (
        tf.constant(np.arange(300.0, dtype=np.float32)),
        tf.constant(np.ones([20, 20])),
    )  # small ones are no captures
    module.f = tf.function(lambda x: (x + first * module.v, second * 2.0), input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(module, folder)
    with open(os.path.join(folder, "saved_model.pb"), "rb") as file:
        nodes = saved_model_pb2.SavedModel.FromString(file.read()).meta_graphs[0].object_graph_def.nodes
    paths, queue = {0: "root"}, [0]
    for number in queue:
        for child in nodes[number].children:
            if child.node_id not in paths:
                paths[child.node_id] = f"{paths[number]}.{child.local_name}"
                queue.append(child.node_id)
    # The order of captures is not TensorFlow's everywhere.
    return sorted(
        paths.get(i, "").rstrip("0123456789") for i, node in enumerate(nodes) if node.WhichOneof("kind") == "constant"
    )


def test_constants_are_found_below_functions(gw, tensorflow, tmp_path):
    want = _paths_of_constants(tensorflow, str(tmp_path / "theirs"))
    assert _paths_of_constants(gw, str(tmp_path / "ours")) == want != []
