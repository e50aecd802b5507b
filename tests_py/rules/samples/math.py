"""Rows for sums by segment, counting, and the older elementwise ops, which public functions reach rarely or never."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from support.sampling import COMPLEX, NUMBERS, REALS, Bad, Maker, Sample, bools, distinct, fixed, nonzero, uniform

sorted_ids = fixed([0, 0, 1, 1, 1, 3], "int32")
chosen = fixed([5, 4, 4, 0, 1, 2], "int32")
low = Maker(lambda rng, shape, name: np.full(shape, -1), None)
high = Maker(lambda rng, shape, name: np.full(shape, 1), None)

SEGMENTS = [
    *(
        Sample(f"sparse.segment_{name}", (((6, 2), (6,), (6,)), ((6,), (6,), (6,))), REALS, [{}, {"num_segments": 6}],
               args=(uniform(), chosen, sorted_ids), known_shape=False, second=False, ulp=8, half_ulp=4,
               bad=[Bad(shapes=((3, 2), (6,), (6,))), Bad(kwargs={"num_segments": 2})])
        for name in ("sum", "mean", "sqrt_n")
    ),
    Sample("sparse.segment_sum of integers", (((6, 2), (6,), (6,)),), ("int32", "int64"), args=(uniform(), chosen, sorted_ids),
           call=lambda tf, *a: tf.sparse.segment_sum(*a), known_shape=False, grad=False),
    Sample("math.segment_sum with bad ids", (((3,), (3,)),), ("float32",), args=(uniform(), fixed([0, 1, 1], "int32")), known_shape=False,
           second=False, bad=[Bad(values=(np.ones(3, np.float32), np.array(ids, np.int32))) for ids in ([0, 2, 1], [-1, 0, 1], [[0, 1, 2]], [0, 1])]),
    Sample("math.unsorted_segment_sum with bad ids", (((3,), (3,)),), ("float32",), [{"num_segments": 2}], second=False,
           args=(uniform(), fixed([0, 1, 1], "int32")), bad=[Bad(values=(np.ones(3, np.float32), np.array([0, 5, 1], np.int32))),
                                                             Bad(values=(np.ones(3, np.float32), np.array([0, 1], np.int32)))]),
    *(
        Sample(f"math.unsorted_segment_{name} of matrices of ids", (((2, 3, 4), (2, 3)),), ("float32", "float64"), [{"num_segments": 3}],
               args=(maker, fixed([[2, 0, -1], [2, 2, 0]], "int32")), second=False, ulp=8)
        for name, maker in (("sum", uniform()), ("mean", uniform()), ("max", distinct()), ("prod", nonzero()))
    ),
    Sample("math.unsorted_segment_prod of zeros", (((5,), (5,)),), ("float32", "float64"), [{"num_segments": 3}], numeric=False,
           args=(fixed([0.0, 2.0, 0.0, 0.0, 3.0]), fixed([0, 0, 1, 1, 2], "int32")), second=False),
]

COUNTS = [
    raw("Bincount", "arr", ((8,), (2, 3), (0,)), ("int32",), [{"size": 4}, {"size": 0}], args=(uniform(0, 6),), grad=False,
        given={"weights": np.array([], np.float32)}, bad=[Bad(kwargs={"size": -1}), Bad(values=(np.array([-1, 2], np.int32),))]),
    raw("Bincount", "arr weights", [((8,), (8,))], ("float32", "int64"), [{"size": 4}], args=(uniform(0, 6, "int32"), uniform()), grad=False,
        label=" with weights", bad=[Bad(shapes=((8,), (3,)))]),
    raw("SparseBincount", "values", ((3,),), ("int32", "int64"), [{"size": 4}], args=(uniform(0, 6),), grad=False, known_shape=False,
        given={"indices": np.array([[0, 0], [0, 1], [1, 0]]), "dense_shape": np.array([2, 2]), "weights": np.array([], np.float32)}),
    raw("RaggedBincount", "values", ((5,),), ("int32", "int64"), [{"size": 4}], args=(uniform(0, 6),), grad=False, known_shape=False,
        given={"splits": np.array([0, 2, 2, 5]), "weights": np.array([], np.float32)}),
    Sample("math.bincount of rows", ((2, 5),), ("int32", "int64"), [{"axis": -1}, {"axis": -1, "binary_output": True}, {"axis": 0}],
           args=(uniform(0, 5),), known_shape=False, hidden_rank=False, grad=False),
    raw("Bucketize", "input", ((20,), ()), (*REALS, "int32", "int64"), [{"boundaries": [-1.0, 0.0, 1.5]}, {"boundaries": []}], grad=False,
        bad=[Bad(kwargs={"boundaries": [1.0, 0.0]})]),
    raw("LinSpace", "start stop", [((), ())], REALS, [{"num": 5}, {"num": 1}], args=(uniform(), uniform()), grad=False,
        bad=[Bad(kwargs={"num": 0})]),
    Sample("histogram_fixed_width_bins", ((20,),), REALS, [{"value_range": [0, 4], "nbins": 4}], grad=False,
           args=(uniform(-1, 5),), call=lambda tf, x, value_range, **kw: tf.histogram_fixed_width_bins(x, tf.cast(value_range, x.dtype), **kw)),
]

CHOICES = [
    raw("Select", "condition x y", [((2, 3), (2, 3), (2, 3)), ((2,), (2, 3), (2, 3)), ((), (2, 3), (2, 3)), ((0,), (0,), (0,))], (*NUMBERS, "bool", "complex64"),
        args=(bools(), uniform(), uniform()), numeric=False, hidden_rank=False, bad=[Bad(shapes=((2, 3), (2, 3), (3,))), Bad(shapes=((3,), (2, 3), (2, 3)))]),
    raw("ClipByValue", "t clip_value_min clip_value_max", [((2, 3), (), ()), ((2, 3), (2, 3), (2, 3))], ("float32", "float64", "int32"), args=(uniform(-3, 3), low, high),
        second=False, numeric=False),
    Sample("where of numbers", ((2, 3), (5,)), ("float32", "int32", "complex64"), args=(uniform(-1, 1),), known_shape=False, hidden_rank=False, grad=False,
           call=lambda tf, x: tf.where(x)),
    Sample("where of strings", ((3,),), ("string",), args=(bools(),), call=lambda tf, c: tf.where(c, ["a", "b", "c"], "d"), grad=False),
]

INTEGERS = [
    raw("TruncateDiv", "x y", [((2, 3), (2, 3)), ((9,), ())], ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        args=(uniform(-9, 9), nonzero(1, 4)), grad=False),
    raw("FloorMod", "x y", [((2, 3), (2, 3)), ((), (9,))], ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        args=(uniform(-9, 9), nonzero(1, 4)), grad=False),
    raw("FloorDiv", "x y", [((70,), (70,)), ((70,), ()), ((), (70,))], ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        args=(uniform(-120, 120), nonzero(1, 40)), grad=False),
    Sample("math.floormod of wide integers", ((4,),), ("int64",), args=(fixed([2**62, -(2**62), 2**53 + 1, -7], "int64"),), grad=False,
           call=lambda tf, x: [x % 1000003, x // 1000003, x % -7, x // -7]),
    Sample("math.abs of the least integer", ((1,),), ("int32", "int8"), args=(fixed([-128]),), grad=False),
    Sample("bitwise.left_shift beyond the width", ((5,),), ("int32", "int8", "uint16"), args=(fixed([1, 3, 5, 1, 1]),), grad=False,
           call=lambda tf, x: [tf.bitwise.left_shift(x, tf.constant([1, 9, 40, 100, 0], x.dtype)), tf.bitwise.right_shift(x, tf.constant([1, 9, 40, 100, 0], x.dtype))]),
]

EDGES = [
    Sample("maximum of NaN", ((6,),), REALS, args=(fixed([np.nan, 1.0, -0.0, 0.0, np.inf, -np.inf]),), grad=False,
           call=lambda tf, x: [tf.maximum(x, x[::-1]), tf.minimum(x, x[::-1]), tf.reduce_max(x), tf.reduce_min(x[1:]), tf.argmax(x), tf.argmin(x)]),
    Sample("division of special values", (((9,), (9,)),), REALS, args=(fixed([-1.0, 1.0, 5.0, -5.0, np.inf, 5.0, -7.0, 7.0, 0.0]), fixed([0.0, 0.0, np.inf, np.inf, 2.0, -0.0, 2.0, -2.0, 0.0])),
           grad=False, call=lambda tf, x, y: [tf.realdiv(x, y), x // y, tf.math.divide_no_nan(x, y), tf.math.xdivy(x, y), tf.math.atan2(x, y)]),
    Sample("powers of special values", (((8,), (8,)),), REALS, args=(fixed([-8.0, 2.0, 0.0, -2.0, 0.0, 1.0, -1.0, 0.5]), fixed([1 / 3, 0.5, 0.0, 3.0, -1.0, np.nan, 4.0, np.inf])),
           grad=False, call=lambda tf, x, y: x**y),
    *(
        Sample(f"{name} of many elements", ((3000,), (130, 33)), ("float32",), args=(maker,), second=False, ulp=8, grad=False,
               call=lambda tf, x, name=name: getattr(tf.math, name)(x))
        for name, maker in (("exp", uniform(-90, 90)), ("log", uniform(0, 1e4)), ("tanh", uniform(-9, 9)), ("erf", uniform(-4, 4)), ("sin", uniform(-1e3, 1e3)),
                            ("sigmoid", uniform(-80, 80)), ("expm1", uniform(-1e-3, 1e-3)), ("log1p", uniform(-1e-3, 1e-3)))
    ),
    *(
        Sample(f"{name} by broadcasting", (((5, 7, 3), (3,)), ((5, 7, 3), (7, 1)), ((60, 1), (1, 66)), ((4, 1, 6, 1), (5, 1, 3)), ((1000, 3), (1000, 1))), dtypes,
               args=(uniform(), nonzero(1, 3)), second=False, numeric=False, call=lambda tf, x, y, name=name: getattr(tf, name)(x, y))
        for name, dtypes in (("add", (*NUMBERS, "int8", "complex64")), ("less", NUMBERS), ("maximum", NUMBERS))
    ),
    *(
        Sample(f"{name} of many elements along axes", ((40, 3000), (3000, 40), (7, 30, 40), (2, 70000)), ("float32", "int32", "bfloat16"), [{"axis": 0}, {"axis": 1}, {}],
               args=(uniform(),), call=lambda tf, x, name=name, **kw: getattr(tf, name)(x, **kw), grad=False, ulp=4096, half_ulp=256)
        for name in ("reduce_sum", "reduce_max")
    ),
    Sample("argmax along long axes", ((40, 3000), (3000, 40)), ("float32", "int32", "float16"), [{"axis": 0}, {"axis": 1}], args=(distinct(),), grad=False,
           call=lambda tf, x, **kw: [tf.argmax(x, **kw), tf.argmin(x, **kw)]),
    Sample("cumsum of many elements", ((3000,), (40, 300), (140000,)), ("float32", "float64", "int32"), args=(uniform(),), grad=False, ulp=20000,
           call=lambda tf, x: [tf.cumsum(x, -1), tf.cumsum(x, 0, reverse=True), tf.cumsum(x, -1, exclusive=True, reverse=True)]),
    Sample("complex functions", ((40,),), COMPLEX, args=(uniform(0.2, 2),), second=False, ulp=16,
           call=lambda tf, x: [getattr(tf.math, n)(x) for n in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "asin", "acos", "atan", "expm1", "log1p", "sqrt", "rsqrt", "reciprocal", "sigmoid", "sign")]),
]

MATH_SAMPLES = [*SEGMENTS, *COUNTS, *CHOICES, *INTEGERS, *EDGES]
