"""Sources that make it hard to find the one function that is meant."""
# ruff: noqa: E501, W291

import codecs
import doctest
import functools
import linecache
import os
import subprocess
import sys
import textwrap

import pytest

from autograph import source_sweep

TEXTS = {
    "lambdas in a line": """
fs = [lambda x: x + 1, lambda x: x + 2, lambda x: (lambda y: y + x + 3)(4), lambda: (lambda: (lambda: 5))]
""",
    "lambdas among defaults": """
f = lambda x=(lambda: 1)(), y=lambda: 2: (x, y, 3)
g = lambda f=lambda f: f: f
""",
    "equal lambdas": """
a = b = lambda: 1; c = lambda: 1; d = [lambda x: x, lambda y: y, lambda x: (x)]
""",
    "decorators over lines": """
def d(*a, **k): return lambda f: f
@d(lambda: 1, lambda x: (
   x))

# comment
@d(k=[lambda: 2 for _ in range(3)])
def f(x, y=lambda: 3, *, z: (lambda: 4) = 5) -> (lambda: 6):
    return lambda: 7
""",
    "private names": """
class __A:
    def f(self, __x=1, *, __y=2):
        def g(): return self.__z, __x, __y
        class __B:
            def h(self): return __name, self.__q
            class ___:
                def h(self): return self.__q
        lambda __a: self.__b(__a)
        import __m, __m.n as __o
        global __G
        __G = 1
        try: pass
        except E as __e: pass
        def __inner(): return __inner
        match self:
            case {"a": __r, **__s}: return __r, __s
            case __K(__k=__t): return __t
        return f"{self.__z}"
    f2 = lambda self: self.__q
    class _C_:
        f = lambda self, *__a, **__k: (self.__q, __a, __k)
def outer():
    class L:
        def m(self):
            def k(): return self.__p
            return lambda: self.__p
    return L
""",
    "several of one name": """
class A:
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v
    @x.deleter
    def x(self): del self._x
    def f(self): return super().f()
    def g(self): return __class__
    def f(f): return f
class f:
    def f(self): return f
    f = [f for f in range(3)]
if A:
    def q(): return 1
else:
    def q(): return 2
try:
    def q(): return 3
except: 
    def q(): return 4
""",
    "postponed annotations": '''
"""doc"""
from __future__ import annotations, division
import typing as t
def f(x: t.Any, *a: __y, **k: "z") -> lambda: 0:
    y: int = 3
    z: t.List[int]
    def g(q: x) -> y: return t.x()
    return y
class A:
    x: int
    def f(self: A, y: __b): 
        self.z: __c = y
        return t.z()
''',
    "imports everywhere": """
from os import *
from os.path import *
import os.path as p, sys
if 1:
    import a.b.c
try: import q as r
except ImportError: r = None
with x: from z import w
while 0: import ww
for i in []: import ff
match 1:
    case 1: import mm
class K: import kk
def f(): return p.join(1), sys.x(), a.b(), r.s(), w.x(), ww.x(), ff.x(), mm.x(), kk.x(), os.x()
def g():
    import gg
    return gg.x(), sys.y()
lambda: (sys.x(), p.y())
""",
    "odd layout": '\ndef f(): return 1; return 2\ndef   g  (  x , ) :  return   x\ndef h(x): # comment\n    # comment\n    "doc"\n# out\n    x = """\ndef fake(): pass\n"""\n  # odd\n    if x: pass\n    elif x: \\\n  pass\n    return x\ndef  i(x):\n\n\n    return x\n\nif 1: f2 = lambda: 1; g2 = lambda: 2\ndef j(\n  x=(\n1)\n): return (\nx\n)\ndef k(): """only"""\ndef l(): ...\ndef m(x): pass;\n@ \\\n f\ndef n(): return 0\n',
    "form feeds": "x = 1\n\x0c\ndef f(x):\n\x0c\n    y = 1\n\x0c    return y\n\x0cdef g():\n\x0c    return 2\nclass A:\n\x0c\n    def f(self):\n\x0c        return 1\n    \x0c\n    def g(self): return 2\n",
    "tabs": "class A:\n\tdef f(self):\n\t\tif self:\n\t\t\treturn 1\n\n\tdef g(self):\n\t        return 2\n",
    "old line ends": "def f(x):\r    return x\rdef g(x):\r    return x + 1\r",
    "characters that end lines elsewhere": "def f(x):\n    s = 'a\x0bb\x1c\x1d\x85c\u2028d'\n    return s\ndef g():\n    return '\x0c', 2 # \x0b\ndef h(): return 3\n",
    "such characters before a lambda": "s = 'a\x0bb\x1c\u2028'\nf = lambda: 1\n",
    "escapes": "def f(): return '\\N{BULLET}', b'\\x00', r'\\d', '\\d'\n",
    "normalised names": """
class Ａ:
    def ｆ(self, __ﬁ): return self.__ﬁ, __ﬁ, µ
f = lambda ﬁ: fi
""",
    "formatted texts in each other": '\ndef f(x, y):\n    a = f"{x!r:>{y}} {x=} {f\'{y}\' + f\'{x:{y}}\'} {{}} {(z := 3)}"\n    b = f"""{\nx\n+ y}""" rf"\\d{x}" f\'{x,}\' f"{(lambda: 3)()}"\n    return a, b\ng = lambda x: f"{(lambda y: f\'{y}\')(x)}"\n',
    "assertions": """
def f(x):
    "doc"
    assert x, "m"
    if __debug__: return 1
    assert (x, 1)
    return 2
""",
    "scopes in each other": """
def outer(a, b):
    c = 1
    def inner():
        nonlocal c
        global d
        c = d = 2
        def deep():
            nonlocal a
            a = c
            return lambda: (a, b, c, d, [a for e in b if (f := e)])
        return deep
    class K(inner):
        x = a
        def m(self): return a, __class__, super().x
        y = [lambda: (b, i) for i in range(3)]
    def gen(): yield a; x = yield b; return x
    async def co():
        async for i in a: await i
        async with a as b: pass
        def n(): return b
        return [x async for x in a]
    return inner, K, lambda: co
def inner(): return outer
def outer2(outer2=1):
    def outer2(): return outer2
    return outer2
""",
    "code that is dropped": """
def f(x):
    if 0:
        return 1
    while 0: x
    if False: yield_ = 1
    return x
    x = 2
def g():
    return
    def h(): return 1
def k():
    if 0:
        def h(): return (lambda: 1)
    return 1
def m(x):
    x = 1 + 2 * 3 - (4 ** 2); y = ('a' 'b', 1, (2, 3)), -0.0, 1j, 1e400, ..., b'x'
    return x in {1, 2, 'a'} or x in [1, 2] or not (not x)
""",
    "lambdas in lambdas": """
f = lambda: (lambda: (lambda: 1, lambda: 2), lambda: (lambda: 1, lambda: 2))
""",
    "lambdas in comprehensions": """
fs = [lambda i=i: i for i in range(3)]; gs = {k: lambda: k for k in 'ab'}; h = (lambda: x for x in [lambda: 1])
class A:
    fs = [lambda i=i: i for i in range(3)]
    g = [[lambda: (i, j) for j in range(2)] for i in range(2)]
    def m(self): return [[lambda: (i, j, self) for j in range(2)] for i in range(2)]
""",
    "patterns": """
def f(x):
    match x:
        case [1, *rest] if rest: return rest
        case {"a": a, **k}: return a, k
        case A(x=1, y=[b]) | B(b): return b
        case (1 | 2) as c: return c
        case _: pass
""",
    "groups of exceptions": """
def f(x):
    try: x()
    except* (A, B) as e: x = e
    except* C: pass
    finally: del x
""",
    "names like the rewriter's": """
def ag__(x): return x
def tf__f(x): return x
def factory(f): 
    def factory(f): return f
    return factory
def __f(x): return __f
def _(x): return _
class _:
    def _(self): return self.__x, self._
""",
}


