"""tf.quantization.experimental: models with small integers. The messages that describe one are there, what makes one is not."""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export
from graphwright._src.messages.wire import Enum, Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

_WHY = "graphwright quantizes no models; save with tf.saved_model.save and quantize that with TensorFlow"


def _numbered(names: str) -> Enum:
    return Enum(dict(enumerate(names.split())))


@export("quantization.experimental.QuantizationComponentSpec")
class QuantizationComponentSpec(Message):
    """The integers for one part of an op (tf.quantization.experimental.QuantizationComponentSpec)."""

    __slots__ = ()
    QuantizationComponent = _numbered("COMPONENT_UNSPECIFIED COMPONENT_ACTIVATION COMPONENT_WEIGHT COMPONENT_BIAS")
    COMPONENT_UNSPECIFIED, COMPONENT_ACTIVATION, COMPONENT_WEIGHT, COMPONENT_BIAS = range(4)
    TensorType = _numbered("TENSORTYPE_UNSPECIFIED TENSORTYPE_INT_4 TENSORTYPE_INT_8 TENSORTYPE_INT_32")
    TENSORTYPE_UNSPECIFIED, TENSORTYPE_INT_4, TENSORTYPE_INT_8, TENSORTYPE_INT_32 = range(4)
    _table = {"quantization_component": Field(1, QuantizationComponent), "tensor_type": Field(2, TensorType)}


@export("quantization.experimental.QuantizationMethod")
class QuantizationMethod(Message):
    """A way to find the integers (tf.quantization.experimental.QuantizationMethod)."""

    __slots__ = ()
    PresetMethod = _numbered(
        "METHOD_UNSPECIFIED METHOD_NO_QUANTIZE METHOD_STATIC_RANGE_INT8 METHOD_DYNAMIC_RANGE_INT8 "
        "METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8"
    )
    METHOD_UNSPECIFIED, METHOD_NO_QUANTIZE, METHOD_STATIC_RANGE_INT8 = range(3)
    METHOD_DYNAMIC_RANGE_INT8, METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8 = 3, 4
    _table = {
        "quantization_component_specs": Field(3, QuantizationComponentSpec, repeated=True),
        "preset_method": Field(4, PresetMethod),
    }


class QuantizationUnit(Message):
    """Names of nodes: UnitWiseQuantizationSpec.QuantizationUnit."""

    __slots__ = ()
    _table = {"op_type": Field(1, "string"), "node_name": Field(2, "string"), "func_name": Field(3, "string")}


@export("quantization.experimental.UnitWiseQuantizationSpec")
class UnitWiseQuantizationSpec(Message):
    """The method for some nodes (tf.quantization.experimental.UnitWiseQuantizationSpec)."""

    __slots__ = ()
    QuantizationUnit = QuantizationUnit
    _table = {"unit": Field(5, QuantizationUnit, repeated=True), "quantization_method": Field(6, QuantizationMethod)}


class RepresentativeDatasetFile(Message):
    """The file with samples for one signature."""

    __slots__ = ()
    _table = {"tfrecord_file_path": Field(1, "string", oneof="dataset_file")}


class TfRecordFile(Message):
    """The path of a file of records."""

    __slots__ = ()
    _table = {"path": Field(1, "string")}


class RepresentativeDatasetConfig(Message):
    """The samples for one signature, and its name."""

    __slots__ = ()
    _table = {
        "tf_record": Field(1, TfRecordFile, oneof="file"),
        "signature_key": Field(2, "string", oneof="_signature_key"),
    }


class CalibrationParameters(Message):
    """The numbers of CalibrationOptions."""

    __slots__ = ()
    _table = {"num_bins": Field(1, "int32"), "min_percentile": Field(2, "float"), "max_percentile": Field(3, "float")}


