"""tf.compat.v1.mixed_precision: losses multiplied by a number, so that small gradients of float16 do not vanish."""

from __future__ import annotations

import abc

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_warning
from graphwright._src.control_flow.branches_and_loops import cond, smart_cond
from graphwright._src.graph.devices import get_experimental_options, set_experimental_options
from graphwright._src.graph.graph import no_op
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops.array import constant
from graphwright._src.ops.math import is_finite
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_all
from graphwright._src.state.trackable import Trackable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.nest import flatten
from graphwright._src.v1.optimizer import Optimizer, graph_key, make_slots, uses_locking
from graphwright._src.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from graphwright import Tensor, Variable
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

    Updated = tuple[Any, Any]

_PLACES = ("compat.v1.mixed_precision", "compat.v1.mixed_precision.experimental", "compat.v1.train.experimental")


def _names(name: str) -> tuple[str, ...]:
    return tuple(f"{place}.{name}" for place in _PLACES)


@export(*_names("LossScale"))
class LossScale(Trackable, metaclass=abc.ABCMeta):
    """The base of numbers that losses are multiplied by (tf.compat.v1.mixed_precision.LossScale).

    A subclass says what the number is (`__call__`), what it becomes after a step (`update`), and how to make such an object again
    (`get_config`).
    """

    def __init__(self) -> None:
        self._weights: dict[tuple[str, Any], Any] = {}

    @abc.abstractmethod
    def __call__(self) -> Tensor:
        """Returns the number, a float32 scalar."""

    @abc.abstractmethod
    def update(self, grads: Any) -> Updated:
        """Changes the number after a step.

        Args:
          grads: the gradients of the loss, in any structure; None for those that do not depend on it.

        Returns:
          An operation that changes it, or None, and whether the gradients should be applied.
        """

    @abc.abstractmethod
    def get_config(self) -> dict[str, Any]:
        """Returns the arguments with which `from_config` makes such an object."""

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> LossScale:
        """Returns an object made with the arguments that `get_config` told.

        >>> FixedLossScale.from_config({"loss_scale_value": 4})
        FixedLossScale(4.0)
        """
        return cls(**config)

    def _add_weight(self, name: str, initial_value: TensorLike, dtype: DTypeLike | None = None) -> Variable:
        """Returns a variable that is saved with the object and that is not trained.

        Raises:
          RuntimeError: the object has one of that name in this graph.
        """
        key = (name, graph_key())
        if key in self._weights:
            raise RuntimeError(f"Duplicate variables detected. {key}")
        made = VariableV1(initial_value, name=name, dtype=dtype, trainable=False, use_resource=True)
        self._weights[key] = made
        self._handle_deferred_dependencies(name, made)
        return made

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        here = graph_key()
        own = {name: variable for (name, graph), variable in sorted(self._weights.items(), key=str) if graph == here}
        return {**own, **super()._trackable_children(save_type, **kwargs)}

    def _lookup_dependency(self, name: str, cached_dependencies: Mapping[str, Any] | None = None) -> Any:
        if cached_dependencies is not None:
            return cached_dependencies.get(name)
        return self._trackable_children().get(name)


@export(*_names("FixedLossScale"))
class FixedLossScale(LossScale):
    """A number that stays (tf.compat.v1.mixed_precision.FixedLossScale).

    Args:
      loss_scale_value: the number, at least 1.

    Raises:
      ValueError: another value.

    >>> scale = FixedLossScale(8)
    >>> float(scale()), scale.update([]), scale.get_config()
    (8.0, (None, True), {'loss_scale_value': 8.0})
    """

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        if not isinstance(loss_scale_value, int | float):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._loss_scale_value = float(loss_scale_value)

    def __call__(self) -> Tensor:
        return constant(self._loss_scale_value)

    def update(self, grads: Any) -> Updated:
        """Returns an operation that does nothing, and True."""
        return no_op(), True

    def get_config(self) -> dict[str, Any]:
        """Returns the number by its argument's name."""
        return {"loss_scale_value": self._loss_scale_value}

    def __repr__(self) -> str:
        return f"FixedLossScale({self._loss_scale_value})"


def _all_finite(gradients: Any) -> Tensor:
    found = [
        each.values if isinstance(each, IndexedSlices) else each for each in flatten(gradients) if each is not None
    ]
    return reduce_all([reduce_all(is_finite(each)) for each in found]) if found else constant(True)


