"""Notebooks in Jupyter's own kernel, where nbclient and ipykernel are installed: cells as people write them."""

from __future__ import annotations

import sys
import time

import pytest

from support.cells import HAS_TENSORFLOW, ROOT, normalise

nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
nbformat = pytest.importorskip("nbformat")

ALIAS = "import graphwright.as_tensorflow"
CELLS = """
import tensorflow as tf
tf.random.set_seed(1)
# %%
@tf.function
def halvings(n):
    steps = tf.constant(0)
    while n > 1:
        n = n // 2
        steps += 1
    return steps

halvings(tf.constant(100))
# %%
factor = 3

@tf.function
def scaled(x):
    print("traced with", factor)
    tf.print("runs with", x)
    return [x * factor for _ in range(2)]

scaled(tf.constant(2.0))
# %%
def inner(x):
    return x + 1

@tf.function
def outer(x):
    if x > 0:
        return inner(x)
    return x

outer(tf.constant(1))
# %%
def inner(x):  # a cell that is run again with another text: only what is traced anew sees it
    return x + 10

outer(tf.constant(1)), outer(tf.constant(1.0))
# %%
@tf.function
def bad(x):
    y = x + 1
    return tf.matmul(y, y)

bad(tf.ones([2, 3]))
# %%
print(tf.Variable([1, 2]), tf.constant("a"))
tf.data.Dataset.range(3)
# %%
import asyncio

await asyncio.sleep(0)
v = tf.Variable(2.0)
with tf.GradientTape() as tape:
    w = v * v
display(tape.gradient(w, v))
# %%
class Net(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, x):
        total = 0.0
        for row in x:
            if row < 0:
                continue
            total += row
        return total

Net()(tf.constant([1.0, -2.0, 3.0]))
# %%
%%capture said
tf.print("caught")
halvings(tf.constant(3))
# %%
said.stdout, bad.__name__, _
"""


def run(cells: list[str], **options) -> list[dict]:
    """The cells with what Jupyter made of them."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "python3", "language": "python"}
    client = nbclient.NotebookClient(book, kernel_name="python3", allow_errors=True, timeout=180, **options)
    # The kernel of this interpreter, whatever is registered under that name.
    client.create_kernel_manager()
    client.km.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    client.execute()
    return book.cells


def shown(cell: dict) -> list:
    """What a cell shows: results and texts; of an error its class."""
    found = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream" and output["name"] == "stdout":
            found.append(["text", normalise(output["text"])])
        elif output["output_type"] == "error":
            found.append(["error", output["ename"]])
        elif "data" in output:
            found.append([output["output_type"], normalise(output["data"]["text/plain"])])
    return found


def test_cells_show_what_they_show_on_tensorflow():
    if not HAS_TENSORFLOW:
        pytest.skip("TensorFlow is not installed")
    cells = [cell.strip() for cell in CELLS.split("# %%\n")]
    theirs = run(cells)
    ours = run([ALIAS + "\n" + cells[0], *cells[1:]])
    assert [shown(cell) for cell in ours] == [shown(cell) for cell in theirs]
    assert sum(map(bool, map(shown, ours))) >= len(cells) - 2


def test_an_error_names_the_line_of_its_cell():
    cells = [
        "import graphwright as tf",
        "@tf.function\ndef f(x):\n    y = x + 1\n    return tf.matmul(y, y)\n\nf(tf.ones([2, 3]))",
    ]
    output = run(cells)[1]["outputs"][-1]
    assert output["output_type"] == "error"
    assert "return tf.matmul(y, y)" in "\n".join(output["traceback"])


def test_a_loop_is_interrupted_and_the_kernel_lives_on():
    cells = [
        "import graphwright as tf\nimport os, signal, threading, time",
        "@tf.function\ndef forever(n):\n    while n > 0:\n        n += 1.0\n        n = tf.sqrt(n)\n    return n\n"
        "threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()\nbegun = time.time()\nforever(tf.constant(1.0))",
        "time.time() - begun, int(tf.constant(1) + 1)",
    ]
    begun = time.time()
    done = run(cells)
    assert [output["ename"] for output in done[1]["outputs"]] == ["KeyboardInterrupt"]
    seconds, two = eval(done[2]["outputs"][0]["data"]["text/plain"])
    assert (two, 1 <= seconds <= time.time() - begun) == (2, True)


def test_rich_displays_of_the_extension():
    cells = [
        "import graphwright as tf\n%load_ext graphwright",
        "tf.constant([1.0, 2.0])",
        "tf.data.Dataset.range(3).batch(2)",
        "%doctor",
    ]
    _, tensor, dataset, doctor = run(cells)
    assert tensor["outputs"][0]["data"]["text/plain"].startswith("<tf.Tensor: shape=(2,)")
    assert "least, greatest, mean" in tensor["outputs"][0]["data"]["text/html"]
    assert ">Batch<" in dataset["outputs"][0]["data"]["text/html"]
    assert "oneDNN" in doctor["outputs"][0]["text"]


@pytest.mark.parametrize("name", ["ko/04_functions", "zh/05_autograph"])
def test_tutorials(name):
    path = ROOT / "notebooks" / f"{name}.ipynb"
    book = nbformat.read(path, as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    done = run([ALIAS, *(cell.source for cell in code)])[1:]
    allowed = ["raises-exception" in cell.metadata.get("tags", []) for cell in code]
    failed = [
        output["evalue"]
        for cell, may_fail in zip(done, allowed, strict=True)
        for output in cell["outputs"]
        if output["output_type"] == "error" and not may_fail
    ]
    assert not failed
