"""Objects that are restored before, while and after they are made have TensorFlow's state, and so do files both ways.

GRAPHWRIGHT_RESTORE_PROGRAMS sets the number of random programs, GRAPHWRIGHT_RESTORE_FIRST the first one's number.
"""

import copy
import itertools
import logging
import os

import numpy as np
import pytest

from generated.restore_programs import Pair, Program, differences
from support.compare import value_or_class

COUNT = int(os.environ.get("GRAPHWRIGHT_RESTORE_PROGRAMS", "24"))
FIRST = int(os.environ.get("GRAPHWRIGHT_RESTORE_FIRST", "0"))
BATCH = 20


@pytest.fixture(autouse=True)
def quiet():
    """Warnings about aliases that do not fit are part of many programs."""
    logger = logging.getLogger("tensorflow")
    level = logger.level
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(level)


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, BATCH))
def test_random_programs(gw, tensorflow, first):
    found = []
    for seed in range(first, min(first + BATCH, FIRST + COUNT)):
        wrong = differences(seed, (tensorflow, gw))
        if wrong:
            found.append(f"{seed} ({Program(seed).mode}): " + "\n".join(wrong))
    assert not found, "\n\n".join(found[:3])


def both(gw, tensorflow, program):
    theirs, ours = program(tensorflow), program(gw)
    assert ours == theirs


class Late:
    """Makes a module whose variables are made when it is called first."""

    def __new__(cls, tf):
        class Module(tf.Module):
            def __init__(self):
                super().__init__()
                self.built = False
                self.parts = []

            def __call__(self, x):
                if not self.built:
                    self.w = tf.Variable(lambda: tf.zeros([2, 2]))
                    self.parts.append(tf.Variable(lambda: tf.zeros([2])))
                    self.table = {"b": tf.Variable(lambda: tf.zeros([2]))}
                    self.built = True
                return x @ self.w + self.parts[0] + self.table["b"]

        return Module()


@pytest.mark.parametrize("how", ["function", "nested", "method", "strategy", "data", "while"])
def test_variables_that_are_made_in_a_trace(gw, tensorflow, tmp_path, how):
    def program(tf):
        folder = str(tmp_path / tf.__name__)
        x = tf.ones([1, 2])
        full = Late(tf)
        full(x)
        full.w.assign([[1.0, 2.0], [3.0, 4.0]])
        full.parts[0].assign([5.0, 6.0])
        full.table["b"].assign([7.0, 8.0])
        path = tf.train.Checkpoint(m=full).save(folder + "/first")
        module = Late(tf)
        checkpoint = tf.train.Checkpoint(m=module)
        status = checkpoint.restore(path)
        if how == "function":
            result = tf.function(module)(x)
        elif how == "nested":
            inner = tf.function(module)
            result = tf.function(lambda x: inner(x))(x)
        elif how == "method":
            result = tf.function(module.__call__).get_concrete_function(tf.TensorSpec([1, 2]))(x)
            result = list(result.values())[0] if isinstance(result, dict) else result
        elif how == "strategy":
            strategy = tf.distribute.OneDeviceStrategy("CPU:0")
            with strategy.scope():
                result = strategy.run(tf.function(module), (x,))
        elif how == "data":
            result = tf.function(lambda: module(x))()
        else:
            result = tf.function(lambda n: tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, module(y)), (0, x)))(
                1
            )[1]
        status.assert_consumed()
        again = tf.train.list_variables(checkpoint.save(folder + "/again"))
        return np.asarray(result).tolist(), [v.numpy().tolist() for v in module.variables], again[1:]

    both(gw, tensorflow, program)


def test_the_latest_restoration_wins(gw, tensorflow, tmp_path):
    def program(tf):
        paths = []
        for number in (1.0, 2.0):
            m = tf.Module()
            m.v, m.l = tf.Variable(number), [tf.Variable(number)]
            paths.append(tf.train.Checkpoint(m=m).save(f"{tmp_path}/{tf.__name__}{number}"))
        m = tf.Module()
        checkpoint = tf.train.Checkpoint(m=m)
        first, second = checkpoint.restore(paths[1]), checkpoint.restore(paths[0])
        m.v, m.l = tf.Variable(0.0), []
        m.l.append(tf.Variable(0.0))
        first.assert_consumed()
        second.assert_consumed()
        return float(m.v), float(m.l[0])

    both(gw, tensorflow, program)


