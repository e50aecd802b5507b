"""Protocol buffers in small: classes of messages from tables of fields, their wire format and their text.

A class derives from `Message` and lists its fields. Its objects behave as those of Google's Python library do as far as graphs
need it: fields as attributes, absent messages read as empty ones and come to be when something is set inside, `add` and
`extend` on repeated ones, maps as dictionaries, `HasField`, `WhichOneof`, `CopyFrom`, `SerializeToString`, `FromString`.
"""

from __future__ import annotations

import functools
import struct

from graphwright._src.messages.wire_values import (
    BYTES,
    ESCAPES,
    FIXED32,
    FIXED64,
    VARINT,
    WIRE_TYPES,
    decoded,
    escaped,
    number_text,
    read_varint,
    write_bare,
    write_tag,
    write_value,
    write_varint,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_DEFAULTS: dict[str, Any] = {"float": 0.0, "double": 0.0, "string": "", "bytes": b"", "bool": False}
_MOST_DEPTH = 100


class DecodeError(ValueError):
    """Bytes that are no message."""


class Field:
    """One line of a message's table.

    Args:
      number: the field's number on the wire.
      kind: "int32", "int64", "uint32", "uint64", "bool", "float", "double", "string" or "bytes"; a message class; or an
        `Enum`.
      repeated: whether it is a list.
      key: of a map, the kind of its keys; `kind` is that of its values.
      oneof: the name of the group of fields of which one can be set.
    """

    __slots__ = ("name", "number", "kind", "repeated", "key", "oneof", "is_message", "wire", "default", "siblings")

    def __init__(
        self, number: int, kind: Any, repeated: bool = False, key: str | None = None, oneof: str | None = None
    ) -> None:
        self.name = ""
        self.number = number
        self.kind = kind
        self.repeated = repeated
        self.key = key
        self.oneof = oneof
        self.siblings: tuple[str, ...] = ()  # the other fields of the group
        self.is_message = isinstance(kind, type)
        self.wire = (
            BYTES
            if self.is_message or key is not None
            else WIRE_TYPES.get(kind, VARINT)
            if isinstance(kind, str)
            else VARINT
        )
        self.default = None if self.is_message else _DEFAULTS.get(kind, 0) if isinstance(kind, str) else 0


class Enum:
    """The kind of a field whose values are numbers with names.

    >>> Enum({0: "OFF", 1: "ON"}).Value("ON")
    1
    """

    def __init__(self, names: dict[int, str]) -> None:
        self.names = names

    def Name(self, number: int) -> str:
        """Returns the name of a number. Raises ValueError where it has none."""
        if number not in self.names:
            raise ValueError(f"Enum has no name defined for value {number!r}")
        return self.names[number]

    def Value(self, name: str) -> int:
        """Returns the number of a name. Raises ValueError where there is none."""
        for number, known in self.names.items():
            if known == name:
                return number
        raise ValueError(f"Enum has no value defined for name {name!r}")

    def keys(self) -> list[str]:
        """Returns the names."""
        return list(self.names.values())

    def values(self) -> list[int]:
        """Returns the numbers."""
        return list(self.names)

    def items(self) -> list[tuple[str, int]]:
        """Returns pairs of name and number."""
        return [(name, number) for number, name in self.names.items()]


class RepeatedMessages(list):
    """The value of a repeated field of messages."""

    def __init__(self, owner: Message, kind: type[Message]) -> None:
        super().__init__()
        self._owner = owner
        self._kind = kind

    def add(self, **fields: Any) -> Any:
        """Appends a message with these fields, and returns it."""
        message = self._kind(**fields)
        list.append(self, message)
        self._owner._touch()
        return message

    def add_own_bytes(self, data: bytes) -> None:
        """Appends the message that SerializeToString gives these bytes for; they are read when somebody asks for a field."""
        super().append(self._kind.of_own_bytes(data))
        self._owner._touch()

    def append(self, message: Message) -> None:
        """Appends a copy of the message."""
        self.add().CopyFrom(message)

    def extend(self, messages: Iterable[Message]) -> None:
        """Appends copies of the messages."""
        for message in messages:
            self.append(message)

    MergeFrom = extend

    def __setitem__(self, at: Any, message: object) -> None:
        raise TypeError("a repeated field of messages does not support item assignment")

    def __reduce__(self) -> tuple:
        return list, (list(self),)


class RepeatedValues(list):
    """The value of a repeated field of numbers or strings."""

    def __init__(self, owner: Message, field: Field) -> None:
        super().__init__()
        self._owner = owner
        self._field = field

    def append(self, value: Any) -> None:
        """Appends a value of the field's kind. Raises TypeError for others."""
        super().append(_checked(self._field, value))
        self._owner._touch()

    def extend(self, values: Iterable[Any]) -> None:
        """Appends values of the field's kind."""
        super().extend([_checked(self._field, value) for value in values])
        self._owner._touch()

    def insert(self, at: int, value: Any) -> None:
        """Puts a value of the field's kind before another one."""
        super().insert(at, _checked(self._field, value))
        self._owner._touch()

    def __iadd__(self, values: object) -> Any:
        raise TypeError("unsupported operand type(s) for +=: use extend()")

    def __setitem__(self, at: Any, value: Any) -> None:
        many = isinstance(at, slice)
        super().__setitem__(at, [_checked(self._field, one) for one in value] if many else _checked(self._field, value))
        self._owner._touch()

    MergeFrom = extend

    def __reduce__(self) -> tuple:
        return list, (list(self),)


class MessageMap(dict):
    """The value of a map field: a dictionary; of messages, a missing one is made when it is asked for."""

    def __init__(self, owner: Message, field: Field) -> None:
        super().__init__()
        self._owner = owner
        self._field = field

    def __missing__(self, key: Any) -> Any:
        key = _checked_key(self._field, key)
        if key in self:  # it was given as bytes
            return self[key]
        if not self._field.is_message:
            return self._field.default
        message = self._field.kind()
        super().__setitem__(key, message)
        self._owner._touch()
        return message

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._field.is_message:
            raise ValueError(f"May not set values directly, call my_map[{key!r}].CopyFrom(…) instead")
        super().__setitem__(_checked_key(self._field, key), _checked(self._field, value))
        self._owner._touch()

    def get_or_create(self, key: Any) -> Any:
        """Returns the same as map[key]."""
        return self[key]

    def __reduce__(self) -> tuple:
        return dict, (dict(self),)


class Descriptor:
    """A description of a class of messages: its name, and its fields by name and by number."""

    def __init__(self, cls: type[Message]) -> None:
        self.name = cls.__name__
        self.full_name = f"tensorflow.{cls.__name__}"
        self.fields = list(cls._in_order)
        self.fields_by_name = dict(cls._table)
        self.fields_by_number = dict(cls._by_number)


class _DescriptorOf:
    def __get__(self, message: Any, cls: Any) -> Descriptor:
        return Descriptor(cls)


class Message:
    """The base of all messages; `_table` is the table of a class."""

    DESCRIPTOR = _DescriptorOf()

    _table: dict[str, Field] = {}
    _by_number: dict[int, Field] = {}
    _in_order: tuple[Field, ...] = ()
    __slots__ = ("_values", "_owner", "_bytes", "_unknown", "__weakref__")
    _values: dict[str, Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.set_table(cls._table)

    @classmethod
    def set_table(cls, fields: dict[str, Field]) -> None:
        """Gives the class its table; for classes that contain themselves, after they were made."""
        for name, field in fields.items():
            field.name = name
            if field.oneof:
                field.siblings = tuple(
                    other for other in fields if other != name and fields[other].oneof == field.oneof
                )
        cls._table = fields
        cls._in_order = tuple(sorted(fields.values(), key=lambda field: field.number))
        cls._by_number = {field.number: field for field in cls._in_order}

    def __init__(self, **fields: Any) -> None:
        object.__setattr__(self, "_values", {})
        object.__setattr__(self, "_owner", None)
        for name, value in fields.items():
            if value is not None:
                self._assign(name, value)

    def _assign(self, name: str, value: Any) -> None:
        field = self._field(name)
        if field.key is not None:
            target = getattr(self, name)
            if not hasattr(value, "items"):
                raise TypeError(f"{name}: a map is initialised by a mapping, got {value!r}")
            for key, item in value.items():
                if field.is_message:
                    target[key].CopyFrom(_message(field.kind, item))
                else:
                    target[key] = item
        elif field.repeated:
            getattr(self, name).extend([_message(field.kind, item) for item in value] if field.is_message else value)
        elif field.is_message:
            getattr(self, name).CopyFrom(_message(field.kind, value))
        else:
            setattr(self, name, value)

    @classmethod
    def _field(cls, name: str) -> Field:
        try:
            return cls._table[name]
        except KeyError:
            raise ValueError(f'Protocol message {cls.__name__} has no "{name}" field.') from None

    @classmethod
    def of_own_bytes(cls, data: bytes) -> Any:
        """Returns the message that SerializeToString gives these bytes for; they are read when somebody asks for a field."""
        message = cls.__new__(cls)
        object.__setattr__(message, "_owner", None)
        object.__setattr__(message, "_bytes", data)
        return message

    # ---- fields ----

    def __getattr__(self, name: str) -> Any:
        if name == "_values":  # made of bytes that have not been read yet
            object.__setattr__(self, "_values", {})
            self._read(memoryview(self._bytes), 0)
            object.__delattr__(self, "_bytes")
            return self._values
        if name in ("_bytes", "_unknown"):
            return None
        field = self._table.get(name)
        if field is None:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        values = self._values
        if name in values:
            return values[name]
        value: Any
        if field.key is not None:
            value = MessageMap(self, field)
        elif field.repeated:
            value = RepeatedMessages(self, field.kind) if field.is_message else RepeatedValues(self, field)
        elif field.is_message:
            value = field.kind()
            object.__setattr__(value, "_owner", (self, name))  # not present until something is set inside
            return value
        else:
            return field.default
        values[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        field = self._table.get(name)
        if field is None:
            raise AttributeError(f"Assignment not allowed (no field {name!r} in protocol message object).")
        if field.is_message or field.repeated or field.key is not None:
            raise AttributeError(
                f"Assignment not allowed to message, map, or repeated field {name!r} in protocol message object."
            )
        self._set(field, _checked(field, value))

    def _set(self, field: Field, value: Any) -> None:
        for other in field.siblings:
            self._values.pop(other, None)
        self._values[field.name] = value
        self._touch()

    def _touch(self) -> None:
        """Makes this message present in the one that it was read from."""
        owner = self._owner
        if owner is not None:
            object.__setattr__(self, "_owner", None)
            message, name = owner
            if name not in message._values:
                message._set(message._table[name], self)

    @property
    def _has_unknown(self) -> bool:
        return self._unknown is not None

    def SetInParent(self) -> None:
        """Makes this message present, though empty."""
        self._touch()

    def HasField(self, name: str) -> bool:
        """Tells whether the field, which is no list, or one of a group is set. Raises ValueError for lists and unknown
        fields.
        """
        if name not in self._table and any(field.oneof == name for field in self._in_order):
            return self.WhichOneof(name) is not None
        field = self._field(name)
        if field.repeated or field.key is not None:
            raise ValueError(f"Field {type(self).__name__}.{name} does not have presence.")
        return name in self._values

    def WhichOneof(self, group: str) -> str | None:
        """Returns the name of the field of the group that is set, or None."""
        found = [field.name for field in self._in_order if field.oneof == group]
        if not found:
            raise ValueError(f"Protocol message {type(self).__name__} has no oneof {group!r} field.")
        return next((name for name in found if name in self._values), None)

    def ClearField(self, name: str) -> None:
        """Unsets the field, or the one of a group that is set."""
        if name not in self._table and any(field.oneof == name for field in self._in_order):
            name = self.WhichOneof(name) or self._in_order[0].name
            if name not in self._values:
                return
        self._field(name)
        self._values.pop(name, None)

    def Clear(self) -> None:
        """Unsets all fields."""
        self._values.clear()
        self.DiscardUnknownFields()

    def ListFields(self) -> list[tuple[Field, Any]]:
        """Pairs of field and value for all fields that are set, by number."""
        return [(field, self._values[field.name]) for field in self._in_order if self._is_set(field)]

    def _is_set(self, field: Field) -> bool:
        value = self._values.get(field.name)
        if value is None:
            return False
        if field.repeated or field.key is not None:
            return len(value) > 0
        if field.is_message or field.oneof:
            return True
        return value != field.default or (isinstance(value, float) and str(value) == "-0.0")

    def IsInitialized(self) -> bool:
        """True: no field is required."""
        return True

    def FindInitializationErrors(self) -> list[str]:
        """Returns the required fields that are not set: there are none."""
        return []

    def UnknownFields(self) -> bytes:
        """Returns the bytes of the fields that were read, and that the message's table has not. They are written again."""
        _ = self._values  # reads what has not been read yet
        return self._unknown or b""

    def DiscardUnknownFields(self) -> None:
        """Forgets those fields, in the messages inside, too."""
        if self._bytes is None and self._has_unknown:
            object.__delattr__(self, "_unknown")
        for field, value in self.ListFields():
            if field.is_message:
                inner = value.values() if field.key is not None else value if field.repeated else (value,)
                for message in inner:
                    message.DiscardUnknownFields()

    @property
    def Extensions(self) -> Any:
        """Raises AttributeError: no message has extensions."""
        raise AttributeError(f"{type(self).__name__} has no extensions")

    def HasExtension(self, extension: object) -> bool:
        """Raises KeyError: no message has extensions."""
        raise KeyError(f"{extension!r} is no extension of {type(self).__name__}")

    def ClearExtension(self, extension: object) -> None:
        """Raises KeyError: no message has extensions."""
        self.HasExtension(extension)

    def CopyFrom(self, other: Message) -> None:
        """Becomes equal to `other`. Raises TypeError for a message of another class."""
        if other is self:
            return
        self.Clear()
        self.MergeFrom(other)

    def MergeFrom(self, other: Message) -> None:
        """Takes over the fields that are set in `other`; lists are appended."""
        if type(other) is not type(self):
            raise TypeError(f"{type(self).__name__}.MergeFrom: got a {type(other).__name__}")
        self._touch()
        if unknown := other.UnknownFields():
            object.__setattr__(self, "_unknown", self.UnknownFields() + unknown)
        for field, value in other.ListFields():
            if field.key is not None:
                mine = getattr(self, field.name)
                for key, item in value.items():
                    if field.is_message:
                        mine[key].CopyFrom(item)
                    else:
                        mine[key] = item
            elif field.repeated:
                getattr(self, field.name).extend(value)
            elif field.is_message:
                getattr(self, field.name).MergeFrom(value)
            else:
                self._set(field, value)

    def __eq__(self, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return self.ListFields() == other.ListFields() and self.UnknownFields() == other.UnknownFields()

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict) -> Message:
        copied = type(self)()
        copied.CopyFrom(self)
        return copied

    def __copy__(self) -> Message:
        return self.__deepcopy__({})

    def __reduce__(self) -> tuple:
        return type(self).FromString, (self.SerializeToString(),)

    # ---- the wire format ----

    def SerializeToString(self, deterministic: bool = True) -> bytes:
        """Returns the message as bytes; equal messages give equal bytes."""
        out = bytearray()
        self._write(out)
        return bytes(out)

    SerializePartialToString = SerializeToString

    def ByteSize(self) -> int:
        """Returns the number of bytes that SerializeToString gives."""
        return len(self.SerializeToString())

    def _write(self, out: bytearray) -> None:
        if self._bytes is not None:
            out += self._bytes
            return
        for field, value in self.ListFields():
            if field.key is not None:
                for key in reversed(_sorted_keys(value)):
                    entry = bytearray()
                    write_value(entry, 1, field.key, key)
                    write_value(entry, 2, field.kind, value[key])
                    write_tag(out, field.number, BYTES)
                    write_varint(out, len(entry))
                    out += entry
            elif not field.repeated:
                write_value(out, field.number, field.kind, value)
            elif field.wire == BYTES:
                for item in value:
                    write_value(out, field.number, field.kind, item)
            else:
                packed = bytearray()
                for item in value:
                    write_bare(packed, field.kind, item)
                write_tag(out, field.number, BYTES)
                write_varint(out, len(packed))
                out += packed
        if self._has_unknown:
            out += self._unknown

    @classmethod
    def FromString(cls, data: bytes) -> Any:
        """Returns the message that was written as these bytes. Raises ValueError where they are none."""
        message = cls()
        message.ParseFromString(data)
        return message

    def ParseFromString(self, data: bytes) -> int:
        """Becomes the message that was written as these bytes. Raises DecodeError where they are none."""
        self.Clear()
        return self.MergeFromString(data)

    def MergeFromString(self, data: bytes) -> int:
        """Takes over the fields of a message that was written as these bytes. Raises DecodeError where they are none."""
        self._touch()
        try:
            self._read(memoryview(data), 0)
        except (IndexError, struct.error, UnicodeDecodeError):
            raise DecodeError(f"these bytes are no {type(self).__name__} message") from None
        return len(data)

    def _read(self, data: memoryview, depth: int) -> None:
        if depth > _MOST_DEPTH:
            raise DecodeError(f"{type(self).__name__}: messages are nested more than {_MOST_DEPTH} levels deep")
        at, end = 0, len(data)
        while at < end:
            begin = at
            tag, at = read_varint(data, at)
            wire = tag & 7
            raw: Any
            if wire == VARINT:
                raw, at = read_varint(data, at)
            elif wire == FIXED64:
                raw, at = data[at : at + 8], at + 8
            elif wire == FIXED32:
                raw, at = data[at : at + 4], at + 4
            elif wire == BYTES:
                size, at = read_varint(data, at)
                raw, at = data[at : at + size], at + size
            else:
                raise DecodeError(f"{type(self).__name__}: unknown wire type {wire}")
            if at > end or not tag >> 3:
                raise IndexError
            field = self._by_number.get(tag >> 3)
            if field is not None and (wire == field.wire or (wire == BYTES and field.repeated)):
                self._read_field(field, wire, raw, depth)
            else:
                object.__setattr__(self, "_unknown", self.UnknownFields() + bytes(data[begin:at]))

    def _read_field(self, field: Field, wire: int, raw: Any, depth: int) -> None:
        if field.key is not None:
            entry = map_entry(field)()
            entry._read(raw, depth + 1)
            target = getattr(self, field.name)
            value = entry.value
            if field.is_message:
                object.__setattr__(value, "_owner", None)
            dict.__setitem__(target, entry.key, value)
            self._touch()
        elif field.is_message:
            child = getattr(self, field.name)
            child = child.add() if field.repeated else child
            child._touch()
            child._read(raw, depth + 1)
        elif field.repeated:
            values = getattr(self, field.name)
            if wire == BYTES and field.wire != BYTES:  # packed
                at = 0
                while at < len(raw):
                    if field.wire == VARINT:
                        item, at = read_varint(raw, at)
                    else:
                        size = 4 if field.wire == FIXED32 else 8
                        item, at = raw[at : at + size], at + size
                    list.append(values, decoded(field.kind, item))
            else:
                list.append(values, decoded(field.kind, raw))
        else:
            self._set(field, decoded(field.kind, raw))

    # ---- text ----

    def __str__(self) -> str:
        return self.to_text(_sorted_keys)

    __repr__ = __str__

    def to_text(self, order: Callable[[dict], list[Any]] = sorted) -> str:
        """Returns the message as text, as files have it.

        Args:
          order: gives the keys of a map in the order in which they are written.
        """
        lines: list[str] = []
        self._print(lines, "", order)
        return "".join(lines)

    def _print(self, lines: list[str], indent: str, order: Callable[[dict], list[Any]]) -> None:
        for field, value in self.ListFields():
            if field.key is not None:
                for key in order(value):
                    lines.append(f"{indent}{field.name} {{\n")
                    _print_value(lines, indent + "  ", "key", field.key, key, order)
                    _print_value(lines, indent + "  ", "value", field.kind, value[key], order)
                    lines.append(f"{indent}}}\n")
            else:
                for item in value if field.repeated else (value,):
                    _print_value(lines, indent, field.name, field.kind, item, order)


_RANGES = {
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
}


def _message(kind: type[Message], value: Any) -> Any:
    """Returns a message, which may be given as a dictionary of its fields."""
    return kind(**value) if isinstance(value, dict) else value


def _checked_key(field: Field, key: Any) -> Any:
    """Returns a key of a map as it is kept. Raises TypeError for one of another kind."""
    if field.key == "bool":
        return bool(key)
    if field.key != "string":
        if not hasattr(key, "__index__") or isinstance(key, bool):
            raise TypeError(f"{key!r} has type {type(key).__name__}, but the keys of {field.name} are {field.key}")
        return key.__index__()
    if isinstance(key, bytes):
        return key.decode()
    if not isinstance(key, str):
        raise TypeError(f"{key!r} has type {type(key).__name__}, but the keys of {field.name} are strings")
    return key


def _checked(field: Field, value: Any) -> Any:
    """Returns the value as the field keeps it. Raises TypeError or ValueError where the field cannot hold it."""
    kind = field.kind
    if kind == "string":
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, str):
            return value
    elif kind == "bytes":
        if isinstance(value, bytes):
            return bytes(value)
    elif kind == "bool":
        if isinstance(value, (bool, int)):
            return bool(value)
    elif kind == "double":
        if hasattr(value, "__float__") and not isinstance(value, str):
            return float(value)
    elif kind == "float":
        if hasattr(value, "__float__") and not isinstance(value, str):
            try:
                return struct.unpack("<f", struct.pack("<f", value))[0]
            except (OverflowError, struct.error):
                return float("inf") if float(value) > 0 else float("-inf")
    elif field.is_message:
        if isinstance(value, kind):
            return value
    elif isinstance(kind, Enum) and isinstance(value, str):
        for number, name in kind.names.items():
            if name == value:
                return number
        raise ValueError(f"unknown enum label {value!r} of the field {field.name}")
    elif hasattr(value, "__index__") and not isinstance(value, bool):
        number = value.__index__()
        least, most = _RANGES.get(kind, _RANGES["int32"]) if isinstance(kind, str) else _RANGES["int32"]
        if not least <= number <= most:
            raise ValueError(f"Value out of range: {number}")
        return number
    raise TypeError(f"{value!r} has type {type(value).__name__}, but the field {field.name} needs {kind}")


@functools.cache
def map_entry(field: Field) -> type[Message]:
    """Returns the class of the messages that the entries of a map are on the wire."""
    return type("Entry", (Message,), {"_table": {"key": Field(1, field.key), "value": Field(2, field.kind)}})


def _compare_keys(a: Any, b: Any) -> int:
    # The order of Google's library: strings from the last to the first, but a prefix comes before what it begins.
    if not isinstance(a, str):
        return -1 if a < b else a > b
    x, y = a.encode(), b.encode()
    size = min(len(x), len(y))
    if x[:size] != y[:size]:
        return 1 if x < y else -1
    return len(x) - len(y)


def _sorted_keys(mapping: dict) -> list[Any]:
    return sorted(mapping, key=functools.cmp_to_key(_compare_keys))


def _print_value(
    lines: list[str], indent: str, name: str, kind: Any, value: Any, order: Callable[[dict], list[Any]]
) -> None:
    if isinstance(kind, type):
        lines.append(f"{indent}{name} {{\n")
        value._print(lines, indent + "  ", order)
        lines.append(f"{indent}}}\n")
        return
    if kind == "string":
        text = (
            '"' + "".join(ESCAPES.get(ord(c)) or (c if c.isprintable() else escaped(c.encode())) for c in value) + '"'
        )
    elif kind == "bytes":
        text = f'"{escaped(value)}"'
    elif kind == "bool":
        text = "true" if value else "false"
    elif kind == "float":
        text = number_text(value, 6, 9)
    elif kind == "double":
        text = number_text(value, 15, 17)
    elif isinstance(kind, Enum):
        text = kind.names.get(value, str(value))
    else:
        text = str(value)
    lines.append(f"{indent}{name}: {text}\n")
