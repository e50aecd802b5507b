"""Passes over memory that read rows, columns and parts of arrays where they lie, and that update variables in place:
with the pass on and off, the same numbers; and what must not be fused is not."""

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.passes import switched_passes


@pytest.fixture
def without_fusion():
    """Traces and runs with the pass off."""

    def run(make, *args):
        with switched_passes(_core, False, "remapping"):
            return make()(*args)

    return run


def array(*shape, dtype="float32"):
    return np.random.default_rng(7).normal(size=shape).astype(dtype) * 3


def ops_of(function, *args):
    return function.inspect(*args).ops_after


SHAPES = {
    "a row": ((37, 29), (29,)),
    "a row as long as a tile": ((9, 512), (512,)),
    "a row longer than a tile": ((5, 1500), (1500,)),
    "a row of a rank more": ((4, 1, 33), (1, 33)),
    "a column": ((37, 29), (37, 1)),
    "a long column": ((3, 2000), (3, 1)),
    "columns and rows": ((60, 1), (1, 70)),
    "inner axes": ((6, 7, 8), (7, 8)),
    "outer axes": ((6, 7, 8), (6, 7, 1)),
    "a middle axis": ((6, 7, 8), (7, 1)),
    "both ends": ((6, 7, 8), (6, 1, 8)),
    "one element": ((600,), (1,)),
    "nothing": ((0, 4), (4,)),
    "large": ((300, 301), (301,)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "float16"])
@pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES)
def test_broadcast_operands(shapes, dtype, without_fusion):
    a, b = (tf.constant(array(*shape, dtype=dtype)) for shape in shapes)

    def make():
        return tf.function(lambda a, b: tf.nn.relu(a * b + b) - (b + 1) * a)

    np.testing.assert_array_equal(make()(a, b).numpy(), without_fusion(make, a, b).numpy())


def test_a_chain_reads_rows_where_they_lie():
    x, b = tf.constant(array(32, 64)), tf.constant(array(64))
    f = tf.function(lambda x, b: tf.nn.relu(x + b) * 2.0)
    assert ops_of(f, x, b)["_FusedElementwise"] == 1 and "AddV2" not in ops_of(f, x, b)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("shape", [(8, 12, 16), (4, 4, 1024)])
def test_parts_of_wider_arrays(axis, shape, without_fusion):
    x = tf.constant(array(*shape))

    def make():
        def f(x):
            a, b, c, d = tf.split(x, 4, axis=axis)
            return tf.tanh(a) * b + c * 2.0 - d, a * b + 1.0

        return tf.function(f)

    for got, want in zip(make()(x), without_fusion(make, x)):
        np.testing.assert_array_equal(got.numpy(), want.numpy())
    assert "Split" not in ops_of(make(), x)


def test_parts_that_others_read_are_split(without_fusion):
    x = tf.constant(array(16, 64))

    def make():
        def f(x):
            a, b = tf.split(x, 2, axis=1)
            return tf.tanh(a) * b + 1.0, tf.reduce_sum(b), a

        return tf.function(f)

    for got, want in zip(make()(x), without_fusion(make, x)):
        np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-6)
    assert ops_of(make(), x)["Split"] == 1


def updates(v, w, g):
    """By name, what changes the variables v and w with the help of g."""

    def sgd():
        v.assign_sub(0.1 * g)

    def momentum():
        w.assign(0.9 * w + g)
        v.assign_sub(0.1 * w)

    def adam():
        w.assign(0.9 * w + 0.1 * g * g)
        v.assign_sub(0.5 * g / (tf.sqrt(tf.abs(w)) + 1e-3))

    def swapped():
        old = v * 2.0
        v.assign(w * 3.0 + 1.0)
        w.assign(old + 1.0)

    def read_before():
        old = v.read_value()
        v.assign_add(g * 2.0)
        w.assign(old * 2.0 + v)

    def twice():
        v.assign(v * 0.5 + 1.0)
        v.assign(v * 0.5 + g)

    def read_then_changed_twice():
        old = v.read_value()
        v.assign_add(g * 2.0)
        v.assign(old * 0.5 + 1.0)

    def given_out():
        v.assign_add(g * 2.0)
        return v.read_value()

    def in_loop():
        for _ in tf.range(5):
            v.assign_sub(0.1 * (v - g))
            w.assign_add(v * 0.5)

    def changed_by_python():
        old = v.read_value()
        tf.py_function(lambda: v.assign(g), [], [])
        v.assign(old * 0.5 + 1.0)

    cases = [sgd, momentum, adam, swapped, read_before, twice, read_then_changed_twice, given_out, in_loop]
    return [*cases, changed_by_python]


