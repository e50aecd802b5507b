"""tf.compat.v1's functions of sparse tensors whose arguments have other names or another order."""

from __future__ import annotations

from graphwright.export import export, exported
from graphwright.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor


@export("compat.v1.sparse_concat", "compat.v1.sparse.concat")
def sparse_concat(
    axis: Any,
    sp_inputs: Any,
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: Any = None,
    expand_nonconcat_dims: bool | None = None,
) -> Any:
    """Sparse tensors joined along an axis (tf.compat.v1.sparse_concat).

    `concat_dim` is another name of `axis`, `expand_nonconcat_dim` of `expand_nonconcat_dims`. See `tf.sparse.concat`.

    >>> import graphwright as tf
    >>> x = tf.sparse.from_dense([[1, 0]])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_concat(0, [x, x])).numpy()
    array([[1, 0],
           [1, 0]], dtype=int32)
    """
    axis = either("axis", axis, "concat_dim", concat_dim)
    expand = expand_nonconcat_dim if expand_nonconcat_dims is None else expand_nonconcat_dims
    return exported("sparse.concat")(axis, sp_inputs, expand, name)


@export("compat.v1.sparse_add", "compat.v1.sparse.add")
def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    """The sum of two tensors, one of which is sparse (tf.compat.v1.sparse_add).

    `thresh` is another name of `threshold`, which is 0 by default. See `tf.sparse.add`.
    """
    threshold = either("threshold", threshold, "thresh", thresh)
    return exported("sparse.add")(a, b, 0 if threshold is None else threshold)


def _reduction(kind: str, sparse: bool) -> Any:
    public = f"reduce_{kind}" + ("_sparse" if sparse else "")

    def reduce(
        sp_input: Any,
        axis: Any = None,
        keepdims: bool | None = None,
        reduction_axes: Any = None,
        keep_dims: bool | None = None,
    ) -> Any:
        keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
        axis = either("axis", axis, "reduction_axes", reduction_axes)
        return exported(f"sparse.reduce_{kind}")(sp_input, axis, bool(keepdims), sparse)

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
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A tensor with values at some places and one value at all others (tf.compat.v1.sparse_to_dense).

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
    return exported("raw_ops").SparseToDense(
        sparse_indices=sparse_indices,
        output_shape=output_shape,
        sparse_values=sparse_values,
        default_value=default_value,
        validate_indices=validate_indices,
        name=name,
    )


@export("compat.v1.sparse_split", "compat.v1.sparse.split")
def sparse_split(
    keyword_required: Any = None,
    sp_input: Any = None,
    num_split: int | None = None,
    axis: Any = None,
    name: str | None = None,
    split_dim: Any = None,
) -> list:
    """A sparse tensor parted along an axis (tf.compat.v1.sparse_split); takes keywords only.

    `split_dim` is another name of `axis`. See `tf.sparse.split`.

    Raises:
      ValueError: an argument without a keyword, or one is missing.
    """
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    axis = either("axis", axis, "split_dim", split_dim)
    needed("sparse_split", axis=axis, num_split=num_split, sp_input=sp_input)
    return exported("sparse.split")(sp_input, num_split, axis, name)