@export(*_names("DynamicLossScale"))
class DynamicLossScale(LossScale):
    """A number that grows while gradients are finite and shrinks when they are not.

    TensorFlow's is tf.compat.v1.mixed_precision.DynamicLossScale.

    Args:
      initial_loss_scale: the number to begin with.
      increment_period: after how many steps with finite gradients in a row it grows.
      multiplier: by what it is multiplied then, and divided by after a step without; it stays finite and, shrinking, at least 1.

    >>> import graphwright as tf
    >>> scale = DynamicLossScale(4, increment_period=1)
    >>> _, finite = scale.update([tf.constant(1.0)])
    >>> bool(finite), float(scale())
    (True, 8.0)
    >>> _, finite = scale.update([tf.constant(float("nan"))])
    >>> bool(finite), float(scale())
    (False, 4.0)
    """

    def __init__(
        self, initial_loss_scale: float = 2**15, increment_period: int = 2000, multiplier: float = 2.0
    ) -> None:
        super().__init__()
        self._initial_loss_scale = float(initial_loss_scale)
        self._increment_period = int(increment_period)
        self._multiplier = float(multiplier)
        self._current_loss_scale = self._add_weight("current_loss_scale", self._initial_loss_scale, dtypes.float32)
        self._num_good_steps = self._add_weight("good_steps", 0, dtypes.int64)

    @property
    def initial_loss_scale(self) -> float:
        """The number at the beginning."""
        return self._initial_loss_scale

    @property
    def increment_period(self) -> int:
        """The number of steps with finite gradients after which it grows."""
        return self._increment_period

    @property
    def multiplier(self) -> float:
        """The factor by which it grows."""
        return self._multiplier

    def __call__(self) -> Tensor:
        return _core.convert_to_tensor(self._current_loss_scale)

    def update(self, grads: Any) -> Updated:
        """Returns an operation that changes the number, and whether all gradients are finite."""
        finite = _all_finite(grads)
        return cond(finite, self._after_finite, self._after_infinite), finite

    def _after_finite(self) -> Any:
        def grow() -> Any:
            grown = self._current_loss_scale * self._multiplier
            kept = cond(is_finite(grown), lambda: grown, lambda: _core.convert_to_tensor(self._current_loss_scale))
            return self._set(kept, full)

        def count() -> Any:
            counted = self._num_good_steps.assign_add(1, read_value=False)
            return self._num_good_steps if _core.executing_eagerly() else _after([counted], full)

        full = self._num_good_steps + 1 >= self._increment_period
        return cond(full, grow, count)

    def _after_infinite(self) -> Any:
        shrunk = _core.op("Maximum")(self._current_loss_scale / self._multiplier, 1.0)
        return self._set(shrunk, constant(False))

    def _set(self, scale: Tensor, result: Tensor) -> Any:
        """Sets the number and begins to count anew. Returns None, or while a graph is made `result`, after that."""
        done = [
            self._num_good_steps.assign(0, read_value=False),
            self._current_loss_scale.assign(scale, read_value=False),
        ]
        return None if _core.executing_eagerly() else _after(done, result)

    def get_config(self) -> dict[str, Any]:
        """Returns the arguments by their names."""
        return {
            "initial_loss_scale": self.initial_loss_scale,
            "increment_period": self.increment_period,
            "multiplier": self.multiplier,
        }

    def __repr__(self) -> str:
        made = ", ".join(f"{name}={value}" for name, value in self.get_config().items())
        if not _core.executing_eagerly():
            return f"DynamicLossScale({made})"
        now = self._current_loss_scale.numpy(), self._num_good_steps.numpy()
        return f"DynamicLossScale(current_loss_scale={now[0]!s}, num_good_steps={now[1]}, {made})"


def _after(operations: list[Any], value: Tensor) -> Tensor:
    with control_dependencies(operations):
        return _core.op("Identity")(value)


def _loss_scale_of(value: Any) -> LossScale:
    if isinstance(value, int | float):
        return FixedLossScale(value)
    if value == "dynamic":
        return DynamicLossScale()
    if isinstance(value, LossScale):
        return value
    if value is None:
        raise ValueError("loss_scale cannot be None")
    raise ValueError(f"Could not interpret loss scale identifier: {value}")


