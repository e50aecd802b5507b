"""Files that are not what they should be: what their readers stumble over becomes an error of `tf.errors`."""

from __future__ import annotations

from graphwright._src.base import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

# What is raised where a name, a number or a kind is not as the reader takes for granted.
_STUMBLES = (LookupError, AttributeError, TypeError, ArithmeticError, StopIteration, RecursionError, UnicodeError)


class DamagedValueError(errors.DataLossError, ValueError):
    """For who expects one of these, as TensorFlow raises it in some places."""


DamagedValueError.__name__ = DamagedValueError.__qualname__ = "DataLossError"
DamagedValueError.__module__ = errors.DataLossError.__module__


def raised_in(traceback: TracebackType | None, packages: tuple[str, ...]) -> bool:
    """Tells whether the code that raised is of one of these packages, and not, say, the handler of a signal that came
    meanwhile.
    """
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return False
    return traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0] in packages


class Reading:
    """Within this context a reader's stumble becomes `tf.errors.DataLossError`.

    Args:
      what: that is read, for the message.
      *more: further classes that are stumbles here.
    """

    __slots__ = ("_kinds", "_what")

    def __init__(self, what: str, *more: type[Exception]) -> None:
        self._what = what
        self._kinds = (*_STUMBLES, *more)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if (
            isinstance(error, self._kinds)
            and not isinstance(error, errors.OpError)
            and raised_in(traceback, ("graphwright",))
        ):
            raised = DamagedValueError if isinstance(error, ValueError) else errors.DataLossError
            raise raised(None, None, f"{self._what} is damaged: {type(error).__name__}: {error}") from error
