"""Partitioners: functions that say into how many parts a variable of a shape and dtype is cut, along one axis."""

from __future__ import annotations

import math

from graphwright._src.base.export import export
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import ShapeLike


def _sizes(shape: ShapeLike) -> list[int]:
    shape = TensorShape(shape)
    if not shape.is_fully_defined():
        raise ValueError(f"shape is not fully defined: {shape}")
    return [size for size in shape if size is not None]


def _bytes_of(dtype: DType, bytes_per_string_element: int) -> int:
    return bytes_per_string_element if dtype.name == "string" else dtype.size


@export("compat.v1.fixed_size_partitioner")
def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Callable[..., list[int]]:
    """Returns a partitioner that makes a fixed number of parts along an axis (tf.compat.v1.fixed_size_partitioner).

    >>> import graphwright as tf
    >>> tf.compat.v1.fixed_size_partitioner(3)(shape=tf.TensorShape([8, 2]), dtype=tf.float32)
    [3, 1]
    """

    def partitioner(shape: Any, **unused: object) -> list[int]:
        parts = [1] * len(shape)
        parts[axis] = min(num_shards, shape.dims[axis].value if hasattr(shape, "dims") else shape[axis])
        return parts

    return partitioner


@export("compat.v1.variable_axis_size_partitioner")
def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Callable[..., list[int]]:
    """Returns a partitioner: parts along an axis have at most so many bytes (tf.compat.v1.variable_axis_size_partitioner).

    Args:
      max_shard_bytes: the limit.
      axis: along which variables are cut.
      bytes_per_string_element: the size that strings are taken to have.
      max_shards: no more parts than these.

    Raises:
      ValueError: a number is less than one.
    """
    for what, value in (("max_shard_bytes", max_shard_bytes), ("max_shards", max_shards)):
        if value is not None and value < 1:
            raise ValueError(f"Argument `{what}` must be positive, got {value}")

    def partitioner(shape: ShapeLike, dtype: DType) -> list[int]:
        sizes = _sizes(shape)
        parts = [1] * len(sizes)
        slice_bytes = math.prod(sizes) // sizes[axis] * _bytes_of(dtype, bytes_per_string_element)
        in_shard = max(1, max_shard_bytes // slice_bytes)
        wanted = -(-sizes[axis] // in_shard)
        parts[axis] = wanted if max_shards is None else min(max_shards, wanted)
        return parts

    return partitioner


@export("compat.v1.min_max_variable_partitioner")
def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Callable[..., list[int]]:
    """Returns a partitioner: parts along an axis have at least so many bytes (tf.compat.v1.min_max_variable_partitioner).

    Args:
      max_partitions: no more parts than these.
      axis: along which variables are cut.
      min_slice_size: how many bytes a part has at least.
      bytes_per_string_element: the size that strings are taken to have.
    """

    def partitioner(shape: ShapeLike, dtype: DType) -> list[int]:
        sizes = _sizes(shape)
        parts = [1] * len(sizes)
        total = math.prod(sizes) * _bytes_of(dtype, bytes_per_string_element)
        parts[axis] = min(sizes[axis], max_partitions, max(1, -(-total // min_slice_size)))
        return parts

    return partitioner
