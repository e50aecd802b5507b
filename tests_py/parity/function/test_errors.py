"""Errors while functions run: class, code, node, the user's lines, and what was assigned before."""

import pickle
import re
import traceback

import numpy as np
import pytest

from support.twice import Cases

cases = Cases()


def unknown(tf, *dtypes):
    return [tf.TensorSpec(None, dtype) for dtype in dtypes]


@cases
def failed_assertion(tf):
    @tf.function
    def f(x):
        tf.debugging.Assert(x > 0, ["x must be positive", x])
        return x

    f(tf.constant(-1))


@cases
def gather_out_of_bounds(tf):
    @tf.function
    def f(x, i):
        return tf.gather(x, i)

    f(tf.constant([1, 2, 3]), tf.constant([7]))


@cases
def index_out_of_bounds(tf):
    @tf.function
    def f(x, i):
        return x[i]

    f(tf.constant([1, 2, 3]), tf.constant(7))


@cases
def reshape_to_another_size(tf):
    @tf.function(input_signature=unknown(tf, tf.float32))
    def f(x):
        return tf.reshape(x, [3, 2])

    f(tf.ones([5]))


@cases
def shapes_that_do_not_broadcast(tf):
    @tf.function(input_signature=unknown(tf, tf.float32, tf.float32))
    def f(x, y):
        return x + y

    f(tf.ones([2, 3]), tf.ones([2, 4]))


@cases
def parts_that_do_not_join(tf):
    @tf.function(input_signature=unknown(tf, tf.float32, tf.float32))
    def f(x, y):
        return tf.concat([x, y], 0)

    f(tf.ones([2, 3]), tf.ones([2, 4]))


@cases
def division_by_zero(tf):
    @tf.function
    def f(x, y):
        return x // y

    f(tf.constant(3), tf.constant(0))


@cases
def remainder_of_vectors(tf):
    @tf.function
    def f(x, y):
        return x % y

    f(tf.constant([3, 4]), tf.constant([1, 0]))


@cases
def division_in_a_chain_of_elementwise_ops(tf):
    @tf.function
    def f(x, y):
        return (x * 2 + 1) // (y - y) * 3 - x

    f(tf.constant([3, 4]), tf.constant([1, 0]))


@cases
def two_divisions_in_a_chain(tf):
    @tf.function
    def f(x, y):
        return (x // (y + 1)) // (y - y)

    f(tf.constant([3, 4]), tf.constant([1, 0]))


@cases
def power_with_negative_exponent(tf):
    @tf.function
    def f(x, y):
        return x**y

    f(tf.constant(3), tf.constant(-1))


@cases
def in_a_loop(tf):
    @tf.function
    def f(x, n):
        total = x[0]
        for i in tf.range(n):
            total += 6 // (3 - i)
        return total

    f(tf.constant([1, 2, 3]), tf.constant(5))


@cases
def in_a_branch(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1 // (x - x)
        return x

    f(tf.constant(5))


@cases
def in_a_branch_of_a_loop_in_an_inner_function(tf):
    @tf.function
    def g(n):
        total = 0
        while n > 0:
            if n == 2:
                total += 1 // (n - 2)
            n -= 1
        return total

    @tf.function
    def f(n):
        return g(n) + 1

    f(tf.constant(4))


@cases
def in_an_inner_function(tf):
    @tf.function
    def g(x):
        return 1 // (x - x)

    @tf.function
    def f(x):
        return g(x) + 1

    f(tf.constant(5))


@cases
def under_a_name_scope(tf):
    @tf.function
    def f(x):
        with tf.name_scope("outer"):
            return tf.math.floordiv(1, x, name="own")

    f(tf.constant(0))


@cases
def in_a_concrete_function(tf):
    @tf.function
    def f(x, y):
        return x // y

    f.get_concrete_function(tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int32))(tf.constant(3), tf.constant(0))


@cases
def under_a_tape(tf):
    v = tf.Variable(1.0)

    @tf.function
    def f(a):
        return v * tf.cast(a // (a - a), tf.float32)

    with tf.GradientTape():
        f(tf.constant(3))


@cases
def numbers_that_are_none(tf):
    @tf.function
    def f(x):
        return tf.debugging.check_numerics(x / 0.0, "bad number")

    f(tf.constant(1.0))


@cases
def text_that_is_no_number(tf):
    @tf.function
    def f(x):
        return tf.strings.to_number(x)

    f(tf.constant("abc"))


@cases
def variable_without_a_value(tf):
    @tf.function
    def f():
        handle = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="nobody", container="")
        return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)

    f()


