"""What the tests of lists share, which loops and branches over tensors make longer or shorter with the feature LISTS."""

import numpy as np
import pytest

import graphwright as tf

LISTS = tf.autograph.experimental.Feature.LISTS


def staged(function):
    return tf.function(function, experimental_autograph_options=LISTS)


def plain(value):
    """Tensors as arrays, tensor lists as lists."""
    if type(value).__name__ == "TensorList":
        value = list(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.numpy() if hasattr(value, "numpy") else np.asarray(value)


def plain_lists(value):
    """Tensors as numbers and lists of numbers, tensor lists as lists."""
    if type(value).__name__ in ("TensorList", "StructureList"):
        value = list(value)
    if isinstance(value, (list, tuple)):
        return [plain_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: plain_lists(item) for key, item in value.items()}
    return value.numpy().tolist() if hasattr(value, "numpy") else value


def assert_same(got, want):
    if isinstance(want, list):
        assert len(got) == len(want), (got, want)
        for a, b in zip(got, want, strict=True):
            assert_same(a, b)
    else:
        assert np.asarray(got).dtype == np.asarray(want).dtype or not isinstance(want, np.generic)
        np.testing.assert_array_equal(got, want)


def raised(function, *args):
    """The error of a staged function."""
    with pytest.raises((TypeError, ValueError, NotImplementedError, tf.errors.OpError)) as found:
        staged(function)(*args)
    return found.value
