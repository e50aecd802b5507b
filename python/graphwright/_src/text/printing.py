"""tf.print and tf.strings.format: tensors as text, in eager execution and in functions."""

from __future__ import annotations

import builtins
import os
import sys

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.tensor import nest
from graphwright._src.tensor.composite_tensor import is_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor

_print = _core.op("PrintV2")
_format = _core.op("StringFormat")

_LEVELS = {"log(info)": 20, "log(warning)": 30, "log(error)": 40}
# Those and what `absl.logging` has for them.
_STREAM_OF_LEVEL = {level: stream for stream, level in _LEVELS.items()} | dict(zip((0, -1, -2), _LEVELS, strict=True))


def _write(stream: str, text: str) -> None:
    """Returns where the core prints to: Python's streams, as they are now. In IPython all goes to a cell's ordinary
    output.
    """
    if hasattr(builtins, "get_ipython"):
        stream = "stdout"
    if stream in _LEVELS:
        get_logger().log(_LEVELS[stream], "%s", text.rstrip("\n"))
        return
    target = sys.stdout if stream == "stdout" else sys.stderr
    if target is not None:
        target.write(text)
        target.flush()


_core.register_hook("print", _write)


def _as_leaf(value: object) -> Any:
    """Returns what says that it is a tensor, as variables of Keras do, as a tensor; rows, sparse tensors and all else
    as they are.
    """
    if is_tensor(value) and not _is_ragged(value) and _composite_parts(value) is None:
        return _core.convert_to_tensor(value)
    return value


def _is_tensor(value: object) -> bool:
    return isinstance(value, _core.Tensor)


def _stream_name(stream: object) -> str:
    if stream is sys.stdout or stream is sys.__stdout__:
        return "stdout"
    if stream is sys.stderr or stream is sys.__stderr__:
        return "stderr"
    if isinstance(stream, str):
        if stream in ("stdout", "stderr", *_LEVELS):
            return stream
        if stream.startswith("file://"):
            return stream
    if type(stream) is int and stream in _STREAM_OF_LEVEL:
        return _STREAM_OF_LEVEL[stream]
    name = getattr(stream, "__name__", None)
    if callable(stream) and name in ("info", "warning", "warn", "error"):
        return f"log({'warning' if name == 'warn' else name})"
    raise ValueError(
        f"Unsupported output stream, logging level, or file.{stream}. Supported streams are sys.stdout, sys.stderr, "
        "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of 'file://<filepath>'."
    )


def _placeholder(texts: list[str]) -> str:
    """Returns a text that occurs in none of these."""
    placeholder = "{}"
    count = 0
    while any(placeholder in text for text in texts):
        placeholder = f"{{tensor {count}}}"
        count += 1
    return placeholder


def _composite_parts(value: Any) -> tuple[str, list[Any]] | None:
    """Returns how a sparse tensor is shown: a template with a placeholder `%` for each part."""
    if type(value).__name__ == "SparseTensor" and hasattr(value, "dense_shape"):
        return "SparseTensor(indices=%, values=%, shape=%)", [value.indices, value.values, value.dense_shape]
    return None


@export("print")
def print_v2(*inputs: object, **kwargs: Any) -> Any:
    """Prints values (tf.print): when the program gets there, so in a function on every call, with tensors' values.

    Args:
      *inputs: tensors, Python values, and nested structures of them.
      output_stream: `sys.stderr` (by default), `sys.stdout`, a function or a level of `tf.compat.v1.logging`, or "file://"
        and a path.
      summarize: how many entries to show at both ends of each axis, 3 by default; -1 for all.
      sep: what stands between inputs, a space by default.
      end: what follows the last one, the end of the line by default.
      name: of the operation.

    Returns:
      None in eager execution, the operation while a graph is made.

    Raises:
      ValueError: another keyword, or an unknown stream.

    >>> import sys
    >>> import graphwright as tf
    >>> tf.print("x =", tf.constant([[1, 2], [3, 4]]), output_stream=sys.stdout)
    x = [[1 2]
     [3 4]]
    """
    output_stream = kwargs.pop("output_stream", sys.stderr)
    name = kwargs.pop("name", None)
    summarize = kwargs.pop("summarize", 3)
    sep = kwargs.pop("sep", " ")
    end = kwargs.pop("end", os.linesep)
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    stream = _stream_name(output_stream)
    leaves = tuple(map(_as_leaf, inputs))
    if len(leaves) == 1 and _is_tensor(leaves[0]) and leaves[0].shape.rank == 0 and leaves[0].dtype.name == "string":
        text = leaves[0]
    else:
        text = _formatted(leaves, sep, summarize)
    return _print(text, output_stream=stream, end=end, name=name)


