"""tf.saved_model.save: objects with their variables and functions as files that run without the Python code."""

from __future__ import annotations

import os
import re

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.checkpoint import sessions
from graphwright._src.checkpoint.object_graph import OBJECT_GRAPH_KEY, ObjectGraph, to_message
from graphwright._src.checkpoint.options import local_text, path_text
from graphwright._src.control_flow.tensor_array import TensorArraySpec
from graphwright._src.function import signature
from graphwright._src.function.concrete import ConcreteFunction, num_arguments_of
from graphwright._src.function.polymorphic import Function
from graphwright._src.graph import export_graph as graph_def
from graphwright._src.graph import graph as graph_module
from graphwright._src.graph.graph import Graph
from graphwright._src.graph.graph_parts import core_of, user_names_of
from graphwright._src.graph.values import shape_proto
from graphwright._src.messages.classes import SavedModel, TrackableObjectGraph
from graphwright._src.ops.array import identity
from graphwright._src.saved_model import constants, resources, signatures
from graphwright._src.saved_model.counted_loops import count_loops, functions_of
from graphwright._src.saved_model.custom_gradients import Gradients, InnerTensor
from graphwright._src.saved_model.files import write_files
from graphwright._src.saved_model.options import SaveOptions, VariablePolicy
from graphwright._src.saved_model.restored_function import RestoredFunction, write_restored_function
from graphwright._src.saved_model.structured_value import NotEncodableError, encode
from graphwright._src.state import children as trackable
from graphwright._src.state.asset import Asset
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.conversion import static_value
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import FunctionSpec, SavedUserObject, SavedVariable, TensorInfo
    from graphwright._src.tensor.type_spec import TypeSpec

_CONTAINERS = {list: "trackable_list_wrapper", dict: "trackable_dict_wrapper", tuple: "trackable_tuple_wrapper"}


class _Constant(trackable.Trackable):
    """A tensor that functions have captured."""

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor


class _ModelGraph(ObjectGraph):
    """The objects of a model: those of the root, traces of functions, and what these have captured.

    Args:
      root: the object that is saved.
      signature_map: its signatures.
      cache: what objects of a library share among themselves while they tell their children.
    """

    def __init__(self, root: object, signature_map: signatures.SignatureMap, cache: dict[str, Any]) -> None:
        self.traces: dict[int, list[Any]] = {}  # of a tf.function, by id
        self._kept: list[Any] = []
        present = trackable.children_of(root, trackable.SAVED_MODEL, cache=cache).get("signatures")
        if present is not None and not isinstance(present, signatures.SignatureMap):
            raise ValueError(
                f"{root!r} has an attribute 'signatures', which a model has for its own: name it otherwise."
            )
        super().__init__(root, {"signatures": signature_map}, trackable.SAVED_MODEL, cache=cache)
        self.by_handle: dict[int, int] = {}  # objects by what their handles refer to
        self.assets: dict[int, int] = {}  # by their paths
        for number, value in enumerate(self.objects):
            if isinstance(value, Asset):
                self.assets[value.asset_path._id] = number
            handle = _handle_of(value)
            if handle is not None:
                self.by_handle[handle._id] = number

    def children_of(self, value: Any) -> dict[str, Any]:
        """Returns the children of an object; those of a function are its traces."""
        if isinstance(value, _core.FunctionBase):
            if id(value) not in self.traces:
                self.traces[id(value)] = _traces_of(value)
                self._kept.append(value)
            return {f"trace_{i}": trace for i, trace in enumerate(self.traces[id(value)])}
        if isinstance(value, (_Constant, InnerTensor, _core.ConcreteBase)):
            return {}
        return {name: _or_variable(child) for name, child in super().children_of(value).items()}

    def add(self, value: object) -> int:
        """Returns the number of an object that nothing has a name for."""
        known = len(self.objects)
        number = self._number(value, ())
        if number == known:
            self.children.append({})
            self._kept.append(value)
        return number


def _or_variable(value: Any) -> Any:
    """Returns the variable that an object of a library holds and acts as (Keras has such), else the object itself."""
    if getattr(type(value), "_should_act_as_resource_variable", False):
        return next((v for v in vars(value).values() if isinstance(v, _core.ResourceVariable)), value)
    return value


