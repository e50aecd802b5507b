"""tf.debugging: assertions about values, shapes and dtypes of tensors, and tf.Assert.

In eager execution an assertion that does not hold raises at once. While a function is traced it raises at once where the
values are known, and else adds an operation that fails when the function runs.
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.control_flow.assertion import Assert, invalid, tensor_of
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.scopes import scope_of
from graphwright._src.tensor import dtypes, tensor_shape
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    import numpy as np

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_assert = _core.op("Assert")
_check_numerics = _core.op("CheckNumerics")


def _constant(tensor: Tensor) -> np.ndarray | None:
    """Returns the value as an array where it is known now."""
    if isinstance(tensor, _core.EagerTensor):
        return tensor.numpy()
    known = _core.constant_value(tensor)
    return None if known is None else known.numpy()


# What is known of other operations' results is only used when the function runs.
_PLAIN = frozenset(
    "Cast ConcatV2 Const Equal Fill Identity NotEqual OnesLike Pack Range Split StopGradient Unpack ZerosLike".split()
)
_OF_SHAPES = frozenset(("Rank", "Shape", "Size"))


def _is_plain(tensor: Tensor) -> bool:
    """Tells whether a known value is one that an assertion may fail for while a graph is made, though it may never be
    reached.
    """
    if isinstance(tensor, _core.EagerTensor):
        return True
    op = tensor.op
    return op.type in _OF_SHAPES or (op.type in _PLAIN and all(map(_is_plain, op.inputs)))


def _shape_and_dtype(tensor: Tensor) -> str:
    if isinstance(tensor, _core.EagerTensor):
        return f"shape={tensor._shape_tuple()} dtype={tensor.dtype.name}"
    return tensor.name


def _name(tensor: Tensor) -> str:
    return "" if isinstance(tensor, _core.EagerTensor) else tensor.name


# ---- tf.Assert ----


def _fail_or_assert(condition: Tensor, compared: Iterable[Any], data: list[Any], summarize: int | None) -> Any:
    """Raises if the condition, a symbolic bool scalar, is known not to hold for what is compared; else adds an Assert."""
    known = _constant(condition)
    if known is not None and not known and all(map(_is_plain, compared)):
        lines = []
        for item in data:
            value = _constant(item) if isinstance(item, _core.Tensor) else item
            lines.append(str(item if value is None else value))
        raise invalid("\n".join(lines))
    return Assert(condition, data, summarize=summarize)


# ---- comparisons ----


def _compare(
    sign: str,
    op: str,
    x: TensorLike,
    y: TensorLike,
    message: str | None,
    summarize: int | None,
    name: str,
) -> Any:
    with scope_of(name):
        y_is_tensor = isinstance(y, (_core.Tensor, _core.ResourceVariable))
        if isinstance(x, (_core.Tensor, _core.ResourceVariable)) or not y_is_tensor:
            first = tensor_of(x, "x")
            second = tensor_of(y, "y", hint=first.dtype)
        else:
            second = tensor_of(y, "y")
            first = tensor_of(x, "x", hint=second.dtype)
        holds = _core.op(op)(first, second)
        if _core.executing_eagerly():
            if holds.numpy().all():
                return None
            few = 3 if summarize is None else summarize
            raise invalid(_difference(sign, first, second, holds.numpy(), message, few))
        data = [] if message is None else [message]
        data += [f"Condition x {sign} y did not hold element-wise:", f"x ({getattr(first, 'name', 'x')}) = ", first]
        data += [f"y ({getattr(second, 'name', 'y')}) = ", second]
        return _fail_or_assert(_all(holds), (first, second), data, summarize)


def _all(tensor: Tensor) -> Tensor:
    axes = _core.op("Range")(0, _core.op("Rank")(tensor), 1)
    return _core.op("All")(tensor, axes)


def _difference(sign: str, x: Tensor, y: Tensor, holds: np.ndarray, message: str | None, summarize: int) -> str:
    """Returns where the condition did not hold, in the words of TensorFlow's eager assertions."""
    import numpy as np

    x_array, y_array = np.asarray(x.numpy()), np.asarray(y.numpy())
    lines = [] if message is None else [str(message)]
    lines.append(f"Condition x {sign} y did not hold.")
    mask = np.logical_not(holds)
    if x_array.shape == y_array.shape and x_array.ndim > 0:
        indices = np.argwhere(mask)[: None if summarize < 0 else summarize]
        lines.append(f"Indices of first {len(indices)} different values:\n{indices}")
        picked = tuple(indices.T)
        lines.append(f"Corresponding x values:\n{x_array[picked]}\nCorresponding y values:\n{y_array[picked]}")
    for letter, array in (("x", x_array), ("y", y_array)):
        count = array.size if summarize < 0 else min(summarize, array.size)
        lines.append(f"First {count} elements of {letter}:\n{array.reshape((-1,))[:count]}")
    return "\n".join(lines)


