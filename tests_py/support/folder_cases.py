"""A list of named cases, run in a folder with TensorFlow and with graphwright; what they give becomes comparable text."""

import os
import re


class Cases:
    """Functions of (tf, folder): the decorated functions give pairs of a name and a function without arguments."""

    def __init__(self):
        self.groups = []

    def __call__(self, function):
        self.groups.append(function)
        return function

    def parameters(self):
        return {"argvalues": self.groups, "ids": lambda function: function.__name__}


def text(value):
    """Returns a value as text: tensors by elements, shape and dtype."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {text(item)}" for key, item in value.items()) + "}"
    if hasattr(value, "to_list") and hasattr(value, "row_splits"):
        kind = f"{value.ragged_rank} {value.dtype.name} {value.row_splits.dtype.name}"
        return f"ragged {value.to_list()} {value.shape} {kind}"
    if hasattr(value, "dense_shape"):
        parts = [text(part) for part in (value.indices, value.values, value.dense_shape)]
        return f"sparse {' '.join(parts)}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(text, value)) + "]"
    if hasattr(value, "numpy"):
        return f"{value.numpy().tolist()} {value.shape} {value.dtype.name}"
    return re.sub(r"(tensorflow|graphwright)[\w.]*\.", "", repr(value))


def text_or_classes(call):
    """Returns what a call gives, or the class of the exception that it raises."""
    try:
        return text(call())
    except Exception as error:
        return [cls.__name__ for cls in type(error).__mro__]


def check(group, tensorflow, gw, tmp_path):
    """Fails unless all calls of a group of cases give the same with both modules."""
    results = []
    for module, name in ((tensorflow, "theirs"), (gw, "ours")):
        folder = tmp_path / name
        folder.mkdir()
        before = os.getcwd()
        os.chdir(folder)
        try:
            results.append({label: text_or_classes(call) for label, call in group(module, folder)})
        finally:
            os.chdir(before)
    theirs, ours = results
    assert list(theirs) == list(ours)
    wrong = {}
    for label, want in theirs.items():
        got = ours[label]
        same = want[0] in got if isinstance(want, list) and isinstance(got, list) else got == want
        if not same:
            wrong[label] = (got, want)
    assert not wrong, "\n".join(
        f"{label}: got {str(got)[:500]}, want {str(want)[:500]}" for label, (got, want) in wrong.items()
    )
