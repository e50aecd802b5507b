"""Random statements: assignments, branches, loops, exits, effects."""

from generated.fuzz.program_kinds import B0, COMMON, D0, D3, F0, F2K, F3, F23, FK, I0, I3, L0, Kind

STATEMENTS = []


def statement(weight=1, block=False, top=False):
    """Registers a method that writes a statement; `block`: one with blocks in it, `top`: only outside of all blocks."""

    def register(method):
        STATEMENTS.append((method.__name__, weight, block, top))
        return method

    return register


class Place:
    """Where a statement stands: depth of indentation, whether in a loop, whether in a function of its own."""

    def __init__(self, depth, loop=False, inner=False):
        self.depth, self.loop, self.inner = depth, loop, inner

    def deeper(self, loop=None):
        return Place(self.depth + 1, self.loop if loop is None else loop, self.inner)


class Statements:
    """Blocks and what they hold."""

    def block(self, place, most=3):
        start = len(self.lines)
        for _ in range(self.random.randrange(1, most + 1)):
            if self.budget <= 0:
                break
            self.write_statement(place)
        if len(self.lines) == start:
            self.put(place, "pass")

    def write_statement(self, place):
        self.budget -= 1
        options = []
        for name, weight, block, top in self.statements:
            if (block and place.depth >= 5) or (top and place.depth > 1):
                continue
            options += [name] * weight
        for _ in range(5):
            name = self.random.choice(options)
            if getattr(self, name)(place) is not False:
                self.features.add(name)
                return
        self.assign(place)

    def arm(self, place):
        """A branch's block; gives what it binds."""
        before, functions = dict(self.scope), list(self.functions)
        self.block(place)
        after, self.scope, self.functions = self.scope, before, functions
        return after

    def target(self, kind):
        """A name to bind: a new one or one of this kind."""
        names = [name for name, its in self.scope.items() if its == kind and name not in self.fixed]
        if names and self.chance(0.65):
            return self.random.choice(names)
        return self.fresh(
            {"float32": "a", "float64": "d", "int32": "i", "int64": "l", "bool": "t"}.get(kind.dtype, "h")
        )

    def bounded(self, kind, text):
        """Values of floats stay small through loops."""
        return f"tf.tanh({text})" if kind.dtype in ("float32", "float64", "float16") else text

    def condition(self):
        if self.chance(0.12):
            return self.choose("p > 2", "p % 2 == 0", "p", "not p % 3", "0 < p < 3")
        text = self.expression(B0, 2)
        if self.chance(0.06) and not self.no_walrus:
            self.features.add("walrus")
            name = self.fresh("a")
            text = f"({name} := {self.expression(F0, 1)}) > {self.number('float32')}37 and {text}"
            self.scope[name] = F0
        return text

    # ---- assignments ----

    @statement(weight=8)
    def assign(self, place):
        kind = self.choose(*COMMON)
        name = self.target(kind)
        self.put(place, f"{name} = {self.bounded(kind, self.expression(kind, 3))}")
        self.scope[name] = kind

    @statement(weight=3)
    def augment(self, place):
        kind = self.choose(F0, F0, I0, F3, FK, D0, L0)
        names = [name for name, its in self.scope.items() if its == kind and name not in self.fixed]
        if not names:
            return False
        name = self.random.choice(names)
        operator = self.choose("+=", "-=", "*=", "//=" if kind.is_int else "/=")
        other = str(self.random.randrange(2, 5)) if operator == "//=" else self.expression(kind, 1)
        self.put(place, f"{name} {operator} {'1.5 + abs(' + other + ')' if operator == '/=' else other}")
        if not kind.is_int:
            self.put(place, f"{name} = tf.tanh({name})")

    @statement()
    def unpack(self, place):
        kinds = [self.choose(F0, I0, F3, FK, D0) for _ in range(2)]
        names = [self.target(kind) for kind in kinds]
        if names[0] == names[1]:
            return False
        values = [self.bounded(kind, self.expression(kind, 2)) for kind in kinds]
        form = self.choose(
            "{0}, {1} = {2}, {3}", "({0}, {1}) = [{2}, {3}]", "{0}, *{1} = {2}, {3}", "_, ({0}, {1}) = 0, ({2}, {3})"
        )
        self.put(place, form.format(*names, *values))
        if "*" in form:
            self.put(place, f"{names[1]} = {names[1]}[0]")
        self.scope.update(zip(names, kinds))

    @statement()
    def swap(self, place):
        kind = self.choose(F0, I0, F3)
        names = [name for name, its in self.scope.items() if its == kind and name not in self.fixed]
        if len(names) < 2:
            return False
        a, b = self.random.sample(names, 2)
        self.put(place, f"{a}, {b} = {b}, {self.bounded(kind, f'{a} - {self.expression(kind, 1)}')}")

    @statement()
    def twice_bound(self, place):
        kind = self.choose(F0, F3, I0)
        a, b = self.target(kind), self.target(kind)
        self.put(place, f"{a} = {b} = {self.bounded(kind, self.expression(kind, 2))}")
        self.scope[a] = self.scope[b] = kind

    @statement()
    def rows_unpacked(self, place):
        kind = self.choose(F0, I0)
        names = [self.fresh("u") for _ in range(3)]
        self.put(
            place,
            f"{', '.join(names)} = {'tf.unstack' if self.chance(0.6) else ''}({self.expression(kind.shaped(3), 2)})",
        )
        self.scope.update(dict.fromkeys(names, kind))

    @statement()
    def delete(self, place):
        name, other = self.fresh("a"), self.target(F0)
        self.put(place, f"{name} = {self.expression(F0, 1)}")
        self.put(place, f"{other} = tf.tanh({name} + {self.expression(F0, 1)})")
        self.put(place, f"del {name}")
        self.scope[other] = F0

    # ---- branches ----

    @statement(weight=7, block=True)
    def branch(self, place):
        before = dict(self.scope)
        self.put(place, f"if {self.condition()}:")
        arms = [self.arm(place.deeper())]
        self.scope = before
        while self.chance(0.3) and len(arms) < 4:
            self.features.add("elif")
            self.put(place, f"elif {self.plain_condition()}:")
            arms.append(self.arm(place.deeper()))
        if self.chance(0.6):
            self.put(place, "else:")
            arms.append(self.arm(place.deeper()))
            for name, kind in arms[0].items():
                if all(arm.get(name) == kind for arm in arms):
                    self.scope.setdefault(name, kind)

    def plain_condition(self):
        self.no_walrus = True
        text = self.condition()
        self.no_walrus = False
        return text

    @statement(block=True)
    def match(self, place):
        """On Python values: AutoGraph leaves it alone."""
        self.put(place, f"match {self.choose('p', 'p % 3', '(p, p % 2)', '{0: p}')}:")
        cases = self.choose(
            ("0", "1 | 2", "_"),
            ("int(3)", "_"),
            ("(_, 0)", "(2, 1) | (3, 1)", "_"),
            ("{0: 2}", "[*_]", "_"),
            ("0", "_ if p > 2", "_"),
        )
        for case in cases:
            self.put(place.deeper(), f"case {case}:")
            self.arm(place.deeper().deeper())

    @statement(block=True)
    def scoped(self, place):
        text = self.choose(
            'tf.name_scope("s")',
            "tf.control_dependencies([log.assign_add(2)])",
            'tf.device("/CPU:0")',
            "tf.init_scope()",
        )
        if "init" in text:
            self.put(place, f"with {text}:")
            self.put(place.deeper(), "b = tf.constant(1)")
            return
        self.put(place, f"with {text}:")
        self.block(place.deeper())

    @statement(block=True)
    def attempt(self, place):
        """Python's exceptions under Python conditions; finally."""
        self.put(place, "try:")
        functions = list(self.functions)
        before = dict(self.scope)
        self.block(place.deeper())
        raised = self.chance(0.5)
        if raised:
            self.put(place.deeper(), f"if {self.choose('p > 2', 'p % 2 == 0')}:")
            self.put(place.deeper().deeper(), f'raise {self.choose("ValueError", "KeyError")}("made")')
        after, self.scope = self.scope, before
        if raised or self.chance(0.2):
            self.put(
                place,
                f"except {self.choose('ValueError', '(KeyError, ValueError)', 'LookupError')}{self.choose('', ' as error')}:",
            )
            self.arm(place.deeper())
        elif self.chance(0.5):
            self.scope = after
        self.functions = functions
        if not raised or self.chance(0.5):
            self.put(place, "finally:")
            self.features.add("finally")
            self.put(place.deeper(), f"log.assign(log * 3 + {self.choose('1', '2')})")

    # ---- loops ----

    def loop_body(self, place, name=None, kind=None, orelse=True):
        outer, functions = dict(self.scope), list(self.functions)
        if name:
            self.scope[name] = kind
            self.fixed.add(name)
        self.block(place.deeper(loop=True))
        self.scope, self.functions = outer, functions
        if orelse and self.chance(0.12):
            self.features.add("loop_else")
            self.put(place, "else:")
            self.arm(place.deeper())

    @statement(weight=2, block=True)
    def repeat_while(self, place):
        counter = self.fresh("k")
        more = f" and {self.expression(B0, 1)}" if self.chance(0.3) else ""
        limit = self.choose("0", "1", "2", "3", "abs(n) % 4")
        self.put(place, f"{counter} = {self.choose('tf.constant(0)', 'tf.constant(0)', '0')}")
        if self.chance(0.15):
            self.features.add("walrus_loop")
            self.put(place, f"while ({counter} := {counter} + 1) < {limit}{more}:")
            self.scope[counter] = I0
        else:
            self.put(place, f"while {counter} < {limit}{more}:")
            self.put(place.deeper(), f"{counter} += 1")
        self.loop_body(place, counter, I0)

    @statement(block=True)
    def repeat_while_true(self, place):
        counter = self.fresh("k")
        self.put(place, f"{counter} = tf.constant(0)")
        self.put(place, f"while {self.choose('True', 'tf.constant(True)')}:")
        self.put(place.deeper(), f"{counter} += 1")
        self.put(place.deeper(), f"if {counter} > {self.choose('1', '2', 'abs(n) % 4')}:")
        self.put(place.deeper().deeper(), "break")
        self.loop_body(place, counter, I0)

    @statement(weight=3, block=True)
    def repeat_range(self, place):
        item = self.fresh("t")
        limit = self.choose(
            "tf.range(3)",
            "tf.range(abs(n) % 4)",
            "tf.range(1, 6, 2)",
            "tf.range(0)",
            "tf.range(3, 0, -1)",
            f"tf.range({self.expression(I0, 1)} % 4)",
        )
        self.put(place, f"for {item} in {limit}:")
        self.loop_body(place, item, I0)

    @statement(weight=2, block=True)
    def repeat_python(self, place):
        item = self.fresh("t")
        values = self.choose(
            "range(2)",
            "range(p)",
            "[1, 3]",
            "(0, 2)",
            '{"a": 1, "b": 2}.values()',
            "reversed(range(3))",
            "sorted([2, 0])",
        )
        self.put(place, f"for {item} in {values}:")
        if self.chance(0.4):
            name = self.fresh("i")
            self.put(place.deeper(), f"{name} = tf.constant({item})")
            self.loop_body(place, name, I0)
        else:
            self.loop_body(place)

    @statement(weight=2, block=True)
    def repeat_rows(self, place):
        item = self.fresh("r")
        kind = self.choose(F3, F0, F0.shaped("k"), I0)
        size = self.choose(2, 3, "k") if kind.shape else self.choose(3, "k")
        rows = kind.shaped(size, *kind.shape) if not kind.open else F2K
        self.put(place, f"for {item} in {self.expression(rows, 1)}:")
        self.loop_body(place, item, kind)

    @statement(block=True)
    def repeat_tensors(self, place):
        """Over Python lists of tensors, pairs of them, numbered ones."""
        kind = self.choose(F0, F3, I0)
        item, other = self.fresh("q"), self.fresh("q")
        values = ", ".join(self.expression(kind, 1) for _ in range(self.random.randrange(1, 4)))
        form = self.choose(
            "for {0} in [{2}]:",
            "for {1}, {0} in enumerate([{2}]):",
            "for {0}, {1} in zip(({2},), range(3)):",
            "for {1}, {0} in enumerate(tf.stack([{2}])):",
            "for {0}, {1} in zip(tf.stack([{2}]), tf.range(4)):",
            "for {0} in (q0 * 2 for q0 in [{2}]):",
            "for {1}, {0} in {{'a': {3}, 'b': {4}}}.items():",
            "for {0} in iter(({2},)):",
            "for {0}, ({1}, _) in [({3}, (1, 2)), ({4}, (3, 4))]:",
            "for {0} in map(lambda q0: q0 + {3}, [{2}]):",
        )
        self.put(place, form.format(item, other, values, self.expression(kind, 1), self.expression(kind, 1)))
        self.loop_body(place, item, kind)

    # ---- exits ----

    @statement(weight=3)
    def leave(self, place):
        if not place.loop:
            return False
        word = self.choose("break", "continue")
        if self.chance(0.1):
            self.put(place, word)
            return
        self.put(place, f"if {self.condition()}:")
        if self.chance(0.3):
            self.put(place.deeper(), f"log.assign(log * 3 + {self.choose('1', '2')})")
        self.put(place.deeper(), word)

    @statement(weight=2)
    def give(self, place):
        if place.inner or place.depth == 1 and self.chance(0.6):
            return False
        if self.chance(0.85):
            self.put(place, f"if {self.condition()}:")
            place = place.deeper()
        self.put(place, self.result())

    @statement()
    def text(self, place):
        """Tensors of strings."""
        name = self.target(I0)
        form = self.choose(
            "tf.strings.length(tf.as_string({0}))",
            "tf.strings.to_number(tf.strings.join([tf.as_string({0}), '1']), tf.int32) % 100",
            "tf.size(tf.stack([tf.as_string({0}), 'b']))",
            "tf.cast(tf.as_string({0}) == tf.constant('1'), tf.int32)",
            "tf.strings.length(tf.as_string({0}) + 'ab' if {1} else tf.constant('c'))",
            "tf.size(tf.map_fn(lambda q0: tf.as_string(q0 + {0}), tf.range(2), fn_output_signature=tf.string))",
        )
        self.put(place, f"{name} = {form.format(self.expression(I0, 1), self.expression(B0, 1))}")
        self.scope[name] = I0

    @statement()
    def python_value(self, place):
        """Python values beside tensors: None, numbers, isinstance, next."""
        name = self.target(F0)
        other = self.fresh("j")
        form = self.choose(
            "{1} = None\n{3}{0} = {2} if {1} is None else {1}",
            "{1} = 2\n{3}{1} += 1\n{3}{0} = {2} * {1}",
            "{1} = next(iter([{2}]))\n{3}{0} = {1}",
            "{1} = [{2}, 1.5]\n{3}{0} = {1}.pop(0) * {1}[0]",
            "{1} = {2}\n{3}{0} = {1} if isinstance({1}, tf.Tensor) and {1}.dtype == tf.float32 else -{1}",
            "{1} = 1 if p in (1, 2) else 0.5\n{3}{0} = {2} * {1}",
            "{1} = dict(a={2})\n{3}{0} = {1}.get('a', 1.0) + {1}.setdefault('b', 1.0)",
            "{1} = lambda *q: q[-1]\n{3}{0} = {1}(1, {2})",
            "{1}, = [{2}]\n{3}{0} = {1}",
            "{1} = {2},\n{3}{0} = ({1} * 2)[-1]",
        )
        self.put(place, form.format(name, other, f"tf.tanh({self.expression(F0, 2)})", "    " * place.depth))
        self.scope[name] = F0

    # ---- effects ----

    @statement(weight=2)
    def change_variable(self, place):
        text = self.choose(
            "log.assign(log * 3 + 1)",
            "log.assign_add(2)",
            "v.assign(tf.tanh(v + {f0}))",
            "v.assign_add(tf.tanh({f0}))",
            "v.assign_sub({f0} * 0.125)",
            "w.assign(tf.tanh(w * {f3}))",
            "w.assign_add(tf.tanh({f3}))",
            "w[1].assign(tf.tanh({f0}))",
            "w[:2].assign(tf.tanh({f3})[1:])",
            "w.scatter_nd_update([[{i0} % 3]], [tf.tanh({f0})])",
            "w.assign(tf.sort(w))",
        )
        self.put(place, text.format(f0=self.expression(F0, 1), f3=self.expression(F3, 1), i0=self.expression(I0, 1)))

    @statement()
    def changed_value(self, place):
        """What assignments give."""
        name, kind = self.choose(("v", F0), ("w", F3), ("log", I0))
        result = self.target(kind)
        text = self.bounded(kind, self.expression(kind, 1))
        method, more = self.choose("assign", "assign_add"), (") * 0.5", " % 50) * 1")[kind == I0]
        self.put(place, f"{result} = {name}.{method}({text}{more}")
        self.scope[result] = kind

    @statement()
    def own_variable(self, place):
        """A variable that is made on the first call."""
        if place.inner or place.loop or place.depth > 1:
            return False
        self.put(place, "if not made:")
        self.put(place.deeper(), "made.append(tf.Variable(0.5))")
        name = self.target(F0)
        self.put(place, f"made[0].assign_add(tf.tanh({self.expression(F0, 1)}))")
        self.put(place, f"{name} = made[0] * {self.expression(F0, 1)}")
        self.scope[name] = F0

    @statement()
    def say(self, place):
        """Python's side effects happen while tracing."""
        self.put(place, f"say({self.choose(repr(self.fresh('s')), 'p')})")

    @statement()
    def note(self, place):
        """Python's side effects that happen while running."""
        name = self.target(F0)
        call = self.choose("tf.py_function(note, [{}], tf.float32)", "tf.numpy_function(note, [{}], tf.float32)")
        self.put(place, f"{name} = tf.reshape({call.format(self.expression(F0, 1))}, [])")
        self.scope[name] = F0

    @statement()
    def check(self, place):
        """Checks that hold or do not."""
        text = self.choose(
            "tf.debugging.assert_less({i0} % 5, {limit})",
            "tf.debugging.assert_equal({i0} % 2, 0)",
            "tf.debugging.assert_all_finite({f0}, 'bad')",
            "tf.debugging.Assert({b0}, ['bad'])",
            "tf.debugging.assert_shapes([({f3}, (3,))])",
            "tf.ensure_shape({f3}, [3])",
            "assert {f3}.shape.rank == 1",
            "assert isinstance({f3}, tf.Tensor)",
        )
        limit = self.choose("5", "5", "4")
        self.put(
            place,
            text.format(
                i0=self.expression(I0, 1),
                f0=self.expression(F0, 1),
                f3=self.expression(F3, 1),
                b0=self.expression(B0, 1),
                limit=limit,
            ),
        )

    @statement()
    def wrong(self, place):
        """What raises an exception, when it is reached."""
        if not self.wrong_ones:
            return False
        self.wrong_ones -= 1
        text = self.choose(
            "a0 = {f3} + tf.ones([2])",
            "a0 = {f3} + {i3}",
            "a0 = tf.matmul({f23}, tf.ones([2, 3]))",
            "a0 = {f3}[5]",
            "a0 = {f3}[{i0} % 3 + 3]",
            "a0 = tf.reshape({f3}, [2, 2])",
            "a0 = tf.reshape({fk}, [7])",
            "a0 = unbound_name + {f0}",
            "a0 = {f0}.no_such_member",
            "a0 = tf.concat([{f3}, {f23}], 0)",
            "a0 = tf.gather({f3}, {i0} % 3 + 2)",
            "a0 = {f0} + 'text'",
            "a0 = tf.constant([1, 2], shape=[3])",
            "a0 = tf.cast({f0}, 'no_type')",
            "v.assign({f3})",
            "w.assign_add({f23})",
            "w[4].assign({f0})",
            "raise ValueError('made')",
            "a0 = [1, 2][p + 2]",
            "a0 = {{'a': 1}}['b']",
            "a0 = 1 // (p - p)",
            "a0 = {i0} // ({i0} * 0)",
            "a0 = tf.TensorArray(tf.float32, 2).write(5, {f0}).stack()",
            "a0 = tf.TensorArray(tf.float32, 2).read({i0} % 2)",
            "a0 = tf.TensorArray(tf.float32, 1).write(0, {i0})",
            "a0 = tf.debugging.assert_rank({f3}, 2)",
            "a0 = tf.reduce_sum({f3}, 1)",
            "a0 = tf.unstack({f3}, num=2)",
            "a0 = tf.split({f3}, 2)",
            "a0 = tf.matmul({f3}, {f3})",
            "a0 = tf.stack([{f0}, {f3}])",
            "a0 = tf.squeeze({f3}, 0)",
            "a0 = tf.transpose({f23}, [0, 0])",
            "a0 = tf.ensure_shape({fk}, [9])",
            "a0 = {f0}(1)",
            "a0 = tf.cond({f3}, lambda: 1, lambda: 2)",
            "if {f3}:\n{pad}    pass",
            "a0, b0 = {f3}",
            "a0 = tf.one_hot({f0}, 3)",
            "a0 = tf.fill([-1 - abs(n)], {f0})",
        )
        if self.chance(0.5):
            self.put(place, f"if {self.condition()}:")
            place = place.deeper()
        values = {"f0": F0, "f3": F3, "fk": FK, "f23": F23, "i0": I0, "i3": I3}
        texts = {key: self.expression(kind, 1) for key, kind in values.items()}
        self.put(place, text.format(pad="    " * place.depth, **texts))

    @statement()
    def unstable(self, place):
        """Names whose dtype or shape changes, which loops and branches of functions refuse."""
        if not self.wrong_ones:
            return False
        self.wrong_ones -= 1
        names = [name for name, kind in self.scope.items() if kind in (F0, F3, FK, I0) and name not in self.fixed]
        if not names:
            return False
        name = self.random.choice(names)
        text = self.choose(
            "tf.cast({0}, tf.float64)",
            "tf.stack([{0}, {0}])",
            "({0}, {0})",
            "None",
            "1",
            "2.5",
            "tf.concat([[{0}], [{0}]], 0)",
            "[{0}]",
            "tf.cast({0}, tf.int32)",
        )
        self.put(place, f"{self.choose('if', 'while' if place.depth > 1 else 'if')} {self.condition()}:")
        self.put(place.deeper(), f"{name} = {text.format(name)}")
        self.put(place.deeper(), "log.assign_add(1)")
        if "while" in self.lines[-3]:
            self.put(place.deeper(), "break")
        del self.scope[name]


__all__ = ["D3", "Kind", "Place", "STATEMENTS", "Statements", "statement"]
