"""A walk through the core for the sanitized build: eager, functions, gradients, errors, threads, every row of samples.

It runs under LD_PRELOAD=libasan (tools/check_sanitizers.sh), where a fault of ours ends the process. Results are looked
at in the other parts only: for the rows, other tests do that. Hostile calls (hostile.py) come after them.
"""

import argparse
import gc
import sys
import threading
import time

import numpy as np

import graphwright as tf
from generated import hostile
from rules.samples.table import SAMPLES
from support.isolated import run_isolated
from support.sample_calls import bad_calls, derivatives
from support.sampling import to_tensor

LIMIT = 30  # seconds that a call may take


def eager():
    """Operators, broadcasting, empty tensors, strings, slices, conversions both ways."""
    a = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    b = a @ a + 1.0 - a * 2.0 / 4.0
    assert b.shape == (2, 2)
    assert np.allclose(tf.reduce_sum(b, axis=0).numpy(), [22.0, 31.0])
    assert tf.zeros([0, 3]).numpy().shape == (0, 3)
    assert tf.concat([tf.zeros([0, 2]), a], axis=0).shape == (2, 2)
    assert tf.reshape(tf.range(6), [2, -1])[1, ::2].numpy().tolist() == [3, 5]
    assert tf.constant(["a", "longer than an inline string could ever be"])[1].numpy().startswith(b"longer")
    view = memoryview(a.numpy())
    del a, b
    gc.collect()
    assert view[1, 1] == 4.0
    for dtype in (tf.float16, tf.bfloat16, tf.float64, tf.int8, tf.uint16, tf.int64, tf.complex64, tf.bool):
        assert tf.cast(tf.constant([0, 1]), dtype).dtype == dtype


def errors():
    """What is wrong raises, and leaves nothing behind."""
    for wrong in (
        lambda: tf.matmul(tf.ones([2, 3]), tf.ones([2, 3])),
        lambda: tf.reshape(tf.ones([4]), [3]),
        lambda: tf.constant(1) + tf.constant(1.0),
        lambda: tf.concat([tf.ones([1, 2]), tf.ones([2])], axis=0),
    ):
        try:
            wrong()
        except Exception as error:
            assert str(error)
        else:
            raise AssertionError("no error")


def functions():
    """Tracing, caching, polymorphism, captures, control flow, variables."""
    v = tf.Variable(0.0)

    @tf.function
    def add_up(x, n):
        total = tf.zeros_like(x)
        for i in tf.range(n):
            if i % 2 == 0:
                total += x
            else:
                v.assign_add(1.0)
        return total

    for _ in range(3):
        assert add_up(tf.constant(2.0), tf.constant(5)).numpy() == 6.0
    assert add_up(tf.ones([3]), tf.constant(2)).numpy().tolist() == [1.0, 1.0, 1.0]
    assert v.numpy() == 7.0
    for size in range(1, 8):
        assert add_up(tf.ones([size]), tf.constant(1)).shape == (size,)
    del add_up
    gc.collect()


def gradients():
    """Tapes: nested, persistent, through functions and loops."""
    x = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(x * x * x)
        first = inner.gradient(y, x)
    second = outer.gradient(first, x)
    assert np.allclose(second.numpy(), [6.0, 12.0, 18.0])

    @tf.function
    def power(base, n):
        result = tf.ones_like(base)
        while n > 0:
            result *= base
            n -= 1
        return result

    with tf.GradientTape(persistent=True) as tape:
        y = power(x, tf.constant(3))
        z = tf.tanh(y)
    assert np.allclose(tape.gradient(y, x).numpy(), [3.0, 12.0, 27.0])
    assert tape.gradient(z, x).shape == (3,)


def threads():
    """One function called from several threads while others trace it anew."""

    @tf.function
    def double(x):
        return x + x

    failures = []

    def work(seed):
        try:
            for i in range(50):
                size = 1 + (seed + i) % 7
                assert double(tf.ones([size])).numpy().sum() == 2 * size
        except BaseException as error:
            failures.append(error)

    team = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join()
    assert not failures, failures


def attempts(sample):
    """Calls of a row: as it says, in a function, with its gradients, as it forbids, with tensors that fit nothing."""
    main = list(sample.main_cases())
    for case in sample.all_cases():
        yield str(case), lambda case=case: case.call(tf, *case.tensors(tf))
    for case in main if sample.traceable else ():
        function = tf.function(lambda *tensors, case=case: case.call(tf, *tensors), reduce_retracing=True)
        yield f"{case} in a function", lambda case=case, function=function: function(*case.tensors(tf))
    for case in main if sample.differentiable() else ():
        yield f"gradient of {case}", lambda case=case: derivatives(tf, case, second=sample.second)
    for number, (_, run) in enumerate(bad_calls(sample)):
        yield f"bad call {number} of {sample.name}", lambda run=run: run(tf)
    odd = [np.ones(shape, dtype) for shape in [(), (0,), (3,), (1, 0, 2), (2, 3, 1, 2)] for dtype in "?bifD"]
    odd += [np.full((2, 2), value) for value in (-1, 2**31 - 1, -(2**63), np.nan, np.inf)]
    for place in range(len(sample.args)):
        for array in odd:

            def run(place=place, array=array):
                tensors = main[0].tensors(tf)
                tensors[place] = to_tensor(tf, array)
                return main[0].call(tf, *tensors)

            yield f"{sample.name} with {array.dtype}{list(array.shape)} as argument {place}", run


def job_of(sample):
    """The job of isolated.py that makes a row's calls."""

    def job(note):
        for text, attempt in attempts(sample):
            note(text)
            try:
                attempt()
            except Exception:
                pass  # what is wrong must raise, and nothing may touch memory that is not its own
        return ()

    return job


def main():
    """Runs the rows and the parts; 1 where a fault ended a process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--calls", type=int, default=7, help="hostile calls for each op and row")
    parser.add_argument("--seed", type=int, default=1, help="which hostile calls")
    parser.add_argument(
        "--part", type=int, nargs=2, default=(0, 1), metavar=("I", "N"), help="only the I-th of N parts"
    )
    args = parser.parse_args()
    part, parts = args.part
    chosen = [sample for sample in SAMPLES if not args.rows or sample.name in args.rows][part::parts]
    jobs = [job_of(sample) for sample in chosen]
    if not args.rows:
        jobs += [hostile.job_of(name, args.seed, args.calls) for name in hostile.names_of_all()[part::parts]]
    started = time.monotonic()
    # Before this process starts threads: they would not live on in its children.
    faults = list(run_isolated(jobs, LIMIT, hostile.MEMORY))
    for fault in faults:
        print(f"sanitized run: {fault}", flush=True)
    print(f"sanitized run: {len(jobs)} jobs, {len(faults)} faults, {time.monotonic() - started:.0f} s", flush=True)
    for check in (eager, errors, functions, gradients, threads) if part == 0 else ():
        check()
        gc.collect()
        print(f"sanitized run: {check.__name__} ok", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
