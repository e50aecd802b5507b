# ruff: noqa: B007, B008, B011, B015, B018, B023, B905, F841, UP008, UP018
"""Programs with `while` and `for`."""

import collections
import itertools

import graphwright as tf
from support.harness import program

Pair = collections.namedtuple("Pair", "a b")


def setup():
    global COUNTER, ROWS
    COUNTER = tf.Variable(0)
    ROWS = tf.constant([1, 2, 3])


def one():
    return [tf.constant(1)]


def vector():
    return [tf.constant([3, 1, 2])]


@program(lambda: [tf.constant(27)])
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@program(lambda: [tf.constant(4), tf.constant(1)])
def ranges_that_end_before_they_begin(x, y):
    total = 0
    for i in range(x, y):
        total += i
    return total, range(x, y), range(y, x), len(range(x, y)), range(y - x), range(5, y)


@program(one)
def python_while(x):
    i = 0
    while i < 5:
        x += i
        i += 1
    return x


@program(one, error="TypeError", says="'y' has dtype int32 before the loop, but dtype float32 after one iteration")
def dtype_changes(x):
    y = x
    while y < 5:
        y = tf.cast(y, tf.float32) + 1.0
    return y


@program(one, error="TypeError")
def python_int_becomes_float(x):
    i = 0
    while i < x:
        i = i + 1.0
    return i


@program(one, error="ValueError", says="'y' has shape (1,) before the loop, but shape (2,) after one iteration")
def shape_changes(x):
    y = tf.ones([1])
    while x < 5:
        y = tf.concat([y, y], 0)
        x += 1
    return y


@program(one, error="ValueError", says="'y' has shape (1,) before the loop, but shape (1, 1) after one iteration")
def rank_changes(x):
    y = tf.ones([1])
    while x < 5:
        y = y[None]
        x += 1
    return y


@program(one)
def shape_invariant(x):
    y = tf.ones([1])
    while x < 5:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None]))])
        y = tf.concat([y, y], 0)
        x += 1
    return y


@program(one)
def shape_invariant_of_one_axis(x):
    y = tf.ones([1, 2])
    for _ in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None, 2]))])
        y = tf.concat([y, y], 0)
    return y


@program(one, error="ValueError", says="'y' has shape (1, 2) before the loop, which does not conform")
def shape_invariant_does_not_fit(x):
    y = tf.ones([1, 2])
    for _ in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None, 3]))])
        y = tf.concat([y, y], 0)
    return y


@program(one, error="ValueError", says="'y' has shape (None, 4) after one iteration, which does not conform")
def shape_invariant_is_broken(x):
    y = tf.ones([1, 2])
    for _ in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None, 2]))])
        y = tf.concat([y, y], 1)
    return y


@program(one)
def maximum_iterations(x):
    i = 0
    while x > 0:
        tf.autograph.experimental.set_loop_options(maximum_iterations=3)
        i += 1
    return i


@program(one)
def none_becomes_tensor(x):
    y = None
    while x < 5:
        y = x
        x += 1
    return y


@program(one, error="ValueError", says="'y' is None at the end of the iteration")
def tensor_becomes_none(x):
    y = x
    while x < 5:
        y = None
        x += 1
    return y


@program(one)
def none_stays(x):
    n = None
    for i in tf.range(x + 4):
        if n is None:
            x += i
    return x


@program(one, error="TypeError", says="'y' does not have the same nested structure after one iteration")
def structure_changes(x):
    y = (x, x)
    while x < 5:
        y = (x,)
        x += 1
    return y


@program(one)
def defined_in_the_loop(x):
    while x < 5:
        y = x
        x += 1
    return y


@program(
    lambda: [tf.constant(10)], error="InvalidArgumentError", says="loop must iterate at least once to initialize y"
)
def defined_in_a_loop_that_does_not_run(x):
    while x < 5:
        y = x + 3
        x += 1
    return y


@program(one, error="ValueError", says="'y' must be defined before the loop")
def defined_in_some_iterations(x):
    while x < 5:
        x += 1
        if x > 3:
            y = x
    return y


@program(one)
def defined_with_unknown_shape(x):
    for i in tf.range(2):
        y = tf.ones(tf.stack([i + 1]))
    return y


