"""tf.py_function and tf.numpy_function: Python code as operations of a graph."""

from __future__ import annotations

import functools
import threading

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.gradients.tape import GradientTape
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec, type_spec_from_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

# Runs of a function whose gradient may be asked for, kept until it is; older ones are forgotten and run again if need be.
_MOST_RECORDS = 1024


def _dtype_of(out: Any) -> Any:
    """Returns the dtype in an entry of `Tout`, which is a dtype or a spec."""
    return dtypes.as_dtype(out.dtype if isinstance(out, TensorSpec) else out)


def op_error(error: Exception) -> errors.OpError:
    """Returns what an exception inside the function becomes."""
    if isinstance(error, (TypeError, ValueError)):
        kind: Any = errors.InvalidArgumentError
    elif isinstance(error, StopIteration):
        kind = errors.OutOfRangeError
    elif isinstance(error, MemoryError):
        kind = errors.ResourceExhaustedError
    elif isinstance(error, NotImplementedError):
        kind = errors.UnimplementedError
    else:
        kind = errors.UnknownError
    import traceback

    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    lines = "".join(traceback.format_list(frames) + traceback.format_exception_only(error))
    return kind(None, None, f"{type(error).__name__}: {error}\nTraceback (most recent call last):\n\n{lines}\n")


def _tensors(result: object, dtypes_out: Sequence[Any]) -> list[Any]:
    """Returns what a function of tensors returned, as tensors of these dtypes."""
    if result is None:
        return []
    if not isinstance(result, (list, tuple)):
        result = [result]
    return [_core.convert_to_tensor(value, dtype) for value, dtype in zip(result, dtypes_out, strict=False)]


def _is_differentiable(tensor: Tensor) -> bool:
    return tensor.dtype.is_floating or tensor.dtype.is_complex


class _Record:
    """One run: its inputs and outputs, and the tape between them."""

    __slots__ = ("inputs", "outputs", "tape")

    def __init__(self, script: _TensorScript, inputs: list[Any]) -> None:
        self.inputs = inputs
        self.tape = GradientTape(persistent=True)
        with self.tape:
            for tensor in inputs:
                if _is_differentiable(tensor):
                    self.tape.watch(tensor)
            self.outputs = script.call(inputs)

    def is_of(self, inputs: Sequence[Any]) -> bool:
        return all(_same(a, b) for a, b in zip(self.inputs, inputs, strict=True))

    def gradients(self, upstream: Sequence[Any]) -> list[Any]:
        targets = [(out, grad) for out, grad in zip(self.outputs, upstream, strict=True) if _is_differentiable(out)]
        sources = [tensor for tensor in self.inputs if _is_differentiable(tensor)]
        found = iter(
            self.tape.gradient([t for t, _ in targets], sources, output_gradients=[g for _, g in targets])
            if targets and sources
            else [None] * len(sources)
        )
        zeros = _core.op("ZerosLike")
        grads = [next(found) if _is_differentiable(tensor) else None for tensor in self.inputs]
        return [
            zeros(tensor) if grad is None else _core.convert_to_tensor(grad)
            for tensor, grad in zip(self.inputs, grads, strict=True)
        ]


def _same(a: Tensor, b: Tensor) -> bool:
    if a.dtype != b.dtype or a._shape_tuple() != b._shape_tuple():
        return False
    if a.dtype in (dtypes.resource, dtypes.variant):
        return a._id == b._id
    x, y = a._numpy(), b._numpy()
    if a.dtype == dtypes.string:
        return x == y if isinstance(x, bytes) else x.tolist() == y.tolist()  # a scalar is its bytes
    return x.ctypes.data == y.ctypes.data or x.tobytes() == y.tobytes()


class _TensorScript:
    """A function of tensors, as the core runs it."""

    def __init__(
        self, func: Callable[..., Any], num_inputs: int, dtypes_out: Sequence[Any], keeps_records: bool = False
    ) -> None:
        self._func, self._dtypes_out = func, dtypes_out
        self.num_inputs, self.num_outputs = num_inputs, len(dtypes_out)
        self._keeps_records = keeps_records
        self._records: list[_Record] = []
        self._lock = threading.Lock()

    def call(self, inputs: Sequence[Any]) -> list[Any]:
        return _tensors(self._func(*inputs), self._dtypes_out)

    def run(self, inputs: list[Any]) -> list[Any]:
        """Returns the outputs; called by the core."""
        try:
            if not self._keeps_records:
                return self.call(inputs)
            record = _Record(self, inputs)
        except Exception as error:
            raise op_error(error) from error
        with self._lock:
            self._records.append(record)
            del self._records[:-_MOST_RECORDS]
        return record.outputs

    def take_record(self, inputs: list[Any]) -> _Record:
        """Returns the latest run on these inputs, or another one if none is kept."""
        with self._lock:
            for i in reversed(range(len(self._records))):
                if self._records[i].is_of(inputs):
                    return self._records.pop(i)
        return _Record(self, inputs)

    def gradient(self) -> _GradientScript:
        """Returns the function from inputs and the outputs' gradients to the inputs' gradients; called by the core."""
        self._keeps_records = True
        return _GradientScript(self)


