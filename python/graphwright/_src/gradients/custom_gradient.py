"""tf.custom_gradient, and what else changes gradients: recompute_grad, grad_pass_through, RegisterGradient."""

from __future__ import annotations

import functools
import threading

from graphwright import _core
from graphwright._src.base.call_signature import call_signature, with_signature_of
from graphwright._src.base.conversion_status import as_called_here
from graphwright._src.base.export import export
from graphwright._src.gradients.tape import GradientTape, components_of, with_components
from graphwright._src.graph.building import drawing_on
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.indexed_slices import IndexedSlices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_Variable = _core.ResourceVariable


class Stopped:
    """Tapes do not see what runs inside: all that lie on top of the stack are taken off for a while."""

    def __init__(self) -> None:
        self._saved: Any = None

    def __enter__(self) -> None:
        self._saved = _core.suspend_tapes()

    def __exit__(self, *exc: object) -> None:
        _core.resume_tapes(self._saved)


@export("custom_gradient")
def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Decorates a function that also says what its gradient is (tf.custom_gradient).

    Args:
      f: called with what the caller gives, in a graph with tensors; returns `(y, grad_fn)`. `y` is a tensor or a structure
        of them, ragged ones too. `grad_fn(*upstream)` gets one gradient for each tensor of `y` and returns one for each
        argument of `f`. Where `f` reads variables, `grad_fn` takes `variables=` and returns
        `(argument_grads, variable_grads)`.

    Returns:
      A function with the arguments of `f` that returns `y`.

    Raises:
      TypeError: `grad_fn` cannot be called; or `f` reads variables, but `grad_fn` does not take `variables`.
      ValueError: `grad_fn` returns another number of gradients than `f` has arguments.

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
    return _Decorated(f)


class _Decorated:
    """A function with a gradient of its own, which can be a method."""

    def __init__(self, f: Callable) -> None:
        functools.update_wrapper(self, f)
        self._function: Any = f

    def __call__(self, *args: object, **kwargs: object) -> Any:
        return _call(self._function, args, kwargs)

    # What `inspect.getfullargspec` asks for, which does not follow `__wrapped__`; Keras' Lambda calls it.
    __signature__ = property(lambda self: call_signature(self._function))

    def __get__(self, instance: Any, owner: Any = None) -> Callable:
        return self if instance is None else _Decorated(self._function.__get__(instance, owner))


def _call(f: Callable, args: tuple, kwargs: dict) -> Any:
    if kwargs and not _core.executing_eagerly():
        raise ValueError(
            "The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled."
        )
    args = _as_called(args)
    # Which variables the function reads is found by a tape of its own.
    with GradientTape() as probe:
        result, grad_fn = as_called_here(f)(*args, **kwargs)
    return _with_gradient(result, _leaves_of(args), _read_by(probe, kwargs), grad_fn)


def _as_called(args: tuple) -> tuple:
    """Returns what the function is called with: in a graph tensors, variables are read; eagerly the caller's own
    values.
    """
    if _core.executing_eagerly():
        return args
    return nest.map_structure(lambda leaf: leaf if isinstance(leaf, CompositeTensor) else convert_to_tensor(leaf), args)


def _leaves_of(args: tuple) -> list:
    """Returns the arguments as tensors, variables and composite tensors, which stay whole."""
    leaves = nest.flatten(args)
    whole = (_Variable, CompositeTensor)
    return [leaf if isinstance(leaf, whole) else _core.convert_to_tensor(leaf) for leaf in leaves]


def _read_by(probe: GradientTape, kwargs: dict) -> list:
    """Handles of the variables that the function read, but for those that it was given by name: these have no gradient."""
    named = {_core.recorded_value(leaf)._id for leaf in nest.flatten(kwargs) if isinstance(leaf, _Variable)}
    return [handle for handle in probe._watched_handles() if handle._id not in named]


def _result_of(leaf: object) -> Any:
    """Returns a tensor, also of slices, or another composite tensor."""
    if isinstance(leaf, CompositeTensor) and not isinstance(leaf, IndexedSlices):
        return leaf
    return _core.convert_to_tensor(leaf)


def _grouped(leaves: list, parts: list) -> list:
    """Returns the components of each leaf, taken from the list of all."""
    remaining = iter(parts)
    return [[next(remaining) for _ in components_of(leaf)] for leaf in leaves]


def _components_of_gradient(leaf: object, grad: Any) -> list:
    """Returns the gradients of a leaf's components, from what a function says is the leaf's."""
    count = len(components_of(leaf))
    if grad is None:
        return [None] * count
    if not isinstance(grad, CompositeTensor) or isinstance(grad, IndexedSlices):
        return [grad]
    return components_of(grad)


