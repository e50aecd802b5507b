"""Strategies of one device do what TensorFlow's do; parity/distribute/test_mirrored.py has those of several."""

import pytest

from support.compare import Cases, assert_same, same_results

case = Cases()

# `a` is a strategy, `default` the one without a scope, `context` tf.distribute.get_replica_context.
EXPRESSIONS = """
scope_of(default)
scope_of(a)
nested(a, a)
nested(default, a)
nested(a, default)
a.num_replicas_in_sync
a.extended.worker_devices
a.extended.parameter_devices
a.extended.experimental_require_static_shapes
a.cluster_resolver
a.run(lambda: a.reduce("SUM", 1.0, axis=None))
a.run(lambda: a.run(lambda: 3))
a.run(lambda: scope_of(a))
a.run(3)
a.run(lambda x, y=2: x + y, (1,), {"y": 5})
a.run(lambda x, y=2: x + y, args=(1,), kwargs={"y": 5}, options=tf.distribute.RunOptions())
a.run(lambda: (tf.distribute.in_cross_replica_context(), context().replica_id_in_sync_group, context().strategy is a))
a.reduce("MEAN", tf.constant([1, 2, 4]), axis=0)
a.reduce("MEAN", tf.constant([[1.0, 2.0], [3.0, 5.0]]), axis=(0, 1))
a.reduce("sum", tf.constant([[1.0, 2.0], [3.0, 5.0]]), axis=1)
a.reduce(tf.distribute.ReduceOp.SUM, tf.constant([1, 2]), axis=None)
context().replica_id_in_sync_group
a.reduce(None, tf.constant([1.0, 2.0]), axis=0)
a.reduce("other", tf.constant([1.0, 2.0]), axis=0)
a.reduce("MEAN", tf.constant([1.0, 2.0]), axis=3)
a.gather({"x": tf.constant([1.0])}, axis=0)
a.experimental_local_results({"a": 1})
a.group(tf.constant(1))
a.unwrap(3)
a.run(lambda: context().all_reduce(tf.distribute.ReduceOp.MEAN, [tf.constant(1.0), tf.constant(2.0)]))
a.run(lambda: context().all_reduce("other", tf.constant(1.0)))
a.run(lambda: context().all_gather([tf.constant([1.0])], 0))
a.run(lambda: context().merge_call(lambda s, x: (s is a, tf.distribute.in_cross_replica_context(), context(), x), (3,)))
context().merge_call(lambda s, x: (tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context(), x), (3,))
made_in(a).trainable
a.extended.variable_created_in_scope(made_in(a))
a.extended.variable_created_in_scope(tf.Variable(1.0))
default.extended.variable_created_in_scope(tf.Variable(1.0))
float(a.extended.update(made_in(a), lambda v, x: v.assign_add(x), args=(2.0,)))
a.extended.update(made_in(a), lambda v, x, q=0: x + q, args=(2.0,), kwargs={"q": 3}, group=False)
a.extended.reduce_to("MEAN", {"a": 1}, made_in(a))
a.extended.batch_reduce_to("SUM", [(tf.constant(1.0), made_in(a)), (tf.constant(2.0), made_in(a))])
[x for x in a.distribute_datasets_from_function(lambda c: range_of(4).batch(c.get_per_replica_batch_size(4)))]
[x for x in a.experimental_distribute_datasets_from_function(lambda c: range_of(4).batch(2))]
a.experimental_distribute_dataset(range_of(5).batch(2, drop_remainder=True)).element_spec
a.experimental_distribute_dataset([1, 2])
isinstance(a.experimental_distribute_dataset(range_of(2)), (tf.data.Dataset,))
isinstance(a.experimental_distribute_dataset(range_of(2)), tf.distribute.DistributedDataset)
isinstance(iter(a.experimental_distribute_dataset(range_of(2))), tf.distribute.DistributedIterator)
default.experimental_distribute_dataset(range_of(2)).element_spec
len(a.experimental_distribute_dataset(range_of(2)))
tf.function(total_of)(a, a.experimental_distribute_dataset(range_of(5).batch(2)))
tf.function(first_of)(a, iter(a.experimental_distribute_dataset(range_of(5).batch(2))))
a.experimental_distribute_dataset(range_of(4)).reduce(tf.constant(0, tf.int64), lambda s, x: s + x)
tf.function(lambda x: a.run(signed, args=(x,)))(tf.constant(-1.0))
default.run(signed, args=(tf.constant(-1.0),))
tf.distribute.InputContext(2, 1, 4).get_per_replica_batch_size(8)
tf.distribute.InputContext(2, 1, 4).get_per_replica_batch_size(6)
str(tf.distribute.InputContext(2, 1, 4))
tf.distribute.InputOptions()
tf.distribute.RunOptions()
tf.distribute.ReduceOp.from_variable_aggregation(tf.VariableAggregation.MEAN)
tf.distribute.ReduceOp.from_variable_aggregation(tf.VariableAggregation.NONE)
tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:0"])
tf.distribute.NcclAllReduce(-1)
tf.distribute.HierarchicalCopyAllReduce(-1)
tf.distribute.ReductionToOneDevice().reduce("SUM", tf.constant(1.0), "/cpu:0")
tf.distribute.MirroredStrategy(cross_device_ops=tf.distribute.ReductionToOneDevice()).run(lambda: 1)
context().merge_call(lambda s, x: s.extended.call_for_each_replica(lambda y: (context() is None, y), args=(x,)), (3,))
context().merge_call(lambda s, x: (s.run(lambda: tf.distribute.in_cross_replica_context()), context() is None), (3,))
a.run(lambda: context().merge_call(lambda s, x: s.extended.call_for_each_replica(lambda y: (context() is a, y), (x,)), (3,)))
a.run(lambda: tf.__internal__.distribute.interim.maybe_merge_call(lambda s, x: x + 1, a, 3))
set_and_seen(a)
set_in_scope(a)
""".strip().splitlines()


