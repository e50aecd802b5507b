"""tf.__internal__: what libraries beside TensorFlow register with it (TF-Keras above all), and what they dispatch and wrap."""

from __future__ import annotations

import functools
import sys
from typing import Any

from graphwright import _core, data_structures
from graphwright.checkpoint.trackable import Trackable, children_of
from graphwright.export import export, exported
from graphwright.internals import TrackableReference, make_decorator
from graphwright.trackable import assigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_registered: dict[str, Any] = {}  # what a library offers, by the name of the function that took it


def _registrar(name: str, text: str) -> None:
    def register(function: Any) -> None:
        _registered[name] = function

    register.__name__ = register.__qualname__ = f"register_{name}"
    register.__doc__ = f"Keeps a library's function: {text}."
    export(f"__internal__.register_{name}")(register)


_registrar("call_context_function", "which layer is being called")
_registrar("clear_session_function", "forgets the library's state")
_registrar("get_session_function", "the session that the library runs in")
_registrar("load_model_function", "reads a model from files")


def registered_function(name: str) -> Any:
    """What a library has registered under a name, such as "load_model_function"; None without one."""
    return _registered.get(name)


@export("__internal__.tracking.register_session_provider")
def register_session_provider(provider: Callable[[], Any]) -> None:
    """Keeps a library's function that gives the session in which values are restored."""
    _registered["session_provider"] = provider


@export("__internal__.mixed_precision.register_loss_scale_wrapper")
def register_loss_scale_wrapper(optimizer_cls: type, wrapper_fn: Any, wrapper_cls: Any = None) -> None:
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
    all_model_checkpoint_paths: Any = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
    save_relative_paths: bool = False,
) -> None:
    """As tf.compat.v1.train.update_checkpoint_state; paths are written relative to the folder where one asks for it."""
    from graphwright.checkpoint.state import save_state

    save_state(
        str(save_dir),
        str(model_checkpoint_path),
        [str(path) for path in all_model_checkpoint_paths or ()],
        latest_filename,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        relative=save_relative_paths,
    )


# ---- calls of public functions with a library's own symbolic values ----


class _NotSupported:
    def __repr__(self) -> str:
        return "NOT_SUPPORTED"


@export("__internal__.dispatch.OpDispatcher")
class OpDispatcher:
    """The base of classes that take calls of one function; `handle` gives NOT_SUPPORTED for others."""

    NOT_SUPPORTED = _NotSupported()

    def handle(self, args: Any, kwargs: Any) -> Any:
        """The result of a call, or NOT_SUPPORTED."""
        return self.NOT_SUPPORTED

    def register(self, op: Any) -> None:
        """From here on this object is asked for calls of `op` that fail with a TypeError or a ValueError."""
        _core.set_offer(_offer_failed)
        _dispatchers.setdefault(_unwrapped(op), []).append(self)


@export("__internal__.dispatch.GlobalOpDispatcher")
class GlobalOpDispatcher:
    """The base of classes that take calls of all functions; `handle` gives NOT_SUPPORTED for others."""

    NOT_SUPPORTED = OpDispatcher.NOT_SUPPORTED

    def handle(self, op: Any, args: Any, kwargs: Any) -> Any:
        """The result of a call, or NOT_SUPPORTED."""
        return self.NOT_SUPPORTED

    def register(self) -> None:
        """From here on this object is asked for calls of public functions that fail with a TypeError or a ValueError."""
        _core.set_offer(_offer_failed)
        _global_dispatchers.append(self)


_dispatchers: dict[Any, list[OpDispatcher]] = {}
_global_dispatchers: list[GlobalOpDispatcher] = []


def _unwrapped(op: Any) -> Any:
    return getattr(op, "__func__", op)


def _offer_failed(function: Any, args: tuple, kwargs: dict) -> Any:
    """What dispatchers make of a public function's call that failed; NotImplemented where they leave it."""
    caller = sys._getframe().f_back
    if caller is not None and caller.f_globals.get("__name__", "").startswith("graphwright."):
        return NotImplemented  # the public function that calls this one is asked
    result = _offer(function, args, kwargs)
    return NotImplemented if result is OpDispatcher.NOT_SUPPORTED else result


