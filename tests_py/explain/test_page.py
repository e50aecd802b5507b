"""What a page shows, as data: functions and traces, events, graphs with what was fused, memory, hints; and its file."""

import json
import re
import threading

import pytest


@pytest.fixture
def parts(gw):
    """Returns the files of the package that make pages."""
    from graphwright._src.explain import recording
    from graphwright._src.explain.page import collect, events, model, trace_events, write

    class Parts:
        pass

    found = Parts()
    for file in (recording, collect, events, model, trace_events, write):
        setattr(found, file.__name__.rpartition(".")[2], file)
    return found


def recorded(parts, work):
    """Returns a recording of `work()` and the functions that were traced, each with its traces."""
    traced = {}

    def note(function, record):
        traced.setdefault(id(function), (function, []))[1].append(record.concrete())

    with parts.recording.Recording(note) as recording:
        work()
    return recording, list(traced.values())


def report_of(parts, work):
    recording, functions = recorded(parts, work)
    return parts.collect.report_of("test", functions, recording, __file__)


def events_of(timeline, kind):
    """Returns (name, lane, begin, took, depth) of the events of one kind."""
    return [
        (timeline.labels[number].name, timeline.lane[i], timeline.begin[i], timeline.took[i], timeline.depth[i])
        for i, number in enumerate(timeline.label)
        if timeline.labels[number].kind == kind
    ]


def test_runs_and_instructions(gw, parts):
    f = gw.function(lambda x: gw.exp(x @ x))
    timeline = report_of(parts, lambda: [f(gw.ones([3, 3])) for _ in range(4)]).timeline
    runs, instructions = events_of(timeline, "run"), events_of(timeline, "instruction")
    assert len(runs) == 4 and len(events_of(timeline, "compile")) == len(events_of(timeline, "trace")) == 1
    assert [name for name, *_ in instructions] == ["MatMul", "Exp"] * 4
    for _, lane, begin, took, depth in instructions:
        around = [run for run in runs if run[2] <= begin and begin + took <= run[2] + run[3] + 1000]
        assert len(around) == 1 and depth == around[0][4] + 1 and lane == 0
    assert timeline.dropped == 0
    (label,) = [label for label in timeline.labels if label.name == "MatMul"]
    assert re.fullmatch(r"r\d+ = MatMul\(r0, r0\)", label.text) and label.node == "matmul"


def test_memory_of_all_tensors(gw, parts):
    f = gw.function(lambda x: x * 2.0)
    kept = []

    def work():
        for _ in range(5):
            kept.append(f(gw.ones([1 << 18])))

    timeline = report_of(parts, work).timeline
    times, sizes = zip(*timeline.tensors)
    assert 2 <= len(times) <= 5 and list(times) == sorted(times)
    assert sizes[-1] - sizes[0] >= (len(sizes) - 1) * (1 << 20) and sizes[-1] >= 5 << 20


def test_nothing_is_recorded_outside(gw, parts):
    f = gw.function(lambda x: x * 2.0)
    f(gw.ones([3]))
    recording, functions = recorded(parts, lambda: None)
    f(gw.ones([3]))
    assert not recording.lanes and not recording.spans and not functions


def test_threads_are_lanes(gw, parts):
    f = gw.function(lambda x: x @ x)
    x = gw.ones([20, 20])
    f(x)

    def work():
        together = threading.Barrier(3)

        def some():
            together.wait()
            for _ in range(5):
                f(x)
            together.wait()

        threads = [threading.Thread(target=some) for _ in range(2)]
        for thread in threads:
            thread.start()
        together.wait(), f(x), together.wait()
        for thread in threads:
            thread.join()

    timeline = report_of(parts, work).timeline
    assert len(timeline.lanes) == 3
    runs = events_of(timeline, "run")
    assert sorted(sum(run[1] == lane for run in runs) for lane in range(3)) == [1, 5, 5]

    def one_after_the_other():
        for _ in range(4):
            thread = threading.Thread(target=lambda: f(x))
            thread.start()
            thread.join()

    assert len(events_of(report_of(parts, one_after_the_other).timeline, "run")) == 4


