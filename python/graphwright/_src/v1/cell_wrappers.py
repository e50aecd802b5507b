"""tf.nn.RNNCell*Wrapper: cells of recurrent networks with dropout, residual connections or a device around them."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.graph import scopes
from graphwright._src.ops import array as array_module
from graphwright._src.ops import random as random_module
from graphwright._src.ops.math import floor
from graphwright._src.ops.nn_activation import dropout
from graphwright._src.state.module import Module
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


class _CellWrapper(Module):
    """A cell around another one: what it does not change is the inner one's."""

    def __init__(self, cell: Any, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(name=name)
        if not callable(getattr(cell, "call", None)):
            raise AttributeError(f"{type(self).__name__}: a cell needs a method 'call', got {cell!r}")
        if kwargs:
            raise TypeError(f"{type(self).__name__} got arguments that it does not know: {', '.join(kwargs)}")
        self.cell = cell
        self.built = False

    @property
    def state_size(self) -> Any:
        """The sizes of the cell's state."""
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        """The size of the cell's output."""
        return self.cell.output_size

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike | None) -> Any:
        """Returns the state of zeros that the cell begins with."""
        if hasattr(self.cell, "zero_state"):
            return self.cell.zero_state(batch_size, dtype)
        return self.cell.get_initial_state(batch_size=batch_size)

    def get_initial_state(
        self, inputs: Any = None, batch_size: TensorLike | None = None, dtype: DTypeLike | None = None
    ) -> Any:
        """Returns the same, its batch size and dtype by `inputs` where they are given."""
        if inputs is not None:
            batch_size, dtype = array_module.shape(inputs)[0], inputs.dtype
        if batch_size is None:
            raise ValueError("get_initial_state: inputs or batch_size must be given")
        return self.zero_state(batch_size, dtype)

    def build(self, inputs_shape: Any) -> None:
        """Makes the cell's variables."""
        if not self.built and hasattr(self.cell, "build") and not getattr(self.cell, "built", False):
            self.cell.build(inputs_shape)
        self.built = True

    def __call__(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        """Returns the output and the new state of one step."""
        return self.call(inputs, state, **kwargs)

    def call(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        """Returns the output and the new state of one step."""
        self.build(nest.map_structure(lambda x: x.shape, inputs))
        return self._around(inputs, state, **kwargs)

    def _around(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} says nothing of what is around a cell")

    def get_config(self) -> dict[str, Any]:
        """Returns what `from_config` needs; the cell needs the method, too."""
        kind = type(self.cell)
        return {"cell": {"class_name": kind.__name__, "config": self.cell.get_config()}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        """Returns a wrapper by what `get_config` gave; the cell's class is taken from `custom_objects` or is one of Keras."""
        config = dict(config)
        inner = config.pop("cell")
        kind = (custom_objects or {}).get(inner["class_name"])
        if kind is None:
            import graphwright

            kind = getattr(graphwright.keras.layers, inner["class_name"])
        return cls(kind.from_config(inner["config"]), **config)


@export("nn.RNNCellDeviceWrapper", v1="")
class RNNCellDeviceWrapper(_CellWrapper):
    """A cell that runs on one device (tf.nn.RNNCellDeviceWrapper).

    Args:
      cell: an object with `call(inputs, state)`, `state_size` and `output_size`.
      device: what `tf.device` takes.

    >>> import graphwright as tf
    >>> class Sum:
    ...     state_size = output_size = 1
    ...     def call(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> output, state = tf.nn.RNNCellDeviceWrapper(Sum(), "/cpu:0")(tf.ones([1, 1]), tf.ones([1, 1]))
    >>> float(output[0, 0])
    2.0
    """

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def _around(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        with scopes.device(self._device):
            return self.cell.call(inputs, state, **kwargs)

    def get_config(self) -> dict[str, Any]:
        """Returns what `from_config` needs."""
        return {"device": self._device, **super().get_config()}


@export("nn.RNNCellResidualWrapper", v1="")
class RNNCellResidualWrapper(_CellWrapper):
    """A cell whose inputs are added to its outputs (tf.nn.RNNCellResidualWrapper).

    Args:
      cell: an object with `call(inputs, state)`, `state_size` and `output_size`.
      residual_fn: makes the outputs of the inputs and the cell's outputs; None adds them.

    Raises:
      ValueError: inputs and outputs have other structures, or cannot be added.

    >>> import graphwright as tf
    >>> class Sum:
    ...     state_size = output_size = 1
    ...     def call(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> output, state = tf.nn.RNNCellResidualWrapper(Sum())(tf.ones([1, 1]), tf.ones([1, 1]))
    >>> float(output[0, 0]), float(state[0, 0])
    (3.0, 2.0)
    """

    def __init__(self, cell: Any, residual_fn: Callable[..., Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def _around(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        outputs, state = self.cell.call(inputs, state, **kwargs)
        if self._residual_fn is not None:
            return self._residual_fn(inputs, outputs), state
        nest.assert_same_structure(inputs, outputs)
        for given, made in zip(nest.flatten(inputs), nest.flatten(outputs)):
            given.shape.assert_is_compatible_with(made.shape)
        return nest.map_structure(lambda given, made: given + made, inputs, outputs), state

    def get_config(self) -> dict[str, Any]:
        """Returns what `from_config` needs.

        Raises:
          NotImplementedError: there is a residual_fn: functions are not part of it.
        """
        if self._residual_fn is not None:
            raise NotImplementedError("RNNCellResidualWrapper.get_config: residual_fn cannot be written down")
        return super().get_config()


@export("nn.RNNCellDropoutWrapper", v1="")
class RNNCellDropoutWrapper(_CellWrapper):
    """A cell with dropout before and behind it, and of its state (tf.nn.RNNCellDropoutWrapper).

    Args:
      cell: an object with `call(inputs, state)`, `state_size` and `output_size`.
      input_keep_prob, output_keep_prob, state_keep_prob: how likely numbers are kept; floats from 0 to 1, or float tensors.
      variational_recurrent: whether the same numbers are dropped in all steps; then `dtype` must be given.
      input_size: of inputs without their batch axis; needed for `variational_recurrent` where inputs are dropped.
      dtype: of inputs, state and outputs; needed for `variational_recurrent`.
      seed: an integer; other seeds are made of it for inputs, state and outputs. The numbers are not TensorFlow's.
      dropout_state_filter_visitor: takes a part of the state, and says whether it is dropped (or a structure of such answers).

    Raises:
      ValueError: a probability is out of range; dtype or input_size is missing.

    >>> import graphwright as tf
    >>> class Sum:
    ...     state_size = output_size = 1
    ...     def call(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> cell = tf.nn.RNNCellDropoutWrapper(Sum(), input_keep_prob=0.5)
    >>> output, state = cell(tf.ones([1, 1]), tf.zeros([1, 1]))
    >>> float(output[0, 0]) in (0.0, 2.0)
    True
    """

    def __init__(
        self,
        cell: Any,
        input_keep_prob: float | Tensor = 1.0,
        output_keep_prob: float | Tensor = 1.0,
        state_keep_prob: float | Tensor = 1.0,
        variational_recurrent: bool = False,
        input_size: Any = None,
        dtype: DTypeLike | None = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError(f"dropout_state_filter_visitor must be callable, got {dropout_state_filter_visitor!r}")
        self._probabilities = {}
        for name, value in (("input", input_keep_prob), ("state", state_keep_prob), ("output", output_keep_prob)):
            if not isinstance(value, _core.Tensor):
                value = float(value)
                if not 0 <= value <= 1:
                    raise ValueError(f"Parameter {name}_keep_prob must be between 0 and 1: {value:g}")
            self._probabilities[name] = value
        self._seed = seed
        self._filter = dropout_state_filter_visitor or _dropped_by_default
        self._noise: dict[str, Any] | None = None
        self._variational = (variational_recurrent, input_size, dtype)
        if variational_recurrent:
            self._make_noise(input_size, dtype)

    def _make_noise(self, input_size: Any, dtype: DTypeLike | None) -> None:
        """Numbers from 0 to 1 that say in all steps what is dropped."""
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")
        if input_size is None and self._drops("input"):
            raise ValueError(
                "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be provided"
            )
        uniform = random_module.uniform
        self._noise = {}
        for kind, sizes in (("input", input_size), ("state", self.state_size), ("output", self.output_size)):
            if sizes is None:
                continue
            parts = nest.flatten(sizes) if not hasattr(sizes, "as_list") else [sizes]
            shapes = [[1, *(part.as_list() if hasattr(part, "as_list") else [int(part)])] for part in parts]
            self._noise[kind] = [
                uniform(shape, dtype=dtype, seed=self._seed_of(kind, i)) for i, shape in enumerate(shapes)
            ]

    def _drops(self, kind: str) -> bool:
        probability = self._probabilities[kind]
        return isinstance(probability, _core.Tensor) or probability < 1

    def _seed_of(self, kind: str, number: int) -> int | None:
        if self._seed is None:
            return None
        return (self._seed * 31 + {"input": 1, "state": 2, "output": 3}[kind] * 1009 + number) & 0x7FFFFFFF

    def _dropped(self, values: object, kind: str, wanted: object = None) -> Any:
        if not self._drops(kind):
            return values
        keep = self._probabilities[kind]
        flags = nest.flatten(wanted) if wanted is not None else None
        result = []
        for i, value in enumerate(nest.flatten(values)):
            if flags is not None and not flags[i]:
                result.append(value)
            elif self._noise is None:
                result.append(dropout(value, rate=1 - keep, seed=self._seed_of(kind, i)))
            else:
                kept = floor(self._noise[kind][i] + keep)
                result.append(value / keep * kept)
        return nest.pack_sequence_as(values, result)

    @property
    def wrapped_cell(self) -> Any:
        """The cell within."""
        return self.cell

    def _around(self, inputs: Any, state: Any, **kwargs: Any) -> Any:
        outputs, state = self.cell.call(self._dropped(inputs, "input"), state, **kwargs)
        if self._drops("state"):
            state = self._dropped(state, "state", _flags(self._filter, state))
        return self._dropped(outputs, "output"), state

    def get_config(self) -> dict[str, Any]:
        """Returns what `from_config` needs.

        Raises:
          NotImplementedError: there is a filter of states: functions are not part of it.
        """
        if self._filter is not _dropped_by_default:
            raise NotImplementedError("RNNCellDropoutWrapper.get_config: a filter cannot be written down")
        recurrent, size, dtype = self._variational
        kept = {f"{kind}_keep_prob": value for kind, value in self._probabilities.items()}
        more = {"variational_recurrent": recurrent, "input_size": size, "dtype": dtype, "seed": self._seed}
        return {**kept, **more, **super().get_config()}


def _dropped_by_default(part: Any) -> Any:
    """Returns all of a state but an LSTM's memory, and what counts or is kept in arrays."""
    if getattr(part, "_fields", None) == ("c", "h"):
        return type(part)(c=False, h=True)
    return not isinstance(part, TensorArray)


def _flags(visit: Callable[[Any], Any], state: Any) -> Any:
    """Returns whether parts of a state are dropped: the answers for the state, or for its parts where it is a list."""
    answer = visit(state)
    if isinstance(answer, bool):
        if isinstance(state, (list, tuple)):
            return [_flags(visit, part) for part in state]
        return nest.map_structure(lambda _: answer, state)
    return answer
