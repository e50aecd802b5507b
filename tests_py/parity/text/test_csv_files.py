"""Comma separated values: strings of them, files of them, and data sets of batches."""

import gzip
import random

import pytest

from support.folder_cases import Cases, check

group = Cases()
NAMES = "int32 int64 float32 float64 string".split()


def listed(dataset):
    return list(dataset.as_numpy_iterator())


@group
def records(tf, folder):
    decode = tf.io.decode_csv
    every = [tf.constant([], getattr(tf, name)) for name in NAMES]
    texts = {
        "plain": ["1,2,3.5,4e3,abc", "-1,-2,-3.5,.5, d e "],
        "quoted": ['1,2,"3.5",4,"a,""b""\n c"'],
        "spaces": [" 1 , 2, 3 ,4 , x "],
        "empty required": ["1,2,3,4,"],
        "too few": ["1,2,3,4"],
        "too many": ["1,2,3,4,5,6"],
        "no number": ["x,2,3,4,5"],
        "no float": ["1,2,x,4,5"],
        "too large": ["3000000000,2,3,4,5"],
        "large int64": ["1,9223372036854775807,inf,nan,5"],
        "half a number": ["1.5,2,3,4,5"],
        "newline in front": ["\n1,2,3,4,5"],
        "newline at the end": ["1,2,3,4,5\n"],
        "carriage return": ["1,2,3,4,5\r"],
        "quote inside": ['1,2,3,4,a"b'],
        "quote behind": ['1,2,3,4,"a"b'],
        "open quote": ['1,2,3,4,"a'],
        "nothing": [""],
        "bytes": [b"1,2,3,4,\xff\xfe"],
    }
    calls = {f"all: {label}": lambda r=record: decode(r, every) for label, record in texts.items()}
    calls |= {
        "defaults": lambda: decode([",,", "1,,x", ",2.5,"], [7, [1.5], "d"]),
        "default of another dtype": lambda: decode(["1"], [tf.constant([1], tf.uint8)]),
        "two defaults": lambda: decode(["1"], [[1, 2]]),
        "matrix of defaults": lambda: decode(["1"], [[[1]]]),
        "scalar": lambda: decode("1,2", [0, 0]),
        "matrix": lambda: decode([["1,2"], ["3,4"]], [0, 0]),
        "no records": lambda: decode(tf.zeros([0], tf.string), [0, 0.0]),
        "one column": lambda: decode(["1", "2"], [0]),
        "delimiter": lambda: decode(["1;2", '3;"4;5"'], [0, ""], field_delim=";"),
        "long delimiter": lambda: decode(["1;2"], [0, ""], field_delim=";;"),
        "tab": lambda: decode(["1\t2"], [0, ""], field_delim="\t"),
        "no quotes": lambda: decode(['"a",b"'], ["", ""], use_quote_delim=False),
        "na": lambda: decode(["NA,1", "2,NA"], [5, 6], na_value="NA"),
        "na of texts": lambda: decode(["NA,x"], ["d", "e"], na_value="NA"),
        "selected": lambda: decode(["1,2,3,4"], [0, 0], select_cols=[1, 3]),
        "selected, falling": lambda: decode(["1,2,3"], [0, 0], select_cols=[2, 1]),
        "selected, negative": lambda: decode(["1,2,3"], [0, 0], select_cols=[-1, 1]),
        "selected, too many": lambda: decode(["1,2,3"], [0], select_cols=[0, 1]),
        "selected, not there": lambda: decode(["1,2,3"], [0, 0], select_cols=[0, 5]),
        "selected, others broken": lambda: decode(['1,x"y,3'], [0], select_cols=[0]),
        "no columns": lambda: decode(["1"], []),
        "static shapes": lambda: [
            [str(column.shape) for column in tf.function(lambda r: decode(r, [0, ""]), spec).get_concrete_function().outputs]
            for spec in ([tf.TensorSpec([None, 3], tf.string)], [tf.TensorSpec(None, tf.string)])
        ],
    }  # fmt: skip
    return list(calls.items())


