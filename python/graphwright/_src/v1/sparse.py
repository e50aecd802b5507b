"""tf.compat.v1's functions of sparse tensors whose arguments have other names or another order."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import SparseTensorValue
from graphwright._src.composite.sparse import joining
from graphwright._src.composite.sparse.elements import reorder
from graphwright._src.composite.sparse.joining import add, split
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import name_scope_v1
from graphwright._src.ops import math_segment, raw_ops
from graphwright._src.ops.array import expand_dims
from graphwright._src.ops.array_join import concat, stack
from graphwright._src.ops.math_convert import cast
from graphwright._src.tensor import dtypes, tensor
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import AxisLike, TensorLike


@export("compat.v1.sparse_concat", "compat.v1.sparse.concat")
def sparse_concat(
    axis: int | None,
    sp_inputs: Sequence[Any],
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: int | None = None,
    expand_nonconcat_dims: bool | None = None,
) -> SparseTensor:
    """Sparse tensors joined along an axis (tf.compat.v1.sparse_concat).

    `concat_dim` is another name of `axis`, `expand_nonconcat_dim` of `expand_nonconcat_dims`. See `tf.sparse.concat`.

    >>> import graphwright as tf
    >>> x = tf.sparse.from_dense([[1, 0]])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_concat(0, [x, x])).numpy()
    array([[1, 0],
           [1, 0]], dtype=int32)
    """
    axis = needed("sparse_concat", "axis", either("axis", axis, "concat_dim", concat_dim))
    expand = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return joining.concat(axis, sp_inputs, expand, name)


@export("compat.v1.sparse_add", "compat.v1.sparse.add")
def sparse_add(
    a: TensorLike, b: TensorLike, threshold: TensorLike | None = None, thresh: TensorLike | None = None
) -> Any:
    """Returns the sum of two tensors, one of which is sparse (tf.compat.v1.sparse_add).

    `thresh` is another name of `threshold`, which is 0 by default. See `tf.sparse.add`.
    """
    threshold = either("threshold", threshold, "thresh", thresh)
    return add(a, b, 0 if threshold is None else threshold)


def _reduction(kind: str, sparse: bool) -> Any:
    public = f"reduce_{kind}" + ("_sparse" if sparse else "")
    function = getattr(joining, f"reduce_{kind}")

    def reduce(
        sp_input: SparseTensor,
        axis: AxisLike | None = None,
        keepdims: bool | None = None,
        reduction_axes: AxisLike | None = None,
        keep_dims: bool | None = None,
    ) -> Any:
        keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
        axis = either("axis", axis, "reduction_axes", reduction_axes)
        return function(sp_input, axis, bool(keepdims), sparse)

    reduce.__name__ = reduce.__qualname__ = f"sparse_{public}"
    what = {"sum": "The sum", "max": "The maximum"}[kind]
    reduce.__doc__ = f"""{what} of a sparse tensor along axes (tf.compat.v1.sparse_{public}); see `tf.sparse.reduce_{kind}`.

    `reduction_axes` and `keep_dims` are other names of `axis` and `keepdims`.
    """
    return export(f"compat.v1.sparse_{public}", f"compat.v1.sparse.{public}")(reduce)


sparse_reduce_sum = _reduction("sum", False)
sparse_reduce_sum_sparse = _reduction("sum", True)
sparse_reduce_max = _reduction("max", False)
sparse_reduce_max_sparse = _reduction("max", True)


@export("compat.v1.sparse_to_dense")
def sparse_to_dense(
    sparse_indices: TensorLike,
    output_shape: TensorLike,
    sparse_values: TensorLike,
    default_value: TensorLike = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Returns a tensor with values at some places and one value at all others (tf.compat.v1.sparse_to_dense).

    Args:
      sparse_indices: the places: a scalar, [n] or [n, rank].
      output_shape: the shape.
      sparse_values: the values, [n], or one for all places.
      default_value: what stands elsewhere.
      validate_indices: whether places must be in order and different.
      name: a name for the op.

    >>> import graphwright as tf
    >>> tf.compat.v1.sparse_to_dense([1, 3], [5], 7).numpy()
    array([0, 7, 0, 7, 0], dtype=int32)
    """
    return raw_ops.SparseToDense(
        sparse_indices=sparse_indices,
        output_shape=output_shape,
        sparse_values=sparse_values,
        default_value=default_value,
        validate_indices=validate_indices,
        name=name,
    )


