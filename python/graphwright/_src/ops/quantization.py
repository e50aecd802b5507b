"""Numbers of few bits: tf.quantization."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

_args = _core.op("FakeQuantWithMinMaxArgs")
_args_gradient = _core.op("FakeQuantWithMinMaxArgsGradient")
_vars = _core.op("FakeQuantWithMinMaxVars")
_vars_gradient = _core.op("FakeQuantWithMinMaxVarsGradient")
_channels = _core.op("FakeQuantWithMinMaxVarsPerChannel")
_channels_gradient = _core.op("FakeQuantWithMinMaxVarsPerChannelGradient")
_quantize = _core.op("QuantizeV2")
_dequantize = _core.op("Dequantize")
_round_v2 = _core.op("QuantizeAndDequantizeV2")
_round_v4 = _core.op("QuantizeAndDequantizeV4")
_concat = _core.op("QuantizedConcat")

FakeQuantWithMinMaxVarsGradient = namedtuple(
    "FakeQuantWithMinMaxVarsGradient", ["backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"]
)
FakeQuantWithMinMaxVarsPerChannelGradient = namedtuple(
    "FakeQuantWithMinMaxVarsPerChannelGradient", ["backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"]
)
QuantizeV2 = namedtuple("QuantizeV2", ["output", "output_min", "output_max"])
QuantizedConcat = namedtuple("QuantizedConcat", ["output", "output_min", "output_max"])


@export(
    "quantization.fake_quant_with_min_max_args",
    v1="quantization.fake_quant_with_min_max_args fake_quant_with_min_max_args",
)
@direct("FakeQuantWithMinMaxArgs", "tensor @min @max @num_bits @narrow_range name")
def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """Rounds numbers to those that few bits can tell apart (tf.quantization.fake_quant_with_min_max_args).

    Args:
      inputs: float32.
      min: the least number that is told apart; moved a little, so that zero is among them.
      max: the greatest.
      num_bits: 2 to 16.
      narrow_range: whether there is one number less, so that they can lie around zero alike.
      name: the name of the node in a graph.

    Returns:
      A tensor like `inputs`. Gradients pass where an input is within the range.

    Raises:
      tf.errors.InvalidArgumentError: `min` is not below `max`, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.fake_quant_with_min_max_args([-9.0, 0.1, 1.3], 0.0, 3.0, num_bits=2).numpy()
    array([0., 0., 1.], dtype=float32)
    """
    min, max = -6 if min is None else min, 6 if max is None else max
    return _args(inputs, min=min, max=max, num_bits=num_bits, narrow_range=narrow_range, name=name)


@export(
    "quantization.fake_quant_with_min_max_args_gradient",
    v1="quantization.fake_quant_with_min_max_args_gradient fake_quant_with_min_max_args_gradient",
)
def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """Returns the gradient of fake_quant_with_min_max_args (tf.quantization.fake_quant_with_min_max_args_gradient).

    Args:
      gradients: float32, the gradient of the result.
      inputs: float32, what was rounded.
      min: the least number that is told apart.
      max: the greatest.
      num_bits: 2 to 16.
      narrow_range: whether there is one number less.
      name: the name of the node in a graph.

    Returns:
      `gradients` where `inputs` are within the range, else zero.

    Raises:
      tf.errors.InvalidArgumentError: the shapes differ, or wrong bounds or bits.

    >>> import graphwright as tf
    >>> tf.quantization.fake_quant_with_min_max_args_gradient([1.0, 2.0], [0.5, 7.0]).numpy()
    array([1., 0.], dtype=float32)
    """
    gradients, inputs = as_tensor(gradients, dtypes.float32), as_tensor(inputs, dtypes.float32)
    min, max = -6 if min is None else min, 6 if max is None else max
    return _args_gradient(gradients, inputs, min=min, max=max, num_bits=num_bits, narrow_range=narrow_range, name=name)


@export(
    "quantization.fake_quant_with_min_max_vars",
    v1="quantization.fake_quant_with_min_max_vars fake_quant_with_min_max_vars",
)
def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """Rounds numbers to those that few bits can tell apart (tf.quantization.fake_quant_with_min_max_vars).

    Args:
      inputs: float32.
      min: a float32 scalar, the least number that is told apart; moved a little, so that zero is among them.
      max: a float32 scalar, the greatest.
      num_bits: 2 to 16.
      narrow_range: whether there is one number less, so that they can lie around zero alike.
      name: the name of the node in a graph.

    Returns:
      A tensor like `inputs`. Gradients pass where an input is within the range, else to the bound that it is beyond.

    Raises:
      tf.errors.InvalidArgumentError: a bound that is no scalar, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.fake_quant_with_min_max_vars([-9.0, 0.1, 1.3], 0.0, 3.0, num_bits=2).numpy()
    array([0., 0., 1.], dtype=float32)
    """
    return _vars(inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name)


@export(
    "quantization.fake_quant_with_min_max_vars_gradient",
    v1="quantization.fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_gradient",
)
def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsGradient:
    """Returns the gradients of fake_quant_with_min_max_vars (tf.quantization.fake_quant_with_min_max_vars_gradient).

    Args:
      gradients: float32, the gradient of the result.
      inputs: float32, what was rounded.
      min: a float32 scalar.
      max: a float32 scalar.
      num_bits: 2 to 16.
      narrow_range: whether there is one number less.
      name: the name of the node in a graph.

    Returns:
      A named tuple of the gradients of `inputs`, `min` and `max`.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together, or another number of bits.

    >>> import graphwright as tf
    >>> grads = tf.quantization.fake_quant_with_min_max_vars_gradient([1.0, 2.0], [0.5, 7.0], -6.0, 6.0)
    >>> grads.backprops_wrt_input.numpy(), float(grads.backprop_wrt_max)
    (array([1., 0.], dtype=float32), 2.0)
    """
    return FakeQuantWithMinMaxVarsGradient(
        *_vars_gradient(gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name)
    )


@export(
    "quantization.fake_quant_with_min_max_vars_per_channel",
    v1="quantization.fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel",
)
def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """Rounds numbers, with a range for each element of the last axis.

    It is tf.quantization.fake_quant_with_min_max_vars_per_channel.

    Args:
      inputs: float32 [..., channels].
      min: float32 [channels], the least numbers that are told apart.
      max: float32 [channels], the greatest.
      num_bits: 2 to 16.
      narrow_range: whether there is one number less, so that they can lie around zero alike.
      name: the name of the node in a graph.

    Returns:
      A tensor like `inputs`.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel([[1.3, 1.3]], [0.0, 0.0], [3.0, 6.0], 2).numpy()
    array([[1., 2.]], dtype=float32)
    """
    return _channels(inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name)


@export(
    "quantization.fake_quant_with_min_max_vars_per_channel_gradient",
    v1="quantization.fake_quant_with_min_max_vars_per_channel_gradient fake_quant_with_min_max_vars_per_channel_gradient",
)
def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsPerChannelGradient:
    """Returns the gradients of fake_quant_with_min_max_vars_per_channel.

    It is tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient.

    Args:
      gradients: float32, the gradient of the result.
      inputs: float32 [..., channels], what was rounded.
      min: float32 [channels].
      max: float32 [channels].
      num_bits: 2 to 16.
      narrow_range: whether there is one number less.
      name: the name of the node in a graph.

    Returns:
      A named tuple of the gradients of `inputs`, `min` and `max`.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(
    ...     [[1.0, 2.0]], [[0.5, 7.0]], [-6.0, -6.0], [6.0, 6.0]).backprop_wrt_max.numpy()
    array([0., 2.], dtype=float32)
    """
    return FakeQuantWithMinMaxVarsPerChannelGradient(
        *_channels_gradient(gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name)
    )


@export("quantization.quantize", v1="quantization.quantize quantize")
def quantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> QuantizeV2:
    """Numbers as integers that stand for the numbers of a range (tf.quantization.quantize).

    Args:
      input: float32.
      min_range: what the least integer stands for: a scalar, or with `axis` a vector.
      max_range: what the greatest integer stands for.
      T: tf.qint8, tf.quint8, tf.qint16, tf.quint16 or tf.qint32.
      mode: "MIN_COMBINED": the range on all integers; "MIN_FIRST": the same, and zero is hit exactly; "SCALED": zero
        stands for zero, and the larger one of the bounds counts.
      round_mode: "HALF_AWAY_FROM_ZERO", or with mode "SCALED" "HALF_TO_EVEN".
      name: the name of the node in a graph.
      narrow_range: whether mode "SCALED" leaves out the least integer.
      axis: the axis along which each place has a range of its own; None for one range.
      ensure_minimum_range: how large the range is at least, as a part of its largest bound or of 1.

    Returns:
      A named tuple of `output`, of dtype T, and the range that it has: `output_min`, `output_max`.

    Raises:
      tf.errors.InvalidArgumentError: bounds out of order or of another shape, or words that do not go together.

    >>> import graphwright as tf
    >>> output, low, high = tf.quantization.quantize([0.0, 0.5, 1.0], 0.0, 1.0, tf.quint8)
    >>> tf.bitcast(output, tf.uint8).numpy(), float(low), float(high)
    (array([  0, 128, 255], dtype=uint8), 0.0, 1.0)
    """
    return QuantizeV2(
        *_quantize(
            input,
            min_range,
            max_range,
            T=T,
            mode=mode,
            round_mode=round_mode,
            name=name,
            narrow_range=narrow_range,
            axis=-1 if axis is None else axis,
            ensure_minimum_range=ensure_minimum_range,
        )
    )


@export("quantization.dequantize", v1="quantization.dequantize dequantize")
def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: DTypeLike = dtypes.float32,
) -> Tensor:
    """Returns the numbers that the integers of a range stand for (tf.quantization.dequantize).

    Args:
      input: of dtype tf.qint8, tf.quint8, tf.qint16, tf.quint16 or tf.qint32.
      min_range: what the least integer stands for: a scalar, or with `axis` a vector.
      max_range: what the greatest integer stands for.
      mode: "MIN_COMBINED", "MIN_FIRST" or "SCALED", as for tf.quantization.quantize.
      name: the name of the node in a graph.
      axis: the axis along which each place has a range of its own; None for one range.
      narrow_range: whether mode "SCALED" leaves out the least integer.
      dtype: tf.float32 or tf.bfloat16.

    Returns:
      A tensor of that dtype.

    Raises:
      tf.errors.InvalidArgumentError: bounds of another shape, or words that do not go together.

    >>> import graphwright as tf
    >>> tf.quantization.dequantize(tf.bitcast(tf.constant([0, 51, 255], tf.uint8), tf.quint8), 0.0, 5.0).numpy()
    array([0., 1., 5.], dtype=float32)
    """
    return _dequantize(
        input,
        min_range,
        max_range,
        mode=mode,
        name=name,
        axis=-1 if axis is None else axis,
        narrow_range=narrow_range,
        dtype=dtype,
    )


def _rounded(
    op: Callable[..., Any],
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    axis: int | None,
    **attrs: Any,
) -> Tensor:
    x = as_tensor(input)
    if axis is None:
        axis = -1
    elif axis < 0:
        rank = x.shape.rank
        if rank is None:
            raise ValueError("input should have known rank to use negative axis.")
        if axis % rank != axis + rank:
            raise ValueError(f"axis {axis} is out of range for an input of rank {rank}")
        axis %= rank
    return op(x, input_min, input_max, axis=axis, **attrs)


@export("quantization.quantize_and_dequantize")
def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """Rounds numbers as integers of few bits would (tf.quantization.quantize_and_dequantize).

    Args:
      input: float16, bfloat16, float32 or float64.
      input_min: the least number that is told apart: a scalar, or with `axis` a vector.
      input_max: the greatest.
      signed_input: whether there are numbers below zero.
      num_bits: how many bits the integers have.
      range_given: whether the bounds count; else those of the input do.
      round_mode: "HALF_TO_EVEN" or "HALF_UP".
      name: the name of the node in a graph.
      narrow_range: whether the least integer is left out.
      axis: the axis along which each place has a range of its own; None for one range.

    Returns:
      A tensor like `input`. All of its gradient passes, even where the input is beyond the range.

    Raises:
      tf.errors.InvalidArgumentError: bounds out of order or of another shape, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.quantize_and_dequantize([0.4, 0.6, 3.0], -4.0, 3.0, num_bits=3, range_given=True).numpy()
    array([0., 1., 3.], dtype=float32)
    """
    return _rounded(
        _round_v2,
        input,
        input_min,
        input_max,
        axis,
        signed_input=signed_input,
        num_bits=num_bits,
        range_given=range_given,
        round_mode=round_mode,
        narrow_range=narrow_range,
        name=name,
    )


@export("quantization.quantize_and_dequantize_v2")
def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """Rounds numbers as integers of few bits would (tf.quantization.quantize_and_dequantize_v2).

    Args:
      input: float16, bfloat16, float32 or float64.
      input_min: the least number that is told apart: a scalar, or with `axis` a vector.
      input_max: the greatest.
      signed_input: whether there are numbers below zero.
      num_bits: how many bits the integers have.
      range_given: whether the bounds count; else those of the input do.
      round_mode: "HALF_TO_EVEN" or "HALF_UP".
      name: the name of the node in a graph.
      narrow_range: whether the least integer is left out.
      axis: the axis along which each place has a range of its own; None for one range.

    Returns:
      A tensor like `input`. Its gradient passes where the input is within the bounds.

    Raises:
      tf.errors.InvalidArgumentError: bounds out of order or of another shape, or another number of bits.

    >>> import graphwright as tf
    >>> tf.quantization.quantize_and_dequantize_v2([0.4, 0.6, 3.0], -4.0, 3.0, num_bits=3, range_given=True).numpy()
    array([0., 1., 3.], dtype=float32)
    """
    return _rounded(
        _round_v4,
        input,
        input_min,
        input_max,
        axis,
        signed_input=signed_input,
        num_bits=num_bits,
        range_given=range_given,
        round_mode=round_mode,
        narrow_range=narrow_range,
        name=name,
    )


@export("quantization.quantized_concat", v1="quantization.quantized_concat quantized_concat")
def quantized_concat(
    concat_dim: TensorLike,
    values: Sequence[Any],
    input_mins: Sequence[Any],
    input_maxes: Sequence[Any],
    name: str | None = None,
) -> QuantizedConcat:
    """Quantized tensors behind each other along an axis (tf.quantization.quantized_concat).

    Args:
      concat_dim: the axis, an int32 scalar.
      values: at least two quantized tensors of one dtype, whose shapes differ along the axis only.
      input_mins: a float32 scalar for each, what its least integer stands for.
      input_maxes: a float32 scalar for each, what its greatest integer stands for.
      name: the name of the node in a graph.

    Returns:
      A named tuple of `output` and its range, which holds all of theirs: `output_min`, `output_max`.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not go together.

    >>> import graphwright as tf
    >>> parts = [tf.bitcast(tf.constant(x, tf.uint8), tf.quint8) for x in ([0, 255], [0, 128])]
    >>> tf.bitcast(tf.quantization.quantized_concat(0, parts, [0.0, 0.0], [2.0, 4.0]).output, tf.uint8).numpy()
    array([  0, 128,   0, 128], dtype=uint8)
    """
    return QuantizedConcat(*_concat(concat_dim, values, input_mins, input_maxes, name=name))
