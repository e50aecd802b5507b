"""Square brackets: tensors and variables by every kind of index, eagerly, in functions and for partly known shapes."""

import pytest

from support.compare import outcome, same_outcome

# On a tensor `x` of shape [2, 3, 4].
INDEXED = r"""
x[0]
x[-1]
x[2]
x[-3]
x[0,1]
x[0,1,2]
x[0,1,2,3]
x[...]
x[...,0]
x[0,...]
x[0,...,1]
x[...,...]
x[:, :, :, :]
x[None]
x[:,None]
x[...,None]
x[None,...,None]
x[tf.newaxis,0]
x[1:]
x[:1]
x[::2]
x[::-1]
x[:,::-2]
x[:,2:0:-1]
x[1:1]
x[5:]
x[-5:]
x[:,-2:]
x[0:2:0]
x[0,1:3,::2]
x[True]
x[False]
x[[0]]
x[[0,1]]
x[[0,1,2]]
x[[0,1],0]
x[(0,1)]
x[()]
x[[]]
x[[True,False]]
x[np.array([True,False])]
x[tf.constant([True,False])]
x[x>5]
x[tf.constant([[True,False,True],[False,True,True]])]
x[tf.constant(True)]
x[tf.constant([True,False,True])]
x[:,tf.constant([True,False,True])]
x[tf.constant(1)]
x[tf.constant(1,tf.int64)]
x[tf.constant(1,tf.int16)]
x[tf.constant(1,tf.int8)]
x[tf.constant(1),tf.constant(1,tf.int64)]
x[tf.constant(1,tf.int64),1:tf.constant(2)]
x[tf.constant(0):tf.constant(1,tf.int64)]
x[:tf.constant(1),tf.constant(1,tf.int64):]
x[tf.constant(0),tf.constant(1,tf.int16)]
x[tf.constant(0,tf.int16):2]
x[tf.constant(0,tf.int16):tf.constant(2,tf.int64)]
x[np.int8(0):np.uint8(1)]
x[:np.uint8(1),tf.constant(1):]
x[np.array(1,"int8"):]
x[tf.constant(1,tf.uint8)]
x[tf.constant(1,tf.uint16)]
x[tf.constant(1,tf.uint32)]
x[tf.constant(1,tf.uint64)]
x[tf.constant(1.)]
x[tf.constant([1])]
x[tf.constant([0,1])]
x[tf.constant([[1]])]
x[tf.Variable(1)]
x[tf.Variable(1):]
x[tf.constant(0):tf.constant(1)]
x[tf.constant(0,tf.int64):1]
x[tf.constant(0,tf.int64):tf.constant(1,tf.int32)]
x[:tf.constant(1,tf.uint8)]
x[::tf.constant(-1)]
x[::tf.constant(-1,tf.int64)]
x[0:tf.constant([1])]
x[tf.constant([0]):tf.constant([1])]
x[0:1.5]
x[1.5]
x["a"]
x["a":]
x[None:None]
x[object()]
x[np.int64(1)]
x[np.int32(1)]
x[np.uint8(1)]
x[np.float32(1)]
x[np.bool_(True)]
x[np.array(1)]
x[np.array([1])]
x[np.array([0,1])]
x[np.array([0,1]),0]
x[0:np.int64(1)]
x[0:np.array(1)]
x[0:np.array([1])]
x[2**31]
x[:2**40]
x[-2**40:]
x[2**70]
x[0, tf.constant(1), ..., None]
x[tf.TensorShape([2])[0]]
x[:tf.compat.v1.Dimension(1)]
x[slice(0,1)]
x[slice(None,None,2),slice(1,2)]
x[[slice(0,1),0]]
x[{}]
x[1j]
tf.constant(3)[0]
tf.constant(3)[...]
tf.constant(3)[None]
tf.constant(3)[:]
tf.constant([])[0]
tf.constant([])[:1]
tf.constant([b"a",b"b"])[1]
tf.constant(["a","b"])[::-1]
tf.zeros([0,3])[:,1]
tf.zeros([2,0])[0]
tf.Variable([1,2,3])[1]
tf.Variable([1,2,3])[1:]
tf.Variable([1,2,3])[...,None]
tf.Variable([1,2,3])[tf.constant([True,False,True])]
tf.Variable([1,2,3])[[0,1]]
tf.Variable([[1,2],[3,4]])[0,1]
tf.Variable([1,2,3])[5]
tf.Variable([1,2,3])["a"]
tf.Variable([1,2,3])[1.]
""".strip().splitlines()

# Differentiable ones, on floats `x`.
GRADIENTS = r"""
x[0]
x[:,1:3]
x[...,::-1]
x[None,1]
x[x>5]
x[tf.constant(1):,tf.constant(0)]
x[::2,...,-1]
""".strip().splitlines()

