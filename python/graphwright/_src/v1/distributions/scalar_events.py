"""Distributions of single numbers, whose parameters broadcast to the batch."""

from __future__ import annotations

import functools

from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape, constant, shape
from graphwright._src.ops.math_convert import where
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.distributions.distribution import Distribution
from graphwright._src.v1.distributions.parameters import after, ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike


class ScalarDistribution(Distribution):
    """A distribution of scalars; `_broadcast()` of a subclass gives the tensors whose shapes broadcast to the batch's."""

    def _broadcast(self) -> tuple[Tensor, ...]:
        raise NotImplementedError(f"{type(self).__name__} says nothing of its batch")

    def _batch_shape_tensor(self) -> Tensor:
        return functools.reduce(broadcast_dynamic_shape, map(shape, self._broadcast()))

    def _batch_shape(self) -> TensorShape:
        return functools.reduce(broadcast_static_shape, (each.shape for each in self._broadcast()))

    def _event_shape_tensor(self) -> Tensor:
        return constant([], dtypes.int32)

    def _event_shape(self) -> TensorShape:
        return TensorShape([])

    def _ones(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _defined_above(self, bound: float, parameter: Tensor, value: Tensor, other: TensorLike, message: str) -> Tensor:
        """Returns `value` where the parameter is above a bound; elsewhere `other`, or an error if there may be no NaN."""
        limit = convert_to_tensor(bound, self.dtype)
        if self.allow_nan_stats:
            return where(parameter > limit, value, convert_to_tensor(other, self.dtype))
        return after([ordered(limit, parameter, message)], value)
