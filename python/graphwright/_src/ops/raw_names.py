"""Ops that TensorFlow has in its first namespace as they are: tf.conv, tf.approx_top_k, tf.fftnd and its kin."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import raw_ops
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

Tensor = _core.Tensor

_conv = _core.op("Conv")


@export("conv")
def conv(
    input: TensorLike,
    filter: TensorLike,
    strides: Sequence[int],
    padding: str,
    explicit_paddings: Sequence[int] = (),
    data_format: str = "CHANNELS_LAST",
    dilations: Sequence[int] = (),
    batch_dims: int = 1,
    groups: int = 1,
    name: str | None = None,
) -> Tensor:
    """Returns the convolution over two or three axes (tf.conv). See `tf.nn.convolution` for more.

    Args:
      input: a tensor of `batch_dims` axes of examples, two or three axes to slide along, and channels.
      filter: a tensor of the extents of the window, the input's channels and the output's.
      strides: an integer for each axis but those of examples, of which one counts; the first and last are 1.
      padding: 'VALID', 'SAME' or, over two axes, 'EXPLICIT'.
      explicit_paddings: for 'EXPLICIT' two integers for each of `strides`.
      data_format: 'CHANNELS_LAST'.
      dilations: as many integers as `strides`; none for ones.
      batch_dims: how many axes of examples there are.
      groups: 1.
      name: the name of the node in a graph.

    Returns:
      A tensor of the input's dtype.

    Raises:
      tf.errors.InvalidArgumentError: shapes that do not fit.
      tf.errors.UnimplementedError: another format, or groups.

    >>> import graphwright as tf
    >>> tf.conv(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 2, 2, 1])
    """
    return _conv(
        input,
        filter,
        strides=strides,
        padding=padding,
        explicit_paddings=list(explicit_paddings),
        data_format=data_format,
        dilations=list(dilations),
        batch_dims=batch_dims,
        groups=groups,
        name=name,
    )


@export("approx_top_k")
def approx_top_k(
    input: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> Any:
    """Returns the k largest or smallest elements along an axis (tf.approx_top_k). See `tf.math.approx_max_k`.

    Args:
      input: a tensor of float32, float16 or bfloat16.
      k: how many.
      reduction_dimension: the axis.
      recall_target: how many of them have to be found, as a part of them; all of them are.
      is_max_k: whether the largest are meant.
      reduction_input_size_override: the size of the axis of which `input` holds a part.
      aggregate_to_topk: whether results are brought down to k.
      name: the name of the node in a graph.

    Returns:
      The values and their int32 positions along the axis.

    >>> import graphwright as tf
    >>> tf.approx_top_k([3.0, 9.0, 1.0], 2)[0].numpy()
    array([9., 3.], dtype=float32)
    """
    return raw_ops.ApproxTopK(
        input=input,
        k=k,
        reduction_dimension=reduction_dimension,
        recall_target=recall_target,
        is_max_k=is_max_k,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
        name=name,
    )


@export("fftnd")
def fftnd(input: TensorLike, fft_length: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """Returns the Fourier transform along some axes (tf.fftnd). See `tf.signal.fftnd`.

    Args:
      input: a complex tensor.
      fft_length: how many elements of each of these axes take part; zeros are added where there are less.
      axes: the axes.
      name: the name of the node in a graph.

    >>> import graphwright as tf
    >>> tf.fftnd(tf.constant([[1, 2], [3, 4]], tf.complex64), [2], [0]).numpy()
    array([[ 4.+0.j,  6.+0.j],
           [-2.+0.j, -2.+0.j]], dtype=complex64)
    """
    return _core.op("FFTND")(input, fft_length, axes, name=name)


@export("ifftnd")
def ifftnd(input: TensorLike, fft_length: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """Returns the inverse Fourier transform along some axes (tf.ifftnd). See `tf.signal.ifftnd`, and `tf.fftnd`.

    >>> import graphwright as tf
    >>> tf.ifftnd(tf.constant([4, -2], tf.complex64), [2], [0]).numpy()
    array([1.+0.j, 3.+0.j], dtype=complex64)
    """
    return _core.op("IFFTND")(input, fft_length, axes, name=name)


@export("rfftnd")
def rfftnd(
    input: TensorLike,
    fft_length: TensorLike,
    axes: AxisLike,
    Tcomplex: DTypeLike = dtypes.complex64,
    name: str | None = None,
) -> Tensor:
    """Returns the Fourier transform of reals along some axes (tf.rfftnd). See `tf.signal.rfftnd`, and `tf.fftnd`.

    >>> import graphwright as tf
    >>> tf.rfftnd([1.0, 3.0], [2], [0]).numpy()
    array([ 4.+0.j, -2.+0.j], dtype=complex64)
    """
    return _core.op("RFFTND")(input, fft_length, axes, Tcomplex=dtypes.as_dtype(Tcomplex), name=name)


@export("irfftnd")
def irfftnd(
    input: TensorLike,
    fft_length: TensorLike,
    axes: AxisLike,
    Treal: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Returns the inverse of `tf.rfftnd` (tf.irfftnd). See `tf.signal.irfftnd`.

    >>> import graphwright as tf
    >>> tf.irfftnd(tf.constant([4, -2], tf.complex64), [2], [0]).numpy()
    array([1., 3.], dtype=float32)
    """
    return _core.op("IRFFTND")(input, fft_length, axes, Treal=dtypes.as_dtype(Treal), name=name)


@export("ragged_fill_empty_rows")
def ragged_fill_empty_rows(
    value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, name: str | None = None
) -> Any:
    """Gives each empty row of a ragged tensor one element (tf.ragged_fill_empty_rows).

    Args:
      value_rowids: int64, the row of each element.
      values: the elements.
      nrows: int64, the number of rows.
      default_value: what empty rows get.
      name: the name of the node in a graph.

    Returns:
      `output_value_rowids`, `output_values`, `empty_row_indicator` (which rows were empty) and `reverse_index_map`
      (where each element went).

    >>> import graphwright as tf
    >>> tf.ragged_fill_empty_rows(tf.constant([0, 2], tf.int64), [5, 6], 3, -1).output_values.numpy()
    array([ 5, -1,  6], dtype=int32)
    """
    return raw_ops.RaggedFillEmptyRows(
        value_rowids=value_rowids, values=values, nrows=nrows, default_value=default_value, name=name
    )


@export("ragged_fill_empty_rows_grad")
def ragged_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = None) -> Any:
    """Returns the gradients of `tf.ragged_fill_empty_rows` (tf.ragged_fill_empty_rows_grad).

    Args:
      reverse_index_map: where each element went.
      grad_values: the gradient by the filled elements.
      name: the name of the node in a graph.

    Returns:
      The gradients by the elements and by the default value.

    >>> import graphwright as tf
    >>> tf.ragged_fill_empty_rows_grad(tf.constant([0, 2], tf.int64), [1.0, 10.0, 100.0])[0].numpy()
    array([  1., 100.], dtype=float32)
    """
    return raw_ops.RaggedFillEmptyRowsGrad(reverse_index_map=reverse_index_map, grad_values=grad_values, name=name)
