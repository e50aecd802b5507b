"""MirroredStrategy over several logical CPUs does what TensorFlow's does."""

import gc
import itertools
import threading
import weakref

import pytest

from support.compare import Cases, assert_same, same_results

case = Cases()

# `s` is the strategy of two replicas, `made` a variable of its scope, `own` a value that differs from replica to replica,
# `number` the replica's, as a float32.
EXPRESSIONS = """
s.num_replicas_in_sync
s.extended.worker_devices
s.run(lambda: context().replica_id_in_sync_group)
s.run(lambda: repr(context().devices))
s.run(lambda: (3, None, tf.distribute.in_cross_replica_context()))
s.run(lambda x: (x, {"a": x + 1}), args=(tf.constant(1.0),))
s.run(lambda x, y: x * y, args=(own(),), kwargs={"y": own()})
s.run(lambda: context().all_reduce("SUM", number() + 1))
s.run(lambda: context().all_reduce("MEAN", [number() + 1, number() * 2]))
s.run(lambda x: context().all_reduce("SUM", x), args=(tf.constant(1.0),))
s.run(lambda: context().all_reduce("other", number()))
s.run(lambda: context().all_gather(tf.reshape(number(), [1]), 0))
s.run(lambda: context().merge_call(lambda strategy, x: shown(x), args=(number(),)))
s.run(lambda: context().merge_call(lambda strategy, x: strategy.reduce("SUM", x, axis=None), args=(number(),)))
s.run(lambda: tf.__internal__.distribute.interim.maybe_merge_call(lambda strategy, x: shown(x), s, number()))
s.run(lambda: s.run(lambda: 3))
s.run(lambda: 1 / 0)
s.run(lambda: context().merge_call(lambda strategy: 1 / 0))
s.run(lambda: meets_on(0))
s.run(lambda: meets_on(1))
s.run(tf.function(lambda: tf.function(lambda: context().all_reduce("SUM", number()))()))
s.reduce("SUM", own(), axis=None)
s.reduce("MEAN", own(), axis=0)
s.reduce("MEAN", own(), axis=-1)
s.reduce("MEAN", tf.ones([2, 3]), axis=-1)
s.reduce("MEAN", tf.ones([2, 3]), axis=-2)
s.reduce("SUM", 1.0, axis=None)
s.reduce("MEAN", 1.0, axis=None)
s.reduce("SUM", tf.constant([1.0, 2.0]), axis=0)
s.reduce("MEAN", longer(), axis=0)
s.reduce("SUM", {"a": own()}, axis=None)
s.gather(longer(), axis=0)
s.gather(tf.constant([1.0]), axis=0)
s.experimental_local_results((own(), 3))
s.experimental_local_results(made())
s.group(own())
s.run(lambda: tf.nn.compute_average_loss([1.0, 2.0]))
s.run(lambda: tf.nn.compute_average_loss([1.0, 2.0], sample_weight=[1.0, 0.5]))
s.run(lambda: tf.nn.compute_average_loss([1.0, 2.0], global_batch_size=3))
s.run(tf.function(lambda x: tf.nn.compute_average_loss(x)), args=(longer(),))
s.run(lambda: tf.nn.scale_regularization_loss([0.5, 1.0]))
tf.nn.compute_average_loss([1.0, 2.0])
tf.nn.compute_average_loss([1.0, 2.0], global_batch_size=3)
tf.nn.scale_regularization_loss([0.5, 1.0])
repr(own())
tf.nest.flatten(own(), expand_composites=True)
repr(tf.type_spec_from_value(own()))
tf.function(lambda x: x)(own())
tf.function(lambda: s.run(lambda: context().all_reduce("SUM", number() + 1)))()
s.run(tf.function(lambda x: x * 2), args=(own(),))
[type(made()).__name__, isinstance(made(), tf.Variable), made().synchronization.name, made().trainable, repr(made())]
[v.name for v in made(name="q").values]
[type(on_read()).__name__, on_read().trainable, on_read(trainable=True).trainable, on_read().synchronization.name]
made(synchronization=tf.VariableSynchronization.NONE)
made() * made() + made()[...]
made() == 1.0
made().assign(3.0)
made().assign_add(3.0).numpy()
made().assign_add(3.0) * 2.0
after(made(), lambda v: v.assign(number()))
after(made(aggregation=SUM), lambda v: v.assign(number() + 1))
after(made(aggregation=MEAN), lambda v: v.assign_add(number() + 1))
after(made(aggregation=SUM), lambda v: v.assign_sub(number() + 1))
after(made(aggregation=FIRST), lambda v: v.assign(number() + 1))
after(made(aggregation=SUM), lambda v: v.assign_add(1.0))
after(made(aggregation=MEAN), lambda v: v.assign_add(1.0))
after(made([1.0, 2.0], aggregation=SUM), lambda v: v.scatter_add(tf.IndexedSlices(tf.stack([number() + 1]), tf.constant([1]))))
after(on_read(aggregation=SUM), lambda v: v.assign_add(number() + 1))
[on_read(aggregation=each, start=3.0).numpy() for each in (SUM, MEAN, FIRST)]
on_read(start=3.0) + 1
on_read(aggregation=SUM, start=3.0) + 1
tf.convert_to_tensor(on_read(aggregation=SUM, start=3.0))
tf.function(lambda v=on_read(aggregation=SUM, start=3.0): v + 1)()
changed(on_read(aggregation=SUM), "assign")
changed(on_read(aggregation=MEAN), "assign")
changed(on_read(aggregation=SUM), "assign_add")
changed(on_read(aggregation=MEAN), "assign_add")
s.run(lambda: tf.Variable(number()))
s.run(lambda: tf.Variable(number() + 1, aggregation=SUM).assign_add(number()))
s.extended.update(made(), lambda v, x: v.assign_add(x), args=(2.0,))
s.extended.update(made([1.0, 2.0]), lambda v, x: v + x, args=(own(),), group=False)
s.extended.update(made(), lambda v: tf.distribute.in_cross_replica_context(), group=False)
s.extended.update(tf.Variable(1.0), lambda v: 1)
s.run(lambda v=made(): s.extended.update(v, lambda v, x: v.assign_add(x), args=(2.0,)))
s.extended.reduce_to("SUM", own(), made())
s.extended.reduce_to("MEAN", own(), "/cpu:0")
[list(split(numbers(n).batch(b, drop_remainder=r))) for n, b, r in ((8, 4, False), (9, 4, False), (9, 5, False), (9, 5, True))]
list(split(numbers(9).batch(4).map(lambda x: {"a": x + 1, "b": (x, tf.strings.as_string(x))})))
list(split(numbers(3)))
[repr(split(numbers(8).batch(4, drop_remainder=r)).element_spec) for r in (False, True)]
split(numbers(8).batch(4)).cardinality
len(split(numbers(8).batch(4)))
list(s.distribute_datasets_from_function(lambda c: numbers(6).batch(c.get_per_replica_batch_size(4))))
list(s.distribute_datasets_from_function(lambda c: numbers(5).batch(2).map(lambda x: (x, {"y": -x}))))
list(s.distribute_datasets_from_function(lambda c: numbers(3)))
isinstance(iter(split(numbers(8).batch(4))), tf.distribute.DistributedIterator)
iter(split(numbers(8).batch(4))).get_next_as_optional().get_value()
tf.function(lambda i: s.reduce("SUM", s.run(lambda x: x * 2, args=(next(i),)), axis=0))(iter(split(numbers(8).batch(4))))
list(split(numbers(7).batch(7), three))
list(split(numbers(9).batch(4), three))
tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:0"])
within(tf.__internal__.distribute.strategy_supports_no_merge_call)
within(lambda: [v.name for v in (tf.Variable(1.0), tf.Variable(2.0, name="w"))])
within(lambda: within(lambda: type(tf.Variable(1.0)).__name__))
""".strip().splitlines()


