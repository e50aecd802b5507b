"""`match`, unpacking, augmented assignment and `del`: see `test_cases.py`."""

# ruff: noqa
import collections
import dataclasses
import enum
import functools
import itertools
import math
import operator

from support.small_cases import beyond, same


@beyond
def match_value_tensor(tf):

    @tf.function
    def f(x):
        match x:
            case 1:
                return x * 10
            case 2 | 3:
                return x * 20
            case _:
                return -x

    return (f(tf.constant(1)), f(tf.constant(3)), f(tf.constant(5)))


@beyond
def match_guard_tensor(tf):

    @tf.function
    def f(x):
        match x:
            case y if y > 3:
                r = y * 10
            case y if y > 1:
                r = y * 20
            case y:
                r = -y
        return r

    return (f(tf.constant(5)), f(tf.constant(2)), f(tf.constant(0)))


@beyond
def match_seq(tf):

    @tf.function
    def f(x, y):
        match (x, y):
            case [a, b] if a > b:
                r = a - b
            case [a, b]:
                r = b - a
        return r

    return (f(tf.constant(5), tf.constant(3)), f(tf.constant(3), tf.constant(5)))


@beyond
def match_py_all(tf):

    @dataclasses.dataclass
    class P:
        x: object
        y: object

    class C(enum.Enum):
        RED = 1
        BLUE = 2

    @tf.function
    def f(v, t):
        match v:
            case C.RED:
                r = t + 1
            case {"k": k, **rest} if rest:
                r = t + k + len(rest)
            case {"k": int(k)}:
                r = t + k
            case [1, *others, 5]:
                r = t + len(others)
            case [[a, b], {"z": [c, d]}]:
                r = t + a + b + c + d
            case P(x=0, y=yy):
                r = t * yy
            case P(xx, yy):
                r = t * xx * yy
            case str() as s:
                r = t + len(s)
            case None:
                r = t - 1
            case True:
                r = t - 2
            case 3.5 | -2:
                r = t - 3
            case 1 | 2 as n:
                r = t - n
            case _:
                r = t - 100
        return r

    t = tf.constant(100)
    return [
        f(v, t)
        for v in (
            C.RED,
            {"k": 1, "j": 2},
            {"k": 4},
            [1, 7, 8, 5],
            [[1, 2], {"z": (3, 4)}],
            P(0, 5),
            P(2, 5),
            "abc",
            None,
            True,
            3.5,
            -2,
            2,
            object,
        )
    ]


@beyond
def match_in_tensor_if(tf):

    @tf.function
    def f(x, k):
        if x > 0:
            match k:
                case "a":
                    y = x
                case "b":
                    y = x * 2
                case _:
                    y = x * 3
        else:
            y = -x
        return y

    return (f(tf.constant(1), "b"), f(tf.constant(-1), "b"))


@beyond
def match_return_in_case(tf):

    @tf.function
    def f(x, k):
        match k:
            case "a":
                if x > 0:
                    return x
            case "b":
                return x * 2
        return x * 3

    return (f(tf.constant(1), "a"), f(tf.constant(-1), "a"), f(tf.constant(-1), "b"), f(tf.constant(-1), "c"))


@beyond
def match_break_in_loop(tf):

    @tf.function
    def f(x, k):
        for i in tf.range(10):
            match k:
                case "a":
                    if i > 3:
                        break
                case "b":
                    continue
            x = x + i
        return x

    return (f(tf.constant(1), "a"), f(tf.constant(-1), "b"), f(tf.constant(-1), "c"))


@beyond
def match_tensor_in_while(tf):

    @tf.function
    def f(x):
        c = tf.constant(0)
        while x > 0:
            match x % 3:
                case 0:
                    c += 1
                case 1:
                    c += 10
                case _:
                    c += 100
            x -= 1
        return c

    return f(tf.constant(7))


@beyond
def match_tensor_capture_default(tf):

    @tf.function
    def f(x):
        match x:
            case 0:
                return tf.constant(100)
            case n:
                return n + 1

    return (f(tf.constant(0)), f(tf.constant(4)))


