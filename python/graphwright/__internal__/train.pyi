"""The public names of tf.__internal__.train. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.registration import (
    set_using_mixed_precision_policy as set_using_mixed_precision_policy,
    update_checkpoint_state as update_checkpoint_state,
)
from graphwright._src.internals.tf_internal import (
    is_mixed_precision_graph_rewrite_enabled as is_mixed_precision_graph_rewrite_enabled,
)
from graphwright._src.v1.moving_average import assign_moving_average as assign_moving_average

__all__ = [
    "assign_moving_average", "is_mixed_precision_graph_rewrite_enabled", "set_using_mixed_precision_policy",
    "update_checkpoint_state",
]
