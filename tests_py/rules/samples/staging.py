"""Rows for staging areas, accumulators, kept sparse tensors, layers of quantized numbers, and a few ops of two names."""

# fmt: off
# ruff: noqa: E501
import itertools

import numpy as np

from rules.samples.quantization import as_plain, as_quantized
from rules.samples.raw import raw
from support.sampling import Bad, Sample, fixed, strings, uniform

_count = itertools.count()


def own_name():
    return f"area_{next(_count)}"


def staged(tf, x):
    """Tuples put in and taken out again, the oldest first; nothing ever waits."""
    ops, area = tf.raw_ops, {"shared_name": own_name(), "capacity": 3}
    of = {**area, "dtypes": [x.dtype, tf.int32]}
    ops.Stage(values=[x, 1], **area)
    ops.Stage(values=[x * 2, 2], **area)
    sizes = [ops.StageSize(**of)]
    seen = [*ops.StagePeek(index=1, **of), *ops.Unstage(**of)]
    sizes.append(ops.StageSize(**of))
    ops.StageClear(**of)
    return [*seen, *sizes, ops.StageSize(**of)]


def staged_by_key(prefix):
    def call(tf, x):
        ops = {name: getattr(tf.raw_ops, prefix + name) for name in ("Stage", "Peek", "Unstage", "UnstageNoKey", "Size", "IncompleteSize", "Clear")}
        area = {"shared_name": own_name()}
        of = {**area, "dtypes": [x.dtype, tf.int32]}
        ops["Stage"](key=7, indices=[1], values=[3], **of)
        sizes = [ops["Size"](**of), ops["IncompleteSize"](**of)]
        ops["Stage"](key=7, indices=[0], values=[x], **of)
        ops["Stage"](key=-2, indices=[0, 1], values=[x * 2, 4], **of)
        sizes += [ops["Size"](**of), ops["IncompleteSize"](**of)]
        one, two = {**area, "dtypes": [x.dtype]}, {**area, "dtypes": [tf.int32]}
        seen = [*ops["Peek"](key=7, indices=[0, 1], **of), *ops["Unstage"](key=7, indices=[1], **two), *ops["Unstage"](key=7, indices=[0], **one)]
        key, values = ops["UnstageNoKey"](indices=[0, 1], **of)
        ops["Stage"](key=7, indices=[1], values=[3], **of)
        ops["Clear"](**of)
        return [*seen, key, *values, *sizes, ops["IncompleteSize"](**of)]

    return call


def accumulated(tf, x, reduction):
    if x.shape.rank != 2 or 0 in x.shape:
        return x  # TensorFlow waits for ever where gradients have no elements or no axes
    ops = tf.raw_ops
    handle = ops.ResourceConditionalAccumulator(dtype=x.dtype, shape=[None, 2], reduction_type=reduction)
    for step, factor in ((0, 1), (3, 2), (0, 4)):
        ops.ResourceAccumulatorApplyGradient(handle=handle, local_step=step, gradient=x * factor)
    first = [ops.ResourceAccumulatorNumAccumulated(handle=handle), ops.ResourceAccumulatorTakeGradient(handle=handle, num_required=2, dtype=x.dtype)]
    ops.ResourceAccumulatorApplyGradient(handle=handle, local_step=0, gradient=x)
    first.append(ops.ResourceAccumulatorNumAccumulated(handle=handle))
    ops.ResourceAccumulatorSetGlobalStep(handle=handle, new_global_step=10)
    ops.ResourceAccumulatorApplyGradient(handle=handle, local_step=9, gradient=x)
    ops.ResourceAccumulatorApplyGradient(handle=handle, local_step=10, gradient=x)
    return [*first, ops.ResourceAccumulatorNumAccumulated(handle=handle), ops.ResourceAccumulatorTakeGradient(handle=handle, num_required=1, dtype=x.dtype)]


def kept_sparse(tf, values):
    ops, area = tf.raw_ops, {"shared_name": own_name()}
    indices = tf.constant([[0, 1], [0, 3], [2, 2]], tf.int64)
    one = ops.AddSparseToTensorsMap(sparse_indices=indices[:, 1:], sparse_values=values, sparse_shape=[6], **area)
    rows = ops.AddManySparseToTensorsMap(sparse_indices=indices, sparse_values=values, sparse_shape=[3, 4], **area)
    found = ops.TakeManySparseFromTensorsMap(sparse_handles=tf.concat([rows[::2], [one]], 0), dtype=values.dtype, **area)
    return [one, rows, *found, *ops.TakeManySparseFromTensorsMap(sparse_handles=rows[1:2], dtype=values.dtype, **area)]


