"""Publishes the public API: `@export("math.add", "add")` puts a function where users of `tf.` look for it.

A file declares the public names of what it defines, so adding a function touches one file. Names are collected while
the package is imported and put in place by `publish()` at its end; a name exported later, by a module that is imported
on first use, takes effect at once. A namespace such as `tf.math` is one real module, found by `import graphwright.math`
too. Where a file or sub-package of that name exists (`graphwright/dtypes.py` and `tf.dtypes`), that module is the
namespace; else an empty module is made.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` alone would take 8 ms of the package's import
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T")

_ROOT = "graphwright"

_names: dict[str, Any] = {}  # public name without "tf." -> object
_namespaces: dict[str, Any] = {}  # "math" -> module
_pending: list[str] | None = []  # names exported before publish(); None afterwards


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
        for name in names:
            export_value(name, obj)
        return obj

    return decorate


def export_value(name: str, obj: Any) -> Any:
    """Publishes `obj`, a constant or anything else, as `tf.<name>` and returns it."""
    if name in _names:
        if _names[name] is not obj:
            raise RuntimeError(f"tf.{name} is exported twice: as {_describe(_names[name])} and as {_describe(obj)}")
        return obj
    if _pending is None:
        _place(name, obj)
    else:
        _pending.append(name)
    _names[name] = obj
    return obj


def exported(name: str) -> Any:
    """The object published as `tf.<name>`, also before it is in place. Raises KeyError where there is none."""
    return _names[name]


def exported_names() -> list[str]:
    """All public names, without `tf.`, sorted."""
    return sorted(_names)


def publish() -> None:
    """Puts all collected names in place: called once, at the end of the package's import."""
    global _pending
    if _pending is None:
        return
    pending, _pending = _pending, None
    for name in pending:
        _place(name, _names[name])
    _namespace("")


def _place(name: str, obj: Any) -> None:
    prefix, _, last = name.rpartition(".")
    members = _namespace(prefix).__dict__
    if last in members:
        present = members[last]
        # A sub-module's own name may be taken over (graphwright/function/ and tf.function), another object's may not.
        if present is not obj and not isinstance(present, type(sys)):
            raise RuntimeError(f"tf.{name} is already {_describe(present)}, so it cannot become {_describe(obj)}")
    members[last] = obj
    members["__exported__"].add(last)


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
    exported_here = members.setdefault("__exported__", set())
    members.setdefault("__dir__", lambda: sorted(exported_here.union(n for n in members if n[:2] == n[-2:] == "__")))
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


def _describe(obj: Any) -> str:
    kind = type(obj).__name__
    name = getattr(obj, "__qualname__", None)
    return f"{kind} {obj.__module__}.{name}" if name else f"{kind} {obj!r}"