class _Placeholder:
    """Stands for a tensor in a structure that is shown as text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _is_ragged(value: object) -> bool:
    return hasattr(value, "row_splits")


def _format_all(tensors: list[Any], template: str, placeholder: str, summarize: int, name: str | None = None) -> Any:
    """Returns the template with tensors and ragged tensors in place of the placeholders."""
    if not any(map(_is_ragged, tensors)):
        return _format(tensors, template=template, placeholder=placeholder, summarize=summarize, name=name)
    from graphwright._src.text.ragged_text import to_text

    first, *rest = template.split(placeholder)
    pieces: list[Any] = [first]
    for tensor, text in zip(tensors, rest, strict=True):
        if _is_ragged(tensor):
            pieces.append(to_text(tensor, summarize))
        else:
            pieces.append(_format([tensor], template="{}", placeholder="{}", summarize=summarize))
        pieces.append(text)
    return _core.op("StringJoin")([piece for piece in pieces if not isinstance(piece, str) or piece], name=name)


def _formatted(inputs: tuple[Any, ...], sep: str, summarize: int) -> Any:
    import pprint

    tensors: list[Any] = []
    shown: list[tuple[Any, list[Any]]] = []
    texts = [sep]
    for value in inputs:
        leaves = list(map(_as_leaf, nest.flatten(value)))
        plain = [leaf for leaf in leaves if not _is_tensor(leaf) and not _is_ragged(leaf)]
        texts.extend(leaf if isinstance(leaf, str) else repr(leaf) for leaf in plain)
        shown.append((value, leaves))
    placeholder = _placeholder(texts)
    templates = []
    for value, leaves in shown:
        if isinstance(value, str):
            templates.append(value)
            continue
        marks = []
        for leaf in leaves:
            parts = _composite_parts(leaf)
            if parts is not None:
                tensors.extend(parts[1])
                marks.append(_Placeholder("'" + parts[0].replace("%", placeholder) + "'"))
            elif _is_tensor(leaf) or _is_ragged(leaf):
                tensors.append(leaf)
                marks.append(_Placeholder(placeholder))
            else:
                marks.append(leaf)
        templates.append(pprint.pformat(nest.pack_sequence_as(value, marks)))
    template = sep.join(templates)
    if not tensors:
        return template
    return _format_all(tensors, template, placeholder, summarize)


@export("strings.format")
def string_format(
    template: str, inputs: object, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """`template` with tensors, as text, in place of the placeholders (tf.strings.format).

    Args:
      template: a str.
      inputs: a tensor or a list or tuple of tensors, one for each placeholder.
      placeholder: what is replaced.
      summarize: how many entries to show at both ends of each axis; -1 for all.
      name: of the operation.

    Returns:
      A string scalar.

    Raises:
      ValueError: the numbers of placeholders and of inputs differ.

    >>> import graphwright as tf
    >>> tf.strings.format("tensor: {}, tensor 2: {}", (tf.range(5), tf.constant(2.5)))
    <tf.Tensor: shape=(), dtype=string, numpy=b'tensor: [0 1 2 3 4], tensor 2: 2.5'>
    """
    values: Any = [inputs] if is_tensor(inputs) else inputs
    wanted = template.count(placeholder)
    if wanted != len(values):
        raise ValueError(
            f"The template expects {wanted} tensors, but the inputs only has {len(values)}. Please ensure the number of "
            "placeholders in template matches inputs length."
        )
    return _format_all(list(values), template, placeholder, summarize, name)


@export("timestamp")
def timestamp(name: str | None = None) -> Tensor:
    """Seconds since 1970 at the time when the op runs, a float64 scalar (tf.timestamp).

    >>> import graphwright as tf
    >>> bool(tf.timestamp() > 1.7e9)
    True
    """
    return _core.op("Timestamp")(name=name)
