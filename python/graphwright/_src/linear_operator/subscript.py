"""Brackets of operators: parts of a batch of matrices."""

from __future__ import annotations

from graphwright._src.base import errors
from graphwright._src.linear_operator.base import LinearOperator
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

# The axes of each parameter behind those of the batch; parameters that are no tensors or operators are left as they are.
_AXES = {
    "diag": 1, "matrix": 2, "tril": 2, "multiplier": 0, "reflection_axis": 1, "perm": 1, "col": 1, "row": 1, "u": 2,
    "v": 2, "diag_update": 1, "operator": 0, "operators": 0, "base_operator": 0,
}  # fmt: skip


def part_of(operator: LinearOperator, key: object) -> LinearOperator:
    """Returns the operator of a part of the batch, of the same kind and with the same hints."""
    keys = key if isinstance(key, tuple) else (key,)
    rank = operator.batch_shape.rank
    count = sum(item is not Ellipsis and item is not None for item in keys)
    if rank is not None and count > rank:
        message = f"Too many indices for a batch of shape {operator.batch_shape}: {count}"
        raise errors.InvalidArgumentError(None, None, message)
    parameters = dict(operator.parameters)
    for name, value in parameters.items():
        if name == "diagonals":
            axes: int | None = 1 if parameters.get("diagonals_format") == "sequence" else 2
        else:
            axes = getattr(operator, "block_depth", None) if name == "spectrum" else _AXES.get(name)
        if name == "batch_shape" and (value is not None or not operator.batch_shape.rank):
            parameters[name] = zeros(operator.batch_shape_tensor())[keys].shape.as_list()
        elif axes is not None and value is not None:
            parameters[name] = _part(value, axes, keys, operator)
    return type(operator)(**parameters)


def _part(value: TensorLike | LinearOperator, axes: int, keys: tuple, whole: LinearOperator) -> Any:
    if isinstance(value, (list, tuple)) and (axes == 0 or "diagonals_format" in whole.parameters):
        return [_part(item, axes, keys, whole) for item in value]
    if isinstance(value, LinearOperator):
        rank = whole.batch_shape.rank
        if not value.batch_shape.rank and rank:
            return value  # one matrix, the same for all of the batch
        return value[_fitting(keys, value.batch_shape.as_list(), whole.batch_shape.as_list())]
    value = convert_to_tensor(value)
    batch, rank = value.shape[: len(value.shape) - axes].as_list(), whole.batch_shape.rank
    if not batch and rank:
        return value
    fitting = _fitting(keys, batch, whole.batch_shape.as_list())
    if Ellipsis not in fitting:
        fitting = (*fitting, Ellipsis)
    return value[(*fitting, *[slice(None)] * axes)]


def _fitting(keys: tuple, own: list, whole: list) -> tuple:
    """Returns the keys for a parameter whose batch is smaller than the operator's: axes that it lacks or repeats have no key."""
    places = [i for i, key in enumerate(keys) if key is Ellipsis]
    before = keys[: places[0]] if places else keys
    after = keys[places[0] + 1 :] if places else ()
    head, used = _of_axes(before, 0, own, whole)
    count = len([key for key in after if key is not None])
    tail, _ = _of_axes(after, len(whole) - count, own, whole)
    return (*head, Ellipsis, *tail) if places else head


def _of_axes(keys: tuple, axis: int, own: list, whole: list) -> tuple[tuple, int]:
    result: list[Any] = []
    missing = len(whole) - len(own)
    for key in keys:
        if key is None:
            result.append(key)
            continue
        place = axis - missing
        if place >= 0 and axis < len(whole) and own[place] == 1 and whole[axis] != 1:
            key = slice(None) if isinstance(key, slice) else 0
            result.append(key)
        elif place >= 0 or axis >= len(whole):
            result.append(key)
        elif isinstance(key, slice):
            pass
        axis += 1
    return tuple(result), axis
