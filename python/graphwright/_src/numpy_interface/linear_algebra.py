"""Products of matrices and vectors, as NumPy names and promotes them (tf.experimental.numpy)."""

from __future__ import annotations

from typing import Any

from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import cond
from graphwright._src.numpy_interface import unknown_rank
from graphwright._src.numpy_interface.creation import diagonal
from graphwright._src.numpy_interface.promotion import (
    Tensor,
    as_array,
    as_dtype,
    cast,
    joined,
    promoted,
    rank_of,
    sizes_of,
)
from graphwright._src.ops import linalg_product
from graphwright._src.ops.array import reshape
from graphwright._src.ops.array_join import stack, unstack
from graphwright._src.ops.math_convert import conj
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def _product_dtype(dtype: dtypes.DType) -> dtypes.DType:
    """Returns a dtype whose products there are, for dtypes without."""
    if dtype in (dtypes.bool, dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16):
        return dtypes.int32
    return dtypes.int64 if dtype in (dtypes.uint32, dtypes.uint64) else dtype


def _in_product_dtype(compute: Callable[..., Any], *operands: TensorLike) -> Tensor:
    tensors = promoted(*operands)
    original = tensors[0].dtype
    working = _product_dtype(original)
    return cast(compute(*(cast(x, working) for x in tensors)), original)


def _tensordot(axes: TensorLike) -> Any:
    return lambda a, b: linalg_product.tensordot(a, b, axes)


