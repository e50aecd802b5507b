"""tf.compat.v1.variable_scope and get_variable: variables by name, shared where a scope reuses them."""

from __future__ import annotations

import contextlib
import enum
import weakref

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import log_warning
from graphwright._src.function.func_graph import FuncGraph
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.operation import device_of
from graphwright._src.graph.scopes import get_name_scope, init_scope, name_scope_v1
from graphwright._src.graph.values import make_tensor_proto
from graphwright._src.ops.random import uniform
from graphwright._src.session.collections import GraphKeys
from graphwright._src.state import variable as variable_module
from graphwright._src.state import variable_creation
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import fill, zeros
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.partitioners import PartitionedVariable, known_sizes, slices_of
from graphwright._src.v1.variables import VariableV1, resource_variables_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from graphwright._src.state.variable_creation import (
        VariableAggregation,
        VariableAggregationV2,
        VariableSynchronization,
    )
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


class _ReuseMode(enum.Enum):
    """The modes of sharing variables that exist."""

    AUTO_REUSE = 1


AUTO_REUSE = export_value("compat.v1.AUTO_REUSE", _ReuseMode.AUTO_REUSE)

if TYPE_CHECKING:
    Reuse = bool | _ReuseMode | None  # whether variables may be there already


class _Store:
    """The variables of one graph by name, the scope that is open, and how often scopes were opened."""

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}
        self.partitioned: dict[str, Any] = {}
        self.keeps_eager = False  # whether variables are shared also while ops run at once
        self.other: Any = None  # a library's own store, whose get_variable is asked instead
        self.scope = VariableScope(False)
        self.counts: dict[str, int] = {}

    def open(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def close_inner(self, name: str) -> None:
        """Forgets how often scopes inside of one were opened, so that their default names are those of the first time."""
        prefix = name + "/" if name else ""
        for key in self.counts:
            if key.startswith(prefix):
                self.counts[key] = 0

    def unique(self, prefix: str) -> str:
        """Returns a name for a scope in the open one that no other has."""
        outer = self.scope.name
        full = f"{outer}/{prefix}" if outer else prefix
        if not self.counts.get(full):
            return prefix
        number = 1
        while self.counts.get(f"{full}_{number}"):
            number += 1
        return f"{prefix}_{number}"


_stores: weakref.WeakKeyDictionary[Any, _Store] = weakref.WeakKeyDictionary()


def _store() -> _Store:
    """Returns what the default graph has; functions share that of what is around them, and the program's where that is
    no graph.
    """
    graph = default_graph()
    while isinstance(graph, FuncGraph) and not graph.has_own_scopes:
        graph = graph.outer_graph
    store = _stores.get(graph)
    if store is None:
        with contextlib.nullcontext() if graph.building_function else init_scope():
            store = _stores[graph] = _Store()
    return store


def _get_default_variable_store() -> _Store:
    """Returns what libraries ask for by this name; none of them does anything with it that is not TensorFlow's alone."""
    return _store()


class EagerVariableStore:
    """Variables that `get_variable` shares by name also while ops run at once, as long as `as_default` is on.

    Args:
      store: another one, whose variables this one shares.

    >>> import graphwright as tf
    >>> store = EagerVariableStore()
    >>> with store.as_default():
    ...     tf.compat.v1.get_variable("w", []) is tf.compat.v1.get_variable("w", [])
    True
    """

    def __init__(self, store: EagerVariableStore | None = None) -> None:
        self.by_name: dict[str, Any] = {} if store is None else store.by_name
        self.partitioned: dict[str, Any] = {} if store is None else store.partitioned

    @classmethod
    def inside(cls) -> EagerVariableStore:
        """Returns a new one, or one that shares the variables of that which is on."""
        made, store = cls(), _store()
        if store.keeps_eager:
            made.by_name, made.partitioned = store.variables, store.partitioned
        return made

    @contextlib.contextmanager
    def as_default(self) -> Iterator[None]:
        """Returns the context in which `get_variable` finds the variables of this one, and adds to them."""
        store = _store()
        kept = store.variables, store.partitioned, store.keeps_eager
        store.variables, store.partitioned, store.keeps_eager = self.by_name, self.partitioned, True
        try:
            yield
        finally:
            store.variables, store.partitioned, store.keeps_eager = kept

    def variables(self) -> list[Any]:
        """Returns the variables, by their names."""
        return sorted(self.by_name.values(), key=lambda variable: variable.name)

    def trainable_variables(self) -> list[Any]:
        """Returns those that optimizers change."""
        return [variable for variable in self.variables() if variable.trainable]

    def non_trainable_variables(self) -> list[Any]:
        """Returns those that optimizers leave alone."""
        return [variable for variable in self.variables() if not variable.trainable]

    def copy(self) -> EagerVariableStore:
        """Returns one with variables of its own of the same names and values."""
        copied = EagerVariableStore()
        for name, variable in self.by_name.items():
            copied.by_name[name] = VariableV1(variable.read_value(), name=name, trainable=variable.trainable)
        return copied


@contextlib.contextmanager
def with_variable_store(store: Any) -> Iterator[None]:
    """Returns a context in which `get_variable` asks a library's own store, by the method of that name."""
    ours = _store()
    kept, ours.other = ours.other, store
    try:
        yield
    finally:
        ours.other = kept


def variables_by_name() -> dict[str, Any]:
    """Returns what `get_variable` has made in the default graph; of a variable in parts the whole."""
    store = _store()
    parts = {id(part) for whole in store.partitioned.values() for part in whole}
    return {**{name: v for name, v in store.variables.items() if id(v) not in parts}, **store.partitioned}


@export("compat.v1.VariableScope")
class VariableScope:
    """The defaults that `get_variable` takes from the scopes around it (tf.compat.v1.VariableScope).

    Args:
      reuse: None or False, True, or `tf.compat.v1.AUTO_REUSE`.
      name: put before the names of variables.
      initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: what
        `get_variable` takes where its own arguments say nothing.
      name_scope: the name scope that was opened with it.
    """

    def __init__(
        self,
        reuse: Reuse,
        name: str = "",
        initializer: Callable[..., Any] | TensorLike | None = None,
        regularizer: Callable[..., Any] | None = None,
        caching_device: str | Callable[..., Any] | None = None,
        partitioner: Callable[..., Any] | None = None,
        custom_getter: Callable[..., Any] | None = None,
        name_scope: str = "",
        dtype: DTypeLike = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Callable[..., Any] | None = None,
    ) -> None:
        self._name = name
        # Where ops run at once, functions share their variables by name without asking for it.
        eager = _core.executing_eagerly()
        self._reuse = AUTO_REUSE if eager else reuse
        self._initializer = initializer
        self._regularizer = regularizer
        self._caching_device = caching_device
        self._partitioner = partitioner
        self._custom_getter = custom_getter
        self._name_scope = name_scope
        self._dtype = dtype
        self._use_resource = True if eager else use_resource
        self._constraint = constraint

    def _copy(self) -> VariableScope:
        copied = VariableScope.__new__(VariableScope)
        copied.__dict__.update(self.__dict__)
        return copied

    @property
    def name(self) -> str:
        """The beginning of the names of variables."""
        return self._name

    @property
    def original_name_scope(self) -> str:
        """The name scope that was opened with the scope."""
        return self._name_scope

    @property
    def reuse(self) -> Any:
        """True where variables that exist are shared."""
        return self._reuse

    @property
    def initializer(self) -> Any:
        """The default initializer."""
        return self._initializer

    @property
    def regularizer(self) -> Any:
        """The default regularizer."""
        return self._regularizer

    @property
    def caching_device(self) -> Any:
        """The default caching device."""
        return self._caching_device

    @property
    def partitioner(self) -> Any:
        """The default partitioner."""
        return self._partitioner

    @property
    def custom_getter(self) -> Any:
        """The function that is called in place of `get_variable`."""
        return self._custom_getter

    @property
    def dtype(self) -> Any:
        """The default dtype."""
        return self._dtype

    @property
    def use_resource(self) -> bool | None:
        """The value that was asked for; all variables have handles."""
        return self._use_resource

    @property
    def constraint(self) -> Any:
        """The default constraint."""
        return self._constraint

    def reuse_variables(self) -> None:
        """From now on, variables are shared, and none is made."""
        self._reuse = True

    def set_initializer(self, initializer: Callable[..., Any] | TensorLike | None) -> None:
        """Sets the default initializer."""
        self._initializer = initializer

    def set_dtype(self, dtype: DTypeLike) -> None:
        """Sets the default dtype."""
        self._dtype = dtype

    def set_use_resource(self, use_resource: bool) -> None:
        """Has no effect but on the attribute: all variables have handles."""
        self._use_resource = use_resource

    def set_regularizer(self, regularizer: Callable[..., Any] | None) -> None:
        """Sets the default regularizer."""
        self._regularizer = regularizer

    def set_caching_device(self, caching_device: str | Callable[..., Any] | None) -> None:
        """Sets the default caching device."""
        self._caching_device = caching_device

    def set_partitioner(self, partitioner: Callable[..., Any] | None) -> None:
        """Sets the default partitioner."""
        self._partitioner = partitioner

    def set_custom_getter(self, custom_getter: Callable[..., Any] | None) -> None:
        """Sets what is called in place of `get_variable`."""
        self._custom_getter = custom_getter

    def get_collection(self, name: Any) -> list[Any]:
        """Returns the items of a collection whose names begin with this scope's."""
        return default_graph().get_collection(name, f"{self._name}/" if self._name else "")

    def trainable_variables(self) -> list[Any]:
        """Returns the trainable variables of this scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        """Returns the global variables of this scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """Returns the local variables of this scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(self, var_store: _Store, name: str, **kwargs: Any) -> Any:
        """Returns the variable of that name in this scope: see `tf.compat.v1.get_variable`."""
        return _get(var_store, self, name, **kwargs)


@export("compat.v1.get_variable_scope")
def get_variable_scope() -> VariableScope:
    """Returns the variable scope that is open (tf.compat.v1.get_variable_scope)."""
    return _store().scope


_FIELDS = ("initializer", "regularizer", "caching_device", "partitioner", "dtype", "use_resource", "constraint")


@export("compat.v1.variable_scope")
class variable_scope:  # noqa: N801
    """A context in which `get_variable` puts a name before names, and may share variables (tf.compat.v1.variable_scope).

    Args:
      name_or_scope: a name, which is added to the scopes around it, or a `VariableScope` to be entered again.
      default_name: made unique and used where `name_or_scope` is None.
      values: have no effect.
      initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults for
        `get_variable`.
      reuse: True to share variables, which must exist; `AUTO_REUSE` to share those that exist; None to do as outside.
      auxiliary_name_scope: whether a name scope is opened, too.

    Raises:
      ValueError: there is neither a name nor a default name.
      TypeError: `name_or_scope` is neither a string nor a scope.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.variable_scope("layer"):
    ...         w = tf.compat.v1.get_variable("w", [2, 3])
    ...     with tf.compat.v1.variable_scope("layer", reuse=True):
    ...         same = tf.compat.v1.get_variable("w")
    >>> w.name, same is w
    ('layer/w:0', True)
    """

    def __init__(
        self,
        name_or_scope: VariableScope | str | None,
        default_name: str | None = None,
        values: Any = None,
        initializer: Callable[..., Any] | TensorLike | None = None,
        regularizer: Callable[..., Any] | None = None,
        caching_device: str | Callable[..., Any] | None = None,
        partitioner: Callable[..., Any] | None = None,
        custom_getter: Callable[..., Any] | None = None,
        reuse: Reuse = None,
        dtype: DTypeLike | None = None,
        use_resource: bool | None = None,
        constraint: Callable[..., Any] | None = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if reuse not in (None, False, True, AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._reuse = reuse
        self._custom_getter = custom_getter
        self._auxiliary = auxiliary_name_scope
        self._given = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "dtype": dtype,
            "use_resource": use_resource,
            "constraint": constraint,
        }
        self._opened: list[Any] = []

    def __enter__(self) -> VariableScope:
        context = self._context()
        scope = context.__enter__()
        self._opened.append(context)
        return scope

    def __exit__(self, *exc_info: Any) -> Any:
        return self._opened.pop().__exit__(*exc_info)

    @contextlib.contextmanager
    def _context(self) -> Iterator[VariableScope]:
        graph = _core.current_graph()
        if graph is not None and graph.finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        if self._name_or_scope is not None and not isinstance(self._name_or_scope, (str, VariableScope)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        store = _store()
        outer = store.scope
        given = self._name_or_scope
        if isinstance(given, VariableScope):
            scope = given._copy()
            short = given.name.split("/")[-1]
            scope._reuse = outer.reuse if given.reuse is None or given.reuse is False else given.reuse
            counts = dict(store.counts)
        else:
            short = given if given is not None else store.unique(self._default_name or "")
            if given is None and self._reuse:
                raise ValueError("reuse=True cannot be used without a name_or_scope")
            scope = outer._copy()
            scope._name = f"{outer.name}/{short}" if outer.name else short
            counts = None
        if self._reuse is not None and self._reuse is not False:
            scope._reuse = self._reuse
        scope._constraint = None  # the only default that is not passed on
        for field in _FIELDS:
            if self._given[field] is not None:
                setattr(scope, "_" + field, self._given[field])
        if _core.executing_eagerly():
            scope._reuse, scope._use_resource = AUTO_REUSE, True
        if self._custom_getter is not None:
            scope._custom_getter = _composed(self._custom_getter, scope._custom_getter)
        with contextlib.ExitStack() as stack:
            if self._auxiliary and short:
                # Name scopes are numbered by the graph, on their own.
                scope_name = stack.enter_context(name_scope_v1(short if given is not None else self._default_name))
            else:
                scope_name = get_name_scope()
            if not isinstance(given, VariableScope):
                scope._name_scope = scope_name
            store.scope = scope
            store.open(scope.name)
            try:
                yield scope
            finally:
                store.close_inner(scope.name)
                if counts is not None:
                    store.counts = counts
                store.scope = outer


def _composed(inner: Callable[..., Any], outer: Callable[..., Any] | None) -> Callable[..., Any]:
    """Returns the custom getter of an inner scope around that of the outer one."""
    if outer is None:
        return inner

    # Getters get what they call as their first argument, which may have any name.
    def both(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return inner(lambda *a, **k: outer(getter, *a, **k), *args, **kwargs)

    return both


@export("compat.v1.get_variable")
def get_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Callable[..., Any] | TensorLike | None = None,
    regularizer: Callable[..., Any] | None = None,
    trainable: bool | None = None,
    collections: Iterable[str] | None = None,
    caching_device: str | Callable[..., Any] | None = None,
    partitioner: Callable[..., Any] | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Callable[..., Any] | None = None,
    constraint: Callable[..., Any] | None = None,
    synchronization: VariableSynchronization = variable_creation.VariableSynchronization.AUTO,
    aggregation: VariableAggregation | VariableAggregationV2 = variable_creation.VariableAggregation.NONE,
) -> Any:
    """Returns a variable by its name: a new one, or one that exists where the scope shares variables (tf.compat.v1.get_variable).

    While ops run at once, every call makes a new variable. Functions that are traced from there share variables by name.

    Args:
      name: of the variable; the scopes' names come before it.
      shape: of a new variable.
      dtype: of a new variable; that of the scope, float32 by default.
      initializer: a function of a shape and a dtype, a class of such objects, or a value; by default a Glorot-uniform one for
        floats, and zeros for integers and truth values.
      regularizer: a function of the variable; its result goes to the collection "regularization_losses".
      trainable: whether optimizers change it.
      collections: to which it is added; "variables" by default.
      caching_device: has no effect.
      use_resource: False for a reference, as TensorFlow 1 has them.
      partitioner: a function of the shape and the dtype that says into how many parts each axis is cut; then the variable is
        made of the parts `name`/part_0 and so on.
      validate_shape: whether the shape must be known.
      custom_getter: is called in place of this function, with it as the first argument.
      constraint: a function that optimizers apply to the value after each update.
      synchronization, aggregation: for variables with a copy on each of several replicas.

    Raises:
      ValueError: the variable exists already, or does not where the scope shares only those that do; shape or dtype differ from
        those of the one that exists; or the shape is not known.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.get_variable("w", [2], initializer=tf.zeros_initializer()))
    <tf.Variable 'w:0' shape=(2,) dtype=float32>
    """
    store = _store()
    return _get(
        store,
        store.scope,
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=collections,
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        custom_getter=custom_getter,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def variable_beside(
    primary: Any, name: str, shape: TensorShape, dtype: DTypeLike, initial_value: Callable[[], Any]
) -> Any:
    """Returns a new variable that belongs to another one or a tensor, such as its average: in a scope of its own in the open one.

    Where the other is a part of a variable, or a reference, so is this one.
    """
    own, is_reference = primary.op.name, getattr(primary, "_is_reference", None)
    with device_of(primary.op), variable_scope(None, f"{own}/{name}", auxiliary_name_scope=False) as scope:
        scope.set_partitioner(None)
        known = shape.is_fully_defined()
        made = get_variable(
            "",
            shape if known else None,
            dtype,
            (lambda shape, dtype: initial_value()) if known else initial_value(),
            trainable=False,
            validate_shape=known,
            use_resource=None if is_reference is None else not is_reference,
        )
    part = primary._get_save_slice_info() if isinstance(primary, variable_module.Variable) else None
    if part is not None:
        # What follows the part's name, where no scope comes before that; checkpoints know it by this name.
        whole = f"{part.full_name}/{made.op.name[len(own) + 1 :]}"
        made._set_save_slice_info(made.SaveSliceInfo(whole, part.full_shape, part.var_offset, part.var_shape))
    return made


def unique_name_eagerly(name: str) -> str:
    """Returns the name of a variable beside another one, numbered where such were made before; graphs number names themselves."""
    with variable_scope(None, default_name=name, auxiliary_name_scope=False) as scope:
        return scope.name


@export("compat.v1.get_local_variable")
def get_local_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Callable[..., Any] | TensorLike | None = None,
    regularizer: Callable[..., Any] | None = None,
    trainable: bool = False,
    collections: Iterable[str] | None = None,
    caching_device: str | Callable[..., Any] | None = None,
    partitioner: Callable[..., Any] | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Callable[..., Any] | None = None,
    constraint: Callable[..., Any] | None = None,
    synchronization: VariableSynchronization = variable_creation.VariableSynchronization.AUTO,
    aggregation: VariableAggregation | VariableAggregationV2 = variable_creation.VariableAggregation.NONE,
) -> Any:
    """`get_variable` for one in the collection "local_variables" that is not trainable (tf.compat.v1.get_local_variable)."""
    return get_variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        False,
        [*(collections or ()), GraphKeys.LOCAL_VARIABLES],
        caching_device,
        partitioner,
        validate_shape,
        use_resource,
        custom_getter,
        constraint,
        synchronization,
        aggregation,
    )


def _get(store: _Store, scope: VariableScope, name: str, **kwargs: Any) -> Any:
    dtype, initial = kwargs.get("dtype"), kwargs.get("initializer")
    if dtype is not None and initial is not None and not callable(initial):
        found = _core.convert_to_tensor(initial).dtype.base_dtype
        if found != dtype:
            raise ValueError(f"Initializer type '{found}' and explicit dtype '{dtype}' don't match.")
    for field in _FIELDS:
        if kwargs.get(field) is None:
            kwargs[field] = getattr(scope, field)
    reuse = kwargs.setdefault("reuse", scope.reuse)
    getter = kwargs.pop("custom_getter", None) or scope.custom_getter  # a variable's own one stands in for the scope's
    if _core.executing_eagerly():
        kwargs.update(reuse=False, use_resource=True)
    elif kwargs.get("reuse") is None:
        kwargs["reuse"] = False
    if kwargs.get("trainable") is None:
        kwargs["trainable"] = kwargs.get("synchronization") != variable_creation.VariableSynchronization.ON_READ
    full = f"{scope.name}/{name}" if scope.name else name
    if store.other is not None:
        with name_scope_v1(""):
            return store.other.get_variable(full, custom_getter=getter, **{**kwargs, "reuse": reuse})
    if getter is not None:
        with name_scope_v1(""):  # what a getter of users adds has no scope's name
            return getter(getter=_true_getter(store), name=full, **kwargs)
    return _true_getter(store)(full, **kwargs)


def _true_getter(store: _Store) -> Callable[..., Any]:
    def getter(
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Any = None,
        synchronization: VariableSynchronization = variable_creation.VariableSynchronization.AUTO,
        aggregation: VariableAggregation | VariableAggregationV2 = variable_creation.VariableAggregation.NONE,
    ) -> Any:
        name = name.rstrip("/")  # of a variable that has a scope of its own
        dtype = dtypes.as_dtype(dtype or dtypes.float32).base_dtype
        shape = None if shape is None else TensorShape(shape)
        eager = _core.executing_eagerly() and not store.keeps_eager
        if _core.executing_eagerly():
            reuse = AUTO_REUSE
        if partitioner is not None and (shape is None or shape.rank != 0):
            whole = dict(
                regularizer=regularizer,
                trainable=trainable,
                collections=collections,
                validate_shape=validate_shape,
                constraint=constraint,
            )
            kept = _Store() if eager else store
            return _partitioned(kept, _true_getter(store), name, shape, dtype, initializer, reuse, partitioner, whole)
        if not eager and name in store.partitioned:
            raise ValueError(
                f"A partitioner was not provided, but an existing partitioned variable was found under the name {name}."
            )
        if not eager and name in store.variables:
            return _found(store, name, shape, dtype, initializer, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        if initializer is None:
            initializer = _default_initializer(name, dtype)
        initial, dtype = _initial_value(name, initializer, shape, dtype, validate_shape)
        with init_scope(), name_scope_v1(""):
            variable = VariableV1(
                initial_value=initial,
                name=name,
                trainable=trainable,
                collections=collections,
                caching_device=caching_device,
                dtype=dtype,
                validate_shape=validate_shape,
                constraint=constraint,
                use_resource=resource_variables_enabled() if use_resource is None else use_resource,
                shape=shape,
                synchronization=synchronization,
                aggregation=aggregation,
            )
        if not eager:
            store.variables[name] = variable
        if regularizer is not None:
            with name_scope_v1(name + "/Regularizer/"):
                loss = regularizer(variable)
            if loss is not None and not _core.executing_eagerly():
                default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
        return variable

    return getter


def _partitioned(
    store: _Store,
    getter: Callable[..., Any],
    name: str,
    shape: TensorShape | None,
    dtype: Any,
    initializer: Any,
    reuse: Reuse,
    partitioner: Callable[..., Any],
    arguments: dict[str, Any],
) -> Any:
    """Returns a variable in parts, `name`/part_0 and so on: a new one, or one that exists."""
    if name in store.variables:
        raise ValueError(
            f"A partitioner was provided, but an unpartitioned version of the variable was found: {name}. Perhaps a variable of "
            "the same name was already created without partitioning?"
        )
    found = store.partitioned.get(name)
    if found is not None:
        if not reuse:
            raise ValueError(
                f"Partitioned variable {name} already exists, disallowed. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        if shape is not None and not shape.is_compatible_with(found.shape):
            raise ValueError(
                f"Trying to reuse partitioned variable {name}, but specified shape {shape} and found shape {found.shape}."
            )
        return found
    if reuse is True:
        raise ValueError(f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable().")
    value = None
    if isinstance(initializer, type):
        initializer = initializer()
    if initializer is not None and not callable(initializer):
        value = convert_to_tensor(initializer)
        shape, dtype = value.shape, value.dtype
    if shape is None or not shape.is_fully_defined() or not shape.rank:
        raise ValueError(
            f"Shape of a new partitioned variable ({name}) must be fully defined, but instead was {shape}."
        )
    if initializer is None:
        initializer = _default_initializer(name, dtype)
    partitions = partitioner(shape=shape, dtype=dtype)
    _, places = slices_of(shape, partitions)
    parts = []
    for number, (offset, extent) in enumerate(places):
        if value is not None:
            initial = _core.op("Slice")(value, offset, extent)
            part = getter(
                f"{name}/part_{number}" if name else f"part_{number}",
                dtype=dtype,
                initializer=initial,
                reuse=reuse,
                **arguments,
            )
        else:
            initial = _in_part(initializer, PartitionInfo(known_sizes(shape), offset))
            part = getter(
                f"{name}/part_{number}" if name else f"part_{number}", extent, dtype, initial, reuse=reuse, **arguments
            )
        part._set_save_slice_info(part.SaveSliceInfo(name, shape.as_list(), offset, extent))
        parts.append(part)
    whole = store.partitioned[name] = PartitionedVariable(name, shape, dtype, parts, partitions)
    return whole


class PartitionInfo:
    """The place of a part of a variable in the whole, for initializers, and the shape of the whole."""

    def __init__(self, full_shape: list[int], var_offset: list[int]) -> None:
        self.full_shape = full_shape
        self.var_offset = var_offset


def _in_part(initializer: Callable[..., Any] | None, place: PartitionInfo | None) -> Any:
    """Returns an initializer of a part, or of a whole variable, which is told its place where it asks for it."""
    if initializer is None:
        return None
    from graphwright._src.base.call_signature import call_signature

    try:
        asks = "partition_info" in call_signature(initializer).parameters
    except (TypeError, ValueError):
        asks = False
    if not asks:
        return initializer
    return lambda shape, dtype: initializer(shape, dtype=dtype, partition_info=place)


def _found(
    store: _Store,
    name: str,
    shape: TensorShape | None,
    dtype: DType,
    initializer: object,
    reuse: Reuse,
) -> Any:
    found = store.variables[name]
    if not reuse:
        raise ValueError(
            f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
        )
    if shape is not None and not shape.is_compatible_with(found.shape):
        raise ValueError(f"Trying to share variable {name}, but specified shape {shape} and found shape {found.shape}.")
    if not dtype.is_compatible_with(found.dtype):
        raise ValueError(
            f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found.dtype.name}."
        )
    return found


def _default_initializer(name: str, dtype: dtypes.DType) -> Any:
    if dtype.is_floating:
        return _glorot_uniform
    if dtype.is_integer or dtype.is_unsigned or dtype.is_bool or dtype == dtypes.string:
        return _zeros
    raise ValueError(f"An initializer for variable {name} of {dtype} is required")


def _zeros(shape: ShapeLike, dtype: DTypeLike) -> Any:
    if dtype == dtypes.string:
        return fill(shape, "")
    return zeros(shape, dtype)


def _glorot_uniform(shape: ShapeLike, dtype: DTypeLike, partition_info: PartitionInfo | None = None) -> Any:
    """Uniform in ±sqrt(6 / (inputs + outputs)), counted as for the weights of a layer; a part's are those of the whole."""
    sizes = known_sizes(shape if partition_info is None else partition_info.full_shape)
    if len(sizes) < 1:
        inputs = outputs = 1.0
    elif len(sizes) == 1:
        inputs = outputs = float(sizes[0])
    else:
        field = 1.0
        for size in sizes[:-2]:
            field *= size
        inputs, outputs = sizes[-2] * field, sizes[-1] * field
    limit = (3.0 / max(1.0, (inputs + outputs) / 2.0)) ** 0.5
    return uniform(shape, -limit, limit, dtype)


