"""Distributions with a location and a scale: Normal, Laplace, StudentT, and Uniform between two bounds."""

from __future__ import annotations

import math

from graphwright._src.base.export import export
from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import random
from graphwright._src.ops.array import identity
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_same_float_dtype
from graphwright._src.ops.math import abs as absolute
from graphwright._src.ops.math import exp, is_nan, log, log1p, rsqrt, sign, square
from graphwright._src.ops.math_binary import logical_or, squared_difference
from graphwright._src.ops.math_convert import where
from graphwright._src.ops.math_special import betainc, digamma, lgamma
from graphwright._src.tensor.filling import ones_like, zeros_like
from graphwright._src.v1.distributions import normal_functions
from graphwright._src.v1.distributions.distribution import FULLY_REPARAMETERIZED
from graphwright._src.v1.distributions.kullback_leibler import RegisterKL
from graphwright._src.v1.distributions.parameters import (
    after,
    given,
    ordered,
    positive,
    same_shapes,
    scope_of,
    seed_beside,
)
from graphwright._src.v1.distributions.scalar_events import ScalarDistribution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import ShapeLike, TensorLike

_LOG_2 = math.log(2.0)


@export("compat.v1.distributions.Normal")
class Normal(ScalarDistribution):
    """Normal distributions (tf.compat.v1.distributions.Normal): density exp(-((x - loc) / scale)**2 / 2) / (scale sqrt(2 pi)).

    Args:
      loc: the means, floating-point.
      scale: the standard deviations, positive, of the same dtype; broadcasts with `loc`.
      validate_args: whether parameters are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> normal = tf.compat.v1.distributions.Normal(loc=1.0, scale=2.0)
    >>> float(normal.mean()), float(normal.variance())
    (1.0, 4.0)
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Normal",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._loc = identity(loc, name="loc")
            self._scale = after([positive(scale)] if validate_args else [], identity(scale, name="scale"))
            dtype = assert_same_float_dtype([self._loc, self._scale])
        graph_parents = [self._loc, self._scale]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, graph_parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("loc scale", sample_shape)

    @property
    def loc(self) -> Any:
        """The means."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The standard deviations."""
        return self._scale

    def _broadcast(self) -> tuple[Tensor, ...]:
        return self._loc, self._scale

    def _standardized(self, x: Tensor) -> Tensor:
        with name_scope("standardize"):
            return (x - self._loc) / self._scale

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        sizes = concat([[n], self.batch_shape_tensor()], 0)
        return random.normal(sizes, 0.0, 1.0, self._loc.dtype, seed) * self._scale + self._loc

    def _log_prob(self, value: Tensor) -> Tensor:
        return -0.5 * square(self._standardized(value)) - (0.5 * math.log(2.0 * math.pi) + log(self._scale))

    def _log_cdf(self, value: Tensor) -> Tensor:
        return normal_functions.log_cumulative(self._standardized(value))

    def _cdf(self, value: Tensor) -> Tensor:
        return normal_functions.cumulative(self._standardized(value))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return normal_functions.log_cumulative(-self._standardized(value))

    def _survival_function(self, value: Tensor) -> Tensor:
        return normal_functions.cumulative(-self._standardized(value))

    def _quantile(self, value: Tensor) -> Tensor:
        standard = normal_functions.inverse_cumulative(value)
        with name_scope("reconstruct"):
            return standard * self._scale + self._loc

    def _entropy(self) -> Tensor:
        return 0.5 * math.log(2.0 * math.pi * math.e) + log(self._scale * ones_like(self._loc))

    def _mean(self) -> Tensor:
        return self._loc * ones_like(self._scale)

    def _stddev(self) -> Tensor:
        return self._scale * ones_like(self._loc)

    def _mode(self) -> Tensor:
        return self._mean()


