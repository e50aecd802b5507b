"""tf.io.parse_sequence_example and its kin, and Example messages as JSON: values, defaults, errors, broken bytes."""

import random

import pytest

from parity.text.broken_bytes import assert_same_of_broken_bytes
from support.folder_cases import Cases, check

group = Cases()


def feature(tf, values):
    """A Feature of integers, floats or bytes; None gives one of no kind."""
    train = tf.train
    if values is None:
        return train.Feature()
    if values and isinstance(values[0], bytes):
        return train.Feature(bytes_list=train.BytesList(value=values))
    if values and isinstance(values[0], float):
        return train.Feature(float_list=train.FloatList(value=values))
    return train.Feature(int64_list=train.Int64List(value=values))


def sequence(tf, context, lists):
    """The bytes of a SequenceExample with this context and these lists of steps."""
    train = tf.train
    return train.SequenceExample(
        context=train.Features(feature={name: feature(tf, values) for name, values in context.items()}),
        feature_lists=train.FeatureLists(
            feature_list={
                name: train.FeatureList(feature=[feature(tf, values) for values in steps])
                for name, steps in lists.items()
            }
        ),
    ).SerializeToString(deterministic=True)


def batch(tf):
    return [
        sequence(
            tf,
            {"i": [1, 2], "f": [0.5], "s": [b"a", b"b"], "key": [0, 2], "splits": [0, 1, 2]},
            {"d": [[1], [2], [3]], "p": [[1.0, 2.0], [3.0, 4.0]], "v": [[1], [], [2, 3]], "w": [[b"x"], [b"y", b"z"]]},
        ),
        sequence(
            tf,
            {"i": [3, 4], "f": [1.5, 2.5], "s": None, "key": [], "splits": [0, 0]},
            {"d": [[4]], "p": [], "v": [[], [5]], "w": []},
        ),
        sequence(tf, {"i": [5, 6], "f": [0.25], "s": [b"c"], "splits": [0]}, {"d": [], "v": [None, [7, 8]]}),
    ]


def parts(tf):
    """From labels to features of the context and of the sequences."""
    io = tf.io
    fixed, var, steps, ragged = io.FixedLenFeature, io.VarLenFeature, io.FixedLenSequenceFeature, io.RaggedFeature
    return {
        "context": ({"i": fixed([2], tf.int64), "s": var(tf.string), "f": ragged(tf.float32)}, None),
        "context, default": ({"missing": fixed([2], tf.int64, [1, 2])}, None),
        "context, missing": ({"missing": fixed([2], tf.int64)}, None),
        "context, wrong size": ({"i": fixed([3], tf.int64)}, None),
        "context, wrong dtype": ({"i": fixed([2], tf.float32)}, None),
        "context, wrong dtype of a sparse one": ({"i": var(tf.string)}, None),
        "context, sparse": ({"x": io.SparseFeature("key", "s", tf.string, 4)}, None),
        "context, ragged": ({"f": ragged(tf.float32, row_splits_dtype=tf.int64), "none": ragged(tf.string)}, None),
        "context, sequence": ({"i": steps([], tf.int64, True)}, None),
        "dense": (None, {"d": steps([1], tf.int64)}),
        "dense scalar": (None, {"d": steps([], tf.int64)}),
        "dense pairs": (None, {"p": steps([2], tf.float32, allow_missing=True)}),
        "dense pairs, missing": (None, {"p": steps([2], tf.float32)}),
        "dense, wrong size": (None, {"d": steps([2], tf.int64)}),
        "dense, wrong dtype": (None, {"d": steps([], tf.float32)}),
        "dense, uneven": (None, {"v": steps([1], tf.int64)}),
        "dense, no such": (None, {"nothing": steps([3], tf.string, allow_missing=True)}),
        "dense, default": (None, {"d": steps([], tf.int64, default_value=3)}),
        "dense, unknown shape": (None, {"d": steps([None], tf.int64)}),
        "dense, fixed": (None, {"d": fixed([], tf.int64)}),
        "var": (None, {"v": var(tf.int64), "d": var(tf.int64)}),
        "var strings": (None, {"w": var(tf.string)}),
        "var, no such": (None, {"nothing": var(tf.string)}),
        "var, wrong dtype": (None, {"v": var(tf.string)}),
        "ragged": (None, {"v": ragged(tf.int64)}),
        "ragged strings": (None, {"w": ragged(tf.string, row_splits_dtype=tf.int64)}),
        "ragged, no such": (None, {"nothing": ragged(tf.float32)}),
        "ragged, wrong dtype": (None, {"v": ragged(tf.float32)}),
        "sparse feature": (None, {"x": io.SparseFeature("v", "v", tf.int64, 10)}),
        "both": ({"i": fixed([2], tf.int64), "s": var(tf.string)}, {"d": steps([], tf.int64), "v": var(tf.int64)}),
        "nothing": (None, None),
    }


