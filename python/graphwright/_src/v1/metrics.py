"""tf.compat.v1.metrics: means, counts and ratios that grow batch by batch in local variables."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import broadcast_to, identity, of_one_rank, rank, reshape, size, weights_of_rank
from graphwright._src.ops.assertions import assert_rank_in
from graphwright._src.ops.math import logical_not, sqrt, square
from graphwright._src.ops.math_binary import divide_no_nan, less, logical_and, maximum, subtract
from graphwright._src.ops.math_convert import where
from graphwright._src.ops.math_count import confusion_matrix
from graphwright._src.ops.math_reduce import reduce_mean, reduce_sum
from graphwright._src.ops.math_segment import unsorted_segment_sum
from graphwright._src.ops.matrix_diag import diag_part
from graphwright._src.session.collections import GraphKeys
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, ones_like, zeros, zeros_like
from graphwright._src.v1.variable_scope import variable_scope
from graphwright._src.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

    Result = tuple[Any, Any]
    _Collections = tuple[Sequence[str] | None, Sequence[str] | None]

_ARGUMENTS = """
    Args:
      {arguments}
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
"""


def documented(what: str, arguments: str = "labels, predictions: tensors of the same shape.") -> Callable[[Any], Any]:
    """Decorates a metric: gives it the docstring that all have."""

    def decorate(function: Callable[..., Any]) -> Any:
        name = function.__name__
        function.__doc__ = f"{what} (tf.compat.v1.metrics.{name}).\n{_ARGUMENTS.format(arguments=arguments)}    "
        return export(f"compat.v1.metrics.{name}")(function)

    return decorate


def metric_variable(shape: ShapeLike, dtype: DTypeLike, name: str) -> Any:
    """Returns a local variable of zeros."""
    return VariableV1(
        lambda: zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        name=name,
        dtype=dtype,
    )


@contextlib.contextmanager
def metric_scope(function: str, name: str | None) -> Iterator[None]:
    """Returns the scope of a metric. Raises RuntimeError while ops run at once."""
    if _core.executing_eagerly():
        raise RuntimeError(f"tf.metrics.{function} is not supported when eager execution is enabled.")
    with variable_scope(name, function):
        yield


def collected(
    value: Tensor, update: object, metrics_collections: Sequence[str] | None, updates_collections: Sequence[str] | None
) -> Result:
    """Returns the value and the update, in the collections that were asked for."""
    graph = default_graph()
    for collections, item in ((metrics_collections, value), (updates_collections, update)):
        if collections:
            graph.add_to_collections(collections, item)
    return value, update


def added(variable: Variable, amount: TensorLike) -> Tensor:
    """Returns a tensor that adds to a variable and gives its value after that."""
    with control_dependencies([variable.assign_add(amount, read_value=False)]):
        return variable.value()


def tensor(value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Returns a value as a tensor of a dtype."""
    value = _core.convert_to_tensor(value)
    return value if dtype is None or value.dtype == dtype else _core.op("Cast")(value, DstT=dtype)


def ratio(part: Tensor, whole: Tensor, name: str | None = None) -> Tensor:
    """part / whole, 0 where the whole is not positive."""
    return divide_no_nan(part, maximum(whole, zeros_like(whole)), name)


# What results are called within the scope of a metric.
RESULTS = "value", "update_op"


def aligned(
    labels: TensorLike, predictions: TensorLike, weights: TensorLike | None, dtype: DTypeLike | None = None
) -> tuple[Tensor, Tensor, Any]:
    """Labels and predictions of the same rank, a last axis of one element taken off where only one has it; and float weights."""
    labels, predictions = of_one_rank(tensor(labels, dtype), tensor(predictions, dtype))
    labels.shape.assert_is_compatible_with(predictions.shape)
    if weights is not None:
        weights = weights_of_rank(tensor(weights, dtypes.float32), predictions)
    return labels, predictions, weights


def _of_rank(weights: TensorLike, values: TensorLike) -> Tensor:
    """Weights, checked to be a scalar or of the rank of values."""
    checked = assert_rank_in(weights, (0, rank(values)))
    with control_dependencies([] if checked is None else [checked]):
        return identity(weights)


def spread(weights: TensorLike, values: TensorLike) -> Tensor:
    """Weights, a scalar or of the rank of values, in the shape of these."""
    return broadcast_to(_of_rank(weights, values), array_module.shape(values))


# ---- means ----


