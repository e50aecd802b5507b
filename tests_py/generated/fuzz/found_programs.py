"""What random programs have found, made small: each is compared in all ways, as the random ones are."""

PROGRAMS = {}


def found(name, body, calls="[(3, 1, 3), (3, -3, 3)]", signature=None, gradient="outside", wrong=False):
    """Adds a program; `body` is the body of f, without its indentation, and `wrong` where it fails on purpose."""
    rest = ', "wrong": True' if wrong else ""
    plan = f'{{"signature": {signature!r}, "calls": {calls}, "gradient": {gradient!r}{rest}}}'
    arguments = "x, m, n, p=3" if signature else "x, m, n, p"
    lines = [f"PLAN = {plan}", f"def f({arguments}):", '    say("f")']
    PROGRAMS[name] = "\n".join([*lines, *("    " + line for line in body.strip().splitlines())]) + "\n"


found(
    "second derivative of a map in a branch that is not taken",
    """
if n > 0:
    return x[0]
return tf.reduce_sum(tf.map_fn(lambda q: tf.tanh(q * q), x))
""",
    gradient="second",
)

found(
    "branches of switch_case with gaps",
    """
return tf.switch_case(n, {0: lambda: x, 2: lambda: x * 2.0}, default=lambda: -x)
""",
)

found(
    "alternatives that are structures with values",
    """
match (p, 1):
    case [2, 1] | [3, 1]:
        return x
    case [1, 1 | 2 as q]:
        return x * q
return x * 2.0
""",
    calls="[(3, 1, 3), (3, 1, 1), (3, 1, 0)]",
)

found(
    "conditional expressions in what makes a context manager",
    """
with tf.autodiff.ForwardAccumulator(x, x if n > 0 else -x) as forward:
    y = x * x
with tf.name_scope("a" if p > 2 and n is not None else "b"):
    return forward.jvp(y)
""",
)

found(
    "forward mode of a loop that reads from the array it fills",
    """
array = tf.TensorArray(tf.float32, 3, element_shape=[], clear_after_read=False)
for i in tf.range(3):
    last = array.read(i - 1) if i > 0 else c
    array = array.write(i, tf.tanh(last * v.read_value()))
return array.stack()
""",
    gradient="forward",
)

found(
    "returns with None in them in a loop over tensors",
    """
for row in x:
    if row < -0.5:
        return Point(row, (x, None))
return Point(x[0], (x * 2.0, None))
""",
    calls="[(3, 1, 3), (0, 1, 3), (1, 1, 3)]",
    signature="open",
)

found(
    "a branch that is not taken permutes one axis twice",
    """
if n > 0:
    return x
a = tf.transpose(table, [0, 0])
return tf.reshape(a, [-1])[:3]
""",
    calls="[(3, 1, 3), (3, 2, 3)]",
)

found(
    "an axis is permuted twice and nothing reads it",
    """
w[:2].assign(tf.constant([0.5, 0.5]))
a = tf.transpose(tf.fill([3, 3], c), [0, 0])
return x
""",
    wrong=True,
)

found(
    "a branch that is not taken asserts what is known not to hold",
    """
if tf.reduce_max(m) < -5.0:
    tf.debugging.assert_equal(tf.rank(x) % 2, 0)
return x
""",
)

found(
    "an assertion that is known not to hold comes after an assignment",
    """
log.assign(5)
tf.debugging.assert_less(tf.rank(x) * 2, 2)
return x
""",
    wrong=True,
)

for condition in ("x", "x > 0.0", "x[:0]", "m"):
    found(
        f"nothing reads what a condition {condition} decides", f"tf.cond({condition}, lambda: 1, lambda: 2)", wrong=True
    )
    found(f"a condition {condition}", f"return tf.cond({condition}, lambda: x, lambda: -x)", wrong=True)
    found(
        f"a condition {condition} of an effect",
        f"""
log.assign(2)
tf.cond({condition}, lambda: v.assign(3.0), lambda: v.assign(2.0))
return x
""",
        signature="rankless",
        wrong=True,
    )

found("a vector of indices of branches", "tf.switch_case(tf.range(2) + n, [lambda: x, lambda: -x])", wrong=True)

found(
    "nothing reads what a condition that fails decides",
    """
a = 1 if tf.fill([3], n == 0)[n] else 2
log.assign(5)
return tf.tanh(x)
""",
    calls="[(3, 5, 3)]",
    gradient="inside",
    wrong=True,
)

found(
    "the largest and the smallest of numbers of which one is none",
    """
q = tf.reduce_mean(x)
return max(v, tf.constant(1.5), q), min(v, q), max(q, 0.5), min(0.5, q)
""",
    calls="[(0, 2, 2), (3, 2, 2)]",
)

found(
    "a tensor leaves a loop over an iterator that ends",
    """
for t in reversed(range(3)):
    if tf.constant(True):
        return x
""",
)

found(
    "a number where a tensor chooses, of branches that are not complete",
    "tf.switch_case(p, {0: lambda: x, 2: lambda: -x})",
    calls="[(3, 1, 0)]",
    wrong=True,
)

found(
    "a nan is sorted",
    """
w.scatter_nd_update([[1]], [tf.reduce_mean(x)])
w.assign(tf.sort(w))
""",
    calls="[(0, 2, 3)]",
    wrong=True,
)

found(
    "an assertion stands behind an assignment in a loop, and what nothing reads would fail before both",
    """
a = tf.TensorArray(tf.float32, 1).write(0, n)
for _ in tf.range(n):
    w.assign(x)
tf.debugging.assert_equal(n, 0)
""",
    calls="[(3, 1, 3)]",
    wrong=True,
)
