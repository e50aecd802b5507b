"""tf.errors: the exceptions that operations raise, by TensorFlow's codes, and how the core makes them.

The core knows errors as numbers: TensorFlow's canonical codes 0 to 16, numbers from 100 on for Python's own classes,
and `code | python_code << 8` where TensorFlow's class changed between versions, so that handlers of either catch it.
"""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.base.hooks import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16

for _name, _value in list(globals().items()):
    if _name.isupper() and type(_value) is int:
        export_value(f"errors.{_name}", _value)

# The core's codes of Python's classes, which are not published.
VALUE_ERROR = 100
TYPE_ERROR = 101


@export("errors.OpError", v1="errors.OpError OpError")
class OpError(Exception):
    """An operation that failed: the base of all classes in tf.errors.

    Args:
      node_def: the node of the graph that failed, or None in eager execution.
      op: the `Operation` that failed, or None.
      message: what went wrong.
      error_code: one of the constants of tf.errors, such as `tf.errors.INVALID_ARGUMENT`.
      *args: unused, except that the first, a dict, gives `experimental_payloads`.

    >>> import graphwright as tf
    >>> error = tf.errors.NotFoundError(None, None, "no such file: a.txt")
    >>> str(error), error.error_code == tf.errors.NOT_FOUND
    ('no such file: a.txt', True)
    """

    def __init__(self, node_def: object, op: object, message: str, error_code: int, *args: object) -> None:
        super().__init__()
        self._node_def: Any = node_def
        self._op: Any = op
        self._message = message
        self._error_code = error_code
        self._experimental_payloads = args[0] if args and isinstance(args[0], dict) else {}

    def __reduce__(self) -> tuple:
        # A node or an operation belongs to a graph of this process, and stays here.
        init = (None, None, self._message)
        if type(self) is OpError:
            init += (self._error_code,)
        return type(self), (*init, self._experimental_payloads)

    @property
    def message(self) -> str:
        """The text of the error."""
        return self._message

    @property
    def op(self) -> Any:
        """The `Operation` that failed, or None where it failed without a graph."""
        return self._op

    @property
    def error_code(self) -> int:
        """The code, an integer as in `tf.errors.INVALID_ARGUMENT`."""
        return self._error_code

    @property
    def node_def(self) -> Any:
        """The node of the graph that failed, or None."""
        return self._node_def

    @property
    def experimental_payloads(self) -> dict:
        """Further data about the failure, by type name."""
        return self._experimental_payloads

    def __str__(self) -> str:
        if self._op is None:
            return self._message
        lines = [self._message, "", f"Original stack trace for {self._op.name!r}:"]
        lines += (f"  {line.rstrip()}" for line in getattr(self._op, "traceback_lines", lambda: ())())
        return "\n".join(lines) if len(lines) > 3 else self._message


if TYPE_CHECKING:

    class _ErrorOfOneCode(OpError):
        def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...


def _op_error(name: str, code: int, doc: str) -> type[_ErrorOfOneCode]:
    def init(self: OpError, node_def: object, op: object, message: str, *args: object) -> None:
        OpError.__init__(self, node_def, op, message, code, *args)

    init.__name__ = "__init__"
    init.__qualname__ = f"{name}.__init__"
    made: Any = type(name, (OpError,), {"__init__": init, "__doc__": doc, "__module__": __name__})
    return export(f"errors.{name}")(made)


