"""Every argument, public member and documented behaviour of the core's symbols has a row in a table here that names its test.

The tables are `*.tsv`, with the columns symbol, point, test:

- symbol: `tf.function`, `tf.GradientTape.gradient`, or one of the names of `UNEXPORTED`;
- point: `argument NAME`, `member NAME`, `argument METHOD.NAME`, or a sentence that states a behaviour;
- test: `parity/function/test_x.py::test_y`, relative to tests_py, with `[case]` where one case of many is meant; several with
  spaces between them.

What arguments and members there are is asked of real TensorFlow.
"""

import ast
import enum
import functools
import inspect
import os
import re
import types

import pytest

HERE = os.path.dirname(__file__)
TESTS = os.path.dirname(HERE)
FILES = sorted(name for name in os.listdir(HERE) if name.endswith(".tsv"))

# Symbols without a public name, and what makes one.
UNEXPORTED = {
    "Function": lambda tf: type(tf.function(_identity)),
    "ConcreteFunction": lambda tf: type(tf.function(_identity).get_concrete_function(1)),
    "FuncGraph": lambda tf: tf.__internal__.FuncGraph,
}
# Those whose constructor programs do not call.
MADE_BY_OTHERS = {"Function", "ConcreteFunction"}
# Symbols that the tables together must have, once all of them are there.
ALL_FILES = {"autograph.tsv", "function.tsv", "gradients.tsv", "graph.tsv", "loops.tsv"}
DEMANDED = """
    tf.function Function ConcreteFunction FuncGraph tf.types.experimental.TraceType tf.init_scope tf.Graph tf.Operation
    tf.config.run_functions_eagerly tf.config.functions_run_eagerly tf.autograph.to_code tf.autograph.to_graph
    tf.autograph.set_verbosity tf.autograph.trace tf.autograph.experimental.Feature tf.autograph.experimental.do_not_convert
    tf.autograph.experimental.set_loop_options tf.GradientTape tf.autodiff.ForwardAccumulator tf.custom_gradient
    tf.TensorArray tf.cond tf.case tf.switch_case tf.while_loop tf.map_fn tf.scan tf.foldl tf.foldr tf.vectorized_map
""".split()


def _identity(x):
    return x


