# ruff: noqa: E501 - a table of expressions
"""Static shapes of raw ops over a grid of known, partly known and unknown shapes of their inputs, beside TensorFlow's.

    python tests_py/parity/ops/shape_grid.py            all rows
    python tests_py/parity/ops/shape_grid.py lu eig     some of them

A row is a name and an expression; `p(s)` and `p(t)` are placeholders whose shapes go through the grid, float32 unless
`p(s, dtype)` says otherwise. A row may differ in what is refused here while tracing and there when it runs (EARLIER), or the
other way around (LATER).
"""

from __future__ import annotations

import itertools
import sys

GRID = [
    None,
    [],
    [None],
    [3],
    [None, None],
    [3, None],
    [None, 3],
    [3, 3],
    [2, 3],
    [None, None, None],
    [2, None, 3],
    [2, 3, 3],
]
GRID += [[None, 3, 3], [2, 3, 4]]

ROWS = """
lu                  R.Lu(input=p(s))
matrix_solve        R.MatrixSolve(matrix=p(s), rhs=p(t))
triangular_solve    R.MatrixTriangularSolve(matrix=p(s), rhs=p(t))
banded_solve        R.BandedTriangularSolve(matrix=p(s), rhs=p(t))
least_squares       R.MatrixSolveLs(matrix=p(s), rhs=p(t), l2_regularizer=0.0)
tridiagonal_solve   R.TridiagonalSolve(diagonals=p(s), rhs=p(t))
cholesky            R.Cholesky(input=p(s))
cholesky_grad       R.CholeskyGrad(l=p(s), grad=p(t))
inverse             R.MatrixInverse(input=p(s))
determinant         [R.MatrixDeterminant(input=p(s)), *R.LogMatrixDeterminant(input=p(s))]
qr                  R.Qr(input=p(s))
svd                 R.Svd(input=p(s))
eigh                R.SelfAdjointEigV2(input=p(s))
eig                 R.Eig(input=p(s), Tout=tf.complex64)
square_root         R.MatrixSquareRoot(input=p(s, tf.complex64))
logarithm           R.MatrixLogarithm(input=p(s, tf.complex64))
betainc             R.Betainc(a=p(s), b=p(t), x=p(None))
betainc_x           R.Betainc(a=p(None), b=p(s), x=p(t))
set_diag            R.MatrixSetDiag(input=p(s), diagonal=p(t))
set_diag_v3         R.MatrixSetDiagV3(input=p(s), diagonal=p(t), k=0)
set_diag_of_any     R.MatrixSetDiagV3(input=p(s), diagonal=p(t), k=p([], I))
diag_part           [R.MatrixDiagPart(input=p(s)), R.MatrixDiagPartV3(input=p(s), k=p(None, I), padding_value=0.0)]
diag_part_band      R.MatrixDiagPartV3(input=p(s), k=[0, 1], padding_value=0.0)
diag                [R.MatrixDiag(diagonal=p(s)), R.Diag(diagonal=p(s))]
diag_of_any         R.MatrixDiagV3(diagonal=p(s), k=p(None, I), num_rows=-1, num_cols=-1, padding_value=0.0)
diag_band           R.MatrixDiagV3(diagonal=p(s), k=[0, 1], num_rows=-1, num_cols=-1, padding_value=0.0)
band_part           R.MatrixBandPart(input=p(s), num_lower=p(None, I), num_upper=0)
matmul              R.MatMul(a=p(s), b=p(t))
batch_matmul        R.BatchMatMulV2(x=p(s), y=p(t))
histogram           R.HistogramFixedWidth(values=p(s), value_range=[0.0, 1.0], nbins=5)
histogram_bins      R.HistogramFixedWidth(values=p([3]), value_range=[0.0, 1.0], nbins=p(s, I))
reverse_sequence    R.ReverseSequence(input=p(s), seq_lengths=p(t, I), seq_dim=1)
slice_size          R.Slice(input=p(s), begin=[0, 0], size=p([2], I))
slice_begin         R.Slice(input=p(s), begin=p([2], I), size=[1, -1])
slice_both          R.Slice(input=p(s), begin=p(None, I), size=[1, 2])
slice_pack          R.Slice(input=p(s), begin=p([2], I), size=tf.stack([2, p([], I)]))
tile_pack           R.Tile(input=p(s), multiples=tf.stack([2, p([], I)]))
tile                R.Tile(input=p(s), multiples=p([2], I))
fill_pack           R.Fill(dims=tf.stack([2, p([], I)]), value=p([]))
fill                R.Fill(dims=p(s, I), value=p([]))
batch_to_space      R.BatchToSpace(input=p(s), crops=p(None, I), block_size=2)
batch_to_space_nd   R.BatchToSpaceND(input=p(s), block_shape=[2], crops=p(None, I))
batch_to_space_any  R.BatchToSpaceND(input=p(s), block_shape=p([1], I), crops=p(None, I))
space_to_batch_any  R.SpaceToBatchND(input=p(s), block_shape=p([1], I), paddings=p(None, I))
space_to_batch_nd   R.SpaceToBatchND(input=p(s), block_shape=[2], paddings=[[0, 1]])
cumsum              R.Cumsum(x=p(s), axis=0)
top_k               [*R.TopKV2(input=p(s), k=p([], I)), *R.TopKV2(input=p(s), k=2)]
nth_element         R.NthElement(input=p(s), n=1)
unique              R.UniqueWithCountsV2(x=p(s), axis=[0])
gather              R.GatherV2(params=p(s), indices=p(t, I), axis=p([], I))
gather_batch        R.GatherV2(params=p(s), indices=p(t, I), axis=1, batch_dims=1)
gather_nd           R.GatherNd(params=p(s), indices=p(t, I))
scatter_nd          R.ScatterNd(indices=p(s, I), updates=p(t), shape=p([2], I))
tensor_scatter      R.TensorScatterUpdate(tensor=p(s), indices=p(t, I), updates=p(None))
segment_sum         R.SegmentSum(data=p(s), segment_ids=p(t, I))
unsorted_segment    [R.UnsortedSegmentSum(data=p(s), segment_ids=p(t, I), num_segments=n) for n in (4, p([], I))]
sparse_segment      R.SparseSegmentSum(data=p(s), indices=p(t, I), segment_ids=p(t, I))
one_hot             R.OneHot(indices=p(s, I), depth=p(t, I), on_value=1.0, off_value=0.0)
where               [R.Where(condition=p(s)), R.Select(condition=p(s, B), x=p(t), y=p(t)), R.SelectV2(condition=p(s, B), t=p(t), e=p(None))]
cross               R.Cross(a=p(s), b=p(t))
pad                 [R.Pad(input=p(s), paddings=p(t, I)), R.MirrorPad(input=p(s), paddings=p(t, I), mode="REFLECT")]
reshape             R.Reshape(tensor=p(s), shape=p(t, I))
broadcast_to        R.BroadcastTo(input=p(s), shape=p(t, I))
transpose           R.Transpose(x=p(s), perm=p(t, I))
reduce              [R.Sum(input=p(s), axis=p(t, I), keep_dims=kept) for kept in (False, True)]
arg_max             R.ArgMax(input=p(s), dimension=p(t, I))
concat              [R.ConcatV2(values=[p(s), p(t)], axis=axis) for axis in (1, p([], I))]
pack                R.Pack(values=[p(s), p(t)], axis=-1)
split               [*R.Split(value=p(s), axis=p([], I), num_split=3), *R.Split(value=p(s), axis=0, num_split=3)]
split_v             [*R.SplitV(value=p(s), size_splits=p([2], I), axis=0, num_split=2)]
unpack              R.Unpack(value=p(s), num=3, axis=-1)
squeeze             [R.Squeeze(input=p(s)), R.Squeeze(input=p(s), axis=[0])]
expand_dims         [R.ExpandDims(input=p(s), axis=p([], I)), R.ExpandDims(input=p(s), axis=-1)]
linspace            R.LinSpace(start=0.0, stop=1.0, num=p(s, I))
range               R.Range(start=p(s, I), limit=3, delta=1)
fft                 [R.FFT(input=p(s, tf.complex64)), R.FFT2D(input=p(s, tf.complex64))]
rfft                [R.RFFT(input=p(s), fft_length=p([1], I)), R.RFFT(input=p(s), fft_length=[4])]
irfft               R.IRFFT(input=p(s, tf.complex64), fft_length=[4])
bincount            [R.Bincount(arr=p(s, I), size=p([], I), weights=p(s)), R.DenseBincount(input=p(s, I), size=4, weights=p([0]))]
upper_bound         R.UpperBound(sorted_inputs=p(s), values=p(t))
roll                R.Roll(input=p(s), shift=p(None, I), axis=p(None, I))
reverse             R.ReverseV2(tensor=p(s), axis=p(None, I))
invert_permutation  R.InvertPermutation(x=p(s, I))
softmax_xent        R.SoftmaxCrossEntropyWithLogits(features=p(s), labels=p(t))
sparse_xent         R.SparseSoftmaxCrossEntropyWithLogits(features=p(s), labels=p(t, I))
in_top_k            R.InTopKV2(predictions=p(s), targets=p(t, I), k=1)
bias_add            R.BiasAdd(value=p(s), bias=p(t))
bitcast             [R.Bitcast(input=p(s), type=tf.uint8), R.Bitcast(input=p(s, tf.uint8), type=tf.float32)]
strings             [R.AsString(input=p(s)), R.StringJoin(inputs=[p(s, tf.string), p([], tf.string)])]
decode_raw          R.DecodeRaw(bytes=p(s, tf.string), out_type=I)
substr              R.Substr(input=p(s, tf.string), pos=p(t, I), len=p(t, I))
resize              R.ResizeBilinear(images=p(s), size=p([2], I))
random              [R.RandomUniform(shape=p(s, I), dtype=tf.float32), R.RandomGamma(shape=p(s, I), alpha=p(t))]
multinomial         [R.Multinomial(logits=p(s), num_samples=p([], I)), R.StatelessMultinomial(logits=p(s), num_samples=3, seed=p([2], I))]
diag_part_tensor    R.DiagPart(input=p(s))
"""

