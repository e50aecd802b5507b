"""The public names of tf.bitwise. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor
from graphwright._src.tensor.typing import TensorLike

__all__ = [
    "bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift",
]

def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in both x and y (tf.bitwise.bitwise_and).

    Args:
      x: a tensor of integers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.bitwise.bitwise_and([5, 6], 3).numpy()
    array([1, 2], dtype=int32)
    """

def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in x or y (tf.bitwise.bitwise_or).

    Args:
      x: a tensor of integers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.bitwise.bitwise_or([5, 6], 3).numpy()
    array([7, 7], dtype=int32)
    """

def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in one of x and y (tf.bitwise.bitwise_xor).

    Args:
      x: a tensor of integers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.bitwise.bitwise_xor([5, 6], 3).numpy()
    array([6, 5], dtype=int32)
    """

def invert(x: TensorLike, name: str | None = None) -> Tensor:
    """x with every bit flipped (tf.bitwise.invert).

    Args:
      x: a tensor of integers, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.bitwise.invert([0, 5]).numpy()
    array([-1, -6], dtype=int32)
    """

def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x shifted left by y bits, at most by its width less one (tf.bitwise.left_shift).

    Args:
      x: a tensor of integers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.bitwise.left_shift([1, 3], 2).numpy()
    array([ 4, 12], dtype=int32)
    """

def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x shifted right by y bits, keeping its sign (tf.bitwise.right_shift).

    Args:
      x: a tensor of integers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.bitwise.right_shift([8, -8], 2).numpy()
    array([ 2, -2], dtype=int32)
    """
