"""What differs between the outcomes of a call in the argument sweep, and what of it stands, with the reason."""

import re

import numpy as np

from parity.ops.sweep_reasons import reason_of
from parity.ops.sweep_values import short

CLOSE = {"rtol": 2e-3, "atol": 2e-4}


def shown(call):
    """Returns a call as text."""
    words = [short(value) for value in call.args] + [f"{key}={short(value)}" for key, value in call.kwargs.items()]
    return f"({', '.join(words)})"[:400]


def same_arrays(a, b):
    """Whether arrays are the same to rounding."""
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
        return type(a) is type(b) and a == b
    if a.shape != b.shape or a.dtype.kind != b.dtype.kind or a.dtype.itemsize != b.dtype.itemsize:
        return False
    if a.dtype.kind in "fc":
        with np.errstate(all="ignore"):
            return np.allclose(a, b, **CLOSE, equal_nan=True)
    return bool(np.all(a == b))


def skeletons_differ(want, got):
    """Says what differs of two skeletons ("dtype", "shape", ...), "more known" where ours says more; None where nothing does."""
    if isinstance(want, tuple) and isinstance(got, tuple) and want and got:
        if want[0] != got[0]:
            return "structure"
        if want[0] == "tensor":
            if want[1] != got[1]:
                return "dtype"
            shape = shapes_differ(want[2], got[2])
            if shape:
                return shape
            if got[3] is None or want[3] is None:
                return (
                    None if got[3] is None and want[3] is None else "static value" if got[3] is None else "more known"
                )
            return None if same_arrays(want[3], got[3]) else "static value"
        if want[0] in ("RaggedTensor", "SparseTensor", "IndexedSlices"):
            shape = shapes_differ(want[1], got[1])
            if shape:
                return shape
        if len(want) != len(got):
            return "structure"
        return next(filter(None, map(skeletons_differ, want[1:], got[1:])), None)
    if isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            return "structure"
        return next(filter(None, map(skeletons_differ, want, got)), None)
    if isinstance(want, np.ndarray) or isinstance(got, np.ndarray):
        return None if same_arrays(want, got) else "value"
    if isinstance(want, (float, complex)) and isinstance(got, (float, complex)):
        return None if np.allclose(want, got, **CLOSE, equal_nan=True) else "value"
    return None if type(want) is type(got) and want == got else "value"


def shapes_differ(want, got):
    """Says whether a static shape says less or more than another, or what it does not say."""
    if want == got:
        return None
    if want is None:
        return "more known"
    if got is None or len(want) != len(got):
        return "shape"
    if all(a is None or a == b for a, b in zip(want, got, strict=True)):
        return "more known"
    return "shape"


def phrases(text):
    """Returns the words of a message that tell what is wrong."""
    text = text.split("failed. Error: ")[-1].split("[Op:")[0].split("{{")[0]
    return {word.lower() for word in re.findall(r"[A-Za-z]{4,}", text)}


def compare(call, label, want, got, way):
    """Returns the kind of a difference between TensorFlow's outcome and ours ("same" for none), why it stands, and a text."""
    kind, text = difference(call, want, got)
    if kind == "same":
        return kind, None, ""
    return kind, reason_of(kind, f"{call.name} [{label}]{shown(call)} | {way} | {seen(want)} | {seen(got)}"), text


def difference(call, want, got):
    """Returns the kind of a difference and a text."""
    if want[:2] == ("error", ("no such name",)):
        return "same", ""
    text = f"TensorFlow {seen(want)}\n        here       {seen(got)}"
    if want[0] == "died" == got[0] and "more than" in want[1] and "more than" in got[1]:
        return "same", ""
    if got[0] == "died":
        return "DIED", text
    if want[0] == "died":
        return "TensorFlow dies", text
    if want[0] == "value" and got[0] == "error":
        return "refused here", text
    if want[0] == "error" and got[0] == "value":
        return "taken here", text
    if want[0] == "error":
        if want[1][0] not in got[1]:
            return "error class", text
        words = phrases(want[2])
        if len(words & phrases(got[2])) < 0.5 * len(words):
            return "phrase", text
        return "same", ""
    differs = skeletons_differ(want[1], got[1])
    if differs and differs != "more known":
        return differs, text
    if draws(call.name):
        return "same", ""
    if len(want[2]) != len(got[2]) or not all(map(same_arrays, want[2], got[2])):
        return "value", text
    if differs:
        return differs, text
    return "same", ""


DRAWING = ("random", "multinomial", "categorical", "uniform", "normal", "nce_loss", "sampled_softmax")


def draws(name):
    """Whether a function gives other numbers each time."""
    if "stateless" in name:
        return False
    return any(word in name for word in DRAWING)


def seen(outcome):
    """Returns an outcome as a text."""
    if outcome[0] == "value":
        values = [str(value).replace("\n", "") for value in outcome[2]]
        return f"{outcome[1]} {values}".replace("\n", "")[:420]
    return f"{outcome[0]} {outcome[1][0] if outcome[0] == 'error' else outcome[1]}: {outcome[2]}".replace("\n", " ")[
        :330
    ]