@group
def files(tf, folder):
    data = tf.data.experimental.CsvDataset
    (folder / "a.csv").write_bytes(b'x,y,z\n1,2.5,one\n2,,"two, or\ntwo"\n')
    (folder / "b.csv").write_bytes(b"x,y,z\r\n3,3.5,three\r\n\r\n")
    (folder / "c.csv").write_bytes(b"x,y,z\n4,1,no end")
    (folder / "bad.csv").write_bytes(b"x,y,z\n1,1,a\nx,1,b\n3,1,c\n4,1\n5,1,e")
    edges = "nan inf -inf 1e39 -1e39 1e400 -1e400 3.4028235e38 3.4028236e38 1.7976931348623157e308 NaN infinity".split()
    lines = ",".join(edges) + "\n" + ",".join("1" for _ in edges) + "\n"
    (folder / "edges.csv").write_text(",".join(f"c{n}" for n in range(len(edges))) + "\n" + lines)
    (folder / "a.gz").write_bytes(gzip.compress((folder / "a.csv").read_bytes()))
    (folder / "empty.csv").write_bytes(b"")
    (folder / "open.csv").write_bytes(b'x,y,z\n1,2,"abc')
    columns = [0, 1.5, ""]
    calls = {
        "one": lambda: listed(data("a.csv", columns, header=True)),
        "several": lambda: listed(data(["a.csv", "b.csv"], columns, header=True)),
        "no end": lambda: listed(data(["c.csv", "a.csv"], columns, header=True)),
        "required": lambda: listed(data("a.csv", [tf.int64, tf.float64, tf.string], header=True)),
        "dtypes": lambda: listed(data("c.csv", [tf.int64, tf.float64, tf.string], header=True)),
        "bad dtype": lambda: data("c.csv", [tf.int64, tf.float64, tf.uint8], header=True),
        "no header": lambda: listed(data("a.csv", ["", "", ""])),
        "selected": lambda: listed(data("a.csv", [0, ""], header=True, select_cols=[0, 2])),
        "excluded": lambda: listed(data("a.csv", [0, ""], header=True, exclude_cols=[1])),
        "both": lambda: data("a.csv", [0, ""], header=True, select_cols=[0, 2], exclude_cols=[1]),
        "falling": lambda: listed(data("a.csv", [0, ""], header=True, select_cols=[2, 0])),
        "gzip": lambda: listed(data("a.gz", columns, "GZIP", header=True)),
        "small buffer": lambda: listed(data("a.csv", columns, buffer_size=3, header=True)),
        "na": lambda: listed(data("c.csv", columns, header=True, na_value="4")),
        "bad": lambda: listed(data("bad.csv", columns, header=True)),
        "bad ones ignored": lambda: listed(data("bad.csv", columns, header=True).ignore_errors()),
        "no file": lambda: listed(data("none.csv", columns)),
        "empty": lambda: listed(data("empty.csv", columns)),
        "empty with header": lambda: listed(data("empty.csv", columns, header=True)),
        "open quote": lambda: listed(data("open.csv", columns, header=True)),
        "too few defaults": lambda: listed(data("a.csv", columns[:2], header=True)),
        "delimiter": lambda: listed(data("a.csv", columns, header=True, field_delim=";")),
        "spec": lambda: data("a.csv", columns).element_spec,
        "skip": lambda: listed(data("a.csv", columns, header=True).skip(1)),
        "in a function": lambda: tf.function(
            lambda: data("a.csv", columns, header=True).reduce(0, lambda total, x, y, z: total + x)
        )(),
    }  # fmt: skip
    return list(calls.items())


