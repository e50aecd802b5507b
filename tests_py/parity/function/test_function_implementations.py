"""Functions of one interface (`api_implements`), of which the CPU's is run; arrays of NumPy's in a TensorArray."""

import numpy as np
import pytest

from side_by_side import same_results


def calling(tf, name, device="CPU", loop=False, captured=0.0):
    """A function that calls x + 1 and adds 100 x, the same interface's implementation for a device, to the graph."""

    def implementing(work, **more):
        return tf.function(work, autograph=False, experimental_attributes={"api_implements": name, **more})

    @tf.function(autograph=False)
    def outer(x):
        usual = implementing(lambda x: x + 1.0)
        special = implementing(lambda x: x * 100.0 + captured, api_preferred_device=device)

        def body(x):
            result = usual(x)
            concrete = special.get_concrete_function(x)
            concrete.add_to_graph()
            concrete.add_gradient_functions_to_graph()
            return result

        if loop:
            return tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, body(x)), (0, x))[1]
        return body(x)

    return outer


def nested(tf):
    inner = calling(tf, "nested")
    return tf.function(lambda x: inner(x) + 1.0, autograph=False)(2.0)


@pytest.mark.parametrize(
    "work",
    [
        lambda tf: calling(tf, "plain")(tf.constant(2.0)),
        lambda tf: calling(tf, "loop", loop=True)(tf.constant(2.0)),
        lambda tf: calling(tf, "elsewhere", device="GPU")(tf.constant(2.0)),
        nested,
    ],
    ids=["plain", "loop", "elsewhere", "nested"],
)
def test_the_implementation_for_the_cpu_runs(work, tensorflow, gw):
    same_results(work, tensorflow, gw)


def gather_in_nested_loops(tf):
    numbers = tf.TensorArray(tf.int32, size=3, clear_after_read=False).unstack(np.array([3, 1, 2]))

    def inner(i, j, total):
        return i, j + 1, total * 2 + numbers.gather([(i + j) % 3])[0]

    def outer(i, total):
        return i + 1, tf.while_loop(lambda i, j, total: j < 2, inner, (i, 0, total))[2]

    return tf.while_loop(lambda i, total: i < 4, outer, (0, 0))[1]


def array(tf):
    return tf.TensorArray(tf.int32, size=3)


@pytest.mark.parametrize(
    "work",
    [
        gather_in_nested_loops,
        lambda tf: array(tf).write(0, np.int64(3)).write(1, 1).write(2, 2).stack(),
        lambda tf: array(tf).scatter([0, 1, 2], np.array([3, 4, 5])).read(0),
        lambda tf: array(tf).split(np.array([1, 2, 3]), [1, 1, 1]).read(2),
        lambda tf: tf.TensorArray(tf.float32, 2).unstack(np.array([1.0, 2.0])).stack(),
        lambda tf: array(tf).unstack(tf.constant([1, 2, 3], tf.int64)).stack(),
        lambda tf: array(tf).scatter([0, 1, 2], tf.constant([1, 2, 3], tf.int64)).read(0),
        lambda tf: array(tf).write(0, tf.constant(3, tf.int64)).read(0),
    ],
    ids="gather write scatter split floats unstack_tensor scatter_tensor write_tensor".split(),
)
def test_arrays_of_other_dtypes(work, tensorflow, gw):
    same_results(lambda tf: tf.function(lambda: work(tf), autograph=False)(), tensorflow, gw)
