"""tf.compat.v1.data: data sets of TensorFlow 1, and iterators that sessions run."""

from __future__ import annotations

import functools
import warnings

from graphwright import _core
from graphwright._src.base.conversion_status import do_not_convert
from graphwright._src.base.export import export, export_value
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor, SparseTensorSpec
from graphwright._src.control_flow.tensor_array import TensorArraySpec
from graphwright._src.data import structure
from graphwright._src.data.as_functions import (
    choose_from_datasets,
    counter,
    map_and_batch,
    sample_from_datasets,
)
from graphwright._src.data.csv_files import CsvDatasetV2, make_csv_dataset
from graphwright._src.data.dataset import Dataset
from graphwright._src.data.experimental import SqlDatasetV2, make_batched_features_dataset
from graphwright._src.data.files import FixedLengthRecordDatasetV2, TextLineDatasetV2, TFRecordDatasetV2
from graphwright._src.data.iterator import OwnedIterator, SaysOutputs
from graphwright._src.data.optional import OptionalImpl
from graphwright._src.data.sources import RandomDatasetV2
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph.scopes import plain_graph
from graphwright._src.graph.seeds import get_seed
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

_MANY_CALLS = 32
_NO_INITIALIZER = (
    "The iterator does not have an initializer. This means it was likely created using "
    "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
    "`tf.data.Dataset.make_initializable_iterator()` instead."
)


# ---- what elements are ----


def _legacy(dataset_or_iterator: Any, leaf: Callable[[Any], Any]) -> Any:
    return nest.map_structure(leaf, dataset_or_iterator.element_spec)


@export("compat.v1.data.get_output_types")
def get_output_types(dataset_or_iterator: Any) -> Any:
    """Returns the dtypes of the elements (tf.compat.v1.data.get_output_types).

    >>> import graphwright as tf
    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
    tf.int64
    """
    return _legacy(dataset_or_iterator, lambda spec: getattr(spec, "dtype", None))


@export("compat.v1.data.get_output_shapes")
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """Returns the static shapes of the elements (tf.compat.v1.data.get_output_shapes)."""
    return _legacy(dataset_or_iterator, lambda spec: getattr(spec, "shape", None))


@export("compat.v1.data.get_output_classes")
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """Returns the classes of the elements (tf.compat.v1.data.get_output_classes)."""
    return _legacy(dataset_or_iterator, lambda spec: _core.Tensor if type(spec) is TensorSpec else spec.value_type)


def _specs_for(types: object, shapes: object, classes: object) -> Any:
    """Returns the structure of specs that TensorFlow 1 spells in three structures."""

    def spec(dtype: DType, shape: TensorShape, kind: object) -> Any:
        if kind is _core.Tensor:
            return TensorSpec(shape, dtype)
        if kind is SparseTensor:
            return SparseTensorSpec(shape, dtype)
        if kind is RaggedTensor:
            return RaggedTensorSpec(shape, dtype)
        raise TypeError(f"Could not build a structure for output class {kind}: it is no class of tensors.")

    flat_shapes, flat_classes = nest.flatten(_shapes_like(types, shapes)), nest.flatten(classes)
    made = [
        spec(dtypes.as_dtype(dtype), TensorShape(shape), kind)
        for dtype, shape, kind in zip(nest.flatten(types), flat_shapes, flat_classes, strict=True)
    ]
    return nest.pack_sequence_as(types, made)


def _shapes_like(types: Any, shapes: Any) -> Any:
    """Returns the shapes, which may be lists, as `TensorShape` in the structure of `types`."""
    if not nest.is_nested(types):
        return TensorShape(shapes)
    if isinstance(types, dict):
        if not isinstance(shapes, dict) or types.keys() != shapes.keys():
            raise ValueError(_other_structure(types, shapes))
        return type(types)((key, _shapes_like(types[key], shapes[key])) for key in types)
    if not isinstance(shapes, (list, tuple)) or len(shapes) != len(types):
        raise ValueError(_other_structure(types, shapes))
    parts = [_shapes_like(one, shape) for one, shape in zip(types, shapes, strict=True)]
    return type(types)(*parts) if hasattr(types, "_fields") else type(types)(parts)


