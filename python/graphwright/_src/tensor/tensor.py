"""tf.Tensor: the parts of the C type that are written in Python - text forms, conversions, rarely used members."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export, export_value
from graphwright._src.base.hooks import late
from graphwright._src.tensor import class_operators, dtypes, tensor_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    import numpy as np

    from graphwright._src.tensor.typing import ShapeLike, SupportsArray, TensorLike

Tensor = _core.Tensor
EagerTensor = _core.EagerTensor
SymbolicTensor = _core.SymbolicTensor
export_value("Tensor", Tensor)

_session_for = late("session.default_session", "session_for")


# ---- text ----


def numpy_text(tensor: Tensor, is_repr: bool = False) -> str:
    """Returns the elements as NumPy prints them; a placeholder text for dtypes that NumPy does not know."""
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        return "<unprintable>"
    array = tensor._numpy() if tensor.shape.rank else tensor.numpy()
    if not is_repr:
        return str(array)
    if hasattr(array, "dtype") and tensor.shape.rank == 0:
        return repr(array.item())  # as Python prints it: 0.10000000149011612, not np.float32(0.1)
    return repr(array)


def _shape_text(tensor: Tensor) -> str:
    return "<unknown>" if tensor.shape.rank is None else str(tensor._shape_tuple())


def tensor_repr(tensor: Tensor) -> str:
    """Returns the text of repr(tensor)."""
    if isinstance(tensor, SymbolicTensor):
        return f"<tf.Tensor '{tensor.name}' shape={_shape_text(tensor)} dtype={tensor.dtype.name}>"
    text = numpy_text(tensor, is_repr=True)
    if "\n" in text:
        text = "\n" + text
    return f"<tf.Tensor: shape={tensor._shape_tuple()}, dtype={tensor.dtype.name}, numpy={text}>"


def tensor_str(tensor: Tensor) -> str:
    """Returns the text of str(tensor)."""
    if isinstance(tensor, SymbolicTensor):
        shape = "" if tensor.shape.rank is None else f", shape={_shape_text(tensor)}"
        return f'Tensor("{tensor.name}"{shape}, dtype={tensor.dtype.name})'
    text = numpy_text(tensor)
    if "\n" in text:
        text = "\n" + text
    return f"tf.Tensor({text}, shape={tensor._shape_tuple()}, dtype={tensor.dtype.name})"


# ---- conversion of other objects ----

_conversions: list[tuple[int, tuple[type, ...], Callable[..., Any]]] = []


@export("register_tensor_conversion_function")
def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Registers how objects of a type become tensors (tf.register_tensor_conversion_function).

    Args:
      base_type: a class or a tuple of classes.
      conversion_func: called as `conversion_func(value, dtype=None, name=None, as_ref=False)`; returns a tensor or
        NotImplemented.
      priority: functions of lower numbers are tried first.

    Raises:
      TypeError: `base_type` is no type or one of Python's or NumPy's numbers and arrays, or `conversion_func` cannot be
        called.
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(t, type) for t in types):
        raise TypeError(f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}")
    if any(issubclass(t, (int, float)) or _is_of_numpy(t) for t in types):
        raise TypeError(
            f"Conversions of Python's and NumPy's numbers and arrays are fixed: none can be registered for {base_type}"
        )
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")
    for kind in types:  # variables that stand for something else
        if not issubclass(kind, _core.ResourceVariable) or kind.__module__.partition(".")[0] in _OURS:
            continue
        present = vars(kind).get("__tf_tensor__")
        if present is None or present.__module__.partition(".")[0] in _OURS:
            setattr(kind, "__tf_tensor__", _conversion(conversion_func))  # noqa: B010 - where no class has written it
    _conversions.append((priority, types, conversion_func))
    _conversions.sort(key=lambda entry: entry[0])


_OURS = ("graphwright", "tensorflow")


def _conversion(function: Callable[..., Any]) -> Any:
    """Returns the method by which the core converts objects of a class whose conversion is a function."""

    def __tf_tensor__(self: Any, dtype: Any = None, name: str | None = None) -> Any:  # noqa: N807
        return function(self, dtype=dtype, name=name, as_ref=False)

    return __tf_tensor__


def _is_of_numpy(kind: type) -> bool:
    """Tells whether it is a class of NumPy's scalars or arrays."""
    import sys

    np = sys.modules.get("numpy")  # where it was never imported, there is none
    return np is not None and issubclass(kind, (np.generic, np.ndarray))


