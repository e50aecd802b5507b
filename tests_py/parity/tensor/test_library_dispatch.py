"""Calls of public functions with a library's own symbols: they fail, and the library's dispatchers make something of them."""

import functools
import inspect

import numpy as np
import pytest


class Symbol:
    """What is no tensor and does not become one, as inputs of Keras 2's functional models."""

    def __init__(self, tf):
        self.dtype, self.shape = tf.float32, tf.TensorShape([2, 3])

    def __array__(self, *args, **kwargs):
        raise TypeError("a symbol has no value")

    def __len__(self):
        raise TypeError("a symbol has no length")

    def __iter__(self):
        raise TypeError("a symbol has no items")

    def __bool__(self):
        raise TypeError("a symbol has no truth")


class Calls:
    """A dispatcher's log, for as long as it takes calls."""

    def __init__(self, tf):
        calls = self.calls = []
        self.taking = False

        class Dispatcher(tf.__internal__.dispatch.GlobalOpDispatcher):
            def handle(this, op, args, kwargs):
                flat = tf.nest.flatten([args, kwargs])
                if not self.taking or not any(isinstance(value, Symbol) for value in flat):
                    return this.NOT_SUPPORTED
                calls.append(len(flat))
                return "taken"

        Dispatcher().register()

    def of(self, call):
        """What a call gives, and whether the dispatcher was asked."""
        self.calls.clear()
        self.taking = True
        try:
            result = call()
        except Exception as error:
            result = type(error).__name__
        finally:
            self.taking = False
        return result if isinstance(result, str) else type(result).__name__


@pytest.fixture(scope="module")
def both(gw, tensorflow):
    return [(tf, Calls(tf), Symbol(tf)) for tf in (gw, tensorflow)]


OPERATORS = """
s + 1.0; 1.0 + s; s - 1; 1 - s; s * 2.0; 2.0 * s; s / 2; 2 / s; s // 2; 2 // s; s % 2; 2 % s; s ** 2; 2 ** s; s @ t; t @ s
-s; abs(s); ~s; s > 0; s >= s; s < t; s <= 1; s == s; s != 1; s & s; s | s; s ^ s; True & s; s[0]; s[:, 1:]; s[..., tf.newaxis]
t + s; t * s; t - s; t / s; t > s; np.ones([3], "float32") * s; v * s; s * v
tf.Tensor.__mul__([1.0, 2.0], t); tf.Tensor.__getitem__([1.0, 2.0], 1)
tf.Tensor.__neg__(np.ones([2], "float32")); t.__add__(1.0); t.__rsub__(1.0); t.__getitem__(0); t.__neg__(); tf.Tensor.__eq__(t, t)
"""


@pytest.mark.parametrize("source", OPERATORS.replace("\n", ";").strip("; ").split(";"))
def test_operators(both, source):
    """A class that takes its operators from tf.Tensor, and the operators that are taken from there."""
    outcomes = []
    for tf, calls, _ in both:
        members = {name: getattr(tf.Tensor, name) for name in tf.Tensor.OVERLOADABLE_OPERATORS}
        cls = type("Overloading", (Symbol,), {**members, "__hash__": None, "__array_priority__": 100})
        scope = {"tf": tf, "np": np, "s": cls(tf), "t": tf.constant([1.0, 2.0]), "v": tf.Variable([1.0, 2.0])}

        def call(tf=tf, scope=scope):
            result = eval(source.strip(), scope)
            return str(np.asarray(result)) if tf.is_tensor(result) else result

        outcomes.append((calls.of(call), len(calls.calls)))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("source", ["s + 1.0", "1.0 + s", "s * s", "2.0 * s", "s[:, :1]", "s[0]"])
def test_operators_of_ragged_tensors(both, source):
    outcomes = []
    for tf, calls, _ in both:
        members = {
            name: getattr(tf.RaggedTensor, name) for name in "__getitem__ __add__ __radd__ __mul__ __rmul__".split()
        }
        scope = {"s": type("Overloading", (Symbol,), members)(tf)}
        outcomes.append((calls.of(lambda: eval(source, scope)), len(calls.calls)))  # noqa: B023
    assert outcomes[0] == outcomes[1]


def required(function):
    """How many arguments a function cannot do without."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return sum(parameter.kind in kinds and parameter.default is inspect.Parameter.empty for parameter in parameters)


def dispatched_names(tensorflow, gw):
    from tensorflow.python.util import dispatch

    from graphwright._src.base.export import exported_names

    for name in exported_names():
        try:
            functions = [functools.reduce(getattr, name.split("."), tf) for tf in (gw, tensorflow)]
        except (AttributeError, NotImplementedError):
            continue
        if hasattr(functions[1], dispatch.FALLBACK_DISPATCH_ATTR) and callable(functions[0]):
            yield name, functions


def test_every_function(both, tensorflow, gw):
    """Each function that TensorFlow offers to dispatchers is offered here, with a symbol in place of all it needs."""
    different, asked = [], 0
    for name, functions in dispatched_names(tensorflow, gw):
        outcomes = []
        for function, (_, calls, symbol) in zip(functions, both):
            outcomes.append(calls.of(lambda: function(*[symbol] * required(functions[1]))))  # noqa: B023
        asked += outcomes[1] == "taken"
        # What is not here, and an op without a kernel, fail before they look at what they are given.
        absent = ("_OpWithoutKernelError", "NotImplementedError")
        if outcomes[1] == "taken" and outcomes[0] != "taken" and outcomes[0] not in absent:
            different.append((name, outcomes[0]))
    assert asked > 500
    assert not different, different


FACTORIES = """
from_value_rowids from_row_splits from_row_lengths from_row_starts from_row_limits from_uniform_row_length
from_nested_value_rowids from_nested_row_splits from_nested_row_lengths from_tensor from_sparse
"""


@pytest.mark.parametrize("name", FACTORIES.split())
def test_class_methods(both, name):
    """A dispatcher of one class method gets the class, too."""
    outcomes = []
    for tf, _, symbol in both:
        asked = []

        class Dispatcher(tf.__internal__.dispatch.OpDispatcher):
            def handle(self, args, kwargs, asked=asked):
                if not any(isinstance(value, Symbol) for value in (*args, *kwargs.values())):
                    return self.NOT_SUPPORTED
                asked.append([type(value).__name__ for value in (*args, *kwargs.values())])
                return "taken"

        method = getattr(tf.RaggedTensor, name)
        Dispatcher().register(method)
        outcomes.append((method(*[symbol] * required(method)), asked))
    assert outcomes[0] == outcomes[1]
