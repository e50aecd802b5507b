"""tf.tools.docs.doc_controls: marks for programs that write documentation; nothing here writes any."""

from __future__ import annotations

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")

_HEADER, _INHERITED = "_tf_docs_header", "_tf_docs_inheritable_header"


def mark(obj: T) -> T:
    """Returns what it is given."""
    return obj


def _marking(name: str) -> Callable[[T], T]:
    def decorate(obj: Any) -> Any:
        return obj

    decorate.__name__ = decorate.__qualname__ = name
    decorate.__doc__ = (
        f"Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.{name})."
    )
    return export(f"tools.docs.doc_controls.{name}", v1="")(decorate)


do_not_generate_docs = _marking("do_not_generate_docs")
do_not_doc_inheritable = _marking("do_not_doc_inheritable")
do_not_doc_in_subclasses = _marking("do_not_doc_in_subclasses")
doc_in_current_and_subclasses = _marking("doc_in_current_and_subclasses")
doc_private = _marking("doc_private")
for_subclass_implementers = _marking("for_subclass_implementers")
set_deprecated = _marking("set_deprecated")


def _noting(attribute: str, text: str) -> Callable[[T], T]:
    def decorate(obj: Any) -> Any:
        setattr(obj, attribute, text)
        return obj

    return decorate


@export("tools.docs.doc_controls.header", v1="")
def header(text: str) -> Callable[[T], T]:
    """Returns a decorator that notes a text for the top of the documentation (tf.tools.docs.doc_controls.header).

    >>> @header("Note.")
    ... def f(): ...
    >>> get_header(f)
    'Note.'
    """
    return _noting(_HEADER, text)


@export("tools.docs.doc_controls.get_header", v1="")
def get_header(obj: object) -> str | None:
    """Returns the text that `header` noted, or None (tf.tools.docs.doc_controls.get_header).

    >>> get_header(len)
    """
    return getattr(obj, _HEADER, None)


@export("tools.docs.doc_controls.inheritable_header", v1="")
def inheritable_header(text: str) -> Callable[[T], T]:
    """Returns a decorator as `header` does, of a class and its subclasses (tf.tools.docs.doc_controls.inheritable_header).

    >>> @inheritable_header("Note.")
    ... class C: ...
    >>> get_inheritable_header(type("D", (C,), {}))
    'Note.'
    """
    return _noting(_INHERITED, text)


@export("tools.docs.doc_controls.get_inheritable_header", v1="")
def get_inheritable_header(obj: object) -> str | None:
    """Returns the text that `inheritable_header` noted, or None (tf.tools.docs.doc_controls.get_inheritable_header).

    >>> get_inheritable_header(int)
    """
    return getattr(obj, _INHERITED, None)
