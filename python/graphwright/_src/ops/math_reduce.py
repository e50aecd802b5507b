"""Functions that combine the elements along axes: tf.reduce_sum, tf.argmax, tf.cumsum …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.ops.array import reshape
from graphwright._src.ops.math import public, tensor
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_cast = _core.op("Cast")
_rank = _core.op("Rank")
_range = _core.op("Range")

# The axes of a tensor of rank 0, 1, 2 …, made once.
_every_axis: list[Tensor] = []
_MOST_KEPT = 16


def axes_of(x: Tensor, axis: AxisLike | None) -> Any:
    """Returns the axes along which to reduce: all of them where `axis` is None."""
    if axis is not None:
        return axis
    rank = x._rank()
    if rank is None:
        return _range(0, _rank(x), 1, name="range")
    while len(_every_axis) <= min(rank, _MOST_KEPT):
        _every_axis.append(_convert(list(range(len(_every_axis))), dtypes.int32))
    axes = _every_axis[rank] if rank <= _MOST_KEPT else list(range(rank))
    return axes if _core.executing_eagerly() else _core.op("Const")(value=axes, dtype=dtypes.int32)


def known_scalar(result: Tensor, axis: object, keepdims: bool | None) -> Tensor:
    """`result`, of which it is known now that it is a scalar where all axes of a tensor of unknown rank were combined."""
    if axis is None and not keepdims and result._rank() is None:
        result.set_shape(())
    return result


def reduction(
    op_name: str,
    names: str,
    summary: str,
    takes: str,
    arguments: str,
    result: str,
    empty: str,
    more: str = "",
    **facts: Any,
) -> Any:
    """Returns a public function `f(input_tensor, axis=None, keepdims=False, name=None)` that calls one op.

    `facts` are `export`'s.
    """
    op = _core.op(op_name)
    kind = dtypes.bool if op_name in ("Any", "All") else None
    plain = (list, tuple, int, float, str, bytes)

    def function(
        input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
    ) -> Tensor:
        if axis is None:
            if not isinstance(input_tensor, Tensor):
                # Arrays of numbers are cast, too.
                settled = isinstance(input_tensor, plain) or hasattr(input_tensor, "__array_interface__")
                input_tensor = _convert(input_tensor, kind if settled else None)
            axis = axes_of(input_tensor, None)
            if input_tensor._rank() is None and not keepdims:
                result = op(input_tensor, axis, name=name)
                result.set_shape(())
                return result
        if keepdims:
            return op(input_tensor, axis, keep_dims=True, name=name)
        return op(input_tensor, axis, name=name)

    public_names = names.split()
    doc = f"""{summary} (tf.{public_names[0]}).

    Args:
      input_tensor: a tensor of {takes}.{more}
      axis: the axes that are combined, an integer or a list of those from -rank to rank - 1; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, {empty}.

    Raises:
      tf.errors.InvalidArgumentError: an axis is out of range or occurs twice.

    >>> import graphwright as tf
    >>> x = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    >>> tf.{public_names[0]}({arguments})
    {result}
    """
    return public(public_names, function, doc, op_name, "tensor axes @keep_dims name", **facts)


_SCALAR = "<tf.Tensor: shape=(), dtype=float32, numpy={}>"
_BOOLS = "<tf.Tensor: shape=(), dtype=bool, numpy={}>"

reduce_sum = reduction(
    "Sum",
    "math.reduce_sum reduce_sum",
    "The sum of the elements along axes",
    "numbers",
    "x",
    _SCALAR.format("21.0"),
    "it is 0",
    weak_type="unary",
    v1="",
)
reduce_mean = reduction(
    "Mean",
    "math.reduce_mean reduce_mean",
    "The mean of the elements along axes",
    "numbers",
    "x",
    _SCALAR.format("3.5"),
    "it is NaN",
    " Means of integers are integers, rounded towards 0.",
    weak_type="unary",
    v1="",
)
reduce_prod = reduction(
    "Prod",
    "math.reduce_prod reduce_prod",
    "The product of the elements along axes",
    "numbers",
    "x",
    _SCALAR.format("720.0"),
    "it is 1",
    weak_type="unary",
    v1="",
)
reduce_max = reduction(
    "Max",
    "math.reduce_max reduce_max",
    "The largest element along axes; NaN where any is",
    "real numbers",
    "x",
    _SCALAR.format("6.0"),
    "it is the lowest number of the dtype",
    weak_type="unary",
    v1="",
)
reduce_min = reduction(
    "Min",
    "math.reduce_min reduce_min",
    "The smallest element along axes; NaN where any is",
    "real numbers",
    "x",
    _SCALAR.format("1.0"),
    "it is the largest number of the dtype",
    weak_type="unary",
    v1="",
)
reduce_all = reduction(
    "All",
    "math.reduce_all reduce_all",
    "Whether all elements along axes are true",
    "bools",
    "[[True, True], [True, False]]",
    _BOOLS.format("False"),
    "it is true",
    v1="",
)
reduce_any = reduction(
    "Any",
    "math.reduce_any reduce_any",
    "Whether any element along axes is true",
    "bools",
    "[[True, True], [True, False]]",
    _BOOLS.format("True"),
    "it is false",
    v1="",
)
reduce_euclidean_norm = reduction(
    "EuclideanNorm",
    "math.reduce_euclidean_norm",
    "The square root of the sum of squares of the elements along axes",
    "numbers",
    "[3.0, 4.0]",
    _SCALAR.format("5.0"),
    "it is 0",
    weak_type="unary",
)

_sub = _core.op("Sub")
_square = _core.op("Square")
_sqrt = _core.op("Sqrt")
_mul = _core.op("Mul")
_conj = _core.op("Conj")
_real = _core.op("Real")
_exp = _core.op("Exp")
_log = _core.op("Log")
_add = _core.op("AddV2")
_stop_gradient = _core.op("StopGradient")
_is_finite = _core.op("IsFinite")
_select = _core.op("SelectV2")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")
_not_equal = _core.op("NotEqual")
_sum = _core.op("Sum")
_max = _core.op("Max")


@export("math.reduce_variance", node="reduce_variance/", weak_type="unary")
def reduce_variance(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Returns the variance of the elements along axes: the mean of (x - mean) squared (tf.math.reduce_variance).

    Args:
      input_tensor: a tensor of floats or complex numbers.
      axis: the axes that are combined, an integer or a list of those; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype (of real numbers for complex ones), without the axes that were combined.

    Raises:
      TypeError: the elements are integers.

    >>> import graphwright as tf
    >>> tf.math.reduce_variance([1.0, 2.0, 3.0, 6.0])
    <tf.Tensor: shape=(), dtype=float32, numpy=3.5>
    """
    x = tensor(input_tensor)
    if x.dtype.is_integer:
        raise TypeError(f"Input must be either real or complex. Received integer type {x.dtype}.")
    axes = axes_of(x, axis)
    difference = _sub(x, reduce_mean(x, axes, keepdims=True))
    if x.dtype.is_complex:
        squares = _real(_mul(difference, _conj(difference)), Tout=x.dtype.real_dtype)
    else:
        squares = _square(difference)
    return known_scalar(reduce_mean(squares, axes, keepdims=keepdims, name=name), axis, keepdims)


