"""The public names of tf.sparse. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor
from graphwright._src.composite.sparse.counting import bincount as bincount
from graphwright._src.composite.sparse.crossing import cross as cross, cross_hashed as cross_hashed
from graphwright._src.composite.sparse.elements import (
    expand_dims as expand_dims,
    eye as eye,
    fill_empty_rows as fill_empty_rows,
    from_dense as from_dense,
    map_values as map_values,
    mask as mask,
    reorder as reorder,
    reset_shape as reset_shape,
    reshape as reshape,
    retain as retain,
    softmax as softmax,
    to_dense as to_dense,
    to_indicator as to_indicator,
    transpose as transpose,
)
from graphwright._src.composite.sparse.joining import (
    add as add,
    concat as concat,
    slice as slice,
    sparse_dense_matmul as sparse_dense_matmul,
    split as split,
)
from graphwright._src.composite.sparse.sampling import sampled_addmm as sampled_addmm
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor as SparseTensor, SparseTensor as _SparseTensor
from graphwright._src.tensor.typing import AxisLike, TensorLike
from typing import Any

__all__ = [
    "SparseTensor", "add", "bincount", "concat", "cross", "cross_hashed", "expand_dims", "eye", "fill_empty_rows",
    "from_dense", "map_values", "mask", "maximum", "minimum", "reduce_max", "reduce_sum", "reorder", "reset_shape",
    "reshape", "retain", "sampled_addmm", "segment_mean", "segment_sqrt_n", "segment_sum", "slice", "softmax",
    "sparse_dense_matmul", "split", "to_dense", "to_indicator", "transpose",
]

def maximum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: str | None = None) -> _SparseTensor:
    """The larger of the elements, 0 where none is stored (tf.sparse.maximum).

    Args:
      sp_a: a SparseTensor in row-major order.
      sp_b: another one of the same shape.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.maximum(tf.SparseTensor([[0]], [5], [3]), tf.SparseTensor([[0]], [7], [3])).values.numpy()
    array([7], dtype=int32)
    """

def minimum(sp_a: _SparseTensor, sp_b: _SparseTensor, name: str | None = None) -> _SparseTensor:
    """The smaller of the elements, 0 where none is stored (tf.sparse.minimum).

    Args:
      sp_a: a SparseTensor in row-major order.
      sp_b: another one of the same shape.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.minimum(tf.SparseTensor([[0]], [5], [3]), tf.SparseTensor([[0]], [7], [3])).values.numpy()
    array([5], dtype=int32)
    """

def reduce_max(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: bool | None = None, output_is_sparse: bool = False, name: str | None = None) -> Any:
    """The largest of the stored elements, 0 where there is none, over axes (tf.sparse.reduce_max).

    Args:
      sp_input: a SparseTensor.
      axis: an int or a list of ints; all by default.
      keepdims: whether reduced axes stay with length 1.
      output_is_sparse: whether the result is a SparseTensor.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 0], [0, 2]], [-1, -2], [2, 3]), axis=1).numpy()
    array([-1,  0], dtype=int32)
    """

def reduce_sum(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: bool | None = None, output_is_sparse: bool = False, name: str | None = None) -> Any:
    """The sums of elements over axes (tf.sparse.reduce_sum).

    Args:
      sp_input: a SparseTensor.
      axis: an int or a list of ints; all by default.
      keepdims: whether reduced axes stay with length 1.
      output_is_sparse: whether the result is a SparseTensor.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 0], [0, 2]], [-1, -2], [2, 3]), axis=1).numpy()
    array([-3,  0], dtype=int32)
    """

def segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike | None = None, name: str | None = None, sparse_gradient: bool = False) -> Tensor:
    """The mean of chosen rows of a tensor by segment (tf.sparse.segment_mean).

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
    >>> tf.sparse.segment_mean([[1.0], [3.0]], [0, 1, 1, 1, 1], [0, 1, 1, 1, 1]).numpy()
    array([[1.],
           [3.]], dtype=float32)
    """

def segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike | None = None, name: str | None = None, sparse_gradient: bool = False) -> Tensor:
    """The sum over the root of their number of chosen rows of a tensor by segment (tf.sparse.segment_sqrt_n).

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
    >>> tf.sparse.segment_sqrt_n([[1.0], [3.0]], [0, 1, 1, 1, 1], [0, 1, 1, 1, 1]).numpy()
    array([[1.],
           [6.]], dtype=float32)
    """

def segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike | None = None, name: str | None = None, sparse_gradient: bool = False) -> Tensor:
    """The sum of chosen rows of a tensor by segment (tf.sparse.segment_sum).

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
    >>> tf.sparse.segment_sum([[1.0], [3.0]], [0, 1, 1, 1, 1], [0, 1, 1, 1, 1]).numpy()
    array([[ 1.],
           [12.]], dtype=float32)
    """
