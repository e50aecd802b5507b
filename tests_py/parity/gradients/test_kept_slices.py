"""Which gradients of tables are IndexedSlices: what lies between the table and `gather` keeps slices, or fills them up.

That shows in numbers, too: norms of slices, and steps of optimizers, count a row that was read twice twice.
"""

from __future__ import annotations

import numpy as np
import pytest


def between(tf, weight):
    """Functions of a 7x2 table, and a scalar variable, by name."""
    o = tf.ones([7, 2])
    return {
        "neg": lambda x: -x,
        "neg twice": lambda x: -tf.negative(x),
        "plus number": lambda x: x + 0.5,
        "number plus": lambda x: 0.5 + x,
        "minus number": lambda x: x - 1.0,
        "number minus": lambda x: 1.0 - x,
        "plus scalar variable": lambda x: x + weight,
        "plus": lambda x: x + o,
        "plus to the right": lambda x: o + x,
        "minus": lambda x: x - o,
        "minus to the right": lambda x: o - x,
        "both sides": lambda x: o - (o - x),
        "plus row": lambda x: x + tf.ones([2]),
        "plus column": lambda x: x + tf.ones([7, 1]),
        "stretched": lambda x: x[:1] + o,
        "itself": lambda x: x + x,
        "without itself": lambda x: x - x,
        "its rows": lambda x: x + tf.gather(x, [0, 1, 2, 3, 4, 5, 6]),
        "stopped": lambda x: x + tf.stop_gradient(x),
        "raw add": lambda x: tf.raw_ops.Add(x=x, y=o),
        "add_n": lambda x: tf.add_n([x, o]),
        "add_n twice": lambda x: tf.add_n([x, x]),
        "accumulate_n": lambda x: tf.math.accumulate_n([x, o]),
        "ensure_shape": lambda x: tf.ensure_shape(x, [None, 2]),
        "identity": tf.identity,
        "identity_n": lambda x: tf.identity_n([x, o])[0],
        "print": lambda x: tf.raw_ops.Print(input=x, data=[x], first_n=0),
        "bias_add": lambda x: tf.nn.bias_add(x, tf.ones([2])),
        "cast": lambda x: tf.cast(x, tf.float64),
        "reshape": lambda x: tf.reshape(x, [7, 2]),
        "where": lambda x: tf.where(x > 0.0, x, o),
        "times": lambda x: x * 1.0,
        "divided": lambda x: x / 2.0,
        "squeeze": lambda x: tf.squeeze(x[:, None], 1),
        "transpose": lambda x: tf.transpose(tf.transpose(x)),
        "slice": lambda x: x[0:5],
        "pad": lambda x: tf.pad(x, [[0, 1], [0, 0]]),
        "maximum": lambda x: tf.maximum(x, o),
        "clip": lambda x: tf.clip_by_value(x, -5.0, 5.0),
        "gather": lambda x: tf.gather(x, [0, 1, 2]),
        "gather_nd": lambda x: tf.gather_nd(x, [[0], [1], [2]]),
        "zeros": lambda x: tf.zeros_like(x) + x,
        "function": tf.function(lambda x: -x),
        "function of a sum": tf.function(lambda x: x + 0.5),
        "concat": lambda x: tf.concat([x, o], 0),
        "custom": tf.custom_gradient(lambda x: (tf.identity(x), lambda g: g)),
        "cond": lambda x: tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.identity(x), lambda: -x),
    }


# Filled up here, slices in TensorFlow.
FILLED = {("custom", "traced"), ("custom", "argument"), ("cond", "traced"), ("cond", "argument")}
FILLED |= {(name, "unknown shape") for name in ("custom", "cond", "concat")}
WAYS = ("variable", "tensor", "traced", "argument", "unknown shape")


def gradient(tf, name, way):
    """The class of the gradient, its values, and what it has when it is clipped by its norm."""
    table = tf.Variable(np.arange(14.0, dtype="f").reshape(7, 2) / 4 - 1)
    weight = tf.Variable(2.0)
    function, found = between(tf, weight)[name], []

    def differentiate(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(tf.cast(tf.gather(function(x), [1, 2, 1]), tf.float32) ** 2)
        grad, _ = tape.gradient(loss, [x, weight])
        found.append(isinstance(grad, tf.IndexedSlices))
        (clipped,), norm = tf.clip_by_global_norm([grad], 0.5)
        return [tf.convert_to_tensor(grad), tf.convert_to_tensor(clipped), norm]

    values = {
        "variable": lambda: differentiate(table),
        "tensor": lambda: differentiate(tf.identity(table)),
        "traced": lambda: tf.function(lambda: differentiate(table))(),
        "argument": lambda: tf.function(differentiate)(tf.identity(table)),
        "unknown shape": lambda: tf.function(differentiate, input_signature=[tf.TensorSpec(None)])(tf.identity(table)),
    }[way]()
    return found, [np.asarray(value) for value in values]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("way", WAYS)
def test_slices_where_tensorflow_has_them(way, gw, tensorflow):
    wrong = []
    for name in between(gw, None):
        (got, values), (want, wanted) = gradient(gw, name, way), gradient(tensorflow, name, way)
        if (name, way) in FILLED:
            assert want[-1] and not got[-1], f"{name} is not filled up any more"
            values, wanted = values[:1], wanted[:1]
        elif got != want:
            wrong.append(f"{name}: slices {got}, {want} with TensorFlow")
        for a, b in zip(values, wanted, strict=True):
            if not np.allclose(a, b, 1e-5, 1e-5):
                wrong.append(f"{name}: {a.tolist()}, {b.tolist()} with TensorFlow")
    assert not wrong, "\n".join(wrong)
