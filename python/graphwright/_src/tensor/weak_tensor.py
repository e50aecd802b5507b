"""Weak tensors: what Python's numbers become in the modes "safe" and "all", whose dtype gives way to others'."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphwright import _core
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.extension_type import BatchableExtensionType

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from graphwright._src.tensor.tensor_spec import TensorSpec
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


Tensor = _core.Tensor

# The dtypes that can be weak.
WEAK_DTYPES = frozenset({dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.complex128})


# Functions that take composite tensors as they are.
_TAKE_ANY = frozenset({"map_fn"})


class _Gradient:
    """A weak tensor is differentiated by its tensor, and the derivative is weak, too."""

    def get_gradient_components(self, value: WeakTensor) -> Tensor:
        return value.tensor

    def replace_gradient_components(self, value: WeakTensor, component_grads: TensorLike) -> Any:
        return weakened(convert_to_tensor(component_grads))


class WeakTensor(BatchableExtensionType):
    """A tensor whose dtype gives way to that of the other operand, as a Python number's does.

    `tf.constant(2)` is one in the modes "safe" and "all" of `tf.experimental.numpy.experimental_enable_numpy_behavior`, and so
    are results of weak operands. It has a tensor's shape, dtype, operators and NumPy's members; where a function has no
    rule for weak tensors, it takes the tensor inside.
    """

    __name__ = "tf.WeakTensor"
    tensor: Tensor

    class Spec:
        """The type of a weak tensor: that of the tensor inside, as `tensor`."""

        if TYPE_CHECKING:
            tensor: TensorSpec

        @property
        def shape(self) -> Any:
            """The static shape."""
            return self.tensor.shape

        @property
        def dtype(self) -> dtypes.DType:
            """The dtype."""
            return self.tensor.dtype

    def __validate__(self) -> None:
        if self.tensor.dtype not in WEAK_DTYPES:
            raise TypeError(f"{self.tensor.dtype!r} cannot be weak; got {self.tensor}")

    @classmethod
    def from_tensor(cls, tensor: Tensor) -> WeakTensor:
        """Returns a weak tensor with the value of a tensor.

        Raises:
          TypeError: the dtype is none of int32, int64, float32, float64 and complex128.
        """
        return cls(tensor)

    def to_tensor(self) -> Tensor:
        """Returns the tensor inside, which is not weak."""
        return self.tensor

    @property
    def is_tensor_like(self) -> bool:
        """True."""
        return True

    __composite_gradient__ = _Gradient()

    @property
    def shape(self) -> Any:
        """The static shape."""
        return self.tensor.shape

    @property
    def dtype(self) -> dtypes.DType:
        """The dtype."""
        return self.tensor.dtype

    @property
    def ndim(self) -> int:
        """The static rank."""
        return self.tensor.ndim

    def numpy(self) -> Any:
        """Returns the value as NumPy's array or scalar."""
        return self.tensor.numpy()

    def __tf_tensor__(self, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
        return _core.convert_to_tensor(self.tensor, dtype)

    def __array__(self, dtype: np.dtype[Any] | type | str | None = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.asarray(self.tensor.numpy(), dtype)

    def __bool__(self) -> bool:
        return bool(self.tensor)

    def __int__(self) -> int:
        return int(self.tensor)

    def __index__(self) -> int:
        return self.tensor.__index__()

    def __float__(self) -> float:
        return float(self.tensor)

    def __complex__(self) -> complex:
        return complex(self.tensor)

    def __len__(self) -> int:
        return len(self.tensor)

    def __format__(self, spec: str) -> str:
        return format(self.tensor, spec)

    def __iter__(self) -> Any:
        return (weakened(item) for item in self.tensor)

    def __contains__(self, item: Any) -> bool:
        return item in self.tensor

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def __repr__(self) -> str:
        return repr(self.tensor)[:-1] + ", weak=True>"

    def __str__(self) -> str:
        return str(self.tensor)[:-1] + ", weak=True)"

    def __reduce__(self) -> Any:
        return WeakTensor, (self.tensor,)

    def _dispatch(self, function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        """Public functions without a rule for weak tensors take the tensors inside."""
        if function.__name__ in _TAKE_ANY:
            return NotImplemented
        return function(*strong(args), **strong(kwargs))


WeakTensor._is_tensor_like = True  # in the class itself it would be a field


def is_weak(value: object) -> bool:
    """Tells whether it is a weak tensor."""
    return isinstance(value, WeakTensor)


def weakened(value: object, weak: bool = True) -> Any:
    """Returns a tensor as a weak one where its dtype can be weak; anything else as it is."""
    if weak and isinstance(value, Tensor) and value.dtype in WEAK_DTYPES:
        return WeakTensor(value)
    return value


def strong(value: Any) -> Any:
    """Returns a value, or list, tuple or dictionary of values, with tensors in place of weak ones."""
    if type(value) is WeakTensor:
        return value.tensor
    kind = type(value)
    if kind is tuple or kind is list:
        if any(type(item) in (WeakTensor, list, tuple, slice) for item in value):
            return kind(strong(item) for item in value)
    elif kind is slice:
        return slice(strong(value.start), strong(value.stop), strong(value.step))
    elif kind is dict:
        return {key: strong(item) for key, item in value.items()}
    return value


# Operators that neither promote nor have weak results: comparisons, logic, and brackets.
_PLAIN = "__and__ __rand__ __or__ __ror__ __xor__ __rxor__ __lt__ __le__ __gt__ __ge__ __getitem__".split()
# Operators of one operand, with weak results.
_ALONE = "__neg__ __pos__ __abs__ __invert__ __round__".split()


def _plain_operator(name: str) -> Any:
    def operator(self: WeakTensor, other: object) -> Any:
        return getattr(self.tensor, name)(strong(other))

    operator.__name__ = operator.__qualname__ = name
    return operator


def _lone_operator(name: str) -> Any:
    def operator(self: WeakTensor, *args: object) -> Any:
        return weakened(getattr(self.tensor, name)(*args))

    operator.__name__ = operator.__qualname__ = name
    return operator


for _name in _PLAIN:
    setattr(WeakTensor, _name, _plain_operator(_name))
for _name in _ALONE:
    setattr(WeakTensor, _name, _lone_operator(_name))


def with_own_rules(value: object) -> bool:
    """Tells whether an operand is a composite tensor other than a weak one, which sees to its own conversion."""
    return isinstance(value, CompositeTensor) and type(value) is not WeakTensor
