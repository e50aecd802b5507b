"""tf.map_fn, tf.scan and their kin: functions over the elements of tensors along their first axis."""

from __future__ import annotations

from graphwright import _core, dtypes, nest
from graphwright.control_flow import while_loop
from graphwright.errors import InvalidArgumentError, OutOfRangeError
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
    static, count = _count(flat)

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
    return nest.pack_sequence_as(structure, [_stacked(array, static) for array in arrays])


def _count(flat: list) -> tuple[int | None, Any]:
    """The extent of tensors along their first axis where it is known, and that extent."""
    static = next((leaf.shape[0] for leaf in flat if leaf.shape.rank and leaf.shape[0] is not None), None)
    return static, static if static is not None else _core.op("Shape")(flat[0])[0]


def _output_spec(item: Any) -> TensorSpec:
    if isinstance(item, TensorSpec):
        return item
    if isinstance(item, TypeSpec):
        raise NotImplementedError(f"tf.map_fn with results of {type(item).__name__}")
    return TensorSpec(None, item) if isinstance(item, (dtypes.DType, str)) else TensorSpec(None, dtypes.float32)


def _leaves(structure: Any) -> Any:
    return nest.map_structure(lambda _: 0, structure)


def _elements(elems: Any, initializer: Any) -> tuple[list, int | None, Any]:
    """The tensors in `elems`, their number of elements where it is known, and that number."""
    flat = [_core.convert_to_tensor(leaf) for leaf in nest.flatten(elems)]
    if not flat:
        raise ValueError("elems must be a Tensor or (possibly nested) sequence of Tensors.")
    for leaf in flat:
        if leaf.shape.rank == 0:
            raise IndexError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    static, count = _count(flat)
    if static is not None:
        if static == 0 and initializer is None:
            raise OutOfRangeError(None, None, "there is no first element to begin with: elems are empty")
        for leaf in flat:
            if leaf.shape.rank and leaf.shape[0] is not None and leaf.shape[0] < static:
                raise OutOfRangeError(
                    None, None, f"elems differ in their first sizes: {[leaf.shape[0] for leaf in flat]}"
                )
    return flat, static, count


def _fold(fn: Callable, elems: Any, initializer: Any, name: str, reverse: bool) -> Any:
    if not callable(fn):
        raise AttributeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    flat, _, count = _elements(elems, initializer)
    count = _core.convert_to_tensor(count, dtypes.int32)

    def element(i: Any) -> list:
        return [leaf[count - 1 - i if reverse else i] for leaf in flat]

    begin = 0
    if initializer is None:
        initializer, begin = nest.pack_sequence_as(elems, element(_core.convert_to_tensor(0, dtypes.int32))), 1
    state = nest.map_structure(_core.convert_to_tensor, initializer)

    def body(i: Any, state: Any) -> tuple:
        return i + 1, fn(state, nest.pack_sequence_as(elems, element(i)))

    return while_loop(
        lambda i, _: i < count, body, (_core.convert_to_tensor(begin, dtypes.int32), state), name=f"{name}/while"
    )[1]


