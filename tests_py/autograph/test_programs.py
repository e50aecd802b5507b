"""Control flow on tensors: small programs on graphwright and on TensorFlow."""

from __future__ import annotations

import functools

import pytest

from support import harness
from support.selection import some

FILES = (
    "programs_conditionals",
    "programs_loops",
    "programs_exits",
    "programs_functions",
    "programs_combined",
    "programs_combined_more",
    "programs_classes",
)


@functools.cache
def _programs(file: str, library: str) -> dict[str, harness.Program]:
    return harness.programs_of(harness.load(file, __import__(library)))


@functools.cache
def _theirs(file: str, name: str) -> harness.Outcome:
    import tensorflow

    row = _programs(file, "tensorflow")[name]
    return harness.run(tensorflow, lambda row: _function(tensorflow, row), row)


def _function(tf, row):
    features = [getattr(tf.autograph.experimental.Feature, name) for name in row.features]
    return tf.function(row.function, experimental_autograph_options=features or None)


ROWS = some(((file, name) for file in FILES for name in _programs(file, "graphwright")), 2 / 3)


@pytest.mark.parametrize(("file", "name"), ROWS)
def test_program(file, name, gw, tensorflow):
    row = _programs(file, "graphwright")[name]
    ours = harness.run(gw, lambda row: _function(gw, row), row)
    harness.check(row, ours, _theirs(file, name))
