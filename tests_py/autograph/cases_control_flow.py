"""Comparison chains, `else` of loops, `try`, `with` and names bound in conditions: see `test_cases.py`."""

# ruff: noqa

from support.small_cases import beyond, ours, same


@same
def chain3(tf):

    @tf.function
    def f(x):
        return 0 < x < 5 < 10

    return (f(tf.constant(3)), f(tf.constant(7)))


@same
def chain_mixed_ops(tf):

    @tf.function
    def f(x):
        return 0 < x <= 5 != 3 == 3

    return f(tf.constant(3))


@ours
def chain_with_call(tf):

    @tf.function
    def f(x):

        def g():
            print("g")
            return x

        return 0 < g() < 5

    return f(tf.constant(3))


@same
def chain_in_if(tf):

    @tf.function
    def f(x):
        if 0 < x < 5:
            return x
        return -x

    return (f(tf.constant(3)), f(tf.constant(9)))


@same
def chain_in_while(tf):

    @tf.function
    def f(x):
        while 0 < x < 50:
            x = x * 2
        return x

    return (f(tf.constant(3)), f(tf.constant(-9)))


@beyond
def chain_walrus(tf):

    @tf.function
    def f(x):
        if 0 < (y := (x + 1)) < 5:
            return y
        return -y

    return (f(tf.constant(3)), f(tf.constant(9)))


@same
def chain_is_in(tf):

    @tf.function
    def f(x):
        return (1 in [1] == [1], 2 < x in [3])

    return f(3)


@same
def chain_vector(tf):

    @tf.function
    def f(x):
        return 0 < x < 5

    return f(tf.constant([1, 9]))


@same
def chain_eq_neq(tf):

    @tf.function
    def f(x, y):
        if x == y == 3:
            return 1
        return 0

    return (f(tf.constant(3), tf.constant(3)), f(tf.constant(2), tf.constant(2)))


@beyond
def while_else_break(tf):

    @tf.function
    def f(n):
        i = tf.constant(0)
        while i < n:
            if i == 3:
                break
            i += 1
        else:
            i = i * 100
        return i

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def for_else_break(tf):

    @tf.function
    def f(n):
        r = tf.constant(-1)
        for i in tf.range(n):
            if i == 3:
                r = i
                break
        else:
            r = tf.constant(100)
        return r

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def for_else_return(tf):

    @tf.function
    def f(n):
        for i in tf.range(n):
            if i == 3:
                return i
        else:
            return tf.constant(100)
        return tf.constant(5)

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def for_else_nested(tf):

    @tf.function
    def f(n):
        c = 0
        for i in tf.range(n):
            for j in tf.range(i):
                if j == 2:
                    break
                c += 1
            else:
                c += 100
                continue
            c += 1000
        else:
            c += 10000
        return c

    return (f(tf.constant(2)), f(tf.constant(5)))


@beyond
def for_else_return_in_else(tf):

    @tf.function
    def f(n):
        for i in tf.range(n):
            if i == 3:
                break
        else:
            return n
        return -n

    return (f(tf.constant(2)), f(tf.constant(9)))


@beyond
def py_for_else_tensor_break(tf):

    @tf.function
    def f(x):
        for i in range(4):
            if x > 2:
                break
            x = x + 1
        else:
            x = x * 100
        return x

    return (f(tf.constant(-9)), f(tf.constant(1)))


@beyond
def while_else_no_break(tf):

    @tf.function
    def f(x):
        while x < 4:
            x += 1
        else:
            x = x * 10
        return x

    return f(tf.constant(0))


@same
def try_if(tf):

    @tf.function
    def f(x):
        try:
            if x > 0:
                y = x
            else:
                y = -x
        except ValueError:
            y = x
        finally:
            print("fin")
        return y

    return f(tf.constant(-3))


@same
def try_return_in_if(tf):

    @tf.function
    def f(x):
        try:
            if x > 0:
                return x
            y = x * 2
            return y
        finally:
            print("fin")

    return (f(tf.constant(-3)), f(tf.constant(3)))


@same
def try_return_plain(tf):

    @tf.function
    def f(x):
        try:
            return x
        finally:
            print("fin")

    return f(tf.constant(-3))


@same
def try_return_in_finally(tf):

    @tf.function
    def f(x):
        try:
            x = x + 1
        finally:
            return x

    return f(tf.constant(-3))


@same
def try_return_in_finally_overrides(tf):

    @tf.function
    def f(x):
        try:
            return x
        finally:
            return x * 2

    return f(tf.constant(-3))


@same
def try_except_return(tf):

    @tf.function
    def f(x):
        try:
            raise ValueError("a")
        except ValueError as e:
            return x + len(str(e))
        return x

    return f(tf.constant(-3))


@same
def try_in_while_break(tf):

    @tf.function
    def f(x):
        while x < 10:
            try:
                if x > 5:
                    break
                x += 1
            finally:
                x += 1
        return x

    return f(tf.constant(0))


@same
def try_in_while_continue(tf):

    @tf.function
    def f(x):
        c = tf.constant(0)
        while x < 10:
            try:
                x += 1
                if x % 2 == 0:
                    continue
                c += x
            finally:
                c += 100
        return (x, c)

    return f(tf.constant(0))


@same
def try_except_in_loop(tf):

    @tf.function
    def f(x):
        for i in tf.range(3):
            try:
                x += i
                raise KeyError("x")
            except KeyError:
                x += 10
            else:
                x += 1000
            finally:
                x += 100
        return x

    return f(tf.constant(0))