def _comparison(public: str, sign: str, op: str, words: str, example: str) -> Callable[..., Any]:
    def check(
        x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None
    ) -> Any:
        return _compare(sign, op, x, y, message, summarize, name or public)

    return _describe(check, public, sign, words, example)


def _describe(check: Callable[..., Any], public: str, sign: str, words: str, example: str) -> Callable[..., Any]:
    check.__name__ = check.__qualname__ = public
    check.__doc__ = f"""Fails unless x {sign} y for all elements: {words} (tf.debugging.{public}).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.{public}({example})
    """
    return check


assert_equal = export(
    "debugging.assert_equal", "assert_equal", elementwise="binary assert", weak_type="binary strong", v1=""
)(_comparison("assert_equal", "==", "Equal", "both are the same", "[1, 2], [1, 2]"))
assert_less = export("debugging.assert_less", "assert_less", elementwise="binary assert", v1="")(
    _comparison("assert_less", "<", "Less", "the first is smaller", "[1, 2], 3")
)
assert_less_equal = export("debugging.assert_less_equal", elementwise="binary assert", v1="")(
    _comparison("assert_less_equal", "<=", "LessEqual", "the first is not larger", "[1, 2], 2")
)
assert_greater = export("debugging.assert_greater", "assert_greater", elementwise="binary assert", v1="")(
    _comparison("assert_greater", ">", "Greater", "the first is larger", "[4, 5], 3")
)
assert_greater_equal = export("debugging.assert_greater_equal", elementwise="binary assert", v1="")(
    _comparison("assert_greater_equal", ">=", "GreaterEqual", "the first is not smaller", "[3, 4], 3")
)


