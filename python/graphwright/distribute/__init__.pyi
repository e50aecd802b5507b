"""The public names of tf.distribute. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.contexts import (
    ReplicaContext as ReplicaContext,
    experimental_set_strategy as experimental_set_strategy,
    get_replica_context as get_replica_context,
    get_strategy as get_strategy,
    has_strategy as has_strategy,
    in_cross_replica_context as in_cross_replica_context,
)
from graphwright._src.distribute.inputs import (
    DistributedDataset as DistributedDataset,
    DistributedIterator as DistributedIterator,
    InputContext as InputContext,
    InputOptions as InputOptions,
    InputReplicationMode as InputReplicationMode,
    RunOptions as RunOptions,
)
from graphwright._src.distribute.mirrored import MirroredStrategy as MirroredStrategy
from graphwright._src.distribute.reductions import (
    CrossDeviceOps as CrossDeviceOps,
    HierarchicalCopyAllReduce as HierarchicalCopyAllReduce,
    NcclAllReduce as NcclAllReduce,
    ReduceOp as ReduceOp,
    ReductionToOneDevice as ReductionToOneDevice,
)
from graphwright._src.distribute.server import Server as Server
from graphwright._src.distribute.strategies import (
    OneDeviceStrategy as OneDeviceStrategy,
    Strategy as Strategy,
    StrategyExtended as StrategyExtended,
)
from graphwright._src.distribute.unsupported import (
    MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
    ParameterServerStrategy as ParameterServerStrategy,
    TPUStrategy as TPUStrategy,
)
from graphwright._src.distribute.values import DistributedValues as DistributedValues
from graphwright.distribute import (
    cluster_resolver as cluster_resolver,
    coordinator as coordinator,
    experimental as experimental,
)

__all__ = [
    "CrossDeviceOps", "DistributedDataset", "DistributedIterator", "DistributedValues", "HierarchicalCopyAllReduce",
    "InputContext", "InputOptions", "InputReplicationMode", "MirroredStrategy", "MultiWorkerMirroredStrategy",
    "NcclAllReduce", "OneDeviceStrategy", "ParameterServerStrategy", "ReduceOp", "ReductionToOneDevice",
    "ReplicaContext", "RunOptions", "Server", "Strategy", "StrategyExtended", "TPUStrategy", "cluster_resolver",
    "coordinator", "experimental", "experimental_set_strategy", "get_replica_context", "get_strategy", "has_strategy",
    "in_cross_replica_context",
]
