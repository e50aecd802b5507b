"""Event files that sessions write, traces with measurements, and event files read back."""

import glob
import os

import pytest


def written(tf, folder):
    """What a FileWriter with a session writes, as text."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [])
        message = v1.summary.scalar("a", x)
        writer = v1.summary.FileWriter(folder, session=session, graph=graph, filename_suffix=".end")
        for step in range(3):
            writer.add_summary(session.run(message, {x: step}), step)
        writer.add_session_log(v1.SessionLog(status=v1.SessionLog.STOP), 5)
        writer.flush()
        before = sorted(os.listdir(folder))
        writer.close()
        writer.reopen()
        writer.add_summary(session.run(message, {x: 9.0}), 9)
        writer.close()
    assert len(before) == 1 and before[0].endswith(".end")
    return folder


def events(tf, folder):
    found = []
    for path in sorted(glob.glob(folder + "/*"), key=lambda path: int(path.split(".")[-2])):
        for event in tf.compat.v1.train.summary_iterator(path):
            values = [(value.tag, value.simple_value) for value in event.summary.value]
            found.append((event.step, event.WhichOneof("what"), values, event.session_log.status))
    return found


def test_sessions_write_event_files(tensorflow, gw, tmp_path):
    folders = {}
    for tf in (tensorflow, gw):
        (tmp_path / tf.__name__).mkdir()
        folders[tf] = written(tf, str(tmp_path / tf.__name__))
    want = events(tensorflow, folders[tensorflow])
    assert events(gw, folders[gw]) == events(tensorflow, folders[gw]) == events(gw, folders[tensorflow]) == want
    for tf in (tensorflow, gw):
        with pytest.raises(tf.errors.OpError):
            next(iter(tf.compat.v1.train.summary_iterator(str(tmp_path / "nothing"))))


def test_traces_with_measurements(gw, tmp_path):
    f = gw.function(lambda x: x * x)
    folder = str(tmp_path / "profile")
    gw.summary.trace_on(profiler=True, profiler_outdir=folder)
    f(gw.constant(2))
    with gw.summary.create_file_writer(str(tmp_path)).as_default():
        gw.summary.trace_export("f", step=0)
    assert glob.glob(folder + "/plugins/profile/*/*.xplane.pb")
    (path,) = glob.glob(str(tmp_path / "events*"))
    assert [value.tag for event in gw.compat.v1.train.summary_iterator(path) for value in event.summary.value] == ["f"]
    gw.summary.trace_on(profiler=True)
    with gw.summary.create_file_writer(str(tmp_path)).as_default(), pytest.raises(gw.errors.UnavailableError):
        gw.summary.trace_export("f", step=1)
    gw.summary.trace_on(profiler=True, profiler_outdir=str(tmp_path / "off"))
    gw.summary.trace_off()
    assert not os.path.exists(tmp_path / "off")
    with pytest.raises(ValueError):
        gw.summary.trace_export("f", step=2)
