"""tf.compat.v1's reductions and searches for maxima, which take `keep_dims`, `reduction_indices` and `dimension`."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.ops import linalg_norm, math_reduce
from graphwright._src.tensor import dtypes
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike


def _reduction(name: str, result: str, weak_type: str | None = None) -> Any:
    def reduce(
        input_tensor: TensorLike,
        axis: AxisLike | None = None,
        keepdims: bool | None = None,
        name: str | None = None,
        reduction_indices: AxisLike | None = None,
        keep_dims: bool | None = None,
    ) -> Tensor:
        axis = either("axis", axis, "reduction_indices", reduction_indices)
        keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
        return function(input_tensor, axis, bool(keepdims), name=name)

    function = getattr(math_reduce, f"reduce_{name}")
    reduce.__name__ = reduce.__qualname__ = f"reduce_{name}"
    reduce.__doc__ = f"""{result} along axes (tf.compat.v1.reduce_{name}).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """
    return export(f"compat.v1.reduce_{name}", f"compat.v1.math.reduce_{name}", weak_type=weak_type)(reduce)


reduce_sum = _reduction("sum", "The sum of elements", weak_type="unary")
reduce_mean = _reduction("mean", "The mean of elements", weak_type="unary")
reduce_prod = _reduction("prod", "The product of elements", weak_type="unary")
reduce_max = _reduction("max", "The greatest element", weak_type="unary")
reduce_min = _reduction("min", "The smallest element", weak_type="unary")
reduce_all = _reduction("all", "Whether all elements are true")
reduce_any = _reduction("any", "Whether any element is true")
reduce_logsumexp = _reduction("logsumexp", "The logarithm of the sum of exponentials", weak_type="unary")


@export("compat.v1.count_nonzero", "compat.v1.math.count_nonzero")
def count_nonzero(
    input_tensor: TensorLike | None = None,
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
    reduction_indices: AxisLike | None = None,
    keep_dims: bool | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """Returns how many elements are not zero (tf.compat.v1.count_nonzero).

    Args:
      input_tensor: a tensor of numbers, bools or strings; also `input`.
      axis: an axis or several, all where None; also `reduction_indices`.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      dtype: of the result.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.
      input: another name of `input_tensor`.

    Raises:
      ValueError: an argument was given under both of its names.

    >>> import graphwright as tf
    >>> tf.compat.v1.count_nonzero([[0, 1], [2, 3]], reduction_indices=0).numpy()
    array([1, 2])
    """
    given = needed("count_nonzero", "input_tensor", either("input", input, "input_tensor", input_tensor))
    axis = either("axis", axis, "reduction_indices", reduction_indices)
    keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
    return math_reduce.count_nonzero(given, axis, bool(keepdims), dtype, name=name)


@export("compat.v1.argmax", "compat.v1.math.argmax")
def argmax(
    input: TensorLike,
    axis: AxisLike | None = None,
    name: str | None = None,
    dimension: AxisLike | None = None,
    output_type: DTypeLike = dtypes.int64,
) -> Tensor:
    """Returns where the greatest element along an axis lies (tf.compat.v1.argmax).

    Args:
      input: a tensor.
      axis: an axis, 0 by default; also `dimension`.
      name: a name for the op.
      dimension: another name of `axis`.
      output_type: the dtype of the result.

    Raises:
      ValueError: the axis was given under both names.

    >>> import graphwright as tf
    >>> tf.compat.v1.argmax([[1, 3], [4, 2]], dimension=1).numpy()
    array([1, 0])
    """
    axis = either("axis", axis, "dimension", dimension)
    return math_reduce.argmax(input, 0 if axis is None else axis, output_type, name=name)


@export("compat.v1.argmin", "compat.v1.math.argmin")
def argmin(
    input: TensorLike,
    axis: AxisLike | None = None,
    name: str | None = None,
    dimension: AxisLike | None = None,
    output_type: DTypeLike = dtypes.int64,
) -> Tensor:
    """Returns where the smallest element along an axis lies (tf.compat.v1.argmin); see `tf.compat.v1.argmax`.

    >>> import graphwright as tf
    >>> tf.compat.v1.argmin([[1, 3], [4, 2]], dimension=1).numpy()
    array([0, 1])
    """
    axis = either("axis", axis, "dimension", dimension)
    return math_reduce.argmin(input, 0 if axis is None else axis, output_type, name=name)


@export("compat.v1.arg_max")
def arg_max(
    input: TensorLike, dimension: AxisLike, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Returns where the greatest element along an axis lies (tf.compat.v1.arg_max).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.arg_max([1, 3, 2], 0))
    1
    """
    return math_reduce.argmax(input, dimension, output_type, name=name)


@export("compat.v1.arg_min")
def arg_min(
    input: TensorLike, dimension: AxisLike, output_type: DTypeLike = dtypes.int64, name: str | None = None
) -> Tensor:
    """Returns where the smallest element along an axis lies (tf.compat.v1.arg_min).

    >>> import graphwright as tf
    >>> int(tf.compat.v1.arg_min([4, 3, 5], 0))
    1
    """
    return math_reduce.argmin(input, dimension, output_type, name=name)


@export("compat.v1.norm", "compat.v1.linalg.norm")
def norm(
    tensor: TensorLike,
    ord: Any = "euclidean",
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Tensor:
    """Returns the norm of vectors or matrices (tf.compat.v1.norm); `keep_dims` is another name of `keepdims`.

    >>> import graphwright as tf
    >>> float(tf.compat.v1.norm([3.0, 4.0], keep_dims=False))
    5.0
    """
    keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
    return linalg_norm.norm(tensor, ord, axis, bool(keepdims), name)
