"""The hashes beside a model, by which copies of it are told from others: tf.saved_model.experimental.read_fingerprint."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.options import local_text
from graphwright._src.checkpoint.state import write_whole
from graphwright._src.messages.classes import FingerprintDef, VersionDef
from graphwright._src.messages.encoding import from_bytes
from graphwright._src.text.edit_distance import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.messages.classes import SavedModel

_FILE = "fingerprint.pb"
_HASHES = (
    "saved_model_checksum",
    "graph_def_program_hash",
    "signature_def_hash",
    "saved_object_graph_hash",
    "checkpoint_hash",
)
_VERSION = 1  # of how the hashes are made; TensorFlow makes all but that of the variables in another way


@export("saved_model.experimental.Fingerprint", v1="")
class Fingerprint:
    """The hashes of a model's parts (tf.saved_model.experimental.Fingerprint).

    Args:
      saved_model_checksum: of the model's file.
      graph_def_program_hash: of the graph and its functions.
      signature_def_hash: of the signatures.
      saved_object_graph_hash: of the objects and how they hang together.
      checkpoint_hash: of the index of the variables' values, which has a checksum of each.
      version: of the way in which they were made.

    >>> import tempfile
    >>> import graphwright as tf
    >>> module = tf.Module()
    >>> module.v = tf.Variable(1.0)
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(module, folder)
    >>> first = tf.saved_model.experimental.read_fingerprint(folder)
    >>> _ = module.v.assign(2.0)
    >>> tf.saved_model.save(module, folder)
    >>> first.checkpoint_hash == tf.saved_model.experimental.read_fingerprint(folder).checkpoint_hash
    False
    """

    def __init__(
        self,
        saved_model_checksum: int | None = None,
        graph_def_program_hash: int | None = None,
        signature_def_hash: int | None = None,
        saved_object_graph_hash: int | None = None,
        checkpoint_hash: int | None = None,
        version: int | None = None,
    ) -> None:
        self.saved_model_checksum = saved_model_checksum
        self.graph_def_program_hash = graph_def_program_hash
        self.signature_def_hash = signature_def_hash
        self.saved_object_graph_hash = saved_object_graph_hash
        self.checkpoint_hash = checkpoint_hash
        self.version = version

    @classmethod
    def from_proto(cls, proto: FingerprintDef) -> Fingerprint:
        """Returns the hashes that a message has."""
        return cls(**{name: getattr(proto, name) for name in _HASHES}, version=proto.version.producer)

    def singleprint(self) -> str:
        """Returns the hashes of what the model computes, as one text. Raises ValueError where one is missing."""
        if missing := [name for name in _HASHES[1:] if getattr(self, name) is None]:
            raise ValueError(
                f"Encountered invalid fingerprint values when constructing singleprint: {missing} are None"
            )
        return "/".join(str(getattr(self, name)) for name in _HASHES[1:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fingerprint) and all(getattr(self, n) == getattr(other, n) for n in _HASHES)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return "SavedModel Fingerprint" + "".join(f"\n  {name}: {getattr(self, name)}" for name in _HASHES)

    def __repr__(self) -> str:
        return f"Fingerprint({', '.join(str(getattr(self, name)) for name in _HASHES)})"


def _hash(data: bytes) -> int:
    _core.push_eager()  # a graph may be being built
    try:
        return int.from_bytes(bytes(fingerprint([data]).numpy()[0]), "little")
    finally:
        _core.pop_eager()


def write_fingerprint(folder: str, model: SavedModel, data: bytes, index: str) -> None:
    """Writes the hashes of a model beside it.

    Args:
      folder: the model's.
      model: its message.
      data: that as bytes.
      index: the path of the index of the values of its variables, which need not be there.
    """
    import uuid

    meta = model.meta_graphs[0]
    signatures = b"".join(
        name.encode() + meta.signature_def[name].SerializeToString() for name in sorted(meta.signature_def)
    )
    found = FingerprintDef(
        saved_model_checksum=_hash(data),
        graph_def_program_hash=_hash(meta.graph_def.SerializeToString()),
        signature_def_hash=_hash(signatures),
        saved_object_graph_hash=_hash(meta.object_graph_def.SerializeToString()),
        version=VersionDef(producer=_VERSION),
        uuid=str(uuid.uuid4().int),
    )
    if os.path.exists(index):
        with open(index, "rb") as file:
            found.checkpoint_hash = _hash(file.read())
    write_whole(os.path.join(folder, _FILE), found.SerializeToString())


@export("saved_model.experimental.read_fingerprint", v1="")
def read_fingerprint(export_dir: str | os.PathLike[str]) -> Fingerprint:
    """Returns the hashes that were written beside a model (tf.saved_model.experimental.read_fingerprint).

    Args:
      export_dir: the model's folder.

    Raises:
      FileNotFoundError: there are none.
    """
    path = os.path.join(local_text(export_dir), _FILE)
    try:
        with open(path, "rb") as file:
            return Fingerprint.from_proto(from_bytes(FingerprintDef, file.read()))
    except FileNotFoundError:
        raise FileNotFoundError(
            f"SavedModel Fingerprint Error: Could not find fingerprint in directory: {export_dir}"
        ) from None
