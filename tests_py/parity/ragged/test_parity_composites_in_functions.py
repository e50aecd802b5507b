# ruff: noqa: UP006, UP007, UP045 - TensorFlow knows the classes of typing only
"""Ragged tensors, sparse tensors and extension types in functions, AutoGraph, control flow and gradients, as in TensorFlow."""

import typing

import pytest
from twice import Cases, assert_same

case = Cases()


def ragged(tf):
    return tf.ragged.constant([[1, 2], [], [3]])


def floats(tf):
    return tf.ragged.constant([[1.0, 2.0], [], [3.0]])


def sparse(tf):
    return tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 2])


# ---- arguments, results, captures ----


@case
def argument_and_result(tf):
    @tf.function
    def f(x):
        return x + 1, x.shape, x.values.shape, x.row_splits.shape

    a = ragged(tf)
    return f(a), f(tf.ragged.constant([[5], [6, 7, 8], []])), f.experimental_get_tracing_count()


@case
def traces_by_number_of_rows(tf):
    traces = []

    @tf.function
    def f(x):
        traces.append(str(x.shape))
        return tf.reduce_sum(x, axis=1)

    results = [f(tf.ragged.constant(rows)) for rows in ([[1], [2]], [[1, 2], []], [[1], [2], [3]], [[1.0], [2.0]])]
    return results, traces


@case
def traces_by_uniform_length(tf):
    traces = []

    @tf.function
    def f(x):
        traces.append(str(x.shape))
        return x * 2

    results = [f(tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], n)) for n in (2, 4, 2)]
    return results, traces


@case
def relaxed_traces(tf):
    traces = []

    @tf.function(reduce_retracing=True)
    def f(x):
        traces.append(str(x.shape))
        return tf.reduce_sum(x)

    results = [f(tf.ragged.constant([[1]] * n)) for n in (1, 2, 3, 4)]
    return results, traces


@case
def input_signature(tf):
    traces = []

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def f(x):
        traces.append(str(x.shape))
        return x[:, :1]

    return [f(tf.ragged.constant(rows)) for rows in ([[1, 2]], [[3], [4, 5]])], traces, f.input_signature


@case
def input_signature_refuses_dtype(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def f(x):
        return x

    return f(floats(tf))


@case
def input_signature_refuses_tensor(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def f(x):
        return x

    return f(tf.constant([[1]]))


@case
def concrete_function(tf):
    @tf.function
    def f(x, y):
        return x + y

    concrete = f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32), tf.TensorSpec([], tf.int32))
    return concrete(ragged(tf), tf.constant(3)), concrete.structured_input_signature, concrete.structured_outputs.shape


@case
def structured_outputs(tf):
    @tf.function
    def f(x):
        return {"a": x, "b": [x.to_sparse(), x.to_tensor()]}

    result = f(ragged(tf))
    return result["a"], result["b"][0].indices, result["b"][0].values, result["b"][0].dense_shape, result["b"][1]


@case
def captured(tf):
    a = ragged(tf)

    @tf.function
    def f(y):
        return a + y, a[0], tf.reduce_sum(a, 1)

    return f(10), f(tf.constant(20)), len(f.get_concrete_function(1).captured_inputs)


@case
def inner_function(tf):
    @tf.function
    def inner(x):
        return x * 2

    @tf.function
    def outer(x):
        return inner(x) + inner(x + 1)

    return outer(ragged(tf))


@case
def function_results_are_ragged(tf):
    @tf.function
    def f(n):
        return tf.ragged.range(n), tf.RaggedTensor.from_row_lengths(tf.range(tf.reduce_sum(n)), n)

    return f(tf.constant([2, 0, 3]))


@case
def deep_argument(tf):
    @tf.function
    def f(x):
        return x, tf.reduce_sum(x, axis=2), x[1], x.ragged_rank, x.shape

    return f(tf.ragged.constant([[[1, 2], [3]], [], [[4]]]))


@case
def ragged_in_containers(tf):
    @tf.function
    def f(x):
        return {"sum": x["a"][0] + x["b"], "same": x["a"]}

    return f({"a": (ragged(tf), 1), "b": tf.constant(2)})


@case
def sparse_argument(tf):
    traces = []

    @tf.function
    def f(x):
        traces.append((str(x.shape), str(x.indices.shape), str(x.values.shape), str(x.dense_shape.shape)))
        return x, tf.sparse.to_dense(x), x.with_values(x.values * 2)

    results = [f(sparse(tf)), f(tf.SparseTensor([[0, 0]], [5.0], [3, 2])), f(tf.SparseTensor([[0, 0]], [5.0], [4, 2]))]
    return [(r[0].indices, r[0].values, str(r[0].shape), r[1], r[2].values) for r in results], traces


