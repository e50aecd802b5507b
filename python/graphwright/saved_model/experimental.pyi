"""The public names of tf.saved_model.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.fingerprint import Fingerprint as Fingerprint, read_fingerprint as read_fingerprint
from graphwright._src.saved_model.options import VariablePolicy as VariablePolicy
from graphwright._src.saved_model.resources import TrackableResource as TrackableResource

__all__ = [
    "Fingerprint", "TrackableResource", "VariablePolicy", "read_fingerprint",
]
