"""Docstrings of this repository as reStructuredText.

A docstring has paragraphs, examples that begin with `>>>`, sections such as `Args:` whose items are indented (`name: text`,
gone on with on lines that are indented further), and code in single backticks. A name in backticks that begins with `tf.`
becomes a link.
"""

from __future__ import annotations

import re

# Sections whose items have names, and those that are a text; with what the page calls them.
_ITEMS = {"Args": "Arguments", "Attributes": "Attributes", "Raises": "Errors"}
_TEXTS = {"Returns": "Result", "Yields": "Yields"}
_CODE = re.compile(r"`([^`]+)`")
_PUBLIC = re.compile(r"tf(\.\w+)+(\(\))?")
# At the end of the first sentence: the page has the name as its title.
_WITH_ITS_NAME = re.compile(r"(?<=\S) \(tf\.[\w., ]+\)(?=\.?(\n\n|$))")
# An inline mark stands between spaces or these; elsewhere a space that leaves nothing goes between.
_MAY_STAND_BEFORE = " \n\t'\"([{<-/:"
_MAY_STAND_BEHIND = " \n\t'\")]}>-/:.,;!?\\"


def summary(text: str) -> str:
    """Returns the first sentence or paragraph of a docstring.

    >>> summary("Returns the sum (tf.add).\\n\\nOf anything.")
    'Returns the sum.'
    """
    first = " ".join(text.strip().split("\n\n")[0].split("\n"))
    return _WITH_ITS_NAME.sub("", first.split(" >>> ")[0]).strip()


def inline(text: str) -> str:
    """Returns running text as reStructuredText: code and links where backticks are, and what would be markup as it is.

    >>> inline("See `tf.add`, not `x`, for *any* `Tensor`s.")
    'See :py:obj:`tf.add`, not ``x``, for \\\\*any\\\\* ``Tensor``\\\\ s.'
    """
    parts = _CODE.split(text)
    out = []
    for number, part in enumerate(parts):
        if number % 2 == 0:
            out.append(_escape(part))
            continue
        before = parts[number - 1][-1:] or " "
        behind = parts[number + 1][:1] or " "
        out += ["" if before in _MAY_STAND_BEFORE else "\\ ", code(part), "" if behind in _MAY_STAND_BEHIND else "\\ "]
    return "".join(out)


def code(text: str) -> str:
    """Returns a piece of code, which is a link where it is a public name.

    >>> code("tf.add()"), code("a * b")
    (':py:obj:`tf.add() <tf.add>`', '``a * b``')
    """
    text = " ".join(text.split())
    if _PUBLIC.fullmatch(text) is None:
        return f"``{text}``"
    name = text.removesuffix("()")
    return f":py:obj:`{text}`" if name == text else f":py:obj:`{text} <{name}>`"


def _escape(text: str) -> str:
    text = re.sub(r"_(?!\w)", r"\\_", re.sub(r"([\\*|`])", r"\\\1", text))
    return re.sub(r"(?=\w://)", r"\\", text)  # an address that is no link


def converted(text: str) -> str:
    """Returns a docstring, as `inspect.getdoc` gives it, as reStructuredText."""
    out: list[str] = []
    lines = _WITH_ITS_NAME.sub("", text.strip(), count=1).split("\n")
    at = 0
    while at < len(lines):
        title = lines[at][:-1] if lines[at].endswith(":") else ""
        if title in _ITEMS or title in _TEXTS:
            end = _end_of_section(lines, at + 1)
            out += _section(title, lines[at + 1 : end])
        elif lines[at].lstrip().startswith(">>>"):
            end = _end_of_example(lines, at)
            out += ["", *(line[_indent(lines[at]) :] for line in lines[at:end]), ""]
        else:
            end = _end_of_paragraph(lines, at)
            out += [inline("\n".join(line.strip() for line in lines[at:end]))]
        at = end
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()


def _end_of_section(lines: list[str], at: int) -> int:
    while at < len(lines) and (not lines[at] or lines[at].startswith(" ")):
        at += 1
    return at


def _end_of_example(lines: list[str], at: int) -> int:
    while at < len(lines) and lines[at].strip():
        at += 1
    return at


def _end_of_paragraph(lines: list[str], at: int) -> int:
    """Returns where the paragraph, with the empty line behind it, ends that begins at a line."""
    while at < len(lines) and lines[at].strip() and not lines[at].lstrip().startswith(">>>"):
        at += 1
        if at < len(lines) and re.fullmatch(r"(Args|Returns|Raises|Yields|Attributes):", lines[at]):
            return at
    return at + 1 if at < len(lines) and not lines[at].strip() else at


def _section(title: str, lines: list[str]) -> list[str]:
    out = ["", f".. rubric:: {(_ITEMS | _TEXTS)[title]}", ""]
    if title in _TEXTS:
        return [*out, converted("\n".join(line[2:] for line in lines)), ""]
    for name, text in _items(lines):
        # `tf.errors.InvalidArgumentError` is a link, `name` is code.
        names = ", ".join(code(each.strip()) for each in name.split(","))
        body = inline(text).replace("\n", "\n   ") or "\\ "
        out += [names, f"   {body}", ""]
    return out


def _items(lines: list[str]) -> list[tuple[str, str]]:
    """Returns the items of a section: names and texts."""
    found: list[tuple[str, str]] = []
    names = ""  # that go on on the next line
    for line in lines:
        name, colon, rest = line.strip().partition(":")
        if line.strip() and (_indent(line) <= 2 or names) and colon:
            found.append((f"{names} {name}".strip(), rest.strip()))
            names = ""
        elif line.endswith(",") and _indent(line) <= 2:
            names = f"{names} {name}"
        elif line.strip() and found:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{line.strip()}".strip())
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
