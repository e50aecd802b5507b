"""Data sets in folders, in TensorFlow's format: Dataset.save, Dataset.load and Dataset.snapshot.

A folder holds the spec of the elements (`dataset_spec.pb`), what is known of the whole (`snapshot.metadata`), and a folder
for the run that wrote it, with one of files for each shard: records, each of them a component of an element as a TensorProto.
A snapshot has such a folder for each pipeline, without the spec.
"""

from __future__ import annotations

import os
import time

from graphwright import _core
from graphwright._src.base import errors, progress
from graphwright._src.base.damaged import Reading
from graphwright._src.base.hooks import late_file
from graphwright._src.data import structure
from graphwright._src.data.dataset_spec import DatasetSpec
from graphwright._src.ops.gfile import makedirs
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.data.dataset import Dataset
    from graphwright._src.data.functions import TracedFunction

dataset_file = late_file("data.dataset")

_SPEC = "dataset_spec.pb"
_PATIENCE = 0.1  # seconds between two looks for a data set that is being written
_COMPRESSIONS = ("", "NONE", "GZIP", "ZLIB", "SNAPPY", "AUTO")


def _compression(name: str | None) -> str:
    if (name or "") not in _COMPRESSIONS:
        raise ValueError(f"Invalid value {name!r}: `compression` must be None or one of {_COMPRESSIONS[2:]}.")
    return "" if name in (None, "NONE") else name


def _path(path: str | os.PathLike[str] | Tensor) -> Any:
    return path if isinstance(path, _core.Tensor) else _core.convert_to_tensor(os.fspath(path), dtypes.string)


def _default_shard(*_: object) -> Any:
    return _core.convert_to_tensor(0, dtypes.int64)


def _takes_turns(shards: Dataset) -> Any:
    """Returns all shards, one element of each in turn."""
    return shards.interleave(lambda shard: shard, cycle_length=os.cpu_count() or 1, num_parallel_calls=-1)


def _traced(function: Callable[..., Any], transformation: str, spec: object) -> Any:
    from graphwright._src.data.functions import TracedFunction

    return TracedFunction(function, transformation, spec)


def _shards_spec(element_spec: object) -> Any:
    return DatasetSpec(DatasetSpec(element_spec))


def _check_reader(reader: TracedFunction) -> None:
    if not isinstance(reader.output_spec, DatasetSpec):
        raise TypeError(f"The `reader_func` argument must return a `Dataset` object. Got {reader.output_spec}.")


def _save(
    dataset: Any,
    path: str | os.PathLike[str],
    compression: str | None,
    shard_func: Callable | None,
    checkpoint_args: dict[str, Any] | None,
) -> None:
    """Writes the elements of a data set into a folder."""
    from graphwright._src.saved_model.structured_value import encode

    kind = _compression(compression)
    shard = _traced(_default_shard if shard_func is None else shard_func, "save()", dataset.element_spec)
    folder = os.fspath(path)
    inputs = dataset._variant_tensor, _path(folder), shard.captured
    attrs = {"compression": kind, "shard_func": shard.function, "use_shard_func": shard_func is not None}
    with progress.writing("saving data set"):
        if checkpoint_args is None:
            _core.op("SaveDataset")(*inputs, **attrs)
        else:
            _save_in_steps(_WrittenDataset(dataset, inputs, attrs), checkpoint_args)
    makedirs(folder)
    _core.op("WriteFile")(os.path.join(folder, _SPEC), encode(dataset.element_spec).SerializeToString())


def _save_in_steps(written: Dataset, checkpoint_args: dict[str, Any]) -> None:
    """Goes through a data set that writes files, and goes on where an earlier attempt had a checkpoint."""
    from graphwright._src.checkpoint.manager import CheckpointManager
    from graphwright._src.checkpoint.saver import Checkpoint

    counter = checkpoint_args.get("step_counter")
    iterator = iter(written)
    checkpoint = Checkpoint(iterator=iterator, step=counter)
    manager = CheckpointManager(checkpoint, **checkpoint_args)
    if manager.latest_checkpoint is not None:
        checkpoint.restore(manager.latest_checkpoint)
    for _ in iterator:
        if counter is not None:
            counter.assign_add(1)
        manager.save(check_interval=counter is not None)


def _load(
    path: str | os.PathLike[str],
    element_spec: object,
    compression: str | None,
    reader_func: Callable | None,
    wait: bool,
) -> Any:
    """Returns the data set in a folder."""
    while wait:
        try:
            return _load(path, element_spec, compression, reader_func, False)
        except errors.NotFoundError:  # somebody is still writing it
            time.sleep(_PATIENCE)
    from graphwright._src.messages.classes import StructuredValue
    from graphwright._src.messages.encoding import from_bytes
    from graphwright._src.saved_model.structured_value import decode

    folder: str = _core.local_path(os.fspath(path))
    if element_spec is None:
        spec_path = os.path.join(folder, _SPEC)
        if not os.path.exists(spec_path):
            raise errors.NotFoundError(None, None, f"tf.data snapshot element_spec file not found: {spec_path}.")
        with open(spec_path, "rb") as file, Reading(spec_path, ValueError):
            element_spec = decode(from_bytes(StructuredValue, file.read()))
            leaves = structure.leaves(element_spec)
            if not leaves or not all(isinstance(leaf, TypeSpec) for leaf in leaves):
                raise ValueError(f"{element_spec} is no spec of elements")
            if any(dtype != dtype.base_dtype for dtype in structure.attrs_of(element_spec)["output_types"]):
                raise ValueError(f"{element_spec} has references, which no data set has")
    return _LoadDataset(folder, element_spec, _compression(compression), reader_func or _takes_turns)


