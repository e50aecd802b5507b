"""Parameters of distributions: their scope, their checks, logits by probabilities, seeds of further draws."""

from __future__ import annotations

import contextlib
import hashlib

from graphwright import _core
from graphwright._src.graph.scopes import control_dependencies, name_scope_v1
from graphwright._src.ops.array import identity, shape
from graphwright._src.ops.assertions import (
    assert_equal,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_non_negative,
    assert_positive,
)
from graphwright._src.ops.math import log, log1p, sigmoid
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_sum
from graphwright._src.ops.nn_activation import softmax
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import ShapeLike, TensorLike


@contextlib.contextmanager
def scope_of(name: str | None) -> Iterator[str | None]:
    """Opens a name scope for a distribution's parameters; gives the distribution's name, of which there is none eagerly."""
    if _core.executing_eagerly():
        yield None
        return
    with name_scope_v1(name) as scope:
        yield scope


def given(arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a constructor, by its local variables where nothing else is among them yet."""
    return {key: value for key, value in arguments.items() if key not in ("self", "__class__")}


def same_shapes(names: str, sample_shape: ShapeLike) -> dict[str, Tensor]:
    """Returns the shape of a draw as that of each of the parameters, whose names have blanks between them."""
    sizes = convert_to_tensor(sample_shape, dtypes.int32)
    return dict.fromkeys(names.split(), sizes)


def after(checks: Sequence[Callable[[], Any]], tensor: Tensor) -> Tensor:
    """Returns a tensor that is there when the checks, which are made now, have passed."""
    made = [check() for check in checks]
    if not made or _core.executing_eagerly():
        return tensor
    with control_dependencies([check for check in made if check is not None]):
        return identity(tensor, name="control_dependency")


def positive(tensor: TensorLike, message: str | None = None) -> Callable[[], Any]:
    """Returns the check that numbers are positive."""
    return lambda: assert_positive(tensor, message=message)


def ordered(smaller: TensorLike, larger: TensorLike, message: str) -> Callable[[], Any]:
    """Returns the check that numbers are less than others."""
    return lambda: assert_less(smaller, larger, message=message)


def equal_sums(total: Tensor, counts: Tensor, what: str) -> Callable[[], Any]:
    """Returns the check that counts along the last axis add up to a total."""
    return lambda: assert_equal(total, reduce_sum(counts, -1), message=f"{what}: counts must add up to total_count")


def seed_beside(seed: Any, salt: str) -> int | None:
    """Returns the seed of a further random op beside the one that takes `seed`: TensorFlow's, by the digest of both."""
    if seed is None:
        return None
    digest = hashlib.md5(f"{seed}{salt}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[:8], 16) & 0x7FFFFFFF


def whole_numbers(tensor: Tensor, what: str) -> Tensor:
    """Returns counts after the check that they are whole numbers and not negative."""
    checks: list[Callable[[], Any]] = [lambda: assert_non_negative(tensor, message=f"{what} must not be negative")]
    if not tensor.dtype.is_integer:
        checks.append(lambda: _assert_whole(tensor, dtypes.int32, f"{what} must be whole numbers"))
    return after(checks, tensor)


def _assert_whole(tensor: Tensor, dtype: DType, message: str) -> Any:
    return assert_equal(tensor, cast(cast(tensor, dtype), tensor.dtype), message=message)


def class_numbers(tensor: Tensor, dtype: DType, what: str) -> Tensor:
    """Returns numbers of classes after the check that each is a whole number of the dtype, and not negative.

    With the dtype bool they are 0 and 1.
    """
    checks: list[Callable[[], Any]] = [lambda: assert_non_negative(tensor, message=f"{what} must not be negative")]
    if tensor.dtype.is_floating:
        kind = dtypes.int32 if dtype == dtypes.bool else dtype
        checks.append(lambda: _assert_whole(tensor, kind, f"{what} must be whole numbers"))
    if dtype == dtypes.bool:
        checks.append(lambda: assert_less_equal(tensor, cast(1, tensor.dtype), message=f"{what} must not exceed 1"))
    return after(checks, tensor)


def _largest_class(dtype: DType) -> int:
    """Returns the greatest integer up to which the dtype has all of them."""
    bits = {dtypes.float16: 11, dtypes.bfloat16: 8, dtypes.float32: 24, dtypes.float64: 53}
    return 2 ** bits[dtype] if dtype in bits else int(dtype.max)


def class_weights(tensor: Tensor, what: str) -> Tensor:
    """Returns what is given for each class, after the check that there are at least two classes, and not too many.

    Raises:
      TypeError: the dtype has no numbers for classes.
      ValueError: it is a scalar, or the number of classes is wrong.
    """
    if not (tensor.dtype.is_floating or tensor.dtype.is_integer):
        raise TypeError(f"{what} must be numbers, got the dtype {tensor.dtype.name}")
    largest = _largest_class(tensor.dtype)
    if tensor.shape.rank == 0:
        raise ValueError(f"{what} must have an axis of classes, got a scalar")
    classes = None if tensor.shape.rank is None else tensor.shape[-1]
    if classes is not None:
        if classes < 2:
            raise ValueError(f"{what} must be of at least 2 classes, got {classes}")
        if classes > largest:
            raise ValueError(f"{what} are of {classes} classes, whose numbers {tensor.dtype.name} does not have")
        return tensor
    size = shape(tensor, out_type=dtypes.int64)[-1:]
    return after(
        [
            lambda: assert_less_equal(cast(2, dtypes.int64), size, message=f"{what} must be of at least 2 classes"),
            lambda: assert_less_equal(size, cast(largest, dtypes.int64), message=f"{what} are of too many classes"),
        ],
        tensor,
    )


def logits_and_probs(
    logits: TensorLike | None, probs: TensorLike | None, of_classes: bool, validate_args: bool
) -> tuple[Tensor, Tensor]:
    """Returns logits and probabilities by the one of them that is given.

    Args:
      logits: of single events log(p / (1 - p)); of classes log(p), up to a constant.
      probs: the probabilities.
      of_classes: whether the last axis is that of classes.
      validate_args: whether values are checked.

    Raises:
      ValueError: none or both are given.
      TypeError: they are not floating-point.
    """
    value = probs if logits is None else logits
    if value is None or (logits is not None and probs is not None):
        raise ValueError("one of probs and logits must be given, and not both")
    what = "probs" if logits is None else "logits"
    tensor = convert_to_tensor(value, name=what)
    if not tensor.dtype.is_floating:
        raise TypeError(f"{what} must be floating-point, got {tensor.dtype.name}")
    if validate_args and of_classes:
        tensor = class_weights(tensor, what)
    if logits is not None:
        return tensor, softmax(tensor, name="probs") if of_classes else sigmoid(tensor, name="probs")
    if validate_args:
        with name_scope_v1("validate_probs"):
            one = convert_to_tensor(1.0, tensor.dtype)
            checks: list[Callable[[], Any]] = [lambda: assert_non_negative(tensor)]
            if of_classes:
                checks.append(lambda: assert_near(reduce_sum(tensor, -1), one, message="probs does not sum to 1"))
            else:
                checks.append(lambda: assert_less_equal(tensor, one, message="probs has components greater than 1"))
            tensor = after(checks, tensor)
    with name_scope_v1("logits"):
        return log(tensor) if of_classes else log(tensor) - log1p(-1.0 * tensor), tensor
