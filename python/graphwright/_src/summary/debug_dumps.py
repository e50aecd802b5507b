"""tf.debugging.experimental: files with all that a program computes, which nothing here writes."""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike


@absent(
    "graphwright writes no dumps for the debugger of TensorBoard; a Python debugger stops in functions, too",
    "debugging.experimental.enable_dump_debug_info",
)
def enable_dump_debug_info(
    dump_root: str,
    tensor_debug_mode: str = "NO_TENSOR",
    circular_buffer_size: int = 1000,
    op_regex: str | None = None,
    tensor_dtypes: Sequence[DTypeLike] | Callable[..., bool] | None = None,
) -> Any: ...


@export("debugging.experimental.disable_dump_debug_info")
def disable_dump_debug_info() -> None:
    """Returns None: no dumps are being written (tf.debugging.experimental.disable_dump_debug_info).

    >>> disable_dump_debug_info()
    """
