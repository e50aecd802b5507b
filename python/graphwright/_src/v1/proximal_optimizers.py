"""The optimizers of tf.compat.v1.train that shrink weights towards zero: Ftrl, and the proximal ones."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import math_binary
from graphwright._src.ops.math_binary import maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor.filling import zeros_like
from graphwright._src.v1.optimizers import WithNumbers, after, assigned, rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import TensorLike


def _shrunk(value: Tensor, by: TensorLike) -> Any:
    """Returns the value moved towards zero by an amount, and zero where it is not further away."""
    return _core.op("Sign")(value) * maximum(_core.op("Abs")(value) - by, zeros_like(value))


class _Everywhere(WithNumbers):
    """An optimizer whose step on rows is that on the whole."""

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        return self._resource_apply_sparse(grad, handle, None)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        """Steps on rows, on all of them without `indices`."""
        raise NotImplementedError


@export("compat.v1.train.FtrlOptimizer")
class FtrlOptimizer(_Everywhere):
    """Follow the regularised leader: weights that all gradients and penalties so far ask for (tf.compat.v1.train.FtrlOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      learning_rate_power: how steps shrink with the sum of squared gradients; 0 or less.
      initial_accumulator_value: that sum at the beginning; 0 or more.
      l1_regularization_strength: of the penalty on absolute values; 0 or more.
      l2_regularization_strength: of the penalty on squares; 0 or more.
      use_locking: has no effect.
      name: put before the names of what it makes.
      accum_name, linear_name: the names of the variables that hold the two sums.
      l2_shrinkage_regularization_strength: of a penalty on squares that counts with each gradient; 0 or more.
      beta: added to the root of the sum of squares; 0 by default.

    Raises:
      ValueError: a number has the wrong sign.
    """

    _numbers = ("learning_rate", "learning_rate_power", "l1_regularization_strength", "l2_regularization_strength")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        super().__init__(use_locking, name)
        for what, value in (
            ("initial_accumulator_value", initial_accumulator_value),
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if value < 0.0:
                raise ValueError(f"{what} {value} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power} needs to be negative or zero")
        self._learning_rate = learning_rate
        self._learning_rate_power = learning_rate_power
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength
        self._shrinkage = l2_shrinkage_regularization_strength
        self._beta = 0.0 if beta is None else beta
        self._accum_name = accum_name
        self._linear_name = linear_name

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._filled_slot(variable, self._initial_accumulator_value, "accum", self._accum_name or self._name)
            self._zeros_slot(variable, "linear", self._linear_name or self._name)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        squares, linear = self.get_slot(handle, "accum"), self.get_slot(handle, "linear")
        rate, power, l1, l2 = (self._number(name, grad) for name in self._numbers)
        if self._beta:
            l2 = l2 + self._beta / (2.0 * rate)
        weights, before = rows_of(handle, indices), rows_of(squares, indices)
        total = before + grad * grad
        shrinking = grad + 2.0 * self._shrinkage * weights if self._shrinkage > 0 else grad
        scale, earlier = math_binary.pow(total, -power), math_binary.pow(before, -power)
        sums = rows_of(linear, indices) + shrinking - (scale - earlier) / rate * weights
        wanted = -_shrunk(sums, l1) / (scale / rate + 2.0 * l2)
        with after([assigned(squares, indices, total), assigned(linear, indices, sums)]):
            return assigned(handle, indices, wanted)


@export("compat.v1.train.ProximalGradientDescentOptimizer")
class ProximalGradientDescentOptimizer(_Everywhere):
    """Gradient descent whose every step shrinks the weights, too (tf.compat.v1.train.ProximalGradientDescentOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      l1_regularization_strength: of the penalty on absolute values.
      l2_regularization_strength: of the penalty on squares.
      use_locking: has no effect.
      name: put before the names of what it makes.
    """

    _numbers = ("learning_rate", "l1_regularization_strength", "l2_regularization_strength")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        rate, l1, l2 = (self._number(name, grad) for name in self._numbers)
        moved = rows_of(handle, indices) - rate * grad
        return assigned(handle, indices, _shrunk(moved, rate * l1) / (1.0 + rate * l2))


@export("compat.v1.train.ProximalAdagradOptimizer")
class ProximalAdagradOptimizer(_Everywhere):
    """Adagrad whose every step shrinks the weights, too (tf.compat.v1.train.ProximalAdagradOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      initial_accumulator_value: the sum of squared gradients at the beginning; has to be positive.
      l1_regularization_strength: of the penalty on absolute values.
      l2_regularization_strength: of the penalty on squares.
      use_locking: has no effect.
      name: put before the names of what it makes.

    Raises:
      ValueError: `initial_accumulator_value` is not positive.
    """

    _numbers = ("learning_rate", "l1_regularization_strength", "l2_regularization_strength")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._filled_slot(variable, self._initial_accumulator_value, "accumulator", self._name)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        squares = self.get_slot(handle, "accumulator")
        rate, l1, l2 = (self._number(name, grad) for name in self._numbers)
        total = rows_of(squares, indices) + grad * grad
        step = rate * _core.op("Rsqrt")(total)
        moved = _shrunk(rows_of(handle, indices) - step * grad, step * l1) / (1.0 + step * l2)
        with after([assigned(squares, indices, total)]):
            return assigned(handle, indices, moved)


@export("compat.v1.train.AdagradDAOptimizer")
class AdagradDAOptimizer(_Everywhere):
    """Adagrad by dual averages: weights that the sum of all gradients asks for (tf.compat.v1.train.AdagradDAOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      global_step: an integer tensor or variable: the number of the step.
      initial_gradient_squared_accumulator_value: the sum of squared gradients at the beginning; has to be positive.
      l1_regularization_strength: of the penalty on absolute values.
      l2_regularization_strength: of the penalty on squares.
      use_locking: has no effect.
      name: put before the names of what it makes.

    Raises:
      ValueError: `initial_gradient_squared_accumulator_value` is not positive.
    """

    _numbers = ("learning_rate", "l1_regularization_strength", "l2_regularization_strength")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        global_step: TensorLike,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        value = initial_gradient_squared_accumulator_value
        if value <= 0.0:
            raise ValueError(f"initial_gradient_squared_accumulator_value must be positive: {value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._global_step = global_step
        self._initial_value = value
        self._l1_regularization_strength = l1_regularization_strength
        self._l2_regularization_strength = l2_regularization_strength

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "gradient_accumulator", self._name)
            self._filled_slot(variable, self._initial_value, "gradient_squared_accumulator", self._name)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        gradients = self.get_slot(handle, "gradient_accumulator")
        squares = self.get_slot(handle, "gradient_squared_accumulator")
        rate, l1, l2 = (self._number(name, grad) for name in self._numbers)
        step = cast(self._global_step, grad.dtype) + 1.0
        summed = rows_of(gradients, indices) + grad
        total = rows_of(squares, indices) + grad * grad
        wanted = -rate * _shrunk(summed, l1 * step) / (l2 * step * rate + _core.op("Sqrt")(total))
        with after([assigned(gradients, indices, summed), assigned(squares, indices, total)]):
            return assigned(handle, indices, wanted)
