"""Source texts of all forms: encodings, indentation, lines, lambdas, new syntax, modules from elsewhere than files."""
# ruff: noqa: E501

import codecs
import importlib
import importlib.machinery
import importlib.util
import linecache
import subprocess
import sys
import warnings
import zipfile

import pytest

import graphwright
from support.logged import logged

HEAD = "import graphwright as tf\n"
BODY = "    if x > 0:\n        return x * 2\n    return -x\n"
F = "def f(x):\n" + BODY

FORMS = {
    "plain": HEAD + F,
    "tabs": HEAD + F.replace("    ", "\t"),
    "tabs_mixed": HEAD + "def f(x):\n\tif x > 0:\n\t    return x * 2\n\treturn -x\n",
    "crlf": (HEAD + F).replace("\n", "\r\n"),
    "cr": (HEAD + F).replace("\n", "\r"),
    "formfeed": HEAD + "\f\n" + "def f(x):\n" + "    if x > 0:\n\f        return x * 2\n    return -x\n",
    "formfeed_def": HEAD + "\fdef f(x):\n" + BODY,
    "bom": codecs.BOM_UTF8 + (HEAD + F).encode(),
    "bom_coding": codecs.BOM_UTF8 + ("# coding: utf-8\n" + HEAD + F).encode(),
    "euckr": (
        "# -*- coding: euc-kr -*-\n"
        + HEAD
        + "이름 = '한글'\ndef f(x):\n    '''설명'''\n    값 = x  # 주석\n    if 값 > 0:\n        return 값 * 2\n    return -값\n"
    ).encode("euc-kr"),
    "gbk": (
        "# coding=gbk\n"
        + HEAD
        + "def f(x):\n    变量 = x  # 注释\n    if 变量 > 0:\n        return 变量 * 2\n    return -变量\n"
    ).encode("gbk"),
    "latin1": (
        "# vim: set fileencoding=latin-1 :\n"
        + HEAD
        + "def f(x):\n    é = x\n    if é > 0:\n        return é * 2\n    return -é\n"
    ).encode("latin-1"),
    "korean_name": HEAD
    + "def 함수(값):\n    for 반복 in tf.range(1):\n        if 값 > 0:\n            결과 = 값 * 2\n        else:\n            결과 = -값\n    return 결과\nf = 함수\n",
    "chinese_lambda": HEAD + "f = lambda 数: 数 * 2 if 数 > 0 else -数\n",
    "nfkc": HEAD + "def f(ﬁ):\n    if fi > 0:\n        return ﬁ * 2\n    return -fi\n",
    "continuation": HEAD + "def f(x):\n    if x \\\n       > 0: return \\\n        x * 2\n    return \\\n  -x\n",
    "continuation_def": HEAD + "def \\\n  f(x):\n" + BODY,
    "semicolons": HEAD
    + "def f(x):\n    y = x; z = 2; \n    if y > 0: y = y * z; return y\n    else: y = -y; return y;\n",
    "one_line": HEAD + "def f(x): return x * 2 if x > 0 else -x\n",
    "one_line_semi": HEAD + "a = 1; f = lambda x: x * 2 if x > 0 else -x; b = 2\n",
    "long_line": HEAD + "def f(x):\n    y = " + " + ".join(["0"] * 400) + "\n" + BODY,
    "deco_lines": HEAD
    + "def deco(\n  a, b):\n    def d(fn):\n        return fn\n    return d\n@deco(\n    1,\n    # comment\n    (2,\n     3),\n)\n@deco(1,\n   lambda: 3)\ndef f(x):\n"
    + BODY,
    "deco_tf": HEAD + "@tf.function(\n  reduce_retracing=True,\n)\ndef f(x):\n" + BODY,
    "comments_between": HEAD
    + "def f(x):\n    # c\n  # outdented comment\n# more\n    if x > 0:  # t\n# zero\n        return x * 2\n    # t\n    return -x\n# end\n",
    "strings_tricky": HEAD
    + 'def f(x):\n    s = """\ndef g(:\n  "quoted" # no\n"""\n    t = \'it\\\'s\' "a" r"\\"\n    if x > 0:\n        return x * 2\n    return -x\n'.replace(
        'r"\\"', "r'\\\\'"
    ),
    "fstrings": HEAD
    + "def f(x):\n    s = f\"{'a' + \"b\" if False else 1!r:>{5}} {{}} {x.dtype}\" if False else f'{1:{2}}'\n"
    + BODY
    if sys.version_info >= (3, 12)
    else HEAD + "def f(x):\n    s = f\"{'a':>{5}} {{}} {x.dtype!r:}\" f'{1:{2}}' f'''{\n 1 +\n 2}'''\n" + BODY,
    "docstring_only_then": HEAD + "def f(x):\n    '''doc\n  outdented\n    '''\n" + BODY,
    "no_newline_at_end": (HEAD + F).rstrip("\n"),
    "class_method": HEAD
    + "class A:\n    class B:\n        def m(self, x):\n            if x > 0:\n                return x * 2\n            return -x\nf = A.B().m\n",
    "in_if": HEAD
    + "if True:\n  try:\n    with open(__file__) as q:\n      def f(x):\n        if x > 0:\n          return x * 2\n        return -x\n  finally: pass\n",
    "two_same_name": HEAD + "def f(x):\n    return 0\n" + F,
    "annotations": "from __future__ import annotations\n"
    + HEAD
    + "def f(x: Undefined['a', 1], *, k: int = 3) -> Nope:\n    y: Foo = x\n    z: int\n"
    + BODY,
    "pos_only": HEAD + "def f(x, /, *a, k=1, **kw):\n" + BODY,
    "default_lambda": HEAD + "def f(x, g=lambda v: v * 2 if v > 0 else -v, h=(lambda: 1)):\n    return g(x)\n",
    "lambda_paren": HEAD + "f = (\n  lambda\n    x\n    :\n      x * 2 if x > 0 else -x\n)\n",
    "lambda_in_fstring_line": HEAD + "f, g = (lambda x: x * 2 if x > 0 else -x), f'{(lambda x: x)(1)}'\n",
    "lambda_nested_list": HEAD
    + "fs = [[lambda x: x + 1 if x > 0 else x, lambda x: x * 2 if x > 0 else -x]]\nf = fs[0][1]\n",
    "lambda_deco_call": HEAD + "f = tf.function(lambda x: x * 2 if x > 0 else -x)\n",
    "lambda_star_args": HEAD + "f = lambda *x, **k: x[0] * 2 if x[0] > 0 else -x[0]\n",
    "walrus_default": HEAD + "def f(x, k=(z := 2)):\n    if x > 0:\n        return x * k\n    return -x\n",
    "deep_indent": HEAD
    + "".join("  " * i + f"class C{i}:\n" for i in range(15))
    + "".join(
        "  " * 15 + line + "\n"
        for line in "@staticmethod\ndef f(x):\n  if x > 0:\n    return x * 2\n  return -x".split("\n")
    )
    + "f = "
    + ".".join(f"C{i}" for i in range(15))
    + ".f\n",
    "blank_tail": HEAD + F + "\n\n   \n\t\n# x\n",
    "unicode_escape_line_sep": HEAD + "def f(x):\n    s = 'a\u2028b\x0bc\x1cd'\n" + BODY,
    "nel_in_comment": HEAD + "# a\x85b\u2029\x0c\ndef f(x):\n" + BODY,
    "exec_lambda_same_line2": HEAD + "p = [(lambda x: x * 2 if x > 0 else -x) for _ in range(3)]\nf = p[2]\n",
    "nested_generated": HEAD
    + "def make():\n    k = 2\n    def f(x):\n        if x > 0:\n            return x * k\n        return -x\n    return f\nf = make()\n",
    "private_names": HEAD
    + "class A:\n    __k = 2\n    def __m(self, x, __y=1):\n        if x > 0:\n            return x * self.__k\n        return -x\n    def m(self, x): return self.__m(x)\nf = A().m\n",
}
if sys.version_info >= (3, 11):
    FORMS.update(
        {
            "except_star": HEAD
            + "def f(x):\n    try:\n        raise ExceptionGroup('g', [ValueError(1)])\n    except* ValueError as e:\n        if x > 0:\n            x = x * 2\n        else:\n            x = -x\n    return x\n",
        }
    )
