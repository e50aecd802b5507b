"""Ops of files, vocabularies and debuggers that need whole programs, and what lives in a session: barriers, queues, accumulators."""

# ruff: noqa: E501
import subprocess
import sys
import threading

import numpy as np
import pytest

import graphwright as gw
from support.processes import environment
from support.same_values import wrong


def plain_or_public_class(tf, run):
    """What a call gives, as plain values, or the name of the class of what it raises."""
    try:
        result = run()
    except Exception as error:
        names = [cls.__name__ for cls in type(error).__mro__]
        return next(
            name for name in names if name in ("RuntimeError", "ValueError", "TypeError") or hasattr(tf.errors, name)
        )
    return tf.nest.map_structure(lambda x: (x.dtype.name, x.numpy()) if hasattr(x, "numpy") else x, result)


def same_rows(tensorflow, rows):
    """Runs rows (label, function of the module) on both."""
    for label, run in rows:
        theirs, ours = (
            plain_or_public_class(tensorflow, lambda run=run: run(tensorflow)),
            plain_or_public_class(gw, lambda run=run: run(gw)),
        )
        text = wrong(ours, theirs)
        assert text is None, f"{label}: {text}"


# ---- checkpoints of one file ----

MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3)
DTYPES = (
    "bool complex64 complex128 float32 float64 half int8 int16 int32 int64 uint8 uint16 qint8 quint8 qint32 string "
    "bfloat16 uint32 uint64"
).split()


def values_of(tf, dtype):
    if dtype == "string":
        return tf.constant(["x", "", "yy"])
    if dtype[0] == "q":
        return tf.raw_ops.Bitcast(input=tf.constant([-1, 0, 3], dtype[1:]), type=getattr(tf, dtype))
    return tf.cast([-1, 0, 3], getattr(tf, dtype))


@pytest.mark.parametrize("dtype", DTYPES)
def test_files_of_slices_are_tensorflows(dtype, tensorflow, tmp_path):
    """The same bytes but for the index behind them, and each reads the other's."""
    written = {}
    for tf in (gw, tensorflow):
        path = str(tmp_path / tf.__name__)
        try:
            tf.raw_ops.Save(filename=path, tensor_names=["b", "a"], data=[values_of(tf, dtype), tf.zeros([0, 2])])
        except tf.errors.OpError as error:
            written[tf] = type(error).__name__
        else:
            with open(path, "rb") as file:
                written[tf] = file.read()
    if isinstance(written[tensorflow], str):
        assert written[gw] == written[tensorflow]
        return
    index = 110  # at most, with the footer
    assert written[gw][:-index] == written[tensorflow][: len(written[gw]) - index] != b""
    for tf, other in ((gw, tensorflow), (tensorflow, gw)):
        path = str(tmp_path / other.__name__)
        read = tf.raw_ops.Restore(file_pattern=path, tensor_name="b", dt=getattr(tf, dtype))
        assert read.numpy().tolist() == values_of(tf, dtype).numpy().tolist()
        empty = tf.raw_ops.RestoreV2(prefix=path, tensor_names=["a"], shape_and_slices=[""], dtypes=[tf.float32])[0]
        assert empty.shape.as_list() == [0, 2]


