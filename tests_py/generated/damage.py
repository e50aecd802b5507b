"""Damaged bytes for everything that decodes or loads: flipped, cut, filled, doubled, and spliced from other files.

`python tests_py/generated/damage.py --seed 3 --count 2000 png records` damages 2000 times for each decoder named (all when
none is), prints what is wrong, and ends with 1 if anything is. Right is a value or an error of `tf.errors` (of loaders of
models and graphs, what TensorFlow's raise, too); wrong is any other exception, the end of the process, and a call that needs
more than `SECONDS` or `MEMORY`.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import random
import shutil
import struct
import sys
import tempfile
import traceback
import wave
import zlib

import numpy as np

import graphwright as tf
from support.isolated import run_isolated

MEMORY = 1 << 30
SECONDS = 20
OBJECT_GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH"
EXTREMES = (b"\0", b"\xff", b"\x7f", b"\x80", b"\1")


# ---- damage ----


def damaged(rng, data, others=()):
    """The bytes with one to four faults."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = _once(rng, data, others)
    return data


def _once(rng, data, others):
    if not data:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    at = rng.randrange(len(data))
    if rng.random() < 0.3:  # heads of files say most
        at = rng.randrange(min(len(data), 64))
    size = rng.choice((1, 1, 2, 4, 8, 40))
    kind = rng.choice(("flip", "flip", "flip", "set", "number", "cut", "insert", "delete", "double", "splice", "swap"))
    if kind == "flip":
        return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
    if kind == "set":
        size = min(size, len(data) - at)
        return data[:at] + rng.choice(EXTREMES) * size + data[at + size :]
    if kind == "number":
        number = rng.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**16, 65535, 1 << 28))
        return data[:at] + struct.pack(rng.choice("<>") + "I", number) + data[at + 4 :]
    if kind == "cut":
        return data[:at]
    if kind == "insert":
        return data[:at] + bytes(rng.randrange(256) for _ in range(size)) + data[at:]
    if kind == "delete":
        return data[:at] + data[at + size :]
    if kind == "double":
        return data[:at] + data[at : at + size] * rng.choice((2, 3, 50)) + data[at + size :]
    if kind == "swap":
        to = rng.randrange(len(data))
        first, second = min(at, to), max(at, to)
        return data[:first] + data[second : second + size] + data[first + size : second] + data[second:]
    other = rng.choice(others) if others else data
    start = rng.randrange(len(other) + 1)
    return data[:at] + other[start : start + rng.choice((4, 40, 4000))] + data[at + size :]


# ---- sums that would hide all but the first layer ----


def with_png_sums(data):
    """A PNG file with the checksums that its chunks should have."""
    out, place = [data[:8]], 8
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        body = data[place + 4 : place + 8 + length]
        out.append(data[place : place + 4] + body + struct.pack(">I", zlib.crc32(body)))
        place += 12 + length
    return b"".join(out) + data[place:]


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def _row(byte):
    for _ in range(8):
        byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
    return byte


_TABLE = [_row(byte) for byte in range(256)]


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def with_record_sums(data):
    """A file of records with the checksums that these should have."""
    out, place = [], 0
    while place + 12 <= len(data):
        (length,) = struct.unpack_from("<Q", data, place)
        body = data[place + 12 : place + 12 + length]
        out.append(data[place : place + 8] + struct.pack("<I", masked(data[place : place + 8])))
        out.append(body + struct.pack("<I", masked(body)))
        place += 16 + length
    return b"".join(out)


