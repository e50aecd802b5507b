"""Names that libraries import from `tensorflow.compiler.…`: functions for XLA, made of others with other arguments."""

from __future__ import annotations

from typing import Any

import graphwright as tf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, ShapeLike, TensorLike

# ---- tensorflow.lite.python.convert ----


class ConverterError(Exception):
    """Tells that a model cannot be converted."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.errors: list[Any] = []


# ---- tensorflow.compiler.tf2xla.python.xla ----

_SIGNED = {f"uint{bits}": f"int{bits}" for bits in (8, 16, 32, 64)}
_UNSIGNED = {signed: unsigned for unsigned, signed in _SIGNED.items()}


def _shift_as(kinds: dict[str, str]) -> Callable[..., Any]:
    """Returns a shift to the right of integers as if they were of other types, which says what comes in from the left."""

    def shift_right(x: Tensor, y: Tensor, name: str | None = None) -> Any:
        kind = kinds.get(x.dtype.name, x.dtype.name)
        shifted = tf.bitwise.right_shift(tf.bitcast(x, kind), tf.bitcast(y, kind), name)
        return tf.bitcast(shifted, x.dtype)

    return shift_right


def _of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function of two tensors that says of which axes of the other one the axes of that of lower rank are."""

    def of_two(
        x: TensorLike, y: TensorLike, broadcast_dims: Sequence[int] | None = None, name: str | None = None
    ) -> Any:
        x, y = tf.convert_to_tensor(x), tf.convert_to_tensor(y)
        if broadcast_dims:
            rank = max(x.shape.rank or 0, y.shape.rank or 0)
            x, y = (value if value.shape.rank == rank else _spread(value, broadcast_dims, rank) for value in (x, y))
        return function(x, y, name=name)

    return of_two


def _spread(value: Tensor, axes: Sequence[int], rank: int) -> Any:
    shape: list[int | None] = [1 for _ in range(rank)]
    for axis, size in zip(axes, value.shape.as_list(), strict=True):
        shape[int(axis)] = size
    return tf.reshape(value, shape)


_OF_TWO = {
    "add": tf.add,
    "complex": lambda x, y, name: tf.complex(x, y, name),
    "div": lambda x, y, name: tf.compat.v1.div(x, y, name),
    "eq": tf.equal,
    "ge": tf.greater_equal,
    "gt": tf.greater,
    "igamma": tf.math.igamma,
    "igammac": tf.math.igammac,
    "le": tf.less_equal,
    "lt": tf.less,
    "max": tf.maximum,
    "min": tf.minimum,
    "mul": tf.multiply,
    "ne": tf.not_equal,
    "polygamma": tf.math.polygamma,
    "pow": tf.pow,
    "rem": tf.truncatemod,
    "shift_left": tf.bitwise.left_shift,
    "shift_right_arithmetic": _shift_as(_SIGNED),
    "shift_right_logical": _shift_as(_UNSIGNED),
    "sub": tf.subtract,
    "zeta": tf.math.zeta,
}


def __getattr__(name: str) -> Any:
    if name not in _OF_TWO:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _of_two(_OF_TWO[name])


def bitcast_convert_type(input: TensorLike, type: DTypeLike, name: str | None = None) -> Any:  # noqa: A002
    """As tf.bitcast."""
    return tf.bitcast(input, type, name)


def concatenate(values: Sequence[Any], axis: Any, name: str = "concat") -> Any:
    """As tf.concat."""
    return tf.concat(values, axis, name)


