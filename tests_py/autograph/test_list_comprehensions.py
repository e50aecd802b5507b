"""Comprehensions over tensors whose length is not known, and `==` of lists, with the feature LISTS: as in eager execution."""

import pytest

import graphwright as tf
from autograph.staged_lists import LISTS, plain_lists

programs = []


def program(function):
    programs.append(function)
    return function


@program
def over_a_range(n):
    return [i * 2 for i in tf.range(n)]


@program
def over_range(n):
    found = [i * 2 for i in range(n)]
    found.append(n)
    return found, len(found)


@program
def with_conditions(n):
    return [i * i for i in tf.range(n) if i % 2 == 0 if i > 0], [i for i in tf.range(n) if i == 1 or i > 2]


@program
def conditional_elements(n):
    return [i if i < 2 else -i for i in tf.range(n)]


@program
def of_tuples(n):
    return [(i, {"half": tf.cast(i, tf.float32) / 2}) for i in tf.range(n)]


@program
def unpacked_items(n):
    numbers = tf.range(n)
    return [a * b + k for k, (a, b) in enumerate(zip(numbers, numbers + 1)) if a > 0 or b > 5]


@program
def nested_loops(n):
    return [i * j for i in tf.range(n) for j in tf.range(i) if j > 0], [i + j for i in (1, 2) for j in tf.range(n)]


@program
def nested_lists(n):
    return [[i * j for j in range(3)] for i in tf.range(n)]


@program
def of_a_list(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return [x + 1 for x in found], [x for x in found[1:] if x != 2]


@program
def as_arguments(n):
    numbers = tf.range(n)
    return (
        sum(i * i for i in numbers),
        sum([i for i in numbers], 10),
        max(abs(i - 2) for i in numbers),
        any(i > 2 for i in numbers),
        all([i >= 0 for i in numbers]),
        len([i for i in numbers if i > 0]),
        sorted(-i for i in numbers),
        tf.stack([i * 2 for i in numbers]),
    )


@program
def in_a_loop(n):
    total = tf.constant(0)
    for i in tf.range(n):
        total += sum(j * k for k, j in enumerate(tf.range(i)))
    return total


@program
def in_python(n):
    """What does not depend on tensors stays what it was."""
    return [x * 2 for x in (1, 2, 3) if x != 2], sum(x for x in [n, n]), [y for y in tf.constant([[1], [2]])]


@program
def of_data_sets(n):
    return [x + 1 for x in tf.data.Dataset.range(5) if x < tf.cast(n, tf.int64)]


@program
def names_are_its_own(n):
    i = 7
    found = [i for i in tf.range(n)]
    return i, found


@program
def equality(n):
    a, b = [i for i in tf.range(n)], [i for i in tf.range(n)]
    longer = a + [n]
    c = b.copy()
    c[0] = n
    return a == b, a != b, a == longer, longer != a, a == c, [0, 1] == a, a == (0, 1), a != [0, 1, 2, 3]


@program
def equality_as_condition(n):
    found = [i for i in tf.range(n)]
    if found == [0, 1]:
        return tf.constant(2)
    return n


@pytest.mark.parametrize("function", programs, ids=lambda function: function.__name__)
@pytest.mark.parametrize("n", [4, 2])
def test_gives_what_it_gives_eagerly(function, n):
    want = plain_lists(function(tf.constant(n)))
    assert plain_lists(tf.function(function, experimental_autograph_options=LISTS)(tf.constant(n))) == want


def test_lists_of_shapes_that_differ_and_of_structures_are_compared():
    @tf.function(experimental_autograph_options=LISTS)
    def f(n, m):
        a, b = [tf.range(i) for i in tf.range(n)], [tf.range(i) for i in tf.range(m)]
        c, d = [(i, i > 2) for i in tf.range(n)], [(i, i > 2) for i in tf.range(m)]
        e = [tf.range(i) + i // 2 for i in tf.range(n)]
        return a == b, a != b, c == d, c != d, a == e

    assert plain_lists(f(tf.constant(3), tf.constant(3))) == [True, False, True, False, False]
    assert plain_lists(f(tf.constant(3), tf.constant(2))) == [False, True, False, True, False]
    assert plain_lists(f(tf.constant(2), tf.constant(2))) == [True, False, True, False, True]


def test_gradient_through_a_comprehension():
    @tf.function(experimental_autograph_options=LISTS)
    def f(x, n):
        return tf.reduce_sum(tf.stack([x * tf.cast(i, tf.float32) for i in tf.range(n)]))

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, tf.constant(4))
    assert (float(y), float(tape.gradient(y, x))) == (12.0, 6.0)


def test_without_the_feature_they_are_refused():
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(over_a_range)(tf.constant(3))