def _handle_of(value: Any) -> Any:
    if isinstance(value, _core.ResourceVariable):
        return value.handle
    handle = getattr(value, "resource_handle", None)
    return handle if isinstance(handle, _core.Tensor) else None


def _traces_of(function: Any) -> list[Any]:
    return [trace for trace in function._list_all_concrete_functions_for_serialization() if _has_form(trace)]


def _has_form(trace: ConcreteFunction) -> bool:
    """Tells whether the arguments that a trace was made for can be written; no call of what is loaded gives others."""
    if any(isinstance(leaf, TensorArraySpec) for leaf in nest.flatten(trace.structured_input_signature)):
        return False
    try:
        encode(trace.structured_input_signature)
    except NotEncodableError:
        return False
    return True


class _Writer:
    """Makes the messages of a model."""

    def __init__(
        self, root: object, signature_map: signatures.SignatureMap, options: SaveOptions, cache: dict[str, Any]
    ) -> None:
        self.options = options
        self.graph = _ModelGraph(root, signature_map, cache)
        self.signatures = signature_map
        self.model = SavedModel(saved_model_schema_version=1)
        self.meta = self.model.meta_graphs.add()
        self.outer = Graph()
        self.library = graph_def.Library()
        self.owners: dict[str, Any] = {}  # of the tensors of the checkpoint
        self.symbols: dict[int, Any] = {}  # what stands in the outer graph for captured objects, by number
        self.concrete: dict[int, Any] = {}  # by key of their graphs
        self.inner: list[tuple[Any, InnerTensor]] = []
        self.files: dict[str, str] = {}  # assets by the names of their copies

    # ---- functions ----

    def _captures_of(self, concrete: ConcreteFunction) -> list[int]:
        """Returns the numbers of the objects that a trace takes behind its arguments."""
        found = []
        assets = self.graph.assets
        captured = concrete.captured_values
        if any(value._id in assets for value in captured.constants):
            # A path that is a constant would go on to name the file where it is now.
            captured.make_inputs_of_constants(concrete)
            captured.install(concrete)
        for value in captured.in_order_of_inputs():
            if not isinstance(value, _core.Tensor):  # asked for on each call
                value = _core.convert_to_tensor(value.closure())
            found.append(self._number_of(value, concrete.core_graph.name))
        return found

    def _number_of(self, value: Any, function: str) -> int:
        """Returns the number of the object that a tensor, which a function takes, is of."""
        number = self.graph.by_handle.get(value._id) if value.dtype == dtypes.resource else None
        if number is not None:
            return number
        if value._id in self._constants:
            return self.graph.add(self._constants[value._id])
        constant = value
        if isinstance(value, _core.SymbolicTensor):
            known = None if value.dtype == dtypes.resource else static_value(value)
            if known is None:
                raise ValueError(
                    f"Attempted to save a function {function} which references a symbolic Tensor {value} that is not a simple "
                    "constant. This is not supported."
                )
            with sessions.outside_of_plain_graph():
                constant = _core.convert_to_tensor(known, value.dtype)
        elif value.dtype == dtypes.resource or value.dtype == dtypes.variant:
            raise AssertionError(
                f"Tried to export a function which references an 'untracked' resource. TensorFlow objects (e.g. "
                f"tf.Variable) captured by functions must be 'tracked' by assigning them to an attribute of a tracked "
                f"object or assigned to an attribute of the main object directly. See the information below:\n"
                f"\tFunction name = {function}\n\tCaptured Tensor = {value!r}"
            )
        elif value._id in self.graph.assets:
            return self.graph.assets[value._id]
        made = self._constants[value._id] = _Constant(constant)
        return self.graph.add(made)

    def _add_functions(self) -> None:
        self._constants: dict[Any, _Constant] = {}
        self.bound: dict[int, list[int]] = {}
        self.saveables: dict[int, tuple[int, int]] = {}
        for number, value in enumerate(list(self.graph.objects)):
            functions = resources.saveable_functions(value)
            if functions is not None:
                self.saveables[number] = (self.graph.add(functions[0]), self.graph.add(functions[1]))
        for number, value in enumerate(list(self.graph.objects)):
            if isinstance(value, ConcreteFunction):
                if any(value is known for known in self.concrete.values()):
                    continue
                bound = self._captures_of(value)  # this may open constants: then it is another graph
                core = value.core_graph
                self.concrete[core.key] = value
                self.bound[core.key] = bound
                # Who loads a part of the model finds what the function needs below it.
                for place, captured in enumerate(bound):
                    if isinstance(self.graph.objects[captured], _Constant):
                        self.graph.children[number][f"capture_{place}"] = captured
                self.library.add(core)
        traced = self.options.experimental_custom_gradients
        self.gradients = Gradients(
            self.library, self.bound, self.graph.add, lambda value: self._number_of(value, "a gradient"), traced
        )

    def _write_concrete(self, concrete: ConcreteFunction) -> None:
        core = concrete.core_graph
        saved = self.meta.object_graph_def.concrete_functions[self.library.name_of(core)]
        saved.SetInParent()
        saved.bound_inputs.extend(self.bound[core.key])
        saved.canonicalized_input_signature.CopyFrom(self._encoded(concrete, concrete.structured_input_signature))
        saved.output_signature.CopyFrom(self._encoded(concrete, _specs_of(concrete.structured_outputs)))

    def _encoded(self, concrete: ConcreteFunction, value: Any) -> Any:
        try:
            return encode(value)
        except NotEncodableError as error:
            raise NotImplementedError(
                f"{concrete.core_graph.name} cannot be saved: there is no form for {error} in its signature"
            ) from None

    # ---- objects ----

    def _write_object(self, number: int, value: Any) -> None:
        saved = self.meta.object_graph_def.nodes.add()
        for name, child in self.graph.children[number].items():
            saved.children.add(node_id=child, local_name=name)
        if isinstance(value, Variable):
            self._write_variable(saved.variable, value)
        elif isinstance(value, Function):
            for name, child in self.graph.children[number].items():
                saved.dependencies.add(node_id=child, local_name=name)
            saved.function.SetInParent()
            for trace in self.graph.traces[id(value)]:
                saved.function.concrete_functions.append(self.library.name_of(trace.core_graph))
            _write_function_spec(saved.function.function_spec, value.function_spec, value.function_spec.input_signature)
        elif isinstance(value, ConcreteFunction):
            bare = saved.bare_concrete_function
            bare.concrete_function_name = self.library.name_of(value.core_graph)
            bare.argument_keywords.extend(value._arg_keywords)
            bare.allowed_positional_arguments = self._allowed_positional(value)
            spec = signature.FunctionSpec(value.function_type, {}, None, value.core_graph.name)
            _write_function_spec(bare.function_spec, spec, None)
        elif isinstance(value, RestoredFunction):
            for name, child in self.graph.children[number].items():
                saved.dependencies.add(node_id=child, local_name=name)
            write_restored_function(value, saved.function, lambda trace: self.library.name_of(trace.core_graph))
        elif isinstance(value, _Constant):
            saved.constant.operation = self.symbols[number].op.name
        elif isinstance(value, InnerTensor):
            saved.captured_tensor.SetInParent()
            self.inner.append((saved.captured_tensor, value))
        elif isinstance(value, signatures.SignatureMap):
            _identify(saved.user_object, "signature_map")
        elif hasattr(value, "_saved_resource"):
            saved.resource.SetInParent()
            if number in self.saveables:
                saveable = saved.saveable_objects["table"]
                saveable.save_function, saveable.restore_function = self.saveables[number]
        elif isinstance(value, Asset):
            saved.asset.asset_file_def_index = self._asset_index(number, value)
        else:
            _identify(saved.user_object, *_kind_of(value))

    def _asset_index(self, number: int, asset: Asset) -> int:
        """Returns the number of the asset's file, which is copied when the model is written."""
        path = path_text(asset.asset_path)
        name = os.path.basename(path)
        if self.files.setdefault(name, path) != path:  # another file of that name
            count = next(i for i in range(1, len(self.files) + 2) if f"{name}_{i}" not in self.files)
            name = f"{name}_{count}"
            self.files[name] = path
        _fill_info(self.meta.asset_file_def.add(filename=name).tensor_info, self.symbols[number])
        return len(self.meta.asset_file_def) - 1

    def _allowed_positional(self, concrete: ConcreteFunction) -> int:
        """Returns how many tensors can be given by position; signatures with several take them by name only."""
        count = concrete._num_positional_args
        is_signature = any(concrete is value for value in self.signatures.values())
        return count if not is_signature or count == 1 else 0

    def _write_variable(self, saved: SavedVariable, variable: Variable) -> None:
        saved.dtype = variable.dtype.as_datatype_enum
        shape_proto(variable.shape, saved.shape)
        saved.shape.SetInParent()
        saved.trainable = variable.trainable
        saved.synchronization = variable.synchronization.value
        saved.aggregation = variable.aggregation.value
        saved.name = variable._shared_name
        if self.options.experimental_variable_policy is VariablePolicy.SAVE_VARIABLE_DEVICES:
            saved.device = variable.device

    # ---- the graph that TensorFlow 1 and servers run ----

    def _build_outer_graph(self) -> None:
        with self.outer.as_default():
            # Those that functions make may take others.
            for of_functions in (False, True):
                for number, value in enumerate(self.graph.objects):
                    if hasattr(value, "_saved_resource") is of_functions:
                        self._add_symbol(number, value)
            for name, concrete in sorted(self.signatures.items()):  # their calls are numbered in this order
                self._add_signature(name, concrete)
            with self.outer.control_dependencies(self._fill_tables()):
                no_op = graph_module.no_op(name="NoOp")
            info = self.meta.signature_def[constants.INIT_SIGNATURE].outputs[constants.INIT_SIGNATURE]
            assert no_op is not None
            info.name = no_op.name
            info.tensor_shape.unknown_rank = True
            self.meta.collection_def["saved_model_main_op"].node_list.value.append(no_op.name)
            if not self.options.experimental_skip_saver:
                self._add_saver()

    def _add_symbol(self, number: int, value: Any) -> None:
        if isinstance(value, Variable):
            self.symbols[number] = _core.op("VarHandleOp")(
                dtype=value.dtype,
                shape=value.shape,
                shared_name=f"{value._shared_name}_{number}",
                name=value._shared_name,
            )
        elif isinstance(value, _Constant):
            self.symbols[number] = _core.op("Const")(value=value.tensor, dtype=value.tensor.dtype, name="Const")

        elif isinstance(value, Asset):
            self.symbols[number] = _core.op("Const")(value=value.asset_path, dtype=dtypes.string, name="asset_path")
        elif hasattr(value, "_saved_resource"):
            self.symbols[number] = self._call_of(value, "_create_resource")

    def _call_of(self, value: Any, name: str) -> Any:
        """Returns a node that calls a function of a table."""
        function = self.graph.children_of(value)[name]
        concrete = self.graph.children_of(function)["trace_0"]
        inputs = [self.symbols[number] for number in self.bound[concrete.core_graph.key]]
        types = [tensor.dtype for tensor in concrete.core_graph.outputs]
        # The names that a call has by default are those of the signatures.
        return _core.op("StatefulPartitionedCall")(
            inputs, f=concrete.function_ref, Tout=types, name=name.removeprefix("_")
        )

    def _fill_tables(self) -> list[Any]:
        tables = [value for value in self.graph.objects if hasattr(value, "_saved_resource")]
        filled = [self._call_of(value, "_initialize") for value in tables]
        return [tensor[0] if isinstance(tensor, (list, tuple)) else tensor for tensor in filled]

    def _add_signature(self, name: str, concrete: ConcreteFunction) -> None:
        signature = self.meta.signature_def[name]
        signature.method_name = constants.PREDICT_METHOD
        inputs = []
        for key, spec in zip(concrete._arg_keywords, concrete.inputs[: num_arguments_of(concrete)], strict=True):
            if spec.op.name != key:
                raise ValueError(
                    f"Got non-flat/non-unique argument names for SavedModel signature {name!r}: no input of its graph can be "
                    f"called {key!r}, or another one is already. Use tf.TensorSpec(..., name=...) to give each input a name "
                    "of its own, of letters, digits and '_.\\\\/>-'."
                )
            placeholder = _core.op("Placeholder")(dtype=spec.dtype, shape=spec.shape, name=_placeholder_name(name, key))
            _fill_info(signature.inputs[key], placeholder)
            inputs.append(placeholder)
        inputs += [self.symbols[number] for number in self.bound[concrete.core_graph.key]]
        op = "StatefulPartitionedCall" if concrete.function_ref.stateful else "PartitionedCall"
        flat = _core.op(op)(
            inputs, f=concrete.function_ref, Tout=[tensor.dtype for tensor in concrete.core_graph.outputs]
        )
        flat = [flat] if isinstance(flat, _core.Tensor) else flat or []
        rest = iter(flat)
        for key in sorted(concrete.structured_outputs):
            value = concrete.structured_outputs[key]
            if isinstance(value, (_core.Tensor, TensorSpec)):
                _fill_info(signature.outputs[key], next(rest))
            else:
                _fill_composite_info(signature.outputs[key], _specs_of(value), rest)

    def _add_saver(self) -> None:
        """Nodes that write and read the variables by the names that the checkpoint has."""
        found = [
            (number, value)
            for number, value in enumerate(self.graph.objects)
            if isinstance(value, _core.ResourceVariable)
        ]
        file = _core.op("Placeholder")(dtype=dtypes.string, shape=(), name="saver_filename")
        keys = [f"{self.graph.key_prefix(number)}/.ATTRIBUTES/{trackable.VARIABLE_VALUE}" for number, _ in found]
        saved = identity(file, name="saved")
        restored = graph_module.no_op(name="restored") if not found else None
        if found:
            values = [_core.op("ReadVariableOp")(self.symbols[n], dtype=v.dtype) for n, v in found]
            none = [""] * len(found)
            write = _core.op("SaveV2")(file, keys, none, values, name="write")
            with self.outer.control_dependencies([write]):
                saved = identity(file, name="saved_file")
            read = _core.op("RestoreV2")(file, keys, none, dtypes=[v.dtype for _, v in found], name="read")
            read = [read] if isinstance(read, _core.Tensor) else list(read)
            assigned = [
                _core.op("AssignVariableOp")(self.symbols[n], tensor, dtype=v.dtype)
                for (n, v), tensor in zip(found, read, strict=True)
            ]
            with self.outer.control_dependencies([a for a in assigned if a is not None]):
                restored = graph_module.no_op(name="restored")
        assert restored is not None
        saver = self.meta.saver_def
        saver.filename_tensor_name, saver.save_tensor_name, saver.restore_op_name = file.name, saved.name, restored.name
        saver.version = 2

    def _write_graph(self) -> None:
        core = core_of(self.outer)
        for concrete in self.concrete.values():
            self.library.add(concrete.core_graph)
        self.library.collect(core)
        message = self.meta.graph_def
        for node in core.nodes():
            graph_def.node_proto(node, self.library, into=message.node.add())
        for name in sorted(self.library.functions):
            core_function = self.library.functions[name]
            concrete = self.concrete.get(core_function.key)
            names = user_names_of(concrete.graph) if concrete is not None else None
            function = message.library.function.add()
            graph_def.function_proto(core_function, name, self.library, names, function)
            self.gradients.write(core_function, function)
        self.gradients.write_registered(self.meta)
        if self.inner:
            messages = {function.signature.name: function for function in message.library.function}
            for saved, value in self.inner:
                self.gradients.write_inner(saved, value, messages)
        roots = [name for node in message.node for name in functions_of(node)]
        roots += [
            *self.meta.object_graph_def.concrete_functions,
            *(g.gradient_func for g in message.library.registered_gradients),
        ]
        moved = count_loops(message.library, roots)
        for saved, _ in self.inner:
            node, _, number = saved.name.rpartition(":")
            if (saved.concrete_function, node) in moved:
                saved.name = f"{node}:{int(number) + 2}"
        message.versions.producer = graph_def.PRODUCER
        message.versions.min_consumer = 12

    def write(self) -> tuple[SavedModel, TrackableObjectGraph, dict[str, Any]]:
        """Returns the model's message, and its checkpoint's: the graph of objects and their values."""
        self._add_functions()
        self._build_outer_graph()
        info = self.meta.meta_info_def
        info.tags.append(constants.SERVING)
        info.tags.extend(self.options.extra_tags or ())
        info.tensorflow_version = "2.21.0"
        info.tensorflow_git_version = "graphwright"
        for alias, function in self.options.function_aliases.items():
            for trace in _traces_of(function) if isinstance(function, _core.FunctionBase) else [function]:
                info.function_aliases[self.library.name_of(trace.core_graph)] = alias
        for number, value in enumerate(self.graph.objects):
            self._write_object(number, value)
        for concrete in self.concrete.values():
            self._write_concrete(concrete)
        self._write_graph()
        del self.gradients  # it asks this object, and in a circle the two would keep the model that was saved
        checkpoint, tensors = to_message(self.graph, values_of=_values_of, owners=self.owners)
        self._write_slots(checkpoint)
        return self.model, checkpoint, tensors

    def _write_slots(self, checkpoint: TrackableObjectGraph) -> None:
        """Variables of optimizers are objects of their own, which the model must have, too."""
        nodes = self.meta.object_graph_def.nodes
        for number in range(len(nodes), len(self.graph.objects)):
            self._write_object(number, self.graph.objects[number])
        for node, saved in zip(checkpoint.nodes, nodes, strict=True):
            for slot in node.slot_variables:
                saved.slot_variables.append(slot)