def _shown(tf, value):
    """A value with the classes of what differs from replica to replica, and the parts of it."""
    if isinstance(value, tf.distribute.DistributedValues):
        return [type(value).__name__, *(_shown(tf, each) for each in value.values)]
    if isinstance(value, tf.IndexedSlices):
        return ["slices", _shown(tf, value.values), _shown(tf, value.indices)]
    if isinstance(value, (list, tuple)):
        return [_shown(tf, each) for each in value]
    if isinstance(value, dict):
        return {key: _shown(tf, each) for key, each in value.items()}
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def _strategy(tf, count=2):
    # The usual way to bring values together waits for ever in TensorFlow where devices were not divided at its start.
    together = tf.distribute.ReductionToOneDevice()
    return tf.distribute.MirroredStrategy([f"/cpu:{number}" for number in range(count)], cross_device_ops=together)


def _names(tf):
    s = _strategy(tf)
    context = tf.distribute.get_replica_context
    aggregation = tf.VariableAggregation

    def made(initial=1.0, **kwargs):
        with s.scope():
            return tf.Variable(initial, **kwargs)

    def on_read(start=None, **kwargs):
        v = made(synchronization=tf.VariableSynchronization.ON_READ, **kwargs)
        for number, each in enumerate(v.values):
            if start is not None:
                each.assign(start + number)
        return v

    def number():
        return tf.cast(context().replica_id_in_sync_group, tf.float32)

    def meets_on(replica):
        if int(context().replica_id_in_sync_group) == replica:
            return context().all_reduce("SUM", number())
        return number()

    def after(variable, step):
        s.run(lambda: (step(variable), None)[1])
        return variable

    def changed(variable, method):
        return getattr(variable, method)(4.0), variable

    def within(function):
        with s.scope():
            return function()

    per_replica = s.experimental_distribute_values_from_function
    return {
        "s": s,
        "three": _strategy(tf, 3),
        "context": context,
        "SUM": aggregation.SUM,
        "MEAN": aggregation.MEAN,
        "FIRST": aggregation.ONLY_FIRST_REPLICA,
        "shown": lambda value: _shown(tf, value),
        "made": made,
        "on_read": on_read,
        "number": number,
        "own": lambda: per_replica(lambda c: tf.constant([1.0, 2.0]) * (1 + c.replica_id_in_sync_group)),
        "longer": lambda: per_replica(lambda c: tf.range(1.0 + c.replica_id_in_sync_group)),
        "meets_on": meets_on,
        "after": after,
        "changed": changed,
        "within": within,
        "numbers": tf.data.Dataset.range,
        "split": lambda data, strategy=s: strategy.experimental_distribute_dataset(data),
    }


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_same(tensorflow, gw, expression):
    assert_same(f"shown({expression})", tensorflow, gw, _names)


