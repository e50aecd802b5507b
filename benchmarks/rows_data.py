"""Group E: data pipelines. Peers without tf.data have no such rows."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.row import is_tf, row

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 1_000_000
SOME = 2_000
RECORDS = 4_000


def epoch(dataset: Any) -> Callable:
    """Goes through all elements in Python."""

    def run() -> None:
        for _ in dataset:
            pass

    return run


def numbers(m: Any, count: int) -> Any:
    return m.data.Dataset.range(count)


@row("E", "range(1e5).map.batch(128), an element", 0.2, 0.01, per=MANY // 10)
def _(peer: str, m: Any) -> Callable | None:
    # TensorFlow takes tens of seconds for a million.
    return epoch(numbers(m, MANY // 10).map(lambda x: x * 2).batch(128)) if is_tf(peer) else None


@row("E", "range(1e6).batch(128).map, an element", 0.1, 0.1, per=MANY)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    return epoch(numbers(m, MANY).batch(128).map(lambda x: x * 2))


@row("E", "for x in range(2000), in Python, an element", 0.5, 0.01, per=SOME)
def _(peer: str, m: Any) -> Callable | None:
    return epoch(numbers(m, SOME)) if is_tf(peer) else None


@row("E", "for x in range(2000), in a function, an element", 0.3, 0.01, per=SOME)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    dataset = numbers(m, SOME)

    @m.function
    def total() -> Any:
        found = m.constant(0, m.int64)
        for x in dataset:
            found += x
        return found

    return total


@row("E", "10k x 28x28 shuffle(10000).batch(32), an epoch", 6000, 0.3)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    images = np.zeros((10000, 28, 28), np.float32)
    return epoch(m.data.Dataset.from_tensor_slices(images).shuffle(10000, seed=1).batch(32))


@row("E", "from_generator, 10k elements, an epoch", 30000, 0.05)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None

    def generate() -> Any:
        yield from range(10000)

    return epoch(m.data.Dataset.from_generator(generate, output_signature=m.TensorSpec([], m.int64)))


@row("E", "TFRecord, parse_example of batches of 128, a record", None, 0.33, per=RECORDS)
def _(peer: str, m: Any) -> Callable | None:
    if not is_tf(peer):
        return None
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "records")
    feature, of = m.train.Feature, {"x": m.train.FloatList(value=list(range(100)))}
    features = m.train.Features(
        feature={"x": feature(float_list=of["x"]), "y": feature(int64_list=m.train.Int64List(value=[3]))}
    )
    record = m.train.Example(features=features).SerializeToString()
    with m.io.TFRecordWriter(path) as writer:
        for _ in range(RECORDS):
            writer.write(record)
    spec = {"x": m.io.FixedLenFeature([100], m.float32), "y": m.io.FixedLenFeature([], m.int64)}
    dataset = m.data.TFRecordDataset(path).batch(128).map(lambda records: m.io.parse_example(records, spec))
    run = epoch(dataset)

    def call() -> None:
        assert os.path.exists(folder.name)  # which goes with this function
        run()

    return call