def test_files_of_slices(tensorflow, tmp_path):
    def save(path, slices, data, names=("a",)):
        return lambda tf: tf.raw_ops.SaveSlices(
            filename=str(tmp_path / tf.__name__) + path,
            tensor_names=list(names),
            shapes_and_slices=list(slices),
            data=[tf.constant(x) for x in data],
        )

    def restore(path, name="a", slice=None, dtype="float32"):
        def run(tf):
            given = {"file_pattern": str(tmp_path / tf.__name__) + path, "tensor_name": name, "dt": getattr(tf, dtype)}
            return (
                tf.raw_ops.Restore(**given)
                if slice is None
                else tf.raw_ops.RestoreSlice(**given, shape_and_slice=slice)
            )

        return run

    large = np.arange(100_000, dtype=np.int32) % 3
    same_rows(
        tensorflow,
        [
            ("first", save("z1", ["4 3 0,2:-"], [MATRIX])),
            ("second", save("z2", ["4 3 2,2:-"], [MATRIX + 10])),
            ("both", restore("z*")),
            ("part of both", restore("z*", slice="4 3 1,2:1,2")),
            ("one", restore("z1")),
            ("part of one", restore("z1", slice="4 3 1,1:-")),
            ("not covered", restore("z1", slice="4 3 1,2:-")),
            ("another dtype", restore("z1", dtype="int32")),
            ("another name", restore("z1", name="q")),
            ("another shape", restore("z1", slice="5 3 1,1:-")),
            ("all of it", restore("z*", slice="")),
            ("no file", restore("q")),
            ("two parts", save("n", ["4 0,2", "4 2,2"], [[1, 2], [3, 4]], "aa")),
            ("across", restore("n", slice="4 1,2", dtype="int32")),
            ("large", save("l", ["100000 -"], [large])),
            ("part of large", restore("l", slice="100000 99990,10", dtype="int32")),
            ("no such slice", save("b", ["4 3 0,2:-"], [[1, 2]])),
            ("too few texts", save("b", ["2 -"], [[1, 2], [1, 2]], "ab")),
            ("too few names", save("b", ["2 -"], [[1, 2], [1, 2]], "a")),
            ("no folder", save("no/b", ["2 -"], [[1, 2]])),
            ("other shapes", save("b", ["2 -", "3 -"], [[1, 2], [1, 2, 3]], "aa")),
            (
                "names of shards",
                lambda tf: [tf.raw_ops.ShardedFilespec(basename="a", num_shards=n) for n in (3, 123456, -1)],
            ),
            ("names of a vector", lambda tf: tf.raw_ops.ShardedFilespec(basename=["a"], num_shards=3)),
        ],
    )


def test_damaged_files_of_slices(tmp_path):
    path = tmp_path / "x"
    gw.raw_ops.Save(filename=str(path), tensor_names=["a"], data=[gw.constant(MATRIX)])
    whole = path.read_bytes()
    random = np.random.RandomState(0)
    for cut in [*range(0, len(whole), 7), *([None] * 60)]:
        bad = bytearray(whole if cut is None else whole[:cut])
        if cut is None:
            bad[random.randint(len(bad))] ^= 1 << random.randint(8)
        path.write_bytes(bytes(bad))
        try:
            gw.raw_ops.Restore(file_pattern=str(path), tensor_name="a", dt=gw.float32)
        except (
            gw.errors.DataLossError,
            gw.errors.NotFoundError,
            gw.errors.InvalidArgumentError,
            gw.errors.UnimplementedError,
        ):
            pass


# ---- vocabularies ----


def test_vocabularies(tensorflow, tmp_path):
    def file(name, text):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    new, old = file("new", "a\nb\nc\nd\n"), file("old", "d\nx\na\ny\r\nc")
    twice, empty, blank = file("twice", "a\nb\na\n"), file("empty", ""), file("blank", "a\n\nb\n")

    def remap(offset, count, size=-1, new=new, old=old):
        return lambda tf: list(
            tf.raw_ops.GenerateVocabRemapping(
                new_vocab_file=new,
                old_vocab_file=old,
                new_vocab_offset=offset,
                num_new_vocab=count,
                old_vocab_size=size,
            )
        )

    same_rows(
        tensorflow,
        [
            (f"{case}", remap(*case))
            for case in [
                (0, 4),
                (1, 2),
                (1, 4),
                (4, 0),
                (5, 0),
                (0, 4, 3),
                (0, 4, 30),
                (0, 4, 0),
                (-1, 4),
                (0, -4),
                (0, 4, -2),
                (2**62, 2**62),
            ]
        ]
        + [
            (f"{files}", remap(0, 3, **files))
            for files in [
                {"new": [new]},
                {"new": ""},
                {"old": str(tmp_path / "none")},
                {"old": twice},
                {"new": twice},
                {"new": empty},
                {"old": empty},
                {"old": blank},
                {"new": blank},
            ]
        ],
    )


