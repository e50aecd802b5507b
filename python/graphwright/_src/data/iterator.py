"""tf.data.Iterator: going through a data set, eagerly and in functions."""

from __future__ import annotations

import abc
from collections.abc import Iterator as PythonIterator

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late, late_file
from graphwright._src.composite.sparse.elements import to_dense
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.data import structure
from graphwright._src.data.optional import OptionalImpl
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.data.dataset import Dataset
    from graphwright._src.tensor.typing import TensorLike

loops = late_file("data.loops")


_MOST_PYTHON_CALLS = 32
_STATE = "ITERATOR_STATE"  # the key of its state in checkpoints
_FAIL = 2  # where state is kept elsewhere, by default


def _policy_of(dataset: Dataset) -> int:
    policy = dataset.options().experimental_external_state_policy
    return _FAIL if policy is None else policy.value


@export("data.Iterator", v1="")
class IteratorBase(PythonIterator, CompositeTensor):
    """An iterator over the elements of a `tf.data.Dataset` (tf.data.Iterator), as `iter(dataset)` gives it.

    >>> import graphwright as tf
    >>> iterator = iter(tf.data.Dataset.range(2))
    >>> iterator.get_next()
    <tf.Tensor: shape=(), dtype=int64, numpy=0>
    """

    @property
    @abc.abstractmethod
    def element_spec(self) -> Any:
        """The structure of specs of the elements."""

    @abc.abstractmethod
    def get_next(self) -> Any:
        """Returns the next element. Raises OutOfRangeError at the end."""

    @abc.abstractmethod
    def get_next_as_optional(self) -> Any:
        """Returns the next element as a `tf.experimental.Optional`, which has no value at the end."""


_get_output_types = late("v1.dataset", "get_output_types")
_get_output_shapes = late("v1.dataset", "get_output_shapes")
_get_output_classes = late("v1.dataset", "get_output_classes")


class SaysOutputs:
    """A base class of things that describe their elements by dtypes, shapes and classes apart, as TensorFlow 1 does."""

    @property
    def output_types(self) -> Any:
        """The dtypes of the elements."""
        return _get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        """The static shapes of the elements."""
        return _get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        """The classes of the elements."""
        return _get_output_classes(self)


class OwnedIterator(_core.DataIterator, IteratorBase, SaysOutputs):
    """An iterator that lives as long as its handle.

    Args:
      dataset: the data set to go through; None where there are `components`.
      components: the handle of an iterator that exists.
      element_spec: the structure of specs of its elements.
    """

    def __init__(self, dataset: Dataset | None = None, components: object = None, element_spec: object = None) -> None:
        if dataset is None:
            if components is None or element_spec is None:
                raise ValueError(
                    "When `dataset` is not provided, both `components` and `element_spec` must be specified."
                )
            handle = nest.flatten(components)[0]
        else:
            if components is not None or element_spec is not None:
                raise ValueError("When `dataset` is provided, `element_spec` and `components` must not be specified.")
            element_spec = dataset.element_spec
            handle = _core.op("AnonymousIteratorV3")(**structure.attrs_of(element_spec))
            _core.op("MakeIterator")(dataset._variant_tensor, handle)
        self._element_spec = element_spec
        self._own_type_spec = IteratorSpec(element_spec)
        self._dataset = dataset  # libraries tidy up when a data set is gone, and its elements come from what they hold
        self._python_calls = 0
        self._state_policy = _FAIL if dataset is None else _policy_of(dataset)
        super().__init__(handle, structure.packer(element_spec))

    @property
    def element_spec(self) -> Any:
        return self._element_spec

    def next(self) -> Any:
        """Returns the next element. Raises StopIteration at the end."""
        return self.__next__()

    def get_next(self, name: str | None = None) -> Any:
        tensors = _core.op("IteratorGetNext")(
            self._iterator_resource, name=name, **structure.attrs_of(self._element_spec)
        )
        return structure.from_tensors(self._element_spec, tensors)

    def get_next_as_optional(self, name: str | None = None) -> OptionalImpl:
        return OptionalImpl(next_optional(self, name), self._element_spec)

    def _next_in_graph(self) -> Any:
        """Returns what Python's own loops get while a graph is traced: they would never end."""
        self._python_calls += 1
        if self._python_calls > _MOST_PYTHON_CALLS:
            raise ValueError(
                "An unusually high number of elements was taken from a `tf.data` iterator while a function was traced "
                "without AutoGraph: a Python loop over a data set does not end there. Enable AutoGraph for the function, "
                "or use `tf.while_loop` or `Dataset.reduce`."
            )
        return self.get_next()

    @staticmethod
    def _graphwright_items(iterator: OwnedIterator) -> Any:
        return loops.IteratorItems(iterator)

    @staticmethod
    def _graphwright_builtin(name: str) -> Any:
        return loops.ITERATOR_BUILTINS.get(name)

    # ---- as part of what a checkpoint saves ----

    _attribute_names = ("ITERATOR",)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        return {}

    def _serialize_to_tensors(self) -> dict[str, Any]:
        state = _core.op("SerializeIterator")(self._iterator_resource, external_state_policy=self._state_policy)
        return {_STATE: state}

    def _restore_from_tensors(self, tensors: dict[str, Any]) -> None:
        _core.op("DeserializeIterator")(self._iterator_resource, tensors[_STATE])

    @property
    def _type_spec(self) -> IteratorSpec:
        return self._own_type_spec


