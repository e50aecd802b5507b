"""What a program of programs.py gives, call by call: results, gradients, variables, Python's effects, errors."""

import collections
import contextlib
import faulthandler
import functools
import linecache
import re
import signal
import time
import warnings
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

Point = collections.namedtuple("Point", "a b")

# Errors that count as one: an assert statement is an operation in a function.
SAME_CLASSES = [{"AssertionError", "InvalidArgumentError"}]


# What tf.function raises for code that it does not convert; we may come further, and fail for what is wrong in it.
REFUSALS = ("OperatorNotAllowedInGraphError", "NotImplementedError")
REFUSING_TEXTS = (
    "must also have a return statement",  # returns in one branch only, in some places
    "Tried to take gradients (or similar) of a variable",  # forward mode of loops that hold variables
    "`dtype` <dtype: 'variant'> is not compatible with",  # forward mode of loops that fill TensorArrays
    "'IndexedSlices' object has no attribute '_id'",  # forward mode of a tape's gradients
    "Tensor.graph is undefined when eager execution is enabled",  # forward mode of tf.cond in functions
    "KeyError: b'pyfunc_",  # a second gradient of one py_function
    # Functions with match statements or an else of a loop are not converted, whatever else is in them:
    "argument must be a string or a real number, not 'SymbolicTensor'",  # float()
    "len is not well defined for a symbolic Tensor",
    ".<locals>.back at 0x",  # AutoGraph drops custom_gradient from functions that are arguments of others
    "Requires delta != 0: 0",  # the gradient of sort for an axis without entries; programs have no such ranges
    "unsupported operand type(s) for *: 'IndexedSlices' and",  # a second gradient of tanh beside gather_nd's
    "loop must iterate at least once to initialize the function return value",  # return in a loop and after it
    "the return value from a TensorFlow loop may only be a Tensor",  # return in a loop of what is not even traced
)


# A function (they are called g1, g2 …) that is defined in one branch, and used by another one there, and what it reads; one
# that is defined in a loop.
REFUSED_FUNCTIONS = re.compile(r"'[gi]\d+' must (also be initialized|be defined before the loop)")

# What assertions say.
ASSERTION = re.compile("assertion failed|Condition .* did not hold")

# A branch that leaves a variable or what is returned without a value.
UNDEFINED = re.compile(r"' must also be initialized in|'retval_' is None at the end of")


# The shapes of x and m.
SIGNATURES = {"known": ([3], [2, 3]), "open": ([None], [2, None]), "rankless": (None, [2, None])}


class Box:
    """An object with attributes."""

    def __init__(self, **members):
        self.__dict__.update(members)


class Failure(NamedTuple):
    """An exception: its class with its bases, its text."""

    classes: tuple
    text: str

    def __str__(self):
        text = " ".join(self.text.split())
        return f"{self.classes[0]}: {text if len(text) < 400 else text[:200] + ' ... ' + text[-200:]}"


@dataclass
class Call:
    """What one call gave; the state is what variables and notes hold after it."""

    results: object = None
    gradients: list = field(default_factory=list)
    failure: Failure | None = None
    state: list = field(default_factory=list)


@dataclass
class Outcome:
    """All calls, and what was said while tracing (or, eagerly, while running)."""

    calls: list
    says: list


class Finding(NamedTuple):
    """A difference: which run, in what (the same for a program that was made smaller), and a text."""

    run: str
    what: str
    text: str


def environment(module, changed):
    """What programs find bound."""
    notes, says = [], []

    def note(value):
        notes.append(np.float32(value))
        return np.float32(value) * np.float32(0.5)

    return {
        "tf": module,
        "functools": functools,
        "Point": Point,
        "Box": Box,
        "v": module.Variable(0.25 + changed),
        "w": module.Variable([0.5 + changed, -0.25, 0.75 - changed]),
        "log": module.Variable(1),
        "c": module.constant(0.6 + changed),
        "x": module.constant([0.4, -0.8, 0.1]),  # for functions that stand beside f
        "table": module.constant(np.linspace(-0.9, 0.8, 6, dtype=np.float32).reshape(2, 3)),
        "made": [],
        "note": note,
        "notes": notes,
        "say": says.append,
        "says": says,
    }


def inputs(k, call, changed):
    """x and m of a call."""
    x = np.sin(np.arange(k) * 1.9 + 0.4 + call).astype(np.float32)
    m = np.cos(np.arange(2 * k) * 0.7 + 1.3 * call).astype(np.float32).reshape(2, k)
    # Elements change by different parts: quotients of them hide what they have in common.
    parts = np.cos(np.arange(2 * k) * 2.3 + 0.2).reshape(2, k)
    x, m = x * (1 + changed * parts[0]), m * (1 - changed * parts) + changed
    return x.astype(np.float32), m.astype(np.float32)


