# ruff: noqa: UP006, UP007, UP045 - TensorFlow knows the classes of typing only
"""Extension types and dispatch on classes, as in TensorFlow."""

import typing

import pytest

from support.twice import Cases, assert_same

case = Cases()


# ---- extension types ----


def masked(tf):
    class Masked(tf.experimental.ExtensionType):
        values: tf.Tensor
        mask: tf.Tensor

        def __add__(self, other):
            return Masked(self.values + other, self.mask)

        @property
        def shape(self):
            return self.values.shape

    return Masked


@case
def fields_of_the_class_itself_and_shapes(tf):
    class Sized(tf.experimental.BatchableExtensionType):
        shape: tf.TensorShape
        more: typing.Tuple[tf.TensorShape, ...]
        none: typing.Tuple[()]
        kind: tf.DType
        values: tf.Tensor

        def __init__(self, values):
            self.values = tf.convert_to_tensor(values)
            self.shape, self.kind, self.none = self.values.shape[:-1], tf.int8, ()
            self.more = ([7], self.values.shape)

    one = tf.data.Dataset.from_tensors(Sized([[1.0], [2.0]]))
    batches = one.concatenate(one).batch(2)
    (batch,), rows = list(batches), list(batches.unbatch().unbatch())
    return [
        [str(set.element_spec) for set in (one, batches, batches.unbatch(), batches.unbatch().unbatch())],
        batch.shape, batch.more, batch.kind, batch.values, [(row.shape, row.more, row.values) for row in rows],
    ]  # fmt: skip


@case
def extension_argument(tf):
    Masked = masked(tf)
    traces = []

    @tf.function
    def f(x):
        traces.append(str(x.shape))
        return x + 1, tf.reduce_sum(x.values)

    results = [f(Masked([1, 2], [True, False])), f(Masked([3, 4], [True, True])), f(Masked([1], [True]))]
    return [(r[0].values, r[0].mask, r[1]) for r in results], traces


@case
def extension_input_signature(tf):
    Masked = masked(tf)
    spec = Masked.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))

    @tf.function(input_signature=[spec])
    def f(x):
        return x.values

    return f(Masked([1, 2], [True, False])), f(Masked([1], [True])), len(f._list_all_concrete_functions())


@case
def extension_loop_and_branch(tf):
    Masked = masked(tf)

    @tf.function
    def f(x, n):
        for i in tf.range(n):
            if i % 2 == 0:
                x = x + 1
            else:
                x = Masked(x.values * 2, tf.logical_not(x.mask))
        return x

    result = f(Masked([1, 2], [True, False]), tf.constant(5))
    return result.values, result.mask


@case
def extension_with_plain_fields(tf):
    class Scaled(tf.experimental.ExtensionType):
        values: tf.Tensor
        factor: float = 2.0
        name: str = "n"

    traces = []

    @tf.function
    def f(x):
        traces.append((x.factor, x.name))
        return Scaled(x.values * x.factor, x.factor + 1.0, x.name)

    results = [f(Scaled([1.0])), f(Scaled([2.0])), f(Scaled([2.0], 3.0)), f(Scaled([2.0], 3.0, "m"))]
    return [(r.values, r.factor, r.name) for r in results], traces


@case
def extension_of_ragged(tf):
    class Text(tf.experimental.ExtensionType):
        words: tf.RaggedTensor
        ids: tf.Tensor

        def __validate__(self):
            assert self.words.dtype == tf.string

    @tf.function
    def f(x):
        return x.words, tf.strings.upper(x.words[0]), x

    words, upper, again = f(Text(tf.ragged.constant([["a", "b"], ["c"]]), [1, 2]))
    return words, upper, again.ids, again == again


@case
def extension_validate(tf):
    class Even(tf.experimental.ExtensionType):
        n: int

        def __validate__(self):
            if self.n % 2:
                raise ValueError("odd")

    return Even(2).n, Even(3)


@case
def extension_own_constructor(tf):
    class Pair(tf.experimental.ExtensionType):
        a: tf.Tensor
        b: tf.Tensor

        def __init__(self, n):
            self.a = n
            self.b = [n, n]

    p = Pair(3)
    return p.a, p.b, repr(tf.function(lambda x: Pair(x.a[tf.newaxis][0]))(p).b)


