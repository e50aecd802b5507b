"""Public functions and classes say what they do, docstrings begin with it, and the examples in their texts are right."""

import ast
import doctest
import importlib.util
import inspect
import pathlib
import re

import pytest

import graphwright
from graphwright._src.base import export

# Importing the first two makes `import tensorflow` mean graphwright, in this process as well.
NOT_TO_BE_IMPORTED = {
    f"graphwright.{name}" for name in ("as_tensorflow", "keras", "__main__", "_core", "graphwright_cuda")
}


# Those that only an extra can import.
WITH_LLVMLITE = {"graphwright._src.explain.jit.llvm"}
# Whose classes are TensorFlow's own where that is imported, too: tests_py/parity/messages/test_protobuf.py runs its examples.
SHARED = "graphwright._src.messages.public"


def module_names():
    """By the files: the folders of public functions are no packages."""
    root = pathlib.Path(graphwright.__file__).parent
    names = []
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name in WITH_LLVMLITE and importlib.util.find_spec("llvmlite") is None:
            continue
        if not any(name == other or name.startswith(f"{other}.") for other in NOT_TO_BE_IMPORTED):
            names.append(name)
    return names


class Finder(doctest.DocTestFinder):
    """Finds what a file defines also where it says that it is of a public namespace."""

    def _from_module(self, module, obj):
        home = export.home_of(obj)
        return super()._from_module(module, obj) if home is None else home == module.__name__


@pytest.mark.parametrize("name", [name for name in module_names() if name != SHARED])
def test_examples(name):
    """The doctests of a module pass; `tf` is graphwright in each."""
    module = importlib.import_module(name)
    finder = Finder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output = []
    for test in finder.find(module, name, globs={**vars(module), "tf": graphwright}):
        runner.run(test, out=output.append)
    assert not runner.failures, "".join(output)


def test_examples_of_what_is_written_in_c():
    """Types of the core have texts as well; those with examples are run."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output = []
    for name in ("Tensor", "Variable"):
        cls = getattr(graphwright, name, None)
        if cls is not None:
            for test in finder.find(cls, name, module=False, globs={"tf": graphwright}):
                runner.run(test, out=output.append)
    assert not runner.failures, "".join(output)


def test_public_functions_and_classes_have_texts():
    missing = []
    for name in export.exported_names():
        value = export.exported(name)
        if callable(value) and not (inspect.getdoc(value) or "").strip():
            missing.append(name)
        if inspect.isclass(value) and value.__module__.startswith("graphwright."):
            missing += (
                f"{name}.{member}"
                for member, function in vars(value).items()
                if member[0] != "_" and inspect.isfunction(function) and not function.__doc__
            )
    assert not missing, f"without a text: {', '.join(missing)}"


def test_module_files_say_what_they_hold():
    missing = [name for name in module_names() if not importlib.import_module(name).__doc__]
    assert not missing


REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
QUESTION = re.compile(r"(What|How|Where|Whether|Which|When|Who|Whose|Why)\b")


PROPERTIES = {"property", "cached_property", "setter"}


def test_docstrings_begin_with_a_noun_or_a_verb():
    found = []
    for folder in ("python", "tools", "benchmarks", "tests_py/support", "tests_py/house"):
        for file in sorted((REPOSITORY / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                    text = ast.get_docstring(node)
                    if text and QUESTION.match(text):
                        found.append(f"{file.relative_to(REPOSITORY)}: {text.splitlines()[0]}")
    assert not found, "\n".join(found)


def test_docstrings_of_functions_begin_with_no_article():
    """A property is something, so that its text may begin with one: "The dtype of …"; a function does something."""
    found = []
    for file in sorted((REPOSITORY / "python").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            names = {getattr(each, "attr", getattr(each, "id", "")) for each in node.decorator_list}
            text = ast.get_docstring(node)
            if text and not names & PROPERTIES and re.match(r"(A|An|The)\b", text):
                found.append(f"{file.relative_to(REPOSITORY)}:{node.lineno}: {text.splitlines()[0]}")
    assert not found, "\n".join(found)
