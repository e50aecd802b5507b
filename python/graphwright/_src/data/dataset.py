"""tf.data.Dataset: a sequence of elements, described by where they come from and what is done to them."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.base.hooks import late_file
from graphwright._src.data import structure
from graphwright._src.data.dataset_spec import DatasetSpec
from graphwright._src.data.iterator import NumpyIterator, OwnedIterator
from graphwright._src.data.options import Options
from graphwright._src.data.resampling import Resampled
from graphwright._src.data.saving import SavedInFolders
from graphwright._src.graph.scopes import executing_eagerly, inside_function
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

batching = late_file("data.batching")
combinations = late_file("data.combinations")
files = late_file("data.files")
loops = late_file("data.loops")
sources = late_file("data.sources")
transformations = late_file("data.transformations")

AUTOTUNE = -1
INFINITE = -1
UNKNOWN = -2
export_value("data.AUTOTUNE", AUTOTUNE)
export_value("data.experimental.AUTOTUNE", AUTOTUNE)
export_value("data.INFINITE_CARDINALITY", INFINITE)
export_value("data.experimental.INFINITE_CARDINALITY", INFINITE)
export_value("data.UNKNOWN_CARDINALITY", UNKNOWN)
export_value("data.experimental.UNKNOWN_CARDINALITY", UNKNOWN)


def check_python_loop(what: str) -> None:
    """Raises RuntimeError where Python can't loop over data sets: in a plain graph."""
    if not executing_eagerly() and not inside_function():
        raise RuntimeError(f"{what} only supports Python-style iteration in eager mode or within tf.function.")


