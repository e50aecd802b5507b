"""Names that libraries import from `tensorflow.python.…` and no public namespace has."""

from __future__ import annotations

import weakref
from typing import Any

import graphwright as tf
from graphwright import _core
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.graph.graph_parts import attach
from graphwright._src.graph.seeds import global_seed as global_seed
from graphwright._src.graph.seeds import internal_operation_seed as internal_operation_seed
from graphwright._src.graph.seeds import set_global_seed as set_global_seed
from graphwright._src.internals import tf_internal
from graphwright._src.state.trackable import NoDependency as NoDependency
from graphwright._src.state.tracked_containers import ListWrapper as ListWrapper
from graphwright._src.state.tracked_containers import _DictWrapper as _DictWrapper
from graphwright._src.tensor import extension_type, type_spec
from graphwright._src.tensor.tensor_spec import BoundedTensorSpec as BoundedTensorSpec
from graphwright._src.v1.moving_average import weighted_moving_average as weighted_moving_average
from graphwright._src.v1.staging import Barrier as Barrier
from graphwright._src.v1.staging import BaseStagingArea as BaseStagingArea
from graphwright._src.v1.staging import MapStagingArea as MapStagingArea
from graphwright._src.v1.staging import StagingArea as StagingArea
from graphwright._src.v1.variable_scope import EagerVariableStore as EagerVariableStore
from graphwright._src.v1.variable_scope import _get_default_variable_store as _get_default_variable_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphwright._src.messages.wire import Message
    from graphwright._src.tensor.typing import DTypeLike

# ---- tensorflow.python.eager.context ----


class Context:
    """The object that `context.context()` gives: the program's way of running."""

    def executing_eagerly(self) -> bool:
        """Tells whether ops run at once."""
        return tf.executing_eagerly()

    def ensure_initialized(self) -> None:
        """Does nothing: there is nothing to be started."""

    @property
    def device_name(self) -> str:
        """The name of the device asked for by the context that is on; empty without one."""
        return tf_internal.get_device_name()

    @property
    def device_spec(self) -> Any:
        """The device asked for by the context that is on; one of nothing without it."""
        return tf.DeviceSpec.from_string(self.device_name)

    def num_gpus(self) -> int:
        """Returns how many GPUs there are."""
        return len(_core.list_gpus())

    def list_logical_devices(self, device_type: str | None = None) -> list:
        """As tf.config.list_logical_devices."""
        return tf.config.list_logical_devices(device_type)

    def list_physical_devices(self, device_type: str | None = None) -> list:
        """As tf.config.list_physical_devices."""
        return tf.config.list_physical_devices(device_type)

    @property
    def soft_device_placement(self) -> bool:
        """As tf.config.get_soft_device_placement."""
        return tf.config.get_soft_device_placement()

    @property
    def _seed(self) -> int | None:
        """The seed of eager ops; None where there is none."""
        return global_seed()

    def clear_kernel_cache(self) -> None:
        """Does nothing: kernels belong to ops and live as long as the process, there is no cache of them."""

    def sync_executors(self) -> None:
        """Waits until all devices have done what they were given."""
        async_wait()


_context = Context()


def context() -> Context:
    """The one Context."""
    return _context


def graph_mode() -> Any:
    """A context in which ops become nodes of the default graph."""
    return get_default_graph().as_default()


def async_wait() -> None:
    """Waits until all devices have done what they were given."""
    from graphwright._src.testing.testing import sync_devices

    sync_devices()


def num_gpus() -> int:
    """Returns how many GPUs there are."""
    return _context.num_gpus()


def get_device_name() -> str:
    """The name of the device asked for by the context that is on; empty without one."""
    return _context.device_name


def get_config() -> Any:
    """Returns how a session would be set up: all defaults."""
    from graphwright._src.v1.config_messages import ConfigProto

    return ConfigProto()


def _reset_context() -> None:
    """Forgets how devices are divided into logical ones."""
    from graphwright._src.graph.devices import forget_logical_devices

    forget_logical_devices()


# ---- tensorflow.python.framework.tensor_spec, ops.resource_variable_ops ----


def __getattr__(name: str) -> Any:
    if name in ("DenseSpec", "VariableSpec"):
        from graphwright._src.state import variable
        from graphwright._src.tensor import tensor_spec

        return getattr(variable if name == "VariableSpec" else tensor_spec, name)
    if name == "OwnedIterator":
        from graphwright._src.data.iterator import OwnedIterator

        return OwnedIterator
    if name in ("BatchableTypeSpec", "NoneTensorSpec"):
        from graphwright._src.tensor import type_spec

        return getattr(type_spec, name)
    if name.endswith("Dataset"):
        from graphwright._src.data import sources

        return getattr(sources, _DATASETS.get(name, name))
    if name == "save_and_return_nodes":
        from graphwright._src.saved_model import saving

        return saving.save_and_return_nodes
    if name in _CLUSTERING:
        from graphwright.as_tensorflow.generated_ops import GeneratedOpsModule

        return getattr(GeneratedOpsModule("tensorflow.python.ops.gen_clustering_ops"), name)
    if name == "DistributedVariable":
        from graphwright._src.distribute import copies

        return copies.DistributedVariable
    if name == "LookupInterface":
        from graphwright._src.text import lookup

        return lookup.Table
    if name == "RestoredResource":  # loaded ones are no class of their own
        return tf.saved_model.experimental.TrackableResource
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)


