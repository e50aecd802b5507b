"""Tells where a public name or an op stands: its lines of Python and of C++, its rows of samples, and tests that use it.

    python tools/where.py nn.max_pool2d        the function, also one that a template makes, and the ops that it calls
    python tools/where.py MaxPool              an op
    python tools/where.py --lines 20 sets.union

The package has to be importable (CONTRIBUTING.md, "Set-up"); the lines are those of this tree.
"""

from __future__ import annotations

import argparse
import dataclasses
import pathlib
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

_ROOT = pathlib.Path(__file__).resolve().parents[1]
_MACRO = re.compile(r"\s*(?:static )?([A-Z][A-Z0-9_]{3,})\(\s*\"?(\w+)\"?")
_NO_DEFINITION = ("XLA_", "GW_CHECK", "GW_TEST", "TEST_")
# Folders whose files define ops; kernels' tables name them, too.
_FOLDERS = ("ops", "data", "function", "graph", "op", "io", "jit", "program", "autograph", "autodiff", "device")
_STEPS = 3  # of calls from a function to those it calls


@dataclasses.dataclass
class Place:
    """A line of a file."""

    file: pathlib.Path
    line: int

    def __str__(self) -> str:
        return f"{self.file.relative_to(_ROOT)}:{self.line}"


def definitions_of_ops(names: set[str]) -> dict[str, Place]:
    """Returns op -> the line of C++ that defines it; of an op that a macro names from parts, the line with its part."""
    defined: dict[str, Place] = {}
    quoted: dict[str, Place] = {}
    for folder in _FOLDERS:
        for file in sorted((_ROOT / "cpp" / folder).rglob("*.cc")):
            for number, line in enumerate(file.read_text().split("\n"), 1):
                if line.startswith("#define"):
                    continue
                found = _MACRO.match(line)
                if found and not found[1].startswith(_NO_DEFINITION):
                    defined.setdefault(found[2], Place(file, number))
                for text in re.findall(r'"(\w+)"', line):
                    quoted.setdefault(text, Place(file, number))
    places = {}
    for name in names:
        place = defined.get(name) or next((quoted[part] for part in _parts(name) if part in quoted), None)
        if place is not None:
            places[name] = place
    return places


def _parts(name: str) -> Iterator[str]:
    """Yields what a macro may have made a name of: the whole, then what it ends or begins with, the longest first."""
    yield name
    words = re.findall(r"[A-Z]+[a-z0-9]*|_", name)
    for count in range(len(words) - 1, 0, -1):
        yield "".join(words[-count:])
        yield "".join(words[:count])


def public_names() -> tuple[dict[str, Any], dict[str, Place]]:
    """Returns public name -> object, and the line of Python that publishes it."""
    sys.path.insert(0, str(_ROOT / "tools"))
    import list_names

    recorder = list_names.collect()
    sources = _ROOT / "python/graphwright/_src"
    places = {}
    for name, module in recorder.homes.items():
        file = sources / f"{module.replace('.', '/')}.py"
        places[name] = Place(file if file.exists() else file.with_suffix("") / "__init__.py", recorder.lines[name])
    return dict(recorder), places


def ops_called(function: Any) -> list[str]:
    """Returns the ops that a function of Python calls itself or through functions of its own file and closures."""
    from graphwright import _core

    ops: list[str] = []
    seen: set[int] = set()

    def visit(value: Any, steps: int) -> None:
        if isinstance(value, _core.Op):
            ops.append(value.name)
        elif isinstance(value, types.FunctionType) and steps and id(value) not in seen:
            seen.add(id(value))
            inside = [cell.cell_contents for cell in value.__closure__ or () if _filled(cell)]
            inside += [value.__globals__[name] for name in names_in(value.__code__) if name in value.__globals__]
            ops.extend(op for op in texts_in(value.__code__) if op in known)
            for each in inside:
                called = getattr(each, "__wrapped__", each)
                if isinstance(each, _core.Op) or getattr(called, "__globals__", None) is value.__globals__:
                    visit(called, steps - 1)

    known = set(_core.registered_ops())
    visit(getattr(function, "__wrapped__", function), _STEPS)
    return list(dict.fromkeys(ops))


def _filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def names_in(code: types.CodeType) -> Iterator[str]:
    """Yields the names that code and the code in it read."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def texts_in(code: types.CodeType) -> Iterator[str]:
    """Yields the strings in code and in the code in it."""
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, types.CodeType):
            yield from texts_in(constant)


def uses_in_tests(name: str, room: str) -> tuple[list[Place], list[Place]]:
    """Returns rows of samples, and lines of tests, that use a public name or an op, one line of a file.

    Args:
      name: without `tf.`.
      room: of the file that publishes it; tests of this room come first, then those of others, then programs at random.
    """
    whole = re.compile(rf"(?<![\w.])(?:\w+\.)?{re.escape(name)}\b")
    rows, tests = [], []
    for file in sorted((_ROOT / "tests_py").rglob("*.py")):
        number = next((n for n, line in enumerate(file.read_text().split("\n"), 1) if whole.search(line)), 0)
        if number:
            (rows if "samples" in file.parts else tests).append(Place(file, number))
    order = {f"parity/{room}": 0, "parity": 1}
    tests.sort(key=lambda place: min((order[part] for part in order if f"/{part}/" in str(place.file)), default=2))
    return rows, tests


def main() -> int:
    """Prints the places of the names that are asked for; 1 where one is not known."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="+", help="public names without `tf.`, or ops")
    parser.add_argument("--lines", type=int, default=5, help="how many files of samples and of tests are listed")
    options = parser.parse_args()
    objects, places = public_names()
    from graphwright import _core

    ops = definitions_of_ops(set(_core.registered_ops()))
    status = 0
    for name in options.names:
        name = name.removeprefix("tf.")
        called, room = [name] if name in ops else [], ""
        if name in places:
            print(f"tf.{name:30} {places[name]}")
            called, room = ops_called(objects[name]), places[name].file.parent.name
        elif not called:
            print(f"{name}: neither a public name nor an op", file=sys.stderr)
            status = 1
            continue
        for op in called:
            print(f"    {op:29} {ops.get(op, 'not found')}")
        rows, tests = uses_in_tests(name, room)
        for what, found in (("samples", rows), ("tests", tests)):
            for place in found[: options.lines]:
                print(f"    {what:29} {place}")
    return status


if __name__ == "__main__":
    sys.exit(main())
