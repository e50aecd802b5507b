"""Variables without a value, and places such as `self.x`, for the state of rewritten statements."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Undefined:
    """Stands for a variable that has no value yet; using it raises what Python raises for such a variable.

    Args:
      name: the variable's name.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute[:2] == "__":  # asked for by copy, pickle and the like
            raise AttributeError(attribute)
        raise UnboundLocalError(f"'{self.name}' is used before assignment")

    def __repr__(self) -> str:
        return f"<undefined variable '{self.name}'>"


def _raising(self: Undefined, *_: object) -> Any:
    raise UnboundLocalError(f"'{self.name}' is used before assignment")


# What is read where no operator looks, in code that is not converted, must not pass for a value.
for _operation in (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod "
    "radd rsub rmul rtruediv rfloordiv rmod rpow rmatmul rand ror rxor rlshift rrshift "
    "iadd isub imul itruediv ifloordiv imod ipow imatmul iand ior ixor ilshift irshift "
    "neg pos abs invert lt le gt ge bool len iter next contains call getitem setitem delitem "
    "int float complex index enter exit"
).split():
    setattr(Undefined, f"__{_operation}__", _raising)


class UndefinedReturnValue:
    """Stands for the result of a function that has not returned yet."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<undefined return value>"


def undefined(*names: str) -> tuple[Undefined, ...]:
    """Returns one `Undefined` for each name."""
    return tuple([Undefined(name) for name in names])


def is_defined(value: object) -> bool:
    """False for the objects that stand for a missing value."""
    return type(value) is not Undefined and type(value) is not UndefinedReturnValue


def ld(value: object) -> Any:
    """Returns the value of a variable that is read.

    Raises:
      UnboundLocalError: it has none.
    """
    if type(value) is Undefined:
        raise UnboundLocalError(f"'{value.name}' is used before assignment")
    return value


class FreeVariableError(UnboundLocalError):
    """A variable of the function around has no value: Python calls that a NameError, converted code of TensorFlow's an
    UnboundLocalError, which is a NameError, too."""

    def __reduce__(self) -> tuple:
        return NameError, self.args


FreeVariableError.__name__ = FreeVariableError.__qualname__ = "NameError"
FreeVariableError.__module__ = "builtins"


def ld_free(value: object) -> Any:
    """Returns the value of another function's variable that is read.

    Raises:
      NameError: it has none.
    """
    if type(value) is Undefined:
        raise FreeVariableError(
            f"cannot access free variable '{value.name}' where it is not associated with a value in enclosing scope"
        )
    return value


def deleted(value: object, name: str) -> Undefined:
    """Returns what a variable holds after `del`.

    Raises:
      UnboundLocalError: it has no value before.
    """
    ld(value)
    return Undefined(name)


def visible(found: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Returns what `locals()` and `vars()` give, without what conversion has added and what has no value."""
    return {name: value for name, value in found.items() if name in names and is_defined(value)}


def visible_names(found: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    """Returns what `dir()` gives."""
    return sorted(visible(found, names))


def ret(value: object) -> Any:
    """Returns what a function returns; None where it came to its end without a `return`."""
    return None if type(value) is UndefinedReturnValue else value


def returned(value: object, done: Any) -> Any:
    """Returns what a function returns that came to its end after a loop; `done` says whether a `return` was met. A
    graph cannot give a value in one run and None in the next, so there it fails where none was met.
    """
    from graphwright._src.autograph import symbolic
    from graphwright._src.control_flow.assertion import Assert

    if value is not None and symbolic.is_staged(done):
        Assert(
            done,
            [
                "the function came to its end without a return statement, so that it gives None here and a value "
                "elsewhere: return a value after the loop"
            ],
        )
    return value


def ldu(load: Callable[[], Any], name: str) -> Any:
    """Returns the value of a place, or `Undefined` where the place does not exist."""
    try:
        return load()
    except (NameError, AttributeError, LookupError, TypeError):
        return Undefined(name)


def put_attribute(owner: object, name: str, value: object) -> None:
    """Sets `owner.<name>`; removes it where the value is `Undefined`."""
    if type(value) is not Undefined:
        setattr(owner, name, value)
    elif hasattr(owner, name):
        delattr(owner, name)


def put_item(owner: Any, key: object, value: object) -> None:
    """Sets `owner[key]`; removes it where the value is `Undefined`."""
    if type(value) is not Undefined:
        owner[key] = value
    elif isinstance(owner, dict):
        owner.pop(key, None)


def no_state() -> tuple[()]:
    """Returns the state of a statement without any."""
    return ()


def keep_state(values: tuple[()]) -> None:
    """Puts the state of a statement without any back."""
