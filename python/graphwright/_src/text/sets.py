"""Sets in the last axis of tensors: tf.sets.intersection, difference, union, size."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import as_composite
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_dense_to_dense = _core.op("DenseToDenseSetOperation")
_dense_to_sparse = _core.op("DenseToSparseSetOperation")
_sparse_to_sparse = _core.op("SparseToSparseSetOperation")
_set_size = _core.op("SetSize")

_ELEMENTS = frozenset(
    [dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16, dtypes.string]
)


def _operand(value: TensorLike, name: str) -> Any:
    value = as_composite(value)
    tensor = value if isinstance(value, SparseTensor) else as_tensor(value)
    if tensor.dtype not in _ELEMENTS:
        raise TypeError(f"'{name}' has invalid dtype `{tensor.dtype!r}` not in supported dtypes: `{_ELEMENTS}`.")
    return tensor


def _parts(value: SparseTensor) -> tuple[Tensor, Tensor, Tensor]:
    return value.indices, value.values, value.dense_shape


def _operate(a: TensorLike, b: TensorLike, operation: str, validate_indices: bool) -> SparseTensor:
    first, second = _operand(a, "a"), _operand(b, "b")
    if first.dtype != second.dtype:
        raise TypeError(f"Types don't match, {first.dtype!r} vs {second.dtype!r}.")
    attrs = {"set_operation": operation, "validate_indices": validate_indices}
    if isinstance(first, SparseTensor) and isinstance(second, SparseTensor):
        return SparseTensor(*_sparse_to_sparse(*_parts(first), *_parts(second), **attrs))
    if isinstance(first, SparseTensor):  # the op takes the dense one first
        attrs["set_operation"] = {"a-b": "b-a", "b-a": "a-b"}.get(operation, operation)
        return SparseTensor(*_dense_to_sparse(second, *_parts(first), **attrs))
    if isinstance(second, SparseTensor):
        return SparseTensor(*_dense_to_sparse(first, *_parts(second), **attrs))
    return SparseTensor(*_dense_to_dense(first, second, **attrs))


@export("sets.size", v1="sets.size sets.set_size")
def size(a: SparseTensor, validate_indices: bool = True) -> Tensor:
    """Returns how many different elements each row has (tf.sets.size).

    Args:
      a: a SparseTensor of integers (up to 64 bits; of unsigned ones 8 or 16) or strings, of rank 2 at least.
      validate_indices: whether indices must be in order and within the shape.

    Returns:
      An int32 tensor of the shape of `a` without the last axis.

    Raises:
      TypeError: `a` is no SparseTensor, or of another dtype.
      tf.errors.InvalidArgumentError: the rank is below 2, or indices are wrong.

    >>> import graphwright as tf
    >>> tf.sets.size(tf.sparse.from_dense([[1, 2, 2], [3, 0, 0]])).numpy()
    array([2, 1], dtype=int32)
    """
    a = as_composite(a)
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    return _set_size(*_parts(_operand(a, "a")), validate_indices=validate_indices)


@export("sets.intersection", v1="sets.intersection sets.set_intersection")
def intersection(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """Returns what is in both rows (tf.sets.intersection).

    Args:
      a: a tensor or SparseTensor whose last axis holds sets, of integers or strings, of rank 2 at least.
      b: another one, of the same dtype and of the same shape but for the last axis.
      validate_indices: whether indices must be in order and within the shape.

    Returns:
      A SparseTensor with the elements in order.

    Raises:
      TypeError: the dtypes differ, or are others.
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.sparse.to_dense(tf.sets.intersection([[1, 2, 3]], [[3, 1, 5]])).numpy()
    array([[1, 3]], dtype=int32)
    """
    return _operate(a, b, "intersection", validate_indices)


@export("sets.difference", v1="sets.difference sets.set_difference")
def difference(a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """Returns what is in one row but not in the other (tf.sets.difference).

    Args:
      a: a tensor or SparseTensor whose last axis holds sets, of integers or strings, of rank 2 at least.
      b: another one, of the same dtype and of the same shape but for the last axis.
      aminusb: whether what is in `b` is taken from `a`; False for the other way round.
      validate_indices: whether indices must be in order and within the shape.

    Returns:
      A SparseTensor with the elements in order.

    Raises:
      TypeError: the dtypes differ, or are others.
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.sparse.to_dense(tf.sets.difference([[1, 2, 3]], [[3, 1, 5]])).numpy()
    array([[2]], dtype=int32)
    """
    return _operate(a, b, "a-b" if aminusb else "b-a", validate_indices)


@export("sets.union", v1="sets.union sets.set_union")
def union(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """Returns what is in either row (tf.sets.union).

    Args:
      a: a tensor or SparseTensor whose last axis holds sets, of integers or strings, of rank 2 at least.
      b: another one, of the same dtype and of the same shape but for the last axis.
      validate_indices: whether indices must be in order and within the shape.

    Returns:
      A SparseTensor with the elements in order.

    Raises:
      TypeError: the dtypes differ, or are others.
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> tf.sparse.to_dense(tf.sets.union([[1, 2, 3]], [[3, 1, 5]])).numpy()
    array([[1, 2, 3, 5]], dtype=int32)
    """
    return _operate(a, b, "union", validate_indices)
