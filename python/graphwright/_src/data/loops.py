"""Data sets and iterators in converted functions: as what a staged `for` loop runs over, and under Python's builtins."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.autograph.operators.staged_items import StagedItems
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.data import structure
from graphwright._src.data.iterator import OwnedIterator, next_optional
from graphwright._src.data.optional import OptionalImpl
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.data.dataset import Dataset


class IteratorItems(StagedItems):
    """The elements of an iterator. The loop carries the next one along as an optional.

    It is asked for after the body, and only where the loop goes on: what comes after a `break` stays in the iterator.
    """

    def __init__(self, iterator: OwnedIterator) -> None:
        self._iterator = iterator

    def start(self) -> list[Any]:
        return [next_optional(self._iterator)]

    def in_range(self, own: list[Any]) -> Any:
        return _core.op("OptionalHasValue")(own[0])

    def advance(self, own: list[Any]) -> tuple[Any, list[Any]]:
        return OptionalImpl(own[0], self._iterator.element_spec).get_value(), own

    def after_body(self, own: list[Any], goes_on: Callable[[], Any] | None) -> list[Any]:
        wanted = True if goes_on is None else goes_on()
        if isinstance(wanted, _core.Tensor):
            return [cond(wanted, lambda: next_optional(self._iterator), lambda: _core.op("OptionalNone")())]
        return [next_optional(self._iterator) if wanted else _core.op("OptionalNone")()]


class DatasetItems(IteratorItems):
    """The elements of a data set. As in `Dataset.reduce`, shapes may change, and random numbers begin anew."""

    relaxes_shapes = True
    draws_anew = True
    runs_to_the_end = True

    def __init__(self, dataset: Dataset) -> None:
        super().__init__(OwnedIterator(dataset))


def next_item(iterator: OwnedIterator, *default: object) -> Any:
    """next() of an iterator in a graph. A number as the default becomes a tensor of the elements' dtype.

    Raises:
      TypeError: the default is of another structure or dtype than the elements.
    """
    if not default:
        return iterator.get_next()
    optional = iterator.get_next_as_optional()
    value, spec = default[0], iterator.element_spec
    if type(value) in (int, float) and type(spec) is TensorSpec:
        value = _core.convert_to_tensor(value, spec.dtype)
    value = structure.normalized(value)
    given = structure.spec_of(value)
    if not structure.same_classes(spec, given) or [leaf.dtype for leaf in structure.flat_specs(spec)] != [
        leaf.dtype for leaf in structure.flat_specs(given)
    ]:
        raise TypeError(
            f"the default of next() must have the structure and the dtypes of the iterator's elements, got {given} and "
            f"{spec}"
        )
    return cond(optional.has_value(), optional.get_value, lambda: value)


def length(dataset: Dataset) -> Any:
    """len() of a data set in a graph: fails, when the graph runs, where there is no end or no telling."""
    number = dataset.cardinality()
    message = _core.convert_to_tensor("a data set that is infinite, or whose length is unknown, has no len()")
    _core.op("Assert")(_core.op("GreaterEqual")(number, _core.convert_to_tensor(0, dtypes.int64)), [message])
    return number


def _bools(dataset: Dataset, name: str) -> None:
    spec = dataset.element_spec
    if type(spec) is not TensorSpec:
        raise ValueError(f"{name}() of a data set needs elements of a single component, got {spec}")
    if spec.dtype != dtypes.bool:
        raise ValueError(f"{name}() of a data set needs elements of dtype bool, got {spec.dtype!r}")


def _any(dataset: Dataset) -> Any:
    _bools(dataset, "any")
    either = _core.op("LogicalOr")
    return dataset.reduce(_core.convert_to_tensor(False), lambda found, x: either(found, x))


def _all(dataset: Dataset) -> Any:
    _bools(dataset, "all")
    both = _core.op("LogicalAnd")
    return dataset.reduce(_core.convert_to_tensor(True), lambda found, x: both(found, x))


def _zipped(*datasets: Any) -> Any:
    from graphwright._src.data.dataset import Dataset

    return Dataset.zip(datasets)


def _mapped(function: Callable[..., Any], *datasets: Any) -> Any:
    return _zipped(*datasets).map(function)


def _absolute(dataset: Dataset) -> Any:
    absolute = _core.op("Abs")

    def absolutes(*element: Any) -> Any:
        return nest.map_structure(absolute, element[0] if len(element) == 1 else element)

    return dataset.map(absolutes)


# What Python's builtin functions do in converted code.
DATASET_BUILTINS: dict[str, Callable[..., Any]] = {
    "enumerate": lambda dataset, start: dataset.enumerate(start),
    "zip": _zipped,
    "map": _mapped,
    "filter": lambda function, dataset: dataset.filter(function),
    "any": _any,
    "all": _all,
    "len": length,
    "abs": _absolute,
}
ITERATOR_BUILTINS: dict[str, Callable[..., Any]] = {"next": next_item}
