# ruff: noqa: B007, B008, B011, B015, B018, B023, B905, F841, UP008, UP018
"""Programs with `break`, `continue` and `return` inside of other statements."""

import itertools

import graphwright as tf
from support.harness import program


def one():
    return [tf.constant(1)]


def vector():
    return [tf.constant([3, 1, 2])]


@program(one)
def both_branches_return(x):
    if x > 0:
        return x
    else:
        return -x


@program(lambda: [tf.constant(-7)])
def return_then_rest(x):
    if x > 0:
        return x
    y = x * 2
    if y < -10:
        return y
    return y + 1


@program(one, error="ValueError", says="the else branch must also have a return statement")
def only_one_branch_returns(x):
    if x > 0:
        return x


@program(one, error="ValueError", says="is None at the end of the else branch")
def value_and_none(x):
    if x > 0:
        return x
    else:
        return


@program(one, tf_error="ValueError", gives=None)
def none_and_none(x):
    if x > 0:
        return None
    else:
        return None


@program(one, tf_error="ValueError", gives=None)
def bare_return_and_end(x):
    if x > 0:
        tf.print("", end="")
        return
    tf.print("", end="")


@program(one, tf_error="ValueError", gives=("int32", (), 20))
def nested_returns(x):
    if x > 0:
        if x > 10:
            return 1
        elif x > 5:
            return 2
        x = x + 1
        if x == 2:
            return x * 10
        return 3
    return 4


@program(one)
def python_returns_first(x):
    if x is None:
        return 0
    if len([1]) > 2:
        return 1
    if x > 0:
        return x + 5
    return 2


@program(one)
def returns_structure(x):
    if x > 0:
        return x, {"a": [x]}
    return -x, {"a": [-x]}


@program(one, error="TypeError")
def returns_different_dtypes(x):
    if x > 0:
        return 1
    return 2.0


@program(one)
def break_for(x):
    total = 0
    for i in tf.range(10):
        if i == 4:
            break
        total += i
    return total, i


@program(one)
def continue_for(x):
    total = 0
    for i in tf.range(10):
        if i % 2 == 0:
            continue
        total += i
    return total


@program(one)
def break_while(x):
    i = 0
    while x < 100:
        x = x * 2
        i += 1
        if x > 20:
            break
        i += 10
    return x, i


@program(vector)
def break_and_continue(x):
    total = 0
    for v in x:
        if v == 1:
            continue
        if v == 2:
            break
        total += v
        if total > 100:
            continue
        total += 1
    return total


@program(one)
def nested_break(x):
    total = 0
    for i in tf.range(4):
        for j in tf.range(i):
            if j == 2:
                break
            if i == 2:
                continue
            total += j * i
        if total > 2:
            break
        total += 1
    return total


@program(one)
def break_in_else(x):
    while x < 50:
        if x < 20:
            x = x * 2
        else:
            x = x + 1
            break
    return x


@program(one)
def break_deep_inside(x):
    i = 0
    while x < 50:
        if x < 20:
            if x > 10:
                if i > 3:
                    x = x + 1
                    break
                x += 1
            else:
                i += 1
                if i == 2:
                    x += 2
                    continue
        x += 1
        i += 1
    return x, i


@program(one)
def break_at_once(x):
    for i in tf.range(10):
        break
    return x


@program(one)
def continue_at_once(x):
    for i in tf.range(10):
        x += i
        continue
    return x


@program(one, tf_error="NotImplementedError", gives=("int32", (), 3))
def return_from_while(x):
    while x < 5:
        x += 1
        if x > 2:
            return x
    return -x


@program(lambda: [tf.constant(9)], tf_error="NotImplementedError", gives=("int32", (), -9))
def return_after_while_that_does_not_run(x):
    while x < 5:
        x += 1
        if x > 2:
            return x
    return -x


@program(vector, tf_error="NotImplementedError", gives=("int32", (), 1))
def return_from_for(x):
    i = 0
    for v in x:
        if v == 1:
            return i
        i += 1
    return -1


@program(vector, tf_error="NotImplementedError", gives=("int32", (), -1))
def return_from_for_not_taken(x):
    i = 0
    for v in x:
        if v == 100:
            return i
        i += 1
    return -1


@program(vector, tf_error="NotImplementedError", gives=(("int32", (), 2), ("float32", (2,), [1.0, 1.0])))
def return_structure_from_nested_loops(x):
    for v in x:
        for w in tf.range(v):
            if w == 2:
                return w, tf.ones([2])
        v += 1
    return x[0], tf.zeros([2])


@program(one, tf_error="NotImplementedError", gives=("int32", (), 4))
def return_from_loop_without_end(x):
    while x < 5:
        x += 1
        if x > 3:
            return x


@program(one)
def return_from_python_loop(x):
    for i in range(10):
        x += i
        if i == 3:
            return x
    return -x


