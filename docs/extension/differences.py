"""What TensorFlow does otherwise, by public name: the table `docs/differences.tsv`.

Its columns: the names, without `tf.`, with spaces between them; what TensorFlow does otherwise; and an expression of `tf` whose
outcome differs, which `tests_py/documented/test_differences.py` tries on both.
"""

from __future__ import annotations

import csv
import dataclasses
import pathlib

from names import Names

TABLE = pathlib.Path(__file__).resolve().parents[1] / "differences.tsv"
_COLUMNS = ["names", "difference", "program"]


@dataclasses.dataclass(frozen=True)
class Difference:
    """A row of the table."""

    names: tuple[str, ...]
    text: str
    program: str


def rows() -> list[Difference]:
    """Returns the rows of the table. Raises ValueError where its columns are others."""
    with open(TABLE, encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if lines[0] != _COLUMNS or any(len(line) != len(_COLUMNS) or not all(line) for line in lines):
        raise ValueError(f"{TABLE}: each line has the columns {_COLUMNS}")
    return [Difference(tuple(names.split()), text, program) for names, text, program in lines[1:]]


def read(names: Names) -> dict[str, list[str]]:
    """Returns public name -> what TensorFlow does otherwise. Raises KeyError for a name that is none."""
    found: dict[str, list[str]] = {}
    for row in rows():
        for name in row.names:
            if name not in names.entries:
                raise KeyError(f"{TABLE}: {name} is no public name")
            found.setdefault(name, []).append(row.text)
    return found
