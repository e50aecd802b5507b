"""Losses over many classes of which few are drawn: candidate samplers, tf.nn.nce_loss, tf.nn.sampled_softmax_loss."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import linalg_product
from graphwright._src.ops.nn_embedding import embedding_lookup
from graphwright._src.ops.nn_loss import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from graphwright._src.ops.random import op_seeds
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_uniform = _core.op("UniformCandidateSampler")
_log_uniform = _core.op("LogUniformCandidateSampler")
_learned = _core.op("LearnedUnigramCandidateSampler")
_fixed = _core.op("FixedUnigramCandidateSampler")
_all = _core.op("AllCandidateSampler")
_hits = _core.op("ComputeAccidentalHits")
_cast = _core.op("Cast")
_concat = _core.op("ConcatV2")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")
_log = _core.op("Log")
_sub = _core.op("Sub")
_add = _core.op("AddV2")
_stop = _core.op("StopGradient")

_FIELDS = ["sampled_candidates", "true_expected_count", "sampled_expected_count"]
UniformCandidateSampler = namedtuple("UniformCandidateSampler", _FIELDS)
LogUniformCandidateSampler = namedtuple("LogUniformCandidateSampler", _FIELDS)
LearnedUnigramCandidateSampler = namedtuple("LearnedUnigramCandidateSampler", _FIELDS)
FixedUnigramCandidateSampler = namedtuple("FixedUnigramCandidateSampler", _FIELDS)
AllCandidateSampler = namedtuple("AllCandidateSampler", _FIELDS)
ComputeAccidentalHits = namedtuple("ComputeAccidentalHits", ["indices", "ids", "weights"])


@export("random.uniform_candidate_sampler", v1="random.uniform_candidate_sampler nn.uniform_candidate_sampler")
def uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> UniformCandidateSampler:
    """Classes drawn with equal probabilities (tf.random.uniform_candidate_sampler).

    Args:
      true_classes: the classes of examples, an int64 tensor [batch, num_true].
      num_true: how many classes an example has.
      num_sampled: how many classes are drawn.
      unique: whether all of them differ.
      range_max: how many classes there are.
      seed: an int, from which the draws follow.
      name: the name of the node in a graph.

    Returns:
      A named tuple: `sampled_candidates`, an int64 vector; and how often the true classes and the drawn ones are expected
      among such draws, `true_expected_count` [batch, num_true] and `sampled_expected_count`, of float32.

    Raises:
      tf.errors.InvalidArgumentError: a class is not in [0, range_max), or there are too few for `unique`.

    >>> import graphwright as tf
    >>> draws = tf.random.uniform_candidate_sampler([[3]], 1, 2, True, 4, seed=1)
    >>> draws.sampled_candidates.shape, draws.true_expected_count.shape
    (TensorShape([2]), TensorShape([1, 1]))
    """
    options = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return UniformCandidateSampler(*_uniform(true_classes, name=name, **options, **op_seeds(seed)))


@export(
    "random.log_uniform_candidate_sampler", v1="random.log_uniform_candidate_sampler nn.log_uniform_candidate_sampler"
)
def log_uniform_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> LogUniformCandidateSampler:
    """Classes drawn as if sorted by frequency (tf.random.log_uniform_candidate_sampler).

    Class k has the probability (log(k + 2) - log(k + 1)) / log(range_max + 1). Arguments, results and errors are those of
    `tf.random.uniform_candidate_sampler`.

    >>> import graphwright as tf
    >>> draws = tf.random.log_uniform_candidate_sampler([[3]], 1, 4, True, 4, seed=1)
    >>> sorted(draws.sampled_candidates.numpy().tolist())
    [0, 1, 2, 3]
    """
    options = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return LogUniformCandidateSampler(*_log_uniform(true_classes, name=name, **options, **op_seeds(seed)))


@export(
    "random.learned_unigram_candidate_sampler",
    "nn.learned_unigram_candidate_sampler",
)
def learned_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> LearnedUnigramCandidateSampler:
    """Classes drawn as often as they have been true in earlier calls, once more (tf.nn.learned_unigram_candidate_sampler).

    Arguments, results and errors are those of `tf.random.uniform_candidate_sampler`.

    >>> import graphwright as tf
    >>> tf.nn.learned_unigram_candidate_sampler([[3]], 1, 2, False, 4, seed=1).sampled_candidates.shape
    TensorShape([2])
    """
    options = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}
    return LearnedUnigramCandidateSampler(*_learned(true_classes, name=name, **options, **op_seeds(seed)))


@export(
    "random.fixed_unigram_candidate_sampler",
    "nn.fixed_unigram_candidate_sampler",
)
def fixed_unigram_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    vocab_file: str = "",
    distortion: float = 1.0,
    num_reserved_ids: int = 0,
    num_shards: int = 1,
    shard: int = 0,
    unigrams: Sequence[float] = (),
    seed: int | None = None,
    name: str | None = None,
) -> FixedUnigramCandidateSampler:
    """Classes drawn with given weights (tf.nn.fixed_unigram_candidate_sampler).

    Args:
      true_classes: the classes of examples, an int64 tensor [batch, num_true].
      num_true: how many classes an example has.
      num_sampled: how many classes are drawn.
      unique: whether all of them differ.
      range_max: how many classes there are.
      vocab_file: a file whose lines end with the classes' weights, after a comma.
      distortion: the weights are raised to this power.
      num_reserved_ids: how many classes there are before those with weights, which are never drawn.
      num_shards: into how many parts the classes are divided, by their number modulo this.
      shard: the part that is drawn from.
      unigrams: the weights, instead of `vocab_file`.
      seed: an int, from which the draws follow.
      name: the name of the node in a graph.

    Returns:
      What `tf.random.uniform_candidate_sampler` returns.

    Raises:
      tf.errors.InvalidArgumentError: there are no weights, or not as many as classes.
      tf.errors.NotFoundError: there is no such file.

    >>> import graphwright as tf
    >>> draws = tf.nn.fixed_unigram_candidate_sampler([[1]], 1, 2, False, 2, unigrams=[1.0, 3.0], seed=1)
    >>> draws.true_expected_count.numpy()
    array([[1.5]], dtype=float32)
    """
    options = {
        "num_true": num_true,
        "num_sampled": num_sampled,
        "unique": unique,
        "range_max": range_max,
        "vocab_file": vocab_file,
        "distortion": distortion,
        "num_reserved_ids": num_reserved_ids,
        "num_shards": num_shards,
        "shard": shard,
        "unigrams": [float(weight) for weight in unigrams],
    }
    return FixedUnigramCandidateSampler(*_fixed(true_classes, name=name, **options, **op_seeds(seed)))


@export("random.all_candidate_sampler", "nn.all_candidate_sampler")
def all_candidate_sampler(
    true_classes: TensorLike,
    num_true: int,
    num_sampled: int,
    unique: bool,
    seed: int | None = None,
    name: str | None = None,
) -> AllCandidateSampler:
    """Returns all `num_sampled` classes, as a sampler (tf.nn.all_candidate_sampler).

    >>> import graphwright as tf
    >>> tf.nn.all_candidate_sampler([[1]], 1, 3, True).sampled_candidates.numpy()
    array([0, 1, 2])
    """
    options = {"num_true": num_true, "num_sampled": num_sampled, "unique": unique}
    return AllCandidateSampler(*_all(true_classes, name=name, **options, **op_seeds(seed)))


@export("nn.compute_accidental_hits")
def compute_accidental_hits(
    true_classes: TensorLike,
    sampled_candidates: TensorLike,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> ComputeAccidentalHits:
    """Returns where drawn classes are true ones (tf.nn.compute_accidental_hits).

    Args:
      true_classes: the classes of examples, an int64 tensor [batch, num_true].
      sampled_candidates: the classes that were drawn, an int64 vector.
      num_true: how many classes an example has.

    Returns:
      A named tuple of vectors: `indices`, the examples; `ids`, positions in `sampled_candidates`; `weights`, the least
      float32 for each.

    >>> import graphwright as tf
    >>> hits = tf.nn.compute_accidental_hits([[1, 2], [3, 4]], [0, 3, 2], 2)
    >>> hits.indices.numpy(), hits.ids.numpy()
    (array([0, 1], dtype=int32), array([2, 1]))
    """
    return ComputeAccidentalHits(
        *_hits(true_classes, sampled_candidates, num_true=num_true, name=name, **op_seeds(seed))
    )


def _sampled_logits(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Sequence[Any] | None,
    remove_accidental_hits: bool,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Logits [batch, num_true + num_sampled] of true and drawn classes, less the logs of how often those are drawn, and
    their labels.
    """
    lookup, matmul = embedding_lookup, linalg_product.matmul
    inputs = _core.convert_to_tensor(inputs)
    dtype = inputs.dtype
    labels = _core.convert_to_tensor(labels, None, dtypes.int64)
    labels = labels if labels.dtype == dtypes.int64 else _cast(labels, DstT=dtypes.int64)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
    sampled, true_counts, sampled_counts = (_stop(value) for value in sampled_values)
    sampled = _cast(sampled, DstT=dtypes.int64)

    # One look-up of all rows: the gradient is then one set of slices.
    flat = _reshape(labels, [-1])
    number = _shape(flat)[0]
    ids = _concat([flat, sampled], 0)
    rows, offsets = lookup(weights, ids), lookup(biases, ids)
    size = _shape(rows)[1]
    true_rows = _reshape(rows[:number], _core.op("Pack")([-1, num_true, size]))
    true_logits = _core.op("Sum")(_core.op("Mul")(_core.op("ExpandDims")(inputs, 1), true_rows), [2])
    true_logits = _add(_reshape(true_logits, [-1, num_true]), _reshape(offsets[:number], [-1, num_true]))
    sampled_logits = _add(matmul(inputs, rows[number:], transpose_b=True), offsets[number:])
    if remove_accidental_hits:
        hits, places, lows = compute_accidental_hits(labels, sampled, num_true)
        shape = _shape(sampled_logits)
        where = _core.op("Pack")([hits, _cast(places, DstT=dtypes.int32)], axis=1)
        sampled_logits = _add(sampled_logits, _core.op("ScatterNd")(where, _cast(lows, DstT=dtype), shape))
    true_logits = _sub(true_logits, _log(_cast(true_counts, DstT=dtype)))
    sampled_logits = _sub(sampled_logits, _log(_cast(sampled_counts, DstT=dtype)))
    ones = _core.op("RealDiv")(_core.op("OnesLike")(true_logits), float(num_true))
    logits = _concat([true_logits, sampled_logits], 1)
    return logits, _concat([ones, _core.op("ZerosLike")(sampled_logits)], 1)


