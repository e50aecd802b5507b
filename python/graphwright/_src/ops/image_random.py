"""Random changes of images: crops, flips, brightness, contrast, hue, saturation, JPEG quality."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import random as random_module
from graphwright._src.ops.image_color import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_jpeg_quality,
    adjust_saturation,
)
from graphwright._src.ops.image_crop import check_rank
from graphwright._src.ops.image_geometry import flipped
from graphwright._src.ops.random import stateless_uniform
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor


class _Stateful:
    """Numbers that go on from call to call."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed

    def uniform(self, shape: ShapeLike, low: TensorLike, high: TensorLike, dtype: DTypeLike = dtypes.float32) -> Tensor:
        return random_module.uniform(shape, low, high, dtype, seed=self._seed)


class _Stateless:
    """Numbers that a seed of two integers determines."""

    def __init__(self, seed: TensorLike | None) -> None:
        self._seed: Any = seed

    def uniform(self, shape: ShapeLike, low: TensorLike, high: TensorLike, dtype: DTypeLike = dtypes.float32) -> Tensor:
        return stateless_uniform(shape, self._seed, low, high, dtype)


def _crop(value: TensorLike, size: TensorLike, draws: _Stateful | _Stateless, name: str | None) -> Tensor:
    value = as_tensor(value)
    size = as_tensor(size, None, dtypes.int32)
    shape = _core.op("Shape")(value)
    size = _core.op("Cast")(size, DstT=dtypes.int32) if size.dtype != dtypes.int32 else size
    check = Assert(
        _core.op("All")(_core.op("GreaterEqual")(shape, size), 0),
        ["Need value.shape >= size, got ", shape, size],
        summarize=1000,
    )
    if check is not None and _core.current_graph() is not None:
        with control_dependencies([check]):
            shape = _core.op("Identity")(shape)
    limit = shape - size + 1
    drawn = draws.uniform(_core.op("Shape")(shape), 0, dtypes.int32.max, dtypes.int32)
    return _core.op("Slice")(value, _core.op("FloorMod")(drawn, limit), size, name=name)


