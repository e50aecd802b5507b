"""What happens at the edges: deep nesting, recursion without end, many dimensions, no elements, NaN, huge tensors."""

import os
import sys

import numpy as np
import pytest

import graphwright as gw
from support.compare import same_results
from support.small_stack import in_small_stack


def test_a_thousand_nested_functions():
    """TensorFlow ends with a RecursionError of Python's at about a hundred."""
    # The first releases of Python 3.12 have a limit of their own, of 1,500 calls in C.
    count = 600 if sys.version_info[:2] == (3, 12) else 1000
    functions = [gw.function(lambda x: x + 1.0)]
    for _ in range(count):
        functions.append(gw.function(lambda x, inner=functions[-1]: inner(x) * 1.0))
    limit = sys.getrecursionlimit()
    variable = gw.Variable(2.0)
    with gw.GradientTape() as tape:
        result = functions[-1](variable * variable)
    assert float(result) == 5.0
    assert float(tape.gradient(result, variable)) == 4.0
    assert sys.getrecursionlimit() == limit


def test_a_plain_call_chain_as_deep_as_python_allows():
    source = ["def step0(x):", "    return x + 1"]
    for number in range(1, 600):
        source += [f"def step{number}(x):", f"    return step{number - 1}(x)"]
    names = {"__name__": "chain"}
    import linecache

    text = "\n".join(source) + "\n"
    linecache.cache["<chain>"] = (len(text), None, text.splitlines(True), "<chain>")
    exec(compile(text, "<chain>", "exec"), names)
    assert int(gw.function(names["step599"])(gw.constant(1))) == 2


def nested_conditions(tf, x, depth):
    if depth == 0:
        return x
    return tf.cond(x > depth, lambda: nested_conditions(tf, x + 1, depth - 1), lambda: x)


@pytest.mark.parametrize("start", [1000, 195, 0])
def test_two_hundred_nested_conditions(start):
    function = gw.function(lambda x: nested_conditions(gw, x, 200), autograph=False)
    assert int(function(gw.constant(start))) == (1200 if start == 1000 else start)


def test_conditions_nested_as_deep_as_the_parser_allows():
    lines, indent = ["def ladder(x):", "    y = x * 0"], "    "
    for number in range(95):
        lines.append(f"{indent}if x > {number}:")
        indent += " "
        lines.append(f"{indent}y = y + 1")
    text = "\n".join([*lines, "    return y"]) + "\n"
    import linecache

    names = {"__name__": "ladder"}
    linecache.cache["<ladder>"] = (len(text), None, text.splitlines(True), "<ladder>")
    exec(compile(text, "<ladder>", "exec"), names)
    function = gw.function(names["ladder"])
    assert [int(function(gw.constant(value))) for value in (-3, 1, 40, 1000)] == [0, 1, 40, 95]


@gw.function
def endless(x):
    return endless(x + 1)


@gw.function
def endless_in_numbers(n):
    return endless_in_numbers(n + 1)


def endless_in_python(x):
    return endless_in_python(x)


@gw.function
def factorial(n):
    if n <= 1:
        result = gw.constant(1)
    else:
        result = n * factorial(n - 1)
    return result


def raised_by_recursion(function, argument):
    limit = sys.getrecursionlimit()
    with pytest.raises(RecursionError) as caught:
        function(argument)
    assert sys.getrecursionlimit() == limit
    assert gw.executing_eagerly() and not gw.inside_function() and gw.constant(1) + 1 == 2
    return str(caught.value)


@pytest.mark.parametrize(
    ("function", "argument", "text", "repeated"),
    [
        (endless, 1, "tf.function endless is called too deep", True),
        (endless_in_numbers, 1, "tf.function endless_in_numbers is called too deep", True),
        (gw.function(endless_in_python), 1, "recursion depth exceeded", True),
        (factorial, 5, "both branches are traced", False),
    ],
)
def test_recursion_without_end(function, argument, text, repeated):
    """In a thread with a small stack, where it ends sooner. The error tells the lines of the user's, and not each of them."""
    told = in_small_stack(raised_by_recursion, function, gw.constant(argument))
    assert text in told
    assert repeated == ("[Previous line repeated" in told)
    assert len(told) < 2000


def test_a_function_works_after_a_recursion_without_end():
    @gw.function
    def countdown(n):
        return countdown(n - 1) + 1 if n > 0 or n < -5 else gw.constant(0)

    in_small_stack(raised_by_recursion, countdown, -6)
    assert int(countdown(4)) == 4