def _steps(tf):
    """Functions of a replica that compute gradients: by number of the replica, across replicas, of slices."""
    context = tf.distribute.get_replica_context

    def number():
        return tf.cast(context().replica_id_in_sync_group, tf.float32)

    def of_all_reduce():
        x = number() + 1.0
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = context().all_reduce("SUM", x * x)
            z = y * (number() + 1.0)
        return y, tape.gradient(z, x)

    def of_all_gather():
        x = tf.ones([2 + int(context()._replica_id_in_sync_group)]) * (number() + 1.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = context().all_gather(x, 0)
            z = y * tf.range(5.0) * (number() + 1.0)
        return y, tape.gradient(z, x)

    return number, of_all_reduce, of_all_gather


@case
def gradients_across_replicas(tf):
    s = _strategy(tf)
    _, *steps = _steps(tf)
    return [_shown(tf, run(step)) for step in steps for run in (s.run, tf.function(s.run))]


@case
def training(tf):
    s = _strategy(tf)
    number, *_ = _steps(tf)
    with s.scope():
        w = tf.Variable([1.0, -1.0], aggregation=tf.VariableAggregation.MEAN)
        table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        count = tf.Variable(
            0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM
        )
    data = s.experimental_distribute_dataset(
        tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).batch(2)
    )

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(x * w)) + tf.reduce_sum(tf.gather(table, [0, 0])) * number()
        grad, slices = tape.gradient(loss, [w, table])
        all_reduce = tf.distribute.get_replica_context().all_reduce
        w.assign_sub(0.01 * all_reduce("SUM", grad))
        table.assign_sub(0.01 * tf.convert_to_tensor(all_reduce("MEAN", slices)))
        count.assign_add(tf.cast(tf.shape(x)[0], tf.float32))
        return loss

    @tf.function
    def epoch(data):
        total = 0.0
        for x in data:
            total += s.reduce("SUM", s.run(step, args=(x,)), axis=None)
        return total

    found = [epoch(data), epoch(data)]
    for x in data:
        found.append(_shown(tf, s.run(step, args=(x,))))
    return [*found, _shown(tf, [w, table, count]), count.numpy()]


