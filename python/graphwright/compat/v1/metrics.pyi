"""The public names of tf.compat.v1.metrics. Written by tools/write_stubs.py, not by hand."""
from collections.abc import Sequence
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.v1.metrics import (
    Result,
    accuracy as accuracy,
    mean as mean,
    mean_absolute_error as mean_absolute_error,
    mean_cosine_distance as mean_cosine_distance,
    mean_iou as mean_iou,
    mean_per_class_accuracy as mean_per_class_accuracy,
    mean_relative_error as mean_relative_error,
    mean_squared_error as mean_squared_error,
    mean_tensor as mean_tensor,
    percentage_below as percentage_below,
    precision as precision,
    recall as recall,
    root_mean_squared_error as root_mean_squared_error,
)
from graphwright._src.v1.ranking_metrics import (
    Result as Result_,
    auc as auc,
    average_precision_at_k as average_precision_at_k,
    precision_at_k as precision_at_k,
    precision_at_top_k as precision_at_top_k,
    recall_at_k as recall_at_k,
    recall_at_top_k as recall_at_top_k,
    sensitivity_at_specificity as sensitivity_at_specificity,
    sparse_average_precision_at_k as sparse_average_precision_at_k,
    sparse_precision_at_k as sparse_precision_at_k,
    specificity_at_sensitivity as specificity_at_sensitivity,
)

__all__ = [
    "accuracy", "auc", "average_precision_at_k", "false_negatives", "false_negatives_at_thresholds", "false_positives",
    "false_positives_at_thresholds", "mean", "mean_absolute_error", "mean_cosine_distance", "mean_iou",
    "mean_per_class_accuracy", "mean_relative_error", "mean_squared_error", "mean_tensor", "percentage_below",
    "precision", "precision_at_k", "precision_at_thresholds", "precision_at_top_k", "recall", "recall_at_k",
    "recall_at_thresholds", "recall_at_top_k", "root_mean_squared_error", "sensitivity_at_specificity",
    "sparse_average_precision_at_k", "sparse_precision_at_k", "specificity_at_sensitivity", "true_negatives",
    "true_negatives_at_thresholds", "true_positives", "true_positives_at_thresholds",
]

def false_negatives(labels: TensorLike, predictions: TensorLike, weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result:
    """The number of predictions that are false where their labels are true (tf.compat.v1.metrics.false_negatives).

    Args:
      labels, predictions: tensors of the same shape, cast to bool.
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def false_negatives_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """The number of false negatives at each threshold (tf.compat.v1.metrics.false_negatives_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def false_positives(labels: TensorLike, predictions: TensorLike, weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result:
    """The number of predictions that are true where their labels are false (tf.compat.v1.metrics.false_positives).

    Args:
      labels, predictions: tensors of the same shape, cast to bool.
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def false_positives_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """The number of false positives at each threshold (tf.compat.v1.metrics.false_positives_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def precision_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """How many of the predictions above each threshold are right (tf.compat.v1.metrics.precision_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def recall_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """How many of the true labels are above each threshold (tf.compat.v1.metrics.recall_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def true_negatives(labels: TensorLike, predictions: TensorLike, weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result:
    """The number of predictions that are false, as their labels (tf.compat.v1.metrics.true_negatives).

    Args:
      labels, predictions: tensors of the same shape, cast to bool.
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def true_negatives_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """The number of true negatives at each threshold (tf.compat.v1.metrics.true_negatives_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def true_positives(labels: TensorLike, predictions: TensorLike, weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result:
    """The number of predictions that are true, as their labels (tf.compat.v1.metrics.true_positives).

    Args:
      labels, predictions: tensors of the same shape, cast to bool.
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """

def true_positives_at_thresholds(labels: TensorLike, predictions: TensorLike, thresholds: Sequence[float], weights: TensorLike | None = None, metrics_collections: Sequence[str] | None = None, updates_collections: Sequence[str] | None = None, name: str | None = None) -> Result_:
    """The number of true positives at each threshold (tf.compat.v1.metrics.true_positives_at_thresholds).

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of the same shape, of values in [0, 1].
      thresholds: a list of numbers in [0, 1].
      weights: a tensor that broadcasts against them, as many as which each of them counts; None for one.
      metrics_collections: collections of the graph to which the value is added.
      updates_collections: collections of the graph to which the update is added.
      name: of the scope of its local variables.

    Returns:
      The value so far, and a tensor that adds this batch and gives the value after that.

    Raises:
      RuntimeError: ops run at once.
    """