CancelledError = _op_error("CancelledError", CANCELLED, "The operation was cancelled, by its caller or by Ctrl-C.")
UnknownError = _op_error("UnknownError", UNKNOWN, "A failure of which no more is known, as in a Python callback.")
InvalidArgumentError = _op_error(
    "InvalidArgumentError", INVALID_ARGUMENT, "An operation met an argument with a wrong shape, dtype or value."
)
DeadlineExceededError = _op_error(
    "DeadlineExceededError", DEADLINE_EXCEEDED, "Time ran out before the operation was done."
)
NotFoundError = _op_error("NotFoundError", NOT_FOUND, "A file, a directory, a key or a resource does not exist.")
AlreadyExistsError = _op_error("AlreadyExistsError", ALREADY_EXISTS, "What was to be made exists already.")
PermissionDeniedError = _op_error(
    "PermissionDeniedError", PERMISSION_DENIED, "The caller may not do this, such as reading a protected file."
)
ResourceExhaustedError = _op_error(
    "ResourceExhaustedError", RESOURCE_EXHAUSTED, "Memory, disk space or another resource ran out."
)
FailedPreconditionError = _op_error(
    "FailedPreconditionError", FAILED_PRECONDITION, "The state does not allow it: reading a variable without a value."
)
AbortedError = _op_error("AbortedError", ABORTED, "The operation was given up, as when another one was in its way.")
OutOfRangeError = _op_error("OutOfRangeError", OUT_OF_RANGE, "Iteration or reading went past the end.")
UnimplementedError = _op_error("UnimplementedError", UNIMPLEMENTED, "There is no kernel for these arguments.")
InternalError = _op_error("InternalError", INTERNAL, "Something that must always hold did not: a bug.")
UnavailableError = _op_error("UnavailableError", UNAVAILABLE, "A service cannot be reached now; trying again may help.")
DataLossError = _op_error("DataLossError", DATA_LOSS, "Data is lost or damaged, as in a truncated file.")
UnauthenticatedError = _op_error("UnauthenticatedError", UNAUTHENTICATED, "The caller did not say who he is.")


@export("errors.OperatorNotAllowedInGraphError", v1="")
class OperatorNotAllowedInGraphError(TypeError):
    """Python asked for a tensor's value, as `bool(tensor)` or a loop does, while tracing, when there is none."""


_note_about = late("autograph.operators.leaks", "note_about")


class InaccessibleTensorError(TypeError, ValueError):
    """A tensor of another function's graph was used where that graph cannot be reached."""

    def __init__(self, *args: object) -> None:
        if args and isinstance(args[0], str) and args[0].startswith("<tf.Tensor '"):
            note = _note_about(args[0])
            args = (f"{args[0]}\n\n{note}" if note else args[0], *args[1:])
        super().__init__(*args)


class InvalidWhileTracedError(ValueError, InvalidArgumentError):
    """An operation met a bad argument when it was added to a graph.

    TensorFlow raises ValueError for most of these, and InvalidArgumentError for the rest, when the graph runs: handlers of
    either one catch it.
    """

    __init__ = InvalidArgumentError.__init__
    __str__ = OpError.__str__

    @property
    def args(self) -> tuple[str]:  # type: ignore[override]
        """The message, as a ValueError has it."""
        return (self._message,)

    def __repr__(self) -> str:
        return f"ValueError({self._message!r})"

    def __reduce__(self) -> tuple:
        return make_error, (VALUE_ERROR | INVALID_ARGUMENT << 8, self._message)


# What a traceback shows.
InvalidWhileTracedError.__name__ = InvalidWhileTracedError.__qualname__ = "ValueError"
InvalidWhileTracedError.__module__ = "builtins"


CLASS_OF_CODE: dict[int, type[Exception]] = {
    CANCELLED: CancelledError,
    UNKNOWN: UnknownError,
    INVALID_ARGUMENT: InvalidArgumentError,
    DEADLINE_EXCEEDED: DeadlineExceededError,
    NOT_FOUND: NotFoundError,
    ALREADY_EXISTS: AlreadyExistsError,
    PERMISSION_DENIED: PermissionDeniedError,
    RESOURCE_EXHAUSTED: ResourceExhaustedError,
    FAILED_PRECONDITION: FailedPreconditionError,
    ABORTED: AbortedError,
    OUT_OF_RANGE: OutOfRangeError,
    UNIMPLEMENTED: UnimplementedError,
    INTERNAL: InternalError,
    UNAVAILABLE: UnavailableError,
    DATA_LOSS: DataLossError,
    UNAUTHENTICATED: UnauthenticatedError,
    VALUE_ERROR: ValueError,
    TYPE_ERROR: TypeError,
    102: NotImplementedError,
    103: IndexError,
    104: AttributeError,
    105: RuntimeError,
    106: KeyError,
    107: OverflowError,
    108: LookupError,
    109: OperatorNotAllowedInGraphError,
    110: InaccessibleTensorError,
    VALUE_ERROR | INVALID_ARGUMENT << 8: InvalidWhileTracedError,
}


