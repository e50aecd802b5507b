"""Functions of numbers give TensorFlow's values, dtypes and errors, at the edges of dtypes as well."""

import numpy as np
import pytest

from support.same_values import assert_same_values, parameters


def names(module):
    return {
        "inf": float("inf"),
        "nan": float("nan"),
        "B": module.constant([True, False]),
        "S": module.constant(["a"]),
        "np": np,
    }


# ruff: noqa: E501
PRODUCTS = r"""
tf.linalg.global_norm([[3.],[4.]])
tf.linalg.matmul([[1,2]],[[3],[4]])
tf.linalg.matmul([[1,2]],[[3.],[4.]])
tf.linalg.matmul([[1.,2.]],[[3.],[4.],[5.]])
tf.linalg.matmul([1.,2.],[[3.],[4.]])
tf.linalg.matmul(1.,2.)
tf.linalg.matmul([["a"]],[["b"]])
tf.linalg.matmul([[True]],[[True]])
tf.linalg.matmul(tf.ones([2,3,4]),tf.ones([3,4,5]))
tf.linalg.matmul(tf.ones([2,3,4]),tf.ones([2,4,5]))
tf.linalg.matmul(tf.ones([2,3,4]),tf.ones([4,5]))
tf.linalg.matmul(tf.ones([2,2]),tf.ones([2,2]),transpose_a=True,adjoint_a=True)
tf.linalg.matmul(tf.ones([2,2]),tf.ones([2,2]),a_is_sparse=True)
tf.linalg.matmul(tf.ones([2,2],tf.bfloat16),tf.ones([2,2],tf.bfloat16))
tf.linalg.matmul(tf.ones([2,2],tf.int8),tf.ones([2,2],tf.int8))
tf.linalg.matmul(tf.ones([2,2],tf.int8),tf.ones([2,2],tf.int8),output_type=tf.int32)
tf.linalg.matmul(tf.ones([2,2],tf.int16),tf.ones([2,2],tf.int16))
tf.linalg.matvec([[1.,2.]],[1.,2.])
tf.linalg.matvec([[1.,2.]],[[1.],[2.]])
tf.linalg.matvec([[1.,2.]],[1.])
tf.linalg.inv([[1.,2.],[2.,4.]])
tf.linalg.inv([[1,2],[3,4]])
tf.linalg.inv([1.])
tf.linalg.det([[1.,2.],[2.,4.]])
tf.linalg.det([[1,2],[3,4]])
tf.linalg.det(tf.zeros([0,0]))
tf.linalg.cholesky([[4.,2.],[2.,5.]])
tf.linalg.solve([[1.,2.],[2.,4.]],[[1.],[1.]])
tf.linalg.solve([[1.,2.],[3.,4.]],[1.,1.])
tf.linalg.trace([[1,2],[3,4]])
tf.linalg.trace([1])
tf.linalg.norm([3.,4.])
tf.linalg.norm([3,4])
tf.linalg.norm([[3.,4.]],ord="fro")
tf.linalg.norm([[3.,4.]],ord="fro",axis=[0,1])
tf.linalg.norm([3.,4.],ord="bad")
tf.linalg.norm([3.,4.],ord=0)
tf.linalg.norm([3.,4.],ord=3)
tf.linalg.norm([[3.,4.]],ord=1,axis=[0,1])
tf.linalg.norm([[3.,4.]],ord=3,axis=[0,1])
tf.linalg.norm([[3.,4.]],axis=[0,1,1])
tf.linalg.norm([3.,4.],ord=inf)
tf.linalg.norm([3.,4.],ord=-1)
tf.linalg.cross([1.,2.,3.],[4.,5.,6.])
tf.tensordot([[1,2]],[[3],[4]],1)
tf.tensordot([[1,2]],[[3],[4]],[[1],[0]])
tf.tensordot([[1.,2.]],[[3.],[4.]],[1,0])
tf.tensordot([1.,2.],[3.,4.],0)
tf.tensordot([1.,2.],[3.,4.],2)
tf.tensordot([1.,2.],[3.,4.],-1)
tf.tensordot([1.,2.],[3.,4.,5.],1)
tf.tensordot([[1.,2.]],[[3.,4.]],[[0,1],[0]])
tf.einsum("ij,jk,kl->il",tf.ones([2,3]),tf.ones([3,4]),tf.ones([4,5]))
tf.einsum("...ij,...jk->...ik",tf.ones([2,2,3]),tf.ones([3,4]))
tf.einsum("...i->i...",tf.ones([2,3]))
tf.einsum(" i j , j k -> i k ",tf.ones([2,3]),tf.ones([3,4]))
tf.einsum("ij,jk->ik",tf.ones([2,3]),tf.ones([4,4]))
tf.einsum("ij,jk->ik",tf.ones([2,3]))
tf.einsum("ij->",tf.ones([2,3]),tf.ones([3,4]))
tf.einsum("ijk->ik",tf.ones([2,3]))
tf.einsum("aB,Bc->ac",tf.ones([2,3]),tf.ones([3,4]))
tf.einsum("ij,ij->ij",tf.ones([2,3]),tf.ones([2,1]))
tf.einsum("iij->j",tf.ones([2,2,3]))
tf.einsum("i,i->",[1.,2.],[3.,4.],foo=1)
"""

