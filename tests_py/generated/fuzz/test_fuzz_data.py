"""Random pipelines give what they give on TensorFlow: see run.py, with `--kind data`, for more of them.

GRAPHWRIGHT_FUZZ_DATA sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os

import pytest

from generated.fuzz.data_outcomes import Judge
from generated.fuzz.data_programs import all_features, program
from generated.fuzz.shrink import smallest

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_DATA", "10"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 10
HEAD = """PLAN = {"signature": None, "calls": [1], "gradient": "none", "passed": 2, "also": %s}
def f(path):
"""

# What random programs have found, made small.
FOUND = {
    "a cache that somebody finished since the state was saved": (
        ["restored"],
        """    d = data.range(8).cache(path("file")).repeat(2)
    return d
""",
    ),
    "endless repetition of what has nothing but errors": (
        ["in a function"],
        """    return data.from_generator(counting(4, 1, "KeyError"), output_signature=number).padded_batch(2).repeat()
""",
    ),
    "zipped errors at the end": (
        ["reduce"],
        """    return data.zip((data.range(3), data.range(4).map(failing(3)), data.range(2).map(failing(2))))
""",
    ),
    "an end in a function that gives a data set": (
        ["broken off"],
        """    return data.range(5).interleave(lambda x: data.from_tensors(raising("StopIteration", 2)(x)), 2, 1)
""",
    ),
    "errors ahead in parallel": (
        ["restored"],
        """    return data.range(5).interleave(lambda x: data.range(3).map(failing(1)), 2, 1, num_parallel_calls=2)
""",
    ),
    "an error where a concatenated data set begins": (
        [],
        """    d = data.range(4).apply(grouped(lambda x: failing(1)(x)))
    return data.range(2).concatenate(d).snapshot(path("file"))
""",
    ),
    "an error in the gap between windows": (
        ["reduce"],
        """    d = data.range(4).map(lambda x: x * 4).flat_map(lambda x: data.range(2).map(lambda y: failing(5)(y + x)))
    return d.window(1, shift=2, drop_remainder=True).flat_map(lambda w: w.batch(3))
""",
    ),
    "a group whose function fails": (
        ["reduce"],
        """    return data.range(9).group_by_window(lambda x: x % 2, lambda k, w: w.batch(2 + failing(1)(k)), 2)
""",
    ),
}


GOES_ON = ("an error where a concatenated data set begins", "an error in the gap between windows")

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def judge(gw, tensorflow):
    judge = Judge(gw, tensorflow)
    judge.patience = 200  # this process must not interrupt TensorFlow, see run.py
    return judge


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, judge):
    for seed in range(start, min(start + BATCH, FIRST + COUNT)):
        source = program(seed).source
        if found := judge.finding(source):
            pytest.fail(f"program {seed}, {smallest(judge, source, found)}")


@pytest.mark.parametrize("name", FOUND)
def test_found(name, judge):
    ways, text = FOUND[name]
    found = judge.finding(HEAD % ways + text)
    assert found is None, f"{text}\n{found.text}"


def test_the_programs_have_all_features():
    seen = set().union(*(program(seed).features for seed in range(1000)))
    assert seen == all_features(), all_features() - seen


def test_what_follows_an_error_comes(gw):
    """Also where TensorFlow takes the error for the end: see TAKEN_FOR_ENDS."""
    first, second = (Judge(gw, gw).ours.run(HEAD % "[]" + FOUND[name][1]) for name in GOES_ON)
    kinds = [event.classes[0] if isinstance(event, tuple) else event for event in first]
    assert kinds == [0, 1, "InvalidArgumentError", 0, 404, 606, "end", 0, 1, 404, 0, 606, "end"]
    assert second == [[0], [4], [8], [12], "end"] * 2


def test_a_lost_element_is_found(gw, tensorflow):
    """The comparison sees what it is there to see: here ours passes over what comes after an error."""
    source = HEAD % "[]" + "    return data.range(5).map(failing(2))\n"
    assert Judge(gw, tensorflow).finding(source) is None
    judge = Judge(gw, tensorflow)
    whole = judge.ours.events
    judge.ours.events = lambda iterator, most=99: [event for event in whole(iterator, most) if event != 3]
    assert judge.finding(source)[:2] == ("eagerly", "other elements")
