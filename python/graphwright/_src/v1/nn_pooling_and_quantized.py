"""tf.compat.v1.nn: morphology, pooling by fractions, and layers of quantized numbers, in version 1's order of arguments."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.graph.seeds import require_own_seed
from graphwright._src.ops import image_morphology, nn_norm, raw_ops
from graphwright._src.tensor import dtypes
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


@export("compat.v1.nn.dilation2d")
def dilation2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Sequence[int] | None = None,
    rates: int | Sequence[int] | None = None,
    padding: str | None = None,
    name: str | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """Returns the largest sum of image and filter in each window (tf.compat.v1.nn.dilation2d), see `tf.nn.dilation2d`.

    `filters` is another name of `filter`, `dilations` of `rates`.
    """
    filters = needed("dilation2d", "filter", either("filters", filters, "filter", filter))
    rates = needed("dilation2d", "rates", either("dilations", dilations, "rates", rates))
    strides, padding = needed("dilation2d", "strides", strides), needed("dilation2d", "padding", padding)
    return image_morphology.dilation2d(input, filters, strides, padding, "NHWC", rates, name)


@export("compat.v1.nn.erosion2d")
def erosion2d(
    value: TensorLike,
    kernel: TensorLike,
    strides: Sequence[int],
    rates: int | Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Returns the least difference of image and filter in each window (tf.compat.v1.nn.erosion2d), see `tf.nn.erosion2d`."""
    return image_morphology.erosion2d(value, kernel, strides, padding, "NHWC", rates, name)


def _fractional(kind: str) -> Any:
    def pool(
        value: TensorLike,
        pooling_ratio: Sequence[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
        name: str | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        if kind == "max":  # TensorFlow lets the other one go on
            wanted = f"two seeds other than 0, got seed={seed} and seed2={seed2}, and deterministic=True"
            require_own_seed(f"tf.compat.v1.nn.{public}", seed and seed2 and deterministic, wanted)
        return getattr(raw_ops, op)(
            value=value,
            pooling_ratio=pooling_ratio,
            pseudo_random=pseudo_random,
            overlapping=overlapping,
            deterministic=deterministic,
            seed=seed,
            seed2=seed2,
            name=name,
        )

    op = f"Fractional{kind.capitalize()}Pool"
    public = f"fractional_{kind}_pool"
    pool.__name__ = pool.__qualname__ = public
    pool.__doc__ = f"""Pools windows of random sizes (tf.compat.v1.nn.{public}), see `tf.nn.{public}`.

    Both seeds are the op's own, and `deterministic` makes each call take the same windows.
    """
    return export(f"compat.v1.nn.{public}")(pool)


fractional_max_pool = _fractional("max")
fractional_avg_pool = _fractional("avg")


@export("compat.v1.nn.batch_norm_with_global_normalization")
def batch_norm_with_global_normalization(
    t: TensorLike | None = None,
    m: TensorLike | None = None,
    v: TensorLike | None = None,
    beta: TensorLike | None = None,
    gamma: TensorLike | None = None,
    variance_epsilon: float | None = None,
    scale_after_normalization: bool | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
) -> Tensor:
    """`tf.nn.batch_normalization` under its old name (tf.compat.v1.nn.batch_norm_with_global_normalization).

    `input`, `mean` and `variance` are other names of `t`, `m` and `v`.
    """
    function = "batch_norm_with_global_normalization"
    return nn_norm.batch_norm_with_global_normalization(
        needed(function, "input", either("input", input, "t", t)),
        needed(function, "mean", either("mean", mean, "m", m)),
        needed(function, "variance", either("variance", variance, "v", v)),
        needed(function, "beta", beta),
        1.0 if gamma is None else gamma,
        needed(function, "variance_epsilon", variance_epsilon),
        bool(scale_after_normalization),
        name,
    )


@export("compat.v1.nn.conv3d_backprop_filter", "compat.v1.nn.conv3d_backprop_filter_v2")
def conv3d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str,
    data_format: str = "NDHWC",
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Returns the gradient of `conv3d` with respect to its filter (tf.compat.v1.nn.conv3d_backprop_filter).

    Args:
      input: what was convolved.
      filter_sizes: the filter's shape, an int32 vector.
      out_backprop: the gradient of the result.
      strides, padding, data_format, dilations: as of the convolution.
      name: a name for the op.
    """
    return raw_ops.Conv3DBackpropFilterV2(
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=list(dilations),
        name=name,
    )


def _quantized_pool(kind: str) -> Any:
    def pool(
        input: TensorLike,
        min_input: TensorLike,
        max_input: TensorLike,
        ksize: Sequence[int],
        strides: Sequence[int],
        padding: str,
        name: str | None = None,
    ) -> Any:
        return getattr(raw_ops, f"Quantized{kind.capitalize()}Pool")(
            input=input,
            min_input=min_input,
            max_input=max_input,
            ksize=ksize,
            strides=strides,
            padding=padding,
            name=name,
        )

    public = f"quantized_{kind}_pool"
    pool.__name__ = pool.__qualname__ = public
    pool.__doc__ = f"""Pools integers that stand for the numbers of a range (tf.compat.v1.nn.{public}).

    Returns a named tuple `(output, min_output, max_output)`.
    """
    return export(f"compat.v1.nn.{public}")(pool)


quantized_max_pool = _quantized_pool("max")
quantized_avg_pool = _quantized_pool("avg")


@export("compat.v1.nn.quantized_conv2d")
def quantized_conv2d(
    input: TensorLike,
    filter: TensorLike,
    min_input: TensorLike,
    max_input: TensorLike,
    min_filter: TensorLike,
    max_filter: TensorLike,
    strides: Sequence[int],
    padding: str,
    out_type: DTypeLike = dtypes.qint32,
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Any:
    """Convolves integers that stand for the numbers of ranges (tf.compat.v1.nn.quantized_conv2d).

    Returns a named tuple `(output, min_output, max_output)`.
    """
    return raw_ops.QuantizedConv2D(
        input=input,
        filter=filter,
        min_input=min_input,
        max_input=max_input,
        min_filter=min_filter,
        max_filter=max_filter,
        strides=strides,
        padding=padding,
        out_type=out_type,
        dilations=list(dilations),
        name=name,
    )
