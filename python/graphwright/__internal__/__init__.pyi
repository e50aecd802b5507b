"""The public names of tf.__internal__. Written by tools/write_stubs.py, not by hand."""
from collections.abc import Callable
from graphwright.__internal__ import (
    autograph as autograph,
    config as config,
    decorator as decorator,
    dispatch as dispatch,
    distribute as distribute,
    eager_context as eager_context,
    feature_column as feature_column,
    function as function,
    graph_util as graph_util,
    mixed_precision as mixed_precision,
    monitoring as monitoring,
    nest as nest,
    ops as ops,
    saved_model as saved_model,
    smart_cond as smart_cond,
    test as test,
    tf2 as tf2,
    tracking as tracking,
    train as train,
    types as types,
)
from graphwright._core import EagerTensor as EagerTensor, SymbolicTensor as SymbolicTensor
from graphwright._src.function.func_graph import FuncGraph as FuncGraph
from graphwright._src.graph.scopes import get_name_scope as get_name_scope
from graphwright._src.internals.tf_internal import (
    execute_fn_for_device as execute_fn_for_device,
    get_enclosing_xla_context as get_enclosing_xla_context,
    is_tfrt_enabled as is_tfrt_enabled,
    load_context as load_context,
)
from graphwright._src.tensor.composite_tensor import CompositeTensor as CompositeTensor
from typing import Any

__all__ = [
    "CompositeTensor", "EagerTensor", "FuncGraph", "SymbolicTensor", "autograph", "config", "decorator", "dispatch",
    "distribute", "eager_context", "execute_fn_for_device", "feature_column", "function", "get_enclosing_xla_context",
    "get_name_scope", "graph_util", "is_tfrt_enabled", "load_context", "mixed_precision", "monitoring", "nest", "ops",
    "register_call_context_function", "register_clear_session_function", "register_get_session_function",
    "register_load_model_function", "saved_model", "smart_cond", "test", "tf2", "tracking", "train", "types",
]

def register_call_context_function(function: Callable[..., Any]) -> None:
    """Keeps a library's function: which layer is being called."""

def register_clear_session_function(function: Callable[..., Any]) -> None:
    """Keeps a library's function: forgets the library's state."""

def register_get_session_function(function: Callable[..., Any]) -> None:
    """Keeps a library's function: the session that the library runs in."""

def register_load_model_function(function: Callable[..., Any]) -> None:
    """Keeps a library's function: reads a model from files."""
