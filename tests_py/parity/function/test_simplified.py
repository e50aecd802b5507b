"""Operations that change nothing are taken out of functions: same as TensorFlow and as without the pass, to the sign of zero."""

import contextlib
import re

import numpy as np
import pytest
import tensorflow

import graphwright

X = np.array([[1.5, -0.0, np.nan], [-np.inf, 0.0, 3e38]], "float32")


def joined(tf, x):
    parts = tf.unstack(tf.stack([x, x + 2.0]))
    return tf.concat([x[:0], parts[0], parts[1][2:]], axis=0), tf.concat([x[:0], x[:0]], 0)


def shapes(tf, x):
    y = tf.reshape(tf.expand_dims(x, 0), [6])
    size = tf.shape(x)[0] * tf.size(x) + tf.rank(x)
    return y, tf.squeeze(tf.expand_dims(x, 1), 1), tf.reshape(x, [2, -1]), tf.range(size), tf.zeros(tf.shape(x)[::-1])


def transposed(tf, x):
    y = tf.transpose(tf.transpose(x[tf.newaxis], [2, 0, 1]), [2, 0, 1])
    return y, tf.transpose(tf.transpose(x)), tf.transpose(x, [0, 1]), tf.transpose(x, [-1, -2])


def products(tf, x):
    x = tf.where(tf.math.is_finite(x), x, 1.0)
    wide = tf.tile(x[tf.newaxis], [2, 1, 1])
    many = tf.matmul(wide, tf.transpose(wide + 1.0, [0, 2, 1]))
    swapped = tf.matmul(tf.transpose(wide, [2, 1, 0]), tf.transpose(wide, [2, 0, 1]))
    return tf.matmul(tf.transpose(x), x), tf.matmul(x, tf.transpose(x + 1.0)), many, swapped


