"""tf.compat.v1.wrap_function: a Python function that builds a graph, and parts of that graph as functions."""

from __future__ import annotations

import itertools
import operator
import weakref

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.function import lifting, signature, tracing
from graphwright._src.function.concrete import ConcreteFunction
from graphwright._src.function.func_graph import FuncGraph
from graphwright._src.graph.building import building
from graphwright._src.graph.graph import Operation
from graphwright._src.graph.graph_parts import attach, core_of, name_placeholders
from graphwright._src.graph.names import input_name
from graphwright._src.graph.operation import node_of
from graphwright._src.state.variable import add_to_collections
from graphwright._src.tensor import nest
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.graph.graph import Graph

_numbers = itertools.count(1)


class WrappedFunction(ConcreteFunction):
    """A function made of a graph; ops with effects run only where a result depends on them, as in TensorFlow 1.

    `prune` makes further functions of parts of the graph.
    """

    _holders: tuple = ()
    _constants: frozenset[int] = frozenset()
    _full_graph: Any = None
    _unfed: Any = None
    _takes_names = False

    @property
    def graph(self) -> FuncGraph:
        """The graph, with all that was built."""
        return self._full_graph if self._full_graph is not None else self._graph

    @property
    def inputs(self) -> list[Any]:
        """The placeholders of the graph: arguments, then captured values."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[Any]:
        """The tensors of the graph that the function gives, as a flat list."""
        return self.graph.outputs

    @property
    def structured_outputs(self) -> Any:
        """The result with the graph's tensors in it."""
        return self.graph.structured_outputs

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the graph uses."""
        return self.graph.variables

    def _call(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        if self._takes_names:
            return self._call_by_name(args, kwargs)
        is_part = self._full_graph is None
        if kwargs:
            text = f"Keyword arguments are not supported when calling a wrap_function-decorated function. Got {kwargs}."
            raise TypeError(text) if is_part else NotImplementedError(text)
        inputs = self._graph.inputs[: self._num_inputs]
        if len(args) != len(inputs):
            text = f"Signature specifies {len(inputs)} arguments, got: {len(args)}."
            raise TypeError(text) if is_part else ValueError(text)
        if self._unfed is not None:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"You must feed a value for placeholder tensor '{self._unfed.op.name}' with dtype {self._unfed.dtype.name}",
            )
        return self.call_flat(
            [
                arg if isinstance(arg, _core.Tensor) else _core.convert_to_tensor(arg, placeholder.dtype)
                for arg, placeholder in zip(args, inputs, strict=True)
            ]
        )

    def name_arguments(self, names: Sequence[str]) -> None:
        """Lets the function take its arguments by these names."""
        self._takes_names = True
        self._keywords = list(names)
        name_placeholders(self._graph, None)

    @property
    def structured_input_signature(self) -> tuple[tuple, dict[str, Any]]:
        """The specs of the arguments: those by position, and those by name."""
        if not self._takes_names:
            return super().structured_input_signature
        inputs = self._graph.inputs[: self._num_inputs]
        pairs = zip(self._keywords or (), inputs, strict=True)
        return (), {
            name: TensorSpec(tensor.shape, tensor.dtype, signature.spec_name((name,))) for name, tensor in pairs
        }

    def _call_by_name(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        keywords = self._keywords or []
        names = map(signature.parameter_name, keywords)
        inputs = dict(zip(names, self._graph.inputs[: self._num_inputs], strict=True))

        def converted(name: str, value: object) -> Any:
            parameter = signature.parameter_name(name)
            if isinstance(value, _core.Tensor) or parameter not in inputs:
                return value
            return _core.convert_to_tensor(value, inputs[parameter].dtype)

        args = tuple(converted(name, value) for name, value in zip(keywords, args)) + args[len(keywords) :]
        kwargs = {name: converted(name, value) for name, value in kwargs.items()}
        return self.call_flat(self._flat_arguments(args, kwargs))

    def prune(
        self, feeds: object, fetches: object, name: str | None = None, input_signature: object = None
    ) -> WrappedFunction:
        """Returns what it takes to compute `fetches` from `feeds`, as a function.

        Args:
          feeds: tensors of the graph, or their names, in any structure.
          fetches: tensors and operations, or their names, in any structure; operations give None.
          name: of the function.
          input_signature: has no effect; the function takes the feeds in a row.

        Returns:
          A function of one positional argument for each feed.

        Raises:
          KeyError: a name is not in the graph.
          UnliftableError, a ValueError: a fetch depends on a placeholder that is not fed.
          ValueError: a feed or fetch is of another graph.

        >>> import graphwright as tf
        >>> f = tf.compat.v1.wrap_function(lambda x: tf.add(x, 1.0, name="more") * 2.0, [tf.TensorSpec([], tf.float32)])
        >>> f.prune("more:0", f.outputs)(tf.constant(5.0))
        [<tf.Tensor: shape=(), dtype=float32, numpy=10.0>]
        """
        graph = self.graph
        inputs = [_checked(graph, feed, allow_operation=False) for feed in nest.flatten(feeds, expand_composites=True)]
        wanted = [_checked(graph, fetch) for fetch in nest.flatten(fetches, expand_composites=True)]
        structure = nest.pack_sequence_as(fetches, wanted, expand_composites=True)
        return function_of(graph, inputs, structure, name or "pruned", self._holders, constants=self._constants)


class _UnliftableError(lifting.UnliftableError, ValueError):
    """A fetch depends on a placeholder that is not fed."""


_UnliftableError.__name__ = _UnliftableError.__qualname__ = "UnliftableError"


def _checked(graph: FuncGraph, element: object, allow_operation: bool = True) -> Any:
    if isinstance(element, str) and not allow_operation and ":" not in element:
        graph.get_operation_by_name(element)  # raises where there is none
    return graph.as_graph_element(element, allow_operation=allow_operation)


def function_of(
    graph: Graph,
    inputs: list[Any],
    structure: object,
    name: str,
    holders: tuple,
    may_lack: bool = False,
    handle_of: Callable[[Any], Any] | None = None,
    constants: frozenset[int] = frozenset(),
    states: _core.SharedStates | None = None,
    also: Sequence[Operation] = (),
    names: Sequence[str | None] | None = None,
) -> WrappedFunction:
    """Returns the part of a graph that computes a structure of its tensors and operations from `inputs`.

    Args:
      may_lack: whether a placeholder that is not fed is an error of the call only.
      handle_of: gives a handle for an operation that stands for a variable, an iterator, a queue or the like.
      constants: the numbers of captured tensors that are constants of the graph.
      states: of what draws and counts, shared with other parts that are given the same.
      also: further operations that are run.
      names: of the specs of the inputs, where they are given.
    """
    wanted = nest.flatten(structure, expand_composites=True)
    tensors = [item for item in wanted if isinstance(item, _core.Tensor)]
    operations = [node_of(item) for item in (*wanted, *also) if isinstance(item, Operation)]
    core, further = core_of(graph).extract(f"__inference_{name}_{next(_numbers)}", inputs, tensors, operations, states)
    captured = {inner._id: outer for outer, inner in getattr(graph, "captures", ())}
    if handle_of is not None:
        captured |= {inner._id: handle_of(inner.op) for inner in further if not inner.op.type.startswith("Placeholder")}
    unfed = [inner for inner in further if inner._id not in captured]
    if unfed and not may_lack:
        raise _UnliftableError(
            f"Unable to lift {', '.join(repr(tensor) for tensor in tensors) or 'the operations'}: they depend on the "
            f"placeholder {unfed[0].op!r}, which is not fed"
        )
    outers = [captured.get(inner._id, _core.convert_to_tensor(0)) for inner in further]

    part = FuncGraph.__new__(FuncGraph)
    attach(part, core)
    part._name = name
    listed = [(outer, inner, False) for outer, inner in zip(outers, core.inputs[len(inputs) :], strict=True)]
    made = iter(core.outputs)
    part.structured_outputs = nest.pack_sequence_as(
        structure,
        [next(made) if isinstance(item, _core.Tensor) else None for item in wanted],
        expand_composites=True,
    )
    called = [name or f"tensor_{i}" for i, name in enumerate(names or [None] * len(inputs))]
    types = [
        signature.Parameter(f"arg_{i}", signature.POSITIONAL_ONLY, False, TensorSpec(x.shape, x.dtype, called[i]))
        for i, x in enumerate(inputs)
    ]
    part._function_type = function_type = signature.FunctionType(types)
    function = WrappedFunction(part, function_type, len(inputs), outers, listed, constants)
    function._holders = holders
    function._constants = constants
    function._unfed = unfed[0] if unfed else None
    return function


@export("compat.v1.wrap_function")
def wrap_function(fn: Callable[..., Any], signature: Sequence[Any], name: str | None = None) -> WrappedFunction:
    """Returns the graph that a Python function builds, as a function (tf.compat.v1.wrap_function).

    Unlike `tf.function`, it is traced at once and once only, for these arguments; AutoGraph does not look at it; and ops with
    effects run only where a result depends on them, or where there is no result.

    Args:
      fn: is called with placeholders.
      signature: a list of `tf.TensorSpec`, one for each argument.
      name: of the function.

    Raises:
      TypeError: the function returns something that is no tensor.

    >>> import graphwright as tf
    >>> double = tf.compat.v1.wrap_function(lambda x: 2 * x, [tf.TensorSpec(None, tf.int32)])
    >>> double(tf.constant([1, 2])).numpy()
    array([2, 4], dtype=int32)
    """
    return wrap(fn, signature, name or "wrapped_function")


def wrap(fn: Callable[..., Any], signature: Sequence[Any], name: str, runs_all: bool = True) -> WrappedFunction:
    """As `wrap_function`; `runs_all` tells whether everything is run where there is no result."""
    graph = FuncGraph(name, core_name=f"__inference_{name}_{next(_numbers)}")
    graph.has_own_scopes = True
    creation = _KeptVariables(graph)
    core = core_of(graph)
    core.effects_on_demand = True
    outer = _core.current_graph()
    if outer is not None:
        graph._outer = weakref.ref(outer)
    specs = nest.flatten(signature, expand_composites=True)
    names = [getattr(spec, "name", None) for spec in specs]
    with building(core):
        with creation.scope():
            placeholders = [
                core.add_input(spec.dtype, spec.shape, input_name(name or ""))
                for spec, name in zip(specs, names, strict=True)
            ]
            args = nest.pack_sequence_as(signature, placeholders, expand_composites=True)
            result = fn(*args)
        structured = nest.map_structure(
            lambda value: (
                value if value is None or isinstance(value, Operation) else core.capture(tracing.tensor_of(value, fn))
            ),
            result,
            expand_composites=True,
        )
    core.set_outputs(
        [item for item in nest.flatten(structured, expand_composites=True) if isinstance(item, _core.Tensor)]
    )
    core.finished = True
    graph.structured_outputs = structured
    count = len(core.captures)
    listed = _core.take_captures(core)
    graph.function_captures.finish(listed, len(core.inputs) - count)
    constants = frozenset(outer._id for outer, _, constant in listed if constant)
    results = [item for item in nest.flatten(structured, expand_composites=True) if item is not None]
    function = function_of(
        graph,
        placeholders,
        structured,
        name,
        tuple(creation.kept),
        may_lack=True,
        constants=constants,
        names=names,
        also=[op for op in graph.get_operations() if op.type != "Placeholder"] if runs_all and not results else (),
    )
    function._full_graph = graph
    return function


class _KeptVariables(lifting.VariableCreation):
    """The creation of variables in a wrapped function: each is made at once, is in the graph's collections, and lives
    as long as the function.
    """

    def __init__(self, graph: FuncGraph) -> None:
        super().__init__(allowed=True)
        self._graph = graph
        self.kept: list[Any] = []

    def _create(self, next_creator: object, **kwargs: Any) -> Any:
        collections = kwargs.pop("collections", None)
        variable = super()._create(next_creator, **kwargs)
        self.kept.append(variable)
        add_to_collections(self._graph, variable, collections)
        return variable


# A placeholder without which a function cannot be called, or None.
unfed_of: Callable[[WrappedFunction], Any] = operator.attrgetter("_unfed")