@export("data.IteratorSpec", v1="")
class IteratorSpec(TypeSpec):
    """The type of a `tf.data.Iterator` (tf.data.IteratorSpec), for example in a function's `input_signature`.

    Args:
      element_spec: the structure of specs of its elements.
    """

    __slots__ = ("_element_spec",)

    def __init__(self, element_spec: object) -> None:
        self._element_spec = element_spec

    @property
    def value_type(self) -> type:
        """The class of iterators."""
        return OwnedIterator

    @staticmethod
    def from_value(value: IteratorBase) -> IteratorSpec:
        """Returns the spec of an iterator."""
        return IteratorSpec(value.element_spec)

    def _serialize(self) -> tuple:
        return (self._element_spec,)

    @property
    def _component_specs(self) -> tuple:
        return (TensorSpec([], dtypes.resource),)

    def _to_components(self, value: OwnedIterator) -> tuple:
        return (value._iterator_resource,)

    def to_tensors(self, value: OwnedIterator) -> list[Any]:
        """Returns the handle of an iterator."""
        return [value._iterator_resource]  # often asked for: by each step of a training loop

    def _from_components(self, components: object) -> OwnedIterator:
        return OwnedIterator(components=components, element_spec=self._element_spec)


@export("data.experimental.get_next_as_optional")
def get_next_as_optional(iterator: IteratorBase) -> Any:
    """`iterator.get_next_as_optional()` (tf.data.experimental.get_next_as_optional)."""
    return iterator.get_next_as_optional()


@export("data.NumpyIterator")
class NumpyIterator:
    """The elements of a data set as NumPy values (tf.data.NumpyIterator).

    Args:
      dataset: a data set of tensors.
    """

    __slots__ = ("_iterator",)

    def __init__(self, dataset: Dataset) -> None:
        self._iterator = iter(dataset)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return nest.map_structure(_to_numpy, next(self._iterator))

    def next(self) -> Any:
        """Returns the next element."""
        return self.__next__()

    def save(self) -> _core.Tensor:
        """Returns where it is, as a string for `restore`."""
        return _core.op("SerializeTensor")(self._iterator._serialize_to_tensors()[_STATE])

    def restore(self, state: TensorLike) -> None:
        """Goes on from where an iterator of the same pipeline was.

        Args:
          state: what `save` gave.

        Raises:
          ValueError: it is no string.
          InvalidArgumentError, DataLossError: it is no state of such an iterator.
        """
        variant = _core.op("ParseTensor")(_core.convert_to_tensor(state, dtypes.string), out_type=dtypes.variant)
        self._iterator._restore_from_tensors({_STATE: variant})


def _to_numpy(value: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, SparseTensor):
        value = to_dense(value)
    if not hasattr(value, "numpy"):
        return value
    array = value.numpy()
    if hasattr(array, "setflags"):
        try:
            array.setflags(write=False)
        except ValueError:
            pass
    return array


def next_optional(iterator: OwnedIterator, name: str | None = None) -> Any:
    """Returns the next element as a variant; one without a value at the end."""
    return _core.op("IteratorGetNextAsOptional")(
        iterator._iterator_resource, name=name, **structure.attrs_of(iterator._element_spec)
    )
