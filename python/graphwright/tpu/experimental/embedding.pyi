"""The public names of tf.tpu.experimental.embedding. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_embedding import (
    Adagrad as Adagrad,
    AdagradMomentum as AdagradMomentum,
    Adam as Adam,
    FTRL as FTRL,
    FeatureConfig as FeatureConfig,
    QuantizationConfig as QuantizationConfig,
    RowIdInitializer as RowIdInitializer,
    SGD as SGD,
    SparseCoreEmbeddingConfig as SparseCoreEmbeddingConfig,
    TPUEmbeddingForServing as TPUEmbeddingForServing,
    TableConfig as TableConfig,
    serving_embedding_lookup as serving_embedding_lookup,
)
from graphwright._src.state.trackable import AutoTrackable

__all__ = [
    "Adagrad", "AdagradMomentum", "Adam", "CustomCombiner", "CustomOptimizer", "FTRL", "FeatureConfig",
    "QuantizationConfig", "RowIdInitializer", "SGD", "SparseCoreEmbeddingConfig", "TPUEmbedding",
    "TPUEmbeddingForServing", "TPUEmbeddingV0", "TPUEmbeddingV2", "TableConfig", "serving_embedding_lookup",
]

class CustomCombiner(AutoTrackable):
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.CustomCombiner)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class CustomOptimizer(AutoTrackable):
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.CustomOptimizer)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class TPUEmbedding(AutoTrackable):
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.TPUEmbedding)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class TPUEmbeddingV0(AutoTrackable):
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.TPUEmbeddingV0)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class TPUEmbeddingV2(AutoTrackable):
    """Raises NotImplementedError when one is made: there is no support for TPUs (tf.tpu.experimental.embedding.TPUEmbeddingV2)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...