def _names(kind):
    def names(tf):
        class Names:
            default = tf.distribute.get_strategy()
            a = (
                tf.distribute.OneDeviceStrategy("/cpu:0")
                if kind == "one"
                else tf.distribute.MirroredStrategy(["/cpu:0"])
            )
            context = staticmethod(tf.distribute.get_replica_context)
            range_of = staticmethod(tf.data.Dataset.range)

            @staticmethod
            def scope_of(strategy):
                with strategy.scope() as entered:
                    return entered is strategy, tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context()

            @staticmethod
            def nested(outer, inner):
                with outer.scope(), inner.scope():
                    return tf.distribute.get_strategy() is inner

            @staticmethod
            def made_in(strategy):
                with strategy.scope():
                    return tf.Variable(1.0, trainable=False)

            @staticmethod
            def total_of(strategy, data):
                total = tf.constant(0, tf.int64)
                for x in data:
                    total += tf.reduce_sum(strategy.run(lambda q: q * 2, args=(x,)))
                return total

            @staticmethod
            def first_of(strategy, iterator):
                return strategy.reduce("SUM", strategy.run(lambda q: q * 2, args=(next(iterator),)), axis=0)

            @staticmethod
            def signed(x):
                if tf.reduce_sum(x) > 0:
                    return x + 1.0
                else:
                    return x - 1.0

            @staticmethod
            def set_and_seen(strategy):
                tf.distribute.experimental_set_strategy(strategy)
                try:
                    return (
                        tf.distribute.has_strategy(),
                        tf.distribute.get_strategy() is strategy,
                        strategy.run(lambda: 1),
                    )
                finally:
                    tf.distribute.experimental_set_strategy(None)

            @staticmethod
            def set_in_scope(strategy):
                with strategy.scope():
                    tf.distribute.experimental_set_strategy(strategy)

        return {key: getattr(Names, key) for key in vars(Names) if not key.startswith("__")}

    return names


@pytest.mark.parametrize("kind", ["one", "mirrored"])
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_same(tensorflow, gw, kind, expression):
    assert_same(expression, tensorflow, gw, _names(kind))


