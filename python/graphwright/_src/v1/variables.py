"""tf.compat.v1.Variable, the ops that initialise variables, and lists of variables."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import control_dependencies, name_scope
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import broadcast_to, constant, reshape
from graphwright._src.ops.array_index import boolean_mask
from graphwright._src.ops.array_join import stack
from graphwright._src.session import variable as graph_variable
from graphwright._src.session.collections import GraphKeys
from graphwright._src.state import variable as variable_module
from graphwright._src.state import variable_creation
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.messages.classes import VariableDef
    from graphwright._src.state.variable import Variable
    from graphwright._src.state.variable_creation import (
        VariableAggregation,
        VariableAggregationV2,
        VariableSynchronization,
    )
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


class _VariableV1Meta(variable_module.VariableMetaclass):
    """Sends tf.compat.v1.Variable(…) through the creators; subclasses are made as usual."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is not VariableV1:
            return type.__call__(cls, *args, **kwargs)
        return _call_creators(*args, **kwargs)

    def __instancecheck__(cls, instance: object) -> bool:
        return (
            isinstance(instance, variable_module.Variable)
            if cls is VariableV1
            else type.__instancecheck__(cls, instance)
        )


def _call_creators(
    initial_value: TensorLike | Callable[[], Any] | None = None,
    trainable: bool | None = None,
    collections: Iterable[str] | None = None,
    validate_shape: bool = True,
    caching_device: str | Callable[..., Any] | None = None,
    name: str | None = None,
    variable_def: VariableDef | None = None,
    dtype: DTypeLike | None = None,
    expected_shape: ShapeLike | None = None,
    import_scope: str | None = None,
    constraint: Callable[..., Any] | None = None,
    use_resource: bool | None = None,
    synchronization: VariableSynchronization = variable_creation.VariableSynchronization.AUTO,
    aggregation: VariableAggregation | VariableAggregationV2 = variable_creation.VariableAggregation.NONE,
    shape: ShapeLike | None = None,
    experimental_enable_variable_lifting: bool | None = None,
) -> Any:
    create = variable_module.default_creator
    for creator in variable_creation.creator_stack():
        create = variable_module.chained(creator, create)
    return create(
        initial_value=initial_value,
        trainable=trainable,
        collections=collections,
        validate_shape=validate_shape,
        caching_device=caching_device,
        name=name,
        variable_def=variable_def,
        dtype=dtype,
        expected_shape=expected_shape,
        import_scope=import_scope,
        constraint=constraint,
        use_resource=use_resource,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=shape,
        experimental_enable_variable_lifting=experimental_enable_variable_lifting,
    )


@export("compat.v1.Variable")
class VariableV1(variable_module.Variable, metaclass=_VariableV1Meta):
    """`tf.Variable` with the arguments of TensorFlow 1 (tf.compat.v1.Variable).

    Args:
      initial_value: a tensor, anything `tf.convert_to_tensor` takes, or a function without arguments that returns that.
      trainable: whether optimizers change it, and tapes watch it.
      collections: the graph's collections that it is added to; "variables" by default, and "trainable_variables" for one that
        is trainable.
      validate_shape: whether the shape is taken from the initial value.
      caching_device, import_scope, expected_shape: have no effect.
      name: "Variable" by default; put behind the current name scope.
      variable_def: not supported.
      dtype: what the initial value is converted to.
      constraint: a function that optimizers apply to the value after each update.
      use_resource: False for a reference, as TensorFlow 1 has them; here these have handles, too.
      synchronization, aggregation: for variables with a copy on each of several replicas.
      shape: may be less specific than the initial value's.
      experimental_enable_variable_lifting: whether a `tf.function` may make the variable on its first call.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     count = tf.compat.v1.Variable(3, name="count")
    ...     session.run(count.initializer)
    ...     session.run(count.assign_add(1))
    np.int32(4)
    """

    def __init__(
        self,
        initial_value: TensorLike | Callable[[], Any] | None = None,
        trainable: bool | None = None,
        collections: Iterable[str] | None = None,
        validate_shape: bool = True,
        caching_device: str | Callable[..., Any] | None = None,
        name: str | None = None,
        variable_def: VariableDef | None = None,
        dtype: DTypeLike | None = None,
        expected_shape: ShapeLike | None = None,
        import_scope: str | None = None,
        constraint: Callable[..., Any] | None = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = variable_creation.VariableSynchronization.AUTO,
        aggregation: VariableAggregation | VariableAggregationV2 = variable_creation.VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        experimental_enable_variable_lifting: bool | None = None,
    ) -> None:
        super().__init__(
            initial_value,
            trainable,
            validate_shape,
            caching_device,
            name,
            variable_def,
            dtype,
            import_scope,
            constraint,
            synchronization,
            aggregation,
            shape,
        )


# ---- lists of variables ----


@export("compat.v1.global_variables")
def global_variables(scope: str | None = None) -> list[Any]:
    """Returns the variables of the graph that is being built (tf.compat.v1.global_variables).

    Args:
      scope: a regular expression that their names must match at the beginning.
    """
    return default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@export("compat.v1.all_variables")
