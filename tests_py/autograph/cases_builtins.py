"""Builtin functions on tensors and on Python's values: see `test_cases.py`."""

# ruff: noqa
import functools
import math
import numpy as np
import operator

from support.small_cases import beyond, same


def _mk(src):
    pass


@beyond
def b_any_list(tf):

    @tf.function
    def f(x):
        return (any([x > 1, x > 5]), all([x > 1, x > 5]))

    return f(tf.constant(3))


@beyond
def b_any_gen(tf):

    @tf.function
    def f(x):
        return (any((x > i for i in range(5))), all((x > i for i in range(5))))

    return f(tf.constant(3))


@beyond
def b_any_tensor(tf):

    @tf.function
    def f(x):
        return (any(x), all(x))

    return f(tf.constant([True, False]))


@beyond
def b_any_mixed(tf):

    @tf.function
    def f(x):
        return (any([False, x > 1]), all([True, x > 1]), any([True, x > 1]), all([False, x > 1]), any([]), all([]))

    return f(tf.constant(3))


@beyond
def b_any_dict_vals(tf):

    @tf.function
    def f(x):
        return any({"a": x > 1}.values())

    return f(tf.constant(3))


@same
def b_sorted(tf):

    @tf.function
    def f(x):
        return (sorted(x), sorted(x, reverse=True), sorted(x, key=lambda v: -v))

    return f(tf.constant([3, 1, 2]))


@same
def b_sorted_captured(tf):
    x = tf.constant([3, 1, 2])

    @tf.function
    def f():
        return (sorted(x), sorted(x, reverse=True), sorted(x, key=lambda v: -v))

    return f()


@beyond
def b_sorted_list(tf):

    @tf.function
    def f(x):
        return sorted([x, x + 1])

    return f(tf.constant(1))


@same
def b_sorted_py(tf):

    @tf.function
    def f(x):
        return (sorted([3, 1, 2], key=lambda v: -v), sorted("bca", reverse=True))

    return f(tf.constant(1))


@same
def b_sorted2d(tf):

    @tf.function
    def f(x):
        return sorted(x)

    return f(tf.constant([[3, 1, 2]]))


@same
def b_sorted_bool_rev_tensor(tf):

    @tf.function
    def f(x, r):
        return sorted(x, reverse=r)

    return f(tf.constant([3, 1, 2]), True)


@same
def b_map(tf):

    @tf.function
    def f(x):
        return (list(map(lambda v: v + 1 if v > 0 else v, [x, -x])), list(map(operator.add, [x], [2])))

    return f(tf.constant(1))


@beyond
def b_map_tensor(tf):

    @tf.function
    def f(x):
        return list(map(lambda v: v + 1, x))

    return f(tf.constant([1]))


@same
def b_filter(tf):

    @tf.function
    def f(x):
        return (list(filter(None, [0, 1, 2])), list(filter(lambda v: v > 1, [1, 2])))

    return f(tf.constant(1))


@same
def b_filter_tensor(tf):

    @tf.function
    def f(x):
        return list(filter(lambda v: v > 1, x))

    return f(tf.constant([1, 2]))


@beyond
def b_min_max(tf):

    @tf.function
    def f(x, y):
        return (min(x, y), max(x, y), min(x, 2), max([x, y]), min(x, y, 1))

    return f(tf.constant(1), tf.constant(4))


@beyond
def b_min_vec(tf):

    @tf.function
    def f(x):
        return (min(x), max(x))

    return f(tf.constant([1, 4]))


@same
def b_min_key(tf):

    @tf.function
    def f(x):
        return min([x, x + 1], key=lambda v: 1)

    return f(tf.constant(1))


@same
def b_min_default(tf):

    @tf.function
    def f(x):
        return (min([], default=x), max((), default=3))

    return f(tf.constant(1))


@same
def b_min_float_int(tf):

    @tf.function
    def f(x):
        return min(x, 2.5)

    return f(tf.constant(1))


@beyond
def b_sum(tf):

    @tf.function
    def f(x):
        return (sum(x), sum([x[0], x[1]]), sum([x[0]], 5), sum([x], tf.constant([1, 1])))

    return f(tf.constant([1, 4]))


@beyond
def b_sum2d(tf):

    @tf.function
    def f(x):
        return (sum(x), sum(x, 10))

    return f(tf.constant([[1, 4], [2, 5]]))


