"""Names of `tensorflow.python.…` that programs import to look at devices, functions and modules, and nothing publishes."""

from __future__ import annotations

import functools
import inspect
import re
import sys
from typing import Any

import graphwright as tf
from graphwright._src.data.seeds import data_seeds as get_seed  # noqa: F401 - data.util.random_seed has it
from graphwright._src.graph.seeds import DEFAULT_GRAPH_SEED as DEFAULT_GRAPH_SEED
from graphwright._src.messages.wire import Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# ---- client.device_lib, client.timeline ----


class DeviceLocality(Message):
    """The place of a device."""

    __slots__ = ()
    _table = {"bus_id": Field(1, "int32"), "numa_node": Field(2, "int32")}


class DeviceAttributes(Message):
    """The description of a device."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "device_type": Field(2, "string"),
        "memory_limit": Field(4, "int64"),
        "locality": Field(5, DeviceLocality),
        "incarnation": Field(6, "fixed64"),
        "physical_device_desc": Field(7, "string"),
        "xla_global_id": Field(8, "int64"),
    }


_NOT_KNOWN = 256 << 20  # what TensorFlow tells of the memory of processors


def list_local_devices(session_config: object = None) -> list[DeviceAttributes]:
    """A message for each device of this machine; `session_config` has no effect."""
    found = []
    for number, device in enumerate(tf.config.list_logical_devices()):
        made = DeviceAttributes(
            name=device.name.replace("/physical_device:", "/device:"),
            device_type=device.device_type,
            memory_limit=_NOT_KNOWN,
            incarnation=number + 1,
            xla_global_id=-1,
        )
        made.locality.SetInParent()
        if device.device_type == "GPU":
            gpu = int(device.name.rpartition(":")[2])
            details = tf.config.experimental.get_device_details(tf.config.list_physical_devices("GPU")[gpu])
            made.physical_device_desc = f"device: {gpu}, name: {details.get('device_name', '')}"
            made.xla_global_id = gpu
        found.append(made)
    return found


class Timeline:
    """Pictures of what sessions ran when. Sessions tell nothing of that here: objects cannot be made."""

    def __init__(self, step_stats: object, graph: object = None) -> None:
        raise NotImplementedError("Timeline: sessions do not tell when ops ran; tf.profiler.experimental does")


# ---- util.all_util ----


def _documented(modules: Sequence[Any]) -> set[str]:
    return {name for module in modules for name in re.findall(r"^@@(\w+) *$", module.__doc__ or "", re.MULTILINE)}


def make_all(module_name: str, doc_string_modules: Sequence[Any] | None = None) -> list[str]:
    """The names of a module that its docstring, or those of other modules, tells of in lines such as `@@name`."""
    module = sys.modules[module_name]
    told = _documented([module] if doc_string_modules is None else doc_string_modules)
    return sorted(name for name in dir(module) if name in told)


def remove_undocumented(
    module_name: str,
    allowed_exception_list: Iterable[str] | None = None,
    doc_string_modules: Sequence[Any] | None = None,
) -> None:
    """Deletes the names of a module that its docstring does not tell of, but for exceptions and those with a "_" ahead."""
    kept = set(make_all(module_name, doc_string_modules)).union(allowed_exception_list or ())
    module = sys.modules[module_name]
    for name in dir(module):
        if name not in kept and not name.startswith("_"):
            delattr(module, name)


# ---- util.function_utils ----


def fn_args(fn: Any) -> tuple[str, ...]:
    """The names of a function's positional arguments that are not bound yet."""
    if isinstance(fn, functools.partial):
        names = fn_args(fn.func)[len(fn.args) :]
        return tuple(name for name in names if name not in fn.keywords)
    if not (inspect.isroutine(fn) or inspect.isclass(fn)) and hasattr(fn, "__call__"):  # noqa: B004
        fn = fn.__call__
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(name for name, one in inspect.signature(fn).parameters.items() if one.kind in kinds)


def has_kwargs(fn: Any) -> bool:
    """Tells whether a function takes any keyword arguments.

    Raises:
      TypeError: it is none.
    """
    if isinstance(fn, functools.partial):
        return has_kwargs(fn.func)
    if not callable(fn):
        raise TypeError(f"fn should be a function-like object, but is of type {type(fn)}.")
    if not inspect.isroutine(fn):
        fn = fn.__call__
    parameters = inspect.signature(fn).parameters.values()
    return any(one.kind is one.VAR_KEYWORD for one in parameters)


def get_func_code(func: Any) -> Any:
    """The code object of a function or of what is called like one; None where there is none."""
    while isinstance(func, functools.partial):
        return None
    found = getattr(func, "__code__", None)
    if found is None and callable(func):
        found = getattr(func.__call__, "__code__", None)
    return found


def get_func_name(func: Any) -> str:
    """Returns what to call a function in messages.

    Raises:
      ValueError: it cannot be called.
    """
    if isinstance(func, functools.partial) or not hasattr(func, "__qualname__") or inspect.isbuiltin(func):
        if not callable(func):
            raise ValueError(f"Argument `func` must be a callable, got {func!r}")
        return str(type(func))
    if inspect.ismethod(func):
        return f"{type(func.__self__).__name__}.{func.__name__}"
    return str(type(func)) if inspect.isclass(func) else func.__name__


# ---- autograph.impl.api, distribute.ps_values, framework.convert_to_constants ----


class StackTraceMapper:
    """A context that maps lines of rewritten functions to those of the program; rewritten functions have these already."""

    def __init__(self, converted_fn: Any) -> None:
        self._source_map = converted_fn.ag_source_map

    def get_effective_source_map(self) -> dict:
        """Returns what is mapped: nothing that is not where it was."""
        return {}

    def __enter__(self) -> StackTraceMapper:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class AggregatingVariable(tf.Variable):
    """The class of variables that strategies with parameter servers make; there are no such strategies, and none of these."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError("AggregatingVariable: there are no strategies with parameter servers")


def convert_variables_to_constants_v2_as_graph(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[Any, Any]:
    """A function with constants in the place of variables, and the message of its graph."""
    from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2

    frozen = convert_variables_to_constants_v2(func, lower_control_flow, aggressive_inlining)
    return frozen, frozen.graph.as_graph_def()


def __getattr__(name: str) -> Any:
    if name == "build_info":
        return tf.sysconfig.get_build_info()
    if name in ("EmbeddingColumn", "IndicatorColumn"):
        from graphwright._src.feature_column import dense

        return getattr(dense, name)
    if name == "SequenceCategoricalColumn":
        from graphwright._src.feature_column import categorical

        return categorical.SequenceCategoricalColumn
    if name == "SequenceNumericColumn":
        from graphwright._src.feature_column import numeric

        return numeric.SequenceNumericColumn
    if name in ("StateManager", "_StateManagerImpl"):
        from graphwright._src.feature_column import base

        return getattr(base, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
