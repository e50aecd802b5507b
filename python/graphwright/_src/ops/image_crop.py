"""Parts of images: cropping, padding, patches and glimpses."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops.array_join import stack
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, given_back, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, SupportsIndex

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_expand = _core.op("ExpandDims")
_squeeze = _core.op("Squeeze")
_shape = _core.op("Shape")
_slice = _core.op("Slice")
_pad = _core.op("Pad")
_pack = _core.op("Pack")
_extract_patches = _core.op("ExtractImagePatches")
_extract_volume_patches = _core.op("ExtractVolumePatches")
_extract_glimpse = _core.op("ExtractGlimpseV2")


# ---- images with and without an axis of a batch ----


def check_rank(image: Tensor, name: str = "image", most: int | None = None) -> None:
    """Raises ValueError where an image is known to have less than three axes, or more than `most`."""
    rank = image._rank()
    if rank is None:
        return
    if rank < 3:
        words = "must have either 3 or 4 dimensions." if most else "must be at least three-dimensional."
        raise ValueError(f"'{name}' (shape {image.shape}) {words}")
    if most is not None and rank > most:
        raise ValueError(f"'{name}' (shape {image.shape}) must have either 3 or 4 dimensions.")


def as_images(images: Tensor, name: str = "images") -> tuple[Tensor, Any]:
    """Images of rank 4, and whether it was one without an axis of a batch: a bool, or a tensor where that is unknown."""
    rank = images._rank()
    if rank is None:
        single = _core.op("Equal")(_core.op("Rank")(images), 3)
        shape = _shape(images)
        front = _core.op("Fill")(_core.op("Reshape")(_core.op("Cast")(single, DstT=dtypes.int32), [1]), 1)
        batched = _core.op("Reshape")(images, _core.op("ConcatV2")([front, shape], 0))
        return _core.op("EnsureShape")(batched, shape=[None] * 4), single
    check_rank(images, name, most=4)
    return (_expand(images, 0), True) if rank == 3 else (images, False)


def without_batch(images: Tensor, single: bool | Tensor) -> Tensor:
    """Returns the opposite of `as_images`."""
    if single is False:
        return images
    if single is True:
        return _squeeze(images, squeeze_dims=[0])
    begin = _core.op("Reshape")(_core.op("Cast")(single, DstT=dtypes.int32), [1])
    return _core.op("Reshape")(images, _slice(_shape(images), begin, [-1]))


def height_and_width(images: Tensor) -> tuple[Any, Any]:
    """Extents of images of rank 4: ints where they are known, else int32 scalars."""
    sizes = images._shape_tuple()
    height, width = sizes[1:3] if sizes is not None else (None, None)
    if height is not None and width is not None:
        return height, width
    shape = _shape(images)
    return shape[1] if height is None else height, shape[2] if width is None else width


def check_static(value: TensorLike, holds: Callable[[Any], bool], message: str) -> Any:
    """Raises ValueError where `value` is known and does not hold; gives a symbol's condition to be asserted, or None."""
    known = static_value(value)
    if known is None:
        return (holds(value), message)
    if not bool(holds(known)):
        raise ValueError(message)
    return None


def checked(image: Tensor, conditions: list[Any]) -> Tensor:
    """`image`, behind assertions of the conditions that are not known while tracing."""
    open_conditions = [condition for condition in conditions if condition is not None]
    if not open_conditions:
        return image
    graph = _core.current_graph()
    asserts = [Assert(condition, [message]) for condition, message in open_conditions]
    if graph is None:
        return image
    with control_dependencies([a for a in asserts if a is not None]):
        return _core.op("Identity")(image)


# ---- cropping and padding ----