if sys.version_info >= (3, 12):
    FORMS.update(
        {
            "pep695": HEAD
            + "def f[T: int, *Ts, **P](x: T) -> T:\n    type A[K] = list[K]\n    class G[Q]:\n        pass\n    def g[V](v: V) -> V:\n        if v > 0:\n            return v * 2\n        return -v\n    return g(x)\n",
            "pep701": HEAD
            + "def f(x):\n    s = f'{'nested' + f'{'deep'}'} {\n        1 # c\n    } {'\\n'.join(['a'])}'\n"
            + BODY,
            "pep701_outdented": HEAD
            + "def f(x):\n    s = f'{\nx.dtype # it's \"}\n}', f\"{\n{'a': [1]}['a'][0]:>{\n5 # }\n}}\"\n"
            + BODY,
            "pep701_hash": HEAD + "def f(x):\n    s = f'''{\n  'a' # it's }\n  }'''\n" + BODY,
        }
    )
if sys.version_info >= (3, 13):
    FORMS.update(
        {
            "pep696": HEAD + "def f[T = int, **P = [int], *Ts = *tuple[int]](x: T) -> T:\n" + BODY,
        }
    )


if sys.version_info >= (3, 14):
    FORMS.update(
        {
            "pep750": HEAD + "def f(x):\n    s = t'{'nested' + t'{'deep'}'} {\nx # it's\n:>{5}}', rt'\\{x}'\n" + BODY,
            "pep649": HEAD + "def f(x: Undefined) -> Nope:\n" + BODY + "g = f\ndef f(x: Undefined): return g(x)\n",
            "pep758": HEAD
            + "def f(x):\n    try:\n        len(1)\n    except KeyError, TypeError:\n        pass\n"
            + BODY,
        }
    )