def all_variables() -> list[Any]:
    """Returns the same as `tf.compat.v1.global_variables()` (tf.compat.v1.all_variables)."""
    return global_variables()


@export("compat.v1.local_variables")
def local_variables(scope: str | None = None) -> list[Any]:
    """Returns the variables in the collection "local_variables" (tf.compat.v1.local_variables)."""
    return default_graph().get_collection(GraphKeys.LOCAL_VARIABLES, scope)


@export("compat.v1.model_variables")
def model_variables(scope: str | None = None) -> list[Any]:
    """Returns the variables in the collection "model_variables" (tf.compat.v1.model_variables)."""
    return default_graph().get_collection(GraphKeys.MODEL_VARIABLES, scope)


@export("compat.v1.moving_average_variables")
def moving_average_variables(scope: str | None = None) -> list[Any]:
    """Returns the variables in the collection "moving_average_variables" (tf.compat.v1.moving_average_variables)."""
    return default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


@export("compat.v1.trainable_variables")
def trainable_variables(scope: str | None = None) -> list[Any]:
    """Returns the variables that optimizers change (tf.compat.v1.trainable_variables).

    Args:
      scope: a regular expression that their names must match at the beginning.
    """
    return default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


# ---- initialising ----


@export("compat.v1.variables_initializer", "compat.v1.initialize_variables", "compat.v1.initializers.variables")
def variables_initializer(var_list: list[Any], name: str = "init") -> Any:
    """Returns an operation that gives variables their initial values (tf.compat.v1.variables_initializer).

    Args:
      var_list: the variables of a graph.
      name: of the operation.

    Returns:
      The operation; eagerly None, as variables have their values.
    """
    if _core.executing_eagerly():
        return None
    operations = [variable.initializer for variable in var_list]
    with control_dependencies(operations):
        return _core.op("NoOp")(name=name)


@export(
    "compat.v1.global_variables_initializer",
    "compat.v1.initialize_all_variables",
    "compat.v1.initializers.global_variables",
)
def global_variables_initializer() -> Any:
    """Returns an operation that initializes all variables of the graph (tf.compat.v1.global_variables_initializer).

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     w = tf.compat.v1.get_variable("w", initializer=[1.0, 2.0])
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     session.run(w)
    array([1., 2.], dtype=float32)
    """
    return variables_initializer(global_variables())


@export(
    "compat.v1.local_variables_initializer",
    "compat.v1.initialize_local_variables",
    "compat.v1.initializers.local_variables",
)
def local_variables_initializer() -> Any:
    """Returns an operation that gives local variables their initial values (tf.compat.v1.local_variables_initializer)."""
    return variables_initializer(local_variables())


@export("compat.v1.tables_initializer", "compat.v1.initialize_all_tables", "compat.v1.initializers.tables_initializer")
def tables_initializer(name: str = "init_all_tables") -> Any:
    """Returns an operation that runs those in the collection "table_initializer" (tf.compat.v1.tables_initializer)."""
    if _core.executing_eagerly():
        return None
    operations = default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
    with control_dependencies(operations):
        return _core.op("NoOp")(name=name)


@export("compat.v1.is_variable_initialized")
def is_variable_initialized(variable: Variable) -> Tensor:
    """Returns a bool tensor: whether a variable has a value (tf.compat.v1.is_variable_initialized)."""
    return variable.is_initialized()


