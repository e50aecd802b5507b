"""The functions of tf.experimental.numpy in the modes "safe" and "all": weak operands have weak results."""

from __future__ import annotations

import functools
from typing import Any

from graphwright._src.base.export import exported
from graphwright._src.numpy_interface import conversion_rules
from graphwright._src.numpy_interface.promoting_functions import is_weak_operand
from graphwright._src.numpy_interface.promotion import Settings, as_array, cast
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.weak_tensor import strong, weakened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Functions whose result is weak where their first argument is, and no dtype is given.
_KEEPING = """
abs absolute amax amin angle arccos arcsin arcsinh arctan arctanh around array asanyarray asarray ascontiguousarray average
bitwise_not cbrt ceil conj conjugate copy cos cosh cumprod cumsum deg2rad diag diagflat diagonal diff empty_like exp exp2
expand_dims expm1 fabs fix flatten flip fliplr flipud floor full_like imag log log10 log1p log2 max mean min moveaxis nanmean
negative ones_like positive prod ptp rad2deg ravel real reciprocal repeat reshape rot90 round sign sin sinc sinh sort sqrt
square squeeze std sum swapaxes tan tanh trace transpose triu vander var zeros_like
""".split()
# Functions with a result for each argument, weak where that argument is.
_EACH = "atleast_1d atleast_2d atleast_3d ix_".split()
# Functions of two operands that promote, with a weak result where both are weak.
_PAIRS = "matmul hypot".split()
# Functions that multiply by a constant of NumPy's, which is float64.
_IN_FLOAT64 = "log2 log10".split()

_own: dict[str, Any] = {}


def _has_dtype(name: str, args: tuple, kwargs: dict) -> bool:
    if kwargs.get("dtype") is not None:
        return True
    places = {"array": 1, "asarray": 1, "asanyarray": 1, "ascontiguousarray": 1, "zeros_like": 1, "ones_like": 1}
    place = places.get(name, 2 if name == "full_like" else None)
    return place is not None and len(args) > place and args[place] is not None


def _keeping(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(*args: Any, **kwargs: Any) -> Any:
        weak = bool(args) and not _has_dtype(name, args, kwargs) and is_weak_operand(args[0])
        result = function(*strong(args), **strong(kwargs))
        if name in _IN_FLOAT64 and result.dtype == dtypes.float32:
            result = function(cast(as_array(strong(args[0])), dtypes.float64))
        return weakened(result, weak)

    return weak_function


def _each(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(*args: Any) -> Any:
        result = function(*strong(args))
        if not isinstance(result, (list, tuple)):
            return weakened(result, is_weak_operand(args[0]))
        return type(result)(weakened(item, is_weak_operand(arg)) for item, arg in zip(result, args, strict=True))

    return weak_function


def _pair(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(x1: Any, x2: Any) -> Any:
        target = conversion_rules.target_of(x1, x2, Settings.mode == "safe")
        if target is None:
            return function(strong(x1), strong(x2))
        dtype, weak = target
        return weakened(function(as_array(strong(x1), dtype), as_array(strong(x2), dtype)), weak)

    return weak_function


def _plain(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def weak_function(*args: Any, **kwargs: Any) -> Any:
        weak = name == "arange" and not _has_dtype(name, args, kwargs) and all(is_weak_operand(arg) for arg in args)
        return weakened(function(*args, **kwargs), weak)

    return weak_function


def keep_weak() -> None:
    """Puts the functions in place."""
    import graphwright.experimental.numpy as namespace

    if _own:
        return
    for names, wrap in ((_KEEPING, _keeping), (_EACH, _each), (_PAIRS, _pair), (["arange"], _plain)):
        for name in names:
            function = exported(f"experimental.numpy.{name}")
            _own[name] = function
            setattr(namespace, name, functools.wraps(function)(wrap(name, function)))


def forget_weak() -> None:
    """Puts the functions back that were there before."""
    if not _own:
        return
    import graphwright.experimental.numpy as namespace

    for name, function in _own.items():
        setattr(namespace, name, function)
    _own.clear()
