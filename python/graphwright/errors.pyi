"""The public names of tf.errors. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.base.errors import (
    OpError as OpError,
    OpError as _OpError,
    OperatorNotAllowedInGraphError as OperatorNotAllowedInGraphError,
)
from graphwright._src.explain.stance import RetraceError as RetraceError

__all__ = [
    "ABORTED", "ALREADY_EXISTS", "AbortedError", "AlreadyExistsError", "CANCELLED", "CancelledError", "DATA_LOSS",
    "DEADLINE_EXCEEDED", "DataLossError", "DeadlineExceededError", "FAILED_PRECONDITION", "FailedPreconditionError",
    "INTERNAL", "INVALID_ARGUMENT", "InternalError", "InvalidArgumentError", "NOT_FOUND", "NotFoundError", "OK",
    "OUT_OF_RANGE", "OpError", "OperatorNotAllowedInGraphError", "OutOfRangeError", "PERMISSION_DENIED",
    "PermissionDeniedError", "RESOURCE_EXHAUSTED", "ResourceExhaustedError", "RetraceError", "UNAUTHENTICATED",
    "UNAVAILABLE", "UNIMPLEMENTED", "UNKNOWN", "UnauthenticatedError", "UnavailableError", "UnimplementedError",
    "UnknownError",
]

ABORTED: int

ALREADY_EXISTS: int

class AbortedError(_OpError):
    """The operation was given up, as when another one was in its way."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class AlreadyExistsError(_OpError):
    """What was to be made exists already."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

CANCELLED: int

class CancelledError(_OpError):
    """The operation was cancelled, by its caller or by Ctrl-C."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

DATA_LOSS: int

DEADLINE_EXCEEDED: int

class DataLossError(_OpError):
    """Data is lost or damaged, as in a truncated file."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class DeadlineExceededError(_OpError):
    """Time ran out before the operation was done."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

FAILED_PRECONDITION: int

class FailedPreconditionError(_OpError):
    """The state does not allow it: reading a variable without a value."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

INTERNAL: int

INVALID_ARGUMENT: int

class InternalError(_OpError):
    """Something that must always hold did not: a bug."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class InvalidArgumentError(_OpError):
    """An operation met an argument with a wrong shape, dtype or value."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

NOT_FOUND: int

class NotFoundError(_OpError):
    """A file, a directory, a key or a resource does not exist."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

OK: int

OUT_OF_RANGE: int

class OutOfRangeError(_OpError):
    """Iteration or reading went past the end."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

PERMISSION_DENIED: int

class PermissionDeniedError(_OpError):
    """The caller may not do this, such as reading a protected file."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

RESOURCE_EXHAUSTED: int

class ResourceExhaustedError(_OpError):
    """Memory, disk space or another resource ran out."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

UNAUTHENTICATED: int

UNAVAILABLE: int

UNIMPLEMENTED: int

UNKNOWN: int

class UnauthenticatedError(_OpError):
    """The caller did not say who he is."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class UnavailableError(_OpError):
    """A service cannot be reached now; trying again may help."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class UnimplementedError(_OpError):
    """There is no kernel for these arguments."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...

class UnknownError(_OpError):
    """A failure of which no more is known, as in a Python callback."""
    def __init__(self, node_def: object, op: object, message: str, *args: object) -> None: ...
