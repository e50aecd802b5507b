# ruff: noqa
"""Programs that combine classes, exits, data sets and state of all kinds."""

import collections
import contextlib
import dataclasses

from support.harness import program

import graphwright as tf


class O:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def setup():
    global V
    V = tf.Variable(0)


def three():
    return [tf.constant(3)]


def ragged():
    return [tf.ragged.constant([[1, 2], [], [3, 4, 5]])]


def data():
    return [tf.data.Dataset.from_tensor_slices([1, 2, 3])]


@program(three)
def yield_list(n):
    def g():
        for i in range(3):
            yield n * i

    return sum(g()), list(g())


@program(three, error="ValueError")
def new_key_in_one_branch(n):
    d = {"a": n}
    if n > 2:
        d["b"] = n
    return d


@program(three, error="ValueError")
def new_attr_one_branch(n):
    o = O()
    if n > 2:
        o.z = n
    return o.z


@program(three)
def var_in_loop(n):
    for i in tf.range(n):
        if i > 0:
            V.assign_add(i)
    r = V.read_value()
    V.assign(0)
    return r


@program(three)
def var_cond_return(n):
    if n > 2:
        V.assign(7)
        r = V + n
    else:
        r = V * n
    V.assign(0)
    return r


@program(lambda: [tf.constant(3.0)])
def grad_in_loop(x):
    s = tf.constant(0.0)
    for i in tf.range(3):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x**2 if x > 0 else x
            for j in tf.range(i):
                y = y * x
        s += t.gradient(y, x)
    return s


@program(lambda: [tf.constant(3.0)])
def grad_break(x):
    with tf.GradientTape() as t:
        t.watch(x)
        y = x
        for i in tf.range(10):
            if y > 50.0:
                break
            if i == 1:
                continue
            y = y * x + tf.cast(i, tf.float32)
    return t.gradient(y, x), y


@program(lambda: [tf.constant(3.0)], error="ValueError")
def tape_ret_in(x):
    with tf.GradientTape() as t:
        t.watch(x)
        if x > 2:
            y = x * x
        else:
            return x
    return t.gradient(y, x)


@program(three)
def str_py_state(n):
    k = "a"
    for i in tf.range(n):
        k = "b"
    return n


@program(three)
def str_py_state2(n):
    k = "a"
    for i in tf.range(n):
        k = k + "b"
    return k


@program(three)
def multi_target(n):
    a = b = c = n
    for i in tf.range(n):
        a = b = a + i
    return a, b, c


@program(three)
def class_prop_setter(x):
    class W:
        _v = 0

        @property
        def v(s):
            return s._v if x > 0 else -s._v

        @v.setter
        def v(s, n):
            if n > 2:
                s._v = n
            else:
                s._v = -n

    w = W()
    w.v = x
    w.v = x - 1
    return w.v


@program(three, error="TypeError")
def class_add(x):
    class N:
        def __init__(s, v):
            s.v = v

        def __add__(s, o):
            if s.v > o.v:
                return N(s.v - o.v)
            return N(s.v + o.v)

        def __getitem__(s, i):
            return s.v if i > 0 else -s.v

        def __lt__(s, o):
            return s.v < o.v

    n = N(x) + N(x + 1)
    return n.v, n[x], N(x) < N(x + 1)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 3))
def class_private(x):
    class P_:
        def __init__(s):
            s.__v = 0

        def run(s, n):
            for i in tf.range(n):
                s.__v += i
            return s.__v

    return P_().run(x)


@program(three)
def class_in_loop(x):
    s = tf.constant(0)
    for i in range(3):

        class C:
            def f(self, a):
                if a > i:
                    return a * i
                return a - i

        s = s + C().f(x)
    return s


@program(three)
def class_super_chain(x):
    class A:
        def __init__(s, v):
            s.v = v

        def f(s, n):
            while n > 0:
                s.v += n
                n -= 1
            return s.v

    class B(A):
        def __init__(s, v):
            super().__init__(v)
            if v > 2:
                s.w = v
            else:
                s.w = -v

        def f(s, n):
            return super().f(n) + s.w

    class C(B):
        pass

    return C(x).f(x)


@program(three)
def class_nested(x):
    class A:
        class B:
            k = 5

            @staticmethod
            def f(a):
                return a if a > A.B.k else A.B.k

        def g(s, a):
            return s.B.f(a)

    return A().g(x), A().g(x + 10)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 9))
def class_gen_method(x):
    class A:
        def items(s):
            for i in range(3):
                yield x * i

        def total(s):
            t = 0
            for i in s.items():
                if i > 2:
                    t = t + i
            return t

    return A().total()


@program(three)
def class_dataclass(x):
    @dataclasses.dataclass
    class A:
        a: object

        def m(s):
            return s.a if s.a > 2 else -s.a

    return A(x).m()


@program(three)
def class_lambda_attr(x):
    class A:
        f = lambda s, a: a if a > 2 else -a
        g = staticmethod(lambda a: a * 2 if a > 2 else a)

    return A().f(x), A.g(x)


