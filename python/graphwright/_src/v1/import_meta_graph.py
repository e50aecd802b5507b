"""Graphs with their variables and collections out of messages and files: tf.compat.v1.train.import_meta_graph."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.options import local_text
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph_import.import_graph import import_graph_def
from graphwright._src.messages.classes import GraphDef, MetaGraphDef, SaverDef, VariableDef
from graphwright._src.messages.encoding import from_bytes, from_text
from graphwright._src.session import variable as graph_variable
from graphwright._src.session.variable import GraphVariable
from graphwright._src.state.variable_creation import VariableAggregation, VariableSynchronization
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.meta_graph import SAVERS
from graphwright._src.v1.saver import Saver

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any

    from graphwright._src.graph.graph import Graph

# The collections whose items are variables.
_OF_VARIABLES = (
    *("global_step", "local_variables", "metric_variables", "model_variables", "moving_average_variables"),
    *("trainable_variables", "variables"),
)
_OF_LOOPS = frozenset(
    ("while_context", "cond_context")
)  # TensorFlow 1's notes about loops, which graphs here do not need


def variable_from_def(noted: VariableDef, graph: Graph, scope: str = "") -> GraphVariable:
    """Returns the variable of an imported graph that was noted there.

    Args:
      noted: a `VariableDef`.
      graph: the graph.
      scope: what its names begin with.

    Raises:
      KeyError: the graph has no such tensor or operation.
    """
    prefix = f"{scope}/" if scope else ""
    name = (prefix + noted.variable_name).rpartition(":")[0]
    operation = graph.get_operation_by_name(name)
    if operation.type != "VarHandleOp":  # what stands for a reference variable of TensorFlow 1
        operation = graph.get_operation_by_name(f"{name}/handle")
    handle = operation.outputs[0]
    dtype = dtypes.as_dtype(operation.get_attr("dtype"))
    variable = GraphVariable.__new__(GraphVariable)
    variable._graph = graph
    variable._collections = []
    initializer = graph.get_operation_by_name(prefix + noted.initializer_name)
    if initializer.type != "AssignVariableOp":  # it reads what this one has assigned
        initializer = graph.get_operation_by_name(f"{initializer.name}/AssignVariableOp")
    variable._initializer_op = initializer
    given = noted.initial_value_name
    variable._initial_value = graph.get_tensor_by_name(prefix + given) if given else None
    snapshot = prefix + (noted.snapshot_name or noted.variable_name)
    variable._graph_element = graph.as_graph_element(snapshot)
    variable._is_initialized_op = _core.op("VarIsInitializedOp")(
        handle, name=f"{name}/IsInitialized/VarIsInitializedOp"
    )
    trainable = noted.trainable
    variable._init_handle(handle, dtype, TensorShape(operation.get_attr("shape")), f"{name}:0", trainable)
    variable._handle_name = f"{name}:0"
    if graph_variable.references or operation.name != name:
        variable.become_reference(name)
    variable._unique_id = name
    variable._constraint = None
    variable._synchronization = VariableSynchronization(noted.synchronization)
    variable._aggregation = VariableAggregation(noted.aggregation)
    if noted.HasField("save_slice_info_def"):
        part = variable.SaveSliceInfo(save_slice_info_def=noted.save_slice_info_def, import_scope=scope)
        variable._set_save_slice_info(part)
    return variable


def _import_collections(meta: MetaGraphDef, graph: Graph, scope: str) -> None:
    made: dict[str, Any] = {}
    prefix = f"{scope}/" if scope else ""
    for key in sorted(meta.collection_def, key=lambda key: key == SAVERS):  # savers look for variables
        if key in _OF_LOOPS:
            continue
        collection = meta.collection_def[key]
        kind = collection.WhichOneof("kind")
        if key in _OF_VARIABLES and kind == "bytes_list":
            for data in collection.bytes_list.value:
                noted = from_bytes(VariableDef, data)
                if noted.variable_name not in made:
                    made[noted.variable_name] = variable_from_def(noted, graph, scope)
                graph.add_to_collection(key, made[noted.variable_name])
        elif key == SAVERS and kind == "bytes_list":
            for data in collection.bytes_list.value:
                saver = Saver.from_proto(from_bytes(SaverDef, data), scope or None)
                graph.add_to_collection(key, saver)
        elif kind == "node_list":
            for name in collection.node_list.value:
                graph.add_to_collection(key, graph.as_graph_element(prefix + name))
        elif kind is not None and kind != "any_list":
            for value in getattr(collection, kind).value:
                graph.add_to_collection(key, _within(value, prefix) if prefix and kind == "bytes_list" else value)


def _within(value: bytes, prefix: str) -> str:
    """Returns a name in a collection, as which TensorFlow takes all strings, within a scope."""
    name = value.decode()
    lead = next((lead for lead in ("^", "loc:@") if name.startswith(lead)), "")
    return lead + prefix + name[len(lead) :]


def add_meta_graph(
    meta: MetaGraphDef,
    graph: Graph,
    scope: str = "",
    input_map: dict[str, Any] | None = None,
    clear_devices: bool = False,
) -> str:
    """Appends the graph of a message, with its collections, to another one. Returns what its names begin with."""
    message = GraphDef()
    message.CopyFrom(meta.graph_def)
    if clear_devices:
        for node in message.node:
            node.device = ""
    with graph.as_default():
        if scope:
            scope = graph.unique_name(scope, mark_as_used=False)
        import_graph_def(message, name=scope, input_map=input_map)
        _import_collections(meta, graph, scope)
    return scope


def read_meta_graph(source: Any) -> MetaGraphDef:
    """Returns a message, or what a file has of it.

    Raises:
      OSError: there is no such file, or it is damaged.
    """
    if hasattr(source, "SerializeToString"):
        return source if isinstance(source, MetaGraphDef) else MetaGraphDef.FromString(source.SerializeToString())
    path = local_text(source)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise OSError(f"File {path} does not exist.") from None
    try:
        return from_bytes(MetaGraphDef, data)
    except ValueError:
        pass
    try:
        return from_text(MetaGraphDef, data.decode())
    except ValueError as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


@export("compat.v1.train.import_meta_graph")
def import_meta_graph(
    meta_graph_or_file: MetaGraphDef | str | os.PathLike[str],
    clear_devices: bool = False,
    import_scope: str | None = None,
    **kwargs: Any,
) -> Saver | None:
    """Brings back a graph that was written beside a checkpoint (tf.compat.v1.train.import_meta_graph).

    Args:
      meta_graph_or_file: the message, or its file, such as "model-7.meta".
      clear_devices: whether devices are left out.
      import_scope: put before all names.
      **kwargs: arguments of `tf.compat.v1.train.Saver`; and `input_map`, tensors to use in place of those of the message.

    Returns:
      A saver of the graph's variables; None where there are none.

    Raises:
      OSError: there is no such file, or it is damaged.
      RuntimeError: eager execution is on.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> path = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     v = v1.get_variable("v", initializer=3.0)
    ...     session.run(v.initializer)
    ...     path = v1.train.Saver().save(session, path)
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     v1.train.import_meta_graph(path + ".meta").restore(session, path)
    ...     print(session.run("v/Read/ReadVariableOp:0"))
    3.0
    """
    if _core.executing_eagerly():
        raise RuntimeError("Exporting/importing meta graphs is not supported when eager execution is enabled.")
    meta = read_meta_graph(meta_graph_or_file)
    graph = default_graph()
    scope = add_meta_graph(meta, graph, import_scope or "", kwargs.pop("input_map", None), clear_devices)
    if meta.HasField("saver_def"):
        return Saver(saver_def=meta.saver_def, name=scope or None, **kwargs)
    if graph.get_collection("variables"):
        return Saver(**kwargs)
    return None
