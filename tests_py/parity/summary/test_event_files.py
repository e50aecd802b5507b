"""tf.summary: the event files of the same program are equal, and TensorBoard shows ours."""

import concurrent.futures
import json
import urllib.request

import pytest

from parity.summary.event_texts import events_of, texts_of
from support.folder_cases import Cases, check

pytest.importorskip("tensorboard")

group = Cases()


def closed_with_events(tf, folder, writer, calls):
    """The calls, each with this default writer, and what the files hold at the end."""

    def within(call):
        def run():
            with writer.as_default():
                return call()

        return run

    def events():
        import tensorflow

        writer.close()
        return texts_of(folder, tensorflow)

    return [*[(label, within(call)) for label, call in calls], ("events", events)]


@group
def kinds(tf, folder):
    S = tf.summary
    values = tf.reshape(tf.range(48.0), [2, 2, 4, 3]) / 47
    sound = tf.reshape(tf.sin(tf.range(30.0)), [1, 15, 2])
    number = float("nan")
    calls = {
        "scalar": lambda: S.scalar("loss", 0.5, step=1),
        "scalar of ints": lambda: S.scalar("loss", tf.constant(7, tf.int64), step=2, description="some *text*"),
        "scalar of bool": lambda: S.scalar("loss", True, step=2),
        "scalar of a variable": lambda: S.scalar("loss", tf.Variable(2.5), step=tf.Variable(3, dtype=tf.int64)),
        "scalar of a half": lambda: S.scalar("half", tf.constant(1.5, tf.float16), step=2**40),
        "scalar: vector": lambda: S.scalar("loss", [1.0], step=1),
        "scalar: text": lambda: S.scalar("loss", "x", step=1),
        "scalar without step": lambda: S.scalar("loss", 1.0),
        "step that is a float": lambda: S.scalar("loss", 1.0, step=1.5),
        "step of int32": lambda: S.scalar("loss", 1.0, step=tf.constant(3)),
        "vector as step": lambda: S.scalar("loss", 1.0, step=[3]),
        "negative step": lambda: S.scalar("loss", 1.0, step=-3),
        "no name": lambda: S.scalar(None, 1.0, step=1),
        "empty name": lambda: S.scalar("", 1.0, step=1),
        "name of other characters": lambda: S.scalar("손실 (loss)", 1.0, step=1),
        "number as name": lambda: S.scalar(3, 1.0, step=1),
        "histogram": lambda: S.histogram("h", tf.range(100.0) ** 2, step=1),
        "histogram of ints": lambda: S.histogram("h", [[1, 2], [2, 9]], step=1, buckets=4),
        "histogram of one number": lambda: S.histogram("h", [2.0, 2.0], step=1, buckets=3),
        "histogram of nothing": lambda: S.histogram("h", [], step=1, buckets=3),
        "histogram of a scalar": lambda: S.histogram("h", 3.0, step=1, buckets=2),
        "histogram without buckets": lambda: S.histogram("h", [1.0, 2.0], step=1, buckets=0),
        "histogram with fewer buckets": lambda: S.histogram("h", [1.0, 2.0], step=1, buckets=-2),
        "histogram of nan": lambda: S.histogram("h", [1.0, number], step=1, buckets=2),
        "histogram of texts": lambda: S.histogram("h", ["x"], step=1),
        "image": lambda: S.image("i", values, step=1, description="d"),
        "image of bytes": lambda: S.image("i", tf.cast(values[..., :1] * 255, tf.uint8), step=1, max_outputs=1),
        "image of doubles": lambda: S.image("i", tf.cast(values * 2 - 0.5, tf.float64), step=1),
        "image of 16 bits": lambda: S.image("i", tf.cast(values * 65535, tf.uint16)[..., :2], step=1),
        "no image": lambda: S.image("i", tf.zeros([0, 2, 3, 1]), step=1),
        "image: rank": lambda: S.image("i", tf.zeros([2, 2, 3]), step=1),
        "image: channels": lambda: S.image("i", tf.zeros([1, 2, 2, 5]), step=1),
        "text": lambda: S.text("t", "abc", step=1, description="d"),
        "texts": lambda: S.text("t", [["abc", "d"], ["", "\0"]], step=1),
        "text: int": lambda: S.text("t", 3, step=1),
        "audio": lambda: S.audio("a", sound, 44100, step=1, description="d"),
        "audio: two, of which one": lambda: S.audio("a", tf.zeros([2, 3, 1]), 8000, step=1, max_outputs=1),
        "no audio": lambda: S.audio("a", tf.zeros([0, 3, 1]), 8000, step=1),
        "audio: rank": lambda: S.audio("a", tf.zeros([2, 3]), 8000, step=1),
        "audio: encoding": lambda: S.audio("a", tf.zeros([2, 3, 1]), 8000, step=1, encoding="mp3"),
        "audio: wav": lambda: S.audio("a", tf.zeros([1, 3, 1]), 8000, step=1, encoding="wav"),
    }
    return closed_with_events(tf, folder, tf.summary.create_file_writer(str(folder)), calls.items())


