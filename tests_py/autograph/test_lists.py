"""Python lists that loops over tensors and branches make longer or shorter, with the feature LISTS: as in eager execution.

TensorFlow converts such lists only where they are tensor lists before; what it does is in `cases_items.py`.
"""

# ruff: noqa: SIM102

import numpy as np
import pytest

import graphwright as tf
from autograph.staged_lists import assert_same, plain, staged

# ---- programs that give what they give eagerly ----


def append_and_stack(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return tf.stack(found)


def append_in_while(n):
    found = []
    i = tf.constant(0)
    while i < n:
        found.append(i * 2)
        i += 1
    return tf.stack(found), i


def returned(n):
    found = []
    for i in tf.range(n):
        found.append(tf.cast(i, tf.float32))
    return found


def returned_beside_others(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return n, {"found": found}["found"]


def items_before(n):
    found = [tf.constant(7), n]
    for i in tf.range(n):
        found.append(i)
    return found


def numbers_before(n):
    found = [7, 8]
    for i in tf.range(n):
        found.append(i)
    return tf.stack(found)


def numbers_appended(n):
    found = []
    for _ in tf.range(n):
        found.append(1)
        found.append(2.5 - 1.5 > 3)
    return len(found)


def length(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return len(found), len(found) * 2


def items(n):
    found = []
    for i in tf.range(n):
        found.append(i * i)
    return found[0], found[-1], found[n - 2], found[tf.constant(-2)]


def item_set(n):
    found = []
    for i in tf.range(n):
        found.append(i * i)
    found[0] = 100
    found[-1] += 1
    return found


def item_set_in_loop(n):
    found = []
    for i in tf.range(n):
        found.append(i * i)
    for i in tf.range(n):
        found[i] = found[i] + 1
    return found


def pop_after(n):
    found = [tf.constant(5)]
    for i in tf.range(n):
        found.append(i)
    last = found.pop()
    before = found.pop() + 1
    return last, before, found


def pop_in_loop(n):
    left = [1, 2, 3, 4, 5]
    total = tf.constant(0)
    for _ in tf.range(n):
        total += left.pop()
    return total, left


def pop_while_any(n):
    left = []
    for i in tf.range(n):
        left.append(i)
    total = tf.constant(0)
    while len(left) > 0:
        total = total * 3 + left.pop()
    return total, len(left)


def truth(n):
    left = []
    for i in tf.range(n):
        left.append(i)
    total = tf.constant(0)
    while left:
        total = total * 3 + left.pop()
    full = not left
    sign = 1 if left else -1
    return total, full, sign


def pop_in_condition(n):
    left = []
    for i in tf.range(n):
        left.append(i)
    steps = tf.constant(0)
    while left.pop() > 1:
        steps += 1
    if left.pop() == 0:
        steps += 10
    return steps, left


def iterated(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    total = tf.constant(0)
    for x in found:
        total = total * 3 + x
    return total


def enumerated(n):
    found = []
    for i in tf.range(n):
        found.append(i * 2)
    total = tf.constant(0)
    for k, x in enumerate(found):
        total += x * k
    for a, b in zip(found, found):  # noqa: B905
        total += a * b
    return total


def append_in_branch_of_loop(n):
    odd = []
    even = [tf.constant(-2)]
    for i in tf.range(n):
        if i % 2 == 1:
            odd.append(i)
        else:
            even.append(i)
    return odd, even


def append_in_branch(n):
    found = []
    if n > 2:
        found.append(n)
    found.append(n + 1)
    return found


def append_in_both_branches(n):
    found = [n]
    if n > 2:
        found.append(n)
        found.append(n)
    else:
        found.append(n - 1)
    return found


def new_list_in_branch(n):
    found = []
    for i in tf.range(n):
        found.append(i)
        if len(found) > 2:
            found = []
    return found


def new_list_in_main_branch(n):
    found = [n]
    if n > 100:
        found = [n, n]
    else:
        found.append(n)
        for i in tf.range(n):
            found.append(i)
    return found


def pop_in_branch(n):
    found = []
    for i in tf.range(n):
        found.append(i)
        if i == 1:
            found.pop()
    if n > 2:
        last = found.pop()
    else:
        last = found[0]
    return found, last


def depth_first(n):
    todo = [n]
    seen = []
    while len(todo) > 0:
        x = todo.pop()
        seen.append(x)
        if x > 1:
            todo.append(x // 2)
            todo.append(x - 2)
    return seen


def two_loops(n):
    found = []
    for i in tf.range(n):
        for j in tf.range(i):
            found.append(i * 10 + j)
        found.append(-i)
    return found


def list_of_each_iteration(n):
    total = tf.constant(0)
    for i in tf.range(n):
        part = []
        for j in tf.range(i):
            part.append(j)
        total += len(part)
    return total


def list_of_each_iteration_defined_before(n):
    part = []
    for i in tf.range(n):
        part = []
        for j in tf.range(i):
            part.append(j)
    return part


def list_of_the_last_iteration(n):
    for i in tf.range(n):
        part = []
        for j in tf.range(i):
            part.append(j)
    return part


def returned_from_loop(n):
    found = []
    found.append(n)
    while n > 0:
        n -= 1
        if n == 2:
            continue
        found.append(n)
        if n == 1:
            return found, n
    return found, n


def returned_from_branch(n):
    found = [n]
    if n > 3:
        found.append(n)
        return found
    found.append(n * 2)
    return found


def swapped(n):
    first = []
    second = []
    for i in tf.range(n):
        first.append(i)
        second.append(first[-1] * 2)
        if len(second) > 2:
            first.append(second.pop())
        first, second = second, first
    return first, second


def nested_branches(n):
    found = []
    for i in tf.range(n):
        if i > 1:
            if i > 2:
                found.append(i)
            else:
                found.append(-i)
                found.append(-i)
        elif i == 0:
            pass
        else:
            found.append(i * 100)
    return found


def known_list_in_body(n):
    total = tf.constant(0)
    for i in tf.range(n):
        pair = []
        pair.append(i)
        pair.append(i + 1)
        total += tf.reduce_sum(tf.stack(pair)) + pair.pop()
    return total


def vectors(n):
    found = []
    for i in tf.range(n):
        found.append(tf.fill([2], tf.cast(i, tf.float32)))
    return tf.stack(found), tf.concat(found, 0), tf.stack(found, axis=1), tf.stack(found, -1), tf.add_n(found)


def matrices(n):
    found = []
    for i in tf.range(n):
        found.append(tf.reshape(tf.range(6) + i, [2, 3]))
    return tf.concat(found, 0), tf.concat(found, axis=1), tf.concat(found, -2), tf.stack(found, 2)


def growing(n):
    found = []
    for i in tf.range(n):
        found.append(tf.range(i))
    return tf.concat(found, 0), found


def shapes_that_differ(n):
    found = [tf.zeros([1])]
    for i in tf.range(n):
        found.append(tf.zeros([2]))
        if i > 0:
            found.append(tf.ones([3]))
    return found, tf.concat(found, 0)


def as_tensor(n):
    found = []
    for i in tf.range(n):
        found.append(tf.cast(i, tf.float32))
    return tf.convert_to_tensor(found), tf.reduce_sum(found), tf.constant(1.0) + found


def strings(n):
    found = ["a"]
    for i in tf.range(n):
        found.append(tf.strings.as_string(i))
    return tf.strings.join([tf.strings.reduce_join(tf.stack(found)), "!"])


def used_in_body(n):
    found = [tf.constant(1), tf.constant(1)]
    for _ in tf.range(n):
        found.append(found[-1] + found[-2])
    return found


def with_break(n):
    found = []
    for i in tf.range(n):
        if i * i > 5:
            break
        if i == 1:
            continue
        found.append(i)
    return found


def none_appended(n):
    found = [n]
    for i in tf.range(n):
        if i > 100:
            found.append(i)
    return found, len(found)


def unpacked_loop(n):
    found = []
    for i in range(3):
        if n > i:
            found.append(n * i)
    return found


def helper(items, x):
    if x > 1:
        items.append(x)
    return items


def in_called_function(n):
    found = []
    for i in tf.range(n):
        found = helper(found, i)
    return found


def add_to(items, x):
    items.append(x)
    items[0] = items[0] + 1


def take_from(items):
    return items.pop()


def changed_in_called_functions(n):
    found = [n]
    for i in tf.range(n):
        found.append(i)
        add_to(found, i * 2)
        take_from(found)
        add_to(found, i * 3)
    add_to(found, n)
    also = found
    also.append(n)
    return take_from(found), found


def item_set_in_branch(n):
    found = [n, n]
    if n > 3:
        found[0] = n * 2
        found[1] += 1
    else:
        found[1] = n - 1
    return found


def functions_in_branch(n):
    functions = [lambda x: x + 1]
    if n > 3:
        functions.append(lambda x: x * 2)
        result = functions.pop()(n)
    else:
        result = functions[0](n)
    return result


def unpacked(n):
    pair = [n, n + 1]
    for i in tf.range(n):
        last = pair.pop()
        pair.append(last + i)
    first, second = pair
    return first, second


def comprehension_of_pops(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return [found.pop() for _ in range(2)], len(found)


def dictionary_pop(n):
    table = {"a": n, "b": n + 1}
    a = table.pop("a")
    return a, table["b"]


def lists_of_two_loops(n):
    first = []
    for i in tf.range(n):
        first.append(i)
    second = []
    for x in first:
        second.append(x + tf.constant(1))
    first.append(n)
    return first, second


def added_to(n):
    found = [n]
    for i in tf.range(n):
        found.append(i)
    found = found + [n, n]
    return found


def results_of_loop_in_branch(n):
    found = []
    for i in tf.range(n):
        if i > 1:
            for j in tf.range(i):
                if j != 1:
                    found.append(j)
    return found


PROGRAMS = [
    value
    for value in list(globals().values())
    if getattr(value, "__code__", None) is not None
    and value.__code__.co_varnames[: value.__code__.co_argcount] == ("n",)
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_gives_what_it_gives_eagerly(program):
    traced = staged(program)
    for n in (4, 5, 3):
        assert_same(plain(traced(tf.constant(n))), plain(program(tf.constant(n))))
    assert traced.experimental_get_tracing_count() == 1


# ---- gradients ----


def powers(x, n):
    found = [x]
    for _ in tf.range(n):
        found.append(found[-1] * x)
    return tf.reduce_sum(tf.stack(found))


def folded_by_pops(x, n):
    found = []
    for i in tf.range(n):
        found.append(x * tf.cast(i, tf.float32))
    total = x
    while len(found) > 0:
        total = total * x + found.pop()
    return total


def iterated_with_weights(x, n):
    found = []
    for i in tf.range(n):
        if i % 2 == 0:
            found.append(x * x)
        else:
            found.append(x)
    found[0] = x * 3.0
    total = tf.constant(0.0)
    for y in found:
        total = total * x + y
    return total


@pytest.mark.parametrize(
    "program", [powers, folded_by_pops, iterated_with_weights], ids=lambda program: program.__name__
)
def test_gradients(program):
    def gradient(function):
        x = tf.constant(1.5)
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = function(x, tf.constant(4))
            first = tape.gradient(y, x)
        return [y.numpy(), first.numpy(), outer.gradient(first, x).numpy()]

    np.testing.assert_allclose(gradient(staged(program)), gradient(program), rtol=1e-6)


def test_gradient_through_a_returned_list():
    @staged
    def multiples(x, n):
        found = []
        for i in tf.range(n):
            found.append(x * tf.cast(i, tf.float32))
        return found

    x = tf.Variable(1.5)
    with tf.GradientTape() as tape:
        found = multiples(x, tf.constant(4))
        y = found[3] + tf.stack(found)[2]
    assert tape.gradient(y, x).numpy() == 5.0


# ---- the list that a function returns ----


@staged
def counted(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found


def test_returned_list_is_used_as_a_list():
    found = counted(tf.constant(3))
    assert len(found) == 3
    assert bool(found)
    assert not counted(tf.constant(0))
    assert [int(x) for x in found] == [0, 1, 2]
    assert int(found[-1]) == 2
    assert np.asarray(found).tolist() == [0, 1, 2]
    assert tf.stack(found).shape == [3]
    assert repr(found) == repr(list(found))
    found.append(7)
    assert int(found.pop()) == 7
    assert len(found) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="element 3 in a list with 3"):
        found[3]


def test_list_is_handed_to_other_functions():
    @tf.function
    def doubled(items):
        return tf.stack(items) * 2

    @staged
    def caller(n):
        found = counted(n)
        found.append(n)
        return doubled(found), len(found), found

    result, length, found = caller(tf.constant(3))
    assert result.numpy().tolist() == [0, 2, 4, 6]
    assert int(length) == len(found) == 4
    assert doubled(counted(tf.constant(2))).numpy().tolist() == [0, 2]
    assert repr(counted.get_concrete_function(tf.constant(1)).structured_outputs).startswith(
        "<TensorList of dtype int32"
    )


def test_static_shapes():
    shapes = []

    @staged
    def f(n):
        found = [tf.zeros([2, 3])]
        for _ in tf.range(n):
            found.append(tf.ones([2, 4]))
        shapes.append(found[0].shape.as_list())
        shapes.append(found.element_shape.as_list())
        same = []
        for _ in tf.range(n):
            same.append(tf.ones([2, 4]))
        shapes.append(tf.stack(same).shape.as_list())
        shapes.append(tf.concat(same, 1).shape.as_list())
        return len(found) + len(same)

    assert int(f(tf.constant(2))) == 5
    assert shapes == [[2, None], [2, None], [None, 2, 4], [2, None]]


def test_empty_list_has_its_static_shape():
    @staged
    def f(n):
        found = []
        for _ in tf.range(n):
            found.append(tf.ones([2]))
        return tf.stack(found)

    assert f(tf.constant(0)).shape == [0, 2]


def test_data_sets():
    @staged
    def f(data):
        found = []
        for x in data:
            found.append(x * 2)
        return tf.stack(found)

    assert f(tf.data.Dataset.range(4)).numpy().tolist() == [0, 2, 4, 6]


def test_nested_branches_are_traced_a_few_times_only():
    traced = []

    @staged
    def f(n):
        found = []
        if n == 0:
            n += 1
        elif n == 1:
            n += 2
        elif n == 2:
            n += 3
        elif n == 3:
            n += 4
        elif n == 4:
            n += 5
        elif n == 5:
            n += 6
        elif n == 6:
            n += 7
        else:
            traced.append(1)
            found.append(n)
        return found

    assert [int(x) for x in f(tf.constant(9))] == [9]
    assert len(f(tf.constant(3))) == 0
    assert len(traced) <= 9


def test_nested_loops_are_traced_a_few_times_only():
    traced = []

    @staged
    def f(n):
        found = []
        for i in tf.range(n):
            for j in tf.range(i):
                for k in tf.range(j):
                    traced.append(1)
                    found.append(k)
        return len(found)

    assert int(f(tf.constant(4))) == 4
    assert len(traced) <= 5


def test_without_the_feature_lists_stay_lists():
    lengths = []

    @tf.function
    def f(n):
        found = []
        for i in tf.range(n):
            found.append(i)
        lengths.append(len(found))
        return n

    f(tf.constant(4))
    assert lengths == [1]
