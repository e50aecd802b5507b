"""The public names of tf.compat.v1.saved_model.tag_constants. Written by tools/write_stubs.py, not by hand."""

__all__ = [
    "GPU", "SERVING", "TPU", "TRAINING",
]

GPU: str

SERVING: str

TPU: str

TRAINING: str
