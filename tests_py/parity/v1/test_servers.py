"""Servers and clusters of one process, and the optimizer that steps for several workers.

TensorFlow's side runs in a process that ends with it: its servers stay as long as that.
"""

import ast
import socket
import threading

import pytest

from support.processes import text_there
from support.twice import assert_same


def sharing(tf):
    """Sessions of one server share variables and queues by name; others do not."""
    v1 = tf.compat.v1
    server = v1.train.Server.create_local_server()
    told = []
    for number in range(2):
        with tf.Graph().as_default(), v1.Session(server.target) as session:
            v = v1.get_variable("v", initializer=1.0, use_resource=True)
            queue = tf.queue.FIFOQueue(10, tf.int32, shapes=(), shared_name="q")
            if not number:
                session.run(v.initializer)
            session.run(queue.enqueue(number))
            told += [
                session.run(v.assign_add(1.0)),
                session.run(queue.size()),
                session.sess_str == server.target.encode(),
            ]
            told.append(sorted(device.name for device in session.list_devices() if device.device_type == "CPU"))
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=1.0, use_resource=True)
        told.append(session.run(v1.is_variable_initialized(v)))
    return told


def definition(tf):
    server = tf.distribute.Server({"only": ["localhost:0"]})
    told = server.server_def
    return told.job_name, told.task_index, told.protocol, server.target.startswith("grpc://localhost:")


def of_message(tf):
    message = tf.train.ServerDef(job_name="w", task_index=0, protocol="grpc")
    message.cluster.job.add(name="w").tasks[0] = "localhost:0"
    server = tf.distribute.Server(message)
    return server.server_def.job_name, server.server_def.task_index, type(server.server_def).__name__


def wrong(tf, how):
    cluster = {"worker": ["localhost:0", "localhost:0"]}
    if how == "no job":
        return tf.distribute.Server({"a": ["localhost:0"], "b": ["localhost:0"]})
    if how == "no task":
        return tf.distribute.Server(cluster)
    return tf.distribute.Server(cluster, job_name="worker", task_index=5)


def reset(tf):
    """What a server keeps goes with a reset, and so do its sessions."""
    v1 = tf.compat.v1
    server = v1.train.Server.create_local_server()
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0, use_resource=True)
        first = v1.Session(server.target)
        first.run(v.initializer)
        v1.Session.reset(server.target)
        with v1.Session(server.target) as session:
            return session.run(v1.is_variable_initialized(v))


def servers(tf):
    """Returns two workers and a server of variables of one cluster."""
    sockets = [socket.socket() for _ in range(3)]
    for each in sockets:
        each.bind(("localhost", 0))
    addresses = [f"localhost:{each.getsockname()[1]}" for each in sockets]
    for each in sockets:
        each.close()
    tasks = {"worker": addresses[:2], "ps": addresses[2:]}
    return [tf.distribute.Server(tasks, job, task) for job, task in (("worker", 0), ("worker", 1), ("ps", 0))]


def cluster(tf):
    """Variables on "/job:ps" are those of all workers."""
    v1 = tf.compat.v1
    workers = servers(tf)
    told = []
    for number, worker in enumerate(workers[:2]):
        with tf.Graph().as_default():
            with v1.device("/job:ps/task:0"):
                shared = v1.get_variable("shared", initializer=1.0, use_resource=True)
            with v1.device(f"/job:worker/task:{number}"):
                own = v1.get_variable("own", initializer=10.0, use_resource=True)
            with v1.Session(worker.target) as session:
                told.append(session.run(v1.is_variable_initialized(shared)))
                session.run([own.initializer] if number else [own.initializer, shared.initializer])
                told += session.run([shared.assign_add(1.0), own.assign_add(1.0)])
    return told


@pytest.mark.parametrize("place", ["", "/cpu:0", "/job:ps/task:0"])
def test_what_belongs_to_a_variable_lies_beside_it(place, gw, tensorflow):
    def places(tf):
        v1 = tf.compat.v1
        with tf.Graph().as_default() as graph:
            with v1.device(place or None):
                v = v1.get_variable("v", initializer=1.0, use_resource=True)
            with v1.device("/job:worker/task:1"):
                v1.train.AdamOptimizer(0.1).minimize(v * v)
                v1.train.MomentumOptimizer(0.1, 0.9).minimize(v * v)
                tf.train.ExponentialMovingAverage(0.5).apply([v])
                with v1.colocate_with(v):
                    v1.get_variable("w", initializer=1.0, use_resource=True)
                return [(w.name, w.device, w.initializer.device) for w in graph.get_collection("variables")]

    assert places(gw) == places(tensorflow)


