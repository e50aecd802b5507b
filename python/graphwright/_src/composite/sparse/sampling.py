"""Products of dense matrices at the places of a sparse one: tf.sparse.sampled_addmm."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops.array import shape
from graphwright._src.ops.array_index import gather_nd
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.linalg_solve import matrix_transpose
from graphwright._src.ops.math_binary import equal
from graphwright._src.ops.math_reduce import reduce_all, reduce_sum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor


@export("sparse.sampled_addmm", v1="")
def sampled_addmm(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    beta: TensorLike = 1.0,
    alpha: TensorLike = 1.0,
    output_type: DTypeLike = dtypes.float32,
) -> tuple[Tensor, Tensor, Tensor]:
    """alpha * mat1 mat2 at the places of a sparse matrix, plus beta times its values (tf.sparse.sampled_addmm).

    Args:
      indices: the places, [..., count, 2]: a row and a column each.
      values: what is there, [..., count].
      dense_shape: the shape of the sparse matrix, or of each one in the batch: two integers.
      mat1: a tensor [..., rows, inner].
      mat2: a tensor [..., inner, columns].
      beta: a number.
      alpha: a number.
      output_type: the dtype in which all is computed.

    Returns:
      The indices, the values and the dense shape of the result.

    Raises:
      ValueError: dense_shape is not the product's.
      tf.errors.InvalidArgumentError: the other shapes do not go together.

    >>> import graphwright as tf
    >>> tf.sparse.sampled_addmm([[0, 1]], [10.0], [1, 2], [[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]])[1].numpy()
    array([26.], dtype=float32)
    """
    indices = convert_to_tensor(indices)
    values = convert_to_tensor(values, output_type)
    mat1, mat2 = convert_to_tensor(mat1, output_type), convert_to_tensor(mat2, output_type)
    dense_shape = convert_to_tensor(dense_shape, dtypes.int32)
    _check_shape(dense_shape, mat1, mat2)
    # What stands before the last two axes of the matrices are batches; places are rows and columns within each.
    batches = len(mat1.shape) - 2
    rows = gather_nd(mat1, indices[..., :-1], batch_dims=batches)
    at = concat([indices[..., :-2], indices[..., -1:]], -1)
    columns = gather_nd(matrix_transpose(mat2), at, batch_dims=batches)
    products = reduce_sum(rows * columns, -1)
    return indices, products * alpha + values * beta, dense_shape


def _check_shape(dense_shape: Tensor, mat1: Tensor, mat2: Tensor) -> None:
    """Raises ValueError where dense_shape is not that of the product; in a graph that does not know yet, when it runs."""
    product = stack([shape(mat1)[-2], shape(mat2)[-1]])
    wanted, given = get_static_value(product), get_static_value(dense_shape)
    if wanted is None or given is None:
        same = reduce_all(equal(dense_shape, product))
        Assert(same, ["Dense shape: ", dense_shape, " does not match output shape: ", product])
    elif given.shape != (2,) or (given != wanted).any():
        raise ValueError(f"Dense shape: {dense_shape} does not match output shape: {product}")