def mutual_first(x):
    return mutual_second(x)


def mutual_second(x):
    return mutual_first(x)


def test_the_middle_of_a_long_path_is_left_out():
    text = raised_by_recursion(gw.function(mutual_first), gw.constant(1))
    assert " more]" in text
    assert text.count("in mutual_first") == text.count("in mutual_second") == 50


# ---- what TensorFlow gives, too ----

EIGHT = [1, 2, 1, 3, 1, 2, 1, 2]

EDGES = {
    "eight dimensions": lambda tf: tf.transpose(tf.reshape(tf.range(24.0), EIGHT))[..., ::-1, 0],
    "eight dimensions, reduced": lambda tf: tf.reduce_sum(tf.reshape(tf.range(24.0), EIGHT) * 2, axis=[1, 3, -1]),
    "eight dimensions, sliced": lambda tf: tf.reshape(tf.range(24.0), EIGHT)[0, :, 0, 1:, tf.newaxis, 0, ..., 1:],
    "eight dimensions, broadcast": lambda tf: tf.reshape(tf.range(24.0), EIGHT) + tf.ones([3, 1, 2, 1, 2]),
    "eight dimensions, gathered": lambda tf: tf.gather(tf.reshape(tf.range(24.0), EIGHT), [2, 0], axis=3),
    "no elements, mean": lambda tf: tf.reduce_mean(tf.zeros([0, 3])),
    "no elements, largest": lambda tf: tf.reduce_max(tf.zeros([0, 3]), axis=0),
    "no elements, product": lambda tf: tf.matmul(tf.zeros([2, 0]), tf.zeros([0, 3])),
    "no elements, joined": lambda tf: tf.concat([tf.zeros([0, 3]), tf.ones([1, 3])], 0),
    "no elements, softmax": lambda tf: tf.nn.softmax(tf.zeros([0, 3])),
    "no elements, mapped": lambda tf: tf.map_fn(lambda row: row * 2, tf.zeros([0, 3])),
    "no elements, folded": lambda tf: tf.foldl(lambda a, b: a + b, tf.zeros([0, 3]), initializer=tf.ones([3])),
    "no elements, split": lambda tf: tf.split(tf.zeros([4, 0]), 2),
    "no elements, argmax": lambda tf: tf.argmax(tf.zeros([0, 3]), axis=0),
    "no elements, sorted": lambda tf: tf.sort(tf.zeros([2, 0])),
    "no elements, unique": lambda tf: tf.unique(tf.zeros([0])),
    "no elements, norm": lambda tf: tf.norm(tf.zeros([0])),
}


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
def test_edges(name, traced, tensorflow):
    program = EDGES[name]
    same_results(lambda tf: tf.function(lambda: program(tf))() if traced else program(tf), tensorflow, gw)


@pytest.mark.parametrize(
    ("program", "error"),
    [
        (lambda: gw.zeros([2**40, 2**40]), gw.errors.InvalidArgumentError),
        (lambda: gw.zeros([-1]), gw.errors.InvalidArgumentError),
        (lambda: gw.fill([2**20, 2**40], 1.0), gw.errors.ResourceExhaustedError),
        (lambda: gw.range(gw.constant(2**60, gw.int64)), gw.errors.ResourceExhaustedError),
        (lambda: gw.eye(2**20), gw.errors.ResourceExhaustedError),
        (lambda: gw.tile(gw.ones([2**20]), [2**30]), gw.errors.ResourceExhaustedError),
    ],
)
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
def test_more_than_memory_holds(program, error, traced):
    """The classes are TensorFlow's, which takes ten seconds for each; its functions give an empty tensor in the first case."""
    with pytest.raises(error):
        (gw.function(program) if traced else program)()


def not_finite(tf):
    return tf.constant([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, np.nan, 5.0])


