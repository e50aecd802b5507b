"""tf.compat.v1.losses: losses with weights that are reduced to one number and kept in a collection of the graph."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.graph.scopes import executing_eagerly, name_scope
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math as math_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, rank, shape, size, stop_gradient
from graphwright._src.ops.math_binary import (
    add_n,
    divide_no_nan,
    maximum,
    minimum,
    multiply,
    not_equal,
    squared_difference,
)
from graphwright._src.ops.math_convert import where
from graphwright._src.ops.math_reduce import reduce_sum
from graphwright._src.ops.nn_activation import relu
from graphwright._src.ops.nn_loss import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphwright._src.session.collections import add_to_collection, get_collection
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import ones_like, zeros_like
from graphwright._src.v1.renamed import either

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike

_LOSSES = "losses"  # the collection's name in GraphKeys


@export("compat.v1.losses.Reduction")
class Reduction:
    """The ways to make one number of weighted losses (tf.compat.v1.losses.Reduction).

    >>> import graphwright as tf
    >>> tf.compat.v1.losses.Reduction.MEAN
    'weighted_mean'
    """

    NONE = "none"
    SUM = "weighted_sum"
    MEAN = "weighted_mean"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """Returns all of them."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises for what is none of them.

        Raises:
          ValueError: `key` is none.
        """
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


def _value(total: Tensor, count: Tensor) -> Tensor:
    """Returns a total in parts of a count, 0 where that is 0, under the name that losses have."""
    return divide_no_nan(total, count, name="value")


def _check_weights(weights: Tensor, values: Tensor) -> None:
    """Weights are a scalar, or have the rank of the values and each size theirs or 1."""
    w, v = weights.shape, values.shape
    if w.rank == 0 or w.rank is None or v.rank is None:
        return
    fits = w.rank == v.rank and all(a is None or b is None or a in (1, b) for a, b in zip(w, v, strict=True))
    if not fits:
        raise ValueError(
            f"weights can not be broadcast to values. values.rank={v.rank}. weights.rank={w.rank}. "
            f"values.shape={v}. weights.shape={w}."
        )


@export("compat.v1.losses.compute_weighted_loss")
def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Losses times weights, reduced (tf.compat.v1.losses.compute_weighted_loss).

    Args:
      losses: a tensor of shape [batch, ...].
      weights: a scalar, or a tensor of the same rank each of whose sizes is that of `losses` or 1.
      scope: a name for the ops.
      loss_collection: where a graph keeps the result.
      reduction: one of `Reduction`.

    Returns:
      A scalar of the dtype of `losses`; a tensor of their shape where `reduction` is "none".

    Raises:
      ValueError: `weights` do not broadcast, or `reduction` is none of these.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.compute_weighted_loss([1.0, 2.0, 4.0], weights=[1.0, 0.0, 1.0]))
    2.5
    """
    Reduction.validate(reduction)
    if weights is None:
        raise ValueError("`weights` must not be None: give 1.0 where all losses count the same")
    total, cast = reduce_sum, math_convert.cast
    float32 = dtypes.float32
    with name_scope(scope or "weighted_loss"):
        losses = convert_to_tensor(losses)
        weights = cast(convert_to_tensor(weights), float32)
        _check_weights(weights, losses)
        values = multiply(cast(losses, float32), weights)
        if reduction == Reduction.NONE:
            loss = values
        else:
            loss = total(values)
            if reduction == Reduction.MEAN:
                loss = _value(loss, total(ones_like(values) * weights))
            elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                present = cast(not_equal(weights, 0.0), float32)
                loss = _value(loss, total(ones_like(values) * present))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                loss = _value(loss, cast(size(values), float32))
        loss = cast(loss, losses.dtype)
    add_loss(loss, loss_collection)
    return loss


def _both(labels: TensorLike, predictions: TensorLike, names: tuple[str, str]) -> tuple[Tensor, Tensor]:
    """Labels and predictions as float32 of one shape."""
    for value, name in zip((labels, predictions), names, strict=True):
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")
    cast, float32 = math_convert.cast, dtypes.float32
    labels, predictions = cast(labels, float32), cast(predictions, float32)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return labels, predictions


_PAIR = ("labels", "predictions")


