"""What draws and counts goes on from run to run of a session, whatever is fetched, and begins anew in another session."""

import contextlib
import os
import tempfile

import pytest

from support.compare import Cases, same_results

case = Cases()


def runs(tf, make):
    """What two sessions give for a tensor and for what is made of it, fetched in turn, together and again."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        v1.set_random_seed(3)
        x = make()
        y, z = tf.cast(x, tf.float32) * 2.0, tf.cast(x, tf.float32) + 1.0
        found = []
        for _ in range(2):
            with v1.Session() as session:
                found.append([session.run(fetch) for fetch in (x, y, [x, y], z, y, x, {"y": y, "z": z})])
    return tf.nest.map_structure(tf.constant, found)


def uniform(tf, seed=7, **kwargs):
    return tf.random.uniform([2], seed=seed, **kwargs)


def true(tf):
    return tf.compat.v1.placeholder_with_default(True, [])


DRAWN = {
    "uniform": uniform,
    "integers": lambda tf: uniform(tf, maxval=100, dtype=tf.int32),
    "without a seed of its own": lambda tf: uniform(tf, None),
    "two of one seed": lambda tf: tf.stack([uniform(tf), uniform(tf)]),
    "normal": lambda tf: tf.random.normal([3], seed=7),
    "truncated normal": lambda tf: tf.random.truncated_normal([3], seed=7),
    "gamma": lambda tf: tf.random.gamma([2], 2.0, seed=7),
    "poisson": lambda tf: tf.random.poisson([2], 20.0, seed=7),
    "categorical": lambda tf: tf.random.categorical([[0.0] * 5], 4, seed=7),
    "shuffle": lambda tf: tf.random.shuffle(tf.range(6), seed=7),
    "dropout": lambda tf: tf.nn.dropout(tf.ones([6]), 0.5, seed=7),
    "crop": lambda tf: tf.image.random_crop(tf.reshape(tf.range(100), [10, 10, 1]), [1, 1, 1], seed=7),
    "fractional pooling": lambda tf: tf.nn.fractional_max_pool(
        tf.reshape(tf.range(100.0), [1, 10, 10, 1]), [1.0, 1.5, 1.5, 1.0], seed=7
    )[1],
    "candidates": lambda tf: tf.random.uniform_candidate_sampler(
        tf.constant([[1]], tf.int64), 1, 3, unique=True, range_max=100, seed=7
    )[0],
    "learned candidates": lambda tf: tf.random.learned_unigram_candidate_sampler(
        tf.constant([[1]], tf.int64), 1, 3, unique=True, range_max=100, seed=7
    )[0],
    "gradients": lambda tf: (lambda v: tf.gradients(tf.nn.dropout(v * 3.0, 0.5, seed=4), v)[0])(tf.ones([6])),
}

IN_FUNCTIONS = {
    "cond": lambda tf: tf.cond(true(tf), lambda: uniform(tf), lambda: uniform(tf, 8)),
    "case": lambda tf: tf.case([(true(tf), lambda: uniform(tf))], default=lambda: tf.zeros([2])),
    "switch_case": lambda tf: tf.switch_case(
        tf.compat.v1.placeholder_with_default(1, []), [lambda: tf.zeros([2]), lambda: uniform(tf)]
    ),
    "while_loop": lambda tf: tf.while_loop(
        lambda i, x: i < 3, lambda i, x: (i + 1, x + uniform(tf)), (0, tf.zeros([2]))
    )[1],
    "condition": lambda tf: tf.while_loop(
        lambda i: tf.random.uniform([], seed=3) < 0.8, lambda i: [i + 1], [0], maximum_iterations=9
    )[0],
    "cond in while_loop": lambda tf: tf.while_loop(
        lambda i, x: i < 4,
        lambda i, x: (
            i + 1,
            x + tf.cond(i % 2 < 1, lambda: uniform(tf), lambda: tf.random.normal([2], seed=1)),
        ),
        (0, tf.zeros([2])),
    )[1],
    "map_fn": lambda tf: tf.map_fn(lambda x: x + tf.random.uniform([], seed=7), tf.zeros([2]), parallel_iterations=1),
    "function": lambda tf: tf.function(lambda: uniform(tf), autograph=False)(),
    "gradient of cond": lambda tf: (
        lambda v: tf.gradients(tf.cond(true(tf), lambda: tf.nn.dropout(v * 3.0, 0.5, seed=4), lambda: v), v)[0]
    )(tf.ones([6])),
    "gradient of while_loop": lambda tf: (
        lambda v: tf.gradients(
            tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, tf.nn.dropout(x, 0.3, seed=4)), (0, v))[1], v
        )[0]
    )(tf.ones([6])),
    "gradient of a function": lambda tf: (
        lambda v: tf.gradients(tf.function(lambda v: tf.nn.dropout(v, 0.5, seed=4), autograph=False)(v), v)[0]
    )(tf.ones([6])),
}


@case.each(DRAWN)
def numbers(tf, name):
    return runs(tf, lambda: DRAWN[name](tf))


@case.each(IN_FUNCTIONS)
def numbers_in_functions(tf, name):
    return runs(tf, lambda: IN_FUNCTIONS[name](tf))


@case
def called_twice(tf):
    """Each call of a function has numbers of its own."""
    f = tf.function(lambda: uniform(tf), autograph=False)
    return runs(tf, lambda: tf.stack([f(), f()]))


@case
def first_elements_of_prints(tf):
    """`first_n` counts the runs of a session."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        x = v1.Print(tf.constant(1.0), ["line"], first_n=2)
        y = x * 2.0
        with v1.Session() as session, tempfile.TemporaryFile("w+") as file:
            shown = os.dup(2)
            os.dup2(file.fileno(), 2)
            try:
                with contextlib.redirect_stderr(file):
                    results = [session.run(fetch) for fetch in (x, y, [x, y])]
            finally:
                file.flush()
                os.dup2(shown, 2)
                os.close(shown)
            file.seek(0)
            return results, file.read().count("line")


