"""Data sets that are made of several others."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.data import structure
from graphwright._src.data.dataset import Dataset
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math as math_module
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.random import stateless_categorical
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike


class _ZipDataset(Dataset):
    """Elements made of one element of each of a structure of data sets."""

    def __init__(self, datasets: object, name: str | None = None) -> None:
        for one in structure.flatten_data(datasets):
            if not isinstance(one, Dataset):
                if isinstance(one, list):
                    raise TypeError(
                        "Invalid `datasets`. `datasets` is expected to be a (nested) structure of `tf.data.Dataset` "
                        "objects. Python `list` is not supported and you should use `tuple` instead."
                    )
                raise TypeError(
                    "Invalid `datasets`. `datasets` is expected to be a (nested) structure of `tf.data.Dataset` objects "
                    f"but encountered object of type {type(one)}."
                )
        self._datasets = nest.flatten(datasets)
        spec = nest.map_structure(lambda one: one.element_spec, datasets)
        variant = _core.op("ZipDataset")(
            [one._variant_tensor for one in self._datasets], name=name, **structure.attrs_of(spec)
        )
        super().__init__(variant, spec)

    def _inputs(self) -> list[Dataset]:
        return self._datasets


class _ConcatenateDataset(Dataset):
    """The elements of one data set and then those of another."""

    def __init__(self, input_dataset: Dataset, dataset_to_concatenate: Dataset, name: str | None = None) -> None:
        first, second = input_dataset.element_spec, dataset_to_concatenate.element_spec
        spec = _common_spec(
            first,
            second,
            f"Incompatible dataset elements:\n  {first} vs. \n  {second}",
        )
        self._datasets = [input_dataset, dataset_to_concatenate]
        variant = _core.op("ConcatenateDataset")(
            input_dataset._variant_tensor,
            dataset_to_concatenate._variant_tensor,
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(variant, spec)

    def _inputs(self) -> list[Dataset]:
        return self._datasets


def _common_spec(first: object, second: object, message: str) -> Any:
    try:
        nest.assert_same_structure(first, second)
        return structure.most_specific(first, second)
    except (TypeError, ValueError) as error:
        raise TypeError(message) from error


class _DirectedInterleaveDataset(Dataset):
    """Elements of data sets, in the order in which a selector names these."""

    def __init__(
        self, selector_input: Dataset, data_inputs: Iterable[Dataset], stop_on_empty_dataset: bool = False
    ) -> None:
        self._selector = selector_input
        self._datasets = list(data_inputs)
        spec = self._datasets[0].element_spec
        for i, other in enumerate(self._datasets[1:], 1):
            spec = _common_spec(
                spec,
                other.element_spec,
                f"Invalid `datasets`. `datasets` must have compatible element specs.\n Dataset 0 "
                f"element_spec={self._datasets[0].element_spec}.\n Dataset {i} element_spec={other.element_spec}.",
            )
        variant = _core.op("DirectedInterleaveDataset")(
            selector_input._variant_tensor,
            [one._variant_tensor for one in self._datasets],
            stop_on_empty_dataset=stop_on_empty_dataset,
            **structure.attrs_of(spec),
        )
        super().__init__(variant, spec)

    def _inputs(self) -> list[Dataset]:
        return [self._selector, *self._datasets]


def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool) -> Dataset:
    """See `tf.data.Dataset.choose_from_datasets`."""
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    if not isinstance(choice_dataset, Dataset):
        raise TypeError(
            f"Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is {type(choice_dataset)}."
        )
    spec = choice_dataset.element_spec
    if type(spec) is not TensorSpec or spec.dtype != dtypes.int64 or spec.shape.rank not in (0, None):
        raise TypeError(
            f"Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors but are {spec}."
        )
    return _DirectedInterleaveDataset(choice_dataset, datasets, stop_on_empty_dataset)


def _that_can_be_drawn(datasets: Sequence[Dataset], weights: Tensor) -> tuple[Any, Any]:
    """Returns the data sets with weights above zero, and these: who waits for the end of others waits for ever."""
    known = get_static_value(weights)
    if known is None or (known > 0).all():
        return datasets, weights
    kept = [i for i, weight in enumerate(known) if weight > 0]
    return [datasets[i] for i in kept], gather(weights, kept) if kept else None


def sample_from_datasets(
    datasets: Sequence[Dataset],
    weights: TensorLike | Dataset | None,
    seed: int | Tensor | None,
    stop_on_empty_dataset: bool,
    rerandomize_each_iteration: bool | None,
) -> Dataset:
    """See `tf.data.Dataset.sample_from_datasets`."""
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    given, count = datasets, len(datasets)
    changing = isinstance(weights, Dataset)
    if weights is None:
        weights = [1.0 / count] * count
    if not changing:
        weights = _core.convert_to_tensor(weights)
        if weights.dtype not in (dtypes.float32, dtypes.float64):
            raise TypeError(
                "Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is "
                f"{weights.dtype!r}."
            )
        if not weights.shape.is_compatible_with([count]):
            raise ValueError(
                "Invalid `weights`. The shape of `weights` should be compatible with "
                f"`[len(datasets)]` but is {weights.shape}."
            )
        datasets, weights = _that_can_be_drawn(datasets, weights)
        if not datasets:
            return given[0].take(0)
    if len(datasets) == 1:
        return datasets[0]
    library = stateless_categorical, math_module.log, array_module.squeeze
    categorical, log, squeeze = library

    def choose(logits: TensorLike, seeds: TensorLike) -> Any:
        return squeeze(categorical(logits, 1, seed=seeds), axis=[0, 1])

    seeds = Dataset.random(seed=seed, rerandomize_each_iteration=rerandomize_each_iteration).batch(2)
    if changing:
        selector = Dataset.zip((weights, seeds)).map(lambda row, pair: choose(log(row)[None], pair))
    else:
        logits = log(weights)[None]
        selector = seeds.map(lambda pair: choose(logits, pair))
    return _DirectedInterleaveDataset(selector, datasets, stop_on_empty_dataset)
