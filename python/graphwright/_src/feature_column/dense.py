"""Columns of numbers made from categories: counts, and rows of a table that is learned."""

from __future__ import annotations

import collections
import math

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.reader import load_variable
from graphwright._src.composite.sparse.elements import to_dense
from graphwright._src.feature_column.base import CategoricalColumn, DenseColumn, SequenceDenseColumn, sequence_lengths
from graphwright._src.feature_column.categorical import SequenceCategoricalColumn
from graphwright._src.ops.array import constant, expand_dims
from graphwright._src.ops.array_index import one_hot
from graphwright._src.ops.math_reduce import reduce_sum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.nn_embedding_sparse import embedding_lookup_sparse, safe_embedding_lookup_sparse
from graphwright._src.v1.initializers import TruncatedNormal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
    from graphwright._src.feature_column.base import FeatureTransformationCache, StateManager
    from graphwright._src.tensor.typing import DTypeLike

Tensor = _core.Tensor


def check_weights(ids: SparseTensor, weights: SparseTensor | None) -> None:
    """Raises a ValueError where there are not as many weights as categories, as far as that is known."""
    if weights is not None and not ids.values.shape.is_compatible_with(weights.values.shape):
        raise ValueError(f"Dimensions {ids.values.shape[0]} and {weights.values.shape[0]} are not compatible")


class FromCategories(DenseColumn, SequenceDenseColumn):
    """A base class of both columns: sequences of categories become sequences of numbers, others numbers."""

    categorical_column: CategoricalColumn
    _kind: str

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The features that the categories need."""
        return self.categorical_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of categories."""
        return [self.categorical_column]

    def _with_lengths(self, dense: Tensor, ids: SparseTensor) -> Any:
        return self.TensorSequenceLengthPair(dense, sequence_lengths(ids))

    def _check_no_sequence(self) -> None:
        if isinstance(self.categorical_column, SequenceCategoricalColumn):
            raise ValueError(
                f"In {self._kind}: {self.name}. categorical_column must not be of type SequenceCategoricalColumn: take a "
                "categorical_column_with_* for numbers, or get_sequence_dense_tensor for a sequence of them. "
                f"Given (type {type(self.categorical_column)}): {self.categorical_column}"
            )

    def _check_sequence(self) -> None:
        if not isinstance(self.categorical_column, SequenceCategoricalColumn):
            raise ValueError(
                f"In {self._kind}: {self.name}. categorical_column must be of type SequenceCategoricalColumn to make "
                "sequences: take a sequence_categorical_column_with_*. "
                f"Given (type {type(self.categorical_column)}): {self.categorical_column}"
            )


