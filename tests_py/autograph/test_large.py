"""Functions with many or deeply nested statements and calls."""

import linecache

import pytest


@pytest.fixture
def made(gw, monkeypatch):
    """Makes the tf.function `f` of a text."""
    count = iter(range(100))

    def make(text):
        file = f"<large {next(count)}>"
        monkeypatch.setitem(linecache.cache, file, (len(text), None, text.splitlines(True), file))
        names = {"tf": gw}
        exec(compile(text, file, "exec"), names)
        return gw.function(names["f"])

    return make


def test_nested_ifs(gw, made):
    ifs = "".join("  " * (i + 1) + f"if x > {i}:\n" for i in range(90))
    f = made(f"def f(x):\n{ifs}{'  ' * 91}x = x * 2\n  return x\n")
    assert f(gw.constant(100)) == 200 and f(gw.constant(5)) == 5


@pytest.mark.parametrize("kind", ["elif", "return", "match"])
def test_many_alternatives(kind, gw, made):
    if kind == "elif":
        branches = "".join(f"  elif x == {i}: y = {i * i}\n" for i in range(1, 200))
        f = made(f"def f(x):\n  if x == 0: y = 0\n{branches}  else: y = -1\n  return y\n")
    elif kind == "return":
        branches = "".join(f"  if x == {i}: return {i * i}\n" for i in range(1, 100))
        f = made(f"def f(x):\n{branches}  return -1\n")
    else:
        cases = "".join(f"    case {i}: y = {i * i}\n" for i in range(1, 100))
        f = made(f"def f(x):\n  match x:\n{cases}    case _: y = -1\n  return y\n")
    assert f(gw.constant(50)) == 2500 and f(gw.constant(1000)) == -1


def test_nested_loops(gw, made):
    loops = "".join("  " * (i + 1) + f"for i{i} in tf.range(n):\n" for i in range(10))
    f = made(f"def f(n):\n  c = 0\n{loops}{'  ' * 11}c += 1\n  return c\n")
    assert f(gw.constant(2)) == 1024


def test_an_iterator_without_end_is_given_up(gw, made):
    # TensorFlow takes minutes to refuse it.
    text = "def f(x):\n  import itertools\n  for i in itertools.count():\n    if i > x: break\n  return i\n"
    with pytest.raises(NotImplementedError, match="loops over count, which may have no end"):
        made(text)(gw.constant(3))


def test_many_variables(gw, made):
    names = [f"a{i}" for i in range(300)]
    text = "def f(n):\n" + "".join(f"  {name} = n + {i}\n" for i, name in enumerate(names))
    text += "  for i in tf.range(n):\n" + "".join(f"    {name} += i\n" for name in names)
    f = made(f"{text}  return {' + '.join(names)}\n")
    assert f(gw.constant(3)) == 300 * 3 + sum(range(300)) + 300 * 3


def test_nested_calls(gw, made):
    text = "def g0(x):\n  if x > 0: return x\n  return x + 0\n"
    text += "".join(f"def g{i}(x): return g{i - 1}(x) + 1\n" for i in range(1, 200))
    assert made(f"{text}def f(x): return g199(x)\n")(gw.constant(1)) == 200
