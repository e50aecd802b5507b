"""Measures of images: total variation, PSNR, SSIM, edges and gradients."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import math as math_module
from graphwright._src.ops.image_color import convert_image_dtype
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_sum = _core.op("Sum")
_mean = _core.op("Mean")
_sub = _core.op("Sub")
_mul = _core.op("Mul")
_abs = _core.op("Abs")
_shape = _core.op("Shape")
_reshape = _core.op("Reshape")
_concat = _core.op("ConcatV2")
_cast = _core.op("Cast")
_depthwise = _core.op("DepthwiseConv2dNative")

_MSSSIM_WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


@export("image.total_variation")
def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """Returns the sum of the absolute differences of neighbouring pixels (tf.image.total_variation).

    Args:
      images: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      name: of the operation.

    Returns:
      One number for each image.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> float(tf.image.total_variation(tf.constant([[[1.0], [3.0]]])))
    2.0
    """
    images = as_tensor(images)
    rank = images._rank()
    if rank not in (3, 4):
        raise ValueError("'images' must be either 3 or 4-dimensional.")
    rows = images[..., 1:, :, :] - images[..., :-1, :, :]
    columns = images[..., 1:, :] - images[..., :-1, :]
    axes = [-3, -2, -1]
    magnitude = math_module.abs if images.dtype.is_complex else _abs
    return _core.op("AddV2")(_sum(magnitude(rows), axes), _sum(magnitude(columns), axes), name=name)


def _check_pair(a: Tensor, b: Tensor) -> list[Any]:
    """Checks that two batches of images can be compared, and gives assertions of what is not known while tracing."""
    shape1, shape2 = _core.op("ShapeN")([a, b])  # which are of one dtype
    first, second = a._shape_tuple(), b._shape_tuple()
    for sizes, images in ((first, a), (second, b)):
        if sizes is not None and len(sizes) < 3:
            raise ValueError(f"Shape {images.shape} must have rank at least 3")
    if first is not None and second is not None:
        if not a.shape[-3:].is_compatible_with(b.shape[-3:]):
            raise ValueError(f"Shapes {a.shape[-3:]} and {b.shape[-3:]} are incompatible")
        for x, y in zip(reversed(first[:-3]), reversed(second[:-3]), strict=False):
            if 1 not in (x, y) and None not in (x, y) and x != y:
                raise ValueError(f"Two images are not compatible: {a.shape} and {b.shape}")
        if None not in first[-3:] and None not in second[-3:]:
            return []
    same = _core.op("All")(_core.op("Equal")(shape1[-3:], shape2[-3:]), 0)
    return [Assert(same, [shape1, shape2])]


def _behind(assertions: list[Any], tensor: Tensor) -> Tensor:
    assertions = [assertion for assertion in assertions if assertion is not None]
    if not assertions or _core.current_graph() is None:
        return tensor
    with control_dependencies(assertions):
        return _core.op("Identity")(tensor)


@export("image.psnr")
def psnr(a: TensorLike, b: TensorLike, max_val: TensorLike, name: str | None = None) -> Tensor:
    """Returns the peak signal-to-noise ratio between images, in decibel (tf.image.psnr).

    Args:
      a, b: tensors of shape [..., height, width, channels].
      max_val: the largest value that images may have, such as 255 or 1.0.
      name: of the operation.

    Returns:
      A float32 tensor of one number for each pair.

    Raises:
      ValueError: the images do not go together.

    >>> import graphwright as tf
    >>> round(float(tf.image.psnr(tf.ones([2, 2, 1]), tf.ones([2, 2, 1]) * 0.9, 1.0)), 3)
    20.0
    """
    a, b = as_tensor(a), as_tensor(b)
    peak = convert_image_dtype(_cast(as_tensor(max_val), DstT=a.dtype), dtypes.float32)
    a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
    error = _mean(_core.op("SquaredDifference")(a, b), [-3, -2, -1])
    log, ten = _core.op("Log"), _core.convert_to_tensor(10.0)
    ratio = 20 * log(peak) / log(ten) - (10 / log(ten)) * log(error)
    checks = _check_pair(a, b)
    return _core.op("Identity")(_behind(checks, ratio), name=name)


def _gaussian_window(size: int, sigma: float) -> Tensor:
    """Returns a window of shape [size, size, 1, 1] that sums to 1."""
    count = _core.convert_to_tensor(size, dtypes.int32)
    width = _core.convert_to_tensor(sigma, None, dtypes.float32)
    places = _cast(_core.op("Range")(0, count, 1), DstT=width.dtype)
    places = places - _cast(count - 1, DstT=width.dtype) / 2.0
    weights = places * places * (-0.5 / (width * width))
    window = _reshape(weights, [1, -1]) + _reshape(weights, [-1, 1])
    window = _core.op("Softmax")(_reshape(window, [1, -1]))
    return _reshape(window, _core.op("Pack")([count, count, 1, 1]))


def _ssim_per_channel(
    a: Tensor,
    b: Tensor,
    max_val: Tensor,
    size: int,
    sigma: float,
    k1: float,
    k2: float,
    index_map: bool = False,
) -> tuple[Tensor, Tensor]:
    """SSIM, and the part of it that comes of contrast and structure, of each channel."""
    limit = _core.convert_to_tensor(size, dtypes.int32)
    shape1, shape2 = _shape(a), _shape(b)
    checks = [
        Assert(_core.op("All")(_core.op("GreaterEqual")(shape[-3:-1], limit), 0), [shape, limit])
        for shape in (shape1, shape2)
    ]
    a = _behind(checks, a)
    sizes = a._shape_tuple()
    channels = sizes[-1] if sizes is not None and sizes[-1] is not None else shape1[-1]
    window = _cast(_core.op("Tile")(_gaussian_window(size, sigma), _core.op("Pack")([1, 1, channels, 1])), DstT=a.dtype)

    def smooth(x: Tensor) -> Tensor:
        shape = _shape(x)
        flat = _reshape(x, _concat([[-1], shape[-3:]], 0))
        y = _depthwise(flat, window, strides=[1, 1, 1, 1], padding="VALID")
        return _reshape(y, _concat([shape[:-3], _shape(y)[1:]], 0))

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean1, mean2 = smooth(a), smooth(b)
    product, squares = mean1 * mean2 * 2.0, mean1 * mean1 + mean2 * mean2
    luminance = (product + c1) / (squares + c1)
    covariance, variances = smooth(a * b) * 2.0, smooth(a * a + b * b)
    structure = (covariance - product + c2) / (variances - squares + c2)
    if index_map:
        return luminance * structure, structure
    return _mean(luminance * structure, [-3, -2]), _mean(structure, [-3, -2])


@export("image.ssim")
def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """Returns the structural similarity of images (tf.image.ssim; Wang et al., 2004).

    Args:
      img1, img2: tensors of shape [..., height, width, channels].
      max_val: the largest value that images may have, such as 255 or 1.0.
      filter_size, filter_sigma: size and standard deviation, in pixels, of the Gaussian window.
      k1, k2: small constants that keep quotients stable.
      return_index_map: gives the similarity at each place instead of its mean.

    Returns:
      A float32 tensor of one number, 1 at most, for each pair, or of shape [..., rows, columns].

    Raises:
      ValueError: the images do not go together.
      tf.errors.InvalidArgumentError: they are smaller than the window.

    >>> import graphwright as tf
    >>> float(tf.image.ssim(tf.ones([12, 12, 1]), tf.ones([12, 12, 1]), 1.0))
    1.0
    """
    img1, img2 = as_tensor(img1), as_tensor(img2)
    img1 = _behind(_check_pair(img1, img2), img1)
    peak = convert_image_dtype(_cast(as_tensor(max_val), DstT=img1.dtype), dtypes.float32)
    img1, img2 = convert_image_dtype(img1, dtypes.float32), convert_image_dtype(img2, dtypes.float32)
    value, _ = _ssim_per_channel(img1, img2, peak, filter_size, filter_sigma, k1, k2, return_index_map)
    return _mean(value, [-1])


@export("image.ssim_multiscale")
def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    power_factors: Sequence[float] = _MSSSIM_WEIGHTS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """Returns the structural similarity of images at several scales (tf.image.ssim_multiscale; Wang et al., 2003).

    Args:
      img1, img2: tensors of shape [..., height, width, channels].
      max_val: the largest value that images may have, such as 255 or 1.0.
      power_factors: the weight of each scale; each is half as large as the one before.
      filter_size, filter_sigma: size and standard deviation, in pixels, of the Gaussian window.
      k1, k2: small constants that keep quotients stable.

    Returns:
      A float32 tensor of one number, 1 at most, for each pair.

    Raises:
      ValueError: the images do not go together.
      tf.errors.InvalidArgumentError: they are smaller than the window at some scale.

    >>> import graphwright as tf
    >>> image = tf.ones([16, 16, 1])
    >>> float(tf.image.ssim_multiscale(image, image, 1.0, power_factors=(0.5, 0.5), filter_size=3))
    1.0
    """
    img1, img2 = as_tensor(img1), as_tensor(img2)
    img1 = _behind(_check_pair(img1, img2), img1)
    peak = convert_image_dtype(_cast(as_tensor(max_val), DstT=img1.dtype), dtypes.float32)
    first, second = convert_image_dtype(img1, dtypes.float32), convert_image_dtype(img2, dtypes.float32)
    relu = _core.op("Relu")

    def halved(image: Tensor) -> Tensor:
        shape = _shape(image)
        flat = _reshape(image, _concat([[-1], shape[-3:]], 0))
        odd = _core.op("FloorMod")(shape[-3:-1], 2)
        margins = _core.op("Pad")(_reshape(odd, [2, 1]), [[1, 1], [1, 0]])
        even = _core.op("MirrorPad")(flat, margins, mode="SYMMETRIC")
        pooled = _core.op("AvgPool")(even, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
        return _reshape(pooled, _concat([shape[:-3], _shape(pooled)[1:]], 0))

    parts = []
    for k in range(len(power_factors)):
        if k:
            first, second = halved(first), halved(second)
        similarity, structure = _ssim_per_channel(first, second, peak, filter_size, filter_sigma, k1, k2)
        parts.append(relu(structure))
    parts[-1] = relu(similarity)
    powers = _core.op("Pow")(
        _core.op("Pack")(parts, axis=-1), _core.convert_to_tensor(list(power_factors), dtypes.float32)
    )
    return _mean(_core.op("Prod")(powers, [-1]), [-1])


@export("image.image_gradients")
def image_gradients(image: TensorLike) -> tuple[Tensor, Tensor]:
    """Returns the differences to the next row and to the next column (tf.image.image_gradients).

    Args:
      image: a tensor of shape [batch, height, width, channels].

    Returns:
      Two tensors of the image's shape; the last row of the one and the last column of the other are zero.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> dy, dx = tf.image.image_gradients(tf.reshape(tf.range(4.0), [1, 2, 2, 1]))
    >>> dy[0, :, :, 0].numpy()
    array([[2., 2.],
           [0., 0.]], dtype=float32)
    """
    image = as_tensor(image)
    if image._rank() != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}.")
    rows = image[:, 1:, :, :] - image[:, :-1, :, :]
    columns = image[:, :, 1:, :] - image[:, :, :-1, :]
    pad = _core.op("Pad")
    dy = pad(rows, [[0, 0], [0, 1], [0, 0], [0, 0]])
    dx = pad(columns, [[0, 0], [0, 0], [0, 1], [0, 0]])
    shape = _shape(image)
    return _reshape(dy, shape), _reshape(dx, shape)


@export("image.sobel_edges")
def sobel_edges(image: TensorLike) -> Tensor:
    """Edges found by Sobel's filters (tf.image.sobel_edges).

    Args:
      image: a tensor of floats of shape [batch, height, width, channels].

    Returns:
      A tensor of shape [batch, height, width, channels, 2]: how the image changes downwards, and to the right.

    >>> import graphwright as tf
    >>> tf.image.sobel_edges(tf.reshape(tf.range(9.0), [1, 3, 3, 1]))[0, 1, 1, 0].numpy()
    array([24.,  8.], dtype=float32)
    """
    image = as_tensor(image)
    sizes = image._shape_tuple()
    shape = _shape(image)
    channels = sizes[-1] if sizes is not None and sizes[-1] is not None else shape[-1]
    down = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]
    right = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
    filters = [[[[down[y][x], right[y][x]]] for x in range(3)] for y in range(3)]
    kernel = _core.op("Tile")(_core.convert_to_tensor(filters, image.dtype), _core.op("Pack")([1, 1, channels, 1]))
    padded = _core.op("MirrorPad")(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    edges = _depthwise(padded, kernel, strides=[1, 1, 1, 1], padding="VALID")
    result = _reshape(edges, _concat([shape, [2]], 0))
    return _core.op("EnsureShape")(result, shape=[*sizes, 2]) if sizes is not None else result
