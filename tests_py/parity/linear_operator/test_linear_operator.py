"""Linear operators give TensorFlow's matrices, products, solutions, numbers, classes, hints and errors."""

import numpy as np
import pytest

from support.compare import outcome, same_outcome, same_results


def numbers(seed, *shape):
    return np.random.default_rng([seed, *shape]).uniform(-1, 1, shape).astype(np.float32)


def complexes(seed, *shape):
    return (numbers(seed, *shape) + 1j * numbers(seed + 100, *shape)).astype(np.complex64)


def square(seed, n, *batch):
    return numbers(seed, *batch, n, n) + 2 * np.eye(n, dtype=np.float32)


FIRST = np.array([3, 0, 0], np.float32)
MIDDLE = np.array([[0], [3], [0]], np.float32)

# ruff: noqa: E501 - a table of operators, a line each
OPERATORS = {
    "diag": lambda L: L.LinearOperatorDiag(numbers(1, 3) + 2),
    "diags": lambda L: L.LinearOperatorDiag(numbers(1, 2, 3) + 2),
    "complex diag": lambda L: L.LinearOperatorDiag(complexes(2, 3) + 2),
    "positive diag": lambda L: L.LinearOperatorDiag(numbers(1, 3) + 2, is_positive_definite=True),
    "full": lambda L: L.LinearOperatorFullMatrix(square(3, 3)),
    "full ones": lambda L: L.LinearOperatorFullMatrix(square(3, 3, 2)),
    "full positive": lambda L: L.LinearOperatorFullMatrix(
        square(3, 3) @ square(3, 3).T, is_self_adjoint=True, is_positive_definite=True
    ),
    "full wide": lambda L: L.LinearOperatorFullMatrix(numbers(4, 2, 3)),
    "full complex": lambda L: L.LinearOperatorFullMatrix(complexes(5, 3, 3)),
    "lower": lambda L: L.LinearOperatorLowerTriangular(square(6, 3)),
    "lower ones": lambda L: L.LinearOperatorLowerTriangular(square(6, 3, 2)),
    "identity": lambda L: L.LinearOperatorIdentity(3),
    "identities": lambda L: L.LinearOperatorIdentity(3, batch_shape=[2]),
    "scaled": lambda L: L.LinearOperatorScaledIdentity(3, 2.5),
    "scaled ones": lambda L: L.LinearOperatorScaledIdentity(3, numbers(7, 2) + 2),
    "zeros": lambda L: L.LinearOperatorZeros(3),
    "zeros wide": lambda L: L.LinearOperatorZeros(2, 3, is_square=False, is_self_adjoint=False),
    "circulant": lambda L: L.LinearOperatorCirculant(complexes(8, 3) + 2),
    "circulant real": lambda L: L.LinearOperatorCirculant(numbers(8, 3) + 2),
    "circulant floats": lambda L: L.LinearOperatorCirculant(
        np.array([3, 1, 1], np.float32), input_output_dtype=np.float32
    ),
    "circulants": lambda L: L.LinearOperatorCirculant(complexes(8, 2, 3) + 2),
    "circulant 2d": lambda L: L.LinearOperatorCirculant2D(complexes(9, 2, 3) + 2),
    "circulant 3d": lambda L: L.LinearOperatorCirculant3D(complexes(9, 2, 1, 3) + 2),
    "tridiagonal": lambda L: L.LinearOperatorTridiag(numbers(10, 3, 3) + MIDDLE),
    "tridiagonals": lambda L: L.LinearOperatorTridiag(numbers(10, 2, 3, 3) + MIDDLE),
    "tridiagonal list": lambda L: L.LinearOperatorTridiag(
        [numbers(11, 3), numbers(12, 3) + 3, numbers(13, 3)], diagonals_format="sequence"
    ),
    "tridiagonal matrix": lambda L: L.LinearOperatorTridiag(
        np.triu(np.tril(square(14, 3), 1), -1), diagonals_format="matrix"
    ),
    "householder": lambda L: L.LinearOperatorHouseholder(numbers(15, 3)),
    "householders": lambda L: L.LinearOperatorHouseholder(numbers(15, 2, 3)),
    "permutation": lambda L: L.LinearOperatorPermutation([2, 0, 1]),
    "permutations": lambda L: L.LinearOperatorPermutation([[2, 0, 1], [0, 2, 1]]),
    "toeplitz": lambda L: L.LinearOperatorToeplitz(numbers(16, 3) + FIRST, numbers(17, 3) + FIRST),
    "kronecker": lambda L: L.LinearOperatorKronecker([OPERATORS["full"](L), OPERATORS["diag"](L)]),
    "kroneckers": lambda L: L.LinearOperatorKronecker(
        [OPERATORS["full ones"](L), OPERATORS["lower"](L), L.LinearOperatorDiag([2.0, 3.0])]
    ),
    "kronecker wide": lambda L: L.LinearOperatorKronecker([OPERATORS["full wide"](L), OPERATORS["diag"](L)]),
    "blocks": lambda L: L.LinearOperatorBlockDiag([OPERATORS["diag"](L), L.LinearOperatorFullMatrix(square(18, 2))]),
    "blocks ones": lambda L: L.LinearOperatorBlockDiag(
        [OPERATORS["full ones"](L), L.LinearOperatorFullMatrix(square(18, 2))]
    ),
    "lower blocks": lambda L: L.LinearOperatorBlockLowerTriangular(
        [[OPERATORS["diag"](L)], [OPERATORS["full wide"](L), L.LinearOperatorFullMatrix(square(18, 2))]]
    ),
    "update": lambda L: L.LinearOperatorLowRankUpdate(OPERATORS["diag"](L), numbers(19, 3, 2)),
    "update of all": lambda L: L.LinearOperatorLowRankUpdate(
        OPERATORS["full"](L), numbers(19, 3, 2), numbers(20, 2) + 2, numbers(21, 3, 2)
    ),
    "positive update": lambda L: L.LinearOperatorLowRankUpdate(
        OPERATORS["positive diag"](L), numbers(19, 3, 2), [1.0, 2.0], is_diag_update_positive=True
    ),
    "composition": lambda L: L.LinearOperatorComposition(
        [OPERATORS["diag"](L), OPERATORS["full"](L), OPERATORS["lower"](L)]
    ),
    "adjoint": lambda L: L.LinearOperatorAdjoint(OPERATORS["full complex"](L)),
    "inversion": lambda L: L.LinearOperatorInversion(OPERATORS["full"](L)),
}
# What TensorFlow cannot do: products with batches that only one side has, differences of complex numbers, its recursion.
TENSORFLOW_FAILS = {
    "tridiagonals": "matmul one-sided matvec function gradient linalg.matmul operator",
    "tridiagonal": "batch",
    "tridiagonal list": "batch",
    "tridiagonal matrix": "batch",
    "full complex": "non-singular",
    "adjoint": "non-singular",
    "diags": "add",
    "scaled ones": "add",
    "update of all": "self-adjoint",
    "positive update": "self-adjoint",
    "zeros": "add",  # gives the array back
    "zeros wide": "add",
    "kronecker wide": "adjoint linalg.adjoint",  # said to be square
    "circulant floats": "function",  # NumPy's dtypes in specs
}


