"""Every public name is TensorFlow's, is the same kind of thing, takes the same parameters, and has all its aliases."""

import enum
import inspect

import pytest

from graphwright._src.base import export

# Public names that TensorFlow does not have, and why we do.
OURS_ONLY: dict[str, str] = {
    "set_stance": "explanations are more than TensorFlow has",
    "get_stance": "the same",
    "profile_functions": "the same",
    "row_fallbacks": "the same",
    "errors.RetraceError": "the same",
    "trace_limit": "how many traces a function keeps is fixed in TensorFlow: all",
    "set_trace_limit": "the same",
    "memory_info": "TensorFlow tells of the memory of GPUs alone",
    "set_memory_limit": "TensorFlow bounds the memory of GPUs alone",
    "release_memory": "TensorFlow keeps what it has",
}
# Where TensorFlow's parameters cannot be followed, and why.
OTHER_PARAMETERS: dict[str, str] = {
    "DType": "there is one object for each dtype, so no handle_data for one of many",
    "dtypes.DType": "there is one object for each dtype, so no handle_data for one of many",
}

NAMESPACES = """
. math nn linalg strings random bitwise debugging dtypes errors io nest random.experimental autograph config audio image
signal sets sparse ragged data train saved_model summary test types.experimental experimental quantization
""".split()


def resolve(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def exported():
    names = [name for name in export.exported_names() if "test_of_export" not in name]
    return [name for name in names if not name.startswith(("compat.v1.", "__internal__."))]


def kind(value):
    return "class" if inspect.isclass(value) else "function" if callable(value) else "value"


def parameters(value):
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found):
        return None
    return [p.name for p in found if p.name != "self"]


@pytest.mark.parametrize("name", exported())
def test_name(name, tensorflow):
    ours = export.exported(name)
    try:
        theirs = resolve(tensorflow, name)
    except AttributeError:
        assert name in OURS_ONLY, f"TensorFlow has no tf.{name}"
        return
    assert inspect.ismodule(ours) == inspect.ismodule(theirs)
    if kind(theirs) == "value":
        assert kind(ours) == "value"
        return
    assert kind(ours) != "value"
    if inspect.isclass(theirs) and issubclass(theirs, enum.Enum):
        assert not [member.name for member in theirs if not hasattr(ours, member.name)]
        return
    want, got = parameters(theirs), parameters(ours)
    if want is None or got is None or name in OTHER_PARAMETERS:
        return
    assert got[: len(want)] == want, f"tf.{name} takes {want} in TensorFlow, ours takes {got}"


def test_aliases(tensorflow, gw):
    """A function that TensorFlow also has under a second name is the same object under that name here."""
    names_of = {}
    for namespace in NAMESPACES:
        try:
            module = tensorflow if namespace == "." else resolve(tensorflow, namespace)
        except AttributeError:
            continue
        for name in dir(module):
            value = getattr(module, name)
            if name[0] != "_" and callable(value):
                names_of.setdefault(id(value), []).append(name if namespace == "." else f"{namespace}.{name}")
    published = set(export.exported_names())
    wrong = []
    for names in names_of.values():
        known = [name for name in names if name in published]
        if known:
            wrong += [f"{name} (we have {known[0]})" for name in names if name not in published]
            wrong += [
                f"{name} is not {known[0]}" for name in known if export.exported(name) is not export.exported(known[0])
            ]
    assert not wrong, f"{len(wrong)} aliases are missing: {', '.join(wrong)}"