WHOLE = {"postponed annotations", "old line ends", "imports everywhere"}  # make no part of another text
NEWER = {"groups of exceptions": (3, 11)}


@pytest.mark.parametrize("form", ["plain", "crlf", "bom", "in a class", "in a function"])
@pytest.mark.parametrize("name", TEXTS)
def test_every_function_is_found(name, form, tmp_path):
    text = TEXTS[name]
    if sys.version_info < NEWER.get(name, (0,)) or (form != "plain" and name in WHOLE):
        pytest.skip("not this form")
    if form == "crlf":
        text = text.replace("\n", "\r\n")
    if form.startswith("in a "):
        text = f"{form[5:].replace('function', 'def')} Outer{'()' * (form == 'in a function')}:\n" + textwrap.indent(
            text.lstrip("\n"), "    "
        )
    file = tmp_path / "hostile.py"
    file.write_bytes(codecs.BOM_UTF8 * (form == "bom") + text.encode())
    count = [0]
    assert list(source_sweep.differences_in(str(file), count)) == []
    assert count[0] > 0


@pytest.mark.parametrize("flag", ["-O", "-OO"])
def test_without_assertions(flag, gw, tmp_path):
    for number, text in enumerate(TEXTS.values()):
        (tmp_path / f"text{number}.py").write_text(text, newline="")
    done = subprocess.run(
        [sys.executable, flag, source_sweep.__file__, str(tmp_path)], capture_output=True, text=True, env={**os.environ}
    )
    assert done.returncode == 0, done.stdout + done.stderr


