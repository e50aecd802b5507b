"""The division of a checkpoint's tensors into files: tf.train.experimental.ShardingCallback and its policies."""

from __future__ import annotations

import abc
import dataclasses

from graphwright import _core
from graphwright._src.base import errors, progress
from graphwright._src.base.export import export
from graphwright._src.ops.array_index import slice_
from graphwright._src.tensor.device_spec import DeviceSpec
from graphwright._src.text.strings import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from graphwright._core import Tensor

    Shard = Mapping[str, Mapping[str, Any]]

_save = _core.op("SaveV2")
_merge = _core.op("MergeV2Checkpoints")


@export("train.experimental.ShardableTensor")
@dataclasses.dataclass(frozen=True, eq=False)
class ShardableTensor:
    """A tensor that is to be written, as sharding callbacks are handed it (tf.train.experimental.ShardableTensor).

    Attributes:
      tensor: the tensor.
      dtype: its dtype.
      device: a `tf.DeviceSpec` of where it is.
      name: of the tensor.
      shape: a `tf.TensorShape`.
      slice_spec: which part of a larger tensor it is, "" for a whole one.
      checkpoint_key: under which it is saved.
      trackable: the object whose value it is, or None.
    """

    _tensor_save_spec: Any
    tensor: Any
    dtype: Any
    device: Any
    name: str
    shape: Any
    slice_spec: str
    checkpoint_key: str
    trackable: Any


@export("train.experimental.ShardingCallback")
class ShardingCallback(abc.ABC):
    """The base of functions that say which tensors of a checkpoint lie in which of its files.

    The TensorFlow symbol is tf.train.experimental.ShardingCallback. An object of a class derived from it is an option of
    `tf.train.CheckpointOptions`.

    >>> import tempfile, os
    >>> import graphwright as tf
    >>> class OneFileEach(tf.train.experimental.ShardingCallback):
    ...     description = "a file for each tensor"
    ...     def __call__(self, shardable_tensors):
    ...         return [{t.checkpoint_key: {t.slice_spec: t.tensor}} for t in shardable_tensors]
    >>> options = tf.train.CheckpointOptions(experimental_sharding_callback=OneFileEach())
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(a=tf.Variable(1), b=tf.Variable(2)).write(folder + "/ck", options)
    >>> sorted(os.listdir(folder))
    ['ck.data-00000-of-00003', 'ck.data-00001-of-00003', 'ck.data-00002-of-00003', 'ck.index']
    """

    @property
    @abc.abstractmethod
    def description(self) -> str:
        """A sentence about what it does."""

    @abc.abstractmethod
    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Shard]:
        """Divides tensors.

        Args:
          shardable_tensors: all that are to be written.

        Returns:
          For each file a dictionary from the keys of tensors to dictionaries from the text of a slice, such as "10 5 0,3:0,5",
          or "" for all, to that part of the tensor.
        """


@export("train.experimental.ShardByTaskPolicy")
class ShardByTaskPolicy(ShardingCallback):
    """One file for each process that holds tensors: one, as one process does (tf.train.experimental.ShardByTaskPolicy).

    >>> import graphwright as tf
    >>> tf.train.experimental.ShardByTaskPolicy().description
    'Split tensors into shards based on their device spec task.'
    """

    @property
    def description(self) -> str:
        return "Split tensors into shards based on their device spec task."

    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Shard]:
        by_task: dict[Any, dict[str, dict[str, Any]]] = {}
        for one in shardable_tensors:
            shard = by_task.setdefault(getattr(one.device, "task", None), {})
            shard.setdefault(one.checkpoint_key, {})[one.slice_spec] = one.tensor
        return list(by_task.values())


