"""Calls of raw ops that once ended the process, or that once gave something else than TensorFlow's."""

import pytest

from support.same_values import assert_same_values

LIST = "tf.raw_ops.TensorListFromTensor(tensor=[1.0, 2.0, 3.0], element_shape=tf.constant([], tf.int32))"
SPARSE = "values=[1, 1], size=3, weights=tf.zeros([0]), binary_output=False"
HASH_TABLE = "tf.raw_ops.AnonymousMutableHashTable(key_dtype=tf.int64, value_dtype=tf.int64)"
ODD = "[float('inf'), -float('inf'), float('nan'), 1.0, float('inf'), float('nan')]"
LSTM = "cs_prev=tf.ones([1, 1]), h_prev=tf.ones([1, 1]), w=tf.ones([2, 4]), wcf=tf.ones([1]), wco=tf.ones([1]), b=tf.ones([4])"


def edit_distance(one, other, one_shape, other_shape):
    return (
        f"tf.raw_ops.EditDistance(hypothesis_indices=tf.constant({one}, tf.int64), "
        f"hypothesis_values=tf.range({len(one)}), hypothesis_shape=tf.constant({one_shape}, tf.int64), "
        f"truth_indices=tf.constant({other}, tf.int64), truth_values=tf.zeros([{len(other)}], tf.int32), "
        f"truth_shape=tf.constant({other_shape}, tf.int64), normalize=False)"
    )


