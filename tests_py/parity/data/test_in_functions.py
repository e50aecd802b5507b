"""Data sets and iterators as arguments, captures and results of functions, and loops over them."""

import gc
import weakref

import numpy as np
import pytest

from support.compare import outcome, same_outcome, same_results


def case(*arguments, gives=None):
    """A row: a function of `tf` and of data sets or iterators over 0 … 9, as `arguments` name them.

    With `gives` TensorFlow raises, or gives something else.
    """

    def decorate(function):
        CASES.append((function, arguments, gives))
        return function

    return decorate


CASES = []


def plain(value):
    if isinstance(value, (list, tuple)):
        return type(value)(plain(item) for item in value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "as_numpy_iterator"):
        return [plain(item) for item in value]
    return (value.dtype.name, np.asarray(value.numpy()).tolist()) if hasattr(value, "numpy") else value


@case("dataset")
def loop(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in dataset:
        total += x
    return total


@case()
def loop_over_one_made_inside(tf):
    total = 0.0
    for x in tf.data.Dataset.range(4).map(lambda v: tf.cast(v, tf.float32) * 2).batch(3):
        total += tf.reduce_sum(x)
    return total


@case("dataset")
def loop_left_by_break(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in dataset:
        if x > 4:
            break
        total += x
    return total


@case("dataset")
def loop_with_continue(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in dataset:
        if x % 3 == 0:
            continue
        total += x
    return total


@case("dataset", gives=("int64", 5))
def loop_left_by_return(tf, dataset):
    for x in dataset:
        if x > 4:
            return x
    return tf.constant(-1, tf.int64)


@case("dataset", gives=("int64", 7))
def loop_with_else(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in dataset:
        if x > 100:
            break
    else:
        total += 7
    return total


@case("dataset", "dataset")
def loop_in_a_loop(tf, outer, inner):
    total = tf.constant(0, tf.int64)
    for x in outer.take(3):
        for y in inner.skip(7):
            total += x * y
    return total


@case("dataset")
def loop_in_a_loop_over_numbers(tf, dataset):
    total = tf.constant(0, tf.int64)
    for _ in tf.range(3):
        for x in dataset:
            if x == 5:
                break
            total += x
    return total


@case("dataset")
def enumeration(tf, dataset):
    total = tf.constant(0, tf.int64)
    for i, x in enumerate(dataset, 3):
        total += i * x
    return total


@case("dataset")
def pairs(tf, dataset):
    total = tf.constant(0, tf.int64)
    for a, b in zip(dataset, dataset.map(lambda v: v * 2)):  # noqa: B905
        total += a * b
    return total


@case("dataset")
def mapped(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in map(lambda v: v * 3, dataset):
        total += x
    return total


@case("dataset")
def builtin_map_of_pairs(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in map(lambda pair: pair[0] * pair[1] + len(pair), dataset.enumerate()):
        total += x
    return total


@case("dataset")
def builtin_map_of_dicts(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in map(lambda a, b: a["x"] * b, dataset.map(lambda v: {"x": v}), dataset):
        total += x
    return total


@case("dataset")
def filtered(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in filter(lambda v: v > 5, dataset):
        total += x
    return total


@case("dataset")
def whether_any_and_all(tf, dataset):
    return any(dataset.map(lambda x: x > 8)), all(dataset.map(lambda x: x > 8)), any(dataset.map(lambda x: x > 80))


@case("dataset")
def length(tf, dataset):
    return len(dataset)


@case("dataset")
def length_that_is_unknown(tf, dataset):
    return len(dataset.filter(lambda x: x > 3))


@case("dataset")
def structures(tf, dataset):
    total = 0
    for element in tf.data.Dataset.zip({"a": dataset, "b": (dataset, dataset)}):
        total += tf.cast(element["a"] * element["b"][1], tf.int32)
    return total


@case("dataset")
def state_of_a_growing_shape(tf, dataset):
    seen = tf.zeros([0], tf.int64)
    for x in dataset:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(seen, tf.TensorShape([None]))])
        seen = tf.concat([seen, [x]], 0)
    return seen


@case("dataset")
def number_of_iterations_that_has_no_effect(tf, dataset):
    total = tf.constant(0, tf.int64)
    for x in dataset:
        tf.autograph.experimental.set_loop_options(maximum_iterations=1)
        total += x
    return total


@case("dataset")
def tensor_array(tf, dataset):
    array = tf.TensorArray(tf.int64, 0, dynamic_size=True)
    for i, x in enumerate(dataset):
        array = array.write(tf.cast(i, tf.int32), x * x)
    return array.stack()


@case("dataset")
def tuple_state(tf, dataset):
    least, most = tf.constant(100, tf.int64), tf.constant(-100, tf.int64)
    for x in dataset:
        least, most = tf.minimum(least, x), tf.maximum(most, x)
    return {"least": least, "most": most}


@case("dataset")
def state_of_another_dtype(tf, dataset):
    total = 0
    for x in dataset:
        total = x
    return total


@case("dataset")
def variable(tf, dataset):
    count = COUNTS.setdefault(tf.__name__, tf.Variable(0, dtype=tf.int64))
    for x in dataset:
        count.assign_add(x)
    return count.read_value()


COUNTS = {}


@case("dataset")
def reduction(tf, dataset):
    return dataset.reduce(tf.constant(0, tf.int64), lambda total, x: total + x)


@case("dataset", "scalar")
def captured_argument(tf, dataset, scalar):
    return dataset.map(lambda x: x * scalar).reduce(tf.constant(0, tf.int64), lambda total, x: total + x)


@case("dataset")
def data_set_as_result(tf, dataset):
    return dataset.map(lambda x: x + 1).batch(4)


@case("dataset")
def data_sets_in_a_structure(tf, dataset):
    return {"a": dataset.take(2), "b": (dataset.skip(8), 3)}


@case("iterator")
def iterator(tf, iterator):
    total = tf.constant(0, tf.int64)
    for x in iterator:
        if x == 3:
            break
        total += x
    return total, next(iterator), next(iterator)


@case("iterator")
def next_elements(tf, iterator):
    return next(iterator), iterator.get_next(), iterator.get_next_as_optional().get_value()


@case("iterator")
def whole_iterator(tf, iterator):
    total = tf.constant(0, tf.int64)
    for x in iterator:
        total += x
    return total, iterator.get_next_as_optional().has_value()


@case("dataset", gives=(("int64", 0), ("int64", 77)))
def next_with_a_default(tf, dataset):
    iterator = iter(dataset.take(1))
    return next(iterator), next(iterator, tf.constant(77, tf.int64))


@case("dataset")
def end_of_sequence(tf, dataset):
    iterator = iter(dataset.take(1))
    next(iterator)
    return next(iterator)


@case("dataset")
def optionals_in_a_loop(tf, dataset):
    iterator = iter(dataset)
    optional = iterator.get_next_as_optional()
    total = tf.constant(0, tf.int64)
    while optional.has_value():
        total += optional.get_value()
        optional = iterator.get_next_as_optional()
    return total


@case("dataset")
def next_in_a_loop(tf, dataset):
    iterator = iter(dataset)
    total = tf.constant(0, tf.int64)
    for _ in tf.range(5):
        total += next(iterator)
    return total


@case("dataset")
def without_autograph(tf, dataset):
    @tf.function(autograph=False)
    def inner(dataset):
        iterator = iter(dataset)
        return next(iterator) + next(iterator)

    return inner(dataset)


@case("dataset")
def through_a_function(tf, dataset):
    @tf.function
    def inner(dataset):
        return loop(tf, dataset.map(lambda x: x * 2))

    return inner(dataset), inner(dataset.take(3))


@case("dataset")
def in_a_branch(tf, dataset):
    if dataset.cardinality() > 5:
        result = loop(tf, dataset)
    else:
        result = tf.constant(-1, tf.int64)
    return result


@case("dataset", gives=("float32", 270.0))
def gradient(tf, dataset):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = 0.0
        for y in dataset:
            total += x * x * tf.cast(y, tf.float32)
    return tape.gradient(total, x)


def arguments(tf, names):
    made = {
        "dataset": lambda: tf.data.Dataset.range(10),
        "iterator": lambda: iter(tf.data.Dataset.range(10)),
        "scalar": lambda: tf.constant(3, tf.int64),
    }
    return [made[name]() for name in names]


@pytest.mark.parametrize(("function", "names", "gives"), CASES, ids=[function.__name__ for function, _, _ in CASES])
def test_in_a_function(function, names, gives, tensorflow, gw):
    def run(tf):
        return plain(tf.function(lambda *args: function(tf, *args))(*arguments(tf, names)))

    theirs = outcome(run, tensorflow) if gives is None else (gives, None)
    same_outcome(theirs, outcome(run, gw))


@pytest.mark.parametrize("function", [loop, enumeration, pairs, tuple_state, reduction], ids=lambda f: f.__name__)
def test_the_same_eagerly(function, gw):
    dataset = gw.data.Dataset.range(10)
    assert plain(function(gw, dataset)) == plain(gw.function(lambda d: function(gw, d))(dataset))


def test_traces(tensorflow, gw):
    """Data sets and iterators of one spec share a trace."""

    def traces(tf):
        make = tf.data.Dataset
        function = tf.function(lambda dataset: dataset.reduce(tf.constant(0), lambda count, _: count + 1))
        for dataset in (
            make.range(3),
            make.range(5),
            make.range(5).map(lambda x: x),
            make.range(4).batch(2),
            make.range(1),
        ):
            function(dataset)
        first = function.experimental_get_tracing_count()
        take = tf.function(lambda iterator: iterator.get_next())
        iterator = iter(make.range(5))
        found = [int(take(iterator)), int(next(iterator)), int(take(iterator)), int(take(iter(make.range(3))))]
        spec = tf.data.DatasetSpec(tf.TensorSpec([], tf.int64))
        signed = tf.function(
            lambda dataset: dataset.reduce(tf.constant(0), lambda count, _: count + 1), input_signature=[spec]
        )
        return first, take.experimental_get_tracing_count(), found, int(signed(make.range(7)))

    assert traces(gw) == traces(tensorflow)


def test_names_of_nodes(gw):
    """A loop over an iterator is made of TensorFlow's ops."""

    def function(dataset):
        total = gw.constant(0, gw.int64)
        for x in dataset:
            total += x
        return total

    concrete = gw.function(function).get_concrete_function(gw.data.Dataset.range(3))
    types = [op.type for op in concrete.graph.get_operations()]
    assert {"AnonymousIteratorV3", "MakeIterator", "IteratorGetNextAsOptional", "While"} <= set(types)


def test_loops_are_native(gw):
    """A hundred thousand elements pass through a loop in a second or so."""
    import time

    dataset = gw.data.Dataset.range(100_000)
    function = gw.function(lambda: loop(gw, dataset))
    function()
    start = time.perf_counter()
    assert int(function()) == 4_999_950_000
    assert time.perf_counter() - start < 5


def test_calls_of_a_function_shuffle_anew(gw):
    """A data set that a function makes is another one in each call."""
    gw.random.set_seed(None)  # tests that ran before may have set one

    @gw.function
    def order():
        return gw.data.Dataset.range(50).shuffle(50).batch(50).get_single_element()

    assert order().numpy().tolist() != order().numpy().tolist()


@pytest.mark.parametrize("draw", ["tf.random.uniform([])", "tf.random.normal([], seed=3)", "drawn()"])
def test_a_reduction_draws_anew_with_each_run(draw, tensorflow, gw):
    def runs(tf):
        tf.random.set_seed(1)
        names = {"tf": tf, "drawn": tf.function(lambda: tf.random.uniform([], seed=5))}
        step = eval(f"lambda total, x: total * 2.0 + {draw}", names)
        reduced = tf.function(lambda dataset: dataset.reduce(0.0, step))
        looped = tf.function(lambda dataset: tf.map_fn(lambda _: dataset.reduce(0.0, step), tf.zeros([2])))
        dataset = tf.data.Dataset.range(3)
        return [reduced(dataset) for _ in range(3)] + [looped(dataset) for _ in range(2)]

    same_results(runs, tensorflow, gw)


def test_python_loop_without_autograph(gw):
    """A Python loop over the elements of a graph would never end: it is refused."""

    @gw.function(autograph=False)
    def function():
        total = gw.constant(0, gw.int64)
        for x in gw.data.Dataset.range(3):
            total += x
        return total

    with pytest.raises(ValueError, match="AutoGraph"):
        function()


def test_debug_mode_runs_functions_in_python(gw, tensorflow):
    from tensorflow.python.data.ops import debug_mode

    from graphwright._src.data import functions

    def program(tf):
        calls = []

        def told(x):
            if not tf.inside_function():
                calls.append(type(x).__name__)
            return {"x": x + 1, "y": tf.ragged.constant([[1], []])}

        data = tf.data.Dataset
        tf.data.experimental.enable_debug_mode()
        found = [[int(e["x"]), e["y"].to_list()] for e in data.range(3).map(told, num_parallel_calls=2)]
        found.append([int(x) for x in data.range(5).filter(lambda x: x % 2 == 0).flat_map(data.range)])
        found.append([int(x) for x in data.range(5).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s * x))])
        with tf.Graph().as_default():
            try:
                tf.data.experimental.enable_debug_mode()
            except ValueError as error:
                found.append(str(error))
        return found, calls

    try:
        assert program(gw) == program(tensorflow)
    finally:
        functions._debugging = False
        debug_mode.toggle_debug_mode(False)


def lives(tf):
    """Whether a data set's object is there while an iterator over it, or over what was made of it, is."""
    found = []
    for make in (lambda data: data, lambda data: data.batch(2).prefetch(1), lambda data: data.map(lambda x: x + 1)):
        data = tf.data.Dataset.range(3)
        seen = weakref.ref(data)
        iterator = iter(make(data))
        del data
        gc.collect()
        found.append([seen() is not None, next(iterator)])
        del iterator
        gc.collect()
        found.append(seen() is None)
    return found


def test_data_sets_live_as_long_as_their_iterators(tensorflow, gw):
    same_results(lives, tensorflow, gw)


def test_tensor_arrays_as_states_and_elements(tensorflow, gw):
    def found(tf):
        data, i32 = tf.data.Dataset, tf.int32

        def array():
            return tf.TensorArray(tf.int64, 3, element_shape=[], clear_after_read=False).unstack(
                tf.zeros([3], tf.int64)
            )

        def added(state, x):
            place = tf.cast(x % 3, i32)
            return state.write(place, state.read(place) + x)

        def step(state, x):
            new = added(state, x)
            return new, new.stack()

        def both(state, x):
            new = added(state["a"], x)
            return {"a": new, "n": state["n"] + 1}, (new.stack(), state["n"])

        def rows(dataset):
            return [tf.nest.map_structure(lambda x: x.numpy().tolist(), element) for element in dataset]

        def longer(state, x):
            return state.write(state.size(), x), state.size()

        @tf.function
        def in_function():
            total = tf.zeros([3], tf.int64)
            for x in data.range(5).scan(array(), step):
                total += x
            return total, data.range(5).reduce(array(), added).stack()

        scanned = data.range(5).scan(array(), step)
        results = [rows(scanned), rows(scanned), repr(scanned.element_spec), in_function()]
        results.append(rows(data.range(5).scan({"a": array(), "n": 0}, both)))
        results.append(rows(data.range(3).scan(tf.TensorArray(tf.int64, 0, dynamic_size=True), longer)))
        results.append(data.range(5).reduce(array(), added).stack())
        results.append(rows(data.range(2).map(lambda x: array().write(0, x)).map(lambda a: a.stack())))
        results.append(repr(data.from_tensors(array()).element_spec))
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            scan = tf.data.experimental.scan(array(), step)
            following = tf.compat.v1.data.make_one_shot_iterator(
                tf.compat.v1.data.Dataset.range(5).apply(scan)
            ).get_next()
            results.append([session.run(following).tolist() for _ in range(5)])
        return results

    same_results(found, tensorflow, gw)