def _none_equal(
    x: TensorLike, y: TensorLike, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Any:
    return _compare("!=", "NotEqual", x, y, message, summarize, name or "assert_none_equal")


assert_none_equal = export("debugging.assert_none_equal", elementwise="binary assert", v1="")(
    _describe(_none_equal, "assert_none_equal", "!=", "no two are the same", "[1, 2], [2, 1]")
)


@export("debugging.assert_near", elementwise="binary assert", v1="")
def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless |x - y| <= atol + rtol * |y| for all elements (tf.debugging.assert_near).

    Args:
      x, y: floating-point tensors that broadcast against each other.
      rtol, atol: ten times the dtype's epsilon by default.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_near(1.0, 1.0 + 1e-7)
    """
    with scope_of(name or "assert_near"):
        first = tensor_of(x, "x")
        second = tensor_of(y, "y", first.dtype)
        dtype = first.dtype.real_dtype
        tolerance: Any = 10 * _epsilon(dtype) if rtol is None or atol is None else None
        rtol = tensor_of(tolerance if rtol is None else rtol, "rtol", dtype)
        atol = tensor_of(tolerance if atol is None else atol, "atol", dtype)
        size = _core.op("ComplexAbs" if first.dtype.is_complex else "Abs")
        limit = _core.op("AddV2")(atol, _core.op("Mul")(rtol, size(second)))
        near = _all(_core.op("LessEqual")(size(_core.op("Sub")(first, second)), limit))
        data = [
            message or "",
            f"x and y not equal to tolerance rtol = {rtol}, atol = {atol}",
            f"x ({_shape_and_dtype(first)}) = ",
            first,
            f"y ({_shape_and_dtype(second)}) = ",
            second,
        ]
        return Assert(near, data, summarize=summarize)


def _epsilon(dtype: DType) -> float:
    bits = {dtypes.float16: 10, dtypes.bfloat16: 7, dtypes.float32: 23, dtypes.float64: 52}.get(dtype)
    if bits is None:
        raise ValueError(f"data type {dtype.as_numpy_dtype} not inexact")
    return 2.0**-bits


def _sign_check(public: str, sign: str, op: str, joint: str, words: str, example: str) -> Callable[..., Any]:
    def check(x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
        with scope_of(name or public):
            tensor = tensor_of(x, "x")
            holds = _all(_core.op(op)(tensor, _core.convert_to_tensor(0, tensor.dtype)))
            start = f"{message or ''}\nCondition x {sign} 0 did not hold element-wise:{joint}"
            if _core.executing_eagerly():
                if holds.numpy():
                    return None
                array = tensor.numpy()
                shown = [str(item) for item in array.reshape((-1,)).tolist()] if array.ndim else str(array)
                raise invalid(f"{start}x ({_shape_and_dtype(tensor)}) = \n{shown}")
            data = [
                message or "",
                f"Condition x {sign} 0 did not hold element-wise:",
                f"x ({getattr(tensor, 'name', 'x')}) = ",
                tensor,
            ]
            return _fail_or_assert(holds, (tensor,), data, summarize)

    check.__name__ = check.__qualname__ = public
    check.__doc__ = f"""Fails unless x {sign} 0 for all elements: {words} (tf.debugging.{public}).

    Args:
      x: a numeric tensor.
      message: goes before the message of the error.
      summarize: how many entries the message of a graph's error shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.{public}({example})
    """
    return check


assert_positive = export("debugging.assert_positive", v1="")(
    _sign_check("assert_positive", ">", "Greater", "\n", "all are positive", "[1, 2]")
)
assert_negative = export("debugging.assert_negative", v1="")(
    _sign_check("assert_negative", "<", "Less", "\n", "all are negative", "[-1, -2]")
)
assert_non_negative = export("debugging.assert_non_negative", v1="")(
    _sign_check("assert_non_negative", ">=", "GreaterEqual", "\n", "none is negative", "[0, 2]")
)
assert_non_positive = export("debugging.assert_non_positive", v1="")(
    _sign_check("assert_non_positive", "<=", "LessEqual", "", "none is positive", "[0, -2]")
)


# ---- ranks and shapes ----


def _known_rank(rank: TensorLike) -> int | None:
    tensor = tensor_of(rank, "rank")
    if tensor.dtype != dtypes.int32:
        raise TypeError(f"{_name(tensor) or 'tensor'} must be of type tf.int32; got {tensor.dtype!r}")
    value = _constant(tensor)
    if value is not None and getattr(value, "ndim", 0) != 0:
        raise ValueError("Rank must be a scalar.")
    return None if value is None else int(value)


def _check_rank(
    x: TensorLike, ranks: list[Any], fits: Callable[[int, list[int]], bool], op: str, words: str, message: str | None
) -> Any:
    tensor = tensor_of(x)
    known = [_known_rank(rank) for rank in ranks]
    rank = tensor.shape.rank
    if rank is not None and None not in known:
        if fits(rank, known):  # type: ignore[arg-type]
            return None if _core.executing_eagerly() else no_op(name="static_checks_determined_all_ok")
        shown = known[0] if op != "in" else tuple(known)
        start = f"{message}.  " if message else ""
        raise ValueError(
            f"{start}Tensor {_name(tensor)} must have rank {words}{shown}.  Received rank {rank}, shape {tensor.shape}"
        )
    actual = _core.op("Rank")(tensor)
    condition = None
    for wanted in ranks:
        one = _core.op("GreaterEqual" if op == "at least" else "Equal")(actual, wanted)
        condition = one if condition is None else _core.op("LogicalOr")(condition, one)
    data = [message or "", f"Tensor {_name(tensor)} must have rank {words}".rstrip(), *ranks]
    return _assert(condition, [tensor_of(item) for item in (*data, "Received shape: ", _core.op("Shape")(tensor))])


@export("debugging.assert_rank", "assert_rank", v1="")
def assert_rank(x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Fails unless `x` has the given rank (tf.debugging.assert_rank).

    Args:
      x: a tensor.
      rank: an int32 scalar.
      message: goes before the message of the error.
      name: of the operations.

    Raises:
      ValueError: the ranks are known and differ.
      InvalidArgumentError: they differ when the function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank([[1, 2]], 2)
    """
    with scope_of(name or "assert_rank"):
        return _check_rank(x, [rank], lambda got, want: got == want[0], "equal", "", message)


@export("debugging.assert_rank_at_least", v1="")
def assert_rank_at_least(x: TensorLike, rank: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Fails unless `x` has at least the given rank (tf.debugging.assert_rank_at_least).

    Args:
      x: a tensor.
      rank: an int32 scalar.
      message: goes before the message of the error.
      name: of the operations.

    Raises:
      ValueError: the ranks are known and do not fit.
      InvalidArgumentError: they do not fit when the function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank_at_least([[1, 2]], 1)
    """
    with scope_of(name or "assert_rank_at_least"):
        return _check_rank(x, [rank], lambda got, want: got >= want[0], "at least", "at least ", message)


@export("debugging.assert_rank_in", v1="")
def assert_rank_in(x: TensorLike, ranks: Iterable[Any], message: str | None = None, name: str | None = None) -> Any:
    """Fails unless the rank of `x` is one of `ranks` (tf.debugging.assert_rank_in).

    Args:
      x: a tensor.
      ranks: int32 scalars.
      message: goes before the message of the error.
      name: of the operations.

    Raises:
      ValueError: the ranks are known and do not fit.
      InvalidArgumentError: they do not fit when the function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_rank_in([[1, 2]], (1, 2))
    """
    with scope_of(name or "assert_rank_in"):
        return _check_rank(x, list(ranks), lambda got, want: got in want, "in", "in ", message)


@export("debugging.assert_scalar", v1="")
def assert_scalar(tensor: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """ValueError unless the static shape of `tensor` is that of a scalar (tf.debugging.assert_scalar).

    >>> import graphwright as tf
    >>> tf.debugging.assert_scalar(3)
    """
    value = tensor_of(tensor)
    if value.shape.rank != 0:
        start = f"{message} " if message else ""
        of = f" for {value.name}" if isinstance(value, _core.SymbolicTensor) else ""
        raise ValueError(f"{start}Expected scalar shape{of}, saw shape: {value.shape}.")


def _symbols(symbols: Any) -> list[Any]:
    if isinstance(symbols, tensor_shape.TensorShape):
        return symbols.as_list()
    return list(symbols) if hasattr(symbols, "__iter__") else [symbols]


def _is_wildcard(symbol: object) -> bool:
    return symbol is None or symbol == "." or symbol == "*"


@export("debugging.assert_shapes", v1="")
def assert_shapes(
    shapes: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
    data: Iterable[TensorLike] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> None:
    """Fails unless several tensors have shapes that fit together (tf.debugging.assert_shapes).

    Args:
      shapes: a list of pairs (tensor, shape) or a dict. A shape is a tuple, list or str of sizes; a size is an int, a str
        that stands for the same number everywhere, or None, "." or "*" for any number. "..." or "*" at the beginning
        stands for any number of axes.
      data: what the message of a graph's error shows; the sizes by default.
      summarize: how many entries of that to show, 3 by default.
      message: goes before the message of the error.
      name: of the operations.

    Raises:
      ValueError: sizes are known and do not fit.
      InvalidArgumentError: they do not fit when the function runs.

    >>> import graphwright as tf
    >>> tf.debugging.assert_shapes([(tf.zeros([3, 4]), ("N", "D")), (tf.zeros([4]), ("D",))])
    """
    shape_checks(shapes, data, summarize, message, name)


def shape_checks(
    shapes: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
    data: Iterable[TensorLike] | None,
    summarize: int | None,
    message: str | None,
    name: str | None,
) -> list[Any]:
    """Returns the operations that `assert_shapes` adds to a graph; raises as it does."""
    checks = []
    with scope_of(name or "assert_shapes"):
        items_of: Any = getattr(shapes, "items", None)
        items = list(shapes if items_of is None else items_of())
        first: dict[str, tuple[str, Any, int | None]] = {}  # symbol: who said so, the size as a tensor, and if known
        start = f"{message}.  " if message else ""
        for value, symbols in items:
            tensor = tensor_of(value)
            symbols = _symbols(symbols)
            inner = bool(symbols) and (symbols[0] == "..." or (symbols[0] == "*" and len(symbols) > 1))
            if inner:
                symbols = symbols[1:]
                checks.append(assert_rank_at_least(tensor, len(symbols), message=message))
            else:
                checks.append(assert_rank(tensor, len(symbols), message=message))
            for i, symbol in enumerate(symbols):
                if _is_wildcard(symbol):
                    continue
                axis = i - len(symbols) if inner else i
                checks.append(_check_size(tensor, axis, symbol, first, start, message, data, summarize))
    return [check for check in checks if check is not None]


def _check_size(
    tensor: Tensor,
    axis: int,
    symbol: Any,
    first: dict[str, tuple[str, Any, int | None]],
    start: str,
    message: str | None,
    data: Iterable[TensorLike] | None,
    summarize: int | None,
) -> Any:
    size = None if tensor.shape.rank is None else tensor.shape[axis]
    text = f"{symbol}"
    if isinstance(symbol, int) or text.isdigit():
        said, wanted, known = "Specified explicitly", int(symbol), int(symbol)
    elif text in first:
        said, wanted, known = first[text]
    else:
        dynamic = size if size is not None else _core.op("Shape")(tensor)[axis]
        first[text] = (f"Specified by tensor {_shape_and_dtype(tensor)} dimension {axis}", dynamic, size)
        return None
    if size is not None and known is not None:
        if size != known:
            raise ValueError(
                f"{start}{said}.  Tensor {_shape_and_dtype(tensor)} dimension {axis} must have size {known}.  Received "
                f"size {size}, shape {tensor.shape}"
            )
        return None
    shape = _core.op("Shape")(tensor)
    shown = (
        [
            message or "",
            said,
            f"Tensor {_name(tensor)} dimension",
            axis,
            "must have size",
            wanted,
            "Received shape: ",
            shape,
        ]
        if data is None
        else data
    )
    holds = _core.op("Equal")(shape[axis], wanted)
    return _assert(holds, [tensor_of(item) for item in shown], summarize=3 if summarize is None else summarize)


# ---- dtypes ----


@export("debugging.assert_type", v1="")
def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> None:
    """TypeError unless `tensor` has the dtype `tf_type` (tf.debugging.assert_type).

    >>> import graphwright as tf
    >>> tf.debugging.assert_type(tf.constant(1.5), tf.float32)
    """
    tf_type = dtypes.as_dtype(tf_type)
    value = tensor_of(tensor)
    if value.dtype != tf_type:
        start = f"{message}  " if message else ""
        raise TypeError(f"{start}{_name(value) or 'tensor'} must be of type {tf_type!r}; got {value.dtype!r}")


@export("debugging.assert_integer", v1="")
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """TypeError unless the elements of `x` are integers (tf.debugging.assert_integer).

    >>> import graphwright as tf
    >>> tf.debugging.assert_integer([1, 2])
    """
    tensor = tensor_of(x)
    if not tensor.dtype.is_integer:
        found = f"Found: {_name(tensor) or 'tensor'} of dtype {tensor.dtype!s}"
        raise TypeError(f'{f"{message}  " if message else ""}Expected "x" to be integer type.  {found}')


@export("debugging.assert_same_float_dtype", v1="debugging.assert_same_float_dtype assert_same_float_dtype")
def assert_same_float_dtype(tensors: Iterable[Any] | None = None, dtype: DTypeLike | None = None) -> Any:
    """Returns the floating-point dtype that all tensors have; float32 where nothing is given.

    Args:
      tensors: tensors, or None for those to leave out.
      dtype: the dtype that they must have; that of the first one by default.

    Raises:
      ValueError: two of them differ, or they are not floating-point.

    TensorFlow symbol: tf.debugging.assert_same_float_dtype.

    >>> import graphwright as tf
    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.5)])
    tf.float32
    """
    found = None if dtype is None else dtypes.as_dtype(dtype)
    origin: Any = None
    for item in tensors or ():
        if item is None:
            continue
        if found is None:
            found, origin = item.dtype, item
        elif item.dtype != found:
            shown = _name(item) if isinstance(item, _core.SymbolicTensor) else item
            first = (
                f" as {_name(origin) if isinstance(origin, _core.SymbolicTensor) else origin}"
                if origin is not None
                else ""
            )
            raise ValueError(f"{shown}, type={item.dtype!s}, must be of the same type ({found!s}){first}.")
    if found is None:
        found = dtypes.float32
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found!s}.")
    return found


@export("debugging.assert_proper_iterable", v1="debugging.assert_proper_iterable assert_proper_iterable")
def assert_proper_iterable(values: object) -> None:
    """TypeError unless `values` can be iterated over and is neither a tensor nor an array nor a str.

    TensorFlow symbol: tf.debugging.assert_proper_iterable.

    >>> import graphwright as tf
    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    kind = type(values)
    improper = (_core.Tensor, _core.ResourceVariable, str, bytes, IndexedSlices)
    if isinstance(values, improper) or (kind.__module__ == "numpy" and kind.__name__ == "ndarray"):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {kind}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {kind}')