def offered(op: Any, function: Any, args: tuple, kwargs: dict) -> Any:
    """The function's result; where the call fails, what dispatchers make of a call of `op`."""
    try:
        return function(*args, **kwargs)
    except (TypeError, ValueError):
        result = _offer(op, args, kwargs)
        if result is OpDispatcher.NOT_SUPPORTED:
            raise
        return result


def _offer(op: Any, args: tuple, kwargs: dict) -> Any:
    for dispatcher in _dispatchers.get(op, ()):
        result = dispatcher.handle(args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    for dispatcher in _global_dispatchers:
        result = dispatcher.handle(op, args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    return OpDispatcher.NOT_SUPPORTED


class _TypeDispatcher(OpDispatcher):
    """Takes calls in which there is a value of one of some classes."""

    def __init__(self, function: Any, classes: tuple[type, ...]) -> None:
        self._function, self._classes = function, classes

    def handle(self, args: Any, kwargs: Any) -> Any:
        """The function's result where an argument, or an item of a list of them, is of one of the classes."""
        for value in (*args, *kwargs.values()):
            items = value if isinstance(value, (list, tuple)) else (value,)
            if any(isinstance(item, self._classes) for item in items):
                return self._function(*args, **kwargs)
        return self.NOT_SUPPORTED


@export("__internal__.dispatch.dispatch_for_types")
def dispatch_for_types(op: Any, *types: type) -> Callable[[Any], Any]:
    """Decorates what is called for `op` where it fails and an argument is of one of the classes."""

    def decorate(function: Any) -> Any:
        _TypeDispatcher(function, types).register(op)
        return function

    return decorate


@export("__internal__.dispatch.add_dispatch_support")
def add_dispatch_support(target: Any = None, iterable_parameters: Any = None) -> Any:
    """Decorates a function whose calls dispatchers may take where it fails with a TypeError or a ValueError."""

    def decorate(function: Any) -> Any:
        @functools.wraps(function)
        def dispatched(*args: Any, **kwargs: Any) -> Any:
            return offered(dispatched, function, args, kwargs)

        return make_decorator(function, dispatched, "dispatch")

    return decorate if target is None else decorate(target)


# ---- objects and their parts ----


@export("__internal__.tracking.wrap")
def wrap(value: Any) -> Any:
    """A list, a dict, or a tuple of what can be saved as one that knows the layers in it; anything else as it is."""
    return data_structures.wrap(value)


@export("__internal__.tracking.sticky_attribute_assignment")
def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
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

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
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
    """What gives a variable its first value from a checkpoint.

    Args:
      checkpoint_position: where the value stands, as those get it that make variables when they are restored.
    """

    def __init__(self, checkpoint_position: Any) -> None:
        self._position = checkpoint_position

    @property
    def checkpoint_position(self) -> Any:
        """Where the value stands."""
        return self._position

    @property
    def restore_uid(self) -> int:
        """The number of the restoration; later ones have greater ones."""
        return self._position.restore_uid

    def __call__(self, shape: Any = None, dtype: Any = None, shard_info: Any = None) -> Any:
        """The value."""
        value = self._position.value_tensors()["VARIABLE_VALUE"]
        return value if dtype is None or value.dtype == dtype else exported("cast")(value, dtype)


@export("__internal__.tracking.ObjectGraphView")
class ObjectGraphView:
    """The objects that are reached from one."""

    def __init__(self, root: Any, attached_dependencies: Any = None) -> None:
        self.root = root
        self.attached_dependencies = attached_dependencies

    def children(self, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The parts of an object by name."""
        return children_of(obj, save_type, **kwargs)

    def list_children(self, obj: Any, **kwargs: Any) -> list[TrackableReference]:
        """The parts of an object with their names."""
        return [TrackableReference(name, child) for name, child in self.children(obj, **kwargs).items()]

    def breadth_first_traversal(self) -> tuple[list[Any], Any]:
        """All objects, the nearest first, and for each the references that lead to it from the root."""
        paths = IdentityDict()
        paths[self.root] = ()
        found = [self.root]
        for obj in found:
            for reference in self.list_children(obj):
                if reference.ref not in paths:
                    paths[reference.ref] = (*paths[obj], reference)
                    found.append(reference.ref)
        return found, paths


class IdentityDict:
    """A mapping whose keys are objects themselves, whether or not they can be hashed."""

    def __init__(self) -> None:
        self._items: dict[int, tuple[Any, Any]] = {}

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items[id(key)] = key, value

    def __getitem__(self, key: Any) -> Any:
        found = self._items.get(id(key))
        if found is None:
            raise KeyError(key)
        return found[1]

    def __delitem__(self, key: Any) -> None:
        del self._items[id(key)]

    def __contains__(self, key: Any) -> bool:
        return id(key) in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter([key for key, _ in self._items.values()])


# ---- classes of objects in SavedModels ----


@export("__internal__.saved_model.load.VersionedTypeRegistration")
class VersionedTypeRegistration:
    """How objects of a class are made anew when a SavedModel is read, for a range of versions.

    Args:
      object_factory: makes an object from what was saved of it.
      version: of this registration.
      min_producer_version: the oldest version of what was written that it reads.
      min_consumer_version: the oldest version that reads what it writes.
      bad_consumers: versions that must not.
      setter: puts a part into an object.
    """

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Any = None,
        setter: Callable[..., None] = setattr,
    ) -> None:
        self.object_factory, self.setter = object_factory, setter
        self.version, self.bad_consumers = version, tuple(bad_consumers or ())
        self.min_producer_version, self.min_consumer_version = min_producer_version, min_consumer_version

    def from_proto(self, proto: Any) -> Any:
        """A new object from what was saved of it."""
        return self.object_factory(proto)


_revived: dict[str, tuple[Callable[[Any], bool], list[VersionedTypeRegistration]]] = {}


@export("__internal__.saved_model.load.register_revived_type")
def register_revived_type(
    identifier: str, predicate: Callable[[Any], bool], versions: list[VersionedTypeRegistration]
) -> None:
    """Registers a class of objects by the name that SavedModels have for it.

    Raises:
      AssertionError: the name, or one of two equal versions, is there already.
    """
    numbers = [registration.version for registration in versions]
    if identifier in _revived or len(set(numbers)) != len(numbers):
        raise AssertionError(f"Duplicate registrations for type '{identifier}'")
    _revived[identifier] = predicate, sorted(versions, key=lambda registration: registration.version, reverse=True)


@export("__internal__.saved_model.load.registered_identifiers")
def registered_identifiers() -> Any:
    """The names of all registered classes."""
    return _revived.keys()


@export("__internal__.saved_model.load.get_setter")
def get_setter(proto: Any) -> Callable[..., None] | None:
    """What puts parts into an object of the class that saved data names; None where the class is not registered."""
    found = _revived.get(proto.identifier)
    if found is None:
        return None
    for registration in found[1]:
        if registration.min_producer_version <= proto.version.producer:
            return registration.setter
    return None


def registration_of(value: Any) -> tuple[str, int, int, tuple[int, ...]] | None:
    """What a SavedModel says of an object of a registered class: its name, versions of writer and reader, bad readers."""
    for identifier, (predicate, versions) in _revived.items():
        if predicate(value):
            newest = versions[0]
            return identifier, newest.version, newest.min_consumer_version, newest.bad_consumers
    return None


def revived(proto: Any) -> tuple[Any, Callable[..., None]] | None:
    """A new object of the registered class that saved data names, and what puts parts into it; None without one."""
    found = _revived.get(proto.identifier)
    for registration in found[1] if found is not None else ():
        if (
            registration.min_producer_version <= proto.version.producer
            and registration.version >= proto.version.min_consumer
            and registration.version not in proto.version.bad_consumers
        ):
            return registration.from_proto(proto), registration.setter
    return None


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

    def __init__(self, variables: Any, name: str = "ShardedVariable") -> None:
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
        return exported("TensorShape")([rows, *self._variables[0].shape[1:]])

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {str(i): variable for i, variable in enumerate(self._variables)}
