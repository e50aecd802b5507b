"""tf.tpu.experimental.embedding: what tables of embeddings are like, and how they are looked up without a TPU."""

from __future__ import annotations

import dataclasses

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import init_scope
from graphwright._src.ops import math_convert, nn_embedding
from graphwright._src.ops.array import broadcast_to
from graphwright._src.ops.initializers import Constant
from graphwright._src.ops.random import truncated_normal
from graphwright._src.state.trackable import AutoTrackable
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.nest import pack_sequence_as
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.nn_embedding_sparse import safe_embedding_lookup_sparse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike

    Rate = float | Callable[[], float]


# ---- optimizers ----


class _Optimizer:
    """The optimizer of a table: its hyperparameters, as attributes. Two of equal ones are equal."""

    _slots: tuple[str, ...] = ()  # the names of the variables that are kept for each table

    def __init__(
        self, learning_rate: Rate, slot_variable_creation_fn: Callable[..., Any] | None = None, **common: Any
    ) -> None:
        clipvalue = common.pop("clipvalue", None)
        if not common["use_gradient_accumulation"] and clipvalue is not None:
            raise ValueError(
                "When `use_gradient_accumulation` is False, gradient clipping cannot be used and `clipvalue` should be left as "
                f"None. Received value {clipvalue} for argument `clipvalue`."
            )
        if slot_variable_creation_fn is not None and not callable(slot_variable_creation_fn):
            raise ValueError(
                "Argument `slot_variable_creation_fn` must be either None or a callable. Received: "
                f"{slot_variable_creation_fn}"
            )
        lowest, highest = (
            (None, None) if clipvalue is None else clipvalue if _is_pair(clipvalue) else (-clipvalue, clipvalue)
        )
        self.slot_variable_creation_fn = slot_variable_creation_fn
        self.learning_rate = learning_rate
        self.clip_gradient_min, self.clip_gradient_max = lowest, highest
        for name, value in common.items():
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def _slot_names(self) -> list[str]:
        return list(self._slots)

    def _slot_initializers(self) -> list[Any]:
        first = getattr(self, "initial_accumulator_value", 0.0)
        constant = Constant
        return [constant(first if name == "accumulators" else 0.0) for name in self._slots]


def _is_pair(clipvalue: object) -> bool:
    if not isinstance(clipvalue, (tuple, list)):
        return False
    _, _ = clipvalue
    return True


def _check_accumulator(value: float) -> None:
    if value <= 0:
        raise ValueError(f"Argument `initial_accumulator_value` must be a positive float. Received: {value}")


@export("tpu.experimental.embedding.SGD")
class SGD(_Optimizer):
    """Plain gradient descent of a table (tf.tpu.experimental.embedding.SGD)."""

    def __init__(
        self,
        learning_rate: Rate = 0.01,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation=use_gradient_accumulation,
            clip_weight_min=clip_weight_min,
            clip_weight_max=clip_weight_max,
            weight_decay_factor=weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate=multiply_weight_decay_factor_by_learning_rate,
            clipvalue=clipvalue,
            low_dimensional_packing_status=low_dimensional_packing_status,
        )


@export("tpu.experimental.embedding.Adagrad")
class Adagrad(_Optimizer):
    """Adagrad for a table (tf.tpu.experimental.embedding.Adagrad)."""

    _slots = ("accumulators",)

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        _check_accumulator(initial_accumulator_value)
        super().__init__(
            learning_rate,
            slot_variable_creation_fn,
            use_gradient_accumulation=use_gradient_accumulation,
            clip_weight_min=clip_weight_min,
            clip_weight_max=clip_weight_max,
            weight_decay_factor=weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate=multiply_weight_decay_factor_by_learning_rate,
            clipvalue=clipvalue,
            low_dimensional_packing_status=low_dimensional_packing_status,
            initial_accumulator_value=initial_accumulator_value,
        )


