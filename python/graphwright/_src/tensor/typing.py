"""What arguments may be, for annotations: what becomes a tensor, a dtype, a shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    from ... import _core
    from .composite_tensor import CompositeTensor
    from .dtypes import DType
    from .tensor_shape import TensorShape


class SupportsArray(Protocol):
    """What `np.asarray` takes: arrays of other libraries, pandas' columns."""

    def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray: ...


# What tf.convert_to_tensor takes; public functions take values made of several tensors (ragged, sparse) as well.
TensorLike: TypeAlias = (
    "_core.Tensor | _core.ResourceVariable | CompositeTensor | SupportsArray | complex | str | bytes | Sequence[Any]"
)
# What tf.as_dtype takes.
DTypeLike: TypeAlias = "DType | str | type | np.dtype[Any] | int"
# What tf.TensorShape takes, and a tensor of the sizes.
ShapeLike: TypeAlias = (
    "TensorShape | int | Sequence[int | None] | Sequence[_core.Tensor | int] | _core.Tensor | SupportsArray"
)
# One axis or several, known or in a tensor.
AxisLike: TypeAlias = "int | Sequence[int] | _core.Tensor | SupportsArray"
