"""Ragged and sparse tensors in functions, AutoGraph, control flow and gradients, as in TensorFlow."""

import functools

import pytest

from support.twice import Cases, assert_same

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


def _grown(tf, start, invariant):
    """What a loop gives for an invariant of its state: an array and a tensor that grows, in a structure or none."""

    def step(i, x):
        return x.write(i, i) if isinstance(x, tf.TensorArray) else tf.concat([x, [1.0]], 0)

    @tf.function
    def f(n):
        state = start()
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(state, invariant(state))])
            state = tf.nest.map_structure(functools.partial(step, i), state)
        return tf.nest.map_structure(lambda x: x.stack() if isinstance(x, tf.TensorArray) else x, state)

    try:
        return f(tf.constant(3))
    except TypeError as error:
        return type(error).__name__


@case
def loop_state_of_arrays_with_invariants(tf):
    unknown, vector = tf.TensorShape(None), tf.TensorShape([None])

    def array():
        return tf.TensorArray(tf.int32, 0, dynamic_size=True)

    def pair():
        return {"b": array(), "a": tf.zeros([1])}

    return [
        _grown(tf, array, lambda state: unknown),
        _grown(tf, array, lambda state: tf.TensorShape([])),
        _grown(tf, array, lambda state: None),
        _grown(tf, array, lambda state: state),
        _grown(tf, pair, lambda state: {"b": unknown, "a": vector}),
        _grown(tf, pair, lambda state: {"b": None, "a": vector}),
        _grown(tf, pair, lambda state: {"b": state["b"], "a": vector}),
        _grown(tf, lambda: (array(), tf.zeros([1])), lambda state: (unknown, vector)),
    ]


@case
def loops_over_optionals_with_invariants(tf):
    optional = tf.experimental.Optional

    def grown(x):
        return optional.from_value(tf.concat([x.get_value()] * 2, 0))

    def outcome(invariant, by_hand):
        @tf.function
        def with_options(x):
            for _ in tf.range(2):
                tf.autograph.experimental.set_loop_options(shape_invariants=[(x, invariant)])
                x = grown(x)
            return x.get_value()

        @tf.function
        def written(x):
            invariants = (tf.TensorShape([]), invariant)
            return tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, grown(x)), (0, x), invariants)[1].get_value()

        try:
            return (written if by_hand else with_options)(optional.from_value(tf.constant([1])))
        except TypeError as error:
            return type(error).__name__

    spec = tf.OptionalSpec(tf.TensorSpec([None], tf.int32))
    return [outcome(invariant, by_hand) for invariant in (tf.TensorShape(None), spec) for by_hand in (False, True)]


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


# ---- shapes that are known when the function runs ----


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


@case
def optionals_whose_specs_loops_set(tf):
    optional = tf.experimental.Optional

    @tf.autograph.experimental.do_not_convert
    def last():
        empty = optional.empty(None)

        def body(i, _):
            new = optional.from_value({"a": tf.cast(i, tf.float32)})
            empty._element_spec = new.element_spec
            return i + 1, new

        _, found = tf.while_loop(lambda i, _: i < 3, body, [tf.constant(0), empty])
        found._element_spec = empty.element_spec
        return found

    return tf.function(last)().get_value(), last().get_value()


@case
def composites_that_change_in_eager_loops(tf):
    optional, ragged = tf.experimental.Optional, tf.ragged.constant

    def looped(first, following):
        return tf.while_loop(lambda i, _: i < 3, lambda i, _: (i + 1, following(i)), [tf.constant(0), first])[1]

    return (
        looped(optional.empty(None), lambda i: optional.from_value({"a": i})).get_value(),
        looped(optional.from_value(1), lambda i: optional.from_value(1.0)).get_value(),
        looped(ragged([[1]]), lambda i: ragged([[[1]]])).to_list(),
        looped(ragged([[1]]), lambda i: tf.constant([[1]])),
        looped(tf.constant([[1]]), lambda i: ragged([[1]])).to_list(),
    )


@pytest.mark.parametrize("code", **case.parameters())
def test_composites(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
