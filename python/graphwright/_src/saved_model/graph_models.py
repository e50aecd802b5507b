"""Facts of models of TensorFlow 1: their assets, the operation that makes them ready, and named tensors."""

from __future__ import annotations

import os

from graphwright._src.base.export import export
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.graph import default_graph
from graphwright._src.messages.classes import AssetFileDef
from graphwright._src.messages.encoding import from_bytes
from graphwright._src.saved_model import constants
from graphwright._src.saved_model.structured_value import decode_spec
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import MetaGraphDef, TensorInfo


MAIN_OP, LEGACY_INIT_OP, ASSETS = "saved_model_main_op", "legacy_init_op", "saved_model_assets"


@export("compat.v1.saved_model.get_tensor_from_tensor_info", "compat.v1.saved_model.utils.get_tensor_from_tensor_info")
def get_tensor_from_tensor_info(
    tensor_info: TensorInfo, graph: Graph | None = None, import_scope: str | None = None
) -> Any:
    """Returns the tensor that a signature names (tf.compat.v1.saved_model.get_tensor_from_tensor_info).

    Args:
      tensor_info: what `build_tensor_info` has made.
      graph: that it is in, the default one by default.
      import_scope: what the names of the graph begin with.

    Raises:
      KeyError: the graph has no such tensor.
      ValueError: the name is none of a tensor.
    """
    graph = default_graph() if graph is None else graph
    prefix = f"{import_scope}/" if import_scope else ""

    def get(name: str) -> Any:
        return graph.as_graph_element(prefix + name, allow_operation=False)

    if tensor_info.WhichOneof("encoding") == "coo_sparse":
        sparse = tensor_info.coo_sparse
        names = sparse.indices_tensor_name, sparse.values_tensor_name, sparse.dense_shape_tensor_name
        return SparseTensor(*map(get, names))
    if tensor_info.WhichOneof("encoding") == "composite_tensor":
        composite = tensor_info.composite_tensor
        spec = decode_spec(composite.type_spec)
        return nest.pack_sequence_as(spec, [get(info.name) for info in composite.components], expand_composites=True)
    if tensor_info.WhichOneof("encoding") != "name":
        raise ValueError(f"Invalid TensorInfo.encoding: {tensor_info.WhichOneof('encoding')}")
    return get(tensor_info.name)


def init_op_name(meta: MetaGraphDef) -> str | None:
    """Returns the name of the operation that is to be run when a graph was loaded."""
    if constants.INIT_SIGNATURE in meta.signature_def:
        return meta.signature_def[constants.INIT_SIGNATURE].outputs[constants.INIT_SIGNATURE].name
    for key in (MAIN_OP, LEGACY_INIT_OP):
        if key in meta.collection_def and meta.collection_def[key].node_list.value:
            if len(meta.collection_def[key].node_list.value) != 1:
                raise RuntimeError(f"Expected exactly one SavedModel init op in the collection {key}")
            return meta.collection_def[key].node_list.value[0]
    return None


def asset_paths(meta: MetaGraphDef, folder: str) -> dict[str, str]:
    """Returns the paths of a model's files, by the names of the tensors that are to hold them."""
    inside = os.path.join(folder, constants.ASSETS_DIRECTORY)
    noted = list(meta.asset_file_def)
    if ASSETS in meta.collection_def:
        noted += [from_bytes(AssetFileDef, any_.value) for any_ in meta.collection_def[ASSETS].any_list.value]
    return {asset.tensor_info.name: os.path.join(inside, asset.filename) for asset in noted}
