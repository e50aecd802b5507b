"""Random programs that save objects and restore them before, while and after they are made.

A program is drawn from a number, and does the same with any module that looks like TensorFlow: `write` saves a graph of
objects, `read` restores the checkpoint into the same graph, a larger, a smaller or a changed one, parts of which are made
after the call of `restore`: at once, in a trace, in another thread, under a strategy. It then changes lists, dicts and
attributes, asks the status object, looks at what the owner of the objects sees, and saves again.

    python tests_py/generated/restore_programs.py 100 200 2

runs the programs 100 to 199, with both modules and files both ways, by two processes.
"""

from __future__ import annotations

import collections
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback

import numpy as np

Pair = collections.namedtuple("Pair", "left right")
DTYPES = ("float32", "float64", "int32", "int64", "bool", "string", "float16")
GROWING = ("module", "auto", "list", "dict", "ordered")
HOLDING = (*GROWING, "tuple", "pair")
MODES = ("eager", "eager", "eager", "function", "function", "loop", "thread", "strategy", "mirrored", "nested")
OBJECT_GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH"


# ---- what a program consists of ----


class Node:
    """A description of an object: its kind, its value or its parts by name, and whether parts come after it was attached."""

    def __init__(self, kind, number, value=None, parts=None, late=False):
        self.kind, self.number, self.value, self.parts, self.late = kind, number, value, parts or [], late

    def walk(self):
        yield self
        for _, part in self.parts:
            yield from part.walk()


class Drawing:
    """Draws descriptions of objects."""

    def __init__(self, rng, in_graph):
        self.rng, self.in_graph, self.count = rng, in_graph, 0
        self.shareable = []

    def node(self, depth=0, kind=None):
        rng = self.rng
        if kind is None:
            kinds = ["variable"] * 6 + [
                "module",
                "auto",
                "list",
                "list",
                "dict",
                "tuple",
                "pair",
                "ordered",
                "shared",
                "plain",
            ]
            if not self.in_graph:
                kinds += ["table", "generator", "state", "slots", "iterator"]
            kind = rng.choice(kinds)
        if depth > 3 and kind in HOLDING:
            kind = "variable"
        self.count += 1
        number = self.count
        if kind == "shared":
            if not self.shareable:
                return Node("plain", number, 7)
            return Node("shared", number, rng.choice(self.shareable))
        if kind in HOLDING:
            names = self.names(kind, rng.randrange(0, 4))
            found = Node(kind, number, late=kind in GROWING and rng.random() < 0.5)
            found.parts = [(name, self.node(depth + 1)) for name in names]
        elif kind == "variable":
            found = Node(kind, number, (rng.choice(DTYPES), rng.choice([(), (2,), (2, 1), (0,)]), rng.randrange(1, 90)))
        elif kind == "plain":
            found = Node(kind, number, rng.choice([None, 3, "text", 2.5, (1, 2)]))
        else:
            found = Node(kind, number, rng.randrange(1, 90))
        if kind in ("variable", "module", "list", "dict"):
            self.shareable.append(number)
        return found

    def names(self, kind, count):
        if kind in ("list", "tuple"):
            return list(range(count))
        if kind == "pair":
            return ["left", "right"]
        pool = ["a", "b", "w", "long_name", "x1"] if kind in ("module", "auto") else ["a", "b/c", "d.e", "0", "ü"]
        return self.rng.sample(pool, count)

    def changed(self, root):
        """A graph that is like `root`: with parts left out, added, of another kind, or no longer the same object twice."""
        rng = self.rng
        found = copy.deepcopy(root)
        for _ in range(rng.randrange(1, 4)):
            holders = [node for node in found.walk() if node.kind in GROWING]
            holder = rng.choice(holders)
            how = rng.choice(["drop", "drop", "add", "add", "other", "value", "late"])
            places = range(len(holder.parts))
            if how == "drop" and places:
                at = len(holder.parts) - 1 if holder.kind == "list" else rng.choice(places)
                del holder.parts[at]
            elif how == "add":
                taken = [name for name, _ in holder.parts]
                name = len(taken) if holder.kind == "list" else rng.choice(["new", "a", "b", "w"])
                if name not in taken:
                    holder.parts.append((name, self.node(2)))
            elif how == "other" and places:
                at = rng.choice(places)
                other = self.node(2)
                if other.kind != "state":  # TensorFlow hands it any value
                    holder.parts[at] = (holder.parts[at][0], other)
            elif how == "value":
                variables = [node for node in found.walk() if node.kind == "variable"]
                if variables and rng.random() < 0.3:
                    node = rng.choice(variables)
                    node.value = (rng.choice(DTYPES), rng.choice([(), (2,)]), 5)
            elif how == "late":
                holder.late = not holder.late
        return found


