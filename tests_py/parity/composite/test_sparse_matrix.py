"""Sparse matrices in compressed rows, counts as sparse tensors, and the raw ops of ragged rows, as in TensorFlow."""

# ruff: noqa: E501
import numpy as np
import pytest

from support.compare import same_results

NAMES = """
np = __import__("numpy")
R, C = tf.raw_ops, tf.constant
def I(v): return tf.constant(v, tf.int64)
def csr(values=(1.0, 2.0, 3.0), places=((0, 1), (1, 0), (1, 2)), shape=(2, 3)):
    return R.SparseTensorToCSRSparseMatrix(indices=I(places), values=values, dense_shape=I(shape))
def batch(values=(1.0, 2.0, 3.0)): return csr(values, ((0, 0, 1), (0, 1, 0), (2, 1, 2)), (3, 2, 3))
def dense(m, dtype=tf.float32): return R.CSRSparseMatrixToDense(sparse_input=m, type=dtype)
def parts(m, dtype=tf.float32): return [*R.CSRSparseMatrixToSparseTensor(sparse_matrix=m, type=dtype)]
def component(m, index=0, dtype=tf.float32): return [*R.CSRSparseMatrixComponents(csr_sparse_matrix=m, index=index, type=dtype)]
def mm(a, b, **kw): return R.SparseMatrixMatMul(a=a, b=b, **kw)
def ss(a, b, dtype=tf.float32, **kw): return R.SparseMatrixSparseMatMul(a=a, b=b, type=dtype, **kw)
def range_of(*shape): return tf.reshape(tf.range(float(np.prod(shape))), shape)
def weighed(y): return y * tf.cast(tf.reshape(tf.range(float(tf.size(y))), tf.shape(y)), y.dtype)
def grad(f, *xs):
    xs = [tf.convert_to_tensor(x) for x in xs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return tape.gradient(y, xs)
def traced(f): return [str(t.shape) for t in tf.nest.flatten(tf.function(f, autograph=False).get_concrete_function().structured_outputs)]
v, b = [1.0, 2.0, 3.0], range_of(3, 2)
vc, bc = tf.complex([1.0, 2.0, 3.0], [1.0, -1.0, 0.5]), tf.complex(range_of(3, 2), tf.ones([3, 2]))
spd = csr((4.0, 1.0, 5.0, 2.0, 6.0), ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)), (3, 3))
def amd(m): return R.SparseMatrixOrderingAMD(input=m)
def chol(m, p, dtype=tf.float32): return R.SparseMatrixSparseCholesky(input=m, permutation=p, type=dtype)
def grid(n, lower=True, dtype=np.float32):
    a = np.eye(n * n, dtype=dtype) * 5
    for i in range(n):
        for j in range(n):
            for k in ([(i + 1) * n + j] if i + 1 < n else []) + ([i * n + j + 1] if j + 1 < n else []):
                a[k, i * n + j] = a[i * n + j, k] = -1
    places = np.argwhere((np.tril(a) if lower else a) != 0)
    return csr(a[tuple(places.T)], places, a.shape)
def slice_grad(g=(1.0, 2.0), places=((0, 0), (1, 1), (2, 0)), start=(1, 0), taken=((0, 1), (1, 0))):
    return R.SparseSliceGrad(backprop_val_grad=g, input_indices=I(places), input_start=I(start), output_indices=I(taken))
def fill_grad(where=(0, 2), g=(1.0, 2.0, 3.0, 4.0)): return [*R.SparseFillEmptyRowsGrad(reverse_index_map=I(where), grad_values=g)]
def fill_rows(ids=(0, 2, 2), values=(1.0, 2.0, 3.0), n=5, missing=9.0):
    return [*R.RaggedFillEmptyRows(value_rowids=I(ids), values=values, nrows=I(n), default_value=missing)]
s, rows = I([0, 2, 2, 3]), C([1.0, 2.0, 3.0])
def gather(indices, rank=1, splits=(s,), values=rows):
    return [*R.RaggedGather(params_nested_splits=list(splits), params_dense_values=values, indices=indices, OUTPUT_RAGGED_RANK=rank)]
def to_sparse(splits=(s,), values=rows): return [*R.RaggedTensorToSparse(rt_nested_splits=list(splits), rt_dense_values=values)]
none = tf.zeros([0])
def count(values, weights=none, binary_output=False, **kw): return [*R.DenseCountSparseOutput(values=values, weights=weights, binary_output=binary_output, **kw)]
def sparse_count(i=((0, 0), (1, 1), (1, 2)), v=(1, 2, 2), shape=(3, 4), w=none, binary_output=False, **kw):
    return [*R.SparseCountSparseOutput(indices=I(i), values=v, dense_shape=I(shape), weights=w, binary_output=binary_output, **kw)]
def ragged_count(s=(0, 2, 2, 3), v=(1, 1, 3), w=none, binary_output=False, **kw):
    return [*R.RaggedCountSparseOutput(splits=I(s), values=v, weights=w, binary_output=binary_output, **kw)]
def packed(x, batched=True): return R.RaggedTensorToVariant(rt_nested_splits=[I([0, 2, 3])], rt_dense_values=x, batched_input=batched)
"""

