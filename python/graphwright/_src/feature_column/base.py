"""The base of all feature columns: their classes, their configurations, and the cache that computes each only once."""

from __future__ import annotations

import abc
import collections

from graphwright import _core
from graphwright._src.base.call_signature import call_signature
from graphwright._src.base.export import export
from graphwright._src.composite.sparse.elements import reshape
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import expand_dims, size
from graphwright._src.ops.array_index import gather_nd
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math_binary import equal, floordiv, maximum, not_equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_segment import unsorted_segment_max
from graphwright._src.state.trackable import is_part, no_manual_dependency_tracking_scope
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import zeros_like
from graphwright._src.v1 import variable_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, ClassVar

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_CLASSES: dict[str, type] = {}  # those that configurations may name


def check_key(key: object) -> None:
    """Raises a ValueError for a feature's name that is no string."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def check_string_or_integer(dtype: DType, of_what: str) -> None:
    """Raises a ValueError for dtypes of other things than categories."""
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{of_what} dtype must be string or integer. dtype: {dtype}.")


def described(column: FeatureColumn) -> dict[str, Any]:
    """Returns the fields of a column by their names, columns among them by their configurations, as get_config gives them."""
    values: Any = column  # as all columns are named tuples
    config: dict[str, Any] = dict(zip(column._fields, values, strict=True))
    if "dtype" in config:
        config["dtype"] = values.dtype.name
    for field in ("normalizer_fn", "initializer"):
        if config.get(field) is not None:
            config[field] = _described_function(config[field])
    for field in ("source_column", "categorical_column"):
        if field in config:
            config[field] = serialize_feature_column(config[field])
    return config


def _described_function(function: Any) -> Any:
    if hasattr(function, "get_config"):
        return {"class_name": type(function).__name__, "config": function.get_config()}
    if hasattr(function, "__name__"):
        return function.__name__
    raise ValueError(f"Cannot serialize {function!r}: it has neither a get_config method nor a name")


def _function_of(described: Any, custom_objects: Mapping[str, Any] | None) -> Any:
    """Returns the function or initializer that `_described_function` told of."""
    if described is None or callable(described):
        return described
    name = described["class_name"] if isinstance(described, dict) else described
    found = (custom_objects or {}).get(name)
    if found is None and isinstance(described, dict):
        from graphwright._src.v1 import initializers

        found = getattr(initializers, name, None)
    if found is None:
        raise ValueError(f"Unknown function or class: {name!r}. It must be among the `custom_objects`")
    return found(**described["config"]) if isinstance(described, dict) else found


@export("__internal__.feature_column.serialize_feature_column")
def serialize_feature_column(fc: FeatureColumn) -> Any:
    """Returns the class and configuration of a column; a plain feature's name is returned as it is.

    Raises:
      ValueError: it is neither a column nor a name.
    """
    if isinstance(fc, str):
        return fc
    if isinstance(fc, FeatureColumn):
        return {"class_name": type(fc).__name__, "config": fc.get_config()}
    raise ValueError(f"Instance: {fc} is not a FeatureColumn")


@export("__internal__.feature_column.deserialize_feature_column")
def deserialize_feature_column(
    config: str | Mapping[str, Any],
    custom_objects: Mapping[str, Any] | None = None,
    columns_by_name: dict[str, Any] | None = None,
) -> Any:
    """Returns the column that `serialize_feature_column` told of.

    Args:
      config: a class and configuration, or a plain feature's name.
      custom_objects: classes and functions by name that are not TensorFlow's.
      columns_by_name: the columns made so far; one that is told of again is not made again.

    Raises:
      ValueError: the class is not known, or the configuration is not one of it.
    """
    if isinstance(config, str):
        return config
    name = config["class_name"]
    cls = (custom_objects or {}).get(name) or _CLASSES.get(name)
    if cls is None:
        raise ValueError(f"Unknown feature_column_v2: {name}")
    column = cls.from_config(config["config"], custom_objects=custom_objects, columns_by_name=columns_by_name)
    if columns_by_name is None:
        return column
    return columns_by_name.setdefault(f"{name}:{column.name}", column)


@export("__internal__.feature_column.FeatureColumn")
class FeatureColumn(abc.ABC):
    """A base class of columns, each made of one feature of an example or several; columns are named tuples without state."""

    _fields: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith(__package__ or ""):
            _CLASSES[cls.__name__] = cls

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The column's name."""
        raise NotImplementedError(f"{type(self).__name__}.name")

    @property
    @abc.abstractmethod
    def parse_example_spec(self) -> dict[str, Any]:
        """The features of an example that the column needs, for `tf.io.parse_example`."""
        raise NotImplementedError(f"{type(self).__name__}.parse_example_spec")

    @property
    @abc.abstractmethod
    def parents(self) -> list[Any]:
        """The columns and names of features that this one is computed from."""
        raise NotImplementedError(f"{type(self).__name__}.parents")

    @abc.abstractmethod
    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns what other columns take this one for."""
        raise NotImplementedError(f"{type(self).__name__}.transform_feature")

    def create_state(self, state_manager: StateManager) -> None:  # noqa: B027
        """Makes the variables that the column needs; most need none."""

    def get_config(self) -> dict[str, Any]:
        """Returns the column's fields in a form that can be written down."""
        return described(self)

    @classmethod
    def from_config(
        cls,
        config: Mapping[str, Any],
        custom_objects: Mapping[str, Any] | None = None,
        columns_by_name: dict[str, Any] | None = None,
    ) -> Any:
        """Returns the column with the fields that `get_config` gave.

        Raises:
          ValueError: fields are missing.
        """
        if not all(field in config for field in cls._fields):
            raise ValueError(f"Invalid config: {config}, expected keys: {cls._fields}")
        fields = {field: config[field] for field in cls._fields}
        if "dtype" in fields:
            fields["dtype"] = dtypes.as_dtype(fields["dtype"])
        for field in ("normalizer_fn", "initializer"):
            if field in fields:
                fields[field] = _function_of(fields[field], custom_objects)
        for field in ("source_column", "categorical_column"):
            if field in fields:
                fields[field] = deserialize_feature_column(fields[field], custom_objects, columns_by_name)
        return cls(**fields)

    def _get_config(self) -> dict[str, Any]:
        return self.get_config()

    @classmethod
    def _from_config(
        cls,
        config: Mapping[str, Any],
        custom_objects: Mapping[str, Any] | None = None,
        columns_by_name: dict[str, Any] | None = None,
    ) -> Any:
        return cls.from_config(config, custom_objects, columns_by_name)

    @property
    def _is_v2_column(self) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return str(self) < str(other)

    def __gt__(self, other: object) -> bool:
        return str(self) > str(other)


