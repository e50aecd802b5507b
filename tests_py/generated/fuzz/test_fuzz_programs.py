"""Random programs give what they give on TensorFlow; one that does not is made small first. See run.py for more of them.

GRAPHWRIGHT_FUZZ_PROGRAMS sets their number, GRAPHWRIGHT_FUZZ_SEED the first one's.
"""

import os

import pytest

from generated.fuzz.found_programs import PROGRAMS
from generated.fuzz.outcomes import Judge
from generated.fuzz.programs import all_features, program
from generated.fuzz.shrink import shrink, smallest

COUNT = int(os.environ.get("GRAPHWRIGHT_FUZZ_PROGRAMS", "40"))
FIRST = int(os.environ.get("GRAPHWRIGHT_FUZZ_SEED", "0"))
BATCH = 20
TOO_LONG = {101}  # TensorFlow takes half a minute for it; interrupted while it traces, it may crash later
THOROUGH = 50  # tf.function costs ten times as much as all else: only every so manieth program asks it in any case


pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def judge(gw, tensorflow):
    """Compares; TensorFlow's optimizer is off, as it costs much and changes nothing that is compared."""
    options = tensorflow.config.optimizer
    before = options.get_experimental_options().get("disable_meta_optimizer", False)
    options.set_experimental_options({"disable_meta_optimizer": True})
    judge = Judge(gw, tensorflow)
    judge.patience = 200  # this process must not interrupt TensorFlow, see run.py
    yield judge
    options.set_experimental_options({"disable_meta_optimizer": before})


@pytest.mark.parametrize("start", range(FIRST, FIRST + COUNT, BATCH))
def test_programs(start, judge):
    for seed in sorted({*range(start, min(start + BATCH, FIRST + COUNT))} - TOO_LONG):
        source, thorough = program(seed).source, seed % THOROUGH == 0
        if found := judge.finding(source, thorough):
            pytest.fail(f"program {seed}, {smallest(judge, source, found, thorough)}")


@pytest.mark.parametrize("name", PROGRAMS)
def test_found(name, judge):
    found = judge.finding(PROGRAMS[name], thorough=True)
    assert found is None, f"{PROGRAMS[name]}\n{found.text}"


def test_the_programs_have_all_features():
    seen = set().union(*(program(seed).features for seed in range(300)))
    assert seen == all_features(), all_features() - seen


PROGRAM = """PLAN = {"signature": None, "calls": [(3, 1, 3), (3, -3, 3)], "gradient": "outside"}
def f(x, m, n, p):
    a = tf.tanh(x + tf.reduce_sum(m))
    log.assign(log * 3)
    if n > 0:
        for i in tf.range(2):
            a = a + x * 2.0
    return a
"""


def test_a_wrong_result_is_found(gw, tensorflow, judge):
    """The comparison sees what it is there to see, and what is left of the program shows it."""

    class Wrong:
        def __getattr__(self, name):
            return (lambda x: -gw.tanh(x)) if name == "tanh" else getattr(gw, name)

    assert judge.finding(PROGRAM) is None
    wrong = Judge(Wrong(), tensorflow)
    found = wrong.finding(PROGRAM)
    assert found[:2] == ("eagerly", "results: value")
    small = shrink(PROGRAM, lambda text: (wrong.finding(text, only=found.run) or ("", ""))[:2] == found[:2])
    assert small.count("\n") < 6 and "tanh(" in small


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("x * 2.0", "tf.stop_gradient(x) * 2.0", "gradients: value"),
        ("log * 3", "log * 4", "state: value"),
        ("tf.tanh(x", "tf.tanh(tf.ones([2]) + x", "only one fails: InvalidArgumentError"),
        ("return a", "return a[:2]", "results: shape"),
        ("return a", "return [a]", "results: type"),
        ("    a = ", '    say("f")\n    a = ', "says"),
    ],
)
def test_differences_are_told(gw, tensorflow, old, new, what):
    from generated.fuzz.outcomes import difference, run

    assert difference(run(PROGRAM, gw, False), run(PROGRAM.replace(old, new), tensorflow, False), says=True) == what
