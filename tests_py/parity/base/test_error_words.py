"""Errors of usual mistakes have the words of TensorFlow's, by which people search for them, and its class."""

import re

import pytest

from generated.op_fuzz.messages import longest_run, words_of
from parity.base import error_worker
from parity.base.error_programs import CALLS, PROGRAMS
from support.processes import pickled_outcomes

LINES = CALLS.strip().splitlines()
ITEMS = [(how, line) for line in LINES for how in ("eagerly", "function")]
ITEMS += [("program", name) for name in PROGRAMS]
PARTS = ("in user code:", "Graph execution error", "for '{{node", "[Op:", "with input shapes")

# What is told otherwise, and why: "how: line" or the line.
KNOWN = {}


@pytest.fixture(scope="module")
def told(tensorflow, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("errors"))
    modules = ("tensorflow", "graphwright")
    waiting = [pickled_outcomes(error_worker.__file__, m, ITEMS, folder, m) for m in modules]
    theirs, ours = (wait() for wait in waiting)
    return {item: (a, b) for item, a, b in zip(ITEMS, theirs, ours, strict=True)}


def message_of(text):
    """The message within the text of an error that tells of the user's code."""
    lines = [line for line in text.splitlines() if re.match(r"    \w+: ", line)]
    return lines[0] if text.startswith("in user code") and lines else text


def difference(theirs, ours):
    if theirs is None or ours is None:
        return "" if theirs == ours else f"{theirs} there, {ours} here"
    if theirs[0][0] == "died":
        return ""
    if theirs[0][0] not in ours[0]:
        return f"{theirs[0][0]}: {theirs[1][:300]!r} there, {ours[0][0]}: {ours[1][:300]!r} here"
    wanted = words_of(message_of(theirs[1]))
    enough = min(5, max(1, len(wanted) * 2 // 3))
    missing = [part for part in PARTS if part in theirs[1] and part not in ours[1]]
    if missing or longest_run(wanted, re.findall("[A-Za-z_]+", ours[1])) < enough:
        return f"{missing}\n{theirs[1][:500]!r} there\n{ours[1][:500]!r} here"
    return ""


@pytest.mark.parametrize("how, text", ITEMS, ids=lambda value: str(value)[:70])
def test_words(told, how, text):
    found = difference(*told[how, text])
    if f"{how}: {text}" in KNOWN or text in KNOWN:
        assert found, "it is as it should be: take it from KNOWN"
    else:
        assert not found, found
