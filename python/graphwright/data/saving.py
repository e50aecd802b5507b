"""Data sets in folders, in TensorFlow's format: Dataset.save and Dataset.load.

A folder holds the spec of the elements (`dataset_spec.pb`), what is known of the whole (`snapshot.metadata`), and a folder
for the run that wrote it, with one of files for each shard: records, each of them a component of an element as a TensorProto.
"""

from __future__ import annotations

import os
import time

from graphwright import _core, dtypes, errors, nest
from graphwright.export import exported
from graphwright.messages import Enum, Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SPEC, _FACTS = "dataset_spec.pb", "snapshot.metadata"
_VERSION = 2  # of the format
_COMPRESSIONS = {None: "", "NONE": "", "": "", "GZIP": "GZIP"}


class SnapshotMetadata(Message):
    """What is known of a saved data set."""

    __slots__ = ()
    _table = {
        "graph_hash": Field(1, "string"),
        "run_id": Field(2, "string"),
        "creation_timestamp": Field(3, "int64"),
        "version": Field(4, "int64"),
        "dtype": Field(5, Enum({}), repeated=True),
        "num_elements": Field(6, "int64"),
        "finalized": Field(1000, "bool"),
    }


def _compression(name: Any) -> str:
    if name not in _COMPRESSIONS:
        raise ValueError(f"Invalid value {name!r}: `compression` must be None or 'GZIP'.")
    return _COMPRESSIONS[name]


def _check_components(spec: Any) -> list[Any]:
    """The specs of an element's components, which must be tensors."""
    parts = nest.flatten(spec)
    for part in parts:
        if not isinstance(part, exported("TensorSpec")):
            raise NotImplementedError(
                f"Dataset.save: elements with components of {type(part).__name__} are not written yet"
            )
    return parts


def _save(dataset: Any, path: Any, compression: Any, shard_func: Callable | None, checkpoint_args: Any) -> None:
    """Writes the elements of a data set into a folder."""
    if checkpoint_args is not None:
        raise NotImplementedError("Dataset.save(checkpoint_args=…): a data set is written as a whole")
    if not _core.executing_eagerly():
        raise NotImplementedError("Dataset.save: not inside of a tf.function or a graph")
    from graphwright.saved_model.structured_value import encode

    kind = _compression(compression)
    path = os.fspath(path)
    parts = _check_components(dataset.element_spec)
    run = str(int.from_bytes(os.urandom(8), "little"))
    os.makedirs(os.path.join(path, run), exist_ok=True)
    facts = SnapshotMetadata(run_id=run, creation_timestamp=time.time_ns() // 1000, version=_VERSION)
    facts.dtype.extend([int(part.dtype) for part in parts])
    serialize = _core.op("SerializeTensor")
    writers: dict[int, Any] = {}
    count = 0
    try:
        for element in dataset:
            shard = 0
            if shard_func is not None:
                shard = int(shard_func(*element) if isinstance(element, tuple) else shard_func(element))
            if shard not in writers:
                folder = os.path.join(path, run, f"{shard:08d}.shard")
                os.makedirs(folder, exist_ok=True)
                writers[shard] = _core.RecordWriter(os.path.join(folder, "00000000.snapshot"), kind)
            for component in nest.flatten(element):
                writers[shard].write(serialize(component).numpy())
            count += 1
    finally:
        for writer in writers.values():
            writer.close()
    facts.num_elements = count
    facts.finalized = True
    _write(os.path.join(path, _SPEC), encode(dataset.element_spec).SerializeToString())
    _write(os.path.join(path, _FACTS), facts.SerializeToString())


def _write(path: str, data: bytes) -> None:
    _core.op("WriteFile")(path, data)


def _load(path: Any, element_spec: Any, compression: Any, reader_func: Callable | None, wait: bool) -> Any:
    """The data set in a folder."""
    if wait:
        raise NotImplementedError("Dataset.load(wait=True): the data set must be complete")
    from graphwright.saved_model.messages import StructuredValue
    from graphwright.saved_model.structured_value import decode

    kind = _compression(compression)
    path = os.fspath(path)
    if element_spec is None:
        spec_path = os.path.join(path, _SPEC)
        if not os.path.exists(spec_path):
            raise errors.NotFoundError(None, None, f"tf.data snapshot element_spec file not found: {spec_path}.")
        with open(spec_path, "rb") as file:
            element_spec = decode(StructuredValue.FromString(file.read()))
    facts_path = os.path.join(path, _FACTS)
    if not os.path.exists(facts_path):
        raise errors.NotFoundError(None, None, f"Could not find metadata file [{facts_path}]")
    with open(facts_path, "rb") as file:
        facts = SnapshotMetadata.FromString(file.read())
    if facts.version != _VERSION:
        raise errors.UnimplementedError(
            None, None, f"{facts_path}: version {facts.version} of the format is not read, only {_VERSION}"
        )
    parts = _check_components(element_spec)
    run = os.path.join(path, facts.run_id)
    shards = [
        sorted(os.path.join(run, shard, name) for name in os.listdir(os.path.join(run, shard)))
        for shard in sorted(os.listdir(run))
        if shard.endswith(".shard")
    ]
    data = exported("data.Dataset")
    parse = _core.op("ParseTensor")

    def element(records: Any) -> Any:
        components = []
        for place, part in enumerate(parts):
            tensor = parse(records[place], out_type=part.dtype)
            components.append(exported("ensure_shape")(tensor, part.shape))
        return nest.pack_sequence_as(element_spec, components)

    def of_shard(names: Any) -> Any:
        records = exported("data.TFRecordDataset")(names, kind)
        return records.batch(len(parts), drop_remainder=True).map(element)

    def no_elements() -> Any:
        return data.from_tensor_slices(exported("zeros")([0], dtypes.string)).map(
            lambda record: element([record] * len(parts))
        )

    if not shards:
        return no_elements()
    files = exported("ragged.constant")(shards, dtype=dtypes.string)
    of_shards = data.range(len(shards)).map(lambda i: of_shard(files[i]))
    if reader_func is not None:
        return reader_func(of_shards)
    return of_shards.interleave(lambda shard: shard, cycle_length=len(shards), block_length=1)


class SavedInFolders:
    """The methods of data sets that write and read folders."""

    def save(
        self,
        path: Any,
        compression: str | None = None,
        shard_func: Callable[..., Any] | None = None,
        checkpoint_args: Any = None,
    ) -> None:
        """Writes the elements into a folder, in TensorFlow's format; `tf.data.Dataset.load` reads it (tf.data.Dataset.save).

        Args:
          path: of the folder, which is made where it is not there.
          compression: None or "GZIP".
          shard_func: gives the number of the file for an element; one file by default.
          checkpoint_args: None.

        Raises:
          NotImplementedError: components that are no dense tensors; `checkpoint_args`.
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
        path: Any,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Callable[[Any], Any] | None = None,
        wait: bool = False,
    ) -> Any:
        """The data set that `tf.data.Dataset.save`, or TensorFlow's, has written into a folder (tf.data.Dataset.load).

        Args:
          path: of the folder.
          element_spec: of the elements; the folder tells by default.
          compression: what it was written with: None or "GZIP".
          reader_func: makes one data set of a data set of those in the files; they take turns by default.
          wait: False.

        Raises:
          tf.errors.NotFoundError: there is no such folder, or it was not written to the end.
          NotImplementedError: `wait`.
          ValueError: another compression.
        """
        return _load(path, element_spec, compression, reader_func, wait)
