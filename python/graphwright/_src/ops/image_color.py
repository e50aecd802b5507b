"""Colours of images: conversions of dtypes and colour spaces, brightness, contrast, hue, saturation, gamma."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.ops import math_convert
from graphwright._src.ops.image_crop import check_rank, checked
from graphwright._src.ops.linalg_product import tensordot
from graphwright._src.ops.math_reduce import reduce_std
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_rgb_to_hsv = _core.op("RGBToHSV")
_hsv_to_rgb = _core.op("HSVToRGB")
_adjust_contrast = _core.op("AdjustContrastv2")
_adjust_hue = _core.op("AdjustHue")
_adjust_saturation = _core.op("AdjustSaturation")
_cast = _core.op("Cast")
_mul = _core.op("Mul")
_identity = _core.op("Identity")


@export("image.convert_image_dtype", elementwise="unary")
def convert_image_dtype(image: TensorLike, dtype: DTypeLike, saturate: bool = False, name: str | None = None) -> Tensor:
    """Images with elements of another dtype, brought to its range (tf.image.convert_image_dtype).

    Floats go from 0 to 1, integers from 0 to the largest value of their dtype.

    Args:
      image: a tensor of floats or integers.
      dtype: that of the result, floating or integer.
      saturate: values out of range become the nearest one within, instead of wrapping.
      name: of the operation.

    Raises:
      AttributeError: another dtype.

    >>> import graphwright as tf
    >>> tf.image.convert_image_dtype(tf.constant([0.0, 0.5, 1.0]), tf.uint8).numpy()
    array([  0, 127, 255], dtype=uint8)
    """
    image, dtype = as_tensor(image), dtypes.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    given = image.dtype
    if not (given.is_floating or given.is_integer):
        raise AttributeError("image dtype must be either floating point or integer")
    if dtype == given:
        return _identity(image, name=name)
    saturate_cast = math_convert.saturate_cast
    if given.is_integer and dtype.is_integer:
        if given.max > dtype.max:
            # All elements lie within the range afterwards, but for negative ones.
            scaled = _core.op("FloorDiv")(image, (given.max + 1) // (dtype.max + 1))
            return saturate_cast(scaled, dtype, name=name) if saturate else _cast(scaled, DstT=dtype, name=name)
        converted = saturate_cast(image, dtype) if saturate else _cast(image, DstT=dtype)
        return _mul(converted, (dtype.max + 1) // (given.max + 1), name=name)
    if given.is_floating and dtype.is_floating:
        return _cast(image, DstT=dtype, name=name)
    if given.is_integer:
        return _mul(_cast(image, DstT=dtype), 1.0 / given.max, name=name)
    # So that each integer has a range of floats of the same width.
    scaled = _mul(image, dtype.max + 0.5)
    return saturate_cast(scaled, dtype, name=name) if saturate else _cast(scaled, DstT=dtype, name=name)


def _as_floats(image: Tensor) -> Tensor:
    if image.dtype in (dtypes.float16, dtypes.float32):
        return image
    return convert_image_dtype(image, dtypes.float32)


def _adjusted(image: TensorLike, change: Callable[[Tensor], Tensor]) -> Tensor:
    """Returns what `change` makes of the image as floats, in the image's own dtype."""
    image = as_tensor(image)
    return convert_image_dtype(change(_as_floats(image)), image.dtype, saturate=True)


@export("image.adjust_brightness", elementwise="unary")
def adjust_brightness(image: TensorLike, delta: TensorLike) -> Tensor:
    """Images with `delta` added to all elements (tf.image.adjust_brightness).

    Args:
      image: a tensor of floats, or of integers, which stand for floats from 0 to 1.
      delta: a number, usually in (-1, 1).

    >>> import graphwright as tf
    >>> tf.image.adjust_brightness(tf.constant([0, 250], tf.uint8), 0.2).numpy()
    array([ 51, 255], dtype=uint8)
    """

    def change(image: Tensor) -> Tensor:
        return _core.op("AddV2")(image, _cast(as_tensor(delta), DstT=image.dtype))

    return _adjusted(image, change)


