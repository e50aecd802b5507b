"""The modules `tensorflow.core.…_pb2` and their kin: what protoc generates for the files of messages."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import types


def resolve(module: str) -> types.ModuleType | None:
    """Returns the module for a file of messages, None where there is no such file."""
    from graphwright._src.messages import protos  # it imports protobuf

    path = protos.path_of_module(f"tensorflow.{module}")
    return protos.module_of_file(path, f"tensorflow.{module}") if path in protos.paths() else None


def is_folder(module: str) -> bool:
    """Tells whether files of messages lie below a module."""
    from graphwright._src.messages import protos

    return any(protos.module_of_path(path).startswith(f"tensorflow.{module}.") for path in protos.paths())
