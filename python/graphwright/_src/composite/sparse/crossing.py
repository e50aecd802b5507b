"""Crosses of the rows of sparse, ragged and dense matrices: as text, and as hashes."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor

# With which fingerprints begin where no key is given.
_HASH_KEY = 0xDECAFCAFFE


def _int64_unless_string(value: Tensor) -> Any:
    return value if value.dtype in (dtypes.string, dtypes.int64) else cast(value, dtypes.int64)


def _sparse_and_dense(inputs: Sequence[Any]) -> tuple[list[SparseTensor], list[Any]]:
    """Returns the sparse and the dense ones of the inputs, of strings or int64."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(value, (_core.Tensor, SparseTensor)) for value in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    inputs = [_int64_unless_string(value) for value in inputs]
    return [v for v in inputs if isinstance(v, SparseTensor)], [v for v in inputs if not isinstance(v, SparseTensor)]


def _parts(found: list[SparseTensor]) -> tuple[list[Any], list[Any], list[Any]]:
    return [v.indices for v in found], [v.values for v in found], [v.dense_shape for v in found]


def _hash_key(value: Any) -> int:
    value = int(value)
    if not -(2**63) <= value < 2**63:
        raise OverflowError(f"hash_key {value} does not fit 64 bits")
    return value


@export("sparse.cross")
def cross(inputs: Sequence[Any], name: str | None = None, separator: str | None = None) -> SparseTensor:
    """Returns all combinations of the rows' values, joined to text (tf.sparse.cross).

    Sparse inputs come first in the text, whatever their places in the list are.

    Args:
      inputs: a list of sparse and dense matrices of strings or integers with as many rows.
      name: the name of the node in a graph.
      separator: between the values, by default "_X_".

    Returns:
      A SparseTensor of strings; each row is as long as there are combinations.

    Raises:
      TypeError: the inputs are no list, or one is neither sparse nor a tensor.
      tf.errors.InvalidArgumentError: one is no matrix, or they differ in their numbers of rows.

    >>> import graphwright as tf
    >>> a = tf.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 1])
    >>> tf.sparse.cross([a, tf.constant([["c"], ["d"]])]).values.numpy().tolist()
    [b'a_X_c', b'b_X_d']
    """
    found, dense = _sparse_and_dense(inputs)
    between = _core.convert_to_tensor("_X_" if separator is None else separator, dtypes.string)
    return SparseTensor(*_core.op("SparseCrossV2")(*_parts(found), dense, between, name=name))


@export("sparse.cross_hashed")
def cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """Returns all combinations of the rows' values as hashes (tf.sparse.cross_hashed).

    A hash is made of the values' fingerprints (integers are their own), sparse inputs first, whatever their places in
    the list are.

    Args:
      inputs: a list of sparse and dense matrices of strings or integers with as many rows.
      num_buckets: hashes are below it; below 2^63 - 1 where it is 0.
      hash_key: with which fingerprints begin; 0 stands for the default.
      name: the name of the node in a graph.

    Returns:
      A SparseTensor of int64; each row is as long as there are combinations.

    Raises:
      TypeError: the inputs are no list, or one is neither sparse nor a tensor.
      tf.errors.InvalidArgumentError: one is no matrix, they differ in their numbers of rows, or `num_buckets` is
        negative.

    >>> import graphwright as tf
    >>> a = tf.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 1])
    >>> tf.sparse.cross_hashed([a, tf.constant([["c"], ["d"]])], num_buckets=100).values.numpy()
    array([66, 54])
    """
    found, dense = _sparse_and_dense(inputs)
    return SparseTensor(
        *_core.op("SparseCross")(
            *_parts(found),
            dense,
            hashed_output=True,
            num_buckets=int(num_buckets),
            hash_key=_hash_key(hash_key or _HASH_KEY),
            out_type=dtypes.int64,
            internal_type=dtypes.string if _all_strings(found, dense) else dtypes.int64,
            name=name,
        )
    )


def _all_strings(found: list[SparseTensor], dense: list[Any]) -> bool:
    return all(value.dtype == dtypes.string for value in (*found, *dense))