CASES = """
dense(csr()), parts(csr()), component(csr()), R.SparseMatrixNNZ(sparse_matrix=csr())
dense(batch()), parts(batch()), [component(batch(), i) for i in range(3)], R.SparseMatrixNNZ(sparse_matrix=batch())
dense(csr(vc), tf.complex64), dense(csr(tf.cast(v, tf.float64)), tf.float64), parts(csr(tf.cast(vc, tf.complex128)), tf.complex128)
component(csr(), 1)
component(csr(), -1)
component(csr(), [0])
component(csr(), 0, tf.float64)
dense(csr(), tf.float64)
parts(csr(), tf.float64)
dense(C(1.0))
dense(tf.stack([csr(), csr()]))
dense(packed(rows, False))
csr([1.0], [[0]], [3])
csr([1.0], [[0, 0, 0, 0]], [1, 1, 1, 1])
csr([1.0], [[5, 0]], [2, 2])
csr([1.0], [[-1, 0]], [2, 2])
csr([1.0, 2.0], [[0, 0]], [2, 2])
csr([1], [[0, 0]], [2, 2])
dense(csr([1.0, 2.0], [[1, 0], [0, 1]], [2, 2])), component(csr([1.0, 2.0], [[0, 1], [0, 1]], [2, 2])), component(csr([1.0, 2.0], [[0, 1], [0, 0]], [2, 2]))
dense(csr(np.zeros([0], np.float32), np.zeros([0, 2]), [2, 3])), dense(csr(np.zeros([0], np.float32), np.zeros([0, 2]), [0, 3])), dense(csr(np.zeros([0], np.float32), np.zeros([0, 3]), [2, 0, 3]))
component(R.DenseToCSRSparseMatrix(dense_input=[[1.0, 0.0], [3.0, 4.0]], indices=I([[0, 0], [1, 1]]))), dense(R.DenseToCSRSparseMatrix(dense_input=range_of(2, 2, 2), indices=I([[0, 0, 1], [1, 1, 1]])))
R.DenseToCSRSparseMatrix(dense_input=[1.0], indices=I([[0]]))
R.DenseToCSRSparseMatrix(dense_input=[[1.0]], indices=I([[0, 0, 0]]))
R.DenseToCSRSparseMatrix(dense_input=[[1.0]], indices=I([0, 0]))
R.DenseToCSRSparseMatrix(dense_input=[[1.0]], indices=I([[0, 1]]))
mm(csr(), b), mm(csr(), range_of(2, 2), transpose_a=True), mm(csr(), range_of(2, 3), transpose_b=True), mm(csr(), b, transpose_output=True), mm(csr(), b, conjugate_output=True)
mm(csr(vc), bc), mm(csr(vc), bc[:2], adjoint_a=True), mm(csr(vc), tf.transpose(bc), adjoint_b=True), mm(csr(vc), bc, transpose_output=True, conjugate_output=True), mm(csr(vc), bc[:2], transpose_a=True)
mm(batch(), range_of(3, 3, 2)), mm(batch(), range_of(3, 2, 2), transpose_a=True, transpose_output=True), mm(csr(tf.cast(v, tf.float64)), tf.cast(b, tf.float64))
mm(csr(), b, transpose_a=True, adjoint_a=True)
mm(csr(), tf.ones([2, 2]))
mm(batch(), tf.ones([2, 3, 2]))
mm(batch(), tf.ones([1, 3, 2]))
mm(batch(), tf.ones([3, 2]))
mm(csr(), tf.ones([3]))
mm(csr(), tf.ones([3, 2], tf.float64))
mm(csr(), tf.ones([3, 2], tf.int32))
dense(ss(csr(), csr(), transpose_b=True)), dense(ss(csr(), csr(), transpose_a=True)), dense(ss(csr(), csr(), adjoint_a=True)), dense(ss(csr(vc), csr(vc), tf.complex64, adjoint_b=True), tf.complex64)
dense(ss(batch(), batch(), transpose_b=True)), component(ss(csr(), csr(), transpose_b=True))
ss(csr(), csr())
ss(csr(), csr(), tf.float64, transpose_b=True)
ss(csr(), csr(), transpose_b=True, adjoint_b=True)
[dense(R.SparseMatrixTranspose(input=m, type=tf.float32)) for m in (csr(), batch())], dense(R.SparseMatrixTranspose(input=csr(vc), type=tf.complex64, conjugate=True), tf.complex64), component(R.SparseMatrixTranspose(input=csr(), type=tf.float32))
R.SparseMatrixTranspose(input=csr(), type=tf.float64)
amd(spd), amd(csr([4.0, 1.0, 5.0, 9.0], [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]], [2, 2, 2])), [amd(grid(n, low)) for n in (2, 3, 5, 7) for low in (True, False)]
amd(csr())
dense(chol(spd, amd(spd))), component(chol(spd, [2, 0, 1])), dense(chol(grid(4), amd(grid(4)))), component(chol(grid(3), range(9)))
dense(chol(grid(3, True, np.complex64), range(9), tf.complex64), tf.complex64), dense(chol(csr(tf.complex([4.0, 1.0, 5.0], [0.0, 1.0, 0.0]), [[0, 0], [1, 0], [1, 1]], [2, 2]), [1, 0], tf.complex64), tf.complex64)
chol(spd, [0, 1])
chol(spd, [[0, 1, 2]])
chol(spd, [0, 1, 2], tf.float64)
chol(csr(), [0, 1])
chol(csr([-4.0, 1.0, 5.0], [[0, 0], [1, 0], [1, 1]], [2, 2]), [0, 1])
chol(csr([4.0, 1.0, 5.0, 9.0], [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]], [2, 2, 2]), [[0, 1]])
grad(lambda v: weighed(dense(csr(v))), v), grad(lambda v: weighed(parts(csr(v))[1]), v), grad(lambda x: dense(R.DenseToCSRSparseMatrix(dense_input=x, indices=I([[0, 0], [1, 1]]))) * 2.0, tf.ones([2, 2]))
grad(lambda v, b: weighed(mm(csr(v), b)), v, b), grad(lambda v, b: weighed(mm(batch(v), b)), v, range_of(3, 3, 2))
[grad(lambda v, b: weighed(mm(csr(v), b, **{k: True})), v, range_of(2, 2)) for k in ("transpose_a", "adjoint_a")]
[grad(lambda v, b: weighed(mm(csr(v), b, **{k: True})), v, range_of(2, 3)) for k in ("transpose_b", "adjoint_b")]
[grad(lambda v, b: weighed(mm(csr(v), b, **{k: True})), v, b) for k in ("transpose_output", "conjugate_output")]
grad(lambda v, b: weighed(mm(csr(v), b)), vc, bc), grad(lambda v, b: weighed(mm(csr(v), b, adjoint_a=True)), vc, bc[:2]), grad(lambda v, b: weighed(mm(csr(v), b, transpose_a=True)), vc, bc[:2])
grad(lambda v, b: weighed(mm(csr(v), b, adjoint_b=True)), vc, tf.transpose(bc)), grad(lambda v, b: weighed(mm(csr(v), b, transpose_output=True, conjugate_output=True)), vc, bc)
grad(lambda v: weighed(dense(R.SparseMatrixTranspose(input=csr(v), type=tf.float32))), v), grad(lambda v: weighed(dense(R.SparseMatrixTranspose(input=csr(v), type=tf.complex64, conjugate=True), tf.complex64)), vc)
grad(lambda v: component(csr(v))[2], v)
grad(lambda v: dense(chol(csr(v, [[0, 0], [1, 0], [1, 1]], [2, 2]), [0, 1])), [4.0, 1.0, 5.0])
traced(lambda: [dense(csr()), parts(csr()), component(csr()), R.SparseMatrixNNZ(sparse_matrix=csr()), mm(csr(), tf.ones([3, 4])), dense(R.SparseMatrixTranspose(input=csr(), type=tf.float32)), dense(ss(csr(), csr(), transpose_b=True)), csr()])
traced(lambda: [dense(batch()), parts(batch()), component(batch()), R.SparseMatrixNNZ(sparse_matrix=batch()), mm(batch(), tf.ones([3, 3, 4])), dense(ss(batch(), batch(), transpose_b=True))])
traced(lambda: [amd(csr(v, [[0, 0], [1, 0], [1, 1]], [2, 2])), dense(chol(csr(v, [[0, 0], [1, 0], [1, 1]], [2, 2]), [0, 1])), dense(R.SparseMatrixZeros(dense_shape=I([2, 3]), type=tf.float32)), dense(R.SparseMatrixAdd(a=csr(), b=csr(), alpha=1.0, beta=1.0)), dense(R.SparseMatrixMul(a=csr(), b=1.0)), dense(R.SparseMatrixSoftmax(logits=csr(), type=tf.float32))])
traced(lambda: mm(csr(), tf.ones([2, 4])))
traced(lambda: mm(csr(), tf.ones([3])))
traced(lambda: mm(csr(), tf.ones([3, 4]), transpose_a=True, adjoint_a=True))
traced(lambda: csr([1.0], [[1]], [2]))
traced(lambda: R.SparseMatrixZeros(dense_shape=I([2]), type=tf.float32))
slice_grad(), slice_grad([1.0], taken=[[1, 0]]), [slice_grad(tf.cast([5, 6], t), [[0, 0], [3, 3]], [0, 0], [[0, 0], [3, 3]]) for t in (tf.int32, tf.uint8, tf.complex64, tf.bfloat16, tf.half, tf.uint64)]
slice_grad([1.0], [0, 0])
slice_grad([1.0], taken=[[1, 0, 0]])
slice_grad([1.0, 2.0], taken=[[1, 0]])
slice_grad(start=[1])
slice_grad(start=[[1, 0]])
slice_grad([[1.0, 2.0]])
slice_grad([5.0], [[0, 0], [3, 3]], [0, 0], [[2, 2]])
slice_grad([5.0, 6.0], [[0, 0], [3, 3]], [0, 0], [[3, 3], [0, 0]])
fill_grad(), fill_grad([0, 0]), fill_grad([0], [3, 4]), fill_grad(np.zeros([0]), tf.zeros([0])), fill_grad([0], tf.cast([3, 4], tf.bfloat16)), [*R.RaggedFillEmptyRowsGrad(reverse_index_map=I([0, 2]), grad_values=rows)]
fill_grad([0, 9])
fill_grad([0, -1])
fill_grad([[0, 1]])
fill_grad([0], [[1.0]])
fill_grad([0], ["a"])
fill_grad([0], [True])
fill_rows(), fill_rows([2, 0, 2], n=4), fill_rows([1], ["a"], 3, "z"), fill_rows(np.zeros([0]), none, 2)
fill_rows([0, 2, 7])
fill_rows([0, -2, 2])
fill_rows([0, 2])
fill_rows([[0, 2, 2]])
fill_rows([0], [[1.0]])
fill_rows(n=[5])
fill_rows(missing=[9.0])
fill_rows([0], [1.0], 0)
fill_rows(np.zeros([0]), none, -2)
grad(lambda x, d: fill_rows([0, 2], x, 4, d)[1] * C([1.0, 2.0, 3.0, 4.0]), [5.0, 6.0], 7.0)
gather([2, 0, 0]), gather([[2, 0], [0, 1]], 2), gather(2, 0), gather([1, 0, 1], 2, [I([0, 1, 3]), s], range_of(3, 2)), gather(tf.zeros([0], tf.int32)), gather(tf.zeros([0, 2], tf.int32), 2)
gather([0, 2], 1, [C([0, 2, 2, 3])], C(["a", "b", "c"])), gather(I([1]), 1, [I([1, 2, 2, 3])])
gather([3])
gather([-1])
gather([2], 1, [I([0, 2, 2, 5])])
gather([2], 1, [I([0, 2, 1, 3])])
gather([0], 1, [I([])])
gather([0], 1, [s], C(1.0))
tf.convert_to_tensor(grad(lambda x: gather([1, 0, 1], 1, [C([0, 1, 3])], x)[1] * C([1.0, 2.0, 3.0, 4.0, 5.0]), rows)[0])
to_sparse(), to_sparse([I([0, 1, 3]), s]), to_sparse([s], range_of(3, 2)), to_sparse([C([0, 2, 2, 3])]), to_sparse([s], C(["a", "b", "c"])), to_sparse([I([0])], none), grad(lambda x: weighed(to_sparse([s], x)[1]), rows)
grad(lambda w: weighed(count([1, 1, 3], w)[1]), rows)
grad(lambda g: slice_grad(g), [1.0, 2.0])
to_sparse([I([0, 2, 2, 5])])
to_sparse([I([1, 2, 2, 3])])
to_sparse([I([0, 2, 1, 3])])
to_sparse([I([])])
to_sparse([I([0, 1, 3]), I([0, 2])])
to_sparse([s], C(1.0))
count([1, 1, 3]), count([[1, 1, 3], [0, 5, 0]]), count([1, 1, 3], I([])), count([1, 1, 3], minlength=6), count([1, 1, 3], maxlength=2), count([1, 1, 3], maxlength=2, minlength=5), count([1, 0], maxlength=0)
count([1, 1, 3], binary_output=True), count([1, 1, 3], [0.5, 0.25, 2.0]), count([1, 1, 3], [0.5, 0.25, 2.0], True), count(C([], tf.int32)), count(tf.zeros([2, 0], tf.int32)), count(I([1, 7]), C([1.0, 2.0], tf.float64))
count([1, 1, 3], [0.5])
count([[1, 1], [2, 0]], [1.0, 2.0, 3.0, 4.0])
count([1, -1])
count(3)
count(tf.ones([1, 2, 3], tf.int32))
count([1], minlength=-2)
sparse_count(), sparse_count([[0], [1], [3]], shape=[4]), sparse_count(w=[0.5, 1.0, 2.0]), sparse_count(binary_output=True), sparse_count([[0, 0, 0], [1, 1, 1]], [1, 2], [3, 4, 5]), sparse_count([[1, 0], [0, 1]], [1, 2]), sparse_count(minlength=9, maxlength=2)
sparse_count(v=[1, 2, -2])
sparse_count(w=[0.5])
sparse_count([[0, 0], [7, 1]], [1, 2])
sparse_count([[0, 0], [1, 9]], [1, 2])
sparse_count([[0, 0], [1, 1]], [1])
sparse_count([[0, 0], [1, 1]], [1, 2], [3])
sparse_count(np.zeros([0, 2]), tf.zeros([0], tf.int32), [0, 3])
ragged_count(), ragged_count(w=[1.0, 0.5, 2.0]), ragged_count([0, 3], minlength=7), ragged_count(binary_output=True)
ragged_count([0, 2, 2, 9])
ragged_count([1, 2, 2, 3])
ragged_count([])
ragged_count([0], tf.zeros([0], tf.int32))
ragged_count([0, 3], [1, -1, 3])
ragged_count([0, 3], w=[1.0])
R.RaggedTensorToVariantGradient(encoded_ragged_grad=packed(rows), row_splits=I([0, 2, 3]), dense_values_shape=[3], Tvalues=tf.float32)
grad(lambda x: R.RaggedTensorFromVariant(encoded_ragged=packed(x), input_ragged_rank=0, output_ragged_rank=1, Tvalues=tf.float32, Tsplits=tf.int64)[1] * rows, rows)
grad(lambda x: tf.map_fn(lambda r: tf.reduce_sum(r * r), tf.RaggedTensor.from_row_lengths(x, [2, 1]), fn_output_signature=tf.float32), rows)
R.CudnnRNN(input=tf.ones([2, 3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 5]), params=tf.ones([10]))
R.CudnnRNNV3(input=tf.ones([2, 3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 5]), params=tf.ones([10]), sequence_lengths=[2, 2, 2])
R.CudnnRNNParamsSize(num_layers=1, num_units=2, input_size=3, T=tf.float32, S=tf.int32)
R.CudnnRNNCanonicalToParams(num_layers=1, num_units=2, input_size=3, weights=[tf.ones([2, 2])] * 8, biases=[tf.ones([2])] * 8)
traced(lambda: [[*op(input=tf.ones([2, 3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 5]), params=tf.ones([10]), rnn_mode=m, direction=d)] for op in (R.CudnnRNN, R.CudnnRNNV2) for m in ("lstm", "gru") for d in ("unidirectional", "bidirectional")])
traced(lambda: [*R.CudnnRNNV3(input=tf.ones([2, 3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 7]), params=tf.ones([10]), sequence_lengths=[2, 2, 2], num_proj=5)])
traced(lambda: [*R.CudnnRNNParamsToCanonicalV2(num_layers=1, num_units=2, input_size=3, params=tf.ones([10]), num_params_weights=3, num_params_biases=2)])
traced(lambda: [*R.CudnnRNN(input=tf.ones([3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 5]), params=tf.ones([10]))])
traced(lambda: [*R.CudnnRNNV3(input=tf.ones([2, 3, 4]), input_h=tf.ones([1, 3, 5]), input_c=tf.ones([1, 3, 5]), params=tf.ones([10]), sequence_lengths=[[2, 2, 2]])])
""".strip().split("\n")


