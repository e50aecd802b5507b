"""Convolutions: tf.nn.conv2d and its relations in one to three dimensions, transposed, depthwise and separable."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.nn_space_batch import with_space_to_batch
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, SupportsIndex

    from graphwright._src.tensor.typing import ShapeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_conv2d = _core.op("Conv2D")
_conv2d_input = _core.op("Conv2DBackpropInput")
_conv3d = _core.op("Conv3D")
_conv3d_input = _core.op("Conv3DBackpropInputV2")
_depthwise = _core.op("DepthwiseConv2dNative")
_depthwise_input = _core.op("DepthwiseConv2dNativeBackpropInput")
_depthwise_filter = _core.op("DepthwiseConv2dNativeBackpropFilter")
_expand = _core.op("ExpandDims")
_squeeze = _core.op("Squeeze")
_shape = _core.op("Shape")
_reshape = _core.op("Reshape")
_concat = _core.op("ConcatV2")
_gather = _core.op("GatherV2")
_slice = _core.op("StridedSlice")

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def _channels_first(data_format: str | bytes | None) -> bool:
    return data_format is not None and data_format[:2] in ("NC", b"NC")


def full_list(value: Any, axes: int, channels_first: bool, what: str) -> list[int]:
    """Returns a size for every axis of an image, from one number, one for each spatial axis, or one for every axis."""
    if value is None:
        value = 1
    sizes = [int(value)] if not hasattr(value, "__len__") else [int(size) for size in value]
    if len(sizes) == 1:
        sizes = sizes * axes
    if len(sizes) == axes:
        return [1, 1, *sizes] if channels_first else [1, *sizes, 1]
    if len(sizes) == axes + 2:
        return sizes
    raise ValueError(
        f"`{what}` should be of length 1, {axes} or {axes + 2}. Received: {what}={value} of length {len(sizes)}"
    )


def padding_attrs(padding: str | Sequence[Sequence[int]], axes: int, channels_first: bool) -> dict[str, Any]:
    """Returns the attrs for 'SAME', 'VALID', or a list of pairs of paddings."""
    if isinstance(padding, (str, bytes)):
        return {"padding": padding}
    pairs = [[int(size) for size in pair] for pair in padding]
    if len(pairs) == axes and axes == 1:
        pairs = [[0, 0], [0, 0], *pairs] if channels_first else [[0, 0], *pairs, [0, 0]]
    if len(pairs) != axes + 2 or any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            f"When `padding` is a list, it must be a list of {axes + 2} pairs. Received: padding={padding} of length "
            f"{len(padding)}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [size for pair in pairs for size in pair]}


@export("nn.conv2d", v1="")
def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution of images with filters (tf.nn.conv2d).

    Args:
      input: a tensor of floats of shape [batch..., height, width, in_channels]; [batch..., in_channels, height, width]
        for 'NCHW'.
      filters: a tensor of the same dtype and of shape [height, width, in_channels / groups, out_channels].
      strides: by how much the window moves: one number, two, or four.
      padding: 'SAME', 'VALID', or for every axis a pair of numbers of zeros before and after.
      data_format: 'NHWC' or 'NCHW'.
      dilations: how far apart in the input the filter's elements are: one number, two, or four.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch..., out_height, out_width, out_channels].

    Raises:
      ValueError: `strides` or `dilations` has another length.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.nn.conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), 1, "VALID").numpy()[0, :, :, 0]
    array([[4., 4.],
           [4., 4.]], dtype=float32)
    """
    data_format = data_format or "NHWC"
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 2, first)
    attrs["strides"] = full_list(strides, 2, first, "strides")
    attrs["dilations"] = full_list(dilations, 2, first, "dilations")
    return _many_batch_axes(
        lambda x, n: _conv2d(x, filters, data_format=data_format, name=n, **attrs), as_tensor(input), 4, name
    )


