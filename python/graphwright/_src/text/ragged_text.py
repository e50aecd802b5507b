"""Ragged tensors as text, for tf.print and tf.strings.format."""

from __future__ import annotations

from graphwright._src.composite.maps import map_fn
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.ops.array import size
from graphwright._src.ops.array_join import concat
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.text.strings import as_string, join, reduce_join, regex_replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_text(value: RaggedTensor, summarize: int | None) -> Any:
    """Returns a string scalar with the elements in nested brackets, `summarize` at both ends of each row; all for -1."""
    flat = value.flat_values
    if flat.dtype == dtypes.string:
        quoted = regex_replace(flat, r"(['\\])", r"\\\1")
        text = join(["'", quoted, "'"])
    else:
        text = as_string(flat)
    return _text_of(value.with_flat_values(text), summarize)


def _text_of(pieces: Any, summarize: int | None) -> Any:
    if pieces.shape.rank is None:
        raise ValueError("the text of a ragged tensor needs a known rank")
    if pieces.shape.rank > 1:
        pieces = map_fn(lambda row: _text_of(row, summarize), pieces, fn_output_signature=TensorSpec([], dtypes.string))
    if summarize not in (None, -1):
        pieces = cond(
            size(pieces) <= 2 * summarize,
            lambda: pieces,
            lambda: concat([pieces[:summarize], ["..."], pieces[-summarize:]], 0),
        )
    return join(["[", reduce_join(pieces, separator=", "), "]"])