@group
def sequences(tf, folder):
    examples = batch(tf)
    calls = []
    for label, (context, lists) in parts(tf).items():
        for where, serialized in (("all", examples), ("none", tf.zeros([0], tf.string)), ("two", examples[:2])):
            calls.append(
                (f"{label}: {where}", lambda s=serialized, c=context, f=lists: tf.io.parse_sequence_example(s, c, f))
            )
        for number in range(3):
            calls.append(
                (
                    f"{label}: single {number}",
                    lambda s=examples[number], c=context, f=lists: tf.io.parse_single_sequence_example(s, c, f),
                )
            )
    context, lists = parts(tf)["both"]
    return [
        *calls,
        ("names", lambda: tf.io.parse_sequence_example(examples, context, lists, example_names=["a", "b", "c"])),
        ("too few names", lambda: tf.io.parse_sequence_example(examples, context, lists, example_names=["a"])),
        ("name", lambda: tf.io.parse_single_sequence_example(examples[0], context, lists, example_name="a")),
        ("scalar for many", lambda: tf.io.parse_sequence_example(examples[0], context, lists)),
        ("matrix", lambda: tf.io.parse_sequence_example([examples], context, lists)),
        ("vector for one", lambda: tf.io.parse_single_sequence_example(examples, context, lists)),
        ("no message", lambda: tf.io.parse_sequence_example([b"\n\xff"], context, lists)),
        ("no message, single", lambda: tf.io.parse_single_sequence_example(b"\n\xff", context, lists)),
        (
            "in a function",
            lambda: tf.function(lambda x: tf.io.parse_sequence_example(x, context, lists))(tf.constant(examples)),
        ),
        (
            "in a data set",
            lambda: list(
                tf.data.Dataset.from_tensor_slices(examples).map(
                    lambda x: tf.io.parse_single_sequence_example(x, context, lists)
                )
            ),
        ),
        (
            "static shapes",
            lambda: str(
                tf.nest.map_structure(
                    lambda part: part.shape,
                    tf.function(lambda x: tf.io.parse_sequence_example(x, context, lists))
                    .get_concrete_function(tf.TensorSpec([None], tf.string))
                    .structured_outputs,
                )
            ),
        ),
        (
            "static shapes, single",
            lambda: str(
                tf.nest.map_structure(
                    lambda part: part.shape,
                    tf.function(lambda x: tf.io.parse_single_sequence_example(x, context, lists))
                    .get_concrete_function(tf.TensorSpec([], tf.string))
                    .structured_outputs,
                )
            ),
        ),
    ]


JSON = [
    '{"features": {"feature": {"a": {"int64List": {"value": ["1", 2, -3]}}}}}',
    '{"features": {"feature": {"a": {"int64_list": {"value": [1]}}}}}',
    '{"features": {"feature": {"f": {"floatList": {"value": [1.5, 2, "3.5", "NaN", "Infinity", "-Infinity", 1e-3]}}}}}',
    '{"features": {"feature": {"s": {"bytesList": {"value": ["aGVsbG8=", "", "_-8="]}}}}}',
    '{"features": {"feature": {"s": {"bytesList": {"value": ["aGVsbG8"]}}}}}',
    '{"features": {"feature": {"s": {"bytesList": {"value": ["a"]}}}}}',
    '{"features": {"feature": {"s": {"bytesList": {"value": ["!!!!"]}}}}}',
    "{}",
    '{"features": {}}',
    '{"features": null}',
    '{"features": {"feature": {"a": {}}}}',
    '{"features": {"feature": {"a": {"int64List": {}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": []}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [9223372036854775807, "-9223372036854775808"]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [9223372036854775808]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1.5]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1.0, 1e2, "1e1"]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": ["x"]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [true]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": 1}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [null]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": null}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": [1e39]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": ["x"]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": [true]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": [1]}, "int64List": {"value": [1]}}}}}',
    '{"features": {"feature": {"b": {"int64List": {"value": [1]}}, "a": {"int64List": {"value": [2]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1]}}, "a": {"int64List": {"value": [2]}}}}}',
    '{"features": {"feature": {"\\u00e9\\ud55c\\ud83d\\ude00\\n": {"int64List": {"value": [1]}}}}}',
    '{"features": {"feature": {"é": {"int64List": {"value": [1]}}}}}',
    '{"feature": 3}',
    '{"features": {"other": {}}}',
    "[]",
    "3",
    "",
    "{",
    '{"features": {}} x',
    '{"features": {},}',
    "{'features': {}}",
    "{features: {}}",
    '{"features": {"feature": []}}',
    ' \t\n{ "features" : { } } \n',
    '{"features": {"feature": {"a": {"int64List": {"value": [01]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [-]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1,]}}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": ["1 ", " 1", ""]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": ["1 "]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": ["inf"]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": ["1e3", ".5", "-0"]}}}}}',
    '{"features": {"feature": {"a": {"floatList": {"value": [NaN]}}}}}',
    '{"features": {"feature": {"a": {"bytesList": {"value": [1]}}}}}',
    '{"features": {"feature": {"a": {"bytesList": {"value": ["YQ==YQ=="]}}}}}',
    '{"features": {"feature": {"a": null}}}',
    '{"features": {"feature": null}}',
    '{"features": {"feature": {"a": {"int64List": null}}}}',
    '{"features": {"feature": {"a": {"int64List": {"value": [1]}}}}, "features": {"feature": {"b": {}}}}',
]


