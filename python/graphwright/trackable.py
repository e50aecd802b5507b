"""The bases of classes whose objects consist of others that checkpoints hold."""

from __future__ import annotations

import collections
import sys

from graphwright import _core
from graphwright.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@export("__internal__.tracking.Trackable")
class Trackable:
    """The base of classes that say themselves what they consist of; variables are such, too.

    It has no metaclass, for libraries mix it into classes that have one of their own.
    """

    __slots__ = ()
    _object_identifier = "_generic_user_object"  # what a SavedModel calls its class

    def _maybe_initialize_trackable(self) -> None:
        """Does nothing: the dict of children is made with the first of them."""

    @property
    def _setattr_tracking(self) -> bool:
        """Whether attributes that are set become children."""
        return getattr(self, "_self_setattr_tracking", True)

    @_setattr_tracking.setter
    def _setattr_tracking(self, value: bool) -> None:
        self._self_setattr_tracking = value

    @property
    def _self_unconditional_dependency_names(self) -> Any:
        """The children by the names under which they were tracked."""
        return self.__dict__.get("_tracked_by_name", {})

    def _delete_tracking(self, name: str) -> None:
        """Takes back that an object is a child."""
        self.__dict__.get("_tracked_by_name", {}).pop(name, None)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return dict(self.__dict__.get("_tracked_by_name", ()))

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        return self._trackable_children().get(name)

    def _no_dependency(self, value: Any) -> Any:
        """What is to be an attribute but no child: numbers and names are none anyway."""
        return value

    def _track_trackable(self, trackable: Any, name: str, overwrite: bool = False) -> Any:
        """Makes an object a child.

        Args:
          trackable: the object.
          name: the child's name.
          overwrite: whether it may take the place of another child.

        Raises:
          TypeError: such an object cannot be saved.
          ValueError: there is another child of that name.
        """
        from graphwright.checkpoint.trackable import is_trackable

        if not is_trackable(trackable):
            raise TypeError(
                f"_track_trackable() takes objects that can be saved, got {trackable!r} of {type(trackable)}"
            )
        tracked = self.__dict__.get("_tracked_by_name")
        if tracked is None:
            tracked = collections.UserDict()  # no dict: Keras would save what is in attributes that are dicts once more
            object.__setattr__(self, "_tracked_by_name", tracked)
        if not overwrite and tracked.get(name, trackable) is not trackable:
            raise ValueError(f"there is a child {name!r} of {self!r} already: {tracked[name]!r}")
        tracked[name] = trackable
        self._handle_deferred_dependencies(name, trackable)
        return trackable

    def _handle_deferred_dependencies(self, name: str, trackable: Any) -> None:
        """Restores an object that has just become a child, where a checkpoint that was read earlier has values for it."""
        restoration = sys.modules.get("graphwright.checkpoint.restoration")
        if restoration is not None:
            restoration.appeared(self, name, trackable)

    def _add_variable_with_custom_getter(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        getter: Callable[..., Any] | None = None,
        overwrite: bool = False,
        **kwargs: Any,
    ) -> Any:
        """A variable made by `getter` that becomes a child, with a checkpoint's value where one waits for it.

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
            from graphwright import dtypes

            dtype = dtypes.float32
        variable = getter(name=name, shape=shape, dtype=dtype, initializer=initializer, **kwargs)
        if name is not None and isinstance(variable, Trackable | _core.ResourceVariable):
            self._track_trackable(variable, name, overwrite=overwrite)
        return variable


class NoDependency:
    """What is to be an attribute of an object but no child of it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


@export("__internal__.tracking.AutoTrackable")
class AutoTrackable(Trackable):
    """The base of classes whose attributes are their children, but for those set while `_self_setattr_tracking` is false."""

    def _no_dependency(self, value: Any) -> NoDependency:
        """What is to be an attribute but no child."""
        return NoDependency(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is NoDependency or not getattr(self, "_self_setattr_tracking", True):
            value = value.value if type(value) is NoDependency else value
            untracked = self.__dict__.get("_untracked_names", frozenset())
            object.__setattr__(self, "_untracked_names", untracked | {name})
        elif name in self.__dict__.get("_untracked_names", ()):
            object.__setattr__(self, "_untracked_names", self._untracked_names - {name})
        if "_sticky_names" in self.__dict__:
            self._sticky_names.add(name)
        super().__setattr__(name, value)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        from graphwright.checkpoint.trackable import SAVED_MODEL, is_function, of_attributes

        untracked = {"_tracked_by_name", "_sticky_names", *self.__dict__.get("_untracked_names", ())}
        own = {name: child for name, child in of_attributes(self, save_type).items() if name not in untracked}
        if "_sticky_names" in self.__dict__:
            # Its class hands over the parts that it wants to have tracked; functions are always parts of a model.
            own = {name: child for name, child in own.items() if name in self._sticky_names or is_function(child)}
        tracked = super()._trackable_children(save_type, **kwargs)
        if save_type == SAVED_MODEL:  # functions only where they are attributes now
            tracked = {name: child for name, child in tracked.items() if not is_function(child)}
        return {**tracked, **own}
