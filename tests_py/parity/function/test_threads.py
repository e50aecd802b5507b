"""Functions called by several threads, from inside of themselves, and after failures at every stage."""

import sys
import threading

import pytest


def in_threads(count, work):
    """Runs work(number) in threads that start together; gives the results, raises the first error."""
    barrier = threading.Barrier(count)
    results = [None] * count
    errors = []

    def run(number):
        try:
            barrier.wait()
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a thread does not end"
    if errors:
        raise errors[0]
    return results


@pytest.fixture(autouse=True)
def switch_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def test_first_calls_trace_once(gw):
    log = []

    @gw.function
    def f(x):
        log.append(threading.get_ident())
        total = x
        for i in gw.range(3):
            total += i
        return total

    assert [int(r) for r in in_threads(8, lambda n: f(gw.constant(n)))] == [n + 3 for n in range(8)]
    assert len(log) == 1 and f.experimental_get_tracing_count() == 1


def test_variables_are_made_once(gw):
    made = []

    @gw.function
    def f(x):
        if not made:
            made.append(gw.Variable(1))
        return made[0] + x

    assert sorted(int(r) for r in in_threads(8, lambda n: f(gw.constant(n)))) == list(range(1, 9))
    assert len(made) == 1


def test_methods(gw):
    class Model:
        k = 10

        @gw.function
        def f(self, x):
            return x * self.k

    models = [Model() for _ in range(4)]

    def work(number):
        return [int(models[(number + i) % 4].f(gw.constant(i))) for i in range(8)]

    assert in_threads(8, work) == [[10 * i for i in range(8)]] * 8
    assert [model.f.experimental_get_tracing_count() for model in models] == [1] * 4


def test_many_forms(gw):
    f = gw.function(lambda x, k: x + k)

    def work(number):
        found = []
        for i in range(60):
            size, k = (i * 7 + number) % 5 + 1, i % 4
            found.append(f(gw.zeros([size], gw.int32), k).numpy().tolist() == [k] * size)
        return all(found)

    assert all(in_threads(6, work))
    assert f.experimental_get_tracing_count() == 20


def test_functions_that_call_each_other(gw):
    @gw.function
    def even(n):
        return gw.constant(True) if n == 0 else odd(n - 1)

    @gw.function
    def odd(n):
        return gw.constant(False) if n == 0 else even(n - 1)

    results = in_threads(6, lambda n: bool((even if n % 2 else odd)(n + 4)))
    assert results == [(n + 4) % 2 == (0 if n % 2 else 1) for n in range(6)]


def test_objects_that_die(gw):
    class Thing:
        def __init__(self, value):
            self.value = value

    f = gw.function(lambda thing, x: x + thing.value)

    def work(number):
        return all(int(f(Thing(number * 100 + i), gw.constant(1))) == number * 100 + i + 1 for i in range(40))

    assert all(in_threads(6, work))
    assert len(f._cache) == 0


def test_equality_that_runs_python(gw):
    f = gw.function(lambda thing, x: x + thing.value)

    class Thing:
        def __init__(self, value):
            self.value = value

        def __eq__(self, other):
            if self.value % 3 == 0:
                f(zero, gw.constant(1))
            return isinstance(other, Thing) and self.value == other.value

        def __hash__(self):
            return 1

    class Other:
        value = 0

    zero = Other()
    things = [Thing(i) for i in range(12)]

    def work(number):
        return [int(f(things[(i + number) % 12], gw.constant(1))) for i in range(24)]

    for number, results in enumerate(in_threads(4, work)):
        assert results == [(i + number) % 12 + 1 for i in range(24)]


def test_one_thread_fails(gw):
    first = threading.Event()

    @gw.function
    def f(x):
        if not first.is_set():
            first.set()
            raise KeyError("first")
        return x + 1

    def work(number):
        try:
            return int(f(gw.constant(number)))
        except KeyError:
            return "failed"

    results = in_threads(6, work)
    assert results.count("failed") == 1
    assert all(r in (n + 1, "failed") for n, r in enumerate(results))
    assert f.experimental_get_tracing_count() == 1


def test_tapes_of_threads_are_apart(gw):
    v = gw.Variable(2.0)
    f = gw.function(lambda x: v * x * x)

    def work(number):
        x = gw.constant(float(number))
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return [float(g) for g in tape.gradient(y, [x, v])]

    assert in_threads(6, work) == [[4.0 * n, float(n * n)] for n in range(6)]


def test_tracing_in_one_thread_does_not_touch_others(gw):
    inside, go_on = threading.Event(), threading.Event()

    @gw.function
    def f(x):
        inside.set()
        assert go_on.wait(30)
        return x + 1

    def work(number):
        if number == 0:
            return int(f(gw.constant(1)))
        assert inside.wait(30)
        eager = gw.executing_eagerly(), gw.inside_function(), int(gw.constant(1) + 1)
        go_on.set()
        return eager

    assert in_threads(2, work) == [2, (True, False, 2)]


