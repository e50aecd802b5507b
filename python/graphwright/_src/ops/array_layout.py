"""Moving elements about: axes permuted, reversed, rolled and padded, blocks of space in other axes."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, static_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_transpose = _core.op("Transpose")
_conjugate_transpose = _core.op("ConjugateTranspose")
_invert_permutation = _core.op("InvertPermutation")
_reverse = _core.op("ReverseV2")
_reverse_sequence = _core.op("ReverseSequence")
_roll = _core.op("Roll")
_pad = _core.op("Pad")
_pad_v2 = _core.op("PadV2")
_mirror_pad = _core.op("MirrorPad")
_space_to_depth = _core.op("SpaceToDepth")
_depth_to_space = _core.op("DepthToSpace")
_space_to_batch = _core.op("SpaceToBatchND")
_batch_to_space = _core.op("BatchToSpaceND")

_backwards: dict[int, Tensor] = {}  # rank -> [rank - 1, …, 0]


def _reversed_axes(tensor: Tensor) -> Any:
    rank = tensor._rank()
    if rank is None:
        rank = _core.op("Rank")(tensor)
        return (rank - 1) - _core.op("Range")(0, rank, 1)
    axes = _backwards.get(rank)
    if axes is None:
        axes = _backwards[rank] = _convert(list(range(rank - 1, -1, -1)), dtypes.int32)
    return axes


@export("transpose", node="transpose/=", weak_type="unary", v1="")
@direct("Transpose", "tensor reversed - name")
def transpose(
    a: TensorLike, perm: TensorLike | None = None, conjugate: bool = False, name: str = "transpose"
) -> Tensor:
    """Returns a tensor with its axes in another order (tf.transpose).

    Args:
      a: a tensor of rank n.
      perm: the order: axis i of the result is axis perm[i] of `a`. Without it the order is reversed.
      conjugate: also conjugate the elements, where they are complex.

    Raises:
      tf.errors.InvalidArgumentError: `perm` is no permutation of 0, 1, …, n - 1 (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.transpose([[1, 2, 3], [4, 5, 6]]).numpy()
    array([[1, 4],
           [2, 5],
           [3, 6]], dtype=int32)
    >>> tf.transpose(tf.zeros([2, 3, 4]), [0, 2, 1]).shape
    TensorShape([2, 4, 3])
    """
    a = as_tensor(a)
    op = _conjugate_transpose if conjugate and a.dtype.is_complex else _transpose
    return op(a, _reversed_axes(a) if perm is None else perm, name=name)


@export("math.invert_permutation", v1="math.invert_permutation invert_permutation")
def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the inverse of a permutation: result[x[i]] = i (tf.math.invert_permutation).

    Args:
      x: an integer vector in which each of 0, 1, …, len(x) - 1 occurs once.

    Raises:
      tf.errors.InvalidArgumentError: it is no such vector.

    >>> import graphwright as tf
    >>> tf.math.invert_permutation([2, 0, 1]).numpy()
    array([1, 2, 0], dtype=int32)
    """
    return _invert_permutation(x, name=name)


@export("reverse", v1="reverse reverse_v2 manip.reverse")
def reverse(tensor: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Returns a tensor with the order of its elements reversed along axes (tf.reverse).

    Args:
      tensor: a tensor.
      axis: the axes, as a list or an integer vector.

    Raises:
      tf.errors.InvalidArgumentError: an axis does not exist or occurs twice (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.reverse([[1, 2], [3, 4]], [0]).numpy()
    array([[3, 4],
           [1, 2]], dtype=int32)
    """
    return _reverse(tensor, axis, name=name)


@export("reverse_sequence", v1="")
def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns a tensor with the first `seq_lengths[b]` elements along an axis reversed, for each b (tf.reverse_sequence).

    Args:
      input: a tensor.
      seq_lengths: an integer vector with a length for each index along `batch_axis`.
      seq_axis: the axis that is reversed.
      batch_axis: the axis along which the lengths are counted; 0 without it.

    Raises:
      TypeError: `seq_axis` is not given.
      tf.errors.InvalidArgumentError: a length is negative or longer than the axis, or there are too many or too few.

    >>> import graphwright as tf
    >>> tf.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).numpy()
    array([[2, 1, 3],
           [6, 5, 4]], dtype=int32)
    """
    if seq_axis is None:
        raise TypeError("Expected int for argument 'seq_dim' not None.")
    return _reverse_sequence(input, seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis or 0, name=name)


@export("roll", v1="roll manip.roll")
def roll(input: TensorLike, shift: TensorLike, axis: AxisLike, name: str | None = None) -> Tensor:
    """Returns a tensor with its elements shifted cyclically along axes (tf.roll).

    Args:
      input: a tensor.
      shift: by how many places towards higher indices: an int, or one for each axis.
      axis: an axis, or several; shifts along one axis add up.

    Raises:
      tf.errors.InvalidArgumentError: an axis does not exist, or there are not as many shifts as axes.

    >>> import graphwright as tf
    >>> tf.roll([1, 2, 3, 4], 1, 0).numpy()
    array([4, 1, 2, 3], dtype=int32)
    """
    return _roll(input, shift, axis, name=name)


@export("pad", v1="")
def pad(
    tensor: TensorLike,
    paddings: TensorLike,
    mode: str = "CONSTANT",
    constant_values: TensorLike = 0,
    name: str | None = None,
) -> Tensor:
    """Returns a tensor with elements added before and after it along its axes (tf.pad).

    Args:
      tensor: a tensor of rank n.
      paddings: an integer tensor of shape [n, 2]: how many before and after along each axis.
      mode: "CONSTANT" adds `constant_values`; "REFLECT" mirrors the tensor without its border, "SYMMETRIC" with it.
      constant_values: a scalar of the dtype of `tensor`.

    Raises:
      ValueError: another mode.
      tf.errors.InvalidArgumentError: paddings are negative, of a wrong shape, or larger than what they mirror.

    >>> import graphwright as tf
    >>> tf.pad([[1, 2]], [[0, 1], [2, 0]], constant_values=9).numpy()
    array([[9, 9, 1, 2],
           [9, 9, 9, 9]], dtype=int32)
    >>> tf.pad([1, 2, 3], [[2, 2]], "REFLECT").numpy()
    array([3, 2, 1, 2, 3, 2, 1], dtype=int32)
    """
    kind = mode.upper()
    if kind == "CONSTANT":
        if not isinstance(constant_values, Tensor) and type(constant_values) in (int, float) and constant_values == 0:
            result = _pad(tensor, paddings, name=name)
        else:
            result = _pad_v2(tensor, paddings, constant_values, name=name)
    elif kind in ("REFLECT", "SYMMETRIC"):
        result = _mirror_pad(tensor, paddings, mode=kind, name=name)
    else:
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". Received `mode` = '
            f"{mode}"
        )
    return result


@export("nn.space_to_depth", weak_type="unary", v1="")
def space_to_depth(input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Images with each block of pixels made one pixel with more channels (tf.nn.space_to_depth).

    Args:
      input: images of shape [batch, height, width, channels], in the order that `data_format` says.
      block_size: the sides of a block, which divide height and width.
      data_format: "NHWC", "NCHW" or "NCHW_VECT_C".

    Raises:
      tf.errors.InvalidArgumentError: blocks do not divide the images, or `input` is not of rank 4.

    >>> import graphwright as tf
    >>> tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2).numpy()
    array([[[[1, 2, 3, 4]]]], dtype=int32)
    """
    return _space_to_depth(input, block_size=block_size, data_format=data_format, name=name)


@export("nn.depth_to_space", weak_type="unary", v1="")
def depth_to_space(input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Images with the channels of each pixel spread over a block of pixels (tf.nn.depth_to_space).

    Args:
      input: images of shape [batch, height, width, channels], in the order that `data_format` says.
      block_size: the sides of a block; its square divides the number of channels.
      data_format: "NHWC", "NCHW" or "NCHW_VECT_C".

    Raises:
      tf.errors.InvalidArgumentError: the channels do not fill blocks, or `input` is not of rank 4.

    >>> import graphwright as tf
    >>> tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2).numpy().reshape(2, 2)
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    return _depth_to_space(input, block_size=block_size, data_format=data_format, name=name)


@export("space_to_batch", "nn.space_to_batch", v1="")
def space_to_batch(input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None) -> Tensor:
    """Returns the places within blocks of the axes 1, 2, … moved into the batch axis (tf.space_to_batch).

    Args:
      input: a tensor of shape [batch, …].
      block_shape: the sides of a block: an integer vector of length m.
      paddings: an integer tensor of shape [m, 2]: zeros added before and after each of these axes first.

    Returns:
      A tensor whose batch axis is product(block_shape) times as long, and whose next m axes are that much shorter.

    Raises:
      tf.errors.InvalidArgumentError: blocks do not divide the padded axes.

    >>> import graphwright as tf
    >>> tf.space_to_batch([[1, 2, 3, 4]], [2], [[0, 0]]).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    return _space_to_batch(input, block_shape, paddings, name=name)


@export("space_to_batch_nd", v1="space_to_batch_nd manip.space_to_batch_nd")
def space_to_batch_nd(
    input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None
) -> Tensor:
    """`tf.space_to_batch` under its older name (tf.space_to_batch_nd).

    >>> import graphwright as tf
    >>> tf.space_to_batch_nd([[1, 2, 3, 4]], [2], [[0, 0]]).shape
    TensorShape([2, 2])
    """
    return _space_to_batch(input, block_shape, paddings, name=name)


@export("batch_to_space", v1="")
def batch_to_space(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """Batches moved to the places within blocks of the axes 1, 2, … (tf.batch_to_space).

    Args:
      input: a tensor of shape [batch, …]; product(block_shape) divides batch.
      block_shape: the sides of a block: an integer vector of length m.
      crops: an integer tensor of shape [m, 2]: how much is cut off before and after each of these axes in the end.

    Raises:
      tf.errors.InvalidArgumentError: the batches do not fill blocks, or more is cut off than there is.

    >>> import graphwright as tf
    >>> tf.batch_to_space([[1, 3], [2, 4]], [2], [[0, 0]]).numpy()
    array([[1, 2, 3, 4]], dtype=int32)
    """
    return _batch_to_space(input, block_shape, crops, name=name)


@export("required_space_to_batch_paddings")
def required_space_to_batch_paddings(
    input_shape: TensorLike, block_shape: TensorLike, base_paddings: TensorLike | None = None, name: str | None = None
) -> tuple[Any, Any]:
    """Returns the least paddings with which blocks divide axes, and crops that undo them (tf.required_space_to_batch_paddings).

    Args:
      input_shape: the extents of the axes: an int32 vector of length m.
      block_shape: the sides of a block: an int32 vector of length m.
      base_paddings: paddings of shape [m, 2] that are there in any case; zeros without it.

    Returns:
      (paddings, crops), both of shape [m, 2].

    >>> import graphwright as tf
    >>> paddings, crops = tf.required_space_to_batch_paddings([5, 5], [2, 3])
    >>> paddings.numpy()
    array([[0, 1],
           [0, 1]], dtype=int32)
    """
    shape, block = as_tensor(input_shape, dtypes.int32), as_tensor(block_shape, dtypes.int32)
    from graphwright._src.ops.array_join import stack

    if base_paddings is None:
        start = end = _core.op("ZerosLike")(shape)
    else:
        base = as_tensor(base_paddings, dtypes.int32)
        start, end = base[:, 0], base[:, 1]
    whole = shape + start + end
    extra = _core.op("FloorMod")(block - _core.op("FloorMod")(whole, block), block)
    zeros = _core.op("ZerosLike")(extra)
    return stack([start, end + extra], axis=1, name=name or "paddings"), stack([zeros, extra], axis=1, name="crops")


def known_axis(axis: AxisLike, rank: int | None) -> int:
    """`axis`, an int or a scalar known while tracing, counted from the front where the rank is known."""
    value = static_value(axis)
    if value is None:
        raise ValueError(f"The axis must be known while tracing, got {axis!r}")
    value = int(value)
    return value + rank if value < 0 and rank is not None else value
