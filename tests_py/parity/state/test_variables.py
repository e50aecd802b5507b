"""Variables behave as TensorFlow's, expression by expression; statements first, then the expression to compare."""

import copy
import operator
import pickle
import unittest.mock

import numpy as np
import pytest

from support.compare import assert_same, same_results


def names(module):
    def run(text):
        """Runs statements with `v`, `w` and `r` defined, and gives the value of the last one."""
        scope = {
            "tf": module,
            "np": np,
            "op": operator,
            "v": module.Variable([1.0, 2.0, 3.0]),
            "m": module.Variable([[1, 2, 3], [4, 5, 6]], name="m"),
            "s": module.Variable(3, name="s"),
            "t": module.Variable(["a", "b"]),
            "b": module.Variable(True),
            "copy": copy,
            "pickle": pickle,
        }
        *statements, last = text.split("; ")
        for statement in statements:
            exec(statement, scope)
        return eval(last, scope)

    return {"run": run}


PROGRAMS = """
v
m
s
t
b
repr(v)
str(v)
[v]
v.name
m.name
tf.Variable(1).name
tf.Variable(1, name="x").name
tf.Variable(1, name="x/y").name
tf.Variable(1, name="")
tf.Variable(1, name="a b").name
v.shape
v.dtype
v.trainable
v.device
v.graph
v.op
v.initializer
v.initial_value
v.initialized_value
v.constraint
v.synchronization
v.aggregation
v.handle.dtype
v.handle.shape
v.numpy()
v.value()
v.read_value()
v.eval()
v.get_shape()
v.ndim
len(v)
len(s)
bool(s)
bool(v)
int(s)
float(s)
op.index(s)
list(v)
iter(s)
hash(v)
v.ref().deref() is v
v == v
v == 1
v != 1
v is v
v == [1.0, 2.0, 3.0]
s == "a"
s == None
v in [v]
v + 1
1 + v
v - v
v * 2.0
v / 2
v // 2
v % 2
v ** 2
-v
abs(-v)
+v
m @ tf.transpose(m)
m / 2
m + 1.5
m * 1.5
m + tf.constant(1.5)
v < 2
v >= 2
~b
b & True
s & 1
s << 1
m[0]
m[0, 1]
m[:, 1:]
m[..., -1]
m[tf.newaxis].shape
m[5]
v[0] + v[1]
v[0].assign(9.0); v
v[1:].assign([7.0, 8.0]); v
v[::2].assign(0.0); v
v[::-1].assign([1.0, 2.0, 3.0]); v
m[0].assign([7, 8, 9]); m
m[:, 1].assign([0, 0]); m
m[0, 1].assign(100); m
m[0:1, 1:].assign([[7, 7]]); m
m[1].assign([1, 2]); m
m[0].assign(1.5)
m[...].assign(tf.zeros_like(m)); m
v[0].assign_add(1.0)
v[0] = 1.0; v
v.assign([4.0, 5.0, 6.0]); v
v.assign([4, 5, 6]); v
v.assign(1.0)
v.assign([1.0, 2.0])
v.assign([[1.0, 2.0, 3.0]])
v.assign(tf.constant([1, 2, 3]))
v.assign("a")
v.assign(None)
s.assign(1.5)
s.assign(True)
s.assign(2**40)
v.assign(v + 1); v
v.assign([4.0, 5.0, 6.0]) is v
v.assign([4.0, 5.0, 6.0])
v.assign([4.0, 5.0, 6.0], read_value=False)
v.assign([4.0, 5.0, 6.0], name="n")
v.assign_add([1.0, 1.0, 1.0]); v
v.assign_add(1.0)
v.assign_add([1, 1, 1]); v
v.assign_sub([1.0, 1.0, 1.0]); v
v.assign_add(tf.constant([1, 1, 1]))
s.assign_add(1); s
s.assign_add(1.5)
s.assign_sub(5); s
t.assign(["c", "d"]); t
b.assign(False); b
b.assign_add(True)
tf.Variable("a").assign_add("b")
tf.Variable(["a", "b"]).assign_sub(["b", "c"])
s += 1; s
s += 1; type(s).__name__
v *= 2; v
v.assign_mul
v.scatter_sub(tf.IndexedSlices([1.0], [0], [3])); v
v.scatter_add(tf.IndexedSlices([1.0, 2.0], [0, 0], [3])); v
v.scatter_update(tf.IndexedSlices([9.0], [2])); v
v.scatter_max(tf.IndexedSlices([9.0], [2])); v
v.scatter_min(tf.IndexedSlices([-9.0], [2])); v
v.scatter_mul(tf.IndexedSlices([2.0], [2])); v
v.scatter_div(tf.IndexedSlices([2.0], [2])); v
v.batch_scatter_update(tf.IndexedSlices([9.0], [2])); v
v.scatter_update(tf.IndexedSlices([9.0], [5]))
v.scatter_update([1])
v.scatter_nd_update([[0], [1]], [5.0, 6.0]); v
v.scatter_nd_add([[0], [0]], [5.0, 6.0]); v
v.scatter_nd_sub([[0]], [5.0]); v
v.scatter_nd_update([[7]], [5.0])
m.sparse_read([0, 0])
m.gather_nd([[0, 1]])
v.sparse_read([5])
v.count_up_to(3)
s.count_up_to(5); s
v.is_initialized()
v.set_shape([3])
v.load([1.0, 1.0, 1.0])
v.T
v.no_such_attribute
v.foo = 3; v.foo
v.name = "x"; v
v.shape = [1]; v
del v.dtype; v
np.asarray(v)
np.array(v, np.int32)
v.__array__()
np.sum(v)
np.ones(3) + v
v + np.ones(3)
tf.convert_to_tensor(v)
tf.convert_to_tensor(v, tf.int32)
tf.identity(v)
tf.is_tensor(v)
isinstance(v, tf.Variable)
isinstance(v, tf.Tensor)
tf.reduce_sum(v)
tf.reduce_sum([v, v])
tf.stack([v, v])
tf.concat([v, v], 0)
tf.cast(v, tf.int32)
tf.shape(m)
tf.rank(m)
tf.size(m)
tf.gather(v, [0, 2])
tf.nn.embedding_lookup(m, [1, 0])
tf.matmul(m, m, transpose_b=True)
tf.zeros_like(v)
tf.add(v, v)
tf.equal(v, 1.0)
tf.get_static_value(v)
copy.copy(v)
copy.deepcopy(v)
copy.deepcopy(v) is v
w = copy.deepcopy(v); w.assign([0.0, 0.0, 0.0]); v
pickle.loads(pickle.dumps(v))
tf.Variable(1.5)
tf.Variable(1)
tf.Variable("a")
tf.Variable([])
tf.Variable([[1.0]], dtype=tf.float64)
tf.Variable(1.5, dtype=tf.int32)
tf.Variable(1, dtype=tf.float32)
tf.Variable(None)
tf.Variable()
tf.Variable({})
tf.Variable([1, "a"])
tf.Variable(object())
tf.Variable(tf.constant([1, 2]))
tf.Variable(tf.constant(1), dtype=tf.float32)
tf.Variable(np.array([1.0, 2.0]))
tf.Variable(np.float32(1))
tf.Variable(lambda: tf.ones([2]))
tf.Variable(lambda: 1)
tf.Variable(tf.Variable(2))
tf.Variable(1, trainable=False).trainable
tf.Variable(1).trainable
tf.Variable(1.0, shape=tf.TensorShape(None)).shape
w = tf.Variable(1.0, shape=tf.TensorShape(None)); w.assign([1.0, 2.0]); w
w = tf.Variable([1.0], shape=[None]); w.assign([1.0, 2.0]); w
w = tf.Variable([1.0], shape=[None]); w.assign([[1.0]])
w = tf.Variable([1.0], shape=[None]); w.shape
tf.Variable([1.0], shape=[2])
tf.Variable(1.0, constraint=lambda x: x).constraint
tf.Variable(1.0, constraint=3)
tf.Variable(1.0, synchronization=tf.VariableSynchronization.NONE)
tf.Variable(1.0, import_scope="a")
tf.Variable(1.0, False).trainable
tf.Variable(1.0, caching_device="/cpu:0")
tf.Variable(initial_value=2)
tf.Variable(1.0, dtype="float64").dtype
tf.Variable.SaveSliceInfo
tf.Variable.from_proto
v._shared_name
v._unique_id == v._unique_id
v._in_graph_mode
v._handle.dtype
v._save_slice_info
v._trainable
v.to_proto()
v.experimental_ref
x = tf.Module(); x.a = tf.Variable(1); [q.name for q in x.variables]
x = tf.Module(name="mod"); x.name
x = tf.Module(name="my mod")
x = tf.Module(); x.name
x = tf.Module(); x.a = [tf.Variable(1), {"k": tf.Variable(2)}]; x.variables
x = tf.Module(); x.a = tf.Variable(1, trainable=False); x.trainable_variables
x = tf.Module(); x.b = tf.Module(); x.b.c = tf.Module(); x.submodules
x = tf.Module(); x.z = tf.Variable(1); x.a = tf.Variable(2); x.variables
x = tf.Module(name="q"); x.name_scope.name
x = tf.Module(name="q"); [x.name_scope is x.name_scope, x._name_scope.name]
tf.Module().with_name_scope
import inspect; [str(p.default) for p in inspect.signature(tf.Variable.assign).parameters.values()]
import inspect; [list(inspect.signature(getattr(tf.Variable, n)).parameters) for n in ("assign_add", "assign_sub")]
type(v).assign(v, [5.0, 6.0, 7.0]); v
import unittest.mock as u; p = u.patch.object(type(v), "assign", autospec=True); m = p.start(); v.assign(3); p.stop(); m.called
import unittest.mock as u; p = u.patch.object(type(v), "assign_sub", autospec=True); p.start(); p.stop(); v.assign_sub(v); v
"""


