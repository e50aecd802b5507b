"""Functions of a loaded model: traces that call functions of its library, and what chooses among them."""

from __future__ import annotations

import functools
import inspect

from graphwright import _core
from graphwright._src import function as function_module
from graphwright._src.function.concrete import kept_of
from graphwright._src.function.deferred import Deferred
from graphwright._src.saved_model.structured_value import decode
from graphwright._src.state import children as trackable
from graphwright._src.state.variable import VariableSpec
from graphwright._src.tensor import nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.dtypes import resource
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import FunctionSpec, SavedFunction


def _is_spec(value: object) -> bool:
    return isinstance(value, TypeSpec)


def _flatten(structure: object) -> list[Any]:
    return nest.flatten(structure, expand_composites=True)


def make_concrete(
    name: str, function: Any, captured: list[Any], arguments: Any, results: Any, names: list[str] | None = None
) -> Any:
    """Returns a trace that calls a function of a library.

    Args:
      name: of the function.
      function: the `_core.GraphFunction`.
      captured: what it takes behind its arguments; a variable that has copies on several replicas stands for itself.
      arguments: the structure of its positional and keyword arguments, with specs for tensors.
      results: that of its result.
      names: of the parameters that can be positional, where they are known.
    """
    positional, keyword = arguments
    dtypes = [tensor.dtype for tensor in function.graph.outputs]
    copied = [value for value in captured if isinstance(value, _core.ResourceVariable)]
    captured = [_as_tensor(value) for value in captured]

    def restored(*args: Any, **kwargs: Any) -> Any:
        passed = [value for value in _flatten((args, kwargs)) if isinstance(value, _PASSED)]
        # A variable that is several arguments is passed once.
        leaves = list({id(value): _as_tensor(value) for value in passed}.values())
        op = "StatefulPartitionedCall" if function.stateful else "PartitionedCall"
        flat = _core.op(op)([*leaves, *captured], f=function, Tout=dtypes)
        flat = [flat] if isinstance(flat, _core.Tensor) else list(flat or [])
        for tensor, spec in zip(flat, [s for s in _flatten(results) if _is_spec(s)], strict=False):
            if isinstance(spec, TensorSpec) and tensor.shape != spec.shape and spec.shape.rank is not None:
                tensor.set_shape(spec.shape)
        return _packed(results, iter(flat))

    restored.__name__ = restored.__qualname__ = _python_name(name)
    known = (names or [])[: len(positional)]
    if len(known) == len(positional) and not set(known) & set(keyword):
        parameters = [inspect.Parameter(one, inspect.Parameter.POSITIONAL_OR_KEYWORD) for one in known]
        parameters += [inspect.Parameter(one, inspect.Parameter.KEYWORD_ONLY) for one in sorted(keyword)]
        restored.__signature__ = inspect.Signature(parameters)
    made = function_module.function(restored, autograph=False).get_concrete_function(*positional, **keyword)
    object.__setattr__(made, "_captured_owner", captured)  # keeps what it uses
    made.graph.structured_outputs = results
    if copied:
        by_handle = {variable.handle._id: variable for variable in copied}
        made.set_variables([by_handle.get(variable.handle._id, variable) for variable in made.variables])
        captured_now = made.captured_values.values
        copies = [by_handle.get(part._id) for part in captured_now]
        made.take_captures(
            [part if copy is None else _HandleOfCopy(copy) for part, copy in zip(captured_now, copies, strict=True)]
        )
    return made


class _HandleOfCopy(Deferred):
    """The handle of that copy of a variable which the calling code sees."""

    __slots__ = ()

    def __init__(self, variable: _core.ResourceVariable) -> None:
        super().__init__(lambda: variable.handle, TensorSpec([], resource))

    def tensors(self) -> list[Any]:
        """Returns the handle, also where a replica's code is traced: the function that it is in serves this replica alone."""
        return [self.closure()]


# What a trace has inputs for; for a variable that is its handle.
_PASSED = (_core.Tensor, _core.ResourceVariable)


def _as_tensor(value: Any) -> Any:
    return value.handle if isinstance(value, _core.ResourceVariable) else value


def _python_name(name: str) -> str:
    """Returns what the Python function was called: "f" of "__inference_f_12"."""
    name = name.removeprefix("__inference_").removeprefix("__forward_")
    stem, _, number = name.rpartition("_")
    return stem if number.isdigit() and stem else name


def _packed(structure: Any, tensors: Iterator[Tensor]) -> Any:
    """Returns the structure with tensors in place of specs."""
    if isinstance(structure, TensorSpec):
        return next(tensors)
    if _is_spec(structure):
        count = len(_flatten(structure))
        return nest.pack_sequence_as(structure, [next(tensors) for _ in range(count)], expand_composites=True)
    if isinstance(structure, dict):
        found = {key: _packed(structure[key], tensors) for key in sorted(structure)}
        return {key: found[key] for key in structure}
    if isinstance(structure, tuple) and hasattr(structure, "_fields"):
        return type(structure)(*(_packed(value, tensors) for value in structure))
    if isinstance(structure, (list, tuple)):
        return type(structure)(_packed(value, tensors) for value in structure)
    return structure


