"""tf.compat.v1's cond, while_loop and case, which unpack single results, and its folds."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow import branches_and_loops
from graphwright._src.gradients import tape
from graphwright._src.gradients.tape import UnconnectedGradients
from graphwright._src.graph import grouping
from graphwright._src.graph.scopes import executing_eagerly, name_scope
from graphwright._src.ops import array as array_module
from graphwright._src.ops.assertions import assert_all_finite
from graphwright._src.ops.math import sqrt
from graphwright._src.ops.math_binary import maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_sum
from graphwright._src.tensor import nest
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.v1.modes import control_flow_v2_enabled
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike


def _unpacked(result: Any) -> Any:
    """Returns a single result without the list or tuple around it."""
    return result[0] if type(result) in (list, tuple) and len(result) == 1 else result


@export("compat.v1.cond", calls_functions=True)
@_core.public_function
def cond(
    pred: TensorLike,
    true_fn: Callable | None = None,
    false_fn: Callable | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable | None = None,
    fn2: Callable | None = None,
) -> Any:
    """`true_fn()` where `pred` is true, else `false_fn()` (tf.compat.v1.cond).

    Args:
      pred: a scalar.
      true_fn: what is called where it is true; also `fn1`.
      false_fn: what is called where it is not; also `fn2`.
      strict: whether a list with a single result stays a list; it does anyway while tracing.
      name: a name for the ops.
      fn1: another name of `true_fn`.
      fn2: another name of `false_fn`.

    Raises:
      TypeError: one of the functions is missing or cannot be called, or was given under both names.

    >>> import graphwright as tf
    >>> int(tf.compat.v1.cond(tf.constant(True), lambda: [tf.constant(1)], lambda: [tf.constant(2)]))
    1
    """
    if (fn1 is not None and true_fn is not None) or (fn2 is not None and false_fn is not None):
        raise TypeError("cond(): 'true_fn' and 'fn1', or 'false_fn' and 'fn2', may not be set simultaneously.")
    true_fn, false_fn = true_fn or fn1, false_fn or fn2
    if true_fn is None or false_fn is None:
        raise TypeError(f"cond(): '{'true_fn' if true_fn is None else 'false_fn'}' argument required")
    result = branches_and_loops.cond(pred, true_fn, false_fn, name)
    return result if strict or not executing_eagerly() else _unpacked(result)


@export("compat.v1.while_loop", calls_functions=True)
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: TensorLike | None = None,
    return_same_structure: bool = False,
) -> Any:
    """Repeats `body` as long as `cond` is true (tf.compat.v1.while_loop).

    As `tf.while_loop`, but a single tensor is given without the list around it, unless `return_same_structure` asks
    for the list (eagerly only where `body` returned it so, too), and `name` comes before `maximum_iterations`.

    >>> import graphwright as tf
    >>> int(tf.compat.v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)]))
    3
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if type(loop_vars) in (int, float, list, tuple, dict) and not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    bare = False

    def noting_body(*values: object) -> Any:
        nonlocal bare
        result = body(*values)
        bare = not isinstance(result, (list, tuple))
        return result

    eagerly = _core.executing_eagerly()
    body_or_noting = noting_body if eagerly and not return_same_structure else body
    options = (shape_invariants, parallel_iterations, back_prop, swap_memory, maximum_iterations, name)
    result = branches_and_loops.while_loop(cond, body_or_noting, loop_vars, *options)
    if return_same_structure or (not bare if eagerly else len(nest.flatten(result, expand_composites=True)) > 1):
        return result
    # Version 2's loops open all that is around the one tensor, version 1's the outermost list.
    return nest.flatten(result)[0] if not eagerly and control_flow_v2_enabled() else result[0]


@export("compat.v1.case", calls_functions=True)
@_core.public_function
def case(
    pred_fn_pairs: Any,
    default: Callable | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Returns the result of the first function whose condition holds (tf.compat.v1.case); see `tf.case`.

    With `strict`, a list with a single result stays a list.

    >>> import graphwright as tf
    >>> int(tf.compat.v1.case([(tf.constant(False), lambda: tf.constant(1))], default=lambda: [tf.constant(2)]))
    2
    """
    result = branches_and_loops.case(pred_fn_pairs, default, exclusive, strict, name)
    return result if strict or not executing_eagerly() else _unpacked(result)


@export("compat.v1.gradients")
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: Any = None,
    unconnected_gradients: UnconnectedGradients | None = None,
) -> list[Any]:
    """Adds gradients to a graph (tf.compat.v1.gradients): `tf.gradients`; the further argument has no effect."""
    unconnected = UnconnectedGradients.NONE if unconnected_gradients is None else unconnected_gradients
    return tape.gradients(ys, xs, grad_ys, name, gate_gradients, aggregation_method, stop_gradients, unconnected)


@export("compat.v1.clip_by_average_norm")
@_core.public_function
def clip_by_average_norm(t: TensorLike, clip_norm: TensorLike, name: str | None = None) -> Tensor:
    """Scales a tensor down where its norm, divided by its size, is greater (tf.compat.v1.clip_by_average_norm).

    >>> import graphwright as tf
    >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], 0.5).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    with name_scope(name or "clip_by_average_norm"):
        t = convert_to_tensor(t)
        size = cast(array_module.size(t), t.dtype)
        average = sqrt(reduce_sum(t * t)) / size
        return t * clip_norm / maximum(average, cast(clip_norm, t.dtype))


@export("compat.v1.verify_tensor_all_finite", "compat.v1.debugging.assert_all_finite")
@_core.public_function
def verify_tensor_all_finite(
    t: TensorLike | None = None,
    msg: str | None = None,
    name: str | None = None,
    x: TensorLike | None = None,
    message: str | None = None,
) -> Tensor:
    """Returns the tensor, after a check that it has no NaN and no infinity (tf.compat.v1.verify_tensor_all_finite).

    `x` and `message` are other names of `t` and `msg`.

    Raises:
      InvalidArgumentError: it has.

    >>> import graphwright as tf
    >>> tf.compat.v1.verify_tensor_all_finite([1.0], "a number is missing").numpy()
    array([1.], dtype=float32)
    """
    given = needed("verify_tensor_all_finite", "x", either("x", x, "t", t))
    told = needed("verify_tensor_all_finite", "message", either("message", message, "msg", msg))
    return assert_all_finite(given, told, name=name)


@export("compat.v1.tuple")
@_core.public_function
def tuple_(
    tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None
) -> Sequence[Any]:
    """Tensors each of which is available only when all are (tf.compat.v1.tuple); see `tf.tuple`.

    >>> import graphwright as tf
    >>> [part.numpy() for part in tf.compat.v1.tuple([tf.constant(1), tf.constant(2)])]
    [np.int32(1), np.int32(2)]
    """
    return grouping.tuple_(tensors, control_inputs, name)
