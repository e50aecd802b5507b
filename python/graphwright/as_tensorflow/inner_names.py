"""Names that libraries import from `tensorflow.python.…` and no public namespace has."""

from __future__ import annotations

import contextlib
import weakref
from typing import Any

import graphwright as tf
from graphwright import _core
from graphwright._src.data.seeds import data_seeds as get_seed  # noqa: F401 - data.util.random_seed has it
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.graph.graph_parts import attach
from graphwright._src.graph.seeds import DEFAULT_GRAPH_SEED as DEFAULT_GRAPH_SEED
from graphwright._src.graph.seeds import global_seed as global_seed
from graphwright._src.graph.seeds import internal_operation_seed as internal_operation_seed
from graphwright._src.graph.seeds import set_global_seed as set_global_seed
from graphwright._src.internals import tf_internal
from graphwright._src.session.tensor_handles import TensorHandle as TensorHandle
from graphwright._src.state.trackable import NoDependency as NoDependency
from graphwright._src.state.trackable import (
    no_automatic_dependency_tracking_scope as no_automatic_dependency_tracking_scope,
)
from graphwright._src.state.trackable import no_manual_dependency_tracking_scope as no_manual_dependency_tracking_scope
from graphwright._src.state.tracked_containers import ListWrapper as ListWrapper
from graphwright._src.state.tracked_containers import _DictWrapper as _DictWrapper
from graphwright._src.tensor import extension_type, type_spec
from graphwright._src.tensor.tensor_spec import BoundedTensorSpec as BoundedTensorSpec
from graphwright._src.v1.moving_average import weighted_moving_average as weighted_moving_average
from graphwright._src.v1.staging import Barrier as Barrier
from graphwright._src.v1.staging import BaseStagingArea as BaseStagingArea
from graphwright._src.v1.staging import MapStagingArea as MapStagingArea
from graphwright._src.v1.staging import StagingArea as StagingArea
from graphwright._src.v1.timeline import Timeline as Timeline
from graphwright._src.v1.variable_scope import EagerVariableStore as EagerVariableStore
from graphwright._src.v1.variable_scope import _get_default_variable_store as _get_default_variable_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphwright._core import Tensor
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
    """Returns the one Context."""
    return _context


def graph_mode() -> Any:
    """Returns a context in which ops become nodes of the default graph."""
    return get_default_graph().as_default()


def async_wait() -> None:
    """Waits until all devices have done what they were given."""
    from graphwright._src.testing.testing import sync_devices

    sync_devices()


def num_gpus() -> int:
    """Returns how many GPUs there are."""
    return _context.num_gpus()


def get_device_name() -> str:
    """Returns the name of the device asked for by the context that is on; empty without one."""
    return _context.device_name


def get_config() -> Any:
    """Returns how a session would be set up: all defaults."""
    from graphwright._src.messages.classes import ConfigProto

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
    if name == "name_scope_v1":
        return tf.compat.v1.name_scope
    if name in _INITIALIZERS:
        return getattr(tf.compat.v1.initializers, _INITIALIZERS[name])
    if name == "build_info":
        return tf.sysconfig.get_build_info()
    if name in ("EmbeddingColumn", "IndicatorColumn"):
        from graphwright._src.feature_column import dense

        return getattr(dense, name)
    if name == "SequenceCategoricalColumn":
        from graphwright._src.feature_column import categorical

        return categorical.SequenceCategoricalColumn
    if name == "SequenceNumericColumn":
        from graphwright._src.feature_column import numeric

        return numeric.SequenceNumericColumn
    if name in ("StateManager", "_StateManagerImpl"):
        from graphwright._src.feature_column import base

        return getattr(base, name)
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
    """Returns a decorator that gives a TypeSpec class the name by which `lookup` finds it."""

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
    """Returns the name that a TypeSpec class was registered with.

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
    """Returns the TypeSpec class that was registered with a name.

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
    """Returns the number of rows in a batch of a data set, an int64 scalar; -1 where it is not known.

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
        """Returns the names of all ops."""
        return _core.registered_ops()

    def get_op_def(self, op_name: str) -> Any:
        """Returns an op's definition as a message. Raises ValueError where there is no such op."""
        from graphwright._src.graph import export_graph as graph_def

        try:
            return graph_def.op_def(op_name)
        except tf.errors.NotFoundError as error:
            raise ValueError(f"No op_def found for {op_name!r}.") from error


# ---- tensorflow.python.grappler.tf_optimizer ----


def OptimizeGraph(  # noqa: N802
    config_proto: object,
    metagraph: Any,
    verbose: bool = True,
    graph_id: bytes = b"graph_to_optimize",
    **kwargs: object,
) -> Any:
    """Returns the graph of a `MetaGraphDef` without the nodes that its collection "train_op" does not need.

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
    fdef: Any,
    structured_input_signature: Any = None,
    structured_outputs: Any = None,
    input_shapes: Sequence[Any] | None = None,
    propagate_device_spec: bool = False,
    include_library_functions: bool = False,
) -> Any:
    """Returns the graph that a function's message describes.

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
    from graphwright._src.messages.classes import FunctionDef, FunctionDefLibrary

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