def test_recordings_within_recordings(gw, parts):
    f = gw.function(lambda x: x + 1.0)
    inner = []

    def work():
        f(gw.constant(1.0))
        inner.append(recorded(parts, lambda: f(gw.ones([2]))))
        f(gw.constant(2.0))

    outer, functions = recorded(parts, work)
    ((recording, inner_functions),) = inner
    assert len(inner_functions[0][1]) == 1 and len(functions[0][1]) == 2

    def count_runs(one):
        return sum((events["kind"] == parts.recording.RUN).sum() for events in one.lanes.values())

    assert (count_runs(outer), count_runs(recording)) == (3, 1)


def test_too_many_events(gw, parts):
    f = gw.function(lambda x: x + 1.0)
    with parts.recording.Recording(most_events=5) as recording:
        for _ in range(8):
            f(gw.constant(1.0))
    (events,) = recording.lanes.values()
    kinds = events["kind"].tolist()
    assert kinds.count(parts.recording.INSTRUCTION) == 5 and len(kinds) == 10 and recording.dropped > 0
    # A loop does not take the place of all that comes after it.
    loop = gw.function(lambda n: gw.while_loop(lambda i: i < n, lambda i: [i + 1], [gw.constant(0)]))
    with parts.recording.Recording() as recording:
        loop(gw.constant(30_000)), f(gw.constant(1.0))
    names = {recording.programs[number][0] for events in recording.lanes.values() for number in events["what"].tolist()}
    assert len(names) == 2 and sum(map(len, recording.lanes.values())) < 40_000


def test_time_goes_to_data_where_one_waits_for_it(gw, parts):
    import time

    def slow():
        for number in range(6):
            time.sleep(0.02)
            yield number

    dataset = gw.data.Dataset.from_generator(slow, output_signature=gw.TensorSpec([], gw.int32)).map(lambda x: x + 1)
    f = gw.function(lambda x: x * 2)

    def work():
        for x in dataset:
            f(x)

    report = report_of(parts, work)
    seconds = {share.kind: share.seconds for share in report.shares}
    assert seconds["data"] > 0.1 and seconds["data"] > 5 * seconds["run"]
    assert sum(seconds.values()) == pytest.approx(report.seconds, rel=1e-6)
    assert report.hints[0].text.startswith("waiting for data took ") and "7 elements" in report.hints[0].text
    # A function that takes elements itself waits as well.
    iterator = iter(dataset)
    take = gw.function(lambda: iterator.get_next())
    seconds = {share.kind: share.seconds for share in report_of(parts, lambda: [take() for _ in range(3)]).shares}
    assert seconds["data"] > 0.05 > seconds["run"]


def test_lines_of_python(gw, parts):
    import time

    f = gw.function(lambda x: x + 1.0)

    def busy():
        end = time.perf_counter() + 0.15
        while time.perf_counter() < end:
            pass

    with parts.recording.Recording(sampled=True) as recording:
        f(gw.constant(1.0))
        busy()
    assert not any(thread.name == "graphwright-sampler" for thread in threading.enumerate())
    report = parts.collect.report_of("test", [], recording)
    (python,) = [share.seconds for share in report.shares if share.kind == "python"]
    mine = [line for line in report.lines if line.function == "busy" and line.place.startswith(__file__)]
    assert sum(line.seconds for line in mine) > 0.5 * python > 0.05
    assert sum(line.seconds for line in report.lines) <= python * 1.001
    assert report.hints == [] or "Python" in report.hints[0].text


def test_traces_with_reasons(gw, parts):
    @gw.function
    def f(x, step):
        return x * float(step)

    report = report_of(parts, lambda: [f(gw.constant(1.0), step) for step in (1, 2, 3)])
    (function,) = report.functions
    assert (function.calls, function.count) == (3, 3) and function.line.startswith(__file__)
    first, second, _ = function.traces
    assert first.arguments == {"x": "a tensor of shape () and dtype float32", "step": "1"} and not first.differences
    (difference,) = second.differences
    assert (difference.place, difference.kind, difference.before, difference.after) == ("step", "value", "1", "2")
    (hint,) = [hint for hint in function.hints if "argument 'step' made 2 of 3 traces" in hint.text]
    assert hint.seconds > 0 and "pass a tensor" in hint.text
    assert all(trace.programs[0].runs == 1 for trace in function.traces)


