"""The public names of tf.compat.v1.distribute. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.contexts import (
    ReplicaContext as ReplicaContext,
    experimental_set_strategy as experimental_set_strategy,
    get_replica_context as get_replica_context,
    get_strategy as get_strategy,
    has_strategy as has_strategy,
    in_cross_replica_context as in_cross_replica_context,
)
from graphwright._src.distribute.inputs import (
    InputContext as InputContext,
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
    get_loss_reduction as get_loss_reduction,
)
from graphwright._src.distribute.server import Server as Server
from graphwright._src.distribute.strategies import (
    OneDeviceStrategy as OneDeviceStrategy,
    Strategy as Strategy,
    StrategyExtended as StrategyExtended,
)
from graphwright.compat.v1.distribute import cluster_resolver as cluster_resolver, experimental as experimental

__all__ = [
    "CrossDeviceOps", "HierarchicalCopyAllReduce", "InputContext", "InputReplicationMode", "MirroredStrategy",
    "NcclAllReduce", "OneDeviceStrategy", "ReduceOp", "ReductionToOneDevice", "ReplicaContext", "RunOptions", "Server",
    "Strategy", "StrategyExtended", "cluster_resolver", "experimental", "experimental_set_strategy",
    "get_loss_reduction", "get_replica_context", "get_strategy", "has_strategy", "in_cross_replica_context",
]