def convert_object(value: Any, dtype: dtypes.DType | None, hint: dtypes.DType | None) -> Any:
    """Returns a tensor or a plainer object for `value`, or NotImplemented; called by the core for what it does not know."""
    if isinstance(value, tensor_shape.TensorShape):
        if not value.is_fully_defined():
            raise ValueError(f"Cannot convert a partially known TensorShape {value} to a Tensor.")
        sizes = [size for size in value if size is not None]
        large = any(size >= 2**31 for size in sizes)
        if dtype is None and (hint is dtypes.int64 or large):
            dtype = dtypes.int64
        elif dtype is None:
            dtype = dtypes.int32
        elif dtype is dtypes.int32 and large:
            raise ValueError(f"Cannot convert {value} to a tensor of int32: it has a size of 2**31 or more.")
        elif dtype not in (dtypes.int32, dtypes.int64):
            raise TypeError(f"Cannot convert a TensorShape to dtype {dtype}.")
        return _core.convert_to_tensor(sizes, dtype)
    if isinstance(value, tensor_shape.Dimension):
        if value.value is None:
            raise ValueError(f"Cannot convert unknown Dimension {value} to a Tensor.")
        return _core.convert_to_tensor(value.value, dtype or (dtypes.int64 if hint is dtypes.int64 else dtypes.int32))
    tf_tensor = getattr(type(value), "__tf_tensor__", None)
    if tf_tensor is not None:
        return tf_tensor(value, dtype, None)
    for _, types, function in _conversions:
        if isinstance(value, types):
            if dtype is None and hint is not None:
                try:
                    result = function(value, dtype=hint, name=None, as_ref=False)
                except (TypeError, ValueError):
                    result = NotImplemented
                if result is not NotImplemented:
                    return _checked_conversion(value, result, hint)
            result = function(value, dtype=dtype, name=None, as_ref=False)
            if result is not NotImplemented:
                return _checked_conversion(value, result, dtype)
    if isinstance(value, range) and (dtype is not None or hint is None):
        return _tensor_of_range(value, dtype)
    array = getattr(value, "__array__", None)
    if array is not None and not isinstance(value, type):
        return _of_array(array(), dtype, hint)
    if hasattr(value, "__array_interface__"):
        import numpy as np

        return _of_array(np.asarray(value), dtype, hint)
    if not _core.executing_eagerly() and isinstance(value, (bytearray, memoryview)):
        import numpy as np

        return np.asarray(value)  # eagerly, its items are ints
    return NotImplemented


def _checked_conversion(value: object, result: object, dtype: dtypes.DType | None) -> Any:
    """Returns what a registered function gave. Raises RuntimeError where that is no tensor, or not of this dtype."""
    kind = type(value).__name__
    if not isinstance(result, (Tensor, _core.ResourceVariable)):
        raise RuntimeError(f"the conversion function of {kind} gave {result!r}, which is no tensor")
    if dtype is not None and result.dtype != dtype:
        raise RuntimeError(
            f"the conversion function of {kind} gave a tensor of {result.dtype.name}, not of {dtype.name}"
        )
    return result


def _of_array(array: SupportsArray, dtype: dtypes.DType | None, hint: dtypes.DType | None) -> Any:
    """Returns what is converted in the place of an object that gives an array: other than the core's, it follows a
    hint.
    """
    if dtype is None and hint is not None:
        try:
            return _core.convert_to_tensor(array, hint)
        except (TypeError, ValueError):
            pass
    return array


