"""Columns of numbers from categories that share one table: feature_column.shared_embeddings, and what TensorFlow 1 has for it."""

from __future__ import annotations

import collections
import math

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.feature_column.base import CategoricalColumn
from graphwright._src.feature_column.categorical import SequenceCategoricalColumn, WeightedCategoricalColumn
from graphwright._src.feature_column.dense import FromCategories, check_weights, from_checkpoint
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.nn_embedding_sparse import embedding_lookup_sparse, safe_embedding_lookup_sparse
from graphwright._src.v1.initializers import TruncatedNormal
from graphwright._src.v1.variable_scope import get_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.feature_column.base import FeatureColumn, FeatureTransformationCache, StateManager

Tensor = _core.Tensor


class SharedEmbeddingColumnCreator:
    """Holds the table of several columns, a variable in each graph that asks for it."""

    def __init__(
        self,
        dimension: int,
        initializer: Callable[..., Any],
        ckpt_to_load_from: str | None,
        num_buckets: int,
        trainable: bool,
        name: str,
        tensor_name_in_ckpt: str | None = None,
    ) -> None:
        self._dimension = dimension
        self._initializer = initializer
        self._ckpt_to_load_from = ckpt_to_load_from
        self._num_buckets = num_buckets
        self._trainable = trainable
        self._name = name
        self._tensor_name_in_ckpt = tensor_name_in_ckpt
        self._tables: dict[Any, Any] = {}

    @property
    def dimension(self) -> int:
        """The number of numbers for each category."""
        return self._dimension

    @property
    def embedding_weights(self) -> Any:
        """The table [categories, dimension] of the graph that is being built.

        Raises:
          ValueError: it should come from a checkpoint, where it has another shape.
        """
        initializer = self._initializer
        if self._ckpt_to_load_from is not None:
            initializer = from_checkpoint(self._ckpt_to_load_from, self._tensor_name_in_ckpt or "")
        graph = get_default_graph()
        if graph not in self._tables:
            self._tables[graph] = get_variable(
                self._name,
                (self._num_buckets, self._dimension),
                dtypes.float32,
                initializer,
                trainable=self._trainable,
            )
        return self._tables[graph]


