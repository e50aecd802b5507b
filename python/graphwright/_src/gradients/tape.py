"""tf.GradientTape, tf.gradients, tf.hessians and what belongs to them."""

from __future__ import annotations

import enum

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_warning
from graphwright._src.tensor import dtypes, indexed_slices, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.filling import zeros_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.indexed_slices import IndexedSlices
    from graphwright._src.tensor.tensor_shape import TensorShape
    from graphwright._src.tensor.typing import TensorLike

_Tensor = _core.Tensor
_Variable = _core.ResourceVariable


@export("UnconnectedGradients")
class UnconnectedGradients(enum.Enum):
    """The ways to give the gradient of a target that does not depend on a source: None, or zeros of the source's shape."""

    NONE = "none"
    ZERO = "zero"


@export("AggregationMethod")
class AggregationMethod:
    """The ways to add up the gradients that come together at one tensor (tf.AggregationMethod).

    All of them are added by one operation, whatever is chosen; the names are there for programs that choose.

    >>> import graphwright as tf
    >>> @tf.function
    ... def slopes(x):
    ...     y = x * 2.0
    ...     return tf.gradients(y + y, x, aggregation_method=tf.AggregationMethod.EXPERIMENTAL_TREE)
    >>> slopes(tf.constant(1.0))[0].numpy()
    np.float32(4.0)
    """

    ADD_N = 0
    DEFAULT = ADD_N
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


def wants_zeros(unconnected_gradients: UnconnectedGradients | str) -> bool:
    """Reads an argument `unconnected_gradients`. Raises ValueError for what is none."""
    try:
        return UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: '{unconnected_gradients}'") from None


def is_trainable_dtype(dtype: dtypes.DType) -> bool:
    """Tells whether derivatives with respect to tensors of this dtype exist."""
    return dtype.is_floating or dtype.is_complex or dtype in (dtypes.resource, dtypes.variant)


def warn_unless_floating(what: str, dtype: dtypes.DType) -> None:
    """Logs, a few times only, that there are no derivatives for this dtype."""
    if not is_trainable_dtype(dtype):
        log_warning(f"The dtype of the {what} must be floating (e.g. tf.float32), got {dtype!r}", what, 5)


def zeros_like_source(source: Tensor | _core.ResourceVariable) -> _Tensor:
    """Zeros of the shape and dtype of a tensor or variable."""
    return zeros_like(source.read_value() if isinstance(source, _Variable) else source)


def _stands_for_variable(value: object) -> bool:
    """Tells whether a class of somebody else's says of its objects that their `handle` is a variable's (as Keras'
    does).
    """
    return getattr(type(value), "_should_act_as_resource_variable", False)


def components_of(value: Any) -> list:
    """Returns the tensors and variables that derivatives with respect to `value` are taken of: itself, or its parts.

    Raises:
      AttributeError: it is a number or array.
      TypeError: it is neither that, nor a tensor, variable or composite tensor that has such parts.
    """
    if isinstance(value, (_Tensor, _Variable)):
        return [value]
    if _stands_for_variable(value):
        return [_core.variable_of_handle(value.handle)]
    if isinstance(value, indexed_slices.IndexedSlices):
        return components_of(value.values)
    composite = getattr(value, "__composite_gradient__", None)
    if composite is not None:
        return [part for item in nest.flatten(composite.get_gradient_components(value)) for part in components_of(item)]
    if isinstance(value, CompositeTensor):
        raise ValueError(f"Type {type(value).__name__} is not supported as a gradient source or gradient target.")
    known = isinstance(value, (int, float)) or hasattr(value, "dtype")
    raise (AttributeError if known else TypeError)(
        f"derivatives are taken of tensors and variables, got {value!r} of type {type(value).__name__!r}"
    )


