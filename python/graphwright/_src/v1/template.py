"""tf.compat.v1.make_template: functions whose variables are made by the first call and shared by later ones."""

from __future__ import annotations

import functools
import threading

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.session.collections import GraphKeys
from graphwright._src.state import variable_creation
from graphwright._src.state.trackable import Trackable
from graphwright._src.v1 import variable_scope as scopes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Making(threading.local):
    """The template in which a variable is being made, while those around it are asked."""

    template: Template | None = None


_making = _Making()


class Template(Trackable):
    """A function in a variable scope of its own, as `tf.compat.v1.make_template` makes it.

    Its parts are the variables of the scope, by their names there, and the templates that were called inside of it.
    """

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool,
        unique_name: str | None,
        custom_getter: Callable[..., Any] | None,
    ) -> None:
        self._func = func
        self._name = name
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        self._scope: Any = None
        self._called = False
        self._eager_store = scopes.EagerVariableStore.inside() if _core.executing_eagerly() else None
        if create_scope_now:
            with self._opened(names_nodes=False) as scope:
                self._scope = scope

    def _opened(self, names_nodes: bool = True) -> Any:
        if self._scope is not None:
            shares = scopes.AUTO_REUSE if self._eager_store is not None else True
            return scopes.variable_scope(self._scope, reuse=shares if self._called else None)
        return scopes.variable_scope(
            self._unique_name,
            self._name,
            custom_getter=self._custom_getter,
            reuse=None,
            auxiliary_name_scope=names_nodes,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._eager_store is None:
            if not _core.executing_eagerly():
                return self._call(args, kwargs)
            self._eager_store = scopes.EagerVariableStore.inside()
        with self._eager_store.as_default():
            return self._call(args, kwargs)

    def _call(self, args: tuple, kwargs: dict) -> Any:
        with self._opened() as scope, variable_creation.variable_creator_scope(self._track_made):
            if self._scope is None:
                self._scope = scope
            before = set(map(id, self.trainable_variables)) if self._called else set()
            result = self._func(*args, **kwargs)
            if self._called:
                made = [v.name for v in self.trainable_variables if id(v) not in before]
                if made:
                    raise ValueError(
                        "New variable(s) created when calling a template after the first time, perhaps you used tf.Variable "
                        f"when you meant tf.get_variable: {made}"
                    )
            self._called = True
            return result

    def _track_made(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        """Makes a variable, which becomes a part, or the template inside of this one in which it is made."""
        inner, _making.template = _making.template, self
        try:
            variable = next_creator(**kwargs)
        finally:
            _making.template = inner
        part, name = (variable, kwargs.get("name") or "") if inner is None else (inner, inner._scope.name)
        if name.startswith(f"{self._scope.name}/"):
            self._track_trackable(part, name[len(self._scope.name) + 1 :], overwrite=True)
        return variable

    @property
    def name(self) -> str:
        """The name that was given."""
        return self._name

    @property
    def func(self) -> Callable[..., Any]:
        """The function."""
        return self._func

    @property
    def variable_scope(self) -> Any:
        """The scope of the variables; None before the first call."""
        return self._scope

    @property
    def variable_scope_name(self) -> str | None:
        """The name of that scope."""
        return None if self._scope is None else self._scope.name + "/"

    def _in(self, key: str) -> list[Any]:
        if self._eager_store is not None:
            trained = key == GraphKeys.TRAINABLE_VARIABLES
            found = self._eager_store.trainable_variables() if trained else self._eager_store.variables()
            return [v for v in found if v.name.startswith(self.variable_scope_name or "")]
        return [] if self._scope is None else self._scope.get_collection(key)

    @property
    def trainable_variables(self) -> list[Any]:
        """The variables in the scope that optimizers change."""
        return self._in(GraphKeys.TRAINABLE_VARIABLES)

    trainable_weights = trainable_variables

    @property
    def global_variables(self) -> list[Any]:
        """The global variables in the scope."""
        return self._in(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """The local variables in the scope."""
        return [] if self._eager_store is not None else self._in(GraphKeys.LOCAL_VARIABLES)

    @property
    def variables(self) -> list[Any]:
        """The global and local variables in the scope."""
        return self.global_variables + self.local_variables

    weights = variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        """The variables in the scope that optimizers leave alone."""
        trained = set(map(id, self.trainable_variables))
        return [v for v in self.variables if id(v) not in trained]

    non_trainable_weights = non_trainable_variables


@export("compat.v1.make_template")
def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    **kwargs: Any,
) -> Template:
    """Returns a function whose first call makes its variables, which all calls share (tf.compat.v1.make_template).

    Args:
      name_: of the variable scope, made unique.
      func_: makes variables with `tf.compat.v1.get_variable`.
      create_scope_now_: whether the scope is opened now, not by the first call.
      unique_name_: the scope's name, which must not be made unique.
      custom_getter_: as of `tf.compat.v1.variable_scope`.
      **kwargs: arguments for the function.

    Raises:
      ValueError: `unique_name_` is given while ops run at once; when called: a later call makes new variables.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     scale = tf.compat.v1.make_template("scale", lambda x: x * tf.compat.v1.get_variable("w", []))
    ...     first, second = scale(1.0), scale(2.0)
    ...     [v.name for v in scale.trainable_variables]
    ['scale/w:0']
    """
    if unique_name_ is not None and _core.executing_eagerly():
        raise ValueError("unique_name_ cannot be used when eager execution is enabled.")
    func = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, func, create_scope_now_, unique_name_, custom_getter_)
