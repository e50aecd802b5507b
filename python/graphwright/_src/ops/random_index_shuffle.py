"""tf.random.experimental.index_shuffle: places in a random permutation that is never made as a whole."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

_index_shuffle = _core.op("RandomIndexShuffle")
_FIRST_OF_KEY = 498247692


@export("random_index_shuffle")
def random_index_shuffle(
    index: TensorLike, seed: TensorLike, max_index: TensorLike, rounds: int = 4, name: str | None = None
) -> Tensor:
    """Returns where indices go in the random permutation of 0 ... max_index that a seed stands for
    (tf.random_index_shuffle).

    Args:
      index: an integer tensor, a scalar or a vector.
      seed: three integers, or a matrix of three for each index.
      max_index: the largest index, or one for each index; of index's dtype.
      rounds: how thoroughly to mix, at least 4.
      name: of the operation.

    Returns:
      A tensor of index's dtype, a scalar where all arguments stand for one index, else a vector.

    Raises:
      tf.errors.InvalidArgumentError: an index that is negative or larger than its max_index, or other shapes.

    >>> import graphwright as tf
    >>> sorted(int(i) for i in tf.random_index_shuffle(tf.range(5), [1, 2, 3], 4))
    [0, 1, 2, 3, 4]
    """
    return _index_shuffle(index, seed, max_index, rounds=rounds, name=name)


@export("random.experimental.index_shuffle")
def index_shuffle(index: TensorLike, seed: TensorLike, max_index: TensorLike) -> Tensor:
    """Returns where indices go in a random permutation of 0 ... max_index (tf.random.experimental.index_shuffle).

    Each index goes to another place, without memory for the permutation: to visit the elements of something large in random
    order, and go on anywhere. Each seed and each max_index has its own permutation. A max_index that is an even power of two
    has none: it goes where 0 goes, as in TensorFlow.

    Args:
      index: an integer tensor, a scalar or a vector.
      seed: two integers, or a matrix of two for each index.
      max_index: the largest index (included), or one for each index.

    Returns:
      A tensor of index's dtype, a scalar where all arguments stand for one index, else a vector.

    Raises:
      tf.errors.InvalidArgumentError: an index that is negative or larger than its max_index, or other shapes.

    >>> import graphwright as tf
    >>> order = tf.random.experimental.index_shuffle(tf.range(10), [5, 9], 9)
    >>> sorted(order.numpy().tolist())
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    index = as_tensor(index)
    max_index = as_tensor(max_index, index.dtype)
    seed = as_tensor(seed)
    # The first number of the key is the same for all seeds.
    rank = seed._rank() or 1
    key = _core.op("PadV2")(seed, [[0, 0]] * (rank - 1) + [[1, 0]], _core.op("Cast")(_FIRST_OF_KEY, DstT=seed.dtype))
    return _index_shuffle(index, key, max_index)
