"""tf.train.CheckpointOptions: how checkpoints are written and read."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.sharding import ShardingCallback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor


@export("train.CheckpointOptions")
class CheckpointOptions:
    """Options of writing and reading checkpoints (tf.train.CheckpointOptions).

    Args:
      experimental_io_device: has no effect: files are written where the program runs.
      experimental_enable_async_checkpoint: the same as `enable_async`.
      experimental_write_callbacks: called after a checkpoint was written, with its path where they take an argument.
      enable_async: whether `save` and `write` return while a thread writes what the variables held when they were called.
      experimental_skip_slot_variables: whether what optimizers keep for variables is left out.
      experimental_sharding_callback: a `tf.train.experimental.ShardingCallback`, which divides the tensors among files; without
        it there is one file.

    Raises:
      ValueError: a callback takes more than one argument, or the sharding callback is of another class.

    >>> import graphwright as tf
    >>> tf.train.CheckpointOptions(enable_async=True).enable_async
    True
    """

    __slots__ = (
        "experimental_io_device",
        "enable_async",
        "experimental_enable_async_checkpoint",
        "experimental_write_callbacks",
        "experimental_skip_slot_variables",
        "experimental_sharding_callback",
    )

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Sequence[Callable[..., Any]] | None = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: ShardingCallback | None = None,
    ) -> None:
        self.experimental_io_device = experimental_io_device
        self.enable_async = enable_async or experimental_enable_async_checkpoint
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        for callback in experimental_write_callbacks or ():
            _takes_path(callback)
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = checked_sharding_callback(experimental_sharding_callback)


def checked_sharding_callback(callback: object) -> ShardingCallback | None:
    """Returns the callback, or None. Raises ValueError for an object of another class."""
    if callback is None or isinstance(callback, ShardingCallback):
        return callback
    raise ValueError(
        "The experimental_sharding_callback checkpoint option must be of type ShardingCallback. The option provided was of "
        f"type {type(callback)}."
    )


def _takes_path(callback: Callable[..., Any]) -> bool:
    import inspect

    count = len(inspect.signature(callback).parameters)
    if count > 1:
        raise ValueError(
            "A callback of experimental_write_callbacks can have at most one argument, the checkpoint's path"
        )
    return count == 1


def call_back(options: CheckpointOptions, path: str | Tensor) -> None:
    """Calls what wants to know that a checkpoint was written."""
    for callback in options.experimental_write_callbacks or ():
        callback(path) if _takes_path(callback) else callback()


def checked_options(options: CheckpointOptions | None) -> CheckpointOptions:
    """Returns the options, default ones for None."""
    return CheckpointOptions() if options is None else options


def path_text(path: Any) -> str:
    """Returns a path as a str: of a str, bytes, a `PathLike` or a string tensor."""
    if hasattr(path, "numpy"):
        path = path.numpy()
    return os.fsdecode(os.fspath(path))


def local_text(path: Any) -> str:
    """Returns the same in the local file system, without "file://". Raises UnimplementedError for another scheme."""
    return _core.local_path(path_text(path))