def _placeholder_name(signature_name: str, key: str) -> str:
    """Returns the name of the node that a signature's input is fed at."""
    return re.sub(r"[^A-Za-z0-9_.\\-]", "_", re.sub(r"^[^A-Za-z0-9.]+", "", f"{signature_name}_{key}"))


def _values_of(value: object) -> dict[str, Any]:
    return {} if isinstance(value, (_Constant, InnerTensor, Asset)) else sessions.values_of(value)


def _kind_of(value: object) -> tuple[Any, ...]:
    """Returns what a model says of an object's class: a name, and versions where it is registered."""
    container = next((name for cls, name in _CONTAINERS.items() if isinstance(value, cls)), None)
    if container is not None:
        return (container,)
    from graphwright._src.saved_model.registration import registration_of

    return registration_of(value) or (getattr(value, "_object_identifier", "_generic_user_object"),)


def _identify(
    saved: SavedUserObject, kind: str, producer: int = 1, min_consumer: int = 1, bad_consumers: Iterable[int] = ()
) -> None:
    saved.identifier = kind
    saved.version.producer, saved.version.min_consumer = producer, min_consumer
    saved.version.bad_consumers.extend(bad_consumers)


def _fill_info(info: TensorInfo, tensor: Tensor) -> None:
    info.name = tensor.name
    info.dtype = tensor.dtype.as_datatype_enum
    shape_proto(tensor.shape, info.tensor_shape)
    info.tensor_shape.SetInParent()


