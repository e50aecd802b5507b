"""The public names of tf.compat.v1.types.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.function.signature import FunctionTypeBase as FunctionType
from graphwright._src.tensor.types import TensorLike as TensorLike

__all__ = [
    "FunctionType", "TensorLike",
]
