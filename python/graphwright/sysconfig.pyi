"""The public names of tf.sysconfig. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.base.build_info import (
    get_compile_flags as get_compile_flags,
    get_include as get_include,
    get_lib as get_lib,
    get_link_flags as get_link_flags,
)
from graphwright._src.graph.devices import get_build_info as get_build_info

__all__ = [
    "CXX11_ABI_FLAG", "CXX_VERSION", "MONOLITHIC_BUILD", "get_build_info", "get_compile_flags", "get_include",
    "get_lib", "get_link_flags",
]

CXX11_ABI_FLAG: int

CXX_VERSION: int

MONOLITHIC_BUILD: int
