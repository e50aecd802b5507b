"""Dataset.rejection_resample: elements are dropped until their classes come as often as they shall."""

from __future__ import annotations

from graphwright import dtypes
from graphwright.export import exported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# How many elements of each class are taken to have been seen before the first one, spread evenly.
_SEEN_BEFORE = 10


class Resampled:
    """The method of data sets that changes how often classes come."""

    def rejection_resample(
        self: Any,
        class_func: Callable[..., Any],
        target_dist: Any,
        initial_dist: Any = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Pairs of a class and an element, of which some are dropped (tf.data.Dataset.rejection_resample).

        An element stays with a probability in proportion to how often its class shall come, divided by how often it comes, so
        that the class that is rarest by that measure always stays.

        Args:
          class_func: gives the class of an element, an integer scalar in [0, number of classes).
          target_dist: how often each class shall come, floats that add up to 1.
          initial_dist: how often each class comes; estimated from what was seen so far by default.
          seed: for the draws.
          name: of the operation.

        >>> import graphwright as tf
        >>> numbers = tf.data.Dataset.range(1000).map(lambda i: tf.cast(i % 10 == 0, tf.int32))
        >>> even = numbers.rejection_resample(lambda x: x, [0.5, 0.5], [0.9, 0.1], seed=1)
        >>> classes = [int(one) for one, _ in even]
        >>> sum(classes)
        100
        >>> 70 < len(classes) - sum(classes) < 130
        True
        """
        convert = exported("convert_to_tensor")
        target = convert(target_dist)
        if target.dtype not in (dtypes.float32, dtypes.float64):
            target = exported("cast")(target, dtypes.float32)
        kind = target.dtype
        stays = None if initial_dist is None else _probabilities(target, exported("cast")(convert(initial_dist), kind))

        def classified(*element: Any) -> tuple[Any, Any]:
            return convert(class_func(*element)), element if len(element) > 1 else element[0]

        def drawn(probability: Any) -> Any:
            return exported("random.uniform")([], seed=seed, dtype=kind) < probability

        pairs = self.map(classified)
        if stays is not None:
            return pairs.filter(lambda one, element: drawn(exported("gather")(stays, one)))
        number = exported("size")(target)
        before = exported("fill")([number], exported("cast")(_SEEN_BEFORE, kind))

        def count(seen: Any, pair: Any) -> tuple[Any, Any]:
            one, element = pair
            seen = seen + exported("one_hot")(one, number, dtype=kind)
            often = seen / exported("reduce_sum")(seen)
            return seen, (one, element, exported("gather")(_probabilities(target, often), one))

        counted = pairs.scan(before, count)
        return counted.filter(lambda one, element, probability: drawn(probability)).map(
            lambda one, element, probability: (one, element)
        )


def _probabilities(target: Any, often: Any) -> Any:
    """With which probability an element of each class stays."""
    tiny = exported("cast")(1e-30, target.dtype)
    ratios = target / exported("maximum")(often, tiny)
    return ratios / exported("maximum")(exported("reduce_max")(ratios), tiny)
