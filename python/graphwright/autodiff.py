"""tf.GradientTape, tf.custom_gradient, tf.gradients and what belongs to them."""

from __future__ import annotations

import functools

from graphwright import _core, dtypes, nest
from graphwright.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_Tensor = _core.Tensor
_Variable = _core.ResourceVariable


@export("UnconnectedGradients")
class UnconnectedGradients:
    """What the gradient of a target that does not depend on a source is: None, or zeros of the source's shape."""

    NONE = None
    ZERO = None

    def __init__(self, value: str) -> None:
        if isinstance(value, UnconnectedGradients):
            value = value.value
        if value not in ("none", "zero"):
            raise ValueError(f"Unknown value for unconnected_gradients: '{value}'")
        self.value = value
        self.name = value.upper()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnconnectedGradients) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"<UnconnectedGradients.{self.name}: '{self.value}'>"

    def __str__(self) -> str:
        return f"UnconnectedGradients.{self.name}"


UnconnectedGradients.NONE = UnconnectedGradients("none")
UnconnectedGradients.ZERO = UnconnectedGradients("zero")


def _source(value: Any) -> _Tensor:
    """What the tape knows a source by: a tensor is itself, a variable its handle as the current graph sees it."""
    if isinstance(value, _Variable):
        return _local_handle(value)
    if isinstance(value, _Tensor):
        return value
    if hasattr(value, "_gradient_components"):
        return value._gradient_components
    raise ValueError(
        f"Passed in object {value!r} of type '{type(value).__name__}', not tf.Tensor or tf.Variable or ExtensionType."
    )


def _local_handle(variable: Any) -> _Tensor:
    handle = variable.handle
    graph = _core.current_graph()
    return handle if graph is None else graph._core.capture(handle)


def _logging_warning(message: str) -> None:
    from graphwright import logging

    logging.warning(message)


def _zeros(source: Any) -> _Tensor:
    value = source.read_value() if isinstance(source, _Variable) else source
    return _core.op("ZerosLike")(value)


