"""Rows of rules/samples/: each a function of the public API, the inputs to try it on, and how exact it must be."""

import collections
import dataclasses
import itertools
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np

FLOATS = ("float32", "float64", "float16", "bfloat16")
REALS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTS = ("int32", "int64", "int8", "int16", "uint8")
SIGNED = ("int32", "int64", "int8", "int16")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
NUMBERS = FLOATS + ("int32", "int64")
ANY = ("float32", "int64", "bool", "complex64", "uint8", "bfloat16")

# How often a result was compared with TensorFlow's, by what was compared; the summary of the run prints it.
COMPARISONS: collections.Counter[str] = collections.Counter()

EPSILON = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}
EPSILON["complex64"], EPSILON["complex128"] = EPSILON["float32"], EPSILON["float64"]


def numpy_dtype(name: str) -> np.dtype:
    """Returns the NumPy dtype of a TensorFlow dtype's name; strings are objects."""
    if name == "string":
        return np.dtype(object)
    return np.dtype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)


@dataclasses.dataclass(frozen=True)
class Maker:
    """Makes the value of one tensor argument: `make(rng, shape, dtype name) -> array`."""

    make: Callable[[np.random.Generator, tuple, str], Any]
    dtype: str | None = None  # where it does not follow the row's dtype
    differentiable: bool = True

    def __call__(self, rng: np.random.Generator, shape: tuple, dtype: str) -> Any:
        dtype = self.dtype or dtype
        return np.asarray(self.make(rng, shape, dtype)).astype(numpy_dtype(dtype)).reshape(shape)


def uniform(low: float = -2.0, high: float = 2.0, dtype: str | None = None) -> Maker:
    """Numbers between `low` and `high`, both included for integers; unsigned ones are never negative."""

    def make(rng, shape, name):
        if name == "bool":
            return rng.integers(0, 2, shape)
        if "int" in name:
            bottom = max(int(low), 0) if name[0] == "u" else int(low)
            return rng.integers(bottom, max(int(high), bottom) + 1, shape)
        if name.startswith("complex"):
            return rng.uniform(low, high, shape) + 1j * rng.uniform(low, high, shape)
        return rng.uniform(low, high, shape)

    return Maker(make, dtype)


def nonzero(low: float = 0.5, high: float = 3.0, dtype: str | None = None) -> Maker:
    """Numbers with absolute values between `low` and `high`, of either sign where the dtype has signs."""

    def make(rng, shape, name):
        size = rng.uniform(low, high, shape)
        if "int" in name:
            size = np.maximum(np.round(size), 1)
        return size if name[0] == "u" else size * rng.choice([-1, 1], shape)

    return Maker(make, dtype)


def distinct(dtype: str | None = None) -> Maker:
    """Numbers of which no two are equal nor close: for maxima and sorting, whose gradients jump at ties."""

    def make(rng, shape, name):
        count = int(np.prod(shape))
        order = rng.permutation(count)
        return (order if "int" in name else (order - count / 2) * 0.25).reshape(shape)

    return Maker(make, dtype)


def index(limit: int, dtype: str = "int32", low: int = 0) -> Maker:
    """Integers from `low` up to, not including, `limit`."""
    return Maker(lambda rng, shape, name: rng.integers(low, limit, shape), dtype, differentiable=False)


def bools() -> Maker:
    """Truth values."""
    return Maker(lambda rng, shape, name: rng.integers(0, 2, shape), "bool", differentiable=False)


def fixed(value: Any, dtype: str | None = None) -> Maker:
    """Always this value, whatever the shape asked for."""
    array = np.asarray(value)

    class Fixed(Maker):
        def __call__(self, rng, shape, name):
            return array.astype(numpy_dtype(self.dtype or name))

    return Fixed(lambda rng, shape, name: array, dtype, differentiable=dtype is None or dtype in FLOATS)


def strings(*words: str | bytes) -> Maker:
    """Strings drawn from these."""
    pool = [word.encode() if isinstance(word, str) else word for word in words]

    def make(rng, shape, name):
        made = np.empty(shape, object)
        for place in np.ndindex(*shape):
            made[place] = pool[rng.integers(len(pool))]
        return made

    return Maker(make, "string", differentiable=False)


def probabilities() -> Maker:
    """Numbers that sum to one along the last axis."""

    def make(rng, shape, name):
        numbers = rng.uniform(0.1, 1, shape)
        return numbers / numbers.sum(-1, keepdims=True)

    return Maker(make)


def positive_definite() -> Maker:
    """Symmetric positive definite matrices."""

    def make(rng, shape, name):
        root = rng.uniform(-1, 1, shape)
        return root @ np.swapaxes(root, -1, -2) + shape[-1] * np.eye(shape[-1])

    return Maker(make)


def invertible() -> Maker:
    """Square matrices that are well conditioned."""
    return Maker(lambda rng, shape, name: rng.uniform(-1, 1, shape) + 2 * np.eye(shape[-1]))


