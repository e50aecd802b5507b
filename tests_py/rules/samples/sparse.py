"""Rows for crosses, for sparse matrices in compressed rows, for counts as sparse tensors and for rows of ragged ones."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from support.sampling import COMPLEX, FLOATS, NUMBERS, REALS, Bad, Sample, index, strings, uniform

MATRIX_TYPES = (*REALS, *COMPLEX)
ONE = (uniform(),)
TWO_ROWS = [[0, 0], [1, 0], [1, 1]]
WORDS = strings("a", "b", "a word of more than sixteen bytes")


def of_words(name, function, dtypes=("string",), args=(WORDS, WORDS), **options):
    """A row of a cross of a column of three values in two rows and of a dense one."""
    return Sample(name, (((3,), (2, 2)),), dtypes, args=args, call=function, known_shape=False, hidden_rank=False, grad=False, **options)


def column(tf, values):
    return tf.SparseTensor(TWO_ROWS, values, [2, 2])


def parts(value):
    return [value.indices, value.values, value.dense_shape]


def raw_cross(tf, name, values, dense, **kwargs):
    """A raw op of a sparse and a dense column."""
    return list(getattr(tf.raw_ops, name)(indices=[TWO_ROWS], values=[values], shapes=[[2, 2]], dense_inputs=[dense], **kwargs))


def keyed(tf, values, dense, hashed, key):
    out = tf.int64 if hashed else tf.string
    return raw_cross(tf, "SparseCross", values, dense, hashed_output=hashed, num_buckets=1000 * hashed, hash_key=key, out_type=out, internal_type=tf.int64)


CROSSES = [
    of_words("sparse.cross", lambda tf, v, d, **kw: parts(tf.sparse.cross([column(tf, v), d], **kw)), ("int64", "int32", "uint8"), (uniform(), WORDS), kwargs=[{}, {"separator": "-"}]),
    of_words("sparse.cross_hashed", lambda tf, v, d, **kw: parts(tf.sparse.cross_hashed([column(tf, v), d], **kw)), ("int64", "int32", "uint8"), (uniform(), WORDS),
             kwargs=[{}, {"num_buckets": 100}, {"hash_key": 5}]),
    of_words("raw_ops.SparseCross", keyed, ("string", "int64"), (uniform(dtype="int64"), WORDS), kwargs=[{"hashed": False, "key": 0}, {"hashed": True, "key": -3}]),
    of_words("raw_ops.SparseCrossHashed", lambda tf, v, d, **kw: raw_cross(tf, "SparseCrossHashed", v, d, num_buckets=1000, salt=[1, 2], **kw),
             kwargs=[{"strong_hash": False}, {"strong_hash": True}]),
    Sample("ragged.cross", (((3,), (2, 2)),), ("string",), args=(WORDS, WORDS), call=lambda tf, v, d: tf.ragged.cross([tf.RaggedTensor.from_row_lengths(v, [2, 1]), d]).values,
           known_shape=False, hidden_rank=False, grad=False),
    Sample("ragged.cross_hashed", (((3,), (2, 2)),), ("string",), [{}, {"num_buckets": 100, "hash_key": 5}], args=(WORDS, uniform(dtype="int64")), known_shape=False, hidden_rank=False,
           grad=False, call=lambda tf, v, d, **kw: tf.ragged.cross_hashed([tf.RaggedTensor.from_row_lengths(v, [2, 1]), d, column(tf, v)], **kw).flat_values),
]

PLACES = [[0, 1], [1, 0], [1, 2]]


def csr(tf, values, places=PLACES, shape=(2, 3)):
    return tf.raw_ops.SparseTensorToCSRSparseMatrix(indices=places, values=values, dense_shape=list(shape))


def batch(tf, values):
    return csr(tf, values, [[0, 0, 1], [0, 1, 0], [2, 1, 2]], (3, 2, 3))


def dense(tf, matrix, like):
    return tf.raw_ops.CSRSparseMatrixToDense(sparse_input=matrix, type=like.dtype)


def of_matrix(name, function, shapes=((3,),), args=ONE, dtypes=MATRIX_TYPES, **options):
    """A row of a function of one or two sparse matrices' values."""
    return Sample(f"raw_ops.{name}", shapes, dtypes, args=args, call=function, hidden_rank=False, ulp=16, second=False, **options)


