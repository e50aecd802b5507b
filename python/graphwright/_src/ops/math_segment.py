"""Sums of rows by segment: tf.math.segment_sum, tf.math.unsorted_segment_sum, tf.sparse.segment_sum …"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.math import public, tensor
from graphwright._src.ops.math_binary import truediv
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_maximum = _core.op("Maximum")
_real_div = _core.op("RealDiv")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")
_sqrt = _core.op("Sqrt")
_concat = _core.op("ConcatV2")
_fill = _core.op("Fill")
_rank = _core.op("Rank")
_sub = _core.op("Sub")
_unsorted_sum = _core.op("UnsortedSegmentSum")


def _sorted(op_name: str, word: str, takes: str, result: str) -> Any:
    op = _core.op(op_name)

    def function(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
        return op(data, segment_ids, name=name)

    name = f"math.segment_{word}"
    doc = f"""The {takes.partition(":")[0]} of the rows of each segment, for sorted ids (tf.{name}).

    Args:
      data: a tensor of {takes.partition(":")[2]}, of shape [n, ...].
      segment_ids: n integers that do not fall: row i belongs to segment segment_ids[i].
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with one row for each segment up to the last id.

    Raises:
      tf.errors.InvalidArgumentError: the ids fall, are negative, or are not one for each row.

    >>> import graphwright as tf
    >>> tf.{name}([1, 2, 7], [0, 0, 2]).numpy()
    array({result}, dtype=int32)
    """
    return public([name], function, doc, v1=f"{name} segment_{word}")


segment_sum = _sorted("SegmentSum", "sum", "sum:numbers", "[3, 0, 7]")
segment_mean = _sorted("SegmentMean", "mean", "mean:numbers", "[1, 0, 7]")
segment_prod = _sorted("SegmentProd", "prod", "product:numbers", "[2, 1, 7]")
segment_min = _sorted("SegmentMin", "min", "minimum:real numbers", "[1, 0, 7]")
segment_max = _sorted("SegmentMax", "max", "maximum:real numbers", "[2, 0, 7]")


def _unsorted(op_name: str, word: str, what: str, takes: str, result: str) -> Any:
    op = _core.op(op_name)

    def function(
        data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
    ) -> Tensor:
        return op(data, segment_ids, num_segments, name=name)

    name = f"math.unsorted_segment_{word}"
    doc = f"""The {what} of the rows of each segment, for ids in any order (tf.{name}).

    Args:
      data: a tensor of {takes}, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows.

    Raises:
      tf.errors.InvalidArgumentError: an id is too large, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.{name}([1, 2, 7, 9], [1, 0, 1, -1], 2).numpy()
    array({result}, dtype=int32)
    """
    return public([name], function, doc, v1=f"{name} unsorted_segment_{word}")


unsorted_segment_sum = _unsorted("UnsortedSegmentSum", "sum", "sum", "numbers", "[2, 8]")
unsorted_segment_prod = _unsorted("UnsortedSegmentProd", "prod", "product", "numbers", "[2, 7]")
unsorted_segment_min = _unsorted("UnsortedSegmentMin", "min", "minimum", "real numbers", "[2, 1]")
unsorted_segment_max = _unsorted("UnsortedSegmentMax", "max", "maximum", "real numbers", "[2, 7]")


def _counts(data: Tensor, segment_ids: Tensor, num_segments: TensorLike) -> Tensor:
    """Returns how many rows each segment has, at least 1, in a shape that broadcasts against the segments' rows."""
    ones = _fill(_shape(segment_ids), _convert(1, data.dtype))
    counts = _maximum(_unsorted_sum(ones, segment_ids, num_segments), _convert(1, data.dtype))
    data_rank, ids_rank = data._rank(), segment_ids._rank()
    if data_rank is None or ids_rank is None:
        trailing = _fill(_reshape(_sub(_rank(data), _rank(segment_ids)), [1]), 1)
    else:
        trailing = _convert([1] * (data_rank - ids_rank), dtypes.int32)
    return _reshape(counts, _concat([_shape(counts), trailing], 0))


