"""tf.TensorShape and Dimension behave as TensorFlow's, expression by expression."""

import copy
import pickle

import numpy as np
import pytest

from support.compare import assert_same


def names(module):
    return {"TS": module.TensorShape, "D": module.compat.v1.Dimension, "np": np, "pickle": pickle, "copy": copy}


SHAPES = """
TS([2,None])
str(TS([2,None]))
TS(None)
str(TS(None))
TS([])
str(TS([]))
str(TS([3]))
TS(3)
TS("a")
TS([-1,2])
TS([2.5])
TS(["a"])
TS([-2])
TS([True])
TS((2,np.int64(3)))
type(TS((2,np.int64(3))).as_list()[1])
TS(TS([1,None]))
TS([tf.constant(3)])
TS(np.array([1,2]))
TS(tf.constant([1,2]))
TS({1:2})
TS(range(3))
TS([2,3])==[2,3]
TS([2,3])==(2,3)
TS([2,3])==TS([2,3])
TS([2,None])==TS([2,None])
TS([2,None])==TS([2,3])
TS([2,None])==[2,None]
TS(None)==TS(None)
TS(None)==None
TS([2])!=[2]
TS([2])!=[3]
TS([2])=="a"
TS([2])==2
TS([2])==3.5
TS(None)!=TS([2])
TS(None)==[2]
[2,3]==TS([2,3])
hash(TS([2,3]))==hash((2,3))
bool(TS([]))
bool(TS(None))
bool(TS([2]))
len(TS([2,3]))
len(TS(None))
list(TS([2,None]))
list(iter(TS(None)))
TS([2,3])[0]
TS([2,None])[1]
TS([2,3])[5]
TS([2,3])[-1]
TS([2,3,4])[1:]
TS([2,3,4])[:2]
TS([2,3,4])[::2]
TS([2,3,4])[-2:]
TS(None)[0]
TS(None)[1:]
TS(None)[:2]
TS(None)[1:3]
TS(None)[:-1]
TS(None)[1:3:2]
TS(None)[-3:-1]
TS(None)[5:3]
TS([2])["a"]
TS([2])[1.0]
TS([2])[np.int64(0)]
TS([2])+[3]
TS([2])+TS([None])
[1]+TS([2])
(1,)+TS([2])
TS([2])+3
TS([2])+None
TS(None)+[2]
TS([2]).concatenate([3,None])
TS([2]).concatenate(None)
TS(None).concatenate([2])
TS([2]).concatenate(5)
TS([2]).concatenate("a")
TS([2,None]).merge_with([None,3])
TS([2,None]).merge_with([3,3])
TS([2,None]).merge_with([3])
TS(None).merge_with([3])
TS([3]).merge_with(None)
TS([2,None]).assert_has_rank(2)
TS([2,None]).assert_has_rank(3)
TS(None).assert_has_rank(3)
TS([2,None]).assert_same_rank([1])
TS([2,None]).assert_same_rank([1,1])
TS([2,None]).assert_same_rank(None)
TS([2,None]).with_rank(3)
TS(None).with_rank(3)
TS([2,None]).with_rank_at_least(3)
TS([2,None]).with_rank_at_least(1)
TS([2,None]).with_rank_at_most(1)
TS([2,None]).with_rank_at_most(3)
TS(None).with_rank_at_most(3)
TS(None).with_rank_at_least(3)
TS([2,None]).assert_is_compatible_with([3,3])
TS([2,None]).assert_is_compatible_with([2,3])
TS([2,None]).assert_is_compatible_with(None)
TS([2,None]).assert_is_fully_defined()
TS([2,3]).assert_is_fully_defined()
TS(None).assert_is_fully_defined()
TS([2,None]).is_compatible_with([2])
TS([2,None]).is_compatible_with([2,5])
TS([2,None]).is_compatible_with(None)
TS([2,None]).is_compatible_with(3)
TS([2,None]).is_fully_defined()
TS([2,3]).is_fully_defined()
TS(None).is_fully_defined()
TS([]).is_fully_defined()
TS([2,None]).num_elements()
TS([2,3]).num_elements()
TS([]).num_elements()
TS(None).num_elements()
TS([0,3]).num_elements()
TS([2,None]).rank
TS(None).rank
TS(None).ndims
TS([2,None]).ndims
TS([2,None]).dims
TS(None).dims
TS([2,None]).as_list()
TS(None).as_list()
TS([2,None]).as_proto()
TS(None).as_proto()
TS([]).as_proto()
TS(TS([2,None]).as_proto())
TS(TS(None).as_proto())
TS([2,None]).experimental_as_proto()
TS.experimental_from_proto(TS([2,None]).as_proto())
TS.experimental_type_proto()
TS([2,None]).most_specific_compatible_shape([2,3])
TS([2,None]).most_specific_compatible_shape([2])
TS([2,3]).most_specific_compatible_shape([2,3])
TS([2,3]).most_specific_compatible_shape(None)
TS([2,None]).most_specific_common_supertype([TS([2,3])])
TS([2,None]).most_specific_common_supertype([TS([2])])
TS([2,None]).most_specific_common_supertype([[2,3]])
TS([2,None]).most_specific_common_supertype([TS([3,3]),TS([2,3])])
TS([2]).most_specific_common_supertype([TS(None)])
TS([2]).most_specific_common_supertype([])
TS([2,3]).is_subtype_of(TS([2,None]))
TS([2,None]).is_subtype_of(TS([2,3]))
TS([2,None]).is_subtype_of(TS(None))
TS(None).is_subtype_of(TS(None))
TS(None).is_subtype_of(TS([2]))
TS([2,3]).is_subtype_of([2,3])
TS([2]).is_subtype_of(TS([2,3]))
TS([2,3]).placeholder_value(None)
TS([2,3]).cast(3,None)
TS([2,3]).cast(TS([2,3]),None)
TS([2,3]).flatten()
TS([2,3]).to_tensors(3)
TS([2,3]).from_tensors(iter([]))
pickle.loads(pickle.dumps(TS([2,None])))
copy.deepcopy(TS([2,None]))
tuple(TS([2,3]))
2 in TS([2,3])
None in TS([2,None])
TS([2,3]) in [[2,3]]
TS([2,3])<TS([3,3])
TS([2,3])*2
np.array(TS([2,3]))
np.zeros(TS([2,3])).shape
np.prod(TS([2,3]))
TS([2,3]).index(2)
isinstance(TS([2]), tuple)
sorted(TS([3,2]))
TS()
TS(dims=[2])
TS([2**40])
TS([2**70])
TS([None]*3)
TS([None]).foo
f"{TS([2,3])}"
"%s" % TS([2,3])
TS([2,3])[0:0]
TS([[1,2]])
TS([1,[2]])
TS(b"ab")
""".strip().splitlines()

