"""tf.__operators__: Python's operators as functions, by the names that serialized layers have for them."""

from __future__ import annotations

import operator

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.graph.scopes import name_scope
from graphwright._src.ops import linalg_product, math, math_binary
from graphwright._src.tensor import class_operators, dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike


def _of_tensors(name: str, x: TensorLike, *others: object) -> Any:
    """Returns an operator of tensors, variables and composite tensors; anything else becomes a tensor."""
    x = x if isinstance(x, CompositeTensor) else convert_to_tensor(x)
    if isinstance(x, _core.Tensor):
        return class_operators.of_tensors(name, x, *others)
    return getattr(operator, name)(x, *others)


@export("__operators__.add")
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Any:
    """x + y; strings are joined (tf.__operators__.add).

    >>> import graphwright as tf
    >>> tf.__operators__.add([1, 2], 3).numpy().tolist()
    [4, 5]
    """
    with name_scope(name or "add"):
        return _of_tensors("__add__", x, y)


@export("__operators__.eq")
def eq(self: TensorLike, other: object) -> Any:
    """self == other, element by element (tf.__operators__.eq).

    >>> import graphwright as tf
    >>> tf.__operators__.eq(tf.constant([1, 2]), 2).numpy().tolist()
    [False, True]
    """
    return _of_tensors("__eq__", self, other)


@export("__operators__.ne")
def ne(self: TensorLike, other: object) -> Any:
    """self != other, element by element (tf.__operators__.ne).

    >>> import graphwright as tf
    >>> tf.__operators__.ne(tf.constant([1, 2]), 2).numpy().tolist()
    [True, False]
    """
    return _of_tensors("__ne__", self, other)


@export("__operators__.getitem")
def getitem(tensor: TensorLike, slice_spec: object, var: TensorLike | None = None) -> Any:
    """tensor[slice_spec] (tf.__operators__.getitem).

    Args:
      tensor: a tensor.
      slice_spec: what stands between the brackets.
      var: a variable to read from in place of the tensor.

    >>> import graphwright as tf
    >>> tf.__operators__.getitem(tf.constant([1, 2, 3]), slice(1, None)).numpy().tolist()
    [2, 3]
    """
    return _of_tensors("__getitem__", tensor if var is None else var, slice_spec)


@export("__operators__.ragged_getitem")
def ragged_getitem(rt_input: TensorLike, key: object) -> Any:
    """rt_input[key] of a ragged tensor (tf.__operators__.ragged_getitem).

    >>> import graphwright as tf
    >>> tf.__operators__.ragged_getitem(tf.ragged.constant([[1], [2, 3]]), 1).numpy().tolist()
    [2, 3]
    """
    return _of_tensors("__getitem__", rt_input, key)


# What the operators of classes stand for; what reads logical here is bitwise for integers.
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "__abs__": math.abs,
    "__add__": add,
    "__and__": math_binary.logical_and,
    "__eq__": eq,
    "__floordiv__": late("v1.math", "floor_div"),
    "__ge__": math_binary.greater_equal,
    "__getitem__": getitem,
    "__gt__": math_binary.greater,
    "__invert__": math.logical_not,
    "__le__": math_binary.less_equal,
    "__lt__": math_binary.less,
    "__matmul__": linalg_product.matmul,
    "__mod__": math_binary.floormod,
    "__mul__": math_binary.multiply,
    "__ne__": ne,
    "__neg__": math.negative,
    "__or__": math_binary.logical_or,
    "__pow__": math_binary.pow,
    "__sub__": math_binary.subtract,
    "__truediv__": math_binary.truediv,
    "__xor__": math_binary.logical_xor,
}
_BITWISE = {
    "__and__": math_binary.bitwise_and,
    "__invert__": math.invert,
    "__or__": math_binary.bitwise_or,
    "__xor__": math_binary.bitwise_xor,
}


def function_of(operator: str, dtype: dtypes.DType | None = None) -> Callable[..., Any]:
    """Returns the public function that an operator stands for.

    Args:
      operator: its method's name, as in "__add__".
      dtype: of the operand, where it has one.
    """
    if operator in _BITWISE and dtype not in (None, dtypes.bool):
        return _BITWISE[operator]
    return _FUNCTIONS[operator]