REDUCTIONS = r"""
tf.math.reduce_sum([[1,2],[3,4]],axis=2)
tf.math.reduce_sum([[1,2],[3,4]],axis=-3)
tf.math.reduce_sum([[1,2],[3,4]],axis=[0,0])
tf.math.reduce_sum([[1,2],[3,4]],axis=[])
tf.math.reduce_sum([[1,2],[3,4]],axis=[0,1],keepdims=True)
tf.math.reduce_sum([[1,2],[3,4]],axis=())
tf.math.reduce_sum([[1,2],[3,4]],axis=(0,))
tf.math.reduce_sum([[1,2],[3,4]],axis=[0,-2])
tf.math.reduce_sum([[1,2],[3,4]],axis=tf.constant(1))
tf.math.reduce_sum([[1,2],[3,4]],axis=tf.constant([0],tf.int64))
tf.math.reduce_sum([[1,2],[3,4]],axis=1.0)
tf.math.reduce_sum([[1,2],[3,4]],axis="a")
tf.math.reduce_sum([[1,2],[3,4]],keepdims=1)
tf.math.reduce_sum([])
tf.math.reduce_sum(5,axis=0)
tf.math.reduce_sum(5,axis=[])
tf.math.reduce_sum([True,False])
tf.math.reduce_sum(["a"])
tf.math.reduce_sum([1,2],1)
tf.math.reduce_mean([1,2])
tf.math.reduce_mean([])
tf.math.reduce_mean([True,False])
tf.math.reduce_mean(tf.zeros([0,3]),0)
tf.math.reduce_max([])
tf.math.reduce_max(tf.zeros([0],tf.int32))
tf.math.reduce_min(tf.zeros([0],tf.int64))
tf.math.reduce_max(tf.zeros([0],tf.uint8))
tf.math.reduce_prod([])
tf.math.reduce_any([])
tf.math.reduce_all([])
tf.math.reduce_any(tf.zeros([0],tf.bool))
tf.math.reduce_any([1,0])
tf.math.reduce_all("a")
tf.math.reduce_logsumexp([])
tf.math.reduce_logsumexp([-inf,-inf])
tf.math.reduce_logsumexp([1e4,1e4])
tf.math.reduce_std([1,2])
tf.math.reduce_variance([1,2])
tf.math.reduce_variance([1.])
tf.math.reduce_max([1.,nan])
tf.math.reduce_min([nan,1.])
tf.math.argmax([1.,nan,3.])
tf.math.argmax([])
tf.math.argmax([[1,2]],axis=2)
tf.math.argmax([[1,2]],axis=-2)
tf.math.argmax([1,2],output_type=tf.int16)
tf.math.argmax([1,2],output_type=tf.uint16)
tf.math.argmax([1,2],output_type=tf.float32)
tf.math.argmax(3)
tf.math.argmax([True,False])
tf.math.argmax(["a"])
tf.argmax([[1,5],[7,2]])
tf.cumsum([1,2,3])
tf.cumsum([1,2,3],axis=1)
tf.cumsum(5)
tf.cumsum(["a"])
tf.cumsum([1,2,3],axis=[0])
tf.math.cumprod([1,2,3],exclusive=True,reverse=True)
tf.add_n([1,2,3])
tf.add_n([1,2.5])
tf.add_n([])
tf.add_n([[1,2],[3]])
tf.add_n(5)
tf.add_n([tf.constant(1),tf.constant(2.)])
tf.add_n([tf.constant([1.])])
tf.math.accumulate_n([[1],[2]])
tf.math.bincount([1,1,3])
tf.math.bincount([1,1,3],minlength=6)
tf.math.bincount([1,1,3],maxlength=2)
tf.math.bincount([-1,1])
tf.math.bincount([1.5])
tf.math.bincount([1,1],weights=[0.5,2.])
tf.math.bincount([[1,2],[3,3]])
tf.math.bincount([[1,2],[3,3]],axis=-1)
tf.math.bincount([1,1,3],binary_output=True)
tf.math.bincount([1,1,3],dtype=tf.float32)
tf.math.confusion_matrix([1,2],[1,2])
tf.math.confusion_matrix([1,2],[1,2],num_classes=2)
tf.math.confusion_matrix([1,-2],[1,2])
tf.math.confusion_matrix([1,2],[1])
tf.math.in_top_k([1],[[1.,2.,3.]],2)
tf.math.in_top_k([5],[[1.,2.,3.]],2)
tf.math.segment_sum([1,2,3],[0,0,1])
tf.math.segment_sum([1,2,3],[1,0,1])
tf.math.segment_sum([1,2,3],[0,0])
tf.math.segment_mean([1.,2.,3.],[0,0,2])
tf.math.segment_max([1,2,3],[0,0,2])
tf.math.segment_min([1.,2.,3.],[0,0,2])
tf.math.segment_prod([1.,2.,3.],[0,0,2])
tf.math.unsorted_segment_max([1.,2.],[0,0],2)
tf.math.unsorted_segment_min([1,2],[0,0],2)
tf.math.unsorted_segment_sum([1,2],[0,5],2)
tf.math.unsorted_segment_sum([1,2],[0,1],-1)
tf.math.unsorted_segment_mean([1.,2.],[0,0],2)
tf.math.top_k([[1,3,2],[6,5,4]],2)
tf.math.reduce_euclidean_norm([3,4])
tf.histogram_fixed_width([0.,1.,5.],[0.,5.],5)
tf.histogram_fixed_width([0.,1.,5.],[5.,0.],5)
tf.histogram_fixed_width_bins([0.,1.,5.],[0.,5.],5,dtype=tf.int64)
tf.histogram_fixed_width_bins([0.,1.,5.],[0.,5.],0)
tf.histogram_fixed_width_bins([0.,1.,5.],[0.,5.],5.)
tf.function(lambda: tf.histogram_fixed_width_bins([0.,1.,5.],[0.,5.],-1))()
tf.math.reduce_sum(tf.IndexedSlices(tf.constant([1.]),tf.constant([0]),tf.constant([2])))
"""

