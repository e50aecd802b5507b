"""Resizing images: tf.image.resize and its relations."""

from __future__ import annotations

import numpy as np

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.image_crop import (
    as_images,
    check_static,
    crop_to_bounding_box,
    height_and_width,
    pad_to_bounding_box,
    without_batch,
)
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_bilinear = _core.op("ResizeBilinear")
_nearest = _core.op("ResizeNearestNeighbor")
_bicubic = _core.op("ResizeBicubic")
_area = _core.op("ResizeArea")
_scale_and_translate = _core.op("ScaleAndTranslate")
_crop_and_resize = _core.op("CropAndResize")
_shape = _core.op("Shape")
_cast = _core.op("Cast")


@export("image.ResizeMethod", v1="")
class ResizeMethod:
    """The methods of `tf.image.resize`.

    >>> import graphwright as tf
    >>> tf.image.ResizeMethod.BICUBIC
    'bicubic'
    """

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


def _size_tensor(size: TensorLike) -> Tensor:
    """Returns the new height and width as an int32 vector."""
    try:
        size = _core.convert_to_tensor(size, dtypes.int32)
    except (TypeError, ValueError) as error:
        raise ValueError("'size' must be a 1-D int32 Tensor") from error
    if size._shape_tuple() not in ((2,), (None,), None):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    return size


def _keeping_aspect(images: Tensor, size: Tensor) -> Tensor:
    """Returns the largest size within `size` that has the aspect ratio of the images."""
    known = static_value(size)
    height, width = height_and_width(images)
    if known is not None and isinstance(height, int) and isinstance(width, int) and height and width:
        scale = min(float(known[0]) / height, float(known[1]) / width)
        return _core.convert_to_tensor([int(round(scale * height)), int(round(scale * width))], dtypes.int32)
    now = _cast(_shape(images)[1:3], DstT=dtypes.float32)
    scale = _core.op("Min")(_core.op("RealDiv")(_cast(size, DstT=dtypes.float32), now), 0)
    return _cast(_core.op("Round")(scale * now), DstT=dtypes.int32)


def _targets(height: TensorLike, width: TensorLike) -> tuple[Any, Any]:
    """Returns the sizes that are asked for, those of NumPy as ints.

    Raises ValueError for one that is known not to be positive.
    """
    height, width = (int(size) if isinstance(size, (np.integer, np.ndarray)) else size for size in (height, width))
    for size, word in ((width, "width"), (height, "height")):
        check_static(size, lambda n: n > 0, f"target_{word} must be > 0.")
    return height, width


def _filtered(images: Tensor, size: Tensor, kernel: str, antialias: bool, name: str | None) -> Tensor:
    now = _cast(_shape(images)[1:3], DstT=dtypes.float32)
    scale = _core.op("RealDiv")(_cast(size, DstT=dtypes.float32), now)
    return _scale_and_translate(images, size, scale, [0.0, 0.0], kernel_type=kernel, antialias=antialias, name=name)


# The filter that stands for a method when it is to antialias, or always.
_FILTERS = {"bilinear": "triangle", "bicubic": "keyscubic"}
_ALWAYS_FILTERED = ("lanczos3", "lanczos5", "gaussian", "mitchellcubic")


