"""What loops and branches carry along: containers, attributes, arrays, strings, closures; and what they call."""

# ruff: noqa: B007, B023
import numpy as np
import pytest

from support.twice import Cases, assert_same

cases = Cases()


@cases
def loop_dict_state_py(tf):
    @tf.function
    def f(n):
        d = {"a": tf.constant(0), "b": [tf.constant(1.0)]}
        for i in tf.range(n):
            d["a"] += i
            d["b"][0] *= 2.0
        return d

    return f(tf.constant(3))


@cases
def loop_dict_rebind(tf):
    @tf.function
    def f(n):
        d = {"a": tf.constant(0)}
        for i in tf.range(n):
            d = {"a": d["a"] + i}
        return d

    return f(tf.constant(3))


@cases
def attr_in_loop(tf):
    class A:
        pass

    @tf.function
    def f(n):
        a = A()
        a.x = tf.constant(0)
        a.y = A()
        a.y.z = tf.constant(1)
        for i in tf.range(n):
            a.x += i
            a.y.z += a.x
        return a.x, a.y.z

    return f(tf.constant(3))


@cases
def ta_in_loop(tf):
    @tf.function
    def f(n):
        ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(n):
            if i % 2 == 0:
                ta = ta.write(ta.size(), i)
        return ta.stack()

    return f(tf.constant(5))


@cases
def ta_in_tuple(tf):
    @tf.function
    def f(n):
        s = (tf.TensorArray(tf.int32, 3), tf.constant(0))
        for i in tf.range(n):
            s = (s[0].write(i, i * i), s[1] + 1)
        return s[0].stack(), s[1]

    return f(tf.constant(3))


@cases
def method_mutates_self(tf):
    class A:
        def __init__(self):
            self.t = tf.constant(0)

        def add(self, i):
            if i > 1:
                self.t = self.t + i
            else:
                self.t = self.t - i

    @tf.function
    def f(n):
        a = A()
        for i in range(3):
            a.add(n + i)
        return a.t

    return f(tf.constant(1))


@cases
def method_mutates_self_in_loop(tf):
    class A:
        def __init__(self):
            self.t = tf.constant(0)

        def run(self, n):
            for i in tf.range(n):
                self.t += i
            return self.t

    @tf.function
    def f(n):
        return A().run(n)

    return f(tf.constant(4))


@cases
def list_state_fixed(tf):
    @tf.function
    def f(n):
        pair = [tf.constant(0), tf.constant(1)]
        for _ in tf.range(n):
            pair = [pair[1], pair[0] + pair[1]]
        return pair

    return f(tf.constant(7))


@cases
def strings_in_loop(tf):
    @tf.function
    def f(n):
        s = tf.constant("")
        for i in tf.range(n):
            s = s + tf.strings.as_string(i)
        return s

    return f(tf.constant(4))


@cases
def int64_range(tf):
    @tf.function
    def f(n):
        s = tf.constant(0, tf.int64)
        for i in tf.range(n):
            s += i
        return s

    return f(tf.constant(4, tf.int64))


@cases
def float_range(tf):
    @tf.function
    def f(n):
        s = 0.0
        for i in tf.range(0.0, n, 0.5):
            s += i
        return s

    return f(tf.constant(2.0))


@cases
def neg_range(tf):
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n, 0, -2):
            s = s * 10 + i
        return s

    return f(tf.constant(7))


@cases
def while_tuple_cond(tf):
    @tf.function
    def f(a, b):
        while a < 10 and b > 0:
            a += b
            b -= 1
        return a, b

    return f(tf.constant(1), tf.constant(6))


@cases
def while_or_not(tf):
    @tf.function
    def f(a):
        while not (a > 10 or a == 7):
            a += 3
        return a

    return f(tf.constant(1)), f(tf.constant(2))


@cases
def cond_in_listcomp(tf):
    @tf.function
    def f(a):
        return [x if a > 2 else -x for x in [a, a + 1]]

    return f(tf.constant(3))


@cases
def variable_loop_cond(tf):
    v = tf.Variable(0)

    @tf.function
    def f():
        while v < 5:
            v.assign_add(1)
        return v.read_value()

    return f()


@cases
def break_continue_complex(tf):
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            if i == 1:
                continue
            for j in tf.range(n):
                if j > i:
                    break
                if j == 2:
                    continue
                s += i * 10 + j
            if s > 100:
                break
        return s

    return f(tf.constant(6))


@cases
def early_return_py(tf):
    @tf.function
    def f(x, k):
        if k == 1:
            return x
        if x > 0:
            if k == 2:
                return x * 2
            return x * 3
        return x * 4

    return f(tf.constant(1), 1), f(tf.constant(1), 2), f(tf.constant(1), 3), f(tf.constant(-1), 3)


