"""Random functions of plain Python, without a tensor: every kind of statement and expression in every nesting.

`program(seed)` gives a Program: the source of a function `f(a, b)` of two numbers, and PLAN, with what it is called. Half
of the programs draw their statements; the others are chains: one kind of block in another, four deep, that ends in every
way to leave, which the arguments choose. What programs find bound (`log`, `tick`, `manage`, `spy` …) is in
python_outcomes.py.
"""

import random
import sys
import warnings

from generated.fuzz.programs import Program
from generated.fuzz.python_expressions import Expressions
from generated.fuzz.python_statements import Statements

SIMPLE = (
    "assign assign assign_many augment annotate tell tell delete expression check fail leave leave leave give load nothing"
).split()
COMPOUND = (
    "branch branch repeat_while repeat_for repeat_for attempt attempt attempt scope scope match define define"
).split()
DEEPEST = 4
FEATURES = set(
    """if elif while for try finally with match guard capture del import assert raise yield global nonlocal class plain generator
    closures lambda coroutine decorated logged call member text risky comparison spy membership identity annotation walrus
    return break continue""".split()
) | {
    "return in finally",
    "break in finally",
    "continue in finally",
    "except as",
    "bare except",
    "else of try",
    "else of a loop",
    "for with a starred target",
    "with of several",
    "sequence pattern",
    "mapping pattern",
    "class pattern",
    "as pattern",
    "or pattern",
    "conditional expression",
    "boolean expression",
    "chained comparison",
    "list comprehension",
    "set comprehension",
    "dict comprehension",
    "generator comprehension",
    "starred argument",
    "formatted text",
    "raise from",
    "assignment of many",
    "augmented assignment",
    "walrus in while",
    "chain",
}
if sys.version_info >= (3, 11):
    FEATURES.add("except*")


class Writer(Expressions, Statements):
    """Writes one program, line by line."""

    groups = sys.version_info >= (3, 11)

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.features = [], set()
        self.count = self.marks = 0
        self.depth, self.level = 1, 0
        self.own = ["a", "b", "x", "y", "u"]  # numbers that may be assigned to
        self.names = [*self.own, "G1"]
        self.own_rows = ["xs", "ys"]
        self.rows = list(self.own_rows)
        self.hidden = []
        self.declared = set()
        self.never = {"G1", "G2", "i", "j"}
        self.functions = []
        self.caught = []
        self.loop = self.yields = self.in_class = self.no_walrus = False
        self.leaves = self.outer_function = True
        self.finals = 0
        self.budget = self.random.choice((6, 10, 15, 22))
        # Each program knows some of the statements only, and so has more of these.
        part = self.random.choice((0.3, 0.6, 1.0))
        self.simple = [name for name in SIMPLE if self.chance(part)] or SIMPLE
        self.compound = [name for name in COMPOUND if self.chance(part)] or COMPOUND

    def pick(self, options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self):
        self.count += 1
        return self.count

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def statement(self):
        """One statement, as long as there may be more of them."""
        self.budget -= 1
        compound = self.depth <= DEEPEST + self.level and self.budget > 0 and self.chance(0.55)
        getattr(self, self.pick(self.compound if compound else self.simple))()

    def head(self, calls):
        self.lines[:0] = [f"PLAN = {{'calls': {calls}}}", "G1, G2 = 1, 2"]
        self.depth = 0
        self.put(self.pick(("def f(a, b):", "def f(a, b=2):", "def f(a, *b):", "@deco\ndef f(a, b):")))
        bound = self.lines[-1].endswith("*b):")
        self.depth = 1
        if bound:
            self.put("b = b[0]")

    def write(self):
        calls = [(self.random.randrange(-2, 4), self.random.randrange(-2, 4)) for _ in range(3)]
        self.head(calls)
        if self.chance(0.4):
            self.features.add("global")
            self.put("global G1")
            self.own.append("G1")
            self.declared.add("G1")
        self.put("x, y = 1, a")
        self.put("if a > 90: u = 0" if self.chance(0.25) else "u = 0")
        self.put("xs, ys = [1, 2], [b]")
        while self.budget > 0:
            self.statement()
        if self.chance(0.8):
            self.put(f"return {self.pick((self.number, self.list))()}, x, y, xs")
        return self.done()

    def done(self):
        return Program("\n".join(self.lines) + "\n", frozenset(self.features))


