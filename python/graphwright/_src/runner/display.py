"""`display` and the part of IPython.display that a notebook without Jupyter needs: values show as text."""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Callable
from typing import Any

from .pretty import pretty


def display(*values: Any, **options: object) -> None:
    """Prints each value as a notebook without graphics would; the options of IPython's `display` have no effect."""
    for value in values:
        if displays_itself(value):
            value._ipython_display_()
        else:
            print(pretty(value))


def displays_itself(value: object) -> bool:
    """Tells whether `value` brings its own way to be displayed, IPython's method `_ipython_display_`."""
    return not isinstance(value, type) and callable(getattr(type(value), "_ipython_display_", None))


def clear_output(wait: bool = False) -> None:
    """Does nothing: what is printed to a terminal or a file stays."""


class DisplayObject:
    """Something a browser would render; as text it shows its class alone, as in a notebook without a browser."""

    def __init__(
        self, data: object = None, url: str | None = None, filename: str | None = None, **options: object
    ) -> None:
        self.data, self.url, self.filename, self.metadata = data, url, filename, options

    def __repr__(self) -> str:
        return f"<IPython.core.display.{type(self).__name__} object>"


_RENDERED = ("HTML", "Markdown", "Image", "SVG", "Latex", "Math", "Javascript", "Audio", "Video", "IFrame", "JSON")


def install() -> Callable[[], None]:
    """Serves `IPython.display` from here where IPython is not installed. Returns what undoes it."""
    if "IPython" in sys.modules or importlib.util.find_spec("IPython") is not None:
        return lambda: None
    package = types.ModuleType("IPython", "A stand-in for IPython: its display module alone, as text.")
    package.__path__ = []
    module = types.ModuleType("IPython.display", "A stand-in for IPython.display that shows values as text.")
    vars(module).update(display=display, clear_output=clear_output, DisplayObject=DisplayObject)
    for name in _RENDERED:
        setattr(module, name, type(name, (DisplayObject,), {"__module__": "IPython.display"}))
    vars(package).update(display=module)
    sys.modules.update({"IPython": package, "IPython.display": module})

    def uninstall() -> None:
        for name in ("IPython", "IPython.display"):
            sys.modules.pop(name, None)

    return uninstall
