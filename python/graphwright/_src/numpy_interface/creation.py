"""Arrays from scratch: np.zeros, np.arange, np.eye, np.meshgrid … over tensors (tf.experimental.numpy)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.numpy_interface import unknown_rank
from graphwright._src.numpy_interface.promotion import (
    Tensor,
    as_array,
    as_dtype,
    axis_in,
    by_lattice,
    cast,
    default_float,
    joined,
    known_or_tensor,
    promoted,
    rank_of,
    result_type,
    shape_of,
    sizes_of,
    static,
)
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_join, math_binary, math_convert
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import broadcast_static_shape, broadcast_to, ensure_shape, reshape
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.array_layout import pad, reverse, transpose
from graphwright._src.ops.math import exp, log
from graphwright._src.ops.math_binary import equal, maximum, minimum
from graphwright._src.ops.math_convert import where
from graphwright._src.tensor import dtypes, filling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def _shape(shape: Any) -> Any:
    if isinstance(shape, Tensor):
        return reshape(shape, [1]) if shape.shape.rank == 0 else shape
    if isinstance(shape, np.ndarray):
        return shape.reshape(-1).astype(np.int64).tolist()
    if hasattr(shape, "__index__"):
        return [int(shape)]
    return shape


@export("experimental.numpy.array", weak_type="unary")
def array(val: TensorLike, dtype: DTypeLike | None = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """Returns a tensor of `val` (numpy.array).

    Python's ints become int64 and its floats float64 (float32 where that is preferred).

    Args:
      val: a tensor, an array, or nested lists of numbers and tensors.
      dtype: the dtype of the result.
      copy: has no effect on values: tensors do not change.
      ndmin: the least rank; axes of extent 1 are put in front.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.array([1, 2.5], ndmin=2)
    <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[1. , 2.5]])>
    """
    result = as_array(val, dtype)
    if copy:
        result = array_module.identity(result)
    ndmin = known_or_tensor(ndmin)
    if isinstance(ndmin, Tensor) or ndmin:
        rank = result._rank()
        if rank is None or isinstance(ndmin, Tensor):
            more = filling.ones([maximum(ndmin - array_module.rank(result), 0)], dtypes.int32)
            result = reshape(result, concat([more, array_module.shape(result)], 0))
        elif rank < ndmin:
            result = reshape(result, [1] * (ndmin - rank) + sizes_of(result))
    return result


@export("experimental.numpy.asarray", weak_type="unary")
def asarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a tensor of `a`, `a` itself where it is one (numpy.asarray)."""
    return as_array(a, dtype)


@export("experimental.numpy.asanyarray", weak_type="unary")
def asanyarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a tensor of `a`, `a` itself where it is one (numpy.asanyarray)."""
    return as_array(a, dtype)


@export("experimental.numpy.ascontiguousarray", weak_type="unary")
def ascontiguousarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a tensor of rank 1 at least (numpy.ascontiguousarray); all tensors are contiguous."""
    return array(a, dtype, ndmin=1)


@export("experimental.numpy.copy", weak_type="unary")
def copy(a: TensorLike) -> Tensor:
    """Returns a copy (numpy.copy)."""
    return array(a, copy=True)