def specs(module, signature):
    """The input signature of this name."""
    x, m = SIGNATURES[signature]
    kinds = [(x, module.float32), (m, module.float32), ([], module.int32)]
    return [module.TensorSpec(shape, dtype) for shape, dtype in kinds]


def floats_of(module, results):
    """The sum of all floating-point results, or None."""
    leaves = [leaf for leaf in module.nest.flatten(results) if hasattr(leaf, "dtype")]
    parts = [
        module.reduce_sum(module.cast(leaf, module.float32))
        for leaf in leaves
        if module.as_dtype(leaf.dtype).is_floating
    ]
    return module.add_n(parts) if parts else None


def differentiated(module, f, how, v, w):
    """A function that gives the results of f, and gradients."""

    def call(x, m, n, *p):
        if how == "none":
            return f(x, m, n, *p), []
        sources = [x, m, v, w]
        if how == "forward":
            with module.autodiff.ForwardAccumulator([x, v], [module.ones_like(x), module.constant(0.5)]) as forward:
                results = f(x, m, n, *p)
                target = floats_of(module, results)
            return results, [] if target is None else [forward.jvp(target, unconnected_gradients="zero")]
        with module.GradientTape(persistent=how == "second") as outer:
            outer.watch([x, m])
            with module.GradientTape(persistent=how == "persistent") as tape:
                tape.watch([x, m])
                results = f(x, m, n, *p)
                target = floats_of(module, results)
            if target is None:
                return results, []
            if how == "second":
                first = tape.gradient(target, [x, v], unconnected_gradients="zero")
                squares = floats_of(module, [g * g for g in map(module.convert_to_tensor, first)])
        if how == "second":
            gradients = outer.gradient(squares, sources, unconnected_gradients="zero")
        else:
            gradients = tape.gradient(target, sources, unconnected_gradients="zero")
        if how == "persistent":
            gradients += tape.gradient(target, [x, w])
        return results, [None if g is None else module.convert_to_tensor(g) for g in gradients]

    return call


def plain(value):
    """Structures of arrays; Python's numbers are what functions make of them."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Point):
        return Point(*map(plain, value))
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    if isinstance(value, (bool, int, float)):
        return np.array(
            value, np.float32 if isinstance(value, float) else None if isinstance(value, bool) else np.int32
        )
    if hasattr(value, "numpy"):
        return np.asarray(value.numpy())
    return value if value is None or isinstance(value, str) else f"some {type(value).__name__}"


def all_finite(value):
    """Whether no number of a structure is infinite or none."""
    if isinstance(value, (list, tuple, dict)):
        return all(map(all_finite, value.values() if isinstance(value, dict) else value))
    return not (isinstance(value, np.ndarray) and value.dtype.kind == "f") or bool(np.isfinite(value).all())


class TooLong(BaseException):
    """A program that was made smaller may have lost its way out of a loop."""


@contextlib.contextmanager
def limited(seconds):
    """Raises TooLong when the time is over; ends the process where that does not help.

    Where other processes have taken most of it, it is given again, a few times.
    """
    started, times = time.process_time(), 4

    def stop(*_):
        nonlocal times
        times -= 1
        if not times or time.process_time() - started > seconds / 2:
            raise TooLong
        signal.alarm(seconds)

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(60 + seconds * times, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def giving_more(f):
    """The function, which gives its first argument, too."""
    return lambda x, m, n, *p: (f(x, m, n, *p), x)


def run(source, module, as_function, file="<program>", changed=0.0, seconds=20, bare=False):
    """The Outcome; `changed` is added to inputs, which tells where rounding decides.

    `bare` takes no gradients and has the function give something in any case: TensorFlow runs more of what nothing reads
    in functions that have no results, and in those that gradients are taken of.
    """
    scope = environment(module, changed)
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    calls = []
    with warnings.catch_warnings(), limited(seconds):
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, file, "exec"), scope)
            plan, f = scope["PLAN"], scope["f"]
            how = "none" if bare else plan["gradient"]
            if bare:
                f = giving_more(f)
            if as_function:
                signature = plan["signature"] in SIGNATURES and specs(module, plan["signature"])
                relaxed = True if plan["signature"] == "relaxed" else None
                f = module.function(f, input_signature=signature or None, reduce_retracing=relaxed)
            g = differentiated(module, f, how.replace("inside", "outside"), scope["v"], scope["w"])
            if as_function and how == "inside":
                g = module.function(g, autograph=False)
            for number, (k, n, p) in enumerate(plan["calls"]):
                call = Call()
                x, m = map(module.constant, inputs(k, number, changed))
                try:
                    results, gradients = g(x, m, module.constant(n), *([] if plan["signature"] else [p]))
                    call.results, call.gradients = plain(results[0] if bare else results), plain(gradients)
                    if how == "forward" and not all_finite(call.results):
                        call.gradients = []  # TensorFlow multiplies such values by tangents of zero where there are none
                except Exception as error:
                    if "REPLACED BY TooLong" in str(error):
                        raise TooLong from None  # pybind11's words where it went through C++
                    call.failure = Failure(tuple(cls.__name__ for cls in type(error).__mro__), str(error))
                variables = [scope["v"], scope["w"], scope["log"]]
                call.state = [np.asarray(variable.numpy()) for variable in variables] + [np.array(scope["notes"])]
                calls.append(call)
        finally:
            linecache.cache.pop(file, None)
    return Outcome(calls, list(scope["says"]))


# ---- comparison ----


def same_class(a, b):
    """Whether one class is the other's or a base of it; StagingError stands for classes that TensorFlow cannot make anew."""
    for one, other in ((a, b), (b, a)):
        if one.classes[0] == "StagingError" and f"{other.classes[0]}: " in one.text:
            return True
        # What an operation says is a ValueError where tf.function meets it in inferring shapes.
        if one.classes[0] == "ValueError" and "' with input shapes: " in one.text:
            if other.classes[0] == "InvalidArgumentError":
                return True
        # tf.function says that a name must be defined, and then what is wrong.
        if f"AutoGraph tried to define it automatically, but ran into a {other.classes[0]}: " in one.text:
            return True
    return a.classes[0] in b.classes or b.classes[0] in a.classes or {a.classes[0], b.classes[0]} in SAME_CLASSES


