"""Elementwise functions of two tensors, and sums of several: tf.add, tf.equal, tf.bitwise, tf.add_n …

Functions that do nothing but call one op are made by `binary` from a sentence and an example.
"""

from __future__ import annotations

import builtins

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.errors import INVALID_ARGUMENT, TYPE_ERROR, InvalidArgumentError, make_error
from graphwright._src.base.export import export
from graphwright._src.ops.math import COMPLEX, example_of, public, tensor
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import given_back
from graphwright._src.tensor.tensor import dividends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_cast = _core.op("Cast")


def binary(
    op_name: str,
    names: str,
    summary: str,
    takes: str,
    arguments: str,
    result: str,
    gives: str = "their dtype",
    raises: str = "",
    elementwise: str | None = "binary",
    **facts: Any,
) -> Any:
    """Returns a public function `f(x, y, name=None)` that calls one op; what `export` is told as well is in `facts`."""
    op = _core.op(op_name)

    def function(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
        return op(x, y, name=name)

    public_names = names.split()
    more = f"\n      tf.errors.InvalidArgumentError: {raises}" if raises else ""
    doc = f"""{summary} (tf.{public_names[0]}).

    Args:
      x: a tensor of {takes}.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of {gives}.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.{more}

    {example_of(public_names[0], arguments, result)}"""
    return public(public_names, function, doc, op_name, "number number name", elementwise=elementwise, **facts)


_NUMBERS = "numbers"
_REALS = "real numbers"
_BY_ZERO = "an integer is divided by 0."

subtract = binary("Sub", "math.subtract subtract", "x - y", _NUMBERS, "[3, 4], 1", "[2, 3]", weak_type="binary")
multiply = binary("Mul", "math.multiply multiply", "x * y", _NUMBERS, "[3, 4], 2", "[6, 8]", weak_type="binary")
floordiv = binary(
    "FloorDiv",
    "math.floordiv",
    "x / y rounded down",
    _REALS,
    "[7, -7], 2",
    "[ 3, -4]",
    raises=_BY_ZERO,
    node="floordiv/=",
    weak_type="binary",
    v1="math.floordiv floordiv",
)
floormod = binary(
    "FloorMod",
    "math.floormod math.mod",
    "The remainder of x / y rounded down, which has y's sign",
    _REALS,
    "[7, -7], 3",
    "[1, 2]",
    raises=_BY_ZERO,
    weak_type="binary",
    v1="math.floormod math.mod floormod mod",
)
truncatediv = binary(
    "TruncateDiv",
    "truncatediv",
    "x / y rounded towards 0",
    _REALS,
    "[7, -7], 2",
    "[ 3, -3]",
    raises=_BY_ZERO,
    ragged="binary",
    elementwise=None,
    weak_type="binary",
)
truncatemod = binary(
    "TruncateMod",
    "truncatemod",
    "The remainder of x / y rounded towards 0, which has x's sign",
    _REALS,
    "[7, -7], 3",
    "[ 1, -1]",
    raises=_BY_ZERO,
    ragged="binary",
    elementwise=None,
    weak_type="binary",
)
realdiv = binary(
    "RealDiv", "realdiv", "x / y", COMPLEX, "[1.0, 2.0], 4.0", "[0.25, 0.5 ]", elementwise=None, weak_type="binary"
)
pow = binary(
    "Pow",
    "math.pow pow",
    "x to the power of y",
    _NUMBERS,
    "[2, 3], [3, 2]",
    "[8, 9]",
    raises="an integer has a negative exponent.",
    weak_type="binary",
)
maximum = binary(
    "Maximum",
    "math.maximum maximum",
    "The larger of x and y; NaN where either is",
    _REALS,
    "[1, 5], 3",
    "[3, 5]",
    weak_type="binary strong",
)
minimum = binary(
    "Minimum",
    "math.minimum minimum",
    "The smaller of x and y; NaN where either is",
    _REALS,
    "[1, 5], 3",
    "[1, 3]",
    weak_type="binary strong",
)
squared_difference = binary(
    "SquaredDifference",
    "math.squared_difference",
    "(x - y) squared; |x - y| squared for complex numbers",
    _NUMBERS,
    "[1.0, 5.0], 3.0",
    "[4., 4.]",
    v1="math.squared_difference squared_difference",
)
xlogy = binary("Xlogy", "math.xlogy", "x * log(y), and 0 where x is 0", COMPLEX, "[0.0, 2.0], [0.0, 1.0]", "[0., 0.]")
xlog1py = binary(
    "Xlog1py",
    "math.xlog1py",
    "x * log(1 + y), and 0 where x is 0",
    COMPLEX,
    "[0.0, 2.0], [-1.0, 0.0]",
    "[0., 0.]",
    node="xlog1py/",
)
xdivy = binary(
    "Xdivy", "math.xdivy", "x / y, and 0 where x is 0", COMPLEX, "[0.0, 2.0], [0.0, 4.0]", "[0. , 0.5]", node="xdivy/"
)
equal = binary(
    "Equal",
    "math.equal equal",
    "Whether x and y are equal",
    "any dtype",
    "[1, 2], 2",
    "[False,  True]",
    "dtype bool",
    weak_type="binary",
)
not_equal = binary(
    "NotEqual",
    "math.not_equal not_equal",
    "Whether x and y differ",
    "any dtype",
    "[1, 2], 2",
    "[ True, False]",
    "dtype bool",
)
less = binary("Less", "math.less less", "Whether x < y", _REALS, "[1, 2], 2", "[ True, False]", "dtype bool")
less_equal = binary(
    "LessEqual", "math.less_equal less_equal", "Whether x <= y", _REALS, "[1, 3], 2", "[ True, False]", "dtype bool"
)
greater = binary(
    "Greater", "math.greater greater", "Whether x > y", _REALS, "[1, 3], 2", "[False,  True]", "dtype bool"
)
greater_equal = binary(
    "GreaterEqual",
    "math.greater_equal greater_equal",
    "Whether x >= y",
    _REALS,
    "[1, 2], 2",
    "[False,  True]",
    "dtype bool",
)
logical_and = binary(
    "LogicalAnd",
    "math.logical_and logical_and",
    "Whether both x and y are true",
    "bools",
    "[True, False], True",
    "[ True, False]",
)
logical_or = binary(
    "LogicalOr",
    "math.logical_or logical_or",
    "Whether x or y is true",
    "bools",
    "[True, False], False",
    "[ True, False]",
)
bitwise_and = binary(
    "BitwiseAnd", "bitwise.bitwise_and", "The bits that are set in both x and y", "integers", "[5, 6], 3", "[1, 2]"
)
bitwise_or = binary(
    "BitwiseOr", "bitwise.bitwise_or", "The bits that are set in x or y", "integers", "[5, 6], 3", "[7, 7]"
)
bitwise_xor = binary(
    "BitwiseXor", "bitwise.bitwise_xor", "The bits that are set in one of x and y", "integers", "[5, 6], 3", "[6, 5]"
)
left_shift = binary(
    "LeftShift",
    "bitwise.left_shift",
    "x shifted left by y bits, at most by its width less one",
    "integers",
    "[1, 3], 2",
    "[ 4, 12]",
)
right_shift = binary(
    "RightShift",
    "bitwise.right_shift",
    "x shifted right by y bits, keeping its sign",
    "integers",
    "[8, -8], 2",
    "[ 2, -2]",
)

_add_v2 = _core.op("AddV2")
_add = _core.op("Add")
_real_div = _core.op("RealDiv")
_div_no_nan = _core.op("DivNoNan")
_mul_no_nan = _core.op("MulNoNan")
_atan2 = _core.op("Atan2")
_next_after = _core.op("NextAfter")
_logical_and = _core.op("LogicalAnd")
_logical_or = _core.op("LogicalOr")
_logical_not = _core.op("LogicalNot")


@export("math.add", "add", node="Add", elementwise="binary", weak_type="binary")
@direct("AddV2", "number number name")
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x + y; strings are joined (tf.add).

    Args:
      x: a tensor of numbers or strings.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.add([1, 2], 3).numpy()
    array([4, 5], dtype=int32)
    >>> tf.add(["a", "b"], "c").numpy()
    array([b'ac', b'bc'], dtype=object)
    """
    try:
        return _add_v2(x, y, name=name)
    except (InvalidArgumentError, TypeError) as error:
        x = _convert(x)
        if x.dtype != dtypes.string:
            if isinstance(error, InvalidArgumentError) or not _core.executing_eagerly():
                raise
            # TensorFlow's class for an eager sum, and the one of the other operators.
            raise make_error(INVALID_ARGUMENT | TYPE_ERROR << 8, str(error), None) from None
    return _add(x, y, name=name)


def _dividends(x: TensorLike, y: TensorLike) -> tuple[Tensor, Tensor]:
    x = tensor(x)
    return dividends(x, tensor(y, x.dtype))


def _as_other(x: TensorLike, y: TensorLike) -> Any:
    """x of y's dtype, where only y has one of its own."""
    kinds = (Tensor, _core.ResourceVariable)
    return _convert(x, y.dtype) if isinstance(y, kinds) and not isinstance(x, kinds) else x


@export("math.truediv", "truediv", node="truediv/=", elementwise="binary", weak_type="binary")
@direct("RealDiv", "tensor:float number name")
def truediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as Python divides: integers give floats (tf.math.truediv).

    Args:
      x: a tensor of numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape; of float64 for integers of 32 and 64 bits, of float32 for smaller ones, else of
      the dtype of the operands.

    Raises:
      TypeError: the dtypes differ, or are not numeric.
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.math.truediv([7, 1], 2).numpy()
    array([3.5, 0.5])
    """
    x, y = _dividends(x, y)
    return _real_div(x, y, name=name)


@export("math.divide", "divide", node="truediv/=", elementwise="binary", weak_type="binary")
@direct("RealDiv", "number:float number:float name")
def divide(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as Python divides: integers give floats (tf.divide).

    Args:
      x: a tensor of numbers, or a sparse or ragged one.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape; of float64 for integers of 32 and 64 bits, of float32 for smaller ones, else of
      the dtype of the operands.

    Raises:
      TypeError: the dtypes differ, or are not numeric.
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.divide([7, 1], 2).numpy()
    array([3.5, 0.5])
    """
    if isinstance(x, CompositeTensor):
        parts: Any = x
        return parts / y
    if name is None and isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype != y.dtype:
        return x / y  # which promotes dtypes where that is on
    first, second = _dividends(_as_other(x, y), y)
    return _real_div(first, second, name=name)


@export(
    "math.divide_no_nan",
    node="div_no_nan/=",
    elementwise="binary",
    weak_type="binary",
    v1="math.divide_no_nan div_no_nan",
)
def divide_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, and 0 where y is 0 (tf.math.divide_no_nan).

    Args:
      x: a tensor of numbers; integers are divided as floats.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape.

    Raises:
      TypeError: the dtypes differ, or are not numeric.

    >>> import graphwright as tf
    >>> tf.math.divide_no_nan([3.0, 1.0], [2.0, 0.0]).numpy()
    array([1.5, 0. ], dtype=float32)
    """
    first, second = _dividends(_as_other(x, y), y)
    return _div_no_nan(first, second, name=name)


@export("math.multiply_no_nan", node="multiply_no_nan/=", elementwise="binary", weak_type="binary")
def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * y, and 0 where y is 0 even if x is infinite or NaN (tf.math.multiply_no_nan).

    Args:
      x: a tensor of floats or complex numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      ValueError: the dtypes differ.
      tf.errors.InvalidArgumentError: the shapes do not broadcast.

    >>> import graphwright as tf
    >>> tf.math.multiply_no_nan([float("inf"), 2.0], [0.0, 3.0]).numpy()
    array([0., 6.], dtype=float32)
    """
    x = tensor(x)
    return _mul_no_nan(x, _convert(y, x.dtype), name=name)


@export("math.reciprocal_no_nan", node="reciprocal_no_nan/=", elementwise="unary", weak_type="unary")
def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / x, and 0 where x is 0 (tf.math.reciprocal_no_nan).

    Args:
      x: a tensor of floats or complex numbers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.reciprocal_no_nan([2.0, 0.0]).numpy()
    array([0.5, 0. ], dtype=float32)
    """
    x = tensor(x)
    return _div_no_nan(_convert(1, x.dtype), x, name=name)


@export("math.atan2", "atan2", elementwise="binary")
def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the angle of the point (x, y), in radians from -pi to pi (tf.atan2).

    Args:
      y: a tensor of floats.
      x: a tensor of y's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    >>> import graphwright as tf
    >>> tf.atan2([1.0, 0.0], [1.0, -1.0]).numpy()
    array([0.7853982, 3.1415927], dtype=float32)
    """
    return _atan2(y, x, name=name)


@export("math.nextafter", elementwise="unary")
def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor:
    """Returns the number that comes after x1 on the way to x2 (tf.math.nextafter).

    Args:
      x1: a tensor of float32 or float64.
      x2: a tensor of x1's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    >>> import graphwright as tf
    >>> tf.math.nextafter([1.0], [2.0]).numpy()
    array([1.0000001], dtype=float32)
    """
    return _next_after(x1, x2, name=name)


@export("math.logical_xor", elementwise="binary", v1="math.logical_xor logical_xor")
def logical_xor(x: TensorLike, y: TensorLike, name: str | None = "LogicalXor") -> Tensor:
    """Tells whether exactly one of x and y is true (tf.math.logical_xor).

    Args:
      x: a tensor of bools.
      y: a tensor of bools; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of bools of the broadcast shape.

    >>> import graphwright as tf
    >>> tf.math.logical_xor([True, True], [True, False]).numpy()
    array([False,  True])
    """
    return _logical_and(_logical_or(x, y), _logical_not(_logical_and(x, y)), name=name)


# ---- sums of several tensors, products, polynomials ----

_add_n = _core.op("AddN")
_accumulate = _core.op("AccumulateNV2")
_identity = _core.op("Identity")
_mul = _core.op("Mul")
_zeros_like = _core.op("ZerosLike")


def _addends(inputs: Iterable[Any] | None) -> list[Tensor]:
    message = "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape."
    if inputs is None or isinstance(inputs, (str, bytes)):
        raise ValueError(message)
    items = list(inputs)
    if not items:
        raise ValueError(message)
    return [given_back(tensor(item), item) for item in items]


@export("math.add_n", "add_n")
def add_n(inputs: Iterable[Any], name: str | None = None) -> Tensor:
    """Returns the sum of several tensors of one shape and dtype (tf.add_n).

    Args:
      inputs: a list or other iterable of tensors; nothing is broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of their shape and dtype.

    Raises:
      ValueError: there are none.
      tf.errors.InvalidArgumentError: their shapes or dtypes differ.

    >>> import graphwright as tf
    >>> tf.add_n([[1, 2], [3, 4], [5, 6]]).numpy()
    array([ 9, 12], dtype=int32)
    """
    tensors = _addends(inputs)
    if len(tensors) == 1:
        return _identity(tensors[0], name=name) if name else tensors[0]
    return _add_n(tensors, name=name)


@export("math.accumulate_n", v1="math.accumulate_n accumulate_n")
def accumulate_n(
    inputs: Iterable[Any],
    shape: ShapeLike | None = None,
    tensor_dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the sum of several tensors of one shape and dtype (tf.math.accumulate_n).

    Args:
      inputs: a list of tensors; nothing is broadcast.
      shape: the shape they must have, if that shall be checked.
      tensor_dtype: the dtype they must have, if that shall be checked.
      name: the name of the node in a graph.

    Returns:
      A tensor of their shape and dtype.

    Raises:
      ValueError: there are none, or they differ in shape or dtype.
      TypeError: they are not of `tensor_dtype`.

    >>> import graphwright as tf
    >>> tf.math.accumulate_n([[1, 2], [3, 4]]).numpy()
    array([4, 6], dtype=int32)
    """
    message = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError(message)
    tensors = _addends(inputs)
    if builtins.any(addend.dtype != tensors[0].dtype for addend in tensors):
        raise ValueError(message)
    common = tensors[0].shape if shape is None else _shape_of(shape)
    for addend in tensors:
        if not addend.shape.is_compatible_with(common):
            raise ValueError(message)
        common = common.merge_with(addend.shape)
    if tensor_dtype is not None and dtypes.as_dtype(tensor_dtype) != tensors[0].dtype:
        raise TypeError(f"tensor_dtype is {tensor_dtype}, but input is of type {tensors[0].dtype}")
    if len(tensors) == 1:
        return _identity(tensors[0], name=name) if name else tensors[0]
    return _accumulate(tensors, shape=common, name=name)


def _shape_of(shape: ShapeLike | None) -> Any:
    from graphwright._src.tensor.tensor_shape import as_shape

    return as_shape(shape)


@export("math.scalar_mul", "scalar_mul", node="scalar_mul", elementwise="binary", v1="")
def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> Any:
    """Returns a number times a tensor (tf.math.scalar_mul).

    Args:
      scalar: a number, or a tensor of rank 0 with x's dtype.
      x: a tensor, or tf.IndexedSlices.
      name: the name of the node in a graph.

    Returns:
      What x is, of its shape and dtype.

    Raises:
      ValueError: `scalar` is not of rank 0.

    >>> import graphwright as tf
    >>> tf.math.scalar_mul(2.0, [1.0, 3.0]).numpy()
    array([2., 6.], dtype=float32)
    """
    from graphwright._src.tensor.indexed_slices import IndexedSlices

    slices = isinstance(x, IndexedSlices)
    values = x.values if slices else tensor(x, getattr(scalar, "dtype", None))
    scalar = _convert(scalar, values.dtype)
    if scalar.shape.ndims not in (0, None):
        raise ValueError(f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
    product = _mul(scalar, values, name=name)
    return IndexedSlices(product, x.indices, x.dense_shape) if slices else product


@export("math.polyval", node="polyval/")
def polyval(coeffs: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the value at x of the polynomial with these coefficients (tf.math.polyval).

    Args:
      coeffs: a list of tensors or numbers, that of the highest power first.
      x: a tensor.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape (broadcast with the coefficients') and dtype.

    Raises:
      ValueError: `coeffs` is not a list.

    >>> import graphwright as tf
    >>> tf.math.polyval([1.0, 0.0, -2.0], [2.0, 3.0]).numpy()
    array([2., 7.], dtype=float32)
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    x = tensor(x)
    if not coeffs:
        return _zeros_like(x, name=name)
    terms = [tensor(coefficient, x.dtype) for coefficient in coeffs]
    value = given_back(terms[0], coeffs[0], "coeff_0") if len(terms) == 1 else terms[0]
    for term in terms[1:]:
        value = _add_v2(term, _mul(value, x))
    return _identity(value, name=name) if name else value
