"""CTC, candidate samplers, sparse embeddings, fractional pooling, cells: what the rows of samples do not show."""

# ruff: noqa: E501

import numpy as np
import pytest

from support.one_line_cases import check

CLASSES = [[0, 1], [2, 3], [5, 6]]
RNG = np.random.default_rng(1)
LOGITS = RNG.normal(size=(6, 2, 4)).astype(np.float32) * 2
WEIGHTS, BIASES = RNG.normal(size=(7, 3)).astype(np.float32), RNG.normal(size=7).astype(np.float32)
INPUTS = RNG.normal(size=(3, 3)).astype(np.float32)
IMAGE = np.arange(72, dtype=np.float32).reshape(1, 6, 6, 2) % 7
UNEVEN = IMAGE + RNG.random(IMAGE.shape).astype(np.float32)
TABLE = np.arange(12, dtype=np.float32).reshape(6, 2)


def cases(tf):
    nn, random = tf.nn, tf.random
    labels = tf.sparse.from_dense([[1, 2, 0], [3, 3, 1]])
    ids = tf.SparseTensor([[0, 0], [0, 1], [2, 0], [3, 1]], tf.constant([1, 3, 0, 5], tf.int64), [4, 2])
    weights = tf.SparseTensor(ids.indices, tf.constant([1.0, 2.0, -0.5, 3.0]), [4, 2])
    rows = tf.ragged.constant([[1, 3], [], [0], [5]])
    row_weights = tf.ragged.constant([[1.0, 2.0], [], [0.5], [3.0]])

    def beams(**options):
        decoded, scores = nn.ctc_beam_search_decoder(LOGITS, [6, 4], **options)
        return [tf.sparse.to_dense(one, -1) for one in decoded], scores

    def seeded(call):
        """Twice, for the second call goes on where the first one ended."""

        def run():
            tf.random.set_seed(5)
            return call(), call()

        return (run,)

    def sampled(name, *arguments, **options):
        return seeded(lambda: list(getattr(random, name)(CLASSES, 2, *arguments, **options)))

    def slope(function, *values):
        def run():
            tensors = [tf.constant(value) for value in values]
            with tf.GradientTape() as tape:
                for tensor in tensors:
                    tape.watch(tensor)
                result = tf.reduce_sum(tf.square(function(*tensors)))
            return [tf.convert_to_tensor(gradient) for gradient in tape.gradient(result, tensors)]

        return run

    def normed(*statistics, **options):
        return tf.compat.v1.nn.fused_batch_norm(UNEVEN * 1e-3, [1.0, 2.0], [0.0, 0.5], *statistics, **options)

    def embedded(**options):
        return slope(lambda table: nn.embedding_lookup_sparse(table, ids, None, **options), TABLE)

    return {
        "beams": lambda: beams(),
        "narrow beams": lambda: [beams(beam_width=width, top_paths=2) for width in (2, 3, 5)],
        "beams merged": lambda: tf.compat.v1.nn.ctc_beam_search_decoder(LOGITS, [6, 4], 4, 1)[1],
        "too many beams": (lambda: beams(beam_width=2, top_paths=3),),
        "more beams than sequences": (lambda: nn.ctc_beam_search_decoder(LOGITS[:1], [1, 1], 20, 9),),
        "greedy, too long": (lambda: nn.ctc_greedy_decoder(LOGITS, [7, 1]),),
        "greedy, no such blank": (lambda: nn.ctc_greedy_decoder(LOGITS, [6, 1], blank_index=9),),
        "loss": lambda: nn.ctc_loss([[1, 2], [3, 3]], LOGITS, [2, 1], [6, 4], blank_index=0),
        "loss by batch": lambda: nn.ctc_loss([[1]] * 6, LOGITS, [1] * 6, [2] * 6, logits_time_major=False, blank_index=0),
        "loss of no labels": lambda: nn.ctc_loss([[1, 2], [3, 3]], LOGITS, [0, 1], [6, 4], blank_index=0),
        "loss of unique labels": (lambda: nn.ctc_loss([[1, 2], [3, 3]], LOGITS, [2, 2], [6, 4], blank_index=0, unique=nn.ctc_unique_labels([[1, 2], [3, 3]])),),
        "loss of sparse labels": lambda: nn.ctc_loss(labels, LOGITS, None, [6, 6], blank_index=0),
        "loss of sparse labels, no blank": (lambda: nn.ctc_loss(labels, LOGITS, None, [6, 6]),),
        "loss of sparse labels, too few frames": (lambda: nn.ctc_loss(labels, LOGITS, None, [1, 6], blank_index=0),),
        "slope of the loss": slope(lambda x: nn.ctc_loss([[1, 2], [3, 3]], x, [2, 2], [6, 4], blank_index=0), LOGITS),
        "slope of the sparse loss": slope(lambda x: nn.ctc_loss(labels, x, None, [6, 6], blank_index=0), LOGITS),
        "old loss": lambda: tf.compat.v1.nn.ctc_loss(tf.SparseTensor(labels.indices, labels.values - 1, [2, 3]), LOGITS, [6, 6]),
        "old loss, blank inside": (lambda: tf.compat.v1.nn.ctc_loss(tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [3, 1, 0], [2, 3]), LOGITS, [6, 6]),),
        "old loss of half floats": lambda: tf.compat.v1.nn.ctc_loss(tf.SparseTensor(labels.indices, labels.values - 1, [2, 3]), tf.cast(LOGITS, tf.float16), [6, 6]),
        "uniform": sampled("uniform_candidate_sampler", 10, False, 7, seed=3),
        "uniform, unique": sampled("uniform_candidate_sampler", 6, True, 7),
        "log uniform": sampled("log_uniform_candidate_sampler", 10, False, 1000, seed=3),
        "log uniform, unique": sampled("log_uniform_candidate_sampler", 6, True, 7),
        "learned": sampled("learned_unigram_candidate_sampler", 6, False, 7, seed=3),
        "learned, unique": sampled("learned_unigram_candidate_sampler", 5, True, 7, seed=4),
        "fixed": sampled("fixed_unigram_candidate_sampler", 12, False, 7, unigrams=[1.0, 2, 3, 4, 5, 6, 7], seed=3),
        "fixed, distorted": sampled("fixed_unigram_candidate_sampler", 12, False, 7, unigrams=[1.0, 2, 3, 4, 5, 6, 7], distortion=0.5, seed=3),
        "fixed, reserved": sampled("fixed_unigram_candidate_sampler", 12, False, 9, unigrams=[1.0, 2, 3, 4, 5, 6, 7], num_reserved_ids=2, seed=3),
        "fixed, no weights": (lambda: random.fixed_unigram_candidate_sampler(CLASSES, 2, 12, False, 7),),
        "fixed, too few": (lambda: random.fixed_unigram_candidate_sampler(CLASSES, 2, 12, False, 9, unigrams=[1.0, 2.0]),),
        "fixed, no file": (lambda: random.fixed_unigram_candidate_sampler(CLASSES, 2, 12, False, 9, vocab_file="/nowhere"),),
        "all": (lambda: list(random.all_candidate_sampler(CLASSES, 2, 7, True)),),
        "too many drawn": (lambda: random.uniform_candidate_sampler(CLASSES, 2, 8, True, 7),),
        "no such class": (lambda: random.uniform_candidate_sampler([[1, 9]], 2, 3, True, 7),),
        "softmax loss": seeded(lambda: nn.sampled_softmax_loss(WEIGHTS, BIASES, tf.constant(CLASSES, tf.int64), INPUTS, 4, 7, 2)),
        "softmax loss of one class": seeded(lambda: nn.sampled_softmax_loss(WEIGHTS, BIASES, tf.constant([[0], [2], [5]], tf.int64), INPUTS, 4, 7, seed=3)),
        "nce loss": seeded(lambda: nn.nce_loss(WEIGHTS, BIASES, tf.constant(CLASSES, tf.int64), INPUTS, 4, 7, 2)),
        "nce loss of parts": seeded(lambda: nn.nce_loss([WEIGHTS[::2], WEIGHTS[1::2]], BIASES, tf.constant(CLASSES, tf.int64), INPUTS, 4, 7, 2)),
        "batch norm, by its epsilon": lambda: [normed(epsilon=epsilon)[0] for epsilon in (1e-3, 1.1e-5, 1e-5, 1e-7, None)],
        "batch norm, by given statistics": lambda: normed([0.0, 0.1], [1e-6, 1e-4], epsilon=1e-6, is_training=False)[0],
        "batch norm, no factor": lambda: list(normed([0.0, 0.1], [1e-6, 1e-4], exponential_avg_factor=None)),
        "batch norm without statistics": (lambda: normed(is_training=False),),
        "batch norm without statistics to go on from": (lambda: normed(exponential_avg_factor=0.5),),
        "embeddings": lambda: [nn.embedding_lookup_sparse(TABLE, ids, weights, combiner=c) for c in ("sum", "mean", "sqrtn")],
        "embeddings of rows": lambda: [nn.embedding_lookup_sparse(TABLE, rows, row_weights, combiner=c) for c in ("sum", "mean", "sqrtn")],
        "embeddings in parts": lambda: nn.embedding_lookup_sparse([TABLE[:3], TABLE[3:]], ids, None),
        "embeddings with a norm": lambda: nn.embedding_lookup_sparse(TABLE, ids, weights, combiner="sum", max_norm=2.0),
        "half embeddings": lambda: nn.embedding_lookup_sparse(TABLE.astype(np.float16), ids, weights, combiner="sum"),
        "embeddings, no such id": (lambda: nn.embedding_lookup_sparse(TABLE, tf.SparseTensor([[0, 0]], [9], [1, 1]), None),),
        "embeddings of a list": (lambda: nn.embedding_lookup_sparse(TABLE, [1], None),),
        "embeddings of mixed kinds": (lambda: nn.embedding_lookup_sparse(TABLE, rows, weights),),
        "embeddings, combined otherwise": (lambda: nn.embedding_lookup_sparse(TABLE, ids, None, combiner="max"),),
        "slope of embeddings": embedded(combiner="sqrtn"),
        "safe embeddings": lambda: [nn.safe_embedding_lookup_sparse(TABLE, ids, weights, combiner=c) for c in ("sum", "mean", "sqrtn")],
        "safe embeddings of rows": lambda: nn.safe_embedding_lookup_sparse(TABLE, rows, row_weights, default_id=2),
        "safe embeddings of rank 3": lambda: nn.safe_embedding_lookup_sparse(TABLE, tf.SparseTensor([[0, 0, 0], [0, 1, 1], [1, 0, 0]], tf.constant([1, 3, 2], tf.int64), [2, 2, 2])),
        "safe embeddings of nothing": (lambda: nn.safe_embedding_lookup_sparse(None, ids),),
        "rows of lists": lambda: nn.embedding_lookup([[1.0, 2.0], [3.0, 4.0]], [1, 0]),
        "fractional maxima": (lambda: [list(nn.fractional_max_pool(IMAGE, 1.4, p, o, seed=3)) for p in (False, True) for o in (False, True)],),
        "fractional means": (lambda: [list(nn.fractional_avg_pool(IMAGE, [1.0, 1.4, 1.1, 1.0], p, o, seed=3)) for p in (False, True) for o in (False, True)],),
        "fractional, many": (lambda: [nn.fractional_max_pool(np.zeros((1, n, n, 1), np.float32), r, p, seed=3)[1:] for n in (7, 20, 31) for r in (1.2, 1.9, 3.3) for p in (False, True)],),
        "slope of fractional maxima": slope(lambda x: nn.fractional_max_pool(x, 1.4, True, True, seed=3)[0], UNEVEN),
        "slope of fractional means": slope(lambda x: nn.fractional_avg_pool(x, [1.0, 1.4, 1.4, 1.0], True, True, seed=3)[0], IMAGE),
        "fractional, list": (lambda: nn.fractional_max_pool(IMAGE, [1.5]),),
        "fractional, too small": (lambda: nn.fractional_avg_pool(IMAGE, [1.0, 0.5, 1.2, 1.0]),),
        "isotonic": lambda: [nn.isotonic_regression([[3.0, 1.0, 2.0], [2.0, 2.0, 4.0]], d, a) for d in (True, False) for a in (0, 1)],
        "isotonic integers": lambda: [nn.isotonic_regression(tf.constant([3, 1, 2, 8], t)) for t in (tf.int32, tf.int64, tf.int8)],
        "isotonic, no number": lambda: nn.isotonic_regression([3.0, float("nan"), 2.0, 5.0]),
        "pool with gaps": lambda: nn.pool(IMAGE, [2, 2], "MAX", dilations=[2, 1]),
        "pool with gaps, channels first": lambda: nn.pool(IMAGE.transpose(0, 3, 1, 2), [2, 2], "AVG", dilations=[2, 2], data_format="NCHW"),
        "pool with gaps, same size": (lambda: nn.pool(IMAGE, [2, 2], "MAX", dilations=[2, 1], padding="SAME"),),
        "pool with gaps and strides": (lambda: nn.pool(IMAGE, [2, 2], "MAX", strides=[2, 2], dilations=[2, 1]),),
        "pool with more padding than window": (lambda: nn.max_pool2d(IMAGE, 2, 2, [[0, 0], [5, 0], [0, 1], [0, 0]]),),
        "two pairs of paddings": (lambda: nn.conv2d(IMAGE, np.ones((2, 2, 2, 1), np.float32), 1, [[0, 0], [1, 1]]),),
        "strides of examples": (lambda: nn.conv2d(IMAGE, np.ones((2, 2, 2, 1), np.float32), [2, 1, 1, 1], "SAME"),),
        "ragged strings by column": lambda: tf.strings.reduce_join(tf.ragged.constant([["a", "b"], ["c"], []]), axis=0, separator="-"),
        "ragged strings, all": lambda: [tf.strings.reduce_join(tf.ragged.constant([["a", "b"], ["c"]]), axis=a) for a in ([0, 1], [1, 0])],
        "encodings": lambda: [tf.strings.unicode_decode(text, name) for name, text in (("SHIFT-JIS", b"\x82\xa0a\x82"), ("KOI8-R", b"\xc1z"), ("EUC-KR", b"\xb0\xa1"), ("GB18030", b"\x810\x810"))],
    }  # fmt: skip