# One value of a list, as int64, as float and as bytes.
VALUES = """ ""|" 1"|"1 "|"+1"|"01"|"-0"|"1e30"|"1.5"|1e19|1E2|-0|1e-1|10e-1|"1e1 "|"0x10"|+1|.5|1.|1e|9007199254740993.0
    |"9007199254740993"|9223372036854775807.0|-9223372036854775808|-9223372036854775809|1e16|-9007199254740992.0|tru|[1]|{}|null
    |"\\u0031"|'1'|1/*c*/|1 2|1,,2|,1|"1"x|00|- 1|1e+2|1e0002|"0x"|"0xg"|"1."|".5e1"|"0x1p4"|"inf"|"nan"|"--1"|"-+1"
    |"nan(1)"|"1_0"|"-inf"|"INFINITY"|"-NaN"|1e400|"1e400"|1e38|3.5e38|"3.5e38"|1e-50|"1e-400"|0.1|"1,2"|16777217|"1 x"
    |"1\\n"|Infinity|3.40282357e38|3.40282356e38|"1f"|"."|"\\u00a01"|"\\u000b1"|"1\\u0000"|"infin"|"-1e39"
    |"aGVs\\nbG8="|"aGVs bG8="|"YQ="|"YQ"|"YR=="|"=="|"="|"YWI="|"YWI"|"+/+/"|"-_-_"|"+_"|'YQ=='|["YQ=="]|true"""
# Names of features.
NAMES = r""" "\ud800"|"\udc00"|"\ud83d\ude00"|"\ud83d\u0041"|"\x"|"\/"|"\b\f\n\r\t\\\""|""|a|a1|_a|1|$a|a-b|a.b
    |"\u00"|'it\'s'|"'"|null|true|"\u0000"|"한글"|"\u00e9\ud55c" """


@group
def json_values(tf, folder):
    calls = []
    for kind in ("int64", "float", "bytes"):
        for value in VALUES.replace("\n   ", "").strip().split("|"):
            text = '{"features": {"feature": {"a": {"KINDList": {"value": [VALUE]}}}}}'
            text = text.replace("KIND", kind).replace("VALUE", value)
            calls.append((text, lambda text=text: tf.io.decode_json_example([text])))
    for name in NAMES.replace("\n   ", "").strip().split("|"):
        text = '{"features": {"feature": {NAME: {}}}}'.replace("NAME", name)
        calls.append((text, lambda text=text: tf.io.decode_json_example([text])))
    return calls


@group
def json_examples(tf, folder):
    return [
        *((text, lambda text=text: tf.io.decode_json_example([text])) for text in JSON),
        ("scalar", lambda: tf.io.decode_json_example(JSON[0]).numpy()),
        ("matrix", lambda: tf.io.decode_json_example([[JSON[0]], [JSON[3]]])),
        ("none", lambda: tf.io.decode_json_example(tf.zeros([0], tf.string))),
        ("numbers", lambda: tf.io.decode_json_example([1])),
        (
            "parsed",
            lambda: tf.io.parse_example(
                tf.io.decode_json_example([JSON[0], JSON[1]]), {"a": tf.io.VarLenFeature(tf.int64)}
            ),
        ),
    ]


@pytest.mark.parametrize("group", **group.parameters())
def test_same_sequences(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def test_broken_sequences(tensorflow, gw):
    """Bits that turn, bytes that are cut off, put in or doubled: the same values as TensorFlow's, or its class of error."""
    draw = random.Random(4)
    examples = batch(tensorflow)

    def features(tf):
        return (
            {"i": tf.io.FixedLenFeature([2], tf.int64, [0, 0]), "f": tf.io.VarLenFeature(tf.float32)},
            {
                "v": tf.io.VarLenFeature(tf.int64),
                "w": tf.io.RaggedFeature(tf.string),
                "p": tf.io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True),
            },
        )

    assert_same_of_broken_bytes(
        draw, examples, 300, lambda tf, data: tf.io.parse_sequence_example([data], *features(tf)), tensorflow, gw
    )
