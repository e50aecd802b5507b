"""Marks of small cases, functions of the library `tf` that return a value or raise, and the comparison of their outcomes."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from support.processes import TESTS
from support.twice import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = os.path.join(TESTS, "autograph")


def same(case: Callable) -> Callable:
    """TensorFlow gives the same and prints the same, or raises an error of the same class."""
    case.mark = "same"
    return case


def beyond(case: Callable) -> Callable:
    """TensorFlow refuses it; here it gives what it gives with `run_functions_eagerly(True)`."""
    case.mark = "beyond"
    return case


def ours(case: Callable) -> Callable:
    """TensorFlow gives something else than Python would; here it gives what it gives with `run_functions_eagerly(True)`."""
    case.mark = "ours"
    return case


def load(file: str, tag: str) -> dict[str, Callable]:
    """Returns the cases of the file `<file>.py` of tests_py/autograph, loaded once more under another name."""
    spec = importlib.util.spec_from_file_location(f"{file}_{tag}", os.path.join(FOLDER, f"{file}.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return {name: case for name, case in vars(module).items() if "mark" in getattr(case, "__dict__", ())}


class Outcome(NamedTuple):
    """The outcome of a case."""

    value: Any
    error: Exception | None
    printed: str


def run(case: Callable, tf: Any) -> Outcome:
    """Runs a case; tensors in its value become (dtype, shape, elements)."""

    def leaf(item: Any) -> Any:
        if not tf.is_tensor(item) or not hasattr(item, "numpy"):
            return item
        array = item.numpy()
        return Elements(item.dtype.name, tuple(item.shape), array.tolist() if hasattr(array, "tolist") else array)

    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            return Outcome(tf.nest.map_structure(leaf, case(tf)), None, printed.getvalue())
    except Exception as error:
        return Outcome(None, error, printed.getvalue())


class Elements:
    """A tensor's dtype, shape and elements; no tuple, so that it is a leaf."""

    def __init__(self, dtype: str, shape: tuple, elements: Any) -> None:
        self.dtype, self.shape, self.elements = dtype, shape, elements

    def __repr__(self) -> str:
        return f"{self.dtype}{self.shape} {self.elements}"


def by_value(value: Any) -> Any:
    """Returns a value with tensors as their elements and texts as bytes: a traced function makes tensors of numbers."""
    if isinstance(value, Elements):
        return by_value(value.elements)
    if isinstance(value, dict):
        return {key: by_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [by_value(item) for item in value]
    return value.encode() if isinstance(value, str) else value


def check(mark: str, ours: Outcome, eager: Callable[[], Outcome], theirs: Outcome) -> None:
    """Compares the outcomes as the mark says; `eager` gives that of the case run eagerly."""
    if mark == "same" and theirs.error is not None:
        names = [cls.__name__ for cls in type(ours.error).__mro__]
        if type(theirs.error).__name__ not in names:
            raise AssertionError(f"TensorFlow raises {theirs.error!r}; graphwright gives {ours.value}") from ours.error
        return
    if ours.error is not None:
        raise AssertionError(f"raised {ours.error!r}") from ours.error
    if mark == "same":
        assert text_of(ours.value) == text_of(theirs.value)
        assert ours.printed == theirs.printed
        return
    if mark == "beyond":
        assert theirs.error is not None, f"TensorFlow gives {theirs.value}: this is no case for `beyond`"
    else:
        assert theirs.error is None and (text_of(theirs.value), theirs.printed) != (text_of(ours.value), ours.printed)
    run_eagerly = eager()
    if run_eagerly.error is not None:
        raise AssertionError("fails when run eagerly") from run_eagerly.error
    assert by_value(ours.value) == by_value(run_eagerly.value)
