"""Looking up rows of tables: tf.nn.embedding_lookup."""

from __future__ import annotations

from graphwright import _core
from graphwright.export import export, exported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor

_concat = _core.op("ConcatV2")


@export("nn.embedding_lookup")
def embedding_lookup(params: Any, ids: Any, max_norm: float | None = None, name: str | None = None) -> Tensor:
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
    gather = exported("gather")
    if isinstance(params, (list, tuple)):
        if not params:
            raise ValueError("`params` should not be empty.")
        if len(params) == 1:
            params = params[0]
        else:
            params = _concat([_core.convert_to_tensor(part) for part in params], 0)
    rows = gather(params, ids, name=name if max_norm is None else None)
    if max_norm is None:
        return rows
    ids = ids if isinstance(ids, Tensor) else _core.convert_to_tensor(ids)
    first, rank = ids._rank(), rows._rank()
    if first is None or rank is None:
        raise ValueError("embedding_lookup with `max_norm` needs the ranks of `params` and `ids`.")
    return exported("clip_by_norm")(rows, max_norm, axes=list(range(first, rank)), name=name)