@pytest.mark.parametrize("which", range(10))
def test_updates_in_place(which, without_fusion):
    def outcome():
        v, w = tf.Variable(array(40, 50)), tf.Variable(array(40, 50) + 1)
        kept = v.read_value()
        before = kept.numpy()
        step = tf.function(updates(v, w, tf.constant(array(40, 50) / 2))[which])
        results = [step(), step()]
        np.testing.assert_array_equal(kept.numpy(), before)  # a value that was read never changes
        return [v.numpy(), w.numpy(), *(r.numpy() for r in results if r is not None)]

    with switched_passes(_core, False, "remapping"):
        wanted = outcome()
    for got, want in zip(outcome(), wanted):
        np.testing.assert_array_equal(got, want)


def test_an_update_is_one_pass():
    v, m, g = tf.Variable(array(40, 50)), tf.Variable(array(40, 50)), tf.constant(array(40, 50))

    @tf.function
    def step(g):
        m.assign(0.9 * m + 0.1 * g)
        v.assign_sub(0.01 * m)

    ops = ops_of(step, g)
    assert ops["_FusedAssign"] == 2 and "AssignVariableOp" not in ops and "Mul" not in ops


def test_an_update_of_a_variable_that_has_no_value_yet():
    v = tf.Variable(array(40, 50))
    step = tf.function(lambda x: v.assign(x * 2.0 + 1.0))
    x = tf.constant(array(40, 50))
    step(x)
    np.testing.assert_array_equal(v.numpy(), (x * 2.0 + 1.0).numpy())


def test_an_integer_division_that_fails_leaves_the_variable_alone():
    v = tf.Variable(np.arange(1000, dtype=np.int32))
    step = tf.function(lambda d: v.assign(v // d + 1))
    divisor = np.ones(1000, np.int32)
    divisor[700] = 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        step(tf.constant(divisor))
    np.testing.assert_array_equal(v.numpy(), np.arange(1000))


def biased(kind, x, w, b):
    y = tf.nn.conv2d(x, w, [1, 2], "SAME")
    if kind == "bias_add":
        return tf.nn.bias_add(y, b)
    if kind == "before":
        return b + y
    if kind == "after":
        return tf.nn.relu(y + b)
    if kind == "one for all":
        return y + b[0]
    if kind == "twice":
        return tf.nn.bias_add(tf.nn.bias_add(y, b), b)
    return (y + b) * y  # somebody else reads the convolution's result, too


@pytest.mark.parametrize("kind", ["bias_add", "before", "after", "one for all", "twice", "read twice"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "int32"])
@pytest.mark.parametrize("shape", [(2, 9, 8, 5), (4, 20, 21, 8), (0, 4, 4, 3)])
def test_convolutions_with_biases(kind, dtype, shape, without_fusion):
    x, w, b = (tf.cast(array(*s), dtype) for s in (shape, (3, 3, shape[-1], 16), (16,)))
    got, want = (
        run(lambda: tf.function(lambda x, w, b: biased(kind, x, w, b)))
        for run in (lambda make: make()(x, w, b), lambda make: without_fusion(make, x, w, b))
    )
    tolerance = {"float32": 1e-5, "bfloat16": 2e-2}.get(dtype, 1e-12)
    got, want = (tf.cast(value, "float64").numpy() for value in (got, want))
    np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance * max(1.0, np.abs(want).max(initial=0)))


def test_a_convolution_adds_its_bias():
    x, w, b = (tf.constant(array(*s)) for s in ((2, 9, 8, 5), (3, 3, 5, 16), (16,)))
    f = tf.function(lambda x, w, b: tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, w, 1, "SAME"), b)))
    ops = ops_of(f, x, w, b)
    assert ops["_BiasedConv2D"] == 1 and "BiasAdd" not in ops and "Conv2D" not in ops
