"""Counts what libraries take from TensorFlow's inner modules: (module, name) by reading their source.

python tests_py/libraries/wanted.py FOLDER_OR_WHEEL_OR_SDIST … > tests_py/libraries/inner_names.tsv

Reads folders, wheels and sdists; what is left of it is what TensorFlow 2.21 has. A row is a module below `tensorflow`, a name
("" for the module alone), and how many files of how many libraries ask for it.
"""

from __future__ import annotations

import ast
import collections
import importlib
import os
import re
import sys
import tarfile
import types
import warnings
import zipfile

INNER = re.compile(r"tensorflow\.(python|core|compiler|tools|lite|dtensor|_api)\b")
ROOTS = ("python", "core", "compiler", "tools", "lite", "dtensor", "_api")
# Keras' own copy, which is another package's matter, and protocol buffers' files.
APART = re.compile(r"tensorflow\.python\.(keras|layers|estimator|tpu\.client)\b|_pb2")


def sources(path):
    """Yields (name, text) of the Python files of a folder or an archive that name an inner module."""
    if os.path.isdir(path):
        for folder, _, files in os.walk(path):
            for file in files:
                if file.endswith(".py"):
                    with open(os.path.join(folder, file), "rb") as source:
                        yield file, source.read()
    elif path.endswith((".whl", ".zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".py"):
                    yield name, archive.read(name)
    elif path.endswith((".tar.gz", ".tgz")):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.name.endswith(".py") and member.isfile():
                    yield member.name, archive.extractfile(member).read()


class _Names(ast.NodeVisitor):
    """What one file takes: full dotted paths, those of names that are bound to inner modules included."""

    def __init__(self):
        self.bound = {}
        self.found = set()

    def visit_Import(self, node):
        for item in node.names:
            if INNER.match(item.name):
                self.found.add(item.name)
                if item.asname:
                    self.bound[item.asname] = item.name
            if item.name == "tensorflow":
                self.bound[item.asname or "tensorflow"] = "tensorflow"

    def visit_ImportFrom(self, node):
        if node.level == 0 and node.module and INNER.match(node.module):
            for item in node.names:
                self.found.add(node.module if item.name == "*" else f"{node.module}.{item.name}")
                self.bound[item.asname or item.name] = f"{node.module}.{item.name}"
        elif node.module == "tensorflow" and node.level == 0:
            for item in node.names:
                if item.name in ROOTS:
                    self.bound[item.asname or item.name] = f"tensorflow.{item.name}"

    def path(self, node):
        if isinstance(node, ast.Name):
            return self.bound.get(node.id)
        if isinstance(node, ast.Attribute):
            above = self.path(node.value)
            return above and f"{above}.{node.attr}"
        return None

    def visit_Attribute(self, node):
        path = self.path(node)
        if path and INNER.match(path):
            self.found.add(path)
        self.generic_visit(node)


def names_of(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()
    reader = _Names()
    for node in ast.walk(tree):  # imports first, wherever they stand
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            reader.visit(node)
    reader.visit(tree)
    return reader.found


def split(path):
    """(module, name) of a dotted path, as TensorFlow has it; None where it has none."""
    parts = path.split(".")
    module, used = None, 0
    for count in range(len(parts), 1, -1):
        try:
            module = importlib.import_module(".".join(parts[:count]))
            used = count
            break
        except ImportError:
            continue
        except Exception:  # noqa: BLE001 - one that cannot be imported at all
            return None
    if module is None:
        return None
    for part in parts[used:]:
        if not isinstance(module, types.ModuleType):
            break
        if not hasattr(module, part):
            return None
        value = getattr(module, part)
        if isinstance(value, types.ModuleType) and value.__name__.startswith("tensorflow."):
            module, used = value, used + 1
            continue
        return module.__name__, part
    return module.__name__, ""


def main(paths):
    files, libraries = collections.Counter(), collections.defaultdict(set)
    for path in paths:
        library = re.split(r"-\d", os.path.basename(path))[0]
        for _, text in sources(path):
            if b"tensorflow" in text:
                for name in names_of(text):
                    files[name] += 1
                    libraries[name].add(library)
    import tensorflow  # noqa: F401

    rows, by = collections.Counter(), collections.defaultdict(set)
    for name, count in files.items():
        place = None if APART.search(name) else split(name)
        if place is not None and INNER.match(place[0] + ".") and not APART.search(place[0]):
            rows[place] += count
            by[place] |= libraries[name]
    for (module, name), count in sorted(rows.items()):
        print(module.removeprefix("tensorflow."), name, count, len(by[module, name]), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1:])