@program(three, gives=("int32", (), 2))
def class_closure_nonlocal(x):
    c = 0

    class A:
        def inc(s, v):
            nonlocal c
            if v > 2:
                c = c + v
            else:
                c = c - v

    a = A()
    a.inc(x)
    a.inc(x - 2)
    return c


@program(three)
def class_ctx(x):
    class M:
        def __enter__(s):
            if x > 2:
                s.v = x
            else:
                s.v = -x
            return s

        def __exit__(s, *a):
            s.v = s.v + 1

    with M() as m:
        y = m.v
    return y, m.v


@program(three)
def class_iter(x):
    class It:
        def __init__(s):
            s.i = 0

        def __iter__(s):
            return s

        def __next__(s):
            s.i += 1
            if s.i > 3:
                raise StopIteration
            return x * s.i

    t = 0
    for v in It():
        if v > 3:
            t += v
    return t


@program(three)
def class_call(x):
    class F:
        def __call__(s, a):
            for i in tf.range(a):
                if i == 1:
                    continue
                a += i
            return a

    f = F()
    return f(x), list(map(f, [x]))


@program(three, tf_error="NotImplementedError", gives=(("int32", (), 1), {"k": ("int32", (), 2)}))
def ret_loop_none_end(n):
    for i in tf.range(n):
        if i == 1:
            return i, {"k": i * 2}


@program(three, tf_error="NotImplementedError", gives=("int32", (), 12))
def ret_nested_none_end(n):
    for i in tf.range(n):
        for j in tf.range(n):
            if i + j == 3:
                return i * 10 + j


@program(three, tf_error="NotImplementedError", gives=("int32", (), 5))
def ret_while_if_else(n):
    while n < 10:
        if n % 3 == 2:
            return n
        else:
            n += 1


@program(three, tf_error="NotImplementedError", gives=("int32", (), 2))
def ret_in_with_in_loop(n):
    for i in tf.range(n):
        with tf.name_scope("x"):
            if i == 2:
                return i
    return n


@program(three, tf_error="NotImplementedError", gives=("int32", (), 2))
def ret_in_try_in_loop(n):
    for i in tf.range(n):
        try:
            if i == 2:
                return i
        finally:
            pass
    return n * 0 - 1


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 10))
def ret_in_match_in_loop(n):
    for i in tf.range(n):
        match i:
            case 1:
                return i * 10
            case _:
                pass
    return n


@program(three, tf_error="NotImplementedError", gives=("int32", (), 1))
def mixed_if_then_loop(n):
    if n > 5:
        return n
    for i in tf.range(n):
        if i == 1:
            return i


@program(three)
def del_then_reassign(x):
    y = x
    if x > 1:
        del y
        y = x * 3
    del x
    return y


@program(three)
def del_in_loop(n):
    s = 0
    for i in tf.range(n):
        t = i * 2
        s += t
        del t
    return s


@program(three)
def del_read_in_nested(n):
    y = n

    def f():
        return y

    a = f()
    del y
    if n > 2:
        a = a + 1
    return a


@program(three)
def slo_two_loops(n):
    v = tf.zeros([1])
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))], maximum_iterations=2)
        for j in tf.range(2):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v], 0)
    return v


@program(three)
def slo_while_else(n):
    v = tf.zeros([1])
    while tf.size(v) < n * 4:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        v = tf.concat([v, v], 0)
        if tf.size(v) > 100:
            break
    return v


@program(
    three, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 16), [("int32", (), 16), ("int32", (), -2)])
)
def walrus_nested_fn(x):
    def f(a):
        return (b := a + 1) * b if a > 1 else (b := a)

    return f(x), [f(y) for y in [x, x - 5]]


@program(three)
def walrus_in_comp_if(x):
    return [z for y in range(4) if (z := y * 2) > 2], x


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 4), ("int32", (), 4)))
def walrus_in_call(x):
    def g(a, b):
        return a - b if a > b else b - a

    r = g((y := x + 1), y * 2)
    return r, y


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 6))
def walrus_ifexp(x):
    return (y := x * 2) if x > 2 else (y := x * 3)


@program(three, gives=(("int32", (), 3), ("int32", (), 4)))
def chained_cmp_mixed(x):
    a = []

    def f(v):
        a.append(1)
        return v

    if 0 < f(x) <= f(3) < f(4) != f(5):
        r = x
    else:
        r = -x
    return r, len(a)


@program(three)
def nested_ifexp_calls(x):
    f = lambda v: v + 1 if v > 0 else v
    return f(f(x) if f(x) > 3 else f(-x))


@program(three)
def boolop_values(x):
    return (x > 2) and (x < 1), (x > 5) or (x == 3), not (x > 2 and not x == 4)


