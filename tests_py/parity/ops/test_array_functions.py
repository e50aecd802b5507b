"""Functions that index, join, split, reshape and order tensors give TensorFlow's values, dtypes and errors."""

import numpy as np
import pytest

from support.same_values import assert_same_values, parameters


def names(module):
    def changed(index, value, method="assign"):
        """A variable after a part of it was assigned to."""
        variable = module.Variable(module.reshape(module.range(12.0), [3, 4]))
        getattr(variable[index], method)(value)
        return variable.numpy()

    return {
        "t": module.reshape(module.range(60.0), [3, 4, 5]),
        "f": module.constant([1.0, -2.0, 3.0, 4.0]),
        "sc": module.constant(2.0),
        "s": module.constant("hello"),
        "i1": module.constant(1),
        "l1": module.constant(1, module.int64),
        "b4": module.constant([True, False, True, True]),
        "A": changed,
        "S": np.s_,
        "np": np,
    }


# ruff: noqa: E501
INDEXING = r"""
t[0]
t[-1]
t[3]
t[-4]
t[0,1,2]
t[0,1,2,3]
t[...]
t[...,0]
t[0,...]
t[0,...,1]
t[...,...]
t[None]
t[tf.newaxis]
t[:,None,:,None]
t[...,None]
t[0,None,...,-1]
t[1:]
t[:2]
t[1:2,2:4]
t[::-1]
t[::2,::-2]
t[2:0:-1]
t[5:]
t[-10:2]
t[2:1]
t[:,1:100]
t[::0]
f[::-1]
f[3:0:-2]
f[-1:-3:-1]
f[:-1]
f[-2:]
f[::3]
f[i1]
f[l1]
f[i1:]
f[:i1]
f[l1:3]
f[i1:tf.constant(3)]
f[::i1]
f[tf.constant(1,tf.uint8)]
f[tf.constant(1,tf.int16)]
f[tf.constant(1.)]
f[1.0]
f[1.0:]
f["a"]
f[None,i1]
f[True]
f[False]
f[b4]
f[[True,False,True,True]]
f[[0,1]]
f[(0,)]
f[()]
f[tf.constant([0,1])]
f[np.array([0,1])]
f[np.array([True,False,True,False])]
f[np.int64(1)]
f[np.array(1)]
f[np.float32(1)]
f[range(2)]
f[slice(None)]
f[slice(1,3)]
f[{}]
f[object()]
f[0,0]
f[tf.TensorShape([1])[0]]
t[[1,2]]
t[i1,:,i1]
t[i1:,...,None]
t[:, i1]
sc[0]
sc[...]
sc[None]
sc[()]
sc[:]
s[0]
t[0][1][2]
t[-1:,-1:,-1:]
t[tf.constant([1])]
t[0,[1,2]]
t[:, tf.constant([1,2])]
t[t>50]
f[f>0]
t[2**31]
t[2**63]
t[-2**63]
t[2**70]
f[2**40:]
f[:2**40]
f[:-2**40]
"""

ASSIGNMENT = r"""
A(0, [9.,9.,9.,9.])
A(S[1:3], 5.)
A(S[:,1], [7.,8.,9.])
A(S[...,0], 1.)
A(S[::2,::2], [[1.,2.],[3.,4.]])
A(S[0,0], 100.)
A(S[0:2], [[1.],[2.]])
A(S[0], [1.,2.])
A(S[5], 1.)
A(S[0], "a")
A(S[None,0], [[1.,2.,3.,4.]])
A(S[::-1], tf.zeros([3,4]))
"""