@export("image.crop_to_bounding_box")
def crop_to_bounding_box(
    image: TensorLike,
    offset_height: TensorLike,
    offset_width: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
) -> Tensor:
    """Returns a part of images (tf.image.crop_to_bounding_box).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      offset_height, offset_width: where the part begins.
      target_height, target_width: its size.

    Raises:
      ValueError: the part is not within the image, or the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.crop_to_bounding_box(tf.reshape(tf.range(9), [3, 3, 1]), 1, 1, 2, 2)[:, :, 0].numpy()
    array([[4, 5],
           [7, 8]], dtype=int32)
    """
    images, single = as_images(as_tensor(image), "image")
    height, width = height_and_width(images)
    top: Any = offset_height
    left: Any = offset_width
    conditions = [
        check_static(offset_width, lambda n: n >= 0, "offset_width must be >= 0."),
        check_static(offset_height, lambda n: n >= 0, "offset_height must be >= 0."),
        check_static(target_width, lambda n: n > 0, "target_width must be > 0."),
        check_static(target_height, lambda n: n > 0, "target_height must be > 0."),
        check_static(width - (target_width + left), lambda n: n >= 0, "width must be >= target + offset."),
        check_static(height - (target_height + top), lambda n: n >= 0, "height must be >= target + offset."),
    ]
    images = checked(images, conditions)
    cropped = _slice(images, _whole([0, offset_height, offset_width, 0]), _whole([-1, target_height, target_width, -1]))
    return without_batch(_of_known_size(cropped, images, target_height, target_width), single)


def _of_known_size(result: Tensor, images: Tensor, height: TensorLike, width: TensorLike) -> Tensor:
    """`result`, whose shape tells what is known of it: all but the size is that of `images`."""
    if _core.current_graph() is None:
        return result
    known = images._shape_tuple() or (None,) * 4
    sizes = [n if isinstance(n, int) else None for n in (height, width)]
    return _core.op("EnsureShape")(result, shape=[known[0], *sizes, known[3]])


def _whole(values: list[Any]) -> Any:
    """Integers, some of them tensors, as an int32 vector."""
    if any(isinstance(value, _core.Tensor) for value in values):
        return _pack([_core.convert_to_tensor(value, dtypes.int32) for value in values])
    return _core.convert_to_tensor(values, dtypes.int32)


@export("image.pad_to_bounding_box")
def pad_to_bounding_box(
    image: TensorLike,
    offset_height: TensorLike,
    offset_width: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
) -> Tensor:
    """Images with zeros around them (tf.image.pad_to_bounding_box).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      offset_height, offset_width: how many rows and columns of zeros come before.
      target_height, target_width: the size of the result.

    Raises:
      ValueError: the image does not fit in there, or the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.pad_to_bounding_box(tf.ones([1, 1, 1]), 0, 1, 1, 3)[0, :, 0].numpy()
    array([0., 1., 0.], dtype=float32)
    """
    images, single = as_images(as_tensor(image), "image")
    height, width = height_and_width(images)
    wanted_height: Any = target_height
    wanted_width: Any = target_width
    below, right = wanted_height - offset_height - height, wanted_width - offset_width - width
    conditions = [
        check_static(offset_height, lambda n: n >= 0, "offset_height must be >= 0"),
        check_static(offset_width, lambda n: n >= 0, "offset_width must be >= 0"),
        check_static(right, lambda n: n >= 0, "width must be <= target - offset"),
        check_static(below, lambda n: n >= 0, "height must be <= target - offset"),
    ]
    images = checked(images, conditions)
    margins = [0, 0, offset_height, below, offset_width, right, 0, 0]
    if any(isinstance(margin, _core.Tensor) for margin in margins):
        padded = _pad(images, _core.op("Reshape")(stack(margins), [4, 2]))
        padded = _of_known_size(padded, images, target_height, target_width)
    else:
        padded = _pad(images, [margins[i : i + 2] for i in range(0, 8, 2)])
    return without_batch(padded, single)


