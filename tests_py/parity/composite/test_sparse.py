"""Sparse tensors: their members, and the functions of tf.sparse, as in TensorFlow."""

import pytest

from parity.composite.sparse_expressions import ALL, described, lines, names
from support.compare import assert_same


@pytest.mark.parametrize("expression", [line for text in ALL for line in lines(text)])
def test_sparse(expression, tensorflow, gw):
    assert_same(f"described(({expression}))", tensorflow, gw, lambda module: {**names(module), "described": described})


def test_gradient_of_concat(gw):
    """TensorFlow has none."""
    tf = gw
    a, b = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        parts = [tf.SparseTensor([[0, 1], [1, 0]], values, [2, 2]) for values in (a, b)]
        joined = tf.sparse.concat(1, parts)
        y = tf.reduce_sum(joined.values * [1.0, 10.0, 100.0, 1000.0])
    assert joined.values.numpy().tolist() == [1.0, 3.0, 2.0, 4.0]
    assert [g.numpy().tolist() for g in tape.gradient(y, [a, b])] == [[1.0, 100.0], [10.0, 1000.0]]


def test_ones_and_zeros_like_sparse_tensors(tensorflow, gw):
    """They are dense; eagerly they need a dtype."""

    def code(tf):
        x, found = tf.SparseTensor([[0, 1]], [2.0], [2, 3]), []
        for like in (tf.ones_like, tf.zeros_like):
            traced = tf.function(lambda x, like=like: (like(x), like(x, tf.int64)), autograph=False)
            found += [(t.dtype.name, t.numpy().tolist()) for t in (like(x, tf.int64), *traced(x))]
            with pytest.raises(ValueError):
                like(x)
        return found

    assert code(gw) == code(tensorflow)
