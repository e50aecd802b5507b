"""Tensors that a session keeps between its runs: ops that give handles of them, take them by these and let go of them."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.tensor import dtypes
from graphwright._src.v1.placeholders import placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


@export("compat.v1.get_session_handle")
def get_session_handle(data: TensorLike, name: str | None = None) -> Tensor:
    """Returns what a session gives a `TensorHandle` for: it keeps the tensor between its runs.

    Args:
      data: a tensor of a graph.
      name: of the operation.

    Raises:
      TypeError: `data` is no tensor.

    >>> import graphwright as tf
    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     kept = session.run(v1.get_session_handle(tf.constant([1.0, 2.0]) * 3.0))
    ...     holder, tensor = v1.get_session_tensor(kept.handle, tf.float32)
    ...     session.run(tensor + 1.0, {holder: kept.handle})
    array([4., 7.], dtype=float32)
    """
    if not isinstance(data, _core.Tensor):
        raise TypeError("`data` must be of type Tensor.")
    return _core.op("GetSessionHandle")(data, name=name)


@export("compat.v1.get_session_tensor")
def get_session_tensor(handle: str | bytes, dtype: DTypeLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Returns a placeholder to which a handle is to be fed, and the tensor that a session keeps by that.

    Args:
      handle: the text of some handle (`TensorHandle.handle`); any other can be fed, too.
      dtype: of the tensor.
      name: of the operation.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     holder, tensor = tf.compat.v1.get_session_tensor("a handle", tf.int32)
    ...     holder.dtype, tensor.dtype
    (tf.string, tf.int32)
    """
    holder = placeholder(dtypes.string)
    return holder, _core.op("GetSessionTensor")(holder, dtype=dtypes.as_dtype(dtype), name=name)


@export("compat.v1.delete_session_tensor")
def delete_session_tensor(handle: str | bytes, name: str | None = None) -> tuple[Tensor, Operation]:
    """Returns a placeholder to which a handle is to be fed, and the operation that lets go of its tensor.

    Args:
      handle: the text of some handle (`TensorHandle.handle`); any other can be fed, too.
      name: of the operation.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     holder, deleted = tf.compat.v1.delete_session_tensor("a handle")
    ...     holder.dtype, deleted.type
    (tf.string, 'DeleteSessionTensor')
    """
    holder = placeholder(dtypes.string)
    _core.op("DeleteSessionTensor")(holder, name=name)
    return holder, last_operation_of(_core.current_graph())