@export("train.experimental.MaxShardSizePolicy")
class MaxShardSizePolicy(ShardingCallback):
    """Files of a size at most, into which large tensors are cut (tf.train.experimental.MaxShardSizePolicy).

    Strings, single elements and the object graph are not cut; they may make a file larger.

    Args:
      max_shard_size: in bytes.

    >>> import tempfile, os
    >>> import graphwright as tf
    >>> options = tf.train.CheckpointOptions(experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(4000))
    >>> v = tf.Variable(tf.range(3000))
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=v).write(folder + "/ck", options)
    >>> len(os.listdir(folder))
    4
    >>> bool(tf.reduce_all(tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE") == v))
    True
    """

    def __init__(self, max_shard_size: int) -> None:
        self.max_shard_size = max_shard_size

    @property
    def description(self) -> str:
        return "Split tensors into shards with a max shard size."

    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Shard]:
        shards: list[dict[str, dict[str, Any]]] = [{}]
        room = self.max_shard_size

        def put(key: str, text: str, tensor: Tensor, size: int) -> None:
            nonlocal room
            if size > room and shards[-1]:
                shards.append({})
                room = self.max_shard_size
            shards[-1].setdefault(key, {})[text] = tensor
            room -= size

        for one in shardable_tensors:
            item = 0 if one.dtype.name in ("string", "variant", "resource") else one.dtype.size
            if one.slice_spec or not item or not one.shape.is_fully_defined():
                put(one.checkpoint_key, one.slice_spec, one.tensor, 0)
                continue
            shape = one.shape.as_list()
            for box, size in self._boxes([(0, size) for size in shape], item, 0):
                put(one.checkpoint_key, *_part(one.tensor, shape, box), size)
        return shards

    def _boxes(self, box: list[tuple[int, int]], item: int, axis: int) -> Iterator[tuple[list[tuple[int, int]], int]]:
        """Parts of a part of a tensor, as (begin, size) of each axis, with their bytes: along the first axes, and no smaller
        than need be."""
        most = self.max_shard_size
        total = item
        for _, size in box:
            total *= size
        if total <= most or axis == len(box):
            yield box, total
            return
        begin, size = box[axis]
        rows = most // (total // size)
        if rows == 0:  # one row is too large
            for at in range(begin, begin + size):
                yield from self._boxes([*box[:axis], (at, 1), *box[axis + 1 :]], item, axis + 1)
            return
        for at in range(begin, begin + size, rows):
            count = min(rows, begin + size - at)
            yield [*box[:axis], (at, count), *box[axis + 1 :]], count * (total // size)


def _part(tensor: Tensor, shape: list[int], box: list[tuple[int, int]]) -> tuple[str, Any]:
    """Returns the text of a slice, and that part of the tensor."""
    if all(size == whole for (_, size), whole in zip(box, shape, strict=True)):
        return "", tensor
    begins, sizes = zip(*box, strict=True)
    text = " ".join(map(str, shape)) + " " + ":".join(f"{begin},{size}" for begin, size in box)
    return text, slice_(tensor, list(begins), list(sizes))


def _shardable(key: str, tensor: Tensor, owner: object) -> ShardableTensor:
    device = DeviceSpec.from_string(getattr(tensor, "device", None) or "")
    return ShardableTensor(
        _tensor_save_spec=None,
        tensor=tensor,
        dtype=tensor.dtype,
        device=device,
        name=key,
        shape=tensor.shape,
        slice_spec="",
        checkpoint_key=key,
        trackable=owner,
    )


def write_tensors(
    path: str | Tensor,
    tensors: Mapping[str, Any],
    callback: ShardingCallback | None = None,
    owners: Mapping[str, Any] | None = None,
) -> None:
    """Writes tensors by their names to the files of a checkpoint, whole or not at all.

    Args:
      path: the checkpoint's prefix; a scalar string tensor while a function is traced.
      tensors: from names to tensors.
      callback: divides them among files; without it there is one.
      owners: from names to the objects whose values they are.
    """
    with progress.writing("writing checkpoint", lambda: _bytes_of(tensors.values())):
        if callback is None:
            _save(path, list(tensors), [""] * len(tensors), list(tensors.values()))
            return
        parts = _write_parts(path, tensors, callback, owners, alone=path)
        if parts != [path]:
            _merge_parts(parts, path)


def _bytes_of(tensors: Iterable[Any]) -> int:
    """Returns how many bytes the numbers in tensors have; those of a graph have none yet."""
    return sum(tensor.nbytes for tensor in tensors if isinstance(tensor, _core.EagerTensor))


def write_entries(path: str, entries: Sequence[tuple[str, str, Any]]) -> None:
    """Writes tensors and parts of tensors: their names, the texts of the slices that they are or "", and the values."""
    names, slices, values = zip(*entries, strict=True) if entries else ((), (), ())
    with progress.writing("writing checkpoint", lambda: _bytes_of(values)):
        _save(path, list(names), list(slices), list(values))


def stage_tensors(
    path: str,
    tensors: Mapping[str, Any],
    callback: ShardingCallback | None = None,
    owners: Mapping[str, Any] | None = None,
) -> Callable[[], None]:
    """Writes tensors beside the checkpoint of that path; the function that it gives puts them in the place of that one.

    The arguments are those of `write_tensors`.
    """
    parts = _write_parts(path, tensors, callback or ShardByTaskPolicy(), owners)
    return lambda: _merge_parts(parts, path)


def _merge_parts(parts: list[Any], path: str | Tensor) -> None:
    try:
        _merge(parts, path, delete_old_dirs=True)
    except BaseException:
        remove_parts(path)
        raise


def remove_parts(path: str | Tensor) -> None:
    """Removes what was written beside a checkpoint, and is not in its place."""
    if isinstance(path, str):
        import shutil

        shutil.rmtree(path + "_temp", ignore_errors=True)


def _write_parts(
    path: str | Tensor,
    tensors: Mapping[str, Any],
    callback: ShardingCallback,
    owners: Mapping[str, Any] | None,
    alone: str | Tensor | None = None,
) -> list[Any]:
    """Writes a checkpoint for each shard and gives their paths; `alone` is the path of one that is the only one."""
    found = callback([_shardable(key, tensor, (owners or {}).get(key)) for key, tensor in tensors.items()])
    if len(found) == 0:
        raise errors.InvalidArgumentError(
            None, None, f"{path}: the sharding callback ({callback.description}) gave no shards"
        )
    parts: list[Any] = []
    try:
        for number, shard in enumerate(found):
            suffix = f"_temp/part-{number:05d}-of-{len(found):05d}"
            part = path + suffix if isinstance(path, str) else join([path, suffix])
            if alone is not None and len(found) == 1:
                part = alone
            rows = [(key, text, tensor) for key, slices in shard.items() for text, tensor in slices.items()]
            _save(part, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
            parts.append(part)
    except BaseException:
        remove_parts(path)
        raise
    return parts
