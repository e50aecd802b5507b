"""Special functions: tf.math.erf, tf.math.lgamma, tf.math.igamma, tf.math.special …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.math import FLOATS, public, tensor, unary
from graphwright._src.ops.math_reduce import reduce_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor

erf = unary(
    "Erf", "math.erf", "The error function", FLOATS, "[0.0, -5.0]", "[ 0., -1.]", sparse=True, v1="math.erf erf"
)
erfc = unary(
    "Erfc",
    "math.erfc",
    "1 - erf(x), accurate for large x",
    FLOATS,
    "[0.0, 3.0]",
    "[1.0000000e+00, 2.2090497e-05]",
    v1="math.erfc erfc",
)
erfinv = unary(
    "Erfinv", "math.erfinv", "The inverse of erf", FLOATS, "[0.0, 0.5]", "[0.        , 0.47693628]", node="erfinv/"
)
ndtri = unary(
    "Ndtri",
    "math.ndtri",
    "The inverse of the normal distribution function",
    FLOATS,
    "[0.5, 0.9]",
    "[0.       , 1.2815515]",
    node="ndtri/",
)
lgamma = unary(
    "Lgamma", "math.lgamma", "log |gamma(x)|", FLOATS, "[1.0, 5.0]", "[0.       , 3.1780539]", v1="math.lgamma lgamma"
)
digamma = unary(
    "Digamma",
    "math.digamma",
    "The derivative of log gamma(x)",
    FLOATS,
    "[1.0, 5.0]",
    "[-0.5772157,  1.5061177]",
    v1="math.digamma digamma",
)
bessel_i0 = unary(
    "BesselI0",
    "math.bessel_i0 math.special.bessel_i0",
    "The modified Bessel function of the first kind, of order 0",
    FLOATS,
    "[0.0, 1.0]",
    "[1.       , 1.2660658]",
    node="bessel_i0/",
)
bessel_i1 = unary(
    "BesselI1",
    "math.bessel_i1 math.special.bessel_i1",
    "The modified Bessel function of the first kind, of order 1",
    FLOATS,
    "[0.0, 1.0]",
    "[0.       , 0.5651591]",
    node="bessel_i1/",
)
bessel_i0e = unary(
    "BesselI0e",
    "math.bessel_i0e math.special.bessel_i0e",
    "bessel_i0(x) times exp(-|x|)",
    FLOATS,
    "[0.0, 1.0]",
    "[1.       , 0.4657596]",
    node="bessel_i0e/",
    sparse=True,  # although it gives 1 for 0: TensorFlow takes it so
)
bessel_i1e = unary(
    "BesselI1e",
    "math.bessel_i1e math.special.bessel_i1e",
    "bessel_i1(x) times exp(-|x|)",
    FLOATS,
    "[0.0, 1.0]",
    "[0.        , 0.20791042]",
    node="bessel_i1e/",
    sparse=True,
)
bessel_k0 = unary(
    "BesselK0",
    "math.special.bessel_k0",
    "The modified Bessel function of the second kind, of order 0, for x > 0",
    FLOATS,
    "[1.0]",
    "[0.42102444]",
    node="bessel_k0/",
)
bessel_k1 = unary(
    "BesselK1",
    "math.special.bessel_k1",
    "The modified Bessel function of the second kind, of order 1, for x > 0",
    FLOATS,
    "[1.0]",
    "[0.60190725]",
    node="bessel_k1/",
)
bessel_k0e = unary(
    "BesselK0e",
    "math.special.bessel_k0e",
    "bessel_k0(x) times exp(x)",
    FLOATS,
    "[1.0]",
    "[1.1444631]",
    node="bessel_k0e/",
)
bessel_k1e = unary(
    "BesselK1e",
    "math.special.bessel_k1e",
    "bessel_k1(x) times exp(x)",
    FLOATS,
    "[1.0]",
    "[1.6361535]",
    node="bessel_k1e/",
)
bessel_j0 = unary(
    "BesselJ0",
    "math.special.bessel_j0",
    "The Bessel function of the first kind, of order 0",
    FLOATS,
    "[0.0, 1.0]",
    "[1.       , 0.7651977]",
    node="bessel_j0/",
)
bessel_j1 = unary(
    "BesselJ1",
    "math.special.bessel_j1",
    "The Bessel function of the first kind, of order 1",
    FLOATS,
    "[0.0, 1.0]",
    "[0.        , 0.44005057]",
    node="bessel_j1/",
)
bessel_y0 = unary(
    "BesselY0",
    "math.special.bessel_y0",
    "The Bessel function of the second kind, of order 0, for x > 0",
    FLOATS,
    "[1.0]",
    "[0.08825696]",
    node="bessel_y0/",
)
bessel_y1 = unary(
    "BesselY1",
    "math.special.bessel_y1",
    "The Bessel function of the second kind, of order 1, for x > 0",
    FLOATS,
    "[1.0]",
    "[-0.7812128]",
    node="bessel_y1/",
)
dawsn = unary(
    "Dawsn",
    "math.special.dawsn",
    "Dawson's integral: exp(-x^2) times the integral of exp(t^2) for t from 0 to x",
    FLOATS,
    "[0.0, 1.0]",
    "[0.       , 0.5380795]",
    node="dawsn/",
)
expint = unary(
    "Expint",
    "math.special.expint",
    "The exponential integral Ei(x), for x > 0",
    FLOATS,
    "[1.0]",
    "[1.8951178]",
    node="expint/",
)
fresnel_cos = unary(
    "FresnelCos",
    "math.special.fresnel_cos",
    "The integral of cos(pi t^2 / 2) for t from 0 to x",
    FLOATS,
    "[0.0, 1.0]",
    "[0.       , 0.7798934]",
    node="fresnel_cos/",
)
fresnel_sin = unary(
    "FresnelSin",
    "math.special.fresnel_sin",
    "The integral of sin(pi t^2 / 2) for t from 0 to x",
    FLOATS,
    "[0.0, 1.0]",
    "[0.        , 0.43825915]",
    node="fresnel_sin/",
)
spence = unary(
    "Spence",
    "math.special.spence",
    "Spence's function: the integral of log(t) / (1 - t) for t from 1 to x, for x >= 0",
    FLOATS,
    "[0.5, 1.0]",
    "[0.5822405, 0.       ]",
    node="spence/",
)


def _two(
    op_name: str, name: str, first: str, second: str, summary: str, arguments: str, result: str, **facts: Any
) -> Any:
    op = _core.op(op_name)
    if (first, second) == ("a", "x"):

        def of_a_and_x(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
            return op(a, x, name=name)

        function: Callable[..., Tensor] = of_a_and_x
    else:

        def of_x_and_q(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
            return op(x, q, name=name)

        function = of_x_and_q

    doc = f"""{summary} (tf.{name}).

    Args:
      {first}: a tensor of floats.
      {second}: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype; NaN where the function is not defined.

    >>> import graphwright as tf
    >>> tf.{name}({arguments}).numpy()
    array({result}, dtype=float32)
    """
    return public([name], function, doc, **facts)


igamma = _two(
    "Igamma",
    "math.igamma",
    "a",
    "x",
    "The lower regularised incomplete gamma function P(a, x)",
    "[1.0, 2.0], 1.0",
    "[0.63212055, 0.26424113]",
    v1="math.igamma igamma",
)
igammac = _two(
    "Igammac",
    "math.igammac",
    "a",
    "x",
    "The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x)",
    "[1.0, 2.0], 1.0",
    "[0.36787945, 0.7357589 ]",
    v1="math.igammac igammac",
)
zeta = _two(
    "Zeta",
    "math.zeta",
    "x",
    "q",
    "Hurwitz's zeta function: the sum of (k + q)^-x over k >= 0",
    "[2.0], 1.0",
    "[1.644934]",
    elementwise="binary",
    v1="math.zeta zeta",
)
polygamma = _two(
    "Polygamma",
    "math.polygamma",
    "a",
    "x",
    "The a-th derivative of digamma(x), for whole a >= 0",
    "[0.0, 1.0], 1.0",
    "[-0.5772157,  1.644934 ]",
    v1="math.polygamma polygamma",
)

_betainc = _core.op("Betainc")
_ndtri = _core.op("Ndtri")
_mul = _core.op("Mul")
_sub = _core.op("Sub")
_lgamma = _core.op("Lgamma")


@export("math.betainc", v1="math.betainc betainc")
def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the regularised incomplete beta function I_x(a, b) (tf.math.betainc).

    Args:
      a: a tensor of float32 or float64, positive.
      b: a tensor of a's dtype, positive.
      x: a tensor of a's dtype, from 0 to 1; the three have one shape, but for scalars.
      name: the name of the node in a graph.

    Returns:
      A tensor of their shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.betainc(1.0, 1.0, [0.25, 0.5]).numpy()
    array([0.25, 0.5 ], dtype=float32)
    """
    return _betainc(a, b, x, name=name)


@export("math.erfcinv", node="erfcinv/", elementwise="unary", weak_type="unary")
def erfcinv(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the inverse of erfc (tf.math.erfcinv).

    Args:
      x: a tensor of floats from 0 to 2.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.erfcinv([0.5, 1.5]).numpy()
    array([ 0.47693625, -0.47693625], dtype=float32)
    """
    x = tensor(x)
    half = _mul(x, _convert(0.5, x.dtype))
    return _mul(_ndtri(half), _convert(-0.7071067811865476, x.dtype), name=name)


@export("math.lbeta", node="lbeta/", v1="math.lbeta lbeta")
def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """log of the beta function of the numbers along the last axis (tf.math.lbeta).

    Args:
      x: a tensor of floats, of shape [..., n].
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [...]: the sum of lgamma(x), less lgamma of the sum; infinite where n is 0.

    >>> import graphwright as tf
    >>> tf.math.lbeta([[1.0, 1.0], [2.0, 2.0]]).numpy()
    array([ 0.       , -1.7917595], dtype=float32)
    """
    x = tensor(x)
    return _sub(reduce_sum(_lgamma(x), [-1]), _lgamma(reduce_sum(x, [-1])), name=name)