def messages(tf, values):
    sparse = tf.SparseTensor([[0, 1], [0, 3], [2, 2]], values, [3, 4])
    rows = tf.io.serialize_many_sparse(sparse)
    back = [tf.io.deserialize_many_sparse(rows, values.dtype), tf.io.deserialize_many_sparse(rows[1:], values.dtype, rank=2)]
    other = tf.raw_ops.DeserializeSparse(serialized_sparse=tf.io.serialize_sparse(sparse), dtype=values.dtype)
    again = tf.raw_ops.DeserializeSparse(serialized_sparse=tf.io.serialize_sparse(sparse, out_type=tf.variant), dtype=values.dtype)
    return [rows, *(part for one in back for part in (one.indices, one.values, one.dense_shape)), *other, *again]


def batched(tf, x):
    """One thread's rows, joined with nobody's, and given back."""
    if x.shape.rank != 2 or 0 in x.shape:
        return x  # TensorFlow ends the process where there are no rows
    waiting = {"num_batch_threads": 1, "max_batch_size": 9, "batch_timeout_micros": 1}
    joined, places, number = tf.raw_ops.Batch(in_tensors=[x, tf.ones([len(x), 2], tf.int32)], grad_timeout_micros=1, **waiting)
    own = tf.raw_ops.Unbatch(batched_tensor=joined[0], batch_index=places, id=number, timeout_micros=1_000_000)
    grads = tf.raw_ops.UnbatchGrad(original_input=joined[0], batch_index=places, grad=own * 2, id=number)

    @tf.nondifferentiable_batch_function(**waiting, allowed_batch_sizes=[1, 4, 9])
    def twice(a, b):
        return {"sum": a + b, "both": [b, a[::-1]]}

    if len(x) == 3:
        joined += tf.nest.flatten(twice(x, x * x))
    return [*joined, places[:, 1:], own, grads]


CALLED = {"grad": False, "hidden_dims": False, "hidden_rank": False, "portable": False, "known_shape": False, "traceable": False}
KINDS = ("float32", "int64")
AREAS = [
    Sample("raw_ops.Stage", ((2,), (2, 3)), KINDS, call=staged, ops=["Stage", "Unstage", "StagePeek", "StageSize", "StageClear"], **CALLED),
    *(Sample(f"raw_ops.{prefix}Stage", ((2,),), KINDS, call=staged_by_key(prefix), **CALLED,
             ops=[prefix + name for name in ("Stage", "Peek", "Unstage", "UnstageNoKey", "Size", "IncompleteSize", "Clear")]) for prefix in ("Map", "OrderedMap")),
    Sample("raw_ops.ResourceConditionalAccumulator", ((3, 2),), ("float32", "float64", "float16"), [{"reduction": "MEAN"}, {"reduction": "SUM"}], call=accumulated, **CALLED,
           ops=["ResourceConditionalAccumulator", "ResourceAccumulatorApplyGradient", "ResourceAccumulatorNumAccumulated", "ResourceAccumulatorSetGlobalStep", "ResourceAccumulatorTakeGradient"]),
    Sample("raw_ops.AddManySparseToTensorsMap", ((3,),), ("float32", "int64", "complex64"), call=kept_sparse, **CALLED,
           ops=["AddSparseToTensorsMap", "AddManySparseToTensorsMap", "TakeManySparseFromTensorsMap"]),
    Sample("io.serialize_many_sparse", ((3,),), ("float32", "int64", "complex64", "bool"), call=messages, ops=["DeserializeManySparse"], **{**CALLED, "traceable": True}),
    Sample("io.serialize_many_sparse of strings", ((3,),), ("string",), args=(strings("a", "bc", ""),), call=messages, **{**CALLED, "traceable": True}),
]


