"""Random functions of plain Python do the same when AutoGraph has converted them: see run.py, with `--kind python`, for more.

GRAPHWRIGHT_FUZZ_PYTHON sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os
import sys

import pytest

from generated.fuzz.found_python import PROGRAMS
from generated.fuzz.python_outcomes import Judge, attempt, difference, run
from generated.fuzz.python_programs import BLOCKS, DEEPEST, all_features, chain_of, program
from generated.fuzz.shrink import smallest

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_PYTHON", "150"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 50


@pytest.fixture(scope="module")
def judge(gw):
    return Judge(gw)


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, judge):
    for seed in range(start, min(start + BATCH, FIRST + COUNT)):
        source = program(seed).source
        if found := judge.finding(source, thorough=seed % 4 == 0):
            pytest.fail(f"program {seed}, {smallest(judge, source, found, thorough=True)}")


@pytest.mark.parametrize("name", PROGRAMS)
def test_found(name, judge):
    source = PROGRAMS[name]
    if "except*" in source and sys.version_info < (3, 11):
        pytest.skip("newer syntax")
    found = judge.finding(source, thorough=True)
    assert found is None, f"{source}\n{found.run}, {found.what}:\n{found.text}"


def test_the_programs_have_all_features():
    seen = set().union(*(program(seed).features for seed in range(300)))
    assert seen == all_features(), all_features() - seen


def test_every_nesting_has_a_number():
    count = len(BLOCKS) ** DEEPEST
    assert {tuple(chain_of(number)[:2]) for number in range(len(BLOCKS) ** 2)} == {
        (a, b) for a in BLOCKS for b in BLOCKS
    }
    assert chain_of(count - 1) == [list(BLOCKS)[-1]] * DEEPEST


PROGRAM = """PLAN = {'calls': [(0, 1), (1, 1)]}
G1 = 1
def f(a, b):
    global G1
    try:
        for b in items(1, 2):
            G1 += log(a)
            if a == 1:
                raise E1(b) from E3(b)
    finally:
        o.p = b
    return [b]
"""


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("return [b]", "return b", "result"),
        ("raise E1(b) from E3(b)", "return 1", "only one fails: E1"),
        ("raise E1(b)", "raise E2(b)", "failures: E1, E2"),
        ("raise E1(b)", "raise E1(b, a)", "failure"),
        ("from E3(b)", "from E3(a, b)", "failure"),
        ("from E3(b)", "", "failure"),
        ("G1 += log", "G1 += 1 + log", "state"),
        ("o.p = b", "o.p = a", "state"),
        ("log(a)", "log(log(a))", "events"),
        ("items(1, 2)", "(1, 2)", "events"),
    ],
)
def test_differences_are_told(old, new, what):
    assert difference(run(PROGRAM, attempt), run(PROGRAM, attempt)) is None
    assert difference(run(PROGRAM, attempt), run(PROGRAM.replace(old, new), attempt))[0] == what
