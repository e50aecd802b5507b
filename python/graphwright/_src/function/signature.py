"""Signatures of functions: parameters with TraceTypes, binding of arguments, and their texts.

A `FunctionType` is an `inspect.Signature` whose annotations are TraceTypes. The one of a Python function is polymorphic; that
of one trace is monomorphic: each parameter has a type, and there are no `*args` and `**kwargs`.
"""

from __future__ import annotations

import functools
import inspect
import keyword
from collections import OrderedDict
from inspect import Parameter as _Parameter

from graphwright import _core
from graphwright._src.base.call_signature import call_signature
from graphwright._src.base.export import export
from graphwright._src.function import trace_type
from graphwright._src.tensor import nest
from graphwright._src.tensor.tensor_spec import BoundedTensorSpec, TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec
from graphwright._src.tensor.types import TraceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from graphwright._src.state.variable import VariableSpec

POSITIONAL_ONLY = _Parameter.POSITIONAL_ONLY
POSITIONAL_OR_KEYWORD = _Parameter.POSITIONAL_OR_KEYWORD
VAR_POSITIONAL = _Parameter.VAR_POSITIONAL
KEYWORD_ONLY = _Parameter.KEYWORD_ONLY
VAR_KEYWORD = _Parameter.VAR_KEYWORD


class _CapturedDefault:
    """Stands for a default value in a signature's text."""

    def __repr__(self) -> str:
        return "<captured_default_value>"


CAPTURED_DEFAULT = _CapturedDefault()


class BindingError(TypeError, ValueError):
    """The arguments of a call do not fit the signature: a TypeError, and for older programs a ValueError, too."""


# What a traceback shows.
BindingError.__name__ = BindingError.__qualname__ = "TypeError"
BindingError.__module__ = "builtins"


@export("types.experimental.FunctionType")
class FunctionTypeBase(inspect.Signature):
    """The signature of a function whose parameters have TraceTypes (tf.types.experimental.FunctionType)."""

    __slots__ = ()


class Parameter(_Parameter):
    """One parameter, with the type that its arguments must have, or None."""

    __slots__ = ()

    def __init__(
        self, name: str, kind: inspect._ParameterKind, optional: bool = False, type_constraint: TraceType | None = None
    ) -> None:
        if kind is VAR_POSITIONAL or kind is VAR_KEYWORD:
            optional = False
        super().__init__(
            "name",
            kind,
            default=CAPTURED_DEFAULT if optional else _Parameter.empty,
            annotation=_Parameter.empty if type_constraint is None else type_constraint,
        )
        # Not every key of `**kwargs` is a name that Python allows for a parameter.
        self._name = name

    @property
    def optional(self) -> bool:
        """True where there is a default value."""
        return self._default is CAPTURED_DEFAULT

    @property
    def type_constraint(self) -> TraceType | None:
        """The type that arguments must have, or None."""
        return None if self._annotation is _Parameter.empty else self._annotation

    def __reduce__(self) -> tuple:
        return Parameter, (self._name, self._kind, self.optional, self.type_constraint)


