"""What a program of tape_programs.py gives: the list that it returns, the variables after it, or its failure."""

import collections
import linecache
import warnings
from typing import NamedTuple

import numpy as np

from generated.fuzz.outcomes import Failure, Finding, TooLong, different, limited, optimizer_off, refuses, same_class

# What TensorFlow fails at though nothing is wrong; we may come further.
REFUSING_TEXTS = (
    "'NoneType' object has no attribute",  # forward mode and persistent tapes of what a script gave
    "pyfunc_",  # a second gradient of one py_function
    "eager_py_func",
    "Forward-mode autodiff",
    "Tried to take gradients (or similar) of a variable",
    "list index out of range",  # forward mode twice of a function that does not depend on it
    "returned too few gradients",  # forward mode in a tape of a function
    "no attribute 'python_grad_func'",  # a Jacobian in a tape
    "is not compatible with the shape this function was traced with",  # forward mode in a tape of a function, again
    "returned a result with an exception set",  # a data set reduced in forward mode
    "None values not supported",  # the Hessian of what is linear
    "Attempted to stack a variant-dtype tensor",  # a branch's gradient for many rows
    "Encountered an exception while vectorizing",  # the same in a Jacobian
    "Cannot convert a partially known TensorShape",  # forward mode of what was called with several shapes
    "is in list of internal_captures but not in",  # tf.gradients of a loop in forward mode, of what the loop captures
    "expected bool while building NodeDef",  # loops whose condition is a number, in tapes
    "InternalError.__init__() missing",  # forward mode of loops
    "Attempting to add a duplicate function",
    "is out of scope and cannot be used here",  # forward mode of gradients of functions
    "Could not generate a generic TraceType for",  # what a script is given in a function
)


class Result(NamedTuple):
    """What the program returned (None where it failed), its failure, what the variables hold."""

    values: list | None
    failure: Failure | None
    state: list


def environment(tf):
    """What programs find bound. It is made once for a module: its functions keep their traces."""
    v, w = tf.Variable(0.7), tf.Variable([0.5, -0.25, 0.75])
    c, k = tf.constant(0.6), tf.constant([0.9, -0.4, 0.3])

    @tf.function
    def looping(q):
        for _ in tf.range(2):
            q = q * tf.tanh(q) + c
        return q

    @tf.function
    def branching(q):
        return q * v if tf.reduce_sum(q) > 0.2 else q * q

    @tf.custom_gradient
    def custom(q):
        return q * q, lambda g: 3.0 * g * q

    @tf.custom_gradient
    def custom_pair(q, r):
        return q * r, lambda g: (g * r, 2.0 * g * q)

    @tf.custom_gradient
    def custom_same(q):
        return q, lambda g: 2.0 * g

    def graph_gradient(function, q):
        return tf.function(lambda q: tf.gradients(function(q), [q])[0] + 0.0)(q)

    def graph_gradient_twice(function, q):
        @tf.function
        def twice(q):
            first = tf.gradients(function(q), q)[0]
            return tf.gradients(first * q, q, unconnected_gradients="zero")[0]

        return twice(q)

    def gradient_of_captured(function, q, r):
        """With respect to what the function captures."""

        @tf.function
        def inner():
            found = tf.gradients(function(q) * r, [q, r, v, k], unconnected_gradients="zero")
            return tf.add_n([tf.reduce_sum(part) for part in found])

        return inner()

    def hessian(function, q):
        return tf.function(lambda q: tf.hessians(tf.reduce_sum(function(q)), q)[0])(q)

    def slope(function, q):
        with tf.GradientTape() as tape:
            tape.watch(q)
            found = function(q)
        return tape.gradient(found, q, unconnected_gradients="zero")

    def batch_jacobian(function, q):
        q = tf.stack([q, q * 0.5], 1)
        with tf.GradientTape() as tape:
            tape.watch(q)
            found = tf.stack([function(q[:, 0]), q[:, 1]], 1)
        return tape.batch_jacobian(found, q)

    def forward(function, q, tangent):
        with tf.autodiff.ForwardAccumulator(tf.convert_to_tensor(q), tf.convert_to_tensor(tangent)) as accumulator:
            found = function(q)
        return accumulator.jvp(found, unconnected_gradients="zero")

    def asserted(q):
        with tf.control_dependencies([tf.debugging.assert_greater(tf.reduce_sum(tf.abs(q)) + 1.0, 0.0)]):
            return tf.identity(q)

    same = tf.function(lambda q: q)
    cube = tf.function(lambda q: q * q * q)
    script = lambda function: lambda *q: tf.ensure_shape(tf.py_function(function, q, tf.float32), q[0].shape)  # noqa: E731
    cross = lambda q, r: q * r * tf.sin(r)  # noqa: E731
    return {
        "tf": tf,
        "v": v,
        "w": w,
        "c": c,
        "k": k,
        "same": same,
        "both": tf.function(lambda q: (q * v, q)),
        "cube": cube,
        "scaled": tf.function(lambda q: q * v * c + tf.reduce_sum(k)),
        "nested": tf.function(lambda q: cube(q) * v),
        "nested_same": tf.function(lambda q: same(q)),
        "compiled": tf.function(lambda q: tf.sin(q) * q, jit_compile=True),
        "looping": looping,
        "branching": branching,
        "custom": custom,
        "custom_pair": custom_pair,
        "custom_same": custom_same,
        "recomputed": tf.recompute_grad(lambda q: tf.tanh(q) * q),
        "recomputed_same": tf.recompute_grad(lambda q: q),
        "script": script(lambda q: tf.sin(q) * q),
        "script_pair": script(cross),
        "crossed": tf.function(cross),
        "compiled_pair": tf.function(cross, jit_compile=True),
        "recomputed_pair": tf.recompute_grad(cross),
        "script_same": script(lambda q: q),
        "graph_gradient": graph_gradient,
        "graph_gradient_twice": graph_gradient_twice,
        "gradient_of_captured": gradient_of_captured,
        "hessian": hessian,
        "slope": slope,
        "batch_jacobian": batch_jacobian,
        "forward": forward,
        "asserted": asserted,
        "dense": lambda values: [tf.convert_to_tensor(value) for value in values],
    }


