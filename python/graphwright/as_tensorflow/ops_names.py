"""Names of `tensorflow.python.ops`, `training`, `summary` and `saved_model` that no public namespace has."""

from __future__ import annotations

import contextlib
import hashlib
import os
from typing import Any, NamedTuple

import graphwright as tf
from graphwright import _core
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright._src.ops import raw_ops
from graphwright._src.text import lookup
from graphwright._src.v1.partitioners import PartitionedVariable as PartitionedVariable
from graphwright._src.v1.variable_scope import with_variable_store as with_variable_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ResourceVariable = _core.ResourceVariable

# ---- ops.array_ops, ops.math_ops, ops.control_flow_ops, ops.confusion_matrix ----


def tensor_scatter_update(
    tensor: Any, indices: Any, updates: Any, name: str | None = None, bad_indices_policy: str = ""
) -> Any:
    """As tf.tensor_scatter_nd_update; `bad_indices_policy` "IGNORE" leaves out indices that are none."""
    return raw_ops.TensorScatterUpdate(
        tensor=tensor, indices=indices, updates=updates, bad_indices_policy=bad_indices_policy, name=name
    )


def get_positive_axis(axis: int, ndims: int | None, axis_name: str = "axis", ndims_name: str = "ndims") -> int:
    """Returns an axis counted from the front. Raises TypeError where it is no int, ValueError where there is none."""
    if not isinstance(axis, int):
        raise TypeError(f"{axis_name} must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError(f"{axis_name}={axis} may only be negative if {ndims_name} is statically known.")
        return axis
    if not -ndims <= axis < ndims:
        raise ValueError(f"{axis_name}={axis} out of bounds: expected {-ndims}<={axis_name}<{ndims}")
    return axis % ndims


def shape_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = None) -> Any:  # noqa: A002
    """Returns the shape of a tensor; `optimize` has no effect: what is known is a constant anyway."""
    return tf.shape(input, tf.int32 if out_type is None else out_type, name)


def size_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = tf.int32) -> Any:  # noqa: A002
    """Returns how many elements a tensor has; `optimize` has no effect."""
    return tf.size(input, out_type, name)


def rank_internal(input: Any, name: str | None = None, optimize: bool = True) -> Any:  # noqa: A002
    """Returns how many axes a tensor has; `optimize` has no effect."""
    return tf.rank(input, name)


def _bucketize(input: Any, boundaries: Any, name: str | None = None) -> Any:  # noqa: A002
    """Returns between which boundaries numbers are."""
    return raw_ops.Bucketize(input=input, boundaries=boundaries, name=name)


def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Any:
    """Returns a tensor that is there after the dependencies."""
    if tf.executing_eagerly():
        return output_tensor
    with (
        tf.name_scope(name or "control_dependency"),
        tf.control_dependencies([each for each in dependencies if not isinstance(each, _core.EagerTensor)]),
    ):
        return tf.nest.map_structure(tf.identity, output_tensor, expand_composites=True)


class XLAControlFlowContext:
    """The base of contexts in which ops become programs of XLA; nothing is ever in one."""

    def __init__(self) -> None:
        self._name = "XLAControlFlowContext"

    def IsXLAContext(self) -> bool:  # noqa: N802 - TensorFlow's name
        """Returns True."""
        return True


def GetContainingWhileContext(ctxt: object, stop_ctxt: object = None) -> None:  # noqa: N802 - TensorFlow's name
    """Returns None: loops are wholes, no op is in the context of one."""


def GetContainingXLAContext(ctxt: object) -> None:  # noqa: N802 - TensorFlow's name
    """Returns None: nothing is in a program of XLA."""


def auto_shard_dataset(dataset: Any, num_shards: int, index: int, num_replicas_in_sync: int | None = None) -> Any:
    """Returns the part of a data set that is for one of several workers."""
    return dataset.shard(num_shards, index) if num_shards > 1 else dataset


class TpuContext:
    """The facts known of a program for TPUs while it is made: none."""

    number_of_shards: int | None = None


_tpu_context = TpuContext()