@export("__internal__.feature_column.DenseColumn")
class DenseColumn(FeatureColumn):
    """A column of numbers."""

    @property
    @abc.abstractmethod
    def variable_shape(self) -> Any:
        """The shape of one example's numbers, a TensorShape."""
        raise NotImplementedError(f"{type(self).__name__}.variable_shape")

    @abc.abstractmethod
    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the numbers, a tensor [batch] + variable_shape."""
        raise NotImplementedError(f"{type(self).__name__}.get_dense_tensor")


class CategoricalColumn(FeatureColumn):
    """A column of categories, each a number from 0 on; an example has any number of them."""

    IdWeightPair = collections.namedtuple("IdWeightPair", ["id_tensor", "weight_tensor"])

    @property
    @abc.abstractmethod
    def num_buckets(self) -> int:
        """The number of categories."""
        raise NotImplementedError(f"{type(self).__name__}.num_buckets")

    @abc.abstractmethod
    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the categories, a SparseTensor [batch, ...] of integers, and their weights, another one or None."""
        raise NotImplementedError(f"{type(self).__name__}.get_sparse_tensors")


@export("__internal__.feature_column.SequenceDenseColumn")
class SequenceDenseColumn(FeatureColumn):
    """A column of sequences of numbers."""

    TensorSequenceLengthPair = collections.namedtuple("TensorSequenceLengthPair", ["dense_tensor", "sequence_length"])

    @abc.abstractmethod
    def get_sequence_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the numbers, a tensor [batch, longest sequence, ...], and the sequences' lengths, int64 [batch]."""
        raise NotImplementedError(f"{type(self).__name__}.get_sequence_dense_tensor")