class FunctionType(FunctionTypeBase):
    """The signature of a `tf.function` or of one of its traces.

    Args:
      parameters: a sequence of `Parameter`.
      captures: the types of captured values, by a number for each.
      return_annotation: the type of the result.
    """

    __slots__ = ("_captures", "_hash")

    def __init__(
        self,
        parameters: Sequence[Parameter],
        captures: Mapping[Any, TraceType] | None = None,
        return_annotation: object = inspect.Signature.empty,
    ) -> None:
        super().__init__(parameters, return_annotation=return_annotation, __validate_parameters__=False)
        self._captures = OrderedDict(captures or {})
        self._hash = None

    @property
    def parameters(self) -> Mapping[str, Parameter]:  # type: ignore[override]
        """The parameters by name."""
        return super().parameters  # type: ignore[return-value]

    def in_order_of_inputs(self) -> list[Parameter]:
        """Returns the parameters in the order in which a graph takes their tensors: keyword-only ones come last, by name."""
        parameters = list(self.parameters.values())
        positional = [parameter for parameter in parameters if parameter.kind is not KEYWORD_ONLY]
        keyword_only = [parameter for parameter in parameters if parameter.kind is KEYWORD_ONLY]
        return positional + sorted(keyword_only, key=lambda parameter: parameter.name)

    @property
    def captures(self) -> OrderedDict:
        """The types of captured values."""
        return self._captures

    @property
    def output(self) -> TraceType | None:
        """The type of the result, or None while it is not known."""
        return None if self._return_annotation is inspect.Signature.empty else self._return_annotation

    @property
    def flat_inputs(self) -> list[TraceType]:
        """The types of the tensors that all arguments together are made of."""
        return [leaf for parameter in self.parameters.values() for leaf in parameter.type_constraint.flatten()]  # type: ignore[union-attr]

    @property
    def flat_captures(self) -> list[TraceType]:
        """The types of the captured tensors."""
        return [leaf for captured in self._captures.values() for leaf in captured.flatten()]

    @property
    def flat_outputs(self) -> list[TraceType]:
        """The types of the tensors that the result is made of."""
        return [] if self.output is None else self.output.flatten()

    @classmethod
    def from_callable(cls, obj: Callable[..., Any], *, follow_wrapped: bool = True) -> FunctionType:  # type: ignore[override]
        """Returns the signature of a Python callable; one that has none takes anything."""
        try:
            signature = call_signature(obj, follow_wrapped=follow_wrapped)
        except ValueError:  # some built-in functions
            return cls([Parameter("args", VAR_POSITIONAL), Parameter("kwargs", VAR_KEYWORD)])
        return cls(
            [
                Parameter(parameter.name, parameter.kind, parameter.default is not _Parameter.empty)
                for parameter in signature.parameters.values()
            ]
        )

    @staticmethod
    def get_default_values(obj: Callable[..., Any], follow_wrapped: bool = True) -> dict[str, Any]:
        """Returns the default values of a callable's parameters by name."""
        try:
            signature = call_signature(obj, follow_wrapped=follow_wrapped)
        except ValueError:
            return {}
        return {p.name: p.default for p in signature.parameters.values() if p.default is not _Parameter.empty}

    def bind_with_defaults(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], default_values: Mapping[str, Any]
    ) -> inspect.BoundArguments:
        """Returns the arguments by parameter, defaults filled in. Raises TypeError where they do not fit."""
        bound = self.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if value is CAPTURED_DEFAULT:
                bound.arguments[name] = default_values[name]
        return bound

    def is_supertype_of(self, other: FunctionType) -> bool:
        """Tells whether a trace of this type can be called where one of type `other` can."""
        mine, theirs = self.parameters, other.parameters
        if len(mine) != len(theirs):
            return False
        for a, b in zip(mine.values(), theirs.values(), strict=True):
            if a.name != b.name or a.kind != b.kind or a.optional != b.optional:
                return False
            if a.type_constraint is None or b.type_constraint is None:
                if a.type_constraint is not b.type_constraint:
                    return False
            elif not b.type_constraint.is_subtype_of(a.type_constraint):
                return False
        return True

    def most_specific_common_subtype(self, others: Sequence[FunctionType]) -> FunctionType | None:
        """Returns the signature that all calls fit which fit this one or one of the others; None where there is none.

        (A function that takes more is a subtype; so this is the one with the common supertypes of the parameters.)
        """
        parameters = []
        for position, parameter in enumerate(self.parameters.values()):
            counterparts = []
            for other in others:
                theirs = list(other.parameters.values())
                if len(theirs) != len(self.parameters) or theirs[position].name != parameter.name:
                    return None
                if theirs[position].kind != parameter.kind or theirs[position].optional != parameter.optional:
                    return None
                counterparts.append(theirs[position].type_constraint)
            if parameter.type_constraint is None or any(constraint is None for constraint in counterparts):
                return None
            common = parameter.type_constraint.most_specific_common_supertype(counterparts)  # type: ignore[arg-type]
            if common is None:
                return None
            parameters.append(Parameter(parameter.name, parameter.kind, parameter.optional, common))
        if not parameters and any(other.parameters for other in others):
            return None
        return FunctionType(parameters, self._captures, self._return_annotation)

    def placeholder_arguments(self, placeholders: trace_type.Placeholders) -> inspect.BoundArguments:
        """Arguments made of placeholders, each named after its parameter."""
        arguments = OrderedDict()
        for parameter in self.parameters.values():
            if parameter.type_constraint is None:
                raise TypeError(f"parameter {parameter.name!r} has no type")
            placeholders.naming_scope = parameter.name
            arguments[parameter.name] = parameter.type_constraint.placeholder_value(placeholders)
        return inspect.BoundArguments(self, arguments)

    def unpack_inputs(self, bound: inspect.BoundArguments) -> list[Any]:
        """Returns the tensors of the arguments, in the order of a graph's inputs."""
        return [
            tensor
            for parameter in self.in_order_of_inputs()
            for tensor in parameter.type_constraint.to_tensors(bound.arguments[parameter.name])  # type: ignore[union-attr]
        ]

    def pack_output(self, tensors: Sequence[Any]) -> Any:
        """Returns the result that is made of these tensors."""
        return self.output.from_tensors(iter(tensors))  # type: ignore[union-attr]

    def _key(self) -> tuple:
        return tuple((p.name, p.kind, p.optional, p.type_constraint) for p in self.parameters.values())

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, FunctionType):
            return super().__eq__(other)
        return self is other or (hash(self) == hash(other) and self._key() == other._key())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._key())
        return self._hash

    def __reduce__(self) -> tuple:
        return FunctionType, (list(self.parameters.values()), self._captures, self._return_annotation)

    def __repr__(self) -> str:
        lines = ["Input Parameters:"]
        lines += [f"  {p.name} ({p.kind.name}): {p.type_constraint!r}" for p in self.parameters.values()]
        lines += ["Output Type:", f"  {self.output!r}", "Captures:"]
        lines += [f"  {number}: {captured!r}" for number, captured in self._captures.items()]
        if not self._captures:
            lines.append("  None")
        return "\n".join(lines)


