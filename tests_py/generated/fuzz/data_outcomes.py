"""Goes through the data sets of data_programs.py on two modules, in several ways, and compares what comes.

What a data set gives is a list of events: elements, the classes of errors, after which it is asked again, and its end. At
most MOST of them are asked for.
"""

import collections
import os
import re
import shutil
import tempfile
import warnings
from typing import NamedTuple

from generated.fuzz.outcomes import Finding, TooLong, limited

MOST = 24
STUCK = 3  # the same error so often in a row comes for ever, where its text tells elements apart
ENOUGH = 12  # where it does not
END = "end"

# TensorFlow looks at its mark of the end before it looks for an error in these places, where nobody has set the mark back:
# when an input of `concatenate` begins with an error, and in the gap between windows when one comes from within a set of sets.
TAKEN_FOR_ENDS = re.compile(r"concatenate\(.*\.(snapshot|interleave)\(|(flat_map|interleave)\(.*\.window\(", re.DOTALL)
FAILS = re.compile(r"(failing|raising|scripted)\(|counting\(\d+, ")


class Error(NamedTuple):
    """An exception as the names of its classes."""

    classes: tuple
    text: str

    def __repr__(self):
        return f"{self.classes[0]}({self.text[-200:]!r})"


def error_of(error):
    if "REPLACED BY TooLong" in str(error):
        raise TooLong from None
    return Error(tuple(cls.__name__ for cls in type(error).__mro__), str(error))


def environment(tf):
    """What the programs read."""

    def number_of(value):
        return tf.constant(value, tf.int64)

    def numbers(*values):
        return tf.constant(values, tf.int64)

    def raises_at(error, at):
        kind = getattr(__import__("builtins"), error)

        def function(x):
            if int(x) == at:
                raise kind("told to")
            return x

        return function

    def raising(error, at):
        def call(x):
            found = tf.numpy_function(raises_at(error, at), [x], tf.int64)
            return tf.ensure_shape(found, [])

        return call

    def scripted(error, at):
        def call(x):
            found = tf.py_function(raises_at(error, at), [x], tf.int64)
            return tf.ensure_shape(found, [])

        return call

    def failing(at):
        def call(x):
            checked = tf.debugging.check_numerics(1.0 / tf.cast(x - at, tf.float32), "told to")
            return x + 0 * tf.cast(checked, tf.int64)

        return call

    def reading(dataset):
        iterator = iter(dataset)
        return lambda x: x + next(iterator)

    def counting(n, at=None, error=None):
        def count():
            for i in range(n):
                if i == at:
                    raise getattr(__import__("builtins"), error)("told to")
                yield i

        return count

    def grouped(key):
        reducer = tf.data.experimental.Reducer(lambda k: k * 100, lambda s, x: s + x, lambda s: s * 2)
        return tf.data.experimental.group_by_reducer(key, reducer)

    def threads(count):
        options = tf.data.Options()
        options.threading.private_threadpool_size = count
        return options

    return {
        "tf": tf,
        "data": tf.data.Dataset,
        "number": tf.TensorSpec([], tf.int64),
        "number_of": number_of,
        "numbers": numbers,
        "wide": lambda x: tf.cast(x, tf.int64),
        "raising": raising,
        "scripted": scripted,
        "failing": failing,
        "reading": reading,
        "counting": counting,
        "grouped": grouped,
        "threads": threads,
    }