def names(module):
    """The names that the cases refer to."""
    found = {"tf": module}
    exec(NAMES, found)
    return found


@pytest.fixture(scope="module")
def both(tensorflow, gw):
    return {tensorflow: names(tensorflow), gw: names(gw)}


@pytest.mark.parametrize("case", CASES)
def test_raw_ops(case, tensorflow, gw, both):
    same_results(lambda tf: eval(case, both[tf]), tensorflow, gw)


def test_what_tensorflow_has_for_gpus_only(gw):
    """Sums, scaling, softmax and matrices without elements: TensorFlow has no such kernels for the CPU."""
    given = names(gw)
    tf, csr, batch, dense, grad, weighed = (given[n] for n in ("tf", "csr", "batch", "dense", "grad", "weighed"))
    raw = tf.raw_ops
    other = lambda v=(4.0, 5.0): csr(v, ((0, 0), (1, 2)))  # noqa: E731
    added = raw.SparseMatrixAdd(a=csr(), b=other(), alpha=2.0, beta=-1.0)
    assert dense(added).numpy().tolist() == [[-4.0, 2.0, 0.0], [4.0, 0.0, 1.0]]
    assert dense(raw.SparseMatrixMul(a=csr(), b=3.0)).numpy().tolist() == [[0.0, 3.0, 0.0], [6.0, 0.0, 9.0]]
    scaled = dense(raw.SparseMatrixMul(a=batch(), b=[[[1.0]], [[2.0]], [[3.0]]])).numpy()
    np.testing.assert_array_equal(scaled, dense(batch()).numpy() * [[[1.0]], [[2.0]], [[3.0]]])
    assert (
        dense(raw.SparseMatrixZeros(dense_shape=[2, 1, 3], type=tf.float64), tf.float64).numpy().tolist()
        == [[[0.0] * 3]] * 2
    )
    soft = dense(raw.SparseMatrixSoftmax(logits=csr(), type=tf.float32)).numpy()
    low, high = 1 / (1 + np.e), np.e / (1 + np.e)
    np.testing.assert_allclose(soft, [[0.0, 1.0, 0.0], [low, 0.0, high]], rtol=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Shapes"):
        raw.SparseMatrixAdd(a=csr(), b=batch(), alpha=1.0, beta=1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="batch"):
        raw.SparseMatrixMul(a=csr(), b=[[[1.0]]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="rank"):
        raw.SparseMatrixZeros(dense_shape=[2], type=tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="permutation"):
        raw.SparseMatrixSparseCholesky(input=given["spd"], permutation=[0, 1, 7], type=tf.float32)

    def sums(a, b):
        return weighed(dense(raw.SparseMatrixAdd(a=csr(a), b=other(b), alpha=2.0, beta=-1.0)))

    assert [g.numpy().tolist() for g in grad(sums, [1.0, 2.0, 3.0], [4.0, 5.0])] == [[2.0, 6.0, 10.0], [0.0, -5.0]]
    found = grad(lambda v, x: weighed(dense(raw.SparseMatrixMul(a=csr(v), b=x))), [1.0, 2.0, 3.0], 2.0)
    assert [g.numpy().tolist() for g in found] == [[2.0, 6.0, 10.0], 22.0]
    (found,) = grad(lambda v: weighed(dense(raw.SparseMatrixSoftmax(logits=csr(v), type=tf.float32))), [1.0, 2.0, 3.0])
    np.testing.assert_allclose(found.numpy(), [0.0, -2 * low * high, 2 * low * high], rtol=1e-5, atol=1e-6)
    # The product of two sparse ones, of which TensorFlow cannot give the gradient either; and of one used twice.
    (found,) = grad(
        lambda v: weighed(dense(raw.SparseMatrixSparseMatMul(a=csr(v), b=csr(v), type=tf.float32, transpose_b=True))),
        [1.0, 2.0, 3.0],
    )
    assert found.numpy().tolist() == [0.0, 12.0, 18.0]
    (found,) = grad(lambda v: (lambda m: dense(m) + 2.0 * dense(m))(csr(v)), [1.0, 2.0, 3.0])
    assert found.numpy().tolist() == [3.0, 3.0, 3.0]


@pytest.mark.parametrize("name, want", [("maximum", [[0, 2, 3], [1, 0, 0]]), ("minimum", [[1, 0, 0], [0, 2, 3]])])
def test_gradients_of_extremes(gw, name, want):
    """TensorFlow's rules raise TypeError whatever they are given."""
    tf = gw
    a, b = tf.constant([1.0, 2.0, 3.0]), tf.constant([4.0, 1.0, -6.0])
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        places = [[0, 1], [1, 0], [2, 3]]
        found = getattr(tf.sparse, name)(tf.SparseTensor(places, a, [3, 4]), tf.SparseTensor(places, b, [3, 4]))
        y = found.values * [1.0, 2.0, 3.0]
    assert [g.numpy().tolist() for g in tape.gradient(y, [a, b])] == want


def test_gradients_of_extremes_at_other_places(gw):
    tf = gw
    a, b = tf.constant([1.0, -2.0, 3.0]), tf.constant([-4.0, 5.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        x = tf.SparseTensor([[0, 1], [1, 0], [2, 3]], a, [3, 4])
        found = tf.sparse.maximum(x, tf.SparseTensor([[0, 2], [1, 1], [2, 3]], b, [3, 4]))
        y = found.values * [1.0, 2.0, 4.0, 8.0, 16.0]
    assert found.values.numpy().tolist() == [1.0, 0.0, 0.0, 5.0, 3.0]
    assert [g.numpy().tolist() for g in tape.gradient(y, [a, b])] == [[1.0, 0.0, 16.0], [0.0, 8.0, 0.0]]


def test_graph_definitions_with_sparse_ops(tensorflow, gw):
    """What TensorFlow writes runs here, with the same results."""
    tf = tensorflow

    def graph():
        x = tf.compat.v1.placeholder(tf.float32, [3], "x")
        given = names(tf)
        words, more = tf.constant([["a"], ["b"]]), tf.constant([["c", "d"], ["e", "f"]])
        given["R"].SparseSliceGrad(
            backprop_val_grad=x[:1], input_indices=[[0], [1]], input_start=[1], output_indices=[[0]], name="o0"
        )
        tf.identity(given["fill_grad"]([0, 2], x)[0], "o1")
        tf.identity(given["gather"]([1, 0], values=x)[1], "o2")
        tf.identity(tf.convert_to_tensor(given["grad"](lambda v: given["gather"]([0, 0], values=v)[1], x)[0]), "o3")
        tf.identity(tf.ragged.cross_hashed([tf.RaggedTensor.from_tensor(words), more], 100).values, "o4")
        tf.identity(tf.sparse.cross_hashed([words, more], 100).values, "o5")
        tf.identity(tf.sparse.cross([words, more]).values, "o6")
        tf.identity(tf.math.bincount(tf.ragged.constant([[1, 2], [1]]), axis=-1), "o7")
        tf.identity(tf.sparse.bincount(tf.sparse.from_dense([[1, 2], [1, 0]]), axis=-1).values, "o8")
        tf.identity(given["mm"](given["csr"](x), given["b"]), "o9")
        tf.identity(
            tf.gradients(tf.sparse.slice(tf.SparseTensor([[0], [1], [2]], x, [3]), [1], [2]).values, x)[0], "o10"
        )
        filled, _ = tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 0], [2, 0], [2, 1]], x, [4, 2]), 7.0)
        tf.identity(tf.gradients(filled.values * 2.0, x)[0], "o11")
        tf.identity(tf.RaggedTensor.from_row_lengths(x, [2, 1]).to_sparse().indices, "o12")

    with tf.Graph().as_default() as built:
        graph()
    with tf.compat.v1.Session(graph=built) as session:
        want = session.run([f"o{i}:0" for i in range(13)], {"x:0": [1.0, 2.0, 4.0]})
    text = built.as_graph_def().SerializeToString()
    definition = gw.compat.v1.GraphDef()
    definition.ParseFromString(text)
    with gw.Graph().as_default() as ours:
        gw.graph_util.import_graph_def(definition, name="")
    with gw.compat.v1.Session(graph=ours) as session:
        got = session.run([f"o{i}:0" for i in range(13)], {"x:0": [1.0, 2.0, 4.0]})
    for theirs, mine in zip(want, got, strict=True):
        np.testing.assert_array_equal(theirs, mine)
