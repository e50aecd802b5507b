"""The public names of tf.lite. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.lite import (
    Interpreter as Interpreter,
    OpsSet as OpsSet,
    Optimize as Optimize,
    RepresentativeDataset as RepresentativeDataset,
    TFLiteConverter as TFLiteConverter,
    TargetSpec as TargetSpec,
)
from graphwright.lite import experimental as experimental

__all__ = [
    "Interpreter", "OpsSet", "Optimize", "RepresentativeDataset", "TFLiteConverter", "TargetSpec", "experimental",
]