@export("nn.nce_loss", v1="")
def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Any] | None = None,
    remove_accidental_hits: bool = False,
    name: str = "nce_loss",
) -> Tensor:
    """Returns the loss of telling true classes from drawn ones: noise-contrastive estimation (tf.nn.nce_loss).

    Args:
      weights: a tensor [num_classes, size], or a list of such that hold the rows one after the other.
      biases: a tensor [num_classes].
      labels: the classes of examples, an int64 tensor [batch, num_true].
      inputs: a tensor [batch, size].
      num_sampled: how many classes are drawn for the batch.
      num_classes: how many there are.
      num_true: how many an example has.
      sampled_values: what a candidate sampler gave; that of `tf.random.log_uniform_candidate_sampler` without it.
      remove_accidental_hits: whether drawn classes that are true ones do not count.

    Returns:
      A vector, one loss for each example.

    >>> import graphwright as tf
    >>> tf.nn.nce_loss(tf.ones([5, 3]), tf.zeros([5]), [[1], [2]], tf.ones([2, 3]), 2, 5).shape
    TensorShape([2])
    """
    logits, targets = _sampled_logits(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits
    )
    losses = sigmoid_cross_entropy_with_logits(labels=targets, logits=logits)
    return _core.op("Sum")(losses, [1])


