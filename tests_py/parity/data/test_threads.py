"""Threads, interrupts, forks, ends of processes, and memory of data sets."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

import pytest


def resident():
    """The process's memory, in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def grown(work, rounds):
    """How much memory, in KiB, `work` leaves taken when it runs so often, after it ran as often."""
    for _ in range(rounds):
        work()
    gc.collect()
    before = resident()
    for _ in range(rounds):
        work()
    gc.collect()
    return resident() - before


def test_iterators_leave_nothing(gw):
    dataset = gw.data.Dataset.range(100).map(lambda x: x + 1, num_parallel_calls=2).shuffle(10).batch(4).prefetch(2)
    assert grown(lambda: next(iter(dataset)), 1000) < 4000
    assert threading.active_count() < 60


def test_data_sets_leave_nothing(gw):
    def work():
        for _ in gw.data.Dataset.range(10).map(lambda x: x * 2).batch(2):
            pass

    assert grown(work, 400) < 3000


def test_generators_are_closed(gw):
    closed = []

    def generate():
        try:
            yield from range(1000)
        finally:
            closed.append(True)

    dataset = gw.data.Dataset.from_generator(generate, output_signature=gw.TensorSpec([], gw.int32))
    for pipeline in (dataset, dataset.prefetch(2), dataset.map(lambda x: x, num_parallel_calls=2)):
        iterator = iter(pipeline)
        next(iterator)
        del iterator
    deadline = time.monotonic() + 10
    while len(closed) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(closed) == 3


def test_python_functions_in_threads(gw):
    """Threads that run Python get their turn while the main thread waits for them, eagerly and in a function."""
    dataset = gw.data.Dataset.range(200)
    dataset = dataset.map(lambda x: gw.py_function(lambda y: y + 1, [x], gw.int64), num_parallel_calls=3).prefetch(2)
    assert sum(int(x) for x in dataset) == 20100

    @gw.function
    def total():
        return dataset.reduce(gw.constant(0, gw.int64), lambda a, b: a + b)

    assert int(total()) == 20100
    assert int(dataset.reduce(gw.constant(0, gw.int64), lambda a, b: a + b)) == 20100


def test_one_iterator_of_many_threads(gw):
    iterator = iter(gw.data.Dataset.range(5000).map(lambda x: x * 2))
    found = []

    def work():
        for x in iterator:
            found.append(int(x))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(0, 10000, 2))


def test_unordered_results_are_all_there(gw):
    dataset = gw.data.Dataset.range(300).map(lambda x: x, num_parallel_calls=3, deterministic=False)
    assert sorted(int(x) for x in dataset) == list(range(300))


def endless(x):
    while x >= 0:
        x = x + 0
    return x


@pytest.mark.parametrize("calls", [None, 2])
@pytest.mark.parametrize("ahead", [0, 1])
def test_interrupts(gw, calls, ahead):
    """Ctrl-C stops a function without end, in whichever thread it runs; its thread then rests."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals reach the main thread only")

    def interrupt(*_):
        raise KeyboardInterrupt

    iterator = iter(gw.data.Dataset.range(3).map(endless, num_parallel_calls=calls).prefetch(ahead))
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            next(iterator)
        assert time.monotonic() - start < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    del iterator
    time.sleep(0.3)
    used = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - used < 0.2


def test_a_forked_child_goes_on(gw):
    dataset = gw.data.Dataset.range(10).map(lambda x: x + 1, num_parallel_calls=2).prefetch(1)
    assert sum(int(x) for x in dataset) == 55
    child = os.fork()
    if child == 0:
        ok = False
        try:
            ok = sum(int(x) for x in dataset) == 55
        finally:
            os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_the_process_ends_while_threads_run():
    program = """
import graphwright as tf
def generate():
    i = 0
    while True:
        yield i
        i += 1