@case
def optimizers_of_version_1(tf):
    """Each applies the sum of the replicas' gradients; slots are the variables' own."""
    s, number = _strategy(tf), _steps(tf)[0]
    train, found = tf.compat.v1.train, []
    makers = (train.GradientDescentOptimizer, lambda rate: train.MomentumOptimizer(rate, 0.9), train.AdamOptimizer)
    for make, slices, inside in itertools.product(makers, (False, True), (False, True)):
        with s.scope():
            w, u, optimizer = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.Variable(1.0), make(0.1)

        def step(w=w, u=u, optimizer=optimizer, slices=slices):
            with tf.GradientTape() as tape:
                x = tf.gather(w, [0]) if slices else w
                loss = tf.reduce_sum(x * x) * (number() + 1.0) * u
            optimizer.apply_gradients(zip(tape.gradient(loss, [w, u]), [w, u]))
            return loss

        run = tf.function(lambda step=step: s.run(step)) if inside else (lambda step=step: s.run(step))
        losses = [s.experimental_local_results(run()) for _ in range(2)]
        found.append((losses, [s.experimental_local_results(v) for v in (w, u)], optimizer.get_slot_names()))
    with s.scope():
        v, steps, optimizer = tf.Variable(1.0), tf.Variable(0, dtype=tf.int64), train.GradientDescentOptimizer(0.1)
        try:
            optimizer.apply_gradients([(tf.constant(1.0), v)])
        except RuntimeError:
            found.append("RuntimeError")
    s.run(lambda: optimizer.minimize(lambda: v * v, global_step=steps))
    return found, s.experimental_local_results(v), s.experimental_local_results(steps)


@case
def variables_made_by_replicas(tf):
    s = _strategy(tf)
    number, *_ = _steps(tf)
    made = []

    @tf.function
    def step():
        if not made:
            made.append(tf.Variable(number() + 2.0))
        return made[0] + number()

    return _shown(tf, [s.run(step), s.run(step), made])


def _traced(tf, s):
    """How often a function was traced, and how often for itself, after calls in and outside of replicas."""
    times, found = [], []
    f = tf.function(lambda x: (times.append(0), x + 1)[1])
    outer = tf.function(lambda x: s.run(f, args=(x,)))
    calls = [
        lambda: f(tf.constant(1)),
        lambda: s.run(f, args=(tf.constant(1),)),
        lambda: s.run(f, args=(tf.constant(2),)),
        lambda: outer(tf.constant(1)),
        lambda: s.run(lambda x: f(x), args=(tf.constant(1),)),
        lambda: s.run(lambda x: f(x), args=(tf.constant(1),)),
    ]
    for call in calls:
        call()
        found.append((len(times), f.experimental_get_tracing_count()))
    with s.scope():
        calls[1]()
    return [*found, len(times)]


@case
def updates_in_branches(tf):
    """Updates of all copies that have no value are one operation, which a branch may give, and `group` takes."""
    s = _strategy(tf)
    with s.scope():
        v = tf.Variable(1.0)
    kinds = []

    def step(take):
        def update(extended):
            done = extended.update(v, lambda each: each.assign_add(2.0, read_value=False))
            kinds.append(type(done).__name__)
            return done

        with s.scope():
            branch = tf.cond(take, lambda: update(s.extended), lambda: v.assign_add(10.0, read_value=False))
            return tf.group(branch, update(s.extended))

    function = tf.function(step, autograph=False)
    for take in (True, False):
        function(tf.constant(take))
    step(tf.constant(True))
    return kinds, s.experimental_local_results(v)


@case
def traces(tf):
    return [_traced(tf, _strategy(tf, count)) for count in (1, 2)]


@case
def checkpoints(tf):
    import tempfile

    s = _strategy(tf)
    with s.scope():
        on_read = tf.VariableSynchronization.ON_READ
        w, count = (
            tf.Variable([1.0, 2.0]),
            tf.Variable(7.0, synchronization=on_read, aggregation=tf.VariableAggregation.SUM),
        )
    both = tf.train.Checkpoint(w=w, count=count)
    with tempfile.TemporaryDirectory() as folder:
        path = both.save(folder + "/c")
        w.assign([5.0, 6.0])
        count.assign(1.0)
        both.restore(path).assert_consumed()
        alone = tf.train.Checkpoint(w=tf.Variable([0.0, 0.0]), count=tf.Variable(0.0))
        alone.restore(path)
        return [_shown(tf, [w, count]), tf.convert_to_tensor(alone.w), tf.convert_to_tensor(alone.count)]