class _OfOneTable(FromCategories):
    """A base class of columns whose table others have, too."""

    combiner: str
    max_norm: float | None
    use_safe_embedding_lookup: bool
    _kind = "embedding_column"

    @property
    def name(self) -> str:
        """The categories' name and what became of them."""
        return f"{self.categorical_column.name}_shared_embedding"

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns what the categories are."""
        return transformation_cache.get(self.categorical_column, state_manager)

    def _table(self) -> Any:
        raise NotImplementedError("a column says where its table is")

    def _rows(self, pair: Any) -> Tensor:
        check_weights(*pair)
        look_up = safe_embedding_lookup_sparse if self.use_safe_embedding_lookup else embedding_lookup_sparse
        return look_up(
            self._table(), *pair, combiner=self.combiner, max_norm=self.max_norm, name=f"{self.name}_weights"
        )

    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the categories' rows of the table, combined, [batch, dimension].

        Raises:
          ValueError: the categories are a sequence, or there are not as many weights as categories.
        """
        self._check_no_sequence()
        return self._rows(self.categorical_column.get_sparse_tensors(transformation_cache, state_manager))

    def get_sequence_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the same for each step of a sequence, and the sequences' lengths.

        Raises:
          ValueError: the categories are no sequence.
        """
        self._check_sequence()
        pair = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._with_lengths(self._rows(pair), pair[0])


class SharedEmbeddingColumn(
    _OfOneTable,
    collections.namedtuple(
        "SharedEmbeddingColumn",
        [
            "categorical_column",
            "shared_embedding_column_creator",
            "combiner",
            "max_norm",
            "use_safe_embedding_lookup",
        ],
    ),
):
    """See `shared_embeddings`."""

    @property
    def variable_shape(self) -> TensorShape:
        """As many numbers as the table has columns."""
        return TensorShape([self.shared_embedding_column_creator.dimension])

    def get_config(self) -> dict[str, Any]:
        """Is not there: the table is shared with other columns."""
        raise NotImplementedError("SharedEmbeddingColumn.get_config")

    def _table(self) -> Any:
        return self.shared_embedding_column_creator.embedding_weights


class SharedEmbeddingColumnV1(
    _OfOneTable,
    collections.namedtuple(
        "SharedEmbeddingColumnV1",
        [
            "categorical_column",
            "dimension",
            "combiner",
            "initializer",
            "shared_embedding_collection_name",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
            "use_safe_embedding_lookup",
        ],
    ),
):
    """See `shared_embedding_columns`."""

    @property
    def scope_name(self) -> str:
        """The name of the scope in which a layer makes the table."""
        return self.shared_embedding_collection_name

    @property
    def variable_shape(self) -> TensorShape:
        """As many numbers as the table has columns."""
        return TensorShape([self.dimension])

    def get_config(self) -> dict[str, Any]:
        """Is not there: the table is shared with other columns."""
        raise NotImplementedError("SharedEmbeddingColumnV1.get_config")

    def create_state(self, state_manager: StateManager) -> None:
        """Makes the table, unless another column of the graph has made it.

        Raises:
          ValueError: the collection of its name has something else.
        """
        super().create_state(state_manager)
        graph = get_default_graph()
        name, shape = self.shared_embedding_collection_name, (self.categorical_column.num_buckets, self.dimension)
        present = graph.get_collection(name)
        if len(present) > 1:
            raise ValueError(f"Collection {name} can only contain one variable. It contains {present}.")
        if present:
            if present[0].shape != shape:
                raise ValueError(
                    f"Shared embedding collection {name} contains a variable of shape {present[0].shape}, expected {shape}: "
                    "columns of other shapes need another shared_embedding_collection_name."
                )
            return
        initializer = self.initializer
        if self.ckpt_to_load_from is not None:
            initializer = from_checkpoint(self.ckpt_to_load_from, self.tensor_name_in_ckpt)
        table = state_manager.create_variable(
            self, "embedding_weights", shape, dtypes.float32, trainable=self.trainable, initializer=initializer
        )
        graph.add_to_collection(name, table)

    def _table(self) -> Any:
        return get_default_graph().get_collection(self.shared_embedding_collection_name)[0]


def _kind_of(column: FeatureColumn) -> type:
    wrapped = (WeightedCategoricalColumn, SequenceCategoricalColumn)
    return type(column.categorical_column if isinstance(column, wrapped) else column)


def _checked(
    categorical_columns: list[CategoricalColumn],
    dimension: int,
    initializer: Callable[..., Any] | None,
    collection_name: str | None,
    ckpt_to_load_from: str | None,
    tensor_name_in_ckpt: str | None,
) -> tuple[Callable[..., Any], str]:
    """Returns the initializer and the name of a table; raises the errors of `shared_embeddings`."""
    if executing_eagerly():
        raise RuntimeError("shared_embedding_columns are not supported when eager execution is enabled.")
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (ckpt_to_load_from is None) != (tensor_name_in_ckpt is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError("initializer must be callable if specified.")
    if initializer is None:
        initializer = TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(dimension))
    names = sorted(column.name for column in categorical_columns)
    first = categorical_columns[0]
    for column in categorical_columns:
        if _kind_of(column) is not _kind_of(first):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, apart from weights and "
                f"sequences. Given column: {first} of type: {type(first)} does not match given column: {column} of type: "
                f"{type(column)}"
            )
        if column.num_buckets != first.num_buckets:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of buckets. Given "
                f"column: {first} with buckets: {first.num_buckets} does not match column: {column} with buckets: "
                f"{column.num_buckets}"
            )
    return initializer, collection_name or "_".join(names) + "_shared_embedding"


@export("feature_column.shared_embeddings", v1="")
def shared_embeddings(
    categorical_columns: list[CategoricalColumn],
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[SharedEmbeddingColumn]:
    """Numbers for the categories of several columns from one table, in a graph (tf.feature_column.shared_embeddings).

    Args:
      categorical_columns: columns of the same kind, with as many categories each.
      dimension: how many numbers there are for each category.
      combiner: what becomes of several categories in an example: "mean", "sqrtn" or "sum".
      initializer: of the table; random numbers of the deviation 1 / sqrt(dimension) without it.
      shared_embedding_collection_name: the table's name; made of the columns' without it.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint with the table, and its name there.
      max_norm: rows of a larger L2 norm are scaled down to it.
      trainable: whether the table is learned.
      use_safe_embedding_lookup: whether examples without categories get zeros, and negative numbers do not count.

    Returns:
      A column for each of those given.

    Raises:
      RuntimeError: ops run at once.
      ValueError: the dimension is not positive, the initializer no function, only one of the checkpoint's names is given, or the
        columns differ in kind or in their number of categories.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     watched = tf.feature_column.categorical_column_with_identity("watched", 10)
    ...     liked = tf.feature_column.categorical_column_with_identity("liked", 10)
    ...     [column.name for column in tf.feature_column.shared_embeddings([watched, liked], 4)]
    ['watched_shared_embedding', 'liked_shared_embedding']
    """
    initializer, name = _checked(
        categorical_columns,
        dimension,
        initializer,
        shared_embedding_collection_name,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
    )
    buckets = categorical_columns[0].num_buckets
    creator = SharedEmbeddingColumnCreator(
        dimension, initializer, ckpt_to_load_from, buckets, trainable, name, tensor_name_in_ckpt
    )
    return [
        SharedEmbeddingColumn(column, creator, combiner, max_norm, use_safe_embedding_lookup)
        for column in categorical_columns
    ]


@export("compat.v1.feature_column.shared_embedding_columns")
def shared_embedding_columns(
    categorical_columns: list[CategoricalColumn],
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[SharedEmbeddingColumnV1]:
    """Returns columns of numbers from one table for TensorFlow 1's layers (tf.compat.v1.feature_column.shared_embedding_columns).

    The first layer of a graph that takes one of them makes the table, and the collection with the table's name has it.

    Args:
      categorical_columns, dimension, combiner, initializer, shared_embedding_collection_name, ckpt_to_load_from,
        tensor_name_in_ckpt, max_norm, trainable, use_safe_embedding_lookup: see `tf.feature_column.shared_embeddings`.

    Raises:
      RuntimeError: ops run at once.
      ValueError: as of `tf.feature_column.shared_embeddings`.

    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default():
    ...     parts = [v1.feature_column.categorical_column_with_identity(name, 10) for name in ("watched", "liked")]
    ...     columns = v1.feature_column.shared_embedding_columns(parts, 4)
    ...     layer = v1.feature_column.input_layer({"watched": [[1]], "liked": [[7]]}, columns)
    ...     (layer.shape, [variable.name for variable in v1.global_variables()])
    (TensorShape([1, 8]), ['input_layer/liked_watched_shared_embedding/embedding_weights:0'])
    """
    initializer, name = _checked(
        categorical_columns,
        dimension,
        initializer,
        shared_embedding_collection_name,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
    )
    return [
        SharedEmbeddingColumnV1(
            column,
            dimension,
            combiner,
            initializer,
            name,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            max_norm,
            trainable,
            use_safe_embedding_lookup,
        )
        for column in categorical_columns
    ]
