"""Order in neural networks: tf.nn.isotonic_regression, tf.math.approx_max_k, tf.math.approx_min_k."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.array_layout import known_axis
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_approx_top_k = _core.op("ApproxTopK")
_regression = _core.op("IsotonicRegression")
_transpose = _core.op("Transpose")
_cast: Callable[..., Tensor] = _core.op("Cast")

IsotonicRegression = namedtuple("IsotonicRegression", ["output", "segments"])
ApproxTopK = namedtuple("ApproxTopK", ["values", "indices"])

_SMALL_INTEGERS = (dtypes.int8, dtypes.int16, dtypes.uint8, dtypes.uint16)


def _last(x: Tensor, axis: int) -> tuple[Tensor, list[int] | None]:
    """`x` with this axis last, and the permutation that brings it there and back; None where it is last already."""
    rank = x.shape.rank
    if rank is None:
        if axis == -1:
            return x, None
        raise ValueError(f"axis {axis} of a tensor of unknown rank")
    place = known_axis(axis, rank)
    if not 0 <= place < rank:
        raise ValueError(f"axis {axis} is out of range for a tensor of rank {rank}")
    if place == rank - 1:
        return x, None
    axes = list(range(rank))
    axes[place], axes[-1] = axes[-1], axes[place]
    return _transpose(x, axes), axes


@export("nn.isotonic_regression", v1="")
def isotonic_regression(inputs: TensorLike, decreasing: bool = True, axis: int = -1) -> tuple[Tensor, Tensor]:
    """Returns the nearest sequence, in squares, that never rises (tf.nn.isotonic_regression).

    Args:
      inputs: a tensor of real numbers.
      decreasing: False for a sequence that never falls.
      axis: the axis along which sequences go.

    Returns:
      A tensor of the same shape, of the same dtype where that is a floating-point one; and for each element the number of
      its plateau, an int32 tensor.

    >>> import graphwright as tf
    >>> values, plateaus = tf.nn.isotonic_regression([3.0, 1.0, 2.0])
    >>> values.numpy(), plateaus.numpy()
    (array([3. , 1.5, 1.5], dtype=float32), array([0, 1, 1], dtype=int32))
    """
    inputs = _core.convert_to_tensor(inputs)
    dtype = inputs.dtype
    if not dtype.is_floating:
        dtype = dtypes.float32 if dtype in _SMALL_INTEGERS else dtypes.float64
        inputs = _cast(inputs, DstT=dtype)
    if inputs.shape.rank == 0:
        return inputs, _core.convert_to_tensor(0, dtypes.int32)
    rows, axes = _last(inputs, axis)
    values, plateaus = _regression(rows if decreasing else _core.op("Neg")(rows), output_dtype=dtype)
    if decreasing and axes is None:
        return IsotonicRegression(values, plateaus)
    if not decreasing:
        values = _core.op("Neg")(values)
    if axes is not None:
        values, plateaus = _transpose(values, axes), _transpose(plateaus, axes)
    return values, plateaus


def _extremes(operand: TensorLike, k: int, axis: int, is_max_k: bool, name: str | None, **options: Any) -> ApproxTopK:
    rows, axes = _last(_core.convert_to_tensor(operand), -1 if axis is None else axis)
    values, indices = _approx_top_k(rows, k=k, is_max_k=is_max_k, name=name, **options)
    if axes is not None:
        values, indices = _transpose(values, axes), _transpose(indices, axes)
    return ApproxTopK(values, indices)


@export("math.approx_max_k", "nn.approx_max_k")
def approx_max_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """Returns the k largest elements along an axis, the largest first (tf.math.approx_max_k, tf.nn.approx_max_k).

    On a CPU these are exactly the largest ones, so `recall_target` and the arguments after it change nothing.

    Args:
      operand: a tensor of float32, float16 or bfloat16.
      k: how many.
      reduction_dimension: the axis.
      recall_target: how many of the largest have to be found, as a part of them.
      reduction_input_size_override: the size of the axis of which `operand` holds a part.
      aggregate_to_topk: whether results are brought down to k.
      name: the name of the node in a graph.

    Returns:
      A named tuple of `values` and `indices`, int32 positions along the axis.

    Raises:
      tf.errors.InvalidArgumentError: the axis has less than k elements, or another dtype.

    >>> import graphwright as tf
    >>> top = tf.nn.approx_max_k([3.0, 9.0, 1.0], 2)
    >>> top.values.numpy(), top.indices.numpy()
    (array([9., 3.], dtype=float32), array([1, 0], dtype=int32))
    """
    return _extremes(
        operand,
        k,
        reduction_dimension,
        True,
        name,
        recall_target=recall_target,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
    )


@export("math.approx_min_k", "nn.approx_min_k")
def approx_min_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopK:
    """Returns the k smallest elements along an axis, the smallest first (tf.math.approx_min_k, tf.nn.approx_min_k).

    See `tf.nn.approx_max_k`.

    >>> import graphwright as tf
    >>> tf.nn.approx_min_k([3.0, 9.0, 1.0], 2).values.numpy()
    array([1., 3.], dtype=float32)
    """
    return _extremes(
        operand,
        k,
        reduction_dimension,
        False,
        name,
        recall_target=recall_target,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
    )
