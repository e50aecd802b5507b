"""The public names of tf.math. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor
from graphwright._src.ops.array_layout import invert_permutation as invert_permutation
from graphwright._src.ops.linalg_norm import l2_normalize as l2_normalize
from graphwright._src.ops.math import abs as abs, log_sigmoid as log_sigmoid, round as round
from graphwright._src.ops.math_binary import (
    accumulate_n as accumulate_n,
    add as add,
    add_n as add_n,
    atan2 as atan2,
    divide as divide,
    divide_no_nan as divide_no_nan,
    logical_xor as logical_xor,
    multiply_no_nan as multiply_no_nan,
    nextafter as nextafter,
    polyval as polyval,
    reciprocal_no_nan as reciprocal_no_nan,
    scalar_mul as scalar_mul,
    truediv as truediv,
)
from graphwright._src.ops.math_convert import angle as angle, conj as conj, imag as imag, real as real
from graphwright._src.ops.math_count import (
    bincount as bincount,
    confusion_matrix as confusion_matrix,
    zero_fraction as zero_fraction,
)
from graphwright._src.ops.math_reduce import (
    argmax as argmax,
    argmin as argmin,
    count_nonzero as count_nonzero,
    is_non_decreasing as is_non_decreasing,
    is_strictly_increasing as is_strictly_increasing,
    reduce_logsumexp as reduce_logsumexp,
    reduce_std as reduce_std,
    reduce_variance as reduce_variance,
)
from graphwright._src.ops.math_segment import (
    unsorted_segment_mean as unsorted_segment_mean,
    unsorted_segment_sqrt_n as unsorted_segment_sqrt_n,
)
from graphwright._src.ops.math_sobol import sobol_sample as sobol_sample
from graphwright._src.ops.math_special import betainc as betainc, erfcinv as erfcinv, lbeta as lbeta
from graphwright._src.ops.nn_activation import log_softmax as log_softmax, softmax as softmax
from graphwright._src.ops.nn_loss import in_top_k as in_top_k
from graphwright._src.ops.nn_order import approx_max_k as approx_max_k, approx_min_k as approx_min_k
from graphwright._src.ops.sort import top_k as top_k
from graphwright._src.tensor.typing import AxisLike, TensorLike
from graphwright.math import special as special
from graphwright.nn import softsign as softsign

__all__ = [
    "abs", "accumulate_n", "acos", "acosh", "add", "add_n", "angle", "approx_max_k", "approx_min_k", "argmax", "argmin",
    "asin", "asinh", "atan", "atan2", "atanh", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "betainc",
    "bincount", "ceil", "confusion_matrix", "conj", "cos", "cosh", "count_nonzero", "cumprod", "cumsum",
    "cumulative_logsumexp", "digamma", "divide", "divide_no_nan", "equal", "erf", "erfc", "erfcinv", "erfinv", "exp",
    "expm1", "floor", "floordiv", "floormod", "greater", "greater_equal", "igamma", "igammac", "imag", "in_top_k",
    "invert_permutation", "is_finite", "is_inf", "is_nan", "is_non_decreasing", "is_strictly_increasing",
    "l2_normalize", "lbeta", "less", "less_equal", "lgamma", "log", "log1p", "log_sigmoid", "log_softmax",
    "logical_and", "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "mod", "multiply",
    "multiply_no_nan", "ndtri", "negative", "nextafter", "not_equal", "polygamma", "polyval", "pow", "real",
    "reciprocal", "reciprocal_no_nan", "reduce_all", "reduce_any", "reduce_euclidean_norm", "reduce_logsumexp",
    "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_std", "reduce_sum", "reduce_variance", "rint",
    "round", "rsqrt", "scalar_mul", "segment_max", "segment_mean", "segment_min", "segment_prod", "segment_sum",
    "sigmoid", "sign", "sin", "sinh", "sobol_sample", "softmax", "softplus", "softsign", "special", "sqrt", "square",
    "squared_difference", "subtract", "tan", "tanh", "top_k", "truediv", "unsorted_segment_max",
    "unsorted_segment_mean", "unsorted_segment_min", "unsorted_segment_prod", "unsorted_segment_sqrt_n",
    "unsorted_segment_sum", "xdivy", "xlog1py", "xlogy", "zero_fraction", "zeta",
]

def acos(x: TensorLike, name: str | None = None) -> Tensor:
    """The angle from 0 to pi whose cosine is x (tf.math.acos).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.acos([1.0, 0.5]).numpy()
    array([0.       , 1.0471976], dtype=float32)
    """

def acosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of the hyperbolic cosine, for x >= 1 (tf.math.acosh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.acosh([1.0, 2.0]).numpy()
    array([0.      , 1.316958], dtype=float32)
    """

