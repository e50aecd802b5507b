"""Distances of sequences from each other, and fingerprints: tf.edit_distance, tf.fingerprint."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import SparseTensorValue
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_edit_distance = _core.op("EditDistance")
_fingerprint = _core.op("Fingerprint")


@export("edit_distance")
def edit_distance(
    hypothesis: SparseTensor, truth: SparseTensor, normalize: bool = True, name: str = "edit_distance"
) -> Tensor:
    """Returns the Levenshtein distances between sequences (tf.edit_distance).

    Args:
      hypothesis: a SparseTensor whose last axis holds sequences.
      truth: a SparseTensor of the same rank and dtype.
      normalize: whether to divide by the length of the true sequence; what is compared with an empty one is inf then.
      name: of the operation.

    Returns:
      A dense float32 tensor with the shape of all axes but the last, the larger of both.

    Raises:
      TypeError: an argument is no SparseTensor.
      tf.errors.InvalidArgumentError: ranks that differ, or indices out of order.

    >>> import graphwright as tf
    >>> guess = tf.SparseTensor([[0, 0], [0, 1]], ["a", "b"], [1, 2])
    >>> truth = tf.SparseTensor([[0, 0], [0, 1], [0, 2]], ["a", "c", "b"], [1, 3])
    >>> tf.edit_distance(guess, truth, normalize=False).numpy().tolist()
    [1.0]
    """
    for what, value in (("Hypothesis", hypothesis), ("Truth", truth)):
        if not isinstance(value, (SparseTensor, SparseTensorValue)):
            raise TypeError(f"{what} must be a SparseTensor.")
    return _edit_distance(
        hypothesis.indices,
        hypothesis.values,
        hypothesis.dense_shape,
        truth.indices,
        truth.values,
        truth.dense_shape,
        normalize=normalize,
        name=name,
    )


@export("fingerprint")
def fingerprint(data: TensorLike, method: TensorLike = "farmhash64", name: str | None = None) -> Tensor:
    """Returns the fingerprints of rows, the same on every machine (tf.fingerprint).

    Args:
      data: a tensor of rank 1 at least, of numbers or strings.
      method: "farmhash64", the only one there is.
      name: of the operation.

    Returns:
      A uint8 tensor of shape [rows, 8].

    Raises:
      tf.errors.InvalidArgumentError: a scalar, or another method.

    >>> import graphwright as tf
    >>> tf.fingerprint(["abc"]).numpy().tolist()
    [[105, 243, 231, 116, 160, 179, 165, 36]]
    """
    return _fingerprint(data, method, name=name)
