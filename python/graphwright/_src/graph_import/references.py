"""Reference variables of TensorFlow 1 (VariableV2, Assign, ...) in graphs that are imported: resources behind handles.

What used the reference as a tensor reads the variable when it runs; what changed it takes the handle.
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.function.func_graph import FuncGraph
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.graph import Graph, Operation
    from graphwright._src.messages.classes import NodeDef
    from graphwright._src.tensor.dtypes import DType

# By this shared name, VarHandleOp makes a variable of its own on every call.
_ANONYMOUS = "cd2c89b7-88b7-44c8-ad83-06c2a9158347"

VARIABLES = frozenset(("Variable", "VariableV2"))
_PASSING = frozenset(("RefIdentity",))
_ASSIGNMENTS = {
    "Assign": "AssignVariableOp",
    "AssignAdd": "AssignAddVariableOp",
    "AssignSub": "AssignSubVariableOp",
    "CountUpTo": "ResourceCountUpTo",
    "IsVariableInitialized": "VarIsInitializedOp",
}
# Ops whose first inputs are references, by how their names begin.
_CHANGING = ("Apply", "SparseApply", "Scatter", "StridedSliceAssign")
_NOT_CHANGING = frozenset(("ScatterNd", "ScatterNdNonAliasingAdd"))


class Reference:
    """A reference edge: a variable, and what changed it last on the way.

    `value` is a tensor that was read of it. As a tensor of TensorFlow 1 shares its memory with the variable, those who wait for
    an operation before they take it see what that did to the variable.
    """

    __slots__ = ("after", "dtype", "handle", "value")

    def __init__(
        self, handle: Tensor, dtype: DType, after: Operation | None = None, value: Tensor | None = None
    ) -> None:
        self.handle = handle
        self.dtype = dtype
        self.after = after
        self.value = value

    def seen_by(self, dependencies: Sequence[Any]) -> Any:
        """Returns the value for an op that waits for these operations."""
        return self.read(dependencies) if self.value is None or dependencies else self.value

    def read(self, dependencies: Sequence[Any], name: str | None = None) -> Any:
        """Returns the value after `dependencies`, which are operations."""
        with default_graph().control_dependencies([*dependencies, *self.waits()]):
            return _core.op("ReadVariableOp")(self.handle, dtype=self.dtype, name=name)

    def waits(self) -> list[Any]:
        """Returns the operation that changed it, where that is part of the graph that is being built."""
        graph = _core.current_graph()
        return [self.after] if self.after is not None and self.after.graph is graph else []


def _resource_op(op_type: str) -> str:
    return _ASSIGNMENTS.get(op_type, f"Resource{op_type}")


def is_reference_op(op_type: str) -> bool:
    """Tells whether an op of TensorFlow 1 gives or takes references."""
    if op_type in VARIABLES or op_type in _PASSING or op_type in _ASSIGNMENTS:
        return True
    return op_type.startswith(_CHANGING) and op_type not in _NOT_CHANGING


def changes(op_type: str) -> bool:
    """Tells whether an op of TensorFlow 1 acts on a reference."""
    return is_reference_op(op_type) and op_type not in VARIABLES and op_type not in _PASSING


def append(
    node: NodeDef, inputs: list[Any], dependencies: list[Any], call: Callable[[str, list[Any], dict, str], list[Any]]
) -> tuple[list[Any], Operation]:
    """Appends what a node with references becomes.

    Args:
      node: the message.
      inputs: its tensors and references.
      dependencies: the operations that it waits for.
      call: (op, inputs, attrs, name) calls an op.

    Returns:
      What the node gives, and the operation of its name.

    Raises:
      NotImplementedError: there is no such op for resources.
      ValueError: what it needs as a reference is none.
    """
    graph = default_graph()
    attrs = dict(node.attr.items())
    if node.op in VARIABLES:
        return _new_variable(node, graph, call)
    if node.op in _PASSING and isinstance(inputs[0], Reference):
        value = inputs[0].read(dependencies, node.name)
        return [Reference(inputs[0].handle, inputs[0].dtype, value.op)], value.op
    if not is_reference_op(node.op):
        if node.op == "Identity" and len(inputs) == 1:
            value = inputs[0].read(dependencies, node.name)
            return [Reference(inputs[0].handle, inputs[0].dtype, inputs[0].after, value)], value.op
        with graph.name_scope(node.name + "/"):
            inputs = [value.seen_by(dependencies) if isinstance(value, Reference) else value for value in inputs]
        with graph.control_dependencies(dependencies):
            outputs = call(node.op, inputs, attrs, node.name)
        return outputs, outputs[0].op if outputs else last_operation_of(graph)
    target = _resource_op(node.op)
    if target not in _core.registered_ops():
        raise NotImplementedError(f"Node {node.name!r}: {node.op} of a reference variable is not there")
    if not inputs or not isinstance(inputs[0], Reference):
        raise ValueError(f"Node {node.name!r} ({node.op}): its first input must be a variable's reference")
    first = inputs[0]
    waits = [operation for value in inputs if isinstance(value, Reference) for operation in value.waits()]
    takes = _core.op_def(target)["inputs"]
    given: list[Any] = []
    with graph.name_scope(node.name + "/"):
        for value, wanted in zip(inputs, [*takes, *[takes[-1]] * len(inputs)]):
            if not isinstance(value, Reference):
                given.append(value)
            elif dtypes.as_dtype(wanted["type"] or 1) == dtypes.resource:
                given.append(value.handle)
            else:
                given.append(value.seen_by(dependencies))
    if "T" in attrs:
        attrs.setdefault("dtype", attrs["T"])
    gives_value = node.op in ("IsVariableInitialized", "CountUpTo")
    with graph.control_dependencies([*dependencies, *waits]):
        name = node.name if gives_value else f"{node.name}/{target}"
        outputs = call(target, given, attrs, name)
        operation = outputs[0].op if outputs else last_operation_of(graph)
    if gives_value:
        return outputs, operation
    # The node's own name is that of the value afterwards.
    after = Reference(first.handle, first.dtype, operation)
    value = after.read([], node.name)
    return [Reference(first.handle, first.dtype, operation)], value.op


def _new_variable(node: NodeDef, graph: Graph, call: Callable) -> tuple[list[Any], Operation]:
    attrs = {key: node.attr[key] for key in ("dtype", "shape", "container") if key in node.attr}
    if "dtype" not in attrs or "shape" not in attrs:
        raise ValueError(f"NodeDef missing attr 'dtype' or 'shape' from Op {node.op}")
    shared = node.attr["shared_name"] if "shared_name" in node.attr else ""
    given = getattr(graph, "_given_variables", {}).get(node.name)  # of a model that is being loaded
    if given is not None:
        handle = core_of(graph).capture(given.handle, f"{node.name}/handle")
    elif isinstance(graph, FuncGraph):
        # The function's own variable, for all functions that are pruned from it.
        _core.push_eager()
        try:
            (handle,) = call("VarHandleOp", [], {**attrs, "shared_name": _ANONYMOUS, "debug_name": node.name}, None)
        finally:
            _core.pop_eager()
        handle = core_of(graph).capture(handle, f"{node.name}/handle")
    else:
        attrs |= {"shared_name": shared, "debug_name": node.name}
        (handle,) = call("VarHandleOp", [], attrs, f"{node.name}/handle")
    dtype = dtypes.as_dtype(node.attr["dtype"].type)
    value = Reference(handle, dtype).read([], node.name)
    return [Reference(handle, dtype)], value.op