# What cannot run is refused while tracing here.
EARLIER = """
    band_part cholesky_grad gather_batch one_hot scatter_nd upper_bound set_diag set_diag_v3 transpose softmax_xent
""".split()
# Sizes that are scalars stand for vectors of one; the others fail when they run.
LATER = "fill reshape tensor_scatter scatter_nd gather_batch diag_band set_diag_of_any".split()


def rows(names=()):
    """Returns (name, code of the expression, whether it has two shapes)."""
    found = []
    for line in ROWS.strip().splitlines():
        name, _, text = line.partition(" ")
        if not names or name in names:
            found.append((name, compile(text.strip(), name, "eval"), "p(t" in text))
    return found


def outcome(tf, code, s, t):
    """Returns the static shapes of an expression's results, None for unknown rank, or the class of the error."""
    with tf.Graph().as_default():

        def p(shape, dtype=tf.float32):
            return tf.compat.v1.placeholder(dtype, shape)

        try:
            result = eval(code, {"tf": tf, "R": tf.raw_ops, "I": tf.int32, "B": tf.bool, "p": p, "s": s, "t": t})
        except Exception as error:  # noqa: BLE001 - compared
            return type(error).__name__
        return shapes_of(result)


def shapes_of(result):
    """Returns the static shapes of a tensor or of several, None for an unknown rank."""
    results = result if isinstance(result, (list, tuple)) else [result]
    return [None if each.shape.rank is None else each.shape.as_list() for each in results]


