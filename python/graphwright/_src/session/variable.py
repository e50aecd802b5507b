"""Variables of a tf.Graph: a handle, an initial value and an assignment as nodes; their values live in sessions."""

from __future__ import annotations

import operator

from graphwright import _core
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.graph import scopes
from graphwright._src.graph.graph_parts import core_of, reference_variables_of
from graphwright._src.graph.operation import beside, last_operation_of
from graphwright._src.graph.scopes import control_dependencies, init_scope
from graphwright._src.state.variable import (
    ResourceVariable,
    Variable,
    add_to_collections,
    assignment_of,
    shape_of_new,
    variable_assigned,
)
from graphwright._src.tensor import tensor_shape
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.session.session import Session
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike

# Whether variables to come that do not say it are references, as in TensorFlow 1: fetched beside an update, they give what it
# left, and a session's feed of one counts for all that use it.
references = False
# How ops that change a variable are called, and ops that take its handle and whose results are not its value.
CHANGING = (
    "Assign",
    "ResourceApply",
    "ResourceSparseApply",
    "ResourceScatter",
    "ResourceStridedSlice",
    "ResourceCountUpTo",
)
_NO_USES = frozenset(("VarIsInitializedOp", "DestroyResourceOp", "VariableShape"))


class GraphVariable(ResourceVariable):
    """A variable that tf.Variable(…) makes in a `tf.Graph`: its value belongs to the session that runs the graph.

    Args:
      collections: the graph's collections that it is added to; "variables" by default, and "trainable_variables" for one that
        is trainable.
      use_resource: False for a reference; by default what `tf.compat.v1.enable_resource_variables` and its kin say.
      kwargs: the arguments of `tf.Variable`.
    """

    _in_graph_mode = True
    _is_reference = False

    def __init__(
        self, *, collections: Iterable[str] | None = None, use_resource: bool | None = None, **kwargs: Any
    ) -> None:
        if collections is not None and not isinstance(collections, (list, tuple, set)):
            raise ValueError(
                f"collections argument to Variable constructor must be a list, tuple, or set. Got the following Type: "
                f"{type(collections)}"
            )
        self._collections: Any = collections
        self._is_reference = references if use_resource is None else not use_resource
        super().__init__(**kwargs)

    def _make_in_graph(
        self, initial_value: Any, trainable: bool, name: str | None, dtype: DTypeLike | None, shape: ShapeLike | None
    ) -> None:
        graph = _core.current_graph()
        name_scope = scopes.name_scope
        with name_scope("Variable" if name is None else name) as scope:
            full = scope.rstrip("/")
            if callable(initial_value) and not isinstance(initial_value, Variable):
                with name_scope("Initializer"), beside(graph, full):
                    value = convert_to_tensor(_result_of(initial_value), dtype, name="initial_value")
            elif isinstance(initial_value, _core.Tensor):
                value = _core.convert_to_tensor(initial_value, dtype)
            else:
                with name_scope("Initializer"):
                    value = convert_to_tensor(initial_value, dtype, name="initial_value")
            if isinstance(value, _core.EagerTensor):
                value = core_of(graph).capture(value, f"{full}/Initializer/initial_value/")
            self._finish(graph, full, value, trainable, shape)

    def _finish(self, graph: Graph, full: str, value: Tensor, trainable: bool, shape: ShapeLike | None) -> None:
        shape = shape_of_new(value, shape)
        dtype = value.dtype
        handle = _core.op("VarHandleOp")(
            dtype=dtype, shape=shape, shared_name=full, debug_name=full + "/", name=full + "/"
        )
        self._graph = graph  # which has the collections that the variable is in
        self._initial_value: Tensor | None = value
        self._is_initialized_op = _core.op("VarIsInitializedOp")(
            handle, name=f"{full}/IsInitialized/VarIsInitializedOp/"
        )
        _core.op("AssignVariableOp")(handle, value, dtype=dtype, name=f"{full}/Assign/")
        self._initializer_op = last_operation_of(graph)
        read = "read" if self._is_reference else "Read/ReadVariableOp"
        self._graph_element = _core.op("ReadVariableOp")(handle, dtype=dtype, name=f"{full}/{read}/")
        self._init_handle(handle, dtype, tensor_shape.TensorShape(shape), full + ":0", trainable)
        if self._is_reference:
            self.become_reference(full)
        self._unique_id = full
        add_to_collections(graph, self, self._collections)

    def become_reference(self, name: str) -> None:
        """Makes it one of TensorFlow 1's variables, of which the graph knows by the name of its operation."""
        self._is_reference = True
        self._direct_reads: set[int] = set()
        reference_variables_of(self._graph)[name] = self

    def is_read_apart(self) -> bool:
        """Tells whether each use of a reference's value is a read of its own, where TensorFlow 1's graphs have one,
        "w/read:0".
        """
        return self.handle.op.name in reference_variables_of(self._graph)

    def uses(self) -> tuple[list[Any], list[Any]]:
        """Returns the tensors that stand for a reference where the graph uses its value, the first of them "w/read:0", and the
        operations that take the handle for it.
        """
        found, others = [self._graph_element], []
        for op in self.handle.consumers() if self.is_read_apart() else ():
            if op.type == "ReadVariableOp":
                found += [
                    read for read in op.outputs if read._id not in self._direct_reads and read._id != found[0]._id
                ]
            elif op.type not in _NO_USES and not op.type.startswith(CHANGING):
                others.append(op)
        return found, others

    # As with the tensors of a graph, a key of a dictionary of feeds.

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    @property
    def op(self) -> Any:
        """The operation that gives the handle."""
        return self.handle.op

    @property
    def graph(self) -> Any:
        """The graph that the variable is part of."""
        return self._graph

    @property
    def device(self) -> str:
        """The device that it was asked to be on, or ""."""
        return self.handle.op.device

    @property
    def initializer(self) -> Any:
        """The operation that assigns the initial value."""
        return self._initializer_op

    @property
    def create(self) -> Any:
        """The operation that assigns the initial value."""
        return self._initializer_op

    @property
    def initial_value(self) -> Any:
        """The tensor that the variable is initialised with."""
        return self._initial_value

    def read_value(self) -> Any:
        """Returns a tensor with the value at this point of the graph, which control dependencies can place."""
        with scopes.name_scope("Read"):
            value = self.value()
        if self._is_reference:
            self._direct_reads.add(value._id)
        return _core.op("Identity")(value)

    def initialized_value(self) -> Any:
        """Returns the value where there is one, else the initial value."""
        with init_scope():
            return cond(self.is_initialized(), self.read_value, lambda: self.initial_value)

    def is_initialized(self, name: str | None = None) -> Any:
        """Returns a bool tensor: whether the variable has a value in the session that asks."""
        return _core.op("VarIsInitializedOp")(self.handle, name=name)

    def numpy(self) -> Any:
        """Raises NotImplementedError: the value is in a session, ask for it with `eval`."""
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    def eval(self, session: Session | None = None) -> Any:
        """Returns the value in a session, the default one where none is given."""
        return self._graph_element.eval(session=session)

    def load(self, value: Any, session: Session | None = None) -> None:
        """Makes `value` the value in a session, the default one where none is given. Raises ValueError where there is none."""
        from graphwright._src.session.default_session import get_default_session

        session = session or get_default_session()
        if session is None:
            raise ValueError(
                "Either session argument should be provided or default session should be established to run the load operation"
            )
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def __deepcopy__(self, memo: dict) -> Any:
        raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")


