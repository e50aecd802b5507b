"""tf.data.experimental.service: a dispatcher and workers in one process.

TensorFlow's side runs in a process that ends with it: its servers have threads that stay.
"""

from support.processes import text_there


def same(program, gw):
    """Returns the texts of what `program(tf)` gives here and on TensorFlow."""
    return repr(program(gw)), text_there(program)


def servers(tf, workers):
    service = tf.data.experimental.service
    dispatcher = service.DispatchServer()
    address = dispatcher.target.partition("://")[2]
    return dispatcher, [service.WorkerServer(service.WorkerConfig(address)) for _ in range(workers)]


def outcome(action):
    try:
        result = action()
        return "a function" if callable(result) else result
    except Exception as error:
        return type(error).__name__


def elements_of(tf, workers):
    found = []
    service = tf.data.experimental.service
    dispatcher, running = servers(tf, workers)
    dataset = tf.data.Dataset.range(10).map(lambda i: {"a": i, "b": tf.fill([i], 1.0)})
    for mode in ("parallel_epochs", "distributed_epoch", *service.ShardingPolicy):
        shared = dataset.apply(service.distribute(mode, service=dispatcher.target))
        found.append(str(shared.element_spec))
        found.append(outcome(lambda shared=shared: sorted(int(each["a"]) for each in shared)))
        found.append(outcome(lambda shared=shared: sorted(int(each["a"]) for each in shared)))
    number = service.register_dataset(dispatcher.target, dataset)
    again = service.from_dataset_id("parallel_epochs", dispatcher.target, number)
    found += [number.dtype.name, number.shape.rank, sorted(len(each["b"]) for each in again)]
    named = service.register_dataset(dispatcher.target, dataset, dataset_id="mine")
    found.append(named.numpy())
    other = tf.data.Dataset.range(3)
    found.append(outcome(lambda: service.register_dataset(dispatcher.target, other, dataset_id="mine")))
    found.append(outcome(lambda: service.from_dataset_id("parallel_epochs", dispatcher.target, "no")))
    del running
    return found


def elements(tf):
    return [elements_of(tf, workers) for workers in (1, 2)]


def test_elements(gw):
    ours, theirs = same(elements, gw)
    assert ours == theirs


def consumers(tf):
    service = tf.data.experimental.service
    dispatcher, running = servers(tf, 1)

    def consumer():
        return tf.data.Dataset.range(100).apply(
            service.distribute("distributed_epoch", dispatcher.target, job_name="one", max_outstanding_requests=1)
        )

    first, second = iter(consumer()), consumer()
    seen = [int(next(first)) for _ in range(10)]
    seen += [int(each) for each in second]
    seen += [int(each) for each in first]
    del running
    return sorted(seen)


def test_consumers_of_one_job_share_its_elements(gw):
    ours, theirs = same(consumers, gw)
    assert ours == theirs == repr(list(range(100)))


def refused(tf):
    service = tf.data.experimental.service
    return [
        outcome(lambda: service.distribute("foo", service="grpc://localhost:1")),
        outcome(lambda: service.distribute("parallel_epochs", service="grpc://localhost:1", job_name="")),
        outcome(lambda: service.distribute("parallel_epochs", service="grpc://localhost:1", num_consumers=2)),
        outcome(lambda: service.distribute("parallel_epochs", service="grpc://localhost:1", compression="x")),
        outcome(
            lambda: tf.data.Dataset.range(2).apply(service.distribute("parallel_epochs", service="zz://localhost:1"))
        ),
        outcome(lambda: service.DispatchServer(service.DispatcherConfig(fault_tolerant_mode=True))),
        outcome(lambda: service.WorkerServer(service.WorkerConfig(None))),
    ]


def test_refused(gw):
    ours, theirs = same(refused, gw)
    assert ours == theirs


def test_servers_that_start_later(gw):
    import threading

    service = gw.data.experimental.service
    dispatcher = service.DispatchServer(start=False)
    config = service.WorkerConfig(dispatcher.target.partition("://")[2])
    dataset = gw.data.Dataset.range(3).apply(service.distribute("distributed_epoch", dispatcher.target))
    later = threading.Timer(0.05, lambda: (dispatcher.start(), service.WorkerServer(config)))
    later.start()
    assert [int(each) for each in dataset] == [0, 1, 2]
    later.join()
    assert dispatcher._num_workers() == 1
    dispatcher.stop()
    dispatcher.join()
