"""The README's table of speeds is what `bash tools/figures.sh` prints: the same rows, in a table of that form."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def table():
    sys.path.insert(0, str(ROOT))
    try:
        importlib.import_module("benchmarks.__main__")  # which imports the rows
        from benchmarks import table
    finally:
        sys.path.remove(str(ROOT))
    return table


def rows_of_readme() -> list[list[str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    part = text[text.index("## Speed") : text.index("## Keras")]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("| ")
    ]


def test_rows_are_the_same(table):
    head, *rows = rows_of_readme()
    assert [row[0] for row in rows] == [table._IMPORT, *table.ROWS]
    peers = "graphwright", "tensorflow", "jax", "torch"
    assert [name.split()[0] for name in head[1:]] == [table._NAMES[peer] for peer in peers]
    pattern = r"-|[\d.]+ (s \(\d+ MiB\)|ms|us)"
    assert all(re.fullmatch(pattern, cell) for row in rows for cell in row[1:])


def test_rows_are_measured(table):
    from benchmarks.row import ROWS

    assert set(table.ROWS.values()) <= {row.name for row in ROWS}


def test_the_table_is_printed(table, monkeypatch, capsys):
    cells = {
        name: {"graphwright": table.text_of(2e-6), "tensorflow": "1.0 ms"} for name in (table._IMPORT, *table.ROWS)
    }
    monkeypatch.setattr(table, "_measured_elsewhere", lambda peers, rounds: cells)
    monkeypatch.setattr(table, "_version", lambda peer: None if peer == "torch" else "2.21.0")
    assert table.main(["graphwright", "tensorflow", "torch"], 1, False) == 0
    out, err = capsys.readouterr()
    place, _, head, rule, *rows = out.splitlines()
    assert "threads on" in place and "x86-64-v" in place and "torch: not installed" in err
    assert (head, rule) == ("| | graphwright | TensorFlow 2.21 |", "|---|---|---|")
    assert rows[1] == "| `a + b`, scalars, eager | 2.0 us | 1.0 ms |" and len(rows) == len(table.ROWS) + 1


def test_a_row_is_measured_in_a_process(table):
    code = (
        "import sys; sys.path.insert(0, '.')\nfrom benchmarks import __main__, table\n"
        "table.ROWS = {'add': 'add of two scalars'}\ntable.main(['graphwright'], 1, True)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment(), check=True
    )
    (first, imported), (name, found) = map(json.loads, run.stdout.splitlines())
    assert first == table._IMPORT and re.fullmatch(r"-?\d\.\d+ s \(\d+ MiB\)", imported["graphwright"])
    assert name == "add" and found["graphwright"].endswith(" us")


def test_the_script_knows_its_peers():
    run = subprocess.run(["bash", "tools/figures.sh", "nobody"], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 2 and "no peer is called nobody" in run.stderr
    assert subprocess.run(["bash", "-n", "tools/figures.sh"], cwd=ROOT).returncode == 0