@beyond
def match_tensor_tuple_values(tf):

    @tf.function
    def f(x, y):
        match (x, y):
            case [0, 0]:
                r = 0
            case [0, b]:
                r = b
            case [a, 0]:
                r = a * 10
            case [a, b]:
                r = a * 100 + b
        return r

    t = tf.constant
    return (f(t(0), t(0)), f(t(0), t(3)), f(t(4), t(0)), f(t(4), t(3)))


@same
def match_tensor_as_sequence(tf):

    @tf.function
    def f(x):
        match x:
            case [a, b]:
                return a + b
            case _:
                return x

    return (f(tf.constant([1, 2])), f(tf.constant([1, 2, 3])))


@same
def match_class_tensor(tf):

    @tf.function
    def f(x):
        match x:
            case int():
                return 1
            case tf.Tensor():
                return 2
            case _:
                return 3

    return (f(1), f(tf.constant(1)), f("a"))


@beyond
def match_mapping_tensor_values(tf):

    @tf.function
    def f(d):
        match d:
            case {"op": 1, "v": v}:
                return v * 10
            case {"op": 2, "v": v}:
                return v * 20
            case {"v": v}:
                return v

    t = tf.constant
    return (f({"op": t(1), "v": t(5)}), f({"op": t(2), "v": t(5)}), f({"op": t(3), "v": t(5)}))


@beyond
def match_or_tensor(tf):

    @tf.function
    def f(x):
        r = 0
        match x:
            case 1 | 5 | 7:
                r = 1
        return r

    return (f(tf.constant(5)), f(tf.constant(6)))


@beyond
def match_subject_side(tf):

    @tf.function
    def f(x):

        def s():
            print("subject")
            return x

        match s():
            case 1:
                r = 10
            case 2:
                r = 20
            case _:
                r = 30
        return r

    return f(tf.constant(2))


@beyond
def match_string_tensor(tf):

    @tf.function
    def f(s):
        match s:
            case "a":
                return 1
            case "b":
                return 2
            case _:
                return 3

    return (f(tf.constant("b")), f(tf.constant("z")))


@same
def unpack_nested(tf):

    @tf.function
    def f(x):
        a, (b, *c), [d] = (x, (x + 1, x + 2, x + 3), [x])
        if a > 0:
            a, b = (b, a)
        return (a, b, c, d)

    return f(tf.constant(1))


@same
def unpack_star_mid(tf):

    @tf.function
    def f(x):
        a, *b, c = [x, x + 1, x + 2, x + 3]
        return (a, b, c)

    return f(tf.constant(1))


@same
def unpack_in_for(tf):

    @tf.function
    def f(x):
        t = tf.constant(0)
        for i, (a, *b) in enumerate([(x, x, x), (x, 2)]):
            t += i + a + len(b)
        return t

    return f(tf.constant(1))


@beyond
def unpack_tensor_rows(tf):

    @tf.function
    def f(x):
        t = tf.constant(0)
        for a, b in x:
            t += a * b
        return t

    return f(tf.constant([[1, 2], [3, 4]]))


@beyond
def unpack_tensor_star(tf):

    @tf.function
    def f(x):
        a, *b = x
        return (a, b)

    return f(tf.constant([1, 2, 3]))


@beyond
def unpack_enumerate_zip(tf):

    @tf.function
    def f(x, y):
        t = tf.constant(0)
        for i, (a, b) in enumerate(zip(x, y)):
            t += i * a * b
        return t

    return f(tf.constant([1, 2, 3]), tf.constant([4, 5, 6]))


@same
def call_star(tf):

    @tf.function
    def f(x):

        def g(a, *r, k=1, **kw):
            return a + sum(r) + k + sum(kw.values())

        return g(x, *[x, 2], *(3,), k=x, **{"m": x}, **dict(n=4))

    return f(tf.constant(1))


@same
def literal_star(tf):

    @tf.function
    def f(x):
        l = [*range(2), x, *(x, x)]
        d = {**{"a": x}, "b": 2, **dict(c=x)}
        s = (*l, *d)
        return (l, d, s)

    return f(tf.constant(1))


@same
def aug_elem(tf):

    @tf.function
    def f(x):
        x[0] += 1
        return x

    return f(tf.constant([1, 2]))


