"""`python -m graphwright doctor`: what a report of an error needs, and warnings of what does not go together."""

from __future__ import annotations

import importlib
import json
import sys

from graphwright._src.runner import bad_mixes, facts
from graphwright._src.runner.arguments import Parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def main(argv: list[str]) -> int:
    """Prints the report. Returns the exit status: 0, with `--strict` 1 where there is a warning."""
    parser = Parser(
        "doctor",
        description="Tells the versions, the processor's level, threads, memory and GPUs, as graphwright uses them, and warns of "
        "what is known not to go together. Put its text into reports of errors.",
    )
    parser.add_argument("--json", action="store_true", help="prints JSON, for programs")
    parser.add_argument("--strict", action="store_true", help="the exit status is 1 where there is a warning")
    parser.add_argument(
        "--import", action="append", default=[], metavar="MODULE", dest="modules",
        help="imports a module first, as the program does that is in question; may be repeated, in the program's order",
    )  # fmt: skip
    options = parser.parse_args(argv)
    for module in options.modules:
        try:
            importlib.import_module(module)
        except Exception as error:  # noqa: BLE001 - whatever a module raises
            print(f"import {module}: {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    known = facts.collect()
    found = bad_mixes.find(known)
    if options.json:
        print(json.dumps({**known, "found": found}, indent=2))
    else:
        print(text_of(known, found))
    return 1 if options.strict and any(one["kind"] == "warning" for one in found) else 0


def report() -> str:
    """Returns the report as text, of this process."""
    known = facts.collect()
    return text_of(known, bad_mixes.find(known))


def text_of(known: dict[str, dict[str, Any]], found: list[dict[str, str]]) -> str:
    """Returns facts and what was found wrong as text, a line each."""
    own, python, processor = known["graphwright"], known["python"], known["processor"]
    onednn, threads, memory, gpu, keras = (known[name] for name in ("onednn", "threads", "memory", "gpu", "keras"))
    packages = ", ".join(f"{name} {version}" for name, version in known["packages"].items())
    quota = f", time of {threads['quota']:g} granted" if threads["quota"] is not None else ""
    rows = [
        ("graphwright", f"{own['version']}, TensorFlow's API {own['api']}, in {own['folder']}"),
        ("Python", f"{python['version']} ({python['implementation']}), {python['executable']}"),
        ("system", f"{python['system']}, {python['libc']}"),
        ("packages", packages),
        ("protobuf", f"implementation {known['protobuf']['implementation']}"),
        ("processor", f"{processor['model']}; level {processor['level']}; {' '.join(processor['extensions'])}"),
        ("oneDNN", f"{onednn['version']}, level {onednn['level']}" if onednn["version"] else "none"),
        ("LLVM", known["llvm"]["version"] or "none (llvmlite is not installed)"),
        ("threads", f"{threads['used']} of {threads['processors']} processors, {threads['allowed']} allowed{quota}"),
        ("memory", "; ".join(f"{name} {_size(value)}" for name, value in memory.items())),
        ("GPU", _gpu_text(gpu)),
        (
            "Keras",
            f"{keras['version']}, backend {keras['backend']} ({keras['because']})" if keras["version"] else "none",
        ),
        ("OpenMP", ", ".join(known["process"]["openmp"])),
        (
            "environment",
            " ".join(f"{name}={value}" for name, value in known["environment"].items()) or "nothing is set",
        ),
    ]
    lines = [f"{name:<12} {text}" for name, text in rows]
    lines += [""] if found else ["", "nothing is known not to go together"]
    lines += [f"{one['kind']}: {one['text']} [{one['name']}]" for one in found]
    return "\n".join(lines)


def _size(count: int | None) -> str:
    return "none" if count is None else f"{count / (1 << 30):.1f} GiB"


def _gpu_text(gpu: dict[str, Any]) -> str:
    if gpu["driver"] is None:
        return f"no driver; the plugin is {'there' if gpu['plugin'] else 'not built'}"
    return f"driver for {gpu['driver']}; {', '.join(gpu['devices']) or 'no device is used'}"
