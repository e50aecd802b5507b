"""The public names of tf.nn. Written by tools/write_stubs.py, not by hand."""
from collections.abc import Sequence
from graphwright._core import Tensor
from graphwright._src.ops.array_layout import (
    depth_to_space as depth_to_space,
    space_to_batch as space_to_batch,
    space_to_depth as space_to_depth,
)
from graphwright._src.ops.image_morphology import dilation2d as dilation2d, erosion2d as erosion2d
from graphwright._src.ops.linalg_norm import l2_normalize as l2_normalize
from graphwright._src.ops.math_count import zero_fraction as zero_fraction
from graphwright._src.ops.nn_activation import (
    crelu as crelu,
    dropout as dropout,
    gelu as gelu,
    leaky_relu as leaky_relu,
    log_softmax as log_softmax,
    silu as silu,
    silu as swish,
    softmax as softmax,
)
from graphwright._src.ops.nn_conv import (
    atrous_conv2d as atrous_conv2d,
    atrous_conv2d_transpose as atrous_conv2d_transpose,
    conv1d as conv1d,
    conv1d_transpose as conv1d_transpose,
    conv2d as conv2d,
    conv2d_transpose as conv2d_transpose,
    conv3d as conv3d,
    conv3d_transpose as conv3d_transpose,
    conv_transpose as conv_transpose,
    convolution as convolution,
    depthwise_conv2d as depthwise_conv2d,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input,
    separable_conv2d as separable_conv2d,
)
from graphwright._src.ops.nn_embedding import embedding_lookup as embedding_lookup
from graphwright._src.ops.nn_fractional import (
    fractional_avg_pool as fractional_avg_pool,
    fractional_max_pool as fractional_max_pool,
)
from graphwright._src.ops.nn_loss import (
    compute_average_loss as compute_average_loss,
    in_top_k as in_top_k,
    l2_loss as l2_loss,
    log_poisson_loss as log_poisson_loss,
    scale_regularization_loss as scale_regularization_loss,
    sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits,
)
from graphwright._src.ops.nn_norm import (
    batch_norm_with_global_normalization as batch_norm_with_global_normalization,
    batch_normalization as batch_normalization,
    bias_add as bias_add,
    local_response_normalization as local_response_normalization,
    local_response_normalization as lrn,
    moments as moments,
    normalize_moments as normalize_moments,
    sufficient_statistics as sufficient_statistics,
    weighted_moments as weighted_moments,
)
from graphwright._src.ops.nn_order import (
    approx_max_k as approx_max_k,
    approx_min_k as approx_min_k,
    isotonic_regression as isotonic_regression,
)
from graphwright._src.ops.nn_pool import (
    avg_pool as avg_pool,
    max_pool as max_pool,
    max_pool_with_argmax as max_pool_with_argmax,
    pool as pool,
)
from graphwright._src.ops.nn_sampling import (
    all_candidate_sampler as all_candidate_sampler,
    compute_accidental_hits as compute_accidental_hits,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    nce_loss as nce_loss,
    sampled_softmax_loss as sampled_softmax_loss,
)
from graphwright._src.ops.nn_space_batch import with_space_to_batch as with_space_to_batch
from graphwright._src.ops.sort import top_k as top_k
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.text.nn_ctc import (
    collapse_repeated as collapse_repeated,
    ctc_beam_search_decoder as ctc_beam_search_decoder,
    ctc_greedy_decoder as ctc_greedy_decoder,
    ctc_loss as ctc_loss,
    ctc_unique_labels as ctc_unique_labels,
)
from graphwright._src.text.nn_embedding_sparse import (
    embedding_lookup_sparse as embedding_lookup_sparse,
    safe_embedding_lookup_sparse as safe_embedding_lookup_sparse,
)
from graphwright._src.v1.cell_wrappers import (
    RNNCellDeviceWrapper as RNNCellDeviceWrapper,
    RNNCellDropoutWrapper as RNNCellDropoutWrapper,
    RNNCellResidualWrapper as RNNCellResidualWrapper,
)
from graphwright.math import sigmoid as sigmoid, softplus as softplus, tanh as tanh
from graphwright.nn import experimental as experimental
from typing import SupportsIndex

__all__ = [
    "RNNCellDeviceWrapper", "RNNCellDropoutWrapper", "RNNCellResidualWrapper", "all_candidate_sampler", "approx_max_k",
    "approx_min_k", "atrous_conv2d", "atrous_conv2d_transpose", "avg_pool", "avg_pool1d", "avg_pool2d", "avg_pool3d",
    "batch_norm_with_global_normalization", "batch_normalization", "bias_add", "collapse_repeated",
    "compute_accidental_hits", "compute_average_loss", "conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose",
    "conv3d", "conv3d_transpose", "conv_transpose", "convolution", "crelu", "ctc_beam_search_decoder",
    "ctc_greedy_decoder", "ctc_loss", "ctc_unique_labels", "depth_to_space", "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter", "depthwise_conv2d_backprop_input", "dilation2d", "dropout", "elu",
    "embedding_lookup", "embedding_lookup_sparse", "erosion2d", "experimental", "fixed_unigram_candidate_sampler",
    "fractional_avg_pool", "fractional_max_pool", "gelu", "in_top_k", "isotonic_regression", "l2_loss", "l2_normalize",
    "leaky_relu", "learned_unigram_candidate_sampler", "local_response_normalization", "log_poisson_loss",
    "log_softmax", "lrn", "max_pool", "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_with_argmax", "moments",
    "nce_loss", "normalize_moments", "pool", "relu", "relu6", "safe_embedding_lookup_sparse", "sampled_softmax_loss",
    "scale_regularization_loss", "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu",
    "softmax", "softmax_cross_entropy_with_logits", "softplus", "softsign", "space_to_batch", "space_to_depth",
    "sparse_softmax_cross_entropy_with_logits", "sufficient_statistics", "swish", "tanh", "top_k",
    "weighted_cross_entropy_with_logits", "weighted_moments", "with_space_to_batch", "zero_fraction",
]

