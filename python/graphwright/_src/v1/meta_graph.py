"""Graphs with their variables and collections as messages: tf.compat.v1.train.export_meta_graph, import_meta_graph."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export, exported
from graphwright._src.base.logger import get_logger
from graphwright._src.checkpoint.options import path_text
from graphwright._src.checkpoint.state import write_whole
from graphwright._src.graph.graph import Operation, default_graph, no_op
from graphwright._src.graph.scopes import name_scope
from graphwright._src.graph_import.import_graph import import_graph_def
from graphwright._src.messages.graph import GraphDef
from graphwright._src.messages.text import parse_text
from graphwright._src.ops.array import constant, identity
from graphwright._src.saved_model.messages import MetaGraphDef, SaverDef, VariableDef
from graphwright._src.session import variable as graph_variable
from graphwright._src.session.variable import GraphVariable
from graphwright._src.state.variable_creation import VariableAggregation, VariableSynchronization
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.lookup import MutableHashTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_VERSION = "2.21.0"
# The collections whose items are variables.
_OF_VARIABLES = (
    *("global_step", "local_variables", "metric_variables", "model_variables", "moving_average_variables"),
    *("trainable_variables", "variables"),
)
_SAVERS = "savers"
_OF_LOOPS = frozenset(
    ("while_context", "cond_context")
)  # TensorFlow 1's notes about loops, which graphs here do not need


# ---- variables ----


def variable_def(variable: Any) -> VariableDef:
    """What is noted of a graph's variable."""
    initial, part = variable.initial_value, variable._get_save_slice_info()
    noted = VariableDef(
        variable_name=variable.handle.name,
        initializer_name=variable.initializer.name,
        snapshot_name=variable._graph_element.name,
        initial_value_name=initial.name if isinstance(initial, _core.Tensor) else "",
        is_resource=True,
        trainable=variable.trainable,
        synchronization=variable.synchronization.value,
        aggregation=variable.aggregation.value,
    )
    if part is not None:
        noted.save_slice_info_def.CopyFrom(part.to_proto())
    return noted


