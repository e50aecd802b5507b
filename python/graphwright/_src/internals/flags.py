"""tf.compat.v1.flags: flags of the package absl-py, read from the command line when a program first asks for one."""

from __future__ import annotations

import functools
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# Those that take TensorFlow's older names of arguments, too.
_DEFINING = ("DEFINE_bool", "DEFINE_boolean", "DEFINE_float", "DEFINE_integer", "DEFINE_string")
_OLDER = {"flag_name": "name", "default_value": "default", "docstring": "help"}


def __getattr__(name: str) -> Any:
    if name in ("__path__", "__spec__"):
        raise AttributeError(name)
    from absl import flags

    if name == "FLAGS":
        found: Any = Flags(flags.FLAGS)
    elif name in flags.__all__:
        found = getattr(flags, name)
        found = _with_older_names(found) if name in _DEFINING else found
    else:
        raise AttributeError(f"module 'graphwright.compat.v1.flags' has no attribute '{name}'")
    globals()[name] = found
    return found


def public_names() -> set[str]:
    """Returns the names of the namespace; those of absl-py only where it is installed."""
    try:
        from absl import flags
    except ImportError:
        return {"tf_decorator"}
    return {*flags.__all__, "tf_decorator"}


def _with_older_names(define: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(define)
    def function(*args: Any, **kwargs: Any) -> Any:
        return define(*args, **{_OLDER.get(name, name): value for name, value in kwargs.items()})

    return function


class Flags:
    """The flags of a program: the first question for one reads the command line, where nothing has done so before.

    Args:
      flags: the `absl.flags.FlagValues`, which answer.
    """

    def __init__(self, flags: Any) -> None:
        self.__dict__["_flags"] = flags

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        if name == "__dict__":
            return own
        return object.__getattribute__(own["_flags"], name)

    def __getattr__(self, name: str) -> Any:
        flags = self.__dict__["_flags"]
        if not flags.is_parsed():
            flags(sys.argv)
        return flags.__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["_flags"], name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.__dict__["_flags"], name)

    def __dir__(self) -> list[str]:
        return dir(self.__dict__["_flags"])

    def __getitem__(self, name: str) -> Any:
        return self.__dict__["_flags"][name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self.__dict__["_flags"][name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__["_flags"]

    def __len__(self) -> int:
        return len(self.__dict__["_flags"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__["_flags"])

    def __str__(self) -> str:
        return str(self.__dict__["_flags"])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__dict__["_flags"](*args, **kwargs)
