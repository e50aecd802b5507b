"""Values as tensors: `tf.convert_to_tensor`, and what functions ask of their arguments before they call an op."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_eagerly = _core.executing_eagerly
_const = _core.op("Const")


def _opened(value: Any) -> Any:
    """Lists in which arrays of Python objects are lists, too; what has none of these as it is."""
    if isinstance(value, (list, tuple)):
        items = [_opened(item) for item in value]
        return items if any(item is not old for item, old in zip(items, value, strict=True)) else value
    return value.tolist() if getattr(getattr(value, "dtype", None), "kind", None) == "O" else value


def as_tensor(value: TensorLike, dtype: DTypeLike | None = None, hint: DTypeLike | None = None) -> Tensor:
    """`value` as a tensor, for functions that must look at it before they call an op."""
    if dtype is None and isinstance(value, Tensor):
        return value
    try:
        return _convert(value, dtype, hint)
    except ValueError:
        # An array of objects is an array of strings, but within a list one more list: of numbers, too.
        opened = _opened(value) if _eagerly() and isinstance(value, (list, tuple)) else value
        if opened is value:
            raise
    return _convert(opened, dtype, hint)


def static_value(value: TensorLike) -> Any:
    """Returns the number or NumPy array that a tensor or Python value is known to hold now, or None."""
    if not isinstance(value, Tensor):
        if isinstance(value, (int, float, bool)):
            return value
        value = _convert(value)
    known = _core.constant_value(value)
    return None if known is None else known.numpy()


def known_dim(tensor: Tensor, axis: int) -> int | None:
    """Returns the extent of an axis, or None where it is not known yet."""
    sizes = tensor._shape_tuple()
    return None if sizes is None else sizes[axis]


def as_graph_constant(tensor: Tensor, name: str | None) -> Tensor:
    """Returns the node of the graph that is being built which has an eager tensor as its value."""
    return _const(value=tensor, dtype=tensor.dtype, name=name)


def given_back(tensor: Tensor, value: object, name: str | None = None, scope: str | None = None) -> Tensor:
    """Returns what a function made of its argument `value` and gives back as it is: while a graph is built a node,
    which sessions fetch.

    Args:
      tensor: what was made, or `value` itself.
      value: the argument.
      name: of the node.
      scope: a name scope around it.
    """
    if tensor is value or _eagerly() or not isinstance(tensor, _core.EagerTensor):
        return tensor
    if scope is None:
        return as_graph_constant(tensor, name)
    with _core.current_graph().name_scope(scope):
        return as_graph_constant(tensor, name)


@export("convert_to_tensor", v1="")
@direct(None, "value dtype - name")
def convert_to_tensor(
    value: TensorLike, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """Returns a tensor with the value of anything that can be seen as one (tf.convert_to_tensor).

    Args:
      value: a tensor, variable, number, string, NumPy array, nested list of those, or an object with a registered
        conversion (`tf.register_tensor_conversion_function`) or a method `__tf_tensor__` or `__array__`.
      dtype: the dtype of the result; a tensor of another dtype is not converted.
      dtype_hint: the dtype of the result where `value` leaves the choice, as a Python number does.
      name: the name of the node in a graph.

    Raises:
      TypeError: there is no conversion, or the elements cannot have this dtype.
      ValueError: `value` is a tensor of another dtype, or nested lists are not of equal lengths.

    >>> import graphwright as tf
    >>> tf.convert_to_tensor([1, 2], dtype_hint=tf.float32).dtype
    tf.float32
    """
    return given_back(as_tensor(value, dtype, dtype_hint), value, name)
