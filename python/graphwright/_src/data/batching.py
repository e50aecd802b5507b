"""Data sets that join elements and take them apart: batches, windows, groups of elements."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.conversion_status import control_status_ctx, do_not_convert
from graphwright._src.data import structure
from graphwright._src.data.dataset import Dataset, UnaryDataset
from graphwright._src.data.dataset_spec import DatasetSpec
from graphwright._src.data.functions import TracedFunction
from graphwright._src.data.transformations import determinism, int64
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.type_spec import TypeSpec
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


def _static_size(batch_size: object, drop_remainder: object) -> int | None:
    """Returns the number of rows of every batch, where it is known."""
    if _static(drop_remainder) is not True:
        return None
    size = _static(batch_size)
    return None if size is None else int(size)


def _static(value: object) -> Any:
    if isinstance(value, _core.Tensor):
        known = get_static_value(value)
        return None if known is None else known.item()
    return bool(value) if isinstance(value, bool) else value


class _BatchDataset(UnaryDataset):
    """Several elements at a time as rows of one."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: TensorLike,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> None:
        spec = structure.batched(input_dataset.element_spec, _static_size(batch_size, drop_remainder))
        variant = _core.op("BatchDatasetV2")(
            input_dataset._variant_tensor,
            int64(batch_size),
            _core.convert_to_tensor(drop_remainder, dtypes.bool),
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)
        self._batch_size = _static(batch_size)


class _MapAndBatchDataset(_BatchDataset):
    """The data set that `tf.data.experimental.map_and_batch` makes."""


