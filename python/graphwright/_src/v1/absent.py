"""Names of tf.compat.v1 that do nothing here: programs import them, ask for them or inherit from them; using one raises."""

from __future__ import annotations

from graphwright._src.base.export import export, export_value
from graphwright._src.v1.optimizer import Optimizer
from graphwright._src.v1.readers import ReaderBase
from graphwright._src.v1.session_hooks import SessionRunHook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    from graphwright import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.messages.graph import GraphDef
    from graphwright._src.summary.messages import RunMetadata
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def _refuse(name: str, why: str) -> NoReturn:
    raise NotImplementedError(f"tf.compat.v1.{name}: {why}")


_ONE_MACHINE = "sessions run in the process that makes them, there are no servers of others"
_NO_PROFILE = "there is no profiler of plain graphs; tf.profiler.experimental has one of the program"


def _class(name: str, why: str, base: type = object, *others: str) -> None:
    """Publishes a class, also by other names, that may be inherited from and asked for, and that makes no objects."""
    path, _, last = name.rpartition(".")

    def __init__(self: object, *args: object, **kwargs: object) -> None:
        _refuse(name, why)

    doc = f"Raises NotImplementedError when one is made: {why} (tf.compat.v1.{name})."
    members = {"__doc__": doc, "__module__": __name__, "__qualname__": last, "__init__": __init__}
    made = type(last, (base,), members)
    for public in (f"compat.v1.{name}", *others):
        export_value(public, made)


_class("LMDBReader", "files of LMDB cannot be read", ReaderBase)
_class("train.Server", _ONE_MACHINE, object, "distribute.Server")
_class("train.SyncReplicasOptimizer", _ONE_MACHINE, Optimizer)
_class("train.Supervisor", "it is superseded; tf.compat.v1.train.MonitoredTrainingSession has the same purpose")
_class("train.ProfilerHook", _NO_PROFILE, SessionRunHook)
_class("profiler.Profiler", _NO_PROFILE)


@export("compat.v1.profiler.ProfileOptionBuilder")
class ProfileOptionBuilder:
    """Builds options of profiling; raises NotImplementedError when it is used (tf.compat.v1.profiler.ProfileOptionBuilder)."""

    def __init__(self, options: object = None) -> None:
        _refuse("profiler.ProfileOptionBuilder", _NO_PROFILE)

    @staticmethod
    def float_operation() -> Any:
        """Options to count operations on numbers."""
        _refuse("profiler.ProfileOptionBuilder.float_operation", _NO_PROFILE)

    @staticmethod
    def time_and_memory(
        min_micros: int = 1,
        min_bytes: int = 1,
        min_accelerator_micros: int = 0,
        min_cpu_micros: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> Any:
        """Options to measure time and memory."""
        _refuse("profiler.ProfileOptionBuilder.time_and_memory", _NO_PROFILE)

    @staticmethod
    def trainable_variables_parameter() -> Any:
        """Options to count the numbers in trainable variables."""
        _refuse("profiler.ProfileOptionBuilder.trainable_variables_parameter", _NO_PROFILE)


@export("compat.v1.profiler.profile")
def profile(
    graph: Graph | None = None,
    run_meta: RunMetadata | None = None,
    op_log: object = None,
    cmd: str = "scope",
    options: object = 0,
) -> Any:
    """Raises NotImplementedError: there is no profiler of plain graphs (tf.compat.v1.profiler.profile)."""
    _refuse("profiler.profile", _NO_PROFILE)


@export("compat.v1.profiler.advise")
def advise(graph: Graph | None = None, run_meta: RunMetadata | None = None, options: object = 0) -> Any:
    """Raises NotImplementedError: there is no profiler of plain graphs (tf.compat.v1.profiler.advise)."""
    _refuse("profiler.advise", _NO_PROFILE)


@export("compat.v1.profiler.write_op_log")
def write_op_log(
    graph: Graph, log_dir: str, op_log: object = None, run_meta: RunMetadata | None = None, add_trace: bool = True
) -> None:
    """Raises NotImplementedError: there is no profiler of plain graphs (tf.compat.v1.profiler.write_op_log)."""
    _refuse("profiler.write_op_log", _NO_PROFILE)


@export("compat.v1.train.basic_train_loop")
def basic_train_loop(
    supervisor: object,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Raises NotImplementedError: there is no `Supervisor` (tf.compat.v1.train.basic_train_loop)."""
    _refuse("train.basic_train_loop", "there is no Supervisor")


_NO_HANDLES = "sessions keep no tensors between runs"


@export("compat.v1.get_session_handle")
def get_session_handle(data: TensorLike, name: str | None = None) -> Any:
    """Raises NotImplementedError: sessions keep no tensors between runs (tf.compat.v1.get_session_handle)."""
    _refuse("get_session_handle", _NO_HANDLES)


@export("compat.v1.get_session_tensor")
def get_session_tensor(handle: Tensor, dtype: DTypeLike, name: str | None = None) -> Any:
    """Raises NotImplementedError: sessions keep no tensors between runs (tf.compat.v1.get_session_tensor)."""
    _refuse("get_session_tensor", _NO_HANDLES)


@export("compat.v1.delete_session_tensor")
def delete_session_tensor(handle: Tensor, name: str | None = None) -> Any:
    """Raises NotImplementedError: sessions keep no tensors between runs (tf.compat.v1.delete_session_tensor)."""
    _refuse("delete_session_tensor", _NO_HANDLES)


@export("compat.v1.train.sdca_optimizer")
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
) -> Any:
    """Raises NotImplementedError: there is no dual coordinate ascent (tf.compat.v1.train.sdca_optimizer)."""
    _refuse("train.sdca_optimizer", "there is no dual coordinate ascent")


@export("compat.v1.train.do_quantize_training_on_graphdef")
def do_quantize_training_on_graphdef(input_graph: GraphDef, num_bits: int) -> GraphDef:
    """Raises NotImplementedError: graphs are not rewritten for it (tf.compat.v1.train.do_quantize_training_on_graphdef)."""
    _refuse("train.do_quantize_training_on_graphdef", "no graph is rewritten for training with quantized numbers")
