"""Lists that loops over tensors and branches make longer or shorter: what is refused, and what goes wrong."""

# ruff: noqa: SIM102

import graphwright as tf
from autograph.staged_lists import raised, staged


def test_mixed_dtypes_name_the_list_and_both_lines():
    def f(n):
        mixed = []
        for i in tf.range(n):
            mixed.append(i)
            mixed.append(tf.cast(i, tf.float32))
        return mixed

    error = raised(f, tf.constant(2))
    assert isinstance(error, TypeError)
    line = f.__code__.co_firstlineno
    text = str(error)
    assert f"'mixed' holds tensors of dtype int32 (since line {line + 3}: mixed.append(i))" in text
    assert "got one of dtype float32" in text
    assert f"; in line {line + 4}: mixed.append(tf.cast(i, tf.float32))" in text


def test_mixed_dtypes_of_items_before():
    def f(n):
        mixed = [tf.constant(1.0)]
        for i in tf.range(n):
            mixed.append(i)
        return mixed

    error = raised(f, tf.constant(2))
    assert isinstance(error, TypeError)
    assert "'mixed' holds tensors of dtype float32 (as the items that it had before), got one of dtype int32" in str(
        error
    )


def test_mixed_dtypes_of_branches():
    def f(n):
        mixed = []
        if n > 1:
            mixed.append(1.5)
        else:
            mixed.append(n)
        return mixed

    assert "'mixed' holds tensors of dtype float32" in str(raised(f, tf.constant(2)))


def test_item_that_is_no_tensor():
    def f(n):
        pairs = []
        for i in tf.range(n):
            pairs.append((i, object()))
        return pairs

    error = raised(f, tf.constant(2))
    assert isinstance(error, NotImplementedError)
    assert "its items can be tensors, numbers and structures of these only" in str(error)


def test_unpacked_into_too_few():
    def f(n):
        found = []
        for i in tf.range(n):
            found.append(i)
        first, second = found
        return first + second

    assert staged(f)(tf.constant(2)).numpy() == 1
    assert "2 values to unpack are expected, the list has" in str(raised(f, tf.constant(3)))


def test_pop_from_an_empty_list():
    def f(n):
        found = [1]
        for _ in tf.range(n):
            found.pop()
        return found

    error = raised(f, tf.constant(2))
    assert isinstance(error, tf.errors.InvalidArgumentError)
    assert "Trying to pop from an empty list" in str(error)


def test_list_of_the_last_iteration_that_never_came():
    def f(n):
        for i in tf.range(n):
            part = []
            for j in tf.range(i):
                part.append(j)
        return part

    error = raised(f, tf.constant(0))
    assert isinstance(error, tf.errors.InvalidArgumentError)
    assert "loop must iterate at least once to initialize part" in str(error)
