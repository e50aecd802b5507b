"""tf.autodiff.ForwardAccumulator: derivatives along a direction, computed beside the values."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.gradients.tape import (
    UnconnectedGradients,
    is_trainable_dtype,
    wants_zeros,
    warn_unless_floating,
    zeros_like_source,
)
from graphwright._src.tensor import dtypes, nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@export("autodiff.ForwardAccumulator", v1="")
class ForwardAccumulator:
    """Computes Jacobian-vector products beside what runs inside its `with` block (tf.autodiff.ForwardAccumulator).

    Gradient tapes multiply the Jacobian of what was computed by a vector from the left, this from the right: one pass
    gives the derivative of everything along one direction. Tapes and accumulators may be nested for higher orders.

    Args:
      primals: a tensor, variable, or a structure of them: the point.
      tangents: a tensor for each of `primals`: the direction.

    Raises:
      ValueError: the structures differ, or a tensor is given twice.

    >>> import graphwright as tf
    >>> x = tf.constant([1.0, 2.0])
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
    ...     y = x * x
    >>> acc.jvp(y).numpy()
    array([2., 0.], dtype=float32)
    """

    def __init__(self, primals: object, tangents: object) -> None:
        self._accumulator = _core.Accumulator()
        self._recording = False
        nest.assert_same_structure(primals, tangents)
        seen = set()
        for primal in nest.flatten(primals):
            if id(primal) in seen:
                raise ValueError(
                    f"Tensor {primal} was specified as a primal multiple times. This may indicate an error. If it was "
                    "intended, please sum the corresponding tangents."
                )
            seen.add(id(primal))
        self._watch(primals, tangents)

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        self._accumulator.push()
        self._recording = True
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recording:
            self._accumulator.pop()
            self._recording = False

    def __del__(self) -> None:
        self.__exit__()

    def _watch(self, primals: object, tangents: object) -> None:
        """Makes `tangents` the derivatives of `primals`."""
        for primal, tangent in zip(nest.flatten(primals), nest.flatten(tangents)):
            dtype = dtypes.as_dtype(primal.dtype)
            warn_unless_floating("watched primal", dtype)
            tangent = _core.convert_to_tensor(tangent, dtype)
            if not tangent.shape.is_compatible_with(primal.shape):
                raise ValueError(f"the tangent has shape {tangent.shape}, but the primal has shape {primal.shape}")
            if is_trainable_dtype(dtype):
                self._accumulator.watch(primal, tangent)

    def jvp(
        self, primals: object, unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE
    ) -> Any:
        """Returns the derivatives of `primals` along the direction.

        Args:
          primals: tensors, variables, or a structure of them, computed while the accumulator was active.
          unconnected_gradients: what stands for the derivative where there is no dependence: `"none"` or `"zero"`.

        Returns:
          A tensor (or None) for each of `primals`, in the same structure.

        Raises:
          ValueError: the accumulator was never entered.
        """
        zero = wants_zeros(unconnected_gradients)

        def derivative(primal: object) -> Any:
            if not isinstance(primal, (_core.Tensor, _core.ResourceVariable)):
                raise AttributeError(f"jvp() takes tensors, got {primal!r} of type {type(primal).__name__!r}")
            result = self._accumulator.tangent(primal)
            return zeros_like_source(primal) if result is None and zero else result

        return nest.map_structure(derivative, primals)
