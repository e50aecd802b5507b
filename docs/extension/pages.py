"""The pages of the reference, as reStructuredText: one for each function and class, one for each namespace."""

from __future__ import annotations

import functools
import inspect
import re
import types
from collections.abc import Iterator
from typing import Any

import docstrings
import signatures
from names import Entry, Names, Place

_KINDS = {
    "class": "classes",
    "enumeration": "enumerations",
    "exception": "exceptions",
    "function": "functions",
    "message": "messages",
}
# What dispatches calls of what is written in Python or C.
_DESCRIPTORS = (types.FunctionType, types.MethodDescriptorType, types.BuiltinFunctionType)

# What the texts of raw ops say of their parameters, which the signature has.
_KEYWORDS = re.compile(r"^Keyword arguments: .*$", re.MULTILINE)


class Writer:
    """Makes the pages from what is known of names.

    Args:
      names: what there is.
      differences: public name -> what TensorFlow does otherwise, each a sentence or two.
    """

    def __init__(self, names: Names, differences: dict[str, list[str]]) -> None:
        self._names = names
        self._differences = differences
        self._classes = {entry.object: entry for entry in names.distinct() if isinstance(entry.object, type)}
        self.files: set[str] = set()  # to which places lead

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yields the name of each page, below `api/`, and its text."""
        for entry in self._names.distinct():
            if entry.has_page:
                yield page_of(entry.name), self._page(entry)
        letters = sorted({op[0] for op in self._names.raw_ops})
        for letter in letters:
            yield f"tf.raw_ops-{letter}", self._raw_ops(letter)
        for namespace in self._names.namespaces:
            yield page_of(namespace), self._namespace(namespace, letters if namespace == "raw_ops" else [])

    # One name.

    def _page(self, entry: Entry) -> str:
        title = f"tf.{entry.name}"
        text = docstrings.converted(inspect.getdoc(entry.object) or "")
        parts = [":orphan:", title + "\n" + "=" * len(title)]
        signature = signatures.signature_of(entry.object)
        aliases = " ".join(entry.names[1:])
        kind = {"function": "function", "exception": "exception"}.get(entry.kind, "class")
        parts.append(_directive(kind, f"tf.{entry.name}", signature, text, {"aliases": aliases} if aliases else {}))
        if isinstance(entry.object, type):
            parts += _indented(self._members(entry))
        parts += self._differs(entry)
        parts += [self._facts(entry)]
        return "\n\n".join(parts) + "\n"

    def _differs(self, entry: Entry) -> list[str]:
        found = [text for name in entry.names for text in self._differences.get(name, ())]
        if entry.absent:
            found.insert(0, f"It is not there: its use raises NotImplementedError ({entry.absent}).")
        if not found:
            return []
        texts = [docstrings.inline(text) for text in found]
        body = texts[0] if len(texts) == 1 else "\n\n   ".join(f"- {text}" for text in texts)
        return [f".. admonition:: TensorFlow's differs\n   :class: differs\n\n   {body}"]

    def _facts(self, entry: Entry) -> str:
        lines = []
        if entry.names[1:]:
            lines.append(f":Also: {', '.join(f'``tf.{name}``' for name in entry.names[1:])}")
        lines.append(f":Source: {self._link(entry.place)}")
        if entry.ops:
            ops = [f"{self._op(op)} ({self._link(place)})" for op, place in entry.ops.items()]
            lines.append(f":Ops: {', '.join(ops)}")
        parent = page_of(entry.namespace)
        lines.append(f":In: :doc:`{parent.removeprefix('/')} </api/{parent}>`")
        return "\n".join(lines)

    def _op(self, op: str) -> str:
        return f":py:obj:`{op} <tf.raw_ops.{op}>`"

    def _link(self, place: Place) -> str:
        self.files.add(place.file)
        return f"`{place.file}, line {place.line} <../source/{place.file}.html#L-{place.line}>`__"

    # Members of classes.

    def _members(self, entry: Entry) -> list[str]:
        cls = entry.object
        if entry.kind == "message":
            return [_fields(cls)]
        if entry.kind == "enumeration":
            return ["\n".join([".. rubric:: Members", "", *(f"* ``{each.name}``" for each in cls)])]
        own, inherited = [], []
        for base in cls.__mro__:
            if not base.__module__.startswith("graphwright"):
                continue
            public = self._classes.get(base)
            described = {name for _, names in inherited for name in names}
            names = [name for name in vars(base) if name[0] != "_" and name not in {n for n, _ in own} | described]
            if public is not None and base is not cls:
                inherited.append((public, sorted(names)))
            else:
                own += [(name, vars(base)[name]) for name in names]
        texts = [text for name, member in sorted(own, key=_name_of) if (text := _member(name, member))]
        for base, names in inherited:
            if names:
                listed = ", ".join(f"``{name}``" for name in names)
                texts.append(f"Inherited from :py:obj:`tf.{base.name}`: {listed}.")
        return texts

    # Namespaces.

    def _namespace(self, path: str, letters: list[str]) -> str:
        title = f"tf.{path}" if path else "tf"
        inner = [n for n in self._names.namespaces if n and n.rpartition(".")[0] == path]
        parts = [":orphan:", title + "\n" + "=" * len(title)]
        if path:
            parent = page_of(path.rpartition(".")[0])
            parts.append(f":In: :doc:`{parent} <{parent}>`")
        if letters:
            listed = ", ".join(f":doc:`{letter} <tf.raw_ops-{letter}>`" for letter in letters)
            parts.append(f"The {len(self._names.raw_ops):,} ops as functions of keyword arguments: {listed}.")
        if inner and path:
            parts += [".. rubric:: Namespaces", _listed(inner)]
        here = {name: entry for name, entry in self._names.entries.items() if name.rpartition(".")[0] == path}
        for kind, plural in _KINDS.items():
            rows = [self._row(name, entry) for name, entry in sorted(here.items()) if entry.kind == kind]
            if rows:
                parts += [f".. rubric:: {plural.capitalize()}", "\n".join(rows)]
        values = [(name, entry) for name, entry in sorted(here.items()) if not entry.has_page]
        if values:
            parts += [".. rubric:: Values", *(self._value(name, entry) for name, entry in values)]
        return "\n\n".join(parts) + "\n"

    def _row(self, name: str, entry: Entry) -> str:
        text = docstrings.inline(docstrings.summary(inspect.getdoc(entry.object) or ""))
        link = f":doc:`tf.{name} <{page_of(entry.name)}>`"
        alias = "" if name == entry.name or name.removeprefix("compat.v1.") == entry.name else f" (``tf.{entry.name}``)"
        return f"* {link}{alias}: {text}" if text else f"* {link}{alias}"

    def _value(self, name: str, entry: Entry) -> str:
        value = entry.object
        if entry.kind == "module":
            text = f"The namespace ``{'tf.compat.v1' if name.endswith('v1') else 'tf'}`` once more."
        elif isinstance(value, type):
            text = f"NumPy's ``{value.__module__}.{value.__qualname__}``."
        else:
            text = f"``{signatures.default_text(value)}``, {_with_article(type(value).__name__)}."
        return _directive("data", f"tf.{name}", "", f"{text} {self._link(entry.place)}")

    def _raw_ops(self, letter: str) -> str:
        title = f"tf.raw_ops: {letter}"
        parts = [":orphan:", title + "\n" + "=" * len(title), ":In: :doc:`tf.raw_ops <tf.raw_ops>`"]
        namespace = _raw_ops()
        for op, place in sorted(self._names.raw_ops.items()):
            if op[0] != letter:
                continue
            function = getattr(namespace, op)
            text = docstrings.converted(_KEYWORDS.sub("", inspect.getdoc(function) or ""))
            if place is not None:
                text += f"\n\n:Source: {self._link(place)}"
            signature = signatures.of_raw_ops().get(op) or signatures.signature_of(function)
            parts.append(_directive("function", f"tf.raw_ops.{op}", signature, text))
        return "\n\n".join(parts) + "\n"


def page_of(name: str) -> str:
    """Returns the page of a namespace, or of the first of an entry's names."""
    return f"tf.{name}" if name else "tf"