def _tensor_of_range(value: range, dtype: dtypes.DType | None) -> Any:
    if dtype is not None and dtype in (dtypes.bool, dtypes.string):
        raise TypeError(f"Cannot convert {value} to a tensor of dtype {dtype.name}.")
    if dtype is None:
        ends = [*value[:1], *value[-1:]]
        dtype = dtypes.int32 if all(-(2**31) <= end < 2**31 for end in ends) else dtypes.int64
    return _core.convert_to_tensor(list(value), dtype)


# ---- operators whose rules depend on dtypes or Python ----


def _convert_operand(value: TensorLike, other: Tensor) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, _core.ResourceVariable):
        return _core.convert_to_tensor(value)
    return _core.convert_to_tensor(value, other.dtype)


def operands(x: Any, y: Any) -> tuple[Tensor, Tensor]:
    """Returns both operands of an operator as tensors: what is none takes the dtype of the other."""
    if isinstance(x, Tensor):
        return x, _convert_operand(y, x)
    return _convert_operand(x, y), y


_QUOTIENTS = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.uint32: dtypes.float64,
    dtypes.int32: dtypes.float64,
    dtypes.uint64: dtypes.float64,
    dtypes.int64: dtypes.float64,
}


def dividends(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Converts the operands of a true division to floats where they are integers.

    Raises:
      TypeError: the dtypes differ, or are not numeric.
    """
    dtype = x.dtype
    if dtype != y.dtype:
        raise TypeError(f"`x` and `y` must have the same dtype, got {dtype!r} != {y.dtype!r}.")
    quotient = _QUOTIENTS.get(dtype)
    if quotient is not None:
        cast = _core.op("Cast")
        return cast(x, DstT=quotient), cast(y, DstT=quotient)
    if not (dtype.is_floating or dtype.is_complex):
        numbers = "bfloat16 float16 float32 float64 complex64 complex128".split()
        expected = ", ".join([*(repr(dtype) for dtype in _QUOTIENTS), *(f"tf.{name}" for name in numbers)])
        raise TypeError(f"Invalid dtype {dtype!r} in __truediv__. Expected one of {{{expected}}}.")
    return x, y


def truediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as Python 3 divides: integers become floats first."""
    if isinstance(x, Tensor) and _takes_over(y, "__rtruediv__"):
        return NotImplemented
    x, y = operands(_as_tensor(x), _as_tensor(y)) if _both_other(x, y) else operands(x, y)
    return _core.op("RealDiv")(*dividends(x, y), name=name)


def conjunction(x: TensorLike, y: TensorLike) -> Tensor:
    """x * y where one of them has dtype bool; fractions are dropped before the truth is told."""
    cast = _core.op("Cast")
    x, y = (cast(cast(_as_tensor(value), DstT=dtypes.int32), DstT=dtypes.bool) for value in (x, y))
    return _core.op("LogicalAnd")(x, y, name="mul")


def _both_other(x: object, y: object) -> bool:
    return not isinstance(x, Tensor) and not isinstance(y, Tensor)


def _as_tensor(x: TensorLike) -> Tensor:
    return _core.convert_to_tensor(x)


def _takes_over(y: object, reflected: str) -> bool:
    """Tells whether y is a composite tensor, such as a ragged one, that has the reflected operator."""
    return hasattr(type(y), reflected) and hasattr(type(y), "_type_spec")


def _xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    if isinstance(x, Tensor) and _takes_over(y, "__rxor__"):
        return NotImplemented
    x, y = operands(x, y)
    if x.dtype == dtypes.bool:
        either, both = _core.op("LogicalOr")(x, y), _core.op("LogicalAnd")(x, y)
        return _core.op("LogicalAnd")(either, _core.op("LogicalNot")(both), name=name)
    return _core.op("BitwiseXor")(x, y)


def _divmod(x: TensorLike, y: TensorLike) -> tuple[Tensor, Tensor]:
    x, y = operands(x, y)
    return x // y, x % y


compares_elements = True


def enable_tensor_equality(enabled: bool) -> None:
    """Tells whether == compares elements (as in TensorFlow 2) or identity (as in TensorFlow 1)."""
    global compares_elements
    compares_elements = enabled
    _core.set_tensor_equality(enabled)


def tensor_equals(x: object, y: object) -> Any:
    """x == y, elementwise; False where the shapes cannot be broadcast, or one side is None."""
    return _equal("Equal", x, y, False)


def tensor_not_equals(x: object, y: object) -> Any:
    """x != y, elementwise; True where the shapes cannot be broadcast, or one side is None."""
    return _equal("NotEqual", x, y, True)


def _equal(op: str, x: Any, y: Any, otherwise: bool) -> Any:
    if x is None or y is None:
        return otherwise
    if not compares_elements:
        return (x is y) != otherwise
    if not isinstance(x, Tensor):
        x, y = y, x
    if not isinstance(y, Tensor):
        try:
            y = _core.convert_to_tensor(y, None if isinstance(y, _core.ResourceVariable) else x.dtype)
        except (TypeError, ValueError) as error:
            if _compares_itself(y):
                return NotImplemented
            if _core.executing_eagerly() or isinstance(y, (list, tuple, tensor_shape.TensorShape)):
                raise
            raise TypeError(f"Expected {x.dtype.name}, but got {y!r} of type {type(y).__name__!r}.") from error
    return _core.op(op)(x, y, incompatible_shape_error=False)


def _compares_itself(value: object) -> bool:
    """Tells whether a composite value has a == of its own for tensors: ragged and weak ones do, records of tensors do
    not.
    """
    kind = type(value)
    if not hasattr(kind, "_type_spec") or hasattr(kind, "_tf_extension_type_has_field"):
        return False
    return kind.__eq__ is not object.__eq__


# ---- members ----


def _symbolic_bool(tensor: Tensor) -> None:
    raise errors.OperatorNotAllowedInGraphError(
        "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed: AutoGraph did convert this function. This might "
        "indicate you are trying to use an unsupported feature."
        if _in_converted_code()
        else "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. You can attempt the following resolutions to "
        "the problem: If you are running in Graph mode, use Eager execution mode or decorate this function with "
        "@tf.function. If you are using AutoGraph, you can try decorating this function with @tf.function. If that does "
        "not work, then you may be using an unsupported feature or your source code may not be visible to AutoGraph."
    )


def _in_converted_code() -> bool:
    return False


def _symbolic_len(tensor: Tensor) -> None:
    raise TypeError(
        f"len is not well defined for a symbolic Tensor ({tensor.name}). Please call `x.shape` rather than `len(x)` for "
        "shape information."
    )


def _iterate(tensor: Tensor) -> Iterator[Tensor]:
    if isinstance(tensor, SymbolicTensor):
        rank = tensor.shape.rank
        if rank is None or rank == 0 or tensor.shape[0] is None or not _core.executing_eagerly():
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a symbolic `tf.Tensor` is not allowed. You can attempt the following resolutions to the "
                "problem: If you are running in Graph mode, use Eager execution mode or decorate this function with "
                "@tf.function. If you are using AutoGraph, you can try decorating this function with @tf.function. If "
                "that does not work, then you may be using an unsupported feature or your source code may not be visible "
                "to AutoGraph."
            )
    if tensor.shape.rank == 0:
        raise TypeError("Cannot iterate over a scalar tensor.")
    return (tensor[i] for i in range(tensor.shape[0]))


