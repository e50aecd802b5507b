"""Turning images over: flips, rotations, transposition."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import switch_case
from graphwright._src.ops.array import as_size
from graphwright._src.ops.image_crop import as_images, check_rank, without_batch
from graphwright._src.tensor.conversion import as_tensor, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_reverse = _core.op("ReverseV2")
_transpose = _core.op("Transpose")


def flipped(image: Tensor, axis: int) -> Tensor:
    """Returns an image reversed along its rows (axis -3) or columns (axis -2)."""
    check_rank(image)
    if image._rank() not in (None, 3, 4):
        raise ValueError(f"'image' (shape {image.shape})must have either 3 or 4 dimensions.")
    return _reverse(image, [axis])


@export("image.flip_left_right")
def flip_left_right(image: TensorLike) -> Tensor:
    """Images with their columns in reverse order (tf.image.flip_left_right).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.flip_left_right(tf.constant([[[1], [2]]]))[0, :, 0].numpy()
    array([2, 1], dtype=int32)
    """
    return flipped(as_tensor(image), -2)


@export("image.flip_up_down")
def flip_up_down(image: TensorLike) -> Tensor:
    """Images with their rows in reverse order (tf.image.flip_up_down).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.flip_up_down(tf.constant([[[1]], [[2]]]))[:, 0, 0].numpy()
    array([2, 1], dtype=int32)
    """
    return flipped(as_tensor(image), -3)


@export("image.transpose", v1="image.transpose image.transpose_image")
def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """Images with rows and columns exchanged (tf.image.transpose).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      name: of the operation.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.transpose(tf.ones([2, 3, 1])).shape
    TensorShape([3, 2, 1])
    """
    image = as_tensor(image)
    check_rank(image)
    images, single = as_images(image, "image")
    if single is True:
        return _transpose(image, [1, 0, 2], name=name)
    return without_batch(_transpose(images, [0, 2, 1, 3], name=name), single)


@export("image.rot90")
def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """Images turned counter-clockwise by right angles (tf.image.rot90).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      k: by how many right angles, an int or int32 scalar.
      name: of the operation.

    Raises:
      ValueError: the images have another rank, or `k` is no scalar.

    >>> import graphwright as tf
    >>> tf.image.rot90(tf.constant([[[1], [2]]]))[:, 0, 0].numpy()
    array([2, 1], dtype=int32)
    """
    image = as_tensor(image)
    check_rank(image)
    k = as_size(k)
    if k._rank() not in (None, 0):
        raise ValueError(f"Shape {k.shape} must have rank 0")
    images, single = as_images(image, "image")

    def turned(times: int) -> Tensor:
        if times == 0:
            return _core.op("Identity")(images)
        if times == 1:
            return _transpose(_reverse(images, [2]), [0, 2, 1, 3])
        if times == 2:
            return _reverse(images, [1, 2])
        return _reverse(_transpose(images, [0, 2, 1, 3]), [2])

    known = static_value(k)
    if known is not None:
        return without_batch(turned(int(known) % 4), single)
    times = _core.op("FloorMod")(k, 4)
    branches = [lambda i=i: turned(i) for i in range(4)]
    return without_batch(switch_case(times, branches, name=name or "rot90"), single)