dataset = tf.data.Dataset.from_generator(generate, output_signature=tf.TensorSpec([], tf.int32))
dataset = dataset.map(lambda x: tf.py_function(lambda y: y + 1, [x], tf.int32), num_parallel_calls=2).prefetch(100)
iterator = iter(dataset)
print(int(next(iterator)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_loops_without_end_that_nobody_waits_for():
    """They begin with a function's first operation; some are still being stopped when the process ends."""
    program = """
import signal
import graphwright as tf
def endless(x):
    while x >= 0:
        x = x + 0
    return x
def interrupt(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
for _ in range(40):
    iterator = iter(tf.data.Dataset.range(3).map(endless, num_parallel_calls=2))
    signal.setitimer(signal.ITIMER_REAL, 0.03)
    try:
        next(iterator)
    except KeyboardInterrupt:
        pass
    del iterator
print("stopped")
"""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([sys.executable, file.name], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "stopped\n"), done.stderr


def test_errors_tell_the_element_and_the_line(gw):
    def function(x):
        return gw.debugging.check_numerics(1.0 / (gw.cast(x, gw.float32) - 5.0), "the sixth")

    numbers = gw.data.Dataset.range(10)
    for dataset in (
        numbers.map(function),
        numbers.map(function, num_parallel_calls=2),
        numbers.scan(0.0, lambda state, x: (state, function(x))),
        numbers.filter(lambda x: function(x) > -9.0),
        numbers.take_while(lambda x: function(x) < 9.0),
        numbers.flat_map(lambda x: numbers.take(gw.cast(function(x), gw.int64))),
        numbers.interleave(lambda x: numbers.take(gw.cast(function(x), gw.int64))),
        numbers.interleave(lambda x: numbers.take(gw.cast(function(x), gw.int64)), num_parallel_calls=2),
        numbers.group_by_window(lambda x: gw.cast(function(x), gw.int64), lambda key, window: window, 3),
    ):
        with pytest.raises(gw.errors.InvalidArgumentError) as caught:
            list(dataset)
        text = str(caught.value)
        assert "element 5 of the data set" in text and "the sixth" in text and os.path.basename(__file__) in text


def test_loading_waits_until_the_data_set_is_complete(gw, tmp_path):
    numbers = gw.data.Dataset.range(4)
    numbers.save(str(tmp_path / "other"))
    writer = threading.Timer(0.2, lambda: numbers.save(str(tmp_path / "late")))
    writer.start()
    assert [int(x) for x in gw.data.Dataset.load(str(tmp_path / "late"), wait=True)] == [0, 1, 2, 3]
    writer.join()


def test_ten_thousand_iterators_leave_nothing(gw):
    """Iterators that are given up in the midst of a pipeline with threads, of a loop that ends early, and by an error."""
    data = gw.data.Dataset
    ahead = data.range(50).map(lambda x: x + 1, num_parallel_calls=2).shuffle(10).batch(4).prefetch(2)
    nested = data.range(5).interleave(lambda x: data.range(x, x + 9), 3, num_parallel_calls=2).cache()
    failing = data.range(5).map(lambda x: gw.debugging.check_numerics(1.0 / gw.cast(x - 1, gw.float32), ""), 2)

    def work():
        next(iter(ahead))
        for _ in nested:
            break
        iterator = iter(failing)
        next(iterator)
        with pytest.raises(gw.errors.InvalidArgumentError):
            next(iterator)

    def native() -> int:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Threads:"))

    work()
    before, native_before = threading.active_count(), native()
    assert grown(work, 1700) < 6000
    assert threading.active_count() == before
    assert native() < native_before + 20


def test_saving_waits_for_threads(gw):
    """Positions are taken while threads run, again and again: no element is lost or comes twice."""
    data = gw.data.Dataset
    dataset = data.range(300).map(lambda x: x * 2, num_parallel_calls=3).prefetch(5)
    iterator, other = iter(dataset), iter(dataset)
    for i in range(299):
        assert int(next(iterator)) == 2 * i
        state = gw.raw_ops.SerializeIterator(resource_handle=iterator._iterator_resource)
        if i % 20 == 0:
            gw.raw_ops.DeserializeIterator(resource_handle=other._iterator_resource, serialized=state)
            assert int(next(other)) == 2 * i + 2


def test_options_of_threads(gw):
    """One private thread computes one element at a time; a warm start begins before anybody asks."""
    running = [0, 0]
    begun = threading.Event()
    lock = threading.Lock()

    def slow(x):
        with lock:
            running[0] += 1
            running[1] = max(running)
        begun.set()
        time.sleep(0.002)
        with lock:
            running[0] -= 1
        return x

    def made(**values):
        options = gw.data.Options()
        options.threading.private_threadpool_size = values.get("threads", 0)
        options.experimental_warm_start = values.get("warm", False)
        dataset = gw.data.Dataset.range(20).map(lambda x: gw.py_function(slow, [x], gw.int64), num_parallel_calls=4)
        return dataset.with_options(options)

    assert [int(x) for x in made(threads=1)] == list(range(20))
    assert running[1] == 1
    assert [int(x) for x in made(threads=3)] == list(range(20))
    assert 1 < running[1] <= 3
    begun.clear()
    iterator = iter(made())
    assert not begun.wait(0.1)
    del iterator
    iterator = iter(made(warm=True))
    assert begun.wait(10)
    assert int(next(iterator)) == 0
