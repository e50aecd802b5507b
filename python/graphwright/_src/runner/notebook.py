"""Reads the cells of a notebook file (nbformat 3 and 4) without Jupyter."""

from __future__ import annotations

import dataclasses
import json
import pathlib


class NotebookError(ValueError):
    """The file is not a notebook that can be read; the message says why."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """One cell: `kind` is 'code', 'markdown' or 'raw'; `tags` are the names in its metadata."""

    kind: str
    source: str
    tags: frozenset[str] = frozenset()


def read_notebook(path: str | pathlib.Path) -> list[Cell]:
    """Returns the cells of the notebook at `path`, in order. Raises NotebookError where the file is not a Python notebook."""
    text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotebookError(f"{path}: not a notebook: not JSON ({error})") from None
    if not isinstance(document, dict):
        raise NotebookError(f"{path}: not a notebook: expected a JSON object, got {type(document).__name__}")
    _check_language(path, document)
    return [_cell(path, number, raw) for number, raw in enumerate(_raw_cells(path, document))]


def _check_language(path: str | pathlib.Path, document: dict) -> None:
    metadata = document.get("metadata") or {}
    language = (metadata.get("kernelspec") or {}).get("language") or (metadata.get("language_info") or {}).get("name")
    if language and str(language).lower() not in ("python", "python3", "ipython"):
        raise NotebookError(f"{path}: the notebook's language is {language!r}, expected 'python'")


def _raw_cells(path: str | pathlib.Path, document: dict) -> list:
    if isinstance(document.get("cells"), list):
        return document["cells"]
    if isinstance(document.get("worksheets"), list):  # nbformat 3
        return [cell for sheet in document["worksheets"] for cell in sheet.get("cells", [])]
    raise NotebookError(f"{path}: not a notebook: it has no list of cells")


def _cell(path: str | pathlib.Path, number: int, raw: object) -> Cell:
    if not isinstance(raw, dict):
        raise NotebookError(f"{path}: cell {number} is not a JSON object")
    source = raw.get("source", raw.get("input", ""))  # nbformat 3 calls a code cell's source its input
    if isinstance(source, list):
        source = "".join(source)
    if not isinstance(source, str):
        raise NotebookError(f"{path}: the source of cell {number} is neither a string nor a list of strings")
    tags = (raw.get("metadata") or {}).get("tags") or []
    return Cell(str(raw.get("cell_type", "code")), source, frozenset(map(str, tags)))
