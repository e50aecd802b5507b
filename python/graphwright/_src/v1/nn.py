"""tf.compat.v1.nn: functions whose arguments have another order, other names or other defaults than those of tf.nn."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.graph.scopes import scope_of
from graphwright._src.ops import array as array_module
from graphwright._src.ops import nn_activation, nn_conv, nn_embedding, nn_loss, nn_norm, nn_pool, raw_ops
from graphwright._src.ops.array import reshape, stop_gradient
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.clip import clip_by_norm
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.nn_activation import relu
from graphwright._src.ops.nn_embedding import stitched_rows
from graphwright._src.ops.nn_norm import bias_add
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.v1.partitioners import PartitionedVariable
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

_ONES = [1, 1, 1, 1]


def _pooling(kind: str, also: str = "") -> Any:
    def pool(
        value: TensorLike | None,
        ksize: int | Sequence[int],
        strides: int | Sequence[int],
        padding: str | Sequence[Sequence[int]],
        data_format: str = "NHWC",
        name: str | None = None,
        input: TensorLike | None = None,
    ) -> Tensor:
        given = needed(public, "value", either("input", input, "value", value))
        return function(given, ksize, strides, padding, data_format, name)

    public = f"{kind}_pool"
    function = getattr(nn_pool, public)
    pool.__name__ = pool.__qualname__ = public
    pool.__doc__ = f"""Pools over height and width (tf.compat.v1.nn.{public}); `input` is another name of `value`.

    See `tf.nn.{public}`.
    """
    return export(f"compat.v1.nn.{public}", *([f"compat.v1.nn.{also}"] if also else []))(pool)


max_pool = _pooling("max")
avg_pool = _pooling("avg", "avg_pool2d")


@export("compat.v1.nn.max_pool_with_argmax")
def max_pool_with_argmax(
    input: TensorLike,
    ksize: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str,
    data_format: str = "NHWC",
    Targmax: DTypeLike | None = None,  # noqa: N803
    name: str | None = None,
    output_dtype: DTypeLike | None = None,
    include_batch_in_index: bool = False,
) -> tuple[Tensor, Tensor]:
    """Maxima and their places (tf.compat.v1.nn.max_pool_with_argmax); `Targmax` is another name of `output_dtype`."""
    dtype = either("output_dtype", output_dtype, "Targmax", Targmax)
    dtype = dtypes.int64 if dtype is None else dtype
    for sizes, what in ((ksize, "ksize"), (strides, "strides")):
        if not isinstance(sizes, (list, tuple)):
            raise TypeError(f"Expected list for '{what}' argument to 'max_pool_with_argmax' Op, not {sizes!r}.")
    return nn_pool.max_pool_with_argmax(
        input, ksize, strides, padding, data_format, dtype, include_batch_in_index, name
    )


@export("compat.v1.nn.pool")
def pool(
    input: TensorLike,
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str,
    dilation_rate: int | Sequence[int] | None = None,
    strides: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Pools over one to three axes (tf.compat.v1.nn.pool); `dilation_rate` is another name of `dilations`."""
    rate = either("dilations", dilations, "dilation_rate", dilation_rate)
    return nn_pool.pool(input, window_shape, pooling_type, strides, padding, data_format, rate, name)


