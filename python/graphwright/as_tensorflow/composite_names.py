"""Names of `tensorflow.python.ops.ragged` and `.linalg.sparse` that no public namespace has."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright._src.ops import raw_ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


# ---- ops.linalg.sparse.sparse ----


class CSRSparseMatrix:
    """A matrix, or a batch of them, of which only what is not zero is kept, row by row.

    Args:
      value: a sparse tensor or a dense one, of rank 2 or 3.
      indices: where a dense one is not zero; found where it is not given.
      name: of the op.
    """

    def __init__(self, value: Any, indices: Any = None, name: str | None = None) -> None:
        if isinstance(value, CSRSparseMatrix):
            if indices is not None:
                raise ValueError("indices must be None if value is a CSRSparseMatrix.")
            self._csr_matrix, self._dtype, self._shape = value._csr_matrix, value.dtype, value.shape
            return
        self._name = name or "CSRSparseMatrix"
        if isinstance(value, tf.SparseTensor):
            if indices is not None:
                raise ValueError("indices must be None if value is a SparseTensor.")
            self._csr_matrix = raw_ops.SparseTensorToCSRSparseMatrix(
                indices=value.indices, values=value.values, dense_shape=value.dense_shape
            )
        else:
            value = tf.convert_to_tensor(value)
            found = tf.where(tf.not_equal(value, tf.zeros([], value.dtype))) if indices is None else indices
            self._csr_matrix = raw_ops.DenseToCSRSparseMatrix(dense_input=value, indices=found)
        self._dtype, self._shape = value.dtype, value.shape

    @classmethod
    def _of(cls, matrix: Any, dtype: Any, shape: Any) -> CSRSparseMatrix:
        made = cls.__new__(cls)
        made._name, made._csr_matrix, made._dtype, made._shape = "CSRSparseMatrix", matrix, dtype, tf.TensorShape(shape)
        return made

    name = property(lambda self: self._name)
    dtype = property(lambda self: self._dtype)
    shape = property(lambda self: self._shape)
    _matrix = property(lambda self: self._csr_matrix)

    def get_shape(self) -> Any:
        """Returns the shape."""
        return self._shape

    def dense_shape(self) -> Any:
        """Returns the shape as a tensor."""
        return self.to_sparse_tensor().dense_shape

    def to_dense(self) -> Any:
        """Returns the matrix as a tensor."""
        return raw_ops.CSRSparseMatrixToDense(sparse_input=self._csr_matrix, type=self._dtype)

    def to_sparse_tensor(self) -> Any:
        """Returns the matrix as a sparse tensor."""
        parts = raw_ops.CSRSparseMatrixToSparseTensor(sparse_matrix=self._csr_matrix, type=self._dtype)
        return tf.SparseTensor(*parts)

    def _turned(self, conjugate: bool) -> CSRSparseMatrix:
        made = raw_ops.SparseMatrixTranspose(input=self._csr_matrix, conjugate=conjugate, type=self._dtype)
        shape = self._shape.as_list() if self._shape.rank is not None else None
        return self._of(made, self._dtype, shape and [*shape[:-2], shape[-1], shape[-2]])

    def transpose(self) -> CSRSparseMatrix:
        """Returns the transposed matrix."""
        return self._turned(False)

    def hermitian_transpose(self) -> CSRSparseMatrix:
        """Returns the transposed matrix of conjugates."""
        return self._turned(True)

    def conj(self) -> CSRSparseMatrix:
        """Returns the matrix of conjugates."""
        return self._turned(True)._turned(False)

    def __neg__(self) -> CSRSparseMatrix:
        return self * tf.constant(-1, self._dtype)

    def __mul__(self, other: Any) -> CSRSparseMatrix:
        made = raw_ops.SparseMatrixMul(a=self._csr_matrix, b=tf.convert_to_tensor(other, self._dtype))
        return self._of(made, self._dtype, self._shape)

    def __add__(self, other: Any) -> CSRSparseMatrix:
        return matrix_add(self, other)

    def __sub__(self, other: Any) -> CSRSparseMatrix:
        return matrix_add(self, other, beta=-1)


def matrix_add(a: Any, b: Any, alpha: Any = 1, beta: Any = 1) -> CSRSparseMatrix:
    """Returns alpha * a + beta * b."""
    a, b = CSRSparseMatrix(a), CSRSparseMatrix(b)
    factors = {"alpha": tf.cast(alpha, a.dtype), "beta": tf.cast(beta, a.dtype)}
    return CSRSparseMatrix._of(raw_ops.SparseMatrixAdd(a=a._matrix, b=b._matrix, **factors), a.dtype, a.shape)


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Any:
    """Returns the product of matrices of which one at least is sparse: a sparse one if both are, else a tensor."""
    ways = {"transpose_a": transpose_a, "transpose_b": transpose_b, "adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    sparse_a, sparse_b = (isinstance(each, (tf.SparseTensor, CSRSparseMatrix)) for each in (a, b))
    if sparse_a and sparse_b:
        a, b = CSRSparseMatrix(a), CSRSparseMatrix(b)
        made = raw_ops.SparseMatrixSparseMatMul(a=a._matrix, b=b._matrix, type=a.dtype, name=name, **ways)
        rows = a.shape[-1 if transpose_a or adjoint_a else -2]
        columns = b.shape[-2 if transpose_b or adjoint_b else -1]
        return CSRSparseMatrix._of(made, a.dtype, [*a.shape[:-2], rows, columns])
    if sparse_a:
        return raw_ops.SparseMatrixMatMul(a=CSRSparseMatrix(a)._matrix, b=tf.convert_to_tensor(b), name=name, **ways)
    if sparse_b:  # the transposed product
        turned = {"adjoint_a": not adjoint_b, "adjoint_b": not adjoint_a}
        if transpose_b:
            turned["adjoint_a"] = False
        if transpose_a:
            turned["adjoint_b"] = False
        matrix = CSRSparseMatrix(b)
        matrix = matrix.conj() if transpose_b and matrix.dtype.is_complex else matrix
        a = tf.math.conj(a) if transpose_a else tf.convert_to_tensor(a)
        product = raw_ops.SparseMatrixMatMul(a=matrix._matrix, b=a, name=name, **turned)
        return tf.linalg.adjoint(product)
    raise ValueError("One of a and b must be a sparse matrix.")


# ---- ops.ragged ----


def from_tensor(
    tensor: Any,
    lengths: Any = None,
    padding: Any = None,
    ragged_rank: int = 1,
    row_splits_dtype: Any = tf.int64,
    name: str | None = None,
) -> Any:
    """Returns a ragged tensor of a tensor's rows, as RaggedTensor.from_tensor; of a ragged one itself."""
    if isinstance(tensor, tf.RaggedTensor):
        return tensor
    return tf.RaggedTensor.from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)


