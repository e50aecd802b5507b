"""TFRecord and other files as data sets: TensorFlow reads what we write, we read what it writes, broken files are noticed."""

import gzip
import random
import zlib

import pytest

from support.folder_cases import Cases, check

group = Cases()
RECORDS = [b"hello", b"", bytes(range(256)) * 40, b"x" * 70000, b"end"]


def listed(dataset):
    return list(dataset.as_numpy_iterator())


@group
def records(tf, folder):
    data = tf.data
    with tf.io.TFRecordWriter("a.rec") as writer:
        for record in RECORDS:
            writer.write(record)
    closed = tf.io.TFRecordWriter("b.rec", "GZIP")
    closed.write("text")
    closed.close()
    content = (folder / "a.rec").read_bytes()
    (folder / "two.gz").write_bytes(gzip.compress(content) + gzip.compress(content))
    (folder / "empty").write_bytes(b"")
    names = data.Dataset.from_tensor_slices(["a.rec", "b2.rec"])
    with tf.io.TFRecordWriter("b2.rec", tf.io.TFRecordOptions("")) as writer:
        writer.write(b"1")
        writer.write(b"2")
    options = tf.io.TFRecordOptions
    return [
        ("bytes", lambda: content),
        ("one", lambda: listed(data.TFRecordDataset("a.rec"))),
        ("path", lambda: listed(data.TFRecordDataset(folder / "a.rec"))),
        ("small buffer", lambda: listed(data.TFRecordDataset("a.rec", buffer_size=7))),
        ("gzip", lambda: listed(data.TFRecordDataset("b.rec", "GZIP"))),
        ("two streams", lambda: listed(data.TFRecordDataset("two.gz", "GZIP"))),
        ("empty", lambda: [listed(data.TFRecordDataset("empty", kind)) for kind in ("", "GZIP")]),
        ("no names", lambda: listed(data.TFRecordDataset([]))),
        ("matrix of names", lambda: listed(data.TFRecordDataset([["b2.rec"], ["b2.rec"]]))),
        ("data set of names", lambda: listed(data.TFRecordDataset(names))),
        ("in parallel", lambda: listed(data.TFRecordDataset(["a.rec", "b2.rec"], num_parallel_reads=2))),
        ("skip", lambda: listed(data.TFRecordDataset(["a.rec", "b2.rec"]).skip(3))),
        ("spec", lambda: data.TFRecordDataset("a.rec").element_spec),
        ("repr", lambda: data.TFRecordDataset("a.rec")),
        ("cardinality", lambda: data.TFRecordDataset("a.rec").cardinality()),
        ("class", lambda: isinstance(data.TFRecordDataset("a.rec"), data.TFRecordDataset)),
        ("missing", lambda: listed(data.TFRecordDataset("none"))),
        ("folder", lambda: listed(data.TFRecordDataset("."))),
        ("numbers", lambda: data.TFRecordDataset([1])),
        ("data set of numbers", lambda: data.TFRecordDataset(data.Dataset.range(2))),
        ("negative buffer", lambda: listed(data.TFRecordDataset("a.rec", buffer_size=-3))),
        ("write closed", lambda: closed.write(b"")),
        ("close twice", lambda: closed.close()),
        ("no folder", lambda: tf.io.TFRecordWriter("none/a")),
        ("bad options", lambda: tf.io.TFRecordWriter("x", "LZ4")),
        ("options", lambda: [options("ZLIB", compression_level=3).compression_level, options().compression_type]),
        (
            "strings of options",
            lambda: [options.get_compression_type_string(o) for o in (None, "GZIP", options("ZLIB"))],
        ),
        ("bad compression", lambda: options("LZ4")),
    ]