# ---- signatures with an input_signature ----


def make_function_type(
    python_function: Callable[..., Any], input_signature: object = None
) -> tuple[FunctionType, dict[str, Any]]:
    """Returns the type of a Python function, with the types that `input_signature` demands, and its default values.

    Raises:
      TypeError: `input_signature` is no sequence of specs, or has too many or too few of them.
    """
    function_type = FunctionType.from_callable(python_function)
    defaults = FunctionType.get_default_values(python_function)
    if input_signature is None:
        return function_type, defaults
    if not isinstance(input_signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(input_signature)}.")
    specs = nest.flatten(input_signature)
    wrong = [spec for spec in specs if not isinstance(spec, TypeSpec)]
    if wrong:
        raise TypeError(
            "input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args "
            f"{wrong} with types {[type(spec) for spec in wrong]}."
        )
    context = trace_type.Context(specs_allowed=True)
    constraints = [trace_type.from_value(item, context) for item in input_signature]
    return _constrained(function_type, constraints, defaults, context), defaults


def _constrained(
    function_type: FunctionType, constraints: list[TraceType], defaults: dict[str, Any], context: trace_type.Context
) -> FunctionType:
    remaining = list(constraints)
    parameters = []
    expands = False
    for parameter in function_type.parameters.values():
        kind = parameter.kind
        if kind is VAR_KEYWORD:
            continue
        if kind is VAR_POSITIONAL:
            expands = True
            for i, constraint in enumerate(remaining):
                parameters.append(Parameter(f"{parameter.name}_{i}", POSITIONAL_ONLY, False, constraint))
            remaining = []
        elif kind is KEYWORD_ONLY:
            if not parameter.optional:
                raise TypeError(
                    f"Since input_signature is defined, keyword-only parameter `{parameter.name}` must have a default value"
                )
            parameters.append(_defaulted(parameter, defaults, context))
        elif parameter.name == "self" and not parameters:
            # A method that is not bound yet: the signature tells of the arguments that come after the instance.
            parameters.append(parameter)
        elif remaining:
            parameters.append(Parameter(parameter.name, kind, parameter.optional, remaining.pop(0)))
        elif parameter.optional:
            parameters.append(_defaulted(parameter, defaults, context))
        else:
            raise TypeError(f"input_signature missing type constraint for {parameter.name}")
    if remaining:
        raise TypeError(f"input_signature contains {len(remaining)} extra type constraints.")
    return FunctionType(_positional_only(parameters) if expands else parameters)


