"""The Sphinx extension of this site: other names of what the reference tells of, the search, and each page's language."""

from __future__ import annotations

import builtins
import collections.abc
import os
import sys
import typing
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import desc_signature
from sphinx.application import Sphinx
from sphinx.domains.python import ObjectEntry, PyClasslike, PyFunction, PyObject, PythonDomain

sys.path.insert(0, os.path.dirname(__file__))

from search import ThreeLanguages  # noqa: E402

# Where the pages of the reference lie: thousands.
_REFERENCE = "api/"
# By folder: the language as HTML names it, as it names itself, and what the theme says around a page.
_LANGUAGES: dict[str, tuple[str, str, dict[str, str]]] = {
    "en": ("en", "English", {}),
    "ko": (
        "ko",
        "한국어",
        {
            "Search": "검색",
            "Next": "다음",
            "Previous": "이전",
            "Home": "처음",
            "On this page": "이 쪽의 차례",
            "Back to top": "맨 위로",
        },
    ),
    "zh": (
        "zh-CN",
        "中文",
        {
            "Search": "搜索",
            "Next": "下一篇",
            "Previous": "上一篇",
            "Home": "首页",
            "On this page": "本页目录",
            "Back to top": "回到顶部",
        },
    ),
}


def _note_aliases(directive: PyObject, signature: desc_signature) -> None:
    """Declares further names of a function or class, to which links and the search lead as well."""
    for alias in directive.options.get("aliases", "").split():
        directive.env.domains["py"].note_object(f"tf.{alias}", directive.objtype, signature["ids"][0], True, signature)


class Function(PyFunction):
    """py:function with the option `aliases`."""

    option_spec = PyFunction.option_spec | {"aliases": directives.unchanged}

    def add_target_and_index(self, name_cls: tuple[str, str], sig: str, signode: desc_signature) -> None:
        super().add_target_and_index(name_cls, sig, signode)
        _note_aliases(self, signode)


class Classlike(PyClasslike):
    """py:class and py:exception with the option `aliases`."""

    option_spec = PyClasslike.option_spec | {"aliases": directives.unchanged}

    def add_target_and_index(self, name_cls: tuple[str, str], sig: str, signode: desc_signature) -> None:
        super().add_target_and_index(name_cls, sig, signode)
        _note_aliases(self, signode)


class Python(PythonDomain):
    """Sphinx's domain of Python, in which the search finds other names, too, and types of annotations are those of `tf`."""

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for name, found in self.objects.items():
            yield name, name, found.objtype, found.docname, found.node_id, 1

    def find_obj(
        self, env: Any, modname: str | None, classname: str | None, name: str, type: str | None, searchmode: int = 0
    ) -> list[tuple[str, ObjectEntry]]:
        name = name.removesuffix("()")
        if hasattr(builtins, name):
            return []  # `bool` in an annotation is Python's
        for known in (name, f"tf.{name}", self._classes().get(name, "")):
            if known in self.objects:
                return [(known, self.objects[known])]
        return []

    def _classes(self) -> dict[str, str]:
        """Returns the public name of each class by its last part, but for names that Python's annotations have."""
        if self._by_last is None:
            self._by_last = {}
            for name, found in sorted(self.objects.items()):
                last = name.rpartition(".")[2]
                if found.objtype in ("class", "exception") and not found.aliased and not _is_pythons(last):
                    self._by_last.setdefault(last, name)
        return self._by_last

    _by_last: dict[str, str] | None = None


def _is_pythons(name: str) -> bool:
    return hasattr(typing, name) or hasattr(collections.abc, name)


def language_of(page: str) -> str:
    """Returns the folder of a page's language; that of English pages has no name of its own but in the guide.

    >>> language_of("guide/ko/gpu"), language_of("api/tf.add")
    ('ko', 'en')
    """
    return next((part for part in page.split("/") if part in _LANGUAGES), "en")


def _set_language(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    language = language_of(page)
    context["language"], _, words = _LANGUAGES[language]
    if words:
        context["_"] = context["gettext"] = lambda text: words.get(text, text)
    links = []
    for other, (code, name, _) in _LANGUAGES.items():
        translation = page.replace(f"/{language}/", f"/{other}/")
        if other != language and translation != page and translation in app.env.found_docs:
            links.append(f'<a href="{context["pathto"](translation)}" lang="{code}">{name}</a>')
    if links:
        context["body"] = f'<p class="languages">{" · ".join(links)}</p>\n{context["body"]}'


def _shorten_contents(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Gives pages of the reference a table of contents of one level, made once for all of them: they lie in one folder."""
    if page.startswith(_REFERENCE) and page != f"{_REFERENCE}index":
        if "text" not in _contents:
            _contents["text"] = context["toctree"](collapse=True, titles_only=True, maxdepth=1, includehidden=True)
        context["toctree"] = lambda **_: _contents["text"]


_contents: dict[str, Any] = {}


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers all of it with Sphinx."""
    app.add_search_language(ThreeLanguages)
    app.add_domain(Python, override=True)
    app.add_directive_to_domain("py", "function", Function, override=True)
    for kind in ("class", "exception"):
        app.add_directive_to_domain("py", kind, Classlike, override=True)
    app.connect("html-page-context", _set_language)
    app.connect("html-page-context", _shorten_contents, priority=100)  # before the theme asks for the contents
    return {"parallel_read_safe": True, "parallel_write_safe": True}
