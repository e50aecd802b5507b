"""tf.compat.v1.train: the step counter, learning rates that fall with it, and what cannot be done yet."""

from __future__ import annotations

import math

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import name_scope_v1
from graphwright._src.ops import math_binary
from graphwright._src.ops.math import ceil, cos, exp, floor, log, negative, sqrt
from graphwright._src.ops.math_binary import add, divide, equal, minimum, multiply
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.random import normal
from graphwright._src.session.collections import GraphKeys
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros
from graphwright._src.v1.variable_scope import get_variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.graph import Graph
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import TensorLike


# ---- the step ----


@export("compat.v1.train.get_global_step")
def get_global_step(graph: Graph | None = None) -> Any:
    """Returns the variable that counts steps, or None (tf.compat.v1.train.get_global_step).

    Raises:
      TypeError: it is no integer scalar.
    """
    graph = graph or default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if not found:
        return None
    assert_global_step(found[0])
    return found[0]


@export("compat.v1.train.create_global_step")
def create_global_step(graph: Graph | None = None) -> Any:
    """Returns a new variable that counts steps: int64, at first 0 (tf.compat.v1.train.create_global_step).

    Raises:
      ValueError: there is one already.
    """
    graph = graph or default_graph()
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    eager = _core.executing_eagerly()

    def make() -> Any:
        with name_scope_v1(""):
            variable = get_variable(
                "global_step",
                shape=[],
                dtype=dtypes.int64,
                initializer=lambda shape, dtype: zeros(shape, dtype),
                trainable=False,
                collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
            )
        if eager:
            graph.add_to_collection(GraphKeys.GLOBAL_STEP, variable)
        return variable

    if eager:
        return make()
    with graph.as_default():
        return make()


@export("compat.v1.train.get_or_create_global_step")
def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """Returns the variable that counts steps; made where there is none (tf.compat.v1.train.get_or_create_global_step).

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.train.get_or_create_global_step())
    <tf.Variable 'global_step:0' shape=() dtype=int64>
    """
    graph = graph or default_graph()
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


@export("compat.v1.train.assert_global_step")
def assert_global_step(global_step_tensor: object) -> None:
    """Raises TypeError unless a tensor or variable is an integer scalar (tf.compat.v1.train.assert_global_step)."""
    if not isinstance(global_step_tensor, (_core.Tensor, _core.ResourceVariable)):
        raise TypeError(f'Existing "global_step" must be a Variable or Tensor: {global_step_tensor}.')
    if not global_step_tensor.dtype.base_dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}')
    if global_step_tensor.shape.rank not in (0, None):
        raise TypeError(f'Existing "global_step" is not scalar: {global_step_tensor.shape}')


@export("compat.v1.train.global_step")
def global_step(sess: Any, global_step_tensor: Tensor | Variable) -> int:
    """Returns the number of steps in a session (tf.compat.v1.train.global_step)."""
    if _core.executing_eagerly():
        return int(global_step_tensor.numpy())
    return int(sess.run(global_step_tensor))


# ---- learning rates ----


def _rate(name: str | None, default: str, compute: Callable[[], Any]) -> Any:
    """Returns a tensor; while ops run at once, a function that computes it anew, as the step goes on."""

    def decayed() -> Any:
        with name_scope_v1(name, default):
            return compute()

    if _core.executing_eagerly():
        return decayed
    return decayed()


def _tensor(value: TensorLike, name: str | None = None) -> Tensor:
    return convert_to_tensor(value, name=name)


def _like(value: TensorLike, rate: Tensor) -> Tensor:
    return cast(value, rate.dtype)