def different(a, b, what):
    """In what two structures differ, or None."""
    if type(a) is not type(b):
        return f"{what}: type"
    if isinstance(a, (list, tuple, dict)):
        if len(a) != len(b) or isinstance(a, dict) and list(a) != list(b):
            return f"{what}: structure"
        pairs = zip(a.values(), b.values()) if isinstance(a, dict) else zip(a, b)
        return next(filter(None, (different(x, y, what) for x, y in pairs)), None)
    if not isinstance(a, np.ndarray):
        return None if a == b else f"{what}: value"
    if a.dtype != b.dtype:
        return f"{what}: dtype"
    if a.shape != b.shape:
        return f"{what}: shape"
    if a.dtype.kind in "fc":
        rough = a.dtype == np.float16
        with np.errstate(all="ignore"):
            same = np.allclose(a, b, rtol=2e-2 if rough else 1e-3, atol=5e-3 if rough else 1e-4, equal_nan=True)
    else:
        same = np.array_equal(a, b)
    return None if same else f"{what}: value"


def difference(a, b, says=False):
    """In what two outcomes differ, or None."""
    if says and a.says != b.says:
        return "says"
    for x, y in zip(a.calls, b.calls, strict=True):
        if x.failure or y.failure:
            if not (x.failure and y.failure):
                return f"only one fails: {(x.failure or y.failure).classes[0]}"
            if not same_class(x.failure, y.failure):
                return f"failures: {x.failure.classes[0]}, {y.failure.classes[0]}"
            found = different(x.state, y.state, "state after a failure")
        else:
            found = different(x.results, y.results, "results")
            found = found or different(x.gradients, y.gradients, "gradients") or different(x.state, y.state, "state")
        if found:
            return found
    return None


def refuses(failure):
    """Whether it is what tf.function cannot do."""
    texts = any(text in failure.text for text in REFUSING_TEXTS)
    return failure.classes[0] in REFUSALS or texts or REFUSED_FUNCTIONS.search(failure.text) is not None


def traced_first(source, got, eager, theirs):
    """Whether all calls that differ from eager ones do so because try and raise statements belong to the trace.

    What the program raises itself is raised while it is traced, before anything ran, and where it is in a branch that a
    tensor decides on as well, as in tf.function, which loses them where a with or try statement is left. What a finally
    clause does is not done when an op before it fails, but for what tf.function happens to have started.
    """
    for ours, its, other in zip(got.calls, eager.calls, theirs.calls, strict=True):
        if difference(Outcome([ours], []), Outcome([its], [])) is None:
            continue
        raises = ours.failure and "raise " in ours.failure.text and "made" in ours.failure.text
        if raises and not other.failure:
            continue
        if not ("finally:" in source and ours.failure and its.failure and same_class(ours.failure, its.failure)):
            return False
    return True


