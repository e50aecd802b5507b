"""Looks for every function of many files as AutoGraph does, and holds what it finds against the file's own syntax tree.

    python tests_py/autograph/source_sweep.py FOLDER_OR_FILE ...

Nothing is imported: a file is compiled, and each of its code objects made a function. Prints each function that is not
found, or found otherwise than it stands in its file; exits with 1 if there is one.
"""

from __future__ import annotations

import ast
import linecache
import os
import sys
import tokenize
import types
import warnings
from collections.abc import Iterator


def functions_of(path: str) -> Iterator[tuple[types.FunctionType, ast.FunctionDef | ast.Lambda | None]]:
    """Each function and lambda of a file with its tree in the file; None where several could be meant."""
    from graphwright._src.autograph import source

    with tokenize.open(path) as file:
        text = file.read()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
        module = compile(text, path, "exec", dont_inherit=True)
    nodes: dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(node)
    names = {"__name__": "swept"} | {name: types for name in source._imports_of(tree)}
    for code in source._all_codes(module):
        if code.co_flags & (0x80 | 0x200) or not code.co_flags & 0x2:
            continue  # coroutines, class bodies
        candidates = nodes.get((code.co_name, code.co_firstlineno))
        if candidates:
            cells = tuple([types.CellType() for _ in code.co_freevars])
            yield types.FunctionType(code, names, closure=cells), candidates[0] if len(candidates) == 1 else None


def differences_in(path: str, count: list[int]) -> Iterator[str]:
    """What is wrong with the functions of one file; adds their number to `count`."""
    from graphwright._src.autograph.source import SourceUnavailable, find_source

    for function, expected in functions_of(path):
        count[0] += 1
        where = f"{path}:{function.__code__.co_firstlineno} {function.__code__.co_name}"
        try:
            found = find_source(function).tree
        except SourceUnavailable as error:
            yield f"{where}: {str(error)[-90:]}"
            continue
        if expected is not None and ast.dump(found, include_attributes=True) != ast.dump(
            expected, include_attributes=True
        ):
            yield f"{where}: another tree than the file's"
    linecache.cache.pop(path, None)


def files_in(places: list[str]) -> Iterator[str]:
    for place in places:
        if os.path.isfile(place):
            yield place
        for folder, _, files in os.walk(place):
            yield from (os.path.join(folder, name) for name in sorted(files) if name.endswith(".py"))


def main(places: list[str]) -> int:
    count, wrong = [0], 0
    for path in files_in(places):
        try:
            for difference in differences_in(path, count):
                wrong += 1
                print(difference, flush=True)
        except (SyntaxError, UnicodeDecodeError, ValueError):
            pass  # no Python, as some files of tests are on purpose
    print(f"{count[0]} functions, {wrong} not found as they are")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
