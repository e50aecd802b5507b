"""The table of operators: one row (or more) for each function of the public API, with the inputs to try it on.

`test_op_rules.py` derives the tests from it; `sampling.py` says what a row can hold. A new op needs a row here.
"""

import numpy as np

from op_samples_checkpoint import CHECKPOINT_SAMPLES
from op_samples_composed import MORE_SAMPLES
from op_samples_composite import COMPOSITE_SAMPLES
from op_samples_data import DATA_SAMPLES
from op_samples_files import FILE_SAMPLES
from op_samples_image import IMAGE_SAMPLES
from op_samples_linear_operator import LINEAR_OPERATOR_SAMPLES
from op_samples_lookup import LOOKUP_SAMPLES
from op_samples_math import MATH_SAMPLES
from op_samples_nn import NEURAL_SAMPLES
from op_samples_quantization import QUANTIZATION_SAMPLES
from op_samples_random import RANDOM_SAMPLES
from op_samples_raw import RAW_SAMPLES
from op_samples_signal import SIGNAL_SAMPLES
from op_samples_sparse import SPARSE_SAMPLES, UNCOVERED_SPARSE_OPS
from op_samples_strings import STRING_SAMPLES
from op_samples_summary import SUMMARY_SAMPLES, UNCOVERED_SUMMARY_OPS
from sampling import (
    ANY,
    COMPLEX,
    FLOATS,
    INTS,
    NUMBERS,
    REALS,
    SIGNED,
    UNSIGNED,
    Bad,
    Sample,
    bools,
    distinct,
    fixed,
    index,
    invertible,
    nonzero,
    positive_definite,
    probabilities,
    strings,
    uniform,
)

# fmt: off
# ruff: noqa: E501
# Shapes that an elementwise function is tried on: a vector longer than any SIMD register, a matrix, a scalar, nothing.
EACH = ((37,), (2, 3), (), (0, 3))
# Pairs of shapes that broadcast, and the equal, the scalar and the empty pair.
PAIRS = (
    ((37,), (37,)),
    ((2, 3), (2, 3)),
    ((2, 3), (3,)),
    ((2, 1, 3), (4, 1)),
    ((), ()),
    ((2, 3), ()),
    ((), (5,)),
    ((0, 3), (3,)),
    ((0,), (1,)),
)
BAD_PAIRS = (Bad(shapes=((2, 3), (4,))), Bad(shapes=((2, 2), (3, 2))))

positive = uniform(0.3, 3.0)
unit = uniform(-0.9, 0.9)
above_one = uniform(1.1, 4.0)
flags = bools()


def unary(name, *makers, dtypes=FLOATS, **options):
    """An elementwise function of one tensor."""
    return Sample(name, EACH, dtypes, args=makers or (uniform(),), **options)


def binary(name, *makers, dtypes=NUMBERS, **options):
    """An elementwise function of two tensors that broadcasts."""
    makers = makers or (uniform(), uniform())
    options.setdefault("bad", BAD_PAIRS)
    return Sample(name, PAIRS, dtypes, args=makers, **options)


def reduction(name, maker=None, dtypes=NUMBERS, no_axes=True, **options):
    """A function that combines the elements along axes; `no_axes` tells whether also along none, which keeps them."""
    kwargs = [{}, {"axis": 0}, {"axis": -1, "keepdims": True}, {"axis": [0, 2]}] + [{"axis": []}] * no_axes
    bad = [Bad(kwargs={"axis": 3}), Bad(kwargs={"axis": -4}), Bad(kwargs={"axis": [0, 0]})]
    cases = [(shape, kw) for shape in ((2, 3, 4), (3, 1, 2), (33, 5, 7)) for kw in kwargs]
    cases += [((2, 0, 3), {"axis": 1}), ((2, 0, 3), {"axis": 0}), ((), {}), ((5,), {"axis": -1})]
    # TensorFlow adds floats up one after the other, and so loses more than one bit.
    options = {"bad": bad, "ulp": 32, "half_ulp": 4} | options
    return Sample(name, dtypes=dtypes, cases=cases, args=(maker or uniform(),), **options)


