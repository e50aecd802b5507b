"""Dataset.rejection_resample: elements are dropped until their classes come as often as they shall."""

from __future__ import annotations

from graphwright._src.base.hooks import late_file
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops.array import size
from graphwright._src.ops.array_index import gather, one_hot
from graphwright._src.ops.array_join import stack, tile
from graphwright._src.ops.math_binary import maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_max, reduce_min, reduce_sum
from graphwright._src.ops.random import uniform
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import TensorLike

dataset_file = late_file("data.dataset")


# How many elements of each class are taken to have been seen before the first one, spread evenly.
_SEEN_BEFORE = 10
# After how many elements the estimate of how often classes come is another one; these elements take part in it.
_COUNTED_AT_ONCE = 32


class Resampled:
    """The method of data sets that changes how often classes come."""

    def rejection_resample(
        self: Any,
        class_func: Callable[..., Any],
        target_dist: TensorLike,
        initial_dist: TensorLike | None = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Pairs of a class and an element, of which some are dropped (tf.data.Dataset.rejection_resample).

        As many elements as may be are taken as they come; of the others, one stays with a probability that grows with how often
        its class shall come, divided by how often it comes.

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
        >>> len(classes) > 200, round(sum(classes) / len(classes), 1)
        (True, 0.5)
        """
        convert = convert_to_tensor
        kind = dtypes.float32
        target = cast(convert(target_dist), kind)
        number = size(target)
        initial = None if initial_dist is None else cast(convert(initial_dist), kind)

        def class_of(*element: object) -> Any:
            return convert(class_func(*element))

        def classified(*element: Any) -> tuple[Any, Any]:
            return class_of(*element), element[0] if len(element) == 1 else element

        def classified_beside(stays: Tensor, often: Tensor, element: object) -> tuple[Any, Any, Any]:
            one = class_of(*element) if isinstance(element, tuple) else class_of(element)
            return one, gather(stays, one), element

        def is_kept(one: Tensor, probability: Tensor, element: object) -> Any:
            return uniform([], seed=seed, dtype=kind) < probability

        def count(seen: Tensor, ones: Tensor) -> tuple[Any, Any]:
            seen = seen + reduce_sum(one_hot(ones, number, dtype=kind), 0)
            often = seen / reduce_sum(seen)
            return seen, tile(often[None], [_COUNTED_AT_ONCE, 1])

        pairs = self.map(classified)
        if initial is None:
            before = fill([number], cast(_SEEN_BEFORE, kind))
            often = self.map(class_of).batch(_COUNTED_AT_ONCE).scan(before, count).unbatch()
            untouched, stays = None, often.map(lambda often: _probabilities(target, often))
        else:
            both = _probabilities(target, initial)
            untouched = get_static_value(both[0])
            stays = often = dataset_file.Dataset.from_tensors(both).repeat()
        # TensorFlow asks once more how often classes come, to warn of rejections: a shuffled source has then begun once more.
        filtered = dataset_file.Dataset.zip((stays.map(lambda untouched, stays: stays), often, self))
        filtered = filtered.map(classified_beside).filter(is_kept).map(lambda one, probability, element: (one, element))
        if untouched is not None and untouched in (0, 1):
            return pairs if untouched == 1 else filtered
        weights = stays.map(lambda untouched, stays: stack([untouched, 1.0 - untouched]))
        return dataset_file.Dataset.sample_from_datasets(
            [pairs, filtered.prefetch(3)], weights, seed=seed, stop_on_empty_dataset=True
        )


def _probabilities(target: Tensor, often: Tensor) -> tuple[Any, Any]:
    """Returns how many of the results are elements that are taken as they come, and with which probability an element
    of each class stays for the others. The class that comes too often by most is never needed among these.
    """
    tiny = cast(1e-30, target.dtype)
    ratios = target / maximum(often, tiny)
    untouched, most = reduce_min(ratios), reduce_max(ratios)
    return untouched, (ratios - untouched) / maximum(most - untouched, tiny)
