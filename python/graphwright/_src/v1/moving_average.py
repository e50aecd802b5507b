"""tf.train.ExponentialMovingAverage: averages of variables in which older values count less and less."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import control_dependencies, init_scope, inside_function, name_scope_v1
from graphwright._src.ops import math_binary
from graphwright._src.ops.math_binary import minimum
from graphwright._src.ops.math_convert import cast
from graphwright._src.session.collections import GraphKeys
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.variable_scope import get_variable, unique_name_eagerly, variable_beside, variable_scope
from graphwright._src.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import TensorLike

_Variable = _core.ResourceVariable


@export("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Keeps average = decay * average + (1 - decay) * value for variables and tensors (tf.train.ExponentialMovingAverage).

    Args:
      decay: how much of the average stays, a float or a scalar tensor.
      num_updates: a number of updates so far, in which case (1 + num_updates) / (10 + num_updates) limits the decay.
      zero_debias: whether averages of tensors, which begin at zero, are divided by the weight of what they have seen.
      name: put behind the names of what is averaged.

    >>> import graphwright as tf
    >>> v = tf.Variable(10.0)
    >>> averages = tf.train.ExponentialMovingAverage(0.9)
    >>> averages.apply([v])
    >>> _ = v.assign(20.0)
    >>> averages.apply([v])
    >>> round(float(averages.average(v)), 4)
    11.0
    """

    def __init__(
        self,
        decay: TensorLike,
        num_updates: TensorLike | None = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[Any, Any] = {}
        self._biased: dict[Any, tuple[Any, Any]] = {}

    @property
    def name(self) -> str:
        """The name that was given."""
        return self._name

    def apply(self, var_list: Iterable[Any] | None = None) -> Any:
        """Moves the averages towards the values.

        Args:
          var_list: variables or tensors of floats; the trainable variables of the graph by default.

        Returns:
          The operation that does it; None while ops run at once.

        Raises:
          TypeError: something is no float, or a tensor while ops run at once or in a function.
        """
        if var_list is None:
            var_list = default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES)
        items = list(var_list)
        for item in items:
            if not item.dtype.base_dtype.is_floating:
                raise TypeError(f"The variables must be half, float, or double: {item.name}")
            if _key_of(item) not in self._averages:
                self._make(item)
        with name_scope_v1(self._name) as scope:
            decay = _core.convert_to_tensor(self._decay, dtypes.float32)
            if self._num_updates is not None:
                updates = cast(self._num_updates, dtypes.float32, name="num_updates")
                decay = minimum(decay, (1.0 + updates) / (10.0 + updates))
            operations = [self._update(item, decay) for item in items]
            if _core.executing_eagerly():
                return None
            return group(*operations, name=scope)

    def _make(self, item: Any) -> None:
        # The average outlives the function that is being traced, as the variable does.
        with init_scope():
            eager = _core.executing_eagerly()
            if isinstance(item, _Variable):
                self._make_for_variable(item, eager)
            elif eager:
                raise TypeError("ExponentialMovingAverage averages tensors only in graphs; keep a tf.Variable instead.")
            else:
                self._make_for_tensor(item)
        if isinstance(item, _Variable):
            default_graph().add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, item)

    def _make_for_variable(self, item: Any, eager: bool) -> None:
        initial = item.read_value() if eager else item.initialized_value
        if eager:
            with name_scope_v1(""):
                name = unique_name_eagerly(f"{_name_of(item)}/{self._name}")
                average = VariableV1(initial, trainable=False, name=name, dtype=item.dtype)
        else:
            average = variable_beside(item, self._name, item.shape, item.dtype, initial)
        self._averages[_key_of(item)] = average

    def _make_for_tensor(self, item: Any) -> None:
        average = self._averages[_key_of(item)] = _zeros_beside(item, self._name, item.shape)
        if self._zero_debias:
            self._biased[_key_of(item)] = _parts_beside(average)

    def _update(self, item: Any, decay: Tensor) -> Any:
        key = _key_of(item)
        average = self._averages[key]
        value = item.value() if isinstance(item, _Variable) else item
        rest = 1.0 - (decay if decay.dtype == value.dtype else cast(decay, value.dtype))
        if key not in self._biased:
            return _operation_of(average.assign_sub((average.value() - value) * rest))
        return _operation_of(_assign_without_bias(average, value, rest, *self._biased[key]))

    def average(self, var: Variable | Tensor) -> Any:
        """Returns the variable that holds the average of a variable or tensor; None where there is none."""
        return self._averages.get(_key_of(var))

    def average_name(self, var: Variable | Tensor) -> str:
        """Returns the name of the variable that holds the average of a variable or tensor."""
        average = self._averages.get(_key_of(var))
        if average is not None:
            return average.name.rpartition(":")[0]
        graph = _core.current_graph()
        wanted = f"{_name_of(var)}/{self._name}"
        return wanted if graph is None else graph.unique_name(wanted, mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables: Iterable[Any] | None = None) -> dict[str, Any]:
        """Returns the variables by the names under which their averages are saved.

        Args:
          moving_avg_variables: the variables that have averages; by default the trainable ones and those that were averaged.
        """
        if moving_avg_variables is None:
            moving_avg_variables = [
                *default_graph().get_collection(GraphKeys.TRAINABLE_VARIABLES),
                *default_graph().get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES),
            ]
        averaged = {id(variable): variable for variable in moving_avg_variables}
        found = {self.average_name(variable): variable for variable in averaged.values()}
        names = {_name_of(variable) for variable in averaged.values()}
        for variable in default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES):
            name = _name_of(variable)
            if name not in names and name not in found:
                found[name] = variable
        return found


