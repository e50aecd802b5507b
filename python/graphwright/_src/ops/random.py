"""tf.random: numbers that follow from seeds, the same ones as TensorFlow's for the same seeds."""

from __future__ import annotations

import enum

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.seeds import get_seed
from graphwright._src.ops.array_join import stack
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

_uniform = _core.op("RandomUniform")
_uniform_int = _core.op("RandomUniformInt")
_normal = _core.op("RandomStandardNormal")
_truncated_normal = _core.op("TruncatedNormal")
_shuffle = _core.op("RandomShuffle")
_multinomial = _core.op("Multinomial")
_gamma = _core.op("RandomGamma")
_poisson = _core.op("RandomPoissonV2")
_stateless_uniform = _core.op("StatelessRandomUniformV2")
_stateless_uniform_int = _core.op("StatelessRandomUniformIntV2")
_stateless_full_int = _core.op("StatelessRandomUniformFullIntV2")
_stateless_normal = _core.op("StatelessRandomNormalV2")
_stateless_truncated_normal = _core.op("StatelessTruncatedNormalV2")
_key_counter = _core.op("StatelessRandomGetKeyCounter")


def op_seeds(op_seed: int | None) -> dict[str, int]:
    seed, seed2 = get_seed(op_seed)
    return {"seed": seed or 0, "seed2": seed2 or 0}


def shape_tensor(shape: Any) -> Any:
    """Returns a shape argument as a tensor: int32 for Python values where that holds them.

    The dtype decides which numbers are drawn, too: ops of other dtypes count for themselves.
    """
    if isinstance(shape, _core.Tensor):
        return shape
    sizes = shape if isinstance(shape, (list, tuple)) else ()
    tensors = [size for size in sizes if isinstance(size, _core.Tensor)]
    if tensors and not _core.executing_eagerly():
        return stack(sizes, name="shape")
    dtype = hint = None
    if isinstance(shape, (list, tuple)) and not shape:
        dtype = dtypes.int32
    elif any(size.dtype == dtypes.int64 for size in tensors):
        dtype = dtypes.int64
    elif not hasattr(shape, "dtype"):  # arrays keep theirs
        hint = dtypes.int32
    return _converted_shape(shape, dtype, hint)


def _shape_of_int32(shape: ShapeLike) -> Tensor:
    """Returns the same for distributions that take int32 only. Raises ValueError for tensors of other dtypes."""
    return _converted_shape(shape, dtypes.int32)


def _converted_shape(shape: ShapeLike, dtype: DTypeLike | None, hint: DTypeLike | None = None) -> Tensor:
    if _core.executing_eagerly():
        return _core.convert_to_tensor(shape, dtype, hint)
    return convert_to_tensor(shape, dtype, hint, name="shape")


def _parameters(dtype: DTypeLike, **values: Any) -> list[Any]:
    """Parameters of a distribution as tensors; in a graph those that are none become nodes of these names."""
    if _core.executing_eagerly():
        return [_core.convert_to_tensor(value, dtype) for value in values.values()]
    return [convert_to_tensor(value, dtype, name=name) for name, value in values.items()]


def scaled(numbers: Any, factor: Any, offset: Any, name: str | None) -> Any:
    return _core.op("AddV2")(_core.op("Mul")(numbers, factor), offset, name=name)


# ---- stateful ops ----