@same
def b_abs_round(tf):

    @tf.function
    def f(x):
        return (abs(x), abs(-3), round(2.6))

    return f(tf.constant([-1.0, 4.6]))


@beyond
def b_round_tensor(tf):

    @tf.function
    def f(x):
        return round(x)

    return f(tf.constant(4.6))


@beyond
def b_divmod(tf):

    @tf.function
    def f(x):
        return divmod(x, 3)

    return f(tf.constant(7))


@beyond
def b_rdivmod(tf):

    @tf.function
    def f(x):
        return divmod(17, x)

    return f(tf.constant(7))


@same
def b_pow(tf):

    @tf.function
    def f(x):
        return (pow(x, 2), pow(2, x), x**3)

    return f(tf.constant(3))


@same
def b_pow3(tf):

    @tf.function
    def f(x):
        return pow(x, 2, 5)

    return f(tf.constant(3))


@same
def b_reversed(tf):

    @tf.function
    def f(x):
        return (list(reversed([x, 2])), [i for i in reversed(range(3))])

    return f(tf.constant(3))


@beyond
def b_reversed_tensor(tf):

    @tf.function
    def f(x):
        r = 0
        for i in reversed(x):
            r = r * 10 + i
        return r

    return f(tf.constant([3, 4]))


@same
def b_len(tf):

    @tf.function
    def f(x):
        return (len(x), len([x]), len("abc"), len({1: x}))

    return f(tf.constant([3, 4]))


@same
def b_len_unknown(tf):

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def f(x):
        return len(x)

    return f(tf.constant([3.0, 4]))


@same
def b_len_unknown_rank(tf):

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def f(x):
        return len(x)

    return f(tf.constant([3.0, 4]))


@same
def b_len_unknown_rank0(tf):

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def f(x):
        return len(x)

    return f(tf.constant(3.0))


@same
def b_len_scalar(tf):

    @tf.function
    def f(x):
        return len(x)

    return f(tf.constant(3))


@same
def b_len_obj(tf):

    class A:
        def __len__(self):
            return 7

    @tf.function
    def f(x):
        return len(A()) + x

    return f(tf.constant(3))


@same
def b_range(tf):

    @tf.function
    def f(x):
        t = 0
        for i in range(x):
            t += i
        for i in range(1, x):
            t += i
        for i in range(x, 0, -1):
            t += i
        return t

    return f(tf.constant(4))


@same
def b_range_in_list(tf):

    @tf.function
    def f(x):
        return list(range(x))

    return f(tf.constant(4))


@same
def b_range_len(tf):

    @tf.function
    def f(x):
        t = 0
        for i in range(len(x)):
            t += x[i]
        return t

    return f(tf.constant([4, 5]))


@same
def b_range_dtype(tf):

    @tf.function
    def f(x):
        t = tf.constant(0, tf.int64)
        for i in range(x):
            t += i
        return t

    return f(tf.constant(4, tf.int64))


@same
def b_range_float(tf):

    @tf.function
    def f(x):
        t = 0.0
        for i in range(x):
            t += i
        return t

    return f(tf.constant(4.5))


@beyond
def b_enumerate_start(tf):

    @tf.function
    def f(x):
        t = 0
        for i, v in enumerate(x, 5):
            t += i * v
        return t

    return f(tf.constant([1, 2]))


@beyond
def b_enumerate_kw(tf):

    @tf.function
    def f(x):
        t = 0
        for i, v in enumerate([x, x], start=5):
            t += i * v
        for i, v in enumerate(iterable=[x]):
            t += v
        return t

    return f(tf.constant(1))


@beyond
def b_zip_py_tensor(tf):

    @tf.function
    def f(x):
        t = 0
        for a, b in zip([1, 2], x):
            t += a * b
        return t

    return f(tf.constant([1, 2]))


@same
def b_zip_strict(tf):

    @tf.function
    def f(x):
        t = 0
        for a, b in zip([1, 2], [x, x], strict=True):
            t += a * b
        return t

    return f(tf.constant(1))


@beyond
def b_zip_uneven(tf):

    @tf.function
    def f(x, y):
        t = 0
        for a, b in zip(x, y):
            t += a * b
        return t

    return f(tf.constant([1, 2, 3]), tf.constant([1, 2]))
