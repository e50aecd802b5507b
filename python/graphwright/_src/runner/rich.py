"""HTML of tensors, variables, data sets and checkpoints, for notebooks: facts in a table, and some of the values.

Nothing runs for it: of a data set its stages are shown, not its elements, of a checkpoint what its table of contents tells.
"""

from __future__ import annotations

import html
import math
import os

import numpy as np

from graphwright import _core
from graphwright._src.checkpoint.manager import CheckpointManager
from graphwright._src.checkpoint.reader import CheckpointReader
from graphwright._src.checkpoint.saver import Checkpoint
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.data.dataset import Dataset
from graphwright._src.explain.reports import bytes_text
from graphwright._src.state.children import children_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_MOST_ROWS = 60  # of a table
_MOST_STAGES = 100
_MOST_COUNTED = 10_000_000  # elements of which the least, the greatest and the mean are told
_EDGE = 4  # rows and columns at each end of a large matrix
_STYLE = "border-collapse:collapse;font-size:small"
_CELL = "text-align:left;padding:0.1em 0.8em 0.1em 0"


def _table(rows: Iterable[tuple], head: tuple = ()) -> str:
    """Returns a table of texts."""

    def row(tag: str, cells: tuple) -> str:
        return "<tr>" + "".join(f'<{tag} style="{_CELL}">{html.escape(str(cell))}</{tag}>' for cell in cells) + "</tr>"

    listed = list(rows)
    lines = [row("th", head)] if head else []
    lines += [row("td", cells) for cells in listed[:_MOST_ROWS]]
    if len(listed) > _MOST_ROWS:
        lines.append(row("td", (f"… {len(listed) - _MOST_ROWS} more",)))
    return f'<table style="{_STYLE}">{"".join(lines)}</table>'


def _box(title: str, *parts: str) -> str:
    return f'<div class="graphwright"><b>{html.escape(title)}</b>{"".join(parts)}</div>'


def _text(text: str) -> str:
    return f'<pre style="font-size:small">{html.escape(text)}</pre>'


# ---- tensors ----


def tensor_html(tensor: Any) -> str:
    """Returns a tensor's shape, dtype, place, numbers and some values; of a tensor of a graph what is known of it."""
    rows = [("shape", tensor.shape), ("dtype", tensor.dtype.name)]
    if not isinstance(tensor, _core.EagerTensor):
        return _box("Tensor of a graph", _table([("name", tensor.name), *rows, ("op", tensor.op.type)]))
    return _box("Tensor", *_content(tensor, rows))


def variable_html(variable: Any) -> str:
    """Returns a variable's name and what there is to tell of its value."""
    rows = [("name", variable.name), ("shape", variable.shape), ("dtype", variable.dtype.name)]
    rows.append(("trainable", "yes" if variable.trainable else "no"))
    value = variable.value()
    if not isinstance(value, _core.EagerTensor):
        return _box("Variable", _table(rows))
    return _box("Variable", *_content(value, rows))


def _content(tensor: Any, rows: list[tuple]) -> list[str]:
    """Returns the table of facts, with those of the values, and a part of the values."""
    if tensor.dtype.name in ("resource", "variant"):
        return [_table(rows)]
    array = np.asarray(tensor.numpy())
    rows = [*rows, ("device", tensor.device.rpartition("device:")[2])]
    if tensor.dtype.name != "string":
        rows.append(("size", bytes_text(tensor.nbytes)))
    rows += _numbers_of(array)
    return [_table(rows), _values(array)]


def _numbers_of(array: np.ndarray) -> list[tuple]:
    """Returns the least, the greatest and the mean of numbers, without those that are none, and how many are none."""
    if not 1 < array.size <= _MOST_COUNTED or array.dtype.kind in "OSUb" or array.dtype.kind == "c":
        return []
    if array.dtype.kind in "iu":
        return [("least, greatest, mean", f"{array.min()}, {array.max()}, {array.mean():.6g}")]
    try:
        numbers = array.astype(np.float64)
    except (TypeError, ValueError):
        return []
    finite = numbers[np.isfinite(numbers)]
    rows: list[tuple] = []
    if finite.size:
        rows.append(("least, greatest, mean", f"{finite.min():.6g}, {finite.max():.6g}, {finite.mean():.6g}"))
    nans, infinite = int(np.isnan(numbers).sum()), int(np.isinf(numbers).sum())
    if nans or infinite:
        rows.append(("not finite", f"{nans} NaN, {infinite} infinite"))
    return rows


def _values(array: np.ndarray) -> str:
    """Returns a vector or a matrix as a table, its middle left out where it is large; anything else as text."""
    if array.ndim not in (1, 2) or not array.size:
        return _text(np.array2string(array, threshold=200, edgeitems=2))
    matrix = array.reshape(1, -1) if array.ndim == 1 else array
    rows, columns = _kept(matrix.shape[0]), _kept(matrix.shape[1])
    cells = [tuple("…" if i is None or j is None else _item(matrix[i, j]) for j in columns) for i in rows]
    return _table(cells)


def _kept(size: int) -> list[int | None]:
    """Returns the positions that are shown, and None where some are left out."""
    if size <= 2 * _EDGE + 1:
        return list(range(size))
    return [*range(_EDGE), None, *range(size - _EDGE, size)]