@case
def training(tf):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    with strategy.scope():
        w = tf.Variable([1.0, -1.0])
    data = strategy.experimental_distribute_dataset(
        tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0]]).batch(1)
    )

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(x * w))
        (gradient,) = tape.gradient(loss, [w])
        w.assign_sub(0.01 * tf.distribute.get_replica_context().all_reduce("SUM", gradient))
        return loss

    @tf.function
    def epoch(data):
        total = 0.0
        for x in data:
            total += strategy.reduce("SUM", strategy.run(step, args=(x,)), axis=None)
        return total

    return [epoch(data), epoch(data), tf.convert_to_tensor(w)]


@case
def replicas_in_a_scope_of_a_subclass(tf):
    import contextlib

    seen = []

    def named(name):
        def creator(next_creator, **kwargs):
            seen.append(name)
            return next_creator(**kwargs)

        return tf.variable_creator_scope(creator)

    def seen_of(call):
        seen.clear()
        return type(call()).__name__, list(seen)

    def steps(base, device):
        class Scoped(base):
            @contextlib.contextmanager
            def scope(self):
                seen.append("scope")
                with super().scope() as entered, named("scoped"):
                    yield entered

        s = Scoped(device)
        kept = []

        def make():
            kept[:] = [tf.Variable(2.0)]
            return kept[0] + 1.0

        def within(outer, call):
            with outer:
                return call()

        return [
            seen_of(call)
            for call in (
                lambda: s.run(make),
                lambda: s.extended.call_for_each_replica(make),
                lambda: within(s.scope(), lambda: s.run(make)),
                lambda: within(s.scope(), lambda: within(s.scope(), make)),
                lambda: within(named("around"), lambda: s.run(make)),
                lambda: s.run(lambda: within(named("inside"), make)),
                lambda: tf.function(lambda: s.run(lambda: kept[0] + 1.0))(),
            )
        ]

    default = tf.distribute.get_strategy()
    return [
        steps(tf.distribute.MirroredStrategy, ["/cpu:0"]),
        steps(tf.distribute.OneDeviceStrategy, "/cpu:0"),
        default.extended.call_for_each_replica(lambda x, y: x + y, (1,), {"y": 2}),
    ]


@case
def modes_and_copies_of_variables(tf):
    import copy

    modes, how = tf.VariableSynchronization, tf.VariableAggregation
    strategies = (
        tf.distribute.MirroredStrategy(["/cpu:0"]),
        tf.distribute.OneDeviceStrategy("/cpu:0"),
        tf.distribute.get_strategy(),
    )

    def described(strategy, **kwargs):
        try:
            with strategy.scope():
                v = tf.Variable(1.0, **kwargs)
        except ValueError as error:
            return type(error).__name__
        facts = [str(v.synchronization), type(v.aggregation).__name__, v.aggregation.name, v.trainable]
        if hasattr(v, "values"):
            facts += [len(v.values), v._values == v.values, float(v._primary), len(copy.deepcopy(v).values)]
            v.assign(3.0)
            facts += [float(x) for x in (*v.values, *strategy.experimental_local_results(v))]
        return facts

    found = [
        described(strategy, **kwargs)
        for strategy in strategies
        for kwargs in (
            {},
            {"aggregation": how.MEAN},
            {"aggregation": tf.compat.v1.VariableAggregation.SUM},
            {"synchronization": modes.ON_READ, "aggregation": how.SUM},
            {"synchronization": modes.ON_WRITE, "trainable": False},
            {"synchronization": modes.NONE},
        )
    ]
    both = how.SUM, tf.compat.v1.VariableAggregation.SUM
    names = [type(mode).__name__ for mode in both]
    return [*found, names, both[0] == both[1], both[1] == both[0], len(set(both)), how.SUM == how.MEAN]


