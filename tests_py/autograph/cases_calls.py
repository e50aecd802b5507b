"""do_not_convert, to_graph, features, libraries, errors: see `test_cases.py`."""

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

from support.small_cases import beyond, ours, same


@same
def dnc_plain(tf):

    @tf.autograph.experimental.do_not_convert
    def g(x):
        return 1 if x is None else x

    return (tf.function(g)(tf.constant(1)), g.__name__)


@same
def dnc_tensor_if(tf):

    @tf.autograph.experimental.do_not_convert
    def g(x):
        if x > 0:
            return x
        return -x

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1))


@same
def dnc_calls_other(tf):

    def h(x):
        if x > 0:
            return x
        return -x

    @tf.autograph.experimental.do_not_convert
    def g(x):
        return h(x)

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1))


@same
def dnc_inner_converted_again(tf):

    @tf.function
    def h(x):
        if x > 0:
            return x
        return -x

    @tf.autograph.experimental.do_not_convert
    def g(x):
        return h(x)

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(-1))


@same
def dnc_method(tf):

    class A:
        @tf.autograph.experimental.do_not_convert
        def m(self, x):
            return x + 1 if self is not None else x

    @tf.function
    def f(x):
        return A().m(x)

    return f(tf.constant(-1))


@same
def dnc_call_form(tf):

    @tf.autograph.experimental.do_not_convert()
    def g(x):
        return x + 1

    return (
        tf.function(g)(tf.constant(1)),
        tf.function(tf.autograph.experimental.do_not_convert(lambda x: x + 2))(tf.constant(1)),
    )


@same
def dnc_on_tffunction(tf):

    @tf.autograph.experimental.do_not_convert
    @tf.function
    def g(x):
        return x + 1

    return g(tf.constant(1))


@same
def dnc_partial(tf):
    g = tf.autograph.experimental.do_not_convert(functools.partial(lambda a, b: a + b, 1))

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1))


@same
def dnc_class(tf):

    class A:
        def __call__(self, x):
            return x + 1

    g = tf.autograph.experimental.do_not_convert(A())

    @tf.function
    def f(x):
        return g(x)

    return f(tf.constant(1))


@same
def dnc_wrapper_attrs(tf):

    @tf.autograph.experimental.do_not_convert
    def g(x, y=1):
        """doc"""
        return x + 1

    return (g.__name__, g.__doc__, str(inspect.signature(g)), hasattr(g, "__wrapped__"))


@same
def ag_false(tf):

    @tf.function(autograph=False)
    def f(x):
        if x > 0:
            return x
        return -x

    return f(tf.constant(1))


@same
def ag_false_inner(tf):

    def g(x):
        if x > 0:
            return x
        return -x

    @tf.function(autograph=False)
    def f(x):
        return g(x)

    return f(tf.constant(1))


@same
def ag_false_inner_tf(tf):

    @tf.function
    def g(x):
        if x > 0:
            return x
        return -x

    @tf.function(autograph=False)
    def f(x):
        return g(x)

    return f(tf.constant(-1))


@same
def rec_false(tf):

    def g(x):
        if x > 0:
            return x
        return -x

    def f(x):
        if x > 5:
            return x
        return g(x)

    return tf.function(tf.autograph.to_graph(f, recursive=False), autograph=False)(tf.constant(1))


@same
def rec_false_ok(tf):

    def f(x):
        if x > 5:
            return x
        return -x

    return tf.function(tf.autograph.to_graph(f, recursive=False), autograph=False)(tf.constant(1))


@same
def rec_true(tf):

    def g(x):
        if x > 0:
            return x
        return -x

    def f(x):
        if x > 5:
            return x
        return g(x)

    return tf.function(tf.autograph.to_graph(f), autograph=False)(tf.constant(-1))


@same
def to_graph_eager(tf):

    def f(x):
        while x < 10:
            x *= 2
        return x

    return (tf.autograph.to_graph(f)(tf.constant(1)), tf.autograph.to_graph(f)(3))


@same
def to_graph_method(tf):

    class A:
        k = 5

        def m(self, x):
            if x > 0:
                return x + self.k
            return x

    return (tf.autograph.to_graph(A.m)(A(), tf.constant(1)), tf.autograph.to_graph(A().m)(A(), tf.constant(1)))


@same
def to_graph_bound(tf):

    class A:
        k = 5

        def m(self, x):
            if x > 0:
                return x + self.k
            return x

    return tf.autograph.to_graph(A().m)(tf.constant(1))


@same
def to_graph_tffunc(tf):

    @tf.function
    def f(x):
        return x if x > 0 else -x

    return tf.autograph.to_graph(f.python_function)(tf.constant(-1))


@beyond
def to_graph_callable(tf):

    class A:
        def __call__(self, x):
            if x > 0:
                return x
            return -x

    return tf.autograph.to_graph(A())(tf.constant(-1))


@same
def to_graph_class(tf):

    class A:
        def m(self, x):
            return x

    return tf.autograph.to_graph(A)().m(1)


@same
def to_graph_bad(tf):
    return tf.autograph.to_graph(5)


@same
def to_graph_none(tf):
    return tf.autograph.to_graph(None)


@same
def to_graph_builtin(tf):
    return tf.autograph.to_graph(len)


@same
def to_graph_gen(tf):

    def f(x):
        yield x

    return tf.autograph.to_graph(f)


@same
def to_graph_async(tf):

    async def f(x):
        return x

    return tf.autograph.to_graph(f)


@beyond
def to_graph_partial(tf):
    return tf.autograph.to_graph(functools.partial(lambda a, b: a + b if a > 0 else b, 1))(tf.constant(2))


