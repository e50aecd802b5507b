"""Random expressions of plain Python: numbers, truths, texts, lists and other containers, in every nesting."""

NUMBERS = ("0", "1", "2", "3", "5", "-1", "7")
ARITHMETIC = ("+", "-", "*", "+", "-", "//", "%", "&", "|", "^", "**")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class Expressions:
    """What writes expressions. `names` are the variables that hold numbers (one may have no value), `rows` those that
    hold lists; what else is read is in python_outcomes.py."""

    def number(self, depth=2):
        """A text that gives a number, or an exception."""
        if depth <= 0 or self.chance(0.25):
            return self.simple_number()
        return self.pick(self.number_kinds)(depth - 1)

    @property
    def number_kinds(self):
        kinds = (self.sum_of, self.logged, self.choice, self.either, self.bound, self.called, self.member)
        return kinds + (self.of_list, self.summed, self.immediate, self.of_text, self.risky, self.compared, self.of_spy)

    def simple_number(self):
        kind = self.random.random()
        if kind < 0.55 and self.names:
            return self.name()
        return self.pick(NUMBERS)

    def name(self):
        """A variable; those that are hidden inside of an expression do not count."""
        if self.hidden and self.chance(0.4):
            return self.pick(self.hidden)
        return self.pick(self.names)

    def sum_of(self, depth):
        op = self.pick(ARITHMETIC)
        if op == "**":
            return f"({self.number(depth)}) ** {self.pick(('0', '1', '2'))}"
        if op in ("//", "%"):
            return f"({self.number(depth)}) {op} ({self.number(depth)} or 3)"
        return f"({self.number(depth)} {op} {self.number(depth)})"

    def logged(self, depth):
        self.features.add("logged")
        return f"log({self.number(depth)})"

    def choice(self, depth):
        self.features.add("conditional expression")
        return f"({self.number(depth)} if {self.truth(depth)} else {self.number(depth)})"

    def either(self, depth):
        self.features.add("boolean expression")
        op = self.pick((" and ", " or "))
        return "(" + op.join(self.number(depth) for _ in range(self.random.randrange(2, 4))) + ")"

    def bound(self, depth):
        if self.no_walrus or not self.own:
            return self.number(depth)
        self.features.add("walrus")
        return f"({self.pick(self.own)} := {self.number(depth)})"

    def called(self, depth):
        if not self.functions:
            return self.number(depth)
        name, least, most = self.pick(self.functions)
        self.features.add("call")
        count = self.random.randrange(least, most + 1)
        parts = [self.number(depth) for _ in range(count)]
        if count and self.chance(0.15):
            self.features.add("starred argument")
            parts[-1] = f"*[{parts[-1]}]"
        return (
            f"call({name}{''.join(', ' + part for part in parts)})"
            if self.chance(0.2)
            else f"{name}({', '.join(parts)})"
        )

    def member(self, depth):
        self.features.add("member")
        return self.pick(("o.p", "o.q", "o.r.p", "t['a']", "t['b']", "t.get('c', 1)", "o.double", "o.twice()"))

    def of_list(self, depth):
        row = self.pick(self.rows)
        forms = (
            "len({0})",
            "sum({0})",
            "{0}[0]",
            "{0}[-1]",
            "max({0}, default=0)",
            "{0}.count(1)",
            "next(iter({0}), 0)",
        )
        forms += ("{0}[{1}]", "sum({0}[1:])", "min(*{0}, 1)", "sum(map(abs, {0}))", "len([*{0}, {1}])")
        return self.pick(forms).format(row, self.number(depth))

    def summed(self, depth):
        """A comprehension of some kind."""
        element, rest = self.comprehension(depth)
        kind, form = self.pick(
            (
                ("list", "sum([{0} {1}])"),
                ("set", "sum({{{0} {1}}})"),
                ("dict", "len({{{0}: {2} {1}}})"),
                ("generator", "sum({0} {1})"),
                ("generator", "any({0} {1})"),
                ("generator", "len([*({0} {1})])"),
            )
        )
        self.features.add(f"{kind} comprehension")
        return form.format(element, rest, self.simple_number())

    def comprehension(self, depth):
        """The element of a comprehension, and what follows it."""
        name = self.pick(("e", "g"))
        walrus, self.no_walrus = self.no_walrus, True  # not in what is iterated over
        clauses = [f"for {name} in {self.iterable(depth)}"]
        hidden = self.hidden
        self.hidden = [*hidden, name]
        self.no_walrus = walrus or self.in_class
        if self.chance(0.3):
            clauses.append(f"if {self.truth(depth)}")
        if self.chance(0.25):
            other = "h"
            self.no_walrus = True
            clauses.append(f"for {other} in {self.iterable(depth - 1)}")
            self.no_walrus = walrus or self.in_class
            self.hidden = [*self.hidden, other]
            if self.chance(0.3):
                clauses.append(f"if {self.truth(depth - 1)}")
        element = self.number(depth)
        self.hidden, self.no_walrus = hidden, walrus
        return element, " ".join(clauses)

    def immediate(self, depth):
        """A lambda that is called where it stands."""
        self.features.add("lambda")
        hidden, own, walrus = self.hidden, self.own, self.no_walrus
        self.hidden, self.own = [*hidden, "k"], []
        body = self.number(depth)
        self.hidden, self.own = hidden, own
        argument = self.number(depth)
        form = self.pick(("(lambda k: {0})({1})", "(lambda k={1}: {0})()", "(lambda *k: len(k) + {0})({1})"))
        if "*k" in form:
            self.hidden = [name for name in hidden if name != "k"]
            self.own, self.no_walrus = [], walrus
            body = self.number(depth)
            self.hidden, self.own = hidden, own
        return form.format(body, argument)

    def of_text(self, depth):
        self.features.add("text")
        return f"len({self.text(depth)})"

    def risky(self, depth):
        """What often fails."""
        self.features.add("risky")
        forms = ("1 // {0}", "{1}[{0}]", "t[{0}]", "boom({0})", "int({2})", "o.missing", "1 // ({0} - 1)", "next({1})")
        return self.pick(forms).format(self.number(depth), self.pick(self.rows), self.text(0))

    def compared(self, depth):
        self.features.add("comparison")
        return f"int({self.truth(depth)})" if self.chance(0.5) else f"({self.truth(depth)}) * 2"

    def of_spy(self, depth):
        """Operators of an object that tells of them."""
        self.features.add("spy")
        number = self.number(depth)
        forms = (
            "(spy + {0})",
            "spy[{0}]",
            "({0} in spy)",
            "len(spy)",
            "(spy < {0})",
            "({0} - spy)",
            "spy.value",
            "spy({0})",
        )
        return self.pick(forms).format(number)

    # ---- truths ----

    def truth(self, depth=2):
        if depth <= 0:
            return f"{self.simple_number()} {self.pick(COMPARISONS)} {self.simple_number()}"
        depth -= 1
        kind = self.random.randrange(10)
        if kind < 3:
            return f"{self.number(depth)} {self.pick(COMPARISONS)} {self.number(depth)}"
        if kind == 3:
            self.features.add("chained comparison")
            count = self.random.randrange(2, 4)
            rest = "".join(f" {self.pick(COMPARISONS)} {self.number(depth)}" for _ in range(count))
            return f"({self.number(depth)}{rest})"
        if kind == 4:
            return f"(not {self.truth(depth)})"
        if kind == 5:
            self.features.add("boolean expression")
            return f"({self.truth(depth)} {self.pick(('and', 'or'))} {self.truth(depth)})"
        if kind == 6:
            self.features.add("membership")
            return f"({self.number(depth)} {self.pick(('in', 'not in'))} {self.pick((*self.rows, '(1, 2)', '{0, 3}'))})"
        if kind == 7:
            self.features.add("identity")
            tests = ("{0} is None", "{0} is not None", "isinstance({0}, int)", "hasattr(o, 'p')", "callable({0})")
            return "(" + self.pick(tests).format(self.number(depth)) + ")"
        if kind == 8:
            self.features.add("spy")
            return self.pick(("truthy({0})", "(spy == {0})", "(not spy)", "bool({0})", "any([{0}, 0])")).format(
                self.number(depth)
            )
        return self.number(depth)

    # ---- containers ----

    def text(self, depth=1):
        number = self.number(depth)
        forms = ['f"{{{0}}}"', 'f"{{{0}!r:>3}}"', "str({0})", "'%d' % ({0})", "'ab' * ({0} & 3)", "'x'"]
        if "'" in number or '"' in number or ":=" in number or "lambda" in number or "{" in number or "\\" in number:
            forms = forms[2:]
        else:
            self.features.add("formatted text")
        return self.pick(forms).format(number)

    def list(self, depth=1):
        kind = self.random.randrange(7)
        if kind == 0:
            element, rest = self.comprehension(depth)
            self.features.add("list comprehension")
            return f"[{element} {rest}]"
        if kind == 1:
            return f"[*{self.pick(self.rows)}, {self.number(depth)}]"
        if kind == 2:
            return f"{self.pick(self.rows)}[{self.pick(('1:', ':2', ':', '::-1', '-2:'))}]"
        if kind == 3:
            return f"sorted({self.pick(self.rows)}, key=lambda k: -k)"
        if kind == 4:
            return f"list(map(lambda k: k + 1, {self.pick(self.rows)}))"
        return "[" + ", ".join(self.number(depth) for _ in range(self.random.randrange(4))) + "]"

    def iterable(self, depth=1):
        row = self.pick(self.rows)
        forms = (
            "range({0} & 3)",
            "items({0}, 2)",
            "items(1, 2, 3)",
            "{1}",
            "({0}, 1, 2)",
            "[0, {0}]",
            "range(2)",
            "list({1})",
        )
        forms += (
            "reversed({1})",
            "sorted({1})",
            "filter(None, {1})",
            "{2}",
            "stepping(3)",
            "(q for q in {1})",
            "{{1: 2, 3: 4}}",
        )
        return self.pick(forms).format(self.number(depth), row, self.list(depth))

    def pairs(self, depth=1):
        """What gives pairs of numbers."""
        forms = ("enumerate({0})", "zip({0}, items(1, 2))", "[(1, {1}), (3, 4)]", "{{1: {1}}}.items()", "zip({0}, {0})")
        return self.pick(forms).format(self.list(depth), self.number(depth))