def with_table_sums(data):
    """A table (a checkpoint's index) with the checksums that its blocks should have, as far as they can be found."""

    def handle(place):
        numbers = []
        for _ in range(2):
            number = shift = 0
            while place < len(data):
                byte = data[place]
                place += 1
                number |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            numbers.append(number)
        return numbers, place

    if len(data) < 48:
        return data
    out = bytearray(data)
    _, place = handle(len(data) - 48)
    (offset, size), _ = handle(place)
    blocks = [(offset, size)]
    at, end = offset, offset + size - 4
    for _ in range(4):  # entries of the index: shared, unshared, length, key, handle
        if not 0 <= at + 3 < min(end, len(data)):
            break
        unshared, length = data[at + 1], data[at + 2]
        (found, _), at = handle(at + 3 + unshared), at + 3 + unshared + length
        blocks.append(tuple(found))
    for offset, size in blocks:
        if 0 <= offset and offset + size + 5 <= len(data):
            out[offset + size + 1 : offset + size + 5] = struct.pack(
                "<I", masked(bytes(out[offset : offset + size + 1]))
            )
    return bytes(out)


def unchanged(data):
    return data


# ---- decoders of bytes: valid files, and what reads them ----


def _picture(channels, dtype=np.uint8, height=13, width=17):
    rng = np.random.default_rng(channels)
    image = np.add.outer(np.arange(height) * 5, np.arange(width) * 7)[:, :, None] * np.arange(1, channels + 1)
    return (image + rng.integers(0, 9, image.shape)).astype(dtype)


def _pillow_file(kind, mode="RGB", frames=1, **options):
    from PIL import Image

    images = []
    for i in range(frames):
        array = _picture({"L": 1, "P": 1, "RGB": 3, "RGBA": 4}[mode]) + np.uint8(i)
        images.append(Image.fromarray(array[:, :, 0] if array.shape[2] == 1 else array))
        if mode == "P":
            images[-1] = images[-1].convert("P")
    file = io.BytesIO()
    more = {"save_all": True, "append_images": images[1:]} if frames > 1 else {}
    images[0].save(file, kind, **options, **more)
    return file.getvalue()


def _interlaced_png():
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    image, data = _picture(1)[:8, :8, 0], b""
    for top, left, down, right in (
        (0, 0, 8, 8),
        (0, 4, 8, 8),
        (4, 0, 8, 4),
        (0, 2, 4, 4),
        (2, 0, 4, 2),
        (0, 1, 2, 2),
        (1, 0, 2, 1),
    ):
        for row in image[top::down, left::right]:
            data += b"\2" + row.tobytes()
    header = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def _pngs():
    return [tf.io.encode_png(_picture(c, d)).numpy() for c in (1, 2, 3, 4) for d in (np.uint8, np.uint16)] + [
        _pillow_file("PNG", "P", transparency=3),
        _interlaced_png(),
    ]


def _jpegs():
    return [
        _pillow_file("JPEG"),
        _pillow_file("JPEG", "L"),
        _pillow_file("JPEG", progressive=True, restart_marker_rows=1),
    ]


def _gifs():
    return [_pillow_file("GIF", "P"), _pillow_file("GIF", "RGB", frames=3, duration=20, loop=0)]


def _bmps():
    return [_pillow_file("BMP", mode) for mode in ("L", "RGB", "RGBA")]


def _webps():
    return [_pillow_file("WEBP"), _pillow_file("WEBP", "RGBA", lossless=True), _pillow_file("WEBP", frames=3)]


def _image_readers(one):
    return [one, lambda data: tf.io.decode_image(data), lambda data: tf.io.decode_image(data, expand_animations=False)]


def _waves():
    out = []
    for channels in (1, 2):
        file = io.BytesIO()
        with wave.open(file, "wb") as writer:
            writer.setparams((channels, 2, 8000, 0, "NONE", ""))
            writer.writeframes(np.arange(60, dtype=np.int16).tobytes())
        out.append(file.getvalue())
    return out


def _example(**more):
    feature = {
        "i": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2, 3])),
        "f": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5])),
        "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"ab", b""])),
    }
    return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()


def _sequence_example():
    example = tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2]))
    lists = tf.train.FeatureLists(feature_list={"l": tf.train.FeatureList(feature=[example, example])})
    context = tf.train.Features(feature={"i": example})
    return tf.train.SequenceExample(context=context, feature_lists=lists).SerializeToString()


