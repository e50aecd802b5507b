"""Which constants from outside count as captured: also what only branches, loops and called functions use."""

import pytest

from side_by_side import Cases, same_results


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


def test_constants_of_parts_are_not_replaced(gw):
    k = gw.constant(3)
    f = gw.function(lambda x: gw.cond(x > 0, lambda: x + k, lambda: x))
    concrete = f.get_concrete_function(gw.TensorSpec([], gw.int32))
    with pytest.raises(NotImplementedError, match="constant of a branch"):
        concrete.set_external_captures([gw.constant(10)])


def test_variables_by_value(gw):
    v = gw.Variable(1.0)
    graph = gw.__internal__.FuncGraph("g", capture_by_value=True)
    with graph.as_default():
        doubled = v * 2.0
    v.assign(5.0)
    assert [op.type for op in graph.get_operations()] == ["Placeholder", "Const", "Const", "Mul"]
    assert gw.get_static_value(doubled) == 2.0
    assert [outer.dtype.name for outer, _ in graph.captures] == ["resource", "float32"]
