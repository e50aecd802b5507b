"""Values as Python: numbers, strings, tensors, variables and structures of them as expressions, large arrays in a file."""

from __future__ import annotations

import enum
import sys
from typing import Any

import numpy as np

import graphwright as tf
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.state.variable import Variable
from graphwright._src.tensor.dtypes import DType
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.tensor.tensor import Tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec

ARRAYS = "bug_arrays"  # what the file of large arrays is called in the program
_MOST_ELEMENTS = 64  # of an array that is written in the program
_MOST_ITEMS = 200  # of a list or a string's hundreds of characters
_MOST_BYTES = 256 << 20


class CannotWriteError(Exception):
    """A value that cannot be written as Python; the text says why."""


class Writer:
    """Writes values as expressions; `tf`, `np` and `bug_arrays` are the names that these use.

    Attributes:
      arrays: what belongs into the file that the program reads as `bug_arrays`, by name.
      uses: those names of the three that were used.
    """

    def __init__(self) -> None:
        self.arrays: dict[str, np.ndarray] = {}
        self.uses: set[str] = set()

    def text(self, value: Any) -> str:
        """Returns an expression that gives such a value.

        Raises:
          CannotWriteError: there is none.
        """
        if value is None or value is Ellipsis or isinstance(value, (bool, int, float, complex, str, bytes)):
            return self._plain(value)
        for kind, write in _WRITERS:
            if isinstance(value, kind):
                return write(self, value)
        raise CannotWriteError(f"an object of class {type(value).__module__}.{type(value).__qualname__}")

    def _plain(self, value: Any) -> str:
        if type(value) not in (type(None), type(Ellipsis), bool, int, float, complex, str, bytes):
            if isinstance(value, np.generic):
                return self.array(np.asarray(value)) + "[()]"
            raise CannotWriteError(f"a {type(value).__qualname__}")
        if isinstance(value, (str, bytes)) and len(value) > 100 * _MOST_ITEMS:
            raise CannotWriteError(f"{len(value)} characters")
        text = repr(value)
        return f'float("{value}")' if text in ("inf", "-inf", "nan") else text

    def array(self, value: np.ndarray) -> str:
        """Returns an expression for an array of NumPy's."""
        self.uses.add("np")
        if value.dtype.hasobject or value.dtype.kind in "US":
            return f"np.array({self.text(value.tolist())}, {_dtype_text(value.dtype)})"
        if value.size <= _MOST_ELEMENTS and value.dtype.kind in "biufc":
            if 0 in value.shape:
                return f"np.zeros({value.shape}, {_dtype_text(value.dtype)})"
            return f"np.array({self.text(value.tolist())}, {_dtype_text(value.dtype)})"
        return self._stored(value)

    def _stored(self, value: np.ndarray) -> str:
        if value.nbytes > _MOST_BYTES:
            raise CannotWriteError(f"an array of {value.nbytes >> 20} MiB")
        name = f"array_{len(self.arrays)}"
        self.arrays[name] = np.ascontiguousarray(value)
        self.uses.update(("np", ARRAYS))
        return f'{ARRAYS}["{name}"]'

    def tensor(self, value: Any) -> str:
        """Returns an expression for an eager tensor."""
        if not hasattr(value, "numpy"):
            raise CannotWriteError("a tensor of a graph, which has no value")
        self.uses.add("tf")
        dtype = value.dtype
        if dtype.name in ("resource", "variant"):
            raise CannotWriteError(f"a tensor of dtype {dtype.name}")
        array = np.asarray(value.numpy())
        if dtype.name == "string":
            listed = value.numpy() if array.ndim == 0 else array.tolist()
            return f"tf.constant({self.text(listed)}, tf.string, {array.shape})"
        known = array.dtype.kind in "biufc" and not dtype.name.startswith("q")
        if array.size > _MOST_ELEMENTS:
            return f"tf.constant({self._stored(array)})" if known else self._from_bits(array, dtype)
        if not known:
            return self._from_bits(array, dtype)
        return f"tf.constant({self.text(array.tolist())}, tf.{dtype.name}, {array.shape})"

    def _from_bits(self, array: np.ndarray, dtype: DType) -> str:
        """Returns an expression for numbers that NumPy has no files of, such as bfloat16: their bits, as integers."""
        if (
            dtype.name in ("int2", "uint2", "int4", "uint4")
            or dtype.name.startswith("q")
            or dtype.size not in (1, 2, 4)
        ):
            raise CannotWriteError(f"a tensor of dtype {dtype.name}")
        bits = np.ascontiguousarray(array).view(f"u{dtype.size}").reshape(array.shape)
        return f"tf.bitcast({self.array(bits)}, tf.{dtype.name})"

    def variable(self, value: Variable) -> str:
        """Returns an expression for a variable with the value that it has now."""
        words = [self.tensor(value.read_value())]
        if not value.trainable:
            words.append("trainable=False")
        name = value.name.partition(":")[0]
        if name != "Variable":
            words.append(f"name={name!r}")
        if value.shape != value.read_value().shape:
            words.append(f"shape={self.text(value.shape)}")
        return f"tf.Variable({', '.join(words)})"

    def ragged(self, value: RaggedTensor) -> str:
        """Returns an expression for a ragged tensor."""
        return self._made("RaggedTensor.from_row_splits", value.values, value.row_splits)

    def sparse(self, value: SparseTensor) -> str:
        """Returns an expression for a sparse tensor."""
        return self._made("SparseTensor", value.indices, value.values, value.dense_shape)

    def slices(self, value: IndexedSlices) -> str:
        """Returns an expression for slices."""
        return self._made("IndexedSlices", value.values, value.indices, value.dense_shape)

    def _made(self, name: str, *parts: Any) -> str:
        """Returns a call of what is `tf.` with that name."""
        self.uses.add("tf")
        return f"tf.{name}({', '.join(map(self.text, parts))})"

    def dtype(self, value: DType) -> str:
        """Returns an expression for a dtype of a tensor."""
        self.uses.add("tf")
        return f"tf.{value.name}"

    def shape(self, value: TensorShape) -> str:
        """Returns an expression for a shape."""
        self.uses.add("tf")
        return f"tf.TensorShape({_extents(value)})"

    def spec(self, value: TensorSpec) -> str:
        """Returns an expression for a tensor's spec."""
        if type(value) is not TensorSpec:
            raise CannotWriteError(f"an object of class {type(value).__qualname__}")
        self.uses.add("tf")
        return f"tf.TensorSpec({_extents(value.shape)}, tf.{value.dtype.name}" + (
            f", {value.name!r})" if value.name else ")"
        )

    def items(self, value: Any) -> str:
        """Returns an expression for a list, a tuple, a set or a dict."""
        if len(value) > _MOST_ITEMS:
            raise CannotWriteError(f"a {type(value).__name__} of {len(value)} items")
        if type(value) is dict:
            return "{" + ", ".join(f"{self.text(key)}: {self.text(item)}" for key, item in value.items()) + "}"
        listed = ", ".join(self.text(item) for item in value)
        if type(value) is list:
            return f"[{listed}]"
        if type(value) is tuple:
            return f"({listed},)" if len(value) == 1 else f"({listed})"
        if type(value) in (set, frozenset):
            return f"{type(value).__name__}([{listed}])"
        raise CannotWriteError(f"a {type(value).__qualname__}")