def test_a_manager_deletes_only_what_managers_wrote(gw, tensorflow, tmp_path):
    def program(tf):
        folder = str(tmp_path / tf.__name__)
        checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
        mine = checkpoint.save(folder + "/mine")
        with open(folder + "/ckpt-2.meta", "w") as file:
            file.write("somebody else's")
        manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=1)
        found = [manager.checkpoints, manager.latest_checkpoint == mine]
        for _ in range(3):
            manager.save()
        found += [sorted(os.listdir(folder)), [os.path.basename(p) for p in manager.checkpoints]]
        again = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=1)
        found += [
            [os.path.basename(p) for p in again.checkpoints],
            os.path.basename(again.save()),
            sorted(os.listdir(folder)),
        ]
        os.remove(again.latest_checkpoint + ".index")
        try:
            found.append(
                tf.train.CheckpointManager(
                    checkpoint, folder, 1, init_fn=lambda: found.append("init")
                ).restore_or_initialize()
            )
        except tf.errors.NotFoundError:
            found.append("NotFoundError")
        step = tf.Variable(3)
        counted = tf.train.CheckpointManager(checkpoint, folder + "/c", 2, step_counter=step, checkpoint_interval=5)
        found += [counted.save() is None, counted.save(check_interval=False), counted.save()]
        step.assign(4)
        return [*found, counted.save(), counted.save(check_interval=False) is None]

    both(gw, tensorflow, program)


def test_models_in_graphs_with_sessions(gw, tensorflow, tmp_path):
    def program(tf):
        v1 = tf.compat.v1
        m = tf.Module()
        m.v, m.l = tf.Variable([1.0, 2.0]), [tf.Variable(3.0)]
        m.f = tf.function(lambda x: x * m.v + m.l[0], input_signature=[tf.TensorSpec([2])])
        folder = str(tmp_path / tf.__name__)
        tf.saved_model.save(m, folder)
        with tf.Graph().as_default(), v1.Session() as session:
            loaded = tf.saved_model.load(folder)
            y = loaded.f(tf.constant([10.0, 20.0]))
            session.run(v1.global_variables_initializer())
            return [x.tolist() for x in session.run([y, loaded.v, loaded.l[0]])]

    both(gw, tensorflow, program)


def test_checkpoints_in_graphs_with_sessions(gw, tensorflow, tmp_path):
    def program(tf):
        v1 = tf.compat.v1
        path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]), w=tf.Variable(5)).write(str(tmp_path / tf.__name__))
        with tf.Graph().as_default(), v1.Session() as session:
            v, other = tf.Variable([0.0, 0.0]), tf.Variable(7.0)
            status = tf.train.Checkpoint(v=v, other=other).read(path)
            status.initialize_or_restore(session)
            found = [session.run(v).tolist(), float(session.run(other))]
            session.run(v.initializer)
            status.run_restore_ops(session)
            return [*found, session.run(v).tolist()]

    both(gw, tensorflow, program)


def test_names_of_version_1(gw, tensorflow, tmp_path):
    def program(tf):
        folder = str(tmp_path / tf.__name__)
        a, b = tf.Variable([1.0, 2.0], name="a"), tf.Variable(3, name="b")
        path = tf.compat.v1.train.Saver([a, b]).save(None, folder + "/v1", write_meta_graph=False)
        found = []
        for names in (("a", "b"), ("a",), ("a", "b", "c")):
            m = tf.Module()
            status = tf.train.Checkpoint(m).read(path)
            m.inner = tf.Module()
            m.inner.a = tf.Variable([0.0, 0.0], name="a")
            for name in names[1:]:  # not in a list: TensorFlow does not look into one that is set as an attribute
                setattr(m, name, tf.Variable(0, name=name))
            found.append([v.numpy().tolist() for v in m.variables])
            for check in ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match"):
                try:
                    getattr(status, check)()
                    found.append(True)
                except AssertionError:
                    found.append(False)
        return found

    both(gw, tensorflow, program)


