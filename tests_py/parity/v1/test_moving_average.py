"""tf.train.ExponentialMovingAverage while ops run at once and in functions, and the collections that functions begin with."""

import importlib

import numpy as np
import pytest

from support.compare import Cases, same_results

case = Cases()


def applied_in(tf, averages, variables):
    """A function that moves the averages and gives nothing."""

    @tf.function
    def move():
        averages.apply(variables)

    return move


@case
def first_in_a_function(tf):
    v, w = tf.Variable(10.0), tf.Variable([1.0, 2.0], dtype=tf.float64)
    averages = tf.train.ExponentialMovingAverage(0.9)
    move = applied_in(tf, averages, [v, w])
    move()
    v.assign(20.0)
    w.assign([3.0, 5.0])
    move()
    averages.apply([v])
    return [averages.average(x).read_value() for x in (v, w)], averages.average(v).trainable


@case
def begins_with_the_value_before_the_function(tf):
    v = tf.Variable(10.0)
    averages = tf.train.ExponentialMovingAverage(0.9)

    @tf.function
    def change():
        v.assign(5.0)
        averages.apply([v])
        return averages.average(v).value()

    return change(), change(), averages.average(v).read_value()


@case
def two_functions_and_updates(tf):
    v, n = tf.Variable(10.0), tf.Variable(0)
    averages = tf.train.ExponentialMovingAverage(0.9, num_updates=n)
    first, second = applied_in(tf, averages, [v]), applied_in(tf, averages, [v])
    first()
    n.assign_add(3)
    v.assign(20.0)
    second()
    return averages.average(v).read_value()


@case
def the_operation_is_no_result(tf):
    averages, v = tf.train.ExponentialMovingAverage(0.9), tf.Variable(1.0)
    return tf.function(lambda: averages.apply([v]))()


@case.each(["eager", "function"])
def tensors(tf, name):
    averages = tf.train.ExponentialMovingAverage(0.9)
    if name == "eager":
        return averages.apply([tf.constant(1.0)])
    return tf.function(lambda x: [averages.apply([x]), None][1])(tf.constant(1.0))


@case
def names(tf):
    v = tf.Variable(10.0, name="averaged")
    averages = [tf.train.ExponentialMovingAverage(0.9, name="mean") for _ in range(4)]
    before = averages[0].average_name(v)
    averages[0].apply([v])
    with tf.name_scope("scope"):
        w = tf.Variable(10.0, name="averaged")
        averages[0].apply([w])
        averages[1].apply([w])
    applied_in(tf, averages[2], [v])()
    made = [averages[0].average(v), averages[0].average(w), averages[1].average(w), averages[2].average(v)]
    return before, [x.name for x in made], averages[2].average_name(v), averages[3].average_name(v)


@case
def to_restore(tf):
    tf.compat.v1.reset_default_graph()  # whose collections may have variables of other programs
    v, w = tf.Variable(1.0, name="restored_v"), tf.Variable(1.0, name="restored_w")
    averages = tf.train.ExponentialMovingAverage(0.9)
    averages.apply([v])
    found = averages.variables_to_restore()
    mine = sorted((name, x.name) for name, x in found.items() if "restored" in name)
    return mine, list(averages.variables_to_restore([v])), list(averages.variables_to_restore([w]))


@case
def to_restore_in_a_function(tf):
    tf.compat.v1.reset_default_graph()
    v = tf.Variable(1.0, name="in_function")
    averages = tf.train.ExponentialMovingAverage(0.9)
    found = []

    @tf.function
    def move():
        averages.apply([v])
        found.append([name for name in averages.variables_to_restore() if "in_function" in name])

    move()
    return found, [x.name for x in tf.compat.v1.moving_average_variables() if "in_function" in x.name]


# ---- collections ----


@case
def collections_in_functions(tf):
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default():
        v1.add_to_collection("x", 1)
        v = v1.get_variable("v", initializer=1.0)

        @tf.function
        def inner():
            found.append(v1.get_collection("x"))
            return 1

        @tf.function
        def outer():
            found.append([x.name for x in v1.global_variables()])
            v1.add_to_collection("x", 2)
            v1.add_to_collection("y", v)
            return inner()

        outer()
        return found, v1.get_collection("x"), v1.get_collection("y")


@case
def collections_in_bodies(tf):
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default():
        v1.add_to_collection("x", 1)

        def branch():
            v1.add_to_collection("x", 2)
            found.append(v1.get_collection("x"))
            return tf.constant(1)

        tf.cond(v1.placeholder(tf.bool), branch, branch)
        tf.while_loop(lambda i: i < 3, lambda i: branch() + i, [0])
        return found, v1.get_collection("x")


@case
def collections_in_wrapped_functions(tf):
    v1, found = tf.compat.v1, []
    v1.add_to_collection("wrapped", 1)
    v1.wrap_function(lambda: [found.append(v1.get_collection("wrapped")), tf.constant(1)][1], [])
    return found


@case
def names_in_default_scopes(tf):
    def made():
        with tf.compat.v1.variable_scope(None, "default") as scope:
            return scope.name, tf.Variable(1.0, name="v").name

    with tf.Graph().as_default():
        in_a_graph = [made(), made()]
    return [made(), made(), made()], in_a_graph


@case.each([True, False])
def of_one_operation(tf, name):
    """The function without an object, with its default too: the sum that it keeps begins at zero where it is asked to."""
    options = {} if name else {"zero_debias": False}
    move = tf.__internal__.train.assign_moving_average
    v, seen = tf.Variable([10.0, 11.0]), []
    for _ in range(2):
        seen.append(move(v, tf.constant([1.0, 2.0]), 0.25, **options).numpy())
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        v = tf.compat.v1.get_variable("v", initializer=[10.0, 11.0], use_resource=True)
        value = tf.compat.v1.placeholder(tf.float32, [2])
        operations = [move(v, value, 0.25, **options), move(v, 2.0 * value, 0.5, **options)]
        session.run(tf.compat.v1.global_variables_initializer())
        for i in (1.0, 2.0, 3.0):
            seen += [session.run(operation, {value: [i, 2.0 * i]}) for operation in operations]
        return seen, [x.name for x in tf.compat.v1.global_variables()], operations[0].op.type


@case
def of_weighted_values(tf):
    theirs = tf.__name__ == "tensorflow"
    place = "tensorflow.python.training.moving_averages" if theirs else "graphwright._src.v1.moving_average"
    average = importlib.import_module(place).weighted_moving_average
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        value, weight = tf.compat.v1.placeholder(tf.float32, [2]), tf.compat.v1.placeholder(tf.float32, [])
        moved = average(value, 0.5, weight)
        session.run(tf.compat.v1.global_variables_initializer())
        seen = [session.run(moved, {value: [i, 2.0 * i], weight: i}) for i in (1.0, 2.0, 0.0)]
        return seen, [x.name for x in tf.compat.v1.global_variables()], moved.name


def test_one_operation_in_a_function(gw):
    """TensorFlow's fails there, in most ways to call it ("Tensor.op is undefined when eager execution is enabled")."""
    v = gw.Variable([10.0, 11.0])
    move = gw.function(lambda x: gw.__internal__.train.assign_moving_average(v, x, 0.25), autograph=False)
    seen = [move(gw.constant(x)).numpy().tolist() for x in ([3.0, 4.0], [5.0, 1.0])]
    assert np.allclose(seen, [[3.0, 4.0], [4.6, 1.6]])


@pytest.mark.parametrize("program", **case.parameters())
def test_same_as_tensorflow(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
