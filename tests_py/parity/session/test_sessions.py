"""Programs in TensorFlow 1's style give what they give with TensorFlow: variables, scopes, sessions, optimizers."""

import gc
import inspect
import operator
import os
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

from parity.session.session_programs import program
from support.compare import Cases, outcome, same_outcome

# Statements, all but a few wrong; `a`, y = a + a and z = y * 2 are tensors of the graph.
STATEMENTS = [
    "v1.get_variable('w',[2]);v1.get_variable('w',[2])",
    "v1.variable_scope('q',reuse=True).__enter__();v1.get_variable('w',[2])",
    "v1.get_variable('w')",
    "v1.get_variable('w',[None,2])",
    "v1.get_variable('w',[2],initializer=tf.constant([1.,2.]))",
    "v1.get_variable('s',[2],tf.string)",
    "v1.get_variable('w',[2])\nwith v1.variable_scope('',reuse=True): v1.get_variable('w',[3])",
    "v1.get_variable('w',[2])\nwith v1.variable_scope('',reuse=True): v1.get_variable('w',[2],tf.int32)",
    "v1.variable_scope(None)",
    "v1.variable_scope(3)",
    "v1.variable_scope('x',reuse=7)",
    "v1.train.AdagradOptimizer(0.1,0.0)",
    "v1.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))",
    "v1.Variable(1.0);v1.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))",
    "v1.train.GradientDescentOptimizer(0.1).apply_gradients([])",
    "v1.train.create_global_step();v1.train.create_global_step()",
    "v1.train.exponential_decay(.1,None,1,.1)",
    "v1.train.piecewise_constant(1,[1],[1.])",
    "v1.Variable()",
    "v1.Variable(1.0,collections='x')",
    "v1.train.Optimizer(False,'')",
    "v1.Session(graph=3)",
    "v1.sparse_placeholder(tf.float32,name='z').op and v1.Session().run(v1.sparse_placeholder(tf.float32))",
    "v1.Session().run(v1.placeholder(tf.int32),{})",
    "x=v1.placeholder(tf.int32,[2]);v1.Session().run(x,{x:[1,2,3]})",
    "x=v1.placeholder(tf.int8,[]);v1.Session().run(x,{x:300})",
    "x=v1.placeholder(tf.int32,[]);v1.Session().run(x,{x:'a'})",
    "v1.Session().run(tf.constant(1),{3:4})",
    "s=v1.Session();s.close();s.run(tf.constant(1))",
    "v1.Variable(1.0).eval()",
    "v1.Variable(1.0).load(1.0)",
    "v1.Variable(1.0).numpy()",
    "tf.compat.v1.train.get_global_step()",
    "bool(v1.Variable(1.0))",
    "v1.Variable([1.,2.]).assign([1.])",
    "a.op._update_input(5,a)",
    "y.op._update_input(0,3)",
    "y.op._update_input(0,tf.constant(1));v1.Session().run(y)",
    "z.op._update_input(0,z);v1.Session().run(z)",
    "y.op._add_control_input(z.op);v1.Session().run(z)",
    "y.op._add_control_inputs([a.op,a.op]);print([o.name for o in y.op.control_inputs])",
    "with tf.Graph().as_default(): q=tf.constant(1.0)\ny.op._update_input(0,q)",
    "y.op._update_input(0,tf.constant([1.,2.]));print(y.shape,v1.Session().run(z))",
]

# Whose arguments and members are those of TensorFlow.
SYMBOLS = """
    AUTO_REUSE GraphKeys InteractiveSession Session SparseTensorValue Variable VariableScope add_to_collection
    add_to_collections all_variables assert_variables_initialized assign assign_add assign_sub colocate_with
    control_dependencies control_flow_v2_enabled count_up_to device disable_control_flow_v2 disable_eager_execution
    disable_resource_variables disable_tensor_equality disable_v2_behavior enable_control_flow_v2
    enable_eager_execution enable_resource_variables enable_tensor_equality enable_v2_behavior enable_v2_tensorshape
    get_collection get_collection_ref get_local_variable get_seed get_variable get_variable_scope global_variables
    global_variables_initializer initialize_all_tables initialize_all_variables initialize_local_variables
    initialize_variables is_variable_initialized local_variables local_variables_initializer model_variables
    moving_average_variables no_regularizer placeholder placeholder_with_default ragged.RaggedTensorValue
    ragged.placeholder report_uninitialized_variables resource_variables_enabled scatter_add scatter_div scatter_max
    scatter_min scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update scatter_sub scatter_update
    sparse_placeholder tables_initializer train.AdagradOptimizer train.AdamOptimizer train.GradientDescentOptimizer
    train.MomentumOptimizer train.Optimizer train.RMSPropOptimizer train.assert_global_step train.cosine_decay
    train.create_global_step train.exponential_decay train.get_global_step train.get_or_create_global_step
    train.global_step train.inverse_time_decay train.natural_exp_decay train.piecewise_constant
    train.piecewise_constant_decay train.polynomial_decay trainable_variables variable_creator_scope
    variable_op_scope variable_scope variables_initializer
""".split()


