"""tf.compat.v1.nn's recurrent networks of cells: dynamic_rnn, static_rnn, raw_rnn and those that run both ways."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.graph.scopes import control_dependencies
from graphwright._src.ops import array as array_module
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, identity, reshape
from graphwright._src.ops.array_join import concat, stack, unstack
from graphwright._src.ops.array_layout import reverse, reverse_sequence, transpose
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math import logical_not
from graphwright._src.ops.math_binary import greater_equal, less, logical_or, maximum, minimum
from graphwright._src.ops.math_convert import cast, where
from graphwright._src.ops.math_reduce import reduce_all, reduce_max
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.filling import zeros
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.v1.control_flow import while_loop
from graphwright._src.v1.variable_scope import variable_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike
    from graphwright._src.v1.variable_scope import VariableScope


# ---- cells, sizes and states ----


def _check_cell(name: str, cell: Any) -> None:
    lacking = [what for what in ("output_size", "state_size") if not hasattr(cell, what)]
    if not hasattr(cell, "zero_state") and not hasattr(cell, "get_initial_state"):
        lacking.append("zero_state or get_initial_state")
    if not callable(cell):
        lacking.append("a call")
    if lacking:
        raise TypeError(f"The argument {name!r} ({cell}) is not an RNNCell: it has no {', no '.join(lacking)}.")


def _first_state(cell: Any, initial_state: Any, batch: int | Tensor, dtype: DTypeLike | None) -> Any:
    if initial_state is not None:
        return initial_state
    if not dtype:
        raise ValueError("If there is no initial_state, you must give a dtype.")
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch, dtype=dtype)
    return cell.zero_state(batch, dtype)


def _common_dtype(dtype: DTypeLike | None, state: Any) -> Any:
    """Returns the dtype given, or the one that all parts of a state have."""
    if dtype is not None:
        return dtypes.as_dtype(dtype)
    found = [part.dtype for part in nest.flatten(state)]
    if not found:
        raise ValueError(f"Unable to infer dtype from empty state: {state}.")
    if any(other != found[0] for other in found):
        raise ValueError(
            f"State has tensors of different inferred_dtypes. Unable to infer a single representative dtype: {state}"
        )
    return found[0]


def _zeros(batch: int | Tensor, sizes: object, dtype: DTypeLike) -> Any:
    """Returns a structure of zeros, a batch for each size."""

    def one(size: Any) -> Any:
        inner = TensorShape(size if isinstance(size, (list, tuple, TensorShape)) else [size])
        return zeros(_with(batch, inner), dtype)

    return nest.map_structure(one, sizes)


def _with(batch: int | Tensor, inner: TensorShape) -> Any:
    sizes = inner.as_list()
    if isinstance(batch, int):
        return [batch, *sizes]
    return concat([[batch], constant(sizes, dtypes.int32)], 0)


def _chosen(finished: Tensor, before: Any, after: Any) -> Any:
    """For the examples that are finished the parts of one structure, for the others those of another one."""

    def one(old: Any, new: Any) -> Any:
        if isinstance(old, TensorArray) or old.shape.rank == 0:
            return new
        shape = new.shape
        flags = reshape(finished, [-1] + [1] * (shape.rank - 1))
        result = where(flags, old, new)
        result.set_shape(shape)
        return result

    flat = [one(old, new) for old, new in zip(nest.flatten(before), nest.flatten(after), strict=True)]
    return nest.pack_sequence_as(before, flat)


def _lengths(sequence_length: TensorLike) -> Any:
    lengths = cast(sequence_length, dtypes.int32)
    if lengths.shape.rank not in (None, 1):
        raise ValueError(f"sequence_length must be a vector of length batch_size, but saw shape: {lengths.shape}")
    return identity(lengths, name="sequence_length")


def _checked_lengths(lengths: Tensor, batch: int | Tensor) -> Any:
    """Returns the lengths, where there is one for each example."""
    if isinstance(batch, int) and lengths.shape.is_fully_defined():
        if lengths.shape.as_list() != [batch]:
            raise ValueError(f"sequence_length has the shape {lengths.shape}, but the batch has {batch} examples")
        return lengths
    check = assert_equal(array_module.shape(lengths), stack([batch]), message="Expected a length for each example")
    with control_dependencies([] if check is None else [check]):
        return identity(lengths, name="CheckSeqLen")


def _transposed(x: Any) -> Any:
    """Returns a tensor with its first two axes in each other's place."""
    x = convert_to_tensor(x)
    rank = x.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(f"Expected input tensor {x} to have rank at least 2, but saw shape: {x.shape}")
    if rank is None:
        rest = math_convert.range(2, array_module.rank(x))
        return transpose(x, concat([[1, 0], rest], 0))
    return transpose(x, [1, 0, *range(2, rank)])