# ---- what random programs have found ----


def test_slots_are_of_a_variable_not_of_its_address(gw):
    optimizer = gw.compat.v1.train.MomentumOptimizer(0.1, 0.9)
    for _ in range(50):
        v = gw.Variable(1.0)
        assert optimizer.get_slot(v, "momentum") is None
        optimizer.minimize(lambda v=v: v * v)
        del v


def test_copies_wait_for_the_same_values(gw, tensorflow, tmp_path):
    def program(tf):
        m = tf.Module()
        m.v, m.l = tf.Variable(3.0), [tf.Variable(4.0)]
        path = tf.train.Checkpoint(m).write(str(tmp_path / tf.__name__))
        waiting = tf.Module()
        tf.train.Checkpoint(waiting).read(path)
        copied = copy.deepcopy(waiting)
        for module in (waiting, copied):
            module.v, module.l = tf.Variable(0.0), []
            module.l.append(tf.Variable(0.0))
        return [[float(v) for v in module.variables] for module in (waiting, copied)]

    both(gw, tensorflow, program)


def test_objects_of_other_kinds(gw, tensorflow, tmp_path):
    def program(tf):
        class State(tf.train.experimental.PythonState):
            def serialize(self):
                return "state"

            def deserialize(self, string_value):
                self.value = string_value

        makers = {
            "variable": lambda: tf.Variable(1.0),
            "empty variable": lambda: tf.Variable(tf.zeros([0], tf.int64)),
            "state": State,
            "table": lambda: tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1),
            "module": tf.Module,
            "generator": lambda: tf.random.Generator.from_seed(1),
            "list": lambda: [tf.Variable(2.0)],
            "dict": lambda: {"a": tf.Variable(2.0)},
        }
        found = []
        for kind, make in makers.items():
            path = tf.train.Checkpoint(o=make()).write(f"{tmp_path}/{tf.__name__}{kind}")
            for other, another in makers.items():
                status = value_or_class(lambda path=path, another=another: tf.train.Checkpoint(o=another()).read(path))
                if isinstance(status, str):
                    found.append((kind, other, status))
                    continue
                status.expect_partial()
                checks = ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match")
                asked = [value_or_class(lambda c=c, s=status: getattr(s, c)() is s) for c in checks]
                found.append((kind, other, asked))
        return found

    both(gw, tensorflow, program)


def test_lists_that_cannot_be_saved(gw, tensorflow, tmp_path):
    def program(tf):
        path = tf.train.Checkpoint(o=tf.Variable(1.0), v=tf.Variable(2.0)).write(str(tmp_path / tf.__name__))
        checkpoint = tf.train.Checkpoint(o=[tf.Variable(1.0)], v=tf.Variable(0.0))
        checkpoint.o.pop()
        found = [value_or_class(lambda: bool(checkpoint.read(path)))]
        # One that the checkpoint knows nothing of does not keep others from being restored.
        other = tf.train.Checkpoint(another=[tf.Variable(1.0)], v=tf.Variable(0.0))
        other.another.pop()
        status = other.read(path)
        return [*found, value_or_class(lambda: bool(status.assert_consumed())), float(other.v)]

    both(gw, tensorflow, program)


def test_operations_that_branches_return(gw, tensorflow):
    def program(tf):
        v = tf.Variable(1.0)

        @tf.function
        def f(p):
            a = tf.cond(p, lambda: v.assign(2.0).op, tf.no_op)
            b = tf.cond(p, lambda: (v.assign_add(5.0).op, 1.0), lambda: (tf.no_op(), 2.0))
            c = tf.switch_case(tf.cast(p, tf.int32), [tf.no_op, lambda: v.assign_add(7.0).op])
            with tf.control_dependencies([tf.group(a, b, c)]):
                return a, b, c, v.read_value()

        return [[np.asarray(x).tolist() for x in tf.nest.flatten(f(tf.constant(p)))] for p in (True, False)]

    both(gw, tensorflow, program)


