"""tf.__internal__: what libraries beside TensorFlow register with it (TF-Keras above all), and what they dispatch and wrap."""

from __future__ import annotations

import functools
from typing import Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.internals.decorator import make_decorator
from graphwright._src.ops.math_convert import cast
from graphwright._src.saved_model.registration import IdentityDict
from graphwright._src.state import tracked_containers as data_structures
from graphwright._src.state.children import Trackable, children_of
from graphwright._src.state.trackable import TrackableReference, assigned
from graphwright._src.tensor.library_dispatch import offered
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike

_registered: dict[Any, Any] = {}  # what a library offers, by the name of the function that took it


def _registrar(name: str, text: str) -> None:
    def register(function: Callable[..., Any]) -> None:
        _registered[name] = function

    register.__name__ = register.__qualname__ = f"register_{name}"
    register.__doc__ = f"Keeps a library's function: {text}."
    export(f"__internal__.register_{name}")(register)


_registrar("call_context_function", "which layer is being called")
_registrar("clear_session_function", "forgets the library's state")
_registrar("get_session_function", "the session that the library runs in")
_registrar("load_model_function", "reads a model from files")


def registered_function(name: str) -> Any:
    """Returns what a library has registered under a name, such as "load_model_function"; None without one."""
    return _registered.get(name)


@export("__internal__.tracking.register_session_provider")
def register_session_provider(session_provider: Callable[[], Any]) -> None:
    """Keeps a library's function that gives the session in which values are restored."""
    _registered["session_provider"] = session_provider


@export("__internal__.mixed_precision.register_loss_scale_wrapper")
def register_loss_scale_wrapper(
    optimizer_cls: type, wrapper_fn: Callable[..., Any], wrapper_cls: Callable[..., Any] | None = None
) -> None:
    """Keeps how optimizers of a class are wrapped for scaled losses.

    Raises:
      TypeError: the class is none.
    """
    if not isinstance(optimizer_cls, type):
        raise TypeError(f"optimizer_cls must be a class, got {optimizer_cls!r}")
    _registered["loss_scale_wrapper", optimizer_cls] = wrapper_fn, wrapper_cls or wrapper_fn


@export("__internal__.train.set_using_mixed_precision_policy")
def set_using_mixed_precision_policy(is_using: bool) -> None:
    """Notes that a library computes in mixed precision by itself."""
    _registered["mixed_precision_policy"] = bool(is_using)


@export("__internal__.train.update_checkpoint_state")
def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
    save_relative_paths: bool = False,
) -> None:
    """As tf.compat.v1.train.update_checkpoint_state; paths are written relative to the folder where one asks for it."""
    from graphwright._src.checkpoint.state import save_state

    save_state(
        str(save_dir),
        str(model_checkpoint_path),
        [str(path) for path in all_model_checkpoint_paths or ()],
        latest_filename,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        relative=save_relative_paths,
    )


@export("__internal__.dispatch.add_dispatch_support")
def add_dispatch_support(
    target: Callable[..., Any] | None = None, iterable_parameters: Sequence[str] | None = None
) -> Any:
    """Decorates a function whose calls dispatchers may take where it fails with a TypeError or a ValueError."""

    def decorate(function: Callable[..., Any]) -> Any:
        @functools.wraps(function)
        def dispatched(*args: Any, **kwargs: Any) -> Any:
            return offered(dispatched, function, args, kwargs)

        return make_decorator(function, dispatched, "dispatch")

    return decorate if target is None else decorate(target)


# ---- objects and their parts ----


@export("__internal__.tracking.wrap")
def wrap(value: object) -> Any:
    """Returns a list, a dict, or a tuple of what can be saved as one that knows the layers in it; anything else as it is."""
    return data_structures.wrap(value)


@export("__internal__.tracking.sticky_attribute_assignment")
def sticky_attribute_assignment(trackable: Any, name: str, value: object) -> Any:
    """Makes the value a part of an object under a name, where it can be one.

    Gives the value: a list, a dict or a tuple of parts as one that knows the layers in it.
    """
    return assigned(trackable, name, value)