@export("image.adjust_contrast")
def adjust_contrast(images: TensorLike, contrast_factor: TensorLike) -> Tensor:
    """Images whose elements are further from their means by a factor (tf.image.adjust_contrast).

    Args:
      images: a tensor of shape [..., height, width, channels]; each channel of each image has its own mean.
      contrast_factor: a float.

    Raises:
      tf.errors.InvalidArgumentError: less than three axes.

    >>> import graphwright as tf
    >>> tf.image.adjust_contrast(tf.constant([[[1.0], [3.0]]]), 2.0)[0, :, 0].numpy()
    array([0., 4.], dtype=float32)
    """
    return _adjusted(images, lambda image: _adjust_contrast(image, contrast_factor))


@export("image.adjust_hue")
def adjust_hue(image: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """Images of RGB colours with `delta` added to their hues (tf.image.adjust_hue).

    Args:
      image: a tensor of shape [..., height, width, 3].
      delta: a float in [-1, 1]; 1 is once around the circle.
      name: of the operation.

    Raises:
      ValueError: another delta.
      tf.errors.InvalidArgumentError: other shapes.

    >>> import graphwright as tf
    >>> tf.image.adjust_hue(tf.constant([[[1.0, 0.0, 0.0]]]), 0.5)[0, 0].numpy()
    array([0., 1., 1.], dtype=float32)
    """
    known = static_value(delta)
    if known is not None and not -1 <= known <= 1:
        raise ValueError("delta must be in the interval [-1, 1]")
    return _adjusted(image, lambda image: _adjust_hue(image, delta, name=name))


@export("image.adjust_saturation")
def adjust_saturation(image: TensorLike, saturation_factor: TensorLike, name: str | None = None) -> Tensor:
    """Images of RGB colours with their saturations multiplied by a factor (tf.image.adjust_saturation).

    Args:
      image: a tensor of shape [..., height, width, 3].
      saturation_factor: a float.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: other shapes.

    >>> import graphwright as tf
    >>> tf.image.adjust_saturation(tf.constant([[[1.0, 0.5, 0.5]]]), 2.0)[0, 0].numpy()
    array([1., 0., 0.], dtype=float32)
    """
    return _adjusted(image, lambda image: _adjust_saturation(image, saturation_factor, name=name))


@export("image.adjust_gamma", elementwise="unary")
def adjust_gamma(image: TensorLike, gamma: TensorLike = 1, gain: TensorLike = 1) -> Tensor:
    """Images as gain * image ** gamma (tf.image.adjust_gamma).

    Args:
      image: a tensor of floats, or of integers, which stand for floats from 0 to 1.
      gamma: a number that is not negative.
      gain: a number.

    Raises:
      ValueError: `gamma` is negative.

    >>> import graphwright as tf
    >>> tf.image.adjust_gamma(tf.constant([0.5, 1.0]), 2.0, 3.0).numpy()
    array([0.75, 3.  ], dtype=float32)
    """
    power: Any = gamma
    factor: Any = gain
    if isinstance(power, (Tensor, Variable)):
        power = as_tensor(power)
        power = checked(power, [(power >= 0, "Gamma should be a non-negative real number.")])
    elif power < 0:
        raise ValueError("Gamma should be a non-negative real number.")
    return _adjusted(image, lambda image: factor * image**power)


@export("image.rgb_to_hsv")
def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Hue, saturation and value of RGB colours (tf.image.rgb_to_hsv).

    Args:
      images: a tensor of floats whose last axis is red, green and blue, each in [0, 1].
      name: of the operation.

    Raises:
      tf.errors.FailedPreconditionError: the last axis has another extent.

    >>> import graphwright as tf
    >>> tf.image.rgb_to_hsv([[0.0, 1.0, 1.0]]).numpy()
    array([[0.5, 1. , 1. ]], dtype=float32)
    """
    return _rgb_to_hsv(images, name=name)


@export("image.hsv_to_rgb")
def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """RGB colours of hues, saturations and values (tf.image.hsv_to_rgb).

    Args:
      images: a tensor of floats whose last axis is hue, saturation and value, each in [0, 1].
      name: of the operation.

    Raises:
      tf.errors.FailedPreconditionError: the last axis has another extent.

    >>> import graphwright as tf
    >>> tf.image.hsv_to_rgb([[0.5, 1.0, 1.0]]).numpy()
    array([[0., 1., 1.]], dtype=float32)
    """
    return _hsv_to_rgb(images, name=name)


def _weighted(images: TensorLike, weights: list[Any]) -> Tensor:
    images = as_tensor(images)
    return tensordot(images, _core.convert_to_tensor(weights, images.dtype), [[-1], [0]])


@export("image.rgb_to_grayscale")
def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """Returns the brightness of RGB colours (tf.image.rgb_to_grayscale).

    Args:
      images: a tensor of shape [..., 3].
      name: of the operation.

    Returns:
      A tensor of the same dtype of shape [..., 1].

    Raises:
      tf.errors.InvalidArgumentError: the last axis has another extent.

    >>> import graphwright as tf
    >>> tf.image.rgb_to_grayscale([[1.0, 0.0, 0.0]]).numpy()
    array([[0.2989]], dtype=float32)
    """
    images = as_tensor(images)
    gray = _weighted(convert_image_dtype(images, dtypes.float32), [0.2989, 0.5870, 0.1140])
    return convert_image_dtype(_core.op("ExpandDims")(gray, -1), images.dtype, name=name)


@export("image.grayscale_to_rgb")
def grayscale_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Images with their one channel three times (tf.image.grayscale_to_rgb).

    Args:
      images: a tensor of shape [..., 1].
      name: of the operation.

    Raises:
      ValueError: the last axis has another extent.

    >>> import graphwright as tf
    >>> tf.image.grayscale_to_rgb(tf.constant([[5]])).numpy()
    array([[5, 5, 5]], dtype=int32)
    """
    images = as_tensor(images)
    sizes = images._shape_tuple()
    if sizes is not None:
        if not sizes:
            raise ValueError("A grayscale image must be at least two-dimensional.")
        if sizes[-1] not in (None, 1):
            raise ValueError("Last dimension of a grayscale image should be size 1.")
        result = _core.op("Tile")(images, [1] * (len(sizes) - 1) + [3], name=name)
        return _core.op("EnsureShape")(result, shape=[*sizes[:-1], 3]) if sizes[-1] is None else result
    rank = _core.op("Rank")(images)
    front = _core.op("Fill")(_core.op("Reshape")(rank - 1, [1]), 1)
    return _core.op("Tile")(images, _core.op("ConcatV2")([front, [3]], 0), name=name)


_RGB_TO_YIQ = [
    [0.299, 0.59590059, 0.2115],
    [0.587, -0.27455667, -0.52273617],
    [0.114, -0.32134392, 0.31119955],
]
_YIQ_TO_RGB = [
    [1, 1, 1],
    [0.95598634, -0.27201283, -1.10674021],
    [0.6208248, -0.64720424, 1.70423049],
]
_RGB_TO_YUV = [
    [0.299, -0.14714119, 0.61497538],
    [0.587, -0.28886916, -0.51496512],
    [0.114, 0.43601035, -0.10001026],
]
_YUV_TO_RGB = [
    [1, 1, 1],
    [0, -0.394642334, 2.03206185],
    [1.13988303, -0.58062185, 0],
]


@export("image.rgb_to_yiq")
def rgb_to_yiq(images: TensorLike) -> Tensor:
    """Returns the YIQ form of RGB colours (tf.image.rgb_to_yiq).

    Args:
      images: a tensor of floats of shape [..., 3].

    >>> import graphwright as tf
    >>> tf.image.rgb_to_yiq([[1.0, 0.0, 0.0]]).numpy()
    array([[0.299    , 0.5959006, 0.2115   ]], dtype=float32)
    """
    return _weighted(images, _RGB_TO_YIQ)


@export("image.yiq_to_rgb")
def yiq_to_rgb(images: TensorLike) -> Tensor:
    """Returns the RGB form of YIQ colours (tf.image.yiq_to_rgb).

    Args:
      images: a tensor of floats of shape [..., 3].

    >>> import graphwright as tf
    >>> tf.image.yiq_to_rgb([[1.0, 0.0, 0.0]]).numpy()
    array([[1., 1., 1.]], dtype=float32)
    """
    return _weighted(images, _YIQ_TO_RGB)


@export("image.rgb_to_yuv")
def rgb_to_yuv(images: TensorLike) -> Tensor:
    """Returns the YUV form of RGB colours (tf.image.rgb_to_yuv).

    Args:
      images: a tensor of floats of shape [..., 3].

    >>> import graphwright as tf
    >>> tf.image.rgb_to_yuv([[0.0, 0.0, 0.0]]).numpy()
    array([[0., 0., 0.]], dtype=float32)
    """
    return _weighted(images, _RGB_TO_YUV)


@export("image.yuv_to_rgb")
def yuv_to_rgb(images: TensorLike) -> Tensor:
    """Returns the RGB form of YUV colours (tf.image.yuv_to_rgb).

    Args:
      images: a tensor of floats of shape [..., 3].

    >>> import graphwright as tf
    >>> tf.image.yuv_to_rgb([[1.0, 0.0, 0.0]]).numpy()
    array([[1., 1., 1.]], dtype=float32)
    """
    return _weighted(images, _YUV_TO_RGB)


@export("image.per_image_standardization")
def per_image_standardization(image: TensorLike) -> Tensor:
    """Images with mean 0 and standard deviation 1 (tf.image.per_image_standardization).

    Args:
      image: a tensor of shape [..., height, width, channels]; each image is scaled on its own. The deviation that it is
        divided by is one over the root of the number of its elements at least, so that even images are no trouble.

    Returns:
      A float32 tensor.

    Raises:
      ValueError: less than three axes.

    >>> import graphwright as tf
    >>> tf.image.per_image_standardization(tf.constant([[[1.0], [3.0]]]))[0, :, 0].numpy()
    array([-1.,  1.], dtype=float32)
    """
    image = as_tensor(image)
    check_rank(image)
    image = _cast(image, DstT=dtypes.float32)
    axes = [-1, -2, -3]
    count = _core.op("Prod")(_core.op("Shape")(image)[-3:], 0)
    mean = _core.op("Mean")(image, axes, keep_dims=True)
    deviation = reduce_std(image, axis=axes, keepdims=True)
    least = _core.op("Rsqrt")(_cast(count, DstT=dtypes.float32))
    return _core.op("RealDiv")(image - mean, _core.op("Maximum")(deviation, least))


@export("image.adjust_jpeg_quality")
def adjust_jpeg_quality(
    image: TensorLike, jpeg_quality: TensorLike, dct_method: str = "", name: str | None = None
) -> Tensor:
    """Returns an image as JPEG keeps it at some quality (tf.image.adjust_jpeg_quality).

    Args:
      image: a tensor of shape [height, width, 1 or 3].
      jpeg_quality: an int from 0 to 100.
      dct_method: 'INTEGER_FAST', 'INTEGER_ACCURATE', or '' for either.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: another quality.
      tf.errors.UnimplementedError: Pillow is not installed.
    """
    image = as_tensor(image)
    quality = as_tensor(jpeg_quality, None if isinstance(jpeg_quality, Tensor) else dtypes.int32)
    pixels = convert_image_dtype(image, dtypes.uint8, saturate=True)
    if pixels._rank() is not None and pixels._rank() != 3:
        raise errors.InvalidArgumentError(None, None, f"image must be 3-dimensional, got shape {image.shape}")
    sizes = pixels._shape_tuple()
    channels = None if sizes is None else sizes[-1]
    file = _core.op("EncodeJpegVariableQuality")(pixels, quality)
    decoded = _core.op("DecodeJpeg")(file, channels=channels or 0, dct_method=dct_method, name=name)
    return convert_image_dtype(decoded, image.dtype, saturate=True)