@export("compat.v1.losses.absolute_difference")
def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """|predictions - labels|, weighted and reduced (tf.compat.v1.losses.absolute_difference).

    For the other arguments, the result and errors see `compute_weighted_loss`.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.absolute_difference([1.0, 2.0], [2.0, 4.0]))
    1.5
    """
    with name_scope(scope or "absolute_difference") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        losses = math_module.abs(predictions - labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.mean_squared_error")
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """(predictions - labels)^2, weighted and reduced (tf.compat.v1.losses.mean_squared_error).

    For the other arguments, the result and errors see `compute_weighted_loss`.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.mean_squared_error([1.0, 2.0], [2.0, 4.0]))
    2.5
    """
    with name_scope(scope or "mean_squared_error") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        losses = squared_difference(predictions, labels)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.mean_pairwise_squared_error")
def mean_pairwise_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
) -> Tensor:
    """Squared errors of differences: ((p_i - p_j) - (l_i - l_j))^2, the mean over pairs of elements of each example.

    (tf.compat.v1.losses.mean_pairwise_squared_error)

    Args:
      labels, predictions: tensors of the same shape, examples along the first axis.
      weights: a scalar, or one for each example.
      scope: of the ops.
      loss_collection: to which the loss is added.

    Returns:
      A scalar, the sum over examples.

    Raises:
      ValueError: the shapes do not fit, or an argument is missing.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 0.0]], [[1.0, 3.0]]))
    4.0
    """
    with name_scope(scope or "mean_pairwise_squared_error") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        weights = math_convert.cast(weights, dtypes.float32)
        differences = predictions - labels
        total = reduce_sum
        _check_weights(weights, differences)
        axes = math_convert.range(1, rank(differences))
        # Elements whose weight is zero are not there; eager scalar weights count all elements of the batch as present.
        if executing_eagerly() and weights.shape.rank == 0 and float(weights) != 0.0:
            counts = math_convert.cast(size(differences), dtypes.float32)
        else:
            present = math_convert.cast(not_equal(weights, 0.0), dtypes.float32)
            counts = total(present * ones_like(differences), axes, keepdims=True)
        none = zeros_like(counts)
        fewer = maximum(counts - 1.0, none)
        squares = 2.0 * _value(total(differences * differences, axes, keepdims=True), fewer)
        of_sums = total(differences, axes, keepdims=True) ** 2
        products = 2.0 * _value(of_sums, maximum(counts * (counts - 1.0), none))
        loss = total((squares - products) * weights)
        loss = where(total(counts) > 0.0, loss, zeros_like(loss), name="value")
        add_loss(loss, loss_collection)
        return loss


@export("compat.v1.losses.huber_loss")
def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Half the squared error up to `delta`, linear beyond, weighted and reduced (tf.compat.v1.losses.huber_loss).

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.huber_loss([0.0, 0.0], [1.0, 3.0]))
    1.5
    """
    with name_scope(scope or "huber_loss") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        error = math_module.abs(predictions - labels)
        near = minimum(error, delta)
        return compute_weighted_loss(
            0.5 * near * near + delta * (error - near), weights, scope, loss_collection, reduction
        )


@export("compat.v1.losses.log_loss")
def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Cross-entropy of probabilities of one class, weighted and reduced (tf.compat.v1.losses.log_loss).

    >>> import graphwright as tf
    >>> round(float(tf.compat.v1.losses.log_loss([1.0, 0.0], [0.5, 0.5])), 4)
    0.6931
    """
    with name_scope(scope or "log_loss") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        log = math_module.log
        losses = -labels * log(predictions + epsilon) - (1 - labels) * log(1 - predictions + epsilon)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.hinge_loss")
