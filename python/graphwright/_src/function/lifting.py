"""Variables made inside of functions: they are made on the first call, outside of the graph, with their initial values.

The initial value is a tensor of the graph that is being traced. It is computed at once, by running the nodes that it depends
on; where it depends on the function's arguments, with those of the call that is being traced.
"""

from __future__ import annotations

import contextlib
import weakref

from graphwright import _core
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.operation import node_of
from graphwright._src.state import variable as variable_module
from graphwright._src.state import variable_creation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.tensor.typing import DTypeLike

_SINGLETONS_ONLY = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created once "
    "or created outside tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)


class UnliftableError(Exception):
    """An initial value depends on an argument whose value is not known."""


def value_of(tensor: Tensor) -> Any:
    """Returns the eager tensor that a tensor of a graph under construction is for the call that is being traced.

    Raises:
      UnliftableError: it depends on a placeholder without a value.
    """
    return _Evaluation(_drawn.get(core_of(tensor.graph).key, {})).value(tensor)


class _Evaluation:
    """Runs nodes of a graph.

    Args:
      drawn: the results of random nodes that ran already, which stay what they are; new ones are added.
    """

    def __init__(self, drawn: dict[int, list[Any]]) -> None:
        self._drawn = drawn
        self._outputs: dict[int, list[Any]] = dict(drawn)

    def value(self, tensor: Tensor) -> Any:
        self._wanted = tensor
        # Iterative: initial values can be long chains.
        stack = [tensor]
        while stack:
            top = stack[-1]
            if self._known(top) is not None:
                stack.pop()
                continue
            node = node_of(top.op)
            missing = [tensor for tensor in self._needs(top, node) if self._known(tensor) is None]
            if missing:
                stack += missing
            else:
                self._run(top, node)
                stack.pop()
        return self._known(tensor)

    def _known(self, tensor: Tensor) -> Any:
        if isinstance(tensor, _core.EagerTensor):
            return tensor
        outputs = self._outputs.get(node_of(tensor.op).key)
        return None if outputs is None else outputs[tensor.value_index]

    def _needs(self, tensor: Any, node: _core.Node) -> list[Any]:
        if node.type != "Placeholder":
            return node.inputs
        graph = tensor.graph
        for outer, inner in graph.captures if graph.building_function else ():
            if inner._id == tensor._id:
                return [outer]
        actual = _actual_values.get(core_of(graph).key, {}).get(tensor._id)
        if actual is not None:
            return [actual]
        raise UnliftableError(
            f"Unable to lift tensor {self._wanted!r} because it depends transitively on placeholder {tensor.op!r} via at "
            f"least one path, e.g.: {self._path_to(tensor)}. A placeholder has no value while there is no call to trace"
        )

    def _path_to(self, placeholder: Tensor) -> str:
        """Returns the operations from the tensor that is wanted to a placeholder that it depends on."""
        waiting = [(self._wanted.op, ())]
        seen = set()
        while waiting:
            op, path = waiting.pop()
            path = (*path, f"{op.name} ({op.type})")
            if op.name == placeholder.op.name:
                return " <- ".join(path)
            if op.name not in seen:
                seen.add(op.name)
                waiting += [(source.op, path) for source in reversed(op.inputs)]
        return f"{placeholder.op.name} ({placeholder.op.type})"

    def _run(self, tensor: Tensor, node: _core.Node) -> None:
        if node.type == "Placeholder":
            self._outputs[node.key] = [self._known(source) for source in self._needs(tensor, node)]
        else:
            self._outputs[node.key] = node.run([self._known(source) for source in node.inputs])
            if "seed2" in node.attr_names:
                self._drawn[node.key] = self._outputs[node.key]


# For graphs that are being traced for a call: the values of the placeholders for its arguments.
_actual_values: dict[int, dict[int, Any]] = {}
# For the same graphs: what their random nodes gave for initial values.
_drawn: dict[int, dict[int, list[Any]]] = {}


