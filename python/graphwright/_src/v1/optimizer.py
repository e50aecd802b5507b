"""tf.compat.v1.train.Optimizer: gradients of a loss, and the operations that change variables by them."""

from __future__ import annotations

import contextlib
import operator

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.restoration import appeared
from graphwright._src.distribute.contexts import get_replica_context, get_strategy
from graphwright._src.gradients import tape as tape_module
from graphwright._src.gradients.tape import GradientTape
from graphwright._src.graph import scopes
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.grouping import group
from graphwright._src.graph.operation import device_of
from graphwright._src.graph.scopes import control_dependencies, init_scope, name_scope_v1, plain_graph
from graphwright._src.ops import array as array_module
from graphwright._src.ops.array import constant
from graphwright._src.ops.math_convert import cast
from graphwright._src.session.collections import GraphKeys
from graphwright._src.state import variable as variable_module
from graphwright._src.state import variable_creation
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import fill
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.nest import flatten
from graphwright._src.v1.variable_scope import get_variable, unique_name_eagerly, variable_beside, variable_scope
from graphwright._src.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

_FLOATS = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


def summed(slices: IndexedSlices) -> tuple[Any, Any]:
    """Returns the values and indices of slices, those of equal indices added up."""
    indices, positions = _core.op("Unique")(slices.indices)
    count = _core.op("Size")(indices)
    return _core.op("UnsortedSegmentSum")(slices.values, positions, count), indices


def _key_of(variable: Any) -> Any:
    """Returns what stands for a variable in dictionaries: of all objects on one variable the same."""
    source = getattr(variable, "_source", variable)
    if variable_module.has_copies(source):
        source = source.values[0]  # every replica's own one has another handle
    if isinstance(source.handle, _core.SymbolicTensor):
        return source.handle._id
    # Not its identity: another variable may have that when this one is gone, and would find these slots.
    return getattr(source, "_unique_id", None) or id(source)