def _batch_size(flat: list[Any]) -> Any:
    """Returns the size of the second axis, an int where it is known."""
    for x in flat:
        if x.shape.rank is not None and x.shape[1] is not None:
            return x.shape[1]
    return array_module.shape(flat[0])[1]


# ---- loops ----


@export("compat.v1.nn.dynamic_rnn")
def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: TensorLike | None = None,
    initial_state: Any = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[Any, Any]:
    """Calls a cell for one step after another in a loop (tf.compat.v1.nn.dynamic_rnn).

    Args:
      cell: called with the inputs of a step and the state, gives outputs and the next state; has `output_size`, `state_size`
        and `zero_state` or `get_initial_state`.
      inputs: [batch, time, ...], or a structure of such tensors.
      sequence_length: how many steps each example has: behind these its outputs are 0 and its state stays.
      initial_state: the first state; zeros unless given.
      dtype: of the first state and of the outputs.
      parallel_iterations, swap_memory: have no effect.
      time_major: whether inputs and outputs are [time, batch, ...].
      scope: a variable scope, "rnn" by default.

    Returns:
      The outputs of all steps, and the last state.

    Raises:
      TypeError: `cell` is no cell.
      ValueError: there is neither a state nor a dtype, or shapes do not go together.

    >>> import graphwright as tf
    >>> class Sum:
    ...     output_size = state_size = 1
    ...     def zero_state(self, batch_size, dtype):
    ...         return tf.zeros([batch_size, 1], dtype)
    ...     def __call__(self, inputs, state, scope=None):
    ...         return state + inputs, state + inputs
    >>> outputs, state = tf.compat.v1.nn.dynamic_rnn(Sum(), tf.ones([2, 3, 1]), [2, 3], dtype=tf.float32)
    >>> outputs[:, :, 0].numpy(), state[:, 0].numpy()
    (array([[1., 2., 0.],
           [1., 2., 3.]], dtype=float32), array([2., 3.], dtype=float32))
    """
    _check_cell("cell", cell)
    with variable_scope(scope or "rnn"):
        flat = [convert_to_tensor(x) for x in nest.flatten(inputs)]
        if not time_major:
            flat = [_transposed(x) for x in flat]
        batch = _batch_size(flat)
        lengths = None if sequence_length is None else _lengths(sequence_length)
        state = _first_state(cell, initial_state, batch, dtype)
        if lengths is not None:
            lengths = _checked_lengths(lengths, batch)
        outputs, state = _loop(cell, nest.pack_sequence_as(inputs, flat), flat, lengths, state, dtype, batch)
        if not time_major:
            outputs = nest.map_structure(_transposed, outputs)
        return outputs, state


