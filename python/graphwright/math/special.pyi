"""The public names of tf.math.special. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor
from graphwright._src.tensor.typing import TensorLike
from graphwright.math import (
    bessel_i0 as bessel_i0,
    bessel_i0e as bessel_i0e,
    bessel_i1 as bessel_i1,
    bessel_i1e as bessel_i1e,
)

__all__ = [
    "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "bessel_j0", "bessel_j1", "bessel_k0", "bessel_k0e",
    "bessel_k1", "bessel_k1e", "bessel_y0", "bessel_y1", "dawsn", "expint", "fresnel_cos", "fresnel_sin", "spence",
]

def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind, of order 0 (tf.math.special.bessel_j0).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_j0([0.0, 1.0]).numpy()
    array([1.       , 0.7651977], dtype=float32)
    """

def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind, of order 1 (tf.math.special.bessel_j1).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_j1([0.0, 1.0]).numpy()
    array([0.        , 0.44005057], dtype=float32)
    """

def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 0, for x > 0 (tf.math.special.bessel_k0).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_k0([1.0]).numpy()
    array([0.42102444], dtype=float32)
    """

def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor:
    """bessel_k0(x) times exp(x) (tf.math.special.bessel_k0e).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_k0e([1.0]).numpy()
    array([1.1444631], dtype=float32)
    """

def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 1, for x > 0 (tf.math.special.bessel_k1).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_k1([1.0]).numpy()
    array([0.60190725], dtype=float32)
    """

def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor:
    """bessel_k1(x) times exp(x) (tf.math.special.bessel_k1e).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_k1e([1.0]).numpy()
    array([1.6361535], dtype=float32)
    """

def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind, of order 0, for x > 0 (tf.math.special.bessel_y0).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_y0([1.0]).numpy()
    array([0.08825696], dtype=float32)
    """

def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind, of order 1, for x > 0 (tf.math.special.bessel_y1).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.bessel_y1([1.0]).numpy()
    array([-0.7812128], dtype=float32)
    """

def dawsn(x: TensorLike, name: str | None = None) -> Tensor:
    """Dawson's integral: exp(-x^2) times the integral of exp(t^2) for t from 0 to x (tf.math.special.dawsn).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.dawsn([0.0, 1.0]).numpy()
    array([0.       , 0.5380795], dtype=float32)
    """

def expint(x: TensorLike, name: str | None = None) -> Tensor:
    """The exponential integral Ei(x), for x > 0 (tf.math.special.expint).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.expint([1.0]).numpy()
    array([1.8951178], dtype=float32)
    """

def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor:
    """The integral of cos(pi t^2 / 2) for t from 0 to x (tf.math.special.fresnel_cos).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.fresnel_cos([0.0, 1.0]).numpy()
    array([0.       , 0.7798934], dtype=float32)
    """

def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor:
    """The integral of sin(pi t^2 / 2) for t from 0 to x (tf.math.special.fresnel_sin).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.fresnel_sin([0.0, 1.0]).numpy()
    array([0.        , 0.43825915], dtype=float32)
    """

def spence(x: TensorLike, name: str | None = None) -> Tensor:
    """Spence's function: the integral of log(t) / (1 - t) for t from 1 to x, for x >= 0 (tf.math.special.spence).

    Args:
      x: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.special.spence([0.5, 1.0]).numpy()
    array([0.5822405, 0.       ], dtype=float32)
    """