def _with_gradient(result: object, leaves: list, read: list, grad_fn: Callable) -> Any:
    """`result` with the gradient that `grad_fn` says, with respect to `leaves` and variables, whose handles are `read`."""
    if not callable(grad_fn):
        raise TypeError(f"@tf.custom_gradient: the second result must be a function of gradients, got {grad_fn!r}")
    inputs = [part for leaf in leaves for part in components_of(leaf)]
    arguments = {_core.recorded_value(i)._id for i in inputs if isinstance(i, _Variable)}
    handles = [h for h in read if h._id not in arguments]
    variables = [_core.variable_of_handle(h) for h in handles]
    if variables and not _takes_variables(grad_fn):
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: "
            f"{variables}"
        )
    results = [_result_of(leaf) for leaf in nest.flatten(result)]
    raw = [part for leaf in results for part in components_of(leaf)]
    if not inputs and not variables:
        return nest.pack_sequence_as(result, results)

    def input_gradients(upstream: list) -> list:
        upstream = [_core.op("ZerosLike")(y) if g is None else g for g, y in zip(upstream, raw)]
        upstream = [
            with_components(leaf, parts) for leaf, parts in zip(results, _grouped(results, upstream), strict=True)
        ]
        if variables:
            grads, variable_grads = grad_fn(*upstream, variables=variables)
            if len(variable_grads) != len(variables):
                raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
        else:
            grads, variable_grads = grad_fn(*upstream), []
        flat = nest.flatten(grads)
        if len(flat) != len(leaves):
            raise ValueError(
                f"custom_gradient function expected to return {len(leaves)} gradients, but returned {len(flat)} "
                "instead."
            )
        parts = [_components_of_gradient(leaf, grad) for leaf, grad in zip(leaves, flat, strict=True)]
        return [*(part for one in parts for part in one), *variable_grads]

    if _core.executing_eagerly():
        outputs = _core.custom_gradient(raw, [*inputs, *handles], input_gradients)
    else:
        traced = functools.partial(_traced, input_gradients, raw, getattr(grad_fn, "__code__", type(grad_fn)))
        outputs = _core.late_custom_gradient(raw, [*inputs, *handles], input_gradients, traced)
    parts = _grouped(results, outputs)
    return nest.pack_sequence_as(result, [with_components(*pair) for pair in zip(results, parts, strict=True)])


# Gradients can call the function whose gradients they are, as those of Bessel functions do, and then have derivatives of
# every order. So many of one kind are traced one within another.
_MOST_ORDERS = 3
_being_traced = threading.local()


def _traced(input_gradients: Callable, results: list, kind: object) -> tuple[Any, list[int]] | bool | None:
    """Returns a gradient as a graph, and how many of its outputs belong to each input: a node that kept the Python function would
    keep the graph alive that this refers to, itself. None where the function fails: it does so again when it is needed.
    False where it is one of too many of a kind.
    """
    kinds = _being_traced.__dict__.setdefault("kinds", [])
    if kinds.count(kind) == _MOST_ORDERS:
        return False
    kinds.append(kind)
    try:
        return _as_graph(input_gradients, results)
    finally:
        kinds.pop()


def _as_graph(input_gradients: Callable, results: list) -> tuple[Any, list[int]] | None:
    graph = _core.FuncGraph("custom_gradient")
    graph.is_body = True  # what it uses from outside, small constants too, has gradients of its own
    outputs, parts = [], []
    try:
        with drawing_on(graph):
            for grad in input_gradients([graph.add_input(y.dtype, y.shape, "upstream") for y in results]):
                if grad is None:
                    found = []
                elif isinstance(grad, IndexedSlices) and grad.dense_shape is not None:
                    shape = _core.convert_to_tensor(grad.dense_shape)
                    found = [grad.values, grad.indices, _core.op("Cast")(shape, DstT=dtypes.int32)]
                else:
                    found = [_core.convert_to_tensor(grad)]
                outputs += found
                parts.append(len(found))
            graph.set_outputs(outputs)
    except Exception:
        return None
    return graph, parts


def with_flat_gradient(results: list, inputs: list, gradients: Callable, parts: list[int]) -> list:
    """Outputs of one node of the graph that is being built, which has a gradient of its own.

    Args:
      results: tensors of that graph, which are the first outputs.
      inputs: tensors that the gradients are with respect to; the further outputs.
      gradients: from a list of gradients of the results to a flat list of tensors.
      parts: how many of these belong to each input: none, one, or three of slices.
    """
    graph = _core.FuncGraph("custom_gradient")
    graph.is_body = True
    with drawing_on(graph):
        graph.set_outputs(gradients([graph.add_input(y.dtype, y.shape, "upstream") for y in results]))
    return list(_core.traced_custom_gradient(results, inputs, graph, parts)[0].op.outputs)


def _takes_variables(f: Callable) -> bool:
    try:
        parameters = call_signature(f).parameters
    except (TypeError, ValueError):
        return False
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