def _loop(
    cell: Any,
    inputs: Any,
    flat: list[Any],
    lengths: Tensor | None,
    state: Any,
    dtype: DTypeLike | None,
    batch: int | Tensor,
) -> tuple[Any, Any]:
    state = nest.map_structure(lambda x: convert_to_tensor(x), state)
    result_dtype = _common_dtype(dtype, state)
    for x in flat:
        if x.shape.rank is not None and None in x.shape.as_list()[2:]:
            raise ValueError("Input size (depth of inputs) must be accessible via shape inference, but saw value None.")
    known = [x.shape[0] for x in flat if x.shape.rank is not None and x.shape[0] is not None]
    if any(size != known[0] for size in known):
        raise ValueError(f"Time steps is not the same for all the elements in the input in a batch: {known}")
    steps = array_module.shape(flat[0])[0]
    bound, zero = steps, None
    if lengths is not None:
        bound = minimum(steps, maximum(1, reduce_max(lengths)))
        zero = _zeros(batch, cell.output_size, result_dtype)
    array = TensorArray
    sources = [array(x.dtype, steps, element_shape=x.shape[1:]).unstack(x) for x in flat]
    sizes = nest.flatten(cell.output_size)
    one_batch = batch if isinstance(batch, int) else None
    shapes = [TensorShape([one_batch]).concatenate(TensorShape(_sizes(size))) for size in sizes]
    arrays = tuple(array(result_dtype, steps, element_shape=shape) for shape in shapes)

    def body(time: Tensor, arrays: Any, state: Any) -> tuple[Any, Any, Any]:
        now = nest.pack_sequence_as(inputs, [source.read(time) for source in sources])
        output, after = cell(now, state)
        nest.assert_same_structure(state, after)
        if lengths is not None:
            finished = greater_equal(time, lengths)
            output, after = _chosen(finished, zero, output), _chosen(finished, state, after)
        written = tuple(one.write(time, x) for one, x in zip(arrays, nest.flatten(output), strict=True))
        return time + 1, written, after

    _, arrays, state = while_loop(lambda time, arrays, state: less(time, bound), body, (constant(0), arrays, state))
    found = [one.stack() for one in arrays]
    for x, shape in zip(found, shapes, strict=True):
        if not _core.executing_eagerly():
            x.set_shape(TensorShape([known[0] if known else None]).concatenate(shape))
    return nest.pack_sequence_as(cell.output_size, found), state


def _sizes(size: Any) -> Any:
    return size if isinstance(size, (list, tuple, TensorShape)) else [size]


@export("compat.v1.nn.bidirectional_dynamic_rnn")
def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: TensorLike | None = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """`dynamic_rnn` with one cell from the first step on and one from the last (tf.compat.v1.nn.bidirectional_dynamic_rnn).

    Args:
      cell_fw, cell_bw: the cells.
      initial_state_fw, initial_state_bw: their first states.
      inputs, sequence_length, dtype, parallel_iterations, swap_memory, time_major: see `dynamic_rnn`.
      scope: a variable scope, "bidirectional_rnn" by default.

    Returns:
      The outputs of both, and their last states.
    """
    _check_cell("cell_fw", cell_fw)
    _check_cell("cell_bw", cell_bw)

    def backwards(x: Any) -> Any:
        axis = 0 if time_major else 1
        if sequence_length is None:
            return reverse(x, [axis])
        return reverse_sequence(x, sequence_length, seq_axis=axis, batch_axis=1 - axis)

    both: dict[str, Any] = {
        "sequence_length": sequence_length,
        "dtype": dtype,
        "time_major": time_major,
    }
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as inner:
            output_fw, state_fw = dynamic_rnn(cell_fw, inputs, initial_state=initial_state_fw, scope=inner, **both)
        with variable_scope("bw") as inner:
            turned = nest.map_structure(backwards, inputs)
            output_bw, state_bw = dynamic_rnn(cell_bw, turned, initial_state=initial_state_bw, scope=inner, **both)
    return (output_fw, nest.map_structure(backwards, output_bw)), (state_fw, state_bw)


