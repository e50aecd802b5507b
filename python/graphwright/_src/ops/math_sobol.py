"""Points that fill a cube evenly: tf.math.sobol_sample."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_sobol_sample = _core.op("SobolSample")


@export("math.sobol_sample")
def sobol_sample(
    dim: TensorLike,
    num_results: TensorLike,
    skip: TensorLike = 0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> _core.Tensor:
    """Points of the Sobol' sequence (tf.math.sobol_sample).

    Args:
      dim: the number of dimensions, an int32 scalar, 2560 at most.
      num_results: the number of points, an int32 scalar.
      skip: how many points of the sequence are left out first.
      dtype: tf.float32 or tf.float64.
      name: the name of the node in a graph.

    Returns:
      A tensor [num_results, dim] of numbers between 0 and 1.

    Raises:
      tf.errors.InvalidArgumentError: a number that is too small, or no scalar.
      tf.errors.UnimplementedError: more dimensions.

    >>> import graphwright as tf
    >>> tf.math.sobol_sample(2, 3).numpy()
    array([[0.5 , 0.5 ],
           [0.75, 0.25],
           [0.25, 0.75]], dtype=float32)
    """
    return _sobol_sample(dim, num_results, skip, dtype=dtype, name=name)
