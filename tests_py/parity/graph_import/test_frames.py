"""Graphs that TensorFlow 1's control flow wrote: imported, they give what TensorFlow gives."""

import contextlib

import pytest

from parity.graph_import.frame_programs import PROGRAMS
from support.compare import value_or_class
from support.sampling import difference


@contextlib.contextmanager
def frames(module):
    """TensorFlow writes loops and branches as frames."""
    module.compat.v1.disable_control_flow_v2()
    try:
        yield
    finally:
        module.compat.v1.enable_control_flow_v2()


def runs(module, message, fetches, feeds, both=True):
    """What each of the fetches gives, alone and with the others, for all feeds."""
    with module.Graph().as_default() as graph:
        module.graph_util.import_graph_def(message, name="")
        with module.compat.v1.Session(graph=graph) as session:
            for op in graph.get_operations():
                if op.name == "init":
                    session.run(op)
            together = [value_or_class(session.run, fetches, feed) for feed in feeds if both]
            alone = [value_or_class(session.run, fetch, feed) for feed in feeds for fetch in fetches]
    return together, alone


def gradients(module, message, gradient, feeds):
    with module.Graph().as_default() as graph:
        module.graph_util.import_graph_def(message, name="")
        y, x = (graph.get_tensor_by_name(name) for name in gradient)
        (g,) = module.gradients(y, [x])
        with module.compat.v1.Session(graph=graph) as session:
            return [session.run([y, g], feed) for feed in feeds]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_we_run_tensorflows_graph(program, tensorflow, gw):
    with frames(tensorflow), tensorflow.Graph().as_default() as graph:
        fetches = [fetch.name for fetch in program.build(tensorflow)]
        message = graph.as_graph_def()
        derived = None
        if program.gradient:
            y, x = (graph.get_tensor_by_name(name) for name in program.gradient)
            (g,) = tensorflow.gradients(y, [x])
            with tensorflow.compat.v1.Session(graph=graph) as session:
                derived = [session.run([y, g], feed) for feed in program.feeds]
    want = runs(tensorflow, message, fetches, program.feeds, program.together)
    ours = gw.compat.v1.GraphDef.FromString(message.SerializeToString())
    got = runs(gw, ours, fetches, program.feeds, program.together)
    for mine, theirs in zip(got, want, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            if isinstance(a, str) or isinstance(b, str):
                assert a == b
            else:
                assert difference(a, b, 4, 4) is None
    if derived is not None:
        for a, b in zip(gradients(gw, ours, program.gradient, program.feeds), derived, strict=True):
            assert difference(a, b, 4, 4) is None