DIMENSIONS = """
TS(D(3))
TS([D(3),D(None)])
D(3)
repr(D(None))
str(D(3))
str(D(None))
D(3)==3
D(3)==D(3)
D(None)==3
D(None)==D(None)
D(3)!=3
D(None)!=3
D(3)=="a"
int(D(3))
int(D(None))
bool(D(3))
D(3)+1
1+D(3)
D(None)+1
D(3)-1
5-D(3)
D(3)*2
2*D(3)
D(7)//2
7//D(2)
D(7)/2
7/D(2)
D(7)%4
9%D(7)
D(3)<4
D(3)<=3
D(3)>None
D(None)<3
D(3)>=D(2)
D(-1)
D(-2)
D("a")
D("3")
D(2.5)
D(2.0)
D(D(4))
D(True)
D(None).value
D(3).value
hash(D(3))
D(3).merge_with(None)
D(3).merge_with(4)
D(None).merge_with(4)
D(3).is_compatible_with(4)
D(3).is_compatible_with(None)
D(3).assert_is_compatible_with(4)
range(D(3))
[1,2,3,4][D(3)]
pickle.loads(pickle.dumps(D(3)))
tf.compat.dimension_value(D(3))
tf.compat.dimension_value(3)
tf.compat.dimension_value(None)
tf.compat.dimension_at_index(TS([2,None]),0)
tf.compat.dimension_at_index(TS([2,None]),1)
tf.compat.dimension_at_index(TS(None),1)
tf.compat.dimension_at_index(TS([2]),4)
tf.compat.v1.dimension_value(D(3))
""".strip().splitlines()


@pytest.mark.parametrize("expression", SHAPES + DIMENSIONS)
def test_same(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, names)


def test_members(tensorflow, gw):
    for path in ("TensorShape", "compat.v1.Dimension"):
        theirs, ours = tensorflow, gw
        for part in path.split("."):
            theirs, ours = getattr(theirs, part), getattr(ours, part)
        missing = [name for name in dir(theirs) if name[0] != "_" and not hasattr(ours, name)]
        assert not missing


def test_shape_from_core_keeps_its_tuple(gw):
    dims = (2, None)
    assert gw.TensorShape._from_core(dims)._dims is dims
    assert gw.TensorShape._from_core(None).rank is None


def test_dimensions_of_a_slice_stay_ints(gw):
    assert [type(dim) for dim in gw.TensorShape([np.int64(2), gw.compat.v1.Dimension(3)])] == [int, int]
