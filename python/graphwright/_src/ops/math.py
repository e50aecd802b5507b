"""Elementwise functions of one tensor: tf.exp, tf.abs, tf.round, tf.math.is_nan …

Functions that do nothing but call one op are made by `unary` from a sentence and an example.
"""

from __future__ import annotations

import sys

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.tensor.conversion import given_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor


def public(
    names: Sequence[str], function: Callable, doc: str, op: str | None = None, words: str = "", **facts: Any
) -> Any:
    """Names, documents and exports a function made by a closure; the last name is the one its text uses.

    `op` and `words` are those of `direct`, for a function that has a short way, and `facts` those of `export`.
    """
    function.__name__ = function.__qualname__ = names[0].rpartition(".")[2]
    function.__module__ = sys._getframe(2).f_globals["__name__"]  # of the file that calls what calls this
    function.__doc__ = doc
    return export(*names, **facts)(direct(op, words)(function) if op else function)


def example_of(name: str, arguments: str, result: str) -> str:
    """Returns a doctest of a call whose result is an array of bool, int32 or float32."""
    kind = "" if "True" in result else (", dtype=float32" if "." in result else ", dtype=int32")
    return f""">>> import graphwright as tf
    >>> tf.{name}({arguments}).numpy()
    array({result}{kind})
    """


def unary(
    op_name: str,
    names: str,
    summary: str,
    takes: str,
    arguments: str,
    result: str,
    gives: str = "",
    elementwise: str | None = "unary",
    weak_type: str | None = "unary",
    **facts: Any,
) -> Any:
    """Returns a public function `f(x, name=None)` that calls one op; what `export` is told as well is in `facts`."""
    op = _core.op(op_name)

    def function(x: TensorLike, name: str | None = None) -> Tensor:
        return op(x, name=name)

    public_names = names.split()
    doc = f"""{summary} (tf.{public_names[0]}).

    Args:
      x: a tensor of {takes}, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and {gives or "dtype"}.

    {example_of(public_names[0], arguments, result)}"""
    facts |= {"elementwise": elementwise, "weak_type": weak_type}
    return public(public_names, function, doc, op_name, "tensor name", **facts)


# ---- one tensor ----

FLOATS = "floats"
COMPLEX = "floats or complex numbers"
SIGNED = "signed or complex numbers"