SLICES = r"""
tf.strided_slice(t,[0,0,0],[2,2,2])
tf.strided_slice(t,[0],[2],[1])
tf.strided_slice(t,[0,0],[2],[1])
tf.strided_slice(t,[0],[2],[0])
tf.strided_slice(t,[0,0,0,0],[1,1,1,1])
tf.strided_slice(t,[1,1,1],[0,0,0],[-1,-1,-1])
tf.strided_slice(t,[0,1],[1,2],shrink_axis_mask=1)
tf.strided_slice(t,[0,1],[1,2],begin_mask=3,end_mask=3)
tf.strided_slice(t,[0,1],[1,2],ellipsis_mask=1)
tf.strided_slice(t,[0,1],[1,2],new_axis_mask=1)
tf.strided_slice(t,[0,1],[1,2],ellipsis_mask=3)
tf.strided_slice(t,[0.],[1.])
tf.slice(t,[0,0,0],[1,2,3])
tf.slice(t,[1,0,0],[-1,-1,-1])
tf.slice(t,[0,0],[1,1])
tf.slice(t,[0,0,0],[4,1,1])
tf.slice(t,[4,0,0],[0,1,1])
tf.slice(t,[-1,0,0],[1,1,1])
tf.slice(t,[0,0,0],[1,1,-2])
tf.slice(f,tf.constant([1],tf.int64),[2])
tf.slice(f,[1.],[2])
tf.gather(t,[0,2])
tf.gather(t,[0,3])
tf.gather(t,-1)
tf.gather(t,1,axis=1)
tf.gather(t,[[0,1]],axis=-1)
tf.gather(t,[0],axis=3)
tf.gather(t,[0,1,2],axis=1,batch_dims=1)
tf.gather(t,[[0],[1],[2]],batch_dims=1)
tf.gather(t,[0,1],batch_dims=1)
tf.gather(t,[0.])
tf.gather(f,"a")
tf.gather(f,[])
tf.gather(f,tf.constant([],tf.int32))
tf.gather(sc,[0])
tf.gather(f,[0],batch_dims=-1)
tf.gather(f,[0],batch_dims=2)
tf.gather(t,[0],axis=tf.constant(1))
tf.gather(t,[[0,1]],axis=0,batch_dims=1)
tf.gather_nd(t,[[0,1],[2,3]])
tf.gather_nd(t,[0,1,2])
tf.gather_nd(t,[0,1,2,3])
tf.gather_nd(t,[[3,0]])
tf.gather_nd(t,[[]])
tf.gather_nd(t,0)
tf.gather_nd(t,[[0],[1],[2]],batch_dims=1)
tf.gather_nd(t,[[0]],batch_dims=1)
tf.gather_nd(t[:1],[[0],[1]],batch_dims=1)
tf.gather_nd(t,[[[0]],[[1]],[[2]]],batch_dims=2)
tf.function(lambda: tf.gather_nd(t,[[0]],batch_dims=1))()
tf.TensorArray(tf.int32,3,element_shape=[2]).gather([])
tf.TensorArray(tf.string,0).gather(tf.zeros([0],tf.int32))
tf.boolean_mask(t,[True,False,True])
tf.boolean_mask(t,[True,False])
tf.boolean_mask(f,b4)
tf.boolean_mask(f,[1,0,1,0])
tf.boolean_mask(f,True)
tf.boolean_mask(t,[True,False,True,True],axis=1)
tf.boolean_mask(t,t>30)
tf.boolean_mask(sc,[True])
tf.where(f>0)
tf.where(f>0,f,0.)
tf.where(f>0,f,0)
tf.where(f>0,1,0)
tf.where(f>0,1.,"a")
tf.where(f>0,f)
tf.where(f,f,f)
tf.where([True,False],[1,2],[3,4])
tf.where([True,False],[1,2],[3,4,5])
tf.where([[True],[False]],[1,2,3],0)
tf.where(True,f,f*2)
tf.where([])
"""