@group
def plain_writes(tf, folder):
    S, raw = tf.summary, tf.raw_ops
    metadata = tf.compat.v1.SummaryMetadata(display_name="x", summary_description="y")
    metadata.plugin_data.plugin_name = "own"
    metadata.plugin_data.content = b"\x01\x02"
    summary = tf.compat.v1.Summary(value=[tf.compat.v1.Summary.Value(tag="raw", simple_value=1.5)])
    event = tf.compat.v1.Event(step=9, wall_time=1.5, summary=summary)
    writer = tf.summary.create_file_writer(str(folder))
    handle = {"writer": writer._resource, "step": 4}
    red = [255, 0, 0, 255]
    pixels = tf.reshape(tf.range(24.0), [2, 2, 2, 3]) / 24
    strange = tf.tensor_scatter_nd_update(pixels - 0.5, [[0, 0, 0, 1], [1, 1, 1, 2]], [float("nan"), float("inf")])
    calls = {
        f"{dtype}": lambda dtype=dtype: S.write("w", tf.cast([[0, 1], [2, 3]], dtype), step=1)
        for dtype in "float16 bfloat16 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64".split()
    } | {
        "strings": lambda: S.write("w", [b"a", b"", b"\xff"], step=1),
        "nothing": lambda: S.write("w", tf.zeros([2, 0, 3]), step=1),
        "many": lambda: S.write("w", tf.zeros([100]), step=1),
        "list": lambda: S.write("w", [1, 2], step=1, name="some_name"),
        "function": lambda: S.write("w", lambda: tf.constant(3), step=2),
        "metadata": lambda: S.write("w", 1.0, step=2, metadata=metadata),
        "bytes of metadata": lambda: S.write("w", 1.0, step=2, metadata=metadata.SerializeToString()),
        "without step": lambda: S.write("w", 1.0),
        "without step, not recorded": lambda: not_recorded(lambda: S.write("w", 1.0)),
        "no step, a function that fails, not recorded": lambda: not_recorded(lambda: S.write("w", lambda: 1 / 0, step=1)),
        "raw": lambda: S.experimental.write_raw_pb(summary.SerializeToString(), step=3),
        "raw nonsense": lambda: S.experimental.write_raw_pb(b"\xff\xff", step=3),
        "raw without step": lambda: S.experimental.write_raw_pb(summary.SerializeToString()),
        "no graph": lambda: S.graph(3),
        "scalar op": lambda: raw.WriteScalarSummary(tag="o", value=2, **handle),
        "scalar op of a vector": lambda: raw.WriteScalarSummary(tag="o", value=[2], **handle),
        "histogram op": lambda: raw.WriteHistogramSummary(tag="o", values=[1.0, 2, 3, 0, -1], **handle),
        "histogram op of nothing": lambda: raw.WriteHistogramSummary(tag="o", values=tf.zeros([0]), **handle),
        "histogram op of large ones": lambda: raw.WriteHistogramSummary(tag="o", values=[1e30, -1e30, 1e-30], **handle),
        "histogram op of nan": lambda: raw.WriteHistogramSummary(tag="o", values=[number("nan")], **handle),
        "histogram op of inf": lambda: raw.WriteHistogramSummary(tag="o", values=[number("inf")], **handle),
        "image op": lambda: raw.WriteImageSummary(tag="o", tensor=pixels, bad_color=red, **handle),
        "image op, negative": lambda: raw.WriteImageSummary(tag="o", tensor=pixels - 0.5, bad_color=red, **handle),
        "image op, bad": lambda: raw.WriteImageSummary(tag="o", tensor=strange, bad_color=[1, 2, 3], **handle),
        "image op, zeros": lambda: raw.WriteImageSummary(tag="o", tensor=pixels * 0, bad_color=red, **handle),
        "image op of halves": lambda: raw.WriteImageSummary(
            tag="o", tensor=tf.cast(pixels, tf.float16), bad_color=red, max_images=1, **handle
        ),
        "image op of bytes": lambda: raw.WriteImageSummary(
            tag="o", tensor=tf.cast(pixels, tf.uint8), bad_color=red, **handle
        ),
        "image op: color": lambda: raw.WriteImageSummary(tag="o", tensor=pixels, bad_color=[1, 2], **handle),
        "image op: rank": lambda: raw.WriteImageSummary(tag="o", tensor=pixels[0], bad_color=red, **handle),
        "image op: channels": lambda: raw.WriteImageSummary(tag="o", tensor=pixels[..., :2], bad_color=red, **handle),
        "audio op": lambda: raw.WriteAudioSummary(tag="o", tensor=tf.ones([2, 4, 2]), sample_rate=8000.4, **handle),
        "audio op, matrix": lambda: raw.WriteAudioSummary(
            tag="o", tensor=tf.ones([2, 4]), sample_rate=8000, max_outputs=1, **handle
        ),
        "audio op: rate": lambda: raw.WriteAudioSummary(tag="o", tensor=tf.ones([2, 4]), sample_rate=0, **handle),
        "event": lambda: raw.ImportEvent(writer=writer._resource, event=event.SerializeToString()),
        "no event": lambda: raw.ImportEvent(writer=writer._resource, event="\xff"),
        "vector of tags": lambda: raw.WriteScalarSummary(tag=["o"], value=2, **handle),
        "flush": lambda: raw.FlushSummaryWriter(writer=writer._resource),
    }  # fmt: skip

    def number(text):
        return float(text)

    def not_recorded(call):
        with tf.summary.record_if(False):
            return call()

    return closed_with_events(tf, folder, writer, calls.items())


