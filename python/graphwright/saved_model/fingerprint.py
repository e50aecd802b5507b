"""tf.saved_model.experimental.read_fingerprint: the hashes that TensorFlow writes beside a model."""

from __future__ import annotations

import os

from graphwright.checkpoint.options import path_text
from graphwright.export import export
from graphwright.graph_messages import VersionDef
from graphwright.messages import Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FingerprintDef(Message):
    """The file `fingerprint.pb`."""

    __slots__ = ()
    _table = {
        "saved_model_checksum": Field(1, "uint64"),
        "graph_def_program_hash": Field(2, "uint64"),
        "signature_def_hash": Field(3, "uint64"),
        "saved_object_graph_hash": Field(4, "uint64"),
        "checkpoint_hash": Field(5, "uint64"),
        "version": Field(6, VersionDef),
    }


_HASHES = tuple(name for name in FingerprintDef._table if name != "version")


@export("saved_model.experimental.Fingerprint")
class Fingerprint:
    """The hashes of a model's parts (tf.saved_model.experimental.Fingerprint)."""

    def __init__(
        self,
        saved_model_checksum: int | None = None,
        graph_def_program_hash: int | None = None,
        signature_def_hash: int | None = None,
        saved_object_graph_hash: int | None = None,
        checkpoint_hash: int | None = None,
        version: Any = None,
    ) -> None:
        self.saved_model_checksum = saved_model_checksum
        self.graph_def_program_hash = graph_def_program_hash
        self.signature_def_hash = signature_def_hash
        self.saved_object_graph_hash = saved_object_graph_hash
        self.checkpoint_hash = checkpoint_hash
        self.version = version

    @classmethod
    def from_proto(cls, proto: Any) -> Fingerprint:
        """The hashes that a message has."""
        return cls(*(getattr(proto, name) for name in _HASHES), proto.version)

    def singleprint(self) -> str:
        """The hashes of what the model computes, as one text."""
        return "/".join(str(getattr(self, name)) for name in _HASHES[1:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fingerprint) and all(getattr(self, n) == getattr(other, n) for n in _HASHES)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return "SavedModel Fingerprint" + "".join(f"\n  {name}: {getattr(self, name)}" for name in _HASHES)


@export("saved_model.experimental.read_fingerprint")
def read_fingerprint(export_dir: str | os.PathLike) -> Fingerprint:
    """The hashes that were written beside a model (tf.saved_model.experimental.read_fingerprint).

    Args:
      export_dir: the model's folder.

    Raises:
      FileNotFoundError: there are none: only TensorFlow writes them.
    """
    path = os.path.join(path_text(export_dir), "fingerprint.pb")
    try:
        with open(path, "rb") as file:
            return Fingerprint.from_proto(FingerprintDef.FromString(file.read()))
    except FileNotFoundError:
        raise FileNotFoundError(
            f"SavedModel Fingerprint Error: Could not find fingerprint in directory: {export_dir}"
        ) from None