SCATTERS = r"""
tf.tensor_scatter_nd_update(f,[[0],[1]],[9.,9.])
tf.tensor_scatter_nd_update(f,[[5]],[9.])
tf.tensor_scatter_nd_update(f,[[0],[1]],[9.])
tf.tensor_scatter_nd_update(f,[0],[9.])
tf.tensor_scatter_nd_update(f,[[0]],[9])
tf.tensor_scatter_nd_add(f,[[0],[0]],[9.,9.])
tf.tensor_scatter_nd_sub(f,[[0],[0]],[9.,9.])
tf.tensor_scatter_nd_max(f,[[0],[0]],[9.,19.])
tf.tensor_scatter_nd_min(f,[[0],[0]],[9.,-9.])
tf.scatter_nd([[0],[2],[0]],[1.,2.,3.],[4])
tf.scatter_nd([[4]],[1.],[4])
tf.scatter_nd([[0]],[1.,2.],[4])
tf.scatter_nd([[0]],[[1.,2.]],[4,2])
tf.scatter_nd([[0]],[1.],[-1])
"""

JOINING = r"""
tf.meshgrid([1,2],[3,4,5])
tf.meshgrid([1,2],[3,4,5],indexing="ij")
tf.meshgrid([1,2],[3,4,5],indexing="zz")
tf.meshgrid()
tf.meshgrid(1)
tf.tile(f,[2])
tf.tile(f,2)
tf.tile(f,[-1])
tf.tile(f,[1,2])
tf.tile(sc,[])
tf.repeat(f,2)
tf.repeat(f,[1,0,2,1])
tf.repeat(f,[1,2])
tf.repeat(t,2,axis=1)
tf.repeat(t,[1,2,3],axis=0)
tf.repeat(t,[1,2],axis=0)
tf.repeat(f,-1)
tf.repeat(sc,3)
tf.repeat(t,2)
tf.reverse(t,[0,2])
tf.reverse(t,[3])
tf.reverse(t,[0,0])
tf.reverse(f,0)
tf.reverse(f,[-1])
tf.roll(f,1,0)
tf.roll(t,[1,2],[0,1])
tf.roll(t,[1,2],[0])
tf.roll(f,-1,-1)
tf.roll(f,1,1)
tf.roll(sc,1,0)
tf.pad(f,[[1,2]])
tf.pad(f,[[1,2]],"REFLECT")
tf.pad(f,[[1,2]],"SYMMETRIC")
tf.pad(f,[[5,5]],"REFLECT")
tf.pad(f,[[1,2]],"reflect")
tf.pad(f,[[1,2]],"WRONG")
tf.pad(f,[[1,-1]])
tf.pad(f,[1,2])
tf.pad(f,[[1,2],[0,0]])
tf.pad(f,[[1,2]],constant_values=7)
tf.pad(f,[[1,2]],constant_values="a")
tf.pad(tf.constant([1,2]),[[1,1]],constant_values=2.5)
tf.concat([f,f],0)
tf.concat([f,f],1)
tf.concat([f,f],-1)
tf.concat([f,f],-2)
tf.concat([t,t[:,:1]],1)
tf.concat([t,t[:,:1]],0)
tf.concat([f,[1,2]],0)
tf.concat([f,tf.constant([1,2])],0)
tf.concat([f],0)
tf.concat(f,0)
tf.concat([],0)
tf.concat([sc,sc],0)
tf.concat([f,t],0)
tf.concat([[1,2],[3.5]],0)
tf.concat([["a"],["b"]],0)
tf.concat([f,["a"]],0)
tf.concat([f,f],[0])
tf.concat([f,f],tf.constant(0))
tf.concat([f,f],0.5)
tf.concat([tf.constant([]),f],0)
tf.concat([[[]],[[1.]]],1)
tf.stack([f,f])
tf.stack([f,f],1)
tf.stack([f,f],-1)
tf.stack([f,f],2)
tf.stack([f,f],-3)
tf.stack([f,f[:2]])
tf.stack([f,tf.constant([1,2,3,4])])
tf.stack([])
tf.stack([1,2,3])
tf.stack(f)
tf.stack(sc)
tf.stack([1,2.5])
tf.stack([[1,2],[3,4]],axis=1)
tf.stack(["a","b"])
tf.stack([f,[1,2,3,4]])
tf.unstack(f)
tf.unstack(t,axis=1)
tf.unstack(t,axis=3)
tf.unstack(t,num=2)
tf.unstack(sc)
tf.unstack([1,2])
tf.parallel_stack([f,f])
tf.split(f,2)
tf.split(f,3)
tf.split(f,[1,3])
tf.split(f,[1,-1])
tf.split(f,[-1,-1])
tf.split(f,[1,2])
tf.split(t,2,axis=1)
tf.split(t,2,axis=-2)
tf.split(t,2,axis=5)
tf.split(f,0)
tf.split(f,-1)
tf.split(f,[])
tf.split(sc,1)
tf.split(f,2.0)
tf.split(f,tf.constant([2,2]))
tf.split(f,2,num=2)
"""