@export("random.normal", node="random_normal/=", v1="random.normal random_normal")
def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed numbers (tf.random.normal).

    Args:
      shape: of the result, an integer vector.
      mean, stddev: numbers or tensors that broadcast with `shape`, of type `dtype`.
      dtype: float16, bfloat16, float32 or float64.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.random.set_seed(5)
    >>> tf.random.normal([2], 0, 1, tf.float32, seed=1).shape
    TensorShape([2])
    """
    dtype = dtypes.as_dtype(dtype)
    shape = shape_tensor(shape)
    mean, stddev = _parameters(dtype, mean=mean, stddev=stddev)
    numbers = _normal(shape, dtype=dtype, **op_seeds(seed))
    return scaled(numbers, stddev, mean, name)


@export("random.truncated_normal", node="truncated_normal/=", v1="random.truncated_normal truncated_normal")
def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed numbers, of which those beyond two standard deviations are drawn again.

    Args:
      shape: of the result, an integer vector.
      mean, stddev: numbers or tensors that broadcast with `shape`, of type `dtype`.
      dtype: float16, bfloat16, float32 or float64.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    TensorFlow symbol: tf.random.truncated_normal.

    >>> import graphwright as tf
    >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) < 2))
    True
    """
    dtype = dtypes.as_dtype(dtype)
    shape = shape_tensor(shape)
    mean, stddev = _parameters(dtype, mean=mean, stddev=stddev)
    numbers = _truncated_normal(shape, dtype=dtype, **op_seeds(seed))
    return scaled(numbers, stddev, mean, name)


_UNIFORM_DTYPES = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)


@export("random.uniform", node="random_uniform/=", v1="random.uniform random_uniform")
def uniform(
    shape: ShapeLike,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Uniformly distributed numbers in [minval, maxval) (tf.random.uniform).

    Args:
      shape: of the result, an integer vector.
      minval, maxval: numbers or tensors that broadcast with `shape`; scalars for integers. `maxval` is 1 by default, and
        must be given for integers.
      dtype: float16, bfloat16, float32, float64, int32 or int64.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    Raises:
      ValueError: another dtype, or integers without `maxval`.

    >>> import graphwright as tf
    >>> x = tf.random.uniform([100], 3, 7, tf.int32)
    >>> bool(tf.reduce_all(x >= 3) and tf.reduce_all(x < 7))
    True
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _UNIFORM_DTYPES:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!s}. Accepted dtypes are "
            f"({', '.join(repr(each) for each in _UNIFORM_DTYPES)})."
        )
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    shape = shape_tensor(shape)
    from_zero = type(minval) is int and minval == 0
    to_one = type(maxval) is int and maxval == 1
    if dtype.is_integer:
        low, high = _parameters(dtype, min=minval, max=maxval)
        return _uniform_int(shape, low, high, name=name, **op_seeds(seed))
    if from_zero and to_one:
        return _uniform(shape, dtype=dtype, **op_seeds(seed))
    low, high = _parameters(dtype, min=minval, max=maxval)
    numbers = _uniform(shape, dtype=dtype, **op_seeds(seed))
    if from_zero:
        return _core.op("Mul")(numbers, high, name="Mul")
    return scaled(numbers, _core.op("Sub")(high, low), low, name)


@export("random.shuffle", v1="random.shuffle random_shuffle")
def shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """Returns the slices of `value` along its first axis in random order (tf.random.shuffle).

    Args:
      value: a tensor.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    >>> import graphwright as tf
    >>> sorted(tf.random.shuffle([3, 1, 2]).numpy().tolist())
    [1, 2, 3]
    """
    return _shuffle(value, name=name, **op_seeds(seed))