@export("debugging.is_numeric_tensor", v1="debugging.is_numeric_tensor is_numeric_tensor")
def is_numeric_tensor(tensor: object) -> bool:
    """Tells whether this is a tensor whose elements are numbers (tf.debugging.is_numeric_tensor).

    >>> import graphwright as tf
    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor(1)
    (True, False)
    """
    return isinstance(tensor, _core.Tensor) and tensor.dtype.is_numeric


# ---- numbers ----


@export(
    "debugging.check_numerics", elementwise="unary", weak_type="unary", v1="debugging.check_numerics check_numerics"
)
def check_numerics(tensor: TensorLike, message: str, name: str | None = None) -> Tensor:
    """`tensor` itself; fails where some element is not a finite number (tf.debugging.check_numerics).

    Args:
      tensor: a floating-point tensor.
      message: begins the message of the error.
      name: of the operation.

    Raises:
      InvalidArgumentError: there is a NaN or an infinity.

    >>> import graphwright as tf
    >>> tf.debugging.check_numerics([1.0, 2.0], "x").numpy()
    array([1., 2.], dtype=float32)
    """
    return _check_numerics(tensor, message=message, name=name)


@export("debugging.assert_all_finite", v1="")
def assert_all_finite(x: TensorLike, message: str, name: str | None = None) -> Any:
    """`x` itself; fails where some element is not a finite number (tf.debugging.assert_all_finite).

    Args:
      x: a floating-point tensor.
      message: begins the message of the error.
      name: of the operation.

    Raises:
      InvalidArgumentError: there is a NaN or an infinity.

    >>> import graphwright as tf
    >>> tf.debugging.assert_all_finite([1.0], "x").shape
    TensorShape([1])
    """
    with scope_of(name or "VerifyFinite"):
        return _check_numerics(x, message=message)