def readable(tf, value):
    """Operators as their classes, names, hints and matrices."""
    if isinstance(value, tf.linalg.LinearOperator):
        hints = [value.is_non_singular, value.is_self_adjoint, value.is_positive_definite, value.is_square]
        return [type(value).__name__, value.name, hints, value.shape.as_list(), value.to_dense()]
    if isinstance(value, (list, tuple)):
        return [readable(tf, item) for item in value]
    return value


def uses(tf, operator):
    """All that can be done with an operator."""
    columns, rows, dtype = (
        operator.domain_dimension.value,
        operator.range_dimension.value,
        operator.dtype.as_numpy_dtype,
    )
    x, y = numbers(30, columns, 2).astype(dtype), numbers(31, rows, 2).astype(dtype)
    xs = numbers(32, 2, columns, 2).astype(dtype)
    adjoint_of = lambda a: np.ascontiguousarray(a.conj().T)  # noqa: E731

    def gradient():
        parts = tf.nest.flatten(operator, expand_composites=True)
        with tf.GradientTape() as tape:
            tape.watch(parts)
            product = tf.nest.pack_sequence_as(operator, parts, expand_composites=True).matmul(x)
        return tape.gradient(product, parts)

    def check(assertion):
        return lambda: assertion() is not None and None

    return {
        "shape": lambda: [operator.shape.as_list(), operator.shape_tensor(), operator.batch_shape.as_list(), operator.batch_shape_tensor(),
                          operator.tensor_rank, operator.domain_dimension_tensor(), operator.range_dimension_tensor()],
        "itself": lambda: operator,
        "matmul": lambda: operator.matmul(x),
        "batch": lambda: operator.matmul(xs),
        "one-sided": lambda: [operator.matmul(y, adjoint=True), operator.matmul(adjoint_of(x), adjoint_arg=True)],
        "matvec": lambda: [operator.matvec(x[:, 0]), operator.matvec(y[:, 0], adjoint=True)],
        "solve": lambda: [operator.solve(y), operator.solve(y[:, :1]), operator.solvevec(y[:, 0])],
        "solve adjoint": lambda: [operator.solve(x, adjoint=True), operator.solve(adjoint_of(y), adjoint_arg=True)],
        "numbers": lambda: [operator.determinant(), operator.log_abs_determinant(), operator.trace(), operator.diag_part()],
        "cond": lambda: operator.cond(),
        "eigvals": lambda: np.sort(operator.eigvals().numpy().ravel()).round(3).tolist(),
        "add": lambda: operator.add_to_tensor(np.ones([rows, columns], dtype)),
        "inverse": lambda: operator.inverse(),
        "adjoint": lambda: operator.adjoint(),
        "cholesky": lambda: operator.cholesky(),
        "non-singular": check(operator.assert_non_singular),
        "positive": check(operator.assert_positive_definite),
        "self-adjoint": check(operator.assert_self_adjoint),
        "operator": lambda: operator @ x,
        "function": lambda: tf.function(lambda a, b: [a.matmul(b), a])(operator, tf.constant(x)),
        "gradient": gradient,
        "nest": lambda: [tensor.shape.as_list() for tensor in tf.nest.flatten(operator, expand_composites=True)],
        "linalg.matmul": lambda: tf.linalg.matmul(operator, x),
        "linalg.solve": lambda: tf.linalg.solve(operator, y),
        "linalg.det": lambda: tf.linalg.det(operator),
        "linalg.logdet": lambda: tf.linalg.logdet(operator),
        "linalg.trace": lambda: tf.linalg.trace(operator),
        "linalg.diag_part": lambda: tf.linalg.diag_part(operator),
        "linalg.adjoint": lambda: tf.linalg.adjoint(operator),
        "linalg.inv": lambda: tf.linalg.inv(operator),
        "linalg.cholesky": lambda: tf.linalg.cholesky(operator),
        "wrong size": lambda: operator.matmul(np.ones([9, 2], dtype)),
        "wrong dtype": lambda: operator.matmul(tf.ones([columns, 2], tf.float64)),
        "wrong right side": lambda: operator.solve(np.ones([9, 2], dtype)),
    }  # fmt: skip


