"""Composite tensors as plain NumPy values, which sessions take and give: SparseTensorValue and its siblings."""

from __future__ import annotations

from collections import namedtuple

from graphwright._src.base.export import export_value
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.tensor import dispatch, nest
from graphwright._src.tensor.composite_tensor import StandsForComposite
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.type_spec import register_type_spec_from_value_converter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np


class SparseTensorValue(namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"]), StandsForComposite):
    """A sparse tensor's parts as NumPy arrays (tf.compat.v1.SparseTensorValue)."""

    __slots__ = ()

    def _composite(self) -> Any:
        return SparseTensor.from_value(self)

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        if {"shape", "size", "rank"}.isdisjoint(dispatch.names_of(function)):
            return NotImplemented
        args, kwargs = tuple(map(as_composite, args)), {key: as_composite(value) for key, value in kwargs.items()}
        return self._composite()._dispatch(function, args, kwargs)


IndexedSlicesValue = namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])
IndexedSlicesValue.__doc__ = "Slices' parts as NumPy arrays."
export_value("compat.v1.SparseTensorValue", SparseTensorValue)


def parts_of_value(key: object, value: Any) -> list[Any]:
    """Returns the values of a composite tensor's parts, in the order in which `nest.flatten` gives these.

    Raises:
      TypeError: the value is not one for such a tensor.
    """
    if isinstance(key, SparseTensor) and not hasattr(value, "_type_spec"):
        return list(value)[:3]  # those at the end may lack
    if isinstance(key, IndexedSlices) and not hasattr(value, "_type_spec"):
        return list(value)[: 2 if key.dense_shape is None else 3]
    if isinstance(key, RaggedTensor) and isinstance(value, RaggedTensorValue):
        return [value.flat_values, *value.nested_row_splits]
    if type(value) is not type(key):
        raise TypeError(f"{value!r} cannot be fed for {key!r}")
    return nest.flatten(value, expand_composites=True)


def as_value(like: object, parts: list[Any]) -> Any:
    """Returns a composite tensor's value made of those of its parts."""
    if isinstance(like, SparseTensor):
        return SparseTensorValue(*parts)
    if isinstance(like, IndexedSlices):
        return IndexedSlicesValue(*parts, *([None] if len(parts) == 2 else []))
    if isinstance(like, RaggedTensor):
        values = parts[0]
        for splits in reversed(parts[1:]):
            values = RaggedTensorValue(values, splits)
        return values
    return nest.pack_sequence_as(like, parts, expand_composites=True)


class RaggedTensorValue(StandsForComposite):
    """A ragged tensor's parts as NumPy arrays (tf.compat.v1.ragged.RaggedTensorValue).

    Args:
      values: an array, or a ragged value of one rank less.
      row_splits: where each row begins, and where the last one ends: a vector of integers.

    Raises:
      TypeError: `row_splits` is no array of integers.
      ValueError: it is no vector.
    """

    def __init__(self, values: np.ndarray | np.generic | RaggedTensorValue, row_splits: np.ndarray) -> None:
        import numpy as np

        if not isinstance(row_splits, (np.ndarray, np.generic)) or row_splits.dtype not in (np.int64, np.int32):
            raise TypeError(f"row_splits must be a 1-D int32 or int64 numpy array, got {row_splits!r}")
        if len(row_splits.shape) != 1:
            raise ValueError(f"row_splits must be a 1-D int32 or int64 numpy array, got {row_splits!r}")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError(f"values must be numpy array or RaggedTensorValue; got {values!r}")
        self._values = values
        self._row_splits = row_splits

    @property
    def values(self) -> Any:
        """The rows' elements, one row after the other."""
        return self._values

    @property
    def row_splits(self) -> Any:
        """The number of the value that begins each row, and of the one after the last."""
        return self._row_splits

    @property
    def flat_values(self) -> Any:
        """The innermost array."""
        return self._values.flat_values if isinstance(self._values, RaggedTensorValue) else self._values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of all ragged axes, outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensorValue) else ()
        return (self._row_splits, *inner)

    @property
    def ragged_rank(self) -> int:
        """The number of ragged axes."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> Any:
        """The NumPy dtype of the elements."""
        return self._values.dtype

    @property
    def shape(self) -> tuple[Any, ...]:
        """The shape, with None for the ragged axes."""
        return (self._row_splits.shape[0] - 1, None, *self._values.shape[1:])

    def to_list(self) -> list[Any]:
        """Returns the elements as nested lists."""
        items = self._values.to_list() if isinstance(self._values, RaggedTensorValue) else self._values.tolist()
        return [items[a:b] for a, b in zip(self._row_splits[:-1], self._row_splits[1:], strict=True)]

    def _composite(self) -> Any:
        return RaggedTensor.from_nested_row_splits(self.flat_values, self.nested_row_splits)

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        args, kwargs = tuple(map(_as_ragged, args)), {key: _as_ragged(value) for key, value in kwargs.items()}
        return self._composite()._dispatch(function, args, kwargs)

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"


export_value("compat.v1.ragged.RaggedTensorValue", RaggedTensorValue)


def as_composite(value: object) -> Any:
    """Returns the composite tensor that a plain value stands for, and anything else as it is."""
    return value._composite() if isinstance(value, StandsForComposite) else value


def _as_ragged(argument: Any) -> Any:
    """Returns an argument with ragged tensors in place of their values, also in a list."""
    if type(argument) in (list, tuple):
        return type(argument)(map(_as_ragged, argument))
    return as_composite(argument) if isinstance(argument, RaggedTensorValue) else argument


for _plain in (SparseTensorValue, RaggedTensorValue):
    register_type_spec_from_value_converter(_plain, lambda value: as_composite(value)._type_spec)
