"""Numbers at the edges of functions, beside TensorFlow or what is exact."""

import numpy as np
import pytest

from support.compare import evaluated
from support.same_values import assert_same_values


def made(tf):
    return {
        "np": np,
        "rows": tf.ragged.constant([[[1, 2], [3, 3]], [], [[0, 1]]], ragged_rank=1),
        "deep": tf.ragged.constant([[[1, 2], [3]], [], [[0, 1]]]),
        "deeper": tf.ragged.constant([[[[1, 2], [3, 3]]], [], [[[0, 1], [1, 1]]]], ragged_rank=1),
        "flat": tf.ragged.constant([[1, 2], [3], [], [0, 1]]),
        "below": tf.ragged.constant([[1, -1], [2]]),
        "weights": tf.ragged.constant([[[1.0, 2.0], [3.0, 3.0]], [], [[0.5, 1.0]]], ragged_rank=1),
        "sparse": tf.sparse.from_dense([[1, 0, 2], [0, 0, 0], [3, 3, 1]]),
    }


def conditioned(condition, dtype):
    """A matrix of this condition, the solution and the right side that goes with it."""
    rng = np.random.default_rng(0)
    left, right = np.linalg.qr(rng.normal(size=(6, 4)))[0], np.linalg.qr(rng.normal(size=(4, 4)))[0]
    matrix = (left * np.logspace(0, -np.log10(condition), 4)) @ right.T
    solution = rng.normal(size=(4, 2))
    return matrix.astype(dtype), solution, (matrix @ solution).astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_least_squares_are_as_exact_as_the_condition_allows(gw, tensorflow, dtype):
    eps = np.finfo(dtype).eps
    for condition in (1e2, 1e4, 1e6, 1e8, 1e10, 1e12):
        if condition * eps > 0.02:
            continue
        matrix, solution, right = conditioned(condition, dtype)
        ours, theirs = (
            np.abs(tf.linalg.lstsq(matrix, right, fast=False).numpy() - solution).max() for tf in (gw, tensorflow)
        )
        assert ours <= 4 * max(theirs, eps * condition)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_least_squares_of_dependent_columns_are_the_smallest(gw, dtype):
    matrix = np.outer([1, 2, 3, 4], [1, 3, 3, 1]).astype(dtype)
    found = gw.linalg.lstsq(matrix, np.array([[1], [2], [3], [4]], dtype), fast=False).numpy()
    np.testing.assert_allclose(found, np.array([[1], [3], [3], [1]]) / 20, rtol=50 * np.finfo(dtype).eps)
    # TensorFlow makes zeros of NaN.
    matrix[1, 2] = np.nan
    assert np.isnan(gw.linalg.lstsq(matrix, np.ones((4, 1), dtype), fast=False).numpy()).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 17])
def test_eigenvalues_of_real_matrices_have_tensorflows_order(gw, tensorflow, size, dtype):
    matrix = np.random.default_rng(size).normal(size=(size, size)).astype(dtype)
    (values, vectors), (theirs, their_vectors) = gw.linalg.eig(matrix), tensorflow.linalg.eig(matrix)
    bound = 200 * np.finfo(dtype).eps
    np.testing.assert_allclose(values.numpy(), theirs.numpy(), rtol=bound, atol=bound)
    # Vectors of complex values have a phase that rounding decides upon.
    overlaps = np.abs(np.sum(vectors.numpy().conj() * their_vectors.numpy(), 0))
    np.testing.assert_allclose(overlaps, 1, rtol=50 * bound)
    np.testing.assert_allclose(gw.linalg.eigvals(matrix).numpy(), theirs.numpy(), rtol=bound, atol=bound)


def test_eigenvalues_of_matrices_that_go_round_in_circles(gw):
    matrix = np.roll(np.eye(40), 1, 0)
    values, vectors = (t.numpy() for t in gw.linalg.eig(matrix))
    np.testing.assert_allclose(np.abs(values), 1, rtol=1e-12)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-12)


