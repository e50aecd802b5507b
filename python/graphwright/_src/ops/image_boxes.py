"""Boxes in images: drawing and drawing lots for them, suppression of those that overlap."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.vectorize import rows_one_by_one
from graphwright._src.graph.seeds import get_seed, require_own_seed
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_draw = _core.op("DrawBoundingBoxes")
_draw_colored = _core.op("DrawBoundingBoxesV2")
_sample = _core.op("SampleDistortedBoundingBoxV2")
_stateless_sample = _core.op("StatelessSampleDistortedBoundingBox")
_suppression_v3 = _core.op("NonMaxSuppressionV3")
_suppression_v4 = _core.op("NonMaxSuppressionV4")
_suppression_v5 = _core.op("NonMaxSuppressionV5")
_suppression_overlaps = _core.op("NonMaxSuppressionWithOverlaps")
_combined_suppression = _core.op("CombinedNonMaxSuppression")

SampleDistortedBoundingBoxV2 = namedtuple("SampleDistortedBoundingBoxV2", ["begin", "size", "bboxes"])
StatelessSampleDistortedBoundingBox = namedtuple("StatelessSampleDistortedBoundingBox", ["begin", "size", "bboxes"])
GenerateBoundingBoxProposals = namedtuple("GenerateBoundingBoxProposals", ["rois", "roi_probabilities"])
CombinedNonMaxSuppression = namedtuple(
    "CombinedNonMaxSuppression", ["nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"]
)


@export("image.draw_bounding_boxes", v1="")
def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, colors: TensorLike | None, name: str | None = None
) -> Tensor:
    """Images with boxes drawn on them (tf.image.draw_bounding_boxes).

    Args:
      images: a float32 or float16 tensor of shape [batch, height, width, 1, 3 or 4 channels].
      boxes: a float32 tensor of shape [batch, number, 4] of y1, x1, y2, x2 in parts of the image's extents.
      colors: a float32 tensor of shape [number, channels], which boxes take in turn; None for ten that differ.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together.

    >>> import graphwright as tf
    >>> tf.image.draw_bounding_boxes(tf.zeros([1, 3, 3, 1]), [[[0, 0, 1, 1]]], [[1.0]])[0, :, :, 0].numpy()
    array([[1., 1., 1.],
           [1., 0., 1.],
           [1., 1., 1.]], dtype=float32)
    """
    if colors is None:
        return _draw(images, boxes, name=name)
    return _draw_colored(images, boxes, colors, name=name)


_SAMPLE_DOC = """A random part of an image that covers enough of one of the boxes (tf.image.{name}).

    Args:
      image_size: height, width and channels, three integers.
      bounding_boxes: a float32 tensor of shape [batch, number, 4] of y1, x1, y2, x2 in parts of the image's extents.
      seed: {seed}.
      min_object_covered: the least part of one of the boxes that the result covers.
      aspect_ratio_range: the least and the greatest width by height; [0.75, 1.33] by default.
      area_range: the least and the greatest part of the image; [0.05, 1] by default.
      max_attempts: after so many that fail the whole image is given; 100 by default.
      use_image_if_no_bounding_boxes: whether there may be no boxes; the whole image stands for one then.
      name: of the operation.

    Returns:
      A named tuple of `begin` and `size`, for `tf.slice`, and `bboxes`, of shape [1, 1, 4].

    Raises:
      tf.errors.InvalidArgumentError: there are no boxes, or an argument is out of range.

    >>> import graphwright as tf
    >>> begin, size, box = tf.image.{name}([8, 8, 3], [[[0.0, 0.0, 1.0, 1.0]]], {example})
    >>> tf.slice(tf.ones([8, 8, 3]), begin, size).shape[-1]
    3
    """


def _sample_attrs(
    aspect_ratio_range: Sequence[float] | None,
    area_range: Sequence[float] | None,
    max_attempts: int | None,
    use_image_if_no_bounding_boxes: bool | None,
) -> dict[str, Any]:
    attrs = {
        "aspect_ratio_range": aspect_ratio_range,
        "area_range": area_range,
        "max_attempts": max_attempts,
        "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
    }
    return {key: value for key, value in attrs.items() if value is not None}


def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int = 0,
    min_object_covered: TensorLike = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> SampleDistortedBoundingBoxV2:
    require_own_seed("tf.image.sample_distorted_bounding_box", seed, f"a seed other than 0, got seed={seed},")
    seed1, seed2 = get_seed(seed) if seed else (0, 0)
    attrs = _sample_attrs(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes)
    drawn = _sample(
        image_size, bounding_boxes, min_object_covered, seed=seed1 or 0, seed2=seed2 or 0, name=name, **attrs
    )
    return SampleDistortedBoundingBoxV2(*drawn)


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: TensorLike,
    min_object_covered: TensorLike = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> StatelessSampleDistortedBoundingBox:
    attrs = _sample_attrs(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes)
    drawn = _stateless_sample(image_size, bounding_boxes, min_object_covered, seed, name=name, **attrs)
    return StatelessSampleDistortedBoundingBox(*drawn)


sample_distorted_bounding_box.__doc__ = _SAMPLE_DOC.format(
    name="sample_distorted_bounding_box", seed="an int; 0 for numbers that differ from run to run", example="seed=1"
)
stateless_sample_distorted_bounding_box.__doc__ = _SAMPLE_DOC.format(
    name="stateless_sample_distorted_bounding_box", seed="two integers, which determine the result", example="(1, 2)"
)
sample_distorted_bounding_box = export("image.sample_distorted_bounding_box", v1="")(sample_distorted_bounding_box)
stateless_sample_distorted_bounding_box = export("image.stateless_sample_distorted_bounding_box", v1="")(
    stateless_sample_distorted_bounding_box
)


# ---- suppression ----


@export("image.non_max_suppression")
def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Returns the boxes that stay when those go that overlap much with one of a higher score (tf.image.non_max_suppression).

    Args:
      boxes: a float32 or float16 tensor of shape [number, 4]: two opposite corners, y1, x1, y2, x2.
      scores: a vector of the same dtype.
      max_output_size: how many boxes may stay, an integer scalar.
      iou_threshold: how much of their union two boxes may have in common, in [0, 1].
      score_threshold: boxes need greater scores.
      name: of the operation.

    Returns:
      An int32 vector of the boxes' numbers, by falling scores.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together, or the threshold is out of range.

    >>> import graphwright as tf
    >>> boxes = [[0.0, 0.0, 2.0, 2.0], [0.0, 0.1, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]]
    >>> tf.image.non_max_suppression(boxes, [0.5, 0.9, 0.1], 3).numpy()
    array([1, 2], dtype=int32)
    """
    return _suppression_v3(boxes, scores, max_output_size, iou_threshold, score_threshold, name=name)