@contextlib.contextmanager
def actual_values(graph: Graph, values: dict[int, Any]) -> Iterator[None]:
    """While the context is open, placeholders of the graph have the values of the call that is being traced."""
    key = core_of(graph).key
    _actual_values[key] = values
    _drawn[key] = {}
    try:
        yield
    finally:
        del _actual_values[key], _drawn[key]


class VariableCreation:
    """The creation of variables by `tf.Variable(…)` in one trace of a function.

    Args:
      allowed: whether this is the first trace, which may make variables.
      keeps_values: whether `initializer` will be asked for.
    """

    def __init__(self, allowed: bool, keeps_values: bool = False) -> None:
        self._allowed = allowed
        # Variables with the tensors, of the graph being traced or eager, that are their initial values.
        self._initial_values: list[tuple[Any, Any]] | None = [] if keeps_values else None
        self.created: list[weakref.ref] = []

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """Returns the context of the trace."""
        creator = self._create
        with variable_creation.variable_creator_scope(creator):
            yield

    def _create(self, next_creator: object, **kwargs: Any) -> Any:
        if not self._allowed:
            raise ValueError(_SINGLETONS_ONLY)
        value = kwargs.get("initial_value")
        if not _core.executing_eagerly():
            value = self._initial_tensor(value, kwargs.get("dtype"))
            kwargs["initial_value"] = value_of(value) if isinstance(value, _core.SymbolicTensor) else value
            if kwargs.get("shape") is None and value is not None and not value.shape.is_fully_defined():
                kwargs["shape"] = value.shape  # later values need not have the first one's
        variable = _outer_creator(self)(**kwargs)
        self.created.append(weakref.ref(variable))
        if self._initial_values is not None and value is not None:
            self._initial_values.append((variable, value))
        return variable

    def initializer(self) -> Any:
        """Returns a function that assigns their initial values to the variables that were made.

        Raises:
          UnliftableError: one depends on a placeholder of the trace.
        """
        parts = []
        for variable, value in self._initial_values or ():
            if isinstance(value, _core.SymbolicTensor):
                parts.append((variable, *_lifted(value)))
            else:
                parts.append((variable, value, None))

        def initialize() -> None:
            for variable, value, captured in parts:
                if captured is not None:
                    value = value.call_flat([], captured)
                elif callable(value) and not isinstance(value, _core.ResourceVariable):
                    value = value()
                variable.assign(value)

        return initialize

    def _initial_tensor(self, initial_value: object, dtype: DTypeLike | None) -> Any:
        if initial_value is None:
            return None  # the constructor complains
        if callable(initial_value) and not isinstance(initial_value, _core.ResourceVariable):
            initial_value = initial_value()
        return _core.convert_to_tensor(initial_value, dtype)


def _lifted(tensor: Any) -> tuple[Any, list[Any]]:
    """Returns what computes a tensor of a trace, as a function of its own, and the captured values that it takes."""
    graph = tensor.graph
    core, further = core_of(graph).extract(f"initial_value_of_{graph.name}", [], [tensor], [])
    captured = {inner._id: outer for outer, inner in graph.captures}
    for inner in further:
        if inner._id not in captured:
            op = inner.op
            raise UnliftableError(
                f"Unable to lift tensor {tensor!r} because it depends transitively on placeholder {op!r}: initial values of "
                "variables must not depend on arguments here"
            )
    return _core.ConcreteBase(core, [], 0, None), [captured[inner._id] for inner in further]


def _outer_creator(mine: VariableCreation) -> Any:
    """Returns the chain of creators around this one; those of other functions that are being traced have no say."""
    create = variable_module.default_creator
    for creator in variable_creation.creator_stack():
        owner = getattr(creator, "__self__", None)
        if owner is mine:
            break
        if not isinstance(owner, VariableCreation):
            create = variable_module.chained(creator, create)
    return create