@pytest.mark.parametrize("name", OPERATORS)
def test_operator(name, tensorflow, gw):
    """Every use of an operator gives what TensorFlow's gives."""
    theirs, ours = (uses(tf, OPERATORS[name](tf.linalg)) for tf in (tensorflow, gw))
    wrong = []
    for use in theirs:
        if use in TENSORFLOW_FAILS.get(name, ""):
            assert use == "non-singular" or "self" in use or readable(gw, ours[use]()) is not None
            continue
        try:
            same_results(
                lambda tf, use=use: readable(tf, (theirs if tf is tensorflow else ours)[use]()), tensorflow, gw, 2e-4
            )
        except AssertionError as error:
            wrong.append(f"{use}: {str(error)[:300]} {str(error.__cause__)[:300]}")
    assert not wrong, "\n".join(wrong)


def test_products_and_solutions_of_operators(tensorflow, gw):
    """What is known of the product of two operators, or of one's inverse and another, is what TensorFlow knows."""
    names = "diag full lower identity scaled zeros circulant householder blocks".split()
    wrong = []
    for left in names:
        for right in names:
            for what in ("matmul", "solve"):

                def code(tf, left=left, right=right, what=what):
                    made = getattr(OPERATORS[left](tf.linalg), what)(OPERATORS[right](tf.linalg))
                    return readable(tf, made)

                try:
                    same_outcome(outcome(code, tensorflow), outcome(code, gw), lambda got, want: _same_kind(got, want))
                except AssertionError as error:
                    wrong.append(f"{left}.{what}({right}): {str(error)[:200]} {str(error.__cause__)[:200]}")
    assert not wrong, "\n".join(wrong)


