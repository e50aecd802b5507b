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
KNOWN: dict[tuple[str, str], str] = {
    ("StatefulStandardNormal", "class"): "TensorFlow has withdrawn it, whatever its arguments are",
    (
        "TruncateDiv",
        "class",
    ): "TensorFlow raises InternalError for integer division by zero here, elsewhere InvalidArgumentError",
    (
        "TruncateMod",
        "class",
    ): "TensorFlow raises InternalError for integer division by zero here, elsewhere InvalidArgumentError",
    ("TopK", "taken"): "the kernel of TensorFlow asks for an attribute that the op does not have",
    ("DenseToSparseSetOperation", "odd class"): "TensorFlow raises InternalError for indices out of bounds",
    ("SparseToSparseSetOperation", "odd class"): "TensorFlow raises InternalError for indices out of bounds",
    ("FakeParam", "value"): "its elements are what happened to lie in memory",
    ("Empty", "value"): "its elements are what happened to lie in memory",
    ("SparseSoftmax", "refused"): "TensorFlow does not look at indices, and reads out of bounds",
    ("SparseAdd", "refused"): "TensorFlow does not look at indices",
    ("SparseReduceSum", "refused"): "TensorFlow does not look at indices",
    ("SparseReduceSumSparse", "refused"): "TensorFlow does not look at indices",
    ("SparseReduceMax", "refused"): "TensorFlow does not look at indices",
    ("SparseReduceMaxSparse", "refused"): "TensorFlow does not look at indices",
    ("ResourceScatterAdd", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterSub", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterMul", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterDiv", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterMax", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterMin", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("ResourceScatterUpdate", "refused"): "TensorFlow only looks at the number of elements of the updates",
    ("DestroyResourceOp", "refused"): "the variable is read after its end, which TensorFlow cannot always tell",
}
