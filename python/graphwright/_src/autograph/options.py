"""Options of a conversion."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphwright._src.autograph.feature import Feature


class ConversionOptions:
    """The options of a function's conversion: the key of a conversion beside the function's code.

    Args:
      recursive: whether functions that the function calls are converted, too.
      features: the names of the optional features in use.
    """

    __slots__ = ("_hash", "features", "recursive")

    def __init__(self, recursive: bool = True, features: Iterable[str] = ()) -> None:
        self.recursive = recursive
        self.features = frozenset(features)
        self._hash = hash((recursive, self.features))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConversionOptions):
            return NotImplemented
        return self.recursive == other.recursive and self.features == other.features

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"ConversionOptions(recursive={self.recursive}, features={sorted(self.features)})"

    def uses(self, feature: str) -> bool:
        """Tells whether a feature is in use, by itself or through `ALL`."""
        return feature in self.features or "ALL" in self.features


def make_options(recursive: bool = True, features: Feature | Iterable[Feature] | None = None) -> ConversionOptions:
    """Options from the arguments of `tf.function` and `tf.autograph.to_graph`."""
    if features is None:
        return ConversionOptions(bool(recursive))
    from graphwright._src.autograph.feature import as_features

    return ConversionOptions(bool(recursive), [feature.name for feature in as_features(features)])


DEFAULT = ConversionOptions()
