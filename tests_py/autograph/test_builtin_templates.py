"""Builtin functions and statements over values of all kinds, random pairs of the two beside TensorFlow.

GRAPHWRIGHT_BUILTIN_TEMPLATES sets how many of them are tried ("all").
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import random
import re
import signal
import sys

import numpy as np
import pytest

from autograph.builtin_templates import ENDLESS, EXPRESSIONS, MADE, STATEMENTS, VALUES

HEAD = """
import collections, dataclasses, functools, itertools, math, operator

import numpy as np

Point = collections.namedtuple("Point", "a b")


@dataclasses.dataclass
class Data:
    a: object
    b: object


class Base:
    def length(self, x):
        return len(x)


class Obj(Base):
    def __init__(self, value):
        self.value = value

    def double(self):
        return self.value * 2

    def length(self, x):
        return super().length(x) + 1


def many(*args):
    return args


def keywords(**kwargs):
    return sorted(kwargs.items())


def super_len(x):
    return Obj(0).length(x)
"""
# A default that is none of the elements: TensorFlow ignores it, and fails at the end.
REFUSED = [("dst", "next(iter(X), 9)")]
BOUNDS = re.compile(r"range\([^()]*\bX")
NAME = re.compile(r'Tensor\("[^"]*"')
LIMIT = 3.0  # seconds that a case may take


class TooLong(BaseException):
    """A case does not end."""


def _chosen():
    pairs = []
    for value in (*VALUES, *MADE):
        for what in (*EXPRESSIONS, *STATEMENTS):
            endless = what in ENDLESS and value.startswith(("ds", "it"))
            # TensorFlow aborts where bounds of a range are no scalars, but known.
            aborts = value == "rng" and BOUNDS.search(STATEMENTS.get(what, what))
            if not endless and not aborts and (value, what) not in REFUSED:
                pairs.append((value, what))
    wanted = os.environ.get("GRAPHWRIGHT_BUILTIN_TEMPLATES", "25")
    return pairs if wanted == "all" else random.Random(7).sample(pairs, int(wanted))


def _text(pairs):
    lines = [HEAD]
    for i, (value, what) in enumerate(pairs):
        body = STATEMENTS[what].split("\n") if what in STATEMENTS else [f"r = {what}"]
        made = [f"X = {MADE[value]}"] if value in MADE else []
        lines += ["", f"def f{i}({'' if made else 'X'}):"]
        lines += [f"    {line}" for line in (*made, *body, "return note(r)")]
    return "\n".join(lines) + "\n"


def _described(tf, value, known):
    """A text that is the same in both libraries; `known` where tensors have values."""
    if isinstance(value, tf.Variable):
        value = value.read_value()
    if isinstance(value, tf.Tensor):
        if not known:
            return f"tensor {value.dtype.name} {value.shape}"
        array = value.numpy()
        if value.dtype.is_floating or value.dtype.is_complex:
            array = np.round(np.asarray(array).astype("complex128"), 4)
        return f"{value.dtype.name} {value.shape} {np.asarray(array).tolist()}"
    if isinstance(value, (tf.RaggedTensor, tf.SparseTensor, tf.IndexedSlices)):
        parts = [_described(tf, part, known) for part in tf.nest.flatten(value, expand_composites=True)]
        return f"{type(value).__name__} {value.shape} {parts}"
    if isinstance(value, tf.data.Dataset):
        return f"Dataset {value.element_spec} {[_described(tf, x, True) for x in value.take(9)] if known else ''}"
    if isinstance(value, dict):
        return str([(k, _described(tf, x, known)) for k, x in value.items()])
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value).__name__.strip("_") + str([_described(tf, x, known) for x in value])
    if isinstance(value, (np.ndarray, np.generic)):
        return f"array {value.dtype} {value.tolist()}"
    if isinstance(value, (int, float, str, bool, complex, bytes, type(None))):
        return repr(value)
    return type(value).__name__


def _too_long(*_):
    raise TooLong


class Library:
    """The functions with one of the libraries as `tf`."""

    def __init__(self, tf, path):
        self.tf = tf
        spec = importlib.util.spec_from_file_location(f"templates_on_{tf.__name__}", path)
        self.module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = self.module
        spec.loader.exec_module(self.module)
        self.notes = []
        self.module.tf = tf
        self.module.note = tf.autograph.experimental.do_not_convert(self.note)

    def note(self, result):
        self.notes.append(_described(self.tf, result, False))
        return result

    def run(self, i, value, eagerly=False):
        """What a function gives, what it gave while traced and printed, and None; or the error."""
        self.notes.clear()
        printed = io.StringIO()
        before = signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, LIMIT, LIMIT)
        try:
            args = [eval(VALUES[value], vars(self.module))] if value in VALUES else []
            function = getattr(self.module, f"f{i}")
            with contextlib.redirect_stdout(printed):
                result = function(*args) if eagerly else self.tf.function(function)(*args)
                text = NAME.sub("Tensor", printed.getvalue())
                return _described(self.tf, result, True), self.notes[:], text, None
        except (Exception, TooLong) as error:
            return None, None, None, error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def pairs(gw, tensorflow, tmp_path_factory):
    chosen = _chosen()
    path = tmp_path_factory.mktemp("templates") / "templates.py"
    path.write_text(_text(chosen))
    return chosen, Library(gw, path), Library(tensorflow, path)


def test_pairs(pairs):
    """Where TensorFlow gives a value, ours is equal; also what is known while tracing, but for what we know and TensorFlow
    does not."""
    chosen, ours, theirs = pairs
    wrong = []
    for i, (value, what) in enumerate(chosen):
        want, noted, printed, error = theirs.run(i, value)
        if error is not None:
            continue
        got, our_notes, our_print, our_error = ours.run(i, value)
        if our_error is not None:
            wrong.append(f"{value}: {what}: TensorFlow gives {want}, ours raises {our_error!r}"[:400])
        elif (got, our_print) != (want, printed):
            wrong.append(f"{value}: {what}: TensorFlow gives {want} {printed}, ours {got} {our_print}"[:400])
        elif our_notes != noted and not any("unknown" in note or "None" in note or "tensor" in note for note in noted):
            wrong.append(f"{value}: {what}: TensorFlow knows {noted}, ours {our_notes}"[:400])
    assert not wrong, "\n".join(wrong)


def test_an_iterator_over_a_tensor_does_not_move_on_in_a_body(gw):
    """TensorFlow refuses to make one; ours is taken from while tracing only."""

    @gw.function
    def straight(x):
        rows, total = iter(x), 0
        for _ in range(2):
            total += next(rows)
        return total

    @gw.function
    def looped(x):
        rows, total = iter(x), 0
        for _ in gw.range(2):
            total += next(rows)
        return total

    @gw.function
    def numbered(x):
        rows, total = enumerate(x), 0
        first = next(rows)
        for i, row in rows:
            total += i * row
        return first, total

    x = gw.constant([1, 2, 4])
    assert int(straight(x)) == 3
    with pytest.raises(gw.errors.OperatorNotAllowedInGraphError):
        looped(x)
    (i, row), total = numbered(x)
    assert (int(i), int(row), int(total)) == (0, 1, 10)


def test_the_least_of_no_rows(gw):
    f = gw.function(lambda x: (min(x, default=7), max(x, default=7)))
    assert [int(x) for x in f(gw.zeros([0], gw.int32))] == [7, 7]
    assert [int(x) for x in f(gw.constant([3, 4]))] == [3, 4]
