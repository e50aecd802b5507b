"""`tf.debugging.enable_check_numerics`: which ops fail, with which words, eagerly, in functions and in gradients."""

import re
import threading

import pytest

import graphwright as gw


def logarithm_in_a_loop(tf, x):
    total = x * 0.0
    for i in tf.range(3):
        total += tf.math.log(x - tf.cast(i, tf.float32))
    return total


def gradient_of_root(tf, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(x)
    return tape.gradient(y, x)


def branch(tf, x):
    return 1.0 / (x - 2.0) if tf.reduce_sum(x) > 100.0 else tf.exp(x * 1e3)


PROGRAMS = {
    "log of zero": lambda tf, x: tf.math.log(x - 2.0),
    "division": lambda tf, x: x / (x - 2.0),
    "overflow": lambda tf, x: tf.exp(x * 1e3),
    "cast": lambda tf, x: tf.cast(x * 1e10, tf.half),
    "float64": lambda tf, x: tf.cast(x, tf.float64) * float("inf"),
    "selected": lambda tf, x: tf.where(x > 0, float("nan") + tf.zeros_like(x) if False else float("inf"), x),
    "in a loop": logarithm_in_a_loop,
    "in a branch": branch,
    "in a gradient": lambda tf, x: gradient_of_root(tf, x - 2.0),
    "in a function that is called": lambda tf, x: tf.function(lambda y: tf.math.log(y - 2.0))(x),
    "product": lambda tf, x: tf.matmul([[1e30, 1e30]], tf.reshape(x * 1e30, [2, 1])),
    "sum": lambda tf, x: tf.reduce_sum(x * 2e38),
    "fine": lambda tf, x: tf.nn.softmax(x) / 2.0,
    "moved only": lambda tf, x: tf.concat([tf.constant([float("nan")]), x], 0),
    "fill": lambda tf, x: tf.fill([2], float("inf")),
    "integers": lambda tf, x: tf.cast(x, tf.int32) + 1,
    "largest": lambda tf, x: tf.maximum(tf.constant([float("inf"), 1.0]), x),
}


def told(tf, program, traced):
    """What the error says about op and result, or the class of the result."""
    tf.debugging.enable_check_numerics()
    try:
        result = (tf.function(program) if traced else program)(tf, tf.constant([2.0, 3.0]))
    except tf.errors.InvalidArgumentError as error:
        heads = re.findall(r"!!! Detected .* !!!\n  dtype: .*\n  shape: .*", error.message)
        return [head.replace("b'", "").replace("'\"", '"') for head in heads[:1]]
    finally:
        tf.debugging.disable_check_numerics()
    return [result.dtype.name]


# In functions, though not eagerly, TensorFlow refuses constants of the user's that are not finite, as masks have them.
WITH_CONSTANTS = ("float64", "selected", "moved only", "fill", "largest")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("traced", [False, True], ids=["eager", "function"])
def test_results_are_checked(name, traced, tensorflow):
    ours = told(gw, PROGRAMS[name], traced)
    theirs = told(tensorflow, PROGRAMS[name], traced and name not in WITH_CONSTANTS)
    assert [text.replace("eagerly-executing", "graph") for text in ours] == [
        text.replace("eagerly-executing", "graph") for text in theirs
    ]
    assert ours


def test_the_message_has_inputs_and_lines():
    gw.debugging.enable_check_numerics()
    try:
        with pytest.raises(gw.errors.InvalidArgumentError) as eager:
            gw.math.log([1.0, 0.0])
        with pytest.raises(gw.errors.InvalidArgumentError) as traced:
            gw.function(lambda x: gw.math.log(x))(gw.constant([1.0, 0.0]))
    finally:
        gw.debugging.disable_check_numerics()
    assert "Input tensor: float32 [2]: 1, 0\n" in str(eager.value)
    assert "Tensor had -Inf values" in str(eager.value)
    assert "gw.function(lambda x: gw.math.log(x))" in str(traced.value)
    assert 'graph op "Log"' in str(traced.value)


def test_functions_keep_what_they_were_traced_with():
    function = gw.function(lambda x: gw.math.log(x))
    checked = gw.function(lambda x: gw.math.log(x))
    zero = gw.constant(0.0)
    function(zero)
    gw.debugging.enable_check_numerics()
    try:
        function(zero)
        with pytest.raises(gw.errors.InvalidArgumentError):
            checked(zero)
    finally:
        gw.debugging.disable_check_numerics()
    with pytest.raises(gw.errors.InvalidArgumentError):
        checked(zero)
    assert float(gw.math.log(zero)) == -float("inf")


def test_other_threads_are_not_checked():
    results = []
    gw.debugging.enable_check_numerics()
    try:
        thread = threading.Thread(target=lambda: results.append(gw.math.log(gw.constant(0.0))))
        thread.start()
        thread.join()
    finally:
        gw.debugging.disable_check_numerics()
    assert len(results) == 1