def _list_bytes():
    made = tf.raw_ops.TensorListReserve(element_shape=tf.constant([2, -1]), num_elements=4, element_dtype=tf.string)
    made = tf.raw_ops.TensorListSetItem(input_handle=made, index=1, item=tf.constant([["a"], ["bc"]]))
    return tf.io.serialize_tensor(made).numpy()


_FEATURES = {
    "i": lambda: tf.io.VarLenFeature(tf.int64),
    "f": lambda: tf.io.FixedLenFeature([1], tf.float32, [0.0]),
    "s": lambda: tf.io.RaggedFeature(tf.string),
}


def _features():
    return {name: make() for name, make in _FEATURES.items()}


_JSON = b'{"features": {"feature": {"i": {"int64List": {"value": ["1", 2]}}, "s": {"bytesList": {"value": ["YWI="]}}}}}'
_CSV = b'1,2.5,"a ""b"" c",x\n-4,1e3,,"y\nz"\n'

DECODERS = {
    "png": (_pngs, _image_readers(lambda data: tf.io.decode_png(data)), with_png_sums),
    "png16": (_pngs, [lambda data: tf.io.decode_png(data, channels=3, dtype=tf.uint16)], with_png_sums),
    "jpeg": (
        _jpegs,
        [
            *_image_readers(lambda data: tf.io.decode_jpeg(data)),
            lambda data: tf.io.decode_jpeg(data, try_recover_truncated=True, acceptable_fraction=0.1, ratio=2),
            lambda data: tf.io.decode_and_crop_jpeg(data, [1, 2, 3, 4]),
            lambda data: tf.io.extract_jpeg_shape(data),
        ],
        unchanged,
    ),
    "gif": (_gifs, _image_readers(lambda data: tf.io.decode_gif(data)), unchanged),
    "bmp": (_bmps, _image_readers(lambda data: tf.io.decode_bmp(data)), unchanged),
    "webp": (_webps, _image_readers(lambda data: tf.io.decode_webp(data)), unchanged),
    "wav": (
        _waves,
        [lambda data: tf.audio.decode_wav(data), lambda data: tf.audio.decode_wav(data, 2, 500)],
        unchanged,
    ),
    "zlib": (lambda: [zlib.compress(b"abc" * 900)], [lambda data: tf.io.decode_compressed([data], "ZLIB")], unchanged),
    "gzip": (lambda: [gzip.compress(b"abc" * 900)], [lambda data: tf.io.decode_compressed([data], "GZIP")], unchanged),
    "example": (
        lambda: [_example()],
        [
            lambda data: tf.io.parse_single_example(data, _features()),
            lambda data: tf.io.parse_example([data, data], _features()),
        ],
        unchanged,
    ),
    "sequence_example": (
        lambda: [_sequence_example()],
        [
            lambda data: tf.io.parse_single_sequence_example(
                data, {"i": tf.io.VarLenFeature(tf.int64)}, {"l": tf.io.FixedLenSequenceFeature([2], tf.int64)}
            )
        ],
        unchanged,
    ),
    "json_example": (lambda: [_JSON], [lambda data: tf.io.decode_json_example([data])], unchanged),
    "csv": (lambda: [_CSV], [lambda data: tf.io.decode_csv([data], [[1], [1.0], "", "d"])], unchanged),
    "tensor": (
        lambda: [tf.io.serialize_tensor(x).numpy() for x in ([[1.5, 2]], ["a", "bc"], [True], 3 + 2j)],
        [lambda data: tf.io.parse_tensor(data, tf.float32), lambda data: tf.io.parse_tensor(data, tf.string)],
        unchanged,
    ),
    "variants": (
        lambda: [_list_bytes()],
        [lambda data: tf.raw_ops.TensorListLength(input_handle=tf.io.parse_tensor(data, tf.variant))],
        unchanged,
    ),
    "base64": (lambda: [b"YWJjZGVm"], [lambda data: tf.io.decode_base64(data)], unchanged),
    "raw": (
        lambda: [bytes(range(64))],
        [
            lambda data: tf.io.decode_raw([data], tf.int32),
            lambda data: tf.io.decode_raw([data], tf.int16, fixed_length=8),
        ],
        unchanged,
    ),
    "unicode": (
        lambda: ["aé漢😀".encode(code) for code in ("utf-8", "utf-16-be", "utf-32-be")],
        [
            lambda data: tf.strings.unicode_decode(data, "UTF-8"),
            lambda data: tf.strings.unicode_transcode(data, "UTF-16-BE", "UTF-8", errors="strict"),
        ],
        unchanged,
    ),
    "regex": (
        lambda: [b"(a|b{2,3})*[^c-e]\\d+?$"],
        [lambda data: tf.strings.regex_replace("abbbx12", data, "")],
        unchanged,
    ),
}