# ---- making objects ----


class Maker:
    """Makes the objects of a description, and remembers them by their numbers."""

    def __init__(self, tf, fresh):
        self.tf, self.fresh, self.made, self.raw, self.late = tf, fresh, {}, [], []

    def make(self, node):
        tf = self.tf
        kind, value = node.kind, node.value
        if kind == "shared":
            return self.made.get(value)
        if kind == "plain":
            return value
        if kind == "variable":
            dtype, shape, number = value
            number = 0 if self.fresh else number
            filled = np.full(
                shape, str(number) if dtype == "string" else number, object if dtype == "string" else "int64"
            )
            if dtype == "string":
                made = tf.Variable(lambda: tf.constant(filled.tolist(), tf.string, shape))
            else:
                made = tf.Variable(filled.astype("bool" if dtype == "bool" else dtype), dtype=dtype)
        elif kind == "module":
            made = tf.Module()
        elif kind == "auto":
            made = tf.__internal__.tracking.AutoTrackable()
        elif kind == "table":
            made = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
            if not self.fresh:
                made.insert(["k", str(value)], [1, value])
        elif kind == "generator":
            made = tf.random.Generator.from_seed(0 if self.fresh else value)
        elif kind == "iterator":
            made = iter(tf.data.Dataset.range(200))
            for _ in range(0 if self.fresh else value):
                next(made)
        elif kind == "state":
            made = _state(tf)
            made.text = "" if self.fresh else f"text {value}"
        elif kind == "slots":
            made = tf.Module()
            made.v = tf.Variable([0.0 if self.fresh else float(value)])
            made.optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
            if not self.fresh or value % 2:
                made.optimizer.minimize(lambda v=made.v: v * v)
        else:
            made = self.container(node)
        self.made[node.number] = made
        if node.kind in ("module", "auto") and node.parts:
            if node.late:
                self.late.append((node, made))
            else:
                self.fill(node, made)
        return made

    def container(self, node):
        if node.late:
            made = {"list": list, "dict": dict, "ordered": collections.OrderedDict}[node.kind]()
            self.raw.append(made)
            self.late.append((node, made))
            return made
        parts = [self.make(part) for _, part in node.parts]
        names = [name for name, _ in node.parts]
        if node.kind == "list":
            made = parts
        elif node.kind == "dict":
            made = dict(zip(names, parts, strict=True))
        elif node.kind == "ordered":
            made = collections.OrderedDict(zip(names, parts, strict=True))
        elif node.kind == "tuple":
            return tuple(parts)
        else:
            return Pair(*parts, *[None] * (2 - len(parts)))
        self.raw.append(made)
        return made

    def fill(self, node, made):
        for name, part in node.parts:
            setattr(made, name, self.make(part))

    def steps(self, root, holder):
        """Functions that make the parts of an object one after another, those that come late at the end."""
        self.made[root.number] = holder
        for name, part in root.parts:
            yield lambda name=name, part=part: self.attach(root, name, part)
        while self.late:
            node, _ = self.late.pop(0)
            for name, part in node.parts:
                yield lambda node=node, name=name, part=part: self.attach(node, name, part)

    def attach(self, node, name, part):
        holder = self.made[node.number]
        put(holder, name, self.make(part))
        self.locate(part, child(holder, name))

    def locate(self, node, kept):
        """Remembers objects as their owner has them: lists and dicts are wrapped."""
        if node.kind in ("plain", "shared"):
            return
        self.made[node.number] = kept
        for name, part in node.parts if not node.late else ():
            self.locate(part, child(kept, name))