@export("compat.v1.train.Optimizer")
class Optimizer:
    """The base of the optimizers of TensorFlow 1 (tf.compat.v1.train.Optimizer).

    A subclass defines `_apply_dense` or `_resource_apply_dense`, and what it needs of `_prepare`, `_create_slots`, `_finish` and
    `_resource_apply_sparse`.

    Args:
      use_locking: has no effect: every update is atomic.
      name: put before the names of what it makes.
      use_own_namescope_for_non_slot_vars: whether the name also comes before those of variables that belong to no single one.

    Raises:
      ValueError: the name is empty.
    """

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking: bool, name: str, use_own_namescope_for_non_slot_vars: bool = False) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._scope: Any = None  # of variables that belong to no single one, where they have one
        if use_own_namescope_for_non_slot_vars:
            with variable_scope(None, name) as self._scope:
                pass
        self._name = name
        self._slots: dict[str, dict[Any, Any]] = {}
        self._waiting_slots: dict[tuple[str, Any], list[Callable[[Any], None]]] = {}
        self._slot_variables: list[Any] = []
        self._non_slot: dict[Any, Any] = {}
        self._slot_creators: dict[str, Callable[..., Any]] = {}

    def get_name(self) -> str:
        """Returns the name that was given."""
        return self._name

    def minimize(
        self,
        loss: Tensor | Callable[[], Any],
        global_step: Variable | None = None,
        var_list: Iterable[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Tensor | None = None,
    ) -> Any:
        """Returns an operation that changes variables so that a loss becomes smaller.

        `compute_gradients`, then `apply_gradients`.

        Args:
          loss: a tensor; while ops run at once, a function without arguments that gives one.
          global_step: a variable that is increased by one.
          var_list: the variables; the trainable ones of the graph by default.
          gate_gradients, aggregation_method, colocate_gradients_with_ops: have no effect.
          name: of the operation.
          grad_loss: what the loss's own gradient is taken to be.

        Raises:
          ValueError: no variable has a gradient.
        """
        pairs = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if not any(gradient is not None for gradient, _ in pairs):
            names = [str(variable) for _, variable in pairs]
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, between "
                f"variables {names} and loss {loss}."
            )
        return self.apply_gradients(pairs, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss: Tensor | Callable[[], Any],
        var_list: Iterable[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Tensor | None = None,
    ) -> list[tuple[Any, Any]]:
        """Pairs of a gradient, None where there is no dependence, and its variable. Arguments as in `minimize`.

        Raises:
          RuntimeError: while ops run at once, the loss is no function.
          TypeError: a variable is none, or has no floating dtype.
          ValueError: there are no variables, or `gate_gradients` is none of GATE_NONE, GATE_OP and GATE_GRAPH.
        """
        if callable(loss):
            with GradientTape() as tape:
                if var_list is not None:
                    for variable in var_list:
                        tape.watch(variable)
                value = loss()
            variables = tape.watched_variables() if var_list is None else var_list
            return list(zip(tape.gradient(value, list(variables), grad_loss), variables, strict=True))
        if _core.executing_eagerly():
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when eager execution is enabled."
            )
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH. "
                f"Not {gate_gradients}"
            )
        self._require_floating([loss])
        if var_list is None:
            graph = default_graph()
            var_list = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES) + graph.get_collection(
                GraphKeys.TRAINABLE_RESOURCE_VARIABLES
            )
        else:
            var_list = flatten(var_list)
        for variable in var_list:
            if not isinstance(variable, (_core.ResourceVariable, _core.Tensor)):
                raise NotImplementedError(f"Trying to optimize unsupported type {variable!r}")
        if not var_list:
            raise ValueError("No variables to optimize.")
        gradients = tape_module.gradients(
            loss,
            var_list,
            grad_ys=grad_loss,
            aggregation_method=aggregation_method,
            gate_gradients=gate_gradients == self.GATE_OP,
        )
        pairs = list(zip(gradients, var_list, strict=True))
        self._require_floating([variable for gradient, variable in pairs if gradient is not None])
        return pairs

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: Variable | None = None,
        name: str | None = None,
        skip_gradients_aggregation: bool = False,
    ) -> Any:
        """Returns an operation that changes variables by gradients.

        Args:
          grads_and_vars: pairs as `compute_gradients` gives them.
          global_step: a variable that is increased by one.
          name: of the operation.
          skip_gradients_aggregation: whether each replica applies its own gradients, not the sum of all replicas'.

        Returns:
          The operation; while ops run at once, None, or with `global_step` that variable.

        Raises:
          NotImplementedError: what is to be changed is a tensor.
          RuntimeError: called above several replicas.
          TypeError: a gradient is neither a tensor, slices, nor None.
          ValueError: there are no pairs, or none with a gradient.
        """
        pairs = tuple(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        converted = []
        for gradient, variable in pairs:
            if gradient is not None and not isinstance(gradient, IndexedSlices):
                try:
                    gradient = _core.convert_to_tensor(gradient)
                except (TypeError, ValueError):
                    raise TypeError(
                        f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {gradient}"
                    ) from None
            converted.append((gradient, variable))
        wanted = [variable for gradient, variable in converted if gradient is not None]
        if not wanted:
            names = [str(variable) for _, variable in converted]
            raise ValueError(f"No gradients provided for any variable: {names}.")
        for variable in wanted:
            if isinstance(variable, _core.Tensor):
                raise NotImplementedError(f"Trying to update a Tensor {variable!r}")
        converted = self._over_replicas(converted, skip_gradients_aggregation)
        update_ops = []
        graph = _core.current_graph()
        with scopes.name_scope(name or self._name) as scope:
            self._prepare()
            for gradient, variable in converted:
                if gradient is None:
                    continue
                part = variable.op.name if graph is not None and variable._in_graph_mode else ""
                with name_scope_v1("update_" + part.replace("/", "_") if part else "update"):
                    update_ops.append(self._update(gradient, variable))
            if global_step is None:
                result = self._finish(update_ops, scope.rstrip("/") + "/" if graph is not None else self._name)
            else:
                finished = self._finish(update_ops, "update")
                with control_dependencies([finished] if graph is not None else []):
                    one = constant(1, dtype=global_step.dtype)
                    result = global_step.assign_add(one, name=scope, read_value=False)
                if graph is None:
                    result = global_step
        if graph is not None:
            if isinstance(result, _core.Tensor):
                result = result.op
            train_ops = graph.get_collection_ref(GraphKeys.TRAIN_OP)
            if result not in train_ops:
                train_ops.append(result)
        return result

    def _over_replicas(self, pairs: list[tuple[Any, Any]], each_alone: bool) -> list[tuple[Any, Any]]:
        """Makes the slots; the pairs with gradients added up over the replicas, where there are several."""

        def make_slots(strategy: object = None) -> None:
            with init_scope():
                self._create_slots([variable for gradient, variable in pairs if gradient is not None])

        replica = get_replica_context()
        if replica is None and get_strategy().num_replicas_in_sync > 1:
            raise RuntimeError("Use `apply_gradients()` in replicas, not in a cross-replica context.")
        if replica is None or replica.num_replicas_in_sync == 1:
            make_slots()
            return pairs
        whole = replica.strategy.extended.value_container  # the variable that a replica's copy is of
        pairs = [(gradient, whole(variable)) for gradient, variable in pairs]
        replica.merge_call(make_slots)
        if each_alone:
            return pairs
        summed = iter(replica.all_reduce("sum", [gradient for gradient, _ in pairs if gradient is not None]))
        return [(gradient if gradient is None else next(summed), variable) for gradient, variable in pairs]

    def _update(self, gradient: Any, variable: Variable) -> Any:
        if isinstance(gradient, IndexedSlices):
            if getattr(variable, "constraint", None) is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            values, indices = summed(gradient)
            result = self._resource_apply_sparse(values, variable, indices)
        else:
            result = self._resource_apply_dense(gradient, variable)
        constraint = getattr(variable, "constraint", None)
        if constraint is None:
            return result
        with control_dependencies([result] if result is not None else []):
            return variable.assign(constraint(variable))

    # ---- what subclasses say ----

    def _prepare(self) -> None:
        """Makes the tensors that updates need; called before these."""

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        """Makes what is remembered for each variable."""

    def _apply_dense(self, grad: Tensor, var: Variable) -> Any:
        """Changes a variable by a gradient."""
        raise NotImplementedError()

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        """Changes a variable by a gradient."""
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Variable) -> Any:
        """Changes slices of a variable by gradients, `tf.IndexedSlices` with distinct indices."""
        raise NotImplementedError()

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        """Changes the slices of a variable that the distinct `indices` name by gradients."""
        return self._apply_sparse(IndexedSlices(grad, indices), handle)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        """Returns the operation that runs all updates."""
        if _core.executing_eagerly():
            return None
        return group(*update_ops, name=name_scope)

    def _valid_dtypes(self) -> set[Any]:
        """Returns the dtypes of variables that can be trained."""
        return set(_FLOATS)

    def _require_floating(self, tensors: list[Any]) -> None:
        allowed = self._valid_dtypes()
        for tensor in tensors:
            if tensor.dtype.base_dtype not in allowed:
                raise ValueError(
                    f"Invalid type {tensor.dtype!r} for {tensor.name}, expected: {sorted(dtype.name for dtype in allowed)}."
                )

    # ---- what is remembered ----

    def variables(self) -> list[Any]:
        """Returns the variables that hold what is remembered of earlier steps, in the order of their names."""
        found = [*self._non_slot.values(), *self._slot_variables]
        return sorted(found, key=lambda variable: variable.name)

    def get_slot(self, var: Variable, name: str) -> Any:
        """Returns what is remembered for a variable under a name, or None."""
        return self._slots.get(name, {}).get(_key_of(var))

    def get_slot_names(self) -> list[str]:
        """Returns the names under which something is remembered."""
        return sorted(self._slots)

    def _slot_dict(self, slot_name: str) -> dict[Any, Any]:
        return self._slots.setdefault(slot_name, {})

    def _get_or_make_slot(self, var: Variable, val: TensorLike, slot_name: str, op_name: str) -> Any:
        """Returns the slot of a variable; a new one has the value `val`."""
        return self._slot(var, slot_name, op_name, lambda: val)

    def _get_or_make_slot_with_initializer(
        self,
        var: Variable,
        initializer: Callable[..., Any],
        shape: ShapeLike,
        dtype: DTypeLike,
        slot_name: str,
        op_name: str,
    ) -> Any:
        """Returns the slot of a variable; a new one is initialised by a function of a shape and a dtype."""
        return self._slot(var, slot_name, op_name, lambda: initializer(shape, dtype=dtype))

    def _zeros_slot(self, var: Variable, slot_name: str, op_name: str) -> Any:
        """Returns the slot of a variable; a new one has zeros."""
        return self._filled_slot(var, 0, slot_name, op_name)

    def _filled_slot(self, var: Variable, value: float, slot_name: str, op_name: str) -> Any:
        """Returns the slot of a variable; a new one has that number everywhere."""

        def filled() -> Any:
            if var.shape.is_fully_defined():
                return constant(value, var.dtype, var.shape)
            return fill(array_module.shape(var.initialized_value()), cast(value, var.dtype))

        return self._slot(var, slot_name, op_name, filled)

    def _slot(self, var: Variable, slot_name: str, op_name: str, initial_value: Callable[..., Any]) -> Any:
        named = self._slot_dict(slot_name)
        key = _key_of(var)
        if key not in named:
            if _core.executing_eagerly():
                name = unique_name_eagerly(f"{var.name.rpartition(':')[0]}/{op_name}")
                with name_scope_v1(""):
                    named[key] = VariableV1(initial_value, trainable=False, name=name, dtype=var.dtype)
            else:
                named[key] = variable_beside(var, op_name, var.shape, var.dtype, initial_value)
            self._slot_variables.append(named[key])
            for restore in self._waiting_slots.pop((slot_name, key), ()):
                restore(named[key])
        return named[key]

    def _create_or_restore_slot_variable(self, slot_variable_position: Any, slot_name: str, variable: Variable) -> Any:
        """Returns the slot of a variable, for who restores it.

        One that creators of variables must make is restored when it is made.
        """
        made = self.get_slot(variable, slot_name)
        position = slot_variable_position
        may_make = position.is_simple_variable() and not variable_creation.creators_of_scopes()
        if made is None and may_make and _core.executing_eagerly():
            value = position.value_tensors()["VARIABLE_VALUE"]
            made = self._get_or_make_slot(variable, value, slot_name, self._name)
        if made is None:
            self._waiting_slots.setdefault((slot_name, _key_of(variable)), []).append(position.restore)
        return made

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {name: variable for (name, _), variable in sorted(self._non_slot.items(), key=lambda item: item[0][0])}

    def _create_non_slot_variable(self, initial_value: TensorLike, name: str, colocate_with: Any) -> Any:
        """Returns a variable for all of a graph's variables; made once, and a reference where the one it is beside is."""
        key = (name, graph_key())
        if key not in self._non_slot:
            beside = plain_graph() is not None and getattr(colocate_with, "_in_graph_mode", False)
            kind: dict[str, Any] = {"trainable": False, "name": name}
            kind["use_resource"] = not getattr(colocate_with, "_is_reference", False)
            with device_of(colocate_with.op) if beside else contextlib.nullcontext():
                if self._scope is None:
                    self._non_slot[key] = VariableV1(initial_value, **kind)
                else:
                    with variable_scope(self._scope):
                        self._non_slot[key] = get_variable(initializer=initial_value, **kind)
            appeared(self, name, self._non_slot[key])
        return self._non_slot[key]

    def _get_non_slot_variable(self, name: str, graph: Graph | None = None) -> Any:
        return self._non_slot.get((name, graph_key()))

    def _non_slot_variables(self) -> Any:
        return self._non_slot.values()

    def _call_if_callable(self, param: object) -> Any:
        return param() if callable(param) and not isinstance(param, variable_module.Variable) else param

    def get_config(self) -> Any:
        """Raises NotImplementedError: these optimizers have no configuration."""
        raise NotImplementedError(f"{type(self).__name__} has no configuration")


uses_locking = operator.attrgetter("_use_locking")


def make_slots(optimizer: Optimizer, variables: Sequence[Variable]) -> None:
    """Makes what an optimizer remembers for each variable, where it has not yet."""
    with init_scope():
        optimizer._create_slots(variables)


def graph_key() -> Any:
    """Returns what stands for the graph that ops go to, the one around functions; None while they run at once."""
    graph = _core.current_graph()
    while graph is not None and graph.building_function:
        graph = core_of(graph).outer
    return None if graph is None else id(graph)
