"""Random linear operators made of others, and what each of their methods gives, with derivatives by their parameters."""

# ruff: noqa: E501 - tables of expressions

import dataclasses

import numpy as np

HINTS = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")
# o: the operator; x: of as many rows as o has columns, y: of as many rows as o has rows; v, w: the same as vectors.
USES = """
o.to_dense()
o.matmul(x)
o.matmul(xb)
o.matmul(y, adjoint=True)
o.matmul(tf.linalg.adjoint(x), adjoint_arg=True)
o.matmul(tf.linalg.adjoint(y), adjoint=True, adjoint_arg=True)
o.matvec(v)
o.matvec(vb)
o.matvec(w, adjoint=True)
o.solve(y)
o.solve(yb)
o.solve(x, adjoint=True)
o.solve(tf.linalg.adjoint(y), adjoint_arg=True)
o.solvevec(w)
o.solvevec(v, adjoint=True)
o.determinant()
o.log_abs_determinant()
o.trace()
o.diag_part()
o.add_to_tensor(tf.ones(o.shape[-2:], o.dtype))
o.add_to_tensor(tf.ones([2, *o.shape[-2:]], o.dtype))
o.cond()
tf.sort(tf.math.real(o.eigvals()))
o.cholesky()
o.inverse()
o.adjoint()
o.H.matmul(y)
o.inverse().matmul(y)
o.adjoint().solve(x)
o.inverse().adjoint()
o.adjoint().inverse()
o.adjoint().adjoint()
o.inverse().inverse()
o.assert_non_singular()
o.assert_positive_definite()
o.assert_self_adjoint()
o.matmul(o)
o.matmul(o, adjoint=True)
o.matmul(o, adjoint_arg=True)
o.solve(o)
o.matmul(d)
d.matmul(o)
d.solve(o)
o.solve(e)
o.matmul(i)
i.matmul(o)
o.shape_tensor(), o.batch_shape_tensor(), o.domain_dimension_tensor(), o.range_dimension_tensor(), o.tensor_rank_tensor()
o.is_square, o.is_non_singular, o.is_self_adjoint, o.is_positive_definite, o.name, o.tensor_rank, str(o.batch_shape)
len(o.trainable_variables)
tf.linalg.matmul(o, x)
tf.linalg.matmul(o, xb)
tf.linalg.solve(o, y)
tf.linalg.det(o)
tf.linalg.logdet(o)
tf.linalg.trace(o)
tf.linalg.diag_part(o)
tf.linalg.inv(o)
tf.linalg.adjoint(o)
tf.linalg.cholesky(o)
o @ x
tf.function(lambda q: q.matmul(x))(o)
[t.shape.as_list() for t in tf.nest.flatten(o, expand_composites=True)]
tf.nest.pack_sequence_as(o, tf.nest.flatten(o, expand_composites=True), expand_composites=True).to_dense()
o[0]
o[..., 0]
o.dtype, str(o.shape), str(o.domain_dimension), str(o.range_dimension), o.graph_parents
""".strip().splitlines()


@dataclasses.dataclass
class Program:
    operator: str
    parameters: list
    shape: tuple  # rows, columns
    batch: tuple
    complex_: bool
    numbers: int

    def __repr__(self):
        return f"{self.operator} parameters {[p.shape for p in self.parameters]} {self.shape} batch {self.batch}"


