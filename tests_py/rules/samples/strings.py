"""Rows for strings: parts, patterns, numbers, Unicode, bytes; and what is printed."""

# fmt: off
# ruff: noqa: E501
import os
import tempfile

import numpy as np

from rules.samples.raw import raw
from support.sampling import Bad, Sample, fixed, strings, uniform

words = strings("", "a", "graph", "Wright and more", "그래프", "图", "x,y,,z", "  pad ")
STRINGS = [
    Sample("strings.length", ((6,), (), (0,)), ("string",), [{}, {"unit": "UTF8_CHAR"}], args=(words,)),
    Sample("strings.join", (((5,), (5,)), ((), (3,))), ("string",), [{}, {"separator": "-"}], args=(words, words),
           call=lambda tf, a, b, **kw: tf.strings.join([a, b], **kw), bad=[Bad(shapes=((2,), (3,)))]),
    Sample("strings.upper", ((8,),), ("string",), [{}, {"encoding": "utf-8"}], args=(words,)),
    Sample("strings.lower", ((8,),), ("string",), [{}, {"encoding": "utf-8"}], args=(words,)),
    Sample("strings.strip", ((8,),), ("string",), args=(words,)),
    Sample("strings.split", ((4,), ()), ("string",), [{"sep": ","}, {}], args=(words,), known_shape=False, hidden_rank=False,
           call=lambda tf, x, **kw: tf.strings.split(x, **kw).to_tensor() if x.shape.rank else tf.strings.split(x, **kw)),
    Sample("strings.substr", ((6,),), ("string",), [{"pos": 0, "len": 2}, {"pos": [0, 1, 2, -1, -2, 3], "len": [1, 2, 1, 9, 1, 0]}], args=(strings("abcdef", "ghij", "그래프"),),
           bad=[Bad(kwargs={"pos": 99, "len": 1})]),
    Sample("strings.substr of characters", ((4,),), ("string",), [{"pos": 1, "len": 1, "unit": "UTF8_CHAR"}, {"pos": -2, "len": 1, "unit": "UTF8_CHAR"}],
           args=(strings("그래프", "ab", "图形"),)),
    Sample("strings.regex_replace", ((6,),), ("string",), [{"pattern": "[aeiou]", "rewrite": "_"}, {"pattern": r"(\w)(\w)", "rewrite": r"\2\1"},
                                                           {"pattern": "a", "rewrite": "b", "replace_global": False}],
           args=(words,), bad=[Bad(kwargs={"pattern": "(", "rewrite": ""})]),
    Sample("strings.regex_full_match", ((6,),), ("string",), [{"pattern": "[a-z]*"}], args=(words,)),
    Sample("strings.as_string", ((5,), ()), ("float32", "float64", "int32", "int64", "bool"), [{}], grad=False),
    Sample("strings.as_string with a format", ((5,),), ("float32",), [{"precision": 2}, {"precision": 3, "scientific": True},
                                                                     {"width": 8, "precision": 1}, {"width": 8, "fill": "0", "precision": 1}], grad=False),
    Sample("strings.as_string of integers", ((5,),), ("int32",), [{"width": 5, "fill": "0"}], grad=False),
    Sample("strings.to_number", ((5,), ()), ("string",), [{}, {"out_type": lambda tf: tf.float64}], args=(strings("1.5", "-3", "1e3", " 2 "),),
           bad=[Bad(values=(np.array(["x"], object),)), Bad(values=(np.array([""], object),))]),
    Sample("strings.to_number of integers", ((5,),), ("string",), [{"out_type": lambda tf: tf.int32}, {"out_type": lambda tf: tf.int64}],
           args=(strings("12", "-3", "0"),)),
    Sample("strings.to_hash_bucket_fast", ((6,),), ("string",), [{"num_buckets": 1000}], args=(words,), bad=[Bad(kwargs={"num_buckets": 0})]),
    Sample("strings.to_hash_bucket_strong", ((6,),), ("string",), [{"num_buckets": 1000, "key": [1, 2]}], args=(words,)),
    Sample("strings.reduce_join", ((2, 3), (4,)), ("string",), [{}, {"axis": 0, "separator": "+"}, {"axis": -1, "keepdims": True}], args=(words,)),
    Sample("strings.bytes_split", ((),), ("string",), args=(words,), known_shape=False, hidden_rank=False),
    Sample("strings.unicode_transcode", ((5,),), ("string",), [{"input_encoding": "UTF-8", "output_encoding": "UTF-16-BE"}], args=(words,)),
    Sample("strings.unicode_script", ((4,),), ("int32",), args=(fixed([65, 0xAC00, 0x56FE, 48], "int32"),), grad=False),
    Sample("strings.unicode_encode", ((3,),), ("int32",), [{"output_encoding": "UTF-8"}], args=(fixed([72, 0xAC00, 0x56FE], "int32"),), grad=False,
           hidden_rank=False),
    Sample("strings.format", ((3,), ()), ("int32", "float32"), args=(uniform(),), grad=False, call=lambda tf, x: tf.strings.format("x = {}!", x)),
    Sample("io.encode_base64", ((5,),), ("string",), args=(words,)),
    Sample("io.decode_base64", ((3,),), ("string",), args=(strings("YWI", "Zw", ""),)),
    Sample("io.decode_raw", ((2,),), ("string",), [{"out_type": lambda tf: tf.uint8}, {"out_type": lambda tf: tf.int16}],
           args=(strings("abcd", "efgh"),), known_shape=False),
]

letters = strings("a", "b", "c")
text = strings("graph", "wright", "", "그래프", "a b")
ids = fixed([2, 0, 2, 1], "int32")