@export("random.categorical", node="categorical/")
def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Draws from categorical distributions (tf.random.categorical).

    Args:
      logits: shape [batch, classes]; the logarithms of the classes' probabilities, up to a constant in each row.
      num_samples: how many draws for each row, an int or a scalar tensor.
      dtype: int32 or int64, the default.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    Returns:
      The numbers of the classes drawn, shape [batch, num_samples].

    >>> import graphwright as tf
    >>> tf.random.categorical([[0.0, -1e9]], 3).numpy().tolist()
    [[0, 0, 0]]
    """
    dtype = dtypes.int64 if dtype is None else dtypes.as_dtype(dtype)
    if dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"Argument `dtype` got invalid value {dtype!s}. Accepted dtypes are (tf.int32, tf.int64).")
    samples = _core.convert_to_tensor(num_samples, dtypes.int32)
    return _multinomial(logits, samples, output_dtype=dtype, name=name, **op_seeds(seed))


@export("random.gamma", node="random_gamma/", v1="random.gamma random_gamma")
def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of gamma distributions (tf.random.gamma), differentiable with respect to `alpha` and `beta`.

    Args:
      shape: how many for each distribution, an integer vector.
      alpha: the shape parameters, positive.
      beta: the rates (inverse scales), 1 by default; broadcasts with `alpha`.
      dtype: float16, float32 or float64.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    Returns:
      A tensor whose shape is `shape` followed by that of `alpha + beta`.

    >>> import graphwright as tf
    >>> tf.random.gamma([10], [0.5, 1.5]).shape
    TensorShape([10, 2])
    """
    dtype = dtypes.as_dtype(dtype)
    alpha = _core.convert_to_tensor(alpha, dtype)
    beta = _core.convert_to_tensor(1 if beta is None else beta, dtype)
    shape = _shape_of_int32(shape)
    broadcast = _core.op("AddV2")(alpha, _core.op("ZerosLike")(beta))
    numbers = _core.op("RealDiv")(_gamma(shape, broadcast, **op_seeds(seed)), beta)
    return _core.op("Maximum")(_tiny(dtype), numbers, name=name)


def _tiny(dtype: DType) -> Tensor:
    """Returns the smallest normal number: gamma draws are never zero."""
    smallest = {dtypes.float16: 6.103515625e-05, dtypes.float32: 2.0**-126, dtypes.float64: 2.0**-1022}
    return _core.convert_to_tensor(smallest[dtype], dtype)


