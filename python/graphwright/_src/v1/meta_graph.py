"""Graphs with their variables and collections as messages, also in files: tf.compat.v1.train.export_meta_graph."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.checkpoint.options import path_text
from graphwright._src.checkpoint.state import write_whole
from graphwright._src.graph.graph import Operation, default_graph, no_op
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph.scopes import name_scope
from graphwright._src.messages.classes import MetaGraphDef, SaverDef, VariableDef
from graphwright._src.messages.encoding import to_text
from graphwright._src.ops.array import constant, identity
from graphwright._src.session.variable import GraphVariable
from graphwright._src.text.lookup import MutableHashTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import GraphDef

_VERSION = "2.21.0"
SAVERS = "savers"


# ---- variables ----


def variable_def(variable: GraphVariable) -> VariableDef:
    """Returns what is noted of a graph's variable."""
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


# ---- collections ----


def _note_collection(meta: MetaGraphDef, key: str, items: list[Any]) -> None:
    numbers = all(isinstance(item, int) and not isinstance(item, bool) for item in items)
    if items and all(isinstance(item, GraphVariable) for item in items):
        meta.collection_def[key].bytes_list.value.extend([variable_def(item).SerializeToString() for item in items])
    elif key == SAVERS and all(getattr(item, "_saver_def", None) is not None for item in items):
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


# ---- whole graphs ----


def make_meta_graph(
    graph: Graph,
    saver_def: SaverDef | None = None,
    tags: Iterable[str] = (),
    collections: Iterable[str] | None = None,
    graph_def: GraphDef | None = None,
    clear_devices: bool = False,
    strip_default_attrs: bool = False,
) -> MetaGraphDef:
    """Returns the message of a graph with its collections.

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
    filename: str | os.PathLike[str] | None = None,
    meta_info_def: MetaGraphDef.MetaInfoDef | None = None,
    graph_def: GraphDef | None = None,
    saver_def: SaverDef | None = None,
    collection_list: list[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: object,
) -> MetaGraphDef:
    """Returns the graph with its collections as a message, and as a file (tf.compat.v1.train.export_meta_graph).

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
        data = to_text(meta).encode() if as_text else meta.SerializeToString()
        write_whole(path_text(filename), data)
    return meta


def add_saver_nodes(
    graph: Graph, entries: list[tuple[str, str, Any]], tables: list[Any], settings: SaverDef
) -> SaverDef:
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
            assigned.append(last_operation_of(graph))
        for table in tables:
            at = names.index(table.names[0])
            table.assign(*read[at : at + 2])
            assigned.append(last_operation_of(graph))
        with graph.control_dependencies(assigned):
            restored = no_op(name="restore_all")
    assert restored is not None
    settings.filename_tensor_name, settings.save_tensor_name = file.name, saved.name
    settings.restore_op_name = restored.name
    return settings
