"""Messages go through `tf.get_logger()`: the package prints, warns and makes loggers only where this file says why."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import graphwright as tf
from house.imports import modules
from support.logged import logged

ROOT = Path(__file__).resolve().parents[2]

# File below `_src/` -> why it writes to a stream itself. `runner/` are commands, whose output is what they are for.
PRINTS = {
    "autograph.verbosity": "tf.autograph.trace prints, and set_verbosity(…, alsologtostdout=True) asks for it",
    "base.progress": "the line that changes on a terminal",
    "testing.testing": "the time of a test, as TensorFlow's TestCase prints it",
    "v1.profiler": "the profiler's report",
}
# File -> what it tells by Python's warnings, as TensorFlow does there.
WARNS = {
    "base.errors": "Unknown class exception",
    "data.functions": "Even though the `tf.config.experimental_run_functions_eagerly` option is set",
    "data.transformations": "The `deterministic` argument has no effect",
    "tensor.indexed_slices": "Converting sparse IndexedSlices to a dense Tensor",
    "v1.dataset": "An unusually high number of `Iterator.get_next()` calls",
    "v1.summary": "Attempting to use a closed FileWriter",
}
# File of the core -> why it writes to stderr.
CORE_PRINTS = {
    "op/op_def.cc": "an op that is stated wrongly, before there is a logger",
    "op/run_on_device.cc": "tf.debugging.set_log_device_placement, as TensorFlow prints it",
    "ops/debug/print_assert.cc": "the op Abort, which ends the process",
}


def calls(path: Path) -> list[tuple[int, str, ast.Call]]:
    """Returns the calls in a file: their lines and what is called, as text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [(node.lineno, ast.unparse(node.func), node) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def files():
    """Gives the files of the package, but for the commands: name and path."""
    for module, path in modules().items():
        name = module.removeprefix("_src.")
        if not name.startswith("runner") and module != "__main__":
            yield name, path


def test_only_these_print():
    found: dict[str, list[int]] = {}
    for name, path in files():
        for line, called, _ in calls(path):
            if called == "print" or re.fullmatch(r"sys\.(__)?std(out|err)(__)?\.write(lines)?", called):
                found.setdefault(name, []).append(line)
    assert set(found) == set(PRINTS), {name: lines for name, lines in found.items() if name not in PRINTS}


def test_only_these_warn():
    found: dict[str, str] = {}
    for name, path in files():
        for line, called, node in calls(path):
            if called in ("warnings.warn", "warnings.warn_explicit", "warn"):
                parts = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
                text = "".join(part for part in parts if isinstance(part, str))
                assert name in WARNS, f"{name}:{line}: use log_warning of base/logger.py"
                assert text.startswith(WARNS[name]), (name, line, text)
                found[name] = text
    assert set(found) == set(WARNS)


def test_there_is_one_logger():
    for name, path in files():
        for line, called, _ in calls(path):
            makes = re.fullmatch(
                r"getLogger|(absl\.|absl_)?logging\.(getLogger|Logger|basicConfig|debug|info|warn\w*|error|critical|exception|log)",
                called,
            )
            assert not makes or name == "base.logger", f"{name}:{line}: {called}"


def test_the_core_says_little():
    found = set()
    for path in sorted((ROOT / "cpp").rglob("*")):
        if path.suffix in (".cc", ".h", ".cu"):
            text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            if re.search(r"\bstd::(cerr|cout|clog)\b|(?<!n)\bf?printf\(|\bperror\(|\bf?puts\(", text):
                found.add(path.relative_to(ROOT / "cpp").as_posix())
    assert found == set(CORE_PRINTS)


def test_what_conversion_tells_goes_through_the_logger():
    tf.autograph.set_verbosity(1)
    try:
        with logged(tf) as found:

            @tf.function
            def f(x):
                if x > 0:
                    x = x + 1
                return x

            f(tf.constant(1))
    finally:
        tf.autograph.set_verbosity(0)
    assert any(text.startswith("AutoGraph: converted <function") for text in found)
