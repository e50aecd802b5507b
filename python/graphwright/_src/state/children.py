"""The parts of objects, for saving and restoring: their children by name, and values of their own.

Variables are known here, and lists, dicts and tuples that nobody wrapped. Any other class takes part by methods with
TensorFlow's names: `_trackable_children(save_type, **kwargs)` gives a dict of children, `_serialize_to_tensors()` a dict of
tensors, and `_restore_from_tensors(tensors)` takes it back.
"""

from __future__ import annotations

import collections

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.state.trackable import AutoTrackable as AutoTrackable
from graphwright._src.state.trackable import Trackable as Trackable
from graphwright._src.state.trackable import is_function, is_part
from graphwright._src.state.tracked_containers import TrackableDataStructure
from graphwright._src.state.variable import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHECKPOINT = "checkpoint"
SAVED_MODEL = "savedmodel"
VARIABLE_VALUE = "VARIABLE_VALUE"

_PLAIN_CONTAINERS = (list, dict, collections.OrderedDict)


def is_container(value: object) -> bool:
    """Tells whether it is a list, a dict, or a tuple of parts; no object of a class of the user's."""
    if isinstance(value, TrackableDataStructure) or type(value) in _PLAIN_CONTAINERS:
        return True
    return isinstance(value, tuple) and any(is_trackable(item) for item in value)


def is_trackable(value: object) -> bool:
    """Tells whether an object can be part of what is saved, by itself or once it is wrapped."""
    return (is_part(value) and not isinstance(value, type)) or is_container(value)


def children_of(value: Any, save_type: str = CHECKPOINT, **kwargs: object) -> dict[str, Any]:
    """Returns the parts of an object by name.

    Args:
      value: anything that `is_trackable`.
      save_type: what they are asked for: for a model, functions are parts, too.

    Raises:
      ValueError: a dict has keys, other than strings, of things that can be saved.
    """
    if isinstance(value, _core.ResourceVariable) or is_function(value):
        return {}
    if not is_part(value) and isinstance(value, dict):
        return {key: item for key, item in value.items() if is_trackable(item)}
    if not is_part(value) and isinstance(value, (list, tuple)):
        names = getattr(value, "_fields", range(len(value)))
        return {str(name): item for name, item in zip(names, value, strict=True) if is_trackable(item)}
    children = value._trackable_children(save_type=save_type, **kwargs)
    return {name: child for name, child in children.items() if child is not None}


def values_of(value: object) -> dict[str, Any]:
    """Returns the tensors that are an object's own, by name."""
    if isinstance(value, _core.ResourceVariable):
        return {VARIABLE_VALUE: _variable_saved(value).read_value()}
    serialize = getattr(value, "_serialize_to_tensors", None)
    return {} if serialize is None or is_container(value) or is_function(value) else serialize()


def _variable_saved(variable: Any) -> Any:
    """Returns the variable whose value is saved for one: for those of libraries that stand for others, what these say."""
    if type(variable)._gather_saveables_for_checkpoint is Variable._gather_saveables_for_checkpoint:
        return variable
    saved = variable._gather_saveables_for_checkpoint().get(VARIABLE_VALUE)
    return saved if isinstance(saved, _core.ResourceVariable) else variable


def has_values(value: object) -> bool:
    """Tells whether an object has tensors of its own in checkpoints."""
    if isinstance(value, _core.ResourceVariable):
        return True
    if not hasattr(value, "_serialize_to_tensors") or is_container(value) or is_function(value):
        return False
    return bool(getattr(value, "_attribute_names", True))


def full_name_of(value: object) -> str:
    """Returns what a variable is called where there are no objects but names."""
    return value._shared_name if isinstance(value, Variable) else ""


def takes_in_place(value: object, name: str) -> bool:
    """Tells whether the value of that name may be read into the memory that the object has: a variable's, while nothing
    is traced.
    """
    return (
        name == VARIABLE_VALUE
        and isinstance(value, _core.ResourceVariable)
        and type(value).assign is Variable.assign
        and _core.executing_eagerly()
    )


def restore_values(value: Any, tensors: dict[str, Any]) -> None:
    """Gives an object the values back that `values_of` has given.

    Raises:
      tf.errors.DataLossError: the value of a variable is not among them.
      tf.errors.NotFoundError: one that the object has is not there.
      ValueError: one does not fit the object's shape.
    """
    if not isinstance(value, _core.ResourceVariable):
        try:
            value._restore_from_tensors(tensors)
        except KeyError as error:
            raise errors.NotFoundError(
                None,
                None,
                f"Key {error.args[0]} not found in checkpoint: {value!r} has other values than what was saved",
            ) from error
        return
    tensor = tensors.get(VARIABLE_VALUE)
    if tensor is None:
        raise errors.DataLossError(
            None, None, f"{value.name}: the checkpoint has {sorted(tensors)} for it, and no value"
        )
    if not value.shape.is_compatible_with(tensor.shape):
        raise ValueError(
            f"Received incompatible tensor with shape {tensor.shape} when attempting to restore variable with shape "
            f"{value.shape} and name {value.name}."
        )
    value.assign(tensor)
