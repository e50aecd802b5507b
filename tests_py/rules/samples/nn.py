"""Rows for what of tf.nn is not in dense.py: CTC, candidate samplers, sparse embeddings, fractional pooling, order."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from support.sampling import REALS, Bad, Maker, Sample, distinct, fixed, uniform

logits = uniform(-3.0, 3.0)
lengths = fixed([5, 4, 5], "int32")
labels = fixed([[1, 2, 0], [3, 3, 1], [2, 0, 0]], "int32")
label_lengths = fixed([2, 2, 1], "int32")
indices = fixed([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]], "int64")
values = fixed([0, 1, 2, 2, 1], "int32")
sparse_shapes = ((5, 3, 4), (5, 2), (5,), (3,))

CTC = [
    Sample("nn.ctc_loss", (((5, 3, 4), (3, 3), (3,), (3,)),), ("float32",), args=(logits, labels, label_lengths, lengths), second=False, numeric_second=False, portable=False, ulp=32, tensorflow_fails=["empty_and_scalar_inputs"],
           kwargs=[{"blank_index": 0}, {}], call=lambda tf, x, y, n, t, **kw: tf.nn.ctc_loss(y, x, n, t, **kw),
           bad=[Bad(values=(np.zeros((5, 3, 4), np.float32), np.zeros((2, 3), np.int32), np.array([1, 1], np.int32), np.array([5, 5, 5], np.int32)))]),
    Sample("nn.ctc_loss of sparse labels", (sparse_shapes,), ("float32",), tensorflow_fails=["empty_and_scalar_inputs"], args=(logits, indices, values, lengths), second=False, numeric_second=False, ulp=64, numeric=False,
           kwargs=[{"blank_index": -1}, {"blank_index": 3}], hidden_rank=False, hidden_dims=False,
           call=lambda tf, x, i, v, t, **kw: tf.nn.ctc_loss(tf.SparseTensor(i, v, [3, 3]), x, None, t, **kw)),
    raw("CTCLoss", "inputs labels_indices labels_values sequence_length", (sparse_shapes,), ("float32",), [
        {}, {"ctc_merge_repeated": False}, {"preprocess_collapse_repeated": True}, {"ignore_longer_outputs_than_inputs": True}],
        args=(logits, indices, values, lengths), second=False, numeric_second=False, ulp=64, grad=False, tensorflow_fails=["empty_and_scalar_inputs"],
        bad=[Bad(values=(np.zeros((5, 3, 4), np.float32), np.array([[0, 0], [2, 0]]), np.array([0, 1], np.int32), np.array([5, 5, 5], np.int32))),
             Bad(values=(np.zeros((5, 3, 4), np.float32), np.array([[0, 0], [1, 0], [2, 0]]), np.array([0, -1, 1], np.int32), np.array([5, 5, 5], np.int32))),
             Bad(values=(np.zeros((5, 3, 4), np.float32), np.array([[0, 0], [1, 0], [2, 0]]), np.array([0, 1, 1], np.int32), np.array([5, 6, 5], np.int32)))]),
    Sample("nn.ctc_greedy_decoder", (((6, 2, 4), (2,)),), REALS, [{}, {"merge_repeated": False}, {"blank_index": 1}], args=(logits, fixed([6, 3], "int32")), grad=False, known_shape=False,
           call=lambda tf, x, t, **kw: (lambda d, p: [d[0].indices, d[0].values, d[0].dense_shape, p])(*tf.nn.ctc_greedy_decoder(x, t, **kw)),
           bad=[Bad(values=(np.zeros((6, 2, 4), np.float32), np.array([7, 0], np.int32))), Bad(kwargs={"blank_index": 4})]),
    Sample("nn.ctc_beam_search_decoder", (((6, 2, 4), (2,)),), ("float32",), [{"beam_width": 4}, {"beam_width": 20, "top_paths": 3}], args=(logits, fixed([6, 3], "int32")), grad=False, known_shape=False, ulp=64,
           call=lambda tf, x, t, **kw: (lambda d, p: [*(part for one in d for part in (one.indices, one.values, one.dense_shape)), p])(*tf.nn.ctc_beam_search_decoder(x, t, **kw)),
           bad=[Bad(kwargs={"beam_width": 2, "top_paths": 3})]),
    Sample("nn.ctc_unique_labels", ((2, 5),), ("int32",), args=(uniform(1, 3),), grad=False),
    Sample("nn.collapse_repeated", (((3, 5), (3,)),), ("int32",), args=(uniform(0, 2), fixed([5, 3, 2], "int32")), grad=False, known_shape=False, call=lambda tf, x, n: list(tf.nn.collapse_repeated(x, n))),
]

classes = fixed([[0, 1], [2, 3], [5, 6]], "int64")


def sampler(name, *kwargs, **options):
    bad = [Bad(kwargs={**kwargs[0], "num_true": 3})]
    if "range_max" in kwargs[0]:
        bad += [Bad(values=(np.array([[0, 9]]),)), Bad(values=(np.array([[0, -1]]),)), Bad(kwargs={**kwargs[0], "num_sampled": 8, "unique": True})]
    return raw(name, "true_classes", ((3, 2),), ("int64",), list(kwargs), args=(classes,), stateful=True, grad=False, bad=bad,
               before=lambda tf: tf.random.set_seed(3), **options)


common = {"num_true": 2, "num_sampled": 5, "range_max": 7, "seed": 1, "seed2": 2}
weights = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
SAMPLERS = [
    *(sampler(name, {**common, "unique": False}, {**common, "unique": True}) for name in (
        "UniformCandidateSampler", "LogUniformCandidateSampler", "LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler")),
    sampler("FixedUnigramCandidateSampler", {**common, "unique": True, "unigrams": weights}, {**common, "unique": False, "unigrams": weights[2:], "num_reserved_ids": 2},
            {**common, "unique": False, "unigrams": weights, "distortion": 0.75}),
    sampler("AllCandidateSampler", {"num_true": 2, "num_sampled": 7, "unique": True}),
    Sample("nn.compute_accidental_hits", (((3, 2), (4,)),), ("int64",), [{"num_true": 2}], args=(classes, fixed([5, 1, 9, 5], "int64")), grad=False, known_shape=False,
           call=lambda tf, x, s, **kw: list(tf.nn.compute_accidental_hits(x, s, **kw)), bad=[Bad(kwargs={"num_true": 3})]),
    *(Sample(f"nn.{name}", (((7, 3), (7,), (3, 2), (3, 3)),), ("float32",), [{}, {"remove_accidental_hits": name == "nce_loss"}], args=(uniform(), uniform(), classes, uniform()), second=False, ulp=64,
             call=lambda tf, w, b, y, x, name=name, **kw: getattr(tf.nn, name)(w, b, y, x, 4, 7, 2, sampled_values=(
                 tf.constant([0, 4, 5, 6], tf.int64), tf.constant([[0.5, 0.4], [0.3, 0.2], [0.1, 0.2]]), tf.constant([0.1, 0.2, 0.3, 0.4])), **kw))
      for name in ("nce_loss", "sampled_softmax_loss")),
]


def ids(tf, i=None):
    return tf.SparseTensor([[0, 0], [0, 1], [2, 0], [3, 1]], tf.constant([1, 3, 0, 5], tf.int64) if i is None else i, [4, 2])


combiners = [{"combiner": "sum"}, {"combiner": "mean"}, {"combiner": "sqrtn"}]
EMBEDDINGS = [
    Sample("nn.embedding_lookup_sparse", ((6, 2),), REALS, combiners, second=False, known_shape=False, call=lambda tf, x, **kw: tf.nn.embedding_lookup_sparse(x, ids(tf), None, **kw)),
    Sample("nn.embedding_lookup_sparse with weights", (((6, 2), (4,)),), REALS, combiners, args=(uniform(), uniform(0.5, 2.0)), second=False, known_shape=False, ulp=16,
           call=lambda tf, x, w, **kw: tf.nn.embedding_lookup_sparse(x, ids(tf), ids(tf, w), **kw)),
    Sample("nn.safe_embedding_lookup_sparse", ((6, 2),), REALS, [*combiners, {"default_id": 2}], second=False, known_shape=False, ulp=16, hidden_rank=False,
           call=lambda tf, x, **kw: tf.nn.safe_embedding_lookup_sparse(x, ids(tf, tf.constant([1, -3, 0, 5], tf.int64)), **kw)),
]

ratio = {"pooling_ratio": [1.0, 1.5, 1.3, 1.0], "deterministic": True, "seed": 3, "seed2": 4}
bounds = fixed([0, 2, 3, 6], "int64")
POOLS = [
    *(raw(f"Fractional{kind}Pool", "value", ((2, 6, 7, 2),), ("float32", "float64", "int32", "int64"), [ratio, {**ratio, "pseudo_random": True}, {**ratio, "overlapping": True}],
          args=(distinct(),), second=False, numeric=False, numeric_second=False, ulp=8, tensorflow_fails=["static_shapes_are_as_exact_as_tensorflows"], bad=[Bad(shapes=(6, 7, 2)), Bad(kwargs={**ratio, "pooling_ratio": [1.0, 0.5, 1.0, 1.0]}), Bad(kwargs={**ratio, "deterministic": False}),
                                                                               Bad(kwargs={**ratio, "pooling_ratio": [1.0, 9.5, 1.0, 1.0]}), Bad(kwargs={**ratio, "pooling_ratio": [2.0, 1.5, 1.0, 1.0]})])
      for kind in ("Max", "Avg")),
    raw("FractionalAvgPoolGrad", "orig_input_tensor_shape out_backprop row_pooling_sequence col_pooling_sequence", (((4,), (1, 3, 3, 2), (4,), (4,)),), REALS, [{}, {"overlapping": True}],
        args=(fixed([1, 6, 6, 2], "int64"), uniform(), bounds, bounds), grad=False, known_shape=False, ulp=8),
    Sample("raw_ops.FractionalMaxPoolGrad", (((1, 6, 6, 2), (1, 3, 3, 2)),), REALS, [{"overlapping": False}, {"overlapping": True}], args=(distinct(), uniform()), grad=False,
           call=lambda tf, x, dy, **kw: (lambda y, r, c: tf.raw_ops.FractionalMaxPoolGrad(orig_input=x, orig_output=y, out_backprop=dy, row_pooling_sequence=r, col_pooling_sequence=c, **kw))(
               *tf.raw_ops.FractionalMaxPool(value=x, pooling_ratio=[1.0, 2.0, 2.0, 1.0], **kw))),
]

ORDER = [
    Sample("nn.isotonic_regression", ((2, 5), (4, 3), (2, 0)), ("float32", "float64", "float16", "int32", "int8"), [{}, {"decreasing": False}, {"axis": 0}], args=(uniform(-9, 9),), second=False,
           hidden_rank=False, ulp=8, call=lambda tf, x, **kw: list(tf.nn.isotonic_regression(x, **kw))),
    raw("IsotonicRegression", "input", ((2, 5), (3, 0)), ("float32", "int8"), [{}], args=(uniform(0, 4),), grad=False, ulp=8),
    Sample("nn.approx_max_k", ((2, 9), (5,)), ("float32", "float16", "bfloat16"), [{"k": 3}, {"k": 0}], args=(distinct(),), second=False, call=lambda tf, x, k: list(tf.nn.approx_max_k(x, k)),
           hidden_rank=False, bad=[Bad(kwargs={"k": 30}), Bad(kwargs={"k": 1}, dtypes=["float64"])]),
    Sample("nn.with_space_to_batch", ((1, 4, 8, 2),), REALS, [{"padding": "VALID"}, {"padding": "SAME"}], args=(distinct(),), second=False, hidden_rank=False, known_shape=False, numeric=False, numeric_second=False, tensorflow_fails=["empty_and_scalar_inputs"],
           call=lambda tf, x, padding: tf.nn.with_space_to_batch(x, [2, 2], padding, lambda v, num_spatial_dims, padding: tf.nn.max_pool2d(v, 2, 1, padding), filter_shape=[2, 2])),
]

words = Maker(lambda rng, shape, name: rng.choice(np.array([b"a", b"bc", b""], object), shape), "string", differentiable=False)
bounds_of = [{}, {"minvals": 3.0, "maxvals": 5.0}, {"minvals": -0.1, "maxvals": 0.1}, {"minvals": -9.0, "maxvals": 9.0}, {"means": 1.0, "stddevs": 2.0, "minvals": 0.0, "maxvals": 3.0},
             {"minvals": -5.0, "maxvals": -3.0}, {"minvals": [-1.0, 0.0, 1.0], "maxvals": [1.0, 2.0, 3.0]}]
OTHERS = [
    Sample("random.stateless_parameterized_truncated_normal", ((2,),), ("int32",), bounds_of, args=(fixed([3, 7], "int32"),), grad=False, ulp=32, hidden_rank=False,
           call=lambda tf, seed, **kw: tf.random.stateless_parameterized_truncated_normal([5, 3], seed, **kw),
           bad=[Bad(kwargs={"minvals": 1.0, "maxvals": -1.0}), Bad(kwargs={"stddevs": -1.0})]),
    Sample("strings.ngrams", ((5,), (2, 4), (1,)), ("string",), [{"ngram_width": 2}, {"ngram_width": [1, 3], "separator": "-"}, {"ngram_width": 3, "pad_values": ("<", ">")},
                                                               {"ngram_width": 4, "pad_values": "x", "padding_width": 1}, {"ngram_width": 9, "preserve_short_sequences": True}],
           args=(words,), known_shape=False, hidden_rank=False, bad=[Bad(kwargs={"ngram_width": 0})]),
    *(Sample(name, args=(), shapes=((),), dtypes=("float32",), stateful=True, grad=False, ulp=16, before=lambda tf: tf.random.set_seed(4), kwargs=kwargs,
             call=lambda tf, name=name, **kw: getattr(tf, name)(**kw)((2, 3), dtype=tf.float64))
      for name, kwargs in (("random_normal_initializer", [{}, {"mean": 2.0, "stddev": 3.0, "seed": 5}]), ("random_uniform_initializer", [{}, {"minval": 2.0, "maxval": 3.0, "seed": 5}]),
                           ("zeros_initializer", [{}]), ("ones_initializer", [{}]), ("constant_initializer", [{"value": 4}, {"value": [1, 2, 3, 4, 5, 6]}]))),
]

batch, inputs, cells, steps = 2, 3, 2, 3
lstm_names = "x cs_prev h_prev w wci wcf wco b"
lstm_shapes = ((batch, inputs), (batch, cells), (batch, cells), (inputs + cells, 4 * cells), (cells,), (cells,), (cells,), (4 * cells,))
state, states = (batch, cells), (steps, batch, cells)
sequence_shapes = ((), (steps, *lstm_shapes[0]), *lstm_shapes[1:])
length = fixed(steps, "int64")
peepholes = [{"use_peephole": False}, {"use_peephole": True}]
unit = uniform(-1.0, 1.0)
gru_shapes = ((batch, inputs), state, (inputs + cells, 2 * cells), (inputs + cells, cells), (2 * cells,), (cells,))
gru_names = "x h_prev w_ru w_c b_ru b_c"
block = {"second": False, "numeric_second": False, "ulp": 64, "half_ulp": 64, "tensorflow_fails": ["empty_and_scalar_inputs"]}
CELLS = [
    raw("LSTMBlockCell", lstm_names, (lstm_shapes,), ("float32", "float16"), [*peepholes, {"cell_clip": 0.2, "forget_bias": 0.5}, {"cell_clip": -1.0}], args=(unit,) * 8, grad=False,
        bad=[Bad(shapes=(*lstm_shapes[:3], (4, 8), *lstm_shapes[4:])), Bad(shapes=(*lstm_shapes[:7], (7,)))], **block),
    raw("LSTMBlockCellGrad", f"{lstm_names} i cs f o ci co cs_grad h_grad", ((*lstm_shapes, *[state] * 8),), ("float32", "float16"), peepholes, args=(unit,) * 16, grad=False, **block),
    *(raw(name, f"seq_len_max {lstm_names}", (sequence_shapes,), ("float32",), [*peepholes, {"cell_clip": 0.2}], args=(length, *(unit,) * 8), grad=grad, **block)
      for name, grad in (("BlockLSTM", True), ("BlockLSTMV2", False))),  # TensorFlow's gradient of BlockLSTMV2 takes the gates in another order
    *(raw(name, f"seq_len_max {lstm_names} i cs f o ci co h cs_grad h_grad", ((*sequence_shapes, *[states] * 9),), ("float32",), peepholes, args=(length, *(unit,) * 17), grad=False, **block)
      for name in ("BlockLSTMGrad", "BlockLSTMGradV2")),
    raw("GRUBlockCell", gru_names, (gru_shapes,), ("float32",), args=(unit,) * 6, grad=False, bad=[Bad(shapes=(*gru_shapes[:2], (4, 4), *gru_shapes[3:]))], **block),
    raw("GRUBlockCellGrad", f"{gru_names} r u c d_h", ((*gru_shapes, *[state] * 4),), ("float32",), args=(unit,) * 10, grad=False, **block),
]

NEURAL_SAMPLES = [*CELLS, *CTC, *SAMPLERS, *EMBEDDINGS, *POOLS, *ORDER, *OTHERS]
