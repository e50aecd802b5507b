"""Items of tensors, tensor arrays and lists, for functions converted with the feature LISTS: a tensor is a value, so
setting an item gives another tensor. A list that a staged statement makes longer or shorter becomes a tensor list."""

from __future__ import annotations

import functools
import operator
import sys

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import places, staging
from graphwright._src.autograph.structure_list import LISTS
from graphwright._src.autograph.tensor_list import TensorList, common_shape
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.ops import array, array_index, math_convert
from graphwright._src.tensor import nest
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# For each loop that is being traced, the lists that its body was entered with; the same for each branch.
entered_lists: list[set[int]] = []
lists_of_branches: list[set[int]] = []

_UPDATES = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv,
    "Mod": operator.imod,
    "Pow": operator.ipow,
    "MatMult": operator.imatmul,
    "LShift": operator.ilshift,
    "RShift": operator.irshift,
    "BitOr": operator.ior,
    "BitXor": operator.ixor,
    "BitAnd": operator.iand,
}


def _is_array(target: object) -> bool:
    return isinstance(target, TensorArray)


def get_item(target: Any, index: Any) -> Any:
    """`target[index]`; an element of a tensor array is read."""
    return target.read(index) if _is_array(target) else target[index]


def set_item(value: Any, target: Any, index: Any) -> Any:
    """Returns what `target` is after `target[index] = value`, whose parts are evaluated in this order: for a tensor of
    a graph another tensor.
    """
    if _is_array(target):
        return target.write(index, value)
    if type(target) in LISTS:
        target[index] = value
        return target
    if not (symbolic.in_graph() and symbolic.is_tensor(target)) or symbolic.is_variable(target):
        if type(target) is list and _is_in(lists_of_branches, target):
            target = list(target)  # the other branch is to find it as it was
        target[index] = value
        return target
    value = convert_to_tensor(value, target.dtype)
    if isinstance(index, int) and index >= 0:
        return array_index.tensor_scatter_nd_update(target, [[index]], value[None])
    # The positions that the index stands for, whatever it is.
    shape = array.shape(target)
    positions = array.reshape(math_convert.range(array.size(target)), shape)[index]
    value = array.broadcast_to(value, array.shape(positions))
    flat = array_index.tensor_scatter_nd_update(
        array.reshape(target, [-1]), array.reshape(positions, [-1, 1]), array.reshape(value, [-1])
    )
    result = array.reshape(flat, shape)
    result.set_shape(target.shape)
    return result


def update_item(target: object, index: object, value: Callable[[], Any], operation: str) -> Any:
    """Returns what `target` is after `target[index] <operation>= value()`; `operation` is a name such as `Add`."""
    item = get_item(target, index)
    return set_item(updated(item, value(), operation), target, index)


def updated(item: object, value: object, operation: str) -> Any:
    """Returns what `item` is after `item <operation>= value`."""
    return _UPDATES[operation](item, value)


def list_append(target: Any, value: Any) -> Any:
    """Returns what `target` is after `target.append(value)`: a tensor array grows by an element."""
    if _is_array(target):
        return target.write(target.size(), value)
    return _change(target, "append", value)


def list_extend(target: Any, values: Any) -> Any:
    """Returns what `target` is after `target.extend(values)`."""
    if type(target) is list and symbolic.in_graph():
        if type(values) in LISTS:
            target = staging.like_tensor_list(target, values)
        elif symbolic.is_staged(values):
            target = TensorList.of(target, values.dtype, values.shape[1:], origin=f"since {_user_place()}")
    if type(target) is list:
        values = list(values)
        return _change(target, "extend", values, items=values) if values else target
    return _change(target, "extend", values)


def list_add(target: object, values: list[Any]) -> Any:
    """Returns what `target` is after `target += values`, a new list."""
    if type(target) is list or type(target) in LISTS:
        return list_extend(target, values)
    return operator.iadd(target, values)


def list_insert(target: object, index: object, value: object) -> Any:
    """Returns what `target` is after `target.insert(index, value)`."""
    return _change(target, "insert", index, value, items=[value])