def child(holder, name):
    return holder[name] if isinstance(holder, (list, dict)) or isinstance(name, int) else getattr(holder, name)


def put(holder, name, value):
    if isinstance(holder, list):
        holder.append(value)
    elif isinstance(holder, dict):
        holder[name] = value
    else:
        setattr(holder, name, value)


_states: dict = {}


def _state(tf):
    if tf not in _states:

        class State(tf.train.experimental.PythonState):
            text = ""

            def serialize(self):
                return self.text

            def deserialize(self, string_value):
                self.text = string_value.decode() if isinstance(string_value, bytes) else string_value

        _states[tf] = State
    return _states[tf]()


# ---- looking at objects ----


def look(tf, value, depth=0):
    """What the owner of an object sees, as a text."""
    if depth > 8:
        return "..."
    if isinstance(value, tf.Variable):
        return f"{value.dtype.name}{list(value.shape)}{np.asarray(value.numpy()).tolist()!r}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(look(tf, item, depth + 1) for item in value)})"
    if isinstance(value, dict):
        inside = ", ".join(f"{key!r}: {look(tf, item, depth + 1)}" for key, item in value.items())
        return f"{type(value).__name__}({inside})"
    if isinstance(value, tf.random.Generator):
        return f"generator {value.state.numpy().tolist()}"
    if isinstance(value, tf.train.experimental.PythonState):
        return f"state {value.text!r}"
    if isinstance(value, tf.data.Iterator):
        return "iterator"
    if hasattr(value, "export"):
        keys, values = value.export()
        return f"table {sorted(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True))}"
    if isinstance(value, tf.compat.v1.train.Optimizer):
        return "optimizer"
    if isinstance(value, (tf.Module, tf.__internal__.tracking.AutoTrackable)):
        inside = [f"{k}={look(tf, v, depth + 1)}" for k, v in sorted(vars(value).items()) if k[0] != "_"]
        slots = []
        if isinstance(getattr(value, "optimizer", None), tf.compat.v1.train.Optimizer) and hasattr(value, "v"):
            slot = value.optimizer.get_slot(value.v, "momentum") if isinstance(value.v, tf.Variable) else None
            slots = [f"slot={None if slot is None else look(tf, slot)}"]
        return f"{type(value).__name__}<{', '.join(inside + slots)}>"
    return repr(value)


def taken(tf, value, depth=0):
    """The next elements of the iterators in an object: looking at them changes them."""
    if isinstance(value, tf.data.Iterator):
        return [value_or_public_class(lambda: int(next(value)))]
    if depth > 6 or isinstance(value, tf.Variable):
        return []
    if isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, (list, tuple)):
        inside = list(value)
    elif isinstance(value, (tf.Module, tf.__internal__.tracking.AutoTrackable)):
        inside = [v for k, v in sorted(vars(value).items()) if k[0] != "_"]
    else:
        return []
    return [number for item in inside for number in taken(tf, item, depth + 1)]


def value_or_public_class(action):
    """What it gives, or the class of its error."""
    try:
        return action()
    except AttributeError:
        return "AttributeError"
    except Exception as error:
        name = type(error).__name__
        return "FailedPreconditionError" if name == "FailedPrecondition" else name


# ---- programs ----


