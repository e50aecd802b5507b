"""The public names of tf.compat.v1.quantization.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.messages.classes import (
    QuantizationComponentSpec as QuantizationComponentSpec,
    QuantizationMethod as QuantizationMethod,
    QuantizationOptions as QuantizationOptions,
    UnitWiseQuantizationSpec as UnitWiseQuantizationSpec,
)
from graphwright._src.saved_model.quantization import (
    TfRecordRepresentativeDatasetSaver as TfRecordRepresentativeDatasetSaver,
    quantize_saved_model as quantize_saved_model,
)

__all__ = [
    "QuantizationComponentSpec", "QuantizationMethod", "QuantizationOptions", "TfRecordRepresentativeDatasetSaver",
    "UnitWiseQuantizationSpec", "quantize_saved_model",
]
