"""tf.compat.v1.tpu: what makes sense without a TPU works; what needs one raises NotImplementedError when it is used."""

from __future__ import annotations

import contextlib
import enum

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import dtypes
from graphwright._src.v1.optimizer import Optimizer
from graphwright._src.v1.variable_scope import VariableScope, variable_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright import Tensor, Variable
    from graphwright._src.distribute.tpu_system import DeviceAssignment, XLAOptions
    from graphwright._src.tensor.typing import TensorLike

_NO_TPUS = "graphwright has no support for TPUs"
_REDUCTIONS = ("weighted_sum", "weighted_mean")


@export("compat.v1.tpu.PaddingSpec")
class PaddingSpec(enum.IntEnum):
    """The sizes to which a TPU pads inputs (tf.compat.v1.tpu.PaddingSpec)."""

    AUTO = 0
    POWER_OF_TWO = 1


@export("compat.v1.tpu.core")
def core(num: int) -> str:
    """Returns the name of the device that is a core of each replica (tf.compat.v1.tpu.core).

    >>> core(1)
    'device:TPU_REPLICATED_CORE:1'
    """
    return f"device:TPU_REPLICATED_CORE:{num}"


@export("compat.v1.tpu.bfloat16_scope")
@contextlib.contextmanager
def bfloat16_scope(name: str | None = None) -> Iterator[VariableScope]:
    """Opens a scope of variables that are bfloat16 where they are used and float32 where they are kept.

    TensorFlow's is tf.compat.v1.tpu.bfloat16_scope.

    Args:
      name: of the scope, "" by default.

    >>> import graphwright as tf
    >>> with bfloat16_scope("scope"):
    ...     value = tf.compat.v1.get_variable("w", [2], tf.bfloat16)
    >>> value.dtype
    tf.bfloat16
    """

    def narrowed(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        narrow = kwargs["dtype"] == dtypes.bfloat16
        if narrow:
            kwargs["dtype"] = dtypes.float32
        made = getter(*args, **kwargs)
        return cast(made, dtypes.bfloat16) if narrow else made

    with variable_scope(name or "", custom_getter=narrowed) as scope:
        yield scope


@export("compat.v1.tpu.outside_compilation")
def outside_compilation(computation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Returns what a function gives: it runs on the CPU, as all does here (tf.compat.v1.tpu.outside_compilation).

    >>> outside_compilation(lambda x: x + 1, 2)
    3
    """
    return computation(*args, **kwargs)


@absent(_NO_TPUS, "compat.v1.tpu.cross_replica_sum")
def cross_replica_sum(
    x: TensorLike, group_assignment: list[list[int]] | None = None, name: str | None = None
) -> Tensor: ...


@absent(_NO_TPUS, "compat.v1.tpu.initialize_system")
def initialize_system(
    embedding_config: Any = None,
    job: str | None = None,
    compilation_failure_closes_chips: bool = True,
    tpu_cancellation_closes_chips: bool | None = None,
) -> Tensor: ...


@absent(_NO_TPUS, "compat.v1.tpu.shutdown_system")
def shutdown_system(job: str | None = None) -> Any: ...


@absent(_NO_TPUS, "compat.v1.tpu.replicate")
def replicate(
    computation: Callable[..., Any],
    inputs: list[list[TensorLike]] | None = None,
    infeed_queue: Any = None,
    device_assignment: DeviceAssignment | None = None,
    name: str | None = None,
    maximum_shapes: Any = None,
    padding_spec: PaddingSpec | None = None,
    xla_options: XLAOptions | None = None,
) -> list[Any]: ...


@absent(_NO_TPUS, "compat.v1.tpu.shard")
def shard(
    computation: Callable[..., Any],
    inputs: list[TensorLike] | None = None,
    num_shards: int = 1,
    input_shard_axes: list[int] | None = None,
    outputs_from_all_shards: bool | list[bool] = True,
    output_shard_axes: list[int] | None = None,
    infeed_queue: Any = None,
    device_assignment: DeviceAssignment | None = None,
    name: str | None = None,
    xla_options: XLAOptions | None = None,
) -> list[Tensor]: ...


@absent(_NO_TPUS, "compat.v1.tpu.batch_parallel")
def batch_parallel(
    computation: Callable[..., Any],
    inputs: list[list[TensorLike | None]] | None = None,
    num_shards: int = 1,
    infeed_queue: Any = None,
    device_assignment: DeviceAssignment | None = None,
    name: str | None = None,
    xla_options: XLAOptions | None = None,
) -> Any: ...


@absent(_NO_TPUS, "compat.v1.tpu.rewrite")
def rewrite(
    computation: Callable[..., Any],
    inputs: list[list[TensorLike | None]] | None = None,
    infeed_queue: Any = None,
    device_assignment: DeviceAssignment | None = None,
    name: str | None = None,
    xla_options: XLAOptions | None = None,
) -> Any: ...


@absent(_NO_TPUS, "compat.v1.tpu.experimental.embedding_column")
def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    max_sequence_length: int = 0,
    learning_rate_fn: Callable[..., Any] | None = None,
    embedding_lookup_device: str | None = None,
    tensor_core_shape: Sequence[int] | None = None,
    use_safe_embedding_lookup: bool = True,
) -> Any: ...


@absent(_NO_TPUS, "compat.v1.tpu.experimental.shared_embedding_columns")
def shared_embedding_columns(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    max_sequence_lengths: Sequence[int] | None = None,
    learning_rate_fn: Callable[..., Any] | None = None,
    embedding_lookup_device: str | None = None,
    tensor_core_shape: Sequence[int] | None = None,
    use_safe_embedding_lookup: bool = True,
) -> list[Any]: ...


@export("compat.v1.tpu.CrossShardOptimizer")
class CrossShardOptimizer(Optimizer):
    """An optimizer whose gradients are summed over the cores of a TPU (tf.compat.v1.tpu.CrossShardOptimizer).

    Args:
      opt: the optimizer that changes the variables.
      reduction: "weighted_mean" or "weighted_sum", which are the same for one core.
      name: of the object.
      group_assignment: the numbers of the cores of each group.

    Raises:
      TypeError: `opt` is no optimizer of TensorFlow 1.
      ValueError: another reduction.
    """

    def __init__(
        self,
        opt: Optimizer,
        reduction: str = "weighted_mean",
        name: str = "CrossShardOptimizer",
        group_assignment: list[list[int]] | None = None,
    ) -> None:
        if reduction not in _REDUCTIONS:
            raise ValueError(f"Argument `reduction` should be one of {_REDUCTIONS}. Received: {reduction}")
        if not isinstance(opt, Optimizer):
            raise TypeError(f"CrossShardOptimizer wraps optimizers of tf.compat.v1.train, got {opt!r}")
        super().__init__(False, name)
        self._opt = opt

    def compute_gradients(self, loss: Tensor, var_list: Iterable[Any] | None = None, **kwargs: Any) -> list[Any]:
        """Returns what the optimizer inside gives."""
        return self._opt.compute_gradients(loss, var_list=var_list, **kwargs)

    def apply_gradients(
        self,
        grads_and_vars: Sequence[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
    ) -> Any:
        """Raises NotImplementedError, where there are gradients: their sum over cores needs a TPU."""
        pairs = list(grads_and_vars)
        if all(gradient is None for gradient, _ in pairs):
            return self._opt.apply_gradients(pairs, global_step, name)
        raise NotImplementedError(f"tf.compat.v1.tpu.CrossShardOptimizer.apply_gradients: {_NO_TPUS}")

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """Returns what the optimizer inside gives."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """Returns what the optimizer inside gives."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> list[Any]:
        """Returns the variables of the optimizer inside."""
        return self._opt.variables()
