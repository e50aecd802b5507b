"""`python -m graphwright explain FILE.py`: the script runs as it would, and the report follows."""

import json
import re
import subprocess
import sys

from support.processes import environment

PROGRAM = """
import sys
import tensorflow as tf

print("arguments", sys.argv[1:], __name__, len(tf.__name__) > 0)
weight = tf.Variable(tf.ones([20, 5]), name="weight")
table = tf.ones([600, 600])


@tf.function
def step(x, rate, epoch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(x @ weight))
    weight.assign_sub(rate * tape.gradient(loss, weight))
    return loss


@tf.function
def sample(n):
    total = 0.0
    for i in tf.range(n):
        y = tf.py_function(lambda v: float(v) * 2, [i], tf.float32)
        y.set_shape([])
        total += y
    return total + table[0, 0]


@tf.function
def unrolled(x):
    for i in range(150):
        x = x * 1.01
    return x


def scoped():
    made = []

    @tf.function
    def creates(x):
        if not made:
            made.append(tf.Variable(1.0))
        return x * made[0]

    creates(tf.constant(2.0))


@tf.function
def never_called(x):
    return x


for epoch in range(4):
    step(tf.ones([8, 20]), tf.constant(0.1), epoch)
for _ in range(3):
    sample(tf.constant(5))
unrolled(tf.constant(1.0))
scoped()
sys.exit(3)
"""


def run(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "graphwright", *arguments], capture_output=True, text=True, cwd=folder, env=environment()
    )


def test_report(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    done = run("explain", "--html", "report.html", "program.py", "a", "--b", folder=tmp_path)
    out = done.stdout
    assert done.returncode == 3, done.stderr
    assert out.startswith("arguments ['a', '--b'] __main__ True\n")
    report = out.partition("=" * 80)[2]
    assert "program.py: 4 tf.functions traced" in report
    parts = {part.partition(":")[0]: part for part in report.split("\n\n")[1:]}
    assert set(parts) == {"step", "sample", "unrolled", "creates"}
    assert "4 traces in 4 calls" in parts["step"]
    assert "argument 'epoch': 2, then 3: pass a tensor" in parts["step"]
    assert "weight (variable, float32 [20, 5], 400 B)" in parts["step"]
    assert re.search(r"\d+\.\d% +\S+ \S+ +4 ×  MatMul  \(in 4 programs\)  .*program\.py:13", parts["step"])
    assert "hint: the value of argument 'epoch' made 3 of 4 traces" in parts["step"]
    assert "1 trace in 3 calls" in parts["sample"]
    assert "hint: a Python function is called in a loop (program.py:22, " in parts["sample"]
    assert "1.4 MiB, is captured by value" in parts["sample"]
    assert "made 150 operations: a Python loop is unrolled" in parts["unrolled"]
    assert "the first call created variables" in parts["creates"]
    assert "never_called" not in report
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and page.count("\\u003csvg") >= 8


def test_timelines_for_other_programs(tmp_path):
    (tmp_path / "program.py").write_text(
        "import tensorflow as tf\nf = tf.function(lambda x: x @ x)\nf(tf.ones([2, 2]))\n"
    )
    done = run("explain", "--trace", "trace.json", "--logdir", "log", "program.py", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"written: {tmp_path}/trace.json\nwritten: {tmp_path}/log\n" in done.stdout
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert {event["cat"] for event in events if event["ph"] == "X"} == {"trace", "compile", "run", "instruction"}
    assert len([*tmp_path.glob("log/plugins/profile/*/*.xplane.pb")]) == 1


def test_a_notebook(tmp_path):
    cells = ["import tensorflow as tf\n@tf.function\ndef f(x):\n    return tf.exp(x) * 2.0", "f(tf.ones([300]))"]
    cells = [
        {"cell_type": "code", "metadata": {}, "source": cell, "outputs": [], "execution_count": None} for cell in cells
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "book.ipynb").write_text(json.dumps(book))
    done = run("explain", "--html", "out.html", "book.ipynb", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "return tf.exp(x) * 2.0" in page and "book.ipynb" in page


def test_a_script_that_fails(tmp_path):
    (tmp_path / "program.py").write_text("import tensorflow as tf\nf = tf.function(lambda x: x)\nf(1)\nf.nothing\n")
    done = run("explain", "--html", "out.html", "program.py", folder=tmp_path)
    assert done.returncode == 1 and (tmp_path / "out.html").exists()
    assert "AttributeError" in done.stderr and "script.py" not in done.stderr
    assert "1 trace in 1 call" in done.stdout


def test_usage(tmp_path):
    done = run("explain", "missing.py", folder=tmp_path)
    assert done.returncode == 2 and "no such file: missing.py" in done.stderr
    (tmp_path / "program.py").write_text("print('it ran')\n")
    done = run("explain", "--html", "nowhere/x.html", "program.py", folder=tmp_path)
    assert done.returncode == 2 and "no such folder: " in done.stderr and "it ran" not in done.stdout
    usage = run("explain", "--help", folder=tmp_path).stdout
    assert all(option in usage for option in ("--html", "--trace", "--logdir"))
