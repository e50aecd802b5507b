"""Random functions with nested control flow on integers, to compare what they give eagerly and as graphs.

python tests_py/autograph/random_programs.py 0 1000      compares the programs of these seeds
python tests_py/autograph/random_programs.py 17          prints the one of seed 17
"""

from __future__ import annotations

import linecache
import random
import sys

_VARIABLES = ["a", "b", "c", "d"]


def helper(x):
    """A function that programs call, converted in its turn."""
    if x > 3:
        return x - 1
    return x + 2


class Holder:
    """An object whose attribute programs change."""


class _Writer:
    """Writes one function, in Python's syntax, line by line."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def chance(self, *shares: float) -> int:
        """The number of a share, each with its probability; the one after the last with what remains."""
        value = self.random.random()
        for number, share in enumerate(shares):
            value -= share
            if value < 0:
                return number
        return len(shares)

    def expression(self, names: list[str], depth: int = 0) -> str:
        pick = self.random.choice
        if depth > 2 or self.random.random() < 0.35:
            return pick(names) if self.random.random() < 0.75 else str(self.random.randint(-3, 5))
        kind = self.chance(0.7, 0.1, 0.06, 0.05, 0.05)
        if kind == 0:
            return f"({self.expression(names, depth + 1)} {pick('+-*')} {self.expression(names, depth + 1)})"
        if kind == 1:
            chosen = [self.expression(names, depth + 1) for _ in range(2)]
            return f"({chosen[0]} if {self.condition(names)} else {chosen[1]})"
        inner = self.expression(names, depth + 1)
        return [
            f"helper({inner})",
            f"(lambda q: q + {pick(names)})({inner})",
            f"max({inner}, {pick(names)})",
            f"abs({inner})",
        ][kind - 2]

    def condition(self, names: list[str], depth: int = 0) -> str:
        kind = 0 if depth > 1 else self.chance(0.6, 0.1, 0.1)
        if kind == 0:
            operator = self.random.choice(["<", ">", "<=", ">=", "==", "!="])
            return f"{self.expression(names, 2)} {operator} {self.expression(names, 2)}"
        if kind == 1:
            return f"({self.expression(names, 2)} < {self.expression(names, 2)} <= {self.expression(names, 2)})"
        if kind == 2:
            return f"not ({self.condition(names, depth + 1)})"
        word = self.random.choice(["and", "or"])
        return f"({self.condition(names, depth + 1)} {word} {self.condition(names, depth + 1)})"

    def block(self, indent: int, names: list[str], depth: int, in_loop: bool, returns: bool) -> list[str]:
        lines = []
        for _ in range(self.random.randint(1, 4)):
            lines += self.statement(indent, names, depth, in_loop, returns)
        return lines

    def statement(self, indent: int, names: list[str], depth: int, in_loop: bool, returns: bool) -> list[str]:
        start = "    " * indent
        kind = 0 if depth <= 0 else self.chance(0.4, 0.18, 0.14, 0.08, 0.1, 0.05, 0.02)
        if kind == 0:
            return [start + self.assignment(names)]

        def inside(more: list[str] = names, loop: bool = in_loop, can_return: bool = returns) -> list[str]:
            return self.block(indent + 1, more, depth - 1, loop, can_return)

        if kind == 1:
            lines = [f"{start}if {self.condition(names)}:", *inside()]
            if self.random.random() < 0.4:
                lines += [f"{start}elif {self.condition(names)}:", *inside()]
            if self.random.random() < 0.6:
                lines += [f"{start}else:", *inside()]
            return lines
        if kind in (2, 3):
            self.count += 1
            name = f"i{self.count}"
            if kind == 2:
                sizes = self.random.randint(0, 4), self.random.randint(0, 3)
                items = [f"tf.range({sizes[0]})", f"range({sizes[1]})", "tf.range(n % 4)", "tf.constant([3, 1, 2])"]
                lines = [f"{start}for {name} in {self.random.choice(items)}:", *inside([*names, name], True)]
                return [*lines, f"{start}else:", *inside()] if self.random.random() < 0.15 else lines
            more = f" and {self.condition(names)}" if self.random.random() < 0.4 else ""
            limit = self.random.choice(["3", "n % 5", "4"])
            lines = [f"{start}{name} = {self.random.choice(['0', 'a - a'])}", f"{start}while {name} < {limit}{more}:"]
            return [*lines, f"{start}    {name} += 1", *inside([*names, name], True)]
        if kind == 4 and in_loop:
            return [f"{start}if {self.condition(names)}:", f"{start}    {self.random.choice(['break', 'continue'])}"]
        if kind in (4, 5) and returns:
            return [f"{start}if {self.condition(names)}:", f"{start}    return {self.expression(names, 1)}"]
        if kind == 6:
            return [f"{start}try:", *inside(names, False, False), f"{start}finally:", f"{start}    d = d + 1"]
        return [f'{start}with tf.name_scope("s"):', *inside()]

    def assignment(self, names: list[str]) -> str:
        name = self.random.choice(_VARIABLES)
        kind = self.chance(0.5, 0.2, 0.1, 0.1)
        if kind == 0:
            return f"{name} = {self.expression(names)} % 97"
        if kind == 1:
            return f"{name} += {self.expression(names, 1)}"
        if kind == 2:
            return (
                f"{name}, {self.random.choice(_VARIABLES)} = {self.expression(names, 1)}, {self.expression(names, 1)}"
            )
        if kind == 3:
            return f'box["k"] = (box["k"] + {self.expression(names, 1)}) % 89'
        return f"holder.v = (holder.v - {self.expression(names, 1)}) % 83"


def program(seed: int) -> str:
    """The source of the function `f(n, box, holder)` of a seed."""
    writer = _Writer(seed)
    body = writer.block(1, [*_VARIABLES, "n"], writer.random.randint(1, 4), False, True)
    first = ["def f(n, box, holder):", "    a = n + 1", "    b = n * 2", "    c = a - b", "    d = n - n"]
    last = '    return a + b * 3 + c * 5 + d * 7 + box["k"] * 11 + holder.v * 13\n'
    return "\n".join([*first, *body, last])


def load(seed: int, tf):
    """The function of a seed, with a source that AutoGraph finds."""
    name, source = f"<random program {seed}>", program(seed)
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = {"tf": tf, "__name__": "random_program", "helper": helper}
    exec(compile(source, name, "exec"), names)
    return names["f"]


def outcome(f, n, tf, traced: bool):
    """What the function gives for n: a number, or the exception."""

    def call(n):
        holder = Holder()
        holder.v = tf.constant(5)
        return f(n, {"k": tf.constant(4)}, holder)

    try:
        return int((tf.function(call) if traced else call)(tf.constant(n)))
    except Exception as error:
        return error


def difference(seed: int, tf) -> str | None:
    """How the eager and the traced function of a seed differ, if they do; both may fail."""
    f = load(seed, tf)
    for n in (0, 3, 7):
        eager, traced = outcome(f, n, tf, False), outcome(f, n, tf, True)
        if isinstance(eager, Exception) and isinstance(traced, Exception):
            continue
        if eager != traced:
            return f"seed {seed}, f({n}): eagerly {eager!r}, as a graph {traced!r}\n{program(seed)}"
    return None


if __name__ == "__main__":
    import graphwright

    seeds = [int(argument) for argument in sys.argv[1:]]
    if len(seeds) == 1:
        print(program(seeds[0]))
    else:
        found = [text for seed in range(*seeds) if (text := difference(seed, graphwright))]
        print("\n".join([*found, f"{seeds[1] - seeds[0]} programs, {len(found)} differ"]))