def decode(name, rng, count, note):
    """The findings of one decoder of bytes."""
    make, readers, mend = DECODERS[name]
    files = make()
    for _ in range(count):
        data = damaged(rng, rng.choice(files), files)
        if rng.random() < 0.5:
            data = mend(data)
        number = rng.randrange(len(readers))
        note(f"{name} reader {number}: {data!r}")
        yield from what_is_wrong(
            f"{name} reader {number}: {data!r}", lambda number=number, data=data: readers[number](data)
        )


# ---- loaders of files ----


class Loader:
    """Files of one kind in a folder: those that are damaged by turns, and what reads them all."""

    errors: tuple[type[Exception], ...] = ()

    def __init__(self, folder):
        self.folder = folder
        self.make()

    def make(self):
        raise NotImplementedError

    def read(self):
        raise NotImplementedError

    def mend(self, path, data):
        return data

    def files(self):
        found = [os.path.join(top, name) for top, _, names in os.walk(self.folder) for name in names]
        return sorted(path for path in found if os.path.getsize(path))


class Records(Loader):
    def make(self):
        for kind in ("", "GZIP", "ZLIB"):
            with tf.io.TFRecordWriter(f"{self.folder}/records{kind}", kind) as writer:
                for i in range(5):
                    writer.write(bytes([i]) * 30 * i)

    def read(self):
        for kind in ("", "GZIP", "ZLIB"):
            try:
                list(tf.data.TFRecordDataset(f"{self.folder}/records{kind}", kind).as_numpy_iterator())
            except tf.errors.OpError:
                pass

    def mend(self, path, data):
        return with_record_sums(data) if path.endswith("records") else data


class Lines(Loader):
    def make(self):
        for name, data in (("plain", _CSV * 9), ("gzip", gzip.compress(_CSV * 9))):
            with open(f"{self.folder}/{name}", "wb") as file:
                file.write(data)

    def read(self):
        plain, packed = f"{self.folder}/plain", f"{self.folder}/gzip"
        for make in (
            lambda: tf.data.TextLineDataset(packed, "GZIP"),
            lambda: tf.data.FixedLengthRecordDataset(plain, 7, 1, 2),
            lambda: tf.data.FixedLengthRecordDataset(packed, 7, compression_type="GZIP"),
            lambda: tf.data.experimental.CsvDataset(plain, [1, 1.0, "", "d"]),
        ):
            try:
                list(make().as_numpy_iterator())
            except tf.errors.OpError:
                pass


class Events(Loader):
    def make(self):
        writer = tf.summary.create_file_writer(self.folder)
        with writer.as_default():
            for step in range(3):
                tf.summary.scalar("a", step, step=step)
                tf.summary.image("i", tf.ones([1, 3, 3, 3]), step=step)
        writer.close()

    def read(self):
        for path in self.files():
            for event in tf.compat.v1.train.summary_iterator(path):
                str(event)

    def mend(self, path, data):
        return with_record_sums(data)