def test_remapped_matrices(tensorflow, tmp_path):
    matrix = np.arange(12, dtype=np.float32).reshape(4, 3)
    path = str(tmp_path / "ck")
    tensorflow.raw_ops.SaveV2(
        prefix=path,
        tensor_names=["m", "v", "i"],
        shape_and_slices=[""] * 3,
        tensors=[matrix, matrix[0], matrix.astype(np.int32)],
    )

    def load(rows, columns, values, num_rows, num_columns, name="m", path=path, most=-1):
        return lambda tf: tf.raw_ops.LoadAndRemapMatrix(
            ckpt_path=path,
            old_tensor_name=name,
            row_remapping=tf.constant(rows, tf.int64),
            col_remapping=tf.constant(columns, tf.int64),
            initializing_values=tf.constant(values, tf.float32),
            num_rows=num_rows,
            num_cols=num_columns,
            max_rows_in_memory=most,
        )

    cases = [
        ([2, 0], [], [], 2, 3), ([2, 0], [1, 2, 0], [], 2, 3), ([2, -1], [1, -1, 0], [90, 91, 92, 93], 2, 3), ([2, -1], [1, -1, 0], [90, 91, 92], 2, 3),
        ([2, -1], [1, -1, 0], [90, 91, 92, 93, 94], 2, 3), ([2, -1], [1, -1, 0], [[90, 91], [92, 93]], 2, 3), ([2, 2], [], [], 2, 3), ([2, 1], [0, 0], [], 2, 2),
        ([4, 1], [], [], 2, 3), ([-2, 1], [], [1, 2, 3], 2, 3), ([0, 1], [-3, 0], [1, 1], 2, 2), ([0, 1], [], [], 3, 3), ([0, 1], [], [], 2, 2), ([0, 1], [0, 1], [], 2, 3),
        ([], [], [], 0, 3), ([[0]], [], [], 1, 3), (0, [], [], 1, 3), ([0], [], [], -1, 3), ([0], [], [], 1, 0), ([-1, -1], [], list(range(6)), 2, 3),
    ]  # fmt: skip
    same_rows(
        tensorflow,
        [(f"{case}", load(*case)) for case in cases]
        + [
            (f"{options}", load([0], [], [], 1, 3, **options))
            for options in [
                {"name": "v"},
                {"name": "i"},
                {"name": "z"},
                {"name": ["m"]},
                {"path": str(tmp_path / "none")},
            ]
        ]
        + [(f"{most} rows", load([2, 0, -1, 3], [], [1, 2, 3], 4, 3, most=most)) for most in (-5, 0, 1, 2)],
    )
    for columns in ([3, 0], [2**62, 0]):  # TensorFlow reads what lies there
        with pytest.raises(gw.errors.InvalidArgumentError):
            load([0, 1], columns, [], 2, 2)(gw)
    with pytest.raises(gw.errors.InvalidArgumentError):  # and ends the process here
        load([0], [], [], 1, 3, name=["m", "m"])(gw)


def test_constants_of_files(tensorflow, tmp_path):
    path, empty = str(tmp_path / "numbers"), str(tmp_path / "empty")
    np.arange(10, dtype=np.float32).tofile(path)
    open(empty, "wb").close()

    def read(shape, dtype="float32", path=path):
        return lambda tf: tf.raw_ops.ImmutableConst(dtype=getattr(tf, dtype), shape=shape, memory_region_name=path)

    same_rows(
        tensorflow,
        [(f"{shape}", read(shape)) for shape in ([3], [10], [11], [], [2, 5], [0], [-1], [2**40, 2**40])]
        + [
            (dtype, read([1], dtype))
            for dtype in ("string", "variant", "resource", "int64", "complex128", "bool", "half", "qint8")
        ]
        + [(other, read([1], path=other)) for other in (path + "2", empty)],
    )


# ---- debuggers ----

ODD = [[1.0, np.nan, -3.0, np.inf, 0.0, -0.0, -np.inf, 5.0]]
PLAIN = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 half bfloat16 float32 float64 complex64 string".split()


