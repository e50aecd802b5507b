"""Operations that take rows as further examples, channels or places of a range give what they give row by row."""

import numpy as np
import pytest

from parity.control_flow.row_inputs import fixed
from support.compare import mismatch


def _whole(tf, *shape, below=5):
    return tf.constant(np.random.default_rng(3).integers(0, below, size=shape).astype("int32"))


def _quantized(tf, *shape):
    return tf.quantization.quantize(fixed(tf, *shape), -3.0, 3.0, tf.quint8).output


def _lstm_parts(tf, rows, n=3, inputs=2, batch=2):
    return {
        "x": fixed(tf, rows, batch, inputs),
        "cs_prev": fixed(tf, rows, batch, n) / 2,
        "h_prev": fixed(tf, rows, batch, n) / 3,
        "w": fixed(tf, inputs + n, 4 * n) / 3,
        "wci": fixed(tf, n),
        "wcf": fixed(tf, n) / 2,
        "wco": fixed(tf, n) / 4,
        "b": fixed(tf, 4 * n) / 5,
    }


def _lstm_cell(tf, peephole, with_gradient):
    parts = _lstm_parts(tf, 4)
    weights = {name: parts[name] for name in ("w", "wci", "wcf", "wco", "b")}

    def function(row):
        state = {"x": row[0], "cs_prev": row[1], "h_prev": row[2]}
        out = tf.raw_ops.LSTMBlockCell(**state, **weights, use_peephole=peephole)
        if not with_gradient:
            return list(out)
        saved = {name: getattr(out, name) for name in ("i", "cs", "f", "o", "ci", "co")}
        return list(
            tf.raw_ops.LSTMBlockCellGrad(
                **state, **weights, **saved, cs_grad=row[1] * 2, h_grad=row[2] - 1, use_peephole=peephole
            )
        )

    return function, (parts["x"], parts["cs_prev"], parts["h_prev"])


def _lstm_sequence(tf, version):
    parts = _lstm_parts(tf, 4)
    weights = {name: parts[name] for name in ("w", "wci", "wcf", "wco", "b")}
    op = tf.raw_ops.BlockLSTM if version == 1 else tf.raw_ops.BlockLSTMV2
    return (
        lambda row: list(op(seq_len_max=3, x=row[0], cs_prev=row[1], h_prev=row[2], **weights, use_peephole=True)),
        (fixed(tf, 4, 3, 2, 2), parts["cs_prev"], parts["h_prev"]),
    )


def _gru(tf):
    weights = {"w_ru": fixed(tf, 5, 6), "w_c": fixed(tf, 5, 3), "b_ru": fixed(tf, 6), "b_c": fixed(tf, 3)}

    def function(row):
        out = tf.raw_ops.GRUBlockCell(x=row[0], h_prev=row[1], **weights)
        grads = tf.raw_ops.GRUBlockCellGrad(
            x=row[0], h_prev=row[1], **weights, r=out.r, u=out.u, c=out.c, d_h=row[1] * 2
        )
        return [*out, *grads]

    return function, (fixed(tf, 4, 2, 2), fixed(tf, 4, 2, 3))


def _crop(tf, x, boxes, indices, method="bilinear"):
    """Crops, and their gradients by images and boxes."""
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        tape.watch(boxes)
        loss = tf.reduce_sum(tf.image.crop_and_resize(x, boxes, indices, [3, 2], method, 0.5) ** 2)
    grads = [tape.gradient(loss, x)]
    if method == "bilinear":
        grads.append(tape.gradient(loss, boxes))
    return [tf.image.crop_and_resize(x, boxes, indices, [3, 2], method, 0.5), *grads]


def _argmax_pool(tf, r, in_batch):
    found = tf.raw_ops.MaxPoolWithArgmax(
        input=r, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID", include_batch_in_index=in_batch
    )
    window = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID", "include_batch_in_index": in_batch}
    back = tf.raw_ops.MaxPoolGradWithArgmax(input=r, grad=found.output * 2, argmax=found.argmax, **window)
    again = tf.raw_ops.MaxPoolGradGradWithArgmax(input=r, grad=r * 3, argmax=found.argmax, **window)
    return [found.output, found.argmax, back, again]


def _ctc(tf, logits, labels, by_row):
    indices = [[0, 0], [0, 1], [1, 0]]
    lengths = [4, 5]

    def function(row):
        return list(
            tf.raw_ops.CTCLoss(
                inputs=row[0], labels_indices=indices, labels_values=row[1] if by_row else labels[0],
                sequence_length=lengths,
            )
        )  # fmt: skip

    return function, (logits, labels)


def _dense_ctc(tf, logits, labels):
    def function(row):
        with tf.GradientTape() as tape:
            tape.watch(row[0])
            loss = tf.nn.ctc_loss(row[1], row[0], [2, 1], [4, 5], blank_index=0)
        return [loss, tape.gradient(loss, row[0])]

    return function, (logits, labels)


