"""The documentation's site: what is put together for it has every public name, and guides that are translations of each other."""

import collections
import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest

from graphwright._src.base import export

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "docs/extension"
GUIDES = ROOT / "docs/guide"
WITH_SPHINX = {"graphwright_site", "search"}
WITH_PYGMENTS = {"sources"}
WITH_SELENIUM = {"try_search"}

DECLARATION = re.compile(r"^\.\. py:(?:function|class|exception|data):: tf\.([\w.]+).*\n((?:   :.*\n)*)", re.MULTILINE)
CELL = re.compile(r"```\{code-cell\}.*?\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """The pages of the reference by name, as Sphinx reads them."""
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run([sys.executable, EXTENSION / "stage.py", folder], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return {file.stem: file.read_text(encoding="utf-8") for file in (folder / "api").glob("*.rst")}


def test_every_public_name_is_declared_once(staged):
    declared = []
    for text in staged.values():
        for name, options in DECLARATION.findall(text):
            aliases = re.search(r":aliases: (.*)", options)
            declared += [name, *(aliases[1].split() if aliases else ())]
    # By the table, for other tests of this process may have published names of their own.
    listed = {path: " ".join(modules.values()).split() for path, modules in export.NAMES.items()}
    names = [f"{path}.{name}" if path else name for path, inner in listed.items() for name in inner]
    wanted = [*names, *(f"raw_ops.{op}" for op in export.public_names("raw_ops"))]
    assert len(wanted) > 5000
    assert set(wanted) - set(declared) == set()
    assert [name for name, count in collections.Counter(declared).items() if count > 1] == []


def test_pages_have_signatures_texts_sources_and_differences(staged):
    page = staged["tf.linalg.matmul"]
    assert ".. py:function:: tf.linalg.matmul(a: TensorLike, b: TensorLike, transpose_a: bool = False" in page
    assert "Returns the product of matrices" in page and ":py:obj:`tf.errors.InvalidArgumentError`" in page
    assert re.search(r"python/graphwright/_src/ops/\w+\.py, line \d+ <", page)
    assert re.search(r"cpp/ops/linalg/\w+\.cc, line \d+ <", page)
    assert "TensorFlow's differs" not in page
    assert "TensorFlow's differs" in staged["tf.dtypes.saturate_cast"]
    assert "It is not there" in staged["tf.experimental.dtensor.create_mesh"]
    single = [
        text for text in staged.values() if re.search(r"^\.\. py:(function|class|exception)::", text, re.MULTILINE)
    ]
    assert len(single) > 2000
    assert all(":Source: `python/" in text or text.startswith(":orphan:\n\ntf.raw_ops: ") for text in single)


def test_files_that_pages_link_are_there(staged):
    linked = {found for text in staged.values() for found in re.findall(r"<\.\./source/(.*?)\.html#L-\d+>", text)}
    assert len(linked) > 300
    assert [file for file in linked if not (ROOT / file).exists()] == []


def test_guides_are_there_in_all_languages_with_the_same_code():
    pages = {language: {file.name for file in (GUIDES / language).glob("*.md")} for language in ("en", "ko", "zh")}
    assert len(pages["en"]) == 8 and pages["en"] == pages["ko"] == pages["zh"]
    for name in pages["en"]:
        texts = {language: (GUIDES / language / name).read_text(encoding="utf-8") for language in pages}
        cells = {language: CELL.findall(text) for language, text in texts.items()}
        assert cells["en"] == cells["ko"] == cells["zh"], name
        assert cells["en"] or name == "index.md"
        roles = {language: set(re.findall(r"\{py:obj\}`(.*?)`", text)) for language, text in texts.items()}
        assert roles["en"] == roles["ko"] == roles["zh"], name
        assert re.search(r"[\uac00-\ud7a3]{2}", texts["ko"]) and re.search(r"[\u4e00-\u9fff]{2}", texts["zh"])


@pytest.mark.parametrize("name", sorted(file.stem for file in EXTENSION.glob("*.py")))
def test_examples_of_the_extension(name):
    needed = {"sphinx": WITH_SPHINX, "pygments": WITH_PYGMENTS, "selenium": WITH_SELENIUM}
    for package, files in needed.items():
        if name in files and importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    program = [sys.executable, "-m", "doctest", f"{name}.py"]
    run = subprocess.run(program, cwd=EXTENSION, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_wrong_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a id="here" href="b.html#there"></a><a href="#here"></a><a href="c.html"></a><a href="b.html#nowhere"></a>'
        '<script src="https://example.org/x.js"></script><a href="https://example.org/"></a><a href="https:///x"></a>'
    )
    (tmp_path / "b.html").write_text('<p id="there"><img src="missing.png"></p>')
    (tmp_path / "s.css").write_text('@import "https://example.org/font.css";')
    program = [sys.executable, EXTENSION / "check_html.py", tmp_path]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout.splitlines() == [
        "a.html: href=c.html: leads nowhere",
        "a.html: href=b.html#nowhere: there is no such mark",
        "a.html: src=https://example.org/x.js: is loaded from elsewhere",
        "a.html: href=https:///x: is not formed as an address",
        "b.html: src=missing.png: leads nowhere",
        "s.css: loads something from elsewhere",
        "2 pages, 6 wrong links",
    ]
