"""The public names of tf.distribute.cluster_resolver. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.cluster_spec import ClusterSpec
from graphwright._src.distribute.clusters import (
    ClusterResolver as ClusterResolver,
    ClusterResolver as _ClusterResolver,
    ExecutableLocation as KubernetesExecutableLocation,
    SimpleClusterResolver as SimpleClusterResolver,
    TFConfigClusterResolver as TFConfigClusterResolver,
    UnionClusterResolver as UnionResolver,
)
from typing import Any

__all__ = [
    "ClusterResolver", "GCEClusterResolver", "KubernetesClusterResolver", "KubernetesExecutableLocation",
    "SimpleClusterResolver", "SlurmClusterResolver", "TFConfigClusterResolver", "TPUClusterResolver", "UnionResolver",
]

class GCEClusterResolver(_ClusterResolver):
    """A cluster of machines at Google. Raises NotImplementedError when one is made."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def cluster_spec(self) -> ClusterSpec: ...
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str: ...

class KubernetesClusterResolver(_ClusterResolver):
    """A cluster of machines that Kubernetes manages. Raises NotImplementedError when one is made."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def cluster_spec(self) -> ClusterSpec: ...
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str: ...

class SlurmClusterResolver(_ClusterResolver):
    """A cluster of machines that Slurm manages. Raises NotImplementedError when one is made."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def cluster_spec(self) -> ClusterSpec: ...
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str: ...

class TPUClusterResolver(_ClusterResolver):
    """A cluster of TPUs. Raises NotImplementedError when one is made."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def cluster_spec(self) -> ClusterSpec: ...
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str: ...
