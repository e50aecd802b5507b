"""Callables that make the first values of variables: tf.random_normal_initializer and its relations."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.ops.array import constant
from graphwright._src.ops.random import normal, stateless_normal, stateless_uniform, uniform
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

    Self = Any

_PARTITION_KEYWORDS = ("partition_shape", "partition_offset")


def _part(shape: ShapeLike, kwargs: dict[str, Any], supported: bool = True) -> Any:
    """Returns the shape to fill: that of a part of the variable, where one is given."""
    for word in kwargs:
        if word not in _PARTITION_KEYWORDS:
            raise TypeError(f"Keyword argument should be one of {list(_PARTITION_KEYWORDS)}. Received: {word}")
    if kwargs and not supported:
        raise ValueError("Constant initializer doesn't support partition-related arguments")
    return kwargs.get("partition_shape") or shape


def _number_or_bool(dtype: DTypeLike) -> Any:
    dtype = dtypes.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer or dtype.is_complex or dtype == dtypes.bool):
        raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype!r}.")
    return dtype


class Initializer:
    """A base class of initializers: they can be described by, and made from, a dict of their arguments."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: object) -> Tensor:
        """Returns a tensor of this shape and dtype."""
        raise NotImplementedError(f"{type(self).__name__}.__call__")

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """Returns an initializer from what `get_config` gave; a "dtype" in it is ignored."""
        config = dict(config)
        config.pop("dtype", None)
        return cls(**config)


@export("zeros_initializer", v1="")
class Zeros(Initializer):
    """Makes tensors of zeros (tf.zeros_initializer).

    >>> import graphwright as tf
    >>> tf.zeros_initializer()((2,)).numpy()
    array([0., 0.], dtype=float32)
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: object) -> Tensor:
        """Returns a tensor of zeros.

        Args:
          shape: the shape of the variable.
          dtype: of numbers, or bool.
          **kwargs: `partition_shape` and `partition_offset`, where the variable is made in parts.

        Raises:
          ValueError: another dtype.
          TypeError: another keyword argument.
        """
        return zeros(_part(shape, kwargs), _number_or_bool(dtype))


@export("ones_initializer", v1="")
class Ones(Initializer):
    """Makes tensors of ones (tf.ones_initializer).

    >>> import graphwright as tf
    >>> tf.ones_initializer()((2,), tf.int32).numpy()
    array([1, 1], dtype=int32)
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: object) -> Tensor:
        """Returns a tensor of ones; see `tf.zeros_initializer`."""
        return ones(_part(shape, kwargs), _number_or_bool(dtype))


@export("constant_initializer", v1="")
class Constant(Initializer):
    """Makes tensors of given values (tf.constant_initializer).

    Args:
      value: a number or string, which fills the tensor, or a list or NumPy array of as many as it has elements.
      support_partition: whether parts of a variable may be asked for; `value` is then a single one.

    Raises:
      TypeError: `value` is something else.

    >>> import graphwright as tf
    >>> tf.constant_initializer([1, 2, 3, 4])((2, 2), tf.float32).numpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """

    def __init__(self, value: TensorLike = 0, support_partition: bool = False) -> None:
        if not (isinstance(value, (int, float, complex, str, bytes, list, tuple)) or hasattr(value, "__array__")):
            raise TypeError(
                f"Invalid type for initial value: {type(value).__name__}. Expected Python scalar, list or tuple of "
                "values, or numpy.ndarray."
            )
        self.value = value
        self.support_partition = support_partition

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: object) -> Tensor:
        """Returns a tensor of the values.

        Args:
          shape: the shape of the variable.
          dtype: its dtype; that of the values without it.

        Raises:
          TypeError: the values do not fill the shape, or cannot have the dtype.
          ValueError: a part is asked for, and the initializer does not support parts.
        """
        _part(shape, kwargs, self.support_partition)
        dtype = None if dtype is None else dtypes.as_dtype(dtype)
        return constant(self.value, dtype=dtype, shape=shape)

    def get_config(self) -> dict[str, Any]:
        """Returns the values."""
        return {"value": self.value}


@export("random_uniform_initializer", v1="")
class RandomUniform(Initializer):
    """Makes tensors of uniformly distributed numbers (tf.random_uniform_initializer).

    Args:
      minval: the least number.
      maxval: the bound that no number reaches.
      seed: an int, with which every call gives the same numbers for the same shape; without it they always differ.

    >>> import graphwright as tf
    >>> init = tf.random_uniform_initializer(0.0, 1.0, seed=1)
    >>> bool(tf.reduce_all(init((3,)) == init((3,))))
    True
    """

    def __init__(self, minval: TensorLike = -0.05, maxval: TensorLike = 0.05, seed: int | None = None) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: object) -> Tensor:
        """Random numbers in [minval, maxval).

        Args:
          shape: the shape of the variable.
          dtype: of floating-point numbers or integers.

        Raises:
          ValueError: another dtype.
        """
        shape, dtype = _part(shape, kwargs), dtypes.as_dtype(dtype)
        if not dtype.is_floating and not dtype.is_integer:
            raise ValueError(f"Argument `dtype` expected to be numeric or boolean. Received {dtype!r}.")
        if self.seed is None:
            return uniform(shape, self.minval, self.maxval, dtype)
        draw = stateless_uniform
        return draw(shape, [self.seed, 0], self.minval, self.maxval, dtype)

    def get_config(self) -> dict[str, Any]:
        """Returns the bounds and the seed."""
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


@export("random_normal_initializer", v1="")
class RandomNormal(Initializer):
    """Makes tensors of normally distributed numbers (tf.random_normal_initializer).

    Args:
      mean: their mean.
      stddev: their standard deviation.
      seed: an int, with which every call gives the same numbers for the same shape; without it they always differ.

    >>> import graphwright as tf
    >>> init = tf.random_normal_initializer(seed=1)
    >>> init.get_config()
    {'mean': 0.0, 'stddev': 0.05, 'seed': 1}
    >>> init((2, 3)).shape
    TensorShape([2, 3])
    """

    def __init__(self, mean: TensorLike = 0.0, stddev: TensorLike = 0.05, seed: int | None = None) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: object) -> Tensor:
        """Random numbers.

        Args:
          shape: the shape of the variable.
          dtype: of floating-point numbers.

        Raises:
          ValueError: another dtype.
        """
        shape, dtype = _part(shape, kwargs), dtypes.as_dtype(dtype)
        if not dtype.is_floating:
            raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {dtype!r}.")
        if self.seed is None:
            return normal(shape, self.mean, self.stddev, dtype)
        return stateless_normal(shape, [self.seed, 0], self.mean, self.stddev, dtype)

    def get_config(self) -> dict[str, Any]:
        """Mean, standard deviation and seed."""
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}