@program(one)
def target_after_the_loop(x):
    for i in tf.range(5):
        pass
    return i


@program(vector)
def rows(x):
    total = 0
    for v in x:
        total = total * 10 + v
    return total


@program(lambda: [tf.constant([[1, 2, 3], [4, 5, 6]])])
def rows_of_matrix(x):
    total = tf.zeros([3], tf.int32)
    for row in x:
        total += row
    return total


@program(vector)
def rows_of_captured_tensor(x):
    total = 0
    traced = []
    for v in ROWS:
        traced.append(1)
        total += v
    return total, len(traced)


@program(lambda: [tf.zeros([0, 2])])
def no_rows(x):
    total = tf.ones([2])
    for row in x:
        total += row
    return total


@program(one, error="ValueError", says="len requires a non-scalar tensor")
def rows_of_scalar(x):
    for _ in x:
        pass
    return x


@program(one)
def ranges(x):
    total = 0
    for i in tf.range(5, 0, -2):
        total = total * 10 + i
    for i in tf.range(x, 4 * x):
        total = total * 10 + i
    part = 0.0
    for f in tf.range(0.0, 1.0, 0.25):
        part = part + f
    return total, part


@program(lambda: [tf.constant(-2)])
def range_with_unknown_step(step):
    total = 0
    for i in tf.range(5, 0, step):
        total = total * 10 + i
    for i in tf.range(0, 5, -step):
        total = total * 10 + i
    return total


@program(vector)
def builtin_range_of_tensor(x):
    total = 0
    for i in range(x[0]):
        total += i
    for i in range(1, x[0], 1):
        total += i
    return total


@program(vector, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 5))
def enumerate_tensor(x):
    total = 0
    for i, v in enumerate(x):
        total += i * v
    return total


@program(vector, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 16))
def zip_tensors(x):
    total = 0
    for i, (a, b) in enumerate(zip(x, tf.reverse(x, [0])), start=1):
        total += a * b + i - 1
    return total


@program(one, tf_error="TypeError", gives=("int32", (), 6))
def tensor_array_elements(x):
    array = tf.TensorArray(tf.int32, size=3)
    for i in tf.range(3):
        array = array.write(i, i * 2)
    total = 0
    for v in array:
        total += v
    return total


@program(one)
def tensor_array_in_loop(x):
    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(4):
        array = array.write(i, i * i)
    return array.stack()


@program(one)
def python_iterables(x):
    total = x
    for v in [x, x + 1, 5]:
        if v > 1:
            total += v
    for k, v in {"a": 1, "b": x}.items():
        total += v + len(k)
    for v in (i * 2 for i in range(3)):
        total += v
    for a, b in zip([1, 2], (x, x)):
        total += a * b
    for i, c in enumerate("abc"):
        total += i * len(c)
    return total


@program(one)
def list_in_python_loop(x):
    found = []
    i = 0
    while i < 3:
        found.append(x * i)
        i += 1
    return tf.stack(found)


@program(one)
def tuple_state(x):
    a, b = 0, 1
    for _ in tf.range(x + 4):
        a, b = b, a + b
    return a, b


@program(one)
def list_state(x):
    pair = [x, x]
    for _ in tf.range(x + 4):
        pair = [pair[1], pair[0] + pair[1]]
    return pair


@program(one)
def namedtuple_state(x):
    p = Pair(x, 2 * x)
    for _ in tf.range(x + 4):
        p = Pair(p.b, p.a)
    return p


@program(one)
def dict_state(x):
    d = {"a": 0, "b": tf.constant(1)}
    for i in tf.range(3):
        d["a"] += i
        d["b"] = d["b"] * 2
    return d


@program(one)
def new_key_in_loop(x):
    d = {}
    for i in tf.range(3):
        d["a"] = i
    return d


@program(one)
def attribute_state(x):
    class Holder:
        pass

    holder = Holder()
    holder.value = 0
    for i in tf.range(3):
        holder.value += i
    return holder.value


@program(one)
def list_item_state(x):
    items = [0, 0]
    for i in tf.range(3):
        items[1] = items[1] + i
    return items


