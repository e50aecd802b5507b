"""Random statements that call functional control flow, maps and folds, and take gradients."""

from generated.fuzz.program_kinds import B0, D0, F0, F3, F23, FK, I0
from generated.fuzz.program_statements import statement


class Calls:
    """tf.cond and its kin, tf.map_fn and its kin, tapes."""

    def given(self, names, make):
        """An expression in which these names are bound as well."""
        before = dict(self.scope)
        self.scope.update(names)
        text = make()
        self.scope = before
        return text

    @statement(weight=2)
    def functional(self, place):
        result, kind = self.choose((self.target(F0), F0), (self.target(F3), F3))
        q, r = self.fresh("q"), self.fresh("r")
        e = lambda kind, depth=1: self.expression(kind, depth)  # noqa: E731
        b = lambda its, kind: f"tf.tanh({self.given(its, lambda: e(kind, 2))})"  # noqa: E731
        body = f"lambda {r}, {q}: ({r} + 1, {b({q: kind, r: I0}, kind)})"
        grow = f"(tf.concat([{q}, {q}], 0),)"
        grown = f"[tf.reshape({e(kind)}, [-1])], shape_invariants=[tf.TensorShape([None])]"
        part = "[0][:3], [3]" if kind == F3 else "[0][0], []"
        other = self.choose("1", "1", "1", "2")  # gaps are refused
        form = self.choose(
            lambda: f"tf.cond({e(B0)}, lambda: {e(kind)} * 2.0, lambda: {e(kind)})",
            lambda: f"tf.switch_case({e(I0)} % 4, [lambda: {e(kind)}, lambda: {e(kind)}, lambda: {e(kind)}])",
            lambda: (
                f"tf.switch_case({e(I0)}, {{0: lambda: {e(kind)}, {other}: lambda: {e(kind)}}}, default=lambda: {e(kind)})"
            ),
            lambda: f"tf.case([({e(B0)}, lambda: {e(kind)}), ({e(B0)}, lambda: {e(kind)})], default=lambda: {e(kind)})",
            lambda: f"tf.while_loop(lambda {r}, {q}: {r} < abs(n) % 4, {body}, [tf.constant(0), {e(kind)}])[1]",
            lambda: f"tf.while_loop(lambda {r}, {q}: {r} < 9, {body}, (0, {e(kind)}), maximum_iterations=3)[1]",
            lambda: f"tf.reshape(tf.while_loop(lambda {q}: tf.size({q}) < 5, lambda {q}: {grow}, {grown}){part})",
        )()
        self.put(place, f"{result} = tf.tanh({form})")
        self.scope[result] = kind

    @statement(weight=2)
    def mapped(self, place):
        kind = self.choose(F0, F0, F3)
        result = self.target(kind)
        q, r = self.fresh("q"), self.fresh("r")
        rows = {F0: self.choose(F3, FK), F3: F23}[kind]
        e = lambda kind, depth=1: self.expression(kind, depth)  # noqa: E731
        one = lambda: f"tf.tanh({self.given({q: kind}, lambda: e(kind, 2))})"  # noqa: E731
        two = lambda: f"tf.tanh({self.given({q: kind, r: kind}, lambda: e(kind, 2))})"  # noqa: E731
        total = "tf.reduce_sum({})" if kind == F0 else "tf.reduce_sum({}, 0)"
        form = self.choose(
            lambda: total.format(f"tf.map_fn(lambda {q}: {one()}, {e(rows)})"),
            lambda: total.format(
                f"tf.map_fn(lambda {q}: ({one()}, {q}), {e(rows)}, fn_output_signature=(tf.float32, tf.float32))[0]"
            ),
            lambda: total.format(
                f"tf.map_fn(lambda z: z[0] * z[1], ({e(rows)}, {e(rows)}), fn_output_signature=tf.float32)"
            ),
            lambda: total.format(f"tf.scan(lambda {q}, {r}: {two()}, {e(rows)})"),
            lambda: total.format(
                f"tf.scan(lambda {q}, {r}: {two()}, {e(rows)}, {e(kind)}, reverse={self.choose('True', 'False')})"
            ),
            lambda: f"tf.foldl(lambda {q}, {r}: {two()}, {e(rows)}, initializer={e(kind)})",
            lambda: f"tf.foldr(lambda {q}, {r}: {two()}, {e(rows)})",
            lambda: total.format(f"tf.vectorized_map(lambda {q}: tf.tanh({q} * {q} + 0.5), {e(rows)})"),
        )()
        self.put(place, f"{result} = tf.tanh({form})")
        self.scope[result] = kind

    # ---- gradients ----

    def steps(self, place, y):
        """What happens to y under a tape."""
        if self.chance(0.5):
            head = self.choose(
                f"if {self.plain_condition()}:",
                "for _ in tf.range(2):",
                "for _ in tf.range(abs(n) % 3):",
                "for _ in range(2):",
            )
            self.put(place, head)
            self.put(place.deeper(), f"{y} = tf.tanh({y} * {self.expression(F0, 1)})")

    @statement(weight=3)
    def differentiate(self, place):
        tape, y, kind = self.fresh("tape"), self.fresh("y"), self.choose(F0, F3, FK, D0)
        sources = self.readable(kind)
        if not sources:
            return False
        source, result = self.random.choice(sources), self.target(kind)
        how = self.choose("plain", "plain", "persistent", "second", "variables", "upstream", "stopped")
        self.features.add("tape_" + how)
        watch = f"{tape}.watch({source})"
        value = f"tf.tanh({self.expression(self.choose(F0, kind), 3)})"
        zero = 'unconnected_gradients="zero"'
        deep = place.deeper()
        if how == "second":
            self.put(place, f"with tf.GradientTape() as {tape}a:")
            self.put(deep, f"{tape}a.watch({source})")
            self.put(deep, f"with tf.GradientTape() as {tape}:")
            self.put(deep.deeper(), watch)
            self.put(deep.deeper(), f"{y} = {value}")
            self.put(deep, f"{y} = {tape}.gradient({y}, {source}, {zero})")
            self.put(deep, f"{y} = {y} * {y}")
            text = f"{tape}a.gradient({y}, {source}, {zero})"
        elif how == "variables":
            self.put(place, f"with tf.GradientTape() as {tape}:")
            self.put(
                deep,
                f"{y} = {value} * v + tf.cast(tf.reduce_sum(w), {value}.dtype)" if kind != D0 else f"{y} = {value}",
            )
            self.steps(deep, y) if kind != D0 else None
            self.put(place, f"y0, y1 = {tape}.gradient({y}, [v, w], {zero})")
            text = f"{self.expression(kind, 1)} * tf.cast(y0 + tf.convert_to_tensor(y1)[0], tf.{kind.dtype})"
        elif how == "upstream":
            self.put(place, f"with tf.GradientTape() as {tape}:")
            self.put(deep, watch)
            self.put(deep, f"{y} = tf.tanh({self.expression(kind, 3)})")
            text = f"{tape}.gradient({y}, {source}, output_gradients={self.expression(kind, 1)}, {zero})"
        else:
            persistent = how == "persistent"
            self.put(place, f"with tf.GradientTape({'persistent=True' if persistent else ''}) as {tape}:")
            self.put(deep, watch)
            self.put(deep, f"{y} = {value}")
            if kind != D0:
                self.steps(deep, y)
            if how == "stopped":
                self.put(deep, f"with {tape}.stop_recording():")
                self.put(deep.deeper(), f"z0 = {y} * 2")
                self.put(deep, f"{y} = {y} * z0" if self.chance(0.7) else f"{tape}.reset()")
            text = f"{tape}.gradient({y}, {source}, {zero})"
            if persistent:
                text = f"{text} + {tape}.gradient({y} * {y}, [{source}], {zero})[0]"
                if self.chance(0.5):
                    text = f"tf.convert_to_tensor({tape}.gradient({y}, {source}, {zero})) * 2"
        self.put(place, f"{result} = tf.tanh(tf.convert_to_tensor({text}))")
        self.scope[result] = kind

    @statement()
    def derivatives(self, place):
        """Forward mode, Jacobians, gradients without zeros."""
        source = self.random.choice(self.readable(F3) or [""])
        if not source:
            return False
        name, y, result = self.fresh("tape"), self.fresh("y"), self.target(F3)
        deep = place.deeper()
        how = self.choose("forward", "forward", "none", "jacobian")
        self.features.add(how)
        if how == "forward":
            self.put(place, f"with tf.autodiff.ForwardAccumulator({source}, {self.expression(F3, 1)}) as {name}:")
            self.put(deep, f"{y} = tf.tanh({self.expression(F3, 2)} * {source})")
            self.put(place, f"{result} = tf.tanh({name}.jvp({y}, unconnected_gradients='zero'))")
        else:
            self.put(place, f"with tf.GradientTape({'persistent=True' if how == 'jacobian' else ''}) as {name}:")
            self.put(deep, f"{name}.watch({source})")
            self.put(deep, f"{y} = tf.tanh({self.expression(F3, 2)})")
            if how == "none":
                self.put(place, f"y0 = {name}.gradient({y}, {source})")
                self.put(
                    place, f"{result} = {self.expression(F3, 0)} if y0 is None else tf.tanh(tf.convert_to_tensor(y0))"
                )
            else:
                text = f"{name}.jacobian({y}, {source}, unconnected_gradients='zero', experimental_use_pfor=False)"
                self.put(place, f"{result} = tf.tanh(tf.reduce_sum({text}, {self.choose('0', '1')}))")
        self.scope[result] = F3
