"""Publishes the public API: `@export("math.add", "add")` puts a function where users of `tf.` look for it.

A file declares the public names of what it defines, those of TensorFlow 1 among them, and what the package has to know of a
function, so adding one touches one file. A file is imported when somebody first asks for one of its names: `_names.py`, which
`python tools/list_names.py` writes, tells where they are.

A namespace such as `tf.math` is a module that is made here, found by `import graphwright.math` too; no file is one. Functions and
exceptions say that they are of their namespace (`graphwright.math`), not of the file that defines them.
"""

from __future__ import annotations

import contextlib
import os
import sys

from graphwright._src.base._names import NAMES
from graphwright._version import API_VERSION, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` alone would take 8 ms of the package's import
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T")

_ROOT = "graphwright"
_FILES = f"{_ROOT}._src"
# The modules whose functions can be dispatched on the classes of their arguments.
_DISPATCHED = (
    *(f"{_FILES}.{name}" for name in ("control_flow.assertion", "tensor.filling", "ops.", "text.")),
    *(f"{_FILES}.composite.{name}" for name in ("ragged.", "sparse.")),
    *(f"{_FILES}.v1.{name}" for name in "array assertions dual_ascent embedding image io logs losses math".split()),
    *(f"{_FILES}.v1.{name}" for name in "nn reductions renamed rnn sparse".split()),
)

# Namespaces that TensorFlow 1 has not, or with other members.
_NOT_IN_V1 = (
    "compat.v1.",
    "__internal__.",
    "__operators__.",
    "experimental.dtensor.",
    "experimental.numpy.",
    "summary.",
)

# Namespaces whose members a file makes when they are asked for, by its `__getattr__`; its `public_names()` tells which.
_MADE_ON_DEMAND = {
    "raw_ops": "ops.raw_ops",
    "compat.v1.raw_ops": "ops.raw_ops",
    "compat.v1.flags": "internals.flags",
}

# What is imported by its own name only.
_APART = ("as_tensorflow", "keras")

# What Keras 2 has for TensorFlow 1, where that is the Keras in use.
_OF_KERAS_2 = {
    "compat.v1.keras": "tf_keras.api._v1.keras",
    "compat.v1.layers": "tf_keras.api._v1.keras.__internal__.legacy.layers",
    "compat.v1.nn.rnn_cell": "tf_keras.api._v1.keras.__internal__.legacy.rnn_cell",
}

# What `tf.<name>` takes from elsewhere as it is: the module, and the name there ("" for the module itself).
OF_OTHERS = {
    **{name: ("graphwright.keras", name) for name in ("initializers", "losses", "metrics", "optimizers")},
    "compat.v1.keras": ("graphwright.keras", ""),
    "compat.v1.app.flags": ("graphwright.compat.v1.flags", ""),
    **{f"compat.v1.flags.tf_decorator.{name}": ("typing", name) for name in ("Any", "Dict")},
    "compat.v1.flags.tf_decorator.inspect": ("inspect", ""),
    "compat.v1.test.mock": ("unittest.mock", ""),
}

_names: dict[str, Any] = {}  # public name without "tf." -> object, as far as its file has been imported
_defined_in: dict[str, str] = {}  # public name -> the module that defines the object
_namespaces: dict[str, Any] = {}  # "math" -> module
_homes: dict[str, dict[str, str]] = {}  # "math" -> {"add": "ops.math_binary", …}, made from NAMES when first asked for
_watchers: dict[
    str, list[Callable[[Any], None]]
] = {}  # public name -> what is called with its object once there is one
_class_watcher: Callable[[type], None] | None = None
_weak_types: list[tuple[str, tuple[str, ...], Any]] = []  # (weak type, public names, function)
_weak_type_watchers: list[Callable[[str, tuple[str, ...], Any], None]] = []
_everything_loaded = False
_deprecated_is_noted = False  # so that the package's import does without the table


def export(
    *names: str,
    v1: str | None = None,
    node: str | None = None,
    elementwise: str | None = None,
    ragged: str | None = None,
    sparse: bool = False,
    weak_type: str | None = None,
    calls_functions: bool = False,
) -> Callable[[T], T]:
    """Decorates a function or class with the names, without `tf.`, by which users reach it, and with what is known of it.

    Args:
      *names: the public names.
      v1: the names below `tf.compat.v1`, separated by blanks; "" for none, as where they mean something else there (see v1/). By
        default the same names; none for what lies in the namespaces that TensorFlow 1 has not.
      node: what a function's nodes are called in graphs, where TensorFlow does not name them as their ops: "Add" is the name
        of the one node, "lbeta/" a name scope around all of them, and with "norm/=" the node that gives the result has the
        scope's name (cpp/bind/direct_function.cc tells more). The caller's `name` takes the place of each.
      elementwise: "unary" for a function that acts on each element of its first argument, "binary" for one of pairs of
        elements of its first two, which broadcast, "binary assert" for one that checks these; ragged tensors are taken so,
        and libraries can dispatch it on classes of theirs with `tf.experimental.dispatch_for_unary_elementwise_apis` and its kin.
      ragged: one of these words, for what only ragged tensors are taken so by; `elementwise` by default.
      sparse: whether a function of one tensor's elements acts on those that sparse tensors store, as it gives 0 for 0.
      weak_type: what a function does with weak tensors in the modes of `tf.experimental.numpy` that promote: "unary" where the
        result is weak if the first argument is, "binary" where the first two are brought to one dtype and the result is weak
        if both are, "binary strong" where it never is. Functions of that namespace have some more words (weak_functions.py).
      calls_functions: whether a function calls those that users give it, so that AutoGraph converts these.

    Raises:
      RuntimeError: one of the names already means another object.

    >>> @export("experimental.answer")
    ... def answer() -> int:
    ...     "The answer."
    ...     return 42
    >>> import graphwright as tf
    >>> tf.experimental.answer()
    42
    """
    if not names or not all(isinstance(name, str) for name in names):
        raise TypeError(f'export() takes public names, as in @export("math.add", "add"), got {names!r}')

    def decorate(obj: T) -> T:
        # Not before: tools load this file ahead of the package.
        from graphwright import _core

        if node is not None:
            obj = _core.named_function(obj, node)
        of_elements = ragged or elementwise
        if type(obj) is type(export) and (of_elements or sparse or obj.__module__.startswith(_DISPATCHED)):
            obj = _core.public_function(obj)
        if type(obj) is _core.DirectFunction:
            obj.public_names = names  # by which dispatch on classes knows it
            if elementwise:
                obj.elementwise = elementwise
            if of_elements:
                obj.ragged = of_elements
            if sparse:
                obj.sparse = True
        if calls_functions:
            obj.calls_functions = True  # type: ignore[attr-defined]
        home = _move_to_namespace(obj, names[0])
        _publish_all(names, v1, obj, home)
        if weak_type is not None:
            _weak_types.append((weak_type, names, obj))
            for watcher in _weak_type_watchers:
                watcher(weak_type, names, obj)
        return obj

    return decorate


def _move_to_namespace(obj: object, name: str) -> str | None:
    """Lets a function or exception say that it is of the namespace of a public name; gives the module that defines it.

    Other classes keep their file's name: `inspect` finds the source of classes by that.
    """
    home = _home(obj)
    if home is None or not home.startswith(_FILES) or (isinstance(obj, type) and not issubclass(obj, BaseException)):
        return home
    path = name.rpartition(".")[0]
    with contextlib.suppress(AttributeError, TypeError):  # what is written in C
        obj.__module__ = f"{_ROOT}.{path}" if path else _ROOT
    return home


def export_value(name: str, obj: object, home: str | None = None, v1: str | None = None) -> Any:
    """Publishes `obj`, a constant or anything else, as `tf.<name>` and returns it.

    Args:
      name: the public name.
      obj: what is published.
      home: the module that defines it, by default the one that `obj` names.
      v1: as for `export`.
    """
    _publish_all((name,), v1, obj, home or _home(obj))
    return obj


def _publish_all(names: Sequence[str], v1: str | None, obj: object, home: str | None) -> None:
    for name in names:
        _publish(name, obj, home)
    of_v1 = [name for name in names if not name.startswith(_NOT_IN_V1)] if v1 is None else v1.split()
    for name in of_v1:
        _publish(f"compat.v1.{name}", obj, home)


def _publish(name: str, obj: object, home: str | None) -> None:
    if _deprecated_is_noted:
        # Its warnings need what is exported by this file.
        obj = __import__(f"{_FILES}.base.deprecated", fromlist=["*"]).with_warnings(name, obj)
    if name in _names:
        if _names[name] is obj:
            return
        if not _is_made_again(name, obj, home):
            raise RuntimeError(f"tf.{name} is exported twice: as {_describe(_names[name])} and as {_describe(obj)}")
    prefix, _, last = name.rpartition(".")
    module = _namespaces.get(prefix) or _namespace(prefix)
    members = module.__dict__
    if last in members and name not in _names:
        present = members[last]
        # A namespace's own name may be taken over, another object's may not.
        # A file's own definition of a name that another file publishes is the same object.
        if present is not obj and not isinstance(present, type(sys)):
            raise RuntimeError(f"tf.{name} is already {_describe(present)}, so it cannot become {_describe(obj)}")
    members[last] = obj
    members["__exported__"].add(last)
    _names[name] = obj
    if home is not None:
        _defined_in[name] = home
    for watcher in _watchers.pop(name, ()):
        watcher(obj)
    if _class_watcher is not None and isinstance(obj, type):
        _class_watcher(obj)


def _is_made_again(name: str, obj: object, home: str | None) -> bool:
    """Tells whether what is published and `obj` are of one definition, whose file was imported anew as its import was
    interrupted.
    """
    before = _names[name]
    if home is None:
        return type(before) is type(obj) and before == obj
    names = [getattr(item, "__qualname__", None) for item in (before, obj)]
    in_progress = getattr(getattr(sys.modules.get(home), "__spec__", None), "_initializing", False)
    return in_progress and _defined_in.get(name) == home and names[0] == names[1]


def _home(obj: object) -> str | None:
    """Returns the module that defines an object, also where it goes by TensorFlow's name."""
    named = getattr(obj, "__module__", None)
    return named.removeprefix("tensorflow.") if isinstance(named, str) else None


def when_classes_are_exported(watcher: Callable[[type], None]) -> None:
    """Calls a function with each class that has a public name: now, or when its file has been imported."""
    global _class_watcher
    _class_watcher = watcher
    for known in list(_names.values()):
        if isinstance(known, type):
            watcher(known)


def when_exported(watchers: dict[str, Callable[[Any], None]]) -> None:
    """Calls functions, by public names, with the objects of these names: now, or when their files have been imported."""
    for name, watcher in watchers.items():
        if name in _names:
            watcher(_names[name])
        else:
            _watchers.setdefault(name, []).append(watcher)


def watch_weak_types(watcher: Callable[[str, tuple[str, ...], Any], None]) -> None:
    """Calls a function with the weak type, public names and object of each function that has one: now, or after its import."""
    if watcher not in _weak_type_watchers:
        _weak_type_watchers.append(watcher)
        for known in tuple(_weak_types):
            watcher(*known)


def forget_watcher(watcher: Callable[[str, tuple[str, ...], Any], None]) -> None:
    """Ends what `watch_weak_types` began, where it did."""
    if watcher in _weak_type_watchers:
        _weak_type_watchers.remove(watcher)


def exported(name: str) -> Any:
    """Returns the object published as `tf.<name>`. Raises KeyError where there is none."""
    if name not in _names:
        prefix, _, last = name.rpartition(".")
        home = _homes_of(prefix).get(last)
        if home is not None:
            __import__(f"{_FILES}.{home}")
    return _names[name]


def replace(name: str, obj: object) -> None:
    """Puts another object in the place of the one that is published as `tf.<name>`."""
    prefix, _, last = name.rpartition(".")
    _names[name] = obj
    _namespace(prefix).__dict__[last] = obj


def names_of(obj: object) -> list[str]:
    """Returns the names under which an object is published, without `tf.`; those of TensorFlow 1 last."""
    return sorted(
        (name for name, known in _names.items() if known is obj), key=lambda name: name.startswith("compat.v1.")
    )


def home_of(obj: object) -> str | None:
    """Returns the module that defines a published object; None for what is not published."""
    return next((_defined_in[name] for name in names_of(obj) if name in _defined_in), None)


def exported_names() -> list[str]:
    """Returns all public names, without `tf.`, sorted."""
    known = {f"{path}.{name}" if path else name for path in NAMES for name in _homes_of(path)}
    return sorted(known.union(_names))


def public_names(path: str) -> set[str]:
    """Returns the names in the namespace `tf.<path>`, other namespaces among them; "" is `tf` itself."""
    module = _namespaces.get(path)
    if path in _MADE_ON_DEMAND:
        maker = f"{_FILES}.{_MADE_ON_DEMAND[path]}"
        __import__(maker)
        return set(sys.modules[maker].public_names())
    inner = {key.rpartition(".")[2] for key in NAMES if key and key.rpartition(".")[0] == path}
    return inner.union(_homes_of(path), module.__dict__["__exported__"] if module is not None else ())


def open_namespaces() -> None:
    """Makes every namespace: called once, while the package is imported."""
    for path in (*NAMES, *_MADE_ON_DEMAND):
        _namespace(path)


def note_deprecated() -> None:
    """Lets what is published from now on say, when it is called, that it is deprecated."""
    global _deprecated_is_noted
    _deprecated_is_noted = True


def load_all() -> None:
    """Imports all files of the package but those that nothing but their own name leads to."""
    global _everything_loaded
    if _everything_loaded:
        return
    _everything_loaded = True  # files that ask for it while they are imported get what is there
    try:
        for name in module_names():
            __import__(f"{_ROOT}.{name}")
    except BaseException:  # Ctrl-C, say: the next time goes on
        _everything_loaded = False
        raise


def module_names() -> list[str]:
    """Returns the files of this package, as modules below `graphwright`, but for those that their own names alone lead to."""
    files = os.path.join(sys.modules[_ROOT].__path__[0], "_src")
    found = []
    for folder, inner, entries in os.walk(files):
        inner[:] = sorted(name for name in inner if name[:2] != "__")
        parts = ["_src", *os.path.relpath(folder, files).split(os.sep)] if folder != files else ["_src"]
        found += [
            ".".join([*parts, entry[:-3]]) for entry in sorted(entries) if entry.endswith(".py") and entry[:2] != "__"
        ]
        found.append(".".join(parts))
    return [name for name in found if not name.startswith("_src.runner")]


def _homes_of(path: str) -> dict[str, str]:
    homes = _homes.get(path)
    if homes is None:
        homes = {name: module for module, names in NAMES.get(path, {}).items() for name in names.split()}
        _homes[path] = homes
    return homes


def _namespace(path: str) -> Any:
    module = _namespaces.get(path)
    if module is not None:
        return module
    full = f"{_ROOT}.{path}" if path else _ROOT
    module = sys.modules.get(full)
    if module is None:
        module = type(sys)(full, f"The public functions and classes of tf.{path}.")
        module.__package__ = full
        module.__path__ = []
        module.__spec__ = type(sys.__spec__)(full, None, is_package=True)
        sys.modules[full] = module
    members = module.__dict__
    members.setdefault("__exported__", set())
    members.setdefault("__path__", [])  # `import graphwright.config.experimental` asks for it
    members.setdefault(
        "__dir__", lambda: sorted(public_names(path).union(n for n in members if n[:2] == n[-2:] == "__"))
    )
    members.setdefault("__getattr__", lambda name: _find(path, members, name))
    _namespaces[path] = module
    if path:
        parent, _, last = path.rpartition(".")
        parent_members = _namespace(parent).__dict__
        present = parent_members.get(last)
        if present is not None and not isinstance(present, type(sys)):
            raise RuntimeError(f"tf.{path} is {_describe(present)} and cannot be a namespace, too")
        parent_members[last] = module
        parent_members["__exported__"].add(last)
    return module


def keras_2_is_asked_for() -> bool:
    """Tells whether `tf.keras` is Keras 2."""
    return os.environ.get("TF_USE_LEGACY_KERAS") in ("1", "true", "True")


def _find(path: str, members: dict[str, Any], name: str) -> Any:
    """Returns the module attribute `name` that is not there yet: what `__getattr__` of the namespace `path` does."""
    if name[:2] == name[-2:] == "__":
        if name == "__all__":
            return sorted(public_names(path))
        if name == "__version__" and path == "compat.v1":
            return API_VERSION
        if name == "__git_version__" and path in ("", "compat.v1"):
            return f"graphwright-{__version__}"
    else:
        full = f"{path}.{name}" if path else name
        home = _homes_of(path).get(name)
        if home is not None:
            __import__(f"{_FILES}.{home}")
        elif full in _OF_KERAS_2 and keras_2_is_asked_for():
            __import__(_OF_KERAS_2[full])
            members[name] = sys.modules[_OF_KERAS_2[full]]
        elif full in _OF_KERAS_2 and full not in OF_OTHERS:
            members[name] = _not_with_keras_3(full)
        elif full in OF_OTHERS:
            other, part = OF_OTHERS[full]
            __import__(other)
            members[name] = getattr(sys.modules[other], part) if part else sys.modules[other]
        elif full in _APART:
            __import__(f"{_ROOT}.{full}")
        elif path in _MADE_ON_DEMAND:
            maker = f"{_FILES}.{_MADE_ON_DEMAND[path]}"
            __import__(maker)
            members[name] = getattr(sys.modules[maker], name)
        if name in members:
            return members[name]
    raise AttributeError(f"module '{members['__name__']}' has no attribute '{name}'", name=name, obj=_namespaces[path])


def _not_with_keras_3(path: str) -> Any:
    """Returns the namespace of what only Keras 2 has: each of its names is missing, with the reason."""
    module = type(sys)(f"{_ROOT}.{path}", f"tf.{path} of Keras 2, for which TF_USE_LEGACY_KERAS=1 asks.")

    def find(name: str) -> Any:
        raise AttributeError(f"`{name}` is not available with Keras 3.", name=name, obj=module)

    module.__dict__["__getattr__"] = find
    return module


def _describe(obj: object) -> str:
    kind = type(obj).__name__
    name = getattr(obj, "__qualname__", None)
    return f"{kind} {obj.__module__}.{name}" if name else f"{kind} {obj!r}"
