"""Statements and expressions of every kind on tensors, with and without AutoGraph, and what goes wrong in them."""

# ruff: noqa: B007, F821, F841
import pytest

from support.twice import Cases, assert_same, one

cases = Cases()
texts = Cases()


@cases
def iter_unknown_noag(tf):
    @tf.function(autograph=False, input_signature=[tf.TensorSpec([None])])
    def f(x):
        for r in x:
            pass

    return f([1.0])


@cases
def iter_scalar_noag(tf):
    @tf.function(autograph=False)
    def f(x):
        for r in x:
            pass

    return f(1.0 * tf.constant(1.0))


@cases
def bool_noag(tf):
    @tf.function(autograph=False)
    def f(x):
        if x > 0:
            return 1
        return 2

    return f(one(tf))


@cases
def bool_dnc(tf):
    @tf.autograph.experimental.do_not_convert
    def g(x):
        return 1 if x > 0 else 2

    @tf.function
    def f(x):
        return g(x)

    return f(one(tf))


@cases
def not_noag(tf):
    return tf.function(lambda x: not x, autograph=False)(tf.constant(True))


@cases
def and_noag(tf):
    return tf.function(lambda x: x and x, autograph=False)(tf.constant(True))


@cases
def in_noag(tf):
    return tf.function(lambda x: x in [1, 2], autograph=False)(tf.constant(1))


@cases
def int_noag(tf):
    return tf.function(lambda x: int(x), autograph=False)(tf.constant(1))


@cases
def float_noag(tf):
    return tf.function(lambda x: float(x), autograph=False)(tf.constant(1))


@cases
def range_noag(tf):
    return tf.function(lambda x: list(range(x)), autograph=False)(tf.constant(1))


@cases
def index_noag(tf):
    return tf.function(lambda x: [1, 2][x], autograph=False)(tf.constant(1))


@cases
def index_ag(tf):
    @tf.function
    def f(x):
        return [1, 2][x]

    return f(tf.constant(1))


@texts
def dict_index(tf):
    @tf.function
    def f(x):
        return {1: 2}[x]

    return f(tf.constant(1))


@texts
def array_without_autograph(tf):
    import numpy as np

    return tf.function(lambda x: np.array(x), autograph=False)(tf.constant(1))


@texts
def np_sum(tf):
    import numpy as np

    @tf.function
    def f(x):
        return np.sum(x)

    return f(tf.constant([1, 2]))


@texts
def numpy_attr(tf):
    @tf.function
    def f(x):
        return x.numpy()

    return f(one(tf))


@cases
def fstring(tf):
    log = []

    @tf.function
    def f(x):
        log.append(f"{x} {x!r} {x!s:>5}")
        return x

    f(one(tf))
    return log


@texts
def assert_py(tf):
    @tf.function
    def f(x):
        assert x is None, f"got {x}"
        return x

    return f(one(tf))


@texts
def raise_cond(tf):
    @tf.function
    def f(x):
        if x > 0:
            raise ValueError("pos")
        return x

    return f(tf.constant(-1))


@cases
def tryexc(tf):
    @tf.function
    def f(x):
        try:
            if x > 0:
                y = x
            else:
                y = -x
            raise KeyError("a")
        except KeyError as e:
            y = y + 1
        finally:
            y = y * 2
        return y

    return f(one(tf))


@cases
def try_ret(tf):
    @tf.function
    def f(x):
        try:
            return x + 1
        finally:
            x + 5

    return f(one(tf))


@cases
def try_in_loop_break(tf):
    @tf.function
    def f(x):
        s = 0
        for i in tf.range(x):
            try:
                if i > 2:
                    break
                s += i
            finally:
                s += 100
        return s

    return f(tf.constant(5))


@cases
def with_cf(tf):
    @tf.function
    def f(x):
        with tf.name_scope("a") as n:
            if x > 0:
                y = x
            else:
                y = -x
        return y

    return f(one(tf))


@cases
def with_return(tf):
    @tf.function
    def f(x):
        with tf.name_scope("a"):
            if x > 0:
                return x
            return -x

    return f(one(tf))


@cases
def global_statement(tf):
    global G
    G = 0

    @tf.function
    def f(x):
        global G
        G = x + 1 if False else 5
        return x + G

    return f(one(tf)), G


@cases
def nonlocal_statement(tf):
    n = 0

    @tf.function
    def f(x):
        nonlocal n
        n += 1
        return x + n

    return f(one(tf)), f(one(tf)), n


@cases
def nonlocal_in_branch(tf):
    n = 0

    @tf.function
    def f(x):
        nonlocal n
        if x > 0:
            n = 5
        else:
            n = 6
        return x

    return f(one(tf)), type(n).__name__


