"""Names of `tensorflow.python.ops.metrics_impl` that no public namespace has."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright.as_tensorflow.ops_names import remove_squeezable_dimensions


def metric_variable(shape: Any, dtype: Any, validate_shape: bool = True, name: str | None = None) -> Any:
    """Returns a local variable of zeros, in the collection of metrics'; strategies add up its copies."""
    keys = tf.compat.v1.GraphKeys
    return tf.compat.v1.Variable(
        lambda: tf.zeros(shape, dtype),
        trainable=False,
        collections=[keys.LOCAL_VARIABLES, keys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.SUM,
        name=name,
    )


def remove_squeezable_with_weights(predictions: Any, labels: Any, weights: Any) -> tuple[Any, Any, Any]:
    """Returns predictions, labels and weights without a last axis of 1 that one of them has more than the others."""
    predictions = tf.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = tf.convert_to_tensor(weights)
    ranks = weights.shape.rank, predictions.shape.rank
    if None in ranks:
        if ranks[0] == 0:
            return predictions, labels, weights
        difference = tf.rank(weights) - tf.rank(predictions)
        longer, shorter = tf.equal(difference, 1), tf.equal(difference, -1)

        def spread() -> Any:
            return tf.cond(shorter, lambda: tf.expand_dims(weights, [-1]), lambda: tf.identity(weights))

        last = weights.shape[-1] if ranks[0] else None
        # What is known not to fit is not tried.
        squeeze = (lambda: weights) if last not in (None, 1) else lambda: tf.squeeze(weights, [-1])
        weights = tf.cond(longer, squeeze, spread)
    elif ranks[0] and ranks[0] == ranks[1] + 1:
        weights = tf.squeeze(weights, [-1])
    elif ranks[0] and ranks[0] == ranks[1] - 1:
        weights = tf.expand_dims(weights, [-1])
    return predictions, labels, weights


_remove_squeezable_dimensions = remove_squeezable_with_weights


def _safe_scalar_div(numerator: Any, denominator: Any, name: str) -> Any:
    """Returns a ratio of scalars, 0 where the denominator is 0."""
    numerator.shape.with_rank_at_most(1)
    denominator.shape.with_rank_at_most(1)
    return tf.math.divide_no_nan(numerator, denominator, name=name)


def _confusion_matrix_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None, includes: Any = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the counts "tp", "fn", "tn" and "fp", or those of `includes`, at each threshold: so far, and after a batch."""
    from graphwright._src.v1 import ranking_metrics

    every = ("tp", "fn", "tn", "fp")
    for each in includes or ():
        if each not in every:
            raise ValueError(f"Invalid key: {each}")
    return ranking_metrics.counts_at(every if includes is None else includes, labels, predictions, thresholds, weights)


def _streaming_sparse_average_precision_at_top_k(
    labels: Any,
    predictions_idx: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Returns the mean average precision of predictions that are sorted: so far, and after a batch."""
    from graphwright._src.v1 import ranking_metrics

    with tf.compat.v1.name_scope(name, "average_precision_at_top_k", (predictions_idx, labels, weights)):
        chosen = tf.cast(predictions_idx, tf.int64)
        if chosen.shape.rank is None or chosen.shape[-1] is None:
            raise ValueError("predictions_idx must have a last axis of known size")
        return ranking_metrics.average_precision_of_best(
            labels, chosen, chosen.shape[-1], weights, metrics_collections, updates_collections
        )


def _aggregate_variable(v: Any, collections: Any) -> Any:
    """Returns the value of a metric's variable, which is put into collections."""
    value = tf.convert_to_tensor(v)
    for each in collections or ():
        tf.compat.v1.add_to_collection(each, value)
    return value
