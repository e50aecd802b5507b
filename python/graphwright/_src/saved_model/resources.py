"""Tables and files in saved models: functions that make and fill tables, and paths that move with the model."""

from __future__ import annotations

from graphwright import _core
from graphwright._src import function as function_module
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import init_scope, plain_graph
from graphwright._src.ops.array import constant
from graphwright._src.state import children as trackable
from graphwright._src.state.asset import Asset
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.text.lookup import fill_from, recipe_of
from graphwright._src.text.strings import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor

export("saved_model.Asset")(Asset)


class RestoredResource(trackable.Trackable):
    """A table, or another thing that functions of a loaded model make and fill."""

    _saved_resource = True

    def __init__(self) -> None:
        self.functions: dict[str, Any] = {}
        self.saveables: dict[str, tuple[Any, Any]] = {}  # functions that give and take its values
        self.resource_handle: Any = None

    def make(self) -> None:
        """Calls the function that makes it."""
        if "_create_resource" in self.functions:
            self.resource_handle = self.functions["_create_resource"]()

    def fill(self) -> None:
        """Calls the function that fills it; in a plain graph, sessions do when they initialise tables."""
        if "_initialize" not in self.functions:
            return
        filled, graph = self.functions["_initialize"](), plain_graph()
        if graph is not None:
            graph.add_to_collection("table_initializer", filled)

    @property
    def _attribute_names(self) -> tuple[str, ...]:
        return tuple(self.saveables)

    def _trackable_children(self, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        return self.functions if save_type == trackable.SAVED_MODEL else {}

    def _serialize_to_tensors(self) -> dict[str, Any]:
        found = {}
        for name, (save, _) in self.saveables.items():
            for spec in save._call_flat([_core.convert_to_tensor(name)]):
                found[spec["name"].numpy().decode()] = spec["tensor"]
        return found

    def _restore_from_tensors(self, tensors: dict[str, Any]) -> None:
        for name, (_, restore) in self.saveables.items():
            restore._call_flat([tensors[key] for key in sorted(tensors) if key.startswith(name)])


class _ResourceMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        """Tables are resources, too."""
        known = cls is TrackableResource and getattr(type(instance), "_saved_resource", False)
        return known or type.__instancecheck__(cls, instance)


@export("saved_model.experimental.TrackableResource")
class TrackableResource(trackable.Trackable, metaclass=_ResourceMeta):
    """The base of objects around a resource of one's own making (tf.saved_model.experimental.TrackableResource).

    A subclass has `_create_resource`, which gives the handle, and may have `_initialize` and `_destroy_resource`. Saved models
    keep these methods as functions, which make the resource anew when the model is loaded.

    Args:
      device: has no effect.

    >>> import graphwright as tf
    >>> class Table(tf.saved_model.experimental.TrackableResource):
    ...     def _create_resource(self):
    ...         return tf.raw_ops.MutableHashTableV2(key_dtype=tf.int64, value_dtype=tf.int64, shared_name="mine")
    >>> Table().resource_handle.dtype
    tf.resource
    """

    _saved_resource = True

    def __init__(self, device: str = "") -> None:
        self._resource_device = device
        self._resource_handle: Any = None

    @property
    def resource_handle(self) -> Any:
        """The handle of the resource, which is made when it is first asked for."""
        if self._resource_handle is None:
            with init_scope():
                self._resource_handle = self._create_resource()
        return self._resource_handle

    def _create_resource(self) -> Any:
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> None:
        """Fills the resource: nothing to do here."""

    def _destroy_resource(self) -> None:
        """Empties the resource: nothing to do here."""

    def _trackable_children(self, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        found = {name: child for name, child in vars(self).items() if trackable.is_trackable(child)}
        if save_type == trackable.CHECKPOINT:
            return found
        if "_saved_functions" not in self.__dict__:
            self._saved_functions = _functions_of_methods(self)
        return {**{name: value for name, value in found.items() if name[0] != "_"}, **self._saved_functions}


def _functions_of_methods(resource: Any) -> dict[str, Any]:
    function = function_module.function

    def _initializer() -> Any:
        resource._initialize()
        return _core.convert_to_tensor(1)

    def _destroyer() -> Any:
        resource._destroy_resource()
        return _core.convert_to_tensor(1)

    def _creator() -> Any:
        return resource._create_resource()

    return {
        "_create_resource": function(_creator, input_signature=[], autograph=False),
        "_initialize": function(_initializer, input_signature=[], autograph=False),
        "_destroy_resource": function(_destroyer, input_signature=[], autograph=False),
    }


def functions_of(table: Any) -> dict[str, Any]:
    """Returns the functions that make and fill a table, by the names that models have for them."""
    inner = getattr(table, "_table", table)
    if inner is None:
        return {}
    if "_saved_functions" not in table.__dict__:
        table._saved_functions = _functions_of(inner)
    return table._saved_functions


def _functions_of(table: Any) -> dict[str, Any]:
    function = function_module.function
    name, inputs, attrs = recipe_of(table)
    shared = f"table_{table.resource_handle._id}"
    initializer = getattr(table, "_initializer", None)

    def _creator() -> Any:
        return _core.op(name)(*inputs, shared_name=shared, **attrs)

    def _initializer() -> Any:
        if initializer is not None:
            fill_from(initializer, table.resource_handle)
        return _core.convert_to_tensor(1)

    def _destroyer() -> Any:
        return _core.convert_to_tensor(1)

    found = {
        "_create_resource": function(_creator, input_signature=[], autograph=False),
        "_initialize": function(_initializer, input_signature=[], autograph=False),
        "_destroy_resource": function(_destroyer, input_signature=[], autograph=False),
    }
    return found if initializer is None else {"_initializer": initializer, **found}


def saveable_functions(table: Any) -> tuple[Any, Any] | None:
    """Returns the traces that give a table's content for a checkpoint, and take it; None for what has none."""
    saveables = getattr(table, "saveables", None)
    if saveables:
        return next(iter(saveables.values()))
    if not hasattr(table, "_saved_resource") or not hasattr(table, "_serialize_to_tensors"):
        return None
    if isinstance(table, RestoredResource):
        return None
    if "_saved_traces" not in table.__dict__:
        table._saved_traces = _saveable_functions(table)
    return table._saved_traces


def _saveable_functions(table: Any) -> tuple[Any, Any]:
    function = function_module.function

    def save_fn(checkpoint_key: Tensor) -> list[dict[str, Any]]:
        keys, values = table.export()
        found = []
        for ending, tensor in (("-keys", keys), ("-values", values)):
            name = join([checkpoint_key, ending])
            found.append({"name": name, "slice_spec": constant(""), "tensor": tensor})
        return found

    def restore_fn(restored_tensors_0: Tensor, restored_tensors_1: Tensor) -> Any:
        _core.op("LookupTableImportV2")(table.resource_handle, restored_tensors_0, restored_tensors_1)
        return _core.convert_to_tensor(1)

    save = function(save_fn, autograph=False).get_concrete_function(TensorSpec([], dtypes.string, "checkpoint_key"))
    restore = function(restore_fn, autograph=False).get_concrete_function(
        TensorSpec(None, table.key_dtype, "restored_tensors_0"),
        TensorSpec(None, table.value_dtype, "restored_tensors_1"),
    )
    return save, restore
