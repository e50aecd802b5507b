"""Whether an outcome of a case at the edges is as good as TensorFlow's."""

import ml_dtypes
import numpy as np

from generated.edges.edge_cases import BY_NAME
from support.sampling import EPSILON

NO_KERNEL = ("Could not find device for node", "No OpKernel was registered", "not in the list of allowed values")
SLACK = 4  # times what the row allows: at the edges there is more cancellation


def verdict(key, theirs, ours, wide=None):
    """A kind and a text: "same", "nearer" (to what twice the precision gives), "class", "taken", "refused", "died",
    "value" or "gradient".
    """
    if ours[0] == "died":
        return "died", ours[1] + (f" (so did TensorFlow: {theirs[1]})" if theirs[0] == "died" else "")
    if theirs[0] == "died":
        return "nearer", f"TensorFlow {theirs[1]}"
    if theirs[0] == "error":
        if ours[0] == "error":
            same = theirs[1][0] in ours[1]
            return ("same", "") if same else ("class", f"{theirs[1][0]}: {theirs[2]}\n    ours {ours[1][0]}: {ours[2]}")
        if any(words in theirs[2] for words in NO_KERNEL):
            return "nearer", "TensorFlow has no kernel"
        return "taken", f"{theirs[1][0]}: {theirs[2]}\n    ours {short(ours[1]['value'])}"
    if ours[0] == "error":
        return "refused", f"{ours[1][0]}: {ours[2]}\n    TensorFlow {short(theirs[1]['value'])}"
    sample = BY_NAME[key[0]]
    nearer = False
    if sample.stateful and sample.before is None:
        return "same", ""  # other numbers in each run
    for part, want in theirs[1].items():
        reference = wide[1].get(part) if wide is not None and wide[0] == "value" else None
        factor = SLACK if part == "value" else 4 * SLACK
        # Gradients are sums whose terms are about 1.
        least = 8 if part == "gradient" else 0
        text, better = compare_tensors(
            ours[1].get(part), want, reference, (sample.ulp * factor, sample.half_ulp * factor, least)
        )
        if text:
            return part, text
        nearer |= better
    return ("nearer", "") if nearer else ("same", "")


def short(value):
    return str(value).replace("\n", " ")[:300]


def compare_tensors(got, want, reference, units):
    """What is wrong with `got`, None where nothing is; and whether it is nearer to the reference than `want`."""
    if len(want) == 1 and isinstance(want[0], str) and want[0].partition(":")[0].endswith("Error"):
        return None, True  # TensorFlow has no gradient, or it fails
    if len(got) != len(want):
        return f"{len(want)} tensors expected, got {len(got)}", False
    if reference is None or len(reference) != len(want):
        reference = [None] * len(want)
    nearer = False
    for number, (g, w, r) in enumerate(zip(got, want, reference, strict=True)):
        text, better = compare_tensor(g, w, r, units)
        if text:
            return f"[{number}]: {text}", False
        nearer |= better
    return None, nearer


def compare_tensor(g, w, r, allowed_units):
    if not isinstance(w, (np.ndarray, np.generic)) or not isinstance(g, (np.ndarray, np.generic)):
        return (None if type(w) is type(g) and (w == g or w != w) else f"expected {short(w)}, got {short(g)}"), False
    if g.dtype != w.dtype or g.shape != w.shape:
        return f"expected {w.dtype} {w.shape}, got {g.dtype} {g.shape}", False
    name = w.dtype.name
    if w.size == 0:
        return None, False
    if name not in EPSILON:
        bad = g != w
        return (first(g, w, bad), False) if np.any(bad) else (None, False)
    g, w = np.atleast_1d(g), np.atleast_1d(w)
    if w.dtype.kind == "c":
        part = np.float32 if name == "complex64" else np.float64
        g, w = (np.ascontiguousarray(x).view(part) for x in (g, w))
        r = None if r is None else np.ascontiguousarray(np.atleast_1d(r)).view(np.float64)
    ulp, half_ulp, least = allowed_units
    units = (half_ulp if name in ("float16", "bfloat16") else ulp) * EPSILON[name]
    info = ml_dtypes.finfo(w.dtype)
    a, b = g.astype(np.float64), w.astype(np.float64)
    with np.errstate(all="ignore"):
        finite = np.isfinite(b)
        largest = np.max(np.abs(b[finite]), initial=0.0)
        allowed = units * np.maximum(np.abs(np.where(finite, b, 0)), 0.05 * largest)
        allowed = np.maximum(
            allowed, max(2 * float(info.tiny), least * EPSILON[name])
        )  # TensorFlow makes 0 of what is smaller
        bad = ~np.where(finite, np.abs(a - b) <= allowed, (a == b) | (np.isnan(a) & np.isnan(b)))
        if not np.any(bad):
            return None, False
        if r is not None and np.shape(np.atleast_1d(r)) == a.shape:
            # What the type's own range makes of the reference.
            exact = np.atleast_1d(r).astype(np.float64)
            exact = np.where(np.abs(exact) > float(info.max), np.copysign(np.inf, exact), exact)
            tiny = float(info.tiny)

            def error(x):
                off = np.abs(x - exact)
                off = np.where((x == exact) | (np.isnan(x) & np.isnan(exact)), 0.0, off)
                return np.where(np.isnan(off), np.inf, off)

            fine = error(a) <= np.maximum(error(b), units / 4 * np.maximum(np.abs(exact), tiny))
            bad &= ~fine
            if not np.any(bad):
                return None, True
    return first(g, w, bad, r), False


def first(g, w, bad, r=None):
    place = tuple(int(i) for i in np.argwhere(np.atleast_1d(bad))[0])
    expected, got = np.atleast_1d(w)[place], np.atleast_1d(g)[place]
    text = f"{int(np.sum(bad))} of {np.size(w)} differ, first at {place}: expected {expected}, got {got}"
    if r is not None and np.shape(np.atleast_1d(r)) == np.shape(np.atleast_1d(w)):
        text += f"; in twice the precision {np.atleast_1d(r)[place]}"
    return text