def _dataset_classes() -> tuple[Any, Any]:
    return dataset_file.DatasetSource, dataset_file.UnaryDataset


def _LoadDataset(path: str, spec: object, compression: str, reader_func: Callable) -> Any:  # noqa: N802
    source, _ = _dataset_classes()
    reader = _traced(reader_func, "load()", _shards_spec(spec))
    _check_reader(reader)
    variant = _core.op("LoadDataset")(
        _path(path),
        reader.captured,
        compression=compression,
        reader_func=reader.function,
        **structure.attrs_of(spec),
    )
    return source(variant, spec)


def _WrittenDataset(dataset: Dataset, inputs: tuple, attrs: dict[str, Any]) -> Any:  # noqa: N802
    _, unary = _dataset_classes()
    return unary(dataset, _core.op("SaveDatasetV2")(*inputs, **attrs, **dataset._flat_structure))


def snapshot(
    dataset: Dataset,
    path: str | os.PathLike[str] | Tensor,
    compression: str | None,
    reader_func: Callable | None,
    shard_func: Callable | None,
    name: str | None,
) -> Any:
    """See `tf.data.Dataset.snapshot`."""
    _, unary = _dataset_classes()
    written = dataset
    count = os.cpu_count() or 1

    def in_turn(number: Tensor, _: object) -> Any:
        return number % count

    if shard_func is None:
        # Elements take turns among as many files as there are processors; their numbers are written, too.
        written = dataset.enumerate()
    shard = _traced(in_turn if shard_func is None else shard_func, "snapshot()", written.element_spec)
    spec = shard.output_spec
    if not (type(spec) is TensorSpec and spec.dtype in (dtypes.int64, dtypes.int32) and spec.shape.rank in (0, None)):
        raise TypeError(
            f"Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but its return type is {spec}."
        )
    reader = _traced(reader_func or _takes_turns, "snapshot()", _shards_spec(written.element_spec))
    variant = _core.op("SnapshotDatasetV2")(
        written._variant_tensor,
        _path(path),
        reader.captured,
        shard.captured,
        compression=_compression(compression),
        reader_func=reader.function,
        shard_func=shard.function,
        name=name,
        **written._flat_structure,
    )
    found = unary(written, variant)
    return found if written is dataset else found.map(lambda _, element: element)


class SavedInFolders:
    """The methods of data sets that write and read folders."""

    def save(
        self,
        path: str | os.PathLike[str],
        compression: str | None = None,
        shard_func: Callable[..., Any] | None = None,
        checkpoint_args: dict[str, Any] | None = None,
    ) -> None:
        """Writes the elements into a folder, in TensorFlow's format; `tf.data.Dataset.load` reads it (tf.data.Dataset.save).

        Args:
          path: of the folder, which is made where it is not there.
          compression: None, "GZIP", "ZLIB" or "SNAPPY".
          shard_func: gives the number of the file, a scalar int64, for an element; one file by default.
          checkpoint_args: arguments of a `tf.train.CheckpointManager`, which saves where the writing is, so that another
            call of `save` after a crash goes on from there.

        Raises:
          InvalidArgumentError: `shard_func` gives something else.
          ValueError: another compression.

        >>> import tempfile
        >>> import graphwright as tf
        >>> folder = tempfile.mkdtemp()
        >>> tf.data.Dataset.range(3).save(folder)
        >>> [int(x) for x in tf.data.Dataset.load(folder)]
        [0, 1, 2]
        """
        _save(self, path, compression, shard_func, checkpoint_args)

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        element_spec: object = None,
        compression: str | None = None,
        reader_func: Callable[[Any], Any] | None = None,
        wait: bool = False,
    ) -> Any:
        """Returns the data set that `tf.data.Dataset.save`, or TensorFlow's, has written into a folder (tf.data.Dataset.load).

        Args:
          path: of the folder.
          element_spec: of the elements; the folder tells by default.
          compression: what it was written with.
          reader_func: makes one data set of a data set of those in the files; they take turns by default.
          wait: whether to wait until the data set is there and was written to its end.

        Raises:
          tf.errors.NotFoundError: there is no such folder, or it was not written to the end.
          ValueError: another compression.
        """
        return _load(path, element_spec, compression, reader_func, wait)

    def snapshot(
        self,
        path: str | os.PathLike[str] | Tensor,
        compression: str | None = "AUTO",
        reader_func: Callable[[Any], Any] | None = None,
        shard_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """Returns the same elements, which are written into a folder the first time and read from there later.

        What is there of another pipeline is left alone: each has a folder of its own in `path`. A snapshot counts once all
        elements were seen (tf.data.Dataset.snapshot).

        Args:
          path: of the folder.
          compression: None, "GZIP", "ZLIB", "SNAPPY" or "AUTO".
          reader_func: makes one data set of a data set of those in the files; they take turns by default.
          shard_func: gives the number of the file, a scalar int64, for an element.
          name: of the op.

        Raises:
          TypeError: `shard_func` gives something else.
          ValueError: another compression.

        >>> import tempfile
        >>> import graphwright as tf
        >>> dataset = tf.data.Dataset.range(4).map(lambda x: x * x).snapshot(tempfile.mkdtemp())
        >>> [int(x) for x in dataset], [int(x) for x in dataset]
        ([0, 1, 4, 9], [0, 1, 4, 9])
        """
        own: Any = self
        return snapshot(own, path, compression, reader_func, shard_func, name)
