"""tf.Operation: a node of a graph as Python sees it."""

from __future__ import annotations

from graphwright import _core
from graphwright.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright.graph import Graph
    from graphwright.graph_messages import NodeDef, OpDef


@export("Operation", "compat.v1.Operation")
class Operation:
    """A node of a `tf.Graph`: an op, its inputs and attrs, and the tensors that it gives (tf.Operation).

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(2.0, name="x")
    >>> x.op
    <tf.Operation 'x' type=Const>
    """

    __slots__ = ("_node", "_graph", "__weakref__")

    def __init__(self, node: Any, graph: Graph) -> None:
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
        """The tensors that it gives."""
        return tuple(self._node.outputs)

    @property
    def control_inputs(self) -> list[Operation]:
        """The operations that run before it without giving it anything."""
        return self._node.control_inputs

    @property
    def device(self) -> str:
        """The device that it was asked to run on, or ""."""
        return self._node.device

    def _set_device(self, device: Any) -> None:
        self._node.device = device_string(device)

    @property
    def _id(self) -> int:
        return self._node.id

    @property
    def _control_outputs(self) -> list[Operation]:
        return [self._graph._operation(node) for node in self._node.control_outputs]

    @property
    def _is_stateful(self) -> bool:
        return _core.op_def(self.type)["is_stateful"]

    def get_attr(self, name: str) -> Any:
        """The value of an attr: a Python value, `tf.DType`, or message. Raises ValueError where there is none.

        >>> import graphwright as tf
        >>> with tf.Graph().as_default():
        ...     x = tf.constant(2.0)
        >>> x.op.get_attr("dtype")
        tf.float32
        """
        if name.startswith("_"):
            from graphwright import graph_def

            noted = {**graph_def.extra_attrs(self._node), **self._graph._extra_attrs(self._node)}
            if name in noted:
                return _plain(noted[name]) if hasattr(noted[name], "WhichOneof") else noted[name]
        value = self._node.attr(name)
        if value is None or isinstance(value, (bool, int, float, bytes)):
            return value
        from graphwright.dtypes import DType

        if isinstance(value, DType):
            return value
        from graphwright.graph_values import attr_value

        kinds = {attr["name"]: attr["type"] for attr in _core.op_def(self.type)["attrs"]}
        kind = kinds.get(name, "")
        if isinstance(value, list):
            if kind in ("list(shape)", "list(func)"):
                return [_message_of(item, kind[5:-1]) for item in value]
            return value
        return _message_of(value, kind) if kind in ("shape", "func", "tensor") else attr_value(value, kind)

    def _get_attr_type(self, name: str) -> Any:
        return self.get_attr(name)

    def _set_attr(self, name: str, value: Any) -> None:
        """Notes an attr, given as a message, at the operation; it does not change what that computes."""
        self._graph._check_not_finalized()
        self._graph._notes.setdefault(self._node.key, {})[name] = value

    @property
    def node_def(self) -> NodeDef:
        """The operation as a message."""
        from graphwright import graph_def

        return graph_def.node_proto(self._node, extra=self._graph._extra_attrs(self._node))

    @property
    def op_def(self) -> OpDef:
        """The definition of its op as a message."""
        from graphwright import graph_def

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
        import os
        import traceback

        package = os.path.dirname(__file__) + os.sep
        frames = [(file, line, name) for file, line, name in self._node.stack if not file.startswith(package)]
        return traceback.StackSummary.from_list([traceback.FrameSummary(*frame) for frame in frames])

    def colocation_groups(self) -> list[bytes]:
        """The groups of operations that must share a device: only its own."""
        return [f"loc:@{self.name}".encode()]

    def run(self, feed_dict: dict | None = None, session: Any = None) -> None:
        """Runs it in a session. Raises ValueError: there is none."""
        if session is None:
            raise ValueError(
                "Cannot execute operation using `run()`: No default session is registered. Use `with sess.as_default():` or "
                "pass an explicit session to `run(session=sess)`"
            )
        session.run(self, feed_dict)

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


def _message_of(value: Any, kind: str) -> Any:
    from graphwright.graph_values import attr_value

    proto = attr_value(value, kind)
    return getattr(proto, proto.WhichOneof("value"))


def _plain(attr: Any) -> Any:
    """What a message of an attr holds."""
    which = attr.WhichOneof("value")
    value = None if which is None else getattr(attr, which)
    if which == "type":
        from graphwright.dtypes import as_dtype

        return as_dtype(value)
    if which == "list":
        return next((list(items) for _, items in value.ListFields()), [])
    return value


def device_string(device: Any) -> str:
    if device is None:
        return ""
    from graphwright.device_spec import DeviceSpec

    return DeviceSpec.from_string(device if isinstance(device, str) else device.to_string()).to_string()