@same
def to_graph_exec(tf):
    ns = {}
    exec("def f(x): return x", ns)
    return tf.autograph.to_graph(ns["f"])


@same
def to_graph_defaults(tf):

    def f(x, y=2, *a, k=3, **kw):
        if x > 0:
            return x + y + k + len(a) + len(kw)
        return x

    g = tf.autograph.to_graph(f)
    return (g(1), g(1, 5, 6, k=7, z=8), str(inspect.signature(g)))


@same
def to_code_types(tf):

    def f(x):
        if x > 0:
            x = x + 1
        return x

    s = tf.autograph.to_code(f)
    compile(s, "a", "exec")
    return (type(s).__name__, "def tf__f(x):" in s)


@same
def to_code_bad(tf):
    return tf.autograph.to_code(5)


@same
def to_code_feature_tuple(tf):

    def f(x):
        return x == 1

    F = tf.autograph.experimental.Feature
    compile(tf.autograph.to_code(f, True, (F.EQUALITY_OPERATORS,)), "a", "exec")
    compile(tf.autograph.to_code(f, experimental_optional_features=F.ALL), "a", "exec")
    return 1


@same
def feature_eq(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=F.EQUALITY_OPERATORS)
    def f(x):
        return (x == 1, x != 1)

    return f(tf.constant([1, 2]))


@same
def feature_names(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=(F.NAME_SCOPES,))
    def f(x):

        def g(y):
            return tf.add(y, 1, name="plus")

        return g(x)

    return [o.name for o in f.get_concrete_function(tf.constant(1)).graph.get_operations() if "plus" in o.name]


@same
def feature_asserts(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=F.ASSERT_STATEMENTS)
    def f(x):
        assert x > 0, "neg"
        return x

    return f(tf.constant(-1))


@same
def feature_print(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=F.BUILTIN_FUNCTIONS)
    def f(x):
        print("v", 3)
        return x

    return f(tf.constant(-1))


@same
def feature_bad(tf):

    @tf.function(experimental_autograph_options=3)
    def f(x):
        return x

    return f(tf.constant(-1))


@same
def verbosity_types(tf):
    return (tf.autograph.set_verbosity(0), tf.autograph.set_verbosity(level=0, alsologtostdout=False))


@same
def slo_signature(tf):
    return list(inspect.signature(tf.autograph.experimental.set_loop_options).parameters)


@same
def slo_outside(tf):
    return (
        tf.autograph.experimental.set_loop_options(),
        tf.autograph.experimental.set_loop_options(parallel_iterations=3),
    )


@same
def slo_unknown_kw(tf):

    @tf.function
    def f(x):
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(nope=3)
        return x

    return f(tf.constant(3))


@same
def slo_positional(tf):

    @tf.function
    def f(x):
        c = 0
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(4, True, 2)
            c += 1
        return c

    return f(tf.constant(5))


@same
def slo_bad_parallel(tf):

    @tf.function
    def f(x):
        c = 0
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(parallel_iterations=0)
            c += 1
        return c

    return f(tf.constant(5))


@same
def slo_nested(tf):

    @tf.function
    def f(x):
        c = 0
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(maximum_iterations=4)
            for j in tf.range(x):
                tf.autograph.experimental.set_loop_options(maximum_iterations=2)
                c += 1
        return c

    return f(tf.constant(5))


@same
def err_stopiter(tf):

    @tf.function
    def f(x):
        next(iter([]))

    return f(tf.constant(1))


@same
def err_keyerror(tf):

    @tf.function
    def f(x):
        return {}[3]

    return f(tf.constant(1))


@same
def err_sysexit(tf):

    @tf.function
    def f(x):
        raise SystemExit(3)

    try:
        f(tf.constant(1))
    except SystemExit as e:
        return e.code


@same
def err_caught_inside(tf):

    def g(x):
        if x.shape.rank == 0:
            raise ValueError("a")
        return x

    @tf.function
    def f(x):
        try:
            return g(x)
        except ValueError as e:
            return tf.constant(str(e)[-1])

    return f(tf.constant(1))


@same
def err_assert_msg(tf):

    @tf.function
    def f(x):
        assert False, "hm"

    return f(tf.constant(1))


@same
def err_raise_in_while(tf):

    @tf.function
    def f(x):
        while x > 0:
            raise ValueError("pos")
        return x

    return f(tf.constant(-1))


@ours
def err_from(tf):

    @tf.function
    def f(x):
        try:
            raise KeyError("a")
        except KeyError as e:
            raise RuntimeError("b") from e

    try:
        f(tf.constant(1))
    except RuntimeError as e:
        return type(e.__cause__).__name__


@same
def thread_ctx(tf):
    out = []

    @tf.function
    def f(x):

        def t():
            out.append(1)

        th = threading.Thread(target=t)
        th.start()
        th.join()
        if x > 0:
            return x
        return -x

    return (f(tf.constant(1)), out)


@same
def docs_kept(tf):

    def f(x):
        """the doc"""
        return x

    g = tf.autograph.to_graph(f)
    return (g.__doc__, g.__name__, g.__defaults__)


@same
def setattr_fn(tf):

    def g(x):
        g.count += 1
        return x if x > 0 else -x

    g.count = 0
    f = tf.function(g)
    f(tf.constant(1))
    f(tf.constant(2.0))
    return g.count


@same
def wraps_chain(tf):

    def g(x):
        if x > 0:
            return x
        return -x

    @functools.wraps(g)
    def h(*a):
        return g(*a)

    return (tf.function(h)(tf.constant(-1)), tf.function(h).__name__)