def cholesky(tf, values):
    """The factor of a matrix whose diagonal is large enough."""
    values = tf.concat([values, tf.constant([4, 5, 6], values.dtype)], 0)
    matrix = csr(tf, tf.gather(values, [3, 0, 4, 1, 5]), [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]], (3, 3))
    factor = tf.raw_ops.SparseMatrixSparseCholesky(input=matrix, permutation=tf.raw_ops.SparseMatrixOrderingAMD(input=matrix), type=values.dtype)
    return dense(tf, factor, values)


MATRICES = [
    of_matrix("SparseTensorToCSRSparseMatrix", lambda tf, v: dense(tf, csr(tf, v), v)),
    of_matrix("CSRSparseMatrixToDense of a batch", lambda tf, v: dense(tf, batch(tf, v), v)),
    of_matrix("CSRSparseMatrixToSparseTensor", lambda tf, v: list(tf.raw_ops.CSRSparseMatrixToSparseTensor(sparse_matrix=csr(tf, v), type=v.dtype)), known_shape=False),
    of_matrix("DenseToCSRSparseMatrix", lambda tf, x: dense(tf, tf.raw_ops.DenseToCSRSparseMatrix(dense_input=x, indices=[[0, 1], [1, 1]]), x), shapes=((2, 3), (3, 2)),
              bad=[Bad(shapes=((2,),))]),
    of_matrix("CSRSparseMatrixComponents", lambda tf, v: list(tf.raw_ops.CSRSparseMatrixComponents(csr_sparse_matrix=batch(tf, v), index=2, type=v.dtype)), grad=False, known_shape=False),
    of_matrix("SparseMatrixNNZ", lambda tf, v: tf.raw_ops.SparseMatrixNNZ(sparse_matrix=batch(tf, v)), grad=False),
    of_matrix("SparseMatrixTranspose", lambda tf, v, **kw: dense(tf, tf.raw_ops.SparseMatrixTranspose(input=csr(tf, v), type=v.dtype, **kw), v), kwargs=[{}, {"conjugate": True}]),
    of_matrix("SparseMatrixMatMul", lambda tf, v, b, **kw: tf.raw_ops.SparseMatrixMatMul(a=csr(tf, v), b=b, **kw), (((3,), (3, 2)),), (uniform(), uniform()),
              kwargs=[{}, {"transpose_output": True}, {"conjugate_output": True}]),
    of_matrix("SparseMatrixMatMul of adjoints", lambda tf, v, b, **kw: tf.raw_ops.SparseMatrixMatMul(a=csr(tf, v), b=b, **kw), (((3,), (2, 2)),), (uniform(), uniform()),
              kwargs=[{"transpose_a": True}, {"adjoint_a": True}, {"adjoint_a": True, "adjoint_b": True}]),
    of_matrix("SparseMatrixSparseMatMul", lambda tf, v, w: dense(tf, tf.raw_ops.SparseMatrixSparseMatMul(a=csr(tf, v), b=csr(tf, w), type=v.dtype, adjoint_b=True), v),
              (((3,), (3,)),), (uniform(), uniform()), grad=False),
    of_matrix("SparseMatrixSparseCholesky", cholesky, args=(uniform(0, 0.5),), dtypes=REALS, grad=False),
]

NONE = np.zeros([0], np.float32)


def counted(name, function, shapes, **options):
    """A row of counts of small integers."""
    return Sample(f"raw_ops.{name}", shapes, ("int32", "int64"), args=(uniform(0, 4),), known_shape=False, hidden_rank=False, grad=False,
                  call=lambda tf, v, **kw: list(function(tf.raw_ops, v, **{"weights": NONE, "binary_output": False, **kw})), **options)