def _extents(shape: TensorShape) -> list[int | None] | None:
    return shape.as_list() if shape.rank is not None else None


def _dtype_text(dtype: np.dtype) -> str:
    return "object" if dtype.hasobject else repr(dtype.str if dtype.kind in "US" else dtype.name)


def _slice(writer: Writer, value: slice) -> str:
    return f"slice({writer.text(value.start)}, {writer.text(value.stop)}, {writer.text(value.step)})"


def _enumerated(writer: Writer, value: enum.Enum) -> str:
    raise CannotWriteError(f"a {type(value).__qualname__}")


_WRITERS: tuple[tuple[Any, Any], ...] = (
    (enum.Enum, _enumerated),
    (np.generic, lambda writer, value: writer.array(np.asarray(value)) + "[()]"),
    (np.ndarray, Writer.array),
    (Variable, Writer.variable),
    (Tensor, Writer.tensor),
    (RaggedTensor, Writer.ragged),
    (SparseTensor, Writer.sparse),
    (IndexedSlices, Writer.slices),
    (DType, Writer.dtype),
    (TensorShape, Writer.shape),
    (TensorSpec, Writer.spec),
    (range, lambda writer, value: repr(value)),
    (slice, _slice),
    ((list, tuple, dict, set, frozenset), Writer.items),
)


def public_path(value: Any) -> str | None:
    """Returns "module:name" by which a function or class can be imported, or None."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module in ("__main__", "builtins"):
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}:{name}" if found is value else None


def own_path(value: Any) -> str | None:
    """Returns the path below `tf` of a public function or class of this package, or None."""
    module = getattr(value, "__module__", None) or ""
    name = getattr(value, "__name__", "")
    for path in (f"{module.partition('.')[2]}.{name}".lstrip("."), name):
        found: Any = tf
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is value and path:
            return path
    return None
