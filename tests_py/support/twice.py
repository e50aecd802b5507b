"""Runs a piece of code once with TensorFlow as `tf` and once with graphwright, and compares what it returns or raises."""

import re

from support.compare import Cases, outcome, same_outcome  # noqa: F401 - tests take Cases from here

_PATTERNS = [
    (re.compile(r"\b(?:tensorflow|graphwright)(?:\.\w+)*\.(?=\w)"), ""),
    (re.compile(r"0[xX][0-9a-fA-F]+"), "0x"),
    (re.compile(r"__inference_(\S+?)_\d+"), r"__inference_\1_N"),
    (re.compile(r"(cond|while)_(true|false|cond|body)_\d+"), r"\1_\2_N"),
    (re.compile(r"^  \d{9,}: ", re.M), "  ID: "),
    (re.compile(r"\bid=\d+"), "id=N"),
    # Both values and where they were set, which AutoGraph's errors tell here.
    (re.compile(r"\n *(?:main branch|else branch|before the loop|after one iteration): .*"), ""),
]


def text_of(value):
    """Returns a text that is the same for equal values of both modules."""
    if isinstance(value, type):
        return f"class {value.__name__}"
    if type(value) in (list, tuple):
        inner = ", ".join(text_of(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    text = value if isinstance(value, str) else repr(value)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return f"{type(value).__name__} {text}" if type(value).__module__ == "builtins" else text


def _same_texts(got, want):
    assert text_of(got) == text_of(want)


def assert_same(code, tensorflow, gw, message=False):
    """Fails unless both modules give an equal value, or raise an exception of the same class (or a subclass of it).

    With `message` the texts of the exceptions must be the same, too.
    """
    theirs, ours = outcome(code, tensorflow), outcome(code, gw)
    same_outcome(theirs, ours, _same_texts)
    if message and theirs[1] is not None:
        assert text_of(str(ours[1])) == text_of(str(theirs[1]))


def S(tf, *args, **kwargs):
    """A short name for what many input signatures are made of."""
    return tf.TensorSpec(*args, **kwargs)


def sigs(f):
    """Returns the traces that a function has, as texts."""
    return f.pretty_printed_concrete_signatures()


def one(tf):
    """Returns a scalar that programs begin with."""
    return tf.constant(1)
