"""Syntax of Pythons newer than the running one: nodes as their `ast` documents them, made by hand."""

import functools
import subprocess
import sys
import types

_PRELUDE = """
import ast, warnings

def kind(name, *fields):
    places = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    made = type(name, (ast.expr,), {"_fields": fields, "_attributes": places, "__module__": "ast"})
    if not hasattr(ast, name):
        setattr(ast, name, made)
    return getattr(ast, name)

TemplateStr = kind("TemplateStr", "values")
Interpolation = kind("Interpolation", "value", "str", "conversion", "format_spec")
class Unknown(ast.expr):
    _fields = ("value",)
    _attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")

from graphwright import _core

definition = ast.parse('''
def f(x):
    t = g(x)
    if x > 0:
        return t
    return x
''').body[0]
call = definition.body[0].value

def node(cls, **fields):
    made = ast.copy_location(cls.__new__(cls), call)
    vars(made).update(fields)
    return made
"""


def _run(code):
    done = subprocess.run([sys.executable, "-c", _PRELUDE + code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_template_strings():
    """t"a{g(x)!r}": what is interpolated is converted, all else stays."""
    out = _run("""
part = node(Interpolation, value=call, str="g(x)", conversion=114, format_spec=None)
definition.body[0].value = node(TemplateStr, values=[node(ast.Constant, value="a", kind=None), part])
module = _core.autograph_convert(definition, "f", [])[0]
(found,) = [n for n in ast.walk(module) if type(n) is TemplateStr]
text, part = found.values
print(text.value, part.str, part.conversion, part.format_spec, ast.unparse(part.value))
""")
    assert out.strip() == "a g(x) 114 None ag__.converted_call(g)(x)"


def test_unknown_nodes():
    """What nobody knows is refused by name, and the function runs as it is, with a warning."""
    out = _run("""
definition.body[0].value = node(Unknown, value=call)
try:
    _core.autograph_convert(definition, "f", [])
except NotImplementedError as error:
    print(error)

import graphwright as tf
from graphwright._src.autograph import source
from graphwright._src.autograph import transpile

found = source.find_source

def with_unknown(function):
    result = found(function)
    for statement in result.tree.body:
        statement.value = node(Unknown, value=statement.value)
    return result

transpile.find_source = with_unknown

import logging

class Messages(logging.Handler):
    def emit(self, record):
        print(record.getMessage())

logging.getLogger("tensorflow").addHandler(Messages())

import linecache
text = "def h(x):\\n    return x + 1\\n"
linecache.cache["<h>"] = (len(text), None, text.splitlines(True), "<h>")
exec(compile(text, "<h>", "exec"))
print(int(tf.function(h)(tf.constant(2))))
""")
    assert "syntax that is not known: Unknown" in out.splitlines()[0]
    assert any("syntax that is not known: Unknown" in line for line in out.splitlines()[1:])
    assert out.splitlines()[-1] == "3"


def test_handlers_without_parentheses():
    """`except A, B:` of Python 3.14 is the tree of `except (A, B):`."""
    out = _run("""
definition = ast.parse('''
def f(x):
    try:
        return g(x)
    except (KeyError, ValueError):
        return x
''').body[0]
print(ast.unparse(_core.autograph_convert(definition, "f", [])[0]))
""")
    assert "except (KeyError, ValueError):" in out


def test_nothing_jumps_out_of_finally():
    """Python 3.14 warns of such jumps: once, where the user wrote them."""
    out = _run("""
definition = ast.parse('''
def f(x):
    for i in range(3):
        try:
            g(x)
        finally:
            if x > 0:
                return x
            elif x == 0:
                continue
            break
    try:
        g(x)
    finally:
        if x > 1:
            return 1
    while x > 0:
        try:
            x = g(x)
        finally:
            for k in range(x):
                if k:
                    break
            continue
    return x
''').body[0]

def jumps(nodes, loop):
    for n in nodes:
        if isinstance(n, ast.Return) or isinstance(n, (ast.Break, ast.Continue)) and not loop:
            yield ast.unparse(n)
        if not isinstance(n, (ast.FunctionDef, ast.Lambda)):
            yield from jumps(ast.iter_child_nodes(n), loop or isinstance(n, (ast.For, ast.While)))

def found(tree):
    return [j for n in ast.walk(tree) if isinstance(n, ast.Try) for j in jumps(n.finalbody, False)]

print(len(found(definition)), found(_core.autograph_convert(definition, "f", [])[0]))
""")
    assert out.strip() == "5 []"


def test_signatures_with_annotations_that_mean_nothing():
    """Python 3.14 evaluates annotations when they are asked for, which a function must not need in order to be called."""
    text = "def f(x: NotThere, *, y: Nor = 2) -> This: return x + y"
    if sys.version_info < (3, 14):
        text = "from __future__ import annotations\n" + text
    namespace = {}
    exec(text, namespace)
    import graphwright as tf
    from graphwright._src.base.call_signature import call_signature

    assert list(call_signature(namespace["f"]).parameters) == ["x", "y"]
    assert int(tf.function(namespace["f"], autograph=False)(tf.constant(3))) == 5


def test_what_a_call_gave_is_told_from_what_a_variable_keeps():
    """By that, since Python 3.14, a method of an object that nobody keeps is known."""
    from graphwright._src.function.polymorphic import _follows_call

    class Tells:
        def __get__(self, instance, owner=None):
            return _follows_call(sys._getframe(1))

    class Owner:
        tells = Tells()

        def me(self):
            return self

    kept = Owner()
    assert (Owner().tells, kept.me().tells, (lambda: kept)().tells, Owner(*()).tells) == (True,) * 4
    assert (kept.tells, [kept][0].tells, {"a": kept}["a"].tells) == (False,) * 3


def _scaled(factor, this, x):
    if x > this.limit:
        return x * factor
    return -x


def test_partials_as_methods():
    """A partial in a class is a method since Python 3.14; made by hand it has always been one."""
    import graphwright as tf

    class Limited:
        limit = 0

    this = Limited()
    this.scaled = types.MethodType(functools.partial(_scaled, 2), this)

    @tf.function
    def f(x):
        return this.scaled(x)

    assert [int(f(tf.constant(x))) for x in (3, -3)] == [6, 3]
    if sys.version_info >= (3, 14):
        Limited.doubled = functools.partial(_scaled, 2)
        assert [int(tf.function(this.doubled)(tf.constant(x))) for x in (3, -3)] == [6, 3]