class _ParallelBatchDataset(UnaryDataset):
    """The same, by an op that names a number of threads."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: TensorLike,
        drop_remainder: TensorLike,
        num_parallel_calls: TensorLike,
        deterministic: bool | None,
        name: str | None = None,
    ) -> None:
        spec = structure.batched(input_dataset.element_spec, _static_size(batch_size, drop_remainder))
        variant = _core.op("ParallelBatchDataset")(
            input_dataset._variant_tensor,
            int64(batch_size),
            int64(num_parallel_calls),
            _core.convert_to_tensor(drop_remainder, dtypes.bool),
            deterministic=determinism(deterministic),
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)


class _PaddedBatchDataset(UnaryDataset):
    """Several elements at a time, filled up to the same shape."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: TensorLike,
        padded_shapes: object = None,
        padding_values: object = None,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> None:
        element_spec = input_dataset.element_spec
        leaves = structure.leaves(element_spec)
        for leaf in leaves:
            if type(leaf) is not TensorSpec:
                raise TypeError(
                    "`padded_batch` is only supported for datasets that produce tensor elements but the input dataset "
                    f"produces elements of type {leaf.value_type}."
                )
            if padded_shapes is None and leaf.shape.rank is None:
                raise ValueError(
                    "You must provide `padded_shapes` argument because component "
                    f"{leaves.index(leaf)} has unknown rank."
                )
        if padded_shapes is None:
            shapes = [leaf.shape for leaf in leaves]
        else:
            shapes = _per_leaf(element_spec, padded_shapes, broadcast=False)
        wanted = [self._wanted(shape, leaf) for shape, leaf in zip(shapes, leaves, strict=True)]
        if padding_values is None:
            values = [None] * len(leaves)
        else:
            values = _per_leaf(element_spec, padding_values, broadcast=True)
        paddings = [self._padding(value, leaf.dtype) for value, leaf in zip(values, leaves, strict=True)]
        size = _static_size(batch_size, drop_remainder)
        known = iter([self._known(shape) for shape in wanted])
        spec = structure.mapped(
            element_spec, lambda leaf: TensorSpec(TensorShape([size]).concatenate(next(known)), leaf.dtype)
        )
        variant = _core.op("PaddedBatchDatasetV2")(
            input_dataset._variant_tensor,
            int64(batch_size),
            wanted,
            paddings,
            _core.convert_to_tensor(drop_remainder, dtypes.bool),
            output_shapes=[leaf.shape for leaf in structure.flat_specs(spec)],
            name=name,
        )
        super().__init__(input_dataset, variant, spec)
        self._batch_size = _static(batch_size)

    @staticmethod
    def _wanted(shape: Any, leaf: TensorSpec) -> Any:
        """Returns a padded shape as an int64 vector in which -1 stands for what is unknown."""
        if isinstance(shape, _core.Tensor):
            if shape.dtype != dtypes.int64:
                raise TypeError(
                    f"Padded shape {shape} must be a `tf.int64` vector tensor, but its element type was {shape.dtype.name}."
                )
            if shape.shape.rank not in (1, None):
                raise ValueError(
                    f"Padded shape {shape} must be a `tf.int64` vector tensor, but its shape was {shape.shape}."
                )
            _PaddedBatchDataset._require_room(_PaddedBatchDataset._known(shape), leaf.shape)
            return shape
        try:
            known = TensorShape(shape)
        except (TypeError, ValueError):
            return _PaddedBatchDataset._wanted(int64(shape), leaf)
        if known.rank is None:
            raise ValueError(f"Padded shape {shape} must have a known rank")
        _PaddedBatchDataset._require_room(known, leaf.shape)
        return int64([-1 if extent is None else extent for extent in known.as_list()] or _empty())

    @staticmethod
    def _require_room(padded: TensorShape, shape: TensorShape) -> None:
        """Raises ValueError where elements of the shape are known not to fit into the padded one."""
        if padded.rank is None or shape.rank is None:
            return
        if padded.rank != shape.rank or any(
            a is not None and b is not None and a > b for a, b in zip(shape.as_list(), padded.as_list(), strict=True)
        ):
            raise ValueError(
                f"The padded shape {tuple(padded.as_list())} is not compatible with the shape {tuple(shape.as_list())} "
                "of the corresponding input component."
            )

    @staticmethod
    def _known(wanted: Tensor) -> TensorShape:
        known = get_static_value(wanted)
        if known is None:
            return TensorShape([None] * wanted.shape[0] if wanted.shape.rank and wanted.shape[0] is not None else None)
        return TensorShape([None if extent < 0 else int(extent) for extent in known])

    @staticmethod
    def _padding(value: object, dtype: DType) -> Any:
        if value is None:
            if dtype == dtypes.string:
                value = ""
            elif dtype in (dtypes.variant, dtypes.resource):
                raise TypeError(f"Unable to create default padding for a field of type '{dtype.name}'")
            else:
                value = False if dtype == dtypes.bool else 0
            return _core.convert_to_tensor(value, dtype)
        tensor = _core.convert_to_tensor(value)
        if tensor.shape.rank not in (0, None):
            raise ValueError(f"padding_values must be scalars; got {tensor.shape}.")
        if tensor.dtype != dtype:
            raise TypeError(
                f"Mismatched type between padding value {value!r} and input dataset's component type {dtype!r}."
            )
        return tensor


def _empty() -> Any:
    import numpy as np

    return np.zeros([0], np.int64)


def _per_leaf(spec: object, given: object, broadcast: bool) -> list[Any]:
    """Returns what a structure says of each leaf of a structure of specs. Shapes and lists are leaves."""
    if broadcast and not nest.is_nested(given):
        return [given] * len(structure.leaves(spec))
    parts: list[Any] = []
    _add_parts(spec, given, parts)
    return parts


def _add_parts(shallow: Any, value: Any, parts: list[Any]) -> None:
    if not nest.is_nested(shallow):
        parts.append(value)
    elif value is None:  # the same for all that is in it
        parts += [None] * len(structure.leaves(shallow))
    elif isinstance(shallow, dict):
        if not isinstance(value, dict) or set(value) != set(shallow):
            raise ValueError(f"The keys of {value} are not those of {shallow}")
        for key in sorted(shallow):
            _add_parts(shallow[key], value[key], parts)
    else:
        if not isinstance(value, (tuple, list)) or len(value) != len(shallow):
            raise ValueError(f"{value} has not the structure of {shallow}")
        for a, b in zip(shallow, value, strict=True):
            _add_parts(a, b, parts)


