"""The memory that tensors take on the host: what it is, a limit of it, and what is kept for reuse given back.

TensorFlow has no such functions: `tf.config.experimental.get_memory_info("CPU:0")` gives zeros there, and here.
"""

from __future__ import annotations

import operator
from typing import NamedTuple

from graphwright import _core
from graphwright._src.base.export import export


class MemoryInfo(NamedTuple):
    """The result of `graphwright.memory_info()`, in bytes."""

    current: int  # of tensors and of the memory between ops, as rounded up by the allocator
    peak: int  # the most that `current` was, since release_memory(reset_peak=True)
    cached: int  # freed, and kept for reuse
    limit: int | None


@export("memory_info", v1="")
def memory_info() -> MemoryInfo:
    """Bytes that tensors take in host memory now, took at most, and that are kept for reuse; and the limit, or None.

    Tensors of a few elements, which lie in their own headers, are not counted, nor is scratch memory of kernels.

    >>> import graphwright as tf
    >>> x = tf.zeros([1024, 1024])
    >>> info = tf.memory_info()
    >>> info.current >= 4194304, info.peak >= info.current, info.limit
    (True, True, None)
    """
    current, peak, cached, limit = _core.host_memory()
    return MemoryInfo(current, peak, cached, limit or None)


@export("set_memory_limit", v1="")
def set_memory_limit(limit: int | None) -> None:
    """Sets how many bytes tensors may take in host memory, those kept for reuse included; None for no limit.

    An op that needs more raises ResourceExhaustedError. What is there already stays.

    Args:
      limit: bytes, at least 1, or None.

    Raises:
      ValueError: `limit` is less than 1.

    >>> import graphwright as tf
    >>> tf.set_memory_limit(tf.memory_info().current + 10_000_000)
    >>> tf.zeros([4096, 4096])
    Traceback (most recent call last):
    graphwright.errors.ResourceExhaustedError: OOM when allocating 67108864 bytes on CPU: tensors take ...
    >>> tf.set_memory_limit(None)
    """
    if limit is None:
        _core.set_host_memory_limit(0)
        return
    limit = operator.index(limit)
    if limit < 1:
        raise ValueError(f"set_memory_limit: limit must be None or at least 1 byte, got {limit}.")
    _core.set_host_memory_limit(limit)


@export("release_memory", v1="")
def release_memory(reset_peak: bool = False) -> int:
    """Gives memory that freed tensors left for reuse back to the system, and returns how many bytes that was.

    Args:
      reset_peak: whether `memory_info().peak` starts anew from what tensors take now.

    >>> import graphwright as tf
    >>> x = tf.zeros([1024, 1024])
    >>> del x
    >>> tf.release_memory() >= 4194304
    True
    """
    if reset_peak:
        _core.reset_host_memory()
    return _core.release_host_memory()
