"""Sums, means, extremes, orders and running totals, as NumPy names and promotes them (tf.experimental.numpy)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.numpy_interface import unknown_rank
from graphwright._src.numpy_interface.logic import truth_of
from graphwright._src.numpy_interface.promotion import (
    Tensor,
    as_array,
    as_dtype,
    axis_in,
    by_lattice,
    cast,
    float_for_integers,
    is_inexact,
    known_or_tensor,
    promoted,
    rank_of,
    shape_of,
    static,
)
from graphwright._src.ops import math_convert, math_reduce
from graphwright._src.ops import sort as sort_module
from graphwright._src.ops.array import broadcast_to, constant, reshape, shape, size
from graphwright._src.ops.math import sqrt
from graphwright._src.ops.math_binary import equal, not_equal
from graphwright._src.ops.math_convert import conj, real, where
from graphwright._src.ops.math_reduce import (
    reduce_all,
    reduce_any,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike


def _wide_integer(dtype: dtypes.DType) -> dtypes.DType:
    """Returns the dtype in which NumPy adds integers up."""
    if dtype == dtypes.bool or (dtype.is_integer and not dtype.is_unsigned):
        return dtypes.int32 if by_lattice() and dtype != dtypes.int64 else dtypes.int64
    return dtypes.uint64 if dtype.is_unsigned else dtype


def _axes(axis: AxisLike | None) -> Any:
    if axis is None or isinstance(axis, Tensor):
        return axis
    if isinstance(axis, _core.ResourceVariable):
        return axis.read_value()
    if isinstance(axis, (list, tuple)):
        if [item for item in axis if isinstance(item, Tensor)]:
            return _core.convert_to_tensor(axis)
        return [int(static(item)) for item in axis]
    known = np.asarray(static(axis))
    return [int(item) for item in known] if known.ndim else int(known)


def _no_out(out: object) -> None:
    if out is not None:
        raise ValueError("Setting out is not supported.")


# What stands for a reduction where the elements are bools.
_OF_BOOLS: dict[object, Callable[..., Tensor]] = {
    reduce_sum: reduce_any,
    reduce_prod: reduce_all,
    reduce_max: reduce_any,
    reduce_min: reduce_all,
}


def _total(
    compute: Callable[..., Tensor],
    a: TensorLike,
    axis: AxisLike | None,
    dtype: DTypeLike | None,
    keepdims: bool | None,
    wide: Callable[[dtypes.DType], dtypes.DType] = lambda dtype: dtype,
) -> Tensor:
    a = as_array(a)
    a = cast(a, wide(a.dtype) if dtype is None else as_dtype(dtype))
    if axis is None and a._rank() is None:
        a = reshape(a, [-1])
    if a.dtype == dtypes.bool:
        compute = _OF_BOOLS.get(compute, compute)
    return compute(a, axis=_axes(axis), keepdims=bool(keepdims))


@export("experimental.numpy.sum", weak_type="unary")
def sum(
    a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None, keepdims: bool | None = None
) -> Tensor:  # noqa: A001
    """Returns the sum along axes, all without `axis` (numpy.sum); integers are added up in 64 bits.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.sum([[1, 2], [3, 4]], axis=0).numpy()
    array([4, 6])
    """
    return _total(reduce_sum, a, axis, dtype, keepdims, _wide_integer)


@export("experimental.numpy.prod", weak_type="unary")
def prod(
    a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """Returns the product along axes (numpy.prod); integers are multiplied in 64 bits."""
    return _total(reduce_prod, a, axis, dtype, keepdims, _wide_integer)


def _float_of(dtype: dtypes.DType) -> dtypes.DType:
    return dtype if dtype.is_floating or dtype.is_complex else float_for_integers()


@export("experimental.numpy.mean", weak_type="unary")
def mean(
    a: TensorLike,
    axis: AxisLike | None = None,
    dtype: DTypeLike | None = None,
    out: object = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Returns the mean along axes (numpy.mean), of integers in float64.

    Raises:
      ValueError: `out` is given.
    """
    _no_out(out)
    return _total(reduce_mean, a, axis, dtype, keepdims, _float_of)


