"""Rows for the ops on files and on serialized tf.train.Example messages; files lie in a folder that ends with the process."""

# fmt: off
# ruff: noqa: E501
import atexit
import gzip
import os
import shutil
import tempfile

from support.sampling import Sample

FOLDER = tempfile.mkdtemp()
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
LINES = os.path.join(FOLDER, "lines.txt")
with open(LINES, "wb") as _file:
    _file.write(b"first\nsecond\n")
EMPTY = os.path.join(FOLDER, "empty.tfrecord")
with open(EMPTY, "wb"):
    pass
# features { a: int64 [1, 2], b: bytes [b"x", b"y"] }
EXAMPLE = b"\n\x1c\n\x0b\n\x01a\x12\x06\x1a\x04\n\x02\x01\x02\n\r\n\x01b\x12\x08\n\x06\n\x01x\n\x01y"


def row(name, call, *ops):
    return Sample(f"files.{name}", ((2,),), ("float32",), call=call, grad=False, known_shape=False, ops=list(ops))


def strings(tf, *values):
    return tf.constant(values, tf.string, shape=[len(values)])


def parse_v2(tf, x):
    return tf.raw_ops.ParseExampleV2(
        serialized=[EXAMPLE, EXAMPLE], names=strings(tf), sparse_keys=strings(tf, "b"), dense_keys=strings(tf, "a"), ragged_keys=strings(tf, "b2"),
        dense_defaults=[tf.zeros([0], tf.int64)], num_sparse=1, sparse_types=[tf.string], ragged_value_types=[tf.string], ragged_split_types=[tf.int32], dense_shapes=[[2]])[3][0]


def parse_v1(tf, x):
    return tf.raw_ops.ParseExample(
        serialized=[EXAMPLE, EXAMPLE], names=strings(tf), sparse_keys=["b"], dense_keys=["a"], dense_defaults=[tf.zeros([0], tf.int64)],
        sparse_types=[tf.string], dense_shapes=[[2]])[3][0]


def parse_single(tf, x):
    return tf.raw_ops.ParseSingleExample(
        serialized=EXAMPLE, dense_defaults=[tf.zeros([0], tf.int64)], num_sparse=1, sparse_keys=["b"], dense_keys=["a"], sparse_types=[tf.string],
        dense_shapes=[[2]])[3][0]


# feature_lists { v: [int64 [1], int64 [2]] }, beside a context { a: int64 [1, 2] }
SEQUENCE = (
    b"\n\x0d\n\x0b\n\x01a\x12\x06\x1a\x04\n\x02\x01\x02"
    b"\x12\x15\n\x13\n\x01v\x12\x0e\n\x05\x1a\x03\n\x01\x01\n\x05\x1a\x03\n\x01\x02"
)
_LISTS = dict(Nfeature_list_dense=1, feature_list_dense_types=["int64"], feature_list_dense_shapes=[[1]])


def sequences_v2(tf, x):
    none = strings(tf)
    out = tf.raw_ops.ParseSequenceExampleV2(
        serialized=[SEQUENCE, SEQUENCE], debug_name=none, context_sparse_keys=none, context_dense_keys=["a"], context_ragged_keys=none,
        feature_list_sparse_keys=none, feature_list_dense_keys=["v"], feature_list_ragged_keys=["w"], feature_list_dense_missing_assumed_empty=[False],
        context_dense_defaults=[tf.zeros([0], tf.int64)], context_dense_shapes=[[2]], feature_list_ragged_value_types=[tf.int64],
        feature_list_ragged_split_types=[tf.int32], **_LISTS)
    return out[3][0], out[9][0], out[10][0], out[11][0], out[12][0], out[13][0]


def sequences_v1(tf, x):
    out = tf.raw_ops.ParseSequenceExample(
        serialized=[SEQUENCE, SEQUENCE], debug_name=strings(tf), context_dense_defaults=[tf.zeros([0], tf.int64)], feature_list_dense_missing_assumed_empty=[],
        context_sparse_keys=[], context_dense_keys=["a"], feature_list_sparse_keys=["w"], feature_list_dense_keys=["v"], Ncontext_dense=1,
        Nfeature_list_sparse=1, context_dense_shapes=[[2]], feature_list_sparse_types=[tf.int64], **_LISTS)
    return out[3][0], out[4][0], out[5][0], out[6][0], out[7][0], out[8][0]


def sequence(tf, x):
    out = tf.raw_ops.ParseSingleSequenceExample(
        serialized=SEQUENCE, feature_list_dense_missing_assumed_empty=strings(tf), context_sparse_keys=["a"], context_dense_keys=[], feature_list_sparse_keys=[],
        feature_list_dense_keys=["v"], context_dense_defaults=[], debug_name="", context_sparse_types=[tf.int64], feature_list_dense_types=[tf.int64],
        feature_list_dense_shapes=[[1]])
    return out[0][0], out[1][0], out[2][0], out[7][0]


def written(tf, x):
    path = os.path.join(FOLDER, f"written by {tf.__name__}.txt")
    with tf.control_dependencies([op for op in [tf.io.write_file(path, tf.strings.as_string(x[0]))] if op is not None]):
        return tf.identity(x)


# package p; message M { repeated sint32 n = 1; string s = 2; repeated float x = 3; } in the syntax of proto3
MESSAGES = b"bytes://\n4\n\x01m\x12\x01p\"$\n\x01M\x12\t\n\x01n\x18\x01 \x03(\x11\x12\t\n\x01s\x18\x02 \x01(\t\x12\t\n\x01x\x18\x03 \x03(\x02b\x06proto3"


