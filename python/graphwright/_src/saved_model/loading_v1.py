"""tf.saved_model.load of models that TensorFlow 1 has written: a graph with signatures, and no objects."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.checkpoint.state import checkpoint_exists
from graphwright._src.function.wrap_function import wrap
from graphwright._src.graph_import.import_graph import import_graph_def
from graphwright._src.graph_import.references import VARIABLES
from graphwright._src.messages.classes import GraphDef, VariableDef
from graphwright._src.messages.encoding import from_bytes
from graphwright._src.ops.array import constant
from graphwright._src.saved_model import constants
from graphwright._src.saved_model.restored_object import RestoredObject, empty_variable, rename_shared
from graphwright._src.saved_model.signatures import SignatureMap
from graphwright._src.state.asset import Asset
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.messages.classes import MetaGraphDef, NodeDef, SignatureDef, TensorInfo


class _Graph:
    """The graph of a model, as one function whose parts are its signatures."""

    def __init__(self, folder: str, meta: MetaGraphDef) -> None:
        self.folder = folder
        self.meta = meta
        message = GraphDef()
        message.CopyFrom(meta.graph_def)
        noted = self._noted()
        self.variables = {node.name: self._variable(node, noted) for node in message.node if self._is_variable(node)}
        rename_shared(message.library, [node for node in message.node if not self._is_variable(node)])
        self.function = wrap(lambda: self._build(message), [], "loaded", runs_all=False)

    def _collection(self, key: str) -> list[VariableDef]:
        """Returns the variables that the model notes under a name."""
        found = self.meta.collection_def[key].bytes_list.value if key in self.meta.collection_def else ()
        return [from_bytes(VariableDef, data) for data in found]

    def _noted(self) -> dict[str, Any]:
        found = {}
        for key in ("variables", "trainable_variables"):
            for noted in self._collection(key):
                found[noted.variable_name.partition(":")[0]] = noted.trainable or key == "trainable_variables"
        return found

    @staticmethod
    def _is_variable(node: NodeDef) -> bool:
        return node.op == "VarHandleOp" or node.op in VARIABLES

    def _variable(self, node: NodeDef, noted: dict[str, bool]) -> Any:
        dtype = dtypes.as_dtype(node.attr["dtype"].type).base_dtype
        return empty_variable(
            dtype, TensorShape(node.attr["shape"].shape), name=node.name, trainable=noted.get(node.name, False)
        )

    def _build(self, message: GraphDef) -> list[Any]:
        graph = _core.current_graph()
        graph._given_variables = self.variables
        handles = {node.name for node in message.node if node.op == "VarHandleOp"}
        mapped = {f"{name}:0": variable.handle for name, variable in self.variables.items() if name in handles}
        import_graph_def(message, input_map=mapped, name="")
        return []

    def run(self, operation: str, feeds: dict[str, Any]) -> None:
        """Runs an operation."""
        wanted = self.function.graph.get_operation_by_name(operation.partition(":")[0])
        known = {name: value for name, value in feeds.items() if name}
        self.function.prune(list(known), [wanted])(*known.values())

    def initialize_local(self) -> None:
        """Gives the local variables, which no checkpoint has, their initial values."""
        for noted in self._collection("local_variables"):
            if noted.initializer_name:
                self.run(noted.initializer_name, {})

    def signature(self, name: str, noted: SignatureDef) -> Any:
        """Returns a signature as a function that takes arguments by their names."""
        get = self._tensor
        names, feeds = [], []
        for key in sorted(noted.inputs):
            names.append(key)
            feeds.append(get(noted.inputs[key]))
            if hasattr(feeds[-1], "dense_shape"):
                raise NotImplementedError(f"{self.folder}: the signature {name!r} takes a sparse tensor ({key!r})")
        found = self.function.prune(
            feeds, {key: get(noted.outputs[key]) for key in sorted(noted.outputs)}, name=f"signature_wrapper_{name}"
        )
        found.name_arguments(names)
        return found

    def _tensor(self, info: TensorInfo) -> Any:
        from graphwright._src.saved_model.graph_models import get_tensor_from_tensor_info

        return get_tensor_from_tensor_info(info, self.function.graph)


def load_v1(folder: str, meta: MetaGraphDef) -> Any:
    """Returns the object that stands for a model of TensorFlow 1.

    Args:
      folder: the model's.
      meta: the message of its graph.

    Returns:
      An object with `signatures`, `variables`, `graph`, `asset_paths`, and `prune(feeds, fetches)`, which gives functions of
      other parts of the graph.
    """
    from graphwright._src.saved_model.graph_models import asset_paths, init_op_name

    loaded = _Graph(folder, meta)
    values = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    saver = meta.saver_def
    if meta.HasField("saver_def") and saver.restore_op_name and checkpoint_exists(values):
        loaded.run(saver.restore_op_name, {saver.filename_tensor_name: constant(values)})
    loaded.initialize_local()
    assets = {name: Asset(path) for name, path in asset_paths(meta, folder).items()}
    init = init_op_name(meta)
    if init is not None:
        loaded.run(init, {name: asset.asset_path for name, asset in assets.items()})
    root = RestoredObject()
    root.variables = list(loaded.variables.values())
    root.asset_paths = list(assets.values())
    root.graph = loaded.function.graph
    root.prune = loaded.function.prune
    root.signatures = SignatureMap(
        {
            name: loaded.signature(name, meta.signature_def[name])
            for name in meta.signature_def
            if name not in (constants.INIT_SIGNATURE, "__saved_model_train_op")
        }
    )
    root.tensorflow_version = meta.meta_info_def.tensorflow_version
    root.tensorflow_git_version = meta.meta_info_def.tensorflow_git_version
    root.graph_debug_info = None
    return root
