"""The folders of cpp/ form one ordered list: a file includes only from its own folder and from folders above it."""

import re
from pathlib import Path

import pytest

from house.rooms import FOLDERS

CPP = Path(__file__).resolve().parents[2] / "cpp"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
PYTHON_HEADER = re.compile(r"^(Python\.h|structmember\.h|frameobject\.h|pybind11/|numpy/)")

SOURCES = sorted(path for path in CPP.rglob("*") if path.suffix in {".h", ".cc", ".inc", ".cu", ".cuh"})


def allowed_rooms(room: str) -> set[str]:
    """Returns the folders from which a file of `room` may include."""
    return set(FOLDERS[: FOLDERS.index(room) + 1])


def broken_rules(path: Path) -> list[str]:
    """Says what is wrong with the includes of one file, one line each."""
    room = path.relative_to(CPP).parts[0]
    wrong = []
    for quote, target in INCLUDE.findall(path.read_text(encoding="utf-8")):
        if PYTHON_HEADER.match(target) and room != "bind":
            wrong.append(f"{target}: only bind/ sees Python, pybind11 and NumPy")
        if quote == "<":
            continue
        folder = target.split("/")[0]
        if "/" not in target or folder not in FOLDERS:
            wrong.append(f'"{target}": name it from cpp/, as in "base/shape.h"')
        elif not (CPP / target).is_file():
            wrong.append(f'"{target}": no such file')
        elif folder not in allowed_rooms(room):
            wrong.append(f'"{target}": {folder}/ is not below {room}/')
    return wrong


def test_every_folder_has_its_place():
    folders = {path.relative_to(CPP).parts[0] for path in SOURCES}
    assert folders <= set(FOLDERS), f"not in the list of rooms: {sorted(folders - set(FOLDERS))}"


@pytest.mark.parametrize("room", FOLDERS)
def test_includes_go_downwards(room):
    wrong = {
        str(path.relative_to(CPP)): rules
        for path in SOURCES
        if path.relative_to(CPP).parts[0] == room and (rules := broken_rules(path))
    }
    assert not wrong, "\n".join(f"cpp/{path}: {rule}" for path, rules in wrong.items() for rule in rules)


def test_ops_lie_in_folders_of_families():
    flat = [path.name for path in (CPP / "ops").glob("*.cc") if "DEFINE_OP(" in path.read_text(encoding="utf-8")]
    assert not flat


def test_every_file_says_its_purpose():
    silent = [
        str(path.relative_to(CPP))
        for path in SOURCES
        if not re.match(r"(//|/\*)\s*\S", path.read_text(encoding="utf-8"))
    ]
    assert not silent, f"no purpose comment at the top of: {silent}"


def test_a_type_has_one_definition():
    homes: dict[tuple[str, str], set[str]] = {}
    for path in (path for path in SOURCES if path.suffix == ".h"):
        text = path.read_text(encoding="utf-8")
        namespace = " ".join(re.findall(r"^namespace ([\w:]+)", text, re.MULTILINE))
        for name in re.findall(r"^(?:struct|class|enum(?: class)?|union) (\w+)[^;{()]*\{", text, re.MULTILINE):
            homes.setdefault((namespace, name), set()).add(path.name)
    twice = {name: sorted(files) for (_, name), files in homes.items() if len(files) > 1}
    assert not twice
