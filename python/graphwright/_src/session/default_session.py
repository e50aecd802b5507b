"""The session whose context is open, and who asks for it."""

from __future__ import annotations

import _thread

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.session.session import Session


class _Defaults(_thread._local):
    """This thread's sessions that are open as defaults."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []


defaults = _Defaults()


@export("compat.v1.get_default_session")
def get_default_session() -> Session | None:
    """Returns the session whose context is open in this thread, or None (tf.compat.v1.get_default_session)."""
    return defaults.sessions[-1] if defaults.sessions else None


def session_for(session: Session | None, graph: Graph, purpose: str, hint: str) -> Any:
    """Returns the given session or the default one. Raises ValueError where there is none, or where it runs another graph."""
    if session is not None:
        if session.graph is not graph:
            raise ValueError(f"Cannot {purpose}: the session's graph is not the one that it is part of.")
        return session
    default = get_default_session()
    if default is None:
        raise ValueError(f"Cannot {purpose}: No default session is registered. Use {hint}")
    if default.graph is not graph:
        raise ValueError(
            f"Cannot use the default session to {purpose}: its graph is not the one that it is part of. Pass an explicit session"
        )
    return default
