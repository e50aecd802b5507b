"""Tracing: a Python function called once with placeholders, and what it did as a graph."""

from __future__ import annotations

import itertools

from graphwright import _core
from graphwright._src.base.conversion_status import TRACERS
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.function import depth, lifting, signature, trace_type
from graphwright._src.function.concrete import ConcreteFunction
from graphwright._src.function.func_graph import FuncGraph
from graphwright._src.graph.building import building
from graphwright._src.graph.graph import Operation
from graphwright._src.graph.graph_parts import core_of, name_placeholders
from graphwright._src.tensor import dtypes, nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

_numbers = itertools.count(1)


def trace(
    python_function: Callable[..., Any],
    name: str,
    function_type: signature.FunctionType,
    given: signature.Bound | None,
    described: object,
    owner: Any = None,
) -> ConcreteFunction:
    """Calls a function with placeholders, and gives the trace.

    Args:
      python_function: what is called.
      name: of the function; the trace's is made of it.
      function_type: the types of the arguments.
      given: the arguments of the call that this is the trace for, where there is one.
      described: what error messages name as the function.
      owner: the `tf.function` that keeps the trace, if any.

    Raises:
      TypeError: the function returned something that is no tensor.
    """
    graph = FuncGraph(name, core_name=f"__inference_{name}_{next(_numbers)}")
    core = core_of(graph)
    graph.begin_inside(_core.current_graph())
    # Before the graph takes over: what composite arguments make tensors of must not become part of it.
    tensors = _inputs_of(function_type, given.values) if given else []
    try:
        with building(core):
            placeholders = trace_type.Placeholders(core, given.variables if given else ())
            bound = function_type.placeholder_arguments(placeholders)
            name_placeholders(graph, placeholders.user_names)
            flat = placeholders.inputs_of(function_type.unpack_inputs(bound))
            kept = _first_positions(flat)
            core.set_inputs([flat[i] for i in kept])
            args, kwargs = signature.call_arguments(function_type, bound.arguments)
            actual = {placeholder._id: value for placeholder, value in zip(flat, tensors, strict=True)} if given else {}
            _alias_variables(core, flat, actual)
            contents = _contents(bound.arguments)
            with depth.Nesting(described), lifting.actual_values(graph, actual):
                result = python_function(*args, **kwargs)
            _check_unchanged(contents, bound.arguments, described)
            structured, outputs = _outputs(result, core, described)
            core.set_outputs(outputs)
    finally:
        core.drop_aliases()
    del bound, args, kwargs, placeholders, result
    graph.structured_outputs = structured
    graph._function_type = function_type
    last = graph.function_captures.deferred_placeholders
    if last:
        ids = {tensor._id for tensor in last}
        core.set_inputs([tensor for tensor in core.inputs if tensor._id not in ids] + last)
    return ConcreteFunction(
        graph,
        function_type,
        len(kept),
        [value for value, _ in core.captures],
        owner=owner,
        kept=None if len(kept) == len(flat) else kept,
    )


TRACERS.add(trace.__code__)


def concrete_of_graph(graph: FuncGraph, function_type: signature.FunctionType) -> ConcreteFunction:
    """Returns another concrete function that runs the graph of a trace."""
    core = core_of(graph)
    listed = [(outer, inner, inner.op.type == "Const") for outer, inner in graph.captures]
    captured = [outer for outer, _, constant in listed if not constant]
    num_arguments = len(core.inputs) - len(captured) - len(graph.function_captures.deferred_placeholders)
    return ConcreteFunction(graph, function_type, num_arguments, captured, listed)


def _first_positions(flat: list[Any]) -> list[int]:
    """Returns where each placeholder comes first: a variable that is passed twice is one input."""
    seen = set()
    positions = []
    for position, tensor in enumerate(flat):
        if tensor._id not in seen:
            seen.add(tensor._id)
            positions.append(position)
    return positions


def _inputs_of(function_type: signature.FunctionType, arguments: dict[str, Any]) -> list[Any]:
    """Returns the tensors that a trace is called with for these arguments."""
    return [
        tensor
        for parameter in function_type.in_order_of_inputs()
        for tensor in parameter.type_constraint.to_tensors(arguments[parameter.name])  # type: ignore[union-attr]
    ]


