"""Judges what two modules gave for one call."""

import math

import numpy as np

from generated.op_fuzz.op_known import RIGHT, UNUSED, Outcomes, floats_of, rule_for

NO_KERNEL = (
    "Could not find device for node",
    "No OpKernel was registered",
    "is not yet supported",
    "not implemented",
    "Unsupported data type",
    "CPU implementation",
    "only supports NHWC",
    "only supports NDHWC",
    "only supports the NHWC",
    "does not support NCHW",
    "We only handle up to",
    "inputs rank not in",
    "is not supported yet",
    "available for float16/half type on CPU",
)
NO_MEMORY = (
    "AddressSanitizer: out of memory",
    "AddressSanitizer: allocator is out of memory",
    "allocation-size-too-big",
)
TOLERANCE = {"float64": 1e-6, "complex128": 1e-6, "float32": 2e-3, "complex64": 2e-3, "float16": 5e-2, "bfloat16": 2e-1}

ROUNDING = {"float64": 1e-15, "complex128": 1e-15, "float32": 5e-7, "complex64": 5e-7}  # of sums that cancel


def verdict(call, stateful, theirs, ours):
    """A word for how the outcomes compare, and a text about it.

    `crash`, `odd class`, `value`, `class`, `taken` (TensorFlow refuses it) and `refused` (TensorFlow takes it) are findings;
    `known right` and `known wrong` are those that a rule of op_known.py names, which is then the text.
    """
    if ours[0] == "died":
        # AddressSanitizer's operator new ends the process, where another throws.
        no_memory = any(words in ours[2] for words in NO_MEMORY)
        return "memory" if no_memory else "crash", f"{ours[1]}\n{ours[2]}"
    both = Outcomes(call, theirs, ours)
    if ours[0] == "error" and not RIGHT & set(ours[1]) and not (theirs and theirs[1][0] == ours[1][0]):
        return _known("odd class", both, f"{ours[1][0]}: {ours[2]}")
    if theirs is None:
        return "ran", ""
    if theirs[0] == "died":
        return "TensorFlow died", f"{theirs[1]} {theirs[2][-300:]}"
    memory = [o for o in (theirs, ours) if o[0] == "error" and o[1][0] in ("ResourceExhaustedError", "MemoryError")]
    if memory:
        if (
            ours[0] == "value"
            and np.prod([np.prod(a[1]) for a in ours[1]]) < 1000
            and theirs[1][0] == "ResourceExhaustedError"
        ):
            return "same", ""  # ours needs less
        return ("same", "") if len(memory) == 2 else ("memory", f"{theirs[:3]} and {ours[:3]}")
    if theirs[0] == "error":
        if theirs[1][0] == "UnicodeDecodeError":
            return "no kernel there", ""  # TensorFlow stumbles over its own message
        if ours[0] == "error" and theirs[1][0] in ours[1]:
            return "same class", ""
        if any(words in theirs[2] for words in NO_KERNEL):
            return "no kernel there", ""
        if ours[0] == "error":
            text = f"{theirs[1][0]} there, {ours[1][0]} here\n    {theirs[2]!r}\n    {ours[2]!r}"
            return _known("class", both, text)
        return _known("taken", both, f"{theirs[1][0]} there: {theirs[2]!r}\n    here {str(ours[1])[:200]}")
    if ours[0] == "error":
        return _known("refused", both, f"{ours[1][0]} here: {ours[2]!r}\n    there {str(theirs[1])[:200]}")
    place, text = difference(call, theirs[1], ours[1], stateful)
    return _known("value", Outcomes(call, theirs, ours, place), text) if text else ("same", "")


def _known(kind, both, text):
    why = rule_for(kind, both)
    return ("known wrong" if kind in ("class", "taken", "odd class") else "known right", why) if why else (kind, text)


def difference(call, want, got, stateful):
    """Where results differ (output and element, or None), and in what; the text is empty where they do not."""
    if len(want) != len(got):
        return None, f"{len(want)} outputs there, {len(got)} here"
    for place, (w, g) in enumerate(zip(want, got, strict=True)):
        if place in UNUSED.get(call.op, ()) and 0 in g[1]:
            continue
        if w[0] != g[0]:
            return None, f"output {place}: {w[0]} there, {g[0]} here"
        if w[1] != g[1]:
            return None, f"output {place}: shape {w[1]} there, {g[1]} here"
        if w[2] is None or stateful:
            continue
        if w[0] not in TOLERANCE:
            bad = [i for i, (a, b) in enumerate(zip(w[2].tolist(), g[2].tolist(), strict=True)) if a != b]
        else:
            bad = unequal(w[2], g[2], TOLERANCE[w[0]], ROUNDING.get(w[0], 0.0) * largest(call))
        if len(bad):
            at = (place, int(bad[0]))
            return (
                at,
                f"output {place}, element {bad[0]}: {w[2][bad[0]]} there, {g[2][bad[0]]} here ({w[0]} {list(w[1])})",
            )
    return None, ""


def largest(call):
    """The largest of the call's usual numbers: sums of them may lose as much when they cancel."""
    x = np.abs(floats_of(call))
    return float(np.max(x[x < 1e3], initial=0.0))


def unequal(want, got, tolerance, least):
    """Places where floats differ by more than rounding; sums may lose as much as the largest finite element has."""
    with np.errstate(all="ignore"):
        kind = np.complex128 if want.dtype.kind == "c" else np.float64
        w, g = want.astype(kind), got.astype(kind)
        finite = np.abs(w[np.isfinite(w)])
        scale = float(np.max(finite, initial=0.0))
        scale = scale if math.isfinite(scale) else 0.0
        same = (
            (w == g)
            | ((w != w) & (g != g))
            | (np.abs(w - g) <= tolerance * np.maximum(np.abs(w), scale * 0.05 + 1e-6) + least)
        )
        if want.dtype.kind == "c":  # a part that is NaN makes the number one, whatever the other part is
            same |= ~np.isfinite(w) & ~np.isfinite(g)
        return np.flatnonzero(~same)
