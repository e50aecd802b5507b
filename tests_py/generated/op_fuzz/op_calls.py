"""A call of a raw op as data: made by op_generator.py, run on either module by op_worker.py, and written down as a program."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from support.sampling import to_tensor


@dataclasses.dataclass(frozen=True)
class Type:
    """A dtype as the value of an attribute."""

    name: str


@dataclasses.dataclass
class Made:
    """An input that is no plain tensor: an output of another call, such as a list of tensors or a data set."""

    call: Call
    place: int


@dataclasses.dataclass
class OfVariable:
    """The resource of a variable with this value."""

    value: Any


@dataclasses.dataclass
class Call:
    """A call of `tf.raw_ops.<op>`. An input is an array, a `Made`, an `OfVariable`, or a list of these."""

    op: str
    inputs: dict[str, Any]
    attrs: dict[str, Any]

    def arrays(self) -> list[np.ndarray]:
        """All plain inputs, those inside lists among them."""
        found = []
        for value in self.inputs.values():
            found += [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, np.ndarray)]
        return found


@dataclasses.dataclass
class Stock:
    """What calls are made from: plain definitions of the ops, and calls of them that are right."""

    definitions: dict[str, dict[str, Any]]
    calls: dict[str, list[Call]]


def attribute_of(module: Any, value: Any) -> Any:
    """An attribute as a module takes it."""
    if isinstance(value, Type):
        return module.as_dtype(value.name)
    if isinstance(value, list):
        return [attribute_of(module, item) for item in value]
    return value


def run(module: Any, call: Call) -> list[Any]:
    """The outputs of a call, flat."""
    kept = []  # variables live as long as the call

    def input_of(value):
        if isinstance(value, list):
            return [input_of(item) for item in value]
        if isinstance(value, Made):
            return run(module, value.call)[value.place]
        if isinstance(value, OfVariable):
            kept.append(module.Variable(to_tensor(module, value.value)))
            return kept[-1].handle
        return to_tensor(module, value)

    kwargs = {name: input_of(value) for name, value in call.inputs.items()}
    kwargs |= {name: attribute_of(module, value) for name, value in call.attrs.items()}
    outputs = flat(getattr(module.raw_ops, call.op)(**kwargs))
    return [*outputs, *(variable.read_value() for variable in kept)]


def flat(result: Any) -> list[Any]:
    """The tensors of what a raw op gives."""
    if isinstance(result, (list, tuple)):
        return [tensor for item in result for tensor in flat(item)]
    return [result] if hasattr(result, "dtype") else []


def text_of(call: Call) -> str:
    """The call as a line of Python that can be run."""
    arguments = [f"{name}={_text(value)}" for name, value in (call.inputs | call.attrs).items()]
    return f"tf.raw_ops.{call.op}({', '.join(arguments)})"


def _text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_text(item) for item in value)}]"
    if isinstance(value, Type):
        return f"tf.{value.name}"
    if isinstance(value, Made):
        return f"{text_of(value.call)}[{value.place}]"
    if isinstance(value, OfVariable):
        return f"tf.Variable({_text(value.value)}).handle"
    if isinstance(value, np.ndarray):
        name = "string" if value.dtype == object else value.dtype.name
        same = value.size > 8 and all(item == value.flat[0] for item in value.flat)
        items = (
            str(value.flat[0] if same else value.ravel().tolist()) if value.size < 40 or same else f"[…{value.size}]"
        )
        return f"tf.constant({items}, tf.{name}, {list(value.shape)})"
    return repr(value)