def test_calls_from_py_function(gw):
    inner = gw.function(lambda x: x * 2)
    depth = []

    @gw.function
    def outer(x):
        def call(value):
            depth.append(gw.executing_eagerly())
            return inner(value) + (outer(value - 1) if value > 0 else 0)

        return gw.py_function(call, [x], gw.int32) + 1

    assert outer(gw.constant(3)) == (6 + 1) + (4 + 1) + (2 + 1) + (0 + 1)
    assert depth == [True] * len(depth) and depth


def test_traces_from_py_function(gw):
    @gw.function
    def outer(x):
        def call(value):
            return gw.function(lambda y: y + 1)(value)

        return gw.py_function(call, [x], gw.int32)

    assert outer(gw.constant(3)) == 4 and outer(gw.constant(4)) == 5


def test_errors_from_py_function(gw):
    state = {"fail": True}

    @gw.function
    def outer(x):
        def call(value):
            if state["fail"]:
                raise KeyError("inside")
            return value

        return gw.py_function(call, [x], gw.int32)

    for _ in range(2):
        with pytest.raises((KeyError, gw.errors.OpError), match="inside"):
            outer(gw.constant(3))
    state["fail"] = False
    assert outer(gw.constant(3)) == 3


class Stop(BaseException):
    """What no `except Exception` sees."""


STAGES = ["hash", "tracing type", "body", "nested body", "branch", "loop", "inner tape", "result", "initial value"]


@pytest.mark.parametrize("kind", [KeyError, KeyboardInterrupt, Stop])
@pytest.mark.parametrize("stage", STAGES)
def test_no_half_state(gw, stage, kind):
    """An exception at any stage leaves the function, and all else, as before the call."""
    import numpy as np

    state = {"fail": stage}

    def reach(here):
        if state["fail"] == here:
            raise kind("injected")

    class Argument:
        def __hash__(self):
            reach("hash")
            return 1

        def __eq__(self, other):
            return self is other

    class Type(gw.types.experimental.TraceType):
        def is_subtype_of(self, other):
            return self == other

        def most_specific_common_supertype(self, others):
            return self

        def placeholder_value(self, context):
            return 0

        def __eq__(self, other):
            return type(other) is Type

        def __hash__(self):
            return 1

    class Typed:
        def __tf_tracing_type__(self, context):
            reach("tracing type")
            return Type()

    class Result:
        def __array__(self, dtype=None, copy=None):
            reach("result")
            return np.int32(5)

    made = []
    nested = gw.function(lambda x: (reach("nested body"), x + 1)[1])

    @gw.function
    def f(x, argument, typed):
        with gw.name_scope("scope"), gw.device("CPU:0"), gw.control_dependencies([x]):
            reach("body")
            if not made:
                made.append(gw.Variable(lambda: (reach("initial value"), 1)[1]))
            with gw.GradientTape() as tape:
                y = gw.cast(x, gw.float32)
                tape.watch(y)
                z = y * y
                reach("inner tape")
            tape.gradient(z, y)
            total = nested(x)
            if x > 0:
                reach("branch")
                total += 1
            for i in gw.range(2):
                reach("loop")
                total += i
        return total + made[0], Result()

    argument = Argument()

    def call():
        total, five = f(gw.constant(1), argument, Typed())
        return int(total), int(five)

    before = gw.executing_eagerly(), gw.inside_function()
    for _ in range(2):
        with pytest.raises(kind):
            call()
        assert (gw.executing_eagerly(), gw.inside_function()) == before
        assert gw.constant(1) + 1 == 2
    state["fail"] = None
    assert call() == (5, 5) and call() == (5, 5)
    assert len(made) == 1
    concrete = f.get_concrete_function(gw.constant(1), argument, Typed())
    assert not any(op.name.startswith("scope_1") for op in concrete.graph.get_operations())
    assert concrete(gw.constant(2), argument, 0)[0] == 6
    w = gw.Variable(2.0)
    with gw.GradientTape() as tape:
        y = w * w
    assert tape.gradient(y, w) == 4.0


def test_retraces_of_one_function(gw):
    """Eight threads call and retrace one function whose traces are bounded, while objects that it was called with die."""
    f = gw.function(lambda x, step, thing: x * step, autograph=False)
    f.trace_limit = 5
    wrong = []

    def work(number):
        for step in range(40):
            thing = type("Thing", (), {})() if step % 3 else number
            value = float(f(gw.constant(2.0), float(step % 7), thing))
            if value != 2.0 * (step % 7):
                wrong.append((number, step, value))

    in_threads(8, work)
    assert wrong == [] and len(f._cache) <= 5
    kept = {id(entry) for entries in f._cache._by_kind.values() for entry in entries}
    assert kept == {id(entry) for entry in f._cache._entries.values()}