def with_components(value: Any, parts: list) -> Any:
    """Returns the derivative with respect to `value`, from those of its components."""
    if isinstance(value, (_Tensor, _Variable)) or _stands_for_variable(value):
        return parts[0]
    if isinstance(value, indexed_slices.IndexedSlices):
        if parts[0] is None:
            return None
        return indexed_slices.IndexedSlices(_core.convert_to_tensor(parts[0]), value.indices, value.dense_shape)
    if all(part is None for part in parts):
        return None
    remaining = iter([None if part is None else _core.convert_to_tensor(part) for part in parts])  # none is slices
    composite = value.__composite_gradient__
    components = composite.get_gradient_components(value)
    found = [with_components(item, [next(remaining) for _ in components_of(item)]) for item in nest.flatten(components)]
    return composite.replace_gradient_components(value, nest.pack_sequence_as(components, found))


def repack(structure: object, values: list, grads: list) -> Any:
    """Derivatives of the components of `values`, the flat `structure`, put back into the structure."""
    remaining = iter(grads)
    return nest.pack_sequence_as(
        structure, [with_components(v, [next(remaining) for _ in components_of(v)]) for v in values]
    )


@export("GradientTape", "autodiff.GradientTape", v1="GradientTape")
class GradientTape(_core.TapeBase):
    """Records the ops that run inside its `with` block, and differentiates what they computed (tf.GradientTape).

    Trainable variables are watched as they are read; tensors must be watched by `watch`.

    Args:
      persistent: whether `gradient` and its siblings may be called more than once.
      watch_accessed_variables: whether trainable variables are watched when they are read.

    >>> import graphwright as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = x * x
    >>> tape.gradient(y, x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

    def watched_variables(self) -> tuple:
        """Returns the variables that the tape watches, in the order in which they were made."""
        found = (_core.variable_of_handle(handle) for handle in self._watched_handles())
        return tuple(sorted((variable for variable in found if variable is not None), key=_number_of))

    def stop_recording(self) -> Any:
        """Returns a context in which nothing is recorded. Raises RuntimeError where the tape was not entered."""
        return _StopRecording(self)

    def _leave(self) -> None:
        """Before gradients are taken."""
        if not self._usable:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        if not self._recording:
            return
        if not self._persistent:
            self._pop()
            return
        log_warning(
            "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient than "
            "calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to increased "
            "CPU and memory usage). Only call GradientTape.gradient inside the context if you actually want to trace the "
            "gradient in order to compute higher order derivatives.",
            "persistent",
            1,
        )

    def _as_tensor(self, target: Tensor | IndexedSlices) -> Tensor:
        """Returns what a Jacobian is taken of: slices as the tensor that they are of, which the tape has to know."""
        if not isinstance(target, indexed_slices.IndexedSlices):
            return target
        if self._recording:
            return _core.convert_to_tensor(target)
        self._push()
        try:
            return _core.convert_to_tensor(target)
        finally:
            self._pop()

    def jacobian(
        self,
        target: Tensor | IndexedSlices,
        sources: object,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """Returns the derivative of each element of `target` with respect to each element of `sources`.

        Args:
          target: a tensor, or slices of one.
          sources: a tensor, variable, or a structure of them.
          unconnected_gradients: what stands for the derivative where there is no dependence: `"none"` or `"zero"`.
          parallel_iterations: how many rows are computed together, which bounds the memory that is used; all by default.
          experimental_use_pfor: whether rows are computed together; where False, one after the other, and a tape that is
            used eagerly must be persistent.

        Returns:
          For each source a tensor of shape `target.shape + source.shape`, or None.

        Raises:
          RuntimeError: the tape is not persistent and was used before, or was never entered.
        """
        self._leave()
        target = self._as_tensor(target)
        zero = wants_zeros(unconnected_gradients)
        if _core.executing_eagerly() and not experimental_use_pfor and not self._persistent:
            raise RuntimeError(
                "GradientTape must be created with persistent=True to compute the jacobian with eager execution enabled "
                "and with  experimental_use_pfor set to False."
            )
        flat_sources = nest.flatten(sources)
        known = [part for source in flat_sources for part in components_of(source)]
        static = target.shape
        target_shape = _core.op("Shape")(target)

        recorded = [_core.recorded_value(source) for source in known]

        def row(seed: Tensor) -> list:
            grads = self._gradients([target], [_core.op("Reshape")(seed, target_shape)], recorded, True)
            return [None if g is None else _core.convert_to_tensor(g) for g in grads]

        rows = _stacked_rows(
            row, static.num_elements(), target, loop=not experimental_use_pfor, at_most=parallel_iterations
        )
        results = []
        for source, stacked in zip(known, rows):
            value = source.read_value() if isinstance(source, _Variable) else source
            if stacked is None:
                results.append(zeros_like_target(target, value) if zero else None)
                continue
            shape = _core.op("ConcatV2")([target_shape, _core.op("Shape")(value)], 0)
            results.append(_reshaped(stacked, shape, static.concatenate(value.shape)))
        self._spend()
        return repack(sources, flat_sources, results)

    def batch_jacobian(
        self,
        target: Tensor | IndexedSlices,
        source: Tensor | _core.ResourceVariable,
        unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Tensor:
        """Returns the Jacobian of each row of `target` with respect to the same row of `source`.

        Args:
          target: a tensor of shape [b, y1, …, yn].
          source: a tensor of shape [b, x1, …, xm]; row i of target depends on row i of source only.
          unconnected_gradients: has no effect: where there is no dependence, the result is zeros.
          parallel_iterations: how many rows are computed together, which bounds the memory that is used; all by default.
          experimental_use_pfor: whether rows are computed together; where False, one after the other, and a tape that is
            used eagerly must be persistent.

        Returns:
          A tensor of shape [b, y1, …, yn, x1, …, xm].

        Raises:
          RuntimeError: the tape is not persistent and was used before, or was never entered.
          ValueError: `target` and `source` are not of rank 2 at least, or differ in their first size.
        """
        if not self._usable:
            self._leave()
        target = self._as_tensor(target)
        target_shape, source_shape = target.shape, source.shape
        if target_shape.rank is None or source_shape.rank is None:
            raise ValueError(f"batch_jacobian needs known ranks, got {target_shape} and {source_shape}")
        if not target_shape[:1].is_compatible_with(source_shape[:1]):
            raise ValueError(
                f"Need first dimension of target shape ({target_shape}) and source shape ({source_shape}) to match."
            )
        target_shape, source_shape = target_shape.with_rank_at_least(2), source_shape.with_rank_at_least(2)
        self._leave()
        if _core.executing_eagerly() and not experimental_use_pfor and not self._persistent:
            raise RuntimeError(
                "GradientTape must be created with persistent=True to compute the batch_jacobian with eager execution "
                "enabled and with  experimental_use_pfor set to False."
            )
        full = _core.op("Shape")(target)
        value = source.read_value() if isinstance(source, _Variable) else source
        row_shape = full[1:]
        one_row = _core.op("ConcatV2")([[1], row_shape], 0)
        recorded = _core.recorded_value(source)

        def column(seed: Tensor) -> list:
            everywhere = _core.op("BroadcastTo")(_core.op("Reshape")(seed, one_row), full)
            grad = self._gradients([target], [everywhere], [recorded], True)[0]
            return [None if grad is None else _core.convert_to_tensor(grad)]

        columns = _stacked_rows(
            column,
            target_shape[1:].num_elements(),
            target,
            row_shape,
            loop=not experimental_use_pfor,
            at_most=parallel_iterations,
        )[0]
        shape = _core.op("ConcatV2")([full, _core.op("Shape")(value)[1:]], 0)
        static = target_shape.concatenate(source_shape[1:])
        self._spend()
        if columns is None:
            return _reshaped(_core.op("Fill")(shape, _core.convert_to_tensor(0, target.dtype)), shape, static)
        order = [1, 0, *range(2, 1 + len(source_shape))]
        return _reshaped(_core.op("Transpose")(columns, order), shape, static)


def _number_of(variable: Any) -> int:
    if variable._in_graph_mode:
        return variable.handle.op._id  # the place among the operations of its graph
    return int(variable._unique_id.rpartition("_")[2])


class _StopRecording:
    def __init__(self, tape: GradientTape) -> None:
        self._tape = tape

    def __enter__(self) -> None:
        if not self._tape._usable:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._tape._pop()

    def __exit__(self, *exc: object) -> None:
        self._tape._push()


def _watch(tape: GradientTape, tensor: object) -> None:
    """GradientTape.watch() of anything but a floating-point tensor or a variable."""
    for item in nest.flatten(tensor, expand_composites=True):
        if not isinstance(item, (_Tensor, _Variable)):
            raise ValueError(
                f"Passed in object {item!r} of type '{type(item).__name__}', not tf.Tensor or tf.Variable or ExtensionType."
            )
        warn_unless_floating("watched tensor", item.dtype)
        if isinstance(item, _Variable):
            tape.watch(item)
        else:
            tape._watch_tensor(item)


def _seed(grad: TensorLike, target: Tensor, place: int) -> Any:
    """Returns an output gradient for a target: a tensor of its dtype and shape."""
    grad = grad if isinstance(grad, _Tensor) else _core.convert_to_tensor(grad, target.dtype)
    if grad.dtype != target.dtype:
        raise InvalidArgumentError(
            None, None, f"output_gradients[{place}] is of dtype {grad.dtype!r}, but its target of {target.dtype!r}"
        )
    if grad.shape == target.shape or not (grad.shape.is_fully_defined() and target.shape.is_fully_defined()):
        return grad
    have, want = grad.shape.as_list(), target.shape.as_list()
    if len(have) > len(want) or any(h not in (1, w) for h, w in zip(reversed(have), reversed(want))):
        raise InvalidArgumentError(
            None, None, f"output_gradients[{place}] has shape {grad.shape}, but its target {target.shape}"
        )
    return _core.op("BroadcastTo")(grad, want)


def _gradient(
    tape: GradientTape,
    target: object,
    sources: object,
    output_gradients: object = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> Any:
    """GradientTape.gradient() of anything but a tensor with respect to tensors and variables."""
    tape._leave()
    zero = wants_zeros(unconnected_gradients)
    if target is None:
        raise TypeError(
            "Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors to be "
            "differentiated, but received None."
        )
    targets, target_grads = [], []
    flat_targets = nest.flatten(target)
    flat_grads = [None] * len(flat_targets) if output_gradients is None else nest.flatten(output_gradients)
    for i, one in enumerate(flat_targets):
        grad = flat_grads[i] if i < len(flat_grads) else None
        if one is not None and not isinstance(one, (_Tensor, _Variable)) and not hasattr(one, "_type_spec"):
            raise AttributeError(f"a target of a gradient must be a tensor, got {one!r} of type {type(one).__name__!r}")
        for part in components_of(one):
            if not is_trainable_dtype(part.dtype):
                continue
            if grad is not None:
                if isinstance(one, indexed_slices.IndexedSlices):
                    grad = _core.op("GatherV2")(_core.convert_to_tensor(grad, part.dtype), one.indices, 0)
                grad = _seed(grad, part, i)
            elif isinstance(part, _Variable):
                grad = _core.op("OnesLike")(part.read_value())
            targets.append(part)
            target_grads.append(grad)
    flat_sources = nest.flatten(sources)
    known = [part for source in flat_sources for part in components_of(source)]
    grads = tape._gradients(targets, target_grads, known, False)
    if zero:
        grads = [zeros_like_source(s) if g is None else g for g, s in zip(grads, known)]
    return repack(sources, flat_sources, grads)


_core.register_hook("tape_watch", _watch)
_core.register_hook("tape_gradient", _gradient)


def _stacked_rows(
    row: Callable[[Any], list],
    count: int | None,
    like: Tensor,
    shape: Tensor | None = None,
    loop: bool = False,
    at_most: int | None = None,
) -> list:
    """`row(seed)` for each one-hot vector `seed`, stacked; None where `row` always gives None.

    Args:
      row: gives a list of tensors or None, the same ones for each seed.
      count: the number of elements of the seeds, if it is known.
      like: a tensor of the seeds' dtype, and of their number of elements unless `shape` tells that.
      shape: a shape with this number of elements, a tensor.
      loop: whether to go from seed to seed rather than to compute all rows at once.
      at_most: how many rows are computed together.
    """
    from graphwright._src.control_flow.vectorize import rows_at_once, rows_one_by_one

    size = count if count is not None else _number_of_elements(like, shape)
    on, off = _core.convert_to_tensor(1, like.dtype), _core.convert_to_tensor(0, like.dtype)
    seeds = _core.op("OneHot")(_core.op("Range")(0, size, 1), size, on, off)

    def one(parts: list) -> list:
        return row(parts[0])

    if loop:
        return rows_one_by_one(one, [seeds], count, size)
    return rows_at_once(one, [seeds], count, size, at_most=at_most)


def _number_of_elements(like: Tensor, shape: Tensor | None) -> Any:
    return _core.op("Size")(like) if shape is None else _core.op("Prod")(shape, [0])


def _reshaped(tensor: Tensor, shape: Tensor, static: TensorShape) -> Tensor:
    result = _core.op("Reshape")(tensor, shape)
    if isinstance(result, _core.SymbolicTensor):
        result.set_shape(static)
    return result


def zeros_like_target(target: Tensor, source: Tensor) -> Tensor:
    """Returns the zeros that stand for a derivative of `target` with respect to `source`, which it does not depend on."""
    shape = _core.op("ConcatV2")([_core.op("Shape")(target), _core.op("Shape")(source)], 0)
    zeros = _core.op("Fill")(shape, _core.convert_to_tensor(0, target.dtype))
    return _reshaped(zeros, shape, target.shape.concatenate(source.shape))


@export("gradients", v1="")
def gradients(
    ys: object,
    xs: object,
    grad_ys: object = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
    stop_gradients: object = None,
    unconnected_gradients: UnconnectedGradients | str = UnconnectedGradients.NONE,
) -> list[Any]:
    """Adds to a graph the gradient of the sum of `ys` with respect to each of `xs` (tf.gradients).

    Only inside a function or graph.

    Args:
      ys: a tensor or a list of tensors.
      xs: a tensor, variable, or a list of them; what is a number or an array is a constant, on which nothing depends.
      grad_ys: one gradient for each of `ys`, or None: what to multiply its Jacobian with; ones by default.
      name: a name for the ops.
      gate_gradients: has no effect.
      aggregation_method: one of `tf.AggregationMethod`; has no effect.
      stop_gradients: tensors that are taken as constants.
      unconnected_gradients: what stands for the gradient where there is no dependence: `"none"` or `"zero"`.

    Returns:
      A list of tensors, tf.IndexedSlices or None.

    Raises:
      RuntimeError: called eagerly.
      TypeError: one of `ys` is complex and has no `grad_ys`.
      ValueError: there is no such aggregation method, there are not as many of `grad_ys` as of `ys`, or they have other
        shapes.
    """
    if _core.executing_eagerly():
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
        )
    from graphwright._src.graph.scopes import name_scope

    if aggregation_method not in (None, 0, 1, 2):
        raise ValueError(f"Invalid `aggregation_method` specified {aggregation_method}. Accepted values are [0, 1, 2].")
    zero = wants_zeros(unconnected_gradients)
    flat_ys, flat_xs = nest.flatten(ys), _flat_sources(xs)
    flat_grads = [None] * len(flat_ys) if grad_ys is None else _flat_grads(grad_ys, len(flat_ys))
    if len(flat_grads) != len(flat_ys):
        raise ValueError(f"Passed {len(flat_grads)} grad_ys for {len(flat_ys)} ys")
    targets = [y.read_value() if isinstance(y, _Variable) else _core.convert_to_tensor(y) for y in flat_ys]
    targets = [y if is_trainable_dtype(y.dtype) else None for y in targets]
    grads = [
        None if g is None or y is None else _core.convert_to_tensor(g, y.dtype) for g, y in zip(flat_grads, targets)
    ]
    for g, y in zip(grads, targets):
        if g is None and y is not None and y.dtype.is_complex:
            raise TypeError(f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = {y.dtype.name})")
        if g is not None and not y.shape.is_compatible_with(g.shape):
            raise ValueError(f"`grad_ys` must have the shapes of `ys`, got {g.shape} for {y.name} of shape {y.shape}")
    sources = [part for x in flat_xs for part in components_of(_whole_reference(x))]
    with name_scope(name):
        found = _core.graph_gradients(
            [y for y in targets if y is not None],
            [g for g, y in zip(grads, targets) if y is not None],
            sources,
            nest.flatten(stop_gradients) if stop_gradients is not None else [],
        )
    if zero:
        found = [zeros_like_source(x) if g is None else g for g, x in zip(found, sources)]
    return repack(list(flat_xs), flat_xs, found)


def _flat_grads(grad_ys: object, count: int) -> list:
    """Returns a gradient, or None, for each of `count` targets; each may be a list of numbers."""
    given = list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
    return given if len(given) == count else nest.flatten(grad_ys)


def _whole_reference(source: object) -> Any:
    """TensorFlow 1's variable for "w/read:0", which is all of its uses there."""
    variable = source.graph.variable_read_by(source) if isinstance(source, _core.SymbolicTensor) else None
    return source if variable is None or not variable.is_read_apart() else variable


