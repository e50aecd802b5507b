"""Functions of one row on many rows at once, for `tf.vectorized_map` and Jacobians: as one program, or by a loop."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.errors import UnimplementedError
from graphwright._src.base.logger import log_warning
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.graph.building import drawing_on
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor

# The lists of `graphwright.row_fallbacks()` that are open.
row_watchers: list[list] = []


def _row_graph(one: Callable[[list], list], elems: list) -> tuple[Any, list]:
    """Returns a graph of `one` for one row of each of `elems`, and what `one` returned there."""
    graph = _core.FuncGraph("rows_body")
    with drawing_on(graph):
        parts = [graph.add_input(leaf.dtype, leaf.shape[1:], "element") for leaf in elems]
        leaves = one(parts)
        graph.set_outputs([leaf for leaf in leaves if leaf is not None])
    return graph, leaves


def rows_at_once(
    one: Callable[[list], list],
    elems: list,
    static: int | None,
    count: int | Tensor,
    fallback_to_while_loop: bool = True,
    warn: bool = True,
    at_most: int | None = None,
) -> list:
    """`one(parts)` for the rows of `elems`, stacked; None where `one` gives None.

    Args:
      one: takes one row of each of `elems`; returns tensors or None, the same ones for each row.
      elems: tensors of shape [count, ...].
      static: `count` where that is known, else None.
      count: the number of rows, an int or an integer scalar.
      fallback_to_while_loop: whether operations may run row by row.
      warn: whether a warning names those.
      at_most: how many rows are computed together, where their number is known.
    """
    graph, leaves = _row_graph(one, elems)
    if all(leaf is None for leaf in leaves):
        return leaves
    try:
        if static is None or not at_most or at_most >= static:
            number = _core.op("Cast")(_core.convert_to_tensor(count), DstT=dtypes.int32)
            found, looped = _core.run_on_rows(graph, elems, number, fallback_to_while_loop)
        else:
            parts = []
            for begin in range(0, static, at_most):
                size = _core.convert_to_tensor(min(at_most, static - begin), dtypes.int32)
                some = [leaf[begin : begin + at_most] for leaf in elems]
                part, looped = _core.run_on_rows(graph, some, size, fallback_to_while_loop)
                parts.append(part)
            found = [_core.op("ConcatV2")(list(pieces), 0) for pieces in zip(*parts)]
    except UnimplementedError as error:
        if not fallback_to_while_loop:
            raise ValueError(f"No pfor vectorization defined: {error.message}") from None
        _tell_watchers([("", "", "")], error.message)
        if warn:
            log_warning(f"Using a while_loop for converting all of the function: {error.message}")
        return rows_one_by_one(one, elems, static, count)
    _tell_looped(looped, warn)
    _tell_rows(found, [leaf.shape for leaf in leaves if leaf is not None], static)
    remaining = iter(found)
    return [None if leaf is None else next(remaining) for leaf in leaves]


def _tell_looped(nodes: list[tuple[str, str, str]], warn: bool = True) -> None:
    """Tells of operations that run row by row: (op, name, lines of the program) for each."""
    _tell_watchers(nodes, "")
    if warn:
        for name in dict.fromkeys(op for op, _, _ in nodes):
            log_warning(f"Using a while_loop for converting {name} cause there is no registered converter for this op.")


# Of custom gradients that is known when they are taken.
_core.register_hook("rows_looped", _tell_looped)


class RowFallback(namedtuple("RowFallback", "op node stack reason")):
    """One operation that runs row by row.

    Attributes:
      op: its type, such as "Unique"; "" where the whole function runs row by row.
      node: its name in the function.
      stack: the lines of the program that made it, as in a traceback.
      reason: why the whole function runs row by row.
    """

    __slots__ = ()

    def __str__(self) -> str:
        what = f"{self.op} ({self.node}) runs" if self.op else f"the whole function runs ({self.reason})"
        return f"{what} row by row\n{self.stack}".rstrip()


def _tell_watchers(nodes: list[tuple[str, str, str]], reason: str) -> None:
    """Tells the open `row_fallbacks()` of operations that run row by row, each once."""
    if row_watchers:
        for watcher in row_watchers:
            watcher += [found for node in nodes if (found := RowFallback(*node, reason)) not in watcher]


def _tell_rows(stacked: list, row_shapes: list, static: int | None) -> None:
    """Tells symbolic tensors how many rows they have, and of which shapes."""
    for result, shape in zip(stacked, row_shapes):
        if isinstance(result, _core.SymbolicTensor) and shape.rank is not None:
            result.set_shape([static, *shape.as_list()])


def rows_one_by_one(one: Callable[[list], list], elems: list, static: int | None, count: int | Tensor) -> list:
    """Returns what `rows_at_once` gives, by a loop."""
    leaves = _row_graph(one, elems)[1]
    specs = [TensorSpec(leaf.shape, leaf.dtype) for leaf in leaves if leaf is not None]
    if not specs:
        return leaves
    if static == 0:
        fill = _core.op("Fill")
        found = [fill([0, *(n or 0 for n in s.shape.as_list())], _core.convert_to_tensor(0, s.dtype)) for s in specs]
    else:
        limit = _core.convert_to_tensor(count, dtypes.int32)

        def write(i: Tensor, arrays: list) -> tuple:
            results = [leaf for leaf in one([leaf[i] for leaf in elems]) if leaf is not None]
            return i + 1, [array.write(i, result) for array, result in zip(arrays, results, strict=True)]

        arrays = [TensorArray(spec.dtype, size=count, element_shape=spec.shape) for spec in specs]
        _, arrays = while_loop(lambda i, _: i < limit, write, (_core.convert_to_tensor(0), arrays), name="while")
        found = [array.stack() for array in arrays]
        _tell_rows(found, [spec.shape for spec in specs], static)
    remaining = iter(found)
    return [None if leaf is None else next(remaining) for leaf in leaves]