class Program:
    """One program.

    Args:
      seed: what it is drawn from.
    """

    def __init__(self, seed):
        self.seed = seed
        rng = random.Random(seed)
        self.mode = rng.choice(MODES)
        drawing = Drawing(rng, in_graph=self.mode in ("function", "loop", "nested", "strategy", "mirrored"))
        self.written = drawing.node(kind="module")
        while len(self.written.parts) < 2:
            self.written = drawing.node(kind="module")
        self.read_into = drawing.changed(self.written) if rng.random() < 0.6 else self.written
        self.second = drawing.changed(self.written) if rng.random() < 0.25 else None
        self.when = rng.random()  # which part of the steps comes before restore()
        self.rooted = rng.random() < 0.5
        self.changes = [rng.random() for _ in range(rng.choice([0, 0, 2, 4]))]
        self.restores_again = rng.random() < 0.2
        self.read_instead = rng.random() < 0.3
        self.copied = rng.choice([None, None, None, copy.copy, copy.deepcopy])

    def write(self, tf, folder):
        """Saves; gives the paths of one or two checkpoints."""
        paths = []
        for number, spec in enumerate((self.written, self.second)):
            if spec is None:
                continue
            maker = Maker(tf, fresh=False)
            root = tf.Module()
            for step in maker.steps(spec, root):
                step()
            if number:
                for variable in root.variables:
                    if variable.dtype.is_floating:
                        variable.assign(variable + 100)
            if self.copied is copy.deepcopy and not number:
                root = value_or_public_class(lambda root=root: copy.deepcopy(root))
                if isinstance(root, str):
                    return root
            path = value_or_public_class(lambda root=root, n=number: self.checkpoint(tf, root).save(f"{folder}/{n}/ck"))
            if not os.path.exists(path + ".index"):
                return path
            paths.append(path)
        return paths

    def checkpoint(self, tf, root):
        return tf.train.Checkpoint(root) if self.rooted else tf.train.Checkpoint(module=root)

    def read(self, tf, paths, folder):
        """Restores, changes and saves again; gives what was seen on the way."""
        found = []
        maker = Maker(tf, fresh=True)
        root = tf.Module()
        checkpoint = self.checkpoint(tf, root)
        steps = maker.steps(self.read_into, root)
        before = int(self.when * 1.3 * len(self.read_into.parts))
        for _ in range(before):
            step = next(steps, None)
            if step is not None:
                step()
        # One or the other: after `read`, TensorFlow gives the counter that `restore` makes the value of the first of both.
        bring = checkpoint.read if self.read_instead else checkpoint.restore
        status = value_or_public_class(lambda: bring(paths[0]))
        if isinstance(status, str):
            return [f"restore: {status}"]
        status.expect_partial()
        found.append(self.asked(status))
        if len(paths) > 1:
            other = value_or_public_class(lambda: bring(paths[1]))
            if isinstance(other, str):
                return [*found, f"second restore: {other}"]
            other.expect_partial()
        error = value_or_public_class(lambda: self.run(tf, steps))
        found.append(f"made: {error}")
        if error is not None:
            return found
        found += [self.asked(status), look(tf, root)]
        if len(paths) > 1:
            found.append(self.asked(other))
        rng = random.Random(self.seed + 1)
        for kind in self.changes:
            changed = value_or_public_class(lambda kind=kind: self.change(tf, maker, rng, kind))
            told = changed if isinstance(changed, str) else look(tf, changed)
            found.append(f"change {told}")
            if told == "InvalidArgumentError":
                break  # TensorFlow never lets go of a part that could not be restored: not when it is deleted, either
        if self.restores_again:
            again = value_or_public_class(lambda: bring(paths[0]))
            asked = again if isinstance(again, str) else self.asked(again)
            if "ValueError" in asked:  # what cannot be saved is noticed sooner or later
                asked = again = "ValueError"
            found.append(f"again: {asked}")
            if isinstance(again, str):
                return found
            again.expect_partial()
        found += [
            look(tf, root),
            [look(tf, raw) for raw in maker.raw],
            value_or_public_class(lambda: [look(tf, v) for v in root.variables]),
        ]
        if self.copied is not None:
            copied = value_or_public_class(lambda: self.copied(root))
            found.append(copied if isinstance(copied, str) else look(tf, copied))
            if not isinstance(copied, str) and self.copied is copy.deepcopy:
                found.append(self.saved(tf, copied, folder + "/copied"))
        found += [self.saved(tf, root, folder), taken(tf, root)]
        return found

    def saved(self, tf, root, folder):
        path = value_or_public_class(lambda: self.checkpoint(tf, root).save(folder + "/again"))
        if not os.path.exists(path + ".index"):
            return f"saving: {path}"
        reader = tf.train.load_checkpoint(path)
        names = sorted(reader.get_variable_to_shape_map())
        values = [
            f"{name}={_shown(name, np.asarray(reader.get_tensor(name)).tolist())}" for name in names if _told(name)
        ]
        return [*names, *values, *nodes(tf, reader.get_tensor(OBJECT_GRAPH))]

    @staticmethod
    def asked(status):
        checks = ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match")
        return [value_or_public_class(lambda check=check: getattr(status, check)() is status) for check in checks]

    def run(self, tf, steps):
        """Does what is left to do, in the program's mode."""
        mode = self.mode

        def all_steps():
            for step in steps:
                step()

        done = []

        def once():  # a function's variables are made on its first call
            if not done:
                done.append(1)
                all_steps()
            return tf.constant(1)

        if mode == "function":
            tf.function(once, autograph=False)()
        elif mode == "nested":
            inner = tf.function(once, autograph=False)
            tf.function(lambda: inner() + 1, autograph=False)()
        elif mode == "loop":

            def looped():
                for _ in range(3):
                    step = next(steps, None)
                    if step is not None:
                        step()
                return once()

            tf.function(looped, autograph=False)() if self.seed % 2 else looped()
        elif mode == "thread":
            failed = []

            def work():
                try:
                    all_steps()
                except Exception as error:
                    failed.append(error)

            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            if failed:
                raise failed[0]
        elif mode in ("strategy", "mirrored"):
            kinds = {
                "strategy": lambda: tf.distribute.OneDeviceStrategy("CPU:0"),
                "mirrored": lambda: tf.distribute.MirroredStrategy(["CPU:0"]),
            }
            with kinds[mode]().scope():
                all_steps()
        else:
            all_steps()

    def change(self, tf, maker, rng, kind):
        """Changes a list, a dict, or an object's attribute, through the owner or from outside."""
        owners = [
            made
            for number, made in sorted(maker.made.items())
            if isinstance(made, (tf.Module, tf.__internal__.tracking.AutoTrackable))
        ]
        targets = []
        for owner in owners:
            for name, held in sorted(vars(owner).items()):
                if name[0] != "_":
                    targets.append((owner, name, held))
        if not targets:
            return None
        owner, name, held = rng.choice(targets)
        new = rng.choice(
            [lambda: 5, lambda: tf.Variable(float(rng.randrange(9))), lambda: [tf.Variable(1)], lambda: {"q": 2}]
        )
        # TensorFlow compares variables with what comes in their place.
        plain = isinstance(held, list) and not any(isinstance(item, tf.Variable) for item in held)
        lists = [
            lambda: held.append(new()),
            lambda: held.extend([new(), new()]),
            lambda: setattr(owner, name, held.__iadd__([new()])),
            lambda: held.__setitem__(rng.randrange(-1, 3), new()),
            lambda: held.__setitem__(slice(0, 1), [4, 3]) if plain else None,
            lambda: held.__delitem__(0),
            lambda: held.insert(rng.randrange(0, 3), new()),
            lambda: held.pop(),
            lambda: held.clear(),
            lambda: held.reverse(),
            lambda: held.remove(held[0]) if plain else None,
            lambda: setattr(owner, name, held * 2),
            lambda: setattr(owner, name, held + [new()]),
            lambda: setattr(owner, name, held.copy()),
            lambda: held.__imul__(2) is held,
        ]
        dicts = [
            lambda: held.__setitem__(rng.choice(["a", "z"]), new()),
            lambda: held.update(y=new(), a=new()),
            lambda: held.__delitem__("a"),
            lambda: held.pop("a"),
            lambda: held.pop("none", 3),
            lambda: held.popitem()[0],
            lambda: look(tf, held.setdefault("s", new())),
            lambda: held.clear(),
            lambda: setattr(owner, name, held.copy()),
            lambda: setattr(owner, name, held | {"p": new()}),
            # With a new key: TensorFlow takes what is replaced by something equal for unchanged.
            lambda: held.__ior__({f"p{len(held)}": new()}) is held,
        ]
        any_kind = [
            lambda: setattr(owner, name, new()),
            lambda: delattr(owner, name),
            lambda: setattr(owner, "z", held),
        ]
        outside = [
            lambda raw=raw: raw.append(new()) if isinstance(raw, list) else raw.__setitem__("out", new())
            for raw in maker.raw
        ]
        choices = any_kind
        if isinstance(held, list) and kind < 0.75:
            choices = lists
        elif isinstance(held, dict) and kind < 0.75:
            choices = dicts
        elif outside and kind > 0.9:
            choices = outside
        return rng.choice(choices)()


