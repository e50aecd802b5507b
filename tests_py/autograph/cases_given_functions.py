"""Libraries called from converted code, and functions that are given to map_fn, while_loop, cond, custom_gradient and the like: see `test_cases.py`."""

# ruff: noqa
import collections
import contextlib
import copy
import functools
import inspect
import io
import sys
import threading
import types

from support.small_cases import beyond, same


def _abs(v):
    if v > 1:
        return v
    return -v


def _abs2(a, v):
    if v > 1:
        return a + v
    return a - v


def _cond(i):
    if i > 5:
        return False
    return True


def _wcond(tf):

    def c(i):
        if i > 5:
            r = tf.constant(False)
        else:
            r = tf.constant(True)
        return r

    return c


@same
def k_map(tf):
    return tf.function(lambda x: tf.map_fn(_abs, x))(tf.constant([1, 2]))


@beyond
def k_foldl(tf):
    return tf.function(lambda x: tf.foldl(_abs2, x))(tf.constant([1, 2]))


@beyond
def k_foldr(tf):
    return tf.function(lambda x: tf.foldr(_abs2, x))(tf.constant([1, 2]))


@beyond
def k_scan(tf):
    return tf.function(lambda x: tf.scan(_abs2, x))(tf.constant([1, 2]))


@beyond
def k_while(tf):
    c = _wcond(tf)
    return tf.function(lambda x: tf.while_loop(c, lambda i: [_abs(i) + 4], [x]))(tf.constant(1))


@same
def k_while_body(tf):
    return tf.function(lambda x: tf.while_loop(lambda i: i < 9, lambda i: i + 2 if True else 1, [x]))(tf.constant(1))


@beyond
def k_while_body2(tf):

    def body(i):
        if i > 3:
            return i + 1
        return i + 2

    return tf.function(lambda x: tf.while_loop(lambda i: i < 9, body, [x]))(tf.constant(1))


@same
def k_cond(tf):
    x0 = tf.constant(3)

    def t():
        if x0 > 1:
            return x0
        return -x0

    @tf.function
    def f(x):

        def g():
            if x > 1:
                return x
            return -x

        return tf.cond(x > 0, g, g)

    return f(tf.constant(3))


@beyond
def k_cond_outer(tf):
    import functools

    def g(x):
        if x > 1:
            return x
        return -x

    @tf.function
    def f(x):
        return tf.cond(x > 0, functools.partial(g, x), functools.partial(g, x))

    return f(tf.constant(3))


@beyond
def k_case(tf):
    import functools

    def g(x):
        if x > 1:
            return x
        return -x

    @tf.function
    def f(x):
        return tf.case([(x > 0, functools.partial(g, x))], default=functools.partial(g, x))

    return f(tf.constant(3))


@beyond
def k_switch(tf):
    import functools

    def g(x):
        if x > 1:
            return x
        return -x

    @tf.function
    def f(x):
        return tf.switch_case(x, [functools.partial(g, x), functools.partial(g, x)])

    return f(tf.constant(1))


@beyond
def k_cg(tf):

    @tf.custom_gradient
    def g(v):
        if v > 1:
            y = v * 2
        else:
            y = v
        return (y, lambda dy: dy)

    return tf.function(lambda x: g(x))(tf.constant(2.0))


@beyond
def k_cg_grad(tf):

    @tf.custom_gradient
    def g(v):

        def grad(dy):
            if dy > 1:
                r = dy * 2
            else:
                r = dy
            return r

        return (v * 2, grad)

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = g(x)
        return t.gradient(y, x)

    return f(tf.constant(2.0))


@beyond
def k_recompute(tf):

    def g(v):
        if v > 1:
            return v * v
        return v

    h = tf.recompute_grad(g)
    return tf.function(lambda x: h(x))(tf.constant(2.0))


@beyond
def k_nest(tf):
    return tf.function(lambda x: tf.nest.map_structure(_abs, [x]))(tf.constant(2))


@same
def k_tfmodule(tf):

    class M(tf.Module):
        @tf.Module.with_name_scope
        def m(self, x):
            if x > 1:
                return x
            return -x

    m = M()
    return tf.function(lambda x: m.m(x))(tf.constant(2))