@export("compat.v1.nn.raw_rnn")
def raw_rnn(
    cell: Any,
    loop_fn: Callable[..., Any],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: VariableScope | str | None = None,
) -> tuple[Any, Any, Any]:
    """Calls a cell in a loop whose steps are a function's matter (tf.compat.v1.nn.raw_rnn).

    Args:
      cell: see `dynamic_rnn`.
      loop_fn: called with the time, the cell's output and state, and a state of its own, first with three None behind 0; gives
        which examples are finished, the next inputs, the next state, what is kept of the step (in the first call: what shape
        that has, or None for the cell's outputs), and its own next state.
      parallel_iterations, swap_memory: have no effect.
      scope: a variable scope, "rnn" by default.

    Returns:
      A structure of TensorArrays of what was kept, the last state, and the function's last state.

    Raises:
      TypeError: `cell` is no cell, or `loop_fn` no function.
    """
    _check_cell("cell", cell)
    if not callable(loop_fn):
        raise TypeError("loop_fn must be a callable")
    tensor = convert_to_tensor
    with variable_scope(scope or "rnn"):
        time = constant(0, dtypes.int32)
        finished, inputs, state, kept, own = loop_fn(time, None, None, None)
        has_own = own is not None
        own = own if has_own else constant(0, dtypes.int32)
        inputs, state = (nest.map_structure(tensor, x) for x in (inputs, state))
        first = nest.flatten(inputs)[0]
        known = first.shape[0] if first.shape.rank is not None else None
        batch = known if known is not None else array_module.shape(first)[0]
        nest.assert_same_structure(state, cell.state_size)
        if kept is None:
            kept = cell.output_size
            kinds = [(TensorShape(_sizes(size)), nest.flatten(state)[0].dtype) for size in nest.flatten(kept)]
        else:
            kinds = [(x.shape, x.dtype) for x in map(tensor, nest.flatten(kept))]
        arrays = tuple(
            TensorArray(dtype, size=0, dynamic_size=True, element_shape=TensorShape([known]).concatenate(shape))
            for shape, dtype in kinds
        )
        zero = nest.pack_sequence_as(kept, [zeros(_with(batch, shape), dtype) for shape, dtype in kinds])

        def body(time: Tensor, finished: Tensor, inputs: Any, arrays: Any, state: Any, own: Any) -> tuple[Any, ...]:
            output, after = cell(inputs, state)
            nest.assert_same_structure(state, after)
            later = time + 1
            ends, next_inputs, next_state, emitted, next_own = loop_fn(later, output, after, own)
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(inputs, next_inputs)
            nest.assert_same_structure(kept, emitted)
            emitted = nest.map_structure(tensor, emitted)
            emitted = _chosen(finished, zero, emitted)
            next_state = _chosen(finished, state, nest.map_structure(tensor, next_state))
            written = tuple(one.write(time, x) for one, x in zip(arrays, nest.flatten(emitted), strict=True))
            ends = logical_or(ends, finished)
            return later, ends, next_inputs, written, next_state, own if next_own is None else next_own

        def goes_on(time: Tensor, finished: Tensor, *rest: object) -> Any:
            return logical_not(reduce_all(finished))

        found = while_loop(goes_on, body, (time, tensor(finished), inputs, arrays, state, own))
        return nest.pack_sequence_as(kept, list(found[3])), found[4], found[5] if has_own else None


# ---- one node after another ----


