"""jit_compile=True refuses arguments that XLA must know and cannot: each row's last part is the number of the input that
TensorFlow names, None where it compiles. GRAPHWRIGHT_XLA=1 asks TensorFlow again for every row (tools/nightly.sh does).
"""

import os

import pytest

import graphwright

# Called with a number that is 0, and not known, in a loop.
IN_LOOPS = {
    "All": (lambda tf, z: tf.raw_ops.All(input=[True, False], axis=z), 1),
    "Any": (lambda tf, z: tf.raw_ops.Any(input=[True, False], axis=z), 1),
    "Sum": (lambda tf, z: tf.raw_ops.Sum(input=[1.0, 2.0], axis=z), 1),
    "Mean": (lambda tf, z: tf.raw_ops.Mean(input=[1.0, 2.0], axis=z), 1),
    "Prod": (lambda tf, z: tf.raw_ops.Prod(input=[1.0, 2.0], axis=z), 1),
    "Max": (lambda tf, z: tf.raw_ops.Max(input=[1.0, 2.0], axis=z), 1),
    "Min": (lambda tf, z: tf.raw_ops.Min(input=[1.0, 2.0], axis=z), 1),
    "ArgMax": (lambda tf, z: tf.raw_ops.ArgMax(input=[1.0, 2.0], dimension=z), 1),
    "ArgMin": (lambda tf, z: tf.raw_ops.ArgMin(input=[1.0, 2.0], dimension=z), 1),
    "AvgPoolGrad": (
        lambda tf, z: tf.raw_ops.AvgPoolGrad(
            orig_input_shape=z + [1, 4, 4, 1],
            grad=tf.ones([1, 2, 2, 1]),
            ksize=[1, 2, 2, 1],
            strides=[1, 2, 2, 1],
            padding="SAME",
        ),
        0,
    ),
    "BatchToSpace": (
        lambda tf, z: tf.raw_ops.BatchToSpace(input=tf.ones([4, 1, 1, 1]), crops=z + [[0, 0], [0, 0]], block_size=2),
        1,
    ),
    "BatchToSpaceND": (
        lambda tf, z: tf.raw_ops.BatchToSpaceND(
            input=tf.ones([4, 1, 1, 1]), block_shape=[2, 2], crops=z + [[0, 0], [0, 0]]
        ),
        2,
    ),
    "SpaceToBatch": (
        lambda tf, z: tf.raw_ops.SpaceToBatch(input=tf.ones([1, 4, 4, 1]), paddings=z + [[0, 0], [0, 0]], block_size=2),
        1,
    ),
    "SpaceToBatchND": (
        lambda tf, z: tf.raw_ops.SpaceToBatchND(
            input=tf.ones([1, 4, 4, 1]), block_shape=z + [2, 2], paddings=[[0, 0], [0, 0]]
        ),
        1,
    ),
    "BroadcastTo": (lambda tf, z: tf.raw_ops.BroadcastTo(input=[1.0], shape=z + [2, 4]), 1),
    "BroadcastArgs": (lambda tf, z: tf.raw_ops.BroadcastArgs(s0=z + [4], s1=[1]), 0),
    "BroadcastGradientArgs": (lambda tf, z: tf.raw_ops.BroadcastGradientArgs(s0=z + [4], s1=[1]), 0),
    "Bincount": (lambda tf, z: tf.raw_ops.Bincount(arr=[1, 2], size=z + 4, weights=[1.0, 1.0]), 1),
    "DenseBincount": (lambda tf, z: tf.raw_ops.DenseBincount(input=[1, 2], size=z + 4, weights=[1.0, 1.0]), 1),
    "ConcatV2": (lambda tf, z: tf.raw_ops.ConcatV2(values=[[1.0], [2.0]], axis=z), 2),
    "ConcatOffset": (lambda tf, z: tf.raw_ops.ConcatOffset(concat_dim=z, shape=[[2], [3]]), 0),
    "ConcatOffset, shape": (lambda tf, z: tf.raw_ops.ConcatOffset(concat_dim=0, shape=[z + [2], [3]]), 1),
    "Conv2DBackpropInput": (
        lambda tf, z: tf.raw_ops.Conv2DBackpropInput(
            input_sizes=z + [1, 4, 4, 1],
            filter=tf.ones([2, 2, 1, 1]),
            out_backprop=tf.ones([1, 4, 4, 1]),
            strides=[1] * 4,
            padding="SAME",
        ),
        0,
    ),
    "Conv2DBackpropFilter": (
        lambda tf, z: tf.raw_ops.Conv2DBackpropFilter(
            input=tf.ones([1, 4, 4, 1]),
            filter_sizes=z + [2, 2, 1, 1],
            out_backprop=tf.ones([1, 4, 4, 1]),
            strides=[1] * 4,
            padding="SAME",
        ),
        1,
    ),
    "Cumsum": (lambda tf, z: tf.raw_ops.Cumsum(x=[1.0, 2.0], axis=z), 1),
    "Cumprod": (lambda tf, z: tf.raw_ops.Cumprod(x=[1.0, 2.0], axis=z), 1),
    "CumulativeLogsumexp": (lambda tf, z: tf.raw_ops.CumulativeLogsumexp(x=[1.0, 2.0], axis=z), 1),
    "DynamicStitch": (lambda tf, z: tf.raw_ops.DynamicStitch(indices=[z + [0, 1]], data=[[1.0, 2.0]]), 0),
    "Empty": (lambda tf, z: tf.raw_ops.Empty(shape=z + [2], dtype=tf.float32, init=True), 0),
    "ExpandDims": (lambda tf, z: tf.raw_ops.ExpandDims(input=[1.0], axis=z), 1),
    "Fill": (lambda tf, z: tf.raw_ops.Fill(dims=z + [2], value=1.0), 0),
    "GatherV2": (lambda tf, z: tf.raw_ops.GatherV2(params=[1.0], indices=[0], axis=z), 2),
    "GatherV2, indices": (lambda tf, z: tf.raw_ops.GatherV2(params=[1.0], indices=z + [0], axis=0), None),
    "RFFT": (lambda tf, z: tf.abs(tf.raw_ops.RFFT(input=[1.0] * 4, fft_length=z + [4])), 1),
    "IRFFT": (lambda tf, z: tf.raw_ops.IRFFT(input=tf.complex([1.0] * 4, [0.0] * 4), fft_length=z + [4]), 1),
    "ResizeBilinear": (lambda tf, z: tf.raw_ops.ResizeBilinear(images=tf.ones([1, 4, 4, 1]), size=z + [2, 2]), 1),
    "ResizeNearestNeighbor": (
        lambda tf, z: tf.raw_ops.ResizeNearestNeighbor(images=tf.ones([1, 4, 4, 1]), size=z + [2, 2]),
        1,
    ),
    "LinSpace": (lambda tf, z: tf.raw_ops.LinSpace(start=0.0, stop=2.0, num=z + 3), 2),
    "LinSpace, start": (lambda tf, z: tf.raw_ops.LinSpace(start=tf.cast(z, "float32"), stop=2.0, num=3), None),
    "ListDiff": (lambda tf, z: tf.raw_ops.ListDiff(x=z + [1, 2], y=[1]), 0),
    "MatrixBandPart": (lambda tf, z: tf.raw_ops.MatrixBandPart(input=tf.ones([2, 2]), num_lower=z, num_upper=0), None),
    "MatrixDiagV3": (
        lambda tf, z: tf.raw_ops.MatrixDiagV3(diagonal=[1.0, 2.0], k=z, num_rows=-1, num_cols=-1, padding_value=0.0),
        1,
    ),
    "MatrixDiagPartV3": (
        lambda tf, z: tf.raw_ops.MatrixDiagPartV3(input=tf.ones([2, 2]), k=0, padding_value=tf.cast(z, "float32")),
        2,
    ),
    "MatrixSetDiagV3": (lambda tf, z: tf.raw_ops.MatrixSetDiagV3(input=tf.ones([2, 2]), diagonal=[1.0, 2.0], k=z), 2),
    "MirrorPad": (lambda tf, z: tf.raw_ops.MirrorPad(input=[1.0, 2.0], paddings=z + [[1, 1]], mode="REFLECT"), 1),
    "Pad": (lambda tf, z: tf.raw_ops.Pad(input=[1.0, 2.0], paddings=z + [[1, 1]]), 1),
    "PadV2": (
        lambda tf, z: tf.raw_ops.PadV2(input=[1.0], paddings=[[1, 1]], constant_values=1.0 * tf.cast(z, "float32")),
        None,
    ),
    "OneHot": (lambda tf, z: tf.raw_ops.OneHot(indices=[1], depth=z + 3, on_value=1.0, off_value=0.0), 1),
    "RandomUniform": (lambda tf, z: tf.raw_ops.RandomUniform(shape=z + [2], dtype=tf.float32), 0),
    "RandomStandardNormal": (lambda tf, z: tf.raw_ops.RandomStandardNormal(shape=z + [2], dtype=tf.float32), 0),
    "TruncatedNormal": (lambda tf, z: tf.raw_ops.TruncatedNormal(shape=z + [2], dtype=tf.float32), 0),
    "Multinomial": (lambda tf, z: tf.raw_ops.Multinomial(logits=[[0.0, 1.0]], num_samples=z + 2), 1),
    "StatelessRandomUniform": (lambda tf, z: tf.raw_ops.StatelessRandomUniform(shape=z + [2], seed=[1, 2]), 0),
    "StatelessRandomUniform, seed": (lambda tf, z: tf.raw_ops.StatelessRandomUniform(shape=[2], seed=z + [1, 2]), None),
    "Range": (lambda tf, z: tf.raw_ops.Range(start=0, limit=z + 3, delta=1), 1),
    "Range, delta": (lambda tf, z: tf.raw_ops.Range(start=0, limit=3, delta=z + 1), 2),
    "Reshape": (lambda tf, z: tf.raw_ops.Reshape(tensor=[1.0, 2.0], shape=z + [2, 1]), 1),
    "ReverseV2": (lambda tf, z: tf.raw_ops.ReverseV2(tensor=[1.0], axis=z + [0]), 1),
    "ReverseSequence": (
        lambda tf, z: tf.raw_ops.ReverseSequence(input=tf.ones([2, 2]), seq_lengths=z + [1, 1], seq_dim=1),
        None,
    ),
    "Roll": (lambda tf, z: tf.raw_ops.Roll(input=[1.0, 2.0], shift=1, axis=z), 2),
    "Roll, shift": (lambda tf, z: tf.raw_ops.Roll(input=[1.0, 2.0], shift=z, axis=0), None),
    "ScatterNd": (lambda tf, z: tf.raw_ops.ScatterNd(indices=[[0]], updates=[1.0], shape=z + [2]), 2),
    "Slice": (lambda tf, z: tf.raw_ops.Slice(input=[1.0, 2.0], begin=z + [0], size=z + [2]), None),
    "StridedSlice": (lambda tf, z: tf.raw_ops.StridedSlice(input=[1.0], begin=[0], end=z + [1], strides=[1]), None),
    "StridedSlice, strides": (
        lambda tf, z: tf.raw_ops.StridedSlice(input=[1.0], begin=[0], end=[1], strides=z + [1]),
        3,
    ),
    "StridedSliceGrad": (
        lambda tf, z: tf.raw_ops.StridedSliceGrad(shape=z + [4], begin=[0], end=[2], strides=[1], dy=[1.0, 1.0]),
        0,
    ),
    "Split": (lambda tf, z: tf.raw_ops.Split(axis=z, value=[1.0, 2.0], num_split=2), 0),
    "SplitV": (lambda tf, z: tf.raw_ops.SplitV(axis=0, size_splits=z + [1, 3], value=[1.0] * 4, num_split=2), 1),
    "SparseToDense": (
        lambda tf, z: tf.raw_ops.SparseToDense(
            sparse_indices=[0], output_shape=z + [2], sparse_values=1.0, default_value=0.0
        ),
        1,
    ),
    "Tile": (lambda tf, z: tf.raw_ops.Tile(input=[1.0], multiples=z + [2]), 1),
    "TopKV2": (lambda tf, z: tf.raw_ops.TopKV2(input=[1.0, 2.0], k=z + 2), None),
    "Transpose": (lambda tf, z: tf.raw_ops.Transpose(x=tf.ones([2, 3]), perm=z + [1, 0]), 1),
    "UnsortedSegmentSum": (
        lambda tf, z: tf.raw_ops.UnsortedSegmentSum(data=[1.0, 2.0], segment_ids=[0, 1], num_segments=z + 2),
        2,
    ),
    "TensorListReserve": (
        lambda tf, z: tf.raw_ops.TensorListLength(
            input_handle=tf.raw_ops.TensorListReserve(element_shape=[2], num_elements=z + 3, element_dtype=tf.float32)
        ),
        1,
    ),
    "in a function": (lambda tf, z: tf.function(lambda n: tf.zeros([n]))(z + 1), 0),
    "in a branch": (lambda tf, z: tf.cond(z > 1, lambda: tf.zeros([z]), lambda: tf.ones([2])), 0),
    "selected by what is not known": (lambda tf, z: tf.zeros([tf.cond(z > 1, lambda: 1, lambda: 2)]), 0),
    "a shape": (lambda tf, z: tf.zeros(tf.shape(tf.ones([2, 3]) + tf.cast(z, "float32"))), None),
}