def unbatch(input_dataset: Dataset, name: str | None = None) -> Dataset:
    """See `tf.data.Dataset.unbatch`."""
    return _UnbatchDataset(input_dataset, name=name)


def ragged_batch(
    input_dataset: Dataset,
    batch_size: TensorLike,
    drop_remainder: TensorLike,
    row_splits_dtype: DTypeLike,
    name: str | None,
) -> Dataset:
    """See `tf.data.Dataset.ragged_batch`."""
    from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
    from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor

    def ragged_spec(leaf: TypeSpec) -> Any:
        if type(leaf) is not TensorSpec or leaf.shape.rank is None or leaf.shape.is_fully_defined():
            return leaf
        rank = max(axis for axis, size in enumerate(leaf.shape.as_list()) if size is None)
        return RaggedTensorSpec(leaf.shape, leaf.dtype, rank, row_splits_dtype)

    spec = structure.mapped(input_dataset.element_spec, ragged_spec)

    @do_not_convert
    def to_ragged(*parts: object) -> Any:
        element = parts if type(input_dataset.element_spec) is tuple else parts[0]
        values = []
        for leaf, value in zip(structure.leaves(spec), nest.flatten(element), strict=True):
            if isinstance(leaf, RaggedTensorSpec) and leaf.ragged_rank and isinstance(value, _core.Tensor):
                value = RaggedTensor.from_tensor(
                    value, ragged_rank=leaf.ragged_rank, row_splits_dtype=leaf.row_splits_dtype
                )
            values.append(value)
        return tuple(structure.to_tensors(spec, nest.pack_sequence_as(spec, values)))

    packed = input_dataset.map(to_ragged)
    restored = UnaryDataset(input_dataset, packed._variant_tensor, spec)
    return restored.batch(batch_size, drop_remainder=drop_remainder, name=name)


class _UnbatchDataset(UnaryDataset):
    """The rows of each element."""

    def __init__(self, input_dataset: Dataset, name: str | None = None) -> None:
        leaves = structure.leaves(input_dataset.element_spec)
        if any(getattr(leaf, "shape", TensorShape(None)).rank == 0 for leaf in leaves):
            raise ValueError("Cannot unbatch an input with scalar components.")
        sizes = {leaf.shape[0] for leaf in leaves if type(leaf) is TensorSpec and leaf.shape.rank} - {None}
        if len(sizes) > 1:
            raise ValueError(
                f"Cannot unbatch an input with components of different batch sizes. Known sizes are {sorted(sizes)}."
            )
        spec = structure.mapped(input_dataset.element_spec, lambda leaf: leaf._unbatch())
        rows = _with_rows(input_dataset)
        variant = _core.op("UnbatchDataset")(rows._variant_tensor, name=name, **structure.attrs_of(spec))
        super().__init__(input_dataset, variant, spec)


def _with_rows(dataset: Dataset) -> Dataset:
    """Returns the data set with elements whose tensors have their rows along the first axis.

    Packed tensors, which have not, are gone through by row.
    """
    spec = dataset.element_spec
    if not structure.has_packed(spec):
        return dataset
    return dataset.map(lambda *parts: tuple(structure.to_rows(spec, parts if type(spec) is tuple else parts[0])))


