"""The results of a function made from the flat list of its graph's outputs."""

from __future__ import annotations

import itertools

from graphwright import _core
from graphwright._src.function import trace_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class Results:
    """The form of what a function returned.

    Args:
      structured: what it returned, with the graph's output tensors in it.
    """

    __slots__ = ("pack", "template", "type")

    def __init__(self, structured: object) -> None:
        self.type = trace_type.from_value(structured, trace_type.Context())
        # The core puts tuples, lists, dictionaries and None together by the template; anything else is packed in Python.
        self.template, exact = _template(structured, itertools.count())
        self.pack = None if exact else _packer(self.type)


def _template(structured: Any, numbers: Iterator[int]) -> tuple[Any, bool]:
    """Returns the structure with numbers of outputs as leaves, and whether it has but tuples, lists, dictionaries and None."""
    if structured is None:
        return None, True
    cls = type(structured)
    if cls is tuple or cls is list:
        parts = [_template(item, numbers) for item in structured]
        return cls(part for part, _ in parts), all(exact for _, exact in parts)
    if cls is dict:
        by_key = {key: _template(structured[key], numbers) for key in sorted(structured)}
        return {key: by_key[key][0] for key in structured}, all(exact for _, exact in by_key.values())
    if isinstance(structured, _core.Tensor):
        return next(numbers), True
    return None, False


def _packer(output_type: trace_type.TraceType) -> Callable[[list[Any]], Any]:
    return lambda tensors: output_type.from_tensors(iter(tensors))
