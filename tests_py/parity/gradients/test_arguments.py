"""What tf.GradientTape's methods take and refuse, as TensorFlow's do."""

import numpy as np
import pytest

from support.one_line_cases import check

# ruff: noqa: E501, E731, E701, E702, F841, B023 - tables of cases, a line each


def cases(tf):
    """A function without arguments for each name; those with "eager" in a pair are not run inside functions."""
    found = {}
    x = tf.constant([1.0, 2.0])
    v = tf.Variable([3.0, 4.0])

    def g(f, src, **k):
        with tf.GradientTape(**{a: k.pop(a) for a in list(k) if a in ("persistent", "watch_accessed_variables")}) as tp:
            try:
                tp.watch(src)
            except Exception as e:
                pass
            y = f()
        return tp.gradient(y, src, **k)

    found["int_src"] = (lambda: g(lambda: tf.constant(1) * 2, tf.constant(1)), "eager")
    found["string_src"] = (lambda: g(lambda: x * 2, tf.constant("a")), "eager")
    found["bool_src_zero"] = (lambda: g(lambda: x * 2, tf.constant(True), unconnected_gradients="zero"), "eager")
    found["resource_src"] = (lambda: g(lambda: v * 2, v.handle), "eager")
    found["python_src"] = (lambda: g(lambda: x * 2, 3.0), "eager")
    found["numpy_src"] = (lambda: g(lambda: x * 2, np.ones(2)), "eager")
    found["none_src"] = (lambda: g(lambda: x * 2, None), "eager")
    found["none_in_list"] = (lambda: g(lambda: x * 2, [x, None]), "eager")
    found["dict_src"] = (lambda: g(lambda: x * v, {"a": x, "b": [v]}), "eager")
    sources = lambda x: [x, 0.65, np.float32(1), [1.0, 2.0], np.ones([2, 2]), 3, "a", True, v]
    graph_gradients = lambda xs, **k: tf.function(lambda x: tf.gradients(x * 0.65 * v, xs(x), **k))(x)
    found["constants_in_graphs"] = (
        lambda: tf.function(lambda x: [g is None for g in tf.gradients(x * v, sources(x))])(x),
        "eager",
    )
    found["zeros_of_constants_in_graphs"] = (lambda: graph_gradients(sources, unconnected_gradients="zero"), "eager")
    found["one_constant_in_a_graph"] = (lambda: graph_gradients(lambda x: 3.0, unconnected_gradients="zero"), "eager")
    found["object_in_a_graph"] = (lambda: graph_gradients(lambda x: [x, object()]), "eager")
    found["int_target"] = (lambda: g(lambda: tf.cast(x, tf.int32), x), "eager")
    found["mixed_targets"] = (lambda: g(lambda: [x * 2, tf.cast(x, tf.int32), {"z": x * v}], [x, v]), "eager")
    found["out_grads_struct"] = (
        lambda: g(
            lambda: {"a": x * 2, "b": (x * v,)},
            [x, v],
            output_gradients={"a": tf.constant([1.0, 10.0]), "b": (tf.constant([2.0, 3.0]),)},
        ),
        "eager",
    )
    found["out_grads_none_entries"] = (
        lambda: g(lambda: [x * 2, x * v], x, output_gradients=[None, tf.constant([2.0, 3.0])]),
        "eager",
    )
    found["out_grads_wrong_shape"] = (
        lambda: g(lambda: x * 2, x, output_gradients=tf.constant([1.0, 2.0, 3.0])),
        "eager",
    )
    found["out_grads_scalar"] = (lambda: g(lambda: x * 2, x, output_gradients=tf.constant(2.0)), "eager")
    found["out_grads_too_few"] = (
        lambda: g(lambda: [x * 2, x * v], x, output_gradients=[tf.constant([2.0, 3.0])]),
        "eager",
    )
    found["out_grads_too_many"] = (
        lambda: g(lambda: [x * 2], x, output_gradients=[tf.constant([2.0, 3.0]), x]),
        "eager",
    )
    found["out_grads_python"] = (lambda: g(lambda: x * 2, x, output_gradients=[3.0, 4.0]), "eager")
    found["out_grads_dtype"] = (
        lambda: g(lambda: x * 2, x, output_gradients=tf.constant([1.0, 2.0], tf.float64)),
        "eager",
    )
    found["out_grads_int"] = (lambda: g(lambda: x * 2, x, output_gradients=tf.constant([1, 2])), "eager")
    found["out_grads_slices"] = (
        lambda: g(
            lambda: x * 2, x, output_gradients=tf.IndexedSlices(tf.constant([5.0]), tf.constant([1]), tf.constant([2]))
        ),
        "eager",
    )
    found["target_var"] = (lambda: g(lambda: v, v), "eager")
    found["target_var_unwatched"] = (lambda: g(lambda: v, v, watch_accessed_variables=False), "eager")
    found["target_none"] = (lambda: g(lambda: None, x), "eager")
    found["target_number"] = (lambda: g(lambda: 3.0, x), "eager")
    found["target_list_none"] = (lambda: g(lambda: [x, None], x), "eager")
    found["empty_target"] = (lambda: g(lambda: [], x), "eager")
    found["empty_sources"] = (lambda: g(lambda: x * 2, []), "eager")
    found["dup_sources"] = (lambda: g(lambda: x * v, [x, x, v]), "eager")
    found["boolean_mask"] = (lambda: g(lambda: tf.boolean_mask(x, [True, False]), x), "eager")
    found["slices_target"] = (
        lambda: g(lambda: tf.IndexedSlices(x * 2, tf.constant([0, 1]), tf.constant([2])), x),
        "eager",
    )
    found["slices_source"] = (
        lambda: (lambda s: g(lambda: s.values * 2, s))(tf.IndexedSlices(x, tf.constant([0, 1]), tf.constant([2]))),
        "eager",
    )
    found["unconn_str"] = (lambda: g(lambda: tf.constant(1.0), x, unconnected_gradients="zero"), "eager")
    found["unconn_enum"] = (
        lambda: g(lambda: tf.constant(1.0), [x, v], unconnected_gradients=tf.UnconnectedGradients.ZERO),
        "eager",
    )
    found["unconn_bad"] = (lambda: g(lambda: tf.constant(1.0), [x, v], unconnected_gradients="zeros"), "eager")
    found["unconn_int"] = (lambda: g(lambda: tf.constant(1.0), tf.constant(3), unconnected_gradients="zero"), "eager")
    found["watch_list_nested"] = (lambda: g(lambda: x * v, {"a": [x, (v,)]}), "eager")
    found["watch_str"] = (lambda: g(lambda: x, "abc"), "eager")
    found["watch_object"] = (lambda: g(lambda: x, object()), "eager")

    def stop():
        with tf.GradientTape(persistent=True) as tp:
            tp.watch(x)
            y = x * x
            with tp.stop_recording():
                z = y * y
                with tp.stop_recording():
                    pass
            w = y * z
        return [tp.gradient(a, x) for a in (y, z, w)]

    found["nested_stop"] = (stop, "eager")

    def stopexc():
        with tf.GradientTape() as tp:
            tp.watch(x)
            try:
                with tp.stop_recording():
                    raise KeyError
            except KeyError:
                pass
            y = x * x
        return tp.gradient(y, x)

    found["stop_exc"] = (stopexc, "eager")

    def reset():
        with tf.GradientTape() as tp:
            tp.watch(x)
            y = x * x
            tp.reset()
            z = x * x * x
        return tp.gradient(z, x), tp.watched_variables()

    found["reset_forgets_watch"] = (reset, "eager")

    def reset2():
        with tf.GradientTape() as tp:
            y = v * x
            tp.reset()
            z = v * v
        return tp.gradient([y, z], v)

    found["reset_var"] = (reset2, "eager")

    def res3():
        tp = tf.GradientTape()
        tp.reset()
        return tp.watched_variables()

    found["reset_not_entered"] = (res3, "eager")

    def used():
        with tf.GradientTape() as tp:
            y = v * v
        tp.gradient(y, v)
        return tp.jacobian(y, v)

    found["used_then_jac"] = (used, "eager")

    def used2():
        with tf.GradientTape() as tp:
            y = v * v
        tp.jacobian(y, v)
        return tp.gradient(y, v)

    found["jac_then_grad"] = (used2, "eager")

    def wv():
        a = tf.Variable(1.0)
        b = tf.Variable(2.0, trainable=False)
        c = tf.Variable(3.0)
        with tf.GradientTape() as tp:
            c + 1
            a + b
            tp.watch(b)
        return [q.numpy() for q in tp.watched_variables()]

    found["watched"] = (wv, "eager")

    def intvar():
        a = tf.Variable(1)
        with tf.GradientTape() as tp:
            y = a * 2
        return tp.gradient(y, a), tp.watched_variables()

    found["int_var"] = (intvar, "eager")

    def exc():
        tp = tf.GradientTape()
        try:
            with tp:
                tp.watch(x)
                y = x * 2
                raise KeyError
        except KeyError:
            pass
        return tp.gradient(y, x)

    found["exception_in_tape"] = (exc, "eager")
    found["jac_none_target"] = (lambda: (lambda tp: tp.jacobian(None, x))(tf.GradientTape()), "eager")

    def jl():
        with tf.GradientTape(persistent=True) as tp:
            tp.watch(x)
            y = x * x
        return [tp.jacobian(y, {"a": x, "b": [v]}), tp.jacobian(y, {"a": x, "b": [v]}, unconnected_gradients="zero")]

    found["jac_struct"] = (jl, "eager")

    def bj(**k):
        m = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        with tf.GradientTape(persistent=True) as tp:
            tp.watch(m)
            y = m * m
        return tp.batch_jacobian(y, m, **k)

    found["bj"] = (bj, "eager")
    found["bj_par"] = (lambda: bj(parallel_iterations=1), "eager")
    found["bj_nopfor"] = (lambda: bj(experimental_use_pfor=False), "eager")

    def bju():
        m = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        with tf.GradientTape(persistent=True) as tp:
            tp.watch(m)
            y = tf.ones([2, 3])
        return [tp.batch_jacobian(y, m), tp.batch_jacobian(y, m, unconnected_gradients="zero")]

    found["bj_unconn"] = (bju, "eager")
    found["complex"] = (lambda: g(lambda: tf.abs(tf.complex(x, v)), [x, v]), "eager")
    found["complex_target"] = (lambda: g(lambda: tf.complex(x, v), [x, v]), "eager")
    found["pos_args"] = (lambda: (lambda tp: tp.__class__(True, False))(tf.GradientTape()).watched_variables(), "eager")
    return found


# What differs on purpose, and why.
DIFFERENT = {
    "out_grads_none_entries": "None stands for ones",
    "out_grads_wrong_shape": "an error that says so",
    "out_grads_scalar": "gives gradients of the shape of the source",
    "out_grads_python": "gives gradients of the shape of the source",
    "slices_target": "taken",
    "slices_source": "taken",
    "bj_par": "TensorFlow cannot",
}


@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_cases(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)