@export("experimental.numpy.empty")
def empty(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Zeros: a tensor's elements are never undefined (numpy.empty)."""
    return zeros(shape, dtype)


@export("experimental.numpy.empty_like", weak_type="unary")
def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros with the shape of `a` (numpy.empty_like)."""
    return zeros_like(a, dtype)


@export("experimental.numpy.zeros")
def zeros(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Zeros (numpy.zeros).

    >>> import graphwright as tf
    >>> tf.experimental.numpy.zeros(2)
    <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 0.])>
    """
    return filling.zeros(_shape(shape), as_dtype(dtype or float))


@export("experimental.numpy.zeros_like", weak_type="unary")
def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros with the shape of `a` (numpy.zeros_like)."""
    a = as_array(a)
    return filling.zeros_like(a, dtype=a.dtype if dtype is None else as_dtype(dtype))


@export("experimental.numpy.ones")
def ones(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Ones (numpy.ones)."""
    return filling.ones(_shape(shape), as_dtype(dtype or float))


@export("experimental.numpy.ones_like", weak_type="unary")
def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones with the shape of `a` (numpy.ones_like)."""
    a = as_array(a)
    return filling.ones_like(a, dtype=a.dtype if dtype is None else as_dtype(dtype))


@export("experimental.numpy.full")
def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a tensor filled with a value, which is broadcast (numpy.full)."""
    return broadcast_to(as_array(fill_value, dtype), _shape(shape))


@export("experimental.numpy.full_like", weak_type="unary")
def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
) -> Tensor:
    """Returns a tensor of the shape of `a`, filled with a value (numpy.full_like).

    Raises:
      ValueError: an order other than K, `subok=False` or a shape of its own.
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    a = as_array(a)
    return broadcast_to(as_array(fill_value, a.dtype if dtype is None else dtype), shape_of(a))


@export("experimental.numpy.eye")
def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike = float) -> Tensor:
    """Ones on the k-th diagonal of an N x M matrix, zeros elsewhere (numpy.eye).

    >>> import graphwright as tf
    >>> tf.experimental.numpy.eye(2, k=1, dtype=int).numpy()
    array([[0, 1],
           [0, 0]])
    """
    rows = math_convert.range(N)
    columns = math_convert.range(N if M is None else M)
    target = as_dtype(dtype or float)
    return math_convert.cast(equal(columns[None, :] - rows[:, None], k), target)


@export("experimental.numpy.identity")
def identity(n: int, dtype: DTypeLike = float) -> Tensor:
    """Returns the n x n identity matrix (numpy.identity)."""
    return eye(n, n, dtype=dtype)


@export("experimental.numpy.tri")
def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Tensor:
    """Ones on and below the k-th diagonal of an N x M matrix (numpy.tri)."""
    M = N if M is None else M
    if N < 0 or M < 0:
        N, M = max(N, 0), max(M, 0)
    target = as_dtype(dtype or float)
    return math_convert.cast(math_convert.range(M)[None, :] - math_convert.range(N)[:, None] <= k, target)


def _triangle(m: TensorLike, k: int, lower: bool) -> Tensor:
    m, k = as_array(m), known_or_tensor(k)
    name = "tril" if lower else "triu"
    if rank_of(m, name) < 2:
        raise ValueError(f"Argument to {name} must have rank at least 2")
    rows, columns = sizes_of(m)[-2:]
    offset = math_convert.range(columns)[None, :] - math_convert.range(rows)[:, None]
    return where(offset <= k if lower else offset >= k, m, filling.zeros([], m.dtype))


@export("experimental.numpy.tril")
def tril(m: TensorLike, k: int = 0) -> Tensor:
    """Matrices with zeros above the k-th diagonal (numpy.tril).

    Raises:
      ValueError: the rank is below 2.
    """
    return _triangle(m, k, True)


@export("experimental.numpy.triu", weak_type="unary")
def triu(m: TensorLike, k: int = 0) -> Tensor:
    """Matrices with zeros below the k-th diagonal (numpy.triu).

    Raises:
      ValueError: the rank is below 2.
    """
    return _triangle(m, k, False)


@export("experimental.numpy.arange", weak_type="all")
def arange(
    start: TensorLike, stop: TensorLike | None = None, step: TensorLike = 1, dtype: DTypeLike | None = None
) -> Tensor:
    """Returns the numbers from `start` up to, not including, `stop` (numpy.arange).

    Raises:
      ValueError: the step is 0.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.arange(1, 2, 0.5).numpy()
    array([1. , 1.5])
    """
    if not isinstance(step, Tensor) and not step:
        raise ValueError("step must be non-zero.")
    first: Any = 0 if stop is None else start
    last: Any = start if stop is None else stop
    stride: Any = step
    if dtype is None:
        target = result_type(first, last, stride)
    else:
        target = as_dtype(dtype)
    forward = None if isinstance(stride, Tensor) else stride > 0
    if forward is not None and not isinstance(first, Tensor) and not isinstance(last, Tensor):
        if (first > last) if forward else (first < last):
            return filling.zeros([0], target)
    natural = result_type(first, last, stride)
    narrow = target if target in (dtypes.float32, dtypes.float64) or not natural.is_floating else natural
    narrow = narrow if narrow in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64) else natural
    begin, end, stride = (as_array(x, narrow) for x in (first, last, stride))
    return cast(math_convert.range(begin, end, stride), target)


def _spaced(start: TensorLike, stop: TensorLike, num: int, endpoint: bool, axis: int) -> tuple[Tensor, Tensor]:
    """`num` points from `start` to `stop`, evenly, and the distance between them."""
    num = int(static(num))
    if num < 0:
        raise ValueError(f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}")
    both = (joined if by_lattice() else promoted)(start, stop, 1.0 if not _is_float(start, stop) else start)
    start, stop = both[:2]
    if not (start.dtype.is_floating or start.dtype.is_complex):
        start, stop = (cast(x, default_float()) for x in (start, stop))
    span = stop - start
    count = num - 1 if endpoint else num
    step = span / math_convert.cast(count, span.dtype) if count else span * math_convert.cast(float("nan"), span.dtype)
    if not num:
        points = filling.zeros([0], start.dtype)
        shape = broadcast_static_shape(start.shape, stop.shape)
        return filling.zeros([0, *shape], start.dtype) if shape.rank else points, step
    places = math_convert.cast(math_convert.range(num), span.dtype)
    rank, other = start._rank(), stop._rank()
    if rank is None or other is None:
        ones = filling.ones([maximum(array_module.rank(start), array_module.rank(stop))], dtypes.int32)
        places = reshape(places, concat([[num], ones], 0))
    else:
        places = reshape(places, [num] + [1] * max(rank, other))
    points = start + places * step if count else start + places
    if endpoint and num > 1:  # the last is `stop` to the last bit
        last = broadcast_to(stop, array_module.shape(points)[1:])[None]
        points = concat([points[:-1], last], 0)
    if axis:
        from graphwright._src.numpy_interface.shape import moveaxis

        points = moveaxis(points, 0, axis)
    return points, step


def _is_float(*values: object) -> bool:
    target = result_type(*values)
    return target.is_floating or target.is_complex


@export("experimental.numpy.linspace")
def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = float,
    axis: int = 0,
) -> Any:
    """`num` evenly spaced numbers from `start` to `stop` (numpy.linspace).

    Args:
      start, stop: tensors or numbers, broadcast against each other.
      num: how many.
      endpoint: whether the last is `stop`.
      retstep: whether the distance is returned, too.
      dtype: has no effect, as in TensorFlow: the result has the dtype of `start` and `stop`, float64 for Python's numbers.
      axis: the axis of the result along which the numbers lie.

    Raises:
      ValueError: `num` is negative.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.linspace(0, 1, 3).numpy()
    array([0. , 0.5, 1. ])
    """
    points, step = _spaced(start, stop, num, endpoint, axis)
    return (points, step) if retstep else points


@export("experimental.numpy.logspace")
def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    base: TensorLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """base ** linspace(start, stop) (numpy.logspace); `dtype` has no effect there either."""
    exponents, _ = _spaced(start, stop, num, endpoint, axis)
    return math_binary.pow(as_array(base, exponents.dtype), exponents)


@export("experimental.numpy.geomspace")
def geomspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`num` numbers from `start` to `stop`, each a constant multiple of the one before (numpy.geomspace).

    Without a dtype they are of float64, or complex.
    """
    target = None if dtype is None else as_dtype(dtype)
    start, stop = promoted(start, stop)
    if not start.dtype.is_complex and (target is None or not start.dtype.is_floating):
        start, stop = (cast(x, default_float()) for x in (start, stop))
    sign = math_module.sign(start)
    logs, _ = _spaced(log(start / sign), log(stop / sign), num, endpoint, 0)
    result = sign * exp(logs)
    if int(static(num)):
        first = broadcast_to(start, array_module.shape(result)[1:])[None]
        parts = [first, result[1:]]
        if endpoint and num > 1:
            parts = [first, result[1:-1], broadcast_to(stop, array_module.shape(result)[1:])[None]]
        result = concat(parts, 0)
    if axis:
        from graphwright._src.numpy_interface.shape import moveaxis

        result = moveaxis(result, 0, axis)
    return result if target is None else cast(result, target)


