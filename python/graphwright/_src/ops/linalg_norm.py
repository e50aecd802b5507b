"""Norms of vectors and matrices, and what is scaled by them: tf.norm, tf.linalg.normalize, tf.nn.l2_normalize."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops.linalg_solve import svd
from graphwright._src.ops.math_binary import truediv
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import AxisLike, TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_abs = _core.op("Abs")
_complex_abs = _core.op("ComplexAbs")
_sum = _core.op("Sum")
_max = _core.op("Max")
_sqrt = _core.op("Sqrt")
_rsqrt = _core.op("Rsqrt")
_square = _core.op("Square")
_mul = _core.op("Mul")
_div = _core.op("RealDiv")
_pow = _core.op("Pow")
_maximum = _core.op("Maximum")
_range = _core.op("Range")
_rank = _core.op("Rank")
_squeeze = _core.op("Squeeze")
_identity = _core.op("Identity")
_conj = _core.op("Conj")
_cast = _core.op("Cast")
_transpose = _core.op("Transpose")
_expand = _core.op("ExpandDims")


def _size(x: Tensor) -> Tensor:
    """|x|, real."""
    return _complex_abs(x, Tout=x.dtype.real_dtype) if x.dtype.is_complex else _abs(x)


def _all_axes(x: Tensor) -> Any:
    rank = x._rank()
    return list(range(rank)) if rank is not None else _range(0, _rank(x), 1)


@export("norm", "linalg.norm", node="norm/", v1="")
def norm(
    tensor: TensorLike,
    ord: str | float = "euclidean",
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the norm of vectors, of matrices, or of a whole tensor (tf.norm).

    Args:
      tensor: a tensor of floats or complex numbers.
      ord: 'euclidean', a positive number p for the p-norm, or infinity; for matrices 'fro', 1, 2 or infinity.
      axis: the axis of the vectors, the two axes of the matrices, or None for all elements as one vector.
      keepdims: whether those axes are kept with extent 1.
      name: the name of the node in a graph.

    Returns:
      A tensor of the tensor's dtype, without those axes.

    Raises:
      ValueError: there is no such norm, or `axis` has not one or two axes.

    >>> import graphwright as tf
    >>> float(tf.norm([3.0, 4.0]))
    5.0
    >>> tf.norm([[1.0, -2.0], [3.0, 4.0]], ord=1, axis=1).numpy()
    array([3., 7.], dtype=float32)
    """
    keepdims = bool(keepdims)
    over: Any = axis
    matrix = isinstance(over, (list, tuple)) and len(over) == 2
    if matrix:
        if over[0] == over[1]:
            raise ValueError(f"`axis` must be None, an integer, or a tuple of 2 unique integers, got {axis}")
        if ord not in ("euclidean", "fro", 1, 2, float("inf")):
            raise ValueError(f"`ord` must be a supported matrix norm in ['euclidean', 'fro', 1, 2, inf], got {ord}")
    else:
        if isinstance(over, (list, tuple)):
            if len(over) != 1:
                raise ValueError(f"`axis` must be None, an integer, or a tuple of 2 unique integers, got {axis}")
            over = over[0]
        known = (
            ord in ("euclidean", 1, 2, float("inf")) if isinstance(ord, str) or not hasattr(ord, "__gt__") else ord > 0
        )
        if not known:
            raise ValueError(
                f"`ord` must be a supported vector norm in ['euclidean', 1, 2, inf] or a positive number, got {ord}"
            )
    x = as_tensor(tensor)
    axes = _all_axes(x) if axis is None else over
    if matrix and ord == 2:
        rank = x._rank()
        if rank is None:
            raise ValueError("The 2-norm of matrices needs the tensor's rank.")
        first, second = (a % rank for a in over)
        order = [a for a in range(rank) if a not in (first, second)] + [first, second]
        result = _max(_size(svd(_transpose(x, order), compute_uv=False)), -1)
        if keepdims:
            for a in sorted((first, second)):
                result = _expand(result, a)
    elif ord in ("fro", "euclidean", 2) or (not isinstance(ord, str) and ord == 2.0):
        if x.dtype == dtypes.string:
            raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
        product = _mul(x, _conj(x)) if x.dtype.is_complex else _square(x)
        result = _sqrt(_sum(product, axes, keep_dims=keepdims), name=name)
        return result
    elif matrix:
        # The largest column sum (1) or row sum (infinity).
        rank = x._rank()
        pair = [a % rank if rank is not None else a for a in over]
        summed, largest = (pair[0], pair[1]) if ord == 1 else (pair[1], pair[0])
        result = _max(_sum(_size(x), summed, keep_dims=True), largest, keep_dims=True)
        result = result if keepdims else _squeeze(result, squeeze_dims=pair)
    elif ord == float("inf"):
        result = _max(_size(x), axes, keep_dims=keepdims)
    elif ord == 1:
        result = _sum(_size(x), axes, keep_dims=keepdims)
    else:
        size = _size(x)
        power = _convert(ord, size.dtype)
        result = _pow(_sum(_pow(size, power), axes, keep_dims=keepdims), _div(_convert(1.0, size.dtype), power))
    return _identity(result, name=name) if name else result


@export("linalg.normalize", node="normalize/")
def normalize(
    tensor: TensorLike, ord: str | float = "euclidean", axis: AxisLike | None = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Returns a tensor divided by its norm, and the norm (tf.linalg.normalize).

    Args:
      tensor: a tensor of floats or complex numbers.
      ord: which norm; see `tf.norm`.
      axis: the axis of the vectors, the two axes of the matrices, or None for the whole tensor.
      name: the name of the node in a graph.

    Returns:
      A pair (normalized, norm); the norm has the tensor's rank.

    >>> import graphwright as tf
    >>> tf.linalg.normalize([3.0, 4.0])[0].numpy()
    array([0.6, 0.8], dtype=float32)
    """
    x = as_tensor(tensor)
    size = norm(x, ord, axis, keepdims=True)
    return truediv(x, size, name), size


@export("math.l2_normalize", "linalg.l2_normalize", "nn.l2_normalize", node="l2_normalize/=")
def l2_normalize(
    x: TensorLike,
    axis: AxisLike | None = None,
    epsilon: float = 1e-12,
    name: str | None = None,
    dim: AxisLike | None = None,
) -> Tensor:
    """x / sqrt(max(sum(x^2), epsilon)) (tf.math.l2_normalize).

    Args:
      x: a tensor of floats or complex numbers.
      axis: the axis or axes over which the sum goes; None for all.
      epsilon: the least that the sum counts.
      name: the name of the node in a graph.
      dim: an old name of `axis`.

    Returns:
      A tensor of x's shape and dtype.

    >>> import graphwright as tf
    >>> tf.math.l2_normalize([3.0, 4.0]).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    if dim is not None:
        axis = dim
    x = as_tensor(x)
    axes = _all_axes(x) if axis is None else axis
    if x.dtype.is_complex:
        real = x.dtype.real_dtype
        total = _sum(_square(_complex_abs(x, Tout=real)), axes, keep_dims=True)
        return _mul(x, _cast(_rsqrt(_maximum(total, _convert(epsilon, real))), DstT=x.dtype), name=name)
    return _mul(x, _rsqrt(_maximum(_sum(_square(x), axes, keep_dims=True), _convert(epsilon, x.dtype))), name=name)
