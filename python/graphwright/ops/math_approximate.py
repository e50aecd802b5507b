"""Largest and least elements as accelerators find them: tf.math.approx_max_k, tf.math.approx_min_k."""

from __future__ import annotations

import graphwright as tf
from graphwright import _core, dtypes
from graphwright.export import export
from graphwright.ops.array import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor


def _largest(operand: Any, k: int, axis: int, sign: int) -> tuple[Tensor, Tensor]:
    x = as_tensor(operand)
    if x.dtype not in (dtypes.float16, dtypes.bfloat16, dtypes.float32):
        raise tf.errors.InvalidArgumentError(
            None, None, f"approx_max_k and approx_min_k take float16, bfloat16 and float32, got {x.dtype.name}"
        )
    rank = x.shape.rank
    if rank is None or not -rank <= axis < rank:
        kind = tf.errors.InvalidArgumentError if tf.executing_eagerly() else None
        text = f"Invalid reduction dimension: {axis} for an operand of shape {x.shape}"
        raise ValueError(text) if kind is None else kind(None, None, text)
    axis %= rank
    order = [*range(axis), *range(axis + 1, rank), axis]
    rows = x if axis == rank - 1 else tf.transpose(x, order)
    values, indices = tf.math.top_k(-rows if sign < 0 else rows, k)
    values = -values if sign < 0 else values
    if axis == rank - 1:
        return values, indices
    back = [*range(axis), rank - 1, *range(axis, rank - 1)]
    return tf.transpose(values, back), tf.transpose(indices, back)


@export("math.approx_max_k")
def approx_max_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k largest elements along an axis, and their positions (tf.math.approx_max_k).

    Here, as on all CPUs, the result is exact.

    Args:
      operand: float16, bfloat16 or float32.
      k: how many.
      reduction_dimension: the axis.
      recall_target: unused: how many of the true ones have to be found.
      reduction_input_size_override: unused.
      aggregate_to_topk: unused: there are never more than k.
      name: unused, nodes have names of their own.

    Returns:
      The values, in descending order, and their int32 positions.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis, it has less than k elements, or another dtype.

    >>> import graphwright as tf
    >>> values, places = tf.math.approx_max_k([1.0, 5.0, 3.0], 2)
    >>> values.numpy(), places.numpy()
    (array([5., 3.], dtype=float32), array([1, 2], dtype=int32))
    """
    return _largest(operand, k, reduction_dimension, 1)


@export("math.approx_min_k")
def approx_min_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k least elements along an axis, and their positions (tf.math.approx_min_k).

    Here, as on all CPUs, the result is exact.

    Args:
      operand: float16, bfloat16 or float32.
      k: how many.
      reduction_dimension: the axis.
      recall_target: unused: how many of the true ones have to be found.
      reduction_input_size_override: unused.
      aggregate_to_topk: unused: there are never more than k.
      name: unused, nodes have names of their own.

    Returns:
      The values, in ascending order, and their int32 positions.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis, it has less than k elements, or another dtype.

    >>> import graphwright as tf
    >>> values, places = tf.math.approx_min_k([1.0, 5.0, 3.0], 2)
    >>> values.numpy(), places.numpy()
    (array([1., 3.], dtype=float32), array([0, 2], dtype=int32))
    """
    return _largest(operand, k, reduction_dimension, -1)