@export("tpu.experimental.embedding.AdagradMomentum")
class AdagradMomentum(_Optimizer):
    """Adagrad with momentum for a table (tf.tpu.experimental.embedding.AdagradMomentum)."""

    _slots = ("accumulators", "momenta")

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        momentum: float = 0.0,
        use_nesterov: bool = False,
        exponent: float = 2,
        beta2: float = 1,
        epsilon: float = 1e-10,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        if epsilon <= 0:
            raise ValueError("Adagrad momentum: epsilon must be positive")
        if exponent <= 0:
            raise ValueError("Adagrad momentum: Precondition exponent must >0")
        super().__init__(
            learning_rate,
            slot_variable_creation_fn,
            use_gradient_accumulation=use_gradient_accumulation,
            clip_weight_min=clip_weight_min,
            clip_weight_max=clip_weight_max,
            weight_decay_factor=weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate=multiply_weight_decay_factor_by_learning_rate,
            clipvalue=clipvalue,
            low_dimensional_packing_status=low_dimensional_packing_status,
            momentum=momentum,
            use_nesterov=use_nesterov,
            exponent=exponent,
            beta2=beta2,
            epsilon=epsilon,
        )


@export("tpu.experimental.embedding.FTRL")
class FTRL(_Optimizer):
    """FTRL for a table (tf.tpu.experimental.embedding.FTRL)."""

    _slots = ("accumulators", "linears")

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        learning_rate_power: float = -0.5,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        beta: float = 0.0,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        multiply_linear_by_learning_rate: bool = False,
        allow_zero_accumulator: bool = False,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        _check_accumulator(initial_accumulator_value)
        super().__init__(
            learning_rate,
            slot_variable_creation_fn,
            use_gradient_accumulation=use_gradient_accumulation,
            clip_weight_min=clip_weight_min,
            clip_weight_max=clip_weight_max,
            weight_decay_factor=weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate=multiply_weight_decay_factor_by_learning_rate,
            clipvalue=clipvalue,
            low_dimensional_packing_status=low_dimensional_packing_status,
            initial_accumulator_value=initial_accumulator_value,
            learning_rate_power=learning_rate_power,
            l1_regularization_strength=l1_regularization_strength,
            l2_regularization_strength=l2_regularization_strength,
            beta=beta,
            multiply_linear_by_learning_rate=multiply_linear_by_learning_rate,
            allow_zero_accumulator=allow_zero_accumulator,
        )


@export("tpu.experimental.embedding.Adam")
class Adam(_Optimizer):
    """Adam for a table (tf.tpu.experimental.embedding.Adam)."""

    _slots = ("momenta", "velocities")

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        lazy_adam: bool = True,
        sum_inside_sqrt: bool = True,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        for name, beta in (("beta_1", beta_1), ("beta_2", beta_2)):
            if not 0 <= beta < 1:
                raise ValueError(f"Argument `{name}` must be >= 0 and < 1. Received: {beta}.")
        if epsilon <= 0:
            raise ValueError(f"epsilon must be positive; got {epsilon}.")
        super().__init__(
            learning_rate,
            slot_variable_creation_fn,
            use_gradient_accumulation=use_gradient_accumulation,
            clip_weight_min=clip_weight_min,
            clip_weight_max=clip_weight_max,
            weight_decay_factor=weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate=multiply_weight_decay_factor_by_learning_rate,
            clipvalue=clipvalue,
            low_dimensional_packing_status=low_dimensional_packing_status,
            beta_1=beta_1,
            beta_2=beta_2,
            epsilon=epsilon,
            lazy_adam=lazy_adam,
            sum_inside_sqrt=sum_inside_sqrt,
        )


# ---- tables and features ----


@export("tpu.experimental.embedding.QuantizationConfig")
class QuantizationConfig:
    """The quantization of a table's numbers (tf.tpu.experimental.embedding.QuantizationConfig)."""

    def __init__(self, num_buckets: int, lower: float, upper: float) -> None:
        if num_buckets < 2:
            raise ValueError(f"num_buckets is {num_buckets}, must be at least 2 for simulated quantization.")
        self.num_buckets = num_buckets
        self.lower = lower
        self.upper = upper

    def __repr__(self) -> str:
        return f"QuantizationConfig(num_buckets={self.num_buckets!r}, lower={self.lower!r}, upper={self.upper!r})"