@export(
    "compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer",
    "compat.v1.train.experimental.MixedPrecisionLossScaleOptimizer",
)
class MixedPrecisionLossScaleOptimizer(Optimizer):
    """An optimizer that multiplies the loss by a number and divides its gradients by it.

    With a `DynamicLossScale`, a step whose gradients are not finite changes nothing else; other loss scales are not updated.
    TensorFlow's is tf.compat.v1.mixed_precision.MixedPrecisionLossScaleOptimizer.

    Args:
      opt: the optimizer of `tf.compat.v1.train` that changes the variables.
      loss_scale: a `LossScale`, a number of at least 1, or "dynamic".

    Raises:
      ValueError: `opt` is no such optimizer, or `loss_scale` is none of these.

    >>> import graphwright as tf
    >>> w = tf.Variable(1.0)
    >>> optimizer = MixedPrecisionLossScaleOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.25), "dynamic")
    >>> optimizer.minimize(lambda: w * w, var_list=[w])
    >>> float(w)
    0.5
    """

    def __init__(self, opt: Optimizer, loss_scale: LossScale | float | str) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        super().__init__(uses_locking(opt), opt.get_name())
        self._optimizer = opt
        self._loss_scale = _loss_scale_of(loss_scale)

    def compute_gradients(
        self,
        loss: Tensor | Callable[[], Any],
        var_list: Iterable[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Tensor | None = None,
    ) -> list[tuple[Any, Any]]:
        """Returns pairs of a gradient and its variable, as the optimizer inside does, with the gradients of the loss as it is."""
        pairs = self._optimizer.compute_gradients(
            self._scaled(loss),
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        inverse = 1 / self._loss_scale()
        return [(None if gradient is None else _times(gradient, inverse), variable) for gradient, variable in pairs]

    def _scaled(self, loss: Any) -> Any:
        scale = self._loss_scale()
        return (lambda: _multiplied(loss(), scale)) if callable(loss) else _multiplied(loss, scale)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Variable | None = None, name: str | None = None
    ) -> Any:
        """Returns an operation that changes the variables, where all gradients are finite, and a `DynamicLossScale` in any case.

        Args:
          grads_and_vars: pairs as `compute_gradients` gives them.
          global_step: a variable that is increased by one where the gradients are applied.
          name: of the operation.

        Raises:
          ValueError: there are no pairs, or none with a gradient.
        """
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(grads_and_vars, global_step, name)
        pairs = list(grads_and_vars)
        updated, wanted = self._loss_scale.update([gradient for gradient, _ in pairs])
        if not _core.executing_eagerly():  # not in the branch, whose name they would get
            make_slots(self._optimizer, [variable for gradient, variable in pairs if gradient is not None])
        inner = self._optimizer.get_name() if name is None else name

        def apply() -> Any:
            return self._optimizer.apply_gradients(pairs, global_step, name=f"{inner}-wrapped")

        applied = smart_cond(wanted, apply, no_op)
        return group(applied, updated, name=name) if not _core.executing_eagerly() else None

    def variables(self) -> list[Any]:
        """Returns the variables of the optimizer inside and those of the loss scale."""
        return [*self._optimizer.variables(), *self._loss_scale._weights.values()]

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        own = {"base_optimizer": self._optimizer, "loss_scale": self._loss_scale}
        return {**own, **super()._trackable_children(save_type, **kwargs)}


def _multiplied(loss: Any, scale: Tensor) -> Any:
    return loss * cast(scale, loss.dtype)


def _times(gradient: Any, factor: Tensor) -> Any:
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(gradient.values * factor, gradient.indices, dense_shape=gradient.dense_shape)
    return gradient * factor


@export(
    "compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite",
    "compat.v1.train.experimental.enable_mixed_precision_graph_rewrite",
)
def enable_mixed_precision_graph_rewrite(opt: Optimizer, loss_scale: LossScale | float | str = "dynamic") -> Any:
    """Returns an optimizer that scales losses, and lets functions compute with short numbers where that is faster.

    Short numbers are what the option "auto_mixed_precision" of `tf.config.optimizer.set_experimental_options` switches on.
    TensorFlow's is tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite.

    Args:
      opt: an optimizer of `tf.compat.v1.train`.
      loss_scale: as for `MixedPrecisionLossScaleOptimizer`.

    Raises:
      ValueError: `opt` is no such optimizer or scales losses already, or `loss_scale` is none.

    >>> import graphwright as tf
    >>> optimizer = enable_mixed_precision_graph_rewrite(tf.compat.v1.train.AdamOptimizer())
    >>> tf.config.optimizer.get_experimental_options()["auto_mixed_precision"]
    True
    >>> disable_mixed_precision_graph_rewrite()
    """
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a MixedPrecisionLossScaleOptimizer. '
            "`enable_mixed_precision_graph_rewrite` will automatically wrap the optimizer with a "
            "MixedPrecisionLossScaleOptimizer."
        )
    if not isinstance(opt, Optimizer):
        raise ValueError(
            f'"opt" must be an instance of a tf.train.Optimizer or a tf.keras.optimizers.Optimizer, but got: {opt}'
        )
    made = MixedPrecisionLossScaleOptimizer(opt, loss_scale)
    set_experimental_options({"auto_mixed_precision": True})
    return made


@export(
    "compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite",
    "compat.v1.train.experimental.disable_mixed_precision_graph_rewrite",
)
def disable_mixed_precision_graph_rewrite() -> None:
    """Takes back what `enable_mixed_precision_graph_rewrite` switched on.

    TensorFlow's is tf.compat.v1.mixed_precision.disable_mixed_precision_graph_rewrite.

    >>> import graphwright as tf
    >>> disable_mixed_precision_graph_rewrite()
    >>> tf.config.optimizer.get_experimental_options()["auto_mixed_precision"]
    False
    """
    if not get_experimental_options().get("auto_mixed_precision"):
        log_warning("disable_mixed_precision_graph_rewrite() called when mixed precision is already disabled.")
    set_experimental_options({"auto_mixed_precision": False})
