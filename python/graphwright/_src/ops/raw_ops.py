"""tf.raw_ops: every registered op as a function of keyword arguments, made when somebody asks for it."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.graph import devices as config
from graphwright._src.ops import reference_ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


# What tf.raw_ops calls arguments that the op itself calls otherwise.
_RENAMED: dict[str, dict[str, str]] = {
    **{
        name: {"reduction_indices": "axis"}
        for name in ("All", "Any", "EuclideanNorm", "Max", "Mean", "Min", "Prod", "Sum")
    },
    "ExpandDims": {"dim": "axis"},
    "Select": {"t": "x", "e": "y"},
    "Split": {"split_dim": "axis"},
    "SplitV": {"split_dim": "axis"},
    "Squeeze": {"squeeze_dims": "axis"},
    "Where": {"input": "condition"},
}
# What draws without seeds where op determinism is enabled, too.
_DRAW_ANYWAY = ("Fractional", "RandomShuffleQueue")


def __getattr__(name: str) -> Any:
    function = None
    if name[:2] != "__":
        function = _raw_op(name) if _is_registered(name) else _absent_op(name)
    if function is None:
        raise AttributeError(f"module 'graphwright.raw_ops' has no attribute '{name}'")
    globals()[name] = function
    return function


def _is_registered(name: str) -> bool:
    try:
        _core.op(name)
    except NotImplementedError:
        return False
    return True


def _absent_op(name: str) -> Callable[..., Any] | None:
    from graphwright._src.ops import absent_ops

    if name not in reference_ops.names():
        return absent_ops.stand_in(name)

    def raw_op(**kwargs: object) -> Any:
        return reference_ops.call(name, kwargs, __getattr__)

    raw_op.__name__ = raw_op.__qualname__ = name
    raw_op.__doc__ = (
        f"{name} of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."
    )
    return raw_op


def public_names() -> set[str]:
    """Returns the names of all ops that TensorFlow has, whether they are here or not."""
    from graphwright._src.ops import absent_ops

    own = (name for name in _core.registered_ops() if name[0] != "_")
    return absent_ops.names().union(own, reference_ops.names())


def __dir__() -> list[str]:
    own = (name for name in globals() if name[:2] == name[-2:] == "__")
    return sorted(public_names().union(_core.registered_ops(), own))


def _raw_op(name: str) -> Callable[..., Any]:
    call = _core.op(name)
    definition = _core.op_def(name)

    # Attributes that follow from the inputs are not arguments.
    inferred = set()
    for argument in definition["inputs"]:
        inferred |= {argument[key] for key in ("type_attr", "number_attr", "type_list_attr")}
    public: dict[str, Any] = _RENAMED.get(name, {})
    own = {new: old for old, new in public.items()}
    required = [public.get(argument["name"], argument["name"]) for argument in definition["inputs"]]
    optional = []
    for attr in definition["attrs"]:
        if attr["name"] not in inferred:
            attr_name = public.get(attr["name"], attr["name"])
            (optional if attr["has_default"] else required).append(attr_name)
    known = {*required, *optional, "name"}
    has_references = name in reference_ops.names()
    draws = {"seed", "seed2"} <= {*optional} and not name.startswith(_DRAW_ANYWAY)
    is_cudnn = name.startswith("CudnnRNN")
    tuple_class = _result_class(name, definition["outputs"])

    def raw_op(**kwargs: object) -> Any:
        missing = [repr(argument) for argument in required if argument not in kwargs]
        if missing:
            raise TypeError(f"{name}() missing {len(missing)} required keyword arguments: {', '.join(missing)}")
        for key in kwargs:
            if key not in known:
                raise TypeError(f"{name}() got an unexpected keyword argument {key!r}")
        if kwargs.get("name", "") is None:
            del kwargs["name"]
        for new, old in own.items():
            if new in kwargs:
                kwargs[old] = kwargs.pop(new)
        if has_references:
            reference_ops.refuse_eagerly(name)
        if is_cudnn and _core.list_gpus():
            # While tracing, too: Keras asks for cuDNN's where there is a GPU, and takes its own loop if that fails.
            raise errors.NotFoundError(None, None, f"Could not find device for node: no kernel of {name} for GPUs yet.")
        if draws and config.op_determinism_enabled() and not (kwargs.get("seed") or kwargs.get("seed2")):
            raise errors.InvalidArgumentError(
                None, None, f"{name} needs a seed when op determinism is enabled, but got seed=0 and seed2=0"
            )
        result = call(**kwargs)
        return result if tuple_class is None else tuple_class(*result)

    arguments = ", ".join([*required, *(f"{attr}=…" for attr in optional)])
    raw_op.__name__ = raw_op.__qualname__ = name
    raw_op.__signature__ = _signature(required, optional, definition["attrs"], own)  # type: ignore[attr-defined]
    raw_op.__doc__ = f"{definition['doc']}\n\nKeyword arguments: {arguments or 'none'}, name=None."
    return raw_op


def _signature(required: list[str], optional: list[str], attrs: list[dict[str, Any]], own: dict[str, str]) -> Any:
    """Returns what `inspect` and editors show of a raw op: its arguments, by keyword only."""
    from inspect import Parameter, Signature

    defaults = {attr["name"]: attr["default"] for attr in attrs}
    parameters = [Parameter(argument, Parameter.KEYWORD_ONLY) for argument in required]
    for argument in optional:
        default = defaults[own.get(argument, argument)]
        parameters.append(Parameter(argument, Parameter.KEYWORD_ONLY, default=_as_written(default)))
    return Signature([*parameters, Parameter("name", Parameter.KEYWORD_ONLY, default=None)])


def _as_written(default: Any) -> Any:
    """Returns the default value of an attribute as definitions of ops write it: 0.1 for what float32 makes of that."""
    if isinstance(default, bytes):
        return default.decode()
    if isinstance(default, list):
        return [_as_written(item) for item in default]
    return float(f"{default:.7g}") if isinstance(default, float) else default


def _result_class(name: str, outputs: list[dict[str, Any]]) -> Any:
    """Returns the named tuple that an op with several outputs gives, None for others."""
    if len(outputs) < 2:
        return None
    import collections

    return collections.namedtuple(name, [output["name"] for output in outputs])