def outcome_in_a_graph(tf, work):
    with tf.Graph().as_default():
        return outcome(work, tf)


def assert_alike(got, want, where="result"):
    if isinstance(want, (list, tuple)):
        assert len(got) == len(want), f"{where}: {got!r}, expected {want!r}"
        assert type(got).__name__ == type(want).__name__, where
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            assert_alike(g, w, f"{where}[{i}]")
    elif isinstance(want, dict):
        assert list(got) == list(want), where
        for key in want:
            assert_alike(got[key], want[key], f"{where}[{key!r}]")
    elif isinstance(want, (float, np.floating)) or (isinstance(want, np.ndarray) and want.dtype.kind == "f"):
        assert np.shape(got) == np.shape(want) and np.asarray(got).dtype == np.asarray(want).dtype, where
        np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-6, err_msg=where)
    elif isinstance(want, np.ndarray):
        assert got.dtype == want.dtype and got.tolist() == want.tolist(), where
    else:
        assert str(got) == str(want), where


def compare_in_graphs(tensorflow, gw, work):
    same_outcome(outcome_in_a_graph(tensorflow, work), outcome_in_a_graph(gw, work), assert_alike)


@pytest.mark.parametrize("build", **program.parameters())
def test_programs(build, tensorflow, gw):
    compare_in_graphs(tensorflow, gw, lambda tf: build(tf, tf.compat.v1))


@pytest.mark.parametrize("statements", STATEMENTS)
def test_statements(statements, tensorflow, gw):
    def work(tf):
        names = {"tf": tf, "v1": tf.compat.v1, "np": np}
        if "op._" in statements:
            a = tf.constant(1.0)
            y = tf.add(a, a)
            names |= {"a": a, "y": y, "z": y * 2}
        exec(statements, names)

    compare_in_graphs(tensorflow, gw, work)


def parameters(function):
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # messages of Google's library
        return []
    return [
        parameter.name for parameter in found if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_arguments_and_members(symbol, tensorflow, gw):
    theirs, ours = (operator.attrgetter(symbol)(tf.compat.v1) for tf in (tensorflow, gw))
    want = parameters(theirs)
    assert parameters(ours)[: len(want)] == want
    if inspect.isclass(theirs) and not hasattr(theirs, "DESCRIPTOR"):
        missing = {name for name in dir(theirs) if not name.startswith("_")} - set(dir(ours))
        assert not missing


def test_variables_keep_their_graph_and_no_longer(gw):
    def build():
        with gw.Graph().as_default():
            return gw.compat.v1.Variable(2.0)

    w = build()
    gc.collect()
    with gw.compat.v1.Session(graph=w.graph) as session:
        session.run(gw.compat.v1.global_variables_initializer())
        assert session.run(w * 2.0) == 4.0
    graph = weakref.ref(w.graph)
    del w, session
    gc.collect()
    assert graph() is None


# Run by a process of its own, as the switches are for programs.
WITHOUT_EAGER = """
import {module} as tf
import numpy as np
v1 = tf.compat.v1
v1.disable_eager_execution()
print(tf.executing_eagerly(), v1.executing_eagerly_outside_functions())
x = v1.placeholder(tf.float32, [None, 2], name="x")
w = tf.Variable(tf.ones([2, 1]), name="w")
y = tf.matmul(x, w, name="y")
f = tf.function(lambda a: a * w[0, 0] + 1)
z = f(tf.constant(3.0))
with v1.Session() as session:
    session.run(v1.global_variables_initializer())
    print(session.run([y, z], {{x: [[1.0, 2.0]]}}), y == y, y == x, w == w, hash(y) == hash(y))
with tf.init_scope():
    print(tf.executing_eagerly(), tf.constant(1).name)
with tf.Graph().as_default() as g:
    print(tf.constant(1).graph is g, tf.executing_eagerly())
v1.reset_default_graph()
print(v1.get_default_graph().num_operations(), tf.constant(1).name)
v1.disable_v2_behavior()
print(tf.constant(1) == tf.constant(1))
v = v1.get_variable("v", [2])
updates = [v.assign([1.0, 2.0]), v1.assign_add(v, [1.0, 1.0]), v1.scatter_update(v, [0], [1.0])]
print(len({{v, *updates, *updates}}), updates[0] == updates[0], updates[0] != v, v == v, updates.index(updates[2]))
try:
    v1.enable_eager_execution()
except ValueError:
    print("too late")
"""


def test_without_eager_execution():
    texts = [
        subprocess.run(
            [sys.executable, "-c", WITHOUT_EAGER.format(module=module)], capture_output=True, text=True, check=True
        ).stdout
        for module in ("tensorflow", "graphwright")
    ]
    assert texts[1] == texts[0]


# Where a graph is made inside of another one that is gone when gradients are asked for; freed memory is filled.
INSIDE_ONE_THAT_IS_GONE = """
import gc
import {module} as tf
v1 = tf.compat.v1

def gradients():
    x = v1.placeholder(tf.float32, [None])
    found = v1.gradients(x * tf.constant([3.0, 4.0]), [x])
    with v1.Session() as session:
        print(session.run(found, {{x: [1.0, 2.0]}}))

with tf.Graph().as_default():
    inner = tf.Graph()
gc.collect()
with inner.as_default():
    gradients()
v1.disable_eager_execution()
other = tf.Graph()
v1.reset_default_graph()
gc.collect()
gradients()
with other.as_default():
    gradients()
"""


def test_graphs_outlive_what_was_built_around_them():
    texts = [
        subprocess.run(
            [sys.executable, "-c", INSIDE_ONE_THAT_IS_GONE.format(module=module)],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"MALLOC_PERTURB_": "165"},
        ).stdout
        for module in ("tensorflow", "graphwright")
    ]
    assert texts[1] == texts[0]


