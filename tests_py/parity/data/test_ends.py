"""Where data sets end: errors at any element, what comes after them, ends that others wait for, and signals meanwhile.

Of errors and the elements at which they come some are tried, all of them with GRAPHWRIGHT_TESTS=all.
"""

import itertools
import signal
import threading
import time

import numpy as np
import pytest

from support.selection import some

MOST, STUCK = 30, 3


def events(dataset, most=MOST):
    """Elements, the classes of errors, after which more is asked for, and "end"; errors that never end come once."""
    iterator, found = iter(dataset), []
    while len(found) < most:
        try:
            found.append(values(next(iterator)))
        except StopIteration:
            return [*found, "end"]
        except Exception as error:
            found.append(type(error).__name__)
            if found[-STUCK:] == [found[-1]] * STUCK:
                return [*found[: -STUCK + 1], "and so on"]
    return found


def values(element):
    if isinstance(element, tuple):
        return tuple(map(values, element))
    if not hasattr(element, "numpy"):  # a data set
        return [values(one) for one in element]
    return element.numpy().tolist()


def raising(tf, error, at):
    """A function of a number that raises at one of them."""

    def function(x):
        if x == at:
            raise error
        return x

    return lambda x: tf.ensure_shape(tf.numpy_function(function, [x], tf.int64), [])


def failing(tf, at):
    """The same by an op."""
    return lambda x: x + 0 * tf.cast(tf.debugging.check_numerics(1.0 / tf.cast(x - at, tf.float32), ""), tf.int64)


def same_on_both(gw, tensorflow, program, *args):
    assert program(gw, *args) == program(tensorflow, *args)


ERRORS = [StopIteration, StopIteration("x"), ValueError("x"), KeyError("x"), NotImplementedError("x"), MemoryError("x")]
ERRORS += [StopAsyncIteration("x"), OSError("x"), AssertionError("x"), RuntimeError("x"), TypeError("x")]
PLACES = {
    "map": lambda tf, d, f: d.map(f),
    "parallel map": lambda tf, d, f: d.map(f, num_parallel_calls=2),
    "py_function": lambda tf, d, f: d.map(lambda x: tf.py_function(lambda y: f(y), [x], tf.int64)),
    "filter": lambda tf, d, f: d.filter(lambda x: f(x) >= 0),
    "take_while": lambda tf, d, f: d.take_while(lambda x: f(x) >= 0),
    "scan": lambda tf, d, f: d.scan(tf.constant(0, tf.int64), lambda s, x: (s + f(x), s)),
    "flat_map": lambda tf, d, f: d.flat_map(lambda x: tf.data.Dataset.range(f(x))),
    "interleave": lambda tf, d, f: d.interleave(lambda x: tf.data.Dataset.range(f(x)), 2),
    "parallel interleave": lambda tf, d, f: d.interleave(
        lambda x: tf.data.Dataset.range(f(x)), 2, num_parallel_calls=2
    ),
    "key": lambda tf, d, f: d.group_by_window(lambda x: f(x) % 2, lambda k, w: w.batch(2), 2),
    "batch": lambda tf, d, f: d.map(f).batch(2),
    "ignored": lambda tf, d, f: d.map(f).ignore_errors(),
    "ignored filter": lambda tf, d, f: d.filter(lambda x: f(x) >= 0).ignore_errors(),
}


@pytest.mark.parametrize("place", PLACES)
def test_exceptions_of_python_functions(gw, tensorflow, place):
    def program(tf, error, at):
        return events(PLACES[place](tf, tf.data.Dataset.range(5), raising(tf, error, at)))

    for error, at in some(itertools.product(ERRORS, (0, 2, 4)), 1 / 3, place):
        same_on_both(gw, tensorflow, program, error, at)


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_exceptions_of_generators(gw, tensorflow, error):
    def program(tf):
        def count():
            yield 1
            raise error

        return events(tf.data.Dataset.from_generator(count, output_signature=tf.TensorSpec([], tf.int64)))

    same_on_both(gw, tensorflow, program)