NOT_FINITE = {
    "reductions": lambda tf, x: [
        f(x) for f in (tf.reduce_max, tf.reduce_min, tf.reduce_sum, tf.reduce_prod, tf.argmax, tf.argmin)
    ],
    "cumulative": lambda tf, x: [tf.cumsum(x), tf.math.cumprod(x)],
    "activations": lambda tf, x: [f(x) for f in (tf.nn.relu, tf.nn.relu6, tf.nn.elu, tf.nn.leaky_relu, tf.nn.softsign)],
    "signs": lambda tf, x: [f(x) for f in (tf.sign, tf.round, tf.floor, tf.abs, tf.math.is_nan, tf.math.is_inf)],
    "comparisons": lambda tf, x: [f(x[:, None], x) for f in (tf.equal, tf.not_equal, tf.less, tf.greater_equal)],
    "pairs": lambda tf, x: [
        f(x[:, None], x) for f in (tf.maximum, tf.minimum, tf.math.divide_no_nan, tf.math.floormod)
    ],
    "clipped": lambda tf, x: [tf.clip_by_value(x, -1.0, 1.0), tf.where(x > 0, x, 0.0)],
    "integers": lambda tf, x: [tf.cast(x, d) for d in (tf.int32, tf.int64, tf.int8, tf.uint8, tf.int16, tf.bool)],
    "product": lambda tf, x: tf.matmul(x[None], x[:, None]),
}


@pytest.mark.parametrize("name", NOT_FINITE)
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
def test_values_that_are_not_finite(name, traced, tensorflow):
    program = NOT_FINITE[name]

    def run(tf):
        return (tf.function(program) if traced else program)(tf, not_finite(tf))

    same_results(run, tensorflow, gw)


def test_sorting_puts_nan_last():
    """TensorFlow compares NaN as if it were equal to everything, and leaves the rest out of order."""
    assert [str(v) for v in gw.sort(not_finite(gw)).numpy()[-2:]] == ["nan", "nan"]
    assert list(gw.sort(not_finite(gw)).numpy()[:-2]) == [-np.inf, -0.0, 0.0, 1.0, 5.0, np.inf]


def small_integers(shape, dtype, seed):
    return gw.constant(np.random.default_rng(seed).integers(-2, 3, shape), dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_long_convolutions_go_by_images(dtype):
    """Sums of small integers are exact, whatever is summed up first."""
    size = {"float32": 130, "float64": 75}[dtype]
    x, w, b = (
        small_integers(shape, dtype, seed) for seed, shape in enumerate([[4, size, size, 64], [9, 9, 64, 64], [64]])
    )
    biased = gw.function(lambda x: gw.nn.bias_add(gw.nn.conv2d(x, w, 1, "SAME"), b))

    def all_of(x):
        with gw.GradientTape() as tape:
            tape.watch([x, w])
            y = gw.nn.conv2d(x, w, 1, "SAME")
        return [y, *tape.gradient(y, [x, w])]

    y, dx, dw = all_of(x)
    parts = list(zip(*(all_of(x[i : i + 1]) for i in range(4))))
    np.testing.assert_array_equal(y, gw.concat(parts[0], 0))
    np.testing.assert_array_equal(dx, gw.concat(parts[1], 0))
    np.testing.assert_array_equal(dw, gw.add_n(parts[2]))
    for _ in range(2):  # the second time with a filter that is kept
        np.testing.assert_array_equal(biased(x), y + b)


LARGE = 2**31 + 5


@pytest.mark.skipif(
    not os.environ.get("GRAPHWRIGHT_LARGE_TENSORS"), reason="takes 8 GB: GRAPHWRIGHT_LARGE_TENSORS=1 runs it"
)
@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda x: gw.size(x, gw.int64), LARGE + 1),
        (lambda x: gw.argmax(x), LARGE),
        (lambda x: (x + x)[-1], 14),
        (lambda x: gw.reduce_max(x), 7),
        (lambda x: gw.gather(x, gw.constant([LARGE], gw.int64))[0], 7),
        (lambda x: gw.reverse(x, [0])[0], 7),
        (lambda x: gw.where(x > 0)[0, 0], LARGE),
        (lambda x: gw.reduce_max(gw.transpose(gw.reshape(x, [2, -1])), axis=0)[1], 7),
    ],
)
def test_more_elements_than_32_bits_count(program, expected):
    x = gw.concat([gw.zeros([LARGE], gw.uint8), [7]], 0)
    assert int(program(x)) == expected
    assert int(gw.function(program)(x)) == expected


@pytest.mark.skipif(
    not os.environ.get("GRAPHWRIGHT_LARGE_TENSORS"), reason="takes 2 GB: GRAPHWRIGHT_LARGE_TENSORS=1 runs it"
)
def test_a_size_that_int32_cannot_hold_is_an_error():
    """TensorFlow gives -2147483643."""
    with pytest.raises(gw.errors.InvalidArgumentError, match="int32 cannot hold the size"):
        gw.size(gw.zeros([LARGE], gw.uint8))
