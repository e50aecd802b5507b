"""tf.compat.v1.image: resizing with TensorFlow 1's grid of pixels, boxes, and patches with the older arguments."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import get_static_value, name_scope
from graphwright._src.graph.seeds import require_own_seed
from graphwright._src.ops import array as array_module
from graphwright._src.ops import image_boxes, image_resize
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import expand_dims, squeeze
from graphwright._src.ops.image_boxes import SampleDistortedBoundingBoxV2
from graphwright._src.ops.image_crop import extract_patches, pad_to_bounding_box
from graphwright._src.ops.math import floor
from graphwright._src.ops.math_binary import maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_max, reduce_min
from graphwright._src.tensor import dtypes
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike


@export("compat.v1.image.ResizeMethod")
class ResizeMethod:
    """The ways in which `tf.compat.v1.image.resize` makes pixels (tf.compat.v1.image.ResizeMethod)."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


def _size(size: TensorLike) -> Tensor:
    return cast(_core.convert_to_tensor(size), dtypes.int32)


def _resizer(public: str, op: str, what: str, also: str = "") -> Any:
    def resize(
        images: TensorLike,
        size: TensorLike,
        align_corners: bool = False,
        name: str | None = None,
        half_pixel_centers: bool = False,
    ) -> Tensor:
        return _core.op(op)(
            images, _size(size), align_corners=align_corners, half_pixel_centers=half_pixel_centers, name=name
        )

    resize.__name__ = resize.__qualname__ = public
    resize.__doc__ = f"""Resizes images [batch, height, width, channels] {what} (tf.compat.v1.image.{public}).

    Args:
      images: the images.
      size: the new height and width.
      align_corners: whether the centres of the corner pixels stay where they are.
      name: of the op.
      half_pixel_centers: whether the centre of a pixel counts as its place.
    """
    return export(f"compat.v1.image.{public}")(resize)


resize_bilinear = _resizer("resize_bilinear", "ResizeBilinear", "with bilinear interpolation")
resize_bicubic = _resizer("resize_bicubic", "ResizeBicubic", "with bicubic interpolation")
resize_nearest_neighbor = _resizer("resize_nearest_neighbor", "ResizeNearestNeighbor", "to the nearest pixels")


@export("compat.v1.image.resize_area")
def resize_area(images: TensorLike, size: TensorLike, align_corners: bool = False, name: str | None = None) -> Tensor:
    """Resizes images [batch, height, width, channels] to means of areas (tf.compat.v1.image.resize_area)."""
    return _core.op("ResizeArea")(images, _size(size), align_corners=align_corners, name=name)


_METHODS = {
    ResizeMethod.BILINEAR: resize_bilinear,
    ResizeMethod.NEAREST_NEIGHBOR: resize_nearest_neighbor,
    ResizeMethod.BICUBIC: resize_bicubic,
    ResizeMethod.AREA: resize_area,
    "bilinear": resize_bilinear,
    "nearest": resize_nearest_neighbor,
    "bicubic": resize_bicubic,
    "area": resize_area,
}


