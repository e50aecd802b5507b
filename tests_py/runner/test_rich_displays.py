"""`%load_ext graphwright`: what IPython shows for values, and the magics."""

from __future__ import annotations

import builtins
import re
import subprocess
import sys

import pytest

from support import execute_cells
from support.processes import environment

IPython = pytest.importorskip("IPython")


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """A shell that keeps nothing in the user's folder, and leaves this process as it was."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    main, known = sys.modules["__main__"], set(vars(builtins))
    settings = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(ipython_dir=str(tmp_path_factory.mktemp("ipython")), config=settings)
    shell.run_cell("%load_ext graphwright\nimport graphwright as tf\nimport numpy as np")
    yield shell
    shell.run_line_magic("unload_ext", "graphwright")
    shell.restore_sys_module_state()
    InteractiveShell.clear_instance()
    sys.modules["__main__"] = main
    for name in set(vars(builtins)) - known:
        delattr(builtins, name)


def shown(shell, expression):
    """Gives what a notebook would show for an expression: its text, and its HTML or None."""
    value = eval(expression, shell.user_ns)
    data, _ = shell.display_formatter.format(value)
    assert data["text/plain"].replace("\n", "") == IPython.lib.pretty.pretty(value).replace("\n", "")
    page = data.get("text/html")
    assert page is None or "<script" not in page
    return data["text/plain"], page


def test_tensors(shell):
    text, page = shown(shell, "tf.constant([[1.5, float('nan')], [-2.0, 4.0]])")
    assert text.startswith("<tf.Tensor: shape=(2, 2), dtype=float32, numpy=")
    for part in ("(2, 2)", "float32", "CPU:0", "16 B", "-2, 4, 1.16667", "1 NaN, 0 infinite", ">1.5<", ">nan<"):
        assert part in page
    large = shown(shell, "tf.reshape(tf.range(600), [20, 30])")[1]
    assert ">…<" in large and ">599<" in large and ">300<" not in large and "0, 599, 299.5" in large
    page = shown(shell, "tf.constant(['<script>', b'\\xff'])")[1]
    assert "&lt;script&gt;" in page and r"\xff" in page
    assert ">true<" in shown(shell, "tf.constant([True, False])")[1].lower()
    for expression in (
        "tf.constant(3)", "tf.zeros([0, 3])", "tf.ones([2, 2, 2])", "tf.constant(1j)", "tf.cast([1.5, 2.0], tf.bfloat16)",
        "tf.constant('text')", "tf.cast([1, 2], tf.quint8)", "tf.Variable(1.0).handle", "tf.fill([2, 2], float('inf'))",
    ):  # fmt: skip
        assert "dtype" in shown(shell, expression)[1]


def test_tensors_of_graphs(shell):
    shell.run_cell(
        "g = tf.Graph()\nwith g.as_default():\n    t = tf.exp(tf.compat.v1.placeholder(tf.float32, [None, 2], 'x'))"
    )
    page = shown(shell, "t")[1]
    assert "Tensor of a graph" in page and "Exp:0" in page and "(None, 2)" in page


def test_variables_and_composite_tensors(shell):
    page = shown(shell, "tf.Variable([1.0, 2.0], name='w', trainable=False)")[1]
    assert "w:0" in page and "trainable" in page and ">no<" in page and ">2<" in page
    page = shown(shell, "tf.ragged.constant([[1, 2], [], [3]])")[1]
    assert "(3, None)" in page and "[1, 2]\n[]\n[3]" in page
    page = shown(shell, "tf.sparse.from_dense([[0, 7], [0, 0]])")[1]
    assert "1 of 4 (25.00%)" in page and "(0, 1)" in page and ">7<" in page


def test_data_sets_do_not_run(shell):
    shell.run_cell(
        "ran = []\ndef tell():\n    ran.append(1)\n    yield 1\n"
        "d = tf.data.Dataset.from_generator(tell, output_signature=tf.TensorSpec([], tf.int32)).map(lambda x: {'a': x + 1})\n"
        "z = tf.data.Dataset.zip(d, tf.data.Dataset.range(3).batch(2)).prefetch(1)"
    )
    page = shown(shell, "z")[1]
    stages = re.findall(r"<td[^>]*>(\xa0*)(Prefetch|Zip|Map|Batch|Range)</td>", page)
    assert [(len(indent) // 4, name) for indent, name in stages] == [
        (0, "Prefetch"), (1, "Zip"), (2, "Map"), (2, "Batch"), (3, "Range"),
    ]  # fmt: skip
    assert "not known" in page and "&#x27;a&#x27;: TensorSpec" in page
    assert shell.user_ns["ran"] == []
    assert ">5<" in shown(shell, "tf.data.Dataset.range(5)")[1]
    assert "infinitely many" in shown(shell, "tf.data.Dataset.range(5).repeat()")[1]


def test_checkpoints(shell, tmp_path):
    shell.user_ns["folder"] = str(tmp_path)
    shell.run_cell(
        "net = tf.Module()\nnet.w = tf.Variable(tf.zeros([3, 4]))\nnet.parts = [tf.Variable(1), tf.Variable('a')]\n"
        "c = tf.train.Checkpoint(net=net)\nm = tf.train.CheckpointManager(c, folder, max_to_keep=2)"
    )
    before = set(tmp_path.iterdir())
    page = shown(shell, "c")[1]
    assert "net/w" in page and "net/parts/1" in page and "(3, 4)" in page
    assert set(tmp_path.iterdir()) == before and "save_counter" not in page
    assert "checkpoints" in shown(shell, "m")[1]
    shell.run_cell("path = m.save()")
    assert re.search(r">ckpt-1</td><td[^>]*>[\d.]+ (B|KiB)<", shown(shell, "m")[1])
    page = shown(shell, "tf.train.load_checkpoint(path)")[1]
    assert "net/w/.ATTRIBUTES/VARIABLE_VALUE" in page and "48 B" in page and "[3, 4]" in page


def test_functions_and_graphs_show_themselves(shell):
    shell.run_cell("@tf.function\ndef f(x):\n    return tf.exp(x)\nf(1.0); f(tf.constant(1.0))")
    text, page = shown(shell, "f")
    assert "Exp" in page and "traces" in page


def test_magics(shell, capsys):
    shell.run_cell("%doctor")
    said = capsys.readouterr().out
    assert "oneDNN " in said and "processor " in said
    report = shell.run_cell("%explain f").result
    assert str(report).startswith("f: 2 traces in 2 calls")
    shell.run_cell("%%explain\n@tf.function\ndef fresh(x):\n    return tf.sin(x) * 2.0\nfresh(tf.ones([3]))")
    said = capsys.readouterr().out
    assert "1 tf.function traced" in said and "fresh" in said and "Sin" in said


def test_a_value_without_a_display_shows_its_text(shell):
    shell.run_cell("r = tf.train.load_checkpoint(path)\nr.get_variable_to_shape_map = None")
    assert shown(shell, "r")[1] is None


def test_it_can_be_taken_back(shell):
    shell.run_line_magic("unload_ext", "graphwright")
    assert shown(shell, "tf.constant(1)")[1] is None
    shell.run_line_magic("load_ext", "graphwright")
    assert shown(shell, "tf.constant(1)")[1] is not None


def test_without_the_extension_nothing_changes(tmp_path):
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\nimport graphwright as tf\n"
        f"shell = InteractiveShell.instance(ipython_dir={str(tmp_path)!r})\n"
        "print(sorted(shell.display_formatter.format(tf.constant(1))[0]))\n"
        "print('load_ipython_extension' in dir(tf), callable(tf.load_ipython_extension))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    assert run.stdout == "['text/plain']\nFalse True\n"


def test_magics_without_jupyter(capsys):
    with execute_cells.load_runner().Session() as session:
        assert session.run_cell("%load_ext graphwright\nimport graphwright as tf").error is None
        assert session.run_cell("%doctor").error is None
        assert "oneDNN " in capsys.readouterr().out
        cell = "%%explain\n@tf.function\ndef fresh(x):\n    return tf.cos(x)\nfresh(tf.ones([3]))"
        assert session.run_cell(cell).error is None
        said = capsys.readouterr().out
        assert said.startswith("<tf.Tensor: ") and "1 tf.function traced" in said
