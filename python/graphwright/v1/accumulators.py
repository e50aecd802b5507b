"""Accumulators of gradients of TensorFlow 1: tf.compat.v1.ConditionalAccumulator."""

from __future__ import annotations

from graphwright import _core, dtypes, raw_ops
from graphwright.export import export, exported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@export("compat.v1.ConditionalAccumulatorBase")
class ConditionalAccumulatorBase:
    """What accumulators have (tf.compat.v1.ConditionalAccumulatorBase).

    An accumulator adds up what threads bring until somebody takes the sum or mean out. What is of a step before the
    accumulator's is dropped; taking something out is a step.
    """

    def __init__(self, dtype: Any, shape: Any, accumulator_ref: Any) -> None:
        self._dtype = dtypes.as_dtype(dtype)
        self._shape = exported("TensorShape")(shape)
        self._accumulator_ref = accumulator_ref
        self._name = "" if exported("executing_eagerly")() else accumulator_ref.op.name.split("/")[-1]

    @property
    def accumulator_ref(self) -> Any:
        """The handle that ops on the accumulator take."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The name of the accumulator's operation, empty where there is no graph."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The dtype of what is added up."""
        return self._dtype

    def num_accumulated(self, name: str | None = None) -> Any:
        """How many gradients it holds, an int32 scalar."""
        return raw_ops.ResourceAccumulatorNumAccumulated(handle=self._accumulator_ref, name=name)

    def set_global_step(self, new_global_step: Any, name: str | None = None) -> Any:
        """Makes it drop gradients of steps before that one."""
        step = exported("cast")(new_global_step, dtypes.int64)
        return raw_ops.ResourceAccumulatorSetGlobalStep(handle=self._accumulator_ref, new_global_step=step, name=name)


@export("compat.v1.ConditionalAccumulator")
class ConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of dense gradients (tf.compat.v1.ConditionalAccumulator).

    Args:
      dtype: float32, float64 or float16.
      shape: the shape of the gradients; None for any.
      shared_name: a name under which accumulators are the same one.
      name: the name of the node in a graph.
      reduction_type: "MEAN" or "SUM".

    Raises:
      tf.errors.InvalidArgumentError: another `reduction_type`.

    >>> import graphwright as tf
    >>> accumulator = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[2])
    >>> accumulator.apply_grad([1.0, 2.0])
    >>> accumulator.apply_grad([3.0, 2.0])
    >>> accumulator.take_grad(2).numpy()
    array([2., 2.], dtype=float32)
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        handle = raw_ops.ResourceConditionalAccumulator(
            dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, handle)

    def apply_grad(self, grad: Any, local_step: Any = 0, name: str | None = None) -> Any:
        """Adds a gradient of the step `local_step`. Raises ValueError where its shape does not fit."""
        grad = _core.convert_to_tensor(grad, self._dtype)
        if not grad.shape.is_compatible_with(self._shape):
            raise ValueError(f"Shapes {grad.shape} and {self._shape} are incompatible")
        step = exported("cast")(local_step, dtypes.int64)
        return raw_ops.ResourceAccumulatorApplyGradient(
            handle=self._accumulator_ref, local_step=step, gradient=grad, name=name
        )

    def take_grad(self, num_required: Any, name: str | None = None) -> Any:
        """The mean or sum of all gradients, at least that many: waits for them, and begins anew."""
        taken = raw_ops.ResourceAccumulatorTakeGradient(
            handle=self._accumulator_ref, num_required=num_required, dtype=self._dtype, name=name
        )
        if not exported("executing_eagerly")():
            taken.set_shape(self._shape)
        return taken