class StateManager:
    """Keeps the variables and tables of columns, which hold none themselves; to be derived from."""

    def create_variable(
        self,
        feature_column: FeatureColumn,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Callable[..., Any] | None = None,
    ) -> Any:
        """Makes a variable of a column."""
        raise NotImplementedError("StateManager.create_variable")

    def add_variable(self, feature_column: FeatureColumn, var: object) -> None:
        """Takes a variable that exists."""
        raise NotImplementedError("StateManager.add_variable")

    def get_variable(self, feature_column: FeatureColumn, name: str) -> Any:
        """Returns the variable of this name."""
        raise NotImplementedError("StateManager.get_variable")

    def add_resource(self, feature_column: FeatureColumn, name: str, resource: object) -> Any:
        """Takes a table or another resource of a column."""
        raise NotImplementedError("StateManager.add_resource")

    def has_resource(self, feature_column: FeatureColumn, name: str) -> bool:
        """Tells whether there is a resource of this name."""
        raise NotImplementedError("StateManager.has_resource")

    def get_resource(self, feature_column: FeatureColumn, name: str) -> Any:
        """Returns the resource of this name."""
        raise NotImplementedError("StateManager.get_resource")


@export("__internal__.feature_column.StateManager")
class _StateManagerImpl(StateManager):
    """Keeps the variables and tables of columns in a Keras layer.

    Args:
      layer: has the method `add_weight` and tracks what it is given, for checkpoints.
      trainable: whether variables are learned.
    """

    # Keras 2's own state manager inherits from this one and uses its attributes.
    def __init__(self, layer: Any, trainable: bool) -> None:
        self._trainable = trainable
        self._layer = layer
        if not hasattr(layer, "_resources"):
            layer._resources = {}
        self._cols_to_vars_map: Any = collections.defaultdict(dict)
        self._cols_to_resources_map: Any = collections.defaultdict(dict)

    def create_variable(
        self,
        feature_column: FeatureColumn,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Callable[..., Any] | None = None,
    ) -> Any:
        """Makes a variable with the layer's `add_weight`."""
        made = self._cols_to_vars_map[feature_column]
        if name in made:
            raise ValueError("Variable already exists.")
        # Columns may share a variable's name, so that it is tracked under the column's name and not by `add_weight`.
        with no_manual_dependency_tracking_scope(self._layer):
            variable = self._layer.add_weight(
                name=name,
                shape=shape,
                dtype=dtype,
                initializer=initializer,
                trainable=self._trainable and trainable,
                use_resource=use_resource,
                getter=variable_scope.get_variable,
            )
        if is_part(variable):
            self._layer._track_trackable(variable, f"{feature_column.name}/{name}")
        made[name] = variable
        return variable

    def get_variable(self, feature_column: FeatureColumn, name: str) -> Any:
        """Returns the variable of this name."""
        if name not in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable does not exist.")
        return self._cols_to_vars_map[feature_column][name]

    def add_resource(self, feature_column: FeatureColumn, name: str, resource: object) -> None:
        """Takes a table or another resource of a column, and lets the layer track it."""
        self._cols_to_resources_map[feature_column][name] = resource
        if is_part(resource):
            tracked = self._layer._resources
            if feature_column.name not in tracked:
                tracked[feature_column.name] = {}
            if name not in tracked[feature_column.name]:
                tracked[feature_column.name][name] = resource

    def has_resource(self, feature_column: FeatureColumn, name: str) -> bool:
        """Tells whether there is a resource of this name."""
        return name in self._cols_to_resources_map[feature_column]

    def get_resource(self, feature_column: FeatureColumn, name: str) -> Any:
        """Returns the resource of this name."""
        if not self.has_resource(feature_column, name):
            raise ValueError("Resource does not exist.")
        return self._cols_to_resources_map[feature_column][name]