@export("image.non_max_suppression_with_scores")
def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    soft_nms_sigma: TensorLike = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """`non_max_suppression` that can lower scores instead of leaving boxes out.

    Args:
      boxes, scores, max_output_size, iou_threshold, score_threshold: see `tf.image.non_max_suppression`.
      soft_nms_sigma: scores shrink by exp(-overlap ** 2 / (2 sigma)) where this is positive.
      name: of the operation.

    Returns:
      The boxes' numbers, and their scores then.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together, or the threshold is out of range.

    TensorFlow symbol: tf.image.non_max_suppression_with_scores.

    >>> import graphwright as tf
    >>> boxes = [[0.0, 0.0, 2.0, 2.0], [0.0, 0.1, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]]
    >>> tf.image.non_max_suppression_with_scores(boxes, [0.5, 0.9, 0.1], 3)[1].numpy()
    array([0.9, 0.1], dtype=float32)
    """
    indices, kept, _ = _suppression_v5(
        boxes,
        scores,
        max_output_size,
        iou_threshold,
        score_threshold,
        soft_nms_sigma,
        pad_to_max_output_size=False,
        name=name,
    )
    return indices, kept


@export("image.non_max_suppression_overlaps")
def non_max_suppression_overlaps(
    overlaps: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """`non_max_suppression` of boxes given by how much each two overlap (tf.image.non_max_suppression_overlaps).

    Args:
      overlaps: a float32 tensor of shape [number, number].
      scores: a float32 vector.
      max_output_size: how many boxes may stay, an integer scalar.
      overlap_threshold: how much two boxes may overlap.
      score_threshold: boxes need greater scores.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together.

    >>> import graphwright as tf
    >>> tf.image.non_max_suppression_overlaps([[1.0, 0.9], [0.9, 1.0]], [0.5, 0.9], 2).numpy()
    array([1], dtype=int32)
    """
    return _suppression_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold, name=name)


