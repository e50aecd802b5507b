"""What goes when the last reference goes, without help of the cycle collector; and what bounded caches keep."""

import gc
import sys
import weakref

import numpy as np
import pytest

from graphwright._src.function import cache


class Thing:
    """An object that can be referred to weakly."""

    def __init__(self, value=1):
        self.value = value


@pytest.fixture(scope="module", autouse=True)
def old_objects_apart():
    """What other tests have left takes a second to look through, before each of these."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def assert_gone(references):
    """Fails where one of the objects is still there."""
    left = [reference() for reference in references]
    assert left == [None] * len(references)


def test_function_and_graph(gw):
    def run():
        f = gw.function(lambda x: x * 2 + 1)
        f(gw.constant(1.0)), f(gw.constant([1.0])), f(3)
        concrete = f.get_concrete_function(gw.constant(1.0))
        refs = [f, f.python_function, concrete, concrete.graph, concrete.graph.get_operations()[0], concrete.inputs[0]]
        return [weakref.ref(item) for item in refs]

    assert_gone(run())


def test_control_flow(gw):
    @gw.function
    def f(x):
        total = x
        for i in gw.range(3):
            if total > 2.0:
                total += gw.cast(i, gw.float32)
        return total

    def run(f):
        f(gw.constant(1.0))
        concrete = f.get_concrete_function(gw.constant(1.0))
        return [weakref.ref(concrete), weakref.ref(concrete.graph)]

    refs = run(f)
    refs.append(weakref.ref(f))
    del f
    assert_gone(refs)


def test_gradients(gw):
    def run():
        v = gw.Variable([2.0, 3.0])

        @gw.function
        def f(x):
            while gw.reduce_sum(x) < 100.0:
                x = x * v
            return x

        with gw.GradientTape(persistent=True) as tape:
            y = f(gw.constant([1.0, 1.0]))
        gradient = tape.gradient(y, v)
        return [weakref.ref(item) for item in (v, f, tape, y, gradient, f.get_concrete_function(gw.ones([2])).graph)]

    assert_gone(run())


def test_gradients_inside(gw):
    def run():
        v = gw.Variable(2.0)

        @gw.function
        def step(x):
            with gw.GradientTape() as tape:
                loss = (v * x) ** 2
            v.assign_sub(0.1 * tape.gradient(loss, v))
            return loss

        loss = step(gw.constant(1.0))
        return [weakref.ref(item) for item in (v, step, loss, step.get_concrete_function(gw.constant(1.0)))]

    assert_gone(run())


def test_arguments(gw):
    f = gw.function(lambda *args, **kwargs: args[0])
    keep = []

    def run():
        array, thing, tensor, variable = np.ones(1000), Thing(), gw.ones([1000]), gw.Variable(1.0)
        nested = {"array": np.zeros(3), "list": [Thing(), {"x": Thing()}]}
        keep.append(f(array, thing, tensor, variable, nested, np.float32(2), key=Thing()).shape)
        refs = [array, thing, tensor, variable, nested["array"], nested["list"][0], nested["list"][1]["x"]]
        return [weakref.ref(item) for item in refs]

    assert_gone(run())
    assert f.experimental_get_tracing_count() == 1
    assert len(f._cache) == 0, "the trace was made for objects that are gone"
    assert f._memo_size() == 0


def test_trace_of_a_dead_argument_goes(gw):
    f = gw.function(lambda thing, x: x + thing.value)
    thing = Thing(5)
    assert f(thing, gw.constant(1)) == 6
    concrete = weakref.ref(f.get_concrete_function(thing, gw.constant(1)))
    assert concrete() is not None
    del thing
    assert concrete() is None
    assert [int(f(Thing(i), gw.constant(1))) for i in range(20)] == list(range(1, 21))
    assert len(f._cache) == 0


def test_arguments_while_the_function_is_called_again(gw):
    f = gw.function(lambda x, name: x)
    for i in range(5):
        array = np.full(100, i, np.float32)
        reference = weakref.ref(array)
        assert f(array, "name")[0] == i
        del array
        assert reference() is None


def test_methods(gw):
    class Model:
        def __init__(self):
            self.v = gw.Variable(2.0)

        @gw.function
        def f(self, x):
            return self.helper(x) * self.v

        def helper(self, x):
            if x > 0:
                x = x + 1
            return x

    def run():
        model = Model()
        assert model.f(gw.constant(1.0)) == 4
        method = model.f
        refs = [model, model.v, method, method.get_concrete_function(gw.constant(1.0))]
        return [weakref.ref(item) for item in refs]

    assert_gone(run())
    assert len(Model.__dict__["f"]._instances) == 0


def test_bound_methods_as_arguments(gw):
    apply = gw.function(lambda method, x: method(x))

    class Model:
        def double(self, x):
            return x * 2

    model = Model()
    reference = weakref.ref(model)
    assert apply(model.double, gw.constant(2)) == 4 and apply(model.double, gw.constant(3)) == 6
    assert apply.experimental_get_tracing_count() == 1
    del model
    assert reference() is None
    assert len(apply._cache) == 0


def test_functions_of_bound_methods(gw):
    class Model:
        def double(self, x):
            return x * 2

    def run():
        model = Model()
        f = gw.function(model.double)
        f(gw.constant(1))
        return [weakref.ref(model), weakref.ref(f)]

    assert_gone(run())


def test_closures(gw):
    def run():
        thing, array, tensor = Thing(3), np.arange(1000.0), gw.range(1000)

        @gw.function
        def f(x):
            def inner(y):
                return y + thing.value

            return inner(x) + gw.cast(gw.reduce_sum(tensor), gw.float32) + gw.cast(array[3], gw.float32)

        f(gw.constant(1.0))
        return [weakref.ref(item) for item in (thing, array, tensor, f)]

    assert_gone(run())


def test_functions_within_functions(gw):
    def run():
        inner = gw.function(lambda x: x + 1)
        outer = gw.function(lambda x: inner(x) * 2)
        outer(gw.constant(1))
        made = []

        @gw.function
        def maker(x):
            f = gw.function(lambda y: y + x)
            made.append(f)
            return f(x)

        maker(gw.constant(1))
        return [weakref.ref(item) for item in (inner, outer, maker, made[0])]

    assert_gone(run())


def test_recursive_function(gw):
    class Holder:
        pass

    def run():
        holder = Holder()

        @gw.function
        def factorial(n):
            return n * holder.f(n - 1) if n > 1 else 1

        holder.f = factorial
        assert factorial(5) == 120
        holder.f = None  # the cycle is the program's own
        return [weakref.ref(holder), weakref.ref(factorial)]

    assert_gone(run())


@pytest.mark.parametrize("autograph", [True, False])
def test_after_an_exception_in_the_trace(gw, autograph):
    def fail(x, thing):
        y = x + 1
        raise KeyError(str(y.dtype))

    f = gw.function(fail, autograph=autograph)

    def run():
        array, thing = np.ones(100), Thing()
        refs = [weakref.ref(array), weakref.ref(thing)]
        with pytest.raises(KeyError):
            f(array, thing)
        return refs

    refs = run()
    assert_gone(refs)
    assert f.experimental_get_tracing_count() == 0
    reference = weakref.ref(f)
    f = fail = None
    assert reference() is None


def test_after_an_exception_in_a_run(gw):
    f = gw.function(lambda x, n: gw.reshape(x, [n]))

    def run():
        x, n = gw.ones([100]), gw.constant(7)
        with pytest.raises(gw.errors.InvalidArgumentError):
            f(x, n)
        return [weakref.ref(x), weakref.ref(n)]

    assert_gone(run())


def test_variables_of_the_first_call(gw):
    def run():
        made = []

        @gw.function
        def f(x):
            if not made:
                made.append(gw.Variable(1.0))
            return made[0] * x

        f(gw.constant(1.0))
        refs = [weakref.ref(made[0]), weakref.ref(f)]
        made.clear()
        return refs

    assert_gone(run())


def test_concrete_functions_outlive_their_function(gw):
    v = gw.Variable(3.0)
    f = gw.function(lambda x, k=2: x * v * k)
    concrete = f.get_concrete_function(gw.TensorSpec([None], gw.float32))
    other = f.get_concrete_function(np.ones(2, np.float32), 5)
    reference = weakref.ref(f)
    del f
    assert reference() is None
    assert concrete(gw.constant([1.0, 2.0])).numpy().tolist() == [6.0, 12.0]
    assert concrete(np.ones(1, np.float32), k=2).numpy().tolist() == [6.0]
    assert other(x=gw.ones([2])).numpy().tolist() == [15.0, 15.0]
    with gw.GradientTape() as tape:
        y = concrete(gw.constant([1.0]))
    assert tape.gradient(y, v) == 2.0


def test_results_do_not_keep_the_function(gw):
    f = gw.function(lambda x: {"y": [x + 1, x * 2]})
    result = f(gw.ones([3]))
    reference = weakref.ref(f)
    del f
    assert reference() is None
    assert result["y"][0].numpy().tolist() == [2.0] * 3


def test_placeholders_kept_by_the_program(gw):
    leaked = []
    f = gw.function(lambda x: leaked.append(x) or x)
    f(gw.constant(1))
    reference = weakref.ref(f)
    del f
    assert reference() is None
    assert leaked[0].shape == [] and "x:0" in repr(leaked[0]) and leaked[0].op.name == "x"


def test_copies(gw):
    import copy

    f = gw.function(lambda x: x + 1)
    f(1)
    refs = [weakref.ref(copy.copy(f)), weakref.ref(copy.deepcopy(f))]
    assert_gone(refs)


def test_cycles_are_collected(gw):
    class Model:
        def __init__(self):
            self.f = gw.function(self.call)

        def call(self, x):
            return x + 1

    model = Model()
    model.f(gw.constant(1))
    reference = weakref.ref(model)
    del model
    gc.collect()
    assert reference() is None


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_retraces_with_a_bounded_cache(gw, monkeypatch):
    monkeypatch.setattr(cache, "MOST_TRACES", 20)
    graphs = weakref.WeakSet()

    @gw.function
    def f(x, step):
        if x > 0.0:
            x = x + gw.cast(step, gw.float32)
        return gw.reduce_sum(x * gw.ones([100]))

    x = gw.constant(1.0)

    def calls(begin, end):
        for step in range(begin, end):
            f(x, step)
            graphs.add(f.get_concrete_function(x, step).graph)

    calls(0, 300)
    before = resident_bytes()
    calls(300, 1500)
    assert f.experimental_get_tracing_count() == 1500
    assert len(f._cache) == 20 and len(graphs) <= 21
    assert resident_bytes() - before < 4 << 20


def test_ten_thousand_retraces(gw, caplog):
    """TensorFlow keeps all traces for ever (its issue 124972)."""
    f = gw.function(lambda x, step: x * step + 1.0, autograph=False)
    f.trace_limit = 50
    x = gw.constant(1.0)

    def calls(begin, end):
        for step in range(begin, end):
            f(x, step + 0.5)

    calls(0, 2000)
    before, blocks = resident_bytes(), sys.getallocatedblocks()
    calls(2000, 10_000)
    assert f.experimental_get_tracing_count() == 10_000 and len(f._cache) == 50
    assert sys.getallocatedblocks() - blocks < 500
    assert resident_bytes() - before < 1 << 20
    assert sum("dropped from now on" in record.getMessage() for record in caplog.records) == 1


def test_limits_of_traces(gw):
    f = gw.function(lambda x: x * 2)
    for k in range(10):
        f(k)
    first = f._list_all_concrete_functions()[0]
    assert (f.trace_limit, len(f._cache)) == (1000, 10)
    f.trace_limit = 4
    kept = [c.structured_input_signature[0][0] for c in f._list_all_concrete_functions()]
    assert kept == [6, 7, 8, 9] and first() == 0
    f(6), f("new")
    assert [c.structured_input_signature[0][0] for c in f._list_all_concrete_functions()] == [6, 8, 9, "new"]
    f.trace_limit = None
    assert f.trace_limit == gw.trace_limit() == 1000
    for wrong, error in ((0, ValueError), (-3, ValueError), (1.5, TypeError)):
        with pytest.raises(error):
            f.trace_limit = wrong
        with pytest.raises(error):
            gw.set_trace_limit(wrong)
    gw.set_trace_limit(2)
    try:
        for k in range(5):
            f(k)
        assert len(f._cache) == 2
    finally:
        gw.set_trace_limit(1000)


def test_types_of_arguments_leave_no_cycles(gw):
    """What a retrace leaves is gone at once: nothing waits for the cycle collector."""
    f = gw.function(lambda x: x["a"][0] * 2, autograph=False)
    f.trace_limit = 3
    for step in range(20):
        f({"a": (gw.ones([step]), [step, {"deep": (step,)}])})
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for step in range(20, 30):
            f({"a": (gw.ones([step]), [step, {"deep": (step,)}])})
        gc.collect()
        assert [item for item in gc.garbage if type(item).__name__ != "frame"] == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_models_trained_in_a_loop(gw):
    """TensorFlow's issues 62854 and 50765: models whose step is a tf.function, one after the other."""

    class Model:
        def __init__(self):
            self.w = [gw.Variable(gw.ones([100, 100])) for _ in range(3)]

        def __call__(self, x):
            for w in self.w:
                x = gw.nn.relu(x @ w) / 100.0
            return x

        @gw.function
        def step(self, x, rate):
            with gw.GradientTape() as tape:
                loss = gw.reduce_mean(self(x) ** 2.0)
            for w, gradient in zip(self.w, tape.gradient(loss, self.w), strict=True):
                w.assign_sub(rate * gradient)
            return loss

    def train():
        model = Model()
        for _ in range(3):
            model.step(gw.ones([4, 100]), gw.constant(0.1))
        concrete = model.step.get_concrete_function(gw.ones([4, 100]), gw.constant(0.1))
        return [weakref.ref(item) for item in (model, *model.w, model.step, concrete, concrete.graph)]

    for _ in range(3):
        assert_gone(train())