# What is read of an `inspect.FullArgSpec`.
_SIGNATURE_FIELDS = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults")


def _argument_spec(spec: FunctionSpec | None) -> Any:
    """Returns the FullArgSpec of a `FunctionSpec` message, or None; a method's without its object."""
    if spec is None or not spec.fullargspec.WhichOneof("kind"):
        return None
    full = decode(spec.fullargspec)
    if not all(hasattr(full, field) for field in _SIGNATURE_FIELDS):
        raise ValueError(f"a function of the saved model has a signature that is no FullArgSpec: {full!r}")
    return full


def parameter_names(spec: FunctionSpec | None) -> list[str] | None:
    """Returns the names of the parameters that can be positional of a `FunctionSpec` message; None where they are not known."""
    full = _argument_spec(spec)
    if spec is None or full is None:
        return None
    return full.args[1:] if spec.is_method and full.args[:1] == ["self"] else list(full.args)


class RestoredFunction:
    """A `tf.function` of a loaded model: it has the traces that were saved, and makes no others.

    Args:
      traces: the traces.
      spec: the `FunctionSpec` message.
    """

    def __init__(self, traces: list[Any], spec: FunctionSpec) -> None:
        self._traces = list(traces)
        full = _argument_spec(spec)
        self._names = parameter_names(spec) or []
        self._defaults = tuple((full.defaults or ()) if full else ())
        self._keyword_only = list(full.kwonlyargs or ()) if full else []
        self._keyword_defaults = dict(full.kwonlydefaults or {}) if full else {}
        self._varargs = bool(full and full.varargs)
        self._varkw = bool(full and full.varkw)
        self._spec = spec
        if full is not None:
            self.__signature__ = _signature(self, full.varargs, full.varkw)

    @property
    def concrete_functions(self) -> list[Any]:
        """The traces."""
        return list(self._traces)

    @property
    def input_signature(self) -> tuple | None:
        """The specs that all arguments have to fit, or None."""
        if not self._spec.input_signature.WhichOneof("kind"):
            return None
        return decode(self._spec.input_signature)

    @property
    def function_spec(self) -> Any:
        """The signature in the forms of older versions."""
        from graphwright._src.function import signature

        function_type, defaults = signature.make_function_type(self, self.input_signature)
        name = _python_name(self._traces[0].core_graph.name) if self._traces else "restored"
        return signature.FunctionSpec(function_type, defaults, {1: True, 2: False}.get(self._spec.jit_compile), name)

    @functools.cached_property
    def _type(self) -> Any:
        """The signature with the types that the input signature demands, and the defaults."""
        from graphwright._src.function import signature

        return signature.make_function_type(self, self.input_signature)

    def _bound(self, args: tuple, kwargs: dict[str, Any], specs_allowed: bool = False) -> tuple[tuple, dict[str, Any]]:
        """Returns the arguments as traces have them: what can be positional is, and defaults are filled in.

        Raises:
          TypeError: they do not fit the signature.
        """
        from graphwright._src.function import signature

        if "__signature__" not in self.__dict__:
            return args, kwargs
        function_type, defaults = self._type
        if self.input_signature is not None:
            bound = signature.bind(function_type, args, kwargs, defaults, specs_allowed)
            return signature.call_arguments(bound.function_type, bound.values)
        found = signature.bind_without_types(function_type, args, kwargs, defaults)
        return found.args, found.kwargs

    def _find(self, args: tuple, kwargs: dict[str, Any], strict: bool) -> Any:
        for trace in self._traces:
            expected = trace.structured_input_signature
            if _fits(expected, (args, kwargs), strict) and (kept_of(trace) is None or _alike(expected, (args, kwargs))):
                return trace
        return None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        found = self._bound(args, kwargs)
        # Tensors as they are; then numbers and arrays as tensors.
        for strict in (True, False):
            trace = self._find(*found, strict)
            if trace is not None:
                inputs = _inputs(trace.structured_input_signature, found)
                kept = kept_of(trace)
                return trace._call_flat(inputs if kept is None else [inputs[i] for i in kept])
        raise ValueError(self._no_match(*found))

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """Returns the trace for these arguments or specs; without any, the only one there is.

        Raises:
          ValueError: none fits.
        """
        if not args and not kwargs and len(self._traces) == 1:
            return self._traces[0]
        found = self._bound(args, kwargs, specs_allowed=True)
        for strict in (True, False):
            trace = self._find(*found, strict)
            if trace is not None:
                return trace
        raise ValueError(self._no_match(*found))

    def _no_match(self, args: tuple, kwargs: dict[str, Any]) -> str:
        if not self._traces:
            return "Found zero restored functions for caller function."
        options = "\n\n".join(
            f"Option {i}:\n{_arguments_text(*trace.structured_input_signature)}"
            for i, trace in enumerate(self._traces, 1)
        )
        return (
            "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
            f"{_arguments_text(args, kwargs)}\n\n Expected these arguments to match one of the following "
            f"{len(self._traces)} option(s):\n\n{options}"
        )

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Returns the signatures of all traces as text."""
        return "\n\n".join(trace.pretty_printed_signature(verbose) for trace in self._traces)

    # ---- to be saved again ----

    def _trackable_children(self, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        if save_type != trackable.SAVED_MODEL:
            return {}
        return {f"trace_{i}": trace for i, trace in enumerate(self._traces)}


def only_trace_of(function: RestoredFunction) -> Any:
    """Returns the trace of a function that has a single one; None for others."""
    return function._traces[0] if len(function._traces) == 1 else None


def write_restored_function(function: RestoredFunction, saved: SavedFunction, name_of: Callable[[Any], str]) -> None:
    """Fills the message of a function that is saved again; `name_of` gives the name of a trace."""
    for trace in function._traces:
        saved.concrete_functions.append(name_of(trace))
    saved.function_spec.CopyFrom(function._spec)


def _signature(function: RestoredFunction, varargs: str | None, varkw: str | None) -> inspect.Signature:
    parameter, defaults = inspect.Parameter, function._defaults
    first_default = len(function._names) - len(defaults)
    parameters = [
        parameter(name, parameter.POSITIONAL_OR_KEYWORD, default=defaults[i - first_default])
        if i >= first_default
        else parameter(name, parameter.POSITIONAL_OR_KEYWORD)
        for i, name in enumerate(function._names)
    ]
    if varargs:
        parameters.append(parameter(varargs, parameter.VAR_POSITIONAL))
    for name in function._keyword_only:
        default = function._keyword_defaults.get(name, parameter.empty)
        parameters.append(parameter(name, parameter.KEYWORD_ONLY, default=default))
    if varkw:
        parameters.append(parameter(varkw, parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _arguments_text(args: tuple, kwargs: dict[str, Any]) -> str:
    lines = "\n".join(f"    * {value!r}" for value in args)
    return f"  Positional arguments ({len(args)} total):\n{lines}\n  Keyword arguments: {kwargs}"


def _fits(expected: Any, value: Any, strict: bool) -> bool:
    """Tells whether a value can stand where a signature has this."""
    if isinstance(expected, TensorSpec):
        if isinstance(value, TensorSpec):
            return expected.dtype == value.dtype and expected.shape.is_compatible_with(value.shape)
        if isinstance(value, _core.ResourceVariable):
            value = value.value()
        if not isinstance(value, _core.Tensor):
            if (
                strict
                or value is None
                or isinstance(value, (str, bool, CompositeTensor))
                and expected.dtype.name != ("string" if isinstance(value, str) else "bool")
            ):
                return False
            try:
                value = _core.convert_to_tensor(value, expected.dtype)
            except (TypeError, ValueError):
                return False
        return value.dtype == expected.dtype and expected.shape.is_compatible_with(value.shape)
    if _is_spec(expected):
        return expected.is_compatible_with(value)
    if isinstance(expected, dict):
        return (
            isinstance(value, dict)
            and expected.keys() == value.keys()
            and all(_fits(expected[key], value[key], strict) for key in expected)
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and isinstance(value, list) == isinstance(expected, list)
            and len(expected) == len(value)
            and all(map(lambda a, b: _fits(a, b, strict), expected, value))
        )
    if isinstance(value, (_core.Tensor, _core.ResourceVariable)) or type(value).__module__ == "numpy":
        return False
    return isinstance(same := expected == value, bool) and same


def _alike(expected: Any, value: Any) -> bool:
    """Tells whether the same variable is passed wherever it was when the trace was made."""
    known: dict[Any, Any] = {}
    return all(known.setdefault(number, variable) is variable for number, variable in _aliases(expected, value))


def _aliases(expected: Any, value: Any) -> list[tuple[Any, Any]]:
    """Returns the variables in arguments that fit a signature, with the numbers that tell which are the same."""
    if isinstance(expected, VariableSpec):
        return [] if isinstance(value, VariableSpec) else [(expected.alias_id, value)]
    if isinstance(expected, dict):
        return [pair for key in expected for pair in _aliases(expected[key], value[key])]
    if isinstance(expected, (list, tuple)):
        return [pair for a, b in zip(expected, value, strict=True) for pair in _aliases(a, b)]
    return []


def _inputs(expected: Any, value: Any) -> list[Any]:
    """Returns the tensors of arguments that fit a signature, in the order of a trace's inputs."""
    if isinstance(expected, TensorSpec):
        return [_core.convert_to_tensor(value, expected.dtype)]
    if _is_spec(expected):
        return [_as_tensor(leaf) for leaf in _flatten(value)]
    if isinstance(expected, dict):
        return [tensor for key in sorted(expected) for tensor in _inputs(expected[key], value[key])]
    if isinstance(expected, (list, tuple)):
        return [tensor for a, b in zip(expected, value, strict=True) for tensor in _inputs(a, b)]
    return []
