"""Integers at the edges of their dtypes: overflow wraps around, division by zero raises, shifts have no bounds."""

import numpy as np
import pytest

from generated.edges.edge_numbers import edges
from support.sampling import COMPARISONS, to_tensor

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
DIVISIONS = ("math.floordiv", "math.floormod", "truncatediv", "truncatemod", "math.truediv")
BINARY = (
    *DIVISIONS,
    *(
        f"math.{name}"
        for name in "add subtract multiply pow maximum minimum squared_difference multiply_no_nan less equal".split()
    ),
    *(f"bitwise.{name}" for name in "left_shift right_shift bitwise_and bitwise_or bitwise_xor".split()),
)
UNARY = (
    *(
        f"math.{name}"
        for name in "abs negative sign square reduce_sum reduce_prod reduce_mean reduce_max reduce_min".split()
    ),
    *(f"math.{name}" for name in "cumsum cumprod argmax argmin reduce_variance reduce_any".split()),
    *("sort", "argsort", "bitwise.invert", "nn.relu", "nn.relu6", "nn.l2_loss", "strings.as_string", "round"),
)


def array_or_classes(module, name, *arrays):
    """The result as an array, or the class of the exception."""
    function = module
    for part in name.split("."):
        function = getattr(function, part)
    try:
        return np.asarray(function(*(to_tensor(module, array) for array in arrays)).numpy())
    except Exception as error:
        return [cls.__name__ for cls in type(error).__mro__]


def check(tensorflow, gw, name, *arrays):
    want, got = array_or_classes(tensorflow, name, *arrays), array_or_classes(gw, name, *arrays)
    COMPARISONS["integers at their edges"] += 1
    if isinstance(want, list):
        # TensorFlow has no kernel for some dtypes, and raises InternalError for some divisions by zero.
        assert isinstance(got, np.ndarray) or want[0] in (*got, "NotFoundError", "InternalError"), (name, want[0], got)
        return
    assert isinstance(got, np.ndarray), (name, got)
    assert got.dtype == want.dtype and got.shape == want.shape, name
    if want.dtype.kind == "f":
        np.testing.assert_allclose(got, want, rtol=1e-6, err_msg=name)
    else:
        np.testing.assert_array_equal(got, want, err_msg=name)


def pairs(dtype):
    numbers = edges(dtype)
    first, second = np.meshgrid(numbers, numbers, indexing="ij")
    return first.ravel(), second.ravel()


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_at_their_edges(gw, tensorflow, dtype):
    x, y = pairs(dtype)
    # The least number by -1: TensorFlow's quotients end the process on some machines.
    overflow = (x == np.iinfo(dtype).min) & (y.astype(object) == -1)
    for name in BINARY:
        if name in DIVISIONS:
            kept = (y != 0) & ~overflow
            check(tensorflow, gw, name, x[kept], y[kept])
            check(tensorflow, gw, name, x[:3], np.zeros(3, dtype))
        elif name == "math.pow":
            check(tensorflow, gw, name, x[y.astype(object) >= 0], y[y.astype(object) >= 0])
            check(tensorflow, gw, name, np.array([2, 1], dtype), np.array([1, -1]).astype(dtype))
        else:
            check(tensorflow, gw, name, x, y)
    for name in UNARY:
        check(tensorflow, gw, name, edges(dtype))
        check(tensorflow, gw, name, edges(dtype)[:0])
        check(tensorflow, gw, name, np.repeat(edges(dtype), 7))


@pytest.mark.parametrize("dtype", [name for name in INTEGERS if name[0] == "i"])
def test_the_least_number_by_minus_one_wraps_around(gw, dtype):
    least = np.iinfo(dtype).min
    for count in (1, 37):
        x, y = gw.constant(np.full(count, least, dtype)), gw.constant(np.full(count, -1, dtype))
        for divide in (gw.math.floordiv, gw.truncatediv):
            assert set(divide(x, y).numpy().tolist()) == {least}
        assert set(gw.math.floormod(x, y).numpy().tolist()) == {0}
        assert set((-x).numpy().tolist()) == {least}


@pytest.mark.parametrize("source", [*INTEGERS, "float16", "bfloat16", "float32", "float64"])
def test_numbers_within_the_range_are_cast_exactly(gw, tensorflow, source):
    """What is out of range differs from machine to machine in TensorFlow, and from one element to many."""
    numbers = edges(source)
    for to in (*INTEGERS, "float16", "bfloat16", "float32", "float64", "bool", "complex64"):
        kept = numbers
        if to in INTEGERS and source not in INTEGERS:
            with np.errstate(invalid="ignore"):
                as_floats = numbers.astype(np.float64)
                low, high = float(np.iinfo(to).min), float(np.iinfo(to).max)
                kept = numbers[(as_floats > low - 1) & (as_floats < high)]
        elif source not in INTEGERS:
            tiny = 1e-37 if source != "float64" else 1e-307
            kept = numbers[
                (np.abs(numbers.astype(np.float64)) > tiny) | (numbers == 0)
            ]  # TensorFlow makes 0 of smaller ones
        want, got = (np.asarray(tf.cast(to_tensor(tf, kept), to).numpy()) for tf in (tensorflow, gw))
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want, err_msg=f"{source} as {to}")


@pytest.mark.parametrize(
    ("source", "to"), [("bfloat16", "float16"), ("uint64", "bfloat16"), ("bfloat16", "uint64"), ("float64", "float32")]
)
def test_saturated_numbers_stay_within_the_range(gw, source, to):
    numbers = edges(source)
    numbers = numbers[numbers == numbers]
    got = np.asarray(gw.saturate_cast(to_tensor(gw, numbers), to).numpy()).astype(np.float64)
    assert np.isfinite(got).all()
    inside = np.abs(numbers.astype(np.float64)) < 100
    wanted = np.trunc(numbers.astype(np.float64)[inside]) if "int" in to else numbers.astype(np.float64)[inside]
    np.testing.assert_allclose(got[inside], np.maximum(wanted, 0) if to[0] == "u" else wanted, rtol=1e-2, atol=1e-6)


def test_truth_values_have_no_range(gw, tensorflow):
    for tf in (tensorflow, gw):
        with pytest.raises(TypeError):
            tf.saturate_cast(tf.constant([1.0]), tf.bool)
