"""Evaluates an expression once with TensorFlow as `tf` and once with graphwright, and compares what happens."""

import functools
import math
import re

import numpy as np

MODULE_PATH = re.compile(r"\b(?:tensorflow|graphwright)(?:\.\w+)*\.(?=\w)")
ADDRESS = re.compile(r"0x[0-9a-f]+")


class Cases:
    """A list of functions of `tf`, filled by a decorator, for pytest.mark.parametrize."""

    def __init__(self):
        self.functions = []

    def __call__(self, function):
        self.functions.append(function)
        return function

    def each(self, names):
        """Returns a decorator of a function of `tf` and a name: a case for each of the names."""

        def add(function):
            for name in names:
                one = functools.partial(function, name=name)
                one.__name__ = f"{function.__name__}, {name}"
                self.functions.append(one)
            return function

        return add

    def parameters(self):
        """Returns the functions, those that are added later among them, and their names."""
        return {"argvalues": self.functions, "ids": lambda function: function.__name__}


def text_of(value):
    """Returns a text that is the same for equal values of both modules."""
    if isinstance(value, type):
        return f"class {value.__name__}"
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        inner = ", ".join(text_of(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    text = ADDRESS.sub("0x", MODULE_PATH.sub("", repr(value)))
    return f"{type(value).__name__} {text}" if type(value).__module__ == "builtins" else text


def outcome(call, *args):
    """Returns what a call gives: its value and None, or None and the exception that it raises."""
    try:
        return call(*args), None
    except Exception as error:
        return None, error


def evaluated(expression, module, names=lambda module: {}):
    """Returns the outcome of an expression, in which `tf` is the module, and `names(module)` are known."""
    return outcome(lambda: eval(expression, {"tf": module, **names(module)}))


def value_or_class(call, *args):
    """Returns what a call gives, or the name of the class of the exception that it raises."""
    try:
        return call(*args)
    except Exception as error:
        return type(error).__name__


def portable_outcome(call, *args):
    """The outcome of a call for other processes: ("value", value), or ("error", names of the class and its bases, text)."""
    try:
        return "value", call(*args)
    except Exception as error:
        return "error", [cls.__name__ for cls in type(error).__mro__], str(error)[:300]


def assert_same(expression, tensorflow, gw, names=lambda module: {}):
    """Fails unless both modules give an equal value, or raise an exception of the same class or a subclass of it."""
    theirs, ours = evaluated(expression, tensorflow, names), evaluated(expression, gw, names)
    same_outcome(theirs, ours)
    assert theirs[1] is None or str(ours[1]), "the exception says nothing"


def _same_texts(got, want):
    assert text_of(got) == text_of(want)


def same_outcome(theirs, ours, compare=_same_texts):
    """Fails unless both, pairs of a value and an exception, are values that `compare(got, want)` lets pass, or exceptions of
    the same class; ours may be of a subclass of TensorFlow's.
    """
    (want, their_error), (got, our_error) = theirs, ours
    if their_error is None:
        if our_error is not None:
            raise AssertionError(f"TensorFlow gives {want!r}; graphwright raises") from our_error
        compare(got, want)
        return
    name = type(their_error).__name__
    assert our_error is not None, f"TensorFlow raises {name}: {str(their_error)[:300]}; graphwright gives {got!r}"
    if name not in [cls.__name__ for cls in type(our_error).__mro__]:
        raise AssertionError(f"TensorFlow raises {name}: {str(their_error)[:300]}") from our_error


def same_results(code, tensorflow, gw, tolerance=1e-5):
    """Calls `code(tf)` with both modules, and fails unless the results are equal up to rounding: structures of tensors,
    slices, None and plain values. Where TensorFlow raises an exception, ours must be of its class or a subclass of it.
    """
    same_outcome(
        outcome(code, tensorflow), outcome(code, gw), lambda got, want: compare_results(got, want, "result", tolerance)
    )


def compare_results(got, want, where, tolerance):
    """Fails unless structures of tensors, slices, None and plain values are equal, numbers up to rounding."""
    if isinstance(want, dict):
        assert isinstance(got, dict) and list(got) == list(want), f"{where}: {got!r}, expected {want!r}"
        for key in want:
            compare_results(got[key], want[key], f"{where}[{key!r}]", tolerance)
    elif isinstance(want, (list, tuple)):
        assert type(got).__name__ == type(want).__name__ and len(got) == len(want), f"{where}: {got!r}, not {want!r}"
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            compare_results(g, w, f"{where}[{i}]", tolerance)
    elif hasattr(want, "indices") and hasattr(want, "values"):
        assert hasattr(got, "indices"), f"{where}: {got!r}, expected slices"
        for part in ("indices", "values", "dense_shape"):
            compare_results(getattr(got, part), getattr(want, part), f"{where}.{part}", tolerance)
    elif hasattr(want, "dtype") and hasattr(want, "numpy"):
        assert hasattr(got, "numpy"), f"{where}: {got!r}, expected a tensor"
        assert got.dtype.name == want.dtype.name, f"{where}: {got.dtype}, expected {want.dtype}"
        assert got.shape.as_list() == want.shape.as_list(), f"{where}: {got.shape}, expected {want.shape}"
        assert _equal(np.asarray(got.numpy()), np.asarray(want.numpy()), tolerance), (
            f"{where}: {got!r}, expected {want!r}"
        )
    else:
        assert text_of(got) == text_of(want), where


def _equal(got, want, tolerance):
    """True where arrays are equal up to rounding; NaN is where NaN is."""
    same = np.asarray((got == want) | ((got != got) & (want != want)))
    if same.all() or want.dtype.kind in "OSUb":
        return bool(same.all())
    finite = np.abs(want[np.isfinite(want)])
    scale = max(1.0, float(np.max(finite, initial=0.0)))
    return bool(np.all(np.abs(got[~same] - want[~same]) <= tolerance * scale))


def mismatch(got, want, rtol, atol=0.0, where="result"):
    """Says what differs, or None: types, lengths, keys and their order, dtypes and shapes of arrays, their numbers
    by more than `atol + rtol * |want|` (NaN is where NaN is), and all else by `==`.
    """
    if isinstance(want, (list, tuple, dict)):
        if type(got).__name__ != type(want).__name__ or len(got) != len(want):
            return f"{where}: {got!r}, expected {want!r}"
        if isinstance(want, dict):
            if list(got) != list(want):
                return f"{where}: the keys {list(got)}, expected {list(want)}"
            got, want = list(got.values()), list(want.values())
        parts = (mismatch(g, w, rtol, atol, f"{where}[{i}]") for i, (g, w) in enumerate(zip(got, want, strict=True)))
        return next(filter(None, parts), None)
    if not isinstance(want, np.ndarray):
        return None if type(got) is type(want) and got == want else f"{where}: {got!r}, expected {want!r}"
    if not isinstance(got, np.ndarray) or got.shape != want.shape:
        return f"{where}: {got!r}, expected {want!r}"
    both = got.dtype.kind + want.dtype.kind
    if got.dtype != want.dtype and both not in ("OS", "SO"):  # how NumPy has texts
        return f"{where}: {got!r}, expected {want!r}"
    if want.dtype.kind in "OSUb":
        same = np.all(got == want)
    else:
        wide = {"c": np.complex128, "i": got.dtype, "u": got.dtype}.get(want.dtype.kind, np.float64)
        same = np.allclose(got.astype(wide), want.astype(wide), rtol, atol, equal_nan=True)
    return None if same else f"{where}: {got!r}, expected {want!r}"


def assert_close(got, want, tolerance, place=""):
    """Fails unless values of JSON are equal, numbers up to `tolerance`, of them or altogether."""
    assert type(got) is type(want), f"{place}: {got!r}, and {want!r} with TensorFlow"
    if isinstance(want, dict):
        assert got.keys() == want.keys(), place
        for key in want:
            assert_close(got[key], want[key], tolerance, f"{place}/{key}")
    elif isinstance(want, list):
        assert len(got) == len(want), place
        for i, (a, b) in enumerate(zip(got, want, strict=True)):
            assert_close(a, b, tolerance, f"{place}/{i}")
    elif isinstance(want, float) and not math.isnan(want):
        import pytest

        assert got == pytest.approx(want, rel=tolerance, abs=tolerance), place
    elif not isinstance(want, float):
        assert got == want, place
    else:
        assert math.isnan(got), place
