"""What loops carry along, options of loops, variables without a value: see `test_cases.py`."""

# ruff: noqa
import collections
import contextlib
import dataclasses

from support.small_cases import beyond, same


@same
def loop_var_reuse(tf):

    @tf.function
    def f(x):
        for x in tf.range(x):
            pass
        return x

    return f(tf.constant(6))


@same
def loop_target_attr(tf):

    class A:
        pass

    @tf.function
    def f(x):
        a = A()
        a.i = tf.constant(0)
        for a.i in tf.range(x):
            pass
        return a.i

    return f(tf.constant(6))


@same
def loop_target_sub(tf):

    @tf.function
    def f(x):
        d = {"i": tf.constant(0)}
        for d["i"] in tf.range(x):
            pass
        return d["i"]

    return f(tf.constant(6))


@same
def loop_target_py_nested(tf):

    @tf.function
    def f(x):
        t = x
        for (a, [b, c]), *d in [((x, [1, 2]), 3, 4)]:
            t += a * b * c + len(d)
        return t

    return f(tf.constant(6))


@same
def while_cond_const(tf):

    @tf.function
    def f(x):
        while False:
            x = x + 1
        while 0:
            x = x + 1
        return x

    return f(tf.constant(6))


@beyond
def while_py_to_tensor(tf):

    @tf.function
    def f(x):
        i = 0
        while i < 3:
            i = i + x
        return i

    return f(tf.constant(1))


@same
def while_mixed_cond(tf):

    @tf.function
    def f(x, k):
        while k and x > 0:
            x -= 1
        return x

    return (f(tf.constant(6), True), f(tf.constant(6), False))


@same
def while_mixed_cond2(tf):

    @tf.function
    def f(x, k):
        while x > 0 and k > 0:
            x -= 1
            k -= 1
        return (x, k)

    return f(tf.constant(6), 3)


@same
def loop_py_int_state(tf):

    @tf.function
    def f(n):
        c = 0
        s = "a"
        fl = True
        ff = 1.5
        for i in tf.range(n):
            c += 1
            fl = not fl
            ff *= 2
        return (c, s, fl, ff)

    return f(tf.constant(3))


@same
def loop_np_state(tf):
    import numpy as np

    @tf.function
    def f(n):
        c = np.zeros(2, np.float32)
        d = np.int64(3)
        for i in tf.range(n):
            c = c + 1.0
            d = d * 2
        return (c, d)

    return f(tf.constant(3))


@same
def loop_dataclass(tf):

    @dataclasses.dataclass
    class P:
        a: object
        b: object

    @tf.function
    def f(n):
        p = P(n, n)
        for i in tf.range(n):
            p.a += i
            p.b = p.a
        return (p.a, p.b)

    return f(tf.constant(3))


@same
def loop_dict_keys(tf):

    @tf.function
    def f(n):
        d = {}
        d["x"] = n
        for i in tf.range(n):
            d["x"] = d["x"] + 1
            k = "x"
            d[k] += 1
        return d

    return f(tf.constant(3))


@same
def loop_dict_new_key(tf):

    @tf.function
    def f(n):
        d = {}
        for i in tf.range(n):
            d["x"] = i
        return d["x"]

    return f(tf.constant(3))


@same
def loop_variable_assign(tf):
    v = tf.Variable(0)

    @tf.function
    def f(n):
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(i)
            else:
                v.assign_sub(1)
        return v.read_value()

    return f(tf.constant(6))


@same
def loop_variable_in_state(tf):
    v = tf.Variable(0)
    w = tf.Variable(5)

    @tf.function
    def f(n):
        u = v
        for i in tf.range(n):
            u.assign_add(1)
        return u + 0

    return f(tf.constant(6))


@same
def loop_var_swap(tf):
    v = tf.Variable(1)
    w = tf.Variable(5)

    @tf.function
    def f(n):
        a, b = (v, w)
        for i in tf.range(n):
            a, b = (b, a)
        return a + 0

    return f(tf.constant(3))


@same
def swap_fib(tf):

    @tf.function
    def f(n):
        a, b = (0, 1)
        for _ in tf.range(n):
            a, b = (b, a + b)
        return (a, b)

    return f(tf.constant(10))


@same
def opts_max_iter(tf):

    @tf.function
    def f(n):
        c = 0
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(maximum_iterations=3)
            c += 1
        i = tf.constant(0)
        while i < n:
            tf.autograph.experimental.set_loop_options(
                maximum_iterations=tf.constant(2), parallel_iterations=1, swap_memory=True
            )
            i += 1
        return (c, i)

    return f(tf.constant(10))


@same
def opts_py_loop(tf):

    @tf.function
    def f(n):
        c = n
        for i in range(5):
            tf.autograph.experimental.set_loop_options(maximum_iterations=3)
            c += 1
        return c

    return f(tf.constant(10))


@beyond
def opts_after_doc(tf):

    @tf.function
    def f(n):
        v = tf.zeros([0], tf.int32)
        u = tf.zeros([1, 2])
        for i in tf.range(n):
            "doc"
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, [None]), (u, tf.TensorShape([None, 2]))])
            v = tf.concat([v, [i]], 0)
            u = tf.concat([u, u], 0)
        return (v, u)

    return f(tf.constant(2))