def test_details_are_of_the_first_and_the_latest_traces(gw, parts):
    f = gw.function(lambda x: x + 1.0)
    (function,) = report_of(parts, lambda: [f(gw.ones([size])) for size in range(1, 11)]).functions
    assert [trace.number for trace in function.traces if trace.before] == [1, 2, 3, 8, 9, 10]
    many = [gw.function(lambda x, i=i: x + i) for i in range(130)]
    functions = report_of(parts, lambda: [f(gw.ones([size])) for f in many for size in (1, 2)]).functions
    assert len(functions) == 130 and all(
        [bool(trace.before) for trace in one.traces] == [False, True] for one in functions
    )


def test_graphs_tell_what_was_fused_and_where_nodes_come_from(gw, parts):
    inner = gw.function(lambda x: gw.nn.relu(x @ x + 1.0))

    @gw.function
    def f(x):
        return gw.sin(gw.exp(x) * 2.0) @ inner(x)

    report = report_of(parts, lambda: f(gw.ones([64, 64])))
    trace = next(function for function in report.functions if function.name == "f").traces[0]
    assert {"Exp", "mul", "Sin"} in map(set, trace.after.fused.values())
    inlined = [set(members) for name, members in trace.after.fused.items() if "PartitionedCall/" in name]
    assert {"PartitionedCall/add", "PartitionedCall/Relu"} in inlined
    nodes = {node.name: node for node in trace.before.nodes}
    assert nodes["PartitionedCall/add"].depth == 1 and nodes["mul"].inputs == ["Exp", "mul/y"]
    file, line, _ = report.stacks[nodes["mul"].stack][0]
    assert file == __file__ and "gw.sin(gw.exp(x) * 2.0)" in report.sources[file][line]
    drawn = set(re.findall('data-node="([^"]*)"', trace.before.svg))
    assert drawn <= nodes.keys() and {"mul", "PartitionedCall/add"} <= drawn


def test_memory_plans(gw, parts):
    f = gw.function(lambda x: gw.linalg.inv(gw.linalg.inv(gw.linalg.inv(gw.linalg.inv(x)))))
    (function,) = report_of(parts, lambda: f(gw.eye(300))).functions
    memory = function.traces[0].memory
    results = [slot for slot in memory.slots if slot.kind == "result"]
    assert sum(len(slot.values) for slot in results) == 4 > len(results)
    assert memory.peak_bytes == 2 * 300 * 300 * 4


def test_copies_and_tiny_instructions_have_hints(gw, parts):
    @gw.function
    def f(x, y):
        return gw.matmul(gw.transpose(x, [1, 2, 0]), y)

    x, y = gw.ones([64, 100, 100]), gw.ones([100, 64, 2])
    (function,) = report_of(parts, lambda: [f(x, y) for _ in range(20)]).functions
    (hint,) = [hint for hint in function.hints if hint.text.startswith("Transpose copies the input of ")]
    assert "% of the function's time" in hint.text and __file__ in hint.text and "einsum" in hint.text
    copy = next(row for row in function.traces[0].programs[0].instructions if row.op == "Transpose")
    assert hint.seconds == pytest.approx(copy.seconds)

    @gw.function
    def count(n):
        i = gw.constant(0)
        while i < n:
            i += 1
        return i

    (function,) = report_of(parts, lambda: count(gw.constant(50_000))).functions
    assert any("most of that is the way to the work" in hint.text for hint in function.hints)


def test_inspect_saves_a_page(gw, tmp_path):
    @gw.function
    def f(x):
        return gw.exp(x) * 2.0

    with gw.profile_functions():
        f(gw.ones([1000]))
    for name, report in (("function", f.inspect()), ("trace", f.inspect(gw.TensorSpec([1000])))):
        path = tmp_path / f"{name}.html"
        report.save(path)
        data = data_of(path)
        assert data["timeline"] is None and data["functions"][0]["name"] == "f"
        (trace,) = data["functions"][0]["traces"]
        assert trace["programs"][0]["runs"] == 1 and trace["after"]["fused"] and "r" in trace["code"]["program"]
    with pytest.raises(OSError):
        f.inspect().save(tmp_path / "no folder" / "x.html")


