"""Runs the calls and programs of error_programs.py for their errors: `python error_worker.py MODULE ITEMS OUTCOMES`.

An item is (how, line): "eagerly", "function", "graph", or "program" with the name of one. Each runs in a child of its own. The
outcome is None, or (names of the error's class and its bases, text).
"""

import importlib
import os
import pickle
import signal
import sys
import tempfile
import textwrap

SECONDS = 60


def run(tf, how, text, programs):
    if how == "program":
        with tempfile.TemporaryDirectory() as folder:
            code = textwrap.dedent(programs[text])
            path = os.path.join(folder, f"{text}.py")  # where conversion finds the source
            with open(path, "w") as file:
                file.write(code)
            exec(compile(code, path, "exec"), {"tf": tf, "path": folder, "__name__": "program"})
        return
    expression, _, shapes = text.partition(" |")
    shapes = [eval(shape) for shape in shapes.split()]
    call = eval(f"lambda {', '.join('ab'[: len(shapes)])}: {expression}", {"tf": tf})
    if how == "graph":
        with tf.Graph().as_default():
            call(*map(tf.ones, shapes))
    else:
        call = tf.function(call, autograph=False) if how == "function" else call
        call(*map(tf.ones, shapes))


def error_of(*arguments):
    try:
        run(*arguments)
    except Exception as error:
        return [cls.__name__ for cls in type(error).__mro__], str(error)
    return None


def main(module, items_path, path):
    with open(items_path, "rb") as file:
        items = pickle.load(file)
    if module == "graphwright":
        importlib.import_module("graphwright.as_tensorflow")
    tf = importlib.import_module("tensorflow")
    importlib.import_module("keras")
    from parity.base.error_programs import PROGRAMS

    with open(path, "wb") as file:
        for how, text in items:
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                signal.alarm(SECONDS)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                with os.fdopen(write, "wb") as stream:
                    stream.write(pickle.dumps(error_of(tf, how, text, PROGRAMS)))
                os._exit(0)
            os.close(write)
            with os.fdopen(read, "rb") as stream:
                data = stream.read()
            os.waitpid(child, 0)
            file.write(data or pickle.dumps((["died"], "")))


if __name__ == "__main__":
    main(*sys.argv[1:])
