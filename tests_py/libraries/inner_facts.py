"""Tells of every row of inner_names.tsv what it is: {"module name": [kind, parameters] or "why it is not there"}.

python inner_facts.py tensorflow|graphwright RESULT.json
"""

import importlib
import inspect
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))


def rows():
    with open(os.path.join(HERE, "inner_names.tsv")) as file:
        return [line.rstrip("\n").split("\t") for line in file]


def parameters(value):
    """The names of what a function or class takes, "*" and "**" for what takes more; None where it does not tell."""
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [stars.get(each.kind, each.name) for each in found]


def fact(module, name):
    found = importlib.import_module(f"tensorflow.{module}")
    if not name:
        return ["module", None]
    value = getattr(found, name)
    if inspect.isclass(value):
        return ["class", parameters(value)]
    return ["function", parameters(value)] if callable(value) else ["value", None]


def main(which, path):
    if which == "graphwright":
        import graphwright.as_tensorflow  # noqa: F401
    import tensorflow  # noqa: F401

    facts = {}
    for module, name, *_ in rows():
        try:
            facts[f"{module} {name}"] = fact(module, name)
        except Exception as error:  # noqa: BLE001 - the test tells of it
            facts[f"{module} {name}"] = f"{type(error).__name__}: {error}"
    with open(path, "w") as file:
        json.dump(facts, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