@export("GradientTape", "autodiff.GradientTape")
class GradientTape:
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

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._tape: Any = None
        self._recording = False
        self._variables: dict[int, Any] = {}
        self._used = False

    def __enter__(self) -> GradientTape:
        self._push()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recording:
            self._pop()

    def _push(self) -> None:
        if self._recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        if self._tape is None or not self._persistent:
            self._tape = _core.Tape(self._persistent, self._watch_accessed_variables)
            self._used = False
        self._tape.push()
        self._recording = True

    def _pop(self) -> None:
        if not self._recording:
            raise ValueError("Tape is not recording.")
        self._tape.pop()
        self._recording = False

    def watch(self, tensor: Any) -> None:
        """Makes the tape record what is computed from `tensor`: a tensor, a variable, or a structure of them.

        Raises:
          ValueError: it is something else.
        """
        for item in nest.flatten(tensor, expand_composites=True):
            if not isinstance(item, (_Tensor, _Variable)):
                raise ValueError(
                    f"Passed in object {item!r} of type '{type(item).__name__}', not tf.Tensor or tf.Variable or ExtensionType."
                )
            if not _is_trainable_dtype(item.dtype):
                _logging_warning(
                    f"The dtype of the watched tensor must be floating (e.g. tf.float32), got {item.dtype!r}"
                )
            if isinstance(item, _Variable):
                self._variables[id(item)] = item
                self._tape.watch(_local_handle(item))
            else:
                self._tape.watch(item)

    def watched_variables(self) -> tuple:
        """The variables that the tape watches, in the order in which they were read."""
        found = dict(self._variables)
        if self._tape is not None:
            for handle in self._tape.watched_handles():
                variable = _variable_of(handle)
                if variable is not None:
                    found.setdefault(id(variable), variable)
        return tuple(found.values())

    def stop_recording(self) -> Any:
        """A context in which nothing is recorded. Raises RuntimeError when the tape does not record now."""
        return _StopRecording(self)

    def reset(self) -> None:
        """Forgets all that was recorded, as leaving the block and entering it anew would."""
        self._pop()
        self._tape = None
        self._variables = {}
        self._push()

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradient of the sum of `target` with respect to each of `sources`.

        Args:
          target: a tensor, variable, or a structure of them.
          sources: a tensor, variable, or a structure of them.
          output_gradients: one gradient for each target (or None): what to multiply its Jacobian with; ones by default.
          unconnected_gradients: what stands for the gradient where there is no dependence: `"none"` or `"zero"`.

        Returns:
          One tensor (or None) for each of `sources`, in the same structure, of the same shapes.

        Raises:
          RuntimeError: the tape is not persistent and was used before, or was never entered.
          LookupError: an op that lies between has no gradient.
        """
        if self._tape is None or (self._used and not self._persistent):
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        if self._recording:
            if not self._persistent:
                self._pop()
            else:
                _logging_warning(
                    "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient "
                    "than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading "
                    "to increased CPU and memory usage). Only call GradientTape.gradient inside the context if you "
                    "actually want to trace the gradient in order to compute higher order derivatives."
                )
        unconnected = UnconnectedGradients(unconnected_gradients)
        if target is None:
            raise TypeError(
                "Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors to be "
                "differentiated, but received None."
            )
        targets, target_grads = [], []
        flat_targets = nest.flatten(target)
        flat_grads = [None] * len(flat_targets) if output_gradients is None else nest.flatten(output_gradients)
        if len(flat_grads) != len(flat_targets):
            raise ValueError("`output_gradients` must have as many tensors as `target`.")
        for one, grad in zip(flat_targets, flat_grads):
            if not _is_trainable_dtype(one.dtype):
                _logging_warning(
                    "The dtype of the target tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
                    f"got {one.dtype!r}"
                )
            targets.append(_local_handle(one) if isinstance(one, _Variable) else one)
            target_grads.append(None if grad is None else _core.convert_to_tensor(grad, one.dtype))
        flat_sources = nest.flatten(sources)
        for source in flat_sources:
            if hasattr(source, "dtype") and not _is_trainable_dtype(source.dtype):
                _logging_warning(
                    "The dtype of the source tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, "
                    f"got {source.dtype!r}"
                )
        known = [_source(source) for source in flat_sources]
        self._used = True
        for i in range(len(targets)):
            if isinstance(flat_targets[i], _Variable) and target_grads[i] is None:
                target_grads[i] = _core.op("OnesLike")(flat_targets[i].read_value())
        grads = self._tape.gradient(targets, target_grads, known)
        if unconnected == UnconnectedGradients.ZERO:
            grads = [_zeros(s) if g is None else g for g, s in zip(grads, flat_sources)]
        if not self._persistent:
            self._variables_after()
        return nest.pack_sequence_as(sources, grads)

    def _variables_after(self) -> None:
        """Keeps what watched_variables() shall go on telling after the record is gone."""
        for variable in self.watched_variables():
            self._variables.setdefault(id(variable), variable)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivative of each element of `target` with respect to each element of `sources`.

        Returns:
          For each source a tensor of shape `target.shape + source.shape`, or None.

        Raises:
          RuntimeError: the tape is not persistent and was used before, or was never entered.
          ValueError: `target` has no static shape.
        """
        flat_sources = nest.flatten(sources)
        if self._recording and not self._persistent:
            self._pop()
        reshape, stack = _core.op("Reshape"), _core.op("Pack")
        shape = target.shape
        if not shape.is_fully_defined():
            raise NotImplementedError("jacobian of a target whose static shape is not fully known")
        size = shape.num_elements()
        persistent, self._persistent = self._persistent, True
        records = self._tape
        if records is None or (self._used and not persistent):
            self._persistent = persistent
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        rows: list[list[Any]] = []
        try:
            known = [_source(source) for source in flat_sources]
            one_hot = _core.op("OneHot")
            for i in range(size):
                seed = reshape(
                    one_hot(
                        i, size, _core.convert_to_tensor(1, target.dtype), _core.convert_to_tensor(0, target.dtype)
                    ),
                    shape.as_list(),
                )
                rows.append(records.gradient_again([target], [seed], known))
        finally:
            self._persistent = persistent
        self._used = True
        unconnected = UnconnectedGradients(unconnected_gradients)
        results = []
        for k, source in enumerate(flat_sources):
            parts = [row[k] for row in rows]
            if any(part is None for part in parts) or not parts:
                results.append(None)
                if unconnected == UnconnectedGradients.ZERO:
                    value = source.read_value() if isinstance(source, _Variable) else source
                    results[-1] = _core.op("Fill")(
                        shape.as_list() + value.shape.as_list(), _core.convert_to_tensor(0, target.dtype)
                    )
                continue
            stacked = stack(parts)
            tail = _core.op("Shape")(parts[0])
            results.append(
                reshape(
                    stacked, _core.op("ConcatV2")([_core.convert_to_tensor(shape.as_list(), dtypes.int32), tail], 0)
                )
            )
        return nest.pack_sequence_as(sources, results)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The Jacobian of each row of `target` with respect to the same row of `source`.

        Args:
          target: a tensor of shape [b, y1, …, yn].
          source: a tensor of shape [b, x1, …, xm]; row i of target depends on row i of source only.

        Returns:
          A tensor of shape [b, y1, …, yn, x1, …, xm], or None.
        """
        if target.shape.rank is None or target.shape.rank < 2 or source.shape.rank is None or source.shape.rank < 1:
            raise ValueError(
                f"batch_jacobian needs a target of rank >= 2 and a source of rank >= 1, got {target.shape} and {source.shape}"
            )
        if target.shape[0] is not None and source.shape[0] is not None and target.shape[0] != source.shape[0]:
            raise ValueError(
                f"Need first dimension of target shape ({target.shape}) and source shape ({source.shape}) to match."
            )
        if self._recording and not self._persistent:
            self._pop()
        if self._tape is None or (self._used and not self._persistent):
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
            )
        batch, row_shape = target.shape[0], target.shape[1:]
        size = row_shape.num_elements()
        if batch is None or size is None:
            raise NotImplementedError("batch_jacobian of a target whose static shape is not fully known")
        self._used = True
        columns = []
        known = [_source(source)]
        for i in range(size):
            row = _core.op("OneHot")(
                i, size, _core.convert_to_tensor(1, target.dtype), _core.convert_to_tensor(0, target.dtype)
            )
            seed = _core.op("BroadcastTo")(_core.op("Reshape")(row, [1, *row_shape.as_list()]), target.shape.as_list())
            columns.append(self._tape.gradient_again([target], [seed], known)[0])
        if not columns or columns[0] is None:
            if UnconnectedGradients(unconnected_gradients) == UnconnectedGradients.ZERO:
                return _core.op("Fill")(
                    target.shape.as_list() + source.shape.as_list()[1:], _core.convert_to_tensor(0, target.dtype)
                )
            return None
        stacked = _core.op("Pack")(columns, axis=1)
        return _core.op("Reshape")(stacked, target.shape.as_list() + source.shape.as_list()[1:])


class _StopRecording:
    def __init__(self, tape: GradientTape) -> None:
        self._tape = tape

    def __enter__(self) -> None:
        if not self._tape._recording:
            raise RuntimeError("Trying to stop recording on a tape which is not recording.")
        self._tape._pop()

    def __exit__(self, *exc: object) -> None:
        self._tape._tape.push()
        self._tape._recording = True


def _is_trainable_dtype(dtype: dtypes.DType) -> bool:
    return dtype.is_floating or dtype.is_complex or dtype in (dtypes.resource, dtypes.variant)


def _variable_of(handle: _Tensor) -> Any:
    return _core.variable_of_handle(handle)


class _Stopped:
    """Tapes do not see what runs inside: all that lie on top of the stack are taken off for a while."""

    def __init__(self) -> None:
        self._saved: Any = None

    def __enter__(self) -> None:
        self._saved = _core.suspend_tapes()

    def __exit__(self, *exc: object) -> None:
        _core.resume_tapes(self._saved)


@export("custom_gradient")
def custom_gradient(f: Callable | None = None) -> Callable:
    """Decorates a function that also says what its gradient is (tf.custom_gradient).

    Args:
      f: called with tensors; returns `(y, grad_fn)`. `y` is a tensor or a structure of them. `grad_fn(*upstream)` gets one
        gradient for each tensor of `y` and returns one for each argument of `f`. Where `f` reads variables, `grad_fn`
        takes `variables=` and returns `(argument_grads, variable_grads)`.

    Returns:
      A function with the arguments of `f` that returns `y`.

    >>> import graphwright as tf
    >>> @tf.custom_gradient
    ... def log1pexp(x):
    ...     e = tf.exp(x)
    ...     def grad(upstream):
    ...         return upstream * (1 - 1 / (1 + e))
    ...     return tf.math.log(1 + e), grad
    >>> x = tf.constant(100.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = log1pexp(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(1.0)
    """
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return _call_custom(f, args, kwargs)

    return decorated


def _call_custom(f: Callable, args: tuple, kwargs: dict) -> Any:
    leaves = nest.flatten(args, expand_composites=True)
    inputs = []
    for leaf in leaves:
        inputs.append(leaf if isinstance(leaf, _Variable) else _core.convert_to_tensor(leaf))
    # Which variables the function reads is found by a tape of its own.
    probe = _core.Tape(False, True)
    probe.push()
    try:
        result, grad_fn = f(*args, **kwargs)
    finally:
        probe.pop()
    handles = probe.watched_handles()
    argument_handles = {i.handle._id for i in inputs if isinstance(i, _Variable)}
    handles = [h for h in handles if h._id not in argument_handles]
    # The tapes outside take the results from the record below, not from the ops that made them; what the gradient
    # function keeps of those ops they know, for higher orders.
    stop = _core.op("StopGradient")
    flat_result = [stop(_core.convert_to_tensor(r)) for r in nest.flatten(result, expand_composites=True)]
    variables = [_variable_of(h) for h in handles]
    takes_variables = _takes_variables(grad_fn)
    if variables and not takes_variables:
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept a keyword argument "
            "'variables'."
        )
    sources = [_local_handle(i) if isinstance(i, _Variable) else i for i in inputs]

    def input_gradients(upstream: list) -> list:
        upstream = [_core.op("ZerosLike")(y) if g is None else g for g, y in zip(upstream, flat_result)]
        if handles:
            grads, variable_grads = grad_fn(*upstream, variables=variables)
            if len(variable_grads) != len(handles):
                raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
        else:
            grads, variable_grads = grad_fn(*upstream), []
        flat = nest.flatten(grads)
        if len(flat) != len(inputs):
            raise ValueError(
                f"custom_gradient function expected to return {len(inputs)} gradients, but returned {len(flat)} instead."
            )
        return [None if g is None else _core.convert_to_tensor(g) for g in [*flat, *variable_grads]]

    _core.record_custom([*sources, *handles], flat_result, input_gradients)
    return nest.pack_sequence_as(result, flat_result, expand_composites=True)


def _takes_variables(f: Callable) -> bool:
    import inspect

    try:
        parameters = inspect.signature(f).parameters
    except (TypeError, ValueError):
        return False
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


@export("grad_pass_through")
def grad_pass_through(f: Callable) -> Callable:
    """Makes a function's gradient that of the identity: what comes in from above is passed on (tf.grad_pass_through)."""

    @custom_gradient
    def passing(*args: Any, **kwargs: Any) -> Any:
        def grad(*upstream: Any, **grad_kwargs: Any) -> Any:
            variables = grad_kwargs.get("variables")
            return (upstream, [None] * len(variables)) if variables is not None else upstream

        return f(*args, **kwargs), grad

    return passing


@export("recompute_grad")
def recompute_grad(f: Callable) -> Callable:
    """Runs `f` again when its gradient is taken instead of keeping its intermediates (tf.recompute_grad)."""

    @custom_gradient
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with _Stopped():
            result = f(*args, **kwargs)

        def grad(*upstream: Any, **grad_kwargs: Any) -> Any:
            variables = grad_kwargs.get("variables") or []
            with GradientTape() as tape:
                inputs = [_core.op("Identity")(_core.convert_to_tensor(a)) for a in nest.flatten(args)]
                tape.watch(inputs)
                again = f(*nest.pack_sequence_as(args, inputs), **kwargs)
            grads = tape.gradient(
                again, [inputs, list(variables)], output_gradients=nest.pack_sequence_as(again, list(upstream))
            )
            return (grads[0], grads[1]) if variables else grads[0]

        return result, grad

    return wrapped


@export("gradients", "compat.v1.gradients")
def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list:
    """Adds to a graph the gradient of the sum of `ys` with respect to each of `xs` (tf.gradients).

    Only inside a function or graph.

    Raises:
      RuntimeError: called eagerly.
    """
    if _core.executing_eagerly():
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead."
        )
    if stop_gradients:
        raise NotImplementedError("tf.gradients: stop_gradients")
    flat_ys, flat_xs = nest.flatten(ys), nest.flatten(xs)
    grads = [None] * len(flat_ys) if grad_ys is None else nest.flatten(grad_ys)
    result = _core.graph_gradients(flat_ys, grads, [_source(x) for x in flat_xs])
    if UnconnectedGradients(unconnected_gradients) == UnconnectedGradients.ZERO:
        result = [_zeros(x) if g is None else g for g, x in zip(result, flat_xs)]
    return result


@export("hessians")
def hessians(
    ys: Any, xs: Any, gate_gradients: bool = False, aggregation_method: Any = None, name: str = "hessians"
) -> list:
    """The matrix of second derivatives of `ys` for each of `xs` (tf.hessians). Not there yet."""
    raise NotImplementedError("tf.hessians; take a GradientTape's jacobian of a gradient instead")


@export("autodiff.ForwardAccumulator")
class ForwardAccumulator:
    """Forward-mode derivatives (tf.autodiff.ForwardAccumulator). Not there yet."""

    def __init__(self, primals: Any, tangents: Any) -> None:
        raise NotImplementedError("tf.autodiff.ForwardAccumulator")


def record_gradients(inputs: Sequence, outputs: Sequence, function: Callable[[list], list]) -> None:
    """Tells active tapes that `outputs` came from `inputs`, and how to take the gradient."""
    _core.record_custom(list(inputs), list(outputs), function)
