"""Functions with gradients of their own in saved models: those gradients are functions of the model's library, too."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.gradients.custom_gradient import with_flat_gradient
from graphwright._src.graph.building import building
from graphwright._src.graph.names import input_name
from graphwright._src.saved_model.structured_value import decode, encode
from graphwright._src.state import children as trackable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.indexed_slices import IndexedSlicesSpec
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.messages.classes import CapturedTensor, FunctionDef, MetaGraphDef, NodeDef

ATTR = "_gradient_op_type"


class InnerTensor(trackable.Trackable):
    """A tensor inside of a function which a gradient takes.

    Args:
      function: the `_core.FuncGraph`.
      tensor: the tensor, of that graph.
    """

    def __init__(self, function: Any, tensor: Tensor) -> None:
        self.function = function
        self.tensor = tensor


class Gradients:
    """The gradients that the functions of a library have, as functions that are to be saved with it.

    Args:
      library: the functions; the gradients are added to them.
      bound: for the keys of functions the numbers of the objects that they take behind their arguments.
      add_object: gives an object of the model its number.
      number_of: gives the number of the object that an eager tensor is of.
      traced: whether gradients are written, not only their names.
    """

    def __init__(
        self,
        library: Any,
        bound: dict[int, list[int]],
        add_object: Callable[[Any], int],
        number_of: Callable[[Any], int],
        traced: bool,
    ) -> None:
        self._library = library
        self._bound = bound
        self._add_object = add_object
        self._number_of = number_of
        self._inner: dict[tuple[int, str], int] = {}
        self._keep: list[Any] = []
        self._names: dict[int, dict[str, tuple[str, Any]]] = {}  # by function, by node
        # Name of the gradient, its graph, objects that it takes, signature and results.
        self.functions: list[tuple[str, Any, list[int], Any, Any]] = []
        self._callers: dict[int, list[tuple[Any, Any]]] = {}
        seen: set[int] = set()
        while waiting := [core for core in list(library.functions.values()) if core.key not in seen]:
            for core in waiting:
                seen.add(core.key)
                for node in core.calling_nodes():
                    for function in (one for many in node.functions.values() for one in many if one is not None):
                        self._callers.setdefault(function.key, []).append((core, node))
            for core in waiting:
                for node in core.calling_nodes():
                    if node.custom_gradient is not None:
                        self._add(core, node, traced)

    def _add(self, core: Any, node: Any, traced: bool) -> None:
        kind = f"CustomGradient-{sum(map(len, self._names.values()))}"
        num_results, graph, captured, parts = node.custom_gradient
        self._names.setdefault(core.key, {})[node.name] = (kind, node)
        if not traced:
            return
        if graph is None:
            raise ValueError(
                f"Error when tracing gradients for SavedModel: the gradient of {node.name!r} in the function {core.name!r} "
                "could not be traced. Mend it, or leave gradients out with "
                "tf.saved_model.SaveOptions(experimental_custom_gradients=False)"
            )
        wrapper, grads = self._wrapped(core, graph, node.inputs, num_results, captured)
        self._library.add(wrapper)
        arguments = ((None, *grads), {})
        results = _result_specs(wrapper.outputs, num_results, parts)
        self.functions.append((kind, wrapper, [self._object(core, tensor) for tensor in captured], arguments, results))

    def _wrapped(
        self, core: Any, graph: Any, inputs: list[Any], num_results: int, captured: list[Any]
    ) -> tuple[Any, list[Any]]:
        """Returns a function that takes one gradient for each tensor of the node, and what the gradient captures."""
        with building(_core.FuncGraph("__inference_internal_grad_fn")) as wrapper:
            upstream, specs = [], []
            for i, tensor in enumerate(inputs):
                spec = _value_spec(core, tensor, f"result_grads_{i}")
                upstream.append(wrapper.add_input(spec.dtype, spec.shape, input_name(spec.name or "")))
                specs.append(spec)
            taken = [wrapper.add_input(t.dtype, t.shape, f"captured_{i}") for i, t in enumerate(captured)]
            for inner, outer in zip(taken, captured, strict=True):
                if (data := _handle_data(core, outer)) is not None:
                    wrapper.set_handle_data(inner, *data)
            function = _core.GraphFunction(graph)
            op = "StatefulPartitionedCall" if function.stateful else "PartitionedCall"
            types = [tensor.dtype for tensor in graph.outputs]
            found = _core.op(op)([*upstream[:num_results], *taken], f=function, Tout=types)
            wrapper.set_outputs([found] if isinstance(found, _core.Tensor) else list(found or []))
        return wrapper, specs

    def _object(self, core: Any, tensor: Tensor) -> int:
        """Returns the number of the object that stands for a tensor which a gradient of a function takes."""
        if not isinstance(tensor, _core.SymbolicTensor):
            return self._number_of(tensor)
        if tensor.dtype == dtypes.resource:
            number = self._resource(core, tensor.name, set())
            if number is not None:
                return number
        key = core.key, tensor.name
        if key not in self._inner:
            self._keep.append(made := InnerTensor(core, tensor))
            self._inner[key] = self._add_object(made)
        return self._inner[key]

    def _resource(self, core: Any, name: str, seen: set[int]) -> int | None:
        """Returns the object that a function's argument is, as those say that call it."""
        position = next((i for i, tensor in enumerate(core.inputs) if tensor.name == name), None)
        if position is None or core.key in seen:
            return None
        bound = self._bound.get(core.key, [])
        first = len(core.inputs) - len(bound)
        if position >= first:
            return bound[position - first]
        for caller, node in self._callers.get(core.key, ()):
            given = position + len(node.inputs) - len(core.inputs)  # branches come behind their condition
            if 0 <= given < len(node.inputs):
                number = self._resource(caller, node.inputs[given].name, {*seen, core.key})
                if number is not None:
                    return number
        return None

    def write(self, core: Any, message: FunctionDef) -> None:
        """Notes the names of gradients in a function's message. Variables are read before they get one."""
        for proto in list(message.node_def):
            kind, node = self._names.get(core.key, {}).get(proto.name, (None, None))
            if kind is None or node is None:
                continue
            proto.attr[ATTR].s = kind.encode()
            types = proto.attr["T"].list
            for i, tensor in enumerate(node.inputs):
                if tensor.dtype == dtypes.resource:
                    read = message.node_def.add(name=f"{proto.name}/ReadVariableOp_{i}", op="ReadVariableOp")
                    read.input.append(proto.input[i])
                    read.attr["dtype"].type = types.type[i] = _value_spec(core, tensor, "").dtype.as_datatype_enum
                    proto.input[i] = f"{read.name}:value:0"

    def write_registered(self, meta: MetaGraphDef) -> None:
        """Notes which functions are gradients, and what they take."""
        for kind, graph, bound, arguments, results in self.functions:
            name = self._library.name_of(graph)
            meta.graph_def.library.registered_gradients.add(gradient_func=name, registered_op_type=kind)
            saved = meta.object_graph_def.concrete_functions[name]
            saved.bound_inputs.extend(bound)
            saved.canonicalized_input_signature.CopyFrom(encode(arguments))
            saved.output_signature.CopyFrom(encode(results))

    def write_inner(self, saved: CapturedTensor, inner: InnerTensor, messages: dict[str, Any]) -> None:
        """Says where a tensor is: arguments have the names that the function's message gives them."""
        saved.concrete_function = self._library.name_of(inner.function)
        saved.name = inner.tensor.name
        for i, tensor in enumerate(inner.function.inputs):
            if tensor.name == inner.tensor.name:
                saved.name = f"{messages[saved.concrete_function].signature.input_arg[i].name}:0"


