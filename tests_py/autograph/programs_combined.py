# ruff: noqa
"""Programs that combine two or three kinds of statements or expressions."""

import collections
import contextlib
import functools

from support.harness import program

import graphwright as tf

NT = collections.namedtuple("NT", "a b")


class O:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def three():
    return [tf.constant(3)]


def ragged():
    return [tf.ragged.constant([[1, 2], [], [3, 4, 5]])]


def data():
    return [tf.data.Dataset.from_tensor_slices([1, 2, 3])]


@contextlib.contextmanager
def cm(log):
    log.append("in")
    try:
        yield log
    finally:
        log.append("out")


def deco(f):
    @functools.wraps(f)
    def w(*a, **k):
        r = f(*a, **k)
        if tf.reduce_sum(r) > 0:
            return r * 10
        return r

    return w


@deco
def decorated(x):
    if x > 2:
        return x
    return -x


def twice(n):
    def d(f):
        def w(x):
            for i in tf.range(n):
                x = f(x)
            return x

        return w

    return d


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 7))
def chain_walrus(x):
    if 0 < (y := x * 2) < 10 <= y + 5:
        y = y + 1
    return y


@program(lambda: [tf.constant(3), tf.constant(5)], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), -5))
def chain_while_else(x, n):
    i = x - x
    while 0 <= i < n:
        if i * i > 100:
            break
        i += 1
    else:
        i = -i
    return i


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 1104))
def for_else_nobreak_nested(n):
    r = 0
    for i in tf.range(n):
        for j in tf.range(n):
            if j > i:
                break
            r += j
        else:
            r += 100
    else:
        r += 1000
    return r


@program(lambda: [tf.constant(4)])
def try_finally_break(n):
    r = tf.constant(0)
    for i in tf.range(n):
        try:
            if i == 2:
                break
            r += i
        finally:
            r += 100
    return r


@program(lambda: [tf.constant(4)], tf_error="ValueError", gives=("int32", (), 4))
def try_finally_return(x):
    y = []
    try:
        if x > 3:
            return x
        y.append(1)
    finally:
        y.append(2)
    return x * 0 + len(y)


@program(three)
def with_return_in_if(x):
    log = []
    with cm(log) as l:
        if x > 2:
            y = x
        else:
            y = -x
    return y, len(log)


@program(three)
def with_in_loop(n):
    s = 0
    for i in tf.range(n):
        with tf.name_scope("a"):
            if i > 1:
                continue
            s += i + 1
    return s


@program(lambda: [tf.constant(2)], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 20))
def match_or_guard(x):
    match x:
        case 1 | 2 if x > 1:
            r = x * 10
        case 1 | 2:
            r = x
        case _:
            r = -x
    return r


@program(lambda: [tf.constant(5)], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 10))
def match_capture(x):
    match x:
        case 1:
            return x
        case y if y > 3:
            return y * 2
        case _:
            return x - 1


@program(lambda: [(tf.constant(1), tf.constant(2))], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 20))
def match_seq(t):
    match t:
        case (a,):
            return a
        case (a, b) if a > b:
            return a
        case (a, b):
            return b * 10


@program(lambda: [{"k": tf.constant(3)}], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 3))
def match_map(d):
    match d:
        case {"k": v} if v > 2:
            r = v
        case {"k": v}:
            r = -v
        case _:
            r = 0
    return r


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 111))
def match_in_loop(n):
    s = 0
    for i in tf.range(n):
        match i:
            case 0:
                s += 1
            case 1:
                s += 10
            case _:
                s += 100
    return s


@program(lambda: [tf.constant([1, 2, 3, 4])])
def star_unpack(v):
    a, *b, c = tf.unstack(v)
    return a + c, b


@program(lambda: [tf.constant([[1, 2], [3, 4]])], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 14))
def nested_unpack_loop(m):
    s = 0
    for a, b in m:
        s += a * b
    return s


@program(three)
def aug_attr_loop(n):
    o = O(t=0)
    for i in tf.range(n):
        o.t += i
    return o.t


@program(three)
def aug_attr_if(x):
    o = O(t=x)
    if x > 2:
        o.t *= 2
    else:
        o.t -= 1
    return o.t


@program(three)
def aug_attr_nested(n):
    o = O(i=O(v=tf.constant(1)))
    for i in tf.range(n):
        if i > 0:
            o.i.v *= i + 1
    return o.i.v


@program(three)
def aug_sub_loop(n):
    d = {"a": 0, "b": 1}
    for i in tf.range(n):
        d["a"] += i
        d["b"] *= 2
    return d


