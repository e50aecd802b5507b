"""Elementwise functions of one and two operands, as NumPy names and promotes them (tf.experimental.numpy)."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.numpy_interface.promotion import (
    Settings,
    Tensor,
    as_array,
    by_lattice,
    cast,
    float_for_integers,
    is_inexact,
    promoted,
    result_type,
)
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math as math_module
from graphwright._src.ops import math_binary, math_convert
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to, constant, identity
from graphwright._src.ops.array_join import unstack
from graphwright._src.ops.math import ceil, exp, floor, is_nan, log, log1p, sin, sqrt
from graphwright._src.ops.math_binary import atan2, equal, floormod, not_equal, truediv
from graphwright._src.ops.math_reduce import reduce_any
from graphwright._src.ops.nn_activation import relu
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, ones_like, zeros, zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import TensorLike


def _named(
    name: str, text: str, function: Callable[..., Tensor], weak_type: str | None = None
) -> Callable[..., Tensor]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return export(f"experimental.numpy.{name}", weak_type=weak_type)(function)


def _unary(
    name: str,
    text: str,
    compute: Callable[[Tensor], Tensor],
    to_float: bool = False,
    weak_type: str | None = "unary",
) -> None:
    """Publishes a function of one operand; `to_float` says that integers (and bfloat16) become floats first."""

    def function(x: TensorLike) -> Tensor:
        x = as_array(x)
        if to_float and not is_inexact(x.dtype):
            x = cast(x, float_for_integers())
        return compute(x)

    _named(name, f"{text} (numpy.{name}), element by element.", function, weak_type)


def scaled(x: Tensor, factor: float) -> Tensor:
    """x * factor in the dtype that both have together."""
    target = result_type(x, factor)
    return cast(x, target) * constant(factor, target)


def _unsigned(x: Tensor) -> bool:
    return x.dtype.is_unsigned or x.dtype == dtypes.bool


def _cbrt(x: Tensor) -> Tensor:
    target = result_type(x, 1.0) if is_inexact(x.dtype) or not by_lattice() else float_for_integers()
    x = cast(x, target)
    return math_module.sign(x) * math_binary.pow(math_module.abs(x), constant(1.0 / 3.0, target))


def _sinc(x: Tensor) -> Tensor:
    angle = scaled(x, math.pi)
    zero = equal(angle, zeros([], angle.dtype))
    safe = math_convert.where(zero, ones([], angle.dtype), angle)
    return math_convert.where(zero, ones([], angle.dtype), sin(safe) / safe)


def _angle(x: Tensor, deg: bool) -> Tensor:
    if x.dtype.is_complex:
        result = math_convert.angle(x)
    else:
        x = cast(x, dtypes.float32)
        result = math_convert.where(x < 0, constant(math.pi, x.dtype), zeros([], x.dtype))
    return cast(scaled(result, 180.0 / math.pi), result.dtype) if deg else result


def _converting_dtype(x: Tensor) -> dtypes.DType:
    """Returns the dtype of x beside a float64 constant: where operators convert, the constant counts, else x alone."""
    return x.dtype if Settings.mode in (None, "off") else result_type(x, np.float64(1))


def _log_of(base: float) -> Callable[[Tensor], Tensor]:
    def compute(x: Tensor) -> Tensor:
        target = _converting_dtype(x)
        return cast(log(x), target) / constant(math.log(base), target)

    return compute


_arguments: Any
for _arguments in (
    ("sqrt", "The square root", math_module.sqrt, True),
    ("exp", "e to the power of x", math_module.exp, True),
    ("exp2", "2 to the power of x", lambda x: math_binary.pow(constant(2, x.dtype), x), True),
    ("expm1", "exp(x) - 1, exact for small x", math_module.expm1, True),
    ("log", "The natural logarithm", math_module.log, True),
    ("log1p", "log(1 + x), exact for small x", math_module.log1p, True),
    ("log2", "The logarithm to base 2", _log_of(2.0), True, "unary float64"),
    ("log10", "The logarithm to base 10", _log_of(10.0), True, "unary float64"),
    ("sin", "The sine", math_module.sin, True),
    ("cos", "The cosine", math_module.cos, True),
    ("tan", "The tangent", math_module.tan, True),
    ("arcsin", "The inverse sine", math_module.asin, True),
    ("arccos", "The inverse cosine", math_module.acos, True),
    ("arctan", "The inverse tangent", math_module.atan, True),
    ("sinh", "The hyperbolic sine", math_module.sinh, True),
    ("cosh", "The hyperbolic cosine", math_module.cosh, True),
    ("tanh", "The hyperbolic tangent", math_module.tanh, True),
    ("arcsinh", "The inverse hyperbolic sine", math_module.asinh, True),
    ("arccosh", "The inverse hyperbolic cosine", math_module.acosh, True, None),  # not weak in TensorFlow either
    ("arctanh", "The inverse hyperbolic tangent", math_module.atanh, True),
    ("deg2rad", "Degrees as radians", lambda x: scaled(x, math.pi / 180.0), True),
    ("cbrt", "The cube root", _cbrt, True),
    ("sinc", "sin(pi x) / (pi x), 1 at 0", _sinc, True),
    ("floor", "The largest integer that is not larger", math_module.floor, True),
    ("ceil", "The smallest integer that is not smaller", math_module.ceil, True),
    ("fix", "The nearest integer towards 0", lambda x: math_convert.where(x < 0, ceil(x), floor(x)), True),
    ("isfinite", "Whether x is neither infinite nor NaN", math_module.is_finite, True, None),
    ("isnan", "Whether x is NaN", math_module.is_nan, True, None),
    ("abs", "The absolute value", math_module.abs),
    ("absolute", "The absolute value", math_module.abs),
    ("fabs", "The absolute value", math_module.abs),
    ("negative", "-x", math_module.negative),
    ("positive", "x itself", lambda x: identity(x)),
    ("reciprocal", "1 / x", math_module.reciprocal),
    ("square", "x * x", math_module.square),
    ("conj", "The complex conjugate", math_convert.conj),
    ("conjugate", "The complex conjugate", math_convert.conj),
    ("signbit", "Whether x is negative", lambda x: zeros_like(x, dtypes.bool) if _unsigned(x) else x < 0, False, None),
):
    _unary(*_arguments)


def _rad2deg(x: TensorLike) -> Tensor:
    x = as_array(x)
    if x.dtype.is_floating and Settings.mode is None:
        return x * constant(180.0 / math.pi, x.dtype)
    return scaled(x, 180.0 / math.pi)


_named("rad2deg", "Radians as degrees (numpy.rad2deg), element by element.", lambda x: _rad2deg(x), weak_type="unary")


@export("experimental.numpy.real", weak_type="unary")
def real(val: TensorLike) -> Tensor:
    """Returns the real part (numpy.real)."""
    return math_convert.real(as_array(val))


@export("experimental.numpy.imag", weak_type="unary")
def imag(val: TensorLike) -> Tensor:
    """Returns the imaginary part (numpy.imag); zeros of the same dtype for what is not complex."""
    val = as_array(val)
    return math_convert.imag(val) if val.dtype.is_complex else zeros_like(val)


@export("experimental.numpy.angle", weak_type="unary")
def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """Returns the angle of complex numbers, in radians or degrees (numpy.angle)."""
    return _angle(as_array(z), deg)


@export("experimental.numpy.sign", weak_type="unary")
def sign(x: TensorLike, out: object = None, where: object = None, **kwargs: object) -> Tensor:
    """-1, 0 or 1 by the sign of x (numpy.sign); complex numbers divided by their size.

    Raises:
      ValueError: `out`, `where` or anything else is given.
    """
    if out is not None or where is not None or kwargs:
        raise ValueError("tf.numpy doesn't support setting out, where or other keyword arguments of sign")
    return math_module.sign(as_array(x))


@export("experimental.numpy.around", "experimental.numpy.round", weak_type="unary")
def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """Rounded to a number of decimals, halves to even (numpy.around).

    >>> import graphwright as tf
    >>> tf.experimental.numpy.around([0.5, 1.25, 2.5], 1).numpy()
    array([0.5, 1.2, 2.5])
    """
    a = as_array(a)
    original = a.dtype
    if original.is_complex:
        return math_convert.complex(around(math_convert.real(a), decimals), around(math_convert.imag(a), decimals))
    factor = math.pow(10, decimals)
    if original.is_floating and original != dtypes.bfloat16:
        scale = constant(factor, original)
    else:
        a = cast(a, dtypes.float64)
        scale = constant(factor, a.dtype)
    return cast(math_module.round(a * scale) / scale, original)


@export("experimental.numpy.clip")
def clip(a: TensorLike, a_min: TensorLike | None, a_max: TensorLike | None) -> Tensor:
    """Values limited to [a_min, a_max]; None leaves a side open (numpy.clip).

    Raises:
      ValueError: both are None.
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        return minimum(a, a_max)
    if a_max is None:
        return maximum(a, a_min)
    a, low, high = promoted(a, a_min, a_max)
    return math_binary.maximum(math_binary.minimum(a, high), low)


