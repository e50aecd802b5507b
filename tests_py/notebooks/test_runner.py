"""The cell engine behind `python -m graphwright`, and the command itself."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import pytest

from support import execute_cells

runner = execute_cells.load_runner()


@pytest.fixture
def session():
    with runner.Session() as session:
        yield session


def run(session, source):
    return session.run_cell(textwrap.dedent(source))


def notebook(path, *cells):
    """Writes a notebook of code cells, each a source or a (source, tags) pair."""
    pairs = [cell if isinstance(cell, tuple) else (cell, []) for cell in cells]
    document = {
        "cells": [
            {"cell_type": "code", "metadata": {"tags": tags}, "source": source.splitlines(keepends=True), "outputs": []}
            for source, tags in pairs
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def command(*arguments, **options):
    """The finished process of `python -m graphwright ARGUMENTS`."""
    line = [sys.executable, "-m", "graphwright", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, **options)


# What a cell shows.


def test_a_last_expression_is_the_result(session):
    assert run(session, "x = 3\nx + 1").result == "4"
    assert run(session, "x = 5").result is None
    assert run(session, "None").result is None
    assert run(session, "if x: 7").result is None


def test_a_semicolon_hides_the_result(session):
    assert run(session, "3;").result is None
    assert run(session, "3;  # why").result is None
    assert run(session, "'a;'").result == "'a;'"


def test_cells_share_their_names(session):
    run(session, "def twice(x):\n    return 2 * x")
    assert run(session, "twice(21)").result == "42"
    assert run(session, "_ + 1, In[1][:9], Out[2]").result == "(43, 'def twice', 42)"


def test_future_statements_hold_for_later_cells(session):
    run(session, "from __future__ import annotations")
    assert run(session, "def f(x: nowhere): pass\nf.__annotations__").result == "{'x': 'nowhere'}"


def test_main_is_the_notebook(session):
    assert run(session, "import __main__\nmark = 1\n__main__.mark, __name__").result == "(1, '__main__')"


def test_the_source_of_functions_is_found(session):
    run(session, "def f():\n    return 'here'")
    assert run(session, "import inspect\nprint(inspect.getsource(f))").error is None
    assert "return 'here'" in session.namespace["inspect"].getsource(session.namespace["f"])


@pytest.mark.parametrize(
    "source, text",
    [
        ("[1, 'a', (2,)]", "[1, 'a', (2,)]"),
        ("int, dict", "(int, dict)"),
        ("import json\njson.JSONDecoder", "json.decoder.JSONDecoder"),
        ("lambda x, y=1: 0", "<function __main__.<lambda>(x, y=1)>"),
        ("{3, 1, 2}", "{1, 2, 3}"),
        ("['a' * 30, 'b' * 30, 'c' * 30]", "['" + "a" * 30 + "',\n '" + "b" * 30 + "',\n '" + "c" * 30 + "']"),
        ("{'k': ['a' * 30, 'b' * 45]}", "{'k': ['" + "a" * 30 + "',\n  '" + "b" * 45 + "']}"),
        ("class A:\n    def __repr__(self): return 'A(\\n  1)'\n[A(), 2]", "[A(\n   1),\n 2]"),
        ("a = [1]; a.append(a); a", "[1, [...]]"),
        ("list(range(1001))[-1:] + [list(range(1001))][0][:0]", "[1000]"),
    ],
)
def test_values_show_as_in_a_notebook(session, source, text):
    assert run(session, source).result == text


def test_long_lists_are_cut(session):
    assert run(session, "list(range(2000))").result.endswith(" 999,\n ...]")


def test_display(session, capsys):
    outcome = run(session, "from IPython.display import HTML\ndisplay([1], 'b')\nHTML('<b>x</b>')")
    assert capsys.readouterr().out == "[1]\n'b'\n"
    assert outcome.result == "<IPython.core.display.HTML object>"


def test_objects_may_display_themselves(session, capsys):
    outcome = run(session, "class A:\n    def _ipython_display_(self): print('me')\nA()")
    assert capsys.readouterr().out == "me\n" and outcome.result is None


def test_tensors_are_printed_to_the_ordinary_output(session, capsys):
    run(session, "import sys, graphwright as tf\ntf.print('a'); print('b'); tf.print('c', output_stream=sys.stderr)")
    assert capsys.readouterr() == ("a\nb\nc\n", "")


# Errors.


def test_errors_end_the_cell(session):
    outcome = run(session, "reached = 1\n1 / 0\nreached = 2")
    assert isinstance(outcome.error, ZeroDivisionError) and session.namespace["reached"] == 1


def test_tracebacks_point_at_lines_of_cells(session):
    run(session, "def f(x):\n    y = 0\n    return x / y\n")
    text = run(session, "a = 1\nf(a)").traceback
    assert "Cell In[2], line 2\n" in text and "----> 2 f(a)" in text
    assert "Cell In[1], line 3, in f" in text and "----> 3     return x / y" in text
    assert text.endswith("ZeroDivisionError: division by zero")
    assert "session.py" not in text


def test_tracebacks_tell_causes(session):
    text = run(session, "try:\n    1 / 0\nexcept Exception as error:\n    raise KeyError('k') from error").traceback
    assert text.index("ZeroDivisionError") < text.index("direct cause") < text.index("KeyError: 'k'")


def test_syntax_errors_name_the_cell(session):
    outcome = run(session, "x = = 1")
    assert isinstance(outcome.error, SyntaxError) and "Cell In[1], line 1" in outcome.traceback


def test_a_repr_that_raises_is_an_error(session):
    outcome = run(session, "class A:\n    def __repr__(self): raise ValueError('no')\nA()")
    assert isinstance(outcome.error, ValueError)


def test_system_exit_passes(session):
    with pytest.raises(SystemExit):
        run(session, "raise SystemExit(3)")


# Magics.


def test_magics_that_set_up_nothing(session, capsys):
    assert run(session, "%matplotlib inline\n%load_ext tensorboard\nx = 1").error is None
    assert capsys.readouterr().out == "" and session.namespace["x"] == 1


def test_line_numbers_stay_with_magics(session):
    text = run(session, "%matplotlib inline\n\n1 / 0").traceback
    assert "Cell In[1], line 3" in text


def test_time(session, capsys):
    assert run(session, "%time 3 + 4").result == "7"
    assert "Wall time: " in capsys.readouterr().out
    assert run(session, "x = %time 5\nx").result == "5"
    assert run(session, "%%time\ny = 6\ny").result == "6" and session.namespace["y"] == 6
    run(session, "def f(): return 'kept'\n%time f()")
    assert run(session, "import inspect; 'kept' in inspect.getsource(f)").result == "True"


def test_timeit(session, capsys):
    run(session, "count = []")
    run(session, "%timeit -n 3 -r 2 count.append(1)")
    assert " per loop (mean ± std. dev. of 2 runs, 3 loops each)" in capsys.readouterr().out
    run(session, "%%timeit -n 5 -r 1 extra = [2, 2]\ncount.append(2)\nfor _ in extra:\n    count.append(3)")
    assert "1 run, 5 loops each" in capsys.readouterr().out
    assert session.namespace["count"] == [1] * 6 + [2, 3, 3] * 5
    assert run(session, "r = %timeit -q -o -n 1 -r 4 pass\nlen(r.timings)").result == "4"


def test_installing_is_skipped_with_a_note(session, capsys):
    for line in ("!pip install -q none", "%pip install none", "!python -m pip install none", "! pip3 install none"):
        assert run(session, line).error is None
        assert "skipped" in capsys.readouterr().out


def test_shell_commands(session, capsys):
    run(session, "word = 'hello'\n!echo {word} $word '$HOME'")
    assert capsys.readouterr().out == "hello hello $HOME\n"
    assert run(session, "lines = !printf 'a\\nb\\n'\nlines").result == "['a', 'b']"


def test_a_percent_that_is_no_magic(session):
    outcome = run(session, "%matplotlib inline\nx = (17\n  % 5)\ny = '''\n%magic\n!no'''\nx, y")
    assert outcome.result == "(2, '\\n%magic\\n!no')"


def test_unknown_magics_fail(session):
    outcome = run(session, "%frobnicate 1")
    assert type(outcome.error).__name__ == "UsageError" and "%frobnicate" in str(outcome.error)
    assert type(run(session, "%%frobnicate\n1").error).__name__ == "UsageError"


def test_capture_and_writefile(session, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(session, "%%capture text\nprint('quiet')")
    assert capsys.readouterr().out == "" and session.namespace["text"] == "quiet\n"
    run(session, "%%writefile a.txt\none\ntwo\n")
    assert (tmp_path / "a.txt").read_text() == "one\ntwo\n"


def test_help(session, capsys):
    run(session, "def f(a, b=2):\n    'Adds.'\nf?")
    assert capsys.readouterr().out == "Signature: f(a, b=2)\nDocstring: Adds.\n"


def test_a_session_leaves_nothing_behind():
    import builtins

    before = sys.modules["__main__"]
    with runner.Session() as session:
        session.run_cell("import IPython.display")
    assert sys.modules["__main__"] is before
    assert not hasattr(builtins, "display") and not hasattr(builtins, "get_ipython")


# Reading notebooks.


def test_older_notebooks_are_read(tmp_path):
    path = tmp_path / "old.ipynb"
    cells = [{"cell_type": "code", "input": ["1 + 1"], "language": "python"}, {"cell_type": "markdown", "source": "x"}]
    path.write_text(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]}))
    assert [(cell.kind, cell.source) for cell in runner.read_notebook(path)] == [("code", "1 + 1"), ("markdown", "x")]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"cells": [1]}', '{"cells": [{"source": 3}]}',
             '{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}'],
)  # fmt: skip
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(runner.NotebookError, match="a.ipynb"):
        runner.read_notebook(path)


# The command.


def test_command_runs_a_notebook(tmp_path):
    version = "import tensorflow as tf\ntf.__version__"
    path = notebook(tmp_path / "n.ipynb", "import sys\nprint('args', sys.argv[1:])", "'last'", version)
    done = command(path, "--a", "b")
    assert (done.returncode, done.stdout, done.stderr) == (0, "args ['--a', 'b']\n'last'\n'2.21.0'\n", "")


def test_command_stops_at_an_error(tmp_path):
    path = notebook(tmp_path / "n.ipynb", "1", "x = 2\n1 / 0", "3")
    done = command(path)
    assert (done.returncode, done.stdout) == (1, "1\n")
    assert "Cell In[2], line 2" in done.stderr and "ZeroDivisionError: division by zero" in done.stderr


def test_command_goes_on_after_an_expected_error(tmp_path):
    done = command(notebook(tmp_path / "n.ipynb", ("1 / 0", ["raises-exception"]), "'after'"))
    assert done.returncode == 0 and "ZeroDivisionError" in done.stdout and done.stdout.endswith("'after'\n")


def test_command_gives_a_notebooks_exit_status(tmp_path):
    assert command(notebook(tmp_path / "n.ipynb", "import sys\nsys.exit(5)", "print('no')")).returncode == 5


def test_notebooks_run_in_their_folder(tmp_path):
    (tmp_path / "beside.py").write_text("value = 'found'")
    (tmp_path / "data.txt").write_text("read")
    path = notebook(tmp_path / "n.ipynb", "import beside\nbeside.value, open('data.txt').read()")
    assert command(path, cwd="/").stdout == "('found', 'read')\n"


def test_command_runs_a_script(tmp_path):
    (tmp_path / "beside.py").write_text("value = 'found'")
    script = tmp_path / "s.py"
    script.write_text(
        "import sys, os, beside, tensorflow, graphwright\n"
        "print(sys.argv[1:], __name__, os.path.basename(__file__), beside.value, tensorflow.__version__)\n"
        "print(tensorflow.constant is graphwright.constant, sys.modules['__main__'].sys is sys)\n"
    )
    done = command(script, "-x", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "['-x', '--help'] __main__ s.py found 2.21.0\nTrue True\n"


def test_tracebacks_of_scripts_hold_their_own_frames_alone(tmp_path):
    script = tmp_path / "s.py"
    script.write_text("def f():\n    raise ValueError('bad')\n\nf()\n")
    done = command(script)
    plain = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, plain.stderr)
    assert plain.stderr.startswith(
        f'Traceback (most recent call last):\n  File "{script}", line 4, in <module>\n    f()\n'
    )


@pytest.mark.parametrize("code, status", [("raise SystemExit", 0), ("raise SystemExit(4)", 4), ("x = = 1", 1), ("", 0)])
def test_exit_status_of_scripts(tmp_path, code, status):
    script = tmp_path / "s.py"
    script.write_text(code)
    assert command(script).returncode == status


def test_command_needs_a_file(tmp_path):
    assert command().returncode == 2
    done = command(tmp_path / "none.py")
    assert done.returncode == 2 and "no such file" in done.stderr
    (tmp_path / "a.ipynb").write_text("{}")
    done = command(tmp_path / "a.ipynb")
    assert done.returncode == 2 and "not a notebook" in done.stderr