def get_tpu_context() -> TpuContext:
    """Returns the one TpuContext."""
    return _tpu_context


def group(*inputs: Any, **kwargs: Any) -> Any:
    """As tf.group."""
    return tf.group(*inputs, **kwargs)


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[Any, Any]:
    """Returns labels and predictions without a last axis of 1 that one of them has more than is expected."""
    with tf.name_scope(name or "remove_squeezable_dimensions"):
        predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
        if predictions.shape.rank is not None and labels.shape.rank is not None:
            difference = predictions.shape.rank - labels.shape.rank
            if difference == expected_rank_diff + 1 and predictions.shape[-1] in (1, None):
                predictions = tf.squeeze(predictions, [-1])
            elif difference == expected_rank_diff - 1 and labels.shape[-1] in (1, None):
                labels = tf.squeeze(labels, [-1])
            return labels, predictions
        difference = tf.rank(predictions) - tf.rank(labels)
        known_1 = predictions.shape.rank is None or predictions.shape[-1] in (1, None)
        if known_1:
            predictions = _squeezed_if(difference == expected_rank_diff + 1, predictions)
        if labels.shape.rank is None or labels.shape[-1] in (1, None):
            labels = _squeezed_if(difference == expected_rank_diff - 1, labels)
        return labels, predictions


def _squeezed_if(condition: Any, tensor: Any) -> Any:
    return tf.cond(condition, lambda: tf.squeeze(tensor, [-1]), lambda: tf.identity(tensor))


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """Returns a seed that another one and a text make; None without a seed."""
    if seed is None:
        return None
    return int(hashlib.md5((str(seed) + salt).encode()).hexdigest()[:8], 16) & 0x7FFFFFFF


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


# ---- ops.inplace_ops ----


def _rows_of(x: Any, i: Any, v: Any) -> tuple[Any, Any]:
    x = tf.convert_to_tensor(x)
    v = tf.convert_to_tensor(v, x.dtype)
    if i is None:
        return None, v
    i = tf.convert_to_tensor(i)
    return (tf.reshape(i, [1]), v[tf.newaxis]) if i.shape.rank == 0 else (i, v)


def alias_inplace_update(x: Any, i: Any, v: Any) -> Any:
    """Returns x with rows `i`, all without them, set to v."""
    rows, v = _rows_of(x, i, v)
    return tf.broadcast_to(v, tf.shape(x)) if rows is None else raw_ops.InplaceUpdate(x=x, i=rows, v=v)


def alias_inplace_add(x: Any, i: Any, v: Any) -> Any:
    """Returns x with v added to rows `i`, to all without them."""
    rows, v = _rows_of(x, i, v)
    return tf.add(x, v) if rows is None else raw_ops.InplaceAdd(x=x, i=rows, v=v)


def alias_inplace_sub(x: Any, i: Any, v: Any) -> Any:
    """Returns x with v taken from rows `i`, from all without them."""
    rows, v = _rows_of(x, i, v)
    return tf.subtract(x, v) if rows is None else raw_ops.InplaceSub(x=x, i=rows, v=v)