def _shown(name, value):
    """A value; the order of the entries of tables is each module's own."""
    return repr(sorted(value) if "/table-" in name else value)


def nodes(tf, data):
    """The objects of a checkpoint, as texts."""
    from tensorflow.core.protobuf.trackable_object_graph_pb2 import TrackableObjectGraph

    found = []
    for node in TrackableObjectGraph.FromString(data).nodes:
        children = [f"{child.local_name}:{child.node_id}" for child in node.children]
        values = [f"{part.name} {_full_name(part)} {part.checkpoint_key}" for part in node.attributes]
        slots = [f"{s.original_variable_node_id} {s.slot_name} {s.slot_variable_node_id}" for s in node.slot_variables]
        found.append(f"{children} {values} {slots} {node.has_checkpoint_values.value}")
    return found


def _full_name(part):
    """The name of a variable; TensorFlow makes those of slot variables unique sometimes."""
    return part.full_name.rstrip("_0123456789") if ".OPTIMIZER_SLOT" in part.checkpoint_key else part.full_name


def first_difference(theirs, ours, path=""):
    """Where two outcomes differ, and how."""
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for at, (a, b) in enumerate(zip(theirs, ours, strict=True)):
            if a != b:
                return first_difference(a, b, f"{path}{at} ")
    return f"{path}:\n   {theirs}\n   {ours}"