def _fake_quant(tf, channels, r, low, high):
    name = "fake_quant_with_min_max_vars" + ("_per_channel" if channels else "")
    with tf.GradientTape(persistent=True) as tape:
        for x in (r, low, high):
            tape.watch(x)
        y = getattr(tf.quantization, name)(r, low, high, num_bits=3)
        loss = tf.reduce_sum(y * y)
    return [y, *tape.gradient(loss, [r, low, high])]


def _rounded(tf, r, low, high, **how):
    out = []
    for op in (tf.raw_ops.QuantizeAndDequantizeV2, tf.raw_ops.QuantizeAndDequantizeV4):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(r)
            y = op(input=r, input_min=low, input_max=high, num_bits=4, **how)
        out += [y, tape.gradient(y, r)]
    out.append(tf.raw_ops.QuantizeAndDequantizeV3(input=r, input_min=low, input_max=high, num_bits=4, **how))
    return out


def _there_and_back(tf, r, low, high, mode, axis):
    q = tf.raw_ops.QuantizeV2(input=r, min_range=low, max_range=high, T=tf.qint8, mode=mode, axis=axis)
    back = tf.raw_ops.Dequantize(
        input=q.output, min_range=q.output_min, max_range=q.output_max, mode=mode, axis=axis
    )  # fmt: skip
    return [tf.cast(tf.bitcast(q.output, tf.int8), tf.int32), q.output_min, q.output_max, back]


def _dilation(tf, x, w):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        tape.watch(w)
        y = tf.nn.dilation2d(x, w, [1, 2, 1, 1], "SAME", "NHWC", [1, 1, 2, 1])
        loss = tf.reduce_sum(y * y)
    return [y, *tape.gradient(loss, [x, w])]


def _transform(tf, images, matrices):
    def call(x):
        return tf.raw_ops.ImageProjectiveTransformV3(
            images=x, transforms=matrices, output_shape=[3, 4], fill_value=0.25, interpolation="BILINEAR",
            fill_mode="CONSTANT",
        )  # fmt: skip

    with tf.GradientTape() as tape:
        tape.watch(images)
        y = call(images)
        loss = tf.reduce_sum(y * y)
    return [y, tape.gradient(loss, images)]


def _fractional(tf, r):
    """The gradients; the bounds are the same for all rows."""
    rows, columns = tf.constant([0, 1, 3, 5], tf.int64), tf.constant([0, 2, 4], tf.int64)
    y = tf.stack([tf.reduce_max(r[:, a:b], 1) for a, b in ((0, 1), (1, 3), (3, 5))], 1)
    y = tf.stack([tf.reduce_max(y[:, :, a:b], 2) for a, b in ((0, 2), (2, 4))], 2)
    bounds = {"row_pooling_sequence": rows, "col_pooling_sequence": columns}
    return [
        tf.raw_ops.FractionalMaxPoolGrad(orig_input=r, orig_output=y, out_backprop=y * 2, **bounds),
        tf.raw_ops.FractionalAvgPoolGrad(
            orig_input_tensor_shape=tf.constant([2, 5, 4, 2], tf.int64), out_backprop=y * 3, **bounds
        ),
    ]


def _table(tf):
    keys, values = tf.constant(["a", "b", "c"]), tf.constant([1, 2, 3], tf.int64)
    return tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)


