"""Functions of one interface (`api_implements`), of which the CPU's is run; arrays of NumPy's in a TensorArray."""

import numpy as np
import pytest

from support.compare import same_results


def calling(tf, name, device="CPU", loop=False, captured=0.0):
    """A function that calls x + 1 and adds 100 x, the same interface's implementation for a device, to the graph."""

    def implementing(work, **more):
        return tf.function(work, autograph=False, experimental_attributes={"api_implements": name, **more})

    @tf.function(autograph=False)
    def outer(x):
        usual = implementing(lambda x: x + 1.0)
        special = implementing(lambda x: x * 100.0 + captured, api_preferred_device=device)

        def body(x):
            result = usual(x)
            concrete = special.get_concrete_function(x)
            concrete.add_to_graph()
            concrete.add_gradient_functions_to_graph()
            return result

        if loop:
            return tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, body(x)), (0, x))[1]
        return body(x)

    return outer


def interface(tf, name, work):
    """A function of one number that calls what `work` makes of 1; its implementation for the CPU is made of 2."""

    def implementing(factor, **more):
        attributes = {"api_implements": name, **more}
        return tf.function(lambda x: work(tf, x, factor), autograph=False, experimental_attributes=attributes)

    usual, special = implementing(1.0), implementing(2.0, api_preferred_device="CPU")

    @tf.function(autograph=False)
    def selecting(x):
        result = usual(x)
        special.get_concrete_function(x).add_to_graph()
        return result

    return selecting


def sloped(tf, f, x, persistent=False):
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(x)
        y = f(x)
    slope = tape.gradient(y, x)
    return y, -9.0 if slope is None else slope


def own_gradient(tf, f):
    return tf.custom_gradient(lambda x: (f(x), lambda g: 7.0 * g))


def in_function(tf, f, **options):
    return tf.function(lambda x: f(x), autograph=False, **options)


def in_branch(tf, f):
    return lambda x: tf.cond(x > 0, lambda: f(x), lambda: x)


def in_loop(tf, f):
    return lambda x: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, f(y)), (0, x))[1]


def with_tangent(tf, f, x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = f(x)
    tangent = accumulator.jvp(y)
    return y, -9.0 if tangent is None else tangent


def watched(tf, f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        return f(x)


def in_rows(tf, f):
    return lambda x: tf.vectorized_map(f, tf.stack([x, x]))


# What runs: the implementation for the CPU, but where derivatives pass through the call, in rows, machine code and data sets.
WAYS = {
    "eagerly": lambda tf, f, x: f(x),
    "in a function": lambda tf, f, x: in_function(tf, f)(x),
    "derived": sloped,
    "derived by a persistent tape": lambda tf, f, x: sloped(tf, f, x, True),
    "derived in a function": lambda tf, f, x: in_function(tf, lambda x: sloped(tf, f, x))(x),
    "watched": watched,
    "watched in a function": lambda tf, f, x: in_function(tf, lambda x: watched(tf, f, x))(x),
    "a gradient of one's own": lambda tf, f, x: sloped(tf, own_gradient(tf, f), x),
    "a gradient of one's own in a function": lambda tf, f, x: in_function(
        tf, lambda x: sloped(tf, own_gradient(tf, f), x)
    )(x),
    "forward": with_tangent,
    "forward in a function": lambda tf, f, x: in_function(tf, lambda x: with_tangent(tf, f, x))(x),
    "stopped": lambda tf, f, x: sloped(tf, lambda x: tf.stop_gradient(f(x)) * x, x),
    "rows": lambda tf, f, x: in_rows(tf, f)(x),
    "rows in a function": lambda tf, f, x: in_function(tf, in_rows(tf, f))(x),
    "branch": lambda tf, f, x: in_function(tf, in_branch(tf, f))(x),
    "branch derived": lambda tf, f, x: in_function(tf, lambda x: sloped(tf, in_branch(tf, f), x))(x),
    "loop": lambda tf, f, x: in_function(tf, in_loop(tf, f))(x),
    "loop derived": lambda tf, f, x: in_function(tf, lambda x: sloped(tf, in_loop(tf, f), x))(x),
    "machine code": lambda tf, f, x: in_function(tf, f, jit_compile=True)(x),
    "machine code in a function": lambda tf, f, x: in_function(tf, in_function(tf, f, jit_compile=True))(x),
    "data set": lambda tf, f, x: next(iter(tf.data.Dataset.from_tensors(x).map(f))),
    "twice": lambda tf, f, x: in_function(tf, lambda x: (f(x), sloped(tf, f, x), f(x)))(x),
}
WORKS = {
    "product": lambda tf, x, factor: x * factor,
    "without a gradient": lambda tf, x, factor: tf.floor(x) + factor,
}


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("way", WAYS)
def test_what_runs_where(way, work, tensorflow, gw):
    name = f"{way} {work}"
    same_results(lambda tf: WAYS[way](tf, interface(tf, name, WORKS[work]), tf.constant(0.5)), tensorflow, gw)


def nested(tf):
    inner = calling(tf, "nested")
    return tf.function(lambda x: inner(x) + 1.0, autograph=False)(2.0)


@pytest.mark.parametrize(
    "work",
    [
        lambda tf: calling(tf, "plain")(tf.constant(2.0)),
        lambda tf: calling(tf, "loop", loop=True)(tf.constant(2.0)),
        lambda tf: calling(tf, "elsewhere", device="GPU")(tf.constant(2.0)),
        nested,
    ],
    ids=["plain", "loop", "elsewhere", "nested"],
)
def test_the_implementation_for_the_cpu_runs(work, tensorflow, gw):
    same_results(work, tensorflow, gw)


def gather_in_nested_loops(tf):
    numbers = tf.TensorArray(tf.int32, size=3, clear_after_read=False).unstack(np.array([3, 1, 2]))

    def inner(i, j, total):
        return i, j + 1, total * 2 + numbers.gather([(i + j) % 3])[0]

    def outer(i, total):
        return i + 1, tf.while_loop(lambda i, j, total: j < 2, inner, (i, 0, total))[2]

    return tf.while_loop(lambda i, total: i < 4, outer, (0, 0))[1]


def array(tf):
    return tf.TensorArray(tf.int32, size=3)


@pytest.mark.parametrize(
    "work",
    [
        gather_in_nested_loops,
        lambda tf: array(tf).write(0, np.int64(3)).write(1, 1).write(2, 2).stack(),
        lambda tf: array(tf).scatter([0, 1, 2], np.array([3, 4, 5])).read(0),
        lambda tf: array(tf).split(np.array([1, 2, 3]), [1, 1, 1]).read(2),
        lambda tf: tf.TensorArray(tf.float32, 2).unstack(np.array([1.0, 2.0])).stack(),
        lambda tf: array(tf).unstack(tf.constant([1, 2, 3], tf.int64)).stack(),
        lambda tf: array(tf).scatter([0, 1, 2], tf.constant([1, 2, 3], tf.int64)).read(0),
        lambda tf: array(tf).write(0, tf.constant(3, tf.int64)).read(0),
    ],
    ids="gather write scatter split floats unstack_tensor scatter_tensor write_tensor".split(),
)
def test_arrays_of_other_dtypes(work, tensorflow, gw):
    same_results(lambda tf: tf.function(lambda: work(tf), autograph=False)(), tensorflow, gw)
