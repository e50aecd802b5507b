"""IPython's line and cell magics that notebooks of tutorials use, and the rewriting of cells that hold them."""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
import timeit
import tokenize
from typing import TYPE_CHECKING, Any

from .display import display
from .timing import TimeitResult, cpu_times

if TYPE_CHECKING:
    from .session import Session

_MAGIC = re.compile(r"^(\s*)((?:[\w.\[\]\"', ]+?)=\s*)?(%(?=[A-Za-z])|!)(?!=)\s*(\S.*)$")
_HELP = re.compile(r"^(\s*)([A-Za-z_][\w.]*)\?{1,2}\s*$")
_INSTALLERS = re.compile(r"^\s*(?:\S*python[\d.]*\s+-m\s+)?(?:pip[\d.]*|conda|mamba|uv)\s+(?:pip\s+)?(?:un)?install\b")


_REPEATS = 7  # of %timeit
_OWN_EXTENSION = "graphwright"


class UsageError(Exception):
    """A magic that is not known here, or that was called wrongly."""


def rewrite(source: str) -> str:
    """`source` as plain Python: magics become calls of `get_ipython()`, every line keeps its number."""
    if source.lstrip().startswith("%%"):
        found = re.match(r"(\s*)%%(.*)", source, re.DOTALL)
        assert found is not None
        blank, rest = found.groups()
        head, _, body = rest.partition("\n")
        name, _, line = head.strip().partition(" ")
        body = "\n" * (blank.count("\n") + 1) + body
        return f"get_ipython().run_cell_magic({name!r}, {line.strip()!r}, {body!r})"
    try:
        compile(source, "<cell>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        return source
    except (SyntaxError, ValueError):
        return _rewrite_lines(source)


def _rewrite_lines(source: str) -> str:
    done: list[str] = []
    pending = ""  # the logical line that the lines read so far leave open
    for line in source.splitlines(keepends=True):
        if not pending:
            line = _rewrite_line(line)
        pending += line
        if not _is_open(pending):
            done.append(pending)
            pending = ""
    return "".join(done) + pending


def _rewrite_line(line: str) -> str:
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    found = _HELP.match(text)
    if found:
        indent, name = found.groups()
        return f"{indent}get_ipython().run_line_magic('pinfo', {name!r}){end}"
    found = _MAGIC.match(text)
    if not found:
        return line
    indent, target, sign, rest = found.groups()
    target = target or ""
    if sign == "!":
        method = "getoutput" if target else "system"
        return f"{indent}{target}get_ipython().{method}({rest.lstrip('!').strip()!r}){end}"
    name, _, arguments = rest.partition(" ")
    return f"{indent}{target}get_ipython().run_line_magic({name!r}, {arguments.strip()!r}){end}"


def _is_open(text: str) -> bool:
    """Tells whether `text` ends inside a bracket or a string of several lines, or with a backslash that continues it."""
    try:
        for _ in tokenize.generate_tokens(io.StringIO(text.lstrip()).readline):
            pass
    except tokenize.TokenError as error:
        return "EOF in multi-line" in str(error) or "unterminated triple-quoted" in str(error)
    except SyntaxError:
        return False
    return False


class Shell:
    """The object that `get_ipython()` returns: runs magics and shell commands for the cells of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._added: dict[tuple[str, str], Any] = {}  # (kind, name) -> a magic of an extension

    @property
    def user_ns(self) -> dict[str, Any]:
        """The variables of the notebook."""
        return self._session.namespace

    def run_line_magic(self, magic_name: str, line: str) -> object:
        """Runs `%magic_name line`. Raises UsageError where the magic is not known."""
        method = self._added.get(("line", magic_name)) or getattr(self, f"_line_{magic_name}", None)
        if method is None:
            raise UsageError(f"Line magic function `%{magic_name}` is not known here")
        return method(line)

    def run_cell_magic(self, magic_name: str, line: str, cell: str) -> object:
        """Runs `%%magic_name line` over the code `cell`. Raises UsageError where the magic is not known."""
        method = self._added.get(("cell", magic_name)) or getattr(self, f"_cell_{magic_name}", None)
        if method is None:
            raise UsageError(f"Cell magic `%%{magic_name}` is not known here")
        return method(line, cell)

    def register_magic_function(self, func: Any, magic_kind: str = "line", magic_name: str | None = None) -> None:
        """Adds a magic, a function of a line, or of a line and a cell, as extensions do in IPython."""
        self._added[magic_kind, magic_name or func.__name__] = func

    def run_cell(self, raw_cell: str) -> None:
        """Runs code as a cell of its own: its value is shown, an error is raised."""
        value = self._session.evaluate(raw_cell)
        if value is not None:
            display(value)

    def system(self, command: str) -> None:
        """Runs a shell command and prints what it prints; installing packages is skipped with a note."""
        output = self._run_shell(command)
        if output:
            print(output, end="" if output.endswith("\n") else "\n")

    def getoutput(self, command: str) -> list[str]:
        """Runs a shell command; the lines that it prints."""
        return self._run_shell(command).splitlines()

    def _run_shell(self, command: str) -> str:
        command = self._expand(command)
        if _INSTALLERS.match(command):
            return f"note: skipped `{command}`: a notebook run here does not change the Python installation\n"
        sys.stdout.flush()
        done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.user_ns["_exit_code"] = done.returncode
        return done.stdout

    def _expand(self, command: str) -> str:
        """`command` with `{expression}` and `$name` replaced by their values in the notebook, where they have one."""

        def value(found: re.Match) -> str:
            try:
                return str(eval(found[1] or found[2], self.user_ns))
            except Exception:  # not ours, such as a shell variable or a brace expansion: leave it to the shell
                return found[0]

        return re.sub(r"\{([^{}]+)\}|\$([A-Za-z_]\w*)", value, command)

    # Magics that set up an environment which does not exist here.

    def _line_matplotlib(self, line: str) -> None:
        os.environ.setdefault("MPLBACKEND", "agg")  # figures are drawn, but there is nowhere to show them

    def _ignored(self, line: str) -> None:
        pass

    def _line_load_ext(self, line: str) -> None:
        """Loads the one extension that does something without Jupyter; others, such as TensorBoard's, need a browser."""
        if line.strip() == _OWN_EXTENSION:
            importlib.import_module(_OWN_EXTENSION).load_ipython_extension(self)

    _line_config = _line_reload_ext = _line_autoreload = _ignored
    _line_tensorflow_version = _line_pylab = _line_precision = _ignored

    # Shell and files.

    def _line_pip(self, line: str) -> None:
        self.system(f"pip {line}")

    def _line_conda(self, line: str) -> None:
        self.system(f"conda {line}")

    def _line_env(self, line: str) -> object:
        if not line:
            return dict(os.environ)
        name, separator, value = line.partition("=")
        if not separator:
            name, separator, value = line.partition(" ")
        if not separator:
            return os.environ.get(name.strip())
        os.environ[name.strip()] = self._expand(value.strip())
        print(f"env: {name.strip()}={value.strip()}")
        return None

    _line_set_env = _line_env

    def _line_cd(self, line: str) -> None:
        os.chdir(os.path.expanduser(self._expand(line) or "~"))
        print(os.getcwd())

    def _line_pwd(self, line: str) -> str:
        return os.getcwd()

    def _line_ls(self, line: str) -> None:
        self.system(f"ls {line}")

    def _cell_bash(self, line: str, cell: str) -> None:
        self.system(cell.lstrip("\n"))

    _cell_sh = _cell_bash

    def _cell_writefile(self, line: str, cell: str) -> None:
        options = shlex.split(line)
        append = "-a" in options or "--append" in options
        names = [option for option in options if not option.startswith("-")]
        if len(names) != 1:
            raise UsageError("%%writefile: expected the name of one file")
        verb = "Appending to" if append else "Overwriting" if os.path.exists(names[0]) else "Writing"
        print(f"{verb} {names[0]}")
        with open(names[0], "a" if append else "w", encoding="utf-8") as file:
            file.write(cell.lstrip("\n"))

    def _cell_capture(self, line: str, cell: str) -> None:
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            self._session.evaluate(cell)
        if line and not line.startswith("-"):
            self.user_ns[line] = text.getvalue()

    # Documentation.

    def _line_pinfo(self, line: str) -> None:
        value = eval(line, self.user_ns)
        with contextlib.suppress(TypeError, ValueError, NameError):
            print(f"Signature: {line.rpartition('.')[2]}{inspect.signature(value)}")
        print(f"Docstring: {inspect.getdoc(value) or '<no docstring>'}")

    # Time.

    def _line_time(self, line: str) -> object:
        if not line:
            raise UsageError("%time: expected a statement to time")
        with cpu_times():
            return self._session.evaluate(line, self._session.name_line(line))

    def _cell_time(self, line: str, cell: str) -> object:
        with cpu_times():
            return self._session.evaluate(cell)

    def _line_timeit(self, line: str) -> TimeitResult | None:
        return self._timeit(line, None)

    def _cell_timeit(self, line: str, cell: str) -> TimeitResult | None:
        return self._timeit(line, cell)

    def _timeit(self, line: str, cell: str | None) -> TimeitResult | None:
        options, code = _timeit_options(line)
        setup, statement = ("", code) if cell is None else (code, cell)
        if not statement.strip():
            raise UsageError("%timeit: expected a statement to time")
        timer = timeit.Timer()
        vars(timer)["inner"] = self._timed_loop(setup, statement)
        number = options.get("n") or _repeats_for(timer, 0.2)
        runs = [seconds / number for seconds in timer.repeat(options.get("r") or _REPEATS, number)]
        result = TimeitResult(runs, number)
        if "q" not in options:
            print(result)
        return result if "o" in options else None

    def _timed_loop(self, setup: str, statement: str) -> Any:
        """Returns the function that `timeit.Timer` calls, with the notebook's variables as its globals."""
        template = ast.parse(
            "def inner(_it, _timer):\n"
            "    setup\n"
            "    _start = _timer()\n"
            "    for _ in _it:\n"
            "        statement\n"
            "    return _timer() - _start\n"
        )
        function = template.body[0]
        assert isinstance(function, ast.FunctionDef)
        loop = function.body[2]
        assert isinstance(loop, ast.For)
        loop.body[:] = ast.parse(rewrite(statement)).body or [ast.Pass()]
        function.body[0:1] = ast.parse(rewrite(setup)).body
        names: dict[str, Any] = {}
        source = ast.unparse(ast.fix_missing_locations(template))
        exec(compile(source, self._session.name_line(source), "exec", dont_inherit=True), self.user_ns, names)
        return names["inner"]


def _timeit_options(line: str) -> tuple[dict[str, int], str]:
    """Splits '-n 10 -r3 -o code' into {'n': 10, 'r': 3, 'o': 1} and 'code'."""
    options: dict[str, int] = {}
    while True:
        found = re.match(r"\s*-(?:([nrp])\s*(\d+)|([oqtcv]))(?=\s|$)", line)
        if not found:
            return options, line.strip()
        options[found[1] or found[3]] = int(found[2] or 1)
        line = line[found.end() :]


def _repeats_for(timer: timeit.Timer, seconds: float) -> int:
    """Returns the smallest power of ten that keeps `timer` busy for `seconds`."""
    number = 1
    while timer.timeit(number) < seconds and number < 10**9:
        number *= 10
    return number
