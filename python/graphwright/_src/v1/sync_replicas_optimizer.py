"""tf.compat.v1.train.SyncReplicasOptimizer: one step for the gradients of several workers together."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import control_dependencies, device, name_scope
from graphwright._src.ops.queue import FIFOQueue
from graphwright._src.session.collections import GraphKeys
from graphwright._src.tensor.filling import fill
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.v1.accumulators import ConditionalAccumulator, SparseConditionalAccumulator
from graphwright._src.v1.optimizer import Optimizer
from graphwright._src.v1.queue_runner import QueueRunner
from graphwright._src.v1.session_hooks import SessionRunHook
from graphwright._src.v1.variable_scope import variable_scope
from graphwright._src.v1.variables import VariableV1, global_variables, report_uninitialized_variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright import Variable
    from graphwright._src.session.session import Session
    from graphwright._src.v1.coordinator import Coordinator
    from graphwright._src.v1.moving_average import ExponentialMovingAverage


@export("compat.v1.train.SyncReplicasOptimizer")
class SyncReplicasOptimizer(Optimizer):
    """Applies the means of gradients that several workers bring (tf.compat.v1.train.SyncReplicasOptimizer).

    Each worker adds its gradients to accumulators and waits for a token. A thread of the chief takes the means when enough have
    come, applies them by the optimizer inside, increases the global step and hands out tokens with it. Gradients of older steps
    are dropped.

    Args:
      opt: a `tf.compat.v1.train.Optimizer`.
      replicas_to_aggregate: how many gradients make a step.
      total_num_replicas: how many workers there are; as many unless given.
      variable_averages: a `tf.train.ExponentialMovingAverage`, applied after each step.
      variables_to_average: a list of the variables of these averages.
      use_locking: whether the updates of the optimizer are locked.
      name: of the optimizer.

    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default():
    ...     step = v1.train.get_or_create_global_step()
    ...     w = v1.get_variable("w", initializer=3.0)
    ...     optimizer = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.5), 1)
    ...     train = optimizer.minimize(w * w, global_step=step)
    ...     hooks = [optimizer.make_session_run_hook(is_chief=True)]
    ...     with v1.train.MonitoredTrainingSession(hooks=hooks, stop_grace_period_secs=1) as session:
    ...         _ = session.run(train), session.run(train)
    ...         int(session.run(step)) >= 1
    True
    """

    def __init__(
        self,
        opt: Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: ExponentialMovingAverage | None = None,
        variables_to_average: list[Variable] | None = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None:
        if total_num_replicas is None:
            total_num_replicas = replicas_to_aggregate
        super().__init__(use_locking, name)
        get_logger().info(
            "SyncReplicasV2: replicas_to_aggregate=%s; total_num_replicas=%s", replicas_to_aggregate, total_num_replicas
        )
        self._opt = opt
        self._replicas_to_aggregate = replicas_to_aggregate
        self._total_num_replicas = total_num_replicas
        self._tokens_per_step = max(total_num_replicas, replicas_to_aggregate)
        self._variable_averages = variable_averages
        self._variables_to_average = variables_to_average
        self._global_step: Any = None
        self._sync_token_queue: Any = None
        self._chief_queue_runner: QueueRunner | None = None

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """Returns what the optimizer inside gives."""
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Variable | None = None, name: str | None = None
    ) -> Any:
        """Returns the operation that brings a worker's gradients and waits for the step that they are part of.

        Args:
          grads_and_vars: pairs as `compute_gradients` gives them.
          global_step: the variable that is increased by one at each step.
          name: of the operation.

        Raises:
          ValueError: there are no pairs, or no `global_step`.
        """
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._global_step = global_step
        dtype = global_step.dtype
        with variable_scope(""):
            self._local_step = VariableV1(
                initial_value=0,
                trainable=False,
                collections=[GraphKeys.LOCAL_VARIABLES],
                dtype=dtype.base_dtype,
                name="sync_rep_local_step",
            )
        self.local_step_init_op: Any = self._local_step.assign(global_step.read_value()).op
        first: list[Any] = [self.local_step_init_op]
        self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        brought, accumulators, taken = [], [], []
        with name_scope(self._name):
            for gradient, variable in pairs:
                if gradient is None:
                    taken.append(None)
                    continue
                shared = f"{variable.name}/grad_accum"
                with device(variable.device):
                    if isinstance(gradient, IndexedSlices):
                        accumulator: Any = SparseConditionalAccumulator(gradient.dtype, shape=(), shared_name=shared)
                        brought.append(
                            accumulator.apply_indexed_slices_grad(gradient, local_step=self._local_step.read_value())
                        )
                        taken.append(accumulator.take_indexed_slices_grad(self._replicas_to_aggregate))
                    else:
                        gradient = _core.convert_to_tensor(gradient)
                        accumulator = ConditionalAccumulator(gradient.dtype, shape=variable.shape, shared_name=shared)
                        brought.append(accumulator.apply_grad(gradient, local_step=self._local_step.read_value()))
                        taken.append(accumulator.take_grad(self._replicas_to_aggregate))
                accumulators.append(accumulator)
        averaged = [(gradient, variable) for gradient, (_, variable) in zip(taken, pairs, strict=True)]
        with device(global_step.device):
            updated = self._opt.apply_gradients(averaged, global_step)
            self._sync_token_queue = FIFOQueue(
                -1, dtype.base_dtype, shapes=(), name="sync_token_q", shared_name="sync_token_q"
            )
        with control_dependencies(brought):
            token = self._sync_token_queue.dequeue()
        train = self._local_step.assign(token)
        with control_dependencies([updated]):
            tokens = fill([self._tokens_per_step], global_step.read_value())
            stepped = self._sync_token_queue.enqueue_many((tokens,))
        if self._variable_averages is not None:
            with control_dependencies([stepped]):
                stepped = self._variable_averages.apply(self._variables_to_average)
        self._chief_queue_runner = QueueRunner(self._sync_token_queue, [stepped])
        first += [each.set_global_step(global_step.read_value(), name="SetGlobalStep") for each in accumulators]
        self.chief_init_op: Any = group(*first)
        return train.op if name is None else group(train.op, name=name)

    def get_chief_queue_runner(self) -> QueueRunner:
        """Returns the threads of the chief, which wait for gradients. Raises ValueError before `apply_gradients`."""
        if self._chief_queue_runner is None:
            raise ValueError("Should be called after apply_gradients().")
        return self._chief_queue_runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Any:
        """Returns the operation that puts the first tokens into the queue, which a session runs once.

        Args:
          num_tokens: how many; -1 for as many as gradients make a step.

        Raises:
          ValueError: before `apply_gradients`, or there are too few tokens for the first step.
        """
        if self._sync_token_queue is None:
            raise ValueError("get_init_tokens_op() should be called after apply_gradients().")
        needed = self._replicas_to_aggregate - self._total_num_replicas
        if num_tokens == -1:
            num_tokens = self._replicas_to_aggregate
        elif num_tokens < needed:
            raise ValueError(f"Too few tokens to finish the first step: {num_tokens} (given) vs {needed} (needed)")
        if num_tokens > 0:
            return self._sync_token_queue.enqueue_many((fill([num_tokens], self._global_step.read_value()),))
        return no_op(name="no_init_tokens")

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """Returns a hook that sets the optimizer up in a session.

        Args:
          is_chief: whether the worker runs the thread that takes the gradients.
          num_tokens: see `get_init_tokens_op`.
        """
        return _SyncReplicasOptimizerHook(self, is_chief, num_tokens)

    def get_slot(self, var: Variable, name: str) -> Any:
        """Returns a slot of the optimizer inside."""
        return self._opt.get_slot(var, name)

    def get_slot_names(self) -> list[str]:
        """Returns the names of the slots of the optimizer inside."""
        return self._opt.get_slot_names()

    def variables(self) -> list[Any]:
        """Returns the variables of the optimizer inside."""
        return self._opt.variables()


class _SyncReplicasOptimizerHook(SessionRunHook):
    """Sets a `SyncReplicasOptimizer` up: the worker's step, and the chief's accumulators, tokens and thread."""

    def __init__(self, sync_optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int) -> None:
        self._sync_optimizer = sync_optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens

    def begin(self) -> None:
        optimizer = self._sync_optimizer
        self._tokens_op: Any = None
        self._runner: Any = None
        if self._is_chief:
            self._local_init_op = optimizer.chief_init_op
            self._runner = optimizer.get_chief_queue_runner()
            self._tokens_op = optimizer.get_init_tokens_op(self._num_tokens)
        else:
            self._local_init_op = optimizer.local_step_init_op

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        missing = session.run(self._sync_optimizer.ready_for_local_init_op)
        if len(missing):
            raise RuntimeError(
                "Init operations did not make model ready for SyncReplicasOptimizer local_init. Init op: "
                f"{self._local_init_op.name}, variables not initialized: {[name.decode() for name in missing]}"
            )
        session.run(self._local_init_op)
        if self._tokens_op is not None:
            session.run(self._tokens_op)
        if self._runner is not None:
            self._runner.create_threads(session, coord=coord, daemon=True, start=True)
