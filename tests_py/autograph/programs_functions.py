# ruff: noqa: B007, B008, B011, B015, B018, B023, B905, F841, UP008, UP018
"""Programs with nested functions, lambdas, methods, callables, builtins."""

import contextlib
import functools

import numpy as np

import graphwright as tf
from support.harness import program


def one():
    return [tf.constant(1)]


def vector():
    return [tf.constant([3, 1, 2])]


def helper(a, b=2):
    if a > b:
        return a
    else:
        return b


def decorated(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args) + 1000

    return wrapper


@decorated
def with_decorator(a):
    if a > 0:
        a = a * 2
    return a


class Layer:
    scale = 3

    def __call__(self, x):
        if x > 0:
            return self.method(x)
        return x

    def method(self, x):
        if x > 0:
            x = x * self.scale + 5
        return x

    @property
    def doubled(self):
        return self.scale * 2

    @staticmethod
    def static(x):
        if x > 0:
            return x
        return -x

    @classmethod
    def class_method(cls, x):
        if x > 0:
            return x * cls.scale
        return -x


class Private:
    def __init__(self):
        self.__hidden = 5

    def private(self, x):
        self.__hidden = 1
        if x > 0:
            self.__hidden = x + 50
        return self.__hidden


class Derived(Layer):
    def method(self, x):
        if x > 0:
            y = super().method(x)
        else:
            y = super(Derived, self).method(-x)
        return y + 1


@program(one)
def calls_function(x):
    return helper(x), helper(x, 0), helper(b=x, a=5), helper(*[x], **{"b": 7})


@program(one)
def calls_decorated(x):
    return with_decorator(x)


@program(one)
def calls_methods(x):
    layer = Layer()
    return layer.method(x), layer(x), Layer.static(x), Layer.class_method(x), layer.static(x) + layer.doubled


@program(one)
def calls_super(x):
    return Derived().method(x), Derived()(x)


@program(one, tf_error="OperatorNotAllowedInGraphError", gives=("int32", (), 51))
def private_names(x):
    return Private().private(x)


@program(one)
def calls_partial(x):
    return functools.partial(helper, x)(5), functools.partial(helper, b=3)(x), functools.partial(Layer().method)(x)


@program(one)
def nested_function(x):
    def inner(y):
        if y > 0:
            return y + x
        return y

    return inner(x) + inner(2)


@program(one)
def nested_with_defaults(x):
    def inner(*args, k=len([1, 2]), **kwargs):
        if args[0] > 0:
            r = args[0] + k
        else:
            r = kwargs["z"]
        return r

    return inner(x, z=2), inner(x, k=5, z=x)


@program(one, gives=("int32", (), 3))
def nested_nonlocal(x):
    total = 0

    def add(v):
        nonlocal total
        if v > 0:
            total = total + v

    add(x)
    add(x + 1)
    return total


@program(one, tf_error="InaccessibleTensorError", gives=("int32", (), 6))
def nonlocal_in_tensor_loop(x):
    total = 0

    def add(v):
        nonlocal total
        total += v

    for i in tf.range(4):
        add(i)
    return total


@program(one)
def closure_changed_later(x):
    factor = 1

    def scaled(v):
        if v > 0:
            return v * factor
        return v

    first = scaled(x)
    factor = 10
    return first, scaled(x)


@program(one)
def closure_changed_in_branch(x):
    factor = 1

    def scaled(v):
        return v * factor

    if x > 0:
        factor = 7
    return scaled(x)


@program(one)
def recursion(x):
    def factorial(n):
        if n <= 1:
            return 1
        return n * factorial(n - 1)

    return factorial(5) * x


@program(one)
def lambdas_on_one_line(x):
    f, g, h = lambda v: v + 1, lambda v: v * 2 if v > 0 else v, lambda v: (lambda w: w + v)(v)
    return f(g(h(x)))


@program(one)
def lambda_with_defaults(x):
    f = lambda v, k=len([1]): v + k if v > 0 else k  # noqa: E731
    return f(x), f(-x), f(x, k=10)


