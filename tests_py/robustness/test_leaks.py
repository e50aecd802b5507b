"""Memory stays flat: typical calls, made thousands of times, leave neither bytes nor Python objects behind.

`python tests_py/robustness/test_leaks.py NAME…` measures in this process; pytest gives every case a process of its own.
"""

import ast
import collections
import gc
import importlib.machinery
import itertools
import pathlib
import resource
import subprocess
import sys
import types
import weakref

import numpy as np
import pytest

import graphwright as tf
from graphwright._src.tensor import nest
from support.processes import environment

ROUNDS = 4
# What a call may leave: less than the smallest piece of memory, or one object, would be. Caches that fill up come to rest.
# Memory is counted in pages, a few of which come and go in any round.
BYTES, OBJECTS, PAGES = 16, 0.5, 4

CASES = {}


def case(calls):
    """Registers a function that makes the repeated call, and how often a round repeats it."""

    def register(make):
        CASES[make.__name__] = make, calls
        return make

    return register


@case(10_000)
def eager_ops():
    x, y = tf.ones([3, 4]), tf.ones([4, 2])
    return lambda: tf.reduce_sum(tf.nn.relu(x @ y + 1.0)[1:, ::-1], axis=0)


@case(10_000)
def large_tensors():
    return lambda: tf.zeros([40_000]) + 1.0


@case(10_000)
def numpy_both_ways():
    array = np.ones((8, 8), np.float32)
    return lambda: memoryview(tf.constant(array).numpy())[0, 0]


@case(10_000)
def texts():
    words = tf.constant(["a word that is too long to lie in a string object itself", ""])
    return lambda: (tf.strings.upper(words), tf.strings.join([words, words]), str(words), words[0].numpy())


@case(10_000)
def python_values():
    return lambda: (tf.constant([[1, 2], [3, 4]]), tf.constant(1.5) * 2, int(tf.constant(7)), tf.constant("text"))


@case(10_000)
def variables():
    def run():
        v = tf.Variable([1.0, 2.0], name="v")
        v.assign_add([1.0, 1.0])
        return v[0].assign(3.0) + v

    return run


@case(5_000)
def tapes():
    v = tf.Variable([1.0, 2.0, 3.0])

    def run():
        with tf.GradientTape(persistent=True) as outer:
            with tf.GradientTape() as inner:
                y = tf.reduce_sum(v * v * v)
            first = inner.gradient(y, v)
        return outer.gradient(first, v), outer.gradient(y, v)

    return run


@case(5_000)
def tapes_that_are_dropped():
    x = tf.ones([16])

    def run():
        with tf.GradientTape() as tape:
            tape.watch(x)
            return tf.exp(x) * x, tape  # neither asked for a gradient nor kept

    return run


@case(10_000)
def function_calls():
    v = tf.Variable(1.0)

    @tf.function
    def f(x, scale=2.0, *, tag="a"):
        return {"y": x * scale + v, "tag": tag}

    x = tf.ones([4])
    return lambda: (f(x), f(x, 3.0), f({"k": x}["k"], tag="b"))


@case(2_000)
def loops_and_branches():
    @tf.function
    def f(n):
        total, array = tf.constant(0), tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for i in tf.range(n):
            if i % 2 == 0:
                total += i
            array = array.write(i, total)
        return array.stack()

    n = tf.constant(10)
    return lambda: f(n)


@case(1_000)
def gradients_of_functions():
    v = tf.Variable([0.5, 1.5])

    @tf.function
    def f(x, n):
        while n > 0:
            x = tf.tanh(x * v)
            n -= 1
        return tf.reduce_sum(x)

    n = tf.constant(5)

    def run():
        with tf.GradientTape() as tape:
            y = f(v, n)
        return tape.gradient(y, v)

    return run


@case(100)
def functions_that_are_dropped():
    def run():
        v = tf.Variable(1.0)

        @tf.function
        def inner(x):
            return x * v

        @tf.function
        def f(x):
            return inner(x) if tf.reduce_sum(x) > 0.0 else x

        with tf.GradientTape() as tape:
            y = f(tf.ones([2]))
        return tape.gradient(y, v), f.get_concrete_function(tf.TensorSpec([None], tf.float32))

    return run


@case(200)
def methods_of_objects_that_are_dropped():
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(tf.ones([2, 2]))

        @tf.function
        def __call__(self, x):
            return x @ self.w

    x = tf.ones([1, 2])
    return lambda: Model()(x)


@case(100)
def graphs():
    def run():
        with tf.Graph().as_default() as graph:
            tf.add(tf.constant([1.0, 2.0]), 1.0, name="sum")
        return graph.as_graph_def()

    return run


@case(3_000)
def errors():
    @tf.function
    def f(x, i):
        return tf.gather(x, i)

    x = tf.ones([2])

    def run():
        for wrong in (
            lambda: x @ x,
            lambda: tf.reshape(x, [3]),
            lambda: f(x, tf.constant(5)),
            lambda: tf.constant("a") + x,
            lambda: tf.zeros([2**40, 2**40]),
        ):
            try:
                wrong()
            except Exception as error:
                str(error)

    return run