def asin(x: TensorLike, name: str | None = None) -> Tensor:
    """The angle from -pi/2 to pi/2 whose sine is x (tf.math.asin).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.asin([0.0, 0.5]).numpy()
    array([0.       , 0.5235988], dtype=float32)
    """

def asinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of the hyperbolic sine (tf.math.asinh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.asinh([0.0, 0.5]).numpy()
    array([0.       , 0.4812118], dtype=float32)
    """

def atan(x: TensorLike, name: str | None = None) -> Tensor:
    """The angle from -pi/2 to pi/2 whose tangent is x (tf.math.atan).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.atan([0.0, 0.5]).numpy()
    array([0.       , 0.4636476], dtype=float32)
    """

def atanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of the hyperbolic tangent, for |x| <= 1 (tf.math.atanh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.atanh([0.0, 0.5]).numpy()
    array([0.        , 0.54930615], dtype=float32)
    """

def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 0 (tf.math.bessel_i0).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.bessel_i0([0.0, 1.0]).numpy()
    array([1.       , 1.2660658], dtype=float32)
    """

def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor:
    """bessel_i0(x) times exp(-|x|) (tf.math.bessel_i0e).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.bessel_i0e([0.0, 1.0]).numpy()
    array([1.       , 0.4657596], dtype=float32)
    """

def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 1 (tf.math.bessel_i1).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.bessel_i1([0.0, 1.0]).numpy()
    array([0.       , 0.5651591], dtype=float32)
    """

def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor:
    """bessel_i1(x) times exp(-|x|) (tf.math.bessel_i1e).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.bessel_i1e([0.0, 1.0]).numpy()
    array([0.        , 0.20791042], dtype=float32)
    """

def ceil(x: TensorLike, name: str | None = None) -> Tensor:
    """The smallest integer not below x (tf.math.ceil).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.ceil([1.2, -1.7]).numpy()
    array([ 2., -1.], dtype=float32)
    """

def cos(x: TensorLike, name: str | None = None) -> Tensor:
    """The cosine of x, an angle in radians (tf.math.cos).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.cos([0.0, 0.5]).numpy()
    array([1.        , 0.87758255], dtype=float32)
    """

def cosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic cosine of x (tf.math.cosh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.cosh([0.0, 0.5]).numpy()
    array([1.      , 1.127626], dtype=float32)
    """

def cumprod(x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """Running products along an axis (tf.math.cumprod).

    Args:
      x: a tensor of numbers.
      axis: an integer from -rank to rank - 1.
      exclusive: whether each element's own value is left out.
      reverse: whether to go from the last element to the first.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range.

    >>> import graphwright as tf
    >>> tf.math.cumprod([1, 2, 3]).numpy()
    array([1, 2, 6], dtype=int32)
    """

def cumsum(x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """Running sums along an axis (tf.math.cumsum).

    Args:
      x: a tensor of numbers.
      axis: an integer from -rank to rank - 1.
      exclusive: whether each element's own value is left out.
      reverse: whether to go from the last element to the first.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range.

    >>> import graphwright as tf
    >>> tf.cumsum([1, 2, 3]).numpy()
    array([1, 3, 6], dtype=int32)
    >>> tf.cumsum([1, 2, 3], exclusive=True, reverse=True).numpy()
    array([5, 3, 0], dtype=int32)
    """

def cumulative_logsumexp(x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """Running values of log(exp(x[0]) + exp(x[1]) + …), without overflow along an axis (tf.math.cumulative_logsumexp).

    Args:
      x: a tensor of floats.
      axis: an integer from -rank to rank - 1.
      exclusive: whether each element's own value is left out.
      reverse: whether to go from the last element to the first.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range.

    >>> import graphwright as tf
    >>> tf.math.cumulative_logsumexp([0.0, 0.0, -100.0]).numpy()
    array([0.       , 0.6931472, 0.6931472], dtype=float32)
    """

def digamma(x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of log gamma(x) (tf.math.digamma).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.digamma([1.0, 5.0]).numpy()
    array([-0.5772157,  1.5061177], dtype=float32)
    """

def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x and y are equal (tf.math.equal).

    Args:
      x: a tensor of any dtype.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.equal([1, 2], 2).numpy()
    array([False,  True])
    """

def erf(x: TensorLike, name: str | None = None) -> Tensor:
    """The error function (tf.math.erf).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.erf([0.0, -5.0]).numpy()
    array([ 0., -1.], dtype=float32)
    """

def erfc(x: TensorLike, name: str | None = None) -> Tensor:
    """1 - erf(x), accurate for large x (tf.math.erfc).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.erfc([0.0, 3.0]).numpy()
    array([1.0000000e+00, 2.2090497e-05], dtype=float32)
    """

def erfinv(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of erf (tf.math.erfinv).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.erfinv([0.0, 0.5]).numpy()
    array([0.        , 0.47693628], dtype=float32)
    """

def exp(x: TensorLike, name: str | None = None) -> Tensor:
    """e to the power of x (tf.math.exp).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.exp([0.0, 1.0]).numpy()
    array([1.       , 2.7182817], dtype=float32)
    """

def expm1(x: TensorLike, name: str | None = None) -> Tensor:
    """e to the power of x, less 1, accurate for x near 0 (tf.math.expm1).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.expm1([0.0, 1e-8]).numpy()
    array([0.e+00, 1.e-08], dtype=float32)
    """

def floor(x: TensorLike, name: str | None = None) -> Tensor:
    """The largest integer not above x (tf.math.floor).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.floor([1.7, -1.2]).numpy()
    array([ 1., -2.], dtype=float32)
    """

def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y rounded down (tf.math.floordiv).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.
      tf.errors.InvalidArgumentError: an integer is divided by 0.

    >>> import graphwright as tf
    >>> tf.math.floordiv([7, -7], 2).numpy()
    array([ 3, -4], dtype=int32)
    """

def floormod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The remainder of x / y rounded down, which has y's sign (tf.math.floormod).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.
      tf.errors.InvalidArgumentError: an integer is divided by 0.

    >>> import graphwright as tf
    >>> tf.math.floormod([7, -7], 3).numpy()
    array([1, 2], dtype=int32)
    """

def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x > y (tf.math.greater).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.greater([1, 3], 2).numpy()
    array([False,  True])
    """

def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x >= y (tf.math.greater_equal).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.greater_equal([1, 2], 2).numpy()
    array([False,  True])
    """

def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The lower regularised incomplete gamma function P(a, x) (tf.math.igamma).

    Args:
      a: a tensor of floats.
      x: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype; NaN where the function is not defined.

    >>> import graphwright as tf
    >>> tf.math.igamma([1.0, 2.0], 1.0).numpy()
    array([0.63212055, 0.26424113], dtype=float32)
    """

def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x) (tf.math.igammac).

    Args:
      a: a tensor of floats.
      x: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype; NaN where the function is not defined.

    >>> import graphwright as tf
    >>> tf.math.igammac([1.0, 2.0], 1.0).numpy()
    array([0.36787945, 0.7357589 ], dtype=float32)
    """

def is_finite(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether x is neither infinite nor NaN (tf.math.is_finite).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype bool.

    >>> import graphwright as tf
    >>> tf.math.is_finite([1.0, float('inf')]).numpy()
    array([ True, False])
    """

def is_inf(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether x is infinite (tf.math.is_inf).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype bool.

    >>> import graphwright as tf
    >>> tf.math.is_inf([1.0, float('-inf')]).numpy()
    array([False,  True])
    """

def is_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether x is not a number (tf.math.is_nan).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype bool.

    >>> import graphwright as tf
    >>> tf.math.is_nan([1.0, float('nan')]).numpy()
    array([False,  True])
    """

def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x < y (tf.math.less).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.less([1, 2], 2).numpy()
    array([ True, False])
    """

def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x <= y (tf.math.less_equal).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.less_equal([1, 3], 2).numpy()
    array([ True, False])
    """

def lgamma(x: TensorLike, name: str | None = None) -> Tensor:
    """log |gamma(x)| (tf.math.lgamma).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.lgamma([1.0, 5.0]).numpy()
    array([0.       , 3.1780539], dtype=float32)
    """

def log(x: TensorLike, name: str | None = None) -> Tensor:
    """The natural logarithm of x (tf.math.log).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.log([1.0, 0.0]).numpy()
    array([  0., -inf], dtype=float32)
    """

def log1p(x: TensorLike, name: str | None = None) -> Tensor:
    """log(1 + x), accurate for x near 0 (tf.math.log1p).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.log1p([0.0, 1e-8]).numpy()
    array([0.e+00, 1.e-08], dtype=float32)
    """

def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether both x and y are true (tf.math.logical_and).

    Args:
      x: a tensor of bools.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.logical_and([True, False], True).numpy()
    array([ True, False])
    """

def logical_not(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether x is false (tf.math.logical_not).

    Args:
      x: a tensor of bools, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.logical_not([True, False]).numpy()
    array([False,  True])
    """

def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x or y is true (tf.math.logical_or).

    Args:
      x: a tensor of bools.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.logical_or([True, False], False).numpy()
    array([ True, False])
    """

def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The larger of x and y; NaN where either is (tf.math.maximum).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.maximum([1, 5], 3).numpy()
    array([3, 5], dtype=int32)
    """

def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The smaller of x and y; NaN where either is (tf.math.minimum).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.minimum([1, 5], 3).numpy()
    array([1, 3], dtype=int32)
    """

mod = floormod

def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * y (tf.math.multiply).

    Args:
      x: a tensor of numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.multiply([3, 4], 2).numpy()
    array([6, 8], dtype=int32)
    """

def ndtri(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of the normal distribution function (tf.math.ndtri).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.ndtri([0.5, 0.9]).numpy()
    array([0.       , 1.2815515], dtype=float32)
    """

def negative(x: TensorLike, name: str | None = None) -> Tensor:
    """-x (tf.math.negative).

    Args:
      x: a tensor of signed or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.negative([1, -2]).numpy()
    array([-1,  2], dtype=int32)
    """

def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x and y differ (tf.math.not_equal).

    Args:
      x: a tensor of any dtype.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of dtype bool.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.not_equal([1, 2], 2).numpy()
    array([ True, False])
    """

def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The a-th derivative of digamma(x), for whole a >= 0 (tf.math.polygamma).

    Args:
      a: a tensor of floats.
      x: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype; NaN where the function is not defined.

    >>> import graphwright as tf
    >>> tf.math.polygamma([0.0, 1.0], 1.0).numpy()
    array([-0.5772157,  1.644934 ], dtype=float32)
    """

def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x to the power of y (tf.math.pow).

    Args:
      x: a tensor of numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.
      tf.errors.InvalidArgumentError: an integer has a negative exponent.

    >>> import graphwright as tf
    >>> tf.math.pow([2, 3], [3, 2]).numpy()
    array([8, 9], dtype=int32)
    """

def reciprocal(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / x (tf.math.reciprocal).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.reciprocal([2.0, 0.0]).numpy()
    array([0.5, inf], dtype=float32)
    """

def reduce_all(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """Whether all elements along axes are true (tf.math.reduce_all).

    Args:
      input_tensor: a tensor of bools.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is true.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_all([[True, True], [True, False]])
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """

def reduce_any(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """Whether any element along axes is true (tf.math.reduce_any).

    Args:
      input_tensor: a tensor of bools.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is false.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_any([[True, True], [True, False]])
    <tf.Tensor: shape=(), dtype=bool, numpy=True>
    """

def reduce_euclidean_norm(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The square root of the sum of squares of the elements along axes (tf.math.reduce_euclidean_norm).

    Args:
      input_tensor: a tensor of numbers.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is 0.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_euclidean_norm([3.0, 4.0])
    <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
    """

def reduce_max(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The largest element along axes; NaN where any is (tf.math.reduce_max).

    Args:
      input_tensor: a tensor of real numbers.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is the lowest number of the dtype.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_max(x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

def reduce_mean(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The mean of the elements along axes (tf.math.reduce_mean).

    Args:
      input_tensor: a tensor of numbers. Means of integers are integers, rounded towards 0.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is NaN.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_mean(x)
    <tf.Tensor: shape=(), dtype=float32, numpy=3.5>
    """

def reduce_min(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The smallest element along axes; NaN where any is (tf.math.reduce_min).

    Args:
      input_tensor: a tensor of real numbers.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is the largest number of the dtype.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_min(x)
    <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
    """

def reduce_prod(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The product of the elements along axes (tf.math.reduce_prod).

    Args:
      input_tensor: a tensor of numbers.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is 1.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_prod(x)
    <tf.Tensor: shape=(), dtype=float32, numpy=720.0>
    """

def reduce_sum(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None) -> Tensor:
    """The sum of the elements along axes (tf.math.reduce_sum).

    Args:
      input_tensor: a tensor of numbers.
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is 0.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.math.reduce_sum(x)
    <tf.Tensor: shape=(), dtype=float32, numpy=21.0>
    """

def rint(x: TensorLike, name: str | None = None) -> Tensor:
    """The integer nearest to x, the even one of two (tf.math.rint).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.rint([0.5, 1.5]).numpy()
    array([0., 2.], dtype=float32)
    """

def rsqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / sqrt(x) (tf.math.rsqrt).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.rsqrt([4.0]).numpy()
    array([0.5], dtype=float32)
    """

def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The maximum of the rows of each segment, for sorted ids (tf.math.segment_max).

    Args:
      data: a tensor of real numbers, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.math.segment_max([1, 2, 7], [0, 0, 2]).numpy()
    array([2, 0, 7], dtype=int32)
    """

def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The mean of the rows of each segment, for sorted ids (tf.math.segment_mean).

    Args:
      data: a tensor of numbers, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.math.segment_mean([1, 2, 7], [0, 0, 2]).numpy()
    array([1, 0, 7], dtype=int32)
    """

def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The minimum of the rows of each segment, for sorted ids (tf.math.segment_min).

    Args:
      data: a tensor of real numbers, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.math.segment_min([1, 2, 7], [0, 0, 2]).numpy()
    array([1, 0, 7], dtype=int32)
    """

def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The product of the rows of each segment, for sorted ids (tf.math.segment_prod).

    Args:
      data: a tensor of numbers, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.math.segment_prod([1, 2, 7], [0, 0, 2]).numpy()
    array([2, 1, 7], dtype=int32)
    """

def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the rows of each segment, for sorted ids (tf.math.segment_sum).

    Args:
      data: a tensor of numbers, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.math.segment_sum([1, 2, 7], [0, 0, 2]).numpy()
    array([3, 0, 7], dtype=int32)
    """

def sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / (1 + exp(-x)) (tf.math.sigmoid).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.sigmoid([0.0, 20.0]).numpy()
    array([0.5, 1. ], dtype=float32)
    """

def sign(x: TensorLike, name: str | None = None) -> Tensor:
    """-1, 0 or 1 by x's sign; x / |x| for complex x (tf.math.sign).

    Args:
      x: a tensor of signed or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.sign([-2.0, 0.0, 3.0]).numpy()
    array([-1.,  0.,  1.], dtype=float32)
    """

def sin(x: TensorLike, name: str | None = None) -> Tensor:
    """The sine of x, an angle in radians (tf.math.sin).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.sin([0.0, 0.5]).numpy()
    array([0.        , 0.47942555], dtype=float32)
    """

def sinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic sine of x (tf.math.sinh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.sinh([0.0, 0.5]).numpy()
    array([0.       , 0.5210953], dtype=float32)
    """

def softplus(features: TensorLike, name: str | None = None) -> Tensor:
    """log(exp(x) + 1) (tf.math.softplus).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.softplus([100.0]).numpy()
    array([100.], dtype=float32)
    """

def sqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """The square root of x (tf.math.sqrt).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.sqrt([4.0, 9.0]).numpy()
    array([2., 3.], dtype=float32)
    """

def square(x: TensorLike, name: str | None = None) -> Tensor:
    """x * x (tf.math.square).

    Args:
      x: a tensor of numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.square([2, -3]).numpy()
    array([4, 9], dtype=int32)
    """

def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """(x - y) squared; |x - y| squared for complex numbers (tf.math.squared_difference).

    Args:
      x: a tensor of numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.squared_difference([1.0, 5.0], 3.0).numpy()
    array([4., 4.], dtype=float32)
    """

def subtract(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x - y (tf.math.subtract).

    Args:
      x: a tensor of numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.subtract([3, 4], 1).numpy()
    array([2, 3], dtype=int32)
    """

def tan(x: TensorLike, name: str | None = None) -> Tensor:
    """The tangent of x, an angle in radians (tf.math.tan).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.tan([0.0, 0.5]).numpy()
    array([0.       , 0.5463025], dtype=float32)
    """

def tanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic tangent of x (tf.math.tanh).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.tanh([0.0, -20.0]).numpy()
    array([ 0., -1.], dtype=float32)
    """

def unsorted_segment_max(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Tensor:
    """The maximum of the rows of each segment, for ids in any order (tf.math.unsorted_segment_max).

    Args:
      data: a tensor of real numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows.

    Raises:
      tf.errors.InvalidArgumentError: an id is too large, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_max([1, 2, 7, 9], [1, 0, 1, -1], 2).numpy()
    array([2, 7], dtype=int32)
    """

def unsorted_segment_min(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Tensor:
    """The minimum of the rows of each segment, for ids in any order (tf.math.unsorted_segment_min).

    Args:
      data: a tensor of real numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows.

    Raises:
      tf.errors.InvalidArgumentError: an id is too large, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_min([1, 2, 7, 9], [1, 0, 1, -1], 2).numpy()
    array([2, 1], dtype=int32)
    """

def unsorted_segment_prod(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Tensor:
    """The product of the rows of each segment, for ids in any order (tf.math.unsorted_segment_prod).

    Args:
      data: a tensor of numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows.

    Raises:
      tf.errors.InvalidArgumentError: an id is too large, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_prod([1, 2, 7, 9], [1, 0, 1, -1], 2).numpy()
    array([2, 7], dtype=int32)
    """

def unsorted_segment_sum(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the rows of each segment, for ids in any order (tf.math.unsorted_segment_sum).

    Args:
      data: a tensor of numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows.

    Raises:
      tf.errors.InvalidArgumentError: an id is too large, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_sum([1, 2, 7, 9], [1, 0, 1, -1], 2).numpy()
    array([2, 8], dtype=int32)
    """

def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, and 0 where x is 0 (tf.math.xdivy).

    Args:
      x: a tensor of floats or complex numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.xdivy([0.0, 2.0], [0.0, 4.0]).numpy()
    array([0. , 0.5], dtype=float32)
    """

def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * log(1 + y), and 0 where x is 0 (tf.math.xlog1py).

    Args:
      x: a tensor of floats or complex numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.xlog1py([0.0, 2.0], [-1.0, 0.0]).numpy()
    array([0., 0.], dtype=float32)
    """

def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * log(y), and 0 where x is 0 (tf.math.xlogy).

    Args:
      x: a tensor of floats or complex numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.math.xlogy([0.0, 2.0], [0.0, 1.0]).numpy()
    array([0., 0.], dtype=float32)
    """

def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
    """Hurwitz's zeta function: the sum of (k + q)^-x over k >= 0 (tf.math.zeta).

    Args:
      x: a tensor of floats.
      q: a tensor of the same dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype; NaN where the function is not defined.

    >>> import graphwright as tf
    >>> tf.math.zeta([2.0], 1.0).numpy()
    array([1.644934], dtype=float32)
    """