@export("compat.v1.sparse_split", "compat.v1.sparse.split")
def sparse_split(
    keyword_required: object = None,
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: int | None = None,
    name: str | None = None,
    split_dim: int | None = None,
) -> list[Any]:
    """Returns a sparse tensor parted along an axis (tf.compat.v1.sparse_split); takes keywords only.

    `split_dim` is another name of `axis`. See `tf.sparse.split`.

    Raises:
      ValueError: an argument without a keyword, or one is missing.
    """
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    axis = needed("sparse_split", "axis", either("axis", axis, "split_dim", split_dim))
    num_split, sp_input = needed("sparse_split", "num_split", num_split), needed("sparse_split", "sp_input", sp_input)
    return split(sp_input, num_split, axis, name)


def _of_chosen_rows(word: str) -> Any:
    segment = getattr(math_segment, f"sparse_segment_{word}")

    def function(
        data: TensorLike,
        indices: TensorLike,
        segment_ids: TensorLike,
        name: str | None = None,
        num_segments: TensorLike | None = None,
        sparse_gradient: bool = False,
    ) -> Tensor:
        return segment(data, indices, segment_ids, num_segments, name, sparse_gradient)

    function.__name__ = function.__qualname__ = f"sparse_segment_{word}"
    function.__doc__ = f"""Chosen rows of a tensor by segment (tf.compat.v1.sparse_segment_{word}).

    `tf.sparse.segment_{word}` with `name` before `num_segments`.
    """
    return export(f"compat.v1.sparse_segment_{word}", f"compat.v1.sparse.segment_{word}")(function)


sparse_segment_sum = _of_chosen_rows("sum")
sparse_segment_mean = _of_chosen_rows("mean")
sparse_segment_sqrt_n = _of_chosen_rows("sqrt_n")


@export("compat.v1.sparse_merge", "compat.v1.sparse.merge")
def sparse_merge(
    sp_ids: Any,
    sp_values: SparseTensor | SparseTensorValue,
    vocab_size: Any,
    name: str | None = None,
    already_sorted: bool = False,
) -> SparseTensor:
    """Returns a sparse tensor whose last axes are numbered by the values of others (tf.compat.v1.sparse_merge).

    Args:
      sp_ids: a sparse tensor of integers, or a list of them: what stands in their last axis is left out.
      sp_values: a sparse tensor with elements at the same places: the values.
      vocab_size: how many numbers there are, an integer; for a list of ids a list.
      name: of the scope of the ops.
      already_sorted: whether the result's elements come in order without being brought into it.

    Returns:
      A `tf.SparseTensor`.

    Raises:
      TypeError: an argument is no sparse tensor, or only one of `sp_ids` and `vocab_size` is a list.
      ValueError: the lists have other lengths.

    >>> import graphwright as tf
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([3, 1, 2]), [2, 2])
    >>> values = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.3, 0.1, 0.2], [2, 2])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_merge(ids, values, 4)).numpy()
    array([[0. , 0.1, 0. , 0.3],
           [0. , 0. , 0.2, 0. ]], dtype=float32)
    """
    sparse, int64 = SparseTensor, dtypes.int64
    if isinstance(sp_ids, (SparseTensorValue, sparse)):
        sp_ids = [sp_ids]
        if not isinstance(vocab_size, (int, tensor.Tensor)) and not hasattr(vocab_size, "dtype"):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
        vocab_size = [vocab_size]
    else:
        if not isinstance(sp_ids, (list, tuple)):
            raise TypeError(f"sp_ids has to be a SparseTensor or list thereof. Found {type(sp_ids)}")
        if not isinstance(vocab_size, (list, tuple)):
            raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(vocab_size)}")
        if len(sp_ids) != len(vocab_size):
            raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    with name_scope_v1(name, "SparseMerge", [sp_ids, sp_values]):
        ids = [_sparse(one) for one in sp_ids]
        values = _sparse(sp_values)
        columns = [expand_dims(cast(one.values, int64), axis=1) for one in ids]
        indices = concat([ids[0].indices[:, :-1], *columns], axis=1)
        sizes = [cast(stack(list(vocab_size)), int64)]
        shape = concat([ids[0].dense_shape[:-1], *sizes], axis=0)
        result = sparse(indices, values.values, shape)
        return result if already_sorted else reorder(result)


def _sparse(value: object) -> SparseTensor:
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return value
