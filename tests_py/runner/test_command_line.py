"""`python -m graphwright` and `graphwright`: help, versions, exit codes, and what shells complete."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

import graphwright
from graphwright.__main__ import COMMANDS
from support.processes import environment

CONSOLE = "import sys; from graphwright.__main__ import main; sys.argv[0] = '/usr/bin/graphwright'; sys.exit(main())"


def command(*words, start=("-m", "graphwright"), cwd=None, **variables):
    """The finished process of `python -m graphwright WORDS`."""
    return subprocess.run(
        [sys.executable, *start, *map(str, words)],
        capture_output=True, text=True, timeout=120, cwd=cwd, env=environment(COLUMNS="120", **variables),
    )  # fmt: skip


def test_version_and_help():
    done = command("--version")
    assert (done.returncode, done.stdout) == (0, f"graphwright {graphwright.__version__}\n")
    done = command("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m graphwright [--help] [--version] FILE [ARG ...]\n")
    assert all(f"\n  {name} " in done.stdout and does in done.stdout for name, (_, does) in COMMANDS.items())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_of_one_style(name):
    done = command(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    usage, description = done.stdout.split("\n\n")[:2]
    assert usage.startswith(f"usage: python -m graphwright {name} [-h] ")
    assert description[0].isupper() and description.rstrip().endswith(".")
    assert description.split()[0].endswith("s")  # "Runs", "Tells": a verb
    assert "-h, --help" in done.stdout


def test_the_installed_command_is_the_same():
    done = command("doctor", "--help", start=("-c", CONSOLE))
    assert done.returncode == 0 and done.stdout.startswith("usage: graphwright doctor [-h] ")


@pytest.mark.parametrize(
    "words, status, said",
    [
        ([], 2, "usage: "),
        (["none.py"], 2, "no such file or command: none.py"),
        (["docter", "--json"], 2, "no such file or command: docter; is doctor meant?"),
        (["--nothing"], 2, "required"),
        (["run"], 2, "FILE"),
        (["run", "none.py"], 2, "no such file: none.py"),
        (["explain", "none.py"], 2, "no such file: none.py"),
        (["new-bug", "none.py"], 2, "no such file: none.py"),
        (["saved_model"], 2, "required"),
        (["saved_model", "show", "--dir", "none"], 1, "none"),
        (["doctor", "--nothing"], 2, "unrecognized arguments"),
        (["doctor", "--import", "no_such_module"], 1, "no_such_module"),
        (["completion", "tcsh"], 2, "invalid choice"),
    ],
)
def test_wrong_words(words, status, said):
    done = command(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr and "Traceback" not in done.stderr


def test_run_and_no_command_are_the_same(tmp_path):
    script = tmp_path / "s.py"
    script.write_text("import sys, tensorflow as tf; print(sys.argv[1:], __name__, tf.constant(1) + 1); sys.exit(7)")
    found = [command(*words, script, "a", "--help") for words in ([], ["run"])]
    assert {(done.returncode, done.stdout, done.stderr) for done in found} == {
        (7, "['a', '--help'] __main__ tf.Tensor(2, shape=(), dtype=int32)\n", "")
    }


def test_a_file_that_is_named_like_a_command(tmp_path):
    (tmp_path / "doctor").write_text("print('mine')")
    assert "oneDNN" in command("doctor", cwd=tmp_path).stdout
    assert command("./doctor", cwd=tmp_path).stdout == "mine\n"
    assert command("run", "doctor", cwd=tmp_path).stdout == "mine\n"


# What shells complete.

needs_argcomplete = pytest.mark.skipif(importlib.util.find_spec("argcomplete") is None, reason="argcomplete is missing")


def completed(line, tmp_path):
    """Gives the words that a shell would offer at the end of a line."""
    start = 3 if line.startswith("python") else 1
    (tmp_path / "notebook.ipynb").write_text("{}")
    answer = tmp_path / "answer"
    done = command(
        cwd=tmp_path, _ARGCOMPLETE=str(start), _ARGCOMPLETE_STDOUT_FILENAME=str(answer), _ARGCOMPLETE_SUPPRESS_SPACE="1",
        COMP_LINE=line, COMP_POINT=str(len(line)), COMP_TYPE="9",
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return set(answer.read_text().split("\013"))


@needs_argcomplete
def test_words_are_completed(tmp_path):
    assert completed("graphwright ", tmp_path) >= {*COMMANDS, "notebook.ipynb", "--version"}
    assert completed("graphwright do", tmp_path) == {"doctor"}
    assert completed("graphwright doctor --", tmp_path) == {"--help", "--json", "--strict", "--import"}
    assert "--html" in completed("graphwright explain --", tmp_path)
    assert completed("graphwright explain note", tmp_path) == {"notebook.ipynb"}
    assert completed("graphwright saved_model s", tmp_path) == {"show", "scan"}
    assert completed("graphwright saved_model run --ou", tmp_path) == {"--outdir"}
    assert completed("python -m graphwright exp", tmp_path) == {"explain"}


@needs_argcomplete
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_lines_for_a_shell(shell):
    done = command("completion", shell)
    assert done.returncode == 0 and "graphwright" in done.stdout
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=done.stdout, text=True, capture_output=True).returncode == 0


def test_completion_tells_what_it_needs(tmp_path):
    (tmp_path / "argcomplete.py").write_text("raise ImportError('not here')")
    done = command("completion", "bash", cwd=tmp_path)
    assert done.returncode == 1 and "pip install 'graphwright[completion]'" in done.stderr


def test_help_loads_nothing_large():
    code = "import sys\nfrom graphwright.__main__ import main\ntry:\n    main(['--help'])\nfinally:\n    print(*sys.modules)"
    loaded = set(command(start=("-c", code)).stdout.splitlines()[-1].split())
    assert not loaded & {"numpy", "tensorflow", "argcomplete", "google.protobuf", "IPython"}
    assert "graphwright._src.saved_model" not in loaded
