"""tf.Variable: construction, slices, and what is rarely used; reading and assigning are in the C type it derives from."""

from __future__ import annotations

import abc
import contextlib
import itertools
import operator
import types

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.graph.scopes import executing_eagerly_outside_functions, init_scope, inside_function, name_scope
from graphwright._src.state.trackable import Trackable
from graphwright._src.state.variable_creation import (
    VariableAggregation,
    VariableSynchronization,
    check_modes,
    creator_stack,
)
from graphwright._src.tensor import dtypes
from graphwright._src.tensor import tensor as tensor_module
from graphwright._src.tensor.composite_tensor import without_weak
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor_spec import DenseSpec, TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, register_type_spec_from_value_converter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np

    from graphwright._core import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import SaveSliceInfoDef
    from graphwright._src.state.variable_creation import VariableAggregationV2
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.tensor_shape import TensorShape
    from graphwright._src.tensor.types import CastContext, TraceType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

_graph_variable = late("session.variable", "GraphVariable")
_values_of = late("state.children", "values_of")
_restore_values = late("state.children", "restore_values")
_is_initialized = _core.op("VarIsInitializedOp")

_unique_numbers = itertools.count()


def default_creator(**kwargs: Any) -> Variable:
    """Returns the end of every chain of creators: makes the variable."""
    collections = kwargs.pop("collections", None)
    kwargs.pop("expected_shape", None)
    use_resource = kwargs.pop("use_resource", True)  # version 1 says at least None
    if not executing_eagerly_outside_functions():
        return _graph_variable(collections=collections, use_resource=use_resource, **kwargs)
    return ResourceVariable(**kwargs)


def chained(creator: Callable[..., Any], following: Callable[..., Any]) -> Callable[..., Any]:
    return lambda **kwargs: creator(following, **kwargs)


# Methods written in C -> Python functions that call them.
_as_functions: dict[Any, Callable[..., Any]] = {}


class _OwnFact:
    """A fact of a variable that its class may keep in the attribute itself."""

    def __init__(self, name: str) -> None:
        self._place = getattr(_core.ResourceVariable, name)

    def __get__(self, variable: Any, owner: type | None = None) -> Any:
        return self if variable is None else self._place.__get__(variable)


class VariableMetaclass(abc.ABCMeta):
    """Sends tf.Variable(…) through the creators; subclasses are made as usual. Libraries mix abstract classes into them."""

    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__

    def __getattribute__(cls, name: str) -> Any:
        # The class gives Python functions for methods written in C, which its variables have: `unittest.mock` replaces
        # such by what gets `self`, and `inspect` knows their arguments.
        found = type.__getattribute__(cls, name)
        return _as_functions.get(found, found) if type(found) is types.MethodDescriptorType else found

    if not TYPE_CHECKING:  # editors show the arguments of `__init__`

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            if cls is not Variable:
                return type.__call__(cls, *args, **kwargs)
            return _call_creators(*args, **kwargs)


def _call_creators(
    initial_value: TensorLike | Callable[[], Any] | None = None,
    trainable: bool | None = None,
    validate_shape: bool = True,
    caching_device: str | Callable[..., Any] | None = None,
    name: str | None = None,
    variable_def: object = None,
    dtype: DTypeLike | None = None,
    import_scope: str | None = None,
    constraint: Callable[..., Any] | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation | VariableAggregationV2 = VariableAggregation.NONE,
    shape: ShapeLike | None = None,
    experimental_enable_variable_lifting: bool | None = None,
) -> Any:
    create = default_creator
    for creator in creator_stack():
        create = chained(creator, create)
    return create(
        initial_value=initial_value,
        trainable=trainable,
        validate_shape=validate_shape,
        caching_device=caching_device,
        name=name,
        variable_def=variable_def,
        dtype=dtype,
        import_scope=import_scope,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=shape,
        experimental_enable_variable_lifting=experimental_enable_variable_lifting,
    )


def shape_of_new(value: tensor_module.Tensor, shape: Any) -> Any:
    """Returns the shape of a variable that is made with a value: what was asked for, the value's where nothing was.

    Raises:
      ValueError: the value does not fit.
    """
    if shape is None:
        return value.shape
    if not value.shape.is_compatible_with(shape):
        raise ValueError(
            f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible with the "
            f"explicitly supplied `shape` argument ({shape})."
        )
    return shape