@export("tpu.experimental.embedding.SparseCoreEmbeddingConfig")
@dataclasses.dataclass(frozen=True)
class SparseCoreEmbeddingConfig:
    """Options of embeddings on newer TPUs (tf.tpu.experimental.embedding.SparseCoreEmbeddingConfig)."""

    disable_table_stacking: bool = False
    max_ids_per_chip_per_sample: int = 64
    max_ids_per_table: dict[str, int] | None = None
    max_unique_ids_per_table: dict[str, int] | None = None
    allow_id_dropping: bool = False
    initialize_tables_on_host: bool = True
    enable_fast_table_initialization: bool = False


@export("tpu.experimental.embedding.RowIdInitializer")
class RowIdInitializer:
    """An initializer that fills each row with its number (tf.tpu.experimental.embedding.RowIdInitializer)."""

    def __init__(self, offset: int = 0) -> None:
        self.offset = offset

    def __call__(self, shape: Any, dtype: DTypeLike = dtypes.float32, **kwargs: object) -> Any:
        """Returns a tensor [rows, columns]."""
        numbers = math_convert.range(self.offset, self.offset + shape[0], dtype=dtype)
        return broadcast_to(numbers[:, None], shape)


@export("tpu.experimental.embedding.TableConfig")
class TableConfig:
    """A table of embeddings (tf.tpu.experimental.embedding.TableConfig).

    Args:
      vocabulary_size: how many rows there are.
      dim: how many numbers a row has.
      initializer: makes the first values; by default random ones of the deviation 1 / sqrt(dim).
      optimizer: how the table learns.
      combiner: what becomes of several rows: "mean", "sum" or "sqrtn".
      name: the table's name.
      quantization_config, layout: for TPUs.
      dtype: of the numbers.

    Raises:
      ValueError: a size is no positive integer, the initializer no function, or the combiner unknown.

    >>> import graphwright as tf
    >>> tf.tpu.experimental.embedding.TableConfig(vocabulary_size=10, dim=4, name="words").dim
    4
    """

    def __init__(
        self,
        vocabulary_size: int,
        dim: int,
        initializer: Callable[..., Any] | None = None,
        optimizer: _Optimizer | None = None,
        combiner: str | Callable[..., Any] = "mean",
        name: str | None = None,
        quantization_config: QuantizationConfig | None = None,
        layout: object = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        if not isinstance(vocabulary_size, int) or vocabulary_size < 1:
            raise ValueError(f"Argument `vocabulary_size` must be an int and must be >= 1. Received: {vocabulary_size}")
        if not isinstance(dim, int) or dim < 1:
            raise ValueError(f"Argument `dim` (embedding dimension) must be an int and must be >= 1. Received: {dim}")
        if initializer is not None and not callable(initializer):
            raise ValueError(f"Argument `initializer` must be a callable (or None). Received: {initializer}")
        if isinstance(combiner, str) and combiner not in ("mean", "sum", "sqrtn"):
            raise ValueError(f"String argument `combiner` must be in ('mean', 'sum', 'sqrtn'). Received: {combiner}")
        self.vocabulary_size = vocabulary_size
        self.dim = dim
        self.initializer = initializer
        self.optimizer = optimizer
        self.combiner: Any = combiner
        self.name = name
        self.quantization_config = quantization_config
        self.layout = layout
        self.dtype = dtype

    def __repr__(self) -> str:
        shown = "vocabulary_size dim initializer optimizer combiner name quantization_config".split()
        return f"TableConfig({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


@export("tpu.experimental.embedding.FeatureConfig")
class FeatureConfig:
    """A feature that is looked up in a table (tf.tpu.experimental.embedding.FeatureConfig).

    Args:
      table: a `TableConfig`.
      max_sequence_length: how many rows there are for an example; 0 where they are combined to one.
      validate_weights_and_indices: whether inputs are checked.
      output_shape: the shape of the result but for the row.
      name: the feature's name.

    Raises:
      ValueError: `table` is something else, or the length no integer of at least 0.
    """

    def __init__(
        self,
        table: TableConfig,
        max_sequence_length: int = 0,
        validate_weights_and_indices: bool = True,
        output_shape: ShapeLike | None = None,
        name: str | None = None,
    ) -> None:
        if not isinstance(table, TableConfig):
            raise ValueError(
                f"Argument `table` has invalid type {type(table)}. Expected `tf.tpu.experimental.embedding.TableConfig`."
            )
        if not isinstance(max_sequence_length, int) or max_sequence_length < 0:
            raise ValueError(
                f"Argument `max_sequence_length` must be an int and must be >= 0. Received: {max_sequence_length}"
            )
        self.table = table
        self.max_sequence_length = max_sequence_length
        self.name = name
        self.output_shape = TensorShape(output_shape)
        self.validate_weights_and_indices = validate_weights_and_indices

    def __repr__(self) -> str:
        shown = "table max_sequence_length validate_weights_and_indices output_shape name".split()
        return f"FeatureConfig({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


# ---- looking up ----


@export("tpu.experimental.embedding.serving_embedding_lookup")
def serving_embedding_lookup(
    inputs: object, weights: object, tables: dict[TableConfig, Any], feature_config: object
) -> Any:
    """Looks features up in tables, without a TPU (tf.tpu.experimental.embedding.serving_embedding_lookup).

    Args:
      inputs: a structure of tensors, sparse or ragged tensors, like `feature_config` or a part of it.
      weights: how much each of a sparse or ragged tensor's numbers counts, a structure like `inputs`; None for all alike.
      tables: the variables of the tables.
      feature_config: a structure of `FeatureConfig`.

    Returns:
      Tensors in a structure like `inputs`.

    Raises:
      ValueError: there are inputs of no feature, or weights where they do not count.
    """
    features = dict(_flatten_with_paths(feature_config))
    given = _flatten_with_paths(inputs)
    if not (keys := {path for path, _ in given}) <= features.keys():
        raise ValueError(
            f"Inputs are not a subset of feature_config. Inputs keys are {keys}, but feature_config keys are {features.keys()}"
        )
    flat_weights = [None] * len(given) if weights is None else [weight for _, weight in _flatten_with_paths(weights)]
    found = [
        _looked_up(value, weight, tables[features[path].table], features[path], path)
        for (path, value), weight in zip(given, flat_weights, strict=True)
    ]
    return pack_sequence_as(inputs, found)


def _flatten_with_paths(structure: object) -> list[tuple[str, Any]]:
    return [("/".join(map(str, path)), value) for path, value in nest.flatten_with_paths(structure)]


def _looked_up(value: Any, weight: Any, table: Any, feature: FeatureConfig, path: str) -> Any:
    if feature.max_sequence_length and weight is not None:
        raise ValueError(f"Weight specified for {path}, but this is a sequence feature.")
    if isinstance(value, _core.Tensor):
        if weight is not None:
            raise ValueError(f"Weight specified for {path}, but input is dense.")
        if feature.max_sequence_length:
            raise ValueError(f"Feature {path} is a sequence feature but a dense tensor was passed.")
        return nn_embedding.embedding_lookup(table, value)
    ragged = not isinstance(value, SparseTensor)
    if not feature.max_sequence_length:
        sparse = value.to_sparse() if ragged else value
        weights = weight.to_sparse() if ragged and weight is not None else weight
        lookup = safe_embedding_lookup_sparse
        return lookup(table, sparse, weights, combiner=feature.table.combiner)
    rows = RaggedTensor.from_sparse(value) if not ragged else value
    found = nn_embedding.embedding_lookup(table, rows)
    size = [None, feature.max_sequence_length, feature.table.dim]
    return found.to_tensor(shape=size)  # type: ignore[attr-defined]  # ragged, as the rows are


@export("tpu.experimental.embedding.TPUEmbeddingForServing")
class TPUEmbeddingForServing(AutoTrackable):
    """Tables that are looked up on this machine (tf.tpu.experimental.embedding.TPUEmbeddingForServing).

    Args:
      feature_config: a structure of `FeatureConfig`.
      optimizer: how tables learn whose `TableConfig` does not say; None where they do not.
      experimental_sparsecore_restore_info: has no effect.

    Raises:
      ValueError: the optimizer is none of this namespace, or two tables have the same name.

    >>> import graphwright as tf
    >>> e = tf.tpu.experimental.embedding
    >>> table = e.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
    >>> served = e.TPUEmbeddingForServing({"word": e.FeatureConfig(table)}, optimizer=e.SGD())
    >>> served({"word": tf.constant([0])})["word"].numpy()
    array([[1., 1.]], dtype=float32)
    """

    def __init__(
        self,
        feature_config: object,
        optimizer: _Optimizer | None,
        experimental_sparsecore_restore_info: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._feature_config = feature_config
        self._output_shapes = [feature.output_shape for _, feature in _flatten_with_paths(feature_config)]
        tables = {feature.table: None for _, feature in _flatten_with_paths(feature_config)}
        names: set[str] = set()
        for number, table in enumerate(tables):
            if table.optimizer is None:
                table.optimizer = optimizer
            _check_optimizer(table.optimizer)
            if table.name is None:
                table.name = f"table_{number}"
            if table.name in names:
                raise ValueError(f"Tables must have a unique name. Multiple tables with name {table.name} found.")
            names.add(table.name)
        self._table_config = list(tables)

    def build(self) -> None:
        """Makes the variables, where that has not been done; the first call does it."""
        if hasattr(self, "_variables"):
            return
        with init_scope():
            self._variables = {table.name: self._variables_of(table) for table in self._table_config}

    def _variables_of(self, table: TableConfig) -> dict[str, Any]:
        shape = (table.vocabulary_size, table.dim)

        def normal(shape: ShapeLike, dtype: DTypeLike) -> Any:
            return truncated_normal(shape, 0.0, table.dim**-0.5, dtype)

        def made(name: Any, initializer: Callable[..., Any], trainable: bool) -> Any:
            variable = Variable(
                lambda: initializer(shape, dtype=table.dtype), name=name, trainable=trainable, dtype=table.dtype
            )
            return self._track_trackable(variable, name, overwrite=True)

        variables = {}
        optimizer = table.optimizer
        parameters = made(table.name, table.initializer or normal, True)
        if optimizer is not None:
            names, firsts = optimizer._slot_names(), optimizer._slot_initializers()
            if optimizer.slot_variable_creation_fn is not None:
                variables = dict(optimizer.slot_variable_creation_fn(parameters, names, firsts))
            else:
                for name, first in zip(names, firsts, strict=True):
                    variables[name] = made(f"{table.name}/{name}", first, False)
        return {**variables, "parameters": parameters}

    @property
    def embedding_tables(self) -> dict[TableConfig, Any]:
        """The tables' variables."""
        self.build()
        return {table: self._variables[table.name]["parameters"] for table in self._table_config}

    @property
    def variables(self) -> dict[str, dict[str, Any]]:
        """All variables by the names of the tables, "parameters" and what optimizers keep."""
        self.build()
        return self._variables

    def embedding_lookup(self, features: object, weights: object = None) -> Any:
        """Looks features up, see `tf.tpu.experimental.embedding.serving_embedding_lookup`."""
        return serving_embedding_lookup(features, weights, self.embedding_tables, self._feature_config)

    def __call__(self, features: object, weights: object = None) -> Any:
        """Returns the same as `embedding_lookup`."""
        return self.embedding_lookup(features, weights)


def _check_optimizer(optimizer: object) -> None:
    if optimizer is not None and not isinstance(optimizer, _Optimizer):
        raise ValueError(
            f"{type(optimizer)} is an unsupported optimizer class. Please pass an instance of one of the optimizer classes "
            "under tf.tpu.experimental.embedding."
        )


def _refused(name: str) -> None:
    """Publishes a class that may be asked for and inherited from, but not made."""

    def __init__(self: object, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(f"tf.tpu.experimental.embedding.{name}: graphwright has no support for TPUs")

    doc = f"Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.{name})."
    made = type(name, (AutoTrackable,), {"__module__": __name__, "__doc__": doc, "__init__": __init__})
    export_value(f"tpu.experimental.embedding.{name}", made)


for _name in "CustomCombiner CustomOptimizer TPUEmbedding TPUEmbeddingV0 TPUEmbeddingV2".split():
    _refused(_name)