@group
def messages_as_strings(tf, folder):
    raw = tf.raw_ops
    metadata = tf.compat.v1.SummaryMetadata(display_name="x").SerializeToString()

    def text(call):
        def run():
            import tensorflow
            from tensorboard.compat.proto.event_pb2 import Event

            from parity.summary.event_texts import _text

            event = Event(wall_time=1.5)
            event.summary.ParseFromString(call().numpy())
            return _text(event, tensorflow)

        return run

    calls = {
        "scalars": lambda: raw.ScalarSummary(tags=[["a", "b"]], values=[[1, 2]]),
        "scalar": lambda: raw.ScalarSummary(tags="a", values=[2.5]),
        "scalars: shape": lambda: raw.ScalarSummary(tags=["a", "b"], values=2.5),
        "histogram": lambda: raw.HistogramSummary(tag="a", values=[1.0, 2.0]),
        "histogram: nan": lambda: raw.HistogramSummary(tag="a", values=[float("nan")]),
        "audio": lambda: raw.AudioSummaryV2(tag="a", tensor=tf.ones([1, 2, 3]), sample_rate=8000.0),
        "tensor": lambda: raw.TensorSummaryV2(tag="a", tensor=[1, 2], serialized_summary_metadata=metadata),
        "merged": lambda: raw.MergeSummary(
            inputs=[raw.ScalarSummary(tags="a", values=1), raw.ScalarSummary(tags=["b", "c"], values=[1, 2])]
        ),
        "merged twice": lambda: raw.MergeSummary(inputs=[raw.ScalarSummary(tags="a", values=1)] * 2),
        "merged nonsense": lambda: raw.MergeSummary(inputs=["\xff"]),
    }
    return [(label, text(call)) for label, call in calls.items()]


