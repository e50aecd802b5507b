"""FuncGraph: the graph of a function, with its inputs, outputs and what it takes from outside."""

from __future__ import annotations

import weakref

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.function import deferred
from graphwright._src.function.captures import FunctionCaptures
from graphwright._src.graph.graph import COLLECTIONS_OF_VARIABLES, Graph, global_graph
from graphwright._src.graph.graph_parts import attach
from graphwright._src.graph.seeds import global_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.typing import TensorLike


@export("__internal__.FuncGraph")
class FuncGraph(Graph):
    """The body of a function: a graph with inputs, outputs, and values captured from outside.

    Args:
      name: of the function.
      collections: its collections at the beginning; empty ones by default.
      capture_by_value: whether variables become constants, with the values that they have when they are read.
      structured_input_signature: positional and keyword arguments with specs in place of tensors.
      structured_outputs: what the function gives, with specs in place of tensors.
      core_name: its unique name.
    """

    building_function = True
    has_own_scopes = False  # whether `get_variable` shares nothing with what is around it
    draws_from: Graph | None = None  # the graph of which this is a part that takes its op seeds from there

    def __init__(
        self,
        name: str,
        collections: dict[Any, list[Any]] | None = None,
        capture_by_value: bool | None = None,
        structured_input_signature: object = None,
        structured_outputs: object = None,
        *,
        core_name: str | None = None,
    ) -> None:
        self._attach(_core.FuncGraph(core_name or name))
        self._core.captures_from_anywhere = core_name is None
        if capture_by_value:
            self._function_captures.with_constants = True
            self._core.read_by_value(True)
            weakref.finalize(self, self._core.read_by_value, False)
        self._name = name
        self._collections.update(collections or {})
        self._given_signature = structured_input_signature
        self.structured_outputs = structured_outputs

    def _attach(self, core: _core.FuncGraph) -> None:
        super()._attach(core)
        self._name = core.name
        self._outer: Any = None
        self._function_captures = FunctionCaptures(core)
        self._user_names = {}
        self._saving_errors: set[str] = set()
        self._given_signature: Any = None
        self._function_type: Any = None
        self.structured_outputs: Any = None
        self.control_captures: list[Operation] = []  # operations outside that something in it waits for

    @property
    def capture_by_value(self) -> bool:
        """True where variables become constants, with the values that they have when they are read."""
        return self._function_captures.with_constants

    @property
    def name(self) -> str:
        """The name of the function."""
        return self._name

    @property
    def seed(self) -> int | None:
        """The seed of the graph's random ops: its own, or that of the graph around it, or the global one where there is none."""
        if self._seed is not None:
            return self._seed
        outer = self._graph_around()
        if outer is not None:
            return outer.seed
        return global_seed()

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed

    @property
    def outer_graph(self) -> Graph:
        """The graph under construction when this one was begun, or the default graph."""
        return self._graph_around() or global_graph()

    def begin_inside(self, outer: Graph | None) -> None:
        """Tells the graph what is being built around it; it begins with copies of that one's collections."""
        if outer is not None:
            self._outer = weakref.ref(outer)
        own = self._collections
        for name, values in (outer or global_graph())._collections.items():
            own[name] = values if name in COLLECTIONS_OF_VARIABLES else list(values)

    def _graph_around(self) -> Graph | None:
        outer = self._core.outer
        return self._outer() if outer is None and self._outer is not None else outer

    @property
    def structured_input_signature(self) -> Any:
        """Positional and keyword arguments with specs in place of tensors."""
        if self._function_type is None:
            return self._given_signature
        from graphwright._src.function import signature

        return signature.structured_input_signature(self._function_type)

    @property
    def inputs(self) -> list[Any]:
        """The placeholders: arguments, then what stands for captured values, constants for small ones."""
        return self._function_captures.inputs()

    @property
    def outputs(self) -> list[Any]:
        """The tensors that the function gives."""
        return self._core.outputs

    @property
    def control_outputs(self) -> list[Operation]:
        """The operations that run whether or not an output needs them."""
        return self._core.must_run

    @property
    def captures(self) -> list[tuple[Any, Any]]:
        """Pairs of a value from outside and the placeholder that stands for it."""
        return self._function_captures.pairs

    @property
    def external_captures(self) -> list[Any]:
        """The captured values."""
        return [outer for outer, _ in self.captures]

    @property
    def internal_captures(self) -> list[Any]:
        """The placeholders for captured values."""
        return [inner for _, inner in self.captures]

    def capture(self, tensor: TensorLike, name: str | None = None, shape: object = None) -> Any:
        """Returns the tensor of this graph that stands for a value from outside."""
        return self._core.capture(tensor, name or "")

    def capture_call_time_value(
        self,
        closure: Callable[[], Any],
        spec: object,
        key: Hashable = None,
        default_value: object = None,
        placeholder: Tensor | None = None,
    ) -> Any:
        """Tensors that stand for what a Python function gives whenever the function of this graph is called.

        Args:
          closure: takes no arguments; gives tensors that fit `spec`.
          spec: a structure of `tf.TypeSpec`s.
          key: hashable; captures with equal keys are one.
          default_value: for environments that cannot call `closure`; not needed here.
          placeholder: a placeholder of the graph that is to stand for the value; new ones are made where it is None.

        >>> import graphwright as tf
        >>> rate = tf.constant(1.0)
        >>> @tf.function
        ... def scaled(x):
        ...     graph = tf.compat.v1.get_default_graph()
        ...     return x * graph.capture_call_time_value(lambda: rate, tf.TensorSpec([], tf.float32))
        >>> first = scaled(tf.constant(3.0))
        >>> rate = tf.constant(0.5)
        >>> first.numpy(), scaled(tf.constant(3.0)).numpy(), scaled.experimental_get_tracing_count()
        (np.float32(3.0), np.float32(1.5), 1)
        """
        if placeholder is not None:
            self._function_captures.defer(closure, spec, key, placeholder)
            return placeholder
        return deferred.capture(self, closure, spec, key)

    @property
    def deferred_external_captures(self) -> list[Any]:
        """The functions that give values when the function of this graph is called."""
        return [found.closure for found in self._function_captures.deferred.values()]

    @property
    def deferred_internal_captures(self) -> list[Any]:
        """The graph's placeholders for these values."""
        return [found.structure for found in self._function_captures.deferred.values()]

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the function uses. Raises ValueError where one is gone."""
        found: dict[int, Any] = {}
        for outer, _ in self.captures:
            if outer.dtype.name != "resource":
                continue
            if isinstance(outer, _core.SymbolicTensor):
                continue
            variable = _core.variable_of(outer)
            if variable is not None:
                found[id(variable)] = variable
        return tuple(found.values())

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those among `variables` that are trainable."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def function_captures(self) -> FunctionCaptures:
        """The captures as one object: `by_val_external`, `by_val_internal`, `by_ref_external` …"""
        return self._function_captures

    @property
    def variable_captures(self) -> dict[int, Any]:
        """The placeholders for variables' handles, by the handles' numbers."""
        return {outer._id: inner for outer, inner in self.captures if outer.dtype.name == "resource"}

    def add_capture(self, tensor: Tensor, placeholder: Tensor) -> None:
        """Makes a placeholder of this graph, which becomes an input, stand for a value from outside."""
        self._function_captures.add(tensor, placeholder)

    def replace_capture(self, tensor: Tensor, placeholder: Tensor) -> None:
        """Makes another placeholder stand for a value that is captured already."""
        self.add_capture(tensor, placeholder)

    def replace_capture_with_deferred_capture(
        self,
        tensor: Tensor,
        closure: Callable[[], Any],
        spec: object,
        placeholder: Tensor,
        default_value: object = None,
    ) -> None:
        """Makes what stands for a captured tensor stand for what a function gives on each call.

        Args:
          tensor: one of `external_captures`.
          closure: takes no arguments; gives the value.
          spec: the `tf.TypeSpec` of the value.
          placeholder: what stands for the tensor.
          default_value: for environments that cannot call `closure`; not needed here.
        """
        self._function_captures.defer(closure, spec, tensor._id, placeholder)

    def watch_variable(self, v: object) -> None:
        """Has no effect: which variables a function reads is found from its captures."""

    @property
    def saveable(self) -> bool:
        """True where nobody has said that it cannot be saved."""
        return not self._saving_errors

    @property
    def saving_errors(self) -> set[str]:
        """The reasons why it cannot be saved."""
        return self._saving_errors

    def mark_as_unsaveable(self, error_message: str) -> None:
        """Says that the function cannot be saved, and why."""
        self._saving_errors.add(error_message)

    @property
    def output_types(self) -> list[Any]:
        """The dtypes of the outputs."""
        return [tensor.dtype for tensor in self.outputs]

    @property
    def output_shapes(self) -> list[Any]:
        """The static shapes of the outputs."""
        return [tensor.shape for tensor in self.outputs]

    def __str__(self) -> str:
        return f"FuncGraph(name={self._name}, id={id(self)})"


def new_func_graph(core: _core.FuncGraph) -> FuncGraph:
    """Returns the graph object for a function's core graph."""
    graph = FuncGraph.__new__(FuncGraph)
    attach(graph, core)
    return graph