_DATASETS = {"_GeneratorDataset": "_FlatMapDataset", "_SparseTensorSliceDataset": "_TensorSliceDataset"}
_CLUSTERING = ("kmeans_plus_plus_initialization", "kmc2_chain_initialization", "nearest_neighbors")


class _AnyVariable(type(tf.Variable)):  # type: ignore[misc]
    """Takes every variable for one of the base class."""

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        if cls is BaseResourceVariable:
            return issubclass(subclass, _core.ResourceVariable)
        return super().__subclasscheck__(subclass)


class _Settable:
    """A fact of a variable that its class may set, which has no state then."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, variable: Any, owner: type | None = None) -> Any:
        return self if variable is None else getattr(super(BaseResourceVariable, variable), self.name)


def _settable(name: str) -> Any:
    return _Settable(name)


class BaseResourceVariable(tf.Variable, metaclass=_AnyVariable):
    """A base class of libraries' variables that tell dtype, shape, name and value themselves."""

    _dtype, _shape, _name, _trainable, _handle_name = map(
        _settable, ("_dtype", "_shape", "_name", "_trainable", "_handle_name")
    )
    dtype = property(lambda self: self._dtype)
    shape = property(lambda self: self._shape)
    name = property(lambda self: self._handle_name)
    trainable = property(lambda self: self._trainable)

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Any:
        return _core.convert_to_tensor(self.read_value(), dtype)


# ---- tensorflow.python.framework.type_spec_registry ----

_NAME_TO_TYPE_SPEC = type_spec.registered_specs
_TYPE_SPEC_TO_NAME: dict[type, str] = {}


def _registry() -> dict[str, type]:
    if "tf.TensorSpec" not in _NAME_TO_TYPE_SPEC:
        for name in ("TensorSpec", "RaggedTensorSpec", "SparseTensorSpec", "TensorArraySpec"):
            _NAME_TO_TYPE_SPEC[f"tf.{name}"] = getattr(tf, name)
            _TYPE_SPEC_TO_NAME[getattr(tf, name)] = f"tf.{name}"
    _NAME_TO_TYPE_SPEC.update(extension_type.named_specs)
    _TYPE_SPEC_TO_NAME.update((cls, name) for name, cls in _NAME_TO_TYPE_SPEC.items())
    return _NAME_TO_TYPE_SPEC


def register(name: str) -> Any:
    """A decorator that gives a TypeSpec class the name by which `lookup` finds it."""

    def decorate(cls: type) -> type:
        _checked(cls)
        if "." not in name:
            raise ValueError(f"Registered name must have the form '{{project_name}}.{{type_name}}', got {name!r}")
        if name in _registry():
            raise ValueError(f"Name {name} has already been registered for class {_registry()[name]!r}")
        _registry()[name] = cls
        _TYPE_SPEC_TO_NAME[cls] = name
        return cls

    return decorate


def _checked(cls: object) -> type:
    if not (isinstance(cls, type) and issubclass(cls, tf.TypeSpec)):
        raise TypeError(f"Expected `cls` to be a TypeSpec; got {cls!r}")
    return cls


def get_name(cls: Any) -> str:
    """The name that a TypeSpec class was registered with.

    Raises:
      TypeError: it is no TypeSpec.
      ValueError: it was not registered.
    """
    _checked(cls)
    _registry()
    if cls in _TYPE_SPEC_TO_NAME:
        return _TYPE_SPEC_TO_NAME[cls]
    raise ValueError(f"TypeSpec {cls.__module__}.{cls.__name__} has not been registered.")


def lookup(name: str) -> type:
    """The TypeSpec class that was registered with a name.

    Raises:
      TypeError: the name is no string.
      ValueError: there is none.
    """
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if name not in _registry():
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return _registry()[name]


# ---- tensorflow.python.saved_model.model_utils.mode_keys ----


class KerasModeKeys:
    """The purposes for which a model is run."""

    TRAIN, TEST, PREDICT = "train", "test", "predict"


# ---- tensorflow.python.data.experimental.ops.distribute ----


# Data sets whose elements have as many rows as those of all data sets that they are made of.
_KEEP_ROWS = frozenset(
    "_PrefetchDataset _ShuffleDataset _RepeatDataset _TakeDataset _SkipDataset CacheDataset _FilterDataset "
    "_OptionsDataset _ShardDataset _ZipDataset _ConcatenateDataset".split()
)


def compute_batch_size(dataset: Any) -> Any:
    """The number of rows in a batch of a data set, an int64 scalar; -1 where it is not known.

    A last batch that is smaller does not count.

    Raises:
      IndexError: the elements have no rows.
    """
    sizes = set()
    for spec in tf.nest.flatten(dataset.element_spec):
        shape = getattr(spec, "shape", None)
        if shape is None or shape.rank is None:
            return tf.constant(-1, tf.int64)
        sizes.add(shape[0])
    known = sizes.pop() if len(sizes) == 1 else None
    return tf.constant(_rows(dataset) if known is None else known, tf.int64)


