"""Activations: tf.nn.relu, elu, gelu, softmax …, and dropout."""

from __future__ import annotations

import numbers

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.ops.math import example_of, public
from graphwright._src.ops.random import stateless_uniform
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor, given_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_leaky_relu = _core.op("LeakyRelu")
_relu = _core.op("Relu")
_softmax = _core.op("Softmax")
_log_softmax = _core.op("LogSoftmax")
_transpose = _core.op("Transpose")
_concat = _core.op("ConcatV2")
_neg = _core.op("Neg")
_mul = _core.op("Mul")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_sigmoid = _core.op("Sigmoid")
_tanh = _core.op("Tanh")
_erfc = _core.op("Erfc")
_pow = _core.op("Pow")
_square = _core.op("Square")
_shape = _core.op("Shape")
_rank = _core.op("Rank")
_range = _core.op("Range")
_cast = _core.op("Cast")
_greater_equal = _core.op("GreaterEqual")
_select = _core.op("SelectV2")
_gelu = _core.op("_Gelu")

LARGE = 1 << 14  # elements from which on one pass over memory is worth asking for


def _activation(op_name: str, names: str, summary: str, arguments: str, result: str, **facts: Any) -> Any:
    """Returns a public function `f(features, name=None)` that calls one op."""
    op = _core.op(op_name)

    def function(features: TensorLike, name: str | None = None) -> Tensor:
        return op(features, name=name)

    public_names = names.split()
    doc = f"""{summary} (tf.{public_names[0]}).

    Args:
      features: a tensor of floats, of any shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    {example_of(public_names[0], arguments, result)}"""
    return public(public_names, function, doc, op_name, "tensor name", elementwise="unary", **facts)


relu = _activation("Relu", "nn.relu", "max(x, 0)", "[-1.0, 2.0]", "[0., 2.]", sparse=True)
relu6 = _activation(
    "Relu6", "nn.relu6", "min(max(x, 0), 6)", "[-1.0, 2.0, 8.0]", "[0., 2., 6.]", sparse=True, weak_type="unary"
)
elu = _activation("Elu", "nn.elu", "x where x > 0, else exp(x) - 1", "[0.0, 2.0]", "[0., 2.]", sparse=True)
selu = _activation(
    "Selu",
    "nn.selu",
    "scale * (x where x > 0, else alpha * (exp(x) - 1)), with fixed scale and alpha",
    "[0.0]",
    "[0.]",
    sparse=True,
)
softplus = _activation(
    "Softplus", "math.softplus nn.softplus", "log(exp(x) + 1)", "[100.0]", "[100.]", weak_type="unary"
)
softsign = _activation(
    "Softsign", "nn.softsign math.softsign", "x / (|x| + 1)", "[-1.0, 3.0]", "[-0.5 ,  0.75]", sparse=True
)


@export("nn.leaky_relu", elementwise="unary", sparse=True, weak_type="unary")
def leaky_relu(features: TensorLike, alpha: TensorLike = 0.2, name: str | None = None) -> Tensor:
    """x where x > 0, else alpha * x (tf.nn.leaky_relu).

    Args:
      features: a tensor of floats, or of integers, which become float32.
      alpha: the slope below zero, a Python number: it has no gradient.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    Raises:
      TypeError: `alpha` is a tensor or a variable.

    >>> import graphwright as tf
    >>> tf.nn.leaky_relu([-1.0, 2.0], alpha=0.5).numpy()
    array([-0.5,  2. ], dtype=float32)
    """
    features = as_tensor(features)
    if features.dtype.is_integer:
        features = _cast(features, DstT="float32")
    return _leaky_relu(features, alpha=alpha, name=name)


@export("nn.crelu", node="CRelu/ ConcatV2:=", v1="")
def crelu(features: TensorLike, axis: int = -1, name: str | None = None) -> Tensor:
    """relu(x) and relu(-x) side by side (tf.nn.crelu).

    Args:
      features: a tensor of numbers.
      axis: the axis along which the two are joined, which becomes twice as long.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same dtype.

    >>> import graphwright as tf
    >>> tf.nn.crelu([-1.0, 2.0]).numpy()
    array([0., 2., 1., 0.], dtype=float32)
    """
    features = as_tensor(features)
    return _relu(_concat([features, _neg(features)], axis), name=name)


def is_large(x: Tensor) -> bool:
    """Tells whether an op of ours that computes several of TensorFlow's in one pass may take their place: eagerly only."""
    return isinstance(x, _core.EagerTensor) and (x._num_elements() or 0) >= LARGE and _core.executing_eagerly()


