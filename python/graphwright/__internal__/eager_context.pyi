"""The public names of tf.__internal__.eager_context. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph.scopes import eager_mode as eager_mode
from graphwright._src.internals.tf_internal import (
    get_device_name as get_device_name,
    set_soft_device_placement as set_soft_device_placement,
)

__all__ = [
    "eager_mode", "get_device_name", "set_soft_device_placement",
]
