"""Convolutions, poolings, activations and losses give TensorFlow's values and errors."""

import numpy as np
import pytest

from support.same_values import assert_same_values, parameters


def names(module):
    return {
        "x": module.ones([1, 4, 4, 2]),
        "x1": module.ones([1, 4, 2]),
        "x3": module.ones([1, 3, 3, 3, 2]),
        "inf": float("inf"),
        "nan": float("nan"),
        "np": np,
    }


# ruff: noqa: E501
CONVOLUTIONS = r"""
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,"same")
tf.nn.conv1d(x1,tf.ones([2,2,3]),1,"same")
tf.nn.conv3d(x3,tf.ones([2,2,2,2,3]),[1]*5,"same")
tf.nn.convolution(x,tf.ones([2,2,2,3]),padding="same")
tf.nn.conv2d_transpose(x,tf.ones([2,2,3,2]),[1,4,4,3],1,"same")
tf.nn.conv1d_transpose(x1,tf.ones([2,3,2]),[1,4,3],1,"same")
tf.nn.conv3d_transpose(x3,tf.ones([2,2,2,3,2]),[1,3,3,3,3],1,"same")
tf.nn.conv_transpose(x,tf.ones([2,2,3,2]),[1,4,4,3],1,"same")
tf.function(lambda x: tf.nn.conv_transpose(x,tf.ones([2,2,3,2]),tf.shape(x)*[1,1,1,0]+[0,0,0,3],1,"same"))(x)
tf.nn.depthwise_conv2d(x,tf.ones([2,2,2,1]),[1,1,1,1],"same")
tf.nn.depthwise_conv2d(x,tf.ones([2,2,2,1]),[1,2,2,1],"SAME",dilations=[2,2])
tf.nn.depthwise_conv2d(x,tf.ones([2,2,2,1]),[1,2,2,1],"VALID",dilations=[1,2])
tf.nn.depthwise_conv2d(x,tf.ones([2,2,2,1]),[1,2,2,1],[[0,0],[1,2],[0,1],[0,0]],dilations=[2,2])
tf.function(lambda x: tf.nn.depthwise_conv2d(x,tf.ones([2,2,2,1]),[1,2,2,1],"SAME",dilations=[2,1]))(x)
tf.nn.separable_conv2d(x,tf.ones([2,2,2,1]),tf.ones([1,1,2,3]),[1,2,2,1],"SAME",dilations=[2,2])
tf.nn.separable_conv2d(x,tf.ones([2,2,2,1]),tf.ones([1,1,2,3]),[1,1,1,1],"same")
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,None)
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,3)
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,[[0,0],[1,1],[1,1],[0,0]])
tf.nn.conv2d(x,tf.ones([2,2,2,3]),[1,1],"SAME")
tf.nn.conv2d(x,tf.ones([2,2,2,3]),[1,1,1],"SAME")
tf.nn.conv2d(x,tf.ones([2,2,2,3]),2,"SAME",dilations=2)
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,"SAME",data_format="NCHW")
tf.nn.conv2d(x,tf.ones([2,2,2,3]),1,"SAME",data_format="bad")
tf.nn.conv2d(x,tf.ones([2,2,1,4]),1,"SAME")
tf.nn.conv2d(x,tf.ones([2,2,1,3]),1,"SAME")
tf.nn.conv2d(x,tf.ones([2,2,2]),1,"SAME")
tf.nn.conv2d(x,tf.ones([2,2,2,3],tf.float64),1,"SAME")
tf.nn.conv2d(tf.ones([2,3,1,4,4,2])[0],tf.ones([2,2,2,3]),1,"SAME")
tf.nn.conv2d(tf.ones([1,3,3,1]),tf.ones([2,2,1,1]),1,"SAME")
tf.nn.conv2d(tf.ones([1,3,3,1]),tf.ones([2,2,2,1]),1,"SAME")
tf.nn.conv2d(tf.ones([1,3,3,1]),tf.ones([2,2,1,1]),1,"same")
tf.nn.conv2d(tf.ones([1,3,3,1]),tf.ones([2,2,1,1]),0,"SAME")
tf.nn.conv2d(tf.ones([1,3,3,1],tf.int32),tf.ones([2,2,1,1],tf.int32),1,"SAME")
"""

