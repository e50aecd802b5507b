"""tf.compat.v1.create_partitioned_variables: the parts of a variable, one by one."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.v1.variable_scope import get_variable, variable_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike
    from graphwright._src.v1.variable_scope import Reuse


@export("compat.v1.create_partitioned_variables")
def create_partitioned_variables(
    shape: Sequence[int],
    slicing: Sequence[int],
    initializer: Callable[..., Any] | TensorLike,
    dtype: DTypeLike | None = None,
    trainable: bool = True,
    collections: Iterable[str] | None = None,
    name: str | None = None,
    reuse: Reuse = None,
) -> list[Any]:
    """Returns the parts of a variable (tf.compat.v1.create_partitioned_variables), see `tf.compat.v1.get_variable`.

    Args:
      shape: of all parts together.
      slicing: the number of parts for each axis; only one of them is not 1.
      initializer, dtype, trainable, collections: see `get_variable`.
      name: of the scope, "PartitionedVariable" by default.
      reuse: of that scope.

    Raises:
      ValueError: the lists have other lengths, or there are parts along several axes.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     [v.shape for v in tf.compat.v1.create_partitioned_variables([4, 2], [2, 1], tf.zeros_initializer())]
    [TensorShape([2, 2]), TensorShape([2, 2])]
    """
    if len(shape) != len(slicing):
        raise ValueError(f"The shape {shape} and the slicing {slicing} have other lengths")
    with variable_scope(name, "PartitionedVariable", reuse=reuse):
        whole = get_variable(
            "",
            shape=shape,
            dtype=dtypes.float32 if dtype is None else dtype,
            initializer=initializer,
            trainable=trainable,
            partitioner=lambda **unused: list(slicing),
            collections=collections,
        )
    return list(whole)
