"""Many more functions for all rows at once give what they give row by row."""

import numpy as np
import pytest

from parity.control_flow.row_inputs import fixed, images, square

# ruff: noqa: E501 - a table of cases, a line each


def other_functions(tf):
    """Functions of a row and their elements, of many families; True where an operation may run row by row."""
    return {
        "lrn": (lambda r: tf.nn.local_response_normalization(r), images(tf)),
        "space": (
            lambda r: [tf.nn.space_to_depth(r[:, :4, :4], 2), tf.nn.depth_to_space(tf.concat([r, r], -1), 2)],
            images(tf),
        ),
        "conv3d": (
            lambda r: tf.nn.conv3d(r, fixed(tf, 2, 2, 2, 2, 3), [1, 1, 1, 1, 1], "SAME"),
            fixed(tf, 3, 2, 4, 4, 4, 2),
        ),
        "pool3d": (
            lambda r: [tf.nn.max_pool3d(r, 2, 2, "VALID"), tf.nn.avg_pool3d(r, 2, 1, "SAME")],
            fixed(tf, 3, 2, 4, 4, 4, 2),
        ),
        "bitcast": (lambda r: tf.bitcast(r, tf.int32), square(tf)),
        "ensure": (lambda r: tf.ensure_shape(r, [None, 4]), square(tf)),
        "bn_inference": (
            lambda r: tf.compat.v1.nn.fused_batch_norm(
                r, [1.0, 2.0], [0.0, 1.0], [0.1, 0.2], [1.0, 2.0], is_training=False
            )[0],
            images(tf),
        ),
        "addn": (lambda r: tf.add_n([r, r * 2, tf.ones([4, 4])]), square(tf)),
        "search": (lambda r: tf.searchsorted(tf.sort(r), r), square(tf)),
        "strings": (lambda r: [tf.strings.length(r), tf.strings.upper(r)], tf.constant([["ab", "c"], ["", "def"]])),
        "as_string": (lambda r: tf.strings.as_string(r), tf.constant([[1, 2], [3, 4]])),
        "special": (
            lambda r: [
                tf.math.lgamma(tf.abs(r) + 1),
                tf.math.igamma(tf.abs(r) + 1, tf.abs(r)),
                tf.math.bessel_i0(r),
                tf.math.betainc(tf.abs(r) + 1, tf.abs(r) + 2, tf.nn.sigmoid(r)),
            ],
            square(tf),
        ),
        "svd": (lambda r: tf.linalg.svd(r, compute_uv=False), square(tf)),
        "eigh": (lambda r: tf.linalg.eigvalsh(r + tf.transpose(r)), square(tf)),
        "qr": (lambda r: tf.linalg.qr(r)[1], square(tf)),
        "lstsq": (lambda r: tf.linalg.lstsq(r, r[:, :1]), square(tf)),
        "logdet": (lambda r: tf.linalg.slogdet(r), square(tf)),
        "cross": (lambda r: tf.linalg.cross(r[:3, :3], r[1:, :3]), square(tf)),
        "scatter_min": (lambda r: tf.tensor_scatter_nd_min(r, [[0], [2]], r[1:3]), square(tf)),
        "in_top_k": (lambda r: tf.math.in_top_k([0, 1, 2, 3], r, 2), square(tf)),
        "leaky": (lambda r: tf.nn.leaky_relu(r), square(tf)),
        "meshgrid": (lambda r: tf.meshgrid(r[0], r[1]), square(tf)),
        "moments": (lambda r: tf.nn.moments(r, [0]), square(tf)),
        "embedding": (lambda i: tf.nn.embedding_lookup(fixed(tf, 5, 3), i), tf.constant([[0, 1], [2, 3]])),
        "linspace": (lambda r: tf.linspace(r[0, 0], r[0, 1], 5), square(tf)),
        "range_fill": (lambda r: tf.cast(tf.range(3), tf.float32) * r[0, 0], square(tf)),
        "boolean_ops": (lambda r: tf.reduce_all((r > 0) | (r < -1), 0), square(tf)),
        "einsum_ellipsis": (lambda r: tf.einsum("...ij,...jk->...ik", r, r), square(tf)),
        "separable": (
            lambda r: tf.nn.separable_conv2d(r, fixed(tf, 3, 3, 2, 1), fixed(tf, 1, 1, 2, 3), [1, 1, 1, 1], "SAME"),
            images(tf),
        ),
        "strided_assign": (lambda r: tf.tensor_scatter_nd_update(r, [[0, 1], [2, 2]], r[0, :2]), square(tf)),
        "dynamic_partition": (lambda r: tf.dynamic_stitch([[0, 2], [1, 3]], [r[:2], r[2:]]), square(tf)),
        "unique": (lambda r: tf.cumsum(r, reverse=True, exclusive=True), square(tf)),
        "matrix_power": (lambda r: tf.linalg.matrix_transpose(r) @ r, square(tf)),
        "diag": (
            lambda r: [
                tf.linalg.diag(r, k=1),
                tf.linalg.diag_part(r, k=-1),
                tf.linalg.tensor_diag(r[0]),
                tf.linalg.tensor_diag_part(r),
            ],
            square(tf),
        ),
        "conv1d": (lambda r: tf.nn.conv1d(r, fixed(tf, 3, 4, 2), 1, "SAME"), fixed(tf, 3, 2, 6, 4)),
        "mean_nan": (lambda r: tf.math.reduce_std(r, axis=0), square(tf)),
        "dropout_shape": (lambda r: tf.shape(tf.nn.dropout(r, 0.5)), square(tf)),
        "sparse_softmax": (
            lambda p: tf.nn.sparse_softmax_cross_entropy_with_logits(p[0], p[1]),
            (tf.constant([[0, 1, 2, 3]] * 3), square(tf)),
        ),
        "histogram": (lambda r: tf.histogram_fixed_width(r, [-1.0, 1.0], 4), square(tf)),
        "histogram_wide": (lambda r: tf.histogram_fixed_width(r, [0.0, 3.0], 5, tf.int64), fixed(tf, 4, 0, 3)),
        "diag_ranks": (
            lambda r: [
                tf.linalg.tensor_diag(r),
                tf.linalg.tensor_diag_part(tf.linalg.tensor_diag(r) + 1),
                tf.linalg.tensor_diag(r[0]),
            ],
            fixed(tf, 3, 2, 3),
        ),
        "betainc_mixed": (
            lambda r: [
                tf.math.betainc(tf.abs(r[0, 0]) + 1, 2.0, tf.nn.sigmoid(r)),
                tf.math.betainc(1.5, tf.abs(r) + 2, 0.3),
                tf.math.betainc(tf.abs(r[0, 0]) + 1, 2.0, tf.nn.sigmoid(r[1, 1])),
                tf.math.betainc(tf.fill([2], 2.0), 1.0, tf.nn.sigmoid(r[1, 1])),
            ],
            square(tf),
        ),
        "segments": (
            lambda r: [
                f(r, [0, 0, 2, 2])
                for f in (
                    tf.math.segment_sum,
                    tf.math.segment_mean,
                    tf.math.segment_max,
                    tf.math.segment_min,
                    tf.math.segment_prod,
                )
            ],
            square(tf),
        ),
        "sparse_segments": (
            lambda r: [
                tf.sparse.segment_sum(r, [0, 2, 1], [0, 0, 1]),
                tf.sparse.segment_mean(r, [0, 2, 1], [0, 0, 2], num_segments=4),
                tf.sparse.segment_sqrt_n(r, [3, 2], [0, 1]),
            ],
            square(tf),
        ),
        "partition": (lambda r: tf.dynamic_partition(r, [0, 1, 1, 0], 3), square(tf)),
        "partition_of_elements": (
            lambda r: tf.dynamic_partition(r, tf.reshape(tf.range(16) % 3, [4, 4]), 3),
            square(tf),
        ),
        "partition_by_row": (
            lambda p: tf.dynamic_partition(p[0], p[1], 2),
            (square(tf), tf.constant([[0, 1, 0, 1], [1, 0, 0, 1], [1, 1, 0, 0]])),
        ),
        "stitch_of_same": (
            lambda r: tf.dynamic_stitch([[0, 2], [[1], [3]]], [tf.ones([2, 4]), r[:2, None]]),
            square(tf),
        ),
        "depthwise_by_row": (
            lambda p: tf.nn.depthwise_conv2d(p[0], p[1], [1, 1, 1, 1], "SAME"),
            (fixed(tf, 3, 2, 5, 5, 2), fixed(tf, 3, 2, 2, 2, 3)),
        ),
        "depthwise_of_one": (
            lambda w: tf.nn.depthwise_conv2d(fixed(tf, 2, 5, 5, 2), w, [1, 2, 2, 1], "VALID"),
            fixed(tf, 3, 2, 2, 2, 3),
        ),
        "conv3d_by_row": (
            lambda p: tf.nn.conv3d(p[0], p[1], [1, 1, 1, 1, 1], "SAME"),
            (fixed(tf, 3, 1, 3, 4, 4, 2), fixed(tf, 3, 2, 2, 2, 2, 3)),
        ),
        "conv3d_of_one": (
            lambda w: tf.nn.conv3d(fixed(tf, 2, 3, 4, 4, 2), w, [1, 1, 1, 1, 1], "VALID"),
            fixed(tf, 3, 2, 2, 2, 2, 3),
        ),
        "conv_transposed_by_row": (
            lambda p: [
                tf.nn.conv3d_transpose(p[0], p[1], [1, 3, 4, 4, 3], [1, 1, 1, 1, 1], "SAME"),
                tf.nn.conv2d_transpose(p[0][:, 0], p[1][0], [1, 4, 4, 3], [1, 1, 1, 1], "SAME"),
            ],
            (fixed(tf, 3, 1, 3, 4, 4, 2), fixed(tf, 3, 2, 2, 2, 3, 2)),
        ),
        "reverse_sequence": (
            lambda r: [
                tf.reverse_sequence(r, [1, 3, 2, 4], 1),
                tf.reverse_sequence(r, tf.cast(tf.abs(r[0]), tf.int32) % 4, 1),
            ],
            square(tf),
        ),
        "space_to_batch": (lambda r: tf.space_to_batch(r, [2, 2], [[0, 1], [1, 0]]), fixed(tf, 3, 2, 5, 3, 2)),
        "batch_to_space": (lambda r: tf.batch_to_space(r, [2, 1], [[0, 1], [0, 0]]), fixed(tf, 3, 4, 2, 3, 2)),
        "dilated": (
            lambda r: tf.nn.atrous_conv2d(r, fixed(tf, 3, 3, 2, 3), 2, "SAME"),
            fixed(tf, 3, 1, 6, 6, 2),
        ),
        "bucketize": (lambda r: tf.raw_ops.Bucketize(input=r, boundaries=[-0.5, 0.0, 1.0]), square(tf)),
        "dense_bincount": (
            lambda p: [
                tf.raw_ops.DenseBincount(input=p[0], size=6, weights=tf.constant([], tf.float32)),
                tf.raw_ops.DenseBincount(input=p[0], size=3, weights=p[1]),
                tf.raw_ops.DenseBincount(input=p[0], size=4, weights=tf.constant([1, 2, 3, 4]), binary_output=True),
            ],
            (tf.constant([[0, 1, 1, 5], [2, 2, 2, 0], [7, 1, 0, 3]]), fixed(tf, 3, 4)),
        ),
        "sparse_product": (
            lambda r: tf.sparse.sparse_dense_matmul(
                tf.sparse.from_dense([[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]), r
            ),
            square(tf),
        ),
        "texts": (
            lambda p: [
                tf.strings.join([p[0], "-", p[1]]),
                tf.strings.join([p[0][0], p[1]], "+"),
                tf.strings.substr(p[0], [0, 1], [1, 2]),
                tf.strings.regex_replace(p[0], "a", "xy"),
                tf.strings.regex_full_match(p[0], ".b*"),
            ],
            (tf.constant([["ab", "c"], ["bab", "def"]]), tf.constant([["1", "2"], ["3", ""]])),
        ),
        "py": (lambda r: tf.py_function(lambda a: a * 2, [r], tf.float32), square(tf)),
    }


# Families whose operations have no form for many rows.
LOOPED = {"py", "partition_by_row"}


@pytest.mark.parametrize("name", list(other_functions(__import__("graphwright"))))
def test_other_functions(name, gw, caplog):
    function, elems = other_functions(gw)[name]
    with caplog.at_level("WARNING", logger="tensorflow"):
        got = gw.nest.flatten(gw.vectorized_map(function, elems))
    assert any("Using a while_loop" in m for m in caplog.messages) == (name in LOOPED)
    count = gw.nest.flatten(elems)[0].shape[0]
    rows = [gw.nest.flatten(function(gw.nest.map_structure(lambda e, i=i: e[i], elems))) for i in range(count)]
    for result, *parts in zip(got, *rows, strict=True):
        have, want = result.numpy(), np.stack([part.numpy() for part in parts])
        assert have.shape == want.shape
        if have.dtype == object:
            assert (have == want).all()
        else:
            assert np.allclose(have, want, atol=1e-4, equal_nan=True)


def _filter_losses(tf):
    """Functions of a filter for one example, whose gradients differ from example to example."""
    return {
        "conv2d": (lambda x, w: tf.nn.conv2d(x[:, 0], w[0], 1, "SAME"), [2, 2, 2, 2, 3]),
        "conv3d": (lambda x, w: tf.nn.conv3d(x, w, [1, 1, 1, 1, 1], "SAME"), [2, 2, 2, 2, 3]),
        "depthwise": (lambda x, w: tf.nn.depthwise_conv2d(x[:, 0], w[0], [1, 1, 1, 1], "SAME"), [1, 2, 2, 2, 3]),
    }


@pytest.mark.parametrize("name", list(_filter_losses(None)))
def test_filter_gradients_of_each_example(name, gw):
    """Gradients by a filter, for each example and for each filter, without a loop."""
    convolve, shape = _filter_losses(gw)[name]
    x, w = fixed(gw, 3, 1, 3, 4, 4, 2), fixed(gw, *shape)

    def slope(pair):
        example, weight = pair
        with gw.GradientTape(persistent=True) as tape:
            tape.watch(weight)
            tape.watch(example)
            loss = gw.reduce_sum(convolve(example, weight) ** 2)
        return tape.gradient(loss, weight), tape.gradient(loss, example)

    with gw.row_fallbacks() as fallbacks:
        shared = gw.vectorized_map(lambda example: slope((example, w)), x)
        filters = gw.stack([w, w * 2, w - 1])
        own = gw.vectorized_map(slope, (x, filters))
        one = gw.vectorized_map(lambda weight: slope((x[0], weight)), filters)
    assert fallbacks == []
    for i in range(3):
        for got, want in (
            *zip(shared, slope((x[i], w)), strict=True),
            *zip(own, slope((x[i], filters[i])), strict=True),
            *zip(one, slope((x[0], filters[i])), strict=True),
        ):
            assert np.allclose(got[i].numpy(), want.numpy(), rtol=1e-4, atol=1e-3)


def test_row_fallbacks(gw):
    """What tells of the operations that run row by row."""

    def function(row):
        return gw.size(gw.unique(row)[0]) + gw.size(gw.where(row)), gw.size(gw.unique(row * 2)[0])

    with gw.row_fallbacks() as outer:
        gw.vectorized_map(lambda row: row * 2, gw.ones([2, 2]))
        assert outer == []
        with gw.row_fallbacks() as fallbacks:
            gw.vectorized_map(function, gw.constant([[1, 1], [2, 2]]), warn=False)
    assert [fallback.op for fallback in fallbacks] == ["Unique", "Where", "Unique"]
    assert outer == fallbacks
    assert all("parity/control_flow/test_row_families.py" in fallback.stack for fallback in fallbacks)
    assert "return gw.size(gw.unique(row)[0])" in fallbacks[0].stack
    assert str(fallbacks[0]).startswith("Unique (Unique) runs row by row")
    gw.vectorized_map(function, gw.constant([[1, 1], [2, 2]]), warn=False)
    assert len(fallbacks) == 3


def test_row_fallbacks_of_custom_gradients(gw):
    """Those are found out when gradients are wanted."""

    @gw.custom_gradient
    def double(x):
        return x * 2, lambda dy: dy * gw.cast(gw.size(gw.unique(x)[0]), gw.float32)

    x = gw.constant([[1.0, 1.0], [2.0, 2.0]])
    with gw.row_fallbacks() as fallbacks, gw.GradientTape() as tape:
        tape.watch(x)
        y = gw.vectorized_map(double, x)
        grad = tape.gradient(y, x)
        assert [fallback.op for fallback in fallbacks] == ["Unique"]
    assert grad.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