@export("experimental.numpy.vander", weak_type="unary")
def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:
    """Returns the Vandermonde matrix: powers of `x` in its columns (numpy.vander).

    Raises:
      ValueError: `x` is no vector, or `N` is negative.
    """
    x = as_array(x)
    if x._rank() is None:
        x = ensure_shape(x, [None])
    if rank_of(x, "vander") != 1:
        raise ValueError("x must be a one-dimensional array")
    count = sizes_of(x)[0] if N is None else static(N)
    if not isinstance(count, Tensor) and count < 0:
        raise ValueError("N must be nonnegative")
    powers = math_convert.range(count)
    if not increasing:
        powers = reverse(powers, [0])
    narrow = x if x.dtype in _POWERS else cast(x, dtypes.int64)
    return cast(math_binary.pow(narrow[:, None], math_convert.cast(powers, narrow.dtype)[None, :]), x.dtype)


_POWERS = (
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.bfloat16,
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.complex64,
    dtypes.complex128,
)


@export("experimental.numpy.diag", weak_type="unary")
def diag(v: TensorLike, k: int = 0) -> Tensor:
    """Returns the k-th diagonal of a matrix, or a matrix with the vector `v` on its k-th diagonal (numpy.diag).

    Raises:
      ValueError: the rank is above 2.
      tf.errors.InvalidArgumentError: a scalar.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.diag([1, 2], -1).numpy()
    array([[0, 0, 0],
           [1, 0, 0],
           [0, 2, 0]])
    """
    v, k = as_array(v), int(static(k))
    if v._rank() is None:
        is_vector = equal(array_module.rank(v), 1)
        return cond(is_vector, lambda: diag(ensure_shape(v, [None]), k), lambda: diagonal(v, k))
    rank = rank_of(v, "diag")
    if rank > 2:
        raise ValueError(f"Shape {v.shape} must have rank at most 2")
    if rank == 0:
        raise errors.InvalidArgumentError(None, None, f"diag takes a vector or a matrix, got the scalar {v}")
    if rank == 2:
        return diagonal(v, k)
    if v.dtype == dtypes.string:
        raise ValueError("diag takes numbers, got strings")
    size = sizes_of(v)[0] + abs(k)
    padded = pad(v, [[max(k, 0), max(-k, 0)]])
    offset = math_convert.range(size)[None, :] - math_convert.range(size)[:, None]
    return where(equal(offset, k), padded, filling.zeros([], v.dtype))


