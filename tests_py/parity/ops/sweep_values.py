"""Values that are described without a library, and made by either: what calls of the argument sweep are given."""

import pathlib
from typing import Any, NamedTuple

import numpy as np


class Made(NamedTuple):
    """A value that a library makes: its kind, and what it is made of."""

    kind: str
    data: Any
    dtype: str | None = None


class NotDescribedError(Exception):
    """A value that cannot be made anew."""


def tensor(array, dtype=None):
    """Describes a tensor."""
    array = np.asarray(array)
    return Made("tensor", array, dtype or ("string" if array.dtype.kind in "OSU" else array.dtype.name))


class ArrayLike:
    """What is an array only if asked."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.array, dtype)


PLAIN = (
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    np.ndarray,
    np.generic,
    np.dtype,
    pathlib.PurePath,
    type(...),
    slice,
)


def describe(tf, value, functions=None):
    """Returns the description of a library's value; raises NotDescribedError where there is none."""
    if isinstance(value, tf.Variable):
        return Made("variable", np.asarray(value.numpy()), value.dtype.name)
    if isinstance(value, tf.Tensor):
        if not hasattr(value, "numpy") or value.dtype.name in ("variant", "resource"):
            raise NotDescribedError
        return Made("tensor", np.asarray(value.numpy()), value.dtype.name)
    if isinstance(value, tf.RaggedTensor):
        if any(splits.dtype != tf.int64 for splits in value.nested_row_splits):
            raise NotDescribedError
        parts = [describe(tf, value.flat_values), [splits.numpy() for splits in value.nested_row_splits]]
        return Made("ragged", parts, value.dtype.name)
    if isinstance(value, tf.SparseTensor):
        return Made(
            "sparse", [describe(tf, p) for p in (value.indices, value.values, value.dense_shape)], value.dtype.name
        )
    if isinstance(value, tf.IndexedSlices):
        parts = (value.values, value.indices, value.dense_shape)
        return Made("slices", [None if p is None else describe(tf, p) for p in parts])
    if isinstance(value, tf.DType):
        return Made("dtype", value.name)
    if isinstance(value, tf.TensorShape):
        return Made("shape", None if value.rank is None else value.as_list())
    if type(value) is tf.TensorSpec:
        return Made("spec", (None if value.shape.rank is None else value.shape.as_list(), value.dtype.name))
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, type) and (
        value in (int, float, bool, str, bytes, complex, object) or issubclass(value, np.generic)
    ):
        return value
    if type(value) in (list, tuple):
        return type(value)(describe(tf, item, functions) for item in value)
    if type(value) is dict:
        return {key: describe(tf, item, functions) for key, item in value.items()}
    name = getattr(value, "recorded_name", None)
    if name is not None:
        return Made("function", name)
    raise NotDescribedError


def resolve(tf, name):
    """Returns the public value of a name."""
    for part in name.split("."):
        tf = getattr(tf, part)
    return tf


def make(tf, value, dense=None):
    """Returns a library's value of a description; `dense(array, dtype)` makes its tensors where that is given."""
    if type(value) in (list, tuple):
        return type(value)(make(tf, item, dense) for item in value)
    if type(value) is dict:
        return {key: make(tf, item, dense) for key, item in value.items()}
    if not isinstance(value, Made):
        return value
    kind, data, dtype = value
    if kind == "tensor":
        return constant(tf, data, dtype) if dense is None else dense(value)
    return MAKERS[kind](tf, data, dtype)


def constant(tf, data, dtype):
    """Returns an array as a tensor."""
    if dtype == "string":
        return tf.constant(data.tolist(), tf.string, data.shape)
    if data.dtype.name != dtype:  # quantized dtypes
        return tf.bitcast(tf.constant(data), dtype)
    return tf.constant(data)


def variable(tf, data, dtype):
    """Returns an array as a variable."""
    return tf.Variable(data.tolist() if dtype == "string" else data, dtype=dtype)


def ragged(tf, data, dtype):
    """Returns a ragged tensor."""
    return tf.RaggedTensor.from_nested_row_splits(make(tf, data[0]), data[1])


def ragged_value(tf, data, dtype):
    """Returns a ragged tensor of arrays."""
    values = data[0].data
    for splits in reversed(data[1]):
        values = tf.compat.v1.ragged.RaggedTensorValue(values, splits)
    return values


def sparse_value(tf, data, dtype):
    """Returns a sparse tensor of arrays."""
    return tf.compat.v1.SparseTensorValue(*(part.data for part in data))


def slices(tf, data, dtype):
    """Returns slices of a tensor."""
    return tf.IndexedSlices(*(make(tf, part) for part in data))


MAKERS = {
    "variable": variable,
    "ragged": ragged,
    "ragged value": ragged_value,
    "sparse": lambda tf, data, dtype: tf.SparseTensor(*(make(tf, part) for part in data)),
    "sparse value": sparse_value,
    "slices": slices,
    "dtype": lambda tf, data, dtype: tf.as_dtype(data),
    "dtype number": lambda tf, data, dtype: tf.as_dtype(data).as_datatype_enum,
    "shape": lambda tf, data, dtype: tf.TensorShape(data),
    "dimension": lambda tf, data, dtype: tf.compat.v1.Dimension(data),
    "spec": lambda tf, data, dtype: tf.TensorSpec(data[0], data[1]),
    "function": lambda tf, data, dtype: resolve(tf, data),
    "array-like": lambda tf, data, dtype: ArrayLike(data),
}


def tensors_of(value):
    """Gives the descriptions of the dense tensors in a description, in order."""
    if isinstance(value, Made):
        if value.kind == "tensor":
            yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors_of(item)


def short(value):
    """Returns a description as a short text."""
    if isinstance(value, Made):
        data = value.data
        if isinstance(data, np.ndarray):
            data = data.tolist() if data.size < 7 else f"of shape {list(data.shape)}"
        elif isinstance(data, list) and value.kind != "shape":
            data = "..."
        return f"{value.kind} {data}{f' {value.dtype}' if value.dtype else ''}"
    if isinstance(value, np.ndarray):
        return f"array {value.tolist() if value.size < 7 else list(value.shape)} {value.dtype.name}"
    if type(value) in (list, tuple):
        words = [short(item) for item in value[:4]] + ["..."] * (len(value) > 4)
        return f"[{', '.join(words)}]" if type(value) is list else f"({', '.join(words)},)"
    if type(value) is dict:
        return "{" + ", ".join(f"{key}: {short(item)}" for key, item in value.items()) + "}"
    return repr(value)[:80]
