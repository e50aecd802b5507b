"""The public names of tf.compat.v1.autograph.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.autograph.directives import set_loop_options as set_loop_options
from graphwright._src.autograph.feature import Feature as Feature
from graphwright._src.base.conversion_status import do_not_convert as do_not_convert

__all__ = [
    "Feature", "do_not_convert", "set_loop_options",
]