@same
def k_init_scope(tf):

    def g(x):
        with tf.init_scope():
            y = tf.constant(3)
        if x > y:
            return x
        return y

    return tf.function(lambda x: g(x))(tf.constant(2))


@same
def k_grad_fn(tf):

    def g(x):
        if x > 1:
            return x * x
        return x

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = g(x)
        return t.gradient(y, x)

    return f(tf.constant(2.0))


@same
def k_ndarray_callback(tf):

    @tf.function
    def f(x):
        return (tf.numpy_function(_abs, [x], tf.int32), tf.py_function(_abs, [x], tf.int32))

    return f(tf.constant(2))


@same
def k_conditional_gradient(tf):

    @tf.function
    def f(x):
        return tf.gradients(_abs(x), x)

    return f(tf.constant(2.0))


@same
def k_ctrl_deps(tf):

    @tf.function
    def f(x):
        with tf.control_dependencies([x]):
            if x > 1:
                y = x
            else:
                y = -x
        return y

    return f(tf.constant(2.0))


@same
def lib_numpy(tf):
    import numpy as np

    @tf.function
    def f(x):
        return np.where(np.array([1, 2]) > 1, 1, 0) + x

    return f(tf.constant(1))


@same
def lib_stdlib(tf):
    import collections, copy, re, itertools, random, json, string

    @tf.function
    def f(x):
        c = collections.Counter("aab")
        d = copy.copy([x])
        r = re.sub("a", "b", "aa")
        o = collections.OrderedDict(a=x)
        q = collections.deque([x])
        q.append(x)
        dd = collections.defaultdict(lambda: x)
        dd["k"] += 1
        return c["a"] + d[0] + len(r) + o["a"] + q[1] + dd["k"] + json.loads("3") + list(itertools.chain([1], [2]))[1]

    return f(tf.constant(1))


@same
def lib_user_callback_in_stdlib(tf):
    import itertools, functools

    def g(v):
        if v > 0:
            return v
        return -v

    @tf.function
    def f(x):
        return functools.reduce(lambda a, b: g(a) + g(b), [x, x, x])

    return f(tf.constant(-2))


@same
def lib_callback_tf_map(tf):

    def g(v):
        if v > 1:
            return v
        return -v

    @tf.function
    def f(x):
        return (tf.map_fn(g, x), tf.map_fn(lambda v: g(v) if v > 0 else v, x), tf.vectorized_map(lambda v: v + 1, x))

    return f(tf.constant([1, 2]))


@same
def lib_callback_cond(tf):

    def g(v):
        if v > 1:
            return v
        return -v

    @tf.function
    def f(x):
        return (
            tf.cond(x > 0, lambda: g(x), lambda: g(x - 1)),
            tf.while_loop(lambda i: i < 10, lambda i: [g(i) + 3], [x]),
        )

    return f(tf.constant(2))


@same
def lib_callback_numpy_function(tf):

    @tf.function
    def f(x):

        def g(v):
            if v > 1:
                return v * 2
            return v

        return (tf.py_function(g, [x], tf.int32), tf.numpy_function(g, [x], tf.int32))

    return f(tf.constant(2))


@beyond
def lib_custom_gradient(tf):

    @tf.custom_gradient
    def g(v):
        if v > 1:
            y = v * 2
        else:
            y = v

        def grad(dy):
            if dy > 0:
                return dy * 3
            return dy

        return (y, grad)

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = g(x)
        return (y, t.gradient(y, x))

    return f(tf.constant(2.0))


@beyond
def lib_recompute(tf):

    def g(v):
        if v > 1:
            return v * v
        return v

    @tf.function
    def f(x):
        h = tf.recompute_grad(g)
        with tf.GradientTape() as t:
            t.watch(x)
            y = h(x)
        return (y, t.gradient(y, x))

    return f(tf.constant(2.0))


@beyond
def lib_module(tf):

    class M(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(2.0)

        @tf.Module.with_name_scope
        def __call__(self, x):
            if x > 0:
                return x * self.w
            return x

    m = M()
    return (tf.function(m)(tf.constant(2.0)), tf.function(m.__call__)(tf.constant(-2.0)))
