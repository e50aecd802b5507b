"""The public names of tf.audio. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.audio import decode_wav as decode_wav, encode_wav as encode_wav

__all__ = [
    "decode_wav", "encode_wav",
]
