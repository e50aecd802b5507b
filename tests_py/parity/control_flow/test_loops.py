"""tf.TensorArray, tf.map_fn, tf.scan, tf.foldl, tf.py_function and tf.numpy_function do what TensorFlow's do."""

import numpy as np
import pytest

from support.one_line_cases import check

# ruff: noqa: E501, E731, E701, E702, F841, B023 - tables of cases, a line each


def cases(tf):
    """A function without arguments for each name; those with "eager" in a pair are not run inside functions."""
    found = {}
    x = tf.constant([1.0, 2.0])
    v = tf.Variable([3.0, 4.0])
    c = tf.constant
    x = c([1.0, 2.0, 3.0])
    m = c([[1.0, 2.0], [3.0, 4.0]])
    TA = tf.TensorArray
    found["ta_basic"] = lambda: TA(tf.float32, 3).write(0, 1.0).write(1, 2.0).write(2, 3.0).stack()
    found["ta_unwritten"] = lambda: TA(tf.float32, 3).write(0, 1.0).stack()
    found["ta_unwritten_unknown"] = lambda: TA(tf.float32, 3).stack()
    found["ta_unwritten_elshape"] = lambda: TA(tf.float32, 2, element_shape=[2]).stack()
    found["ta_read_unwritten"] = lambda: TA(tf.float32, 2).read(0)
    found["ta_read_unwritten_elshape"] = lambda: TA(tf.float32, 2, element_shape=[2]).read(0)
    found["ta_read_twice"] = lambda: (lambda a: [a.read(0), a.read(0)])(TA(tf.float32, 2).unstack(x[:2]))
    found["ta_read_twice_ok"] = lambda: (lambda a: [a.read(0), a.read(0)])(
        TA(tf.float32, 2, clear_after_read=False).unstack(x[:2])
    )
    found["ta_oob_write"] = lambda: TA(tf.float32, 2).write(5, 1.0).stack()
    found["ta_dyn"] = lambda: TA(tf.float32, 0, dynamic_size=True).write(2, 1.0).stack()
    found["ta_dyn_size"] = lambda: TA(tf.float32, 0, dynamic_size=True).write(2, 1.0).size()
    found["ta_neg"] = lambda: TA(tf.float32, 2).write(-1, 1.0).stack()
    found["ta_dtype"] = lambda: TA(tf.float32, 2).write(0, 1).stack()
    found["ta_dtype_bad"] = lambda: TA(tf.int32, 2).write(0, 1.5).stack()
    found["ta_dtype_tensor_bad"] = lambda: TA(tf.int32, 2).write(0, c(1.5)).stack()
    found["ta_shape_mism"] = lambda: TA(tf.float32, 2).write(0, [1.0]).write(1, [1.0, 2.0]).concat()
    found["ta_infer_false"] = lambda: TA(tf.float32, 2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).concat()
    found["ta_elshape_mism"] = lambda: TA(tf.float32, 2, element_shape=[3]).write(0, [1.0]).stack()
    found["ta_gather"] = lambda: TA(tf.float32, 3).unstack(x).gather([2, 0])
    found["ta_gather_oob"] = lambda: TA(tf.float32, 3).unstack(x).gather([7])
    found["ta_concat"] = lambda: TA(tf.float32, 2).unstack(m).concat()
    found["ta_concat_one"] = lambda: TA(tf.float32, 1).write(0, x[:2]).concat()
    found["ta_concat_scalar"] = lambda: TA(tf.float32, 3).unstack(x).concat()
    found["ta_split"] = lambda: (lambda a: [a.read(0), a.read(1)])(
        TA(tf.float32, 2, infer_shape=False).split(x, [1, 2])
    )
    found["ta_split_infer"] = lambda: (lambda a: [a.read(0), a.read(1)])(TA(tf.float32, 2).split(x, [1, 2]))
    found["ta_split_bad_len"] = lambda: TA(tf.float32, 2, infer_shape=False).split(x, [1, 1]).concat()
    found["ta_split_bad_n"] = lambda: TA(tf.float32, 2, infer_shape=False).split(x, [1, 1, 1]).concat()
    found["ta_scatter"] = lambda: TA(tf.float32, 4).scatter([3, 1], m).stack()
    found["ta_scatter_dyn"] = lambda: TA(tf.float32, 0, dynamic_size=True).scatter([3, 1], m).stack()
    found["ta_scatter_oob"] = lambda: TA(tf.float32, 2).scatter([3, 1], m).stack()
    found["ta_unstack_more"] = lambda: TA(tf.float32, 2).unstack(x).stack()
    found["ta_unstack_less"] = lambda: TA(tf.float32, 5).unstack(x).stack()
    found["ta_unstack_dyn"] = lambda: TA(tf.float32, 0, dynamic_size=True).unstack(x).write(4, 9.0).stack()
    found["ta_size"] = lambda: [TA(tf.float32, 3).size(), TA(tf.float32, c(3)).size()]
    found["ta_no_size"] = lambda: TA(tf.float32).size()
    found["ta_identity"] = lambda: TA(tf.float32, 3).unstack(x).identity().stack()
    found["ta_props"] = lambda: (lambda a: [a.dtype.name, a.dynamic_size, str(a.element_shape), a.handle is None])(
        TA(tf.float32, 3).unstack(x)
    )
    found["ta_props2"] = lambda: (lambda a: [a.dtype.name, a.dynamic_size, str(a.element_shape)])(
        TA(tf.float32, 3, dynamic_size=True, element_shape=[None, 2])
    )
    found["ta_close"] = lambda: TA(tf.float32, 3).unstack(x).close()
    found["ta_names"] = lambda: (
        TA(tf.float32, 3, tensor_array_name="a", name="b", colocate_with_first_write_call=False)
        .unstack(x, name="u")
        .stack(name="s")
    )
    found["ta_grad"] = lambda: TA(tf.float32, 3).unstack(x).grad("s")
    found["ta_handle"] = lambda: TA(tf.float32, 3, handle=c(1))
    found["ta_string"] = lambda: TA(tf.string, 2).write(0, "a").stack()
    found["ta_bool"] = lambda: TA(tf.bool, 2).write(0, True).stack()
    found["ta_var"] = lambda: (
        TA(tf.float32, 2).unstack(tf.Variable([1.0, 2.0])).stack() if tf.executing_eagerly() else c(0)
    )
    found["ta_overwrite"] = lambda: TA(tf.float32, 1).write(0, 1.0).write(0, 2.0).stack()
    found["ta_tensor_idx"] = lambda: TA(tf.float32, 2).write(c(0), 1.0).write(c(1, tf.int64), 2.0).stack()
    found["ta_partial_elshape"] = lambda: (
        TA(tf.float32, 2, element_shape=[None]).write(0, [1.0]).write(1, [2.0, 3.0]).concat()
    )
    found["ta_size_0_stack"] = lambda: TA(tf.float32, 0, element_shape=[2]).stack()
    found["ta_size_0_stack_u"] = lambda: TA(tf.float32, 0).stack()
    found["ta_size_0_concat"] = lambda: TA(tf.float32, 0, element_shape=[2]).concat()
    found["ta_flow"] = lambda: TA(tf.float32, 1).flow.dtype.name

    def tag(f):
        def r():
            with tf.GradientTape() as tp:
                tp.watch(x)
                y = f(x)
            return tp.gradient(y, x)

        return r

    found["g_stack"] = tag(lambda x: tf.reduce_sum(TA(tf.float32, 3).unstack(x * x).stack() ** 2))
    found["g_gather"] = tag(lambda x: TA(tf.float32, 3, clear_after_read=False).unstack(x * x).gather([2, 2, 0]))
    found["g_read"] = tag(
        lambda x: (lambda a: a.read(1) * a.read(1) * a.read(0))(
            TA(tf.float32, 3, clear_after_read=False).unstack(x * x)
        )
    )
    found["g_scatter"] = tag(
        lambda x: TA(tf.float32, 5, element_shape=[]).scatter([4, 0, 2], x * x).stack() * c([1.0, 2.0, 3.0, 4.0, 5.0])
    )
    found["g_concat"] = tag(
        lambda x: (
            TA(tf.float32, 2, infer_shape=False).write(0, x * x).write(1, x[:1] * 3).concat() * c([1.0, 2.0, 3.0, 4.0])
        )
    )
    found["g_split"] = tag(
        lambda x: (lambda a: tf.reduce_sum(a.read(0) * 3) + tf.reduce_sum(a.read(1) ** 2))(
            TA(tf.float32, 2, infer_shape=False).split(x * x, [1, 2])
        )
    )
    found["g_write_overwrite"] = tag(
        lambda x: TA(tf.float32, 2).write(0, x[0] * 2).write(1, x[1] * 5).write(0, x[2] * 7).stack()
    )

    def loop(x):
        a = TA(tf.float32, 0, dynamic_size=True, clear_after_read=False)
        a = a.write(0, x[0])
        _, a = tf.while_loop(
            lambda i, a: i < 5, lambda i, a: (i + 1, a.write(i, a.read(i - 1) * x[1] + x[2])), [c(1), a]
        )
        return a.stack()

    found["g_loop"] = tag(loop)

    def loop2(x):
        a = TA(tf.float32, 3, element_shape=[])
        _, a = tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a.write(i, x[i] * x[i])), [c(0), a])
        return a.stack()

    found["g_loop_unwritten"] = tag(loop2)

    def loop3(x):
        a = TA(tf.float32, 2, element_shape=[])

        def b(i, a):
            _, a = tf.while_loop(lambda j, a: j < 2, lambda j, a: (j + 1, a.write(j, x[i] * x[j])), [c(0), a])
            return i + 1, a

        _, a = tf.while_loop(lambda i, a: i < 3, b, [c(0), a])
        return a.stack()

    found["g_nested_loop"] = tag(loop3)
    found["g_cond_ta"] = tag(
        lambda x: tf.cond(x[0] > 0, lambda: TA(tf.float32, 2).write(0, x[0]).write(1, x[1]).stack(), lambda: x[:2])
    )
    M = tf.map_fn
    found["map"] = lambda: M(lambda e: e * 2, x)
    found["map_tuple"] = lambda: M(lambda e: e[0] * e[1], (x, x), fn_output_signature=tf.float32)
    found["map_struct"] = lambda: M(
        lambda e: {"a": e, "b": (e * 2,)}, x, fn_output_signature={"a": tf.float32, "b": (tf.float32,)}
    )
    found["map_dtype_arg"] = lambda: M(lambda e: tf.cast(e, tf.int32), x, dtype=tf.int32)
    found["map_wrong_dtype"] = lambda: M(lambda e: tf.cast(e, tf.int32), x)
    found["map_wrong_struct"] = lambda: M(lambda e: (e, e), x)
    found["map_both"] = lambda: M(lambda e: e, x, dtype=tf.int32, fn_output_signature=tf.float32)
    found["map_spec"] = lambda: M(lambda e: e[None], x, fn_output_signature=tf.TensorSpec([None], tf.float32))
    found["map_spec_bad"] = lambda: M(lambda e: e[None], x, fn_output_signature=tf.TensorSpec([], tf.float32))
    found["map_empty"] = lambda: M(lambda e: e * 2, x[:0])
    found["map_scalar"] = lambda: M(lambda e: e * 2, c(1.0))
    found["map_diff"] = lambda: M(lambda e: e[0] * e[1], (x, x[:2]), fn_output_signature=tf.float32)
    found["map_diff2"] = lambda: M(lambda e: e[0] * e[1], (x[:2], x), fn_output_signature=tf.float32)
    found["map_par"] = lambda: M(
        lambda e: e * 2, x, parallel_iterations=1, back_prop=True, swap_memory=True, infer_shape=True, name="m"
    )
    found["map_shapes"] = lambda: M(lambda e: tf.range(tf.cast(e, tf.int32)), x, fn_output_signature=tf.int32)
    found["map_list"] = lambda: M(lambda e: e * 2, [1.0, 2.0])
    found["map_nc"] = lambda: M(3, x)
    found["map_none"] = lambda: M(lambda e: None, x)
    found["map_noelems"] = lambda: M(lambda e: 1, [])
    found["map_str"] = lambda: M(tf.strings.length, c(["a", "bcd"]), fn_output_signature=tf.int32)
    found["map_ragged_out"] = lambda: M(
        tf.range, c([3, 0, 2]), fn_output_signature=tf.RaggedTensorSpec(shape=[None], dtype=tf.int32)
    )
    found["map_ragged_in"] = lambda: M(
        tf.reduce_sum, tf.ragged.constant([[1, 2, 3], [], [4]]), fn_output_signature=tf.int32
    )
    found["g_map"] = tag(lambda x: M(lambda e: e * e, x))
    S = tf.scan
    found["scan"] = lambda: S(lambda a, e: a + e, x)
    found["scan_init"] = lambda: S(lambda a, e: a + e, x, initializer=10.0)
    found["scan_rev"] = lambda: S(lambda a, e: a + e, x, reverse=True)
    found["scan_struct"] = lambda: S(lambda a, e: (a[0] + e[0], a[1] * e[1]), (x, x))
    found["scan_init_struct"] = lambda: S(
        lambda a, e: {"s": a["s"] + e, "n": a["n"] + 1}, x, initializer={"s": 0.0, "n": 0}
    )
    found["scan_bad_struct"] = lambda: S(lambda a, e: (a, e), x)
    found["scan_dtype"] = lambda: S(lambda a, e: tf.cast(e, tf.int32), x)
    found["scan_empty"] = lambda: S(lambda a, e: a + e, x[:0])
    found["scan_empty_init"] = lambda: S(lambda a, e: a + e, x[:0], initializer=1.0)
    found["scan_par"] = lambda: S(
        lambda a, e: a + e, x, parallel_iterations=2, back_prop=True, swap_memory=False, infer_shape=True, name="s"
    )
    found["scan_infer_false"] = lambda: S(lambda a, e: a + e, x, infer_shape=False)
    found["scan_shape_change"] = lambda: S(lambda a, e: tf.concat([a, [e]], 0), x, initializer=c([0.0]))
    found["g_scan"] = tag(lambda x: S(lambda a, e: a * e + 1, x))
    found["g_foldl"] = tag(lambda x: tf.foldl(lambda a, e: a * e + 1, x))
    found["g_foldr"] = tag(lambda x: tf.foldr(lambda a, e: a * e + 1, x))
    found["foldl_shape"] = lambda: tf.foldl(lambda a, e: tf.concat([a, [e]], 0), x, initializer=c([0.0]))
    found["foldl_par"] = lambda: tf.foldl(
        lambda a, e: a + e, x, initializer=0.0, parallel_iterations=3, back_prop=True, swap_memory=True, name="f"
    )
    found["foldr_par"] = lambda: tf.foldr(
        lambda a, e: a + e, x, initializer=0.0, parallel_iterations=3, back_prop=True, swap_memory=True, name="f"
    )
    found["foldl_dtype"] = lambda: tf.foldl(lambda a, e: tf.cast(a, tf.int32), x)
    P = tf.py_function
    N = tf.numpy_function
    found["py"] = lambda: P(lambda a: a * 2, [x], tf.float32)
    found["py_multi"] = lambda: P(lambda a, b: [a, b], [x, c(1)], [tf.float32, tf.int32])
    found["py_none"] = lambda: P(lambda: None, [], [])
    found["py_dtype"] = lambda: P(lambda a: a, [x], tf.int32)
    found["py_count"] = lambda: P(lambda a: [a], [x], [tf.float32, tf.float32])
    found["py_exc"] = lambda: P(lambda a: 1 / 0, [x], tf.float32)
    found["py_valueerr"] = lambda: P(lambda a: int("z"), [x], tf.float32)
    found["py_tuple_tout"] = lambda: P(lambda a: (a, a), inp=[x], Tout=(tf.float32, tf.float32), name="q")
    found["py_spec"] = lambda: P(func=lambda a: a, inp=[x], Tout=tf.TensorSpec([3], tf.float32))
    found["py_not_list"] = lambda: P(lambda a: a, x, tf.float32)
    found["py_eager"] = lambda: P(lambda a: tf.constant(tf.executing_eagerly()), [x], tf.bool)
    found["py_pyval"] = lambda: P(lambda a: 3.0, [x], tf.float32)
    found["py_none_out"] = lambda: P(lambda a: None, [x], tf.float32)
    found["py_str"] = lambda: P(lambda a: "abc", [x], tf.string)
    found["py_not_callable"] = lambda: P(3, [x], tf.float32)
    found["g_py"] = tag(lambda x: P(lambda a: a * a * a, [x], tf.float32))
    found["g_py_nested"] = tag(lambda x: P(lambda a: P(lambda b: b * b, [a], tf.float32) * a, [x], tf.float32))
    found["g_py_multi"] = tag(lambda x: P(lambda a, b: [a * b, tf.constant(1)], [x, x * x], [tf.float32, tf.int32])[0])
    found["g_py_loop"] = tag(
        lambda x: tf.while_loop(
            lambda i, y: i < 3,
            lambda i, y: (i + 1, P(lambda a: a * x, [y], tf.float32)),
            [c(0), x],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape(None)],
        )[1]
    )
    found["g_py_cond"] = tag(lambda x: tf.cond(x[0] > 0, lambda: P(lambda a: a * a, [x], tf.float32), lambda: x))
    found["np"] = lambda: N(lambda a: a * 2, [x], tf.float32)
    found["np_dtype"] = lambda: N(lambda a: a.astype("int32"), [x], tf.float32)
    found["np_type"] = lambda: N(
        lambda a: np.float32(isinstance(a, np.ndarray)), [x], tf.float32, stateful=False, name="n"
    )
    found["np_scalar"] = lambda: N(lambda a: np.float32(isinstance(a, np.ndarray)), [c(1.0)], tf.float32)
    found["np_multi"] = lambda: N(lambda a: (a, a + 1), [x], [tf.float32] * 2)
    found["np_str"] = lambda: N(lambda a: a, [c(["a", "b"])], tf.string)
    found["np_list"] = lambda: N(lambda a: [1.0, 2.0], [x], tf.float32)
    found["np_none"] = lambda: N(lambda a: None, [x], [])
    found["np_exc"] = lambda: N(lambda a: 1 / 0, [x], tf.float32)
    found["g_np"] = tag(lambda x: N(lambda a: a * 2, [x], tf.float32))
    found["np_count"] = lambda: N(lambda a: (a, a), [x], [tf.float32])
    return found


# What differs on purpose, and why.
DIFFERENT = {
    "ta_concat_scalar in function": "InvalidArgumentError, as eagerly",
    "ta_scatter_dyn in function": "TensorFlow cannot grow the array",
    "ta_close in function": "nothing is returned",
    "ta_handle in function": "ValueError where TensorFlow has an AssertionError",
    "map_wrong_dtype": "TypeError that names both dtypes",
    "map_nc": "TypeError, as documented",
    "map_ragged_out": "compared with the ragged tensors",
    "map_ragged_in": "compared with the ragged tensors",
    "scan_empty in function": "found while it is traced",
    "py_not_list in function": "another error",
    "g_py_loop": "TensorFlow cannot; what the function closes over counts here",
}


@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_cases(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)
