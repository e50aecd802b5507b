"""Distributions of events and of counts: Bernoulli, Categorical, Multinomial and DirichletMultinomial."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.composite.maps import map_fn
from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import random
from graphwright._src.ops.array import constant, identity, rank, reshape, shape
from graphwright._src.ops.array_index import one_hot, sequence_mask
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.array_layout import transpose
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.math import log, sigmoid, sqrt
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import argmax, reduce_sum
from graphwright._src.ops.math_special import lbeta, lgamma
from graphwright._src.ops.matrix_diag import set_diag
from graphwright._src.ops.nn_activation import log_softmax, softmax, softplus
from graphwright._src.ops.nn_loss import sigmoid_cross_entropy_with_logits, sparse_softmax_cross_entropy_with_logits
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones, ones_like, zeros_like
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.distributions.distribution import NOT_REPARAMETERIZED, Distribution
from graphwright._src.v1.distributions.kullback_leibler import RegisterKL
from graphwright._src.v1.distributions.parameters import (
    after,
    class_numbers,
    class_weights,
    equal_sums,
    given,
    logits_and_probs,
    positive,
    same_shapes,
    scope_of,
    seed_beside,
    whole_numbers,
)
from graphwright._src.v1.distributions.scalar_events import ScalarDistribution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


@export("compat.v1.distributions.Bernoulli")
class Bernoulli(ScalarDistribution):
    """Distributions of events that happen (1) or not (0) (tf.compat.v1.distributions.Bernoulli).

    Args:
      logits: log(p / (1 - p)) of the probabilities p, floating-point; or
      probs: the probabilities.
      dtype: of draws.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: not exactly one of `logits` and `probs` is given.
      TypeError: it is not floating-point.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.Bernoulli(probs=[0.25, 0.5]).prob(1).numpy()
    array([0.25, 0.5 ], dtype=float32)
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Bernoulli",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, False, validate_args)
        kind, parents = dtypes.as_dtype(dtype), [self._logits, self._probs]
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return same_shapes("logits", sample_shape)

    @property
    def logits(self) -> Any:
        """The logarithms of the odds."""
        return self._logits

    @property
    def probs(self) -> Any:
        """The probabilities that the events happen."""
        return self._probs

    def _broadcast(self) -> tuple[Tensor, ...]:
        return (self._logits,)

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        sizes = concat([[n], self.batch_shape_tensor()], 0)
        return cast(random.uniform(sizes, dtype=self._probs.dtype, seed=seed) < self._probs, self.dtype)

    def _log_prob(self, value: Tensor) -> Tensor:
        if self.validate_args:
            value = class_numbers(value, dtypes.bool, "values of events")
        events, logits = cast(value, self._logits.dtype), self._logits
        known = events.shape.is_fully_defined() and logits.shape.is_fully_defined()
        if not known or events.shape.as_list() != logits.shape.as_list():
            logits, events = ones_like(events) * logits, ones_like(logits) * events
        return -sigmoid_cross_entropy_with_logits(labels=events, logits=logits)

    def _entropy(self) -> Tensor:
        return -self._logits * (sigmoid(self._logits) - 1.0) + softplus(-self._logits)

    def _mean(self) -> Tensor:
        return identity(self._probs)

    def _variance(self) -> Tensor:
        return self._mean() * (1.0 - self._probs)

    def _mode(self) -> Tensor:
        return cast(self._probs > 0.5, self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _bernoulli_divergence(a: Bernoulli, b: Bernoulli, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_bernoulli_bernoulli"):
        happens = sigmoid(a.logits) * (softplus(-b.logits) - softplus(-a.logits))
        return happens + sigmoid(-a.logits) * (softplus(b.logits) - softplus(a.logits))


@export("compat.v1.distributions.Categorical")
class Categorical(ScalarDistribution):
    """Distributions of one class out of k, by its number (tf.compat.v1.distributions.Categorical).

    Args:
      logits: logarithms of the classes' probabilities, up to a constant, floating-point, shape `batch_shape + [k]`; or
      probs: the probabilities.
      dtype: of draws.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: not exactly one of `logits` and `probs` is given, or it is a scalar.
      TypeError: it is not floating-point.

    >>> import graphwright as tf
    >>> categorical = tf.compat.v1.distributions.Categorical(probs=[0.25, 0.5, 0.25])
    >>> float(categorical.prob(1)), int(categorical.mode())
    (0.5, 1)
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Categorical",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args)
            known = self._logits.shape.with_rank_at_least(1)
            if known.rank is None:
                self._batch_rank = rank(self._logits) - 1
            else:
                self._batch_rank = constant(known.rank - 1, dtypes.int32, name="batch_rank")
            sizes = shape(self._logits, name="logits_shape")
            if known.rank is None or known[-1] is None:
                self._event_size = sizes[self._batch_rank]
            else:
                self._event_size = constant(known[-1], dtypes.int32, name="event_size")
            self._batch_sizes = sizes[:-1]
        kind, parents = dtypes.as_dtype(dtype), [self._logits, self._probs]
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def event_size(self) -> Any:
        """The number of classes, a scalar tensor."""
        return self._event_size

    @property
    def logits(self) -> Any:
        """The logarithms of the probabilities, up to a constant."""
        return self._logits

    @property
    def probs(self) -> Any:
        """The probabilities of the classes."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return identity(self._batch_sizes)

    def _batch_shape(self) -> TensorShape:
        return self._logits.shape[:-1]

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        logits = self._logits if self._logits.shape.rank == 2 else reshape(self._logits, [-1, self._event_size])
        wide = dtypes.int64 if self.dtype.size > 4 else dtypes.int32
        with name_scope("multinomial"):
            drawn = random.categorical(logits, n, wide, seed)
        drawn = reshape(transpose(drawn), concat([[n], self.batch_shape_tensor()], 0))
        return cast(drawn, self.dtype)

    def _classes(self, value: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
        """Returns numbers of classes, and what each class has, with one batch."""
        if self.validate_args:
            value = class_numbers(value, dtypes.int32, "numbers of classes")
        known = value.shape.is_fully_defined() and weights.shape[:-1].is_fully_defined()
        if not known or value.shape.as_list() != weights.shape[:-1].as_list():
            weights = weights * ones_like(value[..., None], dtype=weights.dtype)
            value = value * ones(shape(weights)[:-1], value.dtype)
            value.set_shape(weights.shape[:-1])
        return value if value.dtype.is_integer else cast(value, dtypes.int32), weights

    def _log_prob(self, value: Tensor) -> Tensor:
        classes, logits = self._classes(value, self._logits)
        return -sparse_softmax_cross_entropy_with_logits(labels=classes, logits=logits)

    def _cdf(self, value: Tensor) -> Tensor:
        # The probability of smaller numbers of classes; that of the class itself does not count, as in TensorFlow.
        classes, probs = self._classes(value, self._probs)
        smaller = sequence_mask(classes, self._event_size)
        return reduce_sum(where(smaller, probs, zeros_like(probs)), -1)

    def _entropy(self) -> Tensor:
        return -reduce_sum(log_softmax(self._logits) * self._probs, -1)

    def _mode(self) -> Tensor:
        return cast(argmax(self._logits, self._batch_rank), self.dtype)


@RegisterKL(Categorical, Categorical)
def _categorical_divergence(a: Categorical, b: Categorical, name: str | None = None) -> Tensor:
    with name_scope(name or "kl_categorical_categorical"):
        return reduce_sum(softmax(a.logits) * (log_softmax(a.logits) - log_softmax(b.logits)), -1)


def _log_combinations(total: Tensor, counts: Tensor) -> Tensor:
    """Returns the logarithm of the number of orders of `total` draws that have these counts."""
    with name_scope("log_combinations"):
        return lgamma(total + 1.0) - reduce_sum(lgamma(counts + 1.0), -1)


class CountDistribution(Distribution):
    """A distribution of how often each of k classes is drawn in `total_count` draws."""

    _total_count: Tensor

    def _checked_counts(self, counts: Tensor) -> Tensor:
        if not self.validate_args:
            return counts
        counts = whole_numbers(counts, "counts")
        return after([equal_sums(self._total_count, counts, type(self).__name__)], counts)

    def _negative_products(self, left: Tensor, right: Tensor) -> Tensor:
        return set_diag(-matmul(left[..., None], right[..., None, :]), self._variance())


def _total(total_count: TensorLike, validate_args: bool) -> Any:
    tensor = convert_to_tensor(total_count, name="total_count")
    return whole_numbers(tensor, "total_count") if validate_args else tensor


@export("compat.v1.distributions.Multinomial")
class Multinomial(CountDistribution):
    """Distributions of the counts of k classes in some draws (tf.compat.v1.distributions.Multinomial).

    Args:
      total_count: how many draws, floating-point; broadcasts with the batch.
      logits: logarithms of the classes' probabilities, up to a constant, shape `batch_shape + [k]`, same dtype; or
      probs: the probabilities.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: not exactly one of `logits` and `probs` is given.
      TypeError: it is not floating-point.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.Multinomial(4.0, probs=[0.25, 0.75]).mean().numpy()
    array([1., 3.], dtype=float32)
    """

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "Multinomial",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._total_count = _total(total_count, validate_args)
            self._logits, self._probs = logits_and_probs(logits, probs, True, validate_args)
            self._expected = self._total_count[..., None] * self._probs
        dtype, parents = self._probs.dtype, [self._total_count, self._logits, self._probs, self._expected]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def total_count(self) -> Any:
        """The numbers of draws."""
        return self._total_count

    @property
    def logits(self) -> Any:
        """The logarithms of the probabilities, up to a constant."""
        return self._logits

    @property
    def probs(self) -> Any:
        """The probabilities of the classes."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._expected)[:-1]

    def _batch_shape(self) -> TensorShape:
        return self._expected.shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return shape(self._expected)[-1:]

    def _event_shape(self) -> TensorShape:
        return self._expected.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        counts = cast(self._total_count, dtypes.int32)
        classes = self.event_shape_tensor()[0]
        counts = ones_like(self._logits[..., 0], dtype=counts.dtype) * counts
        logits = reshape(ones_like(counts[..., None], dtype=self._logits.dtype) * self._logits, [-1, classes])
        counts = n * reshape(counts, [-1])

        def of_one(row: Any) -> Tensor:
            weights, count = row
            with name_scope("multinomial"):
                drawn = random.categorical(weights[None, ...], count, seed=seed)
            drawn = reshape(drawn, concat([[n], [-1]], 0))
            return reduce_sum(one_hot(drawn, classes, dtype=self.dtype), -2)

        drawn = transpose(map_fn(of_one, [logits, counts], dtype=self.dtype), [1, 0, 2])
        return reshape(drawn, concat([[n], self.batch_shape_tensor(), [classes]], 0))

    def _log_prob(self, value: Tensor) -> Tensor:
        counts = self._checked_counts(value)
        unnormalized = reduce_sum(counts * log_softmax(self._logits), -1)
        return unnormalized + _log_combinations(self._total_count, counts)

    def _mean(self) -> Tensor:
        return identity(self._expected)

    def _broadcast_probs(self) -> Tensor:
        return self._probs * ones_like(self._total_count)[..., None]

    def _covariance(self) -> Tensor:
        return self._negative_products(self._expected, self._broadcast_probs())

    def _variance(self) -> Tensor:
        return self._expected - self._expected * self._broadcast_probs()


@export("compat.v1.distributions.DirichletMultinomial")
class DirichletMultinomial(CountDistribution):
    """Multinomial distributions whose probabilities are drawn, too (tf.compat.v1.distributions.DirichletMultinomial).

    The probabilities of the k classes are Dirichlet-distributed; the counts of the draws are then multinomial.

    Args:
      total_count: how many draws; the dtype is that of `concentration`. Draws of it need a scalar.
      concentration: positive, shape `batch_shape + [k]`.
      validate_args: whether parameters and values are checked.
      allow_nan_stats: whether a statistic that is not defined is NaN.
      name: begins the names of operations.

    Raises:
      ValueError: `concentration` is a scalar, or of one class.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.DirichletMultinomial(4.0, [1.0, 3.0]).mean().numpy()
    array([1., 3.], dtype=float32)
    """

    def __init__(
        self,
        total_count: TensorLike,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = "DirichletMultinomial",
    ) -> None:
        parameters = given(locals())
        with scope_of(name) as name:
            self._total_count = _total(total_count, validate_args)
            weights = convert_to_tensor(concentration, name="concentration")
            if validate_args:
                weights = class_weights(weights, "concentration")
                weights = after([positive(weights, "concentration must be positive")], weights)
            self._concentration = weights
            self._total_concentration = reduce_sum(weights, -1)
        dtype, parents = weights.dtype, [self._total_count, weights]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def total_count(self) -> Any:
        """The numbers of draws."""
        return self._total_count

    @property
    def concentration(self) -> Any:
        """The concentrations of the probabilities."""
        return self._concentration

    @property
    def total_concentration(self) -> Any:
        """Their sums over the classes."""
        return self._total_concentration

    def _batch_shape_tensor(self) -> Tensor:
        return shape(self._total_concentration)

    def _batch_shape(self) -> TensorShape:
        return self._total_concentration.shape

    def _event_shape_tensor(self) -> Tensor:
        return shape(self._concentration)[-1:]

    def _event_shape(self) -> TensorShape:
        return self._concentration.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        counts, classes = cast(self._total_count, dtypes.int32), self.event_shape_tensor()[0]
        logits = log(random.gamma([n], self._concentration, None, self.dtype, seed))
        with name_scope("multinomial"):
            rows = reshape(logits, [-1, classes])
            drawn = random.categorical(rows, counts, seed=seed_beside(seed, "dirichlet_multinomial"))
        drawn = reduce_sum(one_hot(drawn, classes), -2)
        return cast(reshape(drawn, concat([[n], self.batch_shape_tensor(), [classes]], 0)), self.dtype)

    def _log_prob(self, value: Tensor) -> Tensor:
        counts = self._checked_counts(value)
        ordered_draws = lbeta(self._concentration + counts) - lbeta(self._concentration)
        return ordered_draws + _log_combinations(self._total_count, counts)

    def _mean(self) -> Tensor:
        return self._total_count * (self._concentration / self._total_concentration[..., None])

    def _scaled_mean(self) -> tuple[Tensor, Tensor]:
        """Returns s = sqrt((1 + total / n) / (1 + total)) and s * mean, of whose products the covariances consist."""
        total = self._total_concentration[..., None]
        scale = sqrt((1.0 + total / self._total_count) / (1.0 + total))
        return scale, scale * self._mean()

    def _covariance(self) -> Tensor:
        _, mean = self._scaled_mean()
        return self._negative_products(mean, mean)

    def _variance(self) -> Tensor:
        scale, mean = self._scaled_mean()
        return mean * (self._total_count * scale - mean)
