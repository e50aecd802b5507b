"""Evaluates an expression once with TensorFlow as `tf` and once with graphwright, and compares what happens."""

import re

MODULE_PATH = re.compile(r"\b(?:tensorflow|graphwright)(?:\.\w+)*\.(?=\w)")
ADDRESS = re.compile(r"0x[0-9a-f]+")


def text_of(value):
    """A text that is the same for equal values of both modules."""
    if isinstance(value, type):
        return f"class {value.__name__}"
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        inner = ", ".join(text_of(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    text = ADDRESS.sub("0x", MODULE_PATH.sub("", repr(value)))
    return f"{type(value).__name__} {text}" if type(value).__module__ == "builtins" else text


def outcome(expression, module, names):
    """What the expression gives: its value, or the exception that it raises."""
    try:
        return eval(expression, {"tf": module, **names(module)}), None
    except Exception as error:
        return None, error


def assert_same(expression, tensorflow, gw, names=lambda module: {}):
    """Fails unless both modules give an equal value, or raise an exception of the same class or a subclass of it."""
    want, their_error = outcome(expression, tensorflow, names)
    got, our_error = outcome(expression, gw, names)
    if their_error is not None:
        name = type(their_error).__name__
        theirs = f"TensorFlow raises {name}: {str(their_error)[:200]}"
        assert our_error is not None, f"{theirs}; graphwright gives {got!r}"
        classes = [cls.__name__ for cls in type(our_error).__mro__]
        assert name in classes, f"{theirs}; graphwright raises {type(our_error).__name__}: {our_error}"
        assert str(our_error), "the exception says nothing"
        return
    if our_error is not None:
        raise AssertionError(f"TensorFlow gives {want!r}; graphwright raises") from our_error
    assert text_of(got) == text_of(want)