negative = unary("Neg", "math.negative negative", "-x", SIGNED, "[1, -2]", "[-1,  2]", sparse=True)
square = unary("Square", "math.square square", "x * x", "numbers", "[2, -3]", "[4, 9]", sparse=True)
sqrt = unary("Sqrt", "math.sqrt sqrt", "The square root of x", COMPLEX, "[4.0, 9.0]", "[2., 3.]", sparse=True)
rsqrt = unary("Rsqrt", "math.rsqrt", "1 / sqrt(x)", COMPLEX, "[4.0]", "[0.5]", v1="math.rsqrt rsqrt")
reciprocal = unary(
    "Reciprocal", "math.reciprocal", "1 / x", COMPLEX, "[2.0, 0.0]", "[0.5, inf]", v1="math.reciprocal reciprocal"
)
exp = unary("Exp", "math.exp exp", "e to the power of x", COMPLEX, "[0.0, 1.0]", "[1.       , 2.7182817]")
expm1 = unary(
    "Expm1",
    "math.expm1",
    "e to the power of x, less 1, accurate for x near 0",
    COMPLEX,
    "[0.0, 1e-8]",
    "[0.e+00, 1.e-08]",
    sparse=True,
    v1="math.expm1 expm1",
)
log = unary("Log", "math.log", "The natural logarithm of x", COMPLEX, "[1.0, 0.0]", "[  0., -inf]", v1="math.log log")
log1p = unary(
    "Log1p",
    "math.log1p",
    "log(1 + x), accurate for x near 0",
    COMPLEX,
    "[0.0, 1e-8]",
    "[0.e+00, 1.e-08]",
    sparse=True,
    v1="math.log1p log1p",
)
floor = unary(
    "Floor", "math.floor floor", "The largest integer not above x", FLOATS, "[1.7, -1.2]", "[ 1., -2.]", sparse=True
)
ceil = unary(
    "Ceil",
    "math.ceil",
    "The smallest integer not below x",
    FLOATS,
    "[1.2, -1.7]",
    "[ 2., -1.]",
    sparse=True,
    v1="math.ceil ceil",
)
rint = unary(
    "Rint",
    "math.rint",
    "The integer nearest to x, the even one of two",
    FLOATS,
    "[0.5, 1.5]",
    "[0., 2.]",
    sparse=True,
    v1="math.rint rint",
)
sign = unary(
    "Sign",
    "math.sign sign",
    "-1, 0 or 1 by x's sign; x / |x| for complex x",
    SIGNED,
    "[-2.0, 0.0, 3.0]",
    "[-1.,  0.,  1.]",
    sparse=True,
)
sin = unary(
    "Sin",
    "math.sin sin",
    "The sine of x, an angle in radians",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.        , 0.47942555]",
    sparse=True,
)
cos = unary(
    "Cos", "math.cos cos", "The cosine of x, an angle in radians", COMPLEX, "[0.0, 0.5]", "[1.        , 0.87758255]"
)
tan = unary(
    "Tan",
    "math.tan tan",
    "The tangent of x, an angle in radians",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.       , 0.5463025]",
    sparse=True,
)
asin = unary(
    "Asin",
    "math.asin asin",
    "The angle from -pi/2 to pi/2 whose sine is x",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.       , 0.5235988]",
    sparse=True,
)
acos = unary(
    "Acos",
    "math.acos acos",
    "The angle from 0 to pi whose cosine is x",
    COMPLEX,
    "[1.0, 0.5]",
    "[0.       , 1.0471976]",
)
atan = unary(
    "Atan",
    "math.atan atan",
    "The angle from -pi/2 to pi/2 whose tangent is x",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.       , 0.4636476]",
    sparse=True,
)
sinh = unary(
    "Sinh", "math.sinh sinh", "The hyperbolic sine of x", COMPLEX, "[0.0, 0.5]", "[0.       , 0.5210953]", sparse=True
)
cosh = unary("Cosh", "math.cosh cosh", "The hyperbolic cosine of x", COMPLEX, "[0.0, 0.5]", "[1.      , 1.127626]")
tanh = unary(
    "Tanh", "math.tanh tanh nn.tanh", "The hyperbolic tangent of x", COMPLEX, "[0.0, -20.0]", "[ 0., -1.]", sparse=True
)
asinh = unary(
    "Asinh",
    "math.asinh asinh",
    "The inverse of the hyperbolic sine",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.       , 0.4812118]",
    sparse=True,
)
acosh = unary(
    "Acosh",
    "math.acosh acosh",
    "The inverse of the hyperbolic cosine, for x >= 1",
    COMPLEX,
    "[1.0, 2.0]",
    "[0.      , 1.316958]",
)
atanh = unary(
    "Atanh",
    "math.atanh atanh",
    "The inverse of the hyperbolic tangent, for |x| <= 1",
    COMPLEX,
    "[0.0, 0.5]",
    "[0.        , 0.54930615]",
    sparse=True,
)
sigmoid = unary("Sigmoid", "math.sigmoid sigmoid nn.sigmoid", "1 / (1 + exp(-x))", COMPLEX, "[0.0, 20.0]", "[0.5, 1. ]")
is_nan = unary(
    "IsNan",
    "math.is_nan",
    "Whether x is not a number",
    FLOATS,
    "[1.0, float('nan')]",
    "[False,  True]",
    "dtype bool",
    weak_type=None,
    v1="math.is_nan debugging.is_nan is_nan",
)
is_inf = unary(
    "IsInf",
    "math.is_inf",
    "Whether x is infinite",
    FLOATS,
    "[1.0, float('-inf')]",
    "[False,  True]",
    "dtype bool",
    weak_type=None,
    v1="math.is_inf debugging.is_inf is_inf",
)
is_finite = unary(
    "IsFinite",
    "math.is_finite",
    "Whether x is neither infinite nor NaN",
    FLOATS,
    "[1.0, float('inf')]",
    "[ True, False]",
    "dtype bool",
    weak_type=None,
    v1="math.is_finite debugging.is_finite is_finite",
)
logical_not = unary(
    "LogicalNot",
    "math.logical_not logical_not",
    "Whether x is false",
    "bools",
    "[True, False]",
    "[False,  True]",
    weak_type=None,
)
invert = unary("Invert", "bitwise.invert", "x with every bit flipped", "integers", "[0, 5]", "[-1, -6]")

_abs = _core.op("Abs")
_complex_abs = _core.op("ComplexAbs")
_round = _core.op("Round")
_softplus = _core.op("Softplus")


def tensor(value: TensorLike, hint: DTypeLike | None = None) -> Tensor:
    """`value` as a tensor, for functions that must look at it before they call an op."""
    return value if isinstance(value, Tensor) else _convert(value, None, hint)


@export("math.abs", "abs", node="Abs/=", elementwise="unary", sparse=True, weak_type="unary")
@direct("Abs", "tensor:real name")
def abs(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the absolute value of x (tf.abs).

    Args:
      x: a tensor of signed or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype; float32 or float64 for complex x.

    >>> import graphwright as tf
    >>> tf.abs([-2.0, 3.0]).numpy()
    array([2., 3.], dtype=float32)
    >>> tf.abs([3 + 4j]).numpy()
    array([5.])
    """
    x = tensor(x)
    if x.dtype.is_complex:
        return _complex_abs(x, Tout=x.dtype.real_dtype, name=name)
    return _abs(x, name=name)


@export("math.round", "round", elementwise="unary", sparse=True, weak_type="unary")
@direct("Round", "tensor:float name")
def round(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the integer nearest to x, the even one of two (tf.round).

    Args:
      x: a tensor of numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.round([0.5, 1.5, 2.6]).numpy()
    array([0., 2., 3.], dtype=float32)
    """
    given, x = x, tensor(x)
    return given_back(x, given, "x") if x.dtype.is_integer else _round(x, name=name)


@export(
    "math.log_sigmoid", node="LogSigmoid/=", elementwise="unary", weak_type="unary", v1="math.log_sigmoid log_sigmoid"
)
def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """log(sigmoid(x)), accurate where the sigmoid underflows (tf.math.log_sigmoid).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.log_sigmoid([0.0, -200.0]).numpy()
    array([  -0.6931472, -200.       ], dtype=float32)
    """
    return negative(_softplus(negative(x)), name=name)
