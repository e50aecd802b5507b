"""What a program of staged_programs.py gives for numbers in Python, and for tensors in a function."""

import collections
import contextlib
import linecache
import warnings

from generated.fuzz.outcomes import Finding, TooLong
from generated.fuzz.python_outcomes import limited

FILE = "<staged program>"


class E1(Exception):
    """An exception."""


class Failing:
    """A context manager whose end raises an exception for some numbers."""

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        if self.number == 1 and kind is None:
            raise E1("exit")


@contextlib.contextmanager
def manage():
    yield 1


# What a function says that cannot be a graph's; all else is a finding.
REFUSALS = (
    "must also be initialized",
    "must also have a return statement",
    "loop must iterate at least once",
    "must be defined before the loop",
    "a return statement cannot be placed inside this loop",
    "came to its end without a return statement",
    "depend on a TF condition are not supported",
)


def run(source, module=None):
    """What the calls give: a pair of numbers, or an exception's class and text."""
    scope = {"E1": E1, "manage": manage, "failing": Failing, "suppress": contextlib.suppress}
    if module is None:
        scope |= {"numbers": range, "least": min}
    else:
        scope |= {"numbers": module.range, "least": module.minimum}
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    results = []
    with warnings.catch_warnings(), limited(20):
        warnings.simplefilter("ignore")
        exec(compile(source, FILE, "exec", dont_inherit=True), scope)
        f = scope["f"] if module is None else module.function(scope["f"])
        for a, b, p in scope["PLAN"]["calls"]:
            try:
                given = f(a, b, p) if module is None else f(module.constant(a), module.constant(b), p)
                results.append(tuple(int(number) for number in given))
            except Exception as error:
                results.append((type(error).__name__, str(error)))
    return results


class Judge:
    """Compares functions of tensors with Python on numbers."""

    def __init__(self, module, _=None):
        self.module = module
        self.counts = collections.Counter()
        self.seconds = self.patience = 0

    def finding(self, source, thorough=False, only=None):
        """A Finding, or None."""
        try:
            expected = run(source)
        except TooLong:
            return None
        try:
            got = run(source, self.module)
        except TooLong:
            return Finding("as a function", "takes too long", "takes too long")
        for number, (a, b) in enumerate(zip(expected, got, strict=True)):
            self.counts["calls"] += 1
            if a == b or type(a[0]) is str and a[0] == b[0]:
                continue
            if type(b[0]) is str and any(words in b[1] for words in REFUSALS):
                self.counts["refused"] += 1
                continue
            what = f"only one fails: {b[0]}" if type(b[0]) is str else "results"
            return Finding("as a function", what, f"call {number}: {a} but {b}")
        return None