@export("compat.v1.train.exponential_decay")
def exponential_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate * decay_rate ** (global_step / decay_steps) (tf.compat.v1.train.exponential_decay).

    Args:
      learning_rate: the rate at the beginning.
      global_step: counts steps.
      decay_steps: after how many steps the rate has been multiplied by `decay_rate` once.
      decay_rate: the factor.
      staircase: whether the exponent is rounded down.
      name: of the ops.

    Returns:
      A scalar tensor; while ops run at once, a function that gives it for the step of that time.

    Raises:
      ValueError: there is no `global_step`.

    >>> import graphwright as tf
    >>> tf.compat.v1.train.exponential_decay(0.1, 10, 10, 0.5)().numpy()
    np.float32(0.05)
    """
    if global_step is None:
        raise ValueError("global_step is required for exponential_decay.")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        steps, factor, step = _like(decay_steps, rate), _like(decay_rate, rate), _like(global_step, rate)
        exponent = step / steps
        if staircase:
            exponent = floor(exponent)
        return multiply(rate, math_binary.pow(factor, exponent), name=_result_name())

    return _rate(name, "ExponentialDecay", compute)


def _result_name() -> str | None:
    """Returns the name of the open scope for the op that gives the result."""
    graph = _core.current_graph()
    return None if graph is None else graph.get_name_scope() + "/"


@export("compat.v1.train.piecewise_constant", "compat.v1.train.piecewise_constant_decay")
def piecewise_constant(x: TensorLike, boundaries: list[Any], values: list[Any], name: str | None = None) -> Any:
    """values[i] for x between boundaries[i - 1], exclusive, and boundaries[i] (tf.compat.v1.train.piecewise_constant).

    Args:
      x: a scalar, usually the step.
      boundaries: increasing numbers of x's dtype; integers for an x of int64 may be of int32.
      values: one more number than there are boundaries.
      name: of the ops.

    Raises:
      ValueError: the numbers of boundaries and values do not fit, or their dtypes differ.
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")

    def compute() -> Any:
        at = _tensor(x)
        limits = []
        for limit in map(_tensor, boundaries):
            if limit.dtype != at.dtype and (limit.dtype, at.dtype) != (dtypes.int32, dtypes.int64):
                raise ValueError(f"Boundaries ({limit.dtype}) must have the same dtype as x ({at.dtype}).")
            limits.append(_like(limit, at))
        results = [_tensor(value) for value in values]
        if len({result.dtype.name for result in results}) > 1:
            raise ValueError("`values` must have elements all with the same dtype")
        chosen = results[-1]
        for limit, result in reversed(list(zip(limits, results[:-1], strict=True))):
            chosen = where(at <= limit, result, chosen)
        return chosen

    return _rate(name, "PiecewiseConstant", compute)


@export("compat.v1.train.polynomial_decay")
def polynomial_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    end_learning_rate: TensorLike = 0.0001,
    power: TensorLike = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """From learning_rate to end_learning_rate along (1 - step / decay_steps) ** power (tf.compat.v1.train.polynomial_decay).

    Args:
      learning_rate: the rate at the beginning.
      global_step: counts steps.
      decay_steps: after how many steps the end is reached.
      end_learning_rate: the rate from then on.
      power: of the polynomial.
      cycle: whether `decay_steps` is multiplied, when it is reached, so that the rate goes up again.
      name: of the ops.

    Returns:
      A scalar tensor; while ops run at once, a function that gives it for the step of that time.

    Raises:
      ValueError: there is no `global_step`.
    """
    if global_step is None:
        raise ValueError("global_step is required for polynomial_decay.")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        end, exponent = _like(end_learning_rate, rate), _like(power, rate)
        step, steps = _like(global_step, rate), _like(decay_steps, rate)
        if cycle:
            times = where(equal(step, 0), _like(1.0, rate), ceil(step / steps))
            steps = steps * times
        else:
            step = minimum(step, steps)
        left = math_binary.pow(1 - step / steps, exponent)
        return add(multiply(rate - end, left), end, name=_result_name())

    return _rate(name, "PolynomialDecay", compute)


@export("compat.v1.train.natural_exp_decay")
def natural_exp_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate * exp(-decay_rate * global_step / decay_steps) (tf.compat.v1.train.natural_exp_decay).

    Arguments as of `exponential_decay`.
    """
    return exponential_decay(
        learning_rate, global_step, decay_steps, exp(negative(decay_rate)), staircase, name or "NaturalExpDecay"
    )


@export("compat.v1.train.inverse_time_decay")
def inverse_time_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate / (1 + decay_rate * global_step / decay_steps) (tf.compat.v1.train.inverse_time_decay).

    Arguments as of `exponential_decay`.
    """
    if global_step is None:
        raise ValueError("global_step is required for inverse_time_decay.")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        factor = _like(decay_rate, rate)
        exponent = _like(global_step, rate) / _like(decay_steps, rate)
        if staircase:
            exponent = floor(exponent)
        return divide(rate, 1 + factor * exponent, name=_result_name())

    return _rate(name, "InverseTimeDecay", compute)


@export("compat.v1.train.cosine_decay")
def cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    alpha: TensorLike = 0.0,
    name: str | None = None,
) -> Any:
    """From learning_rate to alpha * learning_rate along half a cosine (tf.compat.v1.train.cosine_decay).

    Args:
      learning_rate: the rate at the beginning.
      global_step: counts steps.
      decay_steps: after how many steps the end is reached.
      alpha: which part of the rate is left then.
      name: of the ops.

    Raises:
      ValueError: there is no `global_step`.
    """
    if global_step is None:
        raise ValueError("cosine decay requires global_step")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        steps = _like(decay_steps, rate)
        done = minimum(_like(global_step, rate), steps) / steps
        cosine = 0.5 * (1.0 + cos(_like(math.pi, rate) * done))
        return multiply(rate, (1 - _like(alpha, rate)) * cosine + _like(alpha, rate))

    return _rate(name, "CosineDecay", compute)


