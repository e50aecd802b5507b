"""Elementwise functions at all edges of their dtypes, judged by mpmath: no further from the exact result than TensorFlow's."""

import functools
import re

import ml_dtypes
import mpmath
import numpy as np

from generated.edges.edge_numbers import FLOATS, edges
from support.sampling import numpy_dtype, resolve, to_tensor

mp = mpmath.mp.clone()
mp.prec = 400


def _real(value):
    """The value as a float of the context, NaN where it is complex."""
    if isinstance(value, mp.mpc):
        return value.real if value.imag == 0 else mp.nan
    return mp.mpf(value)


def _softplus(x):
    return x + mp.log1p(mp.exp(-x)) if x > 0 else mp.log1p(mp.exp(x))


def _lgamma(x):
    if x <= 0 and x == mp.floor(x):
        return mp.inf
    return mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x)


def _floormod(x, y):
    return x - y * mp.floor(x / y)


def _xlogy(x, y):
    return mp.zero if x == 0 else x * mp.log(y)


# Exact values of finite arguments; what they raise, or give beyond the real numbers, is left to TensorFlow.
UNARY = {
    "math.abs": abs,
    "math.square": lambda x: x * x,
    "math.sqrt": mp.sqrt,
    "math.rsqrt": lambda x: 1 / mp.sqrt(x),
    "math.reciprocal": lambda x: 1 / x,
    "math.exp": mp.exp,
    "math.expm1": mp.expm1,
    "math.log": mp.log,
    "math.log1p": lambda x: mp.log1p(x),
    "math.sin": mp.sin,
    "math.cos": mp.cos,
    "math.tan": mp.tan,
    "math.asin": mp.asin,
    "math.acos": mp.acos,
    "math.atan": mp.atan,
    "math.sinh": mp.sinh,
    "math.cosh": mp.cosh,
    "math.tanh": mp.tanh,
    "math.asinh": mp.asinh,
    "math.acosh": mp.acosh,
    "math.atanh": mp.atanh,
    "math.sigmoid": lambda x: 1 / (1 + mp.exp(-x)),
    "math.log_sigmoid": lambda x: -_softplus(-x),
    "math.softplus": _softplus,
    "math.erf": mp.erf,
    "math.erfc": mp.erfc,
    "math.lgamma": _lgamma,
    "math.digamma": mp.digamma,
    "math.ndtri": lambda x: mp.sqrt(2) * mp.erfinv(2 * x - 1),
    "math.erfinv": mp.erfinv,
    "math.erfcinv": lambda x: mp.erfinv(1 - x),
    "math.bessel_i0": lambda x: mp.besseli(0, x),
    "math.bessel_i0e": lambda x: mp.besseli(0, x) * mp.exp(-abs(x)),
    "math.bessel_i1": lambda x: mp.besseli(1, x),
    "math.bessel_i1e": lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
    "math.special.bessel_j0": lambda x: mp.besselj(0, x),
    "math.special.bessel_j1": lambda x: mp.besselj(1, x),
    "math.special.bessel_y0": lambda x: mp.bessely(0, x),
    "math.special.bessel_y1": lambda x: mp.bessely(1, x),
    "math.special.bessel_k0": lambda x: mp.besselk(0, x),
    "math.special.bessel_k1": lambda x: mp.besselk(1, x),
    "math.special.bessel_k0e": lambda x: mp.besselk(0, x) * mp.exp(x),
    "math.special.bessel_k1e": lambda x: mp.besselk(1, x) * mp.exp(x),
    "math.special.expint": lambda x: mp.ei(x),
    "math.special.dawsn": lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x),
    "math.special.fresnel_cos": mp.fresnelc,
    "math.special.fresnel_sin": mp.fresnels,
    "math.special.spence": lambda x: mp.polylog(2, 1 - x),
    "math.floor": mp.floor,
    "math.ceil": mp.ceil,
    "math.sign": mp.sign,
    "nn.relu": lambda x: max(x, mp.zero),
    "nn.relu6": lambda x: min(max(x, mp.zero), mp.mpf(6)),
    "nn.elu": lambda x: x if x > 0 else mp.expm1(x),
    "nn.selu": lambda x: (
        mp.mpf("1.0507009873554804934193349852946")
        * (x if x > 0 else mp.mpf("1.6732632423543772848170429916717") * mp.expm1(x))
    ),
    "nn.softsign": lambda x: x / (1 + abs(x)),
    "nn.silu": lambda x: x / (1 + mp.exp(-x)),
    "nn.gelu": lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2,
    "nn.leaky_relu": lambda x: x if x > 0 else x * mp.mpf(np.float32(0.2).item()),
}
BINARY = {
    "math.add": lambda x, y: x + y,
    "math.subtract": lambda x, y: x - y,
    "math.multiply": lambda x, y: x * y,
    "math.divide": lambda x, y: x / y,
    "math.divide_no_nan": lambda x, y: mp.zero if y == 0 else x / y,
    "math.multiply_no_nan": lambda x, y: x * y,
    "math.floordiv": lambda x, y: mp.floor(x / y),
    "math.floormod": _floormod,
    "math.maximum": max,
    "math.minimum": min,
    "math.squared_difference": lambda x, y: (x - y) ** 2,
    "math.pow": lambda x, y: x**y,
    "math.atan2": mp.atan2,
    "math.xlogy": _xlogy,
    "math.xlog1py": lambda x, y: mp.zero if x == 0 else x * mp.log1p(y),
    "math.xdivy": lambda x, y: mp.zero if x == 0 else x / y,
    "math.igamma": lambda a, x: mp.gammainc(a, 0, x, regularized=True),
    "math.igammac": lambda a, x: mp.gammainc(a, x, regularized=True),
    "math.zeta": lambda x, q: mp.zeta(x, q),
    "math.polygamma": lambda a, x: mp.psi(int(a), x) if a == mp.floor(a) and a >= 0 else mp.nan,
    "math.nextafter": None,
}
# Their series do not end in any time for these.
HARD = {"math.igamma", "math.igammac", "math.zeta", "math.polygamma"}
FEW = (0.0, 1e-3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 100.0, -0.5, -1.0, -2.0, np.inf, -np.inf, np.nan)


