"""tf.compat.v1's initializers: classes that are made with a dtype and a seed, and give tensors of a shape."""

from __future__ import annotations

import math

from graphwright._src.base.export import export
from graphwright._src.ops.array import eye, reshape
from graphwright._src.ops.array_index import slice_
from graphwright._src.ops.linalg_solve import matrix_transpose, qr
from graphwright._src.ops.math import sign
from graphwright._src.ops.matrix_diag import diag_part
from graphwright._src.ops.random import normal, truncated_normal, uniform
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, zeros
from graphwright._src.v1.array import constant
from graphwright._src.v1.partitioners import known_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike
    from graphwright._src.v1.variable_scope import PartitionInfo

    Self = Any


class Initializer:
    """A base class of the initializers of tf.compat.v1."""

    dtype: dtypes.DType = dtypes.float32

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of this shape, of `dtype` where it is given."""
        raise NotImplementedError(f"{type(self).__name__}.__call__")

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """Returns an initializer from what `get_config` gave."""
        return cls(**config)


def _numbers(dtype: DTypeLike) -> dtypes.DType:
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {dtype}.")
    return dtype


def _part_of(partition_info: PartitionInfo | None, shape: ShapeLike) -> Any:
    """Returns the shape of the whole variable, of which a part is made."""
    return shape if partition_info is None else partition_info.full_shape


@export("compat.v1.zeros_initializer", "compat.v1.initializers.zeros")
class Zeros(Initializer):
    """Makes tensors of zeros (tf.compat.v1.zeros_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of zeros."""
        return zeros(shape, self.dtype if dtype is None else dtype)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"dtype": self.dtype.name}


@export("compat.v1.ones_initializer", "compat.v1.initializers.ones")
class Ones(Initializer):
    """Makes tensors of ones (tf.compat.v1.ones_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.ones_initializer(tf.int32)([2]).numpy()
    array([1, 1], dtype=int32)
    """

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of ones."""
        return ones(shape, self.dtype if dtype is None else dtype)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"dtype": self.dtype.name}


@export("compat.v1.constant_initializer", "compat.v1.initializers.constant")
class Constant(Initializer):
    """Makes tensors of given values (tf.compat.v1.constant_initializer).

    Args:
      value: a number, a list of as many as the tensor has elements, or an array.
      dtype: of the tensors.
      verify_shape: whether `value` must have the shape that is asked for.

    Raises:
      TypeError: `value` is something else; later, where it does not fit the shape.

    >>> import graphwright as tf
    >>> tf.compat.v1.constant_initializer([1, 2, 3, 4])([2, 2]).numpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """

    def __init__(self, value: TensorLike = 0, dtype: DTypeLike = dtypes.float32, verify_shape: bool = False) -> None:
        if not (isinstance(value, (int, float, complex, str, bytes, list, tuple)) or hasattr(value, "__array__")):
            raise TypeError(
                f"Invalid type for initial value={value} of type: {type(value).__name__}. Expected Python scalar, list or "
                "tuple of values, or numpy.ndarray."
            )
        self.value = value
        self.dtype = dtypes.as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        partition_info: PartitionInfo | None = None,
        verify_shape: bool | None = None,
    ) -> Tensor:
        """Returns a tensor of the values."""
        verify_shape = self._verify_shape if verify_shape is None else verify_shape
        dtype = self.dtype if dtype is None else dtype
        return constant(self.value, dtype, shape, verify_shape=verify_shape)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"value": self.value, "dtype": self.dtype.name}