class CalibrationOptions(Message):
    """A way to find the ranges of values."""

    __slots__ = ()
    CalibrationParameters = CalibrationParameters
    CalibrationMethod = _numbered(
        "CALIBRATION_METHOD_UNSPECIFIED CALIBRATION_METHOD_MIN_MAX CALIBRATION_METHOD_AVERAGE_MIN_MAX "
        "CALIBRATION_METHOD_HISTOGRAM_PERCENTILE CALIBRATION_METHOD_HISTOGRAM_MSE_BRUTEFORCE "
        "CALIBRATION_METHOD_HISTOGRAM_MSE_MAX_FREQUENCY CALIBRATION_METHOD_HISTOGRAM_MSE_SYMMETRIC"
    )
    _table = {
        "calibration_method": Field(1, CalibrationMethod),
        "calibration_parameters": Field(2, CalibrationParameters),
        "representative_datasets": Field(3, RepresentativeDatasetConfig, repeated=True),
        "calibration_data_dir": Field(4, "string"),
        "force_regenerate_calibration_data": Field(5, "bool"),
    }


class DebuggerConfig(Message):
    """The files in which a model and its quantized form are compared."""

    __slots__ = ()
    DebuggerType = _numbered(
        "DEBUGGER_TYPE_UNSPECIFIED DEBUGGER_TYPE_WHOLE_MODEL DEBUGGER_TYPE_INT_PER_LAYER DEBUGGER_TYPE_FLOAT_PER_LAYER"
    )
    _table = {
        "debugger_type": Field(1, DebuggerType),
        "unquantized_dump_model_path": Field(2, "string"),
        "log_dir_path": Field(3, "string"),
    }


@export("quantization.experimental.QuantizationOptions")
class QuantizationOptions(Message):
    """A description of how to quantize a model (tf.quantization.experimental.QuantizationOptions).

    >>> QuantizationOptions(tags=["serve"], op_set=1)
    op_set: TF
    tags: "serve"
    <BLANKLINE>
    """

    __slots__ = ()
    _table = {
        "quantization_method": Field(1, QuantizationMethod),
        "op_set": Field(2, _numbered("OP_SET_UNSPECIFIED TF XLA UNIFORM_QUANTIZED STABLEHLO")),
        "tags": Field(5, "string", repeated=True),
        "signature_keys": Field(6, "string", repeated=True),
        "representative_datasets": Field(7, RepresentativeDatasetFile, key="string"),
        "min_num_elements_for_weights": Field(8, "int64"),
        "freeze_all_variables": Field(9, "bool", oneof="_freeze_all_variables"),
        "enable_per_channel_quantization": Field(10, "bool", oneof="_enable_per_channel_quantization"),
        "enable_two_input_tensors": Field(11, "bool"),
        "experimental_enable_tpu_model_support": Field(12, "bool"),
        "enable_legacy_weight_only": Field(13, "bool"),
        "force_graph_mode_calibration": Field(14, "bool"),
        "calibration_options": Field(15, CalibrationOptions),
        "debugger_config": Field(16, DebuggerConfig),
        "unit_wise_quantization_specs": Field(17, UnitWiseQuantizationSpec, repeated=True),
    }


@absent(_WHY, "quantization.experimental.quantize_saved_model")
def quantize_saved_model(
    saved_model_path: str,
    output_directory: str | None = None,
    quantization_options: QuantizationOptions | None = None,
    representative_dataset: Iterable[Mapping[str, Any]] | Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    *,
    overwrite_output_directory: bool = False,
) -> Any: ...


@absent(_WHY, "quantization.experimental.TfRecordRepresentativeDatasetSaver")
class TfRecordRepresentativeDatasetSaver:
    """Writes samples for a calibration (tf.quantization.experimental.TfRecordRepresentativeDatasetSaver)."""

    def __init__(
        self,
        path_map: Mapping[str, os.PathLike[str]],
        expected_input_key_map: Mapping[str, Collection[str]] | None = None,
    ) -> None: ...

    def save(
        self, representative_dataset: Mapping[str, Iterable[Mapping[str, Any]]]
    ) -> Mapping[str, RepresentativeDatasetFile]: ...