def cases(tf):
    """Functions of a row and their elements."""
    images, boxes = fixed(tf, 4, 2, 5, 6, 3), tf.abs(fixed(tf, 4, 3, 4)) / 2
    indices = _whole(tf, 4, 3, below=2)
    logits, labels = fixed(tf, 4, 5, 2, 4), tf.constant([[1, 2, 0], [0, 2, 1], [2, 1, 2], [0, 1, 0]])
    padded = tf.constant([[[1, 2], [3, 0]], [[2, 1], [1, 0]], [[2, 2], [1, 0]], [[1, 1], [3, 0]]])
    numbers, low, high = fixed(tf, 4, 3, 5), -tf.abs(fixed(tf, 4)) - 0.1, tf.abs(fixed(tf, 4)) + 0.2
    lows, highs = -tf.abs(fixed(tf, 4, 5)) - 0.1, tf.abs(fixed(tf, 4, 5)) + 0.2
    matrices = tf.constant([[1, 0.1, 0.5, 0, 0.9, 0.1, 0.01, 0]], tf.float32) + fixed(tf, 4, 2, 8) / 50
    table = _table(tf)
    words = tf.constant([["a", "x"], ["b", "c"], ["c", "c"], ["y", "a"]])
    return {
        "crop_all": (lambda p: _crop(tf, *p), (images, boxes, indices)),
        "crop_nearest": (lambda p: _crop(tf, *p, method="nearest"), (images, boxes, indices)),
        "crop_one_image": (lambda p: _crop(tf, images[0], *p), (boxes, indices)),
        "crop_same_boxes": (lambda r: _crop(tf, r, boxes[0], indices[0]), images),
        "crop_by_index": (lambda i: _crop(tf, images[1], boxes[0], i), indices),
        "glimpse": (
            lambda p: tf.image.extract_glimpse(p[0], [3, 4], p[1], noise="zero"),
            (images, fixed(tf, 4, 2, 2) / 2),
        ),
        "transform": (lambda p: _transform(tf, *p), (images, matrices)),
        "transform_one": (lambda r: _transform(tf, r, matrices[0, :1]), images),
        "transform_same": (lambda r: _transform(tf, r, matrices[1]), images),
        "transform_broadcast": (lambda p: _transform(tf, *p), (images, matrices[:, :1])),
        "transform_matrices": (lambda m: _transform(tf, images[0], m), matrices),
        "suppression": (
            lambda p: list(tf.image.combined_non_max_suppression(p[0][:, :, None], p[1], 2, 3)),
            (tf.abs(fixed(tf, 4, 2, 6, 4)), tf.nn.sigmoid(fixed(tf, 4, 2, 6, 3))),
        ),
        "proposals": (
            lambda p: list(
                tf.image.generate_bounding_box_proposals(
                    p[0],
                    p[1],
                    tf.constant([[60.0, 60, 1, 0, 0]] * 2),
                    tf.abs(fixed(tf, 18, 4)) * 10,
                    pre_nms_topn=9,
                    post_nms_topn=4,
                )
            ),
            (fixed(tf, 4, 2, 3, 3, 2), fixed(tf, 4, 2, 3, 3, 8) / 4),
        ),
        "approx_top": (lambda r: list(tf.math.approx_max_k(r, 2)), numbers),
        "banded": (
            lambda p: tf.linalg.banded_triangular_solve(p[0] + 3, p[1]),
            (fixed(tf, 4, 2, 2, 3), fixed(tf, 4, 2, 3, 2)),
        ),
        "banded_one": (
            lambda r: tf.linalg.banded_triangular_solve(fixed(tf, 2, 3) + 3, r),
            fixed(tf, 4, 2, 3, 2),
        ),
        "argmax_pool": (lambda r: _argmax_pool(tf, r, False), images),
        "argmax_pool_batch": (lambda r: _argmax_pool(tf, r, True), images),
        "fractional": (lambda r: _fractional(tf, r), fixed(tf, 4, 2, 5, 4, 2)),
        "ctc": _ctc(tf, logits, labels, True),
        "ctc_same_labels": _ctc(tf, logits, labels, False),
        "ctc_dense": _dense_ctc(tf, tf.constant(logits), padded),
        "lstm_cell": _lstm_cell(tf, False, False),
        "lstm_cell_grad": _lstm_cell(tf, False, True),
        "lstm_cell_peephole": _lstm_cell(tf, True, True),
        "lstm": _lstm_sequence(tf, 1),
        "lstm_v2": _lstm_sequence(tf, 2),
        "gru": _gru(tf),
        "dilation": (lambda p: _dilation(tf, *p), (images, fixed(tf, 4, 2, 3, 3))),
        "dilation_images": (lambda r: _dilation(tf, r, fixed(tf, 2, 3, 3)), images),
        "dilation_filters": (lambda w: _dilation(tf, images[2], w), fixed(tf, 4, 2, 3, 3)),
        "fake_quant": (lambda p: _fake_quant(tf, False, *p), (numbers, low, high)),
        "fake_quant_same": (lambda r: _fake_quant(tf, False, r, low[0], high[0]), numbers),
        "fake_quant_ranges": (lambda p: _fake_quant(tf, False, numbers[0], *p), (low, high)),
        "fake_quant_scalars": (lambda p: _fake_quant(tf, False, *p), (numbers[:, 0, 0], low, high)),
        "fake_quant_channels": (lambda p: _fake_quant(tf, True, *p), (numbers, lows, highs)),
        "fake_quant_same_channels": (lambda r: _fake_quant(tf, True, r, lows[0], highs[0]), numbers),
        "rounded": (lambda r: _rounded(tf, r, -1.0, 1.5, range_given=True), numbers),
        "rounded_ranges": (lambda p: _rounded(tf, *p, range_given=True), (numbers, low, high)),
        "rounded_found": (lambda r: _rounded(tf, r, -1.0, 1.5, range_given=False), numbers),
        "rounded_axis": (lambda p: _rounded(tf, *p, range_given=True, axis=1), (numbers, lows, highs)),
        "rounded_same_axis": (
            lambda r: _rounded(tf, r, lows[0], highs[0], range_given=True, axis=1),
            numbers,
        ),
        "rounded_axis_found": (
            lambda r: _rounded(tf, r, lows[0], highs[0], range_given=False, axis=1),
            numbers,
        ),
        "quantized": (lambda r: _there_and_back(tf, r, -1.0, 2.0, "MIN_FIRST", -1), numbers),
        "quantized_ranges": (lambda p: _there_and_back(tf, *p, "SCALED", -1), (numbers, low, high)),
        "quantized_combined": (lambda p: _there_and_back(tf, *p, "MIN_COMBINED", -1), (numbers, low, high)),
        "quantized_axis": (lambda p: _there_and_back(tf, *p, "SCALED", 1), (numbers, lows, highs)),
        "quantized_same_axis": (lambda r: _there_and_back(tf, r, lows[1], highs[1], "SCALED", 1), numbers),
        "lookup": (lambda w: table.lookup(w), words),
        "lookup_one": (lambda w: table.lookup(w), words[:, 0]),
        "lookup_defaults": (
            lambda p: tf.raw_ops.LookupTableFindV2(table_handle=table.resource_handle, keys=p[0], default_value=p[1]),
            (words, tf.constant([[5, 6], [7, 8], [9, 10], [11, 12]], tf.int64)),
        ),
        "reduce_join": (
            lambda w: [tf.strings.reduce_join(w), tf.strings.reduce_join(w[None], [-1, 0], True, "+")],
            words,
        ),
        "segment_join": (
            lambda p: tf.strings.unsorted_segment_join(p[0], p[1], 3, "-"),
            (words, tf.constant([[0, 2], [1, 1], [2, 0], [0, 0]])),
        ),
        "unicode": (
            lambda w: [
                tf.strings.unicode_transcode(w, "UTF-8", "UTF-16-BE"),
                tf.strings.unicode_script(tf.io.decode_raw(tf.strings.join([w, "   "]), tf.int32)),
                tf.io.decode_raw(w, tf.uint8, fixed_length=3),
            ],
            words,
        ),
    }


