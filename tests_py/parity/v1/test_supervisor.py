"""tf.compat.v1.train.Supervisor: sessions that are ready, what runs beside them, and how they end."""

import os
import subprocess
import sys

import graphwright

PROGRAM = """
import os, sys, tempfile
if sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow
import tensorflow as tf

v1 = tf.compat.v1
try:
    v1.train.Supervisor()
except RuntimeError as error:
    print(type(error).__name__)
v1.disable_eager_execution()
with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
    step = v1.train.get_or_create_global_step()
    w = v1.get_variable("w", [], initializer=v1.zeros_initializer())
    with tf.control_dependencies([v1.assign_add(w, 2.0)]):
        more = v1.assign_add(step, 1)
    v1.summary.scalar("w", w)
    sv = v1.train.Supervisor(logdir=folder, save_model_secs=1, save_summaries_secs=1)
    print(sv.save_path[len(folder):], sv.is_chief, type(sv.coord).__name__, sv.summary_op is not None, sv.global_step.name)
    calls = []
    with sv.managed_session() as session:
        sv.loop(None, lambda: (calls.append(1), sv.wait_for_stop()))
        while not sv.should_stop():
            if session.run(more) == 5:
                sv.request_stop()
        print(session.run([w, step]))
    print(sv.should_stop(), len(calls), sorted({f.split(".")[0].rstrip("0123456789-") for f in os.listdir(folder)}))
    again = v1.train.Supervisor(logdir=folder, summary_op=None)
    with again.managed_session() as session:
        print(session.run(step) <= 5)
    try:
        with sv.managed_session():
            raise ValueError("mine")
    except ValueError as error:
        print(error)
    plain = v1.train.Supervisor()
    seen = []

    def one(session, x, y=0):
        seen.append(int(session.run(more)) + x + y)
        if len(seen) == 3:
            plain.request_stop()

    v1.train.basic_train_loop(plain, one, [10], {"y": 5})
    print(seen, plain.summary_writer, plain.start_standard_services(None))
    other = v1.train.Supervisor(is_chief=False)
    try:
        other.start_standard_services(None)
    except RuntimeError as error:
        print(type(error).__name__)
    try:
        other.summary_computed(None, b"")
    except RuntimeError as error:
        print(type(error).__name__)
"""


def printed(which):
    """What the program prints on one of both."""
    root = os.path.dirname(os.path.dirname(graphwright.__file__))
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", PROGRAM, which]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=variables)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_as_tensorflow(tensorflow):
    assert printed("graphwright") == printed("tensorflow")
