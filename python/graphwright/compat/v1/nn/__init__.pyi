"""The public names of tf.compat.v1.nn. Written by tools/write_stubs.py, not by hand."""
from collections.abc import Sequence
from graphwright import Tensor
from graphwright._src.ops.linalg_norm import l2_normalize as l2_normalize
from graphwright._src.ops.math_count import zero_fraction as zero_fraction
from graphwright._src.ops.nn_activation import leaky_relu as leaky_relu, silu as silu, silu as swish
from graphwright._src.ops.nn_conv import (
    atrous_conv2d as atrous_conv2d,
    atrous_conv2d_transpose as atrous_conv2d_transpose,
    conv1d_transpose as conv1d_transpose,
    conv_transpose as conv_transpose,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_native_backprop_filter,
    depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input,
    depthwise_conv2d_backprop_input as depthwise_conv2d_native_backprop_input,
)
from graphwright._src.ops.nn_loss import (
    compute_average_loss as compute_average_loss,
    l2_loss as l2_loss,
    log_poisson_loss as log_poisson_loss,
    scale_regularization_loss as scale_regularization_loss,
)
from graphwright._src.ops.nn_norm import (
    batch_normalization as batch_normalization,
    bias_add as bias_add,
    fused_batch_norm as fused_batch_norm,
    local_response_normalization as local_response_normalization,
    local_response_normalization as lrn,
    normalize_moments as normalize_moments,
)
from graphwright._src.ops.nn_order import approx_max_k as approx_max_k, approx_min_k as approx_min_k
from graphwright._src.ops.nn_pool import avg_pool as avg_pool_v2, max_pool as max_pool_v2
from graphwright._src.ops.nn_sampling import (
    all_candidate_sampler as all_candidate_sampler,
    compute_accidental_hits as compute_accidental_hits,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
    uniform_candidate_sampler as uniform_candidate_sampler,
)
from graphwright._src.ops.nn_space_batch import with_space_to_batch as with_space_to_batch
from graphwright._src.ops.sort import top_k as top_k
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.text.nn_ctc import (
    collapse_repeated as collapse_repeated,
    ctc_beam_search_decoder as ctc_beam_search_decoder_v2,
    ctc_beam_search_decoder_v1 as ctc_beam_search_decoder,
    ctc_greedy_decoder as ctc_greedy_decoder,
    ctc_loss as ctc_loss_v2,
    ctc_loss_v1 as ctc_loss,
    ctc_unique_labels as ctc_unique_labels,
)
from graphwright._src.v1.array import (
    depth_to_space as depth_to_space,
    space_to_batch as space_to_batch,
    space_to_depth as space_to_depth,
)
from graphwright._src.v1.embedding import (
    embedding_lookup_sparse as embedding_lookup_sparse,
    nce_loss as nce_loss,
    safe_embedding_lookup_sparse as safe_embedding_lookup_sparse,
    sampled_softmax_loss as sampled_softmax_loss,
)
from graphwright._src.v1.nn import (
    conv1d as conv1d,
    conv2d as conv2d,
    conv2d_backprop_filter as conv2d_backprop_filter,
    conv2d_backprop_input as conv2d_backprop_input,
    conv2d_transpose as conv2d_transpose,
    conv3d as conv3d,
    conv3d_transpose as conv3d_transpose,
    convolution as convolution,
    crelu as crelu,
    depthwise_conv2d as depthwise_conv2d,
    depthwise_conv2d_native as depthwise_conv2d_native,
    dropout as dropout,
    embedding_lookup as embedding_lookup,
    in_top_k as in_top_k,
    log_softmax as log_softmax,
    max_pool_with_argmax as max_pool_with_argmax,
    moments as moments,
    pool as pool,
    quantized_relu_x as quantized_relu_x,
    relu_layer as relu_layer,
    separable_conv2d as separable_conv2d,
    sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits,
    softmax as softmax,
    softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2,
    sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits,
    sufficient_statistics as sufficient_statistics,
    weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits,
    weighted_moments as weighted_moments,
    xw_plus_b as xw_plus_b,
)
from graphwright._src.v1.nn_pooling_and_quantized import (
    batch_norm_with_global_normalization as batch_norm_with_global_normalization,
    conv3d_backprop_filter as conv3d_backprop_filter,
    conv3d_backprop_filter as conv3d_backprop_filter_v2,
    dilation2d as dilation2d,
    erosion2d as erosion2d,
    quantized_conv2d as quantized_conv2d,
)
from graphwright._src.v1.rnn import (
    bidirectional_dynamic_rnn as bidirectional_dynamic_rnn,
    dynamic_rnn as dynamic_rnn,
    raw_rnn as raw_rnn,
    static_bidirectional_rnn as static_bidirectional_rnn,
    static_rnn as static_rnn,
    static_state_saving_rnn as static_state_saving_rnn,
)
from graphwright.compat.v1.nn import experimental as experimental
from graphwright.math import sigmoid as sigmoid, softplus as softplus, tanh as tanh
from graphwright.nn import (
    avg_pool1d as avg_pool1d,
    avg_pool3d as avg_pool3d,
    elu as elu,
    max_pool1d as max_pool1d,
    max_pool2d as max_pool2d,
    max_pool3d as max_pool3d,
    relu as relu,
    relu6 as relu6,
    selu as selu,
    softsign as softsign,
)
from typing import Any