CASTS = r"""
tf.cast(B,tf.string)
tf.cast(S,tf.int32)
tf.cast("a",tf.string)
tf.cast(1.5,tf.int32)
tf.cast([1,2],tf.float32)
tf.cast(True,tf.float32)
tf.cast(None,tf.float32)
tf.cast(1,None)
tf.cast(1,"int8")
tf.cast(1+2j,tf.float32)
tf.cast(tf.Variable(1.5),tf.int32)
tf.complex(1.,2.)
tf.complex([1.,2.],3.)
tf.complex(1,2)
tf.complex(1.,tf.constant(2.,tf.float64))
tf.complex("a",1.)
tf.math.real([1+2j])
tf.math.real([1.])
tf.math.real([1])
tf.math.imag([1.])
tf.math.imag([1])
tf.math.angle([1.,-1.])
tf.math.angle([1j])
tf.math.conj([1.])
tf.math.conj("a")
tf.math.conj([1])
"""

ASSERTIONS = r"""
tf.debugging.assert_equal([1.],0.,message=5)
tf.debugging.assert_positive([-1],message=b"x")
tf.function(lambda: tf.debugging.assert_equal([1.],0.,message=5))()
tf.function(lambda: tf.debugging.assert_none_equal(1,1,message=b"x"))()
tf.function(lambda: tf.debugging.assert_positive([-1],message=["a"]))()
tf.debugging.assert_equal(1,2)
tf.debugging.assert_equal([1,2],[1,2])
tf.debugging.assert_shapes([(tf.ones([2,3]),("a","b"))])
tf.debugging.assert_rank(tf.ones([2]),2)
tf.debugging.assert_positive([1,-1])
tf.debugging.assert_near(1.,1.1)
tf.debugging.assert_type(tf.ones([1]),tf.int32)
tf.debugging.check_numerics([nan],"msg")
tf.debugging.Assert(False,["a",1])
tf.debugging.assert_less(3,2,message="hello")
tf.debugging.assert_none_equal([1,2],[1,3])
tf.debugging.assert_integer(1.5)
tf.debugging.is_numeric_tensor(tf.ones([1]))
tf.debugging.assert_scalar([1])
tf.debugging.assert_all_finite([1.,inf],"m")
"""

