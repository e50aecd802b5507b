"""Runs small user functions on graphwright and on real TensorFlow, and on TensorFlow with graphwright's rewriter.

A file of programs is loaded once for each library: its global `tf` is that library. A program is a function that
`tf.function` is applied to, with a row that says what it is called with and what must come out:

    @program(one)                                            both give the same
    @program(one, error="ValueError", says="else")           both raise this class, with this in the text
    @program(one, gives=4, tf_error="NotImplementedError")   graphwright gives 4, TensorFlow raises
    @program(one, gives=4)                                   graphwright gives 4, TensorFlow something else

`one` makes the arguments.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from support.processes import TESTS

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = os.path.join(TESTS, "autograph")
_MISSING = object()


class Program(NamedTuple):
    """One row."""

    function: Callable[..., Any]
    args: Callable[[], list[Any]]
    error: str | None = None
    says: str = ""
    tf_error: str | None = None
    gives: Any = _MISSING
    features: tuple[str, ...] = ()

    @property
    def better(self) -> bool:
        """True where it works here and fails in TensorFlow."""
        return self.gives is not _MISSING


def program(args: Callable[[], list[Any]], **row: Any) -> Callable[[Callable], Callable]:
    """Makes a row of the function below."""

    def decorate(function: Callable) -> Callable:
        function.row = Program(function, args, **row)
        return function

    return decorate


def load(name: str, tf: Any) -> Any:
    """Returns the file `<name>.py` of tests_py/autograph as a module of its own, with `tf` for its global of that name."""
    spec = importlib.util.spec_from_file_location(f"{name}_on_{tf.__name__}", os.path.join(FOLDER, f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.tf = tf
    if hasattr(module, "setup"):
        module.setup()
    return module


def programs_of(module: Any) -> dict[str, Program]:
    """Returns the rows of a loaded file by name."""
    return {name: item.row for name, item in vars(module).items() if "row" in getattr(item, "__dict__", ())}


class Outcome(NamedTuple):
    """The outcome of a program: a value in comparable form, or an error."""

    value: Any
    error: Exception | None

    def error_classes(self) -> list[str]:
        """Returns the names of the error's class and its bases."""
        return [] if self.error is None else [cls.__name__ for cls in type(self.error).__mro__]


def plain(tf: Any, value: Any) -> Any:
    """Tensors as (dtype, shape, elements), in their structure."""

    def leaf(item: Any) -> Any:
        if not tf.is_tensor(item):
            return item
        array = item.numpy()
        return (item.dtype.name, tuple(item.shape), array.tolist() if hasattr(array, "tolist") else array)

    return tf.nest.map_structure(leaf, value)


def run(tf: Any, traced: Callable[[Program], Any], row: Program) -> Outcome:
    """Runs a program; `traced` applies the library's `tf.function` to it."""
    try:
        return Outcome(plain(tf, traced(row)(*row.args())), None)
    except Exception as error:
        return Outcome(None, error)


def check(row: Program, ours: Outcome, theirs: Outcome | None) -> None:
    """Compares the two outcomes as the row says."""
    if row.error is not None:
        assert ours.error is not None, f"gave {ours.value}, not a {row.error}"
        assert row.error in ours.error_classes(), repr(ours.error)
        assert row.says in str(ours.error)
        if theirs is not None:
            assert row.error in theirs.error_classes(), f"the row is wrong: {theirs}"
            assert row.says in str(theirs.error), f"the row is wrong: {theirs.error}"
        return
    if ours.error is not None:
        raise AssertionError(f"raised {type(ours.error).__name__}: {ours.error}") from ours.error
    if row.better:
        assert ours.value == row.gives, f"gave {ours.value}, not {row.gives}"
        if theirs is not None and row.tf_error is None:
            assert theirs.value != row.gives, f"the row is wrong: {theirs}"
        elif theirs is not None:
            assert row.tf_error in theirs.error_classes(), f"the row is wrong: {theirs}"
    elif theirs is not None:
        assert theirs.error is None, f"the row is wrong: {theirs.error}"
        assert ours.value == theirs.value, f"gave {ours.value}, TensorFlow {theirs.value}"