ELEMENTWISE = [
    unary("math.abs", nonzero(), dtypes=(*FLOATS, *SIGNED), numpy=np.abs),
    unary("math.negative", dtypes=(*FLOATS, *SIGNED, *COMPLEX), numpy=np.negative),
    unary("math.sign", nonzero(), dtypes=(*FLOATS, "int32", "int64"), numpy=np.sign),
    unary("math.square", dtypes=(*NUMBERS, *COMPLEX), numpy=np.square),
    unary("math.sqrt", positive, dtypes=(*FLOATS, *COMPLEX), numpy=np.sqrt),
    unary("math.rsqrt", positive),
    unary("math.reciprocal", nonzero()),
    unary("math.reciprocal_no_nan", nonzero(), dtypes=REALS),
    unary("math.exp", dtypes=(*FLOATS, *COMPLEX), numpy=np.exp),
    unary("math.expm1", numpy=np.expm1),
    unary("math.log", positive, dtypes=(*FLOATS, *COMPLEX), numpy=np.log),
    unary("math.log1p", positive, numpy=np.log1p),
    unary("math.log_sigmoid"),
    unary("math.sin", dtypes=(*FLOATS, *COMPLEX), numpy=np.sin),
    unary("math.cos", dtypes=(*FLOATS, *COMPLEX), numpy=np.cos),
    unary("math.tan", unit, numpy=np.tan),
    unary("math.asin", unit, numpy=np.arcsin),
    unary("math.acos", unit, numpy=np.arccos),
    unary("math.atan", numpy=np.arctan),
    unary("math.sinh", numpy=np.sinh),
    unary("math.cosh", numpy=np.cosh),
    unary("math.tanh", ulp=8, dtypes=(*FLOATS, *COMPLEX), numpy=np.tanh),
    unary("math.asinh", numpy=np.arcsinh),
    unary("math.acosh", above_one, numpy=np.arccosh),
    unary("math.atanh", unit, numpy=np.arctanh),
    unary("math.sigmoid"),
    unary("math.erf", half_ulp=4),
    unary("math.erfc", ulp=16, half_ulp=4),
    unary("math.lgamma", above_one, dtypes=REALS, ulp=16, second=False),
    unary("math.digamma", above_one, dtypes=REALS, ulp=64, grad=False),
    unary("math.floor", numpy=np.floor),
    unary("math.ceil", numpy=np.ceil),
    unary("math.rint", dtypes=REALS, numpy=np.rint),
    unary("math.round", dtypes=(*FLOATS, "int32"), numpy=np.round),
    unary("math.is_nan", grad=False),
    unary("math.is_inf", grad=False),
    unary("math.is_finite", grad=False),
    unary("math.logical_not", flags, dtypes=("bool",), numpy=np.logical_not),
    unary("math.conj", dtypes=(*COMPLEX, "float32"), numpy=np.conj),
    unary("math.real", dtypes=(*COMPLEX, "float32"), numpy=np.real),
    unary("math.imag", dtypes=(*COMPLEX, "float32"), numpy=np.imag, grad=False),
    unary("math.angle", dtypes=COMPLEX, numpy=np.angle, second=False),
    unary("math.abs complex", dtypes=COMPLEX, second=False),
    Sample(
        "math.is_nan of special values",
        args=(fixed([np.nan, np.inf, -np.inf, 0.0, 1.0]),),
        shapes=((5,),),
        grad=False,
        dtypes=FLOATS,
    ),
    Sample(
        "math.exp of special values",
        args=(fixed([np.nan, np.inf, -np.inf, 0.0, -0.0, 100.0, -100.0]),),
        shapes=((7,),),
        dtypes=REALS,
        grad=False,
    ),
    Sample(
        "math.log of special values", args=(fixed([np.nan, np.inf, 0.0, -1.0]),), shapes=((4,),), dtypes=REALS, grad=False
    ),
    Sample(
        "math.tanh of large values", args=(fixed([-1e4, -20.0, 20.0, 1e4, 1e-8]),), shapes=((5,),), dtypes=REALS
    ),
    Sample(
        "math.round of halves",
        args=(fixed([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]),),
        shapes=((6,),),
        dtypes=FLOATS,
        numeric=False,
    ),
    binary("math.add", dtypes=(*NUMBERS, *COMPLEX, "uint8", "int8", "int16"), numpy=np.add),
    binary("math.subtract", dtypes=(*NUMBERS, *COMPLEX, "uint8"), numpy=np.subtract),
    binary("math.multiply", dtypes=(*NUMBERS, *COMPLEX, "uint8", "int16"), numpy=np.multiply),
    binary("math.divide", uniform(), nonzero(), half_ulp=4, dtypes=(*NUMBERS, *COMPLEX)),
    binary("math.truediv", uniform(), nonzero(), dtypes=(*FLOATS, "int32", "int8"), half_ulp=4),
    binary("math.floordiv", uniform(-9, 9), nonzero(), dtypes=NUMBERS, numeric=False),
    binary("math.floormod", uniform(-9, 9), nonzero(), dtypes=NUMBERS, numeric=False, ulp=32, half_ulp=16),
    binary("truncatediv", uniform(-9, 9), nonzero(1, 4), dtypes=("int32", "int64")),
    binary("truncatemod", uniform(-9, 9), nonzero(1, 4), dtypes=("int32", "int64")),
    binary("math.divide_no_nan", uniform(), nonzero(), dtypes=REALS),
    binary("math.multiply_no_nan", dtypes=REALS, second=False),
    binary("math.xdivy", uniform(), nonzero(), dtypes=REALS),
    binary("math.xlogy", uniform(), positive, dtypes=REALS),
    binary("math.pow", positive, uniform(), dtypes=FLOATS, ulp=16, half_ulp=4),
    binary("math.pow of integers", uniform(-3, 3), uniform(0, 4), dtypes=("int32", "int64")),
    binary("math.maximum", dtypes=NUMBERS, numpy=np.maximum),
    binary("math.minimum", dtypes=NUMBERS, numpy=np.minimum),
    binary("math.squared_difference", dtypes=NUMBERS),
    binary("math.atan2", nonzero(), nonzero(), dtypes=REALS, numpy=np.arctan2, second=False),
    binary("math.equal", uniform(0, 3), uniform(0, 3), dtypes=(*ANY, "int32"), grad=False),
    binary("math.not_equal", uniform(0, 3), uniform(0, 3), dtypes=(*ANY, "int32"), grad=False),
    binary("math.less", uniform(0, 3), uniform(0, 3), grad=False),
    binary("math.less_equal", uniform(0, 3), uniform(0, 3), grad=False),
    binary("math.greater", uniform(0, 3), uniform(0, 3), grad=False),
    binary("math.greater_equal", uniform(0, 3), uniform(0, 3), grad=False),
    binary("math.equal of strings", *(strings("a", "b", "가"),) * 2, dtypes=("string",), grad=False),
    binary("math.logical_and", flags, flags, dtypes=("bool",)),
    binary("math.logical_or", flags, flags, dtypes=("bool",)),
    binary("math.logical_xor", flags, flags, dtypes=("bool",)),
    binary("bitwise.bitwise_and", *(uniform(-100, 100),) * 2, dtypes=(*SIGNED, *UNSIGNED)),
    binary("bitwise.bitwise_or", *(uniform(-100, 100),) * 2, dtypes=(*SIGNED, *UNSIGNED)),
    binary("bitwise.bitwise_xor", *(uniform(-100, 100),) * 2, dtypes=(*SIGNED, *UNSIGNED)),
    binary("bitwise.left_shift", uniform(-20, 20), uniform(0, 5), dtypes=("int32", "int64", "uint8")),
    binary("bitwise.right_shift", uniform(-99, 99), uniform(0, 5), dtypes=("int32", "int64", "uint8")),
    unary("bitwise.invert", uniform(-100, 100), dtypes=("int32", "int64", "uint8", "int16")),
    Sample(
        "math.floordiv by zero",
        shapes=(((2,), (2,)),),
        dtypes=("int32",),
        args=(uniform(1, 5), nonzero(1, 2)),
        bad=[Bad(values=(np.array([1, 2], np.int32), np.array([0, 1], np.int32)))],
    ),
    Sample(
        "operators of tensors",
        PAIRS[:5],
        ("float32", "float64", "int32"),
        args=(uniform(1, 3), nonzero(1, 3)),
        call=lambda tf, x, y: [x + y, x - y, x * y, x / y, x // y, x % y, -x, abs(y), x < y, x >= y, x + 2, 3 - y, 2 * x],
        numeric=False,
        ulp=8,
    ),
    Sample(
        "operators of powers",
        ((5,),),
        REALS,
        args=(positive,),
        call=lambda tf, x: [x**2, x**0.5, 2.0**x, 1 / x, x**3.0],
        ulp=8,
    ),
    Sample(
        "operators of truth values",
        (((3,), (3,)),),
        ("bool",),
        args=(flags, flags),
        call=lambda tf, x, y: [x & y, x | y, x ^ y, ~x, x == y, x != y],
    ),
    Sample("add_n", (((2, 3), (2, 3), (2, 3)),), NUMBERS, args=(uniform(),) * 3, call=lambda tf, *x: tf.add_n(list(x)),
           bad=[Bad(shapes=((2, 3), (2, 2), (2, 3)))]),
    Sample("math.scalar_mul", (((), (2, 3)),), FLOATS, args=(uniform(), uniform()), hidden_rank=False),
    Sample("clip_by_value", EACH, (*REALS, "int32"), [{"clip_value_min": 0, "clip_value_max": 1}], second=False),
    Sample("clip_by_value of tensors", (((2, 3), (), (3,)),), REALS, args=(uniform(-3, 3), uniform(-2, -1), uniform(1, 2)),
           second=False),
    Sample("clip_by_norm", ((4,), (2, 3)), REALS, [{"clip_norm": 1.0}, {"clip_norm": 1.0, "axes": [0]}], ulp=8),
    Sample("clip_by_global_norm", (((4,), (2, 3)),), REALS, [{"clip_norm": 1.0}], args=(uniform(), uniform()), ulp=8,
           call=lambda tf, a, b, **kw: tf.clip_by_global_norm([a, b], **kw)),
    Sample("linalg.global_norm", (((4,), (2, 3)),), REALS, args=(uniform(), uniform()), ulp=8,
           call=lambda tf, a, b: tf.linalg.global_norm([a, b])),
    Sample("cast to float32", ((2, 3), (), (0,)), (*FLOATS, *INTS, "bool", "uint64"), numeric=False, call=lambda tf, x: tf.cast(x, "float32")),
    Sample("cast to int32", ((2, 3), ()), (*FLOATS, *INTS, "bool"), args=(uniform(-9, 9),), grad=False,
           call=lambda tf, x: tf.cast(x, tf.int32)),
    Sample("cast to float16", ((2, 3),), (*FLOATS, "int32"), call=lambda tf, x: tf.cast(x, tf.float16), numeric=False),
    Sample("cast to bfloat16", ((2, 3),), (*FLOATS, "int32"), call=lambda tf, x: tf.cast(x, tf.bfloat16), numeric=False),
    Sample("cast to bool", ((2, 3),), ("float32", "int32", "uint8"), call=lambda tf, x: tf.cast(x, tf.bool), grad=False),
    Sample("cast to complex64", ((2, 3),), ("float32", "float64", "int32"), call=lambda tf, x: tf.cast(x, tf.complex64),
           grad=False),
    Sample("cast to uint8", ((2, 3),), ("float32", "int32", "int64"), args=(uniform(0, 200),), grad=False,
           call=lambda tf, x: tf.cast(x, tf.uint8)),
    Sample("saturate_cast", ((2, 3),), ("float32", "int32"), args=(uniform(-500, 500),), grad=False,
           call=lambda tf, x: tf.saturate_cast(x, tf.uint8)),
    Sample("bitcast", ((2, 4),), ("float32", "int32"), [{"type": lambda tf: tf.int32}], grad=False),
    Sample("complex", (((2, 3), (2, 3)), ((), ())), REALS, args=(uniform(), uniform()), numeric=False),
    Sample("identity", EACH, (*ANY, "float64")),
    Sample("identity of strings", ((2, 3),), ("string",), args=(strings("a", "bc"),), call=lambda tf, x: tf.identity(x)),
    Sample("stop_gradient", EACH, ("float32", "float64", "int32"), numeric=False),
    Sample("grad_pass_through", ((3,),), REALS, call=lambda tf, x: tf.grad_pass_through(tf.floor)(x), numeric=False),
    Sample("debugging.check_numerics", ((2, 3),), FLOATS, [{"message": "bad"}], second=False,
           bad=[Bad(values=(np.array([1.0, np.nan], np.float32),)), Bad(values=(np.array([np.inf], np.float32),))]),
    Sample("ensure_shape", ((2, 3),), REALS, [{"shape": [None, 3]}, {"shape": [2, 3]}],
           bad=[Bad(kwargs={"shape": [3, 3]}), Bad(kwargs={"shape": [None]})]),
]

REDUCTIONS = [
    reduction("reduce_sum", dtypes=(*NUMBERS, *COMPLEX, "uint8"), half_ulp=32),
    reduction("reduce_mean", dtypes=(*FLOATS, "int32", "int64"), half_ulp=32),
    reduction("reduce_max", distinct(), dtypes=(*NUMBERS, "uint8"), second=False),
    reduction("reduce_min", distinct(), dtypes=(*NUMBERS, "uint8"), second=False),
    reduction("reduce_prod", nonzero(0.7, 1.4), dtypes=(*REALS, "int32", "int64"), ulp=64),
    reduction("reduce_any", flags, dtypes=("bool",)),
    reduction("reduce_all", flags, dtypes=("bool",)),
    reduction("reduce_logsumexp", dtypes=REALS, no_axes=False),
    reduction("math.reduce_variance", dtypes=REALS, ulp=64),
    reduction("math.reduce_std", dtypes=REALS, no_axes=False, ulp=64, second=False, numeric=False),
    reduction("math.reduce_euclidean_norm", dtypes=REALS, ulp=16, second=False),
    Sample("math.count_nonzero", ((2, 3, 4), (), (0, 2)), ("float32", "int32", "bool"),
           args=(uniform(0, 2),), grad=False),
    Sample("math.count_nonzero along an axis", ((2, 3, 4),), ("float32", "int32"), [{"axis": 0}, {"axis": [0, 2]}],
           args=(uniform(0, 2),), grad=False),
    Sample("math.reduce_max of ties", ((2, 2),), ("float32",), args=(fixed([[1.0, 1.0], [0.0, 1.0]]),),
           call=lambda tf, x: tf.reduce_max(x, axis=0), second=False),
    Sample("argmax", ((2, 3, 4), (5, 1)), (*NUMBERS, "uint8"), [{}, {"axis": 1}, {"axis": -1, "output_type": "int32"}],
           args=(distinct(),), grad=False,
           call=lambda tf, x, output_type="int64", **kw: tf.argmax(x, output_type=tf.as_dtype(output_type), **kw),
           bad=[Bad(kwargs={"axis": 3}), Bad(shapes=(0, 3), kwargs={"axis": 0})]),
    Sample("argmin", ((2, 3, 4),), NUMBERS, [{}, {"axis": 1}, {"axis": -2}], args=(distinct(),), grad=False),
    Sample("argmax of ties", ((2, 4),), ("float32", "int32"), [{"axis": 1}], args=(fixed([[1, 3, 3, 0], [2, 2, 2, 2]]),),
           grad=False, call=lambda tf, x, **kw: [tf.argmax(x, **kw), tf.argmin(x, **kw)]),
    Sample("cumsum", ((5,), (2, 3, 4), (0, 3)), NUMBERS, [{}, {"exclusive": True}, {"reverse": True}, {"axis": -1}],
           ulp=8, half_ulp=8, bad=[Bad(kwargs={"axis": 4})]),
    Sample("math.cumprod", ((5,), (2, 3, 4)), (*REALS, "int32"), [{}, {"exclusive": True}, {"reverse": True}, {"axis": -1}],
           args=(nonzero(0.7, 1.4),), ulp=32, second=False),
    Sample("math.cumulative_logsumexp", ((5,), (2, 3)), REALS, [{}, {"axis": -1}, {"reverse": True}], ulp=32, second=False),
    Sample("math.segment_sum", (((6, 2), (6,)),), NUMBERS, args=(uniform(), fixed([0, 0, 1, 1, 1, 3], "int32")),
           known_shape=False, second=False),
    Sample("math.segment_mean", (((6, 2), (6,)),), REALS, args=(uniform(), fixed([0, 0, 1, 1, 1, 3], "int32")),
           known_shape=False, second=False),
    Sample("math.segment_max", (((6, 2), (6,)),), REALS, args=(distinct(), fixed([0, 0, 1, 1, 1, 3], "int32")),
           known_shape=False, second=False),
    Sample("math.segment_min", (((6, 2), (6,)),), REALS, args=(distinct(), fixed([0, 0, 1, 1, 1, 3], "int32")),
           known_shape=False, second=False),
    Sample("math.segment_prod", (((6, 2), (6,)),), REALS, args=(nonzero(), fixed([0, 0, 1, 1, 1, 2], "int32")),
           known_shape=False, grad=False),
    *(
        Sample(f"math.unsorted_segment_{name}", (((6, 2), (6,)), ((6,), (6,))), dtypes, [{"num_segments": 4}],
               args=(maker, fixed([3, 0, 1, 0, -1, 1], "int32")), second=False, ulp=8)
        for name, maker, dtypes in (
            ("sum", uniform(), NUMBERS),
            ("mean", uniform(), REALS),
            ("max", distinct(), REALS),
            ("min", distinct(), REALS),
            ("prod", nonzero(), REALS),
            ("sqrt_n", uniform(), REALS),
        )
    ),
    Sample("math.bincount", ((8,), (0,)), ("int32",), [{}, {"minlength": 7}, {"maxlength": 3}], args=(uniform(0, 5),),
           known_shape=False, hidden_rank=False, grad=False),
    Sample("histogram_fixed_width", ((20,),), ("float32", "int32"), [{"value_range": [0, 4], "nbins": 4}], grad=False,
           args=(uniform(0, 5),), call=lambda tf, x, value_range, **kw: tf.histogram_fixed_width(
               x, tf.cast(value_range, x.dtype), **kw)),
    Sample("norm", ((2, 3), (4,)), REALS, [{}, {"ord": 1}, {"ord": np.inf}, {"axis": -1}, {"axis": 0, "keepdims": True}],
           args=(nonzero(),), ulp=8, second=False),
    Sample("math.l2_normalize", ((2, 3), (4,)), REALS, [{}, {"axis": -1}], ulp=16),
    Sample("math.top_k", ((2, 5),), (*REALS, "int32"), [{"k": 3}, {"k": 1}, {"k": 0}], args=(distinct(),), second=False,
           bad=[Bad(kwargs={"k": 6}), Bad(shapes=(), kwargs={"k": 1})]),
    Sample("math.top_k of ties", ((5,),), ("float32", "int32"), [{"k": 4}], args=(fixed([1, 3, 3, 0, 3]),), grad=False,
           call=lambda tf, x, **kw: tf.math.top_k(x, **kw)),
    Sample("math.in_top_k", (((4,), (4, 5)),), ("float32",), [{"k": 2}], args=(index(5), distinct()), grad=False),
    Sample("math.accumulate_n", (((2, 3), (2, 3)),), REALS, args=(uniform(), uniform()),
           call=lambda tf, *x: tf.math.accumulate_n(list(x))),
    Sample("math.confusion_matrix", (((8,), (8,)),), ("int32",), [{}, {"num_classes": 5}], args=(index(4), index(4)),
           known_shape=False, grad=False, hidden_rank=False),
]

ARRAYS = [
    Sample("reshape", ((2, 6), (12,)), (*ANY, "float64"), [{"shape": [3, 4]}, {"shape": [-1, 2, 2]}, {"shape": [-1]}],
           bad=[Bad(kwargs={"shape": [5, 2]}), Bad(kwargs={"shape": [-1, -1]}), Bad(kwargs={"shape": [-1, 5]})]),
    Sample("reshape of one or no element", dtypes=REALS, cases=[((), {"shape": [1, 1]}), ((1,), {"shape": []}),
                                                                ((0, 3), {"shape": [3, 0]})]),
    Sample("reshape to a tensor's shape", (((2, 3), (2,)),), REALS, args=(uniform(), fixed([3, 2], "int32")), known_shape=False),
    Sample("reshape of strings", ((2, 2),), ("string",), [{"shape": [4]}], args=(strings("a", "b"),)),
    Sample("transpose", ((2, 3, 4), (2, 3), (5,), ()), (*ANY, "float64")),
    Sample("transpose with perm", dtypes=(*ANY, "float64"), cases=[
        ((2, 3, 4), {"perm": [2, 0, 1]}), ((2, 3, 4), {"perm": [0, 2, 1]}), ((2, 0, 4), {"perm": [1, 0, 2]}),
        ((2, 3, 4, 5), {"perm": [0, 3, 1, 2]}), ((33, 17), {"perm": [1, 0]}), ((1, 5), {"perm": [1, 0]}),
    ], bad=[Bad(kwargs={"perm": [0, 1]}), Bad(kwargs={"perm": [0, 1, 1]}), Bad(kwargs={"perm": [0, 1, 3]})]),
    Sample("transpose with conjugate", ((2, 3),), COMPLEX, [{"conjugate": True}]),
    Sample("concat", dtypes=(*ANY, "float64"), args=(uniform(),) * 2, call=lambda tf, a, b, **kw: tf.concat([a, b], **kw),
           cases=[(((2, 3), (2, 3)), {"axis": 0}), (((2, 3), (2, 1)), {"axis": 1}), (((2, 3), (2, 4)), {"axis": -1}),
                  (((0, 3), (2, 3)), {"axis": 0}), (((3,), (2,)), {"axis": 0}), (((2, 3, 4), (2, 3, 4)), {"axis": 1})],
           bad=[Bad(shapes=((2, 3), (2, 4))), Bad(kwargs={"axis": 2}), Bad(shapes=((2,), (2, 2))), Bad(shapes=((), ()))]),
    Sample("concat of strings", (((2,), (1,)),), ("string",), args=(strings("a", "bc"),) * 2,
           call=lambda tf, a, b: tf.concat([a, b], 0)),
    Sample("concat of one", ((2, 3),), REALS, call=lambda tf, a: tf.concat([a], 0)),
    Sample("stack", dtypes=(*ANY, "float64"), args=(uniform(),) * 2, call=lambda tf, a, b, **kw: tf.stack([a, b], **kw),
           cases=[(((2, 3), (2, 3)), {}), (((2, 3), (2, 3)), {"axis": 1}), (((2, 3), (2, 3)), {"axis": -1}),
                  (((), ()), {}), (((0,), (0,)), {})], bad=[Bad(shapes=((2, 3), (2, 4))), Bad(kwargs={"axis": 3})]),
    Sample("unstack", ((2, 3, 4), (3, 1, 2)), (*ANY, "float64"), [{}, {"axis": 1}, {"axis": -1}], hidden_dims=False,
           bad=[Bad(kwargs={"axis": 3}), Bad(shapes=())]),
    Sample("split", ((4, 6),), (*ANY, "float64"), [
        {"num_or_size_splits": 2}, {"num_or_size_splits": 3, "axis": 1}, {"num_or_size_splits": [1, 3]},
        {"num_or_size_splits": [2, -1, 1], "axis": -1}],
        bad=[Bad(kwargs={"num_or_size_splits": 3}), Bad(kwargs={"num_or_size_splits": [1, 2]}),
             Bad(kwargs={"num_or_size_splits": 2, "axis": 2})]),
    Sample("tile", ((2, 3), (0, 3)), (*ANY, "float64"), [{"multiples": [2, 1]}, {"multiples": [1, 3]}, {"multiples": [0, 2]}],
           bad=[Bad(kwargs={"multiples": [2]}), Bad(kwargs={"multiples": [-1, 2]})]),
    Sample("pad", ((2, 3),), (*ANY, "float64"), [{"paddings": [[1, 0], [2, 1]]}, {"paddings": [[0, 0], [0, 0]]}],
           bad=[Bad(kwargs={"paddings": [[1, 1]]}), Bad(kwargs={"paddings": [[-1, 0], [0, 0]]})]),
    Sample("pad with a value", ((2, 3),), NUMBERS, [{"paddings": [[1, 0], [2, 1]], "constant_values": 7}]),
    Sample("pad by mirroring", ((3, 4),), NUMBERS, [
        {"paddings": [[1, 2], [2, 1]], "mode": "REFLECT"}, {"paddings": [[1, 2], [2, 1]], "mode": "SYMMETRIC"}],
        bad=[Bad(kwargs={"paddings": [[3, 0], [0, 0]], "mode": "REFLECT"}),
             Bad(kwargs={"paddings": [[1, 0], [0, 0]], "mode": "WRAP"})]),
    Sample("gather", dtypes=(*ANY, "float64"), args=(uniform(), index(3)), cases=[
        (((3, 4), (2,)), {}), (((3, 4), ()), {}), (((3, 4), (2, 2)), {}), (((2, 3, 4), (5,)), {"axis": 1}),
        (((4, 3), (2, 2)), {"axis": -1}), (((2, 3, 4), (2, 2)), {"axis": 1, "batch_dims": 1}), (((3, 4), (0,)), {})],
        second=False, bad=[Bad(values=(np.zeros([3, 4], np.float32), [3])), Bad(values=(np.zeros([3], np.float32), [-1]))]),
    Sample("gather of strings", (((3,), (4,)),), ("string",), args=(strings("a", "b"), index(3))),
    Sample("gather_nd", dtypes=(*NUMBERS, "bool"), args=(uniform(), index(2)), cases=[
        (((2, 3), (4, 2)), {}), (((2, 3), (4, 1)), {}), (((2, 2, 3), (3, 2)), {}), (((2, 2), (5, 0)), {})],
        second=False, tensorflow_fails=["gradient_against_differences", "gradient_in_function"], bad=[Bad(values=(np.zeros([2, 3], np.float32), [[5, 0]])), Bad(shapes=((2,), (3, 2)))]),
    Sample("gather_nd in batches", (((2, 2, 3), (2, 1, 1)),), NUMBERS, [{"batch_dims": 1}], args=(uniform(), index(2)), second=False,
           hidden_rank=False),
    Sample("scatter_nd", dtypes=NUMBERS, args=(index(4), uniform()), cases=[
        (((3, 1), (3,)), {"shape": [4]}), (((3, 1), (3, 2)), {"shape": [4, 2]}), (((2, 2), (2,)), {"shape": [4, 4]})],
        second=False, bad=[Bad(values=([[4]], np.ones(1, np.float32)), kwargs={"shape": [4]})]),
    *(
        Sample(f"tensor_scatter_nd_{name}", dtypes=NUMBERS, args=(uniform(), fixed([[4], [0], [2]], "int32"), uniform()),
               cases=[(((5,), (3, 1), (3,)), {}), (((5, 2), (3, 1), (3, 2)), {})], second=False, grad=name[0] != "m",
               bad=[Bad(shapes=((3,), (3, 1), (3,))), Bad(shapes=((5,), (3, 1), (2,)))])
        for name in ("update", "add", "sub", "max", "min")
    ),
    Sample("where", dtypes=(*ANY, "float64"), args=(flags, uniform(), uniform()), shapes=(
        ((2, 3), (2, 3), (2, 3)), ((3,), (2, 3), ()), ((), (2,), (2,)), ((2, 1), (1, 3), (2, 3)), ((0,), (0,), (1,))),
        bad=[Bad(shapes=((2,), (3,), (3,)))], second=False),
    Sample("where of truth values", ((2, 3), (5,), (0,)), ("bool",), args=(flags,), known_shape=False, hidden_rank=False),
    Sample("boolean_mask", dtypes=("float32", "float64", "int32"), args=(uniform(), fixed([True, False, True], "bool")), cases=[
        (((3, 2), (3,)), {}), (((3,), (3,)), {}), (((2, 3), (3,)), {"axis": 1})], known_shape=False, second=False,
        hidden_rank=False, call=lambda tf, x, m, **kw: tf.boolean_mask(x, m, **kw)),
    Sample("one_hot", ((4,), (2, 2), ()), ("int32", "int64", "uint8"), [
        {"depth": 3}, {"depth": 5, "on_value": 2.0, "off_value": -1.0}, {"depth": 3, "axis": 0}, {"depth": 0},
        {"depth": 3, "dtype": "int32"}], args=(uniform(0, 4),), grad=False,
        call=lambda tf, x, dtype=None, **kw: tf.one_hot(x, dtype=dtype and tf.as_dtype(dtype), **kw),
        bad=[Bad(kwargs={"depth": -1}), Bad(kwargs={"depth": 3, "axis": 3})]),
    Sample("slice", ((3, 4),), (*ANY, "float64"), [
        {"begin": [1, 0], "size": [2, 2]}, {"begin": [0, 2], "size": [-1, -1]}, {"begin": [3, 4], "size": [0, 0]}],
        bad=[Bad(kwargs={"begin": [2, 0], "size": [2, 1]}), Bad(kwargs={"begin": [-1, 0], "size": [1, 1]}),
             Bad(kwargs={"begin": [1], "size": [1]})]),
    Sample("strided_slice", ((4, 5),), (*ANY, "float64"), [
        {"begin": [1, 0], "end": [4, 5], "strides": [2, 2]}, {"begin": [3, 4], "end": [0, 0], "strides": [-1, -2]},
        {"begin": [1], "end": [2]}, {"begin": [0, 1], "end": [1, 2], "shrink_axis_mask": 1},
        {"begin": [1, 1], "end": [3, 3], "begin_mask": 1, "end_mask": 2}],
        bad=[Bad(kwargs={"begin": [0], "end": [2], "strides": [0]}), Bad(kwargs={"begin": [0, 0, 0], "end": [1, 1, 1]})]),
    Sample("indexing", ((4, 5, 2),), (*ANY, "float64"), call=lambda tf, x: [
        x[0], x[-1], x[1:3], x[::2], x[:, 1], x[..., 0], x[1, ..., 1], x[:, tf.newaxis, 2:], x[::-1, 1:4:2], x[3:1:-1, None],
        x[2, 3, 1], x[4:, :0], x[tf.constant(1)], x[tf.constant(1) : tf.constant(3)]], hidden_rank=False,
        bad=[Bad(shapes=(4, 3, 2)), Bad(shapes=(4, 5))]),
    Sample("reverse", ((2, 3, 4), (0, 2, 1)), (*ANY, "float64"), [{"axis": [0]}, {"axis": [-1, 1]}, {"axis": []}],
           bad=[Bad(kwargs={"axis": [3]}), Bad(kwargs={"axis": [0, 0]})], tensorflow_fails=["empty_and_scalar_inputs"]),
    Sample("reverse_sequence", (((3, 4), (3,)),), REALS, [{"seq_axis": 1, "batch_axis": 0}],
           args=(uniform(), fixed([4, 2, 0], "int32"))),
    Sample("roll", ((2, 5),), (*NUMBERS, "bool"), [{"shift": 2, "axis": 1}, {"shift": -1, "axis": 0}, {"shift": [1, 7], "axis": [0, 1]}]),
    Sample("expand_dims", ((2, 3), (), (0,)), (*ANY, "float64"), [{"axis": 0}, {"axis": -1}], bad=[Bad(kwargs={"axis": 3})]),
    Sample("squeeze", dtypes=(*ANY, "float64"), cases=[
        ((1, 2, 1), {}), ((1, 2, 1), {"axis": 0}), ((1, 2, 1), {"axis": [-1]}), ((2, 3), {}), ((1, 1), {}), ((1, 0), {"axis": 0})],
        known_shape=True, bad=[Bad(shapes=(2, 3), kwargs={"axis": 0}), Bad(kwargs={"axis": 5})]),
    Sample("broadcast_to", ((3,), (1, 3), ()), (*ANY, "float64"), [{"shape": [2, 3]}, {"shape": [4, 2, 3]}],
           bad=[Bad(shapes=(4,)), Bad(kwargs={"shape": []})]),
    Sample("zeros_like", ((2, 3), (), (0,)), (*ANY, "float64"), numeric=False),
    Sample("zeros_like with a dtype", ((2, 3),), ("float32", "int32"), [{"dtype": lambda tf: tf.int64}], grad=False),
    Sample("ones_like", ((2, 3), (), (0,)), (*ANY, "float64"), numeric=False),
    Sample("zeros", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"shape": [2, 3]}, {"shape": []}, {"shape": [0, 2], "dtype": lambda tf: tf.int32}, {"shape": (2,), "dtype": lambda tf: tf.bool},
        {"shape": [2], "dtype": lambda tf: tf.string}, {"shape": [2], "dtype": lambda tf: tf.complex64}],
        bad=[Bad(kwargs={"shape": [-1]}), Bad(kwargs={"shape": [2.5]})]),
    Sample("ones", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"shape": [2, 3]}, {"shape": []}, {"shape": [3], "dtype": lambda tf: tf.bfloat16}, {"shape": [2], "dtype": lambda tf: tf.bool}]),
    Sample("fill", (((2,), ()),), (*ANY, "float64"), args=(fixed([2, 3], "int32"), uniform()), known_shape=False,
           bad=[Bad(values=([-1], np.float32(1))), Bad(values=([2], np.ones(2, np.float32))), Bad(values=([[2]], np.float32(1)))]),
    Sample("eye", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"num_rows": 3}, {"num_rows": 2, "num_columns": 4}, {"num_rows": 2, "batch_shape": [3]}, {"num_rows": 0},
        {"num_rows": 2, "dtype": lambda tf: tf.int32}]),
    Sample("range", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"start": 5}, {"start": 2, "limit": 9, "delta": 3}, {"start": 3, "limit": 0, "delta": -1}, {"start": 5, "limit": 5},
        {"start": 0.0, "limit": 1.0, "delta": 0.25}, {"start": 3, "dtype": lambda tf: tf.int64}, {"start": 0, "limit": 3, "delta": 0.5}],
        bad=[Bad(kwargs={"start": 0, "limit": 3, "delta": 0}), Bad(kwargs={"start": 0, "limit": 3, "delta": -1})]),
    Sample("range of tensors", (((), ()),), ("int32", "int64", "float32"), args=(uniform(0, 2), uniform(4, 7)), grad=False,
           known_shape=False, call=lambda tf, a, b: tf.range(a, b)),
    Sample("linspace", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"start": 0.0, "stop": 1.0, "num": 5}, {"start": -1.0, "stop": 1.0, "num": 1}, {"start": [0.0, 1.0], "stop": [2.0, 5.0], "num": 3},
        {"start": [0.0, 1.0], "stop": [2.0, 5.0], "num": 3, "axis": 1}], known_shape=False),
    Sample("meshgrid", (((2,), (3,)),), (*REALS, "int32"), [{}, {"indexing": "ij"}], args=(uniform(),) * 2, more_dtypes=True),
    Sample("shape", ((2, 3), (), (0,)), ("float32", "int32"), [{}, {"out_type": lambda tf: tf.int64}], grad=False),
    Sample("shape_n", (((2, 3), (4,)),), ("float32",), args=(uniform(),) * 2, call=lambda tf, a, b: tf.shape_n([a, b]), grad=False),
    Sample("size", ((2, 3), (), (0, 2)), ("float32", "int32"), [{}, {"out_type": lambda tf: tf.int64}], grad=False),
    Sample("rank", ((2, 3), ()), ("float32", "int32"), grad=False),
    Sample("broadcast_dynamic_shape", (((2,), (1,)),), ("int32",), args=(fixed([2, 1], "int32"), fixed([3], "int32"))),
    Sample("sort", ((5,), (2, 4), (0,)), (*REALS, "int32", "int64", "float16"), [{}, {"direction": "DESCENDING"}, {"axis": 0}],
           args=(distinct(),), second=False, tensorflow_fails=["gradient_against_differences", "gradient_in_function"], bad=[Bad(kwargs={"direction": "UP"}), Bad(kwargs={"axis": 2})]),
    Sample("argsort", ((5,), (2, 4)), (*REALS, "int32", "int64"), [{}, {"direction": "DESCENDING"}, {"axis": 0}],
           args=(distinct(),), grad=False),
    Sample("argsort of ties", ((6,),), ("float32", "int32"), [{}, {"stable": True}], args=(fixed([2, 1, 2, 1, 0, 2]),), grad=False,
           call=lambda tf, x, **kw: tf.argsort(x, **kw)),
    Sample("searchsorted", (((2, 4), (2, 3)),), (*REALS, "int32"), [{}, {"side": "right"}, {"out_type": lambda tf: tf.int64}],
           args=(fixed([[0, 1, 1, 3], [1, 2, 3, 4]]), uniform(-1, 5)), grad=False),
    Sample("unique", ((7,), (0,)), ("int32", "float32", "int64"), [{}, {"out_idx": lambda tf: tf.int64}], args=(uniform(0, 3),),
           known_shape=False, grad=False, bad=[Bad(shapes=(2, 2))]),
    Sample("unique_with_counts", ((7,),), ("int32", "int64"), args=(uniform(0, 3),), known_shape=False, grad=False),
    Sample("unique of strings", ((6,),), ("string",), args=(strings("a", "b", "c"),), known_shape=False),
    Sample("repeat", dtypes=(*REALS, "int32"), cases=[
        ((3,), {"repeats": 2}), ((3,), {"repeats": [1, 0, 2], "axis": 0}), ((2, 3), {"repeats": 2, "axis": 1}),
        ((2, 3), {"repeats": [1, 2], "axis": 0})], known_shape=False, second=False,
        tensorflow_fails=["function_with_hidden_shapes"]),
    Sample("sequence_mask", ((3,), ()), ("int32", "int64"), [{"maxlen": 4}, {}, {"maxlen": 3, "dtype": lambda tf: tf.float32}],
           args=(uniform(0, 4),), known_shape=False, grad=False, hidden_rank=False),
    Sample("dynamic_partition", (((5, 2), (5,)),), (*REALS, "int32"), [{"num_partitions": 3}],
           args=(uniform(), fixed([0, 2, 0, 1, 2], "int32")), known_shape=False, second=False),
    Sample("dynamic_stitch", (((2, 2), (3, 2)),), (*REALS, "int32"), args=(uniform(), uniform()), second=False,
           call=lambda tf, a, b: tf.dynamic_stitch([[0, 3], [1, 2, 4]], [a, b])),
    Sample("space_to_batch", ((1, 2, 4, 1),), ("float32",), [{"block_shape": [2, 2], "paddings": [[0, 0], [0, 0]]}], second=False),
    Sample("batch_to_space", ((4, 1, 2, 1),), ("float32",), [{"block_shape": [2, 2], "crops": [[0, 0], [0, 0]]}], second=False),
    Sample("nn.space_to_depth", ((1, 2, 4, 3),), ("float32",), [{"block_size": 2}], second=False),
    Sample("nn.depth_to_space", ((1, 1, 2, 12),), ("float32",), [{"block_size": 2}], second=False),
    Sample("unravel_index", ((4,),), ("int32", "int64"), args=(uniform(0, 11),), grad=False,
           call=lambda tf, x: tf.unravel_index(x, tf.cast([3, 4], x.dtype))),
    Sample("math.invert_permutation", ((4,),), ("int32",), args=(fixed([2, 0, 3, 1], "int32"),), grad=False),
    Sample("constant", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"value": 1.5}, {"value": 3}, {"value": [[1, 2], [3, 4]]}, {"value": [1, 2], "dtype": lambda tf: tf.float64},
        {"value": "text"}, {"value": [b"a", b"bc"]}, {"value": True}, {"value": 1 + 2j}, {"value": 0, "shape": [2, 2]},
        {"value": [1, 2, 3, 4], "shape": (2, 2)}, {"value": []}, {"value": [1, 2.5]}, {"value": 2**40}],
        bad=[Bad(kwargs={"value": [[1], [1, 2]]}), Bad(kwargs={"value": "a", "dtype": lambda tf: tf.int32}),
             Bad(kwargs={"value": 1.5, "dtype": lambda tf: tf.int32}), Bad(kwargs={"value": [1, 2, 3], "shape": [2]}),
             Bad(kwargs={"value": [1, "a"]}), Bad(kwargs={"value": None}),
             Bad(kwargs={"value": 2**70})]),
    Sample("convert_to_tensor", args=(), shapes=((),), dtypes=("float32",), kwargs=[
        {"value": 1.5}, {"value": [1, 2]}, {"value": np.arange(3)}, {"value": [[1.0], [2.0]], "dtype": lambda tf: tf.float16},
        {"value": np.ones([2, 2], np.float32)}, {"value": 3, "dtype_hint": lambda tf: tf.float32}],
        bad=[Bad(kwargs={"value": object()}), Bad(kwargs={"value": {"a": 1}}), Bad(kwargs={"value": [None]})]),
]

