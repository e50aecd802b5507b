"""Handles of tensors that a session keeps between its runs."""

from __future__ import annotations

import contextlib
import weakref

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.graph.scopes import eager_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import DType, Tensor

# The op whose result a session gives as a handle.
MADE_BY = "GetSessionHandle"


class KeptTensors:
    """The tensors that a session keeps: what it has given handles of."""

    def __init__(self) -> None:
        self._handles: set[str] = set()
        self._closed = False

    def add(self, handle: str) -> None:
        """Notes a handle that was given."""
        self._handles.add(handle)

    def forget(self, handle: str) -> None:
        """Notes that the tensor of a handle was deleted."""
        self._handles.discard(handle)

    def let_go(self, handle: str | None = None) -> None:
        """Lets go of the tensor of one handle, or of all; those that programs have deleted are passed over."""
        for each in list(self._handles) if handle is None else self._handles.intersection((handle,)):
            self._handles.discard(each)
            with contextlib.suppress(errors.InvalidArgumentError):
                _eagerly("DeleteSessionTensor", each)

    def close(self) -> None:
        """Notes that the session is closed."""
        self._closed = True

    def require_open(self) -> None:
        """Raises RuntimeError where the session is closed."""
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")


class TensorHandle:
    """The result of `Session.run` for `tf.compat.v1.get_session_handle`: a tensor that the session keeps.

    It can be fed for a tensor of its dtype. The session lets go of the tensor with the handle, unless `get_raw_handle` was
    asked for, and with itself.

    Args:
      handle: the text of the handle.
      dtype: of the tensor.
      kept: what the session keeps.
    """

    def __init__(self, handle: bytes, dtype: DType, kept: KeptTensors) -> None:
        self._handle = handle.decode()
        self._dtype = dtype
        self._kept = kept
        kept.add(self._handle)
        self._end = weakref.finalize(self, kept.let_go, self._handle)
        self._end.atexit = False

    def __str__(self) -> str:
        return self._handle

    @property
    def handle(self) -> str:
        """The handle's text, as `get_session_tensor` and `delete_session_tensor` take it."""
        return self._handle

    def get_raw_handle(self) -> str:
        """Returns the handle's text; the tensor is kept until it is deleted or the session is closed."""
        self._end.detach()
        return self._handle

    def eval(self) -> Any:
        """Returns the tensor as a NumPy array.

        Raises:
          InvalidArgumentError: an operation has deleted it.
          RuntimeError: the session is closed.
          TypeError: `delete` or `get_raw_handle` was called.
        """
        self._require_own()
        return self.kept().numpy()

    def delete(self) -> None:
        """Lets go of the tensor.

        Raises:
          InvalidArgumentError: an operation has deleted it.
          RuntimeError: the session is closed.
          TypeError: `delete` or `get_raw_handle` was called.
        """
        self._require_own()
        self._end.detach()
        _eagerly("DeleteSessionTensor", self._handle)
        self._kept.forget(self._handle)

    def _require_own(self) -> None:
        if not self._end.alive:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")
        self._kept.require_open()

    def to_numpy_array(self) -> Any:
        """Raises NotImplementedError: `eval` gives the tensor."""
        raise NotImplementedError("TensorHandle.to_numpy_array: use eval()")

    def kept(self) -> Tensor:
        """Returns the tensor. Raises InvalidArgumentError where it was deleted."""
        return _eagerly("GetSessionTensor", self._handle, dtype=self._dtype)


def _eagerly(op: str, *args: Any, **attrs: Any) -> Any:
    with eager_mode():
        return _core.op(op)(*args, **attrs)
