"""Runs cells on TensorFlow and on graphwright and says where what they show differs.

What a cell shows is compared as text after `normalise`. Tags of a cell loosen that, and nothing else does:

  raises-exception         the cell may fail: the class of the error must be the same, its message may not
  nondeterministic         timings and the like: both cells must run, and both must show something or both nothing
  random-values            every number in the text is masked, the text around it must be the same
  implementation-defined   generated code and graphs: both must show something, and in it the word of each `contains:`
"""

from __future__ import annotations

import difflib
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

HAS_TENSORFLOW = importlib.util.find_spec("tensorflow") is not None

_DROPPED_LINES = re.compile(
    r"^(?:WARNING: All log messages before absl::InitializeLog"  # the log of TensorFlow's C++ part
    r"|[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ "
    r"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: [IWEF] "
    r"|WARNING:(?:tensorflow|graphwright):)"  # advice in the words of each, such as about retracing
    r".*\n?(?:Instructions for updating:\n.*\n?)?",
    re.MULTILINE,
)
_REPLACED = (
    # Of a chain of exceptions the last alone, which the program sees: the others are about the framework's inside.
    (
        re.compile(
            r"(?:Traceback \(most recent call last\):\n(?:(?!Traceback \().*\n)*?"
            r"\n(?:The above|During handling of the above) exception.*:\n\n)+"
        ),
        "",
    ),
    (re.compile(r"\b0x[0-9a-fA-F]+\b"), "0xADDRESS"),
    (re.compile(r"\b__(inference|forward|backward)_(\w+?)_\d+\b"), r"__\1_\2_N"),  # numbered over the whole process
    (re.compile(r"\b(?:tensorflow|graphwright)(?:\.\w+)*\.(?=[A-Z]\w*\b)"), ""),  # where a class is defined
    (re.compile(r'File "(?!<cell )[^"]*", line \d+'), 'File "PATH", line N'),
    (re.compile(r"[ \t]+$", re.MULTILINE), ""),
)
_NUMBER = re.compile(r"[-+]?\b\d+(?:\.\d*)?(?:[eE][-+]?\d+)?\b\.?")


def normalise(text: str) -> str:
    """`text` without what two correct implementations, or two runs of one, may show differently."""
    text = _DROPPED_LINES.sub("", text)
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return text.strip("\n")


def execute(framework: str, files: list[pathlib.Path], folder: pathlib.Path) -> dict[str, list[dict]]:
    """Runs the cells of all files on 'tensorflow' or 'graphwright'; per file, by path, the records of execute_cells.py.

    `folder` is for the record files. A file whose process dies or hangs has a last record with the key `crash`.
    """
    records: dict[str, list[dict]] = {}
    out = folder / f"{framework}.jsonl"
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0", CUDA_VISIBLE_DEVICES="")
    command = [sys.executable, str(HERE / "execute_cells.py"), framework, str(out), *map(str, files)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=1800)
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    if done.returncode != 0 or not lines:
        raise RuntimeError(f"{' '.join(command)} failed with status {done.returncode}:\n{done.stdout}{done.stderr}")
    head, *rest = map(json.loads, lines)
    if head["framework"] != framework:
        raise RuntimeError(f"expected to run on {framework}, ran on {head['framework']}")
    for record in rest:
        records.setdefault(record["path"], []).append(record)
    return records


def failure(record: dict) -> str | None:
    """Says why a cell did not run as it should, or None: only cells with the tag `raises-exception` may raise."""
    if "crash" in record:
        code = record["crash"]
        return f"the process died: {signal.Signals(-code).name if code < 0 else f'exit status {code}'}"
    error = record["error"]
    if error is None or "raises-exception" in record["tags"]:
        return None
    return f"cell {record['number']} raised {error['class']}: {error['message']}\n{record['source']}"


def shown(record: dict) -> str:
    """Returns all that a cell shows, normalised."""
    text = record["output"]
    if record["result"] is not None:
        text += ("" if not text or text.endswith("\n") else "\n") + record["result"]
    return normalise(text)


def difference(expected: dict, actual: dict) -> str | None:
    """Says how what `actual` shows differs from `expected`, for people to read, or None where they agree."""
    problem = failure(actual)
    if problem is not None and failure(expected) is None:
        return problem
    classes = [record["error"]["class"] if record["error"] else "no error" for record in (expected, actual)]
    if classes[0] != classes[1]:
        return f"cell {actual['number']}: expected {classes[0]}, got {classes[1]}\n{actual['source']}"
    left, right = shown(expected), shown(actual)
    tags = expected["tags"]
    if "nondeterministic" in tags:
        if bool(left) == bool(right):
            return None
    elif "implementation-defined" in tags:
        words = [tag[len("contains:") :] for tag in tags if tag.startswith("contains:")]
        missing = [word for word in words if word not in left or word not in right]
        if missing:
            return f"cell {actual['number']}: the text of one of the two lacks {missing}\n{right}"
        if left and right:
            return None
    elif "random-values" in tags:
        left, right = (" ".join(_NUMBER.sub("#", text).split()) for text in (left, right))
    if left == right:
        return None
    lines = difflib.unified_diff(left.splitlines(), right.splitlines(), "TensorFlow", "graphwright", lineterm="", n=30)
    return f"cell {actual['number']}:\n{actual['source']}\n" + "\n".join(lines)


def differences(expected: list[dict], actual: list[dict]) -> dict[int, str | None]:
    """Per number of a cell, the difference between the two runs of a file."""
    ran = {record["number"]: record for record in actual if "crash" not in record}
    crash = next((failure(record) for record in actual if "crash" in record), None)
    result: dict[int, str | None] = {}
    for record in expected:
        if "crash" in record:
            raise RuntimeError(f"TensorFlow: {failure(record)}")
        number = record["number"]
        if number in ran:
            result[number] = difference(record, ran[number])
        else:
            result[number] = f"cell {number} did not run: {crash}\n{record['source']}"
    return result