@export("experimental.numpy.polyval")
def polyval(p: TensorLike, x: TensorLike) -> Tensor:
    """Returns the value at `x` of the polynomial with coefficients `p`, the highest power first (numpy.polyval)."""
    p, x = promoted(p, x)
    result = zeros_like(x)
    for coefficient in [p] if p._rank() == 0 else unstack(p):
        result = result * x + coefficient
    return result


# ---- two operands ----


def _is_zero(x: object) -> bool:
    return isinstance(x, numbers.Real) and not isinstance(x, bool) and x == 0


def _inexact(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    return (x, y) if is_inexact(x.dtype) else (cast(x, float_for_integers()), cast(y, float_for_integers()))


def _binary(
    name: str,
    text: str,
    compute: Callable[[Tensor, Tensor], Tensor],
    to_float: bool = False,
    bools: Callable[..., Any] | None = None,
    with_zero: Callable[..., Any] | None = None,
) -> Callable[[Any, Any], Tensor]:
    """Publishes a function of two operands, brought to one dtype; `bools` computes with truth values, `with_zero` where
    the second is a Python or NumPy number 0, not brought to the dtype of the first, a tensor.
    """

    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        if with_zero is not None and _is_zero(x2) and isinstance(x1, Tensor):
            if x1.dtype.is_floating or x1.dtype.is_integer:
                return with_zero(x1, x2)
        x1, x2 = promoted(x1, x2)
        if bools is not None and x1.dtype == dtypes.bool:
            return bools(x1, x2)
        return compute(*(_inexact(x1, x2) if to_float else (x1, x2)))

    return _named(name, f"{text} (numpy.{name}), element by element.", function)


_SMALL_INTEGERS = (dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16)


def _true_divide(x: Tensor, y: Tensor) -> Tensor:
    if not (x.dtype.is_floating or x.dtype.is_complex):
        target = dtypes.float32 if x.dtype in _SMALL_INTEGERS else dtypes.float64
        x, y = cast(x, target), cast(y, target)
    return truediv(x, y)


def _log_of_sum(x: Tensor, y: Tensor, unit: float, larger: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """log_b(b**x + b**y) where unit is ln b, without overflow; equal infinities stay."""
    distance = x - y
    scale = constant(unit, x.dtype)
    total = larger(x, y) + log1p(exp(-math_module.abs(distance) * scale)) / scale
    return math_convert.where(is_nan(distance), x + y, total)


_maximum = math_binary.maximum


def _logaddexp(x: Tensor, y: Tensor, larger: Callable[[Tensor, Tensor], Tensor] = _maximum) -> Tensor:
    return _log_of_sum(x, y, 1.0, larger)


def _logaddexp2(x: Tensor, y: Tensor, larger: Callable[[Tensor, Tensor], Tensor] = _maximum) -> Tensor:
    target = _converting_dtype(x)
    return _log_of_sum(cast(x, target), cast(y, target), math.log(2.0), larger)


def _larger_than_zero(x: Tensor, zero: TensorLike) -> Tensor:
    """At 0 its gradient is 0, where that of the larger one of two equal numbers is 1."""
    return relu(x)


def _beside_zero(compute: Callable[..., Tensor]) -> Callable[[Tensor, Any], Tensor]:
    return lambda x, zero: compute(*_inexact(*promoted(x, zero)), _larger_than_zero)


def _heaviside(x: Tensor, y: Tensor) -> Tensor:
    zero, one = zeros([], x.dtype), ones([], x.dtype)
    return math_convert.where(x < 0, zero, math_convert.where(x > 0, one, y))


def _divisible(x: Tensor, y: Tensor, function: str) -> tuple[Tensor, Tensor]:
    if not x.dtype.is_integer:
        raise ValueError(f"{function} takes integers, got operands of dtype {x.dtype.name}")
    shape = broadcast_dynamic_shape(array_module.shape(x), array_module.shape(y))
    known = broadcast_static_shape(x.shape, y.shape)
    x, y = (broadcast_to(value, shape) for value in (x, y))
    x.set_shape(known)
    y.set_shape(known)
    return x, y


def _magnitude(x: Tensor) -> Tensor:
    return x if x.dtype.is_unsigned else math_module.abs(x)


def _gcd(x: Tensor, y: Tensor) -> Tensor:
    x, y = _divisible(x, y, "gcd")
    zero = zeros([], x.dtype)

    def step(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        done = equal(y, zero)
        return math_convert.where(done, x, y), math_convert.where(
            done, zero, floormod(x, math_convert.where(done, ones_like(y), y))
        )

    x, _ = while_loop(lambda x, y: reduce_any(not_equal(y, zero)), step, (_magnitude(x), _magnitude(y)))
    return x


def _lcm(x: Tensor, y: Tensor) -> Tensor:
    x, y = _divisible(x, y, "lcm")
    zero = zeros([], x.dtype)
    divisor = _gcd(x, y)
    none = equal(divisor, zero)
    product = _magnitude(x) // math_convert.where(none, ones_like(divisor), divisor) * _magnitude(y)
    return math_convert.where(none, zero, product)


def _as_int8(compute: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Tensor, Tensor], Tensor]:
    """Truth values as the integers 0 and 1, and back."""
    return lambda x, y: math_convert.cast(
        compute(math_convert.cast(x, dtypes.int8), math_convert.cast(y, dtypes.int8)), dtypes.bool
    )


def _in_int8(compute: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda x, y: compute(math_convert.cast(x, dtypes.int8), math_convert.cast(y, dtypes.int8))


add = _binary("add", "x1 + x2", math_binary.add, bools=math_binary.logical_or)
subtract = _binary("subtract", "x1 - x2", math_binary.subtract)
multiply = _binary("multiply", "x1 * x2", math_binary.multiply, bools=math_binary.logical_and)
true_divide = _binary("true_divide", "x1 / x2, floating", _true_divide)
floor_divide = _binary(
    "floor_divide", "x1 / x2 rounded down", math_binary.floordiv, bools=_in_int8(math_binary.floordiv)
)
mod = _binary("mod", "The remainder, with the sign of x2", math_binary.floormod, bools=_in_int8(math_binary.floormod))
remainder = _binary(
    "remainder", "The remainder, with the sign of x2", math_binary.floormod, bools=_in_int8(math_binary.floormod)
)
power = _binary("power", "x1 to the power of x2", math_binary.pow)
maximum = _binary("maximum", "The larger of both", _maximum, bools=math_binary.logical_or, with_zero=_larger_than_zero)
minimum = _binary("minimum", "The smaller of both", math_binary.minimum, bools=math_binary.logical_and)
nextafter = _binary("nextafter", "The next float after x1 towards x2", math_binary.nextafter, True)
heaviside = _binary("heaviside", "0 for negative x1, 1 for positive, x2 at 0", _heaviside, True)
logaddexp = _binary("logaddexp", "log(exp(x1) + exp(x2))", _logaddexp, True, with_zero=_beside_zero(_logaddexp))
logaddexp2 = _binary("logaddexp2", "log2(2**x1 + 2**x2)", _logaddexp2, True, with_zero=_beside_zero(_logaddexp2))
gcd = _binary("gcd", "The greatest common divisor", _gcd)
lcm = _binary("lcm", "The least common multiple", _lcm)


@export("experimental.numpy.arctan2")
def arctan2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Returns the angle of the point (x2, x1) (numpy.arctan2), element by element."""
    x1, x2 = promoted(x1, x2)
    if not x1.dtype.is_floating:
        x1, x2 = (cast(x, float_for_integers()) for x in (x1, x2))
    return atan2(x1, x2)


@export("experimental.numpy.hypot", weak_type="binary")
def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Returns the length of the vector (x1, x2) (numpy.hypot), element by element."""
    x1, x2 = promoted(as_array(x1), as_array(x2))
    if not is_inexact(x1.dtype):
        x1, x2 = (cast(x, float_for_integers()) for x in (x1, x2))
    return sqrt(x1 * x1 + x2 * x2)


@export("experimental.numpy.divide")
def divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2, floating (numpy.divide), element by element."""
    return true_divide(x1, x2)


@export("experimental.numpy.divmod")
def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Tensor, Tensor]:  # noqa: A001
    """Returns the quotient rounded down and the remainder (numpy.divmod)."""
    return floor_divide(x1, x2), mod(x1, x2)


@export("experimental.numpy.float_power")
def float_power(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 to the power of x2 in the dtype that both have together, as `power` (numpy.float_power)."""
    x1, x2 = promoted(x1, x2)
    return math_binary.pow(x1, x2)