@export("compat.v1.nn.static_rnn")
def static_rnn(
    cell: Any,
    inputs: Any,
    initial_state: Any = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Any], Any]:
    """Calls a cell for each of a list of inputs (tf.compat.v1.nn.static_rnn).

    Args:
      cell: see `dynamic_rnn`.
      inputs: a list with the inputs [batch, ...] of each step, or structures of them.
      initial_state: the first state; zeros unless given.
      dtype: of the first state.
      sequence_length: how many steps each example has: behind these its outputs are 0 and its state stays.
      scope: a variable scope, "rnn" by default.

    Returns:
      The list of outputs, and the last state.

    Raises:
      TypeError: `cell` is no cell, `inputs` no list.
      ValueError: there are no inputs, or neither a state nor a dtype.
    """
    _check_cell("cell", cell)
    if not nest.is_nested(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")
    outputs = []
    with variable_scope(scope or "rnn") as varscope:
        steps = [nest.map_structure(lambda x: convert_to_tensor(x), step) for step in inputs]
        first = nest.flatten(steps[0])[0]
        if first.shape.rank is not None and None in first.shape.as_list()[1:]:
            raise ValueError(
                "Input size (dimension 1 of inputs) must be accessible via shape inference, but saw value None."
            )
        sizes = {x.shape[0] for step in steps for x in nest.flatten(step) if x.shape.rank is not None} - {None}
        if len(sizes) > 1:
            raise ValueError(f"Dimensions {' and '.join(map(str, sorted(sizes)))} are not compatible")
        batch = sizes.pop() if sizes else array_module.shape(first)[0]
        lengths = None if sequence_length is None else _lengths(sequence_length)
        state = _first_state(cell, initial_state, batch, dtype)
        state = nest.map_structure(lambda x: convert_to_tensor(x), state)
        zero = None if lengths is None else _zeros(batch, cell.output_size, _common_dtype(None, state))
        for time, now in enumerate(steps):
            if time > 0 and not _core.executing_eagerly():
                varscope.reuse_variables()
            output, after = cell(now, state)
            if lengths is not None:
                finished = greater_equal(time, lengths)
                output, after = _chosen(finished, zero, output), _chosen(finished, state, after)
            outputs.append(output)
            state = after
    return outputs, state


@export("compat.v1.nn.static_state_saving_rnn")
def static_state_saving_rnn(
    cell: Any,
    inputs: Any,
    state_saver: Any,
    state_name: Any,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Any], Any]:
    """`static_rnn` whose state comes from and goes to an object (tf.compat.v1.nn.static_state_saving_rnn).

    Args:
      state_saver: has `state(name)`, which gives a state, and `save_state(name, value)`, which gives an op.
      state_name: the name, or a tuple of names for a state of several parts.
      cell, inputs, sequence_length, scope: see `static_rnn`.

    Raises:
      ValueError: the names are not structured as the state.
    """
    nested, named = nest.is_nested(cell.state_size), nest.is_nested(state_name)
    if nested != named:
        raise ValueError(f"state_name should be the same type as cell.state_size.  state_name: {state_name}")
    if nested and len(nest.flatten(state_name)) != len(nest.flatten(cell.state_size)):
        raise ValueError(f"#elems(state_name) != #elems(state_size): {state_name} vs. {cell.state_size}")
    names = nest.flatten(state_name) if nested else [state_name]
    state = nest.pack_sequence_as(cell.state_size, [state_saver.state(name) for name in names])
    outputs, state = static_rnn(cell, inputs, state, sequence_length=sequence_length, scope=scope)
    saving = [state_saver.save_state(name, x) for name, x in zip(names, nest.flatten(state), strict=True)]
    with control_dependencies(saving):
        last = nest.map_structure(identity, outputs[-1])
    return [*outputs[:-1], last], nest.map_structure(identity, state)


@export("compat.v1.nn.static_bidirectional_rnn")
def static_bidirectional_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: DTypeLike | None = None,
    sequence_length: TensorLike | None = None,
    scope: VariableScope | str | None = None,
) -> tuple[list[Any], Any, Any]:
    """`static_rnn` with one cell from the first step on and one from the last (tf.compat.v1.nn.static_bidirectional_rnn).

    Args:
      cell_fw, cell_bw: the cells.
      initial_state_fw, initial_state_bw: their first states.
      inputs, dtype, sequence_length: see `static_rnn`.
      scope: a variable scope, "bidirectional_rnn" by default.

    Returns:
      The list of outputs of both, joined along the last axis, and both last states.
    """
    _check_cell("cell_fw", cell_fw)
    _check_cell("cell_bw", cell_bw)
    if not nest.is_nested(inputs):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")

    def backwards(steps: list[Any]) -> list[Any]:
        if sequence_length is None:
            return list(reversed(steps))
        columns = []
        for parts in zip(*map(nest.flatten, steps), strict=True):
            turned = reverse_sequence(stack(parts), sequence_length, seq_axis=0, batch_axis=1)
            columns.append(unstack(turned))
        return [nest.pack_sequence_as(steps[0], list(parts)) for parts in zip(*columns, strict=True)]

    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as inner:
            output_fw, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, scope=inner)
        with variable_scope("bw") as inner:
            output_bw, state_bw = static_rnn(
                cell_bw, backwards(inputs), initial_state_bw, dtype, sequence_length, scope=inner
            )
    joined = [
        nest.pack_sequence_as(one, [concat(pair, 1) for pair in zip(nest.flatten(one), nest.flatten(two), strict=True)])
        for one, two in zip(output_fw, backwards(output_bw), strict=True)
    ]
    return joined, state_fw, state_bw
