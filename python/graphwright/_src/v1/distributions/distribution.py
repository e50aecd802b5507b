"""tf.compat.v1.distributions.Distribution, the base of all distributions, and the kinds of their draws."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.graph.scopes import get_static_value, name_scope
from graphwright._src.ops.array import constant, reshape, shape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.math import exp, log, log1p, sqrt, square
from graphwright._src.ops.math_binary import equal
from graphwright._src.ops.math_reduce import reduce_prod
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.distributions import kullback_leibler
from graphwright._src.v1.distributions.parameters import scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from graphwright import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import ShapeLike, TensorLike


@export("compat.v1.distributions.ReparameterizationType")
class ReparameterizationType:
    """A way in which draws depend on parameters (tf.compat.v1.distributions.ReparameterizationType).

    There are two objects, each of them equal to itself alone: `FULLY_REPARAMETERIZED`, draws have derivatives by the
    parameters, and `NOT_REPARAMETERIZED`, they have not.

    >>> import graphwright as tf
    >>> tf.compat.v1.distributions.Normal(0.0, 1.0).reparameterization_type
    <Reparameterization Type: FULLY_REPARAMETERIZED>
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rep_type: str) -> None:
        self._kind = rep_type

    def __repr__(self) -> str:
        return f"<Reparameterization Type: {self._kind}>"

    def __eq__(self, other: object) -> bool:
        return self is other


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")
export_value("compat.v1.distributions.FULLY_REPARAMETERIZED", FULLY_REPARAMETERIZED)
export_value("compat.v1.distributions.NOT_REPARAMETERIZED", NOT_REPARAMETERIZED)