@functools.cache
def _raw_ops() -> Any:
    import graphwright

    return graphwright.raw_ops


def _name_of(member: tuple[str, Any]) -> str:
    return member[0]


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _member(name: str, member: Any) -> str:
    """Returns the text of a member of a class; "" for what is none of its own."""
    function = getattr(member, "__func__", member)
    text = docstrings.converted(inspect.getdoc(function) or "")
    if isinstance(member, (staticmethod, classmethod)):
        kind = "staticmethod" if isinstance(member, staticmethod) else "classmethod"
        signature = signatures.signature_of(function)
        return _directive(
            "method", name, _without_first(signature) if kind == "classmethod" else signature, text, {kind: ""}
        )
    if isinstance(member, _DESCRIPTORS):
        return _directive("method", name, _without_first(signatures.signature_of(function)), text)
    if isinstance(member, type):
        return ""
    if not hasattr(member, "__get__"):
        return _directive("attribute", name, "", f"``{signatures.default_text(member)}``")
    return _directive("property", name, "", text)


def _without_first(signature: str) -> str:
    """Returns the signature of a method as its callers see it.

    >>> _without_first("(self, x: int) -> int")
    '(x: int) -> int'
    """
    if not signature.startswith("("):
        return signature
    end = min((at for at in (signature.find(", "), signature.find(")")) if at > 0), default=1)
    rest = signature[end:].removeprefix(", ").removeprefix("/, ")
    return f"({rest}"


def _fields(cls: Any) -> str:
    rows = [".. rubric:: Fields", ""]
    for field in cls.DESCRIPTOR.fields:
        kind = field.message_type or field.enum_type
        rows.append(f"* ``{field.name}``" + (f": ``{kind.full_name}``" if kind is not None else ""))
    return "\n".join(rows)


def _directive(kind: str, name: str, signature: str, body: str, options: dict[str, str] | None = None) -> str:
    lines = [f".. py:{kind}:: {name}{signature}".replace("\\", "\\\\")]
    lines += [f"   :{key}: {value}".rstrip() for key, value in (options or {}).items()]
    return "\n".join([*lines, "", *(_indented([body]) if body else [])])


def _indented(texts: list[str]) -> list[str]:
    return ["\n".join(f"   {line}" if line else "" for line in text.split("\n")) for text in texts]


def _listed(namespaces: list[str]) -> str:
    return "\n".join(f"* :doc:`{page_of(name)} <{page_of(name)}>`" for name in namespaces)


def index(names: Names) -> str:
    """Returns the first page of the reference."""
    top = [name for name in names.namespaces if "." not in name]
    count = len(names.entries)
    text = (
        f"Each of the {count:,} public names, by namespaces, and {len(names.raw_ops):,} raw ops."
        " A name that TensorFlow has is to do what TensorFlow's does; where it is known not to, its page says how"
        " TensorFlow's differs. ``tf`` is ``graphwright``; ``tf.keras`` is Keras, which has a reference of its own."
    )
    return "\n".join(["Reference", "=========", "", text, "", _listed(top)]) + "\n"
