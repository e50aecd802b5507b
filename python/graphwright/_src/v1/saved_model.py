"""Saved models of TensorFlow 1: tf.compat.v1.saved_model.Builder, simple_save, load, and signatures of graphs."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.damaged import Reading
from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import log_info
from graphwright._src.checkpoint.options import local_text
from graphwright._src.checkpoint.state import checkpoint_exists, write_whole
from graphwright._src.graph.graph import Operation, default_graph
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import control_dependencies, get_static_value
from graphwright._src.graph.values import make_tensor_proto, shape_proto
from graphwright._src.messages.classes import SavedModel, SignatureDef, TensorInfo
from graphwright._src.messages.encoding import to_text
from graphwright._src.saved_model import constants
from graphwright._src.saved_model.fingerprint import write_fingerprint
from graphwright._src.saved_model.graph_models import ASSETS, LEGACY_INIT_OP, MAIN_OP, asset_paths, init_op_name
from graphwright._src.saved_model.loading import meta_graph_of, read_model
from graphwright._src.saved_model.structured_value import encode
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes, nest
from graphwright._src.v1.import_meta_graph import add_meta_graph
from graphwright._src.v1.meta_graph import make_meta_graph
from graphwright._src.v1.saver import Saver
from graphwright._src.v1.variables import global_variables_initializer, local_variables_initializer, tables_initializer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import MetaGraphDef
    from graphwright._src.session.session import Session


# ---- signatures ----


@export("compat.v1.saved_model.build_tensor_info", "compat.v1.saved_model.utils.build_tensor_info")
def build_tensor_info(tensor: Any) -> TensorInfo:
    """Returns what a signature notes of a tensor: its name, dtype and shape
    (tf.compat.v1.saved_model.build_tensor_info).

    Args:
      tensor: of a graph: a tensor, a variable or a SparseTensor.

    Raises:
      RuntimeError: it is an eager tensor, or eager execution is on.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     info = tf.compat.v1.saved_model.build_tensor_info(tf.compat.v1.placeholder(tf.float32, [2], name="x"))
    >>> info.name
    'x:0'
    """
    if _core.executing_eagerly() or isinstance(tensor, _core.EagerTensor):
        raise RuntimeError("`build_tensor_info` is not supported in eager execution.")
    info = TensorInfo(dtype=dtypes.as_dtype(tensor.dtype).base_dtype.as_datatype_enum)
    if hasattr(tensor, "row_splits"):
        info = TensorInfo()
        spec = tensor._type_spec
        info.composite_tensor.type_spec.CopyFrom(encode(spec).type_spec_value)
        for part in nest.flatten(tensor, expand_composites=True):
            info.composite_tensor.components.append(build_tensor_info(part))
        return info
    if hasattr(tensor, "dense_shape"):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
        shape_proto(tensor.shape, info.tensor_shape)
    else:
        if isinstance(tensor, Variable):
            tensor = tensor._as_graph_element()
        info.name = tensor.name
        shape_proto(tensor.shape, info.tensor_shape)
    info.tensor_shape.SetInParent()
    return info


@export("compat.v1.saved_model.build_signature_def", "compat.v1.saved_model.signature_def_utils.build_signature_def")
def build_signature_def(
    inputs: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    method_name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> SignatureDef:
    """Returns a signature: what goes in and comes out, by names (tf.compat.v1.saved_model.build_signature_def).

    Args:
      inputs: from names to what `build_tensor_info` gives.
      outputs: the same for what comes out.
      method_name: of the way in which servers call it.
      defaults: from names of inputs to values for where nothing is given.
    """
    signature = SignatureDef(inputs=inputs, outputs=outputs, method_name=method_name)
    for name, value in (defaults or {}).items():
        value = value if hasattr(value, "SerializeToString") else make_tensor_proto(value)
        signature.defaults[name].MergeFromString(value.SerializeToString())
    return signature


def _infos(tensors: Mapping[str, Any]) -> dict[str, TensorInfo]:
    return {name: build_tensor_info(tensor) for name, tensor in tensors.items()}


@export(
    "compat.v1.saved_model.predict_signature_def", "compat.v1.saved_model.signature_def_utils.predict_signature_def"
)
def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> SignatureDef:
    """Returns a signature of any tensors (tf.compat.v1.saved_model.predict_signature_def).

    Args:
      inputs: from names to tensors.
      outputs: from names to tensors.

    Raises:
      ValueError: one of them is empty.
    """
    for what, given in (("inputs", inputs), ("outputs", outputs)):
        if not given:
            raise ValueError(f"Prediction {what} cannot be None or empty.")
    return build_signature_def(_infos(inputs), _infos(outputs), constants.PREDICT_METHOD)


def _checked_strings(tensor: Any, what: str) -> TensorInfo:
    info = build_tensor_info(tensor)
    if info.dtype != dtypes.string.as_datatype_enum:
        raise ValueError(f"{what} tensors must be of type string.")
    return info


def _checked_floats(tensor: Any, what: str) -> TensorInfo:
    info = build_tensor_info(tensor)
    if info.dtype != dtypes.float32.as_datatype_enum:
        raise ValueError(f"{what} tensors must be of type float.")
    return info


@export(
    "compat.v1.saved_model.regression_signature_def",
    "compat.v1.saved_model.signature_def_utils.regression_signature_def",
)
def regression_signature_def(examples: Tensor, predictions: Tensor) -> SignatureDef:
    """Returns a signature from serialized examples to float32 numbers (tf.compat.v1.saved_model.regression_signature_def).

    Raises:
      ValueError: a tensor is missing, or of another dtype.
    """
    if examples is None or predictions is None:
        raise ValueError(f"Regression {'`examples`' if examples is None else '`predictions`'} cannot be None.")
    inputs = {"inputs": _checked_strings(examples, "Regression input")}
    return build_signature_def(
        inputs, {"outputs": _checked_floats(predictions, "Regression output")}, "tensorflow/serving/regress"
    )


@export(
    "compat.v1.saved_model.classification_signature_def",
    "compat.v1.saved_model.signature_def_utils.classification_signature_def",
)
def classification_signature_def(examples: Tensor, classes: Tensor | None, scores: Tensor | None) -> SignatureDef:
    """Returns a signature from serialized examples to classes and scores (tf.compat.v1.saved_model.classification_signature_def).

    Args:
      examples: a tensor of strings.
      classes: a tensor of strings, or None.
      scores: a tensor of float32 numbers, or None.

    Raises:
      ValueError: a tensor is missing, or of another dtype.
    """
    if examples is None:
        raise ValueError("Classification `examples` cannot be None.")
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    outputs = {}
    if classes is not None:
        outputs["classes"] = _checked_strings(classes, "Classification classes")
    if scores is not None:
        outputs["scores"] = _checked_floats(scores, "Classification scores")
    inputs = {"inputs": _checked_strings(examples, "Classification input")}
    return build_signature_def(inputs, outputs, "tensorflow/serving/classify")


@export("compat.v1.saved_model.is_valid_signature", "compat.v1.saved_model.signature_def_utils.is_valid_signature")
def is_valid_signature(signature_def: SignatureDef) -> bool:
    """Tells whether servers can call a signature (tf.compat.v1.saved_model.is_valid_signature)."""
    method, inputs, outputs = signature_def.method_name, signature_def.inputs, signature_def.outputs
    string, number = dtypes.string.as_datatype_enum, dtypes.float32.as_datatype_enum
    if method == constants.PREDICT_METHOD:
        return bool(inputs) and bool(outputs)
    kinds = {
        "tensorflow/serving/regress": {"outputs": number},
        "tensorflow/serving/classify": {"classes": string, "scores": number},
    }
    if method not in kinds:
        return False
    fits = set(inputs) == {"inputs"} and inputs["inputs"].dtype == string
    allowed = kinds[method]
    return fits and bool(outputs) and all(allowed.get(name) == outputs[name].dtype for name in outputs)


# ---- writing ----


@export("compat.v1.saved_model.Builder", "compat.v1.saved_model.builder.SavedModelBuilder")
class Builder:
    """Writes graphs of TensorFlow 1 with the variables of a session as a model (tf.compat.v1.saved_model.Builder).

    Args:
      export_dir: the folder, which must be empty or not there.

    Raises:
      AssertionError: there is something in the folder.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     x = v1.placeholder(tf.float32, [], name="x")
    ...     v = v1.get_variable("v", initializer=3.0)
    ...     session.run(v.initializer)
    ...     signature = v1.saved_model.predict_signature_def({"x": x}, {"y": x * v})
    ...     builder = v1.saved_model.Builder(folder)
    ...     builder.add_meta_graph_and_variables(session, ["serve"], {"serving_default": signature})
    ...     path = builder.save()
    >>> float(tf.saved_model.load(folder).signatures["serving_default"](x=tf.constant(2.0))["y"])
    6.0
    """

    def __init__(self, export_dir: str | os.PathLike) -> None:
        self._folder = local_text(export_dir)
        if os.path.isdir(self._folder) and os.listdir(self._folder):
            raise AssertionError(
                f"Export directory {self._folder} already exists, and isn't empty. Please choose a different export "
                "directory, or delete all the contents of the specified directory."
            )
        os.makedirs(self._folder, exist_ok=True)
        self._model = SavedModel(saved_model_schema_version=1)
        self._has_variables = False
        self._files: dict[str, str] = {}  # from names in the model to files

    def _add(
        self,
        graph: Graph,
        tags: Sequence[str],
        signature_def_map: Mapping[str, SignatureDef] | None,
        assets_list: Sequence[Tensor] | None,
        main_op: Operation | None,
        legacy_init_op: Operation | None,
        clear_devices: bool,
        strip_default_attrs: bool,
        saver: Saver | None,
    ) -> Saver:
        for name, signature in (signature_def_map or {}).items():
            for info in [*signature.inputs.values(), *signature.outputs.values()]:
                if info.WhichOneof("encoding") is None:
                    raise AssertionError(f"All TensorInfo protos used in the SignatureDef {name!r} must have a name")
                if info.dtype == 0:
                    raise AssertionError(f"The TensorInfo {info.name!r} used in a SignatureDef must have the dtype set")
        init = main_op if main_op is not None else legacy_init_op
        if init is not None and not isinstance(init, Operation):
            raise TypeError(f"Expected {init} to be an Operation, but got type {type(init)} instead.")
        if main_op is not None and legacy_init_op is not None:
            raise ValueError("Pass only one of `main_op` or `legacy_init_op`")
        if init is not None:
            for key in (MAIN_OP, LEGACY_INIT_OP):
                if graph.get_collection(key):
                    raise ValueError(f"Graph already contains one or more main ops under the collection {key}.")
            graph.add_to_collection(MAIN_OP, init)
        with graph.as_default():
            if saver is None:
                saver = Saver(sharded=True, allow_empty=True)
            saver.build()
            meta = make_meta_graph(
                graph,
                saver.as_saver_def() if saver.has_parts else None,
                [tags] if isinstance(tags, str) else tags,
                clear_devices=clear_devices,
                strip_default_attrs=strip_default_attrs,
            )
        for name, signature in (signature_def_map or {}).items():
            meta.signature_def[name].MergeFromString(signature.SerializeToString())
        for tensor in assets_list or ():
            self._add_asset(meta, tensor)
        log_info("No assets to save." if assets_list is None else "Assets added to graph.")
        self._model.meta_graphs.append(meta)
        return saver

    def _add_asset(self, meta: MetaGraphDef, tensor: Any) -> None:
        value = get_static_value(tensor)
        if value is None or not isinstance(value.item() if hasattr(value, "item") else value, (bytes, str)):
            raise ValueError(f"Asset filepath tensor {tensor} must be a constant string")
        path = os.fsdecode(value.item() if hasattr(value, "item") else value)
        name = os.path.basename(path)
        if self._files.setdefault(name, path) != path:
            name = next(f"{name}_{i}" for i in range(1, len(self._files) + 2) if f"{name}_{i}" not in self._files)
            self._files[name] = path
        noted = meta.asset_file_def.add(filename=name)
        noted.tensor_info.name, noted.tensor_info.dtype = tensor.name, dtypes.string.as_datatype_enum
        noted.tensor_info.tensor_shape.SetInParent()
        packed = meta.collection_def[ASSETS].any_list.value.add(type_url="type.googleapis.com/tensorflow.AssetFileDef")
        packed.value = noted.SerializeToString()

    def add_meta_graph_and_variables(
        self,
        sess: Session,
        tags: Sequence[str],
        signature_def_map: Mapping[str, SignatureDef] | None = None,
        assets_collection: Sequence[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the session's graph, and writes its variables. Of one builder it is called once, and first.

        Args:
          sess: the session.
          tags: what the graph is for, such as ["serve"].
          signature_def_map: signatures by name.
          assets_collection: constant tensors with the paths of files that become part of the model.
          legacy_init_op: the older form of `main_op`.
          clear_devices: whether devices are left out.
          main_op: an operation that is run when the model is loaded.
          strip_default_attrs: noted.
          saver: writes the variables; all of the graph by default.

        Raises:
          AssertionError: variables were written already, or a signature lacks something.
          TypeError: `main_op` is no operation.
          ValueError: an asset is no constant string.
        """
        if self._has_variables:
            raise AssertionError("Graph state including variables and assets has already been saved.")
        saver = self._add(
            sess.graph,
            tags,
            signature_def_map,
            assets_collection,
            main_op,
            legacy_init_op,
            clear_devices,
            strip_default_attrs,
            saver,
        )
        self._has_variables = True
        folder = os.path.join(self._folder, constants.VARIABLES_DIRECTORY)
        os.makedirs(folder, exist_ok=True)
        with sess.graph.as_default():
            saver.save(
                sess, os.path.join(folder, constants.VARIABLES_FILENAME), write_meta_graph=False, write_state=False
            )

    def add_meta_graph(
        self,
        tags: Sequence[str],
        signature_def_map: Mapping[str, SignatureDef] | None = None,
        assets_collection: Sequence[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the default graph, whose variables are those that were written before; arguments as of the other method.

        Raises:
          AssertionError: no variables were written yet, or a signature lacks something.
        """
        if not self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        self._add(
            default_graph(),
            tags,
            signature_def_map,
            assets_collection,
            main_op,
            legacy_init_op,
            clear_devices,
            strip_default_attrs,
            saver,
        )

    def save(
        self,
        as_text: bool = False,
        experimental_image_format: bool = False,
        experimental_image_writer_options: object = None,
    ) -> bytes:
        """Writes the model.

        Args:
          as_text: whether its file is text.
          experimental_image_format, experimental_image_writer_options: have no effect.

        Returns:
          The path of that file.
        """
        if not self._files:
            log_info("No assets to write.")
        for name, path in self._files.items():
            folder = os.path.join(self._folder, constants.ASSETS_DIRECTORY)
            os.makedirs(folder, exist_ok=True)
            with open(path, "rb") as file:
                write_whole(os.path.join(folder, name), file.read())
        data = self._model.SerializeToString()
        if as_text:
            path = os.path.join(self._folder, constants.SAVED_MODEL_FILENAME_PBTXT)
            write_whole(path, to_text(self._model).encode())
        else:
            path = os.path.join(self._folder, constants.SAVED_MODEL_FILENAME_PB)
            write_whole(path, data)
        index = os.path.join(self._folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME + ".index")
        write_fingerprint(self._folder, self._model, data, index)
        log_info("SavedModel written to: %s", path)
        return path.encode()


@export("compat.v1.saved_model.simple_save")
def simple_save(
    session: Session,
    export_dir: str | os.PathLike[str],
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    legacy_init_op: Operation | None = None,
) -> None:
    """Writes a session's graph with one signature (tf.compat.v1.saved_model.simple_save).

    Args:
      session: the session.
      export_dir: the folder, which must be empty or not there.
      inputs: from names to tensors.
      outputs: from names to tensors.
      legacy_init_op: an operation that is run when the model is loaded.

    Raises:
      AssertionError: there is something in the folder.
    """
    with session.graph.as_default():
        signature = predict_signature_def(inputs, outputs)
        builder = Builder(export_dir)
        builder.add_meta_graph_and_variables(
            session,
            tags=[constants.SERVING],
            signature_def_map={constants.DEFAULT_SIGNATURE: signature},
            assets_collection=default_graph().get_collection("asset_filepaths"),
            main_op=legacy_init_op,
            clear_devices=True,
        )
        builder.save()


# ---- reading ----


@export("compat.v1.saved_model.load", "compat.v1.saved_model.loader.load")
def load(
    sess: Session,
    tags: str | Iterable[str],
    export_dir: str | os.PathLike[str],
    import_scope: str | None = None,
    **saver_kwargs: object,
) -> MetaGraphDef:
    """Loads a model into a session's graph (tf.compat.v1.saved_model.load).

    Args:
      sess: the session, whose variables get the model's values.
      tags: those of the graph that is wanted.
      export_dir: the model's folder.
      import_scope: put before all names.
      **saver_kwargs: arguments of `tf.compat.v1.train.Saver`.

    Returns:
      The graph's message, with signatures in `signature_def`.

    Raises:
      OSError: there is no model, or it is damaged.
      tf.errors.DataLossError: the model contradicts itself.
      RuntimeError: the model has no graph with these tags.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     x = v1.placeholder(tf.float32, [], name="x")
    ...     v1.saved_model.simple_save(session, folder, {"x": x}, {"y": tf.identity(x * 2.0, name="y")})
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     meta = v1.saved_model.load(session, ["serve"], folder)
    ...     print(session.run("y:0", {"x:0": 4.0}))
    8.0
    """
    folder = local_text(export_dir)
    meta = meta_graph_of(read_model(folder), folder, {tags} if isinstance(tags, str) else set(tags))
    with Reading(folder, ValueError):
        graph = sess.graph
        scope = add_meta_graph(meta, graph, import_scope or "")
        prefix = f"{scope}/" if scope else ""
        values = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        if checkpoint_exists(values) and meta.HasField("saver_def"):
            saver = meta.saver_def
            log_info("Restoring parameters from %s", values)
            sess.run(prefix + saver.restore_op_name, {prefix + saver.filename_tensor_name: values})
        feeds = {prefix + name: path for name, path in asset_paths(meta, folder).items()}
        if (init := init_op_name(meta)) is not None:
            sess.run(graph.get_operation_by_name(prefix + init.partition(":")[0]), feeds)
    return meta


@export("compat.v1.saved_model.main_op_with_restore", "compat.v1.saved_model.main_op.main_op_with_restore")
def main_op_with_restore(restore_op_name: str) -> Any:
    """Returns an operation that restores and makes local variables and tables (tf.compat.v1.saved_model.main_op_with_restore)."""
    with control_dependencies([main_op()]):
        return group(default_graph().get_operation_by_name(restore_op_name))


@export("compat.v1.saved_model.main_op.main_op")
def main_op() -> Any:
    """Returns an operation that gives all variables their initial values and fills tables (tf.compat.v1.saved_model.main_op)."""
    return group(global_variables_initializer(), local_variables_initializer(), tables_initializer())


for _where in ("compat.v1.saved_model", "compat.v1.saved_model.constants"):
    export_value(f"{_where}.LEGACY_INIT_OP_KEY", "legacy_init_op")
    export_value(f"{_where}.MAIN_OP_KEY", "saved_model_main_op")


@export("compat.v1.saved_model.signature_def_utils.MethodNameUpdater")
class MethodNameUpdater:
    """Changes the method names of a model's signatures (tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater).

    Args:
      export_dir: the model's folder.

    Raises:
      OSError: there is no model.

    >>> import tempfile
    >>> import graphwright as tf
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(tf.Module(), folder, {})
    >>> MethodNameUpdater(folder).replace_method_name("serving_default", "predict")
    Traceback (most recent call last):
    ValueError: MetaGraphDef associated with tags None does not have a signature_def with key: 'serving_default'...
    """

    def __init__(self, export_dir: str | os.PathLike[str]) -> None:
        self._folder = local_text(export_dir)
        self._model = read_model(self._folder)

    def replace_method_name(
        self, signature_key: str, method_name: str, tags: str | Sequence[str] | None = None
    ) -> None:
        """Gives a signature another method name, for `save` to write.

        Args:
          signature_key: the signature's name.
          method_name: the new name.
          tags: of the graph that has the signature; all graphs by default.

        Raises:
          ValueError: a name is missing, no graph has these tags, or one has no such signature.
        """
        for name, value in (("signature_key", signature_key), ("method_name", method_name)):
            if not value:
                raise ValueError(f"`{name}` must be defined.")
        wanted = [tags] if isinstance(tags, str) else tags
        found = [
            meta for meta in self._model.meta_graphs if wanted is None or set(meta.meta_info_def.tags) == set(wanted)
        ]
        if not found:
            raise ValueError(
                f"MetaGraphDef associated with tags {wanted} could not be found in SavedModel. This means either you specified "
                "invalid tags or your SavedModel does not have a MetaGraphDef with the specified tags."
            )
        for meta in found:
            if signature_key not in meta.signature_def:
                raise ValueError(
                    f"MetaGraphDef associated with tags {wanted} does not have a signature_def with key: '{signature_key}'. "
                    "This means either you specified the wrong signature key or forgot to put the signature_def with the "
                    "corresponding key in your SavedModel."
                )
            meta.signature_def[signature_key].method_name = method_name

    def save(self, new_export_dir: str | os.PathLike[str] | None = None) -> None:
        """Writes the model's graphs, but no variables.

        Args:
          new_export_dir: a folder that is there; by default the one that was read.

        Raises:
          NotFoundError: the folder is not there.
        """
        folder = self._folder if new_export_dir is None else local_text(new_export_dir)
        path = os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB)
        if not os.path.isdir(folder):
            raise errors.NotFoundError(None, None, f"{path}; No such file or directory")
        write_whole(path, self._model.SerializeToString())
