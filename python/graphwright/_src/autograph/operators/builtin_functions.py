"""Python's builtin functions where an argument is a tensor of a graph; everything else is theirs as before."""

from __future__ import annotations

import builtins
import functools
import sys

from graphwright import _core
from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import iteration, staged_items, staging
from graphwright._src.autograph.operators.logical import and_, or_
from graphwright._src.autograph.structure_list import LISTS
from graphwright._src.autograph.tensor_list import TensorList
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.ops import (
    array,
    array_index,
    array_join,
    array_layout,
    math,
    math_binary,
    math_convert,
    math_reduce,
    sort,
)
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any


def _staged(value: object) -> bool:
    return symbolic.is_staged(value)


def _any_staged(values: Iterable[object]) -> bool:
    return any(_staged(value) for value in values)


def _own(name: str, values: Sequence[Any]) -> Callable[..., Any] | None:
    """Returns what a builtin function does to these values in a graph, where their classes have a say: data sets,
    iterators.
    """
    if not values or not symbolic.in_graph():
        return None
    says: list[Any] = [getattr(type(value), "_graphwright_builtin", None) for value in values]
    return says[0](name) if all(says) else None


def _rows(value: object) -> Any:
    """Returns a list that depends on tensors as one tensor; anything else as it is."""
    return value.stack() if type(value) is TensorList and symbolic.in_graph() else value


def _has_parts(value: object) -> bool:
    """Tells whether the value is a ragged or sparse tensor, or slices of one, in a graph."""
    if not symbolic.in_graph():
        return False
    return isinstance(value, (RaggedTensor, SparseTensor, IndexedSlices))


def abs_(value: Any) -> Any:
    """abs(): `tf.abs` of a tensor."""
    own = _own("abs", [value])
    if own is not None:
        return own(value)
    return math.abs(value) if _staged(value) or _has_parts(value) else builtins.abs(value)


def _becomes_tensor(value: Any) -> bool:
    """Tells whether a number made of the value is a tensor: not that of a scalar with a known value, which stays a
    number.
    """
    if _staged(value) or _has_parts(value):
        return True
    return isinstance(value, Tensor) and (value.shape.rank != 0 or value.dtype.is_complex)


def int_(value: Any = 0, *args: Any, **kwargs: Any) -> Any:
    """int(): a tensor becomes int32, a string tensor is read as a number."""
    if not _becomes_tensor(value):
        return builtins.int(value, *args, **kwargs)
    base = args[0] if args else kwargs.get("base", 10)
    if base != 10:
        raise NotImplementedError(f"int() of a tensor knows base 10 only, got base {base}")
    if value.dtype == dtypes.string:
        from graphwright._src.text import strings

        return strings.to_number(value, dtypes.int32)
    return math_convert.cast(value, dtypes.int32)


def float_(value: Any = 0.0) -> Any:
    """float(): a tensor becomes float32, a string tensor is read as a number."""
    if not _becomes_tensor(value):
        return builtins.float(value)
    if value.dtype == dtypes.string:
        from graphwright._src.text import strings

        return strings.to_number(value, dtypes.float32)
    return math_convert.cast(value, dtypes.float32)


def bool_(value: object = False) -> Any:
    """bool(): a tensor becomes a bool tensor."""
    return _truth(value)


def complex_(real: Any = 0, imag: Any = 0) -> Any:
    """complex(): tensors become a complex128 tensor."""
    if not (_staged(real) or _staged(imag)):
        return builtins.complex(real, imag) if imag != 0 else builtins.complex(real)
    return math_convert.complex(math_convert.cast(real, dtypes.float64), math_convert.cast(imag, dtypes.float64))


def round_(number: Any, ndigits: int | None = None) -> Any:
    """round(): a tensor becomes int32, or with a number of digits stays what it is."""
    own = _own("round", [number])
    if own is not None:
        return own(number, ndigits)
    if not _staged(number):
        return builtins.round(number) if ndigits is None else builtins.round(number, ndigits)
    if ndigits is None:
        return math_convert.cast(math.round(number), dtypes.int32)
    if number.dtype.is_integer and ndigits >= 0:
        return array.identity(number)
    scale = math_convert.cast(10.0**ndigits, dtypes.float64)
    return math_convert.cast(math.round(math_convert.cast(number, dtypes.float64) * scale) / scale, number.dtype)


