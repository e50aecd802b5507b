"""Random Python functions over tensors: nested control flow, early exits, closures, variables, TensorArrays.

`program(seed)` gives the source of a function `f(x, m, n, p)` that runs eagerly and as a tf.function alike: every name is
bound before it is read and keeps its dtype and shape. `x` has shape (3,), `m` (2, 3), both float32; `n` is an int32
scalar, `p` a Python int. `v` (float32) and `log` (int32) are variables; `log` tells the order of side effects.
"""

import random

# The kinds of expressions: float32 of shape (), (3,), (2, 3); an int32 and a bool scalar.
F0, F1, F2, I0, B0 = "F0", "F1", "F2", "I0", "B0"


class Writer:
    """Writes one program, line by line. `scope` maps the names that are surely bound to their kinds."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = 0
        self.scope = {"x": F1, "m": F2, "n": I0}
        self.fixed = {"x", "m", "n"}  # names that are not assigned to
        self.functions = []
        self.budget = 24  # statements that may still be written

    def choose(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- expressions ----

    def known(self, kind):
        names = [name for name, its in self.scope.items() if its == kind]
        return self.random.choice(names) if names else None

    def expression(self, kind, depth=2):
        name = self.known(kind)
        if name and (depth <= 0 or self.chance(0.35)):
            return name
        return getattr(self, kind)(depth)

    def number(self):
        return self.choose("0.5", "-0.25", "1.5", "0.125", "2.0")

    def F0(self, depth):
        if depth <= 0:
            return f"tf.constant({self.number()})"
        e = lambda kind: self.expression(kind, depth - 1)  # noqa: E731
        options = [
            lambda: f"({e(F0)} {self.choose('+', '-', '*')} {e(F0)})",
            lambda: f"({e(F0)} {self.choose('+', '-', '*')} {self.number()})",
            lambda: f"tf.{self.choose('sin', 'tanh', 'abs', 'square')}({e(F0)})",
            lambda: f"tf.{self.choose('minimum', 'maximum')}({e(F0)}, {e(F0)})",
            lambda: f"tf.reduce_{self.choose('sum', 'mean', 'max')}({e(self.choose(F1, F2))})",
            lambda: f"{e(F1)}[{self.choose('0', '-1', '1')}]",
            lambda: f"{e(F1)}[{e(I0)} % 3]",
            lambda: f"{e(F2)}[{self.choose('0', '1')}, {self.choose('0', '2')}]",
            lambda: f"tf.cast({e(I0)} % 5, tf.float32)",
            lambda: f"({e(F0)} if {e(B0)} else {e(F0)})",
            lambda: f"-{e(F0)}",
            lambda: "v.read_value()" if self.chance(0.5) else f"(v * {e(F0)})",
        ]
        if self.functions:
            options.append(lambda: f"{self.random.choice(self.functions)}({e(F0)})")
        return self.random.choice(options)()

    def F1(self, depth):
        if depth <= 0:
            return "tf.constant([0.5, -1.0, 0.25])"
        e = lambda kind: self.expression(kind, depth - 1)  # noqa: E731
        return self.random.choice(
            [
                lambda: f"({e(F1)} {self.choose('+', '-', '*')} {e(self.choose(F0, F1))})",
                lambda: f"tf.{self.choose('sin', 'tanh', 'square')}({e(F1)})",
                lambda: f"tf.where({e(F1)} > {e(F0)}, {e(F1)}, {e(F1)})",
                lambda: f"{e(F2)}[{self.choose('0', '1', '-1')}]",
                lambda: f"tf.reduce_sum({e(F2)}, 0)",
                lambda: f"tf.stack([{e(F0)}, {e(F0)}, {e(F0)}])",
                lambda: f"tf.gather({e(F2)}, {e(I0)} % 2)",
                lambda: f"{e(F1)}[::-1]",
                lambda: f"tf.concat([{e(F1)}[1:], {e(F1)}[:1]], 0)",
            ]
        )()

    def F2(self, depth):
        if depth <= 0:
            return "tf.ones([2, 3])"
        e = lambda kind: self.expression(kind, depth - 1)  # noqa: E731
        return self.random.choice(
            [
                lambda: f"({e(F2)} {self.choose('+', '-', '*')} {e(self.choose(F0, F1, F2))})",
                lambda: f"tf.stack([{e(F1)}, {e(F1)}])",
                lambda: f"tf.tanh({e(F2)})",
                lambda: f"tf.reverse({e(F2)}, [{self.choose('0', '1')}])",
                lambda: f"({e(F1)}[tf.newaxis] + {e(F2)})",
            ]
        )()

    def I0(self, depth):
        if depth <= 0:
            return f"tf.constant({self.random.randrange(-3, 6)})"
        e = lambda kind: self.expression(kind, depth - 1)  # noqa: E731
        return self.random.choice(
            [
                lambda: f"({e(I0)} {self.choose('+', '-', '*')} {e(I0)})",
                lambda: f"({e(I0)} + {self.random.randrange(-2, 4)})",
                lambda: f"({e(I0)} // {self.random.randrange(2, 4)})",
                lambda: f"({e(I0)} % {self.random.randrange(2, 7)})",
                lambda: f"tf.reduce_sum(tf.cast({e(F1)} > 0.3, tf.int32))",
                lambda: f"({e(I0)} if {e(B0)} else {e(I0)})",
                lambda: f"tf.size({e(self.choose(F1, F2))})",
                lambda: f"abs({e(I0)})",
            ]
        )()

    def B0(self, depth):
        if depth <= 0:
            return f"n > {self.random.randrange(-2, 4)}"
        e = lambda kind: self.expression(kind, depth - 1)  # noqa: E731
        return self.random.choice(
            [
                lambda: f"{e(I0)} {self.choose('<', '<=', '>', '==', '!=')} {e(I0)}",
                lambda: f"{e(I0)} % {self.choose('2', '3')} == 0",
                lambda: f"{e(F0)} > {self.number()}1",
                lambda: f"(not {e(B0)})",
                lambda: f"({e(B0)} {self.choose('and', 'or')} {e(B0)})",
                lambda: f"0 < {e(I0)} < {self.random.randrange(2, 7)}",
                lambda: f"tf.reduce_any({e(F1)} > 0.71)",
            ]
        )()

    # ---- statements ----

    def block(self, depth, in_loop, in_tensor_loop, least=1):
        start = len(self.lines)
        for _ in range(self.random.randrange(least, 4)):
            if self.budget <= 0:
                break
            self.statement(depth, in_loop, in_tensor_loop)
        if len(self.lines) == start:
            self.put(depth, "pass")

    def statement(self, depth, in_loop, in_tensor_loop):
        self.budget -= 1
        options = [self.assign] * 4 + [self.augment] * 2 + [self.effect]
        if depth < 5:
            options += [self.branch] * 3 + [self.repeat_while, self.repeat_for, self.repeat_for, self.repeat_range]
            options += [self.fill_array, self.collect, self.define, self.rows]
            options += [self.swap, self.record, self.differentiate, self.pairs, self.call_back, self.count_calls]
        if in_loop:
            options += [self.leave] * 2
        if depth > 1 and self.returns:
            options.append(self.give)
        self.random.choice(options)(depth, in_loop, in_tensor_loop)

    def target(self, kind):
        names = [name for name, its in self.scope.items() if its == kind and name not in self.fixed]
        if names and self.chance(0.6):
            return self.random.choice(names)
        return None

    def assign(self, depth, *_):
        kind = self.choose(F0, F0, F1, F2, I0, I0)
        name = self.target(kind) or self.fresh({F0: "a", F1: "b", F2: "c", I0: "i"}[kind])
        text = self.expression(kind, 3)
        self.put(depth, f"{name} = {text}" if kind == I0 else f"{name} = tf.tanh({text})")
        self.scope[name] = kind

    def augment(self, depth, *_):
        kind = self.choose(F0, I0, F1)
        name = self.target(kind)
        if name is None:
            return self.assign(depth)
        self.put(depth, f"{name} {self.choose('+=', '-=', '*=')} {self.expression(kind, 1)}")
        if kind != I0:
            self.put(depth, f"{name} = tf.tanh({name})")

    def effect(self, depth, *_):
        if self.chance(0.5):
            self.put(depth, f"log.assign(log * 3 + {self.random.randrange(1, 3)})")
        else:
            self.put(depth, f"v.assign(tf.tanh(v + {self.expression(F0, 1)}))")

    def condition(self):
        return self.choose("p > 2", "p % 2 == 0") if self.chance(0.15) else self.expression(B0, 2)

    def arm(self, depth, in_loop, in_tensor_loop):
        """A branch's block; gives what it binds."""
        before = dict(self.scope)
        functions = list(self.functions)
        self.block(depth + 1, in_loop, in_tensor_loop)
        after, self.scope, self.functions = self.scope, before, functions
        return after

    def branch(self, depth, in_loop, in_tensor_loop):
        self.put(depth, f"if {self.condition()}:")
        arms = [self.arm(depth, in_loop, in_tensor_loop)]
        if self.chance(0.3):
            self.put(depth, f"elif {self.condition()}:")
            arms.append(self.arm(depth, in_loop, in_tensor_loop))
        if self.chance(0.6):
            self.put(depth, "else:")
            arms.append(self.arm(depth, in_loop, in_tensor_loop))

    def loop_body(self, depth, tensor_loop):
        self.arm(depth, True, tensor_loop)

    def repeat_while(self, depth, *_):
        counter = self.fresh("k")
        more = f" and {self.expression(B0, 1)}" if self.chance(0.3) else ""
        self.put(depth, f"{counter} = tf.constant(0)")
        self.put(depth, f"while {counter} < {self.random.randrange(0, 4)}{more}:")
        self.put(depth + 1, f"{counter} += 1")
        self.scope[counter] = I0
        self.fixed.add(counter)
        self.loop_body(depth, True)

    def repeat_for(self, depth, *_):
        item = self.fresh("t")
        limit = self.choose("tf.range(3)", "tf.range(abs(n) % 4)", "tf.range(1, 6, 2)", "tf.range(0)")
        self.put(depth, f"for {item} in {limit}:")
        self.over(item, I0, depth, True)

    def repeat_range(self, depth, *_):
        item = self.fresh("t")
        self.put(depth, f"for {item} in {self.choose('range(2)', 'range(p)', '[1, 3]')}:")
        self.over(None, I0, depth, False)

    def rows(self, depth, *_):
        item = self.fresh("r")
        self.put(depth, f"for {item} in {self.expression(F2, 1)}:")
        self.over(item, F1, depth, True)

    def over(self, item, kind, depth, tensor_loop):
        outer = dict(self.scope)
        if item:
            self.scope[item] = kind
            self.fixed.add(item)
        self.loop_body(depth, tensor_loop)
        self.scope = outer

    def leave(self, depth, in_loop, in_tensor_loop):
        self.put(depth, f"if {self.condition()}:")
        self.put(depth + 1, self.choose("break", "continue"))

    def give(self, depth, *_):
        self.put(depth, f"if {self.condition()}:")
        self.put(depth + 1, self.result())

    def result(self):
        return "return " + ", ".join(self.expression(kind, 1) for kind in self.returns)

    def fill_array(self, depth, *_):
        array, item = self.fresh("ta"), self.fresh("t")
        self.put(depth, f"{array} = tf.TensorArray(tf.float32, size=3)")
        self.put(depth, f"for {item} in tf.range(3):")
        self.put(depth + 1, f"{array} = {array}.write({item}, {self.expression(F0, 2)})")
        name = self.fresh("b")
        self.put(depth, f"{name} = tf.reshape({array}.stack(), [3])")
        self.scope[name] = F1

    def collect(self, depth, *_):
        items, name = self.fresh("l"), self.fresh("a")
        self.put(depth, f"{items} = [{self.expression(F0, 1)}]")
        self.put(depth, f"for _ in range({self.choose('2', 'p')}):")
        self.put(depth + 1, f"{items}.append({items}[-1] * {self.expression(F0, 1)})")
        self.put(depth, f"{name} = tf.tanh(tf.add_n({items}))")
        self.scope[name] = F0

    def define(self, depth, *_):
        name, q = self.fresh("g"), self.fresh("q")
        outer, functions = dict(self.scope), list(self.functions)
        self.put(depth, f"def {name}({q}):")
        self.scope[q] = F0
        self.fixed.add(q)
        if self.chance(0.5):
            self.put(depth + 1, f"if {self.expression(B0, 1)}:")
            self.put(depth + 2, f"return tf.tanh({self.expression(F0, 2)})")
        self.put(depth + 1, f"return tf.tanh({self.expression(F0, 2)})")
        self.scope, self.functions = outer, functions
        # Its closure reads names that a branch may bind anew later: only what is bound now.
        self.functions.append(name)

    def swap(self, depth, *_):
        names = [name for name, kind in self.scope.items() if kind == F0 and name not in self.fixed]
        if len(names) < 2:
            return self.assign(depth)
        a, b = self.random.sample(names, 2)
        self.put(depth, f"{a}, {b} = {b}, tf.tanh({a} - {self.expression(F0, 1)})")

    def record(self, depth, in_loop, in_tensor_loop):
        """A dictionary whose entries change in branches and loops."""
        name, a, i = self.fresh("d"), self.fresh("a"), self.fresh("i")
        self.put(depth, f'{name} = {{"a": tf.tanh({self.expression(F0, 1)}), "i": {self.expression(I0, 1)}}}')
        if self.chance(0.5):
            self.put(depth, f"if {self.condition()}:")
        else:
            self.put(depth, f"for _ in tf.range({self.choose('2', 'abs(n) % 3')}):")
        self.put(depth + 1, f'{name}["a"] = tf.tanh({name}["a"] * {self.expression(F0, 1)})')
        self.put(depth + 1, f'{name}["i"] += {self.expression(I0, 1)}')
        self.put(depth, f'{a}, {i} = {name}["a"], {name}["i"]')
        self.scope[a], self.scope[i] = F0, I0

    def differentiate(self, depth, in_loop, in_tensor_loop):
        """A tape inside the function; its gradient is a value as any other."""
        tape, name, kind = self.fresh("tape"), self.fresh("y"), self.choose(F0, F1)
        source = self.known(kind)
        if source is None:
            return self.assign(depth)
        result = self.fresh("a" if kind == F0 else "b")
        self.put(depth, f"with tf.GradientTape() as {tape}:")
        self.put(depth + 1, f"{tape}.watch({source})")
        self.put(depth + 1, f"{name} = tf.tanh({self.expression(F0, 3)})")
        if self.chance(0.5):
            self.put(depth + 1, f"if {self.condition()}:")
            self.put(depth + 2, f"{name} = {name} * {self.expression(F0, 1)}")
        gradient = f'{tape}.gradient({name}, {source}, unconnected_gradients="zero")'
        self.put(depth, f"{result} = tf.tanh(tf.convert_to_tensor({gradient}))")
        self.scope[result] = kind

    def pairs(self, depth, *_):
        a, i, item = self.fresh("a"), self.fresh("k"), self.fresh("q")
        values = f"[{self.expression(F0, 1)}, {self.expression(F0, 1)}]"
        self.put(depth, f"{a} = {self.expression(F0, 1)}")
        if self.chance(0.5):
            self.put(depth, f"for {i}, {item} in enumerate({values}):")
        else:
            self.put(depth, f"for {i}, {item} in zip([2, 1], {values}):")
        self.put(depth + 1, f"{a} = tf.tanh({a} + {item} * float({i}))")
        self.scope[a] = F0

    def call_back(self, depth, *_):
        """The functional forms of control flow."""
        name, q = self.fresh("a"), self.fresh("q")
        other, more = self.expression(F0, 1), self.expression(F1, 1)
        form = self.choose("cond", "map_fn", "foldl", "while_loop", "switch_case")
        if form == "cond":
            text = f"tf.cond({self.expression(B0, 0)}, lambda: {other} * 2.0, lambda: {self.expression(F0, 1)})"
        elif form == "map_fn":
            text = f"tf.reduce_sum(tf.map_fn(lambda {q}: {q} * {other}, {more}))"
        elif form == "foldl":
            text = f"tf.foldl(lambda {q}, r: tf.tanh({q} + r * {other}), {more}, initializer={self.expression(F0, 1)})"
        elif form == "switch_case":
            arms = ", ".join(f"lambda: {self.expression(F0, 1)}" for _ in range(3))
            text = f"tf.switch_case({self.expression(I0, 1)}, [{arms}])"
        else:
            body = f"lambda k, {q}: (k + 1, tf.tanh({q} * {other}))"
            text = f"tf.while_loop(lambda k, _: k < abs(n) % 4, {body}, [tf.constant(0), {self.expression(F0, 1)}])[1]"
        self.put(depth, f"{name} = tf.tanh({text})")
        self.scope[name] = F0

    def count_calls(self, depth, *_):
        """A function of its own, traced, that changes a name of the function around it where it is not."""
        name, q = self.fresh("g"), self.fresh("q")
        outer, functions = dict(self.scope), list(self.functions)
        if self.chance(0.5):
            self.put(depth, "@tf.function")
            self.put(depth, f"def {name}({q}):")
        else:
            counter = self.fresh("a")
            self.put(depth, f"{counter} = {self.expression(F0, 1)}")
            outer[counter] = F0
            self.put(depth, f"def {name}({q}):")
            self.put(depth + 1, f"nonlocal {counter}")
            self.put(depth + 1, f"{counter} = tf.tanh({counter} + {q})")
        self.scope[q] = F0
        self.fixed.add(q)
        if self.chance(0.5):
            self.put(depth + 1, f"for _ in tf.range({self.choose('2', '0', 'abs(n) % 3')}):")
            self.put(depth + 2, f"{q} = tf.tanh({q} * {self.expression(F0, 1)})")
        self.put(depth + 1, f"return tf.tanh({self.expression(F0, 2)})")
        self.scope, self.functions = outer, functions
        result = self.fresh("a")
        self.put(depth, f"{result} = {name}({self.expression(F0, 1)})")
        self.scope[result] = F0

    def write(self):
        self.returns = [self.choose(F0, F1), self.choose(F0, I0, F2)][: self.random.randrange(1, 3)]
        self.put(0, "def f(x, m, n, p):")
        for _ in range(self.random.randrange(1, 3)):
            self.assign(1)
        while self.budget > 0:
            self.statement(1, False, False)
        self.put(1, self.result())
        return "\n".join(self.lines) + "\n"


def program(seed):
    """The source of the program with this number."""
    return Writer(seed).write()