@export("nn.gelu", node="Gelu/ Pow:Pow", elementwise="unary", weak_type="unary", v1="")
def gelu(features: TensorLike, approximate: bool = False, name: str | None = None) -> Tensor:
    """x times the probability that a standard normal number is below x (tf.nn.gelu).

    Args:
      features: a tensor of floats, of any shape.
      approximate: whether to approximate that probability by a hyperbolic tangent.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    Raises:
      ValueError: the dtype is not of floats.

    >>> import graphwright as tf
    >>> tf.nn.gelu([0.0, 100.0]).numpy()
    array([  0., 100.], dtype=float32)
    """
    features = as_tensor(features)
    if not features.dtype.is_floating:
        raise ValueError(f"`features.dtype` must be a floating point tensor. Received:features.dtype={features.dtype}")
    if not approximate and features.dtype == dtypes.float32 and is_large(features):
        return _gelu(features)
    half = _mul(features, 0.5)
    # TensorFlow has these two constants in float32 precision, whatever the dtype.
    if approximate:
        inner = _add(features, _mul(_pow(features, 3.0), 0.044714998453855515))
        return _mul(half, _add(_tanh(_mul(inner, 0.7978845608028654)), 1.0), name=name)
    return _mul(half, _erfc(_mul(features, -0.7071067690849304)), name=name)


@export("nn.silu", "nn.swish", elementwise="unary", weak_type="unary")
def silu(features: TensorLike, beta: TensorLike = 1.0) -> Tensor:
    """x * sigmoid(beta * x) (tf.nn.silu).

    Args:
      features: a tensor of floats, of any shape.
      beta: the slope of the sigmoid, cast to the dtype of `features`.

    Returns:
      A tensor of the same shape and dtype.

    >>> import graphwright as tf
    >>> tf.nn.silu([0.0, 100.0]).numpy()
    array([  0., 100.], dtype=float32)
    """
    features = as_tensor(features)
    if isinstance(beta, (int, float)):
        inner = features if beta == 1 else _mul(features, beta)
    else:
        inner = _mul(features, _cast(as_tensor(beta), DstT=features.dtype))
    return _mul(features, _sigmoid(inner))


def _along(op: Callable[..., Any], logits: TensorLike, axis: int | None, name: str | None) -> Tensor:
    """`op`, which works along the last axis, along another one."""
    x = as_tensor(logits)
    rank = x._rank()
    if axis is None or axis == -1 or (rank is not None and axis == rank - 1):
        return op(x, name=name)
    if rank is None:
        count = _rank(x)
        last = _sub(count, 1)
        place = axis if axis >= 0 else _add(count, axis)
        order = _core.op("TensorScatterUpdate")(
            _range(0, count, 1), _core.op("Pack")([[place], [last]]), _core.op("Pack")([last, place])
        )
    else:
        if not -rank <= axis < rank:
            from graphwright._src.base.errors import InvalidArgumentError

            raise InvalidArgumentError(
                None,
                None,
                f"`axis` must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions in "
                f"the input. Received: axis={axis}",
            )
        order = list(range(rank))
        order[axis], order[-1] = order[-1], order[axis]
    return _transpose(op(_transpose(x, order)), order, name=name)


@export("nn.softmax", "math.softmax", v1="")
@direct("Softmax", "tensor:float -=-1 name")
def softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor:
    """exp(x) / sum(exp(x)) along an axis (tf.nn.softmax).

    Args:
      logits: a tensor of floats with at least one axis.
      axis: the axis of the classes; the last by default.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis.

    >>> import graphwright as tf
    >>> tf.nn.softmax([0.0, 0.0]).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    return _along(_softmax, logits, axis, name)


@export("nn.log_softmax", "math.log_softmax", elementwise="unary", weak_type="unary", v1="")
@direct("LogSoftmax", "tensor:float -=-1 name")
def log_softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor:
    """x - log(sum(exp(x))) along an axis (tf.nn.log_softmax).

    Args:
      logits: a tensor of floats with at least one axis.
      axis: the axis of the classes; the last by default.
      name: the name of the node in a graph.

    Returns:
      A tensor of the same shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: there is no such axis.

    >>> import graphwright as tf
    >>> tf.nn.log_softmax([0.0]).numpy()
    array([0.], dtype=float32)
    """
    return _along(_log_softmax, logits, axis, name)


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    """Returns the shape of the random numbers: 1 in `noise_shape` is shared along an axis, None is x's own extent."""
    if noise_shape is None:
        return x.shape if x.shape.is_fully_defined() else _shape(x)
    if isinstance(noise_shape, Tensor):
        return noise_shape
    sizes = list(noise_shape)
    own = x._shape_tuple()
    if own is not None and len(sizes) == len(own):
        sizes = [extent if size is None else size for size, extent in zip(sizes, own, strict=True)]
    return sizes


