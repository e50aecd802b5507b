"""tf.io.parse_example and its kin: features of all kinds, defaults, errors, and bytes that are broken."""

import itertools
import random

import pytest

from parity.text.broken_bytes import assert_same_of_broken_bytes
from support.folder_cases import Cases, check

group = Cases()


def example(tf, **features):
    """The bytes of an Example with these lists: of integers, floats, or bytes."""
    train = tf.train
    made = {}
    for name, values in features.items():
        if values and isinstance(values[0], bytes):
            made[name] = train.Feature(bytes_list=train.BytesList(value=values))
        elif values and isinstance(values[0], float):
            made[name] = train.Feature(float_list=train.FloatList(value=values))
        elif values is not None:
            made[name] = train.Feature(int64_list=train.Int64List(value=values))
    return train.Example(features=train.Features(feature=made)).SerializeToString(deterministic=True)


def batch(tf):
    return [
        example(tf, i=[1, 2], f=[0.5], s=[b"a", b"b"], n=[7], key=[0, 2]),
        example(tf, i=[3, -4], f=[1.5, 2.5], s=[], n=[8], key=[]),
        example(tf, i=[5, 6], s=[b""], n=[9], key=[1]),
    ]


@group
def kinds(tf, folder):
    io = tf.io
    examples = batch(tf)
    fixed, var = io.FixedLenFeature, io.VarLenFeature
    parts = {
        "fixed": {"i": fixed([2], tf.int64)},
        "fixed matrix": {"i": fixed([1, 2], tf.int64)},
        "scalar": {"n": fixed([], tf.int64)},
        "default": {"f": fixed([1], tf.float32, [9.0]), "missing": fixed([], tf.string, "d")},
        "default of two": {"missing": fixed([2], tf.int64, [1, 2])},
        "var": {"i": var(tf.int64), "f": var(tf.float32), "s": var(tf.string), "missing": var(tf.int64)},
        "sequence": {"i": io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)},
        "sequence of pairs": {"i": io.FixedLenSequenceFeature([2], tf.int64, allow_missing=True)},
        "sequence, default": {"f": io.FixedLenSequenceFeature([], tf.float32, True, default_value=-1.0)},
        "sequence, missing not allowed": {"f": io.FixedLenSequenceFeature([], tf.float32)},
        "ragged": {"s": io.RaggedFeature(tf.string), "f": io.RaggedFeature(tf.float32, row_splits_dtype=tf.int64)},
        "ragged, missing": {"missing": io.RaggedFeature(tf.int64)},
        "sparse": {"x": io.SparseFeature("key", "s", tf.string, 4)},
        "all": {"i": fixed([2], tf.int64), "s": var(tf.string), "f": io.RaggedFeature(tf.float32)},
        "wrong dtype": {"i": fixed([2], tf.float32)},
        "wrong dtype, var": {"s": var(tf.int64)},
        "wrong size": {"i": fixed([3], tf.int64)},
        "missing": {"f": fixed([1], tf.float32)},
        "missing, no such": {"q": fixed([1], tf.float32)},
        "no features": {},
        "default's shape": {"i": fixed([2], tf.int64, [1])},
        "unknown shape": {"i": fixed([None], tf.int64)},
        "no dtype": {"i": var(tf.int32)},
        "nonsense": {"i": 3},
    }
    calls = []
    for label, features in parts.items():
        calls.append((label, lambda f=features: io.parse_example(examples, f)))
        calls.append((f"{label}: single", lambda f=features: io.parse_single_example(examples[0], f)))
        calls.append((f"{label}: second", lambda f=features: io.parse_single_example(examples[1], f)))
        calls.append((f"{label}: nothing", lambda f=features: io.parse_example(tf.zeros([0], tf.string), f)))
    several = {"i": fixed([2], tf.int64), "s": var(tf.string)}
    return [
        *calls,
        ("scalar", lambda: io.parse_example(examples[0], several)),
        ("matrix", lambda: io.parse_example([examples], several)),
        ("names", lambda: io.parse_example(examples, several, example_names=["a", "b", "c"])),
        ("too few names", lambda: io.parse_example(examples, several, example_names=["a"])),
        ("vector for single", lambda: io.parse_single_example(examples, several)),
        ("empty example", lambda: io.parse_example([b""], {"s": var(tf.string), "d": fixed([], tf.int64, 5)})),
        ("in a function", lambda: tf.function(lambda x: io.parse_example(x, parts["all"]))(tf.constant(examples))),
        (
            "in a data set",
            lambda: list(tf.data.Dataset.from_tensors(examples).map(lambda x: io.parse_example(x, several))),
        ),
        (
            "static shapes",
            lambda: str(
                tf.nest.map_structure(
                    lambda part: part.shape,
                    tf.function(lambda x: io.parse_example(x, parts["fixed"] | parts["sequence of pairs"]))
                    .get_concrete_function(tf.TensorSpec([None], tf.string))
                    .structured_outputs,
                )
            ),
        ),
        ("spec", lambda: sorted(map(str, tf.io.parse_example(examples, parts["all"])))),
    ]


