"""The kinds of summaries that TensorBoard has a page for: scalars, histograms, images, texts, sounds."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.maps import map_fn
from graphwright._src.messages.classes import SummaryMetadata
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import reshape, shape
from graphwright._src.ops.array_index import one_hot
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.assertions import assert_rank
from graphwright._src.ops.image_color import convert_image_dtype
from graphwright._src.ops.math import floor
from graphwright._src.ops.math_binary import equal, maximum, minimum
from graphwright._src.ops.math_convert import linspace
from graphwright._src.ops.math_reduce import reduce_max, reduce_min, reduce_sum
from graphwright._src.summary.writing import summary_scope, write
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import fill, zeros_like
from graphwright._src.text.strings import as_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

_encode_png = _core.op("EncodePng")
_encode_wav = _core.op("EncodeWav")

_BUCKETS = 30
_WAV = b"\x10\x0b"  # an AudioPluginData message whose encoding is WAV


def plugin_metadata(plugin: str, description: str | None = None, content: bytes = b"") -> SummaryMetadata:
    """Returns what says which page of TensorBoard shows a value, and with which text beside it."""
    metadata = SummaryMetadata(summary_description=description)
    metadata.plugin_data.plugin_name = plugin
    metadata.plugin_data.content = content
    return metadata


def _with_rank(data: TensorLike, rank: int) -> Tensor:
    data = convert_to_tensor(data)
    assert_rank(data, rank)
    return data


@export("summary.scalar")
def scalar(name: str, data: TensorLike, step: TensorLike | None = None, description: str | None = None) -> Tensor:
    """Writes a number (tf.summary.scalar).

    Args:
      name: of the summary; its tag is that below the name scopes around it.
      data: a scalar, which is written as float32.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      description: a text that TensorBoard shows beside it, in Markdown.

    Returns:
      Whether it was written, a bool scalar: there is a default writer, and `tf.summary.record_if` allows it.

    Raises:
      ValueError: there is a default writer, but no step; `data` is no scalar.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.scalar("loss", 0.5, step=1))
    True
    """
    with summary_scope(name, "scalar_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.shape.rank != 0:
            raise ValueError(f"Expected scalar shape, saw shape: {data.shape}.")
        number = math_convert.cast(data, dtypes.float32)
        return write(tag, number, step, plugin_metadata("scalars", description))


def _bucket_counts(data: TensorLike, buckets: TensorLike) -> Tensor:
    """Returns a matrix with a row for each bucket between the least and the largest number.

    Its limits, and how many are in it.
    """
    cast, constant, where = math_convert.cast, array_module.constant, math_convert.where
    float64, int32 = dtypes.float64, dtypes.int32
    numbers = cast(reshape(data, [-1]), float64)
    count = maximum(convert_to_tensor(buckets, int32), 0)
    least, most = reduce_min(numbers), reduce_max(numbers)
    width = (most - least) / cast(count, float64)
    is_one = equal(most, least)  # all are the same number, which belongs to the last bucket
    place = floor((numbers - least) / where(is_one, constant(1.0, float64), width))
    place = cast(minimum(place, cast(count - 1, float64)), int32)
    place = where(is_one, fill(shape(place), count - 1), place)
    counts = reduce_sum(one_hot(place, count, dtype=float64), axis=0)
    limits = linspace(least, most, count + 1)
    table = stack([limits[:-1], limits[1:], counts], axis=1)
    return where(array_module.size(numbers) > 0, table, zeros_like(table))


@export("summary.histogram")
def histogram(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    buckets: TensorLike | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes how many numbers of a tensor lie where (tf.summary.histogram).

    Args:
      name: of the summary; its tag is that below the name scopes around it.
      data: a numeric tensor of any shape.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      buckets: into how many parts of the same width the numbers are sorted; 30 by default.
      description: a text that TensorBoard shows beside it, in Markdown.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      ValueError: there is a default writer, but no step.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.histogram("weights", tf.random.normal([100]), step=1))
    True
    """
    with summary_scope(name, "histogram_summary") as (tag, _):
        counted = _BUCKETS if buckets is None else buckets
        return write(
            tag,
            lambda: _bucket_counts(convert_to_tensor(data), counted),
            step,
            plugin_metadata("histograms", description),
        )


