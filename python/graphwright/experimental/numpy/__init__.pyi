"""The public names of tf.experimental.numpy. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor as ndarray
from graphwright._src.numpy_interface.behavior import (
    experimental_enable_numpy_behavior as experimental_enable_numpy_behavior,
)
from graphwright._src.numpy_interface.creation import (
    arange as arange,
    array as array,
    asanyarray as asanyarray,
    asarray as asarray,
    ascontiguousarray as ascontiguousarray,
    copy as copy,
    diag as diag,
    diag_indices as diag_indices,
    diagflat as diagflat,
    diagonal as diagonal,
    empty as empty,
    empty_like as empty_like,
    eye as eye,
    full as full,
    full_like as full_like,
    geomspace as geomspace,
    identity as identity,
    ix_ as ix_,
    linspace as linspace,
    logspace as logspace,
    meshgrid as meshgrid,
    ones as ones,
    ones_like as ones_like,
    tri as tri,
    tril as tril,
    triu as triu,
    vander as vander,
    zeros as zeros,
    zeros_like as zeros_like,
)
from graphwright._src.numpy_interface.indexing import (
    compress as compress,
    nonzero as nonzero,
    select as select,
    take as take,
    take_along_axis as take_along_axis,
    where as where,
)
from graphwright._src.numpy_interface.linear_algebra import (
    cross as cross,
    dot as dot,
    einsum as einsum,
    inner as inner,
    kron as kron,
    matmul as matmul,
    outer as outer,
    tensordot as tensordot,
    trace as trace,
    vdot as vdot,
)
from graphwright._src.numpy_interface.logic import (
    allclose as allclose,
    array_equal as array_equal,
    bitwise_not as bitwise_not,
    isclose as isclose,
    iscomplex as iscomplex,
    iscomplexobj as iscomplexobj,
    isinf as isinf,
    isneginf as isneginf,
    isposinf as isposinf,
    isreal as isreal,
    isrealobj as isrealobj,
    isscalar as isscalar,
)
from graphwright._src.numpy_interface.math import (
    angle as angle,
    arctan2 as arctan2,
    around as around,
    around as round,
    clip as clip,
    divide as divide,
    divmod as divmod,
    float_power as float_power,
    hypot as hypot,
    imag as imag,
    polyval as polyval,
    real as real,
    sign as sign,
)
from graphwright._src.numpy_interface.promotion import (
    Tensor,
    finfo as finfo,
    issubdtype as issubdtype,
    promote_types as promote_types,
    result_type as result_type,
)
from graphwright._src.numpy_interface.reduction import (
    all as all,
    amax as amax,
    amin as amin,
    any as any,
    argmax as argmax,
    argmin as argmin,
    argsort as argsort,
    average as average,
    count_nonzero as count_nonzero,
    cumprod as cumprod,
    cumsum as cumsum,
    diff as diff,
    max as max,
    mean as mean,
    min as min,
    nanmean as nanmean,
    nanprod as nanprod,
    nansum as nansum,
    prod as prod,
    ptp as ptp,
    sort as sort,
    std as std,
    sum as sum,
    var as var,
)
from graphwright._src.numpy_interface.shape import (
    append as append,
    broadcast_arrays as broadcast_arrays,
    broadcast_to as broadcast_to,
    concatenate as concatenate,
    dstack as dstack,
    expand_dims as expand_dims,
    flatten as flatten,
    flip as flip,
    fliplr as fliplr,
    flipud as flipud,
    hstack as hstack,
    moveaxis as moveaxis,
    ndim as ndim,
    pad as pad,
    ravel as ravel,
    repeat as repeat,
    reshape as reshape,
    roll as roll,
    rot90 as rot90,
    shape as shape,
    size as size,
    split as split,
    squeeze as squeeze,
    stack as stack,
    swapaxes as swapaxes,
    tile as tile,
    transpose as transpose,
    vstack as vstack,
)
from graphwright._src.tensor.typing import TensorLike
from graphwright.experimental.numpy import random as random
from numpy import (
    bool as bool_,
    bytes_ as string_,
    complex128 as complex128,
    complex128 as complex_,
    complex64 as complex64,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    float64 as float_,
    iinfo as iinfo,
    inexact as inexact,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    int64 as int_,
    int8 as int8,
    object_ as object_,
    str_ as unicode_,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uint8 as uint8,
)
from typing import Any

__all__ = [
    "abs", "absolute", "add", "all", "allclose", "amax", "amin", "angle", "any", "append", "arange", "arccos",
    "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "argmax", "argmin", "argsort", "around", "array",
    "array_equal", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "atleast_3d", "average",
    "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor", "bool_", "broadcast_arrays", "broadcast_to", "cbrt",
    "ceil", "clip", "complex128", "complex64", "complex_", "compress", "concatenate", "conj", "conjugate", "copy",
    "cos", "cosh", "count_nonzero", "cross", "cumprod", "cumsum", "deg2rad", "diag", "diag_indices", "diagflat",
    "diagonal", "diff", "divide", "divmod", "dot", "dsplit", "dstack", "e", "einsum", "empty", "empty_like", "equal",
    "exp", "exp2", "expand_dims", "experimental_enable_numpy_behavior", "expm1", "eye", "fabs", "finfo", "fix",
    "flatten", "flip", "fliplr", "flipud", "float16", "float32", "float64", "float_", "float_power", "floor",
    "floor_divide", "full", "full_like", "gcd", "geomspace", "greater", "greater_equal", "heaviside", "hsplit",
    "hstack", "hypot", "identity", "iinfo", "imag", "inexact", "inf", "inner", "int16", "int32", "int64", "int8",
    "int_", "isclose", "iscomplex", "iscomplexobj", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal",
    "isrealobj", "isscalar", "issubdtype", "ix_", "kron", "lcm", "less", "less_equal", "linspace", "log", "log10",
    "log1p", "log2", "logaddexp", "logaddexp2", "logical_and", "logical_not", "logical_or", "logical_xor", "logspace",
    "matmul", "max", "maximum", "mean", "meshgrid", "min", "minimum", "mod", "moveaxis", "multiply", "nanmean",
    "nanprod", "nansum", "ndarray", "ndim", "negative", "newaxis", "nextafter", "nonzero", "not_equal", "object_",
    "ones", "ones_like", "outer", "pad", "pi", "polyval", "positive", "power", "prod", "promote_types", "ptp",
    "rad2deg", "random", "ravel", "real", "reciprocal", "remainder", "repeat", "reshape", "result_type", "roll",
    "rot90", "round", "select", "shape", "sign", "signbit", "sin", "sinc", "sinh", "size", "sort", "split", "sqrt",
    "square", "squeeze", "stack", "std", "string_", "subtract", "sum", "swapaxes", "take", "take_along_axis", "tan",
    "tanh", "tensordot", "tile", "trace", "transpose", "tri", "tril", "triu", "true_divide", "uint16", "uint32",
    "uint64", "uint8", "unicode_", "vander", "var", "vdot", "vsplit", "vstack", "where", "zeros", "zeros_like",
]

def abs(x: TensorLike) -> Tensor:
    """The absolute value (numpy.abs), element by element."""

def absolute(x: TensorLike) -> Tensor:
    """The absolute value (numpy.absolute), element by element."""

def add(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 + x2 (numpy.add), element by element."""

