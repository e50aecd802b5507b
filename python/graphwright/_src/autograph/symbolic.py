"""Values that are known only when a graph runs, and questions of the operators about the graph under construction."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.operation import node_of
from graphwright._src.state.variable import Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphwright._src.tensor.tensor import Tensor

_scratch: list[_core.FuncGraph] = []


def is_symbolic(value: object) -> bool:
    """True for a tensor of a graph under construction."""
    return isinstance(value, _core.SymbolicTensor)


def in_graph() -> bool:
    """True while a graph is under construction."""
    return not _core.executing_eagerly()


def is_variable(value: object) -> bool:
    """True for variables, which operators take for tensors."""
    return isinstance(value, Variable)


def is_tensor(value: object) -> bool:
    """True for tensors and variables, eager or not."""
    return isinstance(value, (_core.Tensor, Variable))


def is_staged(value: object) -> bool:
    """True for a value that is known only when the graph runs: a symbolic tensor, or a variable while tracing."""
    return is_symbolic(value) or (is_variable(value) and in_graph())


def graph_size() -> int:
    """Returns the number of operations in the graph under construction; 0 where there is none."""
    graph = _core.current_graph()
    return 0 if graph is None else core_of(graph).num_nodes()


def let_draw_anew(result: Tensor) -> None:
    """With each run of the loop that gave `result`, what its body draws from seeds begins anew."""
    node_of(result.op).set_draws_anew()


@contextlib.contextmanager
def scratch_graph() -> Iterator[None]:
    """Returns a graph that is thrown away: to find out what code gives, without leaving its operations behind."""
    graph = _core.FuncGraph("scratch")
    graph.push()
    _scratch.append(graph)
    try:
        yield
    finally:
        graph.pop()
        _scratch.pop()
        graph.finished = True


def placeholder(tensor: Tensor) -> Tensor:
    """Adds a tensor with another one's dtype and static shape, and no known value, to the scratch graph."""
    return _scratch[-1].add_input(tensor.dtype, tensor.shape, "item")
