"""Accumulators of gradients of TensorFlow 1: tf.compat.v1.ConditionalAccumulator and SparseConditionalAccumulator."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops import math_convert, raw_ops
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def _handle(
    op: Callable[..., Any],
    dtype: DTypeLike,
    shape: ShapeLike | None,
    shared_name: str | None,
    name: str,
    reduction_type: str,
) -> Any:
    shape = TensorShape(shape)
    return op(dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type)


@export("compat.v1.ConditionalAccumulatorBase")
class ConditionalAccumulatorBase:
    """A base class of accumulators (tf.compat.v1.ConditionalAccumulatorBase).

    An accumulator adds up what threads bring until somebody takes the sum or mean out. What is of a step before the
    accumulator's is dropped; taking something out is a step.
    """

    def __init__(self, dtype: DTypeLike, shape: ShapeLike | None, accumulator_ref: Tensor) -> None:
        self._dtype = dtypes.as_dtype(dtype)
        self._shape = TensorShape(shape)
        self._accumulator_ref = accumulator_ref
        self._name = "" if executing_eagerly() else accumulator_ref.op.name.split("/")[-1]

    @property
    def accumulator_ref(self) -> Tensor:
        """The handle that ops on the accumulator take."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The name of the accumulator's operation, empty where there is no graph."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype of what is added up."""
        return self._dtype

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """Returns how many gradients it holds, an int32 scalar."""
        return raw_ops.ResourceAccumulatorNumAccumulated(handle=self._accumulator_ref, name=name)

    def set_global_step(self, new_global_step: TensorLike, name: str | None = None) -> Any:
        """Makes it drop gradients of steps before that one."""
        step = math_convert.cast(new_global_step, dtypes.int64)
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
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        handle = _handle(raw_ops.ResourceConditionalAccumulator, dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, handle)

    def apply_grad(self, grad: TensorLike, local_step: TensorLike = 0, name: str | None = None) -> Any:
        """Adds a gradient of the step `local_step`. Raises ValueError where its shape does not fit."""
        grad = _core.convert_to_tensor(grad, self._dtype)
        if not grad.shape.is_compatible_with(self._shape):
            raise ValueError(f"Shapes {grad.shape} and {self._shape} are incompatible")
        step = math_convert.cast(local_step, dtypes.int64)
        return raw_ops.ResourceAccumulatorApplyGradient(
            handle=self._accumulator_ref, local_step=step, gradient=grad, name=name
        )

    def take_grad(self, num_required: TensorLike, name: str | None = None) -> Any:
        """Returns the mean or sum of all gradients, at least that many: waits for them, and begins anew."""
        taken = raw_ops.ResourceAccumulatorTakeGradient(
            handle=self._accumulator_ref, num_required=num_required, dtype=self._dtype, name=name
        )
        if not executing_eagerly():
            taken.set_shape(self._shape)
        return taken


@export("compat.v1.SparseConditionalAccumulator", "compat.v1.sparse.SparseConditionalAccumulator")
class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of gradients of some rows, for plain graphs (tf.compat.v1.SparseConditionalAccumulator).

    Args:
      dtype: float32, float64 or float16.
      shape: the shape of the whole gradients; None for any.
      shared_name: a name under which accumulators are the same one.
      name: the name of the node.
      reduction_type: "MEAN", of the gradients that have the row, or "SUM".

    Raises:
      RuntimeError: not in a graph.
      tf.errors.InvalidArgumentError: another `reduction_type`.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     accumulator = tf.compat.v1.SparseConditionalAccumulator(tf.float32)
    ...     session.run(accumulator.apply_grad([1], [[2.0, 4.0]]))
    ...     session.run(accumulator.apply_grad([1, 3], [[4.0, 4.0], [1.0, 1.0]]))
    ...     print(session.run(accumulator.take_grad(2)).values)
    [[3. 4.]
     [1. 1.]]
    """

    def __init__(
        self,
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        handle = _handle(raw_ops.SparseConditionalAccumulator, dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, handle)

    def apply_indexed_slices_grad(
        self, grad: IndexedSlices, local_step: TensorLike = 0, name: str | None = None
    ) -> Any:
        """Adds the rows of a `tf.IndexedSlices` of the step `local_step`."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(
        self,
        grad_indices: TensorLike,
        grad_values: TensorLike,
        grad_shape: TensorLike | None = None,
        local_step: TensorLike = 0,
        name: str | None = None,
    ) -> Any:
        """Adds rows of the step `local_step`.

        Args:
          grad_indices: their numbers, a vector.
          grad_values: the rows.
          grad_shape: the shape of the whole gradient, where it is known.
          local_step: what is of a step before the accumulator's is dropped.
          name: of the operation.
        """
        cast = math_convert.cast
        return raw_ops.SparseAccumulatorApplyGradient(
            handle=self._accumulator_ref,
            local_step=cast(local_step, dtypes.int64),
            gradient_indices=cast(grad_indices, dtypes.int64),
            gradient_values=_core.convert_to_tensor(grad_values, self._dtype),
            gradient_shape=cast([] if grad_shape is None else grad_shape, dtypes.int64),
            has_known_shape=grad_shape is not None,
            name=name,
        )

    def take_grad(self, num_required: TensorLike, name: str | None = None) -> Any:
        """Returns the indices, means or sums and shape of all rows, of at least that many gradients: waits, and begins anew."""
        return raw_ops.SparseAccumulatorTakeGradient(
            handle=self._accumulator_ref, num_required=num_required, dtype=self._dtype, name=name
        )

    def take_indexed_slices_grad(self, num_required: TensorLike, name: str | None = None) -> IndexedSlices:
        """Returns the same as a `tf.IndexedSlices`."""
        taken = self.take_grad(num_required, name)
        return IndexedSlices(indices=taken.indices, values=taken.values, dense_shape=taken.shape)
