"""Random expressions of a wanted dtype and shape."""

from generated.fuzz.program_kinds import B0, F0, I0, INTS, Kind, broadcast_sources, dims

PRODUCTIONS = []


def production(*dtypes, weight=1, pure=True):
    """Registers a method that writes expressions of these dtypes; None from it: not for this kind."""

    def register(method):
        PRODUCTIONS.append((method.__name__, dtypes, weight, pure))
        return method

    return register


NUMBERS = ("float32", "float64", "float16", "int32", "int64")
REALS = ("float32", "float64", "float16")
ANY = (*NUMBERS, "bool")


class Expressions:
    """`self.scope` maps what may be read to its kind; `self.functions` holds (name, kinds of arguments, kind of result)."""

    def readable(self, kind):
        return [name for name, its in self.scope.items() if its == kind and not (self.alone and name not in self.alone)]

    def expression(self, kind, depth=2):
        names = self.readable(kind)
        if names and (depth <= 0 or self.chance(0.45)):
            return self.random.choice(names)
        if depth <= 0:
            return self.leaf(kind)
        for _ in range(5):
            name, _, _, pure = self.choose(*self.productions[kind.dtype])
            if self.alone and not pure:
                continue
            text = getattr(self, name)(kind, depth - 1)
            if text is not None:
                self.features.add(name)
                return text
        return self.leaf(kind)

    def leaf(self, kind):
        dtype, shape = kind
        if not self.alone and self.chance(0.6):
            return self.known(kind)
        value = self.number(dtype)
        suffix = "" if dtype in ("float32", "int32", "bool") else f", tf.{dtype}"
        if not shape:
            return f"tf.constant({value}{suffix})"
        if shape == (3,) and self.chance(0.7):
            return f"tf.constant([{value}, {self.number(dtype)}, {self.number(dtype)}]{suffix})"
        if dtype == "bool" or self.chance(0.5):
            return f"tf.fill({dims(shape)}, tf.constant({value}{suffix}))"
        return f"tf.{self.choose('zeros', 'ones')}({dims(shape)}, tf.{dtype})"

    def known(self, kind):
        """A value that depends on what the program was called with, of any kind."""
        dtype, shape = kind
        if dtype == "bool":
            text = self.choose(
                f"(n > {self.random.randrange(-2, 4)})", "(n % 2 == 0)", "(c > v)", "(tf.reduce_sum(x) > 0.37)"
            )
            return f"tf.fill({dims(shape)}, {text})" if shape else text
        whole = dtype in INTS
        whole_cast = "n" if dtype == "int32" else f"tf.cast(n, tf.{dtype})"
        if shape and not whole and shape in (("k",), (2, "k"), (3,), (2, 3)):
            text = {("k",): "x", (2, "k"): "m", (3,): self.choose("table[0]", "w.read_value()"), (2, 3): "table"}[shape]
            return text if dtype == "float32" else f"tf.cast({text}, tf.{dtype})"
        if whole:
            text = whole_cast
        else:
            text = self.choose("c", "tf.reduce_mean(x)", "tf.reduce_max(m)", "v.read_value()", "table[1, 2]")
            text = text if dtype == "float32" else f"tf.cast({text}, tf.{dtype})"
        if not shape:
            return text
        return f"tf.fill({dims(shape)}, {text})"

    def number(self, dtype):
        if dtype == "bool":
            return self.choose("True", "False")
        if dtype in INTS:
            return str(self.random.randrange(-3, 6))
        return self.choose("0.5", "-0.25", "1.5", "0.125", "2.0", "-1.0", "0.0")

    # ---- elementwise ----

    @production(*NUMBERS, weight=4)
    def binary(self, kind, depth):
        a, b = broadcast_sources(self.random, kind.shape)
        left, right = self.expression(kind.shaped(*a), depth), self.expression(kind.shaped(*b), depth)
        return f"({left} {self.choose('+', '-', '*')} {right})"

    @production(*NUMBERS, weight=2)
    def with_number(self, kind, depth):
        number, e = self.number(kind.dtype), self.expression(kind, depth)
        return f"({e} {self.choose('+', '-', '*')} {number})" if self.chance(0.7) else f"({number} - {e})"

    @production(*REALS, weight=3)
    def unary(self, kind, depth):
        name = self.choose(
            "sin",
            "tanh",
            "abs",
            "square",
            "sigmoid",
            "nn.relu",
            "negative",
            "identity",
            "stop_gradient",
            "nn.softplus",
            "cos",
        )
        return f"tf.{name}({self.expression(kind, depth)})"

    @production(*NUMBERS)
    def signs(self, kind, depth):
        return f"{self.choose('-', 'abs')}({self.expression(kind, depth)})"

    @production(*NUMBERS)
    def extremes(self, kind, depth):
        a, b = broadcast_sources(self.random, kind.shape)
        name = self.choose("minimum", "maximum")
        return f"tf.{name}({self.expression(kind.shaped(*a), depth)}, {self.expression(kind.shaped(*b), depth)})"

    @production("float32", "float64")
    def quotients(self, kind, depth):
        a, b = self.expression(kind, depth), self.expression(kind, depth)
        return self.choose(
            f"tf.math.divide_no_nan({a}, {b})",
            f"({a} / (1.5 + abs({b})))",
            f"({a} ** 2)",
            f"tf.atan2({a}, 2.0 + {b} * {b})",
        )

    @production(*ANY)
    def where(self, kind, depth):
        a, b = broadcast_sources(self.random, kind.shape)
        condition = self.expression(Kind("bool", a if self.chance(0.5) else kind.shape), depth)
        return f"tf.where({condition}, {self.expression(kind, depth)}, {self.expression(kind.shaped(*b), depth)})"

    @production(*NUMBERS, weight=2)
    def cast(self, kind, depth):
        source = self.choose("float32", "float64", "int32", "int64", "bool")
        if source == kind.dtype:
            return None
        e = self.expression(kind.of(source), depth)
        if source in INTS:
            e = f"({e} % 5)"
        elif kind.dtype in INTS and source != "bool":
            e = f"tf.clip_by_value({e} * 3.3, -9.0, 9.0)"
        return f"tf.cast({e}, tf.{kind.dtype})"

    @production(*NUMBERS)
    def clip(self, kind, depth):
        low, high = ("-2", "3") if kind.is_int else ("-0.75", "0.8")
        return f"tf.clip_by_value({self.expression(kind, depth)}, {low}, {high})"

    @production(*INTS, weight=2)
    def divisions(self, kind, depth):
        return f"({self.expression(kind, depth)} {self.choose('//', '%')} {self.random.randrange(2, 6)})"

    @production(*ANY)
    def conditional(self, kind, depth):
        condition = (
            self.choose("p > 2", "p % 2 == 0") if self.chance(0.1) and not self.alone else self.expression(B0, depth)
        )
        return f"({self.expression(kind, depth)} if {condition} else {self.expression(kind, depth)})"

    # ---- shapes ----

    @production(*ANY)
    def reshape(self, kind, depth):
        shape = kind.shape
        source = self.choose(shape[::-1], (1, *shape), (*shape, 1), tuple(size for size in shape if size != 1))
        if shape in ((2, 3), (3, 2)):
            source = self.choose(source, (6,), (1, 6))
        e = self.expression(kind.shaped(*source), depth)
        if shape and 0 not in shape and shape.count("k") <= 1 and self.chance(0.5):
            at = shape.index("k") if "k" in shape else self.random.randrange(len(shape))
            sizes = [("-1" if i == at else str(size)) for i, size in enumerate(shape)]
            return f"tf.reshape({e}, [{', '.join(sizes)}])"
        return f"tf.reshape({e}, {dims(shape)})"

    @production(*ANY)
    def ranks(self, kind, depth):
        if 1 in kind.shape and self.chance(0.7):
            at = kind.shape.index(1)
            e = self.expression(kind.shaped(*kind.shape[:at], *kind.shape[at + 1 :]), depth)
            if at == 0 and self.chance(0.5):
                return f"{e}[tf.newaxis]"
            return f"tf.expand_dims({e}, {at})"
        if len(kind.shape) > 2:
            return None
        return f"tf.squeeze({self.expression(kind.shaped(1, *kind.shape), depth)}, 0)"

    @production(*ANY)
    def transpose(self, kind, depth):
        return (
            f"tf.transpose({self.expression(kind.shaped(*kind.shape[::-1]), depth)})" if len(kind.shape) > 1 else None
        )

    @production(*ANY)
    def reverse(self, kind, depth):
        if not kind.shape:
            return None
        e = self.expression(kind, depth)
        at = self.random.randrange(len(kind.shape))
        return self.choose(f"tf.reverse({e}, [{at}])", f"{e}[::-1]", f"tf.roll({e}, {self.choose('1', '-2')}, {at})")

    @production(*ANY, weight=2)
    def index(self, kind, depth):
        if len(kind.shape) > 2:
            return None
        size = self.choose(3, 3, 2, "k" if self.chance(0.2) else 2)
        e = self.expression(kind.shaped(size, *kind.shape), depth)
        if size != "k" and self.chance(0.3):
            return f"{e}[{self.expression(I0, depth)} % {size}]"
        return f"{e}[{self.choose('0', '-1') if size == 'k' else self.random.randrange(-size, size)}]"

    @production(*ANY)
    def slices(self, kind, depth):
        if not kind.shape or kind.shape[0] not in (1, 2, 3):
            return None
        n, rest = kind.shape[0], kind.shape[1:]
        if n == 3:
            e = self.expression(kind.shaped(4, *rest), depth)
            return self.choose(f"{e}[1:]", f"{e}[:-1]", f"tf.slice({e}, [1{', 0' * len(rest)}], {dims((3, *rest))})")
        e = self.expression(kind.shaped(3, *rest), depth)
        if n == 2:
            return self.choose(
                f"{e}[1:]", f"{e}[:2]", f"{e}[::2]", f"{e}[-1:0:-1]", f"{e}[({self.expression(I0, 0)} % 2):][:2]"
            )
        return f"{e}[{self.choose('1:2', '-1:', '::3')}]"

    @production(*ANY)
    def gather(self, kind, depth):
        if not kind.shape or not isinstance(kind.shape[0], int):
            return None
        n = self.choose(2, 3)
        indices = self.expression(Kind(self.choose(*INTS), kind.shape[:1]), depth)
        return f"tf.gather({self.expression(kind.shaped(n, *kind.shape[1:]), depth)}, {indices} % {n})"

    @production(*ANY)
    def joined(self, kind, depth):
        shape = kind.shape
        if not shape or shape[0] not in (2, 3):
            return None
        if self.chance(0.5):
            parts = [self.expression(kind.shaped(*shape[1:]), depth) for _ in range(shape[0])]
            return f"tf.stack([{', '.join(parts)}])"
        parts = [
            self.expression(kind.shaped(size, *shape[1:]), depth)
            for size in self.choose((shape[0] - 1, 1), (shape[0], 0))
        ]
        return f"tf.concat([{', '.join(parts)}], 0)"

    @production(*ANY)
    def parted(self, kind, depth):
        shape = kind.shape
        if len(shape) > 2:
            return None
        if shape and isinstance(shape[0], int) and 0 < shape[0] < 3 and self.chance(0.5):
            return (
                f"tf.split({self.expression(kind.shaped(2 * shape[0], *shape[1:]), depth)}, 2)[{self.choose('0', '1')}]"
            )
        return f"tf.unstack({self.expression(kind.shaped(3, *shape), depth)})[{self.choose('0', '2')}]"

    @production(*NUMBERS)
    def spread(self, kind, depth):
        if not kind.shape:
            return None
        narrow = kind.shaped(*(1 if self.chance(0.5) else size for size in kind.shape))
        if self.chance(0.5):
            times = [
                "tf.shape(x)[0]" if a != b and a == "k" else str(a if a != b else 1)
                for a, b in zip(kind.shape, narrow.shape)
            ]
            return f"tf.tile({self.expression(narrow, depth)}, [{', '.join(times)}])"
        return f"tf.broadcast_to({self.expression(narrow, depth)}, {dims(kind.shape)})"

    @production(*NUMBERS)
    def padded(self, kind, depth):
        if kind.shape not in ((3,), (4,), (2, 3)):
            return None
        n = kind.shape[-1]
        e = self.expression(kind.shaped(*kind.shape[:-1], n - 2), depth)
        return f"tf.pad({e}, [{'[0, 0], ' * (len(kind.shape) - 1)}[{self.choose('1, 1', '2, 0')}]])"

    @production(*NUMBERS)
    def likes(self, kind, depth):
        e = self.expression(kind, depth)
        return f"({self.expression(kind, depth)} + tf.{self.choose('zeros_like', 'ones_like')}({e}))"

    # ---- reductions and products ----

    @production(*NUMBERS, weight=3)
    def reductions(self, kind, depth):
        names = ["sum", "sum", "max", "min"] + (["mean", "mean", "logsumexp", "prod"] if kind.is_float else [])
        name = f"tf.reduce_{self.choose(*names)}"
        if not kind.shape and self.chance(0.5):
            return f"{name}({self.expression(kind.shaped(*self.choose((3,), (2, 3), ('k',), (2, 'k'))), depth)})"
        if len(kind.shape) > 2:
            return None
        at = self.random.randrange(len(kind.shape) + 1)
        if at < len(kind.shape) and kind.shape[at] == 1 and self.chance(0.5):
            source = (*kind.shape[:at], 3, *kind.shape[at + 1 :])
            return f"{name}({self.expression(kind.shaped(*source), depth)}, {at}, keepdims=True)"
        source = (*kind.shape[:at], self.choose(2, 3), *kind.shape[at:])
        return f"{name}({self.expression(kind.shaped(*source), depth)}, {self.choose('', 'axis=')}{at})"

    @production("float32", "float64")
    def products(self, kind, depth):
        if len(kind.shape) == 2:
            a, b = kind.shape
            left, right = self.expression(kind.shaped(a, 3), depth), self.expression(kind.shaped(3, b), depth)
            return self.choose(
                f"({left} @ {right})", f"tf.matmul({left}, {right})", f'tf.einsum("ij,jk->ik", {left}, {right})'
            )
        if not kind.shape:
            return (
                f"tf.tensordot({self.expression(kind.shaped(3), depth)}, {self.expression(kind.shaped(3), depth)}, 1)"
            )
        return None

    @production(*NUMBERS)
    def along(self, kind, depth):
        if not kind.shape:
            return None
        e = self.expression(kind, depth)
        at = self.random.randrange(len(kind.shape))
        if kind.is_float and self.chance(0.3):
            return f"tf.nn.softmax({e}, {at})"
        return f"tf.cumsum({e}, {at})" if self.chance(0.6) else f"tf.sort({e}, {at})"

    @production("float32", "int32")
    def picked(self, kind, depth):
        """Shapes that only the values tell."""
        if kind.shape:
            return None
        e = self.expression(kind.shaped(self.choose(3, "k")), depth)
        name = self.fresh("e")
        part = self.choose(f"tf.boolean_mask({name}, {name} > 0)", f"tf.gather({name}, tf.where({name} < 1))")
        return f"(lambda {name}: tf.reduce_sum({part}))({e})"

    @production("float32", "float64", "int32")
    def updated(self, kind, depth):
        if kind.shape != (3,):
            return None
        e, other = self.expression(kind, depth), self.expression(kind.shaped(), depth)
        name = self.choose("update", "add")
        return f"tf.tensor_scatter_nd_{name}({e}, [[{self.expression(I0, 1)} % 3]], [{other}])"

    # ---- integers and truth ----

    @production(*INTS, weight=2)
    def counts(self, kind, depth):
        if kind.shape:
            return (
                f"tf.range({kind.shape[0]}, dtype=tf.{kind.dtype})"
                if len(kind.shape) == 1 and kind.shape[0] != "k"
                else None
            )
        dtype = "" if kind.dtype == "int32" else ", out_type=tf.int64"
        of = self.expression(Kind("float32", self.choose((3,), ("k",), (2, "k"))), depth)
        if kind.dtype == "int64":
            return self.choose(f"tf.size({of}{dtype})", f"tf.argmax({self.expression(Kind('float32', (3,)), depth)})")
        return self.choose(
            f"tf.size({of})",
            f"tf.rank({of})",
            f"tf.shape({of})[0]",
            f"len({self.expression(Kind('float32', (3,)), depth)})+n",
        )

    @production("int32", "int64", "float32")
    def one_hot(self, kind, depth):
        if kind.shape != (3,):
            return None
        return f"tf.one_hot({self.expression(I0, depth)} % 4, 3, dtype=tf.{kind.dtype})"

    @production("bool", weight=5)
    def comparison(self, kind, depth):
        its = Kind(self.choose("float32", "float32", "int32", "int32", "float64"), ())
        a, b = broadcast_sources(self.random, kind.shape)
        left = self.expression(its.shaped(*a), depth)
        if its.is_float:
            return f"({left} {self.choose('<', '>')} {self.number('float32')}37)" if a == kind.shape else None
        return f"({left} {self.choose('<', '<=', '>', '>=', '==', '!=')} {self.expression(its.shaped(*b), depth)})"

    @production("bool", weight=2)
    def chain(self, kind, depth):
        if kind.shape:
            return None
        e = self.expression(I0, depth)
        return self.choose(f"(0 < {e} <= {self.random.randrange(1, 6)})", f"(-2 <= {e} < n < 9)", f"(n > {e} != 2)")

    @production("bool", weight=3)
    def logic(self, kind, depth):
        a, b = self.expression(kind, depth), self.expression(kind, depth)
        if kind.shape:
            return self.choose(f"({a} {self.choose('&', '|', '^')} {b})", f"tf.logical_not({a})", f"~{a}")
        return self.choose(
            f"({a} and {b})", f"({a} or {b})", f"(not {a})", f"tf.math.logical_xor({a}, {b})", f"(p > 2 and {a})"
        )

    @production("bool")
    def quantified(self, kind, depth):
        return (
            None
            if kind.shape
            else f"tf.reduce_{self.choose('any', 'all')}({self.expression(Kind('bool', self.choose((3,), (2, 3))), depth)})"
        )

    # ---- variables, captured tensors, functions ----

    @production("float32", weight=2, pure=False)
    def variable(self, kind, depth):
        if kind.shape == ():
            return self.choose("v.read_value()", f"(v * {self.expression(F0, depth)})", "tf.identity(v)", "w[1]")
        if kind.shape == (3,):
            return self.choose(
                f"(w + {self.expression(F0, depth)})",
                "w.read_value()",
                f"tf.gather(w, {self.expression(kind.of('int32'), depth)} % 3)",
            )
        return None

    @production("float32", pure=False)
    def captured(self, kind, depth):
        return {(): "c", (3,): "table[1]", (2, 3): "table"}.get(kind.shape)

    @production("int32", weight=1, pure=False)
    def python_number(self, kind, depth):
        return None if kind.shape else f"({self.expression(I0, depth)} + p)"

    @production(*ANY, weight=5, pure=False)
    def call(self, kind, depth):
        fitting = [its for its in self.functions if its[2] == kind]
        if not fitting:
            return None
        name, arguments, _ = self.random.choice(fitting)
        return f"{name}({', '.join(self.expression(its, depth) for its in arguments)})"