CALLS = (
    # Groups out of bounds, out of order, and beyond one of the shapes; what lies along the last axis is not looked at.
    edit_distance([[5, 0]], [[0, 0]], [2, 2], [2, 2]),
    edit_distance([[0, 5]], [[0, -1]], [2, 2], [2, 2]),
    edit_distance([[0, 0]], [[3, 0]], [2, 2], [2, 2]),
    edit_distance([[2, 0]], [[2, 0]], [2, 2], [2, 2]),
    edit_distance([[0, 0], [1, 0], [0, 1]], [[1, 0], [0, 0]], [2, 2], [2, 2]),
    edit_distance([[0, 0]], [[1, 0]], [0, 0], [2, 2]),
    edit_distance([[0, 0]], [[0, 0]], [0, 0], [0, 0]),
    edit_distance([[0, 0]], [[0, 0]], [2, 2], [-2, 2]),
    *[
        f"tf.raw_ops.SparseAdd(a_indices=tf.zeros([{n}, 0], tf.int64), a_values=tf.ones([{n}]), a_shape=tf.zeros([0], tf.int64), "
        f"b_indices=tf.zeros([{n}, 0], tf.int64), b_values=tf.ones([{n}]), b_shape=tf.zeros([0], tf.int64), thresh=0.0)"
        for n in (0, 2)
    ],
    # Words, splits and numbers that are wrong where there is nothing to do.
    "tf.raw_ops.ScatterNd(indices=tf.zeros([0, 1], tf.int32), updates=tf.zeros([0]), shape=[5], bad_indices_policy='other')",
    "tf.raw_ops.RaggedTensorToVariantGradient(encoded_ragged_grad=tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[tf.constant("
    "[0, 1], tf.int64)], rt_dense_values=[1.0], batched_input=True), row_splits=tf.constant([[0], [1]], tf.int64), "
    "dense_values_shape=[1], Tvalues=tf.float32)",
    *[
        f"tf.raw_ops.ThreadPoolHandle(num_threads=1, max_intra_op_parallelism={number}, display_name='p').dtype"
        for number in (2, 2**40)
    ],
    # Masks with several ellipses, one beyond the entries; negative extents; weights that nobody reads; NaN in gradients.
    "tf.strided_slice([3], [1], [0], [1], 0, 1, 9)",
    "tf.strided_slice([3], [1], [0], [1], 0, 1, 8)",
    *[
        f"tf.raw_ops.{op}(sparse_indices=tf.constant([[0, 0]], tf.int64), sparse_values=[1.0], "
        f"sparse_shape=tf.constant({shape}, tf.int64))"
        for op in ("SerializeSparse", "SerializeManySparse")
        for shape in ([3, -2], [-3, 2])
    ],
    *[
        f"tf.raw_ops.BlockLSTM{v}(seq_len_max=tf.constant(3, tf.int64), x=tf.ones([3, 1, 1]), wci=tf.ones([{size}]), {LSTM})"
        for v in ("", "V2")
        for size in (1, 2)
    ],
    "tf.raw_ops.FakeQuantWithMinMaxVarsPerChannelGradient(gradients=[[1.0, float('nan')], [2.0, 2.0]], inputs=[[0.0, 0.5], "
    "[0.0, -9.0]], min=[-2.0, 0.0], max=[1.0, 1.0])",
    "tf.raw_ops.FakeQuantWithMinMaxVarsGradient(gradients=[float('nan'), 1.0], inputs=[0.5, 9.0], min=-2.0, max=1.0)",
    # Splits of ragged gradients, ranks of images, strengths of proximal steps.
    *[
        f"tf.raw_ops.RaggedTensorToVariantGradient(encoded_ragged_grad=tf.raw_ops.RaggedTensorToVariant("
        f"rt_nested_splits=[tf.constant([0, 2, 3], tf.int64)], rt_dense_values=[1.0, 2.0, 3.0], batched_input=True), "
        f"row_splits=tf.constant({splits}, tf.int64), dense_values_shape=[3], Tvalues=tf.float32)"
        for splits in ([], [0], [3], [0, 2], [0, 2, 1], [0, 9], 3)
    ],
    "tf.raw_ops.SpaceToBatch(input=tf.ones([1, 2, 4]), paddings=[[0, 0], [0, 0]], block_size=2)",
    "tf.raw_ops.BatchToSpace(input=tf.ones([4, 2, 2, 2, 2]), crops=[[0, 0], [0, 0]], block_size=2)",
    *[
        f"tf.raw_ops.ResourceApplyProximalAdagrad(var=tf.Variable([1.0]).handle, accum=tf.Variable([1.0]).handle, "
        f"grad=[1.0], {numbers})"
        for numbers in ("lr=0.0, l1=0.0, l2=0.0", "lr=0.1, l1=-1.0, l2=0.0", "lr=0.1, l1=0.0, l2=float('nan')")
    ],
    "tf.raw_ops.StatelessParameterizedTruncatedNormal(shape=[5, 3], seed=[3, 7], means=0.0, stddevs=1.0, minvals=[-2.0], "
    "maxvals=2.0)",
    # Summaries.
    "tf.raw_ops.TensorSummary(tensor=[1.0, 2.0])",
    "tf.raw_ops.TensorSummaryV2(tag='a', tensor=1, serialized_summary_metadata='')",
    "tf.raw_ops.TensorSummaryV2(tag='a', tensor=1, serialized_summary_metadata=[''])",
    "tf.raw_ops.AudioSummaryV2(tag=['a'], tensor=[[1.0]], sample_rate=3.0)",
    "tf.raw_ops.AudioSummaryV2(tag='a', tensor=[[1.0]], sample_rate=[3.0])",
    "tf.raw_ops.HistogramSummary(tag=['a'], values=[1.0])",
    "tf.raw_ops.HistogramSummary(tag='a', values=[-0.0, 0.0])",
    "tf.raw_ops.AudioSummary(tag='a', tensor=[[1.0]], sample_rate=3.0)",
    "tf.raw_ops.ScalarSummary(tags=['', 'a'], values=[1.0, 2.0])",
    # Attrs of 32 bits.
    "tf.raw_ops.AsString(input=[1.0], width=-(2**40))",
    "tf.raw_ops.StringFormat(inputs=[1], template='{}', placeholder='{}', summarize=2**31)",
    "tf.raw_ops.StridedSlice(input=[1, 2], begin=[0], end=[1], strides=[1], begin_mask=2**40)",
    "tf.raw_ops.UnicodeEncode(input_values=[97], input_splits=[0, 1], output_encoding='UTF-8', replacement_char=2**31)",
    "tf.raw_ops.AvgPool(value=tf.ones([1, 2, 2, 1]), ksize=[2**40, 1, 1, 1], strides=[1, 1, 1, 1], padding='SAME')",
    "tf.raw_ops.ExtractImagePatches(images=tf.ones([1, 2, 2, 1]), ksizes=[1, 2**40, 1, 1], strides=[1, 1, 1, 1], "
    "rates=[1, 1, 1, 1], padding='SAME')",
    "tf.raw_ops.RandomIndexShuffle(index=0, seed=[1, 2, 3], max_index=0, rounds=-(2**31) - 1)",
    "tf.raw_ops.CTCBeamSearchDecoder(inputs=tf.zeros([1, 1, 2]), sequence_length=[1], beam_width=3, top_paths=-(2**40))",
    "tf.raw_ops.CTCBeamSearchDecoder(inputs=tf.zeros([1, 1, 2]), sequence_length=[1], beam_width=3, top_paths=-2)",
    # What is withdrawn, not spread, not there, or nothing.
    "tf.raw_ops.StatefulStandardNormal(resource=tf.Variable([1, 2, 3], dtype=tf.int64).handle, shape=[2])",
    "tf.raw_ops.BatchMatMul(x=tf.ones([2, 1, 1]), y=tf.ones([1, 1, 1]))",
    "tf.raw_ops.BatchMatMul(x=tf.ones([2, 1, 1]), y=tf.ones([1, 1]))",
    *[f"tf.raw_ops.Where(condition=tf.ones({[1] * rank}))" for rank in (0, 1, 8, 9)],
    "tf.raw_ops.HistogramFixedWidth(values=[float('nan'), 1.0], value_range=[0.0, 4.0], nbins=4)",
    "tf.raw_ops.HistogramFixedWidth(values=[float('inf'), -float('inf')], value_range=[0.0, 4.0], nbins=4)",
    *[
        f"tf.raw_ops.CTCGreedyDecoder(inputs=tf.zeros({shape}), sequence_length=tf.zeros([{n}], tf.int32))"
        for shape in ([1, 0, 2], [0, 1, 2], [1, 1, 0], [0])
        for n in (0, 1, 3)
    ],
    *[
        f"tf.raw_ops.Resize{way}(images=tf.zeros({shape}), size=[3, 3])"
        for way in ("Area", "Bicubic", "Bilinear", "NearestNeighbor")
        for shape in ([1, 2, 2, 0], [0, 2, 2, 1], [1, 0, 2, 1])
    ],
    *[
        f"tf.raw_ops.SerializeManySparse(sparse_indices=tf.constant({indices}, tf.int64), "
        f"sparse_values=tf.ones([{len(indices)}]), sparse_shape=tf.constant([3, 1], tf.int64))"
        for indices in ([[0, 0], [1, 0]], [[0, 0], [0, 0]], [[1, 0], [0, 0]], [[1, 9]], [[-1, 0]], [[0, -1]])
    ],
    *[
        f"tf.raw_ops.ClipByValue(t=tf.constant([float('nan'), 1.0, 2.0], {dtype}), clip_value_min=tf.constant("
        f"float('{low}'), {dtype}), clip_value_max=tf.constant([float('{high}')] * 3, {dtype}))"
        for dtype in ("tf.float32", "tf.float64")
        for low, high in (("nan", "1.5"), ("1.5", "nan"), ("nan", "nan"), ("3", "1"))
    ],
    *[
        f"tf.raw_ops.Substr(input=['abcd'], pos={pos}, len={size}, unit={unit!r})"
        for pos in (0, 1, -1, 9)
        for size in (-1, -5)
        for unit in ("BYTE", "UTF8_CHAR")
    ],
    *[
        f"tf.raw_ops.CropAndResize(image=tf.ones([1, 2, 2, 1]), boxes=[[0.0, 0.0, float('{end}'), 1.0]], box_ind=[0], "
        "crop_size=[2, 2])"
        for end in ("nan", "inf", "1e9")
    ],
    "tf.raw_ops.GatherNd(params=1.0, indices=tf.zeros([0], tf.int32))",
    "tf.raw_ops.SparseAdd(a_indices=[[0]], a_values=[1.0], a_shape=[2], b_indices=[[0]], b_values=[1.0], b_shape=[2], "
    "thresh=[0.5])",
    "tf.raw_ops.SparseCrossV2(indices=[tf.constant([[0]], tf.int64)], values=[tf.constant([1], tf.int64)], "
    "shapes=[tf.constant([1], tf.int64)] * 2, dense_inputs=[tf.constant([['b']])], sep=tf.constant('a'))",
    "tf.raw_ops.LRN(input=tf.ones([1, 1, 1, 2]), depth_radius=2**40)",
    "tf.raw_ops.BandedTriangularSolve(matrix=tf.ones([2, 4]), rhs=tf.zeros([4, 0]))",
    *[
        f"tf.raw_ops.StatelessRandomGammaV2(shape={shape}, seed=[0, 0], alpha=[1.0] * 5)"
        for shape in ([0, 4], [0], [3, 0], [0, 5], [3])
    ],
    *[
        f"tf.raw_ops.MirrorPad{grad}(input=tf.zeros({shape}), paddings=[[0, 0]] * {len(shape)}, mode={mode!r})"
        for grad in ("", "Grad")
        for shape in ([0, 2], [2, 0], [0])
        for mode in ("REFLECT", "SYMMETRIC")
    ],
    *[f"tf.raw_ops.TileGrad(input={x}, multiples=[{n}])" for x in (["a", "b"], [True, False]) for n in (1, 2)],
    *[
        f"tf.raw_ops.UniformQuantize(input=[3e9, -3e9, 1.0, -2.0], scales=0.3, zero_points={zero}, Tout={dtype}, "
        f"quantization_min_val={low}, quantization_max_val={high})"
        for dtype, low, high in (("tf.qint8", -128, 127), ("tf.qint32", -(2**31), 2**31 - 1))
        for zero in (5, -5, 2**31 - 1, -(2**31))
    ],
    *[
        f"tf.raw_ops.FractionalMaxPool(value=tf.reshape(tf.range({h * w}.0), [1, {h}, {w}, 1]), "
        f"pooling_ratio=[1.0, {a}, {b}, 1.0], deterministic=True, seed=3, seed2=4, pseudo_random={pseudo})"
        for h, w, a, b in ((4, 4, 1.5, 1.3), (4, 7, 1.5, 1.3), (6, 6, 2.0, 1.5), (4, 5, 1.0, 1.3))
        for pseudo in (True, False)
    ],
    *[
        f"tf.raw_ops.FusedBatchNormGradV3(y_backprop=tf.ones([1, 2, 2, 2]), x=tf.ones([1, 2, 2, 2]), scale=tf.ones([2]), "
        f"reserve_space_1=tf.ones([{a}]), reserve_space_2=tf.ones([{b}]), reserve_space_3=tf.ones([2]))[:3]"
        for a, b in ((0, 2), (2, 0), (2, 2), (3, 2))
    ],
    *[
        f"tf.raw_ops.FusedBatchNormV3(x=tf.ones([1, 2, 2, 2]), scale=tf.ones([2]), offset=tf.ones([2]), mean=tf.ones([{n}]), "
        f"variance=tf.ones([2]), exponential_avg_factor={factor})[:5]"
        for n in (0, 2)
        for factor in (0.5, 1.0)
    ],
    # Lists of other lengths.
    *[
        f"tf.raw_ops.CudnnRNNCanonicalToParams(num_layers=1, num_units=1, input_size=1, weights={weights}, biases={biases}{x})"
        for weights in ("[]", "[tf.constant(1.0)]", "[1.0]")
        for biases in ("[]", "[1.0]", "[tf.constant(1.0), tf.constant(2.0)]")
        for x in ("", ", dropout=0.0")
    ],
    *[
        f"tf.raw_ops.DynamicStitch(indices={indices}, data={data})"
        for indices in ("[]", "[[0]]", "[tf.constant([0])]")
        for data in ("[]", "[1.0]", "[[1.0]]", "[tf.constant([1.0])]", "[tf.constant([1.0]), tf.constant([2.0])]")
    ],
    "tf.raw_ops.DynamicStitch(indices=[[1]], data=[[1.0], [2.0]])",
    "tf.raw_ops.SparseConcat(indices=[[[1]]], values=[[1], [2]], shapes=[[1]], concat_dim=0)",
    "tf.raw_ops.DynamicStitch(indices=[tf.constant([1])], data=[tf.constant([1.0]), tf.constant([2.0])])",
    "tf.raw_ops.CudnnRNNCanonicalToParams(num_layers=1, num_units=1, input_size=1, weights=[], biases=[tf.constant(1.0)])",
    *[
        f"tf.raw_ops.ResourceSparseApplyFtrl(var=tf.Variable([1.0]).handle, accum=tf.Variable([1.0]).handle, "
        f"linear=tf.Variable([1.0]).handle, grad=[1.0], indices=[0], {numbers})"
        for numbers in (
            "lr=0.1, l1=0.0, l2=0.0, lr_power=0.5",
            "lr=0.0, l1=0.0, l2=0.0, lr_power=-0.5",
            "lr=0.0, l1=0.0, l2=0.0, lr_power=-0.5, multiply_linear_by_lr=True",
            "lr=0.1, l1=-1.0, l2=0.0, lr_power=-0.5",
            "lr=0.1, l1=0.0, l2=-1.0, lr_power=-0.5",
        )
    ],
    "tf.raw_ops.Conv(input=tf.ones([1, 4, 5, 1]), filter=tf.ones([1, 0, 1, 1]), strides=[1, 1, 1, 1], padding='VALID')",
    "tf.raw_ops.Conv(input=tf.ones([1, 4, 5, 1]), filter=tf.ones([1, 1, 1, 1]), strides=[1, 1, 1, 1], padding='VALID', "
    "groups=2**40)",
    # Nothing was copied from no memory.
    "tf.raw_ops.NonMaxSuppressionV3(boxes=tf.zeros([0, 4]), scores=tf.zeros([0]), max_output_size=1, iou_threshold=0.5, "
    "score_threshold=0.1)",
    # Lists.
    f"tf.raw_ops.TensorListGather(input_handle={LIST}, indices=[[1, 2], [0, 1]], element_shape=tf.constant([], tf.int32), "
    "element_dtype=tf.float32)",
    f"tf.raw_ops.TensorListGather(input_handle={LIST}, indices=1, element_shape=tf.constant([], tf.int32), "
    "element_dtype=tf.float32)",
    f"tf.raw_ops.TensorListScatterIntoExistingList(input_handle={LIST}, tensor=[1.0, 2.0], indices=[0])",
    f"tf.raw_ops.TensorListScatterIntoExistingList(input_handle={LIST}, tensor=[1.0, 2.0], indices=[[0], [1]])",
    "tf.raw_ops.TensorListScatterV2(tensor=[1.0, 2.0], indices=[0], element_shape=tf.constant([], tf.int32), num_elements=-1)",
    # White space.
    *[
        f"tf.raw_ops.StringSplitV2(input=['a', 'a ', '  a', '', ' ', 'a b', ' a b '], sep='', maxsplit={n})"
        for n in (-1, 0, 1, 2)
    ],
    "tf.raw_ops.StringSplitV2(input=['axb'], sep='x', maxsplit=2**31)",
    *[f"tf.raw_ops.DecodeBase64(input={s!r})" for s in ("=", "==", "a=", "ab=", "ab==", "abc=", "abcd=", "=a", "a===")],
    # Scalars that were vectors, and the other way round.
    "tf.raw_ops.SparseSegmentSumWithNumSegments(data=[1.0, 2.0], indices=[0], segment_ids=[0], num_segments=[3])",
    "tf.raw_ops.SparseSegmentSumGrad(grad=[1.0], indices=[0], segment_ids=[0], output_dim0=[3])",
    "tf.raw_ops.SparseSegmentSqrtNGrad(grad=[1.0, 2.0], indices=[0, 1], segment_ids=[0, 0], output_dim0=0)",
    "tf.raw_ops.MatrixDiagV3(diagonal=[1.0, 2.0], k=0, num_rows=-1, num_cols=-1, padding_value=[0.0])",
    "tf.raw_ops.UnsortedSegmentJoin(inputs=['a', 'b'], segment_ids=1, num_segments=2)",
    "tf.raw_ops.Prod(input=[[2.0, 3.0], [4.0, 5.0]], axis=[[0, 1]])",
    "tf.raw_ops.Max(input=[[2.0, 3.0], [4.0, 5.0]], axis=[[0], [1]])",
    "tf.raw_ops.ReverseV2(tensor=1.0, axis=[5])",
    "tf.raw_ops.ReverseV2(tensor=tf.zeros([0, 2]), axis=[5])",
    "tf.raw_ops.TanhGrad(y=[[0.5, 0.2]], dy=[1.0, 2.0])",
    "tf.raw_ops.SqrtGrad(y=[0.5, 0.2], dy=[1.0])",
    "tf.raw_ops.PlaceholderWithDefault(input=[1.0], shape=[2])",
    f"tf.raw_ops.LSTMBlockCell(x=tf.ones([1, 1]), wci=tf.ones([1, 1]), {LSTM})",
    *[
        f"tf.raw_ops.LookupTableFindV2(table_handle={HASH_TABLE}, keys=tf.constant([1, 2], tf.int64), "
        f"default_value=tf.constant({default}, tf.int64))"
        for default in ("7", "[7]", "[7, 8]", "[[7, 8]]")
    ],
    # Sizes and indices.
    f"tf.raw_ops.SparseBincount(indices=[[0, 5], [1, -1]], dense_shape=[2, 2], {SPARSE})",
    f"tf.raw_ops.SparseBincount(indices=[[0], [9]], dense_shape=[2], {SPARSE})",
    "tf.raw_ops.UnravelIndex(indices=tf.zeros([0], tf.int32), dims=[3, 4])",
    "tf.raw_ops.InTopK(predictions=[[1.0, 2.0]], targets=[0], k=2**31)",
    "tf.raw_ops.ScatterNd(indices=tf.zeros([3, 0], tf.int32), updates=[1.0, 2.0, 3.0], shape=tf.zeros([0], tf.int32))",
    "tf.raw_ops.MaxPoolWithArgmax(input=tf.zeros([1, 0, 4, 2]), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')",
    "tf.raw_ops.FractionalMaxPool(value=tf.zeros([2, 6, 6, 0]), pooling_ratio=[1.0, 1.5, 1.5, 1.0])",
    "tf.raw_ops.FractionalAvgPool(value=tf.zeros([0, 6, 6, 2]), pooling_ratio=[1.0, 1.5, 1.5, 1.0])",
    "tf.raw_ops.FractionalAvgPoolGrad(orig_input_tensor_shape=[1, 6, 6, 2], out_backprop=tf.ones([1, 3, 3, 2]), "
    "row_pooling_sequence=[0, 2, 3, 2**63 - 1], col_pooling_sequence=[0, 2, 3, 6], overlapping=True)",
    "tf.raw_ops.ResizeBicubicGrad(grads=tf.zeros([1, 3, 0, 3]), original_image=tf.zeros([1, 4, 5, 3]))",
    "tf.raw_ops.ExtractImagePatches(images=tf.ones([1, 3, 3, 1]), ksizes=[1, 2, 2, 1], strides=[1, -1, 1, 1], rates=[1] * 4, "
    "padding='SAME')",
    "tf.raw_ops.CTCGreedyDecoder(inputs=tf.zeros([3, 2, 4]), sequence_length=[1])",
    "tf.raw_ops.TensorDataset(components=[[1.0]], output_shapes=[[1], [1]])",
    # What is not finite.
    f"tf.raw_ops.ReluGrad(gradients={ODD}, features=[0.0, -1.0, -1.0, float('nan'), float('nan'), 1.0])",
    f"tf.raw_ops.Relu6Grad(gradients={ODD}, features=[0.0, -1.0, 7.0, float('nan'), float('nan'), 1.0])",
    "tf.raw_ops.Svd(input=[[1.0, float('inf')], [2.0, 3.0]])",
    "tf.raw_ops.MatrixSquareRoot(input=[[float('nan'), 1.0], [2.0, 3.0]])",
    "tf.raw_ops.FusedBatchNormV3(x=tf.zeros([2, 3, 0, 2]), scale=[1.0, 1.0], offset=[0.0, 0.0], mean=[0.5, 0.5], "
    "variance=[1.0, 1.0], is_training=False)[1]",
    "tf.raw_ops.Dilation2DBackpropInput(input=tf.zeros([1, 3, 3, 1], tf.uint16), filter=tf.zeros([2, 2, 1], tf.uint16), "
    "out_backprop=tf.ones([1, 3, 3, 1], tf.uint16), strides=[1] * 4, rates=[1] * 4, padding='SAME')",
)


