"""Columns of numbers, and of the ranges that numbers fall into."""

from __future__ import annotations

import collections

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse.elements import to_dense
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    check_key,
    sequence_lengths,
)
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array_index import one_hot
from graphwright._src.ops.array_join import meshgrid, stack
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.text.parsing_config import FixedLenFeature, VarLenFeature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright._src.feature_column.base import FeatureTransformationCache, StateManager
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_bucketize = _core.op("Bucketize")


class NumericColumn(
    DenseColumn,
    collections.namedtuple("NumericColumn", ["key", "shape", "default_value", "dtype", "normalizer_fn"]),
):
    """See `numeric_column`."""

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of a fixed shape."""
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def parents(self) -> list[Any]:
        """The feature's name."""
        return [self.key]

    @property
    def variable_shape(self) -> TensorShape:
        """The column's shape."""
        return TensorShape(self.shape)

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the feature, normalized and as float32.

        Raises:
          ValueError: it is sparse.
        """
        value = transformation_cache.get(self.key, state_manager)
        if isinstance(value, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. "
                f"key: {self.key}"
            )
        if self.normalizer_fn is not None:
            value = self.normalizer_fn(value)
        return cast(value, dtypes.float32)

    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the numbers, float32 [batch] + shape."""
        return transformation_cache.get(self, state_manager)


class BucketizedColumn(
    DenseColumn, CategoricalColumn, collections.namedtuple("BucketizedColumn", ["source_column", "boundaries"])
):
    """See `bucketized_column`."""

    @property
    def name(self) -> str:
        """The numbers' name and what became of them."""
        return f"{self.source_column.name}_bucketized"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The feature that the numbers need."""
        return self.source_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of numbers."""
        return [self.source_column]

    @property
    def variable_shape(self) -> TensorShape:
        """The numbers' shape, and one more axis for the ranges."""
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self) -> int:
        """The number of ranges, for all numbers of an example together."""
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns the number of the range that each number falls into, int32."""
        source = transformation_cache.get(self.source_column, state_manager)
        return _bucketize(source, boundaries=list(self.boundaries))

    def get_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Tensor:
        """Returns a one in the place of each number's range, float32 [batch] + variable_shape."""
        ranges = transformation_cache.get(self, state_manager)
        return one_hot(cast(ranges, dtypes.int64), len(self.boundaries) + 1, 1.0, 0.0)

    def get_sparse_tensors(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the ranges, counted on from one number of an example to the next, as categories."""
        ranges = transformation_cache.get(self, state_manager)
        reshape, shape = array_module.reshape, array_module.shape
        batch, width = shape(ranges)[0], self.source_column.shape[0]
        rows, places = meshgrid(math_convert.range(batch), math_convert.range(width), indexing="ij")
        rows, places = reshape(rows, [-1]), reshape(places, [-1])
        values = reshape(ranges, [-1]) + (len(self.boundaries) + 1) * places
        indices = cast(stack([rows, places], axis=1), dtypes.int64)
        dense_shape = cast(stack([batch, width]), dtypes.int64)
        return CategoricalColumn.IdWeightPair(SparseTensor(indices, values, dense_shape), None)


class SequenceNumericColumn(
    SequenceDenseColumn,
    collections.namedtuple("SequenceNumericColumn", ["key", "shape", "default_value", "dtype", "normalizer_fn"]),
):
    """See `sequence_numeric_column`."""

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of any length."""
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def parents(self) -> list[Any]:
        """The feature's name."""
        return [self.key]

    @property
    def variable_shape(self) -> TensorShape:
        """The shape of one step."""
        return TensorShape(self.shape)

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the feature, normalized."""
        value = transformation_cache.get(self.key, state_manager)
        return value if self.normalizer_fn is None else self.normalizer_fn(value)

    def get_sequence_dense_tensor(
        self, transformation_cache: FeatureTransformationCache, state_manager: StateManager | None
    ) -> Any:
        """Returns the numbers, [batch, longest sequence] + shape, and the sequences' lengths."""
        sparse = transformation_cache.get(self, state_manager)
        dense = to_dense(sparse, default_value=self.default_value)
        batch = array_module.shape(dense)[0]
        elements = 1
        for extent in self.shape:
            elements *= extent
        result = array_module.reshape(dense, stack([batch, -1, *self.shape]))
        static = dense.shape
        steps = None if static[1] is None else static[1] // elements
        result.set_shape([static[0], steps, *self.shape])
        return self.TensorSequenceLengthPair(result, sequence_lengths(sparse, elements))


def _checked_shape(shape: Any, key: str) -> tuple[int, ...]:
    shape = tuple(shape) if isinstance(shape, (list, tuple, TensorShape)) or hasattr(shape, "tolist") else (shape,)
    for extent in shape:
        if not isinstance(extent, int):
            raise TypeError(f"shape dimensions must be integer. shape: {shape}, key: {key}")
        if extent < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {shape}, key: {key}")
    return shape


def _checked_numbers(key: str, shape: object, dtype: DType) -> tuple[int, ...]:
    check_key(key)
    extents = _checked_shape(shape, key)
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    return extents


def _check_normalizer(normalizer_fn: object) -> None:
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")


def _fits(number: object, dtype: DType) -> bool:
    return isinstance(number, int) or (isinstance(number, float) and dtype.is_floating)


def _nested_tuples(values: object, extents: tuple[int, ...], dtype: DType) -> Any:
    """Nested lists of the shape as tuples. ValueError where they are of another shape, TypeError where numbers do not fit."""
    if not extents:
        if isinstance(values, (list, tuple)):
            raise ValueError
        if not _fits(values, dtype):
            raise TypeError
        return values
    if not isinstance(values, (list, tuple)) or len(values) != extents[0]:
        raise ValueError
    return tuple(_nested_tuples(inner, extents[1:], dtype) for inner in values)


def _checked_default(value: Any, shape: tuple[int, ...], dtype: DType, key: str) -> Any:
    """Returns the default value as nested tuples of the shape; a single number stands in all places."""
    if value is None:
        return None

    if type(value) in (int, float, bool) and _fits(value, dtype):
        for extent in reversed(shape):
            value = (value,) * extent
        return value
    given = value
    if hasattr(value, "tolist") and getattr(value, "ndim", 0):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        try:
            return _nested_tuples(value, shape, dtype)
        except ValueError:
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {given}, shape: {shape}, key: {key}"
            ) from None
        except TypeError:
            pass
    raise TypeError(
        f"default_value must be compatible with dtype. default_value: {given}, dtype: {dtype!r}, key: {key}"
    )


