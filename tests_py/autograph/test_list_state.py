"""Lists that statements on tensors change though they do not look like it, with the feature LISTS: by `found = found + [x]`, by
functions and objects that a loop calls, in parts of expressions, by all methods of lists. As in eager execution.
"""

import pytest

import graphwright as tf
from autograph.staged_lists import LISTS, plain_lists

programs = []


def program(function):
    programs.append(function)
    return function


# ---- other lists under the same name ----


def add_to(items, x):
    items.append(x)


@program
def plus(n):
    found = []
    for i in tf.range(n):
        found = found + [i]
    return found


@program
def plus_two(n):
    found = [n]
    for i in tf.range(n):
        found = found + [i, i * 2]
    return tf.stack(found), len(found)


@program
def plus_front(n):
    found = [n]
    for i in tf.range(n):
        found = [i] + found
    return found


@program
def iadd(n):
    found = []
    for i in tf.range(n):
        found += [i]
    return found


@program
def iadd_tuple(n):
    found = []
    for i in tf.range(n):
        found += (i, i + 1)
    return found


@program
def iadd_attr(n):
    class Holder:
        pass

    o = Holder()
    o.found = []
    for i in tf.range(n):
        o.found += [i]
    return o.found


@program
def iadd_item(n):
    d = {"a": []}
    for i in tf.range(n):
        d["a"] += [i]
    return d["a"]


@program
def plus_two_lists(n):
    a = []
    b = []
    for i in tf.range(n):
        a.append(i)
        b = b + [i * 10]
    return a + b, b + a


@program
def plus_if(n):
    found = [n]
    if n > 2:
        found = found + [n * 2]
    else:
        found = found + []
    return found


@program
def iadd_if(n):
    found = [n]
    if n > 2:
        found += [n * 2]
    return found


@program
def plus_while(n):
    found = []
    i = tf.constant(0)
    while i < n:
        found = found + [i]
        i += 1
    return found


@program
def unnamed(n):
    found = []

    def put(x):
        found.append(x)

    for i in tf.range(n):
        put(i)
    return found


@program
def unnamed_obj(n):
    class B:
        def __init__(self):
            self.found = []

        def put(self, x):
            self.found.append(x)

    b = B()
    for i in tf.range(n):
        b.put(i)
    return b.found


@program
def named_call(n):
    found = []
    for i in tf.range(n):
        add_to(found, i)
    return found


@program
def pop_cond(n):
    found = [1, 2, 3, 4, 5, 6]
    t = tf.constant(0)
    for i in tf.range(n):
        t += found.pop() if i % 2 == 0 else i * 100
    return t, found


@program
def pop_cond2(n):
    found = [n, n + 1, n + 2]
    x = found.pop() if n > 2 else found.pop(0)
    return x, found


@program
def pop_and(n):
    found = [1, 2, 3, 4, 5, 6]
    c = tf.constant(0)
    for i in tf.range(n):
        if i > 0 and found.pop() > 3:
            c += 1
    return c, found


@program
def stack_struct(n):
    found = []
    for i in tf.range(n):
        found.append((i, i * 2))
    return tf.stack(found)


@program
def struct_items(n):
    found = []
    for i in tf.range(n):
        found.append({"a": i, "b": [i, i + 1]})
    return found


@program
def lists_of_lists(n):
    found = []
    for i in tf.range(n):
        found.append([i, i + 1])
    return found


@program
def inner_list(n):
    found = [[], []]
    for i in tf.range(n):
        found[0].append(i)
        found[1].append(-i)
    return found


@program
def inner_list_grow(n):
    found = []
    for i in tf.range(n):
        r = []
        for j in tf.range(i):
            r.append(j)
        found.append(tf.reduce_sum(tf.stack(r)) if 0 else len(r))
    return found


@program
def slices(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found[1:], found[:-1], found[::2], found[-2:], found[n - 1 :]


@program
def slice_in_loop(n):
    found = [tf.constant(0)]
    for i in tf.range(n):
        found = found[-1:] + [i]
    return found


@program
def slice_set(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    found[0:2] = [tf.constant(7)]
    return found


@program
def slice_del(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    del found[0]
    return found


@program
def times(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    return found * 2


@program
def rev_sort(n):
    found = []
    for i in tf.range(n):
        found.append(-i)
    found.reverse()
    m = list(found)
    found.sort()
    return found, m, sorted(m), list(reversed(m)), sum(found), max(found), min(found)


@program
def extend_remove(n):
    found = []
    for i in tf.range(n):
        found.extend([i, i + 1])
    found.remove(1)
    return found, found.count(2), found.index(2)


@program
def enum_zip(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    t = tf.constant(0)
    for k, x in enumerate(found):
        t += k * x
    for a, b in zip(found, found[1:]):
        t += a * b
    return t


@program
def copy_alias(n):
    found = []
    for i in tf.range(n):
        found.append(i)
    m = found.copy()
    a = found
    a.append(n)
    return found, m, a


@program
def dictlist(n):
    d = {}
    d["x"] = []
    for i in tf.range(n):
        d["x"].append(i)
    return d


@program
def in_try(n):
    found = []
    try:
        for i in tf.range(n):
            found.append(i)
    finally:
        found.append(n)
    return found


@program
def ret_in_loop(n):
    found = []
    for i in tf.range(n):
        found.append(i)
        if i > 1:
            return found
    return found


@pytest.mark.parametrize("function", programs, ids=lambda function: function.__name__)
@pytest.mark.parametrize("n", [4, 2])
def test_gives_what_it_gives_eagerly(function, n):
    try:
        want = plain_lists(function(tf.constant(n)))
    except Exception:
        want = Exception
    staged = tf.function(function, experimental_autograph_options=LISTS)
    if want is Exception:
        with pytest.raises((tf.errors.InvalidArgumentError, IndexError)):
            staged(tf.constant(n))
    else:
        assert plain_lists(staged(tf.constant(n))) == want


def test_lists_that_note_what_is_traced_stay_lists():
    noted = []

    def note(x):
        noted.append(x)

    @tf.function(experimental_autograph_options=LISTS)
    def f(n):
        for i in tf.range(n):
            noted.append("body")
            note(i.name)
        return n

    f(tf.constant(3))
    assert type(noted) is list and noted[0] == "body"


def test_gradient_through_lists_that_are_replaced():
    @tf.function(experimental_autograph_options=LISTS)
    def f(x, n):
        items = [x]
        for _ in tf.range(n):
            items = items + [items[-1] * x]
        return tf.reduce_sum(tf.stack(items))

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, tf.constant(2))
    assert (float(y), float(tape.gradient(y, x))) == (14.0, 17.0)


@pytest.mark.parametrize(
    "values", [["nan", 1, 2], [1, "nan", 2], [2, "nan"], ["nan"], [-1, "nan", -2], [3, 1]], ids=str
)
def test_extremes_of_a_vector_with_nan(values):
    vector = tf.constant([float(value) for value in values])
    found = tf.function(lambda x: (max(x), min(x)))(vector)
    assert [str(float(x)) for x in found] == [str(float(max(vector))), str(float(min(vector)))]