@program(three)
def while_complex_cond(n):
    i = tf.constant(0)
    s = tf.constant(0)
    while (i < n and s < 100) or (i == n and not s > 50):
        s += i * 10
        i += 1
    return i, s


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 11))
def loop_tuple_target(n):
    s = 0
    for i, (a, b) in enumerate(zip(tf.range(n), tf.range(n) * 2)):
        s += tf.cast(i, tf.int32) * a + b
    return s


@program(three)
def loop_attr_target(n):
    o = O(i=0)
    t = 0
    for o.i in tf.range(n):
        t += o.i
    return t, o.i


@program(three)
def loop_sub_target(n):
    d = {"i": 0}
    t = 0
    for d["i"] in tf.range(n):
        t += d["i"]
    return t, d["i"]


@program(three)
def starred_target_loop(n):
    t = 0
    for a, *b in [(n, 1, 2), (n + 1, 3, 4)]:
        if a > 3:
            t = t + a + sum(b)
    return t


@program(three)
def aug_complex_target(n):
    o = O(d={"a": [n, n]})
    for i in tf.range(n):
        o.d["a"][1] += i
    return o.d["a"]


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 3106))
def try_nested_loops(n):
    s = 0
    for i in tf.range(n):
        try:
            for j in tf.range(n):
                if j > i:
                    break
                s += 1
            else:
                s += 100
        except ValueError:
            s = -1
        else:
            s += 1000
    return s


@program(three)
def finally_aug_attr(n):
    o = O(c=0)

    def f(v):
        try:
            if v > 1:
                return v
            return -v
        finally:
            o.c += 1

    r = f(n) + f(n - 5)
    return r, o.c


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 3), ("int32", (), 8)))
def with_as_tuple(n):
    @contextlib.contextmanager
    def c():
        yield (n, n + 1)

    with c() as (a, b):
        if a > 2:
            b = b * 2
    return a, b


@program(three)
def exit_stack(n):
    log = []
    with contextlib.ExitStack() as st:
        st.callback(lambda: log.append(1))
        if n > 2:
            r = n
        else:
            r = -n
    return r, len(log)


@program(data)
def ds_two_state(ds):
    lo, hi = tf.constant(100), tf.constant(-100)
    for x in ds:
        lo, hi = (x, hi) if x < lo else (lo, hi), hi
        lo = lo[0]
        if x > hi:
            hi = x
    return lo, hi


@program(data)
def ds_take_next(ds):
    it = iter(ds)
    n = next(it)
    s = tf.constant(0)
    for _ in tf.range(2):
        s += next(it) * n
    return s


@program(data)
def ds_dict_state(ds):
    d = {"n": 0, "s": tf.constant(0)}
    for x in ds:
        if x == 2:
            continue
        d["n"] += 1
        d["s"] += x
    return d


@program(ragged, tf_error="NotImplementedError", gives=("int32", (), -5))
def ragged_break_ret(rt):
    for row in rt:
        if tf.size(row) == 0:
            return tf.constant(-5)
    return tf.constant(1)


@program(ragged, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 390))
def ragged_zip(rt):
    s = 0
    for a, b in zip(rt, tf.constant([10, 20, 30])):
        s += tf.reduce_sum(a) * b
    return s


@program(
    lambda: [tf.constant([[1, 2], [3, 4]])],
    tf_error="OperatorNotAllowedInGraphError",
    gives=(("int32", (2,), [11, 16]), ("int32", (2,), [18, 26])),
)
def unstack_state(m):
    a, b = m
    while tf.reduce_sum(a) < 20:
        a, b = b, a + b
    return a, b


@program(three, tf_error="ValueError", gives={"l": [("int32", (), 6), (("int32", (), 2), ("int32", (), 1))], "k": None})
def nested_dict_list_state(n):
    st = {"l": [n, (n, n)], "k": None}
    for i in tf.range(n):
        st["l"][0] += i
        st = {"l": [st["l"][0], (i, st["l"][1][0])], "k": None}
    return st


@program(three, error="TypeError")
def dtype_change_loop_if(n):
    y = n
    for i in tf.range(n):
        if i > 1:
            y = tf.cast(y, tf.float32)
    return y


@program(three, error="ValueError")
def shape_change_while(n):
    v = tf.constant([1])
    while tf.size(v) < n:
        v = tf.concat([v, [1]], 0)
    return v


@program(three, error="TypeError")
def struct_change_loop(n):
    t = (n,)
    for i in tf.range(n):
        t = t + (i,)
    return t


@program(three, error="ValueError")
def undef_in_else_of_loop(n):
    for i in tf.range(n):
        if i > 1:
            z = i
        else:
            w = i
    return z


@program(three, error="ValueError")
def undef_used_in_loop(n):
    for i in tf.range(n):
        if i > 0:
            s = q + i
        q = i
    return s


@program(three, tf_error="NotImplementedError", gives=("int32", (3,), [0, 0, 1]))
def var_shape_loop_ta(n):
    ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True, infer_shape=False)
    i = 0
    while True:
        ta = ta.write(i, tf.range(i))
        i += 1
        if i >= n:
            break
    return ta.concat()