@export("compat.v1.distributions.Distribution")
class Distribution:
    """The base of distributions (tf.compat.v1.distributions.Distribution).

    A distribution is a batch of them, all over events of one shape; a draw has the shape `sample_shape + batch_shape +
    event_shape`. The methods give what a subclass computes in the method of that name with an underscore before it, as
    `_log_prob(value)`, `_mean()`, `_sample_n(n, seed)`, `_batch_shape()`, `_batch_shape_tensor()`; some can be made of
    others: probabilities of their logarithms and the other way round, a standard deviation of a variance.

    Args:
      dtype: of draws.
      reparameterization_type: `FULLY_REPARAMETERIZED` or `NOT_REPARAMETERIZED`.
      validate_args: whether parameters and arguments are checked, which takes time.
      allow_nan_stats: whether a statistic that is not defined is NaN; otherwise it raises an error.
      parameters: the arguments of the subclass's constructor, for `copy`.
      graph_parents: tensors that it is made of.
      name: begins the names of operations.

    Raises:
      ValueError: one of `graph_parents` is no tensor.

    >>> import graphwright as tf
    >>> tfd = tf.compat.v1.distributions
    >>> class Point(tfd.Distribution):
    ...     "All of it at zero."
    ...     def __init__(self):
    ...         super().__init__(tf.float32, tfd.NOT_REPARAMETERIZED, False, True)
    ...     def _variance(self):
    ...         return tf.constant(0.0)
    >>> float(Point().stddev())
    0.0
    """

    def __init__(
        self,
        dtype: DType,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any] | None = None,
        graph_parents: Sequence[Any] | None = None,
        name: str | None = None,
    ) -> None:
        for i, parent in enumerate(graph_parents or ()):
            if not isinstance(parent, (_core.Tensor, _core.ResourceVariable)):
                raise ValueError(f"Distribution: graph_parents[{i}] is no tensor, but {parent!r}")
        self._graph_parents = list(graph_parents or ())
        self._dtype = dtype
        self._reparameterization_type = reparameterization_type
        self._validate_args = validate_args
        self._allow_nan_stats = allow_nan_stats
        self._parameter_dict = parameters or {}
        if not name or name[-1] != "/":  # no scope yet, which subclasses make around their parameters
            with scope_of(name or type(self).__name__) as scope:
                name = scope
        self._name = name

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def name(self) -> Any:
        """The name scope of its operations; None of those that were made while ops run at once."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype of draws."""
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that it was made with."""
        return {key: value for key, value in self._parameter_dict.items() if key != "self" and key[:2] != "__"}

    @property
    def reparameterization_type(self) -> ReparameterizationType:
        """FULLY_REPARAMETERIZED if draws have derivatives by the parameters, else NOT_REPARAMETERIZED."""
        return self._reparameterization_type

    @property
    def allow_nan_stats(self) -> bool:
        """True if statistics that are not defined are NaN."""
        return self._allow_nan_stats

    @property
    def validate_args(self) -> bool:
        """True if parameters and arguments are checked."""
        return self._validate_args

    def copy(self, **override_parameters_kwargs: Any) -> Any:
        """Returns a distribution with the same arguments, but for those that are given.

        >>> import graphwright as tf
        >>> float(tf.compat.v1.distributions.Normal(0.0, 1.0).copy(scale=2.0).stddev())
        2.0
        """
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    def __str__(self) -> str:
        parts = [f'"{self.name}"']
        if self.batch_shape.rank is not None:
            parts.append(f"batch_shape={self.batch_shape}")
        if self.event_shape.rank is not None:
            parts.append(f"event_shape={self.event_shape}")
        return f"tfp.distributions.{type(self).__name__}({', '.join(parts)}, dtype={self.dtype.name})"

    def __repr__(self) -> str:
        return (
            f"<tfp.distributions.{type(self).__name__} '{self.name}' batch_shape={self.batch_shape} "
            f"event_shape={self.event_shape} dtype={self.dtype.name}>"
        )

    def _missing(self, what: str) -> NoReturn:
        raise NotImplementedError(f"{type(self).__name__} has no {what}")

    @contextlib.contextmanager
    def _scope(self, name: str | None) -> Iterator[None]:
        """Opens a name scope within that of the distribution."""
        with contextlib.ExitStack() as scopes:
            for each in (self.name, name):
                if each:
                    scopes.enter_context(name_scope(each))
            yield

    # --- shapes -------------------------------------------------------------------------------------------------------

    @classmethod
    def param_shapes(cls, sample_shape: ShapeLike, name: str = "DistributionParamShapes") -> dict[str, Tensor]:
        """Returns the shapes that the parameters have where one draw has the shape `sample_shape`, as tensors by name.

        >>> import graphwright as tf
        >>> tf.compat.v1.distributions.Exponential.param_shapes([2, 3])["rate"].numpy()
        array([2, 3], dtype=int32)
        """
        with name_scope(name):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: ShapeLike) -> dict[str, TensorShape]:
        """Returns the same as `tf.TensorShape`s.

        Raises:
          ValueError: they are not known.

        >>> import graphwright as tf
        >>> tf.compat.v1.distributions.Exponential.param_static_shapes([2, 3])
        {'rate': TensorShape([2, 3])}
        """
        if isinstance(sample_shape, TensorShape):
            if not sample_shape.is_fully_defined():
                raise ValueError(f"param_static_shapes: sample_shape must be known, got {sample_shape}")
            sample_shape = sample_shape.as_list()
        shapes = {}
        for key, sizes in cls.param_shapes(sample_shape).items():
            known = get_static_value(sizes)
            if known is None:
                raise ValueError(f"param_static_shapes: sample_shape must be known, got {sample_shape!r}")
            shapes[key] = TensorShape(known.tolist())
        return shapes

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> Any:
        raise NotImplementedError(
            "this class of distributions does not know the shapes of its parameters by those of draws"
        )

    @property
    def batch_shape(self) -> TensorShape:
        """The shape of the batch, as far as it is known."""
        return TensorShape(self._batch_shape())

    def _batch_shape(self) -> Any:
        return TensorShape(None)

    def _batch_shape_tensor(self) -> Tensor:
        self._missing("batch_shape_tensor")

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """Returns the shape of the batch as an integer vector."""
        return self._shape_tensor(name, "batch_shape", self.batch_shape, self._batch_shape_tensor)

    @property
    def event_shape(self) -> TensorShape:
        """The shape of one event, as far as it is known."""
        return TensorShape(self._event_shape())

    def _event_shape(self) -> Any:
        return TensorShape(None)

    def _event_shape_tensor(self) -> Tensor:
        self._missing("event_shape_tensor")

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """Returns the shape of one event as an integer vector."""
        return self._shape_tensor(name, "event_shape", self.event_shape, self._event_shape_tensor)

    def _shape_tensor(self, name: str, node: str, known: TensorShape, otherwise: Callable[[], Tensor]) -> Tensor:
        with self._scope(name):
            if known.is_fully_defined():
                return constant(known.as_list(), dtypes.int32, name=node)
            return otherwise()

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Returns whether events are scalars, as a bool tensor."""
        return self._is_scalar(name, "is_scalar_event", self.event_shape, self.event_shape_tensor)

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Returns whether it is a single distribution, as a bool tensor."""
        return self._is_scalar(name, "is_scalar_batch", self.batch_shape, self.batch_shape_tensor)

    def _is_scalar(self, name: str, node: str, known: TensorShape, sizes: Callable[[], Tensor]) -> Tensor:
        with self._scope(name):
            if known.rank is not None:
                return convert_to_tensor(known.rank == 0, name=node)
            return equal(shape(sizes())[0], 0)

    # --- draws --------------------------------------------------------------------------------------------------------

    def _sample_n(self, n: int | Tensor, seed: Any = None) -> Tensor:
        self._missing("sample_n")

    def sample(self, sample_shape: ShapeLike = (), seed: int | None = None, name: str = "sample") -> Tensor:
        """Returns draws, with the shape `sample_shape + batch_shape + event_shape`.

        Args:
          sample_shape: how many for each distribution of the batch: an integer, or a vector of them.
          seed: of the ops that draw, beside the global one; see `tf.compat.v1.set_random_seed`.
          name: of the operations.

        >>> import graphwright as tf
        >>> tf.compat.v1.distributions.Normal([0.0, 1.0], 1.0).sample([5, 3], seed=1).shape
        TensorShape([5, 3, 2])
        """
        with self._scope(name):
            sizes = convert_to_tensor(sample_shape, dtypes.int32, name="sample_shape")
            sizes, n = self._counts(sizes)
            drawn = self._sample_n(n, seed)
            drawn = reshape(drawn, concat([sizes, shape(drawn)[1:]], 0))
            return self._with_known_shape(drawn, sizes)

    def _counts(self, sizes: Tensor) -> tuple[Tensor, int | Tensor]:
        """Returns a number of draws, or a shape of them, as a vector, and how many there are: an int where that is known."""
        rank = sizes.shape.rank
        if rank is not None and rank > 1:
            raise ValueError(f"{type(self).__name__}.sample: sample_shape must be a scalar or a vector, got {sizes}")
        known = get_static_value(sizes)
        if known is not None:
            return sizes if rank == 1 else constant([known], dtypes.int32), int(known.prod())
        return sizes if rank == 1 else reshape(sizes, [-1]), reduce_prod(sizes)

    def _with_known_shape(self, drawn: Tensor, sizes: Tensor) -> Tensor:
        if _core.executing_eagerly():
            return drawn
        known = get_static_value(sizes, partial=True)
        if known is None:
            count = sizes.shape[0]
            begin = TensorShape(None) if count is None else TensorShape([None] * count)
        else:
            begin = TensorShape([None if size is None else int(size) for size in known])
        drawn.set_shape(begin.concatenate(self.batch_shape).concatenate(self.event_shape))
        return drawn

    # --- probabilities ------------------------------------------------------------------------------------------------

    def _value(self, value: TensorLike) -> Tensor:
        return convert_to_tensor(value, None, self.dtype, name="value")

    def _by_first(self, *ways: Callable[[], Tensor]) -> Tensor:
        """Returns what the first of the ways gives that there is."""
        missing = None
        for way in ways:
            try:
                return way()
            except NotImplementedError as error:
                missing = missing or error
        try:
            raise missing  # type: ignore[misc]
        finally:
            del missing  # this frame belongs to its traceback

    def _log_prob(self, value: Tensor) -> Tensor:
        self._missing("log_prob")

    def _prob(self, value: Tensor) -> Tensor:
        self._missing("prob")

    def log_prob(self, value: TensorLike, name: str = "log_prob") -> Tensor:
        """Returns the logarithm of the probability, or of its density, of a value; see `prob`."""
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._log_prob(value), lambda: log(self._prob(value)))

    def prob(self, value: TensorLike, name: str = "prob") -> Tensor:
        """Returns the probability of a value, or its density.

        Args:
          value: a tensor whose shape broadcasts with `batch_shape + event_shape`.
          name: of the operations.

        >>> import graphwright as tf
        >>> float(tf.compat.v1.distributions.Uniform(0.0, 4.0).prob(1.0))
        0.25
        """
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._prob(value), lambda: exp(self._log_prob(value)))

    def _log_cdf(self, value: Tensor) -> Tensor:
        self._missing("log_cdf")

    def _cdf(self, value: Tensor) -> Tensor:
        self._missing("cdf")

    def log_cdf(self, value: TensorLike, name: str = "log_cdf") -> Tensor:
        """Returns the logarithm of `cdf`, exactly where that is small in the distributions that know it so."""
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._log_cdf(value), lambda: log(self._cdf(value)))

    def cdf(self, value: TensorLike, name: str = "cdf") -> Tensor:
        """Returns the probability that a draw is not greater than a value.

        >>> import graphwright as tf
        >>> float(tf.compat.v1.distributions.Normal(0.0, 1.0).cdf(0.0))
        0.5
        """
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._cdf(value), lambda: exp(self._log_cdf(value)))

    def _log_survival_function(self, value: Tensor) -> Tensor:
        self._missing("log_survival_function")

    def _survival_function(self, value: Tensor) -> Tensor:
        self._missing("survival_function")

    def log_survival_function(self, value: TensorLike, name: str = "log_survival_function") -> Tensor:
        """Returns the logarithm of `survival_function`."""
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._log_survival_function(value), lambda: log1p(-self.cdf(value)))

    def survival_function(self, value: TensorLike, name: str = "survival_function") -> Tensor:
        """Returns the probability that a draw is greater than a value.

        >>> import graphwright as tf
        >>> float(tf.compat.v1.distributions.Normal(0.0, 1.0).survival_function(0.0))
        0.5
        """
        with self._scope(name):
            value = self._value(value)
            return self._by_first(lambda: self._survival_function(value), lambda: 1.0 - self.cdf(value))

    def _quantile(self, value: Tensor) -> Tensor:
        self._missing("quantile")

    def quantile(self, value: TensorLike, name: str = "quantile") -> Tensor:
        """Returns the value whose `cdf` is given.

        >>> import graphwright as tf
        >>> float(tf.compat.v1.distributions.Normal(3.0, 1.0).quantile(0.5))
        3.0
        """
        with self._scope(name):
            return self._quantile(self._value(value))

    # --- statistics ---------------------------------------------------------------------------------------------------

    def _entropy(self) -> Tensor:
        self._missing("entropy")

    def entropy(self, name: str = "entropy") -> Tensor:
        """Returns the entropy in nats, shape `batch_shape`."""
        with self._scope(name):
            return self._entropy()

    def _mean(self) -> Tensor:
        self._missing("mean")

    def mean(self, name: str = "mean") -> Tensor:
        """Returns the mean, shape `batch_shape + event_shape`."""
        with self._scope(name):
            return self._mean()

    def _variance(self) -> Tensor:
        self._missing("variance")

    def variance(self, name: str = "variance") -> Tensor:
        """Returns the variance of each entry of an event, shape `batch_shape + event_shape`."""
        with self._scope(name):
            return self._by_first(self._variance, lambda: square(self._stddev()))

    def _stddev(self) -> Tensor:
        self._missing("stddev")

    def stddev(self, name: str = "stddev") -> Tensor:
        """Returns the standard deviation of each entry of an event, shape `batch_shape + event_shape`."""
        with self._scope(name):
            return self._by_first(self._stddev, lambda: sqrt(self._variance()))

    def _covariance(self) -> Tensor:
        self._missing("covariance")

    def covariance(self, name: str = "covariance") -> Tensor:
        """Returns the covariances of the entries of an event that is a vector of k, shape `batch_shape + [k, k]`."""
        with self._scope(name):
            return self._covariance()

    def _mode(self) -> Tensor:
        self._missing("mode")

    def mode(self, name: str = "mode") -> Tensor:
        """Returns the most probable value, shape `batch_shape + event_shape`."""
        with self._scope(name):
            return self._mode()

    # --- two distributions --------------------------------------------------------------------------------------------

    def _cross_entropy(self, other: Any) -> Tensor:
        return kullback_leibler.cross_entropy(self, other, self.allow_nan_stats)

    def cross_entropy(self, other: Any, name: str = "cross_entropy") -> Tensor:
        """Returns the mean of `-other.log_prob(x)` where x is drawn from this one, in nats.

        Raises:
          NotImplementedError: `kl_divergence` does not know their classes.

        >>> import graphwright as tf
        >>> coin = tf.compat.v1.distributions.Bernoulli(probs=0.5)
        >>> f"{float(coin.cross_entropy(coin)):.4f}"
        '0.6931'
        """
        with self._scope(name):
            return self._cross_entropy(other)

    def _kl_divergence(self, other: Any) -> Tensor:
        return kullback_leibler.kl_divergence(self, other, self.allow_nan_stats)

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Tensor:
        """Returns the Kullback-Leibler divergence from another one, see `tf.compat.v1.distributions.kl_divergence`."""
        with self._scope(name):
            return self._kl_divergence(other)