@program(one)
def lambda_as_argument(x):
    return tf.map_fn(lambda v: v * 2 if v > 1 else v, tf.stack([x, x + 1]))


@program(one)
def function_as_argument(x):
    def apply(f, v):
        return f(v)

    return apply(helper, x) + apply(lambda v: v if v > 5 else v + 100, x)


@program(one)
def functions_in_containers(x):
    table = {"double": lambda v: v * 2, "helper": helper}
    return table["double"](x), [f(x) for f in table.values()]


@program(one)
def comprehensions(x):
    a = [helper(x + i) for i in range(3) if i > 0]
    b = {i: helper(x) for i in range(2)}
    c = sum(helper(v) for v in a)
    d = sorted({i % 2 for i in range(5)})
    return a, b, c, d


@program(one)
def generator_function(x):
    def numbers():
        for i in range(3):
            yield i + x

    total = 0
    for v in numbers():
        total += v
    return total


@program(one)
def class_in_function(x):
    class Inner:
        factor = 3

        def __init__(self, v):
            self.v = v

        def method(self):
            if self.v > 0:
                return self.v * self.factor
            return self.v

    return Inner(x).method()


@program(one)
def callable_class_in_function(x):
    class Inner:
        def __call__(self, v):
            return v + 1

    return Inner()(x)


@program(
    one,
    tf_error="OperatorNotAllowedInGraphError",
    gives=(("int32", (), 7), ("int32", (), 8), [("int32", (), v) for v in (3, 4, -4, -3)]),
)
def context_managers(x):
    entered = []

    @contextlib.contextmanager
    def manager(v):
        entered.append(v)
        yield v * 2
        entered.append(-v)

    with manager(3) as a, manager(4) as b:
        if x > 0:
            x = x + a
    return x, b, entered


@program(vector)
def builtins_on_tensors(x):
    return len(x), int(x[0]), float(x[0]), abs(-x), sorted(x), sorted(x, reverse=True)


@program(one)
def builtins_on_strings(x):
    return int(tf.constant("15")), float(tf.constant("1.5"))


@program(
    vector, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 3), ("int32", (), 1), ("int32", (), 6))
)
def reductions_of_tensors(x):
    return max(x), min(x), sum(x)


@program(
    vector, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 3), ("bool", (), True), ("bool", (), False))
)
def builtins_on_several_tensors(x):
    return max(x[0], x[1], x[2]), any([x[0] > 1, x[1] > 1]), all([x[0] > 1, x[1] > 1])


@program(vector, tf_error="OperatorNotAllowedInGraphError", gives=(("bool", (), True), ("bool", (), False)))
def any_and_all(x):
    return any(x > 1), all(x > 1)


@program(one)
def builtins_on_python(x):
    a = [3, 1, 2]
    return (
        len(a), int("7"), float("2.5"), abs(-3), sorted(a), max(a), min(a, key=lambda v: -v), sum(a), any(a), all([]),
        list(range(3)), list(enumerate("ab", 1)), list(zip(a, "abc")), list(map(lambda v: v + 1, a)),
        list(filter(lambda v: v > 1, a)), int(), float(), max([], default=4), sorted(a, key=lambda v: -v, reverse=True),
    ) + (x,)  # fmt: skip


@program(vector)
def map_of_tensors(x):
    return list(map(lambda v: v + 1 if v > 1 else v, [x[0], x[1]]))


@program(vector)
def map_of_named_function(x):
    return list(map(lambda v: helper(v, 2), [x[0], x[1]])), functools.reduce(lambda a, b: a + b, [x[0], x[1], 4])


@program(one)
def numpy_functions(x):
    a = np.arange(4)
    total = 0
    for v in a:
        if v > 1:
            total += int(v)
    return x + total, np.sum(a) > 3


@program(one)
def tf_function_inside(x):
    @tf.function
    def inner(v):
        if v > 0:
            return v + 1
        return v

    return inner(x) + inner(x)


