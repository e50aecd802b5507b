"""What objects consist of, for those who save and restore them: their children by name, and values of their own.

Modules, lists, dicts and tuples are known here. Any other class takes part by methods with TensorFlow's names:
`_trackable_children(save_type, **kwargs)` gives a dict of children, `_serialize_to_tensors()` a dict of tensors, and
`_restore_from_tensors(tensors)` takes it back.
"""

from __future__ import annotations

import collections

from graphwright import _core
from graphwright.export import exported
from graphwright.trackable import AutoTrackable as AutoTrackable
from graphwright.trackable import Trackable as Trackable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CHECKPOINT = "checkpoint"
SAVED_MODEL = "savedmodel"
VARIABLE_VALUE = "VARIABLE_VALUE"

CONTAINERS = {list, dict, collections.OrderedDict}  # restoration adds those that wait for values


def is_function(value: Any) -> bool:
    """Whether it is a `tf.function`, or one of its traces."""
    return isinstance(value, (_core.FunctionBase, _core.ConcreteBase))


def is_container(value: Any) -> bool:
    """Whether it is a list, a dict, or a tuple with something in it that can be saved; no object of a class of the user's."""
    if type(value) in CONTAINERS:
        return True
    return isinstance(value, tuple) and any(is_trackable(item) for item in value)


def is_trackable(value: Any) -> bool:
    """Whether an object can be part of what is saved."""
    return (
        isinstance(value, _core.ResourceVariable)
        or is_container(value)
        or (hasattr(type(value), "_trackable_children") and not isinstance(value, type))
        or is_function(value)
    )


def of_attributes(value: Any, save_type: str) -> dict[str, Any]:
    """The attributes of an object that can be saved; for a model its class's functions, too."""
    found = {}
    ignored = getattr(value, "_TF_MODULE_IGNORED_PROPERTIES", ())
    for name, child in vars(value).items():
        if name not in ignored and is_trackable(child):
            found[name] = child
    if save_type == SAVED_MODEL:
        for name in sorted(_function_names(type(value))):
            if name not in found:
                found[name] = getattr(value, name)
    return found


def _function_names(cls: type) -> set[str]:
    return {name for base in cls.__mro__ for name, member in vars(base).items() if is_function(member)}


def children_of(value: Any, save_type: str = CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
    """The parts of an object by name.

    Args:
      value: anything that `is_trackable`.
      save_type: what they are asked for: for a model, functions are parts, too.

    Raises:
      ValueError: a dict has keys, other than strings, of things that can be saved.
    """
    if isinstance(value, (list, tuple)):
        names = getattr(value, "_fields", range(len(value)))
        return {str(name): item for name, item in zip(names, value, strict=True) if is_trackable(item)}
    if isinstance(value, dict):
        found = {}
        for key, item in value.items():
            if not is_trackable(item):
                continue
            if not isinstance(key, str):
                raise ValueError(
                    f"Unable to save the object {value!r} (a dictionary wrapper constructed automatically on attribute "
                    "assignment). The wrapped dictionary contains a non-string key which maps to a trackable object or "
                    "mutable data structure.\n\nIf you don't need this dictionary checkpointed, wrap it in a "
                    "non-trackable object; it will be subsequently ignored."
                )
            found[key] = item
        return found
    if isinstance(value, _core.ResourceVariable) or is_function(value):
        return {}
    children = value._trackable_children(save_type=save_type, **kwargs)
    return {name: child for name, child in children.items() if child is not None}


def set_child(parent: Any, name: str, child: Any) -> None:
    """Puts another object in the place of a part that `children_of` has given."""
    if isinstance(parent, list):
        list.__setitem__(parent, int(name), child)
    elif isinstance(parent, dict):
        dict.__setitem__(parent, name, child)
    elif hasattr(parent, "__dict__"):
        parent.__dict__[name] = child


def values_of(value: Any) -> dict[str, Any]:
    """The tensors that are an object's own, by name."""
    if isinstance(value, _core.ResourceVariable):
        return {VARIABLE_VALUE: value.read_value()}
    serialize = getattr(value, "_serialize_to_tensors", None)
    return {} if serialize is None or is_container(value) or is_function(value) else serialize()


def full_name_of(value: Any) -> str:
    """What a variable is called where there are no objects but names."""
    return value._shared_name if isinstance(value, _core.ResourceVariable) else ""


def takes_in_place(value: Any, name: str) -> bool:
    """Whether the value of that name may be read into the memory that the object has: a variable's, while nothing is traced."""
    return (
        name == VARIABLE_VALUE
        and isinstance(value, _core.ResourceVariable)
        and type(value).assign is exported("Variable").assign
        and _core.executing_eagerly()
    )


def restore_values(value: Any, tensors: dict[str, Any]) -> None:
    """Gives an object the values back that `values_of` has given.

    Raises:
      ValueError: one does not fit the object's shape.
    """
    if not isinstance(value, _core.ResourceVariable):
        value._restore_from_tensors(tensors)
        return
    tensor = tensors[VARIABLE_VALUE]
    if not value.shape.is_compatible_with(tensor.shape):
        raise ValueError(
            f"Received incompatible tensor with shape {tensor.shape} when attempting to restore variable with shape "
            f"{value.shape} and name {value.name}."
        )
    value.assign(tensor)