@dataclasses.dataclass(frozen=True)
class Bad:
    """A call that must raise: shapes, dtypes or keyword arguments that do not go together."""

    shapes: Any = None  # as an entry of Sample.shapes; the row's first where None
    kwargs: dict | None = None
    dtypes: Sequence[str] | None = None  # one for each tensor argument
    values: Sequence[Any] | None = None  # instead of made arguments


@dataclasses.dataclass(frozen=True, eq=False)
class Sample:
    """One row. Every combination of a shape, keyword arguments and a dtype is a case.

    Attributes:
      name: the public name, such as `nn.softmax`; what follows a space only tells rows of one function apart.
      shapes: for each case the shape of the tensor argument, or a tuple of shapes where there are several.
      dtypes: names of dtypes; the first is the one that is looked at most.
      kwargs: keyword arguments; a string that names a dtype serves as one.
      args: a `Maker` for each tensor argument.
      cases: pairs of shapes and keyword arguments instead of all combinations of `shapes` and `kwargs`.
      call: `call(module, *tensors, **kwargs)` where the function is not simply called with the tensors.
      ulp: the greatest error of the result against TensorFlow, in units in the last place.
      half_ulp: the same for float16 and bfloat16.
      grad: whether the gradient is compared with TensorFlow's; False where TensorFlow has none or its own is wrong.
      second: whether the second derivative is compared as well.
      numeric: whether the gradient is compared with differences; False where the function jumps or the gradient is
        defined otherwise.
      numeric_second: whether the second derivative is; False where there is none.
      known_shape: whether known input shapes give a known output shape.
      hidden_dims: whether the function can be traced with unknown sizes.
      hidden_rank: whether it can be traced with unknown ranks.
      stateful: whether it gives something else on every call, as random numbers do.
      traceable: whether it can be called inside a `tf.function`.
      portable: whether a GraphDef of it can be run elsewhere: not where it calls Python or shares a variable by name.
      more_dtypes: whether ours also takes tensors of dtypes that TensorFlow refuses.
      tensorflow_fails: the rules (names of tests) that TensorFlow itself does not obey here.
      before: `before(module)`, called before every call, as to set the random seed.
      bad: calls that must raise an exception of TensorFlow's class.
      numpy: the same function in NumPy, used where TensorFlow is not installed.
      ops: names of registered ops that this row covers beyond those found in its graphs.
    """

    name: str
    shapes: Sequence[Any] = ((),)
    dtypes: Sequence[str] = FLOATS
    kwargs: Sequence[dict] = ({},)
    args: Sequence[Maker] = (uniform(),)
    cases: Sequence[tuple[Any, dict]] | None = None
    call: Callable | None = None
    ulp: float = 4
    half_ulp: float = 2
    grad: bool = True
    second: bool = True
    numeric: bool = True
    numeric_second: bool = True
    known_shape: bool = True
    hidden_dims: bool = True
    hidden_rank: bool = True
    stateful: bool = False
    traceable: bool = True
    portable: bool = True
    more_dtypes: bool = False
    tensorflow_fails: Sequence[str] = ()
    before: Callable | None = None
    bad: Sequence[Bad] = ()
    numpy: Callable | None = None
    ops: Sequence[str] = ()

    def __repr__(self) -> str:
        return self.name

    def shapes_of(self, entry: Any) -> tuple[tuple, ...]:
        """Returns the shape of every tensor argument, for an entry of `shapes`."""
        return (entry,) if len(self.args) == 1 else tuple(entry)

    def all_cases(self, dtypes: Sequence[str] | None = None) -> "Iterator[Case]":
        """Gives the cases for these dtypes, or all."""
        pairs = self.cases if self.cases is not None else itertools.product(self.shapes, self.kwargs)
        for number, (entry, kwargs) in enumerate(pairs):
            for dtype in self.dtypes if dtypes is None else dtypes:
                yield Case(self, number, self.shapes_of(entry), kwargs, dtype)

    def main_cases(self) -> "Iterator[Case]":
        """Returns the cases for the first dtype."""
        return self.all_cases(self.dtypes[:1])

    def differentiable(self) -> bool:
        """True where there is an argument with a gradient."""
        return self.grad and any(m.differentiable and (m.dtype or self.dtypes[0]) in EPSILON for m in self.args)


@dataclasses.dataclass(frozen=True, eq=False)
class Case:
    """A row with shapes, keyword arguments and a dtype chosen."""

    sample: Sample
    number: int
    shapes: tuple[tuple, ...]
    kwargs: dict
    dtype: str

    def __str__(self) -> str:
        words = [str(shape) for shape in self.shapes] + [f"{key}={value!r}" for key, value in self.kwargs.items()]
        return f"{self.sample.name}({', '.join(words)}) {self.dtype}"

    def arrays(self) -> list[Any]:
        """Returns the tensor arguments, the same on every call and for every dtype up to rounding."""
        seed = zlib.crc32(f"{self.sample.name} {self.number}".encode())
        rng = np.random.default_rng(seed)
        return [make(rng, shape, self.dtype) for make, shape in zip(self.sample.args, self.shapes, strict=True)]

    def tensors(self, module: Any) -> list[Any]:
        """Returns the tensor arguments as tensors of a module."""
        return [to_tensor(module, array) for array in self.arrays()]

    def call(self, module: Any, *tensors: Any) -> Any:
        """Calls the row's function of a module."""
        return call(module, self.sample, tensors, self.kwargs)

    def differentiable_arguments(self) -> list[int]:
        """Returns the places of the arguments with respect to which there is a gradient."""
        return [
            place
            for place, make in enumerate(self.sample.args)
            if make.differentiable and (make.dtype or self.dtype) in EPSILON
        ]