# ---- tensorflow.python.client.device_lib ----


_NOT_KNOWN = 256 << 20  # what TensorFlow tells of the memory of processors


def list_local_devices(session_config: object = None) -> list[Any]:
    """Returns a message for each device of this machine; `session_config` has no effect."""
    from graphwright._src.messages.classes import DeviceAttributes

    found = []
    for number, device in enumerate(tf.config.list_logical_devices()):
        made = DeviceAttributes(
            name=device.name.replace("/physical_device:", "/device:"),
            device_type=device.device_type,
            memory_limit=_NOT_KNOWN,
            incarnation=number + 1,
            xla_global_id=-1,
        )
        made.locality.SetInParent()
        if device.device_type == "GPU":
            gpu = int(device.name.rpartition(":")[2])
            details = tf.config.experimental.get_device_details(tf.config.list_physical_devices("GPU")[gpu])
            made.physical_device_desc = f"device: {gpu}, name: {details.get('device_name', '')}"
            made.xla_global_id = gpu
        found.append(made)
    return found


# ---- tensorflow.python.autograph.impl.api, distribute.ps_values, framework.convert_to_constants ----


class StackTraceMapper:
    """A context that maps lines of rewritten functions to those of the program; rewritten functions have these already."""

    def __init__(self, converted_fn: Any) -> None:
        self._source_map = converted_fn.ag_source_map

    def get_effective_source_map(self) -> dict:
        """Returns what is mapped: nothing that is not where it was."""
        return {}

    def __enter__(self) -> StackTraceMapper:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class AggregatingVariable(tf.Variable):
    """The class of variables that strategies with parameter servers make; there are no such strategies, and none of these."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError("AggregatingVariable: there are no strategies with parameter servers")


def convert_variables_to_constants_v2_as_graph(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[Any, Any]:
    """Returns a function with constants in the place of variables, and the message of its graph."""
    from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2

    frozen = convert_variables_to_constants_v2(func, lower_control_flow, aggressive_inlining)
    return frozen, frozen.graph.as_graph_def()


# ---- tensorflow.python.ops.control_flow_util ----

ENABLE_CONTROL_FLOW_V2 = True


def GraphOrParentsInXlaContext(graph: object) -> bool:  # noqa: N802 - TensorFlow's name
    """False: code is never inside of a program of XLA."""
    return False


def IsInXLAContext(op: object) -> bool:  # noqa: N802 - TensorFlow's name
    """False: code is never inside of a program of XLA."""
    return False


# ---- tensorflow.python.framework.ops, pywrap_tfe ----


def name_scope(
    name: str | None, default_name: str | None = None, values: Any = None, skip_on_eager: bool = True
) -> Any:
    """compat.v1.name_scope while a graph is made; eagerly, a context that does nothing unless it is asked for."""
    if skip_on_eager and tf.executing_eagerly():
        return NullContextmanager()
    return tf.compat.v1.name_scope(name, default_name, values)


def is_dense_tensor_like(t: object) -> bool:
    """Tells whether something is, or calls itself, a tensor or a variable that is not made of several ones."""
    return tf.is_tensor(t) and not isinstance(t, tf.__internal__.CompositeTensor)


def numpy_text(tensor: Tensor, is_repr: bool = False) -> str:
    """Returns the elements of an eager tensor as text, below a line of its own where they have several ones."""
    if not tensor.dtype.is_numpy_compatible:
        return "<unprintable>"
    value = tensor.numpy()
    text = repr(value if tensor.shape.rank else getattr(value, "tolist", lambda: value)()) if is_repr else str(value)
    return f"\n{text}" if "\n" in text else text


class NullContextmanager:
    """A context that does nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, value: object, trace: object) -> bool:
        return False


def TF_ListPluggablePhysicalDevices() -> list[Any]:  # noqa: N802 - TensorFlow's name
    """Devices of plugins: there is none."""
    return []


# ---- tensorflow.python.ops.control_flow_ops, distribute.distribute_utils ----


def get_enclosing_xla_context() -> None:
    """None: code is never inside of a program of XLA."""


@contextlib.contextmanager
def cache_variable_reads() -> Iterator[None]:
    """Returns a context in which variables could be read once only: reads cost nothing here that would have to be saved."""
    yield


# ---- tensorflow.python.autograph.pyct.transformer ----


class Base:
    """The base of rewriters of Python code over the inside of TensorFlow's AutoGraph. There is none: objects cannot be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError("tensorflow.python.autograph.pyct: graphwright rewrites functions in C++")


# ---- tensorflow.python.ops.init_ops: initializers of TensorFlow 1 by the names of their classes ----

_INITIALIZERS = {
    "Constant": "constant",
    "GlorotNormal": "glorot_normal",
    "GlorotUniform": "glorot_uniform",
    "Identity": "identity",
    "Ones": "ones",
    "Orthogonal": "orthogonal",
    "RandomNormal": "random_normal",
    "RandomUniform": "random_uniform",
    "TruncatedNormal": "truncated_normal",
    "VarianceScaling": "variance_scaling",
    "Zeros": "zeros",
}
