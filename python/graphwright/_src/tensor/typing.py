"""Types of arguments, for annotations: what becomes a tensor, a dtype, a shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from ..._core import ResourceVariable, Tensor
    from .composite_tensor import CompositeTensor
    from .dtypes import DType
    from .tensor_shape import TensorShape


class SupportsArray(Protocol):
    """An object that `np.asarray` takes: arrays of other libraries, pandas' columns."""

    def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray: ...


class SupportsTensor(Protocol):
    """An object that says itself which tensor it becomes."""

    def __tf_tensor__(self, *args: Any, **kwargs: Any) -> Any: ...


# What tf.convert_to_tensor takes; public functions take values made of several tensors (ragged, sparse) as well.
_Value: TypeAlias = "Tensor | ResourceVariable | CompositeTensor | SupportsArray | SupportsTensor"
TensorLike: TypeAlias = "_Value | TensorShape | complex | str | bytes | Sequence[Any]"
# What tf.as_dtype takes.
DTypeLike: TypeAlias = "DType | str | type | np.dtype[Any] | int"
# What tf.TensorShape takes, and a tensor of the sizes. A size is an int, NumPy's or Python's, a scalar tensor, or None.
ShapeLike: TypeAlias = "TensorShape | int | np.integer[Any] | Sequence[Any] | Tensor | SupportsArray"
# One axis or several, known or in a tensor.
AxisLike: TypeAlias = "int | np.integer[Any] | Sequence[Any] | Tensor | SupportsArray"
