"""Serialized tf.train.SequenceExample messages as tensors, and Example messages that are written as JSON."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.tensor import dtypes
from graphwright._src.text.parsing import Columns, partitioned, partitioned_batch, sparse_tensors
from graphwright._src.text.parsing_config import FixedLenFeature, FixedLenSequenceFeature, RaggedFeature, VarLenFeature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

_CONTEXT_KINDS = (VarLenFeature, FixedLenFeature, RaggedFeature)
_SEQUENCE_KINDS = (VarLenFeature, FixedLenSequenceFeature, RaggedFeature)


def _partitioned_steps(values: Any, feature: RaggedFeature, parts: dict[str, Any]) -> Any:
    """Returns the values of each step of each example in the rows that a feature describes."""
    if not feature.partitions:
        return values
    steps = partitioned_batch(values.values, feature, {key: part.values for key, part in parts.items()})
    return RaggedTensor.from_row_splits(steps, values.row_splits, validate=False)


def _parse(
    serialized: TensorLike,
    context_features: Mapping[str, Any] | None,
    sequence_features: Mapping[str, Any] | None,
    names: TensorLike | None,
    name: str | None,
) -> Any:
    context = Columns(context_features, _CONTEXT_KINDS)
    lists = Columns(sequence_features, _SEQUENCE_KINDS, sequences=True)
    missing = [key in lists.may_be_missing for key in lists.dense]

    def keys(columns: dict[str, Any]) -> Any:
        return _core.convert_to_tensor(list(columns), dtypes.string)

    out = _core.op("ParseSequenceExampleV2")(
        serialized,
        _core.convert_to_tensor([] if names is None else names, dtypes.string),
        keys(context.sparse),
        keys(context.dense),
        keys(context.ragged),
        keys(lists.sparse),
        keys(lists.dense),
        keys(lists.ragged),
        _core.convert_to_tensor(missing, dtypes.bool),
        context.defaults_of(),
        Ncontext_sparse=len(context.sparse),
        context_sparse_types=list(context.sparse.values()),
        context_ragged_value_types=list(context.ragged.values()),
        context_ragged_split_types=list(context.splits.values()),
        context_dense_shapes=context.op_shapes(),
        Nfeature_list_sparse=len(lists.sparse),
        Nfeature_list_dense=len(lists.dense),
        feature_list_dense_types=list(lists.dense.values()),
        feature_list_sparse_types=list(lists.sparse.values()),
        feature_list_ragged_value_types=list(lists.ragged.values()),
        feature_list_ragged_split_types=list(lists.splits.values()),
        feature_list_dense_shapes=lists.op_shapes(),
        name=name,
    )
    of_context, of_lists = out[:6], out[6:]
    sparse, dense, (ragged, splits) = sparse_tensors(*of_context[:3]), of_context[3], of_context[4:]
    list_sparse, list_dense, lengths = sparse_tensors(*of_lists[:3]), of_lists[3], of_lists[4]
    list_ragged, outer, inner = of_lists[5:]
    lengths = dict(zip(lists.dense, lengths, strict=True))
    rows = RaggedTensor.from_row_splits
    list_ragged = [rows(value, split, validate=False) for value, split in zip(list_ragged, inner, strict=True)]
    examples: Any = serialized
    if examples.shape.rank == 0:
        found = context.results(sparse, dense, ragged, partitioned)
        return found, lists.results(list_sparse, list_dense, list_ragged, partitioned_batch), lengths
    ragged = [rows(value, split, validate=False) for value, split in zip(ragged, splits, strict=True)]
    list_ragged = [rows(value, split, validate=False) for value, split in zip(list_ragged, outer, strict=True)]
    return (
        context.results(sparse, dense, ragged, partitioned_batch),
        lists.results(list_sparse, list_dense, list_ragged, _partitioned_steps),
        lengths,
    )


@export("io.parse_sequence_example")
def parse_sequence_example(
    serialized: TensorLike,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Parses serialized `tf.train.SequenceExample` messages (tf.io.parse_sequence_example).

    Args:
      serialized: a vector of strings.
      context_features: from the names of features of whole sequences to what they are read as: `tf.io.FixedLenFeature` (a
        tensor with a row for each example), `VarLenFeature` (a SparseTensor), `RaggedFeature` (a RaggedTensor).
      sequence_features: the same for those of single steps: `tf.io.FixedLenSequenceFeature` (a tensor of shape
        [examples, most steps] + the feature's, filled up with zeros), `VarLenFeature` (a SparseTensor with three axes),
        `RaggedFeature` (a RaggedTensor with three).
      example_names: a vector of strings for error messages.
      name: of the op.

    Returns:
      Three dictionaries from names to tensors: the context, the sequences, and how many steps each example has, for each
      `FixedLenSequenceFeature`.

    Raises:
      ValueError: there are no features, or one of them lacks what it needs.
      tf.errors.InvalidArgumentError: bytes are no such message; a feature is missing, has other values or another number of
        them.

    >>> import graphwright as tf
    >>> def feature(*values):
    ...     return tf.train.Feature(int64_list=tf.train.Int64List(value=values))
    >>> def example(*steps):
    ...     lists = {"n": tf.train.FeatureList(feature=[feature(step) for step in steps])}
    ...     return tf.train.SequenceExample(feature_lists=tf.train.FeatureLists(feature_list=lists)).SerializeToString()
    >>> _, sequences, lengths = tf.io.parse_sequence_example(
    ...     [example(1, 2, 3), example(4)], sequence_features={"n": tf.io.FixedLenSequenceFeature([], tf.int64)})
    >>> sequences["n"].numpy()
    array([[1, 2, 3],
           [4, 0, 0]])
    >>> lengths["n"].numpy()
    array([3, 1])
    """
    if not (context_features or sequence_features):
        raise ValueError(
            "Both `context_features` and `sequence_features` argument are None, but at least one should have values."
        )
    serialized = _core.convert_to_tensor(serialized, dtypes.string)
    return _parse(serialized, context_features, sequence_features, example_names, name)