@export("experimental.numpy.matmul", weak_type="binary")
def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Returns the product of matrices or vectors, batches broadcast (numpy.matmul).

    Raises:
      ValueError: a scalar.

    >>> import graphwright as tf
    >>> tf.experimental.numpy.matmul([[1, 2], [3, 4]], [1.0, 10.0]).numpy()
    array([21., 43.])
    """

    def compute(a: Tensor, b: Tensor) -> Tensor:
        if None in (a._rank(), b._rank()):
            return unknown_rank.matmul(a, b)
        ranks = a._rank(), b._rank()
        if 0 in ranks:
            raise ValueError("matmul does not take scalars: multiply instead")
        if ranks[1] == 1:
            return linalg_product.tensordot(a, b, [[-1], [-1]])
        if ranks[0] == 1:
            return linalg_product.tensordot(a, b, [[0], [-2]])
        return linalg_product.matmul(a, b)

    return _in_product_dtype(compute, x1, x2)


@export("experimental.numpy.dot")
def dot(a: TensorLike, b: TensorLike) -> Tensor:
    """Returns the sum of products over the last axis of `a` and the last but one of `b`, the only of vectors (numpy.dot)."""

    def compute(a: Tensor, b: Tensor) -> Tensor:
        if None in (a._rank(), b._rank()):
            return unknown_rank.dot(a, b)
        if 0 in (a._rank(), b._rank()):
            return a * b
        return linalg_product.tensordot(a, b, [[-1], [-1 if b._rank() == 1 else -2]])

    return _in_product_dtype(compute, a, b)


@export("experimental.numpy.inner")
def inner(a: TensorLike, b: TensorLike) -> Tensor:
    """Returns the sum of products over the last axes (numpy.inner)."""

    def compute(a: Tensor, b: Tensor) -> Tensor:
        if None in (a._rank(), b._rank()):
            return unknown_rank.dot(a, b, -1)
        if 0 in (a._rank(), b._rank()):
            return a * b
        return linalg_product.tensordot(a, b, [[-1], [-1]])

    return _in_product_dtype(compute, a, b)


@export("experimental.numpy.vdot")
def vdot(a: TensorLike, b: TensorLike) -> Tensor:
    """Returns the product of two tensors as vectors, the first conjugated (numpy.vdot)."""
    a, b = (reshape(x, [-1]) for x in joined(a, b))
    if a.dtype.is_complex:
        a = conj(a)
    return dot(a, b)


@export("experimental.numpy.outer")
def outer(a: TensorLike, b: TensorLike) -> Tensor:
    """Returns all products of elements of two tensors as vectors: a matrix (numpy.outer)."""
    from graphwright._src.numpy_interface.math import multiply

    a, b = (reshape(x, [-1]) for x in promoted(a, b))
    return multiply(a[:, None], b[None, :])


@export("experimental.numpy.tensordot")
def tensordot(a: TensorLike, b: TensorLike, axes: TensorLike = 2) -> Tensor:
    """Returns the sum of products over pairs of axes (numpy.tensordot)."""
    return _in_product_dtype(_tensordot(axes), a, b)


@export("experimental.numpy.einsum")
def einsum(subscripts: str, *operands: TensorLike, **kwargs: object) -> Tensor:
    """Einstein's summation (numpy.einsum).

    Args:
      subscripts: as in "ij,jk->ik".
      *operands: tensors.
      **kwargs: `casting` 'safe', `optimize` True, False, 'greedy' or 'optimal'.

    Raises:
      ValueError: another value of one of these.
    """
    casting, optimize = kwargs.pop("casting", "safe"), kwargs.pop("optimize", False)
    if casting != "safe":
        raise ValueError(f"casting policy not supported: '{casting}'.")
    if optimize not in (True, False, "greedy", "optimal"):
        raise ValueError(f"`optimize` method not supported: {optimize}.")
    optimize = "greedy" if optimize in (True, False) else optimize
    return _in_product_dtype(lambda *tensors: linalg_product.einsum(subscripts, *tensors, optimize=optimize), *operands)


@export("experimental.numpy.cross")
def cross(
    a: TensorLike, b: TensorLike, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None
) -> Tensor:
    """Returns the cross products of vectors of two or three components (numpy.cross).

    Args:
      a, b: tensors of vectors, broadcast against each other.
      axisa, axisb, axisc: the axes with the components in `a`, in `b` and in the result.
      axis: all three at once.

    Raises:
      ValueError: the vectors have neither two nor three components.
    """
    from graphwright._src.numpy_interface.shape import broadcast_arrays, moveaxis

    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = promoted(a, b)
    a = moveaxis(a, axisa, -1)
    b = moveaxis(b, axisb, -1)
    if any(x._rank() is None or x.shape[-1] is None for x in (a, b)):
        vectors, flat = unknown_rank.cross(a, b)
        return cond(flat, lambda: vectors[..., 2], lambda: moveaxis(vectors, -1, axisc))
    counts = a.shape[-1], b.shape[-1]
    for name, count in zip("ab", counts, strict=True):
        if count not in (2, 3):
            raise ValueError(f"incompatible dimensions for cross product: `{name}` has vectors of {count} components")
    parts_a, parts_b = unstack(a, axis=-1), unstack(b, axis=-1)
    last = parts_a[0] * parts_b[1] - parts_a[1] * parts_b[0]
    if counts == (2, 2):
        return last
    a3, b3 = (parts[2] if len(parts) == 3 else zeros([], parts[0].dtype) for parts in (parts_a, parts_b))
    first = parts_a[1] * b3 - a3 * parts_b[1]
    second = a3 * parts_b[0] - parts_a[0] * b3
    return moveaxis(stack(broadcast_arrays(first, second, last), -1), -1, axisc)


@export("experimental.numpy.kron")
def kron(a: TensorLike, b: TensorLike) -> Tensor:
    """Kronecker's product: `b` scaled by each element of `a`, block by block (numpy.kron)."""
    from graphwright._src.numpy_interface.math import multiply

    a, b = joined(a, b)
    rank = max(rank_of(a, "kron"), rank_of(b, "kron"))
    ours, theirs = ([1] * (rank - rank_of(x, "kron")) + sizes_of(x) for x in (a, b))
    spread = [size for pair in zip(ours, [1] * rank, strict=True) for size in pair]
    inside = [size for pair in zip([1] * rank, theirs, strict=True) for size in pair]
    product = multiply(reshape(a, spread), reshape(b, inside))
    return reshape(product, [p * q for p, q in zip(ours, theirs, strict=True)])


@export("experimental.numpy.trace", weak_type="unary")
def trace(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None) -> Tensor:
    """Returns the sum of a diagonal of the matrices that two axes span (numpy.trace).

    Integers keep their dtype on the main diagonal of the last two axes only.
    """
    from graphwright._src.numpy_interface.reduction import sum as total

    a = as_array(a, dtype)
    target = None if dtype is None else as_dtype(dtype)
    rank = a._rank()
    matrices = (axis1, axis2) == (-2, -1) or (rank is not None and (axis1, axis2) == (rank - 2, rank - 1))
    if target is None and not offset and matrices:
        target = a.dtype
    return total(diagonal(a, offset, axis1, axis2), axis=-1, dtype=target)