class _GradientScript(_TensorScript):
    """The derivative of a function of tensors. Its own derivative runs the function again."""

    def __init__(self, of: _TensorScript) -> None:
        super().__init__(self._gradients, of.num_inputs + of.num_outputs, ())
        self._of = of
        self.num_outputs = of.num_inputs

    def call(self, inputs: Sequence[Any]) -> list[Any]:
        return self._func(*inputs)

    def _gradients(self, *arguments: Tensor) -> list[Any]:
        inputs, upstream = list(arguments[: self._of.num_inputs]), arguments[self._of.num_inputs :]
        # A kept record knows other tensors than these: one whose own gradient is asked for must be made of these.
        record = _Record(self._of, inputs) if self._keeps_records else self._of.take_record(inputs)
        return record.gradients(upstream)


class _ArrayScript:
    """A function of NumPy arrays, as the core runs it."""

    def __init__(self, func: Callable[..., Any]) -> None:
        self._func = func

    def run(self, inputs: list[Any]) -> list[Any]:
        """Returns the outputs; called by the core."""
        import numpy as np

        try:
            result = self._func(*[tensor.numpy() for tensor in inputs])
            if result is None:
                return []
            if not isinstance(result, (list, tuple)):
                result = [result]
            return [_core.convert_to_tensor(np.asarray(value, order="C")) for value in result]
        except Exception as error:
            raise op_error(error) from error


def _call_script(op: str, script: object, inp: Iterable[TensorLike], dtypes_out: list[Any], name: str | None) -> Any:
    inp = list(inp)
    composite = next((value for value in inp if isinstance(value, CompositeTensor)), None)
    if composite is not None:
        raise TypeError(f"A function of arrays takes no {type(composite).__name__}: {composite!r}")
    outputs = _core.call_script(op, script, [_core.convert_to_tensor(value) for value in inp], dtypes_out, name)
    if not outputs and not _core.executing_eagerly():
        return get_default_graph().get_operations()[-1]
    return outputs


def _is_composite(out: object) -> bool:
    """Tells whether an entry of `Tout` describes values that consist of several tensors."""
    return isinstance(out, TypeSpec) and not isinstance(out, TensorSpec)


def _composite_function(
    func: Callable[..., Any], inp: list[Any], outs: list[Any], is_list: bool, name: str | None
) -> list[Any]:
    """Returns what a function gives that takes or returns composite values: it runs on the tensors that these consist
    of.
    """
    specs = [type_spec_from_value(value) if isinstance(value, CompositeTensor) else None for value in inp]
    parts = [[value] if spec is None else spec.to_tensors(value) for spec, value in zip(specs, inp, strict=True)]
    expected = [[spec] if not _is_composite(spec) else spec.flatten() for spec in outs]

    def on_parts(*tensors: Tensor) -> list[Any]:
        left = iter(tensors)
        result = func(*(next(left) if spec is None else spec.from_tensors(left) for spec in specs))
        # Of a list, a single `Tout` is the first item.
        results = ([] if result is None else result) if is_list or isinstance(result, (list, tuple)) else [result]
        if not isinstance(results, (list, tuple)) or len(results) < len(outs):
            raise ValueError(f"py_function: func={func} returned {result!r}, which does not match Tout={outs}.")
        return [part for out, value in zip(outs, results, strict=False) for part in _parts_of(func, out, value)]

    flat = [_dtype_of(part) for one in expected for part in one]
    script = _TensorScript(on_parts, sum(map(len, parts)), flat, keeps_records=_core.executing_eagerly())
    tensors = iter(_call_script("EagerPyFunc", script, [part for one in parts for part in one], flat, name))
    return [_whole(out, [next(tensors) for _ in one]) for out, one in zip(outs, expected, strict=True)]


def _parts_of(func: Callable[..., Any], out: Any, value: object) -> list[Any]:
    if not _is_composite(out):
        return [value]
    if not out.is_compatible_with(value):
        raise ValueError(f"py_function: func={func} returned {value!r}, which does not match Tout={out}.")
    return out.to_tensors(value)


def _whole(out: Any, parts: list[Any]) -> Any:
    """Returns a result of its parts, which have the shapes that are declared."""
    if not _is_composite(out):
        return parts[0]
    if not _core.executing_eagerly():
        for part, spec in zip(parts, out.flatten(), strict=True):
            part.set_shape(spec.shape)
    return out.from_tensors(iter(parts))


