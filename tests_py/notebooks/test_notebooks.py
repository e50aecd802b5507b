"""Every notebook runs on graphwright, and every cell shows what it shows on TensorFlow.

Beside TensorFlow each is run in one of its languages; GRAPHWRIGHT_NOTEBOOKS=all takes both.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib

import pytest

from support import cells

HAS_KERAS = importlib.util.find_spec("keras") is not None
NOTEBOOKS = [
    path for path in sorted((cells.ROOT / "notebooks").glob("*/*.ipynb")) if HAS_KERAS or "_keras" not in path.stem
]
_STEMS = sorted({path.stem for path in NOTEBOOKS})
BESIDE = [
    path
    for path in NOTEBOOKS
    if os.environ.get("GRAPHWRIGHT_NOTEBOOKS") == "all" or path.parent.name == ("ko", "zh")[_STEMS.index(path.stem) % 2]
]


def _name(path: pathlib.Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def on_graphwright(tmp_path_factory):
    return cells.execute("graphwright", NOTEBOOKS, tmp_path_factory.mktemp("graphwright"))


@pytest.fixture(scope="module")
def on_tensorflow(tmp_path_factory):
    if not cells.HAS_TENSORFLOW:
        pytest.skip("TensorFlow is not installed")
    return cells.execute("tensorflow", BESIDE, tmp_path_factory.mktemp("tensorflow"))


def test_both_languages_have_the_same_notebooks():
    by_language = {language: {p.stem for p in NOTEBOOKS if p.parent.name == language} for language in ("ko", "zh")}
    assert by_language["ko"] == by_language["zh"] != set()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_runs(path, on_graphwright):
    problems = [cells.failure(record) for record in on_graphwright[str(path)]]
    assert not any(problems), "\n\n".join(filter(None, problems))


@pytest.mark.parametrize("path", BESIDE, ids=_name)
def test_runs_on_tensorflow(path, on_tensorflow):
    problems = [cells.failure(record) for record in on_tensorflow[str(path)]]
    assert not any(problems), "\n\n".join(filter(None, problems))


@pytest.mark.parametrize("path", BESIDE, ids=_name)
def test_shows_what_tensorflow_shows(path, on_tensorflow, on_graphwright):
    results = cells.differences(on_tensorflow[str(path)], on_graphwright[str(path)])
    problems = [difference for difference in results.values() if difference]
    assert not problems, f"{len(problems)} of {len(results)} cells differ\n\n" + "\n\n".join(problems)
