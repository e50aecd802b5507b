"""Machine code for functions with `jit_compile=True`: the core hands over LLVM IR, llvmlite compiles it.

Imported when the first function asks for machine code. Without llvmlite (`pip install "graphwright[jit]"`) the same
programs run with the kernels that the package brings, with the same results.

Environment variables: `GRAPHWRIGHT_JIT=0` makes no machine code at all, `GRAPHWRIGHT_JIT=1` asks for it in every `tf.function`;
`GRAPHWRIGHT_CACHE_DIR` is where it is kept between processes ("" keeps none; `~/.cache/graphwright` unless given).
"""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.logger import get_logger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_missing = False


def available() -> bool:
    """Tells whether functions can be compiled to machine code: llvmlite is installed and nobody switched it off."""
    global _missing
    if _missing or os.environ.get("GRAPHWRIGHT_JIT") == "0":
        return False
    try:
        import llvmlite.binding  # noqa: F401
    except ImportError:
        _missing = True
    return not _missing


def compile_ir(text: str, count: int) -> tuple[tuple[int, ...], Any] | None:
    """Machine code for a module of LLVM IR.

    Args:
      text: the module; its functions are named `region0`, `region1` and so on.
      count: how many of them there are.

    Returns:
      The functions' addresses and an object that keeps their code in memory, or None where there is no compiler.
    """
    if not available():
        return None
    from graphwright._src.explain.jit import llvm

    try:
        code = llvm.machine_code(text)
        return tuple(code.address(f"region{i}") for i in range(count)), code
    except Exception:  # noqa: BLE001 - whatever is wrong with the compiler, the program runs without it
        get_logger().warning("A function was not compiled to machine code", exc_info=True)
        return None


_core.register_hook("compile_ir", compile_ir)