class Runner:
    """Goes through data sets on one module."""

    def __init__(self, tf):
        self.tf = tf
        self.environment = environment(tf)

        def total(element):
            leaves = [tf.cast(leaf, tf.int64) for leaf in tf.nest.flatten(element)]
            return tf.add_n([tf.reduce_sum(leaf * 7 + 3) for leaf in leaves])

        def gone_through(items):
            s = tf.constant(0, tf.int64)
            n = tf.constant(0)
            for x in items:
                s = s * 31 + total(x)
                n += 1
            return s, n

        def broken_off(items):
            n = tf.constant(0)
            s = tf.constant(0, tf.int64)
            for x in items:
                s = s * 31 + total(x)
                n += 1
                if n >= 2:
                    break
            return s, n

        self.total, self.loop, self.short_loop = total, gone_through, broken_off

    def listed(self, element):
        """An element as Python values."""
        if isinstance(element, self.tf.data.Dataset):
            return [self.listed(one) for one in element]
        if isinstance(element, tuple):
            return tuple(self.listed(one) for one in element)
        return element.numpy().tolist()

    def events(self, iterator, most=MOST):
        """What comes out of an iterator."""
        found = []
        while len(found) < most:
            try:
                found.append(self.listed(next(iterator)))
            except StopIteration:
                found.append(END)
                break
            except Exception as error:
                found.append(error_of(error))
                if (
                    len(found) >= ENOUGH
                    and len({getattr(one, "text", i) for i, one in enumerate(found[-ENOUGH:])}) == 1
                ):
                    break
        return found

    def run(self, source, way="eagerly", seconds=20, rewritten=True):
        """The events of one way to go through a program's data set; `rewritten` as TensorFlow does by default."""
        folder = tempfile.mkdtemp(prefix="pipeline")
        try:
            with warnings.catch_warnings(), limited(seconds):
                warnings.simplefilter("ignore")
                self.tf.random.set_seed(5)
                scope = dict(self.environment)
                exec(compile(source, "<pipeline>", "exec"), scope)
                make = scope["f"] if rewritten else self.as_written(scope["f"])
                try:
                    return getattr(self, way.replace(" ", "_"))(
                        make, lambda name: os.path.join(folder, name), scope["PLAN"]
                    )
                except Exception as error:
                    return [error_of(error)]
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def as_written(self, f):
        """Makes data sets that TensorFlow leaves as they are: it has shuffle and repeat in one, without a count of zero."""
        options = self.tf.data.Options()
        options.experimental_optimization.apply_default_optimizations = False
        return lambda path: f(path).with_options(options)

    def eagerly(self, f, path, plan):
        found = []
        dataset = f(path)
        for _ in range(2):  # the second one finds caches and other seeds
            found += self.events(iter(dataset))
        return found

    def reduce(self, f, path, plan):
        dataset = f(path).take(MOST)
        pair = self.tf.constant(0, self.tf.int64), self.tf.constant(0)
        found = dataset.reduce(pair, lambda state, x: (state[0] * 31 + self.total(x), state[1] + 1))
        return [part.numpy().tolist() for part in found]

    def in_a_function(self, f, path, plan):
        dataset = f(path).take(MOST)
        through = self.tf.function(self.loop)
        return [[part.numpy().tolist() for part in through(iter(dataset))] for _ in range(2)]

    def made_in_a_function(self, f, path, plan):
        make, loop = self.tf.autograph.experimental.do_not_convert(f), self.loop
        found = self.tf.function(lambda: loop(make(path).take(MOST)))()
        return [part.numpy().tolist() for part in found]

    def broken_off(self, f, path, plan):
        iterator = iter(f(path))
        found = [part.numpy().tolist() for part in self.tf.function(self.short_loop)(iterator)]
        return found + self.events(iterator)

    def restored(self, f, path, plan):
        """What comes after some elements, and again from an iterator that was restored there."""
        options = self.tf.data.Options()
        options.experimental_external_state_policy = self.tf.data.experimental.ExternalStatePolicy.IGNORE
        dataset = f(path).with_options(options)
        iterator = iter(dataset)
        passed = self.events(iterator, plan["passed"])
        saved = self.tf.train.Checkpoint(it=iterator).write(path("state"))
        rest = [] if passed and passed[-1] == END else self.events(iterator)
        other = iter(dataset)
        self.tf.train.Checkpoint(it=other).read(saved)
        return [passed, rest, self.events(other)]


def same_event(got, want):
    """Whether an event is the one that is wanted."""
    if isinstance(want, Error) or isinstance(got, Error):
        return isinstance(want, Error) and isinstance(got, Error) and want.classes[0] in got.classes
    return got == want


def difference(got, want):
    """In what two lists of events differ, or None."""
    for mine, theirs in zip(got, want):
        if isinstance(mine, list) and isinstance(theirs, list) and any(isinstance(e, Error) for e in mine + theirs):
            if what := difference(mine, theirs):
                return what
        elif not same_event(mine, theirs):
            kinds = [
                event.classes[0] if isinstance(event, Error) else "an end" if event == END else "an element"
                for event in (mine, theirs)
            ]
            return "other elements" if kinds == ["an element"] * 2 else f"{kinds[0]}, {kinds[1]}"
    if len(got) != len(want):
        return "more events" if len(got) > len(want) else "fewer events"
    return None


def without_end_of_errors(events):
    """The events up to an error that came again and again, and whether there was one."""
    for i in range(len(events) - STUCK + 1):
        part = events[i : i + STUCK]
        if isinstance(part[0], Error) and len({one.text if isinstance(one, Error) else None for one in part}) == 1:
            return events[: i + 1], True
    return events, False