def list_clear(target: Any) -> Any:
    """Returns what `target` is after `target.clear()`."""
    if type(target) is list and target and _needs_tensor_list(target, *target):
        raise staging.NeedsTensorList(target)
    target.clear()
    return target


def _change(target: object, method: str, *args: object, items: list[Any] | None = None) -> Any:
    """Returns what `target` is after a method that adds `items`, or else its one argument."""
    if type(target) in LISTS:
        try:
            getattr(target, method)(*args)
            return target
        except TypeError as error:
            raise TypeError(f"{error}; in {_user_place()}") from None
    items = list(args) if items is None else items
    if type(target) is list and _needs_tensor_list(target, *items):
        raise need_of(target, items)
    getattr(target, method)(*args)
    return target


def list_pop(target: Any, *args: Any) -> Any:
    """`target.pop(*args)`."""
    if type(target) is list and target and _needs_tensor_list(target, *target):
        raise staging.NeedsTensorList(target)
    return target.pop(*args)


def method_of_list(method: Any) -> Any:
    """Returns the method of a Python list that is no variable of the function which calls it: the same, for it cannot become
    another list here, but where it changes a list from outside of a staged statement, that is to be staged again.
    """
    target = method.__self__
    change = _CHANGES.get(method.__name__)
    if change is None or not is_entered(target):
        return method

    def call(*args: object) -> Any:
        result = change(target, *args)
        return None if result is target else result

    return call


_CHANGES = {"append": list_append, "extend": list_extend, "insert": list_insert, "clear": list_clear, "pop": list_pop}


def in_list(item: Any, container: Any) -> Any:
    """`item in container`."""
    if type(container) is TensorList and symbolic.in_graph():
        return container.contains(item)
    return item in container


def _is_in(entered: list[set[int]], target: list) -> bool:
    return any(id(target) in lists for lists in entered)


def is_entered(target: object) -> bool:
    """Tells whether a list comes from outside a loop or a branch that is being traced."""
    return type(target) is list and (_is_in(entered_lists, target) or _is_in(lists_of_branches, target))


def need_of(target: object, items: list[Any]) -> staging.NeedsTensorList:
    """Asks for a tensor list in the place of a list that items like these are added to."""
    tensors = [nest.map_structure(convert_to_tensor, _element(item)) for item in items]
    shapes = [nest.map_structure(lambda tensor: tensor.shape, element) for element in tensors]
    dtype = nest.map_structure(lambda tensor: tensor.dtype, tensors[0])
    shape = functools.reduce(lambda a, b: nest.map_structure(common_shape, a, b), shapes)
    return staging.NeedsTensorList(target, dtype, shape, f"since {_user_place()}")


def changes_length(first: object, second: object) -> bool:
    """Tells whether a variable is a list of values, but another number of them after a part of a staged statement than
    before or after another part; for functions converted with the feature LISTS.
    """
    if type(first) is not list or type(second) is not list or len(first) == len(second):
        return False
    return staging.lists_are_in_use() and all(map(_is_element, first)) and all(map(_is_element, second))


def _needs_tensor_list(target: list, *items: Any) -> bool:
    """Tells whether a list comes from outside a loop that is being traced, or from outside a branch and holds values."""
    return _is_in(entered_lists, target) or (
        _is_in(lists_of_branches, target) and all(_is_element(item) for item in items)
    )


def _is_element(value: object) -> bool:
    leaves = nest.flatten(value)
    return bool(leaves) and all(staging.is_value(leaf) and not hasattr(leaf, "_type_spec") for leaf in leaves)


def _element(value: object) -> Any:
    """Returns what goes into a list that depends on tensors. NotImplementedError where it is not made of tensors,
    numbers, texts.
    """
    if _is_element(value):
        return value
    raise NotImplementedError(
        f"{value!r} as an item of a list from outside a loop over tensors or a branch: its items can be tensors, numbers and "
        "structures of these only; use a list for each part of what is collected"
    )


def _user_place() -> str:
    """Returns the line of the user's that is being run."""
    frame: Any = sys._getframe(1)
    while frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return places.place_of(frame.f_code.co_filename, [frame.f_lineno]).removeprefix(", ")
