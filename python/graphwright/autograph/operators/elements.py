"""Items of tensors and tensor arrays, for functions converted with the feature LISTS: a tensor is a value, so setting an
item gives another tensor."""

from __future__ import annotations

import operator

from graphwright.autograph import backend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# For each loop that is being traced, the lists that its body was entered with.
entered_lists: list[set[int]] = []

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


def _is_array(target: Any) -> bool:
    return isinstance(target, backend.current.library.TensorArray)


def get_item(target: Any, index: Any) -> Any:
    """`target[index]`; an element of a tensor array is read."""
    return target.read(index) if _is_array(target) else target[index]


def set_item(target: Any, index: Any, value: Any) -> Any:
    """What `target` is after `target[index] = value`: for a tensor of a graph another tensor."""
    if _is_array(target):
        return target.write(index, value)
    current = backend.current
    if not (current.in_graph() and current.is_tensor(target)) or current.is_variable(target):
        target[index] = value
        return target
    library = current.library
    value = library.convert_to_tensor(value, target.dtype)
    if isinstance(index, int) and index >= 0:
        return library.tensor_scatter_nd_update(target, [[index]], value[None])
    # The positions that the index stands for, whatever it is.
    shape = library.shape(target)
    positions = library.reshape(library.range(library.size(target)), shape)[index]
    value = library.broadcast_to(value, library.shape(positions))
    flat = library.tensor_scatter_nd_update(
        library.reshape(target, [-1]), library.reshape(positions, [-1, 1]), library.reshape(value, [-1])
    )
    result = library.reshape(flat, shape)
    result.set_shape(target.shape)
    return result


def update_item(target: Any, index: Any, value: Any, operation: str) -> Any:
    """What `target` is after `target[index] <operation>= value`; `operation` is a name such as `Add`."""
    return set_item(target, index, _UPDATES[operation](get_item(target, index), value))


def list_append(target: Any, value: Any) -> Any:
    """What `target` is after `target.append(value)`: a tensor array grows by an element."""
    if _is_array(target):
        return target.write(target.size(), value)
    if type(target) is list and any(id(target) in lists for lists in entered_lists):
        raise ValueError(
            "append() to a list that comes from outside a loop over tensors: the number of its items would depend on "
            f"tensors. Collect {value!r} in a tf.TensorArray"
        )
    target.append(value)
    return target
