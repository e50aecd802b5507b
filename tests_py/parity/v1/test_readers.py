"""Readers of TensorFlow 1 in graphs that sessions run, beside TensorFlow; what threads ask for, done at once."""

import threading

import pytest

import graphwright as gw


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("readers")
    paths = []
    for name, text in (("a", b"one\ntwo\nthree"), ("b", b""), ("c", b"4\r\n5\r6\r\n")):
        paths.append(str(folder / name))
        (folder / name).write_bytes(text)
    return paths


READERS = {
    "whole": lambda v1: v1.WholeFileReader("own"),
    "lines": lambda v1: v1.TextLineReader(skip_header_lines=1),
    "pieces": lambda v1: v1.FixedLengthRecordReader(4, header_bytes=1, hop_bytes=2),
    "names": lambda v1: v1.IdentityReader(),
    "records": lambda v1: v1.TFRecordReader(),
}


@pytest.mark.parametrize("kind", READERS)
def test_in_a_session(kind, files, tensorflow):
    def run(tf):
        v1 = tf.compat.v1
        with tf.Graph().as_default() as graph, v1.Session() as session:
            queue = tf.queue.FIFOQueue(9, [tf.string], [[]])
            reader = READERS[kind](v1)
            results = [reader.supports_serialize]
            with tf.control_dependencies([queue.enqueue_many([[files[0], files[2]]])]):
                key, value = reader.read(queue)
            with tf.control_dependencies([key]):
                keys, values = reader.read_up_to(queue, 2)
            with tf.control_dependencies([keys]):
                counts = [reader.num_records_produced(), reader.num_work_units_completed()]
            with tf.control_dependencies(counts):
                reset = reader.reset()
            with tf.control_dependencies([reset]):
                after = reader.num_records_produced()
            try:
                results += session.run([key, value, keys, values, *counts, after])
            except tf.errors.OpError as error:
                results.append(type(error).__name__)
            return str(results), [(op.name, op.type) for op in graph.get_operations() if "Reader" in op.type]

    ours, theirs = run(gw), run(tensorflow)
    assert ours[0] == theirs[0]
    assert ours[1] == theirs[1]


def test_records_where_graphs_are_built(tmp_path, tensorflow):
    path = str(tmp_path / "records")
    with gw.io.TFRecordWriter(path, "GZIP") as writer:
        writer.write(b"one")
        writer.write(b"two")

    def run(tf):
        records = tf.compat.v1.io.tf_record_iterator
        with tf.Graph().as_default() as graph:
            begun = records(path, tf.io.TFRecordOptions("GZIP"))
            found = [next(begun), list(records(path, tf.compat.v1.io.TFRecordCompressionType.GZIP)), next(begun)]
            with pytest.raises(tf.errors.NotFoundError):
                records(path + "none")
            with pytest.raises(tf.errors.DataLossError):
                next(records(path))
        tf.function(lambda: found.append(list(records(path, 2))))()
        return found, len(graph.get_operations())

    assert run(gw) == run(tensorflow) == ([b"one", [b"one", b"two"], b"two", [b"one", b"two"]], 0)


def test_not_eagerly(tensorflow):
    for tf in (gw, tensorflow):
        for make in READERS.values():
            with pytest.raises(RuntimeError, match="eager"):
                make(tf.compat.v1)


def _at_once(calls):
    results = [None] * len(calls)

    def run(i):
        try:
            results[i] = calls[i]()
        except gw.errors.OpError as error:
            results[i] = error

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_threads_share_a_batch():
    @gw.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=6, batch_timeout_micros=30_000_000)
    def total(x):
        return x, gw.reduce_sum(x) + gw.zeros_like(x)

    rows = [[1.0], [2.0, 3.0], [4.0, 5.0, 6.0]]
    results = _at_once([lambda row=row: total(gw.constant(row)) for row in rows])
    for row, (own, of_all) in zip(rows, results, strict=True):
        assert own.numpy().tolist() == row
        assert of_all.numpy().tolist() == [21.0] * len(row)


def test_threads_share_an_error():
    @gw.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=2, batch_timeout_micros=30_000_000)
    def wrong(x):
        return x[:1]

    for error in _at_once([lambda: wrong(gw.ones([1, 2]))] * 2):
        assert isinstance(error, gw.errors.FailedPreconditionError)


def test_others_do_not_fit():
    """Other extents and other functions make batches of their own."""

    @gw.nondifferentiable_batch_function(num_batch_threads=0, max_batch_size=9, batch_timeout_micros=20_000)
    def shape(x):
        return gw.zeros_like(x[:, 0]) + gw.cast(gw.shape(x)[1], x.dtype)

    results = _at_once([lambda n=n: shape(gw.ones([1, n])) for n in (1, 2, 3)])
    assert [result.numpy().tolist() for result in results] == [[1.0], [2.0], [3.0]]


def test_in_a_function():
    @gw.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=4, batch_timeout_micros=1)
    def scaled(x):
        return x * factor

    factor = gw.Variable(3.0)
    outer = gw.function(lambda x: scaled(x) + scaled(x))
    assert outer(gw.ones([2])).numpy().tolist() == [6.0, 6.0]
    factor.assign(4.0)
    assert outer(gw.ones([2])).numpy().tolist() == [8.0, 8.0]

    local = gw.function(lambda x, y: gw.nondifferentiable_batch_function(1, 4, 1)(lambda z: z + y)(x))
    assert local(gw.ones([2]), gw.constant(5.0)).numpy().tolist() == [6.0, 6.0]


@pytest.mark.parametrize(("reduction", "taken"), [("SUM", [2.0, 7.0]), ("MEAN", [1.0, 3.5])])
def test_accumulator(reduction, taken):
    """Beside TensorFlow only in a graph: eager accumulators make its next `set_seed` end the process."""
    accumulator = gw.compat.v1.ConditionalAccumulator(gw.float32, shape=[2], reduction_type=reduction)
    for step in (0, 3):
        accumulator.apply_grad([1.0, 2.0 + step], local_step=step)
    assert accumulator.num_accumulated().numpy() == 2
    assert accumulator.take_grad(2).numpy().tolist() == taken
    accumulator.set_global_step(4)
    accumulator.apply_grad([1.0, 1.0], local_step=3)
    assert accumulator.num_accumulated().numpy() == 0
    with pytest.raises(ValueError, match="compatible"):
        accumulator.apply_grad([1.0])
    with pytest.raises(gw.errors.InvalidArgumentError):
        gw.compat.v1.ConditionalAccumulator(gw.float32, reduction_type="MAX")


def test_accumulator_in_a_graph(tensorflow):
    def run(tf):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            accumulator = tf.compat.v1.ConditionalAccumulator(tf.float64, shape=[2])
            with tf.control_dependencies([accumulator.apply_grad([1.0, 2.0]), accumulator.apply_grad([3.0, 2.0])]):
                taken = accumulator.take_grad(2)
            return accumulator.name, taken.shape.as_list(), session.run(taken).tolist()

    assert run(gw) == run(tensorflow)