PRODUCTS = """
L.LinearOperatorIdentity(2, [3]).matmul(L.LinearOperatorDiag([1.0, 2.0]))
L.LinearOperatorIdentity(2, [3]).solve(L.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]))
L.LinearOperatorDiag([1.0, 2.0]).matmul(L.LinearOperatorIdentity(2, [3]))
L.LinearOperatorDiag([1.0, 2.0]).solve(L.LinearOperatorIdentity(2, [3]))
L.LinearOperatorZeros(2).matmul(L.LinearOperatorDiag([[1.0, 2.0]] * 3))
L.LinearOperatorDiag([[1.0, 2.0]] * 3).matmul(L.LinearOperatorZeros(2))
L.LinearOperatorDiag([1.0, 2.0]).solve(L.LinearOperatorZeros(2))
L.LinearOperatorDiag([1.0, 2.0]).inverse().solve(L.LinearOperatorZeros(2))
L.LinearOperatorFullMatrix([[1.0, 2.0]]).matmul(L.LinearOperatorZeros(2))
L.LinearOperatorFullMatrix([[1.0, 2.0]]).matmul(L.LinearOperatorDiag([1.0, 2.0]))
L.LinearOperatorCirculant(c([3.0, 1.0]), tf.float32).matmul(L.LinearOperatorCirculant(c([3.0, 2.0]), tf.float32))
L.LinearOperatorCirculant(c([3.0, 1.0]), tf.float64).solve(L.LinearOperatorCirculant(c([3.0, 2.0]), tf.float64))
L.LinearOperatorCirculant2D(c([[3.0, 1.0]])).matmul(L.LinearOperatorCirculant2D(c([[3.0, 2.0]])))
L.LinearOperatorCirculant3D(c([[[3.0, 1.0]]])).solve(L.LinearOperatorCirculant3D(c([[[3.0, 2.0]]])))
L.LinearOperatorBlockDiag([L.LinearOperatorHouseholder([0.0, 1.0])]).solve(L.LinearOperatorBlockDiag([L.LinearOperatorHouseholder([1.0, 0.0])]))
""".strip().splitlines()
ADJOINTS = """
L.LinearOperatorCirculant(c([3.0, 1j, -1j]), tf.float64).adjoint()
L.LinearOperatorCirculant(c([3.0, 1j, -1j]), tf.float64).inverse()
L.LinearOperatorCirculant2D(c([[3.0, 1.0]]), tf.float32).H
L.LinearOperatorCirculant3D(c([[[3.0, 1.0]]]), tf.complex128).inverse().adjoint()
L.LinearOperatorLowRankUpdate(L.LinearOperatorDiag([1.0, 2.0]), [[1.0], [2.0]], v=[[3.0], [4.0]]).adjoint()
L.LinearOperatorLowRankUpdate(L.LinearOperatorFullMatrix([[1.0, 2.0], [0.0, 3.0]]), [[1.0], [2.0]]).adjoint().inverse()
L.LinearOperatorZeros(2, 3, is_square=False, is_self_adjoint=False).adjoint()
""".strip().splitlines()


@pytest.mark.parametrize("expression", PRODUCTS + ADJOINTS)
def test_classes_of_products_and_adjoints(expression, tensorflow, gw):
    """Which operators come out, of which dtypes and batches, is TensorFlow's choice."""

    def code(tf):
        made = eval(expression, {"L": tf.linalg, "tf": tf, "c": lambda x: tf.constant(x, tf.complex128)})
        return [*readable(tf, made), made.dtype.name]

    same_results(code, tensorflow, gw)


