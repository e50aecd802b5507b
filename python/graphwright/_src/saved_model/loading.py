"""tf.saved_model.load: what was saved as objects with variables and functions, without the Python code that made it."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base import errors, progress
from graphwright._src.base.damaged import Reading
from graphwright._src.base.export import export
from graphwright._src.checkpoint import restoration
from graphwright._src.checkpoint.object_graph import OBJECT_GRAPH_KEY, object_graph_of
from graphwright._src.checkpoint.options import local_text
from graphwright._src.checkpoint.reader import CheckpointReader
from graphwright._src.checkpoint.state import checkpoint_exists
from graphwright._src.function.concrete import num_arguments_of
from graphwright._src.graph.scopes import init_scope
from graphwright._src.graph.values import tensor_from_proto
from graphwright._src.graph_import.import_graph import FunctionLibrary
from graphwright._src.messages.classes import SavedModel
from graphwright._src.messages.encoding import from_bytes, from_text
from graphwright._src.saved_model import constants
from graphwright._src.saved_model.custom_gradients import LoadedGradients
from graphwright._src.saved_model.options import LoadOptions
from graphwright._src.saved_model.registration import revived
from graphwright._src.saved_model.resources import RestoredResource
from graphwright._src.saved_model.restored_function import RestoredFunction, make_concrete, parameter_names
from graphwright._src.saved_model.restored_object import CallableObject, RestoredObject, empty_variable, rename_shared
from graphwright._src.saved_model.signatures import SignatureMap
from graphwright._src.saved_model.structured_value import decode
from graphwright._src.state import children as trackable
from graphwright._src.state.asset import Asset
from graphwright._src.state.tracked_containers import ListWrapper, _DictWrapper
from graphwright._src.state.variable_creation import VariableAggregationV2, VariableSynchronization
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphwright._src.messages.classes import (
        FunctionSpec,
        MetaGraphDef,
        SavedObject,
        SavedVariable,
        TrackableObjectGraph,
    )


class _Loader:
    """Makes the objects of a model.

    Args:
      folder: the model's.
      meta: the message of its graph.
      options: how to load.
      given: objects that are there already, by their numbers, with what puts parts into them.
      wanted: the numbers of the objects to be made; None for all.
    """

    def __init__(
        self,
        folder: str,
        meta: MetaGraphDef,
        options: LoadOptions,
        given: dict[int, tuple[Any, Any]] | None = None,
        wanted: set[int] | None = None,
    ) -> None:
        self.folder = folder
        self.given = given or {}
        self.wanted = wanted
        self.setters: dict[int, Any] = {}
        self.meta = meta
        self.options = options
        self.nodes = meta.object_graph_def.nodes
        rename_shared(meta.graph_def.library)
        self.library = FunctionLibrary(meta.graph_def.library)
        self.library.gradients = LoadedGradients(meta, self.library)
        self.graph_nodes = {node.name: node for node in meta.graph_def.node}
        self.objects: list[Any] = [None] * len(self.nodes)
        self.concretes: dict[str, Any] = {}
        self.functions: dict[str, RestoredFunction] = {}  # by the names of their traces

    def load(self) -> Any:
        """Returns the root, with everything below it."""
        for number, node in enumerate(self.nodes):
            if number in self.given:
                self.objects[number], self.setters[number] = self.given[number]
            elif self.wanted is None or number in self.wanted:
                self.objects[number] = self._make(number, node)
        # Functions that make tables take nothing from outside; others may take the tables.
        for resource in self._resources():
            node = self.nodes[self._number(resource)]
            for child in node.children:
                if child.local_name == "_create_resource":
                    resource.functions["_create_resource"] = self._function(child.node_id)
            resource.make()
        for number, node in enumerate(self.nodes):
            if self.wanted is not None and number not in self.wanted:
                continue
            if node.WhichOneof("kind") in ("function", "bare_concrete_function") and not self._is_inner(node):
                self._function(number)
        for number, node in reversed(list(enumerate(self.nodes))):  # tuples before what holds them
            self._attach(number, node)
        for number, node in enumerate(self.nodes):
            if isinstance(self.objects[number], RestoredResource):
                for name, saveable in node.saveable_objects.items():
                    functions = self._function(saveable.save_function), self._function(saveable.restore_function)
                    self.objects[number].saveables[name] = functions
        self._restore_values()
        for resource in self._resources():
            resource.fill()
        return self.objects[0]

    def _resources(self) -> list[Any]:
        return [value for value in self.objects if isinstance(value, RestoredResource)]

    def _number(self, value: object) -> int:
        return next(i for i, other in enumerate(self.objects) if other is value)

    def _checked(self, number: int) -> int:
        if not 0 <= number < len(self.nodes):
            raise errors.DataLossError(None, None, f"{self.folder}: the model has no object {number}")
        return number

    # ---- objects ----

    def _make(self, number: int, node: SavedObject) -> Any:
        kind = node.WhichOneof("kind")
        if kind == "variable":
            return self._variable(node.variable)
        if kind == "constant":
            return self._constant(node.constant.operation)
        if kind == "asset":
            index = node.asset.asset_file_def_index
            if not 0 <= index < len(self.meta.asset_file_def):
                raise errors.DataLossError(None, None, f"{self.folder}: the model has no asset {index}")
            name = self.meta.asset_file_def[index].filename
            return Asset(os.path.join(self.folder, constants.ASSETS_DIRECTORY, name))
        if kind == "resource":
            return RestoredResource()
        if kind == "user_object":
            return self._user_object(number, node)
        if kind in ("function", "bare_concrete_function"):
            return None
        if kind == "captured_tensor":
            return _INNER
        raise NotImplementedError(f"{self.folder}: objects of the kind {kind} cannot be loaded")

    def _variable(self, saved: SavedVariable) -> Any:
        return empty_variable(
            dtypes.as_dtype(saved.dtype),
            TensorShape(saved.shape),
            trainable=saved.trainable,
            name=saved.name or None,
            synchronization=VariableSynchronization(saved.synchronization),
            aggregation=VariableAggregationV2(saved.aggregation),
        )

    def _constant(self, operation: str) -> Any:
        node = self.graph_nodes.get(operation)
        if node is None or node.op != "Const":
            raise errors.DataLossError(None, None, f"{self.folder}: the graph has no constant {operation!r}")
        return tensor_from_proto(node.attr["value"].tensor)

    def _user_object(self, number: int, node: SavedObject) -> Any:
        identifier = node.user_object.identifier
        if identifier == "trackable_list_wrapper":
            return ListWrapper()
        if identifier == "trackable_dict_wrapper":
            return _DictWrapper()
        if identifier == "trackable_tuple_wrapper":
            return _Tuple()
        if identifier == "signature_map":
            return SignatureMap()
        made = revived(node.user_object)
        if made is not None:
            self.setters[number] = made[1]
            return made[0]
        if any(child.local_name == "__call__" for child in node.children):
            return CallableObject(identifier)
        return RestoredObject(identifier)

    def _attach(self, number: int, node: SavedObject) -> None:
        parent = self.objects[number]
        if parent is None:
            return
        named = {child.local_name: self.objects[self._checked(child.node_id)] for child in node.children}
        if number in self.setters:
            for name, value in named.items():
                if value is not _INNER:
                    self.setters[number](parent, name, value.made() if isinstance(value, _Tuple) else value)
        elif isinstance(parent, SignatureMap):
            parent._signatures.update(named)
        elif isinstance(parent, RestoredResource):
            parent.functions.update({name: value for name, value in named.items() if callable(value)})
        elif isinstance(parent, list):
            _fill_list(parent, named)
        elif isinstance(parent, dict):
            parent.update({name: value.made() if isinstance(value, _Tuple) else value for name, value in named.items()})
        elif isinstance(parent, RestoredObject):
            for name, value in named.items():
                if value is _INNER:
                    continue
                setattr(parent, name, value if not isinstance(value, _Tuple) else value.made())

    # ---- functions ----

    def _function(self, number: int) -> Any:
        number = self._checked(number)
        if self.objects[number] is not None:
            return self.objects[number]
        node = self.nodes[number]
        if node.WhichOneof("kind") == "function":
            spec = node.function.function_spec
            traces = [self._concrete(name, spec) for name in node.function.concrete_functions]
            made = RestoredFunction(traces, spec)
            self.functions.update(dict.fromkeys(node.function.concrete_functions, made))
        else:
            bare = node.bare_concrete_function
            made = self._concrete(bare.concrete_function_name, bare.function_spec)
            keywords = list(bare.argument_keywords)
            if keywords and len(keywords) == num_arguments_of(made):
                made._keywords = keywords
                made._most_positional = min(bare.allowed_positional_arguments, len(keywords))
        self.objects[number] = made
        return made

    def _is_inner(self, node: SavedObject) -> bool:
        """Tells whether a function takes tensors from inside of another one."""
        saved = self.meta.object_graph_def.concrete_functions
        name = node.bare_concrete_function.concrete_function_name
        return name in saved and any(
            self.objects[self._checked(number)] is _INNER for number in saved[name].bound_inputs
        )

    def _concrete(self, name: str, spec: FunctionSpec | None = None) -> Any:
        if name not in self.concretes:
            saved = self.meta.object_graph_def.concrete_functions
            if name not in saved:
                raise errors.DataLossError(None, None, f"{self.folder}: the model has no function {name!r}")
            bound = [self._captured(number) for number in saved[name].bound_inputs]
            self.concretes[name] = make_concrete(
                name,
                self.library(name),
                bound,
                decode(saved[name].canonicalized_input_signature),
                decode(saved[name].output_signature),
                parameter_names(spec),
            )
        return self.concretes[name]

    def _captured(self, number: int) -> Any:
        value = self.objects[self._checked(number)]
        if value is None:
            raise ValueError(
                "Unable to partially load SavedModel since the specified filter does not include all required objects for "
                "loading (e.g. variables used in functions or deserialization dependencies). Please include this path in "
                f"the filter: {_path_of(self.nodes, number)}"
            )
        if isinstance(value, _core.ResourceVariable):
            return value if getattr(value, "_has_copies", False) else value.handle
        if isinstance(value, Asset):
            return value.asset_path
        if isinstance(value, RestoredResource):
            return value.resource_handle
        if isinstance(value, _core.Tensor):
            return value
        raise NotImplementedError(f"{self.folder}: a function that captures a {type(value).__name__} cannot be loaded")

    # ---- values ----

    def _restore_values(self) -> None:
        prefix = os.path.join(self.folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        if self.options.experimental_skip_checkpoint or not checkpoint_exists(prefix):
            if any(isinstance(value, _core.ResourceVariable) for value in self.objects) and not checkpoint_exists(
                prefix
            ):
                raise errors.NotFoundError(None, None, f"{prefix}.index: the model's variables are not there")
            return
        reader = CheckpointReader(prefix)
        if not reader.has_tensor(OBJECT_GRAPH_KEY):
            return
        message = object_graph_of(reader, prefix)
        bringing = _ModelRestoration(reader, message, self)
        with progress.reading("reading model", reader.nbytes):
            for number, saved in self._tops(message):
                bringing.bind(saved, self.objects[number])
        for variable, operation in bringing.in_graph:
            variable._initializer_op = operation  # what initialises a session's variables gives them these values
        if self.options.allow_partial_checkpoint:
            return
        matched = bringing.matched()
        for number, value in enumerate(self.objects):
            if isinstance(value, _core.ResourceVariable) and id(value) not in matched and number not in self.given:
                raise AssertionError(
                    f"{self.folder}: the variable {value.name} (object {number}) has no value in the checkpoint"
                )

    def _tops(self, message: TrackableObjectGraph) -> list[tuple[int, int]]:
        """Returns the nearest objects below the root that are there, with their numbers in the checkpoint."""
        found, seen = [], set()
        for number, saved in (queue := [(0, 0)]):
            if number in seen or not 0 <= saved < len(message.nodes):
                continue
            seen.add(number)
            if self.objects[number] is not None:
                found.append((number, saved))
                continue
            by_name = {child.local_name: child.node_id for child in message.nodes[saved].children}
            below = [(self._checked(c.node_id), c.local_name) for c in self.nodes[number].children]
            queue += [(child, by_name[name]) for child, name in below if name in by_name]
        return found


class _ModelRestoration(restoration.Restoration):
    """Values by the model's own names of children."""

    def __init__(self, reader: CheckpointReader, message: TrackableObjectGraph, loader: _Loader) -> None:
        super().__init__(reader, message)
        self._loader = loader
        self._numbers = {id(value): number for number, value in enumerate(loader.objects)}

    def children_of(self, value: object) -> dict[str, Any]:
        number = self._numbers.get(id(value))
        if number is None:
            return {}
        nodes = self._loader.nodes
        found = {child.local_name: self._loader.objects[child.node_id] for child in nodes[number].children}
        return {
            name: child for name, child in found.items() if child is not None and not isinstance(child, _core.Tensor)
        }


