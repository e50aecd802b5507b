"""The public names of tf.__internal__.distribute.interim. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.strategies import maybe_merge_call as maybe_merge_call

__all__ = [
    "maybe_merge_call",
]
