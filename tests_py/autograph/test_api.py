"""tf.autograph: to_graph, to_code, do_not_convert, loop options, features, verbosity, and functions without source."""

# ruff: noqa: B007, E731, F842
import importlib
import linecache
import logging
import os
import subprocess
import sys

import pytest

from support.logged import logged
from support.twice import Cases, assert_same


def logged_with_levels(tf):
    return logged(tf, logging.DEBUG, lambda record: f"{record.levelname}: {record.getMessage()}")


def run(source, names, name="f"):
    exec(source, names)
    return names[name]


cases = Cases()
texts = Cases()


@cases
def to_code_exec(tf):
    f = run("def f(x):\n  return x+1", {})
    return tf.autograph.to_code(f)


@cases
def to_graph_exec(tf):
    f = run("def f(x):\n  return x+1", {})
    return tf.autograph.to_graph(f)(1)


@cases
def to_code_builtin(tf):
    return tf.autograph.to_code(len)


@cases
def to_code_class(tf):
    class A:
        pass

    return tf.autograph.to_code(A)


@cases
def to_code_int(tf):
    return tf.autograph.to_code(5)


@cases
def to_code_tffunction(tf):
    f = tf.function(lambda x: x)
    return type(tf.autograph.to_code(f.python_function)).__name__


@cases
def to_graph_lambda(tf):
    f = lambda x: 1 if x > 0 else 2
    return tf.autograph.to_graph(f)(tf.constant(1))


@cases
def to_graph_unbound(tf):
    class A:
        k = 2

        def m(self, x):
            return x * self.k

    return tf.autograph.to_graph(A.m)(A(), tf.constant(3))


@cases
def to_graph_int(tf):
    return tf.autograph.to_graph(3)


@cases
def to_graph_generator(tf):
    def g(x):
        yield x

    return tf.autograph.to_graph(g)(1)


@cases
def to_graph_closure(tf):
    n = 5

    def g(x):
        return x + n

    h = tf.autograph.to_graph(g)
    a = h(1)
    n = 10
    return a, h(1)


@cases
def to_graph_recursive_false(tf):
    def h(x):
        return 1 if x > 0 else 2

    def g(x):
        return h(x)

    f = tf.function(tf.autograph.to_graph(g, recursive=False), autograph=False)
    return f(tf.constant(1))


@cases
def to_graph_recursive_true(tf):
    def h(x):
        return 1 if x > 0 else 2

    def g(x):
        return h(x)

    f = tf.function(tf.autograph.to_graph(g), autograph=False)
    return f(tf.constant(1))


@cases
def feature_lists(tf):
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.LISTS)
    def f(n):
        items = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(n):
            items.append(i)
        return items.stack()

    return f(tf.constant(3))


@cases
def feature_all(tf):
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ALL)
    def f(x):
        if x == 1:
            y = 2
        else:
            y = 3
        return y

    return f(tf.constant(1))


@cases
def feature_tuple(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=(F.EQUALITY_OPERATORS, F.NAME_SCOPES))
    def f(x):
        return x == 1

    return f(tf.constant(1)), [o.name for o in f.get_concrete_function(tf.constant(1)).graph.get_operations()]


@cases
def builtin_print_feature(tf):
    F = tf.autograph.experimental.Feature

    @tf.function(experimental_autograph_options=F.BUILTIN_FUNCTIONS)
    def f(x):
        print("hello", 3)
        return x

    return f(tf.constant(1))


@cases
def dnc_forms(tf):
    d = tf.autograph.experimental.do_not_convert

    @d
    def a(x):
        return x + 1

    @d()
    def b(x):
        return x + 1

    class A:
        @d
        def m(self, x):
            return x + 1

        @staticmethod
        @d
        def s(x):
            return x + 1

        @classmethod
        @d
        def c(cls, x):
            return x + 1

    c = d(lambda x: x + 1)
    o = d(A().m)
    return a(1), b(1), c(1), o(1), A().m(1), A.s(1), A.c(1), a.__name__


@cases
def dnc_recursive(tf):
    def inner(x):
        return 1 if x > 0 else 2

    @tf.autograph.experimental.do_not_convert
    def outer(x):
        return inner(x)

    @tf.function
    def f(x):
        return outer(x)

    return f(tf.constant(1))


