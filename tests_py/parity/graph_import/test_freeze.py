"""Frozen graphs: what our functions are with constants for variables runs in TensorFlow, with the same results."""

import numpy as np
import pytest

from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2


def functions(tf):
    """Functions with variables in calls, branches and loops, and their arguments."""
    v, table = tf.Variable([[1.0, 2.0]]), tf.Variable([[1.0], [2.0], [3.0]])
    inner = tf.function(lambda x: x @ v, autograph=False)

    def loop(x):
        return tf.while_loop(lambda k, a: k < 3, lambda k, a: (k + 1, a + v), (0, x))[1]

    x, i = tf.constant([[2.0]]), tf.constant([1, 2])
    return [v, table], {
        "read": (lambda x: x * v, [x]),
        "call": (lambda x: inner(x) + inner(x + 1.0), [x]),
        "branch": (lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: inner(x), lambda: v + 1.0), [x]),
        "loop": (lambda x: loop(x + v), [x]),
        "gather": (lambda i: tf.gather(table, i), [i]),
        "several": (lambda x, i: (x * v, tf.split(tf.gather(table, i), 2)[1]), [x, i]),
    }


@pytest.mark.parametrize("name", ["read", "call", "branch", "loop", "gather", "several"])
def test_frozen_graphs_run_in_tensorflow(gw, tensorflow, name):
    variables, found = functions(gw)
    function, arguments = found[name]
    concrete = gw.function(function, autograph=False).get_concrete_function(*arguments)
    want = [tensor.numpy() for tensor in gw.nest.flatten(concrete(*arguments))]
    frozen = convert_variables_to_constants_v2(concrete)
    for variable in variables:
        variable.assign(variable * 100.0)
    for got, expected in zip(gw.nest.flatten(frozen(*arguments)), want, strict=True):
        np.testing.assert_allclose(got.numpy(), expected)
    data = frozen.graph.as_graph_def().SerializeToString()
    message = tensorflow.compat.v1.GraphDef.FromString(data)
    nodes = [*message.node, *(node for function in message.library.function for node in function.node_def)]
    assert not {node.op for node in nodes} & {"VarHandleOp", "ReadVariableOp", "ResourceGather"}
    names = [tensor.name for tensor in frozen.outputs]
    feeds = {tensor.name: value.numpy() for tensor, value in zip(frozen.inputs, arguments, strict=True)}
    with tensorflow.Graph().as_default(), tensorflow.compat.v1.Session() as session:
        tensorflow.graph_util.import_graph_def(message, name="")
        for got, expected in zip(session.run(names, feeds), want, strict=True):
            np.testing.assert_allclose(got, expected)


def test_static_shapes_of_branches_and_loops(gw, tensorflow):
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2 as theirs

    def shapes(tf, freeze):
        v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])

        def f(x, k):
            first = tf.cond(k > 0, lambda: x @ v, lambda: x)
            second = tf.switch_case(k, [lambda: tf.cond(k > 0, lambda: v + x[:1], lambda: v), lambda: v * 2.0])
            return first, second, tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y @ v), [0, x])[1]

        signature = [tf.TensorSpec([None, 2]), tf.TensorSpec([], tf.int32)]
        concrete = tf.function(f, input_signature=signature, autograph=False).get_concrete_function()
        return [output.shape.as_list() for output in freeze(concrete, lower_control_flow=False).outputs]

    assert shapes(gw, convert_variables_to_constants_v2) == shapes(tensorflow, theirs)


def test_tables_stay_what_they_are(gw):
    values = gw.lookup.KeyValueTensorInitializer(["a", "b"], gw.constant([1, 2], gw.int64))
    table = gw.lookup.StaticHashTable(values, -1)
    other = gw.lookup.experimental.MutableHashTable(gw.string, gw.int64, -1)
    other.insert(["a"], gw.constant([7], gw.int64))
    v = gw.Variable(gw.constant(10, gw.int64))

    @gw.function(input_signature=[gw.TensorSpec([None], gw.string)])
    def f(x):
        return gw.cond(gw.size(x) > 1, lambda: table.lookup(x) + v, lambda: table.lookup(x)), other.lookup(x)

    frozen = convert_variables_to_constants_v2(f.get_concrete_function())
    v.assign(0)
    other.insert(["c"], gw.constant([9], gw.int64))
    got = [tensor.numpy().tolist() for tensor in frozen(gw.constant(["a", "c"]))]
    assert got == [[11, 9], [7, 9]]
    assert not any("Variable" in node.op or "VarHandle" in node.op for node in frozen.graph.as_graph_def().node)


def test_variables_that_are_written_do_not_freeze(gw):
    v = gw.Variable(1.0)
    concrete = gw.function(lambda x: v.assign_add(x), autograph=False).get_concrete_function(gw.constant(1.0))
    with pytest.raises(NotImplementedError, match="does more with a variable"):
        convert_variables_to_constants_v2(concrete)


def test_extract_sub_graph(gw, tensorflow):
    def program(tf):
        with tf.Graph().as_default() as graph:
            a = tf.compat.v1.placeholder(tf.float32, [2, 3], name="a")
            b = tf.identity(a * 2.0, name="b")
            tf.identity(b, name="c")
        message = graph.as_graph_def()
        extract = tf.compat.v1.graph_util.extract_sub_graph
        found = [sorted(node.name for node in extract(message, names).node) for names in (["b"], ["c"], [])]
        for wrong in ("b", ["nothing"]):
            try:
                extract(message, wrong)
            except (TypeError, AssertionError) as error:
                found.append(type(error).__name__)
        return [*found, list(tf.compat.v1.graph_util.tensor_shape_from_node_def_name(graph, "b"))]

    assert program(gw) == program(tensorflow)