def with_gradients(outcome, change):
    """The outcome with what `change` makes of each call's gradients."""
    return Outcome([replace(call, gradients=change(call.gradients)) for call in outcome.calls], outcome.says)


def with_zeros(outcome):
    """The outcome without gradients that are zero or None: which of both is the function's own affair."""
    return with_gradients(
        outcome, lambda gradients: [None if g is None or np.allclose(g, 0, atol=1e-4) else g for g in gradients]
    )


def without_gradients(outcome):
    return with_gradients(outcome, lambda _: [])


def without_nan(outcome, other):
    """The outcome with the other's numbers, or zeros, in gradients where it has nan."""

    def mended(x, y):
        if x is None or y is not None and x.shape != y.shape:
            return x
        return np.where(np.isnan(x), 0 if y is None else y, x)

    calls = [
        replace(call, gradients=[mended(x, y) for x, y in zip(call.gradients, its.gradients)])
        for call, its in zip(outcome.calls, other.calls, strict=True)
    ]
    return Outcome(calls, outcome.says)


def text_of(outcome):
    lines = [f"    says {outcome.says}"] if len(set(outcome.says)) > 1 else []
    for number, call in enumerate(outcome.calls):
        given = call.failure or f"{call.results} gradients {call.gradients}"
        lines.append(f"    call {number}: {given} state {call.state}".replace("\n", " "))
    return "\n".join(lines)


@contextlib.contextmanager
def optimizer_off(module, off):
    """With the module's passes switched off, or on."""
    options = module.config.optimizer
    before = options.get_experimental_options().get("disable_meta_optimizer", False)
    options.set_experimental_options({"disable_meta_optimizer": off})
    try:
        yield
    finally:
        options.set_experimental_options({"disable_meta_optimizer": before})


def asserts(outcome):
    """Whether a call of it fails where something is asserted."""
    return any(call.failure and ASSERTION.search(call.failure.text) for call in outcome.calls)


def has_nan(outcome):
    """Whether a result, a gradient or a variable of it has a nan."""
    waiting = [[call.results, call.gradients, call.state] for call in outcome.calls]
    for value in waiting:
        if isinstance(value, (list, tuple, dict)):
            waiting.extend(value.values() if isinstance(value, dict) else value)
        elif isinstance(value, np.ndarray) and value.dtype.kind in "fc" and np.isnan(value).any():
            return True
    return False


