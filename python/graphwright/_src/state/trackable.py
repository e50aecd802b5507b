"""The bases of classes whose objects consist of others that checkpoints hold."""

from __future__ import annotations

import collections
import contextlib
import warnings

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import if_loaded, late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike


@export("__internal__.tracking.Trackable")
class Trackable:
    """The base of classes that say themselves what they consist of; variables are such, too.

    It has no metaclass, for libraries mix it into classes that have one of their own.
    """

    _object_identifier = "_generic_user_object"  # what a SavedModel calls its class

    def _maybe_initialize_trackable(self) -> None:
        """Does nothing: the dict of children is made with the first of them."""

    @property
    def _setattr_tracking(self) -> bool:
        """True where attributes that are set become children."""
        return getattr(self, "_self_setattr_tracking", True)

    @_setattr_tracking.setter
    def _setattr_tracking(self, value: bool) -> None:
        self._self_setattr_tracking = value

    @property
    def _self_unconditional_dependency_names(self) -> Any:
        """The children by the names under which they were tracked."""
        tracked = self.__dict__.get("_tracked_by_name")
        if tracked is None:
            tracked = collections.UserDict()  # no dict: Keras would save what is in attributes that are dicts once more
            object.__setattr__(self, "_tracked_by_name", tracked)
        return tracked

    _unconditional_dependency_names = _self_unconditional_dependency_names

    def _delete_tracking(self, name: str) -> None:
        """Takes back that an object is a child."""
        self.__dict__.get("_tracked_by_name", {}).pop(name, None)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        return dict(self.__dict__.get("_tracked_by_name", ()))

    @property
    def _unconditional_checkpoint_dependencies(self) -> list[TrackableReference]:
        """The children that were added one by one, with their names."""
        return [TrackableReference(name, child) for name, child in self.__dict__.get("_tracked_by_name", {}).items()]

    def _lookup_dependency(self, name: str, cached_dependencies: Mapping[str, Any] | None = None) -> Any:
        if cached_dependencies is not None:
            return cached_dependencies.get(name)
        return self.__dict__.get("_tracked_by_name", {}).get(name)

    def _no_dependency(self, value: object) -> Any:
        """Returns what is to be an attribute but no child: here what it is."""
        return value

    def _track_trackable(self, trackable: object, name: str, overwrite: bool = False) -> Any:
        """Makes an object a child.

        Args:
          trackable: the object.
          name: the child's name.
          overwrite: whether it may take the place of another child.

        Raises:
          TypeError: such an object cannot be saved.
          ValueError: there is another child of that name.
        """
        if not is_part(trackable):
            raise TypeError(
                "Trackable._track_trackable() can only be used to track objects of type Trackable. Got type "
                f"{type(trackable)}."
            )
        if not getattr(self, "_manual_tracking", True):
            return trackable
        current = self._lookup_dependency(name)
        if current is not None and current is not trackable and not overwrite:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this name is already declared "
                "as a dependency. Names must be unique (or overwrite=True)."
            )
        self._self_unconditional_dependency_names[name] = trackable
        if current is None:
            self._handle_deferred_dependencies(name, trackable)
        return trackable

    def _handle_deferred_dependencies(self, name: str, trackable: object) -> None:
        """Restores an object that has just become a child, where a checkpoint that was read earlier has values for it."""
        restoration = if_loaded("checkpoint.restoration")
        if restoration is not None:
            restoration.appeared(self, name, trackable)

    def _add_variable_with_custom_getter(
        self,
        name: str,
        shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        initializer: object = None,
        getter: Callable[..., Any] | None = None,
        overwrite: bool = False,
        **kwargs: object,
    ) -> Any:
        """Returns a variable made by `getter` that becomes a child, with a checkpoint's value where one waits for it.

        Args:
          name: the child's name.
          shape: the variable's shape.
          dtype: its dtype; float32 where it is None.
          initializer: what gives its first value.
          getter: makes the variable; takes the arguments above and `kwargs` by name.
          overwrite: whether it may take the place of another child.
          **kwargs: further arguments of `getter`.

        Raises:
          ValueError: there is another child of that name.
        """
        if getter is None:
            raise TypeError("_add_variable_with_custom_getter() needs a getter")
        if not overwrite and name in self.__dict__.get("_tracked_by_name", ()):
            raise ValueError(f"there is a variable {name!r} of {self!r} already")
        if dtype is None:
            from graphwright._src.tensor import dtypes

            dtype = dtypes.float32
        variable = getter(name=name, shape=shape, dtype=dtype, initializer=initializer, **kwargs)
        if name is not None and isinstance(variable, Trackable | _core.ResourceVariable):
            self._track_trackable(variable, name, overwrite=overwrite)
        return variable


