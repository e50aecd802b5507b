"""What functions take from outside, what they may do to their arguments, and functions that call each other."""

import pytest

from support.twice import Cases, assert_same

cases = Cases()


@cases
def append(tf):
    @tf.function
    def f(x, items):
        items.append(x)
        return x

    return f(tf.constant(1), [1])


@cases
def set(tf):
    @tf.function
    def f(x, d):
        d["a"] = x
        return x

    return f(tf.constant(1), {"a": 1})


@cases
def newkey(tf):
    @tf.function
    def f(x, d):
        d["b"] = x
        return x

    return f(tf.constant(1), {"a": 1})


@cases
def pop_push(tf):
    @tf.function
    def f(x, items):
        v = items.pop()
        items.append(v)
        return x + v

    return f(tf.constant(1), [1, 2])


@cases
def replace_equal(tf):
    @tf.function
    def f(x, items):
        items[0] = items[0] * 1
        return x

    return f(tf.constant(1), [tf.constant(1)])


@cases
def nested(tf):
    @tf.function
    def f(x, items):
        items["a"][0].append(x)
        return x

    return f(tf.constant(1), {"a": [[]]})


@cases
def varargs(tf):
    @tf.function
    def f(*a):
        a[1].append(2)
        return 1

    return f(tf.constant(1), [])


@cases
def kwargs(tf):
    @tf.function
    def f(**k):
        k["q"].append(2)
        return 1

    return f(q=[])


@cases
def kwargs_dict_itself(tf):
    @tf.function
    def f(**k):
        k["z"] = 1
        return 1

    return f(q=[])


@cases
def method(tf):
    class A:
        @tf.function
        def f(self, items):
            items.append(1)
            return 1

    a = A()
    return a.f([])


@cases
def sort(tf):
    @tf.function
    def f(items):
        items.sort()
        return items

    return f([2, 1])


@cases
def caller_list(tf):
    items = [tf.constant(1)]

    @tf.function
    def f(items):
        items = list(items)
        items.append(2)
        return items

    return f(items), len(items)


@cases
def obj(tf):
    class Thing:
        pass

    o = Thing()
    o.n = 0

    @tf.function
    def f(o):
        o.n += 1
        return o.n

    return f(o), f(o), o.n


@cases
def by_ref(tf):
    c = tf.Variable(1)
    f = tf.function(lambda: c + 1)
    a = f()
    c.assign(5)
    return a, f()


@cases
def python(tf):
    n = 1

    @tf.function
    def f(x):
        return x + n

    a = f(tf.constant(1))
    n = 10
    return a, f(tf.constant(1)), f(tf.constant(1.0))


@cases
def global_exp(tf):
    f = tf.function(lambda: tf.constant(1))
    c = f.get_concrete_function()
    return c.captured_inputs, c.graph.captures, c.graph.internal_captures, c.graph.external_captures


@cases
def same_twice(tf):
    t = tf.range(1000)
    c = tf.function(lambda x: x + t + t[0]).get_concrete_function(tf.constant(1))
    return len(c.captured_inputs)


@cases
def set_external(tf):
    v = tf.Variable(1.0)
    w = tf.Variable(5.0)
    c = tf.function(lambda x: x + v).get_concrete_function(tf.constant(1.0))
    c.set_external_captures([w.handle])
    return c(tf.constant(1.0))


@cases
def func_as_arg(tf):
    @tf.function
    def apply(g, x):
        return g(x)

    def h(x):
        return x + 1

    return apply(h, 1), apply(h, 2), apply.experimental_get_tracing_count(), apply(tf.function(h), 1)


@cases
def func_lambda_each_call(tf):
    @tf.function
    def apply(g, x):
        return g(x)

    return (
        apply(lambda x: x + 1, tf.constant(1)),
        apply(lambda x: x + 2, tf.constant(1)),
        apply.experimental_get_tracing_count(),
    )


@cases
def rec(tf):
    @tf.function
    def fact(n):
        if n <= 1:
            return 1
        return n * fact(n - 1)

    return fact(5)


@cases
def casts_of_captured_tensors(tf):
    values = {"one": [2.5], "flag": [True], "deep": [[4]], "two": [1, 2], "text": ["3"], "none": [], "complex": 1 + 2j}
    results = []
    for value in values.values():
        tensor = tf.constant(value)

        @tf.function
        def f(tensor=tensor):
            def inside():
                return float(tensor), int(tensor)

            return inside()

        results.append(f())
    return results


@cases
def casts_in_a_nested_function(tf):
    vector, scalar = tf.constant([2.5]), tf.constant(3.75)

    @tf.function
    def f(x):
        @tf.function
        def inner():
            return float(vector) + float(scalar) + float(int(vector))

        def plain():
            return float(vector) if x > 0 else float(vector) * 2.0

        return inner(), plain()

    return f(tf.constant(1.0)), f(tf.constant(-1.0))


@cases
def default_that_changes(tf):
    table, items = {"a": 1}, [1, tf.constant(2)]

    @tf.function
    def f(x, table=table, *, items=(items,)):
        return x + table["a"] + items[0][0] + items[0][1]

    results = [f(tf.constant(1))]
    table["a"] = 10
    results.append(f(tf.constant(1)))
    items[1] = tf.constant(7)
    results.append(f(tf.constant(1)))
    items[0] = 100
    results.append(f(tf.constant(1)))
    return results, f(tf.constant(1), {"a": 0}), f.experimental_get_tracing_count()


@cases
def inner_defined(tf):
    @tf.function
    def outer(x):
        @tf.function
        def inner(y):
            return y * x

        return inner(x) + inner(x + 1)

    return outer(tf.constant(2)), outer(tf.constant(3)), outer(tf.constant(3.0))


@cases
def return_function(tf):
    return tf.function(lambda: lambda: 1)()


@cases
def return_tf_function(tf):
    g = tf.function(lambda: 1)
    return tf.function(lambda: g)()


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def test_large_captures(gw):
    t = gw.range(1000)
    concrete = gw.function(lambda x: x + t).get_concrete_function(gw.constant(1))
    assert len(concrete.captured_inputs) == 1 and (concrete.captured_inputs[0].numpy() == t.numpy()).all()
    concrete.set_external_captures([gw.range(3)])
    assert concrete(gw.constant(1)).numpy().tolist() == [1, 2, 3]
    assert concrete.inference_fn(gw.constant(1), gw.range(2)).numpy().tolist() == [1, 2]
    assert concrete.inference_fn.call_with_captures((2,), {}, [gw.range(2)]).numpy().tolist() == [2, 3]
    with pytest.raises(ValueError, match="captures 1 values, got 0"):
        concrete.set_external_captures([])
    with pytest.raises(TypeError, match="dtype int32, got float"):
        concrete.set_external_captures([gw.zeros([2])])