def _alias_variables(core: _core.FuncGraph, placeholders: list[Any], values: dict[int, Any]) -> None:
    """Makes a variable that the function also reaches otherwise (a model's weight) the same input as the argument."""
    for placeholder in placeholders:
        value = values.get(placeholder._id)
        if value is not None and placeholder.dtype == dtypes.resource:
            core.alias(value, placeholder)


# ---- arguments that the function must leave as they are ----


def _contents(arguments: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Returns what is in each argument that could be changed: sizes, keys and leaves, in order."""
    found: dict[str, list[Any]] = {}
    for name, value in arguments.items():
        if isinstance(value, (list, tuple, dict)) or hasattr(type(value), "__attrs_attrs__"):
            _add_contents(value, found.setdefault(name, []))
    return found


def _add_contents(value: Any, found: list[Any]) -> None:
    if isinstance(value, (list, tuple)):
        found.append(len(value))
        parts = value
    elif isinstance(value, dict):
        found.append(tuple(value))
        parts = list(value.values())
    elif hasattr(type(value), "__attrs_attrs__"):
        parts = [getattr(value, field.name) for field in type(value).__attrs_attrs__]
    else:
        found.append(value)
        return
    for part in parts:
        _add_contents(part, found)


def _check_unchanged(before: dict[str, list[Any]], arguments: Mapping[str, Any], described: Any) -> None:
    """Raises ValueError where the function changed a list or dictionary: that happens once for each trace, not each call."""
    changed = []
    for name, contents in before.items():
        after: list[Any] = []
        _add_contents(arguments[name], after)
        if len(after) != len(contents) or not all(map(_same_part, contents, after)):
            changed.append(name)
    if changed:
        from graphwright._src.base.call_signature import call_signature

        name = getattr(described, "__qualname__", getattr(described, "__name__", described))
        parameters = call_signature(described)
        changed = list(dict.fromkeys(_parameter_of(argument, parameters.parameters.values()) for argument in changed))
        raise ValueError(
            f"{name}{parameters} should not modify its Python input arguments. Modifying a copy is allowed. "
            f"The following parameter(s) were modified: {', '.join(changed)}"
        )


def _parameter_of(argument: str, parameters: Iterable[inspect.Parameter]) -> str:
    """Returns the parameter that an argument of a trace belongs to: those of `*args` and `**kwargs` have names of their own."""
    for parameter in parameters:
        if parameter.name == argument:
            return argument
        if parameter.kind is signature.VAR_POSITIONAL and argument.startswith(f"{parameter.name}_"):
            return parameter.name
        if parameter.kind is signature.VAR_KEYWORD:
            return parameter.name
    return argument


def _same_part(before: object, after: object) -> bool:
    return before is after or (type(before) is type(after) and type(before) in (int, tuple) and before == after)


# ---- results ----


# Gives what a function returned another form, where a mode wants that (numpy_interface/behavior.py).
result_hook: Any = None


def _outputs(result: object, core: _core.FuncGraph, described: object) -> tuple[Any, list[Any]]:
    """Returns the structure of what a function returned with the graph's output tensors in it, and these in a list."""
    if result_hook is not None:
        result = result_hook(result)
    identity = _core.op("Identity")
    outputs = []
    leaves = []
    for value in nest.flatten(result, expand_composites=True):
        if value is not None:
            value = identity(core.capture(tensor_of(value, described), "Const"))
            outputs.append(value)
        leaves.append(value)
    return nest.pack_sequence_as(result, leaves, expand_composites=True), outputs


def tensor_of(value: object, described: object) -> Any:
    """Returns a tensor for what a function returned. Raises TypeError where there is none."""
    if isinstance(value, _core.Tensor):
        return value
    array = TensorArray
    if isinstance(value, array):
        return value.flow
    if not isinstance(value, (Operation, trace_type.TraceType)) or hasattr(value, "as_list"):
        try:
            return _core.convert_to_tensor(value)
        except (TypeError, ValueError):
            pass
    raise TypeError(
        "To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or None values; "
        f"in compilation of {described}, found return value of type {type(value).__name__}, which is not a Tensor or "
        "ExtensionType."
    )
