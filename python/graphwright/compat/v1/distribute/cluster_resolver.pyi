"""The public names of tf.compat.v1.distribute.cluster_resolver. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.clusters import (
    ClusterResolver as ClusterResolver,
    ExecutableLocation as KubernetesExecutableLocation,
    SimpleClusterResolver as SimpleClusterResolver,
    TFConfigClusterResolver as TFConfigClusterResolver,
    UnionClusterResolver as UnionResolver,
)
from graphwright.distribute.cluster_resolver import (
    GCEClusterResolver as GCEClusterResolver,
    KubernetesClusterResolver as KubernetesClusterResolver,
    SlurmClusterResolver as SlurmClusterResolver,
    TPUClusterResolver as TPUClusterResolver,
)

__all__ = [
    "ClusterResolver", "GCEClusterResolver", "KubernetesClusterResolver", "KubernetesExecutableLocation",
    "SimpleClusterResolver", "SlurmClusterResolver", "TFConfigClusterResolver", "TPUClusterResolver", "UnionResolver",
]
