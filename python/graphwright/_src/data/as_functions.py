"""tf.data.experimental: transformations as functions for `tf.data.Dataset.apply`, and a few more."""

from __future__ import annotations

import inspect

from graphwright._src.base.export import export, export_value
from graphwright._src.data.dataset import Dataset, _VariantDataset
from graphwright._src.ops.math import public
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.data.iterator import IteratorBase
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

export_value("data.experimental.SHARD_HINT", -1)


@export("data.experimental.Counter", v1="")
def counter(start: TensorLike = 0, step: TensorLike = 1, dtype: DTypeLike = dtypes.int64) -> Dataset:
    """Numbers without end (tf.data.experimental.Counter): `start`, `start + step`, and so on.

    >>> import graphwright as tf
    >>> [int(x) for x in tf.data.experimental.Counter(start=1).take(3)]
    [1, 2, 3]
    """
    return Dataset.counter(start, step, dtype)


@export("data.experimental.from_list")
def from_list(elements: object, name: str | None = None) -> Dataset:
    """Returns a data set of the elements of a list (tf.data.experimental.from_list).

    Raises:
      ValueError: the list is empty, or its elements differ in structure.

    >>> import graphwright as tf
    >>> [int(x) for x in tf.data.experimental.from_list([3, 1, 2])]
    [3, 1, 2]
    """
    from graphwright._src.data import sources

    return sources._ListDataset(elements, name)


@export("data.experimental.cardinality")
def cardinality(dataset: Dataset) -> Tensor:
    """`dataset.cardinality()` (tf.data.experimental.cardinality)."""
    return dataset.cardinality()


@export("data.experimental.assert_cardinality")
def assert_cardinality(expected_cardinality: TensorLike) -> Callable[[Dataset], Dataset]:
    """Returns a transformation that says how many elements there are, and fails where that is wrong.

    >>> import graphwright as tf
    >>> odd = tf.data.Dataset.range(10).filter(lambda x: x % 2 == 1)
    >>> len(odd.apply(tf.data.experimental.assert_cardinality(5)))
    5
    """
    from graphwright._src.data import transformations

    return lambda dataset: transformations._AssertCardinalityDataset(dataset, expected_cardinality)


@export("data.experimental.get_single_element")
def get_single_element(dataset: Dataset) -> Any:
    """`dataset.get_single_element()` (tf.data.experimental.get_single_element)."""
    return dataset.get_single_element()


@export("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Dataset | IteratorBase) -> Any:
    """Returns the spec of the elements (tf.data.experimental.get_structure). Raises TypeError where there are none."""
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            f"Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a dataset or iterator object, got "
            f"{type(dataset_or_iterator)}."
        ) from None