def _rows(dataset: Any) -> int:
    own = getattr(dataset, "_batch_size", None)
    if own is not None:
        return int(own)
    if type(dataset).__name__ not in _KEEP_ROWS:
        return -1
    found = {_rows(each) for each in dataset._inputs()}
    return found.pop() if len(found) == 1 else -1


# ---- tensorflow.python.eager.record ----


def should_record_backprop(tensors: Sequence[Any]) -> bool:
    """Tells whether a tape that is on follows one of the tensors; in a graph, where later ones may, always.

    >>> should_record_backprop([tf.constant(1.0)])
    False
    """
    if not tf.executing_eagerly():
        return True

    def gradient(*upstream: object) -> list:
        return [None] * len(tensors)

    # A tape keeps the gradient of what it records, and of nothing else.
    kept = weakref.ref(gradient)
    _core.custom_gradient([tf.constant(0.0)], list(tensors), gradient)
    del gradient
    return kept() is not None


# ---- tensorflow.python.framework.c_api_util ----


class ApiDefMap:
    """The definitions of all ops."""

    def op_names(self) -> list[str]:
        """The names of all ops."""
        return _core.registered_ops()

    def get_op_def(self, op_name: str) -> Any:
        """An op's definition as a message. Raises ValueError where there is no such op."""
        from graphwright._src.graph import export_graph as graph_def

        try:
            return graph_def.op_def(op_name)
        except tf.errors.NotFoundError as error:
            raise ValueError(f"No op_def found for {op_name!r}.") from error


# ---- tensorflow.python.grappler.tf_optimizer ----


def OptimizeGraph(  # noqa: N802
    config_proto: object,
    metagraph: Message,
    verbose: bool = True,
    graph_id: bytes = b"graph_to_optimize",
    **kwargs: object,
) -> Any:
    """The graph of a `MetaGraphDef` without the nodes that its collection "train_op" does not need.

    No other rewrite is made of it, whatever `config_proto` asks for: graphs are optimized when they are run.

    Args:
      config_proto: has no effect.
      metagraph: the message.
      verbose, graph_id, **kwargs: have no effect.
    """
    wanted = [name.partition(":")[0] for name in metagraph.collection_def["train_op"].node_list.value]
    if not wanted:
        return metagraph.graph_def
    return tf.compat.v1.graph_util.extract_sub_graph(metagraph.graph_def, wanted)


# ---- tensorflow.python.framework.function_def_to_graph ----


def function_def_to_graph(
    fdef: Message,
    structured_input_signature: Any = None,
    structured_outputs: Any = None,
    input_shapes: Sequence[Any] | None = None,
    propagate_device_spec: bool = False,
    include_library_functions: bool = False,
) -> Any:
    """The graph that a function's message describes.

    Args:
      fdef: the message. What it calls is looked for in the graph that is being built.
      structured_input_signature, structured_outputs: are kept at the graph.
      input_shapes: a shape, or None, for each argument, in place of those that the message tells.
      propagate_device_spec, include_library_functions: have no effect.

    Raises:
      ValueError: there is another number of shapes than of arguments, or the message is none of a function.
    """
    from graphwright._src.function.func_graph import FuncGraph
    from graphwright._src.graph_import.import_graph import FunctionLibrary
    from graphwright._src.messages.graph import FunctionDef, FunctionDefLibrary

    if input_shapes is not None:
        if len(input_shapes) != len(fdef.signature.input_arg):
            raise ValueError(
                f"input_shapes must have a shape for each of {len(fdef.signature.input_arg)} arguments, "
                f"got {len(input_shapes)}"
            )
        given, fdef = fdef, FunctionDef()
        fdef.CopyFrom(given)
        for index, shape in enumerate(input_shapes):
            if shape is not None:
                listed = fdef.arg_attr[index].attr["_output_shapes"].list.shape
                del listed[:]
                listed.append(tf.TensorShape(shape).as_proto())
    library = FunctionDefLibrary(function=[fdef])
    graph = _core.current_graph()
    for other in graph.as_graph_def().library.function if graph is not None else ():
        if other.signature.name != fdef.signature.name:
            library.function.append(other)
    made = FuncGraph(
        fdef.signature.name,
        structured_input_signature=structured_input_signature,
        structured_outputs=structured_outputs,
    )
    attach(made, FunctionLibrary(library)(fdef.signature.name).graph)
    return made


# ---- tensorflow.python.lib.io.tf_record ----


def tf_record_iterator(path: str, options: Any = None) -> Any:
    """Gives the records of a file one by one, as bytes.

    Args:
      path: of the file.
      options: a `tf.io.TFRecordOptions`, or how the file is compressed.
    """
    compression = getattr(options, "compression_type", options) or ""
    for record in tf.data.TFRecordDataset(path, compression):
        yield record.numpy()
