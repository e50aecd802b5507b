"""What a run of a session took: RunMetadata.step_stats, timelines of it, and the hook that writes these."""

import glob
import json
import os

import pytest

MEASURED = ("product", "sum", "root")


def metadata_of(tf, **options):
    v1 = tf.compat.v1
    metadata = v1.RunMetadata()
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [64, 64], name="x")
        product = tf.matmul(x, x, name="product")
        total = tf.reduce_sum(product, name="sum")
        root = tf.matmul(product, product, transpose_b=True, name="root")
        session.run([total, root], {x: [[1.0] * 64] * 64}, options=v1.RunOptions(**options), run_metadata=metadata)
    return metadata


def test_step_stats(gw, tensorflow):
    def told(tf):
        metadata = metadata_of(tf, trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
        found = {}
        for device in metadata.step_stats.dev_stats:
            for stats in device.node_stats:
                if stats.node_name in MEASURED:
                    assert 0 <= stats.op_start_rel_micros <= stats.op_end_rel_micros <= stats.all_end_rel_micros
                    assert stats.scheduled_micros <= stats.all_start_micros + stats.all_end_rel_micros
                    result = stats.output[0].tensor_description
                    shape = [size.size for size in result.shape.dim]
                    name, _, call = stats.timeline_label.partition(" = ")
                    op = call.partition("(")[0].removeprefix("_Mkl")
                    found[stats.node_name] = (device.device, name, op, result.dtype, shape)
        return sorted(found.items())

    assert told(gw) == told(tensorflow)


@pytest.mark.parametrize("level", ["NO_TRACE", "SOFTWARE_TRACE", "HARDWARE_TRACE", "FULL_TRACE"])
def test_levels(level, gw, tensorflow):
    def told(tf):
        metadata = metadata_of(tf, trace_level=getattr(tf.compat.v1.RunOptions, level))
        return any(device.node_stats for device in metadata.step_stats.dev_stats)

    assert told(gw) == told(tensorflow)


def test_times_of_one_run_only(gw):
    """Runs that are not asked for leave no trace, and what is asked for later is not told with earlier runs."""
    v1 = gw.compat.v1
    with gw.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(gw.float32, [300, 300])
        y = gw.matmul(x, x, name="y")
        value = [[1.0] * 300] * 300
        full = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE)
        for _ in range(3):
            metadata = v1.RunMetadata()
            session.run(y, {x: value}, options=full, run_metadata=metadata)
            session.run(y, {x: value})
            (stats,) = [s for s in metadata.step_stats.dev_stats[0].node_stats if s.node_name == "y"]
            assert stats.memory[0].total_bytes == 4 * 300 * 300


def test_timelines(gw, tensorflow):
    import importlib

    def told(tf):
        if tf is gw:
            from graphwright._src.v1.timeline import Timeline
        else:
            Timeline = importlib.import_module("tensorflow.python.client.timeline").Timeline
        metadata = metadata_of(tf, trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
        shown = json.loads(Timeline(metadata.step_stats).generate_chrome_trace_format(show_memory=True))
        events = [event for event in shown["traceEvents"] if event.get("args", {}).get("name") in MEASURED]
        assert list(shown) == ["traceEvents"]
        assert {"M", "X", "C"} <= {event["ph"] for event in shown["traceEvents"]} <= set("MXCstNODn")
        flows = {event["name"] for event in shown["traceEvents"] if event["ph"] == "s"}
        analysis = Timeline(metadata.step_stats).analyze_step_stats()
        return (
            "product" in flows or tf is not gw,  # its labels tell nothing of what oneDNN's ops take
            sorted(
                (
                    e["args"]["name"],
                    *(op.removeprefix("_Mkl") for op in (e["name"], e["args"]["op"])),
                    e["cat"],
                    sorted(e),
                )
                for e in events
                if e["ph"] == "X"
            ),
            analysis._fields,
            list(json.loads(analysis.chrome_trace.format_to_string())),
            sorted(type(most).__name__ for most in analysis.allocator_maximums.values())[:1],
        )

    assert told(gw) == told(tensorflow)


def test_hook(gw, tensorflow, tmp_path):
    def told(tf):
        v1 = tf.compat.v1
        folder = str(tmp_path / tf.__name__)
        with tf.Graph().as_default():
            step = v1.train.get_or_create_global_step()
            read = step.read_value() + 0  # what hooks see: the step before the run
            tf.compat.v1.add_to_collection("global_step_read_op_cache", read)
            with tf.control_dependencies([read]):
                train = v1.assign_add(step, tf.cast(tf.reduce_sum(tf.ones([1]), name="one"), tf.int64))
            hook = v1.train.ProfilerHook(save_steps=3, output_dir=folder, show_memory=True)
            with v1.train.MonitoredSession(hooks=[hook]) as session:
                for _ in range(8):
                    session.run(train)
        v1.summary.FileWriterCache.clear()  # which writes all
        files = sorted(os.path.basename(path) for path in glob.glob(folder + "/*.json"))
        for name in files:
            with open(os.path.join(folder, name)) as file:
                assert json.load(file)["traceEvents"]
        tags = [
            event.tagged_run_metadata.tag
            for path in glob.glob(folder + "/events*")
            for event in v1.train.summary_iterator(path)
            if event.HasField("tagged_run_metadata")
        ]
        return files, tags

    assert told(gw) == told(tensorflow)


def test_hooks_are_told_of_options(gw, tensorflow):
    """What a hook asks for is merged with what the run asks for; hooks see both messages."""

    def told(tf):
        v1 = tf.compat.v1
        seen = []

        class Hook(v1.train.SessionRunHook):
            def before_run(self, run_context):
                return v1.train.SessionRunArgs({}, options=v1.RunOptions(trace_level=2, timeout_in_ms=5))

            def after_run(self, run_context, run_values):
                seen.append((run_values.options.trace_level, run_values.options.timeout_in_ms))
                seen.append(type(run_values.run_metadata).__name__)

        with tf.Graph().as_default():
            one = tf.constant(1)
            with v1.train.MonitoredSession(hooks=[Hook()]) as session:
                session.run(one)
                session.run(one, options=v1.RunOptions(trace_level=3, timeout_in_ms=9000))
        return seen

    assert told(gw) == told(tensorflow)