@case
def extension_inherits(tf):
    Masked = masked(tf)

    class Named(Masked):
        name: str = "x"

    n = Named([1], [True], name="q")
    return n.name, n.values, n.shape, isinstance(n, Masked), repr(n._type_spec)


@case
def extension_nested(tf):
    Masked = masked(tf)

    class Two(tf.experimental.ExtensionType):
        a: Masked
        b: Masked

    t = Two(Masked([1], [True]), Masked([2, 3], [True, False]))
    result = tf.function(lambda x: Two(x.b, x.a))(t)
    return result.a.values, result.b.values, tf.nest.flatten(result, expand_composites=True)


@case
def extension_gradient(tf):
    Masked = masked(tf)
    v = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(v)
        x = tf.function(lambda x: x + 1.0)(Masked(v * v, [True, False]))
        y = tf.reduce_sum(x.values * v)
    return tape.gradient(y, v)


@case
def extension_keeps_still(tf):
    Masked = masked(tf)
    m = Masked([1], [True])
    m.values = 3  # raises AttributeError


@case
def batchable(tf):
    class Vertex(tf.experimental.BatchableExtensionType):
        x: tf.Tensor
        y: tf.Tensor

    v = Vertex([1, 2, 3], [4, 5, 6])
    spec = Vertex.Spec(tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int32))
    moved = tf.map_fn(lambda u: Vertex(u.x + 1, u.y * 2), v, fn_output_signature=spec)
    return moved.x, moved.y, tf.map_fn(lambda u: u.x + u.y, v, fn_output_signature=tf.int32)


@case
def rows_at_once(tf):
    class Edge(tf.experimental.BatchableExtensionType):
        x: tf.Tensor
        y: tf.Tensor

    class Path(tf.experimental.BatchableExtensionType):
        edge: Edge
        length: tf.Tensor

    edge = Edge([1.0, 2.0], [[1, 2], [3, 4]])
    doubled = tf.vectorized_map(lambda e: Edge(e.x * 2, e.y), edge)
    paths = Path(edge, [3.0, 4.0])
    first = Edge([5.0], [[6, 7]])
    return (
        (doubled.x, doubled.y),
        tf.vectorized_map(lambda p: (p.edge.x * p.length, p.edge.y), paths),
        tf.vectorized_map(lambda parts: parts[0]["a"].x * parts[1], ({"a": first}, tf.constant([1.0, 2.0]))),
        tf.function(lambda e: tf.vectorized_map(lambda r: tf.reduce_sum(r.y), e))(edge),
    )


@case
def rows_of_ragged_and_sparse_fields(tf):
    class Mixed(tf.experimental.BatchableExtensionType):
        lines: tf.RaggedTensor
        points: tf.SparseTensor
        plain: tf.Tensor
        kind: int = 3

    mixed = Mixed(tf.ragged.constant([[1, 2], [3], []]), tf.sparse.from_dense([[0, 1], [2, 0], [0, 0]]), [5, 6, 7])
    rows = tf.data.Dataset.from_tensor_slices(mixed)
    parts = [(r.lines, tf.sparse.to_dense(r.points), r.plain, r.kind) for r in rows]
    batches = [(b.lines, tf.sparse.to_dense(b.points), b.plain, b.kind) for b in rows.batch(2)]
    sums = rows.map(lambda r: tf.reduce_sum(r.lines) + r.plain)
    whole = tf.data.Dataset.from_tensors(mixed).unbatch()
    return parts, batches, list(sums), [r.lines for r in whole], str(rows.batch(2).element_spec.lines)


def sized(tf):
    """An extension type whose objects are batched as their values with the negative ones beside them."""

    class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
        def batch(self, spec, batch_size):
            return Sized.Spec(tf.TensorSpec([batch_size, *spec.values.shape], tf.int32), None)

        def unbatch(self, spec):
            return Sized.Spec(tf.TensorSpec(spec.values.shape[1:], tf.int32), None)

        def encode(self, spec, value, minimum_rank=0):
            return {"both": tf.stack([value.values, -value.values], -1)}

        def decode(self, spec, encoded):
            return Sized(-encoded["both"][..., 1], spec.size)

        def encoding_specs(self, spec):
            return {"both": tf.TensorSpec([*spec.values.shape, 2], tf.int32)}

    class Sized(tf.experimental.BatchableExtensionType):
        values: tf.Tensor
        size: typing.Optional[int] = None  # noqa: UP007, UP045
        __batch_encoder__ = Encoder()

    return Sized


