"""The ways up: which file registers each hook that the core calls, and functions of files above that lower ones call.

A file is imported when its hook or function is first called.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Hook of the core -> the file that registers it.
HOOKS = {
    **dict.fromkeys("tensor_repr tensor_str tensor_iter tensor_equals tensor_not_equals".split(), "tensor.tensor"),
    **dict.fromkeys("as_dtype tensor_shape shape_to_tuple convert_object truediv conjunction".split(), "tensor.tensor"),
    **dict.fromkeys("xor divmod symbolic_bool symbolic_len".split(), "tensor.tensor"),
    "getitem": "tensor.subscript",
    "indexed_slices": "tensor.indexed_slices",
    **dict.fromkeys("graph operation last_operation".split(), "graph.graph"),
    **dict.fromkeys("variable_around variable_repr variable_equals variable_not_equals".split(), "state.variable"),
    "variable_slice_assign": "state.variable",
    "rows_looped": "control_flow.vectorize",
    **dict.fromkeys("tape_watch tape_gradient".split(), "gradients.tape"),
    "matmul": "ops.linalg_product",
    "image_codec": "ops.image_codecs",
    "print": "text.printing",
    "describe_message": "messages.protos",
    "trace_key": "function",
    "compile_ir": "explain.jit",
    **dict.fromkeys("read_unread unread_in_graph ordered_handle".split(), "session.variable"),
    "read_copies": "distribute.copies",
}


def load_hook(name: str) -> None:
    """Imports the file that registers a hook."""
    if name in HOOKS:
        _file(HOOKS[name])


def _file(module: str) -> Any:
    """Imports a file below `_src` and returns it."""
    return __import__(f"graphwright._src.{module}", fromlist=["*"])


def late(module: str, name: str) -> Callable[..., Any]:
    """Returns a function of a file above: for the methods that TensorFlow puts on classes which stand below what they need.

    Args:
      module: the file, as in "session.default_session".
      name: the function's name there.

    >>> late("tensor.device_spec", "device_name")(-1)
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    found = None

    def call(*args: object, **kwargs: object) -> Any:
        nonlocal found
        if found is None:
            found = getattr(_file(module), name)
        return found(*args, **kwargs)

    return call


def if_loaded(module: str) -> Any:
    """Returns a file above where something has imported it, else None: what nobody has asked for yet has nothing to tell.

    Args:
      module: the file, as in "checkpoint.restoration".
    """
    return sys.modules.get(f"graphwright._src.{module}")


class late_file:  # noqa: N801
    """A file above: for a class whose methods are written in several files. What is asked of it is imported then.

    Args:
      module: the file, as in "data.transformations".

    >>> late_file("tensor.device_spec").device_name(-1)
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(_file(self._module), name)
        if not name.startswith("__"):
            self.__dict__[name] = found
        return found
