"""Diagonals of matrices: tf.linalg.diag, diag_part, set_diag, band_part, tensor_diag."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_convert = _core.convert_to_tensor
_matrix_diag = _core.op("MatrixDiagV3")
_matrix_diag_part = _core.op("MatrixDiagPartV3")
_matrix_set_diag = _core.op("MatrixSetDiagV3")
_band_part = _core.op("MatrixBandPart")
_tensor_diag = _core.op("Diag")
_tensor_diag_part = _core.op("DiagPart")


def _padding(value: TensorLike, like: Tensor) -> Any:
    """Returns the padding value as an argument of the op: 0 serves for False."""
    return bool(value) if like.dtype == dtypes.bool and not isinstance(value, Tensor) else value


@export("linalg.diag", weak_type="unary", v1="linalg.diag matrix_diag")
def diag(
    diagonal: TensorLike,
    name: str = "diag",
    k: TensorLike = 0,
    num_rows: TensorLike = -1,
    num_cols: TensorLike = -1,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with given diagonals (tf.linalg.diag).

    Args:
      diagonal: a tensor of shape [..., length], or [..., number of diagonals, length of the longest].
      k: which diagonal: 0 the main one, positive ones above it; or a pair, the lowest and the highest of several.
      num_rows, num_cols: the size of the matrices; -1: as small as possible (square, if both are -1).
      padding_value: what stands elsewhere, a scalar.
      align: where the shorter ones of several diagonals lie in their rows: first word for those above the main one.

    Raises:
      tf.errors.InvalidArgumentError: the size or number of diagonals does not fit (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.linalg.diag([1, 2]).numpy()
    array([[1, 0],
           [0, 2]], dtype=int32)
    >>> tf.linalg.diag([1, 2], k=1).numpy()
    array([[0, 1, 0],
           [0, 0, 2],
           [0, 0, 0]], dtype=int32)
    """
    diagonal = as_tensor(diagonal)
    return _matrix_diag(diagonal, k, num_rows, num_cols, _padding(padding_value, diagonal), align=align, name=name)


@export("linalg.diag_part", weak_type="unary", v1="linalg.diag_part matrix_diag_part")
def diag_part(
    input: TensorLike,
    name: str = "diag_part",
    k: TensorLike = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Returns the diagonals of matrices (tf.linalg.diag_part).

    Args:
      input: a tensor of shape [..., rows, columns].
      k: which diagonal: 0 the main one, positive ones above it; or a pair, the lowest and the highest of several.
      padding_value: what fills the rows of shorter ones of several diagonals.
      align: where those lie in their rows: first word for those above the main one.

    Returns:
      A tensor of shape [..., length], or [..., number of diagonals, length of the longest] with the highest first.

    Raises:
      tf.errors.InvalidArgumentError: there is no such diagonal (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.linalg.diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    input = as_tensor(input)
    return _matrix_diag_part(input, k, _padding(padding_value, input), align=align, name=name)


@export("linalg.set_diag", v1="linalg.set_diag matrix_set_diag")
def set_diag(
    input: TensorLike, diagonal: TensorLike, name: str = "set_diag", k: TensorLike = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices with diagonals replaced (tf.linalg.set_diag).

    Args:
      input: a tensor of shape [..., rows, columns].
      diagonal: the diagonals, shaped as `tf.linalg.diag_part` gives them.
      k: which diagonal: 0 the main one, positive ones above it; or a pair, the lowest and the highest of several.
      align: where the shorter ones of several diagonals lie in their rows: first word for those above the main one.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not fit (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.linalg.set_diag([[1, 2], [3, 4]], [8, 9]).numpy()
    array([[8, 2],
           [3, 9]], dtype=int32)
    """
    return _matrix_set_diag(input, diagonal, k, align=align, name=name)


@export("linalg.band_part", v1="linalg.band_part matrix_band_part")
def band_part(input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None) -> Tensor:
    """Matrices with zeros outside a band around the main diagonal (tf.linalg.band_part).

    Args:
      input: a tensor of shape [..., rows, columns].
      num_lower, num_upper: how many diagonals below and above the main one are kept; all, where negative.

    Raises:
      tf.errors.InvalidArgumentError: there are not as many, or `input` is no matrix.

    >>> import graphwright as tf
    >>> tf.linalg.band_part(tf.ones([2, 3]), 0, 1).numpy()
    array([[1., 1., 0.],
           [0., 1., 1.]], dtype=float32)
    """
    return _band_part(input, num_lower, num_upper, name=name)


@export("linalg.tensor_diag", weak_type="unary", v1="linalg.tensor_diag diag")
def tensor_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor of twice the rank with a tensor on its diagonal: result[i, j, i, j] = x[i, j] (tf.linalg.tensor_diag).

    Args:
      diagonal: a tensor of rank 1 at least.

    Raises:
      tf.errors.InvalidArgumentError: `diagonal` is a scalar (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.linalg.tensor_diag([1, 2]).numpy()
    array([[1, 0],
           [0, 2]], dtype=int32)
    """
    return _tensor_diag(diagonal, name=name)


@export("linalg.tensor_diag_part", weak_type="unary", v1="linalg.tensor_diag_part diag_part")
def tensor_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the diagonal of a tensor whose shape is some shape twice over (tf.linalg.tensor_diag_part).

    Args:
      input: a tensor of even rank 2n, with input.shape[:n] == input.shape[n:].

    Raises:
      tf.errors.InvalidArgumentError: its shape is another one (ValueError while tracing).

    >>> import graphwright as tf
    >>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    return _tensor_diag_part(input, name=name)
