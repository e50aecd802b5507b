"""tf.sets gives TensorFlow's sets, static shapes and errors."""

import pytest

from support.compare import same_results
from support.one_line_cases import short_names

# ruff: noqa: E501 - a table of cases, a line each


CASES = r"""
tf.sets.intersection([[1,2,3],[4,5,6]],[[3,2,9],[6,6,7]])
tf.sets.intersection(tf.constant([[1,2,2],[4,5,6]]),tf.constant([[2,2],[7,8]]))
tf.sets.difference([[1,2,3],[4,5,6]],[[3,2,9],[6,6,7]])
tf.sets.difference([[1,2,3],[4,5,6]],[[3,2,9],[6,6,7]],aminusb=False)
tf.sets.union([[1,2,3],[4,5,6]],[[3,2,9],[6,6,7]])
tf.sets.union(tf.sparse.from_dense([[1,2,3],[4,0,6]]),[[3,2,9],[6,6,7]])
tf.sets.union([[3,2,9],[6,6,7]],tf.sparse.from_dense([[1,2,3],[4,0,6]]))
tf.sets.union(tf.sparse.from_dense([[1,2,3],[4,0,6]]),tf.sparse.from_dense([[1,2,3],[4,0,7]]))
tf.sets.intersection(tf.sparse.from_dense([[1,2,3],[4,0,6]]),tf.sparse.from_dense([[1,2,3],[4,0,7]]))
tf.sets.difference(tf.sparse.from_dense([[1,2,3],[4,0,6]]),[[1,2],[3,4]])
tf.sets.difference(tf.sparse.from_dense([[1,2,3],[4,0,6]]),[[1,2],[3,4]],aminusb=False)
tf.sets.size(tf.sparse.from_dense([[1,2,2],[4,0,6]]))
tf.sets.size(tf.sparse.from_dense([[[1,2,2],[4,0,6]]]))
tf.sets.size([[1,2]])
tf.sets.union([1,2,3],[4,5])
tf.sets.union([[["a","b"]]],[[["b","c"]]])
tf.sets.union([[1,2]],[[1],[2]])
tf.sets.union([[1,2]],[[[1]]])
tf.sets.union([[1,2]],["a"])
tf.sets.union([[1.,2]],[[1.,2]])
tf.sets.union(1,2)
tf.sets.union(tf.zeros([2,0],tf.int32),tf.zeros([2,0],tf.int32))
tf.sets.union(tf.zeros([0,2],tf.int32),tf.zeros([0,2],tf.int32))
R.DenseToDenseSetOperation(set1=[[1,2]],set2=[[2,3]],set_operation="union")
R.DenseToDenseSetOperation(set1=[[1,2]],set2=[[2,3]],set_operation="UNION")
R.DenseToDenseSetOperation(set1=[[1,2]],set2=[[2,3]],set_operation="a-b")
R.DenseToDenseSetOperation(set1=[[1,2]],set2=[[2,3]],set_operation="foo")
R.SetSize(set_indices=[[0,0],[0,1]],set_values=[1,2],set_shape=[1,2])
R.SetSize(set_indices=[[0,0],[0,1]],set_values=[1,2],set_shape=[1,1])
R.SetSize(set_indices=[[0,1],[0,0]],set_values=[1,2],set_shape=[1,2])
R.SetSize(set_indices=[[0,1],[0,0]],set_values=[1,2],set_shape=[1,2],validate_indices=False)
R.SetSize(set_indices=[[0,0],[5,0]],set_values=[1,2],set_shape=[1,2],validate_indices=False)
R.SetSize(set_indices=[[0,0],[5,0]],set_values=[1,2],set_shape=[1,2])
R.SetSize(set_indices=[[0]],set_values=[1],set_shape=[2])
R.SetSize(set_indices=[[0,0]],set_values=[1,2],set_shape=[1,2])
R.SetSize(set_indices=[0,0],set_values=[1,2],set_shape=[1,2])
R.SetSize(set_indices=[[0,0],[0,1]],set_values=[1,1],set_shape=[1,2])
R.SparseToSparseSetOperation(set1_indices=[[0,0],[0,1]],set1_values=[3,2],set1_shape=[1,2],set2_indices=[[0,0],[0,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.SparseToSparseSetOperation(set1_indices=[[0,1],[0,0]],set1_values=[3,2],set1_shape=[2,2],set2_indices=[[0,0],[1,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.SparseToSparseSetOperation(set1_indices=[[0,1],[0,0]],set1_values=[3,2],set1_shape=[2,2],set2_indices=[[0,0],[1,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union",validate_indices=False)
R.SparseToSparseSetOperation(set1_indices=[[0,1],[3,0]],set1_values=[3,2],set1_shape=[2,2],set2_indices=[[0,0],[1,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.DenseToSparseSetOperation(set1=[[1,2]],set2_indices=[[0,0],[1,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.DenseToSparseSetOperation(set1=[[1,2],[3,3]],set2_indices=[[0,0],[1,1]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.DenseToSparseSetOperation(set1=[[1,2],[3,3]],set2_indices=[[0,0],[1,7]],set2_values=[3,2],set2_shape=[2,2],set_operation="union")
R.DenseToSparseSetOperation(set1=[[1,2],[3,3]],set2_indices=[[0,0,0]],set2_values=[3],set2_shape=[2,2,2],set_operation="union")
g(lambda a,b: R.DenseToDenseSetOperation(set1=a,set2=b,set_operation="union"),T([None,3],tf.int32),T([2,None],tf.int32))
g(lambda a,b: R.DenseToDenseSetOperation(set1=a,set2=b,set_operation="union"),T(None,tf.int32),T([2,None,3],tf.int32))
g(lambda a,b: R.DenseToDenseSetOperation(set1=a,set2=b,set_operation="union"),T(None,tf.int32),T(None,tf.int32))
g(lambda a,b: R.DenseToDenseSetOperation(set1=a,set2=b,set_operation="union"),T([2,3],tf.int32),T([3,3],tf.int32))
g(lambda a,b: R.DenseToDenseSetOperation(set1=a,set2=b,set_operation="union"),T([3],tf.int32),T([3],tf.int32))
g(lambda a,b,c,d: R.DenseToSparseSetOperation(set1=a,set2_indices=b,set2_values=c,set2_shape=d,set_operation="union"),T([2,3],tf.int32),T([None,2],tf.int64),T([None],tf.int32),T([2],tf.int64))
g(lambda a,b,c,d: R.DenseToSparseSetOperation(set1=a,set2_indices=b,set2_values=c,set2_shape=d,set_operation="union"),T(None,tf.int32),T([None,2],tf.int64),T([None],tf.int32),T([2],tf.int64))
g(lambda b,c,d: R.SetSize(set_indices=b,set_values=c,set_shape=d),T([None,3],tf.int64),T([None],tf.int32),T([3],tf.int64))
g(lambda b,c,d: R.SparseToSparseSetOperation(set1_indices=b,set1_values=c,set1_shape=d,set2_indices=b,set2_values=c,set2_shape=d,set_operation="union"),T([None,3],tf.int64),T([None],tf.int32),T([3],tf.int64))
g(lambda b,c,d: R.SparseToSparseSetOperation(set1_indices=b,set1_values=c,set1_shape=d,set2_indices=b,set2_values=c,set2_shape=d,set_operation="union"),T(None,tf.int64),T(None,tf.int32),T(None,tf.int64))
"""


def plain(value):
    return [value.indices, value.values, value.dense_shape] if hasattr(value, "dense_shape") else value


@pytest.mark.parametrize("case", CASES.strip().split("\n"))
def test_values_and_errors(case, tensorflow, gw):
    """Each line gives TensorFlow's values, dtypes and shapes, or raises an exception of TensorFlow's class."""
    same_results(lambda tf: plain(eval(case, short_names(tf))), tensorflow, gw, 0)
