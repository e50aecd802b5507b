"""Systems solved step by step: tf.linalg.experimental.conjugate_gradient."""

from __future__ import annotations

from collections import namedtuple

from graphwright._src.base.export import export
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.ops.array import broadcast_static_shape, broadcast_to, constant
from graphwright._src.ops.linalg_norm import norm
from graphwright._src.ops.math_convert import conj
from graphwright._src.ops.math_reduce import reduce_any, reduce_sum
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.linear_operator.base import LinearOperator
    from graphwright._src.tensor.typing import TensorLike

ConjugateGradientState = namedtuple("CGState", ["i", "x", "r", "p", "gamma"])


@export("linalg.experimental.conjugate_gradient")
def conjugate_gradient(
    operator: LinearOperator,
    rhs: TensorLike,
    preconditioner: LinearOperator | None = None,
    x: TensorLike | None = None,
    tol: float = 1e-5,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> ConjugateGradientState:
    """x with A x = rhs by the method of conjugate gradients (tf.linalg.experimental.conjugate_gradient).

    Args:
      operator: A, a tf.linalg.LinearOperator [..., n, n], known to be self-adjoint and positive definite.
      rhs: vectors [..., n].
      preconditioner: an operator close to the inverse of A, known to be self-adjoint and positive definite.
      x: where to begin, [..., n]; zeros without it.
      tol: ends when the residual's norm is at most so many times that of `rhs`.
      max_iter: how many steps are made at most.
      name: unused, nodes have names of their own.

    Returns:
      A named tuple of `i`, the number of steps, `x`, the residual `r`, the direction `p` of the last step, and `gamma`,
      the product of r and the preconditioned r.

    Raises:
      ValueError: an operator is not known to be self-adjoint and positive definite.

    >>> import graphwright as tf
    >>> a = tf.linalg.LinearOperatorDiag([1.0, 2.0], is_positive_definite=True)
    >>> tf.linalg.experimental.conjugate_gradient(a, tf.constant([1.0, 1.0])).x.numpy()
    array([1. , 0.5], dtype=float32)
    """
    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite operator.")
    if preconditioner is not None and not (preconditioner.is_self_adjoint and preconditioner.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite preconditioner.")
    rhs = convert_to_tensor(rhs, operator.dtype)

    def dot(a: Tensor, b: Tensor) -> Any:
        return reduce_sum(conj(a) * b, -1)

    def preconditioned(r: Tensor) -> Any:
        return r if preconditioner is None else preconditioner.matvec(r)

    limit = tol * norm(rhs, axis=-1)

    def goes_on(i: Tensor, x: Tensor, r: Tensor, p: Tensor, gamma: Tensor) -> Any:
        return (i < max_iter) & reduce_any(norm(r, axis=-1) > limit)

    def step(i: Tensor, x: Tensor, r: Tensor, p: Tensor, gamma: Tensor) -> Any:
        z = operator.matvec(p)
        alpha = (gamma / dot(p, z))[..., None]
        x, r = x + alpha * p, r - alpha * z
        q = preconditioned(r)
        gamma, before = dot(r, q), gamma
        p = q + (gamma / before)[..., None] * p
        return i + 1, x, r, p, gamma

    batch = broadcast_static_shape(rhs.shape[:-1], operator.batch_shape)
    if batch.is_fully_defined() and batch != rhs.shape[:-1]:
        rhs = broadcast_to(rhs, batch.as_list() + rhs.shape[-1:].as_list())
    if x is None:
        x, r = zeros_like(rhs), rhs
    else:
        x = convert_to_tensor(x, operator.dtype)
        r = rhs - operator.matvec(x)
    p = preconditioned(r)
    state = (constant(0, dtypes.int32), x, r, p, dot(r, p))
    return ConjugateGradientState(*while_loop(goes_on, step, state))
