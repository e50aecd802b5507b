"""tf.map_fn, tf.scan and their kin: functions over the elements of tensors along their first axis."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError, OutOfRangeError
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_warning
from graphwright._src.composite import composite_rows
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.control_flow.vectorize import rows_at_once
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.control_flow.tensor_array import TensorArray


@export("map_fn", node="map/", calls_functions=True)
def map_fn(
    fn: Callable[..., Any],
    elems: object,
    dtype: object = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: object = None,
) -> Any:
    """Applies `fn` to each element along the first axis, and stacks the results (tf.map_fn).

    Args:
      fn: takes one element (or a structure of them, as `elems` is); returns a tensor or a structure of tensors.
      elems: tensors of shape [n, ...], or a structure of them.
      dtype: an older name of `fn_output_signature`.
      back_prop: whether the results have gradients; eagerly they always have.
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
    if parallel_iterations is not None and parallel_iterations > 1 and _core.executing_eagerly():
        log_warning(
            "Setting parallel_iterations > 1 has no effect when executing eagerly. Consider calling map_fn with tf.function to "
            "execute fn in parallel.",
            "parallel_iterations",
            1,
        )
    if not callable(fn):
        raise TypeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    signature = fn_output_signature if fn_output_signature is not None else dtype
    flat = [
        leaf if isinstance(leaf, CompositeTensor) else _core.convert_to_tensor(leaf) for leaf in nest.flatten(elems)
    ]
    if not flat:
        raise ValueError("elems must be a Tensor or (possibly nested) sequence of Tensors.")
    outer = [composite_rows.first_tensor(leaf) for leaf in flat]
    for leaf in outer:
        if leaf.shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
        if leaf.shape.rank and outer[0].shape.rank and not leaf.shape[:1].is_compatible_with(outer[0].shape[:1]):
            raise ValueError(f"elems differ in their first sizes: Dimensions {outer[0].shape[0]} and {leaf.shape[0]}")
    if signature is None:
        specs = [composite_rows.spec_of_rows(leaf) for leaf in flat]
    else:
        specs = [_output_spec(item) for item in nest.flatten(signature)]
    structure = elems if signature is None else signature
    rows = [composite_rows.rows_of(spec) for spec in specs]
    static, count = _count(outer)

    def body(i: Tensor, arrays: list) -> tuple:
        result = fn(nest.pack_sequence_as(elems, [composite_rows.row(leaf, i) for leaf in flat]))
        nest.assert_same_structure(_leaves(structure), _leaves(result), check_types=False)
        values = nest.flatten(result)
        return i + 1, [one.write(array, i, value) for one, array, value in zip(rows, arrays, values, strict=True)]

    arrays = [one.start(count, infer_shape) for one in rows]
    limit = _core.convert_to_tensor(count, dtypes.int32)
    _, arrays = while_loop(
        lambda i, _: i < limit,
        body,
        (_core.convert_to_tensor(0, dtypes.int32), arrays),
        back_prop=back_prop,
        name="while",
    )
    results = [one.finish(array, lambda a: _stacked(a, static)) for one, array in zip(rows, arrays, strict=True)]
    return nest.pack_sequence_as(structure, results)


def _count(flat: list) -> tuple[int | None, Any]:
    """Returns the extent of tensors along their first axis where it is known, and that extent."""
    static = next((leaf.shape[0] for leaf in flat if leaf.shape.rank and leaf.shape[0] is not None), None)
    return static, static if static is not None else _core.op("Shape")(flat[0])[0]


def _output_spec(item: Any) -> TypeSpec:
    return item if isinstance(item, TypeSpec) else TensorSpec(None, item)


def _leaves(structure: object) -> Any:
    return nest.map_structure(lambda _: 0, structure)


def _elements(elems: object, initializer: Any) -> tuple[list, int | None, Any]:
    """Returns the tensors in `elems`, their number of elements where it is known, and that number."""
    flat = [_core.convert_to_tensor(leaf) for leaf in nest.flatten(elems)]
    if not flat:
        raise ValueError("elems must be a Tensor or (possibly nested) sequence of Tensors.")
    for leaf in flat:
        if leaf.shape.rank == 0:
            raise IndexError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    static, count = _count(flat)
    if not _core.executing_eagerly():
        if static == 0 and initializer is None:
            # What is wrong is so only if this runs: nothing may know it before.
            flat = [_of_any_extent(leaf) for leaf in flat]
            count = _core.op("Shape")(flat[0])[0]
        return flat, static, count
    if static == 0 and initializer is None:
        raise OutOfRangeError(None, None, "there is no first element to begin with: elems are empty")
    if any(leaf.shape[0] < static for leaf in flat):
        raise OutOfRangeError(None, None, f"elems differ in their first sizes: {[leaf.shape[0] for leaf in flat]}")
    return flat, static, count


