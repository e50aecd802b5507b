"""Other forms of a call: one argument at a time as each of the kinds of values that it may be."""

import inspect
import pathlib

import numpy as np

from parity.ops.sweep_values import Made, tensor

PYTHON_TYPES = {"float32": float, "int32": int, "bool": bool, "string": str, "complex128": complex}
SIMPLE = {"int32", "int64", "float32", "float64", "bool", "string", "complex64", "complex128", "uint8"}
ABSTRACT = (np.inexact, np.floating, np.integer, np.number, np.generic)
OTHER_DTYPE = {
    "int32": "int64",
    "int64": "int32",
    "float32": "float64",
    "float64": "float32",
    "bool": "int32",
    "uint8": "int32",
}


def plain(array):
    """Returns an array's value as Python's numbers in lists; texts as str."""

    def text(value):
        if isinstance(value, list):
            return [text(item) for item in value]
        return value.decode("latin1") if isinstance(value, bytes) else value

    return text(array.tolist())


def as_tuples(value):
    """Returns nested lists as tuples."""
    return tuple(as_tuples(item) for item in value) if isinstance(value, list) else value


def forms_of_array(array, dtype):
    """Gives pairs of a name and a value that mean this array, or nearly so."""
    yield "tensor", Made("tensor", array, dtype)
    yield "array", array
    if dtype not in SIMPLE:
        return
    yield "variable", Made("variable", array, dtype)
    yield "list", plain(array)
    yield "array-like", Made("array-like", array)
    yield "object array", array.astype(object)
    if dtype in OTHER_DTYPE:
        other = array.astype(OTHER_DTYPE[dtype])
        yield f"{other.dtype} tensor", tensor(other)
        yield f"{other.dtype} array", other
    if dtype in ("int32", "int64"):
        yield "floats", plain(array.astype(float))
        yield "float32 array", array.astype(np.float32)
    yield from forms_of_rows(array, dtype) if array.ndim else forms_of_scalar(array, dtype)
    yield "None", None


def forms_of_scalar(array, dtype):
    """Gives the forms of what has no axes."""
    yield "number of NumPy", array[()]
    yield "vector", tensor(array.reshape(1), dtype)
    if dtype == "string" and isinstance(array.item(), bytes):
        yield "bytes", array.item()
        yield "path", pathlib.PurePosixPath(plain(array))
        yield "text of NumPy", np.str_(plain(array))
    if dtype in ("int32", "int64"):
        yield "dimension", Made("dimension", int(array))


def forms_of_rows(array, dtype):
    """Gives the forms of what has axes."""
    rows = [Made("tensor", row, dtype) for row in array]
    yield "tuples", as_tuples(plain(array))
    yield "list of tensors", rows
    yield "list of arrays", list(array)
    yield "tensor and values", [*rows[:1], *(plain(row) if isinstance(row, np.ndarray) else row for row in array[1:])]
    if array.ndim == 1 and dtype in ("int32", "int64") and (array >= 0).all() and array.size < 9:
        yield "shape", Made("shape", array.tolist())
        yield "dimensions", [Made("dimension", int(n)) for n in array]
        yield "numbers of NumPy", [np.int64(n) for n in array]
    if dtype == "string" or not array.size:
        return
    whole, extents = Made("tensor", array, dtype), tensor(np.array(array.shape, np.int64))
    if array.ndim > 1:
        splits = [np.arange(0, array.shape[0] * array.shape[1] + 1, array.shape[1])]
        parts = [Made("tensor", array.reshape((-1, *array.shape[2:])), dtype), splits]
        yield "ragged", Made("ragged", parts, dtype)
        yield "ragged value", Made("ragged value", parts, dtype)
    parts = [tensor(np.argwhere(np.ones(array.shape, bool))), Made("tensor", array.reshape(-1), dtype), extents]
    yield "sparse", Made("sparse", parts, dtype)
    yield "sparse value", Made("sparse value", parts, dtype)
    yield "slices", Made("slices", [whole, tensor(np.arange(len(array))), extents])


def forms_of_dtype(name):
    """Gives the forms of a dtype."""
    yield "dtype", Made("dtype", name)
    yield "name", name
    yield "number", Made("dtype number", name)
    if name[0] != "q" and name not in ("variant", "resource"):
        if name not in ("string", "bfloat16"):
            yield "dtype of NumPy", np.dtype(name)
            yield "type of NumPy", np.dtype(name).type
        if name in PYTHON_TYPES:
            yield "Python's type", PYTHON_TYPES[name]
        yield "bytes", name.encode()
    yield "None", None
    yield "no dtype", "no_such_dtype"