class Judge:
    """Compares two modules; `counts` says how often what was done.

    A function may do what eager TensorFlow does, or what tf.function does where that differs: values of dead operations
    that would fail, Python's effects, and what AutoGraph refuses (we may take more).
    """

    def __init__(self, gw, tensorflow):
        self.gw, self.tensorflow = gw, tensorflow
        self.counts = collections.Counter()
        self.seconds = 20  # that a run of ours may take
        self.patience = 6  # and one of TensorFlow's, which spends minutes on some programs

    def without_passes(self, source):
        with optimizer_off(self.gw, True):
            return run(source, self.gw, True, seconds=self.seconds)

    def theirs(self, source, as_function, changed=0.0):
        return run(source, self.tensorflow, as_function, changed=changed, seconds=self.patience)

    def theirs_at_the_least(self, source):
        """tf.function's outcome where TensorFlow drops most of what nothing reads."""
        with optimizer_off(self.tensorflow, False):
            return run(source, self.tensorflow, True, seconds=self.patience, bare=True)

    def finding(self, source, thorough=False, only=None):
        """The first difference as a Finding, or None; `thorough` runs tf.function in any case, `only` names the run."""
        try:
            eager = self.theirs(source, False)
            if any(call.failure and refuses(call.failure) for call in eager.calls):
                self.counts["TensorFlow refuses eagerly"] += 1
                return None
            theirs = self.theirs(source, True) if thorough else None
            for name in [only] if only else ("eagerly", "as a function", "without passes"):
                found, theirs = self.judged(source, name, eager, theirs)
                if found:
                    return found
        except TooLong:
            self.counts["TensorFlow takes too long"] += 1
        return None

    def judged(self, source, name, eager, theirs):
        """The Finding of one run of ours or None, and the outcome of tf.function where that was asked."""
        try:
            if name == "without passes":
                got = self.without_passes(source)
            else:
                got = run(source, self.gw, name != "eagerly", seconds=self.seconds)
        except TooLong:
            return Finding(name, "takes too long", "takes too long"), theirs
        what = difference(got, eager)
        if name == "eagerly" and not what and got.says != eager.says:
            what = "says"
        if name != "eagerly" and (what or theirs):
            if theirs is None:
                theirs = self.theirs(source, True)
            what = self.as_function(source, got, eager, theirs, what)
        if not what:
            return None, theirs
        if "tf.sort(" in source and (has_nan(got) or has_nan(eager)):
            self.counts["TensorFlow leaves what is beside a nan unsorted"] += 1
            return None, theirs
        if self.sensitive(source, eager):
            self.counts["rounding decides"] += 1
            return None, theirs
        lines = [what, f"graphwright {name}:", text_of(got), "TensorFlow eagerly:", text_of(eager)]
        if theirs is not None:
            lines += ["TensorFlow as a function:", text_of(theirs)]
        return Finding(name, what, "\n".join(lines)), theirs

    def as_function(self, source, got, eager, theirs, what):
        """In what an outcome of ours differs from both of TensorFlow's."""
        self.counts["tf.function asked"] += 1
        there = difference(got, theirs)
        failed = any(call.failure for call in theirs.calls)  # what was said before differs
        if there is None:
            self.counts["as tf.function does"] += bool(what)
            return None if failed or got.says == theirs.says else "says"
        if failed and "made.append" in source:
            return None  # after a first trace that made variables and failed, tf.function returns None
        refused = any(call.failure and refuses(call.failure) for call in theirs.calls)
        # A branch that is given up while it is traced leaves its values to the except clause.
        leaks = any(call.failure and call.failure.classes[0] == "InaccessibleTensorError" for call in theirs.calls)
        refused = refused or leaks and "except " in source
        self.counts["tf.function refuses"] += refused
        # What is wrong while tracing, such as shapes that change in loops, goes to the program's own except clauses.
        if refused and ("except " in source or any(call.failure for call in got.calls + eager.calls)):
            return None
        # What is wrong on purpose may be what nothing reads, or in a branch that is traced and not taken: where tf.function
        # refuses a program before it meets that, it cannot tell what should be.
        undefined = any(call.failure and UNDEFINED.search(call.failure.text) for call in theirs.calls)
        if (refused or undefined) and "'wrong': True" in source:
            self.counts["wrong, and tf.function refuses"] += 1
            return None
        # Where nothing is wrong on purpose, these are limits of tracing, and which one is met first is no matter.
        if (
            failed
            and what is not None
            and any(call.failure for call in got.calls + eager.calls)
            and "'wrong': True" not in source
        ):
            self.counts["both fail, for different reasons"] += 1
            return None
        if what is not None and traced_first(source, got, eager, theirs):
            self.counts["try statements belong to the trace"] += 1
            return None
        # An error that is raised in one branch of a tensor's takes along what the branch did, in tf.function, too.
        branch_raises = "raise " in source and "except " in source and what is not None and what.startswith("state: ")
        if branch_raises and (difference(theirs, eager) or "").startswith("state: "):
            self.counts["a branch raises while it is traced"] += 1
            return None
        # An assertion of tf.function does not wait for what loops before it assign. What eager TensorFlow does says nothing
        # where it fails for something else, which nothing reads.
        if what == there == "state after a failure: value" and asserts(got) and asserts(theirs) and not asserts(eager):
            self.counts["an assertion overtakes an assignment"] += 1
            return None
        # Which of zero and None a gradient is, is the function's own affair where tf.function is not as eager TensorFlow.
        odd = failed or what == "gradients: type" and difference(theirs, eager) is not None
        if what is None or odd and difference(with_zeros(got), with_zeros(eager)) is None:
            self.counts["only eager TensorFlow agrees"] += 1
            other_results = difference(without_gradients(theirs), without_gradients(eager)) is not None
            return None if other_results or got.says == theirs.says else "says"
        # A function multiplies the derivatives of what is not taken by zero, which may be nan; tf.function does, too.
        nowhere_nan = with_zeros(without_nan(got, eager))
        if refused and what.startswith("gradients: ") and difference(nowhere_nan, with_zeros(eager)) is None:
            self.counts["nan in gradients, and tf.function refuses"] += 1
            return None
        fails = failed or any(call.failure for call in got.calls)
        if fails and difference(without_gradients(got), self.theirs_at_the_least(source)) is None:
            self.counts["tf.function does the same without a gradient"] += 1
            return None
        return f"{what}; {there}"

    def sensitive(self, source, eager):
        """Whether TensorFlow gives something else, too, for inputs that are changed by little."""
        return any(difference(self.theirs(source, False, changed), eager) for changed in (3e-6, -3e-6))
