"""Runs the programs of logged_programs.py, each in a child of its own: `python logged_worker.py MODULE NAMES OUTCOMES`.

For each follow, pickled, a list of what was said, (level or class of the warning, text), and the class of the error or None.
"""

import contextlib
import importlib
import io
import logging
import os
import pickle
import signal
import sys
import tempfile
import warnings

SECONDS = 60


class _Records(logging.Handler):
    def __init__(self, found):
        super().__init__()
        self.found = found

    def emit(self, record):
        self.found.append((record.levelname, record.getMessage()))


def said_by(tf, program):
    found, error = [], None
    logger = tf.get_logger()
    logger.handlers, logger.propagate = [_Records(found)], False
    logger.setLevel(logging.INFO)
    tf.constant(0)  # until then TensorFlow takes everything for a graph
    with contextlib.ExitStack() as stack:
        caught = stack.enter_context(warnings.catch_warnings(record=True))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        warnings.simplefilter("always")
        try:
            program(tf, folder)
        except Exception as raised:
            error = type(raised).__name__
        found += [(w.category.__name__, str(w.message)) for w in caught if not issubclass(w.category, ResourceWarning)]
    return found, error


def main(module, names_path, path):
    with open(names_path, "rb") as file:
        names = pickle.load(file)
    if module == "graphwright":
        importlib.import_module("graphwright.as_tensorflow")
    tf = importlib.import_module("tensorflow")
    from parity.base.logged_programs import PROGRAMS

    importlib.import_module("keras")
    with open(path, "wb") as file:
        for name in names:
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                signal.alarm(SECONDS)
                with os.fdopen(write, "wb") as stream:
                    stream.write(pickle.dumps(said_by(tf, PROGRAMS[name])))
                os._exit(0)
            os.close(write)
            with os.fdopen(read, "rb") as stream:
                data = stream.read()
            os.waitpid(child, 0)
            file.write(data or pickle.dumps(([], "the process ended")))


if __name__ == "__main__":
    main(*sys.argv[1:])