@export("math.reduce_std", node="reduce_std/", weak_type="unary")
def reduce_std(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """Returns the standard deviation of the elements along axes: the root of their variance (tf.math.reduce_std).

    Args:
      input_tensor: a tensor of floats or complex numbers.
      axis: the axes that are combined, an integer or a list of those; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype (of real numbers for complex ones), without the axes that were combined.

    Raises:
      TypeError: the elements are integers.

    >>> import graphwright as tf
    >>> tf.math.reduce_std([1.0, 1.0, 5.0, 5.0])
    <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """
    return _sqrt(reduce_variance(input_tensor, axis, keepdims), name=name)


@export("math.reduce_logsumexp", "reduce_logsumexp", node="ReduceLogSumExp/= Sub:Sub", weak_type="unary", v1="")
def reduce_logsumexp(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """log(sum(exp(x))) along axes, without overflow or underflow (tf.reduce_logsumexp).

    Args:
      input_tensor: a tensor of floats.
      axis: the axes that are combined, an integer or a list of those; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype, without the axes that were combined. Where there is nothing to combine, it is -inf.

    >>> import graphwright as tf
    >>> tf.reduce_logsumexp([1000.0, 1000.0])
    <tf.Tensor: shape=(), dtype=float32, numpy=1000.69...>
    """
    x = tensor(input_tensor)
    axes = axes_of(x, axis)
    largest = _stop_gradient(_max(x, axes, keep_dims=True))
    # An infinite maximum would make NaN of x - maximum.
    shift = _select(_is_finite(largest), largest, _convert(0, x.dtype))
    result = known_scalar(_log(_sum(_exp(_sub(x, shift)), axes, keep_dims=keepdims)), axis, keepdims)
    if not keepdims:
        shift = _reshape(shift, _shape(result))
    return _add(result, shift, name=name)


def zero_of(dtype: dtypes.DType) -> Tensor:
    """Returns what counts as zero among the elements of a dtype."""
    return _convert("" if dtype == dtypes.string else (False if dtype == dtypes.bool else 0), dtype)


@export("math.count_nonzero", node="count_nonzero/", v1="")
def count_nonzero(
    input: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Returns how many elements along axes are not zero, not false or not the empty string (tf.math.count_nonzero).

    Args:
      input: a tensor of numbers, bools or strings.
      axis: the axes that are combined, an integer or a list of those; None for all.
      keepdims: whether the result has extent 1 where axes were combined, instead of having fewer axes.
      dtype: the dtype of the result.
      name: the name of the node in a graph.

    Returns:
      A tensor of `dtype`, without the axes that were combined.

    >>> import graphwright as tf
    >>> tf.math.count_nonzero([[0, 1, 0], [1, 1, 0]], axis=0).numpy()
    array([1, 2, 0])
    """
    x = tensor(input)
    ones = _cast(_not_equal(x, zero_of(x.dtype)), DstT=dtypes.int64)
    count = known_scalar(_sum(ones, axes_of(x, axis), keep_dims=bool(keepdims)), axis, keepdims)
    return _cast(count, DstT=dtypes.as_dtype(dtype), name=name)


_arg_max = _core.op("ArgMax")
_arg_min = _core.op("ArgMin")


@export("math.argmax", "argmax", v1="")
@direct("ArgMax", "tensor integers=0 @output_type name")
def argmax(
    input: TensorLike, axis: AxisLike | None = None, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Returns where along an axis the largest element lies; the first of equal ones (tf.argmax).

    Args:
      input: a tensor of real numbers or bools.
      axis: an integer from -rank to rank - 1; None for 0.
      output_type: the dtype of the result: tf.int64, tf.int32, tf.int16 or tf.uint16.
      name: the name of the node in a graph.

    Returns:
      A tensor of `output_type` without the axis.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range, or has no elements.

    >>> import graphwright as tf
    >>> tf.argmax([[1, 5, 2], [7, 0, 7]], axis=1).numpy()
    array([1, 0])
    """
    return _arg_max(input, 0 if axis is None else axis, output_type=output_type, name=name)


@export("math.argmin", "argmin", v1="")
@direct("ArgMin", "tensor integers=0 @output_type name")
def argmin(
    input: TensorLike, axis: AxisLike | None = None, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Returns where along an axis the smallest element lies; the first of equal ones (tf.argmin).

    Args:
      input: a tensor of real numbers or bools.
      axis: an integer from -rank to rank - 1; None for 0.
      output_type: the dtype of the result: tf.int64 or tf.int32.
      name: the name of the node in a graph.

    Returns:
      A tensor of `output_type` without the axis.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range, or has no elements.

    >>> import graphwright as tf
    >>> tf.argmin([[1, 5, 2], [7, 0, 7]], axis=1).numpy()
    array([0, 1])
    """
    return _arg_min(input, 0 if axis is None else axis, output_type=output_type, name=name)


def _scan(op_name: str, names: str, summary: str, takes: str, example: str, **facts: Any) -> Any:
    op = _core.op(op_name)

    def function(
        x: TensorLike, axis: AxisLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
    ) -> Tensor:
        return op(x, axis, exclusive=exclusive, reverse=reverse, name=name)

    public_names = names.split()
    doc = f"""{summary} along an axis (tf.{public_names[0]}).

    Args:
      x: a tensor of {takes}.
      axis: an integer from -rank to rank - 1.
      exclusive: whether each element's own value is left out.
      reverse: whether to go from the last element to the first.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: the axis is out of range.

    >>> import graphwright as tf
    {example}
    """
    return public(public_names, function, doc, **facts)


cumsum = _scan(
    "Cumsum",
    "math.cumsum cumsum",
    "Running sums",
    "numbers",
    """>>> tf.cumsum([1, 2, 3]).numpy()
    array([1, 3, 6], dtype=int32)
    >>> tf.cumsum([1, 2, 3], exclusive=True, reverse=True).numpy()
    array([5, 3, 0], dtype=int32)""",
)
cumprod = _scan(
    "Cumprod",
    "math.cumprod",
    "Running products",
    "numbers",
    """>>> tf.math.cumprod([1, 2, 3]).numpy()
    array([1, 2, 6], dtype=int32)""",
    v1="math.cumprod cumprod",
)
cumulative_logsumexp = _scan(
    "CumulativeLogsumexp",
    "math.cumulative_logsumexp",
    "Running values of log(exp(x[0]) + exp(x[1]) + …), without overflow",
    "floats",
    """>>> tf.math.cumulative_logsumexp([0.0, 0.0, -100.0]).numpy()
    array([0.       , 0.6931472, 0.6931472], dtype=float32)""",
)

_less = _core.op("Less")
_less_equal = _core.op("LessEqual")
_all = _core.op("All")
_strided_slice = _core.op("StridedSlice")


def _neighbours(x: TensorLike) -> tuple[Tensor, Tensor]:
    flat = reshape(x, [-1])
    if flat.dtype in (dtypes.bool, dtypes.string):
        raise TypeError(f"Expected x to be numeric, instead found: {x}")
    return _strided_slice(flat, [0], [-1], [1], begin_mask=1), _strided_slice(flat, [1], [0], [1], end_mask=1)


@export(
    "math.is_non_decreasing",
    node="is_non_decreasing/",
    v1="math.is_non_decreasing debugging.is_non_decreasing is_non_decreasing",
)
def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells whether no element is smaller than the one before it, in row-major order (tf.math.is_non_decreasing).

    Args:
      x: a tensor of real numbers.
      name: the name of the node in a graph.

    Returns:
      A bool; true for tensors of less than two elements.

    >>> import graphwright as tf
    >>> bool(tf.math.is_non_decreasing([1, 1, 2])), bool(tf.math.is_non_decreasing([1, 0]))
    (True, False)
    """
    before, after = _neighbours(x)
    return _all(_less_equal(before, after), [0], name=name)


@export(
    "math.is_strictly_increasing",
    node="is_strictly_increasing/",
    v1="math.is_strictly_increasing debugging.is_strictly_increasing is_strictly_increasing",
)
def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells whether each element is larger than the one before it, in row-major order (tf.math.is_strictly_increasing).

    Args:
      x: a tensor of real numbers.
      name: the name of the node in a graph.

    Returns:
      A bool; true for tensors of less than two elements.

    >>> import graphwright as tf
    >>> bool(tf.math.is_strictly_increasing([1, 2])), bool(tf.math.is_strictly_increasing([1, 1]))
    (True, False)
    """
    before, after = _neighbours(x)
    return _all(_less(before, after), [0], name=name)