@beyond
def opts_from_import(tf):
    set_loop_options = tf.autograph.experimental.set_loop_options

    @tf.function
    def f(n):
        v = tf.zeros([0], tf.int32)
        for i in tf.range(n):
            set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, [i]], 0)
        return v

    return f(tf.constant(2))


@same
def opts_struct(tf):

    @tf.function
    def f(n):
        v = {"a": tf.zeros([1]), "b": (tf.zeros([1]),)}
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(v, {"a": tf.TensorShape([None]), "b": (tf.TensorShape([None]),)})]
            )
            v = {"a": tf.concat([v["a"], v["a"]], 0), "b": (tf.concat([v["b"][0], v["a"]], 0),)}
        return v

    return f(tf.constant(2))


@same
def opts_inv_on_attr(tf):

    class A:
        pass

    @tf.function
    def f(n):
        a = A()
        a.v = tf.zeros([1])
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(a.v, tf.TensorShape([None]))])
            a.v = tf.concat([a.v, a.v], 0)
        return a.v

    return f(tf.constant(2))


@beyond
def opts_spec_invariant(tf):

    @tf.function
    def f(n):
        v = tf.zeros([1])
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorSpec([None]))])
            v = tf.concat([v, v], 0)
        return v

    return f(tf.constant(2))


@same
def opts_unrelated(tf):

    @tf.function
    def f(n):
        v = tf.zeros([1])
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(n, tf.TensorShape([]))])
            v = v + 1.0
        return v

    return f(tf.constant(2))


@same
def side_effect_order(tf):
    log = []

    @tf.function
    def f(x):
        log.append("start")
        if x > 0:
            log.append("then")
            y = x
        else:
            log.append("else")
            y = -x
        for i in tf.range(3):
            log.append("body")
            y += i
        log.append("mid")
        while y < 100:
            log.append("wbody")
            y *= 2
        log.append("end")
        return y

    return (f(tf.constant(2)), log)


@same
def side_effect_test(tf):
    log = []

    @tf.function
    def f(x):

        def t(v):
            log.append("t")
            return v < 10

        while t(x):
            x += 1
        return x

    f(tf.constant(2))
    return log


@same
def undefined_loop(tf):

    @tf.function
    def f(n):
        for i in tf.range(n):
            y = i * 2
        return y

    return f(tf.constant(3))


@same
def undefined_loop_zero(tf):

    @tf.function
    def f(n):
        for i in tf.range(n):
            y = i * 2
        return y

    return f(tf.constant(0))