__all__ = [
    "all_candidate_sampler", "approx_max_k", "approx_min_k", "atrous_conv2d", "atrous_conv2d_transpose", "avg_pool",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "avg_pool_v2", "batch_norm_with_global_normalization",
    "batch_normalization", "bias_add", "bidirectional_dynamic_rnn", "collapse_repeated", "compute_accidental_hits",
    "compute_average_loss", "conv1d", "conv1d_transpose", "conv2d", "conv2d_backprop_filter", "conv2d_backprop_input",
    "conv2d_transpose", "conv3d", "conv3d_backprop_filter", "conv3d_backprop_filter_v2", "conv3d_transpose",
    "conv_transpose", "convolution", "crelu", "ctc_beam_search_decoder", "ctc_beam_search_decoder_v2",
    "ctc_greedy_decoder", "ctc_loss", "ctc_loss_v2", "ctc_unique_labels", "depth_to_space", "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter", "depthwise_conv2d_backprop_input", "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter", "depthwise_conv2d_native_backprop_input", "dilation2d", "dropout",
    "dynamic_rnn", "elu", "embedding_lookup", "embedding_lookup_sparse", "erosion2d", "experimental",
    "fixed_unigram_candidate_sampler", "fractional_avg_pool", "fractional_max_pool", "fused_batch_norm", "in_top_k",
    "l2_loss", "l2_normalize", "leaky_relu", "learned_unigram_candidate_sampler", "local_response_normalization",
    "log_poisson_loss", "log_softmax", "log_uniform_candidate_sampler", "lrn", "max_pool", "max_pool1d", "max_pool2d",
    "max_pool3d", "max_pool_v2", "max_pool_with_argmax", "moments", "nce_loss", "normalize_moments", "pool",
    "quantized_avg_pool", "quantized_conv2d", "quantized_max_pool", "quantized_relu_x", "raw_rnn", "relu", "relu6",
    "relu_layer", "safe_embedding_lookup_sparse", "sampled_softmax_loss", "scale_regularization_loss", "selu",
    "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu", "softmax",
    "softmax_cross_entropy_with_logits", "softmax_cross_entropy_with_logits_v2", "softplus", "softsign",
    "space_to_batch", "space_to_depth", "sparse_softmax_cross_entropy_with_logits", "static_bidirectional_rnn",
    "static_rnn", "static_state_saving_rnn", "sufficient_statistics", "swish", "tanh", "top_k",
    "uniform_candidate_sampler", "weighted_cross_entropy_with_logits", "weighted_moments", "with_space_to_batch",
    "xw_plus_b", "zero_fraction",
]

def avg_pool(value: TensorLike | None, ksize: int | Sequence[int], strides: int | Sequence[int], padding: str | Sequence[Sequence[int]], data_format: str = 'NHWC', name: str | None = None, input: TensorLike | None = None) -> Tensor:
    """Pools over height and width (tf.compat.v1.nn.avg_pool); `input` is another name of `value`.

    See `tf.nn.avg_pool`.
    """

avg_pool2d = avg_pool

def fractional_avg_pool(value: TensorLike, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Pools windows of random sizes (tf.compat.v1.nn.fractional_avg_pool), see `tf.nn.fractional_avg_pool`.

    Both seeds are the op's own, and `deterministic` makes each call take the same windows.
    """

def fractional_max_pool(value: TensorLike, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Pools windows of random sizes (tf.compat.v1.nn.fractional_max_pool), see `tf.nn.fractional_max_pool`.

    Both seeds are the op's own, and `deterministic` makes each call take the same windows.
    """

def max_pool(value: TensorLike | None, ksize: int | Sequence[int], strides: int | Sequence[int], padding: str | Sequence[Sequence[int]], data_format: str = 'NHWC', name: str | None = None, input: TensorLike | None = None) -> Tensor:
    """Pools over height and width (tf.compat.v1.nn.max_pool); `input` is another name of `value`.

    See `tf.nn.max_pool`.
    """

def quantized_avg_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int], padding: str, name: str | None = None) -> Any:
    """Pools integers that stand for the numbers of a range (tf.compat.v1.nn.quantized_avg_pool).

    Returns a named tuple `(output, min_output, max_output)`.
    """

def quantized_max_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int], padding: str, name: str | None = None) -> Any:
    """Pools integers that stand for the numbers of a range (tf.compat.v1.nn.quantized_max_pool).

    Returns a named tuple `(output, min_output, max_output)`.
    """
