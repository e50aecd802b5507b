"""Runs the programs of one environment and writes what they give: {name: {"value": …} or {"raised": …}}.

python run.py graphwright core RESULT.json einops sonnet …
"""

import importlib
import json
import os
import sys
import traceback
import warnings

warnings.simplefilter("ignore")
os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow"}


def main() -> None:
    which, environment, path, *names = sys.argv[1:]
    if which == "graphwright":
        import graphwright.as_tensorflow  # noqa: F401
    import numpy as np
    import tensorflow as tf

    from libraries.environments import files
    from libraries.registry import PROGRAMS, plain

    for name in files(environment):
        importlib.import_module(f"libraries.{name}")
    results = {}
    for name in names or PROGRAMS:
        tf.random.set_seed(3)
        np.random.seed(3)
        try:
            results[name] = {"value": plain(PROGRAMS[name]())}
        except Exception as error:  # noqa: BLE001 - the test tells of it
            traceback.print_exc()
            results[name] = {"raised": f"{type(error).__name__}: {str(error)[-500:]}"}
    with open(path, "w") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main()