def _handle_data(core: Any, tensor: Tensor) -> tuple | None:
    """Dtype, shape and whether it is trainable of the variable that a handle refers to."""
    if isinstance(tensor, _core.SymbolicTensor):
        return core.handle_data(tensor)
    variable = _core.variable_of_handle(tensor) if tensor.dtype == dtypes.resource else None
    return None if variable is None else (variable.dtype, variable.shape, variable.trainable)


def _value_spec(core: Any, tensor: Tensor, name: str) -> TensorSpec:
    """That of a tensor, or of the value of the variable whose handle it is."""
    if tensor.dtype != dtypes.resource:
        return TensorSpec(tensor.shape, tensor.dtype, name)
    data = _handle_data(core, tensor)
    if data is None:
        raise NotImplementedError(f"{tensor.name}: what a gradient is with respect to is no variable")
    return TensorSpec(data[1], data[0], name)


def _result_specs(outputs: list[Any], num_results: int, parts: list[int]) -> list[Any]:
    """Returns one for each tensor of a node, None for those that have no gradient."""
    rest = iter(outputs)
    specs: list[Any] = [None] * num_results
    for count in parts:
        found = [next(rest) for _ in range(count)]
        if count == 0:
            specs.append(None)
        elif count == 1:
            specs.append(TensorSpec(found[0].shape, found[0].dtype))
        else:
            values, indices, shape = found
            dense = TensorShape(None)
            specs.append(IndexedSlicesSpec(dense, values.dtype, indices.dtype, shape.dtype, indices.shape))
    return specs