def _error(call):
    try:
        return type(call()).__name__
    except AssertionError as error:
        return type(error).__name__


@case
def checkpoints_of_a_graph(tf):
    """Each step gives what the variables are in the session after it."""
    v1, found = tf.compat.v1, []
    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default(), v1.Session() as session:
        module = tf.Module()
        module.w, module.old = tf.Variable([1.0, 2.0]), [v1.Variable(4.0, use_resource=False)]
        v = v1.get_variable("v", initializer=3.0)
        change = [v.assign(9.0), module.w.assign([0.0, 0.0]), module.old[0].assign(7.0)]
        checkpoint = tf.train.Checkpoint(v=v, module=module)

        def step(status, call):
            call()
            values = session.run([v, module.w, module.old[0], checkpoint.save_counter])
            session.run(change)
            found.append((type(status).__name__, [str(value) for value in values]))

        status = checkpoint.restore(None)
        step(status, lambda: status.initialize_or_restore(session))
        step(status, status.initialize_or_restore)
        for check in (status.assert_consumed, status.assert_existing_objects_matched, status.run_restore_ops):
            found.append(_error(check))
        session.run([v.initializer, module.w.initializer])
        path = checkpoint.save(folder + "/a")
        written = checkpoint.write(folder + "/w")
        found += [os.path.basename(p) for p in (path, written, checkpoint.save(folder + "/a"))]
        found.append(sorted(name for name, _ in tf.train.list_variables(path)))
        session.run(change)
        status = checkpoint.restore(path)
        step(status, lambda: None)
        step(status.assert_consumed(), lambda: status.run_restore_ops(session))
        step(status, status.initialize_or_restore)
        step(status, checkpoint.read(written).run_restore_ops)
        manager = tf.train.CheckpointManager(checkpoint, folder, 1)
        found += [os.path.basename(manager.save()), os.path.basename(manager.save()), sorted(os.listdir(folder))]
        found.append(sorted(variable.name for variable in v1.global_variables()))
    return [str(item) for item in found]


@case
def checkpoints_of_a_graph_restored_in_another(tf):
    v1 = tf.compat.v1
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(v=tf.Variable(3.0), w=tf.Variable([1.0, 2.0])).save(folder + "/c")
        with tf.Graph().as_default(), v1.Session() as session:
            checkpoint = tf.train.Checkpoint()
            status = checkpoint.restore(path)
            checkpoint.v, checkpoint.x = v1.get_variable("other", initializer=1.0), tf.Variable(7.0)
            status.initialize_or_restore(session)
            values = session.run([checkpoint.v, checkpoint.x])
            checks = [_error(check) for check in (status.assert_consumed, status.assert_nontrivial_match)]
            again = tf.train.Checkpoint(v=checkpoint.v, w=tf.Variable([0.0, 0.0]))
            again.save_counter  # noqa: B018
            again.restore(path).assert_consumed().run_restore_ops()
            return [values, session.run([again.v, again.w, again.save_counter]), checks]


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