@export("compat.v1.report_uninitialized_variables")
def report_uninitialized_variables(
    var_list: Iterable[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """Returns a vector with the names of the variables that have no value (tf.compat.v1.report_uninitialized_variables).

    Args:
      var_list: the variables; by default all global and local ones.
      name: of the ops.
    """
    variables = global_variables() + local_variables() if var_list is None else list(var_list)
    with name_scope(name):
        if not variables:
            return constant([], dtypes.string)
        missing = _core.op("LogicalNot")(
            _core.op("Pack")([variable.is_initialized() for variable in variables], name="stack")
        )
        names = _core.convert_to_tensor([variable.name.rpartition(":")[0] for variable in variables])
        return boolean_mask(names, missing)


@export("compat.v1.assert_variables_initialized")
def assert_variables_initialized(var_list: Iterable[Any] | None = None) -> Any:
    """Returns a tensor that cannot be computed unless all variables have values (tf.compat.v1.assert_variables_initialized).

    Returns:
      A tensor, or None where there are no variables. Computing it raises FailedPreconditionError.
    """
    variables = global_variables() + local_variables() if var_list is None else list(var_list)
    if not variables:
        return None
    ranks = [_core.op("Rank")(variable) for variable in variables]
    return ranks[0] if len(ranks) == 1 else _core.op("Pack")(ranks, name="stack")


# ---- assigning ----


@export("compat.v1.assign")
def assign(
    ref: Any,
    value: TensorLike,
    validate_shape: bool | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Makes `value` the value of the variable `ref` (tf.compat.v1.assign).

    Returns:
      The variable after that; in a graph, running it assigns.

    >>> import graphwright as tf
    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.assign(v, 2.0).numpy()
    np.float32(2.0)
    """
    return ref.assign(value, name=name)


@export("compat.v1.assign_add")
def assign_add(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Adds `value` to the variable `ref` (tf.compat.v1.assign_add)."""
    return ref.assign_add(value, name=name)


@export("compat.v1.assign_sub")
def assign_sub(ref: Any, value: TensorLike, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtracts `value` from the variable `ref` (tf.compat.v1.assign_sub)."""
    return ref.assign_sub(value, name=name)


@export("compat.v1.count_up_to")
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Any:
    """Adds one to a scalar integer variable and returns its value before (tf.compat.v1.count_up_to).

    Raises:
      OutOfRangeError: it is `limit` already.
    """
    return ref.count_up_to(limit)


def _scatter(method: str, what: str) -> Callable[..., Any]:
    def scatter(
        ref: Any, indices: TensorLike, updates: TensorLike, use_locking: bool = False, name: str | None = None
    ) -> Any:
        slices = IndexedSlices(_core.convert_to_tensor(updates, ref.dtype), _core.convert_to_tensor(indices))
        return getattr(ref, method)(slices, name=name)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"""{what} (tf.compat.v1.{method}).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """
    return export(f"compat.v1.{method}")(scatter)


def _scatter_nd(method: str, what: str) -> Callable[..., Any]:
    def scatter(
        ref: Any, indices: TensorLike, updates: TensorLike, use_locking: bool = True, name: str | None = None
    ) -> Any:
        return getattr(ref, method)(indices, updates, name=name)

    scatter.__name__ = scatter.__qualname__ = method
    scatter.__doc__ = f"""{what} (tf.compat.v1.{method}).

    Args:
      ref: a variable.
      indices: an integer tensor whose last axis holds index vectors.
      updates: one slice for each index vector.
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """
    return export(f"compat.v1.{method}")(scatter)


for _method, _what in {
    "scatter_add": "Adds to slices of a variable",
    "scatter_sub": "Subtracts from slices of a variable",
    "scatter_mul": "Multiplies slices of a variable",
    "scatter_div": "Divides slices of a variable",
    "scatter_min": "Takes the minimum of slices of a variable and others",
    "scatter_max": "Takes the maximum of slices of a variable and others",
    "scatter_update": "Replaces slices of a variable",
}.items():
    _scatter(_method, _what)
for _method, _what in {
    "scatter_nd_add": "Adds to parts of a variable",
    "scatter_nd_sub": "Subtracts from parts of a variable",
    "scatter_nd_update": "Replaces parts of a variable",
}.items():
    _scatter_nd(_method, _what)


@export("compat.v1.batch_scatter_update")
def batch_scatter_update(
    ref: Any, indices: TensorLike, updates: TensorLike, use_locking: bool = True, name: str | None = None
) -> Any:
    """Writes rows of each batch of a variable (tf.compat.v1.batch_scatter_update).

    Args:
      ref: the variable, whose first axes are those of `indices` but the last.
      indices: which rows of each batch, integers.
      updates: what is written there, of the shape of `indices` followed by that of a row.
      use_locking: has no effect.
      name: of the scope of the ops.

    Returns:
      The variable after that.

    >>> import graphwright as tf
    >>> v = tf.Variable([[1, 2, 3], [4, 5, 6]])
    >>> tf.compat.v1.batch_scatter_update(v, [[0], [2]], [[7], [8]]).numpy()
    array([[7, 2, 3],
           [4, 5, 8]], dtype=int32)
    """
    with name_scope(name or "batch_scatter_update"):
        indices = _core.convert_to_tensor(indices)
        rank = indices.shape.rank
        if rank is None:
            raise ValueError("batch_scatter_update: the rank of `indices` must be known")
        sizes = array_module.shape(indices, out_type=indices.dtype)
        ranges = [math_convert.range(sizes[axis]) for axis in range(rank - 1)]
        places = []
        for axis, numbers in enumerate(ranges):
            one = reshape(numbers, [-1 if i == axis else 1 for i in range(rank)])
            places.append(broadcast_to(one, sizes))
        whole = stack([*places, indices], axis=-1)
        return ref.scatter_nd_update(whole, updates)


@export("compat.v1.variable_creator_scope")
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Any:
    """`tf.variable_creator_scope` by its older name (tf.compat.v1.variable_creator_scope)."""
    return variable_creation.variable_creator_scope(variable_creator)


@export("compat.v1.resource_variables_enabled")
def resource_variables_enabled() -> bool:
    """Tells whether `disable_resource_variables` was not called (tf.compat.v1.resource_variables_enabled)."""
    return not graph_variable.references


@export("compat.v1.enable_resource_variables")
def enable_resource_variables() -> None:
    """Lets variables of graphs give sessions what they hold when they are read (tf.compat.v1.enable_resource_variables)."""
    graph_variable.references = False


@export("compat.v1.disable_resource_variables")
def disable_resource_variables() -> None:
    """Lets variables of graphs, fetched from a session, give what they hold when all is done, as references of TensorFlow 1
    do (tf.compat.v1.disable_resource_variables). They have handles all the same.
    """
    graph_variable.references = True