def test_debuggers_ops(tensorflow):
    def call(name, value=ODD, dtype=None, **attrs):
        def run(tf):
            tensor = (
                value
                if dtype is None
                else tf.constant(["a"])
                if dtype == "string"
                else tf.cast([1, 0, 3], getattr(tf, dtype))
            )
            return getattr(tf.raw_ops, name)(input=tensor, **attrs)

        return run

    named = ("DebugIdentity", "DebugIdentityV3", "DebugNanCount", "DebugNumericSummary")
    rows = [
        (f"{name} {where!r}", call(name, 1.0, tensor_name=where))
        for name in named
        for where in ("", "a", "a:0", "a:b", "a:-1", "a:0:x", ":0", "x y:1", "a: 1", "a:99999999999")
    ]
    rows += [(f"{name} {dtype}", call(name, dtype=dtype, tensor_name="a:0")) for name in named for dtype in PLAIN]
    rows += [(f"DebugIdentityV2 {dtype}", call("DebugIdentityV2", dtype=dtype)) for dtype in PLAIN]
    rows += [
        (f"NaNs of {value}", call("DebugNanCount", value, tensor_name="a")) for value in (ODD, np.zeros((0, 3)), 2.5)
    ]
    rows += [
        (f"summary of {value}", call("DebugNumericSummary", value, tensor_name="a"))
        for value in (ODD, np.zeros((2, 0, 3)), 2.5, [np.nan], [3], [])
    ]
    rows += [
        (
            f"summary between {low} and {high}",
            call(
                "DebugNumericSummary",
                value,
                tensor_name="a",
                lower_bound=low,
                upper_bound=high,
                mute_if_healthy=low < 0,
            ),
        )
        for value in (ODD, [-1, 2, 0])
        for low, high in ((-2, 4), (0, 1), (np.nan, 1), (-2, 5), (2, 1), (-3, 5))
    ]
    values = (ODD, np.zeros((2, 0)), 3.0, np.zeros((1, 2, 3, 1, 1, 2, 4, 5)), [1, 0])
    rows += [
        (f"mode {mode} of {np.shape(value)}", call("DebugNumericSummaryV2", value, tensor_debug_mode=mode, tensor_id=7))
        for mode in range(-1, 10)
        for value in values
    ]
    rows += [
        (f"mode {mode} of {dtype}", call("DebugNumericSummaryV2", dtype=dtype, tensor_debug_mode=mode))
        for mode in (2, 3, 4, 5, 8)
        for dtype in PLAIN
    ]
    rows += [
        (
            f"id {number}",
            lambda tf, number=number, kind=kind: tf.raw_ops.DebugNumericSummaryV2(
                input=ODD, tensor_debug_mode=2, tensor_id=number, output_dtype=getattr(tf, kind)
            ),
        )
        for number in (2**24, 2**24 + 1, -5, 2**53, 2**53 + 1)
        for kind in ("float32", "float64")
    ]
    same_rows(tensorflow, rows)
    with pytest.raises(gw.errors.UnimplementedError, match="debug_urls"):
        gw.raw_ops.DebugIdentityV2(input=1.0, debug_urls=["file:///nowhere"])


# ---- small ones ----


