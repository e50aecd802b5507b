"""The public names of tf.compat.v1.tpu. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.tpu_system import XLAOptions as XLAOptions
from graphwright._src.v1.tpu import (
    CrossShardOptimizer as CrossShardOptimizer,
    PaddingSpec as PaddingSpec,
    batch_parallel as batch_parallel,
    bfloat16_scope as bfloat16_scope,
    core as core,
    cross_replica_sum as cross_replica_sum,
    initialize_system as initialize_system,
    outside_compilation as outside_compilation,
    replicate as replicate,
    rewrite as rewrite,
    shard as shard,
    shutdown_system as shutdown_system,
)
from graphwright.compat.v1.tpu import experimental as experimental

__all__ = [
    "CrossShardOptimizer", "PaddingSpec", "XLAOptions", "batch_parallel", "bfloat16_scope", "core", "cross_replica_sum",
    "experimental", "initialize_system", "outside_compilation", "replicate", "rewrite", "shard", "shutdown_system",
]