@export("image.non_max_suppression_padded")
def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """`non_max_suppression` of several lists of boxes, with results of one length.

    Args:
      boxes: a float32 tensor of shape [..., number, 4].
      scores: a float32 tensor of shape [..., number].
      max_output_size, iou_threshold, score_threshold: see `tf.image.non_max_suppression`.
      pad_to_max_output_size: results are padded with zeros; must be True for several lists.
      name: of the operation.
      sorted_input, canonicalized_coordinates, tile_size: taken, but nothing depends on them here.

    Returns:
      The boxes' numbers, of shape [..., max_output_size], and how many of them count, of shape [...].

    Raises:
      ValueError: several lists without padding.
      tf.errors.InvalidArgumentError: shapes do not go together, or the threshold is out of range.

    TensorFlow symbol: tf.image.non_max_suppression_padded.

    >>> import graphwright as tf
    >>> boxes = [[0.0, 0.0, 2.0, 2.0], [0.0, 0.1, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]]
    >>> kept, count = tf.image.non_max_suppression_padded(boxes, [0.5, 0.9, 0.1], 3, pad_to_max_output_size=True)
    >>> kept.numpy(), int(count)
    (array([1, 2, 0], dtype=int32), 2)
    """
    boxes = as_tensor(boxes)
    rank = boxes._rank()
    if rank is None or rank <= 2:
        return tuple(
            _suppression_v4(
                boxes,
                scores,
                max_output_size,
                iou_threshold,
                score_threshold,
                pad_to_max_output_size=pad_to_max_output_size,
                name=name,
            )
        )
    if not pad_to_max_output_size:
        raise ValueError(f"'pad_to_max_output_size' (value {pad_to_max_output_size}) must be True for batched input")
    scores = as_tensor(scores, None, boxes.dtype)
    max_output_size = as_tensor(max_output_size, None, dtypes.int32)
    shape = _core.op("Shape")(boxes)
    reshape, concat = _core.op("Reshape"), _core.op("ConcatV2")
    lists = reshape(boxes, concat([[-1], shape[-2:]], 0))
    marks = reshape(scores, concat([[-1], shape[-2:-1]], 0))

    def one(item: list[Tensor]) -> list[Tensor]:
        return list(
            _suppression_v4(*item, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size=True)
        )

    kept, counts = rows_one_by_one(one, [lists, marks], lists.shape[0], _core.op("Shape")(lists)[0])
    kept = reshape(kept, concat([shape[:-2], reshape(max_output_size, [1])], 0))
    return kept, reshape(counts, shape[:-2])


