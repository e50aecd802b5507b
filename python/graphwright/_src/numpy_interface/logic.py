"""Comparisons, truth and bits, as NumPy names and promotes them (tf.experimental.numpy)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.numpy_interface.promotion import Tensor, as_array, is_inexact, promoted
from graphwright._src.ops import math as math_module
from graphwright._src.ops import math_binary
from graphwright._src.ops.array import constant, shape
from graphwright._src.ops.math import invert, is_finite, is_inf, is_nan
from graphwright._src.ops.math_convert import cast, imag, where
from graphwright._src.ops.math_reduce import reduce_all
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import TensorLike


def _named(name: str, text: str, function: Callable[..., Any]) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text} (numpy.{name}), element by element."
    return export(f"experimental.numpy.{name}")(function)


def _comparison(name: str, text: str, compute: Callable[[Tensor, Tensor], Tensor]) -> Any:
    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        x1, x2 = promoted(x1, x2)
        if x1.dtype == dtypes.bool and name not in ("equal", "not_equal"):
            x1, x2 = cast(x1, dtypes.int32), cast(x2, dtypes.int32)
        return compute(x1, x2)

    return _named(name, text, function)


equal = _comparison("equal", "x1 == x2", math_binary.equal)
not_equal = _comparison("not_equal", "x1 != x2", math_binary.not_equal)
less = _comparison("less", "x1 < x2", math_binary.less)
less_equal = _comparison("less_equal", "x1 <= x2", math_binary.less_equal)
greater = _comparison("greater", "x1 > x2", math_binary.greater)
greater_equal = _comparison("greater_equal", "x1 >= x2", math_binary.greater_equal)


def truth_of(x: TensorLike) -> Tensor:
    """Tells whether elements are other than zero."""
    x = as_array(x)
    return x if x.dtype == dtypes.bool else cast(x, dtypes.bool)


def _logical(name: str, text: str, compute: Callable[[Tensor, Tensor], Tensor]) -> Any:
    return _named(name, text, lambda x1, x2: compute(truth_of(x1), truth_of(x2)))


logical_and = _logical("logical_and", "Whether both are true", math_binary.logical_and)
logical_or = _logical("logical_or", "Whether one of both is true", math_binary.logical_or)
logical_xor = _logical("logical_xor", "Whether exactly one of both is true", math_binary.logical_xor)
logical_not = _named("logical_not", "Whether x is false", lambda x: math_module.logical_not(truth_of(x)))


def _bitwise(name: str, text: str, compute: Callable[..., Tensor], of_bools: Callable[..., Tensor]) -> Any:
    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        x1, x2 = promoted(x1, x2)
        return (of_bools if x1.dtype == dtypes.bool else compute)(x1, x2)

    return _named(name, text, function)


bitwise_and = _bitwise("bitwise_and", "The bits set in both", math_binary.bitwise_and, math_binary.logical_and)
bitwise_or = _bitwise("bitwise_or", "The bits set in one of both", math_binary.bitwise_or, math_binary.logical_or)
bitwise_xor = _bitwise("bitwise_xor", "The bits set in exactly one", math_binary.bitwise_xor, math_binary.logical_xor)


@export("experimental.numpy.bitwise_not", weak_type="unary")
def bitwise_not(x: TensorLike) -> Tensor:
    """Returns all bits turned (numpy.bitwise_not), element by element."""
    x = as_array(x)
    return math_module.logical_not(x) if x.dtype == dtypes.bool else invert(x)


# ---- kinds of numbers ----


@export("experimental.numpy.isinf")
def isinf(x: TensorLike) -> Tensor:
    """Tells whether x is infinite (numpy.isinf), element by element."""
    x = as_array(x)
    if x.dtype.is_floating:
        return is_inf(x)
    return zeros_like(x, dtypes.bool)


def _infinite(x: TensorLike, value: float) -> Tensor:
    x = as_array(x)
    if x.dtype.is_floating:
        return math_binary.equal(x, constant(value, x.dtype))
    return zeros_like(x, dtypes.bool)


@export("experimental.numpy.isneginf")
def isneginf(x: TensorLike) -> Tensor:
    """Tells whether x is negative infinity (numpy.isneginf), element by element."""
    return _infinite(x, -np.inf)


@export("experimental.numpy.isposinf")
def isposinf(x: TensorLike) -> Tensor:
    """Tells whether x is positive infinity (numpy.isposinf), element by element."""
    return _infinite(x, np.inf)


@export("experimental.numpy.iscomplex")
def iscomplex(x: TensorLike) -> Tensor:
    """Tells whether x has an imaginary part other than 0 (numpy.iscomplex), element by element."""
    x = as_array(x)
    if not x.dtype.is_complex:
        return zeros_like(x, dtypes.bool)
    return math_binary.not_equal(imag(x), 0)


@export("experimental.numpy.isreal")
def isreal(x: TensorLike) -> Tensor:
    """Tells whether x has no imaginary part (numpy.isreal), element by element."""
    return math_module.logical_not(iscomplex(x))


@export("experimental.numpy.iscomplexobj")
def iscomplexobj(x: object) -> bool:
    """Tells whether the dtype is complex (numpy.iscomplexobj)."""
    return as_array(x).dtype.is_complex


@export("experimental.numpy.isrealobj")
def isrealobj(x: object) -> bool:
    """Tells whether the dtype is not complex (numpy.isrealobj)."""
    return not iscomplexobj(x)


@export("experimental.numpy.isscalar")
def isscalar(num: object) -> bool:
    """Tells whether `num` is a scalar: a number, a string, or a tensor of rank 0 (numpy.isscalar)."""
    if isinstance(num, Tensor):
        return num._rank() == 0
    return bool(np.isscalar(num) or (getattr(num, "ndim", None) == 0))


# ---- sameness ----


@export("experimental.numpy.isclose")
def isclose(a: TensorLike, b: TensorLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Tells whether |a - b| <= atol + rtol |b| (numpy.isclose), element by element.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0, 2.1]).numpy()
    array([ True, False])
    """
    a, b = promoted(a, b)
    if not is_inexact(a.dtype):
        return math_binary.equal(a, b)
    size = math_module.abs(b)
    absolute, relative = (cast(number, size.dtype) for number in (atol, rtol))
    tolerance = absolute + relative * size
    close = math_module.abs(a - b) <= tolerance
    if equal_nan:
        close = math_binary.logical_or(
            close, math_binary.logical_and(math_binary.not_equal(a, a), math_binary.not_equal(b, b))
        )
    return math_binary.logical_or(math_binary.equal(a, b), close) if a.dtype.is_complex else _infinities(a, b, close)


def _infinities(a: Tensor, b: Tensor, close: Tensor) -> Tensor:
    finite = math_binary.logical_and(is_finite(a), is_finite(b))
    nan = math_binary.logical_or(is_nan(a), is_nan(b))
    return where(math_binary.logical_or(finite, nan), close, math_binary.equal(a, b))


@export("experimental.numpy.allclose")
def allclose(a: TensorLike, b: TensorLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Tells whether all elements are close (numpy.allclose): a bool scalar; see `isclose`."""
    return reduce_all(isclose(a, b, rtol, atol, equal_nan))


@export("experimental.numpy.array_equal")
def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Tells whether shapes and elements are equal (numpy.array_equal): a bool scalar."""
    a1, a2 = promoted(a1, a2)
    if not a1.shape.is_compatible_with(a2.shape):
        return constant(False)
    if a1.shape.is_fully_defined() and a2.shape.is_fully_defined():
        return reduce_all(math_binary.equal(a1, a2))
    same_shape = reduce_all(math_binary.equal(shape(a1), shape(a2))) if a1.shape.rank is not None else constant(True)
    return cond(same_shape, lambda: reduce_all(math_binary.equal(a1, a2)), lambda: constant(False))