class _RebatchDataset(UnaryDataset):
    """The same rows in batches of other sizes."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_sizes: TensorLike,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> None:
        sizes = int64(batch_sizes)
        for leaf in structure.flat_specs(input_dataset.element_spec):
            if leaf.shape.rank == 0:
                raise ValueError(
                    "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar elements. "
                    "Fix the issue by adding the `batch` transformation to the dataset."
                )
        known = get_static_value(sizes)
        values = set() if known is None else set(known.reshape([-1]).tolist())
        size = values.pop() if len(values) == 1 else None
        if _static(drop_remainder) is not True:
            # Whole batches may be left at the end: sizes are known where those of the input are multiples of them.
            shapes = [getattr(leaf, "shape", None) for leaf in structure.leaves(input_dataset.element_spec)]
            rows = {shape[0] for shape in shapes if shape is not None and shape.rank} - {None}
            if len(rows) > 1:
                raise ValueError(
                    "Invalid `input_dataset`. The batch dimensions of its components must be equal, but are "
                    f"{sorted(rows)}."
                )
            if size is not None and not any(size == 0 or count % size == 0 for count in rows):
                size = None
        spec = structure.mapped(input_dataset.element_spec, lambda leaf: leaf._unbatch()._batch(size))
        variant = _core.op("RebatchDatasetV2")(
            _with_rows(input_dataset)._variant_tensor,
            sizes,
            _core.convert_to_tensor(drop_remainder, dtypes.bool),
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)


# ---- data sets of data sets ----


class _WindowDataset(UnaryDataset):
    """Windows over the elements."""

    def __init__(
        self,
        input_dataset: Dataset,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: TensorLike = 1,
        drop_remainder: TensorLike = False,
        name: str | None = None,
    ) -> None:
        spec = structure.mapped(input_dataset.element_spec, DatasetSpec)
        variant = _core.op("WindowDataset")(
            input_dataset._variant_tensor,
            int64(size),
            int64(size if shift is None else shift),
            int64(stride),
            _core.convert_to_tensor(drop_remainder, dtypes.bool),
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)


class _GroupByWindowDataset(UnaryDataset):
    """The elements that a function makes of groups of elements with the same key."""

    def __init__(
        self,
        input_dataset: Dataset,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size_func: Callable[..., Any],
        transformation: str = "Dataset.group_by_window()",
        name: str | None = None,
    ) -> None:
        key_function = TracedFunction(_asint64(key_func), transformation, input_dataset.element_spec)
        scalar = TensorSpec([], dtypes.int64)
        if key_function.output_spec != scalar:
            raise ValueError(
                "Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its return type is "
                f"{key_function.output_spec}."
            )
        size_function = TracedFunction(_asint64(window_size_func), transformation, scalar)
        if size_function.output_spec != scalar:
            raise ValueError(
                "Invalid `window_size_func`. `window_size_func` must return a single `tf.int64` scalar tensor but its "
                f"return type is {size_function.output_spec}."
            )
        reduce_function = TracedFunction(
            reduce_func, transformation, (scalar, DatasetSpec(input_dataset.element_spec)), unpack=True
        )
        if not isinstance(reduce_function.output_spec, DatasetSpec):
            raise TypeError(
                "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its return type "
                f"is {reduce_function.output_spec}."
            )
        spec = reduce_function.output_spec.element_spec
        variant = _core.op("GroupByWindowDataset")(
            input_dataset._variant_tensor,
            key_function.captured,
            reduce_function.captured,
            size_function.captured,
            key_func=key_function.function,
            reduce_func=reduce_function.function,
            window_size_func=size_function.function,
            name=name,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)


def _asint64(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the function with a result that is no tensor yet as int64."""
    from graphwright._src.autograph import api

    converted = api.tf_convert(function, control_status_ctx())

    @do_not_convert
    def wrapped(*args: object) -> Any:
        result = converted(*args)
        if nest.is_nested(result) or isinstance(result, _core.Tensor):
            return result
        return _core.convert_to_tensor(result, dtypes.int64)

    wrapped.__name__ = getattr(function, "__name__", "function")
    return wrapped


