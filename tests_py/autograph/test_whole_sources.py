"""What is converted is the whole of what was compiled: functions of all lengths, and those of the standard library."""

import ast
import importlib
import os
import random
import zlib

import pytest

from autograph import source_sweep

# Statements of one or more lines, for a body indented by four spaces, each of which may stand where a reader stops.
STATEMENTS = [
    ["    y += 1"],
    [""],
    ["   "],
    ["    # a comment"],
    ["# a comment at the margin"],
    ["  # a comment between"],
    ["                # a comment far in"],
    ["\f"],
    ["    if y > 3:", "        y -= 1", "", "    else:", "", "        y += 2"],
    ["    y = (y +", "1", "    )"],
    ["    y = y + \\", "1"],
    ['    s = """a', "b", "", "def g(): pass", '    """'],
    ["    s = f'''{y", "}", "# no comment", "'''"],
    ["    s = '#' ; y += 1"],
    ["    def inner(a, b=(", "1", ")):", "", "        return a", ""],
    ["    @str", "", "    # a comment", "    def inner(a): return a"],
    ["    class Inner:", "", "        x = 1", "", "        def method(self):", "", "            return 1"],
    ["    for i in range(2):", "        y += i", "    else:", "# comment", "        y += 1"],
    ["    try:", "        y += 1", "", "    finally:", "        y += 2"],
    ["    with open(__file__) as file, \\", "        file:", "        pass"],
    ["    while y > 1e9:", "        break"],
    ["    s = [i", "", "for i in range(3)]"],
    ["    s = lambda a: (", "a)"],
    ["    assert y is not None, '''", "'''"],
    ["    pass; pass;"],
]
# Where the reader's first and second look end.
CUTS = (150, 600)


def function_lines(name, length, draw):
    """A function of about `length` lines whose result is known only at its end."""
    lines = [f"def {name}(x):", "    y = x"]
    while len(lines) < length - 1:
        lines += draw.choice(STATEMENTS)
    return [*lines, f"    return y, {length}", *[""] * draw.randrange(3)]


def module_text(seed, lengths, form="spaces"):
    draw = random.Random(seed)
    lines = []
    for i, length in enumerate(lengths):
        new = function_lines(f"f{i}", length, draw)
        if draw.random() < 0.3:
            new = [*draw.choice((["@staticmethod"], ["@(lambda f:", "f)", "", "# a comment"])), *new]
        if draw.random() < 0.3:
            new = [f"class C{i}:", *(("    " + line) if line else line for line in new)]
        lines += new
        if draw.random() < 0.5:
            lines += ["", "# between functions", f"z{i} = {i}"]
    text = "\n".join(lines) + "\n" * draw.randrange(3)
    if form == "tabs":
        text = "\n".join("\t" * (len(t) - len(t.lstrip(" ")) >> 2) + t.lstrip(" ") for t in text.split("\n"))
    return text.replace("\n", "\r\n") if form == "crlf" else text


@pytest.mark.parametrize("form", ["spaces", "tabs", "crlf"])
def test_functions_of_all_lengths(form, tmp_path):
    lengths = [*range(2, 40), *(cut + d for cut in CUTS for d in range(-6, 7)), *range(40, 1000, 97)]
    count, wrong, seed = [0], [], 0
    for seed in range(int(os.environ.get("GRAPHWRIGHT_SOURCE_FILES", "1"))):
        file = tmp_path / f"lengths_{seed}.py"
        file.write_bytes(module_text(seed, lengths, form).encode())
        ast.parse(file.read_text())
        wrong += source_sweep.differences_in(str(file), count)
    assert wrong == []
    assert count[0] > len(lengths) * (seed + 1)


@pytest.mark.parametrize("kind", range(len(STATEMENTS)))
def test_every_statement_at_the_cut(kind, tmp_path):
    """The reader's first look ends in or beside each kind of statement, and blank or comment lines come before more."""
    lines = []
    for i, before in enumerate(range(CUTS[0] - 9, CUTS[0] + 4)):
        function = [f"def f{i}(x):", "    y = x", *["    y += 1"] * (before - 2), *STATEMENTS[kind] * 3]
        lines += [*function, *["", "# a comment"] * (i % 3) * 40, "    return y", ""]
    file = tmp_path / "cut.py"
    file.write_text("\n".join(lines))
    count = [0]
    assert list(source_sweep.differences_in(str(file), count)) == []
    assert count[0] >= 13


def test_tail_behind_blank_lines_runs(gw, tmp_path, monkeypatch):
    body = "    y = x\n" + "    y = y + 1\n" * 140 + "\n    # a comment\n" * 20
    body += "    if y > 0:\n        y = y * 2\n    return y\n"
    (tmp_path / "long_tail.py").write_text(f"def f(x):\n{body}")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("long_tail")
    assert int(gw.function(module.f)(gw.constant(1))) == module.f(1) == 282


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x + 1", "return x - 1"),
        ("return x + 1", "return x + 2"),
        ("return x + 1", "return x + True"),
        ("return x + 1", "return y + 1"),
        ("lambda: x", "lambda: y"),
        ("y = 0.0", "y = -0.0"),
        ("        pass\n", "        x = 5\n"),
        ("    if x > 3:\n        y = 2\n", ""),
        ("range(3)", "range(4)"),
    ],
)
def test_text_that_is_not_what_was_compiled_is_refused(old, new, gw, tmp_path):
    from graphwright._src.autograph.source import SourceUnavailable, find_source

    text = (
        "def f(x):\n    y = 0.0\n    if x > 3:\n        y = 2\n    g = lambda: x\n    s = [i for i in range(3)]\n"
        "    for _ in s:\n        pass\n    return x + 1\n"
    )
    file = tmp_path / "changed.py"
    names = {"__name__": "changed"}
    exec(compile(text, str(file), "exec"), names)
    file.write_text(text.replace(old, new))
    with pytest.raises(SourceUnavailable, match="not what this function was compiled from"):
        find_source(names["f"])
    file.write_text(text)
    source_sweep.linecache.checkcache(str(file))
    assert find_source(names["f"]).tree.name == "f"


def test_functions_of_the_standard_library():
    """A sample, another one for each number of files asked for (GRAPHWRIGHT_SOURCE_FILES); source_sweep.py does all."""
    folder = os.path.dirname(os.path.abspath(ast.__file__))
    files = [
        file
        for file in source_sweep.files_in([folder])
        if not {"site-packages", "lib2to3", "test", "tests", "idlelib"} & set(file[len(folder) :].split(os.sep))
    ]
    files.sort(key=lambda file: zlib.crc32(file.encode()))
    count, wrong = [0], []
    for file in files[: 40 * int(os.environ.get("GRAPHWRIGHT_SOURCE_FILES", "1"))]:
        wrong += source_sweep.differences_in(file, count)
    assert wrong == []
    assert count[0] > 200
