"""tf.Operation: a node of a graph as Python sees it."""

from __future__ import annotations

import contextlib
import operator

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.base.package_folder import OWN_FILES
from graphwright._src.graph.graph_parts import (
    ask_contexts,
    core_of,
    device_functions_of,
    extra_attrs,
    note_edit,
    notes_of,
    operations_of,
)
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import AttrValue, FullTypeDef, NodeDef, OpDef
    from graphwright._src.tensor.device_spec import DeviceSpec


_session_for = late("session.default_session", "session_for")


@export("Operation")
class Operation:
    """A node of a `tf.Graph`: an op, its inputs and attrs, and the tensors that it gives (tf.Operation).

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(2.0, name="x")
    >>> x.op
    <tf.Operation 'x' type=Const>
    """

    __slots__ = ("_node", "_graph", "_unconditional_update", "__weakref__")  # Keras 2 notes the third

    def __init__(self, node: _core.Node, graph: Graph) -> None:
        self._node = node
        self._graph = graph

    @property
    def name(self) -> str:
        """The full name, unique in the graph."""
        return self._node.name

    @property
    def type(self) -> str:
        """The name of the op, such as "MatMul"."""
        return self._node.type

    @property
    def graph(self) -> Graph:
        """The graph that it is part of."""
        return self._graph

    @property
    def inputs(self) -> tuple[Any, ...]:
        """The tensors that it takes."""
        return tuple(self._node.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The tensors that it gives."""
        return self._node.outputs

    def values(self) -> tuple[Any, ...]:
        """Returns the tensors that it gives."""
        return tuple(self._node.outputs)

    @property
    def control_inputs(self) -> list[Operation]:
        """The operations that run before it without giving it anything."""
        return self._node.control_inputs

    @property
    def device(self) -> str:
        """The device that it was asked to run on, or ""."""
        if device_functions_of(self._graph):
            ask_contexts(self._graph)
        return self._node.device

    def _set_device(self, device: str | DeviceSpec | None) -> None:
        self._node.device = device_string(device)

    def _set_device_from_string(self, device: str) -> None:
        self._node.device = device

    @property
    def _id(self) -> int:
        return self._node.id

    @property
    def _control_outputs(self) -> list[Operation]:
        return [operation_in(self._graph, node) for node in self._node.control_outputs]

    @property
    def _is_stateful(self) -> bool:
        return _core.op_def(self.type)["is_stateful"]

    def get_attr(self, name: str) -> Any:
        """Returns the value of an attr: a Python value, `tf.DType`, or message. Raises ValueError where there is none.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default():
        ...     x = tf.constant(2.0)
        >>> x.op.get_attr("dtype")
        tf.float32
        """
        if name.startswith("_"):
            from graphwright._src.graph import export_graph as graph_def

            noted = {**graph_def.extra_attrs(self._node), **extra_attrs(self._graph, self._node)}
            if name in noted:
                return _plain(noted[name]) if hasattr(noted[name], "WhichOneof") else noted[name]
        if name == "container":
            ask_contexts(self._graph)
        value = self._node.attr(name)
        if value is None or isinstance(value, (bool, int, float, bytes)):
            return value
        from graphwright._src.tensor.dtypes import DType

        if isinstance(value, DType):
            return value
        from graphwright._src.graph.values import attr_value

        kinds = {attr["name"]: attr["type"] for attr in _core.op_def(self.type)["attrs"]}
        kind = kinds.get(name, "")
        if isinstance(value, list):
            if kind in ("list(shape)", "list(func)"):
                return [_message_of(item, kind[5:-1]) for item in value]
            return value
        return _message_of(value, kind) if kind in ("shape", "func", "tensor") else attr_value(value, kind)

    def _get_attr_type(self, name: str) -> Any:
        return self.get_attr(name)

    def _set_attr(self, name: str, value: AttrValue) -> None:
        """Notes an attr, given as a message, at the operation; it does not change what that computes."""
        self._graph._check_not_finalized()
        notes_of(self._graph).setdefault(self._node.key, {})[name] = value

    def _clear_attr(self, name: str) -> None:
        """Takes a noted attr off again."""
        notes_of(self._graph).get(self._node.key, {}).pop(name, None)

    def _get_control_flow_context(self) -> None:
        """None: loops and branches are functions of their own."""

    def _add_control_input(self, op: Operation) -> None:
        """Makes the operation run after `op`."""
        self._add_control_inputs([op])

    def _add_control_inputs(self, ops: list[Operation]) -> None:
        """Makes the operation run after others. Raises TypeError for what is no operation."""
        self._graph._check_not_finalized()
        for op in ops:
            if not isinstance(op, Operation):
                raise TypeError(f"op must be an Operation: {op}")
            self._graph.as_graph_element(op, allow_tensor=False)
        for op in ops:
            self._node.add_control_input(op._node)
        note_edit(self._graph)

    def _update_input(self, index: int, tensor: Tensor) -> None:
        """Makes `tensor` the operation's input at `index`.

        Raises:
          TypeError: it is no tensor.
          ValueError: it is one of another graph.
          InvalidArgumentError: it has another dtype, or depends on the operation; or there is no such input.
        """
        if not isinstance(tensor, _core.Tensor):
            raise TypeError(f"tensor must be a Tensor: {tensor}")
        if not isinstance(tensor, _core.SymbolicTensor) or tensor.graph is not self._graph:
            raise ValueError(f"{tensor!r} must be from the same graph as {self!r}")
        self._graph._check_not_finalized()
        self._node.update_input(index, tensor)
        note_edit(self._graph)

    def _remove_all_control_inputs(self) -> None:
        """Lets the operation run as soon as its inputs are there."""
        self._node.clear_control_inputs()
        note_edit(self._graph)

    def experimental_set_type(self, type_proto: FullTypeDef) -> None:
        """Notes the types of what the operation gives, for its message; it does not change what that computes.

        Args:
          type_proto: a message with `type_id` TFT_UNSET or TFT_PRODUCT, and for each output one in `args`.

        Raises:
          ValueError: it is of another kind.
        """
        from graphwright._src.messages.classes import FullTypeDef, FullTypeId

        self._graph._check_not_finalized()
        if type_proto.type_id not in (FullTypeId.Value("TFT_UNSET"), FullTypeId.Value("TFT_PRODUCT")):
            raise ValueError(
                "error setting the type of ", self.name, ": expected TFT_UNSET or TFT_PRODUCT, got ", type_proto.type_id
            )
        notes_of(self._graph).setdefault(self._node.key, {})["experimental_type"] = FullTypeDef.FromString(
            type_proto.SerializeToString()
        )

    @classmethod
    def from_node_def(
        cls,
        node_def: NodeDef,
        g: Graph,
        inputs: Sequence[Any] | None = None,
        output_types: object = None,
        control_inputs: Sequence[Any] | None = None,
        input_types: object = None,
        original_op: object = None,
        op_def: object = None,
    ) -> Operation:
        """Appends the operation that a message describes to a graph.

        Args:
          node_def: the message; the inputs that it names do not count.
          g: the graph.
          inputs: its tensors.
          control_inputs: operations or tensors that it runs after.
          output_types, input_types, original_op, op_def: not needed; the op knows.

        Raises:
          TypeError: `node_def` is no such message, or `g` no graph.
          ValueError: the message is wrong, or its name is taken or none.
        """
        from graphwright._src.graph.names import is_valid_name
        from graphwright._src.messages.classes import NodeDef

        if not isinstance(node_def, NodeDef):
            raise TypeError(f"Argument node_def must be a NodeDef. Received an instance of type: {type(node_def)}.")
        if not is_valid_name(node_def.name):
            raise ValueError(
                f"`{node_def.name}` is not a valid node name. Accepted names conform to Regex "
                "re.compile('^[A-Za-z0-9.][A-Za-z0-9_.\\\\/>-]*$')"
            )
        if not isinstance(getattr(g, "_core", None), _core.FuncGraph):
            raise TypeError(f"Argument g needs to be a Graph. Received an instance of type {type(g)}")
        if core_of(g).node_named(node_def.name) is not None:
            raise ValueError(f"Duplicate node name in graph: {node_def.name!r}")
        with g.control_dependencies(control_inputs or []):
            return g.create_op(node_def.op, inputs or [], name=node_def.name + "/", attrs=dict(node_def.attr.items()))

    @property
    def node_def(self) -> NodeDef:
        """The operation as a message."""
        from graphwright._src.graph import export_graph as graph_def

        ask_contexts(self._graph)
        return graph_def.node_proto(self._node, extra=extra_attrs(self._graph, self._node))

    @property
    def op_def(self) -> OpDef:
        """The definition of its op as a message."""
        from graphwright._src.graph import export_graph as graph_def

        return graph_def.op_def(self.type)

    @property
    def traceback(self) -> Any:
        """The Python stack at the time when the operation was made, outermost frame first, as a `traceback.StackSummary`.

        Frames of this package are left out. Operations that came to be otherwise (copied, or made by gradient rules that run
        without Python) have none.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default():
        ...     x = tf.constant(2.0)
        >>> x.op.traceback[-1].name
        '<module>'
        """
        import traceback

        frames = [(file, line, name) for file, line, name in self._node.stack if not file.startswith(OWN_FILES)]
        return traceback.StackSummary.from_list([traceback.FrameSummary(*frame) for frame in frames])

    def colocation_groups(self) -> list[bytes]:
        """Returns the groups of operations that share a device: those of `colocate_with`, or its own."""
        if device_functions_of(self._graph):
            ask_contexts(self._graph)
        noted = notes_of(self._graph).get(self._node.key, {}).get("_class")
        return list(noted.list.s) if noted is not None and noted.list.s else [f"loc:@{self.name}".encode()]

    def run(self, feed_dict: dict | None = None, session: object = None) -> None:
        """Runs it in a session, the default one where none is given. Raises ValueError where there is none."""
        ways = "`with sess.as_default():` or pass an explicit session to `run(session=sess)`"
        _session_for(session, self.graph, "execute operation using `run()`", ways).run(self, feed_dict)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Operation):
            return NotImplemented
        return self._node.key == other._node.key

    def __hash__(self) -> int:
        return hash(self._node.key)

    def __str__(self) -> str:
        return str(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


# The core's node that an operation stands for: a function of C, which has no Python frame.
node_of: Callable[[Any], Any] = operator.attrgetter("_node")


def operation_in(graph: Graph, node: _core.Node) -> Operation:
    """Returns the operation for a core node of a graph: always the same one while somebody holds it."""
    operations, key = operations_of(graph), node.key
    found = operations.get(key)
    if found is None:
        found = operations[key] = Operation(node, graph)
    return found


def last_operation_of(graph: Graph) -> Operation:
    """Returns the operation of a graph that was made last."""
    return operation_in(graph, core_of(graph).last_node())


def _message_of(value: Any, kind: str) -> Any:
    from graphwright._src.graph.values import attr_value

    proto = attr_value(value, kind)
    which = proto.WhichOneof("value")
    return None if which is None else getattr(proto, which)


def _plain(attr: AttrValue) -> Any:
    """Returns what a message of an attr holds."""
    which = attr.WhichOneof("value")
    if which is None:
        return None
    value = getattr(attr, which)
    if which == "type":
        from graphwright._src.tensor.dtypes import as_dtype

        return as_dtype(value)
    if which == "list":
        return next((list(items) for _, items in value.ListFields()), [])
    return value


def device_string(device: str | DeviceSpec | None) -> str:
    if device is None:
        return ""
    return device if isinstance(device, str) else device.to_string()


class _Colocation:
    """An open context of `colocate_with`: operations that are made in it belong to these groups."""

    __slots__ = ("_asked", "_groups", "paused")

    def __init__(self, graph: Graph, groups: Iterable[bytes]) -> None:
        self._groups = frozenset(groups)
        self._asked = core_of(graph).num_nodes()  # how many of the graph's operations are dealt with
        self.paused = False

    def ask_for(self, op: object) -> None:
        """Has no say in what is only like an operation."""

    def ask(self, graph: Graph) -> None:
        """Adds the operations that were made since the last time to the groups."""
        from graphwright._src.messages.classes import AttrValue

        first, self._asked = self._asked, core_of(graph).num_nodes()
        if self.paused or not self._groups or first >= self._asked:
            return
        for node in core_of(graph).nodes()[first:]:
            notes = notes_of(graph).setdefault(node.key, {})
            noted = notes.get("_class")
            notes["_class"] = value = AttrValue()
            value.list.s.extend(sorted(self._groups.union(() if noted is None else noted.list.s)))


def _operation_to_join(graph: Graph, op: Any) -> Any:
    """Returns the operation that `colocate_with` is asked for; None where it is none of a graph's."""
    if op is None or isinstance(op, Operation):
        return op
    tensor = getattr(op, "handle", op)
    if not isinstance(tensor, _core.Tensor):
        with graph.as_default():
            tensor = convert_to_tensor(tensor)
    if isinstance(tensor, _core.SymbolicTensor):
        return tensor.op
    if not graph.building_function:
        raise RuntimeError("Attempting to capture an EagerTensor without building a function.")
    return None


@contextlib.contextmanager
def device_of(op: Operation) -> Iterator[None]:
    """Returns a context whose ops are placed as `op` is, whatever is around it; without effect where that has no device."""
    if not op.device:
        yield
        return
    with op.graph.device(None), op.graph.device(op.device):
        yield


@contextlib.contextmanager
def colocation(graph: Graph, op: object, ignore_existing: bool) -> Iterator[None]:
    """Returns the context that is `graph.colocate_with(op, ignore_existing)`."""
    if op is None and not ignore_existing:
        raise ValueError("Trying to reset colocation (op is None) but ignore_existing is not True")
    operation = _operation_to_join(graph, op)
    groups = () if operation is None else operation.colocation_groups()
    with (
        _joined(graph, groups, ignore_existing),
        contextlib.nullcontext() if operation is None else device_of(operation),
    ):
        yield


@contextlib.contextmanager
def beside(graph: Graph, name: str) -> Iterator[None]:
    """Returns a context whose ops are in the group of an operation that is yet to be made, and have no wish of their own."""
    with _joined(graph, [f"loc:@{name}".encode()], ignore_existing=False), graph.device(None):
        yield


@contextlib.contextmanager
def _joined(graph: Graph, groups: Iterable[bytes], ignore_existing: bool) -> Iterator[None]:
    context = _Colocation(graph, groups)
    ask_contexts(graph)
    contexts = device_functions_of(graph)
    ignored = [c for c in contexts if ignore_existing and isinstance(c, _Colocation) and not c.paused]
    for outer in ignored:
        outer.paused = True
    contexts.append(context)
    try:
        yield
    finally:
        ask_contexts(graph)
        contexts.remove(context)
        for outer in ignored:
            outer.paused = False
