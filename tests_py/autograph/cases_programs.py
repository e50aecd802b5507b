"""Programs of several statements: closures, ranges, unknown shapes, gradients, `finally`: see `test_cases.py`."""

# ruff: noqa
import collections
import functools
import itertools
import linecache

from support.small_cases import beyond, ours, same


@same
def recursion_py(tf):

    @tf.function
    def f(x):

        def pw(v, k):
            if k == 0:
                return tf.ones_like(v)
            h = pw(v, k // 2)
            if k % 2 == 0:
                return h * h
            return h * h * v

        return pw(x, 13)

    return f(tf.constant(2))


@beyond
def closure_in_tensor_if(tf):

    @tf.function
    def f(x):
        y = x

        def setter(v):
            nonlocal y
            y = v

        if x > 0:
            setter(x * 10)
        return y

    return (f(tf.constant(2)), f(tf.constant(-2)))


@beyond
def closure_in_loop(tf):

    @tf.function
    def f(x):
        t = 0

        def add(v):
            nonlocal t
            t = t + v

        for i in tf.range(x):
            add(i)
        return t

    return f(tf.constant(4))


@same
def closure_via_list(tf):

    @tf.function
    def f(x):
        fs = []
        for k in range(3):
            fs.append(lambda v, k=k: v + k if v > 0 else v - k)
        t = x
        for g in fs:
            t = g(t)
        return t

    return (f(tf.constant(4)), f(tf.constant(-4)))


@same
def self_in_loop(tf):

    class A:
        def __init__(self):
            self.t = tf.constant(0)
            self.n = 0

        def step(self, i):
            self.t = self.t + i
            self.n += 1

        @tf.function
        def run(self, n):
            for i in tf.range(n):
                self.t = self.t + i
            return self.t

    a = A()
    return a.run(tf.constant(4))


@same
def items_tensor_if(tf):

    @tf.function
    def f(x):
        d = {"a": 1, "b": 2}
        t = x
        for k, v in d.items():
            if t > v:
                t = t + v
            else:
                t = t - v
        return t

    return f(tf.constant(2))


@same
def chain_generator(tf):

    @tf.function
    def f(x):
        t = x
        for a in itertools.chain([1, 2], [3]):
            if t > a:
                t += a
        return t

    return f(tf.constant(2))


@same
def count_break_py(tf):

    @tf.function
    def f(x):
        t = x
        for a in itertools.count():
            if a > 3:
                break
            t += a
        return t

    return f(tf.constant(2))


@same
def unknown_rows(tf):

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32)])
    def f(x):
        t = 0
        for r in x:
            for v in r:
                t += v
        return t

    return f(tf.constant([[1, 2], [3, 4]]))


@same
def unknown_rank_loop(tf):

    @tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
    def f(x):
        t = 0
        for r in x:
            t += tf.reduce_sum(r)
        return t

    return f(tf.constant([[1, 2], [3, 4]]))


@same
def range_neg(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n, -n, -2):
            t = t * 3 + i
        for i in tf.range(5, 1):
            t += 1000
        return t

    return f(tf.constant(4))


@same
def range_float_step(tf):

    @tf.function
    def f(n):
        t = 0.0
        for i in tf.range(0.0, n, 0.5):
            t += i
        return t

    return f(tf.constant(2.0))


@same
def range_limits_changed(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n):
            n = n - 1
            t += 1
        return (n, t)

    return f(tf.constant(4))


@same
def target_modified(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n):
            i = i * 10
            t += i
        return (t, i)

    return f(tf.constant(4))


@same
def while_shape(tf):

    @tf.function
    def f(n):
        x = tf.zeros([1])
        while tf.shape(x)[0] < n:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            x = tf.concat([x, x], 0)
        return x

    return f(tf.constant(4))


@same
def grads_through(tf):

    @tf.function
    def f(x, n):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x
            for i in tf.range(n):
                if i % 2 == 0:
                    y = y * x
                else:
                    y = y + x
                if y > 100.0:
                    break
        return (y, t.gradient(y, x))

    return (f(tf.constant(2.0), tf.constant(5)), f(tf.constant(3.0), tf.constant(9)))


@beyond
def grads_while_return(tf):

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)

            def g(v):
                while v < 100.0:
                    v = v * x
                    if v > 50.0:
                        return v * 2.0
                return v

            y = g(x)
        return (y, t.gradient(y, x))

    return f(tf.constant(3.0))


@beyond
def grads_match(tf):

    @tf.function
    def f(x, k):
        with tf.GradientTape() as t:
            t.watch(x)
            match k:
                case 0:
                    y = x * x
                case 1:
                    y = x * 3.0
                case _:
                    y = -x
        return t.gradient(y, x)

    return [f(tf.constant(2.0), tf.constant(k)) for k in range(3)]


@same
def variable_cond(tf):
    v = tf.Variable(3)

    @tf.function
    def f():
        while v > 0:
            v.assign_sub(1)
            if v == 1:
                break
        return v + 0

    return f()


@same
def optional_none(tf):

    @tf.function
    def f(x, m=None):
        if m is not None:
            if x > 0:
                x = x * m
        return x

    return (f(tf.constant(2)), f(tf.constant(2), tf.constant(5)))


@same
def nan_loop(tf):

    @tf.function
    def f(x):
        i = 0
        while not tf.math.is_nan(x):
            x = tf.math.log(x - 3.0)
            i += 1
        return i

    return f(tf.constant(5.0))


