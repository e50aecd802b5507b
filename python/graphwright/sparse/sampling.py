"""Products of dense matrices at the places of a sparse one: tf.sparse.sampled_addmm."""

from __future__ import annotations

import graphwright as tf
from graphwright import _core, dtypes
from graphwright.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor


@export("sparse.sampled_addmm")
def sampled_addmm(
    indices: Any,
    values: Any,
    dense_shape: Any,
    mat1: Any,
    mat2: Any,
    beta: Any = 1.0,
    alpha: Any = 1.0,
    output_type: Any = dtypes.float32,
) -> tuple[Tensor, Tensor, Tensor]:
    """alpha * mat1 mat2 at the places of a sparse matrix, plus beta times its values (tf.sparse.sampled_addmm).

    Args:
      indices: the places, [count, 2]; with axes of batches before, [count, rank].
      values: what is there, [count].
      dense_shape: the shape of the sparse matrix.
      mat1: a tensor [..., rows, inner].
      mat2: a tensor [..., inner, columns].
      beta: a number.
      alpha: a number.
      output_type: the dtype in which all is computed.

    Returns:
      The indices, the values and the dense shape of the result.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.sparse.sampled_addmm([[0, 1]], [10.0], [1, 2], [[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]])[1].numpy()
    array([26.], dtype=float32)
    """
    indices = tf.convert_to_tensor(indices)
    values = tf.cast(values, output_type)
    mat1, mat2 = tf.convert_to_tensor(mat1, output_type), tf.convert_to_tensor(mat2, output_type)
    batch = indices[:, :-2]
    rows = tf.gather_nd(mat1, tf.concat([batch, indices[:, -2:-1]], 1))
    columns = tf.gather_nd(tf.linalg.matrix_transpose(mat2), tf.concat([batch, indices[:, -1:]], 1))
    if rows.shape.rank == 2 and columns.shape.rank == 2 and None not in (rows.shape[1], columns.shape[1]):
        if rows.shape[1] != columns.shape[1]:
            raise tf.errors.InvalidArgumentError(
                None, None, f"Incompatible shapes: matrices {mat1.shape} and {mat2.shape} cannot be multiplied"
            )
    products = tf.reduce_sum(rows * columns, -1)
    values = tf.cast(beta, output_type) * values + tf.cast(alpha, output_type) * products
    return indices, values, tf.convert_to_tensor(dense_shape)