def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """max(0, 1 - label * logit) with labels 0 and 1 read as -1 and 1 (tf.compat.v1.losses.hinge_loss).

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.hinge_loss([1.0, 0.0], [0.5, 0.5]))
    1.0
    """
    with name_scope(scope or "hinge_loss") as scope:
        labels, logits = _both(labels, logits, ("labels", "logits"))
        losses = relu(1 - (2 * labels - 1) * logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.cosine_distance")
def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Tensor:
    """1 minus the product of unit vectors along an axis (tf.compat.v1.losses.cosine_distance).

    The vectors are taken to have length 1 already. `dim` is another name of `axis`.

    Raises:
      ValueError: no axis is given.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.losses.cosine_distance([[0.0, 1.0]], [[1.0, 0.0]], axis=1))
    1.0
    """
    axis = either("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
    with name_scope(scope or "cosine_distance_loss") as scope:
        labels, predictions = _both(labels, predictions, _PAIR)
        losses = 1 - reduce_sum(predictions * labels, axis=axis, keepdims=True)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.sigmoid_cross_entropy")
def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Cross-entropy of independent classes, weighted and reduced (tf.compat.v1.losses.sigmoid_cross_entropy).

    Args:
      multi_class_labels: probabilities, [batch, classes].
      logits: of the same shape.
      weights: see `compute_weighted_loss`, also for the rest.
      label_smoothing: how far labels are drawn towards 1/2, in [0, 1].

    >>> import graphwright as tf
    >>> round(float(tf.compat.v1.losses.sigmoid_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])), 4)
    0.6931
    """
    for value, name in ((multi_class_labels, "multi_class_labels"), (logits, "logits")):
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")
    with name_scope(scope or "sigmoid_cross_entropy_loss") as scope:
        logits = convert_to_tensor(logits)
        labels = math_convert.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = sigmoid_cross_entropy_with_logits(labels, logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.softmax_cross_entropy")
def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Cross-entropy of classes that exclude each other (tf.compat.v1.losses.softmax_cross_entropy).

    Args:
      onehot_labels: probabilities of the classes, [batch, classes].
      logits: of the same shape.
      weights: a scalar or [batch]; see `compute_weighted_loss`, also for the rest.
      label_smoothing: how far labels are drawn towards 1/classes, in [0, 1].

    >>> import graphwright as tf
    >>> round(float(tf.compat.v1.losses.softmax_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])), 4)
    0.6931
    """
    for value, name in ((onehot_labels, "onehot_labels"), (logits, "logits")):
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")
    with name_scope(scope or "softmax_cross_entropy_loss") as scope:
        logits = convert_to_tensor(logits)
        labels = math_convert.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = math_convert.cast(shape(labels)[-1], logits.dtype)
            labels = labels * (1 - label_smoothing) + label_smoothing / classes
        labels = stop_gradient(labels)
        losses = softmax_cross_entropy_with_logits(labels, logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.sparse_softmax_cross_entropy")
def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str = _LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Cross-entropy with the numbers of the classes (tf.compat.v1.losses.sparse_softmax_cross_entropy).

    Args:
      labels: integers, [batch] or [batch, 1].
      logits: [batch, classes].
      weights: a scalar, [batch] or [batch, 1]; see `compute_weighted_loss`, also for the rest.

    >>> import graphwright as tf
    >>> round(float(tf.compat.v1.losses.sparse_softmax_cross_entropy([1], [[0.0, 0.0]])), 4)
    0.6931
    """
    for value, name in ((labels, "labels"), (logits, "logits")):
        if value is None:
            raise ValueError(f"Argument `{name}` must not be None.")
    with name_scope(scope or "sparse_softmax_cross_entropy_loss") as scope:
        convert, squeeze = convert_to_tensor, array_module.squeeze
        labels, logits, weights = convert(labels), convert(logits), convert(weights)
        if labels.shape.rank is not None and labels.shape.rank == logits.shape.rank:
            labels = squeeze(labels, [-1])
        if (
            weights.shape.rank is not None
            and labels.shape.rank is not None
            and weights.shape.rank == labels.shape.rank + 1
        ):
            weights = squeeze(weights, [-1])
        losses = sparse_softmax_cross_entropy_with_logits(labels, logits)
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


@export("compat.v1.losses.add_loss")
def add_loss(loss: Tensor, loss_collection: str = _LOSSES) -> None:
    """Keeps a loss in a collection of the graph (tf.compat.v1.losses.add_loss); eagerly it does nothing."""
    if loss_collection and not executing_eagerly():
        add_to_collection(loss_collection, loss)


@export("compat.v1.losses.get_losses")
def get_losses(scope: str | None = None, loss_collection: str = _LOSSES) -> list[Tensor]:
    """Returns the losses that a graph has kept (tf.compat.v1.losses.get_losses)."""
    return get_collection(loss_collection, scope)


@export("compat.v1.losses.get_regularization_losses")
def get_regularization_losses(scope: str | None = None) -> list[Tensor]:
    """Returns the losses that regularizers of variables add (tf.compat.v1.losses.get_regularization_losses)."""
    return get_collection("regularization_losses", scope)


@export("compat.v1.losses.get_regularization_loss")
def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """Returns the sum of the losses of regularizers (tf.compat.v1.losses.get_regularization_loss); 0 where there are none."""
    losses = get_regularization_losses(scope)
    return add_n(losses, name) if losses else constant(0.0)


@export("compat.v1.losses.get_total_loss")
def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """Returns the sum of all losses that a graph has kept (tf.compat.v1.losses.get_total_loss)."""
    losses = get_losses(scope)
    if add_regularization_losses:
        losses = losses + get_regularization_losses(scope)
    return add_n(losses, name)