def inplace_update(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_update, of a copy."""
    return alias_inplace_update(tf.identity(x), i, v)


def inplace_add(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_add, of a copy."""
    return alias_inplace_add(tf.identity(x), i, v)


def inplace_sub(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_sub, of a copy."""
    return alias_inplace_sub(tf.identity(x), i, v)


def empty_like(x: Any, init: bool | None = None) -> Any:
    """Returns a tensor of zeros like x."""
    return tf.zeros_like(x)


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


# ---- ops.lookup_ops ----


class HasherSpec(tuple):
    """A way to give words numbers: its name and its key."""

    __slots__ = ()

    def __new__(cls, hasher: str, key: Any) -> HasherSpec:
        return super().__new__(cls, (hasher, key))

    hasher = property(lambda self: self[0])
    key = property(lambda self: self[1])


FastHashSpec = HasherSpec("fasthash", None)
InitializableLookupTableBase = lookup.StaticHashTable


class StrongHashSpec(HasherSpec):
    """A way to give words numbers with a key of two numbers."""

    __slots__ = ()

    def __new__(cls, key: Any) -> Any:
        if len(key) != 2:
            raise ValueError(f"`key` must have size 2, received {key}.")
        if not all(isinstance(each, int) for each in key):
            raise TypeError("Invalid key. Must be unsigned integer values.")
        return tuple.__new__(cls, ("stronghash", key))


class IdTableWithHashBuckets(lookup.Table):
    """Numbers of words: those of a table, above them those of buckets.

    Args:
      table: of int64 numbers, or None for buckets alone.
      num_oov_buckets: how many there are for words that are not in the table.
      hasher_spec: how words find their bucket.
      name: of the table.
      key_dtype: of the words, where there is no table.
    """

    def __init__(
        self,
        table: Any,
        num_oov_buckets: int,
        hasher_spec: Any = FastHashSpec,
        name: str | None = None,
        key_dtype: Any = None,
    ) -> None:
        super().__init__(tf.as_dtype(key_dtype or (table.key_dtype if table is not None else tf.string)), tf.int64)
        if table is None and not num_oov_buckets:
            raise ValueError("If `table` is None, then `num_oov_buckets` must be larger than 0.")
        if not isinstance(hasher_spec, HasherSpec):
            raise TypeError(f"`hasher_spec` must be of type HasherSpec, got {type(hasher_spec)}.")
        self._table, self._buckets, self._hasher = table, num_oov_buckets, hasher_spec

    @property
    def initializer(self) -> Any:
        """The operation that fills the table; none without one."""
        return tf.no_op() if self._table is None else getattr(self._table, "initializer", None)

    init = initializer

    @property
    def resource_handle(self) -> Any:
        """The table's handle."""
        return None if self._table is None else self._table.resource_handle

    def size(self, name: str | None = None) -> Any:
        """Returns how many numbers there are."""
        known = tf.constant(0, tf.int64) if self._table is None else self._table.size()
        return known + self._buckets

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """Returns the numbers of words."""
        if isinstance(keys, (tf.SparseTensor, tf.RaggedTensor)):
            values = keys.values if isinstance(keys, tf.SparseTensor) else keys.flat_values
            numbers = self.lookup(values)
            if isinstance(keys, tf.SparseTensor):
                return tf.SparseTensor(keys.indices, numbers, keys.dense_shape)
            return keys.with_flat_values(numbers)
        keys = tf.convert_to_tensor(keys, self._key_dtype)
        found = None if self._table is None else self._table.lookup(keys)
        if not self._buckets:
            return found
        words = tf.as_string(keys) if keys.dtype.is_integer else keys
        if self._hasher.hasher == "stronghash":
            buckets = tf.strings.to_hash_bucket_strong(words, self._buckets, self._hasher.key)
        else:
            buckets = tf.strings.to_hash_bucket_fast(words, self._buckets)
        if found is None:
            return buckets
        buckets = buckets + self._table.size()
        return tf.where(tf.equal(found, self._table.default_value), buckets, found)


class TextFileIdTableInitializer(tf.lookup.TextFileInitializer):
    """Fills a table with the lines of a file and their numbers."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
        value_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_id_table_init",
        key_dtype: Any = tf.string,
    ) -> None:
        super().__init__(
            filename, key_dtype, key_column_index, tf.int64, value_column_index, vocab_size, delimiter, name
        )


class TextFileStringTableInitializer(tf.lookup.TextFileInitializer):
    """Fills a table with the numbers of lines of a file and these."""

    def __init__(
        self,
        filename: Any,
        key_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
        value_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str = "text_file_string_table_init",
    ) -> None:
        super().__init__(
            filename, tf.int64, key_column_index, tf.string, value_column_index, vocab_size, delimiter, name
        )


def _with_buckets(initializer: Any, default_value: Any, buckets: int, hasher_spec: Any, key_dtype: Any) -> Any:
    table = tf.compat.v1.lookup.StaticHashTable(initializer, default_value)
    if not buckets:
        return table
    return IdTableWithHashBuckets(table, buckets, hasher_spec, key_dtype=key_dtype)


def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    key_dtype: Any = tf.string,
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    value_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    delimiter: str = "\t",
) -> Any:
    """Returns a table of the numbers of a file's lines. Raises ValueError and TypeError for wrong arguments."""
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    if num_oov_buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {num_oov_buckets}.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    if not (tf.as_dtype(key_dtype).is_integer or tf.as_dtype(key_dtype) == tf.string):
        raise TypeError("Dtype for `keys` should be either integer or string.")
    words = tf.string if tf.as_dtype(key_dtype) == tf.string else tf.int64
    initializer = TextFileIdTableInitializer(
        vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter, key_dtype=words
    )
    return _with_buckets(initializer, default_value, num_oov_buckets, hasher_spec, key_dtype)


def index_table_from_tensor(
    vocabulary_list: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = FastHashSpec,
    dtype: Any = tf.string,
    name: str | None = None,
) -> Any:
    """Returns a table of the numbers of a vector's words. Raises ValueError and TypeError for wrong arguments."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    if num_oov_buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater or equal than 0, got {num_oov_buckets}.")
    if not (tf.as_dtype(dtype).is_integer or tf.as_dtype(dtype) == tf.string):
        raise TypeError("Dtype for `keys` should be either integer or string.")
    keys = tf.convert_to_tensor(vocabulary_list)
    if keys.dtype.is_integer != tf.as_dtype(dtype).is_integer:
        raise ValueError(f"Invalid dtype {dtype} for vocabulary_list, whose dtype is {keys.dtype.name}.")
    keys = tf.cast(keys, tf.int64) if keys.dtype.is_integer else keys
    initializer = tf.lookup.KeyValueTensorInitializer(keys, tf.range(tf.size(keys, tf.int64), dtype=tf.int64))
    return _with_buckets(initializer, default_value, num_oov_buckets, hasher_spec, dtype)


def index_to_string_table_from_file(
    vocabulary_file: Any,
    vocab_size: int | None = None,
    default_value: str = "UNK",
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    value_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    delimiter: str = "\t",
) -> Any:
    """Returns a table of a file's lines by their numbers. Raises ValueError for wrong arguments."""
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    initializer = TextFileStringTableInitializer(
        vocabulary_file, key_column_index, value_column_index, vocab_size, delimiter
    )
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value)


def index_to_string_table_from_tensor(vocabulary_list: Any, default_value: str = "UNK", name: str | None = None) -> Any:
    """Returns a table of a vector's words by their numbers. Raises ValueError without one."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    words = tf.convert_to_tensor(vocabulary_list, tf.string)
    initializer = tf.lookup.KeyValueTensorInitializer(tf.range(tf.size(words, tf.int64), dtype=tf.int64), words)
    return tf.compat.v1.lookup.StaticHashTable(initializer, default_value)


# ---- ops.metrics_impl ----


def metric_variable(shape: Any, dtype: Any, validate_shape: bool = True, name: str | None = None) -> Any:
    """Returns a local variable of zeros, in the collection of metrics'; strategies add up its copies."""
    keys = tf.compat.v1.GraphKeys
    return tf.compat.v1.Variable(
        lambda: tf.zeros(shape, dtype),
        trainable=False,
        collections=[keys.LOCAL_VARIABLES, keys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.SUM,
        name=name,
    )


def remove_squeezable_with_weights(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    """Returns predictions, labels and weights without a last axis of 1 that one of them has more than the others."""
    predictions = tf.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = tf.convert_to_tensor(weights)
    ranks = weights.shape.rank, predictions.shape.rank
    if None in ranks:
        if ranks[0] == 0:
            return predictions, labels, weights
        difference = tf.rank(weights) - tf.rank(predictions)
        longer, shorter = tf.equal(difference, 1), tf.equal(difference, -1)

        def spread() -> Any:
            return tf.cond(shorter, lambda: tf.expand_dims(weights, [-1]), lambda: tf.identity(weights))

        last = weights.shape[-1] if ranks[0] else None
        # What is known not to fit is not tried.
        squeeze = (lambda: weights) if last not in (None, 1) else lambda: tf.squeeze(weights, [-1])
        weights = tf.cond(longer, squeeze, spread)
    elif ranks[0] and ranks[0] == ranks[1] + 1:
        weights = tf.squeeze(weights, [-1])
    elif ranks[0] and ranks[0] == ranks[1] - 1:
        weights = tf.expand_dims(weights, [-1])
    return predictions, labels, weights


_remove_squeezable_dimensions = remove_squeezable_with_weights


def _safe_scalar_div(numerator: Any, denominator: Any, name: str) -> Any:
    """Returns a ratio of scalars, 0 where the denominator is 0."""
    numerator.shape.with_rank_at_most(1)
    denominator.shape.with_rank_at_most(1)
    return tf.math.divide_no_nan(numerator, denominator, name=name)


def _confusion_matrix_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None, includes: Any = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the counts "tp", "fn", "tn" and "fp", or those of `includes`, at each threshold: so far, and after a batch."""
    from graphwright._src.v1 import ranking_metrics

    every = ("tp", "fn", "tn", "fp")
    for each in includes or ():
        if each not in every:
            raise ValueError(f"Invalid key: {each}")
    return ranking_metrics.counts_at(every if includes is None else includes, labels, predictions, thresholds, weights)


def _streaming_sparse_average_precision_at_top_k(
    labels: Any,
    predictions_idx: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Returns the mean average precision of predictions that are sorted: so far, and after a batch."""
    from graphwright._src.v1 import ranking_metrics

    with tf.compat.v1.name_scope(name, "average_precision_at_top_k", (predictions_idx, labels, weights)):
        chosen = tf.cast(predictions_idx, tf.int64)
        if chosen.shape.rank is None or chosen.shape[-1] is None:
            raise ValueError("predictions_idx must have a last axis of known size")
        return ranking_metrics.average_precision_of_best(
            labels, chosen, chosen.shape[-1], weights, metrics_collections, updates_collections
        )


def _aggregate_variable(v: Any, collections: Any) -> Any:
    """Returns the value of a metric's variable, which is put into collections."""
    value = tf.convert_to_tensor(v)
    for each in collections or ():
        tf.compat.v1.add_to_collection(each, value)
    return value


# ---- ops.resources, ops.script_ops, ops.variable_scope, ops.resource_variable_ops ----

_SHARED, _LOCAL = "resources", "local_resources"


class _Resource(NamedTuple):
    """Something with a state, how it is started, and whether it is."""

    handle: Any
    create: Any
    is_initialized: Any


def register_resource(handle: Any, create_op: Any, is_initialized_op: Any, is_shared: bool = True) -> None:
    """Adds something with a state to what sessions start."""
    made = _Resource(handle, create_op, is_initialized_op)
    tf.compat.v1.add_to_collection(_SHARED if is_shared else _LOCAL, made)


def shared_resources() -> list[Any]:
    """Returns what has a state that sessions share."""
    return tf.compat.v1.get_collection(_SHARED)


def local_resources() -> list[Any]:
    """Returns what has a state of its own in each session."""
    return tf.compat.v1.get_collection(_LOCAL)


def initialize_resources(resource_list: Sequence[Any], name: str = "init") -> Any:
    """Returns an operation that starts them."""
    if resource_list:
        return tf.group(*[each.create for each in resource_list], name=name)
    return tf.no_op(name=name)


def report_uninitialized_resources(
    resource_list: Sequence[Any] | None = None, name: str = "report_uninitialized_resources"
) -> Any:
    """Returns the names of those that are not started, a vector of strings."""
    if resource_list is None:
        resource_list = shared_resources() + local_resources()
    with tf.name_scope(name):
        if not resource_list:
            return tf.constant([], tf.string)
        names = tf.constant([each.handle.name for each in resource_list])
        return tf.boolean_mask(names, tf.logical_not(tf.stack([each.is_initialized for each in resource_list])))


class _PyFunctions:
    """Stands for the table of Python functions that graphs call: each graph keeps its own."""

    def __init__(self) -> None:
        self._funcs: dict[str, Any] = {}

    def size(self) -> int:
        """Returns how many functions it keeps: none."""
        return 0

    def __call__(self, token: str, device: object, args: Any) -> Any:
        raise NotImplementedError("script_ops._py_funcs: graphs call their functions themselves")


_py_funcs = _PyFunctions()


def _variable_handle_from_shape_and_dtype(
    shape: Any, dtype: Any, shared_name: str | None, name: str | None, graph_mode: bool, initial_value: Any = None
) -> Any:
    """Returns the handle of a new variable, without a value."""
    made = raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=shared_name or "", name=name)
    return made


def _zero_state_tensors(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """Returns zeros for the state of a recurrent cell."""

    def zeros(size: Any) -> Any:
        known = tf.get_static_value(batch_size) if isinstance(batch_size, tf.Tensor) else batch_size
        rest = tf.TensorShape(size).as_list() if not isinstance(size, int) else [size]
        made = tf.zeros([batch_size, *rest], dtype)
        if not tf.executing_eagerly():
            made.set_shape([known, *rest])
        return made

    return tf.nest.map_structure(zeros, state_size)


# ---- ops.summary_op_util, distribute.summary_op_util ----


def collect(val: Any, collections: Any, default_collections: Any) -> None:
    """Adds a value to collections, or to those that are usual."""
    for key in default_collections if collections is None else collections:
        tf.compat.v1.add_to_collection(key, val)


def clean_tag(name: str | None) -> str | None:
    """Returns a tag with what may be in the name of an op only."""
    import re

    if name is None:
        return None
    return re.sub(r"[^-/\w\.]", "_", name).lstrip("/")


@contextlib.contextmanager
def summary_scope(
    name: str, family: str | None = None, default_name: str | None = None, values: Any = None
) -> Iterator[tuple[str, str]]:
    """Returns a context of a scope for a summary: the tag, and the scope's name."""
    name, family = clean_tag(name) or "", clean_tag(family)
    with tf.compat.v1.name_scope(f"{family}/{name}" if family else name, default_name, values) as scope:
        yield (f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")), scope


def skip_summary() -> bool:
    """Tells whether this replica writes no summaries: all but the first."""
    context = tf.distribute.get_replica_context()
    number = context.replica_id_in_sync_group if context is not None else 0
    if isinstance(number, tf.Tensor):
        number = tf.get_static_value(number)
    return bool(number)


# ---- training.evaluation, summary.writer ----


class StopAfterNEvalsHook(tf.compat.v1.train.SessionRunHook):
    """Asks for the end of an evaluation after so many steps."""

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._num_evals, self._log_progress = num_evals, log_progress
        self._evals_completed: Any = None

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: Any) -> Any:
        """Asks for the number of steps."""
        return tf.compat.v1.train.SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Asks for the end after the last step."""
        done = run_values.results["evals_completed"]
        if self._log_progress:
            tf.compat.v1.logging.info("Evaluation [%d/%s]", done, "inf" if self._num_evals is None else self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


_StopAfterNEvalsHook = StopAfterNEvalsHook


def _get_or_create_eval_step() -> Any:
    """Returns the variable that counts the steps of an evaluation."""
    keys = tf.compat.v1.GraphKeys
    found = tf.compat.v1.get_collection(keys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return tf.compat.v1.get_variable(
        "eval_step",
        shape=[],
        dtype=tf.int64,
        initializer=tf.compat.v1.zeros_initializer(),
        trainable=False,
        collections=[keys.LOCAL_VARIABLES, keys.EVAL_STEP],
    )


def _evaluate_once(
    checkpoint_path: str,
    master: str = "",
    scaffold: Any = None,
    eval_ops: Any = None,
    feed_dict: Any = None,
    final_ops: Any = None,
    final_ops_feed_dict: Any = None,
    hooks: Any = None,
    config: Any = None,
) -> Any:
    """Evaluates a model of a checkpoint once; returns what `final_ops` give at the end."""
    step = _get_or_create_eval_step()
    hooks = list(hooks or [])
    if eval_ops is not None:
        update = tf.compat.v1.assign_add(step, tf.ones_like(step.read_value()), use_locking=True)
        eval_ops = (
            {**eval_ops, "update_eval_step": update} if isinstance(eval_ops, dict) else [*_listed(eval_ops), update]
        )
        counted = update
    else:
        counted = step.read_value()
    for hook in hooks:
        if isinstance(hook, StopAfterNEvalsHook):
            hook._set_evals_completed_tensor(counted)
    v1 = tf.compat.v1.train
    last = v1.FinalOpsHook(final_ops, final_ops_feed_dict)
    creator = v1.ChiefSessionCreator(
        scaffold=scaffold, checkpoint_filename_with_path=checkpoint_path, master=master, config=config
    )
    with v1.MonitoredSession(session_creator=creator, hooks=[*hooks, last]) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run(eval_ops, feed_dict)
    return last.final_ops_values


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


class EventFileWriter:
    """Writes events to a file in a folder.

    Args:
      logdir: the folder, which is made where it is not there.
      max_queue, flush_secs: have no effect beside: the file is written by `flush`.
      filename_suffix: what the name of the file ends in.
    """

    def __init__(
        self, logdir: str, max_queue: int = 10, flush_secs: int = 120, filename_suffix: str | None = None
    ) -> None:
        self._writer = tf.compat.v1.summary.FileWriter(
            os.fspath(logdir), max_queue=max_queue, flush_secs=flush_secs, filename_suffix=filename_suffix
        )

    def get_logdir(self) -> str:
        """Returns the folder."""
        return self._writer.get_logdir()

    def reopen(self) -> None:
        """Begins a new file, where it is closed."""
        self._writer.reopen()

    def add_event(self, event: Any) -> None:
        """Adds an event to the file."""
        self._writer.add_event(event)

    def flush(self) -> None:
        """Writes what is not written yet."""
        self._writer.flush()

    def close(self) -> None:
        """Writes what is not written yet, and closes the file."""
        self._writer.close()


# ---- feature_column.feature_column_lib ----


def is_feature_column_v2(feature_columns: Sequence[Any]) -> bool:
    """Tells whether all are columns of version 2: all are here."""
    return True


def serialize_feature_columns(feature_columns: Sequence[Any]) -> list[Any]:
    """Returns the configurations of columns."""
    return [tf.__internal__.feature_column.serialize_feature_column(each) for each in feature_columns]


def deserialize_feature_columns(configs: Sequence[Any], custom_objects: Any = None) -> list[Any]:
    """Returns the columns of configurations."""
    known: dict[str, Any] = {}
    deserialize = tf.__internal__.feature_column.deserialize_feature_column
    return [deserialize(each, custom_objects, known) for each in configs]


# ---- ops.numpy_ops.np_dtypes ----

_NUMPY = {"allow_float64": True, "prefer_float32": False}


def is_allow_float64() -> bool:
    """Tells whether tf.experimental.numpy makes float64."""
    return _NUMPY["allow_float64"]


def set_allow_float64(b: bool) -> None:
    """Says whether `canonicalize_dtype` lets float64 be."""
    _NUMPY["allow_float64"] = b


def is_prefer_float32() -> bool:
    """Tells whether tf.experimental.numpy makes float32 of Python's numbers."""
    return _NUMPY["prefer_float32"]


def set_prefer_float32(b: bool) -> None:
    """Says whether `default_float_type` is float32."""
    _NUMPY["prefer_float32"] = b


def canonicalize_dtype(dtype: Any) -> Any:
    """Returns the NumPy dtype that is made of another one, where 64 bits are not allowed."""
    import numpy as np

    dtype = tf.as_dtype(dtype).as_numpy_dtype if isinstance(dtype, tf.DType) else dtype
    smaller = {np.dtype("float64"): "float32", np.dtype("complex128"): "complex64"}
    if not is_allow_float64() and np.dtype(dtype) in smaller:
        return np.dtype(smaller[np.dtype(dtype)])
    return dtype


def default_float_type() -> Any:
    """Returns the dtype of Python's floats."""
    import numpy as np

    small = is_prefer_float32() or not is_allow_float64()
    return np.float32 if small else np.float64


# ---- linalg ----


def add_operators(
    operators: Sequence[Any], operator_name: str | None = None, addition_tiers: Any = None, name: str | None = None
) -> list[Any]:
    """Returns linear operators that have the same sum: diagonal ones and identities are added up, the others stay.

    Raises:
      ValueError: their shapes do not go together.
    """
    operators = list(operators)
    for one, other in zip(operators, operators[1:]):
        if not (one.domain_dimension == other.domain_dimension) or not (one.range_dimension == other.range_dimension):
            raise ValueError(f"Linear operators must have the same shapes, got {one.shape} and {other.shape}")
    kinds = (tf.linalg.LinearOperatorIdentity, tf.linalg.LinearOperatorScaledIdentity, tf.linalg.LinearOperatorDiag)
    plain = [each for each in operators if isinstance(each, kinds)]
    others = [each for each in operators if not isinstance(each, kinds)]
    dense = [each for each in others if isinstance(each, tf.linalg.LinearOperatorFullMatrix)]
    rest = [each for each in others if each not in dense]
    if dense:
        total = dense[0].to_dense()
        for each in [*dense[1:], *plain]:
            total = total + each.to_dense()
        return [*rest, tf.linalg.LinearOperatorFullMatrix(total, name=operator_name)]
    if len(plain) < 2:
        return operators
    diagonal = plain[0].diag_part()
    for each in plain[1:]:
        diagonal = diagonal + each.diag_part()
    return [*rest, tf.linalg.LinearOperatorDiag(diagonal, name=operator_name)]


# ---- trackable.base, util.protobuf.compare ----


def assertProtoEqual(  # noqa: N802 - TensorFlow's name
    self: Any,
    a: Any,
    b: Any,
    check_initialized: bool = True,
    normalize_numbers: bool = False,
    msg: str | None = None,
    relative_tolerance: float | None = None,
) -> None:
    """Fails a test where two messages, or texts of them, are not equal."""
    if isinstance(a, str):
        from google.protobuf import text_format

        a = text_format.Parse(a, type(b)())
    if a != b:
        self.fail(f"{msg or ''}\n{a}\n{b}")


assertProtoEquals = assertProtoEqual  # noqa: N816


class CheckpointInitialValue:
    """The value that a checkpoint has for a variable that is being made."""

    def __init__(self, checkpoint_position: Any, shape: Any = None, shard_info: Any = None) -> None:
        self._position, self._shape = checkpoint_position, shape
        self.wrapped_value = tf.convert_to_tensor(checkpoint_position.value_tensors()["VARIABLE_VALUE"])
        if shape is not None:
            self.wrapped_value = tf.reshape(self.wrapped_value, shape)

    @property
    def checkpoint_position(self) -> Any:
        """The place of it in the checkpoint."""
        return self._position

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return tf.cast(self.wrapped_value, dtype) if dtype is not None else self.wrapped_value


# ---- saved_model.loader_impl ----


def get_asset_tensors(export_dir: Any, meta_graph_def_to_load: Any, import_scope: str | None = None) -> dict[str, Any]:
    """Returns the paths of a model's files, as bytes, by the names of the tensors that hold these."""
    folder = os.path.join(tf.compat.as_bytes(export_dir), b"assets")
    prefix = f"{import_scope}/" if import_scope else ""
    return {
        prefix + each.tensor_info.name: os.path.join(folder, tf.compat.as_bytes(each.filename))
        for each in meta_graph_def_to_load.asset_file_def
    }


def __getattr__(name: str) -> Any:
    if name.endswith(("Cell", "Wrapper", "StateTuple")):  # of Keras 2
        import importlib

        return getattr(importlib.import_module("tf_keras.src.layers.rnn.legacy_cells"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