@documented("The mean of all values so far", "values: a tensor.")
def mean(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope("mean", name):
        values = tensor(values, dtypes.float32)
        total, count = (metric_variable([], dtypes.float32, part) for part in ("total", "count"))
        if weights is None:
            amount = tensor(size(values), dtypes.float32)
        else:
            values, _, given = aligned(values, values, weights)
            factors = spread(given, values)
            values, amount = values * factors, reduce_sum(factors)
        new_total, new_count = added(total, reduce_sum(values)), added(count, amount)
        value, update = map(ratio, (total.value(), new_total), (count.value(), new_count), RESULTS)
        return collected(value, update, metrics_collections, updates_collections)


@documented("The mean of each element of tensors so far", "values: a tensor.")
def mean_tensor(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope("mean", name):
        values = tensor(values, dtypes.float32)
        total = metric_variable(values.shape, dtypes.float32, "total_tensor")
        count = metric_variable(values.shape, dtypes.float32, "count_tensor")
        amount = ones_like(values)
        if weights is not None:
            values, _, given = aligned(values, values, weights)
            factors = spread(given, values)
            values, amount = values * factors, amount * factors
        new_total, new_count = added(total, values), added(count, amount)
        value, update = map(ratio, (total.value(), new_total), (count.value(), new_count), RESULTS)
        return collected(value, update, metrics_collections, updates_collections)


def _mean_of(
    function: str,
    compute: Callable[[Any, Any], Any],
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None,
    collections: _Collections,
    name: str | None,
    dtype: DTypeLike | None = dtypes.float32,
) -> Result:
    """Returns the mean of what a function gives for labels and predictions."""
    if _core.executing_eagerly():
        raise RuntimeError(f"tf.metrics.{function} is not supported when eager execution is enabled.")
    labels, predictions, weights = aligned(labels, predictions, weights, dtype)
    return mean(compute(labels, predictions), weights, *collections, name or function)


@documented("How many of the predictions are the labels")
def accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    def correct(labels: Tensor, predictions: Tensor) -> Any:
        if predictions.dtype != labels.dtype:
            predictions = tensor(predictions, labels.dtype)
        return tensor(_core.op("Equal")(predictions, labels), dtypes.float32)

    collections = metrics_collections, updates_collections
    return _mean_of("accuracy", correct, labels, predictions, weights, collections, name, None)


@documented("The mean of |labels - predictions|")
def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    collections = metrics_collections, updates_collections
    return _mean_of(
        "mean_absolute_error", lambda a, b: math_module.abs(b - a), labels, predictions, weights, collections, name
    )


@documented("The mean of (labels - predictions)²")
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    collections = metrics_collections, updates_collections
    return _mean_of("mean_squared_error", lambda a, b: square(b - a), labels, predictions, weights, collections, name)


@documented("The root of the mean of (labels - predictions)²")
def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    if _core.executing_eagerly():
        raise RuntimeError("tf.metrics.root_mean_squared_error is not supported when eager execution is enabled.")
    value, update = mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    root = sqrt
    return collected(root(value), root(update), metrics_collections, updates_collections)


@documented(
    "The mean of |labels - predictions| / normalizer",
    "labels, predictions, normalizer: tensors of the same shape; where the normalizer is zero, so is the error.",
)
def mean_relative_error(
    labels: TensorLike,
    predictions: TensorLike,
    normalizer: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    def relative(labels: Tensor, predictions: Tensor) -> Any:
        predictions, by = of_one_rank(predictions, tensor(normalizer, dtypes.float32))
        predictions.shape.assert_is_compatible_with(by.shape)
        error = math_module.abs(labels - predictions)
        return where(_core.op("Equal")(by, 0.0), zeros_like(error), error / by)

    collections = metrics_collections, updates_collections
    return _mean_of("mean_relative_error", relative, labels, predictions, weights, collections, name)


@documented(
    "One minus the mean of products of unit vectors",
    "labels, predictions: tensors of the same shape.\n      dim: the axis of the vectors.",
)
def mean_cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    dim: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    if _core.executing_eagerly():
        raise RuntimeError("tf.metrics.mean_cosine_distance is not supported when eager execution is enabled.")
    labels, predictions, weights = aligned(labels, predictions, weights, dtypes.float32)
    products = reduce_sum(labels * predictions, [dim], keepdims=True)
    value, update = mean(products, weights, None, None, name or "mean_cosine_distance")
    value, update = (subtract(1.0, similarity) for similarity in (value, update))
    return collected(value, update, metrics_collections, updates_collections)


@documented("How many of the values are below a threshold", "values: a tensor.\n      threshold: a number.")
def percentage_below(
    values: TensorLike,
    threshold: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    if _core.executing_eagerly():
        raise RuntimeError("tf.metrics.percentage_below is not supported when eager execution is enabled.")
    values = tensor(values)
    below = tensor(less(values, threshold), dtypes.float32)
    return mean(below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")


# ---- classes ----


_CLASSES = (
    "labels, predictions: tensors of integers below `num_classes`.\n      num_classes: how many classes there are."
)


@documented("The mean over classes of the intersection over the union of labels and predictions", _CLASSES)
def mean_iou(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope("mean_iou", name):
        truths, guesses = (reshape(tensor(x, dtypes.int64), [-1]) for x in (labels, predictions))
        if weights is not None:
            weights = broadcast_to(reshape(tensor(weights), [-1]), array_module.shape(truths))
        counts = metric_variable([num_classes, num_classes], dtypes.float64, "total_confusion_matrix")
        batch = confusion_matrix(truths, guesses, num_classes, weights, dtypes.float64)
        update = added(counts, batch)
        matrix = counts.value()
        sums = [tensor(reduce_sum(matrix, axis), dtypes.float32) for axis in (0, 1)]
        both = tensor(diag_part(matrix), dtypes.float32)
        union = sums[0] + sums[1] - both
        seen = reduce_sum(tensor(_core.op("NotEqual")(union, 0.0), dtypes.float32))
        value = ratio(reduce_sum(divide_no_nan(both, union)), seen)
        return collected(value, update, metrics_collections, updates_collections)


@documented("The mean over classes of how many of a class are predicted", _CLASSES)
def mean_per_class_accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope("mean_accuracy", name):
        labels = reshape(tensor(labels, dtypes.int64), [-1])
        predictions = reshape(tensor(predictions, dtypes.int64), [-1])
        total = metric_variable([num_classes], dtypes.float32, "total")
        count = metric_variable([num_classes], dtypes.float32, "count")
        each = ones(array_module.shape(labels))
        correct = tensor(_core.op("Equal")(labels, predictions), dtypes.float32)
        if weights is not None:
            weights = reshape(tensor(weights, dtypes.float32), [-1])
            correct, each = correct * weights, each * weights
        gathered = unsorted_segment_sum
        new_total = added(total, gathered(each, labels, num_classes))
        new_count = added(count, gathered(correct, labels, num_classes))
        value = reduce_mean(ratio(count.value(), total.value()), name="mean_accuracy")
        update = ratio(new_count, new_total, "update_op")
        return collected(value, update, metrics_collections, updates_collections)


# ---- true and false, positives and negatives ----

KINDS = ("tp", "fp", "tn", "fn")
NAMES = {"tp": "true_positives", "fp": "false_positives", "tn": "true_negatives", "fn": "false_negatives"}


def is_of_kind(kind: str, labels: TensorLike, predictions: TensorLike) -> Any:
    """Returns where truth values of labels and predictions are of a kind."""
    both = logical_and
    predicted = predictions if kind[1] == "p" else logical_not(predictions)
    wanted = labels if kind in ("tp", "fn") else logical_not(labels)
    return both(wanted, predicted)


def _counted(
    kind: str, labels: TensorLike, predictions: TensorLike, weights: TensorLike | None, name: str | None
) -> Result:
    """Returns the count of a kind so far and after this batch."""
    function = NAMES[kind]
    with metric_scope(function, name):
        labels, predictions, weights = aligned(labels, predictions, weights, dtypes.bool)
        counts = tensor(is_of_kind(kind, labels, predictions), dtypes.float32)
        if weights is not None:
            counts = counts * _of_rank(weights, counts)
        count = metric_variable([], dtypes.float32, "count")
        update = added(count, reduce_sum(counts))
        return identity(count.value()), update


def _publish_count(kind: str, what: str) -> None:
    def count(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: Sequence[str] | None = None,
        updates_collections: Sequence[str] | None = None,
        name: str | None = None,
    ) -> Result:
        value, update = _counted(kind, labels, predictions, weights, name)
        return collected(value, update, metrics_collections, updates_collections)

    count.__name__ = count.__qualname__ = NAMES[kind]
    documented(f"The number of {what}", "labels, predictions: tensors of the same shape, cast to bool.")(count)


for _kind, _what in {
    "tp": "predictions that are true, as their labels",
    "fp": "predictions that are true where their labels are false",
    "tn": "predictions that are false, as their labels",
    "fn": "predictions that are false where their labels are true",
}.items():
    _publish_count(_kind, _what)


def _share(
    function: str,
    kinds: tuple[str, str],
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None,
    collections: _Collections,
    name: str | None,
) -> Result:
    """Returns the first kind's share of both."""
    with metric_scope(function, name):
        counts = [_counted(kind, labels, predictions, weights, NAMES[kind]) for kind in kinds]
        value, update = (ratio(counts[0][i], counts[0][i] + counts[1][i], RESULTS[i]) for i in (0, 1))
        return collected(value, update, *collections)


@documented(
    "How many of the true predictions are right", "labels, predictions: tensors of the same shape, cast to bool."
)
def precision(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    collections = metrics_collections, updates_collections
    return _share("precision", ("tp", "fp"), labels, predictions, weights, collections, name)


@documented(
    "How many of the true labels are predicted", "labels, predictions: tensors of the same shape, cast to bool."
)
def recall(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    collections = metrics_collections, updates_collections
    return _share("recall", ("tp", "fn"), labels, predictions, weights, collections, name)