@pytest.mark.parametrize("call", CALLS)
def test_as_in_tensorflow(call, tensorflow, gw):
    assert_same_values(call, tensorflow, gw)


def test_elements_that_are_not_set_take_no_room(gw):
    made = gw.raw_ops.TensorListScatterV2(
        tensor=[1.0, 2.0], indices=[0, 5], element_shape=gw.constant([], gw.int32), num_elements=2**31 - 1
    )
    changed = gw.raw_ops.TensorListSetItem(input_handle=made, index=7, item=3.0)

    def item(handle, index):
        shape = gw.constant([], gw.int32)
        return float(
            gw.raw_ops.TensorListGetItem(
                input_handle=handle, index=index, element_shape=shape, element_dtype=gw.float32
            )
        )

    assert int(gw.raw_ops.TensorListLength(input_handle=changed)) == 2**31 - 1
    assert [item(made, i) for i in (0, 5, 7, 2**31 - 2)] == [1, 2, 0, 0]
    assert [item(changed, i) for i in (0, 5, 7, 2**31 - 2)] == [1, 2, 3, 0]
    cut = gw.raw_ops.TensorListPushBack(
        input_handle=gw.raw_ops.TensorListResize(input_handle=changed, size=6), tensor=9.0
    )
    assert [item(cut, i) for i in range(7)] == [1, 0, 0, 0, 0, 2, 9]
    with pytest.raises(gw.errors.ResourceExhaustedError):
        gw.raw_ops.TensorListScatterIntoExistingList(input_handle=cut, tensor=[1.0], indices=[2**31 - 1])


