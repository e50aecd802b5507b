"""tf.map_fn and its kin: functions over the elements of tensors along their first axis."""

from __future__ import annotations

from graphwright import _core, dtypes, nest
from graphwright.control_flow import while_loop
from graphwright.export import export
from graphwright.tensor_spec import TensorSpec
from graphwright.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@export("map_fn")
def map_fn(
    fn: Callable,
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """Applies `fn` to each element along the first axis, and stacks the results (tf.map_fn).

    Args:
      fn: takes one element (or a structure of them, as `elems` is); returns a tensor or a structure of tensors.
      elems: tensors of shape [n, ...], or a structure of them.
      dtype: an older name of `fn_output_signature`.
      fn_output_signature: the dtypes or specs of what `fn` returns, where these are not those of `elems`.

    Returns:
      Tensors of shape [n, ...], in the structure that `fn` returns.

    Raises:
      TypeError: `fn` cannot be called, or returns other dtypes than `fn_output_signature` says.
      ValueError: `elems` holds scalars, or nothing.

    >>> import graphwright as tf
    >>> tf.map_fn(lambda x: x * x, tf.constant([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)
    """
    from graphwright.ops.tensor_array import TensorArray

    if not callable(fn):
        raise TypeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    signature = fn_output_signature if fn_output_signature is not None else dtype
    flat = [_core.convert_to_tensor(leaf) for leaf in nest.flatten(elems)]
    if not flat:
        raise ValueError("elems must be a Tensor or (possibly nested) sequence of Tensors.")
    for leaf in flat:
        if leaf.shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    specs = [_output_spec(item) for item in nest.flatten(elems if signature is None else signature)]
    if signature is None:
        specs = [TensorSpec(None, leaf.dtype) for leaf in flat]
    structure = elems if signature is None else signature
    static = next((leaf.shape[0] for leaf in flat if leaf.shape.rank and leaf.shape[0] is not None), None)
    count = static if static is not None else _core.op("Shape")(flat[0])[0]

    def body(i: Any, arrays: list) -> tuple:
        result = fn(nest.pack_sequence_as(elems, [leaf[i] for leaf in flat]))
        nest.assert_same_structure(_leaves(structure), _leaves(result), check_types=False)
        written = []
        for array, spec, value in zip(arrays, specs, nest.flatten(result), strict=True):
            value = _core.convert_to_tensor(value, None, spec.dtype)
            if value.dtype != spec.dtype:
                raise TypeError(f"fn returned a tensor of dtype {value.dtype!r} where {spec.dtype!r} was expected")
            written.append(array.write(i, value))
        return i + 1, written

    arrays = [
        TensorArray(
            spec.dtype, size=count, element_shape=spec.shape, infer_shape=infer_shape and spec.shape.rank is None
        )
        for spec in specs
    ]
    limit = _core.convert_to_tensor(count, dtypes.int32)
    _, arrays = while_loop(
        lambda i, _: i < limit, body, (_core.convert_to_tensor(0, dtypes.int32), arrays), name=name or "map/while"
    )
    results = [array.stack() for array in arrays]
    for result in results:
        if isinstance(result, _core.SymbolicTensor) and result.shape.rank is not None:
            result.set_shape([static, *result.shape.as_list()[1:]])
    return nest.pack_sequence_as(structure, results)


def _output_spec(item: Any) -> TensorSpec:
    if isinstance(item, TensorSpec):
        return item
    if isinstance(item, TypeSpec):
        raise NotImplementedError(f"tf.map_fn with results of {type(item).__name__}")
    return TensorSpec(None, item) if isinstance(item, (dtypes.DType, str)) else TensorSpec(None, dtypes.float32)


def _leaves(structure: Any) -> Any:
    return nest.map_structure(lambda _: 0, structure)