def _many_batch_axes(run: Callable[..., Any], x: Tensor, rank: int, name: str | None) -> Tensor:
    """Runs `run(x, name)`, which takes a tensor of `rank`, on one with more batch axes."""
    sizes = x._shape_tuple()
    if sizes is None or len(sizes) <= rank:
        return run(x, name)
    batch_axes = len(sizes) - rank + 1
    rest = sizes[batch_axes:]
    if None in rest:
        raise ValueError(f"Inputs with several batch axes need known sizes in the others, got shape {x.shape}.")
    result = run(_reshape(x, [-1, *rest]), None)
    out = result._shape_tuple()[1:]
    if None in sizes[:batch_axes]:
        batch = _slice(_shape(x), [0], [batch_axes], [1])
        return _reshape(result, _concat([batch, _convert(list(out), dtypes.int32)], 0), name=name)
    return _reshape(result, [*sizes[:batch_axes], *out], name=name)


@export("nn.conv1d", node="conv1d/ Conv2D:=", v1="")
def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution of sequences with filters (tf.nn.conv1d).

    Args:
      input: a tensor of floats of shape [batch..., width, in_channels]; [batch..., in_channels, width] for 'NCW'.
      filters: a tensor of the same dtype and of shape [width, in_channels / groups, out_channels].
      stride: by how much the window moves.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC' or 'NCW'.
      dilations: how far apart in the input the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch..., out_width, out_channels].

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.nn.conv1d(tf.ones([1, 3, 1]), tf.ones([2, 1, 1]), 1, "VALID").numpy()[0, :, 0]
    array([2., 2.], dtype=float32)
    """
    data_format = data_format or "NWC"
    if data_format not in ("NWC", "NCW", "NHWC", "NCHW"):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 1, first)
    if "explicit_paddings" in attrs:
        attrs["explicit_paddings"][2 if not first else 4 : 2 if not first else 4] = [0, 0]
    strides = full_list(stride, 1, first, "stride")
    rates = full_list(dilations, 1, first, "dilations")
    axis = 2 if first else 1
    strides.insert(axis, 1)
    rates.insert(axis, 1)
    filters = _expand(filters, 0)

    def run(x: Tensor, n: str | None) -> Tensor:
        result = _conv2d(
            _expand(x, -2 if first else -3),
            filters,
            strides=strides,
            dilations=rates,
            data_format="NCHW" if first else "NHWC",
            **attrs,
        )
        return _squeeze(result, squeeze_dims=[-2 if first else -3], name=n)

    return _many_batch_axes(run, as_tensor(input), 3, name)


@export("nn.conv3d", v1="")
def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str,
    data_format: str = "NDHWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution of volumes with filters (tf.nn.conv3d).

    Args:
      input: a tensor of floats of shape [batch, depth, height, width, in_channels]; [batch, in_channels, depth, height,
        width] for 'NCDHW'.
      filters: a tensor of the same dtype and of shape [depth, height, width, in_channels / groups, out_channels].
      strides: by how much the window moves: one number, three, or five.
      padding: 'SAME' or 'VALID'.
      data_format: 'NDHWC' or 'NCDHW'.
      dilations: how far apart in the input the filter's elements are: one number, three, or five.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch, out_depth, out_height, out_width, out_channels].

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> float(tf.nn.conv3d(tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1]), [1] * 5, "VALID")[0, 0, 0, 0, 0])
    8.0
    """
    data_format = data_format or "NDHWC"
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 3, first)
    attrs["strides"] = full_list(strides, 3, first, "strides")
    attrs["dilations"] = full_list(dilations, 3, first, "dilations")
    return _conv3d(input, filters, data_format=data_format, name=name, **attrs)


