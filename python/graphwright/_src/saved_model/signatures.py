"""Signatures: traces that take tensors by name and give a dict of tensors, as servers of models call them."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright import _core
from graphwright._src import function as function_module
from graphwright._src.function.signature import parameter_name
from graphwright._src.ops.array import identity
from graphwright._src.saved_model.constants import DEFAULT_SIGNATURE
from graphwright._src.saved_model.restored_function import RestoredFunction, only_trace_of
from graphwright._src.state import children as trackable
from graphwright._src.state.trackable import is_function
from graphwright._src.tensor import nest
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphwright._src.function.concrete import ConcreteFunction


class SignatureMap(Mapping, trackable.Trackable):
    """The signatures of a model by name; it does not change."""

    def __init__(self, signatures: dict[str, Any] | None = None) -> None:
        self._signatures = dict(signatures or {})

    def __getitem__(self, key: str) -> Any:
        return self._signatures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signatures)

    def __len__(self) -> int:
        return len(self._signatures)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._signatures})"

    def _trackable_children(self, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        return dict(self._signatures) if save_type == trackable.SAVED_MODEL else {}


def default_function(root: object, cache: dict[str, Any]) -> Any:
    """Returns the function of an object that becomes its signature where none is given, or None; `cache` as in saving.py."""
    try:
        chosen = getattr(root, "_default_save_signature", None)
    except Exception:  # Keras computes it, and cannot where a model's inputs are not known
        chosen = None
    if chosen is not None:
        return chosen
    children = trackable.children_of(root, trackable.SAVED_MODEL, cache=cache)
    if is_function(children.get("_default_save_signature")):
        return children["_default_save_signature"]
    functions = [value for value in children.values() if is_function(value) or isinstance(value, RestoredFunction)]
    traces = [
        only_trace_of(function) if isinstance(function, RestoredFunction) else _single_trace(function)
        for function in functions
    ]
    fitting = [concrete for concrete in traces if concrete is not None and _fits(concrete)]
    return fitting[0] if len(fitting) == 1 else None


def _argument_specs(concrete: ConcreteFunction) -> list[TensorSpec] | None:
    """Returns the specs of a trace's arguments and of the tensors that composite ones consist of, None where one is no tensor."""
    leaves = nest.flatten(concrete.structured_input_signature, expand_composites=True)
    specs = [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]
    return specs if len(specs) == len(concrete._arg_keywords) else None


def _single_trace(function: Any) -> Any:
    if isinstance(function, _core.ConcreteBase):
        return function
    if function.input_signature is None:
        return None
    return function.get_concrete_function()


def _fits(concrete: ConcreteFunction) -> bool:
    if _argument_specs(concrete) is None:
        return False
    try:
        return bool(_named_outputs(concrete.structured_outputs, ""))
    except ValueError:
        return False


def _named_outputs(outputs: Any, name: str) -> dict[str, Any]:
    if not isinstance(outputs, Mapping):
        if isinstance(outputs, (list, tuple)):
            outputs = {f"output_{i}": value for i, value in enumerate(outputs)}
        else:
            outputs = {"output_0": outputs}
    for key, value in outputs.items():
        if not isinstance(key, str):
            raise ValueError(
                f"Got a dictionary with a non-string key {key!r} in the output of the function {name} used to generate the "
                "SavedModel signature."
            )
        if not isinstance(value, (_core.Tensor, TypeSpec)) and not hasattr(value, "_type_spec"):
            raise ValueError(
                f"Got a non-Tensor value {value!r} for key {key!r} in the output of the function {name} used to generate "
                "the SavedModel signature. Outputs for functions used as signatures must be a single Tensor, a sequence of "
                "Tensors, or a dictionary from string to Tensor."
            )
    return dict(outputs)


def canonical(signatures: Any) -> dict[str, Any]:
    """Traces by name for what the user gave as signatures.

    Args:
      signatures: None, a function, or a dict of functions: traces, or `tf.function`s with an input signature.

    Raises:
      ValueError: one is no such function, or its results are no tensors with names.
    """
    if signatures is None:
        return {}
    if not isinstance(signatures, Mapping):
        signatures = {DEFAULT_SIGNATURE: signatures}
    found = {}
    for name, function in signatures.items():
        concrete = None
        if is_function(function):
            concrete = _single_trace(function)
        elif isinstance(function, RestoredFunction):
            concrete = only_trace_of(function)
        if concrete is None:
            raise ValueError(
                f"Expected a TensorFlow function for which to generate a signature, but got {function}. Only `tf.functions` "
                "with an input signature or concrete functions can be used as a signature."
            )
        found[name] = _wrapped(concrete, name)
    return found


def _wrapped(concrete: ConcreteFunction, name: str) -> Any:
    """Returns the function of keyword arguments that a signature is."""
    _named_outputs(concrete.structured_outputs, name)
    specs, names = _argument_specs(concrete), concrete._arg_keywords
    if specs is None:
        raise ValueError(f"the signature {name!r}: all arguments must be tensors")

    def signature_wrapper(**kwargs: Any) -> dict[str, Any]:
        result = concrete._call_flat([kwargs[parameter_name(key)] for key in names])
        outputs = _named_outputs(result, name)
        return {key: identity(value) for key, value in outputs.items()}

    arguments = {key: TensorSpec(spec.shape, spec.dtype, key) for key, spec in zip(names, specs, strict=True)}
    return function_module.function(signature_wrapper, autograph=False).get_concrete_function(**arguments)
