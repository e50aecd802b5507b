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

for _name, _value in {
    "ASSETS_DIRECTORY": ASSETS_DIRECTORY,
    "ASSETS_KEY": "saved_model_assets",
    "CLASSIFY_INPUTS": "inputs",
    "CLASSIFY_METHOD_NAME": "tensorflow/serving/classify",
    "CLASSIFY_OUTPUT_CLASSES": "classes",
    "CLASSIFY_OUTPUT_SCORES": "scores",
    "DEBUG_DIRECTORY": "debug",
    "DEBUG_INFO_FILENAME_PB": "saved_model_debug_info.pb",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY": DEFAULT_SIGNATURE,
    "GPU": "gpu",
    "PREDICT_INPUTS": "inputs",
    "PREDICT_METHOD_NAME": PREDICT_METHOD,
    "PREDICT_OUTPUTS": "outputs",
    "REGRESS_INPUTS": "inputs",
    "REGRESS_METHOD_NAME": "tensorflow/serving/regress",
    "REGRESS_OUTPUTS": "outputs",
    "SAVED_MODEL_FILENAME_PB": SAVED_MODEL_FILENAME_PB,
    "SAVED_MODEL_FILENAME_PBTXT": SAVED_MODEL_FILENAME_PBTXT,
    "SAVED_MODEL_SCHEMA_VERSION": 1,
    "SERVING": SERVING,
    "TPU": "tpu",
    "TRAINING": "train",
    "VARIABLES_DIRECTORY": VARIABLES_DIRECTORY,
    "VARIABLES_FILENAME": VARIABLES_FILENAME,
}.items():
    export_value(f"saved_model.{_name}", _value)