@export("nn.conv2d_transpose", node="conv2d_transpose/=", v1="")
def conv2d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]] = "SAME",
    data_format: str = "NHWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the transpose of `tf.nn.conv2d`: every input element spreads over a window (tf.nn.conv2d_transpose).

    Args:
      input: a tensor of floats of shape [batch, height, width, in_channels], or with the channels second for 'NCHW'.
      filters: a tensor of the same dtype and of shape [height, width, out_channels, in_channels].
      output_shape: the shape of the result, four integers.
      strides: by how much the window moves in the result: one number, two, or four.
      padding: 'SAME', 'VALID', or for every axis a pair of numbers, those of the convolution that is transposed.
      data_format: 'NHWC' or 'NCHW'.
      dilations: how far apart in the result the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `output_shape`.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> y = tf.nn.conv2d_transpose(tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1]), [1, 2, 2, 1], 2)
    >>> y.numpy()[0, :, :, 0]
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """
    data_format = data_format or "NHWC"
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 2, first)
    attrs["strides"] = full_list(strides, 2, first, "strides")
    attrs["dilations"] = full_list(dilations, 2, first, "dilations")
    return _conv2d_input(_sizes(output_shape), filters, input, data_format=data_format, name=name, **attrs)


def _length(output_shape: Any) -> int | None:
    """Returns the rank of what has this shape, None where that is not known."""
    if not isinstance(output_shape, (Tensor, _core.ResourceVariable)):
        return len(output_shape)
    sizes = as_tensor(output_shape)._shape_tuple()
    return sizes[0] if sizes else None


def _sizes(output_shape: Any) -> Any:
    """Returns a shape as an int32 vector."""
    if isinstance(output_shape, (Tensor, _core.ResourceVariable)):
        return as_tensor(output_shape)
    if hasattr(output_shape, "as_list"):
        output_shape = output_shape.as_list()
    if any(isinstance(size, Tensor) for size in output_shape):
        return _core.op("Pack")(
            [size if isinstance(size, Tensor) else _convert(size, dtypes.int32) for size in output_shape]
        )
    return _convert([int(size) for size in output_shape], dtypes.int32)


@export("nn.conv1d_transpose")
def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str = "SAME",
    data_format: str = "NWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the transpose of `tf.nn.conv1d`: every input element spreads over a window (tf.nn.conv1d_transpose).

    Args:
      input: a tensor of floats of shape [batch, width, in_channels], or with the channels second for 'NCW'.
      filters: a tensor of the same dtype and of shape [width, out_channels, in_channels].
      output_shape: the shape of the result, three integers.
      strides: by how much the window moves in the result.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC' or 'NCW'.
      dilations: how far apart in the result the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `output_shape`.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.nn.conv1d_transpose(tf.ones([1, 1, 1]), tf.ones([2, 1, 1]), [1, 2, 1], 2).numpy()[0, :, 0]
    array([1., 1.], dtype=float32)
    """
    data_format = data_format or "NWC"
    first = _channels_first(data_format)
    axis = 2 if first else 1
    lists = [full_list(value, 1, first, what) for value, what in ((strides, "strides"), (dilations, "dilations"))]
    for sizes in lists:
        sizes.insert(axis, 1)
    shape = _sizes(output_shape)
    shape = _concat([_slice(shape, [0], [axis], [1]), [1], _slice(shape, [axis], [3], [1])], 0)
    result = _conv2d_input(
        shape,
        _expand(filters, 0),
        _expand(input, axis),
        strides=lists[0],
        dilations=lists[1],
        data_format="NCHW" if first else "NHWC",
        **padding_attrs(padding, 1, first),
    )
    return _squeeze(result, squeeze_dims=[axis], name=name)


