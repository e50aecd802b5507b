"""Single values of messages: on the wire, and as text."""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
WIRE_TYPES = {"float": FIXED32, "double": FIXED64, "string": BYTES, "bytes": BYTES}


def write_varint(out: bytearray, value: int) -> None:
    """Appends a number, seven bits a byte."""
    value &= 0xFFFFFFFFFFFFFFFF
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def write_tag(out: bytearray, number: int, wire: int) -> None:
    """Appends the number of a field and the kind of its bytes."""
    write_varint(out, number << 3 | wire)


def write_value(out: bytearray, number: int, kind: Any, value: Any) -> None:
    """Appends a field with its value."""
    if isinstance(kind, type):
        inner = bytearray()
        value._write(inner)
    elif kind == "string":
        inner = value.encode()
    elif kind == "bytes":
        inner = value
    else:
        write_tag(out, number, WIRE_TYPES.get(kind, VARINT) if isinstance(kind, str) else VARINT)
        write_bare(out, kind, value)
        return
    write_tag(out, number, BYTES)
    write_varint(out, len(inner))
    out += inner


def write_bare(out: bytearray, kind: Any, value: Any) -> None:
    """Appends a number as lists of numbers have it."""
    if kind == "float":
        out += struct.pack("<f", value)
    elif kind == "double":
        out += struct.pack("<d", value)
    else:
        write_varint(out, int(value))


def read_varint(data: memoryview, at: int) -> tuple[int, int]:
    """Returns the number at a place, and the place after it. Raises IndexError where there is none."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise IndexError


def decoded(kind: Any, raw: Any) -> Any:
    """Returns the value of a kind that was read as raw bytes or as a number."""
    if kind == "float":
        return struct.unpack("<f", raw)[0]
    if kind == "double":
        return struct.unpack("<d", raw)[0]
    if kind == "string":
        return str(raw, "utf-8")
    if kind == "bytes":
        return bytes(raw)
    if kind == "bool":
        return raw != 0
    if kind == "uint64":
        return raw & 0xFFFFFFFFFFFFFFFF
    if kind == "uint32":
        return raw & 0xFFFFFFFF
    bits = 64 if kind == "int64" else 32
    raw &= (1 << bits) - 1
    return raw - (1 << bits) if raw >> (bits - 1) else raw


ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}


def escaped(data: bytes) -> str:
    """Bytes as text between quotes."""
    return "".join(ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data)


def number_text(value: float, digits: int, most: int) -> str:
    """Returns a number in as few digits as tell it from its neighbours."""
    text = f"{value:.{digits}g}"
    again = float(text)
    if digits == 6 and again == again and abs(again) < 3.5e38:
        again = struct.unpack("<f", struct.pack("<f", again))[0] if abs(again) < 3.4028236e38 else float("inf")
    return text if again == value or value != value else f"{value:.{most}g}"
