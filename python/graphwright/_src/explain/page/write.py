"""Writes pages: the template with its style, its script and the data in it."""

from __future__ import annotations

import base64
import hashlib
import html
import os

from graphwright._src.explain.page import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.explain.page.model import Report
    from graphwright._src.explain.reports import TraceReport


_SCRIPTS = (
    "helpers.js",
    "tables.js",
    "glance.js",
    "functions.js",
    "timeline.js",
    "graphs.js",
    "memory.js",
    "code.js",
    "main.js",
)


def _file(name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def escaped_json(text: str) -> str:
    """Returns a JSON text as it may stand in a script element: nothing in it can end that, or begin a comment.

    Lone surrogates, which no file can hold, become replacement characters.
    """
    safe = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return safe.encode("utf-8", "replace").decode("utf-8")


def html_of(report: Report) -> str:
    """Returns the page about a report.

    Its policy lets the page's own script and style alone act, and nothing be loaded.
    """
    style, script = _file("report.css"), "".join(map(_file, _SCRIPTS))
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    page = _file("report.html")
    parts = {
        "POLICY": policy,
        "TITLE": html.escape(report.title),
        "STYLE": style,
        "DATA": escaped_json(report.to_json()),
        "SCRIPT": script,
    }
    # In the order in which they stand in the template, so that no text that was put in is looked at again.
    done = []
    for name, text in parts.items():
        before, _, page = page.partition(f"@{name}@")
        done += [before, text]
    return "".join([*done, page])


def save(path: str | os.PathLike[str], report: Report) -> None:
    """Writes the page about a report into a file."""
    text = html_of(report)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def save_function(path: str | os.PathLike[str], function: Any, traces: list[Any]) -> None:
    """Writes the page about a function and its traces."""
    save(path, collect.report_of(function.name, [(function, traces)]))


def save_trace(path: str | os.PathLike[str], report: TraceReport) -> None:
    """Writes the page about one trace."""
    save(path, collect.report_of(report.name, [], lone=[report]))
