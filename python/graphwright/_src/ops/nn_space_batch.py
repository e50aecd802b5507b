"""tf.nn.with_space_to_batch: any operation on windows with dilation, by moving space to the batch and back."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops.array_layout import batch_to_space, required_space_to_batch_paddings, space_to_batch_nd
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor


def _dims(spatial_dims: Sequence[int] | None, count: int, data_format: str | None) -> list[int]:
    first = 2 if data_format is not None and data_format.startswith("NC") else 1
    dims = list(range(first, first + count)) if spatial_dims is None else sorted(int(dim) for dim in spatial_dims)
    if len(set(dims)) != len(dims) or any(dim < 1 for dim in dims):
        raise ValueError(f"`spatial_dims` must be a monotonically increasing sequence of positive integers, got {dims}")
    return dims


@export("nn.with_space_to_batch")
def with_space_to_batch(
    input: TensorLike,  # noqa: A002
    dilation_rate: TensorLike,
    padding: str,
    op: Callable[..., Any],
    filter_shape: TensorLike | None = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Any:
    """Returns an operation on windows, with gaps between their elements (tf.nn.with_space_to_batch).

    Args:
      input: a tensor [batch, …] with the axes of space after the first.
      dilation_rate: for each axis of space how far elements of a window are apart, a list of ints.
      padding: "VALID" or "SAME".
      op: a function of the tensor, the number of axes of space and a padding: is called with "VALID" on a batch of parts of
        the space; with `padding` where nothing is dilated.
      filter_shape: the windows' sizes, needed for "SAME".
      spatial_dims: the axes of space; 1, 2, … without it.
      data_format: one that begins with "NC" makes space begin at axis 2.

    Returns:
      What `op` gives, with the parts put together.

    Raises:
      ValueError: a rate below 1, another padding, or axes that do not ascend.

    >>> import graphwright as tf
    >>> x = tf.reshape(tf.range(4.0), [1, 4, 1])
    >>> pool = lambda v, num_spatial_dims, padding: tf.nn.max_pool1d(v, 2, 1, padding)
    >>> tf.nn.with_space_to_batch(x, [2], "VALID", pool)[0, :, 0].numpy()
    array([2., 3.], dtype=float32)
    """
    rates = get_static_value(_core.convert_to_tensor(dilation_rate, dtypes.int32))
    if rates is None:
        raise ValueError("`dilation_rate` must be known while tracing.")
    rates = [int(rate) for rate in rates.reshape(-1)]
    if any(rate < 1 for rate in rates):
        raise ValueError(f"`dilation_rate` must be positive, got {rates}")
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"Invalid padding method: {padding!r}")
    count = len(rates)
    dims = _dims(spatial_dims, count, data_format)
    if len(dims) != count:
        raise ValueError(f"`spatial_dims` {dims} and `dilation_rate` {rates} must be equally long")
    input = _core.convert_to_tensor(input)  # noqa: A001
    if all(rate == 1 for rate in rates):
        return op(input, count, padding)
    base = [[0, 0] for _ in rates]
    if padding == "SAME":
        if filter_shape is None:
            raise ValueError("`filter_shape` must be specified for SAME padding")
        sizes = get_static_value(_core.convert_to_tensor(filter_shape, dtypes.int32))
        if sizes is None:
            raise ValueError("`filter_shape` must be known while tracing.")
        for i, (size, rate) in enumerate(zip(sizes[:count], rates, strict=True)):
            total = int(size - 1) * rate
            base[i] = [total // 2, total - total // 2]
    # Axes before the last one of space that are no space themselves are left as they are.
    blocks, paddings = [1] * dims[-1], [[0, 0] for _ in range(dims[-1])]
    for dim, rate, pad in zip(dims, rates, base, strict=True):
        blocks[dim - 1], paddings[dim - 1] = rate, pad
    known = input.shape.rank is not None and all(input.shape[dim] is not None for dim in range(1, dims[-1] + 1))
    if known:
        # Written out, so that static shapes are known.
        sizes = input.shape[1 : dims[-1] + 1]
        rest = [-(size + sum(pad)) % block for size, pad, block in zip(sizes, paddings, blocks, strict=True)]
        pads = [[pad[0], pad[1] + more] for pad, more in zip(paddings, rest, strict=True)]
        crops = [[0, more] for more in rest]
    else:
        sizes = _core.op("Shape")(input)[1 : dims[-1] + 1]
        pads, crops = required_space_to_batch_paddings(sizes, blocks, paddings)
    parts = space_to_batch_nd(input, blocks, pads)
    result = op(parts, count, "VALID")
    return batch_to_space(result, blocks, crops)