def test_hints_of_updates(tensorflow, gw):
    """What is known of updates of low rank follows from what is known of the operators and of the updates."""

    def code(tf):
        found = []
        for dtype in (tf.float32, tf.complex64):
            u = tf.constant([[1.0], [2.0]], dtype)
            for hints in ({}, {"is_self_adjoint": True}, {"is_positive_definite": True},
                          {"is_self_adjoint": True, "is_positive_definite": True}):  # fmt: skip
                base = tf.linalg.LinearOperatorFullMatrix(tf.eye(2, dtype=dtype), **hints)
                for diag, v, positive in (
                    (None, None, None),
                    (None, u, None),
                    (u[0], None, None),
                    (u[0], None, True),
                    (u[0], u, True),
                ):
                    made = tf.linalg.LinearOperatorLowRankUpdate(base, u, diag, v, is_diag_update_positive=positive)
                    found.append(
                        [made.is_non_singular, made.is_self_adjoint, made.is_positive_definite, made.is_square]
                    )
        return found

    assert code(gw) == code(tensorflow)


ASSERTED = """
L.LinearOperatorInversion(L.LinearOperatorDiag([1.0, 1j])).assert_positive_definite()
L.LinearOperatorInversion(L.LinearOperatorDiag([1.0, 2.0 + 1j])).assert_positive_definite()
L.LinearOperatorInversion(L.LinearOperatorDiag([1.0, 0.0])).assert_self_adjoint()
L.LinearOperatorInversion(L.LinearOperatorHouseholder([1.0, 0.0])).assert_positive_definite()
L.LinearOperatorBlockDiag([L.LinearOperatorDiag([1.0 + 0j]), L.LinearOperatorScaledIdentity(2, 2.0 + 0j)]).assert_positive_definite()
L.LinearOperatorBlockDiag([L.LinearOperatorDiag([1.0 + 0j]), L.LinearOperatorHouseholder([1.0 + 0j])]).assert_positive_definite()
L.LinearOperatorBlockDiag([L.LinearOperatorDiag([1.0]), L.LinearOperatorFullMatrix([[1.0]])]).assert_positive_definite()
L.LinearOperatorKronecker([L.LinearOperatorZeros(2), L.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])]).assert_self_adjoint()
L.LinearOperatorKronecker([L.LinearOperatorDiag([1.0]), L.LinearOperatorFullMatrix([[1.0, 2.0]])]).assert_self_adjoint()
L.LinearOperatorKronecker([L.LinearOperatorDiag([1.0, 2.0]), L.LinearOperatorIdentity(2)]).assert_self_adjoint()
""".strip().splitlines()


@pytest.mark.parametrize("expression", ASSERTED)
def test_assertions_about_parts(expression, tensorflow, gw):
    """Operators made of others ask these."""
    same_results(lambda tf: eval(expression, {"L": tf.linalg}), tensorflow, gw)


def test_assertions_about_parts_in_graphs(tensorflow, gw):
    """Those about all parts are run, not only the one about the last."""

    def code(tf):
        L, found = tf.linalg, []
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            d = tf.compat.v1.placeholder(tf.float32, [None])
            parts = [L.LinearOperatorDiag(d), L.LinearOperatorDiag([1.0])]
            lower = [parts[:1], [L.LinearOperatorFullMatrix([[1.0, 1.0]]), parts[1]]]
            for check in (
                L.LinearOperatorBlockDiag(parts).assert_non_singular(),
                L.LinearOperatorBlockDiag(parts).assert_positive_definite(),
                L.LinearOperatorBlockLowerTriangular(lower).assert_non_singular(),
                L.LinearOperatorKronecker(parts).assert_non_singular(),
                L.LinearOperatorComposition(parts).assert_non_singular(),
            ):
                for values in ([1.0, 2.0], [1.0, 0.0]):
                    try:
                        found.append(session.run(check, {d: values}))
                    except tf.errors.InvalidArgumentError:
                        found.append("refused")
        return found

    assert code(gw) == code(tensorflow)


DETERMINANTS = """
L.logdet(L.LinearOperatorDiag(tf.constant([1.0, 2.0], tf.complex64), is_self_adjoint=True, is_positive_definite=True))
L.logdet(L.LinearOperatorDiag([1.0, -2.0], is_self_adjoint=True, is_positive_definite=True))
L.logdet(L.LinearOperatorIdentity(3, [2], dtype=tf.complex128))
L.logdet(L.LinearOperatorDiag([1.0, 2.0]))
L.LinearOperatorScaledIdentity(3, [2.0 + 1j, 1.0]).log_abs_determinant()
""".strip().splitlines()


