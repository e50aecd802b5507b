"""Rows for ops that are others put together, for maps of tensors, queues, edit distances and formats of data."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from rules.samples.staging import STAGING_SAMPLES
from support.sampling import REALS, Bad, Maker, Sample, distinct, fixed, index, strings, uniform

same = {"strides": [1, 2, 2, 1], "padding": "SAME"}
valid = {"strides": [1, 1, 1, 1], "padding": "VALID"}
window = [fixed([1, 2, 2, 1], "int32"), fixed([1, 2, 1, 1], "int32")]


def pooled_again(tf, x, g):
    """The first and second derivative of pooling with the window as inputs."""
    args = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}
    y = tf.raw_ops.MaxPoolV2(input=x, **args)
    back = tf.raw_ops.MaxPoolGradV2(orig_input=x, orig_output=y, grad=y * 2, **args)
    return [back, tf.raw_ops.MaxPoolGradGradV2(orig_input=x, orig_output=y, grad=g, **args)]


COMPOSED = [
    Sample("raw_ops.MaxPoolGradGradV2", (((2, 5, 4, 3), (2, 5, 4, 3)),), REALS, args=(distinct(), uniform()), call=pooled_again, grad=False, hidden_rank=False, known_shape=False),
    raw("MaxPoolV2", "input ksize strides", (((2, 5, 4, 3), (4,), (4,)),), REALS, [{"padding": "SAME"}, {"padding": "VALID"}], args=(distinct(), *window), numeric=False, hidden_rank=False, known_shape=False,
        bad=[Bad(shapes=((2, 5, 4), (4,), (4,)), kwargs={"padding": "SAME"})]),
    raw("FusedPadConv2D", "input paddings filter", (((1, 4, 5, 2), (4, 2), (2, 3, 2, 3)),), REALS, [{**same, "mode": "REFLECT"}, {**valid, "mode": "SYMMETRIC"}],
        args=(uniform(), fixed([[0, 0], [1, 2], [0, 1], [0, 0]], "int32"), uniform()), grad=False, ulp=64, known_shape=False),  # TensorFlow pads all images as the first one
    raw("FusedResizeAndPadConv2D", "input size paddings filter", (((1, 4, 5, 2), (2,), (4, 2), (2, 3, 2, 3)),), REALS, [{**same, "mode": "REFLECT"}, {**valid, "mode": "SYMMETRIC", "resize_align_corners": True}],
        args=(uniform(), fixed([6, 4], "int32"), fixed([[0, 0], [1, 2], [0, 1], [0, 0]], "int32"), uniform()), grad=False, ulp=256, half_ulp=8, known_shape=False),
    raw("SparseMatMul", "a b", (((2, 3), (3, 4)),), ("float32", "bfloat16"), [{}, {"a_is_sparse": True}], args=(uniform(), uniform()), ulp=64, half_ulp=1e5, hidden_rank=False, numeric_second=False),
    raw("SparseMatMul", "a b", (((3, 2), (4, 3)),), ("float32",), [{"transpose_a": True, "transpose_b": True}], label=" of transposed ones", args=(uniform(), uniform()), ulp=64, hidden_rank=False),
    *(raw(name, "grad indices segment_ids dense_output_dim0", (((3, 2), (5,), (5,), ()),), REALS, grad=False, ulp=16, known_shape=False,
          args=(uniform(), fixed([7, 1, 7, 2, 1], "int32"), fixed([0, 0, 1, 1, 2], "int32"), fixed(9, "int32")),
          bad=[Bad(values=(np.ones([1, 2], np.float32), np.array([9], np.int32), np.array([0], np.int32), np.int32(9)))])
      for name in ("SparseSegmentSumGradV2", "SparseSegmentMeanGradV2", "SparseSegmentSqrtNGradV2")),
]


def map_program(tf, key, value):
    """Entries put in, found, replaced and taken out."""
    ops = tf.raw_ops
    one = ops.TensorMapInsert(input_handle=ops.EmptyTensorMap(), key=key, value=value)
    two = ops.TensorMapInsert(input_handle=one, key=key + key, value=value * 2)
    two = ops.TensorMapInsert(input_handle=two, key=key, value=value * 3)
    less = ops.TensorMapErase(input_handle=two, key=key + key, value_dtype=value.dtype)
    return [ops.TensorMapLookup(input_handle=m, key=key, value_dtype=value.dtype) for m in (one, two)] + [
        ops.TensorMapSize(input_handle=two), ops.TensorMapSize(input_handle=less),
        ops.TensorMapHasKey(input_handle=less, key=key), ops.TensorMapHasKey(input_handle=less, key=key + key),
        ops.TensorMapStackKeys(input_handle=less, key_dtype=key.dtype)]


def queue_program(tf, x):
    """Elements in and out of queues of all kinds; the queues are closed, so that nothing ever waits."""
    if x.shape.rank < 2 or 0 in x.shape or x.shape[0] < 2:
        return x  # TensorFlow crashes where no rows are put in
    one = tf.queue.FIFOQueue(-1, [x.dtype, tf.int32], shapes=[x.shape[1:], []])
    mixed = tf.queue.RandomShuffleQueue(-1, 0, x.dtype, shapes=[x.shape[1:]], seed=5)
    padded = tf.queue.PaddingFIFOQueue(-1, [x.dtype], shapes=[[None] * (x.shape.rank - 1)])
    ranked = tf.queue.PriorityQueue(-1, [x.dtype], shapes=[x.shape[1:]])
    one.enqueue_many([x, tf.range(tf.shape(x)[0])])
    one.enqueue([x[0], 7])
    mixed.enqueue_many([x])
    padded.enqueue([x[0]])
    padded.enqueue([x[0][:1]])
    ranked.enqueue([3, x[0]])
    ranked.enqueue([tf.constant(1, tf.int64), x[1]])
    for queue in (one, mixed, padded, ranked):
        queue.close()
    first = one.dequeue_many(1)
    return [*first, one.size(), *one.dequeue_up_to(5), one.is_closed(), mixed.dequeue_up_to(9), padded.dequeue_up_to(2), *ranked.dequeue()]


def sparse(tf, name, values):
    indices = {"a": [[0, 0, 0], [0, 0, 1], [1, 1, 0]], "b": [[0, 0, 0], [0, 1, 0], [1, 1, 0]]}[name]
    return tf.SparseTensor(indices, values, [2, 2, 3])


letters = strings("a", "b", "c")
VALUES = [
    Sample("raw_ops.TensorMapInsert", (((), (2, 3)), ((2,), ())), ("float32", "int64"), args=(Maker(letters.make, "string", False), uniform()), call=map_program, grad=False, known_shape=False, portable=False,
           cases=[(((), (2, 3)), {})], ops=["EmptyTensorMap"]),
    Sample("queue.FIFOQueue", ((3, 2), (4, 3)), ("float32", "int32"), call=queue_program, grad=False, hidden_dims=False, hidden_rank=False, portable=False, known_shape=False, traceable=False,
           ops=["FIFOQueueV2", "PaddingFIFOQueueV2", "PriorityQueueV2", "RandomShuffleQueueV2", "QueueEnqueueV2", "QueueEnqueueManyV2", "QueueDequeueV2", "QueueDequeueManyV2", "QueueDequeueUpToV2", "QueueSizeV2",
                "QueueIsClosedV2", "QueueCloseV2"]),
    Sample("edit_distance", (((3,), (3,)),), ("int32", "string", "float32", "bool"), [{}, {"normalize": False}], args=(index(3), index(3)), grad=False, hidden_dims=False, hidden_rank=False,
           call=lambda tf, a, b, **kw: tf.edit_distance(sparse(tf, "a", a), sparse(tf, "b", b), **kw)),
    Sample("edit_distance of strings", (((3,), (3,)),), ("string",), args=(letters, letters), grad=False, hidden_dims=False, hidden_rank=False,
           call=lambda tf, a, b, **kw: tf.edit_distance(sparse(tf, "a", a), sparse(tf, "b", b), **kw)),
    Sample("fingerprint", ((3,), (2, 3), (0, 2), (2, 0)), ("int32", "float32", "bool"), grad=False, bad=[Bad(shapes=()), Bad(kwargs={"method": "md5"})]),
    Sample("fingerprint of strings", ((3,), (2, 2), (0,)), ("string",), args=(letters,), grad=False),
    raw("DataFormatDimMap", "x", ((5,), (), (2, 2)), ("int32", "int64"), [{}, {"src_format": "NDHWC", "dst_format": "NCDHW"}], args=(index(4, low=-4),), grad=False,
        bad=[Bad(kwargs={"src_format": "NHWC", "dst_format": "NCWX"}), Bad(kwargs={"src_format": "NHW", "dst_format": "NWH"})]),
    raw("DataFormatVecPermute", "x", ((4,), (2,), (4, 2), (2, 2)), ("int32", "int64"), [{}, {"src_format": "HWNC", "dst_format": "CNWH"}], args=(uniform(0, 9),), grad=False, hidden_rank=False,
        bad=[Bad(shapes=(3,)), Bad(shapes=(4, 3)), Bad(shapes=(1,))]),
]

SECTIONS = [
    Sample("CriticalSection", ((3,),), ("float32",), grad=False, portable=False, ops=["MutexV2", "MutexLock", "ConsumeMutexLock"],
           call=lambda tf, x: tf.CriticalSection().execute(lambda: x * 2)),
]

MORE_SAMPLES = [*SECTIONS, *COMPOSED, *VALUES, *STAGING_SAMPLES]