@export("foldl")
def foldl(
    fn: Callable,
    elems: Any,
    initializer: Any = None,
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
      back_prop: has no effect.
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
    return _fold(fn, elems, initializer, name or "foldl", reverse=False)


@export("foldr")
def foldr(
    fn: Callable,
    elems: Any,
    initializer: Any = None,
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
      back_prop: has no effect.
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
    return _fold(fn, elems, initializer, name or "foldr", reverse=True)


@export("scan")
def scan(
    fn: Callable,
    elems: Any,
    initializer: Any = None,
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
      back_prop: has no effect.
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
    from graphwright.ops.tensor_array import TensorArray

    if not callable(fn):
        raise AttributeError(f"The provided function {fn!r} is not callable. fn must be callable.")
    flat, static, count = _elements(elems, initializer)
    limit = _core.convert_to_tensor(count, dtypes.int32)

    def place(i: Any) -> Any:
        return limit - 1 - i if reverse else i

    def element(i: Any) -> list:
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

    def body(i: Any, state: list, arrays: list) -> tuple:
        result = fn(nest.pack_sequence_as(structure, state), nest.pack_sequence_as(elems, element(i)))
        nest.assert_same_structure(structure, result)
        following = [_core.convert_to_tensor(value) for value in nest.flatten(result)]
        return i + 1, following, [array.write(place(i), value) for array, value in zip(arrays, following)]

    _, _, arrays = while_loop(lambda i, *_: i < limit, body, (begin, first, arrays), name=f"{name or 'scan'}/while")
    return nest.pack_sequence_as(structure, [_stacked(array, static) for array in arrays])


def _stacked(array: Any, count: int | None) -> Any:
    """The elements of a TensorArray as one tensor that knows how many they are."""
    result = array.stack()
    if isinstance(result, _core.SymbolicTensor) and result.shape.rank is not None:
        result.set_shape([count, *result.shape.as_list()[1:]])
    return result


@export("vectorized_map")
def vectorized_map(fn: Callable, elems: Any, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """Applies `fn` to each element along the first axis, and stacks the results (tf.vectorized_map).

    The elements are computed one after the other, as by `tf.map_fn`, but what `fn` returns need not be described.

    Args:
      fn: takes one element (or a structure of them, as `elems` is); returns a tensor or a structure of tensors.
      elems: tensors of shape [n, ...], or a structure of them; those of shape [1, ...] go with every element.
      fallback_to_while_loop: has no effect.
      warn: has no effect.

    Returns:
      Tensors of shape [n, ...], in the structure that `fn` returns.

    Raises:
      IndexError: `elems` holds scalars.
      TypeError: `fn` cannot be called.
      tf.errors.InvalidArgumentError: `elems` differ in their first sizes.

    >>> import graphwright as tf
    >>> tf.vectorized_map(lambda x: x * x, tf.constant([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)
    """
    if not callable(fn):
        raise TypeError(f"{type(fn).__name__!r} object is not callable")
    flat = [_core.convert_to_tensor(leaf) for leaf in nest.flatten(elems)]
    if any(leaf.shape.rank == 0 for leaf in flat):
        raise IndexError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    sizes = {leaf.shape[0] for leaf in flat if leaf.shape.rank and leaf.shape[0] is not None}
    if len(sizes - {1}) > 1:
        raise InvalidArgumentError(None, None, f"elems differ in their first sizes: {sorted(sizes)}")
    larger = [leaf for leaf in flat if leaf.shape.rank is None or leaf.shape[0] != 1] or flat
    static, count = _count(larger)

    def row(i: Any) -> Any:
        parts = [leaf[0 if leaf.shape.rank and leaf.shape[0] == 1 else i] for leaf in flat]
        return fn(nest.pack_sequence_as(elems, parts))

    if _core.executing_eagerly() and static:
        results = [row(i) for i in range(static)]
        flat_results = [[_result(leaf) for leaf in nest.flatten(result)] for result in results]
        stack = _core.op("Pack")
        stacked = [None if parts[0] is None else stack(list(parts)) for parts in zip(*flat_results)]
        return nest.pack_sequence_as(results[0], stacked)
    # What a result looks like is found by tracing one into a graph that is thrown away.
    scratch = _core.FuncGraph("vectorized_map_row")
    scratch.push()
    try:
        parts = [scratch.add_input(leaf.dtype, leaf.shape[1:], "element") for leaf in flat]
        sample = fn(nest.pack_sequence_as(elems, parts))
        leaves = [_result(leaf) for leaf in nest.flatten(sample)]
        specs = [None if leaf is None else TensorSpec(leaf.shape, leaf.dtype) for leaf in leaves]
    finally:
        scratch.pop()
    signature = [spec for spec in specs if spec is not None]
    if not signature:
        return sample
    if static == 0:
        found = [
            _core.op("Fill")([0, *(n or 0 for n in s.shape.as_list())], _core.convert_to_tensor(0, s.dtype))
            for s in signature
        ]
    else:
        found = map_fn(
            lambda i: [leaf for leaf in nest.flatten(row(i)) if leaf is not None],
            _core.op("Range")(0, count, 1),
            fn_output_signature=signature,
        )
        for result in found:
            if isinstance(result, _core.SymbolicTensor) and result.shape.rank is not None:
                result.set_shape([static, *result.shape.as_list()[1:]])
    remaining = iter(found)
    return nest.pack_sequence_as(sample, [None if spec is None else next(remaining) for spec in specs])


def _result(leaf: Any) -> Any:
    """What `fn` returned as a tensor, or None."""
    if type(leaf).__name__ == "Operation":
        raise TypeError(f"vectorized_map: fn must return tensors, got {leaf!r}")
    return None if leaf is None else _core.convert_to_tensor(leaf)