@export("random.poisson", node="random_poisson/", v1="")
def poisson(
    shape: ShapeLike,
    lam: TensorLike,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers of Poisson distributions (tf.random.poisson).

    Args:
      shape: how many for each distribution, an integer vector.
      lam: the rates.
      dtype: float16, float32, float64, int32 or int64.
      seed: of this op, beside the global one; see `tf.random.set_seed`.
      name: of the operation.

    Returns:
      A tensor whose shape is `shape` followed by that of `lam`.

    >>> import graphwright as tf
    >>> tf.random.poisson([10], [12.2, 3.3]).shape
    TensorShape([10, 2])
    """
    return _poisson(
        _shape_of_int32(shape), lam, dtype=dtypes.as_dtype(dtype or dtypes.int64), name=name, **op_seeds(seed)
    )


# ---- stateless ops ----


@export("random.Algorithm", "random.experimental.Algorithm")
class Algorithm(enum.Enum):
    """The algorithms of random ops (tf.random.Algorithm). Philox is the one that this library has."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


_ALGORITHM_NAMES = {"philox": Algorithm.PHILOX, "threefry": Algorithm.THREEFRY, "auto_select": Algorithm.AUTO_SELECT}


def algorithm_number(alg: str | int | Algorithm | Tensor) -> Any:
    """Returns the number of an algorithm given by name, number or enum; an integer tensor is passed on.

    Raises:
      TypeError: it is none of these.
      ValueError: there is no such algorithm.
    """
    if isinstance(alg, Algorithm):
        found = alg
    elif isinstance(alg, str):
        if alg.lower() not in _ALGORITHM_NAMES:
            raise ValueError(
                f"Argument `alg` got unsupported value {alg}. Supported values are philox for the Philox algorithm, "
                "threefry for the ThreeFry algorithm, and auto_select for auto-selection."
            )
        found = _ALGORITHM_NAMES[alg.lower()]
    elif isinstance(alg, _core.Tensor):
        return alg
    elif not hasattr(alg, "__index__"):
        raise TypeError(f"Can't convert argument `alg` (of value {alg} and type {type(alg)}) to int.")
    else:
        try:
            found = Algorithm(int(alg))
        except ValueError:
            raise ValueError(
                f"Argument `alg` got unsupported value {alg}. Supported values are 1 for the Philox algorithm, 2 for the "
                "ThreeFry algorithm, and 3 for auto-selection."
            ) from None
    return found.value


def number_for_ops(alg: str | int | Algorithm | Tensor | None) -> Any:
    """Returns the number of the algorithm that ops are given; an integer tensor is passed on."""
    number = Algorithm.PHILOX.value if alg is None else algorithm_number(alg)
    if isinstance(number, _core.Tensor):
        return number
    if number == Algorithm.THREEFRY.value:
        raise errors.InvalidArgumentError(
            None, None, "No op here has the ThreeFry algorithm of random numbers: use 'philox'"
        )
    return Algorithm.PHILOX.value


def _keys(seed: TensorLike, alg: str | int | Algorithm | Tensor | None) -> tuple[Any, Any, Any]:
    algorithm = number_for_ops(alg)
    if not (alg is None or isinstance(alg, _core.Tensor)) and algorithm_number(alg) == Algorithm.AUTO_SELECT.value:
        algorithm = Algorithm.AUTO_SELECT.value  # also Philox, but the constant folding pass leaves it to XLA
    key, counter = _key_counter(seed)
    return key, counter, _core.convert_to_tensor(algorithm, dtypes.int32)


_STATELESS_DTYPES = (*_UNIFORM_DTYPES, dtypes.uint32, dtypes.uint64)


@export("random.stateless_uniform", node="stateless_random_uniform/=")
def stateless_uniform(
    shape: ShapeLike,
    seed: TensorLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm | Tensor = "auto_select",
) -> Tensor:
    """Uniformly distributed numbers in [minval, maxval), always the same for the same arguments.

    Args:
      shape: of the result, an integer vector.
      seed: two integers.
      minval, maxval: numbers or tensors that broadcast with `shape`; for integers scalars, or both None for all values.
      dtype: float16, bfloat16, float32, float64, int32, int64, or uint32 or uint64 with both bounds None.
      name: of the operation.
      alg: "philox", "auto_select" or the number of one in `tf.random.Algorithm`.

    Raises:
      ValueError: another dtype or algorithm, or only one of the bounds for integers.

    TensorFlow symbol: tf.random.stateless_uniform.

    >>> import graphwright as tf
    >>> tf.random.stateless_uniform([2], seed=[1, 2], minval=0, maxval=10, dtype=tf.int32).numpy()
    array([0, 9], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _STATELESS_DTYPES:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!s}. Accepted dtypes are "
            f"({', '.join(repr(each) for each in _STATELESS_DTYPES)})."
        )
    if dtype.is_integer:
        if (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer `dtype` argument {dtype!s}, argument `minval` and `maxval` must be both None or not None. "
                f"Got `minval`={minval} and `maxval`={maxval}."
            )
        if minval is not None and dtype in (dtypes.uint32, dtypes.uint64):
            raise ValueError(
                f"Argument `dtype` got invalid value {dtype!s} when argument `minval` is not None. Please don't use "
                "unsigned integers in this case."
            )
    elif maxval is None:
        maxval = 1
    shape = shape_tensor(shape)
    if dtype.is_integer:
        key, counter, alg = _keys(seed, alg)
        if minval is None:
            return _stateless_full_int(shape, key, counter, alg, dtype=dtype, name=name)
        low, high = _parameters(dtype, min=minval, max=maxval)
        return _stateless_uniform_int(shape, key, counter, alg, low, high, name=name)
    low, high = _parameters(dtype, min=minval, max=maxval)
    key, counter, alg = _keys(seed, alg)
    numbers = _stateless_uniform(shape, key, counter, alg, dtype=dtype)
    return scaled(numbers, _core.op("Sub")(high, low), low, name)


@export("random.stateless_normal", node="stateless_random_normal/=")
def stateless_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm | Tensor = "auto_select",
) -> Tensor:
    """Normally distributed numbers, always the same for the same arguments (tf.random.stateless_normal).

    Args:
      shape: of the result, an integer vector.
      seed: two integers.
      mean, stddev: numbers or tensors that broadcast with `shape`, of type `dtype`.
      dtype: float16, bfloat16, float32 or float64.
      name: of the operation.
      alg: "philox", "auto_select" or the number of one in `tf.random.Algorithm`.

    >>> import graphwright as tf
    >>> a, b = (tf.random.stateless_normal([3], seed=[1, 2]) for _ in range(2))
    >>> bool(tf.reduce_all(a == b))
    True
    """
    dtype = dtypes.as_dtype(dtype or dtypes.float32)
    shape = shape_tensor(shape)
    mean, stddev = _parameters(dtype, mean=mean, stddev=stddev)
    key, counter, alg = _keys(seed, alg)
    return scaled(_stateless_normal(shape, key, counter, alg, dtype=dtype), stddev, mean, name)


@export("random.stateless_truncated_normal", node="stateless_truncated_normal/=")
def stateless_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm | Tensor = "auto_select",
) -> Tensor:
    """Normally distributed numbers within two standard deviations, always the same for the same arguments.

    Args:
      shape: of the result, an integer vector.
      seed: two integers.
      mean, stddev: numbers or tensors that broadcast with `shape`, of type `dtype`.
      dtype: float16, bfloat16, float32 or float64.
      name: of the operation.
      alg: "philox", "auto_select" or the number of one in `tf.random.Algorithm`.

    TensorFlow symbol: tf.random.stateless_truncated_normal.

    >>> import graphwright as tf
    >>> tf.random.stateless_truncated_normal([3], seed=[1, 2]).shape
    TensorShape([3])
    """
    dtype = dtypes.as_dtype(dtype or dtypes.float32)
    shape = shape_tensor(shape)
    mean, stddev = _parameters(dtype, mean=mean, stddev=stddev)
    key, counter, alg = _keys(seed, alg)
    return scaled(_stateless_truncated_normal(shape, key, counter, alg, dtype=dtype), stddev, mean, name)


@export("random.stateless_categorical", node="stateless_categorical/")
def stateless_categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: TensorLike,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Draws from categorical distributions, always the same for the same arguments.

    Args:
      logits: shape [batch, classes]; the logarithms of the classes' probabilities, up to a constant in each row.
      num_samples: how many draws for each row, an int or a scalar tensor.
      seed: two integers.
      dtype: int32 or int64.
      name: of the operation.

    Returns:
      The numbers of the classes drawn, shape [batch, num_samples].

    TensorFlow symbol: tf.random.stateless_categorical.

    >>> import graphwright as tf
    >>> tf.random.stateless_categorical([[0.0, -1e9]], 2, seed=[1, 2]).numpy().tolist()
    [[0, 0]]
    """
    dtype = dtypes.as_dtype(dtype or dtypes.int64)
    if dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"Argument `dtype` got invalid value {dtype!s}. Accepted dtypes are (tf.int32, tf.int64).")
    samples = _core.convert_to_tensor(num_samples, dtypes.int32)
    return _core.op("StatelessMultinomial")(logits, samples, seed, output_dtype=dtype, name=name)


