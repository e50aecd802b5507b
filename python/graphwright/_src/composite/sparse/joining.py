"""Sparse tensors joined, parted, merged, reduced and multiplied."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import as_composite
from graphwright._src.composite.sparse.elements import sparse, with_shape
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert, math_reduce
from graphwright._src.ops.array_index import one_hot
from graphwright._src.ops.array_join import stack
from graphwright._src.ops.linalg_solve import adjoint
from graphwright._src.ops.math import public
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import AxisLike, TensorLike


@export("sparse.add", v1="")
def add(a: TensorLike, b: TensorLike, threshold: TensorLike = 0) -> Any:
    """Returns the sum of two tensors of which at least one is sparse (tf.sparse.add).

    Args:
      a: a SparseTensor, or a tensor.
      b: the same.
      threshold: sums of a smaller magnitude are not stored, where both are sparse.

    Returns:
      A SparseTensor where both are, else a tensor.

    Raises:
      TypeError: neither is sparse.

    >>> import graphwright as tf
    >>> a = tf.SparseTensor([[0], [2]], [5, 6], [3])
    >>> tf.sparse.add(a, a).values.numpy(), tf.sparse.add(a, [1, 1, 1]).numpy()
    (array([10, 12], dtype=int32), array([6, 1, 7], dtype=int32))
    """
    a, b = as_composite(a), as_composite(b)
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        real = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}.get(a.dtype, a.dtype)
        threshold = _core.convert_to_tensor(threshold, real)
        indices, values, shape = _core.op("SparseAdd")(
            a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, threshold
        )
        result = SparseTensor(indices, values, shape)
        return with_shape(with_shape(result, a.shape), b.shape) if not executing_eagerly() else result
    if isinstance(b, SparseTensor):
        a, b = b, a
    if not isinstance(a, SparseTensor):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    return _core.op("SparseTensorDenseAdd")(a.indices, a.values, a.dense_shape, b)


@export("sparse.concat", v1="")
def concat(
    axis: int, sp_inputs: Sequence[SparseTensor], expand_nonconcat_dims: bool = False, name: str | None = None
) -> SparseTensor:
    """Sparse tensors joined along an axis (tf.sparse.concat).

    Args:
      axis: from -rank to rank - 1.
      sp_inputs: a list of SparseTensors in row-major order.
      expand_nonconcat_dims: whether other axes may differ; the result is as long as the longest.
      name: the name of the node in a graph.

    Raises:
      TypeError: one is no SparseTensor.
      tf.errors.InvalidArgumentError: shapes do not fit.

    >>> import graphwright as tf
    >>> a = tf.SparseTensor([[0], [2]], [5, 6], [3])
    >>> tf.sparse.concat(0, [a, a]).indices.numpy().tolist()
    [[0], [2], [3], [5]]
    """
    if not isinstance(sp_inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    inputs = [sparse(value, "sp_inputs") for value in sp_inputs]
    if len(inputs) == 1:
        return inputs[0]
    shapes = [value.dense_shape for value in inputs]
    if expand_nonconcat_dims:
        longest = math_reduce.reduce_max(stack(shapes), axis=0)
        axes = array_module.size(longest)
        own = one_hot(axis if axis >= 0 else axis + axes, axes, True, False)
        shapes = [where(own, shape, longest) for shape in shapes]
    indices, values, shape = _core.op("SparseConcat")(
        [value.indices for value in inputs], [value.values for value in inputs], shapes, concat_dim=axis, name=name
    )
    result = SparseTensor(indices, values, shape)
    rank = inputs[0].shape.rank
    if rank is not None and not executing_eagerly() and not expand_nonconcat_dims:
        known: list[int | None] = [None] * rank
        for k in range(rank):
            sizes = [value.shape[k] for value in inputs if value.shape.rank is not None]
            if k == axis % rank:
                sure = [size for size in sizes if size is not None]
                known[k] = None if len(sure) < len(inputs) else sum(sure)
            else:
                known[k] = next((size for size in sizes if size is not None), None)
        result.set_shape(known)
    return result


@export("sparse.slice", v1="sparse.slice sparse_slice")
def slice(sp_input: SparseTensor, start: TensorLike, size: TensorLike, name: str | None = None) -> SparseTensor:
    """Returns the part of a sparse tensor within a window (tf.sparse.slice).

    Args:
      sp_input: a SparseTensor.
      start: an int64 vector, where the window begins.
      size: an int64 vector, how large it is; it may reach past the end.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.sparse.slice(tf.SparseTensor([[0], [2]], [5, 6], [3]), [1], [2]).indices.numpy().tolist()
    [[1]]
    """
    sp_input = sparse(sp_input)
    start = _core.convert_to_tensor(start, dtypes.int64)
    size = _core.convert_to_tensor(size, dtypes.int64)
    indices, values, shape = _core.op("SparseSlice")(
        sp_input.indices, sp_input.values, sp_input.dense_shape, start, size, name=name
    )
    return SparseTensor(indices, values, shape)


@export("sparse.split", v1="")
def split(
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: int | Tensor | None = None,
    name: str | None = None,
) -> list[SparseTensor]:
    """Parts of nearly equal extent along an axis (tf.sparse.split).

    Args:
      sp_input: a SparseTensor.
      num_split: how many parts.
      axis: along which axis.
      name: the name of the node in a graph.

    Raises:
      ValueError: an argument is missing.

    >>> import graphwright as tf
    >>> [part.shape[0] for part in tf.sparse.split(tf.SparseTensor([[0], [2]], [5, 6], [3]), 2, 0)]
    [2, 1]
    """
    if num_split is None:
        raise ValueError("num_split is required")
    if axis is None:
        raise ValueError("axis is required")
    sp_input = sparse(sp_input)
    parts = _core.op("SparseSplit")(
        cast(axis, dtypes.int64),
        sp_input.indices,
        sp_input.values,
        sp_input.dense_shape,
        num_split=num_split,
        name=name,
    )
    return [SparseTensor(*part) for part in zip(*parts, strict=True)]


def _extreme(op: str, public_name: str, summary: str, result: str) -> Any:
    """Returns a public function of two sparse tensors of the same shape that calls one op."""

    def function(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
        sp_a, sp_b = sparse(sp_a, "sp_a"), sparse(sp_b, "sp_b")
        indices, values = _core.op(op)(
            sp_a.indices, sp_a.values, sp_a.dense_shape, sp_b.indices, sp_b.values, sp_b.dense_shape, name=name
        )
        return SparseTensor(indices, values, sp_a.dense_shape)

    doc = f"""{summary}, 0 where none is stored (tf.{public_name}).

    Args:
      sp_a: a SparseTensor in row-major order.
      sp_b: another one of the same shape.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.{public_name}(tf.SparseTensor([[0]], [5], [3]), tf.SparseTensor([[0]], [7], [3])).values.numpy()
    array([{result}], dtype=int32)
    """
    return public([public_name], function, doc, v1=f"{public_name} {public_name.replace('.', '_')}")


maximum = _extreme("SparseSparseMaximum", "sparse.maximum", "The larger of the elements", "7")
minimum = _extreme("SparseSparseMinimum", "sparse.minimum", "The smaller of the elements", "5")


def _reduction(op: str, public_name: str, summary: str, result: str) -> Any:
    """Returns a public function that combines the stored elements of a sparse tensor along axes by one op."""

    def function(
        sp_input: SparseTensor,
        axis: AxisLike | None = None,
        keepdims: bool | None = None,
        output_is_sparse: bool = False,
        name: str | None = None,
    ) -> Any:
        sp_input = sparse(sp_input)
        if axis is None:
            rank = sp_input.shape.rank
            axis = (
                list(range(rank)) if rank is not None else math_convert.range(array_module.size(sp_input.dense_shape))
            )
        axis = _core.convert_to_tensor(axis, dtypes.int32)
        inputs = (sp_input.indices, sp_input.values, sp_input.dense_shape, axis)
        if output_is_sparse:
            return SparseTensor(*_core.op(f"{op}Sparse")(*inputs, keep_dims=bool(keepdims), name=name))
        return _core.op(op)(*inputs, keep_dims=bool(keepdims), name=name)

    doc = f"""{summary} over axes (tf.{public_name}).

    Args:
      sp_input: a SparseTensor.
      axis: an int or a list of ints; all by default.
      keepdims: whether reduced axes stay with length 1.
      output_is_sparse: whether the result is a SparseTensor.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.{public_name}(tf.SparseTensor([[0, 0], [0, 2]], [-1, -2], [2, 3]), axis=1).numpy()
    array([{result}], dtype=int32)
    """
    return public([public_name], function, doc, v1="")


reduce_sum = _reduction("SparseReduceSum", "sparse.reduce_sum", "The sums of elements", "-3,  0")
reduce_max = _reduction(
    "SparseReduceMax", "sparse.reduce_max", "The largest of the stored elements, 0 where there is none,", "-1,  0"
)


@export("sparse.sparse_dense_matmul", v1="sparse.sparse_dense_matmul sparse.matmul sparse_tensor_dense_matmul")
def sparse_dense_matmul(
    sp_a: TensorLike, b: TensorLike, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """Returns the product of two matrices of which one is sparse (tf.sparse.sparse_dense_matmul).

    Args:
      sp_a: a matrix.
      b: another one.
      adjoint_a: whether the adjoint of `sp_a` is taken.
      adjoint_b: whether the adjoint of `b` is taken.
      name: the name of the node in a graph.

    Returns:
      A dense matrix.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> a = tf.SparseTensor([[0, 1], [1, 0]], [2.0, 3.0], [2, 2])
    >>> tf.sparse.sparse_dense_matmul(a, [[1.0], [10.0]]).numpy()
    array([[20.],
           [ 3.]], dtype=float32)
    """
    if isinstance(b, SparseTensor):
        if isinstance(sp_a, SparseTensor):
            raise TypeError("sparse_dense_matmul takes one sparse matrix, got two")
        # y = a b is the adjoint of the product of the adjoints.
        product = sparse_dense_matmul(b, sp_a, adjoint_a=not adjoint_b, adjoint_b=not adjoint_a, name=name)
        return adjoint(product)
    sp_a = sparse(sp_a, "sp_a")
    b = _core.convert_to_tensor(b, None, sp_a.dtype)
    return _core.op("SparseTensorDenseMatMul")(
        sp_a.indices, sp_a.values, sp_a.dense_shape, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b, name=name
    )


def cwise(op: str, sp: SparseTensor, dense: TensorLike) -> SparseTensor:
    """Returns each element of a sparse tensor with what a dense one, broadcast, has at its position."""
    if isinstance(dense, SparseTensor):
        return NotImplemented
    dense = _core.convert_to_tensor(dense, sp.dtype)
    return sp.with_values(_core.op(op)(sp.indices, sp.values, sp.dense_shape, dense))