def _linear_and_cosine(
    rate: Tensor, global_step: TensorLike, decay_steps: TensorLike, num_periods: TensorLike
) -> tuple[Any, Any]:
    steps = _like(decay_steps, rate)
    step = minimum(_like(global_step, rate), steps)
    linear = (steps - step) / steps
    cosine = 0.5 * (1.0 + cos(_like(math.pi, rate) * 2.0 * _like(num_periods, rate) * step / steps))
    return linear, cosine


@export("compat.v1.train.cosine_decay_restarts")
def cosine_decay_restarts(
    learning_rate: TensorLike,
    global_step: TensorLike,
    first_decay_steps: TensorLike,
    t_mul: TensorLike = 2.0,
    m_mul: TensorLike = 1.0,
    alpha: TensorLike = 0.0,
    name: str | None = None,
) -> Any:
    """`cosine_decay` that begins anew again and again (tf.compat.v1.train.cosine_decay_restarts).

    Args:
      learning_rate: the rate at the beginning.
      global_step: counts steps.
      first_decay_steps: the length of the first period.
      t_mul: how many times longer each period is than the one before.
      m_mul: the factor of the rate from period to period.
      alpha: which part of the rate is left at the end of a period.
      name: of the ops.

    Raises:
      ValueError: there is no `global_step`.
    """
    if global_step is None:
        raise ValueError("cosine decay restarts requires global_step")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        longer, factor, rest = (_like(value, rate) for value in (t_mul, m_mul, alpha))
        done = _like(global_step, rate) / _like(first_decay_steps, rate)

        def growing() -> tuple[Any, Any]:
            period = floor(log(1.0 - done * (1.0 - longer)) / log(longer))
            before = (1.0 - longer**period) / (1.0 - longer)
            return period, (done - before) / longer**period

        def even() -> tuple[Any, Any]:
            period = floor(done)
            return period, done - period

        period, part = cond(equal(longer, 1.0), even, growing)
        cosine = 0.5 * factor**period * (1.0 + cos(_like(math.pi, rate) * part))
        return multiply(rate, (1 - rest) * cosine + rest, name=_result_name())

    return _rate(name, "SGDRDecay", compute)


@export("compat.v1.train.linear_cosine_decay")
def linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    num_periods: TensorLike = 0.5,
    alpha: TensorLike = 0.0,
    beta: TensorLike = 0.001,
    name: str | None = None,
) -> Any:
    """learning_rate * ((alpha + linear) * cosine + beta), linear from 1 to 0 (tf.compat.v1.train.linear_cosine_decay).

    Args:
      learning_rate: the rate at the beginning.
      global_step: counts steps.
      decay_steps: after how many steps the end is reached.
      num_periods: of the cosine until then.
      alpha, beta: see above.
      name: of the ops.

    Raises:
      ValueError: there is no `global_step`.
    """
    if global_step is None:
        raise ValueError("linear cosine decay requires global_step")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        linear, cosine = _linear_and_cosine(rate, global_step, decay_steps, num_periods)
        decayed = (_like(alpha, rate) + linear) * cosine + _like(beta, rate)
        return multiply(rate, decayed, name=_result_name())

    return _rate(name, "LinearCosineDecay", compute)


@export("compat.v1.train.noisy_linear_cosine_decay")
def noisy_linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    initial_variance: TensorLike = 1.0,
    variance_decay: TensorLike = 0.55,
    num_periods: TensorLike = 0.5,
    alpha: TensorLike = 0.0,
    beta: TensorLike = 0.001,
    name: str | None = None,
) -> Any:
    """`linear_cosine_decay` with noise on the linear part (tf.compat.v1.train.noisy_linear_cosine_decay).

    Args:
      initial_variance: of the noise at the beginning.
      variance_decay: the variance is divided by (1 + step) to this power.
      learning_rate, global_step, decay_steps, num_periods, alpha, beta, name: as of `linear_cosine_decay`.

    Raises:
      ValueError: there is no `global_step`.
    """
    if global_step is None:
        raise ValueError("noisy linear cosine decay requires global_step")

    def compute() -> Any:
        rate = _tensor(learning_rate, "initial_learning_rate")
        linear, cosine = _linear_and_cosine(rate, global_step, decay_steps, num_periods)
        step = minimum(_like(global_step, rate), _like(decay_steps, rate))
        variance = _like(initial_variance, rate) / (1.0 + step) ** _like(variance_decay, rate)
        noise = normal(linear.shape, stddev=sqrt(variance), dtype=rate.dtype)
        decayed = (_like(alpha, rate) + linear + noise) * cosine + _like(beta, rate)
        return multiply(rate, decayed, name=_result_name())

    return _rate(name, "NoisyLinearCosineDecay", compute)
