"""Models' first layers from columns: tf.compat.v1.feature_column.input_layer and linear_model."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse import elements
from graphwright._src.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    FeatureTransformationCache,
    StateManager,
)
from graphwright._src.feature_column.numeric import SequenceNumericColumn
from graphwright._src.feature_column.shared import SharedEmbeddingColumn, SharedEmbeddingColumnV1
from graphwright._src.ops.array import reshape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.math_binary import add_n
from graphwright._src.ops.nn_norm import bias_add
from graphwright._src.session.collections import GraphKeys
from graphwright._src.text.nn_embedding_sparse import safe_embedding_lookup_sparse
from graphwright._src.v1 import variable_scope
from graphwright._src.v1.initializers import Zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, MutableMapping
    from typing import Any

    from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike

Tensor = _core.Tensor


class _ScopedState(StateManager):
    """Makes variables with `get_variable` in the variable scope around it, and keeps tables."""

    def __init__(self, weight_collections: Iterable[str] | None, trainable: bool) -> None:
        keys = GraphKeys
        names = [*(weight_collections or ()), keys.GLOBAL_VARIABLES, keys.MODEL_VARIABLES]
        self._collections = list(dict.fromkeys(names))
        self._trainable = trainable
        self._variables: dict[Any, Any] = {}
        self._resources: dict[Any, Any] = {}

    def create_variable(
        self,
        feature_column: FeatureColumn | None,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Callable[..., Any] | None = None,
    ) -> Any:
        variable = variable_scope.get_variable(
            name,
            shape,
            dtype,
            initializer,
            trainable=self._trainable and trainable,
            collections=self._collections,
        )
        self._variables[feature_column, name] = variable
        return variable

    def get_variable(self, feature_column: FeatureColumn, name: str) -> Any:
        return self._variables[feature_column, name]

    def add_resource(self, feature_column: FeatureColumn, name: str, resource: object) -> Any:
        self._resources[feature_column, name] = resource
        return resource

    def has_resource(self, feature_column: FeatureColumn, name: str) -> bool:
        return (feature_column, name) in self._resources

    def get_resource(self, feature_column: FeatureColumn, name: str) -> Any:
        return self._resources[feature_column, name]

    def variables_of(self, feature_column: FeatureColumn) -> list[Any]:
        """Returns the variables that a column made."""
        return [variable for (column, _), variable in self._variables.items() if column == feature_column]


def _checked_columns(feature_columns: Iterable[Any]) -> list[Any]:
    """Returns the columns by name; one alone need not stand in a list."""
    columns = [feature_columns] if isinstance(feature_columns, FeatureColumn) else list(feature_columns)
    for column in columns:
        if not isinstance(column, FeatureColumn) or isinstance(column, SequenceNumericColumn):
            raise ValueError(
                f"Items of feature_columns must be a _FeatureColumn. Given (type {type(column)}): {column}."
            )
        if isinstance(column, SharedEmbeddingColumn):
            raise ValueError(
                f"SharedEmbeddingColumns are not supported in linear_model or input_layer. Given: {column}"
            )
    if not columns:
        raise ValueError("feature_columns must not be empty.")
    names: dict[str, Any] = {}
    for column in columns:
        if column.name in names:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {names[column.name]}. Leave one of them "
                "out, or give its feature a second name."
            )
        names[column.name] = column
    return sorted(columns, key=lambda column: column.name)


def _scope_name(column: FeatureColumn) -> str:
    return column.scope_name if isinstance(column, SharedEmbeddingColumnV1) else column.name


def _flat(column: DenseColumn, cache: FeatureTransformationCache, state: StateManager) -> Tensor:
    """Returns a column's numbers as a matrix."""
    dense = column.get_dense_tensor(cache, state)
    return reshape(dense, [-1, column.variable_shape.num_elements()])


def _as_matrix(sparse: SparseTensor) -> Any:
    """Returns a SparseTensor with all axes but the first in one."""
    return elements.reshape(sparse, [sparse.dense_shape[0], -1])


