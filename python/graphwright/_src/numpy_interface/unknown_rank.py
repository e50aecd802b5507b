"""What NumPy's functions do while a function is traced with tensors whose rank is not known: it is asked for when it runs."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright._src.numpy_interface.promotion import Tensor, static


def axis_of(axis: Any, rank: Tensor) -> Tensor:
    """An axis counted from the front, as an int32 tensor."""
    axis = tf.constant(int(static(axis)), tf.int32)
    return tf.where(axis < 0, axis + rank, axis)


def _with_last(axes: list[Tensor], rank: Tensor) -> Tensor:
    """An order of axes with these at the end."""
    every = tf.range(rank)
    others = tf.reduce_all(tf.stack([tf.not_equal(every, axis) for axis in axes]), 0)
    return tf.concat([tf.boolean_mask(every, others), tf.stack(axes)], 0)


def rot90(m: Tensor, k: int, axes: Any) -> Tensor:
    """`m` turned by k quarters, 1 to 3, in the plane of two axes."""
    rank = tf.rank(m)
    first, second = (axis_of(axis, rank) for axis in axes)
    if k == 2:
        return tf.reverse(m, tf.stack([first, second]))
    order = tf.tensor_scatter_nd_update(tf.range(rank), tf.stack([first, second])[:, None], tf.stack([second, first]))
    if k == 1:
        return tf.transpose(tf.reverse(m, second[None]), order)
    return tf.reverse(tf.transpose(m, order), second[None])


def diagonal(a: Tensor, offset: int, axis1: Any, axis2: Any) -> Tensor:
    """The diagonals of the matrices that two axes span, along a new last axis."""
    rank = tf.rank(a)
    a = tf.transpose(a, _with_last([axis_of(axis1, rank), axis_of(axis2, rank)], rank))
    shape = tf.shape(a)
    rows, columns = shape[-2], shape[-1]
    count = tf.maximum(tf.minimum(rows + min(offset, 0), columns - max(offset, 0)), 0)
    down = tf.range(count)
    flat = (down + max(-offset, 0)) * columns + down + max(offset, 0)
    picked = tf.gather(tf.reshape(a, tf.stack([-1, rows * columns])), flat, axis=1)
    return tf.reshape(picked, tf.concat([shape[:-2], count[None]], 0))


def _product(a: Tensor, b: Tensor, axis: int) -> Tensor:
    """The sum of products over the last axis of `a` and an axis of `b`, counted from the end; the only one of a vector."""
    shape, rank = tf.shape(a), tf.rank(b)
    summed = tf.where(tf.equal(rank, 1), 0, rank + axis)
    b = tf.transpose(b, _with_last([summed], rank))
    theirs = tf.shape(b)
    product = tf.matmul(
        tf.reshape(a, tf.stack([-1, shape[-1]])), tf.reshape(b, tf.stack([-1, theirs[-1]])), transpose_b=True
    )
    return tf.reshape(product, tf.concat([shape[:-1], theirs[:-1]], 0))


def dot(a: Tensor, b: Tensor, axis: int = -2) -> Tensor:
    """`numpy.dot`, and with axis=-1 `numpy.inner`."""
    scalar = tf.logical_or(tf.equal(tf.rank(a), 0), tf.equal(tf.rank(b), 0))
    return tf.cond(scalar, lambda: a * b, lambda: _product(a, b, axis))


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """`numpy.matmul`."""
    vector = tf.logical_or(tf.equal(tf.rank(a), 1), tf.equal(tf.rank(b), 1))
    return tf.cond(vector, lambda: _product(a, b, -2), lambda: tf.matmul(a, b))


def cross(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """The cross products of vectors of two or three components along the last axis, and whether both have two."""
    counts = tf.shape(a)[-1], tf.shape(b)[-1]
    for count in counts:
        tf.debugging.Assert(tf.logical_or(tf.equal(count, 2), tf.equal(count, 3)), [count])

    def parts(x: Tensor) -> list[Tensor]:
        shape = tf.shape(x)
        x = tf.concat([x, tf.zeros(tf.concat([shape[:-1], 3 - shape[-1:]], 0), x.dtype)], -1)
        return [tf.gather(x, place, axis=-1) for place in range(3)]

    (a1, a2, a3), (b1, b2, b3) = parts(a), parts(b)
    found = [a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]
    flat = tf.logical_and(tf.equal(counts[0], 2), tf.equal(counts[1], 2))
    return tf.stack(found, -1), flat


def take_along_axis(arr: Tensor, indices: Tensor, axis: Any) -> Tensor:
    """`numpy.take_along_axis` for tensors of the same shape but for the axis."""
    rank = tf.rank(arr)
    order = _with_last([axis_of(axis, rank)], rank)
    arr, indices = tf.transpose(arr, order), tf.transpose(indices, order)
    size, shape = tf.shape(arr)[-1], tf.shape(indices)
    flat = tf.reshape(indices, tf.stack([-1, shape[-1]]))
    flat = tf.where(flat < 0, flat + tf.cast(size, flat.dtype), flat)
    picked = tf.gather(tf.reshape(arr, tf.stack([-1, size])), flat, batch_dims=1)
    return tf.transpose(tf.reshape(picked, shape), tf.argsort(order))


def with_new_axes_at(picked: Tensor, place: Any, others: Any) -> Tensor:
    """The axes in another order: the new ones, which come first, move behind `place` of the `others`."""
    new = tf.rank(picked) - others
    order = [tf.range(new, new + place), tf.range(new), tf.range(new + place, new + others)]
    return tf.transpose(picked, tf.concat(order, 0))


def pick(tensor: Tensor, axes: list[int], indices: Tensor) -> Tensor:
    """Elements of a tensor by vectors of indices along some axes, in their order; negative axes count from the end.

    The axes of `indices` but the last come where the picked ones were if these are side by side, else first.
    """
    rank = tf.rank(tensor)
    picked = [tf.constant(axis) if axis >= 0 else rank + axis for axis in axes]
    every = tf.range(rank)
    others = tf.boolean_mask(every, tf.reduce_all(tf.stack([tf.not_equal(every, axis) for axis in picked]), 0))
    found = tf.gather_nd(tf.transpose(tensor, tf.concat([tf.stack(picked), others], 0)), indices)
    together = tf.equal(picked[-1] - picked[0] + 1, len(axes))
    return with_new_axes_at(found, tf.where(together, picked[0], 0), rank - len(axes))


def weights_along(weights: Tensor, axis: int, a: Tensor) -> Tensor:
    """Weights that are broadcast against `a`: a vector lies along an axis of it, others are as they are."""
    rank = tf.rank(a)
    sizes = tf.where(tf.equal(tf.range(rank), axis_of(axis, rank)), -1, 1)
    vector = tf.logical_and(tf.equal(tf.rank(weights), 1), rank > 1)
    return tf.cond(vector, lambda: tf.reshape(weights, sizes), lambda: weights)