# Where a default has the rank of keys, only its shape tells whether it is one value or one for each key.
NEEDS_SHAPES = {"lookup_defaults"}


@pytest.mark.parametrize("traced", [False, True], ids=["eager", "traced"])
@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_rows_at_once(name, traced, gw):
    """The values of a loop, without one; where shapes are known, and where only ranks are."""
    function, elems = cases(gw)[name]
    run = lambda e: gw.vectorized_map(function, e)  # noqa: E731
    if traced:
        specs = gw.nest.map_structure(lambda e: gw.TensorSpec([None] * e.shape.rank, e.dtype), elems)
        run = gw.function(run, input_signature=[specs])
    with gw.row_fallbacks() as fallbacks:
        got = gw.nest.flatten(run(elems))
    assert [f.op for f in fallbacks] == (["LookupTableFindV2"] if traced and name in NEEDS_SHAPES else [])
    rows = [
        gw.nest.flatten(function(gw.nest.map_structure(lambda e, i=i: e[i], elems)))
        for i in range(gw.nest.flatten(elems)[0].shape[0])
    ]
    for result, *parts in zip(got, *rows, strict=True):
        want = np.stack([part.numpy() for part in parts])
        assert (text := mismatch(result.numpy(), want, rtol=1e-4, atol=1e-4)) is None, text


def test_indices_stay_in_their_row(gw):
    """What one row alone would refuse is not taken for something of the next row."""
    images, boxes = fixed(gw, 3, 2, 4, 4, 1), gw.constant([[[0.0, 0, 1, 1]]] * 3)
    with pytest.raises(gw.errors.OutOfRangeError):
        gw.vectorized_map(
            lambda p: gw.image.crop_and_resize(p[0], p[1], [2], [2, 2]), (images, boxes)
        )  # fmt: skip
    with pytest.raises(gw.errors.InvalidArgumentError):
        gw.vectorized_map(
            lambda w: gw.strings.unsorted_segment_join(w, [0, 2], 2), gw.constant([["a", "b"], ["c", "d"]])
        )


def test_no_rows(gw):
    """No rows at all give results of no rows."""
    images = gw.zeros([0, 2, 5, 6, 3])
    assert gw.vectorized_map(
        lambda r: gw.nn.dilation2d(r, gw.zeros([2, 2, 3]), [1] * 4, "SAME", "NHWC", [1] * 4), images
    ).shape == [0, 2, 5, 6, 3]  # noqa: E501
    boxes = gw.zeros([0, 3, 4])
    crops = gw.vectorized_map(lambda b: gw.image.crop_and_resize(images[:0, 0], b, [0, 0, 0], [2, 2]), boxes)
    assert crops.shape == [0, 3, 2, 2, 3]