@group
def batches(tf, folder):
    make = tf.data.experimental.make_csv_dataset
    (folder / "a.csv").write_bytes(b"x,y,z,w\n1,2.5,one,\n2,,two,\n3,1e3,three,4000000000\n")
    (folder / "b.csv").write_bytes(b"x,y,z,w\n4,3.5,four,5\n5,1,five,6\n")
    (folder / "c.csv").write_bytes(b"p,q\n1,2\n")
    (folder / "kinds.csv").write_bytes(b"a,b,c,d,e,f,g\n1,3000000000,1.5,1e300,x,,99999999999999999999\n,,,,,,\n")
    (folder / "a.gz").write_bytes(gzip.compress((folder / "a.csv").read_bytes()))
    (folder / "broken.csv").write_bytes(b"x,y\n1,2\nno,3\n4,5\n")

    def made(pattern="a.csv", size=2, **options):
        return listed(make(pattern, size, **{"num_epochs": 1, "shuffle": False} | options))

    calls = {
        "one": made,
        "label": lambda: made(label_name="z"),
        "no such label": lambda: made(label_name="q"),
        "two files": lambda: made(["a.csv", "b.csv"], 3),
        "pattern": lambda: made("[ab].csv", 9),
        "nothing fits": lambda: made("none*.csv"),
        "no pattern": lambda: made([]),
        "other names": lambda: made(["a.csv", "c.csv"]),
        "kinds": lambda: made("kinds.csv"),
        "edges of kinds": lambda: make("edges.csv", 2).element_spec,
        "kinds of one record": lambda: made("kinds.csv", num_rows_for_inference=1),
        "names": lambda: made("c.csv", column_names=["n", "m"]),
        "names, no header": lambda: made("c.csv", column_names=["n", "m"], header=False),
        "no names, no header": lambda: made("c.csv", header=False),
        "names twice": lambda: made("c.csv", column_names=["n", "n"]),
        "defaults": lambda: made(column_defaults=[tf.int32, 0.5, "", tf.constant([9], tf.int64)]),
        "too few defaults": lambda: made(column_defaults=[0, 0.5]),
        "selected": lambda: made(select_columns=[2, 0]),
        "selected by name": lambda: made(select_columns=["z", "x"], label_name="x"),
        "selected twice": lambda: made(select_columns=["z", "z"]),
        "selected, not there": lambda: made(select_columns=["q"]),
        "selected, out of range": lambda: made(select_columns=[9]),
        "selected with defaults": lambda: made(select_columns=["x", "z"], column_defaults=[0, ""]),
        "selected, other defaults": lambda: made(select_columns=["x", "z"], column_defaults=[0]),
        "two epochs": lambda: made(size=4, num_epochs=2),
        "without end": lambda: listed(make("a.csv", 2, shuffle=False).take(4)),
        "gzip": lambda: made("a.gz", compression_type="GZIP"),
        "na": lambda: made(na_value="one"),
        "broken": lambda: made("broken.csv", 1, num_rows_for_inference=1),
        "broken, ignored": lambda: made("broken.csv", 1, num_rows_for_inference=1, ignore_errors=True),
        "spec": lambda: make("a.csv", 2, label_name="y").element_spec,
        "spec of one epoch": lambda: make("a.csv", 2, num_epochs=1).element_spec,
        "shuffled": lambda: sorted(
            x for part in make("[ab].csv", 2, num_epochs=1, shuffle_seed=3) for x in part["x"].numpy().tolist()
        ),
    }  # fmt: skip
    return list(calls.items())


@pytest.mark.parametrize("group", **group.parameters())
def test_same_with_csv(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def _records_and_errors(tf, path, **options):
    found = []
    iterator = iter(tf.data.experimental.CsvDataset([str(path)], **options))
    for _ in range(20):
        try:
            found.append([field.numpy() for field in next(iterator)])
        except StopIteration:
            return found
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
    return found


def test_records_around_misplaced_quotes(tensorflow, gw, tmp_path):
    """After a mistake both go on with the same record."""
    draw = random.Random(11)
    path = tmp_path / "records.csv"
    for number in range(300):
        text = draw.choice(["", "a,b\n", '"a",b\n', 'a,"b\nc"\n'])
        text += "".join(draw.choice('aab,,""\n\n\r') for _ in range(draw.randint(1, 14)))
        path.write_bytes(text.encode())
        options = {"record_defaults": [[""], [""]]}
        if number % 7 == 0:
            options["use_quote_delim"] = False
        elif number % 5 == 0:
            options |= {"record_defaults": [[""]], "select_cols": [0]}
        elif number % 3 == 0:
            options["header"] = text.strip() != ""
        assert _records_and_errors(gw, path, **options) == _records_and_errors(tensorflow, path, **options), (
            text,
            options,
        )
