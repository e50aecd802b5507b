"""Barriers and staging areas, the classes of `tensorflow.python.ops.data_flow_ops`, in sessions."""

import numpy as np
import pytest

from graphwright._src.v1 import staging
from support.compare import Cases, same_results

case = Cases()


def listed(value):
    return [listed(item) for item in value] if isinstance(value, (list, tuple)) else np.asarray(value).tolist()


@case
def barriers(tf, module, run):
    barrier = module.Barrier((tf.string, tf.float32), shapes=((), (2,)), name="B")
    first = barrier.insert_many(0, keys=["a", "b"], values=["x", "y"])
    second = barrier.insert_many(1, keys=["a"], values=[[1.0, 2.0]])
    taken = barrier.take_many(1)
    out = [barrier.name, first.name, [str(t.shape) for t in (taken[0], taken[1], *taken[2])]]
    sizes = [barrier.ready_size(), barrier.incomplete_size()]
    for step in (first, sizes, second, sizes, taken, barrier.close(), sizes):
        out.append(listed(run(step)) if isinstance(step, (list, tuple)) else run(step))
    return out


@case
def areas(tf, module, run):
    area = module.StagingArea([tf.float32, tf.int32], shapes=[[2], []], capacity=4)
    put, got = area.put([tf.constant([1.0, 2.0]), tf.constant(3)]), area.get()
    out = [area.name, put.name, str(got[0].shape)]
    for step in (put, area.size(), area.peek(0), got, area.size(), put, area.clear(), area.size()):
        out.append(run(step) if step.__class__.__name__ == "Operation" else listed(run(step)))
    return out


@case
def areas_with_names(tf, module, run):
    area = module.MapStagingArea([tf.float32, tf.int32], names=["x", "y"], shared_name="names", ordered=True)
    one, two = tf.constant(1, tf.int64), tf.constant(2, tf.int64)
    sizes, out = [area.size(), area.incomplete_size()], []
    run(area.put(two, {"x": tf.constant(1.0)}))
    run(area.put(one, {"x": tf.constant(3.0), "y": tf.constant(4)}))
    out.append(listed(run(sizes)))
    run(area.put(two, {"y": tf.constant(2)}))
    for step in (area.peek(two), area.get(), area.get(two, ["y"])[1], sizes):
        out.append(str(run(step)))
    run(area.clear())
    return [*out, listed(run(sizes))]


@case.each(["[c(1.), c(2), c(3)]", "[c('a'), c(2)]", "{'x': c(1.)}", "[c([1.])]"])
def wrong_tuples(tf, module, run, name):
    values = eval(name, {"c": tf.constant})
    return module.StagingArea([tf.float32, tf.int32], shapes=[[], []]).put(values)


@case.each(["[c(1.)]", "[c(1.)], [5]", "[c(1.), c(2)], [0]", "[c(1.)], [1]", "{'x': c(1.)}"])
def wrong_parts(tf, module, run, name):
    values = eval(f"({name},)", {"c": tf.constant})
    return module.MapStagingArea([tf.float32, tf.int32]).put(tf.constant(1, tf.int64), *values)


@case.each(["shapes=[[1]]", "names=['a']"])
def wrong_numbers(tf, module, run, name):
    return module.StagingArea([tf.float32, tf.int32], **eval(f"dict({name})"))


@case
def wrong_shapes_of_barriers(tf, module, run):
    return module.Barrier([tf.float32], shapes=[[0]])


@pytest.mark.parametrize("code", **case.parameters())
def test_same_as_tensorflow(code, tensorflow, gw):
    from tensorflow.python.ops import data_flow_ops

    def run(tf):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            return code(tf, data_flow_ops if tf is tensorflow else staging, session.run)

    same_results(run, tensorflow, gw)