def _is_source(value: object) -> bool:
    return (
        isinstance(value, (_core.Tensor, _Variable, CompositeTensor))
        or _stands_for_variable(value)
        or hasattr(value, "__composite_gradient__")
    )


def _flat_sources(xs: object) -> list:
    """Returns what gradients are taken of, in order, with tensors for numbers, arrays and lists of them."""
    sources = []
    for x in xs if isinstance(xs, (list, tuple)) else [xs]:
        leaves = nest.flatten(x)
        if x is None or any(_is_source(leaf) for leaf in leaves):
            sources += leaves
            continue
        try:
            sources.append(_core.convert_to_tensor(x))
        except (TypeError, ValueError):
            sources += leaves  # these are refused by their kinds
    return sources


@export("hessians", v1="")
def hessians(
    ys: object, xs: object, gate_gradients: bool = False, aggregation_method: int | None = None, name: str = "hessians"
) -> list[Any]:
    """Returns the second derivatives of the sum of `ys` with respect to the elements of each of `xs` (tf.hessians).

    Only inside a function or graph.

    Args:
      ys: a tensor or a list of tensors.
      xs: a tensor, variable, or a list of them.
      gate_gradients: has no effect.
      aggregation_method: has no effect.
      name: a name for the ops.

    Returns:
      For each of `xs` a tensor of shape x.shape + x.shape.

    Raises:
      RuntimeError: called eagerly.
      ValueError: `ys`, or their gradient, do not depend on one of `xs`.
    """
    flat_xs = nest.flatten(xs)
    results = []
    for i, (first, x) in enumerate(zip(gradients(ys, flat_xs, name=name), flat_xs)):
        if first is None:
            raise ValueError(f"tf.hessians: `ys` do not depend on `xs` number {i}, {x!r}")
        first = _core.convert_to_tensor(first)
        shape = _core.op("Shape")(first)

        def row(seed: Tensor, first: Tensor = first, x: Tensor = x, shape: Tensor = shape) -> list:
            return [_second_gradient(first, _core.op("Reshape")(seed, shape), x)]

        stacked = _stacked_rows(row, first.shape.num_elements(), first)[0]
        if stacked is None:
            raise ValueError(f"tf.hessians: the gradient of `ys` does not depend on `xs` number {i}, {x!r}")
        both = _core.op("ConcatV2")([shape, shape], 0)
        results.append(_reshaped(stacked, both, first.shape.concatenate(first.shape)))
    return results


@export("compat.v1.hessians")
def hessians_v1(
    ys: object,
    xs: object,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Any]:
    """Returns the second derivatives of the sum of `ys` with respect to `xs` (tf.compat.v1.hessians); see `tf.hessians`."""
    return hessians(ys, xs, gate_gradients, aggregation_method, name)


def _second_gradient(first: Tensor, seed: Tensor, x: Tensor) -> Any:
    found = _core.graph_gradients([first], [seed], [x], [])[0]
    return None if found is None else _core.convert_to_tensor(found)
