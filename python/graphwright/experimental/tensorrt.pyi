"""The public names of tf.experimental.tensorrt. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.tensorrt import Converter as Converter, TrtConversionParams as ConversionParams

__all__ = [
    "ConversionParams", "Converter",
]