def forms_of_bool(value):
    """Gives the forms of a bool."""
    array = np.array(value)
    yield "number of NumPy", np.bool_(value)
    yield "int", int(value)
    yield "tensor", tensor(array)
    yield "array", array
    yield "None", None
    yield "the other", not value
    yield "variable", Made("variable", array, "bool")
    yield "text", str(value)


def forms_of_int(value):
    """Gives the forms of an int."""
    array = np.array(value, np.int32)
    for kind in (np.int64, np.int32, np.float32, np.uint8):
        if kind is not np.uint8 or 0 <= value < 256:
            yield f"{kind.__name__} of NumPy", kind(value)
    yield "array", array
    yield "tensor", tensor(array)
    yield "int64 tensor", tensor(array.astype(np.int64))
    yield "variable", Made("variable", array, "int32")
    yield "float", float(value)
    yield "list", [value]
    yield "tuple", (value,)
    yield "vector", tensor(array.reshape(1))
    yield "None", None
    yield "text", str(value)
    yield "negative", -value - 1
    yield "large", 1000
    yield "array-like", Made("array-like", array)
    if value in (0, 1):
        yield "bool", bool(value)
    if value >= 0:
        yield "dimension", Made("dimension", value)


def forms_of_float(value):
    """Gives the forms of a float or complex number."""
    array = np.array(value)
    small = array.astype(np.complex64 if isinstance(value, complex) else np.float32)
    yield "float64 of NumPy", array[()]
    yield "float32 of NumPy", small[()]
    yield "array", array
    yield "tensor", tensor(small)
    yield "float64 tensor", tensor(array)
    yield "variable", Made("variable", small, small.dtype.name)
    yield "list", [value]
    yield "None", None
    yield "text", str(value)
    yield "vector", tensor(small.reshape(1))
    if isinstance(value, float) and np.isfinite(value):
        yield "int", int(value)


def forms_of_text(value):
    """Gives the forms of a str."""
    yield "bytes", value.encode()
    yield "text of NumPy", np.str_(value)
    yield "tensor", tensor(np.array(value.encode(), object), "string")
    yield "upper", value.upper()
    yield "lower", value.lower()
    yield "path", pathlib.PurePosixPath(value)
    yield "None", None
    yield "array", np.array(value)
    yield "list", [value]
    yield "number", 7


def forms_of_bytes(value):
    """Gives the forms of bytes."""
    yield "text", value.decode("latin1")
    yield "array", np.array(value, object)
    yield "tensor", tensor(np.array(value, object), "string")
    yield "None", None
    yield "list", [value]


OF_PYTHON = {
    bool: forms_of_bool,
    int: forms_of_int,
    float: forms_of_float,
    complex: forms_of_float,
    str: forms_of_text,
    bytes: forms_of_bytes,
}


def forms_of_made(value):
    """Gives the forms of what a library makes."""
    if value.kind in ("tensor", "variable"):
        yield from forms_of_array(value.data, value.dtype)
    elif value.kind == "dtype":
        yield from forms_of_dtype(value.data)
    elif value.kind == "shape" and value.data is not None and None not in value.data:
        yield from forms_of_array(np.array(value.data, np.int32), "int32")
    elif value.kind in ("sparse", "ragged"):
        yield f"{value.kind} value", Made(f"{value.kind} value", value.data, value.dtype)
        yield "None", None


def forms_of_value(value):
    """Gives pairs of a name and a value: what an argument may be instead."""
    if isinstance(value, Made):
        yield from forms_of_made(value)
    elif isinstance(value, np.ndarray):
        yield from forms_of_array(value, "string" if value.dtype.kind in "OSU" else value.dtype.name)
    elif isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
        if value not in ABSTRACT:
            yield from forms_of_dtype(np.dtype(value).name)
    elif isinstance(value, type):
        for name, kind in PYTHON_TYPES.items():
            if kind is value:
                yield from forms_of_dtype(name)
    elif isinstance(value, (list, tuple)):
        yield from forms_of_list(value)
    elif type(value) in OF_PYTHON:
        yield from OF_PYTHON[type(value)](value)


