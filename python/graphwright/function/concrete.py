"""ConcreteFunction: one trace of a function, which can be called and looked at."""

from __future__ import annotations

from graphwright import _core, nest, types
from graphwright.function import signature
from graphwright.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright.graph import FuncGraph
    from graphwright.graph_def import FunctionDef


class ConcreteFunction(_core.ConcreteBase):
    """One trace of a `tf.function`: a graph for certain types of arguments (tf.types.experimental.ConcreteFunction).

    It is called with arguments of these types; Python values that the trace was made for can be left out.

    >>> import graphwright as tf
    >>> double = tf.function(lambda x: x + x)
    >>> concrete = double.get_concrete_function(tf.TensorSpec([None], tf.int32))
    >>> concrete(tf.constant([1, 2])).numpy()
    array([2, 4], dtype=int32)
    """

    def _set_up(
        self,
        graph: FuncGraph,
        function_type: signature.FunctionType,
        kept: list[int] | None,
        owner: Callable[[], Any] | None,
    ) -> None:
        self._graph = graph
        self._type = function_type
        self._kept = kept
        # The tf.function that keeps this trace; only weakly, so that it goes when its last user does.
        self._owner = owner
        self._attributes: dict[str, Any] = {}
        # The captured values of an outer graph are of use only while that is being traced.
        self._borrows = any(isinstance(value, _core.SymbolicTensor) for value in self.captured_inputs)
        self._keywords: list[str] | None = None
        self._num_inputs = len(graph.inputs) - len(graph.captures)
        if all(
            type(parameter.type_constraint) is TensorSpec and parameter.kind is not signature.KEYWORD_ONLY
            for parameter in function_type.parameters.values()
        ):
            self._set_plain_arguments(self._num_inputs)

    # ---- calling ----

    def _call(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """A call that is not just one tensor for each input; the core makes those itself."""
        try:
            values = signature.bind_to_trace(self._type, args, kwargs)
        except signature.BindingError as error:
            try:
                tensors = self._flat_arguments(args, kwargs)
            except TypeError as flat_error:
                raise TypeError(f"{error}\nFallback to flat signature also failed due to: {flat_error}") from None
            return self.call_flat(tensors)
        return self.call_flat(self._inputs_of(values))

    def _inputs_of(self, values: dict[str, Any]) -> list[Any]:
        """The graph's inputs, captured ones left out, for arguments by parameter."""
        flat = [
            tensor
            for parameter in self._type.in_order_of_inputs()
            for tensor in parameter.type_constraint.to_tensors(values[parameter.name])  # type: ignore[union-attr]
        ]
        return flat if self._kept is None else [flat[i] for i in self._kept]

    def _flat_arguments(self, args: tuple, kwargs: dict[str, Any]) -> list[Any]:
        """The inputs of a call with the tensors themselves, by position or by the placeholders' names."""
        names = self._arg_keywords
        if len(args) > len(names):
            raise TypeError(f"{self._flat_summary()} takes {len(names)} positional arguments, got {len(args)}.")
        found = list(args)
        rest = dict(kwargs)
        missing = []
        for name in names[: len(args)]:
            if name in rest:
                raise TypeError(f"{self._flat_summary()} got two values for '{name}'.")
        for name in names[len(args) :]:
            if name in rest:
                found.append(rest.pop(name))
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
        return self.call_flat(list(tensor_inputs), captured_inputs)

    def _call_bound(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """A call through the `tf.function` whose arguments must be converted first."""
        owner = None if self._owner is None else self._owner()
        if owner is None:
            return self._call(args, kwargs)
        return owner._call_slowly(args, kwargs)

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
        """The placeholders: arguments, then captured values."""
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
        from graphwright.tensor_shape import TensorShape

        return self._map_outputs(lambda leaf: TensorShape(None) if leaf is None else leaf.shape)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the result's tensors, structured as it is."""
        return self._map_outputs(lambda leaf: None if leaf is None else leaf.dtype)

    def _map_outputs(self, function: Callable[[Any], Any]) -> Any:
        def expand(value: Any) -> Any:
            if hasattr(value, "_type_spec"):
                return nest.map_structure(function, nest.flatten(value, expand_composites=True))
            return function(value)

        return nest.map_structure(expand, self._graph.structured_outputs)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the graph reads or assigns to."""
        return self._graph.variables

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those among `variables` that are trainable."""
        return self._graph.trainable_variables

    @property
    def _arg_keywords(self) -> list[str]:
        """A name for each input that is no captured value."""
        if self._keywords is None:
            used: dict[str, int] = {}
            names = []
            for tensor in self._graph.inputs[: self._num_inputs]:
                node = tensor.name.rpartition(":")[0]
                base = name = (self._graph._user_names or {}).get(node, node)
                while name in used:
                    name = f"{base}_{used[base]}"
                    used[base] += 1
                used[name] = 1
                names.append(name)
            self._keywords = names
        return self._keywords

    @property
    def _num_positional_args(self) -> int:
        return self._num_inputs

    @property
    def function_def(self) -> FunctionDef:
        """The graph as a message."""
        from graphwright import graph_def

        proto = graph_def.function_proto(self.core_graph, self.core_graph.name, None, self._graph._user_names)
        for name, value in self._attributes.items():
            _set_attribute(proto.attr[name], value)
        return proto

    @property
    def inference_fn(self) -> InferenceFunction:
        """The function that runs where no gradient is asked for, with captured values for its last arguments."""
        return InferenceFunction(self)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature as text, of several lines or of one."""
        return repr(self._type) if verbose else str(self._type)

    def add_to_graph(self, g: Any = None, overwrite: bool = False) -> None:
        """Has no effect: a graph takes over the functions that it calls."""

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


def _set_attribute(attribute: Any, value: Any) -> None:
    if isinstance(value, bool):
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
        return self(*self._concrete._inputs_of(values), *captures)

    def __call__(self, *tensors: Any) -> Any:
        """Calls the graph with one tensor for each of its inputs."""
        count = len(tensors) - len(self._concrete.captured_inputs)
        if count < 0:
            raise ValueError(
                f"{self.name.decode()} takes {len(self.graph.inputs)} tensors, captured ones included, got {len(tensors)}"
            )
        return self._concrete.call_flat(list(tensors[:count]), list(tensors[count:]))

    def __repr__(self) -> str:
        return f"<InferenceFunction {self._concrete.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"


_core.inherit_vectorcall(ConcreteFunction)
types.ConcreteFunction.register(ConcreteFunction)
