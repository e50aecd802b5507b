"""ARCHITECTURE.md and CONTRIBUTING.md name files, rooms and commands that are there, and all rooms."""

import re
from pathlib import Path

import pytest

from house.rooms import FOLDERS, ROOMS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROOMS_OF_PYTHON = ROOT / "python" / "graphwright" / "_src"


@pytest.mark.parametrize(("page", "least"), [("ARCHITECTURE.md", 40), ("CONTRIBUTING.md", 8)])
def test_files_are_there(page, least):
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/.]+/[\w*]+\.(?:cc|h|cu|py))`", text))
    named.update(re.findall(r"(?:bash|python) ([\w/.]+\.(?:sh|py))", text))
    assert len(named) >= least
    for name in named:
        assert any(list(folder.glob(name)) for folder in (ROOT, ROOT / "cpp", ROOMS_OF_PYTHON)), name


def test_every_room_has_its_row():
    rows = re.findall(r"^\| `(\w+)/` \|", TEXT, re.MULTILINE)
    assert rows == [*FOLDERS, *ROOMS]