def resolve(module: Any, name: str) -> Any:
    """Returns the function with a public name, such as `nn.softmax`."""
    found = module
    for part in name.split(" ")[0].split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise AssertionError(f"{module.__name__} has no tf.{name.split(' ')[0]}") from None
    return found


def call(module: Any, sample: Sample, tensors: Sequence[Any], kwargs: dict) -> Any:
    """Calls a row's function of a module with these tensors and keyword arguments."""
    if sample.before is not None:
        sample.before(module)
    kwargs = {key: value(module) if callable(value) else value for key, value in kwargs.items()}
    if sample.call is not None:
        return sample.call(module, *tensors, **kwargs)
    return resolve(module, sample.name)(*tensors, **kwargs)


def to_tensor(module: Any, array: Any) -> Any:
    """Returns an array as a module's tensor; objects are strings."""
    array = np.asarray(array)
    if array.dtype == object:
        return module.constant(array.tolist(), dtype=module.string, shape=array.shape)
    return module.constant(array)


def to_numpy(value: Any) -> Any:
    """Returns a structure of tensors as arrays; gradients that are slices become dense, None stays."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return [to_numpy(item) for item in value]
    if isinstance(value, dict):
        return {key: to_numpy(item) for key, item in value.items()}
    if hasattr(value, "values") and hasattr(value, "indices") and hasattr(value, "dense_shape"):
        shape = np.asarray(value.dense_shape)
        values = np.asarray(value.values)
        dense = np.zeros(shape, values.dtype)
        np.add.at(dense, np.asarray(value.indices), values)
        return dense
    return np.asarray(value.numpy() if hasattr(value, "numpy") else value)


def difference(
    got: Any, want: Any, ulp: float, half_ulp: float, where: str = "result", least: float = 0.0
) -> str | None:
    """Says what is wrong with `got`, None where it equals `want` up to rounding: structure, dtype, shape and values."""
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return f"{where}: {len(want)} items expected, got {_short(got)}"
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            text = difference(g, w, ulp, half_ulp, f"{where}[{i}]", least)
            if text:
                return text
        return None
    if isinstance(want, dict):
        if not isinstance(got, dict) or got.keys() != want.keys():
            return f"{where}: keys {list(want)} expected, got {got}"
        found = (difference(got[key], want[key], ulp, half_ulp, f"{where}[{key!r}]", least) for key in want)
        return next((text for text in found if text), None)
    if want is None or got is None:
        return None if want is got else f"{where}: expected {_short(want)}, got {_short(got)}"
    if got.dtype != want.dtype and not {got.dtype.kind, want.dtype.kind} <= set("OSU"):
        return f"{where}: dtype {want.dtype} expected, got {got.dtype}"
    if got.shape != want.shape:
        return f"{where}: shape {want.shape} expected, got {got.shape}"
    if want.size == 0:
        return None
    name = want.dtype.name
    if name not in EPSILON:
        equal = got == want
        return None if np.all(equal) else _first_difference(where, got, want, ~equal)
    if want.dtype.kind == "c":
        g, w = got.astype(np.complex128), want.astype(np.complex128)
    else:
        g, w = got.astype(np.float64), want.astype(np.float64)
    finite = np.isfinite(w)
    size = np.abs(np.where(finite, w, 0))
    units = half_ulp if name in ("float16", "bfloat16") else ulp
    # Errors are measured against each element, but not below a twentieth of the largest nor below `least`: that is
    # cancellation's share.
    tiny = float(ml_dtypes.finfo(want.dtype).tiny) if want.dtype.kind != "c" else 1e-37
    allowed = units * EPSILON[name] * np.maximum(size, max(0.05 * size.max(), tiny, least))
    with np.errstate(invalid="ignore"):
        close = np.where(finite, np.abs(np.where(finite, g - w, 0)) <= allowed, (g == w) | (np.isnan(g) & np.isnan(w)))
    if np.all(close):
        return None
    with np.errstate(invalid="ignore", divide="ignore"):
        worst = np.max(np.where(finite & ~close, np.abs(g - w) / (allowed / units), 0)) if units else np.inf
    return f"{_first_difference(where, got, want, ~close)}; worst {worst:.3g} ulp, allowed {units:g}"


def _first_difference(where: str, got: Any, want: Any, wrong: Any) -> str:
    wrong = np.asarray(wrong)
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"{where}: {int(wrong.sum())} of {want.size} differ, first at {place}: expected {_short(want[place])}, "
        f"got {_short(got[place])}"
    )


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) < 100 else text[:97] + "..."