@cases
def comp_cf(tf):
    @tf.function
    def f(x):
        return [i if x > 0 else -i for i in range(3)]

    return f(one(tf))


@cases
def genexp(tf):
    @tf.function
    def f(x):
        return sum(i * x for i in range(3))

    return f(one(tf))


@cases
def del_var(tf):
    @tf.function
    def f(x):
        y = x
        del y
        return y

    return f(one(tf))


@cases
def del_in_branch(tf):
    @tf.function
    def f(x):
        y = x
        if x > 0:
            del y
        return x

    return f(one(tf))


@cases
def class_inside(tf):
    @tf.function
    def f(x):
        class A:
            def __init__(self, v):
                self.v = v

            def g(self):
                if self.v > 0:
                    r = self.v
                else:
                    r = -self.v
                return r

        return A(x).g()

    return f(one(tf))


@cases
def async_inside(tf):
    @tf.function
    def f(x):
        async def g():
            return 1

        return x

    return f(one(tf))


@cases
def yield_inside(tf):
    @tf.function
    def f(x):
        def g():
            yield x
            yield x + 1

        s = 0
        for i in g():
            s += i
        return s

    return f(one(tf))


@cases
def lambda_cond(tf):
    f = tf.function(lambda x: x if x > 0 else -x)
    return f(one(tf))


@cases
def for_dict(tf):
    @tf.function
    def f(d):
        s = 0
        for k in d:
            s += d[k]
        for k, v in d.items():
            s += v
        return s

    return f({"a": tf.constant(1), "b": 2})


@cases
def for_gen(tf):
    @tf.function
    def f(x):
        s = x
        for i in (j for j in range(3)):
            if x > 0:
                s += i
        return s

    return f(one(tf))


@cases
def for_zip(tf):
    @tf.function
    def f(x):
        s = x
        for i, j in zip([1, 2], [x, x]):
            s += i * j
        for i, j in enumerate([x, x]):
            s += i * j
        return s

    return f(one(tf))


@cases
def for_iter(tf):
    @tf.function
    def f(x):
        s = x
        for i in iter([1, 2]):
            s += i
        return s

    return f(one(tf))


@cases
def tf_error_inside(tf):
    @tf.function
    def f(x):
        if x > 0:
            y = tf.reshape(x, [3])
        else:
            y = tf.zeros([3], tf.int32)
        return y

    return f(one(tf))


@cases
def nested_err(tf):
    def g(x):
        return tf.matmul(x, x)

    @tf.function
    def f(x):
        return g(x)

    return f(tf.ones([2, 3]))


@texts
def py_err(tf):
    def g(x):
        return x.foo

    @tf.function
    def f(x):
        return g(x)

    return f(tf.ones([2, 3]))


@texts
def name_err(tf):
    @tf.function
    def f(x):
        return undefined_thing

    return f(1)


@texts
def key_err(tf):
    @tf.function
    def f(x):
        return {}["a"]

    return f(1)


@texts
def stop_iter(tf):
    @tf.function
    def f(x):
        return next(iter([]))

    return f(1)


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("code", **texts.parameters())
def test_texts(code, tensorflow, gw):
    """These raise errors that say the same."""
    assert_same(code, tensorflow, gw, message=True)


def test_frames_that_are_not_converted_are_marked_once(gw):
    def inner(x):
        return x.missing

    def outer(x):
        return inner(x)

    @gw.autograph.experimental.do_not_convert
    def unconverted(x):
        return outer(x)

    @gw.function
    def f(x):
        return unconverted(x)

    with pytest.raises(AttributeError) as caught:
        f(gw.constant(1))
    marks = [line.rpartition(", in ")[2] for line in str(caught.value).splitlines() if ", line " in line]
    assert marks == ["f  *", "unconverted  **", "outer", "inner"]


def test_printing(tensorflow, gw, capfd):
    def code(tf):
        @tf.function
        def f(x):
            print("tracing", x.dtype.name)
            if x > 0:
                print("positive")
            else:
                print("negative")
            for _ in tf.range(2):
                print("loop")
            return x

        f(tf.constant(1))
        f(tf.constant(1))
        return capfd.readouterr().out

    assert_same(code, tensorflow, gw)


def test_causes_are_kept(gw):
    @gw.function
    def f(x):
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("second") from error

    with pytest.raises(ValueError, match="second") as caught:
        f(1)
    assert isinstance(caught.value.__cause__, KeyError)


def test_errors_of_classes_with_other_arguments(gw):
    class Refused(Exception):
        def __init__(self, a, b):
            super().__init__(a, b)

    @gw.function
    def f(x):
        raise Refused(1, 2)

    with pytest.raises(Refused) as caught:
        f(1)
    assert caught.value.args == (1, 2)
    assert "in user code:" in "".join(getattr(caught.value, "__notes__", ["in user code:"]))