class Reference:
    """A hashable stand-in for an object that is not; equal when the objects are the same one."""

    __slots__ = ("_wrapped", "__weakref__")

    def __init__(self, wrapped: object) -> None:
        self._wrapped = wrapped

    def deref(self) -> Any:
        """Returns the object itself."""
        return self._wrapped

    def _other(self, other: object) -> Any:
        if not isinstance(other, Reference):
            raise TypeError("Cannot compare wrapped object with unwrapped object")
        return other._wrapped

    # References have an order, for dictionaries with them as keys are flattened in the order of their keys.
    def __lt__(self, other: object) -> bool:
        return id(self._wrapped) < id(self._other(other))

    def __gt__(self, other: object) -> bool:
        return id(self._wrapped) > id(self._other(other))

    def __eq__(self, other: object) -> bool:
        return other is not None and self._wrapped is self._other(other)

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._wrapped!r}>"


def _ref(self: Tensor) -> Reference:
    """Returns a hashable reference to this tensor: use it as a key, and `.deref()` to get the tensor back."""
    return Reference(self)


def _array(self: Tensor, dtype: np.dtype[Any] | type | str | None = None, copy: bool | None = None) -> np.ndarray:
    import numpy as np

    if isinstance(self, SymbolicTensor):
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're "
            "trying to pass a Tensor to a NumPy call, which is not supported."
        )
    if dtype is None and self.dtype == dtypes.string:
        dtype = object  # NumPy's own strings lose zeros at their end
    return np.asarray(self.numpy(), dtype=dtype)