def _fill_composite_info(info: TensorInfo, spec: TypeSpec, tensors: Iterator[Tensor]) -> None:
    """Notes a ragged tensor, or another one made of several, which are taken off `tensors`."""
    composite = info.composite_tensor
    composite.type_spec.CopyFrom(encode(spec).type_spec_value)
    for _ in range(composite.type_spec.num_flat_components):
        _fill_info(composite.components.add(), next(tensors))


def _specs_of(structure: Any, place: str = "") -> Any:
    """Returns the structure with specs for tensors, which have their places in it as names."""
    if isinstance(structure, _core.Tensor):
        return TensorSpec(structure.shape, structure.dtype, _spec_name(place))
    if hasattr(structure, "_type_spec"):
        return structure._type_spec
    if isinstance(structure, dict):
        return {key: _specs_of(value, f"{place}_{key}") for key, value in structure.items()}
    fields = getattr(structure, "_fields", None)
    if isinstance(structure, tuple) and fields is not None:
        named = zip(fields, structure, strict=True)
        return type(structure)(*(_specs_of(value, f"{place}_{field}") for field, value in named))
    if isinstance(structure, (list, tuple)):
        return type(structure)(_specs_of(value, f"{place}_{i}") for i, value in enumerate(structure))
    return structure


def _spec_name(place: str) -> str:
    if not place:
        return "unknown"
    name = re.sub("[^a-zA-Z0-9_]", "_", place[1:])
    return name if name[:1].isalpha() else f"tensor_{name}"


