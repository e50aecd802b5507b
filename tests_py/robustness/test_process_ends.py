"""Processes end in order while daemon threads are in the midst of anything that takes time.

GRAPHWRIGHT_ENDS=20 ends each kind of work so many times, in other ways and at other moments.
"""

import os
import random
import subprocess
import sys

import pytest

RUNS = int(os.environ.get("GRAPHWRIGHT_ENDS", "1"))

# What a thread does without end.
WORK = {
    "a data set": """
for _ in tf.data.Dataset.range(10**9).map(lambda x: x + 1, num_parallel_calls=4).batch(7).prefetch(2):
    pass
""",
    "a data set of Python's": """
for _ in tf.data.Dataset.from_generator(lambda: iter(int, 1), tf.int32).prefetch(2).batch(3):
    pass
""",
    "data sets in parallel": """
inner = lambda x: tf.data.Dataset.range(3)
for _ in tf.data.Dataset.range(100).repeat().interleave(inner, cycle_length=4, num_parallel_calls=4).shuffle(50):
    pass
""",
    "Python in a data set": """
def plain(x):
    return tf.py_function(lambda y: y + 1, [x], tf.int64)
for _ in tf.data.Dataset.range(10**9).map(plain, num_parallel_calls=3).prefetch(3):
    pass
""",
    "Python that fails in a data set": """
def fails(x):
    raise RuntimeError("told to")
def plain(x):
    return tf.py_function(fails, [x], tf.int64)
iterator = iter(tf.data.Dataset.range(10**9).map(plain).batch(2).prefetch(3))
while True:
    try:
        next(iterator)
    except tf.errors.OpError:
        pass
""",
    "gradients": """
while True:
    with tf.GradientTape() as tape:
        v = tf.Variable(tf.ones([50, 50]))
        y = tf.reduce_sum(tf.matmul(v, v) ** 2)
    tape.gradient(y, v)
""",
    "training": """
v = tf.Variable(tf.ones([64, 64]))
@tf.function
def step(x):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.tanh(tf.matmul(x, v)))
    v.assign_sub(1e-3 * tape.gradient(y, v))
    return y
while True:
    step(tf.ones([64, 64]))
""",
    "tracing": """
while True:
    @tf.function
    def f(x):
        total = x
        for _ in tf.range(3):
            if total[0] > 2:
                total = total - 1
            else:
                total = tf.cond(total[1] > 3, lambda: total * 2, lambda: total + 1)
        return total
    f(tf.ones([5]))
""",
    "rows at once": "while True: tf.vectorized_map(lambda r: tf.reduce_sum(r * r), tf.ones([100, 20]))",
    "row by row": "while True: tf.map_fn(lambda r: r * 2 + tf.random.normal([3]), tf.ones([200, 3]))",
    "random numbers": "while True: tf.random.gamma([3000000], 2.0)",
    "products": "while True: tf.matmul(tf.ones([700, 700]), tf.ones([700, 700]))",
    "convolutions": """
x, filters = tf.ones([8, 64, 64, 16]), tf.ones([3, 3, 16, 32])
while True:
    tf.nn.conv2d(x, filters, 1, "SAME")
""",
    "sorting": "while True: tf.sort(tf.random.uniform([2000000]))",
    "decompositions": """
x = tf.random.normal([300, 300])
while True:
    tf.linalg.svd(x), tf.linalg.inv(x), tf.linalg.eigh(x)
""",
    "machine code": "while True: tf.function(lambda x: tf.tanh(x) * tf.exp(x) + 1, jit_compile=True)(tf.ones([1000]))",
    "checkpoints": """
import tempfile
folder = tempfile.mkdtemp()
checkpoint = tf.train.Checkpoint(v=tf.Variable(tf.ones([100, 1000])))
while True:
    checkpoint.restore(checkpoint.save(folder + "/x"))
""",
    "saved models": """
import tempfile
folder = tempfile.mkdtemp()
class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def f(self, x):
        return x * 2
while True:
    tf.saved_model.save(Model(), folder)
    tf.saved_model.load(folder).f(tf.ones([2]))
""",
    "waiting for a queue": "tf.queue.FIFOQueue(2, tf.float32).dequeue()",
    "waiting in Python": "tf.function(lambda x: tf.py_function(lambda y: (time.sleep(1000), y)[1], [x], tf.float32))(1.0)",
    "sessions": """
v1 = tf.compat.v1
while True:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        session.run(x * 2 + 1, {x: [1.0, 2.0]})
""",
    "Jacobians": """
while True:
    with tf.GradientTape(persistent=True) as tape:
        x = tf.Variable(tf.ones([10]))
        y = tf.sin(x) * x[0]
    tape.jacobian(y, x), tape.jacobian(y, x, experimental_use_pfor=False)
""",
    "ragged tensors": "while True: tf.ragged.constant([[1, 2], [3]]) + 1, tf.strings.split(['a b', 'c'])",
    "images": "while True: tf.io.decode_jpeg(tf.io.encode_jpeg(tf.zeros([100, 100, 3], tf.uint8)))",
    "threads of its own": """
while True:
    others = [threading.Thread(target=lambda: tf.function(lambda x: x + 1)(1.0)) for _ in range(3)]
    [other.start() for other in others]
    [other.join() for other in others]
""",
}
# How the program ends, and with which status.
ENDS = {
    "": 0,
    "sys.exit(3)": 3,
    "raise ValueError('the last line')": 1,
    "many = [[i] for i in range(300000)]": 0,  # which the interpreter takes its time to take down
    "import atexit; atexit.register(lambda: tf.function(lambda x: x + 1)(2.0))": 0,
}


def program(work, end, threads, pause):
    body = "\n".join("    " + line for line in work.strip().splitlines())
    return (
        "import sys, threading, time, warnings\nimport graphwright as tf\n"
        "warnings.simplefilter('ignore')\ntf.get_logger().setLevel('ERROR')\n"
        f"def work():\n{body}\n"
        f"for _ in range({threads}):\n    threading.Thread(target=work, daemon=True).start()\n"
        f"time.sleep({pause})\nprint('end', flush=True)\n{end}\n"
    )


@pytest.mark.parametrize("kind", WORK)
def test_ends(kind):
    import graphwright

    env = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(graphwright.__file__))}
    draw = random.Random(kind)
    for _ in range(RUNS):
        end = draw.choice(list(ENDS))
        text = program(WORK[kind], end, draw.choice([1, 2, 3]), draw.choice([0.02, 0.1, 0.3, 0.5]))
        done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (ENDS[end], "end\n"), f"{text}\n{done.stderr}"
