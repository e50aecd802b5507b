"""Random functions in which tensors decide the way give what Python gives on numbers: see run.py, with `--kind staged`.

GRAPHWRIGHT_FUZZ_STAGED sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os

import pytest

from generated.fuzz.shrink import smallest
from generated.fuzz.staged_outcomes import Judge, run
from generated.fuzz.staged_programs import all_features, program

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_STAGED", "60"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 20

# What random programs have found, made small.
FOUND = {
    "a finally clause that may return": """PLAN = {'calls': [(0, 2, 1), (1, 2, 1)]}
def f(a, b, p):
    try:
        return b, 2
    finally:
        if a > 0:
            return b, 1
""",
    "a finally clause that returns instead of what a branch returns": """PLAN = {'calls': [(0, 2, 0), (2, 2, 0), (2, 2, 1)]}
def f(a, b, p):
    x, y = a, b
    if a == 2:
        try:
            if p == 0:
                return x, y
        finally:
            x = x + 90
            if b == 2:
                return y, x
    return x, y
""",
    "a finally clause that breaks a loop that returned": """PLAN = {'calls': [(1, 0, 0), (2, 0, 0), (5, 0, 0)]}
def f(a, b, p):
    x = 0
    for i in numbers(4):
        try:
            x = x + 1
            if i == a:
                return i * 10, x
        finally:
            if i > 1:
                break
    return -1, x
""",
    "a finally clause that goes on": """PLAN = {'calls': [(1, 0, 0), (3, 0, 0)]}
def f(a, b, p):
    x = 0
    for i in numbers(4):
        try:
            if i > 0:
                break
            x = x + 1
        finally:
            x = x + 10
            if i < a:
                continue
        x = x + 100
    return x, b
""",
    "an end that stops a return": """PLAN = {'calls': [(1, 2, 1), (0, 2, 1), (1, 2, 0), (0, 2, 0)]}
def f(a, b, p):
    x = a
    with suppress(E1):
        with failing(p):
            if a > 0:
                return x, b
            x = x + 3
    return x + 10, b
""",
}


@pytest.fixture(scope="module")
def judge(gw):
    return Judge(gw)


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, judge):
    for seed in range(start, min(start + BATCH, FIRST + COUNT)):
        source = program(seed).source
        if found := judge.finding(source):
            pytest.fail(f"program {seed}, {smallest(judge, source, found)}")


def test_few_programs_are_refused(judge):
    before = dict(judge.counts)
    for seed in range(5000, 5015):
        judge.finding(program(seed).source)
    refused = judge.counts["refused"] - before.get("refused", 0)
    assert refused < (judge.counts["calls"] - before.get("calls", 0)) / 10


@pytest.mark.parametrize("name", FOUND)
def test_found(name, judge):
    refused = judge.counts["refused"]
    found = judge.finding(FOUND[name])
    assert found is None, f"{FOUND[name]}\n{found.text}"
    assert judge.counts["refused"] == refused


def test_the_programs_have_all_features():
    seen = set().union(*(program(seed).features for seed in range(max(COUNT, 60))))
    assert seen == all_features(), all_features() - seen


def test_a_wrong_way_is_found(gw):
    class Wrong:
        def __getattr__(self, name):
            return (lambda *numbers: gw.range(*numbers)[:1]) if name == "range" else getattr(gw, name)

    source = FOUND["a finally clause that breaks a loop that returned"]
    assert run(source) == run(source, gw) == [(10, 2), (-1, 3), (-1, 3)]
    assert Judge(Wrong()).finding(source).what == "results"