def _write_function_spec(message: FunctionSpec, spec: Any, input_signature: object) -> None:
    found = spec.fullargspec
    full = message.fullargspec.named_tuple_value
    full.name = "FullArgSpec"
    for key, value in zip(found._fields, found, strict=True):
        try:
            encoded = encode({} if key == "annotations" else value)
        except NotEncodableError:
            encoded = encode(None)  # defaults that only Python knows: calls have to give these arguments
        full.values.add(key=key, value=encoded)
    try:
        message.input_signature.CopyFrom(encode(input_signature))
    except NotEncodableError:
        message.input_signature.CopyFrom(encode(None))
    message.jit_compile = 0 if spec.jit_compile is None else 1 if spec.jit_compile else 2


@export("saved_model.save", v1="saved_model.save saved_model.experimental.save")
def save(
    obj: object, export_dir: str | os.PathLike[str], signatures: Any = None, options: SaveOptions | None = None
) -> None:
    """Saves an object: its variables, its functions as they were traced, and what these call (tf.saved_model.save).

    What was saved can be loaded without the Python code, here and by TensorFlow. The folder gets its file `saved_model.pb` last,
    so that what is there can be loaded whole.

    Args:
      obj: a `tf.Module`, or another object that can be saved.
      export_dir: the folder.
      signatures: a trace, a `tf.function` with an input signature, or a dict of these: functions that are called with
        tensors by name. Where none is given, the only function of the object with an input signature is one.
      options: a `tf.saved_model.SaveOptions`.

    Raises:
      AssertionError: a function uses a variable or table that the object does not hold.
      NotImplementedError: there is no form yet for something that a function takes or gives.
      ValueError: the object cannot be saved, or a signature is none.

    >>> import tempfile
    >>> import graphwright as tf
    >>> module = tf.Module()
    >>> module.v = tf.Variable(2.0)
    >>> module.f = tf.function(lambda x: x * module.v, input_signature=[tf.TensorSpec([], tf.float32)])
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(module, folder)
    >>> tf.saved_model.load(folder).f(tf.constant(3.0)).numpy()
    np.float32(6.0)
    """
    _save(obj, export_dir, signatures, options)


