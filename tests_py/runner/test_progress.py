"""Progress of what takes long: on a terminal, and nowhere else."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

from support.processes import environment

PROGRAM = """
import os, sys
import graphwright as tf
folder = sys.argv[1]
module = tf.Module()
module.v = tf.Variable(tf.random.stateless_uniform([1 << 20], [1, 2]))
checkpoint = tf.train.Checkpoint(module=module)
path = checkpoint.write(os.path.join(folder, "c"))
checkpoint.read(path).assert_consumed()
tf.saved_model.save(module, os.path.join(folder, "m"))
tf.saved_model.load(os.path.join(folder, "m"))
tf.data.Dataset.from_tensors(tf.zeros([1 << 18])).repeat(8).save(os.path.join(folder, "d"))
tf.io.gfile.copy(path + ".data-00000-of-00001", os.path.join(folder, "copy"))
tf.train.Checkpoint(small=tf.Variable(1.0)).write(os.path.join(folder, "small"))
print("done", "tqdm" in sys.modules)
"""
SHOWN = ["writing checkpoint", "reading checkpoint", "writing checkpoint", "reading model", "saving data set"]
COPYING = "copying c.data-00000-of-00001"


def on_terminal(folder, path=None, **variables):
    """Gives what the program writes to a terminal that is its stderr, and what to stdout."""
    space = environment(**{"TF_CPP_MIN_LOG_LEVEL": "", "GRAPHWRIGHT_PROGRESS": "100k", **variables})
    if path is not None:
        space["PYTHONPATH"] = os.pathsep.join([str(path), space["PYTHONPATH"]])
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)], stdout=subprocess.PIPE, stderr=other, env=space, text=True
    )
    os.close(other)
    said = b""
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(terminal)
    out = process.communicate()[0]
    assert process.returncode == 0, said
    return said.decode(), out


def test_a_line_that_changes(tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "tqdm.py").write_text("raise ImportError('not here')")
    said, out = on_terminal(tmp_path, hidden)
    assert out == "done False\n"
    lines = [[text.strip() for text in line.split("\r") if text.strip()] for line in said.split("\n")]
    last = [states[-1] for states in lines if states]
    assert [text.partition(":")[0] for text in last] == [*SHOWN, COPYING]
    for text in last:
        assert re.fullmatch(r"[\w. -]+: [\d.]+ MiB( of [\d.]+ MiB \(100%\))?(, [\d.]+ \w+/s)?", text)
        assert len(text) <= 79
    assert "of 4 MiB (100%)" in last[0] and last[4].startswith("saving data set: 8 MiB")


def test_bars_of_tqdm(tmp_path):
    pytest.importorskip("tqdm")
    said, out = on_terminal(tmp_path)
    assert out == "done True\n"
    for what in (*SHOWN, COPYING):
        assert re.search(rf"{re.escape(what)}: (100%\|[^|]*\| 4.\d+M/4.\d+M|8.\d+MB) \[", said), said


@pytest.mark.parametrize(
    "variables",
    [{"GRAPHWRIGHT_PROGRESS": "0"}, {"GRAPHWRIGHT_PROGRESS": ""}, {"GRAPHWRIGHT_PROGRESS": "1G"}, {"TF_CPP_MIN_LOG_LEVEL": "2"}],
    ids=["off", "usual size", "larger", "quiet"],
)  # fmt: skip
def test_nothing_on_a_terminal(tmp_path, variables):
    assert on_terminal(tmp_path, **variables) == ("", "done False\n")


def test_nothing_where_there_is_no_terminal(tmp_path):
    space = environment(TF_CPP_MIN_LOG_LEVEL="", GRAPHWRIGHT_PROGRESS="1")
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, env=space)
    assert (run.returncode, run.stdout, run.stderr) == (0, "done False\n", "")


def test_an_error_ends_the_line(tmp_path, monkeypatch):
    from graphwright._src.base import progress

    class Terminal:
        text = ""

        def isatty(self):
            return True

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setenv("GRAPHWRIGHT_PROGRESS", "1k")
    monkeypatch.delenv("TF_CPP_MIN_LOG_LEVEL", raising=False)
    with pytest.raises(ValueError, match="in the middle"), progress.counting("working", lambda: 4096) as bar:
        bar.add(2048)
        raise ValueError("in the middle")
    assert "working: 2 KiB of 4 KiB (50%)" in terminal.text and "100%" not in terminal.text
    assert terminal.text.endswith("\n")