# Where more than four units of the last place are fine.
ULP = {"math.igamma": 20, "math.igammac": 20, "math.special.bessel_k1": 8, "math.special.bessel_k1e": 8}


def arguments(name, dtype):
    """The arguments on which a function is tried."""
    if name in UNARY:
        return [edges(dtype)]
    numbers = np.array(FEW).astype(numpy_dtype(dtype)) if name in HARD else edges(dtype)
    if name not in HARD:
        numbers = np.concatenate([numbers[::3], numbers[-3:]])
    first, second = np.meshgrid(numbers, numbers, indexing="ij")
    return [first.ravel(), second.ravel()]


@functools.lru_cache(100_000)
def exact(name, dtype, *values):
    """The exact result, rounded to dtype; None where mpmath has none."""
    function = (UNARY.get(name) or BINARY.get(name)) if name in UNARY or name in BINARY else None
    if function is None or not all(np.isfinite(values)):
        return None
    if name not in ("math.square", "math.abs", "math.floor", "math.ceil", "math.sign") and max(map(abs, values)) > 1e6:
        if any(part in name for part in ("bessel", "expint", "dawsn", "fresnel", "spence", "gamma", "zeta", "pow")):
            return None
        if any(part in name for part in ("exp", "sinh", "cosh", "elu", "sigmoid", "softplus", "tanh")):
            return None  # beyond all dtypes, or their limit
    try:
        value = _real(function(*map(mp.mpf, values)))
    except (ZeroDivisionError, ValueError, TypeError, OverflowError, mp.NoConvergence, NotImplementedError):
        return None
    return value