@case(100)
def errors_while_tracing():
    def run():
        @tf.function
        def f(x):
            return tf.reshape(x, [7])

        try:
            f(tf.ones([2]))
        except Exception as error:
            str(error)

    return run


@case(3_000)
def calls_of_python():
    @tf.function
    def f(x):
        return tf.numpy_function(lambda a: a + 1, [x], tf.float32)

    x = tf.ones([3])
    return lambda: f(x)


@case(300)
def retraces():
    @tf.function
    def f(x, step):
        return {"y": x["a"][0] * step, "z": x["b"]}

    f.trace_limit = 10
    steps = itertools.count()
    return lambda: f({"a": [tf.ones([3])], "b": (None, "text")}, float(next(steps)))


@case(300)
def retraces_for_shapes():
    f = tf.function(lambda x, y: tf.reduce_sum(x) + tf.reduce_sum(y))
    f.trace_limit = 10
    sizes = itertools.count(1)
    return lambda: f(tf.ones([next(sizes)]), np.ones(3, np.float32))


@case(2_000)
def containers_as_arguments():
    pair = collections.namedtuple("pair", "a b")
    f = tf.function(lambda p, *rest, **options: (p.a, rest, options))
    x = tf.ones([2])
    return lambda: f(pair(x, [x, 1]), {"k": x}, x, flag=True, more=(x,))


@case(1_000)
def deferred_captures():
    rate = tf.Variable(2.0)

    @tf.function
    def inner(x):
        graph = tf.compat.v1.get_default_graph()
        return x * graph.capture_call_time_value(lambda: rate.read_value(), tf.TensorSpec([], tf.float32))

    outer = tf.function(lambda x: inner(x) + 1.0)
    x = tf.ones([2])
    return lambda: (inner(x), outer(x))


@case(100)
def captures_that_are_replaced():
    small, large = tf.constant(2.0), tf.ones([1000])

    def run():
        concrete = tf.function(lambda x: x * small + large).get_concrete_function(tf.TensorSpec([]))
        concrete.set_external_captures([lambda: tf.constant(3.0), tf.zeros([1000])])
        return concrete(tf.constant(1.0)), concrete.captured_inputs, concrete.inputs

    return run


@case(100)
def first_calls_that_fail():
    class Lazy:
        v = None

        @tf.function
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(tf.ones([100]))
            raise KeyError("not today")

    x = tf.ones([100])

    def run():
        try:
            Lazy().f(x)
        except KeyError as error:
            str(error)

    return run


def resident():
    """Bytes of this process that lie in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def growth(name):
    """The least growth over the rounds per call: of memory, in bytes, and of the number of Python's objects.

    There are no more rounds once a call is seen to leave nothing of either.
    """
    make, calls = CASES[name]
    run = make()
    memory, objects, least = [], [], (0.0, 0.0)
    for number in range(ROUNDS + 1):  # the first one warms up
        for _ in range(calls):
            run()
        gc.collect()
        memory.append(resident())
        objects.append(sys.getallocatedblocks())
        if number > 0:
            least = tuple(min(b - a for a, b in zip(found, found[1:])) / calls for found in (memory, objects))
            if not leaks(name, *least):
                break
    return least


def leaks(name, lost, blocks):
    """Whether so many bytes and objects more for each call are too many."""
    return lost >= BYTES + PAGES * resource.getpagesize() / CASES[name][1] or blocks >= OBJECTS


@pytest.mark.parametrize("name", CASES)
def test_memory_stays_flat(name):
    run = subprocess.run(
        [sys.executable, __file__, name],
        capture_output=True,
        text=True,
        env=environment(MALLOC_ARENA_MAX="1"),
    )
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr[-2000:]}"


# Inner functions that may name themselves: what they keep lives as long as the package or its caches do.
LASTING = {
    "_src/autograph/calls.py converted_call": "there is one for all conversions with the same options",
    "_src/internals/registration.py dispatched": "it decorates functions of modules",
}


def codes(code):
    """The code objects in a code object, it among them."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def test_inner_functions_do_not_call_themselves():
    """A closure that names itself is a cycle: what else it captures, tensors say, stays until the collector runs."""
    package, found = pathlib.Path(tf.__file__).parent, set()
    for file in package.rglob("*.py"):
        module = importlib.machinery.SourceFileLoader("part", str(file)).get_code("part")
        names = {code.co_name for code in codes(module) if code.co_name in code.co_freevars}
        found.update(f"{file.relative_to(package).as_posix()} {name}" for name in names)
    assert found == set(LASTING)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: nest.flatten_with_paths({"a": [x]}),
        lambda x: nest.map_structure_with_paths(lambda path, leaf: leaf, [x]),
        lambda x: tf.function(lambda: x, input_signature=[]),
    ],
    ids=["flatten_with_paths", "map_structure_with_paths", "function"],
)
def test_arguments_go_with_their_calls(call):
    """What a call took is gone when the call is over, without the collector."""

    class Held:
        pass

    held = Held()
    gone = weakref.ref(held)
    gc.disable()
    try:
        call(held)
        del held
        assert gone() is None
    finally:
        gc.enable()