@program(three)
def aug_sub_list(n):
    d = [0, tf.constant(1)]
    for i in tf.range(n):
        d[0] += i
        if i > 0:
            d[1] -= i
    return d


@program(three)
def aug_sub_var_key(n):
    d = {"a": 0}
    k = "a"
    for i in tf.range(n):
        d[k] += i
    return d["a"]


@program(three, error="TypeError")
def aug_ops(x):
    y = x
    for i in tf.range(1, x):
        y <<= 1
        y |= 1
        y ^= i
        y //= 2
        y %= 100
        y **= 2
        y -= 1
        y &= 255
    return y


@program(three)
def del_in_branch(x):
    y = x
    z = x
    if x > 2:
        del y
        y = z + 1
    return y


@program(three)
def del_item_loop(n):
    d = {"a": 1, "b": 2}
    s = 0
    for i in tf.range(n):
        s += i
    del d["b"]
    return s + d["a"] + len(d)


@program(three)
def del_attr(x):
    o = O(a=x, b=x)
    del o.b
    if x > 0:
        o.a = x + 1
    return o.a, hasattr(o, "b")


@program(three)
def nonlocal_cond(x):
    t = x

    def f():
        nonlocal t
        if x > 2:
            t = t * 2
        else:
            t = t - 1
        return t

    return f(), t


@program(lambda: [tf.constant([1, 2, 3])])
def comp_closure(v):
    k = v[0]
    if k > 0:
        k = k + 1
    return [x + k for x in tf.unstack(v)], sum(x * k for x in tf.unstack(v))


@program(three)
def comp_shadow(x):
    i = x
    l = [i for i in range(3)]
    if x > 2:
        i = i + 1
    return i, len(l)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=(("bool", (), True), ("bool", (), False)))
def gen_expr_any(x):
    return any(x > i for i in range(5)), all(x > i for i in range(5))


@program(three)
def lambdas_one_line(x):
    f, g = lambda a: a + 1 if a > 2 else a - 1, lambda a: a * 2 if a > 2 else a * 3
    return f(x), g(x), (lambda a: a - 5 if a < 0 else a)(x)


@program(three)
def lambda_in_call(x):
    return list(map(lambda a: a if a > 2 else -a, [x, x - 1])), functools.reduce(
        lambda a, b: a + b if a > b else b, [x, x + 1]
    )


@program(three)
def inner_decorated(x):
    @twice(3)
    def f(a):
        if a % 2 == 0:
            return a // 2
        return 3 * a + 1

    return f(x)


@program(three)
def closure_changed(x):
    acc = []

    def f(v):
        if v > 0:
            return v * len(acc)
        return v

    a = f(x)
    acc.append(1)
    b = f(x)
    return a, b


@program(three)
def local_super(x):
    class A:
        def f(s, x):
            return x if x > 0 else -x

    class B(A):
        def f(s, x):
            r = 0
            for i in tf.range(x):
                r += super().f(i)
            return r

    return B().f(x)


@program(lambda: [tf.constant([1, 2, 3])])
def next_iter(v):
    it = iter(tf.data.Dataset.from_tensor_slices(v))
    a = next(it)
    b = next(it)
    return a + b


@program(lambda: [tf.constant([1, 2, 3])])
def iter_loop(v):
    it = iter(tf.data.Dataset.from_tensor_slices(v))
    s = next(it)
    for x in it:
        s += x * 10
    return s


@program(three)
def nt_state(n):
    t = NT(n, n)
    while t.a < 10:
        t = NT(t.a + t.b, t.b + 1)
    return t


@program(three)
def none_check_loop(n):
    best = None
    for i in tf.range(n):
        if best is None:
            best = i
        else:
            best = tf.maximum(best, i)
    return best


@program(ragged)
def ragged_nested(rt):
    s = 0
    for row in rt:
        for e in row:
            if e % 2 == 0:
                continue
            s += e
    return s


@program(ragged, tf_error="ValueError", gives=("int32", (), 24))
def ragged_enum(rt):
    s = tf.constant(0)
    for i, row in enumerate(rt):
        s += i * tf.reduce_sum(row)
    return s


@program(data)
def ds_enum(ds):
    s = tf.constant(0, tf.int64)
    for i, x in enumerate(ds):
        s += i * tf.cast(x, tf.int64)
    return s


@program(data)
def ds_zip(ds):
    s = 0
    for a, b in zip(ds, ds.map(lambda v: v * 10)):
        s += a * b
    return s


@program(data)
def ds_map_filter(ds):
    s = 0
    for a in map(lambda v: v + 1, ds):
        s += a
    for a in filter(lambda v: v > 1, ds):
        s += a * 100
    return s


