"""Random programs about tapes: what shares a buffer, what is assigned, and derivatives of it in every nesting.

`program(seed)` gives a Program, the source of a function `f(x, y)` of a scalar and a row of three numbers, both float32,
that returns a list: values, gradients (or None), Jacobians, products of forward mode. What else it reads is in
tape_outcomes.py: the variables `v` (a scalar) and `w` (a row), the constants `c` and `k`, and functions made of tf.function,
custom_gradient and the like.
"""

import random

from generated.fuzz.programs import Program

SCALAR, ROW = "scalar", "row"

# name: for which kinds, a text with {0}, {1} for values of that kind and {s}, {r} for one of a fixed kind
COMPUTED = {
    "mul": ((SCALAR, ROW), "{0} * {1}"),
    "add": ((SCALAR, ROW), "{0} + {1}"),
    "sub": ((SCALAR, ROW), "{0} - {1}"),
    "square": ((SCALAR, ROW), "{0} * {0}"),
    "double": ((SCALAR, ROW), "{0} + {0}"),
    "tanh": ((SCALAR, ROW), "tf.tanh({0})"),
    "sin": ((SCALAR, ROW), "tf.sin({0})"),
    "half": ((SCALAR, ROW), "0.5 * {0}"),
    "sigmoid": ((SCALAR, ROW), "tf.sigmoid({0}) * {1}"),
    "exp": ((SCALAR, ROW), "tf.exp(tf.tanh({0}))"),
    "maximum": ((SCALAR, ROW), "tf.maximum({0}, {1})"),
    "where": ((SCALAR, ROW), "tf.where({0} > 0.1, {0}, {1})"),
    "add_n": ((SCALAR, ROW), "tf.add_n([{0}, {1}, {0}])"),
    "broadcast": ((ROW,), "{0} * {s}"),
    "stack": ((ROW,), "tf.stack([{s}, {s}, {s}])"),
    "gather": ((ROW,), "tf.gather({0}, [0, 2, 0])"),
    "reverse": ((ROW,), "{0}[::-1]"),
    "cumsum": ((ROW,), "tf.cumsum({0})"),
    "matvec": ((ROW,), "tf.linalg.matvec(tf.stack([{0}, {1}, {0}]), {1})"),
    "halves": ((ROW,), "tf.concat([{0}[:1], {1}[1:]], 0)"),
    "sum": ((SCALAR,), "tf.reduce_sum({r})"),
    "item": ((SCALAR,), "{r}[1]"),
    "dot": ((SCALAR,), "tf.tensordot({r}, {r}, 1)"),
    "einsum": ((SCALAR,), "tf.einsum('i,i->', {r}, {r})"),
    "norm": ((SCALAR,), "tf.reduce_sum(tf.square({r}) + 0.1)"),
    "cube_function": ((SCALAR, ROW), "cube({0})"),
    "scaled_function": ((SCALAR, ROW), "scaled({0})"),
    "nested_function": ((SCALAR, ROW), "nested({0})"),
    "compiled_function": ((SCALAR, ROW), "compiled({0})"),
    "looping_function": ((SCALAR, ROW), "looping({0})"),
    "branching_function": ((SCALAR, ROW), "branching({0})"),
    "custom": ((SCALAR, ROW), "custom({0})"),
    "custom_pair": ((SCALAR, ROW), "custom_pair({0}, {1})"),
    "custom_around": ((SCALAR, ROW), "tf.custom_gradient(lambda q: (q * {p}, lambda g: 3.0 * g * {p}))({0})"),
    "custom_inside": (
        (SCALAR, ROW),
        "tf.custom_gradient(lambda q: (q * q, tf.custom_gradient(lambda g: (2.0 * g * {p}, lambda u: 5.0 * u))))({0})",
    ),
    "recomputed": ((SCALAR, ROW), "recomputed({0})"),
    "script": ((SCALAR, ROW), "script({0})"),
    "script_pair": ((SCALAR, ROW), "script_pair({0}, {1})"),
    "function_pair": ((SCALAR, ROW), "crossed({0}, {1})"),
    "compiled_pair": ((SCALAR, ROW), "compiled_pair({0}, {1})"),
    "recomputed_pair": ((SCALAR, ROW), "recomputed_pair({0}, {1})"),
    "rows_in_pairs": ((ROW,), "tf.vectorized_map(lambda p: p[0] * tf.sin(p[1]), ({0}, {1}))"),
    "cond": ((SCALAR, ROW), "tf.cond({s} > 0.2, lambda: {0} * {1}, lambda: {0} + {1})"),
    "while_loop": ((SCALAR, ROW), "tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * {1}), (0, {0}))[1]"),
    "map_fn": ((ROW,), "tf.map_fn(lambda q: q * {s}, {0})"),
    "scan": ((ROW,), "tf.scan(lambda a, q: a * q, {0})"),
    "foldl": ((SCALAR,), "tf.foldl(lambda a, q: a + q * q, {r})"),
    "vectorized_map": ((ROW,), "tf.vectorized_map(lambda q: q * q, {0})"),
    "variable": ((SCALAR,), "v * {0}"),
    "variable_row": ((ROW,), "w * {0}"),
    "variable_twice": ((SCALAR,), "v * v"),
    "variable_item": ((SCALAR,), "w[2]"),
    "variable_slice": ((ROW,), "tf.concat([w[1:], w[:1]], 0)"),
    "variable_gather": ((ROW,), "tf.gather(w, [1, 1, 0]) * {0}"),
    "embedding": ((ROW,), "tf.nn.embedding_lookup(w, [2, 0, 2]) + {0}"),
    "ragged_sum": ((SCALAR,), "tf.reduce_sum(tf.RaggedTensor.from_row_lengths({r}, [2, 0, 1]) * 2.0)"),
    "ragged_rows": ((ROW,), "tf.reduce_sum(tf.RaggedTensor.from_row_lengths({0}, [2, 0, 1]), 1)"),
    "sparse_dense": ((ROW,), "tf.sparse.to_dense(tf.SparseTensor([[0], [2]], tf.stack([{s}, {s}]), [3]))"),
    "array": ((ROW,), "tf.TensorArray(tf.float32, 3).unstack({0}).stack() * {1}"),
    "random_zero": ((SCALAR, ROW), "tf.zeros_like({0}) + {1}"),
    "clip": ((SCALAR, ROW), "tf.clip_by_value({0}, -0.9, 0.9)"),
    "cast_back": ((SCALAR, ROW), "tf.cast(tf.cast({0}, tf.float64), tf.float32)"),
    "complex": ((SCALAR, ROW), "tf.math.real(tf.complex({0}, {1}) * tf.complex({1}, {0}))"),
    "sort": ((ROW,), "tf.sort({0})"),
    "softmax": ((ROW,), "tf.nn.softmax({0})"),
    "graph_gradient": ((SCALAR, ROW), "graph_gradient(lambda q: {inner} * {1}, {0})"),
    "graph_gradient_twice": ((SCALAR, ROW), "graph_gradient_twice(lambda q: {inner} * {1}, {0})"),
    "gradient_of_captured": ((SCALAR,), "gradient_of_captured(lambda q: {inner} * {1}, {0}, {s})"),
    "hessian": ((ROW,), "tf.reduce_sum(hessian(lambda q: {inner} * {1}, {0}), 0)"),
    "batch_jacobian": ((ROW,), "tf.reduce_sum(batch_jacobian(lambda q: {inner} * {1}, {0}), [1, 2])"),
    "jvp_function": ((SCALAR, ROW), "forward(lambda q: {plain} * {1}, {0}, {1})"),
    "slope": ((SCALAR, ROW), "slope(lambda q: {inner} * {1}, {0})"),
    "slope_in_function": ((SCALAR, ROW), "slope(tf.function(lambda q: {inner} * {1}), {0})"),
    "slopes_of_rows": ((ROW,), "tf.vectorized_map(lambda p: slope(lambda q: {inner}, p), {0})"),
    "slopes_one_by_one": ((ROW,), "tf.map_fn(lambda p: slope(lambda q: {inner} * {s}, p), {0})"),
    "reduced_elements": ((SCALAR,), "tf.data.Dataset.from_tensor_slices({r}).reduce({0}, lambda a, q: a * q + {1})"),
    "case": ((SCALAR, ROW), "tf.case([({s} > 0.2, lambda: {0} * {1}), ({s} < 0.1, lambda: {1})], lambda: {0})"),
    "switched_function": (
        (SCALAR, ROW),
        "tf.switch_case(tf.cast({s} > 0.1, tf.int32), [lambda: cube({0}), lambda: {1}])",
    ),
    "assert": ((SCALAR, ROW), "asserted({0}) * {1}"),
    "dynamic_part": ((ROW,), "tf.dynamic_stitch([[0], [2, 1]], tf.split({0}, [1, 2]))"),
    "masked": ((SCALAR,), "tf.reduce_sum(tf.boolean_mask({r}, {r} > 0.1))"),
    "scattered": ((ROW,), "tf.tensor_scatter_nd_add({0}, [[1], [1]], tf.stack([{s}, {s}]))"),
    "segments": ((ROW,), "tf.gather(tf.math.segment_sum({0}, [0, 0, 1]), [1, 0, 1])"),
    "moments": ((SCALAR,), "tf.add_n(tf.nn.moments({r}, 0))"),
    "power": ((SCALAR, ROW), "tf.pow(tf.abs({0}) + 0.5, {1})"),
    "divided": ((SCALAR, ROW), "tf.math.divide_no_nan({0}, tf.abs({1}) + 0.5)"),
    "loss": ((SCALAR,), "tf.nn.softmax_cross_entropy_with_logits({r}, {r})"),
    "numpy_row": ((ROW,), "tf.ensure_shape(tf.numpy_function(lambda q: q * 2.0, [{0}], tf.float32), [3]) + {0}"),
    "python_variable": ((SCALAR,), "tf.add_n([{0}, v, v * {1}])"),
}
# What the small functions among them compute of `q`.
INNER = (
    "q", "q * q", "tf.sin(q)", "cube(q)", "nested(q)", "looping(q)", "branching(q)", "custom(q)", "recomputed(q)", "q * v",
    "same(q) * q", "compiled(q)", "tf.identity(q) * q", "tf.stop_gradient(q) * q", "slope(tf.sin, q)",
    "tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * q), (0, q))[1]", "tf.cond(v > 0.0, lambda: q * q, lambda: q)",
)  # fmt: skip