# Blocks of chains: the lines before the place where more goes, with its indentation, and the lines behind. `@` is how control
# goes on, `#` a number of the block's own.
BLOCKS = {
    "if": ("if a != 9:", "    ", ["else:", "    log('else #')"]),
    "else": ("if a == 9:\n    log('if #')\nelse:", "    ", []),
    "elif": ("if a == 9:\n    pass\nelif b < 9:", "    ", []),
    "for": ("for i# in items(1, 2, 3):", "    ", ["    log('end #', i#)", "else:", "    log('else #')"]),
    "while": (
        "w# = 0\nwhile w# < 2 and tick():\n    w# += 1",
        "    ",
        ["    log('end #')", "else:", "    log('else #')"],
    ),
    "while True": ("while True:\n    if not tick(): return 'no fuel'", "    ", ["    if choose(a, 'stop #'): break"]),
    "else of for": ("for i# in range(2):\n    if choose(a, 'break #'): break\nelse:", "    ", []),
    "try": ("try:", "    ", ["except E1 as e#:", "    log('caught #', e#)", "else:", "    log('else #')"]),
    "except": ("try:\n    boom(b)\nexcept Exception as e#:", "    ", ["    log('end #', e#)"]),
    "else of try": (
        "try:\n    log('try #')\nexcept E1:\n    pass\nelse:",
        "    ",
        ["finally:", "    log('finally #')"],
    ),
    "try finally": ("try:", "    ", ["finally:", "    log('finally #')"]),
    "finally": ("try:\n    if choose(a, 'r #'): return 'left #'\n    boom(b)\nfinally:", "    ", ["    log('end #')"]),
    "leaving finally": (
        "try:",
        "    ",
        ["finally:", "    log('finally #')", "    if choose(a, 'leave #'): return 'finally #'"],
    ),
    "with": ("with manage(#) as m#, manage(b, E1):", "    ", ["    log('end #', m#)"]),
    "suppressing with": ("with manage(#, Exception):", "    ", []),
    "match": (
        "match [a, b]:\n    case [_, 9]:\n        pass\n    case [p#, *q#]:",
        "        ",
        ["        log('end #', p#, q#)"],
    ),
    "function": ("def g#(c#=a):\n    nonlocal x, u", "    ", ["    return log('result #', c#)"]),
    "generator": ("def g#():\n    nonlocal x\n    yield 1", "    ", ["    yield log('end #')"]),
    "method": (
        "class C#:\n    n = x\n    def m(self, c#=1):\n        nonlocal x",
        "        ",
        ["        return log(self.n)"],
    ),
}
if sys.version_info >= (3, 11):
    BLOCKS["except*"] = ("try:\n    boom(b)\nexcept* E1 as e#:", "    ", ["    log('end #', e#.exceptions)"])
AFTER = {
    "function": ["log('called #', g#())"],
    "generator": ["log('drained #', drained(g#()))"],
    "method": ["log('method #', C#().m())"],
}
LOOPS = ("for", "while", "while True")
SCOPES = ("function", "generator", "method")


def chain_of(number):
    """The names of the blocks of a chain, the outermost first; there are `len(BLOCKS) ** DEEPEST`."""
    names = []
    for _ in range(DEEPEST):
        number, place = divmod(number, len(BLOCKS))
        names.append(list(BLOCKS)[place])
    return names


class Chain(Writer):
    """Writes one block in another, with every way to leave in the innermost."""

    def write_chain(self, names):
        self.features.add("chain")
        self.head([(leave, b) for leave in (0, 1, 2, 3, 4, 5, 6) for b in (0, self.pick((1, 2, 3)))])
        self.put("x, u = 1, 2")
        if self.chance(0.5):
            self.put("del u")
        self.nest(names, 0, in_loop=False, starred=False)
        self.put("log('after', x)")
        self.put(self.pick(("return x", "return x, u", "pass")))
        return self.done()

    def nest(self, names, at, in_loop, starred):
        if at == len(names):
            return self.leave_in_every_way(in_loop, starred)
        name = names[at]
        if starred and name not in SCOPES and "return" in str(BLOCKS[name]):
            name = "if"
        head, indent, end = BLOCKS[name]
        number = str(at + 1)
        for line in head.replace("#", number).split("\n"):
            self.put(line)
        self.depth += len(indent) // 4
        self.put(f"log('in {number}', x)")
        if self.chance(0.3):
            self.put(self.pick(("x += 1", "u = x", "x = log(x) + 1", "log(u)", "if x > 2: del u")))
        inside = name in LOOPS or (in_loop and name not in SCOPES)
        below = (name == "except*" or starred) and name not in SCOPES
        self.nest(names, at + 1, inside, below)
        self.depth -= len(indent) // 4
        for line in end:
            self.put(line.replace("#", number))
        for line in AFTER.get(name, ()):
            self.put(line.replace("#", number))
        if self.chance(0.5):
            self.put(f"log('behind {number}', x)")

    def leave_in_every_way(self, in_loop, starred):
        ways = ["raise E1(x)", "raise E3(x)", "x += 1"]
        if not starred:
            ways.append(self.pick(("return x", "return log('returned', x)")))
        if in_loop and not starred:
            ways += ["break", "continue"]
        self.random.shuffle(ways)
        form = self.random.randrange(3)
        for i, way in enumerate(ways):
            test = f"a == {i + 1}" if form else f"choose(a, {i + 1})"
            self.put(f"{'el' if i and form == 1 else ''}if {test}:")
            self.put(f"    {way}")
        self.put("log('innermost')")


def program(seed):
    """The program with this number: the first of those drawn for it that is one by Python's rules."""
    for attempt in range(100):
        if seed % 2:
            number = seed // 2 * 48_271 % len(BLOCKS) ** DEEPEST
            written = Chain(f"{seed} {attempt}").write_chain(chain_of(number))
        else:
            written = Writer(f"{seed} {attempt}").write()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(written.source, "<program>", "exec")
            return written
        except SyntaxError:
            pass
    raise RuntimeError(f"no program for {seed}")


def all_features():
    """The names that a Program's features are taken from."""
    return FEATURES


__all__ = ["Program", "all_features", "chain_of", "program"]