@group
def writers(tf, folder):
    S = tf.summary
    first, second = (S.create_file_writer(str(folder / name)) for name in "ab")

    def nested():
        steps = [S.experimental.get_step()]
        with first.as_default(step=1):
            S.scalar("x", 1.0)
            with second.as_default(step=5):
                S.scalar("x", 2.0)
                with first.as_default():
                    steps.append(S.experimental.get_step())
                    S.scalar("x", 3.0)
                S.experimental.set_step(8)
                S.scalar("x", 4.0)
            steps.append(S.experimental.get_step())
        return [*steps, S.experimental.get_step()]

    def noop_inside():
        with first.as_default(step=2), S.create_noop_writer().as_default() as inner:
            return [S.scalar("noop", 1.0), S.should_record_summaries(), inner is None]

    def as_default_for_good():
        first.set_as_default(3)
        S.create_noop_writer().set_as_default()
        result = [S.scalar("for good", 1.0), S.experimental.get_step(), S.flush(), S.flush(second)]
        S.experimental.set_step(None)
        return result

    def conditions(condition):
        with first.as_default(step=4), S.record_if(condition):
            return [S.scalar("if", 1.0), S.should_record_summaries()]

    def recorded_again():
        with first.as_default(step=4), S.record_if(False), S.record_if(True):
            return S.scalar("again", 1.0)

    def scopes():
        result = []
        with tf.name_scope("p"):
            for name in ("x", "x y", "", None, "/a/b", "한"):
                with S.experimental.summary_scope(name) as pair:
                    result.append(pair)
            with S.experimental.summary_scope(None, "other", values=[1]) as pair:
                result.append(pair)
            with first.as_default(step=4):
                S.scalar("scoped", 1.0)
        return result

    def events():
        import tensorflow

        first.flush()
        second.close()
        return texts_of(folder, tensorflow)

    return [
        ("no writer", lambda: [S.scalar("x", 1.0), S.write("x", 1.0), S.should_record_summaries()]),
        ("no writer, vector", lambda: S.scalar("x", [1.0])),
        ("no writer, text", lambda: S.text("x", 3)),
        ("no writer, image", lambda: S.image("x", 3)),
        ("nested", nested),
        ("noop inside", noop_inside),
        ("conditions", lambda: [conditions(c) for c in (True, False, lambda: True, tf.constant(False))]),
        ("condition of int", lambda: conditions(1)),
        ("condition of text", lambda: conditions("x")),
        ("condition of a function of int", lambda: conditions(lambda: 1)),
        ("recorded again", recorded_again),
        ("scopes", scopes),
        ("number as scope", lambda: S.experimental.summary_scope(3).__enter__()),
        ("init", lambda: first.init()),
        ("for good", as_default_for_good),
        ("events", events),
        ("close", lambda: [first.close(), first.close(), first.flush()]),
        ("use closed", lambda: first.as_default()),
        ("closed as default", lambda: first.set_as_default()),
        ("write closed", lambda: S.scalar("x", 1.0, step=1)),
        ("init closed", lambda: first.init()),
        ("no folder", lambda: S.create_file_writer(None)),
        ("bad folder", lambda: S.create_file_writer("/proc/none/x")),
        ("name of the file", lambda: names(S, folder)),
        ("export without trace", lambda: S.trace_export("x", step=1)),
        ("off without trace", lambda: S.trace_off()),
    ]


def names(S, folder):
    S.create_file_writer(str(folder / "n"), filename_suffix=".abc", max_queue=3, flush_millis=100).close()
    return [".".join(path.name.split(".")[:3]) + path.suffix for path in (folder / "n").iterdir()]