def list_(iterable: Any = ()) -> Any:
    """list(): of a tensor with a known length, its rows; of a list that depends on tensors, a copy."""
    if type(iterable) in LISTS and symbolic.in_graph():
        return iterable.copied()
    return builtins.list(iteration.items(iterable))


def tuple_(iterable: Iterable[Any] = ()) -> Any:
    """tuple(): of a tensor with a known length, its rows."""
    return builtins.tuple(iteration.items(iterable))


def iter_(iterable: Any, *sentinel: Any) -> Any:
    """iter(): over the rows of a tensor with a known length."""
    items = iteration.items(iterable)
    if items is not iterable and not sentinel:
        return iteration.RowIterator(items)
    return builtins.iter(items, *sentinel)


def reversed_(iterable: Any) -> Any:
    """reversed(): a tensor with its rows the other way round."""
    if _staged(iterable):
        return array_layout.reverse(iterable, [0])
    if type(iterable) in LISTS and symbolic.in_graph():
        return iterable[::-1]
    return builtins.reversed(iterable)


def len_(value: Any) -> Any:
    """len(): the length of a tensor's first axis, of a tensor array, of staged items."""
    if isinstance(value, staged_items.IndexedItems):
        return value.length()
    own = _own("len", [value])
    if own is not None:
        return own(value)
    if symbolic.in_graph() and isinstance(value, TensorArray):
        return value.size()
    if _has_parts(value):
        return iteration.number_of_rows(value)
    if _staged(value):
        return iteration.length_of(convert_to_tensor(value))
    return builtins.len(value)


def print_(*values: object, **kwargs: Any) -> None:
    """print(): with a tensor among the values, `tf.print` when the graph runs."""
    if not _any_staged(values):
        builtins.print(*values, **kwargs)
        return
    kwargs.pop("flush", None)
    file = kwargs.pop("file", None)
    options = {name: kwargs.pop(name) for name in ("sep", "end") if name in kwargs}
    options = {name: text for name, text in options.items() if text is not None}
    if kwargs:
        raise TypeError(f"print() got unexpected arguments {sorted(kwargs)}")
    from graphwright._src.text.printing import print_v2

    print_v2(*values, output_stream=file or sys.stdout, **options)


def range_(*bounds: Any) -> Any:
    """range(): with a tensor among the bounds, `tf.range`; empty where it would end before it begins."""
    if not _any_staged(bounds):
        return builtins.range(*bounds)
    if len(bounds) == 1:
        bounds = (math_binary.maximum(bounds[0], 0),)
    elif len(bounds) == 2:
        bounds = bounds[0], math_binary.maximum(*bounds)
    return math_convert.range(*bounds)


def enumerate_(iterable: Iterable[Any], start: Any = 0) -> Any:
    """enumerate(): of a tensor, for a `for` loop in the graph."""
    own = _own("enumerate", [iterable])
    if own is not None:
        return own(iterable, start)
    items = iteration.indexed(iterable)
    return builtins.enumerate(iterable, start) if items is None else iteration.staged_enumerate(items, start)


def next_(iterator: Iterator[Any], *default: object) -> Any:
    """next(): of an iterator over a data set, an op that takes its next element."""
    own = _own("next", [iterator])
    return builtins.next(iterator, *default) if own is None else own(iterator, *default)


def zip_(*iterables: Iterable[Any], **kwargs: bool) -> Any:
    """zip(): of tensors, for a `for` loop in the graph."""
    own = _own("zip", iterables)
    if own is not None:
        return own(*iterables)
    columns: list[Any] = [iteration.indexed(iterable) for iterable in iterables]
    if not columns or any(column is None for column in columns):
        return builtins.zip(*[iteration.items(iterable) for iterable in iterables], **kwargs)  # noqa: B905
    if kwargs.get("strict") and len({column.length() for column in columns if type(column.length()) is int}) > 1:
        raise ValueError("zip() arguments have different lengths")
    return iteration.staged_zip(columns)


