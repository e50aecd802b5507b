"""The documents' code runs cell by cell on graphwright and on TensorFlow; where the two differ, a reason is on record.

    python tests_py/documents/test_documents.py      # prints every difference and the agreement count
"""

from __future__ import annotations

import pathlib
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
from support import cells
from documents import differences
import pytest

DOCUMENTS = sorted(path for path in HERE.glob("*_*.py") if not path.name.startswith("test_"))


def run(folder: pathlib.Path) -> dict[tuple[str, int], str | None]:
    """(file, cell) -> how graphwright differs from TensorFlow there, or None."""
    expected = cells.execute("tensorflow", DOCUMENTS, folder)
    actual = cells.execute("graphwright", DOCUMENTS, folder)
    return {
        (path.name, number): difference
        for path in DOCUMENTS
        for number, difference in cells.differences(expected[str(path)], actual[str(path)]).items()
    }


def report(results: dict[tuple[str, int], str | None]) -> str:
    """Every difference with its reason, and the line `agreement: N of M cells`."""
    lines = []
    for (name, number), difference in results.items():
        if difference:
            reason = differences.DIFFERENCES.get((name, number), "NO REASON ON RECORD")
            lines += [f"{name}, cell {number}: {reason}", difference, ""]
    agreed = sum(difference is None for difference in results.values())
    return "\n".join([*lines, f"agreement: {agreed} of {len(results)} cells"])


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    if not cells.HAS_TENSORFLOW:
        pytest.skip("TensorFlow is not installed")
    return run(tmp_path_factory.mktemp("documents"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_difference_has_a_reason(path, results):
    open_ones = [
        difference
        for key, difference in results.items()
        if key[0] == path.name and difference and key not in differences.DIFFERENCES
    ]
    assert not open_ones, "\n\n".join(open_ones)


def test_every_reason_is_still_needed(results):
    settled = [key for key in differences.DIFFERENCES if results.get(key) is None]
    assert not settled, f"these cells agree, or are gone: {settled}"


def test_agreement(results, capsys):
    with capsys.disabled():
        print("\n" + report(results).splitlines()[-1])
    assert len(results) >= 60


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        print(report(run(pathlib.Path(temporary))))
