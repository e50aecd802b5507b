"""Pooling: tf.nn.max_pool, avg_pool and their relations."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.nn_conv import full_list, padding_attrs
from graphwright._src.ops.nn_space_batch import with_space_to_batch
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, SupportsIndex

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

MaxPoolWithArgmax = namedtuple("MaxPoolWithArgmax", ["output", "argmax"])

_convert = _core.convert_to_tensor
_max_pool = _core.op("MaxPool")
_avg_pool = _core.op("AvgPool")
_max_pool3d = _core.op("MaxPool3D")
_avg_pool3d = _core.op("AvgPool3D")
_max_pool_with_argmax = _core.op("MaxPoolWithArgmax")
_expand = _core.op("ExpandDims")
_squeeze = _core.op("Squeeze")

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}

_DOC = """{summary} (tf.nn.{name}).

    Args:
      input: a tensor of {takes} of shape [batch, {axes}, channels], or with the channels second for '{first}'.
      ksize: the size of the window: {sizes}.
      strides: by how much the window moves: {sizes}.
      padding: 'SAME' or 'VALID'{explicit}.
      data_format: '{last}' or '{first}'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.{name}(tf.ones([1, {ones}, 3]), {ksize}, {ksize}, "VALID").shape
    TensorShape([1, {halves}, 3])
    """


def _pool(
    op2: Callable[..., Any],
    op3: Callable[..., Any],
    axes: int,
    input: TensorLike,
    ksize: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None,
    name: str | None,
) -> Tensor:
    """Pools over `axes` spatial axes."""
    data_format = data_format or _FORMATS[axes][0]
    if data_format not in _FORMATS[axes]:
        if axes == 1 and data_format in _FORMATS[2]:
            data_format = _FORMATS[1][_FORMATS[2].index(data_format)]
        else:
            raise ValueError(f"`data_format` must be one of {_FORMATS[axes]}. Received: data_format={data_format}")
    first = data_format == _FORMATS[axes][1]
    attrs = padding_attrs(padding, axes, first)
    if "explicit_paddings" in attrs and (op2 is not _max_pool or axes == 3):
        raise ValueError(f"`padding` must be 'SAME' or 'VALID' here. Received: padding={padding}")
    window = full_list(ksize, axes, first, "ksize")
    steps = full_list(strides, axes, first, "strides")
    if axes == 3:
        return op3(input, ksize=window, strides=steps, data_format=data_format, name=name, **attrs)
    if axes == 2:
        return op2(input, ksize=window, strides=steps, data_format=data_format, name=name, **attrs)
    axis = 2 if first else 1
    window.insert(axis, 1)
    steps.insert(axis, 1)
    if "explicit_paddings" in attrs:
        attrs["explicit_paddings"][2 * axis : 2 * axis] = [0, 0]
    data_format = "NCHW" if first else "NHWC"
    result = op2(_expand(input, axis), ksize=window, strides=steps, data_format=data_format, **attrs)
    return _squeeze(result, squeeze_dims=[axis], name=name)


def _pooling(kind: str, axes: int, op2: Callable[..., Any], op3: Callable[..., Any], **facts: Any) -> Any:
    name = f"{kind}_pool{axes}d"

    if axes == 1:

        def function(
            input: TensorLike,
            ksize: SupportsIndex | Sequence[SupportsIndex],
            strides: SupportsIndex | Sequence[SupportsIndex],
            padding: str | Sequence[Sequence[int]],
            data_format: str = "NWC",
            name: str | None = None,
        ) -> Tensor:
            return _pool(op2, op3, axes, input, ksize, strides, padding, data_format, name)

    elif axes == 2:

        def function(
            input: TensorLike,
            ksize: SupportsIndex | Sequence[SupportsIndex],
            strides: SupportsIndex | Sequence[SupportsIndex],
            padding: str | Sequence[Sequence[int]],
            data_format: str = "NHWC",
            name: str | None = None,
        ) -> Tensor:
            return _pool(op2, op3, axes, input, ksize, strides, padding, data_format, name)

    else:

        def function(
            input: TensorLike,
            ksize: SupportsIndex | Sequence[SupportsIndex],
            strides: SupportsIndex | Sequence[SupportsIndex],
            padding: str | Sequence[Sequence[int]],
            data_format: str = "NDHWC",
            name: str | None = None,
        ) -> Tensor:
            return _pool(op2, op3, axes, input, ksize, strides, padding, data_format, name)

    last, first = _FORMATS[axes]
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(
        summary="The maximum over each window of each channel"
        if kind == "max"
        else "The mean over each window of each channel",
        name=name,
        takes="real numbers" if kind == "max" else "floats",
        axes=", ".join(("depth", "height", "width")[3 - axes :]),
        first=first,
        last=last,
        sizes="one number or three"
        if axes == 1
        else f"one number, {('two', 'three')[axes - 2]}, or {('four', 'five')[axes - 2]}",
        explicit=", or for every axis a pair of numbers of elements before and after"
        if kind == "max" and axes < 3
        else "",
        ones=", ".join(["2"] * axes),
        halves=", ".join(["1"] * axes),
        ksize=2,
    )
    return export(f"nn.{name}", **facts)(function)


max_pool1d = _pooling("max", 1, _max_pool, _max_pool3d, node="max_pool1d/")
max_pool2d = _pooling("max", 2, _max_pool, _max_pool3d, node="MaxPool2d")
max_pool3d = _pooling("max", 3, _max_pool, _max_pool3d)
avg_pool1d = _pooling("avg", 1, _avg_pool, _avg_pool3d, node="AvgPool1D/ AvgPool:=")
avg_pool2d = _pooling("avg", 2, _avg_pool, _avg_pool3d, node="AvgPool2D", v1="")
avg_pool3d = _pooling("avg", 3, _avg_pool, _avg_pool3d, node="AvgPool3D")


def _axes_of(input: Any, data_format: str | None) -> int:
    rank = input._rank() if isinstance(input, Tensor) else input.ndim
    if rank is None:
        rank = len(data_format) if data_format else None
    if rank not in (3, 4, 5):
        raise ValueError(f"`input` must have 3, 4 or 5 axes. Received: input of shape {input.shape}")
    return rank - 2


@export("nn.max_pool", v1="nn.max_pool_v2")
def max_pool(
    input: TensorLike,
    ksize: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the maximum over each window of each channel (tf.nn.max_pool).

    Args:
      input: a tensor of real numbers with one to three axes between batch and channels, or with the channels second.
      ksize: the size of the window: one number, one for each pooled axis, or one for every axis.
      strides: by how much the window moves, in the same form.
      padding: 'SAME', 'VALID', or for every axis a pair of numbers of elements before and after.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.max_pool([[[1.0], [2.0]]], 2, 2, "VALID").numpy()
    array([[[2.]]], dtype=float32)
    """
    # The op itself says what becomes of arrays.
    input = input if isinstance(input, Tensor) or type(input).__module__ == "numpy" else _convert(input)
    axes = _axes_of(input, data_format)
    return _pool(_max_pool, _max_pool3d, axes, input, ksize, strides, padding, data_format, name)