def _truth(value: Any) -> Any:
    """Tells whether a value counts as true: a Python bool, or a bool tensor."""
    value = staging.known_truth(value)
    if not _staged(value):
        return builtins.bool(value)
    if value.dtype == dtypes.bool:
        return value
    if value.dtype == dtypes.string:
        from graphwright._src.text import strings

        return strings.length(value) > 0
    return math_convert.cast(value, dtypes.bool)


def _first_that_is(decisive: bool, iterable: Iterable[Any]) -> Any:
    """any() and all() of Python's iterables: items that are tensors are asked when the graph runs."""
    iterator = iter(iteration.items(iterable))
    for item in iterator:
        if _staged(item):
            combine = or_ if decisive else and_
            return combine(_truth(item), *[lambda item=item: _truth(item) for item in iterator])
        if builtins.bool(item) is decisive:
            return decisive
    return not decisive


def any_(iterable: Iterable[Any]) -> Any:
    """any(): over a tensor's first axis; over Python's iterables of tensors."""
    own = _own("any", [iterable])
    if own is not None:
        return own(iterable)
    iterable = _rows(iterable)
    if _staged(iterable):
        return math_reduce.reduce_any(iterable, axis=0)
    return _first_that_is(True, iterable)


def all_(iterable: Iterable[Any]) -> Any:
    """all(): over a tensor's first axis; over Python's iterables of tensors."""
    own = _own("all", [iterable])
    if own is not None:
        return own(iterable)
    iterable = _rows(iterable)
    if _staged(iterable):
        return math_reduce.reduce_all(iterable, axis=0)
    return _first_that_is(False, iterable)


def sum_(iterable: Iterable[Any], start: Any = 0) -> Any:
    """sum(): over a tensor's first axis."""
    iterable = _rows(iterable)
    if not _staged(iterable):
        return builtins.sum(iterable, start)
    total = math_reduce.reduce_sum(iterable, axis=0)
    return total if isinstance(start, builtins.int) and start == 0 else total + start


def _first_or_more(name: str, more: str, first: Any, second: Any) -> Any:
    """Returns the first unless the second is more, as Python decides it: nan never is."""
    if not _any_staged((first, second)):
        return getattr(builtins, name)(first, second)
    dtype = (first if _staged(first) else second).dtype
    first, second = (item if _staged(item) else convert_to_tensor(item, dtype) for item in (first, second))
    return math_convert.where(getattr(math_binary, more)(second, first), second, first)