def save_and_return_nodes(
    obj: object,
    export_dir: str | os.PathLike,
    signatures: Any = None,
    options: SaveOptions | None = None,
    experimental_skip_checkpoint: bool = False,
) -> tuple[list[Any], Any]:
    """As `save`; gives the objects that were saved, by their numbers, and for each the references that lead to it."""
    from graphwright._src.saved_model.registration import IdentityDict
    from graphwright._src.state.trackable import TrackableReference

    graph = _save(obj, export_dir, signatures, options, experimental_skip_checkpoint).graph
    paths = IdentityDict()
    for value, names in zip(graph.objects, graph.paths, strict=False):
        at, path = 0, []
        for name in names:
            at = graph.children[at][name]
            path.append(TrackableReference(name, graph.objects[at]))
        paths[value] = tuple(path)
    return list(graph.objects), paths


def _save(
    obj: object,
    export_dir: str | os.PathLike,
    signatures: Any,
    options: SaveOptions | None,
    skip_checkpoint: bool = False,
) -> _Writer:
    from graphwright._src.saved_model import signatures as signature_functions

    if not trackable.is_trackable(obj) or isinstance(obj, (_core.FunctionBase, _core.ConcreteBase)):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for export. "
            f"Got {obj} with type {type(obj)}."
        )
    if not _core.executing_eagerly() and not sessions.in_plain_graph():
        raise AssertionError(
            "tf.saved_model.save is not supported inside a traced @tf.function. Move the call to the outer "
            "eagerly-executed context."
        )
    cache: dict[str, Any] = {}
    if signatures is None:
        signatures = signature_functions.default_function(obj, cache)
    options = options or SaveOptions()
    found = signature_functions.SignatureMap(signature_functions.canonical(signatures))
    writer = _Writer(obj, found, options, cache)
    model, checkpoint, tensors = writer.write()
    folder = local_text(export_dir)
    if not skip_checkpoint:
        tensors = sessions.fetched(tensors, folder)
    with sessions.outside_of_plain_graph():
        tensors[OBJECT_GRAPH_KEY] = _core.convert_to_tensor(checkpoint.SerializeToString(), dtypes.string)
        values = None if skip_checkpoint else (tensors, options.experimental_sharding_callback, writer.owners)
        write_files(folder, model, writer.files, values)
    log_info("Assets written to: %s", os.path.join(folder, constants.ASSETS_DIRECTORY))
    return writer
