"""tf.py_function and tf.numpy_function: Python code as operations of a graph."""

from __future__ import annotations

import threading

from graphwright import _core, dtypes, errors, nest
from graphwright.export import export, exported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# Runs of a function whose gradient may be asked for, kept until it is; older ones are forgotten and run again if need be.
_MOST_RECORDS = 1024


def _dtype_of(out: Any) -> Any:
    """The dtype in an entry of `Tout`, which is a dtype or a spec."""
    return dtypes.as_dtype(getattr(out, "dtype", out))


def op_error(error: Exception) -> errors.OpError:
    """What an exception inside the function becomes."""
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


def _tensors(result: Any, dtypes_out: Sequence[Any]) -> list[Any]:
    """What a function of tensors returned, as tensors of these dtypes."""
    if result is None:
        return []
    if not isinstance(result, (list, tuple)):
        result = [result]
    return [_core.convert_to_tensor(value, dtype) for value, dtype in zip(result, dtypes_out, strict=False)]


def _is_differentiable(tensor: Any) -> bool:
    return tensor.dtype.is_floating or tensor.dtype.is_complex


class _Record:
    """One run: its inputs and outputs, and the tape between them."""

    __slots__ = ("inputs", "outputs", "tape")

    def __init__(self, script: _TensorScript, inputs: list[Any]) -> None:
        self.inputs = inputs
        self.tape = exported("GradientTape")(persistent=True)
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


def _same(a: Any, b: Any) -> bool:
    if a is b or a._id == b._id:
        return True
    if a.dtype != b.dtype or a._shape_tuple() != b._shape_tuple():
        return False
    if a.dtype in (dtypes.resource, dtypes.variant):
        return False
    return a.numpy().tobytes() == b.numpy().tobytes() if a.dtype != dtypes.string else (a.numpy() == b.numpy()).all()


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
        """The outputs; called by the core."""
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
        """The latest run on these inputs, or another one if none is kept."""
        with self._lock:
            for i in reversed(range(len(self._records))):
                if self._records[i].is_of(inputs):
                    return self._records.pop(i)
        return _Record(self, inputs)

    def gradient(self) -> _GradientScript:
        """The function from inputs and the outputs' gradients to the inputs' gradients; called by the core."""
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

    def _gradients(self, *arguments: Any) -> list[Any]:
        inputs, upstream = list(arguments[: self._of.num_inputs]), arguments[self._of.num_inputs :]
        # A kept record knows other tensors than these: one whose own gradient is asked for must be made of these.
        record = _Record(self._of, inputs) if self._keeps_records else self._of.take_record(inputs)
        return record.gradients(upstream)


class _ArrayScript:
    """A function of NumPy arrays, as the core runs it."""

    def __init__(self, func: Callable[..., Any]) -> None:
        self._func = func

    def run(self, inputs: list[Any]) -> list[Any]:
        """The outputs; called by the core."""
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


def _call_script(op: str, script: Any, inp: Any, dtypes_out: list[Any], name: str | None) -> Any:
    outputs = _core.call_script(op, script, [_core.convert_to_tensor(value) for value in inp], dtypes_out, name)
    if not outputs and not _core.executing_eagerly():
        return exported("compat.v1.get_default_graph")().get_operations()[-1]
    return outputs


@export("py_function")
def py_function(func: Any = None, inp: Any = None, Tout: Any = None, name: str | None = None) -> Any:  # noqa: N803
    """Runs a Python function of tensors eagerly, also from within a graph (tf.py_function).

    The function is called each time when the program gets there, with tensors that have values, so it may do anything that
    Python can. Gradients go through it.

    Args:
      func: a function of as many tensors as `inp` has entries; returns a tensor, a list or tuple of them, or None.
      inp: a list of tensors.
      Tout: the dtype or `tf.TensorSpec` of the result, or a list or tuple of them, which may be empty.
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
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    is_list = isinstance(Tout, (list, tuple))
    dtypes_out = [_dtype_of(out) for out in (Tout if is_list else [Tout])]
    inp = list(inp)
    # Called at once, the function is not called again for a gradient.
    script = _TensorScript(func, len(inp), dtypes_out, keeps_records=_core.executing_eagerly())
    outputs = _call_script("EagerPyFunc", script, inp, dtypes_out, name)
    if not dtypes_out:
        return outputs
    return outputs if is_list else outputs[0]


@export("numpy_function")
def numpy_function(
    func: Any = None,
    inp: Any = None,
    Tout: Any = None,
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
    if not callable(func):
        raise ValueError(f"Expected func to be callable. Received func={func} of type {type(func)}.")
    if _core.executing_eagerly():
        import numpy as np

        result = nest.flatten(func(*[np.array(value) for value in inp]))
        result = [value if value is None else _core.convert_to_tensor(value) for value in result]
        return result[0] if len(result) == 1 else result
    is_list = isinstance(Tout, (list, tuple))
    try:
        dtypes_out = [dtypes.as_dtype(out) for out in (Tout if is_list else [Tout])]
    except TypeError:
        raise TypeError(f"Expected DataType for argument 'Tout' not {Tout!r}.") from None
    outputs = _call_script("PyFunc" if stateful else "PyFuncStateless", _ArrayScript(func), inp, dtypes_out, name)
    return outputs if is_list or not dtypes_out else outputs[0]
