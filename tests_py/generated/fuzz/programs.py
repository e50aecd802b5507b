"""Random Python functions over tensors: nested control flow, early exits, closures, containers, variables, gradients.

`program(seed)` gives a Program: the source of a function `f(x, m, n, p)` and PLAN, how it is called: x has shape (k,), m
(2, k), both float32; n is an int32 scalar, p a Python int. Names are bound before they are read, and keep their dtype and
shape, but in programs with `wrong` or `unstable` statements. What else they read is in outcomes.py: the variables `v`,
`w` and `log` (it tells the order of effects), `say` and `note` (they tell the order of Python's), `Box`, `Point`, `made`.
"""

import random
from typing import NamedTuple

from generated.fuzz.program_calls import Calls
from generated.fuzz.program_expressions import PRODUCTIONS, Expressions
from generated.fuzz.program_kinds import B0, F0, F2K, F3, F23, FK, I0, Kind
from generated.fuzz.program_statements import STATEMENTS, Place, Statements
from generated.fuzz.program_structures import Structures

ALWAYS = {"assign", "augment", "branch", "repeat_range", "give", "change_variable"}
GRADIENTS = ("outside", "outside", "outside", "inside", "inside", "persistent", "second", "forward", "none", "none")
EXTRA = {"walrus", "walrus_loop", "elif", "finally", "loop_else", "array_size", "nested_function", "default_argument"}
EXTRA |= {"function_beside", "inner_early_return", "forward", "none", "jacobian"}
EXTRA |= {"tape_" + how for how in ("plain", "persistent", "second", "variables", "upstream", "stopped")}
EXTRA |= {f"gradient {how}" for how in GRADIENTS} | {
    f"signature {how}" for how in (None, "known", "open", "rankless", "relaxed")
}


class Program(NamedTuple):
    """A source and the names of the methods that wrote it."""

    source: str
    features: frozenset


class Writer(Expressions, Statements, Structures, Calls):
    """Writes one program, line by line. `scope` maps what is surely bound to its kind, `fixed` is not assigned to."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.names, self.features = [], 0, set()
        self.scope = {"x": FK, "m": F2K, "n": I0}
        self.fixed = set(self.scope)
        self.functions = []
        self.alone = None  # where set, the only names that may be read
        self.no_walrus = False
        self.budget = self.random.choice((3, 6, 6, 10, 10, 16))  # statements that may still be written
        self.wrong_ones = 1 if self.chance(0.12) else 0
        # Each program knows some of the statements and expressions only, and so has more of these.
        part = self.choose(0.2, 0.4, 0.7)
        self.statements = [row for row in STATEMENTS if row[0] in ALWAYS or self.chance(part)]
        if self.wrong_ones:
            self.statements += [row for row in STATEMENTS if row[0] in ("wrong", "unstable")]
        chosen = [row for row in PRODUCTIONS if self.chance(0.6)]
        self.productions = {}
        for dtype in ("float32", "float64", "float16", "int32", "int64", "bool"):
            rows = [row for row in chosen if dtype in row[1]] or [row for row in PRODUCTIONS if dtype in row[1]]
            self.productions[dtype] = [row for row in rows for _ in range(row[2])]

    def choose(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def put(self, place, text):
        self.lines.append("    " * (place.depth if isinstance(place, Place) else place) + text)

    def result(self):
        return "return " + self.form.format(*(self.expression(kind, 1) for kind in self.returns))

    def plan(self):
        """How f is called; a tuple per call: k, n, p."""
        signature = self.choose(None, None, None, None, None, None, "known", "open", "open", "rankless")
        signature = "relaxed" if self.chance(0.03) else signature
        p = self.random.randrange(0, 4)
        calls = [(3, self.choose(2, 1), p), (3, self.choose(-3, 0, 5), p)]
        if self.chance(0.3) and signature is None:
            calls.append((3, 1, (p + 1) % 4))  # another Python number: another trace
        if signature == "relaxed":
            calls += [(4, 2, p), (5, 1, p)]
        elif self.chance(0.3) and signature != "known":
            calls.append((self.choose(0, 1, 2, 4, 5), 2, p))  # another shape
        gradient = self.choose(*GRADIENTS)
        self.features |= {f"gradient {gradient}", f"signature {signature}"}
        plan = {"signature": signature, "calls": calls, "gradient": gradient}
        return plan | {"wrong": True} if self.wrong_ones else plan

    def beside(self):
        """A function that stands beside f: its traces stay from call to call."""
        kinds, scope = [self.choose(F0, F3), self.choose(F0, F3, I0)], self.scope
        self.scope = {"q": kinds[0], "r": kinds[1]}
        self.alone = set(self.scope)
        self.put(0, self.choose("@tf.function", "@tf.function(reduce_retracing=True)"))
        self.put(0, "def beside(q, r):")
        self.put(1, 'say("beside")')
        self.put(1, f"if {self.expression(B0, 1)}:")
        self.put(2, f"q = tf.tanh({self.expression(kinds[0], 2)})")
        self.put(1, f"return tf.tanh({self.expression(kinds[0], 2)})")
        self.scope, self.alone = scope, None
        self.functions.append(("beside", kinds, kinds[0]))

    def write(self):
        kinds = [self.choose(F0, FK, F3), self.choose(F0, I0, F2K, F23, B0, Kind("float64", (3,)))]
        self.returns = kinds[: self.random.randrange(1, 3)]
        forms = ("{}, {}", "[{}, {}]", '{{"a": {}, "b": {}}}', "Point({}, ({}, None))", "({}, [{}, 1])")
        self.form = self.choose("{}", "{}", "[{}]") if len(self.returns) == 1 else self.choose(*forms)
        plan = self.plan()
        self.put(0, f"PLAN = {plan}")
        if self.chance(0.15):
            self.features.add("function_beside")
            self.beside()
        self.put(0, "def f(x, m, n, p=3):" if plan["signature"] else "def f(x, m, n, p):")
        if plan["signature"]:
            plan["calls"] = [(k, n, 3) for k, n, _ in plan["calls"]]
            self.lines[0] = f"PLAN = {plan}"
        self.put(1, 'say("f")')
        place = Place(1)
        if self.chance(0.7):
            self.assign(place)
        while self.budget > 0:
            self.write_statement(place)
        self.put(place, self.result())
        if plan["gradient"] not in ("none", "outside", "inside") and "note" in self.features:
            # TensorFlow has neither forward mode nor a second gradient of py_function.
            self.lines[0] = f"PLAN = {plan | {'gradient': 'outside'}}"
        return Program("\n".join(self.lines) + "\n", frozenset(self.features))


def program(seed):
    """The program with this number."""
    return Writer(seed).write()


def all_features():
    """The names that a Program's features are taken from."""
    return {row[0] for row in STATEMENTS} | {row[0] for row in PRODUCTIONS} | EXTRA


__all__ = ["Program", "all_features", "program"]