def _told(name):
    """Whether a value is compared: states of iterators are written by each module in its own way."""
    return OBJECT_GRAPH not in name and "ITERATOR" not in name


def differences(seed, modules):
    """What differs between the modules' outcomes of a program, and between files of one and the other."""
    program = Program(seed)
    folder = tempfile.mkdtemp(prefix="restore")
    try:
        try:
            paths = {tf: program.write(tf, f"{folder}/{i}") for i, tf in enumerate(modules)}
        except RecursionError:
            return []  # TensorFlow's lists and dicts that contain each other go round for ever
        texts = [p if isinstance(p, str) else [os.path.basename(x) for x in p] for p in paths.values()]
        if texts[0] != texts[1]:
            return [f"write: {texts}"]
        if isinstance(texts[0], str):
            return []
        has_iterator = any(node.kind == "iterator" for node in program.written.walk())
        results = {}
        for i, writer in enumerate(modules):
            for j, reader in enumerate(modules):
                if i == j or not has_iterator:
                    results[i, j] = program.read(reader, paths[writer], f"{folder}/{i}{j}")
        wanted = results[0, 0]
        found = []
        for key, result in results.items():
            if result != wanted and "made: RecursionError" not in wanted:
                found.append(f"written by {key[0]}, read by {key[1]}, {first_difference(wanted, result)}")
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(first, last, step):
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import logging

    import tensorflow

    import graphwright

    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    bad = 0
    for seed in range(first, last, step):
        try:
            found = differences(seed, (tensorflow, graphwright))
        except Exception:  # whatever it is, the programs that follow are tried
            found = [traceback.format_exc()]
        if found:
            bad += 1
            print(f"---- {seed} ({Program(seed).mode})", *found, sep="\n", flush=True)
    print(f"{len(range(first, last, step))} programs, {bad} with differences", flush=True)
    return min(bad, 1)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    if len(numbers) == 3:
        commands = [
            [sys.executable, __file__, str(numbers[0] + i), *map(str, numbers[1:]), "0"] for i in range(numbers[2])
        ]
        workers = [subprocess.Popen(command) for command in commands]
        sys.exit(max([worker.wait() for worker in workers]))
    sys.exit(main(*numbers[:2], numbers[2] if len(numbers) == 4 else 1))
