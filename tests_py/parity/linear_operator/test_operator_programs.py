"""Random linear operators: what their methods give, hints, names, parts of batches and derivatives are TensorFlow's.

GRAPHWRIGHT_OPERATOR_PROGRAMS=2000 asks for more than a few.
"""

import os

import numpy as np
import pytest

from parity.linear_operator import operator_programs

COUNT = int(os.environ.get("GRAPHWRIGHT_OPERATOR_PROGRAMS", "3"))
FIRST = int(os.environ.get("GRAPHWRIGHT_OPERATOR_PROGRAMS_FIRST", "10000"))


def test_operator_programs(tensorflow, gw):
    wrong = []
    for seed in range(FIRST, FIRST + COUNT):
        program = operator_programs.program(seed)
        lines = operator_programs.compared(
            *(operator_programs.outcomes(tf, program) for tf in (tensorflow, gw)), program
        )
        wrong += [f"{program}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong)


BATCHES = {
    "diag": lambda L, r: L.LinearOperatorDiag(r(3, 2, 4), is_non_singular=True),
    "full": lambda L, r: L.LinearOperatorFullMatrix(r(3, 2, 4, 4)),
    "wide": lambda L, r: L.LinearOperatorFullMatrix(r(3, 2, 4, 2)),
    "triangular": lambda L, r: L.LinearOperatorLowerTriangular(r(3, 2, 4, 4)),
    "identity": lambda L, r: L.LinearOperatorIdentity(4, [3, 2]),
    "scaled": lambda L, r: L.LinearOperatorScaledIdentity(4, r(3, 2)),
    "zeros": lambda L, r: L.LinearOperatorZeros(4, batch_shape=[3, 2]),
    "circulant": lambda L, r: L.LinearOperatorCirculant(r(3, 2, 4).astype(np.complex64)),
    "circulant 2d": lambda L, r: L.LinearOperatorCirculant2D(r(3, 2, 2, 2).astype(np.complex64)),
    "householder": lambda L, r: L.LinearOperatorHouseholder(r(3, 2, 4)),
    "permutation": lambda L, r: L.LinearOperatorPermutation([[[0, 1, 2], [1, 0, 2]]] * 3),
    "toeplitz": lambda L, r: L.LinearOperatorToeplitz(r(3, 1, 4), r(2, 4)),
    "tridiagonal": lambda L, r: L.LinearOperatorTridiag(r(3, 2, 3, 4)),
    "tridiagonal list": lambda L, r: L.LinearOperatorTridiag([r(3, 2, 4)] * 3, diagonals_format="sequence"),
    "blocks": lambda L, r: L.LinearOperatorBlockDiag(
        [L.LinearOperatorFullMatrix(r(3, 2, 2, 2)), L.LinearOperatorDiag(r(1, 2, 2))]
    ),
    "lower blocks": lambda L, r: L.LinearOperatorBlockLowerTriangular(
        [
            [L.LinearOperatorFullMatrix(r(3, 2, 2, 2))],
            [L.LinearOperatorFullMatrix(r(3, 2, 2, 2)), L.LinearOperatorDiag(r(3, 1, 2))],
        ]
    ),
    "composition": lambda L, r: L.LinearOperatorComposition(
        [L.LinearOperatorFullMatrix(r(3, 2, 4, 4)), L.LinearOperatorDiag(r(2, 4))]
    ),
    "update": lambda L, r: L.LinearOperatorLowRankUpdate(L.LinearOperatorDiag(r(4)), r(3, 2, 4, 1), r(2, 1), r(3, 1, 4, 1)),
    "adjoint": lambda L, r: L.LinearOperatorAdjoint(L.LinearOperatorFullMatrix(r(3, 2, 4, 4))),
    "inversion": lambda L, r: L.LinearOperatorInversion(L.LinearOperatorFullMatrix(r(3, 2, 4, 4))),
    "one matrix": lambda L, r: L.LinearOperatorDiag(r(4)),
}  # fmt: skip
KEYS = """0; -1; 0,1; :,1; ...,0; 1:; ::2; ::-1; :,::-1; 0,...; None; ...,None; :,None; 1:,0; 2,1:; 5; 0,0,0; ...; 1,...,0; :,:"""


@pytest.mark.parametrize("name", BATCHES)
def test_parts_of_batches(name, tensorflow, gw):
    wrong = []
    for key in KEYS.split("; "):
        found = []
        for tf in (tensorflow, gw):
            rng = np.random.default_rng(1)
            operator = BATCHES[name](tf.linalg, lambda *s, rng=rng: rng.uniform(-1, 1, s).astype(np.float32) + 0.1)
            try:
                part = eval(f"operator[{key}]", {"operator": operator})
                dense = part.to_dense().numpy().round(2) + 0.0
                found.append(
                    [
                        type(part).__name__,
                        part.name,
                        str(part.shape),
                        part.is_non_singular,
                        part.is_self_adjoint,
                        dense.tolist(),
                    ]
                )
            except Exception as error:
                found.append(type(error).__name__)
        if found[0] != found[1]:
            wrong.append(f"[{key}]: {found[0]}, ours {found[1]}")
    assert not wrong, "\n".join(wrong)


def test_products_with_adjoints(tensorflow, gw):
    """Products of operators and their adjoints are known to be self-adjoint, and positive definite if they are invertible."""

    def code(tf):
        linalg, found = tf.linalg, []
        for hint in (None, True):
            full = linalg.LinearOperatorFullMatrix([[2.0, 1.0], [0.0, 3.0]], is_non_singular=hint)
            lower = linalg.LinearOperatorLowerTriangular([[2.0, 0.0], [1.0, 3.0]], is_non_singular=hint)
            both = linalg.LinearOperatorComposition([full, lower])
            for o in (
                full.matmul(full, adjoint=True),
                full.matmul(full, adjoint_arg=True),
                both.matmul(both, adjoint=True),
                linalg.LinearOperatorComposition([full, lower, lower.H, full.H]),
                linalg.LinearOperatorComposition([full, lower.H]),
                both.matmul(full),
                full.solve(lower),
                both.solve(full),
            ):
                parts = [type(part).__name__ for part in o.operators]
                found.append([o.name, o.is_non_singular, o.is_self_adjoint, o.is_positive_definite, o.is_square, parts])
        return found

    assert code(gw) == code(tensorflow)


def test_segment_mean_of_complex_numbers(tensorflow, gw):
    def code(tf):
        x = tf.constant([[1.0 + 2.0j, 3.0], [0.5j, 1.0], [2.0, 3.0j]])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.math.segment_mean(x, [0, 0, 2])
            z = tf.reduce_sum(tf.math.real(y * [[1.0 + 1.0j, 2.0]]))
        return y.numpy().tolist(), tape.gradient(z, x).numpy().tolist()

    assert code(gw) == code(tensorflow)