def fits(ours, theirs):
    """Tells whether a shape says all that another one says."""
    if theirs is None:
        return True
    if ours is None or len(ours) != len(theirs):
        return False
    return all(want is None or got == want for got, want in zip(ours, theirs, strict=True))


def differences(tensorflow, gw, every=1, names=()):
    """Yields what differs, of each `every`-th place of the grid."""
    count = 0
    for name, code, has_two in rows(names):
        for s, t in itertools.product(GRID, GRID if has_two else [None]):
            count += 1
            if count % every:
                continue
            theirs, ours = outcome(tensorflow, code, s, t), outcome(gw, code, s, t)
            if isinstance(theirs, str) or isinstance(ours, str):
                both = isinstance(theirs, str) and isinstance(ours, str)
                allowed = LATER if isinstance(theirs, str) else EARLIER
                good = name in allowed if not both else True
            else:
                good = all(fits(*pair) for pair in zip(ours, theirs, strict=True))
            if not good:
                yield f"{name} {s} {t}: TensorFlow {theirs}, ours {ours}"


if __name__ == "__main__":
    import tensorflow

    import graphwright

    found = list(differences(tensorflow, graphwright, names=sys.argv[1:]))
    print(*found, f"{len(found)} differ", sep="\n")
    sys.exit(bool(found))