@pytest.mark.parametrize("expression", DETERMINANTS)
def test_dtypes_of_logarithms_of_determinants(expression, tensorflow, gw):
    same_results(lambda tf: eval(expression, {"L": tf.linalg, "tf": tf}), tensorflow, gw)


def test_diagonals_of_lower_blocks(tensorflow, gw):
    """They have the batch axes of the blocks that they cross only."""

    def code(tf):
        L, x = tf.linalg, tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            blocks = [
                [L.LinearOperatorDiag(x)],
                [L.LinearOperatorFullMatrix(numbers(4, 3, 1, 2)), L.LinearOperatorDiag([5.0])],
            ]
            y = L.LinearOperatorBlockLowerTriangular(blocks).diag_part()
        return [y, tape.gradient(y, x)]

    same_results(code, tensorflow, gw)


def _same_kind(got, want):
    assert got[0] == want[0] and got[3] == want[3], f"{got}, not {want}"
    assert np.allclose(got[4].numpy(), want[4].numpy(), 1e-3, 1e-3), f"{got}, not {want}"


BAD = [
    lambda L: L.LinearOperatorDiag(1.0),
    lambda L: L.LinearOperatorDiag([1.0], is_self_adjoint=False),
    lambda L: L.LinearOperatorDiag([1.0], is_square=False),
    lambda L: L.LinearOperatorDiag([1.0], is_positive_definite=True, is_non_singular=False),
    lambda L: L.LinearOperatorFullMatrix([1.0]),
    lambda L: L.LinearOperatorFullMatrix([[1, 2]]),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0]], is_square=True).is_square,
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0]]).determinant(),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0]]).inverse(),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [2.0, 4.0]], is_non_singular=False).solve([[1.0], [1.0]]),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [2.0, 4.0]]).eigvals(),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [2.0, 4.0]]).assert_non_singular(),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).assert_self_adjoint(),
    lambda L: L.LinearOperatorFullMatrix([[1.0, 2.0], [2.0, 1.0]], is_self_adjoint=True).assert_positive_definite(),
    lambda L: L.LinearOperatorDiag([1.0, 0.0]).assert_non_singular(),
    lambda L: L.LinearOperatorDiag([1.0, -1.0]).assert_positive_definite(),
    lambda L: L.LinearOperatorDiag([1.0, 1j]).assert_self_adjoint(),
    lambda L: L.LinearOperatorLowerTriangular([[1.0, 0.0], [1.0, 0.0]]).assert_non_singular(),
    lambda L: L.LinearOperatorIdentity(-1),
    lambda L: L.LinearOperatorIdentity(2.5),
    lambda L: L.LinearOperatorIdentity(2, batch_shape=[-1]),
    lambda L: L.LinearOperatorIdentity(2, is_square=False),
    lambda L: L.LinearOperatorScaledIdentity(2, 3.0, is_square=False),
    lambda L: L.LinearOperatorZeros(2, is_non_singular=True),
    lambda L: L.LinearOperatorZeros(2).inverse(),
    lambda L: L.LinearOperatorPermutation([1.0, 0.0]),
    lambda L: L.LinearOperatorHouseholder([1.0], is_positive_definite=True),
    lambda L: L.LinearOperatorTridiag([[1.0]], diagonals_format="none"),
    lambda L: L.LinearOperatorToeplitz([1.0], [1.0], is_square=False),
    lambda L: L.LinearOperatorComposition([]),
    lambda L: L.LinearOperatorComposition([L.LinearOperatorDiag([1.0]), L.LinearOperatorDiag([1.0, 2.0])]),
    lambda L: L.LinearOperatorComposition([L.LinearOperatorDiag([1.0]), L.LinearOperatorDiag([1j])]),
    lambda L: L.LinearOperatorKronecker([]),
    lambda L: L.LinearOperatorBlockDiag([]),
    lambda L: L.LinearOperatorBlockLowerTriangular([[L.LinearOperatorDiag([1.0])], [L.LinearOperatorDiag([1.0])]]),
    lambda L: L.LinearOperatorLowRankUpdate(L.LinearOperatorDiag([1.0, 2.0]), [[1.0]]),
    lambda L: L.LinearOperatorInversion(L.LinearOperatorZeros(2)),
    lambda L: L.LinearOperatorCirculant([3.0, 1.0]).solve(L.LinearOperatorCirculant([3.0, 1j])),
    lambda L: L.LinearOperatorCirculant([3.0, 1.0]).matmul(L.LinearOperatorCirculant([3.0, 1j])),
    lambda L: L.experimental.conjugate_gradient(L.LinearOperatorDiag([1.0]), np.ones(1, np.float32)),
]