def test_machine_code_is_in_the_page(gw, tmp_path):
    pytest.importorskip("llvmlite")
    f = gw.function(lambda x: gw.exp(x) * 2.0 + 1.0, jit_compile=True)
    f(gw.ones([100]))
    f.inspect().save(tmp_path / "x.html")
    code = data_of(tmp_path / "x.html")["functions"][0]["traces"][0]["code"]
    assert "define" in code["LLVM IR"] and "ret" in code["assembly"] and "machine code of" in code["program"]


def data_of(path):
    """Returns the data in a page; it is the only thing between the tags around it."""
    (text,) = re.findall(
        r'<script id="data" type="application/json">(.*?)</script>', path.read_text(encoding="utf-8"), re.S
    )
    assert "<" not in text and "&" not in text
    return json.loads(text)


HOSTILE = "</script><script>alert(1)</script><!-- & @SCRIPT@ \u2028 ' \" \\ \ud800"


def test_no_text_ends_the_data(gw, parts, tmp_path):
    label = parts.model.Label("run", HOSTILE, HOSTILE, -1, HOSTILE)
    timeline = parts.model.Timeline([HOSTILE], [label], [0], [0], [0], [5], [0], [0], 0)
    report = parts.model.Report(HOSTILE.replace("\ud800", ""), "", "", "", "", 1e-6, [], [], [], timeline, [], [], {})
    path = tmp_path / "x.html"
    parts.write.save(path, report)
    page = path.read_text(encoding="utf-8")
    assert page.count("<script") == 2 and "<!--" not in page
    found = data_of(path)
    assert found["title"] == report.title and found["timeline"]["labels"][0]["name"] == HOSTILE.replace("\ud800", "?")


def test_a_page_needs_nothing_from_outside(gw, tmp_path):
    gw.function(lambda x: x).inspect().save(tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    shell = re.sub(r"<script id=.data.*?</script>", "", page, flags=re.S)
    assert not re.search(r"\b(src|href|@import|url)\s*[=(]\s*[\"']?(?!#)\w", shell) and "eval(" not in shell
    assert "default-src 'none'" in page


def test_chrome_trace_and_profile_have_the_events(gw, parts, tmp_path):
    f = gw.function(lambda x: gw.exp(x) @ x)
    recording, functions = recorded(parts, lambda: [f(gw.ones([3, 3])) for _ in range(2)])
    report = parts.collect.report_of("test", functions, recording)
    events = parts.trace_events.chrome_trace(report.timeline, report.stacks)["traceEvents"]
    shown = [event for event in events if event["ph"] == "X"]
    assert len(shown) == len(report.timeline.begin)
    for event in events:
        assert event["ph"] in "XMC" and isinstance(event["name"], str) and event["pid"] == 0
        if event["ph"] == "X":
            assert (
                event["ts"] >= 0
                and event["dur"] >= 0
                and all(isinstance(value, str) for value in event["args"].values())
            )
    assert [event["name"] for event in shown].count("MatMul") == 2
    assert max(event["args"]["bytes"] for event in events if event["ph"] == "C") >= 36
    parts.trace_events.write_profile(tmp_path, report.timeline, report.stacks, recording.wall_began)
    (path,) = tmp_path.glob("plugins/profile/*/*.xplane.pb")
    from graphwright._src.messages.classes import XSpace

    (plane,) = XSpace.FromString(path.read_bytes()).planes
    written = [
        (plane.event_metadata[event.metadata_id].name, event.offset_ps // 1000, event.duration_ps // 1000)
        for line in plane.lines
        for event in line.events
    ]
    timeline = report.timeline
    assert written == [
        (timeline.labels[number].name, begin, took)
        for number, begin, took in zip(timeline.label, timeline.begin, timeline.took, strict=True)
    ]
