"""Names of tf.compat.v1 that do nothing here: programs import them, ask for them or inherit from them; using one raises."""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.v1.optimizer import Optimizer
from graphwright._src.v1.readers import ReaderBase
from graphwright._src.v1.session_hooks import SessionRunHook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.messages.classes import GraphDef
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


_ONE_MACHINE = "sessions run in the process that makes them, there are no servers of others"
_NO_PROFILE = "there is no profiler of plain graphs; tf.profiler.experimental has one of the program"
_NO_HANDLES = "sessions keep no tensors between runs"


@absent("files of LMDB cannot be read", "compat.v1.LMDBReader")
class LMDBReader(ReaderBase):
    """Reads records of LMDB's files (tf.compat.v1.LMDBReader). Raises NotImplementedError when one is made."""

    def __init__(self, name: str | None = None, options: object = None) -> None: ...


@absent(_ONE_MACHINE, "compat.v1.train.Server", "distribute.Server")
class Server:
    """Runs graphs for other processes (tf.distribute.Server). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        server_or_cluster_def: object,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: object = None,
        start: bool = True,
    ) -> None: ...

    @staticmethod
    def create_local_server(config: object = None, start: bool = True) -> Server: ...
    def join(self) -> None: ...
    @property
    def server_def(self) -> Any: ...
    def start(self) -> None: ...
    @property
    def target(self) -> str: ...


@absent(_ONE_MACHINE, "compat.v1.train.SyncReplicasOptimizer")
class SyncReplicasOptimizer(Optimizer):
    """Sums gradients of several machines (tf.compat.v1.train.SyncReplicasOptimizer). Making one raises NotImplementedError."""

    def __init__(
        self,
        opt: Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: object = None,
        variables_to_average: object = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None: ...


@absent(_NO_PROFILE, "compat.v1.train.ProfilerHook")
class ProfilerHook(SessionRunHook):
    """Writes profiles while a session runs (tf.compat.v1.train.ProfilerHook). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None: ...


@absent(_NO_HANDLES, "compat.v1.get_session_handle")
def get_session_handle(data: TensorLike, name: str | None = None) -> Any: ...


@absent(_NO_HANDLES, "compat.v1.get_session_tensor")
def get_session_tensor(handle: Tensor, dtype: DTypeLike, name: str | None = None) -> Any: ...


@absent(_NO_HANDLES, "compat.v1.delete_session_tensor")
def delete_session_tensor(handle: Tensor, name: str | None = None) -> Any: ...


@absent("there is no dual coordinate ascent", "compat.v1.train.sdca_optimizer")
def sdca_optimizer(
    sparse_example_indices: Sequence[TensorLike],
    sparse_feature_indices: Sequence[TensorLike],
    sparse_feature_values: Sequence[TensorLike],
    dense_features: Sequence[TensorLike],
    example_weights: TensorLike,
    example_labels: TensorLike,
    sparse_indices: Sequence[TensorLike],
    sparse_weights: Sequence[TensorLike],
    dense_weights: Sequence[TensorLike],
    example_state_data: TensorLike,
    loss_type: str,
    l1: float,
    l2: float,
    num_loss_partitions: int,
    num_inner_iterations: int,
    adaptative: bool = True,
    name: str | None = None,
) -> Any: ...


@absent("no graph is rewritten for training with quantized numbers", "compat.v1.train.do_quantize_training_on_graphdef")
def do_quantize_training_on_graphdef(input_graph: GraphDef, num_bits: int) -> GraphDef: ...