@export("debugging.enable_check_numerics")
def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    """From now on an op of this thread fails where it gives a NaN or an infinity (tf.debugging.enable_check_numerics).

    Functions that are traced while this is on keep their checks; those traced before have none. The error names the op, what
    it was given, and the lines that made it.

    Args:
      stack_height_limit: accepted; tracebacks are whole, without the frames of this package.
      path_length_limit: accepted; paths are whole.

    Raises (later, the ops):
      InvalidArgumentError: a floating-point result has a NaN or an infinity.

    >>> import graphwright as tf
    >>> tf.debugging.enable_check_numerics()
    >>> try:
    ...     tf.math.log([1.0, 0.0])
    ... except tf.errors.InvalidArgumentError as error:
    ...     print(error.message.strip().splitlines()[0])
    !!! Detected Infinity or NaN in output 0 of eagerly-executing op "Log" (# of outputs: 1) !!!
    >>> tf.debugging.disable_check_numerics()
    """
    _core.check_results(True)
    log_info("Enabled check-numerics callback in thread %s", __import__("threading").current_thread().name)


@export("debugging.disable_check_numerics")
def disable_check_numerics() -> None:
    """Ends what `enable_check_numerics` began, for this thread (tf.debugging.disable_check_numerics)."""
    _core.check_results(False)
    log_info("Disabled check-numerics callback in thread %s", __import__("threading").current_thread().name)