def failing_tape(fail):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.custom_gradient(lambda z: (z * 1.0, fail))(x)
    tape.gradient(y, x)


def failing_replicas(fail):
    strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    strategy.run(lambda: tf.distribute.get_replica_context().merge_call(fail))


# Who calls a function that fails.
CALLERS = {
    "to_graph": lambda fail: tf.autograph.to_graph(fail)(),
    "to_graph, called within": lambda fail: tf.autograph.to_graph(lambda: [fail() for _ in range(2)])(),
    "function": lambda fail: tf.function(fail)(),
    "function, not converted": lambda fail: tf.function(fail, autograph=False)(),
    "function in a function": lambda fail: tf.function(tf.function(fail))(),
    "map": lambda fail: tf.data.Dataset.range(2).map(fail),
    "reduce": lambda fail: tf.data.Dataset.range(2).reduce(np.int64(0), fail),
    "generator": lambda fail: list(tf.data.Dataset.from_generator(fail, output_types=tf.int64)),
    "py_function": lambda fail: tf.py_function(fail, [1.0], tf.float32),
    "numpy_function": lambda fail: tf.function(lambda: tf.numpy_function(fail, [1.0], tf.float32))(),
    "gradient": failing_tape,
    "cond": lambda fail: tf.function(lambda x: tf.cond(x, fail, fail))(tf.constant(True)),
    "while_loop": lambda fail: tf.function(lambda x: tf.while_loop(fail, fail, [x]))(tf.constant(1)),
    "map_fn": lambda fail: tf.map_fn(fail, tf.ones([2])),
    "vectorized_map": lambda fail: tf.vectorized_map(fail, tf.ones([2])),
    "map_structure": lambda fail: tf.nest.map_structure(fail, [1]),
    "run": lambda fail: tf.distribute.MirroredStrategy(["CPU:0"]).run(fail),
    "merge_call": failing_replicas,
    "Variable": tf.Variable,
}


@pytest.mark.parametrize("error", [RuntimeError, KeyError, tf.errors.InvalidArgumentError])
@pytest.mark.parametrize("name", CALLERS)
def test_what_failing_calls_held_goes_with_their_errors(name, error):
    """An error keeps the frames that it passed. None of ours may keep the error: they would stay until the collector runs."""

    class Held:
        pass

    held = []

    def fail(*_):
        kept = Held()
        held.append(weakref.ref(kept))
        raise error("told to") if issubclass(error, (RuntimeError, KeyError)) else error(None, None, "told to")

    gc.collect()  # what is collected later here is this call's
    gc.disable()
    try:
        failure = None
        try:
            CALLERS[name](fail)
        except Exception as caught:
            failure = type(caught).__name__
        assert failure is not None and held
        assert [ref() for ref in held] == [None] * len(held)
    finally:
        gc.enable()


def raises_of_names(node, caught=(), dropped=()):
    """Functions that raise what a name of theirs goes on to refer to, with the lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.Lambda)):
            yield from raises_of_names(child)
            continue
        names, gone = caught, dropped
        if isinstance(child, ast.ExceptHandler):
            names = (*caught, child.name)  # Python deletes it at the end of the clause
        if isinstance(child, ast.Try):
            gone = (*dropped, *(ast.unparse(part) for part in child.finalbody if isinstance(part, ast.Delete)))
        raised = child.exc if isinstance(child, ast.Raise) else None
        if isinstance(raised, ast.Name) and raised.id not in names and not raised.id.lstrip("_")[0].isupper():
            if not any(raised.id in text for text in gone):
                yield child.lineno, raised.id
        yield from raises_of_names(child, names, gone)


def test_errors_are_not_kept_by_who_raises_them():
    """A frame that raises what one of its names refers to is a cycle, as the error keeps it: `finally: del` ends that."""
    package, found = pathlib.Path(tf.__file__).parent, set()
    for file in package.rglob("*.py"):
        lines = raises_of_names(ast.parse(file.read_text(encoding="utf-8")))
        found.update(f"{file.relative_to(package).as_posix()}: {name}" for _, name in lines)
    # A coordinator keeps the error, and raises it as often as it is asked to.
    assert found == {"_src/v1/coordinator.py: error"}


if __name__ == "__main__":
    found = False
    for case_name in sys.argv[1:] or CASES:
        lost, blocks = growth(case_name)
        found |= leaks(case_name, lost, blocks)
        print(f"{case_name}: {lost:.2f} bytes and {blocks:.4f} objects more for each call", flush=True)
    sys.exit(1 if found else 0)