@export("experimental.numpy.amax", weak_type="unary")
def amax(a: TensorLike, axis: AxisLike | None = None, out: object = None, keepdims: bool | None = None) -> Tensor:
    """Returns the largest element along axes (numpy.amax). Raises ValueError where `out` is given."""
    _no_out(out)
    return _total(reduce_max, a, axis, None, keepdims)


@export("experimental.numpy.amin", weak_type="unary")
def amin(a: TensorLike, axis: AxisLike | None = None, out: object = None, keepdims: bool | None = None) -> Tensor:
    """Returns the smallest element along axes (numpy.amin). Raises ValueError where `out` is given."""
    _no_out(out)
    return _total(reduce_min, a, axis, None, keepdims)


@export("experimental.numpy.max", weak_type="unary")
def max(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Returns the largest element along axes (numpy.max)."""
    return _total(reduce_max, a, axis, None, keepdims)


@export("experimental.numpy.min", weak_type="unary")
def min(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Returns the smallest element along axes (numpy.min)."""
    return _total(reduce_min, a, axis, None, keepdims)


@export("experimental.numpy.ptp", weak_type="unary")
def ptp(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:
    """Returns the largest less the smallest element along axes (numpy.ptp)."""
    a = as_array(a)
    return max(a, axis, keepdims) - min(a, axis, keepdims)


@export("experimental.numpy.all")
def all(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Tells whether all elements along axes are true (numpy.all)."""
    return _total(reduce_all, truth_of(a), axis, None, keepdims)


@export("experimental.numpy.any")
def any(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Tells whether an element along axes is true (numpy.any)."""
    return _total(reduce_any, truth_of(a), axis, None, keepdims)


@export("experimental.numpy.count_nonzero")
def count_nonzero(a: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Returns how many elements along axes are not zero (numpy.count_nonzero), int64."""
    return math_reduce.count_nonzero(as_array(a), _axes(axis))


@export("experimental.numpy.var", weak_type="unary")
def var(
    a: TensorLike,
    axis: AxisLike | None = None,
    dtype: DTypeLike | None = None,
    out: object = None,
    ddof: TensorLike = 0,
    keepdims: bool | None = None,
) -> Tensor:
    """Returns the variance along axes (numpy.var); of complex numbers, that of their distances, real.

    Args:
      ddof: what is taken from the count before it divides.

    Raises:
      ValueError: `out` is given.
    """
    _no_out(out)
    a = as_array(a)
    target = None if dtype is None else as_dtype(dtype)
    working = _float_of(a.dtype if target is None or a.dtype.is_complex else target)
    if working in (dtypes.float16, dtypes.bfloat16) and target is None:
        working, target = dtypes.float32, working
    a = cast(a, working)
    axes = _axes(axis)
    distance = a - reduce_mean(a, axis=axes, keepdims=True)
    square = real(distance * conj(distance)) if a.dtype.is_complex else distance * distance
    result = reduce_mean(square, axis=axes, keepdims=bool(keepdims))
    if isinstance(ddof, Tensor) or ddof:
        counted = reduce_sum(ones_like(square), axis=axes, keepdims=bool(keepdims))
        result = result * counted / (counted - math_convert.cast(ddof, counted.dtype))
    return result if target is None or target.is_complex else cast(result, target)


@export("experimental.numpy.std", weak_type="unary")
def std(a: TensorLike, axis: AxisLike | None = None, keepdims: bool | None = None) -> Tensor:
    """Returns the standard deviation along axes (numpy.std)."""
    return sqrt(var(a, axis, keepdims=keepdims))


@export("experimental.numpy.average", weak_type="unary")
def average(
    a: TensorLike, axis: AxisLike | None = None, weights: TensorLike | None = None, returned: bool = False
) -> Any:
    """Returns the weighted mean along an axis (numpy.average).

    Args:
      a: a tensor.
      axis: an int, or None for the mean of all.
      weights: broadcast against `a`, or a vector for the axis.
      returned: whether the sum of the weights is returned, too.

    Raises:
      ValueError: `axis` is no int.
    """
    if axis is not None and not isinstance(axis, int):
        raise ValueError(f"Argument `axis` must be an integer. Received axis={axis} (of type {type(axis)})")
    a = as_array(a)
    if not is_inexact(a.dtype):
        a = cast(a, float_for_integers())
    if weights is None:
        result = reduce_mean(a, axis=axis)
        if not returned:
            return result
        counted = math_convert.cast(size(a) if axis is None else shape(a)[axis], a.dtype)
        return result, broadcast_to(counted, shape_of(result))
    a, weights = promoted(a, weights)
    unknown = None in (a._rank(), weights._rank())
    if axis is not None and unknown:
        weights = unknown_rank.weights_along(weights, axis, a)
    elif axis is not None and weights._rank() == 1 and rank_of(a, "average") > 1:
        rank = rank_of(a, "average")
        place = axis_in(axis, rank)
        weights = reshape(weights, [1] * place + [-1] + [1] * (rank - place - 1))
    sums = reduce_sum(weights, axis=axis)
    if axis is not None and (unknown or weights._rank() == a._rank()):
        sums = broadcast_to(sums, shape_of(reduce_sum(a, axis=axis)))
    result = reduce_sum(a * weights, axis=axis) / sums
    return (result, sums) if returned else result


# ---- without NaNs ----


def _without_nan(a: TensorLike, instead: float) -> Tensor:
    a = as_array(a)
    if not (a.dtype.is_floating or a.dtype.is_complex):
        return a
    return where(not_equal(a, a), constant(instead, a.dtype), a)


@export("experimental.numpy.nansum")
def nansum(
    a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None, keepdims: bool = False
) -> Tensor:
    """Returns the sum of what is no NaN, along axes (numpy.nansum)."""
    return sum(_without_nan(a, 0), axis, dtype, keepdims)


@export("experimental.numpy.nanprod")
def nanprod(
    a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None, keepdims: bool = False
) -> Tensor:
    """Returns the product of what is no NaN, along axes (numpy.nanprod)."""
    return prod(_without_nan(a, 1), axis, dtype, keepdims)


@export("experimental.numpy.nanmean", weak_type="unary")
def nanmean(
    a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """Returns the mean of what is no NaN, along axes (numpy.nanmean)."""
    a = as_array(a)
    if not (a.dtype.is_floating or a.dtype.is_complex):
        return mean(a, axis, dtype, keepdims=keepdims)
    target = a.dtype if dtype is None else as_dtype(dtype)
    counted = reduce_sum(math_convert.cast(equal(a, a), target), axis=_axes(axis), keepdims=bool(keepdims))
    return reduce_sum(cast(_without_nan(a, 0), target), axis=_axes(axis), keepdims=bool(keepdims)) / counted


# ---- along one axis ----


def _flat_without_axis(a: TensorLike, axis: AxisLike | None) -> tuple[Tensor, Any]:
    a = as_array(a)
    if axis is None or a._rank() == 0:
        return reshape(a, [-1]), 0
    return a, known_or_tensor(axis)


def _running_dtype(dtype: dtypes.DType) -> dtypes.DType:
    """Returns the dtype in which totals run: unsigned ones that int64 does not hold become float64."""
    if dtype == dtypes.uint64:
        return dtypes.float64
    if dtype == dtypes.bool or dtype.is_integer:
        return dtypes.int32 if by_lattice() and dtype != dtypes.int64 else dtypes.int64
    return dtype


def _running(compute: Callable[..., Tensor], a: TensorLike, axis: AxisLike | None, dtype: DTypeLike | None) -> Tensor:
    a = as_array(a, dtype)
    if dtype is None:
        a = cast(a, _running_dtype(a.dtype))
    a, axis = _flat_without_axis(a, axis)
    return compute(a, axis)


@export("experimental.numpy.cumsum", weak_type="unary")
def cumsum(a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Running sums along an axis, of all elements without one (numpy.cumsum)."""
    return _running(math_reduce.cumsum, a, axis, dtype)


@export("experimental.numpy.cumprod", weak_type="unary")
def cumprod(a: TensorLike, axis: AxisLike | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Running products along an axis, of all elements without one (numpy.cumprod)."""
    return _running(math_reduce.cumprod, a, axis, dtype)


@export("experimental.numpy.diff", weak_type="unary")
def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """Differences of neighbours along an axis, taken n times (numpy.diff).

    Raises:
      ValueError: `n` is negative.
      IndexError: there is no such axis.
    """
    found, n = as_array(a), int(static(n))
    if n < 0:
        raise ValueError(f"Argument `order` must be a non-negative integer. Received: n={n}")
    rank = rank_of(found, "diff")
    if not -rank <= axis < rank:
        raise IndexError(f"axis {axis} is out of bounds for a tensor of rank {rank}")
    before = (slice(None),) * (axis % rank)
    for _ in range(n):
        later, earlier = found[(*before, slice(1, None))], found[(*before, slice(None, -1))]
        found = not_equal(later, earlier) if found.dtype == dtypes.bool else later - earlier
    return found


def _place(compute: Callable[..., Tensor], a: TensorLike, axis: AxisLike | None) -> Tensor:
    a, axis = _flat_without_axis(a, axis)
    if a.dtype == dtypes.bool:
        a = math_convert.cast(a, dtypes.int8)
    return compute(a, axis=axis)


@export("experimental.numpy.argmax")
def argmax(a: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Returns where the largest element lies along an axis, or among all (numpy.argmax), int64."""
    return _place(math_reduce.argmax, a, axis)


@export("experimental.numpy.argmin")
def argmin(a: TensorLike, axis: AxisLike | None = None) -> Tensor:
    """Returns where the smallest element lies along an axis, or among all (numpy.argmin), int64."""
    return _place(math_reduce.argmin, a, axis)


def _no_order(order: str | None) -> None:
    if order is not None:
        raise ValueError("The `order` argument is not supported. Pass order=None")


def _sortable(a: Tensor) -> tuple[Tensor, dtypes.DType]:
    return (math_convert.cast(a, dtypes.int8), a.dtype) if a.dtype == dtypes.bool else (a, a.dtype)


@export("experimental.numpy.sort", weak_type="unary")
def sort(a: TensorLike, axis: AxisLike | None = -1, kind: str = "quicksort", order: str | None = None) -> Tensor:
    """Elements in ascending order along an axis, or all of them (numpy.sort).

    Raises:
      ValueError: another kind than quicksort, or an order.
    """
    if kind != "quicksort":
        raise ValueError(
            f'Invalid value for argument `kind`. Only kind="quicksort" is supported. Received: kind={kind}'
        )
    _no_order(order)
    along: Any = axis
    a, along = _flat_without_axis(a, along) if axis is None else (as_array(a), along)
    a, original = _sortable(a)
    return cast(sort_module.sort(a, along), original)


def _index_dtype() -> dtypes.DType:
    return dtypes.int32 if by_lattice() else dtypes.int64


@export("experimental.numpy.argsort")
def argsort(a: TensorLike, axis: AxisLike | None = -1, kind: str = "quicksort", order: str | None = None) -> Tensor:
    """Returns the indices that sort along an axis, or all elements (numpy.argsort), int64.

    Raises:
      ValueError: a kind other than quicksort and stable, or an order.
    """
    if kind not in ("quicksort", "stable"):
        raise ValueError(
            'Invalid value for argument `kind`. Only kind="quicksort" and kind="stable" are supported. Received: '
            f"kind={kind}"
        )
    _no_order(order)
    a = as_array(a)
    if a.dtype.is_complex:
        raise TypeError(f"argsort does not support complex dtypes. Received dtype: {a.dtype!r}")
    if axis is None or a._rank() == 0:
        a, axis = reshape(a, [-1]), -1
    return math_convert.cast(sort_module.argsort(_sortable(a)[0], axis=axis, stable=kind == "stable"), _index_dtype())
