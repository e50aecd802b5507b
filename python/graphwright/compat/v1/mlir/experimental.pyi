"""The public names of tf.compat.v1.mlir.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph_import.mlir import (
    convert_function as convert_function,
    convert_graph_def as convert_graph_def,
    convert_saved_model as convert_saved_model,
    convert_saved_model_v1 as convert_saved_model_v1,
    run_pass_pipeline as run_pass_pipeline,
    tflite_to_tosa_bytecode as tflite_to_tosa_bytecode,
    write_bytecode as write_bytecode,
)

__all__ = [
    "convert_function", "convert_graph_def", "convert_saved_model", "convert_saved_model_v1", "run_pass_pipeline",
    "tflite_to_tosa_bytecode", "write_bytecode",
]