@export("image.resize", v1="")
def resize(
    images: TensorLike,
    size: TensorLike,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """Images in another size (tf.image.resize).

    Args:
      images: a tensor of shape [batch, height, width, channels] or [height, width, channels], of real numbers.
      size: the new height and width, two integers.
      method: one of `tf.image.ResizeMethod`: 'bilinear', 'nearest', 'bicubic', 'area', 'lanczos3', 'lanczos5',
        'gaussian' or 'mitchellcubic'.
      preserve_aspect_ratio: the images become as large as fits into `size`, with the aspect ratio that they have.
      antialias: images that shrink are smoothed first; 'nearest' and 'area' take no notice.
      name: of the operation.

    Returns:
      The images as float32, or as they were for 'nearest'.

    Raises:
      ValueError: the images have another rank, or the size or the method another form.
      tf.errors.InvalidArgumentError: a size is not positive.

    >>> import graphwright as tf
    >>> tf.image.resize(tf.constant([[[0.0], [4.0]]]), [1, 4])[0, :, 0].numpy()
    array([0., 1., 3., 4.], dtype=float32)
    """
    images = as_tensor(images)
    if images._rank() is None:
        raise ValueError("'images' contains no shape.")
    if images._rank() not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    batched, single = as_images(images)
    size = _size_tensor(size)
    if preserve_aspect_ratio:
        size = _keeping_aspect(batched, size)
    if method in _ALWAYS_FILTERED:
        resized = _filtered(batched, size, method, antialias, name)
    elif antialias and method in _FILTERS:
        resized = _filtered(batched, size, _FILTERS[method], True, name)
    elif method == "bilinear":
        resized = _bilinear(batched, size, half_pixel_centers=True, name=name)
    elif method == "nearest":
        resized = _nearest(batched, size, half_pixel_centers=True, name=name)
    elif method == "bicubic":
        resized = _bicubic(batched, size, half_pixel_centers=True, name=name)
    elif method == "area":
        resized = _area(batched, size, name=name)
    else:
        raise ValueError(f"Resize method is not implemented: {method}")
    return without_batch(resized, single)


@export("image.resize_with_pad", v1="")
def resize_with_pad(
    image: TensorLike,
    target_height: TensorLike,
    target_width: TensorLike,
    method: str = ResizeMethod.BILINEAR,
    antialias: bool = False,
) -> Tensor:
    """Images in the largest size of their aspect ratio that fits, with zeros around (tf.image.resize_with_pad).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      target_height, target_width: the size of the result.
      method, antialias: see `tf.image.resize`.

    Raises:
      ValueError: a size is not positive, or the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.resize_with_pad(tf.ones([2, 2, 1]), 2, 4)[0, :, 0].numpy()
    array([0., 1., 1., 0.], dtype=float32)
    """
    images, single = as_images(as_tensor(image), "image")
    target_height, target_width = _targets(target_height, target_width)
    height, width = height_and_width(images)
    if all(isinstance(n, int) for n in (height, width, target_height, target_width)) and height and width:
        ratio = max(width / target_width, height / target_height)
        new_height, new_width = height / ratio, width / ratio
        top, left = max(0, int((target_height - new_height) // 2)), max(0, int((target_width - new_width) // 2))
        size: Any = [int(new_height // 1), int(new_width // 1)]
    else:
        now = _cast(_shape(images)[1:3], DstT=dtypes.float64)
        target = _core.op("Pack")([as_tensor(target_height, None, dtypes.int32), target_width])
        wanted = _cast(target, DstT=dtypes.float64)
        new_size = now / _core.op("Max")(now / wanted, 0)
        size = _cast(_core.op("Floor")(new_size), DstT=dtypes.int32)
        before = _cast(_core.op("Floor")((wanted - new_size) / 2.0), DstT=dtypes.int32)
        before = _core.op("Maximum")(before, 0)
        top, left = before[0], before[1]
    resized = resize(images, size, method, antialias=antialias)
    return without_batch(pad_to_bounding_box(resized, top, left, target_height, target_width), single)


@export("image.resize_with_crop_or_pad", v1="image.resize_with_crop_or_pad image.resize_image_with_crop_or_pad")
def resize_with_crop_or_pad(image: TensorLike, target_height: TensorLike, target_width: TensorLike) -> Tensor:
    """Returns the middle of images, or images with zeros around them (tf.image.resize_with_crop_or_pad).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      target_height, target_width: the size of the result.

    Raises:
      ValueError: a size is not positive, or the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.resize_with_crop_or_pad(tf.ones([1, 1, 1]), 1, 3)[0, :, 0].numpy()
    array([0., 1., 0.], dtype=float32)
    """
    images, single = as_images(as_tensor(image), "image")
    target_height, target_width = _targets(target_height, target_width)
    height, width = height_and_width(images)

    def most(a: Any, b: Any) -> Any:
        return max(a, b) if isinstance(a, int) and isinstance(b, int) else _core.op("Maximum")(a, b)

    def least(a: Any, b: Any) -> Any:
        return min(a, b) if isinstance(a, int) and isinstance(b, int) else _core.op("Minimum")(a, b)

    more_rows, more_columns = target_height - height, target_width - width
    cropped = crop_to_bounding_box(
        images,
        most(-more_rows // 2, 0),
        most(-more_columns // 2, 0),
        least(target_height, height),
        least(target_width, width),
    )
    padded = pad_to_bounding_box(
        cropped, most(more_rows // 2, 0), most(more_columns // 2, 0), target_height, target_width
    )
    return without_batch(padded, single)


@export("image.crop_and_resize", v1="")
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: TensorLike,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """Parts of images, all in one size (tf.image.crop_and_resize).

    Args:
      image: a tensor of shape [batch, height, width, channels].
      boxes: a float32 tensor of shape [number, 4] of y1, x1, y2, x2, in parts of the image's extents less one.
      box_indices: an int32 vector: the image that each box belongs to.
      crop_size: height and width of the results.
      method: 'bilinear' or 'nearest'.
      extrapolation_value: what stands for places outside of the image.
      name: of the operation.

    Returns:
      A float32 tensor of shape [number, *crop_size, channels].

    Raises:
      tf.errors.OutOfRangeError: there is no such image.
      tf.errors.InvalidArgumentError: shapes do not go together.

    >>> import graphwright as tf
    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.crop_and_resize(image, [[0.5, 0.5, 1, 1]], [0], [2, 2])[0, :, :, 0].numpy()
    array([[4., 5.],
           [7., 8.]], dtype=float32)
    """
    return _crop_and_resize(
        image, boxes, box_indices, crop_size, method=method, extrapolation_value=extrapolation_value, name=name
    )