@program(one)
def scalars_become_tensors(x):
    total, factor, flag = 0, 1.5, False
    for i in tf.range(3):
        total = total + 1
        factor = factor * 2
        if i == 1:
            flag = True
    return total, factor, flag


@program(one)
def string_state(x):
    s = ""
    for _ in tf.range(3):
        s = s + "a"
    return s


@program(one)
def object_made_in_loop(x):
    o = None
    for _ in tf.range(3):
        o = object()
    return x


@program(one, tf_error="TypeError", gives=("int32", (), 1))
def function_kept_in_loop(x):
    g = abs
    for _ in tf.range(3):
        x = g(x)
        g = abs
    return x


@program(one)
def nested_loops(x):
    total = 0
    for i in tf.range(4):
        for j in tf.range(i):
            total += i * j
            k = 0
            while k < j:
                total += k
                k += 1
    return total


@program(vector)
def tensor_loop_in_python_loop(x):
    total = 0
    for factor in (1, 10):
        for v in x:
            total += factor * v
    return total


@program(vector)
def python_loop_in_tensor_loop(x):
    total = 0
    for v in x:
        for factor in (1, 10):
            total += factor * v
    return total


@program(one)
def side_effects(x):
    COUNTER.assign(0)
    for i in tf.range(4):
        COUNTER.assign_add(i)
    return COUNTER.read_value()


@program(vector)
def loop_without_state(x):
    COUNTER.assign(0)
    for v in x:
        if v > 1:
            COUNTER.assign_add(v)
    return COUNTER.read_value()


@program(one)
def chained_condition(x):
    while 0 < x < 100:
        x = x * 3
    return x


@program(one)
def compound_condition(x):
    i = 0
    while i < 10 and (x < 50 or i < 2) and not x == 64:
        x = x * 2
        i += 1
    return x, i


@program(one, tf_error="TypeError", gives=("int32", (), 4))
def walrus_in_while(x):
    while (y := x + 1) < 5:
        x = y
    return x


@program(one, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), -4))
def while_else(x):
    while x < 4:
        x += 1
    else:
        x = -x
    return x


@program(one, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), -4), ("int32", (), 3)))
def for_else(x):
    for i in tf.range(3):
        x += i
    else:
        x = -x
    y = 0
    for i in tf.range(5):
        if i == 3:
            y = i
            break
    else:
        y = 100
    return x, y


@program(one, tf_error="NotImplementedError", gives=("int32", (), 5))
def condition_becomes_tensor(x):
    i = 0
    while i < 5:
        i += x
    return i


@program(one, error="OperatorNotAllowedInGraphError")
def list_comprehension_over_tensor(x):
    return [i for i in tf.range(x)]


@program(lambda: [tf.constant(3.0), tf.constant(4)])
def gradient_through_loop(x, n):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.constant(1.0)
        for _ in tf.range(n):
            y = y * x
    return tape.gradient(y, x)


@program(lambda: [tf.constant([1.0, 2.0, 3.0])])
def gradient_through_rows(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = 0.0
        for v in x:
            y = y + v * v
    return tape.gradient(y, x)


@program(one)
def loop_in_branch(x):
    if x > 0:
        y = 0
        for i in tf.range(3):
            y += i
    else:
        y = x
    return y


@program(one)
def condition_reads_loop_variables(x):
    y = tf.zeros([3])
    while tf.reduce_sum(y) < 10.0:
        y = y + tf.cast(x, tf.float32)
    return y


@program(one)
def closures_over_loop_variables(x):
    scale = 2
    for i in tf.range(3):
        scale = scale + i
        x = (lambda v: v * scale)(x)
    return x, scale


@program(one, gives=([("int32", (), 2)] * 3, ("int32", (), 1)))
def late_binding_of_closures(x):
    functions = []
    for i in range(3):
        functions.append(lambda: i)
    return [f() for f in functions], x


@program(one)
def try_in_loop(x):
    caught = 0
    for i in range(3):
        try:
            if i == 1:
                raise KeyError("a")
            x += i
        except KeyError:
            caught += 1
    return x, caught


@program(one)
def endless_python_iterator(x):
    total = x
    for i in itertools.count():
        if i > 3:
            break
        total += i
    return total


@program(one)
def deleted_in_loop(x):
    for i in tf.range(3):
        z = i
        del z
    return x
