"""Messages read from the text that files such as saved_model.pbtxt have."""

from __future__ import annotations

import math
import re

from graphwright._src.messages.wire import DecodeError, Enum, Field, Message, map_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TOKEN = re.compile(
    r"""(?:\s|\#[^\n]*(?:\n|\Z))*(?:
    (?P<string>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')
    |(?P<number>-?\s*(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?))
    |(?P<word>-?\s*[A-Za-z_][\w.]*)
    |(?P<sign>[{}<>:\[\],;])
    )""",
    re.VERBOSE | re.DOTALL,
)
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LETTERS = {mark: mark for mark in (b"\\", b"'", b'"')}
_LETTERS |= {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
_TRUE, _FALSE = frozenset(("true", "True", "t", "1")), frozenset(("false", "False", "f", "0"))
_MOST_DEPTH = 100


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kind = ""  # of the next token, "" at the end
        self.token = ""
        self.advance()

    def fail(self, what: str) -> DecodeError:
        line = self.text.count("\n", 0, self.at) + 1
        return DecodeError(f"line {line}: {what}, got {self.token!r}" if self.kind else f"line {line}: {what}")

    def advance(self) -> str:
        token = self.token
        match: Any = _TOKEN.match(self.text, self.at)
        if match is None:
            blank: Any = _BLANK.match(self.text, self.at)
            self.at = blank.end()
            if self.at < len(self.text):
                raise self.fail(f"unexpected {self.text[self.at]!r}")
            self.kind = self.token = ""
        else:
            self.at = match.end()
            self.kind, self.token = match.lastgroup, match[match.lastgroup]
        return token

    def take(self, sign: str) -> bool:
        if self.kind != "sign" or self.token != sign:
            return False
        self.advance()
        return True

    # ---- messages ----

    def message(self, message: Message, end: str, depth: int) -> None:
        """Fields up to the sign that ends the message, "" for the end of the text."""
        if depth > _MOST_DEPTH:
            raise self.fail(f"messages are nested more than {_MOST_DEPTH} levels deep")
        fields = message.DESCRIPTOR.fields_by_name
        while self.kind:
            if end and self.take(end):
                return
            if self.kind != "word":
                raise self.fail("a field's name is missing")
            name = self.advance()
            field = fields.get(name)
            if field is None:
                raise DecodeError(f'Message type "{type(message).__name__}" has no field named "{name}".')
            has_colon = self.take(":")
            if not self.take("["):
                self.value(message, field, has_colon, depth)
            elif not self.take("]"):
                self.value(message, field, True, depth)
                while self.take(","):
                    self.value(message, field, True, depth)
                if not self.take("]"):
                    raise self.fail("expected ']'")
            self.take(",") or self.take(";")
        if end:
            raise self.fail(f"expected {end!r}")

    def value(self, message: Message, field: Field, has_colon: bool, depth: int) -> None:
        if field.key is not None:
            entry = map_entry(field)()
            self.message(entry, self.begin(), depth + 1)
            target = getattr(message, field.name)
            if field.is_message:
                target[entry.key].CopyFrom(entry.value)
            else:
                target[entry.key] = entry.value
        elif field.is_message:
            inner = getattr(message, field.name)
            inner = inner.add() if field.repeated else inner
            inner.SetInParent()
            self.message(inner, self.begin(), depth + 1)
        elif not has_colon:
            raise self.fail(f"expected ':' after {field.name!r}")
        elif field.repeated:
            getattr(message, field.name).append(self.single(field))
        else:
            setattr(message, field.name, self.single(field))

    def begin(self) -> str:
        """Takes the sign that begins a message; gives the one that ends it."""
        if self.take("{"):
            return "}"
        if self.take("<"):
            return ">"
        raise self.fail("expected '{'")

    # ---- values ----

    def single(self, field: Field) -> Any:
        kind = field.kind
        if kind in ("string", "bytes"):
            if self.kind != "string":
                raise self.fail(f"expected a string for {field.name!r}")
            parts = []
            while self.kind == "string":
                parts.append(_unescaped(self.advance()[1:-1].encode()))
            data = b"".join(parts)
            try:
                return data if kind == "bytes" else data.decode()
            except UnicodeDecodeError as error:
                raise DecodeError(f"{field.name}: {error}") from None
        if self.kind not in ("number", "word"):
            raise self.fail(f"expected a value for {field.name!r}")
        token = "".join(self.advance().split())
        try:
            return _number(kind, token)
        except ValueError:
            raise DecodeError(f"{field.name}: {token!r} is no {'label' if isinstance(kind, Enum) else kind}") from None


def _number(kind: type | Enum | str, token: str) -> Any:
    if isinstance(kind, Enum):
        for number, name in kind.names.items():
            if name == token:
                return number
        return int(token, 0)
    if kind == "bool":
        if token in _TRUE or token in _FALSE:
            return token in _TRUE
        raise ValueError
    if kind in ("float", "double"):
        bare = token.lower().removeprefix("-")
        if bare in ("inf", "infinity", "inff"):
            return -math.inf if token[0] == "-" else math.inf
        if bare in ("nan", "nanf"):
            return math.nan
        return float(token.rstrip("fF"))
    digits = token.lstrip("-")
    is_octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    return int(token, 8) if is_octal else int(token, 0)


def _unescaped(data: bytes) -> bytes:
    def one(match: re.Match) -> Any:
        octal, hexadecimal, short, long, letter = match.groups()
        if octal:
            return bytes([int(octal, 8) & 255])
        if hexadecimal:
            return bytes([int(hexadecimal, 16)])
        if short or long:
            return chr(int(short or long, 16)).encode()
        return _LETTERS.get(letter, b"\\" + letter)

    return _ESCAPE.sub(one, data)


def parse_text(text: str, kind: type[Message]) -> Any:
    """Returns the message of a class that is written as this text.

    Raises:
      DecodeError, a ValueError: it is no such message; the error names the line.
    """
    message = kind()
    _Reader(text).message(message, "", 0)
    return message
