"""The public names of tf.compat.v1.lite. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.lite import (
    Interpreter as Interpreter,
    OpHint as OpHint,
    OpsSet as OpsSet,
    Optimize as Optimize,
    RepresentativeDataset as RepresentativeDataset,
    TFLiteConverterV1 as TFLiteConverter,
    TargetSpec as TargetSpec,
    TocoConverter as TocoConverter,
    toco_convert as toco_convert,
)
from graphwright.compat.v1.lite import constants as constants, experimental as experimental

__all__ = [
    "Interpreter", "OpHint", "OpsSet", "Optimize", "RepresentativeDataset", "TFLiteConverter", "TargetSpec",
    "TocoConverter", "constants", "experimental", "toco_convert",
]