# Stands for a tensor inside of a function, which gradients take; custom_gradients.py finds those.
_INNER = trackable.AutoTrackable()


class _Tuple(list):
    """The items of a tuple, while they are collected."""

    def made(self) -> tuple:
        return tuple(self)


def _fill_list(target: list, named: dict[str, Any]) -> None:
    numbers = [int(name) for name in named if name.isdigit()]
    if numbers and max(numbers) > 10_000_000:
        raise errors.DataLossError(None, None, f"a list with an item {max(numbers)}")
    target.extend([None] * (max(numbers, default=-1) + 1 - len(target)))
    for name, value in named.items():
        if name.isdigit():
            target[int(name)] = value.made() if isinstance(value, _Tuple) else value


def _path_of(nodes: Sequence[Any], number: int) -> str:
    """Returns the names that lead from the root to an object."""
    paths = {0: "root"}
    for at in (queue := [0]):
        for child in nodes[at].children:
            if child.node_id not in paths and child.node_id < len(nodes):
                paths[child.node_id] = f"{paths[at]}.{child.local_name}"
                queue.append(child.node_id)
    return paths.get(number, f"object {number}")


# ---- files ----


def read_model(folder: str) -> SavedModel:
    """Returns the message of a folder's model. Raises OSError where there is none, or it is damaged."""
    path = os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        text = os.path.join(folder, constants.SAVED_MODEL_FILENAME_PBTXT)
        if os.path.exists(text):
            return _read_text(text)
        raise OSError(
            f"SavedModel file does not exist at: {folder}{os.path.sep}"
            f"{{{constants.SAVED_MODEL_FILENAME_PBTXT}|{constants.SAVED_MODEL_FILENAME_PB}}}"
        ) from None
    try:
        return from_bytes(SavedModel, data)
    except ValueError as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