def _eval(self: Tensor, feed_dict: dict | None = None, session: object = None) -> Any:
    """Returns the value in a session of compat.v1, the default one where none is given."""
    if isinstance(self, SymbolicTensor):
        ways = "`with sess.as_default()` or pass an explicit session to `eval(session=sess)`"
        return _session_for(session, self.graph, "evaluate tensor using `eval()`", ways).run(self, feed_dict)
    raise NotImplementedError("eval is not supported when eager execution is enabled: use .numpy()")


def _set_shape(self: Tensor, shape: ShapeLike | None) -> None:
    """Merges the static shape with `shape`. Raises ValueError where they contradict each other."""
    shape = tensor_shape.TensorShape(shape)
    if not self.shape.is_compatible_with(shape):
        raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {shape}.")
    self._set_shape(shape)


def _format(self: Tensor, spec: str) -> str:
    if isinstance(self, EagerTensor):
        return format(self.numpy(), spec)
    if spec:  # it has no value yet to be formatted
        raise TypeError(f"unsupported format string passed to {type(self).__name__}.__format__")
    return str(self)


def _reduce(self: Tensor) -> Any:
    return _core.convert_to_tensor, (self.numpy(), self.dtype)


def _round(self: Tensor, ndigits: int | None = None) -> Any:
    return round(self.numpy(), ndigits) if ndigits is not None else round(self.numpy())


def _moved(tensor: Tensor, device: int) -> Tensor:
    """Returns the tensor on a device (0 the CPU, n GPU n-1), by tf.identity, so that tapes see it."""
    scope = _core.device_scope()
    _core.set_device_scope(device, "")
    try:
        return _core.op("Identity")(tensor)
    finally:
        _core.set_device_scope(*scope)


def _cpu(self: Tensor) -> Tensor:
    """Returns a copy of this tensor in host memory."""
    return _moved(self, 0)


def _gpu(self: Tensor, gpu_index: int = 0) -> Tensor:
    """Returns a copy of this tensor on a GPU. Raises RuntimeError when there is none."""
    if not 0 <= gpu_index < len(_core.list_gpus()):
        problem = _core.gpu_problem()
        raise RuntimeError(f"GPU:{gpu_index} unknown device." + (f" {problem}" if problem else ""))
    return _moved(self, 1 + gpu_index)


def _device(self: Tensor) -> str:
    """Returns the name of the device that holds the tensor."""
    if isinstance(self, SymbolicTensor):
        return self.op.device
    from graphwright._src.tensor.device_spec import device_name

    return device_name(_core.gpu_of(self))


def _deepcopy(self: Tensor, memo: dict) -> Tensor:
    if isinstance(self, SymbolicTensor):
        raise TypeError("a symbolic tensor cannot be copied")
    result = _core.op("Identity")(self)
    memo[id(self)] = result
    return result


def _dlpack(self: Tensor, **options: Any) -> Any:
    """Returns a DLPack capsule over this tensor's memory: the array protocol, as in `numpy.from_dlpack(tensor)`."""
    from graphwright._src.tensor.dlpack import capsule_of

    return capsule_of(self, **options)


def _dlpack_device(self: Tensor) -> tuple[int, int]:
    """DLPack's type and number of the device this tensor is on."""
    return _core.dlpack_device(self)


