"""The captures of a trace, for reports: variables and tensors by reference, small tensors by value."""

from __future__ import annotations

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._core import Tensor
    from graphwright._src.function.concrete import ConcreteFunction


class Capture:
    """A value from outside that a trace uses.

    Attributes:
      name: of the variable, or of the placeholder that stands for the value.
      kind: "variable"; "resource": another object that ops change; "tensor": a tensor that is passed as a further input;
        "constant": a small tensor that became part of the graph; "outer tensor": a tensor of the graph around; "deferred": asked
        for anew on every call.
      by: "reference" where later changes are seen, else "value".
      dtype, shape: of the value; a variable's are those of its contents.
      bytes: of the value, or None where that is not known.
      trainable: of a variable; None for others.
    """

    __slots__ = ("name", "kind", "by", "dtype", "shape", "bytes", "trainable")

    def __init__(self, value: Tensor, inside: Tensor, kind: str = "") -> None:
        variable = _core.variable_of(value) if value.dtype.name == "resource" else None
        self.name = inside.name.rpartition(":")[0]
        self.dtype, self.shape = value.dtype, value.shape
        self.trainable = None
        self.kind, self.by = kind or "tensor", "reference" if kind == "deferred" else "value"
        if variable is not None:
            self.name = variable.name.rpartition(":")[0] or self.name
            self.kind, self.by = "variable", "reference"
            self.dtype, self.shape = variable.dtype, variable.shape
            self.trainable = variable.trainable
        elif value.dtype.name == "resource":  # also of a variable whose Python object is gone
            self.kind, self.by = "resource", "reference"
        elif not kind and isinstance(value, _core.SymbolicTensor):
            self.kind = "outer tensor"
        count = self.shape.num_elements()
        known = self.dtype.name not in ("resource", "variant", "string")
        self.bytes = count * self.dtype.size if count is not None and known else None

    def __repr__(self) -> str:
        return f"<Capture {self.name!r}: {self.kind} by {self.by}, {self.dtype.name} {self.shape}>"


def captures_of(concrete: ConcreteFunction) -> list[Capture]:
    """Returns all that a trace captured, in the order of first use; what is asked for on every call comes last."""
    found = [
        Capture(value, inside, "constant" if constant else "")
        for value, inside, constant in _core.captures_of(concrete)
    ]
    late = concrete.graph.function_captures.deferred_placeholders
    return found + [Capture(placeholder, placeholder, "deferred") for placeholder in late]


def names_by_placeholder(concrete: ConcreteFunction) -> dict[int, str]:
    """By the `_id` of a placeholder for a captured value, the name of that."""
    found = {}
    for value, inside, constant in _core.captures_of(concrete):
        if not constant:
            found[inside._id] = Capture(value, inside).name
    late = concrete.graph.function_captures.deferred_placeholders
    return found | {placeholder._id: "on every call" for placeholder in late}
