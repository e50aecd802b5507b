"""Signatures as text, as they are written in Python: annotations without quotes, defaults that can be read."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import types
from typing import Any

from names import ROOT


def signature_of(value: Any) -> str:
    """Returns the parameters of a function, or of a class's constructor, and the result's type; "" where nothing says them.

    >>> def f(a: int, b: float = 1.0, *, c=print) -> str: ...
    >>> signature_of(f)
    '(a: int, b: float = 1.0, *, c=print) -> str'
    """
    signature = _signature(value)
    if signature is None:
        return ""
    parameters = []
    for number, parameter in enumerate(signature.parameters.values()):
        if number == 0 and isinstance(value, type) and parameter.name in ("self", "cls"):
            continue
        default = parameter.default
        parameters.append(
            parameter.replace(
                annotation=_Text.of(parameter.annotation),
                default=default if default is parameter.empty else _Text(default_text(default)),
            )
        )
    result = signature.empty if isinstance(value, type) else _Text.of(signature.return_annotation)
    return str(signature.replace(parameters=parameters, return_annotation=result))


class _Text(str):
    """A text that shows itself without quotes."""

    def __repr__(self) -> str:
        return str(self)

    @staticmethod
    def of(annotation: Any) -> Any:
        if annotation is inspect.Parameter.empty:
            return annotation
        return _Text(annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))


def _signature(value: Any) -> inspect.Signature | None:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return None
    if isinstance(value, type) and list(signature.parameters) == ["args", "kwargs"]:
        # A metaclass takes the call; what it takes is what `__init__` does.
        with_self = inspect.signature(value.__init__)
        signature = with_self.replace(parameters=list(with_self.parameters.values())[1:])
    return signature


def default_text(value: Any) -> str:
    """Returns a default as text that is the same in each run.

    >>> default_text("a"), default_text(object()), default_text(len)
    ("'a'", '...', 'len')
    """
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, type)):
        return value.__name__ if value.__name__.isidentifier() else "..."
    text = repr(value)
    return "..." if text.startswith("<") or " at 0x" in text or "\n" in text else text


@functools.cache
def of_raw_ops() -> dict[str, str]:
    """Returns the signatures of the raw ops, as the stubs have them, by name."""
    tree = ast.parse((ROOT / "python/graphwright/raw_ops.pyi").read_text(encoding="utf-8"))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
            text = f"({ast.unparse(node.args)}){result}"
            found[node.name] = text.replace("_Tensor", "Tensor").replace("_Any", "Any")
    return found
