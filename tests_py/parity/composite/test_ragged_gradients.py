"""Derivatives with respect to ragged tensors are ragged tensors of the same rows, as TensorFlow's are.

Each function takes half of the values eagerly or in functions, all of both with GRAPHWRIGHT_TESTS=all.
"""

import itertools

import numpy as np
import pytest

from support.selection import some


def values(tf):
    r, ragged = tf.ragged.constant, tf.RaggedTensor
    return {
        "one axis": r([[1.0, 2.0], [3.0]]),
        "two axes": r([[[1.0, 2.0], [3.0]], []]),
        "three axes": r([[[[1.0], [2.0, 3.0]], []], [[[4.0]]]]),
        "uniform inside": r([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], inner_shape=(2,)),
        "uniform": ragged.from_uniform_row_length(r([[1.0], [2.0, 3.0], [4.0, 5.0], []]), 2),
        "rows of one length": ragged.from_tensor(tf.constant([[1.0, 2.0], [3.0, 4.0]])),
        "empty rows": r([[], [1.0], []]),
        "splits of int32": r([[1.0, 2.0], [3.0]], row_splits_dtype=tf.int32),
    }


FUNCTIONS = {
    "square": lambda tf, x: x * x,
    "scaled": lambda tf, x: 2.0 * x + 1.0,
    "sum": lambda tf, x: tf.reduce_sum(x),
    "sum of squares": lambda tf, x: tf.reduce_sum(x * x),
    "sum of rows": lambda tf, x: tf.reduce_sum(x * x, -1),
    "mean of rows": lambda tf, x: tf.reduce_mean(x * x, 1),
    "largest": lambda tf, x: tf.reduce_max(x * x),
    "flat values": lambda tf, x: tf.sin(x.flat_values),
    "values": lambda tf, x: x.values * 2.0,
    "rows taken": lambda tf, x: tf.gather(x, [1, 0, 1]) * 2.0,
    "values taken": lambda tf, x: tf.gather(x.flat_values, [0, 0]) ** 2,
    "row": lambda tf, x: x[0] * x[0],
    "rows": lambda tf, x: x[:1] * 3.0,
    "columns": lambda tf, x: x[:, :1] * 3.0,
    "dense": lambda tf, x: x.to_tensor(7.0) ** 2,
    "joined": lambda tf, x: tf.concat([x, x * x], 0),
    "joined rows": lambda tf, x: tf.concat([x, x * x], 1),
    "stacked": lambda tf, x: tf.stack([x, x * x]),
    "mapped": lambda tf, x: tf.ragged.map_flat_values(lambda q: q * q * q, x),
    "mapped rows": lambda tf, x: tf.map_fn(lambda row: tf.reduce_sum(row * row), x, fn_output_signature=tf.float32),
    "reversed": lambda tf, x: tf.reverse(x, [0]) * x.flat_values[0],
    "branch": lambda tf, x: tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * x, lambda: x),
    "expanded": lambda tf, x: tf.expand_dims(x, 1) * 2.0,
    "merged": lambda tf, x: x.merge_dims(0, 1) * 3.0,
    "tiled": lambda tf, x: tf.tile(x * x, [2] + [1] * (x.shape.rank - 1)),
    "unconnected": lambda tf, x: tf.constant(1.0),
}


def leaves_or_error(tf, value, function, traced):
    """Flat values and row splits of the result and of the derivative, or the error."""
    x = values(tf)[value]

    def both(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = FUNCTIONS[function](tf, x)
        return y, tape.gradient(y, x)

    try:
        found = (tf.function(both, autograph=False) if traced else both)(x)
        return [leaf.numpy() for leaf in tf.nest.flatten([f for f in found if f is not None], expand_composites=True)]
    except Exception as error:
        return error


@pytest.mark.parametrize("function", FUNCTIONS)
def test_derivatives_of_ragged_tensors(gw, tensorflow, function):
    import graphwright

    differ = []
    for value, traced in some(itertools.product(values(graphwright), (False, True)), 1 / 2, function):
        theirs, ours = (leaves_or_error(tf, value, function, traced) for tf in (tensorflow, gw))
        if isinstance(theirs, Exception):
            continue  # it cannot do all
        if isinstance(ours, Exception):
            differ.append(f"{value}, traced {traced}: {ours!r}")
            continue
        same = len(ours) == len(theirs) and all(
            a.shape == b.shape and a.dtype == b.dtype and np.allclose(a, b, 1e-5, equal_nan=True)
            for a, b in zip(ours, theirs, strict=True)
        )
        if not same:
            differ.append(f"{value}, traced {traced}: {ours}, TensorFlow {theirs}")
    assert not differ, "\n".join(differ)