OTHERS = r"""
tf.constant([1,2])//0
tf.constant([1,2])%0
tf.constant([1,2],tf.int64)//tf.constant([1,0],tf.int64)
tf.constant([1,2],tf.uint8)//tf.constant([1,0],tf.uint8)
tf.constant([1,2])/0
tf.constant([1.,2.])//0.
tf.constant([1.,2.])%0.
tf.truncatemod(7,-3)
tf.truncatediv(-7,2)
tf.math.floormod([7.,-7.,7.,-7.],[3.,3.,-3.,-3.])
tf.math.floormod([7,-7,7,-7],[3,3,-3,-3])
tf.constant([-7.5,7.5])//2.
tf.math.floordiv([7,-7,7,-7],[3,3,-3,-3])
tf.constant(-2**31)//tf.constant(-1)
tf.math.pow(2,-1)
tf.math.pow([2,3],[-1,1])
tf.math.pow(0.,0.)
tf.math.pow(-8.,1/3)
tf.math.pow(2,0.5)
tf.math.pow(2.,3)
tf.math.pow(2,3.)
tf.math.add(1,2.5)
tf.math.add(1.5,2)
tf.math.add(1,"a")
tf.math.add("a","b")
tf.math.add(["a","b"],"c")
tf.math.add(True,True)
tf.math.add([1,2],[3.,4.])
tf.math.add([1,2],[3,4,5])
tf.math.add(tf.ones([2,3]),tf.ones([3,2]))
tf.math.add(tf.constant(1),tf.constant(1.))
tf.math.add(tf.constant(1),2.5)
tf.math.add(2.5,tf.constant(1))
tf.math.add(None,1)
tf.math.multiply(2,"a")
tf.math.subtract("a","b")
tf.math.divide(1,2)
tf.math.divide([1,2],[3.,4.])
tf.math.divide(1,0)
tf.math.truediv(1,2)
tf.math.truediv(tf.constant(1,tf.int8),tf.constant(2,tf.int8))
tf.math.truediv(tf.constant(1),tf.constant(2.))
tf.divide(1,2)
tf.divide(tf.constant(1),2)
tf.clip_by_value([1.,5.,-3.],0.,2.)
tf.clip_by_value([1,5,-3],0,2)
tf.clip_by_value([1.,5.],2.,0.)
tf.clip_by_value([1.,5.],[0.,0.,0.],2.)
tf.clip_by_value([1,5],0.5,2)
tf.clip_by_value([1.,nan],0.,2.)
tf.clip_by_norm([3.,4.],1.)
tf.clip_by_norm([3.,4.],0.)
tf.clip_by_norm([3.,4.],-1.)
tf.clip_by_norm([3,4],1)
tf.clip_by_global_norm([[3.],[4.]],1.)
tf.clip_by_global_norm([tf.constant([3.]),None],1.)
tf.clip_by_global_norm(tf.constant([3.]),1.)
tf.math.equal(1,1.)
tf.math.equal("a","a")
tf.math.equal([1,2],[1,2,3])
tf.math.equal(tf.constant([1,2]),tf.constant([1.,2.]))
tf.math.less(True,False)
tf.math.less("a","b")
tf.math.less(1j,2j)
tf.math.logical_and(1,1)
tf.math.logical_and(True,[True,False])
tf.math.logical_not(1)
tf.math.maximum(1,2.)
tf.math.maximum([1,2],[[3],[0]])
tf.math.maximum("a","b")
tf.math.maximum(True,False)
tf.math.nextafter(1.,2.)
tf.math.polyval([1.,2.,3.],2.)
tf.math.polyval([],2.)
tf.math.sign(-0.0)
tf.math.round([0.5,1.5,2.5,-0.5])
tf.math.round(2)
tf.math.rint(2)
tf.math.floor(2)
tf.math.sqrt(4)
tf.math.sqrt(-1.)
tf.math.sqrt(True)
tf.math.exp(1)
tf.math.exp("a")
tf.math.log(0)
tf.math.log(tf.constant(1))
tf.math.abs("a")
tf.math.abs(-2)
tf.math.abs([1+1j])
tf.math.negative(True)
tf.math.square("a")
tf.math.square(3)
tf.math.sigmoid(1)
tf.math.tanh([1,2])
tf.math.is_nan([1.,nan])
tf.math.is_nan([1])
tf.math.is_nan("a")
tf.math.lbeta([1.,2.,3.])
tf.math.lbeta([])
tf.math.betainc(1.,2.,0.5)
tf.math.betainc(1.,2.,1.5)
tf.math.betainc(1,2,0.5)
tf.math.igamma(1.,2.)
tf.math.igamma(-1.,2.)
tf.math.zeta(2.,1.)
tf.math.zeta(1.,1.)
tf.math.zeta(0.5,1.)
tf.math.polygamma(1.,2.)
tf.math.polygamma(-1.,2.)
tf.math.polygamma(0.5,2.)
tf.math.erfinv([0.,1.,-1.,2.])
tf.math.l2_normalize([3.,4.])
tf.math.l2_normalize([0.,0.])
tf.math.l2_normalize([[3.,4.]],axis=[0,1])
tf.stop_gradient(1)
tf.no_op()
tf.guarantee_const(1.)
tf.grad_pass_through(tf.floor)(1.5)
"""


