"""The public names of tf.__internal__.saved_model. Written by tools/write_stubs.py, not by hand."""
from graphwright.__internal__.saved_model import load as load
from graphwright._src.saved_model.loading import load_partial as load_partial, parse_saved_model as parse_saved_model
from graphwright._src.saved_model.structured_value import (
    decode_proto as decode_proto,
    encode_structure as encode_structure,
)

__all__ = [
    "decode_proto", "encode_structure", "load", "load_partial", "parse_saved_model",
]
