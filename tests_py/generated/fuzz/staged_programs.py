"""Random functions over whole numbers in which tensors decide the way: every block in every nesting, left in every way.

`program(seed)` gives a Program: the source of `f(a, b, p)`, which gives two numbers, and PLAN, with what it is called.
Where it went is told by the numbers, so that Python, which is given plain numbers, tells what is right. `numbers` is
range there and tf.range in a function; a and b are numbers or tensors, p is a number in any case.
"""

import random

from generated.fuzz.programs import Program

DEEPEST = 4
BLOCKS = (
    "branch branch branch elifs over_numbers over_numbers over_range counted endless ended leaving_end guarded scope "
    "swallowing choice function_inside method_inside"
).split()
FEATURES = set(BLOCKS) | {
    "return",
    "break",
    "continue",
    "leave in finally",
    "else of a loop",
    "walrus",
    "nonlocal",
    "raise",
}


class Writer:
    """Writes one program, line by line."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.features = [], set()
        self.depth, self.count = 1, 0
        self.loop = False
        self.stays = (
            False  # nothing may leave on a tensor: what follows raises, which a function does while it is traced
        )
        self.budget = self.random.choice((4, 7, 10, 14))
        part = self.random.choice((0.3, 0.6, 1.0))
        self.blocks = [name for name in BLOCKS if self.random.random() < part] or BLOCKS

    def pick(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, most=3, **changes):
        before = {name: getattr(self, name) for name in changes}
        for name, value in changes.items():
            setattr(self, name, value)
        self.depth += 1
        for _ in range(self.random.randrange(1, most + 1)):
            self.statement()
        self.depth -= 1
        for name, value in before.items():
            setattr(self, name, value)

    def statement(self):
        self.budget -= 1
        if self.budget > 0 and self.depth <= DEEPEST and self.chance(0.55):
            name = self.pick(*self.blocks)
            self.features.add(name)
            getattr(self, name)()
        elif self.chance(0.35):
            self.leave()
        else:
            self.step()

    # ---- what they are made of ----

    def number(self):
        return self.pick(
            "a", "b", "x", "y", "x", "p", "1", "2", "x % 5", "(x + y)", "(y if x > 4 else b)", "least(x, y)"
        )

    def test(self):
        kinds = (
            lambda: f"{self.number()} {self.pick('>', '<', '==', '!=')} {self.number()}",
            lambda: f"x % 3 == {self.pick(0, 1, 2)}",
            lambda: f"y % 2 == {self.pick(0, 1)}",
            lambda: f"a == {self.pick(0, 1, 2)}",
            lambda: f"not {self.number()} > {self.number()}",
            lambda: f"{self.number()} < {self.number()} {self.pick('and', 'or')} {self.number()} != {self.number()}",
            lambda: f"0 < {self.number()} <= {self.number()}",
            lambda: f"p == {self.pick(0, 1)}",
        )
        return self.pick(*kinds)()

    def step(self):
        if self.chance(0.2):
            self.put(f"y = (y + x * {self.pick(2, 3, 5)}) % 211")
        elif self.chance(0.1):
            self.put(f"x, y = y, (x + {self.random.randrange(50)}) % 1009")
        else:
            self.put(f"x = (x * 3 + {self.random.randrange(100)}) % 1009")

    def leave(self):
        if self.stays:
            return self.step()
        options = ["return"]
        if self.loop:
            options += ["break", "continue", "break", "continue"]
        way = self.pick(*options)
        self.features.add(way)
        if way == "return":
            way = self.pick("return x, y", "return x, y", "return x + 1, y", "return y, x")
        if self.chance(0.85):
            self.put(f"if {self.test()}:")
            self.depth += 1
            if self.chance(0.3):
                self.step()
            self.put(way)
            self.depth -= 1
        else:
            self.put(way)

    # ---- blocks ----

    def branch(self):
        if self.chance(0.15):
            self.features.add("walrus")
            self.put(f"if (y := {self.number()}) > {self.pick(1, 3)}:")
        else:
            self.put(f"if {self.test()}:")
        self.block()
        if self.chance(0.5):
            self.put("else:")
            self.block()

    def elifs(self):
        self.put(f"if {self.test()}:")
        self.block(2)
        for _ in range(self.random.randrange(1, 3)):
            self.put(f"elif {self.test()}:")
            self.block(2)

    def loop_body(self):
        self.block(loop=True)
        if self.chance(0.25):
            self.features.add("else of a loop")
            self.put("else:")
            self.block(2)

    def over_numbers(self):
        item = self.fresh("i")
        self.put(f"for {item} in numbers({self.pick('3', '2', 'b % 4', '0', '1, 6, 2', 'x % 4')}):")
        self.depth += 1
        self.put(f"x = (x + {item}) % 1009")
        self.depth -= 1
        self.loop_body()

    def over_range(self):
        item = self.fresh("i")
        self.put(f"for {item} in {self.pick('range(3)', 'range(p + 1)', '[1, 2]', '(2, 0, 1)')}:")
        self.depth += 1
        self.put(f"x = (x + {item}) % 1009")
        self.depth -= 1
        self.loop_body()

    def counted(self):
        counter = self.fresh("k")
        self.put(f"{counter} = {self.pick('0', 'a * 0')}")
        self.put(f"while {counter} < {self.pick('3', 'b % 4', '2')}{self.pick('', '', ' and ' + self.test())}:")
        self.depth += 1
        self.put(f"{counter} += 1")
        self.depth -= 1
        self.loop_body()

    def endless(self):
        counter = self.fresh("k")
        self.put(f"{counter} = {self.pick('0', 'a * 0')}")
        self.put("while True:")
        self.depth += 1
        self.put(f"{counter} += 1")
        self.put(f"if {counter} > {self.pick('2', '1', 'b % 3')}:")
        self.put("    break")
        self.depth -= 1
        self.block(loop=True)

    def ended(self):
        self.put("try:")
        self.block()
        self.put("finally:")
        self.depth += 1
        self.step()
        self.depth -= 1

    def leaving_end(self):
        self.put("try:")
        self.block()
        self.put("finally:")
        self.depth += 1
        self.step()
        self.features.add("leave in finally")
        self.leave()
        self.depth -= 1
        if self.chance(0.5):
            self.block(2)

    def guarded(self):
        """An exception that Python raises, and one that it does not."""
        self.features.add("raise")
        self.put("try:")
        self.block(2, stays=True)
        self.depth += 1
        self.put(f"if p == {self.pick(0, 1, 2)}:")
        self.put("    raise E1(p)")
        self.depth -= 1
        if self.chance(0.5):
            self.block(1)
        self.put("except E1:")
        self.block(2)
        if self.chance(0.4):
            self.put("else:")
            self.block(1)
        if self.chance(0.3):
            self.put("finally:")
            self.depth += 1
            self.step()
            self.depth -= 1

    def scope(self):
        self.put(f"with manage(){self.pick('', ', manage()', ' as m')}:")
        self.block()

    def swallowing(self):
        """A context manager that takes an exception away."""
        self.put(f"with {self.pick('suppress(E1)', 'manage(), suppress(E1)', 'suppress(E1), failing(p)')}:")
        raises = self.chance(0.5)
        self.block(2, stays=self.stays or raises)
        if raises:
            self.features.add("raise")
            self.depth += 1
            self.put(f"if p == {self.pick(0, 1, 2)}:")
            self.put("    raise E1(p)")
            self.depth -= 1

    def choice(self):
        self.put("match p:")
        self.depth += 1
        for case in self.pick(("0", "1 | 2", "_"), ("q if q > 0", "_"), (f"_ if {self.test()}", "_"), ("1",)):
            self.put(f"case {case}:")
            self.block(2)
        self.depth -= 1

    def function_inside(self):
        name = self.fresh("g")
        self.put(f"def {name}(c):")
        self.depth += 1
        shared = self.chance(0.6)
        if shared:
            self.features.add("nonlocal")
            self.put("nonlocal x, y")
        else:
            self.put("x, y = c, 1")
        self.depth -= 1
        self.block(loop=False, stays=False)
        self.depth += 1
        self.put("return x, y")
        self.depth -= 1
        self.put(f"{self.pick('x, y', 'y, x')} = {name}({self.number()})")

    def method_inside(self):
        name = self.fresh("C")
        self.put(f"class {name}:")
        self.depth += 1
        self.put("def __init__(self, x, y):")
        self.put("    self.x, self.y = x, y")
        self.put("def m(self):")
        self.put("    x, y = self.x, self.y")
        self.block(loop=False, stays=False)
        self.put("    self.x = x")
        self.put("    return x, y")
        self.depth -= 1
        made = self.fresh("o")
        self.put(f"{made} = {name}(x, y)")
        self.put(f"x, y = {made}.m()")

    def write(self):
        self.lines.append("")
        self.lines.append("def f(a, b, p):")
        self.put("x, y = a * 7 + 1, b + 2")
        while self.budget > 0:
            self.statement()
        self.put("return x, y")
        values = [(self.random.randrange(4), self.random.randrange(5)) for _ in range(4)]
        p = self.random.randrange(3)
        calls = [(a, b, q) for q in (p, (p + 1) % 3) for a, b in values]
        self.lines[0] = f"PLAN = {{'calls': {calls}}}"
        return Program("\n".join(self.lines) + "\n", frozenset(self.features))


def program(seed):
    """The program with this number."""
    return Writer(seed).write()


def all_features():
    """The names that a Program's features are taken from."""
    return FEATURES


__all__ = ["Program", "all_features", "program"]
