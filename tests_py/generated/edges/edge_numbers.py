"""Numbers at the edges of each dtype, and arrays made of them."""

import ml_dtypes
import numpy as np

from support.sampling import numpy_dtype

FLOATS = ("float16", "bfloat16", "float32", "float64")
PART = {"complex64": "float32", "complex128": "float64"}


def reals(name):
    """The edges of a type of floats, all of both signs where they have one."""
    info = ml_dtypes.finfo(numpy_dtype(name))
    smallest, tiny, largest, eps = (float(x) for x in (info.smallest_subnormal, info.tiny, info.max, info.eps))
    sizes = [
        0.0,
        smallest,
        3 * smallest,
        tiny / 2,
        tiny,
        tiny * 1.5,
        eps / 4,
        eps,
        1e-3,
        0.25,
        0.5,
        0.75,
        1 - eps / 2,
        1.0,
    ]
    sizes += [
        1 + eps,
        1.5,
        2.0,
        2.5,
        np.pi / 2,
        3.0,
        np.pi,
        3.5,
        5.0,
        6.0,
        10.0,
        17.5,
        20.0,
        33.0,
        88.5,
        89.0,
        100.0,
        172.0,
    ]
    sizes += [710.0, 1e4, 1e5, 1 / eps - 1, 1 / eps, 2 / eps + 2, largest**0.5, largest**0.5 * 2, largest / 4, largest]
    sizes = [size for size in sizes if size <= largest]
    return np.array([*sizes, *(-size for size in sizes), np.inf, -np.inf, np.nan]).astype(numpy_dtype(name))


def integers(name):
    """The edges of a type of integers."""
    info = np.iinfo(name)
    near = {
        0,
        1,
        2,
        3,
        5,
        7,
        8,
        16,
        31,
        32,
        33,
        63,
        64,
        100,
        info.bits - 1,
        info.bits,
        info.max,
        info.max - 1,
        info.max // 2,
    }
    near |= {-number for number in near} | {info.min, info.min + 1, info.min // 2}
    return np.array(sorted(number for number in near if info.min <= number <= info.max), name)


def edges(name):
    """The edges of any dtype of numbers."""
    if name == "bool":
        return np.array([False, True])
    if name in PART:
        info = np.finfo(PART[name])
        parts = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1e-3,
            float(info.tiny),
            30.0,
            -30.0,
            1e10,
            float(info.max) / 4,
            np.inf,
            -np.inf,
            np.nan,
        ]
        return np.array([complex(a, b) for a in parts for b in parts]).astype(name)
    return reals(name) if name in FLOATS else integers(name)


# How the values of an argument are chosen: `mode(rng, values, name) -> values`; `values` are those that a row would have.
MODES = {}


def mode(function):
    MODES[function.__name__] = function
    return function


def _float(name):
    return name in FLOATS or name in PART


def _largest(name):
    return float(ml_dtypes.finfo(numpy_dtype(PART.get(name, name))).max)


def _normal(name):
    """The edges but for numbers that are not normal, which TensorFlow takes as 0."""
    numbers = edges(name)
    if name not in FLOATS:
        return numbers
    with np.errstate(invalid="ignore"):
        return numbers[~((numbers != 0) & (np.abs(numbers) < ml_dtypes.finfo(numpy_dtype(name)).tiny))]


def _some(rng, values, special):
    """A few of the values replaced."""
    values = np.array(values)
    if values.size:
        for place in rng.integers(0, values.size, max(1, values.size // 6)):
            values.reshape(-1)[place] = special[rng.integers(len(special))]
    return values


@mode
def zeros(rng, values, name):
    return np.zeros_like(values)


@mode
def equal(rng, values, name):
    return np.full_like(values, values.reshape(-1)[0]) if values.size else values


@mode
def some_zeros(rng, values, name):
    return _some(rng, values, [0, 0] if not _float(name) else [0.0, -0.0])


@mode
def soup(rng, values, name):
    return rng.choice(_normal(name), values.shape).astype(values.dtype)


@mode
def one_edge(rng, values, name):
    return _some(rng, values, _normal(name))


@mode
def some_nan(rng, values, name):
    return _some(rng, values, [np.nan]) if _float(name) else one_edge(rng, values, name)


@mode
def all_nan(rng, values, name):
    return np.full_like(values, np.nan) if _float(name) else soup(rng, values, name)


@mode
def some_infinite(rng, values, name):
    return _some(rng, values, [np.inf]) if _float(name) else one_edge(rng, values, name)


@mode
def infinities(rng, values, name):
    return rng.choice([np.inf, -np.inf], values.shape).astype(values.dtype) if _float(name) else soup(rng, values, name)


@mode
def huge(rng, values, name):
    if not _float(name):
        return rng.choice(edges(name)[-3:], values.shape).astype(values.dtype)
    return (np.sign(values.real) * rng.uniform(0.1, 0.9, values.shape) * _largest(name)).astype(values.dtype)


@mode
def large(rng, values, name):
    """Finite, and so are their squares."""
    return (values * _largest(name) ** 0.25).astype(values.dtype) if _float(name) else values


@mode
def small(rng, values, name):
    """Their squares are 0, they are not."""
    if not _float(name):
        return values
    tiny = float(ml_dtypes.finfo(numpy_dtype(PART.get(name, name))).tiny)
    return (np.sign(values.real) * rng.uniform(1, 9, values.shape) * tiny**0.75).astype(values.dtype)


@mode
def wide(rng, values, name):
    """Of very different sizes."""
    if not _float(name):
        return soup(rng, values, name)
    power = np.log10(_largest(name)) / 3
    return (values * 10.0 ** rng.uniform(-power, power, values.shape)).astype(values.dtype)


@mode
def negative(rng, values, name):
    return values if name[0] == "u" or name == "bool" else -np.abs(values).astype(values.dtype)


@mode
def dependent(rng, values, name):
    """Rows that are multiples of each other, or nearly so: singular and ill-conditioned matrices."""
    if values.ndim < 2 or not _float(name) or not values.size:
        return values
    eps = float(ml_dtypes.finfo(numpy_dtype(PART.get(name, name))).eps)
    first = np.array(values[..., :1, :])
    factors = np.arange(1, values.shape[-2] + 1).reshape(-1, 1)
    noise = rng.choice([0.0, 0.0, 8 * eps, eps**0.5])
    return (first * factors + values * noise).astype(values.dtype)
