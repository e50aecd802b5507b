"""Rows for images: resizing, crops, colours, boxes, patches, morphology, files."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from support.sampling import FLOATS, REALS, Bad, Sample, distinct, fixed, uniform

unit = uniform(0, 1)
corners = fixed([[0.1, 0.2, 0.7, 0.9], [0.0, 0.0, 1.0, 1.0], [-0.2, 0.3, 1.2, 0.4], [0.6, 0.8, 0.1, 0.3], [0.1, 0.1, 0.7, 0.9]], "float32")
frames = fixed([[[0.1, 0.2, 0.7, 0.9], [0.0, 0.0, 1.0, 1.0]], [[-0.2, 0.3, 1.2, 0.4], [0.1, 0.3, 0.6, 0.8]]], "float32")
inner = fixed([[[0.1, 0.2, 0.7, 0.9], [0.0, 0.5, 1.0, 1.0]]], "float32")
marks = fixed([0.3, 0.9, 0.5, 0.8, 0.1], "float32")
shear = fixed([[1.1, 0.1, -0.5, 0.2, 0.9, 0.3, 0.01, 0.02]], "float32")
KINDS = ("float32", "float64", "float16", "bfloat16", "uint8", "int8", "int16", "uint16", "int32", "int64")

IMAGES = ((2, 4, 5, 3), (1, 3, 3, 1), (0, 3, 3, 2))
PLACES = [{}, {"align_corners": True}, {"half_pixel_centers": True}]
MOVED = {"scale": np.float32([0.7, 1.3]), "translation": np.float32([0.3, -0.4])}
RESIZING = [
    raw("ResizeBilinear", "images", IMAGES, KINDS, PLACES, given={"size": [3, 7]}, args=(uniform(-2, 90),), ulp=16, grad=False,
        bad=[Bad(shapes=(4, 5, 3)), Bad(kwargs={"align_corners": True, "half_pixel_centers": True})]),
    raw("ResizeBilinear", "images", IMAGES[:2], ("float32",), PLACES, label=" gradient", given={"size": [3, 7]}, ulp=16, numeric=False, second=False),
    raw("ResizeBicubic", "images", IMAGES, KINDS, PLACES, given={"size": [3, 7]}, args=(uniform(20, 90),), ulp=64, grad=False),
    raw("ResizeBicubic", "images", IMAGES[:2], ("float32",), PLACES, label=" gradient", given={"size": [3, 7]}, args=(uniform(1, 2),), ulp=64, numeric=False, second=False),
    raw("ResizeArea", "images", IMAGES, KINDS, PLACES[:2], given={"size": [2, 7]}, args=(uniform(20, 90),), ulp=16, grad=False),
    raw("ResizeNearestNeighbor", "images", IMAGES, KINDS, PLACES, given={"size": [3, 7]}, args=(uniform(-2, 90),), second=False),
    raw("ResizeNearestNeighborGrad", "grads", IMAGES[:2], ("float32", "float64", "float16", "bfloat16", "uint8", "int8", "int32"), PLACES, given={"size": [3, 4]},
        args=(uniform(0, 9),), grad=False),
    raw("ScaleAndTranslate", "images", IMAGES[:2], KINDS, [
        {}, {"kernel_type": "lanczos5", "antialias": False}, {"kernel_type": "gaussian"}, {"kernel_type": "triangle"}, {"kernel_type": "keyscubic"},
        {"kernel_type": "mitchellcubic"}, {"kernel_type": "box"}, {"kernel_type": "lanczos1"}], given={"size": [3, 7], **MOVED}, args=(uniform(20, 90),), ulp=256, grad=False,
        bad=[Bad(kwargs={"kernel_type": "none"})]),
    raw("ScaleAndTranslate", "images", IMAGES[:2], ("float32",), [{}, {"kernel_type": "triangle"}], label=" gradient", given={"size": [3, 7], **MOVED}, args=(uniform(1, 2),),
        ulp=256, second=False, numeric=False),
    raw("CropAndResize", "image boxes box_ind", (((2, 4, 5, 3), (5, 4), (5,)),), ("float32", "float64", "float16", "uint8", "int16"), [
        {}, {"extrapolation_value": 2.5}, {"method": "nearest"}], given={"crop_size": [3, 2]}, args=(uniform(20, 90), corners, fixed([0, 1, 1, 0, 1], "int32")),
        ulp=64, half_ulp=8, grad=False, bad=[Bad(kwargs={"method": "none"})]),
    Sample("image.crop_and_resize", (((2, 4, 5, 3), (5, 4)),), ("float32",), args=(uniform(1, 2), corners), ulp=64, numeric=False, second=False, hidden_rank=False,
           call=lambda tf, x, b: tf.image.crop_and_resize(x, b, [0, 1, 1, 0, 1], [3, 2])),
]

COLORS = [
    raw("RGBToHSV", "images", ((4, 3), (2, 2, 3), (3,), (0, 3)), FLOATS, args=(unit,), ulp=16, half_ulp=8, grad=False,
        bad=[Bad(shapes=(3, 2)), Bad(shapes=())]),
    Sample("image.rgb_to_hsv", ((4, 3), (2, 2, 3)), REALS, args=(unit,), ulp=64, second=False, hidden_rank=False),
    raw("HSVToRGB", "images", ((4, 3), (2, 2, 3), (0, 3)), FLOATS, args=(unit,), ulp=16, half_ulp=8, grad=False, bad=[Bad(shapes=(3, 2))]),
    raw("AdjustContrastv2", "images contrast_factor", (((2, 3, 4, 3), ()), ((2, 2, 1), ()), ((0, 3, 3, 1), ())), ("float32",), args=(unit, fixed(1.5, "float32")), ulp=32, grad=False),
    raw("AdjustHue", "images delta", (((2, 3, 4, 3), ()), ((2, 2, 3), ())), ("float32",), args=(unit, fixed(0.3, "float32")), ulp=64, grad=False),
    raw("AdjustSaturation", "images scale", (((2, 3, 4, 3), ()), ((2, 2, 3), ())), ("float32",), args=(unit, fixed(0.3, "float32")), ulp=64, grad=False),
]

PARTS = [
    raw("ExtractImagePatches", "images", ((2, 5, 6, 2), (1, 3, 3, 1), (0, 4, 4, 1)), ("float32", "float64", "bfloat16", "int64", "uint8", "complex64"), [
        {"ksizes": [1, 2, 3, 1], "strides": [1, 1, 2, 1], "rates": [1, 1, 1, 1], "padding": "SAME"},
        {"ksizes": [1, 2, 2, 1], "strides": [1, 2, 1, 1], "rates": [1, 2, 1, 1], "padding": "VALID"}], second=False,
        bad=[Bad(shapes=(4, 4, 1))]),
    raw("ExtractVolumePatches", "input", ((2, 3, 4, 3, 2), (1, 2, 3, 3, 1)), ("float32", "float64", "int32", "uint8"), [
        {"ksizes": [1, 2, 2, 3, 1], "strides": [1, 1, 2, 1, 1], "padding": "SAME"}, {"ksizes": [1, 2, 2, 1, 1], "strides": [1, 1, 1, 1, 1], "padding": "VALID"}], second=False,
        hidden_dims=False, hidden_rank=False),  # TensorFlow takes the result for one of rank 4
    *(raw(name, "input offsets", (((2, 5, 6, 2), (2, 2)),), ("float32",), [
        {"noise": "zero", "uniform_noise": False}, {"noise": "zero", "uniform_noise": False, "centered": False},
        {"noise": "zero", "uniform_noise": False, "normalized": False, "centered": False}], given={"size": [3, 4]},
        args=(uniform(), fixed([[0.1, -0.6], [2.1, 0.3]], "float32")), grad=False, bad=[Bad(kwargs={"noise": "none", "uniform_noise": False})])
      for name in ("ExtractGlimpse", "ExtractGlimpseV2")),
    *(raw("ImageProjectiveTransform" + version, "images transforms", (((2, 4, 5, 3), (1, 8)),), ("float32", "float64", "float16", "bfloat16", "uint8", "int32", "int64"), [
        {"interpolation": "BILINEAR", "fill_mode": "REFLECT"}, {"interpolation": "NEAREST", "fill_mode": "CONSTANT"},
        {"interpolation": "BILINEAR", "fill_mode": "NEAREST"}, {"interpolation": "NEAREST", "fill_mode": "WRAP"}],
        given={"output_shape": [5, 4], **more}, args=(uniform(20, 90), shear), ulp=64, half_ulp=8, grad=False) for version, more in (("V2", {}), ("V3", {"fill_value": 3.0}))),
    Sample("nn.dilation2d", (((2, 4, 5, 2), (2, 3, 2)), ((1, 3, 3, 1), (2, 2, 1))), (*FLOATS, "int32", "uint8"), [
        {"strides": [1, 1, 1, 1], "padding": "SAME", "data_format": "NHWC", "dilations": [1, 1, 1, 1]},
        {"strides": [1, 2, 1, 1], "padding": "VALID", "data_format": "NHWC", "dilations": [1, 1, 1, 1]}], args=(distinct(), distinct()), second=False, hidden_rank=False,
        numeric=False, bad=[Bad(shapes=((2, 4, 5, 2), (2, 3, 3)))]),
    Sample("nn.erosion2d", (((2, 4, 5, 2), (2, 3, 2)),), REALS, [
        {"strides": [1, 1, 1, 1], "padding": "SAME", "data_format": "NHWC", "dilations": [1, 1, 1, 1]}], args=(distinct(), distinct()), second=False, hidden_rank=False, numeric=False),
]

BOXES = [
    raw("DrawBoundingBoxes", "images boxes", (((2, 5, 6, 3), (2, 2, 4)), ((2, 5, 6, 1), (2, 2, 4))), ("float32", "float16"), args=(unit, frames), grad=False),
    raw("DrawBoundingBoxesV2", "images boxes colors", (((2, 5, 6, 3), (2, 2, 4), (3, 4)), ((2, 5, 6, 1), (2, 2, 4), (1, 1))), ("float32", "float16"),
        args=(unit, frames, uniform(0, 1, "float32")), grad=False, bad=[Bad(shapes=((2, 5, 6, 3), (2, 2, 4), (3, 2)))]),
    raw("NonMaxSuppression", "boxes scores max_output_size", (((5, 4), (5,), ()),), ("float32",), [{}, {"iou_threshold": 0.1}], args=(corners, marks, fixed(3, "int32")), grad=False, known_shape=False),
    raw("NonMaxSuppressionV2", "boxes scores max_output_size iou_threshold", (((5, 4), (5,), (), ()),), ("float32",), args=(corners, marks, fixed(3, "int32"), fixed(0.4, "float32")), grad=False,
        known_shape=False),
    raw("NonMaxSuppressionV3", "boxes scores max_output_size iou_threshold score_threshold", (((5, 4), (5,), (), (), ()),), ("float32",),
        args=(corners, marks, fixed(3, "int32"), fixed(0.4, "float32"), fixed(0.2, "float32")), grad=False, known_shape=False),
    raw("NonMaxSuppressionV4", "boxes scores max_output_size iou_threshold score_threshold", (((5, 4), (5,), (), (), ()),), ("float32",), [{"pad_to_max_output_size": True}],
        args=(corners, marks, fixed(7, "int32"), fixed(0.4, "float32"), fixed(0.2, "float32")), grad=False, known_shape=False),
    raw("NonMaxSuppressionV5", "boxes scores max_output_size iou_threshold score_threshold soft_nms_sigma", (((5, 4), (5,), (), (), (), ()),), ("float32",), [{"pad_to_max_output_size": True}],
        args=(corners, marks, fixed(7, "int32"), fixed(0.4, "float32"), fixed(0.2, "float32"), fixed(0.3, "float32")), grad=False, known_shape=False, ulp=16),
    raw("NonMaxSuppressionWithOverlaps", "overlaps scores max_output_size overlap_threshold score_threshold", (((5, 5), (5,), (), (), ()),), ("float32",),
        args=(unit, marks, fixed(3, "int32"), fixed(0.4, "float32"), fixed(0.2, "float32")), grad=False, known_shape=False),
    raw("CombinedNonMaxSuppression", "boxes scores max_output_size_per_class max_total_size iou_threshold score_threshold",
        (((1, 5, 1, 4), (1, 5, 2), (), (), (), ()),), ("float32",), [{}, {"clip_boxes": False, "pad_per_class": True}],
        args=(fixed(np.asarray(corners(None, None, "float32"))[None, :, None], "float32"), unit, fixed(3, "int32"), fixed(9, "int32"), fixed(0.4, "float32"), fixed(0.2, "float32")), grad=False,
        known_shape=False),
    raw("StatelessSampleDistortedBoundingBox", "image_size bounding_boxes min_object_covered seed", (((3,), (1, 2, 4), (), (2,)),), ("int32", "int64", "uint8"), [{}, {"area_range": [0.2, 0.5]}],
        args=(fixed([40, 60, 3]), inner, fixed(0.2, "float32"), fixed([3, 7], "int64")), grad=False),
    raw("SampleDistortedBoundingBox", "image_size bounding_boxes", (((3,), (1, 2, 4)),), ("int32",), [{"seed": 3, "seed2": 4, "min_object_covered": 0.3}],
        args=(fixed([40, 60, 3]), inner), grad=False, stateful=True, before=lambda tf: tf.random.set_seed(5)),
    raw("SampleDistortedBoundingBoxV2", "image_size bounding_boxes min_object_covered", (((3,), (1, 2, 4), ()),), ("int32",), [{"seed": 3, "seed2": 4}],
        args=(fixed([40, 60, 3]), inner, fixed(0.2, "float32")), grad=False, stateful=True, before=lambda tf: tf.random.set_seed(5)),
]

COMPOSED = [
    Sample("image.resize", ((1, 4, 4, 2), (3, 5, 1)), ("float32", "uint8"), [
        {"size": [2, 2]}, {"size": [7, 5]}, {"size": [8, 8], "method": "nearest"}, {"size": [3, 3], "method": "bicubic"}, {"size": [3, 3], "method": "area"},
        {"size": [3, 3], "method": "lanczos3", "antialias": True}], ulp=256, grad=False, hidden_rank=False),
    Sample("image.resize_with_pad", ((1, 4, 4, 2), (3, 5, 1)), ("float32",), [{"target_height": 4, "target_width": 7}], ulp=16, grad=False, hidden_rank=False),
    Sample("image.resize_with_crop_or_pad", ((1, 4, 4, 2), (3, 5, 1)), REALS, [{"target_height": 2, "target_width": 7}], hidden_rank=False),
    Sample("image.central_crop", ((1, 4, 4, 2), (3, 5, 1)), REALS, [{"central_fraction": 0.5}], hidden_rank=False),
    Sample("image.flip_up_down", ((1, 4, 4, 2), (3, 5, 1)), REALS, hidden_rank=False),
    Sample("image.rot90", ((1, 4, 4, 2), (3, 5, 1)), REALS, [{"k": 1}, {"k": 2}, {"k": 3}], hidden_rank=False),
    Sample("image.transpose", ((1, 4, 4, 2), (3, 5, 1)), REALS, hidden_rank=False),
    Sample("image.adjust_brightness", ((2, 3, 3),), ("float32", "uint8"), [{"delta": 0.2}], args=(unit,), ulp=16, grad=False),
    Sample("image.adjust_gamma", ((2, 3, 3),), ("float32", "uint8"), [{"gamma": 0.7}], args=(uniform(0.1, 1),), ulp=16, grad=False),
    Sample("image.per_image_standardization", ((2, 3, 3, 2), (3, 3, 1)), ("float32",), ulp=64, hidden_rank=False, second=False),
    Sample("image.rgb_to_grayscale", ((2, 3, 3),), ("float32", "uint8"), args=(unit,), ulp=16, grad=False, hidden_rank=False),
    Sample("image.grayscale_to_rgb", ((2, 3, 1),), REALS, hidden_rank=False),
    Sample("image.rgb_to_yiq", ((2, 3, 3),), REALS, ulp=64, hidden_rank=False),
    Sample("image.total_variation", ((2, 3, 3, 2), (3, 3, 1)), REALS, args=(distinct(),), hidden_rank=False, second=False, ulp=16),
    Sample("image.psnr", (((2, 3, 3, 2), (2, 3, 3, 2)),), ("float32",), [{"max_val": 1.0}], args=(unit, unit), hidden_rank=False, second=False, ulp=64),
    Sample("image.ssim", (((2, 5, 6, 2), (2, 5, 6, 2)),), ("float32",), [{"max_val": 1.0, "filter_size": 3}], args=(unit, unit), hidden_rank=False, second=False, ulp=2000, numeric=False, tensorflow_fails=["errors_have_tensorflows_class"]),
    Sample("image.sobel_edges", ((2, 3, 4, 2),), REALS, hidden_rank=False, ulp=64, second=False),
    Sample("image.image_gradients", ((2, 3, 4, 2),), REALS, hidden_rank=False, hidden_dims=True),
    Sample("image.stateless_random_crop", ((4, 5, 3),), REALS, [{"size": [2, 3, 3], "seed": (1, 2)}], hidden_rank=False),
    Sample("image.stateless_random_flip_left_right", ((4, 5, 3), (3, 2, 2, 3)), REALS, [{"seed": (1, 2)}, {"seed": (1, 3)}], hidden_rank=False),
]


def written(tf, x):
    """An image as PNG and JPEG files, and read again."""
    png, jpeg = tf.io.encode_png(x), tf.io.encode_jpeg(x, quality=90)
    decoded = [tf.io.decode_png(png), tf.io.decode_image(png), tf.io.decode_jpeg(jpeg, channels=1), tf.io.extract_jpeg_shape(jpeg), tf.io.is_jpeg(jpeg)]
    return [tf.cast(decoded[0], tf.float32), tf.cast(decoded[1], tf.float32), tf.shape(decoded[2]), decoded[3], decoded[4]]


FILES = [
    Sample("io.encode_png", ((5, 6, 3), (4, 4, 1)), ("uint8",), args=(uniform(0, 255),), call=written, grad=False, known_shape=False, hidden_rank=False,
           ops=["DecodePng", "DecodeImage", "DecodeJpeg", "DecodeAndCropJpeg", "DecodeGif", "DecodeBmp", "DecodeWebP", "DecodeJxl", "EncodePng", "EncodeJpeg",
                "EncodeJpegVariableQuality", "ExtractJpegShape"]),
]

IMAGE_SAMPLES = [*RESIZING, *COLORS, *PARTS, *BOXES, *COMPOSED, *FILES]
