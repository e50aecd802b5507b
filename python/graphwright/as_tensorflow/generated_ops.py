"""Modules such as `tensorflow.python.ops.gen_math_ops`: every op as a function of its inputs and attributes in order."""

from __future__ import annotations

import builtins
import functools
import keyword
import re
import types
from typing import Any

from graphwright import _core
from graphwright._src.ops import raw_ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Of them all: which op is in which module is nothing that programs ask for.
PATHS = re.compile(
    r"ops\.(gen_\w+_ops|linalg\.sparse\.sparse_csr_matrix_ops|linalg\.sparse\.gen_sparse_csr_matrix_ops)"
)
PACKAGES = ("ops.linalg.sparse",)
# Modules that have such functions beside their own.
BESIDES = frozenset(
    f"ops.{name}"
    for name in (
        "array_ops batch_ops bitwise_ops control_flow_ops data_flow_ops image_ops io_ops linalg_ops list_ops logging_ops "
        "lookup_ops math_ops nn nn_ops parsing_ops random_ops resource_variable_ops sdca_ops sparse_ops standard_ops "
        "state_ops string_ops"
    ).split()
)

# Before a capital that follows a small letter, before a word that follows a digit or a row of capitals.
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-zA-Z0-9])(?=[A-Z][a-z])")


@functools.cache
def _ops_by_function() -> dict[str, str]:
    """Names of functions (`mat_mul`) -> names of ops (`MatMul`)."""
    return {_WORDS.sub("_", name).lower(): name for name in _core.registered_ops()}


def _in_order(name: str, op: str) -> Callable[..., Any]:
    raw = getattr(raw_ops, op)
    parameters = list(raw.__signature__.parameters)

    def function(*args: object, **kwargs: object) -> Any:
        if len(args) > len(parameters):
            raise TypeError(f"{name}() takes {len(parameters)} positional arguments but {len(args)} were given")
        for parameter in parameters[: len(args)]:
            if parameter in kwargs:
                raise TypeError(f"{name}() got multiple values for argument {parameter!r}")
        return raw(**dict(zip(parameters, args)), **kwargs)  # noqa: B905 - the others have defaults, or raw() says so

    function.__name__ = function.__qualname__ = name
    function.__doc__ = raw.__doc__
    return function


def function_of_op(name: str) -> Callable[..., Any] | None:
    """Returns the function of an op, by the name of the function; None where there is no such op."""
    plain = name[1:]
    taken = name.startswith("_") and (plain in dir(builtins) or keyword.iskeyword(plain))  # `_range` is the op Range
    op = _ops_by_function().get(plain if taken else name)
    return None if op is None else _in_order(name, op)


class GeneratedOpsModule(types.ModuleType):
    """Finds its functions among the registered ops when they are first asked for."""

    def __getattr__(self, name: str) -> Any:
        function = function_of_op(name)
        if function is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        self.__dict__[name] = function
        return function

    def __dir__(self) -> list[str]:
        return sorted(_ops_by_function())