def _initial_value(
    name: str, initializer: Any, shape: TensorShape | None, dtype: DType, validate_shape: bool
) -> tuple[Any, Any]:
    """Returns what the variable's constructor takes: a function that makes the initial value, or the value; and the
    dtype.
    """
    if isinstance(initializer, type):
        initializer = initializer()
    if not callable(initializer) or isinstance(initializer, (_core.Tensor, variable_module.Variable)):
        if shape is not None and shape.is_fully_defined():
            raise ValueError("If initializer is a constant, do not specify shape.")
        if isinstance(initializer, _core.Tensor):
            return initializer, initializer.dtype.base_dtype
        value = initializer
        as_tensor = not isinstance(value, variable_module.Variable) and not hasattr(value, "dtype")
        given = make_tensor_proto(value) if as_tensor else None
        return value, dtypes.as_dtype(given.dtype if given is not None else value.dtype)
    if shape is not None and not shape.is_fully_defined() and validate_shape:
        raise ValueError(f"Shape of a new variable ({name}) must be fully defined, but instead was {shape}.")
    if shape is None:
        try:
            from graphwright._src.base.call_signature import call_signature

            call_signature(initializer).bind()
        except (TypeError, ValueError):
            raise ValueError(
                f"Shape of a new variable ({name}) must be fully defined, but instead was <unknown>."
            ) from None
        return initializer, None  # its value says of which dtype it is
    sizes = shape.as_list() if shape.is_fully_defined() else shape
    initializer = _in_part(initializer, None)
    return (lambda: initializer(sizes, dtype=dtype)), dtype


