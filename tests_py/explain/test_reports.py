"""inspect(): signature, captures, graphs before and after the passes, memory plan, instructions and their time."""

import threading

import pytest


def test_captures(gw):
    variable = gw.Variable([1.0, 2.0], name="weight")
    frozen = gw.Variable(3, trainable=False, name="count")
    large, small = gw.ones([300]), gw.constant([1.0, 2.0])

    @gw.function
    def f(x):
        return x * variable + gw.cast(frozen, gw.float32) + large[0] + small

    report = f.inspect(gw.TensorSpec([2]))
    found = {capture.name: capture for capture in report.captures if capture.kind != "constant"}
    assert (found["weight"].kind, found["weight"].by, found["weight"].bytes) == ("variable", "reference", 8)
    assert found["weight"].trainable and found["count"].trainable is False
    tensors = [capture for capture in found.values() if capture.kind == "tensor"]
    assert [(capture.by, capture.bytes) for capture in tensors] == [("value", 1200)]
    assert any(capture.kind == "constant" and capture.bytes == 8 for capture in report.captures)
    assert report.variables == (variable, frozen)
    text = str(report)
    assert "variable 'weight' by reference: float32 [2], 8 B, trainable" in text
    assert "by value: float32 [300], 1.2 KiB" in text and "small constant" in text
    assert str(report) == repr(report) == report.text()


def test_graphs_before_and_after_the_passes(gw):
    f = gw.function(lambda x: (gw.exp(x) * 1.0 + gw.exp(x), gw.constant(2) * 3)[0])
    report = f.inspect(gw.TensorSpec([100]))
    assert report.ops_before["Exp"] == 2 and report.ops_before["Mul"] == 2
    assert report.ops_after["_FusedElementwise"] == 1 and "Mul" not in report.ops_after
    assert "mul = Mul(Exp, mul/y)  float32 [100]" in report.graph_text(after_passes=False)
    assert "Exp+" in report.graph_text() and "return " in report.graph_text()
    assert "more" in report.graph_text(most=2).splitlines()[-1]


def test_inner_graphs_are_listed(gw):
    @gw.function
    def f(n):
        total = 0
        for i in gw.range(n):
            if i % 2 == 0:
                total += i
        return total

    report = f.inspect(gw.TensorSpec([], gw.int32))
    assert (
        report.ops_before.get("While", 0) + report.ops_before.get("StatelessWhile", 0) >= 1
        and report.ops_before["FloorMod"] == 1
    )
    text = report.graph_text(after_passes=False)
    assert "  cond: while_cond" in text and "then_branch: " in text and "else_branch: " in text


def test_memory_plan(gw):
    f = gw.function(lambda x: gw.matmul(gw.matmul(gw.matmul(x, x), x), x))
    memory = f.inspect(gw.TensorSpec([100, 100])).memory
    one = 100 * 100 * 4
    assert memory.complete and memory.input_bytes == one
    assert (memory.peak_bytes, memory.result_bytes) == (2 * one, 3 * one)  # two of three products at a time
    assert memory.kept_bytes == 2 * one  # small ones stay
    (output,) = [slot for slot in memory.slots if slot.output]
    assert output.kind == "result" and output.bytes == one
    assert "2 slots" not in memory.summary() and "78.1 KiB at the peak" in memory.summary()
    unknown = f.inspect(gw.TensorSpec([None, None])).memory
    assert not unknown.complete and "only when it runs" in unknown.summary() and unknown.slots[0].bytes is None


def test_values_that_never_meet_share_a_slot(gw):
    def chain(x):
        for _ in range(10):
            x = gw.linalg.inv(x)
        return x

    memory = gw.function(chain).inspect(gw.TensorSpec([300, 300])).memory
    assert memory.peak_bytes == 2 * 300 * 300 * 4
    assert memory.kept_bytes == 0  # large ones go back
    assert len(memory.slots) <= 4


def test_nothing_is_measured_by_default(gw):
    f = gw.function(lambda x: x @ x)
    f(gw.ones([2, 2]))
    profile = f.inspect(gw.ones([2, 2])).profile
    assert profile.runs == 0 and profile.seconds == 0 and all(row.runs == 0 for row in profile.rows)
    assert "no run was measured" in str(f.inspect())


