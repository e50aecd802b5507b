"""The public names of tf.experimental.numpy.random. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.numpy_interface.random import (
    poisson as poisson,
    rand as rand,
    randint as randint,
    randn as randn,
    random as random,
    seed as seed,
    standard_normal as standard_normal,
    uniform as uniform,
)

__all__ = [
    "poisson", "rand", "randint", "randn", "random", "seed", "standard_normal", "uniform",
]
