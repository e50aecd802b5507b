"""Conversions, logical operators, conditional expressions and other builtins: see `test_cases.py`."""

# ruff: noqa
import functools
import math
import numpy as np
import operator

from support.small_cases import beyond, same


def _mk(src):
    pass


@same
def b_next_iter(tf):

    @tf.function
    def f(x):
        it = iter([x, 2, 3])
        return (next(it), next(it), next(it), next(it, 9))

    return f(tf.constant(1))


@beyond
def b_next_iter_tensor(tf):

    @tf.function
    def f(x):
        it = iter(x)
        return next(it)

    return f(tf.constant([1, 2]))


@same
def b_isinstance(tf):

    @tf.function
    def f(x):
        return (
            isinstance(x, tf.Tensor),
            isinstance(x, int),
            isinstance(x, (int, tf.Tensor)),
            type(x) is int,
            callable(x),
            tf.is_tensor(x),
        )

    return f(tf.constant(1))


@same
def b_int_float_bool(tf):

    @tf.function
    def f(x):
        return (int(x), float(x), int("3"), int("11", 2), float("1.5"), int(), float())

    return f(tf.constant(1.7))


@same
def b_int_str(tf):

    @tf.function
    def f(x):
        return (int(x), float(x))

    return f(tf.constant("12"))


@same
def b_int_base(tf):

    @tf.function
    def f(x):
        return int(x, 16)

    return f(tf.constant("12"))


@beyond
def b_bool(tf):

    @tf.function
    def f(x):
        return bool(x)

    return f(tf.constant(1))


@beyond
def b_complex(tf):

    @tf.function
    def f(x):
        return complex(x, 1.0)

    return f(tf.constant(1.0))


@same
def b_str_repr(tf):

    @tf.function
    def f(x):
        return (str(type(x)) != "", str(5), f"{3:>4}")

    return f(tf.constant(1))


@same
def b_print(tf):

    @tf.function
    def f(x):
        print("a", 1, sep="-", end="!\n")
        print(x.dtype)
        return x

    return f(tf.constant(1))


@same
def b_hash_id(tf):

    @tf.function
    def f(x):
        return (hash("a") == hash("a"), id(x) == id(x), x is x)

    return f(tf.constant(1))


@same
def b_tuple_list(tf):

    @tf.function
    def f(x):
        return (tuple([x, 1]), list((x, 2)), dict(a=x), set([1, 1]))

    return f(tf.constant(1))


@beyond
def b_list_tensor(tf):

    @tf.function
    def f(x):
        return list(x)

    return f(tf.constant([1, 2]))


@same
def b_super_getattr(tf):

    class A:
        q = 3

    @tf.function
    def f(x):
        return (getattr(A, "q") * x, hasattr(A, "z"), vars(A)["q"], getattr(A, "z", x))

    return f(tf.constant(1))


@same
def b_eval(tf):

    @tf.function
    def f(x):
        y = 4
        return eval("y + 1") * x

    return f(tf.constant(1))


@beyond
def b_eval_in_if(tf):

    @tf.function
    def f(x):
        y = 4
        if x > 0:
            z = eval("x + y")
        else:
            z = x
        return z

    return f(tf.constant(1))


@same
def b_math(tf):

    @tf.function
    def f(x):
        return (math.floor(2.5), math.sqrt(4), np.sqrt(4.0))

    return f(tf.constant(1))


@same
def b_math_tensor(tf):

    @tf.function
    def f(x):
        return math.floor(x)

    return f(tf.constant(1.5))


@same
def b_np_tensor(tf):

    @tf.function
    def f(x):
        return np.abs(x)

    return f(tf.constant(-1.5))


@beyond
def b_in(tf):

    @tf.function
    def f(x):
        return x in [1, 2]

    return f(tf.constant(1))


@same
def b_in_py(tf):

    @tf.function
    def f(x):
        return (1 in {1: x}, "a" in "abc", 5 not in [1])

    return f(tf.constant(1))


@same
def b_is(tf):

    @tf.function
    def f(x):
        return (x is None, x is not None, x is x)

    return f(tf.constant(1))


@same
def b_not(tf):

    @tf.function
    def f(x):
        return (not x, not None, not [])

    return f(tf.constant(True))


@same
def b_not_int(tf):

    @tf.function
    def f(x):
        return not x

    return f(tf.constant(1))


@same
def b_and_or_values(tf):

    @tf.function
    def f(x):
        return (None or x, x and 3, 0 and x, "" or x)

    return f(tf.constant(True))


@same
def b_and_types(tf):

    @tf.function
    def f(x):
        return x > 0 and x

    return f(tf.constant(3))


@beyond
def b_or_ints(tf):

    @tf.function
    def f(x):
        return x or 5

    return f(tf.constant(3))


@same
def b_mixed_bool(tf):

    @tf.function
    def f(x, y):
        return x > 0 and (not y > 0) or (x == 5 and y != 2)

    return (f(tf.constant(3), tf.constant(1)), f(tf.constant(5), tf.constant(1)))


@same
def b_and_vec(tf):

    @tf.function
    def f(x):
        return x and x

    return f(tf.constant([True, False]))


@beyond
def b_ternary_chain(tf):

    @tf.function
    def f(x):
        return 1 if x > 5 else 2 if x > 3 else 3

    return f(tf.constant(4))


@same
def b_ternary_struct(tf):

    @tf.function
    def f(x):
        return (x, {"a": x}) if x > 5 else (-x, {"a": 0})

    return f(tf.constant(4))


@beyond
def b_ternary_none(tf):

    @tf.function
    def f(x):
        return None if x > 5 else None

    return f(tf.constant(4))


@same
def b_ternary_dtype(tf):

    @tf.function
    def f(x):
        return 1 if x > 5 else 1.0

    return f(tf.constant(4))


@same
def b_ternary_str(tf):

    @tf.function
    def f(x):
        return "a" if x > 5 else "b"

    return f(tf.constant(4))


@same
def b_eq(tf):

    @tf.function
    def f(x):
        return (x == 3, x != 3, x == None, x == "a")

    return f(tf.constant(3))


@same
def b_eq_shapes(tf):

    @tf.function
    def f(x, y):
        return x == y

    return f(tf.constant([1, 2]), tf.constant([1, 2, 3]))


@same
def b_reduce(tf):

    @tf.function
    def f(x):
        return (functools.reduce(lambda a, b: a * b, [x, x, 2]), functools.reduce(operator.add, [x, x], 10))

    return f(tf.constant(3))


@same
def b_slice_obj(tf):

    @tf.function
    def f(x):
        return (x[slice(0, 1)], x[..., 0], x[::-1], x[None])

    return f(tf.constant([3, 4]))


@same
def b_input_alias(tf):

    @tf.function
    def f(x):
        sum = 5
        len = lambda v: 77
        return sum + len(x) + x

    return f(tf.constant(3))


@same
def b_getitem_slice_tensor_bounds(tf):

    @tf.function
    def f(x, i):
        return (x[i:], x[:i], x[i - 1 : i + 1], x[i])

    return f(tf.constant([3, 4, 5]), tf.constant(1))