@export("image.random_crop", v1="image.random_crop random_crop")
def random_crop(value: TensorLike, size: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """Returns a random part of a tensor (tf.image.random_crop).

    Args:
      value: a tensor of any rank.
      size: the part's shape.
      seed: see `tf.random.set_seed`.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: the part is larger than the tensor.

    >>> import graphwright as tf
    >>> tf.image.random_crop(tf.ones([5, 5, 3]), [2, 2, 3]).shape
    TensorShape([2, 2, 3])
    """
    return _crop(value, size, _Stateful(seed), name)


@export("image.stateless_random_crop", v1="")
def stateless_random_crop(value: TensorLike, size: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """Returns a random part of a tensor, the same one for the same seed (tf.image.stateless_random_crop).

    Args:
      value: a tensor of any rank.
      size: the part's shape.
      seed: two integers.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: the part is larger than the tensor.

    >>> import graphwright as tf
    >>> tf.image.stateless_random_crop(tf.ones([5, 5, 3]), [2, 2, 3], (1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _crop(value, size, _Stateless(seed), name)


# ---- flips ----


def _random_flip(image: TensorLike, axis: int, draws: _Stateful | _Stateless) -> Tensor:
    image = as_tensor(image)
    check_rank(image)

    def maybe_one() -> Tensor:
        chosen = _core.op("Less")(draws.uniform([], 0, 1.0), 0.5)
        return cond(chosen, lambda: flipped(image, axis), lambda: _core.op("Identity")(image))

    def maybe_each(images: Tensor) -> Tensor:
        count = _core.op("Reshape")(_core.op("Shape")(images)[:1], [1])
        drawn = _core.op("Reshape")(draws.uniform(count, 0, 1.0), [-1, 1, 1, 1])
        chosen = _core.op("Cast")(_core.op("Round")(drawn), DstT=images.dtype)
        return chosen * flipped(images, axis) + (1 - chosen) * images

    if image._rank() == 3:
        return maybe_one()
    if image._rank() == 4:
        return maybe_each(image)
    is_one = _core.op("Equal")(_core.op("Rank")(image), 3)
    return cond(is_one, maybe_one, lambda: maybe_each(image))


@export("image.random_flip_left_right")
def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """Images with their columns in reverse order, each with a probability of a half.

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: the images have another rank.

    TensorFlow symbol: tf.image.random_flip_left_right.

    >>> import graphwright as tf
    >>> tf.image.random_flip_left_right(tf.ones([2, 3, 1])).shape
    TensorShape([2, 3, 1])
    """
    return _random_flip(image, -2, _Stateful(seed))


@export("image.random_flip_up_down")
def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """Images with their rows in reverse order, each with a probability of a half (tf.image.random_flip_up_down).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> tf.image.random_flip_up_down(tf.ones([2, 3, 1])).shape
    TensorShape([2, 3, 1])
    """
    return _random_flip(image, -3, _Stateful(seed))


@export("image.stateless_random_flip_left_right", v1="")
def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """`random_flip_left_right` by a seed of two integers (tf.image.stateless_random_flip_left_right).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      seed: two integers.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> image = tf.constant([[[1], [2]]])
    >>> tf.image.stateless_random_flip_left_right(image, (2, 3))[0, :, 0].numpy()
    array([2, 1], dtype=int32)
    """
    return _random_flip(image, -2, _Stateless(seed))


@export("image.stateless_random_flip_up_down", v1="")
def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """`random_flip_up_down` by a seed of two integers (tf.image.stateless_random_flip_up_down).

    Args:
      image: a tensor of shape [batch, height, width, channels] or [height, width, channels].
      seed: two integers.

    Raises:
      ValueError: the images have another rank.

    >>> import graphwright as tf
    >>> image = tf.constant([[[1]], [[2]]])
    >>> tf.image.stateless_random_flip_up_down(image, (2, 3))[:, 0, 0].numpy()
    array([2, 1], dtype=int32)
    """
    return _random_flip(image, -3, _Stateless(seed))


# ---- colours ----


def _brightness(image: TensorLike, max_delta: float, draws: _Stateful | _Stateless) -> Tensor:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_brightness(image, draws.uniform([], -max_delta, max_delta))


def _between(
    change: Callable[..., Tensor],
    image: TensorLike,
    lower: float,
    upper: float,
    draws: _Stateful | _Stateless,
) -> Tensor:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return change(image, draws.uniform([], lower, upper))


def _hue(image: TensorLike, max_delta: float, draws: _Stateful | _Stateless) -> Tensor:
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return adjust_hue(image, draws.uniform([], -max_delta, max_delta))


def _jpeg_quality(image: TensorLike, low: TensorLike, high: TensorLike, draws: _Stateful | _Stateless) -> Tensor:
    known = static_value(low), static_value(high)
    if None not in known:
        if not (0 <= known[0] <= 100 and 0 <= known[1] <= 100):
            raise ValueError("jpeg encoding range must be between 0 and 100.")
        if known[0] >= known[1]:
            raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")
    return adjust_jpeg_quality(image, draws.uniform([], low, high, dtypes.int32))


@export("image.random_brightness", elementwise="unary")
def random_brightness(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """Images with a random number from [-max_delta, max_delta) added (tf.image.random_brightness).

    Args:
      image: see `tf.image.adjust_brightness`.
      max_delta: a float that is not negative.
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: another `max_delta`.

    >>> import graphwright as tf
    >>> tf.image.random_brightness(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])
    """
    return _brightness(image, max_delta, _Stateful(seed))


@export("image.stateless_random_brightness", elementwise="unary", v1="")
def stateless_random_brightness(image: TensorLike, max_delta: float, seed: TensorLike) -> Tensor:
    """`random_brightness` by a seed of two integers (tf.image.stateless_random_brightness).

    Args:
      image: see `tf.image.adjust_brightness`.
      max_delta: a float that is not negative.
      seed: two integers.

    Raises:
      ValueError: another `max_delta`.

    >>> import graphwright as tf
    >>> tf.image.stateless_random_brightness(tf.zeros([1]), 0.2, (1, 2)).numpy().round(4)
    array([0.1376], dtype=float32)
    """
    return _brightness(image, max_delta, _Stateless(seed))


@export("image.random_contrast")
def random_contrast(image: TensorLike, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """Images with their contrast changed by a random factor from [lower, upper) (tf.image.random_contrast).

    Args:
      image: see `tf.image.adjust_contrast`.
      lower, upper: floats that are not negative.
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: other bounds.

    >>> import graphwright as tf
    >>> tf.image.random_contrast(tf.ones([2, 2, 3]), 0.2, 0.5).shape
    TensorShape([2, 2, 3])
    """
    return _between(adjust_contrast, image, lower, upper, _Stateful(seed))


@export("image.stateless_random_contrast", v1="")
def stateless_random_contrast(image: TensorLike, lower: float, upper: float, seed: TensorLike) -> Tensor:
    """`random_contrast` by a seed of two integers (tf.image.stateless_random_contrast).

    Args:
      image: see `tf.image.adjust_contrast`.
      lower, upper: floats that are not negative.
      seed: two integers.

    Raises:
      ValueError: other bounds.

    >>> import graphwright as tf
    >>> tf.image.stateless_random_contrast(tf.ones([2, 2, 3]), 0.2, 0.5, (1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _between(adjust_contrast, image, lower, upper, _Stateless(seed))


@export("image.random_saturation")
def random_saturation(image: TensorLike, lower: float, upper: float, seed: int | None = None) -> Tensor:
    """Images with their saturation multiplied by a random factor from [lower, upper) (tf.image.random_saturation).

    Args:
      image: see `tf.image.adjust_saturation`.
      lower, upper: floats that are not negative.
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: other bounds.

    >>> import graphwright as tf
    >>> tf.image.random_saturation(tf.ones([2, 2, 3]), 0.2, 0.5).shape
    TensorShape([2, 2, 3])
    """
    return _between(adjust_saturation, image, lower, upper, _Stateful(seed))


@export("image.stateless_random_saturation", v1="")
def stateless_random_saturation(
    image: TensorLike, lower: float, upper: float, seed: TensorLike | None = None
) -> Tensor:
    """`random_saturation` by a seed of two integers (tf.image.stateless_random_saturation).

    Args:
      image: see `tf.image.adjust_saturation`.
      lower, upper: floats that are not negative.
      seed: two integers.

    Raises:
      ValueError: other bounds.

    >>> import graphwright as tf
    >>> tf.image.stateless_random_saturation(tf.ones([2, 2, 3]), 0.2, 0.5, (1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _between(adjust_saturation, image, lower, upper, _Stateless(seed))


@export("image.random_hue")
def random_hue(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """Images with a random number from [-max_delta, max_delta) added to their hues (tf.image.random_hue).

    Args:
      image: see `tf.image.adjust_hue`.
      max_delta: a float in [0, 0.5].
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: another `max_delta`.

    >>> import graphwright as tf
    >>> tf.image.random_hue(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])
    """
    return _hue(image, max_delta, _Stateful(seed))


@export("image.stateless_random_hue", v1="")
def stateless_random_hue(image: TensorLike, max_delta: float, seed: TensorLike) -> Tensor:
    """`random_hue` by a seed of two integers (tf.image.stateless_random_hue).

    Args:
      image: see `tf.image.adjust_hue`.
      max_delta: a float in [0, 0.5].
      seed: two integers.

    Raises:
      ValueError: another `max_delta`.

    >>> import graphwright as tf
    >>> tf.image.stateless_random_hue(tf.ones([2, 2, 3]), 0.2, (1, 2)).shape
    TensorShape([2, 2, 3])
    """
    return _hue(image, max_delta, _Stateless(seed))


@export("image.random_jpeg_quality")
def random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: int | None = None
) -> Tensor:
    """Returns an image as JPEG keeps it at a random quality (tf.image.random_jpeg_quality).

    Args:
      image: a tensor of shape [height, width, 1 or 3].
      min_jpeg_quality, max_jpeg_quality: ints from 0 to 100; the latter is not drawn.
      seed: see `tf.random.set_seed`.

    Raises:
      ValueError: other bounds.
      tf.errors.UnimplementedError: Pillow is not installed.
    """
    return _jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, _Stateful(seed))


@export("image.stateless_random_jpeg_quality", v1="")
def stateless_random_jpeg_quality(
    image: TensorLike, min_jpeg_quality: int, max_jpeg_quality: int, seed: TensorLike
) -> Tensor:
    """`random_jpeg_quality` by a seed of two integers (tf.image.stateless_random_jpeg_quality).

    Args:
      image: a tensor of shape [height, width, 1 or 3].
      min_jpeg_quality, max_jpeg_quality: ints from 0 to 100; the latter is not drawn.
      seed: two integers.

    Raises:
      ValueError: other bounds.
      tf.errors.UnimplementedError: Pillow is not installed.
    """
    return _jpeg_quality(image, min_jpeg_quality, max_jpeg_quality, _Stateless(seed))