class Checkpoint(Loader):
    def make(self):
        tf.train.Checkpoint(**self.objects()).save(f"{self.folder}/ck")

    def objects(self):
        model = tf.Module()
        model.parts = [tf.Variable(tf.range(6.0)), {"s": tf.Variable(["a", "bc"])}]
        return {
            "model": model,
            "number": tf.Variable(3),
            "table": tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1),
        }

    def read(self):
        path = tf.train.latest_checkpoint(self.folder)
        if path is None:
            return
        reader = tf.train.load_checkpoint(path)
        for name in reader.get_variable_to_shape_map():
            reader.get_tensor(name)
        status = tf.train.Checkpoint(**self.objects()).restore(path)
        try:
            status.assert_consumed()
        except AssertionError:
            pass
        tf.train.CheckpointManager(tf.train.Checkpoint(), self.folder, max_to_keep=3)
        tf.train.list_variables(path)

    def mend(self, path, data):
        return with_table_sums(data) if path.endswith(".index") else data


class ObjectGraph(Checkpoint):
    """The message inside a checkpoint that tells how its objects hang together."""

    def make(self):
        super().make()
        path = tf.train.latest_checkpoint(self.folder)
        reader = tf.train.load_checkpoint(path)
        self.values = {name: reader.get_tensor(name) for name in reader.get_variable_to_shape_map()}
        self.graph = self.values.pop(OBJECT_GRAPH)

    def damage(self, rng):
        values = {**self.values, OBJECT_GRAPH: damaged(rng, self.graph)}
        names = list(values)
        tf.raw_ops.SaveV2(
            prefix=f"{self.folder}/ck-1",
            tensor_names=names,
            shape_and_slices=[""] * len(names),
            tensors=[tf.constant(values[name]) for name in names],
        )
        return repr(values[OBJECT_GRAPH])


class Model(Loader):
    errors = (OSError, RuntimeError)  # there is no model, or none with these tags, as in TensorFlow

    def make(self):
        asset = f"{self.folder}/words.txt"
        with open(asset, "w") as file:
            file.write("a\nb\n")
        module = tf.Module()
        module.v = tf.Variable([1.0, 2.0])
        module.parts = [tf.Variable(3), {"x": tf.Variable(["s"])}]
        initializer = tf.lookup.TextFileInitializer(
            asset, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
        )
        module.table = tf.lookup.StaticHashTable(initializer, -1)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
        def f(x):
            for _ in tf.range(3):
                x = tf.where(x > 1, x * module.v[0], x + 1)
            return {"y": x, "n": module.table.lookup(tf.constant(["a"]))}

        module.f = f
        os.makedirs(f"{self.folder}/model")
        tf.saved_model.save(module, f"{self.folder}/model", signatures={"serving_default": f})

    def read(self):
        loaded = tf.saved_model.load(f"{self.folder}/model")
        signatures = getattr(loaded, "signatures", {})  # which may be another node of the damaged graph
        for function in (getattr(loaded, "f", None), *(signatures.values() if hasattr(signatures, "values") else ())):
            if function is not None:
                self.call(function)

    def call(self, function):
        try:
            function(tf.constant([0.5, 2.0]))
        except Exception:  # a function that was changed may do anything but end the process
            pass

    def files(self):
        return [path for path in super().files() if not path.endswith("words.txt")]

    def mend(self, path, data):
        return with_table_sums(data) if path.endswith(".index") else data


class GraphModel(Model):
    """A model loaded by TensorFlow 1's loader, into a session."""

    def read(self):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            tf.compat.v1.saved_model.load(session, ["serve"], f"{self.folder}/model")


