"""tf.compat.v1.nn: sums of rows of tables, and losses over drawn classes, with tables in shards."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import math_convert, nn_sampling
from graphwright._src.ops.array_join import dynamic_stitch
from graphwright._src.text import nn_embedding_sparse
from graphwright._src.v1.partitioners import PartitionedVariable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
    from graphwright._src.tensor.typing import TensorLike


def _table(params: Any, partition_strategy: str) -> Any:
    """Returns a table, or one in shards as what `tf.nn`'s functions take.

    Shards that hold rows one after the other, or one tensor.

    Raises:
      ValueError: the strategy is neither "mod" nor "div".
    """
    if isinstance(params, PartitionedVariable):
        params = list(params)
    if not isinstance(params, list):
        return params
    if len(params) == 1:
        return params[0]
    if partition_strategy == "div":
        return list(params)
    if partition_strategy != "mod":
        raise ValueError(f"Unrecognized partition strategy: {partition_strategy}")
    shards = [_core.convert_to_tensor(shard) for shard in params]
    count = len(shards)
    rows = [math_convert.range(_core.op("Shape")(shard)[0]) * count + place for place, shard in enumerate(shards)]
    return dynamic_stitch(rows, shards)


@export("compat.v1.nn.embedding_lookup_sparse")
def embedding_lookup_sparse(
    params: Any,
    sp_ids: SparseTensor,
    sp_weights: SparseTensor | None,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """Rows of a table, combined by the rows of a sparse tensor of ids (tf.compat.v1.nn.embedding_lookup_sparse).

    `partition_strategy` says how rows lie in several tables: row i in table i % n ("mod"), or one after the other ("div"). See
    `tf.nn.embedding_lookup_sparse`.
    """
    table = _table(params, partition_strategy)
    return nn_embedding_sparse.embedding_lookup_sparse(
        table, sp_ids, sp_weights, combiner or "mean", max_norm, name, allow_fast_lookup
    )


@export("compat.v1.nn.safe_embedding_lookup_sparse")
def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str = "mean",
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """`embedding_lookup_sparse` for ids and rows that may be missing (tf.compat.v1.nn.safe_embedding_lookup_sparse)."""
    table = _table(embedding_weights, partition_strategy)
    return nn_embedding_sparse.safe_embedding_lookup_sparse(
        table, sparse_ids, sparse_weights, combiner, default_id, max_norm, name, allow_fast_lookup
    )


@export("compat.v1.nn.nce_loss")
def nce_loss(
    weights: Any,
    biases: Any,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Tensor] | None = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """Returns the loss of telling true classes from drawn ones (tf.compat.v1.nn.nce_loss).

    `partition_strategy` is that of `embedding_lookup_sparse`. See `tf.nn.nce_loss`.
    """
    return nn_sampling.nce_loss(
        _table(weights, partition_strategy),
        _table(biases, partition_strategy),
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        name,
    )


@export("compat.v1.nn.sampled_softmax_loss")
def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Sequence[Tensor] | None = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """Returns the softmax loss over true classes and some that are drawn (tf.compat.v1.nn.sampled_softmax_loss).

    `partition_strategy` is that of `embedding_lookup_sparse`. See `tf.nn.sampled_softmax_loss`.
    """
    return nn_sampling.sampled_softmax_loss(
        _table(weights, partition_strategy),
        _table(biases, partition_strategy),
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        seed,
        name,
    )