@export("grad_pass_through")
def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a function's gradient that of the identity: what comes in from above is passed on (tf.grad_pass_through).

    >>> import graphwright as tf
    >>> x = tf.Variable(1.4)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.grad_pass_through(tf.round)(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(1.0)
    """

    @custom_gradient
    def passing(*args: object, **kwargs: object) -> Any:
        def grad(*upstream: object, **grad_kwargs: Any) -> Any:
            variables = grad_kwargs.get("variables")
            return (upstream, [None] * len(variables)) if variables is not None else upstream

        return f(*args, **kwargs), grad

    return with_signature_of(f, functools.wraps(f)(lambda *args, **kwargs: passing(*args, **kwargs)))


@export("recompute_grad")
def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """Runs `f` again when its gradient is taken instead of keeping its intermediates (tf.recompute_grad).

    Args:
      f: a function of tensors.

    Returns:
      A function with the arguments and results of `f`.

    >>> import graphwright as tf
    >>> x = tf.Variable(2.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.recompute_grad(lambda x: x * x * x)(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(12.0)
    """

    @functools.wraps(f)
    def recomputed(*args: object, **kwargs: object) -> Any:
        args = _as_called(args)
        called = as_called_here(f)
        with Stopped(), GradientTape() as probe:
            result = called(*args, **kwargs)
        inputs = _leaves_of(args)

        def grad(*upstream: object, variables: Any = ()) -> Any:
            variables = list(variables)
            with GradientTape() as tape:
                again = [_anew(leaf) for leaf in inputs]
                tape.watch(again)
                second = called(*nest.pack_sequence_as(args, again), **kwargs)
            grads = tape.gradient(
                second,
                [again, variables],
                output_gradients=nest.pack_sequence_as(second, list(upstream)),
                unconnected_gradients="zero",
            )
            # What was run again ends here: slices leave it as the tensors they stand for.
            grads = nest.map_structure(_dense, grads)
            return tuple(grads) if variables else grads[0]

        return _with_gradient(result, inputs, _read_by(probe, kwargs), grad)

    return with_signature_of(f, recomputed)


def _dense(gradient: object) -> Any:
    return convert_to_tensor(gradient) if isinstance(gradient, IndexedSlices) else gradient


def _anew(leaf: object) -> Any:
    """Returns the same value, of which derivatives are taken apart from those of the leaf."""
    if isinstance(leaf, _Variable):
        return _core.op("Identity")(leaf)
    return with_components(leaf, [_core.op("Identity")(part) for part in components_of(leaf)])


class _RecordedOp:
    """An op as the function of a registered gradient sees it."""

    def __init__(self, kind: str, inputs: list, outputs: list, attrs: dict) -> None:
        self.type = kind
        self.inputs = inputs
        self.outputs = outputs
        self._attrs = attrs

    def get_attr(self, name: str) -> Any:
        """Returns the value of an attr. ValueError where there is none of that name."""
        try:
            return self._attrs[name]
        except KeyError:
            raise ValueError(f"Operation of type {self.type} has no attr named {name}.") from None


_registered: set[str] = set()


def _register(op_type: object, function: Callable) -> None:
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    if op_type in _registered or not _core.register_gradient(op_type, function):
        raise KeyError(f"Registering two gradient with name '{op_type}'!")
    _registered.add(op_type)


@export("RegisterGradient")
class RegisterGradient:
    """Decorates a function that is the gradient of a kind of op that has none (tf.RegisterGradient).

    The function is called with the op, which has `inputs`, `outputs`, `type` and `get_attr(name)`, and with one gradient
    for each output; it returns one for each input, or None.

    Args:
      op_type: the name of the op, such as "MatMul".

    Raises:
      TypeError: `op_type` is no string.
      KeyError: the op has a gradient.

    >>> import graphwright as tf
    >>> @tf.RegisterGradient("TensorScatterMax")
    ... def _gradient(op, grad):
    ...     return grad, None, None
    Traceback (most recent call last):
    KeyError: "Registering two gradient with name 'TensorScatterMax'!"
    """

    __slots__ = ("_op_type",)

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Callable) -> Callable:
        """Registers `f` and returns it."""

        def call(kind: str, inputs: list, outputs: list, attrs: dict, grads: list) -> list:
            found = f(_RecordedOp(kind, inputs, outputs, attrs), *grads)
            found = list(found) if isinstance(found, (list, tuple)) else [found]
            if len(found) != len(inputs):
                raise ValueError(
                    f"Num gradients {len(found)} generated for op {kind} do not match num inputs {len(inputs)}"
                )
            return found

        _register(self._op_type, call)
        return f


@export("no_gradient", v1="no_gradient NoGradient NotDifferentiable")
def no_gradient(op_type: str) -> None:
    """Says that a kind of op has no gradient: None comes out where one is asked for (tf.no_gradient).

    Args:
      op_type: the name of the op.

    Raises:
      TypeError: `op_type` is no string.
      KeyError: the op has a gradient.
    """
    _register(op_type, lambda kind, inputs, outputs, attrs, grads: [None] * len(inputs))
