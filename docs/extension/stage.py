"""Puts together what Sphinx reads: the pages of `docs/`, the notebooks, and the reference, made from the package.

    python docs/extension/stage.py FOLDER

A file whose text is what it was is left alone, so that a second build does only what has changed.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys

import differences
import names
import pages

_DOCS = names.ROOT / "docs"
_PAGES = ("*.md", "guide/**/*.md", "tutorials/**/*.md", "conf.py", "static/*", "images/*")
_LINKED = ("features", "explain", "environment", "gaps", "libraries")
_NOTEBOOKS = ("ko", "zh")


def main(target: pathlib.Path) -> None:
    """Writes the sources into a folder, and removes what lies there from before and is no more."""
    written = set()

    def put(path: str, content: str | bytes) -> None:
        file = target / path
        written.add(file)
        content = content.encode() if isinstance(content, str) else content
        if not file.exists() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    for pattern in _PAGES:
        for file in sorted(_DOCS.glob(pattern)):
            content = file.read_bytes()
            put(str(file.relative_to(_DOCS)), _without_files(content.decode()) if file.parent == _DOCS else content)
    put("readme.md", _within_the_site((names.ROOT / "README.md").read_text(encoding="utf-8")))
    for language in _NOTEBOOKS:
        for file in sorted((names.ROOT / "notebooks" / language).glob("*.ipynb")):
            put(f"tutorials/{language}/{file.name}", file.read_bytes())
    known = names.collect()
    writer = pages.Writer(known, differences.read(known))
    for page, text in writer.pages():
        put(f"api/{page}.rst", text)
    put("api/index.rst", pages.index(known))
    put("sources.json", json.dumps(sorted(writer.files), indent=0))
    for file in sorted(target.rglob("*")):
        if file.is_file() and file not in written:
            file.unlink()
    print(f"{target}: {len(written)} files")


def _without_files(text: str) -> str:
    """Returns a page's text with what its links to files beside `docs/` say, in place of them.

    >>> _without_files("[a](../tests_py/a.py), [c](gaps.md)")
    'a, [c](gaps.md)'
    """
    return re.sub(r"\[([^]]+)\]\(\.\./[^)]*\)", r"\1", text)


def _within_the_site(text: str) -> str:
    """Returns the README's text with links that lead to pages, and of others only what they say.

    >>> _within_the_site("[a](docs/gaps.md#b), [c](D.md#e)")
    '[a](gaps.md#b), c'
    """
    text = re.sub(r"\]\(docs/", "](", text)
    return re.sub(rf"\[([^]]+)\]\((?!(?:{'|'.join(_LINKED)})\.md)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