@export("compat.v1.nn.conv1d")
def conv1d(
    value: TensorLike | None = None,
    filters: TensorLike | None = None,
    stride: int | Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] | None = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Convolves along one axis (tf.compat.v1.nn.conv1d); `input` is another name of `value`. See `tf.nn.conv1d`."""
    value = needed("conv1d", "value", either("input", input, "value", value))
    filters = needed("conv1d", "filters", filters)
    stride, padding = needed("conv1d", "stride", stride), needed("conv1d", "padding", padding)
    return nn_conv.conv1d(value, filters, stride, padding, data_format or "NWC", dilations, name)


@export("compat.v1.nn.conv2d")
def conv2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = _ONES,
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """Convolves images (tf.compat.v1.nn.conv2d); `filters` is another name of `filter`. See `tf.nn.conv2d`.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.conv2d(tf.ones([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), strides=[1, 1, 1, 1], padding="SAME").shape
    TensorShape([1, 3, 3, 1])
    """
    filter = needed("conv2d", "filter", either("filters", filters, "filter", filter))
    padding = needed("conv2d", "padding", padding)
    return nn_conv.conv2d(input, filter, 1 if strides is None else strides, padding, data_format, dilations, name)


@export("compat.v1.nn.conv3d")
def conv3d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | None = None,
    data_format: str = "NDHWC",
    dilations: int | Sequence[int] = [1, 1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """Convolves volumes (tf.compat.v1.nn.conv3d); `filters` is another name of `filter`. See `tf.nn.conv3d`."""
    filter = needed("conv3d", "filter", either("filters", filters, "filter", filter))
    strides, padding = needed("conv3d", "strides", strides), needed("conv3d", "padding", padding)
    return nn_conv.conv3d(input, filter, strides, padding, data_format, dilations, name)


@export("compat.v1.nn.conv2d_transpose")
def conv2d_transpose(
    value: TensorLike | None = None,
    filter: TensorLike | None = None,
    output_shape: ShapeLike | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Returns the gradient of a convolution as a function of its own (tf.compat.v1.nn.conv2d_transpose).

    `input` and `filters` are other names of `value` and `filter`. See `tf.nn.conv2d_transpose`.

    >>> import graphwright as tf
    >>> x, w = tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 1, 1])
    >>> tf.compat.v1.nn.conv2d_transpose(x, w, output_shape=[1, 4, 4, 1], strides=2).shape
    TensorShape([1, 4, 4, 1])
    """
    value = needed("conv2d_transpose", "value", either("input", input, "value", value))
    filter = needed("conv2d_transpose", "filter", either("filters", filters, "filter", filter))
    output_shape = needed("conv2d_transpose", "output_shape", output_shape)
    strides = needed("conv2d_transpose", "strides", strides)
    return nn_conv.conv2d_transpose(value, filter, output_shape, strides, padding, data_format, dilations, name)


@export("compat.v1.nn.conv3d_transpose")
def conv3d_transpose(
    value: TensorLike | None,
    filter: TensorLike | None = None,
    output_shape: ShapeLike | None = None,
    strides: int | Sequence[int] | None = None,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: TensorLike | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Returns the gradient of a convolution of volumes as a function of its own (tf.compat.v1.nn.conv3d_transpose)."""
    value = needed("conv3d_transpose", "value", either("input", input, "value", value))
    filter = needed("conv3d_transpose", "filter", either("filters", filters, "filter", filter))
    output_shape = needed("conv3d_transpose", "output_shape", output_shape)
    strides = needed("conv3d_transpose", "strides", strides)
    return nn_conv.conv3d_transpose(value, filter, output_shape, strides, padding, data_format, dilations, name)


@export("compat.v1.nn.conv2d_backprop_input")
def conv2d_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike | None = None,
    out_backprop: TensorLike | None = None,
    strides: Sequence[int] | None = None,
    padding: str | Sequence[Sequence[int]] | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """Returns the gradient of a convolution's images (tf.compat.v1.nn.conv2d_backprop_input)."""
    name_ = "conv2d_backprop_input"
    filter = needed(name_, "filter", either("filters", filters, "filter", filter))
    out_backprop = needed(name_, "out_backprop", out_backprop)
    strides, padding = needed(name_, "strides", strides), needed(name_, "padding", padding)
    return raw_ops.Conv2DBackpropInput(
        input_sizes=input_sizes,
        filter=filter,
        out_backprop=out_backprop,
        data_format=data_format,
        name=name,
        **_attrs(strides, padding, dilations),
    )


@export("compat.v1.nn.conv2d_backprop_filter")
def conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str | Sequence[Sequence[int]],
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Sequence[int] = _ONES,
    name: str | None = None,
) -> Tensor:
    """Returns the gradient of a convolution's filter (tf.compat.v1.nn.conv2d_backprop_filter)."""
    return raw_ops.Conv2DBackpropFilter(
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        data_format=data_format,
        name=name,
        **_attrs(strides, padding, dilations),
    )


def _attrs(strides: Sequence[int], padding: str | Sequence[Sequence[int]], dilations: Sequence[int]) -> dict[str, Any]:
    attrs: dict[str, Any] = {"strides": list(strides), "dilations": list(dilations), "padding": padding}
    if not isinstance(padding, (str, bytes)):
        attrs |= {"padding": "EXPLICIT", "explicit_paddings": [size for pair in padding for size in pair]}
    return attrs


@export("compat.v1.nn.convolution")
def convolution(
    input: TensorLike,
    filter: TensorLike | None,
    padding: str | Sequence[Sequence[int]],
    strides: int | Sequence[int] | None = None,
    dilation_rate: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Convolves along one to three axes (tf.compat.v1.nn.convolution).

    `filters` and `dilation_rate` are other names of `filter` and `dilations`. See `tf.nn.convolution`.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.convolution(tf.ones([1, 3, 1]), tf.ones([2, 1, 1]), "VALID").shape
    TensorShape([1, 2, 1])
    """
    filter = needed("convolution", "filter", either("filters", filters, "filter", filter))
    rate = either("dilations", dilations, "dilation_rate", dilation_rate)
    return nn_conv.convolution(input, filter, strides, padding, data_format, rate, name)


@export("compat.v1.nn.depthwise_conv2d")
def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: Sequence[int],
    padding: str | Sequence[Sequence[int]],
    rate: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Convolves each channel by itself (tf.compat.v1.nn.depthwise_conv2d); `rate` is another name of `dilations`."""
    rate = either("dilations", dilations, "rate", rate)
    return nn_conv.depthwise_conv2d(input, filter, strides, padding, data_format, rate, name)


@export("compat.v1.nn.separable_conv2d")
def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Sequence[int],
    padding: str | Sequence[Sequence[int]],
    rate: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Convolves channels by themselves and then mixes them (tf.compat.v1.nn.separable_conv2d)."""
    rate = either("dilations", dilations, "rate", rate)
    return nn_conv.separable_conv2d(
        input, depthwise_filter, pointwise_filter, strides, padding, data_format, rate, name
    )


def _arguments(function: str, labels: TensorLike | None, logits: TensorLike | None) -> tuple[TensorLike, TensorLike]:
    if labels is None or logits is None:
        raise ValueError(f"Both `labels` and `logits` must be provided to {function}.")
    return labels, logits


@export("compat.v1.nn.softmax_cross_entropy_with_logits")
def softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """Cross-entropy of classes; no gradient goes into the labels (tf.compat.v1.nn.softmax_cross_entropy_with_logits).

    `dim` is another name of `axis`. See `tf.nn.softmax_cross_entropy_with_logits`.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits(labels=[[0.0, 1.0]], logits=[[0.0, 0.0]]).shape
    TensorShape([1])
    """
    labels, logits = _arguments("softmax_cross_entropy_with_logits", labels, logits)
    labels = stop_gradient(labels)
    chosen = either("axis", axis, "dim", dim)
    return nn_loss.softmax_cross_entropy_with_logits(labels, logits, -1 if chosen is None else chosen, name)


@export("compat.v1.nn.softmax_cross_entropy_with_logits_v2")
def softmax_cross_entropy_with_logits_v2(
    labels: TensorLike, logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None
) -> Tensor:
    """Cross-entropy of classes (tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2); `dim` is another name of `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2([[0.0, 1.0]], [[0.0, 0.0]]).shape
    TensorShape([1])
    """
    axis = either("axis", axis, "dim", dim)
    return nn_loss.softmax_cross_entropy_with_logits(labels, logits, -1 if axis is None else axis, name)


@export("compat.v1.nn.sparse_softmax_cross_entropy_with_logits")
def sparse_softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Cross-entropy with the numbers of the classes (tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits).

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[0.0, 0.0]]).shape
    TensorShape([1])
    """
    labels, logits = _arguments("sparse_softmax_cross_entropy_with_logits", labels, logits)
    return nn_loss.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


@export("compat.v1.nn.sigmoid_cross_entropy_with_logits")
def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Cross-entropy of independent classes (tf.compat.v1.nn.sigmoid_cross_entropy_with_logits)."""
    labels, logits = _arguments("sigmoid_cross_entropy_with_logits", labels, logits)
    return nn_loss.sigmoid_cross_entropy_with_logits(labels, logits, name)


@export("compat.v1.nn.weighted_cross_entropy_with_logits")
def weighted_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    pos_weight: TensorLike | None = None,
    name: str | None = None,
    targets: TensorLike | None = None,
) -> Tensor:
    """Cross-entropy that weighs positives (tf.compat.v1.nn.weighted_cross_entropy_with_logits)."""
    function = "weighted_cross_entropy_with_logits"
    labels = needed(function, "labels", either("labels", labels, "targets", targets))
    weight: Any = pos_weight  # None, the default, does not become a tensor
    return nn_loss.weighted_cross_entropy_with_logits(labels, needed(function, "logits", logits), weight, name)


@export("compat.v1.nn.dropout")
def dropout(
    x: TensorLike,
    keep_prob: float | Tensor | None = None,
    noise_shape: ShapeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
    rate: TensorLike | None = None,
) -> Tensor:
    """Sets elements to 0 at random and scales the others up (tf.compat.v1.nn.dropout).

    Args:
      x: a tensor of floats.
      keep_prob: the probability that an element stays; another way to say `rate`.
      noise_shape: a shape that broadcasts to that of `x`: along its axes of size 1 elements are dropped together.
      seed: an int that makes the choice repeatable together with `tf.compat.v1.set_random_seed`.
      name: a name for the ops.
      rate: the probability that an element is dropped: 1 - `keep_prob`.

    Raises:
      ValueError: neither or both of `rate` and `keep_prob` are given, or the rate is not in [0, 1).

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.dropout([1.0, 2.0], keep_prob=1.0).numpy()
    array([1., 2.], dtype=float32)
    """
    if keep_prob is not None:
        try:
            kept = 1 - keep_prob
        except TypeError:
            raise ValueError(
                f"`keep_prob` must be a floating point number or Tensor. Received: keep_prob={keep_prob}"
            ) from None
        rate = either("rate", rate, "keep_prob", kept)
    if rate is None:
        raise ValueError(f"`rate` must be provided. Received: rate={rate}")
    return nn_activation.dropout(x, rate, noise_shape, seed, name)


@export("compat.v1.nn.softmax", "compat.v1.math.softmax")
def softmax(logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None) -> Tensor:
    """exp(x) / sum(exp(x)) along an axis (tf.compat.v1.nn.softmax); `dim` is another name of `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.softmax([0.0, 0.0], dim=0).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    axis = either("axis", axis, "dim", dim)
    return nn_activation.softmax(logits, -1 if axis is None else axis, name)


@export("compat.v1.nn.log_softmax", "compat.v1.math.log_softmax")
def log_softmax(logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None) -> Tensor:
    """Returns the logarithm of softmax along an axis (tf.compat.v1.nn.log_softmax); `dim` is another name of `axis`."""
    axis = either("axis", axis, "dim", dim)
    return nn_activation.log_softmax(logits, -1 if axis is None else axis, name)


@export("compat.v1.nn.crelu")
def crelu(features: TensorLike, name: str | None = None, axis: int = -1) -> Tensor:
    """relu(x) and relu(-x) side by side (tf.compat.v1.nn.crelu): `tf.nn.crelu` with `name` before `axis`."""
    return nn_activation.crelu(features, axis, name)


@export("compat.v1.nn.moments")
def moments(
    x: TensorLike,
    axes: AxisLike,
    shift: TensorLike | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance along axes (tf.compat.v1.nn.moments); `keep_dims` is another name of `keepdims`.

    >>> import graphwright as tf
    >>> [float(x) for x in tf.compat.v1.nn.moments([1.0, 3.0], [0], keep_dims=False)]
    [2.0, 1.0]
    """
    keepdims = bool(either("keepdims", keepdims, "keep_dims", keep_dims))
    return nn_norm.moments(x, axes, shift, keepdims, name)


@export("compat.v1.nn.weighted_moments")
def weighted_moments(
    x: TensorLike,
    axes: AxisLike,
    frequency_weights: TensorLike,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Weighted mean and variance along axes (tf.compat.v1.nn.weighted_moments)."""
    keepdims = bool(either("keepdims", keepdims, "keep_dims", keep_dims))
    return nn_norm.weighted_moments(x, axes, frequency_weights, keepdims, name)


@export("compat.v1.nn.sufficient_statistics")
def sufficient_statistics(
    x: TensorLike,
    axes: AxisLike,
    shift: TensorLike | None = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Any, ...]:
    """Count, sum, sum of squares and shift (tf.compat.v1.nn.sufficient_statistics)."""
    keepdims = bool(either("keepdims", keepdims, "keep_dims", keep_dims))
    return nn_norm.sufficient_statistics(x, axes, shift, keepdims, name)


@export("compat.v1.nn.in_top_k", "compat.v1.math.in_top_k")
def in_top_k(predictions: TensorLike, targets: TensorLike, k: int | Tensor, name: str | None = None) -> Tensor:
    """Tells whether targets are among the k greatest predictions (tf.compat.v1.math.in_top_k): predictions come first.

    >>> import graphwright as tf
    >>> tf.compat.v1.math.in_top_k([[0.1, 0.9]], [1], k=1).numpy()
    array([ True])
    """
    return nn_loss.in_top_k(targets, predictions, k, name)


@export("compat.v1.nn.xw_plus_b")
def xw_plus_b(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """x weights + biases (tf.compat.v1.nn.xw_plus_b).

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.xw_plus_b([[1.0, 2.0]], [[1.0], [1.0]], [0.5]).numpy()
    array([[3.5]], dtype=float32)
    """
    with scope_of(name or "xw_plus_b"):
        return bias_add(matmul(x, weights), biases)


@export("compat.v1.nn.relu_layer")
def relu_layer(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """relu(x weights + biases) (tf.compat.v1.nn.relu_layer)."""
    with scope_of(name or "relu_layer"):
        return relu(bias_add(matmul(x, weights), biases))


@export("compat.v1.nn.embedding_lookup")
def embedding_lookup(
    params: Any,
    ids: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Tensor:
    """Rows of a table (tf.compat.v1.nn.embedding_lookup).

    Args:
      params: the table [rows, ...], or its parts, a list of tensors.
      ids: which rows.
      partition_strategy: "mod", where row i is in part i % parts, or "div", where each part has rows that follow each other.
      name: a name for the ops.
      validate_indices: has no effect.
      max_norm: the greatest norm of a row; longer ones are scaled down.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.embedding_lookup([tf.constant([[1.0], [3.0]]), tf.constant([[2.0], [4.0]])], [0, 1, 3]).numpy()
    array([[1.],
           [2.],
           [4.]], dtype=float32)
    """
    if isinstance(params, PartitionedVariable):
        params = list(params)
    several = isinstance(params, list) and len(params) > 1
    if not several or partition_strategy == "div":
        return nn_embedding.embedding_lookup(params, ids, max_norm, name)
    if partition_strategy != "mod":
        raise ValueError(
            f"Unrecognized partition strategy: {partition_strategy}. Must be one of either `mod` or `div`."
        )
    convert = convert_to_tensor

    def limited(rows: Tensor) -> Any:
        return rows if max_norm is None else clip_by_norm(rows, max_norm, list(range(1, rows.shape.rank or 0)))

    with scope_of(name or "embedding_lookup"):
        tables, ids = [convert(table) for table in params], convert(ids)
        flat, count = reshape(ids, [-1]), len(tables)
        part = cast(flat % count, dtypes.int32)
        found = stitched_rows(tables, flat // count, part, limited)
        shape = concat([array_module.shape(ids), array_module.shape(tables[0])[1:]], 0)
        rows = reshape(found, shape)
        rows.set_shape(ids.shape.concatenate(nn_embedding.row_shape(tables)))
        return rows


@export("compat.v1.nn.depthwise_conv2d_native")
def depthwise_conv2d_native(
    input: TensorLike,
    filter: TensorLike,
    strides: int | Sequence[int],
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    dilations: int | Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Convolves each channel by itself (tf.compat.v1.nn.depthwise_conv2d_native), as the op DepthwiseConv2dNative.

    >>> import graphwright as tf
    >>> tf.compat.v1.nn.depthwise_conv2d_native(tf.ones([1, 4, 4, 2]), tf.ones([2, 2, 2, 1]), [1, 1, 1, 1], "VALID").shape
    TensorShape([1, 3, 3, 2])
    """
    from graphwright._src.ops import raw_ops

    explicit: list[int] = []
    if not isinstance(padding, (str, bytes)):
        explicit, padding = [size for pair in padding for size in pair], "EXPLICIT"
    return raw_ops.DepthwiseConv2dNative(
        input=input,
        filter=filter,
        strides=strides,
        padding=padding,
        explicit_paddings=explicit,
        data_format=data_format,
        dilations=dilations,
        name=name,
    )


@export("compat.v1.nn.quantized_relu_x")
def quantized_relu_x(
    features: TensorLike,
    max_value: TensorLike,
    min_features: TensorLike,
    max_features: TensorLike,
    out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> Any:
    """Returns the op QuantizedReluX, which TensorFlow has no kernel for (tf.compat.v1.nn.quantized_relu_x).

    It raises as there.
    """
    from graphwright._src.ops import raw_ops

    return raw_ops.QuantizedReluX(
        features=features,
        max_value=max_value,
        min_features=min_features,
        max_features=max_features,
        out_type=out_type,
        name=name,
    )