def test_small_ops(tensorflow):
    texts = [
        "",
        "a",
        "abc",
        "x" * 15,
        "y" * 16,
        "z" * 17,
        "q" * 31,
        "r" * 33,
        "0123456789" * 12,
        "s" * 143,
        "t" * 144,
        "u" * 145,
        "ab" * 200,
        "c\0d",
        "é" * 99,
    ]

    def truth(value):
        return lambda tf: tf.raw_ops.ToBool(input=value(tf) if callable(value) else value)

    def components(tcomponents, metadata="", given=""):
        def run(tf):
            encoded = tf.raw_ops.CompositeTensorVariantFromComponents(components=[1.0, 2], metadata=given)
            types = [getattr(tf, name) for name in tcomponents]
            return tf.raw_ops.CompositeTensorVariantToComponents(encoded=encoded, metadata=metadata, Tcomponents=types)

        return run

    ragged = b"\n?\x08\x03\x12'\xa2\x03$\n\x14\xfa\x01\x11\x12\x02\x08\x02\x12\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\n\x03\x80\x02\x03\n\x02`\x02\n\x03\x80\x02\t\x1a\x10RaggedTensorSpec \x02"
    same_rows(
        tensorflow,
        [
            ("fact", lambda tf: tf.raw_ops.Fact()),
            *((f"truth of {value!r}", truth(value)) for value in (0, 1, 2.0, 0.0, np.nan, -0.0, "", "a", True, [], [0], [1, 2], [[]], "0", 1j)),
            *((f"truth of {dtype}", truth(lambda tf, dtype=dtype: tf.cast(1, dtype))) for dtype in PLAIN if dtype != "string"),
            ("truth of a handle", truth(lambda tf: tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="truth"))),
            ("fingerprints", lambda tf: tf.raw_ops.SdcaFprint(input=texts)),
            ("no fingerprints", lambda tf: tf.raw_ops.SdcaFprint(input=tf.constant([], tf.string))),
            ("a fingerprint", lambda tf: tf.raw_ops.SdcaFprint(input="a")),
            ("a matrix of fingerprints", lambda tf: tf.raw_ops.SdcaFprint(input=[["a"]])),
            *((f"settings of {scheme!r}", lambda tf, scheme=scheme: tf.raw_ops.FileSystemSetConfiguration(scheme=scheme, key="a", value="b"))
              for scheme in ("file", "", "qq", ["file"])),
            ("components", components(["float32", "int32"])),
            ("other components", components(["float32", "float32"])),
            ("fewer components", components(["float32"])),
            ("other metadata", components(["float32", "int32"], "x")),
            ("no metadata", components(["float32", "int32"], given="nonsense")),
            ("of a ragged tensor", components(["float32", "int32"], ragged, ragged)),
            ("a variant of something else", lambda tf: tf.raw_ops.CompositeTensorVariantToComponents(encoded=tf.raw_ops.OptionalNone(), metadata="", Tcomponents=[tf.int32])),
        ],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "said"), [("error_msg='enough'", -6, b"enough"), ("exit_without_error=True", 0, b"")]
)
def test_abort(arguments, code, said):
    program = f"import graphwright as tf; tf.raw_ops.Abort({arguments}); print('on')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment(), timeout=60)
    assert done.returncode == code
    assert said in done.stderr
    assert done.stdout == b""


# ---- what lives in a session ----


def in_session(tf, build):
    """What a program gives step by step: `build(tf, step)` calls `step(fetches)`."""
    found = []
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:

        def step(fetches):
            found.append(plain_or_public_class(tf, lambda: tf.nest.map_structure(np.asarray, session.run(fetches))))

        build(tf, step)
    return found