SHAPES = r"""
tf.expand_dims(f,0)
tf.expand_dims(f,1)
tf.expand_dims(f,-1)
tf.expand_dims(f,2)
tf.expand_dims(f,-3)
tf.expand_dims(f,[0])
tf.expand_dims(f,[0,1])
tf.expand_dims(f)
tf.expand_dims(f,"a")
tf.squeeze(t[:1])
tf.squeeze(t[:1],0)
tf.squeeze(t[:1],[0])
tf.squeeze(t[:1],1)
tf.squeeze(t[:1],[3])
tf.squeeze(t[:1],-3)
tf.squeeze(sc)
tf.squeeze(f)
tf.squeeze(t[:1],axis=[0,0])
tf.reshape(t,[-1])
tf.reshape(t,[3,-1])
tf.reshape(t,[-1,-1])
tf.reshape(t,[7,-1])
tf.reshape(t,[7,7])
tf.reshape(t,60)
tf.reshape(t,-1)
tf.reshape(t,[])
tf.reshape(sc,[])
tf.reshape(sc,[1,1,1])
tf.reshape(t,[0,-1])
tf.reshape(tf.zeros([0,3]),[-1,3])
tf.reshape(tf.zeros([0,3]),[0,-1])
tf.reshape(tf.zeros([0,3]),[-1])
tf.reshape(t,[-2,5])
tf.reshape(t,[6.,10.])
tf.reshape(t,"a")
tf.reshape(t,[None,5])
tf.reshape(t,(12,5))
tf.reshape(t,tf.constant([12,5],tf.int64))
tf.reshape(t,[[12,5]])
tf.reshape(t,tf.TensorShape([12,5]))
tf.reshape(t,tf.TensorShape([None,5]))
tf.reshape(t,np.array([12,5]))
tf.reshape([1,2,3,4],[2,2])
tf.reshape(t,[2**31,2**31])
tf.reshape(t,[2**40,-1])
tf.transpose(t)
tf.transpose(t,[0,2,1])
tf.transpose(t,[0,1])
tf.transpose(t,[0,1,1])
tf.transpose(t,[0,1,3])
tf.transpose(t,[-1,0,1])
tf.transpose(sc)
tf.transpose(f)
tf.transpose(t,perm="a")
tf.transpose(tf.constant([1+1j,2]),conjugate=True)
tf.broadcast_to(f,[2,4])
tf.broadcast_to(f,[4,2])
tf.broadcast_to(f,[3])
tf.broadcast_to(f,[-1])
tf.broadcast_to(f,4)
tf.broadcast_to(sc,[2,2])
tf.broadcast_to(t,[5])
tf.broadcast_to(f,[0])
tf.broadcast_to(f[:1],[0])
tf.broadcast_to(f[:1],[0,4])
tf.broadcast_static_shape(tf.TensorShape([1,2]),tf.TensorShape([3,1]))
tf.broadcast_static_shape(tf.TensorShape([3,2]),tf.TensorShape([3,3]))
tf.broadcast_dynamic_shape([1,2],[3,1])
tf.broadcast_dynamic_shape([3,2],[3,3])
tf.shape(t)
tf.shape(t,tf.int64)
tf.shape(t,out_type=tf.float32)
tf.shape([1,2])
tf.shape("a")
tf.shape([[1],[2,3]])
tf.shape_n([f,t])
tf.size(t)
tf.size(t,tf.int64)
tf.size([])
tf.rank(t)
tf.rank(3)
tf.ensure_shape(f,[4])
tf.ensure_shape(f,[None])
tf.ensure_shape(f,[5])
tf.ensure_shape(f,None)
tf.ensure_shape(f,[None,None])
"""