def plain(tf, value):
    """None or an array, of slices as well."""
    return None if value is None else np.asarray(tf.convert_to_tensor(value).numpy())


class Runner:
    """Runs programs on one module."""

    def __init__(self, tf):
        self.tf = tf
        self.environment = environment(tf)

    def run(self, source, how="eagerly", changed=0.0, seconds=20, file="<program>"):
        """The Result of a source, run eagerly, "as a function" or "in two functions"."""
        tf, scope = self.tf, dict(self.environment)
        v, w = scope["v"], scope["w"]
        v.assign(0.7 + changed)
        w.assign([0.5 + changed, -0.25, 0.75 - changed])
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        values = failure = None
        with warnings.catch_warnings(), limited(seconds):
            warnings.simplefilter("ignore")
            try:
                exec(compile(source, file, "exec"), scope)
                f = scope["f"]
                if how != "eagerly":
                    f = tf.function(f)
                if how == "in two functions":
                    inner = f
                    f = tf.function(lambda x, y: inner(x, y))
                try:
                    found = f(tf.constant(0.4 + changed), tf.constant([0.8 - changed, -0.5, 0.35 + changed]))
                    values = [plain(tf, leaf) for leaf in tf.nest.flatten(found)]
                except Exception as error:
                    if "REPLACED BY TooLong" in str(error):
                        raise TooLong from None
                    failure = Failure(tuple(cls.__name__ for cls in type(error).__mro__), str(error))
            finally:
                linecache.cache.pop(file, None)
        return Result(values, failure, [np.asarray(v.numpy()), np.asarray(w.numpy())])


def difference(a, b):
    """In what two results differ, or None."""
    if a.failure or b.failure:
        if not (a.failure and b.failure):
            return f"only one fails: {(a.failure or b.failure).classes[0]}"
        if not same_class(a.failure, b.failure):
            return f"failures: {a.failure.classes[0]}, {b.failure.classes[0]}"
        return None
    return different(a.values, b.values, "results") or different(a.state, b.state, "state")


def with_zeros(result):
    """Without the difference between zero and None."""
    if result.values is None:
        return result
    values = [None if value is None or np.allclose(value, 0, atol=1e-4) else value for value in result.values]
    return result._replace(values=values)


