"""tf.quantization.experimental: models with small integers. The messages that describe one are there, what makes one is not."""

from __future__ import annotations

from graphwright._src.base.absent import absent

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

    from graphwright._src.messages.classes import QuantizationOptions, RepresentativeDatasetFile

_WHY = "graphwright quantizes no models; save with tf.saved_model.save and quantize that with TensorFlow"


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
