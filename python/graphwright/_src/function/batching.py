"""Work of several threads done at once: tf.nondifferentiable_batch_function."""

from __future__ import annotations

import itertools
import threading

from graphwright import _core
from graphwright._src.base.conversion_status import control_status_ctx
from graphwright._src.base.export import export
from graphwright._src.graph.building import building
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._core import Tensor

_numbers = itertools.count(1)


class _Trace:
    """The graph of a function for arguments of some dtypes and shapes, whose first extents are open."""

    def __init__(self, function: Callable[..., Any], args: Sequence[Any], autograph: bool, number: int) -> None:
        from graphwright._src.autograph import api
        from graphwright._src.tensor.tensor_shape import TensorShape

        graph = _core.FuncGraph(f"__inference_batched_{getattr(function, '__name__', 'function')}_{next(_numbers)}")
        status = control_status_ctx()
        with building(graph):
            if autograph:
                function = api.tf_convert(function, status)
            placeholders = []
            for i, arg in enumerate(args):
                shape = TensorShape(arg.shape)
                if shape.rank:
                    shape = TensorShape([None]).concatenate(shape[1:])
                placeholders.append(graph.add_input(arg.dtype, shape, f"batch_{i}"))
            self.result = nest.map_structure(
                lambda value: None if value is None else _core.convert_to_tensor(value), function(*placeholders)
            )
            outputs = [value for value in nest.flatten(self.result) if value is not None]
            identity = _core.op("Identity")
            graph.set_outputs([identity(tensor) for tensor in outputs])
        self.dtypes = [tensor.dtype for tensor in outputs]
        self.result = nest.map_structure(lambda value: None if value is None else value.dtype, self.result)
        self.captured = [outer for outer, _ in graph.captures]
        graph.align_captures(self.captured)
        self.function = _core.GraphFunction(graph)
        self.name = f"batch_function_{number}_{next(_numbers)}"


@export("nondifferentiable_batch_function")
def nondifferentiable_batch_function(
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    allowed_batch_sizes: Sequence[int] | None = None,
    max_enqueued_batches: int = 10,
    autograph: bool = True,
    enable_large_batch_splitting: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes calls from several threads one call on all their rows (tf.nondifferentiable_batch_function).

    A call waits for others to come, runs the function once on the rows of all, and gives each thread the rows that are its
    own. There are no gradients.

    Args:
      num_batch_threads: how many batches may run at the same time; 0 for any number.
      max_batch_size: how many rows a batch may have.
      batch_timeout_micros: how long a call waits for others, in microseconds.
      allowed_batch_sizes: sizes, growing, up to which batches are filled with copies of their first row. The last one is
        `max_batch_size` unless `enable_large_batch_splitting`.
      max_enqueued_batches: how many batches may wait or run; more are refused.
      autograph: whether Python's control flow in the function becomes the graph's.
      enable_large_batch_splitting: see `allowed_batch_sizes`.

    Returns:
      A decorator for functions of tensors whose first axis are rows. They must give tensors with as many rows.

    Raises:
      tf.errors.InvalidArgumentError: (when called) scalars, tensors with other numbers of rows, or too many rows.
      tf.errors.FailedPreconditionError: (when called) a result has not as many rows.
      tf.errors.UnavailableError: (when called) too many batches wait.

    >>> import graphwright as tf
    >>> @tf.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=8, batch_timeout_micros=1000)
    ... def double(x):
    ...     return x * 2
    >>> double(tf.constant([1, 2])).numpy()
    array([2, 4], dtype=int32)
    """

    def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
        traces: dict[Any, _Trace] = {}
        number = next(_numbers)
        tracing = threading.RLock()

        def decorated(*args: Tensor) -> Any:
            shapes = [arg.shape for arg in args]
            key = tuple(
                (arg.dtype, shape.rank, tuple(shape[1:]) if shape.rank else None) for arg, shape in zip(args, shapes)
            )
            with tracing:
                # What is captured from a graph that is being traced belongs to that graph.
                trace = traces.get(key)
                if trace is None or any(isinstance(value, _core.SymbolicTensor) for value in trace.captured):
                    trace = traces[key] = _Trace(function, args, autograph, number)
            outputs = _core.op("BatchFunction")(
                list(args),
                trace.captured,
                f=trace.function,
                num_batch_threads=num_batch_threads,
                max_batch_size=max_batch_size,
                batch_timeout_micros=batch_timeout_micros,
                allowed_batch_sizes=list(allowed_batch_sizes or ()),
                max_enqueued_batches=max_enqueued_batches,
                shared_name=trace.name,
                enable_large_batch_splitting=enable_large_batch_splitting,
                Tout=trace.dtypes,
            )
            if not isinstance(outputs, (list, tuple)):
                outputs = [outputs]
            places = iter(outputs)
            return nest.map_structure(lambda dtype: None if dtype is None else next(places), trace.result)

        return decorated

    return decorator