@export("compat.v1.image.resize", "compat.v1.image.resize_images")
def resize(
    images: TensorLike,
    size: TensorLike,
    method: int | str = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Resizes one or several images as TensorFlow 1 does (tf.compat.v1.image.resize).

    Args:
      images: a tensor [batch, height, width, channels] or [height, width, channels].
      size: the new height and width.
      method: one of `ResizeMethod`.
      align_corners: whether the centres of the corner pixels stay where they are.
      preserve_aspect_ratio: whether the result is as large as fits into `size` without distortion.
      name: of the ops.

    Returns:
      Images of floats; of their own dtype for the nearest pixels, or where nothing changes.

    Raises:
      ValueError: another rank, size, or method.

    >>> import graphwright as tf
    >>> tf.compat.v1.image.resize(tf.ones([2, 4, 1]), [4, 2]).shape
    TensorShape([4, 2, 1])
    """
    with name_scope(name or "resize"):
        images = _core.convert_to_tensor(images)
        rank = images.shape.rank
        if rank is None:
            raise ValueError("'images' contains no shape.")
        if rank not in (3, 4):
            raise ValueError("'images' must have either 3 or 4 dimensions.")
        single = rank == 3
        if single:
            images = expand_dims(images, 0)
        size = _core.convert_to_tensor(size, None, dtypes.int32)
        if not size.shape.is_compatible_with([2]):
            raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
        if preserve_aspect_ratio:
            now = cast(array_module.shape(images)[1:3], dtypes.float32)
            scale = reduce_min(cast(size, dtypes.float32) / now)
            size = cast(math_module.round(now * scale), dtypes.int32)
        known = get_static_value(size)
        if known is not None and list(images.shape[1:3]) == [int(n) for n in known]:
            return squeeze(images, [0]) if single else images
        if method not in _METHODS:
            raise ValueError("Resize method is not implemented.")
        resized = _METHODS[method](images, size, align_corners)
        return squeeze(resized, [0]) if single else resized


@export("compat.v1.image.resize_image_with_pad")
def resize_image_with_pad(
    image: TensorLike,
    target_height: int,
    target_width: int,
    method: int | str = ResizeMethod.BILINEAR,
    align_corners: bool = False,
) -> Tensor:
    """Resizes without distortion, and pads with zeros to a size (tf.compat.v1.image.resize_image_with_pad).

    Args:
      image: a tensor [batch, height, width, channels] or [height, width, channels].
      target_height, target_width: the size.
      method, align_corners: as of `resize`.
    """
    image = _core.convert_to_tensor(image)
    single = image.shape.rank == 3
    images = expand_dims(image, 0) if single else image
    shape = cast(array_module.shape(images), dtypes.float32)
    wanted = cast([target_height, target_width], dtypes.float32)
    ratio = reduce_max(shape[1:3] / wanted)
    size = cast(floor(shape[1:3] / ratio), dtypes.int32)
    before = cast(maximum(floor((wanted - shape[1:3] / ratio) / 2.0), 0.0), dtypes.int32)
    images = resize(images, size, method, align_corners)
    result = pad_to_bounding_box(images, before[0], before[1], target_height, target_width)
    return squeeze(result, [0]) if single else result


@export("compat.v1.image.crop_and_resize")
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_ind: TensorLike | None = None,
    crop_size: TensorLike | None = None,
    method: str = "bilinear",
    extrapolation_value: float = 0,
    name: str | None = None,
    box_indices: TensorLike | None = None,
) -> Tensor:
    """Parts of images in one size (tf.compat.v1.image.crop_and_resize); `box_ind` is another name of `box_indices`."""
    indices = needed("crop_and_resize", "box_indices", either("box_indices", box_indices, "box_ind", box_ind))
    crop_size = needed("crop_and_resize", "crop_size", crop_size)
    return image_resize.crop_and_resize(image, boxes, indices, crop_size, method, extrapolation_value, name)


@export("compat.v1.image.draw_bounding_boxes")
def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, name: str | None = None, colors: TensorLike | None = None
) -> Tensor:
    """Images with boxes drawn into them (tf.compat.v1.image.draw_bounding_boxes). See `tf.image.draw_bounding_boxes`."""
    return image_boxes.draw_bounding_boxes(images, boxes, colors, name)


@export("compat.v1.image.extract_glimpse")
def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    name: str | None = None,
) -> Tensor:
    """Windows of images, which may lie partly outside (tf.compat.v1.image.extract_glimpse).

    `uniform_noise` says what is outside: evenly or normally distributed noise. See `tf.image.extract_glimpse`.
    """
    return _core.op("ExtractGlimpse")(
        input, size, offsets, centered=centered, normalized=normalized, uniform_noise=uniform_noise, name=name
    )


@export("compat.v1.extract_image_patches", "compat.v1.image.extract_image_patches", "compat.v1.image.extract_patches")
def extract_image_patches(
    images: TensorLike,
    ksizes: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    rates: Sequence[int] | None = None,
    padding: str | None = None,
    name: str | None = None,
    sizes: Sequence[int] | None = None,
) -> Tensor:
    """Patches of images (tf.compat.v1.image.extract_image_patches); `ksizes` is another name of `sizes`."""
    name_ = "extract_image_patches"
    chosen = needed(name_, "sizes", either("sizes", sizes, "ksizes", ksizes))
    return extract_patches(
        images,
        chosen,
        needed(name_, "strides", strides),
        needed(name_, "rates", rates),
        needed(name_, "padding", padding),
        name,
    )


@export("compat.v1.image.sample_distorted_bounding_box")
def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: TensorLike = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """Returns a random box that covers enough of given ones (tf.compat.v1.image.sample_distorted_bounding_box).

    `seed` and `seed2` are the two seeds of the op. See `tf.image.sample_distorted_bounding_box`.
    """
    require_own_seed(
        "tf.compat.v1.image.sample_distorted_bounding_box",
        seed or seed2,
        f"a seed or seed2 other than 0, got seed={seed} and seed2={seed2},",
    )
    drawn = _core.op("SampleDistortedBoundingBoxV2")(
        image_size,
        bounding_boxes,
        min_object_covered,
        seed=seed or 0,
        seed2=seed2 or 0,
        aspect_ratio_range=list(aspect_ratio_range or (0.75, 1.33)),
        area_range=list(area_range or (0.05, 1.0)),
        max_attempts=max_attempts or 100,
        use_image_if_no_bounding_boxes=bool(use_image_if_no_bounding_boxes),
        name=name,
    )
    return SampleDistortedBoundingBoxV2(*drawn)
