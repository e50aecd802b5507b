"""Signatures of users' functions, whose annotations may name what is not there."""

from __future__ import annotations

import contextlib
import inspect
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

if sys.version_info >= (3, 14):
    from annotationlib import Format

    def call_signature(function: Callable[..., Any], *, follow_wrapped: bool = True) -> inspect.Signature:
        """As `inspect.signature`. Annotations that cannot be evaluated (they are not, until asked for) become `ForwardRef`s."""
        return inspect.signature(function, follow_wrapped=follow_wrapped, annotation_format=Format.FORWARDREF)

else:

    def call_signature(function: Callable[..., Any], *, follow_wrapped: bool = True) -> inspect.Signature:
        """As `inspect.signature`."""
        return inspect.signature(function, follow_wrapped=follow_wrapped)


def with_signature_of(function: Callable[..., Any], wrapper: Any) -> Any:
    """Returns the wrapper, showing the function's parameters also to who does not follow `__wrapped__` (getfullargspec)."""
    with contextlib.suppress(TypeError, ValueError):  # builtins have none
        wrapper.__signature__ = call_signature(function)
    return wrapper
