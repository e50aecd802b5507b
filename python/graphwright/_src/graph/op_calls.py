"""Calls of ops as messages have them: a flat list of inputs, attrs as `AttrValue`s."""

from __future__ import annotations

import functools

from graphwright import _core
from graphwright._src.graph.operation import Operation
from graphwright._src.graph.values import tensor_from_proto
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


@functools.cache
def op_definition(op_type: str) -> dict[str, Any]:
    """Returns what the core tells of an op: its inputs, outputs and attrs."""
    return _core.op_def(op_type)


def call_op(
    op_type: str,
    inputs: Sequence[Any],
    attrs: dict[str, Any],
    name: str | None,
    functions: Callable[[str], Any] | None = None,
) -> list[Any]:
    """Calls an op with a flat list of inputs, as messages have it.

    Args:
      op_type: the name of the op.
      inputs: its tensors, lists of tensors flattened.
      attrs: Python values or `AttrValue` messages; those that the op does not have are left out.
      name: the wanted name.
      functions: finds the function for a name.

    Returns:
      The outputs as a flat list.

    Raises:
      NotFoundError: there is no such op.
      ValueError: the inputs or attrs do not fit it.
    """
    plain = op_definition(op_type)
    kinds = {attr["name"]: attr["type"] for attr in plain["attrs"]}
    values = {key: _value_of(value, kinds[key], key, functions) for key, value in attrs.items() if key in kinds}
    arguments: list[Any] = []
    rest = list(inputs)
    for position, arg in enumerate(plain["inputs"]):
        if not (arg["number_attr"] or arg["type_list_attr"]):
            if not rest:
                raise ValueError(f"{op_type} takes more inputs than the {len(inputs)} that are given")
            arguments.append(rest.pop(0))
            continue
        if arg["number_attr"]:
            count = values.get(arg["number_attr"])
        else:
            types = values.get(arg["type_list_attr"])
            count = None if types is None else len(types)
        if count is None:  # all but what the arguments after it take
            count = len(rest) - (len(plain["inputs"]) - position - 1)
        if not 0 <= count <= len(rest):
            raise ValueError(f"{op_type} needs {count} tensors for {arg['name']!r}, but {len(rest)} are given")
        arguments.append(rest[:count])
        del rest[:count]
    if rest:
        raise ValueError(f"{op_type} takes {len(inputs) - len(rest)} inputs, but {len(inputs)} are given")
    # What the inputs settle is not given twice.
    for arg in plain["inputs"]:
        for key in ("number_attr", "type_list_attr"):
            values.pop(arg[key], None)
    result = _core.op(op_type)(*arguments, **values, name=name)
    if result is None or isinstance(result, Operation):
        return []
    flat: list[Any] = []
    for item in result if isinstance(result, (list, tuple)) else [result]:
        flat += item if isinstance(item, (list, tuple)) else [item]
    return flat


# What a message says an attr is, by the kind that the op's definition gives it.
_FIELDS = {"string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "tensor": "tensor"}
_FIELDS["func"] = "func"


def _value_of(value: Any, kind: str, name: str, functions: Callable[[str], Any] | None) -> Any:
    which = getattr(value, "WhichOneof", None)
    if which is None:
        return value
    field = which("value")
    if field is None:
        return None
    is_list = kind.startswith("list(")
    wanted = _FIELDS.get(kind[5:-1] if is_list else kind)
    if not is_list:
        if field != wanted:
            raise ValueError(f"attr {name!r} is of kind {kind}, but the message gives it the value {field!r}")
        return _single(getattr(value, field), field, functions)
    if field != "list":
        raise ValueError(f"attr {name!r} is of kind {kind}, but the message gives it the value {field!r}")
    for given, items in value.list.ListFields():
        if given.name != wanted:
            raise ValueError(f"attr {name!r} is of kind {kind}, but the message gives it a list of {given.name!r}")
        return [_single(item, given.name, functions) for item in items]
    return []


def _single(value: Any, kind: str, functions: Callable[[str], Any] | None) -> Any:
    if kind == "type":
        return dtype_of(value)
    if kind == "shape":
        return TensorShape(value)
    if kind == "tensor":
        return tensor_from_proto(value)
    if kind == "func":
        if functions is None:
            raise ValueError(f"the function {value.name!r} is not in the graph's library")
        return functions(value.name)
    return value


def dtype_of(number: int) -> Any:
    """Returns the dtype with a number of `DataType`. Raises ValueError where there is none."""
    try:
        return dtypes.as_dtype(number)
    except TypeError:
        raise ValueError(f"{number} is no dtype") from None