def as_array(value):
    """Returns nested lists of numbers or texts as an array of TensorFlow's default dtype; None for others."""
    if not numbers_only(value):
        return None
    try:
        array = np.array(value)
    except ValueError:
        return None
    if array.dtype.kind in "US":
        return np.array(value, object)
    small = {"i": np.int32, "f": np.float32}
    return array.astype(small[array.dtype.kind]) if array.dtype.kind in small else array


def numbers_only(value):
    """Whether nested lists hold numbers or texts alone, as an array would."""
    if isinstance(value, (list, tuple)):
        return all(map(numbers_only, value))
    return isinstance(value, (bool, int, float, complex, str, bytes))


def forms_of_list(value):
    """Gives the forms of a list: as the array that it is, or as another container."""
    array = as_array(value)
    if array is not None:
        yield from forms_of_array(array, "string" if array.dtype == object else array.dtype.name)
        return
    yield ("tuple", tuple(value)) if isinstance(value, list) else ("list", list(value))
    yield "one", value[0] if value else None
    yield "none of them", type(value)()
    yield "first twice", type(value)([*value[:1], *value])
    for name, changed in forms_of_value(value[0]) if value else ():
        yield f"[0] {name}", type(value)([changed, *value[1:]])


ZERO = np.array(0, np.int32)
AXES = [
    0,
    -1,
    1,
    9,
    -9,
    np.int64(0),
    np.array(0),
    tensor(ZERO),
    [0],
    (0,),
    (),
    np.array([0]),
    [tensor(ZERO)],
    None,
    0.0,
]
AXES += [tensor(np.array([0])), "0", True, Made("variable", ZERO, "int32"), Made("dimension", 0)]
DTYPES = [
    Made("dtype", "float64"),
    "float64",
    np.float64,
    np.dtype("float64"),
    float,
    int,
    Made("dtype", "int64"),
    "int32",
]
DTYPES += [Made("dtype number", "float64"), None, Made("dtype", "float16"), "string"]
NAMES = ["n", b"n", "a b", "é", "", "_n", "a/b", None, 3, "1a", np.str_("n"), "n/"]
AXIS_NAMES = "axis axes dim dims perm dimension reduction_indices batch_dims batch_dim seq_axis batch_axis".split()
DTYPE_NAMES = """
    dtype out_type output_type index_type out_idx internal_dtype row_splits_dtype Tout DstT ids_type output_dtype
""".split()


def alternatives_of(name, parameter, given):
    """Returns what an argument is tried as besides; `given` says whether the call gives it."""
    if name in AXIS_NAMES and (given or parameter.default is not parameter.empty):
        return AXES
    if given or parameter.default is parameter.empty:
        return []
    if name == "name":
        return NAMES
    default = parameter.default
    if hasattr(default, "as_datatype_enum"):
        default = Made("dtype", default.name)
    elif default is not None and type(default) not in (bool, int, float, str, tuple):
        return []
    if name in DTYPE_NAMES:
        return [default, *DTYPES]
    return [default] if default is None else [default, *(value for _, value in forms_of_value(default))]


def forms_of_call(call, function):
    """Gives the forms of a call as (name, args, kwargs): one argument is another one in each.

    Args:
      call: a valid call.
      function: TensorFlow's function, whose parameters and defaults count.
    """
    yield "as it is", call.args, call.kwargs
    for place, value in enumerate(call.args):
        for name, changed in forms_of_value(value):
            yield f"{place} {name}", (*call.args[:place], changed, *call.args[place + 1 :]), call.kwargs
    for key, value in call.kwargs.items():
        for name, changed in forms_of_value(value):
            yield f"{key} {name}", call.args, {**call.kwargs, key: changed}
    try:
        parameters = dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return
    variadic = any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
    names = [n for n, p in parameters.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    if variadic or len(call.args) > len(names):
        places = {}
        names = [n for n, p in parameters.items() if p.kind is p.KEYWORD_ONLY]
    else:
        places = dict(zip(names, range(len(call.args)), strict=False))
        if call.args:
            yield "by name", (), {**dict(zip(names, call.args, strict=False)), **call.kwargs}
    for name in names:
        for number, value in enumerate(alternatives_of(name, parameters[name], name in places or name in call.kwargs)):
            if name in places:
                changed = (*call.args[: places[name]], value, *call.args[places[name] + 1 :])
                yield f"{name}={number}", changed, call.kwargs
            else:
                yield f"{name}={number}", call.args, {**call.kwargs, name: value}