# With more labels than frames TensorFlow's loss of dense labels has a number that depends on the other logits.
DIFFERENT = set()


@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_neural_parts(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)


def test_gradient_of_block_lstm_v2(gw):
    """It is the slope; TensorFlow's takes the gates in the order of BlockLSTM."""
    rng = np.random.default_rng(0)
    shapes = [(3, 2, 3), (2, 2), (2, 2), (5, 8), (2,), (2,), (2,), (8,)]
    values = [rng.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
    names = "x cs_prev h_prev w wci wcf wco b".split()
    weights = rng.uniform(-1, 1, (3, 2, 2)).astype(np.float32)

    def loss(tensors):
        named = dict(zip(names, tensors, strict=True))
        cells = gw.raw_ops.BlockLSTMV2(seq_len_max=gw.constant(3, gw.int64), use_peephole=True, **named)
        return gw.reduce_sum(cells.h * weights)

    tensors = [gw.constant(value) for value in values]
    with gw.GradientTape() as tape:
        for tensor in tensors:
            tape.watch(tensor)
        result = loss(tensors)
    for place, gradient in enumerate(tape.gradient(result, tensors)):
        direction = rng.uniform(-1, 1, shapes[place]).astype(np.float32)
        ends = []
        for step in (1e-2, -1e-2):
            moved = list(tensors)
            moved[place] = moved[place] + step * direction
            ends.append(float(loss(moved).numpy()))
        slope = (ends[0] - ends[1]) / 2e-2
        assert abs(slope - float(np.sum(gradient.numpy() * direction))) < 2e-3, names[place]


def dense_losses(tf, labels, logits, counts, lengths, blank):
    x = tf.constant(logits)
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.nn.ctc_loss(labels, x, counts, lengths, blank_index=blank)
    return loss.numpy(), tape.gradient(loss, x).numpy()


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_losses_of_labels_that_do_not_fit(first, tensorflow, gw):
    """Too many labels, the blank among them, and what is no label behind them: losses and slopes are TensorFlow's."""
    for seed in range(first, first + 50):
        draw = np.random.RandomState(seed)
        frames, classes, columns = draw.randint(1, 6), draw.randint(2, 5), draw.randint(1, 6)
        counts, lengths = draw.randint(0, columns + 1, [2]), draw.randint(0, frames + 1, [2])
        labels = draw.randint(0, classes, [2, columns])
        behind = np.arange(columns) >= counts[:, None]
        labels[behind] = draw.choice([-1, 0, 1, classes - 1, classes], behind.sum())
        case = labels, draw.randn(frames, 2, classes).astype("float32"), counts, lengths, int(draw.randint(-1, classes))
        for ours, theirs in zip(*(dense_losses(tf, *case) for tf in (gw, tensorflow)), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=2e-3, err_msg=f"{seed}")