@group
def in_functions(tf, folder):
    S = tf.summary
    writer = S.create_file_writer(str(folder))
    step = tf.Variable(0, dtype=tf.int64)
    traces = []

    @tf.function
    def train(x):
        traces.append(x)
        S.scalar("x", x)
        with tf.name_scope("deep"):
            recorded = S.histogram("h", [x, 2 * x], buckets=2)
        return recorded

    @tf.function
    def conditional(x, condition):
        with writer.as_default(), S.record_if(condition):
            return S.scalar("c", x, step=1)

    @tf.function
    def in_a_loop(n):
        for i in tf.range(n):
            if i % 2 == 0:
                S.scalar("loop", i, step=i)
        return n

    @tf.function
    def all_kinds(images, sounds, texts):
        S.image("i", images, step=1)
        S.audio("a", sounds, 8000, step=1)
        S.text("t", texts, step=1)
        S.write("w", images, step=1)
        return S.should_record_summaries()

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def of_any_rank(x):
        return S.scalar("any", x, step=1)

    @tf.function
    def without_step():
        return S.scalar("x", 1.0)

    def steps():
        S.experimental.set_step(step)
        result = []
        with writer.as_default():
            for i in range(3):
                step.assign(i)
                result.append(train(tf.constant(i + 0.5)))
        S.experimental.set_step(None)
        return [*result, len(traces)]

    def flushed_inside():
        before = sum(path.stat().st_size for path in folder.iterdir())
        conditional(tf.constant(3.0), True)
        return sum(path.stat().st_size for path in folder.iterdir()) > before

    def with_writer(call):
        with writer.as_default():
            return call()

    def events():
        import tensorflow

        writer.close()
        return texts_of(folder, tensorflow)

    return [
        ("steps", steps),
        ("conditions", lambda: [conditional(1.0, tf.constant(value)) for value in (True, False)]),
        ("known conditions", lambda: [conditional(1.0, value) for value in (True, False)]),
        ("loop", lambda: with_writer(lambda: in_a_loop(tf.constant(5, tf.int64)))),
        ("kinds", lambda: with_writer(lambda: all_kinds(tf.ones([1, 2, 2, 3]), tf.zeros([2, 3, 1]), ["a", "b"]))),
        ("any rank", lambda: with_writer(lambda: of_any_rank(1.0))),
        ("any rank, vector", lambda: with_writer(lambda: of_any_rank([1.0]))),
        ("no step", lambda: with_writer(without_step)),
        ("no writer", without_step),
        ("flushed inside", flushed_inside),
        ("events", events),
    ]


