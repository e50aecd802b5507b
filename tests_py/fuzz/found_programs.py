"""What random programs have found, made small: each is compared in all ways, as the random ones are."""

PROGRAMS = {}


def found(name, body, calls="[(3, 1, 3), (3, -3, 3)]", signature=None, gradient="outside"):
    """Adds a program; `body` is the body of f, without its indentation."""
    plan = f'{{"signature": {signature!r}, "calls": {calls}, "gradient": {gradient!r}}}'
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