@pytest.fixture
def warnings_of_conversion(monkeypatch):
    from graphwright._src.autograph import verbosity

    monkeypatch.setattr(verbosity, "_warned", set())
    with logged(graphwright) as messages:
        yield messages


def check(gw, function, messages):
    """The function was converted: it branches on a tensor."""
    traced = function if hasattr(function, "get_concrete_function") else gw.function(function)
    assert (int(traced(gw.constant(3))), int(traced(gw.constant(-3)))) == (6, 3)
    assert messages == []


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_files(form, gw, tmp_path, warnings_of_conversion, monkeypatch):
    data = FORMS[form]
    (tmp_path / f"form_{form}.py").write_bytes(data if isinstance(data, bytes) else data.encode())
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module(f"form_{form}")
    check(gw, module.f, warnings_of_conversion)


def test_modules_in_archives(gw, tmp_path, warnings_of_conversion, monkeypatch):
    with zipfile.ZipFile(tmp_path / "archive.zip", "w") as archive:
        archive.writestr("zipped_module.py", HEAD + F)
        archive.writestr("zipped_package/__init__.py", "")
        archive.writestr("zipped_package/inner.py", HEAD + F)
    monkeypatch.syspath_prepend(tmp_path / "archive.zip")
    check(gw, importlib.import_module("zipped_module").f, warnings_of_conversion)
    check(gw, importlib.import_module("zipped_package.inner").f, warnings_of_conversion)


@pytest.mark.parametrize("file", ["<ipython-input-3-abcdef>", "/tmp/ipykernel_123/42.py"])
def test_cells_of_notebooks(file, gw, warnings_of_conversion, monkeypatch):
    text = HEAD + F
    monkeypatch.setitem(linecache.cache, file, (len(text), None, text.splitlines(True), file))
    names = {}
    exec(compile(text, file, "exec"), names)
    check(gw, names["f"], warnings_of_conversion)


class Loader:
    """A loader of modules that lie in no file."""

    def get_source(self, name):
        return HEAD + F

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(HEAD + F, f"{module.__name__}_in_memory.py", "exec"), module.__dict__)


def test_modules_of_loaders(gw, warnings_of_conversion):
    spec = importlib.machinery.ModuleSpec("graphwright_test_loaded", Loader())
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    check(gw, module.f, warnings_of_conversion)


@pytest.mark.parametrize(
    "text", ["f = lambda x: x * 2 if x > 0 else -x", "def f(x):\n    if x > 0:\n        return x * 2\n    return -x"]
)
def test_code_of_exec_runs_unconverted_without_a_word(text, gw, warnings_of_conversion):
    names = {}
    exec(text, names)
    with pytest.raises(gw.errors.OperatorNotAllowedInGraphError):
        gw.function(names["f"])(gw.constant(3))
    assert warnings_of_conversion == []  # nor does TensorFlow


def test_lambdas_that_share_a_line(gw, tmp_path, warnings_of_conversion, monkeypatch):
    text = (
        HEAD
        + "fs = [lambda x: x * 2 if x > 0 else -x, lambda x: x * 2 if x > 0 else -x, lambda x: x + 1 if x > 5 else x]\n"
    )
    (tmp_path / "shared_line.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    first, second, third = importlib.import_module("shared_line").fs
    check(gw, first, warnings_of_conversion)
    check(gw, second, warnings_of_conversion)
    assert gw.function(third)(gw.constant(6)) == 7 and gw.function(third)(gw.constant(3)) == 3


def test_strange_escapes_are_told_of_once(gw, tmp_path, warnings_of_conversion, monkeypatch):
    """Python warns of them when it loads the file; the rewriter, which reads the text again, does not."""
    (tmp_path / "escapes.py").write_text(HEAD + "def f(x):\n    s = '\\d'\n" + BODY)
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = importlib.import_module("escapes")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(gw, module.f, warnings_of_conversion)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="older shells keep no source")
def test_functions_typed_into_a_shell(tmp_path):
    typed = F + "\nf = tf.function(f)\ng = tf.function(lambda x: x * 2 if x > 0 else -x)\n"
    typed = HEAD + typed + "print([int(h(tf.constant(x))) for h in (f, g) for x in (3, -3)])\n"
    ran = subprocess.run([sys.executable, "-i"], input=typed, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert "[6, 3, 6, 3]" in ran.stdout, ran.stderr
