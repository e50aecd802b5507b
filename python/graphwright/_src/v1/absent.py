"""Names of tf.compat.v1 that do nothing here: programs import them, ask for them or inherit from them; using one raises."""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.v1.readers import ReaderBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.messages.classes import GraphDef
    from graphwright._src.tensor.typing import TensorLike


@absent("files of LMDB cannot be read", "compat.v1.LMDBReader")
class LMDBReader(ReaderBase):
    """Reads records of LMDB's files (tf.compat.v1.LMDBReader). Raises NotImplementedError when one is made."""

    def __init__(self, name: str | None = None, options: object = None) -> None: ...


@absent("there is no dual coordinate ascent", "compat.v1.train.sdca_optimizer")
def sdca_optimizer(
    sparse_example_indices: Sequence[TensorLike],
    sparse_feature_indices: Sequence[TensorLike],
    sparse_feature_values: Sequence[TensorLike],
    dense_features: Sequence[TensorLike],
    example_weights: TensorLike,
    example_labels: TensorLike,
    sparse_indices: Sequence[TensorLike],
    sparse_weights: Sequence[TensorLike],
    dense_weights: Sequence[TensorLike],
    example_state_data: TensorLike,
    loss_type: str,
    l1: float,
    l2: float,
    num_loss_partitions: int,
    num_inner_iterations: int,
    adaptative: bool = True,
    name: str | None = None,
) -> Any: ...


@absent("no graph is rewritten for training with quantized numbers", "compat.v1.train.do_quantize_training_on_graphdef")
def do_quantize_training_on_graphdef(input_graph: GraphDef, num_bits: int) -> GraphDef: ...
