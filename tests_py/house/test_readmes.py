"""The READMEs: their programs run, and the translations have the same programs and commands."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRANSLATIONS = ("README.ko.md", "README.zh.md")


def _blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)


def _without_comments(block: str) -> str:
    """The block without what stands behind `#`, but for results, and with one language's notebooks for every language's."""
    block = re.sub(r" +#(?! tf\.Tensor).*", "", block)
    return re.sub(r"notebooks/(ko|zh)/", "notebooks/", block)


def test_programs_run_and_print_what_they_say(tmp_path):
    pytest.importorskip("keras")
    program = "\n".join(_blocks("README.md", "python"))
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    said = re.findall(r"# (tf\.Tensor\(.*\))", program)
    assert len(said) == 2
    assert all(line in run.stdout for line in said)
    assert (tmp_path / "model.keras").exists()


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_translations_have_the_same_programs_and_commands(name):
    assert [_without_comments(b) for b in _blocks(name, "python")] == [
        _without_comments(b) for b in _blocks("README.md", "python")
    ]
    commands = [_without_comments(b) for b in _blocks("README.md", "sh")]
    translated = [_without_comments(b) for b in _blocks(name, "sh")]
    assert len(translated) == 3
    assert translated == commands[:3]


PAGES = [str(path.relative_to(ROOT)) for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert links or not path.name.startswith("README")
    assert not [link for link in links if not (path.parent / link).exists()]
