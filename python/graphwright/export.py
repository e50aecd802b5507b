"""Publishes the public API: `@export("math.add", "add")` puts a function where users of `tf.` look for it.

A file declares the public names of what it defines, so adding a function touches one file. A file is imported when
somebody first asks for one of its names: `_names.py`, which `python tools/list_names.py` writes, tells where
they are. A name that it does not know yet is found, too, in the text of the files; that merely takes longer.

A namespace such as `tf.math` is one real module, found by `import graphwright.math` too. Where a file or sub-package of
that name exists (`graphwright/dtypes.py` and `tf.dtypes`), that module is the namespace; else an empty module is made.
"""

from __future__ import annotations

import os
import sys

from graphwright._names import NAMES
from graphwright._v1_names import RENAMED, SAME
from graphwright._version import API_VERSION, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` alone would take 8 ms of the package's import
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")

_ROOT = "graphwright"
# The modules whose functions can be dispatched on the classes of their arguments.
_DISPATCHED = (
    *(
        "graphwright.ops.",
        "graphwright.operators",
        "graphwright.assertion",
        "graphwright.filling",
        "graphwright.ragged.",
        "graphwright.sparse.",
    ),
    *(f"graphwright.v1.{name}" for name in "array assertions embedding image io logs losses math".split()),
    *(f"graphwright.v1.{name}" for name in "nn reductions renamed rnn sparse".split()),
)

# Parts that are programs themselves, or that nothing but their own name leads to.
_APART = frozenset({"as_tensorflow", "keras", "runner"})

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
    "compat.v1.flags": ("absl.flags", ""),
    "compat.v1.app.flags": ("absl.flags", ""),
}

_names: dict[str, Any] = {}  # public name without "tf." -> object, as far as its file has been imported
_namespaces: dict[str, Any] = {}  # "math" -> module
_homes: dict[str, dict[str, str]] = {}  # "math" -> {"add": "ops.math_binary", …}, made from NAMES when first asked for
_watchers: dict[
    str, list[Callable[[Any], None]]
] = {}  # public name -> what is called with its object once there is one
_class_watcher: Callable[[type], None] | None = None
_everything_loaded = False
_in_texts: dict[str, list[str]] | None = None  # "add" -> the modules whose text publishes it, or something below it


def export(*names: str) -> Callable[[T], T]:
    """Decorates a function or class with the names, without `tf.`, by which users reach it.

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
        from graphwright.graph_names import NODE_NAMES

        for name in names:
            if name in NODE_NAMES:
                obj = _core.named_function(obj, NODE_NAMES[name])
                break
        if type(obj) is type(export) and obj.__module__.startswith(_DISPATCHED):
            obj = _core.public_function(obj)
        if type(obj) is _core.DirectFunction:
            obj.public_names = names  # by which dispatch on classes knows it
        for name in names:
            export_value(name, obj)
        return obj

    return decorate


def export_value(name: str, obj: Any) -> Any:
    """Publishes `obj`, a constant or anything else, as `tf.<name>` and returns it."""
    if name in _names:
        if _names[name] is obj:
            return obj
        if not _is_made_again(_names[name], obj):
            raise RuntimeError(f"tf.{name} is exported twice: as {_describe(_names[name])} and as {_describe(obj)}")
    prefix, _, last = name.rpartition(".")
    module = _namespaces.get(prefix) or _namespace(prefix)
    members = module.__dict__
    if last in members and name not in _names:
        present = members[last]
        # A sub-module's own name may be taken over (graphwright/function/ and tf.function), another object's may not.
        # A file's own definition of a name that another file publishes is the same object.
        if present is not obj and not isinstance(present, type(sys)):
            raise RuntimeError(f"tf.{name} is already {_describe(present)}, so it cannot become {_describe(obj)}")
    members[last] = obj
    members["__exported__"].add(last)
    _names[name] = obj
    for watcher in _watchers.pop(name, ()):
        watcher(obj)
    if _class_watcher is not None and isinstance(obj, type):
        _class_watcher(obj)
    if name in SAME:
        export_value(f"compat.v1.{name}", obj)
    for old in RENAMED.get(name, "").split():
        export_value(f"compat.v1.{old}", obj)
    return obj


def _is_made_again(before: Any, obj: Any) -> bool:
    """Whether two objects are of one definition, whose file was imported anew as its import was interrupted."""
    home = _home(obj)
    if home is None:
        return type(before) is type(obj) and before == obj
    names = [getattr(item, "__qualname__", None) for item in (before, obj)]
    in_progress = getattr(getattr(sys.modules.get(home), "__spec__", None), "_initializing", False)
    return in_progress and _home(before) == home and names[0] == names[1]


def _home(obj: Any) -> str | None:
    """The module that defines an object, also where it goes by TensorFlow's name."""
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


def exported(name: str) -> Any:
    """The object published as `tf.<name>`. Raises KeyError where there is none."""
    if name not in _names:
        prefix, _, last = name.rpartition(".")
        home = _homes_of(prefix).get(last)
        if home is not None:
            __import__(f"{_ROOT}.{home}")
        if name not in _names:
            _import_unlisted(last)
    return _names[name]


def names_of(obj: Any) -> list[str]:
    """The names under which an object is published, without `tf.`; those of TensorFlow 1 last."""
    return sorted(
        (name for name, known in _names.items() if known is obj), key=lambda name: name.startswith("compat.v1.")
    )


def exported_names() -> list[str]:
    """All public names, without `tf.`, sorted."""
    known = {f"{path}.{name}" if path else name for path in NAMES for name in _homes_of(path)}
    return sorted(known.union(_names))


def public_names(path: str) -> set[str]:
    """The names in the namespace `tf.<path>`, other namespaces among them; "" is `tf` itself."""
    module = _namespaces.get(path)
    inner = {key.rpartition(".")[2] for key in NAMES if key and key.rpartition(".")[0] == path}
    return inner.union(_homes_of(path), module.__dict__["__exported__"] if module is not None else ())


def open_namespaces() -> None:
    """Makes every namespace that has no file of its own: called once, while the package is imported."""
    _namespace("")
    for path in NAMES:
        # What lies below a file's namespace comes with that file.
        if path and not _has_file(path.partition(".")[0]):
            _namespace(path)


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
    """The modules of this package that define public names, or may: its files, those of `ops`, and what NAMES lists."""
    here = os.path.dirname(__file__)
    found = {module for homes in NAMES.values() for module in homes}
    folders = (("ops.", "ops"), ("ragged.", "ragged"), ("sparse.", "sparse"), ("v1.", "v1"), ("", ""))
    for prefix, folder in ((prefix, os.path.join(here, folder)) for prefix, folder in folders):
        with os.scandir(folder) as entries:
            for entry in entries:
                name, dot, suffix = entry.name.partition(".")
                is_module = suffix == "py" or (not dot and os.path.exists(os.path.join(entry.path, "__init__.py")))
                if is_module and name[0] != "_" and name not in _APART:
                    found.add(prefix + name)
    return sorted(found)


def _import_unlisted(name: str) -> None:
    """Imports the files whose text says that they publish something of this name, which NAMES may not know yet."""
    global _in_texts
    if _everything_loaded:
        return
    if _in_texts is None:
        found = _published_in_texts()
        if not found:  # installed without its text
            return load_all()
        _in_texts = found
    for module in _in_texts.get(name, ()):
        __import__(f"{_ROOT}.{module}")


def _published_in_texts() -> dict[str, list[str]]:
    import re

    calls, texts = re.compile(rb"\bexport(?:_value)?\(([^()]*)\)"), re.compile(rb'"([\w.]+)"')
    lists = re.compile(rb'"((?:\w+ )*\w+(?:\.\w+)+(?: [\w.]+)*)"')  # "math.reduce_sum reduce_sum"
    here = os.path.dirname(__file__)
    found: dict[str, list[str]] = {}
    for folder, inner, files in os.walk(here):
        inner[:] = sorted(name for name in inner if name not in _APART and name[0] != "_")
        for file in sorted(files):
            stem, dot, ending = file.partition(".")
            if ending != "py" or (folder == here and (stem in _APART or stem[0] == "_")):
                continue
            parts = os.path.relpath(os.path.join(folder, stem), here).split(os.sep)
            module = ".".join(parts[:-1] if stem == "__init__" else parts)
            with open(os.path.join(folder, file), "rb") as opened:
                text = opened.read()
            public = [name for arguments in calls.findall(text) for name in texts.findall(arguments)]
            public += [
                name
                for names in lists.findall(text)
                for name in names.split()
                if b"." in name and not name[:1].isdigit()
            ]
            for name in set(b".".join(public).decode().split(".")):
                found.setdefault(name, []).append(module)
    return found


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
    if module is None and path and _has_file(path):
        __import__(full)
        module = sys.modules[full]
    if module is None:
        module = type(sys)(full, f"The public functions and classes of tf.{path}.")
        module.__package__ = full
        module.__path__ = []
        module.__spec__ = type(sys.__spec__)(full, None, is_package=True)
        sys.modules[full] = module
    if path in _namespaces:  # made on the way
        return module
    members = module.__dict__
    members.setdefault("__exported__", set())
    members.setdefault("__path__", [])  # `import graphwright.config.experimental` asks for it
    members.setdefault(
        "__dir__", lambda: sorted(public_names(path).union(n for n in members if n[:2] == n[-2:] == "__"))
    )
    members.setdefault("__getattr__", lambda name: _find(path, members, name))
    _namespaces[path] = module
    for inner in NAMES:
        if path and inner.startswith(path + "."):
            _namespace(inner)
    if path:
        parent, _, last = path.rpartition(".")
        parent_members = _namespace(parent).__dict__
        present = parent_members.get(last)
        if present is not None and not isinstance(present, type(sys)):
            raise RuntimeError(f"tf.{path} is {_describe(present)} and cannot be a namespace, too")
        parent_members[last] = module
        parent_members["__exported__"].add(last)
    return module


def _has_file(path: str) -> bool:
    file = os.path.join(os.path.dirname(__file__), path.replace(".", "/"))
    return os.path.exists(f"{file}.py") or os.path.exists(f"{file}/__init__.py")


def keras_2_is_asked_for() -> bool:
    """Whether `tf.keras` is Keras 2."""
    return os.environ.get("TF_USE_LEGACY_KERAS") in ("1", "true", "True")


def _find(path: str, members: dict[str, Any], name: str) -> Any:
    """The module attribute `name` that is not there yet: what `__getattr__` of the namespace `path` does."""
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
            __import__(f"{_ROOT}.{home}")
        elif full in _OF_KERAS_2 and keras_2_is_asked_for():
            __import__(_OF_KERAS_2[full])
            members[name] = sys.modules[_OF_KERAS_2[full]]
        elif full in OF_OTHERS:
            other, part = OF_OTHERS[full]
            __import__(other)
            members[name] = getattr(sys.modules[other], part) if part else sys.modules[other]
        elif full in NAMES:
            _namespace(full)
        elif name[0] != "_" and _has_file(full):  # a file of the package's own
            __import__(f"{_ROOT}.{full}")
        if name not in members and not _loading(home or full):
            _import_unlisted(name)
        if name in members:
            return members[name]
    raise AttributeError(f"module '{members['__name__']}' has no attribute '{name}'", name=name, obj=_namespaces[path])


def _loading(module: str) -> bool:
    """Whether a module is being imported just now, so that more names are to come."""
    spec = getattr(sys.modules.get(f"{_ROOT}.{module}"), "__spec__", None)
    return getattr(spec, "_initializing", False)


def _describe(obj: Any) -> str:
    kind = type(obj).__name__
    name = getattr(obj, "__qualname__", None)
    return f"{kind} {obj.__module__}.{name}" if name else f"{kind} {obj!r}"
