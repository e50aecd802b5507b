"""tf.compat.v1.metrics: at thresholds, areas under curves, and among the k best."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.composite.sparse.elements import to_dense
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array, math_binary, math_convert
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array import broadcast_to, expand_dims, eye, identity, reshape, shape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_greater_equal, assert_less_equal
from graphwright._src.ops.math import log, logical_not
from graphwright._src.ops.math_binary import divide_no_nan, greater, logical_and, minimum
from graphwright._src.ops.math_reduce import argmax, argmin, cumsum, reduce_any, reduce_min, reduce_sum
from graphwright._src.ops.matrix_diag import band_part
from graphwright._src.ops.sort import top_k
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import ones, ones_like
from graphwright._src.v1.array import convert_to_tensor_or_sparse_tensor
from graphwright._src.v1.metrics import (
    KINDS,
    NAMES,
    RESULTS,
    added,
    aligned,
    collected,
    documented,
    is_of_kind,
    metric_scope,
    metric_variable,
    ratio,
    spread,
    tensor,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike

    Result = tuple[Any, Any]

_AT = (
    "labels: a tensor, cast to bool.\n      predictions: a tensor of the same shape, of values in [0, 1].\n"
    "      thresholds: a list of numbers in [0, 1]."
)


def counts_at(
    kinds: Iterable[str],
    labels: TensorLike,
    predictions: TensorLike,
    thresholds: Sequence[float],
    weights: TensorLike | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the counts of each kind at each threshold: so far, and after this batch."""
    told = "predictions must be in [0, 1]"
    predictions = tensor(predictions)
    least, most = (math_convert.cast(bound, predictions.dtype) for bound in (0.0, 1.0))
    checks = [assert_greater_equal(predictions, least, told), assert_less_equal(predictions, most, told)]
    # As in TensorFlow, labels that are bools already do not wait for the checks.
    with control_dependencies([check for check in checks if check is not None]):
        predictions = tensor(predictions, dtypes.float32)
        labels, predictions, weights = aligned(tensor(labels, dtypes.bool), predictions, weights)
    flat = reshape
    truths = flat(labels, [1, -1])
    limits = flat(tensor(list(thresholds), dtypes.float32), [-1, 1])
    above = greater(flat(predictions, [1, -1]), limits)
    truths = broadcast_to(truths, shape(above))
    values, updates = {}, {}
    for kind in sorted(kinds, key=("tp", "fn", "tn", "fp").index):  # the order in which the variables are listed
        counts = tensor(is_of_kind(kind, truths, above), dtypes.float32)
        if weights is not None:
            counts = counts * flat(spread(weights, predictions), [1, -1])
        variable = metric_variable([len(thresholds)], dtypes.float32, NAMES[kind])
        updates[kind] = added(variable, reduce_sum(counts, 1))
        values[kind] = identity(variable.value())
    return values, updates


def _publish_counts(kind: str) -> None:
    function = f"{NAMES[kind]}_at_thresholds"

    def counts(
        labels: TensorLike,
        predictions: TensorLike,
        thresholds: Sequence[float],
        weights: TensorLike | None = None,
        metrics_collections: Sequence[str] | None = None,
        updates_collections: Sequence[str] | None = None,
        name: str | None = None,
    ) -> Result:
        with metric_scope(NAMES[kind], name):
            values, updates = counts_at([kind], labels, predictions, thresholds, weights)
            return collected(values[kind], updates[kind], metrics_collections, updates_collections)

    counts.__name__ = counts.__qualname__ = function
    documented(f"The number of {NAMES[kind].replace('_', ' ')} at each threshold", _AT)(counts)


for _kind in KINDS:
    _publish_counts(_kind)


