"""tf.group and tf.tuple: operations that wait for others."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.tensor import nest
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphwright._src.graph.operation import Operation


def _operation_type() -> type:
    from graphwright._src.graph.graph import Operation

    return Operation


@export("group")
def group(*inputs: object, **kwargs: str | None) -> Operation | None:
    """Returns an operation that runs after all of `inputs` (tf.group).

    Args:
      *inputs: tensors, operations, or structures of them.
      **kwargs: `name`, a name for the operation.

    Returns:
      While a graph is traced, the operation; None where operations run at once.

    Raises:
      TypeError: one of `inputs` is no tensor and no operation.
      ValueError: there are other keyword arguments than `name`.

    >>> import graphwright as tf
    >>> v = tf.Variable(1)
    >>> @tf.function
    ... def f():
    ...     with tf.control_dependencies([tf.group(v.assign_add(1), v.assign_add(2))]):
    ...         return v.read_value()
    >>> f().numpy()
    np.int32(4)
    """
    if _core.executing_eagerly():
        return None
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs))
    operation = _operation_type()
    before = []
    for item in nest.flatten(inputs, expand_composites=True):
        known = isinstance(item, (_core.Tensor, _core.ResourceVariable, operation))
        if not known and not hasattr(item, "_as_graph_element"):
            raise TypeError(
                f"'inputs' should be zero or more (nested) Tensors. Received {item!r} with type '{type(item)}'."
            )
        before.append(item)
    with control_dependencies(before):
        return _core.op("NoOp")(name=name or "group_deps")


@export("tuple", node="tuple/ Identity:control_dependency", v1="")
def tuple_(
    tensors: Sequence[Any], control_inputs: Iterable[Any] | None = None, name: str | None = None
) -> Sequence[Any]:
    """Tensors each of which is available only when all are (tf.tuple).

    Args:
      tensors: a list of tensors, operations or None.
      control_inputs: further operations to wait for.
      name: a name for the operations.

    Returns:
      A list like `tensors`.

    Raises:
      ValueError: there is nothing in `tensors`.
      TypeError: one of `control_inputs` is no tensor and no operation.

    >>> import graphwright as tf
    >>> [t.numpy() for t in tf.tuple([tf.constant(1), tf.constant(2)])]
    [np.int32(1), np.int32(2)]
    """
    if _core.executing_eagerly():
        return tensors
    operation = _operation_type()
    kept = (_core.Tensor, IndexedSlices, operation)
    tensors = [item if item is None or isinstance(item, kept) else _core.convert_to_tensor(item) for item in tensors]
    before = [item.values if isinstance(item, IndexedSlices) else item for item in tensors if item is not None]
    for item in [] if control_inputs is None else list(control_inputs):
        if not isinstance(item, (_core.Tensor, operation)):
            raise TypeError(f"`control_inputs` must only contain Operation or Tensor. Received: {item}")
        before.append(item)
    if not before:
        raise ValueError(f"'tensors' must have at least one Tensor. Received: {tensors}.")
    gate = group(*before)
    results: list = []
    for item in tensors:
        if isinstance(item, _core.Tensor):
            with control_dependencies([gate]):
                item = _core.op("Identity")(item, name=name)
        elif isinstance(item, IndexedSlices):
            with control_dependencies([gate]):
                item = IndexedSlices(_core.op("Identity")(item.values, name=name), item.indices, item.dense_shape)
        elif item is not None:
            item = group(item, gate)
        results.append(item)
    return results