# name: program, how many nodes of which kinds are left.
PROGRAMS = {
    "neutral": (
        lambda tf, x: (x * 1.0, 1.0 * x, x / 1.0, x - 0.0, -0.0 + x, x**1.0),
        {"Mul": 0, "RealDiv": 0, "Pow": 0},
    ),
    "zero": (lambda tf, x: (x + 0.0, 0.0 - x, x - (-0.0), x * 0.0), {"AddV2": 1, "Sub": 2, "Mul": 1}),
    "neutral of arrays": (lambda tf, x: (x * tf.ones([2, 3]), x[:1] * tf.ones([2, 1])), {"Mul": 1}),
    "neutral of a larger shape": (lambda tf, x: x[0] * tf.ones([4, 1, 1]), {"Mul": 1}),
    "integers": (
        lambda tf, x: [f(tf.cast(x > 0, tf.int32)) for f in (lambda i: i + 0, lambda i: i // 1, lambda i: i * 1)],
        {"AddV2": 0, "FloorDiv": 0, "Mul": 0},
    ),
    "division of integers by zero": (lambda tf, x: tf.cast(x[0], tf.int32) // 0, {"FloorDiv": 1}),
    "square": (lambda tf, x: (x**2, x**2.0, x**3), {"Square": 1, "Pow": 1}),
    "twice": (
        lambda tf, x: (tf.negative(-x), tf.nn.relu(tf.nn.relu(x)), tf.abs(tf.abs(x))),
        {"Neg": 0, "Relu": 1, "Abs": 1},
    ),
    "logic": (lambda tf, x: (~~(x > 0), tf.logical_and(x > 1, True), tf.logical_or(False, x > 1)), {"LogicalNot": 0}),
    "always true": (lambda tf, x: (tf.logical_or(x > 1, True), tf.logical_and(x > 1, False)), {}),
    "casts": (lambda tf, x: tf.cast(tf.cast(tf.cast(x, tf.float32), tf.float64), tf.float32), {"Cast": 0}),
    "casts that lose": (
        lambda tf, x: (tf.cast(tf.cast(x, tf.float16), tf.float32), tf.cast(tf.cast(x[0, 0], tf.int8), tf.float32)),
        {"Cast": 4},
    ),
    "casts of integers": (
        lambda tf, x: [
            tf.cast(tf.cast(tf.cast(x[0, :1], tf.int32), to), tf.int32) for to in (tf.float32, tf.float64, tf.uint32)
        ],
        {},
    ),
    "sums of lists": (lambda tf, x: (tf.add_n([x]), tf.add_n([x, x * 2.0]), tf.add_n([x, x, x])), {"AddN": 1}),
    "no axes": (
        lambda tf, x: [f(x, axis=[]) for f in (tf.reduce_sum, tf.reduce_mean, tf.reduce_max, tf.reduce_prod)],
        {"Sum": 0, "Mean": 0, "Max": 0, "Prod": 0},
    ),
    "whole": (
        lambda tf, x: (
            x[:],
            x[0:2, :],
            x[::-1],
            tf.slice(x, [0, 0], [2, 3]),
            tf.pad(x, [[0, 0], [0, 0]]),
            tf.tile(x, [1, 1]),
        ),
        {"StridedSlice": 1, "Slice": 0, "Pad": 0, "Tile": 0},
    ),
    "select": (lambda tf, x: (tf.where(True, x, x * 2.0), tf.where(False, x, x[0])), {}),
    "joined": (joined, {"Pack": 0, "Unpack": 0, "ConcatV2": 1}),
    "shapes": (shapes, {"Shape": 0, "Size": 0, "ExpandDims": 0, "Squeeze": 0}),
    "transposed": (transposed, {"Transpose": 2}),
    "products": (products, {"Transpose": 2}),
    "complex": (
        lambda tf, x: [
            f(tf.complex(x, x)) for f in (lambda c: c * 1.0, tf.math.conj, lambda c: tf.math.conj(tf.math.conj(c)))
        ],
        {"Mul": 1, "Conj": 1},
    ),
}


FAILS = "division of integers by zero"


def in_function(tf, program):
    return tf.nest.flatten(tf.function(lambda x: program(tf, x))(tf.constant(X)))


def eagerly(tf, program):
    return tf.nest.flatten(program(tf, tf.constant(X)))


@contextlib.contextmanager
def without(option):
    graphwright.config.optimizer.set_experimental_options({option: False})
    try:
        yield
    finally:
        graphwright.config.optimizer.set_experimental_options({option: True})


def bits(tensor):
    """Bytes that differ where signs of zeros do; the bits of NaN say nothing."""
    array = tensor.numpy()
    same_nan = np.where(np.isnan(array), np.array(np.nan, array.dtype), array) if array.dtype.kind == "f" else array
    return same_nan.tobytes(), array.shape, array.dtype


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != FAILS])
def test_same_bits_and_same_as_tensorflow(name):
    program, _ = PROGRAMS[name]
    ours = in_function(graphwright, program)
    with without("arithmetic_optimization"):
        off = in_function(graphwright, program)
    for one, other, theirs in zip(ours, off, eagerly(tensorflow, program), strict=True):
        if one.dtype.is_complex:
            np.testing.assert_array_equal(one.numpy(), other.numpy())
        else:
            assert bits(one) == bits(other)
        np.testing.assert_allclose(one.numpy(), theirs.numpy(), rtol=1e-6)
        assert one.numpy().dtype == theirs.numpy().dtype


def test_what_fails_still_does():
    for tf, run in ((tensorflow, eagerly), (graphwright, eagerly), (graphwright, in_function)):
        with pytest.raises(tf.errors.InvalidArgumentError):
            run(tf, PROGRAMS[FAILS][0])


@pytest.mark.parametrize("name", PROGRAMS)
def test_operations_left(name):
    program, kept = PROGRAMS[name]
    f = graphwright.function(lambda x: program(graphwright, x))
    with without("remapping"):  # chains in one pass hide their parts
        text = str(f.inspect(graphwright.constant(X)))
    listing = text[text.index("Instructions:") :]
    ops = [re.match(r"\w+", line.partition(" = ")[2])[0] for line in listing.splitlines() if " = " in line]
    assert {op: ops.count(op) for op in kept} == kept, listing


@pytest.mark.parametrize("rank", [1, 3])
def test_wrong_ranks_fail_as_before(rank):
    """Nothing that would have failed at run time is taken out."""
    f = graphwright.function(lambda x: graphwright.transpose(x, [0, 1]), input_signature=[graphwright.TensorSpec(None)])
    with pytest.raises(graphwright.errors.InvalidArgumentError):
        f(graphwright.zeros([2] * rank))


def test_wrong_shapes_fail_as_before():
    """Though the number of elements tells the shape that would be right."""
    f = graphwright.function(lambda x, n: graphwright.reshape(x, [n]))
    with pytest.raises(graphwright.errors.InvalidArgumentError):
        f(graphwright.ones([100]), graphwright.constant(7))
    assert f(graphwright.ones([100]), graphwright.constant(100)).shape == [100]


def test_control_dependencies_stay():
    """In a plain graph only what a result waits for runs."""
    tf = graphwright.compat.v1
    with tf.Graph().as_default():
        v = tf.get_variable("v", initializer=1.0, use_resource=True)
        with tf.control_dependencies([v.assign(5.0)]):
            y = tf.constant(2.0) * 1.0
        with tf.Session() as session:
            session.run(v.initializer)
            assert session.run(y) == 2.0
            assert session.run(v) == 5.0


@pytest.mark.parametrize(
    ("option", "value", "usual", "kept"),
    [
        ("min_graph_nodes", 100, 0, {"Mul", "Sin"}),
        ("min_graph_nodes", 3, 0, set()),
        ("disable_model_pruning", True, False, {"Mul", "Sin"}),
        ("disable_meta_optimizer", True, False, {"Mul", "Sin"}),
        ("arithmetic_optimization", False, True, {"Mul"}),
    ],
)
def test_options_have_their_effect(option, value, usual, kept):
    """On a product with one, and a sine that nobody needs."""

    @graphwright.function(autograph=False)
    def f(x):
        graphwright.sin(x)
        return graphwright.math.cumsum(x * 1.0)

    options = graphwright.config.optimizer
    options.set_experimental_options({option: value})
    try:
        np.testing.assert_array_equal(f(graphwright.constant([1.0, 2.0])).numpy(), [1.0, 3.0])
        assert set(f.inspect(graphwright.constant([1.0, 2.0])).ops_after) & {"Mul", "Sin"} == kept
        assert options.get_experimental_options()[option] == value
    finally:
        options.set_experimental_options({option: usual})
