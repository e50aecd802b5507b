"""`python -m graphwright new-bug FILE.py`: what it makes is small, and fails in a fresh process as the program did."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphwright._src.runner.bug import attempt, literals
from support.processes import environment

# name -> (program, class of the error, most statements of what is made, what must be in it)
PROGRAMS = {
    "captured variable": (
        """
        import tensorflow as tf
        weight = tf.Variable(tf.ones([4, 3]), name="weight")
        log = []

        @tf.function
        def project(x):
            y = x + 1.0
            return tf.matmul(y, weight)

        def main():
            for i in range(3):
                x = tf.ones([2, 4 - i])
                log.append(i)
                print(project(x))

        main()
        """,
        "ValueError", 8, "matmul",
    ),
    "nested functions": (
        """
        import graphwright as tf

        def outer(n):
            scale = 3.0
            def inner(x, i):
                return tf.gather(x * scale, i)
            @tf.function
            def f(x):
                if tf.reduce_sum(x) > 0:
                    x = inner(x, n)
                return x
            return f

        for n in range(5):
            outer(n)(tf.constant([1.0, 2.0]))
        """,
        "InvalidArgumentError", 10, "gather",
    ),
    "method of a module": (
        """
        import tensorflow as tf

        class Dense(tf.Module):
            def __init__(self, size):
                super().__init__()
                self.w = tf.Variable(tf.zeros([size, 2]))
                self.calls = 0

            @tf.function
            def __call__(self, x):
                return x @ self.w

        class Net(tf.Module):
            def __init__(self):
                super().__init__()
                self.first, self.second = Dense(3), Dense(5)

            def __call__(self, x):
                return self.second(self.first(x))

        net = Net()
        print(len(net.trainable_variables))
        net(tf.ones([1, 3]))
        """,
        "ValueError", 16, "class Dense",
    ),
    "data set": (
        """
        import tensorflow as tf
        numbers = [3, 2, 1, 0]
        def divide(i):
            return 6 // i
        data = tf.data.Dataset.from_tensor_slices(numbers).map(divide).batch(2)
        total = 0
        for batch in data:
            total += int(tf.reduce_sum(batch))
        print(total)
        """,
        "InvalidArgumentError", 8, "//",
    ),
    "data set in a function": (
        """
        import tensorflow as tf
        def load(path):
            return tf.data.Dataset.from_tensors(path).map(tf.io.read_file)
        def train(epochs):
            step = tf.Variable(0)
            data = load("/no/such/file")
            for epoch in range(epochs):
                step.assign_add(1)
                for item in data:
                    print(item)
        train(2)
        """,
        "NotFoundError", 7, "read_file",
    ),
    "gradient": (
        """
        import tensorflow as tf
        x = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(x * x)
        print(tape.gradient(y, x))
        print(tape.gradient(y, x))
        """,
        "RuntimeError", 7, "tape.gradient",
    ),
    "custom gradient": (
        """
        import tensorflow as tf

        @tf.custom_gradient
        def clipped(x):
            def grad(dy):
                return tf.clip_by_value(dy, 1.0, [0.0, 1.0])
            return x, grad

        def step(v):
            with tf.GradientTape() as tape:
                tape.watch(v)
                loss = tf.reduce_sum(clipped(v * 2.0))
            return tape.gradient(loss, v)

        start = tf.ones([3])
        print(start)
        step(start)
        """,
        "InvalidArgumentError", 14, "clip",
    ),
    "large arrays": (
        """
        import numpy as np
        import tensorflow as tf
        rng = np.random.default_rng(0)
        table = rng.normal(size=(20, 20)).astype("float32")
        half = tf.constant(rng.normal(size=(300,)), tf.bfloat16)
        @tf.function
        def checked(a, b):
            total = tf.reduce_sum(a) + tf.reduce_sum(tf.cast(b, tf.float32))
            if total < 1e9:
                tf.debugging.assert_equal(total, 0.0, message="no sum")
            return total
        def main(a):
            return checked(tf.constant(a) * 2.0, half)
        main(table)
        """,
        "InvalidArgumentError", 12, "arrays['array_0']",
    ),
    "ragged tensor": (
        """
        import tensorflow as tf
        rows = tf.ragged.constant([[1, 2], [3]])
        words = tf.constant(["a", "b"])
        def join(r, w):
            print(w)
            return r + tf.ragged.constant([[1], [2, 3]])
        join(rows, words)
        """,
        "InvalidArgumentError", 5, "ragged",
    ),
    "loop in a function": (
        """
        import tensorflow as tf
        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
        def grow(x):
            i = 0
            while i < 3:
                x = tf.concat([x, x], 0)
                i += 1
                tf.debugging.assert_less(tf.size(x), 9, message="too long")
            return x
        for size in (1, 2):
            grow(tf.ones([size]))
        """,
        "InvalidArgumentError", 10, "too long",
    ),
    "function made by a call": (
        """
        import functools
        import tensorflow as tf
        def raw(x, axis):
            return tf.reduce_sum(x, axis)
        fast = tf.function(functools.partial(raw, axis=2), autograph=False)
        values = {"a": tf.ones([2, 2]), "b": [1, 2]}
        def run(d):
            return {k: fast(v) for k, v in d.items()}
        run(values)
        """,
        "ValueError", 8, "axis",
    ),
    "an error of Python": (
        """
        import tensorflow as tf
        settings = {"rate": 0.1, "steps": [1, 2, 3]}
        class Schedule:
            def __init__(self, **settings):
                self.settings = settings
            def at(self, step):
                return self.settings["decay"] * step
        @tf.function
        def train(step):
            return Schedule(**settings).at(step)
        train(tf.constant(1.0))
        """,
        "KeyError", 10, "decay",
    ),
    "an error that the program raises": (
        """
        import tensorflow as tf

        def make(n):
            state = {"w": tf.Variable(tf.zeros([n]))}
            def step(g):
                state["w"].assign_sub(g)
                if tf.reduce_sum(state["w"]) < -4:
                    raise RuntimeError(f"diverged with {len(state)} variable")
                return state["w"]
            return step

        step = make(2)
        while True:
            step(tf.ones([2]))
        """,
        "RuntimeError", 5, "if tf.reduce_sum",
    ),
    "session": (
        """
        import tensorflow as tf
        tf1 = tf.compat.v1
        graph = tf.Graph()
        with graph.as_default():
            x = tf1.placeholder(tf.float32, [None, 2], name="x")
            y = tf.reshape(x, [3])
            with tf1.Session() as session:
                print(session.run(y, {x: [[1.0, 2.0]]}))
        """,
        "InvalidArgumentError", 9, "session.run",
    ),
    "annotations of the future": (
        """
        '''A program with a docstring.'''
        from __future__ import annotations

        import sys
        import tensorflow as tf

        arrays = [tf.ones([2]), object()]

        def pick(values: list[Nowhere], i: int | None) -> Nowhere:
            return tf.gather(values[0], i)

        pick(arrays, 7)
        """,
        "InvalidArgumentError", 8, "from __future__ import annotations",
    ),
    "arguments and a module beside": (
        """
        import sys
        import tensorflow as tf
        from beside import helper
        count = int(sys.argv[1])
        print(helper(tf.ones([count]), count))
        """,
        "InvalidArgumentError", 6, "reshape",
    ),
    "state of an optimizer": (
        """
        import tensorflow as tf
        state = tf.Variable(tf.zeros([2, 2]))
        class Counter:
            def __init__(self):
                self.n = 0
            def next(self):
                self.n += 1
                return self.n
        counter = Counter()
        for _ in range(3):
            state.assign(tf.ones([counter.next(), 2]))
        """,
        "ValueError", 11, "assign",
    ),
}  # fmt: skip
BESIDE = "import tensorflow as tf\n\ndef helper(x, n):\n    return tf.reshape(x, [n + 1])\n"


def new_bug(folder, *words):
    return subprocess.run(
        [sys.executable, "-m", "graphwright", "new-bug", *map(str, words)],
        capture_output=True, text=True, timeout=300, cwd=folder, env=environment(), check=False,
    )  # fmt: skip


def error_of(folder, *words):
    """Gives the last paragraph that a program leaves on stderr, when it is run in a process of its own."""
    line = [sys.executable, *map(str, words)]
    run = subprocess.run(line, capture_output=True, text=True, timeout=120, cwd=folder, env=environment(), check=False)
    assert run.returncode == 1, run.stderr
    return run.stderr


def statements(text):
    return sum(isinstance(node, ast.stmt) for node in ast.walk(ast.parse(text)))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The finished processes of all programs, two at a time, with their folders."""

    def make(name):
        folder = tmp_path_factory.mktemp(re.sub(r"\W", "_", name))
        (folder / "program.py").write_text(textwrap.dedent(PROGRAMS[name][0]))
        words = []
        if "beside" in name:
            (folder / "beside.py").write_text(BESIDE)
            words = ["3"]
        return folder, new_bug(folder, "--seconds", "6", "program.py", *words)

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(PROGRAMS, pool.map(make, PROGRAMS), strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_made_fails_as_the_program_does(made, name):
    _, kind, most, has = PROGRAMS[name]
    folder, done = made[name]
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{kind}: ") and f"written: {folder / 'bug_program.py'}" in done.stdout
    text = (folder / "bug_program.py").read_text()
    assert has in text
    assert statements(text) <= most, text
    assert (folder / "bug_program.npz").exists() == ("arrays[" in text)
    assert re.search(r"^# graphwright +\d", text, re.M) and "# processor " in text
    script = folder / "bug_program.py"
    alone = folder / "alone"
    alone.mkdir()
    for file in folder.glob("bug_program.*"):
        os.replace(file, alone / file.name)
    found = error_of(alone, alone / script.name)
    assert re.search(rf"^(\w+\.)*{kind}: ", found, re.M), found
    essence = done.stdout.splitlines()[0].partition(": ")[2]
    # Up to what stands for names of nodes and places.
    for part in re.split(r"a node|…", essence):
        assert " ".join(part.split()) in " ".join(re.sub(r"\{\{[^}]*\}\}", "", found).split())


@pytest.mark.parametrize(
    "program, status, said",
    [
        ("print('fine')", 1, "ends without an error"),
        ("x = = 1", 1, "is no program: invalid syntax in line 1"),
        ("raise SystemExit(3)", 1, "ends without an error"),
        ("import time\ntime.sleep(60)", 1, "did not end within"),
        ("import os\nraise ValueError(f'process {os.getpid()}')", 1, "but another run of it does not"),
    ],
)  # fmt: skip
def test_it_says_why_there_is_none(tmp_path, program, status, said):
    (tmp_path / "program.py").write_text(program)
    done = new_bug(tmp_path, "--timeout", "1.5", "program.py")
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("no script: ") and said in done.stderr
    assert not (tmp_path / "bug_program.py").exists()


def test_notebooks_are_no_scripts(tmp_path):
    (tmp_path / "book.ipynb").write_text('{"cells": [], "metadata": {}}')
    done = new_bug(tmp_path, "book.ipynb")
    assert done.returncode == 1 and "is a notebook: save its code as a script" in done.stderr


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "program.py").write_text("import graphwright as tf\ntf.constant([1]) @ 2")
    (tmp_path / "mine.py").write_text("# mine")
    done = new_bug(tmp_path, "-o", "mine.py", "program.py")
    assert done.returncode == 1 and "mine.py is there already" in done.stderr
    assert (tmp_path / "mine.py").read_text() == "# mine"


