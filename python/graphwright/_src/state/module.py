"""tf.Module: a base class that finds the variables and modules held by its attributes."""

from __future__ import annotations

import functools
import re

from graphwright import _core
from graphwright._src.base.call_signature import with_signature_of
from graphwright._src.base.conversion_status import as_called_here
from graphwright._src.base.export import export
from graphwright._src.state.trackable import AutoTrackable
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_IDENTIFIER = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")


def _camel_to_snake(name: str) -> str:
    return re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", name).lower()


def _is_variable(value: object) -> bool:
    return isinstance(value, _core.ResourceVariable)


def _is_module(value: object) -> bool:
    return isinstance(value, Module)


@export("Module")
class Module(AutoTrackable):
    """Base class of things with variables (tf.Module).

    Variables and modules that are reached from the attributes of an object - directly, or through lists, tuples, dicts
    and other modules - are its variables and submodules.

    Args:
      name: a Python identifier; by default the class's name in snake_case.

    Raises:
      ValueError: `name` is no identifier.

    >>> import graphwright as tf
    >>> class Dense(tf.Module):
    ...     def __init__(self, n, m):
    ...         super().__init__()
    ...         self.w = tf.Variable(tf.ones([n, m]), name="w")
    ...     def __call__(self, x):
    ...         return x @ self.w
    >>> dense = Dense(2, 3)
    >>> [v.name for v in dense.trainable_variables], dense.name
    (['w:0'], 'dense')
    """

    # Attributes that walks over an object's contents leave out.
    _TF_MODULE_IGNORED_PROPERTIES = frozenset(
        (
            "_self_unconditional_checkpoint_dependencies",
            "_self_name_scope",
            "_self_setattr_tracking",
            "_tracked_by_name",
            "_waiting_parts",
        )
    )

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _camel_to_snake(type(self).__name__)
        elif not _IDENTIFIER.match(name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers (e.g. a valid class name)."
            )
        self._name = name
        from graphwright._src.graph import scopes as framework

        with framework.name_scope(name) as scope:
            self._name_scope = framework.name_scope(scope)

    @property
    def name(self) -> str:
        """The name given at construction, or made from the class's name."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """A `tf.name_scope` of the module's name."""
        return self._name_scope  # Keras 2's layers have a method of this name

    @property
    def variables(self) -> tuple:
        """All variables of this module and its submodules, in the order of attribute names."""
        return tuple(self._flatten(predicate=_is_variable, expand_composites=True))

    @property
    def trainable_variables(self) -> tuple:
        """The variables that are trainable."""
        return tuple(self._flatten(predicate=lambda v: _is_variable(v) and v.trainable, expand_composites=True))

    @property
    def non_trainable_variables(self) -> tuple:
        """The variables that are not trainable."""
        return tuple(self._flatten(predicate=lambda v: _is_variable(v) and not v.trainable, expand_composites=True))

    @property
    def submodules(self) -> tuple:
        """All modules that are attributes of this one, of those, and so on."""
        return tuple(self._flatten(predicate=_is_module))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> Iterator[Any]:
        if predicate is None:
            predicate = lambda _: True  # noqa: E731
        return _walk(
            self,
            recursive,
            predicate,
            self._TF_MODULE_IGNORED_PROPERTIES,
            attribute_traversal_key,
            (),
            with_path,
            expand_composites,
            set(),
        )

    @classmethod
    def with_name_scope(cls, method: Callable) -> Callable:
        """Decorates a method so that it runs inside the module's name scope."""

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return as_called_here(method)(self, *args, **kwargs)

        return with_signature_of(method, scoped)


def _walk(
    module: object,
    recursive: bool,
    predicate: Callable[[Any], bool],
    ignored: frozenset,
    sort_key: Callable | None,
    path: tuple,
    with_path: bool,
    expand_composites: bool,
    seen: set,
) -> Iterator[Any]:
    """Goes through a module's contents: each thing once, or with their paths as often as there are paths to it."""
    again = id(module) in seen
    seen.add(id(module))
    inner_modules = []
    for key in sorted(vars(module), key=sort_key):
        if key in ignored:
            continue
        for leaf_path, leaf in _leaves(key, vars(module)[key], expand_composites):
            if not with_path and id(leaf) in seen:
                continue
            full = (*path, key, *leaf_path)
            inner = recursive and _is_module(leaf)
            if inner:
                inner_modules.append((full, leaf))
            wanted = predicate(leaf)
            if not with_path and (wanted or inner):  # whoever has a module first goes through it
                seen.add(id(leaf))
            if wanted:
                yield (full, leaf) if with_path else leaf
    if with_path and again:  # of paths, circles are followed once
        return
    for inner_path, inner in inner_modules:
        yield from _walk(
            inner,
            recursive,
            predicate,
            inner._TF_MODULE_IGNORED_PROPERTIES,
            sort_key,
            inner_path,
            with_path,
            expand_composites,
            set(seen) if with_path else seen,
        )


def _leaves(key: str, value: object, expand_composites: bool) -> Any:
    """Returns the parts of an attribute, and their paths in it."""
    try:
        return nest.flatten_with_paths(value, expand_composites=expand_composites)
    except (TypeError, ValueError) as error:
        raise ValueError(f"Error processing property {key!r} of {value!r}: {error}") from error
