"""The rooms of the Python package form one ordered list: a file uses only files of its own room and of earlier ones.

in_circles.txt has the files that use each other in circles: the list only gets shorter.
"""

import ast
import functools
import re
from pathlib import Path

from imports import PACKAGE, arrows, circles, late_calls, modules
from rooms import ROOMS

HERE = Path(__file__).resolve().parent

# Who calls functions of later rooms: methods that TensorFlow puts on classes which stand below what they need, and what
# depends on the code around a call (a strategy, AutoGraph).
LATE = {
    "conversion_status": "autograph.api",
    "data.iterator": "v1.dataset",
    "errors": "autograph.operators.leaks",
    "function.concrete": "explain.picture explain.reports",
    "function.polymorphic": "explain.picture explain.reports explain.retracing explain.stance jit.llvm",
    "graph": "explain.picture function.func_graph",
    "graph_operation": "graph_session",
    "ops.lookup": "saved_model.resources",
    "ops.nn_loss": "distribute.contexts",
    "ops.random_generator": "distribute.contexts",
    "sparse.sparse_tensor": "graph_session",
    "subscript": "ops.array_index",
    "tensor": "graph_session",
    "variable": "graph_variable",
}


@functools.cache
def room_of_modules() -> dict[str, str]:
    """Module -> its room, by the most specific word that names it."""
    places: dict[str, str] = {}
    packages = {}
    for room, words in ROOMS.items():
        for word in words.split():
            if word.endswith(".*"):
                packages[word[:-2]] = room
            else:
                assert word not in places, f"{word} is in two rooms"
                places[word] = room
    for module in modules():
        for package, room in packages.items():
            if module == package or module.startswith(package + "."):
                places.setdefault(module, room)
    return places


def listed(name: str) -> set[str]:
    return set((HERE / name).read_text(encoding="utf-8").splitlines())


def compare(found: set[str], name: str) -> None:
    """Fails on what is found and not listed, and on what is listed and gone, which leaves the list for good."""
    known = listed(name)
    new, gone = sorted(found - known), sorted(known - found)
    assert not new, "\n".join(["these are new:", *new])
    assert not gone, "\n".join([f"these are gone, take them out of {name}:", *gone])


def test_every_module_has_a_room():
    places = room_of_modules()
    assert not sorted(set(modules()) - {""} - set(places)), "name them in rooms.py"
    assert not sorted(set(places) - set(modules())), "rooms.py names what is not there"


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
    compare({module for circle in circles(arrows()) for module in circle}, "in_circles.txt")


def test_late_calls_are_listed():
    found = {module: " ".join(sorted({file for file, _ in calls})) for module, calls in late_calls().items() if calls}
    assert found == LATE


def test_late_functions_are_there():
    for calls in late_calls().values():
        for module, name in calls:
            assert re.search(rf"^(def|class) {name}\b", modules()[module].read_text(encoding="utf-8"), re.M), (
                module,
                name,
            )


def test_hooks_of_the_core_are_registered_where_the_table_says():
    """What the core asks for by name is in `hooks.HOOKS`, and that file's text registers it."""
    tree = ast.parse(modules()["hooks"].read_text(encoding="utf-8"))
    space: dict = {}
    table = next(node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "HOOKS")
    exec(compile(ast.Module([table], []), "hooks.py", "exec"), space)
    asked = set()
    for path in (PACKAGE.parents[1] / "cpp" / "bind").glob("*.cc"):
        asked |= set(re.findall(r'\bhook\("(\w+)"\)', path.read_text(encoding="utf-8")))
    asked.remove("make_error")  # given by register_errors
    assert not asked - set(space["HOOKS"])
    for name, module in space["HOOKS"].items():
        text = modules()[module].read_text(encoding="utf-8")
        assert f'"{name}"' in text and "register_hook" in text, (name, module)