def _publish_share(function: str, other: str, what: str) -> None:
    def share(
        labels: TensorLike,
        predictions: TensorLike,
        thresholds: Sequence[float],
        weights: TensorLike | None = None,
        metrics_collections: Sequence[str] | None = None,
        updates_collections: Sequence[str] | None = None,
        name: str | None = None,
    ) -> Result:
        divide = math_binary.divide
        with metric_scope(function, name):
            both = counts_at(["tp", other], labels, predictions, thresholds, weights)
            what = function.partition("_")[0]
            names = [f"{what}_{result}" for result in RESULTS]
            value, update = (
                divide(counts["tp"], 1e-7 + counts["tp"] + counts[other], name) for counts, name in zip(both, names)
            )
            return collected(value, update, metrics_collections, updates_collections)

    share.__name__ = share.__qualname__ = function
    documented(what, _AT)(share)


_publish_share("precision_at_thresholds", "fp", "How many of the predictions above each threshold are right")
_publish_share("recall_at_thresholds", "fn", "How many of the true labels are above each threshold")


def _evenly(count: int) -> list[float]:
    """Thresholds between 0 and 1, and one on either side."""
    return [-1e-7, *((i + 1.0) / (count - 1) for i in range(count - 2)), 1.0 + 1e-7]


_CURVE = (
    "labels: a tensor, cast to bool.\n      predictions: a tensor of the same shape, of values in [0, 1].\n"
    "      num_thresholds: at how many thresholds the curve is known."
)


@documented(
    "The area under the curve of true over false positives (or precision over recall, `curve='PR'`)",
    _CURVE + "\n      curve: 'ROC' or 'PR'.\n      summation_method: 'trapezoidal', 'minoring', 'majoring', or "
    "'careful_interpolation' for 'PR'.\n      thresholds: a list of numbers in [0, 1] in place of evenly spaced ones.",
)
def auc(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Sequence[float] | None = None,
) -> Result:
    with metric_scope("auc", name):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        if thresholds is not None:
            num_thresholds = len(thresholds) + 2
            limits = [-1e-7, *sorted(thresholds), 1.0 + 1e-7]
        else:
            limits = _evenly(num_thresholds)
        both = counts_at(KINDS, labels, predictions, limits, weights)
        value, update = (_area(curve, summation_method, counts, result) for counts, result in zip(both, RESULTS))
        return collected(value, update, metrics_collections, updates_collections)


def _area(curve: str, method: str, counts: dict[str, Any], name: str) -> Any:
    tp, fp, tn, fn = (counts[kind] for kind in KINDS)
    total = reduce_sum
    if method == "careful_interpolation":
        if curve != "PR":
            raise ValueError(f"Invalid summation_method: {method}: it is for curve PR")
        return _interpolated_area(tp, fp, fn, name)
    small = 1e-6
    recalls = (tp + small) / (tp + fn + small)
    if curve == "ROC":
        x, y = fp / (fp + tn + small), recalls
    else:
        x, y = recalls, (tp + small) / (tp + fp + small)
    widths = x[:-1] - x[1:]
    if method == "trapezoidal":
        return total(widths * (y[:-1] + y[1:]) / 2.0, name=name)
    if method == "minoring":
        return total(widths * minimum(y[:-1], y[1:]), name=name)
    if method == "majoring":
        return total(widths * math_binary.maximum(y[:-1], y[1:]), name=name)
    raise ValueError(f"Invalid summation_method: {method}")


def _interpolated_area(tp: Tensor, fp: Tensor, fn: Tensor, name: str) -> Any:
    """Returns the area under precision over recall, between thresholds as Davis and Goadrich have it.

    Counts change evenly there.
    """
    maximum, where = math_binary.maximum, math_convert.where
    change = tp[:-1] - tp[1:]
    positives = tp + fp
    slope = divide_no_nan(change, maximum(positives[:-1] - positives[1:], 0.0))
    intercept = tp[1:] - slope * positives[1:]
    safe = logical_and(positives[:-1] > 0, positives[1:] > 0)
    relative = where(
        safe,
        divide_no_nan(positives[:-1], maximum(positives[1:], 0.0)),
        ones_like(positives[1:]),
    )
    areas = slope * (change + intercept * log(relative))
    shares = divide_no_nan(areas, maximum(tp[1:] + fn[1:], 0.0))
    return reduce_sum(shares, name=name)


