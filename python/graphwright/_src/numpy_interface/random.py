"""Random numbers as numpy.random names them, of TensorFlow's generators (tf.experimental.numpy.random)."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright._src.base.export import export
from graphwright._src.graph.seeds import set_seed
from graphwright._src.numpy_interface.promotion import Tensor, as_array, as_dtype, float_for_integers
from graphwright._src.ops import random as random_module
from graphwright._src.ops.array import broadcast_dynamic_shape, broadcast_static_shape, reshape, shape
from graphwright._src.ops.random import normal
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def _shape(size: Any) -> Any:
    if size is None:
        return ()
    if isinstance(size, Tensor):
        return reshape(size, [1]) if size._rank() == 0 else size
    return np.reshape(size, -1) if isinstance(size, np.ndarray) or hasattr(size, "__index__") else size


@export("experimental.numpy.random.seed")
def seed(s: int | None) -> None:
    """Sets the global seed, as tf.random.set_seed (numpy.random.seed).

    Raises:
      ValueError: `s` is no integer.
    """
    try:
        value = int(s)  # type: ignore[arg-type]  # None is refused here
    except TypeError as error:
        raise ValueError(f"Argument `s` got an invalid value {s}. Only integers are supported.") from error
    set_seed(value)


@export("experimental.numpy.random.randn")
def randn(*args: int) -> Tensor:
    """Standard normal numbers in a tensor of the given extents (numpy.random.randn)."""
    return standard_normal(size=args)


@export("experimental.numpy.random.standard_normal")
def standard_normal(size: ShapeLike | None = None) -> Tensor:
    """Standard normal numbers (numpy.random.standard_normal)."""
    return normal(_shape(size), dtype=float_for_integers())


@export("experimental.numpy.random.uniform")
def uniform(low: TensorLike = 0.0, high: TensorLike = 1.0, size: ShapeLike | None = None) -> Tensor:
    """Numbers evenly distributed from `low` up to `high` (numpy.random.uniform)."""
    low, high = as_array(low, float_for_integers()), as_array(high, float_for_integers())
    if size is None:
        size = broadcast_dynamic_shape(shape(low), shape(high))
        known = broadcast_static_shape(low.shape, high.shape)
        if known.is_fully_defined():
            size = known.as_list()
    return random_module.uniform(_shape(size), low, high, float_for_integers())


@export("experimental.numpy.random.poisson")
def poisson(lam: TensorLike = 1.0, size: ShapeLike | None = None) -> Tensor:
    """Poisson-distributed counts, int64 (numpy.random.poisson)."""
    extents: Any = () if size is None else size
    if hasattr(extents, "__index__"):
        extents = (int(extents),)
    rate = as_array(lam, dtypes.float64)
    return random_module.poisson(extents, rate, dtype=dtypes.int64)


@export("experimental.numpy.random.random")
def random(size: ShapeLike | None = None) -> Tensor:
    """Numbers evenly distributed from 0 up to 1 (numpy.random.random)."""
    return uniform(0.0, 1.0, () if size is None else size)


@export("experimental.numpy.random.rand")
def rand(*size: int) -> Tensor:
    """Numbers evenly distributed from 0 up to 1 in a tensor of the given extents (numpy.random.rand)."""
    return uniform(0.0, 1.0, size)


@export("experimental.numpy.random.randint")
def randint(low: int, high: int | None = None, size: ShapeLike | None = None, dtype: DTypeLike = np.int64) -> Tensor:
    """Integers from `low` up to, not including, `high`; from 0 up to `low` without `high` (numpy.random.randint).

    Raises:
      ValueError: a dtype other than int32 and int64.
      tf.errors.InvalidArgumentError: there is no integer in that range.
    """
    low = int(low)
    if high is None:
        low, high = 0, low
    accepted = (dtypes.int32, dtypes.int64)
    target = as_dtype(dtype)
    if target not in accepted:
        raise ValueError(
            f"Argument `dtype` got an invalid value {dtype}. Only those convertible to {(np.int32, np.int64)} are supported."
        )
    return random_module.uniform(_shape(size), low, int(high), target)
