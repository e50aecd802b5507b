"""The optimizers of tf.compat.v1.train: gradient descent, with momentum, Adagrad, Adadelta, Adam, RMSProp."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.grouping import group
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.v1.optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import TensorLike


class WithNumbers(Optimizer):
    """An optimizer with numbers, each a Python value, a tensor, or a function that gives one."""

    _numbers: tuple[str, ...] = ("learning_rate",)

    def _prepare(self) -> None:
        for name in self._numbers:
            value = self._call_if_callable(getattr(self, "_" + name))
            setattr(self, f"_{name}_tensor", convert_to_tensor(value, name=name))

    def _number(self, name: str, like: Tensor) -> Any:
        """Returns a number with the dtype of a gradient."""
        value = getattr(self, f"_{name}_tensor")
        return value if value.dtype == like.dtype else _core.op("Cast")(value, DstT=like.dtype)


def _operation() -> Any:
    """Returns the operation that was made last; None while ops run at once."""
    graph = _core.current_graph()
    return None if graph is None else last_operation_of(graph)


def _applied(name: str, variables: tuple, *numbers: Any, **attrs: Any) -> Any:
    """Returns the operation that applies a step, None while ops run at once."""
    _core.op(name)(*[variable.handle for variable in variables], *numbers, **attrs)
    return _operation()


def rows_of(variable: Variable, indices: Tensor | None) -> Any:
    """Returns the value of a variable; with indices these rows of it."""
    return variable.value() if indices is None else variable.sparse_read(indices)


def assigned(variable: Variable, indices: Tensor | None, values: Tensor, how: str = "Update") -> Any:
    """Changes a variable, or with indices rows of it; gives the operation, None while ops run at once."""
    if indices is not None:
        _core.op("ResourceScatter" + how)(variable.handle, indices, values)
    else:
        name = {"Update": "AssignVariableOp", "Add": "AssignAddVariableOp", "Sub": "AssignSubVariableOp"}[how]
        _core.op(name)(variable.handle, values)
    return _operation()


def after(operations: list[Any]) -> Any:
    """Returns a context whose operations run after others, of which some may be None."""
    return control_dependencies([operation for operation in operations if operation is not None])


@export("compat.v1.train.GradientDescentOptimizer")
class GradientDescentOptimizer(WithNumbers):
    """Gradient descent: variable -= learning_rate * gradient (tf.compat.v1.train.GradientDescentOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      use_locking: has no effect.
      name: put before the names of what it makes.

    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     x = v1.Variable(5.0)
    ...     step = v1.train.GradientDescentOptimizer(0.1).minimize((x - 3.0) ** 2)
    ...     session.run(v1.global_variables_initializer())
    ...     for _ in range(50):
    ...         session.run(step)
    ...     print(round(float(session.run(x)), 3))
    3.0
    """

    def __init__(
        self, learning_rate: TensorLike | Callable[[], Any], use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        return _applied("ResourceApplyGradientDescent", (handle,), self._number("learning_rate", grad), grad)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        return assigned(handle, indices, -grad * self._number("learning_rate", grad), "Add")


@export("compat.v1.train.MomentumOptimizer")
class MomentumOptimizer(WithNumbers):
    """Gradient descent with momentum: accumulated = momentum * accumulated + gradient; variable -= learning_rate * accumulated.

    (tf.compat.v1.train.MomentumOptimizer)

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      momentum: how much of what was accumulated stays.
      use_locking: has no effect.
      name: put before the names of what it makes.
      use_nesterov: whether the gradient counts once more, ahead of what was accumulated.
    """

    _numbers = ("learning_rate", "momentum")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        momentum: TensorLike | Callable[[], Any],
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "momentum", self._name)

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        return _applied(
            "ResourceApplyMomentum",
            (handle, self.get_slot(handle, "momentum")),
            self._number("learning_rate", grad),
            grad,
            self._number("momentum", grad),
            use_nesterov=self._use_nesterov,
        )

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        accumulator = self.get_slot(handle, "momentum")
        rate, momentum = self._number("learning_rate", grad), self._number("momentum", grad)
        kept = rows_of(accumulator, indices) * momentum + grad
        step = (grad + kept * momentum if self._use_nesterov else kept) * rate
        with after([assigned(accumulator, indices, kept)]):
            return assigned(handle, indices, step, "Sub")


@export("compat.v1.train.AdagradOptimizer")
class AdagradOptimizer(WithNumbers):
    """Adagrad: accumulated += gradient²; variable -= learning_rate * gradient / sqrt(accumulated).

    (tf.compat.v1.train.AdagradOptimizer)

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      initial_accumulator_value: what is accumulated at the beginning; has to be positive.
      use_locking: has no effect.
      name: put before the names of what it makes.

    Raises:
      ValueError: `initial_accumulator_value` is not positive.
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._filled_slot(variable, self._initial_accumulator_value, "accumulator", self._name)

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        return _applied(
            "ResourceApplyAdagrad",
            (handle, self.get_slot(handle, "accumulator")),
            self._number("learning_rate", grad),
            grad,
        )

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        accumulator = self.get_slot(handle, "accumulator")
        total = rows_of(accumulator, indices) + grad * grad
        step = self._number("learning_rate", grad) * grad * _core.op("Rsqrt")(total)
        with after([assigned(accumulator, indices, total)]):
            return assigned(handle, indices, step, "Sub")


@export("compat.v1.train.AdamOptimizer")
class AdamOptimizer(WithNumbers):
    """Adam: steps by the running mean of gradients over the root of that of their squares (tf.compat.v1.train.AdamOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      beta1: how much of the mean of gradients stays.
      beta2: how much of the mean of squares stays.
      epsilon: added to the root.
      use_locking: has no effect.
      name: put before the names of what it makes.
      use_own_namescope_for_non_slot_vars: whether it also comes before the names of the powers of `beta1` and `beta2`.
    """

    _numbers = ("learning_rate", "beta1", "beta2", "epsilon")
    _beta1_tensor: Tensor
    _beta2_tensor: Tensor

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any] = 0.001,
        beta1: TensorLike | Callable[[], Any] = 0.9,
        beta2: TensorLike | Callable[[], Any] = 0.999,
        epsilon: TensorLike | Callable[[], Any] = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
        use_own_namescope_for_non_slot_vars: bool = False,
    ) -> None:
        super().__init__(use_locking, name, use_own_namescope_for_non_slot_vars)
        self._learning_rate = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon

    # What subclasses of libraries call the numbers.
    _lr_t = property(lambda self: self._learning_rate_tensor)
    _beta1_t = property(lambda self: self._beta1_tensor)
    _beta2_t = property(lambda self: self._beta2_tensor)
    _epsilon_t = property(lambda self: self._epsilon_tensor)

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        return self._get_non_slot_variable("beta1_power"), self._get_non_slot_variable("beta2_power")

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        first = min(var_list, key=lambda variable: variable.name)
        for name in ("beta1", "beta2"):
            initial = self._call_if_callable(getattr(self, "_" + name))
            self._create_non_slot_variable(initial, f"{name}_power", first)
        for variable in var_list:
            self._zeros_slot(variable, "m", self._name)
            self._zeros_slot(variable, "v", self._name)

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        powers = [
            power.value() if power.dtype == grad.dtype else _core.op("Cast")(power, DstT=grad.dtype)
            for power in self._get_beta_accumulators()
        ]
        return _applied(
            "ResourceApplyAdam",
            (handle, self.get_slot(handle, "m"), self.get_slot(handle, "v")),
            *powers,
            *[self._number(name, grad) for name in self._numbers],
            grad,
        )

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        power1, power2 = (_core.op("Cast")(power, DstT=grad.dtype) for power in self._get_beta_accumulators())
        rate, beta1, beta2, epsilon = (self._number(name, grad) for name in self._numbers)
        rate = rate * _core.op("Sqrt")(1 - power2) / (1 - power1)
        # The means of all rows shrink, also where there is no gradient.
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        updated = []
        for slot, beta, value in ((m, beta1, grad), (v, beta2, grad * grad)):
            shrunk = slot.assign(slot * beta)
            with after([shrunk]):
                added = assigned(slot, indices, value * (1 - beta), "Add")
            with after([added]):
                updated.append(slot.value())
        result = handle.assign_sub(rate * updated[0] / (_core.op("Sqrt")(updated[1]) + epsilon), read_value=False)
        return result

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        update_ops = [op for op in update_ops if op is not None]
        with control_dependencies(update_ops):
            power1, power2 = self._get_beta_accumulators()
            changed = [
                power1.assign(power1 * self._beta1_tensor),
                power2.assign(power2 * self._beta2_tensor),
            ]
        if _core.executing_eagerly():
            return None
        return group(*update_ops, *[power.op for power in changed], name=name_scope)


