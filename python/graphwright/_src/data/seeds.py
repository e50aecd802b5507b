"""The seeds of random data sets."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor


def data_seeds(seed: int | Tensor | None) -> tuple[Any, Any]:
    """Returns the two int64 seeds of a random data set whose own seed is `seed`; two zeros for numbers that nobody knows."""
    from graphwright._src.graph.seeds import get_seed

    if isinstance(seed, _core.Tensor):
        first, _ = get_seed(0)
        return _core.convert_to_tensor(first or 0, dtypes.int64), _core.op("Cast")(seed, DstT=dtypes.int64)
    first, second = get_seed(seed)
    first, second = first or 0, second or 0
    return _core.convert_to_tensor(first, dtypes.int64), _core.convert_to_tensor(second, dtypes.int64)