@group
def lines_and_pieces(tf, folder):
    data = tf.data
    (folder / "t.txt").write_bytes(b"a\r\nb\rc\n\n last")
    (folder / "t2.txt").write_bytes(b"x\n")
    (folder / "f.bin").write_bytes(bytes(range(20)))
    (folder / "f.gz").write_bytes(gzip.compress(bytes(range(20))))
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / ".hidden").write_bytes(b"")
    (folder / "sub" / "deep" / "a1.py").write_bytes(b"")

    def pieces(name="f.bin", size=5, **options):
        return listed(data.FixedLengthRecordDataset(name, size, **options))

    patterns = "*.txt;sub/*;*/*/a?.py;sub/deep/[ab][0-9].py;none;sub;./*.txt;;sub/;t[.txt;su*/;t\\*.txt".split(";")
    calls = [(f"matching {pattern}", lambda p=pattern: tf.io.matching_files(p)) for pattern in patterns]
    return [
        *calls,
        ("matching several", lambda: tf.io.matching_files(["*.txt", "sub/*"])),
        ("matching absolute", lambda: len(tf.io.matching_files(f"{folder}/*.txt"))),
        ("lines", lambda: listed(data.TextLineDataset(["t.txt", "t2.txt"]))),
        ("lines in parallel", lambda: listed(data.TextLineDataset(["t.txt", "t2.txt"], num_parallel_reads=2))),
        ("bad compression", lambda: listed(data.TextLineDataset("t.txt", "LZ4"))),
        ("no lines", lambda: listed(data.TextLineDataset("none"))),
        ("pieces", pieces),
        ("header and footer", lambda: pieces(size=3, header_bytes=1, footer_bytes=4)),
        ("compressed", lambda: pieces("f.gz", compression_type="GZIP")),
        ("compressed, header and footer", lambda: pieces("f.gz", header_bytes=2, footer_bytes=3, compression_type="GZIP")),
        ("not whole", lambda: pieces(size=3)),
        ("compressed, not whole", lambda: pieces("f.gz", 3, compression_type="GZIP")),
        ("no size", lambda: pieces(size=0)),
        ("negative header", lambda: pieces(header_bytes=-1)),
        ("list", lambda: listed(data.Dataset.list_files("*.txt", shuffle=False))),
        ("list of patterns", lambda: listed(data.Dataset.list_files(["t*.txt", "*.gz"], shuffle=False))),
        ("shuffled", lambda: listed(data.Dataset.list_files("*", seed=3))),
        ("list nothing", lambda: data.Dataset.list_files("zz*")),
        ("size of list", lambda: data.Dataset.list_files("*.txt").cardinality()),
        ("read", lambda: tf.io.read_file("t.txt")),
        ("read vector", lambda: tf.io.read_file(["t.txt"])),
        ("read nothing", lambda: tf.io.read_file("none")),
        ("read folder", lambda: tf.io.read_file("sub")),
        ("write", lambda: [tf.io.write_file("new/folder/x", "abc"), tf.io.read_file("new/folder/x")]),
        ("write folder", lambda: tf.io.write_file("sub", "abc")),
        ("write vector", lambda: tf.io.write_file("y", ["abc"])),
        ("decompress", lambda: tf.io.decode_compressed([zlib.compress(b"abc"), b""], "ZLIB")),
        ("decompress gzip", lambda: tf.io.decode_compressed(gzip.compress(b"abc"), "GZIP")),
        ("decompress nonsense", lambda: tf.io.decode_compressed("abc", "GZIP")),
        ("decompress unknown", lambda: tf.io.decode_compressed("abc", "LZ4")),
    ]  # fmt: skip


