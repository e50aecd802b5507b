"""Rows for the ops behind ragged and sparse tensors: the values are what a case varies, the places are fixed."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from support.sampling import FLOATS, NUMBERS, REALS, Bad, Sample, distinct, fixed, strings, uniform

PLACES = [[0, 1], [1, 0], [2, 3]]
OTHERS = [[0, 1], [0, 2], [2, 0]]
SHAPE = [3, 4]


def sparse(tf, values, places=PLACES, shape=SHAPE):
    """A sparse matrix of three values."""
    return tf.SparseTensor(places, values, shape)


ONE = (uniform(),)


def on_values(name, function, dtypes=REALS, shapes=((3,),), args=ONE, **options):
    """A row of a function of one or two sparse tensors' values."""
    return Sample(name, shapes, dtypes, args=args, call=function, **options)


def parts(value):
    """The tensors that make up a sparse tensor."""
    return [value.indices, value.values, value.dense_shape]


def padded(tf, values, default, **kwargs):
    return tf.RaggedTensor.from_row_lengths(values, [2, 0, 3]).to_tensor(default, **kwargs)


def deep(tf, values):
    return tf.RaggedTensor.from_nested_row_lengths(values, [[1, 2], [2, 0, 3]]).to_tensor()


RAGGED = [
    raw("RaggedRange", "starts limits deltas", (((3,), (3,), (3,)), ((), (3,), ()), ((), (), ())), ("int32", "int64", "float32", "float64"),
        [{}, {"Tsplits": lambda tf: tf.int32}], args=(uniform(0, 2), uniform(3, 9), uniform(1, 2)), grad=False, known_shape=False,
        bad=[Bad(values=(np.float32(0), np.float32(3), np.float32(0))), Bad(shapes=((3,), (2,), ())), Bad(shapes=((2, 2), (), ()))]),
    Sample("RaggedTensor.to_tensor", (((5,), ()),), (*NUMBERS, "bool"), [{}, {"shape": [None, 2]}, {"shape": [5, 4]}], args=(uniform(), uniform()), call=padded, known_shape=False),
    Sample("RaggedTensor.to_tensor of rows", (((5, 2), ()), ((5, 2), (2,)), ((5, 2), (1,))), REALS, args=(uniform(), uniform()), call=padded, known_shape=False,
           hidden_rank=False),
    Sample("RaggedTensor.to_tensor of strings", (((5,), ()),), ("string",), args=(strings("a", "b"), strings("z")), call=padded, known_shape=False),
    Sample("RaggedTensor.to_tensor of a deep one", ((5,), (5, 2)), ("float32", "int32"), call=deep, known_shape=False, hidden_rank=False),
    Sample("raw_ops.RaggedTensorToTensor by row ids", ((4,),), ("float32",), call=lambda tf, v: tf.raw_ops.RaggedTensorToTensor(
        shape=[-1, -1], values=v, default_value=0.0, row_partition_tensors=[3, tf.range(tf.size(v)) // 2], row_partition_types=["FIRST_DIM_SIZE", "VALUE_ROWIDS"]), known_shape=False),
]

# TensorFlow has no gradient of SparseConcat: parity/composite/test_sparse.py checks ours.
SPARSE = [
    on_values("sparse.to_dense", lambda tf, v, d: tf.sparse.to_dense(sparse(tf, v), d), (*NUMBERS, "bool"), (((3,), ()),), (uniform(), uniform()), hidden_rank=False),
    on_values("sparse.to_dense of strings", lambda tf, v: tf.sparse.to_dense(sparse(tf, v)), ("string",), args=(strings("a", "b"),), hidden_rank=False),
    raw("SparseToDense", "sparse_indices output_shape sparse_values default_value", (((), (1,), (), ()), ((3,), (1,), (3,), ()), ((3,), (1,), (), ())), REALS,
        args=(fixed(1, "int32"), fixed([4], "int32"), uniform(), uniform()), known_shape=False, hidden_rank=False, grad=False,
        cases=[(((), (1,), (), ()), {})]),
    on_values("sparse.reorder", lambda tf, v: parts(tf.sparse.reorder(sparse(tf, v, [[2, 0], [0, 1], [1, 3]]))), (*REALS, "int32"), hidden_rank=False, second=False),
    on_values("sparse.reshape", lambda tf, v: parts(tf.sparse.reshape(sparse(tf, v), [4, -1])), ("float32",), hidden_rank=False),
    on_values("sparse.fill_empty_rows", lambda tf, v, d: parts(tf.sparse.fill_empty_rows(sparse(tf, v, [[0, 1], [0, 2], [2, 0]], [4, 4]), d)[0]), REALS, (((3,), ()),),
              (uniform(), uniform()), known_shape=False, hidden_rank=False, second=False),
    on_values("sparse.softmax", lambda tf, v: tf.sparse.softmax(sparse(tf, v, OTHERS)).values, ("float32", "float64", "float16"), hidden_rank=False, ulp=16, second=False),
    *(on_values(f"raw_ops.SparseDenseCwise{name}", lambda tf, v, d, name=name: getattr(tf.raw_ops, f"SparseDenseCwise{name}")(sp_indices=PLACES, sp_values=v, sp_shape=SHAPE, dense=d),
                ("float32", "float64", "int32"), (((3,), (3, 4)), ((3,), (3, 1)), ((3,), (4,)), ((3,), ())), (uniform(), uniform(1, 2)), hidden_rank=False, second=False,
                numeric=False, grad=False)
      for name in ("Add", "Mul", "Div")),
    *(on_values(f"SparseTensor.__{name}__", lambda tf, v, d, name=name: getattr(sparse(tf, v), f"__{name}__")(d).values, ("float32", "float64"), (((3,), (3, 4)),),
                (uniform(), uniform(1, 2)), hidden_rank=False, second=False) for name in ("mul", "truediv")),
    *(on_values(f"sparse.reduce_{name}", lambda tf, v, name=name, **kw: getattr(tf.sparse, f"reduce_{name}")(sparse(tf, v, OTHERS), **kw), (*REALS, "int32"), args=(distinct(),),
                kwargs=[{}, {"axis": 0}, {"axis": [1], "keepdims": True}], hidden_rank=False, known_shape=False, grad=name == "sum", second=False) for name in ("sum", "max")),
    *(on_values(f"sparse.reduce_{name} to a sparse tensor", lambda tf, v, name=name, **kw: parts(getattr(tf.sparse, f"reduce_{name}")(sparse(tf, v, OTHERS), output_is_sparse=True, **kw)),
                ("float32", "int64"), args=(distinct(),), kwargs=[{"axis": 0}, {"axis": [1], "keepdims": True}], hidden_rank=False, known_shape=False, grad=False)
      for name in ("sum", "max")),
    on_values("sparse.sparse_dense_matmul", lambda tf, v, b, **kw: tf.sparse.sparse_dense_matmul(sparse(tf, v, PLACES, [4, 4]), b, **kw), ("float32", "float64", "int32", "complex64"),
              (((3,), (4, 2)),), (uniform(), uniform()), kwargs=[{}, {"adjoint_a": True}], hidden_rank=False, ulp=16, second=False),
    on_values("sparse.sparse_dense_matmul of an adjoint", lambda tf, v, b: tf.sparse.sparse_dense_matmul(sparse(tf, v), b, adjoint_b=True), ("float32", "complex128"),
              (((3,), (2, 4)),), (uniform(), uniform()), hidden_rank=False, ulp=16, second=False),
    on_values("sparse.concat", lambda tf, v, w, axis: parts(tf.sparse.concat(axis, [sparse(tf, v), sparse(tf, w, OTHERS)])), (*REALS, "int32"), (((3,), (3,)),),
              (uniform(), uniform()), kwargs=[{"axis": 0}, {"axis": -1}], hidden_rank=False, grad=False),
    on_values("sparse.split", lambda tf, v, axis: [t for p in tf.sparse.split(sparse(tf, v), 2, axis) for t in parts(p)], REALS, kwargs=[{"axis": 0}, {"axis": 1}],
              hidden_rank=False, known_shape=False, second=False),
    on_values("sparse.slice", lambda tf, v: parts(tf.sparse.slice(sparse(tf, v), [0, 0], [2, 9])), (*REALS, "int32"), hidden_rank=False, known_shape=False, second=False),
    on_values("sparse.add", lambda tf, v, w: parts(tf.sparse.add(sparse(tf, v), sparse(tf, w, OTHERS))), ("float32", "float64", "int32", "complex64"), (((3,), (3,)),),
              (uniform(), uniform()), hidden_rank=False, known_shape=False, second=False),
    on_values("sparse.add to a dense tensor", lambda tf, v, b: tf.sparse.add(sparse(tf, v), b), ("float32", "float64", "int32", "complex64"), (((3,), (3, 4)),), (uniform(), uniform()),
              hidden_rank=False, second=False),
    *(on_values(f"sparse.{name}", lambda tf, v, w, name=name: parts(getattr(tf.sparse, name)(sparse(tf, v), sparse(tf, w, OTHERS))), (*FLOATS, "int32"), (((3,), (3,)),),
                (distinct(), distinct()), hidden_rank=False, known_shape=False, grad=False) for name in ("minimum", "maximum")),
]

COMPOSITE_SAMPLES = [*RAGGED, *SPARSE]