def test_arrays_as_arguments_and_in_closures(gw):
    class Array(np.ndarray):
        pass

    def run():
        argument, closure = np.ones(1000, np.float32).view(Array), np.ones(1000, np.float32).view(Array)
        f = gw.function(lambda x: x + closure)
        result = f(argument)
        assert float(result[0]) == 2.0
        return f, weakref.ref(argument), weakref.ref(closure)

    f, argument, closure = run()
    assert argument() is None and closure() is not None
    del f
    assert closure() is None


def test_functions_called_by_py_function(gw):
    """TensorFlow's issues 18292 and 35084: what py_function calls stays with the graph, and goes with it."""

    def run():
        thing = Thing(gw.ones([100]))

        def host(x):
            return x + thing.value

        f = gw.function(lambda x: gw.py_function(host, [x], gw.float32))
        f(gw.ones([100])), f(gw.ones([100]))
        g = gw.function(lambda x: gw.numpy_function(lambda y: y + thing.value.numpy(), [x], gw.float32))
        g(gw.ones([100]))
        return [weakref.ref(item) for item in (thing, host, f, g)]

    assert_gone(run())


def test_methods_held_by_their_object(gw):
    """A model that keeps a tf.function of its own method is a cycle of the program's; without calls there is none of ours."""

    class Model:
        def __init__(self):
            self.v = gw.Variable(1.0)

        @gw.function
        def call(self, x):
            return self.v * x

    def run():
        model = Model()
        model.serve = model.call  # does not hold the model
        model.serve(gw.constant(2.0))
        return [weakref.ref(model), weakref.ref(model.v), weakref.ref(model.call)]

    assert_gone(run())