def _item(value: Any) -> str:
    if isinstance(value, bytes):
        return _short(value.decode("utf-8", "backslashreplace"), 60)
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def ragged_html(ragged: RaggedTensor) -> str:
    """Returns a ragged tensor's shape, dtype and some rows."""
    rows = [("shape", ragged.shape), ("dtype", ragged.dtype.name), ("ragged axes", ragged.ragged_rank)]
    if not isinstance(ragged.flat_values, _core.EagerTensor):
        return _box("Ragged tensor of a graph", _table(rows))
    rows += [("rows", int(ragged.nrows())), ("values", int(ragged.flat_values.shape[0]))]
    shown = ragged[: 2 * _EDGE].to_list()
    lines = [
        _text("\n".join(_short(repr(row), 120) for row in shown) + ("\n…" if int(ragged.nrows()) > len(shown) else ""))
    ]
    return _box("Ragged tensor", _table(rows), *lines)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def sparse_html(sparse: SparseTensor) -> str:
    """Returns a sparse tensor's shape, dtype and some of what it stores."""
    rows = [("shape", sparse.shape), ("dtype", sparse.dtype.name)]
    if not isinstance(sparse.values, _core.EagerTensor):
        return _box("Sparse tensor of a graph", _table(rows))
    count, total = int(sparse.values.shape[0]), float(np.prod(sparse.dense_shape.numpy().astype(np.float64)))
    rows.append(("stored", f"{count} of {total:.0f}" + (f" ({count / total:.2%})" if total else "")))
    indices, values = sparse.indices[: 2 * _EDGE].numpy(), sparse.values[: 2 * _EDGE].numpy()
    stored = [(tuple(map(int, index)), _item(value)) for index, value in zip(indices, values, strict=True)]
    return _box("Sparse tensor", _table(rows), _table(stored, ("index", "value")) if stored else "")


# ---- data sets ----


def dataset_html(dataset: Dataset) -> str:
    """Returns the elements' specs, their number and the stages of a data set, from the last one back to the sources."""
    rows = [("element", dataset.element_spec)]
    count = _cardinality(dataset)
    if count is not None:
        rows.append(("elements", {-1: "infinitely many", -2: "not known"}.get(count, count)))
    stages: list[tuple] = []
    _add_stages(dataset, 0, stages)
    return _box("Data set", _table(rows), _table(stages, ("stage", "its elements")))


def _cardinality(dataset: Dataset) -> int | None:
    try:
        return int(dataset.cardinality())
    except Exception:  # noqa: BLE001 - a data set of a graph has no number
        return None


def _add_stages(dataset: Dataset, depth: int, stages: list[tuple]) -> None:
    if len(stages) >= _MOST_STAGES:
        return
    name = type(dataset).__name__.removeprefix("_").removeprefix("V2_").removesuffix("Dataset")
    stages.append(("\u00a0" * 4 * depth + (name or "Dataset"), _short(str(dataset.element_spec), 160)))
    for source in dataset._inputs():
        _add_stages(source, depth + 1, stages)


# ---- checkpoints ----


def reader_html(reader: CheckpointReader) -> str:
    """Returns the tensors in a checkpoint, the largest first."""
    shapes, types = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()
    found = [(name, types[name], shape, _bytes_of(types[name], shape)) for name, shape in shapes.items()]
    found.sort(key=lambda one: (-(one[3] or 0), one[0]))
    total = sum(size or 0 for *_, size in found)
    rows = [(name, dtype.name, shape, "" if size is None else bytes_text(size)) for name, dtype, shape, size in found]
    facts = _table([("path", reader.path), ("tensors", len(found)), ("size", bytes_text(total))])
    return _box("Checkpoint", facts, _table(rows, ("name", "dtype", "shape", "size")))


def _bytes_of(dtype: Any, shape: list[int]) -> int | None:
    if dtype.name in ("string", "resource", "variant"):
        return None
    return math.prod(shape) * dtype.size


def checkpoint_html(checkpoint: Checkpoint) -> str:
    """Returns the variables that a checkpoint object would write, by their paths."""
    found: list[tuple] = []
    seen: set[int] = set()
    ahead: list[tuple[Any, str]] = [(checkpoint, "")]
    while ahead:
        value, path = ahead.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, _core.ResourceVariable):
            found.append((path, value.dtype.name, value.shape))
            continue
        children = children_of(value)
        if not children and path:
            found.append((path, type(value).__name__, ""))
        ahead += [(child, f"{path}/{name}" if path else name) for name, child in reversed(children.items())]
    return _box("Checkpoint of objects", _table(found, ("path", "dtype or class", "shape")))


def manager_html(manager: CheckpointManager) -> str:
    """Returns a manager's folder and the checkpoints that it keeps, with their sizes on disk."""
    rows = [(os.path.basename(path), _size_on_disk(path)) for path in manager.checkpoints]
    facts = _table([("folder", manager.directory), ("checkpoints", len(rows))])
    return _box("Checkpoint manager", facts, _table(rows, ("name", "size on disk")) if rows else "")


def _size_on_disk(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder) as entries:
            sizes = [entry.stat().st_size for entry in entries if entry.name.startswith(f"{name}.")]
    except OSError:
        return "?"
    return bytes_text(sum(sizes)) if sizes else "gone"


# Class -> what shows its objects. Functions, graphs and reports bring their own `_repr_html_`.
SHOWN: dict[type, Callable[[Any], str]] = {
    _core.Tensor: tensor_html,
    _core.ResourceVariable: variable_html,
    RaggedTensor: ragged_html,
    SparseTensor: sparse_html,
    Dataset: dataset_html,
    CheckpointReader: reader_html,
    Checkpoint: checkpoint_html,
    CheckpointManager: manager_html,
}
