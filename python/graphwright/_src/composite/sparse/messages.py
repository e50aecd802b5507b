"""Sparse tensors as the bytes of three messages: tf.io.serialize_sparse and its kin."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import SparseTensorValue
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_serialize = _core.op("SerializeSparse")
_serialize_many = _core.op("SerializeManySparse")
_deserialize_many = _core.op("DeserializeManySparse")


def _checked(sp_input: object) -> SparseTensor:
    if isinstance(sp_input, SparseTensorValue):
        return SparseTensor.from_value(sp_input)
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return sp_input


@export("io.serialize_sparse", v1="")
def serialize_sparse(sp_input: SparseTensor, out_type: DTypeLike = dtypes.string, name: str | None = None) -> Tensor:
    """Returns a sparse tensor as three strings, or variants: its indices, values and shape (tf.io.serialize_sparse).

    Args:
      sp_input: the sparse tensor.
      out_type: tf.string for the bytes of TensorProto messages, or tf.variant.
      name: the name of the node in a graph.

    Returns:
      A vector of three elements.

    Raises:
      TypeError: `sp_input` is no sparse tensor.

    >>> import graphwright as tf
    >>> tf.io.serialize_sparse(tf.sparse.from_dense([0, 7])).shape
    TensorShape([3])
    """
    sparse = _checked(sp_input)
    out_type = dtypes.as_dtype(out_type or dtypes.string)
    return _serialize(sparse.indices, sparse.values, sparse.dense_shape, out_type=out_type, name=name)


@export("io.serialize_many_sparse", v1="")
def serialize_many_sparse(
    sp_input: SparseTensor, out_type: DTypeLike = dtypes.string, name: str | None = None
) -> Tensor:
    """Returns the rows of a sparse tensor, each as `tf.io.serialize_sparse` gives them (tf.io.serialize_many_sparse).

    Args:
      sp_input: a sparse tensor of rank 2 or more, with its elements in order.
      out_type: tf.string for the bytes of TensorProto messages, or tf.variant.
      name: the name of the node in a graph.

    Returns:
      A matrix of three columns.

    Raises:
      TypeError: `sp_input` is no sparse tensor.
      tf.errors.InvalidArgumentError: it has less than two axes.

    >>> import graphwright as tf
    >>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 7], [1, 0]])).shape
    TensorShape([2, 3])
    """
    sparse = _checked(sp_input)
    out_type = dtypes.as_dtype(out_type or dtypes.string)
    return _serialize_many(sparse.indices, sparse.values, sparse.dense_shape, out_type=out_type, name=name)


@export("io.deserialize_many_sparse", v1="io.deserialize_many_sparse deserialize_many_sparse")
def deserialize_many_sparse(
    serialized_sparse: TensorLike, dtype: DTypeLike, rank: int | None = None, name: str | None = None
) -> SparseTensor:
    """Returns the sparse tensor whose rows were serialized (tf.io.deserialize_many_sparse).

    Args:
      serialized_sparse: strings of shape [n, 3], as `tf.io.serialize_many_sparse` gives them, also of several calls.
      dtype: the dtype of the values.
      rank: the number of axes of the result, where that is to be known while tracing.
      name: the name of the node in a graph.

    Returns:
      A sparse tensor; its first axis has n places, the others are as long as the longest of the rows.

    Raises:
      tf.errors.InvalidArgumentError: bytes that are no such messages, another dtype, or rows of several ranks.

    >>> import graphwright as tf
    >>> rows = tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 7], [1, 0]]))
    >>> tf.sparse.to_dense(tf.io.deserialize_many_sparse(rows, tf.int32)).numpy()
    array([[0, 7],
           [1, 0]], dtype=int32)
    """
    indices, values, shape = _deserialize_many(serialized_sparse, dtype=dtypes.as_dtype(dtype), name=name)
    if rank is not None and not isinstance(indices, _core.EagerTensor):
        indices.set_shape([None, rank])
        shape.set_shape([rank])
    return SparseTensor(indices, values, shape)