def test_deferred_captures(gw):
    def run():
        thing = Thing(gw.constant(2.0))

        @gw.function
        def f(x):
            graph = gw.compat.v1.get_default_graph()
            return x * graph.capture_call_time_value(lambda: thing.value, gw.TensorSpec([], gw.float32))

        g = gw.function(lambda x: f(x) + 1.0)
        f(gw.constant(1.0)), g(gw.constant(1.0))
        c = f.get_concrete_function(gw.TensorSpec([]))
        return [weakref.ref(item) for item in (thing, f, g, c, c.graph)]

    assert_gone(run())


def test_replaced_captures(gw):
    def run():
        small, large, thing = gw.constant(2.0), gw.ones([1000]), Thing(gw.constant(3.0))
        c = gw.function(lambda x: x * small + large).get_concrete_function(gw.TensorSpec([]))
        c.set_external_captures([lambda: thing.value, gw.zeros([1000])])
        c(gw.constant(1.0))
        return [weakref.ref(item) for item in (small, large, thing, c, c.graph)]

    assert_gone(run())


def test_initialization_functions(gw):
    def run():
        class Lazy:
            v = None

            @gw.function
            def f(self, x):
                if self.v is None:
                    self.v = gw.Variable(gw.ones([2]) * 3.0)
                return self.v * x

        lazy = Lazy()
        initialize = lazy.f.get_initialization_function(gw.TensorSpec([2]))
        initialize()
        return [weakref.ref(item) for item in (lazy, lazy.v, lazy.f, initialize)]

    assert_gone(run())


def test_functions_made_in_a_loop(gw):
    x = gw.ones([1000])

    def calls(count):
        for i in range(count):
            gw.function(lambda x, i=i: x * 2 + i)(x)

    calls(100)
    before = resident_bytes()
    calls(500)
    assert resident_bytes() - before < 2 << 20


def test_shapes_without_end(gw, monkeypatch):
    monkeypatch.setattr(cache, "MOST_TRACES", 20)
    f = gw.function(lambda x: x + 1)
    for size in range(1, 200):
        assert f(gw.zeros([size])).shape == [size]
    assert len(f._cache) == 20
    assert f(gw.zeros([3])).shape == [3]