@cases
def dnc_then_convert(tf):
    def inner(x):
        if x > 0:
            return 1
        return 2

    g = tf.function(inner)

    @tf.autograph.experimental.do_not_convert
    def outer(x):
        return g(x)

    @tf.function
    def f(x):
        return outer(x)

    return f(tf.constant(1))


@cases
def dnc_property(tf):
    class A:
        @property
        @tf.autograph.experimental.do_not_convert
        def p(self):
            return 3

    return A().p


@cases
def set_loop_shape_struct(tf):
    @tf.function
    def f(n):
        s = (tf.zeros([1]), tf.zeros([1]))
        for i in tf.range(n):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(s, (tf.TensorShape([None]), tf.TensorShape([1])))]
            )
            s = (tf.concat([s[0], s[0]], 0), s[1] + 1)
        return s

    return f(tf.constant(2))


@cases
def set_loop_opts_while(tf):
    @tf.function
    def f(n):
        s = tf.zeros([0])
        i = 0
        while i < n:
            tf.autograph.experimental.set_loop_options(
                parallel_iterations=1,
                swap_memory=True,
                maximum_iterations=tf.constant(4),
                shape_invariants=[(s, tf.TensorShape([None]))],
            )
            s = tf.concat([s, [1.0]], 0)
            i += 1
        return s

    return f(tf.constant(3))


@cases
def set_loop_python(tf):
    @tf.function
    def f(n):
        for i in range(3):
            tf.autograph.experimental.set_loop_options(maximum_iterations=1)
            n += i
        return n

    return f(tf.constant(3))


@cases
def notebook_cell(tf):
    import linecache

    src = "def f(x):\n    if x>0: return 1\n    return 2\n"
    name = "<ipython-input-1-abc>" + tf.__name__
    linecache.cache[name] = (len(src), None, src.splitlines(True), name)
    ns = {"__name__": "__main__"}
    exec(compile(src, name, "exec"), ns)
    return tf.function(ns["f"])(tf.constant(1))


@cases
def deco_line(tf):
    def deco(f):
        return f

    @deco
    @tf.function
    @deco
    def f(x):
        if x > 0:
            return 1
        return 2

    return f(tf.constant(1))


@cases
def multiline_lambda(tf):
    f = tf.function(lambda x: 1 if x > 0 else 2)
    return f(tf.constant(1))


@cases
def lambda_default(tf):
    fs = [tf.function(lambda x, i=i: x + i if x > 0 else x) for i in range(3)]
    return [f(tf.constant(1)) for f in fs]


@cases
def lambda_in_call(tf):
    def apply(f, x):
        return f(x)

    @tf.function
    def g(x):
        return apply(lambda y: y if y > 0 else -y, x)

    return g(tf.constant(-1))


@cases
def nested_def_in_if(tf):
    @tf.function
    def f(x):
        if x > 0:

            def g():
                return 1
        else:

            def g():
                return 2

        return x

    return f(tf.constant(1))


@cases
def tensor_for_else(tf):
    @tf.function
    def f(x):
        for i in [1, 2]:
            if i == 3:
                break
        else:
            x += 10
        return x

    return f(tf.constant(1))


@cases
def type_annot(tf):
    @tf.function
    def f(x: "int") -> "int":
        y: int = x
        z: int
        if x > 0:
            y = y + 1
        return y

    return f(tf.constant(1))


@cases
def star_args_call(tf):
    def h(*a, **k):
        return a[0] + k["z"]

    @tf.function
    def f(x):
        a = (x,)
        k = {"z": x}
        return h(*a, **k)

    return f(tf.constant(1))


@cases
def matmul_aug(tf):
    @tf.function
    def f(x):
        y = x
        y @= x
        y //= 1
        y **= 2
        y %= 7
        return y

    return f(tf.constant([[1.0, 2.0], [3.0, 4.0]]))


@cases
def match_statement(tf):
    @tf.function
    def f(x, k):
        match k:
            case 1:
                return x + 1
            case [a, b]:
                return x + a + b
            case {"z": z}:
                return x + z
            case _:
                return x

    return f(tf.constant(1), 1), f(tf.constant(1), [1, 2]), f(tf.constant(1), {"z": 5}), f(tf.constant(1), "q")


@texts
def assert_false_msg(tf):
    @tf.function
    def f(x):
        assert x is None, "msg"

    return f(tf.constant(1))