class MetaGraph(Loader):
    """TensorFlow 1's graph beside a checkpoint, in its wire format and as text."""

    errors = (OSError, ValueError, KeyError)  # as those of TensorFlow: a collection names what is not in the graph

    def make(self):
        v1 = tf.compat.v1
        with tf.Graph().as_default(), v1.Session() as session:
            v = v1.get_variable("v", [3])
            tf.identity(tf.while_loop(lambda x: tf.reduce_sum(x) < 9.0, lambda x: (x + 1.0,), (v * 2.0,))[0], name="y")
            session.run(v1.global_variables_initializer())
            v1.train.Saver().save(session, f"{self.folder}/ck")
            v1.train.export_meta_graph(f"{self.folder}/text.meta", as_text=True)

    def files(self):
        return [path for path in super().files() if path.endswith(".meta")]

    def read(self):
        for name in ("ck", "text"):
            with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                try:
                    saver = tf.compat.v1.train.import_meta_graph(f"{self.folder}/{name}.meta")
                except (tf.errors.OpError, *self.errors):
                    continue
                if saver is not None:
                    try:
                        saver.restore(session, f"{self.folder}/ck")
                    except (tf.errors.OpError, ValueError, TypeError, KeyError):
                        pass  # names of operations that are not there


class Saved(Loader):
    def make(self):
        tf.data.Dataset.range(20).map(lambda x: (x, tf.strings.as_string(x))).save(f"{self.folder}/set")

    def read(self):
        list(tf.data.Dataset.load(f"{self.folder}/set").as_numpy_iterator())

    def mend(self, path, data):
        return with_record_sums(data)


class Words(Loader):
    def make(self):
        with open(f"{self.folder}/words", "w") as file:
            file.write("a 1\nb 2\nc 3\n")

    def read(self):
        initializer = tf.lookup.TextFileInitializer(f"{self.folder}/words", tf.string, 0, tf.int64, 1, delimiter=" ")
        tf.lookup.StaticHashTable(initializer, -1).lookup(tf.constant("b"))


LOADERS = {
    "records": Records,
    "lines": Lines,
    "events": Events,
    "checkpoint": Checkpoint,
    "object_graph": ObjectGraph,
    "model": Model,
    "graph_model": GraphModel,
    "meta_graph": MetaGraph,
    "saved_set": Saved,
    "words": Words,
}


def load(name, rng, count, note):
    """The findings of one loader of files."""
    folder = tempfile.mkdtemp()
    try:
        loader = LOADERS[name](folder)
        contents = {}
        for path in loader.files():
            with open(path, "rb") as file:
                contents[path] = file.read()
        for _ in range(count):
            if hasattr(loader, "damage"):
                what = f"{name}: {loader.damage(rng)}"
                path = None
            else:
                path = rng.choice(sorted(contents))
                data = damaged(rng, contents[path], list(contents.values()))
                data = loader.mend(path, data) if rng.random() < 0.5 else data
                with open(path, "wb") as file:
                    file.write(data)
                what = f"{name} {os.path.relpath(path, folder)}: {data!r}"
            note(what)
            yield from what_is_wrong(what, loader.read, loader.errors)
            if path is not None:
                with open(path, "wb") as file:
                    file.write(contents[path])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def what_is_wrong(what, run, errors=()):
    """What is wrong with what a call does: nothing, or one text."""
    try:
        run()
    except (tf.errors.OpError, *errors):
        pass
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(os.path.dirname(frame.filename))}/{os.path.basename(frame.filename)}:{frame.lineno}"
        yield f"{what[:2000]}\n    {type(error).__name__}: {str(error)[:200]} at {place}"


def job_of(name, seed, count):
    """The job of isolated.py that damages the files of one decoder or loader."""

    def job(note):
        note(name)
        rng = random.Random(f"{seed} {name}")
        yield from (decode if name in DECODERS else load)(name, rng, count, note)

    return job


def main():
    """Damages what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*DECODERS, *LOADERS, []])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count", type=int, default=100, help="damaged files for each name; loaders get a fifth of them"
    )
    args = parser.parse_args()
    names = args.names or [*DECODERS, *LOADERS]
    jobs = [job_of(name, args.seed, args.count if name in DECODERS else -(-args.count // 5)) for name in names]
    faults = 0
    for fault in run_isolated(jobs, SECONDS, MEMORY):
        faults += 1
        print(fault, flush=True)
    print(f"{faults} went wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