@cases
def gather_in_loop(tf):
    @tf.function
    def f(x):
        s = 0.0
        for i in tf.range(tf.shape(x)[0]):
            s += x[i]
        return s

    return f(tf.constant([1.0, 2.0, 3.0]))


@cases
def rows_with_break(tf):
    @tf.function
    def f(x):
        s = tf.zeros([2])
        for r in x:
            if tf.reduce_sum(r) > 5.0:
                break
            s += r
        return s

    return f(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))


@cases
def unknown_shape_loop(tf):
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def f(x):
        n = 0
        for r in x:
            n += 1
        return n

    return f(tf.zeros([3, 2]))


@cases
def tf_while_and_ag(tf):
    @tf.function
    def f(x):
        return tf.while_loop(lambda i: i < 10, lambda i: i + 2 if i > 3 else i + 1, [x])

    return f(tf.constant(0))


@cases
def tf_cond_and_ag(tf):
    @tf.function
    def f(x):
        return tf.cond(x > 0, lambda: x if x > 3 else x + 1, lambda: -x)

    return f(tf.constant(2))


@cases
def map_fn_ag(tf):
    @tf.function
    def f(x):
        return tf.map_fn(lambda v: v * 2 if v > 1 else v, x)

    return f(tf.constant([1, 2, 3]))


@cases
def gradient_ag(tf):
    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = x
            for i in tf.range(3):
                if y > 2.0:
                    y = y * x
                else:
                    y = y + x
        return t.gradient(y, x)

    return f(tf.constant(1.5))


@cases
def py_side_effects_order(tf):
    log = []

    @tf.function
    def f(x):
        log.append("start")
        if x > 0:
            log.append("if")
        else:
            log.append("else")
        for i in tf.range(2):
            log.append("loop")
        while x < 3:
            log.append("while")
            x += 1
        log.append("end")
        return x

    f(tf.constant(1))
    return log


@cases
def eager_in_function_arg(tf):
    @tf.function
    def f(x, fn):
        return fn(x)

    def g(v):
        if v > 0:
            return v * 2
        return v

    return f(tf.constant(2), g), f(tf.constant(-2), g)


@cases
def super_in_converted(tf):
    class A:
        def f(self, x):
            return x + 1

    class B(A):
        @tf.function
        def f(self, x):
            if x > 0:
                y = super().f(x)
            else:
                y = super().f(x) * 10
            return y

    b = B()
    return b.f(tf.constant(1)), b.f(tf.constant(-1))


@cases
def classmethod_call(tf):
    class A:
        k = 3

        @classmethod
        def c(cls, x):
            if x > 0:
                return x * cls.k
            return x

        @staticmethod
        def s(x):
            if x > 0:
                return x + 1
            return x

        @property
        def p(self):
            return 7

    @tf.function
    def f(x):
        return A.c(x) + A.s(x) + A().p

    return f(tf.constant(2))


@cases
def kwargs_star(tf):
    def g(a, *b, c=1, **d):
        if a > 0:
            return a + len(b) + c + len(d)
        return a

    @tf.function
    def f(x):
        return g(x, 1, 2, c=5, z=1, **{"y": 2})

    return f(tf.constant(2))


@cases
def global_tensor_list(tf):
    acc = []

    @tf.function
    def f(x):
        for i in range(3):
            acc.append(i)
        return x + len(acc)

    return f(tf.constant(1)), len(acc)


@cases
def numpy_in_ag(tf):
    @tf.function
    def f(x):
        a = np.arange(3)
        s = 0
        for v in a:
            s += int(v)
        return x + s + np.sum(a)

    return f(tf.constant(1, tf.int64))


@cases
def isinstance_(tf):
    @tf.function
    def f(x):
        if isinstance(x, tf.Tensor):
            return 1
        return 2

    return f(tf.constant(1)), f(1)


@cases
def enumerate_list(tf):
    @tf.function
    def f(x):
        for i, v in enumerate([x, x + 1], start=2):
            x += i * v
        return x

    return f(tf.constant(1))


@cases
def dict_iter_tensor_values(tf):
    @tf.function
    def f(d):
        s = 0
        for k in sorted(d):
            if d[k] > 1:
                s += d[k]
        return s

    return f({"b": tf.constant(1), "a": tf.constant(5)})


@cases
def chained_cmp(tf):
    @tf.function
    def f(x):
        return 1 if 0 < x < 5 else 2

    return f(tf.constant(3)), f(tf.constant(7))


@cases
def assert_tf(tf):
    @tf.function
    def f(x):
        tf.debugging.assert_greater(x, 0)
        return x

    return f(tf.constant(1))


@cases
def assert_tf_fail(tf):
    @tf.function
    def f(x):
        tf.debugging.assert_greater(x, 0, message="must be positive")
        return x

    return f(tf.constant(-1))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)