@case
def members_in_a_graph(tf):
    found = []

    @tf.function
    def f(x, y):
        doubled = x.values * 2.0
        found.append((x.op is x.values.op, x.graph is x.indices.graph, [op.type for op in x.consumers()]))
        z = y + 1
        found.append([op.type for op in y.values.consumers()])
        found.append(len(y.consumers()) > 0)
        x.set_shape([3, None])
        return doubled, z

    return f(sparse(tf), ragged(tf)), found


@case
def sparse_set_shape_refuses(tf):
    sparse(tf).set_shape([4, None])


@case
def run_eagerly(tf):
    @tf.function
    def f(x):
        total = 0
        for row in x:
            total += tf.reduce_sum(row)
        return x + total

    tf.config.run_functions_eagerly(True)
    try:
        return f(ragged(tf))
    finally:
        tf.config.run_functions_eagerly(False)


# ---- AutoGraph and loops ----


@case
def rows(tf):
    @tf.function
    def f(x):
        total = tf.constant(0)
        longest = 0
        for row in x:
            total += tf.reduce_sum(row)
            if tf.size(row) > longest:
                longest = tf.size(row)
        return total, longest

    return f(ragged(tf)), f(tf.ragged.constant([[1, 2, 3, 4], [5], [6]]))


@case
def rows_of_unknown_number(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32, row_splits_dtype=tf.int32)])
    def f(x):
        total = tf.constant(0)
        for row in x:
            total += tf.reduce_sum(row)
        return total

    return [f(tf.ragged.constant(rows, row_splits_dtype=tf.int32)) for rows in ([[1, 2], [3]], [[4]])]


@case
def break_and_continue(tf):
    @tf.function
    def f(x):
        total = tf.constant(0)
        for row in x:
            if tf.size(row) == 0:
                continue
            if row[0] > 4:
                break
            total += row[0]
        return total

    return f(tf.ragged.constant([[1, 2], [], [3], [5], [7]]))


@case
def loop_state(tf):
    @tf.function
    def f(x, n):
        i = 0
        while i < n:
            x = x * 2
            i += 1
        return x

    return f(ragged(tf), tf.constant(3)), f(ragged(tf), tf.constant(0))


@case
def loop_state_that_grows(tf):
    @tf.function
    def f(x):
        for _ in tf.range(2):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None, None]))])
            x = tf.concat([x, x], axis=0)
        return x

    return f(ragged(tf))


@case
def loop_state_that_grows_unannounced(tf):
    @tf.function
    def f(x):
        for _ in tf.range(2):
            x = tf.concat([x, x], axis=0)
        return x

    return f(ragged(tf))


@case
def while_loop(tf):
    i, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + x), [0, ragged(tf)])
    return i, x


@case
def while_loop_in_function(tf):
    @tf.function
    def f(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + x), [0, x])[1]

    return f(ragged(tf))


@case
def while_loop_with_invariant(tf):
    @tf.function
    def f(x):
        return tf.while_loop(
            lambda i, x: i < 2,
            lambda i, x: (i + 1, tf.concat([x, x], 0)),
            [tf.constant(0), x],
            shape_invariants=[tf.TensorShape([]), tf.RaggedTensorSpec([None, None], tf.int32)],
        )[1]

    return f(ragged(tf))


@case
def sparse_loop_state(tf):
    @tf.function
    def f(x):
        return tf.while_loop(
            lambda i, x: i < 3,
            lambda i, x: (i + 1, x.with_values(x.values * 2)),
            [0, x],
            shape_invariants=[tf.TensorShape([]), tf.SparseTensorSpec([None, None], tf.float32)],
        )[1]

    result = f(sparse(tf))
    return result.indices, result.values, result.dense_shape


@case
def branches(tf):
    @tf.function
    def f(x, flag):
        if flag:
            y = x + 1
        else:
            y = x * 10
        return y

    return f(ragged(tf), tf.constant(True)), f(ragged(tf), tf.constant(False))


@case
def cond(tf):
    def f(flag):
        return tf.cond(flag, lambda: ragged(tf), lambda: ragged(tf) * 2)

    g = tf.function(f)
    return f(True), f(tf.constant(False)), g(tf.constant(True)), g(tf.constant(False))


@case
def cond_of_other_rows(tf):
    @tf.function
    def f(flag):
        return tf.cond(flag, lambda: tf.ragged.constant([[1], [2, 3]]), lambda: tf.ragged.constant([[1, 2], []]))

    return f(tf.constant(True)), f(tf.constant(False))


@case
def branches_of_other_kinds(tf):
    @tf.function
    def f(x, flag):
        if flag:
            y = x
        else:
            y = x.to_tensor()
        return y

    return f(ragged(tf), tf.constant(True))