def test_reduce_says_what_its_function_says(gw, tensorflow):
    def program(tf, error):
        function = raising(tf, error, 2)
        try:
            return tf.data.Dataset.range(4).reduce(tf.constant(0, tf.int64), lambda s, x: s + function(x)).numpy()
        except Exception as met:
            return type(met).__name__

    for error in ERRORS:
        same_on_both(gw, tensorflow, program, error)


AFTER = {
    "batch": lambda d: d.batch(3),
    "batch of what another thread made": lambda d: d.prefetch(1).batch(3),
    "whole batches": lambda d: d.batch(3, drop_remainder=True),
    "parallel batch": lambda d: d.prefetch(1).batch(3, num_parallel_calls=2),
    "padded batch": lambda d: d.padded_batch(3),
    "window": lambda d: d.window(3).flat_map(lambda w: w.batch(3)),
    "windows that overlap": lambda d: d.window(3, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(3)),
    "windows by twos": lambda d: d.window(3, shift=2).flat_map(lambda w: w.batch(3)),
    "windows apart": lambda d: d.window(2, shift=4).flat_map(lambda w: w.batch(3)),
    "windows with gaps": lambda d: d.window(2, stride=2).flat_map(lambda w: w.batch(3)),
    "rebatch": lambda d: d.prefetch(1).batch(2).rebatch(3),
    "skip": lambda d: d.skip(3),
    "take": lambda d: d.take(3),
    "shard": lambda d: d.shard(3, 1),
    "first shard": lambda d: d.shard(2, 0),
    "cache": lambda d: d.cache().repeat(2),
    "shuffle": lambda d: d.shuffle(3, seed=1),
    "shuffle and repeat": lambda d: d.shuffle(20, seed=1).repeat(2),
    "prefetch": lambda d: d.prefetch(2),
    "repeat": lambda d: d.repeat(2),
    "unique": lambda d: d.map(lambda x: x // 2).unique(),
    "enumerate": lambda d: d.enumerate(),
}


@pytest.mark.parametrize("name", AFTER)
def test_what_comes_after_an_error(gw, tensorflow, name):
    def program(tf, at):
        return events(AFTER[name](tf.data.Dataset.range(8).map(raising(tf, ValueError("x"), at))))

    for at in some(range(7), 1 / 3, name):
        same_on_both(gw, tensorflow, program, at)


@pytest.mark.parametrize("calls", [None, 1, 2])
def test_errors_of_interleaved_data_sets_come_in_their_turn(gw, tensorflow, calls):
    def inside(tf, cycle, block, at):
        data, function = tf.data.Dataset, failing(tf, at)
        return events(
            data.range(4).interleave(
                lambda x: data.range(10 * x, 10 * x + 4).map(function), cycle, block, num_parallel_calls=calls
            )
        )

    def opening(tf, cycle, block, at):
        data, function = tf.data.Dataset, raising(tf, ValueError("x"), at)

        def opened(x):
            tens = 10 * function(x)
            return data.range(3).map(lambda y: y + tens)

        return events(data.range(6).interleave(opened, cycle, block, num_parallel_calls=calls))

    def of_the_input(tf, cycle, block, at):
        data = tf.data.Dataset
        numbers = data.range(6).map(raising(tf, ValueError("x"), at))
        return events(numbers.interleave(lambda x: data.range(3), cycle, block, num_parallel_calls=calls))

    cases = itertools.product((inside, opening, of_the_input), (2, 3), (1, 2, 3), (0, 2, 3))
    for program, cycle, block, at in some(cases, 1 / 6, f"{calls}"):
        same_on_both(gw, tensorflow, program, cycle, block, at)


GROUPS = {
    "first": lambda tf, k: 2 + failing(tf, 0)(k),
    "second": lambda tf, k: 2 + failing(tf, 1)(k),
    "raises": lambda tf, k: 2 + raising(tf, ValueError("x"), 1)(k),
    "stops": lambda tf, k: 2 + raising(tf, StopIteration, 1)(k),
}


@pytest.mark.parametrize("name", GROUPS)
def test_groups_whose_function_fails(gw, tensorflow, name):
    """TensorFlow gives the error of a group that is left at the end again and again, graphwright once."""

    def program(tf, count, size):
        numbers = tf.data.Dataset.range(count)
        return events(numbers.group_by_window(lambda x: x % 2, lambda k, w: w.batch(GROUPS[name](tf, k)), size))

    for count in (1, 2, 5, 10):
        for size in (1, 2, 9):
            got, want = program(gw, count, size), program(tensorflow, count, size)
            if want[-1] == "and so on":
                assert got[-1] == "end"
                got, want = got[: len(want) - 1], want[:-1]
            assert got == want


@pytest.mark.parametrize("at", [0, 1, 2, 4])
@pytest.mark.parametrize("place", ["key", "init", "reduce", "finalize"])
def test_reducers_whose_functions_fail(gw, tensorflow, place, at):
    def program(tf):
        def checked(name, value):
            return value + failing(tf, at)(value) if name == place else value

        reducer = tf.data.experimental.Reducer(
            lambda k: checked("init", k), lambda s, x: s * 10 + checked("reduce", x), lambda s: checked("finalize", s)
        )
        grouped = tf.data.experimental.group_by_reducer(lambda x: checked("key", x) % 3, reducer)
        return events(tf.data.Dataset.range(6).apply(grouped))

    same_on_both(gw, tensorflow, program)


def test_data_sets_that_are_never_drawn_from_keep_nobody_waiting(gw, tensorflow):
    def program(tf, weights, stop):
        data = tf.data.Dataset
        endless, finite = data.range(3).repeat(), data.range(10, 13)
        return events(data.sample_from_datasets([endless, finite, finite], weights, seed=1, stop_on_empty_dataset=stop))

    for weights in ([0.0, 1.0, 0.0], [0.0, 1.0, 2.0], [0.0, 0.0, 0.0], np.array([0.0, 0.5, 0.5]), [-1.0, 0.0, 1.0]):
        for stop in (True, False):
            same_on_both(gw, tensorflow, program, weights, stop)
    with pytest.raises(TypeError):
        program(gw, [0, 1, 0], True)


def test_zipped_caches_are_all_finished(gw, tensorflow, tmp_path):
    def program(tf, *sizes):
        folder = tmp_path / tf.__name__ / "_".join(map(str, sizes))
        folder.mkdir(parents=True)
        data = tf.data.Dataset
        caches = tuple(data.range(size).cache(str(folder / f"part{i}")) for i, size in enumerate(sizes))
        return events(data.zip(caches)), sorted(path.name for path in folder.iterdir())

    for sizes in ((3, 3), (3, 4), (4, 3), (2, 3, 2), (2, 2, 2)):
        same_on_both(gw, tensorflow, program, *sizes)


def test_zipped_errors_at_the_end(gw, tensorflow):
    def program(tf, first, at, other):
        data, fails = tf.data.Dataset, failing(tf, at)
        return events(data.zip((data.range(first).map(fails), data.range(3), data.range(5).map(failing(tf, other)))))

    for first, at, other in some(itertools.product((2, 3, 5), (1, 2, 3), (1, 3)), 1 / 3):
        same_on_both(gw, tensorflow, program, first, at, other)


def test_elements_of_a_shuffle_by_their_number(gw, tensorflow):
    """TensorFlow has one order for all seeds where each iterator has the same, graphwright that of a full buffer."""

    def program(tf, count, buffer, seed, again):
        dataset = tf.data.Dataset.range(count).shuffle(buffer, seed=seed, reshuffle_each_iteration=again)
        at = tf.data.experimental.at
        first = [values(at(dataset, i)) for i in range(count)]
        epochs = [values(x) for _ in range(2) for x in dataset]
        mapped = dataset.map(lambda x: x * 2).take(count - 1)
        return first, epochs, [values(at(mapped, i)) for i in (1, 0)], values(at(dataset.batch(2), 0))

    for again in (True, False):
        for buffer in (3, 10):
            for seed in (1, 7):
                found = program(gw, 10, buffer, seed, again)
                assert sorted(found[0]) == list(range(10))
                if again:
                    assert found == program(tensorflow, 10, buffer, seed, again)
                elif buffer == 10:
                    assert found[0] * 2 == found[1]


# ---- states ----


def nested(tf):
    """Pipelines whose iterators hold data sets."""
    data = tf.data.Dataset
    other = data.range(100).shuffle(10, seed=3)
    double = lambda x: x * 2  # noqa: E731
    return {
        "windows in a shuffle": data.range(12).window(3).shuffle(3, seed=1),
        "windows that were mapped": data.range(12).window(3).map(lambda w: w.map(double)).shuffle(3, seed=1),
        "windows ahead": data.range(12).window(3).map(lambda w: w.map(double).batch(2)).prefetch(2),
        "made by a function": data.range(12).map(lambda x: data.range(x)).prefetch(2),
        "made by several": data.range(12).map(lambda x: data.range(x).map(lambda y: y + x), num_parallel_calls=2),
        "flattened": data.range(12).map(lambda x: data.range(x)).flat_map(lambda d: d.batch(2)),
        "interleaved": data.range(12).map(lambda x: data.range(x)).interleave(lambda d: d.batch(2), 2),
        "interleaved ahead": (
            data.range(12).map(lambda x: data.range(x)).interleave(lambda d: d.map(double), 2, num_parallel_calls=2)
        ),
        "with others": data.range(12).window(3).map(lambda w: data.zip((w, other))).shuffle(2, seed=1),
        "cached": data.range(12).map(lambda x: data.range(x)).cache().repeat(2),
        "shuffled inside": data.range(12).map(lambda x: data.range(x).shuffle(3, seed=1)).prefetch(3),
        "one in another": data.range(12).window(4).map(lambda w: w.window(2)).shuffle(2, seed=4),
        "as an element": data.from_tensors(data.range(3)).repeat(5),
        "groups": data.range(20).group_by_window(lambda x: x % 2, lambda k, w: data.from_tensors(w), 3).prefetch(2),
    }


@pytest.mark.parametrize("passed", [0, 1, 3])
def test_iterators_with_data_sets_in_them_are_restored(gw, tmp_path, passed):
    for i, (name, dataset) in enumerate(nested(gw).items()):
        iterator = iter(dataset)
        for _ in range(passed):
            next(iterator)
        path = gw.train.Checkpoint(it=iterator).write(str(tmp_path / str(i)))
        rest = [values(x) for x in iterator]
        assert rest or passed == 3
        other = iter(nested(gw)[name])
        gw.train.Checkpoint(it=other).read(path)
        assert [values(x) for x in other] == rest, name


def test_states_are_compressed(gw, tensorflow, tmp_path):
    def size(tf):
        fill = lambda x: tf.fill([1000, 1000], tf.cast(x, tf.float32))  # noqa: E731
        iterator = iter(tf.data.Dataset.range(50).map(fill).shuffle(8).prefetch(tf.data.AUTOTUNE))
        next(iterator)
        folder = tmp_path / tf.__name__
        tf.train.Checkpoint(it=iterator).write(str(folder / "state"))
        return sum(file.stat().st_size for file in folder.iterdir())

    assert size(gw) < 2 * size(tensorflow)


# ---- waiting ----


def waiting(tf, folder):
    """What takes long, or for ever."""
    data = tf.data.Dataset
    endless = data.range(10).repeat()
    slow = endless.map(lambda x: tf.reduce_sum(tf.ones([300, 300])) * 0 + tf.cast(x, tf.float32))
    none = endless.filter(lambda x: x < 0)
    many = data.range(10**9)
    zeros = data.from_tensors(tf.constant(0, tf.int64)).repeat()
    return {
        "reduce": lambda: many.reduce(tf.constant(0, tf.int64), lambda s, x: s + x),
        "a filter that never passes": lambda: next(iter(none)),
        "the same in a function": lambda: tf.function(lambda it: next(it))(iter(none)),
        "the same ahead": lambda: next(iter(none.prefetch(2))),
        "the same in parallel": lambda: next(
            iter(endless.map(lambda x: x, num_parallel_calls=2).filter(lambda x: x < 0))
        ),
        "a single element": lambda: none.get_single_element(),
        "a slow one": lambda: slow.filter(lambda x: x < 0).get_single_element(),
        "filling a shuffle": lambda: next(iter(many.map(lambda x: x).shuffle(10**8))),
        "filling a shuffle with rows": lambda: next(
            iter(data.from_tensor_slices(np.zeros(10)).repeat().shuffle(10**9))
        ),
        "save": lambda: none.save(str(folder / "saved")),
        "skip": lambda: next(iter(endless.skip(10**12))),
        "unique": lambda: len(list(endless.unique())),
        "errors": lambda: next(iter(endless.map(lambda x: x // 0).ignore_errors())),
        "a batch": lambda: next(iter(endless.batch(10**9))),
        "groups": lambda: next(iter(endless.group_by_window(lambda x: x, lambda k, w: w, 10**9))),
        "nothing in turn": lambda: next(iter(endless.interleave(lambda x: data.range(0), 2))),
        "windows": lambda: next(iter(endless.window(10**9))),
        "a source that is never named": lambda: next(
            iter(data.choose_from_datasets([data.range(0), data.range(2)], zeros, stop_on_empty_dataset=False))
        ),
    }


class Rung(Exception):
    """What the handler raises."""


def rung_in(seconds, call):
    """Calls a function; a signal comes meanwhile."""

    def ring(*_):
        raise Rung

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", waiting(__import__("graphwright"), None))
def test_handlers_of_signals_do_not_wait(gw, tmp_path, name):
    call = waiting(gw, tmp_path)[name]
    began = time.monotonic()
    with pytest.raises(Rung):
        rung_in(0.3, call)
    assert time.monotonic() - began < 5


def test_threads_that_work_for_nobody_end(gw):
    """An endless search of another thread's, for an iterator that has gone away."""
    asked = gw.Variable(0)

    def never(x):
        asked.assign_add(1)
        return x < 0

    iterator = iter(gw.data.Dataset.range(10).repeat().filter(never).prefetch(2).enumerate().prefetch(2))
    with pytest.raises(Rung):
        rung_in(0.3, iterator.__next__)
    del iterator
    for _ in range(50):
        before = int(asked)
        time.sleep(0.1)
        if int(asked) == before:
            break
    assert int(asked) == before


# ---- depth ----


def test_data_sets_one_in_another(gw):
    dataset = gw.data.Dataset.range(4)
    for _ in range(2000):
        dataset = dataset.take(3)
    assert [values(x) for x in dataset] == [0, 1, 2]
    assert int(dataset.cardinality()) == 3
    for _ in range(30_000):
        dataset = dataset.take(3)
    for attempt in (lambda d: next(iter(d)), lambda d: d.cardinality(), lambda d: d.reduce(0, lambda s, x: s)):
        try:
            attempt(dataset)
        except gw.errors.ResourceExhaustedError as error:
            assert "nested too deeply" in str(error)


def test_small_stacks_hold_what_they_can(gw):
    dataset = gw.data.Dataset.range(4)
    for _ in range(5000):
        dataset = dataset.take(3)
    met = []

    def go():
        try:
            met.append([values(x) for x in dataset])
        except gw.errors.ResourceExhaustedError as error:
            met.append("nested too deeply" in str(error))

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=go)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert met == [True]


@pytest.mark.parametrize("file", [False, True], ids=["memory", "file"])
@pytest.mark.parametrize("times", [1, 2])
def test_errors_in_place_of_the_end(gw, tensorflow, tmp_path, file, times):
    """A cache that knows how many elements there are asks for the end all the same, and gives the error that comes."""

    def program(tf, name):
        data = tf.data.Dataset
        numbers = iter(data.range(9))
        longer = data.range(6).map(lambda x: x + next(numbers))
        d = data.zip((longer, data.range(4))).repeat(2)
        for _ in range(times):
            d = d.cache(str(tmp_path / name)) if file and _ == 0 else d.cache()
            d = d.repeat(2)
        return events(d, 60)

    assert program(gw, "ours") == program(tensorflow, "theirs")


def test_caches_that_come_to_the_end_are_saved(gw, tmp_path):
    """All elements are there, the end was not asked for yet."""
    data = gw.data.Dataset.range(3).cache()
    for taken in range(5):
        iterator = iter(data)
        for _ in range(taken):
            next(iterator, None)
        path = gw.train.Checkpoint(iterator=iterator).save(str(tmp_path / f"c{taken}"))
        again = iter(gw.data.Dataset.range(3).cache())
        gw.train.Checkpoint(iterator=again).restore(path)
        assert [int(x) for x in again] == list(range(taken, 3))