def variable_from_def(noted: Any, graph: Any, scope: str = "") -> Any:
    """The variable of an imported graph that was noted there.

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


# ---- collections ----


def _note_collection(meta: Any, key: str, items: list[Any]) -> None:
    numbers = all(isinstance(item, int) and not isinstance(item, bool) for item in items)
    if items and all(isinstance(item, GraphVariable) for item in items):
        meta.collection_def[key].bytes_list.value.extend([variable_def(item).SerializeToString() for item in items])
    elif key == _SAVERS and all(getattr(item, "_saver_def", None) is not None for item in items):
        meta.collection_def[key].bytes_list.value.extend([item.to_proto().SerializeToString() for item in items])
    elif items and all(isinstance(item, (_core.Tensor, Operation)) for item in items):
        meta.collection_def[key].node_list.value.extend([item.name for item in items])
    elif items and all(isinstance(item, MutableHashTable) for item in items):
        meta.collection_def[key].node_list.value.extend([item.resource_handle.op.name for item in items])
    elif items and numbers:
        meta.collection_def[key].int64_list.value.extend(items)
    elif items and all(isinstance(item, float) for item in items):
        meta.collection_def[key].float_list.value.extend(items)
    elif items and all(isinstance(item, (str, bytes)) for item in items):
        data = [item.encode() if isinstance(item, str) else item for item in items]
        meta.collection_def[key].bytes_list.value.extend(data)
    elif items:
        get_logger().warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items don't match field type in "
            "CollectionDef. Note this is a warning and probably safe to ignore.",
            key,
        )


def _import_collections(meta: Any, graph: Any, scope: str) -> None:
    made: dict[str, Any] = {}
    prefix = f"{scope}/" if scope else ""
    for key in sorted(meta.collection_def, key=lambda key: key == _SAVERS):  # savers look for variables
        if key in _OF_LOOPS:
            continue
        collection = meta.collection_def[key]
        kind = collection.WhichOneof("kind")
        if key in _OF_VARIABLES and kind == "bytes_list":
            for data in collection.bytes_list.value:
                noted = VariableDef.FromString(data)
                if noted.variable_name not in made:
                    made[noted.variable_name] = variable_from_def(noted, graph, scope)
                graph.add_to_collection(key, made[noted.variable_name])
        elif key == _SAVERS and kind == "bytes_list":
            for data in collection.bytes_list.value:
                saver = exported("compat.v1.train.Saver").from_proto(SaverDef.FromString(data), scope or None)
                graph.add_to_collection(key, saver)
        elif kind == "node_list":
            for name in collection.node_list.value:
                graph.add_to_collection(key, graph.as_graph_element(prefix + name))
        elif kind is not None and kind != "any_list":
            for value in getattr(collection, kind).value:
                graph.add_to_collection(key, _within(value, prefix) if prefix and kind == "bytes_list" else value)


def _within(value: bytes, prefix: str) -> str:
    """A name in a collection, as which TensorFlow takes all strings, within a scope."""
    name = value.decode()
    lead = next((lead for lead in ("^", "loc:@") if name.startswith(lead)), "")
    return lead + prefix + name[len(lead) :]


# ---- whole graphs ----


def make_meta_graph(
    graph: Any,
    saver_def: Any = None,
    tags: Any = (),
    collections: Any = None,
    graph_def: Any = None,
    clear_devices: bool = False,
    strip_default_attrs: bool = False,
) -> MetaGraphDef:
    """The message of a graph with its collections.

    Args:
      graph: the graph.
      saver_def: which of its nodes write and read the variables.
      tags: what it is for.
      collections: the keys of those that are noted; all by default.
      graph_def: the graph's message, where it is there already.
      clear_devices: whether devices are left out.
      strip_default_attrs: noted.
    """
    meta = MetaGraphDef()
    info = meta.meta_info_def
    info.tensorflow_version, info.tensorflow_git_version = _VERSION, "graphwright"
    info.tags.extend(tags)
    if strip_default_attrs:
        info.stripped_default_attrs = True
    meta.graph_def.CopyFrom(graph_def if graph_def is not None else graph.as_graph_def(add_shapes=True))
    if clear_devices:
        nodes = [node for function in meta.graph_def.library.function for node in function.node_def]
        for node in [*meta.graph_def.node, *nodes]:
            node.device = ""
    if saver_def is not None:
        meta.saver_def.CopyFrom(saver_def)
    for key in graph.get_all_collection_keys() if collections is None else collections:
        if isinstance(key, str):
            _note_collection(meta, key, graph.get_collection_ref(key))
    return meta


@export("compat.v1.train.export_meta_graph")
def export_meta_graph(
    filename: str | os.PathLike | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: list[str] | None = None,
    as_text: bool = False,
    graph: Any = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: Any,
) -> MetaGraphDef:
    """The graph with its collections as a message, and as a file (tf.compat.v1.train.export_meta_graph).

    Args:
      filename: of the file to write, if any.
      meta_info_def: what is noted of the graph.
      graph_def: the graph's message, where it is there already.
      saver_def: which of its nodes write and read the variables.
      collection_list: the collections that are noted; all by default.
      as_text: whether the file is text.
      graph: the graph, the default one by default.
      export_scope: None: parts of graphs cannot be exported.
      clear_devices: whether devices are left out.
      clear_extraneous_savers: has no effect.
      strip_default_attrs: noted.
      save_debug_info: has no effect.

    Raises:
      NotImplementedError: `export_scope` is given.
      RuntimeError: eager execution is on.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
    ...     meta = tf.compat.v1.train.export_meta_graph()
    >>> len(meta.collection_def["variables"].bytes_list.value)
    1
    """
    if _core.executing_eagerly() and graph is None:
        raise RuntimeError("Exporting/importing meta graphs is not supported when eager execution is enabled.")
    if export_scope is not None:
        raise NotImplementedError(
            "tf.compat.v1.train.export_meta_graph: export_scope: parts of graphs cannot be exported"
        )
    graph = default_graph() if graph is None else graph
    meta = make_meta_graph(
        graph,
        saver_def,
        collections=collection_list,
        graph_def=graph_def,
        clear_devices=clear_devices,
        strip_default_attrs=strip_default_attrs,
    )
    if meta_info_def is not None:
        meta.meta_info_def.MergeFromString(meta_info_def.SerializeToString())
    if filename is not None:
        data = meta.to_text().encode("utf-8", "surrogateescape") if as_text else meta.SerializeToString()
        write_whole(path_text(filename), data)
    return meta


def add_meta_graph(meta: Any, graph: Any, scope: str = "", input_map: Any = None, clear_devices: bool = False) -> str:
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
    """A message, or what a file has of it.

    Raises:
      OSError: there is no such file, or it is damaged.
    """
    if hasattr(source, "SerializeToString"):
        return source if isinstance(source, MetaGraphDef) else MetaGraphDef.FromString(source.SerializeToString())
    path = path_text(source)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise OSError(f"File {path} does not exist.") from None
    try:
        return MetaGraphDef.FromString(data)
    except ValueError:
        pass
    try:
        return parse_text(data.decode(), MetaGraphDef)
    except ValueError as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


@export("compat.v1.train.import_meta_graph")
def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None, **kwargs: Any
) -> Any:
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
        return exported("compat.v1.train.Saver")(saver_def=meta.saver_def, name=scope or None, **kwargs)
    if graph.get_collection("variables"):
        return exported("compat.v1.train.Saver")(**kwargs)
    return None


def add_saver_nodes(graph: Any, entries: list[tuple[str, str, Any]], tables: list[Any], settings: SaverDef) -> SaverDef:
    """Appends nodes that write and read variables and tables, as TensorFlow expects them; fills in the nodes' names.

    Args:
      graph: the graph of the variables.
      entries: names in the checkpoint, which part of what has that name, "" for all of it, and the variables.
      tables: the tables, as a saver keeps them.
      settings: the message that is filled in.
    """
    values = [variable for _, _, variable in entries]
    names = [name for name, _, _ in entries] + [name for table in tables for name in table.names]
    slices = [part for _, part, _ in entries] + [""] * (2 * len(tables))
    kinds = [variable.dtype.base_dtype for variable in values] + [kind for table in tables for kind in table.kinds]
    with graph.as_default(), graph.control_dependencies(None), name_scope("save"):
        default = constant("model", name="filename")
        file = _core.op("PlaceholderWithDefault")(default, shape=[], name="Const")
        given = [variable.read_value() for variable in values] + [x for table in tables for x in table.tensors]
        write = _core.op("SaveV2")(file, names, slices, given, name="SaveV2")
        with graph.control_dependencies([write]):
            saved = identity(file, name="control_dependency")
        read = _core.op("RestoreV2")(file, names, slices, dtypes=kinds, name="RestoreV2")
        read = [read] if isinstance(read, _core.Tensor) else list(read)
        assigned = []
        for variable, tensor in zip(values, read, strict=False):  # those of tables follow
            _core.op("AssignVariableOp")(variable.handle, tensor, dtype=variable.dtype.base_dtype, name="Assign")
            assigned.append(graph._operation(graph._core.last_node()))
        for table in tables:
            at = names.index(table.names[0])
            table.assign(*read[at : at + 2])
            assigned.append(graph._operation(graph._core.last_node()))
        with graph.control_dependencies(assigned):
            restored = no_op(name="restore_all")
    settings.filename_tensor_name, settings.save_tensor_name = file.name, saved.name
    settings.restore_op_name = restored.name
    return settings
