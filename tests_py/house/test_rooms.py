"""The rooms of the Python package form one ordered list: a file uses only files of its own room and of earlier ones.

Inside of a room, too, no files use each other in a circle.
"""

import ast
import functools
import re

from house.imports import PACKAGE, arrows, circles, late_calls, modules
from house.rooms import ROOMS

# Who calls functions of later rooms and files: methods that stand on classes which lie below what they need (those of a large
# class are written in several files), and what depends on the code around a call (a strategy, AutoGraph).
LATE = {
    "base.conversion_status": "autograph.api",
    "base.errors": "autograph.operators.leaks",
    "tensor.class_operators": "ops.operator_functions",
    "tensor.composite_tensor": "tensor.dispatch",
    "tensor.subscript": "ops.array_index",
    "tensor.tensor": "session.default_session",
    "tensor.tensor_spec": "tensor.weak_tensor",
    "tensor.type_spec": "tensor.tensor_spec",
    "graph.graph": "explain.picture function.func_graph state.variable_creation",
    "graph.operation": "session.default_session",
    "state.trackable": "checkpoint.restoration state.tracked_containers",
    "state.variable": "session.variable state.children",
    "ops.nn_loss": "distribute.contexts",
    "ops.operator_functions": "v1.math",
    "ops.random_generator": "distribute.contexts",
    "composite.ragged.dynamic_shape": "composite.ragged.dispatched",
    "composite.ragged.ragged_tensor": "composite.ragged.axes composite.ragged.construction composite.ragged.conversion "
    "composite.ragged.dispatched composite.ragged.ragged_spec composite.ragged.subscript",
    "composite.sparse.sparse_tensor": "composite.sparse.dispatched composite.sparse.joining session.default_session",
    "text.lookup": "saved_model.resources",
    "autograph.operators.iteration": "autograph.api",
    "autograph.transpile": "autograph.directives",
    "function.concrete": "explain.picture explain.reports function.tracing",
    "function.polymorphic": "explain.jit.llvm explain.picture explain.reports explain.retracing explain.stance",
    "explain.reports": "explain.page.write",
    "saved_model.structured_value": "data.dataset_spec data.iterator data.optional",
    "data.dataset": "data.batching data.combinations data.files data.loops data.sources data.transformations",
    "data.dataset_spec": "data.dataset",
    "data.iterator": "data.loops v1.dataset",
    "data.resampling": "data.dataset",
    "data.saving": "data.dataset",
    "distribute.contexts": "distribute.strategies",
    "linear_operator.base": "linear_operator.algebra linear_operator.combined "
    "linear_operator.simple linear_operator.subscript",
}


# Files beside `_src/`, and the rooms that they count to.
BESIDE = {"": "runner", "__main__": "runner", "_version": "base", "as_tensorflow": "internals", "keras": "internals"}


@functools.cache
def room_of_modules() -> dict[str, str]:
    """Module -> its room."""
    places = {}
    for module in modules():
        first, *rest = module.split(".")
        places[module] = BESIDE[first] if first in BESIDE else (rest or ["base"])[0]
    return places


def test_every_module_has_a_room():
    assert set(room_of_modules().values()) == set(ROOMS)


def test_imports_go_downwards():
    places, order = room_of_modules(), list(ROOMS)
    upward = {
        f"{places[module]}: {module} -> {other} ({places[other]})"
        for module, others in arrows().items()
        for other in others
        if module and order.index(places[module]) < order.index(places[other])
    }
    assert not upward, "\n".join(sorted(upward))


def test_no_circles():
    assert not [sorted(circle) for circle in circles(arrows())]


def test_late_calls_are_listed():
    found = {
        module.removeprefix("_src."): " ".join(sorted({file for file, _ in calls}))
        for module, calls in late_calls().items()
        if calls
    }
    assert found == LATE


def test_late_functions_are_there():
    for calls in late_calls().values():
        for module, name in calls:
            text = modules()[f"_src.{module}"].read_text(encoding="utf-8")
            assert re.search(rf"^((def|class) )?{name}\b", text, re.M), (module, name)


def test_hooks_of_the_core_are_registered_where_the_table_says():
    """Looks up what the core asks for by name: it is in `hooks.HOOKS`, and that file's text registers it."""
    tree = ast.parse(modules()["_src.base.hooks"].read_text(encoding="utf-8"))
    space: dict = {}
    table = next(node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "HOOKS")
    exec(compile(ast.Module([table], []), "hooks.py", "exec"), space)
    asked = set()
    for path in (PACKAGE.parents[1] / "cpp" / "bind").glob("*.cc"):
        asked |= set(re.findall(r'\bhook\("(\w+)"\)', path.read_text(encoding="utf-8")))
    asked.remove("make_error")  # given by register_errors
    assert not asked - set(space["HOOKS"])
    for name, module in space["HOOKS"].items():
        text = modules()[f"_src.{module}"].read_text(encoding="utf-8")
        assert f'"{name}"' in text and "register_hook" in text, (name, module)


def test_files_import_what_they_use():
    """No function is asked for by its public name, but those of a table which a mode replaces."""
    asking = {
        module
        for module, path in modules().items()
        if module != "_src.base.export" and re.search(r"import .*\bexported\b", path.read_text(encoding="utf-8"))
    }
    assert asking == {"_src.numpy_interface.promoting_functions"}


def imported_names(path):
    """Gives the names that a file imports, `from a import b` as `a.b`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def test_no_file_imports_a_file_of_tests():
    """So that each can be moved and read alone: the common parts of two files of tests lie in `support/` or beside them."""
    root = PACKAGE.parents[1]
    found = [
        f"{path.relative_to(root)}: {name}"
        for folder in ("tests_py", "tools", "benchmarks")
        for path in sorted((root / folder).rglob("*.py"))
        for name in imported_names(path)
        if re.search(r"(^|\.)test_", name) and is_test_file(root / "tests_py", name.split("."))
    ]
    assert not found, "\n".join(found)


def is_test_file(folder, parts):
    """True where a file of tests below `folder` is, or holds, what is named so."""
    files = [folder.joinpath(*parts[:end]).with_suffix(".py") for end in range(1, len(parts) + 1)]
    return any(file.name.startswith("test_") and file.is_file() for file in files)
