"""The programs of one environment by name, and what they are written with."""

import numpy as np

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def plain(value):
    """Tensors and arrays as lists."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, np.ndarray) and value.dtype == object:  # rows of a ragged tensor, or strings
        return [plain(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    return value.decode() if isinstance(value, bytes) else value


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype("f")