def test_profile(gw):
    @gw.function
    def f(x, n):
        for _ in gw.range(n):
            x = x @ x
        return gw.exp(x)

    x = gw.eye(64)
    f(x, gw.constant(1))
    with gw.profile_functions():
        f(x, gw.constant(5)), f(x, gw.constant(3))
    f(x, gw.constant(100))
    profile = f.inspect(x, gw.constant(1)).profile
    assert profile.runs == 2
    rows = {row.op: row for row in profile.rows if row.op in ("MatMul", "Exp")}
    assert (rows["MatMul"].runs, rows["Exp"].runs) == (8, 2)
    assert rows["MatMul"].bytes == 8 * 64 * 64 * 4 and rows["MatMul"].shape.as_list() == [64, 64]
    assert rows["MatMul"].dtype is gw.float32 and rows["MatMul"].seconds > 0
    assert f"{__file__}:" in rows["MatMul"].line
    assert profile.seconds == pytest.approx(sum(row.seconds for row in profile.rows))
    assert profile.peak_bytes >= 64 * 64 * 4
    assert profile.slowest(1)[0].seconds == max(row.seconds for row in profile.rows)
    text = str(f.inspect())
    assert "2 runs measured" in text and "MatMul(" in text and "%" in text


def test_shapes_that_are_found_at_run_time(gw):
    f = gw.function(lambda x: gw.boolean_mask(x, x > 0), input_signature=[gw.TensorSpec([None])])
    with gw.profile_functions():
        f(gw.constant([1.0, -1.0, 2.0]))
    last = [row for row in f.inspect().traces[0].profile.rows if row.shape is not None][-1]
    assert last.dynamic and last.shape.as_list() == [2]


def test_gradients_have_profiles_of_their_own(gw):
    f = gw.function(lambda x: gw.tanh(x @ x))
    x = gw.ones([3, 3])
    with gw.profile_functions(), gw.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
        tape.gradient(y, x)
    profiles = {profile.what: profile for profile in f.inspect(x).profiles}
    assert profiles["forward, with what gradients need"].runs == 1 and profiles["backward"].runs == 1
    assert "TanhGrad" in {row.op for row in profiles["backward"].rows}


def test_profiles_of_several_threads_add_up(gw):
    f = gw.function(lambda x: gw.exp(x) + gw.sin(x))
    x = gw.ones([10])
    f(x)

    def work():
        for _ in range(100):
            f(x)

    with gw.profile_functions(), gw.profile_functions():
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert f.inspect(x).profile.runs == 400
    f(x)
    assert f.inspect(x).profile.runs == 400


def test_runs_that_fail_are_measured_up_to_there(gw):
    f = gw.function(lambda x, i: gw.gather(gw.exp(x), i))
    with gw.profile_functions(), pytest.raises(gw.errors.InvalidArgumentError):
        f(gw.ones([3]), gw.constant(7))
    profile = f.inspect(gw.ones([3]), gw.constant(7)).profile
    assert profile.runs == 1 and profile.rows[0].runs == 1


def test_reports_of_a_function(gw):
    f = gw.function(lambda x: x + 1)
    f(1), f(gw.constant(1.0))
    report = f.inspect()
    assert len(report.traces) == 2 and report.retracing.count == 2
    assert "argument 'x': 1, then a tensor" in str(report)
    assert "(x: Literal[1]) -> TensorSpec(" in report.traces[0].signature
    page = report._repr_html_()
    assert page.count("<svg") >= 2 and "Literal[1]" in page
    shown = f._repr_html_()
    assert (
        shown.count("<details><summary>&lt;ConcreteFunction") == 2 and shown.count("<svg") == 2 and "2 traces" in shown
    )
    assert f.get_concrete_function(1).inspect().signature == report.traces[0].signature


def test_names_are_escaped(gw):
    v = gw.Variable(1.0, name="a<b>&c")

    @gw.function
    def f(x):
        return {"<script>": x * v}

    page = f.inspect(gw.TensorSpec([]))._repr_html_()
    assert "<script>" not in page and "<b>" not in page and "a&lt;b&gt;&amp;c" in page


def test_captures_that_are_asked_for_on_every_call(gw):
    @gw.function
    def f(x):
        graph = gw.compat.v1.get_default_graph()
        return x + graph.capture_call_time_value(lambda: gw.constant([1.0, 2.0]), gw.TensorSpec([2]))

    report = f.inspect(gw.TensorSpec([]))
    assert [(capture.kind, capture.by, capture.bytes) for capture in report.captures] == [("deferred", "reference", 8)]
    assert "on every call" in report.svg()
