"""tf.random.stateless_parameterized_truncated_normal: normal numbers between any bounds."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.random import shape_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import ShapeLike, TensorLike

_truncated = _core.op("StatelessParameterizedTruncatedNormal")


@export("random.stateless_parameterized_truncated_normal")
def stateless_parameterized_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    name: str | None = None,
) -> Tensor:
    """Normal numbers between bounds (tf.random.stateless_parameterized_truncated_normal).

    Args:
      shape: the shape of the result.
      seed: two integers, from which the numbers follow.
      means: the means of the numbers before those beyond the bounds are rejected; like the other parameters a number, or a
        tensor that can be repeated to the last axes of `shape`.
      stddevs: their standard deviations.
      minvals: the lower bounds.
      maxvals: the upper bounds.
      name: the name of the node in a graph.

    Returns:
      A tensor of float16, float32 or float64, as the parameters are.

    Raises:
      tf.errors.InvalidArgumentError: a standard deviation is not positive, a lower bound not below the upper one, or
        parameters do not fit into the shape.

    >>> import graphwright as tf
    >>> x = tf.random.stateless_parameterized_truncated_normal([100], [1, 2], minvals=3.0, maxvals=4.0)
    >>> bool(tf.reduce_all((x >= 3.0) & (x <= 4.0)))
    True
    """
    return _truncated(shape_tensor(shape), seed, means, stddevs, minvals, maxvals, name=name)
