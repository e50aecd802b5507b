"""The public names of tf.compat.v1.image. Written by tools/write_stubs.py, not by hand."""
from graphwright import Tensor
from graphwright._src.ops.image_boxes import (
    combined_non_max_suppression as combined_non_max_suppression,
    generate_bounding_box_proposals as generate_bounding_box_proposals,
    non_max_suppression as non_max_suppression,
    non_max_suppression_overlaps as non_max_suppression_overlaps,
    non_max_suppression_padded as non_max_suppression_padded,
    non_max_suppression_with_scores as non_max_suppression_with_scores,
)
from graphwright._src.ops.image_codecs import (
    decode_and_crop_jpeg as decode_and_crop_jpeg,
    decode_bmp as decode_bmp,
    decode_gif as decode_gif,
    decode_image as decode_image,
    decode_jpeg as decode_jpeg,
    decode_jxl as decode_jxl,
    decode_png as decode_png,
    decode_webp as decode_webp,
    encode_jpeg as encode_jpeg,
    encode_png as encode_png,
    extract_jpeg_shape as extract_jpeg_shape,
    is_jpeg as is_jpeg,
)
from graphwright._src.ops.image_color import (
    adjust_brightness as adjust_brightness,
    adjust_contrast as adjust_contrast,
    adjust_gamma as adjust_gamma,
    adjust_hue as adjust_hue,
    adjust_jpeg_quality as adjust_jpeg_quality,
    adjust_saturation as adjust_saturation,
    convert_image_dtype as convert_image_dtype,
    grayscale_to_rgb as grayscale_to_rgb,
    hsv_to_rgb as hsv_to_rgb,
    per_image_standardization as per_image_standardization,
    rgb_to_grayscale as rgb_to_grayscale,
    rgb_to_hsv as rgb_to_hsv,
    rgb_to_yiq as rgb_to_yiq,
    rgb_to_yuv as rgb_to_yuv,
    yiq_to_rgb as yiq_to_rgb,
    yuv_to_rgb as yuv_to_rgb,
)
from graphwright._src.ops.image_crop import (
    central_crop as central_crop,
    crop_to_bounding_box as crop_to_bounding_box,
    pad_to_bounding_box as pad_to_bounding_box,
)
from graphwright._src.ops.image_geometry import (
    flip_left_right as flip_left_right,
    flip_up_down as flip_up_down,
    rot90 as rot90,
    transpose as transpose,
    transpose as transpose_image,
)
from graphwright._src.ops.image_quality import (
    image_gradients as image_gradients,
    psnr as psnr,
    sobel_edges as sobel_edges,
    ssim as ssim,
    ssim_multiscale as ssim_multiscale,
    total_variation as total_variation,
)
from graphwright._src.ops.image_random import (
    random_brightness as random_brightness,
    random_contrast as random_contrast,
    random_crop as random_crop,
    random_flip_left_right as random_flip_left_right,
    random_flip_up_down as random_flip_up_down,
    random_hue as random_hue,
    random_jpeg_quality as random_jpeg_quality,
    random_saturation as random_saturation,
)
from graphwright._src.ops.image_resize import (
    resize_with_crop_or_pad as resize_image_with_crop_or_pad,
    resize_with_crop_or_pad as resize_with_crop_or_pad,
)
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.v1.image import (
    ResizeMethod as ResizeMethod,
    crop_and_resize as crop_and_resize,
    draw_bounding_boxes as draw_bounding_boxes,
    extract_glimpse as extract_glimpse,
    extract_image_patches as extract_image_patches,
    extract_image_patches as extract_patches,
    resize as resize,
    resize as resize_images,
    resize_area as resize_area,
    resize_image_with_pad as resize_image_with_pad,
    sample_distorted_bounding_box as sample_distorted_bounding_box,
)

__all__ = [
    "ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_jpeg_quality",
    "adjust_saturation", "central_crop", "combined_non_max_suppression", "convert_image_dtype", "crop_and_resize",
    "crop_to_bounding_box", "decode_and_crop_jpeg", "decode_bmp", "decode_gif", "decode_image", "decode_jpeg",
    "decode_jxl", "decode_png", "decode_webp", "draw_bounding_boxes", "encode_jpeg", "encode_png", "extract_glimpse",
    "extract_image_patches", "extract_jpeg_shape", "extract_patches", "flip_left_right", "flip_up_down",
    "generate_bounding_box_proposals", "grayscale_to_rgb", "hsv_to_rgb", "image_gradients", "is_jpeg",
    "non_max_suppression", "non_max_suppression_overlaps", "non_max_suppression_padded",
    "non_max_suppression_with_scores", "pad_to_bounding_box", "per_image_standardization", "psnr", "random_brightness",
    "random_contrast", "random_crop", "random_flip_left_right", "random_flip_up_down", "random_hue",
    "random_jpeg_quality", "random_saturation", "resize", "resize_area", "resize_bicubic", "resize_bilinear",
    "resize_image_with_crop_or_pad", "resize_image_with_pad", "resize_images", "resize_nearest_neighbor",
    "resize_with_crop_or_pad", "rgb_to_grayscale", "rgb_to_hsv", "rgb_to_yiq", "rgb_to_yuv", "rot90",
    "sample_distorted_bounding_box", "sobel_edges", "ssim", "ssim_multiscale", "total_variation", "transpose",
    "transpose_image", "yiq_to_rgb", "yuv_to_rgb",
]

def resize_bicubic(images: TensorLike, size: TensorLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False) -> Tensor:
    """Resizes images [batch, height, width, channels] with bicubic interpolation (tf.compat.v1.image.resize_bicubic).

    Args:
      images: the images.
      size: the new height and width.
      align_corners: whether the centres of the corner pixels stay where they are.
      name: of the op.
      half_pixel_centers: whether the centre of a pixel counts as its place.
    """

def resize_bilinear(images: TensorLike, size: TensorLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False) -> Tensor:
    """Resizes images [batch, height, width, channels] with bilinear interpolation (tf.compat.v1.image.resize_bilinear).

    Args:
      images: the images.
      size: the new height and width.
      align_corners: whether the centres of the corner pixels stay where they are.
      name: of the op.
      half_pixel_centers: whether the centre of a pixel counts as its place.
    """

def resize_nearest_neighbor(images: TensorLike, size: TensorLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False) -> Tensor:
    """Resizes images [batch, height, width, channels] to the nearest pixels (tf.compat.v1.image.resize_nearest_neighbor).

    Args:
      images: the images.
      size: the new height and width.
      align_corners: whether the centres of the corner pixels stay where they are.
      name: of the op.
      half_pixel_centers: whether the centre of a pixel counts as its place.
    """