@export("compat.v1.train.RMSPropOptimizer")
class RMSPropOptimizer(WithNumbers):
    """RMSProp: steps by gradients over the root of the running mean of their squares (tf.compat.v1.train.RMSPropOptimizer).

    Args:
      learning_rate: the size of the steps: a number, a tensor, or a function that gives one.
      decay: how much of the mean of squares stays.
      momentum: how much of the last step is added to the next.
      epsilon: added to the mean below the root.
      use_locking: has no effect.
      centered: whether the square of the running mean of gradients is taken off the mean of squares.
      name: put before the names of what it makes.
    """

    _numbers = ("learning_rate", "decay", "momentum", "epsilon")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any],
        decay: TensorLike | Callable[[], Any] = 0.9,
        momentum: TensorLike | Callable[[], Any] = 0.0,
        epsilon: TensorLike | Callable[[], Any] = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._centered = centered
        self._learning_rate = learning_rate
        self._decay = decay
        self._momentum = momentum
        self._epsilon = epsilon

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._filled_slot(variable, 1.0, "rms", self._name)
            if self._centered:
                self._zeros_slot(variable, "mg", self._name)
            self._zeros_slot(variable, "momentum", self._name)

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        if self._centered:
            return self._stepped(grad, handle, None)
        return _applied(
            "ResourceApplyRMSProp",
            (handle, self.get_slot(handle, "rms"), self.get_slot(handle, "momentum")),
            *[self._number(name, grad) for name in self._numbers],
            grad,
        )

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor) -> Any:
        return self._stepped(grad, handle, indices)

    def _stepped(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        rms, momentum = self.get_slot(handle, "rms"), self.get_slot(handle, "momentum")
        rate, decay, kept, epsilon = (self._number(name, grad) for name in self._numbers)
        mean = rows_of(rms, indices)
        mean = mean + (grad * grad - mean) * (1 - decay)
        variance, changed = mean, []
        if self._centered:
            gradients = self.get_slot(handle, "mg")
            average = rows_of(gradients, indices)
            average = average + (grad - average) * (1 - decay)
            variance = mean - average * average
            changed.append((gradients, average))
        step = rows_of(momentum, indices) * kept + grad * rate * _core.op("Rsqrt")(variance + epsilon)
        changed += [(rms, mean), (momentum, step)]
        with after([assigned(slot, indices, value) for slot, value in changed]):
            return assigned(handle, indices, step, "Sub")


@export("compat.v1.train.AdadeltaOptimizer")
class AdadeltaOptimizer(WithNumbers):
    """Adadelta: steps of the size of earlier steps over that of earlier gradients (tf.compat.v1.train.AdadeltaOptimizer).

    Args:
      learning_rate: a factor of the steps: a number, a tensor, or a function that gives one.
      rho: how much of the means of squares stays.
      epsilon: added to the means below the roots.
      use_locking: has no effect.
      name: put before the names of what it makes.
    """

    _numbers = ("learning_rate", "rho", "epsilon")

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], Any] = 0.001,
        rho: TensorLike | Callable[[], Any] = 0.95,
        epsilon: TensorLike | Callable[[], Any] = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._rho = rho
        self._epsilon = epsilon

    def _create_slots(self, var_list: Sequence[Variable]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "accum", self._name)
            self._zeros_slot(variable, "accum_update", self._name)

    def _resource_apply_dense(self, grad: Tensor, handle: Variable) -> Any:
        return self._resource_apply_sparse(grad, handle, None)

    def _resource_apply_sparse(self, grad: Tensor, handle: Variable, indices: Tensor | None) -> Any:
        squares, steps = self.get_slot(handle, "accum"), self.get_slot(handle, "accum_update")
        rate, rho, epsilon = (self._number(name, grad) for name in self._numbers)
        mean = rows_of(squares, indices) * rho + grad * grad * (1 - rho)
        earlier = rows_of(steps, indices)
        step = _core.op("Sqrt")(earlier + epsilon) * _core.op("Rsqrt")(mean + epsilon) * grad
        changed = [(squares, mean), (steps, earlier * rho + step * step * (1 - rho))]
        with after([assigned(slot, indices, value) for slot, value in changed]):
            return assigned(handle, indices, step * rate, "Sub")