def _read_text(path: str) -> SavedModel:
    with open(path, "rb") as file:
        data = file.read()
    try:
        return from_text(SavedModel, data.decode())
    except ValueError as error:
        raise OSError(f"Cannot parse file {path}: {error}.") from None


def meta_graph_of(model: SavedModel, folder: str, tags: set[str]) -> Any:
    """Returns the graph of a model that has exactly these tags. Raises RuntimeError where there is none."""
    for meta in model.meta_graphs:
        if set(meta.meta_info_def.tags) == tags:
            return meta
    raise RuntimeError(
        f"MetaGraphDef associated with tags {sorted(tags)} could not be found in SavedModel at {folder}, with available tags "
        f"{[sorted(meta.meta_info_def.tags) for meta in model.meta_graphs]}. To inspect available tag-sets in the SavedModel, "
        "use `python -m graphwright saved_model show`."
    )


@export(
    "saved_model.contains_saved_model",
    v1="saved_model.contains_saved_model saved_model.maybe_saved_model_directory saved_model.loader.maybe_saved_model_directory",
)
def contains_saved_model(export_dir: str | os.PathLike[str]) -> bool:
    """Tells whether a folder holds a saved model (tf.saved_model.contains_saved_model).

    >>> import graphwright as tf
    >>> tf.saved_model.contains_saved_model("/nowhere")
    False
    """
    folder = local_text(export_dir)
    names = (constants.SAVED_MODEL_FILENAME_PB, constants.SAVED_MODEL_FILENAME_PBTXT)
    return any(os.path.exists(os.path.join(folder, name)) for name in names)