def test_servers_of_other_processes(gw):
    v1 = gw.compat.v1
    with gw.Graph().as_default():
        with pytest.raises(NotImplementedError, match="there is no server"):
            v1.Session("grpc://localhost:1")
        with gw.device("/job:ps/task:0"):
            v = v1.get_variable("v", initializer=1.0, use_resource=True)
        server = v1.train.Server({"worker": ["localhost:0"], "ps": ["elsewhere:2222"]}, "worker", 0)
        with v1.Session(server.target) as session, pytest.raises(gw.errors.UnavailableError, match="elsewhere:2222"):
            session.run(v.initializer)


def synchronous(tf, sparse=False):
    """Two workers in threads; each step is the mean of what both bring."""
    v1 = tf.compat.v1
    workers = servers(tf)
    told, failures, started = {}, [], threading.Event()

    def work(number):
        try:
            with tf.Graph().as_default():
                with v1.device("/job:ps/task:0"):
                    step = v1.train.get_or_create_global_step()
                    w = v1.get_variable("w", initializer=[[1.0], [2.0], [3.0]], use_resource=True)
                with v1.device(f"/job:worker/task:{number}"):
                    picked = tf.nn.embedding_lookup(w, [0, 2]) if sparse else w
                    loss = tf.reduce_sum(picked) * (number + 1.0)
                    inner = v1.train.GradientDescentOptimizer(0.5)
                    optimizer = v1.train.SyncReplicasOptimizer(inner, replicas_to_aggregate=2, total_num_replicas=2)
                    train = optimizer.minimize(loss, global_step=step)
                hooks = [optimizer.make_session_run_hook(number == 0, num_tokens=0)]
                if number:
                    started.wait(60)
                begin = v1.train.MonitoredTrainingSession
                with begin(workers[number].target, number == 0, hooks=hooks, stop_grace_period_secs=1) as session:
                    started.set()
                    for _ in range(3):
                        session.run(train)
                    told[number] = session.run([w, step])
        except Exception as error:  # noqa: BLE001 - told by the test's thread
            failures.append(error)
            started.set()

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures, failures
    return [told[number] for number in range(2)]


PROGRAMS = {
    **{program.__name__: program for program in (sharing, definition, of_message, reset, cluster, synchronous)},
    "synchronous and sparse": lambda tf: synchronous(tf, sparse=True),
    **{f"wrong: {how}": lambda tf, how=how: wrong(tf, how) for how in ("no job", "no task", "no such task")},
}


def text_of(program, tf):
    try:
        return repr(program(tf))
    except Exception as error:  # noqa: BLE001 - compared
        return type(error).__name__


def outcomes(tf):
    return {name: text_of(program, tf) for name, program in PROGRAMS.items()}


@pytest.fixture(scope="module")
def there():
    return ast.literal_eval(text_there(outcomes))


@pytest.mark.parametrize("name", PROGRAMS)
def test_servers(name, there, gw):
    assert text_of(PROGRAMS[name], gw) == there[name]


def sync_errors(tf, what):
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        w = v1.get_variable("w", initializer=3.0)
        optimizer = v1.train.SyncReplicasOptimizer(v1.train.AdamOptimizer(0.5), 3, 2)
        if what == "runner":
            return optimizer.get_chief_queue_runner()
        if what == "tokens":
            return optimizer.get_init_tokens_op()
        if what == "no pairs":
            return optimizer.apply_gradients([], global_step=step)
        if what == "no step":
            return optimizer.minimize(w * w)
        optimizer.minimize(w * w, global_step=step)
        if what == "too few":
            return optimizer.get_init_tokens_op(0)
        return (
            optimizer.get_slot_names(),
            [variable.name for variable in optimizer.variables()],
            optimizer.get_slot(w, "m").name,
            optimizer.get_name(),
            optimizer.get_init_tokens_op().type,
            optimizer.get_chief_queue_runner().queue.name.rpartition("/")[2],
        )


@pytest.mark.parametrize("what", ["runner", "tokens", "no pairs", "no step", "too few", "names"])
def test_optimizer_of_several_workers(what, gw, tensorflow):
    assert_same(lambda tf: sync_errors(tf, what), tensorflow, gw, message=True)