def _dropout(
    x: TensorLike,
    rate: Any,
    noise_shape: ShapeLike | None,
    uniform: Callable[..., Any],
    name: str | None,
    skip_draw: Callable[[], object] = lambda: None,
) -> Tensor:
    """Dropout with the random numbers that `uniform` gives; `skip_draw` is called where none are needed."""
    given, x = x, as_tensor(x)
    if not x.dtype.is_floating:
        raise ValueError(
            f"`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x.dtype={x.dtype}"
        )
    if isinstance(rate, numbers.Real):
        chance: Any = rate
        if not 0 <= chance < 1:
            raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
        if rate == 0:
            skip_draw()
            return given_back(x, given, "x")
        scaled = _mul(x, 1.0 / (1.0 - chance))
    else:
        if isinstance(rate, (str, bytes)) or rate is None:
            raise ValueError(f"`rate` must be a scalar or scalar tensor. Received: rate={rate}")
        rate = _convert(rate, x.dtype)
        scaled = _core.op("RealDiv")(x, _sub(_convert(1.0, x.dtype), rate))
    keep = _greater_equal(uniform(_noise_shape(x, noise_shape), x.dtype), rate)
    result = _select(keep, scaled, _convert(0.0, x.dtype), name=name)
    if not _core.executing_eagerly():
        result.set_shape(x.shape)  # the rate's may be unknown
    return result


@export("nn.dropout", node="dropout/ Mul:Mul", v1="")
def dropout(
    x: TensorLike,
    rate: TensorLike,
    noise_shape: ShapeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sets elements to 0 at random and scales the others up, so that the sum is kept on average (tf.nn.dropout).

    Args:
      x: a tensor of floats.
      rate: the probability that an element is dropped, in [0, 1).
      noise_shape: a shape that broadcasts to x's: along its axes of extent 1 elements are dropped together.
      seed: an int that makes the choice repeatable together with `tf.random.set_seed`.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      ValueError: `rate` is out of range, or x is not of floats.

    >>> import graphwright as tf
    >>> tf.nn.dropout([1.0, 2.0], rate=0.0).numpy()
    array([1., 2.], dtype=float32)
    """

    from graphwright._src.graph.seeds import get_seed
    from graphwright._src.ops import random

    def uniform(shape: ShapeLike, dtype: DTypeLike) -> Tensor:
        return random.uniform(shape, seed=seed, dtype=dtype)

    return _dropout(x, rate, noise_shape, uniform, name, lambda: get_seed(seed))


@export("nn.experimental.stateless_dropout")
def stateless_dropout(
    x: TensorLike,
    rate: TensorLike,
    seed: TensorLike,
    rng_alg: str = "auto_select",
    noise_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """As `tf.nn.dropout`, the choice being a function of the seed alone (tf.nn.experimental.stateless_dropout).

    Args:
      x: a tensor of floats.
      rate: the probability that an element is dropped, in [0, 1).
      seed: an integer tensor of shape [2].
      rng_alg: 'philox', 'threefry' or 'auto_select'.
      noise_shape: a shape that broadcasts to x's: along its axes of extent 1 elements are dropped together.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      ValueError: `rate` is out of range, or x is not of floats.

    >>> import graphwright as tf
    >>> tf.nn.experimental.stateless_dropout([1.0, 2.0], rate=0.0, seed=[1, 2]).numpy()
    array([1., 2.], dtype=float32)
    """

    def uniform(shape: ShapeLike, dtype: DTypeLike) -> Tensor:

        return stateless_uniform(shape, seed=seed, dtype=dtype, alg=rng_alg)

    return _dropout(x, rate, noise_shape, uniform, name)


@export("nn.experimental.general_dropout")
def general_dropout(
    x: TensorLike,
    rate: TensorLike,
    uniform_sampler: Callable[..., Any],
    noise_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """As `tf.nn.dropout`, with random numbers of the caller's (tf.nn.experimental.general_dropout).

    Args:
      x: a tensor of floats.
      rate: the probability that an element is dropped, in [0, 1).
      uniform_sampler: takes a shape and a dtype and gives random numbers in [0, 1), as `tf.random.Generator.uniform`.
      noise_shape: a shape that broadcasts to x's: along its axes of extent 1 elements are dropped together.
      name: the name of the node in a graph.

    Returns:
      A tensor of x's shape and dtype.

    Raises:
      ValueError: `rate` is out of range, or x is not of floats.

    >>> import graphwright as tf
    >>> tf.nn.experimental.general_dropout([1.0, 2.0], 0.5, lambda shape, dtype: tf.constant([0.1, 0.9])).numpy()
    array([0., 4.], dtype=float32)
    """
    return _dropout(x, rate, noise_shape, lambda shape, dtype: uniform_sampler(shape=shape, dtype=dtype), name)
