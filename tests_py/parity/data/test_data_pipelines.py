"""Data sets give the elements, dtypes, specs, orders and errors that TensorFlow's give."""

import pipelines
import pipelines_composite  # noqa: F401  (adds to the list)
import pipelines_experimental  # noqa: F401  (adds to the list)
import pipelines_transformations  # noqa: F401  (adds to the list)
import pytest

from side_by_side import text_of


def outcome(function, module):
    try:
        return function(module), None
    except Exception as error:
        return None, error


@pytest.mark.parametrize("function", pipelines.ALL, ids=lambda function: function.__name__)
def test_pipeline(function, tensorflow, gw):
    want, their_error = outcome(function, tensorflow)
    got, our_error = outcome(function, gw)
    if their_error is None:
        if our_error is not None:
            raise AssertionError(f"TensorFlow gives {want!r}; graphwright raises") from our_error
        compare(got, want)
        return
    name = type(their_error).__name__
    assert our_error is not None, f"TensorFlow raises {name}: {str(their_error)[:300]}; graphwright gives {got!r}"
    if name not in [cls.__name__ for cls in type(our_error).__mro__]:
        raise AssertionError(f"TensorFlow raises {name}: {str(their_error)[:300]}") from our_error


def compare(got, want, where="result"):
    """Tells which of many pipelines differs."""
    if isinstance(want, list) and isinstance(got, list) and len(got) == len(want):
        for i, (mine, theirs) in enumerate(zip(got, want, strict=True)):
            compare(mine, theirs, f"{where}[{i}]")
        return
    assert text_of(got) == text_of(want), where
