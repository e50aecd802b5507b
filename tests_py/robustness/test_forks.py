"""Forks while other threads trace, compile, run and import: the child can do all that, too, and waits for nobody.

`GRAPHWRIGHT_FORKS` is how often (24).
"""

import os
import subprocess
import sys
import threading
import time

import pytest

from support.processes import environment

FORKS = int(os.environ.get("GRAPHWRIGHT_FORKS", "24"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")

# What a thread does again and again, by name; each is given a number of its own.
WORK = """
import importlib, os, random, signal, sys, tempfile, threading, time, traceback
import numpy as np
import graphwright as tf

shared = tf.function(lambda x, n: x + n)

def trace(i):
    @tf.function
    def f(x):
        for _ in tf.range(2):
            x = x * 2 if tf.reduce_sum(x) > 0 else shared(x, i)
        return x
    return float(tf.reduce_sum(f(tf.ones([3]))))

def retrace(i):
    return shared(tf.constant(1), i)

def compile(i):
    @tf.function(jit_compile=True)
    def f(x):
        return tf.exp(x) * float(i) + x - float(i)
    return f(tf.ones([64]))

def run(i):
    x = tf.random.normal([200, 200])
    return tf.linalg.matmul(x, x) + tf.sort(x)

def text(i):
    return tf.strings.regex_replace([f"a{i}b"] * 50, f"[a-c]{i}", "x")

def data(i):
    return [x for x in tf.data.Dataset.range(20).map(lambda x: x + i, num_parallel_calls=2).batch(3).prefetch(2)]

def gradient(i):
    v = tf.Variable(tf.ones([10]) * i)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.tanh(v) * v)
    v.assign_sub(tape.gradient(y, v))

def shared_by_name(i):
    queue = tf.queue.FIFOQueue(10, tf.int32, shared_name=f"q{i % 3}")
    queue.enqueue(1)
    queue.dequeue()
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    table.insert([i], [i])
    return table.lookup([i])

def spectrum(i):
    return tf.signal.fft(tf.cast(tf.ones([i % 40 + 2]), tf.complex64))

def convolve(i):
    v = tf.Variable(tf.random.normal([3, 3, i % 3 * 8 + 8, 16]))
    return tf.function(lambda x: tf.nn.conv2d(x, v, 1, "SAME"))(tf.ones([1, 12, 12, v.shape[2]]))

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)

def imports(i):
    with open(f"{folder}/made_{i}.py", "w") as file:
        file.write("import time\\ntime.sleep(0.005)\\n")
    importlib.invalidate_caches()
    importlib.import_module(f"made_{i}")

ALL = [trace, retrace, compile, run, text, data, gradient, shared_by_name, spectrum, convolve, imports]
"""

PROGRAM = (
    WORK
    + """
forks, seconds = int(sys.argv[1]), float(sys.argv[2])
rng = random.Random(4)
for work in ALL:
    work(0)
ends = threading.Event()
counter = iter(range(1, 10**9))

def busy(seed):
    mine = random.Random(seed)
    while not ends.is_set():
        work = mine.choice(ALL)
        try:
            work(next(counter))
        except Exception:
            traceback.print_exc()
            os._exit(3)

threads = [threading.Thread(target=busy, args=(i,), daemon=True) for i in range(3)]
for thread in threads:
    thread.start()
stuck = []
for number in range(forks):
    time.sleep(rng.uniform(0, 0.05))
    child = os.fork()
    if child == 0:
        import faulthandler
        faulthandler.dump_traceback_later(seconds, exit=True)
        try:
            for work in rng.sample(ALL, len(ALL)):
                work(10**9 + number)
        except BaseException:
            traceback.print_exc()
            os._exit(2)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        stuck.append((number, status))
ends.set()
print(stuck, flush=True)
os._exit(0)
"""
)


def run(code, *arguments, seconds):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=seconds,
        env=environment(GRAPHWRIGHT_CACHE_DIR=""),
    )


def test_children_of_busy_processes_end():
    done = run(PROGRAM, FORKS, 30, seconds=120 + 10 * FORKS)
    assert done.stdout == "[]\n" and done.returncode == 0, f"{done.stdout[-500:]}\n{done.stderr[-8000:]}"


def test_locks_that_other_threads_hold_are_free_in_the_child():
    from graphwright._src.base import forking
    from graphwright._src.function.locks import TraceLock

    plain, mine, trace = threading.Lock(), threading.RLock(), TraceLock()
    held, done = threading.Event(), threading.Event()
    for lock in (plain, mine):
        forking.free_after_fork(lock)

    def hold():
        with plain, mine, trace:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    try:
        child = os.fork()
        if child == 0:
            good = plain.acquire(timeout=5) and mine.acquire(timeout=5)
            with trace as taken:
                os._exit(0 if good and taken else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        done.set()
        thread.join()
        del forking._locks[-2:]


def test_the_thread_that_forks_keeps_its_locks():
    from graphwright._src.base import forking
    from graphwright._src.function.locks import TraceLock

    mine, trace = forking.free_after_fork(threading.RLock()), TraceLock()
    try:
        with mine, trace:
            child = os.fork()
            if child == 0:
                good = mine._is_owned() and mine.acquire(timeout=5)
                mine.release()
                with trace as taken:
                    good = good and taken
        if child == 0:
            with mine, trace as taken:
                os._exit(0 if good and taken else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        del forking._locks[-1:]


def test_a_fork_waits_for_calls_of_llvm():
    """LLVM's own locks cannot be freed in the child."""
    pytest.importorskip("llvmlite")
    from llvmlite.binding import ffi

    from graphwright._src.explain.jit import llvm

    llvm.machine_code("define void @region0() nounwind {\n  ret void\n}\n")
    begun, ended = threading.Event(), []

    def call():
        with ffi.lib._lock:
            begun.set()
            time.sleep(0.5)
            ended.append(True)

    thread = threading.Thread(target=call)
    thread.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        lock = ffi.lib._lock._lock
        os._exit(0 if ended and not lock._is_owned() and lock.acquire(timeout=5) else 1)
    thread.join()
    assert not ffi.lib._lock._lock._is_owned()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_fork_asks_for_no_lock_of_what_is_gone():
    code = (
        WORK
        + """
import gc
for i in range(60):
    for work in ALL:
        if work is not imports:
            work(i)
gc.collect()
others = [np.full(n, 255, np.uint8) for n in range(32, 800, 4) for _ in range(300)]  # in the place of what is gone
child = os.fork()
if child == 0:
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    )
    done = run(code, seconds=60)
    assert done.stdout == "0\n" and done.returncode == 0, done.stderr


def test_a_fork_inside_of_a_trace(gw):
    seen = []

    @gw.function
    def f(x):
        if not seen:
            seen.append(os.fork())
        return x + 1

    result = int(f(gw.constant(1)))
    if seen == [0]:
        os._exit(0 if result == 2 and int(f(gw.constant(2.0))) == 3 else 1)
    assert result == 2 and os.waitstatus_to_exitcode(os.waitpid(seen[0], 0)[1]) == 0


def test_half_imported_modules_are_imported_anew(tmp_path):
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(1)\nanswer = 42\n")
    code = f"""
import os, sys, threading, time
import graphwright
sys.path.insert(0, {str(tmp_path)!r})
threading.Thread(target=lambda: __import__("slow_module")).start()
time.sleep(0.3)
child = os.fork()
if child == 0:
    import signal
    signal.alarm(10)
    import slow_module
    os._exit(0 if slow_module.answer == 42 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    start = time.perf_counter()
    done = run(code, seconds=60)
    assert done.stdout == "0\n" and time.perf_counter() - start < 30, done.stderr


def test_a_subinterpreter_is_refused():
    code = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import os
read, write = os.pipe()
inner = interpreters.create()
text = f'''
import sys, os
sys.path[:] = {sys.path!r}
try:
    import graphwright
    said = "imported"
except ImportError as error:
    said = str(error)
os.write({write}, said.encode())
'''
interpreters.run_string(inner, text)
print(os.read(read, 1000).decode())
interpreters.destroy(inner)
import graphwright as tf
print(int(tf.constant(1) + 1))
"""
    done = run(code, seconds=60)
    assert "main interpreter" in done.stdout and done.stdout.endswith("\n2\n"), (done.stdout, done.stderr)