@case
def models_of_mirrored_variables(tf):
    import tempfile

    class Scaled(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([1.0, 2.0])

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def __call__(self, x):
            return self.w * x

    with _strategy(tf).scope():
        model = Scaled()
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder)
        loaded = tf.saved_model.load(folder)
    x = tf.constant([3.0, 4.0])
    return [model(x), loaded(x), [type(v).__name__ for v in model.trainable_variables]]


@case
def models_loaded_under_a_strategy(tf):
    """Functions of a loaded model read, change and have gradients for the copies of the replica that calls them."""
    import tempfile

    class Scaled(tf.Module):
        def __init__(self):
            super().__init__()
            self.w, self.b = tf.Variable([1.0, 2.0]), tf.Variable(0.5)
            on_read, total = tf.VariableSynchronization.ON_READ, tf.VariableAggregation.SUM
            self.seen = tf.Variable(0.0, trainable=False, synchronization=on_read, aggregation=total)

        @tf.function(input_signature=[tf.TensorSpec([None])])
        def __call__(self, x):
            return tf.reduce_sum(x * self.w) * self.b

        @tf.function(input_signature=[tf.TensorSpec([])])
        def count(self, x):
            self.seen.assign_add(x)
            return self.seen.read_value()

    model, s = Scaled(), _strategy(tf)
    number, *_ = _steps(tf)
    found = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as again:
        tf.saved_model.save(model, folder, signatures={"call": model.__call__, "count": model.count})
        with s.scope():
            loaded = tf.saved_model.load(folder)
        signature, trace = loaded.signatures["call"], loaded.__call__.concrete_functions[0]

        def step(call):
            x = tf.stack([1.0 + number(), 2.0])
            with tf.GradientTape() as tape:
                y = call(x)
            return y, tape.gradient(y, [loaded.w, loaded.b])

        for call in (loaded, trace, lambda x: signature(x=x)["output_0"]):
            for run in (s.run, tf.function(s.run)):
                found.append(_shown(tf, run(lambda call=call: step(call))))
        for count in (loaded.count, lambda x: loaded.signatures["count"](x=x)["output_0"]):
            for run in (s.run, tf.function(s.run)):
                found.append(_shown(tf, run(lambda count=count: count(1.0 + number()))))
        found += [_shown(tf, loaded.seen), loaded.seen.read_value(), [type(v).__name__ for v in trace.variables]]
        loaded.w.values[1].assign([5.0, 5.0])
        found += [loaded(tf.ones([2])), _shown(tf, s.run(lambda: loaded(tf.ones([2]))))]
        tf.saved_model.save(loaded, again)
        found.append(tf.saved_model.load(again)(tf.ones([2])))
    return found


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)


def test_several_gpus_are_refused(gw):
    with pytest.raises(NotImplementedError, match="several GPUs"):
        gw.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])


def test_functions_over_replicas_are_freed(gw):
    s = _strategy(gw)
    number, of_all_reduce, of_all_gather = _steps(gw)
    f = gw.function(lambda: (s.run(of_all_reduce), s.run(of_all_gather)), autograph=False)
    f()
    graph = weakref.ref(f.get_concrete_function().graph)
    del f
    gc.collect()
    assert graph() is None and not any(t.name.startswith("replica") for t in threading.enumerate())


def test_replicas_that_are_interrupted_end(gw):
    s, met = _strategy(gw), []

    def step():
        replica = gw.distribute.get_replica_context()
        try:
            replica.all_reduce("SUM", 1.0)
            if int(replica.replica_id_in_sync_group) == 0:
                raise KeyboardInterrupt
            replica.all_reduce("SUM", 1.0)
        finally:
            met.append(int(replica._replica_id_in_sync_group))

    with pytest.raises(KeyboardInterrupt):
        s.run(step)
    assert met == [0, 1] and not any(t.name.startswith("replica") for t in threading.enumerate())