def takes_errors_for_ends(source, way, what):
    """Whether TensorFlow ends early, as errors do in some places there; sums do not tell where they end."""
    early = what.endswith(", an end") or way in ("reduce", "in a function", "made in a function", "broken off")
    return early and bool(TAKEN_FOR_ENDS.search(source) and FAILS.search(source))


def in_any_order(events):
    return sorted(events, key=lambda event: str(event.classes[0] if isinstance(event, Error) else event))


def text_of(events):
    return "    " + ", ".join(str(event) for event in events)


class Judge:
    """Compares two modules; `counts` says how often what was done."""

    def __init__(self, gw, tensorflow):
        self.ours, self.theirs = Runner(gw), Runner(tensorflow)
        self.counts = collections.Counter()
        self.seconds, self.patience = 20, 20

    def finding(self, source, thorough=False, only=None):
        """The first difference as a Finding, or None; `only` names the way."""
        scope = {}
        exec(source.split("\n", 1)[0], scope)
        ways = [only] if only else ["eagerly", *scope["PLAN"]["also"]]
        try:
            for way in ways:
                if found := self.judged(source, way):
                    return found
        except TooLong:
            self.counts["TensorFlow takes too long"] += 1
        return None

    def judged(self, source, way):
        if way == "restored" and ("reading(" in source or "counting(" in source):
            return None
        want = self.theirs.run(source, way, self.patience)
        try:
            got = self.ours.run(source, way, self.seconds)
        except TooLong:
            return Finding(way, "takes too long", text_of(want))
        if "assert_cardinality" in source and any("FailedPreconditionError" in str(events) for events in (got, want)):
            # In TensorFlow groups are forgotten with it, windows swallow it, caches are not finished.
            self.counts["other elements than asserted"] += 1
            return None
        if "group_by_window" in source and ".window(" in source and "InternalError" in str(want):
            # Windows swallow an error that comes once; that of a group comes without end in TensorFlow.
            self.counts["windows of groups that fail"] += 1
            return None
        self.counts[f"gone through {way}"] += 1
        self.counts["events"] += len(want)
        what = self.compared(source, way, got, want)
        if what is None:
            return None
        again = [self.theirs.run(source, way, self.patience) for _ in range(3)]
        if any(
            self.compared(source, way, other, want) or not self.compared(source, way, got, other) for other in again
        ):
            self.counts["TensorFlow differs from run to run"] += 1
            return None
        if takes_errors_for_ends(source, way, what):
            self.counts["TensorFlow takes an error for the end"] += 1
            return None
        if not self.compared(source, way, got, self.theirs.run(source, way, self.patience, rewritten=False)):
            self.counts["as TensorFlow without rewriting"] += 1
            return None
        return Finding(way, what, f"{what}\ngraphwright:\n{text_of(got)}\nTensorFlow:\n{text_of(want)}")

    def compared(self, source, way, got, want):
        """In what they differ, or None."""
        cut = END not in want[:MOST]
        if "group" in source and ".repeat(" in source and any(isinstance(event, Error) for event in want):
            # An error behind a repetition is the end for TensorFlow's groups.
            self.counts["groups of what is repeated fail"] += 1
            return None
        if "deterministic=False" in source:
            if cut and difference(got, want):
                self.counts["in any order, and not all of it"] += 1
                return None
            got, want = in_any_order(got), in_any_order(want)
        if way == "eagerly" and cut and ("shuffle" in source or "reading(" in source):
            # TensorFlow reads ahead: where the first pass is left, it may have drawn numbers for its next epoch, or taken
            # more from an iterator that functions share.
            got, want = got[:MOST], want[:MOST]
        if way == "restored" and len(want) == 3 and len(got) == 3:
            if any(without_end_of_errors(part)[1] for part in want):
                return None
            if difference(want[1], want[2]):
                self.counts["TensorFlow's restored iterator differs"] += 1
                return None
            locked = [e for e in got[2] if isinstance(e, Error) and e.classes[0] == "AlreadyExistsError"]
            if locked and "cache(path(" in source:
                # The first iterator still writes the cache here; TensorFlow's has read ahead to its end.
                self.counts["the cache is still being written"] += 1
                return None
            if what := difference(got[2], got[1]):
                return f"restored: {what}"
            got, want = got[0] + got[1], want[0] + want[1]
        elif way == "restored":
            if len(want) != 3:
                self.counts["TensorFlow does not restore"] += 1
                return None
        want, stuck = without_end_of_errors(want)
        if stuck:
            got = got[: len(want)]
        return difference(got, want)
