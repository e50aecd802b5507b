"""tf.strings.ngrams: neighbouring strings, joined."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

_ngrams = _core.op("StringNGrams")


def _pads(pad_values: Any) -> tuple[Any, Any]:
    if pad_values is None:
        return "", ""
    if isinstance(pad_values, (list, tuple)):
        if not all(isinstance(value, (str, bytes)) for value in pad_values):
            raise TypeError("pad_values must be a string, tuple of strings, or None.")
        return pad_values[0], pad_values[1]
    if not isinstance(pad_values, (str, bytes)):
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    return pad_values, pad_values


@export("strings.ngrams")
def ngrams(
    data: TensorLike,
    ngram_width: int | Sequence[int],
    separator: str = " ",
    pad_values: str | bytes | Sequence[Any] | None = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Neighbours along the last axis, joined (tf.strings.ngrams).

    Args:
      data: a string tensor of rank 1 at least, or a ragged one.
      ngram_width: how many strings are joined, an int; or a list of such, whose results follow each other.
      separator: is put between them.
      pad_values: is put before and after each row: a string, or a pair for before and after.
      padding_width: how many of them; one less than the width at most, which is what happens without it.
      preserve_short_sequences: whether a row that is too short gives one result that holds all of it.
      name: the name of the node in a graph.

    Returns:
      A string tensor, ragged where `data` is.

    Raises:
      ValueError: a scalar, or a width that is not positive.
      TypeError: `pad_values` are no strings.

    >>> import graphwright as tf
    >>> tf.strings.ngrams(["A", "B", "C", "D"], 2).numpy()
    array([b'A B', b'B C', b'C D'], dtype=object)
    >>> tf.strings.ngrams(["A", "B"], 2, pad_values=("<", ">")).numpy()
    array([b'< A', b'A B', b'B >'], dtype=object)
    """
    widths: list[Any] = (
        [int(width) for width in ngram_width] if isinstance(ngram_width, (list, tuple)) else [ngram_width]
    )
    if any(width < 1 for width in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
    widths = [int(width) for width in widths]
    left, right = _pads(pad_values)
    if pad_values is None and padding_width is not None:
        raise ValueError("pad_values must be provided if padding_width is set.")
    if padding_width is not None and padding_width < 1:
        raise ValueError("padding_width must be greater than 0.")
    width = -1 if pad_values is not None and padding_width is None else padding_width or 0
    if not isinstance(data, RaggedTensor):
        data = _core.convert_to_tensor(data, dtypes.string)
        if data.shape.rank is None:
            raise ValueError("Rank of data must be known.")
        if data.shape.rank == 0:
            raise ValueError("Data must have rank>0")
    if isinstance(data, RaggedTensor):
        if data.flat_values.shape.rank != 1:
            raise ValueError(f"The inner values of `data` must be a vector, got shape {data.flat_values.shape}.")
        values, splits = data.flat_values, data.nested_row_splits[-1]
    else:
        values = _core.op("Reshape")(data, [-1])
        sizes = _core.op("Shape")(data, out_type=dtypes.int64)
        rows = _core.op("Prod")(sizes[:-1], [0])
        splits = _core.op("Mul")(_core.op("Range")(0, rows + 1, 1), sizes[-1])
    joined, new_splits = _ngrams(
        values,
        splits,
        separator=separator,
        ngram_widths=widths,
        left_pad=left,
        right_pad=right,
        pad_width=width,
        preserve_short_sequences=preserve_short_sequences,
        name=name,
    )
    if isinstance(data, RaggedTensor):
        outer = (*data.nested_row_splits[:-1], new_splits)
        return RaggedTensor.from_nested_row_splits(joined, outer, validate=False)
    # All rows are equally long, and so are all results.
    count = _core.op("Cast")(new_splits[1:2], DstT=dtypes.int64) if _has_rows(data) else None
    if count is None:
        return RaggedTensor.from_row_splits(joined, new_splits, validate=False).to_tensor()
    result = _core.op("Reshape")(joined, _core.op("ConcatV2")([sizes[:-1], count], 0))
    result.set_shape(data.shape[:-1].concatenate([None]))
    return result


def _has_rows(data: Any) -> bool:
    """Tells whether there is a row, so that its length tells that of all."""
    sizes = data.shape[:-1]
    return all(size for size in sizes)