@export("io.parse_single_sequence_example", v1="io.parse_single_sequence_example parse_single_sequence_example")
def parse_single_sequence_example(
    serialized: TensorLike,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_name: TensorLike | None = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parses one serialized `tf.train.SequenceExample` message (tf.io.parse_single_sequence_example).

    Args:
      serialized: a scalar string.
      context_features: as for `tf.io.parse_sequence_example`; results have no axis of examples.
      sequence_features: as for `tf.io.parse_sequence_example`; results have no axis of examples.
      example_name: a scalar string for error messages.
      name: of the op.

    Returns:
      Two dictionaries from names to tensors: the context and the sequence.

    Raises:
      ValueError: there are no features, or `serialized` is no scalar.
      tf.errors.InvalidArgumentError: as of `tf.io.parse_sequence_example`.

    >>> import graphwright as tf
    >>> step = tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))
    >>> lists = tf.train.FeatureLists(feature_list={"v": tf.train.FeatureList(feature=[step, step])})
    >>> message = tf.train.SequenceExample(feature_lists=lists).SerializeToString()
    >>> features = {"v": tf.io.FixedLenSequenceFeature([2], tf.float32)}
    >>> context, sequence = tf.io.parse_single_sequence_example(message, sequence_features=features)
    >>> sequence["v"].shape
    TensorShape([2, 2])
    """
    if not (context_features or sequence_features):
        raise ValueError("Both context_features and sequence_features are None, but at least one should have values.")
    serialized = _core.convert_to_tensor(serialized, dtypes.string)
    if serialized.shape.rank not in (0, None):
        raise ValueError(f"Input serialized must be a scalar, got shape {serialized.shape}")
    if serialized.shape.rank is None:
        serialized.set_shape([])
    return _parse(serialized, context_features, sequence_features, example_name, name)[:2]


@export("io.decode_json_example", v1="io.decode_json_example decode_json_example")
def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """Turns `tf.train.Example` messages that are written as JSON into their bytes (tf.io.decode_json_example).

    Args:
      json_examples: strings, of any shape.
      name: of the op.

    Returns:
      Strings of the same shape, which `tf.io.parse_example` takes.

    Raises:
      tf.errors.InvalidArgumentError: a text is no JSON, or describes no Example.

    >>> import graphwright as tf
    >>> text = '{"features": {"feature": {"n": {"int64List": {"value": [3, 4]}}}}}'
    >>> tf.io.parse_example(tf.io.decode_json_example([text]), {"n": tf.io.FixedLenFeature([2], tf.int64)})["n"].numpy()
    array([[3, 4]])
    """
    return _core.op("DecodeJSONExample")(_core.convert_to_tensor(json_examples, dtypes.string), name=name)