@pytest.mark.parametrize("case", range(len(BAD)))
def test_errors(case, tensorflow, gw):
    """What cannot be raises an exception of TensorFlow's class."""
    same_results(lambda tf: BAD[case](tf.linalg) and None, tensorflow, gw)


def test_variables_gradients_and_modules(tensorflow, gw):
    """An operator sees a variable's later values, finds it, and passes gradients to it; composites have gradients, too."""

    def code(tf):
        v = tf.Variable([1.0, 2.0])
        operator = tf.linalg.LinearOperatorDiag(v)
        v.assign([3.0, 4.0])
        with tf.GradientTape() as tape:
            y = operator.solve([[1.0], [1.0]])
        matrix = tf.linalg.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 3.0]])
        with tf.GradientTape() as second:
            second.watch(matrix.matrix)
            z = matrix.log_abs_determinant()
        return [y, tape.gradient(y, v), len(operator.trainable_variables), second.gradient(z, matrix.matrix)]

    same_results(code, tensorflow, gw)


def test_traces_loops_and_specs(gw):
    """Operators are arguments, results and loop variables of functions, traced once for equal kinds."""
    L, traces = gw.linalg, []

    @gw.function
    def product(operator, x):
        traces.append(operator)
        return operator.matvec(x)

    for scale in (1.0, 2.0, 3.0):
        assert product(L.LinearOperatorDiag([scale, scale]), [1.0, 2.0]).numpy().tolist() == [scale, 2 * scale]
    assert len(traces) == 1
    product(L.LinearOperatorDiag([1.0, 2.0], is_positive_definite=True), [1.0, 2.0])
    assert len(traces) == 2

    @gw.function
    def power(operator, n):
        result = operator
        for _ in gw.range(n):
            result = L.LinearOperatorFullMatrix(operator.matmul(result.to_dense()))
        return result

    assert power(L.LinearOperatorFullMatrix([[1.0, 1.0], [0.0, 1.0]]), 3).to_dense().numpy().tolist() == [
        [1.0, 4.0],
        [0.0, 1.0],
    ]
    spec = gw.type_spec_from_value(L.LinearOperatorDiag([1.0, 2.0]))
    assert spec == gw.type_spec_from_value(L.LinearOperatorDiag([3.0, 4.0]))
    assert spec != gw.type_spec_from_value(L.LinearOperatorDiag([3.0]))


def test_own_operators(tensorflow, gw):
    """A subclass that can only multiply can do all else."""

    def code(tf):
        class Twice(tf.linalg.LinearOperator):
            def __init__(self, size):
                super().__init__(tf.float32, is_self_adjoint=True, is_positive_definite=True, parameters={"size": size})
                self._size = size

            def _shape(self):
                return tf.TensorShape([self._size, self._size])

            def _shape_tensor(self):
                return tf.constant([self._size, self._size])

            def _matmul(self, x, adjoint=False, adjoint_arg=False):
                return 2.0 * (tf.linalg.adjoint(x) if adjoint_arg else x)

        operator = Twice(3)
        x = tf.ones([3, 1])
        return [operator.to_dense(), operator.solve(x), operator.matvec(x[:, 0]), operator.determinant(), operator.trace(), operator.diag_part(),
                operator.log_abs_determinant(), operator.cond(), operator.eigvals(), operator.cholesky().to_dense(), operator.add_to_tensor(tf.ones([3, 3]))]  # fmt: skip

    same_results(code, tensorflow, gw)