OTHERS = r"""
tf.zeros_like(t)
tf.zeros_like(f,tf.int32)
tf.zeros_like(tf.constant(["a"]))
tf.zeros_like(1)
tf.zeros_like([1.,2])
tf.ones_like(f)
tf.ones_like(tf.constant(["a"]))
tf.ones_like([True])
tf.ones_like([1,2],tf.string)
tf.one_hot([0,1,2],3)
tf.one_hot([0,-1,5],3)
tf.one_hot(1,3,on_value=5.,off_value=1.)
tf.one_hot(1,3,on_value=5,off_value=1.)
tf.one_hot([0,1],2,axis=0)
tf.one_hot([0,1],2,axis=2)
tf.one_hot([0,1],2,dtype=tf.string)
tf.one_hot([0,1],2,on_value="a",off_value="b")
tf.one_hot([0.,1.],2)
tf.one_hot([0,1],-1)
tf.one_hot([0,1],2.5)
tf.one_hot([0,1],2,on_value=3,dtype=tf.float32)
tf.sequence_mask([1,3],4)
tf.sequence_mask([1,3])
tf.sequence_mask([[1],[2]],3,tf.float32)
tf.sequence_mask(2,[3])
tf.sequence_mask([1.],3)
tf.unique([1,2,1])
tf.unique([[1]])
tf.unique(["a","b","a"])
tf.unique([1.5,1.5])
tf.unique([])
tf.unique([1,1],tf.int64)
tf.unique_with_counts([1,2,1])
tf.sort([3.,1.,2.])
tf.sort([3.,1.,2.],direction="DESCENDING")
tf.sort([3.,1.,2.],direction="x")
tf.sort([3,1,2],axis=1)
tf.sort(5)
tf.sort(["b","a"])
tf.sort([[3,1],[2,0]],axis=0)
tf.sort([3.,float("nan"),1.])
tf.sort([True,False])
tf.argsort([3.,1.,2.])
tf.argsort([3,1,2],direction="DESCENDING",stable=True)
tf.searchsorted([1.,2.,3.],[2.,2.5])
tf.searchsorted([1.,2.,3.],[2.,2.5],side="right")
tf.searchsorted([1.,2.,3.],2.)
tf.searchsorted([[1.,2.],[3.,4.]],[[1.],[4.]])
tf.searchsorted([[1.,2.],[3.,4.]],[1.])
tf.searchsorted([1,2,3],[2.])
tf.searchsorted([1.,2.,3.],[2.],side="x")
tf.math.top_k([3,1,2],2)
tf.math.top_k([3,1,2],4)
tf.math.top_k([3,1,2],-1)
tf.math.top_k(3,1)
tf.math.top_k([1.,float("nan"),3.],2)
tf.math.top_k([3,1,2],tf.constant(2))
tf.dynamic_partition(f,[0,1,0,1],2)
tf.dynamic_partition(f,[0,1,0,2],2)
tf.dynamic_partition(f,[0,1,0],2)
tf.dynamic_partition(f,[0,1,0,-1],2)
tf.dynamic_partition(f,[0,1,0,1],0)
tf.dynamic_stitch([[0,2],[1]],[[1.,2.],[3.]])
tf.dynamic_stitch([[0,2],[1]],[[1.,2.],[3]])
tf.dynamic_stitch([[0,-1]],[[1.,2.]])
tf.linalg.diag([1,2])
tf.linalg.diag(3)
tf.linalg.band_part(tf.ones([3,3]),1,0)
tf.linalg.band_part(tf.ones([3]),1,0)
tf.linalg.band_part(tf.ones([3,3]),4,0)
tf.identity(f)
tf.identity([1,2])
tf.identity("a")
tf.identity(None)
tf.identity({"a":1})
tf.bitcast(f,tf.int32)
tf.bitcast(f,tf.int64)
tf.bitcast(f,tf.uint8)
tf.bitcast(f,tf.float64)
tf.bitcast(tf.constant([1,2,3,4],tf.uint8),tf.int32)
tf.bitcast(tf.constant("a"),tf.int32)
tf.bitcast(sc,tf.int64)
tf.unravel_index([5,7],[3,4])
tf.unravel_index(5,[3,4])
tf.unravel_index([50],[3,4])
tf.space_to_batch(tf.ones([1,2,2,1]),[2,2],[[0,0],[0,0]])
tf.batch_to_space(tf.ones([4,1,1,1]),[2,2],[[0,0],[0,0]])
tf.batch_to_space(tf.ones([3,1,1,1]),[2,2],[[0,0],[0,0]])
tf.nn.space_to_depth(tf.ones([1,2,2,1]),2)
tf.nn.space_to_depth(tf.ones([1,3,2,1]),2)
tf.nn.depth_to_space(tf.ones([1,1,1,4]),2)
tf.reverse_sequence(tf.reshape(tf.range(6),[2,3]),[1,2],seq_axis=1)
tf.reverse_sequence(tf.reshape(tf.range(6),[2,3]),[1,4],seq_axis=1)
tf.reverse_sequence(tf.reshape(tf.range(6),[2,3]),[1],seq_axis=1)
tf.reverse_sequence(tf.reshape(tf.range(6),[2,3]),[1,2])
tf.dynamic_stitch([[-1]],[[1]])
tf.function(lambda: tf.dynamic_stitch([[-1]],[[1]]))()
tf.function(lambda: tf.dynamic_stitch([[0],[-2]],[[1],[2]]))()
tf.gather_nd(tf.reshape(tf.range(24),[2,3,4]),[[0]],batch_dims=1)
tf.gather_nd(tf.reshape(tf.range(24),[2,3,4]),[[0],[1],[0]],batch_dims=1)
tf.gather_nd(tf.reshape(tf.range(24),[2,3,4]),[[[0],[1],[2]]],batch_dims=2)
tf.function(lambda i: tf.gather_nd(tf.reshape(tf.range(24),[2,3,4]),i,batch_dims=1),input_signature=[tf.TensorSpec([None,1],tf.int32)])([[0]])
tf.function(lambda i: tf.gather_nd(tf.reshape(tf.range(24),[2,3,4]),i,batch_dims=1),input_signature=[tf.TensorSpec([None,1],tf.int32)])([[0],[2]])
tf.debugging.assert_equal([1.],0.,message=5)
tf.function(lambda: tf.debugging.assert_equal([1.],0.,message=5))()
tf.function(lambda: tf.debugging.assert_less([1.],0.,message=b"x"))()
tf.function(lambda: tf.debugging.assert_positive(-1.,message=1.5))()
tf.debugging.assert_none_equal([1.],1.,message=["a",1])
"""

# Constants of dtypes that have no arithmetic.
SMALL_FLOATS = "\n".join(
    f"tf.cast({value}, tf.float32)".replace("D", f"tf.dtypes.experimental.float8_{kind}")
    for kind in ("e5m2", "e4m3fn")
    for value in (
        *(
            "tf.constant([1.,2.5],D)",
            "tf.constant(1.,D)",
            "tf.ones_like(tf.cast([1.,2.],D))",
            "tf.stack([tf.cast(1.,D),2.])",
        ),
        *("tf.function(lambda: tf.ones([2],D))()", "tf.function(lambda: tf.constant([1.,3],D))()"),
        *("tf.function(lambda: tf.zeros([2],D))()", "tf.function(lambda x: tf.ones_like(x))(tf.cast([1.,2.],D))"),
    )
)


EXPRESSIONS = parameters(
    {
        "indexing": INDEXING,
        "assignment": ASSIGNMENT,
        "slices": SLICES,
        "scatters": SCATTERS,
        "joining": JOINING,
        "shapes": SHAPES,
        "others": OTHERS,
        "small floats": SMALL_FLOATS,
    }
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)