def _extreme(call: Callable[..., Any], name: str, more: str, values: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    key = kwargs.get("key")
    values = tuple(map(_rows, values)) if len(values) == 1 else values
    if key is None and len(values) == 1 and _staged(values[0]):
        if values[0].shape.rank != 1:
            raise ValueError(
                f"{name}() of a tensor needs one axis, got shape {values[0].shape}; use tf.reduce_{name} for more"
            )
        vector = values[0]
        if vector.dtype.is_floating:  # nan is never more than another, and nothing is more than it
            vector = math_convert.where(math.is_nan(vector), vector[0], vector)
        most = getattr(math_reduce, f"reduce_{name}")(vector, axis=0)
        if "default" not in kwargs:
            return most
        return math_convert.where(array.size(vector) > 0, most, convert_to_tensor(kwargs["default"], most.dtype))
    items = values
    if len(values) == 1:
        items = tuple(iteration.items(values[0]))
        values = (items,)
    if key is None and _any_staged(items):
        result = items[0]
        for item in items[1:]:
            result = _first_or_more(name, more, result, item)
        return result
    if key is not None:
        kwargs["key"] = _converted_function(key, call)
    return getattr(builtins, name)(*values, **kwargs)


def _converted_function(function: Callable[..., Any] | None, call: Callable[..., Any]) -> Any:
    """Returns what a builtin function is to call: the converted form of a user's function."""
    return function if function is None or isinstance(function, type) else lambda *args: call(function, *args)


# The functions below are given, first, how converted code calls a function.


def max_(call: Callable[..., Any], /, *values: object, **kwargs: Any) -> Any:
    """max(): of a tensor with one axis, and of several scalar tensors."""
    return _extreme(call, "max", "greater", values, kwargs)


def min_(call: Callable[..., Any], /, *values: object, **kwargs: Any) -> Any:
    """min(): of a tensor with one axis, and of several scalar tensors."""
    return _extreme(call, "min", "less", values, kwargs)


def sorted_(call: Callable[..., Any], iterable: Any, /, **kwargs: Any) -> Any:
    """sorted(): of a tensor along its first axis, by the values or by a key."""
    key = kwargs.get("key")
    iterable = _rows(iterable)
    # In a graph, tensors that are known compare as nodes, too.
    if not _staged(iterable) and not (symbolic.in_graph() and symbolic.is_tensor(iterable)):
        if key is not None:
            kwargs["key"] = _converted_function(key, call)
        elif isinstance(iterable, (list, tuple)) and _any_staged(iterable):
            return array_join.unstack(sorted_(call, array_join.stack(iterable), **kwargs))
        return builtins.sorted(iterable, **kwargs)
    direction = "DESCENDING" if kwargs.get("reverse") else "ASCENDING"
    if key is None:
        if iterable.shape.rank != 1:
            raise ValueError(f"sorted() of a tensor needs one axis, got shape {iterable.shape}; use tf.sort for more")
        return sort.sort(iterable, axis=0, direction=direction)
    from graphwright._src.composite.maps import map_fn

    keys = map_fn(lambda item: call(key, item), iterable, fn_output_signature=_signature_of(iterable, key, call))
    order = sort.argsort(keys, axis=0, direction=direction, stable=True)
    return array_index.gather(iterable, order)


def _signature_of(iterable: Tensor, key: Callable[..., Any], call: Callable[..., Any]) -> Any:
    with symbolic.scratch_graph():
        item = _core.op("Placeholder")(dtype=iterable.dtype, shape=iterable.shape[1:])
        return convert_to_tensor(call(key, item)).dtype


def map_(
    call: Callable[..., Any], function: Callable[..., Any] | None, /, *iterables: Iterable[Any], **kwargs: bool
) -> Any:
    """map(): the user's function is converted."""
    own = _own("map", iterables)
    if own is not None:
        return own(function, *iterables)
    rows = [iteration.items(iterable) for iterable in iterables]
    return builtins.map(_converted_function(function, call), *rows, **kwargs)


def filter_(call: Callable[..., Any], function: Callable[..., Any] | None, iterable: Iterable[Any], /) -> Any:
    """filter(): the user's function is converted."""
    own = _own("filter", [iterable])
    if own is not None:
        return own(function, iterable)
    return builtins.filter(_converted_function(function, call), iteration.items(iterable))


def reduce_(call: Callable[..., Any], function: Callable[..., Any] | None, /, *args: Any) -> Any:
    """functools.reduce(): the user's function is converted."""
    return functools.reduce(_converted_function(function, call), *args)


# The builtins with another meaning for tensors, and those that are to be given converted functions.
OVERRIDES: dict[Any, Callable[..., Any]] = {
    builtins.abs: abs_,
    builtins.int: int_,
    builtins.float: float_,
    builtins.bool: bool_,
    builtins.complex: complex_,
    builtins.round: round_,
    builtins.list: list_,
    builtins.tuple: tuple_,
    builtins.iter: iter_,
    builtins.reversed: reversed_,
    builtins.len: len_,
    builtins.print: print_,
    builtins.range: range_,
    builtins.enumerate: enumerate_,
    builtins.zip: zip_,
    builtins.next: next_,
    builtins.any: any_,
    builtins.all: all_,
    builtins.sum: sum_,
}
OVERRIDES_WITH_CALLS: dict[Any, Callable[..., Any]] = {
    builtins.max: max_,
    builtins.min: min_,
    builtins.sorted: sorted_,
    builtins.map: map_,
    builtins.filter: filter_,
    functools.reduce: reduce_,
}