def to_tensor(rt_input: Any, default_value: Any = None, name: str | None = None) -> Any:
    """Returns a ragged tensor's rows filled up; other values as tensors."""
    if isinstance(rt_input, tf.RaggedTensor):
        return rt_input.to_tensor(default_value, name)
    return tf.convert_to_tensor(rt_input)


def ragged_to_dense(rt_input: Any, default_value: Any = None, shape: Any = None) -> Any:
    """Returns a ragged tensor's rows filled up to a shape."""
    return rt_input.to_tensor(default_value, shape=shape)


def to_sparse(rt_input: Any, name: str | None = None) -> Any:
    """Returns a ragged tensor as a sparse one."""
    return rt_input.to_sparse(name)


def from_sparse(st_input: Any, name: str | None = None) -> Any:
    """Returns a sparse tensor as a ragged one."""
    return tf.RaggedTensor.from_sparse(st_input, name)


def convert_to_tensor_or_ragged_tensor(
    value: Any, dtype: Any = None, preferred_dtype: Any = None, name: str | None = None
) -> Any:
    """Returns a tensor or ragged tensor of a value. Raises ValueError for a ragged one of another dtype."""
    if isinstance(value, tf.RaggedTensor):
        if dtype is not None and not tf.as_dtype(dtype).is_compatible_with(value.dtype):
            asked = tf.as_dtype(dtype).name
            raise ValueError(
                f"Tensor conversion requested dtype {asked} for RaggedTensor with dtype {value.dtype.name}: {value}"
            )
        return value
    if isinstance(value, tf.compat.v1.ragged.RaggedTensorValue):
        with tf.name_scope(name or ""):
            flat = tf.convert_to_tensor(value.flat_values, dtype, dtype_hint=preferred_dtype)
            return tf.RaggedTensor.from_nested_row_splits(flat, value.nested_row_splits, validate=False)
    return tf.convert_to_tensor(value, dtype, dtype_hint=preferred_dtype, name=name)


def is_ragged(value: Any) -> bool:
    """Tells whether a value is a ragged tensor, or the plain values of one."""
    return isinstance(value, (tf.RaggedTensor, tf.compat.v1.ragged.RaggedTensorValue))


def match_row_splits_dtypes(*tensors: Any, **kwargs: Any) -> Any:
    """Returns values whose ragged tensors have splits of one dtype; with `return_dtype` that first.

    Raises:
      ValueError: their splits have other dtypes, and these are not made int64 by themselves.
    """
    found = {each.row_splits.dtype for each in tensors if isinstance(each, tf.RaggedTensor)}
    if len(found) == 2:
        raise ValueError("Input RaggedTensors have mismatched row_splits dtypes; with_row_splits_dtype() changes them")
    made = tuple(tensors)
    return (found.pop() if found else None, made) if kwargs.get("return_dtype") else made


def assert_splits_match(nested_splits_lists: Sequence[Any]) -> list[Any]:
    """Returns checks that lists of splits are the same. Raises ValueError where they have other lengths."""
    first, *others = nested_splits_lists
    if any(len(each) != len(first) for each in others):
        raise ValueError("Inputs must have identical ragged splits")
    return [
        tf.debugging.assert_equal(ours, theirs, message="Inputs must have identical ragged splits")
        for each in others
        for ours, theirs in zip(first, each, strict=True)
    ]


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Any:
    """As tf.gather."""
    return tf.gather(params, indices, validate_indices, axis, batch_dims, name)


def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Any:
    """As tf.gather_nd."""
    return tf.gather_nd(params, indices, batch_dims, name)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """As tf.compat.v1.where."""
    return tf.compat.v1.where(condition, x, y, name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """As tf.where."""
    return tf.where(condition, x, y, name)


def reduce_max(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = None, separator: Any = None, name: str | None = None
) -> Any:
    """As tf.reduce_max."""
    return tf.reduce_max(input_tensor, axis, bool(keepdims), name)