def avg_pool1d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NWC', name: str | None = None) -> Tensor:
    """The mean over each window of each channel (tf.nn.avg_pool1d).

    Args:
      input: a tensor of floats of shape [batch, width, channels], or with the channels second for 'NCW'.
      ksize: the size of the window: one number or three.
      strides: by how much the window moves: one number or three.
      padding: 'SAME' or 'VALID'.
      data_format: 'NWC' or 'NCW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.avg_pool1d(tf.ones([1, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 3])
    """

def avg_pool2d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NHWC', name: str | None = None) -> Tensor:
    """The mean over each window of each channel (tf.nn.avg_pool2d).

    Args:
      input: a tensor of floats of shape [batch, height, width, channels], or with the channels second for 'NCHW'.
      ksize: the size of the window: one number, two, or four.
      strides: by how much the window moves: one number, two, or four.
      padding: 'SAME' or 'VALID'.
      data_format: 'NHWC' or 'NCHW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.avg_pool2d(tf.ones([1, 2, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 1, 3])
    """

def avg_pool3d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NDHWC', name: str | None = None) -> Tensor:
    """The mean over each window of each channel (tf.nn.avg_pool3d).

    Args:
      input: a tensor of floats of shape [batch, depth, height, width, channels], or with the channels second for 'NCDHW'.
      ksize: the size of the window: one number, three, or five.
      strides: by how much the window moves: one number, three, or five.
      padding: 'SAME' or 'VALID'.
      data_format: 'NDHWC' or 'NCDHW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.avg_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 1, 1, 3])
    """

def elu(features: TensorLike, name: str | None = None) -> Tensor:
    """x where x > 0, else exp(x) - 1 (tf.nn.elu).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.elu([0.0, 2.0]).numpy()
    array([0., 2.], dtype=float32)
    """

def max_pool1d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NWC', name: str | None = None) -> Tensor:
    """The maximum over each window of each channel (tf.nn.max_pool1d).

    Args:
      input: a tensor of real numbers of shape [batch, width, channels], or with the channels second for 'NCW'.
      ksize: the size of the window: one number or three.
      strides: by how much the window moves: one number or three.
      padding: 'SAME' or 'VALID', or for every axis a pair of numbers of elements before and after.
      data_format: 'NWC' or 'NCW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.max_pool1d(tf.ones([1, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 3])
    """

def max_pool2d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NHWC', name: str | None = None) -> Tensor:
    """The maximum over each window of each channel (tf.nn.max_pool2d).

    Args:
      input: a tensor of real numbers of shape [batch, height, width, channels], or with the channels second for 'NCHW'.
      ksize: the size of the window: one number, two, or four.
      strides: by how much the window moves: one number, two, or four.
      padding: 'SAME' or 'VALID', or for every axis a pair of numbers of elements before and after.
      data_format: 'NHWC' or 'NCHW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.max_pool2d(tf.ones([1, 2, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 1, 3])
    """

def max_pool3d(input: TensorLike, ksize: SupportsIndex | Sequence[SupportsIndex], strides: SupportsIndex | Sequence[SupportsIndex], padding: str | Sequence[Sequence[int]], data_format: str = 'NDHWC', name: str | None = None) -> Tensor:
    """The maximum over each window of each channel (tf.nn.max_pool3d).

    Args:
      input: a tensor of real numbers of shape [batch, depth, height, width, channels], or with the channels second for 'NCDHW'.
      ksize: the size of the window: one number, three, or five.
      strides: by how much the window moves: one number, three, or five.
      padding: 'SAME' or 'VALID'.
      data_format: 'NDHWC' or 'NCDHW'.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's dtype, with fewer windows than elements along the pooled axes.

    Raises:
      ValueError: an argument is of another form.
      tf.errors.InvalidArgumentError: the window does not fit.

    >>> import graphwright as tf
    >>> tf.nn.max_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, "VALID").shape
    TensorShape([1, 1, 1, 1, 3])
    """

def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """max(x, 0) (tf.nn.relu).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.relu([-1.0, 2.0]).numpy()
    array([0., 2.], dtype=float32)
    """

def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """min(max(x, 0), 6) (tf.nn.relu6).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.relu6([-1.0, 2.0, 8.0]).numpy()
    array([0., 2., 6.], dtype=float32)
    """

def selu(features: TensorLike, name: str | None = None) -> Tensor:
    """scale * (x where x > 0, else alpha * (exp(x) - 1)), with fixed scale and alpha (tf.nn.selu).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.selu([0.0]).numpy()
    array([0.], dtype=float32)
    """

def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """x / (|x| + 1) (tf.nn.softsign).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.softsign([-1.0, 3.0]).numpy()
    array([-0.5 ,  0.75], dtype=float32)
    """