LINEAR_ALGEBRA = [
    Sample("linalg.matmul", dtypes=(*NUMBERS, *COMPLEX), args=(uniform(), uniform()), ulp=64, half_ulp=8, cases=[
        (((2, 3), (3, 4)), {}), (((3, 2), (3, 4)), {"transpose_a": True}), (((2, 3), (4, 3)), {"transpose_b": True}),
        (((3, 2), (4, 3)), {"transpose_a": True, "transpose_b": True}), (((5, 2, 3), (5, 3, 4)), {}), (((2, 3), (5, 3, 4)), {}),
        (((2, 1, 2, 3), (4, 3, 2)), {}), (((2, 0), (0, 3)), {}), (((0, 3), (3, 2)), {}), (((33, 65), (65, 17)), {})],
        bad=[Bad(shapes=((2, 3), (2, 3))), Bad(shapes=((3,), (3, 2))), Bad(shapes=((2, 2, 3), (3, 3, 2))), Bad(shapes=((), ()))]),
    Sample("linalg.matmul with adjoints", (((3, 2), (3, 4)),), COMPLEX, [{"adjoint_a": True}], args=(uniform(), uniform()), ulp=16),
    Sample("linalg.matvec", (((2, 3), (3,)), ((4, 2, 3), (4, 3))), REALS, args=(uniform(), uniform()), ulp=16),
    Sample("operators of matrices", (((2, 3), (3, 2)),), REALS, args=(uniform(), uniform()), call=lambda tf, a, b: a @ b, ulp=16),
    Sample("tensordot", dtypes=(*REALS, "int32"), args=(uniform(), uniform()), ulp=16, cases=[
        (((2, 3), (3, 4)), {"axes": 1}), (((2, 3, 4), (4, 3, 5)), {"axes": [[1, 2], [1, 0]]}), (((2,), (3,)), {"axes": 0}),
        (((2, 3), (2, 3)), {"axes": 2})], bad=[Bad(shapes=((2, 3), (2, 3)), kwargs={"axes": 1})]),
    Sample("einsum", dtypes=(*REALS, "complex64"), args=(uniform(), uniform()), ulp=16, hidden_rank=False, cases=[
        (((2, 3), (3, 4)), {"equation": "ij,jk->ik"}), (((2, 3), (2, 3)), {"equation": "ij,ij->"}),
        (((5, 2, 3), (5, 3, 4)), {"equation": "bij,bjk->bik"}), (((2,), (3,)), {"equation": "i,j->ij"}),
        (((2, 3), (3, 2)), {"equation": "ij,jk"}), (((5, 2, 3), (3, 4)), {"equation": "...ij,jk->...ik"}),
        (((2, 3, 4, 5), (2, 3, 6, 5)), {"equation": "bhqd,bhkd->bhqk"})],
        call=lambda tf, a, b, equation: tf.einsum(equation, a, b),
        bad=[Bad(shapes=((2, 3), (2, 4))), Bad(kwargs={"equation": "ij->i"}), Bad(kwargs={"equation": "i,jk->ik"})]),
    Sample("einsum of one", dtypes=REALS, hidden_rank=False, cases=[
        ((3, 3), {"equation": "ii->"}), ((2, 3), {"equation": "ij->ji"}), ((2, 3), {"equation": "ij->j"}), ((3, 3), {"equation": "ii->i"})],
        call=lambda tf, a, equation: tf.einsum(equation, a), tensorflow_fails=["empty_and_scalar_inputs"]),
    Sample("linalg.diag", ((3,), (2, 3)), (*NUMBERS, "bool"), [{}, {"k": 1}], second=False, more_dtypes=True, tensorflow_fails=["function_with_hidden_shapes", "static_shapes_are_as_exact_as_tensorflows"]),
    Sample("linalg.diag_part", ((3, 3), (2, 3, 4)), NUMBERS, [{}, {"k": 1}], second=False, more_dtypes=True),
    Sample("linalg.set_diag", (((3, 3), (3,)), ((2, 3, 4), (2, 3))), REALS, args=(uniform(), uniform()), second=False),
    Sample("linalg.tensor_diag", ((3,), (2, 2)), REALS, second=False),
    Sample("linalg.tensor_diag_part", ((3, 3), (2, 2, 2, 2)), REALS, second=False, tensorflow_fails=["empty_and_scalar_inputs"]),
    Sample("linalg.band_part", ((4, 4), (2, 3, 4)), NUMBERS, [{"num_lower": 1, "num_upper": 0}, {"num_lower": -1, "num_upper": 1}]),
    Sample("linalg.trace", ((3, 3), (2, 3, 4)), (*REALS, "int32"), second=False),
    Sample("linalg.matrix_transpose", ((2, 3), (4, 2, 3)), (*ANY, "float64")),
    Sample("linalg.adjoint", ((2, 3),), COMPLEX),
    Sample("linalg.inv", ((3, 3), (2, 3, 3), (0, 0)), REALS, args=(invertible(),), ulp=256,
           bad=[Bad(shapes=(2, 3)), Bad(values=(np.zeros([2, 2], np.float32),)), Bad(shapes=(3,))]),
    Sample("linalg.det", ((3, 3), (2, 3, 3)), REALS, args=(invertible(),), ulp=256, second=False),
    Sample("linalg.slogdet", ((3, 3),), REALS, args=(invertible(),), ulp=256, second=False),
    Sample("linalg.solve", (((3, 3), (3, 2)), ((2, 3, 3), (2, 3, 1))), REALS, args=(invertible(), uniform()), ulp=256, second=False,
           bad=[Bad(shapes=((3, 3), (2, 2))), Bad(values=(np.zeros([2, 2], np.float32), np.ones([2, 1], np.float32)))]),
    Sample("linalg.triangular_solve", (((3, 3), (3, 2)),), REALS, [{}, {"lower": False}, {"adjoint": True}], ulp=256,
           args=(invertible(), uniform()), second=False),
    Sample("linalg.cholesky", ((3, 3), (2, 3, 3)), REALS, args=(positive_definite(),), ulp=256, second=False, numeric=False,
           bad=[Bad(shapes=(2, 3))]),
    Sample("linalg.qr", ((4, 3), (3, 4)), REALS, args=(uniform(),), ulp=512, grad=False),
    Sample("linalg.svd", ((4, 3),), REALS, [{"compute_uv": False}], ulp=512, second=False, numeric=False),
    Sample("linalg.svd put together", ((4, 3), (3, 4)), REALS, ulp=1024, grad=False, call=lambda tf, x: (
        lambda s, u, v: [s, u @ tf.linalg.diag(s) @ tf.linalg.matrix_transpose(v)])(*tf.linalg.svd(x))),
    Sample("linalg.eigh put together", ((3, 3),), REALS, args=(positive_definite(),), ulp=1024, grad=False, call=lambda tf, x: (
        lambda e, v: [e, v @ tf.linalg.diag(e) @ tf.linalg.matrix_transpose(v)])(*tf.linalg.eigh(x))),
    Sample("linalg.cross", (((3,), (3,)), ((2, 3), (2, 3))), REALS, args=(uniform(), uniform())),
    Sample("linalg.lstsq", (((4, 2), (4, 1)),), REALS, args=(uniform(), uniform()), ulp=1024, second=False, numeric=False),
    Sample("linalg.expm", ((3, 3),), REALS, args=(unit,), ulp=256, grad=False),
    Sample("linalg.logdet", ((3, 3),), REALS, args=(positive_definite(),), ulp=256, second=False, numeric=False),
    Sample("linalg.normalize", ((2, 3),), REALS, [{}, {"axis": 0}], ulp=16, second=False),
    Sample("linalg.pinv", ((4, 3),), REALS, ulp=1024, grad=False),
    Sample("linalg.lu", ((3, 3), (2, 4, 4), (0, 0)), (*REALS, *COMPLEX), [{}, {"output_idx_type": lambda tf: tf.int64}], args=(invertible(),), ulp=256, grad=False,
           bad=[Bad(shapes=(2, 3)), Bad(values=(np.zeros([2, 2], np.float32),))]),
    Sample("linalg.eigvals of symmetric matrices", ((3, 3),), (*REALS, *COMPLEX), args=(positive_definite(),), ulp=1024, grad=False,
           call=lambda tf, x: tf.sort(tf.math.real(tf.linalg.eigvals(x))), bad=[Bad(shapes=(2, 3))]),
    Sample("linalg.eig put together", ((3, 3), (2, 4, 4)), (*REALS, *COMPLEX), args=(invertible(),), ulp=4096, grad=False, call=lambda tf, x: (
        lambda e, v: [v @ tf.linalg.diag(e) @ tf.linalg.inv(v), tf.math.abs(tf.linalg.norm(v, axis=-2))])(*tf.linalg.eig(x))),
    Sample("linalg.eig", ((2, 2),), (*REALS, *COMPLEX), args=(fixed([[2.0, 1.0], [0.0, 5.0]]),), ulp=256, grad=False),
    Sample("linalg.sqrtm", ((3, 3), (2, 3, 3), (0, 0)), (*REALS, *COMPLEX), args=(positive_definite(),), ulp=1024, second=False, numeric=False, bad=[Bad(shapes=(2, 3))]),
    Sample("linalg.logm", ((3, 3), (2, 3, 3)), COMPLEX, args=(positive_definite(),), ulp=4096, grad=False, bad=[Bad(shapes=(2, 3)), Bad(dtypes=["float32"])]),
]

