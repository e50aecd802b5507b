"""Greyscale morphology: tf.nn.dilation2d, tf.nn.erosion2d."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_dilation = _core.op("Dilation2D")


def _check_format(data_format: str) -> None:
    if data_format != "NHWC":
        raise ValueError(
            f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}"
        )


@export("nn.dilation2d", v1="")
def dilation2d(
    input: TensorLike,
    filters: TensorLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    data_format: str,
    dilations: SupportsIndex | Sequence[SupportsIndex],
    name: str | None = None,
) -> Tensor:
    """Returns the largest sum of image and filter in each window of each channel (tf.nn.dilation2d).

    Args:
      input: a tensor of real numbers of shape [batch, height, width, channels].
      filters: a tensor of the same dtype of shape [rows, columns, channels].
      strides: by how much the window moves, [1, rows, columns, 1].
      padding: 'SAME' or 'VALID'.
      data_format: 'NHWC'.
      dilations: how far apart the window's pixels lie, [1, rows, columns, 1].
      name: of the operation.

    Raises:
      ValueError: another data format.
      tf.errors.InvalidArgumentError: the window does not fit, or shapes do not go together.

    >>> import graphwright as tf
    >>> x = tf.constant([1.0, 3.0, 2.0], shape=[1, 1, 3, 1])
    >>> y = tf.nn.dilation2d(x, tf.zeros([1, 2, 1]), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1])
    >>> y[0, 0, :, 0].numpy()
    array([3., 3.], dtype=float32)
    """
    _check_format(data_format)
    return _dilation(input, filters, strides=strides, rates=dilations, padding=padding, name=name)


@export("nn.erosion2d", v1="")
def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    data_format: str,
    dilations: SupportsIndex | Sequence[SupportsIndex],
    name: str | None = None,
) -> Tensor:
    """Returns the least difference of image and filter in each window of each channel (tf.nn.erosion2d).

    Args:
      value: a tensor of real numbers of shape [batch, height, width, channels].
      filters: a tensor of the same dtype of shape [rows, columns, channels].
      strides: by how much the window moves, [1, rows, columns, 1].
      padding: 'SAME' or 'VALID'.
      data_format: 'NHWC'.
      dilations: how far apart the window's pixels lie, [1, rows, columns, 1].
      name: of the operation.

    Raises:
      ValueError: another data format.
      tf.errors.InvalidArgumentError: the window does not fit, or shapes do not go together.

    >>> import graphwright as tf
    >>> x = tf.constant([1.0, 3.0, 2.0], shape=[1, 1, 3, 1])
    >>> y = tf.nn.erosion2d(x, tf.zeros([1, 2, 1]), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1])
    >>> y[0, 0, :, 0].numpy()
    array([1., 2.], dtype=float32)
    """
    _check_format(data_format)
    value = as_tensor(value)
    mirrored = _core.op("ReverseV2")(as_tensor(filters, None, value.dtype), [0, 1])
    negative = _core.op("Neg")(value)
    return _core.op("Neg")(_dilation(negative, mirrored, strides=strides, rates=dilations, padding=padding), name=name)