def barriers(tf, step):
    ops = tf.raw_ops

    def barrier(**options):
        return ops.Barrier(component_types=[tf.float32, tf.string], shapes=[[2], []], **options)

    b = barrier()
    take = {"handle": b, "component_types": [tf.float32, tf.string]}
    sizes = [ops.BarrierReadySize(handle=b), ops.BarrierIncompleteSize(handle=b)]
    first = ops.BarrierInsertMany(handle=b, component_index=0, keys=["a", "b"], values=[[1.0, 2.0], [3.0, 4.0]])
    step(first)
    step(first)
    step(ops.BarrierInsertMany(handle=b, component_index=0, keys=["c"], values=[[5.0, 6.0]]))
    step(sizes)
    step(ops.BarrierInsertMany(handle=b, component_index=1, keys=["c", "b"], values=["C", "B"]))
    step(ops.BarrierInsertMany(handle=b, component_index=1, keys=["a"], values=["A"]))
    step(sizes)
    step(ops.BarrierTakeMany(**take, num_elements=0))
    step(list(ops.BarrierTakeMany(**take, num_elements=3)))
    step(first)
    step(ops.BarrierInsertMany(handle=b, component_index=0, keys=["z", "z"], values=[[1.0, 2.0], [3.0, 4.0]]))
    step(sizes)
    step(ops.BarrierInsertMany(handle=b, component_index=2, keys=["a"], values=["A"]))
    step(ops.BarrierInsertMany(handle=b, component_index=0, keys=["y"], values=["A"]))
    step(ops.BarrierTakeMany(handle=b, num_elements=1, component_types=[tf.float32]))
    step(ops.BarrierTakeMany(**take, num_elements=[1]))
    small = list(ops.BarrierTakeMany(**take, num_elements=3, allow_small_batch=True))
    step(ops.BarrierClose(handle=b))
    step(ops.BarrierClose(handle=b))
    step(small)
    step(ops.BarrierInsertMany(handle=b, component_index=0, keys=["new"], values=[[1.0, 2.0]]))
    step(ops.BarrierInsertMany(handle=b, component_index=1, keys=["a"], values=["A"]))
    step(small)
    step(ops.BarrierClose(handle=b, cancel_pending_enqueues=True))
    step(ops.BarrierInsertMany(handle=b, component_index=1, keys=["b"], values=["B"]))
    step(sizes)
    step(small)
    step(list(ops.BarrierTakeMany(**take, num_elements=1)))
    step(ops.BarrierReadySize(handle=barrier(capacity=3)))
    step(ops.BarrierReadySize(handle=ops.Barrier(component_types=[tf.float32])))
    step(ops.BarrierReadySize(handle=ops.Barrier(component_types=[tf.float32], shapes=[[None]])))
    step(ops.BarrierReadySize(handle=ops.Barrier(component_types=[tf.float32], shapes=[[0]])))


def sparse_accumulators(tf, step):
    for reduction in ("MEAN", "SUM"):
        accumulator = tf.compat.v1.SparseConditionalAccumulator(tf.float32, reduction_type=reduction)
        step(accumulator.apply_grad([0, 1], [[1.0, 0.0], [0.0, 2.0]]))
        step(accumulator.apply_grad([0, 2], [[0.0, 1.0], [3.0, 0.0]]))
        step(accumulator.num_accumulated())
        step(list(accumulator.take_grad(2)))
        step(accumulator.num_accumulated())
        step(accumulator.set_global_step(9))
        step(accumulator.apply_grad([0], [[1.0, 1.0]], local_step=8))
        step(accumulator.num_accumulated())
        step(list(accumulator.take_grad(0)))
        # What is twice in one gradient stays so.
        step(accumulator.apply_grad([0, 0, 2], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], local_step=10))
        step(accumulator.apply_grad([0, 1, 1], [[1.0, 1.0], [7.0, 7.0], [8.0, 8.0]], local_step=10))
        step(list(accumulator.take_grad(2)))
    # Sizes that gradients bring are looked at where the accumulator has a shape, and nowhere else.
    for shape in (None, (), [3, 1], [None, 1], [3], [3, 1, 1]):
        for sizes in (None, [3, 1], [4, 1], [3, 2]):
            accumulator = tf.compat.v1.SparseConditionalAccumulator(tf.float32, shape=shape)
            gradient = tf.IndexedSlices(
                [[1.0], [2.0]], tf.constant([0, 2]), None if sizes is None else tf.constant(sizes)
            )
            step(accumulator.apply_indexed_slices_grad(gradient))
            step(accumulator.num_accumulated())
            step(accumulator.apply_grad([7], [[1.0, 2.0]]))
            step(accumulator.apply_grad([7], [[1.0]]))
            step(list(accumulator.take_grad(0)))
    dense = tf.raw_ops.ConditionalAccumulator(dtype=tf.float32, shape=[2])
    step(tf.raw_ops.AccumulatorApplyGradient(handle=dense, local_step=0, gradient=[1.0, 2.0]))
    step(tf.raw_ops.AccumulatorNumAccumulated(handle=dense))
    step(tf.raw_ops.AccumulatorTakeGradient(handle=dense, num_required=1, dtype=tf.float32))


