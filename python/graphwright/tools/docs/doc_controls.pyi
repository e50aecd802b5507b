"""The public names of tf.tools.docs.doc_controls. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.doc_controls import (
    get_header as get_header,
    get_inheritable_header as get_inheritable_header,
    header as header,
    inheritable_header as inheritable_header,
)
from typing import Any

__all__ = [
    "do_not_doc_in_subclasses", "do_not_doc_inheritable", "do_not_generate_docs", "doc_in_current_and_subclasses",
    "doc_private", "for_subclass_implementers", "get_header", "get_inheritable_header", "header", "inheritable_header",
    "set_deprecated",
]

def do_not_doc_in_subclasses(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.do_not_doc_in_subclasses)."""

def do_not_doc_inheritable(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.do_not_doc_inheritable)."""

def do_not_generate_docs(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.do_not_generate_docs)."""

def doc_in_current_and_subclasses(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.doc_in_current_and_subclasses)."""

def doc_private(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.doc_private)."""

def for_subclass_implementers(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.for_subclass_implementers)."""

def set_deprecated(obj: Any) -> Any:
    """Returns what it is given: a decorator without an effect here (tf.tools.docs.doc_controls.set_deprecated)."""