@pytest.mark.parametrize("program", PROGRAMS.strip().splitlines())
def test_program(program, tensorflow, gw):
    try:
        assert_same(f"run({program!r})", tensorflow, gw, names)
    finally:
        unittest.mock.patch.stopall()


def test_statements_that_must_fail_do(tensorflow, gw):
    """`run` hides nothing: a program whose statement raises, raises."""
    assert_same("run('v[0] = 1.0; v')", tensorflow, gw, names)
    with pytest.raises(TypeError):
        names(gw)["run"]("v[0] = 1.0; v")


def shared_by_name(tf, store_class):
    """What functions, templates and stores share of the variables that version 1's `get_variable` makes."""
    v1 = tf.compat.v1
    v1.reset_default_graph()  # which has TensorFlow's store, with what other tests have left there
    two = tf.constant(2.0)
    shown = []

    def get(name="w", value=3.0, **arguments):
        return v1.get_variable(name, [], initializer=v1.constant_initializer(value), **arguments)

    def in_function(function, x=two):
        return tf.function(function, autograph=False)(x).numpy()

    with v1.variable_scope("shared") as scope:
        shown += [scope.reuse is v1.AUTO_REUSE, scope.use_resource]
        shown += [in_function(lambda x: x * get()), in_function(lambda x: x * get(value=5.0) + get())]

        def in_scopes(x):
            with v1.variable_scope("inner"):
                x = x * get(value=7.0)
            with v1.variable_scope("inner", reuse=True) as again:
                return x * get() + (0.0 if again.reuse is True else 1.0)

        shown += [in_function(in_scopes), in_function(in_scopes)]
        counts = tf.function(lambda x: get("count").assign_add(x))
        shown += [counts(two).numpy() for _ in range(2)]
        wrapped = [v1.wrap_function(lambda x, n=n: x * get(value=n), [tf.TensorSpec([])]) for n in (3.0, 4.0)]
        shown += [function(two).numpy() for function in wrapped]

    def nested(x):
        return v1.make_template("nested", lambda x: x * get())(x) + get("other", trainable=False)

    for times in (1, 2):
        template = v1.make_template("template", nested)
        if times == 1:
            shown.append(template(two).numpy())
        shown += [in_function(template), in_function(template, two + 1.0), template.variable_scope_name]
        shown += [[v.name for v in template.variables], [v.name for v in template.trainable_variables]]

    store = store_class()
    with store.as_default():
        shown += [get("b").name, get("a", trainable=False) is get("a"), in_function(lambda x: x * get("b") + get("c"))]
    copied = store.copy()
    copied.trainable_variables()[0].assign(9.0)
    for each in (store, copied):
        with each.as_default():
            shown.append(get("b").numpy())
        shown += [[v.name for v in each.variables()], [v.name for v in each.non_trainable_variables()]]
    numbers = iter("ab")
    grows = v1.make_template("grows", lambda: v1.get_variable(next(numbers), []))
    grows()
    with pytest.raises(ValueError):
        grows()
    for key in (
        "variables",
        "trainable_variables",
    ):  # where TensorFlow keeps those of stores, also for other tests to find
        v1.get_default_graph().clear_collection(key)
    return shown


