"""tf.train.ExponentialMovingAverage: averages of variables in which older values count less and less."""

from __future__ import annotations

from graphwright import _core
from graphwright.export import export, exported
from graphwright.graph import default_graph
from graphwright.tensor_shape import TensorShape
from graphwright.v1.graph_keys import GraphKeys
from graphwright.v1.variable_scope import variable_beside
from graphwright.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_Variable = _core.ResourceVariable


@export("train.ExponentialMovingAverage", "compat.v1.train.ExponentialMovingAverage")
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
        self, decay: Any, num_updates: Any = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
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

    def apply(self, var_list: Any = None) -> Any:
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
        with exported("compat.v1.name_scope")(self._name) as scope:
            decay = _core.convert_to_tensor(self._decay, exported("float32"))
            if self._num_updates is not None:
                updates = exported("cast")(self._num_updates, exported("float32"), name="num_updates")
                decay = exported("minimum")(decay, (1.0 + updates) / (10.0 + updates))
            operations = [self._update(item, decay) for item in items]
            if _core.executing_eagerly():
                return None
            return exported("group")(*operations, name=scope)

    def _make(self, item: Any) -> None:
        # The average outlives the function that is being traced, as the variable does.
        with exported("init_scope")():
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
            with exported("compat.v1.name_scope")(""):
                name = _unique_eagerly(f"{_name_of(item)}/{self._name}")
                average = VariableV1(initial, trainable=False, name=name, dtype=item.dtype)
        else:
            average = variable_beside(item, self._name, item.shape, item.dtype, initial)
        self._averages[_key_of(item)] = average

    def _make_for_tensor(self, item: Any) -> None:
        def zeros(primary: Any, name: str, shape: TensorShape) -> Any:
            return variable_beside(primary, name, shape, item.dtype, lambda: exported("zeros")(shape, item.dtype))

        average = self._averages[_key_of(item)] = zeros(item, self._name, item.shape)
        if self._zero_debias:
            parts = zeros(average, "biased", item.shape), zeros(average, "local_step", TensorShape([]))
            self._biased[_key_of(item)] = parts

    def _update(self, item: Any, decay: Any) -> Any:
        key = _key_of(item)
        average = self._averages[key]
        value = item.value() if isinstance(item, _Variable) else item
        rest = 1.0 - (decay if decay.dtype == value.dtype else exported("cast")(decay, value.dtype))
        if key not in self._biased:
            return _operation_of(average.assign_sub((average.value() - value) * rest))
        biased, steps = self._biased[key]
        moved = biased.assign_sub((biased.value() - value) * rest)
        counted = steps.assign_add(1.0)
        with exported("control_dependencies")([] if _core.executing_eagerly() else [moved.op, counted.op]):
            weight = 1.0 - exported("pow")(1.0 - rest, steps.value())
            return _operation_of(average.assign(biased.value() / weight))

    def average(self, var: Any) -> Any:
        """The variable that holds the average of a variable or tensor; None where there is none."""
        return self._averages.get(_key_of(var))

    def average_name(self, var: Any) -> str:
        """The name of the variable that holds the average of a variable or tensor."""
        average = self._averages.get(_key_of(var))
        if average is not None:
            return average.name.rpartition(":")[0]
        graph = _core.current_graph()
        wanted = f"{_name_of(var)}/{self._name}"
        return wanted if graph is None else graph.unique_name(wanted, mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        """The variables by the names under which their averages are saved.

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


def _key_of(item: Any) -> Any:
    """What stands for a variable or tensor in dictionaries."""
    if isinstance(item, _Variable):
        source = getattr(item, "_source", item)
        return source.handle._id if isinstance(source.handle, _core.SymbolicTensor) else id(source)
    return item._id


def _name_of(item: Any) -> str:
    return item.name.rpartition(":")[0]


def _unique_eagerly(name: str) -> str:
    """The name, numbered where averages of variables with the same name were made before; graphs number names themselves."""
    with exported("compat.v1.variable_scope")(None, default_name=name, auxiliary_name_scope=False) as scope:
        return scope.name


def _operation_of(assignment: Any) -> Any:
    return None if _core.executing_eagerly() else assignment.op