@export("image.central_crop")
def central_crop(image: TensorLike, central_fraction: TensorLike) -> Tensor:
    """Returns the middle of images (tf.image.central_crop).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      central_fraction: the part of height and width that stays, in (0, 1].

    Raises:
      ValueError: another fraction, or the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.central_crop(tf.reshape(tf.range(16), [4, 4, 1]), 0.5)[:, :, 0].numpy()
    array([[ 5,  6],
           [ 9, 10]], dtype=int32)
    """
    given, image = image, as_tensor(image)
    fraction = static_value(central_fraction)
    if fraction is not None:
        if not 0.0 < fraction <= 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        if fraction == 1.0:
            return given_back(image, given, "image", "central_crop")
        central_fraction = float(fraction)
    check_rank(image)
    if image._rank() not in (None, 3, 4):
        raise ValueError(f"`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {image._rank()}.")
    images, single = as_images(image, "image")

    def begin_of(extent: int | Tensor) -> Any:
        if isinstance(extent, int) and isinstance(central_fraction, float):
            return int((extent - extent * central_fraction) / 2)
        whole = _core.op("Cast")(extent, DstT=dtypes.float64)
        part = _core.op("Cast")(central_fraction, DstT=dtypes.float64)
        return _core.op("Cast")((whole - whole * part) / 2.0, DstT=dtypes.int32)

    height, width = height_and_width(images)
    top, left = begin_of(height), begin_of(width)
    rows, columns = height - top * 2, width - left * 2
    cropped = _slice(images, _whole([0, top, left, 0]), _whole([-1, rows, columns, -1]))
    return without_batch(_of_known_size(cropped, images, rows, columns), single)


# ---- patches and glimpses ----


@export("image.extract_patches", v1="")
def extract_patches(
    images: TensorLike,
    sizes: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    rates: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Returns the patches that a window passes over, each as one vector (tf.image.extract_patches).

    Args:
      images: a tensor of shape [batch, height, width, channels].
      sizes: the window's size, [1, rows, columns, 1].
      strides: by how much it moves, [1, rows, columns, 1].
      rates: how far apart its pixels lie, [1, rows, columns, 1].
      padding: 'VALID', or 'SAME' with zeros around the images.
      name: of the operation.

    Returns:
      A tensor of shape [batch, window rows, window columns, rows * columns * channels].

    Raises:
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> image = tf.reshape(tf.range(9), [1, 3, 3, 1])
    >>> tf.image.extract_patches(image, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")[0, 0, 0].numpy()
    array([0, 1, 3, 4], dtype=int32)
    """
    return _extract_patches(images, ksizes=sizes, strides=strides, rates=rates, padding=padding, name=name)


@export("extract_volume_patches")
def extract_volume_patches(
    input: TensorLike,
    ksizes: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Returns the patches of volumes that a window passes over, each as one vector (tf.extract_volume_patches).

    Args:
      input: a tensor of shape [batch, depth, height, width, channels].
      ksizes: the window's size, [1, planes, rows, columns, 1].
      strides: by how much it moves, [1, planes, rows, columns, 1].
      padding: 'VALID', or 'SAME' with zeros around the volumes.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> volume = tf.reshape(tf.range(8), [1, 2, 2, 2, 1])
    >>> tf.extract_volume_patches(volume, [1, 2, 1, 2, 1], [1, 1, 1, 1, 1], "VALID")[0, 0, 1, 0].numpy()
    array([2, 3, 6, 7], dtype=int32)
    """
    return _extract_volume_patches(input, ksizes=ksizes, strides=strides, padding=padding, name=name)


@export("image.extract_glimpse", v1="")
def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """Returns a window of each image (tf.image.extract_glimpse).

    Args:
      input: a float32 tensor of shape [batch, height, width, channels].
      size: the window's height and width.
      offsets: a float32 tensor of shape [batch, 2] of y and x: where the window's middle is.
      centered: offsets count from the middle of the image, -1 and 1 standing for its edges; else from its first corner.
      normalized: offsets count in parts of the image's extents, else in pixels.
      noise: what stands for places outside of the image: 'uniform', 'gaussian' or 'zero'.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together, or another noise.

    >>> import graphwright as tf
    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.extract_glimpse(image, [1, 1], [[0.0, 0.0]])[0, :, :, 0].numpy()
    array([[4.]], dtype=float32)
    """
    return _extract_glimpse(
        input, size, offsets, centered=centered, normalized=normalized, uniform_noise=False, noise=noise, name=name
    )
