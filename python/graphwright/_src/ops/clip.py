"""Keeping tensors within bounds: tf.clip_by_value, tf.clip_by_norm, tf.clip_by_global_norm."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.math import tensor
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import axes_of
from graphwright._src.tensor.conversion import given_back
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar, overload

    from graphwright._src.tensor.composite_tensor import CompositeTensor
    from graphwright._src.tensor.typing import AxisLike, TensorLike

    C = TypeVar("C", bound=CompositeTensor)

    @overload
    def clip_by_value(t: C, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None) -> C: ...
    @overload
    def clip_by_value(
        t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None
    ) -> Tensor: ...
    @overload
    def clip_by_norm(t: C, clip_norm: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> C: ...
    @overload
    def clip_by_norm(
        t: TensorLike, clip_norm: TensorLike, axes: AxisLike | None = None, name: str | None = None
    ) -> Tensor: ...


Tensor = _core.Tensor
EagerTensor = _core.EagerTensor

_convert = _core.convert_to_tensor
_minimum = _core.op("Minimum")
_maximum = _core.op("Maximum")
_sum = _core.op("Sum")
_mul = _core.op("Mul")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_real_div = _core.op("RealDiv")
_sqrt = _core.op("Sqrt")
_greater = _core.op("Greater")
_select = _core.op("SelectV2")
_l2_loss = _core.op("L2Loss")
_pack = _core.op("Pack")


def _values_of(t: TensorLike) -> Tensor:
    return t.values if isinstance(t, IndexedSlices) else tensor(t)


def _as_was(values: Tensor, t: TensorLike) -> Any:
    return IndexedSlices(values, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else values


def _check_shape(values: Tensor, clipped: Tensor) -> None:
    if values._shape_tuple() != clipped._shape_tuple():
        values.shape.assert_is_compatible_with(clipped.shape)


@export("clip_by_value", node="clip_by_value/=", elementwise="unary", weak_type="unary")
def clip_by_value(
    t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None
) -> Any:
    """Returns a tensor with the elements below a minimum and above a maximum moved there (tf.clip_by_value).

    Args:
      t: a tensor of real numbers, or tf.IndexedSlices.
      clip_value_min: a number or tensor that broadcasts to t's shape.
      clip_value_max: a number or tensor that broadcasts to t's shape.
      name: the name of the node in a graph.

    Returns:
      What t is, of its shape and dtype.

    Raises:
      ValueError: a bound would broadcast `t` to a larger shape.
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.clip_by_value([-5, 0, 7], -1, 3).numpy()
    array([-1,  0,  3], dtype=int32)
    """
    if t.__class__ is EagerTensor and clip_value_min.__class__ is clip_value_max.__class__ is float:
        return _maximum(_minimum(t, clip_value_max), clip_value_min, name=name)
    values = _values_of(t)
    clipped = _minimum(values, clip_value_max)
    _check_shape(values, clipped)
    clipped = _maximum(clipped, clip_value_min, name=name)
    _check_shape(values, clipped)
    return _as_was(clipped, t)


@export("clip_by_norm", node="clip_by_norm/= SelectV2:Select")
def clip_by_norm(t: TensorLike, clip_norm: TensorLike, axes: AxisLike | None = None, name: str | None = None) -> Any:
    """Returns a tensor scaled down to a norm where its own is larger (tf.clip_by_norm).

    Args:
      t: a tensor of floats, or tf.IndexedSlices.
      clip_norm: the largest L2 norm that is left as it is, a scalar.
      axes: the axes along which the norm is taken, an integer or a list of those; None for all.
      name: the name of the node in a graph.

    Returns:
      What t is, of its shape and dtype.

    >>> import graphwright as tf
    >>> tf.clip_by_norm([3.0, 4.0], 1.0).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    values = _values_of(t)
    squares = _sum(_mul(values, values), axes_of(values, axes), keep_dims=True)
    # The root's slope at 0 is infinite: where the norm is 0, the root of 1 is taken and thrown away.
    positive = _greater(squares, _convert(0, squares.dtype))
    norm = _select(positive, _sqrt(_select(positive, squares, _convert(1, squares.dtype))), squares)
    clip_norm = cast(_convert(clip_norm, None, values.dtype), values.dtype)
    clip_norm = _maximum(clip_norm, _convert(0, values.dtype))
    scaled = _mul(values, clip_norm)
    values.shape.assert_is_compatible_with(scaled.shape)
    return _as_was(_real_div(scaled, _maximum(norm, clip_norm), name=name), t)


def _sequence_of_tensors(t_list: Sequence[Any]) -> list[Any]:
    if not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    return list(t_list)


@export("linalg.global_norm", node="global_norm/ Sqrt:global_norm", v1="linalg.global_norm global_norm")
def global_norm(t_list: Sequence[Any], name: str | None = None) -> Tensor:
    """Returns the L2 norm of all elements of several tensors together (tf.linalg.global_norm).

    Args:
      t_list: a list of tensors of floats or tf.IndexedSlices; None among them is passed over.
      name: the name of the node in a graph.

    Returns:
      A scalar of the first tensor's dtype.

    Raises:
      TypeError: `t_list` is not a list.

    >>> import graphwright as tf
    >>> tf.linalg.global_norm([[3.0], [0.0, 4.0]])
    <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
    """
    halves = [_l2_loss(_values_of(t)) for t in _sequence_of_tensors(t_list) if t is not None]
    if not halves:
        return given_back(_convert(0.0), None, "global_norm")
    half = _sum(_pack(halves), [0])
    return _sqrt(_mul(half, 2), name=name)


@export("clip_by_global_norm", node="clip_by_global_norm/")
def clip_by_global_norm(
    t_list: Sequence[Any], clip_norm: TensorLike, use_norm: TensorLike | None = None, name: str | None = None
) -> tuple[list[Any], Tensor]:
    """Returns several tensors scaled down together where the norm of all of them is larger than one (tf.clip_by_global_norm).

    Args:
      t_list: a list of tensors of floats or tf.IndexedSlices; None stays None.
      clip_norm: the largest common L2 norm that is left as it is, a scalar.
      use_norm: the common norm, where it is known already.
      name: the name of the nodes in a graph.

    Returns:
      The list of scaled tensors (of NaN where the norm is not finite), and the common norm.

    Raises:
      TypeError: `t_list` is not a list.

    >>> import graphwright as tf
    >>> clipped, norm = tf.clip_by_global_norm([tf.constant([3.0]), tf.constant([4.0])], 1.0)
    >>> [t.numpy().tolist() for t in clipped], float(norm)
    ([[0.6000000238418579], [0.800000011920929]], 5.0)
    """
    t_list = _sequence_of_tensors(t_list)
    norm = tensor(use_norm) if use_norm is not None else global_norm(t_list)
    clip = tensor(clip_norm, norm.dtype)
    one = _convert(1, norm.dtype)
    scale = _mul(clip, _minimum(_real_div(one, norm), _real_div(one, clip)))
    # Infinite norms make the scale NaN rather than 0.
    scale = _add(scale, _sub(norm, norm))
    clipped = []
    for t in t_list:
        if t is None:
            clipped.append(None)
            continue
        values = _values_of(t)
        factor = cast(scale, values.dtype)
        clipped.append(_as_was(_mul(values, factor, name=name), t))
    return clipped, given_back(norm, use_norm)