# TensorFlow loses the gradient of a function's product of forward mode.
PLAIN = ("q", "q * q", "tf.sin(q)", "custom(q)", "q * v", "tf.identity(q) * q", "tf.stop_gradient(q) * q", "tf.tanh(q)")

# What may give its argument back, or the buffer of it.
ALIASES = {
    "identity": "tf.identity({0})",
    "identity_n": "tf.identity_n([{0}, {1}])[0]",
    "stop_gradient": "tf.stop_gradient({0})",
    "convert": "tf.convert_to_tensor({0})",
    "reshape": "tf.reshape({0}, {shape})",
    "broadcast_to": "tf.broadcast_to({0}, {shape})",
    "ensure_shape": "tf.ensure_shape({0}, {shape})",
    "cast": "tf.cast({0}, tf.float32)",
    "squeeze": "tf.squeeze({0}[None], 0)",
    "transpose": "tf.transpose({0})",
    "same_function": "same({0})",
    "both_function": "both({0})[1]",
    "inner_same_function": "nested_same({0})",
    "script_same": "script_same({0})",
    "custom_same": "custom_same({0})",
    "pass_through": "tf.grad_pass_through(lambda q: q)({0})",
    "recomputed_same": "recomputed_same({0})",
    "element": "next(iter(tf.data.Dataset.from_tensors({0})))",
    "check": "tf.debugging.check_numerics({0}, 'x')",
    "cond_same": "tf.cond({s} > 0.2, lambda: {0}, lambda: {1})",
    "while_same": "tf.while_loop(lambda i, a: i < {turns}, lambda i, a: (i + 1, a), (0, {0}))[1]",
    "unstacked": "tf.unstack(tf.stack([{0}, {1}]))[0]",
    "slice_all": "{0}[...]",
    "array_read": "tf.TensorArray(tf.float32, 1).write(0, {0}).read(0)",
    "packed_split": "tf.split({0}[None], 1)[0][0]",
    "switch_case": "tf.switch_case(tf.constant(1), [lambda: {1}, lambda: {0}])",
    "assigned": "{variable}.assign({0}) * 1.0",
    "read_assigned": "{variable}.assign({0}).read_value()",
    "assigned_add": "{variable}.assign_add({0}) + 0.0",
    "values_of": "{variable}.value()",
    "read_value": "{variable}.read_value()",
    "convert_variable": "tf.convert_to_tensor({variable})",
    "identity_variable": "tf.identity({variable})",
    "numpy_copy": "tf.constant(0.3) * tf.ones({shape})",
}
ROW_ALIASES = {
    "tile": "tf.tile({0}, [1])",
    "pad": "tf.pad({0}, [[0, 0]])",
    "concat": "tf.concat([{0}], 0)",
    "slice": "tf.slice({0}, [0], [3])",
    "whole": "{0}[:]",
    "ragged_values": "tf.RaggedTensor.from_row_lengths({0}, [2, 0, 1]).values",
    "sparse_values": "tf.SparseTensor([[0], [1], [2]], {0}, [3]).values",
    "slices_values": "tf.convert_to_tensor(tf.IndexedSlices({0}, [0, 1, 2], [3]))",
    "map_same": "tf.map_fn(lambda q: q, {0})",
    "gather_all": "tf.gather({0}, [0, 1, 2])",
    "batch": "next(iter(tf.data.Dataset.from_tensor_slices({0}).batch(3)))",
}
STATEMENTS = {
    "compute": 10,
    "alias": 8,
    "assign": 3,
    "assign_row": 2,
    "scatter": 1,
    "tape": 7,
    "watch": 4,
    "gradient": 6,
    "jacobian": 2,
    "stop_recording": 3,
    "accumulator": 3,
    "jvp": 2,
    "reset": 0.5,
    "branch": 1.5,
    "loop": 1.5,
    "scope": 2,
    "swap": 1,
    "structures": 1.5,
    "flow_gradient": 2,
}
FEATURES = {*COMPUTED, *ALIASES, *ROW_ALIASES, *STATEMENTS} | {"unwatched", "persistent", "upstream", "inside gradient"}


