"""Deep and long graphs: they neither crash nor overflow the stack, and what is done for each node takes the same time."""

import time

import pytest


def branches(gw, depth):
    def build(x, rest):
        if rest == 0:
            return x * 2.0
        return gw.cond(x > -1.0, lambda: build(x, rest - 1), lambda: x)

    return gw.function(lambda x: build(x, depth), autograph=False)


def calls(gw, depth):
    f = gw.function(lambda x: x * 2.0, autograph=False)
    for _ in range(depth):
        f = gw.function(lambda x, g=f: g(x), autograph=False)
    return f


def loops(gw, depth):
    def build(x, rest):
        if rest == 0:
            return x * 2.0
        return gw.while_loop(lambda i, y: i < 1, lambda i, y: [i + 1, build(y, rest - 1)], [gw.constant(0), x])[1]

    return gw.function(lambda x: build(x, depth), autograph=False)


@pytest.mark.parametrize(
    ("make", "depth", "with_gradient"),
    [(branches, 200, 60), (calls, 500, 100), (loops, 60, 15)],
    ids=["branches", "calls", "loops"],
)
def test_nesting(make, depth, with_gradient, gw):
    x = gw.constant(3.0)
    f = make(gw, depth)
    assert f(x).numpy() == 6.0
    graph = f.get_concrete_function(x).graph
    assert len(graph.as_graph_def().library.function) >= depth
    g = make(gw, with_gradient)
    with gw.GradientTape() as tape:
        tape.watch(x)
        y = g(x)
    assert tape.gradient(y, x).numpy() == 2.0


def seconds(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin


def test_long_graphs_take_linear_time(gw):
    def work(count):
        def body(x):
            for _ in range(count):
                x = gw.sin(x) + 1.0
            return x

        def run():
            f = gw.function(body, autograph=False)
            x = gw.zeros([2])
            with gw.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            assert gw.reduce_all(gw.math.is_finite(tape.gradient(y, x)))
            with gw.Graph().as_default() as g:
                z = body(gw.constant(1.0))
                gw.gradients(z, g.get_operations()[0].outputs[0])
                message = g.as_graph_def()
                assert g.get_operation_by_name(message.node[-1].name) is not None
            with gw.Graph().as_default():
                gw.graph_util.import_graph_def(gw.compat.v1.GraphDef.FromString(message.SerializeToString()), name="")

        return run

    work(50)()
    short, long = seconds(work(250)), seconds(work(1500))
    assert long < 6 * 4 * short + 1.0, f"250 ops take {short} s, 1,500 take {long} s"