def test_a_process_that_dies(tmp_path):
    (tmp_path / "program.py").write_text(
        "import os, signal\nimport tensorflow as tf\nx = tf.ones([2])\nfor i in range(3):\n    print(x)\n"
        "if len(x) == 2:\n    os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    done = new_bug(tmp_path, "program.py")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "SIGSEGV"), done.stderr
    text = (tmp_path / "bug_program.py").read_text()
    assert statements(text) == 2 and "SIGSEGV" in text


def test_values_are_written_as_they_are(gw):
    import numpy as np

    values = [
        1, -2.5, float("inf"), 3j, "a\n", b"\x00", None, ..., True, (1,), [], {"k": {1, 2}}, range(3), slice(1, None),
        gw.constant([[1.5, float("-inf")]]), gw.constant(3, gw.int8), gw.constant([b"\xff", b"x"]), gw.constant(1 + 2j),
        gw.constant([1.1, 2.3], gw.bfloat16), gw.zeros([0, 3]), gw.ones([100]), gw.constant([0.1] * 70, gw.half),
        gw.ragged.constant([[[1], []], [[2, 3]]]), gw.sparse.from_dense([[0, 1], [2, 0]]), gw.float32, gw.TensorShape([1, None]),
        gw.TensorSpec([None, 2], gw.int32, "x"), np.float32(0.1), np.arange(6).reshape(2, 3), np.array(["a", "b"]),
        np.zeros([0, 2]), gw.Variable([1.0, 2.0], trainable=False, name="v"),
    ]  # fmt: skip
    for value in values:
        writer = literals.Writer()
        text = writer.text(value)
        back = eval(text, {"tf": gw, "np": np, literals.ARRAYS: writer.arrays, "float": float})
        assert type(back) is type(value), text
        assert repr(back) == repr(value), text
        assert len(text) < 600


@pytest.mark.parametrize(
    "code, why",
    [("object()", "builtins.object"), ("tf.data.Dataset.range(1)", "RangeDataset"), ("open(os.devnull)", "TextIOWrapper"),
     ("list(range(1000))", "a list of 1000 items"), ("tf.lookup.experimental.DenseHashTable", "type")],
)  # fmt: skip
def test_values_that_cannot_be_written(gw, code, why):
    with pytest.raises(literals.CannotWriteError, match=why):
        literals.Writer().text(eval(code, {"tf": gw, "os": os}))


def test_lines_that_say_what_is_wrong():
    essence = attempt.essence_of
    graph = 'Graph execution error:\n\nDetected at node a (most recent call last):\n  File "a.py", line 1, in f\n\nbad'
    assert essence(graph + " [Op:__inference_f_12]") == "bad"
    assert essence("at 0x7f0011 of <a.B object at 0x12>") == essence("at 0x7f0022 of <a.B object at 0x13>")
    assert essence("") == ""
