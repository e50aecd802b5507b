"""Operators between tensors, variables and composite tensors and values of all kinds: what they give, or refuse.

Each operator of a tensor meets a third of the values, other ones each time, and all of them with GRAPHWRIGHT_TESTS=all.
"""

import datetime
import decimal
import enum
import operator

import numpy as np
import pytest

from support.compare import outcome, same_outcome, text_of
from support.selection import some


class Color(enum.Enum):
    RED = 1


class Plain:
    def __repr__(self):
        return "Plain()"


class Comparing(Plain):
    """Has an answer to ==, which tensors do not ask for."""

    def __eq__(self, other):
        return "answer"

    def __ne__(self, other):
        return "answer"

    __hash__ = None


class Array:
    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0], dtype or np.float32)


def tensors(tf):
    constant, ragged = tf.constant, tf.ragged.constant

    class Record(tf.experimental.ExtensionType):
        x: tf.Tensor

    return {
        "float": constant([1.0, 2.0]),
        "int": constant([1, 2]),
        "text": constant(["a", "b"]),
        "bool": constant([True, False]),
        "scalar": constant(1),
        "matrix": constant([[1.0, 2.0], [3.0, 4.0]]),
        "empty": tf.zeros([0]),
        "variable": tf.Variable([1.0, 2.0]),
        "int_variable": tf.Variable([1, 2]),
        "ragged": ragged([[1.0], [2.0, 3.0]]),
        "other_rows": ragged([[1.0, 2.0], [3.0]]),
        "int_ragged": ragged([[1], [2, 3]]),
        "text_ragged": ragged([["a"], ["b"]]),
        "sparse": tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]),
        "slices": tf.IndexedSlices(constant([[1.0, 2.0]]), constant([0]), constant([2, 2])),
        "array": tf.TensorArray(tf.float32, 2),
        "data": tf.data.Dataset.range(2),
        "optional": tf.experimental.Optional.from_value(1),
        "record": Record(constant([1.0, 2.0])),
    }


def others(tf):
    plain = [
        1,
        1.5,
        "a",
        b"a",
        None,
        True,
        [1, 2],
        [1.0, 2.0],
        (1, 2),
        [],
        [[1], [2, 3]],
        [1, "a"],
        {"a": 1},
        {},
        {1, 2},
    ]
    plain += [len, Plain(), Comparing(), Array(), int, Color.RED, range(2), 1j, ..., slice(1), ValueError("x"), np]
    plain += [
        datetime.date(2020, 1, 1),
        decimal.Decimal("1.5"),
        (n for n in [1]),
        {"a": tf.constant(1)},
        NotImplemented,
    ]
    plain += [np.array([1.0, 2.0]), np.array([1.0, 2.0], np.float32), np.array([1, 2]), np.float32(1)]
    ours = [tf.TensorShape([2]), tf.TensorShape([None]), tf.float32, tf.TensorSpec([2]), tf.Module(), tf.function(len)]
    ours += [tf.VariableAggregation.SUM, tf.DeviceSpec(), [tf.constant(1.0), tf.constant(2.0)]]
    return dict(enumerate(plain + ours))


def result(value):
    if hasattr(value, "row_splits"):
        return repr(value._type_spec), repr(value.to_list())
    return text_of(value)


def _comparable(name, other, operation, traced):
    """Whether the pair's outcome is TensorFlow's; in functions and with other operators some classes of errors differ."""
    ragged = "ragged" in name or name == "other_rows"
    if "text" in name or operation in ("+", "<"):
        return isinstance(other, str) and ragged and not traced
    return not traced or "variable" not in str(other) and other not in MIXED


MIXED = (10, 11)  # lists of no one shape or dtype
OPERATORS = {"==": operator.eq, "!=": operator.ne, "+": operator.add, "<": operator.lt}


NAMES = """float int text bool scalar matrix empty variable int_variable ragged other_rows int_ragged text_ragged sparse
slices array data optional record""".split()
CASES = [(name, operation, False) for name in NAMES for operation in OPERATORS]
CASES += [(name, operation, True) for name in ("float", "int", "scalar", "matrix") for operation in ("==", "!=")]


@pytest.mark.parametrize(("name", "operation", "traced"), CASES)
def test_operator(name, operation, traced, tensorflow, gw):
    apply, wrong = OPERATORS[operation], []
    theirs, ours = tensors(tensorflow), tensors(gw)
    theirs, ours = {**others(tensorflow), **theirs}, {**others(gw), **ours}
    for other in some(theirs, 1 / 3, f"{name} {operation} {traced}"):
        if not _comparable(name, other, operation, traced):
            continue
        for pair in ((name, other), (other, name)):

            def code(tf, pair=pair):
                operands = [(theirs if tf is tensorflow else ours)[key] for key in pair]
                if not traced:
                    return result(apply(*operands))
                return result(tf.function(lambda: apply(*operands), autograph=False)())

            try:
                same_outcome(outcome(code, tensorflow), outcome(code, gw))
            except AssertionError as error:
                wrong.append(f"{pair} {ours[other]!r}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)
