"""Why calls of the argument sweep may differ from TensorFlow: the one table of what stands.

A row is (reason, kinds of difference, pattern). The pattern is searched for in "name [form](arguments) | way | TensorFlow's
outcome | ours"; the first row that fits counts. Rows for one function begin with ^ and its name.
"""

import re

TAKEN, CLASS, REFUSED = "taken here", "error class", "refused here"
ERRORS = (TAKEN, CLASS, "phrase")
ANY = (*ERRORS, REFUSED, "structure", "dtype", "shape", "static value", "value")

ROWS = [
    # ---- what is more here ----
    ("more is known here of shapes and values while tracing: all that can be computed is", ("more known",), ""),
    ("messages are this library's own where nobody's program reads them", ("phrase",), ""),
    ("TensorFlow ends the process", ("TensorFlow dies",), ""),
    (
        "what is true or false is taken for a bool, what an int() takes for an int, what is a list for a list",
        (TAKEN, CLASS),
        r"\| error TypeError: (Expected (bool|int|float|list|string) for|Expected list for)",
    ),
    ("TensorFlow asks a list or an array for an attribute of tensors", (TAKEN, CLASS), r"error AttributeError: "),
    ("TensorFlow asks the truth of a whole array", (TAKEN, CLASS), r"The truth value of an array"),
    ("TensorFlow has no kernel for it on the CPU", (TAKEN, CLASS), r"error (NotFound|Unimplemented)Error: "),
    (
        "TensorFlow adds a list to a number",
        (TAKEN, CLASS),
        r"can only concatenate|unsupported operand type|MemoryError",
    ),
    (
        "numbers and lists of other dtypes become the dtype of the tensor beside them",
        (TAKEN,),
        r"as input #\d+\(zero-based\)",
    ),
    ("what NumPy gives is computed", (TAKEN, CLASS), r"^experimental\.numpy"),
    # ---- kinds of values that mean nothing ----
    ("object arrays of numbers", ANY, r"object array|array .{0,200}\bobject\b"),
    ("SparseTensorValue is a tuple of three arrays of other shapes, which is no tensor", ERRORS, r"sparse value"),
    ("ragged, sparse tensors and slices where nothing says what they mean", ERRORS, r"\b(ragged|sparse|slices)\b"),
    ("an ArrayLike is asked for its array where TensorFlow asks for its length", ANY, r"array-like"),
    ("what is no dtype", ERRORS, r"no dtype|dtype=\d|number"),
    ("a name in bytes, or none, reaches what makes nodes", (REFUSED,), r"name=(b'n'|3|'')"),
    ("a name that is none is looked at later or earlier", ERRORS, r"name="),
    ("None where there is no default", ERRORS, r"None\]|=None|\(None|, None"),
]


def reason_of(kind, text):
    """Returns why a difference of a kind stands; None where nothing says so."""
    for reason, kinds, pattern in ROWS:
        if kind in kinds and re.search(pattern, text, re.DOTALL):
            return reason
    return None