def class_of_code(code: int) -> type[Exception]:
    """Returns the exception class for a code of the core; `code | python_code << 8` gives a class derived from both.

    >>> both = class_of_code(INVALID_ARGUMENT | 100 << 8)
    >>> issubclass(both, InvalidArgumentError) and issubclass(both, ValueError)
    True
    """
    cls = CLASS_OF_CODE.get(code)
    if cls is not None:
        return cls
    first = CLASS_OF_CODE.get(code & 0xFF, UnknownError)
    second = CLASS_OF_CODE.get(code >> 8)
    if second is not None and issubclass(first, OpError) and not issubclass(second, OpError):
        # Tracebacks print the class's name: it stays TensorFlow's of today.
        cls = type(first.__name__, (first, second), {"__doc__": first.__doc__, "__module__": __name__})
        cls.__reduce__ = lambda self: (make_error, (code, self._message))
        CLASS_OF_CODE[code] = cls
        return cls
    return first


def make_error(code: int, message: str, op: str | None = None) -> Exception:
    """Returns the exception for an error of the core. The name of the op, where given, ends the message as ` [Op:MatMul]`."""
    make: Any = class_of_code(code)
    cls = make
    if not issubclass(cls, OpError):
        return cls(message)
    if op and "[Op:" not in message and cls is not InvalidWhileTracedError:
        message = f"{message} [Op:{op}]"
    return make(None, None, message)


def raise_error(code: int, message: str, op: str | None = None) -> None:
    """Raises what `make_error` makes."""
    raise make_error(code, message, op)


_core.register_errors(make_error)


# ---- codes ----


def _classes() -> dict[int, type[OpError]]:
    own = (cls for cls in OpError.__subclasses__() if globals().get(cls.__name__) is cls)
    return {cls(None, None, "").error_code: cls for cls in own}  # type: ignore[call-arg]


@export("compat.v1.errors.exception_type_from_error_code")
def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """Returns the class of a code (tf.compat.v1.errors.exception_type_from_error_code).

    Raises:
      KeyError: no class has it.

    >>> import graphwright as tf
    >>> tf.compat.v1.errors.exception_type_from_error_code(tf.errors.NOT_FOUND).__name__
    'NotFoundError'
    """
    return _classes()[error_code]


@export("compat.v1.errors.error_code_from_exception_type")
def error_code_from_exception_type(cls: type) -> int | OpError:
    """Returns the code of a class; where it has none, a warning and an `UnknownError`.

    (tf.compat.v1.errors.error_code_from_exception_type.)
    """
    for code, known in _classes().items():
        if known is cls:
            return code
    import warnings

    warnings.warn("Unknown class exception", stacklevel=2)
    return UnknownError(None, None, "Unknown class exception")


class Status:
    """The outcome of a call of the core: a code, 0 where it went well, and a message."""

    def __init__(self) -> None:
        self.code = OK
        self.message = ""


@export("compat.v1.errors.raise_exception_on_not_ok_status")
class raise_exception_on_not_ok_status:  # noqa: N801
    """A context that gives a status, and at its end raises the exception of its code.

    TensorFlow's is tf.compat.v1.errors.raise_exception_on_not_ok_status.

    >>> import graphwright as tf
    >>> with tf.compat.v1.errors.raise_exception_on_not_ok_status() as status:
    ...     status.code, status.message = tf.errors.NOT_FOUND, "it is not there"
    Traceback (most recent call last):
    graphwright.errors.NotFoundError: it is not there
    """

    def __enter__(self) -> Status:
        self.status = Status()
        return self.status

    def __exit__(self, type_arg: Any, value_arg: Any, traceback_arg: Any) -> bool:
        status = self.status
        del self.status
        if status.code != OK and value_arg is None:
            raise make_error(status.code, status.message)
        return False