@export("image.combined_non_max_suppression")
def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: TensorLike,
    max_total_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppression:
    """Suppression for each class of each image (tf.image.combined_non_max_suppression).

    Args:
      boxes: a float32 tensor of shape [batch, number, 1 or classes, 4].
      scores: a float32 tensor of shape [batch, number, classes].
      max_output_size_per_class: how many boxes may stay of each class.
      max_total_size: how many boxes may stay of each image.
      iou_threshold: how much of their union two boxes may have in common, in [0, 1].
      score_threshold: boxes need greater scores.
      pad_per_class: results are no longer than max_output_size_per_class * classes.
      clip_boxes: coordinates are brought to [0, 1].
      name: of the operation.

    Returns:
      A named tuple of `nmsed_boxes` of shape [batch, length, 4], `nmsed_scores` and `nmsed_classes` of shape [batch,
      length], by falling scores and padded with zeros, and `valid_detections`, how many of them count.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together, or the threshold is out of range.

    >>> import graphwright as tf
    >>> result = tf.image.combined_non_max_suppression([[[[0.0, 0.0, 1.0, 1.0]]]], [[[0.5, 0.9]]], 1, 2)
    >>> result.nmsed_classes.numpy(), result.valid_detections.numpy()
    (array([[1., 0.]], dtype=float32), array([2], dtype=int32))
    """
    return CombinedNonMaxSuppression(
        *_combined_suppression(
            boxes,
            scores,
            as_tensor(max_output_size_per_class, None, dtypes.int32),
            as_tensor(max_total_size, None, dtypes.int32),
            iou_threshold,
            score_threshold,
            pad_per_class=pad_per_class,
            clip_boxes=clip_boxes,
            name=name,
        )
    )


@export("image.generate_bounding_box_proposals")
def generate_bounding_box_proposals(
    scores: TensorLike,
    bbox_deltas: TensorLike,
    image_info: TensorLike,
    anchors: TensorLike,
    nms_threshold: TensorLike = 0.7,
    pre_nms_topn: TensorLike = 6000,
    min_size: TensorLike = 16,
    post_nms_topn: int = 300,
    name: str | None = None,
) -> GenerateBoundingBoxProposals:
    """Returns the best boxes of a region proposal network (tf.image.generate_bounding_box_proposals).

    Args:
      scores: a float32 tensor of shape [batch, height, width, anchors].
      bbox_deltas: a float32 tensor of shape [batch, height, width, 4 * anchors] of dy, dx, dh, dw: by how many of its
        extents an anchor's middle moves, and the logarithms of the factors by which it becomes larger.
      image_info: a float32 tensor of shape [batch, 5] that begins with height, width and scale of the images.
      anchors: a float32 tensor of shape [anchors, 4] of y1, x1, y2, x2, or with a row for each place and anchor.
      nms_threshold: how much of their union two boxes may have in common.
      pre_nms_topn: so many boxes with the highest scores are looked at.
      min_size: boxes whose height or width is less than this times the scale go.
      post_nms_topn: how many boxes are given.
      name: of the operation.

    Returns:
      A named tuple of `rois` of shape [batch, post_nms_topn, 4] and `roi_probabilities` of shape [batch, post_nms_topn],
      by falling scores and padded with zeros.

    Raises:
      tf.errors.InvalidArgumentError: shapes do not go together, or an argument is out of range.

    TensorFlow computes it on GPUs only.

    >>> import graphwright as tf
    >>> result = tf.image.generate_bounding_box_proposals(
    ...     [[[[0.9]]]], [[[[0.0, 0.5, 0.0, 0.0]]]], [[64.0, 64.0, 1.0, 0.0, 0.0]], [[0.0, 0.0, 20.0, 20.0]], post_nms_topn=1
    ... )
    >>> result.rois.numpy()
    array([[[ 0., 10., 20., 30.]]], dtype=float32)
    """
    return GenerateBoundingBoxProposals(
        *_core.op("GenerateBoundingBoxProposals")(
            scores,
            bbox_deltas,
            image_info,
            anchors,
            nms_threshold,
            pre_nms_topn,
            as_tensor(min_size, dtypes.float32) if not isinstance(min_size, Tensor) else min_size,
            post_nms_topn=post_nms_topn,
            name=name,
        )
    )
