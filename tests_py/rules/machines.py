"""Tells whether kinds of processors compute the same.

    python tests_py/rules/machines.py write FILE      on one machine: calls the rows of samples/ and keeps what they give
    python tests_py/rules/machines.py check FILE      on another: calls them again and says what differs

Integers, strings, random bits and the classes of exceptions must be equal, floats as close as a row asks for.
"""

import argparse
import pathlib
import pickle
import sys
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ROUNDING = 16  # units in the last place by which sums of another order may differ, where the row allows less
LARGE_SUMS = 64  # the same for sums of hundreds
TELLS_ITS_FOLDER = ("files.matching_files",)  # a temporary one

# What processors convert each in their own way: numbers beyond the integers' ranges, and those at their edges.
EDGES = [float("nan"), float("inf"), -float("inf"), 1e20, -1e20, 300.7, -300.7, 70000.5, -70000.5, -1.0, -0.0, 0.99]
EDGES += [
    sign * (2.0**power + more) for power in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for more in (-1, 0, 1)
]
FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def programs(tf: Any) -> Iterator[tuple[str, Any]]:
    """Gives names and functions without arguments that rows of samples do not stand for."""
    for kind in FLOATS:
        with np.errstate(all="ignore"):
            edges = np.array(EDGES).astype(getattr(ml_dtypes, kind, kind))
        for integer in INTEGERS:
            # As many elements as vectors take at once, fewer, and one.
            for count in (len(edges), 3, 1):
                name = f"cast {count} {kind} to {integer}"
                yield name, lambda x=edges[:count], to=integer: tf.cast(tf.constant(x), to)
    for kind in ("uniform", "normal", "truncated_normal"):
        for dtype in FLOATS:
            call = getattr(tf.random, f"stateless_{kind}")
            yield f"stateless_{kind} {dtype}", lambda f=call, d=dtype: f([777], [3, 5], dtype=d)
    yield "random bits", lambda: tf.random.Generator.from_seed(11).uniform_full_int([1001], tf.uint64)

    @tf.function
    def collatz(n):
        steps = tf.constant(0)
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    yield "loop", lambda: collatz(tf.constant(27))
    large = np.random.default_rng(5).uniform(-1, 1, (1, 300, 300)).astype("float32")
    yield "large matmul", lambda: tf.matmul(large, large)
    yield "large transpose", lambda: tf.transpose(tf.constant(large), [2, 0, 1])
    images = tf.constant(large[:, :288, :288].reshape(4, 72, 72, 4))
    filters = tf.constant(large[0, :3, :96].reshape(3, 3, 4, 8))
    yield "convolution", lambda: tf.nn.conv2d(images, filters, 2, "SAME")
    yield "convolution's gradients", lambda: _gradients_of_convolution(tf, images, filters)
    for count in (10, 1000, 100000):
        yield f"sort {count}", lambda n=count: tf.sort(tf.random.stateless_normal([n], [1, 2]))
    yield "a JPEG file", lambda: tf.io.decode_jpeg(tf.io.encode_jpeg(tf.cast(images[0, :, :, :3] * 99 + 99, tf.uint8)))


def _gradients_of_convolution(tf: Any, images: Any, filters: Any) -> list[Any]:
    with tf.GradientTape() as tape:
        tape.watch([images, filters])
        y = tf.nn.conv2d(images, filters, 1, "VALID")
    return tape.gradient(y, [images, filters], output_gradients=tf.sin(y))


def calls(tf: Any) -> Iterator[tuple[str, Any, float, float]]:
    """Gives names, functions without arguments, and by how many units in the last place they may err."""
    from rules.samples.table import SAMPLES
    from support.sample_calls import derivatives

    for name, function in programs(tf):
        yield name, function, LARGE_SUMS, 1
    for row, sample in enumerate(SAMPLES):
        if sample.name in TELLS_ITS_FOLDER:
            continue
        ulp, half = max(sample.ulp, ROUNDING), max(sample.half_ulp, 1)
        for number, case in enumerate(sample.all_cases()):
            yield (
                f"{sample.name}, row {row}, case {number}, {case.dtype}",
                lambda c=case: c.call(tf, *c.tensors(tf)),
                ulp,
                half,
            )
        if sample.differentiable():
            case = next(sample.main_cases())
            yield f"gradient of {sample.name}, row {row}", lambda c=case: derivatives(tf, c, False), 4 * ulp, 4 * half


def outcome(tf: Any, function: Any) -> Any:
    """Returns the arrays that a function gives, or the name of its exception's class."""
    from support.sampling import to_numpy

    tf.random.set_seed(7)
    try:
        leaves = [x for x in tf.nest.flatten(function()) if hasattr(x, "numpy")]
        return [to_numpy(x) for x in leaves if x.dtype not in (tf.resource, tf.variant)]
    except Exception as error:  # noqa: BLE001 - some rows raise what they are to raise
        return type(error).__name__


def compared(got: Any, want: Any, ulp: float, half: float) -> str | None:
    """Says what differs between two outcomes, or None."""
    from support.sampling import difference

    if isinstance(got, str) or isinstance(want, str):
        return None if got == want else f"{want} expected, got {got}"
    return difference(got, want, ulp, half)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="call each N-th only")
    arguments = parser.parse_args()
    sys.path.insert(0, str(FOLDER))
    import graphwright as tf

    known = pickle.loads(arguments.file.read_bytes()) if arguments.what == "check" else {}
    found, wrong = {}, []
    for number, (name, function, ulp, half) in enumerate(calls(tf)):
        if number % arguments.every:
            continue
        found[name] = outcome(tf, function)
        if arguments.what == "check" and name in known:
            text = compared(found[name], known[name], ulp, half)
            if text:
                wrong.append(name)
                print(f"{name}: {text}", flush=True)
    if arguments.what == "write":
        arguments.file.write_bytes(pickle.dumps(found))
        print(f"{len(found)} calls")
    else:
        print(f"{sum(name in known for name in found)} calls, {len(wrong)} differ")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
