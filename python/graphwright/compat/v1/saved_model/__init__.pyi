"""The public names of tf.compat.v1.saved_model. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.graph_models import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from graphwright._src.saved_model.loading import (
    contains_saved_model as contains_saved_model,
    contains_saved_model as maybe_saved_model_directory,
    load as load_v2,
)
from graphwright._src.saved_model.options import SaveOptions as SaveOptions
from graphwright._src.saved_model.saving import save as save
from graphwright._src.state.asset import Asset as Asset
from graphwright._src.v1.saved_model import (
    Builder as Builder,
    build_signature_def as build_signature_def,
    build_tensor_info as build_tensor_info,
    classification_signature_def as classification_signature_def,
    is_valid_signature as is_valid_signature,
    load as load,
    main_op_with_restore as main_op_with_restore,
    predict_signature_def as predict_signature_def,
    regression_signature_def as regression_signature_def,
    simple_save as simple_save,
)
from graphwright.compat.v1.saved_model import (
    builder as builder,
    constants as constants,
    experimental as experimental,
    loader as loader,
    main_op as main_op,
    signature_constants as signature_constants,
    signature_def_utils as signature_def_utils,
    tag_constants as tag_constants,
    utils as utils,
)

__all__ = [
    "ASSETS_DIRECTORY", "ASSETS_KEY", "Asset", "Builder", "CLASSIFY_INPUTS", "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES", "CLASSIFY_OUTPUT_SCORES", "DEBUG_DIRECTORY", "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY", "GPU", "LEGACY_INIT_OP_KEY", "MAIN_OP_KEY", "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME", "PREDICT_OUTPUTS", "REGRESS_INPUTS", "REGRESS_METHOD_NAME", "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB", "SAVED_MODEL_FILENAME_PBTXT", "SAVED_MODEL_SCHEMA_VERSION", "SERVING", "SaveOptions",
    "TPU", "TRAINING", "VARIABLES_DIRECTORY", "VARIABLES_FILENAME", "build_signature_def", "build_tensor_info",
    "builder", "classification_signature_def", "constants", "contains_saved_model", "experimental",
    "get_tensor_from_tensor_info", "is_valid_signature", "load", "load_v2", "loader", "main_op", "main_op_with_restore",
    "maybe_saved_model_directory", "predict_signature_def", "regression_signature_def", "save", "signature_constants",
    "signature_def_utils", "simple_save", "tag_constants", "utils",
]

ASSETS_DIRECTORY: str

ASSETS_KEY: str

CLASSIFY_INPUTS: str

CLASSIFY_METHOD_NAME: str

CLASSIFY_OUTPUT_CLASSES: str

CLASSIFY_OUTPUT_SCORES: str

DEBUG_DIRECTORY: str

DEBUG_INFO_FILENAME_PB: str

DEFAULT_SERVING_SIGNATURE_DEF_KEY: str

GPU: str

LEGACY_INIT_OP_KEY: str

MAIN_OP_KEY: str

PREDICT_INPUTS: str

PREDICT_METHOD_NAME: str

PREDICT_OUTPUTS: str

REGRESS_INPUTS: str

REGRESS_METHOD_NAME: str

REGRESS_OUTPUTS: str

SAVED_MODEL_FILENAME_PB: str

SAVED_MODEL_FILENAME_PBTXT: str

SAVED_MODEL_SCHEMA_VERSION: int

SERVING: str

TPU: str

TRAINING: str

VARIABLES_DIRECTORY: str

VARIABLES_FILENAME: str
