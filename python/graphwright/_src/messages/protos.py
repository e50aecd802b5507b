"""The files of `protos/` as protobuf's: read into its default pool when a message of theirs is first asked for.

Their paths, names and numbers are TensorFlow's, byte for byte, so that the code which other packages generated on top of
TensorFlow's messages finds them, and a real TensorFlow in the same process has the same classes. protobuf itself is imported
here, on first use.
"""

from __future__ import annotations

import functools
import os
import types
import zlib

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_COMPILED = os.path.join(os.path.dirname(__file__), "descriptors.bin")
_HOME = "graphwright._src.messages.classes"

# Where names stand twice, the earlier package has it: XLA has meshes and layouts as well.
_PACKAGES = tuple(
    "tensorflow tensorflow.data tensorflow.tfprof tensorflow.dtensor tensorflow.quantization tensorflow.tpu".split()
)

# The classes that are made here: protobuf makes those anew that nobody refers to.
_own: list[type] = []

# Folders of files that are elsewhere as modules.
_FOLDERS = {"xla/": "tensorflow.compiler.xla.", "tsl/": "tensorflow.tsl."}


def module_of_path(path: str) -> str:
    """Returns TensorFlow's module for a file, such as "tensorflow.core.framework.graph_pb2"."""
    for folder, module in _FOLDERS.items():
        if path.startswith(folder):
            path = module + path[len(folder) :]
    return path.removesuffix(".proto").replace("/", ".") + "_pb2"


def path_of_module(module: str) -> str:
    """Returns the path of the file that one of TensorFlow's modules is generated from."""
    for folder, above in _FOLDERS.items():
        if module.startswith(above):
            module = folder + module[len(above) :]
    return module.removesuffix("_pb2").replace(".", "/") + ".proto"


@functools.cache
def _files() -> dict[str, Any]:
    """Path -> FileDescriptorProto."""
    with open(_COMPILED, "rb") as file:
        data = zlib.decompress(file.read())
    return {file.name: file for file in descriptor_pb2.FileDescriptorSet.FromString(data).file}


@functools.cache
def _paths_of_names() -> dict[str, str]:
    """Name of a message or enum that lies in no other one -> the path of its file."""

    def rank(file: Any) -> int:
        return _PACKAGES.index(file.package) if file.package in _PACKAGES else len(_PACKAGES)

    paths: dict[str, str] = {}
    for file in sorted(_files().values(), key=rank):
        if file.package.startswith("third_party."):
            continue  # Keras' own, which have names of TensorFlow's
        for item in (*file.message_type, *file.enum_type):
            paths.setdefault(item.name, file.name)
    return paths


def names() -> list[str]:
    """Returns the names of the messages and enums that `message_or_enum` finds."""
    return sorted(_paths_of_names())


def paths() -> list[str]:
    """Returns the paths of all files, as in `import "tensorflow/core/framework/graph.proto";`."""
    return sorted(_files())


def file_descriptor(path: str) -> Any:
    """Returns a file's descriptor, with those that it imports in the pool as well. Raises KeyError where there is none.

    A file that is in the pool already stays: TensorFlow itself, or another package, has put it there.
    """
    pool = descriptor_pool.Default()
    try:
        return pool.FindFileByName(path)
    except KeyError:
        pass
    file = _files()[path]
    for other in file.dependency:
        if other.startswith("google/protobuf/"):
            __import__(other.removesuffix(".proto").replace("/", ".") + "_pb2")
        else:
            file_descriptor(other)
    pool.AddSerializedFile(file.SerializeToString())
    added = pool.FindFileByName(path)
    for message in added.message_types_by_name.values():
        _make_own(message)
    return added


def _make_own(descriptor: Any) -> None:
    """Makes the class of a message, and those inside of it: of this package, and pickled by a function of its."""
    cls: Any = message_factory.GetMessageClass(descriptor)
    _own.append(cls)
    cls.__module__ = _HOME
    cls.__reduce__ = _reduce  # protobuf's own looks for classes that somebody has imported before
    for inner in descriptor.nested_types:
        _make_own(inner)


def message_or_enum(name: str) -> Any:
    """Returns the class of a message, or an enum with `Name` and `Value`. Raises KeyError where there is none."""
    file = file_descriptor(_paths_of_names()[name])
    if name in file.message_types_by_name:
        return message_factory.GetMessageClass(file.message_types_by_name[name])
    return EnumTypeWrapper(file.enum_types_by_name[name])


def _reduce(message: Any) -> tuple:
    return new_message, (message.DESCRIPTOR.full_name,), message.__getstate__()


def new_message(full_name: str) -> Any:
    """Returns an empty message, such as "tensorflow.AttrValue.ListValue". Pickles of messages call this."""
    return message_factory.GetMessageClass(_descriptor(full_name))()


def _descriptor(full_name: str) -> Any:
    """Returns the descriptor of a message: of one in the pool, or below `protos/`. Raises KeyError where there is none."""
    pool = descriptor_pool.Default()
    try:
        return pool.FindMessageTypeByName(full_name)
    except KeyError:
        for path in _files():
            file_descriptor(path)
        return pool.FindMessageTypeByName(full_name)


def describe_message(full_name: str) -> bytes:
    """Returns a serialized FileDescriptorSet with a message, such as "tensorflow.Example"; b"" where nobody knows it."""
    files = descriptor_pb2.FileDescriptorSet()
    try:
        left = [_descriptor(full_name).file]
    except KeyError:
        return b""
    for file in left:  # which grows meanwhile
        if all(known.name != file.name for known in files.file):
            file.CopyToProto(files.file.add())
            left.extend(file.dependencies)
    return files.SerializeToString()


_core.register_hook("describe_message", describe_message)


def is_repeated(field: Any) -> bool:
    """Tells whether a field's descriptor is of a list or a map, in older and in newer releases of protobuf."""
    known = getattr(field, "is_repeated", None)
    return field.label == field.LABEL_REPEATED if known is None else known


def module_of_file(path: str, name: str) -> types.ModuleType:
    """Returns the module that protoc generates for a file: its messages, enums and the enums' numbers."""
    file = file_descriptor(path)
    module = types.ModuleType(name, f"The messages of {path}.")
    for shown in (file, *file.public_dependencies):
        vars(module).update(_members(shown))
    vars(module)["DESCRIPTOR"] = file
    return module


def _members(file: Any) -> Iterator[tuple[str, Any]]:
    for name, message in file.message_types_by_name.items():
        yield name, message_factory.GetMessageClass(message)
    for name, enum in file.enum_types_by_name.items():
        yield name, EnumTypeWrapper(enum)
        for value in enum.values:
            yield value.name, value.number
