"""tf.Assert, and tensors of graphs from what assertions are given."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import name_scope
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_assert = _core.op("Assert")


def tensor_of(
    value: TensorLike, name: str | None = None, dtype: DTypeLike | None = None, hint: DTypeLike | None = None
) -> Tensor:
    """Returns a tensor; while tracing one of the graph, so that it has a name."""
    if _core.executing_eagerly():
        return _core.convert_to_tensor(value, dtype, hint)
    return convert_to_tensor(value, dtype, hint, name)


def invalid(message: str) -> errors.OpError:
    """Returns the error of an assertion that does not hold."""
    return errors.InvalidArgumentError(None, None, message)


def _summary(value: TensorLike, summarize: int) -> str:
    """Returns the first entries of a value, as the message of an eager assertion shows them."""
    array = tensor_of(value).numpy()
    flat = array.reshape((-1,)) if hasattr(array, "reshape") else [array]
    shown = [str(item) for item in flat[: summarize if summarize >= 0 else None]]
    if summarize >= 0 and len(flat) > summarize:
        shown.append("...")
    return ", ".join(shown)


@export("debugging.Assert", "Assert")
def Assert(
    condition: TensorLike, data: Iterable[Any], summarize: int | None = None, name: str | None = None
) -> Operation | None:  # noqa: N802
    """Fails unless `condition` holds (tf.Assert).

    Args:
      condition: a bool scalar.
      data: a list of values that the message shows.
      summarize: how many entries of each to show, 3 by default; -1 for all.
      name: of the operation.

    Returns:
      None in eager execution, the operation while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold.

    >>> import graphwright as tf
    >>> tf.Assert(tf.constant(1) > 0, ["never shown"])
    """
    if _core.executing_eagerly():
        if not condition:
            limit = 3 if summarize is None else summarize
            lines = "\n".join(_summary(item, limit) for item in data)
            raise invalid(f"Expected '{condition!s}' to be true. Summarized data: {lines}")
        return None
    with name_scope(name or "Assert"):
        values = [tensor_of(item) for item in data]
        return _assert(condition, values, summarize=3 if summarize is None else summarize, name="Assert")
