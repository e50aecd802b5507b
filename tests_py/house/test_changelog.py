"""CHANGELOG.md has a part for each version, the newest first, and that of this package."""

import re
from pathlib import Path

import graphwright

TEXT = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_versions_are_in_order():
    heads = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", TEXT, re.MULTILINE)
    assert len(heads) == len(re.findall(r"^## ", TEXT, re.MULTILINE))
    names = [name for name, _ in heads]
    assert names[0] == "Unreleased"
    numbers = [tuple(map(int, name.split("."))) for name in names[1:]]
    assert all(len(number) == 3 for number in numbers)
    assert numbers == sorted(set(numbers), reverse=True)
    assert names[1] == graphwright.__version__


def test_parts_are_of_known_kinds_and_have_lines():
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.*)\n\n(- |.)", part, re.MULTILINE)
        assert kinds and {kind for kind, _ in kinds} <= KINDS
        assert all(begins == "- " for _, begins in kinds)
        assert len(kinds) == len({kind for kind, _ in kinds})