@same
def undefined_if(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = n
        return y

    return f(tf.constant(0))


@same
def undefined_never(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = n
        return n

    return f(tf.constant(0))


@same
def undefined_py(tf):

    @tf.function
    def f(n):
        if False:
            y = n
        return y

    return f(tf.constant(0))


@same
def undefined_used_in_branch(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = y + 1
        else:
            y = n
        return y

    return f(tf.constant(0))


@same
def undefined_attr(tf):

    class A:
        pass

    @tf.function
    def f(n):
        a = A()
        if n > 0:
            a.x = n
        return n

    return f(tf.constant(0))


@same
def undefined_attr_read(tf):

    class A:
        pass

    @tf.function
    def f(n):
        a = A()
        if n > 0:
            a.x = n
        return a.x

    return f(tf.constant(0))


@same
def maybe_defined_then_def(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = n
        if n > 0:
            y = n + 1
        else:
            y = n
        return y

    return f(tf.constant(0))


@same
def loop_in_if_in_loop(tf):

    @tf.function
    def f(n):
        t = tf.constant(0)
        for i in tf.range(n):
            if i % 2 == 0:
                for j in tf.range(i):
                    if j % 3 == 1:
                        continue
                    t += j
                    if t > 50:
                        break
            else:
                while t > 10:
                    t -= 3
        return t

    return f(tf.constant(12))


@same
def dtype_change_branch(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = 1
        else:
            y = tf.constant(2.0)
        return y

    return f(tf.constant(0))


@same
def py_int_vs_int64(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = n
        else:
            y = 1
        return y

    return f(tf.constant(0, tf.int64))


@same
def py_int_loop_int64(tf):

    @tf.function
    def f(n):
        y = 0
        for i in tf.range(n):
            y = y + i
        return y

    return f(tf.constant(3, tf.int64))


@same
def py_float_loop_half(tf):

    @tf.function
    def f(n):
        y = 0.0
        for i in n:
            y = y + i
        return y

    return f(tf.constant([3], tf.float16))


@same
def shape_widen_branch(tf):

    @tf.function
    def f(n):
        if n > 0:
            y = tf.zeros([2])
        else:
            y = tf.zeros([3])
        return (y, y.shape.as_list())

    return f(tf.constant(0))


@same
def none_loop(tf):

    @tf.function
    def f(n):
        y = None
        for i in tf.range(n):
            if y is None:
                y = i
            else:
                y = y + i
        return y

    return f(tf.constant(3))


@same
def shape_changes_over_a_data_set(tf):
    @tf.function
    def f(n):
        rows, shapes = tf.zeros([0, 2]), []
        for _ in tf.data.Dataset.range(n):
            shapes.append(rows.shape.as_list())
            rows = tf.concat([rows, tf.ones([1, 2])], 0)
        return rows, rows.shape.as_list()

    return f(tf.constant(3, tf.int64))


@same
def shape_changes_over_an_iterator(tf):
    @tf.function
    def f(rows):
        for _ in iter(tf.data.Dataset.range(3)):
            rows = tf.concat([rows, [1.0]], 0)
        return rows

    return f(tf.constant([1.0]))


@same
def shapes_change_in_a_structure_over_a_data_set(tf):
    @tf.function
    def f():
        state = {"rows": (tf.zeros([0, 2]), tf.constant(0))}
        for i, _ in tf.data.Dataset.range(3).enumerate():
            rows, count = state["rows"]
            state = {"rows": (tf.concat([rows, tf.ones([1, 2])], 0), count + 1)}
            if i > 5:
                break
        return state, state["rows"][0].shape.as_list()

    return f()


@same
def shape_changes_over_two_data_sets(tf):
    @tf.function
    def f(rows):
        for _ in tf.data.Dataset.range(3):
            for _ in tf.data.Dataset.range(2):
                rows = tf.concat([rows, [1.0]], 0)
        return rows, rows.shape.as_list()

    return f(tf.constant([1.0]))


@same
def rank_changes_over_a_data_set(tf):
    @tf.function
    def f(x):
        for _ in tf.data.Dataset.range(3):
            x = x[None]
        return x, x.shape.rank

    return f(tf.constant([1.0]))


@same
def shape_changes_under_a_condition_over_a_data_set(tf):
    @tf.function
    def f(rows):
        for e in tf.data.Dataset.range(3):
            if e > 0:
                rows = tf.concat([rows, [1.0]], 0)
                if e > 1:
                    continue
            rows = rows * 2.0
        return rows, rows.shape.as_list()

    return f(tf.constant([1.0]))


@same
def sparse_shape_changes_over_a_data_set(tf):
    @tf.function
    def f(x):
        rows = tf.sparse.from_dense(x)
        for _ in tf.data.Dataset.range(3):
            rows = tf.sparse.concat(0, [rows, rows])
        return tf.sparse.to_dense(rows), rows.shape.as_list()

    return f(tf.constant([1.0, 0.0]))


@beyond
def ragged_shape_changes_over_a_data_set(tf):
    @tf.function
    def f(x):
        rows = tf.RaggedTensor.from_tensor(x)
        for _ in tf.data.Dataset.range(3):
            rows = tf.concat([rows, tf.ragged.constant([[1.0, 2.0, 3.0]])], 0)
        return rows.to_tensor()

    return f(tf.constant([[1.0]]))


@same
def sparse_shape_changes(tf):
    @tf.function
    def f(x, n):
        rows = tf.sparse.from_dense(x)
        for _ in tf.range(n):
            rows = tf.sparse.concat(0, [rows, rows])
        return tf.sparse.to_dense(rows)

    return f(tf.constant([1.0, 0.0]), tf.constant(3))


@same
def ragged_values_change(tf):
    @tf.function
    def f(x, n):
        rows = tf.RaggedTensor.from_tensor(x)
        for _ in tf.range(n):
            rows = tf.concat([rows, rows], 1)
        return rows.to_tensor(), rows.shape.as_list()

    return f(tf.constant([[1.0], [2.0]]), tf.constant(3))


@same
def values_of_slices_change(tf):
    @tf.function
    def f(x):
        def body(i, s):
            return i + 1, tf.IndexedSlices(tf.concat([s.values] * 2, 0), tf.concat([s.indices] * 2, 0))

        return tf.while_loop(lambda i, s: i < 3, body, [0, tf.IndexedSlices(x, tf.range(1))])[1].values

    return f(tf.constant([1.0]))


@same
def ragged_values_change_in_a_while_loop(tf):
    @tf.function
    def f(x):
        rows = tf.RaggedTensor.from_tensor(x)
        rows = tf.while_loop(lambda i, r: i < 3, lambda i, r: (i + 1, tf.concat([r, r], 1)), [0, rows])[1]
        return rows.to_tensor()

    return f(tf.constant([[1.0], [2.0]]))


@same
def ragged_rows_of_one_length_in_a_branch(tf):
    @tf.function
    def f(x, one):
        even = lambda: tf.RaggedTensor.from_tensor(x)
        uneven = lambda: tf.ragged.constant([[1.0, 2.0], [2.0], [3.0, 4.0, 5.0]])
        found = [tf.cond(one, even, uneven), tf.switch_case(tf.cast(one, tf.int32), [uneven, even])]
        if one:
            rows = even()
        else:
            rows = uneven()
        return [r.to_tensor() for r in [*found, rows]]

    return f(tf.constant([[1.0], [2.0]]), tf.constant(True)), f(tf.constant([[1.0], [2.0]]), tf.constant(False))