@group
def sessions(tf, folder):
    v1 = tf.compat.v1
    S = v1.summary
    graph = tf.Graph()
    result = []
    with graph.as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        loss = S.scalar("loss", x)
        with tf.name_scope("scope"):
            S.scalar("loss a/b", x, family="family")
        S.histogram("h", [x, x])
        S.image("i", tf.reshape(tf.range(24.0), [2, 2, 2, 3]) + x, max_outputs=1)
        S.image("several", tf.zeros([2, 1, 1, 1]))
        S.audio("a", tf.zeros([1, 4, 1]), 8000.0)
        S.text("t", tf.constant(["abc"]))
        S.tensor_summary("tensor", [1, 2], summary_description="described", display_name="displayed")
        result.append([item.name for item in v1.get_collection(v1.GraphKeys.SUMMARIES)])
        merged = S.merge_all()
        scoped = S.merge_all(scope="scope")
        empty = S.merge_all(key="none")
        S.scalar("collected", x, collections=["own"])
        chosen = S.merge([loss, *v1.get_collection("own")], name="chosen", collections=["own"])
        result.append([merged.name, scoped.name, empty, chosen.name, len(v1.get_collection("own"))])
        writer = tf.summary.create_file_writer(str(folder / "v2"))
        with writer.as_default():
            tf.summary.scalar("v2", x, step=2)
            with tf.summary.record_if(x > 2):
                tf.summary.histogram("v2", [x], step=3, buckets=1)

    def files():
        with graph.as_default(), v1.Session() as session:
            parts = session.run([merged, scoped, chosen], {x: 2.5})
            with S.FileWriter(str(folder / "v1")) as events:
                for step, part in enumerate([*parts, parts[0]]):
                    events.add_summary(part, step)
                events.add_summary(v1.Summary(value=[v1.Summary.Value(tag="own", simple_value=3)]))
                events.add_event(v1.Event(step=9))
                events.add_session_log(v1.SessionLog(status=v1.SessionLog.START), 5)
                events.add_run_metadata(v1.RunMetadata(), "tag", 8)
                return events.get_logdir()[-2:]

    def misused(*methods):
        with graph.as_default():
            events = S.FileWriter(str(folder / "misused"))
            events.add_run_metadata(v1.RunMetadata(), "tag", 8)
            for method, *args in methods:
                getattr(events, method)(*args)

    def v2_ops(*others):
        with graph.as_default(), v1.Session() as session:
            for other in others:
                session.run(other())
            done = [session.run(S.all_v2_summary_ops(), {x: value}) for value in (1.0, 3.0)]
            session.run(writer.close())
            return [list(map(bool, part)) for part in done]

    def events():
        import tensorflow

        # A session runs the operations of tf.summary in any order.
        return texts_of(folder / "v1", tensorflow) + sorted(texts_of(folder / "v2", tensorflow))

    return [
        ("names", lambda: result),
        ("files", files),
        ("tag twice", lambda: misused(["add_run_metadata", v1.RunMetadata(), "tag", 8])),
        ("no graph", lambda: misused(["add_graph", 3])),
        ("no summary", lambda: misused(["add_summary", 3])),
        ("closed", lambda: misused(["close"], ["close"], ["flush"])),
        ("before init", v2_ops),
        ("after init", lambda: v2_ops(writer.init)),
        ("eager writer", lambda: S.FileWriter(str(folder))),
        ("eager merge", lambda: S.merge_all()),
        ("eager scalar", lambda: S.scalar("a", 1.0)),
        ("no eager ops", lambda: S.all_v2_summary_ops()),
        ("text of ints", lambda: S.text("a", tf.constant(1))),
        ("events", events),
    ]


@pytest.mark.parametrize("group", **group.parameters())
def test_same_event_files(group, tensorflow, gw, tmp_path):
    """On a thread of its own: the default writer and the step are the thread's, and some cases leave theirs behind."""
    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        thread.submit(check, group, tensorflow, gw, tmp_path).result()


def test_graphs_of_functions(gw, tmp_path):
    """Of all functions, those that run between trace_on and trace_export, and their graphs as they were traced."""
    from tensorboard.compat.proto.config_pb2 import RunMetadata

    @gw.function
    def inner(x):
        return gw.sin(x) * 2

    @gw.function
    def outer(x):
        return inner(x) + 1

    @gw.function
    def other(x):
        return x - 1

    x = gw.Variable(2.0)
    other(x), outer(x)
    with gw.summary.create_file_writer(str(tmp_path)).as_default():
        gw.summary.graph(other.get_concrete_function(x).graph)
        gw.summary.trace_on()
        with gw.GradientTape() as tape:
            y = outer(x)
        tape.gradient(y, x)
        gw.summary.trace_export("run", step=7)
        with pytest.raises(ValueError, match="trace_on"):
            gw.summary.trace_export("run", step=7)
        gw.summary.trace_on()
        gw.summary.trace_off()
    _, graph, run = events_of(tmp_path)
    assert b"Sub" in graph.graph_def and run.step == 7
    value = run.summary.value[0]
    assert value.metadata.plugin_data.plugin_name == "graph_run_metadata_graph"
    told = RunMetadata.FromString(value.tensor.string_val[0])
    ops = [{node.op for node in graphs.pre_optimization_graph.node} for graphs in told.function_graphs]
    assert len(ops) == 1 and {"StatefulPartitionedCall", "AddV2"} <= ops[0]
    assert told.function_graphs[0].pre_optimization_graph.library.function


