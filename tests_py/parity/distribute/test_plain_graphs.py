"""Variables with copies in plain graphs, and variables of libraries that stand for such ones."""

import pytest

from support.twice import assert_same


def strategy_of(tf):
    # The usual way to bring values together waits for ever in TensorFlow where devices were not divided at its start.
    return tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"], cross_device_ops=tf.distribute.ReductionToOneDevice())


def in_graph(program):
    def run(tf):
        s = strategy_of(tf)
        config = tf.compat.v1.ConfigProto(device_count={"CPU": 2})
        with tf.Graph().as_default(), s.scope(), tf.compat.v1.Session(config=config) as session:
            v = tf.compat.v1.get_variable("v", initializer=3.0, use_resource=True)
            session.run(tf.compat.v1.global_variables_initializer())
            return program(tf, s, session, v)

    return run


def reads(tf, s, session, v):
    told = [type(v).__name__, v.op.name, v.name, v.graph is tf.compat.v1.get_default_graph()]
    told += [session.run(x) for x in (v, v + 1.0, v.values[1], v.is_initialized(), v.initial_value)]
    told += [session.run(v.initializer), v.eval(), session.run([v, {"a": v}])]
    return told


def assignments(tf, s, session, v):
    """What gives a value waits for all copies; what gives none changes them all."""
    copies = list(v.values)
    told = []
    for change in (
        v.assign(4.0),
        v.assign_add(1.0),
        v.assign_sub(0.5, read_value=False),
        v.assign(9.0, read_value=False),
    ):
        told += [session.run(change), session.run(copies)]
    return told


def collections(tf, s, session, v):
    v1 = tf.compat.v1
    v1.get_variable("w", initializer=1.0, trainable=False, use_resource=True)
    return [[x.name for x in found] for found in (v1.global_variables(), v1.trainable_variables())]


def replicas(tf, s, session, v):
    w = tf.compat.v1.get_variable("w", initializer=1.0, use_resource=True, aggregation=tf.VariableAggregation.MEAN)
    session.run(w.initializer)
    number = lambda: tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32)  # noqa: E731
    results = s.run(lambda: v * (number() + 2.0))
    told = session.run(list(s.experimental_local_results(results)))
    changed = s.run(lambda: w.assign_add(number() + 1.0))
    told += [session.run(list(s.experimental_local_results(changed))), session.run([w, w.values[1]])]
    return told


def optimizers(tf, s, session, v):
    v1 = tf.compat.v1
    told = []
    for optimizer in (
        v1.train.GradientDescentOptimizer(0.1),
        v1.train.MomentumOptimizer(0.1, 0.9),
        v1.train.AdamOptimizer(0.1),
    ):
        step = s.run(lambda optimizer=optimizer: optimizer.minimize(v * v))
        session.run(v1.global_variables_initializer())
        told += [session.run(step), session.run(step), session.run([v, v.values[1]])]
    return told, sorted(x.name for x in v1.global_variables())


def savers(tf, s, session, v):
    import tempfile

    v1 = tf.compat.v1
    with tempfile.TemporaryDirectory() as folder:
        saver = v1.train.Saver()
        session.run(v.assign(7.0))
        path = saver.save(session, folder + "/a")
        session.run(v.assign(100.0))
        saver.restore(session, path)
        return session.run([v, v.values[1]]), tf.train.list_variables(path)


@pytest.mark.parametrize("program", [reads, assignments, collections, replicas, optimizers, savers])
def test_copies_in_plain_graphs(program, gw, tensorflow):
    assert_same(in_graph(program), tensorflow, gw)


def standing_in(tf, scale):
    """Returns a class of variables that stand for others, and are read with a factor, as libraries for quantization have them."""

    class Scaled(tf.Variable):
        def __init__(self, variable, op=None):
            self.inner = variable
            self._changed_by = op

        def __getattr__(self, name):
            return getattr(self.inner, name)

        def value(self):
            return self.inner.value() * scale[0]

        def read_value(self):
            return self.inner.read_value() * scale[0]

        def _dense_var_to_tensor(self, *args, **kwargs):
            return self.inner._dense_var_to_tensor(*args, **kwargs) * scale[0]

        def __tf_tensor__(self, dtype=None, name=None):
            return self._dense_var_to_tensor(dtype=dtype, name=name)

        def _gather_saveables_for_checkpoint(self):
            return self.inner._gather_saveables_for_checkpoint()

        def _should_act_as_resource_variable(self):
            pass

        def assign(self, value, **kwargs):
            return self._of(self.inner.assign(value, read_value=False))

        def assign_add(self, value, **kwargs):
            return self._of(self.inner.assign_add(value, read_value=False))

        def _of(self, op):
            return around(self.inner, op)

        op = property(lambda self: self._changed_by if self._changed_by is not None else self.inner.op)
        dtype = property(lambda self: self.inner.dtype)
        shape = property(lambda self: self.inner.shape)
        name = property(lambda self: self.inner.name)
        trainable = property(lambda self: self.inner.trainable)
        initializer = property(lambda self: self.inner.initializer)
        device = property(lambda self: self.inner.device)
        graph = property(lambda self: self.inner.graph)
        _shared_name = property(lambda self: self.inner._shared_name)

        def _as_graph_element(self):
            element = self.inner._as_graph_element()
            return self._changed_by if element is None else element

    Scaled._OverloadAllOperators()
    tf.register_tensor_conversion_function(Scaled, Scaled._dense_var_to_tensor)

    def around(variable, op=None):
        if not isinstance(variable, tf.distribute.DistributedValues):
            return Scaled(variable, op)
        return type("ScaledCopies", (Scaled, type(variable)), {})(variable, op)

    return around


@pytest.mark.parametrize("copies", [False, True])
def test_variables_that_stand_for_others(copies, gw, tensorflow, tmp_path):
    def told(tf):
        scale = [1.0]
        around = standing_in(tf, scale)
        s = strategy_of(tf) if copies else tf.distribute.get_strategy()
        with s.scope():
            q = around(tf.Variable(3.0))

            @tf.function
            def twice():
                with tf.control_dependencies([q.assign_add(1.0)]):
                    q.assign_add(1.0)
                return q + 0.0

            found = [q._distribute_strategy is s if copies else None, s.extended.variable_created_in_scope(q)]
            found += [twice(), q.read_value(), tf.group(q) is None]
            scale[0] = 2.0
            checkpoint = tf.train.Checkpoint(q=q)
            path = checkpoint.save(str(tmp_path / tf.__name__))
            q.assign(77.0)
            checkpoint.restore(path)
            found += [
                tf.identity(q),
                tf.reduce_sum(q * q),
                tf.train.load_variable(path, "q/.ATTRIBUTES/VARIABLE_VALUE"),
            ]
        return found

    assert_same(told, tensorflow, gw)