EXPRESSIONS = parameters(
    {
        "products": PRODUCTS,
        "reductions": REDUCTIONS,
        "casts": CASTS,
        "assertions": ASSERTIONS,
        "others": OTHERS,
    }
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)


SPECIAL = [
    float("nan"),
    float("inf"),
    -float("inf"),
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.5,
    -2.5,
    50.0,
    -50.0,
    3.0,
    1e4,
]
INTEGERS = [0, 1, 7, 127]
DTYPES = """
    float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128 string
""".split()
OF_ONE = """
    abs negative sign square sqrt rsqrt reciprocal reciprocal_no_nan exp expm1 log log1p log_sigmoid sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc lgamma digamma floor ceil rint round is_nan is_inf is_finite is_non_decreasing is_strictly_increasing logical_not conj real angle softplus softsign bessel_i0e cumsum cumprod reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_any reduce_all reduce_std reduce_variance reduce_logsumexp argmax argmin count_nonzero zero_fraction l2_normalize cumulative_logsumexp
""".split()
OF_TWO = """
    add subtract multiply divide truediv floordiv floormod mod maximum minimum squared_difference divide_no_nan multiply_no_nan xdivy xlogy xlog1py atan2 equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor nextafter
""".split()
ACTIVATIONS = "relu relu6 elu selu gelu silu leaky_relu softplus softsign tanh sigmoid swish".split()


def special_values(module, dtype):
    """Values at the edges of a dtype."""
    kind = module.as_dtype(dtype)
    if kind.is_floating:
        return module.constant(SPECIAL, kind)
    if kind.is_complex:
        return module.constant([0j, 1j, 1 + 1j, -1 + 0j, 2.5 - 3j], kind)
    if kind.is_integer:
        ends = [kind.max, kind.min] + ([-1, -7] if kind.min < 0 else [])
        return module.constant([*INTEGERS, *ends], kind)
    return module.constant([True, False] if kind == module.bool else ["a", "b"])