def _decorator(function: Callable[..., Any], inp: object, Tout: object, **options: Any) -> Any:  # noqa: N803
    """Returns what tf.py_function and tf.numpy_function are without a function: decorators of one that is called with
    tensors.

    Raises:
      TypeError: there are tensors, or no dtypes of the results.
    """
    name = f"tf.{function.__name__}"
    if inp is not None:
        raise TypeError(f"Don't set the `inp` argument when using {name} as a decorator (`func=None`).")
    if Tout is None:
        raise TypeError(f"Missing required argument: 'Tout'. If using {name} as a decorator, set `Tout`.")

    def decorate(func: Callable[..., Any]) -> Any:
        @functools.wraps(func)
        def call(*args: object) -> Any:
            return function(func, args, Tout, **options)

        return call

    return decorate


@export("py_function")
def py_function(
    func: Callable[..., Any] | None = None,
    inp: Iterable[Any] | None = None,
    Tout: DTypeLike | TypeSpec | Sequence[Any] | None = None,
    name: str | None = None,
) -> Any:  # noqa: N803
    """Runs a Python function of tensors eagerly, also from within a graph (tf.py_function).

    The function is called each time when the program gets there, with tensors that have values, so it may do anything that
    Python can. Gradients go through it.

    Args:
      func: a function of as many tensors as `inp` has entries; returns a tensor, a list or tuple of them, or None. Without
        it, and without `inp`, this gives a decorator of functions.
      inp: a list of tensors, or of ragged, sparse and other composite ones.
      Tout: the dtype or `tf.TypeSpec` of the result, or a list or tuple of them, which may be empty.
      name: of the operation.

    Returns:
      A tensor, or a list of tensors where `Tout` is a list or tuple.

    Raises:
      ValueError: `func` cannot be called.
      InvalidArgumentError: `func` raised TypeError or ValueError, or returned something else than `Tout` says.
      UnknownError: `func` raised another exception.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x):
    ...     return tf.py_function(lambda a: a.numpy() ** 2, [x], tf.float32)
    >>> f(tf.constant(3.0)).numpy()
    np.float32(9.0)
    """
    if func is None:
        return _decorator(py_function, inp, Tout, name=name)
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    is_list = isinstance(Tout, (list, tuple))
    given: Any = inp
    inputs, outs = list(given), list(Tout) if is_list else [Tout]
    if any(map(_is_composite, outs)) or any(isinstance(value, CompositeTensor) for value in inputs):
        outputs = _composite_function(func, inputs, outs, is_list, name)
        return outputs if is_list else outputs[0]
    dtypes_out = [_dtype_of(out) for out in outs]
    # Called at once, the function is not called again for a gradient.
    script = _TensorScript(func, len(inputs), dtypes_out, keeps_records=_core.executing_eagerly())
    outputs = _call_script("EagerPyFunc", script, inputs, dtypes_out, name)
    if not dtypes_out:
        return outputs
    return outputs if is_list else outputs[0]


@export("numpy_function")
def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Iterable[Any] | None = None,
    Tout: DTypeLike | TypeSpec | Sequence[Any] | None = None,
    stateful: bool = True,
    name: str | None = None,  # noqa: N803
) -> Any:
    """Runs a Python function of NumPy arrays, also from within a graph (tf.numpy_function).

    The function is called each time when the program gets there. No gradient goes through it; see `tf.py_function`.

    Args:
      func: a function of as many arrays as `inp` has entries; returns an array, a list or tuple of them, or None.
      inp: a list of tensors.
      Tout: the dtype of the result, or a list or tuple of dtypes. In eager execution results keep their own.
      stateful: whether two calls with the same inputs may differ, or the function does more than return a result.
      name: of the operation.

    Returns:
      A tensor, or a list of tensors.

    Raises:
      InvalidArgumentError: within a graph, `func` raised TypeError or ValueError, or returned another dtype.

    >>> import graphwright as tf
    >>> tf.numpy_function(lambda x: x * 2, [tf.constant([1.0, 2.0])], tf.float32).numpy()
    array([2., 4.], dtype=float32)
    """
    if func is None:
        return _decorator(numpy_function, inp, Tout, stateful=stateful, name=name)
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    inputs: Any = inp
    if _core.executing_eagerly():
        import numpy as np

        result = nest.flatten(func(*[np.array(value) for value in inputs]))
        result = [value if value is None else _core.convert_to_tensor(value) for value in result]
        return result[0] if len(result) == 1 else result
    is_list = isinstance(Tout, (list, tuple))
    outs: Any = Tout if is_list else [Tout]
    try:
        dtypes_out = [dtypes.as_dtype(out) for out in outs]
    except TypeError:
        raise TypeError(f"Expected DataType for argument 'Tout' not {Tout!r}.") from None
    outputs = _call_script("PyFunc" if stateful else "PyFuncStateless", _ArrayScript(func), inputs, dtypes_out, name)
    return outputs if is_list or not dtypes_out else outputs[0]
