# ruff: noqa: B007, B008, B011, B015, B018, B023, B905, F841, UP008, UP018
"""Programs with `if`, conditional expressions, `and`, `or`, `not`, comparisons, `assert`."""

import graphwright as tf
from support.harness import program


def setup():
    global COUNTER, FLAG
    COUNTER = tf.Variable(1)
    FLAG = tf.constant(True)


def one():
    return [tf.constant(1)]


def vector():
    return [tf.constant([3, 1, 2])]


@program(one)
def if_else(x):
    if x > 0:
        y = x
    else:
        y = -x
    return y


@program(lambda: [tf.constant(-5)])
def elif_chain(x):
    if x > 10:
        y = 1
    elif x > 0:
        y = 2
    elif x > -10:
        y = 3
    else:
        y = 4
    return y


@program(one, error="ValueError", says="'y' must also be initialized in the else branch")
def undefined_in_else(x):
    if x > 0:
        y = x
    return y


@program(one, error="ValueError", says="'y' must also be initialized in the main branch")
def undefined_in_main(x):
    if x > 0:
        pass
    else:
        y = x
    return y


@program(one)
def undefined_but_not_read(x):
    if x > 0:
        y = 1
    return x


@program(one, error="UnboundLocalError", says="'y' is used before assignment")
def unbound_python_if(x):
    flag = 3 + 0
    if flag > 5:
        y = 1
    return y


@program(one, error="UnboundLocalError")
def unbound_plain_if(x):
    if x is None:
        y = 1
    return y


@program(one)
def no_outputs(x):
    if x > 0:
        tf.print("", end="")
    return x


@program(one, error="ValueError", says="'y' is None at the end of the else branch")
def none_in_one_branch(x):
    y = None
    if x > 0:
        y = x
    return y


@program(one, tf_error="ValueError", gives=None)
def none_in_both(x):
    y = 1
    if x > 0:
        y = None
    else:
        y = None
    return y


@program(one, error="TypeError", says="'y' has dtype int32 in the main branch, but dtype float32 in the else branch")
def dtypes_differ(x):
    if x > 0:
        y = 1
    else:
        y = 1.0
    return y


@program(one)
def shapes_differ(x):
    if x > 0:
        y = tf.ones([2])
    else:
        y = tf.ones([3])
    return y, y.shape.as_list() == [None]


@program(one)
def ranks_differ(x):
    if x > 0:
        y = tf.ones([2])
    else:
        y = tf.ones([3, 1])
    return y, y.shape.rank is None


@program(one, error="TypeError", says="'y' must have the same nested structure in the main and else branches")
def tuple_or_list(x):
    if x > 0:
        y = (1, 2)
    else:
        y = [1, 2]
    return y


@program(one, error="TypeError", says="'y' must have the same nested structure in the main and else branches")
def lengths_differ(x):
    if x > 0:
        y = (1, 2)
    else:
        y = (1,)
    return y


@program(one)
def structure(x):
    if x > 0:
        y = {"a": x, "b": (1, [2.0])}
    else:
        y = {"a": -x, "b": (3, [4.0])}
    return y


@program(one, error="TypeError")
def objects_differ(x):
    if x > 0:
        y = object()
    else:
        y = object()
    return y is None


@program(one, tf_error="TypeError", gives=("int32", (), 3))
def same_function_in_both(x):
    if x > 0:
        g = tf.add
    else:
        g = tf.add
    return g(x, 2)


@program(one)
def strings(x):
    if x > 0:
        y = "a"
    else:
        y = "b"
    return y


@program(lambda: [tf.constant([[5]])])
def conditions_of_one_element(x):
    if x > 0:
        y = x
    else:
        y = -x
    for i in tf.range(9):
        if x < i:
            break
    while y < 45:
        y = y * 3
    return i, y, x > 0 and x > 10, x > 10 or x > 4, not x > 0, 1 if x > 10 else 2


@program(vector, error="ValueError", says="condition of if statement expected to be `tf.bool` scalar")
def condition_is_vector(x):
    if x > 0:
        y = 1
    else:
        y = 2
    return y


@program(one, error="ValueError", says="condition of if statement expected to be `tf.bool` scalar")
def condition_is_int(x):
    if x:
        y = 1
    else:
        y = 2
    return y


@program(one)
def attribute_in_both(x):
    class Holder:
        pass

    holder = Holder()
    if x > 0:
        holder.value = x
    else:
        holder.value = -x
    return holder.value


@program(one, error="ValueError", says="'holder.value' must also be initialized in the else branch")
def attribute_in_one(x):
    class Holder:
        pass

    holder = Holder()
    if x > 0:
        holder.value = x
    return holder.value


@program(one)
def attribute_changed(x):
    class Holder:
        value = 3

    holder = Holder()
    if x > 0:
        holder.value = x + 10
    return holder.value


