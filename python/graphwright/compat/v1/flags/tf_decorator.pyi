"""The public names of tf.compat.v1.flags.tf_decorator. Written by tools/write_stubs.py, not by hand."""
from  import inspect as inspect
from graphwright._src.internals.decorator import (
    TFDecorator as TFDecorator,
    fullargspec_to_signature as fullargspec_to_signature,
    make_decorator as make_decorator,
    rewrap as rewrap,
    unwrap as unwrap,
)
from typing import Any as Any, Dict as Dict

__all__ = [
    "Any", "Dict", "TFDecorator", "fullargspec_to_signature", "inspect", "make_decorator", "rewrap", "unwrap",
]