@case
def own_batch_encoder(tf):
    Sized = sized(tf)
    value = Sized([[1, 2], [3, 4], [5, 6]], 3)
    rows = tf.data.Dataset.from_tensor_slices(value)
    inner = Sized.Spec(tf.TensorSpec([2], tf.int32), None)
    doubled = tf.map_fn(lambda r: Sized(r.values * 2), value, fn_output_signature=inner)
    return (
        [(r.values, r.size) for r in rows],
        [(b.values, b.size) for b in rows.map(lambda r: Sized(r.values + 1, 7)).batch(2)],
        (doubled.values, doubled.size, rows.element_spec.size, str(rows.batch(2).element_spec.values)),
        tf.map_fn(lambda r: tf.reduce_sum(r.values), value, fn_output_signature=tf.int32),
    )


@case
def batch_encoder_by_fields(tf):
    class Edge(tf.experimental.BatchableExtensionType):
        x: tf.Tensor
        y: tf.RaggedTensor

    encoder = tf.experimental.ExtensionTypeBatchEncoder()
    edge = Edge([1.0, 2.0], tf.ragged.constant([[1], [2, 3]]))
    spec = tf.type_spec_from_value(edge)
    parts = encoder.encode(spec, edge, minimum_rank=1)
    back = encoder.decode(spec, parts)
    specs = [encoder.batch(spec, 4), encoder.unbatch(spec), encoder.batch(spec, None)]
    return parts, back.x, back.y, [(str(s.x), str(s.y)) for s in specs], len(encoder.encoding_specs(spec))


@case
def no_rows(tf):
    class Edge(tf.experimental.BatchableExtensionType):
        x: tf.Tensor

    return tf.vectorized_map(lambda e: e.x, Edge(1.0))


@case
def not_batchable_at_once(tf):
    return tf.vectorized_map(lambda u: u.values, masked(tf)([1, 2], [True, False]))


@case
def not_batchable(tf):
    Masked = masked(tf)
    return tf.map_fn(lambda u: u, Masked([1, 2], [True, False]))


def many_fields(tf):
    class Many(tf.experimental.ExtensionType):
        a: int = 1
        b: typing.Optional[tf.Tensor] = None
        c: typing.Tuple[tf.Tensor, ...] = ()
        d: typing.Mapping[str, tf.Tensor] = {}
        e: typing.Union[int, str, tf.Tensor] = 3
        f: typing.Tuple[int, tf.Tensor] = (1, 2.0)

    return Many


@case
def extension_spec_of_many_fields(tf):
    n = many_fields(tf)(c=(1, 2.0), d={"z": 1, "a": [2]}, b=3)
    return n, n._type_spec, tf.nest.flatten(n, expand_composites=True), n._type_spec._component_specs


@case
def extension_of_many_fields_in_function(tf):
    Many = many_fields(tf)
    traces = []

    @tf.function
    def f(x):
        traces.append(x.a)
        return Many(x.a + 1, x.b, x.c, x.d, x.e, x.f)

    results = [
        f(Many(c=(1, 2.0), d={"z": 1, "a": [2]}, b=3)),
        f(Many(c=(5, 2.0), d={"z": 1, "a": [2]}, b=3)),
        f(Many(c=(5, 2.0), d={"z": 1, "a": [2]})),
        f(Many(a=2)),
    ]
    return results, traces


@case
def extension_converts_unions(tf):
    Many = many_fields(tf)
    return Many(e="s").e, Many(e=5).e, Many(e=2.5).e, Many(e=[1]).e, Many(f=(1, [1, 2])).f


@case
def extension_refuses_length(tf):
    return many_fields(tf)(f=(1, 2, 3))


@case
def extension_refuses_union(tf):
    return many_fields(tf)(e=None)


@case
def extension_refuses_key(tf):
    return many_fields(tf)(d={1: 2})


@case
def extension_equality(tf):
    Many = many_fields(tf)
    same = Many() == Many(), Many() == Many(a=2), Many(b=1) == Many(b=1), Many(b=1) == Many(b=2), Many(b=1) != Many(b=2)
    return same, Many() == None  # noqa: E711