@program(data, tf_error="NotImplementedError", gives=("int32", (), 10))
def ds_return(ds):
    for x in ds:
        if x > 1:
            return x * 5
    return tf.constant(-1)


@program(data, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 1006))
def ds_else(ds):
    r = 0
    for x in ds:
        r += x
        if x > 100:
            break
    else:
        r += 1000
    return r


@program(data)
def ds_nested(ds):
    r = 0
    for x in ds:
        for y in ds:
            if y > x:
                break
            r += y
    return r


@program(data)
def ds_struct(ds):
    d2 = tf.data.Dataset.zip(({"a": ds, "b": ds},))
    r = 0
    for (d,) in d2:
        r += d["a"] * d["b"]
    return r


@program(lambda: [tf.constant([1, 2, 3])], tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 10))
def enum_zip(v):
    s = 0
    for i, (a, b) in enumerate(zip(v, v[::-1])):
        s += i * a * b
    return s


@program(lambda: [tf.constant(4)], tf_error="NotImplementedError", gives=("int32", (), 5))
def ret_in_nested_then(n):
    for i in tf.range(n):
        j = i
        while j < n:
            if i * j == 6:
                return i + j
            j += 1
    return tf.constant(-1)


@program(lambda: [tf.constant(4)], tf_error="NotImplementedError", gives=(("int32", (), 2), {"a": ("int32", (), 4)}))
def ret_tuple_in_loop(n):
    for i in tf.range(n):
        if i == 2:
            return i, {"a": i * 2}
    return n, {"a": n}


@program(lambda: [tf.constant(4)], tf_error="NotImplementedError", gives=("int32", (), 6))
def ret_after_if_in_loop(n):
    s = 0
    for i in tf.range(n):
        s += i
        if s > 3:
            if i > 2:
                return s
            s += 100
    return s


@program(lambda: [tf.constant(4)], tf_error="NotImplementedError", gives=("int32", (), 10))
def break_py_cond(n):
    s = 0
    for i in range(10):
        if i > n:
            break
        s += i
    return s


@program(lambda: [tf.constant(4)], tf_error="NotImplementedError", gives=("int32", (), 5))
def py_while_tensor_break(n):
    i = 0
    while i < 10:
        i += 1
        if n < i:
            break
    return i


@program(lambda: [tf.constant(4)], tf_error="ValueError", gives=("int32", (), 20))
def py_for_tensor_return(n):
    for i in range(10):
        if n < i:
            return n * i
    return n


@program(lambda: [tf.constant(4)], tf_error="ValueError", gives=("int32", (), 20))
def py_for_ret_nothing(n):
    for i in range(10):
        if n < i:
            return n * i


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 3))
def assert_in_loop(n):
    s = 0
    for i in tf.range(n):
        assert i < 5, "big"
        s += i
    return s


@program(three)
def raise_in_py_branch(n):
    if isinstance(n, int):
        raise ValueError("a")
    try:
        if n is None:
            raise KeyError
        x = n + 1
    except KeyError:
        x = n
    else:
        x = x * 2
    return x


@program(three)
def try_in_loop(n):
    s = 0
    for i in tf.range(n):
        try:
            s += i
            {}["a"]
        except KeyError as e:
            s += 100
        else:
            s += 1000
    return s


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 3))
def ifexp_nested(x):
    return (x if x > 2 else -x) if x < 5 else (0 if x > 10 else x * 2)


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 30))
def in_tuple(x):
    if x in (1, 2, 3):
        return x * 10
    return x


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 1))
def not_in_list(x):
    return 1 if x not in [1, 2] else 0


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 3), ("int32", (), 0)))
def walrus_while(n):
    s = 0
    while (m := n - s) > 0:
        s += 1
    return s, m


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), -9), ("int32", (), 9)))
def walrus_if_else(n):
    if (m := n * 2) > 10:
        r = m
    elif (m := n * 3) > 8:
        r = -m
    else:
        r = m
    return r, m


@program(three)
def walrus_comp(n):
    return [y := n + i for i in range(3)], y


@program(three, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 4))
def walrus_boolop(n):
    if n > 1 and (m := n + 1) > 3:
        return m
    return n


@program(three)
def inner_fn_loop(n):
    def step(s, i):
        if i % 2 == 0:
            return s + i
        return s - i

    s = tf.constant(0)
    for i in tf.range(n):
        s = step(s, i)
    return s


@program(three)
def fn_in_loop(n):
    s = tf.constant(0)
    for i in tf.range(n):

        def g(a):
            return a + i if a > 0 else a - i

        s = g(s)
    return s


@program(three)
def partial_call(n):
    f = functools.partial(lambda a, b: a if a > b else b, n)
    return f(2), f(b=5)
