"""The operations of `vectorized_map` and of Jacobians that run row by row."""

from __future__ import annotations

import contextlib

from graphwright._src.base.export import export
from graphwright._src.control_flow.vectorize import RowFallback, row_watchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@export("row_fallbacks", v1="")
@contextlib.contextmanager
def row_fallbacks() -> Iterator[list[RowFallback]]:
    """While the context is open, collects the operations that `vectorized_map` and Jacobians run row by row.

    These functions compute all rows at once; an operation that has no such form, for its result's size depends on the
    data, say, runs in a loop over the rows, which a warning tells once for each kind of operation. The list that this
    context gives has each of them, with the line that made it: empty means that nothing was slow. What is traced inside of
    functions is told when it is traced, not in later calls. TensorFlow has no such function.

    Yields:
      A list of `RowFallback`s, which grows: `op`, `node`, `stack` (lines as in a traceback) and `reason`.

    >>> import graphwright as tf
    >>> with tf.row_fallbacks() as fallbacks:
    ...     unique = tf.vectorized_map(lambda row: tf.size(tf.unique(row)[0]), tf.constant([[1, 1], [2, 2]]), warn=False)
    >>> unique.numpy().tolist(), [fallback.op for fallback in fallbacks]
    ([1, 1], ['Unique'])
    """
    found: list[RowFallback] = []
    row_watchers.append(found)
    try:
        yield found
    finally:
        # By identity: lists of other contexts may be equal.
        row_watchers[:] = [watcher for watcher in row_watchers if watcher is not found]