@case
def extension_spec_relations(tf):
    Masked = masked(tf)
    a, b = Masked([1, 2], [True, False])._type_spec, Masked([1], [True])._type_spec
    other = Masked([3, 4], [True, True])
    relations = a.is_subtype_of(b), a.is_compatible_with(other), a.is_compatible_with(b), a == b, a == other._type_spec
    return a.most_specific_common_supertype([b]), relations, hash(a) == hash(other._type_spec)


@case
def extension_relaxes(tf):
    Masked = masked(tf)
    traces = []

    @tf.function(reduce_retracing=True)
    def f(x):
        traces.append(str(x.values.shape))
        return x + 1

    for n in range(1, 5):
        f(Masked(list(range(n)), [True] * n))
    return traces


@case
def extension_branches_of_other_kinds(tf):
    @tf.function
    def f(c):
        if c:
            x = masked(tf)([1], [True])
        else:
            x = many_fields(tf)()
        return x

    return f(tf.constant(True))


@case
def extension_own_spec(tf):
    class Own(tf.experimental.ExtensionType):
        x: tf.Tensor

        class Spec:
            def __init__(self, dtype=tf.int32):
                self.x = tf.TensorSpec([], dtype)

    return Own.Spec(), Own.Spec(tf.float32), Own(1)._type_spec


@case
def extension_is_abstract(tf):
    return tf.experimental.ExtensionType()


@case
def batch_of_ragged_field(tf):
    class Doc(tf.experimental.BatchableExtensionType):
        words: tf.RaggedTensor
        n: tf.Tensor

    doc = Doc(tf.ragged.constant([[1, 2], [3]]), [1, 2])
    return doc._type_spec._unbatch(), doc._type_spec._batch(3)


def with_base(tf):
    class Base(tf.experimental.ExtensionType):
        a: tf.Tensor
        b: int = 3

    return Base


@case
def fields_of_bases_again(tf):
    class Own(with_base(tf)):
        c: int = 1
        b: int = 9

    class OtherDefault(with_base(tf)):
        a: tf.Tensor = 5
        b: int

    class Text(with_base(tf)):
        b: str = "x"

    return str(Own(1)), str(Own(1, 2, 3)), str(OtherDefault()), str(Text(1)), str(Text(1, "y"))


MEMBERS = {
    "value over a field": {"b": 9},
    "None over a field": {"b": None},
    "method over a field": {"b": lambda self: 5},
    "property over a field": {"b": property(lambda self: 5)},
    "no annotation": {"k": 3},
    "method": {"k": lambda self: 5},
    "static method": {"k": staticmethod(len)},
    "reserved": {"_type_spec": 3},
    "another reserved": {"_tf_extension_type_packed": 3},
    "reserved annotation": {"__annotations__": {"_type_spec": int}},
    "spec that is no class": {"Spec": 3},
    "spec with a base": {"Spec": type("Spec", (int,), {})},
}


@case.each(list(MEMBERS))
def bodies_of_extension_types(tf, name):
    Base = with_base(tf)
    return str(type(Base)("Own", (Base,), {"__module__": __name__, "__qualname__": "Own", **MEMBERS[name]})(1))


@case
def bases_without_spec(tf):
    kinds = tf.experimental.ExtensionType, tf.experimental.BatchableExtensionType, with_base(tf)
    return [hasattr(kind, "Spec") for kind in kinds]


# ---- dispatch ----


@case.each(["api and elementwise", "elementwise of bases", "binary"])
def several_dispatchers_fit(tf, name):
    Base, api = with_base(tf), tf.experimental
    if name == "api and elementwise":
        made = [api.dispatch_for_api(tf.abs, {"x": Base})(lambda x, name=None: NotImplemented)]
        made.append(api.dispatch_for_unary_elementwise_apis(Base)(lambda f, x: 1))
    elif name == "elementwise of bases":
        Base, Own = Base, type(Base)("Own", (Base,), {"__module__": __name__, "__qualname__": "Own"})
        made = [api.dispatch_for_unary_elementwise_apis(kind)(lambda f, x: 1) for kind in (Base, Own)]
        assert tf.abs(Base(1)) == 1
        Base = Own
    else:
        made = [api.dispatch_for_binary_elementwise_apis(Base, Base)(lambda f, x, y: 1)]
        made.append(api.dispatch_for_binary_elementwise_apis(Base, typing.Union[Base, tf.Tensor])(lambda f, x, y: 2))
        assert tf.add(Base(1), tf.constant(2)) == 2
    try:
        return tf.add(Base(1), Base(2)) if name == "binary" else tf.abs(Base(1))
    finally:
        for target in made:
            api.unregister_dispatch_for(target)