@contextlib.contextmanager
def _with_attribute(obj: object, name: str, value: object) -> Iterator[None]:
    before = getattr(obj, name, True)
    setattr(obj, name, value)
    try:
        yield
    finally:
        setattr(obj, name, before)


def no_automatic_dependency_tracking_scope(obj: object) -> Any:
    """Returns a context in which attributes of an object that are set become no children of it."""
    return _with_attribute(obj, "_self_setattr_tracking", False)


def no_manual_dependency_tracking_scope(obj: object) -> Any:
    """Returns a context in which nothing becomes a child of an object."""
    return _with_attribute(obj, "_manual_tracking", False)


class NoDependency:
    """A wrapper of a value that is to be an attribute of an object but no child of it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


_wrap = late("state.tracked_containers", "wrap")


@export("__internal__.tracking.AutoTrackable")
class AutoTrackable(Trackable):
    """The base of classes whose attributes are their children, but for those set while `_self_setattr_tracking` is false.

    An attribute that was a child stays one under its name when it is set to something that is none, as in TensorFlow. A
    list, dict or tuple becomes one that knows what is in it, and shares its storage.
    """

    def _no_dependency(self, value: object) -> NoDependency:
        """Returns what is to be an attribute but no child."""
        return NoDependency(value)

    def __setattr__(self, name: str, value: object) -> None:
        if type(value) not in _PLAIN and getattr(self, "_self_setattr_tracking", True):
            value = assigned(self, name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._delete_tracking(name)
        super().__delattr__(name)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        if save_type == "checkpoint":
            return super()._trackable_children(save_type, **kwargs)
        # Functions are parts of a model only where they are attributes now. To ask for them, and their first traces, may
        # make further children.
        functions = functions_of(self)
        for function in functions.values():
            if isinstance(function, _core.FunctionBase):
                function._list_all_concrete_functions_for_serialization()  # type: ignore[attr-defined]  # of Function
        tracked = super()._trackable_children(save_type, **kwargs)
        return {**{name: child for name, child in tracked.items() if not is_function(child)}, **functions}


def assigned(parent: Trackable, name: str, value: object) -> Any:
    """Returns the value of an attribute as it is kept, after it became a child where it can be one."""
    if type(value) is NoDependency:
        return value.value
    if not is_part(value):
        if not isinstance(value, _CONTAINERS):
            return value
        value = _wrap(value)
        if not is_part(value):
            return value
    parent._track_trackable(value, name, overwrite=True)
    return value


def is_function(value: object) -> bool:
    """Tells whether it is a `tf.function`, or one of its traces."""
    return isinstance(value, (_core.FunctionBase, _core.ConcreteBase))


def is_part(value: object) -> bool:
    """Tells whether an object can be a child of others as it is; lists and dicts are wrapped first."""
    cls = type(value)
    if cls in _NO_PARTS:
        return False
    return isinstance(value, _core.ResourceVariable) or hasattr(cls, "_trackable_children") or is_function(value)


_CONTAINERS = (list, dict, tuple, NoDependency)
_PLAIN = frozenset((int, float, bool, str, bytes, type(None), set, frozenset, type, _core.EagerTensor))
_NO_PARTS = _PLAIN | {list, dict}


@export("__internal__.tracking.TrackableReference")
class TrackableReference:
    """A named reference to an object that a checkpoint can hold."""

    def __init__(self, name: str, ref: Any) -> None:
        self.name, self.ref = name, ref

    def __iter__(self) -> Iterator[Any]:
        return iter((self.name, self.ref))

    def __repr__(self) -> str:
        return f"TrackableReference(name={self.name}, ref={self.ref})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrackableReference) and (self.name, self.ref) == (other.name, other.ref)

    __hash__ = None  # type: ignore[assignment]  # as Python says that objects have no hash


def functions_of(value: object) -> dict[str, Any]:
    """Returns the functions that are attributes of an object, which are parts of a model; properties are asked, too."""
    ignored = getattr(value, "_TF_MODULE_IGNORED_PROPERTIES", ())
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in dir(value):
            try:
                child = None if name in ignored else getattr(value, name, None)
            except Exception:  # a property need not work to be left out
                continue
            if is_function(child):
                found[name] = child
    return found