def test_counts_that_fit_nowhere_are_refused(gw):
    classes = gw.constant([[0]], gw.int64)
    sampler = {"true_classes": classes, "num_true": 1, "num_sampled": 1, "unique": False, "unigrams": [1.0]}
    with pytest.raises(gw.errors.InvalidArgumentError):
        gw.raw_ops.FixedUnigramCandidateSampler(**sampler, range_max=2**62, num_reserved_ids=2**61)
    with pytest.raises(ValueError, match="Number of outputs is too big"):
        gw.raw_ops.CTCBeamSearchDecoder(
            inputs=gw.zeros([1, 1, 2]), sequence_length=[1], beam_width=2**30, top_paths=2**30
        )
    # An image whose last place is rounded to one beyond it.
    image = gw.zeros([1, 2**24 + 4, 1, 1], gw.uint8)
    boxes = gw.constant([[1.0, 0.0, 1.0, 0.0]])
    assert gw.image.crop_and_resize(image, boxes, [0], [1, 1]).numpy().tolist() == [[[[0.0]]]]


def test_arguments_that_only_graphs_or_few_calls_meet(gw):
    raw = gw.raw_ops
    with pytest.raises(gw.errors.InvalidArgumentError, match="below -1"):
        raw.EnsureShape(input=[1.0], shape=[-3])
    one, other = ([[0, 1]], [1.0], [2, 2]), ([[1, 0]], [float("nan")], [2, 2])
    least = raw.SparseSparseMinimum(
        a_indices=one[0], a_values=one[1], a_shape=one[2], b_indices=other[0], b_values=other[1], b_shape=other[2]
    )
    assert str(least.output_values.numpy().tolist()) == "[0.0, nan]"
    with pytest.raises(gw.errors.InvalidArgumentError, match="scalar or a vector"):
        raw.SparseReduceSumSparse(input_indices=one[0], input_values=one[1], input_shape=one[2], reduction_axes=[[1]])
    with pytest.raises(ValueError, match="rank 0"):
        gw.function(
            lambda: raw.MatrixDiagV3(diagonal=[1.0, 2.0], k=0, num_rows=-1, num_cols=-1, padding_value=[1.0, 2.0])
        )()

    @gw.function
    def gathered():
        values = raw.TensorListFromTensor(tensor=[[1.0], [2.0]], element_shape=[1])
        return raw.TensorListGather(
            input_handle=values, indices=[[0, 1], [1, 0]], element_shape=[1], element_dtype=gw.float32
        )

    assert gathered().numpy().tolist() == [[1], [2], [2], [1]]
