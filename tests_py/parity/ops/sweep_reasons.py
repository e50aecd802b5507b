"""Why calls of the argument sweep may differ from TensorFlow: the one table of what stands.

A row is (reason, kinds of difference, pattern). The pattern is searched for in "name [form](arguments) | way | TensorFlow's
outcome | ours"; the first row that fits counts. Rows for one function begin with ^ and its name.
"""

import re

TAKEN, CLASS, REFUSED = "taken here", "error class", "refused here"
ERRORS = (TAKEN, CLASS, "phrase")
ANY = (*ERRORS, REFUSED, "structure", "dtype", "shape", "static value", "value")

ROWS = [
    # What is more here.
    ("more is known here of shapes and values while tracing: all that can be computed is", ("more known",), ""),
    ("messages are this library's own where nobody's program reads them", ("phrase",), ""),
    ("TensorFlow ends the process", ("TensorFlow dies",), ""),
    (
        "what is true or false is taken for a bool, what an int() takes for an int, what is a list for a list",
        (TAKEN, CLASS),
        r"TypeError: Expected (bool|int|float|list|string) for|Expected list for",
    ),
    ("TensorFlow asks a list or an array for an attribute of tensors", (TAKEN, CLASS), r"AttributeError: "),
    (
        "TensorFlow asks the truth of a whole array or of a symbol",
        (TAKEN, CLASS),
        r"truth value of an array|as a Python `bool`",
    ),
    ("TensorFlow has no kernel for it on the CPU", (TAKEN, CLASS), r"(NotFound|Unimplemented)Error: |OpKernel"),
    (
        "TensorFlow adds a list to a number",
        (TAKEN, CLASS),
        r"can only concatenate|unsupported operand type|MemoryError",
    ),
    (
        "TensorFlow takes a list of arrays for a vector while tracing",
        ERRORS,
        r"to be a dense tensor with shape|list of arrays",
    ),
    ("TensorFlow takes sizes in lists for numbers eagerly only", ERRORS, r"dimension"),
    ("TensorFlow loses a tensor of a branch", (TAKEN, CLASS), r"InaccessibleTensorError"),
    (
        "numbers and lists of other dtypes become the dtype of the tensor beside them",
        (TAKEN, CLASS),
        r"as input #\d+\(zero-based\) was expected.*\| \('|has type \w+ that does not match|must have the same dtype",
    ),
    ("what NumPy gives is computed", (TAKEN, CLASS), r"^experimental\.numpy"),
    # Kinds of values that mean nothing, or little.
    ("object arrays of numbers", ANY, r"object array|array .{0,200}\bobject\b"),
    (
        "SparseTensorValue is a tuple of three arrays of other shapes, which is no tensor",
        (*ERRORS, REFUSED),
        r"sparse value",
    ),
    ("ragged, sparse tensors and slices where nothing says what they mean", ERRORS, r"\b(ragged|sparse|slices)\b"),
    (
        "rows of ragged tensors and slices that TensorFlow takes for a list",
        (REFUSED, "shape"),
        r"\[.*\b(ragged|slices)\b.*\]\(",
    ),
    ("an ArrayLike is asked for its array where TensorFlow asks for its length", ANY, r"array-like"),
    ("what is no dtype", ERRORS, r"no dtype|dtype=\d|number"),
    (
        "a name in bytes, an empty one, and one that may not begin a node's name, are refused where nodes are made",
        (REFUSED,),
        r"name=(b'n'|3|''|'_n'|tensor)",
    ),
    ("a name that is none is looked at later or earlier", (*ERRORS, REFUSED), r"name=|compat\.v1\.to_"),
    ("None where there is no default", ERRORS, r"None\]|=None|\(None|, None"),
    (
        "a tensor of another dtype than an input has always is refused when the op is called, not before",
        (CLASS,),
        r"ValueError: (\w+: )?(Tensor conversion requested|Incompatible type conversion).*\| error InvalidArgumentError",
    ),
    (
        "numbers and texts that are no axis are refused by the op's dtypes, not before",
        (CLASS,),
        r"Value for attr '\w+' of (float|string)|of type 'float'|to EagerTensor of dtype",
    ),
    (
        "axes, sizes and scalars given as vectors are refused later or earlier",
        (*ERRORS, REFUSED),
        r"vector\]|tuple\]|list\]|\[\d?\]",
    ),
    (
        "axes, sizes and counts out of range, or of another kind, are refused later or earlier",
        (CLASS,),
        r"[=\]].*error",
    ),
    ("what is outside of a range is computed", (TAKEN,), r"axis=|negative\]|large\]|text\]|float"),
    # Single functions.
    (
        "numbers where TensorFlow's rule says too little or too much of rows",
        ("shape",),
        r"fractional|Fractional|olume_?[pP]atches",
    ),
    ("the parts of a text that is known are not counted while tracing", ("shape",), r"^strings\.unicode_split"),
    (
        "images of unknown rank are taken for one or several there",
        ("shape", "value"),
        r"^image\.(crop|pad|resize_with|rot90)",
    ),
    ("sizes in lists with symbols are unknown", ("shape",), r"tensor and values|list of tensors|^sparse\.|variable"),
    (
        "known sizes of other arguments are not carried over",
        ("shape",),
        r"^(linalg|nn|math|random|raw_ops|reverse_|compat|hist|batch|slice|space_to|experimental\.numpy\.random)",
    ),
    (
        "False for numbers of any shape there",
        ("structure", "value", REFUSED),
        r"^experimental\.numpy\.(is\w*inf|iscomplex|isreal)",
    ),
    (
        "what is no tensor stays what it is there",
        ("structure", "value"),
        r"^experimental\.numpy\.(rad2deg|deg2rad|broadcast_arrays|ndim)",
    ),
    ("signs of eigenvectors are free", ("value",), r"^(linalg\.|self_adjoint_)eig|\.svd"),
    ("the last bit of a quantized number", ("value",), r"Quantized|quantize"),
    ("numbers are drawn", ("value",), r"sample|fractional_|Fractional|uniform"),
    (
        "letters of either size are one word there, or pivots are moved off 0",
        (REFUSED,),
        r"lower\]|upper\]|nwc|perturb_singular",
    ),
    ("a tensor is written into where it is", ("value",), r"^raw_ops\.Inplace"),
    ("rows are shown together", ("value",), r"^strings\.format"),
    ("handles count what was made before", ("value",), r"Map|Barrier|Queue"),
    ("addresses of objects", ("value",), r"as_str_any|as_text"),
    (
        "a number of NumPy's inside TensorFlow's function counts as float64",
        ("dtype",),
        r"\| promoted \| .*float64.*float32",
    ),
    (
        "numbers of NumPy and sizes in lists keep their dtype",
        ("dtype", "value"),
        r"numbers of NumPy|list of arrays|RaggedGather|dimensions",
    ),
    ("numbers of NumPy's dtypes overflow there", ("value",), r"uint8 of NumPy|np\.uint8|\.tri"),
    ("static values of a check are not folded", ("static value",), r"CheckNumerics|zeros|^identity"),
    ("an op in a graph that is known to hold", ("structure",), r"assert_"),
    (
        "== of symbols is identity in a plain graph there, and what is no number becomes any integer",
        ("value",),
        r"^experimental\.numpy\.(allclose|isclose|array_equal|geomspace)",
    ),
    (
        "vectors of one number as scalars, texts as numbers, dtypes that are no counts, a Dimension as an axis",
        (REFUSED,),
        r"vector|text|list|floats|out_type|dimension|uint8|array euclidean|large|negative",
    ),
    (
        "axes and sizes that have to be known while tracing",
        (REFUSED,),
        r"must be known|known rank|known while|signal's rank|'fast'|as a Python `bool`|static|numpy\(\) is only|to a numpy array",
    ),
]


def reason_of(kind, text):
    """Returns why a difference of a kind stands; None where nothing says so."""
    for reason, kinds, pattern in ROWS:
        if kind in kinds and re.search(pattern, text, re.DOTALL):
            return reason
    return None