def queues_and_others(tf, step):
    """They are there in the next run, too."""
    ops = tf.raw_ops
    queue = tf.queue.FIFOQueue(3, [tf.float32], [[]])
    step(queue.enqueue(1.0))
    step(queue.enqueue(2.0))
    step(queue.size())
    step(queue.dequeue())
    step(queue.size())
    old = ops.FIFOQueue(component_types=[tf.float32], shapes=[[]])
    step(ops.QueueEnqueueMany(handle=old, components=[[1.0, 2.0]]))
    step(ops.QueueSize(handle=old))
    step(ops.QueueDequeue(handle=old, component_types=[tf.float32]))
    step(ops.QueueClose(handle=old))
    step(ops.QueueIsClosed(handle=old))
    table = ops.HashTable(key_dtype=tf.string, value_dtype=tf.int64)
    step(ops.InitializeTable(table_handle=table, keys=["a"], values=tf.constant([1], tf.int64)))
    step(ops.LookupTableFind(table_handle=table, keys=["a", "b"], default_value=tf.constant(-1, tf.int64)))
    step(ops.LookupTableSize(table_handle=table))
    stack = ops.Stack(elem_type=tf.float32, stack_name="S")
    with tf.control_dependencies([ops.StackPush(handle=stack, elem=1.5)]):
        step(ops.StackPop(handle=stack, elem_type=tf.float32))
    step(ops.ReaderNumRecordsProduced(reader_handle=ops.WholeFileReader()))


@pytest.mark.parametrize("build", [barriers, sparse_accumulators, queues_and_others])
def test_in_a_session(build, tensorflow):
    theirs, ours = in_session(tensorflow, build), in_session(gw, build)
    for i, (mine, wanted) in enumerate(zip(ours, theirs, strict=True)):
        text = wrong(mine, wanted)
        assert text is None, f"step {i}: {text}"


def test_graphs_with_references_are_imported(tensorflow):
    """A GraphDef of TensorFlow with a queue, a barrier and a stack behind references."""

    def build(tf, step):
        ops = tf.raw_ops
        queue = ops.FIFOQueue(component_types=[tf.float32], shapes=[[]], name="queue")
        ops.QueueEnqueue(handle=queue, components=[3.0], name="put")
        ops.QueueDequeue(handle=queue, component_types=[tf.float32], name="get")
        barrier = ops.Barrier(component_types=[tf.int32], shapes=[[]], name="barrier")
        ops.BarrierInsertMany(handle=barrier, component_index=0, keys=["k"], values=[7], name="insert")
        ops.BarrierTakeMany(handle=barrier, num_elements=1, component_types=[tf.int32], name="take")
        stack = ops.Stack(elem_type=tf.float32, name="stack")
        with tf.control_dependencies([ops.StackPush(handle=stack, elem=2.5)]):
            ops.StackPop(handle=stack, elem_type=tf.float32, name="pop")

    with tensorflow.Graph().as_default() as graph:
        build(tensorflow, None)
    message = graph.as_graph_def().SerializeToString()
    results = []
    for tf in (gw, tensorflow):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            tf.import_graph_def(tf.compat.v1.GraphDef.FromString(message), name="")
            session.run(["put", "insert"])
            results.append([np.asarray(x).tolist() for x in session.run(["get:0", "take:1", "take:2", "pop:0"])])
    assert results[0] == results[1] == [3.0, [b"k"], [7], 2.5]


def test_barriers_wait():
    with gw.Graph().as_default() as graph, gw.compat.v1.Session() as session:
        barrier = gw.raw_ops.Barrier(component_types=[gw.int32], shapes=[[]])
        insert = gw.raw_ops.BarrierInsertMany(handle=barrier, component_index=0, keys=["a", "b"], values=[1, 2])
        taken = gw.raw_ops.BarrierTakeMany(handle=barrier, num_elements=2, component_types=[gw.int32])
        found = []
        thread = threading.Thread(target=lambda: found.append(session.run(taken.values[0]).tolist()))
        thread.start()
        session.run(insert)
        thread.join(20)
        assert found == [[1, 2]]
        assert graph is session.graph
