"""The dtype that two operands get in the modes "safe" and "all": a lattice with weak numbers."""

from __future__ import annotations

import numpy as np

from graphwright import _core
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.weak_tensor import WeakTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Tensor = _core.Tensor

_FLOATS = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)
_EXACT_BITS = {
    dtypes.bfloat16: 8,
    dtypes.float16: 11,
    dtypes.float32: 24,
    dtypes.float64: 53,
    dtypes.complex64: 24,
    dtypes.complex128: 53,
}


def kind_of(x: object) -> tuple[dtypes.DType, bool] | None:
    """Returns the dtype of an operand and whether it is weak, as Python's numbers are; None for what is no number.

    Raises:
      OverflowError: an int that int32 cannot hold.
    """
    if isinstance(x, (Tensor, _core.ResourceVariable)):
        return x.dtype, False
    if type(x) is WeakTensor:
        return x.dtype, True
    if isinstance(x, (np.ndarray, np.generic)):
        try:
            return dtypes.as_dtype(x.dtype), False
        except TypeError:
            return None
    if isinstance(x, bool):
        return dtypes.bool, False
    if isinstance(x, int):
        if not -(2**31) <= x < 2**31:
            raise OverflowError(f"the Python integer {x} is too large for int32, the dtype of weak integers")
        return dtypes.int32, True
    if isinstance(x, float):
        return dtypes.float32, True
    if isinstance(x, complex):
        return dtypes.complex128, True
    if x is None:
        raise ValueError("Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.")
    if isinstance(x, (list, tuple, range)):
        kinds = [kind_of(leaf) for leaf in (x if isinstance(x, range) else nest.flatten(x))]
        if not kinds:
            return dtypes.float32, True
        result = kinds[0]
        for kind in kinds[1:]:
            if result is None or kind is None:
                return None
            result = joined(result, kind)
        return result
    return None


def _rank(dtype: dtypes.DType) -> int:
    return 0 if dtype == dtypes.bool else 1 if dtype.is_integer else 2 if dtype.is_floating else 3


def joined(one: tuple[dtypes.DType, bool], other: tuple[dtypes.DType, bool]) -> tuple[dtypes.DType, bool]:
    """Returns what two kinds of operands become together in the mode "all"."""
    if _rank(one[0]) > _rank(other[0]):
        one, other = other, one
    (low, low_weak), (high, high_weak) = one, other
    if low == high:
        return low, low_weak and high_weak
    if low == dtypes.bool:
        return high, high_weak
    if _rank(low) == _rank(high):
        if low_weak != high_weak:
            return (high, False) if low_weak else (low, False)
        result = _same_rank(low, high)
        return result, low_weak or (low.is_integer and result.is_floating)
    if not high_weak:
        if high == dtypes.complex64 and low == dtypes.float64 and not low_weak:
            return dtypes.complex128, False
        return high, False
    # A weak float or complex number beside a stronger kind of number.
    if high == dtypes.float32:
        return (high, True) if low_weak else (dtypes.float64, True)
    if high == dtypes.float64 or low_weak or low.is_integer:
        return high, True
    return (dtypes.complex128 if low == dtypes.float64 else dtypes.complex64), False


def _same_rank(low: dtypes.DType, high: dtypes.DType) -> dtypes.DType:
    if {low, high} == {dtypes.bfloat16, dtypes.float16}:
        return dtypes.float32
    if low.is_floating:
        return max(low, high, key=_FLOATS.index)
    if low.is_complex:
        return dtypes.complex128
    return dtypes.as_dtype(np.promote_types(low.as_numpy_dtype, high.as_numpy_dtype))


def _exact(dtype: dtypes.DType, target: dtypes.DType) -> bool:
    """Tells whether a dtype's values all exist in another one."""
    if dtype == target or not dtype.is_integer or target.is_integer:
        return True
    bits = dtype.size * 8
    return bits <= _EXACT_BITS[target]


def target_of(x: object, y: object, safe: bool) -> tuple[dtypes.DType, bool] | None:
    """Returns the dtype for both operands and whether it is weak; None where one of them is no number.

    Raises:
      TypeError: "safe" asks for more than they can have without loss.
    """
    one, other = kind_of(x), kind_of(y)
    if one is None or other is None or dtypes.string in (one[0], other[0]):
        return None
    for dtype, _ in (one, other):
        if not (dtype == dtypes.bool or dtype.is_integer or dtype.is_floating or dtype.is_complex):
            return None
    result = joined(one, other)
    if safe:
        check_safe(one, other, result[0])
    return result


def check_safe(one: tuple[dtypes.DType, bool], other: tuple[dtypes.DType, bool], result: dtypes.DType) -> None:
    """Raises TypeError where a dtype for two kinds of operands could lose what they hold, or is none of theirs."""
    if result in (one[0], other[0]) and all(weak or _exact(dtype, result) for dtype, weak in (one, other)):
        return
    raise TypeError(
        f"In promotion mode PromoMode.SAFE, implicit dtype promotion between ({_text(one)}) and ({_text(other)}) is "
        "disallowed. You need to explicitly specify the dtype in your op, or relax your dtype promotion rules (such "
        "as from SAFE mode to ALL mode)."
    )


def result_dtype(values: Iterable[object], safe: bool) -> dtypes.DType:
    """Returns the dtype that values, or dtypes, have together.

    Raises:
      TypeError: a value is no number, or "safe" asks for more than they can have without loss.
      ValueError: there are no values.
    """
    result = None
    for value in values:
        kind = _kind_or_dtype(value)
        if kind is None:
            raise TypeError(f"{value!r} has no dtype that could be promoted")
        if result is None:
            result = kind
            continue
        both = joined(result, kind)
        if safe:
            check_safe(result, kind, both[0])
        result = both
    if result is None:
        raise ValueError("at least one value or dtype is needed")
    return result[0]


def _kind_or_dtype(value: object) -> tuple[dtypes.DType, bool] | None:
    if value is float or value is int or value is complex:
        return kind_of(value(0))
    if value is bool:
        return dtypes.bool, False
    if isinstance(value, (dtypes.DType, np.dtype, type)) or isinstance(value, str):
        return dtypes.as_dtype(value), False
    return kind_of(value)


def _text(kind: tuple[dtypes.DType, bool]) -> str:
    return f"{kind[0]!r}, weak={kind[1]}"
