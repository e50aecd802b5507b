"""The parts of ragged and sparse tensors: what callers gave for them, as tensors."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.graph.scopes import name_scope_v1, plain_graph
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def part_of(
    value: TensorLike, dtype: DTypeLike | None = None, hint: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """Returns what a caller gave as a part, as a tensor: a node in plain graphs, whose sessions fetch parts."""
    if plain_graph() is not None:
        return convert_to_tensor(value, dtype, hint, name)
    return _core.convert_to_tensor(value, dtype, hint)


def scope_of_parts(name: str) -> Any:
    """Returns a context with a name scope for the nodes that parts become."""
    return name_scope_v1(None, name) if plain_graph() is not None else contextlib.nullcontext()