VALUES = [
    "tf.nn.weighted_moments(tf.constant([1.0, 2.0, 3.0]), 0, tf.constant([0.0, 0.0, 0.0]))",
    "tf.nn.weighted_moments(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [0], tf.constant([[0.0, 1.0], [0.0, 1.0]]), True)",
    "tf.nn.weighted_moments(tf.constant([1.0, 2.0], tf.float16), 0, tf.constant([1.0, -1.0], tf.float16))",
    "tf.random.poisson([3], tf.constant(np.inf), dtype=tf.float32)",
    "tf.random.poisson([3], tf.constant([0.0, -1.0, -np.inf]), dtype=tf.float64)",
    "tf.random.stateless_poisson([2], [1, 2], tf.constant(np.inf), tf.float16)",
    "tf.random.stateless_poisson([2], [1, 2], tf.constant(np.inf), tf.int64)",
    *(
        f"tf.math.bincount({array}{more})"
        for array in ("rows", "deep", "deeper", "flat", "below", "sparse")
        for more in (
            "",
            ", axis=0",
            ", axis=-1",
            ", axis=1",
            ", binary_output=True",
            ", minlength=6, axis=-1",
            ", maxlength=2",
        )
    ),
    "tf.math.bincount(rows, weights=weights)",
    "tf.math.bincount(rows, weights=weights, binary_output=True)",
    "tf.sparse.sampled_addmm(np.array([[[0, 1], [1, 0]], [[0, 0], [1, 0]]]), np.array([[3, 5], [2, 7]], np.float32), "
    "[2, 2], np.arange(1, 13).reshape(2, 2, 3).astype('f'), np.arange(13, 25).reshape(2, 3, 2).astype('f'), 0.25, 0.75)",
    "tf.sparse.sampled_addmm([[0, 1]], [1.0], [3, 2], [[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]])",
    "tf.sparse.sampled_addmm([[0, 1]], tf.constant([1.0], tf.float64), [1, 2], [[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]])",
]


@pytest.mark.parametrize("expression", VALUES)
def test_values_are_tensorflows(gw, tensorflow, expression):
    assert_same_values(expression, tensorflow, gw, made)


def test_impossible_rates_give_nan(gw):
    """TensorFlow draws for ever."""
    assert np.isnan(gw.random.poisson([2], np.nan, dtype=gw.float32).numpy()).all()


TEXTS = {
    "big": b"\xfe\xff\0a\0b",
    "little": b"\xff\xfea\0b\0",
    "none": b"\0a\0b",
    "inside": b"\0a\xfe\xff\0b",
    "wide big": b"\0\0\xfe\xff\0\0\0a",
    "wide little": b"\xff\xfe\0\0a\0\0\0",
    "odd": b"\xfe\xff\0a\0",
    "eight": b"\xef\xbb\xbfab",
    "half": b"\xfe",
}


@pytest.mark.parametrize("encoding", ["UTF-16", "utf16", "UTF-16-BE", "UTF-16LE", "UTF-32", "UTF-32-BE", "UTF-8"])
def test_byte_order_marks(gw, tensorflow, encoding):
    for text in TEXTS.values():
        for errors in ("replace", "ignore", "strict"):
            for call in ("unicode_decode", "unicode_decode_with_offsets"):
                assert_same_values(f"tf.strings.{call}({text!r}, {encoding!r}, {errors!r})", tensorflow, gw)
            assert_same_values(
                f"tf.strings.unicode_transcode({text!r}, {encoding!r}, 'UTF-8', {errors!r})", tensorflow, gw
            )


def test_a_mark_alone_is_no_character(gw):
    """TensorFlow makes U+FFFF of it."""
    assert gw.strings.unicode_decode([b"\xfe\xff", b"\xff\xfe"], "UTF-16").to_list() == [[], []]