def _other_structure(types: object, shapes: object) -> str:
    return f"The two structures don't have the same nested structure: dtypes {types}, shapes {shapes}."


def _three_structures(types: object, shapes: object, classes: object) -> tuple[Any, Any, Any]:
    """Returns the three with what is not said filled in. Raises ValueError where they are of different structures."""
    types = nest.map_structure(dtypes.as_dtype, types)
    shapes = nest.map_structure(lambda _: TensorShape(None), types) if shapes is None else _shapes_like(types, shapes)
    if classes is None:
        classes = nest.map_structure(lambda _: _core.Tensor, types)
    nest.assert_same_structure(types, classes)
    return types, shapes, classes


# ---- iterators ----


@export("compat.v1.data.Iterator")
class Iterator(SaysOutputs):
    """An iterator of a graph, which sessions run (tf.compat.v1.data.Iterator).

    It is made by `make_one_shot_iterator`, `make_initializable_iterator`, `from_structure` and `from_string_handle`. Each
    session has iterators of its own.

    Args:
      iterator_resource: the handle.
      initializer: the operation that begins, or None.
      output_types, output_shapes, output_classes: what its elements are.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     iterator = tf.compat.v1.data.Iterator.from_structure(tf.int64, [])
    ...     begin = iterator.make_initializer(tf.data.Dataset.range(5, 9))
    ...     x = iterator.get_next()
    ...     session.run(begin)
    ...     print(session.run(x), session.run(x))
    5 6
    """

    def __init__(
        self,
        iterator_resource: Tensor,
        initializer: Operation | None,
        output_types: Any,
        output_shapes: Any,
        output_classes: Any,
    ) -> None:
        if output_types is None or output_shapes is None or output_classes is None:
            raise ValueError(
                "All of `output_types`, `output_shapes`, and `output_classes` must be specified to create an iterator."
            )
        self._set(iterator_resource, initializer, _specs_for(output_types, output_shapes, output_classes))

    def _set(self, handle: Tensor, initializer: Operation | None, spec: Any) -> None:
        self._iterator_resource = handle
        self._initializer = initializer
        self._spec = spec
        self._string_handle = _core.op("IteratorToStringHandle")(handle)
        self._calls = 0

    @classmethod
    def _of(cls, handle: Tensor, initializer: Operation | None, spec: Any) -> Iterator:
        made = cls.__new__(cls)
        made._set(handle, initializer, spec)
        return made

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """Returns an iterator that `make_initializer` has go through data sets of such elements.

        Args:
          output_types: the dtypes of the elements' tensors.
          output_shapes: their shapes; unknown ones by default.
          shared_name: by which other graphs' iterators of a session find this one.
          output_classes: their classes; `tf.Tensor` by default.

        Raises:
          ValueError: the three have different structures.
        """
        types, shapes, classes = _three_structures(output_types, output_shapes, output_classes)
        spec = _specs_for(types, shapes, classes)
        return Iterator._of(_new_handle(spec, shared_name), None, spec)

    @staticmethod
    def from_string_handle(
        string_handle: TensorLike, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> Iterator:
        """Returns the iterator that a text stands for, as `string_handle` gave it when it was run.

        Args:
          string_handle: a scalar string tensor.
          output_types, output_shapes, output_classes: what the elements are.

        Raises:
          ValueError: the three have different structures.
        """
        types, shapes, classes = _three_structures(output_types, output_shapes, output_classes)
        spec = _specs_for(types, shapes, classes)
        text = _core.convert_to_tensor(string_handle, dtypes.string)
        return Iterator._of(_core.op("IteratorFromStringHandleV2")(text, **structure.attrs_of(spec)), None, spec)

    @property
    def initializer(self) -> Any:
        """The operation that has it begin. Raises ValueError where `make_initializer` makes those."""
        if self._initializer is None:
            raise ValueError(_NO_INITIALIZER)
        return self._initializer

    def make_initializer(self, dataset: Dataset, name: str | None = None) -> Any:
        """Returns an operation that has the iterator go through a data set.

        Args:
          dataset: a data set of such elements.
          name: of the operation.

        Raises:
          TypeError: its elements are others.
          ValueError: they have another structure.
        """
        nest.assert_same_structure(self.output_types, get_output_types(dataset))
        nest.assert_same_structure(self.output_shapes, get_output_shapes(dataset))
        mine, theirs = nest.flatten(self._spec), nest.flatten(dataset.element_spec)
        for ours, other, ours_class, other_class in zip(
            mine, theirs, nest.flatten(self.output_classes), nest.flatten(get_output_classes(dataset)), strict=True
        ):
            if ours_class is not other_class:
                raise TypeError(
                    f"Expected output classes {self.output_classes!r} but got dataset with output classes "
                    f"{get_output_classes(dataset)!r}."
                )
            if ours.dtype != other.dtype:
                raise TypeError(
                    f"Expected output types {self.output_types!r} but got dataset with output types "
                    f"{get_output_types(dataset)!r}."
                )
            if not ours.shape.is_compatible_with(other.shape):
                raise TypeError(
                    f"Expected output shapes compatible with {self.output_shapes!r} but got dataset with output shapes "
                    f"{get_output_shapes(dataset)!r}."
                )
        return _begin(dataset, self._iterator_resource, name or "make_initializer")

    def get_next(self, name: str | None = None) -> Any:
        """Returns the tensors of the next element; running them takes it. They raise OutOfRangeError at the end."""
        self._calls += 1
        if self._calls > _MANY_CALLS:
            warnings.warn(
                "An unusually high number of `Iterator.get_next()` calls was detected. Each of them adds to the graph: call "
                "it once, outside of the training loop, and run what it gave.",
                stacklevel=2,
            )
        tensors = _core.op("IteratorGetNext")(self._iterator_resource, name=name, **structure.attrs_of(self._spec))
        return structure.from_tensors(self._spec, tensors)

    def get_next_as_optional(self) -> Any:
        """Returns the next element as a `tf.experimental.Optional`, which has no value at the end."""
        variant = _core.op("IteratorGetNextAsOptional")(self._iterator_resource, **structure.attrs_of(self._spec))
        return OptionalImpl(variant, self._spec)

    def string_handle(self, name: str | None = None) -> Any:
        """Returns a scalar string tensor that stands for the iterator, to be fed to what `from_string_handle` made."""
        if name is None:
            return self._string_handle
        return _core.op("IteratorToStringHandle")(self._iterator_resource, name=name)

    @property
    def element_spec(self) -> Any:
        """The structure of specs of the elements."""
        return self._spec


def _new_handle(spec: Any, shared_name: str | None) -> Tensor:
    attrs = structure.attrs_of(spec)
    if _core.executing_eagerly():
        return _core.op("AnonymousIteratorV3")(**attrs)
    return _core.op("IteratorV2")(container="", shared_name=shared_name or "", **attrs)


def _begin(dataset: Dataset, handle: Tensor, name: str | None = None) -> Any:
    _core.op("MakeIterator")(dataset._variant_tensor, handle, name=name)
    if _core.executing_eagerly():
        return None
    graph = default_graph()
    return last_operation_of(graph)


# What makes resources of data sets that every iterator has for itself.
_OF_DATASETS = frozenset(("DummySeedGenerator", "DummyMemoryCache"))


@export("compat.v1.data.make_one_shot_iterator")
def make_one_shot_iterator(dataset: Dataset) -> Any:
    """Returns an iterator that goes through a data set once (tf.compat.v1.data.make_one_shot_iterator).

    Raises:
      ValueError: in a graph, the data set depends on a placeholder, a variable, a table or the like.

    >>> import graphwright as tf
    >>> tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
    <tf.Tensor: shape=(), dtype=int64, numpy=0>
    """
    graph = plain_graph()
    if graph is None:
        return OwnedIterator(dataset)
    core, further = core_of(graph).extract("make_dataset", [], [dataset._variant_tensor], [])
    for tensor in further:
        operation = tensor.op
        if operation.type == "Placeholder":
            raise ValueError(f"Cannot capture a placeholder (name:{operation.name}, type:{operation.type}) by value.")
        raise _stateful(operation)
    for node in core.nodes():
        if node.type not in _OF_DATASETS and any(tensor.dtype == dtypes.resource for tensor in node.outputs):
            raise _stateful(node)
    spec = dataset.element_spec
    get_seed(None)  # the iterator's own, which nothing draws from
    handle = _core.op("OneShotIterator")(dataset_factory=_core.GraphFunction(core), **structure.attrs_of(spec))
    return Iterator._of(handle, None, spec)


def _stateful(operation: Operation) -> ValueError:
    return ValueError(
        f"Cannot capture a stateful node (name:{operation.name}, type:{operation.type}) by value.: A likely cause of this "
        "error is that the dataset for which you are calling `make_one_shot_iterator()` captures a stateful object, such as "
        "a `tf.Variable` or `tf.lookup.StaticHashTable`, which is not supported. Use `make_initializable_iterator()` instead."
    )


@export("compat.v1.data.make_initializable_iterator")
def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Iterator:
    """Returns an iterator that begins when its `initializer` is run (tf.compat.v1.data.make_initializable_iterator).

    Args:
      dataset: is gone through from its beginning after each run of `initializer`.
      shared_name: by which other iterators of a session find this one.

    Raises:
      RuntimeError: ops run at once, where iterators need no initialisation.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     n = tf.compat.v1.placeholder(tf.int64, [])
    ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.data.Dataset.range(n))
    ...     x = iterator.get_next()
    ...     session.run(iterator.initializer, {n: 2})
    ...     print(session.run(x), session.run(x))
    0 1
    """
    if _core.executing_eagerly():
        raise RuntimeError(
            "`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration instead."
        )
    handle = _new_handle(dataset.element_spec, shared_name)
    return Iterator._of(handle, _begin(dataset, handle), dataset.element_spec)


# ---- data sets ----


@export("compat.v1.data.Dataset")
class DatasetV1(SaysOutputs, Dataset):
    """A data set that knows its elements' dtypes, shapes and classes, and makes iterators (tf.compat.v1.data.Dataset).

    >>> import graphwright as tf
    >>> dataset = tf.compat.v1.data.Dataset.range(4).batch(2)
    >>> dataset.output_types, dataset.output_shapes
    (tf.int64, TensorShape([None]))
    """

    _map_may_end = True

    def make_one_shot_iterator(self) -> Any:
        """`tf.compat.v1.data.make_one_shot_iterator` of the data set."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """`tf.compat.v1.data.make_initializable_iterator` of the data set."""
        return make_initializable_iterator(self, shared_name)

    def map_with_legacy_function(
        self,
        map_func: Callable,
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        use_unbounded_threadpool: bool = False,
    ) -> DatasetV1:
        """`map`; the function is not converted by AutoGraph."""
        plain = do_not_convert(map_func)
        made = self.map(plain, num_parallel_calls, deterministic, use_unbounded_threadpool=use_unbounded_threadpool)
        return _adapted(made)

    def filter_with_legacy_function(self, predicate: Callable) -> DatasetV1:
        """`filter`; the function is not converted by AutoGraph."""
        return _adapted(self.filter(do_not_convert(predicate)))

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: SparseTensor) -> DatasetV1:
        """For each row of a sparse tensor: the indices, values and dense shape of what it has.

        Args:
          sparse_tensor: of rank 1 or more, with its indices in order.

        Raises:
          TypeError: it is no `tf.sparse.SparseTensor`.
        """
        kind = SparseTensor
        if not isinstance(sparse_tensor, kind):
            raise TypeError(
                "Invalid `sparse_tensor`. `sparse_tensor` must be a `tf.sparse.SparseTensor`. Got "
                f"{type(sparse_tensor)}."
            )
        rows = Dataset.from_tensor_slices(sparse_tensor)
        return DatasetV1Adapter(rows.map(lambda row: (row.indices, row.values, row.dense_shape)))


class DatasetV1Adapter(DatasetV1):
    """Another data set with the methods of TensorFlow 1.

    Args:
      dataset: that other one.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        super().__init__(dataset._variant_tensor, dataset.element_spec)

    def _inputs(self) -> list[Dataset]:
        return [self._dataset]

    def __repr__(self) -> str:
        return repr(self._dataset)


def _adapted(value: object) -> Any:
    return DatasetV1Adapter(value) if isinstance(value, Dataset) and not isinstance(value, DatasetV1) else value


def _giving_v1(function: Callable) -> Callable:
    """Returns the function, whose data sets have the methods of TensorFlow 1."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        return _adapted(function(*args, **kwargs))

    return called


# The methods that were there in TensorFlow 1; newer ones give data sets without its methods.
_OLD = """
    apply batch cache concatenate filter flat_map from_generator from_tensor_slices from_tensors interleave list_files map
    padded_batch prefetch range repeat shard shuffle skip take unbatch window with_options zip
""".split()


def _adapt_methods() -> None:
    for name in _OLD:
        member = next(vars(cls)[name] for cls in Dataset.__mro__ if name in vars(cls))
        if isinstance(member, staticmethod):
            setattr(DatasetV1, name, staticmethod(_giving_v1(member.__func__)))
        else:
            setattr(DatasetV1, name, _giving_v1(member))


_adapt_methods()


def _file_class(name: str, made: Any) -> type:
    """Returns a data set of files as a class of TensorFlow 1."""

    class FileDatasetV1(DatasetV1Adapter):
        __doc__ = made.__doc__

        @functools.wraps(made.__init__)
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(made(*args, **kwargs))

    FileDatasetV1.__name__ = FileDatasetV1.__qualname__ = f"{name}V1"
    return FileDatasetV1


export_value("compat.v1.data.TextLineDataset", _file_class("TextLineDataset", TextLineDatasetV2))
export_value("compat.v1.data.TFRecordDataset", _file_class("TFRecordDataset", TFRecordDatasetV2))
export_value(
    "compat.v1.data.FixedLengthRecordDataset", _file_class("FixedLengthRecordDataset", FixedLengthRecordDatasetV2)
)
export_value("compat.v1.data.experimental.CsvDataset", _file_class("CsvDataset", CsvDatasetV2))
export_value("compat.v1.data.experimental.SqlDataset", _file_class("SqlDataset", SqlDatasetV2))
export_value("compat.v1.data.experimental.RandomDataset", _file_class("RandomDataset", RandomDatasetV2))
export_value("compat.v1.data.experimental.Counter", _giving_v1(counter))
export_value("compat.v1.data.experimental.choose_from_datasets", _giving_v1(choose_from_datasets))
export_value("compat.v1.data.experimental.sample_from_datasets", _giving_v1(sample_from_datasets))
export_value("compat.v1.data.experimental.make_csv_dataset", _giving_v1(make_csv_dataset))
export_value(
    "compat.v1.data.experimental.make_batched_features_dataset",
    _giving_v1(make_batched_features_dataset),
)


@export("compat.v1.data.experimental.map_and_batch_with_legacy_function")
def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: TensorLike,
    num_parallel_batches: int | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: TensorLike | None = None,
) -> Callable[..., Any]:
    """`tf.data.experimental.map_and_batch`; the function is not converted by AutoGraph."""
    plain = do_not_convert(map_func)
    return map_and_batch(plain, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls)


@export("compat.v1.data.experimental.TensorStructure")
def _tensor_structure(dtype: DTypeLike, shape: ShapeLike) -> TensorSpec:
    """`tf.TensorSpec(shape, dtype)` (tf.compat.v1.data.experimental.TensorStructure)."""
    return TensorSpec(shape, dtype)


@export("compat.v1.data.experimental.SparseTensorStructure")
def _sparse_tensor_structure(dtype: DTypeLike, shape: ShapeLike) -> Any:
    """`tf.SparseTensorSpec(shape, dtype)` (tf.compat.v1.data.experimental.SparseTensorStructure)."""
    return SparseTensorSpec(shape, dtype)


@export("compat.v1.data.experimental.TensorArrayStructure")
def _tensor_array_structure(dtype: DTypeLike, element_shape: ShapeLike, dynamic_size: bool, infer_shape: bool) -> Any:
    """`tf.TensorArraySpec` with these (tf.compat.v1.data.experimental.TensorArrayStructure)."""
    return TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


@export("compat.v1.data.experimental.RaggedTensorStructure")
def _ragged_tensor_structure(dtype: DTypeLike, shape: ShapeLike, ragged_rank: int) -> Any:
    """`tf.RaggedTensorSpec(shape, dtype, ragged_rank)` (tf.compat.v1.data.experimental.RaggedTensorStructure)."""
    return RaggedTensorSpec(shape, dtype, ragged_rank)