@program(one)
def return_from_python_while(x):
    i = 0
    while True:
        i += 1
        x += i
        if i == 3:
            return x


@program(one, tf_error="NotImplementedError", gives=("int32", (), 2))
def tensor_breaks_python_for(x):
    for i in range(5):
        if i > x:
            break
    return i


@program(one, tf_error="NotImplementedError", gives=("int32", (), 1426))
def tensor_breaks_iterators_that_end(x):
    seen = 0
    for i in reversed(range(5)):
        if i < x:
            break
        seen += 100
    for i, j in zip(itertools.count(), map(int, "0123456789")):
        if i + j > x + 2:
            break
        seen += 10
    for i, j in enumerate(iter([4, 3, 2, 1, 0])):
        if j < x:
            break
        seen += i
    for i in (i * 1000 for i in (0, 1, 2)):
        if i > x:
            break
        seen += 1000
    return seen


@program(one, tf_error="ValueError", gives=("int32", (), 23))
def tensor_returns_from_python_for(x):
    for i in [10, 20, 30]:
        x += 1
        if i > x * 5:
            return i + x
    return x


@program(one, tf_error="NotImplementedError", gives=("int32", (), 2))
def tensor_breaks_endless_while(x):
    i = 0
    while True:
        i += 1
        if i > x:
            break
    return i


@program(one, tf_error="ValueError", gives=("int32", (), 64))
def tensor_returns_from_endless_while(x):
    while True:
        x = x * 2
        if x > 50:
            return x


@program(one)
def return_in_with(x):
    with tf.name_scope("a"):
        if x > 0:
            return x
        return -x


@program(one)
def break_in_with(x):
    for i in tf.range(5):
        with tf.name_scope("a"):
            if i == 3:
                break
            x += i
        x += 10
    return x


@program(one)
def return_in_try(x):
    log = []
    try:
        if x > 0:
            return x
        return -x
    finally:
        log.append(1)


@program(one, tf_error="ValueError", gives=("int32", (), 2))
def return_in_handler(x):
    try:
        raise KeyError("a")
    except KeyError:
        if x > 0:
            return x + 1
    return x


@program(one)
def return_in_try_else(x):
    for i in range(3):
        try:
            x += i
        except KeyError:
            continue
        else:
            if i == 1:
                break
        x += 10
    return x


@program(one)
def return_in_match(x):
    for i in range(5):
        match i:
            case 0:
                continue
            case 3:
                return x * 100
            case _:
                x += i
        x += 10
    return x


@program(one)
def break_python_loop_with_else(x):
    for i in range(5):
        if i == 3:
            x += 1
            break
    return x, i


@program(one)
def break_does_not_take_another_item(x):
    items = iter([1, 2, 3, 4])
    for v in items:
        if v == 2:
            break
    return x, next(items)


@program(one)
def continue_in_nested_conditions(x):
    total = 0
    for i in tf.range(8):
        if i > 1:
            if i % 2 == 0:
                if i == 4:
                    continue
                total += 100
            total += 10
        total += 1
    return total


@program(one)
def function_with_return_in_loop_called(x):
    def first_above(n):
        for i in range(10):
            if i > n:
                return i
        return -1

    return first_above(3) + x


@program(one)
def many_early_returns(x):
    if x == 10:
        return 10
    if x == 9:
        return 9
    if x == 8:
        return 8
    if x == 7:
        return 7
    if x == 1:
        return 100
    return 0


@program(one)
def variable_set_before_break(x):
    found = -1
    for i in tf.range(10):
        if i * i > 20:
            found = i
            break
    return found


@program(one, tf_error="NotImplementedError", gives=("int32", (), 7))
def while_with_break_and_test(x):
    i = 0
    while i < 10:
        i += 1
        if x * i > 6:
            break
    return i


NEVER = False


@program(one, tf_error="ValueError", gives=("int32", (), 1))
def return_that_python_never_reaches(x):
    if x > 5:
        x += 1
    else:
        if NEVER:
            return 100
    return x


@program(one, tf_error="NotImplementedError", gives=("int32", (), 1))
def return_in_a_python_loop_that_does_not_run(x):
    steps = x - x
    while steps < 3:
        steps += 1
        for _ in range(0):
            if x > 3:
                return 100
    return x


@program(lambda: [tf.constant(3)], tf_error="ValueError", gives=("int32", (), 10))
def return_after_one_that_is_never_reached(x):
    if x > 5:
        x += 1
    else:
        x += 2
        if NEVER:
            return 100
    if x > 3:
        if x > 4:
            return x * 2
    return x


@program(lambda: [tf.constant(3)], tf_error="NotImplementedError", gives=("int32", (), 6))
def return_in_a_tensor_loop_that_is_never_reached(x):
    total = x - x
    for i in tf.range(x + 1):
        if i > 5:
            total += 100
        elif NEVER:
            return i
        else:
            total += i
    return total