def test_shared_by_name(tensorflow, gw):
    from tensorflow.python.ops import variable_scope

    from graphwright._src.v1.variable_scope import EagerVariableStore

    assert shared_by_name(gw, EagerVariableStore) == shared_by_name(tensorflow, variable_scope.EagerVariableStore)


def test_a_class_that_stands_for_another_variable(tensorflow, gw):
    """It says what it is as a tensor in `_dense_var_to_tensor`; gradients reach the variable behind it."""

    def seen(tf):
        class Doubled(tf.Variable):
            def __init__(self, inner):
                self.inner = inner

            dtype = property(lambda self: self.inner.dtype)
            shape = property(lambda self: self.inner.shape)

            def value(self):
                return self.inner * 2.0

            def _dense_var_to_tensor(self, dtype=None, name=None, as_ref=False):
                return self.value()

        tf.register_tensor_conversion_function(Doubled, Doubled._dense_var_to_tensor)
        Doubled._OverloadAllOperators()
        inner = tf.Variable([[1.5, -2.0]])
        made = Doubled(inner)
        with tf.GradientTape() as tape:
            result = tf.reduce_sum(made * inner + tf.matmul(made, made, transpose_b=True))
        values = [made * 2, 3 / made, made[0], -made, tf.add(made, made), tf.raw_ops.Neg(x=made), result]
        values += [tf.convert_to_tensor(made), tf.function(lambda: made + tf.reduce_max(made))()]
        return [value.numpy().tolist() for value in (*values, tape.gradient(result, inner))]

    assert seen(gw) == seen(tensorflow)


