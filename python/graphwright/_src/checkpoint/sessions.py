"""Values of variables of a plain graph, which a session has."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.graph.scopes import eager_mode, plain_graph
from graphwright._src.session.default_session import get_default_session
from graphwright._src.state import children as trackable
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def in_plain_graph() -> bool:
    """Tells whether a `tf.Graph` is being built, and no function in it is."""
    return plain_graph() is not None


def session_or_default(session: Any = None) -> Any:
    """Returns the session, or else the default one. Raises ValueError where there is none."""
    session = session or get_default_session()
    if session is None:
        raise ValueError("Variables of a graph have their values in a session: give one, or make one the default")
    return session


def run(operations: list[Any], session: Any = None) -> None:
    """Runs operations of a graph, where there are any, in a session or else in the default one."""
    if operations:
        session_or_default(session).run(operations)


def outside_of_plain_graph() -> Any:
    """Returns a context in which ops run at once, where a plain graph is being built; anywhere else, nothing changes."""
    return eager_mode() if in_plain_graph() else contextlib.nullcontext()


def values_of(value: Any) -> dict[str, Any]:
    """`trackable.values_of`, with the tensor that a variable of a graph has anyway: one that saves often does not grow."""
    if getattr(value, "_in_graph_mode", False) and value._graph_element is not None:
        return {trackable.VARIABLE_VALUE: value._graph_element}
    return trackable.values_of(value)


def fetched(tensors: dict[str, Any], path: object) -> dict[str, Any]:
    """Returns the tensors, with those of a plain graph as they are in the default session; they are to be saved at `path`.

    Raises:
      RuntimeError: there is no default session.
    """
    symbolic = {key: tensor for key, tensor in tensors.items() if isinstance(tensor, _core.SymbolicTensor)}
    if not symbolic or not in_plain_graph():
        return tensors
    session = get_default_session()
    if session is None:
        raise RuntimeError(
            f'Unable to save checkpoint to "{path}" in graph mode without a default session. Please use '
            "`with tf.Session():` to create a session."
        )
    found = session.run(symbolic)
    with outside_of_plain_graph():
        convert = convert_to_tensor
        return {
            key: convert(found[key], tensor.dtype) if key in symbolic else tensor for key, tensor in tensors.items()
        }


def initializers_of(variables: Iterable[Any]) -> list[Any]:
    """Returns the operations that initialise those of the objects that are variables of a graph."""
    return [variable.initializer for variable in variables if getattr(variable, "_in_graph_mode", False)]


def number_of(value: Any) -> int:
    """Returns the number that a variable, a tensor or a number is."""
    if getattr(value, "_in_graph_mode", False):
        return int(session_or_default().run(value))
    return int(value.numpy() if hasattr(value, "numpy") else value)