@export("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """Returns the variant tensor that describes a data set (tf.data.experimental.to_variant)."""
    return dataset._variant_tensor


@export("data.experimental.from_variant")
def from_variant(variant: Tensor, structure: object) -> Dataset:
    """Returns the data set of such a tensor (tf.data.experimental.from_variant).

    Args:
      variant: what `to_variant` gave.
      structure: the spec of the elements.
    """
    return _VariantDataset(variant, structure)


@export("data.experimental.enumerate_dataset")
def enumerate_dataset(start: TensorLike = 0) -> Callable[[Dataset], Dataset]:
    """`Dataset.enumerate` as a transformation (tf.data.experimental.enumerate_dataset)."""
    return lambda dataset: dataset.enumerate(start)


@export("data.experimental.ignore_errors")
def ignore_errors(log_warning: bool = False) -> Callable[[Dataset], Dataset]:
    """`Dataset.ignore_errors` as a transformation (tf.data.experimental.ignore_errors).

    >>> import graphwright as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
    >>> dataset = dataset.map(lambda x: tf.debugging.check_numerics(1.0 / x, "not finite"))
    >>> [float(x) for x in dataset.apply(tf.data.experimental.ignore_errors())]
    [1.0, 0.25]
    """
    return lambda dataset: dataset.ignore_errors(log_warning)


def _as_function(method: str) -> Callable[..., Callable[[Dataset], Dataset]]:
    """Returns a public function of the name, and with the parameters, of a method that gives the call as a transformation."""
    # Less `self` and `name`.
    signature = inspect.Signature(list(inspect.signature(getattr(Dataset, method)).parameters.values())[1:-1])

    def function(*args: Any, **kwargs: Any) -> Callable[[Dataset], Dataset]:
        bound = signature.bind(*args, **kwargs)
        return lambda dataset: getattr(dataset, method)(*bound.args, **bound.kwargs)

    function.__signature__ = signature  # type: ignore[attr-defined]
    public_name = f"data.experimental.{method}"
    return public([public_name], function, f"`Dataset.{method}` as a transformation (tf.{public_name}).")


scan = _as_function("scan")
take_while = _as_function("take_while")
unbatch = _as_function("unbatch")
unique = _as_function("unique")
group_by_window = _as_function("group_by_window")
bucket_by_sequence_length = _as_function("bucket_by_sequence_length")


@export("data.experimental.dense_to_ragged_batch")
def dense_to_ragged_batch(
    batch_size: TensorLike, drop_remainder: bool = False, row_splits_dtype: DTypeLike = dtypes.int64
) -> Callable[[Dataset], Dataset]:
    """`Dataset.ragged_batch` as a transformation (tf.data.experimental.dense_to_ragged_batch)."""
    return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


@export("data.experimental.dense_to_sparse_batch")
def dense_to_sparse_batch(batch_size: TensorLike, row_shape: ShapeLike) -> Callable[[Dataset], Dataset]:
    """`Dataset.sparse_batch` as a transformation (tf.data.experimental.dense_to_sparse_batch)."""
    return lambda dataset: dataset.sparse_batch(batch_size, row_shape)


@export("data.experimental.snapshot")
def snapshot(
    path: str | os.PathLike[str] | Tensor,
    compression: str | None = "AUTO",
    reader_func: Callable[[Any], Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """`Dataset.snapshot` as a transformation (tf.data.experimental.snapshot)."""
    return lambda dataset: dataset.snapshot(path, compression, reader_func, shard_func)


@export("data.experimental.save", v1="")
def save(
    dataset: Dataset,
    path: str | os.PathLike[str],
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: dict[str, Any] | None = None,
) -> None:
    """`dataset.save(path, …)` (tf.data.experimental.save)."""
    dataset.save(path, compression, shard_func, checkpoint_args)


@export("data.experimental.load", v1="")
def load(
    path: str | os.PathLike[str],
    element_spec: object = None,
    compression: str | None = None,
    reader_func: Callable[[Any], Any] | None = None,
) -> Dataset:
    """See `tf.data.Dataset.load` (tf.data.experimental.load)."""
    return Dataset.load(path, element_spec, compression, reader_func)


@export("data.experimental.choose_from_datasets", v1="")
def choose_from_datasets(
    datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False
) -> Dataset:
    """See `tf.data.Dataset.choose_from_datasets` (tf.data.experimental.choose_from_datasets)."""
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


@export("data.experimental.sample_from_datasets", v1="")
def sample_from_datasets(
    datasets: Sequence[Dataset],
    weights: TensorLike | Dataset | None = None,
    seed: int | None = None,
    stop_on_empty_dataset: bool = False,
) -> Dataset:
    """See `tf.data.Dataset.sample_from_datasets` (tf.data.experimental.sample_from_datasets)."""
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


@export("data.experimental.shuffle_and_repeat")
def shuffle_and_repeat(
    buffer_size: TensorLike, count: TensorLike | None = None, seed: int | None = None
) -> Callable[[Dataset], Dataset]:
    """`Dataset.shuffle` and then `Dataset.repeat` as a transformation (tf.data.experimental.shuffle_and_repeat)."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


@export("data.experimental.map_and_batch")
def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: TensorLike,
    num_parallel_batches: int | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: TensorLike | None = None,
) -> Callable[[Dataset], Dataset]:
    """`Dataset.map` and then `Dataset.batch` as a transformation (tf.data.experimental.map_and_batch).

    Raises:
      ValueError: both `num_parallel_batches` and `num_parallel_calls` are given.
    """
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError(
            "`map_and_batch` allows only one of `num_parallel_batches` and `num_parallel_calls` to be set, but "
            f"`num_parallel_batches` was set to {num_parallel_batches} and `num_parallel_calls` was set to "
            f"{num_parallel_calls}."
        )
    size: Any = batch_size
    calls: Any = num_parallel_calls if num_parallel_batches is None else num_parallel_batches * size
    from graphwright._src.data import batching

    return lambda dataset: batching._MapAndBatchDataset(dataset.map(map_func, calls), batch_size, drop_remainder)


@export("data.experimental.parallel_interleave")
def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: TensorLike,
    block_length: TensorLike = 1,
    sloppy: bool | None = False,
    buffer_output_elements: TensorLike | None = None,
    prefetch_input_elements: TensorLike | None = None,
) -> Callable[[Dataset], Dataset]:
    """`Dataset.interleave` with threads as a transformation (tf.data.experimental.parallel_interleave)."""
    return lambda dataset: dataset.interleave(
        map_func, cycle_length, block_length, num_parallel_calls=cycle_length, deterministic=not sloppy
    )


@export("data.experimental.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: TensorLike | None = None) -> Callable[[Dataset], Dataset]:
    """`Dataset.prefetch` as a transformation (tf.data.experimental.prefetch_to_device); elements stay on the host."""
    return lambda dataset: dataset.prefetch(buffer_size)