@beyond
def try_else_return(tf):

    @tf.function
    def f(x):
        try:
            y = x + 1
        except ValueError:
            return x
        else:
            if y > 0:
                return y
        return -y

    return (f(tf.constant(0)), f(tf.constant(-10)))


@same
def try_return_raises_after(tf):

    @tf.function
    def f(x):
        try:
            if x > 0:
                return x
            int("zz")
        except ValueError:
            return x * 10
        return x

    return (f(tf.constant(3)), f(tf.constant(-3)))


@same
def try_nested(tf):

    @tf.function
    def f(x):
        try:
            try:
                if x > 0:
                    x = x + 1
                raise ValueError
            except KeyError:
                x = x * 0
        except ValueError:
            x = x + 10
        return x

    return (f(tf.constant(3)), f(tf.constant(-3)))


@same
def except_name_deleted(tf):

    @tf.function
    def f(x):
        e = 5
        try:
            raise ValueError
        except ValueError as e:
            pass
        return e

    return f(tf.constant(3))


@same
def with_plain(tf):
    import contextlib

    @contextlib.contextmanager
    def cm(v):
        print("in")
        yield v
        print("out")

    @tf.function
    def f(x):
        with cm(x) as y, cm(2) as z:
            if y > 0:
                y = y * z
        return y

    return (f(tf.constant(3)), f(tf.constant(-3)))


@beyond
def with_return(tf):
    import contextlib

    @contextlib.contextmanager
    def cm(v):
        print("in")
        yield v
        print("out")

    @tf.function
    def f(x):
        with cm(x) as y:
            if y > 0:
                return y
            y = y * 2
        return y

    return (f(tf.constant(3)), f(tf.constant(-3)))


@same
def with_break_loop(tf):

    @tf.function
    def f(x):
        while x < 10:
            with tf.name_scope("a"):
                if x > 5:
                    break
                x += 2
        return x

    return f(tf.constant(0))


@same
def with_target_attr(tf):
    import contextlib

    class A:
        pass

    @tf.function
    def f(x):
        a = A()
        with contextlib.nullcontext((x, [x, 2])) as (a.p, (q, r)):
            if x > 0:
                a.p = a.p + q * r
        return a.p

    return (f(tf.constant(3)), f(tf.constant(-3)))


@same
def with_suppress(tf):
    import contextlib

    @tf.function
    def f(x):
        with contextlib.suppress(ValueError):
            if x > 0:
                x = x + 1
            raise ValueError
        return x

    return f(tf.constant(3))


@same
def with_tape(tf):

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            if x > 0:
                y = x * x
            else:
                y = -x
        return t.gradient(y, x)

    return (f(tf.constant(3.0)), f(tf.constant(-3.0)))


@same
def with_parenthesised(tf):
    import contextlib

    @tf.function
    def f(x):
        with contextlib.nullcontext(1) as a, contextlib.nullcontext(2) as b:
            while x < 10:
                x = x + a + b
        return x

    return f(tf.constant(3))


@beyond
def walrus_if(tf):

    @tf.function
    def f(x):
        if (y := (x + 1)) > 0:
            z = y
        else:
            z = -y
        return (y, z)

    return (f(tf.constant(3)), f(tf.constant(-5)))


@beyond
def walrus_while(tf):

    @tf.function
    def f(x):
        while (y := (x * 2)) < 20:
            x = x + 1
        return (x, y)

    return f(tf.constant(3))


@beyond
def walrus_and(tf):

    @tf.function
    def f(x):
        if x > 0 and (y := (x + 1)) > 2:
            return y
        return x

    return (f(tf.constant(3)), f(tf.constant(-5)))


@same
def walrus_comp(tf):

    @tf.function
    def f(x):
        r = [(y := (x * i)) for i in range(3)]
        return (r, y)

    return f(tf.constant(3))


@same
def walrus_comp_cond(tf):

    @tf.function
    def f(x):
        return ([y for i in range(4) if (y := (i * 2)) > 2], y)

    return f(tf.constant(3))


@beyond
def walrus_ifexp(tf):

    @tf.function
    def f(x):
        return (y := (x + 1)) if x > 0 else x

    return (f(tf.constant(3)), f(tf.constant(-3)))


@beyond
def walrus_call_arg(tf):

    @tf.function
    def f(x):
        z = tf.add((y := (x + 1)), y)
        while z < 100:
            z = z * (w := 2) + w
        return (z, y)

    return f(tf.constant(3))


@beyond
def walrus_while_break(tf):

    @tf.function
    def f(x):
        while (y := (x + 1)) < 20:
            if y > 7:
                break
            x = x + 2
        return (x, y)

    return f(tf.constant(0))


@beyond
def walrus_while_else(tf):

    @tf.function
    def f(x):
        while (y := (x + 1)) < 20:
            if y > 70:
                break
            x = x + 2
        else:
            x = x + 1000
        return (x, y)

    return f(tf.constant(0))


@same
def walrus_lambda(tf):

    @tf.function
    def f(x):
        g = lambda v: (w := (v + 1)) * w
        return g(x)

    return f(tf.constant(4))


@same
def walrus_subscript(tf):

    @tf.function
    def f(x):
        a = [1, 2, 3]
        return x + a[(k := 1)] + k

    return f(tf.constant(4))