NEURAL = [
    unary("nn.relu", nonzero(), dtypes=(*FLOATS, "int32", "int64")),
    unary("nn.relu6", nonzero(0.5, 9), dtypes=(*FLOATS, "int32")),
    unary("nn.leaky_relu", nonzero()),
    unary("nn.leaky_relu with alpha", nonzero(), kwargs=[{"alpha": 0.3}]),
    unary("nn.elu", nonzero()),
    unary("nn.selu", nonzero()),
    unary("nn.gelu", half_ulp=8, ulp=8),
    unary("nn.gelu approximated", kwargs=[{"approximate": True}], half_ulp=8, ulp=32),
    unary("nn.silu", ulp=8, half_ulp=4),
    unary("nn.softplus", half_ulp=4),
    unary("nn.softsign"),
    unary("nn.sigmoid"),
    unary("nn.tanh", ulp=8),
    Sample("nn.crelu", ((2, 3),), REALS, args=(nonzero(),)),
    Sample("nn.softmax", ((3, 5), (0, 4), (2, 1), (2, 3, 4), (7,), (3, 40)), FLOATS, [{}, {"axis": 0}], ulp=32, half_ulp=12,
           bad=[Bad(kwargs={"axis": 3})], tensorflow_fails=["function_with_hidden_shapes"]),
    Sample("nn.softmax of large logits", ((2, 3),), REALS, args=(fixed([[1e4, 0, -1e4], [-1e30, -1e30, 1.0]]),)),
    Sample("nn.log_softmax", ((3, 5), (0, 4), (2, 3, 4)), FLOATS, [{}, {"axis": 0}], ulp=32, half_ulp=12, tensorflow_fails=["function_with_hidden_shapes"]),
    Sample("nn.l2_loss", ((2, 3), (), (0,)), FLOATS, ulp=8, half_ulp=8),
    Sample("nn.softmax_cross_entropy_with_logits", (((3, 5), (3, 5)), ((2, 3, 4), (2, 3, 4)), ((0, 4), (0, 4))), FLOATS, ulp=16,
           half_ulp=16, numeric_second=False, args=(probabilities(), uniform()), call=lambda tf, a, b, **kw: tf.nn.softmax_cross_entropy_with_logits(a, b, **kw)),
    Sample("nn.sparse_softmax_cross_entropy_with_logits", (((3,), (3, 5)), ((2, 3), (2, 3, 5))), FLOATS, ulp=16, half_ulp=16,
           args=(index(5), uniform()), bad=[Bad(shapes=((2,), (3, 5))), Bad(shapes=((3, 5), (3, 5)))]),
    Sample("nn.sigmoid_cross_entropy_with_logits", (((3, 5), (3, 5)), ((), ())), FLOATS, args=(uniform(0, 1), uniform()), ulp=16,
           half_ulp=16, bad=[Bad(shapes=((2,), (3,)))]),
    Sample("nn.weighted_cross_entropy_with_logits", (((3, 5), (3, 5)),), REALS, [{"pos_weight": 2.0}], args=(uniform(0, 1), uniform()),
           ulp=16),
    Sample("nn.log_poisson_loss", (((4,), (4,)),), REALS, args=(positive, uniform()), ulp=16),
    Sample("nn.bias_add", dtypes=(*FLOATS, "int32"), args=(uniform(), uniform()), cases=[
        (((2, 3), (3,)), {}), (((2, 4, 4, 3), (3,)), {}), (((2, 3, 4, 4), (3,)), {"data_format": "NCHW"})], half_ulp=8, ulp=8,
        bad=[Bad(shapes=((2, 3), (2,))), Bad(shapes=((3,), (3,))), Bad(shapes=((2, 3), (1, 3)))]),
    Sample("nn.conv2d", dtypes=REALS, args=(uniform(), uniform()), ulp=64, cases=[
        (((2, 5, 6, 3), (3, 3, 3, 4)), {"strides": 1, "padding": "SAME"}), (((2, 5, 6, 3), (3, 2, 3, 4)), {"strides": [1, 2, 2, 1], "padding": "VALID"}),
        (((1, 6, 6, 2), (3, 3, 2, 2)), {"strides": 1, "padding": "SAME", "dilations": 2}), (((1, 4, 4, 2), (1, 1, 2, 3)), {"strides": 1, "padding": "SAME"}),
        (((1, 4, 4, 2), (3, 3, 2, 1)), {"strides": 1, "padding": [[0, 0], [1, 2], [2, 1], [0, 0]]}),
        (((1, 7, 5, 1), (2, 3, 1, 2)), {"strides": [1, 3, 2, 1], "padding": "SAME"})],
        bad=[Bad(shapes=((2, 5, 6, 3), (3, 3, 2, 4))),
             Bad(kwargs={"strides": 1, "padding": "NONE"})], hidden_rank=False, second=False, tensorflow_fails=["gradient_against_differences"]),
    Sample("nn.conv1d", (((2, 6, 3), (3, 3, 4)),), REALS, [{"stride": 1, "padding": "SAME"}, {"stride": 2, "padding": "VALID"}],
           args=(uniform(), uniform()), ulp=64, hidden_rank=False, second=False),
    Sample("nn.conv2d_transpose", (((1, 3, 3, 2), (3, 3, 4, 2)),), REALS, [
        {"output_shape": [1, 6, 6, 4], "strides": 2, "padding": "SAME"}, {"output_shape": [1, 5, 5, 4], "strides": 1, "padding": "VALID"}],
        args=(uniform(), uniform()), ulp=64, hidden_rank=False, second=False),
    Sample("nn.depthwise_conv2d", (((2, 5, 5, 3), (3, 3, 3, 2)),), REALS, [
        {"strides": [1, 1, 1, 1], "padding": "SAME"}, {"strides": [1, 2, 2, 1], "padding": "VALID"}],
        args=(uniform(), uniform()), ulp=64, hidden_rank=False, second=False),
    Sample("nn.separable_conv2d", (((1, 5, 5, 2), (3, 3, 2, 2), (1, 1, 4, 3)),), ("float32",), [{"strides": [1, 1, 1, 1], "padding": "SAME"}],
           args=(uniform(),) * 3, ulp=64, half_ulp=4, hidden_rank=False, second=False),
    Sample("nn.max_pool2d", ((2, 5, 6, 3),), (*REALS, "int32"), [
        {"ksize": 2, "strides": 2, "padding": "SAME"}, {"ksize": [3, 2], "strides": 1, "padding": "VALID"}, {"ksize": 3, "strides": 2, "padding": "VALID"}],
        args=(distinct(),), hidden_rank=False, second=False, bad=[Bad(shapes=(5, 6)), Bad(kwargs={"ksize": 0, "strides": 1, "padding": "SAME"})]),
    Sample("nn.avg_pool2d", ((2, 5, 6, 3),), REALS, [
        {"ksize": 2, "strides": 2, "padding": "SAME"}, {"ksize": [3, 2], "strides": 1, "padding": "VALID"}], ulp=8, hidden_rank=False, second=False),
    Sample("nn.max_pool1d", ((2, 6, 3),), REALS, [{"ksize": 2, "strides": 2, "padding": "SAME"}], args=(distinct(),), hidden_rank=False, second=False),
    Sample("nn.avg_pool1d", ((2, 6, 3),), REALS, [{"ksize": 2, "strides": 2, "padding": "SAME"}], hidden_rank=False, second=False),
    Sample("nn.moments", ((4, 3), (2, 3, 3, 2)), FLOATS, [{"axes": [0]}, {"axes": [0, 1], "keepdims": True}], ulp=32, half_ulp=8,
           numeric_second=False),
    Sample("nn.batch_normalization", (((4, 3), (3,), (3,), (3,), (3,)),), FLOATS, [{"variance_epsilon": 1e-3}],
           args=(uniform(), uniform(), positive, uniform(), positive), ulp=32, half_ulp=16),
    Sample("nn.local_response_normalization", ((1, 2, 2, 6),), ("float32",), [{}, {"depth_radius": 2, "alpha": 0.5}], ulp=32, second=False),
    Sample("nn.embedding_lookup", (((5, 3), (4,)), ((5, 3), (2, 2))), REALS, args=(uniform(), index(5)), second=False),
    Sample("nn.dropout of nothing", ((2, 3),), REALS, [{"rate": 0.0}], call=lambda tf, x, rate: tf.nn.dropout(x, rate)),
    Sample("nn.dropout", ((20, 5),), ("float32",), [{"rate": 0.4}], stateful=True, grad=False, before=lambda tf: tf.random.set_seed(5),
           bad=[Bad(kwargs={"rate": 1.0}), Bad(kwargs={"rate": -0.1})]),
    Sample("nn.zero_fraction", ((7,),), ("float32", "int32"), args=(uniform(0, 2),), grad=False),
    Sample("nn.normalize_moments", (((), (3,), (3,)),), ("float32",), args=(fixed(5.0), uniform(), positive),
           call=lambda tf, n, m, v: tf.nn.normalize_moments(n, m, v, None), ulp=16, second=False),
    Sample("image.resize", ((1, 4, 4, 2), (3, 5, 1)), ("float32",), [
        {"size": [2, 2]}, {"size": [7, 5]}, {"size": [8, 8], "method": "nearest"}], ulp=16, second=False, hidden_rank=False),
    Sample("image.flip_left_right", ((2, 3, 1), (2, 2, 3, 1)), REALS, hidden_rank=False),
    Sample("image.adjust_contrast", ((3, 3, 2),), ("float32",), [{"contrast_factor": 1.5}], ulp=16, grad=False),
    Sample("image.convert_image_dtype", ((3, 3, 1),), ("uint8", "float32"), [{"dtype": lambda tf: tf.float32}], args=(uniform(0, 1),), grad=False),
    Sample("signal.fft", ((8,), (2, 6)), COMPLEX, ulp=64, second=False),
    Sample("signal.ifft", ((8,),), COMPLEX, ulp=64, second=False),
    Sample("signal.rfft", ((8,), (2, 7)), REALS, ulp=64, second=False, grad=False),
    Sample("quantization.fake_quant_with_min_max_args", ((5,),), ("float32",), [{"min": -1.0, "max": 1.0}], numeric=False, second=False),
]