@export("nn.avg_pool", v1="nn.avg_pool_v2")
def avg_pool(
    input: TensorLike,
    ksize: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the mean over each window of each channel (tf.nn.avg_pool).

    Args:
      input: a tensor of floats with one to three axes between batch and channels, or with the channels second.
      ksize: the size of the window: one number, one for each pooled axis, or one for every axis.
      strides: by how much the window moves, in the same form.
      padding: 'SAME' or 'VALID'; elements outside the image do not count.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.avg_pool([[[1.0], [2.0]]], 2, 2, "VALID").numpy()
    array([[[1.5]]], dtype=float32)
    """
    input = input if isinstance(input, Tensor) else _convert(input)
    axes = _axes_of(input, data_format)
    return _pool(_avg_pool, _avg_pool3d, axes, input, ksize, strides, padding, data_format, name)


@export("nn.max_pool_with_argmax", v1="")
def max_pool_with_argmax(
    input: TensorLike,
    ksize: SupportsIndex | Sequence[SupportsIndex],
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmax:
    """Returns the maximum over each window of each channel, and where it lies (tf.nn.max_pool_with_argmax).

    Args:
      input: a tensor of real numbers of shape [batch, height, width, channels].
      ksize: the size of the window: one number, two, or four.
      strides: by how much the window moves: one number, two, or four.
      padding: 'SAME' or 'VALID'.
      data_format: 'NHWC'.
      output_dtype: the dtype of the positions, int32 or int64.
      include_batch_in_index: whether positions count from the start of the batch, else of the image.
      name: the name of the node in a graph.

    Returns:
      A named tuple (output, argmax); argmax is (y * width + x) * channels + c.

    Raises:
      ValueError: `data_format` is not 'NHWC', or an argument is of another form.

    >>> import graphwright as tf
    >>> tf.nn.max_pool_with_argmax([[[[1.0], [2.0]]]], [1, 2], 1, "VALID")[1].numpy().tolist()
    [[[[1]]]]
    """
    if data_format != "NHWC":
        raise ValueError(
            f"`data_format` values other than 'NHWC' are not supported. Received: data_format={data_format}"
        )
    result = _max_pool_with_argmax(
        input,
        ksize=full_list(ksize, 2, False, "ksize"),
        strides=full_list(strides, 2, False, "strides"),
        Targmax=output_dtype,
        include_batch_in_index=include_batch_in_index,
        name=name,
        **padding_attrs(padding, 2, False),
    )
    return MaxPoolWithArgmax(*result)


@export("nn.pool", v1="")
def pool(
    input: TensorLike,
    window_shape: Sequence[SupportsIndex],
    pooling_type: str,
    strides: int | Sequence[SupportsIndex] | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: int | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Pooling over one to three axes (tf.nn.pool).

    Args:
      input: a tensor of floats with one to three axes between batch and channels, or with the channels second.
      window_shape: the size of the window, one number for each pooled axis.
      pooling_type: 'MAX' or 'AVG'.
      strides: by how much the window moves, one number for each pooled axis; 1 by default.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      dilations: how far apart the window's elements are, one number for each pooled axis; more than 1 needs 'VALID'
        padding and no strides.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form, or dilations go with strides or 'SAME' padding.

    >>> import graphwright as tf
    >>> tf.nn.pool([[[1.0], [2.0]]], [2], "MAX").numpy()
    array([[[2.]]], dtype=float32)
    """
    if pooling_type not in ("MAX", "AVG"):
        raise ValueError(f"`pooling_type` must be 'MAX' or 'AVG'. Received: pooling_type={pooling_type}")
    count = len(window_shape)
    rates = [int(dilations)] * count if isinstance(dilations, int) else [int(rate) for rate in dilations or [1] * count]
    strides = 1 if strides is None else strides
    run = max_pool if pooling_type == "MAX" else avg_pool
    if all(rate == 1 for rate in rates):
        return run(input, window_shape, strides, padding, data_format, name)
    if padding == "SAME":
        raise ValueError(
            "pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. Received: "
            f"padding={padding} and dilation_rate={rates}"
        )
    if (strides if isinstance(strides, int) else max(map(int, strides))) > 1:
        raise ValueError(f"`strides` > 1 not supported in conjunction with `dilation_rate` > 1, got {strides}, {rates}")

    def pooled(parts: Tensor, num_spatial_dims: int, padding: str) -> Tensor:
        return run(parts, window_shape, 1, padding, data_format, name)

    with_gaps = with_space_to_batch
    return with_gaps(input, rates, padding, pooled, filter_shape=window_shape, data_format=data_format)