@export("nn.conv3d_transpose", v1="")
def conv3d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str = "SAME",
    data_format: str = "NDHWC",
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the transpose of `tf.nn.conv3d`: every input element spreads over a window (tf.nn.conv3d_transpose).

    Args:
      input: a tensor of floats of shape [batch, depth, height, width, in_channels], or with the channels second for
        'NCDHW'.
      filters: a tensor of the same dtype and of shape [depth, height, width, out_channels, in_channels].
      output_shape: the shape of the result, five integers.
      strides: by how much the window moves in the result: one number, three, or five.
      padding: 'SAME' or 'VALID'.
      data_format: 'NDHWC' or 'NCDHW'.
      dilations: how far apart in the result the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `output_shape`.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> y = tf.nn.conv3d_transpose(tf.ones([1, 1, 1, 1, 1]), tf.ones([2, 2, 2, 1, 1]), [1, 2, 2, 2, 1], 2)
    >>> y.shape
    TensorShape([1, 2, 2, 2, 1])
    """
    data_format = data_format or "NDHWC"
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 3, first)
    attrs["strides"] = full_list(strides, 3, first, "strides")
    attrs["dilations"] = full_list(dilations, 3, first, "dilations")
    return _conv3d_input(_sizes(output_shape), filters, input, data_format=data_format, name=name, **attrs)


@export("nn.conv_transpose")
def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: ShapeLike,
    strides: SupportsIndex | Sequence[SupportsIndex],
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the transpose of `tf.nn.convolution` over one to three axes (tf.nn.conv_transpose).

    Args:
      input: a tensor of floats of shape [batch, spatial..., in_channels], or with the channels second.
      filters: a tensor of the same dtype and of shape [spatial..., out_channels, in_channels].
      output_shape: the shape of the result.
      strides: by how much the window moves in the result.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      dilations: how far apart in the result the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `output_shape`.

    Raises:
      ValueError: an argument is of another form.

    >>> import graphwright as tf
    >>> tf.nn.conv_transpose(tf.ones([1, 1, 1]), tf.ones([2, 1, 1]), [1, 2, 1], 2).shape
    TensorShape([1, 2, 1])
    """
    input = as_tensor(input)
    rank = _length(output_shape)
    rank = input._rank() if rank is None else rank
    run = {3: conv1d_transpose, 4: conv2d_transpose, 5: conv3d_transpose}.get(rank or 0)
    if rank is None or run is None:
        raise ValueError(
            f"`output_shape` must be of length 3, 4 or 5. Received: output_shape={output_shape} of length {rank}."
        )
    data_format = data_format or _FORMATS[rank - 2][0]
    return run(input, filters, output_shape, strides, padding, data_format, dilations, name)


def _largest(sizes: Any) -> int:
    return max((int(size) for size in sizes), default=1) if hasattr(sizes, "__len__") else int(sizes)


