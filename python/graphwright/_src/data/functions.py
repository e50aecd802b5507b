"""Functions of the user's over elements of data sets, traced once into graphs that run without Python."""

from __future__ import annotations

import itertools

from graphwright import _core
from graphwright._src.base.conversion_status import control_status_ctx
from graphwright._src.base.export import export
from graphwright._src.data import structure
from graphwright._src.graph.building import building
from graphwright._src.graph.devices import functions_run_eagerly
from graphwright._src.ops.script import py_function
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

_numbers = itertools.count(1)
_debugging = False


@export("data.experimental.enable_debug_mode")
def enable_debug_mode() -> None:
    """Has functions of the data sets that are made from now on run in Python (tf.data.experimental.enable_debug_mode).

    They are called eagerly for each element, one after the other, so that breakpoints and prints in them work. Each is
    still traced once, to learn what it gives.

    Raises:
      ValueError: a graph is being built.
    """
    global _debugging
    if not _core.executing_eagerly():
        raise ValueError("`enable_debug_mode() is only supported in eager mode.")
    _debugging = True


def is_debugging() -> bool:
    """Tells whether functions of data sets run in Python."""
    return _debugging


class TracedFunction:
    """A function of elements as ops on data sets take it.

    Args:
      function: takes an element; one that is a tuple becomes several arguments.
      transformation: what messages and the trace's name call the place where it is used: "Dataset.map()".
      input_spec: the spec of its argument; a tuple of them where there are several arguments.
      unpack: whether an element that is a tuple becomes several arguments.

    Raises:
      TypeError: the function returns something that data sets cannot hold.
    """

    def __init__(
        self, function: Callable[..., Any], transformation: str, input_spec: object, unpack: bool | None = None
    ) -> None:
        from graphwright._src.autograph import api

        self.transformation = transformation
        kind = transformation.removesuffix("()").replace(".", "_")
        own = getattr(function, "__name__", None) or type(getattr(function, "func", function)).__name__
        graph = _core.FuncGraph(f"__inference_{kind}_{own}_{next(_numbers)}")
        status = control_status_ctx()
        if functions_run_eagerly() and not _debugging:
            import warnings

            warnings.warn(
                "Even though the `tf.config.experimental_run_functions_eagerly` option is set, this option does not apply to "
                "tf.data functions. `tf.data.experimental.enable_debug_mode()` lets them run eagerly.",
                stacklevel=5,
            )
        with building(graph):
            converted = api.tf_convert(function, status)
            placeholders = [
                graph.add_input(spec.dtype, spec.shape, f"args_{i}")
                for i, spec in enumerate(structure.flat_specs(input_spec))
            ]
            argument = structure.from_tensors(input_spec, placeholders)
            if unpack is None:
                unpack = type(argument) is tuple
            result = converted(*argument) if unpack else converted(argument)
            if isinstance(result, list):
                result = tuple(result)
            try:
                self.output = structure.normalized(result)
                self.output_spec = structure.spec_of(self.output)
            except (TypeError, ValueError) as error:
                raise TypeError(
                    f"Unsupported return value from function passed to `{transformation}`: {result}."
                ) from error
            outputs = structure.to_tensors(self.output_spec, self.output)
            identity = _core.op("Identity")
            graph.set_outputs([identity(tensor) for tensor in outputs])
        if _debugging:
            graph = self._run_by_python(function, graph.name, input_spec, unpack)
        self.captured = [outer for outer, _ in graph.captures]
        graph.align_captures(self.captured)
        self.function = _core.GraphFunction(graph)
        self.function.forget_implementations()
        self.output = None  # its tensors are of use in the graph only

    def _run_by_python(self, function: Callable[..., Any], name: str, input_spec: object, unpack: bool) -> Any:
        """Returns a graph that calls the function itself, eagerly, for each element."""

        def run(*tensors: TensorLike) -> list[Any]:
            argument = structure.from_tensors(input_spec, list(tensors))
            result = function(*argument) if unpack else function(argument)
            result = structure.normalized(tuple(result) if isinstance(result, list) else result)
            return structure.to_tensors(self.output_spec, result)

        with building(_core.FuncGraph(name)) as graph:
            specs = structure.flat_specs(input_spec)
            inputs = [graph.add_input(spec.dtype, spec.shape, f"args_{i}") for i, spec in enumerate(specs)]
            wanted = structure.flat_specs(self.output_spec)
            outputs = py_function(run, inputs, [spec.dtype for spec in wanted])
            for tensor, spec in zip(outputs, wanted, strict=True):
                tensor.set_shape(spec.shape)
            graph.set_outputs(outputs)
        return graph

    @property
    def attrs(self) -> dict[str, list[Any]]:
        """The attributes that ops have for what the function gives."""
        return structure.attrs_of(self.output_spec)

    def is_predicate(self) -> bool:
        """Tells whether it gives one bool."""
        spec = self.output_spec
        return not nest.is_nested(spec) and getattr(spec, "dtype", None) == "bool" and spec.shape.rank in (0, None)
