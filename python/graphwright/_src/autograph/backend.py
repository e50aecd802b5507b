"""What the operators stage into: a tensor library with TensorFlow's public functions, which is this package.

The operators reach tensors only through `library`, and ask only `is_staged` whether a value is known now or when the
graph runs. A test may put another library of the same interface in place, to compare the rewriter's output under
both.
"""

from __future__ import annotations

import contextlib
import sys

from graphwright import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Backend:
    """A tensor library as operators see it.

    Args:
      library: a module with TensorFlow's public interface.
    """

    def __init__(self, library: Any) -> None:
        self.library = library
        self._scratch: list[Any] = []

    def is_symbolic(self, value: Any) -> bool:
        """True for a tensor of a graph under construction."""
        return isinstance(value, _core.SymbolicTensor)

    def in_graph(self) -> bool:
        """True while a graph is under construction."""
        return not _core.executing_eagerly()

    def is_staged(self, value: Any) -> bool:
        """True for a value that is known only when the graph runs: a symbolic tensor, or a variable while tracing."""
        return self.is_symbolic(value) or (self.is_variable(value) and self.in_graph())

    def placeholder(self, tensor: Any) -> Any:
        """A tensor of the scratch graph with a tensor's dtype and static shape, and no known value."""
        return self._scratch[-1].add_input(tensor.dtype, tensor.shape, "item")

    def graph_size(self) -> int:
        """The number of operations in the graph under construction; 0 where there is none."""
        graph = _core.current_graph()
        return 0 if graph is None else graph._core.num_nodes()

    def let_draw_anew(self, result: Any) -> None:
        """With each run of the loop that gave `result`, what its body draws from seeds begins anew."""
        result.op._node.set_draws_anew()

    def is_variable(self, value: Any) -> bool:
        return isinstance(value, self.library.Variable)

    def is_tensor(self, value: Any) -> bool:
        """True for tensors and variables, eager or not."""
        return isinstance(value, _core.Tensor) or self.is_variable(value)

    @contextlib.contextmanager
    def scratch_graph(self) -> Iterator[None]:
        """A graph that is thrown away: to find out what code gives, without leaving its operations behind."""
        graph = _core.FuncGraph("scratch")
        graph.push()
        self._scratch.append(graph)
        try:
            yield
        finally:
            graph.pop()
            self._scratch.pop()
            graph.finished = True


current = Backend(sys.modules["graphwright"])