@case
def dispatch_of_several(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_api(tf.math.subtract, {"x": Masked})
    def first(x, y, name=None):
        return "first"

    @tf.experimental.dispatch_for_api(tf.math.subtract, {"x": Masked}, {"y": Masked})
    def second(x, y, name=None):
        return "second"

    assert tf.math.subtract(1, Masked(1, True)) == "second"
    return tf.math.subtract(Masked(1, True), 1)


@case
def dispatch_handler_twice(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def first(api_func, x):
        return x

    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def second(api_func, x):
        return x


@case
def dispatch_for_api(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_api(tf.math.add, {"x": Masked, "y": Masked})
    def masked_add(x, y, name=None):
        return Masked(x.values + y.values, x.mask & y.mask)

    @tf.experimental.dispatch_for_api(tf.concat, {"values": __import__("typing").List[Masked]})
    def masked_concat(values, axis, name=None):
        return Masked(tf.concat([v.values for v in values], axis), tf.concat([v.mask for v in values], axis))

    m = Masked([1, 2], [True, False])
    try:
        both = tf.add(m, m)
        joined = tf.concat([m, m], 0)
        inside = tf.function(lambda x: tf.add(x, x))(m)
        return both.values, both.mask, joined.values, joined.mask, inside.values, tf.concat([[1], [2]], 0)
    finally:
        tf.experimental.unregister_dispatch_for(masked_add)
        tf.experimental.unregister_dispatch_for(masked_concat)


@case
def dispatch_by_annotations(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_api(tf.reduce_sum)
    def masked_sum(input_tensor: Masked, axis=None, keepdims=False, name=None):
        return tf.reduce_sum(tf.where(input_tensor.mask, input_tensor.values, 0), axis, keepdims)

    return tf.reduce_sum(Masked([1, 2], [True, False])), tf.reduce_sum([1, 2])


@case
def dispatch_unregistered(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def unary(api_func, x):
        return Masked(api_func(x.values), x.mask)

    m = tf.abs(Masked([-1, 2], [True, False]))
    ones = tf.ones_like(m, dtype=tf.float32)
    tf.experimental.unregister_dispatch_for(unary)
    try:
        tf.abs(m)
    except ValueError:
        return m.values, ones.values


@case
def dispatch_for_elementwise(tf):
    Masked = masked(tf)

    @tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)
    def binary(api_func, x, y):
        return Masked(api_func(x.values, y.values), x.mask & y.mask)

    @tf.experimental.dispatch_for_binary_elementwise_apis(Masked, tf.Tensor)
    def with_tensor(api_func, x, y):
        return Masked(api_func(x.values, y), x.mask)

    m = Masked([1, 2], [True, False])
    return tf.add(m, m).values, tf.maximum(m, tf.constant([2, 1])).values, tf.math.multiply(m, m).mask


@case
def dispatch_refuses(tf):
    return tf.experimental.dispatch_for_api(print, {"x": tf.RaggedTensor})


@case
def dispatch_refuses_names(tf):
    @tf.experimental.dispatch_for_api(tf.math.add, {"z": tf.RaggedTensor})
    def f(x, y, name=None):
        return x


@case
def dispatch_refuses_signature(tf):
    @tf.experimental.dispatch_for_api(tf.math.add, {"x": tf.SparseTensor})
    def f(a, b):
        return a


@case
def not_registered(tf):
    tf.experimental.unregister_dispatch_for(lambda x: x)


@pytest.mark.parametrize("code", **case.parameters())
def test_extension_types(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_annotations_name_the_class_itself(gw):
    class Tree(gw.experimental.ExtensionType):
        value: gw.Tensor
        children: typing.Tuple["Tree", ...] = ()
        named: typing.Mapping[str, typing.Optional["Tree"]] = {}

    tree = Tree(1, [Tree(2), Tree(3, named={"a": Tree(4), "b": None})])
    assert gw.function(lambda x: x.children[1].named["a"].value + x.value)(tree) == 5
    with pytest.raises(TypeError):
        Tree(1, [2])
