"""Stances: of all functions, of one, as context managers, in threads."""

import gc
import threading
import weakref

import pytest


@pytest.fixture(autouse=True)
def default_stance(gw):
    yield
    gw.set_stance("default")


def test_fail_on_retrace(gw):
    f = gw.function(lambda x, step: x + 1)
    gw.set_stance("fail_on_retrace")
    assert f(gw.constant(1), 3) == 2  # the first trace is allowed
    assert f(gw.constant(2), 3) == 3  # and so are calls that need none
    with pytest.raises(gw.errors.RetraceError) as raised:
        f(gw.constant(1), 4)
    assert isinstance(raised.value, (RuntimeError, gw.errors.FailedPreconditionError))
    assert "argument 'step': 3, then 4: pass a tensor" in str(raised.value) and "<lambda>" in str(raised.value)
    with pytest.raises(RuntimeError, match="cast to one dtype"):
        f(gw.constant(1.0), 3)
    assert f.experimental_get_tracing_count() == 1
    f.get_concrete_function(gw.constant(1), 4)  # asked for
    assert f(gw.constant(1), 4) == 2
    gw.set_stance("default")
    assert f(gw.constant(1), 5) == 2


def test_a_first_trace_that_fails_or_creates_variables_is_no_retrace(gw):
    made = []

    @gw.function
    def f(x):
        if not made:
            made.append(gw.Variable(1.0))
        if x.shape.rank:
            raise KeyError("rank")
        return x * made[0]

    with gw.set_stance("fail_on_retrace"):
        with pytest.raises(KeyError):
            f(gw.zeros([2]))
        made.clear()
        assert f(gw.constant(3.0)) == 3.0
        with pytest.raises(gw.errors.RetraceError):
            f(gw.zeros([2]))


def test_a_trace_that_was_dropped(gw):
    class Thing:
        pass

    f = gw.function(lambda thing: gw.constant(1))
    thing = Thing()
    f(thing)
    del thing
    gc.collect()
    with gw.set_stance("fail_on_retrace"), pytest.raises(gw.errors.RetraceError, match="an object that is gone"):
        f(Thing())


def test_eager(gw):
    calls = []
    f = gw.function(lambda: calls.append(gw.executing_eagerly()))
    with gw.set_stance("eager"):
        f(), f()
    assert calls == [True, True]
    f(), f()
    assert calls == [True, True, False]
    gw.set_stance("eager")
    f()
    assert calls[3:] == [True] and gw.get_stance() == "eager"
    gw.set_stance("default")
    f()
    assert len(calls) == 4


def test_eager_beside_the_switch_of_tensorflow(gw):
    f = gw.function(lambda: gw.executing_eagerly())
    gw.config.run_functions_eagerly(True)
    try:
        with gw.set_stance("eager"):
            assert f() is True
        assert f() is True
        with f.set_stance("default"):
            assert f() is True  # the switch is for debugging, and holds for all
    finally:
        gw.config.run_functions_eagerly(False)
    assert f() == False  # noqa: E712
    assert not gw.config.functions_run_eagerly()


def test_nested_and_plain_calls(gw):
    assert gw.get_stance() == "default"
    with gw.set_stance("eager"):
        assert gw.get_stance() == "eager"
        with gw.set_stance("fail_on_retrace"):
            assert gw.get_stance() == "fail_on_retrace"
            gw.set_stance("default")  # holds as long as the statement
            assert gw.get_stance() == "default"
        assert gw.get_stance() == "eager"
    assert gw.get_stance() == "default"
    gw.set_stance("eager")
    with gw.set_stance("default"):
        assert gw.get_stance() == "default"
    assert gw.get_stance() == "eager"


def test_restored_after_errors(gw):
    with pytest.raises(ZeroDivisionError), gw.set_stance("eager"):
        1 / 0  # noqa: B018
    assert gw.get_stance() == "default"
    stance = gw.set_stance("eager")
    with stance, stance:
        pass
    assert gw.get_stance() == "default"


@pytest.mark.parametrize("wrong", ["Eager", "", None, 1])
def test_no_such_stance(gw, wrong):
    with pytest.raises(ValueError, match="set_stance takes one of 'default', 'eager', 'fail_on_retrace'"):
        gw.set_stance(wrong)
    f = gw.function(lambda: None)
    if wrong is not None:
        with pytest.raises(ValueError, match="set_stance takes None or one of"):
            f.set_stance(wrong)


def test_of_one_function(gw):
    f = gw.function(lambda x: gw.executing_eagerly())
    g = gw.function(lambda x: gw.executing_eagerly())
    with f.set_stance("eager"):
        assert f(1) is True and g(1) == False  # noqa: E712
    assert f(1) == False  # noqa: E712
    with gw.set_stance("eager"):
        f.set_stance("default")
        assert f(1) == False and g(1) is True  # noqa: E712
        f.set_stance(None)
        assert f(1) is True
    f.set_stance("fail_on_retrace")
    g(2)
    with pytest.raises(gw.errors.RetraceError):
        f(2)
    with gw.set_stance("default"), pytest.raises(gw.errors.RetraceError):
        f(2)


def test_of_methods(gw):
    class Model:
        @gw.function
        def f(self, x):
            return gw.executing_eagerly()

    one, two = Model(), Model()
    one.f(1)
    with Model.f.set_stance("eager"):
        assert one.f(1) is True and two.f(1) is True and Model().f is not None
        with one.f.set_stance("default"):
            assert one.f(1) == False and two.f(1) is True  # noqa: E712
    assert two.f(1) == False  # noqa: E712
    two.f.set_stance("fail_on_retrace")
    one.f(2)
    with pytest.raises(gw.errors.RetraceError):
        two.f(2)


def test_an_eager_function_inside_of_a_trace(gw):
    @gw.function
    def inner(x):
        if x > 0:
            return x
        return -x

    @gw.function
    def outer(x):
        return inner(x) + 1

    with inner.set_stance("eager"):
        assert outer(gw.constant(-4)) == 5
        assert inner.experimental_get_tracing_count() == 0


def test_stances_do_not_keep_functions(gw):
    f = gw.function(lambda x: x)
    f.set_stance("fail_on_retrace")
    f(gw.constant(1))
    gone = weakref.ref(f)
    gc.disable()
    try:
        del f
        assert gone() is None
    finally:
        gc.enable()


def test_threads(gw):
    """Stances that threads open and close in any order: at the end, the first one holds again."""
    f = gw.function(lambda x: x)
    f(gw.constant(1))
    errors = []

    def work(stance):
        try:
            for _ in range(200):
                with gw.set_stance(stance):
                    assert f(gw.constant(1)) == 1
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(s,)) for s in ("eager", "fail_on_retrace", "default", "eager")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert f.experimental_get_tracing_count() == 1
