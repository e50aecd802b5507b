"""Checks the built pages: links lead somewhere, marks are there, and nothing is loaded from elsewhere.

    python docs/extension/check_html.py build/docs/html

Links to other sites are looked at for their form alone: no network is asked.
"""

from __future__ import annotations

import pathlib
import posixpath
import re
import sys
import urllib.parse

_TAG = re.compile(r"<(\w+)\b([^>]*)>")
_REFERENCE = re.compile(r'\b(href|src|action)="([^"]*)"')
_ID = re.compile(r'\bid="([^"]*)"')
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_LOADED = ("script", "img", "iframe", "link", "source", "video", "audio", "embed", "object")
_LOADED_BY_STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?(?:https?:)?//")


def problems(folder: pathlib.Path) -> list[str]:
    """Returns what is wrong with the pages below a folder, each as "page: what"."""
    pages = {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in folder.rglob("*.html")}
    marks = {name: set(_ID.findall(text)) for name, text in pages.items()}
    found = []
    for name, text in sorted(pages.items()):
        for tag, attributes in _TAG.findall(text):
            for kind, link in _REFERENCE.findall(attributes):
                wrong = _wrong(folder, name, tag, link, marks)
                if wrong:
                    found.append(f"{name}: {kind}={link}: {wrong}")
    for style in sorted(folder.rglob("*.css")):
        if _LOADED_BY_STYLE.search(style.read_text(encoding="utf-8")):
            found.append(f"{style.relative_to(folder)}: loads something from elsewhere")
    return found


def _wrong(folder: pathlib.Path, page: str, tag: str, link: str, marks: dict[str, set[str]]) -> str:
    link = link.replace("&amp;", "&")
    if link.startswith("data:"):
        return ""
    if _SCHEME.match(link) or link.startswith("//"):
        if tag in _LOADED:
            return "is loaded from elsewhere"
        parts = urllib.parse.urlsplit(link)
        formed = parts.scheme in ("http", "https") and "." in parts.netloc and " " not in link
        return "" if formed else "is not formed as an address"
    path, _, mark = link.partition("#")
    path = urllib.parse.unquote(path.partition("?")[0])
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if target not in marks:
        return "" if (folder / target).is_file() else "leads nowhere"
    return "" if not mark or urllib.parse.unquote(mark) in marks[target] else "there is no such mark"


def main(folder: pathlib.Path) -> int:
    """Prints what is wrong and how many pages there are. Returns the exit status."""
    found = problems(folder)
    print(*found, sep="\n", end="\n" if found else "")
    pages = sum(1 for _ in folder.rglob("*.html"))
    print(f"{pages} pages, {len(found)} wrong links")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
