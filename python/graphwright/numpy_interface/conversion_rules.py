"""Which dtype two operands get in the modes "safe" and "all": a lattice with weak Python numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright import _core, dtypes, nest
from graphwright.numpy_interface.promotion import Tensor

_FLOATS = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)
_EXACT_BITS = {
    dtypes.bfloat16: 8,
    dtypes.float16: 11,
    dtypes.float32: 24,
    dtypes.float64: 53,
    dtypes.complex64: 24,
    dtypes.complex128: 53,
}


def kind_of(x: Any) -> tuple[dtypes.DType, bool] | None:
    """The dtype of an operand and whether it is weak, as Python's numbers are; None for what is no number.

    Raises:
      OverflowError: an int that int32 cannot hold.
    """
    if isinstance(x, (Tensor, _core.ResourceVariable)):
        return x.dtype, False
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
    if isinstance(x, (list, tuple)):
        kinds = [kind_of(leaf) for leaf in nest.flatten(x)]
        if not kinds or None in kinds:
            return None
        result = kinds[0]
        for kind in kinds[1:]:
            result = joined(result, kind)
        return result
    return None


def _rank(dtype: dtypes.DType) -> int:
    return 0 if dtype == dtypes.bool else 1 if dtype.is_integer else 2 if dtype.is_floating else 3


def joined(one: tuple[dtypes.DType, bool], other: tuple[dtypes.DType, bool]) -> tuple[dtypes.DType, bool]:
    """What two kinds of operands become together in the mode "all"."""
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
        return _same_rank(low, high), low_weak
    if not high_weak:
        if high == dtypes.complex64 and low == dtypes.float64 and not low_weak:
            return dtypes.complex128, False
        return high, False
    # A weak float or complex number beside a stronger kind of number.
    if high == dtypes.float32:
        return (high, True) if low_weak else (dtypes.float64, True)
    if low_weak or low.is_integer or low == dtypes.float64:
        return dtypes.complex128, True
    return dtypes.complex64, False


def _same_rank(low: dtypes.DType, high: dtypes.DType) -> dtypes.DType:
    if {low, high} == {dtypes.bfloat16, dtypes.float16}:
        return dtypes.float32
    if low.is_floating:
        return max(low, high, key=_FLOATS.index)
    if low.is_complex:
        return dtypes.complex128
    return dtypes.as_dtype(np.promote_types(low.as_numpy_dtype, high.as_numpy_dtype))


def _exact(dtype: dtypes.DType, target: dtypes.DType) -> bool:
    """Whether a dtype's values all exist in another one."""
    if dtype == target or not dtype.is_integer or target.is_integer:
        return True
    bits = dtype.size * 8
    return bits <= _EXACT_BITS[target]


def target_dtype(x: Any, y: Any, safe: bool) -> dtypes.DType | None:
    """The dtype for both operands; None where one of them is no number.

    Raises:
      TypeError: "safe" asks for more than they can have without loss.
    """
    one, other = kind_of(x), kind_of(y)
    if one is None or other is None or dtypes.string in (one[0], other[0]):
        return None
    for dtype, _ in (one, other):
        if not (dtype == dtypes.bool or dtype.is_integer or dtype.is_floating or dtype.is_complex):
            return None
    result, _ = joined(one, other)
    if safe and not (
        result in (one[0], other[0]) and all(weak or _exact(dtype, result) for dtype, weak in (one, other))
    ):
        raise TypeError(
            f"In promotion mode PromoMode.SAFE, implicit dtype promotion between ({_text(one)}) and ({_text(other)}) is "
            "disallowed. You need to explicitly specify the dtype in your op, or relax your dtype promotion rules (such "
            "as from SAFE mode to ALL mode)."
        )
    return result


def _text(kind: tuple[dtypes.DType, bool]) -> str:
    return f"{kind[0]!r}, weak={kind[1]}"