# Called with a variable that is 3, a vector, 1.0 and 3.
ELSEWHERE = {
    "a variable": (lambda tf, v, x, f, n: tf.zeros([v]), None),
    "computed from a variable": (lambda tf, v, x, f, n: tf.reshape(x, [v - 1, 2]), None),
    "after an assignment": (lambda tf, v, x, f, n: (v.assign_add(1), tf.zeros([v]))[1], None),
    "an argument": (lambda tf, v, x, f, n: tf.reshape(x, [n - 1, 2]), None),
    "computed from arguments": (lambda tf, v, x, f, n: tf.zeros([tf.reduce_sum(tf.stack([n, n]))]), None),
    "an argument in a branch": (lambda tf, v, x, f, n: tf.cond(n > 2, lambda: tf.zeros([n]), lambda: x), None),
    "selected by an argument": (lambda tf, v, x, f, n: tf.zeros([tf.cond(n > 2, lambda: 1, lambda: 2)]), None),
    "an argument of a function": (lambda tf, v, x, f, n: tf.function(lambda m: tf.zeros([m]))(n), None),
    "random": (lambda tf, v, x, f, n: tf.zeros([tf.random.uniform([], 2, 3, tf.int32)]), 0),
    "random by a seed": (lambda tf, v, x, f, n: tf.zeros([tf.random.stateless_uniform([], [1, 2], 2, 3, tf.int32)]), 0),
    "a loop's result": (
        lambda tf, v, x, f, n: tf.zeros([tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [0])[0]]),
        0,
    ),
    "what a loop keeps": (
        lambda tf, v, x, f, n: tf.zeros([tf.while_loop(lambda i, m: i < 3, lambda i, m: (i + 1, m), [0, n])[1]]),
        0,
    ),
    "a constant that a loop keeps": (
        lambda tf, v, x, f, n: tf.zeros([tf.while_loop(lambda i, m: i < 3, lambda i, m: (i + 1, m), [0, 2])[1]]),
        None,
    ),
    "in a loop, from outside": (lambda tf, v, x, f, n: tf.map_fn(lambda y: tf.ones([n]) * y, x), None),
    "a variable in a loop": (lambda tf, v, x, f, n: tf.map_fn(lambda y: tf.ones([v]) * y, x), 0),
    "in a loop's condition": (
        lambda tf, v, x, f, n: tf.while_loop(lambda i: tf.size(tf.zeros([i])) < 3, lambda i: (i + 1,), [0]),
        0,
    ),
    "a list's size": (lambda tf, v, x, f, n: tf.map_fn(lambda y: y * f, tf.zeros([n])), None),
}


