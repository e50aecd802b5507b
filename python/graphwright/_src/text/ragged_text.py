"""Ragged tensors as text, for tf.print and tf.strings.format."""

from __future__ import annotations

import graphwright as tf
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_text(value: RaggedTensor, summarize: int | None) -> Any:
    """A string scalar with the elements in nested brackets, `summarize` at both ends of each row; all for -1."""
    flat = value.flat_values
    if flat.dtype == dtypes.string:
        quoted = tf.strings.regex_replace(flat, r"(['\\])", r"\\\1")
        text = tf.strings.join(["'", quoted, "'"])
    else:
        text = tf.strings.as_string(flat)
    return _text_of(value.with_flat_values(text), summarize)


def _text_of(pieces: Any, summarize: int | None) -> Any:
    if pieces.shape.rank is None:
        raise ValueError("the text of a ragged tensor needs a known rank")
    if pieces.shape.rank > 1:
        pieces = tf.map_fn(
            lambda row: _text_of(row, summarize), pieces, fn_output_signature=TensorSpec([], dtypes.string)
        )
    if summarize not in (None, -1):
        pieces = tf.cond(
            tf.size(pieces) <= 2 * summarize,
            lambda: pieces,
            lambda: tf.concat([pieces[:summarize], ["..."], pieces[-summarize:]], 0),
        )
    return tf.strings.join(["[", tf.strings.reduce_join(pieces, separator=", "), "]"])