@same
def set_elem(tf):

    @tf.function
    def f(x):
        x[0] = 1
        return x

    return f(tf.constant([1, 2]))


@same
def aug_list(tf):

    @tf.function
    def f(x):
        l = [x, x]
        l[0] += 5
        l[-1] *= 3
        l[0:1] += [x]
        return l

    return f(tf.constant(1))


@same
def aug_dict_in_cond(tf):

    @tf.function
    def f(x):
        d = {"a": x, "b": {"c": x}}
        if x > 0:
            d["a"] += 1
            d["b"]["c"] -= 5
        return d

    return (f(tf.constant(1)), f(tf.constant(-1)))


@same
def aug_attr_nested(tf):

    class A:
        pass

    @tf.function
    def f(x):
        a = A()
        a.b = A()
        a.b.l = [x, x]
        for i in tf.range(3):
            a.b.l[0] += i
            a.b.l[1] -= i
        return a.b.l

    return f(tf.constant(1))


@same
def aug_ops_all(tf):

    @tf.function
    def f(x):
        x += 1
        x -= 2
        x *= 3
        x //= 2
        x %= 5
        x **= 2
        x <<= 1
        x >>= 1
        x |= 8
        x &= 12
        x ^= 3
        return x

    return f(tf.constant(9))


@same
def aug_variable(tf):
    v = tf.Variable([1, 2, 3])

    @tf.function
    def f():
        v[0].assign(5)
        v[1:].assign([7, 8])
        return v + 0

    return f()


@same
def aug_var_item(tf):
    v = tf.Variable([1, 2, 3])

    @tf.function
    def f():
        v[0] = 5
        return v + 0

    return f()


@same
def index_by_tensor_var(tf):

    @tf.function
    def f(x, i):
        d = [x, x * 2, x * 3]
        return d[i]

    return f(tf.constant(4), tf.constant(1))


@same
def index_dict_by_tensor(tf):

    @tf.function
    def f(x, i):
        d = {0: x}
        return d[i]

    return f(tf.constant(4), tf.constant(0))


@same
def loop_item_dynamic_key(tf):

    @tf.function
    def f(x):
        d = {"a": x, "b": x}
        for k in d:
            if x > 0:
                d[k] = d[k] + 1
        return d

    return (f(tf.constant(4)), f(tf.constant(-4)))


@same
def loop_list_index(tf):

    @tf.function
    def f(x):
        l = [x, x, x]
        for i in range(3):
            if x > i:
                l[i] = l[i] * 10
        return l

    return f(tf.constant(1))


@same
def loop_attr_getitem_call(tf):

    class A:
        def __init__(self):
            self.d = {}

        def get(self):
            return self

    @tf.function
    def f(x):
        a = A()
        a.get().d["q"] = x
        if x > 0:
            a.get().d["q"] = x * 2
        return a.d["q"]

    return f(tf.constant(1))


@same
def del_local(tf):

    @tf.function
    def f(x):
        y = x
        del y
        y = x + 1
        if x > 0:
            y = y + 1
        return y

    return f(tf.constant(1))


@same
def del_in_branch(tf):

    @tf.function
    def f(x):
        y = x
        if x > 0:
            del y
        return x

    return f(tf.constant(1))


@same
def del_then_read(tf):

    @tf.function
    def f(x):
        y = x
        if x > 0:
            del y
        return y

    return f(tf.constant(1))


@same
def del_attr_item(tf):

    class A:
        pass

    @tf.function
    def f(x):
        a = A()
        a.q = x
        d = {"k": x, "l": x}
        l = [x, 2, 3]
        del a.q, d["k"], l[0]
        return (hasattr(a, "q"), d, l)

    return f(tf.constant(1))


@same
def del_slice(tf):

    @tf.function
    def f(x):
        l = [x, 2, 3, x]
        del l[1:3]
        return l

    return f(tf.constant(1))


@beyond
def del_item_in_branch(tf):

    @tf.function
    def f(x):
        d = {"k": x, "l": x}
        if x > 0:
            del d["k"]
        return d

    return f(tf.constant(1))


@same
def del_in_loop(tf):

    @tf.function
    def f(x):
        for i in tf.range(3):
            t = x + i
            x = t
            del t
        return x

    return f(tf.constant(1))