@RegisterKL(Normal, Normal)
def _normal_divergence(a: Normal, b: Normal, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_normal_normal"):
        variance = square(b.scale)
        ratio = square(a.scale) / variance
        return squared_difference(a.loc, b.loc) / (2.0 * variance) + 0.5 * (ratio - 1.0 - log(ratio))


@export("compat.v1.distributions.Laplace")
class Laplace(ScalarDistribution):
    """Laplace distributions (tf.compat.v1.distributions.Laplace): density exp(-|x - loc| / scale) / (2 scale).

    Args:
      loc: the means, floating-point.
      scale: how wide they are, positive, of the same dtype; broadcasts with `loc`.
      validate_args: whether parameters are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.distributions.Laplace(0.0, 2.0).prob(0.0))
    0.25
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Laplace",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._loc = identity(loc, name="loc")
            self._scale = after([positive(scale)] if validate_args else [], identity(scale, name="scale"))
            dtype = assert_same_float_dtype([self._loc, self._scale])
        graph_parents = [self._loc, self._scale]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, graph_parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("loc scale", sample_shape)

    @property
    def loc(self) -> Any:
        """The means."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The scales."""
        return self._scale

    def _broadcast(self) -> tuple[Tensor, ...]:
        return self._loc, self._scale

    def _standardized(self, x: Tensor) -> Tensor:
        return (x - self._loc) / self._scale

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        sizes = concat([[n], self.batch_shape_tensor()], 0)
        # From the number above -1, so that log1p is finite.
        dtype = self.dtype
        uniform = random.uniform(sizes, _above_minus_one(dtype), 1.0, dtype, seed)
        return self._loc - self._scale * sign(uniform) * log1p(-absolute(uniform))

    def _log_prob(self, value: Tensor) -> Tensor:
        return -absolute(self._standardized(value)) - (_LOG_2 + log(self._scale))

    def _log_cdf(self, value: Tensor) -> Tensor:
        return normal_functions.log_cumulative_laplace(self._standardized(value))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return normal_functions.log_cumulative_laplace(-self._standardized(value))

    def _cdf(self, value: Tensor) -> Tensor:
        x = self._standardized(value)
        return 0.5 + 0.5 * sign(x) * (1.0 - exp(-absolute(x)))

    def _entropy(self) -> Tensor:
        return 1.0 + _LOG_2 + log(self._scale + zeros_like(self._loc))

    def _mean(self) -> Tensor:
        return self._loc + zeros_like(self._scale)

    def _stddev(self) -> Tensor:
        return math.sqrt(2.0) * self._scale + zeros_like(self._loc)

    def _mode(self) -> Tensor:
        return self._mean()


def _above_minus_one(dtype: Any) -> Any:
    import numpy as np

    kind = dtype.as_numpy_dtype
    return np.nextafter(kind(-1), kind(0))


@export("compat.v1.distributions.StudentT")
class StudentT(ScalarDistribution):
    """Student's t-distributions (tf.compat.v1.distributions.StudentT), moved and scaled.

    The density of y = (x - loc) / scale is proportional to (1 + y**2 / df)**(-(df + 1) / 2).

    Args:
      df: the degrees of freedom, positive, floating-point.
      loc: the means, where df > 1.
      scale: how wide they are; its sign is of no matter. All of one dtype, and they broadcast.
      validate_args: whether parameters are checked.
      allow_nan_stats: whether a mean and a variance that are not defined are NaN.
      name: begins the names of operations.

    Raises:
      ValueError: the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.StudentT([1.0, 3.0], 5.0, 1.0).mean().numpy()
    array([nan,  5.], dtype=float32)
    """

    def __init__(
        self,
        df: TensorLike,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "StudentT",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._df = after([positive(df)] if validate_args else [], identity(df, name="df"))
            self._loc = identity(loc, name="loc")
            self._scale = identity(scale, name="scale")
            dtype = assert_same_float_dtype([self._df, self._loc, self._scale])
        parents = [self._df, self._loc, self._scale]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("df loc scale", sample_shape)

    @property
    def df(self) -> Any:
        """The degrees of freedom."""
        return self._df

    @property
    def loc(self) -> Any:
        """The means, where there are some."""
        return self._loc

    @property
    def scale(self) -> Any:
        """The scales."""
        return self._scale

    def _broadcast(self) -> tuple[Tensor, ...]:
        return self._df, self._loc, self._scale

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        # A normal number over the root of a chi-squared one, which is a gamma one, by its degrees of freedom.
        normal = random.normal(concat([[n], self.batch_shape_tensor()], 0), dtype=self.dtype, seed=seed)
        df = self._df * self._ones()
        squares = random.gamma([n], 0.5 * df, 0.5, self.dtype, seed_beside(seed, "student_t"))
        return normal * rsqrt(squares / df) * self._scale + self._loc

    def _log_prob(self, value: Tensor) -> Tensor:
        y = (value - self._loc) / self._scale
        half = 0.5 * (self._df + 1.0)
        log_normalization = (
            log(absolute(self._scale))
            + 0.5 * log(self._df)
            + 0.5 * math.log(math.pi)
            + lgamma(0.5 * self._df)
            - lgamma(half)
        )
        return -half * log1p(square(y) / self._df) - log_normalization

    def _cdf(self, value: Tensor) -> Tensor:
        y = (value - self._loc) / absolute(self._scale)
        tail = 0.5 * betainc(0.5 * self._df, 0.5, self._df / (square(y) + self._df))
        return where(y < 0.0, tail, 1.0 - tail)

    def _entropy(self) -> Tensor:
        half, more = 0.5 * self._df * self._ones(), 0.5 * (self._df + 1.0)
        log_beta = lgamma(half) + 0.5 * math.log(math.pi) - lgamma(half + 0.5)
        return (
            log(absolute(self._scale))
            + 0.5 * log(self._df)
            + log_beta
            + more * (digamma(more) - digamma(0.5 * self._df))
        )

    def _mean(self) -> Tensor:
        mean = self._loc * self._ones()
        return self._defined_above(1.0, self._df, mean, math.nan, "the mean is not defined where df <= 1")

    def _variance(self) -> Tensor:
        finite = self._df > 2.0
        # Ones where it is infinite, so that nothing is divided by zero, in gradients neither.
        divisor = where(finite, self._df - 2.0, ones_like(self._df))
        variance = self._ones() * square(self._scale) * self._df / divisor
        variance = where(finite, variance, math.inf)
        return self._defined_above(1.0, self._df, variance, math.nan, "the variance is not defined where df <= 1")

    def _mode(self) -> Tensor:
        return identity(self._loc)


@export("compat.v1.distributions.Uniform")
class Uniform(ScalarDistribution):
    """Uniform distributions over `low <= x < high` (tf.compat.v1.distributions.Uniform).

    Args:
      low, high: the bounds, floating-point, of one dtype; they broadcast.
      validate_args: whether `low < high` is checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.Uniform(0.0, [2.0, 4.0]).prob(1.0).numpy()
    array([0.5 , 0.25], dtype=float32)
    """

    def __init__(
        self,
        low: TensorLike = 0.0,
        high: TensorLike = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Uniform",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            checks = [ordered(low, high, "Uniform: low must be less than high")] if validate_args else []
            self._low = after(checks, identity(low, name="low"))
            self._high = identity(high, name="high")
            dtype = assert_same_float_dtype([self._low, self._high])
        graph_parents = [self._low, self._high]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, graph_parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("low high", sample_shape)

    @property
    def low(self) -> Any:
        """The lower bounds, which belong to the intervals."""
        return self._low

    @property
    def high(self) -> Any:
        """The upper bounds, which do not."""
        return self._high

    def range(self, name: str = "range") -> Tensor:
        """Returns how wide the intervals are, `high - low`."""
        with self._scope(name):
            return self._high - self._low

    def _broadcast(self) -> tuple[Tensor, ...]:
        return self._low, self._high

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        numbers = random.uniform(concat([[n], self.batch_shape_tensor()], 0), dtype=self.dtype, seed=seed)
        return self._low + self.range() * numbers

    def _prob(self, value: Tensor) -> Tensor:
        x = value * self._ones()
        outside = logical_or(x < self._low, x >= self._high)
        density = where(outside, zeros_like(x), ones_like(x) / self.range())
        return where(is_nan(x), x, density)

    def _cdf(self, value: Tensor) -> Tensor:
        x = value * self._ones()
        inside = (x - self._low) / self.range()
        return where(value >= self._high, ones_like(x), where(value < self._low, zeros_like(x), inside))

    def _entropy(self) -> Tensor:
        return log(self.range())

    def _mean(self) -> Tensor:
        return (self._low + self._high) / 2.0

    def _variance(self) -> Tensor:
        return square(self.range()) / 12.0

    def _stddev(self) -> Tensor:
        return self.range() / math.sqrt(12.0)