@functools.cache
def rows(file):
    """The rows of a table: (line number, symbol, point, tests)."""
    found = []
    with open(os.path.join(HERE, file), encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            columns = line.rstrip("\n").split("\t")
            if number == 1:
                assert columns == ["symbol", "point", "test"], f"{file}:1: the header is {columns}"
                continue
            assert len(columns) == 3 and all(columns), (
                f"{file}:{number}: three columns that are not empty, got {columns}"
            )
            found.append((number, columns[0], columns[1], columns[2].split()))
    return found


def points(file):
    """The points of each symbol of a table."""
    found = {}
    for _, symbol, point, _ in rows(file):
        found.setdefault(symbol, []).append(point)
    return found


def resolve(tf, symbol):
    """What a symbol stands for, or None."""
    if symbol in UNEXPORTED:
        return UNEXPORTED[symbol](tf)
    found = tf if symbol.partition(".")[0] == "tf" else None
    for part in symbol.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def arguments(thing):
    """The names of the arguments of a function, or of the constructor of a class."""
    if isinstance(thing, (property, types.ModuleType)) or not callable(thing):
        return []
    if isinstance(thing, type) and thing.__init__ is object.__init__ and thing.__new__ is object.__new__:
        return []
    if isinstance(thing, enum.EnumMeta):
        return ["value"]  # the others make new enumerations
    try:
        names = list(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        return []
    if not inspect.isfunction(thing) and names == ["args", "kwargs"]:
        return []
    return [name for name in names if name not in ("self", "cls") and not name.startswith("__")]


def members(thing):
    """The names of what is public in a class or module."""
    if not isinstance(thing, (type, types.ModuleType)):
        return []
    # Python 3.11 took two methods from signatures, which function types are; 3.13 gave them another.
    varying = (
        {"format", "from_builtin", "from_function"}
        if isinstance(thing, type) and issubclass(thing, inspect.Signature)
        else set()
    )
    return [name for name in dir(thing) if not name.startswith("_") and name not in varying]


def missing_points(tf, file):
    """The points that a table lacks for the symbols that it names."""
    missing = []
    named = points(file)
    elsewhere = {symbol for other in FILES for symbol in points(other)}
    with_rows = {symbol: resolve(tf, symbol) for symbol in elsewhere}
    for symbol, have in named.items():
        thing = resolve(tf, symbol)
        wanted = [] if symbol in MADE_BY_OTHERS else [f"argument {name}" for name in arguments(thing)]
        wanted += [f"member {name}" for name in members(thing)]
        # What a base class with rows of its own has need not be told again, nor a member that is a symbol itself.
        bases = [c for s, c in with_rows.items() if isinstance(c, type) and isinstance(thing, type) and s != symbol]
        inherited = {m for base in bases if issubclass(thing, base) for m in members(base)}
        for point in wanted:
            kind, name = point.split(" ")
            if point in have:
                continue
            if kind == "member" and (f"{symbol}.{name}" in elsewhere or name in inherited):
                continue
            missing.append(f"{symbol}: {point}")
    return missing


def unknown_points(tf, file):
    """The points of a table that name arguments or members which do not exist."""
    unknown = []
    for symbol, have in points(file).items():
        thing = resolve(tf, symbol)
        if thing is None:
            unknown.append(f"{symbol}: no such symbol")
            continue
        for point in have:
            match = re.fullmatch(r"(argument|member) ([\w.]+)", point)
            if match is None:
                continue
            kind, name = match.groups()
            owner, _, last = name.rpartition(".")
            of = resolve_in(thing, owner)
            known = arguments(of) if kind == "argument" else members(of)
            if last not in known:
                unknown.append(f"{symbol}: {point}")
    return unknown


def resolve_in(thing, path):
    """The member of a thing at a path of names."""
    for part in filter(None, path.split(".")):
        thing = getattr(thing, part, None)
    return thing


@functools.cache
def names_in(path):
    """The names of the tests, functions and strings of a test file; None where there is no such file."""
    try:
        with open(os.path.join(TESTS, path), encoding="utf-8") as stream:
            tree = ast.parse(stream.read())
    except FileNotFoundError:
        return None
    tests = set()
    words = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            tests.add(node.name)
        elif isinstance(node, ast.ClassDef):
            tests |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            words.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg:
            words.add(node.arg)
    return tests, words


def words_of_helpers(path):
    """The names and strings of the modules beside a test file, from which cases may come."""
    folder = os.path.join(TESTS, os.path.dirname(path))
    found = set()
    for name in os.listdir(folder):
        if name.endswith(".py"):
            found |= names_in(os.path.join(os.path.dirname(path), name))[1]
    return found


def wrong_tests(file):
    """The tests that a table names and that are not there."""
    wrong = []
    for number, _, _, tests in rows(file):
        for test in tests:
            match = re.fullmatch(r"([\w/]+\.py)::(test_\w+|Test\w+::test_\w+)(?:\[(.+)\])?", test)
            found = names_in(match.group(1)) if match else None
            if match is None or found is None or match.group(2) not in found[0]:
                wrong.append(f"{file}:{number}: {test}")
            elif match.group(3) and match.group(3) not in found[1] | words_of_helpers(match.group(1)):
                wrong.append(f"{file}:{number}: {test}: no such case")
    return wrong


@pytest.mark.parametrize("file", FILES)
def test_symbols_and_points_exist(file, tensorflow):
    assert unknown_points(tensorflow, file) == []


@pytest.mark.parametrize("file", FILES)
def test_every_argument_and_member_has_a_row(file, tensorflow):
    assert missing_points(tensorflow, file) == []


@pytest.mark.parametrize("file", FILES)
def test_every_named_test_exists(file):
    assert wrong_tests(file) == []


@pytest.mark.parametrize("file", FILES)
def test_no_row_is_there_twice(file):
    seen = [(symbol, point) for other in FILES for _, symbol, point, _ in rows(other)]
    here = {(symbol, point) for _, symbol, point, _ in rows(file)}
    assert sorted(pair for pair in here if seen.count(pair) > 1) == []


def test_tables_have_all_symbols():
    if not ALL_FILES <= set(FILES):
        pytest.skip("not all tables are written")
    named = {symbol for file in FILES for symbol in points(file)}
    absent = [s for s in DEMANDED if s not in named and not any(n.startswith(f"{s}.") for n in named)]
    assert absent == []


def test_the_checks_find_what_is_wrong(tensorflow, monkeypatch):
    """A missing row, an unknown symbol, argument, member, test and case."""
    bad = [
        (2, "tf.function", "argument func", ["documented/test_documented.py::test_nothing"]),
        (
            3,
            "tf.function",
            "argument funk",
            ["documented/test_documented.py::test_no_row_is_there_twice[no such case]"],
        ),
        (4, "tf.functionality", "It does things.", ["documented/test_nothing.py::test_nothing"]),
        (5, "tf.Module", "member namely", ["documented/test_documented.py::test_no_row_is_there_twice[function.tsv]"]),
    ]
    monkeypatch.setattr(f"{__name__}.rows", lambda file: bad)
    monkeypatch.setattr(f"{__name__}.FILES", ["function.tsv"])
    assert unknown_points(tensorflow, "function.tsv") == [
        "tf.function: argument funk",
        "tf.functionality: no such symbol",
        "tf.Module: member namely",
    ]
    missing = missing_points(tensorflow, "function.tsv")
    assert "tf.function: argument jit_compile" in missing and "tf.function: argument func" not in missing
    assert "tf.Module: member trainable_variables" in missing
    assert [line.partition(": ")[0] for line in wrong_tests("function.tsv")] == [f"function.tsv:{n}" for n in (2, 3, 4)]
