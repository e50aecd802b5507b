"""The public names of tf.compat.v1.errors. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.base.errors import (
    OpError as OpError,
    error_code_from_exception_type as error_code_from_exception_type,
    exception_type_from_error_code as exception_type_from_error_code,
    raise_exception_on_not_ok_status as raise_exception_on_not_ok_status,
)
from graphwright.errors import (
    AbortedError as AbortedError,
    AlreadyExistsError as AlreadyExistsError,
    CancelledError as CancelledError,
    DataLossError as DataLossError,
    DeadlineExceededError as DeadlineExceededError,
    FailedPreconditionError as FailedPreconditionError,
    InternalError as InternalError,
    InvalidArgumentError as InvalidArgumentError,
    NotFoundError as NotFoundError,
    OutOfRangeError as OutOfRangeError,
    PermissionDeniedError as PermissionDeniedError,
    ResourceExhaustedError as ResourceExhaustedError,
    UnauthenticatedError as UnauthenticatedError,
    UnavailableError as UnavailableError,
    UnimplementedError as UnimplementedError,
    UnknownError as UnknownError,
)

__all__ = [
    "ABORTED", "ALREADY_EXISTS", "AbortedError", "AlreadyExistsError", "CANCELLED", "CancelledError", "DATA_LOSS",
    "DEADLINE_EXCEEDED", "DataLossError", "DeadlineExceededError", "FAILED_PRECONDITION", "FailedPreconditionError",
    "INTERNAL", "INVALID_ARGUMENT", "InternalError", "InvalidArgumentError", "NOT_FOUND", "NotFoundError", "OK",
    "OUT_OF_RANGE", "OpError", "OutOfRangeError", "PERMISSION_DENIED", "PermissionDeniedError", "RESOURCE_EXHAUSTED",
    "ResourceExhaustedError", "UNAUTHENTICATED", "UNAVAILABLE", "UNIMPLEMENTED", "UNKNOWN", "UnauthenticatedError",
    "UnavailableError", "UnimplementedError", "UnknownError", "error_code_from_exception_type",
    "exception_type_from_error_code", "raise_exception_on_not_ok_status",
]

ABORTED: int

ALREADY_EXISTS: int

CANCELLED: int

DATA_LOSS: int

DEADLINE_EXCEEDED: int

FAILED_PRECONDITION: int

INTERNAL: int

INVALID_ARGUMENT: int

NOT_FOUND: int

OK: int

OUT_OF_RANGE: int

PERMISSION_DENIED: int

RESOURCE_EXHAUSTED: int

UNAUTHENTICATED: int

UNAVAILABLE: int

UNIMPLEMENTED: int

UNKNOWN: int