def initial_values(tf):
    """Initial values of variables that one function makes."""
    tf.random.set_seed(7)
    made = []

    @tf.function
    def make():
        if not made:
            for _ in range(2):
                made.append(tf.Variable(tf.random.normal([2], seed=3)))
                made.append(tf.Variable(lambda: tf.random.uniform([2], seed=3)))
                made.append(tf.Variable(tf.random.normal([2])))
                made.append(tf.Variable(tf.random_normal_initializer(seed=4)([2])))
            both = tf.random.normal([2])
            made.extend([tf.Variable(both), tf.Variable(both)])
        return [variable + 0.0 for variable in made]

    make()
    return [variable.numpy() for variable in made]


def test_initial_values_of_a_function_begin_at_their_seeds(gw, tensorflow):
    ours, theirs = initial_values(gw), initial_values(tensorflow)
    np.testing.assert_allclose(ours, theirs, rtol=1e-5)
    np.testing.assert_array_equal(ours[0], ours[4])


def test_one_number_for_two_variables_without_seeds(gw):
    made = []

    @gw.function
    def make():
        if not made:
            both = gw.random.normal([2])
            made.extend([gw.Variable(both), gw.Variable(both)])
        return made[0] + made[1]

    make()
    np.testing.assert_array_equal(made[0].numpy(), made[1].numpy())


def composites(tf):
    return {
        "dense": tf.constant([[2.0], [3.0]]),
        "scalar": tf.constant(2.0),
        "integers": tf.constant([[2], [3]]),
        "truth": tf.constant([[True], [False]]),
        "variable": tf.Variable([[2.0], [3.0]]),
        "sparse": tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]),
        "ragged": tf.ragged.constant([[1.0, 2.0], [3.0]]),
        "ragged_integers": tf.ragged.constant([[1, 2], [3]]),
        "slices": tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1]), tf.constant([2, 2])),
        "unsized": tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1])),
        "spec": tf.TensorSpec([2]),
        "shape": tf.TensorShape([2]),
        "list": [[2.0], [3.0]],
        "array": np.array([[2.0], [3.0]], np.float32),
        "nothing": None,
    }


OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=")


def plain(tf, value):
    if isinstance(value, tf.SparseTensor):
        return "sparse", tf.sparse.to_dense(value).numpy().tolist()
    if isinstance(value, tf.IndexedSlices):
        return "slices", tf.convert_to_tensor(value).numpy().tolist()
    if isinstance(value, tf.RaggedTensor):
        return value.dtype.name, value.to_list()
    if hasattr(value, "numpy"):
        return value.dtype.name, value.numpy().tolist()
    return value if isinstance(value, bool) else type(value).__name__


# What TensorFlow refuses and we compute.
MORE = {("ragged", "slices"), ("ragged_integers", "shape"), ("sparse", "slices")}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_with_composite_operands(gw, tensorflow, operator):
    """Where TensorFlow gives a value, so do we, the same one; where it raises, we raise something that says why."""
    ours, theirs = composites(gw), composites(tensorflow)
    special = ("sparse", "ragged", "ragged_integers", "slices", "unsized", "spec", "shape", "nothing")
    for left in ours:
        for right in ours:
            if (
                left not in special
                and right not in special
                or not {left, right} - {"spec", "shape", "list", "array", "nothing"}
            ):
                continue
            expression = f"a {operator} b"
            their_names, our_names = ({"a": all_of[left], "b": all_of[right]} for all_of in (theirs, ours))
            want, their_error = evaluated(expression, tensorflow, lambda tf, names=their_names: names)
            got, our_error = evaluated(expression, gw, lambda tf, names=our_names: names)
            where = f"{left} {operator} {right}"
            if operator in ("==", "!="):
                if isinstance(our_error, gw.errors.InvalidArgumentError):
                    continue  # numbers of another dtype, which TensorFlow takes for another thing
                if (
                    their_error is not None
                    and our_error is None
                    and {left, right} & {"spec", "shape", "slices", "unsized"}
                ):
                    continue  # no tensor: just another thing
            if their_error is None:
                assert our_error is None, f"{where}: {our_error!r}"
                assert repr(plain(gw, got)) == repr(plain(tensorflow, want)), where
            else:
                assert not isinstance(our_error, SystemError), where
                assert our_error is not None or {(left, right), (right, left)} & MORE, f"{where}: {got}"
