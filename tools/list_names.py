"""Writes `graphwright/_src/base/_names.py`: imports every file of the package and notes which of them publishes which name.

python tools/list_names.py            writes it
python tools/list_names.py --check    exit status 1 where it is out of date
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import types
from typing import Any

_SOURCES = pathlib.Path(__file__).resolve().parents[1] / "python"
_PACKAGE = _SOURCES / "graphwright"
_HEADER = '''"""The file that publishes each public name. Written by tools/list_names.py, not by hand."""

# Namespace ("" for `tf` itself) -> module -> its names there.
NAMES: dict[str, dict[str, str]] = {
'''
_WIDTH = 120


class _Recorder(dict):
    """Stands in for `export._names`: notes the module whose file is being run when a name appears."""

    def __init__(self) -> None:
        super().__init__()
        self.homes: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        frame: Any = sys._getframe(1)
        while frame.f_code.co_name != "<module>":
            frame = frame.f_back
        self.homes[name] = frame.f_globals["__name__"].removeprefix("graphwright._src.")
        self.lines[name] = frame.f_lineno


def _module(name: str) -> Any:
    """Returns a file of the package, run ahead of the package."""
    full = f"graphwright.{name}"
    spec: Any = importlib.util.spec_from_file_location(full, _PACKAGE / f"{name.replace('.', '/')}.py")
    module = sys.modules[full] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def collect() -> _Recorder:
    """Returns public name -> object, with the modules, below `graphwright._src`, and their lines that publish the names."""
    if "graphwright" in sys.modules:
        raise RuntimeError("graphwright has been imported already: run this file as a program of its own")
    # What the old list says plays no part.
    names: Any = types.ModuleType("graphwright._src.base._names")
    names.NAMES = {}
    sys.modules[names.__name__] = names
    _module("_version")
    export = _module("_src.base.export")
    recorder = export._names = _Recorder()
    # A development build lies in the source tree; without one, the installed package stands for the same files.
    if any(_PACKAGE.glob("_core*.so")):
        sys.path.insert(0, str(_SOURCES))
    import graphwright  # noqa: F401

    export.load_all()
    return recorder


def text_of(homes: dict[str, str]) -> str:
    """Returns the text of `_names.py`."""
    namespaces: dict[str, dict[str, list[str]]] = {}
    for name in sorted(homes):
        path, _, last = name.rpartition(".")
        namespaces.setdefault(path, {}).setdefault(homes[name], []).append(last)
    for path in list(namespaces):
        while path := path.rpartition(".")[0]:
            namespaces.setdefault(path, {})
    lines = []
    for path, modules in sorted(namespaces.items()):
        lines.append(f'    "{path}": {{' + ("" if modules else "},"))
        for module, names in sorted(modules.items()):
            lines += _entry(module, names)
        lines += ["    },"] if modules else []
    return _HEADER + "\n".join(lines) + "\n}\n"


def _entry(module: str, names: list[str]) -> list[str]:
    line = f'        "{module}": "{" ".join(names)}",'
    if len(line) <= _WIDTH:
        return [line]
    rows, row = [], ""
    for name in names:
        if len(row) + len(name) > _WIDTH - 16:
            rows.append(row)
            row = ""
        row += name + " "
    rows.append(row[:-1])
    return [f'        "{module}": (', *(f'            "{row}"' for row in rows), "        ),"]


def main(arguments: list[str]) -> int:
    """Writes or checks the list. Returns the exit status."""
    file = _PACKAGE / "_src/base/_names.py"
    text = text_of(collect().homes)
    if "--check" not in arguments:
        file.write_text(text)
    elif file.read_text() != text:
        print(f"{file} is out of date: run python {__file__}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
