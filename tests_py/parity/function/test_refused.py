"""What is refused while a function is traced, and which arguments no function takes."""

import numpy as np
import pytest

from support.compare import same_results

PERMUTATIONS = [[0, 0], [0, 5], [-1, 0], [1, 0], [-3, 0], [2, 0, 1, 1], []]
PADDINGS = [[[1, 1]], [[-1, 1]], [[1, -1]], [[1, 1], [2, 3]], [[1, 1, 1]], [[1]], [1, 1]]


def traced(tf, work):
    concrete = tf.function(work, input_signature=[tf.TensorSpec(None)], autograph=False).get_concrete_function()
    return str(concrete.outputs[0].shape)


@pytest.mark.parametrize("permutation", PERMUTATIONS, ids=str)
def test_permutations_of_unknown_ranks(permutation, tensorflow, gw):
    same_results(lambda tf: traced(tf, lambda x: tf.transpose(x, permutation)), tensorflow, gw)


@pytest.mark.parametrize("mode", ["CONSTANT", "REFLECT"])
@pytest.mark.parametrize("paddings", PADDINGS, ids=str)
def test_paddings_of_unknown_ranks(paddings, mode, tensorflow, gw):
    same_results(lambda tf: traced(tf, lambda x: tf.pad(x, paddings, mode)), tensorflow, gw)


@pytest.mark.parametrize(
    "argument",
    [np.datetime64("2020-01-01"), np.array(["2020-01-01"], "datetime64[D]"), np.timedelta64(1), np.array([object()])],
    ids=["date", "dates", "span", "objects"],
)
def test_arrays_that_are_no_tensors(argument, tensorflow, gw):
    same_results(lambda tf: tf.function(lambda x: 1)(argument), tensorflow, gw)


def test_eager_prints_count(gw, capfd):
    x = gw.constant(1.0)
    for _ in range(4):
        gw.raw_ops.Print(input=x, data=[x], message="counted ", first_n=2)
    for _ in range(2):
        gw.raw_ops.Print(input=x, data=[x], message="others ", first_n=1)
    text = capfd.readouterr().err
    assert text.count("counted") == 2 and text.count("others") == 1