POOLS = r"""
tf.nn.max_pool(x,2,1,"same")
tf.nn.max_pool(tf.reshape(tf.range(60.),[1,5,3,4])*[1,-1,1,-1],[1,1,1,2],[1,1,1,2],"VALID")
tf.nn.max_pool(tf.reshape(tf.range(60),[1,5,3,4]),[1,1,1,4],[1,1,1,4],"SAME")
tf.function(lambda x: tf.nn.max_pool(x,[1,1,1,2],[1,1,1,2],"VALID"))(tf.cast(x,tf.float16))
tf.nn.max_pool(x,[1,1,1,2],[1,1,1,1],"VALID")
tf.nn.max_pool(x,[1,2,1,2],[1,1,1,2],"VALID")
tf.nn.max_pool(x,[1,1,1,3],[1,1,1,3],"VALID")
tf.nn.avg_pool(x,2,1,"same")
tf.nn.max_pool2d(x,2,1,"same")
tf.nn.pool(x,[2,2],"MAX",padding="same")
tf.nn.pool(x,[2,2],"max",padding="SAME")
tf.nn.max_pool_with_argmax(x,2,1,"same")
tf.nn.max_pool2d(x,[1,2,2,1],[1,2,2,1],"VALID")
tf.nn.max_pool2d(x,[2,2,2,1],[1,2,2,1],"VALID")
tf.nn.max_pool2d(x,[1,2,2,2],[1,2,2,2],"VALID")
tf.nn.max_pool2d(x,0,1,"VALID")
tf.nn.max_pool2d(x,2,0,"VALID")
tf.nn.avg_pool2d(x,-1,1,"VALID")
tf.nn.max_pool2d(x,[[2]],1,"VALID")
tf.nn.avg_pool(x1,2,1,"VALID")
tf.nn.max_pool(x3,2,1,"VALID")
tf.nn.max_pool1d(x1,2,1,"VALID")
tf.nn.max_pool3d(x3,2,1,"VALID")
tf.nn.max_pool(tf.ones([2,2]),2,1,"VALID")
tf.nn.max_pool2d(tf.ones([1,3,3,1]),2,2,"VALID")
tf.nn.max_pool2d(tf.ones([3,3,1]),2,2,"VALID")
tf.nn.avg_pool2d(tf.ones([1,3,3,1]),2,2,"VALID")
"""

LOSSES = r"""
tf.nn.in_top_k([1],[[1.,2.]],1)
tf.nn.scale_regularization_loss(1.)
tf.nn.compute_average_loss([1.,2.])
tf.nn.compute_average_loss([1.,2.],global_batch_size=4)
tf.nn.log_poisson_loss([1.],[2.])
tf.nn.weighted_cross_entropy_with_logits([1.],[2.],3.)
tf.nn.sigmoid_cross_entropy_with_logits(labels=None,logits=[1.])
tf.nn.softmax_cross_entropy_with_logits(labels=[[1.,0.]],logits=[[1.,0.]],axis=0)
tf.nn.softmax_cross_entropy_with_logits(labels=[[1.,0.]],logits=[[1.,0.]],axis=2)
tf.nn.softmax_cross_entropy_with_logits(labels=[[1.,0.]],logits=[[1.,0.]],axis=-3)
tf.nn.softmax_cross_entropy_with_logits(labels=1.,logits=1.)
tf.function(lambda: tf.nn.softmax_cross_entropy_with_logits(labels=[1.,0.],logits=[1.,0.],axis=1))()
tf.nn.softmax_cross_entropy_with_logits(labels=[1.,0.],logits=[1.,0.])
tf.nn.softmax_cross_entropy_with_logits(labels=[[1,0]],logits=[[1.,0.]])
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=1,logits=[1.,0.])
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[-1],logits=[[1.,0.]])
tf.nn.l2_loss([1,2])
tf.nn.sparse_softmax_cross_entropy_with_logits([1],[[1.,2.]])
tf.nn.sparse_softmax_cross_entropy_with_logits([5],[[1.,2.]])
tf.nn.sparse_softmax_cross_entropy_with_logits([1.],[[1.,2.]])
tf.nn.softmax_cross_entropy_with_logits([[0.,1.]],[[1.,2.]])
tf.nn.softmax_cross_entropy_with_logits([[0.,1.]],[[1.,2.,3.]])
tf.nn.sigmoid_cross_entropy_with_logits([1.],[2.])
tf.nn.sigmoid_cross_entropy_with_logits([1.],[2.,3.])
tf.nn.embedding_lookup(tf.ones([3,2]),[0,2])
tf.nn.embedding_lookup(tf.ones([3,2]),[0,3])
tf.nn.embedding_lookup(tf.ones([3,2]),[0,2],max_norm=0.5)
"""

