"""Every public name of TensorFlow is there, of the same kind. What is not done raises when it is used."""

import inspect
import types

# Not of TensorFlow itself: Keras, which is imported where it is asked for, and libraries that its modules import.
APART = ("keras", "_")
AGAIN = ("compat.v2", "compat.v1.compat.v1", "compat.v1.compat.v2")

# Classes there, functions with the same arguments here, and a union of types that is a class here.
OTHER_KINDS = {
    "types.experimental.TensorLike",
    "compat.v1.types.experimental.TensorLike",
}


def namespaces(module, path="", seen=None):
    """Yields the public modules of TensorFlow with their paths below `tf`, each once."""
    seen = set() if seen is None else seen
    if id(module) in seen:
        return
    seen.add(id(module))
    yield path, module
    for name in dir(module):
        whole = f"{path}.{name}".lstrip(".")
        # These hold the same once more.
        value = None if name.startswith(APART) or whole in AGAIN else vars(module).get(name)
        if isinstance(value, types.ModuleType) and getattr(value, "__name__", "").startswith("tensorflow._api.v2"):
            yield from namespaces(value, whole, seen)


def is_of_keras(value):
    """Whether a name of TensorFlow is one of Keras, which is loaded when it is asked for."""
    if type(value).__name__ == "KerasLazyLoader":
        return True
    return "keras" in str(getattr(value, "__module__", "") or getattr(value, "__name__", ""))


def kind(value):
    return "class" if inspect.isclass(value) else "function" if callable(value) else "value"


def test_every_public_name_is_there(gw, tensorflow):
    missing, other, count = [], [], 0
    for path, module in namespaces(tensorflow):
        for name in dir(module):
            if name.startswith(APART) or name in ("annotations", "absolute_import", "tsl"):
                continue
            whole = f"{path}.{name}".lstrip(".")
            want, got = getattr(module, name), gw
            if is_of_keras(want):
                continue
            count += 1
            try:
                for part in whole.split("."):
                    got = getattr(got, part)
            except AttributeError as error:
                missing.append(f"{whole}: {error}")
                continue
            if isinstance(want, types.ModuleType) != isinstance(got, types.ModuleType) or kind(want) != kind(got):
                other.append(whole)
    assert count > 6500
    assert missing == []
    assert set(other) == OTHER_KINDS