@pytest.mark.parametrize("change", ["append", "extend", "setitem", "assign"])
def test_lists_keep_what_does_not_fit(gw, tensorflow, tmp_path, change):
    """What a checkpoint has for an item of another shape is left out; items behind it are restored."""

    def program(tf):
        full, late = tf.Module(), tf.Module()
        full.parts = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]
        path = tf.train.Checkpoint(m=full).save(str(tmp_path / tf.__name__))
        late.parts = [] if change in ("append", "extend") else [1, 2]
        tf.train.Checkpoint(m=late).restore(path)
        new = [tf.Variable([[0.0]]), tf.Variable([0.0])]
        error = None
        try:
            if change == "append":
                for part in new:
                    late.parts.append(part)
            elif change == "extend":
                late.parts.extend(new)
            elif change == "setitem":
                late.parts[0], late.parts[1] = new
            else:
                late.parts = new
        except ValueError as caught:
            error = type(caught).__name__
        found = [part.numpy().tolist() for part in late.parts if not isinstance(part, int)]
        return error, found, [v.numpy().tolist() for v in late.variables]

    both(gw, tensorflow, program)


@pytest.mark.parametrize("kind", ["pair", "tuple", "list", "dict"])
@pytest.mark.parametrize("late", [False, True])
def test_what_is_restored_beside_what_does_not_fit(gw, tensorflow, tmp_path, kind, late):
    """Values are restored in the order of their names in the checkpoint, up to the one that does not fit."""

    def program(tf):
        def parts(fresh):
            plain = [tf.Variable([0.0, 0.0] if fresh else [3.0, 4.0]) for _ in range(3)]
            inner = tf.Module()
            inner.x = tf.Variable([0.0] if fresh else [1.0, 2.0])
            first, second, third = plain
            kinds = {
                "pair": Pair(inner, first),
                "tuple": (first, inner, second),
                "list": [first, inner.x, second],
                "dict": {"z": first, "m": inner, "b": second, "q": third},
            }
            return kinds[kind], [*plain, inner.x]

        full = tf.Module()
        full.held = {"k": parts(False)[0]}
        path = tf.train.Checkpoint(full).save(str(tmp_path / tf.__name__))
        module = tf.Module()
        made, variables = parts(True)
        error = None
        try:
            if late:
                tf.train.Checkpoint(module).restore(path)
                module.held = {}
                module.held["k"] = made
            else:
                module.held = {"k": made}
                tf.train.Checkpoint(module).restore(path)
        except ValueError as caught:
            error = type(caught).__name__
        return error, [variable.numpy().tolist() for variable in variables]

    both(gw, tensorflow, program)


CHANGES = {
    "reverse": lambda kept: kept.reverse(),
    "sort": lambda kept: kept.sort(),
    "delete": lambda kept: kept.__delitem__(0),
    "pop": lambda kept: kept.pop(),
    "insert": lambda kept: kept.insert(0, [5]),
    "set": lambda kept: kept.__setitem__(0, [4]),
    "set a slice": lambda kept: kept.__setitem__(slice(0, 1), [[4], 3]),
    "multiply": lambda kept: kept.__imul__(2),
    "multiply by zero": lambda kept: kept.__imul__(0),
    "remove": lambda kept: kept.remove(kept[0]),
    "clear": lambda kept: kept.clear(),
    "extend": lambda kept: kept.extend([[1], 2]),
    "append": lambda kept: kept.append([1]),
}