def is_changeable(value: object) -> bool:
    """Tells whether what a trace depends on of a value can change while it stays the same object: a list's items, for
    instance.
    """
    if isinstance(value, tuple):
        return any(map(is_changeable, value))
    return isinstance(value, (list, dict, set)) or hasattr(type(value), "__attrs_attrs__")


def _defaulted(parameter: Parameter, defaults: dict[str, Any], context: trace_type.Context) -> Parameter:
    constraint = trace_type.from_value(defaults[parameter.name], context)
    return Parameter(parameter.name, parameter.kind, True, constraint)


def _positional_only(parameters: list[Parameter]) -> list[Parameter]:
    return [
        Parameter(p.name, POSITIONAL_ONLY if p.kind is POSITIONAL_OR_KEYWORD else p.kind, p.optional, p.type_constraint)
        for p in parameters
    ]


def input_signature_of(function_type: FunctionType) -> tuple | None:
    """Returns what an `input_signature` argument would be for a constrained type; None for one without constraints."""
    constraints = []
    for position, parameter in enumerate(function_type.parameters.values()):
        given = isinstance(parameter.type_constraint, TypeSpec)  # not made of a default value
        if parameter.kind is KEYWORD_ONLY or (parameter.optional and not given):
            break
        if parameter.type_constraint is None:
            if position == 0 and parameter.name == "self":  # of a method that is not bound
                continue
            return None
        constraints.append(parameter.type_constraint.placeholder_value(_Specs()))
    if not constraints and any(
        p.type_constraint is None and p.name != "self" for p in function_type.parameters.values()
    ):
        return None
    return tuple(constraints)


class _Specs(trace_type.PlaceholderContext):
    """Gives the specs themselves as placeholders."""

    keeps_specs = True

    def tensor(self, spec: TensorSpec) -> Any:
        return spec

    def variable(self, spec: VariableSpec) -> Any:
        return spec


# ---- from a call to a monomorphic type ----


class Bound:
    """A call's arguments by parameter of the trace that serves it.

    Attributes:
      function_type: the monomorphic type.
      values: the arguments by parameter name.
      variables: those among the arguments, by the `alias_id` of their types.
    """

    __slots__ = ("function_type", "values", "variables")

    def __init__(self, function_type: FunctionType, values: dict[str, Any], variables: list[Any]) -> None:
        self.function_type = function_type
        self.values = values
        self.variables = variables

    def arguments(self) -> inspect.BoundArguments:
        """Returns the same as `inspect.BoundArguments`."""
        return inspect.BoundArguments(self.function_type, OrderedDict(self.values))


# What casting raises for what does not fit, foreign objects among that.
_MISFITS = (TypeError, ValueError, AssertionError, AttributeError, KeyError)


def _binding_error(error: Exception, args: object, kwargs: object, function_type: FunctionType) -> BindingError:
    return BindingError(
        f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} and kwargs: {kwargs} for signature: "
        f"{function_type}."
    )


def parameter_name(name: str) -> str:
    """Returns the name of the parameter that takes what a call gives under any name: one that Python's syntax allows."""
    found = "".join(c if c.isalnum() else "_" for c in name)
    return found if found[:1].isalpha() else f"arg_{found}"


