"""tf.autograph.experimental.Feature. A file of its own, for `enum` would take a good part of the package's import."""

from __future__ import annotations

import enum

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@export("autograph.experimental.Feature")
class Feature(enum.Enum):
    """Parts of the conversion that are off unless asked for (tf.autograph.experimental.Feature).

    Attributes:
      ALL: all of them.
      AUTO_CONTROL_DEPS: side effects run in program order. `tf.function` always sees to that.
      ASSERT_STATEMENTS: `assert` on tensors becomes a check that runs with the graph. Here it always does.
      BUILTIN_FUNCTIONS: `print` is converted, too, and prints tensors when the graph runs.
      EQUALITY_OPERATORS: `==` and `!=` compare tensors element by element, whatever their class says.
      LISTS: assignment to items of tensors, of which it makes another tensor; items and `append` of tensor arrays; a
        Python list that a loop over tensors or a branch on a tensor makes longer or shorter becomes a list of tensors in
        the graph, or of structures of tensors, all of one kind: a local list, one in an attribute (`self.items`) or in a
        dict (`table["a"]`). Its items, slices, `append`, `extend`, `insert`, `pop`, `clear`, `in`, `==`, `len`, iteration,
        `tf.stack` and `tf.concat` work as before, and the function can return it. The statement is traced again for that;
        another name for the same list does not follow it. A list comprehension over a tensor of unknown length gives such
        a list, and so does a generator expression.
      NAME_SCOPES: the operations of each converted function are named after it.

    >>> import graphwright as tf
    >>> tf.autograph.experimental.Feature.EQUALITY_OPERATORS.name
    'EQUALITY_OPERATORS'
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """Returns all features, as a tuple."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Iterable[Feature]) -> tuple[Feature, ...]:
        """Returns all features but those given, as a tuple."""
        excluded = {*as_features(exclude), Feature.ALL}
        return tuple(feature for feature in cls if feature not in excluded)


def as_features(features: Feature | Iterable[Feature] | None) -> tuple[Feature, ...]:
    """Optional features as users give them, as a tuple.

    Raises:
      ValueError: something else than features was given.
    """
    if features is None:
        return ()
    found = (features,) if isinstance(features, Feature) else tuple(features)
    for feature in found:
        if not isinstance(feature, Feature):
            raise ValueError(f"optional features are members of tf.autograph.experimental.Feature, got {feature!r}")
    return found