@export("nn.convolution", v1="")
def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: SupportsIndex | Sequence[SupportsIndex] | None = None,
    padding: str | Sequence[Sequence[int]] = "VALID",
    data_format: str | None = None,
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution over one to three axes (tf.nn.convolution).

    Args:
      input: a tensor of floats of shape [batch, spatial..., in_channels], or with the channels second.
      filters: a tensor of the same dtype and of shape [spatial..., in_channels / groups, out_channels].
      strides: by how much the window moves; 1 by default.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      dilations: how far apart in the input the filter's elements are.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch, out_spatial..., out_channels].

    Raises:
      ValueError: an argument is of another form, or both `strides` and `dilations` are greater than 1.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.nn.convolution(tf.ones([1, 3, 1]), tf.ones([2, 1, 1])).numpy()[0, :, 0]
    array([2., 2.], dtype=float32)
    """
    input = as_tensor(input)
    filters = as_tensor(filters, hint=input.dtype)
    rank = filters._rank()
    axes = rank - 2 if rank is not None else (input._rank() or 0) - 2
    if axes not in _FORMATS:
        raise ValueError(f"`filters` must have 1 to 3 spatial axes. Received: filters of shape {filters.shape}")
    data_format = data_format or _FORMATS[axes][0]
    strides = 1 if strides is None else strides
    dilations = 1 if dilations is None else dilations
    if _largest(strides) > 1 and _largest(dilations) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilations > 1`. "
            f"Received: strides={strides} and dilations={dilations}"
        )
    run = {1: conv1d, 2: conv2d, 3: conv3d}[axes]
    return run(input, filters, strides, padding, data_format, dilations, name)


@export("nn.atrous_conv2d")
def atrous_conv2d(value: TensorLike, filters: TensorLike, rate: int, padding: str, name: str | None = None) -> Tensor:
    """`tf.nn.conv2d` with the filter's elements `rate` apart in the input (tf.nn.atrous_conv2d).

    Args:
      value: a tensor of floats of shape [batch, height, width, in_channels].
      filters: a tensor of the same dtype and of shape [height, width, in_channels, out_channels].
      rate: the distance, at least 1.
      padding: 'SAME' or 'VALID'.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch, out_height, out_width, out_channels].

    >>> import graphwright as tf
    >>> tf.nn.atrous_conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), 2, "VALID").shape
    TensorShape([1, 1, 1, 1])
    """
    return conv2d(value, filters, 1, padding, dilations=rate, name=name)


@export("nn.atrous_conv2d_transpose")
def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: ShapeLike, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """Returns the transpose of `tf.nn.atrous_conv2d` (tf.nn.atrous_conv2d_transpose).

    Args:
      value: a tensor of floats of shape [batch, height, width, in_channels].
      filters: a tensor of the same dtype and of shape [height, width, out_channels, in_channels].
      output_shape: the shape of the result, four integers.
      rate: the distance of the filter's elements in the result, at least 1.
      padding: 'SAME' or 'VALID'.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `output_shape`.

    >>> import graphwright as tf
    >>> y = tf.nn.atrous_conv2d_transpose(tf.ones([1, 1, 1, 1]), tf.ones([2, 2, 1, 1]), [1, 3, 3, 1], 2, "VALID")
    >>> y.shape
    TensorShape([1, 3, 3, 1])
    """
    return conv2d_transpose(value, filters, output_shape, 1, padding, dilations=rate, name=name)


def _depthwise_attrs(
    strides: Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str,
    dilations: SupportsIndex | Sequence[SupportsIndex] | None,
) -> dict[str, Any]:
    first = _channels_first(data_format)
    attrs = padding_attrs(padding, 2, first)
    attrs["strides"] = full_list(strides, 2, first, "strides")
    attrs["dilations"] = full_list(dilations, 2, first, "dilations")
    attrs["data_format"] = data_format
    return attrs


@export("nn.depthwise_conv2d", node="depthwise/=", v1="")
def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution of every channel with filters of its own (tf.nn.depthwise_conv2d).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels], or with the channels second for 'NCHW'.
      filter: a tensor of the same dtype and of shape [height, width, channels, multiplier].
      strides: by how much the window moves: four numbers.
      padding: 'SAME', 'VALID', or for every axis a pair of numbers of zeros before and after.
      data_format: 'NHWC' or 'NCHW'.
      dilations: how far apart in the input the filter's elements are: one number or two. With strides, too, the elements
        of the input that are a dilation apart are convolved by themselves, in such strides.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch, out_height, out_width, channels * multiplier].

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> y = tf.nn.depthwise_conv2d(tf.ones([1, 2, 2, 2]), tf.ones([2, 2, 2, 1]), [1, 1, 1, 1], "VALID")
    >>> y.numpy()[0, 0, 0]
    array([4., 4.], dtype=float32)
    """
    attrs = _depthwise_attrs(strides, padding, data_format or "NHWC", dilations)
    rates = attrs["dilations"][2:] if _channels_first(attrs["data_format"]) else attrs["dilations"][1:3]
    if max(attrs["strides"]) == 1 or max(rates) == 1:
        return _depthwise(input, filter, name=name, **attrs)
    # TensorFlow's steps are then within the parts of the space that dilation makes, not in the input.
    input = as_tensor(input)  # noqa: A001
    filter = as_tensor(filter, input.dtype)  # noqa: A001
    if not isinstance(padding, (str, bytes)):
        input, padding = _core.op("Pad")(input, padding), "VALID"  # noqa: A001

    def step(parts: Tensor, _: int, padding: str) -> Tensor:
        return _depthwise(
            parts, filter, strides=attrs["strides"], padding=padding, data_format=attrs["data_format"], name=name
        )

    shape = [filter.shape[0], filter.shape[1]]
    with_gaps = with_space_to_batch
    return with_gaps(input, rates, padding, step, filter_shape=shape, data_format=data_format)


