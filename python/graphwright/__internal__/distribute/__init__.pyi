"""The public names of tf.__internal__.distribute. Written by tools/write_stubs.py, not by hand."""
from graphwright.__internal__.distribute import combinations as combinations, interim as interim
from graphwright._src.distribute.strategies import (
    strategy_supports_no_merge_call as strategy_supports_no_merge_call,
    variable_sync_on_read_context as variable_sync_on_read_context,
)
from graphwright._src.internals.registration import ShardedVariable as ShardedVariable

__all__ = [
    "ShardedVariable", "combinations", "interim", "strategy_supports_no_merge_call", "variable_sync_on_read_context",
]
