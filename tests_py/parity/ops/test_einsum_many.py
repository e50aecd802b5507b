"""tf.einsum of many operands: TensorFlow's values, and soon."""

import time

import numpy as np
import pytest

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("count", [3, 4, 7, 20, 64, 65, 130])
def test_random_equations(count, gw, tensorflow):
    rng = np.random.default_rng(count)
    sizes = {letter: int(rng.integers(1, 4)) for letter in LETTERS}
    for case in range(4):
        letters = LETTERS[: int(rng.integers(2, 6 if count < 30 else 4))]
        inputs = ["".join(rng.permutation(list(letters))[: int(rng.integers(0, 3))]) for _ in range(count)]
        present = sorted(set("".join(inputs)))
        output = "".join(rng.permutation(present)[: int(rng.integers(0, len(present) + 1))])
        arrays = [rng.uniform(0.5, 1.5, [sizes[letter] for letter in subscripts]) for subscripts in inputs]
        if case == 3:
            inputs, output = [f"...{subscripts}" for subscripts in inputs], f"...{output}"
            arrays = [np.broadcast_to(array, (2, *array.shape)) for array in arrays]
        equation = f"{','.join(inputs)}->{output}"
        np.testing.assert_allclose(gw.einsum(equation, *arrays), tensorflow.einsum(equation, *arrays), rtol=1e-9)


@pytest.mark.parametrize("subscripts", ["a", "ab", "chain"])
def test_four_hundred_operands(subscripts, gw):
    inputs = [subscripts] * 400
    if subscripts == "chain":
        inputs = [LETTERS[i % 26] + LETTERS[(i + 1) % 26] for i in range(400)]
    arrays = [gw.ones([2] * len(one)) for one in inputs]
    gw.einsum(",".join(inputs[:3]) + "->", *arrays[:3])
    start = time.perf_counter()
    assert float(gw.einsum(",".join(inputs) + "->", *arrays)) == 2.0 ** len(set("".join(inputs)))
    assert time.perf_counter() - start < 5


ELLIPSES = [
    *(("...ij,...jk->ik", (5, 2, 3), (5, 3, 4)), ("...ij,...jk->ik", (2, 3), (3, 4)), ("...i->i", (2, 3))),
    *(("...i->i", (3,)), ("i...->i", (2, 3)), ("...ij,jk->ik", (5, 2, 3), (3, 4)), ("...,...->", (2, 3), (2, 3))),
    *(("ij->...", (2, 3)), ("ij->...ij", (2, 3)), ("...ij,jk->...ik", (5, 2, 3), (3, 4)), ("...ii->i", (2, 3, 3))),
    *(("...ij,...jk->...ik", (5, 2, 3), (1, 3, 4)), ("...ii->...i", (2, 3, 3)), ("...i,...i->...", (2, 3), (3,))),
]


@pytest.mark.parametrize(("equation", "shapes"), [(equation, shapes) for equation, *shapes in ELLIPSES])
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
def test_axes_of_an_ellipsis_are_not_summed_up(equation, shapes, traced, gw, tensorflow):
    """They have to be in the result; gradients of what lacks them sum them up."""

    def results(tf):
        rng = np.random.default_rng(0)
        inputs = [tf.constant(rng.uniform(0.5, 1.5, shape)) for shape in shapes]

        def run():
            with tf.GradientTape() as tape:
                tape.watch(inputs)
                result = tf.einsum(equation, *inputs)
                squares = result * result
            return [result, *tape.gradient(squares, inputs)]

        try:
            return [np.asarray(value) for value in (tf.function(run) if traced else run)()]
        except Exception as error:
            return type(error).__name__

    got, wanted = results(gw), results(tensorflow)
    if isinstance(wanted, str):
        assert got == wanted
    else:
        for a, b in zip(got, wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-9)