@group
def partitions(tf, folder):
    """Divisions of values into rows where some of the features that tell them are missing."""
    R = tf.io.RaggedFeature
    # Three values in two rows, which are one row.
    parts = {
        R.RowSplits: ([0, 2], [0, 1, 3]),
        R.RowLengths: ([2], [1, 2]),
        R.RowStarts: ([0], [0, 1]),
        R.RowLimits: ([2], [1, 3]),
        R.ValueRowIds: ([0, 0], [0, 1, 1]),
    }
    calls = []
    for kind, (q, p) in parts.items():
        features = {"x": R(tf.int64, value_key="v", partitions=[kind("q"), kind("p")])}
        whole = example(tf, v=[1, 2, 3], p=p, q=q)
        batches = {"whole": [whole], "nothing": [b""], "whole, nothing": [whole, b""], "nothing, whole": [b"", whole]}
        if kind is not R.ValueRowIds:
            batches["no outer"] = [example(tf, v=[1, 2, 3], p=p)]
        for name, data in batches.items():
            calls.append(
                (f"{kind.__name__} {name}", lambda d=data, f=features: tf.io.parse_example(d, f)["x"].to_list())
            )
        calls.append(
            (f"{kind.__name__} single", lambda d=whole, f=features: tf.io.parse_single_example(d, f)["x"].to_list())
        )
    twice = example(tf, i=[1]) + example(tf, i=[2])
    ways = {
        "fixed": tf.io.FixedLenFeature([1], tf.int64),
        "fixed, two": tf.io.FixedLenFeature([2], tf.int64),
        "var": tf.io.VarLenFeature(tf.int64),
        "ragged": R(tf.int64),
        "steps": tf.io.FixedLenSequenceFeature([], tf.int64, True),
    }
    for name, way in ways.items():
        calls.append((f"twice: {name}", lambda f=way: tf.io.parse_example([twice], {"i": f})))
        calls.append((f"twice, single: {name}", lambda f=way: tf.io.parse_single_example(twice, {"i": f})))
        if name != "steps":
            calls.append((f"twice, sequence: {name}", lambda f=way: tf.io.parse_sequence_example([twice], {"i": f})))
    return calls


KINDS = ["RowSplits", "RowLengths", "RowStarts", "RowLimits", "ValueRowIds"]


def described(kind, lengths):
    """What a feature holds that tells the lengths of rows."""
    splits = [0, *itertools.accumulate(lengths)]
    ids = [row for row, length in enumerate(lengths) for _ in range(length)]
    return dict(zip(KINDS, [splits, list(lengths), splits[:-1], splits[1:], ids], strict=True))[kind]


def divided(tf, count, kinds):
    """An example of so many values in rows that partitions of these kinds, the outermost first, describe; numbers are the
    lengths of uniform ones.
    """
    features = {"v": list(range(count))}
    for level, kind in reversed(list(enumerate(kinds))):
        if isinstance(kind, int):
            count //= kind
            continue
        lengths = []
        while sum(lengths) < count:
            lengths.append(min(count - sum(lengths), [4, 2, 2][len(lengths) % 3]))
        if len(lengths) % 2 and len(lengths) > 1:
            lengths[-2:] = [sum(lengths[-2:])]
        features[f"p{level}"] = described(kind, lengths)
        count = len(lengths)
    return example(tf, **features)


@group
def nested_partitions(tf, folder):
    """Partitions of all kinds one in another: those of one length that are last are axes of the values."""
    R = tf.io.RaggedFeature
    orders = [order for depth in (1, 2) for order in itertools.product([2, *KINDS], repeat=depth)]
    orders += itertools.product([2, "RowSplits", "ValueRowIds"], repeat=3)
    orders += [(2, 2, 2, "RowLengths"), ("RowLengths", 2, 2, 2), (1, 1), (3,), (2, 1), (1, 2), (5,), (2, 5)]
    calls = []
    for order in orders:
        partitions = [
            R.UniformRowLength(kind) if isinstance(kind, int) else getattr(R, kind)(f"p{level}")
            for level, kind in enumerate(order)
        ]
        data = [divided(tf, count, order) for count in (12, 24, 0)]
        for validate in (False, True):
            way = R(tf.int64, "v", partitions, validate=validate)
            calls.append((f"{order} {validate}", lambda d=data, f=way: tf.io.parse_example(d, {"x": f})))
            for i, one in enumerate(data):
                calls.append((f"{order} {validate} {i}", lambda d=one, f=way: tf.io.parse_single_example(d, {"x": f})))
    return calls


@pytest.mark.parametrize("group", **group.parameters())
def test_same_features(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def test_broken_bytes(tensorflow, gw):
    """Bits that turn, bytes that are cut off, put in or doubled: the same values as TensorFlow's, or its class of error."""
    draw = random.Random(3)
    examples = batch(tensorflow)

    def features(tf):
        return {
            "i": tf.io.FixedLenFeature([2], tf.int64, [0, 0]),
            "f": tf.io.VarLenFeature(tf.float32),
            "s": tf.io.RaggedFeature(tf.string),
        }

    assert_same_of_broken_bytes(
        draw, examples, 400, lambda tf, data: tf.io.parse_example([data], features(tf)), tensorflow, gw
    )
