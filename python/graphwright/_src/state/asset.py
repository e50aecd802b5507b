"""tf.saved_model.Asset: a file that goes with a model."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.graph.scopes import init_scope
from graphwright._src.state.trackable import Trackable
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


class Asset(Trackable):
    """A file that goes with a model: saving the model copies it (tf.saved_model.Asset).

    Args:
      path: of the file: a string, or a scalar tensor of it.

    >>> import graphwright as tf
    >>> asset = tf.saved_model.Asset("words.txt")
    >>> asset.asset_path.numpy()
    b'words.txt'
    """

    def __init__(self, path: TensorLike) -> None:
        with init_scope():
            self._path = _core.convert_to_tensor(path, dtypes.string)

    @property
    def asset_path(self) -> Any:
        """The path, a scalar tensor; in a loaded model it leads into that model's folder."""
        return self._path

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
        """Returns the path, where a tensor is asked for."""
        return _core.convert_to_tensor(self._path, dtype)
