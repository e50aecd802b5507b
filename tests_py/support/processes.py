"""Python in a process of its own, for tests."""

import os
import pickle
import subprocess
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def environment(**variables):
    """Returns the environment of a process that finds the modules that this one finds; `variables` are set in it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **variables}


def text_there(program, seconds=300):
    """Returns the text of what `program(tf)`, a function of a module of tests, gives on TensorFlow, in a process of its own.

    That is for what leaves threads or servers behind. TensorFlow now and then ends such a process itself: it gets three tries.
    """
    code = f"""
import os
import tensorflow as tf
import {program.__module__} as t
print(repr(t.{program.__name__}(tf)), flush=True)
os._exit(0)  # whatever the threads do
"""
    for _ in range(3):
        run = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            env=environment(),
            timeout=seconds,
            check=False,
        )
        if run.returncode == 0:
            return run.stdout.splitlines()[-1]
    raise RuntimeError(f"TensorFlow's process ended with {run.returncode}: {run.stderr[-3000:]}")


def pickled_outcomes(program, module, items, folder, name):
    """Returns what `python program MODULE ITEMS OUTCOMES` writes for each item; starts at once, waits when it is called.

    ITEMS and OUTCOMES are files in the folder, begun with the name.
    """
    items_path, path = os.path.join(folder, f"{name}.items"), os.path.join(folder, f"{name}.outcomes")
    with open(items_path, "wb") as file:
        pickle.dump(items, file)
    command = [sys.executable, program, module, items_path, path]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def wait():
        errors = process.communicate()[1].decode(errors="replace")
        if process.returncode != 0:
            raise RuntimeError(f"nothing ran on {module}: {errors[-2000:]}")
        with open(path, "rb") as file:
            return [pickle.load(file) for _ in items]

    return wait