def _graph_of(model: SavedModel, folder: str, tags: str | Iterable[str] | None) -> MetaGraphDef:
    if tags is not None:
        tags = sorted({tags} if isinstance(tags, str) else set(tags))
    if len(model.meta_graphs) == 1:
        meta = model.meta_graphs[0]
        present = sorted(meta.meta_info_def.tags)
        if tags is not None and tags != present:
            raise ValueError(
                f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {folder} has one MetaGraph with tags "
                f"{present}. You may omit the argument, pass 'None', or pass matching tags."
            )
        return meta
    for meta in model.meta_graphs:
        if tags is not None and sorted(meta.meta_info_def.tags) == tags:
            return meta
    raise RuntimeError(f"MetaGraphDef associated with tags {tags} could not be found in SavedModel at {folder}")


@export("saved_model.load", v1="saved_model.load_v2")
def load(
    export_dir: str | os.PathLike[str], tags: str | Sequence[str] | None = None, options: LoadOptions | None = None
) -> Any:
    """Loads what `tf.saved_model.save` wrote, here or in TensorFlow (tf.saved_model.load).

    Args:
      export_dir: the folder.
      tags: those of the graph that is wanted, where there are several.
      options: a `tf.saved_model.LoadOptions`.

    Returns:
      An object with the attributes that the saved one had: variables, objects like itself, and functions, which take the
      arguments that they were traced for. `signatures` has the signatures by name. It can be trained and saved again.

    Raises:
      OSError: there is no model, or it is damaged.
      tf.errors.DataLossError: the model contradicts itself, or its variables' files are damaged.
      ValueError: the model has other tags.

    >>> import tempfile
    >>> import graphwright as tf
    >>> module = tf.Module()
    >>> module.f = tf.function(lambda x: {"twice": x + x}, input_signature=[tf.TensorSpec([None], tf.int32, name="x")])
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(module, folder)
    >>> loaded = tf.saved_model.load(folder)
    >>> loaded.signatures["serving_default"](x=tf.constant([1, 2]))["twice"].numpy()
    array([2, 4], dtype=int32)
    """
    folder = local_text(export_dir)
    meta = _graph_of(read_model(folder), folder, tags)
    if not meta.object_graph_def.nodes:
        from graphwright._src.saved_model.loading_v1 import load_v1

        with Reading(folder, ValueError), init_scope():
            return load_v1(folder, meta)
    with Reading(folder, ValueError):
        return _load_objects(folder, meta, options)[0]