@export("__internal__.tracking.DelegatingTrackableMixin")
class DelegatingTrackableMixin:
    """A mixin of classes that consist of what another object consists of."""

    def __init__(self, trackable_obj: Any) -> None:
        self._trackable = trackable_obj

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return self._trackable._trackable_children(save_type, **kwargs)

    def _lookup_dependency(self, name: str, cached_dependencies: Mapping[str, Any] | None = None) -> Any:
        return self._trackable._lookup_dependency(name, cached_dependencies)

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        return self._trackable._track_trackable(trackable, name, overwrite)

    @property
    def _attribute_names(self) -> Any:
        if not hasattr(self._trackable, "_serialize_to_tensors"):
            return ()
        return getattr(self._trackable, "_attribute_names", None) or tuple(self._serialize_to_tensors())

    def _serialize_to_tensors(self) -> dict[str, Any]:
        serialize = getattr(self._trackable, "_serialize_to_tensors", None)
        return {} if serialize is None else serialize()

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> Any:
        return self._trackable._restore_from_tensors(restored_tensors)


@export("__internal__.tracking.CheckpointInitialValueCallable")
class CheckpointInitialValueCallable:
    """A function that gives a variable its first value from a checkpoint.

    Args:
      checkpoint_position: where the value stands, as those get it that make variables when they are restored.
    """

    def __init__(self, checkpoint_position: Any) -> None:
        self._position = checkpoint_position

    @property
    def checkpoint_position(self) -> Any:
        """The place of the value."""
        return self._position

    @property
    def restore_uid(self) -> int:
        """The number of the restoration; later ones have greater ones."""
        return self._position.restore_uid

    def __call__(
        self, shape: ShapeLike | None = None, dtype: DTypeLike | None = None, shard_info: object = None
    ) -> Any:
        """Returns the value."""
        value = self._position.value_tensors()["VARIABLE_VALUE"]
        return value if dtype is None or value.dtype == dtype else cast(value, dtype)


@export("__internal__.tracking.ObjectGraphView")
class ObjectGraphView:
    """The objects that are reached from one."""

    def __init__(self, root: object, attached_dependencies: object = None) -> None:
        self.root = root
        self.attached_dependencies = attached_dependencies

    def children(self, obj: object, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """Returns the parts of an object by name."""
        return children_of(obj, save_type, **kwargs)

    def list_children(self, obj: object, **kwargs: Any) -> list[TrackableReference]:
        """Returns the parts of an object with their names."""
        return [TrackableReference(name, child) for name, child in self.children(obj, **kwargs).items()]

    def breadth_first_traversal(self) -> tuple[list[Any], Any]:
        """Returns all objects, the nearest first, and for each the references that lead to it from the root."""
        paths = IdentityDict()
        paths[self.root] = ()
        found = [self.root]
        for obj in found:
            for reference in self.list_children(obj):
                if reference.ref not in paths:
                    paths[reference.ref] = (*paths[obj], reference)
                    found.append(reference.ref)
        return found, paths


# ---- variables in parts ----


@export("__internal__.distribute.ShardedVariable")
class ShardedVariable(Trackable):
    """A variable whose rows are in several variables.

    Args:
      variables: the parts, in order; all of one dtype and, but for the rows, of one shape.
      name: of the whole.

    Raises:
      ValueError: there is none, or they do not fit.
      TypeError: one is no variable.
    """

    def __init__(self, variables: Iterable[Any], name: str = "ShardedVariable") -> None:
        variables = list(variables)
        if not variables:
            raise ValueError("ShardedVariable needs at least one variable")
        for variable in variables:
            if not isinstance(variable, _core.ResourceVariable):
                raise TypeError(f"ShardedVariable takes variables, got {variable!r}")
        first = variables[0]
        for variable in variables[1:]:
            if variable.dtype != first.dtype or variable.shape[1:] != first.shape[1:]:
                raise ValueError(
                    f"variables differ in more than rows: {first.dtype.name} {first.shape}, "
                    f"{variable.dtype.name} {variable.shape}"
                )
        self._variables, self.name, self.dtype = variables, name, first.dtype

    @property
    def variables(self) -> list[Any]:
        """The parts."""
        return self._variables

    @property
    def shape(self) -> Any:
        """Of the whole."""
        rows = sum(variable.shape[0] for variable in self._variables)
        return TensorShape([rows, *self._variables[0].shape[1:]])

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {str(i): variable for i, variable in enumerate(self._variables)}