@export("data.Dataset", v1="")
class Dataset(Iterable, Resampled, SavedInFolders, CompositeTensor):
    """A sequence of elements, each a tensor or a structure of tensors (tf.data.Dataset).

    It is made from data by `from_tensor_slices` and its kin, and from other data sets by methods such as `map` and `batch`.
    Elements are computed while something iterates over it: a `for` loop, eager or in a function, or `reduce`.

    >>> import graphwright as tf
    >>> dataset = tf.data.Dataset.range(5).map(lambda x: x * x).batch(2)
    >>> [batch.numpy().tolist() for batch in dataset]
    [[0, 1], [4, 9], [16]]
    """

    _map_may_end = False  # whether a function of `map` that runs out of range ends the data set, which is no error then

    def __init__(self, variant_tensor: Tensor, element_spec: object = None) -> None:
        self._variant_tensor = variant_tensor
        self._element_spec = element_spec
        self._own_options: Options | None = None

    def _inputs(self) -> list[Dataset]:
        """Returns the data sets that this one is made from."""
        return []

    @property
    def element_spec(self) -> Any:
        """The structure of specs of the elements.

        >>> import graphwright as tf
        >>> tf.data.Dataset.range(3).batch(2).element_spec
        TensorSpec(shape=(None,), dtype=tf.int64, name=None)
        """
        return self._element_spec

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self._element_spec)

    @property
    def _flat_structure(self) -> dict[str, list[Any]]:
        return structure.attrs_of(self._element_spec)

    # ---- going through the elements ----

    def __iter__(self) -> OwnedIterator:
        check_python_loop("`tf.data.Dataset`")
        return OwnedIterator(self)

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        if not executing_eagerly():
            raise TypeError(
                "`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead."
            )
        length = int(self.cardinality())
        if length == INFINITE:
            raise TypeError("The dataset is infinite.")
        if length == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return length

    def __repr__(self) -> str:
        return f"<{type(self).__name__.removeprefix('V2_')} element_spec={self.element_spec}>"

    def as_numpy_iterator(self) -> NumpyIterator:
        """Returns the elements as NumPy values (tf.data.Dataset.as_numpy_iterator).

        Raises:
          RuntimeError: a graph is being traced.
          TypeError: the elements hold more than tensors.

        >>> import graphwright as tf
        >>> list(tf.data.Dataset.range(3).as_numpy_iterator())
        [np.int64(0), np.int64(1), np.int64(2)]
        """
        if not executing_eagerly():
            raise RuntimeError("`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode.")
        for leaf in structure.leaves(self.element_spec):
            if isinstance(leaf, DatasetSpec) or not hasattr(leaf, "shape") and leaf.value_type is not type(None):
                raise TypeError(
                    "`tf.data.Dataset.as_numpy_iterator()` is not supported for datasets that produce values of type "
                    f"{leaf.value_type}"
                )
        return NumpyIterator(self)

    def reduce(self, initial_state: object, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """Returns the state after `reduce_func` took each element to it (tf.data.Dataset.reduce).

        Args:
          initial_state: a structure of tensors.
          reduce_func: from the state and an element to the next state, of the same structure and dtypes.
          name: of the op.

        Raises:
          TypeError: the next state is of another structure or dtype.

        >>> import graphwright as tf
        >>> tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda total, x: total + x).numpy()
        np.int64(10)
        """
        return transformations.reduce(self, initial_state, reduce_func, name)

    def get_single_element(self, name: str | None = None) -> Any:
        """Returns the element of a data set that has just one (tf.data.Dataset.get_single_element).

        Raises:
          InvalidArgumentError: there is none, or more than one.

        >>> import graphwright as tf
        >>> tf.data.Dataset.from_tensors(7).get_single_element().numpy()
        np.int32(7)
        """
        tensors = _core.op("DatasetToSingleElement")(self._variant_tensor, name=name, **self._flat_structure)
        return structure.from_tensors(self.element_spec, tensors)

    def cardinality(self) -> Tensor:
        """Returns the number of elements as a scalar int64 (tf.data.Dataset.cardinality).

        It is `tf.data.INFINITE_CARDINALITY` or `tf.data.UNKNOWN_CARDINALITY` where there is no end, or no telling.
        """
        return _core.op("DatasetCardinality")(self._variant_tensor)

    # ---- sources ----

    @staticmethod
    def from_tensors(tensors: object, name: str | None = None) -> Dataset:
        """Returns a data set of one element (tf.data.Dataset.from_tensors).

        Args:
          tensors: a structure of values, of which tuples and dictionaries stay what they are.
          name: of the op.
        """
        return sources._TensorDataset(tensors, name=name)

    @staticmethod
    def from_tensor_slices(tensors: object, name: str | None = None) -> Dataset:
        """Returns the rows of tensors along their first axis (tf.data.Dataset.from_tensor_slices).

        Args:
          tensors: a structure of values with the same number of rows.
          name: of the op.

        Raises:
          ValueError: a value is a scalar, or the numbers of rows differ.

        >>> import graphwright as tf
        >>> [(int(x), int(y)) for x, y in tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4]))]
        [(1, 3), (2, 4)]
        """
        return sources._TensorSliceDataset(tensors, name=name)

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: object = None,
        output_shapes: object = None,
        args: Iterable[Any] | None = None,
        output_signature: object = None,
        name: str | None = None,
    ) -> Dataset:
        """Returns what a Python generator yields (tf.data.Dataset.from_generator). It is called anew for each iterator.

        Args:
          generator: a function that gives an iterable.
          output_types: an older form of `output_signature`: a structure of dtypes.
          output_shapes: the same for shapes.
          args: tensors, which the generator is given as NumPy values.
          output_signature: a structure of specs of what is yielded.
          name: of the op.

        Raises:
          TypeError: arguments are missing or contradict each other.
          InvalidArgumentError: (while iterating) something else is yielded.

        >>> import graphwright as tf
        >>> def squares():
        ...     yield from (1, 4, 9)
        >>> dataset = tf.data.Dataset.from_generator(squares, output_signature=tf.TensorSpec([], tf.int32))
        >>> [int(x) for x in dataset]
        [1, 4, 9]
        """
        return sources.from_generator(generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def range(*args: TensorLike, **kwargs: Any) -> Dataset:
        """Returns the numbers of a range, as int64 or `output_type` (tf.data.Dataset.range).

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(1, 6, 2)]
        [1, 3, 5]
        """
        return sources._RangeDataset(*args, **kwargs)

    @staticmethod
    def list_files(
        file_pattern: TensorLike | os.PathLike[str],
        shuffle: bool | None = None,
        seed: int | Tensor | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Returns the paths of files that fit a pattern (tf.data.Dataset.list_files).

        Args:
          file_pattern: a pattern as of `tf.io.matching_files`, or a vector of several.
          shuffle: whether they come in another random order each time, as they do by default; else they are sorted.
          seed: see `tf.random.set_seed`.
          name: of the op.

        Raises:
          InvalidArgumentError: no file fits.

        >>> import os, tempfile
        >>> import graphwright as tf
        >>> folder = tempfile.mkdtemp()
        >>> for name in ("a.txt", "b.txt"):
        ...     tf.io.write_file(os.path.join(folder, name), "")
        >>> files = tf.data.Dataset.list_files(folder + "/*.txt", shuffle=False)
        >>> [os.path.basename(path.decode()) for path in files.as_numpy_iterator()]
        ['a.txt', 'b.txt']
        """
        return files.list_files(file_pattern, shuffle, seed, name)

    @staticmethod
    def counter(
        start: TensorLike = 0, step: TensorLike = 1, dtype: DTypeLike = dtypes.int64, name: str | None = None
    ) -> Dataset:
        """Numbers without end (tf.data.Dataset.counter): `start`, `start + step`, and so on."""
        start = _core.convert_to_tensor(start, dtype)
        step = _core.convert_to_tensor(step, dtype)
        endless = Dataset.from_tensors(0, name=name).repeat(None, name=name)
        return transformations._ScanDataset(endless, start, lambda state, _: (state + step, state), name=name)

    @staticmethod
    def random(
        seed: int | Tensor | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> Dataset:
        """Random int64 numbers from 0 to 2^32 - 1 without end (tf.data.Dataset.random).

        Args:
          seed: see `tf.random.set_seed`.
          rerandomize_each_iteration: whether each iterator gives other numbers.
          name: of the op.
        """
        return sources._RandomDataset(seed, rerandomize_each_iteration, name)

    @staticmethod
    def zip(*args: object, datasets: object = None, name: str | None = None) -> Dataset:
        """Elements made of one element of each data set (tf.data.Dataset.zip).

        Args:
          *args: data sets, or one structure of them.
          datasets: a structure of data sets.
          name: of the op.

        Raises:
          TypeError: there is no data set, or something else.
        """
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        if len(args) == 1:
            datasets = args[0]
        elif len(args) > 1:
            datasets = args
        return combinations._ZipDataset(datasets, name=name)

    @staticmethod
    def choose_from_datasets(
        datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = True
    ) -> Dataset:
        """Elements of data sets, in the order that a data set of their numbers says.

        Args:
          datasets: a list of data sets.
          choice_dataset: of scalar int64 numbers.
          stop_on_empty_dataset: whether the end of one data set is the end.

        Raises:
          TypeError: the choices are of another dtype or shape, or the data sets' elements differ.
          ValueError: there is no data set.
        """
        return combinations.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

    @staticmethod
    def sample_from_datasets(
        datasets: Sequence[Dataset],
        weights: TensorLike | Dataset | None = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """Elements of data sets in random turns (tf.data.Dataset.sample_from_datasets).

        Args:
          datasets: a list of data sets.
          weights: how often each comes; equally often by default. A data set of weights may change them.
          seed: see `tf.random.set_seed`.
          stop_on_empty_dataset: whether the end of one data set is the end.
          rerandomize_each_iteration: whether each iterator takes other turns.

        Raises:
          TypeError: the data sets' elements differ, or weights are no floats.
          ValueError: there is no data set, or not one weight for each.
        """
        return combinations.sample_from_datasets(
            datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration
        )

    # ---- elements made of elements ----

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Returns what a function gives for each element (tf.data.Dataset.map).

        Args:
          map_func: takes an element, one that is a tuple as several arguments. It is traced once, and runs without Python.
          num_parallel_calls: for how many elements it runs at a time; `tf.data.AUTOTUNE` for a number that fits.
          deterministic: False where elements may overtake each other.
          synchronous: whether it must run in the thread that asks for elements.
          use_unbounded_threadpool: accepted; threads are as many as `num_parallel_calls` says.
          name: of the op.

        Raises:
          TypeError: the function gives something that data sets cannot hold.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x + 1)]
        [1, 2, 3]
        """
        return transformations.map_dataset(
            self, map_func, num_parallel_calls, deterministic, synchronous, use_unbounded_threadpool, name
        )

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """Returns the elements of the data sets that a function gives, one after the other (tf.data.Dataset.flat_map).

        Raises:
          TypeError: the function gives something else.
        """
        return transformations._FlatMapDataset(self, map_func, name=name)

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: TensorLike | None = None,
        block_length: TensorLike | None = None,
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Returns the elements of the data sets that a function gives, some from each in turn (tf.data.Dataset.interleave).

        Args:
          map_func: gives a data set for an element.
          cycle_length: how many data sets take turns; as many as there are processors by default.
          block_length: how many elements each gives at its turn; 1 by default.
          num_parallel_calls: with how many threads to run ahead.
          deterministic: False where elements may overtake each other.
          name: of the op.

        >>> import graphwright as tf
        >>> dataset = tf.data.Dataset.range(2).interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)
        >>> [int(x) for x in dataset]
        [0, 1, 0, 1]
        """
        return transformations.interleave(
            self, map_func, cycle_length, block_length, num_parallel_calls, deterministic, name
        )

    def scan(self, initial_state: object, scan_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """Returns the elements that a function gives beside a state that it hands on (tf.data.Dataset.scan).

        Args:
          initial_state: a structure of tensors.
          scan_func: from the state and an element to a pair of the next state and a new element.
          name: of the op.
        """
        return transformations._ScanDataset(self, initial_state, scan_func, name=name)

    def enumerate(self, start: TensorLike = 0, name: str | None = None) -> Dataset:
        """Pairs of a number, from `start` on, and an element (tf.data.Dataset.enumerate)."""
        limit = Dataset.range(start, dtypes.int64.max, name=name)
        result = Dataset.zip((limit, self), name=name)
        return result

    def unbatch(self, name: str | None = None) -> Dataset:
        """Returns the rows of each element as elements (tf.data.Dataset.unbatch).

        Raises:
          ValueError: an element is a scalar.
        """
        return batching.unbatch(self, name)

    def batch(
        self,
        batch_size: TensorLike,
        drop_remainder: TensorLike = False,
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements at a time, as rows of one (tf.data.Dataset.batch).

        Args:
          batch_size: how many.
          drop_remainder: whether a last batch of fewer elements is left out.
          num_parallel_calls: accepted; rows of large batches are copied by several threads anyway.
          deterministic: accepted; batches keep their order.
          name: of the op.

        Raises:
          InvalidArgumentError: `batch_size` is not positive, or (while iterating) elements differ in shape.
        """
        if num_parallel_calls is not None:
            return batching._ParallelBatchDataset(
                self, batch_size, drop_remainder, num_parallel_calls, deterministic, name=name
            )
        transformations.warn_of_no_effect(deterministic)
        return batching._BatchDataset(self, batch_size, drop_remainder, name=name)

    def padded_batch(
        self,
        batch_size: TensorLike,
        padded_shapes: object = None,
        padding_values: object = None,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements at a time, filled up to the same shape (tf.data.Dataset.padded_batch).

        Args:
          batch_size: how many.
          padded_shapes: a structure of shapes; None and -1 in them stand for the largest extent in the batch.
          padding_values: a structure of scalars; zeros, empty strings and False by default.
          drop_remainder: whether a last batch of fewer elements is left out.
          name: of the op.

        >>> import graphwright as tf
        >>> dataset = tf.data.Dataset.range(1, 3).map(lambda x: tf.fill([x], x)).padded_batch(2)
        >>> [batch.numpy().tolist() for batch in dataset]
        [[[1, 0], [2, 2]]]
        """
        return batching._PaddedBatchDataset(self, batch_size, padded_shapes, padding_values, drop_remainder, name=name)

    def ragged_batch(
        self,
        batch_size: TensorLike,
        drop_remainder: TensorLike = False,
        row_splits_dtype: DTypeLike = dtypes.int64,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements at a time as rows of a ragged tensor (tf.data.Dataset.ragged_batch).

        >>> import graphwright as tf
        >>> dataset = tf.data.Dataset.range(3).map(lambda x: tf.range(x)).ragged_batch(3)
        >>> [batch.to_list() for batch in dataset]
        [[[], [0], [0, 1]]]
        """
        return batching.ragged_batch(self, batch_size, drop_remainder, row_splits_dtype, name)

    def sparse_batch(self, batch_size: TensorLike, row_shape: ShapeLike, name: str | None = None) -> Dataset:
        """`batch_size` elements at a time as rows of a sparse tensor (tf.data.Dataset.sparse_batch).

        Args:
          batch_size: how many.
          row_shape: the shape of the rows, None where it is as large as a batch needs.
          name: of the op.

        Raises:
          TypeError: elements have several components.
          DataLossError: (while iterating) an element is larger than `row_shape`.

        >>> import graphwright as tf
        >>> dataset = tf.data.Dataset.range(1, 3).map(lambda x: tf.fill([x], x)).sparse_batch(2, [3])
        >>> [tf.sparse.to_dense(batch).numpy().tolist() for batch in dataset]
        [[[1, 0, 0], [2, 2, 0]]]
        """
        return batching.sparse_batch(self, batch_size, row_shape, name)

    def rebatch(self, batch_size: TensorLike, drop_remainder: TensorLike = False, name: str | None = None) -> Dataset:
        """Returns the rows of batches in batches of another size (tf.data.Dataset.rebatch).

        Args:
          batch_size: an int, or several that take turns.
          drop_remainder: whether a last batch of fewer rows is left out.
          name: of the op.
        """
        return batching._RebatchDataset(self, batch_size, drop_remainder, name=name)

    def window(
        self,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: TensorLike = 1,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Windows over the elements as data sets (tf.data.Dataset.window).

        Args:
          size: how many elements a window has.
          shift: how far one lies behind the one before; `size` by default.
          stride: how far its elements lie apart.
          drop_remainder: whether last windows of fewer elements are left out.
          name: of the op.
        """
        return batching._WindowDataset(self, size, shift, stride, drop_remainder, name=name)

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: TensorLike | None = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Returns what a function gives for groups of elements with the same key (tf.data.Dataset.group_by_window).

        Args:
          key_func: from an element to a scalar int64.
          reduce_func: from a key and the data set of a group to a data set.
          window_size: how many elements a group has.
          window_size_func: the same as a function of the key.
          name: of the op.

        Raises:
          ValueError: none or both of `window_size` and `window_size_func` are given.
        """
        if (window_size is not None and window_size_func) or not (window_size is not None or window_size_func):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified.")

        def given_size(_: object) -> Any:
            return _core.convert_to_tensor(window_size, dtypes.int64)

        size_of = given_size if window_size_func is None else window_size_func
        return batching._GroupByWindowDataset(self, key_func, reduce_func, size_of, name=name)

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[int],
        bucket_batch_sizes: TensorLike,
        padded_shapes: object = None,
        padding_values: object = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Padded batches of elements of similar length (tf.data.Dataset.bucket_by_sequence_length).

        Args:
          element_length_func: from an element to its length, a scalar int32.
          bucket_boundaries: the lengths at which buckets begin.
          bucket_batch_sizes: the size of the batches of each bucket, one more than there are boundaries.
          padded_shapes: as for `padded_batch`.
          padding_values: as for `padded_batch`.
          pad_to_bucket_boundary: whether unknown extents are filled up to the bucket's boundary less one.
          no_padding: whether elements are batched as they are.
          drop_remainder: whether last batches of fewer elements are left out.
          name: of the op.

        Raises:
          ValueError: there is not one batch size more than boundaries.
        """
        return batching.bucket_by_sequence_length(
            self,
            element_length_func,
            bucket_boundaries,
            bucket_batch_sizes,
            padded_shapes,
            padding_values,
            pad_to_bucket_boundary,
            no_padding,
            drop_remainder,
            name,
        )

    # ---- other orders and fewer elements ----

    def shuffle(
        self,
        buffer_size: TensorLike,
        seed: int | Tensor | None = None,
        reshuffle_each_iteration: bool = True,
        name: str | None = None,
    ) -> Dataset:
        """Returns the elements in a random order, the one that TensorFlow gives for the same seeds (tf.data.Dataset.shuffle).

        Args:
          buffer_size: among how many elements the next one is drawn.
          seed: see `tf.random.set_seed`.
          reshuffle_each_iteration: whether each iterator gives another order.
          name: of the op.

        Raises:
          InvalidArgumentError: `buffer_size` is not positive.
        """
        return transformations._ShuffleDataset(self, buffer_size, seed, reshuffle_each_iteration, name=name)

    def repeat(self, count: TensorLike | None = None, name: str | None = None) -> Dataset:
        """Returns the elements `count` times over, without end for None and -1 (tf.data.Dataset.repeat)."""
        return transformations._RepeatDataset(self, count, name=name)

    def take(self, count: TensorLike, name: str | None = None) -> Dataset:
        """Returns the first `count` elements, all for -1 (tf.data.Dataset.take)."""
        return transformations._TakeDataset(self, count, name=name)

    def skip(self, count: TensorLike, name: str | None = None) -> Dataset:
        """Returns all elements but the first `count`, none for -1 (tf.data.Dataset.skip)."""
        return transformations._SkipDataset(self, count, name=name)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """Returns the elements before the first for which the predicate does not hold (tf.data.Dataset.take_while)."""
        return transformations._TakeWhileDataset(self, predicate, name=name)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """Returns the elements for which the predicate holds (tf.data.Dataset.filter).

        Args:
          predicate: from an element to a scalar bool.
          name: of the op.

        Raises:
          ValueError: the predicate gives something else.

        >>> import graphwright as tf
        >>> [int(x) for x in tf.data.Dataset.range(6).filter(lambda x: x % 2 == 0)]
        [0, 2, 4]
        """
        return transformations._FilterDataset(self, predicate, name=name)

    def shard(self, num_shards: TensorLike, index: TensorLike, name: str | None = None) -> Dataset:
        """Returns every element whose position leaves the remainder `index` by `num_shards` (tf.data.Dataset.shard).

        Raises:
          InvalidArgumentError: `index` is not one of 0 … `num_shards` - 1.
        """
        return transformations._ShardDataset(self, num_shards, index, name=name)

    def unique(self, name: str | None = None) -> Dataset:
        """Returns each element the first time that it comes (tf.data.Dataset.unique): int32, int64 or string scalars."""
        return transformations._UniqueDataset(self, name=name)

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """Returns the elements of this data set and then those of another (tf.data.Dataset.concatenate).

        Raises:
          TypeError: their elements differ in structure or dtype.
        """
        return combinations._ConcatenateDataset(self, dataset, name=name)

    # ---- how elements are computed ----

    def prefetch(self, buffer_size: TensorLike | None, name: str | None = None) -> Dataset:
        """Returns the same elements, up to `buffer_size` of which a thread makes beforehand (tf.data.Dataset.prefetch)."""
        return transformations._PrefetchDataset(self, buffer_size, name=name)

    def cache(self, filename: TensorLike | os.PathLike[str] = "", name: str | None = None) -> Dataset:
        """Returns the same elements, kept once they were all seen (tf.data.Dataset.cache).

        Args:
          filename: what the names of the files begin with in which they are kept; "" for memory. Who finds these files
            reads them, whatever the input is.
          name: of the op.

        Raises:
          AlreadyExistsError: (while iterating) another iterator is writing these files.
          DataLossError: (while iterating) they are damaged.
        """
        return transformations.CacheDataset(self, filename, name=name)

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """Returns the elements that can be computed without an error (tf.data.Dataset.ignore_errors)."""
        return transformations._IgnoreErrorsDataset(self, log_warning, name=name)

    def fingerprint(self) -> Tensor:
        """Returns a scalar uint64 that is the same for pipelines that are described alike (tf.data.Dataset.fingerprint)."""
        return _core.op("DatasetFingerprint")(self._variant_tensor)

    def apply(self, transformation_func: Callable[[Dataset], Any]) -> Dataset:
        """`transformation_func(self)` (tf.data.Dataset.apply).

        Raises:
          TypeError: it gives no data set.
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}.")
        return dataset

    def options(self) -> Options:
        """Returns the options of this data set and of those that it is made from (tf.data.Dataset.options)."""
        found = []  # from the last one on; pipelines may be deeper than Python's calls
        waiting = [self]
        while waiting:
            one = waiting.pop()
            if one is not self and type(one).options is not Dataset.options:
                found.append(one.options())
                continue
            if one._own_options is not None:
                found.append(one._own_options)
            waiting += one._inputs()
        merged = Options()
        for own in reversed(found):
            merged = merged.merge(own)
        merged._set_mutable(False)
        return merged

    def with_options(self, options: Options, name: str | None = None) -> Dataset:
        """Returns the same elements with other options (tf.data.Dataset.with_options).

        They hold for the whole pipeline, for what comes before and after; of two values, the later one. Whether elements keep
        their order, how many threads compute them, and whether these begin before anybody asks make a difference here, and
        what to do about state that a saved iterator has not; what is said of rewriting and tuning is kept, and changes
        neither elements nor their order.

        Raises:
          AttributeError: `options` are something else.
        """
        return transformations._OptionsDataset(self, options, name)

    def __tf_tracing_type__(self, context: object) -> Any:
        return self._type_spec

    # ---- in converted functions ----

    @staticmethod
    def _graphwright_items(dataset: Dataset) -> Any:
        return loops.DatasetItems(dataset)

    @staticmethod
    def _graphwright_builtin(name: str) -> Any:
        return loops.DATASET_BUILTINS.get(name)


class DatasetSource(Dataset):
    """A data set that is made from no other one."""


class UnaryDataset(Dataset):
    """A data set that is made from one other.

    Args:
      input_dataset: that one.
      variant_tensor: the description of this one.
      element_spec: of its elements; by default those of the input.
    """

    def __init__(self, input_dataset: Dataset, variant_tensor: Tensor, element_spec: object = None) -> None:
        self._input_dataset = input_dataset
        super().__init__(variant_tensor, input_dataset.element_spec if element_spec is None else element_spec)

    def _inputs(self) -> list[Dataset]:
        return [self._input_dataset]


class _VariantDataset(Dataset):
    """A data set of which nothing but the description is known."""

    def options(self) -> Options:
        """Returns the options that the description has, where it is a value."""
        options = Options()
        if executing_eagerly() and isinstance(self._variant_tensor, _core.EagerTensor):
            message = _core.op("GetOptions")(self._variant_tensor).numpy()
            if message:
                from graphwright._src.data.options_message import options_of

                options = options_of(message)
        options._set_mutable(False)
        return options


class _NestedVariant(_VariantDataset):
    """Several descriptions in one tensor, as batches of windows have them."""


# Whether a function of `map` that runs out of range ends a data set.
map_may_end: Callable[[Dataset], bool] = operator.attrgetter("_map_may_end")
