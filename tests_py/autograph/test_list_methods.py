"""Methods of Python lists in loops and branches over tensors with the feature LISTS: as in eager execution."""

import time

import numpy as np
import pytest

import graphwright as tf
from autograph.staged_lists import assert_same, plain, raised, staged


def pop_first(n):
    found = []
    for i in tf.range(n):
        found.append(i * i)
    first = found.pop(0)
    return first, found


def pop_at_a_tensor(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found.pop(n // 2), found.pop(-2), found


def queue(n):
    waiting = [n]
    total = 0
    while len(waiting) > 0:
        item = waiting.pop(0)
        total += item
        if item > 1:
            waiting.append(item // 2)
            waiting.append(item // 3)
    return total


def slices(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found[1:], found[:-1], found[::2], found[::-1], found[n - 2 :], found[5:2], found[-100:100], found[3:0:-2]


def slice_in_loop(n):
    window = []
    sums = []
    for i in tf.range(n):
        window.append(i)
        if len(window) > 3:
            window = window[1:]
        sums.append(tf.add_n(window))
    return sums, window


def insert_front(n):
    found = []
    for i in tf.range(n):
        found.insert(0, i)
    return found


def insert_anywhere(n):
    found = [n * 10]
    for i in tf.range(n):
        found.insert(i // 2, i)
        found.insert(-1, -i)
        found.insert(100, i + 100)
        found.insert(-100, i - 100)
    return found


def extend_by_list(n):
    found = []
    for i in tf.range(n):
        found.extend([i, i * 2])
    return found


def extend_by_tuple_of_shapes(n):
    found = []
    for _ in tf.range(n):
        found.extend((tf.ones([1]) * 2.0, tf.ones([2])))
        found.extend([])
    return found[0], found[1], len(found)


def extend_by_other_list(n):
    odd, all_of_them = [], []
    for i in tf.range(n):
        if i % 2 == 1:
            odd.append(i)
        all_of_them.append(i)
    all_of_them.extend(odd)
    odd.extend(odd)
    return all_of_them, odd


def extend_python_list_by_tensor_list(n):
    odd = []
    for i in tf.range(n):
        odd.append(i)
    more = [n, n]
    more.extend(odd)
    return more


def extend_by_rows(n):
    found = []
    for i in tf.range(n):
        found.extend(tf.range(i))
    return found


def add_literals(n):
    found = []
    for i in tf.range(n):
        found += [i, i + 1]
    return found


def add_comprehension(n):
    found = [n]
    if n > 2:
        found += [n * k for k in range(2)]
    return found


def clear_when_long(n):
    found = []
    for i in tf.range(n):
        if len(found) > 2:
            found.clear()
        found.append(i)
    return found


def clear_python_items(n):
    found = [1, 2, 3]
    for i in tf.range(n):
        found.clear()
        found.append(i)
    return found


def membership(n):
    seen = []
    count = 0
    for i in tf.range(n):
        if (i * i) % 5 in seen:
            count += 1
        else:
            seen.append((i * i) % 5)
    return count, seen, 4 in seen, n not in seen


def membership_of_python_list(n):
    names = ["a", "b"]
    if "a" in names and "c" not in names:
        return n
    return -n


class Holder:
    def __init__(self):
        self.items = []
        self.table = {"a": [], "b": []}


def attribute(n):
    holder = Holder()
    for i in tf.range(n):
        holder.items.append(i)
        if i > 1:
            holder.items.pop(0)
    return holder.items, len(holder.items)


def in_dict(n):
    table = {"a": [], "b": [n]}
    for i in tf.range(n):
        if i % 2 == 0:
            table["a"].append(i)
        else:
            table["b"].insert(0, i)
    return table["a"], table["b"]


def in_list(n):
    lists = [[], [n]]
    for i in tf.range(n):
        lists[0].append(i)
        lists[1].append(i * 2)
    return lists[0], lists[1]


def in_dict_of_attribute(n):
    holder = Holder()
    for i in tf.range(n):
        holder.table["a"].append(i)
    return holder.table["a"], holder.table["b"]


def iterated_afterwards(n):
    found = []
    for i in tf.range(n):
        found.append(i * 3)
    total = 0
    for item in found[1:]:
        if item > 6:
            break
        total += item
    for k, item in enumerate(found):
        total += k * item
    return total


def python_list_with_methods(n):
    found = [3]
    found.extend([1, 2])
    found.insert(1, n)
    found += [n]
    found.pop(0)
    found.clear()
    found.append(n)
    return found


def builtins_of_lists(n):
    found = []
    for i in tf.range(n):
        found.append((i * 7) % 5)
    copy = list(found)
    copy.append(n)
    backwards = 0
    for item in reversed(found):
        backwards = backwards * 10 + item
    positive = []
    for i in tf.range(n):
        positive.append(i > 0)
    return (
        sum(found),
        max(found),
        min(found),
        sorted(found),
        len(copy),
        len(found),
        backwards,
        any(positive),
        all(positive),
    )


SAME = [
    builtins_of_lists,
    pop_first, pop_at_a_tensor, queue, slices, slice_in_loop, insert_front, insert_anywhere, extend_by_list,
    extend_by_tuple_of_shapes, extend_by_other_list, extend_python_list_by_tensor_list, extend_by_rows, add_literals,
    add_comprehension, clear_when_long, clear_python_items, membership, membership_of_python_list, attribute, in_dict,
    in_list, in_dict_of_attribute, iterated_afterwards, python_list_with_methods,
]  # fmt: skip


@pytest.mark.parametrize("function", SAME, ids=lambda function: function.__name__)
def test_as_eagerly(function):
    for n in (6, 4):
        argument = tf.constant(n)
        assert_same(plain(staged(function)(argument)), plain(function(argument)))


def test_gradients_through_methods():
    def f(x, n):
        found = []
        for i in tf.range(n):
            found.append(x * tf.cast(i, tf.float32))
            found.insert(0, x * x)
        found.pop(1)
        found.extend(found[::2])
        return tf.add_n(found)

    def slope(function):
        x = tf.constant(3.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x, tf.constant(4))
        return y.numpy(), tape.gradient(y, x).numpy()

    assert slope(staged(f)) == slope(f)


def test_errors():
    def steps(n):
        found = []
        for i in tf.range(n):
            found.append(i)
        return found[:: n - 1]

    def beyond_the_end(n):
        found = []
        for i in tf.range(n):
            found.append(i)
        return found.pop(7)

    def other_dtype(n):
        found = []
        for i in tf.range(n):
            found.append(i)
            found.extend([1.5])
        return found

    def vectors(n):
        found = []
        for i in tf.range(n):
            found.append([i, i])
        return n in found

    assert "its step must be known" in str(raised(steps, tf.constant(3)))
    assert isinstance(raised(beyond_the_end, tf.constant(3)), tf.errors.InvalidArgumentError)
    error = raised(other_dtype, tf.constant(3))
    assert isinstance(error, TypeError)
    assert "'found' holds tensors of dtype int32" in str(error)
    assert "found.extend([1.5])" in str(error)


def test_lists_stay_what_they_were():
    """Whatever grows out of a list, the list itself stays: against lists of Python's, in random order."""
    op = tf._core.op
    push, pop, resize = op("TensorListPushBack"), op("TensorListPopBack"), op("TensorListResize")
    put, stack = op("TensorListSetItem"), op("TensorListStack")
    scalar = tf.constant([], tf.int32)
    empty = op("EmptyTensorList")(scalar, -1, element_dtype=tf.int32)
    random = np.random.default_rng(0)
    known = [(empty, [])]
    for step in range(3000):
        # Mostly one of the newest, so that lists get long.
        handle, want = known[-1 - min(int(random.exponential(2)), len(known) - 1)]
        kind = random.random()
        if kind < 0.55 or not want:
            made = push(handle, step), [*want, step]
        elif kind < 0.8:
            made = pop(handle, scalar, element_dtype=tf.int32)[0], want[:-1]
        elif kind < 0.9:
            at = int(random.integers(len(want)))
            made = put(handle, at, step), [*want[:at], step, *want[at + 1 :]]
        else:
            size = max(0, len(want) + int(random.integers(-30, 20)))
            made = resize(handle, size), [*want[:size], *[0] * (size - len(want))]
        known.append(made)
        if len(known) > 60:
            del known[int(random.integers(len(known) - 1))]
        if step % 50 == 0:
            for handle, want in known:
                assert stack(handle, scalar, element_dtype=tf.int32).numpy().tolist() == want


@pytest.mark.parametrize("pops", [1, 3])
def test_push_after_pop_does_not_copy(pops):
    """The time of pushes and pops does not depend on how long the list is."""

    def rounds(length, times):
        found = []
        for i in tf.range(length):
            found.append(i)
        for i in tf.range(times):
            for _ in tf.range(pops):
                found.pop()
            for _ in tf.range(pops):
                found.append(i)
        return tf.reduce_sum(found[-1]), len(found)

    f = staged(rounds)
    times = tf.constant(4000)

    def seconds(length):
        f(tf.constant(length), times)
        begin = time.perf_counter()
        assert f(tf.constant(length), times)[1] == length
        return time.perf_counter() - begin

    # Copies would take hundreds of times as long for the longer one; that it is made itself takes ten thousand steps.
    assert min(seconds(10_000) for _ in range(3)) < 20 * min(seconds(20) for _ in range(3)) + 0.05


# ---- items that are structures ----


def pairs(n):
    found = []
    for i in tf.range(n):
        found.append((i, tf.cast(i, tf.float32) / 2.0))
    return [a for a, _ in found] if False else found


def dictionaries(n):
    found = [{"a": n, "b": (n, 1.5)}]
    for i in tf.range(n):
        found.append({"a": i, "b": (i * 2, 2.5)})
        if i > 2:
            found.pop(0)
    total = tf.constant(0.0)
    for item in found:
        total += tf.cast(item["a"], tf.float32) + item["b"][1]
    return total, len(found), found[-1]["b"][0], found[1:]


def stack_of_pairs(n):
    waiting = [(n, 0)]
    leaves = 0
    while waiting:
        number, depth = waiting.pop()
        if number < 2:
            leaves += depth
        else:
            waiting.append((number // 2, depth + 1))
            waiting.append((number - number // 2, depth + 1))
    return leaves


def pairs_in_branch(x):
    found = []
    if x > 4:
        found.append((x, [x * 2]))
        found.extend([(x, [x]), (x, [1])])
    else:
        found.insert(0, (x * 3, [x]))
    return found, len(found)


def pairs_of_growing_shapes(n):
    found = [(tf.zeros([1]), n)]
    for i in tf.range(n):
        found.append((tf.ones([2]) if i > 2 else tf.ones([3]), i))
        found[0] = (tf.fill([i], 1.0), i)
    return found[1], found[0]


def unpacked(n):
    found = []
    for i in tf.range(n):
        found.append((i, i * i))
    total = 0
    for k, (a, b) in enumerate(found):
        total += k * a + b
    (first, _), second = found[0], found[1]
    return total, first, second


def cleared_each_time(n):
    kept = 0
    for i in tf.range(n):
        group = []
        for j in tf.range(i):
            group.append((i, j))
        for a, b in group:
            kept += a * b
    return kept


def pairs_as_a_tensor(n):
    found = []
    for i in tf.range(n):
        found.append([i, (i + 1) * 2])
    return tf.convert_to_tensor(found), tf.reduce_sum(found), found[-1]


def truth(n):
    found = []
    for i in tf.range(n):
        found.append((i, i))
    empty = list(found)
    empty.clear()
    return bool(found), bool(empty), not found, not empty


def used_as_conditions(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    total = 0
    while found and total < 8:
        total = total * 2 + found.pop()
        if total == 7:
            break
    rest = 0
    if n > 100 or found:
        rest = len(found)
    return total, rest, found


STRUCTURES = [
    truth,
    used_as_conditions,
    pairs_as_a_tensor,
    pairs,
    dictionaries,
    stack_of_pairs,
    pairs_in_branch,
    pairs_of_growing_shapes,
    unpacked,
    cleared_each_time,
]


@pytest.mark.parametrize("function", STRUCTURES, ids=lambda function: function.__name__)
def test_structures_as_eagerly(function):
    def shown(value):
        if type(value).__name__ in ("StructureList", "TensorList", "list", "tuple"):
            return [shown(item) for item in value]
        if isinstance(value, dict):
            return {key: shown(item) for key, item in value.items()}
        return value.numpy().tolist() if tf.is_tensor(value) else value

    for n in (6, 4):
        assert shown(staged(function)(tf.constant(n))) == shown(function(tf.constant(n)))


def test_gradients_through_structures():
    def f(x, n):
        found = []
        for i in tf.range(n):
            found.append((x * tf.cast(i, tf.float32), {"square": x * x}))
        a, b = found.pop(1)
        return a * b["square"] + found[-1][0]

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = staged(f)(x, tf.constant(4))
    assert (y.numpy(), tape.gradient(y, x).numpy()) == (3 * 9 + 9, 27 + 3)


def test_errors_of_structures():
    def other_structure(n):
        found = []
        for i in tf.range(n):
            found.append((i, i))
            found.append((i, i, i))
        return found

    def other_dtype(n):
        found = []
        for i in tf.range(n):
            found.append((i, 1.5))
            found.append((i, i))
        return found

    error = raised(other_structure, tf.constant(3))
    assert isinstance(error, TypeError)
    assert "'found' holds items of one structure" in str(error)
    assert "found.append((i, i, i))" in str(error)
    error = raised(other_dtype, tf.constant(3))
    assert isinstance(error, TypeError)
    assert "holds tensors of dtype float32" in str(error)
    assert "found.append((i, i))" in str(error)