def numbers_of(code):
    from graphwright._src.autograph import source

    return sorted(const for part in source._all_codes(code) for const in part.co_consts if isinstance(const, int))


def test_each_lambda_of_a_line_is_itself(tmp_path):
    import ast

    text = "fs = [lambda: 11, lambda: (lambda: 12), lambda x=lambda: 13: (lambda: 14, 15), (lambda: (lambda: 16)(), lambda: 17)]\n"
    file = tmp_path / "line.py"
    file.write_text(text * 2)
    from graphwright._src.autograph.source import find_source

    count = 0
    for function, _ in source_sweep.functions_of(str(file)):
        # Defaults are evaluated where the function is made.
        tree = find_source(function).tree.body
        assert sorted(n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)) == numbers_of(function.__code__)
        count += 1
    assert count == 18


def test_one_file_name_for_two_texts(gw):
    """What was compiled under a name that another text took over is not taken from that text."""
    from graphwright._src.autograph.source import SourceUnavailable, find_source

    names = []
    for text in ("def f(x):\n    return x + 1\n", "def f(x):\n    return x + 2\n"):
        scope = {"__name__": "cell"}
        linecache.cache["<cell>"] = (len(text), None, text.splitlines(True), "<cell>")
        exec(compile(text, "<cell>", "exec"), scope)
        names.append(scope["f"])
    try:
        assert find_source(names[1]).text.endswith("x + 2\n")
        with pytest.raises(SourceUnavailable, match="not what this function was compiled from"):
            find_source(names[0])
        assert gw.function(names[0])(1) == 2 or int(gw.function(names[0])(1)) == 2
    finally:
        del linecache.cache["<cell>"]


def test_changed_code_is_not_taken_for_its_source(tmp_path):
    from graphwright._src.autograph.source import SourceUnavailable, find_source

    file = tmp_path / "changed.py"
    file.write_text("def f(x):\n    return x + 1\ndef g(x):\n    return x + 1\n")
    scope = {}
    exec(compile(file.read_text(), str(file), "exec"), scope)
    f = scope["f"]
    assert find_source(f).first_line == 1
    f.__code__ = f.__code__.replace(co_consts=tuple(2 if c == 1 else c for c in f.__code__.co_consts))
    with pytest.raises(SourceUnavailable):
        find_source(f)
    # Another function's code comes with that function's place.
    f.__code__ = scope["g"].__code__
    assert find_source(f).tree.name == "g"


def test_wrapped_functions_keep_their_own_source():
    from graphwright._src.autograph.source import find_source

    def inner(x):
        return x + 101

    @functools.wraps(inner)
    def outer(x):
        return inner(x) + 102

    assert outer.__name__ == "inner"
    assert find_source(outer).tree.name == "outer"


def test_functions_of_examples(gw):
    """The functions that a documentation's examples define have the examples' text."""
    text = """
    >>> def f(x):
    ...     if x > 2:
    ...         return x + 1
    ...     return x
    >>> tf.autograph.to_code(f).splitlines()[0]
    'def tf__f(x):'
    >>> [int(tf.function(f)(tf.constant(n))) for n in (2, 3)]
    [2, 4]
    >>> def f(x): return x * 2
    >>> int(tf.function(f)(tf.constant(2)))
    4
    """
    example = doctest.DocTestParser().get_doctest(text, {"tf": gw}, "examples", None, 0)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_a_rewritten_assertion_of_another_value_is_refused(tmp_path):
    import ast

    from _pytest.assertion.rewrite import rewrite_asserts

    from graphwright._src.autograph.source import SourceUnavailable, find_source

    text = "def f(x):\n    assert x == 3, 'no'\n    return x + 10\n"
    file = tmp_path / "asserting.py"
    file.write_text(text)
    tree = ast.parse(text)
    rewrite_asserts(tree, text.encode())
    scope = {"__name__": "asserting"}
    exec(compile(tree, str(file), "exec"), scope)
    assert find_source(scope["f"]).tree.name == "f"
    file.write_text(text.replace("+ 10", "+ 11"))
    linecache.checkcache(str(file))
    with pytest.raises(SourceUnavailable):
        find_source(scope["f"])
