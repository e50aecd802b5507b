"""Rows of tables, combined by sparse or ragged ids: tf.nn.embedding_lookup_sparse, tf.nn.safe_embedding_lookup_sparse."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse import elements
from graphwright._src.composite.sparse.elements import fill_empty_rows, reshape
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops.array_index import gather
from graphwright._src.ops.nn_embedding import embedding_lookup
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_cast = _core.op("Cast")
_mul = _core.op("Mul")
_unique = _core.op("Unique")
_segment_sum = _core.op("SegmentSum")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")

_UNWEIGHTED = {"sum": "SparseSegmentSum", "mean": "SparseSegmentMean", "sqrtn": "SparseSegmentSqrtN"}


def _combiner(combiner: str | None) -> str:
    combiner = combiner or "mean"
    if combiner not in _UNWEIGHTED:
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    return combiner


def _check_types(ids: object, weights: object) -> None:
    kinds = SparseTensor, RaggedTensor
    if not isinstance(ids, kinds):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(ids)}")
    if weights is None:
        return
    if not isinstance(weights, kinds):
        raise TypeError(f"sp_weights must be either None or SparseTensor, got {type(weights)}")
    if isinstance(ids, kinds[0]) != isinstance(weights, kinds[0]):
        raise TypeError(
            f"sp_ids must be of the same type as sp_weights, received {type(ids).__name__!r} for sp_ids and "
            f"{type(weights).__name__!r} for sp_weights."
        )


def _rows_of(ids: Any) -> tuple[Tensor, Tensor]:
    """Returns the values, and the row of each, along the first axis."""
    if isinstance(ids, SparseTensor):
        return ids.values, ids.indices[:, 0]
    if ids.ragged_rank > 1:
        ids = ids.merge_dims(1, ids.ragged_rank)
    return ids.values, ids.value_rowids()


def _mean(total: Tensor, count: Tensor) -> Tensor:
    """total / count, rounded towards zero for integers; 0 where count is."""
    if not total.dtype.is_integer:
        return _core.op("DivNoNan")(total, count)
    none = _core.op("Equal")(count, 0)
    quotient = _core.op("TruncateDiv")(total, _core.op("SelectV2")(none, _core.op("OnesLike")(count), count))
    return _core.op("SelectV2")(none, _core.op("ZerosLike")(quotient), quotient)


def _weighted(embeddings: Tensor, weights: Tensor, segments: Tensor, combiner: str) -> Tensor:
    weights = weights if weights.dtype == embeddings.dtype else _cast(weights, DstT=embeddings.dtype)
    rank = embeddings.shape.rank
    if rank is None:
        ones = _core.op("Fill")(_core.op("ExpandDims")(_core.op("Rank")(embeddings) - 1, 0), 1)
        shape = _core.op("ConcatV2")([_shape(weights), ones], 0)
    else:
        shape = [-1] + [1] * (rank - 1)
    weights = _reshape(weights, shape)
    total = _segment_sum(_mul(embeddings, weights), segments)
    if combiner == "sum":
        return total
    if combiner == "mean":
        return _mean(total, _segment_sum(weights, segments))
    squares = _segment_sum(_core.op("Square")(weights), segments)
    # The root has no slope at zero, where there are no ids or all weights are zero: nothing leads to weights there.
    nothing, select = _core.op("Equal")(squares, 0), _core.op("SelectV2")
    squares = select(nothing, _core.op("OnesLike")(squares), squares)
    return _core.op("RealDiv")(select(nothing, _core.op("ZerosLike")(total), total), _core.op("Sqrt")(squares))


@export("nn.embedding_lookup_sparse", v1="")
def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: TensorLike,
    sp_weights: TensorLike | None,
    combiner: str | None = None,
    max_norm: float | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """Rows of a table, combined by the rows of a sparse or ragged tensor of ids (tf.nn.embedding_lookup_sparse).

    Args:
      params: the table, a tensor or variable [rows, ...], or a list of them, which hold the rows one after the other.
      sp_ids: a `tf.SparseTensor` or `tf.RaggedTensor` of integers.
      sp_weights: weights in the same places; None for ones.
      combiner: "sum", "mean" (the weighted mean), or "sqrtn" (the sum by the root of the sum of squared weights).
      max_norm: rows of a larger L2 norm are scaled down to it first.
      name: the name of the node in a graph.
      allow_fast_lookup: changes nothing here.

    Returns:
      A tensor [number of rows of ids up to the last with an id, ...]; rows without ids are zero.

    Raises:
      TypeError: ids are neither sparse nor ragged, or the weights are not of the same kind.
      ValueError: another combiner.
      tf.errors.InvalidArgumentError: an id is not in [0, rows).

    >>> import graphwright as tf
    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> tf.nn.embedding_lookup_sparse(table, tf.ragged.constant([[0, 2], [1]]), None, combiner="sum").numpy()
    array([[6., 8.],
           [3., 4.]], dtype=float32)
    """
    combiner = _combiner(combiner)
    _check_types(sp_ids, sp_weights)
    ids, segments = _rows_of(sp_ids)
    if segments.dtype != dtypes.int32:
        segments = _cast(segments, DstT=dtypes.int32)
    different, places = _unique(ids)
    embeddings = embedding_lookup(params, different, max_norm=max_norm)
    dtype = embeddings.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        embeddings = _cast(embeddings, DstT=dtypes.float32)
    if sp_weights is None:
        result = _core.op(_UNWEIGHTED[combiner])(embeddings, places, segments, name=name)
    else:
        embeddings = gather(embeddings, places)
        weights = _rows_of(sp_weights)[0]
        if executing_eagerly() and isinstance(sp_weights, RaggedTensor):
            from graphwright._src.composite.ragged.construction import checked_flat_values

            weights = checked_flat_values(sp_weights, sp_ids)
        result = _weighted(embeddings, weights, segments, combiner)
    return result if result.dtype == dtype else _cast(result, DstT=dtype)


def _as_matrix(sparse: SparseTensor) -> Any:
    """Returns a sparse tensor with all axes but the last as one."""
    sizes = sparse.dense_shape
    rows = _core.op("Prod")(sizes[:-1], [0])
    return reshape(sparse, _core.op("Pack")([rows, sizes[-1]]))


def _to_sparse(value: Any) -> Any:
    return value.to_sparse() if isinstance(value, RaggedTensor) else value


def _check_dtypes(tables: TensorLike, weights: Any) -> None:
    if weights is None:
        return
    for table in tables if isinstance(tables, (list, tuple)) else [tables]:
        dtype = getattr(table, "dtype", None)
        if dtype is not None and dtype != weights.dtype:
            raise ValueError(
                f"sparse_weights are of {weights.dtype.name}, the table is of {dtype.name}: they must agree"
            )


@export("nn.safe_embedding_lookup_sparse", v1="")
def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike | None,
    sparse_ids: TensorLike,
    sparse_weights: TensorLike | None = None,
    combiner: str = "mean",
    default_id: int | None = None,
    max_norm: float | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`tf.nn.embedding_lookup_sparse` for ids and rows that may be missing (tf.nn.safe_embedding_lookup_sparse).

    Negative ids do not count, nor do weights that are not positive, but where they are summed.

    Args:
      embedding_weights: the table, a tensor or variable [rows, ...], or a list of them.
      sparse_ids: a `tf.SparseTensor` of integers of rank 2 or more, or a ragged tensor of rank 2.
      sparse_weights: weights in the same places; None for ones.
      combiner: "sum", "mean" or "sqrtn".
      default_id: the id of rows without one; these are zero without it.
      max_norm: rows of a larger L2 norm are scaled down to it first.
      name: the name of the node in a graph.
      allow_fast_lookup: changes nothing here.

    Returns:
      A tensor sparse_ids.shape[:-1] + [...].

    Raises:
      ValueError: there is no table, another combiner, or weights of another dtype than the table.

    >>> import graphwright as tf
    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> tf.nn.safe_embedding_lookup_sparse(table, tf.ragged.constant([[0, 2], [], [1, -1]])).numpy()
    array([[3., 4.],
           [0., 0.],
           [3., 4.]], dtype=float32)
    """
    if embedding_weights is None or (isinstance(embedding_weights, (list, tuple)) and not embedding_weights):
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    combiner = _combiner(combiner)
    kinds = {type(value) for value in (sparse_ids, sparse_weights) if value is not None}
    ids, weights = _to_sparse(sparse_ids), _to_sparse(sparse_weights)
    _check_types(ids, weights)
    if len(kinds) > 1:  # one was ragged, whose shape is as small as it can be
        weights = type(weights)(weights.indices, weights.values, ids.dense_shape)
    _check_dtypes(embedding_weights, weights)
    outer = ids.dense_shape[:-1]
    rank = ids.shape.rank
    static_outer = ids.shape[:-1]
    if rank != 2:
        ids = _as_matrix(ids)
        weights = None if weights is None else _as_matrix(weights)

    retain, fill = elements.retain, fill_empty_rows
    kept = _core.op("GreaterEqual")(ids.values, 0)
    if weights is not None and combiner != "sum":
        kept = _core.op("LogicalAnd")(kept, _core.op("Greater")(weights.values, 0))
    ids, is_empty = fill(retain(ids, kept), default_id or 0)
    if weights is not None:
        weights, _ = fill(retain(weights, kept), 1.0)
    result = embedding_lookup_sparse(embedding_weights, ids, weights, combiner, max_norm)
    inner = _shape(result)[1:]
    if default_id is None:
        axes = _core.op("ConcatV2")([_shape(is_empty), _core.op("OnesLike")(inner)], 0)
        is_empty = _reshape(is_empty, axes)
        result = _core.op("SelectV2")(is_empty, _core.op("ZerosLike")(result), result, name=name)
    if rank == 2:
        result.set_shape(static_outer.concatenate(result.shape[1:]))
        return result
    inner_shape = result.shape[1:]
    sizes = _core.op("ConcatV2")([_cast(outer, DstT=dtypes.int32), inner], 0)
    result = _reshape(result, sizes)
    result.set_shape(static_outer.concatenate(inner_shape))
    return result
