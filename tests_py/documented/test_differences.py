"""What the reference says of differences from TensorFlow is so: the program of each row of docs/differences.tsv shows one."""

import csv
import operator
import pathlib

import pytest

import graphwright
from support.compare import evaluated, same_outcome

TABLE = pathlib.Path(__file__).resolve().parents[2] / "docs/differences.tsv"


def _rows():
    with open(TABLE, encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row[0].split()[0])
def test_outcomes_differ(row, tensorflow):
    names, _, program = row
    assert all(operator.attrgetter(name)(graphwright) is not None for name in names.split())
    theirs, ours = evaluated(program, tensorflow), evaluated(program, graphwright)
    assert not isinstance(ours[1], (NameError, SyntaxError)), ours
    with pytest.raises(AssertionError):
        same_outcome(theirs, ours)


def test_no_name_has_the_same_text_twice():
    pairs = [(name, row[1]) for row in _rows() for name in row[0].split()]
    assert len(pairs) == len(set(pairs)) > 50
