"""ConcreteFunction: one trace of a function, which can be called and looked at."""

from __future__ import annotations

import operator
import weakref
from collections import OrderedDict

from graphwright import _core
from graphwright._src.base.hooks import late
from graphwright._src.function import deferred as captures
from graphwright._src.function import implementations, signature
from graphwright._src.function.captured_values import CapturedValues
from graphwright._src.function.results import Results
from graphwright._src.graph.graph_parts import core_of, user_names_of
from graphwright._src.state.trackable import Trackable
from graphwright._src.tensor import nest, types
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.types import CastContext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.explain.reports import TraceReport
    from graphwright._src.function.func_graph import FuncGraph
    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.classes import AttrValue, FunctionDef
    from graphwright._src.tensor.type_spec import TypeSpec
    from graphwright._src.tensor.typing import TensorLike

_report_of = late("explain.reports", "TraceReport")
_html_of = late("explain.picture", "html_of_trace")
_concrete_of_graph = late("function.tracing", "concrete_of_graph")


class ConcreteFunction(_core.ConcreteBase, Trackable):
    """One trace of a `tf.function`: a graph for certain types of arguments (tf.types.experimental.ConcreteFunction).

    It is called with arguments of these types; Python values that the trace was made for can be left out.

    >>> import graphwright as tf
    >>> double = tf.function(lambda x: x + x)
    >>> concrete = double.get_concrete_function(tf.TensorSpec([None], tf.int32))
    >>> concrete(tf.constant([1, 2])).numpy()
    array([2, 4], dtype=int32)
    """

    def __init__(
        self,
        graph: FuncGraph,
        function_type: signature.FunctionType,
        num_arguments: int,
        captured: Sequence[Any],
        listed: Sequence[tuple[Any, Any, bool]] | None = None,
        constants: frozenset[int] = frozenset(),
        owner: Callable[[], Any] | None = None,
        kept: list[int] | None = None,
    ) -> None:
        """Makes a function of a graph that was traced, whose `structured_outputs` tell what it returned.

        Args:
          graph: the graph, with its captured values' placeholders behind those of the arguments.
          function_type: the parameters.
          num_arguments: how many of the graph's inputs belong to arguments.
          captured: the values that its last inputs stand for.
          listed: for what was captured: the value, what stands for it in the graph, and whether that is a constant; by
            default as the core tells it.
          constants: the `_id`s of tensors that are constants of the graph and listed, too, where `listed` is given.
          owner: gives what calls the `tf.function` that keeps this trace with a tuple and a dictionary; only weakly, so that
            that goes when its last user does.
          kept: which of the arguments' tensors are inputs, where one tensor came for several of them.
        """
        results = Results(graph.structured_outputs)
        super().__init__(core_of(graph), captured, results.template, results.pack)
        if listed is None:
            listed = _core.captures_of(self)
        elif constants:
            listed = [*listed, *(entry for entry in _core.captures_of(self) if entry[2] and entry[0]._id in constants)]
        deferred = list(graph.function_captures.deferred.values())
        self._graph = graph
        self._kept = kept
        self._owner = owner
        self._attributes: dict[str, Any] = {}
        self.captured_values = CapturedValues(listed, deferred)
        self._given_variables: tuple[Any, ...] | None = None
        self._keywords: list[str] | None = None
        self._most_positional: int | None = None
        self._num_inputs = num_arguments
        graph.function_captures.finish(listed, num_arguments)
        types: OrderedDict[int, Any] = OrderedDict(
            (outer._id, TensorSpec(outer.shape, outer.dtype)) for outer, _, _ in listed
        )
        for part in deferred:
            types[id(part)] = part.type
        self._type = signature.FunctionType(list(function_type.parameters.values()), types, results.type)
        if deferred:
            self.captured_values.install(self)
        if all(
            type(parameter.type_constraint) is TensorSpec and parameter.kind is not signature.KEYWORD_ONLY
            for parameter in function_type.parameters.values()
        ):
            self._set_plain_arguments(self._num_inputs)

    @staticmethod
    def from_func_graph(
        graph: FuncGraph, function_type: signature.FunctionType, attrs: dict[str, Any], shared_func_graph: bool = True
    ) -> ConcreteFunction:
        """Returns a function of its own that runs the graph of another one.

        Args:
          graph: a graph that was traced.
          function_type: the signature.
          attrs: further attributes of the function.
          shared_func_graph: not needed: a graph goes when its last user does.
        """
        concrete = _concrete_of_graph(graph, function_type)
        concrete._attributes.update(attrs or {})
        return concrete

    # ---- captured values ----

    @property
    def captured_inputs(self) -> list[Any]:
        """The values from outside that the graph uses: variables' handles and tensors, deferred ones as they are now.

        >>> import graphwright as tf
        >>> scale = tf.constant(3.0)
        >>> concrete = tf.function(lambda x: x * scale).get_concrete_function(tf.TensorSpec([]))
        >>> [value.numpy() for value in concrete.captured_inputs]
        [np.float32(3.0)]
        """
        return self.captured_values.as_now()

    def set_external_captures(self, captures: Sequence[Any]) -> None:
        """Makes other values the captured ones.

        Args:
          captures: for each of `captured_inputs` a tensor, or a function that gives one on each call.

        Raises:
          TypeError: a tensor has another dtype.
          ValueError: their number differs from that of the captured values.
        """
        count = len(self.captured_values.values)
        if len(captures) != count:
            raise ValueError(f"{self.core_graph.name} captures {count} values, got {len(captures)}")
        self.take_captures(list(captures))

    def replace_capture_with_deferred_capture(
        self,
        tensor: TensorLike,
        closure: Callable[[], Any],
        spec: TypeSpec,
        placeholder: Tensor | None = None,
        default_value: object = None,
    ) -> None:
        """Calls a function on each call for what was one captured tensor.

        Args:
          tensor: one of `captured_inputs`.
          closure: takes no arguments; gives the value.
          spec: the `tf.TypeSpec` of the value.
          placeholder: what stands for the tensor in the graph, where `tensor` is not found.
          default_value: for environments that cannot call `closure`; not needed here.

        Raises:
          ValueError: the tensor is not captured, or `spec` does not fit it.
        """
        index = self.captured_values.index_of(tensor)
        if index is None and placeholder is not None:
            inner = [pair[1]._id for pair in self._graph.captures]
            index = inner.index(placeholder._id) if placeholder._id in inner else None
        if index is None:
            raise ValueError(
                f"{self.core_graph.name}: {tensor!r} is not among the captured inputs {self.captured_inputs!r}"
            )
        changed = list(self.captured_values.values)
        if not spec.is_compatible_with(changed[index]):
            raise ValueError(
                f"{self.core_graph.name}: the captured {changed[index]!r} is not compatible with the spec {spec!r}"
            )
        changed[index] = captures.Deferred(closure, spec)
        self.take_captures(changed)

    def take_captures(self, values: list[Any]) -> None:
        """As `set_external_captures`; a variable stands for its handle, and a function may be a `Deferred`."""
        for index, (value, before) in enumerate(zip(values, self.captured_values.values, strict=True)):
            if isinstance(value, _core.ResourceVariable):
                values[index] = value = value.handle
            if not isinstance(value, (_core.Tensor, captures.Deferred)):
                spec = before.spec if isinstance(before, captures.Deferred) else TensorSpec(before.shape, before.dtype)
                values[index] = captures.Deferred(value, spec)
            elif isinstance(value, _core.Tensor) and isinstance(before, _core.Tensor) and value.dtype != before.dtype:
                raise TypeError(
                    f"{self.core_graph.name}: captured tensor #{index} has dtype {before.dtype.name}, got {value.dtype.name}"
                )
            elif isinstance(value, _core.Tensor) and isinstance(before, captures.Deferred):
                before.type.cast(value, CastContext())
        self.captured_values.replace(self, values)

    def _run_with_captures(self, tensors: Sequence[Any], values: Sequence[Any]) -> Any:
        """Returns a call with a flat list of inputs, and one of values for `captured_inputs`."""
        captured = self.captured_values
        if len(values) != len(captured.values) or captured.are_deferred:
            return self.call_flat(list(tensors), list(values))
        if captured.admit(self, values):
            captured.install(self)
        return self.call_flat(list(tensors), captured.in_order_of_inputs(values))

    # ---- calling ----

    def _call(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Returns a call that is not just one tensor for each input; the core makes those itself."""
        try:
            values = signature.bind_to_trace(self._type, args, kwargs)
        except signature.BindingError as error:
            try:
                tensors = self._flat_arguments(args, kwargs)
            except TypeError as flat_error:
                raise TypeError(f"{error}\nFallback to flat signature also failed due to: {flat_error}") from None
            return self.call_flat(tensors)
        return self.call_flat(inputs_for(self, values))

    def _flat_arguments(self, args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        """Returns the inputs of a call with the tensors themselves, by position or by the placeholders' names."""
        names, most = self._arg_keywords, self._num_positional_args
        if len(args) > most:
            raise TypeError(f"{self._flat_summary()} takes {most} positional arguments, got {len(args)}.")
        found = list(args)
        rest = {signature.parameter_name(name): value for name, value in kwargs.items()}
        missing = []
        for name in names[: len(args)]:
            if signature.parameter_name(name) in rest:
                raise TypeError(f"{self._flat_summary()} got two values for '{name}'.")
        for name in names[len(args) :]:
            parameter = signature.parameter_name(name)
            if parameter in rest:
                found.append(rest.pop(parameter))
            else:
                missing.append(name)
        if missing:
            raise TypeError(f"{self._flat_summary()} missing required arguments: {', '.join(missing)}.")
        if rest:
            raise TypeError(f"{self._flat_summary()} got unexpected keyword arguments: {', '.join(rest)}.")
        for position, value in enumerate(found):
            if isinstance(value, _core.ResourceVariable):
                wants_handle = self._graph.inputs[position].dtype.name == "resource"
                found[position] = value.handle if wants_handle else _core.convert_to_tensor(value)
            elif not isinstance(value, _core.Tensor):
                raise TypeError(
                    f"{self._flat_summary()}: expected argument #{position}(zero-based) to be a Tensor; got "
                    f"{type(value).__name__} ({value})."
                )
        return found

    def _flat_summary(self) -> str:
        return f"{self._graph.name}({', '.join(self._arg_keywords)})"

    def _call_flat(self, tensor_inputs: Sequence[Any], captured_inputs: Sequence[Any] | None = None) -> Any:
        """Calls with the tensors themselves."""
        if captured_inputs is None:
            return self.call_flat(list(tensor_inputs))
        return self._run_with_captures(tensor_inputs, captured_inputs)

    def _call_bound(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Returns a call through the `tf.function` whose arguments must be converted first."""
        call = None if self._owner is None else self._owner()
        return (call or self._call)(args, kwargs)

    # ---- facts ----

    @property
    def name(self) -> bytes:
        """The name of the graph's function, as bytes."""
        return self.core_graph.name.encode()

    @property
    def graph(self) -> FuncGraph:
        """The graph."""
        return self._graph

    @property
    def _func_graph(self) -> FuncGraph:
        return self._graph

    @property
    def function_type(self) -> signature.FunctionType:
        """The signature: parameters, their types, and that of the result."""
        return self._type

    @property
    def inputs(self) -> list[Any]:
        """The placeholders: arguments, then what stands for captured values, constants for small ones."""
        return self._graph.inputs

    @property
    def outputs(self) -> list[Any]:
        """The tensors that the graph gives, as a flat list."""
        return self._graph.outputs

    @property
    def structured_input_signature(self) -> tuple[tuple, dict[str, Any]]:
        """Positional and keyword arguments with specs in place of tensors."""
        return self._graph.structured_input_signature

    @property
    def structured_outputs(self) -> Any:
        """The result with the graph's tensors in it."""
        return self._graph.structured_outputs

    @property
    def output_shapes(self) -> Any:
        """The static shapes of the result's tensors, structured as it is."""
        from graphwright._src.tensor.tensor_shape import TensorShape

        return self._map_outputs(lambda leaf: TensorShape(None) if leaf is None else leaf.shape)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the result's tensors, structured as it is."""
        return self._map_outputs(lambda leaf: None if leaf is None else leaf.dtype)

    def _map_outputs(self, function: Callable[[Any], Any]) -> Any:
        def expand(value: object) -> Any:
            if hasattr(value, "_type_spec"):
                return nest.map_structure(function, nest.flatten(value, expand_composites=True))
            return function(value)

        return nest.map_structure(expand, self._graph.structured_outputs)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the graph reads or assigns to."""
        if self._given_variables is not None:
            return tuple(variable for variable in (ref() for ref in self._given_variables) if variable is not None)
        return self._graph.variables

    def set_variables(self, variables: Sequence[Any]) -> None:
        """Says which variables `variables` gives; the graph goes on using those that it captured.

        Args:
          variables: the variables, which are not kept alive by this.
        """
        self._given_variables = tuple(weakref.ref(variable) for variable in variables)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those among `variables` that are trainable."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def _arg_keywords(self) -> list[str]:
        """A name for each input that is no captured value."""
        if self._keywords is None:
            used: dict[str, int] = {}
            names: list[str] = []
            of_user: dict[str, str] = user_names_of(self._graph) or {}
            for tensor in self._graph.inputs[: self._num_inputs]:
                node = tensor.name.rpartition(":")[0]
                base = name = of_user[node] if node in of_user else node
                while name in used:
                    name = f"{base}_{used[base]}"
                    used[base] += 1
                used[name] = 1
                names.append(name)
            self._keywords = names
        return self._keywords

    @property
    def _num_positional_args(self) -> int:
        return self._num_inputs if self._most_positional is None else self._most_positional

    @property
    def function_def(self) -> FunctionDef:
        """The graph as a message."""
        from graphwright._src.graph import export_graph as graph_def

        core = self.core_graph
        inputs = self._graph.inputs if self.captured_values.have_constants else None
        proto = graph_def.function_proto(core, core.name, None, user_names_of(self._graph), inputs=inputs)
        for name, value in self._attributes.items():
            _set_attribute(proto.attr[name], value)
        return proto

    @property
    def inference_fn(self) -> InferenceFunction:
        """The function that runs where no gradient is asked for, with captured values for its last arguments."""
        return InferenceFunction(self)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """Returns the signature as text, of several lines or of one."""
        return repr(self._type) if verbose else str(self._type)

    def add_to_graph(self, g: Graph | None = None, overwrite: bool = False) -> None:
        """Lets calls in a graph run this function where it implements what they call for the CPU.

        It has no other effect: a graph takes over the functions that it calls.

        Args:
          g: the graph; the one that is being built where it is None.
          overwrite: has no effect.
        """
        if "api_implements" in self._attributes:
            implementations.choose(self, self._attributes, g)

    def add_gradient_functions_to_graph(self, g: object = None) -> None:
        """Has no effect: a graph takes over the functions that it calls, and these have their gradients with them."""

    def inspect(self) -> TraceReport:
        """All there is to know of this trace: signature, captures, graphs, memory plan, instructions and their time.

        Returns:
          An object that prints as text and shows itself in notebooks, see `explain.reports.TraceReport`.
        """
        return _report_of(self)

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the signature, and the graph as a picture."""
        return _html_of(self)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"

    def __copy__(self) -> ConcreteFunction:
        return self

    def __deepcopy__(self, memo: dict) -> Any:
        raise TypeError("cannot copy a ConcreteFunction")

    def __reduce__(self) -> Any:
        raise TypeError("cannot pickle a ConcreteFunction")


def _set_attribute(attribute: AttrValue, value: object) -> None:
    if isinstance(value, (list, tuple)):
        for item in value:
            if isinstance(item, bool):
                attribute.list.b.append(item)
            elif isinstance(item, int):
                attribute.list.i.append(item)
            elif isinstance(item, float):
                attribute.list.f.append(item)
            else:
                attribute.list.s.append(item if isinstance(item, bytes) else str(item).encode())
    elif isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int):
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    else:
        attribute.s = value if isinstance(value, bytes) else str(value).encode()


class InferenceFunction(types.AtomicFunction):
    """The graph of a trace as a function of all its inputs (tf.types.experimental.AtomicFunction).

    Args:
      concrete: the trace.
    """

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = concrete

    @property
    def name(self) -> bytes:
        """The name of the graph's function, as bytes."""
        return self._concrete.name

    @property
    def graph(self) -> FuncGraph:
        """The graph."""
        return self._concrete.graph

    @property
    def function_type(self) -> signature.FunctionType:
        """The signature: parameters, their types, and that of the result."""
        return self._concrete.function_type

    @property
    def definition(self) -> FunctionDef:
        """The graph as a message."""
        return self._concrete.function_def

    def call_with_captures(self, args: Sequence[Any], kwargs: dict[str, Any], captures: Sequence[Any]) -> Any:
        """Calls the graph with structured arguments, and these values for its captures."""
        values = signature.bind_to_trace(self.function_type, tuple(args), kwargs)
        return self(*inputs_for(self._concrete, values), *captures)

    def __call__(self, *tensors: TensorLike) -> Any:
        """Calls the graph with one tensor for each of its inputs."""
        count = len(self._concrete.inputs) - self._concrete._num_inputs
        count = len(tensors) - count
        if count < 0:
            raise ValueError(
                f"{self.name.decode()} takes {len(self.graph.inputs)} tensors, captured ones included, got {len(tensors)}"
            )
        return self._concrete._run_with_captures(tensors[:count], tensors[count:])

    def __repr__(self) -> str:
        return f"<InferenceFunction {self._concrete.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"


# Which of the arguments' tensors are inputs, where one tensor came for several of them.
kept_of: Callable[[ConcreteFunction], list[int] | None] = operator.attrgetter("_kept")
# How many of the inputs belong to arguments.
num_arguments_of: Callable[[ConcreteFunction], int] = operator.attrgetter("_num_inputs")


def inputs_for(concrete: ConcreteFunction, values: dict[str, Any]) -> list[Any]:
    """Returns the graph's inputs, captured ones left out, for arguments by parameter."""
    flat = [
        tensor
        for parameter in concrete._type.in_order_of_inputs()
        for tensor in parameter.type_constraint.to_tensors(values[parameter.name])  # type: ignore[union-attr]
    ]
    return flat if concrete._kept is None else [flat[i] for i in concrete._kept]


def note_attributes(concrete: ConcreteFunction, attributes: dict[str, Any]) -> None:
    """Notes what a function was given as `experimental_attributes`."""
    concrete._attributes.update(attributes)
    if "api_implements" in concrete._attributes:
        implementations.note(concrete, concrete._attributes["api_implements"])


_core.inherit_vectorcall(ConcreteFunction)
types.ConcreteFunction.register(ConcreteFunction)