def _zeros_beside(item: Any, name: str, shape: TensorShape) -> Any:
    def zeros() -> Any:
        return filling.zeros(shape, item.dtype.base_dtype)

    if _core.executing_eagerly():
        return VariableV1(zeros, trainable=False, name=name)
    return variable_beside(item, name, shape, item.dtype.base_dtype, zeros)


def _parts_beside(average: Variable) -> tuple[Any, Any]:
    """Returns a sum that begins at zero, and the number of values in it."""
    return _zeros_beside(average, "biased", average.shape), _zeros_beside(average, "local_step", TensorShape([]))


def _kept_parts(average: Any) -> tuple[Any, Any]:
    """Returns the parts of an average in functions, whose traces share them."""
    owner = getattr(average, "_source", average)
    if not hasattr(owner, "_moving_average_parts"):
        with init_scope():
            owner._moving_average_parts = _parts_beside(owner)
    return owner._moving_average_parts


def _assign_without_bias(
    average: Variable, value: Tensor, rest: Tensor, biased: Variable, steps: Variable, name: str | None = None
) -> Any:
    """Moves a sum towards a value by the share `rest`; the average becomes that sum by the weight of what it has seen."""
    moved = biased.assign_sub((biased.value() - value) * rest)
    counted = steps.assign_add(1.0)
    with control_dependencies([] if _core.executing_eagerly() else [moved.op, counted.op]):
        weight = 1.0 - math_binary.pow(1.0 - rest, steps.value())
        return average.assign(biased.value() / weight, name=name)


@export("__internal__.train.assign_moving_average")
def assign_moving_average(
    variable: Variable, value: TensorLike, decay: TensorLike, zero_debias: bool = True, name: str | None = None
) -> Any:
    """variable <- variable * decay + value * (1 - decay), and its new value.

    Args:
      variable: the average.
      value: a tensor of its shape.
      decay: how much of the average stays, a float or a scalar tensor.
      zero_debias: whether the average does not begin with the variable's value, but is that of the values that this
        operation has seen, which it keeps in variables of its own. Where ops run at once each call is a new operation;
        in functions those on one variable share what they keep.
      name: of the operation.
    """
    with name_scope_v1(name or "AssignMovingAvg") as scope:
        rest = cast(1.0 - cast(decay, variable.dtype), variable.dtype)
        value = cast(value, variable.dtype)
        if not zero_debias:
            return variable.assign_sub((variable - value) * rest)
        parts = _kept_parts if inside_function() else _parts_beside
        return _assign_without_bias(variable, value, rest, *parts(variable), name=scope)


def weighted_moving_average(
    value: Tensor,
    decay: TensorLike,
    weight: Tensor,
    truediv: bool = True,
    collections: Iterable[str] | None = None,
    name: str | None = None,
) -> Any:
    """Returns the average of weighted values in which older ones count less and less: that of value * weight by that of weight.

    Args:
      value: a tensor of floats.
      decay: how much of the averages stays, a float or a scalar tensor.
      weight: a tensor, for which value * weight has the shape of `value`.
      truediv: whether integers are divided as floats.
      collections: of the two variables; that of global variables by default.
      name: of the variables' scope, and the result.
    """
    value, weight = _core.convert_to_tensor(value), _core.convert_to_tensor(weight)
    with variable_scope(name, "WeightedMovingAvg", [value, weight]) as scope:

        def moved(what: str, by: Tensor) -> Any:
            zeros = filling.zeros(by.shape, by.dtype)
            average = get_variable(what, initializer=zeros, trainable=False, collections=collections)
            return assign_moving_average(average, by, decay, zero_debias=False)

        above, below = moved("value_x_weight", value * weight), moved("weight", weight)
        divided = math_binary.truediv if truediv else math_binary.divide
        return divided(above, below, name=scope.name)


def _key_of(item: Any) -> Any:
    """Returns what stands for a variable or tensor in dictionaries."""
    if isinstance(item, _Variable):
        source = getattr(item, "_source", item)
        return source.handle._id if isinstance(source.handle, _core.SymbolicTensor) else id(source)
    return item._id


def _name_of(item: Any) -> str:
    return item.name.rpartition(":")[0]


def _operation_of(assignment: Any) -> Any:
    return None if _core.executing_eagerly() else assignment.op