@export("experimental.numpy.diagflat", weak_type="unary")
def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """Returns a matrix with the elements of `v`, in order, on its k-th diagonal (numpy.diagflat)."""
    return diag(reshape(as_array(v), [-1]), k)


@export("experimental.numpy.diagonal", weak_type="unary")
def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Returns the diagonals of the matrices that two axes span, along a new last axis (numpy.diagonal).

    Raises:
      ValueError: an axis is out of bounds, or both are the same.
    """
    a, offset = as_array(a), int(static(offset))
    if a._rank() is None:
        return unknown_rank.diagonal(a, offset, axis1, axis2)
    rank = rank_of(a, "diagonal")
    if rank < 2:
        raise errors.InvalidArgumentError(None, None, f"diagonal takes a matrix at least, got the shape {a.shape}")
    axis1, axis2 = axis_in(axis1, rank), axis_in(axis2, rank)
    if axis1 == axis2:
        raise ValueError(f"axis1 and axis2 must differ, got {axis1} twice")
    others = [axis for axis in range(rank) if axis not in (axis1, axis2)]
    a = transpose(a, [*others, axis1, axis2])
    rows, columns = sizes_of(a)[-2:]
    if isinstance(rows, int) and isinstance(columns, int):
        count: Any = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    else:
        count = maximum(minimum(rows + min(offset, 0), columns - max(offset, 0)), 0)
    down = math_convert.range(count)
    places = stack([down + max(-offset, 0), down + max(offset, 0)], 1)
    flat = places[:, 0] * columns + places[:, 1]
    matrices = reshape(a, concat([array_module.shape(a)[:-2], [-1 if not others else rows * columns]], 0))
    result = gather(matrices, flat, axis=-1)
    if a.shape.rank is not None and isinstance(count, int):
        result.set_shape([*a.shape[:-2], count])
    return result


@export("experimental.numpy.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """Returns the indices of the main diagonal of an array with `ndim` axes of extent `n` (numpy.diag_indices).

    Raises:
      ValueError: `n` or `ndim` is negative.
    """
    if n < 0:
        raise ValueError(f"Argument `n` must be non-negative, received: n={n}")
    if ndim < 0:
        raise ValueError(f"Argument `ndim` must be non-negative, received: ndim={ndim}")
    return (math_convert.range(n),) * ndim


@export("experimental.numpy.meshgrid")
def meshgrid(*xi: TensorLike, **kwargs: object) -> list[Tensor]:
    """Coordinate matrices from vectors (numpy.meshgrid).

    Args:
      *xi: vectors.
      **kwargs: `indexing`, 'xy' or 'ij'; `sparse=True` and `copy=False` are not supported.

    Raises:
      ValueError: one of the two.
    """
    if kwargs.get("sparse", False):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays yet. Received: sparse=True")
    if not kwargs.get("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True. Received: copy=False")
    if not xi:
        return []
    return list(array_join.meshgrid(*(as_array(x) for x in xi), indexing=kwargs.get("indexing", "xy")))


@export("experimental.numpy.ix_", weak_type="each")
def ix_(*args: TensorLike) -> list[Tensor]:
    """Vectors of indices, shaped so that together they pick an open mesh (numpy.ix_).

    Raises:
      ValueError: one of them is no vector.
    """
    result = []
    for place, arg in enumerate(args):
        arg = as_array(arg)
        if rank_of(arg, "ix_") != 1:
            raise ValueError(f"Arguments must be 1-d, got arg {place} of rank {arg.shape.rank}")
        if arg.dtype == dtypes.bool:
            arg = reshape(where(arg), [-1])
        result.append(reshape(arg, [1] * place + [-1] + [1] * (len(args) - place - 1)))
    return result