def _load_objects(folder: str, meta: MetaGraphDef, options: LoadOptions | None, *partial: Any) -> list[Any]:
    """Returns the objects by their numbers; `partial`: those that are there, and which ones to make."""
    with init_scope():
        loader = _Loader(folder, meta, options or LoadOptions(), *partial)
        root = loader.load()
    if isinstance(root, RestoredObject) and 0 not in loader.given:
        root.tensorflow_version = meta.meta_info_def.tensorflow_version
        root.tensorflow_git_version = meta.meta_info_def.tensorflow_git_version
        root.__dict__["graph_debug_info"] = None
        if options is not None and options.experimental_load_function_aliases:
            root.__dict__["function_aliases"] = {
                alias: loader.functions[name]
                for name, alias in meta.meta_info_def.function_aliases.items()
                if name in loader.functions
            }
    return loader.objects


# ---- parts of a model ----


@export("__internal__.saved_model.load_partial")
def load_partial(
    export_dir: str | os.PathLike[str],
    filters: Sequence[str] | dict[str, Any],
    tags: str | Sequence[str] | None = None,
    options: LoadOptions | None = None,
) -> dict[str, Any]:
    """Loads some objects of a model, with all that is below them (tf.__internal__.saved_model.load_partial).

    Args:
      export_dir: the folder.
      filters: paths such as "root.layer.kernel"; a dict has objects that are there already by their paths, alone or with the
        function `setter(object, name, part)` that puts parts into them, or None where one is to be made.
      tags: those of the graph that is wanted, where there are several.
      options: a `tf.saved_model.LoadOptions`.

    Returns:
      The objects by their paths.

    Raises:
      OSError: there is no model, or it is damaged.
      ValueError: there is no such path, or a function takes an object that is not below one of the paths.

    >>> import tempfile
    >>> import graphwright as tf
    >>> module, folder = tf.Module(), tempfile.mkdtemp()
    >>> module.v = tf.Variable(2.0)
    >>> tf.saved_model.save(module, folder)
    >>> tf.__internal__.saved_model.load_partial(folder, ["root.v"])["root.v"].numpy()
    np.float32(2.0)
    """
    folder = local_text(export_dir)
    meta = _graph_of(read_model(folder), folder, tags)
    nodes = meta.object_graph_def.nodes
    numbers = {path: _number_at(nodes, path) for path in filters}
    given: dict[int, tuple[Any, Any]] = {}
    for path, value in filters.items() if isinstance(filters, dict) else ():
        if value is not None:
            given[numbers[path]] = value if isinstance(value, tuple) else (value, setattr)
    wanted = set(numbers.values())
    for number in (queue := list(wanted)):
        below = [child.node_id for child in nodes[number].children if 0 <= child.node_id < len(nodes)]
        queue += [child for child in dict.fromkeys(below) if child not in wanted]
        wanted.update(below)
    objects = _load_objects(folder, meta, options, given, wanted)
    return {path: objects[number] for path, number in numbers.items()}


def _number_at(nodes: Sequence[Any], path: str) -> int:
    first, *names = path.split(".")
    if first != "root":
        raise ValueError(
            f"When passing string identifiers to node_filters, the first name must be root. Received {first}."
        )
    number = 0
    while names:  # names of children may have dots themselves
        ends = range(1, len(names) + 1)
        found = [(end, c) for end in ends for c in nodes[number].children if c.local_name == ".".join(names[:end])]
        if not found or not 0 <= found[0][1].node_id < len(nodes):
            raise ValueError(f"Unable to find node {path}.")
        number, names = found[0][1].node_id, names[found[0][0] :]
    return number


@export("__internal__.saved_model.parse_saved_model")
def parse_saved_model(export_dir: str | os.PathLike[str]) -> SavedModel:
    """Returns the message of a model (tf.__internal__.saved_model.parse_saved_model).

    Raises:
      OSError: there is no model in the folder, or it is damaged.

    >>> import graphwright as tf
    >>> tf.__internal__.saved_model.parse_saved_model("/nowhere")
    Traceback (most recent call last):
    OSError: SavedModel file does not exist at: /nowhere/{saved_model.pbtxt|saved_model.pb}
    """
    return read_model(local_text(export_dir))
