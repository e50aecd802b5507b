"""Statements and expressions of Python 3.10 to 3.14 on Python's values: converted functions do what they did before."""

# ruff: noqa: E501
import importlib
import sys

import pytest

from support.compare import value_or_class

# name: (the first Python that has it, a module with a function `f` and the arguments for it)
TEXTS = {
    "match": (
        (3, 10),
        r"""
args = [(i,) for i in (1, 2, 3, "a", None, True, [1, 2], (1, 2, 3), {"a": 1, "b": 2}, {"a": 5}, 2.5, [])]
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
args += [(P(0, 1),), (P(1, 0),), (P(3, [4, {"k": 5}]),)]
def f(v):
    out = []
    for _ in range(2):
        match v:
            case 1 | 2 as k if k > 1: out.append(("ora", k))
            case True: out.append("true")
            case 1: out.append("one")
            case "a" | "b": out.append("str")
            case None: out.append("none")
            case [1, x]: out.append(("pair", x))
            case (1, *r): out.append(("rest", r))
            case []: out.append("empty")
            case {"a": 1, **kw}: out.append(("kw", kw))
            case {"a": a}: out.append(("a", a))
            case P(0, y) | P(y, 0): out.append(("P", y))
            case P(x=int(q), y=[z, {"k": w}]): out.append((q, z, w))
            case float(z): out.append(z)
            case _: out.append("other")
    return out
""",
    ),
    "match returns": (
        (3, 10),
        r"""
args = [(i, j) for i in (0, 1, 5) for j in (0, 1, 2)]
def f(a, b):
    while a < 10:
        match a, b:
            case 0, 0: return "zero"
            case 0, y: a += y
            case x, 0 if x > 3:
                break
            case x, y if (z := x * y) > 4: return z
            case _: a += 1; continue
        a += 2
    else:
        return "else"
    return a, b
""",
    ),
    "walrus": (
        (3, 10),
        r"""
args = [(i,) for i in range(-2, 9)]
def f(x):
    r = []
    if x > 0 and (y := x + 1) > 2 and (z := y * 2) > 8: r.append((y, z))
    elif x > 2 or (w := x) < 0: r.append("or")
    else: r.append("no")
    if not (x > 1 and (q := x) > 3): r.append("not")
    else: r.append(q)
    v = (k := x * 2) if x > 3 else x
    u = [(m := 5), x > 2 and (m := 6), m]
    t = dict(a=x, b=(x < 4 and (n := x) > 1))
    c = 0 < (g := x) < 5 < (h := x + 4)
    while (i := x - 3) > 0 and (j := i) < 100:
        x -= 1; r.append((i, j))
        if i == 2: break
    else: r.append("while-else")
    assert x < 100 or (o := x)
    r += [a for a in range(4) if (b := a) > 1]
    x += 0 if x > 0 else (p := 1)
    return r, v, u, t, c, g, x, b
""",
    ),
    "order": (
        (3, 10),
        r"""
args = [(0,), (1,), (2,)]
def f(x):
    log = []
    def g(v, r=None):
        log.append(v); return v if r is None else r
    a = g(1) + (g(2) if g(3, x) > 1 else (y := g(4))) * g(5)
    b = [g(6), g(7, x) and (z := g(8)), g(9)]
    c = g("f", (lambda *p, **k: (p, k)))(g(10), *[g(11)], k=(g(12, x) or (w := g(13))), **{"m": g(14)})
    d = {g(15): g(16, x) and (q := g(17))}
    e = g(18) < (h := g(19)) < g(20) < (i := g(21))
    return a, b, c, d, e, log
""",
    ),
    "unpack": (
        (3, 10),
        r"""
args = [([1, 2, 3],), ((4, 5),), ({"a": 1, "b": 2, "c": 3},), ("xyz",), (range(4),), ([[1, 2], [3, 4], 5],)]
def f(v):
    v = list(v)
    a, *b = v
    *c, d = v
    (e, *g), h = [v, 1]
    [i, [j, *k]] = 1, v
    m = n, *o = v
    try: p, q = v
    except ValueError as err: p = q = str(err)
    try: (r, s), *t = v
    except (TypeError, ValueError) as err: r = s = t = type(err).__name__
    class A: pass
    A.x, A.y, *A.z = (*v, 9)
    l = [0, 0, 0, 0]
    l[0], *l[1:3] = 1, 2, 3
    for (w, *z), y in [(v, 1), ((5, 6), 2)]: l.append((w, z, y))
    u = [(w, z) for w, *z in [v, (1, 2)]]
    return a, b, c, d, e, g, h, i, j, k, m, n, o, p, q, r, s, t, A.x, A.y, A.z, l, u
""",
    ),
    "del": (
        (3, 10),
        r"""
args = [(1,), (-1,)]
def f(x):
    y = x; z = [1, 2, 3]; d = {"a": 1}
    if x > 0:
        del y, z[0], d["a"]
    else:
        y = 5
    try: return y, z, d
    except UnboundLocalError: return "unbound", z, d
""",
    ),
    "del in loop": (
        (3, 10),
        r"""
args = [(0,), (3,)]
def f(n):
    out = []
    for i in range(n):
        t = i
        del t
        try: out.append(t)
        except NameError: out.append("x")
        t = 1
        if i == 1: del t
    return out
""",
    ),
    "try": (
        (3, 10),
        r"""
args = [(0,), (1,), (2,), (3,), (4,)]
def f(x):
    out = []
    for i in range(3):
        try:
            if x == 0: continue
            if x == 1: break
            if x == 2: return out, "ret"
            if x == 3: raise ValueError(x)
        except ValueError as e:
            out.append(str(e))
            if i == 1: return out
        else: out.append("else")
        finally: out.append("fin")
    else: out.append("for-else")
    return out
""",
    ),
    "finally that may leave": (
        (3, 10),
        r"""
args = [(x, y) for x in range(-1, 5) for y in range(3)]
log = []
class CM:
    def __enter__(self): log.append("in")
    def __exit__(self, *error): raise KeyError("out")
def boom(x): raise ValueError(x)
def returns(x, y):
    try:
        if y: boom(x)
        return x * 2
    finally:
        if x > 0: return x
def continues(x, y):
    out = []
    for i in range(3):
        try:
            if i == y: boom(i)
            out.append(i)
        finally:
            if i < x: continue
        out.append(10 + i)
    return out
def breaks(x, y):
    out = []
    while True:
        try:
            if x == 1: boom(x)
            if x == 2: return "r"
            if x == 3: raise KeyError
        except KeyError: out.append("k")
        finally:
            if x > y: break
            x += 1
    return out, x
def nested(x, y):
    try:
        try: boom(x)
        finally:
            if x == y: return "inner"
    except ValueError:
        if x == 2: return "outer"
    finally:
        x += 1
        if x == 4: return "last"
    return x
def both(x, y):
    for i in range(3):
        try:
            if i == y: return i
            if i > y: boom(i)
        finally:
            if i < x: continue
            elif x == 3: return "three"
            log.append(i)
    return "end"
def closing(x, y):
    try:
        try:
            if x > y:
                with CM(): return "left"
        finally:
            if x == 3: return "three"
            log.append(x)
    except KeyError: log.append("key")
    return "end"
def raising(x, y):
    try:
        try: boom(x)
        finally:
            if x > 3: raise KeyError(y)
            if x > y: return "left"
    except ValueError as e: return e.args, e.__context__ is None
    except KeyError as e: return e.args
def f(x, y):
    log.clear()
    out = []
    for g in (returns, continues, breaks, nested, both, closing, raising):
        try: out.append(g(x, y))
        except Exception as e: out.append(type(e).__name__)
    return out, list(log)
""",
    ),
    "scopes": (
        (3, 10),
        r"""
args = [(2,)]
G = 1
def f(x):
    global G
    G += x
    c = 0
    def inc(k=[x for _ in range(2)], *, m=(lambda q: q + x)(1)):
        nonlocal c
        c += k[0] + m
        return c
    class K:
        c = c
        def get(self): return c, __class__.__name__
        z = [c for _ in range(1)]
    inc(); inc()
    fs = [lambda i=i: i + x for i in range(3)]
    def deco(fn):
        def w(*a, **k): return ("w", fn(*a, **k))
        return w
    @deco
    def h(a, /, b=2, *c, d, **e): return a, b, c, d, e
    return G, c, K().get(), K.z, [q() for q in fs], h(1, d=4, z=5), {**{"a": x}}, [*range(x)], f"{x!r:>{x + 3}}{x=}"
""",
    ),
    "async and generators": (
        (3, 10),
        r"""
args = [(2,)]
import asyncio
def f(x):
    def gen():
        y = yield x
        if y: yield from range(y)
    async def co():
        async def agen():
            for i in range(3): yield i
        return [i async for i in agen() if i]
    g = gen(); next(g)
    return g.send(3), list(g), asyncio.run(co())
""",
    ),
    "except star": (
        (3, 11),
        r"""
args = [(0,), (1,), (2,)]
def f(x):
    out = []
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        if x > 0: out.append(("v", len(e.exceptions)))
    except* (TypeError, KeyError) as e:
        for q in e.exceptions:
            if x > 1: break
            out.append(type(q).__name__)
    else: out.append("no")
    finally: out.append("fin")
    return out
""",
    ),
    "generics": (
        (3, 12),
        r"""
args = [(3,), (-3,)]
def f[T: (int, str), *Ts, **P](x: T, *a: *Ts) -> T:
    type A[K] = dict[K, T]
    type B = list[A[int]]
    class G[Q: int]:
        def m[V](self, v: V, q: Q = None) -> V:
            if v > 0: return v
            return -v
    def g[V](v: V) -> V:
        while v < 10: v += 4
        return v
    if x > 0: r = g(x)
    else: r = G[int]().m(x)
    return r, A.__name__, B.__name__, f.__type_params__[0].__name__
""",
    ),
    "f-strings": (
        (3, 12),
        r"""
args = [(3,), (-3,)]
def f(x):
    if x > 0: s = f"{'nested' + f'{'deep' if x > 1 else "no"}'} {
        x # comment
    } {'\n'.join(['a', "b"])} {x!r:>{x + 1}} {(lambda q: q)(x)} {{}}"
    else: s = f'''{
'it is }' # it's }
}'''
    return s
""",
    ),
    "comprehensions inlined": (
        (3, 12),
        r"""
args = [(3,), (0,)]
def f(x):
    a = [i for i in range(x) if i > 0]
    b = {i: [j for j in range(i)] for i in a}
    if x > 0:
        c = [lambda: i for i in range(x)]
        r = [q() for q in c]
    else: r = [i for i in "ab"]
    i = 7
    d = [i for i in range(2)]
    return a, b, r, i, d, [y := z for z in range(x + 1)], y
""",
    ),
    "defaults of type parameters": (
        (3, 13),
        r"""
args = [(3,), (-3,)]
def f[T = int, *Ts = *tuple[int, str], **P = [int]](x: T) -> T:
    type A[K = T] = list[K]
    class G[Q = str]: pass
    if x > 0: return x, A.__type_params__[0].__default__.__name__
    return -x, G.__type_params__[0].__default__.__name__
""",
    ),
    "locals": (
        (3, 13),
        r"""
args = [(3,), (-3,)]
def f(x):
    y = 1
    if x > 0: z = 2
    else: z = 3
    return {k: v for k, v in locals().items() if k in "xyz"}
""",
    ),
    "template strings": (
        (3, 14),
        r"""
args = [(3,), (-3,)]
def f(x):
    y = 2
    s = t"{x!r:>{y}} {(lambda q: q)(x)} {'nested' + f'{'deep' if x > 1 else "no"}'} {
        x # comment
    } {x=} {{}}"
    if x > 0: s += t"a{x if x > 1 else y}"
    return s.strings, [(i.value, i.expression, i.conversion, i.format_spec) for i in s.interpolations]
""",
    ),
    "handlers without parentheses": (
        (3, 14),
        r"""
args = [(3,), (-3,)]
def f(x):
    try:
        if x > 0: raise KeyError
        raise ValueError
    except KeyError, ValueError:
        return x
""",
    ),
    "deferred annotations": (
        (3, 14),
        r"""
import annotationlib
args = [(3,), (-3,)]
def f(x: NotThere) -> NotThere:
    def g(v: Later, *, w: NotThere = 1) -> Later:
        while v < 10: v += 4
        return v
    class K:
        a: NotThere = 2
        def m(self, q: K) -> NotThere: return q + self.a
    class Later: pass
    if x > 0: return g(x), annotationlib.get_annotations(K.m, format=annotationlib.Format.STRING)
    return K().m(x), annotationlib.get_annotations(g, format=annotationlib.Format.STRING)
""",
    ),
    "warnings about finally": (
        (3, 14),
        r"""
import warnings
args = [(3,), (-3,)]
def f(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try: raise ValueError
        finally: return x
""",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_converted_code_does_the_same(name, gw, tmp_path, monkeypatch):
    version, text = TEXTS[name]
    if sys.version_info < version:
        pytest.skip(f"Python {version[0]}.{version[1]} has it first")
    module_name = f"syntax_{name.replace(' ', '_').replace('-', '_')}"
    (tmp_path / f"{module_name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module(module_name)

    def text_or_class(function, arguments):
        return value_or_class(lambda: repr(function(*arguments)))

    before = [text_or_class(module.f, arguments) for arguments in module.args]
    module = importlib.reload(module)  # for what the function did to its globals
    converted = gw.autograph.to_graph(module.f)
    assert [text_or_class(converted, arguments) for arguments in module.args] == before
