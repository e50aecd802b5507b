"""tf.autograph.experimental.set_loop_options: options of a loop, written into its body."""

from __future__ import annotations

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright._core import Tensor


@export("autograph.experimental.set_loop_options")
def set_loop_options(
    parallel_iterations: int | None = None,
    swap_memory: bool | None = None,
    maximum_iterations: int | Tensor | None = None,
    shape_invariants: Iterable[tuple[Any, Any]] | None = None,
) -> None:
    """Sets options of the loop in whose body the call stands (tf.autograph.experimental.set_loop_options).

    The call has an effect only in a converted function and on loops that become part of a graph; elsewhere it does
    nothing. Its arguments are those of before the loop. TensorFlow wants it to stand first; here it may stand at any place,
    but not in an inner loop or function, and several calls add up. It may have another name at the module's level.

    Args:
      parallel_iterations: how many iterations may run at the same time.
      swap_memory: whether intermediate values may be moved to the host's memory.
      maximum_iterations: after so many iterations the loop ends, unless it is over a data set; an int or a scalar integer
        tensor.
      shape_invariants: pairs of a variable and the static shape that it keeps over all iterations, as a
        `tf.TensorShape`, where
        that is less than the shape it enters the loop with.

    >>> import graphwright as tf
    >>> @tf.function
    ... def doubled(x, times):
    ...     for _ in tf.range(times):
    ...         tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
    ...         x = tf.concat([x, x], 0)
    ...     return x
    >>> doubled(tf.constant([1]), 2).numpy().tolist()
    [1, 1, 1, 1]
    """