@export("compat.v1.random_uniform_initializer", "compat.v1.initializers.random_uniform")
class RandomUniform(Initializer):
    """Makes tensors of evenly distributed numbers (tf.compat.v1.random_uniform_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.random_uniform_initializer(0, 5, seed=3, dtype=tf.int32)([2]).dtype
    tf.int32
    """

    def __init__(
        self,
        minval: TensorLike = 0.0,
        maxval: TensorLike | None = None,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of random numbers in [minval, maxval)."""
        dtype = self.dtype if dtype is None else dtype
        return uniform(shape, self.minval, self.maxval, dtype, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed, "dtype": self.dtype.name}


class _Normal(Initializer):
    """A base class of initializers with a mean and a standard deviation, which draw with `_draw`."""

    _draw: Callable[..., Tensor]

    def __init__(
        self,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed
        self.dtype = _numbers(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of random numbers."""
        dtype = self.dtype if dtype is None else dtype
        return self._draw(shape, self.mean, self.stddev, dtype, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed, "dtype": self.dtype.name}


@export("compat.v1.random_normal_initializer", "compat.v1.initializers.random_normal")
class RandomNormal(_Normal):
    """Makes tensors of normally distributed numbers (tf.compat.v1.random_normal_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.random_normal_initializer(stddev=0.1, seed=3)([2]).shape
    TensorShape([2])
    """

    _draw = staticmethod(normal)


@export("compat.v1.truncated_normal_initializer", "compat.v1.initializers.truncated_normal")
class TruncatedNormal(_Normal):
    """Makes tensors of normally distributed numbers within two deviations (tf.compat.v1.truncated_normal_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.truncated_normal_initializer(seed=3)([2]).shape
    TensorShape([2])
    """

    _draw = staticmethod(truncated_normal)


@export("compat.v1.uniform_unit_scaling_initializer", "compat.v1.initializers.uniform_unit_scaling")
class UniformUnitScaling(Initializer):
    """Makes tensors of numbers that keep the scale of what is multiplied by them.

    (tf.compat.v1.uniform_unit_scaling_initializer)

    >>> import graphwright as tf
    >>> tf.compat.v1.uniform_unit_scaling_initializer(seed=3)([2, 2]).shape
    TensorShape([2, 2])
    """

    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.factor = factor
        self.seed = seed
        self.dtype = _numbers(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of random numbers in [-limit, limit), where limit is sqrt(3 / product of all sizes but the last)."""
        dtype = self.dtype if dtype is None else dtype
        inputs = 1.0
        for size in known_sizes(_part_of(partition_info, shape))[:-1]:
            inputs *= float(size)
        limit = math.sqrt(3 / max(inputs, 1.0)) * self.factor
        return uniform(shape, -limit, limit, dtype, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"factor": self.factor, "seed": self.seed, "dtype": self.dtype.name}


def _fans(shape: ShapeLike) -> tuple[float, float]:
    """Returns how many numbers go into, and come out of, each element of a layer with weights of this shape."""
    sizes = known_sizes(shape)
    if not sizes:
        return 1, 1
    if len(sizes) == 1:
        return sizes[0], sizes[0]
    field = math.prod(sizes[:-2])
    return sizes[-2] * field, sizes[-1] * field


@export("compat.v1.variance_scaling_initializer", "compat.v1.initializers.variance_scaling")
class VarianceScaling(Initializer):
    """Makes tensors of numbers whose variance suits the shape (tf.compat.v1.variance_scaling_initializer).

    Args:
      scale: the variance is this divided by the number that `mode` names.
      mode: "fan_in", "fan_out" or "fan_avg": what goes into an element, what comes out, or the mean of both.
      distribution: "uniform", "untruncated_normal", or "truncated_normal" (also "normal").
      seed: an int that makes the numbers repeatable together with `tf.compat.v1.set_random_seed`.
      dtype: a dtype of floats.

    Raises:
      ValueError: `scale` is not positive, `mode` or `distribution` is another one.

    >>> import graphwright as tf
    >>> tf.compat.v1.variance_scaling_initializer(2.0, "fan_out", seed=3)([2, 2]).shape
    TensorShape([2, 2])
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). Received: {mode}")
        distribution = distribution.lower()
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(
                "Argument `distribution` should be one of ('normal', 'uniform', 'truncated_normal', "
                f"'untruncated_normal'). Received: {distribution}"
            )
        self.scale = scale
        self.mode = mode
        self.distribution = distribution
        self.seed = seed
        self.dtype = _numbers(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor of random numbers."""
        dtype = self.dtype if dtype is None else dtype
        fan_in, fan_out = _fans(_part_of(partition_info, shape))
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return uniform(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return normal(shape, 0.0, math.sqrt(variance), dtype, seed=self.seed)
        # The deviation of a normal distribution that is cut off at two deviations.
        deviation = math.sqrt(variance) / 0.87962566103423978
        return truncated_normal(shape, 0.0, deviation, dtype, seed=self.seed)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        names = ("scale", "mode", "distribution", "seed")
        return {name: getattr(self, name) for name in names} | {"dtype": self.dtype.name}


@export("compat.v1.glorot_uniform_initializer", "compat.v1.initializers.glorot_uniform")
class GlorotUniform(VarianceScaling):
    """Even numbers with the variance 2 / (inputs + outputs) (tf.compat.v1.glorot_uniform_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.glorot_uniform_initializer(seed=3)([2, 2]).shape
    TensorShape([2, 2])
    """

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"seed": self.seed, "dtype": self.dtype.name}


@export("compat.v1.glorot_normal_initializer", "compat.v1.initializers.glorot_normal")
class GlorotNormal(VarianceScaling):
    """Normal numbers with the variance 2 / (inputs + outputs) (tf.compat.v1.glorot_normal_initializer).

    >>> import graphwright as tf
    >>> tf.compat.v1.glorot_normal_initializer(seed=3)([2, 2]).shape
    TensorShape([2, 2])
    """

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"seed": self.seed, "dtype": self.dtype.name}


@export("compat.v1.initializers.he_normal")
def he_normal(seed: int | None = None) -> VarianceScaling:
    """Normal numbers with the variance 2 / inputs (tf.compat.v1.initializers.he_normal)."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


@export("compat.v1.initializers.he_uniform")
def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Even numbers with the variance 2 / inputs (tf.compat.v1.initializers.he_uniform)."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


@export("compat.v1.initializers.lecun_normal")
def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Normal numbers with the variance 1 / inputs (tf.compat.v1.initializers.lecun_normal)."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


@export("compat.v1.initializers.lecun_uniform")
def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Even numbers with the variance 1 / inputs (tf.compat.v1.initializers.lecun_uniform)."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def _at_least_two_axes(shape: ShapeLike) -> list[int]:
    sizes = known_sizes(shape)
    if len(sizes) < 2:
        raise ValueError(
            f"The tensor to initialize, specified by argument `shape` must be at least two-dimensional. Received shape={shape}"
        )
    return sizes


@export("compat.v1.orthogonal_initializer", "compat.v1.initializers.orthogonal")
class Orthogonal(Initializer):
    """Makes matrices whose rows or columns are orthogonal unit vectors (tf.compat.v1.orthogonal_initializer).

    Raises:
      ValueError: the shape has fewer than two axes.

    >>> import graphwright as tf
    >>> m = tf.compat.v1.orthogonal_initializer(seed=3)([2, 2])
    >>> bool(tf.reduce_all(abs(m @ tf.transpose(m) - tf.eye(2)) < 1e-5))
    True
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.seed = seed
        self.dtype = _numbers(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a tensor that is orthogonal when all axes but the last are taken as one."""
        dtype = self.dtype if dtype is None else dtype
        sizes = _at_least_two_axes(shape)
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        drawn = normal([max(rows, columns), min(rows, columns)], dtype=dtype, seed=self.seed)
        q, r = qr(drawn, full_matrices=False)
        q *= sign(diag_part(r))  # so that every orthogonal matrix is as likely
        if rows < columns:
            q = matrix_transpose(q)
        return self.gain * reshape(q, sizes)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


@export("compat.v1.initializers.identity")
class Identity(Initializer):
    """Makes matrices with `gain` on the diagonal and zeros elsewhere (tf.compat.v1.initializers.identity).

    Raises:
      ValueError: the shape does not have two axes.

    >>> import graphwright as tf
    >>> tf.compat.v1.initializers.identity(2.0)([2, 2]).numpy()
    array([[2., 0.],
           [0., 2.]], dtype=float32)
    """

    def __init__(self, gain: float = 1.0, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _numbers(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, partition_info: PartitionInfo | None = None
    ) -> Tensor:
        """Returns a matrix."""
        sizes = _at_least_two_axes(_part_of(partition_info, shape))
        if len(sizes) > 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received shape={shape}")
        matrix = eye(*sizes, dtype=self.dtype if dtype is None else dtype)
        if partition_info is not None:
            matrix = slice_(matrix, partition_info.var_offset, shape)
        return self.gain * matrix

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments that make such an initializer."""
        return {"gain": self.gain, "dtype": self.dtype.name}