def quantized_layer(name, arrays, dtypes, names, numbers, kwargs=({},), near=0):
    """A raw op on quantized tensors; `near` is how far integers may be from TensorFlow's."""
    def call(tf, *values, **attrs):
        inputs = {key: as_quantized(tf, value, getattr(tf, dtype)) for key, value, dtype in zip(names.split(), values, dtypes, strict=True)}
        attrs = {key: getattr(tf, value) if key in ("out_type", "Toutput") else value for key, value in attrs.items()}
        first, *bounds = as_plain(tf, getattr(tf.raw_ops, name)(**inputs, **numbers, **attrs))
        if near:
            first = tf.shape(first)
            bounds = [tf.round(bound * 1e3) for bound in bounds]
        return [first, *bounds]

    shapes = tuple(np.shape(a) for a in arrays)
    return Sample(f"raw_ops.{name}", (shapes if len(shapes) > 1 else shapes[0],), ("int32",), list(kwargs), args=tuple(fixed(a) for a in arrays), call=call, ops=[name],
                  grad=False, portable=False, known_shape=False, hidden_rank=False, tensorflow_fails=("empty_and_scalar_inputs",))


_random = np.random.RandomState(3)
images = _random.randint(0, 256, (1, 4, 5, 2))
signed = _random.randint(-128, 128, (1, 4, 5, 2))
filters = _random.randint(0, 256, (3, 2, 2, 3))
rows = _random.randint(0, 256, (5, 2))
pool = {"min_input": -1.0, "max_input": 1.0}
windows = [{"ksize": [1, 3, 2, 1], "strides": [1, 2, 2, 1], "padding": padding} for padding in ("SAME", "VALID")]
ranges = {"min_x": -3.0, "max_x": 1.0, "min_y": -0.5, "max_y": 2.0}
LAYERS = [
    quantized_layer("QuantizedConv2D", [images, filters], ["quint8", "quint8"], "input filter", {}, [
        {"strides": [1, step, step, 1], "padding": padding, "min_input": low, "max_input": 6.0, "min_filter": -1.0, "max_filter": high} for step, padding in ((1, "VALID"), (2, "SAME")) for low, high in ((-2.0, 3.0), (1.0, -0.5))]),
    *(quantized_layer(name, [array], [kind], "input", pool, windows) for name in ("QuantizedAvgPool", "QuantizedMaxPool") for array, kind in ((images, "quint8"), (signed, "qint8"))),
    quantized_layer("QuantizedBiasAdd", [rows, rows[0]], ["quint8", "quint8"], "input bias", {}, [
        {"min_input": -3.0, "max_input": 1.0, "min_bias": -0.5, "max_bias": 2.0, "out_type": "qint32"}, {"min_input": 0.0, "max_input": 3.0, "min_bias": -9.0, "max_bias": 0.0, "out_type": "qint32"}]),
    quantized_layer("QuantizedBiasAdd", [signed[0, 0], signed[0, 0, 0]], ["qint8", "qint8"], "input bias", {}, [{"min_input": -1.0, "max_input": 2.0, "min_bias": -3.0, "max_bias": 1.0, "out_type": "qint32"}]),
    *(quantized_layer("QuantizedMul", [rows, other], ["quint8", "quint8"], "x y", ranges) for other in (rows, rows[0], rows[0, 0])),
    *(quantized_layer("QuantizedAdd", [rows, other], ["quint8", "quint8"], "x y", ranges) for other in (rows, rows[0], rows[0, 0])),
    quantized_layer("QuantizedInstanceNorm", [images], ["quint8"], "x", {"x_min": -1.0, "x_max": 2.0}, [{}, {"output_range_given": True, "given_y_min": -1.0, "given_y_max": 2.0}], near=1),
    quantized_layer("QuantizedResizeBilinear", [images], ["quint8"], "images", {"min": -1.0, "max": 2.0}, [{"size": [4, 5]}, {"size": [2, 3]}, {"size": [2, 3], "align_corners": True}]),
    quantized_layer("QuantizedReshape", [images], ["quint8"], "tensor", {"input_min": 1.0, "input_max": 2.0}, [{"shape": [-1]}, {"shape": [5, 8]}]),
]

