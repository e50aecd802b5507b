"""Functions with a short way (graphwright/direct.py) mean the same with and without it, and look like functions."""

import copy
import functools
import inspect
import itertools
import pickle
import weakref

import numpy as np
import pytest

from graphwright import _core
from graphwright._src.base import export
from graphwright._src.base.direct import direct


def functions():
    found = {}
    for name in export.exported_names():
        value = export.exported(name)
        if type(value) is _core.DirectFunction and hasattr(value, "short_way"):
            found.setdefault(id(value), (name, value))
    return dict(found.values())


FUNCTIONS = functions()


@pytest.fixture(scope="module")
def values(gw):
    """Returns the values that calls are tried with: what the short way takes, and what it must leave to the function."""
    eager = [
        gw.constant([[1.5, -2.0, 3.0], [0.25, 5.0, -6.5]]),
        gw.constant([[1, 2, 3], [4, 5, 6]]),
        gw.constant([[True, False, True], [False, False, True]]),
        gw.constant(1.5),
        gw.constant([1, 0]),
        gw.constant([0.5, 2.0, 1.0], gw.float64),
        gw.constant([[1 + 2j]]),
        gw.constant(["a", "b"]),
        gw.zeros([0, 3]),
        gw.constant([[2.0, 1.0]], gw.bfloat16),
    ]
    other = [0, -1, 2.5, True, None, [1, 0], (0,), [], "text", 2**40, gw.float32, gw.int32, gw.Variable([[1.0, 2.0]])]
    other += [np.float32(2.0), np.arange(6.0).reshape(2, 3), [eager[0], eager[0]], [eager[0], eager[1]], slice(1)]
    return eager, other


def comparable(function, args, kwargs):
    """Returns what a call gives, or raises, as something that can be compared."""
    try:
        result = function(*args, **kwargs)
    except Exception as error:
        # Where the function is told of a wrong argument by Python itself, its name is in the text.
        return type(error), str(error)
    if any(result is arg for arg in args):
        return "an argument"
    return [
        (type(item), item.dtype, tuple(item.shape), repr(np.asarray(item).tolist())) if _core.Tensor in type(item).__mro__
        else (type(item), item)
        for item in (result if isinstance(result, list) else [result])
    ]  # fmt: skip


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_means_the_same(name, values):
    function = FUNCTIONS[name]
    eager, other = values
    plain = function.__wrapped__
    parameters = list(inspect.signature(plain).parameters.values())
    required = [p for p in parameters if p.default is p.empty]
    pools = [eager + other, eager + other, eager[:5] + other[:6]][: max(1, min(len(required), 3))]
    calls = [(args, {}) for args in itertools.product(*pools)]
    for first, parameter, value in itertools.product(eager[:6], parameters[len(required) :], eager[:5] + other):
        rest = {2: (eager[4],), 3: (eager[0], eager[0])}.get(len(required), ())
        calls.append(((first, *rest), {parameter.name: value}))
    assert len(calls) > 25
    for args, kwargs in calls:
        with_it, without = comparable(function, args, kwargs), comparable(plain, args, kwargs)
        assert with_it == without, f"{name}(*{args}, **{kwargs})"


@pytest.mark.parametrize("name", ["reduce_sum", "matmul", "add", "cast", "concat", "constant", "nn.relu"])
def test_wrong_arguments(name, gw):
    function, x = export.exported(name), gw.constant([[1.0, 2.0], [3.0, 4.0]])
    for args, kwargs in [((), {}), ((x,) * 13, {}), ((x,), {"no_such_argument": 1}), ((x, x), {"name": 3})]:
        assert comparable(function, args, kwargs) == comparable(function.__wrapped__, args, kwargs)


def test_recorded_and_traced(gw):
    x = gw.constant([[1.0, 2.0], [3.0, 4.0]])

    def f(x):
        return gw.reduce_sum(gw.exp(gw.matmul(x, gw.transpose(x)) / 10.0) * gw.concat([x, x], 0)[:2], axis=1)

    with gw.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    np.testing.assert_allclose(gw.function(f)(x), y, rtol=1e-6)
    with gw.GradientTape() as traced:
        traced.watch(x)
        z = gw.function(f)(x)
    np.testing.assert_allclose(traced.gradient(z, x), tape.gradient(y, x), rtol=1e-6)
    names = [
        op.name
        for op in gw.function(lambda a: gw.add(a, 1.0, name="mine")).get_concrete_function(x).graph.get_operations()
    ]
    assert "mine" in names


def test_looks_like_a_function(gw):
    f = gw.reduce_sum
    assert inspect.isfunction(f) and inspect.isroutine(f) and callable(f)
    assert list(inspect.signature(f).parameters) == ["input_tensor", "axis", "keepdims", "name"]
    assert f.__name__ == f.__qualname__ == "reduce_sum" and f.__module__ == "graphwright.math"
    assert (
        f.__doc__.startswith("The sum of")
        and f.__defaults__ == (None, False, None)
        and repr(f)[:20] == "<function reduce_sum"
    )
    assert inspect.getmodule(f).__name__ == f.__module__
    assert inspect.getsource(f).lstrip().startswith("def function(")
    assert weakref.ref(f)() is f
    f.own_attribute = 1
    assert f.own_attribute == 1
    del f.own_attribute
    assert not hasattr(f, "own_attribute")
    wrapped = functools.wraps(f)(lambda *args: f(*args))
    assert wrapped.__name__ == "reduce_sum"
    assert functools.partial(f, axis=0)(gw.ones([2, 3])).shape == (3,)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_pickles_and_copies_by_name(name):
    function = FUNCTIONS[name]
    assert pickle.loads(pickle.dumps(function)) is function
    assert copy.copy(function) is copy.deepcopy(function) is function


def test_becomes_a_method(gw):
    class Box:
        double = direct("AddV2", "number number")(lambda self, other: "called the function")

    assert Box().double(1) == "called the function"
    assert Box.double(gw.constant(1.0), 2.0).numpy() == 3.0


def test_words_are_checked():
    with pytest.raises(ValueError, match="words for a function of 1"):
        direct("Neg", "tensor name")(lambda x: x)
    with pytest.raises(ValueError, match="is no word"):
        direct("Neg", "tensro")(lambda x: x)
    with pytest.raises(ValueError, match="no attr"):
        direct("Neg", "@axis")(lambda x: x)
    with pytest.raises(Exception, match="NoSuchOp"):
        direct("NoSuchOp", "tensor")(lambda x: x)