@export("feature_column.numeric_column")
def numeric_column(
    key: str,
    shape: int | Iterable[int] = (1,),
    default_value: TensorLike | None = None,
    dtype: DType = dtypes.float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> NumericColumn:
    """Returns a feature that is numbers already (tf.feature_column.numeric_column).

    Args:
      key: the feature's name, and the column's.
      shape: of one example's numbers; an integer means a vector.
      default_value: what stands for a missing feature when examples are parsed: a number, or as many as `shape` says.
      dtype: of the feature, integers or floats; the column gives float32.
      normalizer_fn: what is done to the tensor [batch] + shape.

    Raises:
      TypeError: the shape is not of integers, the default value of another dtype, or `normalizer_fn` no function.
      ValueError: the name is no string, the dtype none of numbers, or the default value of another shape.

    >>> import graphwright as tf
    >>> price = tf.feature_column.numeric_column("price", normalizer_fn=lambda x: x / 10)
    >>> tf.compat.v1.feature_column.input_layer({"price": [[1.0], [5.0]]}, [price]).numpy()
    array([[0.1],
           [0.5]], dtype=float32)
    """
    shape = _checked_numbers(key, shape, dtype)
    default_value = _checked_default(default_value, shape, dtype, key)
    _check_normalizer(normalizer_fn)
    return NumericColumn(key, shape, default_value, dtype, normalizer_fn)


@export("feature_column.bucketized_column")
def bucketized_column(source_column: NumericColumn, boundaries: Sequence[float]) -> BucketizedColumn:
    """Returns the range that each number of a column falls into, as ones or as categories (tf.feature_column.bucketized_column).

    Args:
      source_column: a `numeric_column` of one axis.
      boundaries: where ranges end and the next begin, in ascending order; there is one range more than boundaries.

    Raises:
      ValueError: the column is another one, or the boundaries are empty or not in order.

    >>> import graphwright as tf
    >>> age = tf.feature_column.numeric_column("age")
    >>> ages = tf.feature_column.bucketized_column(age, [18, 65])
    >>> tf.compat.v1.feature_column.input_layer({"age": [[7.0], [18.0], [99.0]]}, [ages]).numpy()
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    if not isinstance(boundaries, (list, tuple)) or any(a >= b for a, b in zip(boundaries, boundaries[1:])):  # noqa: B905
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))


@export("feature_column.sequence_numeric_column")
def sequence_numeric_column(
    key: str,
    shape: int | Iterable[int] = (1,),
    default_value: float = 0.0,
    dtype: DType = dtypes.float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> SequenceNumericColumn:
    """Returns a feature that is sequences of numbers (tf.feature_column.sequence_numeric_column).

    Args:
      key: the feature's name, and the column's.
      shape: of one step of a sequence.
      default_value: what shorter sequences of a batch are filled up with.
      dtype: of the feature, integers or floats.
      normalizer_fn: what is done to the SparseTensor of the feature.

    Raises:
      TypeError: the shape is not of integers, or `normalizer_fn` no function.
      ValueError: the name is no string, or the dtype none of numbers.

    >>> import graphwright as tf
    >>> tf.feature_column.sequence_numeric_column("temperature").parse_example_spec
    {'temperature': VarLenFeature(dtype=tf.float32)}
    """
    shape = _checked_numbers(key, shape, dtype)
    _check_normalizer(normalizer_fn)
    return SequenceNumericColumn(key, shape, default_value, dtype, normalizer_fn)