@export("summary.image")
def image(
    name: str,
    data: TensorLike,
    step: TensorLike | None = None,
    max_outputs: TensorLike = 3,
    description: str | None = None,
) -> Tensor:
    """Writes images, as PNG files (tf.summary.image).

    Args:
      name: of the summary; its tag is that below the name scopes around it.
      data: [batch, height, width, channels], with 1 to 4 channels; floats between 0 and 1, or integers.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      max_outputs: how many of the batch are written at most.
      description: a text that TensorBoard shows beside it, in Markdown.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      ValueError: there is a default writer, but no step; `data` has another rank.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.image("noise", tf.random.uniform([1, 8, 8, 3]), step=1))
    True
    """
    with summary_scope(name, "image_summary") as (tag, _):

        def encoded() -> Any:
            images = _with_rank(data, 4)
            images = convert_image_dtype(images, dtypes.uint8, saturate=True)[:max_outputs]
            size = shape(images)
            sizes = stack([as_string(size[2]), as_string(size[1])])
            files = map_fn(_encode_png, images, fn_output_signature=dtypes.string)
            return concat([sizes, files], axis=0)

        return write(tag, encoded, step, plugin_metadata("images", description))


@export("summary.text")
def text(name: str, data: TensorLike, step: TensorLike | None = None, description: str | None = None) -> Tensor:
    """Writes texts, which TensorBoard shows as Markdown (tf.summary.text).

    Args:
      name: of the summary; its tag is that below the name scopes around it.
      data: a string tensor; a matrix becomes a table.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      description: a text that TensorBoard shows beside it, in Markdown.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      TypeError: `data` is no string tensor.
      ValueError: there is a default writer, but no step.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.text("note", "it **works**", step=1))
    True
    """
    with summary_scope(name, "text_summary") as (tag, _):
        data = convert_to_tensor(data)
        if data.dtype != dtypes.string:
            raise TypeError(f"tensor must be of type tf.string; got {data.dtype!r}")
        return write(tag, data, step, plugin_metadata("text", description))


@export("summary.audio")
def audio(
    name: str,
    data: TensorLike,
    sample_rate: TensorLike,
    step: TensorLike | None = None,
    max_outputs: TensorLike = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes sounds, as WAV files (tf.summary.audio).

    Args:
      name: of the summary; its tag is that below the name scopes around it.
      data: float32 [batch, samples, channels] between -1 and 1.
      sample_rate: how many samples there are in a second, an int32 scalar.
      step: an integer; that of `tf.summary.experimental.set_step` where it is None.
      max_outputs: how many of the batch are written at most.
      encoding: None or "wav".
      description: a text that TensorBoard shows beside it, in Markdown.

    Returns:
      Whether it was written, a bool scalar.

    Raises:
      ValueError: another encoding; there is a default writer, but no step; `data` has another rank.

    >>> import tempfile
    >>> import graphwright as tf
    >>> with tf.summary.create_file_writer(tempfile.mkdtemp()).as_default():
    ...     bool(tf.summary.audio("hum", tf.zeros([1, 100, 1]), 8000, step=1))
    True
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    with summary_scope(name, "audio_summary") as (tag, _):

        def encoded() -> Any:
            sounds = _with_rank(data, 3)[:max_outputs]
            files = map_fn(lambda sound: _encode_wav(sound, sample_rate), sounds, fn_output_signature=dtypes.string)
            return stack([files, fill(shape(files), "")], axis=1)

        return write(tag, encoded, step, plugin_metadata("audio", description, _WAV))