@export("ragged.cross")
def ragged_cross(inputs: Sequence[Any], name: str | None = None) -> RaggedTensor:
    """Returns all combinations of the rows' values, joined by "_X_" (tf.ragged.cross).

    Args:
      inputs: a list of ragged, sparse and dense matrices of strings or integers with as many rows.
      name: the name of the node in a graph.

    Returns:
      A RaggedTensor of strings.

    Raises:
      TypeError: the inputs are no list.
      ValueError: a rank is not 2, or values are neither integers nor strings.
      tf.errors.InvalidArgumentError: the inputs differ in their numbers of rows.

    >>> import graphwright as tf
    >>> tf.ragged.cross([tf.ragged.constant([["a"], ["b", "c"]]), tf.ragged.constant([["d"], ["d", "e"]])])
    <tf.RaggedTensor [[b'a_X_d'], [b'b_X_d', b'b_X_e', b'c_X_d', b'c_X_e']]>
    """
    return _ragged_cross(inputs, False, 0, _HASH_KEY, name)


@export("ragged.cross_hashed")
def ragged_cross_hashed(
    inputs: Sequence[Any], num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> RaggedTensor:
    """Returns all combinations of the rows' values as hashes (tf.ragged.cross_hashed).

    Args:
      inputs: a list of ragged, sparse and dense matrices of strings or integers with as many rows.
      num_buckets: hashes are below it; below 2^63 - 1 where it is 0.
      hash_key: with which fingerprints begin.
      name: the name of the node in a graph.

    Returns:
      A RaggedTensor of int64.

    Raises:
      TypeError: the inputs are no list.
      ValueError: a rank is not 2, or values are neither integers nor strings.
      tf.errors.InvalidArgumentError: the inputs differ in their numbers of rows, or `num_buckets` is negative.

    >>> import graphwright as tf
    >>> rows = tf.ragged.constant([["a"], ["b", "c"]])
    >>> tf.ragged.cross_hashed([rows, rows], num_buckets=100)
    <tf.RaggedTensor [[15], [47, 54, 51, 32]]>
    """
    return _ragged_cross(inputs, True, num_buckets, _HASH_KEY if hash_key is None else hash_key, name)


def _ragged_cross(inputs: Sequence[Any], hashed: bool, num_buckets: int, hash_key: int, name: str | None) -> Any:
    from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, tensor_or_ragged

    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    inputs = [v if isinstance(v, SparseTensor) else tensor_or_ragged(v) for v in inputs]
    for i, value in enumerate(inputs):
        if value.dtype != dtypes.string and not value.dtype.is_integer:
            raise ValueError(f"Unexpected dtype for inputs[{i}]: {value.dtype}")
    inputs = [_int64_unless_string(value) for value in inputs]
    ragged = [v for v in inputs if isinstance(v, RaggedTensor)]
    if any(v.ragged_rank != 1 for v in ragged):
        raise ValueError("tf.ragged.cross only supports inputs with rank=2")
    sparse = [v for v in inputs if isinstance(v, SparseTensor)]
    dense = [v for v in inputs if isinstance(v, _core.Tensor)]
    narrow = bool(ragged) and all(v.row_splits.dtype == dtypes.int32 for v in ragged)
    order = "".join("R" if isinstance(v, RaggedTensor) else "S" if isinstance(v, SparseTensor) else "D" for v in inputs)
    indices, values, shapes = _parts(sparse)
    values, splits = _core.op("RaggedCross")(
        [v.values for v in ragged],
        [v.row_splits for v in ragged],
        indices,
        values,
        shapes,
        dense,
        input_order=order,
        hashed_output=hashed,
        num_buckets=int(num_buckets),
        hash_key=_hash_key(hash_key),
        out_values_type=dtypes.int64 if hashed else dtypes.string,
        out_row_splits_type=dtypes.int32 if narrow else dtypes.int64,
        name=name,
    )
    return RaggedTensor.from_row_splits(values, splits, validate=False)