GraphVariable.__name__ = GraphVariable.__qualname__ = "ResourceVariable"


def _result_of(function: Callable[[], Any]) -> Any:
    return function()


def _read_unread(unread: Any) -> Tensor:
    """Returns the value of what an assignment in a graph returned: after that assignment."""
    if assignment_of(unread).graph is not _core.current_graph():
        return _core.op("ReadVariableOp")(unread.handle, dtype=unread.dtype)
    source = variable_assigned(unread)
    with _core.current_graph().control_dependencies([assignment_of(unread)]):
        value = _core.op("ReadVariableOp")(source.handle, dtype=unread.dtype)
    if getattr(source, "_is_reference", False):
        source._direct_reads.add(value._id)
    return value


def _ordered_handle(unread: Any) -> Tensor | None:
    """Returns the handle of what an assignment returned, after that, of a graph in which nothing else sees to the order."""
    operation = assignment_of(unread)
    core = core_of(operation.graph)
    if core.finished or not (core.is_plain or core.effects_on_demand):
        return None
    with operation.graph.as_default(), control_dependencies([operation]):
        return _core.op("Identity")(variable_assigned(unread).handle)


def _unread_in_graph(unread: Any) -> None:
    """Gives what an assignment in a plain graph returned the value after that, for sessions to ask for."""
    element = _read_unread(unread)
    unread._name = assignment_of(unread).name
    unread._as_graph_element = lambda: element


_core.register_hook("read_unread", _read_unread)
_core.register_hook("unread_in_graph", _unread_in_graph)
_core.register_hook("ordered_handle", _ordered_handle)


# Whether a variable is one of TensorFlow 1's, which is written through a reference.
is_reference: Callable[[GraphVariable], bool] = operator.attrgetter("_is_reference")