class LoadedGradients:
    """The gradients that the functions of a model have.

    Args:
      meta: the model's `MetaGraphDef`.
      library: makes a function by its name.
    """

    def __init__(self, meta: MetaGraphDef, library: Any) -> None:
        self._library = library
        self._saved = meta.object_graph_def.concrete_functions
        self._nodes = meta.object_graph_def.nodes
        self._messages = {function.signature.name: function for function in meta.graph_def.library.function}
        self._names = {
            each.registered_op_type: each.gradient_func
            for each in meta.graph_def.library.registered_gradients
            if each.gradient_func in self._saved and each.gradient_func in self._messages
        }
        self._callers: dict[str, list[tuple[str, Any]]] | None = None

    def gradient_of(self, node: NodeDef) -> str | None:
        """Returns the name of the function that is a node's gradient; None where the model has none."""
        return self._names.get(node.attr[ATTR].s.decode(errors="replace")) if ATTR in node.attr else None

    def needed(self, function: str, node: NodeDef) -> list[str]:
        """Returns the names of the nodes whose outputs a node's gradient takes."""
        gradient = self.gradient_of(node)
        if gradient is None:
            return []
        found = (self._inner(number, function) for number in self._saved[gradient].bound_inputs)
        return [source.partition(":")[0] for source in found if source]

    def attach(
        self,
        function: str,
        node: NodeDef,
        inputs: list[Any],
        tensors: Mapping[str, Any],
        operations: Mapping[str, Operation],
    ) -> list[Any] | None:
        """Appends an IdentityN with its gradient: its outputs. None where the model does not have that."""
        gradient = self.gradient_of(node)
        if gradient is None:
            return None
        saved = self._saved[gradient]
        specs = decode(saved.output_signature)
        called = self._library(gradient)
        num_outputs = sum(0 if s is None else 1 if isinstance(s, TensorSpec) else 3 for s in specs or [])
        own_inputs = [arg.type for arg in self._messages[gradient].signature.input_arg]
        if (
            not isinstance(specs, (list, tuple))
            or len(specs) != len(inputs)
            or len(own_inputs) != len(inputs) + len(saved.bound_inputs)
            or len(called.graph.outputs) != num_outputs
        ):
            raise errors.DataLossError(None, None, f"the gradient {gradient!r} does not fit the node {node.name!r}")
        num_results = next((i for i, spec in enumerate(specs) if spec is not None), len(specs))
        if num_results == 0:
            raise errors.DataLossError(None, None, f"the gradient {gradient!r} is one of results")
        captured = []
        for number in saved.bound_inputs:
            source = self._inner(number, function) or self._argument(function, number, set())
            if source is None:
                raise NotImplementedError(f"the gradient of the node {node.name!r} takes what its function does not")
            name, _, index = source.partition(":")
            if name in operations:
                outputs = operations[name].outputs
                if not (index or "0").isdigit() or int(index or 0) >= len(outputs):
                    raise errors.DataLossError(None, None, f"the node {name!r} has no output {index}")
                captured.append(outputs[int(index or 0)])
            elif name in tensors:
                captured.append(tensors[name])
            else:
                raise errors.DataLossError(None, None, f"the function {function!r} has no tensor {source!r}")

        def traced(upstream: list[Any]) -> list[Any]:
            rest = [_core.op("ZerosLike")(tensor) for tensor in inputs[num_results:]]
            op = "StatefulPartitionedCall" if called.stateful else "PartitionedCall"
            types = [tensor.dtype for tensor in called.graph.outputs]
            found = _core.op(op)([*upstream, *rest, *captured], f=called, Tout=types)
            return [found] if isinstance(found, _core.Tensor) else list(found or [])

        parts = [0 if spec is None else 1 if isinstance(spec, TensorSpec) else 3 for spec in specs[num_results:]]
        return with_flat_gradient(inputs[:num_results], inputs[num_results:], traced, parts)

    def _inner(self, number: int, function: str) -> str | None:
        """Returns where an object is a tensor inside of a function: how that is called in this one, which it calls."""
        if not 0 <= number < len(self._nodes):
            raise errors.DataLossError(None, None, f"the model has no object {number}")
        node = self._nodes[number]
        if node.WhichOneof("kind") != "captured_tensor":
            return None
        inner = node.captured_tensor
        if inner.concrete_function == function:
            return inner.name
        return self._passed(function, lambda caller, source: caller == inner.concrete_function and source == inner.name)

    def _argument(self, function: str, number: int, seen: set[str]) -> str | None:
        """Returns the argument of a function that is an object of the model."""
        message = self._messages.get(function)
        if message is None or function in seen:
            return None
        bound = list(self._saved[function].bound_inputs) if function in self._saved else []
        if number in bound:
            position = len(message.signature.input_arg) - len(bound) + bound.index(number)
            return message.signature.input_arg[position].name if position >= 0 else None
        return self._passed(
            function, lambda caller, source: source == f"{self._argument(caller, number, {*seen, function})}:0"
        )

    def _passed(self, function: str, is_wanted: Callable[[str, str], bool]) -> str | None:
        """Returns the argument of a function that others give one of their own tensors for."""
        if self._callers is None:
            self._callers = {}
            for name, message in self._messages.items():
                for node in message.node_def:
                    for attr in node.attr.values():
                        for called in [attr.func, *attr.list.func]:
                            if called.name:
                                self._callers.setdefault(called.name, []).append((name, node))
        arguments = self._messages[function].signature.input_arg
        for caller, node in self._callers.get(function, ()):
            given = [text for text in node.input if not text.startswith("^")]
            offset = len(given) - len(arguments)
            for position, argument in enumerate(arguments):
                if 0 <= position + offset < len(given):
                    if is_wanted(caller, self._plain_name(caller, given[position + offset])):
                        return argument.name
        return None

    def _plain_name(self, function: str, text: str) -> str:
        """Returns what a graph calls the tensor that a function's message calls so: "mul:0" for "mul:z:0"."""
        name, _, rest = text.partition(":")
        place, _, index = rest.partition(":")
        node = next((n for n in self._messages[function].node_def if n.name == name), None)
        if node is None or not place:
            return f"{name}:0"
        flat = int(index) if index.isdigit() else 0
        for arg in _core.op_def(node.op)["outputs"] if node.op in _core.registered_ops() else ():
            if arg["name"] == place:
                break
            if arg["number_attr"]:
                flat += node.attr[arg["number_attr"]].i
            elif arg["type_list_attr"]:
                flat += len(node.attr[arg["type_list_attr"]].list.type)
            else:
                flat += 1
        return f"{name}:{flat}"