def arccos(x: TensorLike) -> Tensor:
    """The inverse cosine (numpy.arccos), element by element."""

def arccosh(x: TensorLike) -> Tensor:
    """The inverse hyperbolic cosine (numpy.arccosh), element by element."""

def arcsin(x: TensorLike) -> Tensor:
    """The inverse sine (numpy.arcsin), element by element."""

def arcsinh(x: TensorLike) -> Tensor:
    """The inverse hyperbolic sine (numpy.arcsinh), element by element."""

def arctan(x: TensorLike) -> Tensor:
    """The inverse tangent (numpy.arctan), element by element."""

def arctanh(x: TensorLike) -> Tensor:
    """The inverse hyperbolic tangent (numpy.arctanh), element by element."""

def atleast_1d(*arys: TensorLike) -> Any:
    """Tensors of rank 1 at least (numpy.atleast_1d): one, or a list for several."""

def atleast_2d(*arys: TensorLike) -> Any:
    """Tensors of rank 2 at least (numpy.atleast_2d): one, or a list for several."""

def atleast_3d(*arys: TensorLike) -> Any:
    """Tensors of rank 3 at least (numpy.atleast_3d): one, or a list for several."""

def bitwise_and(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits set in both (numpy.bitwise_and), element by element."""

def bitwise_or(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits set in one of both (numpy.bitwise_or), element by element."""

def bitwise_xor(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits set in exactly one (numpy.bitwise_xor), element by element."""

def cbrt(x: TensorLike) -> Tensor:
    """The cube root (numpy.cbrt), element by element."""

def ceil(x: TensorLike) -> Tensor:
    """The smallest integer that is not smaller (numpy.ceil), element by element."""

def conj(x: TensorLike) -> Tensor:
    """The complex conjugate (numpy.conj), element by element."""

def conjugate(x: TensorLike) -> Tensor:
    """The complex conjugate (numpy.conjugate), element by element."""

def cos(x: TensorLike) -> Tensor:
    """The cosine (numpy.cos), element by element."""

def cosh(x: TensorLike) -> Tensor:
    """The hyperbolic cosine (numpy.cosh), element by element."""

def deg2rad(x: TensorLike) -> Tensor:
    """Degrees as radians (numpy.deg2rad), element by element."""

def dsplit(ary: TensorLike, indices_or_sections: TensorLike) -> list[Tensor]:
    """Parts along the third axis (numpy.dsplit). Raises ValueError where there is none."""

e: float

def equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 == x2 (numpy.equal), element by element."""

def exp(x: TensorLike) -> Tensor:
    """e to the power of x (numpy.exp), element by element."""

def exp2(x: TensorLike) -> Tensor:
    """2 to the power of x (numpy.exp2), element by element."""

def expm1(x: TensorLike) -> Tensor:
    """exp(x) - 1, exact for small x (numpy.expm1), element by element."""

def fabs(x: TensorLike) -> Tensor:
    """The absolute value (numpy.fabs), element by element."""

def fix(x: TensorLike) -> Tensor:
    """The nearest integer towards 0 (numpy.fix), element by element."""

def floor(x: TensorLike) -> Tensor:
    """The largest integer that is not larger (numpy.floor), element by element."""

def floor_divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2 rounded down (numpy.floor_divide), element by element."""

def gcd(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The greatest common divisor (numpy.gcd), element by element."""

def greater(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 > x2 (numpy.greater), element by element."""

def greater_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 >= x2 (numpy.greater_equal), element by element."""

def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """0 for negative x1, 1 for positive, x2 at 0 (numpy.heaviside), element by element."""

def hsplit(ary: TensorLike, indices_or_sections: TensorLike) -> list[Tensor]:
    """Parts along the second (of vectors, the only) axis (numpy.hsplit). Raises ValueError where there is none."""

inf: float

def isfinite(x: TensorLike) -> Tensor:
    """Whether x is neither infinite nor NaN (numpy.isfinite), element by element."""

def isnan(x: TensorLike) -> Tensor:
    """Whether x is NaN (numpy.isnan), element by element."""

def lcm(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The least common multiple (numpy.lcm), element by element."""

def less(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 < x2 (numpy.less), element by element."""

def less_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 <= x2 (numpy.less_equal), element by element."""

def log(x: TensorLike) -> Tensor:
    """The natural logarithm (numpy.log), element by element."""

def log10(x: TensorLike) -> Tensor:
    """The logarithm to base 10 (numpy.log10), element by element."""

def log1p(x: TensorLike) -> Tensor:
    """log(1 + x), exact for small x (numpy.log1p), element by element."""

def log2(x: TensorLike) -> Tensor:
    """The logarithm to base 2 (numpy.log2), element by element."""

def logaddexp(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log(exp(x1) + exp(x2)) (numpy.logaddexp), element by element."""

def logaddexp2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log2(2**x1 + 2**x2) (numpy.logaddexp2), element by element."""

def logical_and(x1: Any, x2: Any) -> Any:
    """Whether both are true (numpy.logical_and), element by element."""

def logical_not(x: Any) -> Any:
    """Whether x is false (numpy.logical_not), element by element."""

def logical_or(x1: Any, x2: Any) -> Any:
    """Whether one of both is true (numpy.logical_or), element by element."""

def logical_xor(x1: Any, x2: Any) -> Any:
    """Whether exactly one of both is true (numpy.logical_xor), element by element."""

def maximum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The larger of both (numpy.maximum), element by element."""

def minimum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The smaller of both (numpy.minimum), element by element."""

def mod(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The remainder, with the sign of x2 (numpy.mod), element by element."""

def multiply(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 * x2 (numpy.multiply), element by element."""

def negative(x: TensorLike) -> Tensor:
    """-x (numpy.negative), element by element."""

newaxis: None

def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The next float after x1 towards x2 (numpy.nextafter), element by element."""

def not_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 != x2 (numpy.not_equal), element by element."""

pi: float

def positive(x: TensorLike) -> Tensor:
    """x itself (numpy.positive), element by element."""

def power(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 to the power of x2 (numpy.power), element by element."""

def rad2deg(x: Any) -> Any:
    """Radians as degrees (numpy.rad2deg), element by element."""

def reciprocal(x: TensorLike) -> Tensor:
    """1 / x (numpy.reciprocal), element by element."""

def remainder(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The remainder, with the sign of x2 (numpy.remainder), element by element."""

def signbit(x: TensorLike) -> Tensor:
    """Whether x is negative (numpy.signbit), element by element."""

def sin(x: TensorLike) -> Tensor:
    """The sine (numpy.sin), element by element."""

def sinc(x: TensorLike) -> Tensor:
    """sin(pi x) / (pi x), 1 at 0 (numpy.sinc), element by element."""

def sinh(x: TensorLike) -> Tensor:
    """The hyperbolic sine (numpy.sinh), element by element."""

def sqrt(x: TensorLike) -> Tensor:
    """The square root (numpy.sqrt), element by element."""

def square(x: TensorLike) -> Tensor:
    """x * x (numpy.square), element by element."""

def subtract(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 - x2 (numpy.subtract), element by element."""

def tan(x: TensorLike) -> Tensor:
    """The tangent (numpy.tan), element by element."""

def tanh(x: TensorLike) -> Tensor:
    """The hyperbolic tangent (numpy.tanh), element by element."""

def true_divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2, floating (numpy.true_divide), element by element."""

def vsplit(ary: TensorLike, indices_or_sections: TensorLike) -> list[Tensor]:
    """Parts along the first axis (numpy.vsplit). Raises ValueError where there is none."""