@export("nn.sampled_softmax_loss", v1="")
def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Any] | None = None,
    remove_accidental_hits: bool = True,
    seed: int | None = None,
    name: str = "sampled_softmax_loss",
) -> Tensor:
    """Returns the softmax loss over true classes and some that are drawn (tf.nn.sampled_softmax_loss).

    Args:
      weights: a tensor [num_classes, size], or a list of such that hold the rows one after the other.
      biases: a tensor [num_classes].
      labels: the classes of examples, an int64 tensor [batch, num_true].
      inputs: a tensor [batch, size].
      num_sampled: how many classes are drawn for the batch.
      num_classes: how many there are.
      num_true: how many an example has.
      sampled_values: what a candidate sampler gave; that of `tf.random.log_uniform_candidate_sampler` without it.
      remove_accidental_hits: whether drawn classes that are true ones do not count.
      seed: of the draws.

    Returns:
      A vector, one loss for each example.

    >>> import graphwright as tf
    >>> tf.nn.sampled_softmax_loss(tf.ones([5, 3]), tf.zeros([5]), [[1], [2]], tf.ones([2, 3]), 2, 5).shape
    TensorShape([2])
    """
    logits, targets = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        seed,
    )
    return softmax_cross_entropy_with_logits(labels=_stop(targets), logits=logits)