def _reversed(self: Tensor) -> Iterator[Tensor]:
    return (self[place] for place in range(len(self) - 1, -1, -1))


def _complex(self: Tensor) -> complex:
    if isinstance(self, SymbolicTensor):
        raise TypeError("complex() first argument must be a string or a number, not 'SymbolicTensor'")
    return complex(self.numpy())


def _tf_tracing_type(self: Tensor, context: object) -> Any:
    from graphwright._src.tensor import tensor_spec

    return tensor_spec.TensorSpec(self.shape, self.dtype)


def _consumers(self: Tensor) -> list:
    """Returns the operations that take this tensor as an input, each as often as it does."""
    if not isinstance(self, SymbolicTensor):
        raise NotImplementedError("Tensor.consumers is undefined when eager execution is enabled.")
    return [op for op in self.graph.get_operations() for x in op.inputs if x is not None and x._id == self._id]


def _div(self: Tensor, other: TensorLike) -> Any:
    """Python 2's division, rounded down for integers."""
    return self // other if self.dtype.is_integer else self / other


def _rdiv(self: Tensor, other: TensorLike) -> Any:
    """Python 2's division, rounded down for integers."""
    return other // self if self.dtype.is_integer else other / self


def _attach() -> None:
    members = {
        "ref": _ref,
        "experimental_ref": _ref,
        "eval": _eval,
        "set_shape": _set_shape,
        "consumers": _consumers,
        "cpu": _cpu,
        "gpu": _gpu,
        "device": property(_device),
        "backing_device": property(_device),
        "is_tensor_like": True,
        "OVERLOADABLE_OPERATORS": frozenset(
            "__abs__ __add__ __and__ __div__ __eq__ __floordiv__ __ge__ __getitem__ __gt__ __invert__ __le__ __lt__ "
            "__matmul__ __mod__ __mul__ __ne__ __neg__ __or__ __pow__ __radd__ __rand__ __rdiv__ __rfloordiv__ "
            "__rmatmul__ __rmod__ __rmul__ __ror__ __rpow__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ "
            "__xor__".split()
        ),
        "__div__": _div,
        "__rdiv__": _rdiv,
        "__nonzero__": lambda self: bool(self),
        "__array__": _array,
        "__array_priority__": 100,
        "__format__": _format,
        "__round__": _round,
        "__reversed__": _reversed,
        "__complex__": _complex,
        "__deepcopy__": _deepcopy,
        "__dlpack__": _dlpack,
        "__dlpack_device__": _dlpack_device,
        "__tf_tracing_type__": _tf_tracing_type,
    }
    for name, member in members.items():
        setattr(Tensor, name, member)
    class_operators.attach(Tensor.OVERLOADABLE_OPERATORS - {"__div__", "__rdiv__"})
    for name, member in {"__div__": _div, "__rdiv__": _rdiv}.items():
        setattr(_core.ResourceVariable, name, member)
    packed = property(lambda self: False, doc="False: a tensor is on one device.")
    for name, member in {"__reduce__": _reduce, "is_packed": packed}.items():
        setattr(EagerTensor, name, member)
    for cls in (Tensor, EagerTensor, SymbolicTensor):
        cls.__module__ = "graphwright"


_attach()
for _name, _hook in {
    "tensor_repr": tensor_repr,
    "tensor_str": tensor_str,
    "tensor_iter": _iterate,
    "tensor_equals": tensor_equals,
    "tensor_not_equals": tensor_not_equals,
    "as_dtype": dtypes.as_dtype,
    "tensor_shape": tensor_shape.shape_from_core,
    "shape_to_tuple": lambda shape: tensor_shape.dims_of(shape),
    "convert_object": convert_object,
    "truediv": _core.named_function(truediv, "truediv/="),
    "conjunction": conjunction,
    "xor": _core.named_function(_xor, "xor/="),
    "divmod": _divmod,
    "symbolic_bool": _symbolic_bool,
    "symbolic_len": _symbolic_len,
}.items():
    _core.register_hook(_name, _hook)