@export("compat.v1.variable_op_scope")
@contextlib.contextmanager
def variable_op_scope(
    values: Any,
    name_or_scope: VariableScope | str | None,
    default_name: str | None = None,
    initializer: Callable[..., Any] | TensorLike | None = None,
    regularizer: Callable[..., Any] | None = None,
    caching_device: str | Callable[..., Any] | None = None,
    partitioner: Callable[..., Any] | None = None,
    custom_getter: Callable[..., Any] | None = None,
    reuse: Reuse = None,
    dtype: DTypeLike | None = None,
    use_resource: bool | None = None,
    constraint: Callable[..., Any] | None = None,
) -> Iterator[Any]:
    """`variable_scope` in its older form, with other places of its arguments (tf.compat.v1.variable_op_scope)."""
    log_warning(
        "tf.variable_op_scope(values, name, default_name) is deprecated, use tf.variable_scope(name, default_name, values)"
    )
    with variable_scope(
        name_or_scope,
        default_name,
        values,
        initializer,
        regularizer,
        caching_device,
        partitioner,
        custom_getter,
        reuse,
        dtype,
        use_resource,
        constraint,
    ) as scope:
        yield scope


@export("compat.v1.no_regularizer")
def no_regularizer(_: object) -> None:
    """Returns a regularizer that adds nothing (tf.compat.v1.no_regularizer)."""
