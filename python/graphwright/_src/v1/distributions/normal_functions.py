"""The normal distribution's cumulative function, its logarithm and its inverse."""

from __future__ import annotations

import math

from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import math_special
from graphwright._src.ops.math import abs as absolute
from graphwright._src.ops.math import exp, log, log1p
from graphwright._src.ops.math_binary import maximum, minimum
from graphwright._src.ops.math_convert import where
from graphwright._src.ops.math_special import erf, erfc
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright import Tensor

# Below the first the logarithm is an asymptotic series, above the second as good as minus the other tail.
_TAILS = {dtypes.float32: (-10.0, 5.0), dtypes.float64: (-20.0, 8.0)}


def _require_supported(x: Tensor) -> None:
    if x.dtype not in _TAILS:
        raise TypeError(f"functions of the normal distribution take float32 and float64, got {x.dtype.name}")


def _cumulative(x: Tensor) -> Tensor:
    scaled = x * math.sqrt(0.5)
    size = absolute(scaled)
    tail = where(scaled > 0.0, 2.0 - erfc(size), erfc(size))
    return 0.5 * where(size < math.sqrt(0.5), 1.0 + erf(scaled), tail)


def cumulative(x: Tensor) -> Tensor:
    """Returns the probability that a standard normal number is at most x."""
    _require_supported(x)
    with name_scope("ndtr"):
        return _cumulative(x)


def log_cumulative(x: Tensor) -> Tensor:
    """Returns the logarithm of `cumulative`, in both tails as exactly as around zero.

    Far below zero, where the probability itself is too small for its dtype, it is
    -x**2 / 2 - log(-x sqrt(2 pi)) + log(1 - 1/x**2 + 3/x**4 - 15/x**6).
    """
    _require_supported(x)
    lower, upper = _TAILS[x.dtype]
    with name_scope("log_ndtr"):
        # What is not chosen is computed at the edge of its range, so that its gradient is finite.
        far = minimum(x, lower)
        inverse = 1.0 / (far * far)
        series = 1.0 - inverse * (1.0 - inverse * (3.0 - 15.0 * inverse))
        below = -0.5 * far * far - log(-far) - 0.5 * math.log(2.0 * math.pi) + log(series)
        return where(x > upper, -_cumulative(-x), where(x > lower, log(_cumulative(maximum(x, lower))), below))


def inverse_cumulative(p: Tensor) -> Tensor:
    """Returns the number below which a standard normal one is with the probability p."""
    _require_supported(p)
    return math_special.ndtri(p)


def log_cumulative_laplace(x: Tensor) -> Tensor:
    """Returns the logarithm of the probability that a standard Laplace number is at most x."""
    with name_scope("log_cdf_laplace"):
        below = x - math.log(2.0)
        above = log1p(-0.5 * exp(-absolute(x)))
        return where(x < 0.0, below, above)
