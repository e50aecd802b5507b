"""Programs that end, or fork, while functions run."""

import os
import subprocess
import sys

import pytest

PROGRAMS = {
    "daemon thread in a loop": """
@tf.function
def f(x):
    total = x
    for _ in tf.range(10**9):
        total = tf.matmul(total, x) * 1e-3
    return total

thread = threading.Thread(target=lambda: f(tf.ones([300, 300])), daemon=True)
thread.start()
time.sleep(0.5)
""",
    "daemon thread in Python of a py_function": """
@tf.function
def f(x):
    for i in tf.range(10**9):
        x += tf.reshape(tf.py_function(lambda v: v, [i], tf.int32), [])
    return x

thread = threading.Thread(target=lambda: f(tf.constant(1)), daemon=True)
thread.start()
time.sleep(0.3)
""",
    "daemon threads that trace": """
def work():
    while True:
        tf.function(lambda x: x * 2 + 1)(tf.ones([100, 100]))

for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.3)
""",
    "functions called while the interpreter ends": """
import atexit, builtins
f = tf.function(lambda x: x + 1)
f(1.0)

class Last:
    def __del__(self, f=f):
        assert f(1.0) == 2.0

builtins.last = Last()
atexit.register(lambda: f(2.0))
""",
    "a leaked tensor, function, tape and variable": """
import builtins
builtins.v = tf.Variable([1.0])
builtins.f = tf.function(lambda x: x * v)
builtins.tape = tf.GradientTape(persistent=True)
with tape:
    builtins.y = f(tf.ones([1]))
""",
}


def run(text, imports="import graphwright as tf"):
    import graphwright

    root = os.path.dirname(os.path.dirname(graphwright.__file__))
    program = f"import threading, time\n{imports}\n{text}\nprint('end', flush=True)\n"
    env = {**os.environ, "PYTHONPATH": root, "PYTHONFAULTHANDLER": "1"}
    return subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_end(name):
    result = run(PROGRAMS[name])
    assert (result.returncode, result.stdout) == (0, "end\n"), result.stderr


def test_a_kernel_that_takes_longer_than_the_process_waits():
    """Its code and memory stay until the process is gone; the status and what is still in buffers are not lost."""
    result = run("""
import ctypes, sys
x = tf.fill([1000, 1000], 1e-21)  # products below the least normal number take long
thread = threading.Thread(target=tf.function(lambda: [tf.matmul(x, x) for _ in range(20)]), daemon=True)
thread.start()
time.sleep(1)
ctypes.CDLL(None).puts(b"buffered")
sys.exit(3)
""")
    assert (result.returncode, result.stdout) == (3, "buffered\n"), result.stderr


def test_a_program_ends_whose_thread_has_imported_graphwright():
    text = """
importing = threading.Thread(target=__import__, args=("graphwright",))
importing.start()
importing.join()
import builtins
import graphwright as tf
builtins.kept = [tf.function(lambda x: x + 1), tf.Variable(1.0), tf.constant([2.0])]
assert float(builtins.kept[0](1.0)) == 2.0
"""
    result = run(text, imports="")
    assert (result.returncode, result.stdout) == (0, "end\n"), result.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_functions_run_in_a_forked_process():
    result = run("""
import os, signal
@tf.function
def f(x):
    total = x
    for _ in tf.range(10):
        total = tf.matmul(total, x) * 0.01
    return tf.reduce_sum(total)

x = tf.ones([200, 200])
before = float(f(x))
child = os.fork()
if child == 0:
    signal.alarm(30)
    same = float(f(x)) == before and float(tf.function(lambda y: tf.reduce_sum(y @ y))(x)) == 8e6
    os._exit(0 if same else 1)
assert os.waitpid(child, 0)[1] == 0
assert float(f(x)) == before
""")
    assert (result.returncode, result.stdout) == (0, "end\n"), result.stderr