# ---- while ops run at once ----

at_once = Cases()


@at_once
def optimizers(tf, v1):
    found = []
    for make in (
        lambda: v1.train.GradientDescentOptimizer(0.1),
        lambda: v1.train.AdamOptimizer(0.1),
        lambda: v1.train.MomentumOptimizer(lambda: 0.1, 0.9),
    ):
        w = tf.Variable([1.0, 2.0])
        optimizer = make()
        for _ in range(3):
            optimizer.minimize(lambda w=w: tf.reduce_sum(w * w))
        found.append((w.numpy(), [v.name for v in optimizer.variables()]))
    return found


@at_once
def an_optimizer_in_a_function(tf, v1):
    w = tf.Variable([1.0, 2.0])
    optimizer = v1.train.MomentumOptimizer(0.1, 0.9)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(w * w)
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        return loss

    return step().numpy(), step().numpy(), w.numpy()


@at_once
def variables_and_rates(tf, v1):
    before = len(v1.global_variables())  # TensorFlow keeps those that eager programs of other tests made
    with v1.variable_scope("s"):
        a = v1.get_variable("a", [2], initializer=tf.zeros_initializer())
    rate = v1.train.exponential_decay(0.1, 5, 10, 0.5)
    added = len(v1.global_variables()) - before
    return a.name, a.numpy(), v1.global_variables_initializer(), added, rate().numpy()


@pytest.mark.parametrize("run", **at_once.parameters())
def test_while_ops_run_at_once(run, tensorflow, gw):
    assert_alike(run(gw, gw.compat.v1), run(tensorflow, tensorflow.compat.v1))


@pytest.mark.parametrize("how", ["config", "options", "both", "closed"])
def test_runs_that_wait_come_to_an_end(how, gw, tensorflow):
    """By a timeout, or because another thread closes the session; what does not wait is not disturbed."""

    def what_happens(tf):
        v1, found = tf.compat.v1, []
        with tf.Graph().as_default():
            queue = v1.FIFOQueue(3, [tf.float32], shapes=[[]])
            taken, put = queue.dequeue(), queue.enqueue(1.0)
            fetches = [taken, taken * 2]
            config = v1.ConfigProto(operation_timeout_in_ms={"config": 100, "both": 60000}.get(how, 0))
            options = v1.RunOptions(timeout_in_ms=100) if how in ("options", "both") else None
            session = v1.Session(config=config)

            def run():
                try:
                    found.append(session.run(fetches, options=options))
                except tf.errors.OpError as error:
                    found.append(type(error).__name__)

            for _ in range(2):
                thread = threading.Thread(target=run, daemon=True)
                thread.start()
                if how == "closed":
                    time.sleep(0.1)
                    session.close()
                thread.join(20)
                assert not thread.is_alive()
                if how == "closed":
                    return found
                session.run(put)
            session.close()
        return found

    assert what_happens(gw) == what_happens(tensorflow)