def convert_element_type(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Any:
    """As tf.cast."""
    return tf.cast(x, dtype, name)


def neg(x: TensorLike, name: str | None = None) -> Any:
    """As tf.negative."""
    return tf.negative(x, name)


def rev(x: TensorLike, y: AxisLike, name: str | None = None) -> Any:
    """As tf.reverse."""
    return tf.reverse(x, y, name)


def transpose(x: TensorLike, y: TensorLike, name: str | None = None) -> Any:
    """As tf.transpose."""
    return tf.transpose(x, y, name=name or "transpose")


def broadcast(x: TensorLike, dims: TensorLike, name: str | None = None) -> Any:
    """`x` repeated along new first axes of the sizes `dims`."""
    x = tf.convert_to_tensor(x)
    return tf.broadcast_to(x, tf.concat([tf.cast(dims, tf.int32), tf.shape(x)], 0), name)


def clamp(a: TensorLike, x: TensorLike, b: TensorLike, name: str | None = None) -> Any:
    """`x` where it is between `a` and `b`, else the nearer of these."""
    return tf.minimum(tf.maximum(a, x), b, name)


def dot(lhs: TensorLike, rhs: TensorLike, name: str | None = None) -> Any:
    """As tf.tensordot over one axis."""
    return tf.tensordot(lhs, rhs, 1, name)


def einsum(a: TensorLike, b: TensorLike, equation: str, name: str | None = None) -> Any:
    """As tf.einsum of two tensors."""
    return tf.einsum(equation, a, b, name=name)


def key_value_sort(keys: TensorLike, values: TensorLike, name: str | None = None) -> tuple[Any, Any]:
    """Returns both in the order in which the keys go up along the last axis."""
    order = tf.argsort(keys, stable=True, name=name)
    rank = order.shape.rank
    assert rank is not None
    return tf.gather(keys, order, batch_dims=rank - 1), tf.gather(values, order, batch_dims=rank - 1)


def optimization_barrier(*args: TensorLike) -> list[Any]:
    """Returns the tensors as they are: programs are not made of parts that a barrier could keep apart."""
    return [tf.identity(arg) for arg in args]


def reshape(x: TensorLike, new_sizes: ShapeLike, dimensions: TensorLike | None = None, name: str | None = None) -> Any:
    """As tf.reshape, with the axes in the order `dimensions`."""
    return tf.reshape(x if dimensions is None else tf.transpose(x, dimensions), new_sizes, name)


def select(condition: TensorLike, x: TensorLike, y: TensorLike, name: str | None = None) -> Any:
    """As tf.where."""
    return tf.where(condition, x, y, name)


def slice(x: TensorLike, start_dims: TensorLike, limit_dims: TensorLike, strides: TensorLike) -> Any:  # noqa: A001
    """As tf.strided_slice."""
    return tf.strided_slice(x, start_dims, limit_dims, strides)


def sort(input: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """As tf.sort."""
    return tf.sort(input, name=name)


def dynamic_slice(
    input: TensorLike, start_indices: TensorLike, size_indices: TensorLike, name: str | None = None
) -> Any:  # noqa: A002
    """Returns the block of `input` that begins at `start_indices`, which is moved to lie within.

    Args:
      input: a tensor of rank n.
      start_indices: n integers.
      size_indices: n integers, the sizes of the block.
      name: of the op.

    Raises:
      InvalidArgumentError: the block is larger than the tensor.

    >>> dynamic_slice(tf.range(5), [3], [3]).numpy()
    array([2, 3, 4], dtype=int32)
    """
    with tf.name_scope(name or "XlaDynamicSlice"):
        whole = tf.convert_to_tensor(input)
        sizes = tf.convert_to_tensor(size_indices, dtype_hint=tf.int32)
        begin = tf.cast(start_indices, sizes.dtype)
        room = tf.shape(whole, out_type=sizes.dtype) - sizes
        return tf.slice(whole, tf.maximum(tf.minimum(begin, room), tf.minimum(room, 0)), sizes)


def dynamic_update_slice(input: TensorLike, update: TensorLike, indices: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """`input` with the block that begins at `indices` replaced by `update`; the block is moved to lie within.

    Args:
      input: a tensor of rank n.
      update: a tensor of rank n, nowhere larger.
      indices: n integers.
      name: of the op.

    Raises:
      ValueError: the ranks differ.
    """
    with tf.name_scope(name or "XlaDynamicUpdateSlice"):
        whole, update = tf.convert_to_tensor(input), tf.convert_to_tensor(update)
        if whole.dtype != update.dtype:
            update = tf.cast(update, whole.dtype)
        if whole.shape.rank != update.shape.rank:
            raise ValueError(f"input has rank {whole.shape.rank}, update {update.shape.rank}")
        begin = tf.cast(indices, tf.int32)
        begin = tf.clip_by_value(begin, 0, tf.shape(whole) - tf.shape(update))
        if whole.shape.rank == 0:
            return tf.identity(update)
        extents = tf.unstack(tf.shape(update), num=update.shape.rank)
        grid = tf.meshgrid(*(tf.range(extent) for extent in extents), indexing="ij")
        return tf.tensor_scatter_nd_update(whole, tf.stack(grid, -1) + begin, update)
