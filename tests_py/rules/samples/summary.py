"""Rows for the ops of tf.summary: messages as strings, and writers of event files in a folder that ends with the process."""

# fmt: off
# ruff: noqa: E501
import atexit
import os
import shutil
import tempfile

from support.sampling import Sample

FOLDER = tempfile.mkdtemp()
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def row(name, call, *ops):
    return Sample(f"summary.{name}", ((2,),), ("float32",), call=call, grad=False, known_shape=False, ops=list(ops), portable="Writer" not in str(ops))


def bytes_of(call):
    """How many bytes a message has; whether it says the same is compared with event files."""
    return lambda tf, x: tf.strings.length(call(tf, x))


def after(tf, x, operations):
    with tf.control_dependencies([op for op in operations if op is not None]):
        return tf.identity(x)


def all_written(tf, x):
    raw = tf.raw_ops
    with tf.init_scope():
        writer = raw.SummaryWriter()
        raw.CreateSummaryFileWriter(writer=writer, logdir=os.path.join(FOLDER, tf.__name__), max_queue=10, flush_millis=1000, filename_suffix=".v2")
    where = {"writer": writer, "step": 1}
    sound, image = tf.reshape(x, [1, 2, 1]), tf.reshape(x, [1, 1, 2, 1])
    return after(tf, x, [
        raw.WriteSummary(tensor=x, tag="a", summary_metadata="", **where), raw.WriteScalarSummary(tag="a", value=x[0], **where), raw.WriteHistogramSummary(tag="a", values=x, **where),
        raw.WriteImageSummary(tag="a", tensor=image, bad_color=[255, 0, 0, 255], **where), raw.WriteAudioSummary(tag="a", tensor=sound, sample_rate=8000.0, **where), raw.WriteGraphSummary(tensor="", **where),
        raw.WriteRawProtoSummary(tensor="", **where), raw.ImportEvent(writer=writer, event=""), raw.FlushSummaryWriter(writer=writer)])


def closed(tf, x):
    with tf.init_scope():
        writer = tf.raw_ops.SummaryWriter()
    return after(tf, x, [tf.raw_ops.CloseSummaryWriter(writer=writer)]) if tf.__name__ == "graphwright" else tf.identity(x)


SUMMARY_SAMPLES = [
    row("ScalarSummary", bytes_of(lambda tf, x: tf.raw_ops.ScalarSummary(tags=["a", "b"], values=x)), "ScalarSummary"),
    row("HistogramSummary", bytes_of(lambda tf, x: tf.raw_ops.HistogramSummary(tag="a", values=tf.zeros_like(x))), "HistogramSummary"),
    row("AudioSummary", bytes_of(lambda tf, x: tf.raw_ops.AudioSummaryV2(tag="a", tensor=tf.reshape(x, [1, 2, 1]), sample_rate=8000.0)), "AudioSummaryV2"),
    row("MergeSummary", bytes_of(lambda tf, x: tf.raw_ops.MergeSummary(inputs=[tf.raw_ops.ScalarSummary(tags=[tag, tag + tag], values=x) for tag in "ab"])), "MergeSummary"),
    row("written", all_written, "SummaryWriter", "CreateSummaryFileWriter", "WriteSummary", "WriteScalarSummary", "WriteHistogramSummary", "WriteImageSummary", "WriteAudioSummary", "WriteGraphSummary", "WriteRawProtoSummary", "ImportEvent", "FlushSummaryWriter"),
    row("closed", closed, "CloseSummaryWriter"),
    row("serialize_tensor", lambda tf, x: tf.io.serialize_tensor(x), "SerializeTensor"),
    row("parse_tensor", lambda tf, x: tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32), "ParseTensor"),
]
UNCOVERED_SUMMARY_OPS = {
    name: "TensorFlow's eager mode does not run it; parity/summary/test_event_files.py runs it in a graph"
    for name in ("AudioSummary", "ImageSummary", "TensorSummary", "TensorSummaryV2")
}