def test_many_threads_write_whole_records(gw, tmp_path):
    import threading

    writer = gw.summary.create_file_writer(str(tmp_path), max_queue=3)

    def work(number):
        with writer.as_default():
            for step in range(100):
                gw.summary.scalar(f"t{number}", step, step=step)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    seen = {}
    for event in events_of(tmp_path)[1:]:
        seen.setdefault(event.summary.value[0].tag, []).append(event.step)
    assert seen == {f"t{number}": list(range(100)) for number in range(4)}


def test_what_waits_is_flushed(gw, tmp_path):
    """After `max_queue` summaries, after `flush_millis`, and when the writer goes."""
    writer = gw.summary.create_file_writer(str(tmp_path / "a"), max_queue=2)
    raw = gw.raw_ops.WriteScalarSummary
    counts = []
    for step in range(3):
        raw(writer=writer._resource, step=step, tag="x", value=1)
        counts.append(len(events_of(tmp_path / "a")))
    assert counts == [1, 1, 4]
    writer = gw.summary.create_file_writer(str(tmp_path / "b"), flush_millis=0)
    raw(writer=writer._resource, step=1, tag="x", value=1)
    assert len(events_of(tmp_path / "b")) == 2
    writer = gw.summary.create_file_writer(str(tmp_path / "c"))
    raw(writer=writer._resource, step=1, tag="x", value=1)
    del writer
    assert len(events_of(tmp_path / "c")) == 2


@pytest.fixture
def board():
    """Runs TensorBoard on a folder, and gives what its pages would ask it for."""
    from tensorboard import program

    def start(folder):
        board = program.TensorBoard()
        board.configure(argv=[None, "--logdir", str(folder), "--load_fast=false", "--reload_interval=0", "--port=0"])
        url = board.launch()

        def ask(path):
            with urllib.request.urlopen(url + path, timeout=60) as answer:
                content = answer.read()
                return json.loads(content) if "json" in answer.headers["Content-Type"] else content

        return ask

    return start


def test_tensorboard_shows_them(gw, tmp_path, board):
    """All kinds, by TensorBoard's own server."""
    S = gw.summary
    with S.create_file_writer(str(tmp_path / "train")).as_default():
        for step in range(3):
            S.scalar("loss", 1 / (step + 1), step=step, description="the *loss*")
        S.histogram("weights", gw.range(10.0), step=0)
        S.image("picture", gw.ones([1, 2, 2, 3]), step=0)
        S.text("note", "it **works**", step=0)
        S.audio("hum", gw.zeros([1, 10, 1]), 8000, step=0)
        S.graph(gw.function(lambda x: x + 1).get_concrete_function(gw.constant(1)).graph)
        S.trace_on()
        gw.function(lambda x: x * 3)(gw.constant(2))
        S.trace_export("run", step=0)
    ask = board(tmp_path)
    assert ask("data/runs") == ["train"]
    assert ask("data/plugin/scalars/tags")["train"]["loss"]["description"].startswith("<p>the <em>loss</em></p>")
    scalars = ask("data/plugin/scalars/scalars?run=train&tag=loss&format=json")
    assert [(step, round(value, 4)) for _, step, value in scalars] == [(0, 1.0), (1, 0.5), (2, 0.3333)]
    ((_, step, buckets),) = ask("data/plugin/histograms/histograms?run=train&tag=weights")
    assert step == 0 and len(buckets) == 30 and sum(count for *_, count in buckets) == 10
    (image,) = ask("data/plugin/images/images?run=train&tag=picture&sample=0")
    assert ask("data/plugin/images/individualImage?" + image["query"]).startswith(b"\x89PNG")
    (text,) = ask("data/plugin/text/text?run=train&tag=note")
    assert "<strong>works</strong>" in text["text"]
    assert len(ask("data/plugin/audio/audio?run=train&tag=hum&sample=0")) == 1
    graphs = ask("data/plugin/graphs/info")["train"]
    assert graphs["run_graph"] and graphs["tags"]["run"]["op_graph"]