@program(one)
def items(x):
    table = {"a": x, "b": [x, x]}
    if x > 0:
        table["a"] = x + 1
        table["b"][1] = 7
    return table


@program(one)
def nested_ifs(x):
    y = 0
    if x > 0:
        if x > 5:
            y = 1
        else:
            y = x + 2
            if y > 2:
                y += 10
    return y


@program(one)
def variable_read_before(x):
    y = 1
    if x > 0:
        y = y + x
        z = y
    else:
        z = y
    return z


@program(one)
def branch_does_not_leak(x):
    y = x
    if x > 5:
        y = y + 100
        x = y
    else:
        x = y
    return x


@program(one)
def python_condition(x):
    flag = len([1, 2])
    if flag == 2:
        return x + flag
    else:
        return x - flag


@program(one)
def conditional_expression(x):
    return x if x > 0 else -x


@program(
    one, error="TypeError", says="'x > 0' has dtype int32 in the main branch, but dtype float32 in the else branch"
)
def conditional_expression_dtypes(x):
    return 1 if x > 0 else 2.0


@program(one, error="ValueError", says="'x > 0' is None at the end of the else branch")
def conditional_expression_none(x):
    return x if x > 0 else None


@program(one, tf_error="TypeError", gives=("int32", (), 3))
def nested_conditional_expression(x):
    return 1 if x < 0 else 2 if x > 5 else 3


@program(lambda: [tf.constant(True), tf.constant(False)])
def boolean_operators(a, b):
    return a and b, a or b, not a, a and not b, (a or b) and (b or a), a and True, b or False


@program(lambda: [tf.constant(True)])
def boolean_with_python(a):
    return True and a, False or a, [] or a, None and a, 3 and a, a and tf.constant(False)


@program(vector)
def short_circuit(x):
    i = tf.constant(7)
    return i < 3 and x[i] > 0


@program(one, error="TypeError")
def and_of_other_kinds(x):
    return (x > 0) and 3


@program(one)
def chained_comparison(x):
    return 0 < x < 3, 0 < x <= 1 <= x < 2


@program(one, gives=(("bool", (), True), ("int32", (), 1)))
def chained_comparison_evaluates_once(x):
    calls = []

    def middle():
        calls.append(1)
        return x + 1

    return 0 < middle() < 5, len(calls)


@program(one)
def is_and_in(x):
    y = None
    return x is not None and y is None, 3 in [1, 2, 3] and "a" not in {"b": 1}


@program(one)
def equality(x):
    if x == 1:
        y = 10
    else:
        y = 20
    if x != 1:
        y += 1
    return y


@program(one)
def string_equality(x):
    s = tf.constant("a")
    if s == "a":
        return 1
    return 2


@program(one, features=("EQUALITY_OPERATORS",))
def equality_feature(x):
    return x == 1, x != 1, 3 == 3


@program(one, tf_error="TypeError", gives=("int32", (), 1))
def walrus_in_condition(x):
    if (y := x + 1) > 5:
        return y
    return x


@program(one, tf_error="TypeError", gives=("int32", (), 1))
def assert_on_tensor(x):
    assert x > 0, "must be positive"
    return x


@program(one, error="AssertionError", says="abc")
def assert_on_python(x):
    assert False, "abc"
    return x


@program(one, error="InvalidArgumentError", features=("ASSERT_STATEMENTS",))
def assert_fails_at_run_time(x):
    assert x > 5, "must be large"
    return x


@program(lambda: [tf.constant(2.0)])
def gradient_through_if(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        if x > 1:
            y = x * x
        else:
            y = x
    return tape.gradient(y, x)


@program(one)
def variable_in_condition(x):
    if COUNTER > 0:
        y = 1
    else:
        y = 2
    return y


@program(one)
def eager_tensor_in_condition(x):
    if FLAG:
        y = 1
    else:
        y = 2
    return y


@program(one)
def side_effects_in_branches(x):
    COUNTER.assign(3)
    if x > 0:
        COUNTER.assign_add(5)
    else:
        COUNTER.assign_add(7)
    return COUNTER.read_value()


@program(one)
def deleted(x):
    y = x
    del y
    if x > 0:
        y = 1
    else:
        y = 2
    return y


@program(one)
def global_variable(x):
    global TOTAL
    TOTAL = 1
    if x > 0:
        TOTAL = x + 1
    return TOTAL


@program(one, gives=("int32", (), 1))
def match_statement(x):
    match 3:
        case 3:
            if x > 0:
                return x
            return -x
        case _:
            return x + 100


@program(one)
def try_statement(x):
    try:
        if x > 0:
            x = x + 1
        raise ValueError("a")
    except ValueError as error:
        message = str(error)
        x = x * 2
    finally:
        x = x + 100
    return x, message


@program(one, error="ValueError", says="neg")
def raise_in_branch(x):
    if x > 0:
        raise ValueError("neg")
    return x
