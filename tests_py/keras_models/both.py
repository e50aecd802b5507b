"""Runs a script on TensorFlow and on graphwright, by two processes beside each other."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from support.processes import environment

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable


def run_on_both(folder: pathlib.Path, path: str, arguments: Iterable[str], timeout: float = 1200) -> dict[str, Any]:
    """What both write. `path MODULE OUTPUT ARGUMENT…` runs the script on a module; it writes JSON to OUTPUT."""
    files, running = {}, []
    for module in ("tensorflow", "graphwright"):
        files[module] = folder / f"{module}.json"
        command = [sys.executable, path, module, str(files[module]), *arguments]
        running.append(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment())
        )
    for process in running:
        said, _ = process.communicate(timeout=timeout)
        assert process.returncode == 0, said[-3000:]
    return {module: json.loads(file.read_text()) for module, file in files.items()}