class Tape:
    """A tape of the program: its name, how it is made, where it is."""

    def __init__(self, name, persistent):
        self.name, self.persistent = name, persistent
        self.open, self.spent = True, False
        self.watched = ["v", "w"]
        self.first = 0  # of the program's values, the first that was made while it recorded


class Writer:
    """Writes one program, line by line."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.numbers, self.features = [], 0, set()
        self.values = {"x": SCALAR, "y": ROW, "c": SCALAR, "k": ROW}
        self.tapes, self.accumulators = [], []
        self.outputs = []
        self.nesting, self.in_flow = 0, 0
        self.budget = self.choose(4, 7, 7, 10, 14, 20)
        share = self.choose(0.15, 0.3, 0.6)
        self.computed = {name: row for name, row in COMPUTED.items() if self.chance(share)} or COMPUTED
        self.aliases = {name: text for name, text in ALIASES.items() if self.chance(share)} or ALIASES
        self.row_aliases = {name: text for name, text in ROW_ALIASES.items() if self.chance(share)}
        self.statements = {name: weight * self.choose(0, 1, 1, 3) for name, weight in STATEMENTS.items()}
        for name in ("compute", "alias", "tape", "gradient", "watch"):
            self.statements[name] = STATEMENTS[name] * self.choose(0.7, 1, 2)

    def choose(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.numbers += 1
        return f"{prefix}{self.numbers}"

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def pick(self, kind):
        """A value of a kind; late ones more often."""
        names = [name for name, its in self.values.items() if its == kind]
        return self.choose(*names, *names[-3:], *names[-2:])

    def operand(self, kind):
        if self.chance(0.12):
            return "v" if kind == SCALAR else "w"
        return self.pick(kind)

    # ---- expressions ----

    def filled(self, text, kind):
        return text.format(
            self.pick(kind),
            self.operand(kind),
            p=self.pick(kind),
            s=self.pick(SCALAR),
            r=self.pick(ROW),
            shape="[]" if kind == SCALAR else "[3]",
            variable="v" if kind == SCALAR else "w",
            turns=self.choose(0, 1, 2),
            inner=self.choose(*INNER),
            plain=self.choose(*PLAIN),
        )

    def expression(self, kind, alias):
        if alias:
            rows = {**self.aliases, **(self.row_aliases if kind == ROW else {})}
        else:
            rows = {name: text for name, (kinds, text) in self.computed.items() if kind in kinds}
        if not rows:
            rows = {"mul": "{0} * {1}"} if not alias else {"identity": "tf.identity({0})"}
        name = self.choose(*rows)
        self.features.add(name)
        return self.filled(rows[name], kind)

    # ---- statements ----

    def bind(self, depth, text, kind):
        name = self.fresh("a")
        self.put(depth, f"{name} = {text}")
        self.values[name] = kind
        return name

    def compute(self, depth):
        kind = self.choose(SCALAR, SCALAR, ROW)
        self.bind(depth, self.expression(kind, False), kind)

    def alias(self, depth):
        kind = self.choose(SCALAR, SCALAR, ROW)
        self.bind(depth, self.expression(kind, True), kind)

    def assign(self, depth):
        how = self.choose("assign", "assign_add", "assign_sub")
        self.put(depth, f"v.{how}({self.pick(SCALAR)})")

    def assign_row(self, depth):
        text = self.choose("w.assign({r})", "w.assign_add({r} * 0.5)", "w[1].assign({s})", "w[:2].assign({r}[1:])")
        self.put(depth, text.format(r=self.pick(ROW), s=self.pick(SCALAR)))

    def scatter(self, depth):
        how = self.choose("scatter_nd_update", "scatter_nd_add")
        self.put(depth, f"w.{how}([[1]], [{self.pick(SCALAR)}])")

    def swap(self, depth):
        a, b = self.pick(SCALAR), self.pick(SCALAR)
        one, other = self.fresh("a"), self.fresh("a")
        self.put(depth, f"{one}, {other} = tf.identity_n([{a}, {b}])")
        self.values[one] = self.values[other] = SCALAR

    def tape(self, depth):
        if self.nesting >= 4:
            return self.compute(depth)
        persistent, watching = self.chance(0.5), self.chance(0.8)
        options = (["persistent=True"] if persistent else []) + ([] if watching else ["watch_accessed_variables=False"])
        self.features |= ({"persistent"} if persistent else set()) | (set() if watching else {"unwatched"})
        tape = Tape(self.fresh("t"), persistent)
        self.put(depth, f"with tf.GradientTape({', '.join(options)}) as {tape.name}:")
        self.tapes.append(tape)
        tape.first = len(self.values)
        if self.chance(0.85):
            watched = [self.pick(self.choose(SCALAR, ROW)) for _ in range(self.choose(1, 1, 2, 3))]
            self.put(depth + 1, f"{tape.name}.watch([{', '.join(watched)}])")
            tape.watched = watched + tape.watched * watching
        else:
            self.compute(depth + 1)
        self.block(depth + 1, self.choose(1, 2, 3, 4, 5))
        tape.open = False
        if self.chance(0.8):
            self.gradient(depth, tape)
        return None

    def watch(self, depth):
        tapes = [tape for tape in self.tapes if tape.open]
        if not tapes:
            return self.compute(depth)
        tape, name = self.choose(*tapes), self.operand(self.choose(SCALAR, ROW))
        self.put(depth, f"{tape.name}.watch({name})")
        if not self.in_flow:
            tape.watched.append(name)
        return None

    def usable(self, tape=None):
        tapes = [tape for tape in self.tapes if not tape.spent and (not tape.open or tape.persistent)]
        if self.in_flow:
            tapes = [tape for tape in tapes if tape.persistent or tape in self.own_tapes]
        return tape if tape in tapes else self.choose(*tapes) if tapes else None

    def target(self, tape):
        """Most often a value that the tape may have recorded."""
        made = list(self.values)[tape.first :]
        return self.choose(*made, *made[-2:]) if made and self.chance(0.8) else self.pick(self.choose(SCALAR, ROW))

    def source(self, tape):
        """A name and its kind, most often of what the tape watches."""
        kinds = {**self.values, "v": SCALAR, "w": ROW}
        watched = [name for name in tape.watched if name in kinds]
        name = self.choose(*watched) if watched and self.chance(0.75) else self.target(tape)
        return name, kinds[name]

    def gradient(self, depth, tape=None):
        tape = self.usable(tape)
        if tape is None:
            return self.compute(depth)
        tape.spent = not tape.persistent
        if tape.open:
            self.features.add("inside gradient")
        target = self.target(tape)
        sources = [self.source(tape) for _ in range(self.choose(1, 2, 2, 3))]
        names = ", ".join(name for name, _ in sources)
        upstream = ""
        if self.chance(0.15):
            self.features.add("upstream")
            upstream = f", output_gradients={self.pick(self.values[target])}"
        if self.chance(0.4):
            # Which of None and zero it is.
            name = self.fresh("g")
            self.put(depth, f"{name} = {tape.name}.gradient({target}, [{names}]{upstream})")
            self.outputs.append(name)
            if self.in_flow:
                self.put(depth, f"out += {name}")
            return None
        found = [self.fresh("a") for _ in sources]
        call = f"{tape.name}.gradient({target}, [{names}]{upstream}, unconnected_gradients='zero')"
        self.put(depth, f"{', '.join(found)}, = dense({call})")
        self.values.update({name: kind for name, (_, kind) in zip(found, sources, strict=True)})
        self.outputs += found
        return None

    def structures(self, depth):
        """Sources and targets in structures; a source twice, and what is no target of anything."""
        tape = self.usable()
        if tape is None or self.in_flow:
            return self.compute(depth)
        tape.spent = not tape.persistent
        targets = [self.target(tape) for _ in range(self.choose(1, 2, 3))]
        (a, _), (b, _), (c, _) = (self.source(tape) for _ in range(3))
        name, target = self.fresh("g"), targets[0] if len(targets) == 1 else f"[{', '.join(targets)}]"
        sources = self.choose(f"{{'b': {a}, 'a': [{b}, {c}]}}", f"({a}, [{b}], {{'z': {c}}})", f"[{a}, {a}]", a)
        zero = self.choose("", ", unconnected_gradients=tf.UnconnectedGradients.ZERO")
        self.put(depth, f"{name} = {tape.name}.gradient({target}, {sources}{zero})")
        self.outputs.append(name)
        return None

    def flow_gradient(self, depth):
        """A tape made, used and left within a branch or a turn of a loop, its slope what the flow gives."""
        if self.nesting >= 3:
            return self.compute(depth)
        kind = self.choose(SCALAR, ROW)
        name = self.bind(depth, self.expression(kind, self.chance(0.3)), kind)
        before, outputs, known = dict(self.values), list(self.outputs), len(self.tapes)
        heads = self.choose(
            (f"if {self.pick(SCALAR)} > 0.3:", "else:"),
            (f"for _ in tf.range({self.choose(1, 2, 3)}):",),
            (f"for e in tf.data.Dataset.from_tensor_slices({self.pick(ROW)}):",),
            (f"for e in {self.pick(ROW)}:",),
        )
        for head in heads:
            self.put(depth, head)
            element = "e" if " e " in head else self.pick(SCALAR)
            tape, result, order = self.fresh("t"), self.fresh("a"), self.choose(1, 1, 2)
            inside = depth + 1
            for level in range(order):
                self.put(inside, f"with tf.GradientTape({self.choose('', 'persistent=True')}) as {tape}{level}:")
                self.put(inside + 1, f"{tape}{level}.watch({name})")
                inside += 1
            self.put(inside, f"{result} = {self.expression(kind, False)} * {name} * {element}")
            self.values[result] = kind
            for level in reversed(range(order)):
                inside -= 1
                source = self.choose(name, name, name, "v" if kind == SCALAR else "w")
                call = f"{tape}{level}.gradient({result}, [{source}], unconnected_gradients='zero')"
                self.put(inside, f"{result}, = dense({call})")
            self.put(inside, f"{name} = 0.5 * {result}")
            del self.tapes[known:]
            self.values, self.outputs = dict(before), list(outputs)
        self.outputs.append(name)
        return None

    def jacobian(self, depth):
        tape = self.usable()
        if tape is None or self.in_flow:
            return self.compute(depth)
        tape.spent = not tape.persistent
        name, (source, _) = self.fresh("g"), self.source(tape)
        options = self.choose("", "", ", experimental_use_pfor=False") if not tape.open else ""
        self.put(depth, f"{name} = {tape.name}.jacobian({self.target(tape)}, {source}{options})")
        self.outputs.append(name)
        return None

    def stop_recording(self, depth):
        tapes = [tape for tape in self.tapes if tape.open]
        if not tapes:
            return self.compute(depth)
        self.put(depth, f"with {self.choose(*tapes).name}.stop_recording():")
        self.block(depth + 1, self.choose(1, 2, 3))
        return None

    def reset(self, depth):
        tapes = [tape for tape in self.tapes if tape.open]
        if not tapes or tapes[-1] is not self.tapes[-1] or self.in_flow:
            return self.compute(depth)
        self.put(depth, f"{tapes[-1].name}.reset()")
        return None

    def accumulator(self, depth):
        if self.nesting >= 4:
            return self.compute(depth)
        name, kind = self.fresh("f"), self.choose(SCALAR, SCALAR, ROW)
        primal = self.operand(kind)
        self.put(depth, f"with tf.autodiff.ForwardAccumulator({primal}, {self.pick(kind)}) as {name}:")
        self.accumulators.append(name)
        self.block(depth + 1, self.choose(1, 2, 3, 4))
        self.accumulators.remove(name)
        self.put_jvp(depth, name)
        return None

    def put_jvp(self, depth, name):
        found, kind = self.fresh("a"), self.choose(SCALAR, SCALAR, ROW)
        self.put(depth, f"{found} = {name}.jvp({self.pick(kind)}, unconnected_gradients='zero')")
        self.values[found] = kind
        self.outputs.append(found)

    def jvp(self, depth):
        if not self.accumulators:
            return self.compute(depth)
        self.put_jvp(depth, self.choose(*self.accumulators))
        return None

    def flow(self, depth, *heads):
        """Blocks of control flow: what is bound in them stays there, but for one value that has a new one."""
        kind = self.choose(SCALAR, ROW)
        name = self.bind(depth, self.expression(kind, self.chance(0.5)), kind)
        before, outputs = dict(self.values), list(self.outputs)
        for head in heads:
            self.put(depth, head)
            known, tapes = len(self.tapes), [(tape, tape.open, tape.spent) for tape in self.tapes]
            own = getattr(self, "own_tapes", [])
            self.in_flow, self.own_tapes = self.in_flow + 1, []
            self.block(depth + 1, self.choose(1, 2))
            self.put(depth + 1, f"{name} = {self.expression(kind, self.chance(0.4))}")
            self.in_flow, self.own_tapes = self.in_flow - 1, own
            del self.tapes[known:]
            for tape, is_open, spent in tapes:
                tape.open, tape.spent = is_open, spent
            self.values = dict(before)
            self.outputs = list(outputs)

    def branch(self, depth):
        if self.nesting >= 3:
            return self.compute(depth)
        self.flow(depth, f"if {self.pick(SCALAR)} > {self.choose(0.3, -0.2)}:", "else:")
        return None

    def loop(self, depth):
        if self.nesting >= 3:
            return self.compute(depth)
        heads = [f"for _ in tf.range({turns}):" for turns in range(4)]
        heads += [f"for e in tf.data.Dataset.from_tensor_slices({self.pick(ROW)}):", f"for e in {self.pick(ROW)}:"]
        self.flow(depth, self.choose(*heads))
        return None

    def scope(self, depth):
        text = self.choose(
            "tf.name_scope('a')",
            "tf.device('/CPU:0')",
            f"tf.control_dependencies([{self.pick(SCALAR)}])",
            "tf.control_dependencies([tf.no_op()])",
            "tf.control_dependencies(None)",
            f"tf.compat.v1.colocate_with({self.pick(SCALAR)})",
        )
        self.put(depth, f"with {text}:")
        self.block(depth + 1, self.choose(1, 2, 3))

    def block(self, depth, size):
        self.nesting += 1
        written = len(self.lines)
        for _ in range(size):
            if self.budget <= 0:
                break
            self.statement(depth)
        if len(self.lines) == written:
            self.compute(depth)
        self.nesting -= 1

    def statement(self, depth):
        self.budget -= 1
        names = [name for name, weight in self.statements.items() if weight]
        name = self.random.choices(names, [self.statements[name] for name in names])[0]
        if self.in_flow and name in ("tape", "accumulator", "jacobian", "reset", "gradient", "flow_gradient"):
            name = "compute"
        self.features.add(name)
        getattr(self, name)(depth)

    def write(self):
        self.put(0, 'PLAN = {"signature": None, "calls": [1], "gradient": "none"}')
        self.put(0, "def f(x, y):")
        while self.budget > 0:
            self.statement(1)
        if not self.outputs:
            self.tape(1)
        values = list(self.values)[4:][-3:]
        self.put(1, f"return [{', '.join([*self.outputs, *values])}]")
        return Program("\n".join(self.lines) + "\n", frozenset(self.features))


def program(seed):
    """The program with this number."""
    return Writer(seed).write()


def all_features():
    """The names that a Program's features are taken from."""
    return FEATURES


__all__ = ["all_features", "program"]
