"""tf.errors: names, codes, classes and texts are TensorFlow's; the core's codes become the right classes."""

import inspect
import pickle

import pytest

from graphwright._src.base import errors


def test_names_codes_and_classes(tensorflow, gw):
    theirs, ours = tensorflow.errors, gw.errors
    for name in dir(theirs):
        if name[0] == "_":
            continue
        want, got = getattr(theirs, name), getattr(ours, name)
        if isinstance(want, int):
            assert got == want, name
        else:
            bases = [cls.__name__ for cls in want.__mro__]
            assert [cls.__name__ for cls in got.__mro__] == bases, name
            if issubclass(want, theirs.OpError):
                mine, other = inspect.signature(got.__init__), inspect.signature(want.__init__)
                assert list(mine.parameters) == list(other.parameters), name


def test_public_names_only(gw):
    assert "make_error" not in dir(gw.errors)
    assert "NotFoundError" in dir(gw.errors)


@pytest.mark.parametrize("name", ["InvalidArgumentError", "NotFoundError", "OutOfRangeError", "UnknownError"])
def test_attributes_and_text(name, tensorflow, gw):
    want, got = (getattr(module.errors, name)(None, None, "it went wrong", {"k": b"v"}) for module in (tensorflow, gw))
    for member in ("message", "error_code", "node_def", "op", "experimental_payloads", "args"):
        assert getattr(got, member) == getattr(want, member)
    assert str(got) == str(want)
    assert repr(got) == repr(want)


def test_op_error_takes_a_code(tensorflow, gw):
    want, got = (module.errors.OpError(None, None, "text", 5) for module in (tensorflow, gw))
    assert (str(got), got.error_code) == (str(want), want.error_code)


def test_pickling(gw):
    error = pickle.loads(pickle.dumps(gw.errors.NotFoundError(None, None, "no file")))
    assert type(error) is gw.errors.NotFoundError
    assert (str(error), error.error_code) == ("no file", gw.errors.NOT_FOUND)
    error = pickle.loads(pickle.dumps(errors.make_error(3 | 100 << 8, "bad value", "MatMul")))
    assert isinstance(error, ValueError) and isinstance(error, gw.errors.InvalidArgumentError)
    assert str(error) == "bad value [Op:MatMul]"


@pytest.mark.parametrize("code", range(1, 17))
def test_canonical_codes(code, gw):
    error = errors.make_error(code, "what went wrong", "MatMul")
    assert isinstance(error, gw.errors.OpError)
    assert error.error_code == code
    assert str(error) == "what went wrong [Op:MatMul]"
    assert str(errors.make_error(code, "said before [Op:Add]", "MatMul")) == "said before [Op:Add]"
    assert str(errors.make_error(code, "no op")) == "no op"


@pytest.mark.parametrize(
    "code, cls",
    [
        (100, ValueError),
        (101, TypeError),
        (102, NotImplementedError),
        (103, IndexError),
        (104, AttributeError),
        (105, RuntimeError),
        (106, KeyError),
        (107, OverflowError),
        (108, LookupError),
    ],
)
def test_python_classes(code, cls, gw):
    error = errors.make_error(code, "text", None)
    assert type(error) is cls and error.args == ("text",)
    both = errors.make_error(3 | code << 8, "text", None)
    assert isinstance(both, cls) and isinstance(both, gw.errors.InvalidArgumentError)
    assert type(both).__name__ == "InvalidArgumentError"
    assert str(both) == "text"
    with pytest.raises(cls):
        raise both


def test_unknown_codes_do_not_fail(gw):
    for code in (0, 17, 99, 255, 1 << 20, 3 | 77 << 8):
        assert isinstance(errors.make_error(code, "text", None), Exception)


def test_every_code_of_the_core_has_a_class(gw):
    import re
    from pathlib import Path

    header = Path(__file__).resolve().parents[3] / "cpp" / "base" / "error.h"
    codes = dict(re.findall(r"^  k(\w+) = (\d+),", header.read_text(), re.MULTILINE))
    for name, number in codes.items():
        if name not in ("Ok", "PythonException"):
            cls = errors.CLASS_OF_CODE[int(number)]
            assert cls.__name__ in (name, f"{name}Error"), name