@pytest.mark.parametrize("group", **group.parameters())
def test_same_with_files(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


@pytest.mark.parametrize("compression", ["", "GZIP", "ZLIB"])
def test_records_go_both_ways(tensorflow, gw, tmp_path, compression):
    for writing, reading in ((tensorflow, gw), (gw, tensorflow)):
        path = str(tmp_path / writing.__name__)
        with writing.io.TFRecordWriter(path, compression) as writer:
            for record in RECORDS:
                writer.write(record)
        assert listed(reading.data.TFRecordDataset(path, compression)) == RECORDS


def test_flush_shows_records(gw, tmp_path):
    path = str(tmp_path / "a.rec")
    writer = gw.io.TFRecordWriter(path)
    writer.write(b"first")
    writer.flush()
    assert listed(gw.data.TFRecordDataset(path)) == [b"first"]


def read_until_broken(gw, path, compression):
    found = []
    try:
        for record in gw.data.TFRecordDataset(path, compression):
            found.append(record.numpy())
    except gw.errors.DataLossError as error:
        assert str(path) in str(error)
        return found, True
    return found, False


@pytest.mark.parametrize("compression", ["", "GZIP"])
def test_broken_files_are_noticed(gw, tmp_path, compression):
    """Bits that turn and ends that are cut off: no record that was not written, and an error unless all were read."""
    draw = random.Random(5)
    records = [b"some text " * 3, b"", b"\0" * 40, bytes(range(100))]
    path = str(tmp_path / "a.rec")
    with gw.io.TFRecordWriter(path, compression) as writer:
        for record in records:
            writer.write(record)
    whole = (tmp_path / "a.rec").read_bytes()
    ends = {0, 46, 62, 118, 234} if not compression else {0, len(whole)}  # between two records, it is whole
    if not compression:
        ends = {end + more for end in ends for more in range(12)}  # less than what comes before a record is no record
    for step in range(300):
        broken = bytearray(whole)
        if step % 2:
            del broken[draw.randrange(len(broken)) :]
        else:
            broken[draw.randrange(len(broken))] ^= 1 << draw.randrange(8)
        (tmp_path / "b.rec").write_bytes(broken)
        found, failed = read_until_broken(gw, str(tmp_path / "b.rec"), compression)
        assert found == records[: len(found)]
        # A header of gzip has bytes that say nothing of the content.
        assert failed or len(broken) in ends and step % 2 or found == records


@pytest.mark.parametrize("compression", ["", "GZIP", "ZLIB"])
def test_where_a_cut_file_ends(tensorflow, gw, tmp_path, compression):
    path = tmp_path / "a.rec"
    with tensorflow.io.TFRecordWriter(str(path)) as writer:
        for record in (b"aa", b"bbb", b""):
            writer.write(record)
    whole, pack = path.read_bytes(), {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}[compression]
    for end in range(len(whole) + 1):
        path.write_bytes(pack(whole[:end]))
        read = [read_to_the_end(tf, str(path), compression) for tf in (tensorflow, gw)]
        assert read[0] == read[1], end


def read_to_the_end(tf, path, compression):
    found = []
    try:
        found.extend(record.numpy() for record in tf.data.TFRecordDataset(path, compression))
    except tf.errors.DataLossError:
        found.append("damaged")
    return found


def test_after_a_broken_file_comes_the_next(gw, tmp_path):
    for name in ("a", "b"):
        with gw.io.TFRecordWriter(str(tmp_path / name)) as writer:
            writer.write(name.encode())
    (tmp_path / "a").write_bytes((tmp_path / "a").read_bytes()[:-2])
    dataset = gw.data.TFRecordDataset([str(tmp_path / "a"), str(tmp_path / "b")])
    assert listed(dataset.ignore_errors()) == [b"b"]


def test_a_long_length_takes_no_memory(gw, tmp_path):
    """The checksum of the length is right, the bytes are not there."""
    length = (1 << 60).to_bytes(8, "little")
    table = []
    for i in range(256):
        crc = i
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    crc = 0xFFFFFFFF
    for byte in length:
        crc = table[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
    header = length + masked.to_bytes(4, "little")
    (tmp_path / "plain").write_bytes(header + b"abc")
    (tmp_path / "zlib").write_bytes(zlib.compress(header + b"abc"))
    for name, compression in (("plain", ""), ("zlib", "ZLIB")):
        assert read_until_broken(gw, str(tmp_path / name), compression) == ([], True)


@pytest.mark.parametrize("compression", ["", "GZIP", "ZLIB"])
def test_a_writer_that_is_not_closed(compression, tensorflow, gw, tmp_path):
    """Its file is ended when it goes, as in TensorFlow."""

    def written(tf):
        path = str(tmp_path / f"{tf.__name__} {compression}")
        writer = tf.io.TFRecordWriter(path, compression)
        for i in range(3):
            writer.write(bytes([i]) * 1000)
        del writer
        return [record.numpy() for record in tf.data.TFRecordDataset(path, compression)]

    assert written(gw) == written(tensorflow)
    assert len(written(gw)) == 3