def refused_argument(tf, table, name):
    """The number of the input that the error names, None where there is none."""
    function = table[name][0]
    if table is IN_LOOPS:

        @tf.function(jit_compile=True)
        def called(n):
            total = n
            for i in tf.range(3):
                for result in tf.nest.flatten(function(tf, i * 0)):
                    total += tf.cast(tf.reduce_sum(tf.cast(result, "float32")), "int32")
            return total

        args = [tf.constant(3)]
    else:
        v = tf.Variable(3)
        called = tf.function(lambda x, f, n: function(tf, v, x, f, n), jit_compile=True)
        args = [tf.constant([1.0, 2.0, 3.0, 4.0]), tf.constant(1.0), tf.constant(3)]
    try:
        called(*args)
    except tf.errors.InvalidArgumentError as error:
        text = str(error)
        assert text.startswith("Input ") and "must be a compile-time constant." in text.splitlines()[0], text
        return int(text.split()[1])
    return None


ROWS = [(kind, name) for kind, table in (("loop", IN_LOOPS), ("", ELSEWHERE)) for name in table]


@pytest.mark.parametrize("kind,name", ROWS)
def test_arguments_that_must_be_known(kind, name, request):
    table = IN_LOOPS if kind else ELSEWHERE
    assert refused_argument(graphwright, table, name) == table[name][1]
    if os.environ.get("GRAPHWRIGHT_XLA"):
        assert refused_argument(request.getfixturevalue("tensorflow"), table, name) == table[name][1]


def test_the_line_is_named_and_gradients_go_on():
    tf = graphwright

    @tf.function(jit_compile=True)
    def refused(x):
        for i in tf.range(3):
            x += tf.reduce_sum(tf.ones([i]))  # the line
        return x

    for _ in range(2):
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="op Fill(.|\n)*test_known_arguments.py(.|\n)*the line"
        ):
            refused(tf.constant(1.0))
        x = tf.Variable(1.0)
        with tf.GradientTape(), pytest.raises(tf.errors.InvalidArgumentError, match="compile-time constant"):
            refused(x)

    @tf.function(jit_compile=True)
    def taken(x, n):
        for _ in tf.range(3):
            x = tf.reduce_mean(tf.reshape(tf.tile([x], [4]), [n, 2])) * x
        return x

    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = taken(x, tf.constant(2))
    assert float(y) == 256.0 and float(tape.gradient(y, x)) == 1024.0
