"""tf.experimental.tensorrt: models whose parts TensorRT runs, which there are none of here."""

from __future__ import annotations

import collections

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_WORKSPACE = 1 << 30  # bytes


class TrtConversionParams(
    collections.namedtuple(
        "TrtConversionParams",
        "max_workspace_size_bytes precision_mode minimum_segment_size maximum_cached_engines use_calibration "
        "allow_build_at_runtime",
    )
):
    """The choices of a converter (tf.experimental.tensorrt.ConversionParams)."""

    __slots__ = ()

    def __new__(
        cls,
        max_workspace_size_bytes: int = _WORKSPACE,
        precision_mode: str = "FP32",
        minimum_segment_size: int = 3,
        maximum_cached_engines: int = 1,
        use_calibration: bool = True,
        allow_build_at_runtime: bool = True,
    ) -> TrtConversionParams:
        return super().__new__(
            cls,
            max_workspace_size_bytes,
            precision_mode,
            minimum_segment_size,
            maximum_cached_engines,
            use_calibration,
            allow_build_at_runtime,
        )


export("experimental.tensorrt.ConversionParams", v1="")(TrtConversionParams)


@absent("graphwright has no TensorRT; its functions run on GPUs without it", "experimental.tensorrt.Converter", v1="")
class Converter:
    """Converts models for TensorRT (tf.experimental.tensorrt.Converter). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        input_saved_model_dir: str | None = None,
        input_saved_model_tags: Iterable[str] | None = None,
        input_saved_model_signature_key: str | None = None,
        use_dynamic_shape: bool | None = None,
        dynamic_shape_profile_strategy: str | None = None,
        max_workspace_size_bytes: int = _WORKSPACE,
        precision_mode: str = "FP32",
        minimum_segment_size: int = 3,
        maximum_cached_engines: int = 1,
        use_calibration: bool = True,
        allow_build_at_runtime: bool = True,
        conversion_params: TrtConversionParams | None = None,
    ) -> None: ...

    def build(self, input_fn: Callable[[], Iterable[Any]]) -> None: ...
    def convert(self, calibration_input_fn: Callable[[], Iterable[Any]] | None = None) -> Any: ...
    def save(
        self, output_saved_model_dir: str, save_gpu_specific_engines: bool = True, options: Any = None
    ) -> None: ...
    def summary(
        self, line_length: int = 160, detailed: bool = True, print_fn: Callable[[str], None] | None = None
    ) -> None: ...
