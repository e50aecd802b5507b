"""The stub of `graphwright/_src/messages/classes.py`: the messages that users and the package's own files meet.

tools/write_stubs.py writes it with the others.
"""

from __future__ import annotations

import ast
import keyword
import pathlib
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

MODULE = "graphwright._src.messages.classes"
FILE = "_src/messages/classes.pyi"

_HEAD = '''"""The classes of messages, with their fields. Written by tools/write_stubs.py, not by hand."""
from collections.abc import MutableMapping, MutableSequence
from typing import Any, ClassVar, Generic, TypeVar

from google.protobuf.message import Message as _Message

_T = TypeVar("_T")
_K = TypeVar("_K")

class _Messages(MutableSequence[_T], Generic[_T]):
    def add(self, **fields: Any) -> _T: ...
    def MergeFrom(self, other: Any) -> None: ...

class _MessageMap(MutableMapping[_K, _T], Generic[_K, _T]):
    def get_or_create(self, key: _K) -> _T: ...
    def MergeFrom(self, other: Any) -> None: ...

class _Enum:
    def Name(self, number: int) -> str: ...
    def Value(self, name: str) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[int]: ...
    def items(self) -> list[tuple[str, int]]: ...
    @property
    def DESCRIPTOR(self) -> Any: ...
'''


def imported_names(package: pathlib.Path) -> set[str]:
    """Returns the names of messages that the package's files import."""
    found: set[str] = set()
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if MODULE not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == MODULE:
                found.update(name.name for name in node.names)
    return found


def text_of(names: Iterable[str]) -> str:
    """Returns the stub of these messages and enums, and of all that their fields are made of."""
    from graphwright._src.messages import protos

    classes: dict[str, Any] = {}
    enums: dict[str, Any] = {}
    for name in names:
        found = protos.message_or_enum(name)
        if isinstance(found, type):
            _collect(found.DESCRIPTOR, classes)  # type: ignore[attr-defined]
        else:
            enums[name] = found.DESCRIPTOR
    parts = [_HEAD]
    parts += [f"\n{name}: _Enum\n" for name in sorted(enums)]
    parts += ["\n" + "\n".join(_class(classes[name])) + "\n" for name in sorted(classes)]
    return "".join(parts)


def _top(descriptor: Any) -> Any:
    while descriptor.containing_type is not None:
        descriptor = descriptor.containing_type
    return descriptor


def _collect(descriptor: Any, classes: dict[str, Any]) -> None:
    descriptor = _top(descriptor)
    if descriptor.name in classes or descriptor.file.package.startswith("google."):
        return
    classes[descriptor.name] = descriptor
    for message in _with_inner(descriptor):
        for field in message.fields:
            if field.message_type is not None:
                _collect(field.message_type, classes)


def _with_inner(descriptor: Any) -> Iterator[Any]:
    yield descriptor
    for inner in descriptor.nested_types:
        yield from _with_inner(inner)


def _class(descriptor: Any) -> list[str]:
    """Returns the lines of a class, with the classes inside of it."""
    from google.protobuf import message_factory

    lines = [f"class {descriptor.name}(_Message):"]
    doc = message_factory.GetMessageClass(descriptor).__doc__
    if doc:
        quoted = textwrap.dedent("    " + doc).strip()
        if quoted.endswith('"'):
            quoted = quoted[:-1] + '\\"'
        lines += textwrap.indent(f'"""{quoted}' + ("\n" if "\n" in quoted else "") + '"""', "    ").split("\n")
    for enum in descriptor.enum_types:
        lines.append(f"    {enum.name}: ClassVar[_Enum]")
        lines += [f"    {value.name}: ClassVar[int]" for value in enum.values]
    for inner in descriptor.nested_types:
        if not inner.GetOptions().map_entry:
            lines += ["    " + line if line else line for line in _class(inner)]
    lines += [f"    {field.name}: {_kind(field)}" for field in descriptor.fields if not keyword.iskeyword(field.name)]
    lines.append("    def __init__(self, **fields: Any) -> None: ...")
    return lines


def _kind(field: Any) -> str:
    from graphwright._src.messages.protos import is_repeated

    message = field.message_type
    if message is not None and message.GetOptions().map_entry:
        key, value = (_single(message.fields_by_name[name]) for name in ("key", "value"))
        of_messages = message.fields_by_name["value"].message_type is not None
        return f"{'_MessageMap' if of_messages else 'MutableMapping'}[{key}, {value}]"
    if is_repeated(field):
        return f"{'_Messages' if message is not None else 'MutableSequence'}[{_single(field)}]"
    return _single(field)


def _single(field: Any) -> str:
    message = field.message_type
    if message is not None:
        if message.file.package.startswith("google."):
            return "Any"
        return message.full_name.removeprefix(f"{message.file.package}.")
    kinds = {
        field.CPPTYPE_STRING: "bytes" if field.type == field.TYPE_BYTES else "str",
        field.CPPTYPE_BOOL: "bool",
        field.CPPTYPE_FLOAT: "float",
        field.CPPTYPE_DOUBLE: "float",
    }
    return kinds.get(field.cpp_type, "int")
