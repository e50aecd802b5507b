"""Which constants from outside count as captured: also what only branches, loops and called functions use."""

import pytest

from support.compare import Cases, same_results


def captured_dtypes(function, *specs):
    concrete = function.get_concrete_function(*specs)
    return sorted(value.dtype.name for value in concrete.captured_inputs), sorted(
        arg.type for arg in concrete.function_def.signature.input_arg
    )


in_parts = Cases()


@in_parts
def in_a_branch(tf):
    k, small = tf.constant(3), tf.constant([1.0, 2.0])

    @tf.function
    def f(x, flag):
        y = x * small
        if flag:
            y = tf.reshape(y, [k - 1]) + tf.cast(k, tf.float32)
        return y

    return *captured_dtypes(f, tf.TensorSpec([2]), tf.TensorSpec([], tf.bool)), f(
        tf.constant([1.0, 2.0]), tf.constant(True)
    )


@in_parts
def in_a_loop(tf):
    k = tf.constant(3)
    f = tf.function(lambda x: tf.while_loop(lambda i, a: i < k, lambda i, a: (i + 1, a + 1.0), [0, x])[1])
    return *captured_dtypes(f, tf.TensorSpec([])), f(tf.constant(1.0))


@in_parts
def strings_and_truth_values(tf):
    s, b = tf.constant("a"), tf.constant(True)
    f = tf.function(lambda x: tf.cond(b, lambda: tf.strings.join([s, x]), lambda: x))
    return *captured_dtypes(f, tf.TensorSpec([], tf.string)), f(tf.constant("b"))


@in_parts
def in_a_called_function(tf):
    k = tf.constant(3)
    inner = tf.function(lambda x: x + k)
    f = tf.function(lambda x: inner(x) * 2)
    return *captured_dtypes(f, tf.TensorSpec([], tf.int32)), f(tf.constant(1))


@in_parts
def one_in_several_branches(tf):
    values = [tf.constant(i) for i in range(3)]
    f = tf.function(lambda x: tf.switch_case(x, [lambda: values[0] + values[1], lambda: values[2], lambda: values[0]]))
    return captured_dtypes(f, tf.TensorSpec([], tf.int32))


@in_parts
def what_was_made_on_the_way(tf):
    import numpy as np

    f = tf.function(
        lambda x: tf.cond(
            x > 0,
            lambda: x + tf.cast(np.array(3), tf.float32),
            lambda: x + tf.cast(tf.size([1, 2]), tf.float32),
        )
    )
    return captured_dtypes(f, tf.TensorSpec([]))


@in_parts
def of_a_wrapped_function(tf):
    small, k, v = tf.constant([1.0, 2.0]), tf.constant(3), tf.Variable(1.0)
    f = tf.compat.v1.wrap_function(lambda x: x * small + tf.cast(k, tf.float32) * v, [tf.TensorSpec([2])])
    part = f.prune(f.inputs[0], f.outputs)
    counts = len(f.inputs), len(f.graph.captures), len(part.inputs), len(part.captured_inputs)
    return counts, sorted(value.dtype.name for value in f.captured_inputs), f(tf.constant([1.0, 1.0]))


@in_parts
def replaced(tf):
    k = tf.constant(3)
    concrete = tf.function(lambda x: x + k).get_concrete_function(tf.TensorSpec([], tf.int32))
    concrete.set_external_captures([tf.constant(10)])
    return concrete(tf.constant(1))


@pytest.mark.parametrize("program", **in_parts.parameters())
def test_what_only_parts_use_is_listed(program, tensorflow, gw):
    same_results(program, tensorflow, gw)


exchanged = Cases()


def in_order(concrete):
    return [value.numpy() for value in concrete.captured_inputs if value.dtype.name != "resource"]


def exchange(tf, concrete, *values):
    concrete.set_external_captures([tf.constant(value) for value in values])


@exchanged
def of_branches_and_loops(tf):
    k, s, m = tf.constant(3), tf.constant(2), tf.constant(7)

    @tf.function
    def f(x, flag):
        y = x + k if flag else x * s
        i = 0
        while i < m:
            y += s
            i += 1
        return y

    concrete = f.get_concrete_function(tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.bool))
    one, yes, no = tf.constant(1), tf.constant(True), tf.constant(False)
    before = in_order(concrete), concrete(one, yes), concrete(one, no)
    exchange(tf, concrete, 10, 20, 30)
    return before, in_order(concrete), concrete(one, yes), concrete(one, no), f(one, yes)