@texts
def run_error(tf):
    @tf.function
    def f(x):
        y = x * 2
        return tf.debugging.assert_less(y, 1)

    return f(tf.constant(1))


@cases
def run_error_nested(tf):
    def g(x):
        return tf.gather([1, 2], x)

    @tf.function
    def f(x):
        if x > 0:
            y = g(x)
        else:
            y = 0
        return y

    return f(tf.constant(7))


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("code", **texts.parameters())
def test_texts(code, tensorflow, gw):
    """These raise errors that say the same."""
    assert_same(code, tensorflow, gw, message=True)


@pytest.fixture(autouse=True)
def nothing_warned_yet(monkeypatch):
    from graphwright._src.autograph import verbosity

    monkeypatch.setattr(verbosity, "_warned", set())


BRANCH = "def f(x):\n    if x > 0:\n        return 1\n    return 2\n"


def test_functions_without_source_run_as_they_are(gw):
    f = run(BRANCH, {"__name__": "shell"})
    traced = gw.function(f)
    with logged_with_levels(gw) as found:
        assert traced(5) == 1
        with pytest.raises(gw.errors.OperatorNotAllowedInGraphError):
            traced(gw.constant(1))
        assert gw.function(f)(-5) == 2
    assert found == []  # TensorFlow has no warning for what exec() made either
    with logged_with_levels(gw) as found:
        assert gw.function(gw.autograph.experimental.do_not_convert(run(BRANCH, {})))(5) == 1
    assert found == []


