"""tf.nn.RNNCell*Wrapper around a small cell, and tf.profiler.experimental, as TensorFlow has them."""

import gzip
import json
import os

import numpy as np
import pytest

from support.compare import evaluated, same_outcome

CALLS = """
tf.nn.RNNCellResidualWrapper(Cell())(x,s)
tf.nn.RNNCellResidualWrapper(Cell(),residual_fn=lambda i,o: i*o)(x,s)
tf.nn.RNNCellResidualWrapper(Cell())(x[:,:2],s)
tf.nn.RNNCellResidualWrapper(3)
tf.nn.RNNCellDeviceWrapper(Cell(),"/cpu:0")(x,s)
tf.nn.RNNCellDropoutWrapper(Cell())(x,s)
tf.nn.RNNCellDropoutWrapper(Cell(),input_keep_prob=2.)
tf.nn.RNNCellDropoutWrapper(Cell(),state_keep_prob=-1.)
tf.nn.RNNCellDropoutWrapper(Cell(),input_keep_prob=.5,variational_recurrent=True)
tf.nn.RNNCellDropoutWrapper(Cell(),input_keep_prob=.5,variational_recurrent=True,dtype=tf.float32)
tf.nn.RNNCellDropoutWrapper(Cell(),dropout_state_filter_visitor=3)
tf.nn.RNNCellDropoutWrapper(Cell(),output_keep_prob=0.)(x,s)
tf.nn.RNNCellResidualWrapper(Cell()).state_size
tf.nn.RNNCellResidualWrapper(Cell()).output_size
tf.nn.RNNCellResidualWrapper(Cell()).zero_state(2,tf.float32)
tf.nn.RNNCellDeviceWrapper(Cell(),"/cpu:0").get_initial_state(batch_size=2,dtype=tf.float32)
tf.nn.RNNCellResidualWrapper(Cell()).get_config()
"""


def names(module):
    class Cell:
        state_size = output_size = 3

        def call(self, inputs, state):
            return inputs + state, state * 2

        def __call__(self, inputs, state):
            return self.call(inputs, state)

        def build(self, shape):
            self.built = True

        def zero_state(self, batch_size, dtype):
            return module.zeros([batch_size, 3], dtype)

        get_initial_state = None

    return {
        "Cell": Cell,
        "x": module.constant([[1.0, 2, 3]]),
        "s": module.constant([[10.0, 20, 30]]),
    }


@pytest.mark.parametrize("call", CALLS.strip().splitlines())
def test_cells(call, tensorflow, gw):
    def compare(got, want):
        for g, w in zip(gw.nest.flatten(got), tensorflow.nest.flatten(want), strict=True):
            np.testing.assert_array_equal(np.asarray(g), np.asarray(w))

    same_outcome(evaluated(call, tensorflow, names), evaluated(call, gw, names), compare)


def test_what_dropout_drops(gw):
    cell = names(gw)["Cell"]
    x, s = gw.ones([4, 3]), gw.ones([4, 3])
    wrapped = gw.nn.RNNCellDropoutWrapper(cell(), 0.5, 0.5, 0.5, seed=1)
    output, state = wrapped(x, s)
    assert set(output.numpy().ravel()) <= {0.0, 2.0, 6.0} and set(state.numpy().ravel()) == {0.0, 4.0}
    assert wrapped.wrapped_cell is wrapped.cell
    kept = gw.nn.RNNCellDropoutWrapper(
        cell(),
        1.0,
        0.5,
        variational_recurrent=True,
        dtype=gw.float32,
        seed=1,
        dropout_state_filter_visitor=lambda part: False,
    )
    first, second = kept(x, s)[0].numpy(), kept(x, s)[0].numpy()
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(first[0], first[1])
    assert set(first.ravel()) <= {0.0, 4.0}


def test_a_profile_is_written(gw, tensorflow, tmp_path):
    """TensorFlow's own message reads the file; it has the marked part and the instructions of the function."""
    from tensorflow.tsl.profiler.protobuf import xplane_pb2

    f = gw.function(lambda x: gw.reduce_sum(gw.exp(x) @ x))
    with pytest.raises(gw.errors.UnavailableError):
        gw.profiler.experimental.stop()
    with gw.profiler.experimental.Profile(str(tmp_path)):
        with pytest.raises(gw.errors.AlreadyExistsError):
            gw.profiler.experimental.start(str(tmp_path))
        with gw.profiler.experimental.Trace("two calls", step_num=7):
            f(gw.ones([3, 3])), f(gw.ones([3, 3]))
    (run_folder,) = (tmp_path / "plugins" / "profile").iterdir()
    binary, text = sorted(os.listdir(run_folder), reverse=True)
    space = xplane_pb2.XSpace.FromString((run_folder / binary).read_bytes())
    (plane,) = space.planes
    found = {plane.event_metadata[event.metadata_id].name for line in plane.lines for event in line.events}
    assert {"two calls", "Exp", "MatMul", "Sum"} <= found
    events = json.loads(gzip.decompress((run_folder / text).read_bytes()))["traceEvents"]
    shown = [event for event in events if event["ph"] == "X"]
    told = {event["name"]: event["args"] for event in shown}
    assert told["two calls"] == {"step_num": "7"} and told["MatMul"]["what"].startswith("r")
    assert [event["name"] for event in shown].count("MatMul") == 2
    (marked,) = [event for event in shown if event["name"] == "two calls"]
    runs = [event for event in shown if event["cat"] == "run"]
    assert len(runs) == 2 and all(0 < run["ts"] - marked["ts"] < marked["dur"] - run["dur"] for run in runs)
    # What TensorBoard's plugin makes of it.
    from tensorflow.python.profiler.internal import _pywrap_profiler_plugin

    read, _ = _pywrap_profiler_plugin.xspace_to_tools_data([str(run_folder / binary)], "trace_viewer@")
    read = [event for event in json.loads(read)["traceEvents"] if event["ph"] == "X"]
    at = {name: [event["ts"] for event in read if event["name"] == name] for name in ("two calls", "MatMul")}
    assert len(at["MatMul"]) == 2
    first = next(event["ts"] for event in shown if event["name"] == "MatMul")
    assert min(at["MatMul"]) - at["two calls"][0] == pytest.approx(first - marked["ts"], abs=2)
    with pytest.raises(NotImplementedError):
        gw.profiler.experimental.server.start(6009)
    with pytest.raises(NotImplementedError):
        gw.profiler.experimental.start(str(tmp_path), gw.profiler.experimental.ProfilerOptions(delay_ms=3))
