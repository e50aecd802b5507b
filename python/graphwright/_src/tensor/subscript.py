"""Subscripts of tensors and variables: `x[…]`, and what StridedSlice and its siblings need for one."""

from __future__ import annotations

from numbers import Integral

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError
from graphwright._src.base.hooks import late
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor
from graphwright._src.tensor.tensor_shape import Dimension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_strided_slice = _core.op("StridedSlice")
_pack = _core.op("Pack")
_boolean_mask = late("ops.array_index", "boolean_mask")


_INDEX_TEXT = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
    "indices"
)


_INDEX_DTYPES = (dtypes.int16, dtypes.int32, dtypes.int64)
_INT32_LIMIT = 2**31


def _checked_index(index: object, beside: bool = False) -> Any:
    """`index` if it may stand in square brackets, perhaps beside others: an int, an integer scalar or something like it."""
    if type(index) is int:
        return index
    if isinstance(index, Dimension):
        return index.value
    dtype = getattr(index, "dtype", None)
    if dtype is None:
        if isinstance(index, int):
            return int(index)
    else:
        try:
            known = dtypes.as_dtype(dtype) in _INDEX_DTYPES
        except TypeError:
            known = False
        shape = getattr(index, "shape", None)
        if not known and isinstance(index, Integral) and (beside or _core.executing_eagerly()):
            return int(index)  # an integer of NumPy's, of whatever size
        if known and (shape is None or len(shape) != 1):
            return index if isinstance(index, (Tensor, _core.ResourceVariable)) else _plain_index(index)
    raise TypeError(f"{_INDEX_TEXT}, got {index!r}")


def _plain_index(index: Any) -> Any:
    return int(index) if getattr(index, "ndim", 0) == 0 else index


def _index_vector(items: list[Any], target: dtypes.DType) -> Any:
    """Begins, ends or strides as one argument of StridedSlice."""
    if all(type(item) is int for item in items):
        return _convert(items, target)
    tensors = [as_tensor(item) for item in items]
    return _pack([t if t.dtype == target else _core.op("Cast")(t, DstT=target) for t in tensors], name="stack")


def _index_dtype(vectors: dict[str, tuple[list[Any], set]]) -> dtypes.DType:
    """Returns the dtype of begins, ends and strides, of which we have the items and the dtypes of tensors that are among them.

    Raises:
      TypeError: while tracing, tensors in one of them are of several dtypes, or int16 stands beside int32.
      tf.errors.InvalidArgumentError: the same, eagerly.
    """
    found = set()
    for name, (items, kinds) in vectors.items():
        if len(kinds) > 1:
            raise _mixed_indices(f"{name} of", kinds)
        wide = any(type(item) is int and not -_INT32_LIMIT <= item < _INT32_LIMIT for item in items)
        found |= kinds or {dtypes.int64 if wide else dtypes.int32}
    if dtypes.int64 in found:
        return dtypes.int64
    if len(found) > 1:
        raise _mixed_indices("begin, end and strides of", found)
    return dtypes.int32


def _mixed_indices(what: str, kinds: set) -> Exception:
    message = f"StridedSlice: indices must be of one dtype, got {what} {' and '.join(sorted(d.name for d in kinds))}"
    return InvalidArgumentError(None, None, message) if _core.executing_eagerly() else TypeError(message)


def strided_slice_arguments(key: object) -> tuple[Any, Any, Any, dict[str, int]]:
    """Returns what StridedSlice and its siblings need for `x[key]`: begin, end, strides (all of one dtype) and the
    masks.

    Raises:
      TypeError: something in `key` is no index.
    """
    items = key if isinstance(key, (list, tuple)) else [key]
    if items and all(isinstance(item, bool) for item in items):
        message = f"StridedSlice: indices are integers, got truth values {key}; see tf.boolean_mask"
        if not _core.executing_eagerly():
            raise TypeError(message)
        raise InvalidArgumentError(None, None, message)
    beside = len(items) > 1
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    kinds: tuple[set, set, set] = (set(), set(), set())  # dtypes of tensors among begins, ends and strides
    begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
    for position, item in enumerate(items):
        bit = 1 << position
        if type(item) is int:
            begin.append(item)
            end.append(item + 1)
            strides.append(1)
            shrink_axis_mask |= bit
        elif isinstance(item, slice):
            parts = [
                None if part is None else _checked_index(part, beside) for part in (item.start, item.stop, item.step)
            ]
            begin_mask |= bit if parts[0] is None else 0
            end_mask |= bit if parts[1] is None else 0
            dtype = next((part.dtype for part in parts if isinstance(part, Tensor)), None)
            for kind, part in zip(kinds, parts):  # what is left out is of the dtype of the others
                kind.update({dtype if part is None else getattr(part, "dtype", None)} - {None})
            begin.append(0 if parts[0] is None else parts[0])
            end.append(0 if parts[1] is None else parts[1])
            strides.append(1 if parts[2] is None else parts[2])
        elif item is Ellipsis or item is None:
            begin.append(0)
            end.append(0)
            strides.append(1)
            if item is None:
                new_axis_mask |= bit
            else:
                ellipsis_mask |= bit
        else:
            index = _checked_index(item, beside)
            begin.append(index)
            end.append(index + 1)
            strides.append(1)
            shrink_axis_mask |= bit
            for kind in kinds:
                kind.update({getattr(index, "dtype", None)} - {None})
    masks = {
        "begin_mask": begin_mask,
        "end_mask": end_mask,
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }
    vectors = {name: (of, kind) for name, of, kind in zip(("begin", "end", "strides"), (begin, end, strides), kinds)}
    target = _index_dtype(vectors)
    first, last, step = (_index_vector(items, target) for items, _ in vectors.values())
    return first, last, step, masks


def _is_mask(key: object) -> bool:
    """Tells whether `x[key]` picks by truth values."""
    if isinstance(key, bool):
        return True
    if isinstance(key, Tensor):
        return key.dtype == dtypes.bool
    # A NumPy array of truth values.
    return getattr(getattr(key, "dtype", None), "kind", None) == "b" and getattr(key, "ndim", 0) > 0


def getitem(tensor: Tensor, key: object) -> Tensor:
    """`tensor[key]`, called by the core: ints, slices, `...`, `None`, integer scalars, a mask, or a tuple of them.

    Raises:
      TypeError: the key holds something else.
      tf.errors.InvalidArgumentError: an index is out of bounds, or there are more than axes (ValueError while tracing).
    """
    if _is_mask(key):
        return _boolean_mask(tensor, key)
    graph = _core.current_graph()
    if graph is None:
        begin, end, strides, masks = strided_slice_arguments(key)
        return _strided_slice(tensor, begin, end, strides, **masks)
    with graph.name_scope("strided_slice") as scope:
        try:
            *vectors, masks = strided_slice_arguments(key)
        except ValueError as error:  # an int that no dtype holds
            raise TypeError(f"{_INDEX_TEXT}, got {key!r}: {error}") from error
        vectors = [
            _core.op("Const")(value=vector, dtype=vector.dtype, name="stack")
            if isinstance(vector, _core.EagerTensor)
            else vector
            for vector in vectors
        ]
        return _strided_slice(tensor, *vectors, name=scope, **masks)


_core.register_hook("getitem", getitem)