def raised(code, tf):
    """What the exception tells, without the frames that lie between this test and the function."""
    with pytest.raises(tf.errors.OpError) as info:
        code(tf)
    error = info.value
    text = str(error)
    node = re.search(r"Detected at node (\S+) defined at", text)
    line = re.findall(r'File "([^"]+)", line (\d+), in (\w+)', text)[-1:]
    name = re.search(r" \[Op:(\w+?)_\d+\]$", text)
    return {
        "class": type(error).__name__,
        "code": error.error_code,
        "op": error.op,
        "node_def": error.node_def,
        "begins": text.splitlines()[0],
        "node": node and node.group(1),
        "line": line,
        "shown": re.findall(r"\{\{node (\S+)\}\}", text),
        "function": name and name.group(1),
        "message": error.message == text,
    }


@pytest.mark.parametrize("code", **cases.parameters())
def test_errors(code, tensorflow, gw):
    assert raised(code, gw) == raised(code, tensorflow)


def test_matrix_sizes(tensorflow, gw):
    """Our node may be a batched product where TensorFlow's is plain; the rest is the same."""

    def code(tf):
        f = tf.function(lambda x, y: tf.matmul(x, y), input_signature=unknown(tf, tf.float32, tf.float32))
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Matrix size-incompatible: In\[0\]: \[2,3\]"):
            f(tf.ones([2, 3]), tf.ones([2, 3]))

    code(tensorflow)
    code(gw)


def test_what_ran_before_an_error_stays(gw):
    tf = gw
    before, wrong, after = tf.Variable(0), tf.Variable(0), tf.Variable(0)

    @tf.function
    def f(x):
        before.assign_add(1)
        y = 1 // (x - x)
        wrong.assign_add(y)
        after.assign_add(1)
        return y

    for _ in range(2):
        with pytest.raises(tf.errors.InvalidArgumentError):
            f(tf.constant(5))
    assert (int(before), int(wrong), int(after)) == (2, 0, 0)


def test_functions_work_after_an_error(gw):
    tf = gw

    @tf.function
    def f(x, n):
        total = x
        for i in tf.range(3):
            total += tf.gather([1.0, 2.0, 3.0], i + n) * tf.ones([64, 64])
        return total

    x = tf.zeros([64, 64])
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError):
            f(x, tf.constant(1))
        np.testing.assert_array_equal(f(x, tf.constant(0)), np.full((64, 64), 6.0))


CONDITIONS = ["True", "False", "[True]", "[[False]]", "[True, False]", "[]"]


@pytest.mark.parametrize("value", CONDITIONS)
@pytest.mark.parametrize("kind", ["cond", "while_loop", "if", "while"])
def test_conditions_of_unknown_shape(kind, value, tensorflow, gw):
    def code(tf):
        def body(c):
            if kind == "cond":
                return tf.cond(c, lambda: tf.constant(1), lambda: tf.constant(2))
            if kind == "while_loop":
                step = lambda i, c: (i + 1, tf.zeros_like(c))  # noqa: E731
                return tf.while_loop(lambda i, c: c, step, [tf.constant(0), c])[0]
            if kind == "if":
                if c:  # noqa: SIM108
                    i = tf.constant(1)
                else:
                    i = tf.constant(2)
                return i
            i = tf.constant(0)
            while c:
                i += 1
                c = tf.zeros_like(c)
            return i

        try:
            return int(tf.function(body, input_signature=unknown(tf, tf.bool))(tf.constant(eval(value), tf.bool)))
        except tf.errors.OpError as error:
            return type(error).__name__

    assert code(gw) == code(tensorflow)


RAW_CONDITIONS = ["1", "0", "0.0", "0.5", "float('nan')", "''", "'a'", "[0]", "[0.0]", "['']", "np.uint8(0)", "2**32"]


@pytest.mark.parametrize("value", RAW_CONDITIONS)
def test_conditions_of_other_dtypes(value, tensorflow, gw):
    def code(tf):
        yes = tf.function(lambda: tf.constant(1)).get_concrete_function()
        no = tf.function(lambda: tf.constant(2)).get_concrete_function()
        f = tf.function(lambda c: tf.raw_ops.If(cond=c, input=[], Tout=[tf.int32], then_branch=yes, else_branch=no))
        return int(f(tf.constant(eval(value), tf.int64 if value == "2**32" else None))[0])

    assert code(gw) == code(tensorflow)


@pytest.mark.parametrize("autograph", [False, True])
def test_bad_arguments_met_while_tracing(gw, autograph):
    """A ValueError in all that one sees of it, which handlers of InvalidArgumentError catch, too: TensorFlow raises that one
    for some of them when the function runs.
    """
    f = gw.function(lambda x: gw.reshape(x, [5]), autograph=autograph)
    for handled in (ValueError, gw.errors.InvalidArgumentError):
        with pytest.raises(handled, match="tensor with 6 values, but the requested shape has 5") as caught:
            f(gw.ones([2, 3]))
    error = caught.value
    assert traceback.format_exception_only(error)[0].startswith("ValueError: ") and repr(error).startswith(
        "ValueError("
    )
    assert error.args == (str(error),) == (error.message,) and error.error_code == gw.errors.INVALID_ARGUMENT
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error)
