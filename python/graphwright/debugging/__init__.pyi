"""The public names of tf.debugging. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.autograph.filtering import (
    disable_traceback_filtering as disable_traceback_filtering,
    enable_traceback_filtering as enable_traceback_filtering,
    is_traceback_filtering_enabled as is_traceback_filtering_enabled,
)
from graphwright._src.control_flow.assertion import Assert as Assert
from graphwright._src.graph.devices import (
    get_log_device_placement as get_log_device_placement,
    set_log_device_placement as set_log_device_placement,
)
from graphwright._src.ops.assertions import (
    assert_all_finite as assert_all_finite,
    assert_integer as assert_integer,
    assert_near as assert_near,
    assert_proper_iterable as assert_proper_iterable,
    assert_rank as assert_rank,
    assert_rank_at_least as assert_rank_at_least,
    assert_rank_in as assert_rank_in,
    assert_same_float_dtype as assert_same_float_dtype,
    assert_scalar as assert_scalar,
    assert_shapes as assert_shapes,
    assert_type as assert_type,
    check_numerics as check_numerics,
    disable_check_numerics as disable_check_numerics,
    enable_check_numerics as enable_check_numerics,
    is_numeric_tensor as is_numeric_tensor,
)
from graphwright._src.tensor.typing import TensorLike
from graphwright.debugging import experimental as experimental
from typing import Any

__all__ = [
    "Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative", "assert_non_positive",
    "assert_none_equal", "assert_positive", "assert_proper_iterable", "assert_rank", "assert_rank_at_least",
    "assert_rank_in", "assert_same_float_dtype", "assert_scalar", "assert_shapes", "assert_type", "check_numerics",
    "disable_check_numerics", "disable_traceback_filtering", "enable_check_numerics", "enable_traceback_filtering",
    "experimental", "get_log_device_placement", "is_numeric_tensor", "is_traceback_filtering_enabled",
    "set_log_device_placement",
]

def assert_equal(x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x == y for all elements: both are the same (tf.debugging.assert_equal).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_equal([1, 2], [1, 2])
    """

def assert_greater(x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x > y for all elements: the first is larger (tf.debugging.assert_greater).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_greater([4, 5], 3)
    """

def assert_greater_equal(x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x >= y for all elements: the first is not smaller (tf.debugging.assert_greater_equal).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_greater_equal([3, 4], 3)
    """

def assert_less(x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x < y for all elements: the first is smaller (tf.debugging.assert_less).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_less([1, 2], 3)
    """

def assert_less_equal(x: TensorLike, y: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x <= y for all elements: the first is not larger (tf.debugging.assert_less_equal).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_less_equal([1, 2], 2)
    """

def assert_negative(x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x < 0 for all elements: all are negative (tf.debugging.assert_negative).

    Args:
      x: a numeric tensor.
      message: goes before the message of the error.
      summarize: how many entries the message of a graph's error shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_negative([-1, -2])
    """

def assert_non_negative(x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x >= 0 for all elements: none is negative (tf.debugging.assert_non_negative).

    Args:
      x: a numeric tensor.
      message: goes before the message of the error.
      summarize: how many entries the message of a graph's error shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_non_negative([0, 2])
    """

def assert_non_positive(x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x <= 0 for all elements: none is positive (tf.debugging.assert_non_positive).

    Args:
      x: a numeric tensor.
      message: goes before the message of the error.
      summarize: how many entries the message of a graph's error shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_non_positive([0, -2])
    """

def assert_none_equal(x: TensorLike, y: TensorLike, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Fails unless x != y for all elements: no two are the same (tf.debugging.assert_none_equal).

    Args:
      x, y: numeric tensors that broadcast against each other.
      message: goes before the message of the error.
      summarize: how many entries the message shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_none_equal([1, 2], [2, 1])
    """

def assert_positive(x: TensorLike, message: str | None = None, summarize: int | None = None, name: str | None = None) -> Any:
    """Fails unless x > 0 for all elements: all are positive (tf.debugging.assert_positive).

    Args:
      x: a numeric tensor.
      message: goes before the message of the error.
      summarize: how many entries the message of a graph's error shows, 3 by default; -1 for all.
      name: of the operations.

    Returns:
      None in eager execution, the operation that fails while a graph is made.

    Raises:
      InvalidArgumentError: it does not hold for some element.

    >>> import graphwright as tf
    >>> tf.debugging.assert_positive([1, 2])
    """