SINGLE = ("float32", "float64")
slide = {"strides": [1, 1, 2, 1], "padding": "SAME"}
points = {"num_to_sample": 3, "seed": 5}
OTHERS = [
    Sample("raw_ops.Batch", ((3, 2), (1, 2)), ("float32", "int64"), call=batched, ops=["Batch", "Unbatch", "UnbatchGrad", "BatchFunction"], **CALLED),
    raw("KmeansPlusPlusInitialization", "points", ((7, 2), (5, 1)), ("float32",), [{**points, "num_retries_per_sample": 0}, {**points, "num_retries_per_sample": 3}, {**points, "num_retries_per_sample": -1}], args=(uniform(),), grad=False,
        known_shape=False, bad=[Bad(shapes=((7,),), kwargs={**points, "num_retries_per_sample": 0}), Bad(shapes=((2, 2),), kwargs={**points, "num_retries_per_sample": 0}),
                                Bad(kwargs={"num_to_sample": 0, "seed": 1, "num_retries_per_sample": 0}), Bad(kwargs={"num_to_sample": [1], "seed": 1, "num_retries_per_sample": 0})],
        tensorflow_fails=("empty_and_scalar_inputs",)),
    raw("KMC2ChainInitialization", "distances", ((20,), (1,)), ("float32",), [{"seed": 1}, {"seed": -7}], args=(uniform(0.1, 4.0),), grad=False,
        bad=[Bad(shapes=((0,),), kwargs={"seed": 1}), Bad(shapes=((2, 2),), kwargs={"seed": 1}), Bad(kwargs={"seed": [1]})], tensorflow_fails=("empty_and_scalar_inputs",)),
    Sample("conv", (((2, 4, 5, 3), (2, 3, 3, 2)),), ("float32", "float64", "int32"), [slide, {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 1, 1]},
           {"strides": [1, 1, 1, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 0, 2, 0, 0]}], args=(uniform(), uniform()), grad=False, ulp=64, ops=["Conv"],
           bad=[Bad(shapes=((2, 4, 5, 3), (2, 3, 2, 2)), kwargs=slide), Bad(shapes=((4, 5), (2, 3, 3, 2)), kwargs=slide), Bad(kwargs={**slide, "strides": [1, 1]}), Bad(kwargs={**slide, "groups": 3})]),
    Sample("conv of three axes", (((2, 3, 4, 5, 2), (2, 2, 3, 2, 3)),), SINGLE, [{"strides": [1, 1, 1, 1, 1], "padding": "VALID"}], args=(uniform(), uniform()), grad=False, ulp=64,
           call=lambda tf, *a, **kw: tf.conv(*a, **kw)),
    Sample("conv of two batch axes", (((2, 3, 4, 5, 2), (2, 2, 2, 3)),), SINGLE, [{"strides": [1, 1, 1, 1], "padding": "VALID", "batch_dims": 2}], args=(uniform(), uniform()), grad=False, ulp=64, hidden_rank=False,
           call=lambda tf, *a, **kw: tf.conv(*a, **kw)),
    raw("CholeskyGrad", "l grad", (((3, 3), (3, 3)), ((2, 2, 2), (2, 2, 2))), SINGLE, args=(uniform(1, 2), uniform()), grad=False, ulp=4096, hidden_rank=False,
        bad=[Bad(shapes=((2, 2), (3, 3))), Bad(shapes=((2,), (2,))), Bad(shapes=((2, 3), (2, 3)))]),
    raw("NearestNeighbors", "points centers", (((5, 2), (4, 2)), ((1, 3), (2, 3))), ("float32",), [{"k": 2}, {"k": 9}, {"k": 0}], args=(uniform(), uniform()), grad=False, ulp=4096, known_shape=False,
        tensorflow_fails=("empty_and_scalar_inputs",), bad=[Bad(shapes=((2,), (3, 3)), kwargs={"k": 1}), Bad(shapes=((2, 2), (3, 3)), kwargs={"k": 1})]),
    Sample("nn.experimental.general_dropout", ((3, 4),), ("float32", "float64", "float16"), [{"rate": 0.4}, {"rate": 0.4, "noise_shape": [3, 1]}, {"rate": 0.0}],
           call=lambda tf, x, **kw: tf.nn.experimental.general_dropout(x, uniform_sampler=lambda shape, dtype: tf.random.stateless_uniform(shape, [1, 2], dtype=dtype), **kw),
           bad=[Bad(kwargs={"rate": 1.5}), Bad(kwargs={"rate": -0.5})]),
    Sample("approx_top_k", ((3, 4), (5,)), ("float32", "float16"), [{"k": 2}, {"k": 3}], grad=False),
]

STAGING_SAMPLES = [*AREAS, *LAYERS, *OTHERS]
