"""Serialized tf.train.Example messages as tensors: tf.io.parse_example and tf.io.parse_single_example."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.construction import boolean_mask
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.elements import reorder
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.ops import array_join, math_convert
from graphwright._src.ops.array import expand_dims
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.math_convert import where
from graphwright._src.ops.math_reduce import cumsum, reduce_max, reduce_sum
from graphwright._src.ops.math_segment import unsorted_segment_sum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones_like, zeros_like
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.parsing_config import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike


class Columns:
    """The arguments of a parsing op for a dictionary of features: keys of sparse, dense and ragged ones, and their dtypes.

    Args:
      features: from names to records such as `tf.io.FixedLenFeature`.
      kinds: the classes of records that are allowed.
      sequences: whether the features are lists of features.

    Raises:
      ValueError: a record is of another class, lacks a dtype or a shape, or two of them contradict each other.
    """

    def __init__(self, features: Mapping[str, Any] | None, kinds: tuple[type, ...], sequences: bool = False) -> None:
        self.features = dict(features or {})
        self.sequences = sequences
        self.sparse: dict[str, Any] = {}
        self.dense: dict[str, Any] = {}
        self.dense_shapes: list[Any] = []
        self.defaults: dict[str, Any] = {}
        self.ragged: dict[str, Any] = {}
        self.splits: dict[str, Any] = {}
        self.may_be_missing: list[str] = []
        for key in sorted(self.features):
            feature = self.features[key]
            if not isinstance(feature, kinds):
                raise ValueError(f"Unsupported {type(feature).__name__} {feature} of feature {key!r}")
            self._add(key, feature)

    def _add(self, key: str, feature: Any) -> None:
        if isinstance(feature, VarLenFeature):
            self._add_sparse(key, key, feature.dtype)
        elif isinstance(feature, SparseFeature):
            self._add_sparse_feature(key, feature)
        elif isinstance(feature, FixedLenSequenceFeature):
            self._add_sequence(key, feature)
        elif isinstance(feature, FixedLenFeature):
            shape = _shape_of(key, feature)
            if not shape.is_fully_defined():
                raise ValueError(
                    f"All dimensions of shape for feature {key!r} need to be known but received {shape.as_list()!s}."
                )
            self._add_dense(key, feature, shape)
        else:
            self._add_ragged_feature(key, feature)

    def _add_sparse(self, key: str, feature_key: str, dtype: DTypeLike | None) -> None:
        if dtype is None or not dtype:
            raise ValueError(f"Missing type for feature {feature_key!r}.")
        dtype = dtypes.as_dtype(dtype)
        if self.sparse.setdefault(key, dtype) != dtype:
            raise ValueError(f"Conflicting type {self.sparse[key]} vs {dtype} for feature {key!r}.")

    def _add_sparse_feature(self, key: str, feature: SparseFeature) -> None:
        if not feature.index_key:
            raise ValueError(f"Missing index_key for SparseFeature {key!r}: {feature}.")
        if not feature.value_key:
            raise ValueError(f"Missing value_key for SparseFeature {key!r}: {feature}.")
        for index_key in sorted(_listed(feature.index_key)):
            self._add_sparse(index_key, key, dtypes.int64)
        self._add_sparse(feature.value_key, key, feature.dtype)

    def _add_sequence(self, key: str, feature: FixedLenSequenceFeature) -> None:
        shape = _shape_of(key, feature)
        if self.sequences:
            self._add_dense(key, feature, shape)
            if feature.allow_missing:
                self.may_be_missing.append(key)
            if feature.default_value is not None:
                raise ValueError(
                    f"Unsupported default_value in feature {key!r} of a sequence: {feature.default_value!r}."
                )
            return
        if not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        if shape.rank is None:
            raise ValueError(f"First dimension of shape for feature {key!r} unknown. Consider using VarLenFeature.")
        self._add_dense(key, feature, TensorShape([None]).concatenate(shape))

    def _add_dense(self, key: str, feature: Any, shape: TensorShape) -> None:
        if feature.dtype is None or not feature.dtype:
            raise ValueError(f"Missing type for feature {key!r}.")
        dtype = dtypes.as_dtype(feature.dtype)
        self.dense[key] = dtype
        self.dense_shapes.append(shape)
        self.defaults[key] = self._default(feature.default_value, dtype, shape)

    def _default(self, value: object, dtype: DTypeLike, shape: TensorShape) -> Any:
        if shape.rank and shape[0] is None:  # what rows are padded with
            if value is None:
                value = b"" if dtype == dtypes.string else 0
            return _core.op("Reshape")(_core.convert_to_tensor(value, dtype), [])
        if value is None:
            return _core.convert_to_tensor([], dtype)
        return _core.op("Reshape")(_core.convert_to_tensor(value, dtype), shape.as_list())

    def _add_ragged(self, key: str, dtype: DTypeLike, splits: DTypeLike) -> None:
        if self.ragged.setdefault(key, dtype) != dtype:
            raise ValueError(f"Conflicting type {self.ragged[key]} vs {dtype} for feature {key!r}.")
        if self.splits.setdefault(key, splits) != splits:
            raise ValueError(f"Conflicting row_splits_dtype {self.splits[key]} vs {splits} for feature {key!r}.")

    def _add_ragged_feature(self, key: str, feature: RaggedFeature) -> None:
        self._add_ragged(_value_key(key, feature), feature.dtype, feature.row_splits_dtype)
        for partition in feature.partitions:
            if not isinstance(partition, RaggedFeature.UniformRowLength):
                self._add_ragged(partition.key, dtypes.int64, feature.row_splits_dtype)

    def defaults_of(self) -> list[Any]:
        """Returns the default values of the dense features, in their order."""
        return list(self.defaults.values())

    def op_shapes(self) -> list[Any]:
        """Returns the shapes of the dense features, in their order."""
        return self.dense_shapes

    def results(
        self,
        sparse: Iterable[Any],
        dense: Iterable[Any],
        ragged: Iterable[Any],
        partition: Callable[[Any, RaggedFeature, dict[str, Any]], Any],
    ) -> dict[str, Any]:
        """Returns what the features are: those that were read, and those made of several of them."""
        by_sparse = dict(zip(self.sparse, sparse, strict=True))
        by_ragged = dict(zip(self.ragged, ragged, strict=True))
        found = {**by_sparse, **dict(zip(self.dense, dense, strict=True))}
        result = {
            key: value
            for key, value in found.items()
            if isinstance(self.features.get(key), (VarLenFeature, FixedLenFeature, FixedLenSequenceFeature))
        }
        for key in sorted(self.features):
            feature = self.features[key]
            if isinstance(feature, SparseFeature):
                result[key] = _merged(feature, by_sparse)
            elif isinstance(feature, RaggedFeature):
                result[key] = partition(by_ragged[_value_key(key, feature)], feature, by_ragged)
        return result


def _shape_of(key: str, feature: Any) -> TensorShape:
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {key!r}.")
    return TensorShape(feature.shape)


def _value_key(key: str, feature: RaggedFeature) -> str:
    return key if feature.value_key is None else feature.value_key


def _listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def sparse_tensors(indices: Sequence[Any], values: Sequence[Any], shapes: Sequence[Any]) -> list[Any]:
    """SparseTensors made of lists of their parts."""
    sparse = SparseTensor
    return [sparse(*parts) for parts in zip(indices, values, shapes, strict=True)]


def _merged(feature: SparseFeature, sparse: dict[str, Any]) -> Any:
    """Returns a sparse tensor whose places along its last axes are values of other features."""
    concat = _core.op("ConcatV2")
    columns = [sparse[key].values for key in _listed(feature.index_key)]
    values = sparse[feature.value_key]
    first = sparse[_listed(feature.index_key)[0]]
    before = first.indices[:, :-1]
    indices = concat([before, *(_core.op("ExpandDims")(column, 1) for column in columns)], 1)
    sizes = _core.convert_to_tensor(_listed(feature.size), dtypes.int64)
    merged = SparseTensor(indices, values.values, concat([first.dense_shape[:-1], sizes], 0))
    return merged if feature.already_sorted else reorder(merged)


# ---- ragged features ----


def _row_lengths(partition: Any, values: RaggedTensor, parts: dict[str, Any]) -> Any:
    """Returns how long the rows are into which each example's values fall, as a ragged tensor with a row for each
    example.
    """
    ragged = RaggedTensor
    concat = array_join.concat
    cast = math_convert.cast
    kind = type(partition)
    splits_dtype = values.row_splits.dtype
    part = parts[partition.key]
    if kind is RaggedFeature.RowLengths:
        return part
    if kind is RaggedFeature.RowSplits:
        return part[:, 1:] - part[:, :-1]
    if kind is RaggedFeature.ValueRowIds:
        # The ids of an example begin at zero: how often each comes, up to the last one.
        last = reduce_max(part, axis=1)
        rows = cast(where(part.row_lengths() > 0, last + 1, zeros_like(last)), splits_dtype)
        begins = cumsum(rows, exclusive=True)
        ids = part.values + cast(gather(begins, part.value_rowids()), part.dtype)
        total = reduce_sum(rows)
        counts = unsorted_segment_sum(ones_like(part.values), ids, total)
        return ragged.from_row_lengths(counts, rows, validate=False)
    ends = expand_dims(cast(values.row_lengths(), part.dtype), 1)
    if kind is RaggedFeature.RowStarts:
        return concat([part[:, 1:], _where_any(part, ends)], 1) - part
    return part - concat([_where_any(part, zeros_like(ends)), part[:, :-1]], 1)


def _where_any(part: RaggedTensor, column: Any) -> Any:
    """Returns one value for each row that has any."""
    column = boolean_mask(column, expand_dims(part.row_lengths() > 0, 1))
    return column.with_row_splits_dtype(part.row_splits.dtype)


def _uniform_rows(values: Any, length: int, feature: RaggedFeature) -> Any:
    """Returns the values in rows of one length: a tensor as long as no rows inside of these differ in length."""
    if isinstance(values, _core.Tensor):
        return _core.op("Reshape")(values, [-1, length, *values.shape[1:].as_list()])
    row_length = math_convert.cast(length, feature.row_splits_dtype)
    return RaggedTensor.from_uniform_row_length(values, row_length, validate=feature.validate)


def partitioned_batch(values: Any, feature: RaggedFeature, parts: dict[str, Any]) -> Any:
    """Returns the values of a batch, a ragged tensor with a row for each example, in the rows that a feature describes."""
    ragged = RaggedTensor
    cast = math_convert.cast
    dtype = feature.row_splits_dtype
    for partition in reversed(feature.partitions):
        if isinstance(partition, RaggedFeature.UniformRowLength):
            inner = _uniform_rows(values.values, partition.length, feature)
            lengths = values.row_lengths() // cast(partition.length, dtype)
            values = ragged.from_row_lengths(inner, lengths, validate=feature.validate)
            continue
        lengths = _row_lengths(partition, values, parts)
        inner = ragged.from_row_lengths(values.values, cast(lengths.values, dtype), validate=feature.validate)
        values = ragged.from_row_splits(inner, cast(lengths.row_splits, dtype), validate=feature.validate)
    return values


def partitioned(values: Any, feature: RaggedFeature, parts: dict[str, Any]) -> Any:
    """Returns the values of one example in the rows that a feature describes."""
    ragged = RaggedTensor
    cast = math_convert.cast
    makers = {
        RaggedFeature.RowSplits: ragged.from_row_splits,
        RaggedFeature.RowLengths: ragged.from_row_lengths,
        RaggedFeature.RowStarts: ragged.from_row_starts,
        RaggedFeature.RowLimits: ragged.from_row_limits,
        RaggedFeature.ValueRowIds: ragged.from_value_rowids,
    }
    dtype = feature.row_splits_dtype
    for partition in reversed(feature.partitions):
        if isinstance(partition, RaggedFeature.UniformRowLength):
            values = _uniform_rows(values, partition.length, feature)
        else:
            part = cast(parts[partition.key], dtype)
            values = makers[type(partition)](values, part, validate=feature.validate)
    return values


# ---- the functions ----

_KINDS = (VarLenFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature, RaggedFeature)


def _parse(
    serialized: TensorLike, features: Mapping[str, Any], example_names: TensorLike | None, name: str | None
) -> dict[str, Any]:
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    columns = Columns(features, _KINDS)
    names = _core.convert_to_tensor([] if example_names is None else example_names, dtypes.string)
    out = _core.op("ParseExampleV2")(
        serialized,
        names,
        _keys(columns.sparse),
        _keys(columns.dense),
        _keys(columns.ragged),
        columns.defaults_of(),
        num_sparse=len(columns.sparse),
        sparse_types=list(columns.sparse.values()),
        ragged_value_types=list(columns.ragged.values()),
        ragged_split_types=list(columns.splits.values()),
        dense_shapes=columns.op_shapes(),
        name=name,
    )
    indices, values, shapes, dense, ragged, splits = out
    examples: Any = serialized
    single = examples.shape.rank == 0
    if not single:
        ragged = [
            RaggedTensor.from_row_splits(value, split, validate=False)
            for value, split in zip(ragged, splits, strict=True)
        ]
    return columns.results(
        sparse_tensors(indices, values, shapes), dense, ragged, partitioned if single else partitioned_batch
    )


def _keys(columns: dict[str, Any]) -> Any:
    return _core.convert_to_tensor(list(columns), dtypes.string)


@export("io.parse_example", v1="")
def parse_example(
    serialized: TensorLike,
    features: Mapping[str, Any],
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Parses serialized `tf.train.Example` messages (tf.io.parse_example).

    Args:
      serialized: a vector of strings.
      features: from the names of features to what they are read as: `tf.io.FixedLenFeature` (a tensor with a row for each
        example), `FixedLenSequenceFeature` (the same, padded to the longest), `VarLenFeature`, `SparseFeature` (SparseTensors),
        `RaggedFeature` (a RaggedTensor).
      example_names: a vector of strings for error messages.
      name: of the op.

    Returns:
      A dictionary from names to tensors.

    Raises:
      ValueError: `features` is empty, or one of them lacks what it needs.
      tf.errors.InvalidArgumentError: bytes are no such message; a feature is missing, has other values or another number of
        them.

    >>> import graphwright as tf
    >>> ints = tf.train.Feature(int64_list=tf.train.Int64List(value=[3, 4]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"n": ints}))
    >>> parsed = tf.io.parse_example([example.SerializeToString()] * 2, {"n": tf.io.FixedLenFeature([2], tf.int64)})
    >>> parsed["n"].numpy()
    array([[3, 4],
           [3, 4]])
    """
    return _parse(_core.convert_to_tensor(serialized, dtypes.string), features, example_names, name)


@export("io.parse_single_example", v1="")
def parse_single_example(
    serialized: TensorLike,
    features: Mapping[str, Any],
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Parses one serialized `tf.train.Example` message (tf.io.parse_single_example).

    Args:
      serialized: a scalar string.
      features: as for `tf.io.parse_example`; results have no axis of examples.
      example_names: a scalar string for error messages.
      name: of the op.

    Returns:
      A dictionary from names to tensors.

    Raises:
      ValueError: `features` is empty, or `serialized` no scalar.
      tf.errors.InvalidArgumentError: as of `tf.io.parse_example`.

    >>> import graphwright as tf
    >>> text = tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"hello"]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"text": text}))
    >>> tf.io.parse_single_example(example.SerializeToString(), {"text": tf.io.FixedLenFeature([], tf.string)})
    {'text': <tf.Tensor: shape=(), dtype=string, numpy=b'hello'>}
    """
    if not features:
        raise ValueError("Missing features.")
    serialized = _core.convert_to_tensor(serialized, dtypes.string)
    if serialized.shape.rank not in (0, None):
        raise ValueError(f"Input serialized must be a scalar, got shape {serialized.shape}")
    if serialized.shape.rank is None:
        serialized.set_shape([])
    return _parse(serialized, features, example_names, name)