class _Maker:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.parameters = []
        self.complex_ = self.rng.random() < 0.2
        self.dtype = "complex128" if self.complex_ else "float64"
        self.batch = [(), (2,), (2, 1), (1,)][int(self.rng.choice(4, p=[0.5, 0.3, 0.1, 0.1]))]

    def parameter(self, *shape, shift=0.0):
        x = self.rng.uniform(-1, 1, shape)
        if self.complex_:
            x = x + 1j * self.rng.uniform(-1, 1, shape)
        self.parameters.append(x + shift)
        return f"p[{len(self.parameters) - 1}]"

    def some_batch(self):
        return self.batch if self.rng.random() < 0.5 else ()

    def hints(self, **known):
        """Hints that hold, at random."""
        return "".join(f", {name}={value}" for name, value in known.items() if self.rng.random() < 0.4)

    def positive(self, n):
        """An operator that is positive definite and knows it."""
        match int(self.rng.integers(3)):
            case 0:
                return f"L.LinearOperatorDiag(tf.cast(tf.abs({self.parameter(*self.some_batch(), n)}) + 1.0, D), is_positive_definite=True, is_self_adjoint=True)"
            case 1:
                p = self.parameter(*self.some_batch(), n, n)
                return f"L.LinearOperatorFullMatrix(tf.matmul({p}, {p}, adjoint_b=True) + tf.eye({n}, dtype=D), is_positive_definite=True, is_self_adjoint=True)"
            case _:
                return f"L.LinearOperatorIdentity({n}, dtype=D)"

    def square(self, n, depth):
        if depth < 2 and self.rng.random() < (0.9 if depth == 0 else 0.3):
            return self.composite(n, depth)
        b, p = self.some_batch(), self.parameter
        match self.rng.choice(
            "diag full lower scaled identity circulant householder permutation toeplitz tridiag tridiag_list positive".split()
        ):
            case "diag":
                return f"L.LinearOperatorDiag({p(*b, n, shift=2)}{self.hints(is_non_singular=True)})"
            case "full":
                return f"L.LinearOperatorFullMatrix({p(*b, n, n)} + 2.0 * tf.eye({n}, dtype=D){self.hints(is_non_singular=True, is_square=True)})"
            case "lower":
                return f"L.LinearOperatorLowerTriangular({p(*b, n, n)} + 2.0 * tf.eye({n}, dtype=D){self.hints(is_non_singular=True)})"
            case "scaled":
                return f"L.LinearOperatorScaledIdentity({n}, {p(*b, shift=2)}{self.hints(is_non_singular=True)})"
            case "identity":
                return f"L.LinearOperatorIdentity({n}, {list(b) or None}, dtype=D)"
            case "circulant":
                cast = f"tf.cast({p(*b, n, shift=2)}, tf.complex128)"
                if self.complex_:
                    return f"L.LinearOperatorCirculant({cast}{self.hints(is_non_singular=True)}, input_output_dtype=D)"
                half = p(*b, n // 2 + 1, shift=2)
                even = f"tf.concat([{half}, {half}[..., 1:{(n + 1) // 2}][..., ::-1]], -1)"
                return f"L.LinearOperatorCirculant(tf.cast({even}, tf.complex128){self.hints(is_non_singular=True, is_self_adjoint=True)}, input_output_dtype=D)"
            case "householder":
                return (
                    f"L.LinearOperatorHouseholder({p(*b, n)}{self.hints(is_non_singular=True, is_self_adjoint=True)})"
                )
            case "permutation":
                return f"L.LinearOperatorPermutation({self.rng.permutation(n).tolist()}, dtype=D)"
            case "toeplitz":
                column = p(*b, n, shift=0)
                return f"L.LinearOperatorToeplitz(tf.concat([{column}[..., :1] + 4.0, {column}[..., 1:]], -1), tf.concat([{column}[..., :1] + 4.0, {p(*b, n)}[..., 1:]], -1){self.hints(is_non_singular=True)})"
            case "tridiag":
                return f"L.LinearOperatorTridiag({p(*b, 3, n)} + tf.constant([[0.0], [3.0], [0.0]], D), diagonals_format='compact'{self.hints(is_non_singular=True)})"
            case "tridiag_list":
                return f"L.LinearOperatorTridiag([{p(*b, n)}, {p(*b, n, shift=3)}, {p(*b, n)}], diagonals_format='sequence'{self.hints(is_non_singular=True)})"
            case _:
                return self.positive(n)

    def composite(self, n, depth):
        one = lambda m=n: self.square(m, depth + 1)  # noqa: E731
        match self.rng.choice(
            "block lower_block kronecker update update_all update_positive adjoint inverse composition positive_kronecker".split()
        ):
            case "block":
                m = int(self.rng.integers(1, n)) if n > 1 else 1
                parts = [one(m), one(n - m)] if n > 1 else [one(1)]
                return f"L.LinearOperatorBlockDiag([{', '.join(parts)}]{self.hints(is_non_singular=True)})"
            case "lower_block" if n > 1:
                m = int(self.rng.integers(1, n))
                wide = f"L.LinearOperatorFullMatrix({self.parameter(*self.some_batch(), n - m, m)})"
                return f"L.LinearOperatorBlockLowerTriangular([[{one(m)}], [{wide}, {one(n - m)}]]{self.hints(is_non_singular=True)})"
            case "kronecker" if n in (4, 6):
                return f"L.LinearOperatorKronecker([{one(2)}, {one(n // 2)}]{self.hints(is_non_singular=True)})"
            case "positive_kronecker" if n in (4, 6):
                return f"L.LinearOperatorKronecker([{self.positive(2)}, {self.positive(n // 2)}])"
            case "update":
                return f"L.LinearOperatorLowRankUpdate({one()}, {self.parameter(*self.some_batch(), n, 2)}{self.hints(is_non_singular=True)})"
            case "update_all":
                k = int(self.rng.integers(1, 3))
                return f"L.LinearOperatorLowRankUpdate({one()}, {self.parameter(*self.some_batch(), n, k)}, {self.parameter(*self.some_batch(), k, shift=2)}, {self.parameter(*self.some_batch(), n, k)})"
            case "update_positive":
                k = int(self.rng.integers(1, 3))
                return f"L.LinearOperatorLowRankUpdate({self.positive(n)}, {self.parameter(*self.some_batch(), n, k)}, tf.cast(tf.abs({self.parameter(*self.some_batch(), k)}) + 0.5, D), is_diag_update_positive=True, is_self_adjoint=True, is_positive_definite=True)"
            case "adjoint":
                return f"L.LinearOperatorAdjoint({one()})" if self.rng.random() < 0.5 else f"{one()}.adjoint()"
            case "inverse":
                return f"L.LinearOperatorInversion({one()})" if self.rng.random() < 0.5 else f"{one()}.inverse()"
            case _:
                parts = [one() for _ in range(int(self.rng.integers(2, 4)))]
                return f"L.LinearOperatorComposition([{', '.join(parts)}]{self.hints(is_non_singular=True)})"


def program(seed):
    maker = _Maker(seed)
    n = int(maker.rng.choice([2, 3, 4, 6], p=[0.2, 0.3, 0.35, 0.15]))
    text = maker.square(n, 0)
    return Program(text, maker.parameters, (n, n), maker.batch, maker.complex_, seed)


def described(tf, value):
    if isinstance(value, (list, tuple)):
        return [described(tf, v) for v in value]
    if isinstance(value, tf.linalg.LinearOperator):
        return [
            type(value).__name__,
            value.name,
            [str(getattr(value, h)) for h in HINTS],
            value.shape,
            value.to_dense().numpy(),
        ]
    if isinstance(value, tf.IndexedSlices):
        value = tf.convert_to_tensor(value)
    if tf.is_tensor(value) and hasattr(value, "numpy"):
        return [value.dtype.name, value.shape, value.numpy()]
    return str(value)


def outcomes(tf, p):
    """What each use gives, and its derivatives, by the text of the use."""
    D = tf.complex128 if p.complex_ else tf.float64
    rng = np.random.default_rng([p.numbers, 7])

    def numbers(*shape):
        x = rng.uniform(-1, 1, shape)
        return tf.constant(x + 1j * rng.uniform(-1, 1, shape) if p.complex_ else x, D)

    n = p.shape[0]
    scope = {"tf": tf, "L": tf.linalg, "D": D, "np": np}
    scope |= {
        "x": numbers(n, 2),
        "y": numbers(n, 2),
        "xb": numbers(2, n, 2),
        "yb": numbers(2, n, 2),
        "v": numbers(n),
        "w": numbers(n),
        "vb": numbers(2, n),
    }
    diagonal, matrix = numbers(n) + 2.0, numbers(n, n) + 2.0 * tf.eye(n, dtype=D)
    found = {}
    made = compile(p.operator, "operator", "eval")

    def one(use):
        with tf.GradientTape() as tape:
            parameters = [tf.constant(a, D) for a in p.parameters]
            tape.watch(parameters)
            scope["p"] = parameters
            scope["d"], scope["i"] = (
                tf.linalg.LinearOperatorDiag(diagonal),
                tf.linalg.LinearOperatorIdentity(n, dtype=D),
            )
            scope["e"] = tf.linalg.LinearOperatorFullMatrix(matrix)
            scope["o"] = eval(made, scope)
            result = eval(use, scope)
            total = None
            dense = result.to_dense() if isinstance(result, tf.linalg.LinearOperator) else result
            if tf.is_tensor(dense) and (dense.dtype.is_floating or dense.dtype.is_complex):
                weights = tf.cast(tf.range(tf.size(dense)) % 5 + 1, dense.dtype)
                total = tf.math.real(tf.reduce_sum(tf.reshape(dense, [-1]) * weights))
        gradient = tape.gradient(total, parameters) if total is not None else []
        return described(tf, result), [None if g is None else described(tf, g) for g in gradient]

    rng = np.random.default_rng([p.numbers, 9])
    for use in rng.choice(USES, 14, replace=False).tolist():
        scope_use = use
        try:
            value, gradient = one(scope_use)
            found[use], found[f"derivatives of {use}"] = (value, None), (gradient, None)
        except Exception as error:
            found[use] = (None, error)
    return found


def differs(got, want, where="result"):
    """What is different, or None."""
    if hasattr(want, "as_list"):
        return None if str(got) == str(want) else f"{where}: shape {got}, not {want}"
    if got is None and isinstance(want, list) and not np.any(want[-1]):
        return None
    if (
        want is None or isinstance(want, str) and want == "None"
    ):  # a hint that is not known there, a derivative of what takes no part
        return None
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return f"{where}: {got} for {want}"
        return next(
            (t for i, (g, w) in enumerate(zip(got, want, strict=True)) if (t := differs(g, w, f"{where}[{i}]"))), None
        )
    if isinstance(want, (np.ndarray, np.generic)):
        g, w = np.asarray(got), np.asarray(want)
        same = (
            g.shape == w.shape
            and g.dtype == w.dtype
            and (np.allclose(g, w, 1e-6, 1e-7, equal_nan=True) if w.dtype.kind in "fc" else np.array_equal(g, w))
        )
        return None if same else f"{where}: {g!r} for {w!r}"
    return None if got == want else f"{where}: {got!r} for {want!r}"


# What TensorFlow cannot do by itself: tridiagonal products without batches or with other ones, hints of updates, operators
# without some part, in brackets; derivatives of complex determinants and tridiagonal solutions lack a conjugation.
ITS_OWN = (
    "TridiagonalMatMul",
    "TridiagMatMul",
    "Tridiagonal",
    "lower_diag_index",
    "MatrixSetDiagV3",
    "RecursionError",
    "(None)",
    "allowed values",
    "'items'",
    "Cannot slice",
    "AddV2",
    "Shapes must be equal rank",
    "same dtype",
    "lice index -1",
    "unsupported type",
)


def _left_out(use, program):
    """Where TensorFlow's are not to be had."""
    operator = program.operator
    if "derivatives" in use and program.complex_ and ("Tridiag" in operator or "det" in use):
        return True  # they lack a conjugation
    if "ScaledIdentity" in operator:
        if "(d)" in use or "d." in use:
            return True  # its multipliers are not spread over the diagonals that they are multiplied by
        if program.complex_ and "inv" in f"{operator} {use}":
            return True  # the inverse of a complex multiple says that it is self-adjoint
    if program.complex_ and "assert_self_adjoint" in use and ("adjoint_b" in operator or "Toeplitz" in operator):
        return True  # products with adjoints are so but for rounding; first rows and columns are compared as they are
    return "[" in use


def compared(theirs, ours, program):
    """What is different, a line each."""
    lines = []
    for use in theirs:
        if use not in ours and "derivatives" in use or _left_out(use, program):
            continue
        (want, their_error), (got, our_error) = theirs[use], ours.get(use, (None, None))
        if their_error is not None:
            name = type(their_error).__name__
            if any(text in f"{name}: {their_error}" for text in ITS_OWN):
                continue
            if our_error is None:
                lines.append(f"{use}: TensorFlow raises {name}: {str(their_error)[:150]!r}; ours {str(got)[:100]}")
            elif name not in [c.__name__ for c in type(our_error).__mro__]:
                lines.append(
                    f"{use}: TensorFlow raises {name}: {str(their_error)[:150]!r}; ours {type(our_error).__name__}: {str(our_error)[:150]!r}"
                )
        elif our_error is not None:
            lines.append(
                f"{use}: TensorFlow gives {str(want)[:150]}; ours raises {type(our_error).__name__}: {str(our_error)[:200]!r}"
            )
        elif use in ours and (text := differs(got, want, use)):
            lines.append(text)
    return lines
