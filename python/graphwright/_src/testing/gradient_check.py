"""tf.test.compute_gradient: derivatives by gradient tapes beside derivatives by differences."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.gradients.tape import GradientTape
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


@export("test.compute_gradient", v1="")
def compute_gradient(
    f: Callable[..., Any], x: Sequence[Any], delta: float | None = None
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Returns the Jacobian of a function by its gradient, and by differences of its values (tf.test.compute_gradient).

    Args:
      f: a function of tensors that returns a tensor.
      x: its arguments, a list or tuple of what tensors can be made of.
      delta: how far each element is moved either way for the differences; 1/1024 by default.

    Returns:
      Two tuples with an array for each argument, of shape [elements of the result, elements of the argument]: the first by
      the gradient, the second by differences. Real and imaginary parts of complex numbers are rows and columns of their own.

    Raises:
      ValueError: `x` is no list or tuple; the result has no elements, but there is a gradient.
      AssertionError: an argument is neither real nor complex.

    >>> import graphwright as tf
    >>> theoretical, numerical = tf.test.compute_gradient(lambda x: x * x, [[1.0, 3.0]])
    >>> theoretical[0]
    array([[2., 0.],
           [0., 6.]], dtype=float32)
    >>> bool((abs(theoretical[0] - numerical[0]) < 0.01).all())
    True
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(
            "`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a " + str(type(x))
        )
    step = 1.0 / 1024 if delta is None else delta
    args = [_core.convert_to_tensor(value) for value in x]
    for i, arg in enumerate(args):
        if not (arg.dtype.is_floating or arg.dtype.is_complex):
            raise AssertionError(f"Cannot compute gradient for unsupported type {arg.dtype.name} of argument {i}")
    both = [(_by_gradient(f, args, i), _by_differences(f, args, i, step)) for i in range(len(args))]
    return tuple(one for one, _ in both), tuple(two for _, two in both)


def parts_of(dtype: dtypes.DType) -> int:
    """Returns how many real numbers an element is."""
    return 2 if dtype.is_complex else 1


def _by_gradient(f: Callable, args: list, i: int) -> Any:
    import numpy as np

    with GradientTape(persistent=True) as tape:
        tape.watch(args[i])
        y = f(*args)
    dtype = args[i].dtype
    result = np.zeros(
        [y.shape.num_elements() * parts_of(y.dtype), args[i].shape.num_elements() * parts_of(dtype)],
        dtype.real_dtype.as_numpy_dtype,
    )
    if y.shape.num_elements() == 0:
        grad = tape.gradient(y, args[i], output_gradients=_core.op("ZerosLike")(y))
        if grad is not None and np.any(_core.convert_to_tensor(grad).numpy()):
            raise ValueError(f"Empty tensor with nonzero gradients: {grad}")
        return result
    for row in range(result.shape[0]):
        seed = np.zeros(y.shape.as_list(), y.dtype.as_numpy_dtype)
        real_view(seed)[row] = 1
        grad = tape.gradient(y, args[i], output_gradients=_core.convert_to_tensor(seed))
        if grad is not None:
            result[row] = real_view(_core.convert_to_tensor(grad).numpy())
    return result


def _by_differences(f: Callable, args: list, i: int, step: float) -> Any:
    import numpy as np

    point = np.array(args[i].numpy())
    at = _core.convert_to_tensor(point)
    y = f(*args[:i], at, *args[i + 1 :])
    columns = point.size * parts_of(args[i].dtype)
    result = np.zeros([y.shape.num_elements() * parts_of(y.dtype), columns], args[i].dtype.real_dtype.as_numpy_dtype)

    def value(column: int, move: float) -> Any:
        moved = point.copy()
        real_view(moved)[column] += move
        return real_view(f(*args[:i], _core.convert_to_tensor(moved), *args[i + 1 :]).numpy())

    for column in range(columns):
        result[:, column] = (value(column, step) - value(column, -step)) / (2 * step)
    return result


def real_view(array: Any) -> Any:
    """Returns the elements as a vector of real numbers over the same memory, where it is contiguous."""
    flat = array.reshape(-1)
    return flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