def _full_name(name: str | None) -> str:
    """`name` within the current name scope, without ":0"."""
    if name is None:
        name = "Variable"
    if not isinstance(name, str):
        raise ValueError("name for name_scope must be a string.")
    with name_scope(name) if name else contextlib.nullcontext("") as scope:
        return scope.rstrip("/") if name else ""


def _as_dense(self: Any, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
    return self._dense_var_to_tensor(dtype=dtype, name=name)


@export("Variable", v1="")
class Variable(_core.ResourceVariable, Trackable, metaclass=VariableMetaclass):
    """A tensor that can be changed: the state of a program (tf.Variable).

    A variable can be used wherever a tensor can; its value is then read. It keeps its dtype and shape for life.

    Args:
      initial_value: a tensor, anything `tf.convert_to_tensor` takes, or a function without arguments that returns that.
      trainable: whether gradient tapes watch the variable; True unless `synchronization` is ON_READ.
      validate_shape: has no effect: a variable whose shape may change has a `shape` that says so.
      caching_device: has no effect.
      name: "Variable" by default; put behind the current name scope.
      variable_def: not supported.
      dtype: what the initial value is converted to; by default it keeps its own.
      import_scope: has no effect.
      constraint: a function that optimizers apply to the value after each update.
      synchronization, aggregation: for variables with a copy on each of several replicas.
      shape: may be less specific than the initial value's; that is then all that new values must fit.
      experimental_enable_variable_lifting: whether a `tf.function` may make the variable on its first call.

    Raises:
      ValueError: there is no initial value, or it does not fit `shape` or `dtype`.

    >>> import graphwright as tf
    >>> v = tf.Variable([1.0, 2.0])
    >>> v.assign_add([1.0, 1.0])
    <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([2., 3.], dtype=float32)>
    >>> (v * 2).numpy()
    array([4., 6.], dtype=float32)
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # Classes of libraries, whose variables stand for others, say in this method what these are as tensors.
        own = cls.__dict__
        if "_dense_var_to_tensor" in own and "__tf_tensor__" not in own:
            cls.__tf_tensor__ = _as_dense  # type: ignore[attr-defined]
        if "__getattr__" in own:
            _ask_other(cls, _FACTS)
        # Those that tell their dtype, shape, name themselves, or inherit it, keep it where a variable has its own one otherwise.
        above = [vars(base) for base in cls.__mro__[: cls.__mro__.index(Variable)]]
        for name in ("dtype", "shape", "name", "trainable"):
            told = next((found[name] for found in above if name in found), None)
            if isinstance(told, property) and not any(f"_{name}" in found for found in above):
                setattr(cls, f"_{name}", _OwnFact(f"_{name}"))

    @classmethod
    def _OverloadAllOperators(cls) -> None:
        """Does nothing: subclasses inherit the operators, which ask `__tf_tensor__`."""

    def __init__(
        self,
        initial_value: TensorLike | Callable[[], Any] | None = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: str | Callable[..., Any] | None = None,
        name: str | None = None,
        variable_def: object = None,
        dtype: DTypeLike | None = None,
        import_scope: str | None = None,
        constraint: Callable[..., Any] | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation | VariableAggregationV2 = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        experimental_enable_variable_lifting: bool | None = True,
    ) -> None:
        if variable_def is not None:
            if initial_value is not None:
                raise ValueError(
                    "The variable_def and initial_value args to `tf.Variable` are mutually exclusive, but got both: "
                    f"variable_def={variable_def},\ninitial_value={initial_value}"
                )
            raise NotImplementedError(
                "tf.Variable: variable_def (the protocol buffer of TensorFlow 1) is not supported"
            )
        if initial_value is None:
            if "graphwright._src." not in type(self).__module__ and type(self).__init__ is not Variable.__init__:
                raise NotImplementedError  # there, the class has no values: those of others ask this way whether it has
            raise ValueError(
                "The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a "
                "`variable_def`. You provided neither."
            )
        if constraint is not None and not callable(constraint):
            raise ValueError(
                f"Argument `constraint` must be None or a callable. a callable. Got a {type(constraint)}:  {constraint}"
            )
        synchronization, merging, trainable = check_modes(synchronization, aggregation, trainable, name)
        if isinstance(initial_value, tensor_module.SymbolicTensor) and inside_function():
            raise ValueError(
                "Tensor-typed variable initializers must either be wrapped in an init_scope or callable (e.g., "
                "`tf.Variable(lambda : tf.random.truncated_normal([10, 40]))`) when building functions."
            )
        if _core.executing_eagerly():
            self._make(initial_value, trainable, name, dtype, shape)
        else:
            with init_scope():
                if _core.executing_eagerly():
                    self._make(initial_value, trainable, name, dtype, shape)
                else:
                    self._make_in_graph(initial_value, trainable, name, dtype, shape)
        self._constraint = constraint
        self._synchronization = synchronization
        self._aggregation = merging

    def _make(
        self,
        initial_value: TensorLike | Callable[[], Any],
        trainable: bool,
        name: str | None,
        dtype: DTypeLike | None,
        shape: ShapeLike | None,
    ) -> None:
        full_name = _full_name(name)
        if callable(initial_value) and not isinstance(initial_value, Variable):
            initial_value = initial_value()
        elif isinstance(initial_value, tensor_module.SymbolicTensor):
            raise ValueError(
                f"tf.Variable: the initial value {initial_value!r} belongs to a graph and could not be lifted out of it; give "
                "the value itself, or a function that returns it."
            )
        try:
            value = _core.convert_to_tensor(without_weak(initial_value), dtype)
        except ValueError as error:
            if str(error).startswith("Tensor conversion requested"):
                raise ValueError(f"initial_value: {error}") from None
            raise
        device = _core.device_scope()[0]
        if device > 0 and value.dtype.name != "int32":
            value = _core.place(value, device)
        shape = shape_of_new(value, shape)
        self._init_state(value, value.dtype, shape, full_name + ":0", trainable)
        self._unique_id = f"{full_name}_{next(_unique_numbers)}"

    def _make_in_graph(self, *args: Any) -> None:
        """Makes the variable a part of the graph that is being built: what `tf.Variable(…)` does there."""
        raise NotImplementedError(f"{type(self).__name__}: only what tf.Variable(…) makes can be part of a tf.Graph")

    # ---- facts ----

    _in_graph_mode = False
    _cached_value = None
    _caching_device = None
    _save_slice_info = None
    _initial_value = None
    _initializer_op = None
    _graph_element = None
    _distribute_strategy: Any = None
    _distributed_container: Any  # gives the variable of which this one is a copy
    _has_copies = False
    __array_priority__ = 100

    @property
    def _handle_name(self) -> str:
        """The name; libraries give a variable another one by setting it."""
        return self.name

    @_handle_name.setter
    def _handle_name(self, value: str) -> None:
        self._name = value

    @property
    def _shared_name(self) -> str:
        return self.name[: self.name.index(":")]

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return _values_of(self)

    def _gather_saveables_for_checkpoint(self) -> dict[str, Any]:
        return {"VARIABLE_VALUE": self}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        _restore_values(self, restored_tensors)

    @property
    def constraint(self) -> Callable[..., Any] | None:
        """The function that optimizers apply to the value after each update, or None."""
        return self._source._constraint

    @property
    def synchronization(self) -> VariableSynchronization:
        """The time at which copies on several replicas are brought together."""
        return self._source._synchronization

    @property
    def aggregation(self) -> VariableAggregation:
        """The way in which copies on several replicas are brought together."""
        return self._source._aggregation

    @property
    def device(self) -> str:
        """The name of the device that holds the value."""
        from graphwright._src.tensor.device_spec import device_name

        return device_name(_core.gpu_of(self))

    @property
    def op(self) -> Any:
        """Of what an assignment inside a function returned: the operation that assigns. AttributeError otherwise."""
        if self._source is not self:
            return self._assign_op
        raise AttributeError("Tensor.op is undefined when eager execution is enabled.")

    @property
    def graph(self) -> Any:
        """Of what an assignment inside a function or graph returned: that graph. AttributeError otherwise."""
        if self._source is not self and self._assign_op is not None:
            return self._assign_op.graph
        raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")

    @property
    def initializer(self) -> Any:
        """None: variables are initialised when they are made."""
        return None

    @property
    def initial_value(self) -> Any:
        """RuntimeError: the initial value is not kept."""
        raise RuntimeError("This property is not supported when eager execution is enabled.")

    @property
    def create(self) -> Any:
        """RuntimeError: variables are initialised when they are made."""
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Returns a bool tensor: whether the variable has a value."""
        return _is_initialized(self.handle, name=name)

    def _as_graph_element(self) -> Any:
        """Returns what stands for the variable in a plain graph; None for one that is in none."""
        return self._graph_element

    def set_shape(self, shape: ShapeLike | None) -> None:
        """Makes the shape that values must fit more specific. Raises ValueError where they contradict each other."""
        self._shape = self.shape.merge_with(shape)

    def ref(self) -> tensor_module.Reference:
        """Returns a hashable reference to this variable: use it as a key, and `.deref()` to get the variable back."""
        return tensor_module.Reference(self)

    def experimental_ref(self) -> tensor_module.Reference:
        """Returns the same as ref()."""
        return self.ref()

    def __hash__(self) -> int:
        if _compares_identity():
            return id(self)
        raise TypeError(f"Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {self!r})")

    # ---- reading and writing parts ----

    def sparse_read(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Returns the slices along the first axis that `indices`, an integer tensor, names: shape indices.shape + shape[1:]."""
        return _gather(self.handle, indices, dtype=self.dtype, name=name or "Gather")

    def gather_nd(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Returns the slices that the vectors along the last axis of `indices` name, as `tf.gather_nd` picks them."""
        return _gather_nd(self.handle, indices, dtype=self.dtype, name=name)

    def scatter_add(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Adds the slices in a `tf.IndexedSlices`. Returns what `assign` does; TypeError for anything else."""
        return self._scatter(_scatter_add, sparse_delta, name)

    def scatter_sub(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtracts the slices in a `tf.IndexedSlices`. Returns what `assign` does; TypeError for anything else."""
        return self._scatter(_scatter_sub, sparse_delta, name)

    def scatter_mul(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiplies by the slices in a `tf.IndexedSlices`. Returns what `assign` does; TypeError for anything else."""
        return self._scatter(_scatter_mul, sparse_delta, name)

    def scatter_div(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Divides by the slices in a `tf.IndexedSlices`. Returns what `assign` does; TypeError for anything else."""
        return self._scatter(_scatter_div, sparse_delta, name)

    def scatter_min(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Takes the minimum with the slices in a `tf.IndexedSlices`. Returns what `assign` does."""
        return self._scatter(_scatter_min, sparse_delta, name)

    def scatter_max(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Takes the maximum with the slices in a `tf.IndexedSlices`. Returns what `assign` does."""
        return self._scatter(_scatter_max, sparse_delta, name)

    def scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Puts the slices in a `tf.IndexedSlices` in place. Returns what `assign` does; TypeError for anything else."""
        return self._scatter(_scatter_update, sparse_delta, name)

    def batch_scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Puts slices in place batch by batch: self[b..., indices[b..., i]] = values[b..., i].

        The last axis of `sparse_delta.indices` counts the updates of a batch; its other axes are axes of the variable.
        """
        indices, values = self._parts(sparse_delta)
        indices = _core.convert_to_tensor(indices)
        rank = indices.shape.rank
        if rank is None:
            raise ValueError("batch_scatter_update: the rank of the indices must be known")
        shape = _core.op("Shape")(indices)
        coordinates = []
        for axis in range(rank - 1):
            steps = _core.op("Range")(0, shape[axis], 1)
            steps = _core.op("Cast")(steps, DstT=indices.dtype)
            column = [-1 if k == axis else 1 for k in range(rank)]
            coordinates.append(_core.op("BroadcastTo")(_core.op("Reshape")(steps, column), shape))
        stacked = _core.op("Pack")([*coordinates, indices], axis=rank)
        return self.scatter_nd_update(stacked, values, name=name)

    def scatter_nd_add(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Adds `updates` to the slices that the vectors along the last axis of `indices` name."""
        return self._scatter_nd(_scatter_nd_add, indices, updates, name)

    def scatter_nd_sub(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Subtracts `updates` from the slices that the vectors along the last axis of `indices` name."""
        return self._scatter_nd(_scatter_nd_sub, indices, updates, name)

    def scatter_nd_max(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Takes the maximum of `updates` and the slices that the vectors along the last axis of `indices` name."""
        return self._scatter_nd(_scatter_nd_max, indices, updates, name)

    def scatter_nd_min(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Takes the minimum of `updates` and the slices that the vectors along the last axis of `indices` name."""
        return self._scatter_nd(_scatter_nd_min, indices, updates, name)

    def scatter_nd_update(self, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Any:
        """Puts `updates` in place of the slices that the vectors along the last axis of `indices` name."""
        return self._scatter_nd(_scatter_nd_update, indices, updates, name)

    def _parts(self, sparse_delta: IndexedSlices) -> tuple[Any, Any]:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        return sparse_delta.indices, _core.convert_to_tensor(sparse_delta.values, self.dtype)

    def _scatter(self, op: Callable[..., Any], sparse_delta: IndexedSlices, name: str | None) -> Any:
        indices, values = self._parts(sparse_delta)
        op(self.handle, indices, values, name=name)
        return self._updated(True)

    def _scatter_nd(self, op: Callable[..., Any], indices: TensorLike, updates: TensorLike, name: str | None) -> Any:
        op(self.handle, indices, _core.convert_to_tensor(updates, self.dtype), name=name)
        return self._updated(True)

    def _lazy_read(self, op: object = None) -> Any:
        return self._updated(True)

    # ---- left over from TensorFlow 1 ----

    def eval(self, session: object = None) -> np.ndarray:
        """Of what an assignment in a `tf.Graph` returned: the value after that in a session. RuntimeError otherwise."""
        element = self._as_graph_element() if hasattr(self, "_as_graph_element") else None
        if element is not None:
            return element.eval(session=session)
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    def load(self, value: TensorLike, session: object = None) -> None:
        """Makes `value` the variable's value, as assign() does."""
        self.assign(value)

    def initialized_value(self) -> Any:
        """NotImplementedError: variables are always initialised. Use read_value()."""
        raise NotImplementedError("initialized_value() belongs to TensorFlow 1: use read_value()")

    def count_up_to(self, limit: int) -> Tensor:
        """Adds one to a scalar integer variable and returns its value before. OutOfRangeError once that is `limit`."""
        return _core.op("ResourceCountUpTo")(self.handle, limit=limit, T=self.dtype)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """RuntimeError: the protocol buffer belongs to the graphs of TensorFlow 1."""
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    @staticmethod
    def from_proto(variable_def: object, import_scope: str | None = None) -> Any:
        """NotImplementedError: the protocol buffer belongs to the graphs of TensorFlow 1."""
        raise NotImplementedError("tf.Variable.from_proto belongs to the graphs of TensorFlow 1")

    class SaveSliceInfo:
        """The part that a variable is of a larger one, for checkpoints.

        Args:
          full_name: the larger variable's name.
          full_shape: its shape, a list of ints.
          var_offset: where this part begins, one int for each axis.
          var_shape: this part's shape.
          save_slice_info_def: a message with the same, in place of the other arguments.
          import_scope: put before the name of that message.
        """

        def __init__(
            self,
            full_name: str | None = None,
            full_shape: list[int] | None = None,
            var_offset: list[int] | None = None,
            var_shape: list[int] | None = None,
            save_slice_info_def: SaveSliceInfoDef | None = None,
            import_scope: str | None = None,
        ) -> None:
            if save_slice_info_def is not None:
                noted = save_slice_info_def
                full_name = f"{import_scope}/{noted.full_name}" if import_scope else noted.full_name
                full_shape, var_offset, var_shape = map(list, (noted.full_shape, noted.var_offset, noted.var_shape))
            self.full_name = full_name
            self.full_shape = full_shape
            self.var_offset = var_offset
            self.var_shape = var_shape

        @property
        def spec(self) -> str:
            """The part as checkpoints write it: the full shape, then "offset,size" for each axis."""
            sizes = " ".join(str(size) for size in self.full_shape or ())
            parts = ":".join(f"{o},{n}" for o, n in zip(self.var_offset or (), self.var_shape or (), strict=False))
            return f"{sizes} {parts}"

        def to_proto(self, export_scope: str | None = None) -> Any:
            """Returns the same as a message; None where the larger variable is not in that scope."""
            from graphwright._src.messages.classes import SaveSliceInfoDef

            name = self.full_name or ""
            if export_scope:
                if not name.startswith(export_scope):
                    return None
                name = name[len(export_scope) :].lstrip("/")
            return SaveSliceInfoDef(
                full_name=name, full_shape=self.full_shape, var_offset=self.var_offset, var_shape=self.var_shape
            )

    def _set_save_slice_info(self, save_slice_info: Variable.SaveSliceInfo | None) -> None:
        self._save_slice_info = save_slice_info

    def _get_save_slice_info(self) -> Any:
        return self._save_slice_info

    # ---- Python's protocols ----

    def __array__(self, dtype: np.dtype[Any] | type | str | None = None, copy: bool | None = None) -> np.ndarray:
        import numpy as np

        return np.asarray(self.numpy(), dtype=dtype)

    def __complex__(self) -> complex:
        return complex(self.value().numpy())

    def __copy__(self) -> Variable:
        return self

    def __deepcopy__(self, memo: dict) -> Variable:
        if not _core.executing_eagerly():
            raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")
        copied = ResourceVariable(
            initial_value=self.read_value(),
            trainable=self.trainable,
            constraint=self.constraint,
            dtype=self.dtype,
            name=self._source._shared_name,
            synchronization=self.synchronization,
            aggregation=self.aggregation,
            shape=self.shape,
        )
        memo[id(self)] = copied
        return copied

    def __reduce__(self) -> tuple:
        import functools

        return (
            functools.partial(
                ResourceVariable,
                initial_value=self.numpy(),
                trainable=self.trainable,
                name=self._source._shared_name,
                dtype=self.dtype,
                constraint=self.constraint,
            ),
            (),
        )

    def __reduce_ex__(self, protocol: int) -> tuple:
        return self.__reduce__()


class ResourceVariable(Variable):
    """A variable that tf.Variable(…) makes where no creator makes something else."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        let_stand_for_others(cls)

    def _dense_var_to_tensor(
        self, dtype: DTypeLike | None = None, name: str | None = None, as_ref: bool = False
    ) -> Any:
        """Returns the value as a tensor. ValueError where it is of another dtype."""
        return _core.convert_to_tensor(self.value(), dtype)

    def __tf_tracing_type__(self, context: Any) -> Any:
        """Returns the type of the variable as an argument of a `tf.function`.

        See `tf.types.experimental.SupportsTracingProtocol`.
        """
        return VariableSpec(self.shape, self.dtype, self.trainable, context.alias_of(self))


class VariableSpec(DenseSpec):
    """The shape and dtype of a `tf.Variable`, and whether it is trainable.

    Args:
      shape: a `tf.TensorShape` or what makes one.
      dtype: a `tf.DType` or what `tf.as_dtype` takes.
      trainable: whether a tape watches it by itself.
      alias_id: a number that is the same for arguments of a function which are one variable, or None.
    """

    __slots__ = ("trainable", "alias_id")
    _describes_composite = False

    def __init__(
        self,
        shape: ShapeLike | None,
        dtype: DTypeLike = dtypes.float32,
        trainable: bool = True,
        alias_id: int | None = None,
    ) -> None:
        super().__init__(shape, dtype)
        self.trainable = trainable
        self.alias_id = alias_id

    @property
    def value_type(self) -> type:
        """`tf.Variable`."""
        return Variable

    @classmethod
    def from_value(cls, value: _core.ResourceVariable) -> VariableSpec:
        """Returns the spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Tells whether it is a variable, or a spec of one, with the same dtype and trainability and a compatible
        shape.
        """
        return (
            isinstance(spec_or_value, (VariableSpec, self.value_type))
            and self._dtype.is_compatible_with(spec_or_value.dtype)
            and self._shape.is_compatible_with(spec_or_value.shape)
            and self.trainable == spec_or_value.trainable
        )

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether every variable of this spec is also one of `other`.

        Raises:
          NotImplementedError: only one of the two has an `alias_id`.
        """
        if type(self) is not type(other):
            return False
        if (self.alias_id is None) != (other.alias_id is None):  # type: ignore[attr-defined]  # of the same class
            raise NotImplementedError(f"VariableSpec.is_subtype_of: only one has an alias_id, got {self} and {other}")
        return super().is_subtype_of(other)

    def _serialize(self) -> tuple:
        return self._shape, self._dtype, self.trainable, self.alias_id

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], dtypes.resource)]

    def _to_components(self, value: _core.ResourceVariable) -> list[Any]:
        return [value.handle]

    def _from_components(self, components: Sequence[Any]) -> Any:
        return variable_from_handle(components[0], self)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns a variable whose handle is a placeholder in the graph that is being traced."""
        return placeholder_context.variable(self)

    def flatten(self) -> list[TypeSpec]:
        """Returns a list of the spec of the handle."""
        return [TensorSpec([], dtypes.resource)]

    def cast(self, value: object, casting_context: CastContext) -> Any:
        """`value`, a variable that fits. Raises TypeError for anything else."""
        if casting_context.allow_specs and isinstance(value, VariableSpec):
            return value
        if not isinstance(value, self.value_type) or not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def to_tensors(self, value: _core.ResourceVariable) -> list[Any]:
        """Returns a list of the variable's handle."""
        return [value.handle]

    def __eq__(self, other: object) -> Any:
        return (
            super().__eq__(other) and self.trainable == other.trainable and self.alias_id == other.alias_id  # type: ignore[attr-defined]
        )

    def __hash__(self) -> int:
        return hash((self._shape._dims, self._dtype._type_enum, self.trainable, self.alias_id))

    def __repr__(self) -> str:
        return (
            f"VariableSpec(shape={self._shape}, dtype={self._dtype!r}, trainable={self.trainable!r}, "
            f"alias_id={self.alias_id!r})"
        )


register_type_spec_from_value_converter(_core.ResourceVariable, VariableSpec.from_value, allow_subclass=True)


def variable_from_handle(handle: Tensor, spec: VariableSpec) -> Any:
    """Returns a variable object for a handle, as `spec` describes it."""
    return variable_around(handle, spec.dtype, spec.shape, "Variable", spec.trainable)


def _has_own_state(variable: Any) -> bool:
    try:
        _core.ResourceVariable.dtype.__get__(variable)
    except AttributeError:
        return False
    return True


class _OfOther:
    """A member of a class of variables: that of the other variable where an object has no state itself."""

    def __init__(self, name: str, own: Any) -> None:
        self.name, self.own = name, own

    def __get__(self, variable: Any, owner: type | None = None) -> Any:
        if variable is not None and not _has_own_state(variable):
            return variable.__getattr__(self.name)
        return self.own.__get__(variable, owner) if callable(self.own) else self.own


# What TensorFlow's `Variable` has not, so that `__getattr__` is asked for it, and what its ResourceVariable does by its handle.
_FACTS = (
    "_as_graph_element _cached_value _caching_device _distribute_strategy _graph_element _has_copies _in_graph_mode "
    "_initial_value _initializer_op _save_slice_info"
).split()
_METHODS = "value read_value numpy assign assign_add assign_sub".split()


def _ask_other(cls: type, names: Sequence[str]) -> None:
    for name in names:
        if name not in cls.__dict__:
            setattr(cls, name, _OfOther(name, getattr(cls, name)))


def let_stand_for_others(cls: type) -> None:
    """Lets a class with `__getattr__`, which is one of a library, have objects with another variable in place of a state."""
    own = cls.__dict__
    if "__getattr__" not in own:
        return
    _ask_other(cls, _METHODS)
    if "__tf_tensor__" not in own:
        cls.__tf_tensor__ = _as_dense  # type: ignore[attr-defined]


UnreadVariable = _core.make_unread_variable_type(Variable)

_gather = _core.op("ResourceGather")
_gather_nd = _core.op("ResourceGatherNd")
_scatter_add = _core.op("ResourceScatterAdd")
_scatter_sub = _core.op("ResourceScatterSub")
_scatter_mul = _core.op("ResourceScatterMul")
_scatter_div = _core.op("ResourceScatterDiv")
_scatter_min = _core.op("ResourceScatterMin")
_scatter_max = _core.op("ResourceScatterMax")
_scatter_update = _core.op("ResourceScatterUpdate")
_scatter_nd_add = _core.op("ResourceScatterNdAdd")
_scatter_nd_sub = _core.op("ResourceScatterNdSub")
_scatter_nd_max = _core.op("ResourceScatterNdMax")
_scatter_nd_min = _core.op("ResourceScatterNdMin")
_scatter_nd_update = _core.op("ResourceScatterNdUpdate")


def _variable_repr(variable: Variable) -> str:
    shape = "<unknown>" if variable.shape.rank is None else str(tuple(variable.shape.as_list()))
    start = f"<tf.Variable '{variable.name}' shape={shape} dtype={variable.dtype.name}"
    if not _core.executing_eagerly() or isinstance(variable.handle, _core.SymbolicTensor):
        return start + ">"
    with init_scope():
        value = variable.value()
    text = tensor_module.numpy_text(value, is_repr=True)
    return f"{start}, numpy={chr(10) if chr(10) in text else ''}{text}>"


# Of what an assignment in a graph returns: the operation that assigns, and the variable.
assignment_of: Callable[[Any], Any] = operator.attrgetter("_assign_op")
variable_assigned: Callable[[Any], Any] = operator.attrgetter("_source")
# Whether a variable stands for copies, one for each replica.
has_copies: Callable[[Any], bool] = operator.attrgetter("_has_copies")


def _compares_identity() -> bool:
    """Tells whether == asks for the same object: in TensorFlow 1's way, and for all that plain graphs are made of."""
    return not tensor_module.compares_elements or not executing_eagerly_outside_functions()


def _equals(variable: object, other: object) -> Any:
    if _compares_identity():
        return variable is other
    return _core.op("Equal")(variable, other, incompatible_shape_error=False)


def _not_equals(variable: object, other: object) -> Any:
    if _compares_identity():
        return variable is not other
    return _core.op("NotEqual")(variable, other, incompatible_shape_error=False)


def assign_slice(variable: Variable, key: object, value: TensorLike, name: str | None = None) -> Any:
    """variable[key] = value: what the attribute `assign` of `variable[key]` calls. Returns what `assign` does."""
    from graphwright._src.tensor import subscript

    begin, end, strides, masks = subscript.strided_slice_arguments(key)
    value = _core.convert_to_tensor(value, variable.dtype)
    _core.op("ResourceStridedSliceAssign")(
        variable.handle, begin, end, strides, value, name=name or "strided_slice/_assign", **masks
    )
    return variable._updated(True)


def _assign(
    self: Any, value: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
) -> Any:
    return _core.ResourceVariable.assign(self, value, use_locking, name, read_value)


def _assign_add(
    self: Any, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
) -> Any:
    return _core.ResourceVariable.assign_add(self, delta, use_locking, name, read_value)


def _assign_sub(
    self: Any, delta: TensorLike, use_locking: bool = False, name: str | None = None, read_value: bool = True
) -> Any:
    return _core.ResourceVariable.assign_sub(self, delta, use_locking, name, read_value)


for _function in (_assign, _assign_add, _assign_sub):
    _method = getattr(_core.ResourceVariable, _function.__name__[1:])
    _function.__name__, _function.__doc__ = _method.__name__, _method.__doc__
    _function.__qualname__ = f"Variable.{_method.__name__}"
    _as_functions[_method] = _function


def variable_around(handle: Tensor, dtype: DType, shape: TensorShape, name: str, trainable: bool) -> ResourceVariable:
    """Returns a variable object for a handle, which need not have a value yet: of one whose own object is gone, or has none."""
    variable = ResourceVariable.__new__(ResourceVariable)
    variable._init_handle(handle, dtype, shape, f"{name}:0", trainable)
    variable._constraint = None
    variable._synchronization, variable._aggregation = VariableSynchronization.AUTO, VariableAggregation.NONE
    variable._unique_id = f"{name}_{next(_unique_numbers)}"
    return variable


for _name, _hook in {
    "variable_around": variable_around,
    "variable_repr": _variable_repr,
    "variable_equals": _equals,
    "variable_not_equals": _not_equals,
    "variable_slice_assign": assign_slice,
}.items():
    _core.register_hook(_name, _hook)


def add_to_collections(graph: Graph, variable: Variable, collections: Sequence[Any] | None) -> None:
    """Adds a variable to these collections of a graph, or to "variables"; also to "trainable_variables" if it is trainable."""
    wanted = ["variables"] if collections is None else collections
    if variable.trainable and "trainable_variables" not in wanted:
        wanted = [*wanted, "trainable_variables"]
    graph.add_to_collections(wanted, variable)
