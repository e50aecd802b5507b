"""tf.compat.v1.metrics give TensorFlow's values and updates, batch by batch."""

# ruff: noqa: E501

import numpy as np
import pytest

from support.selection import some

BATCHES = {
    "b": ([[True, False, True], [False, False, True]], [[0, 1, 0], [1, 1, 1]]),
    "p": ([[0.1, 0.7, 0.8], [0.3, 0.3, 0.9]], [[0.2, 0.6, 0.4], [0.9, 0.5, 0.1]]),
    "x": ([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0]], [[1.5, 2.5, 0.0], [0.0, 2.0, 2.0]]),
    "y": ([[1.5, 1.0, 0.5], [0.5, 1.0, 2.0]], [[0.5, 2.5, 1.0], [0.0, 1.0, 1.0]]),
    "c": ([[0, 2, 1], [1, 1, 0]], [[2, 2, 0], [0, 1, 1]]),
    "d": ([[0, 1, 1], [1, 2, 0]], [[2, 1, 0], [1, 1, 1]]),
    "w": ([[1.0, 0.0, 2.0], [0.5, 0.5, 1.0]], [[1.0, 1.0, 0.0], [2.0, 0.0, 1.0]]),
    "v": ([1.0, 2.0], [0.0, 3.0]),
    "l": ([[0, 3], [2, 2]], [[1, 4], [0, 3]]),
    "s": (
        [[0.1, 0.5, 0.2, 0.9, 0.3], [0.9, 0.1, 0.8, 0.2, 0.3]],
        [[0.5, 0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4, 0.5]],
    ),
    "i": ([[3, 1], [0, 2]], [[0, 1], [4, 3]]),
}
FREE = [
    [1.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [[1.0], [2.0], [3.0]],
    [[0.0], [1.0], [1.0]],
    2.0,
    [0.5],
    [1.0, 2.0],
    [3.0, 1.0],
]
TYPES = {"b": "bool", "c": "int64", "d": "int64", "l": "int64", "i": "int64"}
CASES = [
    *(f"{name}(x, y{weights})" for weights in ("", ", w", ", 2.0", ", [[1.0], [0.0]]") for name in (
        "accuracy", "mean_absolute_error", "mean_squared_error", "root_mean_squared_error")),
    *(f"{name}({arguments})" for name in ("mean", "mean_tensor") for arguments in ("x", "x, w", "x, [[1.0], [0.0]]", "x, 3.0")),
    "accuracy(c, d)", "accuracy(c, x)", "mean_relative_error(x, y, x)", "mean_relative_error(x, y, y, w)",
    "mean_cosine_distance(x, y, 1)", "mean_cosine_distance(x, y, 0)", "percentage_below(x, 1.0)", "percentage_below(x, 1.0, w)",
    "mean_iou(c, d, 3)", "mean_iou(c, d, 4, w)", "mean_per_class_accuracy(c, d, 3)", "mean_per_class_accuracy(c, d, 4, w)",
    *(f"{name}(b, {p}{weights})" for name in (
        "true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall")
      for p, weights in (("c", ""), ("b", ""), ("d", ", w"), ("c", ", [[1.0], [0.5]]"))),
    *(f"{name}_at_thresholds(b, p, [0.25, 0.5, 0.75]{weights})" for name in (
        "true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall")
      for weights in ("", ", w")),
    *(f"auc(b, p{arguments})" for arguments in (
        "", ", w", ", num_thresholds=5", ", curve='PR'", ", curve='PR', summation_method='careful_interpolation'",
        ", summation_method='minoring'", ", summation_method='majoring', curve='PR'", ", thresholds=[0.3, 0.5]",
        ", curve='x'", ", summation_method='x'")),
    "sensitivity_at_specificity(b, p, 0.5)", "sensitivity_at_specificity(b, p, 0.7, w, 20)", "sensitivity_at_specificity(b, p, 2.0)",
    "specificity_at_sensitivity(b, p, 0.5)", "specificity_at_sensitivity(b, p, 0.7, w, 20)",
    *(f"{name}(l, s, {k}{arguments})" for name in ("precision_at_k", "recall_at_k", "sparse_precision_at_k") for k in (1, 3)
      for arguments in ("", ", class_id=3", ", weights=v")),
    "precision_at_top_k(l, i)", "recall_at_top_k(l, i)", "recall_at_top_k(l, i, class_id=2)",
    *(f"{name}(l, s, {k}{weights})" for name in ("average_precision_at_k", "sparse_average_precision_at_k") for k in (1, 2, 4)
      for weights in ("", ", v")),
    "precision_at_k(SPARSE, s, 2)", "recall_at_k(SPARSE, s, 2)", "average_precision_at_k(SPARSE, s, 2)", "precision_at_top_k(SPARSE, i)",
    # what feeds alone tell the rank of
    *(f"{name}(free[{a}], free[{b}]{more}, weights=free[{w}])" for name, more in (
        ("accuracy", ""), ("recall", ""), ("true_positives", ""), ("false_negatives_at_thresholds", ", [0.5]"), ("auc", ", num_thresholds=5"))
      for a, b, w in ((0, 1, 2), (3, 1, 4), (1, 3, 5), (1, 0, 6))),
    *(f"percentage_below(free[1], 0.5, free[{w}])" for w in (2, 3, 4, 6)), "mean(free[1], free[2])",
    "mean_relative_error(free[3], free[1], free[1])", "recall_at_k(l, s, 2, weights=free[7])",
    # predictions that are no probabilities
    "auc(b, y)", *(f"{name}(c, {p}{more})" for p in ("y", "tf.constant([[0.0, 1.0, 0.5], [0.0, -0.1, 1.0]])") for name, more in (
        ("auc", ""), ("sensitivity_at_specificity", ", 0.5"), ("precision_at_thresholds", ", [0.5]"), ("false_positives_at_thresholds", ", [0.5]"))),
    "recall_at_k(tf.sparse.from_dense(tf.constant([[1, 0, 2], [3, 0, 0]], tf.int64)), s, 2)",
    "mean(x, w, metrics_collections=['m'], updates_collections=['u'], name='mine')",
]  # fmt: skip


def values_or_class(tf, case):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        places = {name: v1.placeholder(TYPES.get(name, "float32"), np.shape(pair[0])) for name, pair in BATCHES.items()}
        places["SPARSE"] = v1.SparseTensorValue(np.array([[0, 0], [1, 0]]), np.array([3, 2]), np.array([2, 1]))
        places["free"] = [v1.placeholder_with_default(np.array(value, "float32"), None) for value in FREE]
        try:
            value, update = eval(f"m.{case}", {"m": v1.metrics, "tf": tf, **places})
            session.run(v1.local_variables_initializer())
            found = [session.run(value)]
            for batch in range(2):
                feeds = {places[name]: pair[batch] for name, pair in BATCHES.items()}
                found += [session.run(update, feeds), session.run(value, feeds)]
        except Exception as error:
            return type(error).__name__
        kept = [sorted(v.dtype.name for v in v1.get_collection(key)) for key in ("local_variables", "metric_variables")]
        sizes = [len(v1.get_collection(key)) for key in ("m", "u", "variables")]
        return [np.asarray(item) for item in found], kept, sizes


@pytest.mark.parametrize("case", some(CASES, 1 / 2))
def test_same_as_tensorflow(tensorflow, gw, case):
    want, got = values_or_class(tensorflow, case), values_or_class(gw, case)
    if isinstance(want, str) or isinstance(got, str):
        assert got == want
        return
    for a, b in zip(want[0], got[0], strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6, equal_nan=True)
    assert got[1:] == want[1:]


def test_names_and_eager_calls(tensorflow, gw):
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            tf.compat.v1.metrics.accuracy([1], [1])
            tf.compat.v1.metrics.mean([1.0], name="mine")
            names = [v.name for v in tf.compat.v1.local_variables()]
        assert names == ["accuracy/total:0", "accuracy/count:0", "mine/total:0", "mine/count:0"]
        with pytest.raises(RuntimeError, match="eager"):
            tf.compat.v1.metrics.accuracy([1], [1])


# ruff: noqa: E501 - a table of calls
NAMED = """
mean(P) | mean(P, weights=0.5, name="mine") | mean_tensor(P) | accuracy(L, L) | mean_squared_error(P, P) | mean_cosine_distance([P], [P], 1)
percentage_below(P, 0.5) | mean_per_class_accuracy(L, L, 2) | precision(L, L) | recall(L, L, name="mine") | auc(L, P) | auc(L, P, curve="PR", name="mine")
precision_at_thresholds(L, P, [0.5]) | recall_at_thresholds(L, P, [0.5]) | sensitivity_at_specificity(L, P, 0.5) | specificity_at_sensitivity(L, P, 0.5)
precision_at_k(K, S, 1) | precision_at_k(K, S, 1, class_id=1) | recall_at_k(K, S, 1, name="mine")
recall_at_top_k(K, I) | precision_at_top_k(K, I, 1, 0) | average_precision_at_k(K, S, 2)
"""


@pytest.mark.parametrize("call", NAMED.replace("\n", " | ").strip(" |").split(" | "))
def test_names(tensorflow, gw, call):
    def named(tf):
        with tf.Graph().as_default():
            values = {"L": [0, 1, 1], "P": [0.1, 0.8, 0.4], "S": [[0.1, 0.9], [0.8, 0.2]]}
            arguments = {name: tf.constant(value) for name, value in values.items()}
            arguments |= {name: tf.constant([[1], [0]], tf.int64) for name in "KI"}
            results = [eval(f"m.{call}", {"m": tf.compat.v1.metrics, **arguments}) for _ in range(2)]
            return [[t.name for t in both] for both in results], [v.name for v in tf.compat.v1.local_variables()]

    assert named(gw) == named(tensorflow)


def test_values_of_counts_have_names(tensorflow, gw):
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            value, _ = tf.compat.v1.metrics.true_positives(tf.constant([1]), tf.constant([1]))
            others, _ = tf.compat.v1.metrics.false_positives_at_thresholds(tf.constant([1]), tf.constant([0.5]), [0.5])
            assert [value.name, others.name] == ["true_positives/Identity:0", "false_positives/Identity:0"]


def _drawn(seed):
    """Returns a call of a metric of the k best: labels may be sparse, repeated, negative, and beyond the classes."""
    rng = np.random.default_rng(seed)
    lead, classes, k = [(), (2,), (2, 3)][rng.integers(3)], 6, int(rng.integers(1, 6))
    width, shorter = int(rng.integers(1, 5)), rng.random() < 0.2
    labels = rng.integers(-1, 8, (*lead, 2) if shorter else (*lead, 2, width))
    rows = labels.shape if shorter else labels.shape[:-1]
    name = str(
        rng.choice(["precision_at_k", "recall_at_k", "average_precision_at_k", "recall_at_top_k", "precision_at_top_k"])
    )
    return {
        "name": name,
        "labels": labels,
        "there": rng.random(labels.shape) < 0.7 if rng.random() < 0.5 else None,
        "predictions": rng.integers(-1, 8, (*rows, k)) if "top" in name else rng.permuted(
            np.broadcast_to(np.arange(classes, dtype=np.float32), (*rows, classes)), axis=-1
        ),
        "k": k,
        "class_id": int(rng.integers(-1, 8)) if rng.random() < 0.4 and "average" not in name else None,
        "weights": rng.random(rows) if rng.random() < 0.3 else None,
        "known": rng.random() < 0.7,
    }  # fmt: skip


def _measured(tf, call):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        labels = call["labels"]
        fed = v1.placeholder_with_default(labels, labels.shape if call["known"] else None)
        if call["there"] is not None:
            places = np.argwhere(call["there"])
            fed = tf.SparseTensor(places.reshape(-1, labels.ndim), labels[call["there"]], labels.shape)
        arguments = {} if call["class_id"] is None else {"class_id": call["class_id"]}
        metric = getattr(v1.metrics, call["name"])
        value, update = metric(fed, tf.constant(call["predictions"]), k=call["k"], weights=call["weights"], **arguments)
        session.run(v1.local_variables_initializer())
        return session.run(update), session.run(value)


@pytest.mark.parametrize("seed", range(60))
def test_labels_of_all_kinds(tensorflow, gw, seed):
    call = _drawn(seed)
    np.testing.assert_allclose(_measured(gw, call), _measured(tensorflow, call), rtol=1e-6, equal_nan=True)
