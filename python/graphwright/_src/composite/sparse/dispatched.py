"""Public functions of tensors for sparse tensors: one table, by their public names."""

from __future__ import annotations

from graphwright._src.composite.sparse.counting import bincount_of_rows
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.ops.array import identity, shape, size
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_prod
from graphwright._src.tensor import dispatch, dtypes
from graphwright._src.tensor.filling import ones, zeros
from graphwright._src.tensor.nest import map_structure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike

_table = dispatch.Table()
on = _table.on


def call(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns the result of a public function with a sparse argument; NotImplemented where sparse tensors mean nothing to it."""
    handler = _table.handler_of(function)
    if handler is not None:
        return handler(*args, **kwargs)
    # `export` was told that it acts on what is stored.
    if getattr(function, "sparse", False) and args and isinstance(args[0], SparseTensor):
        return args[0].with_values(function(args[0].values, *args[1:], **kwargs))
    return NotImplemented


on("math.bincount")(bincount_of_rows)


@on("shape")
def _shape(input: SparseTensor, out_type: DTypeLike | None = None, name: str | None = None) -> Any:
    return cast(input.dense_shape, out_type or dtypes.int32)


@on("size")
def _size(input: SparseTensor, out_type: DTypeLike = dtypes.int32, name: str | None = None) -> Any:
    return reduce_prod(cast(input.dense_shape, out_type))


@on("rank")
def _rank(input: SparseTensor, name: str | None = None) -> Any:
    return size(input.dense_shape)


@on("identity")
def _identity(input: SparseTensor, name: str | None = None) -> Any:
    return map_structure(identity, input, expand_composites=True)


@on("zeros_like")
def _zeros_like(
    input: SparseTensor, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Any:
    return _dense_like(input, dtype, zeros)


@on("ones_like")
def _ones_like(
    input: SparseTensor, dtype: DTypeLike | None = None, name: str | None = None, layout: object = None
) -> Any:
    return _dense_like(input, dtype, ones)


def _dense_like(input: SparseTensor, dtype: DTypeLike | None, make: Callable[..., Any]) -> Any:
    """Returns a dense tensor of a sparse one's shape; eagerly only where a dtype is asked for."""
    if dtype is None and executing_eagerly():
        return NotImplemented
    return make(shape(input), dtype or input.dtype)
