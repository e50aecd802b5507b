"""Updates of variables and lists: scalars that are scattered to, elements of other shapes, and what tapes watch."""

import functools
import itertools

import pytest

from support.compare import Cases, same_results

case = Cases()


@case
def elements_of_other_shapes_are_gathered(tf):
    @tf.function
    def f(n):
        array = tf.TensorArray(tf.int32, n, infer_shape=False, element_shape=[None])
        for i in tf.range(n):
            array = array.write(i, tf.range(i))
        return array.gather([n - 1]), array.gather([2, 2]), array.gather([0])

    return f(tf.constant(4))


def written(tf, infer, declared, first, second):
    """The shapes that an array of two elements knows, or what it raises."""
    array = tf.TensorArray(tf.float32, 2, infer_shape=infer, element_shape=declared, clear_after_read=False)
    try:
        array = array.write(0, tf.ones(first)).write(1, tf.ones(second))
    except (ValueError, tf.errors.OpError) as error:
        return type(error).__name__
    return array.element_shape, array.read(0).shape, array.read(1).shape


@case
def declared_shapes_of_elements(tf):
    found = []
    for infer in (True, False):
        for declared in (None, [None], [None, 2], [3, None], []):
            for first in ((1, 2), (3, 2), (2,)):
                for second in ((2, 2), (3, 2), (3,)):

                    def note(arguments=(infer, declared, first, second)):
                        found.append(written(tf, *arguments))

                    note()
                    tf.function(note)()
                    with tf.Graph().as_default():
                        note()
    return found


@case
def lists_are_gathered_by_what_is_asked_for(tf):
    raw = tf.raw_ops
    found = []
    for kept in (-1, [-1], [2]):
        for items in ([], [[1.0]], [[1.0], [1.0, 2.0]], [[1.0, 2.0], [3.0, 4.0]]):
            for indices in ([], [0], [1], [2], [0, 1], [0, 2], [1, 2], [2, 2]):
                for shape in (-1, [-1], [1], [2]):
                    try:
                        held = raw.TensorListReserve(
                            element_shape=tf.constant(kept), num_elements=3, element_dtype=tf.float32
                        )
                        for index, item in enumerate(items):
                            held = raw.TensorListSetItem(input_handle=held, index=index, item=item)
                        rows = raw.TensorListGather(
                            input_handle=held,
                            indices=tf.constant(indices, tf.int32),
                            element_shape=shape,
                            element_dtype=tf.float32,
                        )
                        found.append(rows.numpy().tolist())
                    except tf.errors.InvalidArgumentError:
                        found.append("InvalidArgumentError")
    return found


@case
def scalars_are_scattered_to(tf):
    found = []
    for method in ("scatter_add", "scatter_sub", "scatter_update", "scatter_max", "scatter_mul"):
        for indices in (0, 1, -1, [0], [0, 0], []):
            for updates in (2.0, [2.0], [2.0, 4.0]):
                v = tf.Variable(3.0)
                slices = tf.IndexedSlices(tf.constant(updates), tf.constant(indices, tf.int32))
                update = functools.partial(getattr(v, method), slices)
                for run in (update, tf.function(lambda update=update: update().read_value())):
                    try:
                        run()
                        found.append(float(v))
                    except (ValueError, tf.errors.InvalidArgumentError):
                        found.append("refused")
    return found


@case
def tapes_watch_what_is_assigned(tf):
    def watched(f):
        v, w = tf.Variable(1.0, name="v"), tf.Variable([1.0, 2.0], name="w")
        frozen = tf.Variable(1.0, trainable=False)
        with tf.GradientTape() as tape:
            f(v, w, frozen)
        return [one.name for one in tape.watched_variables()]

    return [
        watched(lambda v, w, frozen: v.assign(3.0)),
        watched(lambda v, w, frozen: v.assign_add(3.0, read_value=False)),
        watched(lambda v, w, frozen: frozen.assign_add(3.0)),
        watched(lambda v, w, frozen: w.scatter_add(tf.IndexedSlices([0.0], [0]))),
        watched(lambda v, w, frozen: (w[1].assign(3.0), v.assign_sub(1.0))),
        watched(lambda v, w, frozen: tf.function(lambda: v.assign(3.0))()),
    ]


def _uses_of_a_vector(tf):
    """What reads a variable, or what an assignment to it gave."""
    return [
        lambda v: v * 3.0,
        lambda v: v * v,
        lambda v: v[0],
        lambda v: v.read_value(),
        tf.reduce_sum,
        tf.convert_to_tensor,
        lambda v: tf.gather(v, [0]),
        lambda v: v.sparse_read([1]),
        lambda v: tf.map_fn(lambda x: x * 2.0, v),
        lambda v: v.assign_add([1.0, 1.0]) * 2.0,
    ]


@case
def what_an_assignment_gives_is_watched_only_by_lookups(tf):
    found = []
    for use, inside in itertools.product(_uses_of_a_vector(tf), (True, False)):
        v = tf.Variable([3.0, 4.0])
        lists = []

        def step(v=v, use=use, inside=inside, lists=lists):
            given = None if inside else v.assign([3.0, 4.0])
            with tf.GradientTape() as tape:
                y = use(v.assign([3.0, 4.0]) if inside else given)
            lists.append(len(tape.watched_variables()))
            gradient = tape.gradient(y, v)
            return tf.zeros([0]) if gradient is None else tf.convert_to_tensor(gradient)

        found.append((step(), tf.function(step)(), lists))
    return found


@case
def tapes_list_a_variable_once(tf):
    v, w = tf.Variable(1.0, name="v"), tf.Variable([1.0, 2.0], name="w")
    found = []

    def step():
        with tf.GradientTape() as tape:
            v.assign_add(1.0)
            with tf.GradientTape() as inner:
                w.assign(w * v)
                y = v * v + tf.reduce_sum(w)
        found.append([[one.name for one in each.watched_variables()] for each in (tape, inner)])
        return tape.gradient(y, tape.watched_variables())

    return step(), tf.function(step)(), found


@case
def tapes_watch_variables_that_are_gone(tf):
    v = tf.Variable(1.0, name="v")
    with tf.GradientTape() as tape:
        y = v * tf.Variable(4.0, name="w") * tf.Variable(5.0, name="frozen", trainable=False)
    watched = tape.watched_variables()

    @tf.custom_gradient
    def own(x):
        def grad(upstream, variables):
            return upstream, [upstream * one for one in variables]

        return x * tf.Variable(3.0), grad

    x = tf.constant(2.0)
    with tf.GradientTape() as other:
        other.watch(x)
        z = own(x)
    rest = other.watched_variables()
    return [(one.name, one.shape, one.trainable, one.read_value()) for one in watched], [
        tape.gradient(y, watched),
        other.gradient(z, [x, *rest]),
    ]


@case
def gradients_of_functions_that_assign(tf):
    v = tf.Variable(1.0, name="v")

    @tf.custom_gradient
    def without(x):
        v.assign(2.0)
        return x * 2.0, lambda upstream: upstream * 7.0

    @tf.custom_gradient
    def given(x):
        v.assign(2.0)

        def grad(upstream, variables=None):
            return upstream * 7.0, [upstream * 10.0]

        return x * 2.0, grad

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = given(x)
    try:
        refused = without(x)
    except TypeError:
        refused = "TypeError"
    return tape.gradient(y, [x, v]), refused


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
