"""Programs in TensorFlow 1's style give what they give with TensorFlow: variables, scopes, sessions, optimizers."""

import numpy as np
import pytest
from session_programs import program

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


def outcome(tf, work):
    with tf.Graph().as_default():
        try:
            return work(), None
        except Exception as error:
            return None, error


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


def compare(tensorflow, gw, work):
    want, their_error = outcome(tensorflow, lambda: work(tensorflow))
    got, our_error = outcome(gw, lambda: work(gw))
    if their_error is not None:
        names = [cls.__name__ for cls in type(our_error).__mro__]
        assert type(their_error).__name__ in names, f"TensorFlow: {their_error!r}; graphwright: {our_error!r} {got!r}"
        return
    if our_error is not None:
        raise our_error
    assert_alike(got, want)


@pytest.mark.parametrize("build", **program.parameters())
def test_programs(build, tensorflow, gw):
    compare(tensorflow, gw, lambda tf: build(tf, tf.compat.v1))


@pytest.mark.parametrize("statements", STATEMENTS)
def test_statements(statements, tensorflow, gw):
    def work(tf):
        names = {"tf": tf, "v1": tf.compat.v1, "np": np}
        if "op._" in statements:
            a = tf.constant(1.0)
            y = tf.add(a, a)
            names |= {"a": a, "y": y, "z": y * 2}
        exec(statements, names)

    compare(tensorflow, gw, work)
