"""Distributions of gamma-distributed numbers and of their shares: Gamma, Exponential, Beta and Dirichlet."""

from __future__ import annotations

import math

from graphwright._src.base.export import export
from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import random
from graphwright._src.ops.array import identity, shape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_near, assert_rank_at_least, assert_same_float_dtype
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.math import log, log1p, rsqrt, square
from graphwright._src.ops.math_binary import xlogy
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all, reduce_sum
from graphwright._src.ops.math_special import betainc, digamma, igamma, lbeta, lgamma
from graphwright._src.ops.matrix_diag import set_diag
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones, ones_like
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.distributions.distribution import FULLY_REPARAMETERIZED, Distribution
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


@export("compat.v1.distributions.Gamma")
class Gamma(ScalarDistribution):
    """Gamma distributions (tf.compat.v1.distributions.Gamma): density proportional to x**(concentration - 1) exp(-rate x).

    Args:
      concentration: the shape parameters, positive, floating-point.
      rate: the inverse scales, positive, of the same dtype; broadcasts with `concentration`.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a mode that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.distributions.Gamma(concentration=3.0, rate=2.0).mean())
    1.5
    """

    def __init__(
        self,
        concentration: TensorLike,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Gamma",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            checks = [positive(concentration), positive(rate)] if validate_args else []
            self._concentration = after(checks, identity(concentration, name="concentration"))
            self._rate = identity(rate, name="rate")
            dtype = assert_same_float_dtype([self._concentration, self._rate])
        graph_parents = [self._concentration, self._rate]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, graph_parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("concentration rate", sample_shape)

    @property
    def concentration(self) -> Any:
        """The shape parameters."""
        return self._concentration

    @property
    def rate(self) -> Any:
        """The inverse scales."""
        return self._rate

    def _broadcast(self) -> tuple[Tensor, ...]:
        return self._concentration, self._rate

    def _checked(self, value: Tensor) -> Tensor:
        return after([positive(value)] if self.validate_args else [], value)

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        return random.gamma([n], self._concentration, self._rate, self.dtype, seed)

    def _log_prob(self, value: Tensor) -> Tensor:
        x = self._checked(value)
        log_normalization = lgamma(self._concentration) - self._concentration * log(self._rate)
        return xlogy(self._concentration - 1.0, x) - self._rate * x - log_normalization

    def _cdf(self, value: Tensor) -> Tensor:
        return igamma(self._concentration, self._rate * self._checked(value))

    def _entropy(self) -> Tensor:
        c = self._concentration
        return c - log(self._rate) + lgamma(c) + (1.0 - c) * digamma(c)

    def _mean(self) -> Tensor:
        return self._concentration / self._rate

    def _variance(self) -> Tensor:
        return self._concentration / square(self._rate)

    def _mode(self) -> Tensor:
        mode = (self._concentration - 1.0) / self._rate
        message = "the mode is not defined where concentration <= 1"
        return self._defined_above(1.0, self._concentration, mode, math.nan, message)


@RegisterKL(Gamma, Gamma)
def _gamma_divergence(a: Gamma, b: Gamma, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_gamma_gamma"):
        return (
            (a.concentration - b.concentration) * digamma(a.concentration)
            + lgamma(b.concentration)
            - lgamma(a.concentration)
            + b.concentration * log(a.rate)
            - b.concentration * log(b.rate)
            + a.concentration * (b.rate / a.rate - 1.0)
        )


@export("compat.v1.distributions.Exponential")
class Exponential(Gamma):
    """Exponential distributions (tf.compat.v1.distributions.Exponential): density rate * exp(-rate x) of positive x.

    Args:
      rate: the inverse means, positive, floating-point.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: `rate` is not floating-point.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.distributions.Exponential(rate=0.5).mean())
    2.0
    """

    def __init__(
        self,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Exponential",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            rate = convert_to_tensor(rate, name="rate")
        super().__init__(ones([], rate.dtype), rate, validate_args, allow_nan_stats, name)
        self._parameter_dict = parameters

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("rate", sample_shape)

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        # From the smallest normal number on, as the logarithm of zero is infinite.
        tiny = 2.0 ** {dtypes.float16: -14, dtypes.bfloat16: -126, dtypes.float32: -126}.get(self.dtype, -1022)
        sizes = concat([[n], self.batch_shape_tensor()], 0)
        return -log(random.uniform(sizes, tiny, 1.0, self.dtype, seed)) / self._rate

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return self._log_prob(value) - log(self._rate)


@export("compat.v1.distributions.Beta")
class Beta(ScalarDistribution):
    """Beta distributions (tf.compat.v1.distributions.Beta).

    The density of 0 < x < 1 is proportional to x**(concentration1 - 1) (1 - x)**(concentration0 - 1).

    Args:
      concentration1, concentration0: positive, floating-point, of one dtype; they broadcast.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a mode that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: one is not given, the dtypes differ, or are not floating-point.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.distributions.Beta(1.0, 3.0).mean())
    0.25
    """

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Beta",
    ) -> None:
        parameters = given(locals())
        if concentration1 is None or concentration0 is None:
            raise ValueError("Beta: concentration1 and concentration0 must be given")
        with scope_of(name) as name:
            self._concentration1 = _concentration(concentration1, "concentration1", validate_args)
            self._concentration0 = _concentration(concentration0, "concentration0", validate_args)
            dtype = assert_same_float_dtype([self._concentration1, self._concentration0])
            self._total_concentration = self._concentration1 + self._concentration0
        parents = [self._concentration1, self._concentration0, self._total_concentration]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("concentration1 concentration0", sample_shape)

    @property
    def concentration1(self) -> Any:
        """The exponent of x, and one."""
        return self._concentration1

    @property
    def concentration0(self) -> Any:
        """The exponent of 1 - x, and one."""
        return self._concentration0

    @property
    def total_concentration(self) -> Any:
        """The sum of both."""
        return self._total_concentration

    def _broadcast(self) -> tuple[Tensor, ...]:
        return (self._total_concentration,)

    def _checked(self, value: Tensor) -> Tensor:
        if not self.validate_args:
            return value
        one = ones([], self.dtype)
        return after(
            [positive(value, "a value must be positive"), ordered(value, one, "a value must be below 1")], value
        )

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        total = ones_like(self._total_concentration)
        first = random.gamma([n], total * self._concentration1, None, self.dtype, seed)
        second = random.gamma([n], total * self._concentration0, None, self.dtype, seed_beside(seed, "beta"))
        return first / (first + second)

    def _log_prob(self, value: Tensor) -> Tensor:
        x = self._checked(value)
        unnormalized = xlogy(self._concentration1 - 1.0, x) + (self._concentration0 - 1.0) * log1p(-x)
        return unnormalized - _log_beta(self)

    def _cdf(self, value: Tensor) -> Tensor:
        return betainc(self._concentration1, self._concentration0, self._checked(value))

    def _entropy(self) -> Tensor:
        return (
            _log_beta(self)
            - (self._concentration1 - 1.0) * digamma(self._concentration1)
            - (self._concentration0 - 1.0) * digamma(self._concentration0)
            + (self._total_concentration - 2.0) * digamma(self._total_concentration)
        )

    def _mean(self) -> Tensor:
        return self._concentration1 / self._total_concentration

    def _variance(self) -> Tensor:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + self._total_concentration)

    def _mode(self) -> Tensor:
        one, zero = self._concentration1, self._concentration0
        mode = (one - 1.0) / (self._total_concentration - 2.0)
        if self.allow_nan_stats:
            return where((one > 1.0) & (zero > 1.0), mode, convert_to_tensor(math.nan, self.dtype))
        limit = ones([], self.dtype)
        checks = [ordered(limit, each, "the mode is not defined where a concentration <= 1") for each in (one, zero)]
        return after(checks, mode)


def _concentration(given_value: TensorLike, name: str, validate_args: bool) -> Any:
    tensor = convert_to_tensor(given_value, name=name)
    return after([positive(tensor, f"{name} must be positive")] if validate_args else [], tensor)


def _log_beta(of: Beta) -> Tensor:
    return lgamma(of.concentration1) + lgamma(of.concentration0) - lgamma(of.total_concentration)


@RegisterKL(Beta, Beta)
def _beta_divergence(a: Beta, b: Beta, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_beta_beta"):
        return (
            _log_beta(b)
            - _log_beta(a)
            - digamma(a.concentration1) * (b.concentration1 - a.concentration1)
            - digamma(a.concentration0) * (b.concentration0 - a.concentration0)
            + digamma(a.total_concentration) * (b.total_concentration - a.total_concentration)
        )


@export("compat.v1.distributions.Dirichlet")
class Dirichlet(Distribution):
    """Dirichlet distributions of k shares that add up to one (tf.compat.v1.distributions.Dirichlet).

    The density is proportional to the product of x[i]**(concentration[i] - 1).

    Args:
      concentration: positive, shape `batch_shape + [k]`.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a mode that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: `concentration` is a scalar.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.Dirichlet([1.0, 3.0]).mean().numpy()
    array([0.25, 0.75], dtype=float32)
    """

    def __init__(
        self,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Dirichlet",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            tensor = convert_to_tensor(concentration, name="concentration")
            checks: list[Any] = []
            if validate_args:
                checks = [
                    positive(tensor, "concentration must be positive"),
                    lambda: assert_rank_at_least(tensor, 1, message="concentration must have an axis of the shares"),
                    lambda: ordered(1, shape(tensor)[-1], "concentration must be of at least 2 shares")(),
                ]
            self._concentration = after(checks, tensor)
            self._total_concentration = reduce_sum(self._concentration, -1)
        parents = [self._concentration, self._total_concentration]
        dtype = self._concentration.dtype
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def concentration(self) -> Any:
        """The exponents, and one."""
        return self._concentration

    @property
    def total_concentration(self) -> Any:
        """Their sums over the shares."""
        return self._total_concentration

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._total_concentration)

    def _batch_shape(self) -> TensorShape:
        return self._total_concentration.shape

    def _event_shape_tensor(self) -> Tensor:
        return shape(self._concentration)[-1:]

    def _event_shape(self) -> TensorShape:
        return TensorShape(self._concentration.shape)[-1:]

    def _checked(self, value: Tensor) -> Tensor:
        if not self.validate_args:
            return value
        checks = [
            positive(value, "shares must be positive"),
            lambda: assert_near(ones([], self.dtype), reduce_sum(value, -1), message="shares must add up to 1"),
        ]
        return after(checks, value)

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        numbers = random.gamma([n], self._concentration, None, self.dtype, seed)
        return numbers / reduce_sum(numbers, -1, keepdims=True)

    def _log_prob(self, value: Tensor) -> Tensor:
        x = self._checked(value)
        return reduce_sum(xlogy(self._concentration - 1.0, x), -1) - lbeta(self._concentration)

    def _shares(self) -> Tensor:
        return cast(self.event_shape_tensor()[0], self.dtype)

    def _entropy(self) -> Tensor:
        total = self._total_concentration
        parts = reduce_sum((self._concentration - 1.0) * digamma(self._concentration), -1)
        return lbeta(self._concentration) + (total - self._shares()) * digamma(total) - parts

    def _mean(self) -> Tensor:
        return self._concentration / self._total_concentration[..., None]

    def _scaled_mean(self) -> tuple[Tensor, Tensor]:
        """Returns s = 1 / sqrt(1 + total) and s * mean, of whose products the covariances consist."""
        scale = rsqrt(1.0 + self._total_concentration[..., None])
        return scale, scale * self._mean()

    def _covariance(self) -> Tensor:
        _, mean = self._scaled_mean()
        return set_diag(-matmul(mean[..., None], mean[..., None, :]), self._variance())

    def _variance(self) -> Tensor:
        scale, mean = self._scaled_mean()
        return mean * (scale - mean)

    def _mode(self) -> Tensor:
        mode = (self._concentration - 1.0) / (self._total_concentration[..., None] - self._shares())
        if self.allow_nan_stats:
            defined = reduce_all(self._concentration > 1.0, -1, keepdims=True)
            return where(defined, mode, convert_to_tensor(math.nan, self.dtype))
        limit = ones([], self.dtype)
        return after([ordered(limit, self._concentration, "the mode is not defined where a concentration <= 1")], mode)


@RegisterKL(Dirichlet, Dirichlet)
def _dirichlet_divergence(a: Dirichlet, b: Dirichlet, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_dirichlet_dirichlet"):
        total = reduce_sum(a.concentration, -1, keepdims=True)
        expected_logs = digamma(a.concentration) - digamma(total)
        difference = reduce_sum((a.concentration - b.concentration) * expected_logs, -1)
        return difference - lbeta(a.concentration) + lbeta(b.concentration)
