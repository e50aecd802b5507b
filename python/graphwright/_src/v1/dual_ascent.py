"""tf.compat.v1.train's small parts of stochastic dual coordinate ascent, which linear models were trained by."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import executing_eagerly, name_scope_v1
from graphwright._src.ops.math import abs as absolute
from graphwright._src.ops.math import sign
from graphwright._src.ops.math_binary import maximum
from graphwright._src.session.variable import GraphVariable, is_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike

_fingerprint = _core.op("SdcaFprint")


@export("compat.v1.train.sdca_fprint")
def sdca_fprint(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns fingerprints of strings, as tables of examples' states have them as keys (tf.compat.v1.train.sdca_fprint).

    Args:
      input: a vector of n strings.
      name: of the op.

    Returns:
      int64, of shape [n, 2].

    Raises:
      InvalidArgumentError: `input` is no vector.

    >>> import graphwright as tf
    >>> tf.compat.v1.train.sdca_fprint(["a", "b"]).shape
    TensorShape([2, 2])
    """
    return _fingerprint(input) if name is None else _fingerprint(input, name=name)


@export("compat.v1.train.sdca_shrink_l1")
def sdca_shrink_l1(weights: Sequence[GraphVariable], l1: float, l2: float, name: str | None = None) -> Any:
    """Brings weights nearer to zero by l1 / l2, at most to zero, in plain graphs (tf.compat.v1.train.sdca_shrink_l1).

    Args:
      weights: a list of float32 variables of TensorFlow 1 (`use_resource=False`).
      l1: the strength of the regularization by absolute values.
      l2: that of the one by squares.
      name: of the operation.

    Returns:
      The operation.

    Raises:
      RuntimeError: eager execution is on.
      TypeError: `weights` is no list of such variables, or a strength is no number.
    """
    if executing_eagerly():
        raise RuntimeError("sdca_shrink_l1 op does not support eager execution. Arg 'weights' is a ref.")
    if not isinstance(weights, (list, tuple)):
        raise TypeError(f"Expected list for 'weights' argument to 'sdca_shrink_l1' Op, not {weights!r}.")
    for what, strength in (("l1", l1), ("l2", l2)):
        if isinstance(strength, (str, bytes)):
            raise TypeError(f"Expected float for argument '{what}' not {strength!r}.")
    if not all(isinstance(x, GraphVariable) and is_reference(x) for x in weights):
        raise TypeError("'SdcaShrinkL1' Op requires that input 'weights' be a mutable tensor (e.g.: a tf.Variable)")
    # In float32, as the op divides.
    with name_scope_v1(name, "SdcaShrinkL1", weights) as scope:
        shrink = _core.convert_to_tensor(float(l1), "float32") / float(l2)
        assigned = [x.assign(sign(x) * maximum(absolute(x) - shrink, 0.0)).op for x in weights]
        return group(*assigned, name=scope)
