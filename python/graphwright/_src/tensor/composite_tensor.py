"""CompositeTensor: the base of values that are made of several tensors, such as ragged and sparse tensors."""

from __future__ import annotations

import abc

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.tensor_shape import TensorShape
    from graphwright._src.tensor.type_spec import TypeSpec
    from graphwright._src.tensor.typing import TensorLike


@export("__internal__.CompositeTensor")
class CompositeTensor(abc.ABC):
    """A value that tf.nest takes apart into tensors where `expand_composites=True`, by its `TypeSpec`."""

    __slots__ = ()

    @property
    @abc.abstractmethod
    def _type_spec(self) -> TypeSpec:
        """The type of this value, which can take it apart and put one together."""

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> TypeSpec:
        """Returns the type that a loop variable has whose shape may vary between iterations within `shape`."""
        raise NotImplementedError(f"{type(self).__name__} cannot be given a shape invariant")

    def _consumers(self) -> list[Any]:
        """Returns the operations that take one of this value's tensors."""
        found: list[Any] = []
        for tensor in self._type_spec._to_tensor_list(self):
            found += (op for op in tensor.consumers() if op not in found)
        return found

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self._type_spec.__tf_tracing_type__(context)


def not_dense(value: object, hint: str) -> Exception:
    """Returns the error of a composite value that is asked for as one tensor: its class differs in graphs."""
    if _core.executing_eagerly():
        return ValueError(
            f"Attempt to convert a value ({value}) with an unsupported type ({type(value)}) to a Tensor. {hint}"
        )
    return TypeError(
        f"Failed to convert elements of {value} to Tensor. Consider casting elements to a supported type. {hint}"
    )


class StandsForComposite:
    """The base of plain values that public functions take for a composite tensor; they have its method `_dispatch`, too."""

    __slots__ = ()

    def _composite(self) -> Any:
        """Returns the composite tensor that this stands for."""
        raise NotImplementedError


@export("is_tensor")
def is_tensor(x: object) -> bool:
    """Tells whether `x` is a tensor, variable, or made of tensors, as sparse and ragged tensors are (tf.is_tensor).

    >>> import graphwright as tf
    >>> tf.is_tensor(tf.constant(1.0)), tf.is_tensor([1.0])
    (True, False)
    """
    if isinstance(x, (_core.Tensor, _core.ResourceVariable)):
        return True
    if isinstance(x, CompositeTensor):
        return getattr(x, "_is_tensor_like", False)
    # Classes of libraries that say so, as Keras 2's symbolic tensors do: that they have the attribute is enough.
    return (getattr(type(x), "is_tensor_like", None) or getattr(x, "is_tensor_like", None)) is not None


class WithValuesGradient:
    """Says that a composite tensor is differentiated by its `values`: what its class has as `__composite_gradient__`."""

    def get_gradient_components(self, value: Any) -> Any:
        """Returns what derivatives are taken of."""
        return value.values

    def replace_gradient_components(self, value: Any, component_grads: TensorLike) -> Any:
        """Returns the derivative with respect to `value`, from that of its values."""
        return value.with_values(component_grads)


# Takes weak tensors out of values, while a mode has such (numpy_interface/promoting_functions.py).
weak_hook: Any = None


def without_weak(value: object) -> Any:
    """Returns a value that is about to become a tensor, with tensors in place of weak ones in its lists and tuples."""
    return value if weak_hook is None else weak_hook(value)


# Public functions that are called with composite tensors ask there first; the file sets itself once it is there.
_core.set_dispatch(late("tensor.dispatch", "dispatch"), (CompositeTensor,))
