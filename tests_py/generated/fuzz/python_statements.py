"""Random statements of plain Python, in every nesting."""


class Statements:
    """What writes statements. `loop` tells whether a loop can be left, `leaves` whether a return may stand here (not in the
    body of a class, nor below `except*`), `yields` whether the function is a generator."""

    # ---- simple ones ----

    def assign(self):
        self.put(f"{self.target()} = {self.number()}")

    def target(self):
        return (
            self.pick(self.own)
            if self.own and self.chance(0.8)
            else self.pick(("o.p", "o.q", "t['a']", "o.r.p", "t['c']"))
        )

    def assign_many(self):
        self.features.add("assignment of many")
        a, b, c = self.target(), self.target(), self.target()
        row = self.pick(self.own_rows)
        forms = (
            f"{a} = {b} = {self.number()}",
            f"{a}, {b} = {self.number()}, {self.number()}",
            f"{a}, {b} = {b}, {a}",
            f"{a}, *{row} = {self.iterable()}",
            f"*{row}, {a} = {self.iterable()}",
            f"{a}, ({b}, *{row}) = {self.number()}, {self.list()}",
            f"[{a}, {b}] = items({self.number()}, {self.number()})",
            f"({a}, {b}), {c} = ({self.number()}, 1), {self.number()}",
            f"{row} = {self.list()}",
            f"both = {a}, {b} = pair({self.number()})",
            f"{row}[{self.number(1)}] = {self.number()}",
            f"{row}[:1] = {self.list()}",
            f"spy[{self.number()}] = {self.number()}",
            f"spy.value = {self.number()}",
        )
        self.put(self.pick(forms))

    def augment(self):
        self.features.add("augmented assignment")
        op = self.pick(("+=", "-=", "*=", "|=", "&=", "^="))
        forms = (
            f"{self.target()} {op} {self.number()}",
            f"{self.pick(self.own_rows)} += {self.list()}",
            f"{self.pick(self.rows)}[{self.number(1)}] {op} {self.number()}",
            f"t[{self.pick(TEXTS)}] {op} {self.number()}",
            f"spy[{self.number(1)}] {op} {self.number()}",
            f"spy.value {op} {self.number()}",
            f"locate(o, {self.number(1)}).p {op} {self.number()}",
        )
        self.put(self.pick(forms))

    def annotate(self):
        self.features.add("annotation")
        if not self.own or self.in_class:
            return self.assign()
        names = [name for name in self.own if name not in self.declared]
        if names:
            self.put(f"{self.pick(names)}: int = {self.number()}" if self.chance(0.7) else f"{self.pick(names)}: int")

    def tell(self):
        self.marks += 1
        self.put(f"log('m{self.marks}', {', '.join(self.number(1) for _ in range(self.random.randrange(3)))})")

    def delete(self):
        self.features.add("del")
        forms = [
            "del t['b']",
            "del o.q",
            f"del {self.pick(self.rows)}[{self.number(1)}]",
            f"del {self.pick(self.rows)}[:1]",
        ]
        forms.append(f"del spy[{self.number(1)}]")
        if self.own:
            forms += [f"del {self.pick(self.own)}"] * 4 + [f"del {self.pick(self.own)}, t['a']"]
        self.put(self.pick(forms))

    def expression(self):
        forms = (self.number, self.truth, self.list, lambda: f"{self.pick(self.rows)}.append({self.number()})")
        forms += (lambda: f"o.add({self.number()})", lambda: f"t.update(b={self.number()})")
        forms += (lambda: f"{self.pick(self.rows)}.pop()", lambda: f"{self.pick(self.rows)}.clear()")
        self.put(self.pick(forms)())

    def check(self):
        self.features.add("assert")
        self.put(f"assert {self.truth()}" + (f", {self.pick((self.number, self.text))()}" if self.chance(0.6) else ""))

    def fail(self):
        self.features.add("raise")
        error = self.pick(("E1", "E2", "E3"))
        made = self.pick(
            (f"{error}({self.number(1)})", error, f"{error}('{self.marks}', {self.number(1)})", "KeyError('k')")
        )
        forms = [f"raise {made}"] * 3 + [f"raise {made} from None", f"raise {made} from E3({self.number(0)})"]
        forms.append(f"raise {made} from {self.number(0)}" if self.chance(0.1) else "raise")
        if self.caught:
            self.features.add("raise from")
            forms += [f"raise {made} from {self.caught[-1]}", "raise", f"raise {self.caught[-1]}"] * 2
        if self.chance(0.1):
            forms = [f"raise ExceptionGroup('g', [E1(1), E3({self.number(0)})])"] if self.groups else forms
        self.sometimes(self.pick(forms))

    def sometimes(self, text, probability=0.7):
        if self.chance(probability):
            self.put(f"if {self.truth(1)}:")
            text = "    " + text
        self.put(text)

    def leave(self):
        """A statement that leaves; half of the time on a condition."""
        options = []
        if self.leaves:
            value = self.pick((self.number, self.number, self.list, self.truth, self.text, None))
            options += [f"return {value()}" if value else "return"] * 2
        if self.loop:
            options += ["break", "continue"] * 2
        if not options:
            return self.fail()
        exit = self.pick(options)
        self.features.add(exit.split()[0] + (" in finally" if self.finals else ""))
        self.sometimes(exit)

    def give(self):
        """yield in its forms."""
        if not self.yields:
            return self.tell()
        self.features.add("yield")
        target = self.pick(self.own) if self.own else "o.p"
        forms = (
            f"yield {self.number()}",
            f"{target} = yield {self.number()}",
            f"{target} = (yield) or {self.number(1)}",
            f"yield from {self.iterable()}",
            f"{target} = (yield from stepping({self.number(1)})) or 0",
            f"log((yield {self.number(0)}), {self.number(1)})",
        )
        self.put(self.pick(forms))

    def load(self):
        self.features.add("import")
        target = self.pick(self.own) if self.own else "o"
        forms = (
            f"import math as {target}m",
            "import os.path",
            "from functools import reduce as reduced",
            "from math import floor, ceil",
        )
        self.put(self.pick(forms))
        self.put("log(sorted(n for n in ('os', 'reduced', 'floor') if n in dir()))") if self.chance(0.2) else None

    def nothing(self):
        self.put(self.pick(("pass", "...", "'a text'", "0")))

    # ---- compound ones ----

    def body(self, most=3, **changes):
        """A block, with other settings inside."""
        before = {name: getattr(self, name) for name in changes}
        for name, value in changes.items():
            setattr(self, name, value)
        self.depth += 1
        count = self.random.randrange(1, most + 1)
        written = len(self.lines)
        for _ in range(count):
            self.statement()
        if len(self.lines) == written:
            self.put("pass")
        self.depth -= 1
        for name, value in before.items():
            setattr(self, name, value)

    def branch(self):
        self.features.add("if")
        self.put(f"if {self.truth()}:")
        self.body()
        while self.chance(0.3):
            self.features.add("elif")
            self.put(f"elif {self.truth()}:")
            self.body()
        if self.chance(0.5):
            self.put("else:")
            self.body()

    def loop_else(self):
        if self.chance(0.3):
            self.features.add("else of a loop")
            self.put("else:")
            self.body(2)

    def repeat_while(self):
        self.features.add("while")
        count = f"w{self.fresh()}"
        forms = (
            "tick() and ({0})",
            "tick()",
            "({0}) and tick()",
            "({1} := {1} + 1) < 4 and tick()",
            "True",
            "not (not tick() or ({0}))",
        )
        form = self.pick(forms)
        if self.in_class or self.no_walrus or (self.declared and self.chance(0.5)):
            form = "tick()"
        if ":=" in form:
            self.features.add("walrus in while")
            self.put(f"{count} = 0")
        self.put(f"while {form.format(self.truth(), count)}:")
        if form == "True":
            self.put("    if not tick():")
            self.put("        break")
        self.body(loop=True, **self.inside_loop())
        self.loop_else()

    def inside_loop(self):
        # Below `except*` a loop of its own can be left.
        return {"finals": 0}

    def repeat_for(self):
        self.features.add("for")
        kind = self.random.randrange(8)
        if kind == 0 and self.own:
            self.put(f"for {self.pick(self.own)}, {self.target()} in {self.pairs()}:")
        elif kind == 1:
            self.features.add("for with a starred target")
            self.put(f"for {self.target()}, *{self.pick(self.own_rows)} in {self.pairs()}:")
        elif kind == 2:
            self.put(f"for {self.pick(PLACES)} in {self.iterable()}:")
        else:
            self.put(f"for {self.target()} in {self.iterable()}:")
        self.body(loop=True, **self.inside_loop())
        self.loop_else()

    def attempt(self):
        self.features.add("try")
        self.put("try:")
        self.body()
        handled = self.chance(0.75)
        if handled and self.groups and self.chance(0.15):
            self.handle_groups()
        elif handled:
            self.handle()
        if handled and self.chance(0.3):
            self.features.add("else of try")
            self.put("else:")
            self.body(2)
        if not handled or self.chance(0.4):
            self.features.add("finally")
            self.put("finally:")
            if self.chance(0.3) and (self.loop or self.leaves):
                self.depth, self.finals = self.depth + 1, self.finals + 1
                self.leave()
                self.depth, self.finals = self.depth - 1, self.finals - 1
            self.body(2, finals=self.finals + 1)

    def handle(self):
        for i in range(self.random.randrange(1, 3)):
            kinds = self.pick(
                ("E1", "E2", "(E1, E3)", "Exception", "(KeyError, IndexError)", "ZeroDivisionError", "NameError")
            )
            form = self.random.random()
            if form < 0.5:
                # Now and then the name is one that holds numbers otherwise: it is unbound after the handler.
                name = self.pick(self.own) if self.own and self.chance(0.15) else f"e{self.fresh()}"
                self.features.add("except as")
                self.put(f"except {kinds} as {name}:")
                self.body(2, caught=[*self.caught, name])
            elif form < 0.6 and not i:
                self.features.add("bare except")
                self.put("except:")
                self.body(2)
                return
            else:
                self.put(f"except {kinds}:")
                self.body(2)

    def handle_groups(self):
        self.features.add("except*")
        for _ in range(self.random.randrange(1, 3)):
            name = f"e{self.fresh()}"
            self.put(f"except* {self.pick(('E1', 'E2', '(E1, E3)', 'Exception', 'ZeroDivisionError'))} as {name}:")
            self.body(2, leaves=False, loop=False, caught=[*self.caught, name])

    def scope(self):
        self.features.add("with")
        items = []
        for _ in range(self.pick((1, 1, 1, 2, 3))):
            swallows = self.pick(("", "", ", E1", ", Exception", ", E3", ", (KeyError, E2)"))
            form = self.pick(
                ("manage({0}{1})", "manage({0}{1})", "managed({0})", "manage({0}{1}, fails='exit')", "suppress(E1)")
            )
            if self.chance(0.04):
                form = "manage({0}{1}, fails='enter')"
            item = form.format(self.number(1), swallows)
            if self.chance(0.5):
                item += f" as {self.pick((self.target(), self.target(), f'({self.target()}, *{self.pick(self.own_rows)})'))}"
                item = item.replace("suppress(E1) as", "manage(2) as")
                if " as (" in item:
                    item = item.replace("manage(", "manage_pair(").replace("managed(", "manage_pair(")
            items.append(item)
        if len(items) > 1:
            self.features.add("with of several")
        text = ", ".join(items)
        self.put(f"with ({text}):" if len(items) > 1 and self.chance(0.3) and self.groups else f"with {text}:")
        self.body()

    def match(self):
        self.features.add("match")
        subject = self.pick(
            (
                self.number(),
                self.list(),
                f"({self.number()}, {self.list()})",
                f"Point({self.number()}, {self.number()})",
                f"{{'a': {self.number()}, 'b': [1, {self.number(0)}]}}",
                self.text(),
                "t",
                "o",
                "None",
            )
        )
        self.put(f"match {subject}:")
        self.depth += 1
        for _ in range(self.random.randrange(1, 4)):
            names = set()
            pattern = self.pattern(2, names)
            guard = f" if {self.truth(1)}" if self.chance(0.3) else ""
            if guard:
                self.features.add("guard")
            self.put(f"case {pattern}{guard}:")
            self.body(2)
        if self.chance(0.5):
            name = self.pick(self.own) if self.own and self.chance(0.5) else "_"
            self.put(f"case {name}:")
            self.body(2)
        self.depth -= 1

    def pattern(self, depth, names):
        kind = self.random.randrange(12 if depth else 4)
        if kind < 2:
            return self.pick(NUMBERS_OF_PATTERNS)
        if kind == 2:
            self.features.add("capture")
            free = [name for name in self.own if name not in names]
            if free and depth < 2:
                name = self.pick(free)
                names.add(name)
                return name
            return "_" if depth < 2 else "(1 | 2)"
        if kind == 3:
            return self.pick(("'x'", "None", "True", "K.one", "K.two", "-1"))
        if kind in (4, 5):
            self.features.add("sequence pattern")
            parts = [self.pattern(depth - 1, names) for _ in range(self.random.randrange(3))]
            if self.chance(0.5):
                free = [row for row in self.own_rows if row not in names]
                star = self.pick(free) if free and self.chance(0.7) else "_"
                names.add(star)
                parts.insert(self.random.randrange(len(parts) + 1), f"*{star}")
            return "[" + ", ".join(parts) + "]"
        if kind == 6:
            self.features.add("mapping pattern")
            rest = f", **{self.rest_of_mapping(names)}" if self.chance(0.4) else ""
            return "{'a': " + self.pattern(depth - 1, names) + rest + "}"
        if kind in (7, 8):
            self.features.add("class pattern")
            forms = (
                "Point({0}, {1})",
                "Point(a={0})",
                "int()",
                "int({0})",
                "Point({0}, b={1})",
                "str()",
                "Box(p={0})",
                "(int() | str())",
            )
            form = self.pick(forms)
            return form.format(*[self.pattern(depth - 1, names) if f"{{{i}}}" in form else "" for i in (0, 1)])
        if kind == 9:
            self.features.add("as pattern")
            free = [name for name in self.own if name not in names]
            inner = self.pattern(depth - 1, names)
            free = [name for name in free if name not in names]
            if not free or inner == "_" or inner in self.own:
                return inner
            name = self.pick(free)
            names.add(name)
            return f"({inner} as {name})"
        self.features.add("or pattern")
        # Alternatives must bind the same names: these bind none.
        own, rows, self.own, self.own_rows = self.own, self.own_rows, [], []
        alternatives = [self.pattern(depth - 1, names).replace("_", "5") for _ in range(2)]
        alternatives = [part for part in alternatives if "K5" not in part] or ["1"]
        self.own, self.own_rows = own, rows
        return "(" + " | ".join(alternatives) + ")"

    def rest_of_mapping(self, names):
        names.add("rest")
        return "rest"

    # ---- functions and classes ----

    def define(self):
        """A function inside of the function."""
        if self.level > 2:
            return self.tell()
        kind = self.pick(
            ("plain", "plain", "plain", "generator", "closures", "lambda", "class", "coroutine", "decorated")
        )
        self.features.add(kind)
        if kind == "closures":
            return self.closures()
        if kind == "lambda":
            return self.make_lambda()
        if kind == "class":
            return self.define_class()
        name = f"f{self.fresh()}"
        if kind == "coroutine":
            return self.coroutine(name)
        if kind == "decorated":
            for _ in range(self.random.randrange(1, 3)):
                self.put(self.pick(("@deco", "@deco_with(2)", "@twice", "@wraps_of(len)", "@log")))
        yields = kind == "generator"
        parameters, names, least, most = self.parameters()
        self.put(f"def {name}({parameters}):")
        self.function_body(names, yields)
        if name.startswith("f") and not yields:
            self.functions.append((name, least, most))
        elif yields:
            self.drain(name, least)

    def drain(self, name, least):
        arguments = ", ".join(self.number(1) for _ in range(least))
        self.put(
            self.pick(
                (
                    "log(list({0}({1})))",
                    "log(drained({0}({1})))",
                    "for z in {0}({1}):\n{2}    log(z)",
                    "log(sent({0}({1}), 1, 2))",
                    "log(closed({0}({1})))",
                    "log(thrown({0}({1}), E1))",
                )
            ).format(name, arguments, "    " * self.depth)
        )

    def parameters(self):
        """The text of parameters, their names, how many arguments there may be."""
        forms = (
            ("", [], 0, 0),
            ("i", ["i"], 1, 1),
            ("i, j", ["i", "j"], 2, 2),
            (f"i={self.number(1)}", ["i"], 0, 1),
            (f"i, j={self.number(1)}", ["i", "j"], 1, 2),
            (f"i, /, j={self.number(0)}", ["i", "j"], 1, 2),
            (f"i=1, *, j={self.number(1)}", ["i", "j"], 0, 1),
            ("*i, j=2", ["j"], 0, 3),
            ("i, *j, **k", ["i"], 1, 3),
        )
        return self.pick(forms)

    def function_body(self, names, yields=False, most=4):
        """The body of a function that sees this one's names."""
        inner = dict(
            level=self.level + 1, loop=False, leaves=True, yields=yields, caught=[], finals=0, in_class=False, hidden=[]
        )
        before = {name: getattr(self, name) for name in (*inner, "own", "own_rows", "names", "declared", "functions")}
        for name, value in inner.items():
            setattr(self, name, value)
        self.depth += 1
        # Some of the outer names are changed here, some hidden, some only read.
        shared = [name for name in before["names"] if name not in names and self.chance(0.3) and name not in self.never]
        if shared and self.outer_function:
            self.features.add("nonlocal")
            self.put(f"nonlocal {', '.join(shared)}")
        else:
            shared = []
        own = [name for name in ("x", "y", "z") if name not in shared and name not in names]
        fresh = own if self.chance(0.4) else []
        globals_used = self.chance(0.3)
        if globals_used:
            self.features.add("global")
            self.put("global G1, G2")
        self.own = [*names, *shared, *fresh, *(["G1", "G2"] if globals_used else [])]
        self.declared = {*shared, "G1", "G2"}
        self.names = sorted({*before["names"], *self.own, "G1"})
        if fresh and self.chance(0.8):
            for name in fresh:
                self.put(f"{name} = {self.pick(('1', '2', '0'))}")
        row = f"r{self.fresh()}"
        self.own_rows = [row]
        self.put(f"{row} = {self.pick(('[1, 2]', '[]', '[3]'))}")
        self.functions = list(before["functions"])
        count = self.random.randrange(1, most)
        rows = self.rows
        self.rows = [*rows, row]
        if yields:
            self.put(f"yield {self.number(1)}") if self.chance(0.5) else None
        for _ in range(count):
            self.statement()
        if yields:
            self.give()
        elif self.chance(0.7):
            self.put(f"return {self.number(1)}")
        self.rows = rows
        self.depth -= 1
        for name, value in before.items():
            setattr(self, name, value)

    def closures(self):
        """Functions made in a loop, called after it."""
        row = f"c{self.fresh()}"
        target = self.pick(self.own) if self.own else "i"
        forms = ("lambda: {0}", "lambda i={0}: i", "lambda i: i + {0}", "lambda *i: ({0}, log({0}))[0]")
        form = self.pick(forms)
        self.put(f"{row} = []")
        self.put(f"for {target} in {self.iterable()}:")
        self.put(f"    {row}.append({form.format(target)})")
        if self.chance(0.5):
            self.body(2, loop=True)
        argument = "1" if "lambda i:" in form else ""
        self.put(f"log([each({argument}) for each in {row}])")

    def make_lambda(self):
        name = f"f{self.fresh()}"
        hidden, own = self.hidden, self.own
        argument = self.pick(("", "i", "i, j=2", "*i"))
        self.hidden, self.own = [*hidden, *(n for n in ("i", "j") if n in argument and "*" not in argument)], []
        text = f"{name} = lambda {argument}: {self.number()}"
        self.hidden, self.own = hidden, own
        self.put(text)
        self.functions.append((name, *{"": (0, 0), "i": (1, 1), "i, j=2": (1, 2), "*i": (0, 2)}[argument]))

    def coroutine(self, name):
        self.put(f"async def {name}(i):")
        self.put(f"    log('{name}', i)")
        self.put("    async for q in later(2):")
        self.put("        log(q)")
        self.put("    return i + await waiting(1)")
        self.put(f"log(run({name}({self.number(1)})))")

    def define_class(self):
        name = f"C{self.fresh()}"
        base = self.pick(("", "(Box)", "(Base)", ""))
        self.put(f"class {name}{base}:")
        self.depth += 1
        outer = {
            key: getattr(self, key)
            for key in ("loop", "leaves", "yields", "in_class", "own", "own_rows", "caught", "declared")
        }
        self.loop, self.leaves, self.yields, self.in_class, self.caught, self.declared = (
            False,
            False,
            False,
            True,
            [],
            set(),
        )
        self.own, self.own_rows = ["x", "y"], ["r"]
        self.put(f"x = {self.number(1)}")
        self.put("y, r = 1, [2]")
        for _ in range(self.random.randrange(3)):
            self.statement()
        for key in ("loop", "leaves", "yields", "in_class", "own", "own_rows", "caught", "declared"):
            setattr(self, key, outer[key])
        methods = [
            ("def method(self, i=1):", ["i"], "method({0})"),
            ("@property\ndef part(self):", [], "part"),
            ("@staticmethod\ndef alone(i):", ["i"], "alone({0})"),
            ("@classmethod\ndef of_class(cls, i):", ["i"], "of_class({0})"),
            ("def __call__(self, i):", ["i"], "__call__({0})"),
            ("def __len__(self):", [], "__len__()"),
            ("@deco\ndef decorated(self, i=2):", ["i"], "decorated({0})"),
            ("@cached_property\ndef kept(self):", [], "kept"),
        ]
        chosen = self.random.sample(methods, self.random.randrange(1, 4))
        has_init = self.chance(0.5)
        outer_function, self.outer_function = self.outer_function, True
        if has_init:
            self.put("def __init__(self, i=1):")
            self.put("    super().__init__()")
            self.put("    self.p = self.__hidden = i")
            self.function_body(["i"], most=2)
            self.lines.pop() if self.lines[-1].lstrip().startswith("return ") else None
            self.put("    pass")
        for head, names, _ in chosen:
            for line in head.split("\n"):
                self.put(line)
            if has_init and "self" in head and self.chance(0.5):
                self.put("    self.__hidden += 1")
                self.put("    log(self.__hidden, __class__.__name__)")
            self.function_body(names, most=3)
        if has_init and self.chance(0.4):
            self.put("@property")
            self.put("def q(self):")
            self.put("    return log(self.__hidden)")
            self.put("@q.setter")
            self.put("def q(self, value):")
            self.put("    self.__hidden = value")
            self.put("    log('set', value)")
        self.outer_function = outer_function
        self.depth -= 1
        made = f"n{self.fresh()}"
        self.put(f"{made} = {name}()")
        for _, _, use in chosen:
            self.put(f"log({made}.{use.format(self.number(1))})")
        self.put(f"log({name}.x, {name}.__name__)")


PLACES = ("o.p", "t['a']", "spy[1]", "spy.value")
TEXTS = ("'a'", "'b'", "'d'", "log('a')")
NUMBERS_OF_PATTERNS = ("0", "1", "2", "3", "-1", "(1 | 2)", "_", "5")
