"""In plain graphs and wrapped functions, effects happen where a result asks for them, in the order that it asks for."""

import collections

import pytest

from support.compare import Cases, same_results

case = Cases()


def run(tf, make, values=(1.0,)):
    """What a fetch that `make` gives is where x has each of the values in turn, and the variables after each."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        a = v1.get_variable("a", initializer=1.0, use_resource=True)
        b = v1.get_variable("b", initializer=[1.0, 2.0], use_resource=True)
        x = v1.placeholder_with_default(1.0, [], name="x")
        fetch = make(a, b, x)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            return [(session.run(fetch, {x: value}), session.run(a), session.run(b)) for value in values]


BOTH = (-1.0, 1.0)

CHAINS = {
    "assign, assign_add": lambda tf, a, b: a.assign(7.0).assign_add(3.0),
    "functions": lambda tf, a, b: tf.compat.v1.assign_sub(tf.compat.v1.assign_add(a, 7.0), 3.0),
    "three": lambda tf, a, b: a.assign_add(1.0).assign_add(1.0).assign_add(1.0).read_value(),
    "scatter_add": lambda tf, a, b: b.assign([5.0, 6.0]).scatter_add(tf.IndexedSlices([1.0], [0])),
    "scatter_nd_add": lambda tf, a, b: b.assign([5.0, 6.0]).scatter_nd_add([[1]], [10.0]),
    "group": lambda tf, a, b: tf.group(a.assign(5.0).assign_add(1.0)),
    "value": lambda tf, a, b: a.assign(5.0).assign_add(1.0).value() * 2.0,
    "sum": lambda tf, a, b: a.assign(5.0).assign_add(1.0) + 1.0,
    "the same variable's value": lambda tf, a, b: a.assign_add(a.assign_add(1.0)),
    "another variable": lambda tf, a, b: b.assign(b.assign([3.0, 4.0]) * a.assign_add(1.0)),
    "an operation": lambda tf, a, b: a.assign(5.0).assign_add(1.0).op,
}


@case.each(CHAINS)
def chained_assignments(tf, name):
    return run(tf, lambda a, b, x: CHAINS[name](tf, a, b), (1.0, 1.0))


def of_body(tf, name, a, x):
    def add(amount, result):
        a.assign_add(amount)
        return result

    return {
        "while": lambda: tf.while_loop(lambda i: i < 3, lambda i: add(1.0, i + 1), [0]),
        "cond": lambda: tf.cond(x > 0.0, lambda: add(10.0, tf.constant(1)), lambda: tf.constant(0)),
        "switch_case": lambda: tf.switch_case(tf.constant(0), [lambda: add(10.0, x), lambda: x]),
        "map_fn": lambda: tf.map_fn(lambda i: add(100.0, i), tf.range(2)),
        "foldl": lambda: tf.foldl(lambda s, i: add(1000.0, s + i), tf.range(3)),
        "scan": lambda: tf.scan(lambda s, i: add(1000.0, s + i), tf.range(3)),
        "nested": lambda: tf.cond(
            x > 0.0, lambda: tf.while_loop(lambda i: i < 3, lambda i: add(1.0, i + 1), [0])[0], lambda: tf.constant(0)
        ),
        "asked for": lambda: tf.cond(x > 0.0, lambda: a.assign_add(10.0) * 2.0, lambda: a + 0.0),
        "by a dependency": lambda: tf.while_loop(lambda i: i < 3, lambda i: dependent(tf, a, i), [0]),
        "chained": lambda: tf.cond(x > 0.0, lambda: a.assign(5.0).assign_add(1.0) + 0.0, lambda: a + 0.0),
    }[name]()


def dependent(tf, a, i):
    with tf.control_dependencies([a.assign_add(1.0)]):
        return i + 1


BODIES = [
    "while",
    "cond",
    "switch_case",
    "map_fn",
    "foldl",
    "scan",
    "nested",
    "asked for",
    "by a dependency",
    "chained",
]


@case.each(BODIES)
def effects_in_bodies(tf, name):
    return run(tf, lambda a, b, x: of_body(tf, name, a, x), BOTH)


CAPTURED = {
    "cond": lambda tf, u, x: tf.cond(x > 0.0, lambda: u + 1.0, lambda: tf.constant(0.0)),
    "case": lambda tf, u, x: tf.switch_case(tf.cast(x > 0.0, tf.int32), [lambda: tf.constant(0.0), lambda: u * 2.0]),
    "while": lambda tf, u, x: tf.while_loop(lambda i, s: i < 2, lambda i, s: (i + 1, s + u), [0, 0.0])[1],
    "identity": lambda tf, u, x: tf.cond(x > 0.0, lambda: tf.identity(u), lambda: tf.constant(0.0)),
    "deep": lambda tf, u, x: tf.cond(
        x > 0.0, lambda: tf.cond(x > 0.5, lambda: u + 0.0, lambda: x), lambda: tf.constant(0.0)
    ),
    "assign": lambda tf, u, x: tf.cond(x > 0.0, lambda: u.assign_add(1.0) + 0.0, lambda: tf.constant(0.0)),
}


@case.each(CAPTURED)
def assignments_that_bodies_use(tf, name):
    return run(tf, lambda a, b, x: CAPTURED[name](tf, a.assign_add(1000.0), x), BOTH)


WRAPPED = {
    "method": lambda tf, v, x: v.assign_add(x),
    "function": lambda tf, v, x: tf.compat.v1.assign(v, x),
    "list": lambda tf, v, x: [v.assign_add(x), x],
    "dict": lambda tf, v, x: {"a": v.assign_sub(x)},
    "identity": lambda tf, v, x: tf.identity(v.assign_add(x)),
    "product": lambda tf, v, x: v.assign_add(x) * 2.0,
    "read_value": lambda tf, v, x: v.assign_add(x).read_value(),
    "chained": lambda tf, v, x: v.assign_add(x).assign_add(x),
    "unused": lambda tf, v, x: (v.assign_add(x), x)[1],
    "unused in a body": lambda tf, v, x: tf.cond(x > 0.0, lambda: (v.assign_add(x), x)[1], lambda: x),
}


@case.each(WRAPPED)
def wrapped_functions(tf, name):
    v = tf.Variable(2.0)
    wrapped = tf.compat.v1.wrap_function(lambda x: WRAPPED[name](tf, v, x), [tf.TensorSpec([])])
    return [(wrapped(tf.constant(3.0)), v.read_value()) for _ in range(2)]


@case.each([("x", "Up"), ("a", None), ("a", "a"), ("0", "a-b"), ("a b", "_c")])
def names_of_wrapped_functions(tf, name):
    specs = [tf.TensorSpec([], name=one) for one in name]
    wrapped = tf.compat.v1.wrap_function(lambda x, y: x - 2 * y, specs)
    names = [tensor.name for tensor in wrapped.inputs]
    part = wrapped.prune(names, wrapped.outputs[0].name)
    told = [spec.name for spec in wrapped.structured_input_signature[0]]
    return names, told, part(tf.constant(1.0), tf.constant(5.0))


@case.each(["nothing", "an empty list", "None and a tensor"])
def wrapped_functions_without_results(tf, name):
    """Where nothing is asked for, everything is run; what is made inside, too."""
    v, w = tf.Variable(2.0), tf.Variable(1.0)

    def change(x):
        made = tf.compat.v1.Variable(10.0, use_resource=True)
        v.assign_add(x)
        w.assign_add(1.0)
        made.assign_add(x)
        return {"nothing": None, "an empty list": [], "None and a tensor": (None, x)}[name]

    wrapped = tf.compat.v1.wrap_function(change, [tf.TensorSpec([])])
    for _ in range(2):
        wrapped(tf.constant(3.0))
    return sorted(x.numpy().item() for x in (v, w, *wrapped.variables))


@case
def sessions_have_resources_of_their_own(tf):
    v1 = tf.compat.v1
    outcome = []
    with tf.Graph().as_default():
        queue = tf.queue.FIFOQueue(5, tf.int32, [])
        named = [tf.queue.FIFOQueue(5, tf.int32, [], shared_name="both") for _ in range(2)]
        table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        static = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), -1)
        found = static.lookup(tf.constant(["a"]))
        fill = [queue.enqueue(3), named[0].enqueue(4), table.insert(tf.constant(["a"]), tf.constant([1], tf.int64))]
        sizes = [queue.size(), named[0].size(), named[1].size(), table.size()]
        for fills in (True, False):
            with v1.Session() as session:
                if fills:
                    session.run(v1.tables_initializer())
                    session.run(fill)
                outcome.append(session.run(sizes))
                try:
                    outcome.append(session.run(found))
                except tf.errors.FailedPreconditionError:
                    outcome.append("not initialized")
    return outcome


@case
def graphs_have_seeds_of_their_own(tf):
    v1 = tf.compat.v1
    outcome = []
    for seed in (None, 5):
        tf.random.set_seed(77)
        with tf.Graph().as_default():
            if seed is not None:
                tf.random.set_seed(seed)
            uniform = tf.random.uniform([], seed=3)
            called = tf.function(lambda: tf.random.normal([], seed=4))()
            variable = v1.get_variable("w", [2], initializer=v1.truncated_normal_initializer(seed=1))
            iterator = v1.data.make_initializable_iterator(tf.data.Dataset.range(6).shuffle(6, seed=2))
            element = iterator.get_next()
            with v1.Session() as session:
                session.run([variable.initializer, iterator.initializer])
                outcome += session.run([uniform, called, variable])
                outcome.append([session.run(element) for _ in range(6)])
    outcome.append(tf.random.uniform([], seed=3))
    return outcome


def kinds(value):
    if isinstance(value, dict):
        return [type(value).__name__, {key: kinds(item) for key, item in value.items()}]
    return [type(value).__name__, *map(kinds, value)] if isinstance(value, (list, tuple)) else "tensor"


Pair = collections.namedtuple("Pair", "a b")  # noqa: PYI024


def loops_in_lists_and_tuples(tf):
    """The lists, tuples and dictionaries of what loops give."""
    i, x = tf.constant(0), tf.constant(1.0)
    ends = lambda i, *rest: i < 3  # noqa: E731
    loops = [
        (ends, lambda i, a: (i + 1, a * 2.0), [i, x]),
        (ends, lambda i, a: [i + 1, a * 2.0], (i, x)),
        (ends, lambda i, a: [i + 1, a * 2.0], Pair(i, x)),
        (ends, lambda i, a: Pair(i + 1, a * 2.0), [i, x]),
        (ends, lambda i, a: (i + 1, {"b": a["b"], "a": a["a"]}), [i, {"a": x, "b": x}]),
        (ends, lambda i: [i + 1], (i,)),
        (lambda i: i[0] < 3, lambda i: ([i[0] + 1],), [[i]]),
        (lambda i: i["i"] < 3, lambda i: ({"i": i["i"] + 1},), [{"i": i}]),
        (lambda i: i[0] < 3, lambda i: [(i[0] + 1, i[1])], [(i, x)]),
        (lambda s: False, lambda s: [s], (tf.sparse.from_dense([x]),)),
        (lambda a: False, lambda a: [a], (tf.TensorArray(tf.float32, 1),)),
    ]
    found = [kinds(tf.while_loop(*loop)) for loop in loops]
    found += [kinds(tf.compat.v1.while_loop(*loop)) for loop in loops]
    found += [kinds(tf.compat.v1.while_loop(*loop, return_same_structure=True)) for loop in loops]
    return [*found, kinds(tf.compat.v1.while_loop(ends, lambda i: i + 1, (i,)))]


WAITING = {
    "while": lambda tf, step: tf.while_loop(lambda i: i < 4, step, [1]),
    "while condition": lambda tf, step: tf.while_loop(lambda i: step(i) < 4, lambda i: i + 1, [1]),
    "cond": lambda tf, step: tf.cond(tf.constant(True), lambda: step(tf.constant(1)), lambda: tf.constant(5)),
    "switch_case": lambda tf, step: tf.switch_case(
        tf.constant(1), [lambda: tf.constant(5), lambda: step(tf.constant(1))]
    ),
    "map_fn": lambda tf, step: tf.map_fn(step, tf.constant([1, 2])),
    "loop in a branch": lambda tf, step: tf.cond(
        tf.constant(True), lambda: tf.while_loop(lambda i: i < 4, step, [1])[0], lambda: tf.constant(5)
    ),
}


@case.each(WAITING)
def parts_wait_for_operations_outside(tf, name):
    def make(a, b, x):
        outside = a.assign_add(1.0)

        def step(i):
            with tf.control_dependencies([outside]):
                return i + 1

        return WAITING[name](tf, step)

    return run(tf, make)


@case
def cases_are_checked(tf):
    def outcome(make):
        try:
            return run(tf, lambda a, b, x: make(x))
        except tf.errors.InvalidArgumentError:
            return "InvalidArgumentError"

    one, two = (lambda: tf.constant(1)), (lambda: tf.constant(2))
    return [
        outcome(lambda x: tf.case([(x > 2.0, one), (x > 3.0, two)])),
        outcome(lambda x: tf.case([(x > 0.0, one), (x > 3.0, two)])),
        outcome(lambda x: tf.case([(x > 0.0, one), (x > -1.0, two), (x > -2.0, two)], exclusive=True)),
        outcome(lambda x: tf.compat.v1.case([(x > 0.0, one), (x > 1.0, two)], default=two, exclusive=True)),
    ]


@pytest.mark.parametrize("kind", ["plain", "plain with version 1's loops", "function with version 1's loops", "eager"])
def test_loops_in_lists_and_tuples(kind, tensorflow, gw):
    def run(tf):
        if kind == "eager":
            return loops_in_lists_and_tuples(tf)
        if kind != "plain":
            tf.compat.v1.disable_control_flow_v2()
        try:
            if kind.startswith("plain"):
                with tf.Graph().as_default():
                    return loops_in_lists_and_tuples(tf)
            found = []
            tf.function(lambda: found.append(loops_in_lists_and_tuples(tf)), autograph=False)()
            return found
        finally:
            tf.compat.v1.enable_control_flow_v2()

    assert run(gw) == run(tensorflow)


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
