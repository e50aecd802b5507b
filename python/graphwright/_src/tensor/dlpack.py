"""tf.experimental.dlpack: tensors to and from other libraries without copying their elements."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Tensor = _core.Tensor


@export("experimental.dlpack.to_dlpack", v1="")
def to_dlpack(tf_tensor: Tensor) -> Any:
    """Returns a DLPack capsule over a tensor's memory, for one reader (tf.experimental.dlpack.to_dlpack).

    Args:
      tf_tensor: an eager tensor of numbers or truth values. It must not be changed through the capsule: other tensors
        may share its memory.

    Raises:
      tf.errors.InvalidArgumentError: it is no eager tensor, or one of strings.

    >>> import graphwright as tf
    >>> capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1.0, 2.0]))
    >>> tf.experimental.dlpack.from_dlpack(capsule).numpy()
    array([1., 2.], dtype=float32)
    """
    return _core.to_dlpack(tf_tensor)


@export("experimental.dlpack.from_dlpack", v1="")
def from_dlpack(dlcapsule: Any) -> Tensor:
    """Returns a tensor over the memory of another library's array (tf.experimental.dlpack.from_dlpack).

    Changes that the other library makes to its array are seen in the tensor. An array on a GPU is copied there.

    Args:
      dlcapsule: a DLPack capsule that nobody has read, or an object that gives one (has `__dlpack__`).

    Raises:
      tf.errors.InvalidArgumentError: the array is not contiguous, of a dtype that no tensor has, or was read before.
      TypeError: the argument is no such object.

    >>> import numpy as np
    >>> import graphwright as tf
    >>> array = np.arange(3)
    >>> tensor = tf.experimental.dlpack.from_dlpack(array.__dlpack__())
    >>> array[0] = 7
    >>> tensor.numpy().tolist()
    [7, 1, 2]
    """
    if not isinstance(dlcapsule, Tensor) and hasattr(dlcapsule, "__dlpack__"):
        dlcapsule = dlcapsule.__dlpack__()
    return _core.from_dlpack(dlcapsule)


_HOST = 1


def capsule_of(
    tensor: Tensor,
    *,
    stream: object = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """Returns the array protocol's `__dlpack__`: a capsule over the tensor's memory.

    Args:
      stream: ignored: the elements are there once this returns.
      max_version: the newest form of capsule that the caller knows; from version 1 on it says that tensors are read-only.
      dl_device: type and number of the device that the array should be on; that of the tensor, or the host.
      copy: True for memory of the caller's own, False for none but the tensor's.

    Raises:
      BufferError: the array cannot be had on that device, or not without a copy.
    """
    if dl_device is not None and tuple(dl_device) != _core.dlpack_device(tensor):
        if dl_device[0] != _HOST or copy is False:
            raise BufferError(f"a tensor on {tensor.device} cannot be had as an array on DLPack's device {dl_device}")
        tensor, copy = tensor.cpu(), False
    return _core.to_dlpack(tensor, max_version is not None and max_version[0] >= 1, bool(copy))
