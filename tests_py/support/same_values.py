"""Compares what an expression gives with TensorFlow and with graphwright: types, dtypes, shapes, values and exceptions."""

import math

import numpy as np
import pytest

from support.compare import evaluated, same_outcome

# Errors of single elements, as a part of them.
TOLERANCE = {"float64": 1e-9, "complex128": 1e-9, "float32": 4e-6, "complex64": 4e-6, "float16": 4e-3, "bfloat16": 2e-2}
NO_KERNEL = ("Could not find device for node", "No OpKernel was registered", "is not supported", "not implemented")


def parameters(groups):
    """Returns the expressions in texts, a line each, as parameters of a test that are named by their groups."""
    return [
        pytest.param(line, id=f"{group}: {line}"[:100])
        for group, lines in groups.items()
        for line in lines.strip().splitlines()
    ]


def wrong(got, want, where="result"):
    """Says what is wrong with `got`, None where it equals `want` up to rounding; the sign of zeros and NaNs do not count."""
    if isinstance(want, (list, tuple)):
        if type(got).__name__ != type(want).__name__ or len(got) != len(want):
            return f"{where}: {want!r} expected, got {got!r}"
        pairs = enumerate(zip(got, want, strict=True))
        return next((text for i, (g, w) in pairs if (text := wrong(g, w, f"{where}[{i}]"))), None)
    if not hasattr(want, "dtype") or not hasattr(want, "shape"):
        return None if repr(got) == repr(want) else f"{where}: {want!r} expected, got {got!r}"
    if type(got).__name__ != type(want).__name__:
        return f"{where}: {type(want).__name__} expected, got {type(got).__name__}"
    if str(got.dtype) != str(want.dtype) or str(got.shape) != str(want.shape):
        return f"{where}: {want.dtype} {want.shape} expected, got {got.dtype} {got.shape}"
    # TensorFlow's __array__ fails for scalars of bfloat16, and NumPy's own strings lose zeros at their end.
    g, w = (np.asarray(x.numpy() if hasattr(x, "numpy") else x) for x in (got, want))
    if w.dtype.kind == "S":
        return None if got.numpy() == want.numpy() else f"{where}: {want.numpy()} expected, got {got.numpy()}"
    g, w = g.ravel(), w.ravel()
    if w.dtype.kind in "OSU":
        return None if g.tolist() == w.tolist() else f"{where}: {w.tolist()} expected, got {g.tolist()}"
    for i, (a, b) in enumerate(zip(g.tolist(), w.tolist(), strict=True)):
        allowed = TOLERANCE.get(w.dtype.name, 0)
        if a == b or (a != a and b != b):
            continue
        if not allowed or isinstance(b, bool) or not math.isfinite(abs(b)) or abs(a - b) > allowed * abs(b):
            return f"{where}, element {i}: {b} expected, got {a}"
    return None


def assert_same_values(expression, tensorflow, gw, names=lambda module: {}, more_kernels=False):
    """Fails unless both modules give equal values, or raise an exception of the same class or a subclass of it.

    With `more_kernels`, graphwright may give values for dtypes that TensorFlow has no kernel for.
    """
    theirs, ours = evaluated(expression, tensorflow, names), evaluated(expression, gw, names)
    if more_kernels and any(words in str(theirs[1]) for words in NO_KERNEL):
        return

    def compare(got, want):
        text = wrong(got, want)
        assert text is None, text

    same_outcome(theirs, ours, compare)
    assert theirs[1] is None or str(ours[1]), "the exception says nothing"