def _traces(tf, strategy, in_scope_first):
    """How often a function was traced, after calls in a strategy's scope, outside of it and in a replica."""
    times, found, x = [], [], tf.constant(1)

    def body(x):
        times.append(tf.distribute.in_cross_replica_context())
        return x + 1

    f = tf.function(body)

    def call(where, function=f):
        function(x)
        found.append((where, len(times), f.experimental_get_tracing_count(), len(f._list_all_concrete_functions())))

    def in_scope(function=f):
        with strategy.scope():
            call("scope", function)
            call("scope again", function)

    if not in_scope_first:
        call("outside first")
    in_scope()
    call("outside")
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        call("another scope")
    outer = tf.function(lambda x: f(x) + 1, autograph=False)
    call("in a function", outer)
    in_scope(outer)
    replicas = tf.function(lambda x: strategy.run(f, args=(x,)), autograph=False)
    call("in a replica", replicas)
    in_scope(replicas)
    in_scope(lambda x: f.get_concrete_function(x))
    call("at the end")
    return [found, times]


@case
def traces_in_scopes_and_outside(tf):
    strategies = (tf.distribute.OneDeviceStrategy("/cpu:0"), tf.distribute.get_strategy())
    return [_traces(tf, strategy, first) for strategy in strategies for first in (True, False)]


@case
def traces_with_a_strategy_for_all(tf):
    times = []
    f = tf.function(lambda x: times.append(tf.distribute.in_cross_replica_context()), autograph=False)
    f(1)
    tf.distribute.experimental_set_strategy(tf.distribute.OneDeviceStrategy("/cpu:0"))
    try:
        f(1)
        f(1)
    finally:
        tf.distribute.experimental_set_strategy(None)
    f(1)
    return times


LOOPS = (
    "captured",
    "argument",
    "reduce",
    "eager reduce",
    "iterator",
    "structure",
    "nothing",
    "class",
    "enumerate",
    "twice",
)


@case.each(LOOPS)
def data_sets_in_functions(tf, name):
    """What is drawn there goes on from run to run, unlike in loops over data sets that are not distributed."""
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    tf.random.set_seed(1)
    data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(1))

    def drawn(element):
        return strategy.run(lambda q: tf.random.uniform([], seed=3) + tf.cast(q[0], tf.float32), (element,))

    def looped(data):
        out = tf.zeros([])
        for element in data:
            out = out * 2.0 + strategy.reduce("SUM", drawn(element), None)
        return out

    def iterated(data):
        iterator, out = iter(data), tf.zeros([])
        for _ in tf.range(4):
            tf.autograph.experimental.set_loop_options(1)
            out = out * 2.0 + drawn(next(iterator))
        return out

    def counted(data):
        out = tf.constant(0, tf.int64)
        for i, element in enumerate(data):
            out += element[0] * i
        return out

    def structure(data):
        return data.reduce({"a": (0, 1.0)}, lambda state, x: {"a": (state["a"][0] + 1, state["a"][1] * 2.0)})

    def is_distributed(data):
        return tf.constant([isinstance(data, tf.distribute.DistributedDataset), isinstance(data, tf.data.Dataset)])

    reduced = lambda data: data.reduce(tf.zeros([]), lambda out, x: out * 2.0 + drawn(x))  # noqa: E731
    function = {
        "captured": lambda _: looped(data),
        "argument": looped,
        "reduce": reduced,
        "eager reduce": reduced,
        "iterator": iterated,
        "structure": structure,
        "nothing": lambda data: data.reduce(0.0, lambda out, x: out),
        "class": is_distributed,
        "enumerate": counted,
        "twice": lambda data: looped(data) + looped(data),
    }[name]
    function = function if name == "eager reduce" else tf.function(function)
    return [function(data) for _ in range(3)]


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)


@pytest.mark.parametrize(
    "name",
    ["TPUStrategy", "MultiWorkerMirroredStrategy", "ParameterServerStrategy", "experimental.CentralStorageStrategy"],
)
def test_strategies_of_many_are_refused(gw, name):
    cls = gw.distribute
    for part in name.split("."):
        cls = getattr(cls, part)
    with pytest.raises(NotImplementedError, match=name.rpartition(".")[2]):
        cls()


@pytest.mark.parametrize("name", ["CentralStorageStrategy", "ParameterServerStrategy", "TPUStrategy"])
def test_strategies_of_version_1_can_be_asked_for(name, gw, tensorflow):
    for tf in (gw, tensorflow):
        assert not isinstance(tf.distribute.get_strategy(), getattr(tf.compat.v1.distribute.experimental, name))