def named_arguments(function_type: FunctionType, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments by names that parameters can have.

    Raises:
      ValueError: a name is a word of Python's syntax, or two names become one.
    """
    known = function_type.parameters
    if kwargs.keys() <= known.keys():
        return kwargs
    named = {name if name in known else parameter_name(name): value for name, value in kwargs.items()}
    if len(named) != len(kwargs):
        raise ValueError(
            f"tf.function: keyword arguments {sorted(kwargs)} become the parameters {sorted(named)}, which must differ"
        )
    for name in named:
        if keyword.iskeyword(name) and name not in known:
            raise ValueError(f"tf.function: {name!r} is a keyword of Python and cannot be the name of an argument")
    return named


def bind(
    function_type: FunctionType,
    args: tuple,
    kwargs: dict[str, Any],
    defaults: Mapping[str, Any],
    specs_allowed: bool = False,
) -> Bound:
    """Binds a call's arguments to a function's signature: casts them to what that demands, and finds their types.

    Raises:
      TypeError: they do not fit.
      ValueError: keyword arguments have names that no parameters can have.
    """
    kwargs = named_arguments(function_type, kwargs)
    try:
        arguments = function_type.bind_with_defaults(args, kwargs, defaults).arguments
        casting = trace_type.CAST_SPECS if specs_allowed else trace_type.CAST
        found: list[tuple[str, Any, TraceType | None]] = []
        values: dict[str, Any] = {}
        expands = False

        def add(name: str, kind: inspect._ParameterKind, constraint: TraceType | None, value: object) -> None:
            if name in values:  # a positional-only parameter, and a key of `**kwargs` of that name
                raise ValueError(f"duplicate parameter name: {name!r}")
            found.append((name, kind, constraint))
            values[name] = value if constraint is None else constraint.cast(value, casting)

        for parameter in function_type.parameters.values():
            value = arguments[parameter.name]
            if parameter.kind is VAR_POSITIONAL:
                expands = True
                for i, item in enumerate(value):
                    add(f"{parameter.name}_{i}", POSITIONAL_ONLY, parameter.type_constraint, item)
            elif parameter.kind is VAR_KEYWORD:
                for name in sorted(value):
                    add(name, KEYWORD_ONLY, parameter.type_constraint, value[name])
            else:
                add(parameter.name, parameter.kind, parameter.type_constraint, value)
    except _MISFITS as error:
        raise _binding_error(error, args, kwargs, function_type) from None
    # What values have no type is for them to say.
    context = trace_type.Context(specs_allowed)
    parameters = [
        Parameter(name, kind, False, trace_type.from_value(values[name], context) if constraint is None else constraint)
        for name, kind, constraint in found
    ]
    return Bound(FunctionType(_positional_only(parameters) if expands else parameters), values, context.variables)


def bind_without_types(
    function_type: FunctionType, args: tuple, kwargs: dict[str, Any], defaults: Mapping[str, Any]
) -> inspect.BoundArguments:
    """Binds a call's arguments to a function's parameters, whatever they are. Raises TypeError where that cannot be."""
    kwargs = named_arguments(function_type, kwargs)
    try:
        return function_type.bind_with_defaults(args, kwargs, defaults)
    except TypeError as error:
        raise _binding_error(error, args, kwargs, function_type) from None


def bind_to_trace(function_type: FunctionType, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Binds the arguments of a call of one trace, casting them to its types. Raises TypeError where they do not fit."""
    kwargs = named_arguments(function_type, kwargs)
    try:
        # A Python value that the trace was made for need not be given again.
        defaults = {
            parameter.name: parameter.type_constraint.value
            for parameter in function_type.parameters.values()
            if isinstance(parameter.type_constraint, trace_type.Literal)
        }
        optional = FunctionType(
            [
                Parameter(p.name, p.kind, p.optional or p.name in defaults, p.type_constraint)
                for p in function_type.parameters.values()
            ]
        )
        bound = optional.bind(*args, **kwargs)
        values = {}
        for name, parameter in function_type.parameters.items():
            if name in bound.arguments:
                values[name] = parameter.type_constraint.cast(bound.arguments[name], trace_type.CAST)  # type: ignore[union-attr]
            elif name in defaults:
                values[name] = defaults[name]
            else:
                raise TypeError(f"missing a required argument: '{name}'")
        return values
    except _MISFITS as error:
        raise _binding_error(error, args, kwargs, function_type) from None


def call_arguments(function_type: FunctionType, arguments: Mapping[str, Any]) -> tuple[tuple, dict[str, Any]]:
    """Positional and keyword arguments with which the Python function is called."""
    args, kwargs = [], {}
    for name, parameter in function_type.parameters.items():
        if parameter.kind is KEYWORD_ONLY:
            kwargs[name] = arguments[name]
        else:
            args.append(arguments[name])
    return tuple(args), kwargs


# ---- texts and older forms ----


def structured_input_signature(function_type: FunctionType) -> tuple[tuple, dict[str, Any]]:
    """Positional and keyword arguments of a trace with named specs in place of tensors."""
    args, kwargs = [], {}
    for name, parameter in function_type.parameters.items():
        value = _with_specs(parameter.type_constraint, (name,))
        if parameter.kind is KEYWORD_ONLY:
            kwargs[name] = value
        else:
            args.append(value)
    return tuple(args), kwargs


def _with_specs(part: Any, path: tuple) -> Any:
    if type(part) in (TensorSpec, BoundedTensorSpec):
        named = part.name and part.name != path[0]  # otherwise than the parameter
        return TensorSpec(part.shape, part.dtype, part.name if named else spec_name(path))
    if isinstance(part, trace_type.Fields):
        parts = zip(part.names, part.components, strict=True)
        return part.rebuild([_with_specs(component, (*path, name)) for name, component in parts])
    if isinstance(part, trace_type.Dict):
        return part.rebuild({key: _with_specs(item, (*path, key)) for key, item in part.mapping.items()})
    if isinstance(part, trace_type.SequenceType):
        return part.rebuild([_with_specs(component, (*path, i)) for i, component in enumerate(part.components)])
    if isinstance(part, TypeSpec):
        return part
    return part.placeholder_value(trace_type.PlaceholderContext())


def spec_name(path: tuple) -> str:
    """Returns the name of a spec: where it is among the arguments, from the parameter on."""
    import re

    name = re.sub(r"\W", "_", "_".join(map(str, path)).lower())
    return name if name[:1].isalpha() else f"tensor_{name}"


class FunctionSpec:
    """The type of `tf.function(…).function_spec`: the signature in the forms of older versions."""

    def __init__(
        self, function_type: FunctionType, default_values: dict[str, Any], jit_compile: bool | None, name: str
    ) -> None:
        self._function_type = function_type
        self._default_values = default_values
        self._jit_compile = jit_compile
        self._name = name

    @property
    def function_type(self) -> FunctionType:
        """The signature."""
        return self._function_type

    @property
    def default_values(self) -> dict[str, Any]:
        """The default values by parameter."""
        return self._default_values

    @property
    def jit_compile(self) -> bool | None:
        """The argument `jit_compile`."""
        return self._jit_compile

    @property
    def is_pure(self) -> bool:
        """False: nothing says that the function has no side effects."""
        return False

    @functools.cached_property
    def fullargspec(self) -> inspect.FullArgSpec:
        """As `inspect.getfullargspec` gives it."""
        args, keyword_only = [], []
        varargs = varkw = None
        for parameter in self._function_type.parameters.values():
            if parameter.kind is VAR_POSITIONAL:
                varargs = parameter.name
            elif parameter.kind is VAR_KEYWORD:
                varkw = parameter.name
            elif parameter.kind is KEYWORD_ONLY:
                keyword_only.append(parameter.name)
            else:
                args.append(parameter.name)
        defaults = tuple(self._default_values[name] for name in args if name in self._default_values) or None
        keyword_defaults = {name: self._default_values[name] for name in keyword_only if name in self._default_values}
        return inspect.FullArgSpec(args, varargs, varkw, defaults, keyword_only, keyword_defaults or None, {})

    @property
    def arg_names(self) -> list[str]:
        """The names of the positional parameters."""
        return self.fullargspec.args

    @property
    def input_signature(self) -> tuple | None:
        """The argument `input_signature`."""
        return input_signature_of(self._function_type)

    @property
    def flat_input_signature(self) -> tuple:
        """The specs in the input signature, in order."""
        return tuple(nest.flatten(self.input_signature))

    def signature_summary(self, default_values: bool = False) -> str:
        """Returns the parameters as text."""
        texts = []
        for parameter in self._function_type.parameters.values():
            star = {VAR_POSITIONAL: "*", VAR_KEYWORD: "**"}.get(parameter.kind, "")
            shown = default_values and parameter.name in self._default_values
            texts.append(f"{star}{parameter.name}" + (f"={self._default_values[parameter.name]}" if shown else ""))
        return f"{self._name}({', '.join(texts)})"


# ---- where the core finds the inputs of a trace among the leaves of a call ----


def leaf_order(
    bound: Bound, arguments: Iterator[tuple[str, int, Any]], kept: list[int] | None
) -> tuple[int, ...] | None:
    """Returns for each leaf of a call, in the core's order, the number of its input of the trace.

    Args:
      bound: the call as it was bound.
      arguments: for each argument of the call, in its order: the parameter, the number of leaves before it, the value.
      kept: positions in the flat list of tensors that are inputs; None for all.

    Returns:
      Leaf numbers by input, or None where an input is no leaf.
    """
    of_parameter: dict[str, list[int]] = {}
    for name, start, value in arguments:
        found: list[int] = []
        if _leaves(bound.function_type.parameters[name].type_constraint, value, start, found) is None:
            return None
        of_parameter[name] = found
    flat: list[int] = []
    for parameter in bound.function_type.in_order_of_inputs():
        if parameter.name in of_parameter:
            flat += of_parameter[parameter.name]
        elif parameter.type_constraint.flatten():  # type: ignore[union-attr]
            return None  # a default value that is a tensor
    return tuple(flat if kept is None else [flat[i] for i in kept])


def count_leaves(value: Any) -> int:
    """Returns how many leaves the core finds in an argument."""
    cls, content = type(value), value
    if cls in (tuple, list) or (isinstance(value, tuple) and hasattr(value, "_fields")):
        return sum(count_leaves(item) for item in value)
    if cls is dict:
        return sum(count_leaves(item) for item in content.values())
    return 1 if is_leaf(value) else len(trace_type.trace_key(value)[1])


def is_leaf(value: object) -> bool:
    """Tells whether the core takes the argument, or a part of one, as a tensor."""
    if isinstance(value, (_core.Tensor, _core.ResourceVariable)):
        return True
    module = type(value).__module__
    if module != "numpy" and not (isinstance(module, str) and module.startswith("ml_dtypes")):
        return False
    import numpy as np

    return isinstance(value, (np.ndarray, np.generic))


def _leaves(part: TraceType | None, value: Any, start: int, found: list[int]) -> int | None:
    """Appends the leaves of one argument in the order of its type; the number of the next one, None where that fails."""
    if isinstance(part, (trace_type.Literal, trace_type.Weakref)):
        return start
    cls = type(value)
    if isinstance(part, trace_type.SequenceType):
        if cls is not tuple and cls is not list and not (isinstance(value, tuple) and hasattr(value, "_fields")):
            return None
        if len(value) != len(part.components):
            return None
        at: int | None = start
        for component, item in zip(part.components, value, strict=True):
            at = _leaves(component, item, at, found)  # type: ignore[arg-type]
            if at is None:
                return None
        return at
    if isinstance(part, trace_type.Dict):
        if cls is not dict:
            return None
        lists: dict[Any, list[int]] = {}
        at = start
        for key, item in value.items():
            at = _leaves(part.mapping[key], item, at, lists.setdefault(key, []))  # type: ignore[arg-type]
            if at is None:
                return None
        for key in sorted(lists):
            found += lists[key]
        return at
    if type(part) is TensorSpec and is_leaf(value) and not isinstance(value, _core.ResourceVariable):
        if _core.convert_to_tensor(value).dtype is not part.dtype:  # an array that is cast
            return None
        found.append(start)
        return start + 1
    if isinstance(value, _core.ResourceVariable) and hasattr(part, "alias_id"):
        found.append(start)
        return start + 1
    own, tensors = trace_type.trace_key(value)
    if tensors and type(own) is type(part) and _dtypes_of(own) == _dtypes_of(part):
        found += range(start, start + len(tensors))
        return start + len(tensors)
    return None


def _dtypes_of(part: Any) -> list[Any]:
    leaves: list[Any] = part.flatten()
    return [leaf.dtype for leaf in leaves]