COUNTS = [
    counted("DenseCountSparseOutput", lambda raw, v, **kw: raw.DenseCountSparseOutput(values=v, **kw), ((5,), (2, 3), (0,)),
            kwargs=[{}, {"binary_output": True}, {"minlength": 9}, {"maxlength": 3}], bad=[Bad(shapes=((),)), Bad(shapes=((1, 2, 3),))]),
    counted("SparseCountSparseOutput", lambda raw, v, **kw: raw.SparseCountSparseOutput(indices=TWO_ROWS, values=v, dense_shape=[3, 2], **kw), ((3,),),
            kwargs=[{}, {"weights": np.float32([0.5, 1.0, 2.0])}], bad=[Bad(shapes=((2,),))]),
    counted("RaggedCountSparseOutput", lambda raw, v, **kw: raw.RaggedCountSparseOutput(splits=[0, 2, 2, 3], values=v, **kw), ((3,),), bad=[Bad(shapes=((2,),))]),
]


def gathered(tf, values, indices):
    rank = 2 if indices.shape.rank == 2 else 1
    return list(tf.nest.flatten(tf.raw_ops.RaggedGather(params_nested_splits=[tf.constant([0, 2, 2, 3], tf.int64)], params_dense_values=values, indices=indices, OUTPUT_RAGGED_RANK=rank)))


def repacked(tf, values):
    """A ragged tensor through a vector of variants."""
    packed = tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[tf.constant([0, 2, 3], tf.int64)], rt_dense_values=values, batched_input=True)
    return tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=packed, input_ragged_rank=0, output_ragged_rank=1, Tvalues=values.dtype, Tsplits=tf.int64)[1]


def of_rows(name, function, dtypes=(*FLOATS, "int32"), shapes=((3,),), args=ONE, **options):
    return Sample(f"raw_ops.{name}", shapes, dtypes, args=args, call=function, known_shape=False, hidden_rank=False, second=False, **options)


ROWS = [
    of_rows("RaggedGather of strings", gathered, ("string",), (((3,), (4,)),), (WORDS, index(3)), grad=False),
    of_rows("RaggedGather", gathered, NUMBERS, (((3,), (4,)), ((3, 2), (2,)), ((3,), (2, 2))), (uniform(), index(3)), grad=False, bad=[Bad(shapes=((), (2,)))]),
    of_rows("RaggedTensorToSparse", lambda tf, v: list(tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[tf.constant([0, 2, 2, 3], tf.int64)], rt_dense_values=v)), shapes=((3,), (3, 2)),
            bad=[Bad(shapes=((2,),))]),
    of_rows("RaggedFillEmptyRows", lambda tf, v, d: list(tf.raw_ops.RaggedFillEmptyRows(value_rowids=[0, 2, 2], values=v, nrows=4, default_value=d)), shapes=(((3,), ()),),
            args=(uniform(), uniform()), bad=[Bad(shapes=((2,), ()))]),
    *(of_rows(name, lambda tf, g, name=name: list(getattr(tf.raw_ops, name)(reverse_index_map=[0, 2], grad_values=g)), shapes=((4,),), grad=False, bad=[Bad(shapes=((2,),)), Bad(shapes=((),))])
      for name in ("SparseFillEmptyRowsGrad", "RaggedFillEmptyRowsGrad")),
    of_rows("SparseSliceGrad", lambda tf, g: tf.raw_ops.SparseSliceGrad(backprop_val_grad=g, input_indices=[[0, 0], [1, 1], [2, 0]], input_start=[1, 0], output_indices=[[0, 1], [1, 0]]),
            shapes=((2,),), grad=False, bad=[Bad(shapes=((3,),))]),
    of_rows("RaggedTensorToVariantGradient", repacked, FLOATS, portable=False, numeric=False),
]

SPARSE_SAMPLES = [*CROSSES, *MATRICES, *COUNTS, *ROWS]

_GPU_ONLY = "TensorFlow has no kernel of it on a CPU; tests_py/parity/composite/test_sparse_matrix.py"
_CUDNN = ("", "V2", "V3", "Backprop", "BackpropV2", "BackpropV3", "ParamsSize", "ParamsToCanonical", "ParamsToCanonicalV2", "CanonicalToParams", "CanonicalToParamsV2")
# What no row can hold.
UNCOVERED_SPARSE_OPS = {
    **{f"SparseMatrix{name}": _GPU_ONLY for name in ("Add", "Mul", "Zeros", "Softmax", "SoftmaxGrad")},
    **{f"CudnnRNN{name}": "it runs nowhere; tests_py/parity/composite/test_sparse_matrix.py" for name in _CUDNN},
}
