"""tf.Graph and tf.Operation: the core's graphs and nodes as Python sees them.

A graph object stands for one core graph for as long as somebody holds it; the core asks for it by the hooks at the end of this
file.
"""

from __future__ import annotations

import contextlib
import functools
import types

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import if_loaded, late
from graphwright._src.graph.graph_parts import GraphParts, ask_contexts, attach, core_of, extra_attrs, known_graph
from graphwright._src.graph.operation import Operation as Operation
from graphwright._src.graph.operation import colocation, operation_in
from graphwright._src.graph.scopes import graph_control_dependencies, graph_device, graph_name_scope, left_graph
from graphwright._src.tensor.composite_tensor import CompositeTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.devices import LogicalDevice
    from graphwright._src.messages.classes import GraphDef, VersionDef
    from graphwright._src.tensor.device_spec import DeviceSpec
    from graphwright._src.tensor.typing import TensorLike

# Those that a function has in common with the graph around it.
COLLECTIONS_OF_VARIABLES = frozenset(("variables", "local_variables", "trainable_variables"))

_new_func_graph = late("function.func_graph", "new_func_graph")
_html_of = late("explain.picture", "html_of")


@export("Graph")
class Graph(GraphParts):
    """A computation as data: operations, and the tensors that flow between them (tf.Graph).

    Most graphs are made by `tf.function`; one can be filled by hand inside `with graph.as_default():`.

    >>> import graphwright as tf
    >>> g = tf.Graph()
    >>> with g.as_default():
    ...     c = tf.constant(30.0)
    >>> c.graph is g, [op.type for op in g.get_operations()]
    (True, ['Const'])
    """

    building_function = False

    @property
    def _variable_creator_stack(self) -> tuple[Any, ...]:
        """This thread's creators of variables, without those of functions that are being traced; libraries ask for them."""
        variables = if_loaded("state.variable_creation")
        return () if variables is None else variables.creators_of_scopes()

    def __init__(self) -> None:
        _core.push_eager()  # a graph has nothing of what is built around it, which may be gone before it
        try:
            core = _core.FuncGraph("")
        finally:
            _core.pop_eager()
        core.is_plain = True
        self._attach(core)

    @property
    def _collections(self) -> dict[Any, list[Any]]:
        """The graph's collections; bodies of conditionals and loops share those of the graph around them."""
        graph: Graph = self
        while core_of(graph).is_body and (outer := core_of(graph).outer) is not None:
            graph = outer
        self._own_collections = graph._own_collections  # also once the body is finished
        return self._own_collections

    @property
    def seed(self) -> int | None:
        """The seed of the graph's random ops, beside their own ones (tf.Graph.seed)."""
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed

    # ---- being filled ----

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        """While the context is open, ops become part of this graph.

        Raises:
          AssertionError: a context of another graph, opened inside, is still open when this one ends.
        """
        again = _core.current_graph() is self  # tapes that record what is added to it are to go on
        if not again:
            self._core.push()
        try:
            yield self
        finally:
            current = _core.current_graph()
            if not again:
                self._core.pop()
        if current is not self:
            raise AssertionError(f"Nesting violated for default stack of {Graph} objects")

    def finalize(self) -> None:
        """Makes the graph read-only: adding to it raises RuntimeError from now on."""
        self._finalized = True
        self._core.frozen = True

    @property
    def finalized(self) -> bool:
        """True where `finalize` was called."""
        return self._finalized

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False
        self._core.frozen = False

    def name_scope(self, name: str | None) -> Any:
        """Returns a context in which the names of new operations begin with `name`, made unique."""
        return graph_name_scope(self._core, name)

    def get_name_scope(self) -> str:
        """Returns the name scope that is open, without a slash at its end."""
        return self._core.name_scopes[-1].rstrip("/") if self._core.name_scopes else ""

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """Returns a name for an operation that no other one has, with the name scope before it."""
        if mark_as_used:
            return self._core.unique_name(name)
        scope = self.get_name_scope()
        full = f"{scope}/{name}" if scope else name
        used = {node.name.lower() for node in self._core.nodes()}
        made, number = full, 0
        while made.lower() in used:
            number += 1
            made = f"{full}_{number}"
        return made

    def device(self, device_name_or_function: str | DeviceSpec | LogicalDevice | Callable[..., Any] | None) -> Any:
        """Returns a context in which new operations are asked to run on a device."""
        return graph_device(self, device_name_or_function)

    def _apply_device_functions(self, op: Any) -> None:
        """Tells what is like an operation, if no more, on which device one that is made now would be asked to run."""
        device = self._core.devices[-1] if self._core.devices else ""
        if device:
            op._set_device_from_string(device)
        for context in reversed(self._device_functions):
            context.ask_for(op)

    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Any:
        """Returns a context in which new operations run after those in `control_inputs`; None ends the outer contexts'."""
        return graph_control_dependencies(self, control_inputs)

    def colocate_with(self, op: TensorLike | Operation | None, ignore_existing: bool = False) -> Any:
        """Returns a context in which new operations are asked to run where `op` runs.

        With `ignore_existing` outer ones have no say.
        """
        return colocation(self, op, ignore_existing)

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Any],
        dtypes: Sequence[Any] | None = None,
        input_types: Sequence[Any] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: object = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Appends an operation.

        Args:
          op_type: the name of the op.
          inputs: its tensors, lists of tensors flattened.
          dtypes, input_types, op_def, compute_shapes, compute_device: not needed; the op knows.
          name: the wanted name.
          attrs: attr values, or messages of them.

        Raises:
          RuntimeError: the graph is finalized, or there is no such op.
          TypeError: an input is no tensor.
          ValueError: the inputs or attrs do not fit the op.
        """
        self._check_not_finalized()
        from graphwright._src.base import errors
        from graphwright._src.graph.op_calls import call_op

        for index, value in enumerate(inputs):
            if not isinstance(value, _core.Tensor):
                raise TypeError(f"Input #{index} is not a tensor: {value}")
        with self.as_default():
            try:
                call_op(op_type, inputs, attrs or {}, name)
            except errors.NotFoundError as error:
                raise RuntimeError(str(error)) from None
            return operation_of(self._core.last_node())

    @contextlib.contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Returns a context in which the resources of new operations belong to that container: resources of two of them are
        others, though they have the same name. An empty name is that of the one that all belong to by default.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default() as g, g.container("mine"):
        ...     queue = tf.queue.FIFOQueue(3, [tf.int32])
        >>> queue.queue_ref.op.get_attr("container")
        b'mine'
        """
        ask_contexts(self)
        saved, self._container = self._container, container_name
        try:
            yield container_name
            ask_contexts(self)
        finally:
            self._container = saved

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Returns a context in which new operations have other gradients than those of their ops.

        Args:
          op_type_map: for the name of an op the name of another op, or one that `tf.RegisterGradient` was given.

        Raises:
          TypeError: it is no dictionary of strings.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default() as g:
        ...     x = tf.constant(3.0)
        ...     with g.gradient_override_map({"Sign": "Identity"}):
        ...         y = tf.sign(x)
        >>> y.op.get_attr("_gradient_op_type")
        b'Identity'
        """
        if not isinstance(op_type_map, dict) or not all(
            isinstance(name, str) for pair in op_type_map.items() for name in pair
        ):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        saved = self._core.gradient_overrides
        self._core.gradient_overrides = {**saved, **op_type_map}
        try:
            yield
        finally:
            self._core.gradient_overrides = saved

    def switch_to_thread_local(self) -> None:
        """Has no effect: name scopes, devices and control dependencies belong to the thread that builds the graph."""

    @property
    def _functions(self) -> dict[str, Any]:
        """By name, the functions that the nodes refer to; the `definition` of each is its message."""
        library = self.as_graph_def().library
        return {each.signature.name: types.SimpleNamespace(definition=each) for each in library.function}

    def _get_control_flow_context(self) -> None:
        """None: loops and branches are functions of their own."""

    # ---- what is in it ----

    def get_operations(self) -> list[Operation]:
        """Returns all operations, in the order in which they were made."""
        return [operation_in(self, node) for node in self._core.nodes()]

    @property
    def operations(self) -> list[Operation]:
        """The same as get_operations()."""
        return self.get_operations()

    def num_operations(self) -> int:
        """Returns the number of operations."""
        return len(self._core.nodes())

    def new_operations(self) -> list[Operation]:
        """Returns the operations without an object in Python yet: none, as objects are made when they are asked for."""
        return []

    def op_def_for_type(self, type: str) -> Any:
        """Returns the definition of an op as a message. Raises NotFoundError for a name that is no op's."""
        from graphwright._src.graph import export_graph as graph_def

        return graph_def.op_def(type)

    def get(self) -> Graph:
        """Returns the graph itself."""
        return self

    def Dismantle(self) -> None:  # noqa: N802
        """Has no effect: graphs are in no reference cycles."""

    def get_operation_by_name(self, name: str) -> Operation:
        """Returns the operation of that name. Raises KeyError where there is none, ValueError for the name of a tensor."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False)

    def get_tensor_by_name(self, name: str) -> Any:
        """Returns the tensor of the name "operation:index", or the variable of TensorFlow 1 that has it.

        Raises KeyError where there is none, ValueError for other forms.
        """
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        tensor = self.as_graph_element(name, allow_operation=False)
        variable = self.reference_of(tensor)
        return tensor if variable is None else variable

    def reference_of(self, element: object) -> Any:
        """TensorFlow 1's variable whose operation gives this tensor, or None."""
        known = self._reference_variables
        return known.get(element.op.name) if known and isinstance(element, _core.SymbolicTensor) else None

    def variable_read_by(self, tensor: Tensor) -> Any:
        """TensorFlow 1's variable w of which the tensor is "w/read:0", or None."""
        known = self._reference_variables
        variable = known.get(tensor.op.name.removesuffix("/read")) if known else None
        return variable if variable is not None and variable._graph_element._id == tensor._id else None

    def as_graph_element(self, obj: object, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """Returns the tensor or operation of this graph that `obj` is, or names.

        Raises:
          KeyError: there is no such thing in this graph.
          TypeError: `obj` is neither a tensor, an operation, nor a name.
          ValueError: it is one that is not allowed, or of another graph.
        """
        if allow_tensor and allow_operation:
            wanted = "Tensor or Operation"
        elif allow_tensor:
            wanted = "Tensor"
        elif allow_operation:
            wanted = "Operation"
        else:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None and convert() is not None:
            obj = convert()
        if isinstance(obj, str):
            return self._named(obj, allow_tensor, allow_operation, wanted)
        if isinstance(obj, _core.Tensor) and allow_tensor:
            if not isinstance(obj, _core.SymbolicTensor) or obj.graph is not self:
                raise ValueError(f"Tensor {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"Operation {obj!r} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _named(self, name: str, allow_tensor: bool, allow_operation: bool, wanted: str) -> Any:
        if ":" in name:
            if not allow_tensor:
                raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {wanted}.")
            op_name, _, index_text = name.partition(":")
            if not op_name or not index_text.isdigit():
                raise ValueError(
                    f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor names must be of the form "
                    '"<op_name>:<output_index>".'
                )
            node = self._core.node_named(op_name)
            if node is None:
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, does not exist in "
                    "the graph."
                )
            outputs = node.outputs
            if int(index_text) >= len(outputs):
                raise KeyError(
                    f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, exists but only "
                    f"has {len(outputs)} outputs."
                )
            return outputs[int(index_text)]
        node = self._core.node_named(name)
        if not allow_operation:
            if node is not None:
                raise ValueError(
                    f"The name {name!r} refers to an Operation, not a {wanted}. Tensor names must be of the form "
                    '"<op_name>:<output_index>".'
                )
            raise ValueError(
                f"The name {name!r} looks like an (invalid) Operation name, not a {wanted}. Tensor names must be of the form "
                '"<op_name>:<output_index>".'
            )
        if node is None:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
        return operation_in(self, node)

    def is_feedable(self, tensor: Tensor) -> bool:
        """Tells whether a value can be fed for the tensor."""
        return tensor._id not in self._unfeedable

    def is_fetchable(self, tensor_or_op: Tensor | Operation | CompositeTensor) -> bool:
        """Tells whether its value can be asked for."""
        if isinstance(tensor_or_op, CompositeTensor):
            return True
        op = tensor_or_op.op if isinstance(tensor_or_op, _core.Tensor) else tensor_or_op
        return _key_of(op) not in self._unfetchable

    def prevent_feeding(self, tensor: Tensor) -> None:
        """From now on, no value can be fed for the tensor."""
        self._unfeedable.add(tensor._id)

    def prevent_fetching(self, op: Operation | Tensor) -> None:
        """From now on, the operation cannot be asked for."""
        self._unfetchable.add(_key_of(op))

    @property
    def version(self) -> int:
        """A number that grows as operations are added."""
        return self._core.num_nodes()

    @property
    def graph_def_versions(self) -> VersionDef:
        """The versions that `as_graph_def` writes, as a message."""
        return self.as_graph_def().versions

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False, **unused: object) -> GraphDef:
        """Returns the graph as a message; its text is what `print` shows.

        Args:
          from_version: only operations that were added since the graph had this `version`.
          add_shapes: whether each node gets an attr with the static shapes of its outputs.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default() as g:
        ...     c = tf.constant(7, name="c")
        >>> print(g.as_graph_def().node[0].attr["dtype"])
        type: DT_INT32
        <BLANKLINE>
        """
        from graphwright._src.graph import export_graph as graph_def

        ask_contexts(self)
        return graph_def.graph_proto(self._core, from_version or 0, add_shapes, functools.partial(extra_attrs, self))

    def _repr_html_(self) -> str:
        """Returns the picture that a notebook shows."""
        return _html_of(self)

    # ---- collections ----

    def add_to_collection(self, name: Hashable, value: object) -> None:
        """Appends a value to the collection of that name."""
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: str | Iterable[Hashable], value: object) -> None:
        """Appends a value to several collections."""
        for name in {names} if isinstance(names, str) else set(names):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Hashable) -> list[Any]:
        """Returns the collection itself."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Hashable, scope: str | None = None) -> list[Any]:
        """Returns a copy of the collection; only what has a name that matches `scope`, where that is given."""
        found = list(self._collections.get(name, ()))
        if scope is None:
            return found
        import re

        pattern = re.compile(scope)
        return [item for item in found if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[Any]:
        """Returns the names of all collections."""
        return [name for name in self._collections if isinstance(name, str)]

    @property
    def collections(self) -> list[Any]:
        """The names of all collections."""
        return list(self._collections)

    def clear_collection(self, name: Hashable) -> None:
        """Removes a collection."""
        self._check_not_finalized()
        self._collections.pop(name, None)


# Whether branches and loops of plain graphs draw from seeds of their own, as in TensorFlow 2.
control_flow_v2 = True


def _key_of(tensor_or_op: Operation | Tensor) -> int:
    return hash(tensor_or_op) if isinstance(tensor_or_op, Operation) else tensor_or_op._id


# ---- the core's hooks ----


def graph_of(core: _core.FuncGraph) -> Graph:
    """Returns the graph object for a core graph: always the same one while somebody holds it."""
    found = known_graph(core)
    if found is None:
        if not core.is_plain:
            return _new_func_graph(core)
        found = Graph.__new__(Graph)
        attach(found, core)
    return found


def operation_of(node: _core.Node) -> Operation:
    """Returns the operation object for a core node."""
    return operation_in(node.graph, node)


def _last_operation() -> Operation | None:
    graph = _core.current_graph()
    if graph is None:
        return None
    node = core_of(graph).last_node()
    return None if node is None else operation_in(graph, node)


@functools.cache
def global_graph() -> Graph:
    """Returns an empty graph that stands for there being none."""
    return Graph()


# Told of a new global graph, where ops go to that without further contexts.
default_changes: Any = None


def default_graph() -> Graph:
    """Returns the graph that is being built, or an empty one that stands for there being none."""
    return _core.current_graph() or global_graph()


@export("compat.v1.get_default_graph")
def get_default_graph() -> Graph:
    """Returns the graph that is being built, or an empty one that stands for none (tf.compat.v1.get_default_graph).

    In `init_scope` it is that of the function around it.
    """
    return _core.current_graph() or left_graph() or global_graph()


@export("compat.v1.reset_default_graph")
def reset_default_graph() -> None:
    """Replaces the graph that `get_default_graph` gives where none is being built.

    Raises:
      AssertionError: a graph is being built.
    """
    current = _core.current_graph()
    if current is not None and (default_changes is None or current is not global_graph()):
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs.")
    global_graph.cache_clear()
    if default_changes is not None:
        default_changes(global_graph())


@export("no_op")
def no_op(name: str | None = None) -> Operation | None:
    """Returns an operation that does nothing; eagerly None (tf.no_op).

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     tf.no_op()
    <tf.Operation 'NoOp' type=NoOp>
    """
    return _core.op("NoOp")(name=name)


for _hook, _function in (("graph", graph_of), ("operation", operation_of), ("last_operation", _last_operation)):
    _core.register_hook(_hook, _function)