@same
def empty_loop(tf):

    @tf.function
    def f(x):
        t = 0.0
        for r in x:
            t += r
        return t

    return f(tf.zeros([0]))


@same
def str_loop(tf):

    @tf.function
    def f(x):
        s = ""
        for c in x:
            s = s + c
        return s

    return f(tf.constant(["a", "b"]))


@same
def bytes_split(tf):

    @tf.function
    def f(x):
        n = 0
        for c in tf.strings.bytes_split(x):
            if c == "a":
                n += 1
        return n

    return f(tf.constant("banana"))


@same
def dtype_mix(tf):

    @tf.function
    def f(x):
        y = tf.cast(x, tf.float64)
        z = tf.cast(x, tf.complex64)
        while y < 10.0:
            y = y * 2.0
            z = z * 1j
        return (y, z)

    return f(tf.constant(1.5))


@same
def two_state_objects(tf):

    class P:
        pass

    @tf.function
    def f(n):
        a, b = (P(), P())
        a.v = b.v = n
        for i in tf.range(n):
            a.v, b.v = (b.v + i, a.v)
        return (a.v, b.v)

    return f(tf.constant(4))


@same
def swap_items(tf):

    @tf.function
    def f(n):
        l = [n, n + 1, n + 2]
        for i in tf.range(n):
            l[0], l[1], l[2] = (l[2], l[0], l[1])
        return l

    return f(tf.constant(4))


@same
def aug_attr_of_item(tf):

    class P:
        pass

    @tf.function
    def f(n):
        ps = [P(), P()]
        for p in ps:
            p.v = n
        for i in tf.range(n):
            ps[0].v += i
        return (ps[0].v, ps[1].v)

    return f(tf.constant(4))


@same
def nested_try_loops(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n):
            try:
                for j in tf.range(i):
                    try:
                        if j == 2:
                            continue
                        if i == 4:
                            break
                        t += j
                    finally:
                        t += 100
            finally:
                t += 1000
        return t

    return f(tf.constant(6))


@beyond
def finally_return(tf):

    @tf.function
    def f(n):
        try:
            if n > 0:
                n = n + 1
        finally:
            if n > 5:
                return n
        return -n

    return (f(tf.constant(6)), f(tf.constant(1)))


@same
def finally_break(tf):

    @tf.function
    def f(n):
        for i in tf.range(n):
            try:
                n = n + 1
            finally:
                if i > 2:
                    break
        return n

    return f(tf.constant(6))


@beyond
def lambda_ifexp_walrus(tf):
    return tf.function(lambda x: y if (y := (x + 1)) > 0 else -y)(tf.constant(1))


@same
def global_in_lambda(tf):
    return tf.function(lambda x: [v for v in (x, -x)][0] if x > 0 else x * 0)(tf.constant(1))


@same
def kw_only_state(tf):

    @tf.function
    def f(x, *, k):
        while x < k:
            x *= 2
        return x

    return f(tf.constant(1), k=tf.constant(30))


@beyond
def ann_assign(tf):

    @tf.function
    def f(x):
        y: int = x
        z: "tf.Tensor"
        if x > 0:
            y: int = x + 1
        return y

    return f(tf.constant(1))


@same
def print_in_branches(tf):

    @tf.function
    def f(x):
        if x > 0:
            print("a")
        else:
            print("b")
        for i in tf.range(3):
            print("c")
        return x

    return f(tf.constant(1))


@same
def ragged_rows(tf):

    @tf.function
    def f(x):
        t = 0
        for r in x:
            t += tf.reduce_sum(r)
        return t

    return f(tf.ragged.constant([[1, 2], [], [3]]))


@beyond
def in_tuple(tf):

    @tf.function
    def f(x):
        if x in (1, 2, 3):
            return 1
        return 0

    return (f(tf.constant(2)), f(tf.constant(5)))


@beyond
def not_in_list(tf):

    @tf.function
    def f(x):
        return x not in [1, 2]

    return (f(tf.constant(2)), f(tf.constant(5)))


@beyond
def finally_break_overrides_return(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n):
            try:
                if i > 1:
                    return t + 1000
                t += 1
            finally:
                if i > 2:
                    break
                t += 10
        return t

    return (f(tf.constant(6)), f(tf.constant(1)))


@ours
def finally_continue(tf):

    @tf.function
    def f(n):
        t = 0
        for i in tf.range(n):
            try:
                if i == 2:
                    break
                t += 1
            finally:
                if i == 2:
                    continue
                t += 10
            t += 100
        return t

    return (f(tf.constant(6)), f(tf.constant(1)))


@beyond
def finally_return_swallows(tf):

    @tf.function
    def f(n):
        try:
            raise ValueError("gone")
        finally:
            if n > 0:
                return n
            return -n

    return (f(tf.constant(6)), f(tf.constant(-1)))


@beyond
def finally_return_swallows_with_handler(tf):

    @tf.function
    def f(n):
        try:
            raise ValueError("gone")
        except KeyError:
            n = n * 100
        else:
            n = n * 1000
        finally:
            return n + 1

    return f(tf.constant(6))


@beyond
def in_numbers_python(tf):

    @tf.function
    def f(x, k):
        if k in (1, 2):
            r = x
        elif k not in [3, -4]:
            r = -x
        else:
            r = x * 2
        return (r, x in (1.5, -2), x not in (1, 2))

    return [f(tf.constant(2.0), k) for k in (1, 3, 9, -4)]