@program(one)
def unconverted_function_inside(x):
    @tf.autograph.experimental.do_not_convert
    def inner(v, flag=True):
        return v + 1 if flag else v

    return inner(x)


@program(one, error="OperatorNotAllowedInGraphError")
def unconverted_function_branches_on_tensor(x):
    return tf.autograph.experimental.do_not_convert(helper)(x)


@program(one)
def starred_and_nested_targets(x):
    (a, *b), c = [x, 2, 3], 4
    for d, (e, *f) in [(1, (2, 3, 4))]:
        a = a + d + e + len(f)
    return a, b, c


@program(one)
def augmented_assignments(x):
    class Holder:
        value = 1

    holder, items = Holder(), [1, [2, 3]]
    holder.value += x
    items[0] *= 5
    items[1][-1] -= x
    x //= 1
    x **= 2
    x @= 1 if False else x if False else _Matmul()
    return holder.value, items


class _Matmul:
    def __rmatmul__(self, other):
        return other


@program(one)
def formatted_strings(x):
    a = [1, 2]
    return x, f"{len(a)!r:>4}|{'b' if a else 'c'}|{a[0]:{len(a)}}"


@program(one, tf_error="OperatorNotAllowedInGraphError", gives=(("int32", (), 5), ("float32", (), 2.0)))
def annotations(x):
    y: int = 3
    z: tf.Tensor
    if x > 0:
        w: float = 2.0
        y = y + 1
    else:
        w = 3.0
    z = x + y
    return z, w


@program(one)
def imports(x):
    import math
    from os import path as p

    if x > 0:
        import os.path

        y = len(os.path.join("a", "b"))
    else:
        y = 0
    return y, math.floor(2.5), p.basename("a/b")


@program(one)
def locals_and_type(x):
    a = 1
    return sorted(locals())[0], type(a).__name__, isinstance(x, int), a


@program(one)
def walrus(x):
    values = [y := 3, y**2, (z := y + 1)]
    return x, values, z, [last := v for v in values], last


@program(one)
def names_like_those_of_the_rewriter(x):
    if_body, get_state, vars_, do_return, retval_, break_, itr = 1, 2, 3, 4, 5, 6, 7
    for i in range(3):
        if i == 1:
            break
        itr += i
    if x > 0:
        get_state = x + if_body
    return if_body, get_state, vars_, do_return, retval_, break_, itr


@program(one, tf_error="UnboundLocalError", gives=("int32", (), 4))
def named_ag(x):
    ag__ = 3
    if x > 0:
        x = x + ag__
    return x


@program(one)
def shadowed_builtins(x):
    len = lambda v: 42  # noqa: A001, E731
    isinstance = lambda a, b: a > b  # noqa: A001, E731
    if isinstance(x, 0):
        y = len([])
    else:
        y = 0
    return y


@program(one)
def docstring_and_ellipsis(x):
    """Says something."""
    ...
    return x


@program(lambda: [tf.constant(1), tf.constant(2)])
def positional_only(a, /, b, *, c=3):
    if a > b:
        a = b
    return a + c


@program(one)
def exceptions(x):
    try:
        [][x is None]
    except (IndexError, KeyError) as error:
        kind = type(error).__name__
    try:
        try:
            raise ValueError("a") from KeyError("b")
        except ValueError as error:
            raise RuntimeError("c") from error
    except RuntimeError as error:
        cause = type(error.__cause__).__name__
    return x, kind, cause


@program(one)
def custom_gradient(x):
    @tf.custom_gradient
    def square(v):
        def grad(upstream):
            return upstream * 100.0

        return v * v, grad

    y = tf.cast(x, tf.float32)
    with tf.GradientTape() as tape:
        tape.watch(y)
        z = square(y)
    return tape.gradient(z, y)


@program(one)
def cond_with_functions(x):
    def double():
        if x > 0:
            return x * 2
        return x

    return tf.cond(x > 0, double, lambda: x)