@export("compat.v1.feature_column.input_layer")
def input_layer(
    features: Mapping[str, Any],
    feature_columns: Iterable[Any],
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    cols_to_vars: MutableMapping[Any, Any] | None = None,
    cols_to_output_tensors: MutableMapping[Any, Any] | None = None,
) -> Tensor:
    """Returns the numbers of all columns side by side, those of the first name first (tf.compat.v1.feature_column.input_layer).

    Args:
      features: tensors or sparse tensors by name.
      feature_columns: columns of numbers.
      weight_collections: collections to which variables are added.
      trainable: whether variables are learned.
      cols_to_vars: is filled with a list of variables for each column.
      cols_to_output_tensors: is filled with a tensor for each column.

    Returns:
      A float32 tensor [batch, numbers of all columns].

    Raises:
      ValueError: there are no columns, one is none of numbers, or two have the same name.

    >>> import graphwright as tf
    >>> columns = [tf.feature_column.numeric_column("b"), tf.feature_column.numeric_column("a")]
    >>> tf.compat.v1.feature_column.input_layer({"a": [1.0, 2.0], "b": [3.0, 4.0]}, columns).numpy()
    array([[1., 3.],
           [2., 4.]], dtype=float32)
    """
    columns = _checked_columns(feature_columns)
    for column in columns:
        if not isinstance(column, DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an "
                f"embedding_column or indicator_column. Given: {column}"
            )
    state = _ScopedState(weight_collections, trainable)
    scope = variable_scope.variable_scope
    found = []
    with scope(None, default_name="input_layer", values=features.values()):
        cache = FeatureTransformationCache(features)
        for column in columns:
            with scope(None, default_name=_scope_name(column)):
                column.create_state(state)
                found.append(_flat(column, cache, state))
            if cols_to_vars is not None:
                cols_to_vars[column] = state.variables_of(column)
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = found[-1]
        return concat(found, 1)


@export("compat.v1.feature_column.linear_model")
def linear_model(
    features: Mapping[str, Any],
    feature_columns: Iterable[Any],
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Iterable[str] | None = None,
    trainable: bool = True,
    cols_to_vars: MutableMapping[Any, Any] | None = None,
) -> Tensor:
    """Returns a weighted sum of all columns; weights are learned and begin at zero (tf.compat.v1.feature_column.linear_model).

    Args:
      features: tensors or sparse tensors by name.
      feature_columns: columns of numbers or of categories; a category counts as a one in its place.
      units: how many sums there are.
      sparse_combiner: what becomes of several categories in an example: "sum", "mean" or "sqrtn".
      weight_collections: collections to which variables are added.
      trainable: whether variables are learned.
      cols_to_vars: is filled with a list of variables for each column, and for "bias".

    Returns:
      A float32 tensor [batch, units].

    Raises:
      ValueError: there are no columns, or two have the same name.

    >>> import graphwright as tf
    >>> price = tf.feature_column.numeric_column("price")
    >>> tf.compat.v1.feature_column.linear_model({"price": [[1.0], [2.0]]}, [price]).numpy()
    array([[0.],
           [0.]], dtype=float32)
    """
    columns = _checked_columns(feature_columns)
    state = _ScopedState(weight_collections, trainable)
    scope = variable_scope.variable_scope
    zeros = Zeros()
    sums = []
    with scope(None, default_name="linear_model", values=features.values()):
        cache = FeatureTransformationCache(features)
        for column in columns:
            with scope(None, default_name=_scope_name(column)):
                of_categories = isinstance(column, CategoricalColumn)
                width = column.num_buckets if of_categories else column.variable_shape.num_elements()
                weights = state.create_variable(column, "weights", (width, units), initializer=zeros)
                column.create_state(state)
                if of_categories:
                    ids, given = column.get_sparse_tensors(cache, state)
                    lookup = safe_embedding_lookup_sparse
                    given = None if given is None else _as_matrix(given)
                    sums.append(lookup(weights, _as_matrix(ids), given, combiner=sparse_combiner))
                else:
                    sums.append(matmul(_flat(column, cache, state), weights))
            if cols_to_vars is not None:
                cols_to_vars[column] = state.variables_of(column)
        bias = state.create_variable(None, "bias_weights", [units], initializer=zeros)
        if cols_to_vars is not None:
            cols_to_vars["bias"] = [bias]
        return bias_add(add_n(sums), bias, name="weighted_sum")