def test_a_class_that_asks_another_variable_for_all_it_lacks(tensorflow, gw):
    """It may be derived from the class that variables have, and have no state of its own."""

    def seen(tf):
        inner = tf.Variable([1.0, 2.0])

        class Asking(type(inner)):
            def __init__(self, inner):
                self.__dict__["inner"] = inner

            def __getattr__(self, name):
                return getattr(self.inner, name)

        class Halved(tf.Variable):
            def __init__(self, inner):
                self.inner = inner

            def __getattr__(self, name):
                return getattr(self.inner, name)

            dtype = property(lambda self: self.inner.dtype)
            shape = property(lambda self: self.inner.shape)
            handle = property(lambda self: self.inner.handle)

            def value(self):
                return self.inner.value() / 2

            def _dense_var_to_tensor(self, *args, **kwargs):
                return self.inner._dense_var_to_tensor(*args, **kwargs) / 2

            def __tf_tensor__(self, dtype=None, name=None):
                return self._dense_var_to_tensor(dtype=dtype, name=name)

        asking, halved = Asking(inner), Halved(inner)
        with tf.GradientTape() as tape:
            result = tf.reduce_sum(tf.square(asking) + halved * 3.0)
        values = [asking.numpy(), asking.read_value(), tf.convert_to_tensor(asking), asking + 1]
        values.append(tf.function(lambda: asking * 2)())
        values += [tape.gradient(result, inner), tf.convert_to_tensor(halved), inner._dense_var_to_tensor()]
        asking.assign_add([1.0, 1.0])
        facts = [asking.shape, asking.dtype.name, asking.name, asking.trainable]
        return facts + [np.array(value).tolist() for value in (*values, inner)]

    assert seen(gw) == seen(tensorflow)


LEAKED = {
    "Variable": lambda tf, leaked: tf.Variable(leaked),
    "Variable of a dtype": lambda tf, leaked: tf.Variable(leaked, dtype=tf.float32),
    "get_variable": lambda tf, leaked: tf.compat.v1.get_variable("leaked", initializer=leaked),
    "Variable of a function": lambda tf, leaked: tf.Variable(lambda: leaked),
    "constant": lambda tf, leaked: tf.constant(leaked),
    "constant of a shape": lambda tf, leaked: tf.constant(leaked, shape=[2]),
}


@pytest.mark.parametrize("name", LEAKED)
def test_first_values_of_graphs(tensorflow, gw, name):
    """A tensor of a function's graph has no value that a variable or a constant outside of it could have."""

    def program(tf):
        leaked = []
        tf.function(lambda x: leaked.append(x * 2) or x)(tf.constant(1.0))
        return LEAKED[name](tf, leaked[0])

    same_results(program, tensorflow, gw)


def _facts_of_others(tf):
    """A class of variables without values, whose dtype another class tells, from before it is made."""

    class Facts:
        def __init__(self, **kwargs):
            self._dtype = tf.float64
            super().__init__(**kwargs)

        @property
        def dtype(self):
            return self._dtype

    class Composed(Facts, tf.Variable):
        def __init__(self):
            try:
                super().__init__()
            except NotImplementedError:
                self.abstract = True

        def value(self):
            return tf.constant([1.0, 2.0], self.dtype)

        def _dense_var_to_tensor(self, dtype=None, name=None, as_ref=False):
            return self.value()

    tf.register_tensor_conversion_function(
        Composed, lambda value, dtype=None, name=None, as_ref=False: value.value(), priority=10
    )
    made = Composed()
    total = tf.reduce_sum(tf.convert_to_tensor(made))
    return [made.abstract, made.dtype.name, total.numpy().item(), isinstance(made, tf.Variable)]


def test_classes_whose_facts_others_tell(tensorflow, gw):
    assert _facts_of_others(gw) == _facts_of_others(tensorflow)