@pytest.mark.parametrize("before", ["nothing", "append from outside", "insert"])
@pytest.mark.parametrize("name", CHANGES)
def test_lists_that_were_changed_wrap_what_they_are_given(gw, tensorflow, tmp_path, before, name):
    def program(tf):
        def told(value):
            if isinstance(value, (list, dict)):
                return type(value).__name__, [
                    told(item) for item in (value if isinstance(value, list) else value.values())
                ]
            return "variable" if isinstance(value, tf.Variable) else value

        found = []
        for number, parts in enumerate(["", "1", "v", "1v2", "1v23", "lm"]):
            # TensorFlow compares variables with what comes in the place of theirs.
            if name == "set a slice" and "v" in parts:
                continue
            kinds = {"v": tf.Variable(1.0), "l": [1], "m": [2], "1": 1, "2": 2, "3": 3}
            given = [kinds[part] for part in parts]
            module = tf.Module()
            module.kept = given
            for more in [] if before == "nothing" else ([3], {"a": 1}):
                given.append(more) if before != "insert" else module.kept.insert(0, more)
            error = value_or_class(lambda kept=module.kept: CHANGES[name](kept) and None)
            path = str(tmp_path / f"{tf.__name__}{number}")
            saver = tf.train.Checkpoint(module)
            saved = value_or_class(lambda saver=saver, path=path: saver.write(path) == path)
            found.append((parts, error, told(module.kept), saved))
        return found

    both(gw, tensorflow, program)


@pytest.mark.parametrize("place", ["a dict", "a list", "a module", "a number", "nothing", "other numbers", "a table"])
def test_slots_of_what_is_no_variable(gw, tensorflow, tmp_path, place):
    def program(tf):
        def made():
            module = tf.Module()
            module.v = tf.Variable([1.0])
            module.optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
            module.optimizer.minimize(lambda: module.v * module.v)
            return module

        path = tf.train.Checkpoint(made()).save(str(tmp_path / tf.__name__))
        module = made()
        module.v = {
            "a dict": {"a": tf.Variable(1)},
            "a list": [tf.Variable(1)],
            "a module": tf.Module(),
            "a number": 3,
            "nothing": None,
            "other numbers": tf.Variable([3]),
            "a table": tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1),
        }[place]
        try:
            tf.train.Checkpoint(module).restore(path).expect_partial()
        except (AttributeError, ValueError) as error:
            return "AttributeError" if isinstance(error, AttributeError) else "ValueError"
        return None

    both(gw, tensorflow, program)


def test_a_part_that_could_not_be_restored_can_be_deleted(gw, tmp_path):
    """TensorFlow saves it ever after."""
    module = gw.Module()
    module.a = gw.Variable([1, 2])
    path = gw.train.Checkpoint(module).write(str(tmp_path / "first"))
    other = gw.Module()
    gw.train.Checkpoint(other).read(path).expect_partial()
    with pytest.raises(gw.errors.InvalidArgumentError):
        other.a = gw.Variable(3.0)
    other.a = None
    del other.a
    again = gw.train.Checkpoint(other).write(str(tmp_path / "second"))
    assert not gw.train.load_checkpoint(again).has_tensor("a/.ATTRIBUTES/VARIABLE_VALUE")


@pytest.mark.parametrize("late", [False, True])
def test_where_a_dtype_is_another_one_nothing_is_restored(gw, tensorflow, tmp_path, late):
    """Where a shape is, what has an earlier name is."""

    def program(tf):
        full = tf.Module()
        full.kept = {name: tf.Variable([1.0, 2.0]) for name in "abc"}
        path = tf.train.Checkpoint(full).write(str(tmp_path / tf.__name__))
        kinds = {"fits": [0.0, 0.0], "dtype": [0, 0], "shape": [0.0, 0.0, 0.0]}
        found = []
        for places in itertools.product(kinds, repeat=3):
            module = tf.Module()
            variables = {name: tf.Variable(kinds[kind]) for name, kind in zip("abc", places, strict=True)}
            error = None
            try:
                if late:
                    tf.train.Checkpoint(module).read(path).expect_partial()
                    module.kept = variables
                else:
                    module.kept = variables
                    tf.train.Checkpoint(module).read(path).expect_partial()
            except (tf.errors.InvalidArgumentError, ValueError) as caught:
                error = type(caught).__name__
            found.append((places, error, [variable.numpy().tolist() for variable in variables.values()]))
        return found

    both(gw, tensorflow, program)
