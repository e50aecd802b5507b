"""What is known to differ from TensorFlow between single ops, and why it stays."""

# Classes of exceptions that wrong arguments have; any other is a slip of ours.
RIGHT = {
    "InvalidArgumentError",
    "OutOfRangeError",
    "ResourceExhaustedError",
    "NotFoundError",
    "UnimplementedError",
    "FailedPreconditionError",
    "ValueError",
    "TypeError",
    "NotImplementedError",
    "OverflowError",
    "IndexError",
    "MemoryError",
}

# (op, kind of difference) -> why
KNOWN: dict[tuple[str, str], str] = {}