def errors(name, dtype, values, results):
    """How far results are from the exact ones, in units of the last place; None where that is not known."""
    info = ml_dtypes.finfo(numpy_dtype(dtype))
    eps, tiny, largest = (mp.mpf(float(x)) for x in (info.eps, info.tiny, info.max))
    found = []
    for result in results:
        want = exact(name, dtype, *values)
        if want is None:
            found.append(None)
            continue
        result = float(result)
        if mp.isnan(want):
            found.append(0.0 if np.isnan(result) else np.inf)
        elif abs(want) > largest * (1 + eps / 4):
            found.append(0.0 if result == float(mp.sign(want)) * np.inf else np.inf)
        elif not np.isfinite(result):
            found.append(np.inf)
        else:
            found.append(float(abs(mp.mpf(result) - want) / (eps * max(abs(want), tiny))))
    return found


def differing(tf, gw, name, dtype, ulp):
    """What of a function's results is worse than TensorFlow's: (arguments, theirs, ours, errors)."""
    arrays = arguments(name, dtype)
    results = []
    for module in (tf, gw):
        try:
            results.append(np.asarray(resolve(module, name)(*(to_tensor(module, a) for a in arrays)).numpy()))
        except Exception as error:
            results.append(error)
    want, got = results
    if isinstance(want, Exception):
        return []
    if isinstance(got, Exception):
        return [("all", "a value", repr(got), None)]
    eps, tiny = (float(getattr(ml_dtypes.finfo(numpy_dtype(dtype)), what)) for what in ("eps", "tiny"))
    found = []
    for place in range(want.size):
        w, g = float(want[place]), float(got[place])
        if w == g or (w != w and g != g):
            continue
        values = [float(a[place]) for a in arrays]
        if any(0 < abs(x) < tiny for x in (*values, g)):
            continue  # numbers that are not normal are 0 to TensorFlow
        if np.isfinite(w) and abs(w - g) <= ulp * eps * abs(w):
            continue
        theirs, ours = errors(name, dtype, values, [w, g])
        ulp = max(ulp, ULP.get(name, 0))
        if ours is not None and (ours <= ulp or ours <= theirs):
            continue
        if not any(re.match(names, name) and holds(*values) for names, holds, _ in KNOWN):
            found.append((values, w, g, (theirs, ours)))
    return found


# What differs where mpmath has no answer, and why that stays: names, arguments, reason.
KNOWN = [
    (r"math\.erf$", np.isinf, "the limit is 1, TensorFlow gives NaN"),
    (r"math\.erfcinv", lambda x: 0 < x < 1e-100, "1 - x is 1 to mpmath, too; TensorFlow gives infinity"),
    (
        r"math\.erfc?inv",
        lambda x: not 0 <= x <= 1,
        "beyond the domain it is NaN; TensorFlow gives infinity right beside it",
    ),
    (r"math\.bessel_i[01]$", np.isinf, "the limit is infinite, TensorFlow gives NaN"),
    (r"math\.special\.bessel_[jy]", lambda x: abs(x) > 1e6, "the phase is lost in TensorFlow, and NaN at infinity"),
    (r"math\.special\.(expint|spence)", lambda x: x > 1e30, "TensorFlow gives NaN where the limit is infinite"),
    (r"math\.special\.dawsn", lambda x: abs(x) > 1e6, "TensorFlow forgets the sign"),
    (r"math\.igamma", lambda a, x: np.isinf(a) and np.isinf(x), "infinity of infinity: TensorFlow gives 0"),
    (r"math\.igamma$", lambda a, x: a != a, "TensorFlow makes 0 of NaN"),
    (r"math\.igammac?$", lambda a, x: a >= 100 and x < a / 2, "digits of what is next to nothing, as TensorFlow's"),
    (
        r"math\.zeta|math\.polygamma",
        lambda s, q: s != s or q != q or np.isinf(s) or s >= 100,
        "NaN stays NaN; no bound of the order",
    ),
    (r"math\.digamma|math\.polygamma", lambda *x: abs(x[-1] + 0.5) < 0.01, "next to a root"),
    (
        r"math\.(floormod|floordiv)",
        lambda x, y: abs(y) < 1e-30 or abs(x) > 1e30 or np.isinf(y),
        "TensorFlow's quotient overflows",
    ),
]

__all__ = ["BINARY", "FLOATS", "UNARY", "differing"]