@export("random.stateless_gamma", node="stateless_random_gamma/")
def stateless_gamma(
    shape: ShapeLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Numbers of gamma distributions, always the same for the same arguments (tf.random.stateless_gamma).

    Args:
      shape: of the result; it ends in the shape of `alpha + beta`.
      seed: two integers.
      alpha: the shape parameters, positive.
      beta: the rates (inverse scales), 1 by default; broadcasts with `alpha`.
      dtype: float16, float32 or float64.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.random.stateless_gamma([10, 2], seed=[12, 34], alpha=[0.5, 1.5]).shape
    TensorShape([10, 2])
    """
    dtype = dtypes.as_dtype(dtype)
    shape = shape_tensor(shape)
    alpha = _core.convert_to_tensor(alpha, dtype)
    beta = _core.convert_to_tensor(1 if beta is None else beta, dtype)
    broadcast = _core.op("AddV2")(alpha, _core.op("ZerosLike")(beta))
    key, counter, alg = _keys(seed, "auto_select")
    numbers = _core.op("StatelessRandomGammaV3")(shape, key, counter, alg, broadcast)
    return _core.op("Maximum")(_tiny(dtype), _core.op("RealDiv")(numbers, beta), name=name)


@export("random.stateless_poisson", node="stateless_random_poisson/")
def stateless_poisson(
    shape: ShapeLike, seed: TensorLike, lam: TensorLike, dtype: DTypeLike = dtypes.int32, name: str | None = None
) -> Tensor:
    """Numbers of Poisson distributions, always the same for the same arguments (tf.random.stateless_poisson).

    Args:
      shape: of the result; it ends in the shape of `lam`.
      seed: two integers.
      lam: the rates.
      dtype: float16, float32, float64, int32 or int64.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.random.stateless_poisson([10, 2], seed=[12, 34], lam=[5, 15]).shape
    TensorShape([10, 2])
    """
    return _core.op("StatelessRandomPoisson")(shape_tensor(shape), seed, lam, dtype=dtypes.as_dtype(dtype), name=name)


@export("random.stateless_binomial")
def stateless_binomial(
    shape: ShapeLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Numbers of binomial distributions, always the same for the same arguments (tf.random.stateless_binomial).

    Args:
      shape: of the result; it ends in the shape that `counts` and `probs` broadcast to.
      seed: two integers.
      counts: the numbers of trials.
      probs: the probabilities of success.
      output_dtype: float16, float32, float64, int32 or int64.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.random.stateless_binomial([10], seed=[1, 2], counts=10.0, probs=0.5).shape
    TensorShape([10])
    """
    return _core.op("StatelessRandomBinomial")(
        shape_tensor(shape), seed, counts, probs, dtype=dtypes.as_dtype(output_dtype or dtypes.int64), name=name
    )


@export("random.split", "random.experimental.stateless_split")
def split(seed: TensorLike, num: TensorLike = 2, alg: str | int | Algorithm | Tensor = "auto_select") -> Tensor:
    """New seeds that follow from one (tf.random.split).

    Args:
      seed: two integers, int32 or int64.
      num: how many.
      alg: as in `tf.random.stateless_uniform`.

    Returns:
      Shape [num, 2], of the dtype of `seed`.

    >>> import graphwright as tf
    >>> tf.random.split([1, 2], num=3).numpy()
    array([[1105988140, 1738052849],
           [-335576002,  370444179],
           [  10670227, -246211131]], dtype=int32)
    """
    seed = _core.convert_to_tensor(seed)
    shape: list[Any] = [num, 2]
    return stateless_uniform(shape, seed, None, None, seed.dtype, alg=alg)


@export("random.fold_in", "random.experimental.stateless_fold_in")
def fold_in(seed: TensorLike, data: TensorLike, alg: str | int | Algorithm | Tensor = "auto_select") -> Tensor:
    """Returns a new seed that follows from one and a number, such as that of a training step (tf.random.fold_in).

    Args:
      seed: two integers, int32 or int64.
      data: an int32 or int64 scalar.
      alg: as in `tf.random.stateless_uniform`.

    >>> import graphwright as tf
    >>> tf.random.fold_in([1, 2], 3).numpy()
    array([1105988140,          3], dtype=int32)
    """
    data = _core.convert_to_tensor(data)
    first = stateless_uniform([], seed, None, None, data.dtype, alg=alg)
    return _core.op("Pack")([first, data])


@export("random.experimental.stateless_shuffle")
def stateless_shuffle(
    value: TensorLike, seed: TensorLike, alg: str | int | Algorithm | Tensor = "auto_select", name: str | None = None
) -> Tensor:
    """Returns the slices of `value` along its first axis in random order, always the same for the same arguments.

    Args:
      value: a tensor.
      seed: two integers.
      alg: as in `tf.random.stateless_uniform`.
      name: of the operation.

    TensorFlow symbol: tf.random.experimental.stateless_shuffle.

    >>> import graphwright as tf
    >>> tf.random.experimental.stateless_shuffle([1, 2, 3, 4, 5], seed=[1, 2]).numpy()
    array([1, 3, 2, 5, 4], dtype=int32)
    """
    key, counter, alg = _keys(seed, alg)
    return _core.op("StatelessShuffle")(value, key, counter, alg, name=name)