def is_mixture(got, one, other):
    """Whether each value is one's or the other's: what shares its identity in eager programs only may differ."""
    if got.failure or one.failure or other.failure or len(got.values) != len(one.values):
        return False
    found = [*zip(got.values, one.values, other.values), *zip(got.state, one.state, other.state)]
    return all(different(a, b, "") is None or different(a, c, "") is None for a, b, c in found)


def has_hidden_loop(source):
    """Whether TensorFlow gives zero behind loops which are none here (in Hessians), or None where its other loops give zero."""
    return "hessian(" in source or "tf.data.Dataset" in source


def has_loop_over_data(source):
    """Whether TensorFlow knows no derivative of what a loop gives that has one here: in functions it reduces a data set."""
    return "gradient_of_captured(" in source and "in tf.data.Dataset" in source


def is_refused(failure):
    if failure is None:
        return False
    # Forward mode of gradients of functions.
    silent = failure.classes[0] == "AssertionError" and failure.text.rpartition("AssertionError:")[2].strip() == ""
    return silent or refuses(failure) or any(text in failure.text for text in REFUSING_TEXTS)


def text_of(result):
    given = result.failure or result.values
    return f"    {given} state {result.state}".replace("\n", " ")


class Judge:
    """Compares two modules; `counts` says how often what was done. Functions may do as TensorFlow does eagerly, or in one."""

    RUNS = ("eagerly", "as a function", "in two functions", "without passes")

    def __init__(self, gw, tensorflow):
        self.gw, self.tensorflow = gw, tensorflow
        self.ours, self.theirs = Runner(gw), Runner(tensorflow)
        self.counts = collections.Counter()
        self.seconds, self.patience = 20, 20

    def finding(self, source, thorough=False, only=None):
        """The first difference as a Finding, or None; `thorough` runs tf.function in any case, `only` names the run."""
        try:
            eager = self.theirs.run(source, seconds=self.patience)
            if is_refused(eager.failure):
                self.counts["TensorFlow refuses eagerly"] += 1
                return None
            self.counts["fail"] += eager.failure is not None
            function = self.theirs.run(source, "as a function", seconds=self.patience) if thorough else None
            for name in [only] if only else self.RUNS:
                found, function = self.judged(source, name, eager, function)
                if found:
                    return found
        except TooLong:
            self.counts["TensorFlow takes too long"] += 1
        return None

    def judged(self, source, name, eager, function):
        """The Finding of one run of ours or None, and tf.function's result where that was asked."""
        try:
            if name == "without passes":
                with optimizer_off(self.gw, True):
                    got = self.ours.run(source, "as a function", seconds=self.seconds)
            else:
                got = self.ours.run(source, name, seconds=self.seconds)
        except TooLong:
            return Finding(name, "takes too long", "takes too long"), function
        what = difference(got, eager)
        if what and name != "eagerly" and has_loop_over_data(source):
            self.counts["derivatives of loops over data sets"] += 1
            return None, function
        if what and name != "eagerly":
            if function is None:
                function = self.theirs.run(source, "as a function", seconds=self.patience)
                self.counts["tf.function asked"] += 1
            there = difference(got, function)
            if there is None or is_refused(function.failure):
                self.counts["as tf.function does" if there is None else "tf.function refuses"] += 1
                return None, function
            if function.failure and not (got.failure or eager.failure):
                self.counts["only tf.function fails"] += 1
                return None, function
            if is_mixture(got, eager, function):
                self.counts["each value is one of both"] += 1
                return None, function
            if difference(with_zeros(got), with_zeros(eager)) is None and difference(function, eager) is not None:
                self.counts["only eager TensorFlow agrees"] += 1
                return None, function
            what = f"{what}; {there}"
        others = [eager] if function is None or name == "eagerly" else [eager, function]
        if (
            what
            and has_hidden_loop(source)
            and any(difference(with_zeros(got), with_zeros(one)) is None for one in others)
        ):
            self.counts["zero or None behind a loop"] += 1
            return None, function
        if not what:
            return None, function
        if any(difference(self.theirs.run(source, changed=step), eager) for step in (3e-6, -3e-6)):
            self.counts["rounding decides"] += 1
            return None, function
        lines = [what, f"graphwright {name}:", text_of(got), "TensorFlow eagerly:", text_of(eager)]
        if function is not None:
            lines += ["TensorFlow as a function:", text_of(function)]
        return Finding(name, what, "\n".join(lines)), function
