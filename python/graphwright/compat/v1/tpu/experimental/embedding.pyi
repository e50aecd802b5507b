"""The public names of tf.compat.v1.tpu.experimental.embedding. Written by tools/write_stubs.py, not by hand."""
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
from graphwright.tpu.experimental.embedding import (
    CustomCombiner as CustomCombiner,
    CustomOptimizer as CustomOptimizer,
    TPUEmbedding as TPUEmbedding,
    TPUEmbeddingV0 as TPUEmbeddingV0,
    TPUEmbeddingV2 as TPUEmbeddingV2,
)

__all__ = [
    "Adagrad", "AdagradMomentum", "Adam", "CustomCombiner", "CustomOptimizer", "FTRL", "FeatureConfig",
    "QuantizationConfig", "RowIdInitializer", "SGD", "SparseCoreEmbeddingConfig", "TPUEmbedding",
    "TPUEmbeddingForServing", "TPUEmbeddingV0", "TPUEmbeddingV2", "TableConfig", "serving_embedding_lookup",
]