OTHERS = r"""
tf.nn.batch_normalization(x,0.,1.,None,None,1e-3)
tf.nn.moments(x,[0,1,2])
tf.nn.moments(x,[5])
tf.nn.weighted_moments(x,[0,1,2],2.)
tf.nn.bias_add(x,[1.,2.,3.])
tf.nn.bias_add(x,[[1.,2.]])
tf.nn.bias_add(x,[1.,2.],data_format="NCHW")
tf.nn.bias_add(x,[1.,2.,3.,4.],data_format="NCHW")
tf.nn.bias_add(x,[1.,2.],data_format="x")
tf.nn.relu6([7.,-1.])
tf.nn.crelu([1.,-1.])
tf.nn.crelu([[1.,-1.]],axis=0)
tf.nn.elu([-1.])
tf.nn.selu([-1.])
tf.nn.swish([-1.],beta=2.)
tf.nn.log_softmax([[1.,2.]],axis=3)
tf.nn.top_k([1,2,3])
tf.nn.normalize_moments(2.,[1.],[2.],None)
tf.nn.sufficient_statistics(x,[0,1])
tf.nn.lrn(x)
tf.nn.local_response_normalization(x,depth_radius=1)
tf.nn.l2_normalize([3.,4.])
tf.nn.space_to_batch(tf.ones([1,2,2,1]),2,[[0,0],[0,0]])
tf.nn.zero_fraction([0.,1.])
tf.nn.softmax([1,2])
tf.nn.softmax([])
tf.nn.softmax([[1.,2.]],axis=2)
tf.nn.softmax([[1.,2.],[3.,4.]],axis=0)
tf.nn.softmax([-inf,-inf])
tf.nn.relu(-1)
tf.nn.relu("a")
tf.nn.leaky_relu([-1,1])
tf.nn.gelu([1,2])
tf.nn.gelu([1.,-1.],approximate=True)
tf.nn.dropout([1.,2.],1.5)
tf.nn.dropout([1.,2.],"a")
tf.nn.dropout([1,2],0.5)
tf.nn.bias_add([[1.,2.]],[1.])
"""


EXPRESSIONS = parameters({"convolutions": CONVOLUTIONS, "pools": POOLS, "losses": LOSSES, "others": OTHERS})


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_maxima_pass_over_nan(dtype, tensorflow, gw):
    """Where a window has no number, or minus infinity at most, the least finite one stands there; in 16 bits TensorFlow gives
    that or minus infinity, by the processor.
    """
    least = {"float16": -65504.0, "bfloat16": -3.3895313892515355e38}.get(dtype, -np.inf)
    rng = np.random.default_rng(0)
    given = rng.normal(size=(2, 6, 7, 19)).astype(np.float32)
    given[rng.random(given.shape) < 0.4] = np.nan
    given[0, :3] = np.nan
    given[1, :3] = -np.inf
    found = []
    for tf in (tensorflow, gw):
        x = tf.cast(given, dtype)
        pools = [tf.nn.max_pool2d(x, *pool) for pool in ((2, 2, "VALID"), (3, 1, "SAME"), (3, 2, "SAME"))]
        pools += [tf.nn.max_pool2d(x[..., :1], 2, 1, "VALID"), tf.nn.max_pool1d(x[:, 0], 2, 1, "SAME")]
        if dtype == "float32":
            pools.append(tf.nn.max_pool3d(x[:, None], 2, 1, "SAME"))
        found.append([tf.cast(pool, tf.float64).numpy() for pool in pools])
    for want, got in zip(*found, strict=True):
        np.testing.assert_array_equal(np.maximum(got, least), np.maximum(want, least))


def test_largest_in_any_order(tensorflow, gw):
    """Where the largest elements need not be sorted, they lie as TensorFlow has them, which shows in what is drawn for each."""
    rng = np.random.default_rng(0)
    cases = [
        (rng.normal(size=shape).astype(np.float32), k)
        for shape in ((5,), (8,), (3, 20), (100,), (2, 2, 300))
        for k in (1, 2, 3, 5)
    ]
    cases += [(rng.integers(0, 4, 40).astype(np.int32), k) for k in (3, 10, 25, 39, 40)]
    for x, k in cases:
        want, got = (tf.math.top_k(x, k, sorted=False) for tf in (tensorflow, gw))
        np.testing.assert_array_equal(got.indices, want.indices)
        np.testing.assert_array_equal(got.values, want.values)
