"""The public names of tf.compat.v1.saved_model.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.options import VariablePolicy as VariablePolicy
from graphwright._src.saved_model.resources import TrackableResource as TrackableResource
from graphwright._src.saved_model.saving import save as save

__all__ = [
    "TrackableResource", "VariablePolicy", "save",
]
