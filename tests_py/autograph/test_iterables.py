"""Converted functions go through everything that can be gone through, captured or as an argument, as TensorFlow's do.

GRAPHWRIGHT_ITERABLES sets how many of some 2,000 programs are tried ("all"). What TensorFlow refuses may work here.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from support.selection import selected


def iterables(tf):
    """Makers of iterables by name."""
    sets, strategy = tf.data.Dataset, tf.distribute.OneDeviceStrategy("/cpu:0")

    class Holder(tf.Module):
        def __init__(self):
            super().__init__()
            self.list = [tf.constant(1.0), tf.constant(2.0)]
            self.dict = {"a": tf.constant(1.0), "b": tf.constant(2.0)}
            self.variables_in_list = [tf.Variable(1.0), tf.Variable(3.0)]
            self.tuple = (1.0, 2.0)

    holder = Holder()
    return {
        "data set": lambda: sets.from_tensor_slices([1.0, 2.0, 3.0]),
        "data set of pairs": lambda: sets.from_tensor_slices(([1.0, 2.0], [3.0, 4.0])),
        "data set of dicts": lambda: sets.from_tensor_slices({"a": [1.0, 2.0], "b": [3.0, 4.0]}),
        "data set of batches": lambda: sets.from_tensor_slices([1.0, 2.0, 3.0]).batch(2),
        "data set with numbers": lambda: sets.from_tensor_slices([1.0, 2.0, 3.0]).enumerate(),
        "data sets side by side": lambda: sets.zip((sets.from_tensor_slices([1.0, 2.0]), sets.range(5))),
        "empty data set": lambda: sets.from_tensor_slices([1.0]).take(0),
        "data set of ragged": lambda: sets.from_tensor_slices(tf.ragged.constant([[1.0], [2.0, 3.0]])),
        "data set of sparse": lambda: sets.from_tensor_slices(tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]])),
        "iterator": lambda: iter(sets.from_tensor_slices([1.0, 2.0, 3.0])),
        "distributed": lambda: strategy.experimental_distribute_dataset(sets.range(3).batch(1)),
        "distributed iterator": lambda: iter(strategy.experimental_distribute_dataset(sets.range(3).batch(1))),
        "NumPy iterator": lambda: sets.from_tensor_slices([1.0, 2.0, 3.0]).as_numpy_iterator(),
        "vector": lambda: tf.constant([1.0, 2.0, 3.0]),
        "matrix": lambda: tf.constant([[1.0, 2.0], [3.0, 4.0]]),
        "scalar": lambda: tf.constant(1.0),
        "ragged": lambda: tf.ragged.constant([[1.0], [2.0, 3.0]]),
        "sparse": lambda: tf.sparse.from_dense([[1.0, 0.0]]),
        "tf.range": lambda: tf.range(3.0),
        "range": lambda: range(3),
        "list of tensors": lambda: [tf.constant(1.0), tf.constant(2.0)],
        "list": lambda: [1.0, 2.0],
        "tuple": lambda: (1.0, tf.constant(2.0)),
        "dict": lambda: {"a": tf.constant(1.0), "b": 2.0},
        "items": lambda: {"a": tf.constant(1.0), "b": tf.constant(2.0)}.items(),
        "set": lambda: {1.0, 2.0},
        "array": lambda: np.array([1.0, 2.0], "f"),
        "array of rows": lambda: np.ones([2, 2], "f"),
        "variable": lambda: tf.Variable([1.0, 2.0]),
        "module's list": lambda: holder.list,
        "module's variables": lambda: holder.variables_in_list,
        "module's dict": lambda: holder.dict,
        "module's tuple": lambda: holder.tuple,
        "generator": lambda: (float(i) for i in range(3)),
        "tensor array": lambda: tf.TensorArray(tf.float32, 2, clear_after_read=False).unstack([1.0, 2.0]),
        "text": lambda: "ab",
        "texts": lambda: tf.constant(["a", "bc"]),
        "shape": lambda: tf.TensorShape([2, 3]),
        "slices": lambda: tf.IndexedSlices(tf.ones([2, 2]), tf.constant([0, 1]), tf.constant([3, 2])),
    }


def forms(tf):
    """What functions do with an iterable, by name."""

    def number(x):
        total = 0.0
        for part in tf.nest.flatten(x, expand_composites=True):
            part = tf.convert_to_tensor(part)
            if part.dtype == tf.string:
                part = tf.strings.length(part)
            total = total + tf.reduce_sum(tf.cast(part, tf.float32))
        return total

    def looped_(it):
        s = 0.0
        for x in it:
            s = s * 2.0 + number(x)
        return s

    def broken_(it):
        s = 0.0
        for x in it:
            s = s * 2.0 + number(x)
            if s > 2.0:
                break
        return s

    def continued_(it):
        s = 0.0
        for x in it:
            if number(x) > 1.5:
                continue
            s = s * 2.0 + number(x)
        return s

    def returned_(it):
        s = 0.0
        for x in it:
            s = s * 2.0 + number(x)
            if s > 2.0:
                return s + 100.0
        return s

    def enumerate_(it):
        s = 0.0
        for i, x in enumerate(it):
            s = s * 2.0 + number(x) * tf.cast(i, tf.float32)
        return s

    def zip_(it):
        s = 0.0
        for x, y in zip(it, it):
            s = s * 2.0 + number(x) - number(y) * 3.0
        return s

    def comprehension_(it):
        return tf.stack([number(x) for x in it])

    def length_(it):
        return len(it)

    def list_(it):
        return tf.stack([number(x) for x in list(it)])

    def unpacked_(it):
        a, b, *c = it
        return number(a) + 10 * number(b)

    def sum_(it):
        return sum(it)

    def sorted_(it):
        return sorted(it)[0]

    def max_(it):
        return max(it)

    def any_of_(it):
        return any(it)

    def all_of_(it):
        return all(it)

    def map_(it):
        s = 0.0
        for x in map(lambda q: number(q) * 2.0, it):
            s = s * 2.0 + x
        return s

    def filter_(it):
        s = 0.0
        for x in filter(lambda q: number(q) > 1.5, it):
            s = s * 2.0 + number(x)
        return s

    def reversed_(it):
        s = 0.0
        for x in reversed(it):
            s = s * 2.0 + number(x)
        return s

    def contains_(it):
        return 1.0 in it

    def next_(it):
        return next(iter(it))

    def last_(it):
        for x in it:  # noqa: B007
            pass
        return number(x)

    def pairs_(it):
        s = 0.0
        for a, b in it:
            s = s + number(a) * number(b)
        return s

    def nested_(it):
        s = 0.0
        for _ in tf.range(2):
            for x in it:
                s = s * 2.0 + number(x)
        return s

    def while_loop_(it):
        s = 0.0
        i = iter(it)
        while s < 4.0:
            s = s * 2.0 + number(next(i))
        return s

    def counted_(it):
        s = 0
        for _ in it:
            s += 1
        return s

    def list_append_(it):
        parts = []
        for x in it:
            parts.append(number(x))
        return tf.stack(parts)

    def indexed_(it):
        return number(it[1])

    def slice_(it):
        return number(it[:1])

    def range_(it):
        s = 0.0
        for i in range(len(it)):
            s = s * 2.0 + number(it[i])
        return s

    def truth_(it):
        return 1.0 if it else 2.0

    return {name[:-1]: function for name, function in locals().items() if name.endswith("_")}


# Where TensorFlow does not convert what goes through these, Python does so without end.
ENDLESS = {
    "data set": "comprehension list sum sorted max contains reversed unpacked",
    "iterator": "comprehension list sum sorted max contains reversed unpacked enumerate zip map",
    "distributed": "comprehension list sum sorted max contains reversed unpacked enumerate zip map",
}


def ends(iterable, form):
    return not any(kind in iterable and form in forms.split() for kind, forms in ENDLESS.items())


def programs(tf):
    every = [
        program
        for program in itertools.product(iterables(tf), forms(tf), ("captured", "argument"))
        if ends(*program[:2])
    ]
    return selected(every, "GRAPHWRIGHT_ITERABLES", 150, 3)


def leaves_or_none(tf, iterable, form, way):
    """What a function gives, or None where it fails."""
    iterable, function = iterables(tf)[iterable](), forms(tf)[form]

    def captured():
        return function(iterable)

    try:
        result = tf.function(captured)() if way == "captured" else tf.function(function)(iterable)
    except Exception:  # noqa: BLE001
        return None
    return [np.asarray(part) for part in tf.nest.flatten(result, expand_composites=True)]


@pytest.mark.filterwarnings("ignore")
def test_same_as_tensorflow(gw, tensorflow):
    wrong, agreed = [], 0
    for program in programs(tensorflow):
        want = leaves_or_none(tensorflow, *program)
        if want is None:
            continue
        got = leaves_or_none(gw, *program)
        if got is None or len(got) != len(want) or not all(map(np.array_equal, got, want)):
            wrong.append(f"{program}: {got}, {want} with TensorFlow")
        else:
            agreed += 1
    assert not wrong, "\n".join(wrong)
    assert agreed > 50
