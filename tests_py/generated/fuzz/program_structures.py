"""Random statements about containers, objects, TensorArrays, and functions of their own."""

from generated.fuzz.program_kinds import B0, D0, F0, F3, F23, FK, I0
from generated.fuzz.program_statements import Place, statement


class Structures:
    """Entries of containers are in the scope like names: `d1["a"]`, `l2[0]`, `box3.a`."""

    # ---- containers ----

    def enter(self, container, entries, kinds, fixed=False):
        for entry, kind in zip(entries, kinds, strict=True):
            self.scope[container + entry] = kind
            if fixed:
                self.fixed.add(container + entry)

    @statement(weight=2)
    def container(self, place):
        """What is read and written by entry later on."""
        kinds = [self.choose(F0, I0, F3), self.choose(F0, I0, F3, FK)]
        a, b = (self.bounded(kind, self.expression(kind, 2)) for kind in kinds)
        form = self.choose("dict", "list", "box", "nested", "mixed")
        name = self.fresh(form[0] + "x")
        text, entries = {
            "dict": (f'{{"a": {a}, "b": {b}}}', ('["a"]', '["b"]')),
            "list": (f"[{a}, {b}]", ("[0]", "[1]")),
            "box": (f"Box(a={a}, b={b})", (".a", ".b")),
            "nested": (f'{{"a": {{"c": {a}}}, "b": {b}}}', ('["a"]["c"]', '["b"]')),
            "mixed": (f"Box(a=[{a}], b=({b},))", (".a[0]", ".b[0]")),
        }[form]
        self.put(place, f"{name} = {text}")
        self.enter(name, entries, kinds)
        if form == "mixed":
            self.fixed.add(f"{name}.b[0]")

    @statement(weight=2)
    def record(self, place):
        """Tuples and named tuples, which are bound anew as a whole."""
        kinds = [self.choose(F0, I0, F3), self.choose(F0, D0, FK)]
        make = lambda: [self.bounded(kind, self.expression(kind, 1)) for kind in kinds]  # noqa: E731
        named = self.chance(0.5)
        form = "Point({}, {})" if named else self.choose("({}, {})", "({}, [{}])", '({}, {{"a": {}}})')
        entries = (
            (".a", ".b")
            if named
            else ("[0]", {"({}, [{}])": "[1][0]", '({}, {{"a": {}}})': '[1]["a"]'}.get(form, "[1]"))
        )
        name = self.fresh("z")
        self.put(place, f"{name} = {form.format(*make())}")
        self.enter(name, entries, kinds, fixed=True)
        if self.chance(0.6):
            head = self.choose(
                f"if {self.condition()}:",
                "for _ in tf.range(2):",
                "for _ in tf.range(abs(n) % 3):",
                "for _ in range(2):",
            )
            self.put(place, head)
            if named and self.chance(0.5):
                self.put(place.deeper(), f"{name} = {name}._replace(a={make()[0]})")
            else:
                self.put(place.deeper(), f"{name} = {form.format(*make())}")

    @statement()
    def collect(self, place):
        items, name = self.fresh("l"), self.target(F0)
        self.put(place, f"{items} = [{self.expression(F0, 1)}]")
        self.put(place, f"for _ in range({self.choose('2', 'p', '0')}):")
        self.put(place.deeper(), f"{items}.append(tf.tanh({items}[-1] * {self.expression(F0, 1)}))")
        if self.chance(0.3):
            self.put(place.deeper(), f"if {self.choose('p > 2', f'len({items}) > 2')}:")
            self.put(
                place.deeper().deeper(),
                self.choose("break", f"{items}.pop()", f"{items}.insert(0, {self.expression(F0, 0)})"),
            )
        else:
            self.put(place.deeper(), f"{self.choose('_', items + '[0]')} = {items}[0]")
        self.put(
            place,
            self.choose(
                "{1} = tf.tanh(tf.add_n([*{0}, {2}]))",
                "{1} = tf.tanh(sum({0}, {2}))",
                "{1} = tf.reduce_max(tf.stack({0}[::-1]))",
            ).format(items, name, self.expression(F0, 1)),
        )
        self.scope[name] = F0

    @statement()
    def comprehension(self, place):
        name, q = self.target(F0), self.fresh("q")
        before = dict(self.scope)
        self.scope[q] = F0
        body = self.expression(F0, 1)
        self.scope = before
        values = ", ".join(self.expression(F0, 1) for _ in range(3))
        form = self.choose(
            "tf.add_n([{b} for {q} in [{v}]])",
            "sum({b} for {q} in ({v}))",
            "tf.add_n(list({{i: {b} for i, {q} in enumerate([{v}])}}.values()))",
            "tf.stack([{b} for {q} in [{v}] if p > 1 or {q} is None])[0:1][0]"
            if self.chance(0.3)
            else "sum([{b} for {q} in [{v}][1:]])",
            "tf.add_n(list(map(lambda {q}: {b}, [{v}])))",
            "max({v})" if self.chance(0.3) else "tf.reduce_max([{v}])",
        )
        self.put(place, f"{name} = tf.tanh({form.format(b=body, q=q, v=values)})")
        self.scope[name] = F0

    # ---- TensorArrays ----

    @statement(weight=2)
    def tensor_array(self, place):
        array, item, name = self.fresh("ta"), self.fresh("t"), self.target(F3)
        dynamic = self.chance(0.4)
        loops = ("tf.range(3)", "tf.range(2, -1, -1)", "range(3)")
        loop = self.choose(*loops) if not dynamic or self.chance(0.5) else "tf.range(3)"
        again = self.chance(0.25) and "-1" not in loop
        # What was read is gone, eagerly; functions do not mind.
        more = (
            ", clear_after_read=False" if again else self.choose("", ", element_shape=[]", ", clear_after_read=False")
        )
        self.put(place, f"{array} = tf.TensorArray(tf.float32, {'0, dynamic_size=True' if dynamic else '3'}{more})")
        before = dict(self.scope)
        if loop != "range(3)":
            self.scope[item] = I0
            self.fixed.add(item)
        self.put(place, f"for {item} in {loop}:")
        value = f"tf.tanh({self.expression(F0, 2)})"
        if again:
            self.put(place.deeper(), f"last = {array}.read({item} - 1) if {item} > 0 else {self.expression(F0, 0)}")
            value = f"tf.tanh(last + {self.expression(F0, 1)})"
        self.put(place.deeper(), f"{array} = {array}.write({item}, {value})")
        self.scope = before
        result = self.choose(
            "tf.reshape({0}.stack(), [3])",
            "{0}.gather([2, 0, 1])",
            "tf.stack([{0}.read(2), {0}.read(0), {0}.read(1)])",
        )
        self.put(place, f"{name} = {result.format(array)}")
        self.scope[name] = F3
        if self.chance(0.5):
            self.features.add("array_size")
            count = self.target(I0)
            self.put(place, f"{count} = {array}.size()")
            self.scope[count] = I0

    @statement()
    def array_of_rows(self, place):
        array, name = self.fresh("ta"), self.target(F23)
        make = self.choose(".unstack({0})", ".scatter([1, 0], {0})")
        self.put(
            place,
            f"{array} = tf.TensorArray(tf.float32, 2, clear_after_read=False){make.format(self.expression(F23, 1))}",
        )
        self.put(place, f"for row in tf.range({self.choose('2', '1', '0', 'abs(n) % 3')}):")
        self.put(place.deeper(), f"{array} = {array}.write(row, tf.tanh({array}.read(row) + {self.expression(F3, 1)}))")
        self.put(place, f"{name} = {self.choose(f'{array}.stack()', f'tf.reshape({array}.concat(), [2, 3])')}")
        self.scope[name] = F23

    # ---- functions ----

    def body(self, place, result, statements):
        """A function's statements and its return; bindings stay its own."""
        functions, fixed = list(self.functions), set(self.fixed)
        self.fixed |= set(self.scope)
        if statements:
            self.block(place, most=2)
        if self.chance(0.4):
            self.features.add("inner_early_return")
            loop = self.chance(0.3)
            if loop:
                self.put(place, f"for _ in tf.range({self.choose('2', 'abs(n) % 3')}):")
                place = place.deeper()
            self.put(place, f"if {self.plain_condition()}:")
            self.put(place.deeper(), f"return {self.bounded(result, self.expression(result, 2))}")
            if loop:
                place = Place(place.depth - 1, inner=True)
        self.put(place, f"return {self.bounded(result, self.expression(result, 2))}")
        self.functions, self.fixed = functions, fixed

    @statement(weight=3, block=True)
    def define(self, place):
        name = self.fresh("g")
        kinds = [self.choose(F0, F0, F3, I0, FK) for _ in range(self.random.randrange(1, 3))]
        result = self.choose(F0, F0, F3, I0)
        names = [self.fresh("q") for _ in kinds]
        outer = dict(self.scope)
        traced = self.chance(0.3)
        if traced:
            self.features.add("nested_function")
            self.put(
                place,
                self.choose("@tf.function", "@tf.function(reduce_retracing=True)", "@tf.function(autograph=True)"),
            )
        default = f", r={self.expression(F0, 0)}" if self.chance(0.25) else ""
        self.put(place, f"def {name}({', '.join(names)}{default}):")
        self.scope.update(zip(names, kinds))
        if default:
            self.features.add("default_argument")
            self.scope["r"] = F0
        self.body(Place(place.depth + 1, inner=True), result, self.chance(0.5))
        self.scope = outer
        self.functions.append((name, kinds, result))

    @statement()
    def short_function(self, place):
        """Lambdas, partials, functions that give functions."""
        name, q, result = self.fresh("g"), self.fresh("q"), self.choose(F0, F3)
        outer = dict(self.scope)
        self.scope[q] = F0
        body = self.bounded(result, self.expression(result, 2))
        self.scope = outer
        form = self.choose(
            "{name} = lambda {q}: {body}",
            "{name} = functools.partial(lambda r, {q}: {body}, 1)",
            "{name} = (lambda r: lambda {q}: {body})({value})",
            "{name} = tf.function(lambda {q}: {body})",
            "{name} = tf.recompute_grad(lambda {q}: {body})"
            if self.chance(0.2)
            else "{name} = tf.autograph.experimental.do_not_convert(lambda {q}: tf.tanh({q}) + {body})",
        )
        self.put(place, form.format(name=name, q=q, body=body, value=self.expression(F0, 1)))
        self.functions.append((name, [F0], result))

    @statement(block=True)
    def changes_outer(self, place):
        """nonlocal: called where it is defined."""
        name, q, counter, result = self.fresh("g"), self.fresh("q"), self.fresh("a"), self.target(F0)
        self.put(place, f"{counter} = {self.expression(F0, 1)}")
        outer = dict(self.scope)
        self.put(place, f"def {name}({q}):")
        inner = place.deeper()
        self.put(inner, f"nonlocal {counter}")
        self.scope[q] = self.scope[counter] = F0
        if self.chance(0.5):
            self.put(inner, self.choose(f"if {self.expression(B0, 1)}:", "for _ in tf.range(2):", "for _ in range(p):"))
            inner = inner.deeper()
        self.put(inner, f"{counter} = tf.tanh({counter} + {q} * {self.expression(F0, 1)})")
        self.put(place.deeper(), f"return tf.tanh({self.expression(F0, 2)})")
        self.scope = outer
        self.scope[counter] = F0
        value = self.expression(F0, 1)
        self.put(
            place,
            self.choose(
                f"{result} = {name}({value})", f"{result} = {name}({value}) + {name}({self.expression(F0, 0)})"
            ),
        )
        self.scope[result] = F0

    @statement()
    def takes_function(self, place):
        """Functions as arguments, arguments of all sorts, recursion on a Python number."""
        name, result, q = self.fresh("g"), self.target(F0), self.fresh("q")
        self.scope[q] = F0
        body = f"tf.tanh({self.expression(F0, 2)})"
        del self.scope[q]
        e = lambda: self.expression(F0, 1)  # noqa: E731
        forms = [
            (f"def {name}(g, {q}): return g(g({q}))", f"{name}(lambda {q}: {body}, {e()})"),
            (
                f"def {name}({q}, *rest, **more): return {body} + sum(rest) + more['a']",
                f"{name}({e()}, {e()}, *[{e()}, {e()}], a={e()})",
            ),
            (
                f"def {name}({q}, /, b, *, a=2.0): return {body} * a + b",
                f"{name}({e()}, b={e()}{self.choose('', ', a=' + e())})",
            ),
            (f"def {name}({q}, i): return {q} if i == 0 else {name}({body}, i - 1)", f"{name}({e()}, p)"),
            (f"def {name}({q}): return {{'a': {body}, 'b': ({q}, p)}}", f"{name}({e()})['a']"),
        ]
        if self.functions:
            callee, kinds, its = self.random.choice(self.functions)
            if its == F0 and kinds == [F0]:
                forms.append((f"def {name}(g, {q}): return g({q}) + {body}", f"{name}({callee}, {e()})"))
        definition, call = self.random.choice(forms)
        if self.chance(0.3):
            self.put(place, "@tf.function")
        self.put(place, definition)
        self.put(place, f"{result} = tf.tanh({call})")
        self.scope[result] = F0

    @statement(top=True)
    def own_gradient(self, place):
        """A custom gradient of one argument."""
        name, q = self.fresh("g"), self.fresh("q")
        kind = self.choose(F0, F3)
        outer, functions = dict(self.scope), list(self.functions)
        self.scope[q] = kind
        self.alone = {q}
        self.put(place, "@tf.custom_gradient")
        self.put(place, f"def {name}({q}):")
        self.put(place.deeper(), f"def back(dy): return dy * {self.expression(kind, 1)}")
        self.put(place.deeper(), f"return tf.tanh({self.expression(kind, 2)}), back")
        self.alone = None
        self.scope, self.functions = outer, functions
        self.functions.append((name, [kind], kind))
