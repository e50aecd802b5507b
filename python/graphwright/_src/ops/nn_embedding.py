"""Looking up rows of tables: tf.nn.embedding_lookup."""

from __future__ import annotations

import functools

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import array as array_module
from graphwright._src.ops import array_index, math_convert
from graphwright._src.ops.array import size
from graphwright._src.ops.array_join import dynamic_partition, dynamic_stitch
from graphwright._src.ops.clip import clip_by_norm
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import cumsum
from graphwright._src.ops.sort import searchsorted
from graphwright._src.tensor import dtypes, tensor_shape
from graphwright._src.tensor.filling import zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_concat = _core.op("ConcatV2")
_reshape = _core.op("Reshape")


@export("nn.embedding_lookup", node="embedding_lookup/", v1="")
def embedding_lookup(
    params: TensorLike, ids: TensorLike, max_norm: float | None = None, name: str | None = None
) -> Tensor:
    """Rows of a table, by their numbers (tf.nn.embedding_lookup).

    Args:
      params: the table: a tensor or variable of shape [rows, ...], or a list of them, which hold the rows one after the
        other.
      ids: a tensor of int32 or int64.
      max_norm: rows of a larger L2 norm are scaled down to it.
      name: the name of the node in a graph.

    Returns:
      A tensor of the table's dtype and of shape ids.shape + params.shape[1:].

    Raises:
      ValueError: `params` is empty.
      tf.errors.InvalidArgumentError: an id is not in [0, rows).

    >>> import graphwright as tf
    >>> tf.nn.embedding_lookup(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [1, 0]).numpy()
    array([[3., 4.],
           [1., 2.]], dtype=float32)
    """
    gather = array_index.gather
    if isinstance(params, list):  # a tuple is one tensor
        if not params:
            raise ValueError("`params` should not be empty.")
        if len(params) == 1:
            params = params[0]
        else:
            rows = _rows_of_parts(params, ids, name if max_norm is None else None)
            return rows if max_norm is None else _limited(rows, ids, max_norm, name)
    rows = gather(params, ids, name=name if max_norm is None else None)
    return rows if max_norm is None else _limited(rows, ids, max_norm, name)


def _rows_of_parts(parts: Sequence[Any], ids: TensorLike, name: str | None) -> Tensor:
    """Rows of a table that several ones hold together, each gathered from its own: their gradients are of these rows alone."""
    ids = ids if isinstance(ids, Tensor) else _core.convert_to_tensor(ids)
    parts = [part if hasattr(part, "shape") else _core.convert_to_tensor(part) for part in parts]
    flat = _reshape(ids, [-1])
    ends = cumsum([array_module.shape(part, ids.dtype)[0] for part in parts])
    number = searchsorted(ends, flat, side="right")  # that of none past the end is refused below
    begins = _concat([zeros([1], ids.dtype), ends], 0)
    place = flat - array_index.gather(begins, number)
    found = stitched_rows(parts, place, cast(number, dtypes.int32))
    shape = _concat([array_module.shape(ids), array_module.shape(parts[0])[1:]], 0)
    result = _reshape(found, shape, name=name)
    if not _core.executing_eagerly():
        result.set_shape(ids.shape.concatenate(row_shape(parts)))
    return result


def row_shape(parts: Sequence[Any]) -> Any:
    """Returns what is known of the shape of the rows of tables, which is that of all of them."""
    shapes = [tensor_shape.as_shape(part.shape)[1:] for part in parts]
    return functools.reduce(lambda known, other: known.merge_with(other), shapes)


def stitched_rows(
    parts: Sequence[Any], places: Tensor, numbers: Tensor, change: Callable[[Any], Any] = lambda rows: rows
) -> Any:
    """Returns the rows at places of those of several tables that the numbers (int32) say, in this order.

    Each table's go through `change`
    first.
    """
    split, count = dynamic_partition, len(parts)
    own = split(places, numbers, count)
    positions = split(math_convert.range(size(places)), numbers, count)
    rows = [change(array_index.gather(part, each)) for part, each in zip(parts, own, strict=True)]
    return dynamic_stitch(positions, rows)


def _limited(rows: Tensor, ids: TensorLike, max_norm: float, name: str | None) -> Tensor:
    ids = ids if isinstance(ids, Tensor) else _core.convert_to_tensor(ids)
    first, rank = ids._rank(), rows._rank()
    if first is None or rank is None:
        raise ValueError("embedding_lookup with `max_norm` needs the ranks of `params` and `ids`.")
    return clip_by_norm(rows, max_norm, axes=list(range(first, rank)), name=name)
