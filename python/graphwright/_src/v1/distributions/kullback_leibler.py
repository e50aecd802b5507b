"""Kullback-Leibler divergences of pairs of distributions, by functions that are registered for pairs of classes."""

from __future__ import annotations

import itertools

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import control_dependencies, name_scope
from graphwright._src.ops.array import identity
from graphwright._src.ops.math import is_nan, logical_not
from graphwright._src.ops.math_reduce import reduce_any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor

_registered: dict[tuple[type, type], Callable[..., Any]] = {}


def _nearest(a: type, b: type) -> Callable[..., Any] | None:
    """Returns the function of the classes from which both are derived, in as few steps as there are."""
    pairs = itertools.product(enumerate(a.__mro__), enumerate(b.__mro__))
    found = [
        (i + j, _registered[base_a, base_b]) for (i, base_a), (j, base_b) in pairs if (base_a, base_b) in _registered
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


@export("compat.v1.distributions.kl_divergence")
def kl_divergence(
    distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: str | None = None
) -> Tensor:
    """Returns the Kullback-Leibler divergence of two distributions, in nats (tf.compat.v1.distributions.kl_divergence).

    That is the mean of `log a(x) - log b(x)` where x is drawn from `a`.

    Args:
      distribution_a, distribution_b: the distributions; their batches broadcast.
      allow_nan_stats: whether the result may be NaN.
      name: of the operations.

    Returns:
      A tensor with the shape of the batch.

    Raises:
      NotImplementedError: no function is registered for their classes (`RegisterKL`).
      tf.errors.InvalidArgumentError: the result is NaN, and it may not be.

    >>> import graphwright as tf
    >>> tfd = tf.compat.v1.distributions
    >>> float(tfd.kl_divergence(tfd.Normal(1.0, 1.0), tfd.Normal(0.0, 1.0)))
    0.5
    """
    a, b = type(distribution_a), type(distribution_b)
    function = _nearest(a, b)
    if function is None:
        raise NotImplementedError(
            f"kl_divergence: no function is registered for distributions of the classes {a.__name__} and {b.__name__}; "
            "tf.compat.v1.distributions.RegisterKL registers one"
        )
    with name_scope("KullbackLeibler"):
        divergence = function(distribution_a, distribution_b, name=name)
        if allow_nan_stats:
            return divergence
        divergence = identity(divergence, name="kl")
        names = [getattr(each, "name", each) for each in (distribution_a, distribution_b)]
        check = Assert(
            logical_not(reduce_any(is_nan(divergence))),
            [
                f"kl_divergence of {names[0]} and {names[1]} is NaN, which allow_nan_stats=False does not allow:",
                divergence,
            ],
        )
        if _core.executing_eagerly():
            return divergence
        with control_dependencies([check]):
            return identity(divergence, name="checked_kl")


def cross_entropy(a: Any, b: Any, allow_nan_stats: bool = True, name: str | None = None) -> Tensor:
    """Returns the mean of `-log b(x)` where x is drawn from `a`: the entropy of `a` and its divergence from `b`."""
    with name_scope(name or "cross_entropy"):
        return a.entropy() + kl_divergence(a, b, allow_nan_stats)


@export("compat.v1.distributions.RegisterKL")
class RegisterKL:
    """A decorator of the function that gives divergences of distributions of two classes (tf.compat.v1.distributions.RegisterKL).

    It serves classes derived from these as well, as far as none nearer to them is registered.

    Args:
      dist_cls_a, dist_cls_b: the classes.

    >>> import graphwright as tf
    >>> tfd = tf.compat.v1.distributions
    >>> class Half(tfd.Normal):
    ...     "A class of one's own."
    >>> @tfd.RegisterKL(Half, Half)
    ... def half(a, b, name=None):
    ...     return tf.constant(0.5)
    >>> float(tfd.kl_divergence(Half(0.0, 1.0), Half(0.0, 1.0)))
    0.5
    """

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._pair = dist_cls_a, dist_cls_b

    def __call__(self, kl_fn: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function `kl_fn(a, b, name=None)`, which is registered now.

        Raises:
          TypeError: it cannot be called.
          ValueError: the pair of classes has a function.
        """
        if not callable(kl_fn):
            raise TypeError(f"RegisterKL: kl_fn must be a function of two distributions and a name, got {kl_fn!r}")
        if self._pair in _registered:
            names = " and ".join(getattr(each, "__name__", repr(each)) for each in self._pair)
            raise ValueError(f"RegisterKL: {names} already have a function, {_registered[self._pair]!r}")
        _registered[self._pair] = kl_fn
        return kl_fn