def encoded(tf, x):
    values = [tf.constant([[1, -2, 3], [4, 5, 6]]), tf.constant([["a"], ["b"]]), tf.stack([x, x * 2])]
    return tf.io.encode_proto([[3, 1, 2], [1, 0, 1]], values, ["n", "s", "x"], "p.M", MESSAGES)


def decoded(tf, x):
    sizes, values = tf.io.decode_proto(encoded(tf, x), "p.M", ["x", "n", "s", "x"], [tf.float64, tf.int64, tf.string, tf.float32], MESSAGES)
    return [sizes, *values]


def records_of(make, *names):
    """The records of some files and the reader's counts: one by one, and then up to two of another file."""
    def call(tf, x):
        queue = tf.queue.FIFOQueue(9, [tf.string], [[]])
        queue.enqueue_many([[*names, names[0]]])
        ops, reader = tf.raw_ops, make(tf)
        ops.ReaderResetV2(reader_handle=reader)  # TensorFlow gives eager calls one reader
        results = []
        for _ in range(2):
            results += ops.ReaderReadV2(reader_handle=reader, queue_handle=queue.queue_ref)
        results += ops.ReaderReadUpToV2(reader_handle=reader, queue_handle=queue.queue_ref, num_records=2)
        results += [ops.ReaderNumRecordsProducedV2(reader_handle=reader), ops.ReaderNumWorkUnitsCompletedV2(reader_handle=reader)]
        ops.ReaderResetV2(reader_handle=reader)
        return [tf.strings.regex_replace(result, "^/.*/", "") if result.dtype == tf.string else result for result in results] + [ops.ReaderNumRecordsProducedV2(reader_handle=reader)]

    return call


def reader_state(tf, x):
    ops = tf.raw_ops
    reader = ops.IdentityReaderV2()
    ops.ReaderRestoreStateV2(reader_handle=reader, state=b"\x08\x02\x10\x02\x18\x05")
    return [ops.ReaderNumRecordsProducedV2(reader_handle=reader), ops.ReaderSerializeStateV2(reader_handle=reader)]


RECORDS = os.path.join(FOLDER, "records.tfrecord")
with open(RECORDS, "wb") as _file:
    _file.write(b"\x01" + b"\0" * 7 + b"\x01u\xdeA" + b"x" + b"P=\xaaa")


FILE_SAMPLES = [
    row("read_file", lambda tf, x: tf.io.read_file(LINES), "ReadFile"),
    row("write_file", written, "WriteFile"),
    row("matching_files", lambda tf, x: tf.io.matching_files(FOLDER + "/l*.txt"), "MatchingFiles"),
    row("decode_compressed", lambda tf, x: tf.io.decode_compressed(gzip.compress(b"abc", mtime=0), "GZIP"), "DecodeCompressed"),
    row("TextLineDataset", lambda tf, x: tf.data.TextLineDataset(LINES).batch(9).get_single_element(), "TextLineDataset"),
    row("TFRecordDataset", lambda tf, x: tf.data.TFRecordDataset(EMPTY).reduce(0, lambda n, record: n + 1), "TFRecordDataset", "TFRecordDatasetV2"),
    row("FixedLengthRecordDataset", lambda tf, x: tf.data.FixedLengthRecordDataset(LINES, 13).batch(9).get_single_element(), "FixedLengthRecordDataset", "FixedLengthRecordDatasetV2"),
    row("decode_csv", lambda tf, x: tf.io.decode_csv(["1.5,2", "3,4"], [0.0, 0.0])[0], "DecodeCSV"),
    row("CsvDataset", lambda tf, x: tf.data.experimental.CsvDataset(LINES, [""]).batch(9).get_single_element()[0], "CSVDatasetV2", "CSVDataset"),
    row("ParseExampleV2", parse_v2, "ParseExampleV2"),
    row("ParseExample", parse_v1, "ParseExample"),
    row("ParseSingleExample", parse_single, "ParseSingleExample"),
    row("ParseSequenceExampleV2", sequences_v2, "ParseSequenceExampleV2"),
    row("ParseSequenceExample", sequences_v1, "ParseSequenceExample"),
    row("ParseSingleSequenceExample", sequence, "ParseSingleSequenceExample"),
    row("encode_proto", encoded, "EncodeProto"),
    row("decode_proto", decoded, "DecodeProtoV2"),
    row("TextLineReader", records_of(lambda tf: tf.raw_ops.TextLineReaderV2(), LINES, LINES), "TextLineReaderV2", "ReaderReadV2", "ReaderReadUpToV2",
        "ReaderNumRecordsProducedV2", "ReaderNumWorkUnitsCompletedV2", "ReaderResetV2"),
    row("TextLineReader without headers", records_of(lambda tf: tf.raw_ops.TextLineReaderV2(skip_header_lines=1), LINES, EMPTY, LINES, LINES)),
    row("WholeFileReader", records_of(lambda tf: tf.raw_ops.WholeFileReaderV2(), LINES, LINES, EMPTY), "WholeFileReaderV2"),
    row("IdentityReader", records_of(lambda tf: tf.raw_ops.IdentityReaderV2(), "a", "b", "c"), "IdentityReaderV2"),
    row("FixedLengthRecordReader", records_of(lambda tf: tf.raw_ops.FixedLengthRecordReaderV2(record_bytes=4, header_bytes=1, footer_bytes=2, hop_bytes=3), LINES), "FixedLengthRecordReaderV2"),
    row("TFRecordReader", records_of(lambda tf: tf.raw_ops.TFRecordReaderV2(), RECORDS, RECORDS, EMPTY, RECORDS), "TFRecordReaderV2"),
    row("reader's state", reader_state, "ReaderSerializeStateV2", "ReaderRestoreStateV2"),
    row("decode_json_example", lambda tf, x: tf.io.decode_json_example(['{"features": {}}']), "DecodeJSONExample"),
]