@exchanged
def of_a_loop_in_a_loop(tf):
    k, m, s = tf.constant(3), tf.constant(2), tf.constant(5.0)

    @tf.function
    def f(x):
        i = 0
        while i < k:
            for _ in tf.range(m):
                x += s
            i += 1
        return x

    concrete = f.get_concrete_function(tf.TensorSpec([]))
    before = in_order(concrete), concrete(tf.constant(0.0))
    exchange(tf, concrete, 1, 4, 10.0)
    return before, concrete(tf.constant(0.0))


@exchanged
def of_called_functions(tf):
    k, text, scale = tf.constant(3), tf.constant("q"), tf.constant(2.0)
    inner = tf.function(lambda x: (x + tf.cast(k + tf.strings.length(text), tf.float32)) * scale)
    middle = tf.function(lambda x: tf.cond(x > 0.0, lambda: inner(x), lambda: x))
    outer = tf.function(lambda x: middle(x) + 1.0)
    concrete = outer.get_concrete_function(tf.TensorSpec([]))
    one = tf.constant(1.0)
    before = in_order(concrete), concrete(one)
    exchange(tf, concrete, "abcd", 100, 0.5)
    return before, concrete(one), outer(one), inner(one)


@exchanged
def with_gradients(tf):
    w, k = tf.constant(3.0), tf.constant(2)

    @tf.function
    def f(x):
        for _ in tf.range(k):
            x *= w
        return x

    concrete = f.get_concrete_function(tf.TensorSpec([]))
    x = tf.constant(2.0)

    def gradients(values):
        with tf.GradientTape() as tape:
            tape.watch([x, values])
            y = concrete(x)
        return y, tape.gradient(y, [x, values])

    before = gradients(w)
    other = tf.constant(5.0)
    concrete.set_external_captures([tf.constant(3), other])
    return before, gradients(other)


@exchanged
def for_what_is_asked_on_each_call(tf):
    k = tf.constant(3)
    concrete = tf.function(lambda x: tf.cond(x > 0, lambda: x + k, lambda: x)).get_concrete_function(
        tf.TensorSpec([], tf.int32)
    )
    box = [5]
    concrete.replace_capture_with_deferred_capture(k, lambda: tf.constant(box[0]), tf.TensorSpec([], tf.int32))
    first = concrete(tf.constant(1))
    box[0] = 50
    return first, concrete(tf.constant(1))


@exchanged
def that_shapes_are_made_of(tf):
    k = tf.constant(3)
    f = tf.function(lambda x: tf.reduce_sum(tf.fill([k], x)) + tf.cond(x > 0, lambda: tf.size(tf.range(k)), lambda: 0))
    concrete = f.get_concrete_function(tf.TensorSpec([], tf.int32))
    before = concrete(tf.constant(2))
    exchange(tf, concrete, 5)
    return before, concrete(tf.constant(2))


@exchanged
def in_the_order_of_use(tf):
    k, s, m, v = tf.constant(3), tf.constant([1.0, 2.0]), tf.constant(7), tf.Variable(1.0)

    @tf.function
    def f(x, flag):
        if flag:
            y = x * s + v + tf.cast(k, tf.float32)
        else:
            y = tf.add(x, s) + tf.cast(m, tf.float32)
        return y * tf.cast(m, tf.float32)

    graph = f.get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([], tf.bool)).graph
    return [(op.name, op.type, [source.name for source in op.inputs]) for op in graph.get_operations()], [
        tensor.name for tensor in graph.internal_captures
    ]


@exchanged
def that_functions_of_a_library_take(tf):
    k, text = tf.constant(3), tf.constant("q")
    inner = tf.function(lambda x: tf.cond(x > 0, lambda: x + k + tf.strings.length(text), lambda: x))
    concrete = tf.function(lambda x: inner(x) * 2).get_concrete_function(tf.TensorSpec([], tf.int32))
    library = concrete.graph.as_graph_def().library.function
    return sorted(
        (
            function.signature.name.rstrip("0123456789"),
            [arg.type for arg in function.signature.input_arg],
            sorted(node.op for node in function.node_def),
        )
        for function in library
        if not function.signature.name.startswith(("__forward", "__inference___backward"))
    )


@pytest.mark.parametrize("program", **exchanged.parameters())
def test_captures_are_listed_in_order_and_exchanged(program, tensorflow, gw):
    same_results(program, tensorflow, gw)


def test_variables_by_value(gw):
    v = gw.Variable(1.0)
    graph = gw.__internal__.FuncGraph("g", capture_by_value=True)
    with graph.as_default():
        doubled = v * 2.0
    v.assign(5.0)
    assert [op.type for op in graph.get_operations()] == ["Placeholder", "Const", "Const", "Mul"]
    assert gw.get_static_value(doubled) == 2.0
    assert [outer.dtype.name for outer, _ in graph.captures] == ["resource", "float32"]
