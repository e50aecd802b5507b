"""Other dtypes, parts of complex numbers, sequences, and choosing by a condition: tf.cast, tf.range, tf.where …"""

from __future__ import annotations

import builtins

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_warning
from graphwright._src.ops.math import tensor
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import given_back
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from graphwright._src.tensor.composite_tensor import CompositeTensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

    C = TypeVar("C", bound=CompositeTensor)

    @overload
    def cast(x: C, dtype: DTypeLike, name: str | None = None) -> C: ...
    @overload
    def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_cast = _core.op("Cast")
_complex = _core.op("Complex")
_real = _core.op("Real")
_imag = _core.op("Imag")
_angle = _core.op("Angle")
_conj = _core.op("Conj")
_zeros_like = _core.op("ZerosLike")
_range = _core.op("Range")
_select = _core.op("SelectV2")
_where = _core.op("Where")
_less = _core.op("Less")
_maximum = _core.op("Maximum")
_minimum = _core.op("Minimum")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_mul = _core.op("Mul")
_real_div = _core.op("RealDiv")
_equal = _core.op("Equal")
_expand_dims = _core.op("ExpandDims")
_identity = _core.op("Identity")
_reshape = _core.op("Reshape")


@export("cast", "dtypes.cast", elementwise="unary", sparse=True)
@direct("Cast", "tensor @DstT= name")
def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Any:
    """x as another dtype (tf.cast).

    Floats become integers by dropping what follows the point, numbers become bools by asking whether they are not 0,
    complex numbers lose their imaginary part.

    Args:
      x: a tensor, or tf.IndexedSlices.
      dtype: the dtype of the result.
      name: the name of the node in a graph.

    Returns:
      What x is, of the same shape; x itself where it has the dtype, a variable too.

    Raises:
      TypeError: x is no tensor and cannot become one.
      tf.errors.UnimplementedError: strings cannot be cast.

    >>> import graphwright as tf
    >>> tf.cast([1.8, -2.2], tf.int32).numpy()
    array([ 1, -2], dtype=int32)
    """
    if dtype.__class__ is not dtypes.DType:
        dtype = dtypes.as_dtype(dtype)
    if isinstance(x, Tensor):
        return x if x.dtype is dtype else _cast(x, DstT=dtype, name=name)
    if isinstance(x, _core.ResourceVariable) and x.dtype == dtype:
        return x  # as it is when it is read
    if isinstance(x, IndexedSlices):
        return IndexedSlices(cast(x.values, dtype, name), x.indices, x.dense_shape)
    given, x = x, _convert(x)
    return given_back(x, given, "x", name or "Cast") if x.dtype == dtype else _cast(x, DstT=dtype, name=name)


def _limits_within(value: dtypes.DType, dtype: dtypes.DType) -> tuple[Any, Any]:
    """Returns the least and the greatest number of `value` that are numbers of `dtype`, too."""

    def limits(of: dtypes.DType) -> tuple[Any, Any]:
        number = int if of.is_integer else float
        return number(of.min), number(of.max)

    # Python compares integers and floats exactly.
    (value_low, value_high), (low, high) = limits(value), limits(dtype)
    low, high = max(value_low, low), min(value_high, high)
    if not value.is_floating:
        return int(low), int(high)
    import numpy as np

    kind = value.as_numpy_dtype
    # The limits may round to numbers outside of the range.
    low_float, high_float = kind(float(low)), kind(float(high))
    if float(low_float) < low:
        low_float = np.nextafter(low_float, kind(0.0))
    if float(high_float) > high:
        high_float = np.nextafter(high_float, kind(0.0))
    return low_float, high_float


@export("dtypes.saturate_cast", "saturate_cast", node="saturate_cast/=", elementwise="unary", sparse=True)
def saturate_cast(value: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """Returns a tensor as another dtype, with numbers beyond that dtype's range moved to its ends (tf.saturate_cast).

    Args:
      value: a tensor of numbers.
      dtype: the dtype of the result.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape.

    Raises:
      TypeError: one of the dtypes is bool.

    >>> import graphwright as tf
    >>> tf.saturate_cast([300.0, -5.0, 7.5], tf.uint8).numpy()
    array([255,   0,   7], dtype=uint8)
    """
    dtype = dtypes.as_dtype(dtype)
    value = given_back(tensor(value), value, "value")
    source = value.dtype
    if dtype.is_complex:
        if source.is_complex:
            part = dtype.real_dtype
            clipped = _complex(saturate_cast(real(value), part), saturate_cast(imag(value), part), Tout=dtype)
            return _identity(clipped, name=name)
        return _cast(saturate_cast(value, dtype.real_dtype), DstT=dtype, name=name)
    if source.is_complex:
        log_warning("Casting complex to real discards imaginary part.")
        value = real(value)
        source = value.dtype
    if dtypes.bool in (source, dtype):
        raise TypeError("Cannot find minimum value of tf.bool: saturate_cast needs dtypes with a range")
    low, high = _limits_within(source, dtype)
    # Infinities lie beyond the range even where it is the same.
    if source.is_floating or source.min < low:
        value = _maximum(value, _convert(low, source))
    if source.is_floating or source.max > high:
        value = _minimum(value, _convert(high, source))
    return cast(value, dtype, name)


# ---- complex numbers ----


@export("dtypes.complex", "complex", elementwise="binary")
def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> Tensor:
    """real + i imag (tf.complex).

    Args:
      real: a tensor of float32 or float64.
      imag: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of complex64 or complex128, of the broadcast shape.

    Raises:
      TypeError: the dtypes differ, or are neither float32 nor float64.

    >>> import graphwright as tf
    >>> tf.complex([1.0, 2.0], [3.0, -1.0]).numpy()
    array([1.+3.j, 2.-1.j], dtype=complex64)
    """
    real = tensor(real)
    imag = tensor(imag)
    results = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}
    if real.dtype != imag.dtype or real.dtype not in results:
        raise TypeError(
            f"The `real` and `imag` components have incorrect types: {real.dtype.name} {imag.dtype.name}. They must be "
            f"consistent, and one of {list(results)}"
        )
    return _complex(real, imag, Tout=results[real.dtype], name=name)