def _of_any_extent(tensor: Tensor) -> Any:
    shape = TensorShape([None, *tensor.shape[1:]]) if tensor.shape.rank else TensorShape(None)
    return _core.op("PlaceholderWithDefault")(tensor, shape=shape)


def _fold(fn: Callable, elems: object, initializer: object, back_prop: bool, reverse: bool) -> Any:
    if not callable(fn):
        raise AttributeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    flat, _, count = _elements(elems, initializer)
    count = _core.convert_to_tensor(count, dtypes.int32)

    def element(i: Tensor) -> list:
        return [leaf[count - 1 - i if reverse else i] for leaf in flat]

    begin = 0
    if initializer is None:
        initializer, begin = nest.pack_sequence_as(elems, element(_core.convert_to_tensor(0, dtypes.int32))), 1

    def body(i: Tensor, state: object) -> tuple:
        return i + 1, fn(state, nest.pack_sequence_as(elems, element(i)))

    start = (_core.convert_to_tensor(begin, dtypes.int32), initializer)
    return while_loop(lambda i, _: i < count, body, start, back_prop=back_prop, name="while")[1]


@export("foldl", node="foldl/", calls_functions=True)
def foldl(
    fn: Callable[..., Any],
    elems: object,
    initializer: object = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the elements along the first axis from first to last (tf.foldl).

    Args:
      fn: takes what was combined so far and the next element; returns both combined.
      elems: tensors of shape [n, ...], or a structure of them.
      initializer: what to begin with; by default the first element.
      parallel_iterations: has no effect.
      back_prop: whether the results have gradients; eagerly they always have.
      swap_memory: has no effect.
      name: a name for the ops.

    Returns:
      What `fn` returned last, in the structure of `initializer`.

    Raises:
      AttributeError: `fn` cannot be called.
      tf.errors.OutOfRangeError: there is neither an element nor an initializer.

    >>> import graphwright as tf
    >>> tf.foldl(lambda a, x: 10 * a + x, tf.constant([1, 2, 3])).numpy()
    np.int32(123)
    """
    return _fold(fn, elems, initializer, back_prop, reverse=False)


@export("foldr", node="foldr/", calls_functions=True)
def foldr(
    fn: Callable[..., Any],
    elems: object,
    initializer: object = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the elements along the first axis from last to first (tf.foldr).

    Args:
      fn: takes what was combined so far and the next element; returns both combined.
      elems: tensors of shape [n, ...], or a structure of them.
      initializer: what to begin with; by default the last element.
      parallel_iterations: has no effect.
      back_prop: whether the results have gradients; eagerly they always have.
      swap_memory: has no effect.
      name: a name for the ops.

    Returns:
      What `fn` returned last, in the structure of `initializer`.

    Raises:
      AttributeError: `fn` cannot be called.
      tf.errors.OutOfRangeError: there is neither an element nor an initializer.

    >>> import graphwright as tf
    >>> tf.foldr(lambda a, x: 10 * a + x, tf.constant([1, 2, 3])).numpy()
    np.int32(321)
    """
    return _fold(fn, elems, initializer, back_prop, reverse=True)


@export("scan", node="scan/", calls_functions=True)
def scan(
    fn: Callable[..., Any],
    elems: object,
    initializer: object = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the elements along the first axis one after the other, and gives all that is passed on the way (tf.scan).

    Args:
      fn: takes what was combined so far and the next element; returns both combined.
      elems: tensors of shape [n, ...], or a structure of them.
      initializer: what to begin with; by default the first element, which then is the first result.
      parallel_iterations: has no effect.
      back_prop: whether the results have gradients; eagerly they always have.
      swap_memory: has no effect.
      infer_shape: whether all results must have one shape.
      reverse: whether to go from the last element to the first.
      name: a name for the ops.

    Returns:
      Tensors of shape [n, ...], in the structure of `initializer`: what `fn` returned for each element.

    Raises:
      AttributeError: `fn` cannot be called.
      ValueError: what `fn` returns has another structure than `initializer`.
      tf.errors.OutOfRangeError: there is neither an element nor an initializer.

    >>> import graphwright as tf
    >>> tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3])).numpy()
    array([1, 3, 6], dtype=int32)
    """
    from graphwright._src.control_flow.tensor_array import TensorArray

    if not callable(fn):
        raise AttributeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    flat, static, count = _elements(elems, initializer)
    limit = _core.convert_to_tensor(count, dtypes.int32)

    def place(i: Tensor) -> Any:
        return limit - 1 - i if reverse else i

    def element(i: Tensor) -> list:
        return [leaf[place(i)] for leaf in flat]

    structure = elems if initializer is None else initializer
    begin = _core.convert_to_tensor(0, dtypes.int32)
    first = element(begin) if initializer is None else [_core.convert_to_tensor(v) for v in nest.flatten(initializer)]
    arrays = [
        TensorArray(v.dtype, size=count, infer_shape=infer_shape, element_shape=v.shape if infer_shape else None)
        for v in first
    ]
    if initializer is None:
        arrays = [array.write(place(begin), value) for array, value in zip(arrays, first)]
        begin = begin + 1

    def body(i: Tensor, state: list, arrays: list) -> tuple:
        result = fn(nest.pack_sequence_as(structure, state), nest.pack_sequence_as(elems, element(i)))
        nest.assert_same_structure(structure, result)
        following = [_core.convert_to_tensor(value) for value in nest.flatten(result)]
        return i + 1, following, [array.write(place(i), value) for array, value in zip(arrays, following)]

    start = (begin, first, arrays)
    _, _, arrays = while_loop(lambda i, *_: i < limit, body, start, back_prop=back_prop, name="while")
    return nest.pack_sequence_as(structure, [_stacked(array, static) for array in arrays])


def _stacked(array: TensorArray, count: int | None) -> Any:
    """Returns the elements of a TensorArray as one tensor that knows how many they are."""
    result = array.stack()
    if isinstance(result, _core.SymbolicTensor) and result.shape.rank is not None:
        result.set_shape([count, *result.shape.as_list()[1:]])
    return result


@export("vectorized_map", calls_functions=True)
def vectorized_map(
    fn: Callable[..., Any], elems: object, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """Applies `fn` to each element along the first axis, all at once, and stacks the results (tf.vectorized_map).

    `fn` is traced for one element, and what was traced is run for all elements together: a matrix product becomes a batched
    one, a branch runs on the elements that take it, a loop goes on with the elements that are not done. Operations that
    have no such form run element by element.

    Args:
      fn: takes one element (or a structure of them, as `elems` is); returns a tensor or a structure of tensors.
      elems: tensors of shape [n, ...], ragged ones with rows of one length, batchable extension types of such, or a structure of
        them; those of shape [1, ...] go with every element.
      fallback_to_while_loop: whether operations may run element by element; otherwise such operations raise ValueError.
      warn: whether a warning names operations that run element by element.

    Returns:
      Tensors of shape [n, ...], in the structure that `fn` returns.

    Raises:
      IndexError: `elems` holds scalars.
      TypeError: `fn` cannot be called.
      ValueError: an operation would have to run element by element, but `fallback_to_while_loop` is False; or `fn` returns a
        variable.
      tf.errors.InvalidArgumentError: `elems` differ in their first sizes.

    >>> import graphwright as tf
    >>> tf.vectorized_map(lambda x: x * x, tf.constant([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)
    """
    if not callable(fn):
        raise TypeError(f"{type(fn).__name__!r} object is not callable")
    whole = nest.flatten(elems)
    composite = any(isinstance(leaf, CompositeTensor) for leaf in whole)
    if composite:
        flat = [tensor for leaf in whole for tensor in composite_rows.tensors_with_rows(leaf)]
    else:
        flat = [_core.convert_to_tensor(leaf) for leaf in whole]
    if any(leaf.shape.rank == 0 for leaf in flat):
        raise IndexError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    sizes = {leaf.shape[0] for leaf in flat if leaf.shape.rank and leaf.shape[0] is not None}
    if len(sizes - {1}) > 1:
        raise InvalidArgumentError(None, None, f"elems differ in their first sizes: {sorted(sizes)}")
    larger = [leaf for leaf in flat if leaf.shape.rank is None or leaf.shape[0] != 1] or flat
    static, count = _count(larger)
    alone = {i for i, leaf in enumerate(flat) if leaf.shape.rank and leaf.shape[0] == 1 and static != 1}
    rows = [leaf for i, leaf in enumerate(flat) if i not in alone]
    single = {i: flat[i][0] for i in alone}
    structure: Any = None

    def one(parts: list) -> list:
        nonlocal structure
        remaining = iter(parts)
        given = [single[i] if i in alone else next(remaining) for i in range(len(flat))]
        if composite:
            tensors = iter(given)
            given = [composite_rows.row_of_tensors(leaf, tensors) for leaf in whole]
        structure = fn(nest.pack_sequence_as(elems, given))
        leaves = [_result(leaf) for leaf in nest.flatten(structure, expand_composites=True)]
        structure = nest.map_structure(lambda _: None, structure) if all(x is None for x in leaves) else structure
        return leaves

    found = rows_at_once(one, rows, static, count, fallback_to_while_loop, warn)
    return nest.pack_sequence_as(structure, found, expand_composites=True)


def _result(leaf: object) -> Any:
    """Returns what `fn` returned as a tensor, or None."""
    if type(leaf).__name__ == "Operation":
        raise TypeError(f"vectorized_map: fn must return tensors, got {leaf!r}")
    if isinstance(leaf, _core.ResourceVariable):
        raise ValueError(f"vectorized_map: fn must return tensors, got the variable {leaf!r}; return its value instead")
    return None if leaf is None else _core.convert_to_tensor(leaf)