@case
def switch_case(tf):
    @tf.function
    def f(i, x):
        return tf.switch_case(i, [lambda: x, lambda: x + 1, lambda: x * 2])

    return [f(tf.constant(i), ragged(tf)) for i in range(4)]


@case
def map_fn(tf):
    @tf.function
    def f(x):
        doubled = tf.map_fn(lambda row: row * 2, x)
        sums = tf.map_fn(tf.reduce_sum, x, fn_output_signature=tf.int32)
        ranges = tf.map_fn(tf.range, x.row_lengths(), fn_output_signature=tf.RaggedTensorSpec([None], tf.int64))
        return doubled, sums, ranges

    return f(ragged(tf))


@case
def map_fn_deeper(tf):
    x = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
    return tf.map_fn(lambda rows: rows + 1, x), tf.map_fn(lambda rows: tf.size(rows), x, fn_output_signature=tf.int32)


@case
def scalar_comprehension(tf):
    return [row.numpy().tolist() for row in ragged(tf)], [int(tf.reduce_sum(row)) for row in ragged(tf)]


@case
def nest_in_function(tf):
    @tf.function
    def f(x):
        parts = tf.nest.flatten(x, expand_composites=True)
        again = tf.nest.pack_sequence_as(x, [p for p in parts], expand_composites=True)
        return again, len(parts)

    return f({"a": ragged(tf), "b": sparse(tf).values})


# ---- gradients ----


@case
def gradient_of_ragged(tf):
    x = floats(tf)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x)
    return tape.gradient(y, x)


@case
def gradient_of_values(tf):
    v = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(v)
        x = tf.RaggedTensor.from_row_lengths(v, [2, 0, 1])
        y = tf.reduce_sum(tf.reduce_sum(x, axis=1) ** 2) + tf.reduce_sum(x.to_tensor() * 3.0)
    return tape.gradient(y, v)


@case
def gradient_of_ragged_target(tf):
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        x = tf.RaggedTensor.from_row_lengths(v * v, [2, 0, 1])
    return tape.gradient(x, v)


@case
def gradient_in_function(tf):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x.flat_values)
            y = tf.reduce_sum(tf.exp(x) * [[1.0], [2.0], [3.0]])
        return tape.gradient(y, x.flat_values)

    return tf.round(f(floats(tf)) * 1000.0)


@case
def gradient_through_function(tf):
    @tf.function
    def f(x):
        return tf.reduce_mean(x, axis=1), x * x

    x = floats(tf)[::2]
    with tf.GradientTape() as tape:
        tape.watch(x.flat_values)
        means, squares = f(x)
        y = tf.reduce_sum(means) + tf.reduce_sum(squares)
    return tape.gradient(y, x.flat_values)


@case
def gradient_through_rows(tf):
    @tf.function
    def f(v):
        total = 0.0
        for row in tf.RaggedTensor.from_row_lengths(v, [2, 0, 1]):
            total += tf.reduce_sum(row * row)
        return total

    v = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(v)
        y = f(v)
    return y, tape.gradient(y, v)


@case
def gradient_of_array_functions(tf):
    x = floats(tf)
    results = []
    for function in (
        lambda x: tf.concat([x, x * 2.0], axis=0),
        lambda x: tf.concat([x, x * 2.0], axis=1),
        lambda x: tf.gather(x, [2, 0, 0]),
        lambda x: x[:, :1],
        lambda x: x[::-1],
        lambda x: tf.tile(x, [1, 2]),
        lambda x: tf.reverse(x, [1]),
        lambda x: tf.reduce_max(x, axis=0),
        lambda x: tf.where(x > 1.5, x * x, x),
        lambda x: tf.stack([x, x]),
        lambda x: x.to_tensor(7.0, shape=[None, 1]),
        lambda x: x.to_sparse().values,
    ):
        with tf.GradientTape() as tape:
            tape.watch(x.flat_values)
            y = function(x)
            y = y.flat_values if isinstance(y, tf.RaggedTensor) else y
        results.append(tf.convert_to_tensor(tape.gradient(y, x.flat_values)))
    return results


@case
def gradient_of_map_fn(tf):
    v = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(v)
        x = tf.RaggedTensor.from_row_lengths(v, [2, 0, 1])
        y = tf.map_fn(lambda row: row * row, x)
    return tape.gradient(y.flat_values, v)


@case
def gradient_of_sparse(tf):
    x = sparse(tf)
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = tf.reduce_sum(tf.sparse.to_dense(x) ** 2)
    return tape.gradient(y, x.values)


@case
def gradient_with_respect_to_sparse(tf):
    x = sparse(tf)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x.values**2)
    gradient = tape.gradient(y, x)
    return gradient.indices, gradient.values, gradient.dense_shape