def _numeric(x: TensorLike, function: str) -> Tensor:
    x = tensor(x)
    if not (x.dtype.is_complex or x.dtype.is_floating or x.dtype.is_integer):
        raise TypeError(f"{function} of a tensor of {x.dtype.name}: expected numbers, got dtype {x.dtype!r}.")
    return x


@export("math.real", elementwise="unary", sparse=True, weak_type="unary", v1="math.real real")
def real(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the real part of numbers (tf.math.real).

    Args:
      input: a tensor of numbers.
      name: the name of the node in a graph.

    Returns:
      A tensor of float32 for complex64, of float64 for complex128; `input` itself where that is real.

    Raises:
      TypeError: the elements are no numbers.

    >>> import graphwright as tf
    >>> tf.math.real([1 + 2j]).numpy()
    array([1.])
    """
    x = _numeric(input, "real")
    if x.dtype.is_complex:
        return _real(x, Tout=x.dtype.real_dtype, name=name)
    return given_back(x, input, "input", name or "Real")


@export("math.imag", elementwise="unary", sparse=True, weak_type="unary", v1="math.imag imag")
def imag(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the imaginary part of numbers, which is 0 for real ones (tf.math.imag).

    Args:
      input: a tensor of numbers.
      name: the name of the node in a graph.

    Returns:
      A tensor of float32 for complex64, of float64 for complex128, else of the dtype of `input`.

    Raises:
      TypeError: the elements are no numbers.

    >>> import graphwright as tf
    >>> tf.math.imag([1 + 2j]).numpy()
    array([2.])
    """
    x = tensor(input)
    if x.dtype == dtypes.bool:
        return _zeros_like(x, name=name)
    x = _numeric(x, "imag")
    return _imag(x, Tout=x.dtype.real_dtype, name=name) if x.dtype.is_complex else _zeros_like(x, name=name)


@export("math.angle", node="Angle/", elementwise="unary", sparse=True, weak_type="unary", v1="math.angle angle")
def angle(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the argument of complex numbers: atan2(imag, real); pi or 0 by the sign of real ones (tf.math.angle).

    Args:
      input: a tensor of floats or complex numbers.
      name: the name of the node in a graph.

    Returns:
      A tensor of float32 for complex64, of float64 for complex128, else of the dtype of `input`.

    >>> import graphwright as tf
    >>> tf.math.angle([1j, -1.0]).numpy()
    array([1.57079633, 3.14159265])
    """
    x = _numeric(input, "angle")
    if x.dtype.is_complex:
        return _angle(x, Tout=x.dtype.real_dtype, name=name)
    zero = _convert(0, x.dtype)
    return _select(_less(x, zero), _convert(3.141592653589793, x.dtype), zero, name=name)


@export("math.conj", elementwise="unary", sparse=True, weak_type="unary", v1="math.conj conj")
def conj(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the complex conjugate (tf.math.conj).

    Args:
      x: a tensor of numbers.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype; x itself where that is real.

    Raises:
      TypeError: the elements are no numbers.

    >>> import graphwright as tf
    >>> tf.math.conj([1 + 2j]).numpy()
    array([1.-2.j])
    """
    given, x = x, tensor(x)
    if x.dtype.is_complex or x.dtype == dtypes.variant:
        return _conj(x, name=name)
    if x.dtype.is_floating or x.dtype.is_integer:
        return given_back(x, given, "x", name or "Conj")
    raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")


# ---- sequences ----


class _RangeDTypeError(TypeError, AssertionError):
    """TensorFlow raises AssertionError where the dtype of a range cannot be found, which says little."""


_RANGE_ORDER = (dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


_INT32_END = 1 << 31


@export("range")
def range(
    start: TensorLike,
    limit: TensorLike | None = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = "range",
) -> Tensor:
    """start, start + delta, … up to but not including the limit (tf.range).

    Args:
      start: a scalar; with `limit` None it is the limit, and the sequence starts at 0.
      limit: a scalar, or None.
      delta: a scalar other than 0.
      dtype: the dtype of the result; without it the last of the arguments' in the order int32, int64, float16, bfloat16,
        float32, float64.
      name: the name of the node in a graph.

    Returns:
      A vector.

    Raises:
      TypeError: without `dtype`, an argument is of another dtype than those six.
      tf.errors.InvalidArgumentError: delta is 0, or leads away from the limit.

    >>> import graphwright as tf
    >>> tf.range(3).numpy(), tf.range(3, 18, 6).numpy()
    (array([0, 1, 2], dtype=int32), array([ 3,  9, 15], dtype=int32))
    """
    if limit is None:
        start, limit = 0, start
    if dtype is None and start.__class__ is limit.__class__ is delta.__class__ is int:
        numbers: Any = start, limit, delta
        if -_INT32_END <= min(numbers) and max(numbers) < _INT32_END:
            return _range(start, limit, delta, name=name)
        bounds = [_convert(item) for item in (start, limit, delta)]
    else:
        wanted = None if dtype is None else dtypes.as_dtype(dtype)
        bounds = [item if isinstance(item, Tensor) else _convert(item, wanted) for item in (start, limit, delta)]
    if dtype is None:
        found = {bound.dtype for bound in bounds}
        if not found.issubset(_RANGE_ORDER):
            raise _RangeDTypeError(
                f"range() without dtype takes {', '.join(d.name for d in _RANGE_ORDER)}, got "
                f"{', '.join(d.name for d in found)}"
            )
        dtype = max(found, key=_RANGE_ORDER.index)
    dtype = dtypes.as_dtype(dtype)
    return _range(*(cast(bound, dtype) for bound in bounds), name=name)


@export("linspace", node="linspace/", v1="linspace lin_space")
def linspace(start: TensorLike, stop: TensorLike, num: TensorLike, name: str | None = None, axis: int = 0) -> Tensor:
    """Evenly spaced numbers from start to stop, both included (tf.linspace).

    Args:
      start: a tensor of numbers; integers are treated as float64.
      stop: a tensor of start's shape and dtype.
      num: how many numbers, an integer.
      name: the name of the node in a graph.
      axis: where in the result the new axis of extent `num` is.

    Returns:
      A tensor of start's shape with the new axis.

    >>> import graphwright as tf
    >>> tf.linspace(0.0, 1.0, 5).numpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    """
    start = tensor(start)
    stop = tensor(stop, start.dtype)
    dtype = start.dtype
    if dtype.is_integer:
        dtype = dtypes.float32 if dtype.size <= 2 else dtypes.float64
        start, stop = cast(start, dtype), cast(stop, dtype)
    count = tensor(num)
    if not count.dtype.is_integer:
        raise TypeError(f"linspace() needs an integer for `num`, got {num} of dtype {count.dtype!r}")
    count = cast(count, dtypes.int32)
    index = _range(0, count, 1)
    rank = start._rank()
    if rank is None:
        raise ValueError("linspace() needs a start of known rank")
    if not -rank - 1 <= axis <= rank:
        raise ValueError(f"linspace() got axis {axis} for numbers of rank {rank}")
    axis = axis + rank + 1 if axis < 0 else axis
    if rank:
        index = _reshape(index, [-1 if place == axis else 1 for place in builtins.range(rank + 1)])
        start, stop = _expand_dims(start, axis), _expand_dims(stop, axis)
    last = _sub(count, 1)
    steps = _maximum(last, 1)
    delta = _real_div(_sub(stop, start), cast(steps, dtype))
    numbers = _add(start, _mul(cast(index, dtype), delta))
    # The last is exactly `stop`; index and steps are never equal where there is only one.
    return _select(_equal(index, steps), stop, numbers, name=name)


# ---- choosing ----


@export("where", v1="where_v2")
@direct("SelectV2", "tensor number number name")
def where(
    condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Elements of x where a condition holds and of y elsewhere, or where it holds (tf.where).

    Args:
      condition: a tensor of bools; without x and y also one of numbers, which hold where they are not 0.
      x: a tensor.
      y: a tensor of x's dtype; the shapes of all three broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of x's dtype. Without x and y, an int64 tensor of shape [n, rank] with the
      coordinates of the n elements where the condition holds.

    Raises:
      ValueError: only one of x and y is given.
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.where([True, False, True], [1, 2, 3], 0).numpy()
    array([1, 0, 3], dtype=int32)
    >>> tf.where([[True, False], [False, True]]).numpy()
    array([[0, 0],
           [1, 1]])
    """
    if x is None and y is None:
        return _where(tensor(condition, dtypes.bool), name=name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _select(condition, x, y, name=name)