def bucket_by_sequence_length(
    input_dataset: Dataset,
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: TensorLike,
    padded_shapes: object,
    padding_values: object,
    pad_to_bucket_boundary: bool,
    no_padding: bool,
    drop_remainder: bool,
    name: str | None,
) -> Dataset:
    """See `tf.data.Dataset.bucket_by_sequence_length`."""
    sizes: Any = bucket_batch_sizes
    if len(sizes) != len(bucket_boundaries) + 1:
        raise ValueError(
            f"`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but `len(bucket_batch_sizes)="
            f"{len(sizes)}` and `len(bucket_boundaries)={len(bucket_boundaries)}`."
        )
    from graphwright._src.autograph import api

    boundaries = list(bucket_boundaries)
    batch_sizes = _core.convert_to_tensor(sizes, dtypes.int64)
    length_of = api.tf_convert(element_length_func, control_status_ctx())
    gather, total, greater_equal = _core.op("GatherV2"), _core.op("Sum"), _core.op("GreaterEqual")

    @do_not_convert
    def bucket_of(*args: object) -> Any:
        length = _core.op("Cast")(_core.convert_to_tensor(length_of(*args)), DstT=dtypes.int64)
        reached = greater_equal(length, _core.convert_to_tensor(boundaries or _empty(), dtypes.int64))
        return total(_core.op("Cast")(reached, DstT=dtypes.int64), 0)

    @do_not_convert
    def batch_size_of(bucket: Tensor) -> Any:
        return gather(batch_sizes, bucket, 0)

    def shapes_in(bucket: Tensor, dataset: Dataset) -> Any:
        if not pad_to_bucket_boundary:
            return padded_shapes
        limits = _core.convert_to_tensor([b - 1 for b in boundaries] + [-1], dtypes.int64)
        limit = gather(limits, bucket, 0)
        assertion = _core.op("Assert")(
            _core.op("Less")(bucket, int64(len(boundaries))),
            [
                _core.convert_to_tensor(
                    "When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries)."
                )
            ],
        )
        del assertion
        if padded_shapes is None:
            shapes = [leaf.shape for leaf in structure.leaves(dataset.element_spec)]
        else:
            shapes = [TensorShape(s) for s in _per_leaf(dataset.element_spec, padded_shapes, broadcast=False)]
        if any(shape.rank is None for shape in shapes):
            raise ValueError("You must provide `padded_shapes` argument because a component has unknown rank.")
        filled = iter(
            [
                _core.op("Pack")([limit if extent is None else int64(extent) for extent in shape.as_list()])
                if shape.rank
                else int64(_empty())
                for shape in shapes
            ]
        )
        return structure.mapped(dataset.element_spec, lambda _: next(filled))

    @do_not_convert
    def batched(bucket: Tensor, dataset: Dataset) -> Dataset:
        size = batch_size_of(bucket)
        if no_padding:
            return dataset.batch(size, drop_remainder=drop_remainder, name=name)
        return dataset.padded_batch(
            size, shapes_in(bucket, dataset), padding_values, drop_remainder=drop_remainder, name=name
        )

    return input_dataset.group_by_window(bucket_of, batched, window_size_func=batch_size_of, name=name)


def sparse_batch(input_dataset: Dataset, batch_size: TensorLike, row_shape: ShapeLike, name: str | None) -> Dataset:
    """See `tf.data.Dataset.sparse_batch`."""
    from graphwright._src.composite.sparse.sparse_tensor import SparseTensorSpec

    leaf = input_dataset.element_spec
    if type(leaf) is not TensorSpec:
        raise TypeError(
            "`dense_to_sparse_batch` requires an input dataset whose elements have a single component, but the given "
            f"dataset has the following component types: {structure.mapped(leaf, lambda one: getattr(one, 'dtype', one))}."
        )
    row = TensorShape(row_shape)
    if row.rank is None:
        raise ValueError("Cannot convert a partially known TensorShape <unknown> to a Tensor.")
    spec = SparseTensorSpec(TensorShape([None]).concatenate(row), leaf.dtype)
    sizes = _core.convert_to_tensor([-1 if size is None else size for size in row.as_list()], dtypes.int64)
    variant = _core.op("DenseToSparseBatchDataset")(
        input_dataset._variant_tensor, int64(batch_size), sizes, name=name, **structure.attrs_of(spec)
    )
    return UnaryDataset(input_dataset, variant, spec)