@export(
    "nn.depthwise_conv2d_backprop_input",
    v1="nn.depthwise_conv2d_backprop_input nn.depthwise_conv2d_native_backprop_input",
)
def depthwise_conv2d_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: Sequence[SupportsIndex] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Returns the gradient of `tf.nn.depthwise_conv2d` with respect to its input (tf.nn.depthwise_conv2d_backprop_input).

    Args:
      input_sizes: the input's shape, an int32 vector.
      filter: a tensor of floats of shape [height, width, channels, multiplier].
      out_backprop: the gradient with respect to the result.
      strides: four numbers, as in the convolution.
      padding: as in the convolution.
      data_format: 'NHWC' or 'NCHW'.
      dilations: as in the convolution.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `input_sizes`.

    >>> import graphwright as tf
    >>> dy = tf.ones([1, 1, 1, 1])
    >>> dx = tf.nn.depthwise_conv2d_backprop_input([1, 2, 2, 1], tf.ones([2, 2, 1, 1]), dy, [1, 1, 1, 1], "VALID")
    >>> dx.shape
    TensorShape([1, 2, 2, 1])
    """
    attrs = _depthwise_attrs(strides, padding, data_format, dilations)
    return _depthwise_input(_sizes(input_sizes), filter, out_backprop, name=name, **attrs)


@export(
    "nn.depthwise_conv2d_backprop_filter",
    v1="nn.depthwise_conv2d_backprop_filter nn.depthwise_conv2d_native_backprop_filter",
)
def depthwise_conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: Sequence[SupportsIndex] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Returns the gradient of `tf.nn.depthwise_conv2d` with respect to its filter (tf.nn.depthwise_conv2d_backprop_filter).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels].
      filter_sizes: the filter's shape, an int32 vector.
      out_backprop: the gradient with respect to the result.
      strides: four numbers, as in the convolution.
      padding: as in the convolution.
      data_format: 'NHWC' or 'NCHW'.
      dilations: as in the convolution.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape `filter_sizes`.

    >>> import graphwright as tf
    >>> dy = tf.ones([1, 1, 1, 1])
    >>> df = tf.nn.depthwise_conv2d_backprop_filter(tf.ones([1, 2, 2, 1]), [2, 2, 1, 1], dy, [1, 1, 1, 1], "VALID")
    >>> df.shape
    TensorShape([2, 2, 1, 1])
    """
    attrs = _depthwise_attrs(strides, padding, data_format, dilations)
    return _depthwise_filter(input, _sizes(filter_sizes), out_backprop, name=name, **attrs)


@export("nn.separable_conv2d", node="separable_conv2d/=", v1="")
def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Sequence[SupportsIndex],
    padding: str | Sequence[Sequence[int]],
    data_format: str | None = None,
    dilations: SupportsIndex | Sequence[SupportsIndex] | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns a depthwise convolution, then one with 1 x 1 filters across channels (tf.nn.separable_conv2d).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels], or with the channels second for 'NCHW'.
      depthwise_filter: a tensor of the same dtype and of shape [height, width, channels, multiplier].
      pointwise_filter: a tensor of the same dtype and of shape [1, 1, channels * multiplier, out_channels].
      strides: by how much the window moves: four numbers.
      padding: 'SAME', 'VALID', or for every axis a pair of numbers of zeros before and after.
      data_format: 'NHWC' or 'NCHW'.
      dilations: how far apart in the input the filter's elements are: one number or two.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [batch, out_height, out_width, out_channels].

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> x, d, p = tf.ones([1, 2, 2, 2]), tf.ones([2, 2, 2, 1]), tf.ones([1, 1, 2, 1])
    >>> float(tf.nn.separable_conv2d(x, d, p, [1, 1, 1, 1], "VALID")[0, 0, 0, 0])
    8.0
    """
    data_format = data_format or "NHWC"
    pointwise_filter = as_tensor(pointwise_filter)
    sizes = pointwise_filter._shape_tuple()
    if sizes is not None and any(size not in (1, None) for size in sizes[:2]):
        raise ValueError(f"`pointwise_filter` must have spatial extents of 1. Received shape {pointwise_filter.shape}")
    middle = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations)
    return conv2d(middle, pointwise_filter, 1, "VALID", data_format, name=name)
