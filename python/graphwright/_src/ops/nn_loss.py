"""Losses: cross entropies, tf.nn.l2_loss, and how losses of examples are averaged."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.ops.array import last_of, weights_of_rank
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_has_strategy = late("distribute.contexts", "has_strategy")
_get_strategy = late("distribute.contexts", "get_strategy")
_in_cross_replica_context = late("distribute.contexts", "in_cross_replica_context")

_cross_entropy = _core.op("SoftmaxCrossEntropyWithLogits")
_sparse_cross_entropy = _core.op("SparseSoftmaxCrossEntropyWithLogits")
_l2_loss = _core.op("L2Loss")
_in_top_k = _core.op("InTopKV2")
_reshape: Callable[..., Tensor] = _core.op("Reshape")
_transpose: Callable[..., Tensor] = _core.op("Transpose")
_shape = _core.op("Shape")
_cast: Callable[..., Tensor] = _core.op("Cast")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_mul = _core.op("Mul")
_neg = _core.op("Neg")
_abs = _core.op("Abs")
_exp = _core.op("Exp")
_log = _core.op("Log")
_log1p = _core.op("Log1p")
_relu = _core.op("Relu")
_sum = _core.op("Sum")
_div = _core.op("RealDiv")
_div_no_nan = _core.op("DivNoNan")
_select = _core.op("SelectV2")
_greater_equal = _core.op("GreaterEqual")
_less_equal = _core.op("LessEqual")
_logical_and = _core.op("LogicalAnd")
_zeros_like = _core.op("ZerosLike")
_softplus = _core.op("Softplus")
_slice = _core.op("Slice")
_size = _core.op("Size")


def _rows(x: Tensor) -> Tensor:
    """x as a matrix of its last axis."""
    sizes = x._shape_tuple()
    last = sizes[-1] if sizes else None
    if last:
        return _reshape(x, [-1, last])
    if sizes is not None and None not in sizes:
        count = 1
        for size in x.shape[:-1]:
            count *= size
        return _reshape(x, [count, sizes[-1]])
    shape = _shape(x)
    return _reshape(x, _core.op("Pack")([_prod_but_last(shape), last_of(shape)]))


def _prod_but_last(shape: Tensor) -> Tensor:
    return _core.op("Prod")(_but_last(shape), 0)


def _but_last(vector: Tensor) -> Tensor:
    return _slice(vector, [0], _core.op("ExpandDims")(_sub(_size(vector), 1), 0))


@export("nn.softmax_cross_entropy_with_logits", node="softmax_cross_entropy_with_logits/", v1="")
def softmax_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, axis: int = -1, name: str | None = None
) -> Tensor:
    """-sum(labels * log_softmax(logits)) along the axis of the classes (tf.nn.softmax_cross_entropy_with_logits).

    Args:
      labels: a tensor of probabilities that sum to 1 along `axis`, of the logits' shape.
      logits: a tensor of floats.
      axis: the axis of the classes.
      name: the name of the node in a graph.

    Returns:
      A tensor of the logits' dtype, without that axis.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or there is no such axis (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.nn.softmax_cross_entropy_with_logits([[1.0, 0.0]], [[100.0, 0.0]]).numpy()
    array([0.], dtype=float32)
    """
    logits = as_tensor(logits)
    labels = as_tensor(labels, hint=logits.dtype)
    dtype = logits.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        logits = _cast(logits, DstT=dtypes.float32)
    if labels.dtype != logits.dtype:
        labels = _cast(labels, DstT=logits.dtype)
    axis = -1 if axis is None else axis
    rank = logits._rank()
    if rank is not None and not -rank <= axis < rank:
        message = f"softmax_cross_entropy_with_logits: `axis` must be in [{-rank}, {rank}), got {axis}"
        raise InvalidArgumentError(None, None, message) if _core.executing_eagerly() else ValueError(message)
    if axis != -1 and rank is not None and axis % rank != rank - 1:
        axis %= rank
        order = [*range(axis), *range(axis + 1, rank), axis]
        logits, labels = _transpose(logits, order), _transpose(labels, order)
    elif axis != -1 and rank is None:
        raise ValueError(
            "softmax_cross_entropy_with_logits along another axis than the last needs the rank of `logits`."
        )
    if rank == 2 and labels._rank() == 2:
        loss = _cross_entropy(logits, labels, name=name)[0]
    else:
        sizes = logits._shape_tuple()
        loss = _cross_entropy(_rows(logits), _rows(labels))[0]
        known = sizes is not None and None not in sizes
        loss = _reshape(loss, list(sizes[:-1]) if sizes is not None and known else _but_last(_shape(logits)), name=name)
        if sizes is not None and not known and not hasattr(loss, "numpy"):
            loss.set_shape(sizes[:-1])
    return loss if loss.dtype == dtype else _cast(loss, DstT=dtype)


@export("nn.sparse_softmax_cross_entropy_with_logits", node="SparseSoftmaxCrossEntropyWithLogits/", v1="")
def sparse_softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, name: str | None = None) -> Tensor:
    """-log_softmax(logits)[label] (tf.nn.sparse_softmax_cross_entropy_with_logits).

    Args:
      labels: a tensor of integers, the classes; its axes are those of `logits` but the last.
      logits: a tensor of floats of shape [..., classes].
      name: the name of the node in a graph.

    Returns:
      A tensor of the labels' shape and the logits' dtype.

    Raises:
      ValueError: the shapes do not fit.
      tf.errors.InvalidArgumentError: a label is not in [0, classes).

    >>> import graphwright as tf
    >>> tf.nn.sparse_softmax_cross_entropy_with_logits([0], [[100.0, 0.0]]).numpy()
    array([0.], dtype=float32)
    """
    labels, logits = as_tensor(labels), as_tensor(logits)
    dtype = logits.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        logits = _cast(logits, DstT=dtypes.float32)
    if labels.dtype.is_integer and labels.dtype not in (dtypes.int32, dtypes.int64):
        labels = _cast(labels, DstT=dtypes.int64)
    rank, label_rank = logits._rank(), labels._rank()
    if rank == 0:
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}")
    if rank is not None and label_rank is not None and rank - 1 != label_rank:
        raise ValueError(
            f"Rank mismatch: Rank of labels (received {label_rank}) should equal rank of logits minus 1 "
            f"(received {rank})."
        )
    sizes, label_sizes = logits._shape_tuple(), labels._shape_tuple()
    if sizes is not None and label_sizes is not None:
        for size, label_size in zip(sizes, label_sizes, strict=False):
            if size is not None and label_size is not None and size != label_size:
                raise ValueError(
                    f"`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                    f"labels.shape={labels.shape} and logits.shape={logits.shape}"
                )
    if rank == 2:
        loss = _sparse_cross_entropy(logits, labels, name=name)[0]
    else:
        known = label_sizes is not None and None not in label_sizes
        shape = list(label_sizes) if label_sizes is not None and known else _shape(labels)
        loss = _sparse_cross_entropy(_rows(logits), _reshape(labels, [-1]))[0]
        loss = _reshape(loss, shape, name=name)
        if label_sizes is not None and not known:
            loss.set_shape(label_sizes)
    return loss if loss.dtype == dtype else _cast(loss, DstT=dtype)


def _same_shape(labels: Tensor, logits: Tensor, what: str = "labels") -> None:
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(
            f"`logits` and `{what}` must have the same shape, received ({logits.shape} vs {labels.shape})."
        )


@export(
    "nn.sigmoid_cross_entropy_with_logits",
    node="logistic_loss/= SelectV2:Select",
    elementwise="binary",
    weak_type="binary strong",
    v1="",
)
def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """-z * log(sigmoid(x)) - (1 - z) * log(1 - sigmoid(x)), without overflow (tf.nn.sigmoid_cross_entropy_with_logits).

    Args:
      labels: z, a tensor of probabilities.
      logits: x, a tensor of the same shape and dtype.
      name: the name of the node in a graph.

    Returns:
      A tensor of that shape and dtype.

    Raises:
      ValueError: an argument is missing, or the shapes differ.

    >>> import graphwright as tf
    >>> tf.nn.sigmoid_cross_entropy_with_logits([1.0], [0.0]).numpy()
    array([0.6931472], dtype=float32)
    """
    if labels is None or logits is None:
        raise ValueError("Both `labels` and `logits` must be provided.")
    logits = as_tensor(logits)
    labels = as_tensor(labels, hint=logits.dtype)
    _same_shape(labels, logits)
    # max(x, 0) - x z + log(1 + exp(-|x|)); the selects have the right derivatives at 0.
    zeros = _zeros_like(logits)
    positive = _greater_equal(logits, zeros)
    relu = _select(positive, logits, zeros)
    minus_size = _select(positive, _neg(logits), logits)
    return _add(_sub(relu, _mul(logits, labels)), _log1p(_exp(minus_size)), name=name)


@export("nn.weighted_cross_entropy_with_logits", node="logistic_loss/=", weak_type="binary strong", v1="")
def weighted_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, pos_weight: TensorLike, name: str | None = None
) -> Tensor:
    """Returns the sigmoid cross entropy with a weight for positive labels (tf.nn.weighted_cross_entropy_with_logits).

    Args:
      labels: z, a tensor of probabilities.
      logits: x, a tensor of the same shape and dtype.
      pos_weight: by how much -z * log(sigmoid(x)) counts.
      name: the name of the node in a graph.

    Returns:
      A tensor of that shape and dtype.

    Raises:
      ValueError: the shapes differ.

    >>> import graphwright as tf
    >>> tf.nn.weighted_cross_entropy_with_logits([1.0], [0.0], 2.0).numpy()
    array([1.3862944], dtype=float32)
    """
    logits = as_tensor(logits)
    labels = as_tensor(labels, hint=logits.dtype)
    _same_shape(labels, logits)
    # (1 - z) x + (1 + (w - 1) z) (log(1 + exp(-|x|)) + max(-x, 0))
    factor: Any = pos_weight
    weight = _add(_mul(factor - 1, labels), 1.0)
    tail = _add(_log1p(_exp(_neg(_abs(logits)))), _relu(_neg(logits)))
    return _add(_mul(_sub(1.0, labels), logits), _mul(weight, tail), name=name)


@export("nn.log_poisson_loss", node="log_poisson_loss/", weak_type="binary strong")
def log_poisson_loss(
    targets: TensorLike, log_input: TensorLike, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """exp(c) - z * c, the negative log-likelihood of Poisson counts (tf.nn.log_poisson_loss).

    Args:
      targets: z, a tensor of counts.
      log_input: c, the logarithms of the expected counts, of the same shape and dtype.
      compute_full_loss: whether to add Stirling's approximation of log(z!).
      name: the name of the node in a graph.

    Returns:
      A tensor of that shape and dtype.

    Raises:
      ValueError: the shapes differ.

    >>> import graphwright as tf
    >>> tf.nn.log_poisson_loss([2.0], [0.0]).numpy()
    array([1.], dtype=float32)
    """
    log_input = as_tensor(log_input)
    targets = as_tensor(targets, hint=log_input.dtype)
    if not targets.shape.is_compatible_with(log_input.shape):
        raise ValueError(
            f"`log_input` and `targets` must have the same shape, received ({log_input.shape} vs {targets.shape})."
        )
    loss = _sub(_exp(log_input), _mul(log_input, targets))
    if compute_full_loss:
        stirling = _add(_sub(_mul(targets, _log(targets)), targets), _mul(_log(_mul(targets, 6.283185307179586)), 0.5))
        small = _logical_and(_greater_equal(targets, 0.0), _less_equal(targets, 1.0))
        loss = _add(loss, _select(small, _zeros_like(targets), stirling))
    return _core.op("Identity")(loss, name=name) if name else loss


@export("nn.l2_loss")
def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """sum(t^2) / 2 (tf.nn.l2_loss).

    Args:
      t: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A scalar of t's dtype.

    >>> import graphwright as tf
    >>> float(tf.nn.l2_loss([3.0, 4.0]))
    12.5
    """
    return _l2_loss(t, name=name)


@export("math.in_top_k", "nn.in_top_k", node="in_top_k/", v1="")
def in_top_k(targets: TensorLike, predictions: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """Tells whether each target is among the k best predictions; ties count as in (tf.math.in_top_k).

    Args:
      targets: a vector of classes, int32 or int64.
      predictions: a float32 tensor of shape [len(targets), classes].
      k: how many are looked at.
      name: the name of the node in a graph.

    Returns:
      A bool vector; False where a prediction is not finite or the target is no class.

    >>> import graphwright as tf
    >>> tf.math.in_top_k([0, 0], [[0.1, 0.9], [0.9, 0.1]], k=1).numpy()
    array([False,  True])
    """
    targets = as_tensor(targets, hint=k.dtype if isinstance(k, Tensor) else dtypes.int32)
    return _in_top_k(predictions, targets, _convert(k, targets.dtype), name=name)


@export("nn.scale_regularization_loss")
def scale_regularization_loss(regularization_loss: TensorLike) -> Tensor:
    """Returns the sum of a loss divided by the number of replicas (tf.nn.scale_regularization_loss).

    Args:
      regularization_loss: a tensor of floats; of other numbers, as float64.

    Returns:
      A scalar.

    Raises:
      RuntimeError: in the scope of a strategy, outside of its replicas.

    >>> import graphwright as tf
    >>> float(tf.nn.scale_regularization_loss([1.0, 2.0]))
    3.0
    """
    replicas = _replicas("scale_regularization_loss")
    loss = _float_loss(regularization_loss)
    total = _sum(loss, list(range(len(loss.shape))))
    return total if replicas == 1 else _mul(total, 1 / replicas)


def _replicas(asked_by: str) -> int:
    """Returns how many replicas share a batch. RuntimeError where none of them asks."""
    if _has_strategy() and _in_cross_replica_context():
        raise RuntimeError(
            f"You are calling `{asked_by}` in cross replica context, while it was expected to be called in replica context."
        )
    return _get_strategy().num_replicas_in_sync


def _float_loss(loss: TensorLike) -> Tensor:
    loss = as_tensor(loss)
    return loss if loss.dtype.is_floating or loss.dtype.is_complex else _cast(loss, DstT=dtypes.float64)


@export("nn.compute_average_loss")
def compute_average_loss(
    per_example_loss: TensorLike, sample_weight: TensorLike | None = None, global_batch_size: TensorLike | None = None
) -> Tensor:
    """Returns the sum of the losses of examples divided by the batch's size (tf.nn.compute_average_loss).

    Args:
      per_example_loss: a tensor of floats whose first axis is the batch; of other numbers, as float64.
      sample_weight: weights that broadcast against the losses; one axis too few is added at the end, one too many
        there is dropped.
      global_batch_size: the number of examples, over all replicas; by default the extent of the first axis, times the replicas.

    Returns:
      A scalar.

    Raises:
      RuntimeError: there is no `global_batch_size`, in the scope of a strategy, but outside of its replicas.
      ValueError: `per_example_loss` is a scalar, or the batch size is negative or no integer.

    >>> import graphwright as tf
    >>> float(tf.nn.compute_average_loss([1.0, 3.0]))
    2.0
    """
    losses = _float_loss(per_example_loss)
    dtype = losses.dtype
    if losses._rank() == 0:
        raise ValueError(f"`per_example_loss` must have at least 1 dimension. Received: per_example_loss={losses}")
    if sample_weight is not None:
        weights = _cast(as_tensor(sample_weight), DstT=dtype)
        losses = _mul(losses, weights_of_rank(weights, losses))
    batch_size: Any = global_batch_size
    if batch_size is None:
        replicas = _replicas("compute_average_loss")
        sizes = losses._shape_tuple()
        size = sizes[0] if sizes else None
        batch_size = (size if size is not None else _core.op("GatherV2")(_shape(losses), 0, 0)) * replicas
    if isinstance(batch_size, Tensor):
        if batch_size._rank():
            raise ValueError(f"`global_batch_size` must be a scalar. Received: {batch_size}")
        if not batch_size.dtype.is_integer:
            raise TypeError(f"`global_batch_size` must be an int64 tensor or int. Received: {batch_size}")
    elif batch_size < 0:
        raise ValueError(f"`global_batch_size` must be non-negative. Received: {batch_size}")
    total = _sum(losses, list(range(len(losses.shape))))
    count = _cast(_convert(batch_size), DstT=dtype)
    return _div_no_nan(total, count)
