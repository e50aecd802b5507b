"""Names of files, keys and tags of saved models."""

from __future__ import annotations

from graphwright._src.base.export import export_value

ASSETS_DIRECTORY = "assets"
EXTRA_ASSETS_DIRECTORY = "assets.extra"
VARIABLES_DIRECTORY = "variables"
VARIABLES_FILENAME = "variables"
SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
DEFAULT_SIGNATURE = "serving_default"
INIT_SIGNATURE = "__saved_model_init_op"
PREDICT_METHOD = "tensorflow/serving/predict"
SERVING = "serve"

# By the module below `tf.compat.v1.saved_model` that has them as well.
_CONSTANTS = {
    "constants": {
        "ASSETS_DIRECTORY": ASSETS_DIRECTORY,
        "ASSETS_KEY": "saved_model_assets",
        "DEBUG_DIRECTORY": "debug",
        "DEBUG_INFO_FILENAME_PB": "saved_model_debug_info.pb",
        "SAVED_MODEL_FILENAME_PB": SAVED_MODEL_FILENAME_PB,
        "SAVED_MODEL_FILENAME_PBTXT": SAVED_MODEL_FILENAME_PBTXT,
        "SAVED_MODEL_SCHEMA_VERSION": 1,
        "VARIABLES_DIRECTORY": VARIABLES_DIRECTORY,
        "VARIABLES_FILENAME": VARIABLES_FILENAME,
    },
    "signature_constants": {
        "CLASSIFY_INPUTS": "inputs",
        "CLASSIFY_METHOD_NAME": "tensorflow/serving/classify",
        "CLASSIFY_OUTPUT_CLASSES": "classes",
        "CLASSIFY_OUTPUT_SCORES": "scores",
        "DEFAULT_SERVING_SIGNATURE_DEF_KEY": DEFAULT_SIGNATURE,
        "PREDICT_INPUTS": "inputs",
        "PREDICT_METHOD_NAME": PREDICT_METHOD,
        "PREDICT_OUTPUTS": "outputs",
        "REGRESS_INPUTS": "inputs",
        "REGRESS_METHOD_NAME": "tensorflow/serving/regress",
        "REGRESS_OUTPUTS": "outputs",
    },
    "tag_constants": {
        "GPU": "gpu",
        "SERVING": SERVING,
        "TPU": "tpu",
        "TRAINING": "train",
    },
}
for _where, _values in _CONSTANTS.items():
    for _name, _value in _values.items():
        export_value(f"saved_model.{_name}", _value, v1=f"saved_model.{_name} saved_model.{_where}.{_name}")
