"""Pages of the files to which the reference leads, with a mark for each line, so that they can be read without a network.

python docs/extension/sources.py build/docs/source/sources.json build/docs/html/source
"""

from __future__ import annotations

import html
import json
import pathlib
import sys

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title>
<link rel="stylesheet" href="{up}_static/pygments.css"><link rel="stylesheet" href="{up}_static/source.css"></head>
<body><p><a href="{up}api/index.html">Reference</a> · {name}</p>
{text}
</body></html>
"""


def page_of(name: str) -> str:
    """Returns the page of a file of the repository; line 12 is `#L-12` there."""
    source = (_ROOT / name).read_text(encoding="utf-8")
    formatter = HtmlFormatter(linespans="L", cssclass="highlight source")
    text = highlight(source, get_lexer_for_filename(name, stripnl=False), formatter)
    return _PAGE.format(name=html.escape(name), up="../" * (name.count("/") + 1), text=text)


def main(listed: pathlib.Path, target: pathlib.Path) -> None:
    """Writes the pages that are not there yet, or are older than their files."""
    for name in json.loads(listed.read_text(encoding="utf-8")):
        page = target / f"{name}.html"
        if not page.exists() or page.stat().st_mtime < (_ROOT / name).stat().st_mtime:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(page_of(name), encoding="utf-8")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