SAMPLES = [*ELEMENTWISE, *REDUCTIONS, *ARRAYS, *LINEAR_ALGEBRA, *NEURAL, *STRING_SAMPLES,
    *SUMMARY_SAMPLES, *RANDOM_SAMPLES, *RAW_SAMPLES, *MATH_SAMPLES, *DATA_SAMPLES, *FILE_SAMPLES, *COMPOSITE_SAMPLES, *SPARSE_SAMPLES, *LOOKUP_SAMPLES, *NEURAL_SAMPLES, *SIGNAL_SAMPLES, *QUANTIZATION_SAMPLES, *LINEAR_OPERATOR_SAMPLES, *IMAGE_SAMPLES, *CHECKPOINT_SAMPLES, *MORE_SAMPLES]

# Ops that no row can hold, and why, or which test checks them instead.
UNCOVERED_OPS: dict[str, str] = {
    **{
        f"Batch{kind}FFT{rank}": "TensorFlow has no kernel of it on a CPU; test_parity_signal.py compares it with FFT"
        for kind in ("", "I")
        for rank in ("", "2D", "3D")
    },
    **{
        name: "works on an object that others make; test_parity_graph_frames.py"
        for name in (
            "ControlTrigger", "StackCloseV2", "StackPopV2", "StackPushV2", "StackV2", "TensorArrayCloseV3",
            "TensorArrayConcatV3", "TensorArrayGatherV3", "TensorArrayGradV3", "TensorArrayGradWithShape",
            "TensorArrayReadV3", "TensorArrayScatterV3", "TensorArraySizeV3", "TensorArraySplitV3", "TensorArrayV3",
            "TensorArrayWriteV3",
        )
    },
    **{
        name: "does not run eagerly, needs files, or ends the process; test_parity_seldom_used_ops.py"
        for name in (
            "Abort", "Barrier", "BarrierClose", "BarrierIncompleteSize", "BarrierInsertMany", "BarrierReadySize",
            "BarrierTakeMany", "FileSystemSetConfiguration", "GenerateVocabRemapping", "ImmutableConst",
            "LoadAndRemapMatrix", "Restore", "RestoreSlice", "Save", "SaveSlices", "SparseAccumulatorApplyGradient",
            "SparseAccumulatorTakeGradient", "SparseConditionalAccumulator",
        )
    },
    "CTCLossV2": "TensorFlow has no kernel of it on a CPU; its kernel is that of CTCLoss",
    "GenerateBoundingBoxProposals": "TensorFlow has no kernel of it on a CPU; tests_py/parity/test_parity_image.py",
    "MaxPoolGradGradWithArgmax": "TensorFlow has no kernel of it on a CPU",
    **{f"Segment{name}V2": "TensorFlow has no kernel of it on a CPU" for name in ("Sum", "Prod", "Max", "Min")},
    **{
        f"{kind}FFTND": "TensorFlow has no kernel of it on a CPU; test_parity_signal.py compares it with NumPy"
        for kind in ("", "I", "R", "IR")
    },
    **UNCOVERED_SPARSE_OPS,
    **UNCOVERED_SUMMARY_OPS,
    "StatefulStandardNormal": "TensorFlow has withdrawn it; its kernel is that of StatefulStandardNormalV2",
    "TileGrad": "TensorFlow refuses to run it; Tile's gradient is made of sums",
    "TopK": "TensorFlow refuses to run it; its kernel is that of TopKV2",
    **{f"_{name}": "for eager calls on large tensors only; test_parity_one_pass.py compares" for name in ("Gelu", "Moments", "ScaleShift", "SortRows")},
    "_FusedElementwise": "made by a pass on the way to a program; test_passes_change_nothing compares with and without",
    "_FusedAssign": "made by a pass on the way to a program; test_function_fused.py compares with and without",
    "_AddToSlice": "made by a pass on the way to a program; test_function_slice_sums.py compares with and without",
    "_BiasedConv2D": "made by a pass on the way to a program; test_function_fused.py compares with and without",
    "_BiasedMatMul": "made by a pass on the way to a program; test_function_joined.py compares with and without",
    "_NormalizeRows": "made by a pass on the way to a program; test_function_joined.py compares with and without",
    "_AddMatMul": "made by a pass on the way to a program; test_function_joined.py compares with and without",
    "_ReadVariablesOp": "made by a pass; TensorFlow does not let Python call it",
}
