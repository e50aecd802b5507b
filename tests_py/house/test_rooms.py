"""The rooms of the Python package form one ordered list: a file uses only files of its own room and of earlier ones.

What runs up today is in upward_imports.txt, and in_circles.txt has the files that use each other in circles: both lists only
get shorter.
"""

import functools
from pathlib import Path

from imports import arrows, circles, modules
from rooms import ROOMS

HERE = Path(__file__).resolve().parent


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
    compare(upward, "upward_imports.txt")


def test_no_circles():
    compare({module for circle in circles(arrows()) for module in circle}, "in_circles.txt")