def _best_at(other: Tensor, wanted: TensorLike, last: bool) -> Any:
    """Returns the threshold where a share is nearest to a wanted one: the first, or the last."""
    distance = math_module.abs(other - wanted)
    if not last:
        return argmin(distance, 0)
    nearest = tensor(_core.op("Equal")(distance, reduce_min(distance)), dtypes.int64)
    return argmax(cumsum(nearest), 0)


@documented(
    "The sensitivity where the specificity is nearest to a given one", _CURVE + "\n      specificity: in [0, 1]."
)
def sensitivity_at_specificity(
    labels: TensorLike,
    predictions: TensorLike,
    specificity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    if specificity < 0 or specificity > 1:
        raise ValueError(f"`specificity` must be in the range [0, 1]. Currently, `specificity` is {specificity}.")
    with metric_scope("sensitivity_at_specificity", name):
        found = []
        both = counts_at(KINDS, labels, predictions, _evenly(num_thresholds), weights)
        for counts, result in zip(both, RESULTS):
            tp, fp, tn, fn = (counts[kind] for kind in KINDS)
            at = _best_at(tn / (tn + fp + 1e-7), specificity, False)
            found.append(math_binary.divide(tp[at], tp[at] + fn[at] + 1e-7, result))
        value, update = found
        return collected(value, update, metrics_collections, updates_collections)


@documented(
    "The specificity where the sensitivity is nearest to a given one", _CURVE + "\n      sensitivity: in [0, 1]."
)
def specificity_at_sensitivity(
    labels: TensorLike,
    predictions: TensorLike,
    sensitivity: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    if sensitivity < 0 or sensitivity > 1:
        raise ValueError(f"`sensitivity` must be in the range [0, 1]. Currently, `sensitivity` is {sensitivity}.")
    with metric_scope("specificity_at_sensitivity", name):
        found = []
        both = counts_at(KINDS, labels, predictions, _evenly(num_thresholds), weights)
        for counts, result in zip(both, RESULTS):
            tp, fp, tn, fn = (counts[kind] for kind in KINDS)
            at = _best_at(tp / (tp + fn + 1e-7), sensitivity, True)
            found.append(math_binary.divide(tn[at], tn[at] + fp[at] + 1e-7, result))
        value, update = found
        return collected(value, update, metrics_collections, updates_collections)


# ---- among the k best ----

_K = (
    "labels: integers, several for each example along the last axis, or one each; or a sparse tensor of them.\n"
    "      predictions: a score for each class, along the last axis.\n      k: how many of the best count."
)
_INDICES = "labels: as of `precision_at_k`.\n      predictions_idx: the classes, along the last axis.\n      k: unused."
_CLASS = "\n      class_id: the only class that counts; None for all."


def _labels_of(labels: TensorLike, chosen: Tensor) -> tuple[Tensor, Tensor | None]:
    """Returns labels with an axis of their own, int64, and where a sparse tensor has some; None for dense ones.

    Raises:
      ValueError: their rank is neither that of the chosen classes nor one less, or that is below 2.
    """
    given = convert_to_tensor_or_sparse_tensor(labels)
    there = None
    if isinstance(given, SparseTensor):
        values = tensor(given.values, dtypes.int64)
        there = to_dense(SparseTensor(given.indices, ones_like(values), given.dense_shape), 0)
        found = to_dense(SparseTensor(given.indices, values, given.dense_shape), 0)
    else:
        found = tensor(given, dtypes.int64)
    rank, wanted = found.shape.rank, chosen.shape.rank
    if rank is None or wanted is None:
        missing = tensor(_core.op("Equal")(array.rank(found) + 1, array.rank(chosen)), dtypes.int32)
        whole = concat([shape(found), ones([missing], dtypes.int32)], 0)
        found, there = reshape(found, whole), None if there is None else reshape(there, whole)
    elif rank + 1 == wanted:
        found, there = expand_dims(found, -1), None if there is None else expand_dims(there, -1)
    elif rank != wanted:
        raise ValueError(
            f"Unexpected labels shape {found.shape} for predictions shape {chosen.shape}. Predictions rank should be the same "
            "rank as labels rank or labels rank should be one less than predictions rank."
        )
    if wanted is not None and wanted < 2:
        raise ValueError(
            f"Shape must be at least rank 2 but is rank {wanted} for the predictions of a metric: {chosen.shape}."
        )
    return found, None if there is None else there > tensor(0, dtypes.int64)


def _hits(labels: Tensor, there: Tensor | None, chosen: Tensor) -> Tensor:
    """Returns for each of the chosen classes whether it is a label."""
    same = _core.op("Equal")(chosen[..., :, None], labels[..., None, :])
    return reduce_any(same if there is None else logical_and(same, there[..., None, :]), -1)


def _once(values: Tensor, there: Tensor | None = None) -> Tensor:
    """Returns for each value along the last axis whether it is there, and no other before it is the same."""
    size = shape(values)[-1]
    earlier = band_part(ones([size, size]), -1, 0) - eye(size)
    if there is not None:
        earlier = earlier * tensor(there, dtypes.float32)[..., None, :]
    same = tensor(_core.op("Equal")(values[..., :, None], values[..., None, :]), dtypes.float32)
    once = logical_not(reduce_any(same * earlier > 0.0, -1))
    return once if there is None else logical_and(once, there)


def _sum_weighted(flags: TensorLike, weights: TensorLike | None) -> Any:
    counts = reduce_sum(tensor(flags, dtypes.float64), -1)
    if weights is not None:
        counts = counts * spread(tensor(weights, dtypes.float64), counts)
    return reduce_sum(counts)


def _share_of_best(
    labels: TensorLike,
    chosen: Tensor,
    class_id: int | None,
    weights: TensorLike | None,
    of_labels: bool,
    collections: tuple[Sequence[str] | None, Sequence[str] | None],
    k: int | None,
) -> Result:
    scope = default_graph().get_name_scope()
    labels, there = _labels_of(labels, chosen)
    # Both are sets.
    counting = _once(chosen)
    real = _once(labels, there) if of_labels else counting
    if class_id is not None:
        wanted = tensor(class_id, dtypes.int64)
        counting = logical_and(counting, _core.op("Equal")(chosen, wanted))
        real = logical_and(real, _core.op("Equal")(labels, wanted)) if of_labels else counting
    right = _sum_weighted(logical_and(_hits(labels, there, chosen), counting), weights)
    wrong = _sum_weighted(real, weights) - right
    kinds = "tp", "fn" if of_labels else "fp"
    names = [_at_k(NAMES[kind].removesuffix("s"), k, class_id) for kind in kinds]
    variables = [metric_variable([], dtypes.float64, name) for name in names]
    values = [variable.value() for variable in variables]
    updates = [added(variable, amount) for variable, amount in zip(variables, (right, wrong), strict=True)]
    results = f"{scope}/", "update"  # the value is called as the scope
    value, update = (
        math_binary.divide(one, one + other, name) for (one, other), name in zip((values, updates), results)
    )
    return collected(value, update, *collections)


def _at_k(what: str, k: int | None, class_id: int | None = None) -> str:
    """Returns the name of something among the k best, perhaps of one class."""
    name = f"{what}_at_k" if k is None else f"{what}_at_{k}"
    return name if class_id is None else f"{name}_class{class_id}"


def _best(predictions: TensorLike, k: int) -> Any:
    return tensor(top_k(tensor(predictions), k)[1], dtypes.int64)


@documented("How many of the k best predictions are labels", _K + _CLASS)
def precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope(_at_k("precision", k, class_id), name):
        collections = metrics_collections, updates_collections
        return _share_of_best(labels, _best(predictions, k), class_id, weights, False, collections, k)


@documented("How many of the labels are among the k best predictions", _K + _CLASS)
def recall_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope(_at_k("recall", k, class_id), name):
        collections = metrics_collections, updates_collections
        return _share_of_best(labels, _best(predictions, k), class_id, weights, True, collections, k)


@documented("How many of given predictions are labels", _INDICES + _CLASS)
def precision_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope(_at_k("precision", k, class_id), name):
        collections = metrics_collections, updates_collections
        return _share_of_best(labels, tensor(predictions_idx, dtypes.int64), class_id, weights, False, collections, k)


@documented("How many of the labels are among given predictions", _INDICES + _CLASS)
def recall_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope(_at_k("recall", k, class_id), name):
        collections = metrics_collections, updates_collections
        return _share_of_best(labels, tensor(predictions_idx, dtypes.int64), class_id, weights, True, collections, k)


@documented("The mean over examples of the average precision among the k best predictions", _K)
def average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    with metric_scope(_at_k("average_precision", k), name):
        predictions = tensor(predictions)
        return average_precision_of_best(
            *(labels, _best(predictions, k), k, weights, metrics_collections, updates_collections),
            num_classes=shape(predictions)[-1],
        )


def average_precision_of_best(
    labels: TensorLike,
    chosen: Tensor,
    k: int,
    weights: TensorLike | None,
    metrics_collections: Sequence[str] | None,
    updates_collections: Sequence[str] | None,
    num_classes: Any = None,
) -> Result:
    """Returns the mean average precision of the k best predictions, which are chosen already, in the open scope.

    Of dense labels only those below `num_classes` are relevant, where that is given.

    Raises:
      ValueError: `chosen` has no last axis of known size, or its rank does not fit that of the labels.
    """
    scope = default_graph().get_name_scope()
    if chosen.shape.rank == 0:
        raise ValueError("The rank of `predictions_idx` must be at least 1.")
    if chosen.shape.rank is None:
        raise ValueError("as_list() is not defined on an unknown TensorShape.")
    if chosen.shape[-1] is None:
        raise ValueError("The last dimension of predictions_idx must be set. Currently, it is None.")
    labels, there = _labels_of(labels, chosen)
    hits = tensor(_hits(labels, there, chosen), dtypes.float64)
    if there is not None:
        real = _once(labels, there)
    else:  # where a label counts as often as it is there
        real = labels >= tensor(0, dtypes.int64)
        if num_classes is not None:
            real = logical_and(real, labels < tensor(num_classes, dtypes.int64))
    places = tensor(math_convert.range(1, k + 1), dtypes.float64)
    precisions = cumsum(hits, -1) / places * hits
    relevant = reduce_sum(tensor(real, dtypes.float64), -1)
    most = minimum(relevant, tensor(k, dtypes.float64))
    average = math_binary.divide(reduce_sum(precisions, -1), most)
    count, total = (metric_variable([], dtypes.float64, part) for part in ("max_1", "total"))
    amount = ones_like(average)
    if weights is not None:
        weights = spread(tensor(weights, dtypes.float64), average)
        average, amount = average * weights, amount * weights
    new_total = added(total, reduce_sum(average))
    new_count = added(count, reduce_sum(amount))
    value, update = ratio(total.value(), count.value(), "mean"), ratio(new_total, new_count, f"{scope}/")
    return collected(value, update, metrics_collections, updates_collections)


@documented("`precision_at_k` by its older name", _K + _CLASS)
def sparse_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    return precision_at_k(labels, predictions, k, class_id, weights, metrics_collections, updates_collections, name)


@documented("`average_precision_at_k` by its older name", _K)
def sparse_average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Result:
    return average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)
