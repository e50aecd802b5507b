"""Pooling by ratios that are no integers: tf.nn.fractional_max_pool, tf.nn.fractional_avg_pool."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.seeds import get_seed, require_own_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_FIELDS = ["output", "row_pooling_sequence", "col_pooling_sequence"]
FractionalMaxPool = namedtuple("FractionalMaxPool", _FIELDS)
FractionalAvgPool = namedtuple("FractionalAvgPool", _FIELDS)

_max_pool = _core.op("FractionalMaxPool")
_avg_pool = _core.op("FractionalAvgPool")


def _ratios(pooling_ratio: float | Sequence[float]) -> list[float]:
    """Returns one ratio, or one for each axis, as one for each axis."""
    if not isinstance(pooling_ratio, (list, tuple)):
        ratio: Any = pooling_ratio
        return [1.0, ratio, ratio, 1.0]
    if pooling_ratio and (pooling_ratio[0] != 1 or pooling_ratio[-1] != 1):
        raise ValueError(
            "`pooling_ratio` should have first and last elements with value 1.0. Received: "
            f"pooling_ratio={pooling_ratio}"
        )
    return [float(ratio) for ratio in pooling_ratio]


def _seeds(seed: int) -> dict[str, Any]:
    if seed == 0:
        return {}
    seed1, seed2 = get_seed(seed)
    return {"deterministic": True, "seed": seed1, "seed2": seed2}


@export("nn.fractional_max_pool", v1="")
def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: float | Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalMaxPool:
    """Returns the maxima of windows of random sizes (tf.nn.fractional_max_pool).

    Args:
      value: a tensor [batch, height, width, channels] of float32, float64, int32 or int64.
      pooling_ratio: by how much height and width shrink, at least 1: a number, or a list of four, of which the first and
        last are 1.
      pseudo_random: whether the windows' sizes vary evenly rather than freely.
      overlapping: whether windows share the elements at their bounds.
      seed: an int; 0 for other windows each time.
      name: the name of the node in a graph.

    Returns:
      A named tuple of the pooled tensor (output) and the bounds of its rows and columns, two int64 vectors
      (row_pooling_sequence, col_pooling_sequence).

    Raises:
      ValueError: the list of ratios does not begin and end with 1, or op determinism is enabled and the seed is 0.
      tf.errors.InvalidArgumentError: a ratio is below 1 or larger than the axis.

    >>> import graphwright as tf
    >>> output, rows, columns = tf.nn.fractional_max_pool(tf.zeros([1, 10, 10, 3]), 1.44, seed=1)
    >>> output.shape, rows.shape
    (TensorShape([1, 6, 6, 3]), TensorShape([7]))
    """
    require_own_seed("tf.nn.fractional_max_pool", seed, f"a seed other than 0, got seed={seed},")
    options = {"pseudo_random": pseudo_random, "overlapping": overlapping, "name": name}
    return FractionalMaxPool(*_max_pool(value, pooling_ratio=_ratios(pooling_ratio), **options, **_seeds(seed)))


@export("nn.fractional_avg_pool", v1="")
def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: float | Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalAvgPool:
    """Returns the means of windows of random sizes (tf.nn.fractional_avg_pool).

    Args:
      value: a tensor [batch, height, width, channels] of float32, float64, int32 or int64.
      pooling_ratio: a number, or a list of four, as in `tf.nn.fractional_max_pool`.
      pseudo_random: whether the windows' sizes vary evenly rather than freely.
      overlapping: whether windows share the elements at their bounds.
      seed: an int; 0 for other windows each time.
      name: the name of the node in a graph.

    Returns:
      A named tuple of the pooled tensor (output) and the bounds of its rows and columns, two int64 vectors
      (row_pooling_sequence, col_pooling_sequence).

    Raises:
      tf.errors.InvalidArgumentError: a ratio is below 1 or larger than the axis.

    >>> import graphwright as tf
    >>> tf.nn.fractional_avg_pool(tf.ones([1, 4, 4, 1]), [1.0, 2.0, 1.0, 1.0], seed=1)[0].shape
    TensorShape([1, 2, 4, 1])
    """
    if not isinstance(pooling_ratio, (list, tuple)):
        pooling_ratio = _ratios(pooling_ratio)
    options = {"pseudo_random": pseudo_random, "overlapping": overlapping, "name": name}
    ratios = [float(ratio) for ratio in pooling_ratio]
    return FractionalAvgPool(*_avg_pool(value, pooling_ratio=ratios, **options, **_seeds(seed)))
