"""`break`, `continue` and `return` in loops over tensors and in Python's loops: see `test_cases.py`."""

# ruff: noqa
import collections
import contextlib
import dataclasses

from support.small_cases import beyond, same


@beyond
def ret_in_loop(tf):

    @tf.function
    def f(x):
        for i in tf.range(10):
            for j in tf.range(10):
                if i * j == x:
                    return (i, j)
        return (tf.constant(-1), tf.constant(-1))

    return (f(tf.constant(12)), f(tf.constant(77)))


@beyond
def ret_in_loop_no_end(tf):

    @tf.function
    def f(x):
        for i in tf.range(10):
            if i == x:
                return i

    return f(tf.constant(4))


@beyond
def ret_in_while_true(tf):

    @tf.function
    def f(x):
        i = 0
        while True:
            i += 1
            if i > x:
                return i

    return f(tf.constant(4))


@beyond
def ret_in_while_true_struct(tf):

    @tf.function
    def f(x):
        i = tf.constant(0)
        while tf.constant(True):
            i += 1
            if i > x:
                return {"a": i, "b": (i, [x])}
        return {"a": i, "b": (i, [x])}

    return f(tf.constant(4))


@beyond
def ret_with_in_loop(tf):

    @contextlib.contextmanager
    def cm():
        print("enter")
        yield
        print("exit")

    @tf.function
    def f(x):
        for i in tf.range(10):
            with cm():
                if i > x:
                    return i * 100
                x = x + 0
        return x

    return (f(tf.constant(4)), f(tf.constant(40)))


@beyond
def ret_try_in_loop(tf):

    @tf.function
    def f(x):
        for i in tf.range(10):
            try:
                if i > x:
                    return i * 100
            finally:
                x = x - 1
        return x

    return (f(tf.constant(4)), f(tf.constant(40)))


@same
def break_in_try_except(tf):

    @tf.function
    def f(x):
        for i in tf.range(10):
            try:
                raise ValueError
            except ValueError:
                if i > x:
                    break
            x = x + 0
        return i

    return f(tf.constant(4))


@same
def continue_in_with(tf):

    @tf.function
    def f(x):
        t = 0
        for i in tf.range(10):
            with tf.name_scope("n"):
                if i % 2 == 0:
                    continue
                t += i
            t += 100
        return t

    return f(tf.constant(4))


@beyond
def break_py_in_tensor(tf):

    @tf.function
    def f(x):
        t = tf.constant(0)
        for i in range(5):
            for j in tf.range(5):
                if j > i:
                    break
                t += 1
            if t > x:
                break
        return (t, i)

    return f(tf.constant(4))


@beyond
def break_tensor_in_py_while(tf):

    @tf.function
    def f(x):
        n = 0
        while n < 5:
            n += 1
            if x > n:
                continue
            if x == n:
                break
            x = x - 1
        return (x, n)

    return (f(tf.constant(3)), f(tf.constant(-3)))


@beyond
def ret_in_py_for_over_dict(tf):

    @tf.function
    def f(x):
        for k, v in {"a": 1, "b": 2, "c": 3}.items():
            if x == v:
                return v * 10
        return 0

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def ret_in_nested_fn(tf):

    @tf.function
    def f(x):

        def g(y):
            for i in tf.range(y):
                if i == 2:
                    return i
            return -1

        return g(x) + g(x + 5)

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def ret_different_shapes(tf):

    @tf.function
    def f(x):
        for i in tf.range(3):
            if i == x:
                return tf.zeros([2])
        return tf.zeros([3])

    return (f(tf.constant(2)), f(tf.constant(5)))


@beyond
def ret_strings(tf):

    @tf.function
    def f(x):
        for i in tf.range(3):
            if i == x:
                return "yes"
        return "no"

    return (f(tf.constant(2)), f(tf.constant(5)))


@beyond
def ret_none_in_loop(tf):

    @tf.function
    def f(x):
        for i in tf.range(3):
            if i == x:
                return
            tf.print("", end="")

    return f(tf.constant(2))


@beyond
def ret_tuple_none(tf):

    @tf.function
    def f(x):
        if x > 0:
            return (x, None)
        return (-x, None)

    return f(tf.constant(2))


@beyond
def ret_tensorarray(tf):

    @tf.function
    def f(x):
        ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(5):
            ta = ta.write(i, i * 2)
            if i == x:
                return ta.stack()
        return ta.stack()

    return (f(tf.constant(2)), f(tf.constant(9)))


@same
def ret_ragged_if(tf):

    @tf.function
    def f(x):
        if x > 0:
            return tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 2])
        return tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1])

    return f(tf.constant(2)).to_list()


@same
def multiple_loops(tf):

    @tf.function
    def f(x):
        a = 0
        for i in tf.range(x):
            if i == 3:
                break
            a += i
        b = 0
        for i in tf.range(x):
            if i == 1:
                continue
            b += i
        while b > 5:
            b -= 2
        return (a, b, i)

    return f(tf.constant(6))