# Where TensorFlow's kernels for single dtypes say otherwise than its others, and ours go with these.
LEFT_OUT = {
    "erf float64": "TensorFlow gives NaN for infinity",
    "log_sigmoid bfloat16": "TensorFlow rounds too early",
    "log1p complex64": "TensorFlow gives NaN for -1",
    "log1p complex128": "TensorFlow gives NaN for -1",
    "reciprocal complex64": "TensorFlow gives NaN for 0",
    "reciprocal complex128": "TensorFlow gives NaN for 0",
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", OF_ONE)
def test_special_values(function, dtype, tensorflow, gw):
    if f"{function} {dtype}" in LEFT_OUT:
        pytest.skip(LEFT_OUT[f"{function} {dtype}"])
    expression = f"tf.math.{function}(x)"
    assert_same_values(expression, tensorflow, gw, lambda tf: {"x": special_values(tf, dtype)}, more_kernels=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", ACTIVATIONS)
def test_special_values_of_activations(function, dtype, tensorflow, gw):
    expression = f"tf.nn.{function}(x)"
    assert_same_values(expression, tensorflow, gw, lambda tf: {"x": special_values(tf, dtype)}, more_kernels=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", OF_TWO)
def test_special_pairs(function, dtype, tensorflow, gw):
    def pair(tf):
        values = special_values(tf, dtype).numpy()
        x, y = (side.ravel() for side in np.meshgrid(values, values))
        if np.issubdtype(values.dtype, np.complexfloating) and "div" in function:
            x, y = x[y != 0], y[y != 0]
        if np.issubdtype(values.dtype, np.integer) and ("div" in function or "mod" in function):
            able = (y != 0) & ~((x == np.iinfo(x.dtype).min) & (y.astype(np.float64) == -1))
            x, y = x[able], y[able]
        return {"x": tf.constant(x), "y": tf.constant(y)}

    assert_same_values(f"tf.math.{function}(x, y)", tensorflow, gw, pair, more_kernels=True)


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if "int" in dtype])
@pytest.mark.parametrize("operation", ["x // 0", "x % 0", "x // -x[:1]", "x ** 2", "x ** 0", "-x", "x * x", "x + x"])
def test_overflow_and_division_by_zero(operation, dtype, tensorflow, gw):
    assert_same_values(operation, tensorflow, gw, lambda tf: {"x": special_values(tf, dtype)}, more_kernels=True)


NUMBERS = DTYPES[:15]


@pytest.mark.parametrize("source", NUMBERS)
@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("function", ["cast", "saturate_cast"])
def test_casts(function, source, dtype, tensorflow, gw):
    def values(tf):
        kind, to = tf.as_dtype(source), tf.as_dtype(dtype)
        if kind.is_integer:
            return {"x": special_values(tf, source)}
        small = to.is_integer  # what lies beyond is undefined
        numbers = [0, 1, 2.5, 100] if small and not to.min else [0, -0.5, 1, -1, 2.5, 100, -100] + [1e4] * (not small)
        return {"x": tf.cast(tf.constant(numbers), kind)}

    if function == "saturate_cast" and ("bool" in (source, dtype) or "64" in source + dtype or "32" in source):
        pytest.skip("TensorFlow refuses truth values, and its limits of wide types overflow")
    assert_same_values(f"tf.{function}(x, tf.{dtype})", tensorflow, gw, values, more_kernels=True)


OPERATORS = "+ - * / // % ** < <= > >= == !=".split()  # TensorFlow's bitwise ones fail by accident
OPERANDS = [
    *(f"x[{dtype!r}]" for dtype in ("float32", "float16", "int32", "int64", "uint8", "bool", "complex64", "string")),
    "v",
    *("2 2.5 -3 True None 1j 'a' b'a' [1] [1.0] ['a'] np.ones(1) np.ones(1,np.int32) object()".split()),
]
# NumPy decides where TensorFlow refuses, bytes multiply, and floats that are out of range are told otherwise.
UNEQUAL = {"'a'", "b'a'", "['a']", "np.ones(1)", "np.ones(1,np.int32)", "object()", "1j", "True"}


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_of_mixed_operands(operator, tensorflow, gw):
    """Tensors, variables and Python values on either side give TensorFlow's value or class of exception."""

    def operands(module):
        tensors = {dtype: special_values(module, dtype)[:1] for dtype in DTYPES}
        return {"x": tensors, "v": module.Variable([1.0]), "np": np}

    wrong = []
    for left in OPERANDS[:9]:
        for right in OPERANDS:
            for expression in {f"{left} {operator} {right}", f"{right} {operator} {left}"}:
                if right in UNEQUAL and ("string" in left or "bool" in left or "complex" in left or operator in "==!="):
                    continue
                if "complex" in expression and operator in ("//", "**"):
                    continue  # TensorFlow misses the kernel before it looks at the other operand, or gives NaN
                try:
                    assert_same_values(expression, tensorflow, gw, operands, more_kernels=True)
                except AssertionError as error:
                    wrong.append(f"{expression}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)