@export("__internal__.feature_column.FeatureTransformationCache")
class FeatureTransformationCache:
    """Computes columns from features, each once however many others are made from it.

    Args:
      features: tensors, sparse tensors or what becomes tensors, by the names of the features.

    >>> import graphwright as tf
    >>> cache = tf.__internal__.feature_column.FeatureTransformationCache({"price": [1.0, 50.0]})
    >>> price = tf.feature_column.numeric_column("price")
    >>> cache.get(tf.feature_column.bucketized_column(price, [10.0]), None).numpy()
    array([[0],
           [1]], dtype=int32)
    """

    def __init__(self, features: Mapping[str, Any]) -> None:
        self._features = dict(features)
        self._known: dict[Any, Any] = {}

    def get(self, key: str | FeatureColumn, state_manager: StateManager | None, training: bool | None = None) -> Any:
        """Returns what a column computes, or a feature as a tensor of at least two axes, by its name.

        Raises:
          ValueError: there is no such feature, it is a scalar, or the column computes nothing.
          TypeError: `key` is neither a column nor a name.
        """
        if key in self._known:
            return self._known[key]
        if isinstance(key, str):
            value = self._raw(key)
        elif isinstance(key, FeatureColumn):
            takes_training = training is not None and "training" in call_signature(key.transform_feature).parameters
            more = {"training": training} if takes_training else {}
            value = key.transform_feature(self, state_manager, **more)
            if value is None:
                raise ValueError(f"Column {key.name} is not supported.")
        else:
            raise TypeError(f'"key" must be either a "str" or "FeatureColumn". Provided: {key}')
        self._known[key] = value
        return value

    def _raw(self, key: str) -> Any:
        if key not in self._features:
            raise ValueError(f"Feature {key} is not in features dictionary.")
        feature = self._features[key]
        if not isinstance(feature, SparseTensor):
            feature = _core.convert_to_tensor(feature)
        rank = feature.shape.rank
        if rank is not None:
            if rank == 0:
                raise ValueError(f"Feature (key: {key}) cannot have rank 0. Given: {feature}")
            return feature if rank > 1 else _with_two_axes(feature)
        shape = feature.dense_shape if isinstance(feature, SparseTensor) else array_module.shape(feature)
        is_vector = equal(size(shape), 1)
        return cond(is_vector, lambda: _with_two_axes(feature), lambda: feature)


def _with_two_axes(feature: TensorLike) -> Any:
    if not isinstance(feature, SparseTensor):
        return expand_dims(feature, -1)
    shape = concat([feature.dense_shape, [1]], 0)
    return reshape(feature, cast(shape, dtypes.int64))


def to_sparse(tensor: TensorLike, ignored: TensorLike | None = None) -> SparseTensor:
    """Returns a tensor's elements as a SparseTensor, without those that stand for nothing: "", -1 of integers, or `ignored`."""
    if isinstance(tensor, SparseTensor):
        return tensor
    dense: Any = tensor
    if ignored is None:
        ignored = "" if dense.dtype == dtypes.string else -1
    where = math_convert.where(not_equal(dense, cast(ignored, dense.dtype)))
    shape = array_module.shape(dense, out_type=dtypes.int64)
    return SparseTensor(where, gather_nd(dense, where), shape)


def sequence_lengths(sparse: SparseTensor, elements: int = 1) -> Tensor:
    """Returns how far the rows of a SparseTensor [batch, length, ...] reach along the second axis, in steps of some
    elements.
    """
    rows, places = sparse.indices[:, 0], sparse.indices[:, 1]
    reach = floordiv(places, elements) + 1
    lengths = unsorted_segment_max(reach, rows, sparse.dense_shape[0])
    return maximum(lengths, zeros_like(lengths))