def test_source_that_is_gone_or_has_changed(gw, tmp_path):
    from graphwright._src.autograph import verbosity

    path = tmp_path / "changing.py"

    def load(text):
        path.write_text(text)
        linecache.checkcache(str(path))
        spec = importlib.util.spec_from_file_location("changing", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.f

    f = load(BRANCH)
    assert gw.function(f)(gw.constant(1)) == 1, "converted while the file is there"
    f = load(BRANCH)
    path.unlink()
    linecache.clearcache()
    with logged_with_levels(gw) as found, pytest.raises(gw.errors.OperatorNotAllowedInGraphError):
        gw.function(f)(gw.constant(1))
    assert "could not get source code" in found[0]
    f = load(BRANCH)
    path.write_text("x = 1\n\n" + BRANCH.replace("f(x)", "g(x)"))
    verbosity._warned.clear()
    linecache.clearcache()
    with logged_with_levels(gw) as found, pytest.raises(gw.errors.OperatorNotAllowedInGraphError):
        gw.function(f)(gw.constant(1))
    assert len(found) == 1


def test_to_code_of_what_has_no_code(gw):
    f = run(BRANCH, {})
    for entity, error in ((len, ValueError), (f, ValueError), (int, ValueError), (5, ValueError)):
        for convert in (gw.autograph.to_code, gw.autograph.to_graph):
            with pytest.raises(error, match="converting") as caught:
                convert(entity)
            assert type(caught.value).__name__ == "ConversionError"

    def generator(x):
        yield x

    with pytest.raises(NotImplementedError, match="generator") as caught:
        gw.autograph.to_code(generator)
    assert type(caught.value).__name__ == "UnsupportedLanguageElementError"


def test_to_graph_of_methods_and_objects(gw):
    class Scale:
        k = 2

        def method(self, x):
            if x > 0:
                r = x * self.k
            else:
                r = -x
            return r

        def __call__(self, x):
            return self.method(x) + 1

    assert gw.autograph.to_graph(Scale().method)(Scale(), gw.constant(3)) == 6
    assert gw.autograph.to_graph(Scale())(gw.constant(3)) == 7
    assert gw.autograph.to_graph(Scale.method)(Scale(), gw.constant(-3)) == 3
    converted = gw.function(gw.autograph.to_graph(Scale().method), autograph=False)
    assert converted(Scale(), gw.constant(3)) == 6 and converted(Scale(), gw.constant(-3)) == 3


def test_code_of_to_code_runs(gw):
    def f(x, n):
        total = x
        for i in gw.range(n):
            if i > 1:
                break
            total += i
        else:
            total = -total
        return total

    code = gw.autograph.to_code(f)
    assert code.startswith("def tf__f(x, n):") and "for_stmt" in code
    compile(code, "<converted>", "exec")


def test_verbosity(gw, capfd):
    def f(x):
        if x > 0:
            return 1
        return 2

    gw.autograph.set_verbosity(3, alsologtostdout=True)
    with logged(gw) as found:
        try:
            gw.function(f)(gw.constant(1))
            gw.autograph.to_code(f)
        finally:
            gw.autograph.set_verbosity(0)
        said = "\n".join(found)
        out, err = capfd.readouterr()
        assert "converted <function" in said and "converted <function" in out and err == ""
        assert "ag__.if_stmt" in said, "level 3 shows the code"
        del found[:]
        gw.autograph.to_code(f)
        assert capfd.readouterr() == ("", "") and not found


def test_verbosity_of_the_environment(gw, capfd, monkeypatch):
    from graphwright._src.autograph import verbosity

    def converted():
        names = {}
        text = "def f(x):\n    if x > 0:\n        return abs(x)\n    return 2\n"
        file = f"<verbosity {next(numbers)}>"
        monkeypatch.setitem(linecache.cache, file, (len(text), None, text.splitlines(True), file))
        exec(compile(text, file, "exec"), names)
        with logged(gw) as found:
            gw.function(names["f"])(gw.constant(1))
        return capfd.readouterr().out, "".join(f"{text}\n" for text in found)

    numbers = iter(range(9))
    monkeypatch.setattr(verbosity, "_level", None)
    monkeypatch.setattr(verbosity, "_to_stdout", None)
    assert converted() == ("", "")
    monkeypatch.setenv("AUTOGRAPH_VERBOSITY", "1")
    out, err = converted()
    assert out == "" and "AutoGraph: converted <function f" in err and "ag__" not in err
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    out, err = converted()
    assert out == err, "an interactive Python shows it in its output"
    gw.autograph.set_verbosity(0)
    assert converted() == ("", ""), "the call takes precedence"


def test_functions_that_are_called_as_they_are_are_named(gw):
    import textwrap

    gw.autograph.set_verbosity(2)
    with logged(gw) as found:
        try:
            gw.function(lambda x: (textwrap.dedent(" a"), x))(gw.constant(1))
        finally:
            gw.autograph.set_verbosity(0)
    assert "dedent" in "".join(found)


def test_trace(gw, tensorflow, capfd):
    def code(tf):
        @tf.function
        def f(x):
            tf.autograph.trace("a", x.dtype.name, 1)
            return x

        f(tf.constant(1)), f(tf.constant(2))
        return capfd.readouterr().out

    assert_same(code, tensorflow, gw)


def test_features(tensorflow, gw):
    def code(tf):
        feature = tf.autograph.experimental.Feature
        return (
            [f.name for f in feature],
            [f.value for f in feature],
            len(feature.all()),
            len(feature.all_but([feature.LISTS])),
        )

    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("how", ["-c", "stdin", "doctest", "-m"])
def test_programs_that_are_no_files(how, tmp_path):
    """`python -c`, a program piped in, doctests and modules: their functions are converted wherever there is a source."""
    import graphwright

    program = "import graphwright as tf\n@tf.function\ndef f(x):\n    if x > 0:\n        return x * 2\n    return -x\n"
    program += "assert f(tf.constant(3)) == 6 and f(tf.constant(-3)) == 3\nprint('done')\n"
    root = os.path.dirname(os.path.dirname(graphwright.__file__))
    env = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"}
    if how == "doctest":
        text = ">>> import graphwright as tf\n>>> @tf.function\n... def f(x):\n...     if x > 0:\n...         return x * 2\n"
        text += (
            "...     return -x\n>>> f(tf.constant(3)).numpy(), f(tf.constant(-3)).numpy()\n(np.int32(6), np.int32(3))\n"
        )
        (tmp_path / "page.txt").write_text(text)
        result = subprocess.run(
            [sys.executable, "-m", "doctest", "page.txt"], cwd=tmp_path, env=env, capture_output=True
        )
        assert result.returncode == 0, result.stdout
        return
    if how == "-c":
        result = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    elif how == "-m":
        (tmp_path / "program.py").write_text(program)
        result = subprocess.run([sys.executable, "-m", "program"], env=env, capture_output=True, text=True)
    else:
        result = subprocess.run([sys.executable], input=program, env=env, capture_output=True, text=True)
        assert "Unable to locate the source code" in result.stderr
        assert "OperatorNotAllowedInGraphError" in result.stderr
        return
    assert result.stdout == "done\n", result.stderr
