"""Objects that loading makes for classes that are not there, variables whose values are to come, and names of tables."""

from __future__ import annotations

import itertools

from graphwright._src.saved_model.signatures import SignatureMap
from graphwright._src.state import children as trackable
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.filling import fill, zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphwright._src.messages.classes import FunctionDefLibrary
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.tensor_shape import TensorShape


class RestoredObject(trackable.AutoTrackable):
    """An object of a class that is not there: it has the attributes that were saved."""

    def __init__(self, identifier: str = "") -> None:
        self._identifier = identifier

    def _trackable_children(self, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        found = super()._trackable_children(save_type, **kwargs)
        # Every model has signatures of its own.
        return {name: value for name, value in found.items() if not isinstance(value, SignatureMap)}


class CallableObject(RestoredObject):
    """The same where `__call__` was saved."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__dict__["__call__"](*args, **kwargs)


def empty_variable(dtype: DType, shape: TensorShape, **kwargs: Any) -> Any:
    """Returns a variable whose value is to come; arguments as of `tf.Variable`."""
    known = [0 if size is None else size for size in (shape.as_list() if shape.rank is not None else [])]
    empty = fill(known, "") if dtype == dtypes.string else zeros(known, dtype)
    variable = Variable(empty, shape=shape, validate_shape=shape.is_fully_defined(), **kwargs)
    if variable._in_graph_mode:  # a plain graph trains what it has made itself
        trained = variable.graph.get_collection_ref("trainable_variables")
        trained[:] = [other for other in trained if other is not variable]
    return variable


_loads = itertools.count(1)


def rename_shared(library: FunctionDefLibrary, nodes: Iterable[Any] = ()) -> None:
    """Gives tables other names than those of models that were loaded before, and those that have none names.

    Args:
      library: the functions.
      nodes: those of the graph itself.
    """
    suffix = f"_load_{next(_loads)}".encode()
    for function in library.function:
        for node in function.node_def:
            if "shared_name" in node.attr and node.attr["shared_name"].s:
                node.attr["shared_name"].s += suffix
    for node in nodes:
        if "shared_name" in node.attr:
            node.attr["shared_name"].s = (node.attr["shared_name"].s or node.name.encode()) + suffix