def printed(tf, write):
    """What a printing function writes to a file that it is given the name of."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "printed")
        write(f"file://{path}")
        with open(path) as file:
            return tf.constant(file.read())


PIECES = [
    raw("RegexReplace", "input pattern rewrite", (((5,), (), ()), ((2, 2), (), ()), ((0,), (), ())), ("string",), [{}, {"replace_global": False}],
        args=(text, fixed("[a-g]", "string"), fixed(r"<\\0>", "string")), bad=[Bad(values=("a", "(", "")), Bad(values=("a", ["a"], ""))]),
    raw("RegexFullMatch", "input pattern", (((5,), ()), ((), ())), ("string",), args=(text, fixed("[a-z ]+", "string")), bad=[Bad(values=("a", "*")), Bad(values=("a", ["a"]))]),
    raw("StringToHashBucket", "string_tensor", ((5,), ()), ("string",), [{"num_buckets": 100}, {"num_buckets": 1}], args=(text,), bad=[Bad(kwargs={"num_buckets": 0})]),
    Sample("strings.to_hash_bucket", ((5,),), ("string",), [{"num_buckets": 10}], args=(text,)),
    raw("StringNGrams", "data data_splits", (((6,), (4,)),), ("string",), [
        {"separator": "+", "ngram_widths": [2], "left_pad": "", "right_pad": "", "pad_width": 0, "preserve_short_sequences": False},
        {"separator": "", "ngram_widths": [1, 3], "left_pad": "<", "right_pad": ">", "pad_width": -1, "preserve_short_sequences": False},
        {"separator": " ", "ngram_widths": [4, 2], "left_pad": "<", "right_pad": ">", "pad_width": 1, "preserve_short_sequences": True}],
        args=(text, fixed([0, 3, 3, 6], "int64")), known_shape=False,
        bad=[Bad(values=(["a"], np.array([0, 2]), )), Bad(values=(["a"], np.array([1, 0])))]),
    raw("UnsortedSegmentJoin", "inputs segment_ids num_segments", (((4,), (4,), ()), ((4, 2), (4,), ())), ("string",), [{}, {"separator": "-"}],
        args=(letters, ids, fixed(4, "int32")), known_shape=False, bad=[Bad(values=(["a", "b"], np.array([0, 7], np.int32), np.int32(2))), Bad(shapes=((3,), (4,), ()))]),
    Sample("strings.unsorted_segment_join", (((4,), (4,)),), ("string",), [{"num_segments": 3}, {"num_segments": 3, "separator": ", "}], args=(letters, ids),
           bad=[Bad(kwargs={"num_segments": 1})]),
    raw("UnicodeDecode", "input", ((5,), ()), ("string",), [{"input_encoding": "UTF-8"}, {"input_encoding": "UTF-16-BE", "replacement_char": 63}], args=(text,), known_shape=False,
        bad=[Bad(kwargs={"input_encoding": "UTF-8", "errors": "strict"}, values=([b"\xff"],)), Bad(kwargs={"input_encoding": "none such"})]),
    raw("UnicodeDecodeWithOffsets", "input", ((5,),), ("string",), [{"input_encoding": "UTF-8"}, {"input_encoding": "US-ASCII"}, {"input_encoding": "UTF-8", "errors": "ignore"}],
        args=(strings("가b", b"\xe0\x80a", "", "c\x01"),), known_shape=False),
    raw("DecodePaddedRaw", "input_bytes fixed_length", (((3,), ()), ((0,), ())), ("string",), [
        {"out_type": lambda tf: tf.uint8}, {"out_type": lambda tf: tf.int16}, {"out_type": lambda tf: tf.uint16, "little_endian": False}],
        args=(strings("abcd", "ef", ""), fixed(4, "int32")), known_shape=False,
        bad=[Bad(values=(["abc"], np.int32(3)), kwargs={"out_type": lambda tf: tf.int16}), Bad(values=(["abc"], np.int32(0)))]),
    Sample("io.decode_raw of a fixed length", ((2,),), ("string",), [{"out_type": lambda tf: tf.uint8, "fixed_length": 6}, {"out_type": lambda tf: tf.int16, "fixed_length": 2}],
           args=(strings("abcd", "efgh"),), known_shape=False),
]

PRINTED = [
    Sample("print", ((3,), (20, 2), ()), ("float32", "int32", "bool", "bfloat16"), [{}, {"end": "!"}], traceable=False, grad=False,
           call=lambda tf, x, **kw: printed(tf, lambda file: tf.print("x:", x, [x, {"a": x}], output_stream=file, **kw))),
    Sample("print of few items", ((9,), (3, 9)), ("int32",), [{"summarize": 1}, {"summarize": 4}, {"summarize": -1}], traceable=False,
           call=lambda tf, x, **kw: printed(tf, lambda file: tf.print(x, "and", x, sep="|", output_stream=file, **kw))),
    Sample("print in a function", ((3,),), ("float32",), traceable=False, grad=False, ops=["PrintV2"],
           call=lambda tf, x: printed(tf, lambda file: tf.function(lambda y: [tf.print(y, y * 2, output_stream=file), y][1], autograph=False)(x))),
    Sample("raw_ops.PrintV2", ((),), ("string",), args=(letters,), traceable=False,
           call=lambda tf, x: printed(tf, lambda file: tf.raw_ops.PrintV2(input=x, output_stream=file)),
           bad=[Bad(values=(["a", "b"],))]),
    raw("Print", "input", ((3,), ()), ("float32", "float64", "int32"), given={"data": [1, "two"], "first_n": 0}, grad=False),
]

STRING_SAMPLES = [*STRINGS, *PIECES, *PRINTED]