class IndicatorColumn(FromCategories, collections.namedtuple("IndicatorColumn", ["categorical_column"])):
    """See `indicator_column`."""

    _kind = "indicator_column"

    @property
    def name(self) -> str:
        """The categories' name and what became of them."""
        return f"{self.categorical_column.name}_indicator"

    @property
    def variable_shape(self) -> TensorShape:
        """One row, with a place for each category."""
        return TensorShape([1, self.categorical_column.num_buckets])

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns how often each category occurs, or its weights' sum, float32 [batch, ..., categories].

        Raises:
          ValueError: there are not as many weights as categories.
        """
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        check_weights(ids, weights)
        dense = to_dense(ids, default_value=-1)
        counts = one_hot(dense, self.categorical_column.num_buckets, 1.0, 0.0)
        if weights is not None:
            counts = counts * expand_dims(to_dense(weights), -1)
        return reduce_sum(counts, axis=-2)

    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns how often each category occurs, or its weights' sum.

        Raises:
          ValueError: the categories are a sequence.
        """
        self._check_no_sequence()
        return transformation_cache.get(self, state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the same for each step of a sequence, and the sequences' lengths.

        Raises:
          ValueError: the categories are no sequence.
        """
        self._check_sequence()
        dense = transformation_cache.get(self, state_manager)
        ids, _ = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._with_lengths(dense, ids)


def from_checkpoint(file: str, name: str) -> Callable[..., Tensor]:
    """Returns an initializer that gives the tensor of that name in a checkpoint."""

    def initial_value(shape: Iterable[int], dtype: DTypeLike = dtypes.float32, **_: object) -> Tensor:
        found = load_variable(file, name)
        if tuple(found.shape) != tuple(shape):
            raise ValueError(
                f"Shape of the variable ({tuple(shape)}) doesn't match with shape of tensor {name} "
                f"({list(found.shape)}) from checkpoint reader."
            )
        return constant(found, dtype)

    return initial_value


class EmbeddingColumn(
    FromCategories,
    collections.namedtuple(
        "EmbeddingColumn",
        [
            "categorical_column",
            "dimension",
            "combiner",
            "initializer",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
            "use_safe_embedding_lookup",
        ],
    ),
):
    """See `embedding_column`."""

    _kind = "embedding_column"

    __slots__ = ()

    def __new__(
        cls,
        categorical_column: CategoricalColumn,
        dimension: int,
        combiner: str,
        initializer: Callable[..., Any],
        ckpt_to_load_from: str | None,
        tensor_name_in_ckpt: str | None,
        max_norm: float | None,
        trainable: bool,
        use_safe_embedding_lookup: bool = True,
    ) -> EmbeddingColumn:
        return super().__new__(
            cls,
            categorical_column,
            dimension,
            combiner,
            initializer,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            max_norm,
            trainable,
            use_safe_embedding_lookup,
        )

    @property
    def name(self) -> str:
        """The categories' name and what became of them."""
        return f"{self.categorical_column.name}_embedding"

    @property
    def variable_shape(self) -> TensorShape:
        """As many numbers as the table has columns."""
        return TensorShape([self.dimension])

    def create_state(self, state_manager: StateManager) -> None:
        """Makes the table, the variable "embedding_weights" [categories, dimension].

        Raises:
          ValueError: it should come from a checkpoint, where it has another shape.
          tf.errors.NotFoundError: there is no such checkpoint, or nothing of that name in it.
        """
        initializer = self.initializer
        if self.ckpt_to_load_from is not None:
            initializer = from_checkpoint(self.ckpt_to_load_from, self.tensor_name_in_ckpt)
        state_manager.create_variable(
            self,
            name="embedding_weights",
            shape=(self.categorical_column.num_buckets, self.dimension),
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=initializer,
        )

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns what the categories are."""
        return transformation_cache.get(self.categorical_column, state_manager)

    def _rows(self, ids: SparseTensor, weights: SparseTensor | None, state_manager: StateManager | None) -> Tensor:
        check_weights(ids, weights)
        state: Any = state_manager
        table = state.get_variable(self, name="embedding_weights")
        look_up = safe_embedding_lookup_sparse if self.use_safe_embedding_lookup else embedding_lookup_sparse
        return look_up(table, ids, weights, combiner=self.combiner, max_norm=self.max_norm, name=f"{self.name}_weights")

    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the categories' rows of the table, combined, [batch, dimension].

        Raises:
          ValueError: the categories are a sequence, or there are not as many weights as categories.
        """
        self._check_no_sequence()
        pair = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._rows(pair[0], pair[1], state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the same for each step of a sequence, [batch, longest sequence, dimension], and the sequences' lengths.

        Raises:
          ValueError: the categories are no sequence.
        """
        self._check_sequence()
        pair = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._with_lengths(self._rows(pair[0], pair[1], state_manager), pair[0])


@export("feature_column.indicator_column")
def indicator_column(categorical_column: CategoricalColumn) -> IndicatorColumn:
    """Returns how often each category occurs in an example (tf.feature_column.indicator_column).

    Args:
      categorical_column: the categories; weights are added up.

    Raises:
      ValueError: it is another kind of column.

    >>> import graphwright as tf
    >>> names = tf.feature_column.categorical_column_with_vocabulary_list("name", ["bob", "wanda"])
    >>> counts = tf.feature_column.indicator_column(names)
    >>> tf.compat.v1.feature_column.input_layer({"name": [["bob", "bob"], ["bob", "wanda"]]}, [counts]).numpy()
    array([[2., 0.],
           [1., 1.]], dtype=float32)
    """
    if not isinstance(categorical_column, CategoricalColumn):
        raise ValueError(f"Unsupported input type. Input must be a CategoricalColumn. Given: {categorical_column}")
    return IndicatorColumn(categorical_column)


@export("feature_column.embedding_column")
def embedding_column(
    categorical_column: CategoricalColumn,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """Numbers for categories from a table that is learned (tf.feature_column.embedding_column).

    Args:
      categorical_column: the categories.
      dimension: how many numbers there are for each.
      combiner: what becomes of several categories in an example: "mean", "sqrtn" or "sum".
      initializer: of the table; random numbers of the deviation 1 / sqrt(dimension) without it.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint with the table, and its name there.
      max_norm: rows of a larger L2 norm are scaled down to it.
      trainable: whether the table is learned.
      use_safe_embedding_lookup: whether examples without categories get zeros, and negative numbers do not count.

    Raises:
      ValueError: the dimension is not positive, the initializer no function, or only one of the checkpoint's names is given.

    >>> import graphwright as tf
    >>> ids = tf.feature_column.categorical_column_with_identity("ids", 3)
    >>> rows = tf.feature_column.embedding_column(ids, 2, initializer=tf.compat.v1.ones_initializer())
    >>> tf.compat.v1.feature_column.input_layer({"ids": [[0, 2], [-1, -1]]}, [rows]).numpy()
    array([[1., 1.],
           [0., 0.]], dtype=float32)
    """
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (ckpt_to_load_from is None) != (tensor_name_in_ckpt is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError(
            f"initializer must be callable if specified. Embedding of column_name: {categorical_column.name}"
        )
    if initializer is None:
        initializer = TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(dimension))
    return EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
        use_safe_embedding_lookup,
    )
