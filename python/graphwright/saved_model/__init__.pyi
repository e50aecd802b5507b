"""The public names of tf.saved_model. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.loading import contains_saved_model as contains_saved_model, load as load
from graphwright._src.saved_model.options import LoadOptions as LoadOptions, SaveOptions as SaveOptions
from graphwright._src.saved_model.saving import save as save
from graphwright._src.state.asset import Asset as Asset
from graphwright.saved_model import experimental as experimental

__all__ = [
    "ASSETS_DIRECTORY", "ASSETS_KEY", "Asset", "CLASSIFY_INPUTS", "CLASSIFY_METHOD_NAME", "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES", "DEBUG_DIRECTORY", "DEBUG_INFO_FILENAME_PB", "DEFAULT_SERVING_SIGNATURE_DEF_KEY", "GPU",
    "LoadOptions", "PREDICT_INPUTS", "PREDICT_METHOD_NAME", "PREDICT_OUTPUTS", "REGRESS_INPUTS", "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS", "SAVED_MODEL_FILENAME_PB", "SAVED_MODEL_FILENAME_PBTXT", "SAVED_MODEL_SCHEMA_VERSION", "SERVING",
    "SaveOptions", "TPU", "TRAINING", "VARIABLES_DIRECTORY", "VARIABLES_FILENAME", "contains_saved_model",
    "experimental", "load", "save",
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