# On variables `v`, [1, 2, 3, 4], and `m`, [[1., 2, 3], [4, 5, 6]].
ASSIGNED = r"""
v[0].assign(10)
v[1:3].assign([5,6])
v[1:3].assign([5,6,7])
v[::2].assign_add([1,1])
v[-1].assign_sub(2)
v[...].assign([0,0,0,0])
v[:].assign(1)
v[:2].assign(tf.constant([1,2]))
v[tf.constant(1)].assign(7)
v[tf.constant(1,tf.int64):].assign([7,8,9])
v[tf.constant([True,False,True,False])].assign([1,2])
v[v>2].assign([7,8])
v[[True,False,True,False]].assign([1,2])
v[None].assign([[1,2,3,4]])
v[::-1].assign([1,2,3,4])
v[5].assign(1)
v[0].assign(1.5)
v[0].assign("a")
v[0].assign(1,name="x")
v[0].assign(1,read_value=False)
v[1:1].assign([])
v[0].assign([1,2])
m[0].assign([7,8,9])
m[:,1].assign([7,8])
m[1,2].assign(5)
m[0,1:].assign_add([1.,1.])
m[...,0].assign_sub([1,2])
m[:,::2].assign([[1,2],[3,4]])
m[:,None,0].assign([[1],[2]])
m[0].assign(tf.ones([3],tf.float64))
m[0].assign(np.array([1,2,3.]))
m[m>2].assign(0.)
m[[0,1]].assign([1,2])
m[0].scatter_add(1)
m[0].assign_foo(1)
m[0][1].assign(2)
m[0].handle
m[0].shape
""".strip().splitlines()


def plain(tf, value):
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return value.dtype.name, tuple(value.shape), value.numpy().tolist()
    if isinstance(value, (list, tuple)):
        return [plain(tf, item) for item in value]
    return type(value).__name__


def equal(got, want):
    assert got == want


def tensor(tf, dtype="int32"):
    return tf.cast(tf.reshape(tf.range(24), (2, 3, 4)), dtype)


def evaluate(tf, expression, **names):
    import numpy as np

    return eval(expression, {"tf": tf, "np": np, **names})


@pytest.mark.parametrize("expression", INDEXED)
def test_index(tensorflow, gw, expression):
    same_outcome(
        *(outcome(lambda tf=tf: plain(tf, evaluate(tf, expression, x=tensor(tf)))) for tf in (tensorflow, gw)), equal
    )


@pytest.mark.parametrize("expression", [case for case in INDEXED if "Variable" not in case])
def test_index_in_function(tensorflow, gw, expression):
    def run(tf):
        function = tf.function(lambda x: evaluate(tf, expression, x=x), autograph=False)
        return plain(tf, function(tensor(tf)))

    same_outcome(*(outcome(lambda tf=tf: run(tf)) for tf in (tensorflow, gw)), equal)


@pytest.mark.parametrize("expression", [case for case in INDEXED if case.startswith("x[") and "Variable" not in case])
def test_static_shape(tensorflow, gw, expression):
    """Shapes and errors while tracing, with dims or the rank unknown."""

    def shape(tf, of):
        shapes = []

        @tf.function(autograph=False, input_signature=[tf.TensorSpec(of, tf.int32)])
        def function(x):
            result = evaluate(tf, expression, x=x)
            shapes.append(str(result.shape))
            return result

        function.get_concrete_function()
        return shapes

    for of in ([2, 3, 4], [None, 3, 4], [None, None, None], None):
        same_outcome(*(outcome(lambda tf=tf, of=of: shape(tf, of)) for tf in (tensorflow, gw)), equal)


@pytest.mark.parametrize("expression", GRADIENTS)
def test_gradient(tensorflow, gw, expression):
    def gradient(tf):
        def of(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = evaluate(tf, expression, x=x)
                y = y * y
            return tape.gradient(y, x)

        x = tensor(tf, "float32")
        return plain(tf, [of(x), tf.function(of)(x)])

    same_outcome(*(outcome(lambda tf=tf: gradient(tf)) for tf in (tensorflow, gw)), equal)


@pytest.mark.parametrize("in_function", [False, True])
@pytest.mark.parametrize("expression", ASSIGNED)
def test_assignment(tensorflow, gw, expression, in_function):
    def run(tf):
        v, m = tf.Variable([1, 2, 3, 4]), tf.Variable([[1.0, 2, 3], [4, 5, 6]])

        def step():
            result = evaluate(tf, expression, v=v, m=m)
            return result if isinstance(result, (tf.Tensor, tf.Variable)) else None

        result = (tf.function(step, autograph=False) if in_function else step)()
        return plain(tf, [v, m, result])

    same_outcome(*(outcome(lambda tf=tf: run(tf)) for tf in (tensorflow, gw)), equal)


@pytest.mark.parametrize("shrunk", [0, 1, 2, 3])
@pytest.mark.parametrize("begins", [0, 1, 2, 3, -1, -2])
def test_masks_beside_one_index(begins, shrunk, tensorflow, gw):
    """An axis of which one index is taken has no end that could be left open, whatever the masks say."""

    def run(tf):
        x = tf.reshape(tf.range(24), [4, 3, 2])
        found = []
        for ends in (0, 1, 2, 3, -1):
            masks = {"begin_mask": begins, "end_mask": ends, "shrink_axis_mask": shrunk}
            found.append(
                tf.raw_ops.StridedSlice(
                    input=x, begin=[1, -2], end=[3, 3], strides=[1, 1], ellipsis_mask=0, new_axis_mask=0, **masks
                )
            )
        return plain(tf, found)

    same_outcome(*(outcome(lambda tf=tf: run(tf)) for tf in (tensorflow, gw)), equal)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_approximately_equal_at_the_bound(dtype, tensorflow, gw):
    """TensorFlow's documentation says that the bound is not equal, its kernel that it is."""

    def run(tf):
        x, y = tf.constant([1.0, 1.0, 2.0], dtype), tf.constant([0.5, 0.25, 2.0], dtype)
        return plain(tf, [tf.raw_ops.ApproximateEqual(x=x, y=y, tolerance=bound) for bound in (0.0, 0.5, 0.75)])

    same_outcome(*(outcome(lambda tf=tf: run(tf)) for tf in (tensorflow, gw)), equal)
