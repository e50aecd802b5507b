"""tf.mlir: graphs in the language of MLIR, which graphwright neither reads nor writes."""

from __future__ import annotations

from graphwright._src.base.absent import absent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_WHY = "graphwright has no MLIR; `as_graph_def()` of a graph tells its nodes"


@absent(_WHY, "mlir.experimental.convert_function")
def convert_function(
    concrete_function: Any, pass_pipeline: str = "tf-standard-pipeline", show_debug_info: bool = False
) -> str: ...


@absent(_WHY, "mlir.experimental.convert_graph_def")
def convert_graph_def(
    graph_def: Any, pass_pipeline: str = "tf-standard-pipeline", show_debug_info: bool = False
) -> str: ...


@absent(_WHY, "mlir.experimental.convert_saved_model")
def convert_saved_model(saved_model_path: str, exported_names: Any, show_debug_info: bool = False) -> str: ...


@absent(_WHY, "mlir.experimental.convert_saved_model_v1")
def convert_saved_model_v1(
    saved_model_path: str,
    exported_names: Any,
    tags: Any,
    lift_variables: bool,
    include_variables_in_initializers: bool,
    upgrade_legacy: bool = True,
    show_debug_info: bool = False,
) -> str: ...


@absent(_WHY, "mlir.experimental.run_pass_pipeline")
def run_pass_pipeline(mlir_txt: str, pass_pipeline: str, show_debug_info: bool = False) -> str: ...


@absent(_WHY, "mlir.experimental.tflite_to_tosa_bytecode")
def tflite_to_tosa_bytecode(
    flatbuffer: str,
    bytecode: str,
    use_external_constant: bool = False,
    ordered_input_arrays: Sequence[str] | None = None,
    ordered_output_arrays: Sequence[str] | None = None,
) -> None: ...


@absent(_WHY, "mlir.experimental.write_bytecode")
def write_bytecode(filename: str, mlir_txt: str) -> None: ...
