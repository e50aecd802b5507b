"""Ctrl-C while a function runs: it stops soon, and variables hold what the last finished assignment gave them."""

import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import signal, sys, time
import graphwright as tf

# Whoever was started in the background by a shell has inherited that it is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

count = tf.Variable(0, dtype=tf.int64)
mirror = tf.Variable(0, dtype=tf.int64)
{body}

f(tf.constant(3, tf.int64))
count.assign(0)
mirror.assign(0)
print("ready", flush=True)
try:
    f(tf.constant(2**62, tf.int64))
except KeyboardInterrupt:
    stopped = time.time()
    a, b = int(count), int(mirror)
    assert a > 0 and 0 <= a - b <= 1, (a, b)
    f(tf.constant(1, tf.int64))
    assert int(count) == a + 1, (a, int(count))
    print(stopped, flush=True)
"""

BODIES = {
    "loop": """
@tf.function
def f(n):
    for _ in tf.range(n):
        count.assign_add(1)
        mirror.assign_add(1)
""",
    "loop in an inner function": """
@tf.function
def g(n):
    i = n * 0
    while i < n:
        count.assign_add(1)
        mirror.assign_add(1)
        i += 1
    return i

@tf.function
def f(n):
    return g(n) + 1
""",
    "loop of slow steps": """
heavy = tf.ones([300, 300])

@tf.function
def f(n):
    total = heavy
    for _ in tf.range(n):
        count.assign_add(1)
        for _ in range(5):
            total = tf.matmul(total, heavy) / 300.0
        mirror.assign_add(1)
    return total
""",
}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("name", "threads"), [*((name, None) for name in BODIES), ("loop of slow steps", "1")])
def test_ctrl_c_stops_a_loop(name, threads):
    """With one thread the signal meets the one that is inside of a matrix product: its handler must not harm that."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=BODIES[name])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **({"OMP_NUM_THREADS": threads} if threads else {})},
    )
    try:
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        time.sleep(0.5)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, err
    # 50 ms are meant; what a busy machine adds is not ours.
    assert float(out) - sent < 2.0