@export(
    "math.unsorted_segment_mean", node="UnsortedSegmentMean/", v1="math.unsorted_segment_mean unsorted_segment_mean"
)
def unsorted_segment_mean(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """Returns the mean of the rows of each segment, for ids in any order (tf.math.unsorted_segment_mean).

    Args:
      data: a tensor of numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor with `num_segments` rows, of data's dtype, or of floats where these are integers; 0 for segments without rows.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_mean([1.0, 2.0, 7.0], [1, 0, 1], 3).numpy()
    array([2., 4., 0.], dtype=float32)
    """
    data, segment_ids = tensor(data), tensor(segment_ids)
    counts = _counts(data, segment_ids, num_segments)
    sums = _unsorted_sum(data, segment_ids, num_segments)
    return truediv(sums, counts, name=name)


@export(
    "math.unsorted_segment_sqrt_n",
    node="UnsortedSegmentSqrtN/",
    v1="math.unsorted_segment_sqrt_n unsorted_segment_sqrt_n",
)
def unsorted_segment_sqrt_n(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """Returns the sum of the rows of each segment over the root of their number (tf.math.unsorted_segment_sqrt_n).

    Args:
      data: a tensor of floats or complex numbers, whose shape begins with that of `segment_ids`.
      segment_ids: integers below `num_segments`; rows with negative ids are left out.
      num_segments: how many segments there are, an integer.
      name: the name of the node in a graph.

    Returns:
      A tensor of data's dtype with `num_segments` rows; 0 for segments without rows.

    >>> import graphwright as tf
    >>> tf.math.unsorted_segment_sqrt_n([1.0, 2.0, 7.0, 1.0, 3.0], [1, 0, 1, 1, 1], 2).numpy()
    array([2., 6.], dtype=float32)
    """
    data, segment_ids = tensor(data), tensor(segment_ids)
    counts = _counts(data, segment_ids, num_segments)
    return _real_div(_unsorted_sum(data, segment_ids, num_segments), _sqrt(counts), name=name)


def _of_chosen_rows(op_name: str, word: str, what: str, result: str) -> Any:
    op = _core.op(op_name)
    counted = _core.op(f"{op_name}WithNumSegments")

    def function(
        data: TensorLike,
        indices: TensorLike,
        segment_ids: TensorLike,
        num_segments: TensorLike | None = None,
        name: str | None = None,
        sparse_gradient: bool = False,
    ) -> Tensor:
        indices, segment_ids = tensor(indices, dtypes.int32), tensor(segment_ids, dtypes.int32)
        if num_segments is None:
            return op(data, indices, segment_ids, sparse_gradient=sparse_gradient, name=name)
        return counted(data, indices, segment_ids, num_segments, sparse_gradient=sparse_gradient, name=name)

    name = f"sparse.segment_{word}"
    doc = f"""The {what} of chosen rows of a tensor by segment (tf.{name}).

    Args:
      data: a tensor of floats, of shape [n, ...].
      indices: integers from 0 to n - 1: the chosen rows.
      segment_ids: integers that do not fall, one for each chosen row: the segment that it goes to.
      num_segments: how many segments there are, an integer; None for one more than the last id.
      name: the name of the node in a graph.
      sparse_gradient: whether the gradient is a `tf.IndexedSlices` of the rows that were read.

    Returns:
      A tensor of data's dtype with one row for each segment; 0 for segments without rows.

    Raises:
      tf.errors.InvalidArgumentError: an index is out of range, or the ids fall or are too large.

    >>> import graphwright as tf
    >>> tf.{name}([[1.0], [3.0]], [0, 1, 1, 1, 1], [0, 1, 1, 1, 1]).numpy()
    array({result}, dtype=float32)
    """
    return public([name], function, doc, v1="")


sparse_segment_sum = _of_chosen_rows("SparseSegmentSum", "sum", "sum", "[[ 1.],\n           [12.]]")
sparse_segment_mean = _of_chosen_rows("SparseSegmentMean", "mean", "mean", "[[1.],\n           [3.]]")
sparse_segment_sqrt_n = _of_chosen_rows(
    "SparseSegmentSqrtN", "sqrt_n", "sum over the root of their number", "[[1.],\n           [6.]]"
)