@case
def second_order(tf):
    v = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        outer.watch(v)
        with tf.GradientTape() as inner:
            inner.watch(v)
            x = tf.RaggedTensor.from_row_lengths(v, [2, 0, 1])
            y = tf.reduce_sum(tf.reduce_sum(x * x, axis=1) * tf.reduce_sum(x, axis=1))
        first = inner.gradient(y, v)
    return first, outer.gradient(first, v)


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


# ---- dispatch ----


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


@case
def unknown_lengths(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None, None], tf.float32)])
    def f(x):
        rows = tf.reduce_max(x, axis=2), tf.reduce_sum(x, axis=1), x.to_tensor(), tf.concat([x, x], 1), x[:, :1]
        more = x * [[[2.0]]] + tf.ones([1, 1, 1]), x.bounding_shape(), tf.expand_dims(x, 1), x.merge_dims(0, 1)
        return rows, more, tf.tile(x, [1, 2, 1]), tf.stack([x, x], 0), tf.gather(x, [0, 0]), tf.reverse(x, [1])

    return f(tf.ragged.constant([[[1.0, 2.0], [3.0]], [[4.0]]]))


@case
def unknown_dense_operand(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32), tf.TensorSpec([None, None])])
    def f(x, y):
        return x + y, tf.where(x > 1.5, x, y)

    return f(tf.ragged.constant([[1.0, 2.0], [3.0]]), [[1.0], [2.0]])


@case
def unknown_dense_operand_of_equal_rows(tf):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32), tf.TensorSpec([None, None])])
    def f(x, y):
        return x + y

    return f(tf.ragged.constant([[1.0, 2.0], [3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]])


@case
def rows_differ_when_run(tf):
    @tf.function
    def f(x, y):
        return x + y

    return f(tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[1], [2, 3]]))


@case
def gradients_of_variables(tf):
    weights, table = tf.Variable([[1.0], [2.0]]), tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(weights * floats(tf)[::2])
        z = tf.reduce_sum(tf.gather(table, tf.ragged.constant([[0, 1], [2, 0]])) * 2.0)
    first, second = tape.gradient(y + z, [weights, table])
    return first, tf.convert_to_tensor(second)


@case
def sparse_of_unknown_rows(tf):
    @tf.function(input_signature=[tf.SparseTensorSpec([None, 3], tf.float32)])
    def f(x):
        dense = tf.sparse.to_dense(x), tf.sparse.to_dense(tf.sparse.concat(0, [x, x]))
        return dense, tf.sparse.reduce_sum(x, 1), tf.sparse.to_dense(tf.sparse.transpose(x))

    return f(tf.SparseTensor([[0, 1], [1, 2]], [1.0, 2.0], [2, 3]))


@case
def gradient_of_sparse_product(tf):
    v, w = tf.Variable([1.0, 2.0]), tf.Variable([[1.0], [2.0], [3.0]])

    @tf.function
    def f():
        return tf.reduce_sum(tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1], [1, 2]], v, [2, 3]), w) ** 2)

    with tf.GradientTape() as tape:
        y = f()
    return tape.gradient(y, [v, w])


def test_builtins_on_rows(gw):
    """TensorFlow refuses these in functions."""
    tf = gw

    @tf.function
    def f(x, y):
        total = tf.constant(0)
        for i, row in enumerate(x):
            total += i * tf.size(row)
        for row, weight in zip(x, y):
            total += weight * tf.size(row)
        return total, [tf.reduce_sum(row) for row in x], len(x)

    total, sums, length = f(tf.ragged.constant([[1, 2], [], [3]]), tf.constant([100, 1000, 10000]))
    assert total.numpy() == 2 + 200 + 10000
    assert [s.numpy() for s in sums] == [3, 0, 3]
    assert length.numpy() == 3


def test_return_from_rows(gw):
    tf = gw

    @tf.function
    def f(x):
        for row in x:
            if tf.size(row) > 1:
                return tf.reduce_sum(row)
        return tf.constant(-1)

    assert f(tf.ragged.constant([[1], [3, 4]])).numpy() == 7
    assert f(tf.ragged.constant([[1], []])).numpy() == -1


def test_rows_of_rows(gw):
    tf = gw

    @tf.function
    def f(x):
        total = tf.constant(0)
        for block in x:
            for row in block:
                total += tf.reduce_prod(row)
        return total

    # TensorFlow cannot: it compares the int64 number of rows with an int32 counter.
    assert f(tf.ragged.constant([[[1, 2], [3]], [], [[4, 5]]])).numpy() == 25


@pytest.mark.parametrize("code", **case.parameters())
def test_composites(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
