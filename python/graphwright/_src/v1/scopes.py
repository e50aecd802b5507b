"""tf.compat.v1's scopes of names and containers, and its toy op; how ops of a thread run in tf.experimental."""

from __future__ import annotations

import contextlib

from graphwright._src.base import build_info as libraries
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_warning
from graphwright._src.function import function
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import executing_eagerly, name_scope_v1
from graphwright._src.ops import raw_ops
from graphwright._src.tensor.composite_tensor import is_tensor
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any


@export("compat.v1.op_scope")
@contextlib.contextmanager
def op_scope(values: Any, name: str | None, default_name: str | None = None) -> Iterator[str]:
    """`tf.compat.v1.name_scope` with another order of arguments (tf.compat.v1.op_scope).

    Raises:
      TypeError: neither of the names is given.
    """
    log_warning("tf.op_scope(values, name, default_name) is deprecated, use tf.name_scope(name, default_name, values)")
    with name_scope_v1(name, default_name, values) as scope:
        yield scope


@export("compat.v1.container")
def container(container_name: str) -> AbstractContextManager[str]:
    """Returns the context `tf.Graph.container` of the default graph (tf.compat.v1.container)."""
    return default_graph().container(container_name)


@export("compat.v1.user_ops.my_fact")
def my_fact() -> Any:
    """Returns a string tensor with a fact about the factorial of 0 (tf.compat.v1.user_ops.my_fact)."""
    return raw_ops.Fact()


@export("compat.v1.experimental.output_all_intermediates")
def output_all_intermediates(state: bool | None) -> None:
    """Has no effect: gradients of branches and loops have what they need (tf.compat.v1.experimental.output_all_intermediates)."""


@export("experimental.async_scope")
@contextlib.contextmanager
def async_scope() -> Iterator[None]:
    """Returns a context whose ops might run later than their calls: they do not (tf.experimental.async_scope)."""
    yield


@export("experimental.async_clear_error")
def async_clear_error() -> None:
    """Has no effect: errors are raised where they occur (tf.experimental.async_clear_error)."""


@export("experimental.function_executor_type")
@contextlib.contextmanager
def function_executor_type(executor_type: str | None) -> Iterator[None]:
    """Returns a context whose functions might run by another executor: there is one (tf.experimental.function_executor_type)."""
    yield


@export("compat.v1.load_file_system_library")
def load_file_system_library(library_filename: str) -> None:
    """Would load file systems from a shared library (tf.compat.v1.load_file_system_library).

    Raises:
      tf.errors.NotFoundError: there is no such file, or it is no library.
      NotImplementedError: it is one: libraries made for TensorFlow need TensorFlow's own.
    """
    libraries.load_op_library(library_filename)


@export("experimental.register_filesystem_plugin")
def register_filesystem_plugin(plugin_location: str) -> None:
    """Would load file systems from a shared library, or all of a folder (tf.experimental.register_filesystem_plugin).

    Raises:
      FileNotFoundError: there is no such file or folder (OSError).
      tf.errors.NotFoundError: a file is no library.
      NotImplementedError: it is one: libraries made for TensorFlow need TensorFlow's own.
    """
    libraries.load_library(plugin_location)


@export("xla.experimental.compile")
def compile(computation: Callable[..., Any], inputs: list[Any] | None = None) -> Any:
    """Returns what a function of tensors gives, run as one compiled program (tf.xla.experimental.compile).

    Args:
      computation: takes as many tensors as there are in `inputs`.
      inputs: tensors or what becomes tensors.

    Returns:
      What `computation` returns, one tensor alone in a list.

    Raises:
      TypeError: `inputs` is no list.

    >>> import graphwright as tf
    >>> float(tf.xla.experimental.compile(lambda a, b: (a + b, a * b), [3.0, 2.0])[1])
    6.0
    """
    if inputs is not None and not isinstance(inputs, list):
        raise TypeError("inputs must be a list")
    tensors = [convert_to_tensor(value) for value in inputs or ()]
    found = function(computation, jit_compile=True)(*tensors)
    return [found] if is_tensor(found) else found


@export("xla.experimental.jit_scope")
@contextlib.contextmanager
def jit_scope(
    compile_ops: bool | Callable[..., Any] = True, separate_compiled_gradients: bool = False
) -> Iterator[None]:
    """Returns a context whose ops might be compiled together: it has no effect (tf.xla.experimental.jit_scope).

    Raises:
      RuntimeError: eager execution is on.
    """
    if executing_eagerly():
        raise RuntimeError(
            "xla.experimental.jit_scope is not supported when eager execution is enabled. Try use it inside tf.function."
        )
    yield
